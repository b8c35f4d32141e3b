//! `part!`, NumPy's brackets: parts of several axes in one call.
//!
//! Up to its end a part is taken first ([`UpTo`]), so that the compiler compares that with the axis; then the start is within.

use super::View;
use super::narrow::narrowed;
use super::parts::Cut;
use crate::kind::Kind;
use crate::shape::layout::Layout;
use crate::shape::narrow::Narrow;
use crate::shape::run_time;
use crate::shape::size::StaticSize;

/// What `part!` takes a part of: all places of an axis before the `D`th.
pub trait UpTo<A, D> {
    /// The part.
    type Part;
    /// Takes it. (What it is taken of comes last: when the compiler comes to that, it knows the rest, and finds what does not hold once.)
    #[track_caller]
    fn up_to(axis: A, size: D, of: Self) -> Self::Part;
}

impl<'a, T, S: Narrow<A, D>, Y: Layout<S>, K: Kind<T>, A, D: StaticSize> UpTo<A, D> for View<'a, T, S, Y, K> {
    type Part = View<'a, T, S::Output, Cut<S::Outer, S, Y, S::Output>, K>;
    #[inline]
    #[track_caller]
    fn up_to(_axis: A, _size: D, of: Self) -> Self::Part {
        let place = const { S::PLACE };
        let sizes = narrowed(of.shape().dims().sizes, S::NUMBER, place, 0, D::SIZE);
        of.starting_at::<S::Outer, _>(place, 0, run_time::shape(&sizes), |strides| strides)
    }
}

