//! Every form of an operation gives the same result.

use shaped::prelude::*;

/// Operators on every mix of owned, borrowed, inline and view operands, closures, views, assignment.
macro_rules! forms {
    ($($name:ident: [$($l:tt)*], [$($r:tt)*] -> [$($o:tt)*];)*) => { $(
        #[test]
        fn $name() {
            type L = shape![$($l),*];
            type R = shape![$($r),*];
            type O = shape![$($o),*];
            let a = Tensor::<i64, L>::from_vec((0..L::NUMEL as i64).map(|x| 3 * x - 7).collect()).unwrap();
            let b = Tensor::<i64, R>::from_vec((0..R::NUMEL as i64).map(|x| 1000 * x + 1).collect()).unwrap();
            let i = Inline::<i64, L>::try_from(a.as_slice()).unwrap();
            let j = Inline::<i64, R>::try_from(b.as_slice()).unwrap();
            let result: Tensor<i64, O> = &a - &b;
            assert_eq!(a.clone() - &b, result);
            assert_eq!(&a - b.clone(), result);
            assert_eq!(a.clone() - b.clone(), result);
            assert_eq!(a.view() - b.view(), result);
            assert_eq!(&a.view() - &b, result);
            assert_eq!(&a - &b.view(), result);
            assert_eq!(a.view() - b.clone(), result);
            assert_eq!(a.clone() - b.view(), result);
            assert_eq!(&a - j, result);
            assert_eq!(i - &b, result);
            assert_eq!(a.clone() - &j, result);
            assert_eq!(&i - b.clone(), result);
            assert_eq!(i - b.view(), result);
            assert_eq!(a.view() - j, result);
            assert_eq!(Tensor::from(i - j), result);
            assert_eq!(Tensor::from(&i - &j), result);
            assert_eq!(a.zip_with(&b, |a, b| a - b), result);
            let (wide_a, wide_b) = a.broadcast_with(&b);
            assert_eq!(wide_a - wide_b, result);
            for (i, (x, y)) in wide_a.iter().zip(wide_b.iter()).enumerate() {
                assert_eq!(x - y, result.as_slice()[i]);
            }
            assert_eq!(a.broadcast_to::<O>() - b.broadcast_to::<O>(), result);
            assert_eq!(a.expand_as(&result) - &b, result);
            let wide = wide_a.to_tensor();
            assert_eq!(wide, wide_a);
            let (mut x, mut y, mut z, mut w) = (wide.clone(), wide.clone(), wide.clone(), wide.clone());
            x -= &b;
            y -= b.view();
            z.view_mut().reborrow().sub_assign(j);
            w.view_mut().sub_assign(b.clone());
            assert_eq!((&x, &y, &z, &w), (&result, &result, &result, &result));
            assert_eq!(-(&result), &b - &a);
            assert_eq!(-result.clone(), &b - &a);
        }
    )* };
}
use core::ops::SubAssign;

forms! {
    channels: [2 4 3 3], [4 1 1] -> [2 4 3 3];
    long_rows: [2 3 50], [3 1] -> [2 3 50];
    one_image: [3 6 7], [6 7] -> [3 6 7];
    both_stretch: [8 1 6 1], [7 1 5] -> [8 7 6 5];
    outer: [40 1], [33] -> [40 33];
    scalar: [], [5 4] -> [5 4];
    same: [4 32], [4 32] -> [4 32];
    colours: [16 16 3], [3] -> [16 16 3];
    nothing: [3 1], [0] -> [3 0];
    many_axes: [2 1 2 1 2 1 2], [1 3 1 3 1 3 1] -> [2 3 2 3 2 3 2];
    ones: [1 1], [1] -> [1 1];
}

