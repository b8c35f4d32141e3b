use shaped::prelude::*;

fn main() {
    let q = Tensor::<f32, shape![10, 8]>::ones();
    let masks = Tensor::<bool, shape![4, 10, 10]>::full(true);
    let _ = q.attention_masked(&q, &q, &masks);
}
