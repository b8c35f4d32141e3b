use shaped::{GroupedChannels, nn::*, prelude::*};

fn activated<B: Size, C: StaticSize>(
    norm: &GroupNorm<dim!(4), C>,
    x: &Tensor<f32, shape![B, C, 8, 8]>,
) -> Tensor<f32, shape![B, C, 8, 8]>
where
    shape![B, C, 8, 8]: GroupedChannels<Axis<1>, dim!(4), (shape![C], shape![C])>,
{
    norm.forward(x).silu()
}

#[test]
fn compiles_and_runs() {
    let y = activated(&GroupNorm::default(), &Tensor::<f32, shape![2, 16, 8, 8]>::ones());
    assert_eq!(y, Tensor::zeros());
}
