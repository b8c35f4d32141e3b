use shaped::prelude::*;

fn attend<N: Size>(x: &Tensor<f32, shape![N, 8]>, mask: &Tensor<bool, shape![N]>) -> Tensor<f32, shape![N, 8]> {
    x.attention_masked(x, x, mask)
}

#[test]
fn compiles_and_runs() {
    let _ = attend(&Tensor::<f32, shape![3, 8]>::ones(), &tensor![true, true, false]);
}
