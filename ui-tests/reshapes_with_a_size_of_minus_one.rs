use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![2, 12]>::ones();
    println!("{}", x.reshape::<shape![-1, 6]>());
}
