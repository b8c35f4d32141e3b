use shaped::prelude::*;

fn main() {
    let labels: Tensor<f32, shape![32]> = Tensor::zeros();
    let _ = labels.bincount(Dim::<10>);
}
