use shaped::{nn::*, prelude::*};

fn main() {
    let cell = GruCell::<dim!(40), dim!(64)>::default();
    let state: Tensor<f32, shape![8, 40]> = Tensor::zeros();
    let state = cell.forward(&Tensor::<f32, shape![8, 40]>::ones(), &state);
}