/// Scalars on either side, of every operator; remainders and quotients as Rust has them.
#[test]
fn scalars() {
    let x = tensor![[1.0, -2.0], [4.0, 0.5]];
    assert_eq!(&x + 1.0, tensor![[2.0, -1.0], [5.0, 1.5]]);
    assert_eq!(1.0 + &x, &x + 1.0);
    assert_eq!(x.clone() - 1.0, tensor![[0.0, -3.0], [3.0, -0.5]]);
    assert_eq!(1.0 - x.clone(), tensor![[0.0, 3.0], [-3.0, 0.5]]);
    assert_eq!(x.view() * 2.0, tensor![[2.0, -4.0], [8.0, 1.0]]);
    assert_eq!(2.0 / x.view(), tensor![[2.0, -1.0], [0.5, 4.0]]);
    assert_eq!(&x % 1.5, tensor![[1.0, -0.5], [1.0, 0.5]]);
    assert_eq!(7 % tensor![2, 3, 4], tensor![1, 1, 3]);
    let mut y = x.clone();
    y += 1.0;
    y *= 2.0;
    y -= 2.0;
    y /= 4.0;
    y %= 1.0;
    assert_eq!(y, tensor![[0.5, -0.0], [0.0, 0.25]]);
    let i = Inline::<i32, shape![2]>::from_array([3, 5]);
    assert_eq!((10 - i).into_array(), [7, 5]);
    assert_eq!((&i * 2 + 10 % &i - i).into_array(), [4, 5]);
    assert_eq!((-i + &i).into_array(), [0, 0]);
}

/// Axes inserted and removed, also of views that are stretched already.
#[test]
fn axes_come_and_go() {
    let x = Tensor::<i32, shape![2, 3]>::arange();
    assert_eq!(x.unsqueeze(Axis::<0>).sizes(), [1, 2, 3]);
    assert_eq!(x.unsqueeze(Axis::<1>).sizes(), [2, 1, 3]);
    assert_eq!(x.unsqueeze(Axis::<2>).sizes(), [2, 3, 1]);
    assert_eq!(x.unsqueeze(Axis::<-1>).sizes(), [2, 3, 1]);
    assert_eq!(x.unsqueeze(Axis::<-3>).sizes(), [1, 2, 3]);
    let view = x.unsqueeze(Axis::<1>).broadcast_to::<shape![2, 4, 3]>();
    assert_eq!(view.strides(), [3, 0, 1]);
    let further = view.unsqueeze(Axis::<0>).unsqueeze(Axis::<-1>);
    assert_eq!((further.sizes(), further.strides()), ([1, 2, 4, 3, 1], [0, 3, 0, 1, 0]));
    let back = further.squeeze(Axis::<0>).squeeze(Axis::<-1>);
    assert_eq!(back, view);
    assert_eq!(back.squeeze_is_view(), [2, 4, 3]);
    assert_eq!(
        further + Tensor::<i32, shape![5]>::arange(),
        view.unsqueeze(Axis::<0>).unsqueeze(Axis::<-1>) + tensor![0, 1, 2, 3, 4]
    );
    let wide = further.broadcast_to::<shape![6, 2, 4, 3, 5]>();
    for (i, value) in wide.to_tensor().iter().enumerate() {
        assert_eq!(*value as usize, i / 60 % 2 * 3 + i / 5 % 3);
    }
    let column: Tensor<i32, shape![2, 1, 3]> = Tensor::arange();
    assert_eq!(column.squeeze(Axis::<1>), x.view());
    assert_eq!(column.squeeze(Axis::<-2>) - &x, Tensor::zeros());
}

trait SqueezeIsView {
    fn squeeze_is_view(&self) -> [usize; 3];
}
impl<X: Operand<Shape = shape![2, 4, 3]>> SqueezeIsView for X {
    fn squeeze_is_view(&self) -> [usize; 3] {
        self.sizes()
    }
}

/// Nothing stretches after `same_shape`.
#[test]
fn same_shapes() {
    let (x, y) = (tensor![[1, 2], [3, 4]], tensor![[5, 6], [7, 8]]);
    assert_eq!(same_shape(&x) + &y, &x + &y);
    assert_eq!(same_shape(&x) - y.view(), &x - &y);
    assert_eq!(same_shape(&x) * y.clone(), &x * &y);
    assert_eq!(same_shape(&y) / &x, &y / &x);
    assert_eq!(same_shape(&y) % &x, &y % &x);
    fn generic<S: Shape>(x: &Tensor<i32, S>, y: &Tensor<i32, S>) -> Tensor<i32, S> {
        same_shape(x) + y
    }
    assert_eq!(generic(&x, &y), &x + &y);
}
