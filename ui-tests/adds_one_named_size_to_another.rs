use shaped::prelude::*;

axis!(Channels = 3);
axis!(Classes = 3);

fn main() {
    let photo = Tensor::<f32, shape![Channels, 32, 32]>::zeros();
    let points = Tensor::<f32, shape![Classes, 1, 1]>::ones();
    let _ = &photo * &points;
}
