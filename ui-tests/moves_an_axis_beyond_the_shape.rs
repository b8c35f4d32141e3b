use shaped::prelude::*;

fn main() {
    let pictures: Tensor<f32, shape![8, 28, 28, 3]> = Tensor::zeros();
    let _ = pictures.move_axis(Axis::<3>, Axis::<4>);
}
