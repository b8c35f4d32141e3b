use shaped::prelude::*;

axis!(Batch);

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![784, Batch]>::zeros_with(Batch(32));
    let w = Tensor::<f32, shape![784, 10]>::zeros();
    assert_eq!(x.transpose().matmul(&w).sizes(), [32, 10]);
}
