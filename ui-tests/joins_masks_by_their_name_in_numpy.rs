use shaped::prelude::*;

fn main() {
    let x = tensor![1.0f32, -2.0];
    let _ = x.greater(0.0).logical_and(&x.less(3.0));
}
