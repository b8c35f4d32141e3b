use shaped::{prelude::*, size::Product};

fn heads<B: Size, H: StaticSize, E: StaticSize>(
    x: &Tensor<f32, shape![B, 12, Product<H, E>]>,
) -> View<'_, f32, shape![B, 12, H, E]> {
    x.reshape()
}

fn rows<A: StaticSize, B: StaticSize, C: Size>(
    x: &Tensor<f32, shape![A, B, C, 3]>,
) -> View<'_, f32, shape![Product<A, B>, C, 3]> {
    x.reshape()
}

#[test]
fn compiles_and_runs() {
    let x: Tensor<f32, shape![2, 12, 512]> = Tensor::zeros();
    assert_eq!(heads::<_, Dim<8>, Dim<64>>(&x).sizes(), [2, 12, 8, 64]);
    assert_eq!(rows(&Tensor::<f32, shape![2, 5, 7, 3]>::zeros()).sizes(), [10, 7, 3]);
}
