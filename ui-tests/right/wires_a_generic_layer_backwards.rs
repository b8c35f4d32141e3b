use shaped::{nn::*, prelude::*};

fn deeper<L: Shape, D: StaticSize, H: StaticSize>(
    first: &Linear<D, H>,
    second: &Linear<H, H>,
    x: &Tensor<f32, (L, D)>,
) -> Tensor<f32, (L, H)> {
    second.forward(&first.forward(x).relu())
}

#[test]
fn compiles_and_runs() {
    let (first, second) = (Linear::<dim!(4), dim!(8)>::default(), Linear::default());
    assert_eq!(deeper(&first, &second, &Tensor::<f32, shape![2, 4]>::ones()).sizes(), [2, 8]);
}
