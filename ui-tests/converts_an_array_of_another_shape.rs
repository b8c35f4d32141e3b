use shaped::prelude::*;

fn main() {
    let _: Tensor<i32, shape![2, 3]> = Tensor::from_array([[1, 2], [3, 4], [5, 6]]);
}
