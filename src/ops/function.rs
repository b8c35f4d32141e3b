//! How functions of elements are made of their rows, and the formulas that several rows share.
//!
//! What a function computes is a type without a shape, not a closure, so that all shapes share one compiled loop.

// Circle with each.rs, operand_or_scalar.rs, slope.rs: what a row makes has its slope, whose formulas are of the functions here and which is
// told by how the function is applied.

use num_traits::Float;

pub(crate) use crate::kernels::by_type::{exp, fused_ln, ln};
use crate::kernels::by_type::{is_single, vectorised};
use crate::kernels::dual::Dual;
use crate::kernels::sixteen::{ByNumbers, Sixteen, can_be, is_above};
use crate::kernels::types::{as_type, same};

/// Functions of one element. A row makes the type that computes the function, its method of every operand, and its method of lazy
/// expressions, all with the row's documentation and example: of `tensor!` of the one list, near the other. Numbers beside the element
/// stand after the name, and in the example.
///
/// An operator in brackets of its own is to give the element's own type. A formula of floats is of 16 bits computed in `f32`, and rounded once, but
/// for what goes by the limits of the element's `own` type, and for what has a cheaper function `of 16 bits`; what has a kernel `of many` elements is
/// computed by that where they lie next to each other, and `fused` is the kernel by a formula of fused multiply-adds. The last column is the function's slope, by the argument and the value there, of which those that are not read are written `_`; what gives another type
/// has none.
macro_rules! functions_of_one {
    (
        $(#[$family:meta])*
        trait $trait:ident;
        $(#[$lazily:meta])*
        impl Lazy;
        $(
            $(#[$doc:meta])*
            $name:ident $(($($p:ident: $of_p:ident),+))?: $f:ident $(<$t:ident>)? [$($bound:tt)*] $([$op:ident])?
            $x:ident -> $output:ident $(, $own:ident)? = $formula:expr $(, of 16 bits $sixteen:ident)? $(, of many $many:ident $(by $fused:ident)?)?;
            $of:literal $(, $given:literal)? => $result:literal $(; slope |$at:tt, $y:tt| $slope:expr)?
        )*
    ) => {
        $(
            #[derive(Clone, Copy)]
            pub struct $f $(<$t>)? {
                $($(pub(crate) $p: $of_p),+)?
            }

            impl<T: $($bound)* $(+ core::ops::$op<Output = T>)?> FnMut1<T> for $f $(<$t>)? {
                type Output = $output;
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn call(&mut self, $x: T) -> $output {
                    let $f { $($($p),+)? } = Clone::clone(self);
                    crate::ops::function::computed!(
                        [$($own)?] [$($bound)*] $([$op])? $output ($x T $($(, $p $of_p)+)?) $formula $(, $sixteen)?
                    )
                }
                #[cfg(feature = "rayon")]
                fn formula(&self) -> Option<Self> {
                    Some(Clone::clone(self))
                }
                const HEAVY: bool = crate::ops::function::is_heavy!($($bound)*);
                crate::ops::function::in_single!([$($own)?] [$($bound)*] $output $f [$($($p $of_p),+)?] $($sixteen)?);
                $(
                    #[cfg(feature = "alloc")]
                    const KERNEL: bool = size_of::<T>() != 2;
                    #[cfg(feature = "alloc")]
                    fn kernel<'a>(
                        &mut self,
                        x: &[T],
                        to: &'a mut [core::mem::MaybeUninit<T>],
                    ) -> crate::storage::Full<'a, T> {
                        crate::expr::single::$many(x, self, to)
                    }
                    $(
                        #[cfg_attr(not(debug_assertions), inline(always))]
                        fn call_fused(&mut self, x: T) -> T {
                            crate::ops::function::$fused(x)
                        }
                    )?
                )?
            }

            crate::ops::function::with_slope! {
                $name [$($at $y $slope)?]
                impl [T: $($bound)* $(+ core::ops::$op<Output = T>)?] $f $(<$t>)? [$($($p: $of_p),+)?]
            }
        )*

        #[cfg(test)]
        pub(crate) const ROWS: &[(&str, &str)] = &[$((stringify!($name), stringify!($output))),*];

        $(#[$family])*
        #[cfg(feature = "alloc")]
        pub trait $trait: Operand { $(
            $(#[$doc])*
            /// Allocates the result.
            ///
            /// ```
            /// use shaped::prelude::*;
            #[doc = concat!("let y = tensor!", $of, ".", stringify!($name), "(", $($given,)? ");")]
            #[doc = concat!("assert_eq!(y, tensor!", $result, ");")]
            /// ```
            #[inline]
            fn $name(&self $($(, $p: crate::ops::function::element!($of_p))+)?)
                -> Tensor<crate::ops::function::element!($output), Self::Shape, crate::ops::function::kind_of!($output)>
            where
                Self::Elem: $($bound)* $(+ core::ops::$op<Output = Self::Elem>)?,
                crate::ops::function::read_for!($output): crate::kind::Numbers<Self::Elem>,
            {
                crate::ops::function::made!($output, self, $f { $($($p),+)? })
            }
        )* }

        #[cfg(feature = "alloc")]
        impl<X: Operand + ?Sized> $trait for X {}

        $(#[$lazily])*
        impl<T, E: Steps<Item = T>, S: Shape> Lazy<E, S> { $(
            $(#[$doc])*
            /// To be run with the rest.
            ///
            /// ```
            /// use shaped::prelude::*;
            #[doc = concat!("let y = tensor!", $of, ".lazy().", stringify!($name), "(", $($given,)? ").eval();")]
            #[doc = concat!("assert_eq!(y, tensor!", $result, ");")]
            /// ```
            #[inline]
            pub fn $name(self $($(, $p: $of_p)+)?) -> Lazy<Map<E, $f $(<$t>)?>, S>
            where
                T: $($bound)* $(+ core::ops::$op<Output = T>)?,
            {
                self.through($f { $($($p),+)? })
            }
        )* }
    };
}

/// The slope of a row's function, if it has one.
macro_rules! with_slope {
    ($name:ident [] $($of:tt)*) => {};
    ($name:ident [$x:tt $y:tt $slope:expr] impl [$($bound:tt)*] $f:ident $(<$t:ident>)? [$($p:ident: $of_p:ident),*]) => {
        impl<$($bound)*> crate::ops::slope::Slope<T> for $f $(<$t>)? {
            crate::ops::slope::held_as_it_is!();
            fn name(&self) -> &'static str {
                stringify!($name)
            }
            #[cfg(feature = "graph")]
            fn lower(&self, notes: &mut crate::hlo::Notes, x: crate::hlo::Id) -> crate::hlo::Id
            where
                T: crate::hlo::Element,
            {
                let $f { $($p),* } = Clone::clone(self);
                let numbers: &[crate::hlo::Id] = &[$(notes.constant(&[$p], alloc::vec::Vec::new())),*];
                notes.function(stringify!($name), x, numbers).unwrap_or_else(|| crate::ops::slope::unknown(stringify!($name)))
            }
            const READS: [bool; 2] = [crate::ops::slope::named!($x), crate::ops::slope::named!($y)];
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn slope(&self, at: T, value: T) -> T
            where
                T: Float,
            {
                let $f { $($p),* } = Clone::clone(self);
                crate::ops::slope::slope_of_row!($x, $y, at, value, [$($p: $of_p),*] $slope)
            }
        }
    };
}

/// As [`with_slope!`], of a function of two.
#[cfg(feature = "alloc")]
macro_rules! with_slopes {
    ($name:ident [] $($of:tt)*) => {};
    ($name:ident [$slopes:expr] [$($bound:tt)*] $f:ident $a:ident $b:ident) => {
        impl<T: $($bound)*> crate::ops::slope::Slopes<T> for $f {
            crate::ops::slope::held_as_it_is!();
            fn name(&self) -> &'static str {
                stringify!($name)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn slopes(&self, $a: T, $b: T) -> [T; 2]
            where
                T: Float,
            {
                #[cfg_attr(not(debug_assertions), inline(always))]
                #[allow(unused_variables)]
                fn formula<T: Float>($a: T, $b: T) -> [T; 2] {
                    $slopes
                }
                crate::ops::slope::once_each($a, $b, formula, formula)
            }
        }
    };
}

/// May a row's function be heavy? What is asked of numbers that need not be floats is compared, or little more.
macro_rules! is_heavy {
    (FloatElement) => {
        true
    };
    ($($bound:tt)*) => {
        false
    };
}

/// The type of a row, where the element is `Self::Elem`.
#[cfg(feature = "alloc")]
macro_rules! element {
    (T) => {
        Self::Elem
    };
    ($other:ident) => {
        $other
    };
}

/// The kind of a row's result: the operand's own where it has the operand's elements, and a constant where not.
#[cfg(feature = "alloc")]
macro_rules! kind_of {
    (T) => {
        Self::Kind
    };
    ($other:ident) => {
        crate::kind::Eager
    };
}

/// The kind whose elements are read to make a row's result: of a function to the same elements, no tensor that there is yet.
macro_rules! read_for {
    (T) => {
        crate::kind::Eager
    };
    ($other:ident) => {
        Self::Kind
    };
}

/// The result of a row.
#[cfg(feature = "alloc")]
macro_rules! made {
    (T, $x:expr, $f:expr) => {
        crate::ops::each::each($x, $f)
    };
    ($other:ident, $x:expr, $f:expr) => {{
        let x = $x.view().numbers();
        Tensor::from_parts(crate::expr::unary(&x, $f), x.shape())
    }};
}

/// The same of a row of two.
#[cfg(feature = "alloc")]
macro_rules! paired {
    (T, $x:expr, $y:expr, $f:expr) => {
        crate::ops::operand_or_scalar::pairs($x, $y, $f)
    };
    ($other:ident, $x:expr, $y:expr, $f:expr) => {
        crate::ops::operand_or_scalar::read_pairs($x, $y, $f)
    };
}

/// A method of two operands, with its documentation: what it does, and the examples that its row has.
#[cfg(feature = "alloc")]
macro_rules! with_examples {
    ($name:ident of $x:literal, $y:literal => $result:literal, not $wrong:literal $(#[$doc:meta])* { $($method:tt)* }) => {
        $(#[$doc])*
        /// The other side is a tensor, which is broadcast (`[4, 1]` with `[3]` -> `[4, 3]`), or one value. Allocates the result.
        ///
        /// ```
        /// use shaped::prelude::*;
        #[doc = concat!("let (x, y) = (tensor!", $x, ", tensor!", $y, ");")]
        #[doc = concat!("assert_eq!(x.", stringify!($name), "(&y), tensor!", $result, ");")]
        /// ```
        ///
        /// ```compile_fail,E0277
        /// use shaped::prelude::*;
        #[doc = concat!("let (x, y) = (tensor!", $x, ", tensor!", $wrong, ");")]
        #[doc = concat!("x.", stringify!($name), "(&y);")]
        /// ```
        $($method)*
    };
}
#[cfg(feature = "alloc")]
pub(crate) use with_examples;

/// Functions of each pair of elements, with broadcasting: each row makes the type that computes it, and the method. The example is
/// of two `tensor!`s.
#[cfg(feature = "alloc")]
macro_rules! functions_of_two {
    (
        $(#[$family:meta])*
        trait $trait:ident;
        $(
            $(#[$doc:meta])*
            $name:ident: $f:ident [$($bound:tt)*] $a:ident, $b:ident -> $output:ident = $formula:expr;
            $x:literal, $y:literal => $result:literal; not $wrong:literal $(; slopes $slopes:expr)?
        )*
    ) => {
        $(
            #[derive(Clone, Copy)]
            pub struct $f;

            impl<T: $($bound)*> FnMut2<T, T> for $f {
                type Output = $output;
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn call(&mut self, $a: T, $b: T) -> $output {
                    crate::ops::function::computed!([] [$($bound)*] $output ($a T, $b T) $formula)
                }
                #[cfg(feature = "rayon")]
                fn formula(&self) -> Option<Self> {
                    Some(*self)
                }
                const HEAVY: bool = crate::ops::function::is_heavy!($($bound)*);
                crate::ops::function::pairs_in_single!([$($bound)*] $output);
            }

            crate::ops::function::with_slopes!($name [$($slopes)?] [$($bound)*] $f $a $b);
        )*

        #[cfg(test)]
        #[allow(dead_code)] // comparisons have no slopes
        pub(crate) const ROWS: &[(&str, &str)] = &[$((stringify!($name), stringify!($output))),*];

        $(#[$family])*
        pub trait $trait<R, Form>: Operand {
            /// The shape of the two together.
            type Joint: Shape;

            $(
                crate::ops::function::with_examples! {
                    $name of $x, $y => $result, not $wrong
                    $(#[$doc])*
                    {
                        fn $name(&self, other: R)
                            -> Tensor<crate::ops::function::element!($output), Self::Joint, crate::ops::function::kind_of!($output)>
                        where
                            Self::Elem: $($bound)*,
                            crate::ops::function::read_for!($output): crate::kind::Numbers<Self::Elem>;
                    }
                }
            )*
        }

        impl<X, R, Form, Z: crate::shape::diagnostics::KnownShape + Shape> $trait<R, Form> for X
        where
            X: Operand<Shape: Broadcast<Z>> + ?Sized,
            R: OperandOrScalar<X::Elem, Form, X::Kind, Shape = Z>,
        {
            type Joint = Broadcasted<X::Shape, R::Shape>;

            $(
                #[inline]
                #[track_caller]
                fn $name(&self, other: R)
                    -> Tensor<crate::ops::function::element!($output), Self::Joint, crate::ops::function::kind_of!($output)>
                where
                    Self::Elem: $($bound)*,
                    crate::ops::function::read_for!($output): crate::kind::Numbers<Self::Elem>,
                {
                    crate::ops::function::paired!($output, self, &other, $f)
                }
            )*
        }

        /// Functions of each element and another, to be run with the rest, in the same pass; each means what the method of the same name means
        /// for a tensor.
        impl<T, E: crate::expr::lazy::Steps<Item = T>, S: Shape> crate::expr::lazy::Lazy<E, S> { $(
            $(#[$doc])*
            /// The other side is another expression, a reference to a tensor or a view, which are broadcast, or one value. To be run with the rest.
            ///
            /// ```
            /// use shaped::prelude::*;
            #[doc = concat!("let (x, y) = (tensor!", $x, ", tensor!", $y, ");")]
            #[doc = concat!("assert_eq!(x.lazy().", stringify!($name), "(&y).eval(), tensor!", $result, ");")]
            /// ```
            #[inline]
            pub fn $name<R: crate::ops::lazy::operand::LazyOperand<T>>(self, other: R)
                -> crate::expr::lazy::Lazy<crate::expr::Zip<E, R::Steps, $f>, Broadcasted<S, R::Shape>>
            where
                T: $($bound)*,
                S: Broadcast<R::Shape>,
            {
                self.with(other.operand(), $f)
            }
        )* }
    };
}

#[cfg(feature = "alloc")]
pub(crate) use {element, functions_of_two, kind_of, made, paired, with_slopes};
pub(crate) use {functions_of_one, is_heavy, read_for, with_slope};

/// A constant as an element.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn num<T: Float>(x: f64) -> T {
    T::from(x).expect("a float for every number")
}

/// A function made of several, each of which rounds: of a float of 16 bits it is `single`, and rounded once.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn once<T: Float>(x: T, single: impl FnOnce(f32) -> f32, own: impl FnOnce(T) -> T) -> T {
    if const { can_be::<T>() } && <ByNumbers as Sixteen<T>>::is() {
        ByNumbers::narrow(single(ByNumbers::widen(&x)))
    } else {
        own(x)
    }
}

/// Are elements floats of 16 bits?
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn is_sixteen<T: Float>() -> bool {
    <ByNumbers as Sixteen<T>>::is()
}

/// What was computed for such elements.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn narrowed<T: Float>(x: f32) -> T {
    ByNumbers::narrow(x)
}

/// A parameter of such a function.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn single<T: Float>(x: T) -> f32 {
    ByNumbers::widen(&x)
}

/// A float of 16 bits whose type is known, as the formula in `f32` takes it: a row asks no float of its elements, and of any other type this is not called.
macro_rules! known_of_row {
    (T $x:ident) => {
        <crate::kernels::sixteen::ByType as crate::kernels::sixteen::Sixteen<T>>::widen(&$x)
    };
    ($other:ident $x:ident) => {
        $x
    };
}

/// What a row computes: the formula, of floats of 16 bits in `f32`.
macro_rules! computed {
    ([] [FloatElement] T ($x:ident T) $formula:expr, $sixteen:ident) => {
        if const { crate::kernels::sixteen::can_be::<T>() } && crate::ops::function::is_sixteen::<T>() {
            crate::ops::function::narrowed(crate::kernels::simd_math::$sixteen::<false>(crate::ops::function::single($x)))
        } else {
            $formula
        }
    };
    ([] [FloatElement] T ($($x:ident $of_x:ident),*) $formula:expr) => {{
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn formula<T: crate::shape::diagnostics::FloatElement>($($x: $of_x),*) -> T {
            $formula
        }
        // No closures, which nothing makes inline.
        if const { crate::kernels::sixteen::can_be::<T>() } && crate::ops::function::is_sixteen::<T>() {
            crate::ops::function::narrowed(formula($(crate::ops::slope::single_of_row!($of_x $x)),*))
        } else {
            formula($($x),*)
        }
    }};
    // Of what computes more than once in its own type, too: each time would be rounded.
    ([] [Clone + One] [Mul] T $given:tt $formula:expr) => {
        crate::ops::function::computed!(@ [Clone + One + core::ops::Mul<Output = T>] $given $formula)
    };
    ([] [Clone + Num + PartialOrd] T $given:tt $formula:expr) => {
        crate::ops::function::computed!(@ [Clone + Num + PartialOrd] $given $formula)
    };
    (@ [$($bound:tt)*] ($($x:ident $of_x:ident),*) $formula:expr) => {{
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn formula<T: $($bound)*>($($x: $of_x),*) -> T {
            $formula
        }
        if const { crate::kernels::sixteen::can_be::<T>() }
            && <crate::kernels::sixteen::ByType as crate::kernels::sixteen::Sixteen<T>>::is()
        {
            let made = formula($(crate::ops::function::known_of_row!($of_x $x)),*);
            <crate::kernels::sixteen::ByType as crate::kernels::sixteen::Sixteen<T>>::narrow(made)
        } else {
            formula($($x),*)
        }
    }};
    ($own:tt $bounds:tt $([$op:ident])? $output:ident $given:tt $formula:expr) => {
        $formula
    };
}

/// The same of many numbers of `f32`, where elements of 16 bits are computed by it.
macro_rules! in_single {
    (@ $of:ident $f:ident [$($p:ident $of_p:ident),*]) => {{
        let $f { $($p),* } = Clone::clone($of);
        $f { $($p: crate::ops::function::known_of_row!($of_p $p)),* }
    }};
    (@ $of:ident $f:ident [] $sixteen:ident) => {{
        struct OfSixteen;
        impl FnMut1<f32> for OfSixteen {
            type Output = f32;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn call(&mut self, x: f32) -> f32 {
                crate::kernels::simd_math::$sixteen::<false>(x)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn call_fused(&mut self, x: f32) -> f32 {
                crate::kernels::simd_math::$sixteen::<true>(x)
            }
        }
        OfSixteen
    }};
    ([] [Clone + One] T $f:ident $given:tt) => {
        crate::ops::function::in_single!([] [FloatElement] T $f $given);
    };
    ([] [FloatElement] T $f:ident [$($given:tt)*] $($sixteen:ident)?) => {
        const SINGLE: bool = crate::kernels::sixteen::can_be::<T>();
        fn bits<'a>(
            &mut self,
            x: &[u16],
            to: &'a mut [core::mem::MaybeUninit<u16>],
            is_half: bool,
        ) -> crate::storage::Full<'a, u16> {
            let f = crate::ops::function::in_single!(@ self $f [$($given)*] $($sixteen)?);
            crate::expr::single::each(f, x, to, is_half)
        }
    };
    ($own:tt $bounds:tt $output:ident $f:ident $given:tt) => {};
}

/// As [`in_single`], of two.
#[cfg(feature = "alloc")]
macro_rules! pairs_in_single {
    ([Clone + Num + PartialOrd] T) => {
        crate::ops::function::pairs_in_single!([FloatElement] T);
    };
    ([FloatElement] T) => {
        const SINGLE: bool = crate::kernels::sixteen::can_be::<T>();
        fn bits<'a>(
            &mut self,
            of: [&[u16]; 2],
            to: &'a mut [core::mem::MaybeUninit<u16>],
            is_half: bool,
        ) -> crate::storage::Full<'a, u16> {
            crate::expr::single::pairs(*self, of, to, is_half)
        }
    };
    ($bounds:tt $output:ident) => {};
}

#[cfg(feature = "alloc")]
pub(crate) use pairs_in_single;
pub(crate) use {computed, in_single, known_of_row};

/// The larger of two elements, NaN if one is, and the left one of equal ones (as -0 and 0 are).
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::eq_op)] // that is what NaN means for a type that is only known to compare
pub(crate) fn maximum<T: PartialOrd>(a: T, b: T) -> T {
    let other = match is_above(&b, &a, i16::MAX) {
        Some(it_is) => it_is,
        None => b > a || b != b,
    };
    if other { b } else { a }
}

/// The smaller of two elements, NaN if one is, and the left one of equal ones.
#[cfg_attr(not(debug_assertions), inline(always))]
#[allow(clippy::eq_op)] // as above
pub(crate) fn minimum<T: PartialOrd>(a: T, b: T) -> T {
    let other = match is_above(&a, &b, i16::MIN) {
        Some(it_is) => it_is,
        None => b < a || b != b,
    };
    if other { b } else { a }
}

/// By a function and its slope: of `f32` where that holds all that the type does, and of `f64` if not.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn through<T: Float>(x: T, single: fn(f32) -> f32, double: fn(f64) -> f64, slope: fn(f64) -> f64) -> T {
    // Of dual numbers both are known here: what goes through another type would have lost its slope.
    if let Some(Dual { value, slope: by }) = as_type::<T, Dual<f64>>(&x) {
        return same(Dual { value: double(value), slope: by * slope(value) });
    }
    if let Some(Dual { value, slope: by }) = as_type::<T, Dual<f32>>(&x) {
        return same(Dual { value: single(value), slope: by * slope(value.into()) as f32 });
    }
    let y = if size_of::<T>() <= size_of::<f32>() {
        x.to_f32().and_then(|x| T::from(single(x)))
    } else {
        x.to_f64().and_then(|x| T::from(double(x)))
    };
    y.expect("a float for every number")
}

/// `x` to the power of `y`: vectorised where `f32` holds both.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn pow<T: Float>(x: T, y: T) -> T {
    if is_single::<T>()
        && let (Some(x), Some(y)) = (x.to_f32(), y.to_f32())
        && let Some(z) = T::from(crate::kernels::simd_math::pow(x, y))
    {
        return z;
    }
    x.powf(y)
}

