use shaped::{nn::*, prelude::*};

fn normal<B: Size, C: StaticSize, H: Size, W: Size>(
    x: &Tensor<f32, shape![B, C, H, W]>,
    norm: &BatchNorm2d<C>,
) -> Tensor<f32, shape![B, C, H, W]> {
    norm.forward(x)
}

#[test]
fn compiles_and_runs() {
    let x = Tensor::<f32, shape![1, 3, 8, 8]>::zeros();
    assert_eq!(normal(&x, &BatchNorm2d::<dim!(3)>::default()), x);
}
