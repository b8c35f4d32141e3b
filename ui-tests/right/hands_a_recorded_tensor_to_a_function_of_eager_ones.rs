use shaped::{Kind, grad::Tape, nn::*, prelude::*};

fn unit<K: Kind>(x: &Tensor<f32, shape![8, 4], K>) -> Tensor<f32, shape![8, 4], K> {
    x / x.norm_keepdim(Axis::<-1>)
}

#[test]
fn compiles_and_runs() {
    let model = Linear::<dim!(4), dim!(4)>::new(Tensor::eye(), Tensor::zeros());
    let x: Tensor<f32, shape![8, 4]> = Tensor::ones();
    let mut tape = Tape::new(&model);
    let (sum, _) = tape.value_and_grad(&model, |tape| unit(&model.forward(&tape.input(&x))).sum_all());
    assert_eq!(sum, 16.0);
}
