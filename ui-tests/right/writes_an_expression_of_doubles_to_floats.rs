use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut x = Tensor::<f32, shape![2, 3]>::zeros();
    let y = Tensor::<f64, shape![3]>::ones();
    (y.cast::<f32>().lazy() * 2.0).assign_to(&mut x);
    (y.lazy() * 2.0).map(|y| y as f32).assign_to(&mut x);
    assert_eq!(x.sum_all(), 12.0);
}
