use shaped::prelude::*;

axis!(Batch);

fn main() {
    let x = Tensor::<f32, shape![32, 784]>::zeros();
    let _ = x.free::<shape![Batch, 512]>();
}
