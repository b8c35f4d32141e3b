use shaped::prelude::*;

axis!(Batch);

fn main() {
    let x = Tensor::<f32, shape![784, Batch]>::zeros_with(Batch(32));
    let w = Tensor::<f32, shape![784, 10]>::zeros();
    let _ = x.matmul(&w);
}
