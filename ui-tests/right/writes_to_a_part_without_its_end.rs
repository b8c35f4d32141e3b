use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x = Tensor::<f32, shape![4, 3]>::zeros();
    part!(mut x; 1..4).fill(1.0);
    assert_eq!(x.sum_all(), 9.0);
}
