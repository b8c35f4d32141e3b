use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let y = x.expand_dims(0);
    println!("{y}");
}
