use shaped::prelude::*;

fn main() {
    let q = Tensor::<f32, shape![2, 8, 5, 64]>::ones();
    let k = Tensor::<f32, shape![3, 8, 7, 64]>::ones();
    q.attention(&k, &k);
}
