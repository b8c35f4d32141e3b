use shaped::prelude::*;

axis!(Height);
axis!(Width);

#[test]
fn compiles_and_runs() {
    let picture = Tensor::<f32, shape![16, Height, Width]>::zeros_with((Height(480), Width(640)));
    let up = picture.max_pool2d(Pool::new(Dim::<2>)).upsample_nearest2d(Dim::<2>);
    let y = up.rename::<shape![16, Height, Width]>().concat(&picture, Axis::<0>);
    assert_eq!(y.sizes(), [32, 480, 640]);
}
