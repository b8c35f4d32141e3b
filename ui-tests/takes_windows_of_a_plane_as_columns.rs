use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![32, 32]> = Tensor::ones();
    let y = x.im2col(Dim::<5>, Conv::new());
}
