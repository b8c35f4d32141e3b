use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let _ = x.lazy().exp().reshape::<shape![6]>();
}
