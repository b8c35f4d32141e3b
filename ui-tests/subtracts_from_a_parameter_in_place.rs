use shaped::nn::*;
use shaped::prelude::*;

fn main() {
    let mut layer = Linear::<dim!(4), dim!(2)>::default();
    layer.weight -= 0.1;
    println!("{:?}", layer.weight);
}
