//! Parameters of 16 bits, learned by master weights of `f32`: PyTorch's steps.

use half::{bf16, f16};
use num_traits::Float;
use shaped::{grad::Tape, nn::*, optim::Adam, prelude::*};

type Layer<T> = Linear<dim!(3), dim!(2), T>;

/// What PyTorch says: `tools/reference/master_weights.py`.
fn pytorch(case: &str, what: &str) -> Vec<f64> {
    let text = include_str!("../data/master_weights.txt");
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{case} {what}: "))).expect("a line");
    line.split(' ').map(|x| x.parse().expect("a number")).collect()
}

fn check<T: Float>(case: &str, round: fn(f32) -> T, widen: fn(T) -> f32) {
    let x = Tensor::<f32, shape![4, 3]>::from_fn(|[i, j]| ((i * 5 + j * 3) % 7) as f32 / 7.0 - 0.4);
    let y = Tensor::<f32, shape![4, 2]>::from_fn(|[i, j]| ((i * 3 + j) % 5) as f32 / 5.0 - 0.5);
    let weight = Tensor::from_fn(|[i, j]| ((i * 3 + j) as f64 / 9.0 - 0.3) as f32);
    let mut master: Layer<f32> = Linear::new(weight, Tensor::zeros());
    let mut stored: Layer<T> = master.convert(&mut |x: &f32| round(*x));
    let mut tape = Tape::new(&master);
    let mut adam = Adam::new(&master, 0.003);
    let mut loss = 0.0;
    for _ in 0..30 {
        let seen: Layer<f32> = stored.convert(&mut |x: &T| widen(*x));
        let gradient;
        (loss, gradient) = tape.value_and_grad(&seen, |tape| seen.forward(&tape.input(&x)).mse_loss(&tape.input(&y)));
        adam.step(&mut master, gradient);
        stored = master.convert(&mut |x: &f32| round(*x));
    }
    let near = |what: &str, found: &[f32]| {
        for (found, expected) in found.iter().zip(pytorch(case, what)) {
            assert!((f64::from(*found) - expected).abs() < 2e-6, "{case} {what}: {found} instead of {expected}");
        }
    };
    near("loss", &[loss]);
    near("weight", master.weight.as_slice());
    near("bias", master.bias.as_ref().unwrap().as_slice());
    let stored: Vec<f64> = stored.weight.as_slice().iter().map(|x| f64::from(widen(*x))).collect();
    assert_eq!(stored, pytorch(case, "stored"));
    // Weights that were stepped in 16 bits would be elsewhere.
    assert_ne!(stored, pytorch(case, "weight"));
}

#[test]
fn master_weights_step_as_in_pytorch() {
    check("bf16", bf16::from_f32, bf16::to_f32);
    check("f16", f16::from_f32, f16::to_f32);
}
