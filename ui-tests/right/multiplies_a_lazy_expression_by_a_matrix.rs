use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let w = Tensor::<f32, shape![3, 4]>::ones();
    let y = x.lazy().relu().eval().matmul(&w);
    assert_eq!(y.sizes(), [2, 4]);
}
