use shaped::prelude::*;

fn main() {
    assert_eq!(tensor![[1.0f32, 2.0]].nelement(), 2);
}
