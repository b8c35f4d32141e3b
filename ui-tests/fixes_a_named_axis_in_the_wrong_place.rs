use shaped::prelude::*;

axis!(Batch);

fn main() {
    let x = Tensor::<f32, shape![784, Batch]>::zeros_with(Batch(32));
    let _ = x.into_fixed::<shape![32, 784]>();
}
