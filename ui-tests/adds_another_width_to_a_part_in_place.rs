use shaped::prelude::*;

fn main() {
    let mut x = Tensor::<f32, shape![10, 10]>::ones();
    let change = Tensor::<f32, shape![8, 10]>::ones();
    let mut inner = part!(mut x; 1..9, 1..9);
    inner += &change;
}
