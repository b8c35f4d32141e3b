use shaped::nn::*;
use shaped::prelude::*;

fn main() {
    let layer = Linear::<dim!(4), dim!(2)>::default();
    println!("{:?}", layer.weight.transpose());
}
