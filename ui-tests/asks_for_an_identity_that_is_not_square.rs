use shaped::prelude::*;

fn main() {
    Tensor::<i32, shape![2, 3]>::eye();
}
