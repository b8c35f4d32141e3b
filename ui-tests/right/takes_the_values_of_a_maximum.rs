use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![3, 10]> = Tensor::ones();
    let (values, places) = (x.max(Axis::<1>), x.argmax(Axis::<1>));
    assert_eq!((values, places), (tensor![1.0, 1.0, 1.0], tensor![0, 0, 0]));
}
