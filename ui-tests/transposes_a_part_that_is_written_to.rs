use shaped::prelude::*;

fn main() {
    let mut x = Tensor::<f32, shape![4, 3]>::zeros();
    let y = Tensor::<f32, shape![3, 2]>::ones();
    part!(mut x; 0..2).transpose().copy_from(&y);
}
