use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 5]> = Tensor::zeros();
    assert_eq!(part!(x; 0, 1..3).sizes(), [2]);
}
