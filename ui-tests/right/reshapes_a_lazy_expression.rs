use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let y: Tensor<f32, shape![6]> = x.lazy().exp().eval().into_shape();
    assert_eq!(y.sizes(), [6]);
}
