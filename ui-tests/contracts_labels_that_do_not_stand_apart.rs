use shaped::prelude::*;

fn main() {
    let a = Tensor::<f32, shape![2, 3]>::ones();
    let b = Tensor::<f32, shape![4, 3]>::ones();
    let _ = einsum!(ik, jk -> ij; a, b);
}
