use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![100, 784]>::zeros();
    for _rows in x.chunks_of(Dim::<32>) {}
}
