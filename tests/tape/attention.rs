//! Weights of attention that are dropped while a model is trained.

use shaped::grad::Tape;
use shaped::nn::*;
use shaped::prelude::*;

type Queries = Tensor<f64, shape![2, 3, 5, 4]>;
type Keys = Tensor<f64, shape![2, 3, 7, 4]>;

fn some<S: shaped::StaticShape>(step: usize) -> Tensor<f64, S> {
    let mut i = 0;
    Tensor::<f64, S>::zeros().map(|_| {
        i += step;
        (i * 37 % 101) as f64 / 50.0 - 1.0
    })
}

/// A sum, and its gradients by queries, keys and values, with the numbers that the seed draws.
fn step(inputs: &(Queries, Keys, Keys), p: f64, mask: bool) -> (f64, [Vec<f64>; 3]) {
    let mut tape = Tape::new(inputs);
    tape.train(3);
    let kept = Tensor::<bool, shape![5, 7]>::from_fn(|[i, j]| (i + j) % 4 > 0);
    let weights = some::<shape![2, 3, 5, 4]>(11);
    let (loss, gradient) = tape.value_and_grad(inputs, |tape| {
        let (q, k, v) = (tape.input(&inputs.0), tape.input(&inputs.1), tape.input(&inputs.2));
        let options = Attention::new().dropout(p);
        let y = if mask { q.attention_masked_with(&k, &v, &kept, options) } else { q.attention_with(&k, &v, options) };
        (y * tape.input(&weights)).sum_all()
    });
    (loss, [gradient.0.as_slice().to_vec(), gradient.1.as_slice().to_vec(), gradient.2.as_slice().to_vec()])
}

#[test]
fn gradients_are_those_of_what_was_dropped() {
    for mask in [false, true] {
        let inputs: (Queries, Keys, Keys) = (some(1), some(2), some(3));
        let (dropped, gradients) = step(&inputs, 0.4, mask);
        assert_eq!(step(&inputs, 0.4, mask), (dropped, gradients.clone()), "the same seed drops the same");
        assert_ne!(dropped, step(&inputs, 0.0, mask).0);
        for (operand, gradients) in gradients.iter().enumerate() {
            for at in [0, 17, 83] {
                let moved = |by: f64| {
                    let mut inputs = inputs.clone();
                    let elements = [inputs.0.as_mut_slice(), inputs.1.as_mut_slice(), inputs.2.as_mut_slice()];
                    elements.into_iter().nth(operand).unwrap()[at] += by;
                    step(&inputs, 0.4, mask).0
                };
                let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
                assert!(
                    (slope - gradients[at]).abs() < 1e-8,
                    "operand {operand}, element {at}: {slope}, {}",
                    gradients[at]
                );
            }
        }
        assert_eq!(step(&inputs, 1.0, mask).0, 0.0);
    }
}

#[test]
fn layers_drop_while_they_are_trained_only() {
    let mut layer = MultiHeadAttention::<dim!(4), dim!(2)>::default();
    layer.out_proj.weight = Tensor::from_fn(|[i, j]| if i == j { 1.0 } else { 0.0 }).into();
    layer.in_proj_bias = Tensor::ones().into();
    let x: Tensor<f32, shape![64, 4]> = Tensor::ones();
    let plain = layer.forward(&x);
    layer.dropout = 0.5;
    assert_eq!(layer.forward(&x), plain);
    let mut tape = Tape::new(&layer);
    tape.train(7);
    let (seen, _) = tape.value_and_grad(&layer, |tape| layer.forward(&tape.input(&x)).mean_all());
    assert!(seen != 1.0 && (seen - 1.0).abs() < 0.2, "{seen}");
}
