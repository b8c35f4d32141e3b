use shaped::prelude::*;

axis!(Batch);

fn main() {
    let _ = Tensor::<f32, shape![?, 6]>::zeros();
}
