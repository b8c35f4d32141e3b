use shaped::prelude::*;

axis!(Batch);

fn main() {
    let x = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(8));
    let _ = rearrange!(x; (b p) c -> b p c; p = 4);
}
