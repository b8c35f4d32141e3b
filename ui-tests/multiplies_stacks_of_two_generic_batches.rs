// Nothing says that there are as many queries as keys.
use shaped::prelude::*;

fn scores<B: Size, C: Size, T: Size>(
    queries: &Tensor<f32, shape![B, T, 64]>,
    keys: &Tensor<f32, shape![C, 64, T]>,
) {
    let _ = queries.matmul(keys);
}

fn main() {
    scores::<One, One, Dim<2>>(&Tensor::ones(), &Tensor::ones());
}
