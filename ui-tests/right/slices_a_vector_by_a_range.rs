use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![8]> = Tensor::arange();
    assert_eq!(x.narrow(Axis::<0>, 1, Dim::<2>).to_tensor(), tensor![1.0, 2.0]);
}
