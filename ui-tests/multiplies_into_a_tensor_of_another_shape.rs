use shaped::prelude::*;

fn main() {
    let (a, b) = (Tensor::<f32, shape![8, 4]>::ones(), Tensor::<f32, shape![4, 6]>::ones());
    let mut c = Tensor::<f32, shape![6, 8]>::zeros();
    a.matmul_into(&b, &mut c);
}
