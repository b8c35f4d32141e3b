use shaped::prelude::*;

// `inv` comes with the feature `linalg`, which the cases are built without.
#[test]
fn compiles_and_runs() {
    let double = Tensor::<f32, shape![3, 3]>::eye() * 2.0;
    let inverse = Tensor::<f32, shape![3, 3]>::eye() * 0.5;
    assert_eq!(double.matmul(&inverse), Tensor::<f32, shape![3, 3]>::eye());
}
