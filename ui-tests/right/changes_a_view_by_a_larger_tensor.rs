use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut pixels = [0.0; 12];
    let mut view = ViewMut::<f32, shape![4, 3]>::from_slice(&mut pixels).unwrap();
    let image: Tensor<f32, shape![4, 3]> = Tensor::ones();
    view += &image;
    assert_eq!(pixels, [1.0; 12]);
}
