use shaped::prelude::*;

// `normal` comes with the feature `rand`, which the cases are built without.
#[test]
fn compiles_and_runs() {
    let numbers = Tensor::<f32, shape![2, 3]>::from_fn(|[i, j]| ((i * 3 + j) as f32).sin());
    assert_eq!(numbers.sizes(), [2, 3]);
}
