use shaped::{einsum, grad::value_and_grad, prelude::*};

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::ones();
    let w: Tensor<f32, shape![3, 2]> = Tensor::ones();
    let _ = value_and_grad(&w, |tape| {
        let w = tape.input(&w);
        einsum!(k j, i k -> i j; &w, &tape.input(&x)).sum_all()
    });
}
