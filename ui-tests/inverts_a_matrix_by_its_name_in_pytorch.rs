use shaped::prelude::*;

fn main() {
    let _ = Tensor::<f32, shape![3, 3]>::eye().inverse();
}
