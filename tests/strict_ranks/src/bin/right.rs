//! What compiles where ranks are strict: as many axes on both sides, numbers, and axes that are asked for.

use shaped::nn::{Linear, Module, Relu};
use shaped::prelude::*;

axis!(Batch);

fn add_bias<B: Size, D: Size>(
    x: &Tensor<f32, shape![B, D]>,
    bias: &Tensor<f32, shape![1, D]>,
) -> Tensor<f32, shape![B, D]> {
    x + bias
}

fn twice<S: Shape>(x: &Tensor<f32, S>) -> Tensor<f32, S> {
    x + x * 2.0 - x
}

fn residual<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>, y: &Tensor<f32, (L, One)>) -> Tensor<f32, (L, D)> {
    x + y
}

fn stretched<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>, row: &Tensor<f32, shape![D]>) -> Tensor<f32, (L, D)> {
    x * row.expand_as(x)
}

fn main() {
    let x: Tensor<f32, shape![8, 3]> = Tensor::ones();
    let row: Tensor<f32, shape![3]> = x.mean(Axis::<0>);
    println!("{}", &x * 2.0 + 1.0);
    println!("{}", &x * Tensor::<f32, shape![]>::ones());
    println!("{}", &x - x.mean_keepdim(Axis::<0>));
    println!("{}", &x - row.unsqueeze(Axis::<0>));
    println!("{}", &x - row.expand_as(&x));
    println!("{}", row.broadcast_to::<shape![8, 3]>().to_tensor() + &x);
    println!("{}", residual(&twice(&add_bias(&x, &Tensor::ones())), &x.mean_keepdim(Axis::<-1>)));
    println!("{}", stretched(&x, &row));
    println!("{}", x.greater(0.5).select(&x, 0.0));
    let mut changed = x.clone();
    changed += 2.0;
    changed += &row.unsqueeze(Axis::<0>);
    // What is no element-wise operation on two shapes has rules of its own.
    let stack: Tensor<f32, shape![2, 5, 8, 3]> = Tensor::ones();
    println!("{}", stack.matmul(&Tensor::<f32, shape![3, 4]>::ones()));
    let net = (Linear::<dim!(3), dim!(4)>::default(), Relu, Linear::<dim!(4), dim!(2)>::default());
    println!("{}", net.forward(&changed));
    println!("{}", net.forward(&Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(5))).softmax(Axis::<-1>));
}
