use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let y = Tensor::<f32, shape![3, 4]>::ones();
    let product = x.matmul(&y);
    assert_eq!(product.sum(Axis::<0>), tensor![6.0; 4]);
}
