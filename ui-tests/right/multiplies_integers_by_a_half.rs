use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let counts: Tensor<i32, shape![4]> = Tensor::ones();
    assert_eq!(counts.cast::<f32>() * 0.5, Tensor::full(0.5));
}
