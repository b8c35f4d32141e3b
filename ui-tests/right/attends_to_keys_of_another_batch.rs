use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let q = Tensor::<f32, shape![2, 8, 5, 64]>::ones();
    let k = Tensor::<f32, shape![2, 8, 7, 64]>::ones();
    assert_eq!(q.attention(&k, &k).sizes(), [2, 8, 5, 64]);
}
