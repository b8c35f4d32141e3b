use shaped::prelude::*;

axis!(Batch);

fn main() {
    let x = Tensor::<f32, shape![Batch, 784]>::zeros_with(Batch(100));
    let _ = x.chunks_of(Dim::<0>).count();
}
