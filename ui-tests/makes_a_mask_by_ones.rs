use shaped::prelude::*;

fn main() {
    let _ = Tensor::<bool, shape![4, 3]>::ones();
}
