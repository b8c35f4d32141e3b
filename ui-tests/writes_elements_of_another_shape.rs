use shaped::prelude::*;

fn main() {
    let _: Tensor<i32, shape![2, 3]> = tensor![[1, 2], [3, 4], [5, 6]];
}
