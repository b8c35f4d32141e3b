// Norms per row have shape [4, 1].
use std::ops::DivAssign;

use shaped::prelude::*;

fn main() {
    let mut rows: Tensor<f32, shape![4, 3]> = Tensor::ones();
    let norms: Tensor<f32, shape![4]> = Tensor::full(2.0);
    rows.view_mut().div_assign(&norms);
}
