// There is no axis to pool.
use shaped::prelude::*;

fn main() {
    let x: Tensor<f32, shape![]> = Tensor::full(1.0);
    let _ = x.max_pool1d(Pool::new(Dim::<2>));
}
