use shaped::{prelude::*, size::Product};

fn heads<B: Size, H: StaticSize, E: StaticSize>(x: &Tensor<f32, shape![B, 12, Product<H, E>]>) {
    let _ = x.reshape::<shape![B, 12, E, H]>();
}

fn main() {
    heads::<Dim<2>, Dim<8>, Dim<64>>(&Tensor::zeros());
}
