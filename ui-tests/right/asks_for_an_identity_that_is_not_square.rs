use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    Tensor::<i32, shape![2, 2]>::eye();
}
