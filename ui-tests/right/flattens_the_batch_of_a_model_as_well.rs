use shaped::{nn::*, prelude::*};

fn scores<B: Size>(
    pictures: &Tensor<f32, shape![B, 64, 4, 4]>,
    head: &Linear<dim!(1024), dim!(10)>,
) -> Tensor<f32, shape![B, 10]> {
    head.forward(&pictures.flatten_axes(Axis::<1>, Axis::<-1>))
}

#[test]
fn compiles_and_runs() {
    let pictures = Tensor::<f32, shape![2, 64, 4, 4]>::ones();
    assert_eq!(scores(&pictures, &Linear::default()).sizes(), [2, 10]);
}
