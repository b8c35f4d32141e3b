use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![32, 784]>::zeros();
    let _rows = x.len();
}
