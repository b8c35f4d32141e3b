use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![32, 1]> = Tensor::ones();
    let y: Tensor<f32, shape![1024]> = Tensor::ones();
    assert_eq!((x.lazy() + &y).eval().sizes(), [32, 1024]);
}
