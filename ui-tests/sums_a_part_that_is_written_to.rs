use shaped::prelude::*;

fn main() {
    let mut x = Tensor::<f32, shape![4, 3]>::ones();
    let part = part!(mut x; 0..2);
    let _ = part.sum(Axis::<0>);
}
