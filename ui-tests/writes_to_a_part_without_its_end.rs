use shaped::prelude::*;

fn main() {
    let mut x = Tensor::<f32, shape![4, 3]>::zeros();
    part!(mut x; 1..).fill(1.0);
}
