//! Code that is generic over sizes and shapes, and has no `where` clause: one size or any number of leading axes is one
//! type parameter, and what is equal fits.
//!
//! ```text
//! cargo run --example generic
//! ```

use shaped::prelude::*;

/// A row of numbers added to each row of a matrix: `[B, O] + [O] -> [B, O]`.
fn bias<B: Size, O: Size>(x: &Tensor<f32, shape![B, O]>, b: &Tensor<f32, shape![O]>) -> Tensor<f32, shape![B, O]> {
    x + b
}

/// Positions added to sequences, whatever comes before: `[.., T, D] + [T, D] -> [.., T, D]`.
fn residual<L: Shape, T: Size, D: Size>(
    x: &Tensor<f32, ((L, T), D)>,
    position: &Tensor<f32, shape![T, D]>,
) -> Tensor<f32, ((L, T), D)> {
    x + position
}

/// Each row divided by a number of its own, its axis kept with size 1: `[.., D] / [.., 1] -> [.., D]`.
fn scale<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>, by: &Tensor<f32, (L, One)>) -> Tensor<f32, (L, D)> {
    x / by
}

/// Halfway between two tensors of one shape, any shape: `([..] + [..]) / 2 -> [..]`.
fn halfway<S: Shape>(a: &Tensor<f32, S>, b: &Tensor<f32, S>) -> Tensor<f32, S> {
    (a + b) / 2.0
}

// A size that is known when the program runs. It is equal to itself only, and stretches `One` as a number does.
axis!(Batch);

fn main() {
    let b: Tensor<f32, shape![3]> = tensor![10.0, 20.0, 30.0];

    // Numbers for sizes: all is checked by the compiler.
    let x: Tensor<f32, shape![2, 3]> = Tensor::arange();
    println!("bias      {:?} + {:?} -> {:?}", x.sizes(), b.sizes(), bias(&x, &b).sizes());
    assert_eq!(bias(&x, &b), tensor![[10.0, 21.0, 32.0], [13.0, 24.0, 35.0]]);

    let sequences: Tensor<f32, shape![4, 2, 3]> = Tensor::ones();
    let with_position = residual(&sequences, &x);
    println!("residual  {:?} + {:?} -> {:?}", sequences.sizes(), x.sizes(), with_position.sizes());
    assert_eq!(with_position[[3, 1, 2]], 6.0);

    let rows: Tensor<f32, shape![2, 1]> = tensor![[1.0], [10.0]];
    println!("scale     {:?} / {:?} -> {:?}", x.sizes(), rows.sizes(), scale(&x, &rows).sizes());
    assert_eq!(scale(&x, &rows), tensor![[0.0, 1.0, 2.0], [0.3, 0.4, 0.5]]);

    println!("halfway   {:?} with {:?} -> {:?}", x.sizes(), x.sizes(), halfway(&x, &bias(&x, &b)).sizes());
    assert_eq!(halfway(&x, &bias(&x, &b)), tensor![[5.0, 11.0, 17.0], [8.0, 14.0, 20.0]]);

    // The same functions, with a batch that is counted when the program runs.
    let batch = Batch(std::env::args().count() + 4);
    let x = Tensor::<f32, shape![Batch, 3]>::from_fn_with(batch, |[i, j]| (3 * i + j) as f32);
    let sequences = Tensor::<f32, shape![Batch, 2, 3]>::zeros_with(batch);
    let position: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let rows = Tensor::<f32, shape![Batch, 1]>::full_with(batch, 2.0);

    let biased = bias(&x, &b);
    println!("bias      {:?} + {:?} -> {:?}, the first size a run-time `Batch`", x.sizes(), b.sizes(), biased.sizes());
    assert_eq!(biased[[4, 2]], 44.0);
    assert_eq!(residual(&sequences, &position)[[4, 1, 2]], 1.0);
    assert_eq!(scale(&x, &rows)[[4, 2]], 7.0);
    assert_eq!(halfway(&x, &biased)[[4, 2]], 29.0);
}
