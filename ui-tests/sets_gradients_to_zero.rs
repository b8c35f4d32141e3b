use shaped::{grad::Tape, nn::*, optim::*, prelude::*};

fn main() {
    let mut model = Linear::<dim!(4), dim!(1)>::default();
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let (mut tape, mut sgd) = (Tape::new(&model), Sgd::new(&model, 1e-3));
    for _ in 0..3 {
        sgd.zero_grad();
        let (_loss, gradient) = tape.value_and_grad(&model, |tape| {
            model.forward(&tape.input(&x)).square().mean_all()
        });
        sgd.step(&mut model, gradient);
    }
}
