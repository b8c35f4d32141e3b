use shaped::prelude::*;

#[test]
fn compiles_and_runs() {
    let q = Tensor::<f32, shape![2, 4, 10, 8]>::ones(); // two texts, four heads
    let mask = Tensor::<bool, shape![2, 10]>::full(true);
    let _ = q.attention_masked(&q, &q, &mask.unsqueeze(Axis::<1>).unsqueeze(Axis::<1>));
}
