//! Matrix products: `tools/reference/products.py`.

use shaped::prelude::*;

use super::harness::{Element, Reference};

fn matmul<T: Element + num_traits::Num>(reference: &Reference, tolerance: f64) {
    let a: Tensor<T, shape![5, 7]> = reference.input("a");
    let b: Tensor<T, shape![7, 4]> = reference.input("b");
    reference.check("matmul plain", &a.matmul(&b), tolerance);
    reference.check("matmul transposed", &a.transpose().matmul(&a), tolerance);
    let stack: Tensor<T, shape![3, 1, 3, 4]> = reference.input("stack");
    let other: Tensor<T, shape![1, 2, 4, 2]> = reference.input("other");
    reference.check("matmul stacks", &stack.matmul(&other), tolerance);
}

#[test]
fn products_are_pytorchs() {
    let reference = Reference::new(include_str!("../data/reference/products.txt"));
    matmul::<f64>(&reference, 1e-14);
    matmul::<f32>(&reference, 2e-6);
    reference.finish("products");
}
