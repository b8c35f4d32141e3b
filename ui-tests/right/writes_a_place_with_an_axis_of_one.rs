use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let mut cache = Tensor::<f32, shape![2, 8, 4]>::zeros();
    let key = Tensor::<f32, shape![2, 1, 4]>::ones();
    part!(mut cache; .., 3..4).copy_from(&key);
    assert_eq!(cache.sum_all(), 8.0);
}
