use shaped::{nn::*, prelude::*};

fn deep<B: Size, E: StaticSize>(
    layer: &Conv2d<One, E, dim!(3), Conv<One, One, One, E>>,
    x: &Tensor<f32, shape![B, E, 8, 8]>,
) -> Tensor<f32, shape![B, E, 8, 8]> {
    layer.forward(x)
}

#[test]
fn compiles_and_runs() {
    let y = deep(&Conv2d::default(), &Tensor::<f32, shape![2, 16, 8, 8]>::ones());
    assert_eq!(y, Tensor::zeros());
}
