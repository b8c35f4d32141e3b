use shaped::{nn::*, prelude::*};

fn joined<B: Size, N: Size>(
    heads: &Tensor<f32, shape![B, 8, N, 8]>,
    x: &Tensor<f32, shape![B, N, 64]>,
    out: &Linear<dim!(64), dim!(64)>,
) -> Tensor<f32, shape![B, N, 64]> {
    let y = heads.swap_axes(Axis::<1>, Axis::<2>).to_tensor();
    x + out.forward(&y.flatten_axes(Axis::<2>, Axis::<3>).to_tensor())
}

#[test]
fn compiles_and_runs() {
    let heads = Tensor::<f32, shape![2, 8, 5, 8]>::ones();
    let out = Linear::<dim!(64), dim!(64)>::default();
    assert_eq!(joined(&heads, &Tensor::ones(), &out).sizes(), [2, 5, 64]);
}
