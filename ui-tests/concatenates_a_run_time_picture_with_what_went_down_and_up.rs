use shaped::prelude::*;

axis!(Height);
axis!(Width);

fn main() {
    let picture = Tensor::<f32, shape![16, Height, Width]>::zeros_with((Height(480), Width(640)));
    let up = picture.max_pool2d(Pool::new(Dim::<2>)).upsample_nearest2d(Dim::<2>);
    let _ = up.concat(&picture, Axis::<0>);
}