vectorised! {
    exp_m1 or fused_exp_m1 and exp_m1_double, x => x.exp_m1();
    ln_1p or fused_ln_1p and ln_1p_double, x => x.ln_1p();
    tanh or fused_tanh and tanh_double, x => x.tanh();
    sin and sin_double, x => x.sin();
    cos and cos_double, x => x.cos();
    tan and tan_double, x => x.tan();
    /// Only ever the exponential of what is not positive, which cannot overflow.
    sigmoid or fused_sigmoid, x => {
        let e = exp(-x.abs());
        (if x < T::zero() { e } else { T::one() }) / (T::one() + e)
    };
    silu or fused_silu, x => x * sigmoid(x);
    /// The nearest integer, and half to the even one.
    round and round_double, x => {
        let two = num::<T>(2.0);
        if (x - x.trunc()).abs() == num(0.5) { (x / two).round() * two } else { x.round() }
    };
    /// The error function.
    erf or fused_erf, x => through(x, libm::erff, libm::erf, |x| core::f64::consts::FRAC_2_SQRT_PI * libm::exp(-x * x));
    /// 1 less the error function, as exact where that is tiny.
    erfc, x => through(x, libm::erfcf, libm::erfc, |x| -core::f64::consts::FRAC_2_SQRT_PI * libm::exp(-x * x));
    /// By the complement, which has all digits where little is left of it.
    gelu or fused_gelu, x => num::<T>(0.5) * x * erfc(x * num(-core::f64::consts::FRAC_1_SQRT_2));
    log_sigmoid or fused_log_sigmoid and log_sigmoid_double, x => (if x < T::zero() { x } else { T::zero() }) - ln_1p(exp(-x.abs()));
    /// Beyond 20 it is the element itself, as far as floats can tell.
    softplus or fused_softplus and softplus_double, x => if x > num(20.0) { x } else { ln_1p(exp(x)) };
}
