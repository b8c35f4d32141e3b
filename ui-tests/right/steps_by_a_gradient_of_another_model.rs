use shaped::{grad::value_and_grad, nn::*, optim::*, prelude::*};

#[test]
fn compiles_and_runs() {
    let mut model = Linear::<dim!(3), dim!(4)>::default();
    let mut adam = Adam::new(&model, 1e-3);
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let (_, mut gradient) = value_and_grad(&model, |tape| model.forward(&tape.input(&x)).mean_all());
    adam.step(&mut model, &mut gradient);
    assert_eq!(model.forward(&x).sizes(), [2, 4]);
}
