use shaped::prelude::*;

fn main() {
    let x = Tensor::<f32, shape![2, 3]>::ones();
    let twice = x.lazy();
    let _ = (&twice + &x).eval();
}
