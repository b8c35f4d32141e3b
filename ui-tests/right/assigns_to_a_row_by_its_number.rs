use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x = Tensor::<f32, shape![2, 3]>::ones();
    part!(mut x; 1).fill(0.0);
    assert_eq!(x.sum_all(), 3.0);
}
