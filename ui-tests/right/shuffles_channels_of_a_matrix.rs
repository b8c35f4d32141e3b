use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 8, 8]> = Tensor::zeros();
    assert_eq!(x.pixel_shuffle(Dim::<2>).sizes(), [1, 16, 16]);
}
