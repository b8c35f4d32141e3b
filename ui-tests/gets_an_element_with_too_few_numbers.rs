use shaped::prelude::*;

fn main() {
    tensor![[1, 2], [3, 4]].get([1]);
}
