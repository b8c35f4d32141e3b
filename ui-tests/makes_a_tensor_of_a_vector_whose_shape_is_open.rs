// NumPy's `np.array(v)` takes the shape from the data.
use shaped::prelude::*;

fn main() {
    let readings = vec![1.0f32, 2.0, 3.0];
    let x = Tensor::from_vec(readings).unwrap();
    let _ = x.exp();
}
