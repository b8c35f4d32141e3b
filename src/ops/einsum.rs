//! `einsum!`: sums of products over labelled axes.
//!
//! The macro reads the pattern, finds out which labels there are (each label is tried against those before by a local macro whose
//! rules are the labels themselves), and writes a function whose type parameters are the labels. The compiler does the rest.

use core::marker::PhantomData;
use core::ops::Mul;

use num_traits::Zero;

use super::einsum_back::EinsumBack;
use crate::expr::contract::contract;
pub(crate) use crate::expr::contract::{Pattern, Source};
use crate::kind::Kind;
use crate::shape::diagnostics::{Labelled, LabelledBy, OneLabelEach};
use crate::shape::{Shape, run_time};
use crate::tensor::Tensor;
use crate::view::Operand;

/// Runs a pattern on its operands; the types have been compared.
pub fn einsum<T, K: Kind<T>, S: Shape, const N: usize>(
    sources: [Source<'_, T, K::Note>; N],
    _: PhantomData<K>,
    _: PhantomData<S>,
    pattern: &'static Pattern,
) -> Tensor<T, S, K>
where
    T: Clone + Zero + Mul<Output = T> + 'static,
{
    let shape: S = run_time::shape(&pattern.sizes(&sources));
    let back = EinsumBack { pattern, dims: &sources.map(|source| source.dims()), out: shape.dims() };
    Tensor::made(K::apply_op(sources, shape, |sources: [_; N]| contract(&sources, pattern), back), shape)
}

/// Sums of products over labelled axes: `einsum!(b h q d, b h k d -> b h q k; q, k)`. NumPy's and PyTorch's
/// `einsum("bhqd,bhkd->bhqk", q, k)`.
///
/// Each operand has a list of labels, one for each axis, and so has the result, behind the arrow. Axes of one label have one size;
/// a label that is not in the result is summed over, and one that an operand has twice walks its diagonal. Labels are letters or
/// words. `..` in front stands for any leading axes, the same in all operands that have it. One to eight operands, of any kind and
/// layout, borrowed (`&x`) or not; the result is a new [`Tensor`](crate::Tensor).
///
/// | | |
/// |---|---|
/// | `einsum!(i k, k j -> i j; a, b)` | matrix product |
/// | `einsum!(b i k, b k j -> b i j; a, b)` | a stack of them |
/// | `einsum!(i, j -> i j; x, y)` | outer product |
/// | `einsum!(i i -> ; a)` | trace, a tensor of shape `[]` |
/// | `einsum!(i i -> i; a)` | diagonal |
/// | `einsum!(i j -> j i; a)` | transpose, copied |
/// | `einsum!(b i, o i j, b j -> b o; x, w, y)` | bilinear form |
/// | `einsum!(.. t d, d o -> .. t o; x, w)` | a linear map under any leading axes |
///
/// Code generic over sizes needs no bound:
///
/// ```
/// use shaped::{einsum, prelude::*};
/// fn scores<B: Size, H: Size, Q: Size, K: Size, D: Size>(
///     q: &Tensor<f32, shape![B, H, Q, D]>,
///     k: &Tensor<f32, shape![B, H, K, D]>,
/// ) -> Tensor<f32, shape![B, H, Q, K]> {
///     einsum!(b h q d, b h k d -> b h q k; q, k)
/// }
/// let (q, k) = (Tensor::<f32, shape![1, 2, 3, 4]>::ones(), Tensor::<f32, shape![1, 2, 5, 4]>::ones());
/// assert_eq!(scores(&q, &k), Tensor::full(4.0));
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{einsum, prelude::*};
/// let (q, k) = (Tensor::<f32, shape![1, 2, 3, 4]>::ones(), Tensor::<f32, shape![1, 2, 5, 8]>::ones());
/// einsum!(b h q d, b h k d -> b h q k; q, k);
/// ```
///
/// Cost: operands are read where they lie, with no copy. One or two operands allocate the result only; each further one
/// allocates the product of those before it, in order from the left. `f32` and `f64` go to the kernels of `matmul` where the
/// labels make matrices.
///
/// # Panics
/// If axes of one label are named axes (`axis!`) whose sizes differ at run time.
#[macro_export]
macro_rules! einsum {
    ($($($label:ident)*),+ -> $($out:ident)* ; $($x:expr),+ $(,)?) => {
        $crate::__einsum!(@distinct [] [] [$($($label)*)*] { [$([$($label)*])+] [$($out)*] [$(($x))+] })
    };
    ($($pattern:tt)+) => { $crate::__einsum!(@operands [] [] $($pattern)+) };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __einsum {
    // The labels of the operands, and those of the result.
    (@operands [$($done:tt)*] [] .. $($rest:tt)*) => { $crate::__einsum!(@operands [$($done)*] [__Leading] $($rest)*) };
    (@operands [$($done:tt)*] [$($now:tt)*] , $($rest:tt)*) => {
        $crate::__einsum!(@operands [$($done)* [$($now)*]] [] $($rest)*)
    };
    (@operands [$($done:tt)*] [$($now:tt)*] -> $($rest:tt)*) => {
        $crate::__einsum!(@result [$($done)* [$($now)*]] [] $($rest)*)
    };
    (@operands [$($done:tt)*] [$($now:tt)*] $label:ident $($rest:tt)*) => {
        $crate::__einsum!(@operands [$($done)*] [$($now)* $label] $($rest)*)
    };
    (@result $in:tt [] .. $($rest:tt)*) => { $crate::__einsum!(@result $in [__Leading] $($rest)*) };
    (@result $in:tt [$($now:tt)*] $label:ident $($rest:tt)*) => { $crate::__einsum!(@result $in [$($now)* $label] $($rest)*) };
    (@result [$([$($label:tt)*])*] $out:tt ; $($x:expr),+ $(,)?) => {
        $crate::__einsum!(@distinct [] [] [$($($label)*)*] { [$([$($label)*])*] $out [$(($x))+] })
    };
    // Each label once, in order; `..` apart.
    (@distinct $seen:tt $lead:tt [__Leading $($rest:tt)*] $all:tt) => {
        $crate::__einsum!(@distinct $seen [__Leading] [$($rest)*] $all)
    };
    (@distinct [$($seen:ident)*] $lead:tt [$next:ident $($rest:tt)*] $all:tt) => {{
        macro_rules! __again {
            () => { $crate::__einsum!(@distinct [$($seen)*] $lead [$($rest)*] $all) };
        }
        macro_rules! __is {
            $( ($seen) => { __again!() }; )*
            ($next) => { $crate::__einsum!(@distinct [$($seen)* $next] $lead [$($rest)*] $all) };
        }
        __is!($next)
    }};
    (@distinct $seen:tt $lead:tt [] { $in:tt [$($out:tt)*] $x:tt }) => {
        $crate::__einsum!(@known $seen $lead [] [$($out)*] { $in [$($out)*] $x })
    };
    // Each label of the result is one of them, and is there once.
    (@known $seen:tt [] $named:tt [__Leading $($rest:tt)*] $all:tt) => {
        compile_error!("einsum: `..` of the result is in no operand")
    };
    (@known $seen:tt $lead:tt $named:tt [__Leading $($rest:tt)*] $all:tt) => {
        $crate::__einsum!(@known $seen $lead $named [$($rest)*] $all)
    };
    (@known [$($seen:ident)*] $lead:tt [$($named:ident)*] [$next:ident $($rest:tt)*] $all:tt) => {{
        macro_rules! __once {
            () => { $crate::__einsum!(@known [$($seen)*] $lead [$($named)* $next] [$($rest)*] $all) };
        }
        macro_rules! __is {
            $( ($named) => { compile_error!(concat!("einsum: label `", stringify!($next), "` is twice in the result")) }; )*
            $( ($seen) => { __once!() }; )*
            ($next) => { compile_error!(concat!("einsum: label `", stringify!($next), "` of the result is in no operand (labels stand apart, `i j` and not `ij`)")) };
        }
        __is!($next)
    }};
    // A name for each operand and its type.
    (@known $seen:tt $lead:tt $named:tt [] { [$($in:tt)*] $out:tt $x:tt }) => {
        $crate::__einsum!(@number $seen $lead $out [] [$($in)*] $x
            [(__A __NamesOfA a) (__B __NamesOfB b) (__C __NamesOfC c) (__D __NamesOfD d)
             (__E __NamesOfE e) (__F __NamesOfF f) (__G __NamesOfG g) (__H __NamesOfH h)])
    };
    (@number $seen:tt $lead:tt $out:tt [$($done:tt)*] [$labels:tt $($in:tt)*] [$x:tt $($xs:tt)*] [$name:tt $($names:tt)*]) => {
        $crate::__einsum!(@number $seen $lead $out [$($done)* {$labels $x $name}] [$($in)*] [$($xs)*] [$($names)*])
    };
    (@number $seen:tt $lead:tt $out:tt $done:tt [] [] $names:tt) => { $crate::__einsum!(@write $seen $lead $out $done) };
    (@number $seen:tt $lead:tt $out:tt $done:tt $in:tt $x:tt []) => {
        compile_error!("einsum: at most eight operands")
    };
    (@number $seen:tt $lead:tt $out:tt $done:tt $in:tt [] $names:tt) => {
        compile_error!("einsum: the pattern has more lists of labels than there are operands")
    };
    (@number $seen:tt $lead:tt $out:tt $done:tt [] $x:tt $names:tt) => {
        compile_error!("einsum: the pattern has fewer lists of labels than there are operands")
    };
    // Labels become types of their own, for the errors; outside the function, in which the same labels are its parameters. It has no
    // bounds, which an error would show: sizes are compared where each operand is taken.
    (@write [$($label:ident)*] [$($lead:ident)?] [$($out:ident)*] [$({ [$($in:ident)*] ($x:expr) ($X:ident $Names:ident $arg:ident) })+]) => {{
        $( $crate::__declare!($label); )*
        $( type $Names = $crate::__names!($($in)*); )+
        const PATTERN: &$crate::__private::Pattern = &$crate::__private::Pattern::new(
            &[$(stringify!($label)),*],
            &[$(&[$(stringify!($in)),*]),+],
            &[$(stringify!($out)),*],
        );
        #[allow(non_camel_case_types, clippy::type_complexity)]
        fn __sizes<__T, $($lead,)? $($label),*>() -> (
            $(::core::marker::PhantomData<(__T, $crate::__sizes!($($in)*), $Names)>,)+
            ::core::marker::PhantomData<$crate::__sizes!($($out)*)>,
        ) {
            ::core::default::Default::default()
        }
        let ($($arg,)+ result) = __sizes();
        let kind = ::core::marker::PhantomData;
        match ($($crate::__private::Contracted::contracted($arg, kind, $x),)+) {
            ($($arg,)+) => $crate::__private::einsum([$($arg.source()),+], kind, result, PATTERN),
        }
    }};
    ($($other:tt)*) => {
        compile_error!("einsum: a pattern is written `einsum!(i k, k j -> i j; a, b)`: labels, an arrow, labels of the result, a semicolon, operands")
    };
}

/// An element of which products are summed: by `einsum!`, matrices, convolutions.
#[diagnostic::on_unimplemented(
    message = "products of `{Self}` cannot be summed",
    label = "this needs `+` and `*`: floats, integers, `Complex`; a generic type of elements is `T: num_traits::Float`, or `T: num_traits::Num + Clone + 'static`"
)]
pub trait Summand: Clone + Zero + Mul<Output = Self> + 'static {}
#[diagnostic::do_not_recommend]
impl<T: Clone + Zero + Mul<Output = T> + 'static> Summand for T {}

