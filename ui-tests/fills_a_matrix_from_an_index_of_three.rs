use shaped::prelude::*;

fn main() {
    Tensor::<usize, shape![3, 3]>::from_fn(|[i, j, k]| i + j + k);
}
