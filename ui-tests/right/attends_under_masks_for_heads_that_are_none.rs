use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let q = Tensor::<f32, shape![4, 10, 8]>::ones();
    let masks = Tensor::<bool, shape![4, 10, 10]>::full(true);
    let _ = q.attention_masked(&q, &q, &masks);
}
