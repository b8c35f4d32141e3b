use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![8, 3]>::ones();
    assert_eq!(x.max(Axis::<0>), Tensor::ones());
}
