use shaped::prelude::*;

fn main() {
    let logits = Tensor::<f32, shape![32, 10]>::zeros();
    let target = Tensor::<f32, shape![32, 10]>::zeros();
    logits.cross_entropy(&target);
}
