use shaped::prelude::*;

fn main() {
    tensor![1, 5].zip_with(&tensor![2, 4, 6], |a: i32, b: i32| a.max(b));
}
