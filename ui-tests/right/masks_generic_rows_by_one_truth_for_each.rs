use shaped::prelude::*;

fn blank<B: Size>(x: &Tensor<f32, shape![B, 3]>, gone: &Tensor<bool, shape![B]>) -> Tensor<f32, shape![B, 3]> {
    x.masked_fill(&gone.unsqueeze(Axis::<-1>), 0.0)
}

#[test]
fn compiles_and_runs() {
    assert_eq!(blank(&tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], &tensor![true, false])[[1, 2]], 6.0);
}
