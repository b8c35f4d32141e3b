//! `rearrange!`: axes split, put in another order, and merged, by their labels.

#[cfg(feature = "alloc")]
use core::marker::PhantomData;

#[cfg(feature = "alloc")]
use super::Copies;
#[cfg(feature = "alloc")]
use crate::kind::Kind;
#[cfg(feature = "alloc")]
use crate::shape::layout::Layout;
#[cfg(feature = "alloc")]
use crate::shape::{Shape, run_time};
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
#[cfg(feature = "alloc")]
use crate::view::{Arrangement, View, rearranged};

/// The elements in the order of a result with merged axes, copied; the types have been compared.
#[cfg(feature = "alloc")]
pub fn merged<T: Clone, S: Shape, Y: Layout<S>, O: Shape, M: Shape, K: Kind<T>>(
    x: View<'_, T, S, Y, K>,
    arrangement: &Arrangement,
    known: &[Option<usize>],
    all: PhantomData<O>,
    _: PhantomData<M>,
) -> Tensor<T, M, K> {
    let view = rearranged(x, arrangement, known, all, all);
    let shape = run_time::shape(&arrangement.merged(view.shape()));
    Tensor::made(view.to_tensor().into_storage(), shape)
}

/// Axes split, put in another order, and merged, by their labels: `rearrange!(x; b c h w -> b (c h w))`. The einops library's
/// `rearrange(x, "b c h w -> b (c h w)")`.
///
/// A label stands for an axis; several in parentheses for one axis of which they are parts, the last one innermost. Each label is once on
/// either side. Where an axis is split, the sizes of all parts but one are given behind a second semicolon. `..` in front stands for
/// any leading axes.
///
/// | | |
/// |---|---|
/// | `rearrange!(x; b h w c -> b c h w)` | a [`View`](crate::View): axes in another order. O(1), no copy |
/// | `rearrange!(x; b t (h d) -> b h t d; h = 8)` | a `View`: an axis split. O(1), no copy |
/// | `rearrange!(x; b c h w -> b (c h w))` | a [`Tensor`](crate::Tensor): axes merged. Copies the elements |
/// | `rearrange!(x; b (h p) (w q) c -> b (h w) (p q c); p = 4, q = 4)` | a `Tensor`: patches of 4 by 4. Copies |
///
/// So a result with parentheses is a new tensor, and one without is a view. (Axes next to each other, of elements that lie row by row,
/// are merged without a copy by [`flatten_axes`](crate::AxisMerges::flatten_axes).)
///
/// ```
/// use shaped::{prelude::*, rearrange};
/// let pixels: Tensor<f32, shape![2, 8, 12, 3]> = Tensor::arange();
/// let patches: Tensor<f32, shape![2, 6, 48]> = rearrange!(pixels; b (h p) (w q) c -> b (h w) (p q c); p = 4, q = 4);
/// assert_eq!(patches[[0, 1, 0]], pixels[[0, 0, 4, 0]]);
/// let channels_first = rearrange!(pixels; b h w c -> b c h w);
/// assert_eq!(channels_first.sizes(), [2, 3, 8, 12]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{prelude::*, rearrange};
/// let pixels: Tensor<f32, shape![2, 8, 12, 3]> = Tensor::arange();
/// rearrange!(pixels; b (h p) (w q) c -> b (h w) (p q c); p = 3, q = 4);
/// ```
///
/// A given size is a number, a constant in braces, or the name of a type that is a size. Code generic over sizes needs no bound
/// for axes in another order; for merged axes it names [`MergeAxes`](crate::MergeAxes), for split ones [`SplitAxis`](crate::SplitAxis).
#[macro_export]
macro_rules! rearrange {
    ($x:expr; $($pattern:tt)+) => { $crate::__rearrange!(@from [] ($x) $($pattern)+) };
    ($($other:tt)*) => {
        compile_error!("rearrange: a pattern is written `rearrange!(x; b (h p) c -> b h (p c); p = 4)`: the operand, its axes, an arrow, the axes of the result, and sizes of parts")
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __rearrange {
    // The axes of both sides, each a list of labels.
    (@from [] $x:tt .. $($rest:tt)*) => { $crate::__rearrange!(@from [[__Leading]] $x $($rest)*) };
    (@from [$($axis:tt)*] $x:tt -> $($rest:tt)*) => { $crate::__rearrange!(@to [$($axis)*] [] [view] $x $($rest)*) };
    (@from [$($axis:tt)*] $x:tt ($($label:ident)+) $($rest:tt)*) => {
        $crate::__rearrange!(@from [$($axis)* [$($label)+]] $x $($rest)*)
    };
    (@from [$($axis:tt)*] $x:tt $a:ident $b:ident $c:ident $($rest:tt)*) => {
        $crate::__rearrange!(@from [$($axis)* [$a] [$b] [$c]] $x $($rest)*)
    };
    (@from [$($axis:tt)*] $x:tt $label:ident $($rest:tt)*) => {
        $crate::__rearrange!(@from [$($axis)* [$label]] $x $($rest)*)
    };
    (@to $from:tt [] $kind:tt $x:tt .. $($rest:tt)*) => { $crate::__rearrange!(@to $from [[__Leading]] $kind $x $($rest)*) };
    (@to $from:tt [$($axis:tt)*] [$kind:ident $($group:tt)*] $x:tt ($($label:ident)+) $($rest:tt)*) => {
        $crate::__rearrange!(@to $from [$($axis)* [$($label)+]] [copy $($group)* [$($label)+]] $x $($rest)*)
    };
    (@to $from:tt [$($axis:tt)*] $kind:tt $x:tt $a:ident $b:ident $c:ident $($rest:tt)*) => {
        $crate::__rearrange!(@to $from [$($axis)* [$a] [$b] [$c]] $kind $x $($rest)*)
    };
    (@to $from:tt [$($axis:tt)*] $kind:tt $x:tt $label:ident $($rest:tt)*) => {
        $crate::__rearrange!(@to $from [$($axis)* [$label]] $kind $x $($rest)*)
    };
    (@to [$([$($from:ident)+])*] [$([$($to:ident)+])*] $kind:tt $x:tt $(; $($given:ident = $size:tt),* $(,)?)?) => {
        $crate::__rearrange!(@distinct [] [$($($from)+)*] [$($($to)+)*] [$($($given)*)?]
            { [$([$($from)+])*] [$([$($to)+])*] $kind $x [$($([$given $size])*)?] })
    };
    // Each label once on the left.
    (@distinct [$($seen:ident)*] [$next:ident $($rest:ident)*] $to:tt $given:tt $all:tt) => {{
        macro_rules! __is {
            $( ($seen) => { compile_error!(concat!("rearrange: label `", stringify!($next), "` is twice on the left")) }; )*
            ($next) => { $crate::__rearrange!(@distinct [$($seen)* $next] [$($rest)*] $to $given $all) };
        }
        __is!($next)
    }};
    (@distinct $seen:tt [] $to:tt $given:tt $all:tt) => { $crate::__rearrange!(@known $seen [] $to $given $all) };
    // Each label of the right is one of the left, once.
    (@known [$($seen:ident)*] [$($done:ident)*] [$next:ident $($rest:ident)*] $given:tt $all:tt) => {{
        macro_rules! __once {
            () => { $crate::__rearrange!(@known [$($seen)*] [$($done)* $next] [$($rest)*] $given $all) };
        }
        macro_rules! __is {
            $( ($done) => { compile_error!(concat!("rearrange: label `", stringify!($next), "` is twice on the right")) }; )*
            $( ($seen) => { __once!() }; )*
            ($next) => { compile_error!(concat!("rearrange: label `", stringify!($next), "` of the right is not on the left")) };
        }
        __is!($next)
    }};
    // None of the left is missing.
    (@known [$($seen:ident)*] $done:tt [] $given:tt $all:tt) => {{
        $( $crate::__rearrange!(@in $seen $done); )*
        $crate::__rearrange!(@given [$($seen)*] $given $all)
    }};
    (@in $next:ident [$($done:ident)*]) => {
        const _: () = {
            macro_rules! __is {
                $( ($done) => {}; )*
                ($next) => {
                    compile_error!(concat!(
                        "rearrange: label `", stringify!($next), "` is not on the right; to reduce its axis, call `sum` or the like"
                    ));
                };
            }
            __is!($next);
        };
    };
    // The sizes that are given are of labels on the left.
    (@given [$($seen:ident)*] [$next:ident $($rest:ident)*] $all:tt) => {{
        macro_rules! __known {
            () => { $crate::__rearrange!(@given [$($seen)*] [$($rest)*] $all) };
        }
        macro_rules! __is {
            $( ($seen) => { __known!() }; )*
            ($next) => {
                compile_error!(concat!("rearrange: a size is given for label `", stringify!($next), "`, which is not in the pattern"))
            };
        }
        __is!($next)
    }};
    (@given $seen:tt [] { $from:tt $to:tt $kind:tt $x:tt [$([$given:ident $size:tt])*] }) => {
        $crate::__rearrange!(@axes $seen [$($given)*] [] $from { $from $to $kind $x [$([$given $size])*] }
            [__A __B __C __D __E __F __G __H __I __J __K __L __M __N __O __P])
    };
    // The type of each axis on the left: the label itself, or a parameter that is split.
    (@axes $seen:tt $given:tt [$($done:tt)*] [[__Leading] $($rest:tt)*] $all:tt $names:tt) => {
        $crate::__rearrange!(@axes $seen $given [$($done)* {one __Leading}] [$($rest)*] $all $names)
    };
    (@axes $seen:tt $given:tt [$($done:tt)*] [[$label:ident] $($rest:tt)*] $all:tt $names:tt) => {
        $crate::__rearrange!(@axes $seen $given [$($done)* {one $label}] [$($rest)*] $all $names)
    };
    (@axes $seen:tt $given:tt $done:tt [[$($label:ident)+] $($rest:tt)*] $all:tt [$name:ident $($names:tt)*]) => {
        $crate::__rearrange!(@parts [$($label)+] [] [] {
            $seen $given $done [$($rest)*] $all [$($names)*] $name [$($label)+]
        } $given)
    };
    // The parts whose sizes are given, and the one whose size is not.
    (@parts [$next:ident $($rest:ident)*] [$($known:ident)*] [$($unknown:ident)*] $all:tt [$($given:ident)*]) => {{
        macro_rules! __known {
            () => { $crate::__rearrange!(@parts [$($rest)*] [$($known)* $next] [$($unknown)*] $all [$($given)*]) };
        }
        macro_rules! __is {
            $( ($given) => { __known!() }; )*
            ($next) => { $crate::__rearrange!(@parts [$($rest)*] [$($known)*] [$($unknown)* $next] $all [$($given)*]) };
        }
        __is!($next)
    }};
    (@parts [] $known:tt [$one:ident $two:ident $($more:ident)*] $all:tt $given:tt) => {
        compile_error!(concat!(
            "rearrange: the sizes of `", stringify!($one), "` and `", stringify!($two), "` are both open: give one of them, as in `; ",
            stringify!($two), " = 4`"
        ))
    };
    (@parts [] $known:tt $unknown:tt { $seen:tt $given:tt [$($done:tt)*] $rest:tt $all:tt $names:tt $name:ident $labels:tt } $again:tt) => {
        $crate::__rearrange!(@axes $seen $given [$($done)* {split $name $known $unknown $labels}] $rest $all $names)
    };
    (@axes $seen:tt $given:tt $axes:tt [] $all:tt $names:tt) => { $crate::__rearrange!(@collect [] [[] []] $axes $seen $all) };
    // The axes' types, and the parameters among them with what they are split into.
    (@collect [$($types:tt)*] $splits:tt [{one $label:ident} $($rest:tt)*] $seen:tt $all:tt) => {
        $crate::__rearrange!(@collect [$($types)* $label] $splits [$($rest)*] $seen $all)
    };
    (@collect [$($types:tt)*] [[$($whole:tt)*] $part:tt] [{split $name:ident $known:tt [] $labels:tt} $($rest:tt)*] $seen:tt $all:tt) => {
        $crate::__rearrange!(@collect [$($types)* $name] [[$($whole)* { $name $known }] $part] [$($rest)*] $seen $all)
    };
    (@collect [$($types:tt)*] [$whole:tt [$($part:tt)*]] [{split $name:ident $known:tt [$unknown:ident] $labels:tt} $($rest:tt)*] $seen:tt $all:tt) => {
        $crate::__rearrange!(@collect [$($types)* $name] [$whole [$($part)* { $name $known $unknown }]] [$($rest)*] $seen $all)
    };
    (@collect $types:tt $splits:tt [] [__Leading $($seen:ident)*] $all:tt) => {
        $crate::__rearrange!(@kind $types $splits [__Leading] [$($seen)*] $all)
    };
    (@collect $types:tt $splits:tt [] $seen:tt $all:tt) => { $crate::__rearrange!(@kind $types $splits [] $seen $all) };
    // A view, or a tensor with merged axes, each with a parameter for its size.
    (@kind $types:tt $splits:tt $lead:tt $seen:tt { $from:tt [$([$($to:ident)+])*] [view] $x:tt $given:tt }) => {
        $crate::__rearrange!(@write $types $splits $lead $seen $from [$([$($to)+])*] $x $given
            [$($($to)+)*] [] [$crate::__private::rearranged])
    };
    (@kind $types:tt $splits:tt $lead:tt $seen:tt { $from:tt $to:tt [copy $($group:tt)+] $x:tt $given:tt }) => {
        $crate::__rearrange!(@group [] [] $to { $types $splits $lead $seen $from $to $x $given }
            [__MA __MB __MC __MD __ME __MF __MG __MH __MI __MJ __MK __ML __MM __MN __MO __MP])
    };
    (@group [$($result:ident)*] $groups:tt [[$label:ident] $($rest:tt)*] $all:tt $names:tt) => {
        $crate::__rearrange!(@group [$($result)* $label] $groups [$($rest)*] $all $names)
    };
    (@group [$($result:ident)*] [$($group:tt)*] [[$($label:ident)+] $($rest:tt)*] $all:tt [$name:ident $($names:ident)*]) => {
        $crate::__rearrange!(@group [$($result)* $name] [$($group)* { $name [$($label)+] }] [$($rest)*] $all [$($names)*])
    };
    (@group $result:tt $groups:tt [] { $types:tt $splits:tt $lead:tt $seen:tt $from:tt $to:tt $x:tt $given:tt } $names:tt) => {
        $crate::__rearrange!(@write $types $splits $lead $seen $from $to $x $given $result $groups [$crate::__private::merged])
    };
    // The function has no bounds, which an error would show: what is asked of the sizes is asked of each where it is.
    (@write [$($types:ident)*] [[$({ $name:ident [$($whole:ident)*] })*] [$({ $part:ident [$($known:ident)*] $unknown:ident })*]] [$($lead:ident)?] [$($seen:ident)*]
        [$([$($from:ident)+])*] [$([$($to:ident)+])*] ($x:expr) [$([$given:ident $size:tt])*]
        [$($result:ident)*] [$({ $merged:ident [$($group:ident)+] })*] [$($make:tt)*]) => {{
        $( $crate::__declare!($seen); )*
        type __Names = $crate::__rearrange!(@names [$([$($from)+])*]);
        const LABELS: &[&str] = &[$(stringify!($seen)),*];
        const ARRANGEMENT: &$crate::__private::Arrangement = &$crate::__private::Arrangement::new(
            LABELS,
            &[$(&[$(stringify!($from)),+]),*],
            &[$(&[$(stringify!($to)),+]),*],
        );
        #[allow(non_camel_case_types, clippy::type_complexity, clippy::extra_unused_type_parameters)]
        fn __sizes<$($lead,)? $($seen,)* $($name,)* $($part,)* $($merged,)*>(
            $(_: ::core::marker::PhantomData<$given>,)*
        ) -> (
            ::core::marker::PhantomData<($crate::__sizes!($($types)*), __Names)>,
            ($(::core::marker::PhantomData<($name, $crate::__sizes!($($whole)*))>,)*),
            ($(::core::marker::PhantomData<($part, $crate::__sizes!($($known)*), $unknown)>,)*),
            ($(::core::marker::PhantomData<($crate::__sizes!($($group)+), $merged)>,)*),
            ::core::marker::PhantomData<($($seen,)*)>,
            ::core::marker::PhantomData<$crate::__sizes!($($($to)+)*)>,
            ::core::marker::PhantomData<$crate::__sizes!($($result)*)>,
        ) {
            ::core::default::Default::default()
        }
        #[allow(non_camel_case_types)]
        fn __known<$($seen: $crate::Size),*>(
            _: ::core::marker::PhantomData<($($seen,)*)>,
        ) -> [::core::option::Option<usize>; LABELS.len()] {
            [$(<$seen as $crate::Size>::KNOWN),*]
        }
        #[allow(unused_imports)]
        use $crate::Operand as _;
        #[allow(non_snake_case)]
        let (axes, ($($name,)*), ($($part,)*), ($($merged,)*), labels, all, result) =
            __sizes($(::core::marker::PhantomData::<$crate::__rearrange!(@size $size)>),*);
        match $crate::__private::Labelling::labelled(axes, $x.view()) {
            x => {
                $( $crate::__private::SplitInto::split($name); )*
                $( <() as $crate::__private::Splits<_, _, _>>::split($part); )*
                $( <() as $crate::__private::Merges<_, _, _, _>>::merge($merged); )*
                // By itself, so that of a result that is expected to be another the whole line is marked, and not an argument here.
                #[allow(clippy::let_and_return)]
                let made = $($make)*(x, ARRANGEMENT, &__known(labels), all, result);
                made
            }
        }
    }};
    (@size { $($size:tt)+ }) => { $crate::dim!({ $($size)+ }) };
    (@size $size:literal) => { $crate::dim!($size) };
    (@size $size:ty) => { $size };
    // The names of the axes, for errors: of parts, a tuple.
    (@names [[__Leading] $($axis:tt)*]) => { $crate::__rearrange!(@names $crate::__private::AnyLeading; $($axis)*) };
    (@names [$($axis:tt)*]) => { $crate::__rearrange!(@names (); $($axis)*) };
    (@names $acc:ty;) => { $acc };
    (@names $acc:ty; [$label:ident] $($rest:tt)*) => { $crate::__rearrange!(@names ($acc, $crate::__label!($label)); $($rest)*) };
    (@names $acc:ty; [$($label:ident)+] $($rest:tt)*) => {
        $crate::__rearrange!(@names ($acc, ($($crate::__label!($label),)+)); $($rest)*)
    };
    ($($other:tt)*) => {
        compile_error!("rearrange: a pattern is written `rearrange!(x; b (h p) c -> b h (p c); p = 4)`: the operand, its axes, an arrow, the axes of the result, and sizes of parts")
    };
}
