use shaped::prelude::*;

fn main() {
    let (x, y) = (Tensor::<f32, shape![8, 3]>::ones(), Tensor::<f32, shape![5, 3]>::zeros());
    x.cdist(&y);
}
