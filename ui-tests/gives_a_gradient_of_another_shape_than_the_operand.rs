use shaped::{Kind, grad::custom, prelude::*};

// The sum of each row, whose gradient is by hand.
fn row_sums<N: Size, D: Size, K: Kind>(x: &Tensor<f32, shape![N, D], K>) -> Tensor<f32, shape![N], K> {
    custom((x,), |(x,)| x.sum(Axis::<-1>), |_, _, gradient| (gradient,))
}

fn main() {
    row_sums(&Tensor::<f32, shape![4, 3]>::ones());
}
