use shaped::prelude::*;

axis!(Batch);
axis!(Seq);

fn main() {
    let weights = Tensor::<f32, shape![Batch, Seq]>::zeros_with((Batch(32), Seq(7)));
    let values = Tensor::<f32, shape![Batch, 64]>::zeros_with(Batch(32));
    let _ = weights.matmul(&values);
}
