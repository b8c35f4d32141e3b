use shaped::{grad::value_and_grad, prelude::*};

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    value_and_grad(&x, |tape| {
        let loss = tape.input(&x).square().mean_all();
        if loss.value()[[]] < 0.1 {
            println!("small");
        }
        loss
    });
}
