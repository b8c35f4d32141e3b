use shaped::prelude::*;

fn hidden<H: StaticSize>() -> Tensor<f32, shape![1, H]> {
    Tensor::zeros()
}

#[test]
fn compiles_and_runs() {
    let _ = hidden::<dim!(8)>();
}
