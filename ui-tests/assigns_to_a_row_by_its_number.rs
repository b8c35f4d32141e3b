use shaped::prelude::*;

fn main() {
    let mut x = Tensor::<f32, shape![2, 3]>::ones();
    x[1] = 0.0;
    println!("{x:?}");
}
