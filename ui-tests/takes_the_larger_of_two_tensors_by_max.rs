use shaped::prelude::*;

fn main() {
    let (x, y) = (Tensor::<f32, shape![2, 3]>::ones(), Tensor::<f32, shape![2, 3]>::full(2.0));
    let _ = x.max(&y);
}
