use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x = Tensor::<f32, shape![4, 3]>::zeros();
    let y = Tensor::<f32, shape![3, 2]>::ones();
    part!(mut x; 0..2).copy_from(&y.transpose());
    assert_eq!(x.sum_all(), 6.0);
}
