use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let y = Tensor::<f32, shape![4, 3]>::ones();
    let both = Tensor::cat((&x, &y), 0);
    println!("{both}");
}
