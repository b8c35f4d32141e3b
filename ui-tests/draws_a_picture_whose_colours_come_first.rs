use shaped::prelude::*;

fn main() {
    let picture: Tensor<f32, shape![3, 32, 64]> = Tensor::zeros();
    let path = std::env::temp_dir().join("shaped_colours.png");
    picture.to_image(path).unwrap();
}
