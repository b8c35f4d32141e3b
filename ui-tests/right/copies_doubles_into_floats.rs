use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x = Tensor::<f32, shape![2, 3]>::zeros();
    let y = Tensor::<f64, shape![3]>::ones();
    x.copy_from(&y.cast::<f32>());
    assert_eq!(x.sum_all(), 6.0);
}
