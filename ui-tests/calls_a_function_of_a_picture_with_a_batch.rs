use shaped::prelude::*;

fn brightness(picture: &Tensor<f32, shape![3, 224, 224]>) -> f32 {
    picture.mean_all()
}

fn main() {
    let batch: Tensor<f32, shape![16, 3, 224, 224]> = Tensor::ones();
    let _ = brightness(&batch);
}
