//! What does not compile where ranks are strict: an error for each line that says so.

use shaped::prelude::*;

fn centre<B: Size, D: Size>(x: &Tensor<f32, shape![B, D]>, mean: &Tensor<f32, shape![D]>) -> Tensor<f32, shape![B, D]> {
    x - mean // (B, D) with shape (D,)
}

fn residual<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>, row: &Tensor<f32, shape![D]>) -> Tensor<f32, (L, D)> {
    x + row // `(L, D)` and `((), D)` broadcast, whose ranks are to be one (`--cfg shaped_strict_ranks`)
}

fn main() {
    let x: Tensor<f32, shape![8, 8]> = Tensor::ones();
    let row: Tensor<f32, shape![8]> = Tensor::ones();
    let deep: Tensor<f32, shape![4, 1, 8]> = Tensor::ones();
    let _ = &x - x.mean(Axis::<0>); // (DIM<8>, DIM<8>) with shape (DIM<8>,)
    let _ = &row + &x; // (DIM<8>,) with shape (DIM<8>, DIM<8>)
    let _ = &x * &deep; // (DIM<8>, DIM<8>) with shape (DIM<4>, ONE, DIM<8>)
    let _ = x.greater(&row); // (DIM<8>, DIM<8>) with shape (DIM<8>,)
    let mut changed = x.clone();
    changed += &row; // (DIM<8>,) to shape (DIM<8>, DIM<8>)
    let _ = x.greater(0.0).select(&row, 0.0); // (DIM<8>, DIM<8>) does not fit values of shape (DIM<8>,)
}
