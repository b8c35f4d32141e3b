use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![2, 3, 4]>::ones();
    assert_eq!(x.swap_axes(Axis::<0>, Axis::<1>), Tensor::<f32, shape![3, 2, 4]>::ones());
}
