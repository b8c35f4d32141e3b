use shaped::prelude::*;

fn main() {
    let classes = tensor![0, 2, 1];
    let rows = classes.one_hot(3);
    let logits = Tensor::<f32, shape![3, 3]>::zeros();
    let _ = (&logits * &rows).sum_all();
}
