use shaped::prelude::*;

axis!(Batch);

fn main() {
    let x = Tensor::<f32, shape![Batch, 784]>::zeros_with(Batch(32));
    let _ = x.fix::<shape![32, 512]>();
}