/// An operand of `einsum!`: its elements are `T`, and its axes have these sizes, by these names.
pub trait Contracted<T, Sizes, Names>: Operand + Sized {
    /// The operand, what its elements are, and how it is computed. (What the others say comes first, so that it is this one that differs.)
    fn contracted<K: Kind<T> + Kind<Self::Elem>>(
        _: PhantomData<(T, Sizes, Names)>,
        _: PhantomData<K>,
        x: Self,
    ) -> OperandOf<T, <K as Kind<T>>::Note, Self>
    where
        Self::Kind: SameKind<K>;
}

/// An operand whose elements are `T`, and which knows an `N`.
pub struct OperandOf<T, N, X> {
    operand: X,
    source: fn(&X) -> Source<'_, T, N>,
}

impl<T, N, X> OperandOf<T, N, X> {
    /// The operand, without its type.
    pub fn source(&self) -> Source<'_, T, N> {
        (self.source)(&self.operand)
    }
}

impl<T: Summand, X: Operand<Elem: SameElement<T>>, Sizes, Names: Labelled, Q> Contracted<T, Sizes, Names> for X
where
    <X::Shape as Shape>::Rank: OneLabelEach<Names::Count, Names::Shown, <X::Shape as Shape>::Shown, Checked = Q>,
    X::Shape: LabelledBy<Sizes, Names, Names::Shown, <X::Shape as Shape>::Shown, Q>,
{
    fn contracted<K: Kind<T> + Kind<X::Elem>>(
        _: PhantomData<(T, Sizes, Names)>,
        _: PhantomData<K>,
        x: Self,
    ) -> OperandOf<T, <K as Kind<T>>::Note, Self>
    where
        X::Kind: SameKind<K>,
    {
        OperandOf {
            operand: x,
            source: |x| <X::Elem as SameElement<T>>::same::<K>(<X::Kind as SameKind<K>>::same(Source::of(x))),
        }
    }
}

