//! Elements of another type.

use core::any::type_name;
use core::fmt;

use num_traits::NumCast;

use super::mask::index_of;
use crate::expr;
use crate::expr::node::FnMut1;
use crate::kernels::sixteen::{self, can_be};
#[cfg(feature = "half")]
use crate::kernels::sixteen::{ByType, Sixteen};
use crate::shape::Shape;
use crate::shape::diagnostics::CastTo;
use crate::shape::given::Given;
use crate::shape::list::Sizes;
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Operand, Values};

/// Elements of another type `U`: `cast`. [`CheckedCasts`] refuse what is out of range.
pub trait Casts<U>: Operand {
    /// Each element as another type, as Rust's `as` does: PyTorch's `x.to(dtype)`, NumPy's `x.astype(dtype)`. Allocates the
    /// result.
    ///
    /// Nothing is checked. Floats become the nearest float, and infinite beyond the range; as integers they lose their fraction,
    /// stop at the ends of the range, and NaN is 0. Integers lose the high bits that do not fit. `true` is 1, and as `bool` all is true that is not 0,
    /// NaN, too.
    /// [`try_cast`](CheckedCasts::try_cast) refuses what is out of range.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![1.5f32, -0.5, 300.0].cast::<u8>(), tensor![1, 0, 255]);
    /// assert_eq!(tensor![true, false].cast::<f32>(), tensor![1.0, 0.0]);
    /// assert_eq!(tensor![0.5, 0.0, f64::NAN].cast::<bool>(), tensor![true, false, true]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1.5, -0.5].cast::<char>();
    /// ```
    #[doc(alias = "astype")]
    fn cast<P: Exactly<U>>(&self) -> Tensor<P, Self::Shape>;
}

impl<X, U> Casts<U> for X
where
    <U as Given>::Then<X::Elem>: Clone + CastTo<U>,
    X: Values + ?Sized,
{
    #[inline]
    fn cast<P: Exactly<U>>(&self) -> Tensor<P, Self::Shape> {
        let view = self.view();
        if const { can_be::<X::Elem>() != can_be::<P>() }
            && let Some(made) = view.as_block().and_then(sixteen::cast)
        {
            return Tensor::from_parts(made, view.shape());
        }
        Tensor::from_parts(expr::unary(self, As::<U, P>(core::marker::PhantomData)), view.shape())
    }
}

/// The type `U` itself, and no other: what a method is given in `cast::<U>()`, and its trait as a parameter.
pub trait Exactly<U> {
    #[doc(hidden)]
    fn exactly(x: U) -> Self;
}

impl<U> Exactly<U> for U {
    #[inline(always)]
    fn exactly(x: U) -> U {
        x
    }
}

/// Elements of another type, if all are within its range, for every operand.
pub trait CheckedCasts: Values {
    /// Each element as another type, if all are within its range: fractions are cut as by [`cast`](Casts::cast), and nothing else
    /// is lost but a float's last digits. Allocates the result.
    ///
    /// # Errors
    /// Names the first element that does not fit: too large or too small, or NaN or infinite for an integer.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1.5, 2.0], [300.0, f64::NAN]];
    /// assert_eq!(x.try_cast::<i16>().unwrap_err().to_string(), "element [1, 1] is NaN, which does not fit `i16`");
    /// assert_eq!(x.try_cast::<u8>().unwrap_err().index(), &[1, 0]);
    /// assert_eq!(x.narrow(Axis::<0>, 0, One).try_cast::<u8>().unwrap(), tensor![[1, 2]]);
    /// ```
    fn try_cast<U>(&self) -> Result<Tensor<U, Self::Shape>, CastError<Self::Elem, Self::Shape>>
    where
        Self::Elem: Clone + NumCast,
        U: NumCast,
    {
        let shape = self.view().shape();
        let mut cast = crate::storage::room(shape.numel());
        for (place, x) in self.iter().enumerate() {
            match fitting(x.clone()) {
                Some(x) => cast.push(x),
                None => {
                    let index = index_of::<Self::Shape>(place, &self.sizes());
                    return Err(CastError { index, element: x.clone(), to: type_name::<U>() });
                }
            }
        }
        Ok(Tensor::from_parts(Buffer::from_vec(cast), shape))
    }
}

impl<X: Values + ?Sized> CheckedCasts for X {}

/// The number as another type, unless it is out of range.
fn fitting<T: Clone + NumCast, U: NumCast>(x: T) -> Option<U> {
    let finite = x.to_f64().is_some_and(f64::is_finite);
    let y = U::from(x)?;
    (!finite || y.to_f64().is_some_and(f64::is_finite)).then_some(y)
}

