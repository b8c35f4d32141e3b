use shaped::prelude::*;

axis!(Channels = 3);

fn main() {
    let photo = Tensor::<f32, shape![4, 32, 32]>::zeros();
    let _ = photo.rename::<shape![Channels, 32, 32]>();
}
