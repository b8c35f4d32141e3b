use shaped::{prelude::*, size::Product};

fn patches<H: StaticSize, P: StaticSize>(x: &Tensor<f32, shape![Product<H, P>, 3]>) {
    let _ = rearrange!(x; (h p) c -> h p c; p = P);
}

fn main() {
    patches::<Dim<4>, Dim<2>>(&Tensor::zeros());
}
