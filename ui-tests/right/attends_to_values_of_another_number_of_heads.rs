use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let q = Tensor::<f32, shape![2, 8, 5, 64]>::ones();
    let k = Tensor::<f32, shape![2, 8, 7, 64]>::ones();
    let v = Tensor::<f32, shape![2, 8, 7, 64]>::ones();
    assert_eq!(q.attention(&k, &v).sizes(), [2, 8, 5, 64]);
}
