use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let reached: Tensor<bool, shape![3, 3]> = Tensor::full(true);
    let ways = reached.cast::<u32>();
    assert_eq!(ways.matmul(&ways).as_slice(), [3; 9]);
}
