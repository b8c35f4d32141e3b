use shaped::prelude::*;

fn heads<B: Size>(x: &Tensor<f32, shape![B, 512]>) -> Tensor<f32, shape![B, 8, 64]> {
    x.unflatten(Axis::<-1>, (Dim::<8>, Dim::<64>)).to_tensor()
}

#[test]
fn compiles_and_runs() {
    assert_eq!(heads(&Tensor::<f32, shape![2, 512]>::ones()).sum_all(), 1024.0);
}
