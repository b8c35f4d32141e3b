use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8, 3]> = Tensor::ones();
    let y: Tensor<f64, shape![2, 3]> = Tensor::ones();
    let both = x.concat(&y.cast::<f32>(), Axis::<0>);
    assert_eq!(both.sizes(), [10, 3]);
}
