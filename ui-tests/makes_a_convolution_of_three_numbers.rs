use shaped::nn::*;

fn main() {
    let _layer = Conv2d::new(3, 16, 3);
}
