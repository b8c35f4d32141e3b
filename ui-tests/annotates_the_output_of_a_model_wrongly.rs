use shaped::{nn::*, prelude::*};

axis!(Batch);

fn main() {
    let model = (Linear::<dim!(64), dim!(32)>::default(), Relu);
    let x = Tensor::<f32, shape![Batch, 64]>::zeros_with(Batch(2));
    let _y: Tensor<f32, shape![Batch, 16]> = model.forward(&x);
}
