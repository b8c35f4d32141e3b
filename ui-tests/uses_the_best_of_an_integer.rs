use shaped::prelude::*;

fn main() {
    let scores = Tensor::<f32, shape![4, 10]>::zeros();
    let (best, _) = scores.topk(Axis::<-1>, 3);
    let _ = best.mean(Axis::<-1>);
}
