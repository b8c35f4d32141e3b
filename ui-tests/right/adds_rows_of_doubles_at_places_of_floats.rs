use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x = Tensor::<f32, shape![10, 3]>::zeros();
    let y = Tensor::<f64, shape![2, 3]>::ones();
    x.index_add(Axis::<0>, &tensor![0usize, 7], &y.cast::<f32>());
    assert_eq!(x.sum_all(), 6.0);
}
