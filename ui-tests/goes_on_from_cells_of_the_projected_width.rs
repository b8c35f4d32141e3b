use shaped::{nn::*, prelude::*};

fn main() {
    let layer = ProjectedLstm::<dim!(4), dim!(6), dim!(3)>::default();
    let x: Tensor<f32, shape![8, 20, 4]> = Tensor::ones();
    let h: Tensor<f32, shape![8, 1, 3]> = Tensor::zeros();
    let c: Tensor<f32, shape![8, 1, 3]> = Tensor::zeros();
    layer.forward_from(&x, &LstmState { h, c });
}
