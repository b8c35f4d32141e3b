// The size of a merged axis is known when the program is compiled.
use shaped::prelude::*;

axis!(Batch);

fn main() {
    let x = Tensor::<f32, shape![Batch, 4, 5]>::zeros_with(Batch(2));
    let _ = rearrange!(x; b t d -> (b t) d);
}
