use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![4, 10]>::zeros();
    let _ = x.permute((1, 0));
}
