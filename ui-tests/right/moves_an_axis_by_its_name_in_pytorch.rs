use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![2, 3, 4]>::ones();
    assert_eq!(x.move_axis(Axis::<0>, Axis::<2>), Tensor::<f32, shape![3, 4, 2]>::ones());
}
