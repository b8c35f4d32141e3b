use shaped::prelude::*;

fn main() {
    let picture: Tensor<f32, shape![3, 480, 640]> = Tensor::zeros();
    let _ = picture.interpolate2d(Resize::to((224, 224)).linear());
}