/// All operands are of one kind.
#[diagnostic::on_unimplemented(
    message = "operands of `einsum!` are of kind `{K}` and of kind `{Self}`",
    label = "this is of kind `{Self}`, and what stands before of kind `{K}`",
    note = "`tape.input(&y)`, or `trace.constant(&y)` in a trace, makes an eager tensor a constant"
)]
pub trait SameKind<K>: Sized {
    /// The same operand.
    fn same<T>(source: Source<'_, T, <Self as Kind<T>>::Note>) -> Source<'_, T, <K as Kind<T>>::Note>
    where
        Self: Kind<T>,
        K: Kind<T>;
}

#[diagnostic::do_not_recommend]
impl<K> SameKind<K> for K {
    fn same<T>(source: Source<'_, T, <K as Kind<T>>::Note>) -> Source<'_, T, <K as Kind<T>>::Note>
    where
        K: Kind<T>,
    {
        source
    }
}

/// All operands have elements of one type.
#[diagnostic::on_unimplemented(
    message = "cannot multiply elements of type `{T}` by elements of type `{Self}`",
    label = "the elements here are `{Self}`, and `{T}` elsewhere",
    note = "elements are never converted by themselves: `x.map(f64::from)`"
)]
pub trait SameElement<T>: Sized {
    /// The same operand.
    fn same<K: Kind<Self> + Kind<T>>(
        source: Source<'_, Self, <K as Kind<Self>>::Note>,
    ) -> Source<'_, T, <K as Kind<T>>::Note>;
}

#[diagnostic::do_not_recommend]
impl<T> SameElement<T> for T {
    fn same<K: Kind<T>>(source: Source<'_, T, K::Note>) -> Source<'_, T, K::Note> {
        source
    }
}
