use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let w = Tensor::<f32, shape![3, 4]>::ones();
    let y = x.lazy().relu().matmul(&w);
    println!("{y:?}");
}
