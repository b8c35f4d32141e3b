use shaped::nn::*;
use shaped::prelude::*;

fn up<B: Size>(
    conv: &Conv2d<dim!(48), dim!(16), dim!(3), Conv<One, One>>,
    low: &Tensor<f32, shape![B, 32, 8, 8]>,
    skip: &Tensor<f32, shape![B, 16, 32, 32]>,
) -> Tensor<f32, shape![B, 16, 32, 32]> {
    let up = low.upsample_nearest2d(Dim::<4>);
    conv.forward(&up.concat(skip, Axis::<1>)).relu()
}

#[test]
fn compiles_and_runs() {
    let _ = up(&Conv2d::default(), &Tensor::<f32, shape![1, 32, 8, 8]>::ones(), &Tensor::ones());
}
