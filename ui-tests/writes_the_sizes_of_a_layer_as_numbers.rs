use shaped::nn::*;

fn main() {
    let _layer = Linear::<784, 10>::default();
}
