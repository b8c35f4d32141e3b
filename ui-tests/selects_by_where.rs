use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let y = x.where_(x.greater(0.0), 0.0);
    println!("{y:?}");
}
