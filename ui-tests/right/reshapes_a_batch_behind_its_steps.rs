use shaped::prelude::*;

fn steps_first<B: Size, T: Size>(x: &Tensor<f32, shape![B, T, 64]>) -> Tensor<f32, shape![T, B, 64]> {
    x.swap_axes(Axis::<0>, Axis::<1>).to_tensor()
}

#[test]
fn compiles_and_runs() {
    assert_eq!(steps_first(&Tensor::<f32, shape![8, 20, 64]>::zeros()).sizes(), [20, 8, 64]);
}
