use shaped::prelude::*;

axis!(Batch);

fn main() {
    let x = Tensor::<f32, shape![Batch, 28, 28]>::zeros_with(Batch(32));
    let _ = x.reshape::<shape![784]>();
}
