use shaped::prelude::*;

axis!(Batch);
axis!(Seq);

fn main() {
    let x = Tensor::<f32, shape![Batch, 4]>::zeros_with(Batch(32));
    let y = Tensor::<f32, shape![Seq, 4]>::zeros_with(Seq(32));
    let _ = x.concat(&y, Axis::<1>);
}
