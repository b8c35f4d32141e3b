use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    assert_eq!(x[[1, 2]], 0.0);
    assert_eq!(part!(x; 1, 0..2).sizes(), [2]);
}