/// A part of a tensor over several axes, outermost first, as NumPy's and PyTorch's `x[1:3, :, 0:8:2]`: a view of static sizes, O(1), no copy. With
/// `mut` it is a [`PartMut`](crate::PartMut), to be written: `x[:, 3] = y` is `part!(mut x; .., 3).copy_from(&y)`.
///
/// | for an axis | |
/// |---|---|
/// | `..` | all of it; axes that are not named stay, too |
/// | `1..3`, `..3`, `1..` | from 1 on, before 3; both are literals, constants in braces, or names of constants |
/// | `0..8; 2` | in steps of 2, between both ends |
/// | `3`, `i`, `{ i + 1 }` | what is at this place, a `usize` of the program's: the axis goes |
///
/// The last place is `{ x.size(Axis::<0>) - 1 }`. An end before the start gives no elements, as in NumPy. Each is the method that it stands for, `narrow`, `slice`, `split_at` or `index_axis`, with its panics. Steps that go on to an end that is
/// not written, and `1..` of what is to be changed, are those methods' own. A variable in a range is no size (E0435): how many there are has a name then, `axis!(Seq)`, and
/// `x.narrow_with(Axis::<0>, 2, Seq(n))` is `x[2:2 + n]`.
///
/// ```
/// use shaped::prelude::*;
/// let x: Tensor<i32, shape![3, 4, 5]> = Tensor::arange();
/// let y: View<i32, shape![2, 4, 3], _> = part!(x; 1..3, .., 0..5; 2);
/// assert_eq!((y.sizes(), y[[1, 3, 2]]), ([2, 4, 3], 59));
/// let last = 3;
/// assert_eq!(part!(x; 2, last, 3..).to_tensor(), tensor![58, 59]);
///
/// let mut cache: Tensor<i32, shape![2, 3, 2]> = Tensor::zeros();
/// part!(mut cache; .., 1).copy_from(&tensor![7, 8]);
/// assert_eq!(part!(cache; 1).to_tensor(), tensor![[0, 0], [7, 8], [0, 0]]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// let x: Tensor<i32, shape![3, 4]> = Tensor::zeros();
/// part!(x; .., 2..5); // the axis has 4
/// ```
#[macro_export]
macro_rules! part {
    ($x:ident $(. $field:ident)* [$($axes:tt)+]) => {
        compile_error!("a part is written `part!(x; 0, 1..3)`: the tensor, a semicolon, and a place or a range for each axis")
    };
    (mut $x:expr; $($axes:tt)+) => { $crate::part!(@ [$crate::OperandMut::to_view_mut(&mut $x).part()] [0] $($axes)+) };

    (@ [$x:expr] [$axis:expr]) => { $x };
    (@ [$x:expr] [$axis:expr] , $($axes:tt)*) => { $crate::part!(@ [$x] [$axis] $($axes)*) };

    (@ [$x:expr] [$axis:expr] : $($rest:tt)*) => {
        compile_error!("all of an axis is `..`, and some places are `2..5`: Rust has no `:` here")
    };
    (@ [$x:expr] [$axis:expr] $($start:literal)? .. ; $($rest:tt)*) => {
        compile_error!("in steps both ends are written, as in `part!(x; 0..8; 2)`")
    };
    (@ [$x:expr] [$axis:expr] :: $($rest:tt)*) => {
        compile_error!("a step stands behind both ends, as in `part!(x; 0..8; 2)`; backwards it is `x.flip(Axis::<0>)`")
    };
    (@ [$x:expr] [$axis:expr] - $($rest:tt)*) => {
        compile_error!("places count from 0, and none from the end: the last one is the size less 1, 7 where the size is 8")
    };
    (@ [$x:expr] [$axis:expr] $($start:literal)? .. - $($rest:tt)*) => {
        compile_error!("an end counts from 0, and not from the end: all but the last one are `..7` where the size is 8")
    };
    (@ [$x:expr] [$axis:expr] $start:ident .. - $($rest:tt)*) => {
        compile_error!("an end counts from 0, and not from the end: all but the last one are `..7` where the size is 8")
    };
    (@ [$x:expr] [$axis:expr] $start:tt .. $end:tt ; $step:tt $(, $($axes:tt)*)?) => {
        $crate::part!(@ [$crate::__private::UpTo::up_to(
            $crate::Axis::<{ $axis }>,
            <$crate::dim!({ $end }) as $crate::StaticSize>::VALUE,
            $x,
        ).slice(
            $crate::Axis::<{ $axis }>,
            if $start < $end { $start } else { 0 },
            <$crate::dim!({ ($end as usize).saturating_sub($start).div_ceil(if $step == 0 { usize::MAX } else { $step }) }) as $crate::StaticSize>::VALUE,
            <$crate::dim!({ $step }) as $crate::StaticSize>::VALUE,
        )] [$axis + 1] $($($axes)*)?)
    };
    (@ [$x:expr] [$axis:expr] .. $(, $($axes:tt)*)?) => { $crate::part!(@ [$x] [$axis + 1] $($($axes)*)?) };
    (@ [$x:expr] [$axis:expr] .. $end:tt $(, $($axes:tt)*)?) => {
        $crate::part!(@ [$x] [$axis] 0 .. $end $(, $($axes)*)?)
    };
    (@ [$x:expr] [$axis:expr] $start:tt .. $(, $($axes:tt)*)?) => {
        $crate::part!(@ [$x.split_at(
            $crate::Axis::<{ $axis }>,
            <$crate::dim!({ $start }) as $crate::StaticSize>::VALUE,
        ).1] [$axis + 1] $($($axes)*)?)
    };
    (@ [$x:expr] [$axis:expr] $start:tt .. $end:tt $(, $($axes:tt)*)?) => {
        $crate::part!(@ [$crate::__private::UpTo::up_to(
            $crate::Axis::<{ $axis }>,
            <$crate::dim!({ $end }) as $crate::StaticSize>::VALUE,
            $x,
        ).narrow(
            $crate::Axis::<{ $axis }>,
            if $start < $end { $start } else { 0 },
            <$crate::dim!({ ($end as usize).saturating_sub($start) }) as $crate::StaticSize>::VALUE,
        )] [$axis + 1] $($($axes)*)?)
    };
    (@ [$x:expr] [$axis:expr] $index:tt $(, $($axes:tt)*)?) => {
        $crate::part!(@ [$x.index_axis($crate::Axis::<{ $axis }>, $index)] [$axis] $($($axes)*)?)
    };
    (@ [$x:expr] [$axis:expr] $start:tt : $($rest:tt)*) => {
        compile_error!("all of an axis is `..`, and some places are `2..5`: Rust has no `:` here")
    };
    (@ [$x:expr] [$axis:expr] $start:tt .. $end:tt : $($rest:tt)*) => {
        compile_error!("steps stand behind a semicolon, as in `part!(x; 0..8; 2)`")
    };
    (@ $($rest:tt)*) => {
        compile_error!("a place or an end that is computed stands in braces, as in `part!(x; { i + 1 })`; of a range both are constants, and from a computed place on so many are `x.narrow(Axis::<0>, start, Dim::<10>)`; a mask is `x.masked_fill(&mask, 0.0)`, and several indices `x.index_select(Axis::<0>, &ids)`")
    };

    ($x:expr; $($axes:tt)+) => { $crate::part!(@ [$crate::Operand::view(&$x)] [0] $($axes)+) };
    (mut $x:expr, $($axes:tt)*) => { compile_error!("the axes stand behind a semicolon, as in `part!(mut x; 0..2)`") };
    ($x:expr, $($axes:tt)*) => { compile_error!("the axes stand behind a semicolon, as in `part!(x; 0..2)`") };
}
