// A batch may have size 1 when the program runs, or not.
use shaped::prelude::*;

axis!(Batch);

fn main() {
    let x = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(1));
    x.squeeze(Axis::<0>);
}
