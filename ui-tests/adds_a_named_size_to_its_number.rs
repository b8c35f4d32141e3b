use shaped::prelude::*;

axis!(Channels = 3);

fn main() {
    let photo = Tensor::<f32, shape![Channels, 32, 32]>::zeros();
    let gain = Tensor::<f32, shape![3, 1, 1]>::ones();
    let _ = &photo + &gain;
}
