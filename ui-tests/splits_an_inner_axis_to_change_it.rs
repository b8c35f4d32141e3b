use shaped::prelude::*;

fn main() {
    let mut pictures: Tensor<f32, shape![4, 3, 8]> = Tensor::zeros();
    let (_red, _rest) = pictures.view_mut().split_at_mut(Axis::<1>, One);
}
