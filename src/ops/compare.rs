//! Comparisons, which give masks.

use num_traits::Float;

use super::function::{functions_of_two, is_sixteen, single};
use super::operand_or_scalar::{OperandOrScalar, read_pairs};
use crate::expr::node::FnMut2;
use crate::kernels::sixteen::can_be;
use crate::ops::Pairings;
use crate::shape::Shape;
use crate::shape::broadcast::{Broadcast, Broadcasted};
use crate::shape::diagnostics::FloatElement;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, Values};

functions_of_two! {
    /// Comparisons of each element with another, or with one value. The names are NumPy's, since Rust's `==` and `<`
    /// give one `bool`.
    ///
    /// Masks combine by `&`, `|`, `^` and `!`, and [`Masks`](crate::Masks) selects by them.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1.0, 5.0], [3.0, 2.0]];
    /// let within = x.greater(1.0) & x.less(&tensor![[6.0], [3.0]]);
    /// assert_eq!(within, tensor![[false, true], [false, true]]);
    /// ```
    trait Comparisons;

    /// Where two elements are equal. PyTorch's `==`, NumPy's `equal`; false of NaN.
    equal: Equal [Clone + PartialEq] a, b -> bool = a == b;
        "[[1, 2], [3, 4]]", "[1, 4]" => "[[true, false], [false, true]]"; not "[1, 4, 4]"
    /// Where two elements differ. PyTorch's `!=`, NumPy's `not_equal`; true of NaN.
    not_equal: NotEqual [Clone + PartialEq] a, b -> bool = a != b;
        "[[1, 2], [3, 4]]", "[1, 4]" => "[[false, true], [true, false]]"; not "[1, 4, 4]"
    /// Where the left element is less. PyTorch's `<`, NumPy's `less`; false of NaN.
    less: Less [Clone + PartialOrd] a, b -> bool = a < b;
        "[[1, 2], [3, 4]]", "[[2], [4]]" => "[[true, false], [true, false]]"; not "[[2], [4], [4]]"
    /// Where the left element is less or equal. PyTorch's `<=`, NumPy's `less_equal`; false of NaN.
    less_equal: LessEqual [Clone + PartialOrd] a, b -> bool = a <= b;
        "[[1, 2], [3, 4]]", "[[2], [3]]" => "[[true, true], [true, false]]"; not "[[2], [4], [4]]"
    /// Where the left element is greater. PyTorch's `>`, NumPy's `greater`; false of NaN.
    greater: Greater [Clone + PartialOrd] a, b -> bool = a > b;
        "[[1, 2], [3, 4]]", "[[1], [4]]" => "[[false, true], [false, false]]"; not "[[2], [4], [4]]"
    /// Where the left element is greater or equal. PyTorch's `>=`, NumPy's `greater_equal`; false of NaN.
    greater_equal: GreaterEqual [Clone + PartialOrd] a, b -> bool = a >= b;
        "[[1, 2], [3, 4]]", "[[2], [4]]" => "[[false, true], [false, true]]"; not "[[2], [4], [4]]"
}

operation! {
    /// Comparisons of floating-point numbers within a tolerance, with `R`: a tensor, or one value.
    trait Closeness[R, Kind][R, Kind]
    for X where [X: Values<Shape: Broadcast<R::Shape>> + ?Sized, R: OperandOrScalar<X::Elem, Kind>] {
        /// The shape of the two together.
        type Joint: Shape = Broadcasted<X::Shape, R::Shape>;
    }

    /// Where two elements are as near as `|x - y| <= atol + rtol * |y|`; equal infinities are, NaN is not. PyTorch's and NumPy's
    /// `isclose(x, y, rtol, atol)`, which take 1e-5 and 1e-8 if not told. The other side is a tensor, which is broadcast, or one
    /// value. Allocates the result.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![1.0, 2.0, 1e10];
    /// assert_eq!(x.is_close(&tensor![1.0, 2.1, 1e10 + 1.0], 1e-5, 1e-8), tensor![true, false, true]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0, 3.0].is_close(&tensor![1.0, 2.0], 1e-5, 1e-8);
    /// ```
    #[doc(alias = "isclose")]
    #[track_caller]
    fn is_close( // as `x.is_close(&y, 1e-5, 1e-8)`: relative, then absolute
        &self, other: R, rtol: Self::Elem, atol: Self::Elem) -> Tensor<bool, Self::Joint>
    where [Self::Elem: FloatElement] => #[inline]
    {
        read_pairs(self, &other, IsClose { rtol, atol })
    }

    /// Whether [`is_close`](Closeness::is_close) holds of all elements. PyTorch's and NumPy's `allclose(x, y, rtol, atol)`.
    /// Allocates nothing, and stops where it does not hold.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![0.1, 0.2];
    /// assert!((&x + &x + &x).all_close(&tensor![0.3, 0.6], 1e-12, 0.0));
    /// assert!(!x.all_close(0.1, 1e-12, 0.0));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.0, 2.0, 3.0].all_close(&tensor![1.0, 2.0], 1e-5, 1e-8);
    /// ```
    #[doc(alias = "allclose")]
    #[track_caller]
    fn all_close( // as `x.all_close(&y, 1e-5, 1e-8)`: relative, then absolute
        &self, other: R, rtol: Self::Elem, atol: Self::Elem) -> bool
    where [Self::Elem: FloatElement] => #[inline]
    {
        let (left, right) = (self.view(), other.values(()));
        let (left, right) = left.broadcast_with(&right);
        left.iter().zip(right.iter()).all(|(&a, &b)| IsClose { rtol, atol }.call(a, b))
    }
}

/// Whether two elements are as near to each other as relative and absolute tolerances say.
#[derive(Clone, Copy)]
struct IsClose<T> {
    rtol: T,
    atol: T,
}

impl<T: Float> FnMut2<T, T> for IsClose<T> {
    type Output = bool;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn call(&mut self, a: T, b: T) -> bool {
        let IsClose { rtol, atol } = *self;
        if const { can_be::<T>() } && is_sixteen::<T>() {
            is_near(single(a), single(b), single(rtol), single(atol))
        } else {
            is_near(a, b, rtol, atol)
        }
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn is_near<T: Float>(a: T, b: T, rtol: T, atol: T) -> bool {
    let distance = (a - b).abs();
    a == b || distance.is_finite() && distance <= atol + (rtol * b).abs()
}
