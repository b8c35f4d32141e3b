use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    Tensor::<usize, shape![3, 3]>::from_fn(|[i, j]| i + j);
}
