//! Functions of pairs of integers, which have no gradients.

use num_traits::PrimInt;

use super::operand_or_scalar::{OperandOrScalar, read_pairs};
use crate::expr::node::FnMut2;
use crate::shape::Shape;
use crate::shape::broadcast::{Broadcast, Broadcasted};
use crate::shape::diagnostics::KnownShape;
use crate::tensor::Tensor;
use crate::view::Values;

/// Each row makes the type that computes the function, and the method. The examples are of two `tensor!`s.
macro_rules! functions {
    ($(
        $(#[$doc:meta])*
        $name:ident: $f:ident $a:ident, $b:ident => $formula:expr; $x:literal, $y:literal => $result:literal; not $wrong:literal
    )*) => {
        $(
            #[derive(Clone, Copy)]
            struct $f;

            impl<T: PrimInt> FnMut2<T, T> for $f {
                type Output = T;
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn call(&mut self, $a: T, $b: T) -> T {
                    $formula
                }
            }
        )*

        /// Functions of each integer and another, `R`: those of a tensor, or one value.
        ///
        /// ```
        /// use shaped::prelude::*;
        /// assert_eq!(tensor![[4, 6]].gcd(&tensor![[6], [9]]), tensor![[2, 6], [1, 3]]);
        /// ```
        pub trait IntegerFunctions<R, Form>: Values {
            /// The shape of the two together.
            type Joint: Shape;

            $(
                crate::ops::function::with_examples! {
                    $name of $x, $y => $result, not $wrong
                    $(#[$doc])*
                    {
                        fn $name(&self, other: R) -> Tensor<Self::Elem, Self::Joint>
                        where
                            Self::Elem: PrimInt;
                    }
                }
            )*
        }

        impl<X, R, Form, Z: KnownShape + Shape> IntegerFunctions<R, Form> for X
        where
            X: Values<Shape: Broadcast<Z>> + ?Sized,
            R: OperandOrScalar<X::Elem, Form, Shape = Z>,
        {
            type Joint = Broadcasted<X::Shape, R::Shape>;

            $(
                #[inline]
                fn $name(&self, other: R) -> Tensor<Self::Elem, Self::Joint>
                where
                    Self::Elem: PrimInt,
                {
                    read_pairs(self, &other, $f)
                }
            )*
        }
    };
}

functions! {
    /// The greatest common divisor, which is not negative; 0 of two zeros. PyTorch's and NumPy's `gcd`.
    gcd: Gcd a, b => gcd(a, b); "[[12, -9]]", "[[8], [0]]" => "[[4, 1], [12, 9]]"; not "[1, 2, 3]"
    /// The least common multiple, which is not negative; 0 beside 0. PyTorch's and NumPy's `lcm`. What leaves the type panics in debug builds and
    /// wraps in release builds, as Rust's products do.
    lcm: Lcm a, b => lcm(a, b); "[[4, -6]]", "[[6], [0]]" => "[[12, 6], [0, 0]]"; not "[1, 2, 3]"
    /// The bits of each element moved up by the other, zeros coming in; 0 if that moves all of them out, or is negative. PyTorch's
    /// `bitwise_left_shift`, NumPy's `left_shift`.
    #[doc(alias = "bitwise_left_shift")]
    #[doc(alias = "left_shift")]
    shift_left: ShiftLeft a, b => match within::<T>(b) { Some(n) => a << n, None => T::zero() };
        "[[1, 5]]", "[[2], [40]]" => "[[4, 20], [0, 0]]"; not "[1, 2, 3]"
    /// The bits of each element moved down by the other, the sign coming in; that alone if it moves all of them out, or is negative. PyTorch's
    /// `bitwise_right_shift`, NumPy's `right_shift`.
    #[doc(alias = "bitwise_right_shift")]
    #[doc(alias = "right_shift")]
    shift_right: ShiftRight a, b => a >> within::<T>(b).unwrap_or(8 * size_of::<T>() - 1);
        "[[20, -5]]", "[[2], [40]]" => "[[5, -2], [0, -1]]"; not "[1, 2, 3]"
}

/// By how many bits, if the type has as many.
fn within<T: PrimInt>(by: T) -> Option<usize> {
    by.to_usize().filter(|&by| by < 8 * size_of::<T>())
}

fn gcd<T: PrimInt>(a: T, b: T) -> T {
    let (mut a, mut b) = (a, b);
    while !b.is_zero() {
        // Of the least integer by -1 there would be no quotient: Rust's `%` panics.
        let by_unit = b.is_one() || (b < T::zero() && (b + T::one()).is_zero());
        (a, b) = (b, if by_unit { T::zero() } else { a % b });
    }
    if a < T::zero() { T::zero() - a } else { a }
}

fn lcm<T: PrimInt>(a: T, b: T) -> T {
    if a.is_zero() || b.is_zero() {
        return T::zero();
    }
    let multiple = a / gcd(a, b) * b;
    if multiple < T::zero() { T::zero() - multiple } else { multiple }
}
