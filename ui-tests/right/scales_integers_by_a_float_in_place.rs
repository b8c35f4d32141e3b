use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x: Tensor<i32, shape![4, 3]> = Tensor::ones();
    x *= 2;
}
