// The pattern says which axes there are, and not how long `k` is.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::ones();
    let _ = einsum!(i j, j k -> i k; &x, &Tensor::ones());
}
