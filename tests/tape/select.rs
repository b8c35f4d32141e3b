//! Selecting by a mask in code of every kind, without a bound.

use shaped::{Kind, grad::value_and_grad, nn::*, prelude::*};

/// What is seen as it is, and twice as much elsewhere.
fn doubled_elsewhere<Q: Size, N: Size, K: Kind>(
    x: &Tensor<f32, shape![Q, N], K>,
    seen: &Tensor<bool, shape![Q, N]>,
) -> Tensor<f32, shape![Q, N], K> {
    let y = seen.select(x, &(x * 2.0));
    let y = seen.select(&y, &y.square());
    let y = shaped::select(seen, &y, 0.5);
    shaped::select(seen, 1.0, &y) * seen.select(&y, x)
}

model! {
    struct Masked {
        scale: Param<shape![3]>,
    }
}

impl Module<shape![2, 3]> for Masked {
    type Output = shape![2, 3];
    fn forward<X: Operand<Elem = f32, Shape = shape![2, 3]>>(&self, x: &X) -> Tensor<f32, shape![2, 3], X::Kind> {
        let seen = tensor![[true, false, true], [true, true, false]];
        seen.select(&(x.view() * &self.scale), 0.0)
    }
}

#[test]
fn masks_select_in_code_of_every_kind() {
    let (x, seen) = (tensor![[1.0f32, -2.0], [3.0, 0.5]], tensor![[true, false], [false, true]]);
    let y = doubled_elsewhere(&x, &seen);
    assert_eq!(y, tensor![[1.0, -1.0], [1.5, 0.5]]);
    let (value, gradient) = value_and_grad(&x, |tape| doubled_elsewhere(&tape.input(&x), &seen).sum_all());
    assert_eq!((value, gradient.into_inner()), (y.sum_all(), tensor![[1.0, 0.5], [0.5, 1.0]]));

    let (model, x) = (Masked { scale: Param::ones() }, tensor![[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert_eq!(model.forward(&x), tensor![[1.0, 0.0, 3.0], [4.0, 5.0, 0.0]]);
    let (_, gradient) = value_and_grad(&model, |tape| model.forward(&tape.input(&x)).sum_all());
    assert_eq!(gradient.scale.value(), &tensor![5.0, 5.0, 3.0]);
}
