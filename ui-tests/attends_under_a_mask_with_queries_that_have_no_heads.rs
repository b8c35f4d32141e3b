use shaped::prelude::*;

fn attend<B: Size, N: Size>(
    q: &Tensor<f32, shape![B, N, 64]>,
    kv: &Tensor<f32, shape![B, 8, N, 8]>,
    mask: &Tensor<bool, shape![B, 1, 1, N]>,
) {
    let y = q.attention_masked(kv, kv, mask);
    let _ = y.swap_axes(Axis::<1>, Axis::<2>).to_tensor().flatten_axes(Axis::<2>, Axis::<3>);
}

fn main() {
    attend(&Tensor::<f32, shape![2, 5, 64]>::ones(), &Tensor::ones(), &Tensor::full(true));
}
