use shaped::prelude::*;

fn foreground<B: Size>(mask: &Tensor<f32, shape![B, 1, 64]>) -> Tensor<f32, shape![B, 64]> {
    mask.squeeze(Axis::<1>).to_tensor()
}

#[test]
fn compiles_and_runs() {
    assert_eq!(foreground(&Tensor::<_, shape![2, 1, 64]>::ones()).sizes(), [2, 64]);
}
