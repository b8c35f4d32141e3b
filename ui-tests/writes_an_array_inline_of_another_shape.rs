use shaped::prelude::*;

fn main() {
    let _ = Inline::<i32, shape![2, 2]>::from_array([1, -1, -1, 1]);
}
