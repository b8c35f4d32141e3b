use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 3]> = Tensor::ones();
    let y = x.matmul(&(x.transpose().lazy() * 2.0).eval());
    assert_eq!(y[[0, 7]], 6.0);
}
