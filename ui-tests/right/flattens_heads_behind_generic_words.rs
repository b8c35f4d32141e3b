use shaped::prelude::*;

fn together<B: Size, N: Size>(heads: &Tensor<f32, shape![B, 8, N, 16]>) -> Tensor<f32, shape![B, N, 128]> {
    heads.swap_axes(Axis::<1>, Axis::<2>).to_tensor().flatten_axes(Axis::<2>, Axis::<3>).to_tensor()
}

#[test]
fn compiles_and_runs() {
    assert_eq!(together(&Tensor::<_, shape![2, 8, 10, 16]>::ones()).sizes(), [2, 10, 128]);
}
