use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    assert_eq!(x.transpose().to_tensor(), Tensor::<f32, shape![3, 2]>::ones());
}
