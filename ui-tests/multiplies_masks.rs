use shaped::prelude::*;

fn main() {
    let reached: Tensor<bool, shape![3, 3]> = Tensor::full(true);
    let _ = reached.matmul(&reached);
}
