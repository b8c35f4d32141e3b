use shaped::nn::*;

fn main() {
    let layer = Conv2d::new(3, 16, 3);
}
