use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    assert_eq!(Tensor::<f32, shape![2, 3]>::zeros().sizes(), [2, 3]);
}