/// `as`.
pub(super) struct As<U, P>(pub(super) core::marker::PhantomData<(U, P)>);

impl<T: CastTo<U>, U, P: Exactly<U>> FnMut1<T> for As<U, P> {
    type Output = P;
    #[inline(always)]
    fn call(&mut self, x: T) -> P {
        P::exactly(x.cast_to())
    }
}

/// An element does not fit another type; see [`CheckedCasts::try_cast`].
///
/// ```
/// use shaped::prelude::*;
/// let error = tensor![1, -2].try_cast::<u32>().unwrap_err();
/// assert_eq!(error.to_string(), "element [1] is -2, which does not fit `u32`");
/// assert_eq!(error.index(), &[1]);
/// assert_eq!(error.into_element(), -2);
/// ```
pub struct CastError<T, S: Shape> {
    index: Sizes<S>,
    element: T,
    to: &'static str,
}

impl<T, S: Shape> CastError<T, S> {
    /// Where the element is.
    pub fn index(&self) -> &Sizes<S> {
        &self.index
    }

    /// The element that does not fit.
    pub fn into_element(self) -> T {
        self.element
    }
}

impl<T: fmt::Debug, S: Shape> fmt::Display for CastError<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "element {:?} is {:?}, which does not fit `{}`", self.index, self.element, self.to)
    }
}

impl<T: fmt::Debug, S: Shape> fmt::Debug for CastError<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CastError({self})")
    }
}

impl<T: fmt::Debug, S: Shape> core::error::Error for CastError<T, S> {}

/// From each type of a list to each of another.
macro_rules! casts {
    ($([$($from:ty)*] => $to:tt;)*) => { $($(casts!(@ $from => $to);)*)* };
    (@ $from:ty => [$($to:ty)*]) => { $(
        #[diagnostic::do_not_recommend]
        impl CastTo<$to> for $from {
            #[inline(always)]
            fn cast_to(self) -> $to {
                self as $to
            }
        }
    )* };
}

casts! {
    [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64]
        => [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64];
    [bool] => [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize bool];
}

/// Whether a number is something, as NumPy and PyTorch have it.
macro_rules! truths {
    ($($from:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl CastTo<bool> for $from {
            #[inline(always)]
            fn cast_to(self) -> bool {
                self != <$from as num_traits::Zero>::zero()
            }
        }
    )* };
}
truths! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 }
#[cfg(feature = "half")]
truths! { half::f16 half::bf16 }

/// By way of another type, for what `as` does not do at once.
macro_rules! casts_by {
    ($([$($from:ty)*] => [$($to:ty)*] by $by:ty;)*) => { $(casts_by!(@ [$($from)*] [$($to)*] $by);)* };
    (@ [$($from:ty)*] $to:tt $by:ty) => { $(casts_by!(@@ $from, $to $by);)* };
    (@@ $from:ty, [$($to:ty)*] $by:ty) => { $(
        #[diagnostic::do_not_recommend]
        impl CastTo<$to> for $from {
            #[inline(always)]
            fn cast_to(self) -> $to {
                num_traits::AsPrimitive::<$to>::as_(num_traits::AsPrimitive::<$by>::as_(self))
            }
        }
    )* };
}

casts_by! {
    [bool] => [f32 f64] by u8;
}

#[cfg(feature = "half")]
casts_by! {
    [bool] => [half::f16 half::bf16] by u8;
    [i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f64] => [half::f16 half::bf16] by f64;
}

/// To and from `f32`, which holds all that the types of 16 bits do.
#[cfg(feature = "half")]
macro_rules! casts_by_single {
    ($($half:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl CastTo<$half> for f32 {
            #[inline(always)]
            fn cast_to(self) -> $half {
                ByType::narrow(self)
            }
        }
        casts_by_single!(@ $half => i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64);
        casts_by_single!(@@ $half => half::f16 half::bf16);
    )* };
    (@ $half:ty => $($to:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl CastTo<$to> for $half {
            #[inline(always)]
            fn cast_to(self) -> $to {
                ByType::widen(&self) as $to
            }
        }
    )* };
    (@@ $half:ty => $($to:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl CastTo<$to> for $half {
            #[inline(always)]
            fn cast_to(self) -> $to {
                ByType::narrow(ByType::widen(&self))
            }
        }
    )* };
}
#[cfg(feature = "half")]
casts_by_single! { half::f16 half::bf16 }
