use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![6, 10]> = Tensor::ones();
    assert_eq!(part!(x; 0..6; 2, ..).sizes(), [3, 10]);
}
