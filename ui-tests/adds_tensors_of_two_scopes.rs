use shaped::prelude::*;

fn main() {
    let train = {
        axis!(Batch);
        Tensor::<f32, shape![Batch, 10]>::zeros_with(Batch(32))
    };
    let test = {
        axis!(Batch);
        Tensor::<f32, shape![Batch, 10]>::zeros_with(Batch(32))
    };
    let _ = &train + &test;
}
