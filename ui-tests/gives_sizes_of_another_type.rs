use shaped::errors::SizeTuple;
use shaped::prelude::*;

struct Halves;

impl SizeTuple for Halves {
    type List = shape![1000];
    type Product = typenum::U4;
    const SIZES: &'static [usize] = &[1000];
}

fn main() {
    let x: Tensor<u64, shape![4]> = Tensor::ones();
    println!("{}", x.unflatten(Axis::<0>, Halves));
}
