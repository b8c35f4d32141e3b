use shaped::prelude::*;

fn main() {
    let batch: Tensor<f32, shape![4, 3, 8, 8]> = Tensor::zeros();
    let _ = batch.narrow(Axis::<0>, 0, Dim::<5>);
}
