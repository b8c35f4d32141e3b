use shaped::prelude::*;

fn main() {
    let mut pixels = [0.0; 12];
    let mut view = ViewMut::<f32, shape![1, 4, 3]>::from_slice(&mut pixels).unwrap();
    let images: Tensor<f32, shape![2, 4, 3]> = Tensor::ones();
    view += &images;
}
