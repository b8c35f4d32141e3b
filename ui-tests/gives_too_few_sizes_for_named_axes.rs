use shaped::prelude::*;

axis!(Batch);
axis!(Time);

fn main() {
    let _ = Tensor::<f32, shape![Batch, Time, 768]>::zeros_with(Batch(32));
}
