use shaped::prelude::*;

fn heads<B: Size, N: Size>(x: &Tensor<f32, shape![B, N, 64]>) -> Tensor<f32, shape![B, 8, N, 8]> {
    x.unflatten(Axis::<-1>, (Dim::<8>, Dim::<8>)).swap_axes(Axis::<1>, Axis::<2>).to_tensor()
}

#[test]
fn compiles_and_runs() {
    let _ = heads(&Tensor::<f32, shape![2, 5, 64]>::ones());
}
