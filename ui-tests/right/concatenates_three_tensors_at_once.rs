use shaped::{concat_all, prelude::*};

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![4, 3]> = Tensor::zeros();
    assert_eq!(concat_all([&x, &x, &x], Axis::<0>).sizes(), [12, 3]);
}
