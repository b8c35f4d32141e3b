use shaped::{grad::Tape, nn::*, optim::Adam, prelude::*};

#[test]
fn compiles_and_runs() {
    let mut model = (Linear::<dim!(3), dim!(8)>::default(), Linear::<dim!(8), dim!(2)>::default());
    let (mut tape, mut adam) = (Tape::new(&model), Adam::new(&model.1, 1e-3));
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let (_, gradient) = tape.value_and_grad(&model, |tape| model.forward(&tape.input(&x)).mean_all());
    adam.step(&mut model.1, gradient.part(|model| &mut model.1));
}
