use shaped::prelude::*;

fn main() {
    let mut x = Tensor::<f32, shape![2, 3]>::zeros();
    let y = Tensor::<f64, shape![3]>::ones();
    x.copy_from(&y);
}
