use shaped::prelude::*;

fn wide<B: StaticSize>(weights: &Tensor<f32, shape![B]>) -> Tensor<f32, shape![B, 3]> {
    weights.unsqueeze(Axis::<-1>).broadcast_to::<shape![B, 3]>().to_tensor()
}

#[test]
fn compiles_and_runs() {
    assert_eq!(wide(&tensor![1.0, 2.0]), tensor![[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]);
}
