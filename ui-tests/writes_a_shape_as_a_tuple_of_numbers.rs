use shaped::prelude::*;

fn main() {
    let _ = Tensor::<f32, shape![(2, 3)]>::zeros();
}
