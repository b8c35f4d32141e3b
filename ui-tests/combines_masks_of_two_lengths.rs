use shaped::prelude::*;

fn main() {
    let padding: Tensor<bool, shape![8, 512]> = Tensor::full(true);
    let causal: Tensor<bool, shape![511, 511]> = Tensor::full(true);
    let _ = &padding & &causal;
}
