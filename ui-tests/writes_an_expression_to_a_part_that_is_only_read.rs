use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let mut y = Tensor::<f32, shape![8, 3]>::zeros();
    (x.lazy() * 2.0).assign_to(&mut part!(y; 1..3));
}
