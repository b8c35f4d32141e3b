use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let picture: Tensor<f32, shape![3, 32, 64]> = Tensor::zeros();
    let path = std::env::temp_dir().join("shaped_colours.png");
    picture.permute(axes![1, 2, 0]).to_image(path).unwrap();
}
