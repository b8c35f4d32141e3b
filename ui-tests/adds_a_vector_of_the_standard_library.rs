use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let y = &x + &vec![1.0, 2.0, 3.0];
    println!("{y:?}");
}
