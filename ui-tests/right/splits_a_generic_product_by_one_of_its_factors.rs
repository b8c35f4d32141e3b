use shaped::{prelude::*, size::Product};

fn patches<H: StaticSize, P: StaticSize>(x: &Tensor<f32, shape![Product<H, P>, 3]>) -> Tensor<f32, shape![H, P, 3]> {
    rearrange!(x; (h p) c -> h p c; h = H, p = P).to_tensor()
}

#[test]
fn compiles_and_runs() {
    assert_eq!(patches::<Dim<4>, Dim<2>>(&Tensor::zeros()).sizes(), [4, 2, 3]);
}
