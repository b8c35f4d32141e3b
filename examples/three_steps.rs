//! What broadcasting replaces: insert axes, stretch them, add. Three steps, and the one line that does the same.
//!
//! ```text
//! cargo run --example three_steps
//! ```

use shaped::prelude::*;

fn show(step: &str, x: &impl Operand) {
    println!("{step:<14}{:<12} strides {:?}", format!("{:?}", x.sizes()), x.strides());
}

fn main() {
    // 4 classes of 32 students, 8 scores each; after a hard exam, each class gets points of its own.
    let scores: Tensor<f32, shape![4, 32, 8]> = Tensor::arange();
    let points: Tensor<f32, shape![4]> = tensor![0.0, 2.5, 5.0, 10.0];

    // Step 1: a place for the students and one for the scores. The points' one axis is the first of the three.
    let column = points.unsqueeze(Axis::<-1>);
    let placed = column.unsqueeze(Axis::<-1>);
    // Step 2: read the points of a class again and again. Stride 0 does it; nothing is copied.
    let stretched = placed.broadcast_to::<shape![4, 32, 8]>();
    // Step 3: two operands of the very same shape.
    let added = same_shape(&scores) + stretched;

    show("points", &points);
    show("1. unsqueeze", &placed);
    show("2. expand", &stretched);
    show("3. add", &added);

    // The one line: points that are stored as `[4, 1, 1]` line up by themselves, and `+` stretches them.
    let points: Tensor<f32, shape![4, 1, 1]> = tensor![[[0.0]], [[2.5]], [[5.0]], [[10.0]]];
    let sum = &scores + &points; // [4, 32, 8] + [4, 1, 1] -> [4, 32, 8]

    assert_eq!(sum, added);
    println!("one line      {:?} + {:?} -> {:?}, the same numbers", scores.sizes(), points.sizes(), sum.sizes());
}
