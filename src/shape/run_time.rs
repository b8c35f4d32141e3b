//! What is left to do at run time: nothing for static shapes, and one comparison per operation for named axes.

use core::marker::PhantomData;

use super::Shape;
use super::broadcast::{Broadcast, Broadcasted};
use super::diagnostics::GivenBy;
use super::dims::{Dims, MAX_RANK};
use super::number::{Bool, Choice};
use super::product::{MatMul, MatMulOf};
use super::size::Size;
use super::verdict::Ours;
use crate::shape::size_error::{SizeError, Where};

/// The shape with these sizes, which come from shapes that the types relate.
///
/// # Panics
/// If one name stands for two axes of the shape, and has two sizes.
#[inline(always)]
#[track_caller]
pub(crate) fn shape<S: Shape>(sizes: &[usize; MAX_RANK]) -> S {
    match try_shape(sizes) {
        Ok(shape) => shape,
        Err(error) => at_odds(error),
    }
}

/// As [`shape`], or the error that one name has two sizes.
#[inline(always)]
pub(crate) fn try_shape<S: Shape>(sizes: &[usize; MAX_RANK]) -> Result<S, SizeError> {
    struct Read<'a, S>(&'a [usize; MAX_RANK], PhantomData<S>);

    impl<S: Shape> Choice for Read<'_, S> {
        type Output = Result<S, SizeError>;
        #[inline(always)]
        #[track_caller]
        fn yes(self) -> Result<S, SizeError> {
            Ok(static_value())
        }
        #[inline(always)]
        #[track_caller]
        fn no(self) -> Result<S, SizeError> {
            if const { S::TWICE } {
                one_number_each::<S>(self.0)?;
            }
            Ok(S::read(self.0, 0).expect("sizes that belong to the type of the shape"))
        }
    }

    S::IsStatic::choose(Read(sizes, PhantomData))
}

/// The value of a shape whose sizes are all in its type. Behind a branch on that constant, the compiler makes no code for the rest.
#[inline(always)]
pub(crate) fn static_value<S: Shape>() -> S {
    S::VALUE_IF_STATIC.expect("a shape that is static")
}

/// Makes sure that a name that stands for two axes of a shape has one size.
fn one_number_each<S: Shape>(sizes: &[usize; MAX_RANK]) -> Result<(), SizeError> {
    // One function for all shapes.
    fn check(
        ids: &[u128],
        sizes: &[usize; MAX_RANK],
        name: fn(usize) -> Option<&'static str>,
    ) -> Result<(), SizeError> {
        for axis in (0..ids.len()).rev().filter(|&axis| ids[axis] != 0) {
            for other in (0..axis).rev().filter(|&other| ids[other] == ids[axis]) {
                if sizes[axis] != sizes[other] {
                    return Err(SizeError::new(name(axis), sizes[axis], sizes[other], Where::OneShape));
                }
            }
        }
        Ok(())
    }
    check(&S::IDS[..S::RANK], sizes, S::name)
}

#[cold]
#[inline(never)]
#[track_caller]
fn at_odds(error: SizeError) -> ! {
    panic!("{error}")
}

/// The shape with the same sizes under other names, or none.
///
/// # Panics
/// If the new shape has one name twice, with two sizes.
#[inline]
#[track_caller]
pub(crate) fn renamed<S: Shape, O: Shape>(from: S) -> O {
    shape(&from.dims().sizes)
}

/// The shape some of whose run-time sizes are static ones.
#[inline]
pub(crate) fn fixed<S: Shape, O: Shape>(from: S) -> Result<O, SizeError> {
    let (from, to) = (from.dims(), O::DIMS);
    for axis in (0..to.rank).rev() {
        if to.unknown >> axis & 1 == 0 && from.sizes[axis] != to.sizes[axis] {
            return Err(SizeError::new(S::name(axis), to.sizes[axis], from.sizes[axis], Where::Static));
        }
    }
    try_shape(&from.sizes)
}

/// The shape of an element-wise operation.
///
/// # Panics
/// If a run-time axis has two sizes.
#[inline(always)]
#[track_caller]
pub(crate) fn broadcast<L: Shape + Broadcast<R>, R: Shape>(left: L, right: R) -> Broadcasted<L, R> {
    struct Joint<L, R>(L, R);

    impl<L: Shape + Broadcast<R>, R: Shape> Choice for Joint<L, R> {
        type Output = Broadcasted<L, R>;
        #[inline(always)]
        #[track_caller]
        fn yes(self) -> Broadcasted<L, R> {
            static_value()
        }
        #[inline(always)]
        #[track_caller]
        fn no(self) -> Broadcasted<L, R> {
            shape(&joint_sizes::<L, R>(&self.0.dims(), &self.1.dims(), 0))
        }
    }

    <Broadcasted<L, R> as Shape>::IsStatic::choose(Joint(left, right))
}

/// The sizes of two shapes together, from an axis on. What the types say is constant here once the loop is unrolled.
#[inline(always)]
#[track_caller]
pub(crate) fn joint_sizes<L: Shape, R: Shape>(left: &Dims, right: &Dims, from: usize) -> [usize; MAX_RANK] {
    let mut sizes = [1; MAX_RANK];
    let rank = const { if L::RANK > R::RANK { L::RANK } else { R::RANK } };
    for (axis, size) in (from..rank).zip(&mut sizes[from..]) {
        *size = if L::DIMS.is_one(axis) {
            right.sizes[axis]
        } else {
            if !R::DIMS.is_one(axis) && left.sizes[axis] != right.sizes[axis] {
                differ(axis, L::name(axis), left.sizes[axis], right.sizes[axis]);
            }
            left.sizes[axis]
        };
    }
    sizes
}

/// The shape `O` of an element-wise operation on three shapes, all of which it can be read as.
///
/// # Panics
/// If a run-time axis has two sizes.
#[inline]
#[track_caller]
pub(crate) fn three<A: Shape, B: Shape, C: Shape, O: Shape>(a: A, b: B, c: C) -> O {
    let shape: O = if const { O::STATIC } {
        static_value()
    } else {
        let mut sizes = [1; MAX_RANK];
        for dims in [a.dims(), b.dims(), c.dims()] {
            for axis in (0..dims.rank).filter(|&axis| !dims.is_one(axis)) {
                sizes[axis] = dims.sizes[axis];
            }
        }
        shape(&sizes)
    };
    stretches(a, shape);
    stretches(b, shape);
    stretches(c, shape);
    shape
}

/// The shape of a matrix product.
///
/// # Panics
/// If a run-time axis has two sizes.
#[inline]
#[track_caller]
pub(crate) fn product<L: Shape + MatMul<R>, R: Shape>(left: L, right: R) -> MatMulOf<L, R> {
    // Of the operands: a run-time axis that is summed over is not in the result.
    if const { L::STATIC && R::STATIC && MatMulOf::<L, R>::STATIC } {
        return static_value();
    }
    let (l, r) = (left.dims(), column(right.dims()));
    if l.sizes[0] != r.sizes[1] {
        let place = if right.dims().rank == 1 { 1 } else { 2 };
        summed_differ(L::name(0), l.sizes[0], (place, r.sizes[1]));
    }
    let mut sizes = joint_sizes::<L, R>(&l, &r, 2);
    (sizes[0], sizes[1]) = (r.sizes[0], l.sizes[1]);
    // A vector's own axis of size 1 is not in the result.
    if right.dims().rank == 1 {
        sizes.copy_within(1.., 0);
    } else if l.rank == 1 {
        sizes.copy_within(2.., 1);
    }
    shape(&sizes)
}

/// The shape of a linear map of the last axis.
///
/// # Panics
/// If a run-time axis has two sizes.
#[inline]
#[track_caller]
pub(crate) fn affine<S: Shape, W: Shape, O: Shape>(from: S, weight: W, bias: Option<usize>) -> O {
    if const { S::STATIC && W::STATIC && O::STATIC } {
        return static_value();
    }
    let (from, weight) = (from.dims(), weight.dims());
    if from.sizes[0] != weight.sizes[0] {
        differ(0, S::name(0), from.sizes[0], weight.sizes[0]);
    }
    if bias.is_some_and(|bias| bias != weight.sizes[1]) {
        differ(1, W::name(1), weight.sizes[1], bias.unwrap_or_default());
    }
    let mut sizes = from.sizes;
    sizes[0] = weight.sizes[1];
    shape(&sizes)
}

/// The shape of rows of a table, one for each element of a shape.
#[inline]
#[track_caller]
pub(crate) fn embedded<S: Shape, I: Shape, O: Shape>(table: S, ids: I) -> O {
    let ids = ids.dims();
    let mut sizes = [1; MAX_RANK];
    sizes[0] = table.dims().sizes[0];
    for (size, &of) in sizes.iter_mut().skip(1).zip(&ids.sizes[..ids.rank]) {
        *size = of;
    }
    shape(&sizes)
}

/// The sizes of the scores and of the result of attention.
///
/// # Panics
/// If a run-time axis has two sizes.
#[inline]
#[track_caller]
pub(crate) fn attention<Q: Shape, K: Shape, V: Shape>(q: Q, k: K, v: V) -> ([usize; MAX_RANK], [usize; MAX_RANK]) {
    let (q, k, v) = (q.dims(), k.dims(), v.dims());
    if q.sizes[0] != k.sizes[0] {
        differ(0, Q::name(0), q.sizes[0], k.sizes[0]);
    }
    if k.sizes[1] != v.sizes[1] {
        differ(1, K::name(1), k.sizes[1], v.sizes[1]);
    }
    for axis in 2..q.rank {
        for other in [&k, &v] {
            if q.sizes[axis] != other.sizes[axis] {
                differ(axis, Q::name(axis), q.sizes[axis], other.sizes[axis]);
            }
        }
    }
    let (mut scores, mut result) = (q.sizes, q.sizes);
    scores[0] = k.sizes[1];
    result[0] = v.sizes[0];
    (scores, result)
}

/// Makes sure that the last axes of a shape are those of another, where the types say so.
///
/// # Panics
/// If a run-time axis has two sizes.
#[inline]
#[track_caller]
pub(crate) fn ends_with<S: Shape, W: Shape>(of: S, last: W) {
    let (of, last) = (of.dims(), last.dims());
    for axis in 0..last.rank {
        if of.sizes[axis] != last.sizes[axis] {
            differ(axis, S::name(axis), of.sizes[axis], last.sizes[axis]);
        }
    }
}

/// The number of elements within the last `rank` axes.
#[inline]
pub(crate) fn inner<S: Shape>(of: S, rank: usize) -> usize {
    super::dims::product(&of.dims().sizes[..rank])
}

/// Makes sure that there is one number for each step of an axis, where the types say so.
///
/// # Panics
/// If there are more or fewer.
#[inline]
#[track_caller]
pub(crate) fn channels<S: Shape>(of: S, place: usize, numbers: usize) {
    let size = of.dims().sizes[place];
    if size != numbers {
        differ(place, S::name(place), size, numbers);
    }
}

/// Makes sure that two shapes, which are one by type, have the same sizes.
///
/// # Panics
/// If a run-time axis has two sizes.
#[inline]
#[track_caller]
pub(crate) fn same<S: Shape, R: Shape>(left: S, right: R) {
    if !S::STATIC {
        ends_with(left, right);
    }
}

/// Makes sure that scores of classes have one target for each row, where the types say so.
///
/// # Panics
/// If a run-time axis has two sizes.
#[inline]
#[track_caller]
pub(crate) fn targets<S: Shape, R: Shape>(scores: S, targets: R) {
    let (scores, targets) = (scores.dims(), targets.dims());
    for axis in 0..targets.rank {
        if scores.sizes[axis + 1] != targets.sizes[axis] {
            differ(axis + 1, S::name(axis + 1), scores.sizes[axis + 1], targets.sizes[axis]);
        }
    }
}

/// The right side of a matrix product, a vector as a column. (On the left it is a row as it is: an axis beyond the rank is 1.)
#[inline]
pub(crate) fn column(dims: Dims) -> Dims {
    if dims.rank != 1 {
        return dims;
    }
    let [size, ..] = dims.sizes;
    let mut sizes = [1; MAX_RANK];
    sizes[1] = size;
    Dims { rank: 2, sizes, unknown: dims.unknown << 1 }
}

/// Makes sure that a shape can be read as another, whatever the traits say that relate the two: each of its sizes is the other's, or 1 by
/// type. Sizes that both types say are compared by the compiler, the others here.
///
/// # Panics
/// If a run-time axis has two sizes.
#[inline(always)]
#[track_caller]
pub(crate) fn stretches<S: Shape, O: Shape>(from: S, to: O) {
    struct Known<S, O>(PhantomData<(S, O)>);
    struct Compared<S, O>(S, O);

    impl<S: Shape, O: Shape> Known<S, O> {
        /// A bit for each axis that is left to compare, when all others are as they should be.
        const REST: u16 = {
            let (from, to) = (&S::DIMS, &O::DIMS);
            assert!(from.rank <= to.rank, "a shape is read as one of fewer axes");
            let rest = from.unknown | to.unknown;
            let mut axis = 0;
            while axis < from.rank {
                let fits = rest >> axis & 1 == 1 || from.is_one(axis) || from.sizes[axis] == to.sizes[axis];
                assert!(fits, "a shape is read as one that it does not fit");
                axis += 1;
            }
            rest
        };
    }

    impl<S: Shape, O: Shape> Choice for Compared<S, O> {
        type Output = ();
        #[inline(always)]
        fn yes(self) {
            const { assert!(Known::<S, O>::REST == 0) }
        }
        #[inline(always)]
        #[track_caller]
        fn no(self) {
            let rest = const { Known::<S, O>::REST };
            if rest == 0 {
                return;
            }
            let (from, to) = (self.0.dims(), self.1.dims());
            for axis in 0..from.rank {
                if rest >> axis & 1 == 1 && !from.is_one(axis) && from.sizes[axis] != to.sizes[axis] {
                    differ(axis, S::name(axis), to.sizes[axis], from.sizes[axis]);
                }
            }
        }
    }

    <<S::IsStatic as Bool>::And<O::IsStatic> as Bool>::choose(Compared(from, to))
}

/// The shape of two shapes next to each other along an axis.
///
/// # Panics
/// If a run-time axis has two sizes.
#[inline]
#[track_caller]
pub(crate) fn joined<L: Shape, R: Shape, O: Shape>(left: L, right: R, place: usize) -> O {
    let mut sizes = left.dims().sizes;
    grow::<L>(&mut sizes, &right.dims(), place);
    shape(&sizes)
}

/// The sizes of a shape that another of the same type is put next to along an axis.
///
/// # Panics
/// If a run-time axis has two sizes.
#[inline]
#[track_caller]
pub(crate) fn joined_at<S: Shape>(sizes: &mut [usize; MAX_RANK], right: S, place: usize) {
    grow::<S>(sizes, &right.dims(), place);
}

#[track_caller]
fn grow<L: Shape>(sizes: &mut [usize; MAX_RANK], right: &Dims, place: usize) {
    for (axis, size) in sizes.iter_mut().enumerate().take(right.rank) {
        if axis == place {
            *size = size.checked_add(right.sizes[axis]).expect("a size that `usize` can count");
        } else if *size != right.sizes[axis] {
            differ(axis, L::name(axis), *size, right.sizes[axis]);
        }
    }
}

/// Makes sure that the sizes on all axes but one are the same.
///
/// # Panics
/// If a run-time axis has two sizes.
#[inline]
#[track_caller]
pub(crate) fn agree<L: Shape, R: Shape>(left: L, right: R, but: usize) {
    if L::STATIC && R::STATIC {
        return;
    }
    let (l, r) = (left.dims(), right.dims());
    for axis in (0..l.rank).filter(|&axis| axis != but) {
        if l.sizes[axis] != r.sizes[axis] {
            differ(axis, L::name(axis), l.sizes[axis], r.sizes[axis]);
        }
    }
}

/// The shape with another size on one axis, where that axis's size comes from elsewhere.
#[inline]
#[track_caller]
pub(crate) fn with_size<S: Shape, O: Shape>(from: S, place: usize, size: usize) -> O {
    let mut sizes = from.dims().sizes;
    sizes[place] = size;
    shape(&sizes)
}

/// The shape with as many elements, whose run-time axes are those of another shape.
#[inline]
#[track_caller]
pub(crate) fn reshaped<S: Shape, O: Shape>(from: S) -> O {
    if const { O::STATIC } {
        return static_value();
    }
    let (from, to) = (from.dims(), O::DIMS);
    let unknown = |dims: Dims| (0..dims.rank).filter(move |axis| dims.unknown >> axis & 1 == 1);
    let mut sizes = to.sizes;
    for (axis, place) in unknown(to).zip(unknown(from)) {
        sizes[axis] = from.sizes[place];
    }
    shape(&sizes)
}

#[cold]
#[inline(never)]
#[track_caller]
pub(crate) fn differ(axis: usize, name: Option<&'static str>, left: usize, right: usize) -> ! {
    let name = name.unwrap_or("without a name");
    panic!("axis -{} ({name}) has size {left} on the left and {right} on the right", axis + 1)
}

/// As [`differ`], of the axes over which a product of matrices is summed: the last one on the left, and the given one, from the end, on the right.
#[cold]
#[inline(never)]
#[track_caller]
fn summed_differ(name: Option<&'static str>, left: usize, (place, right): (usize, usize)) -> ! {
    let name = name.unwrap_or("without a name");
    panic!("axis -1 ({name}) has size {left} on the left, and axis -{place} has {right} on the right")
}

/// The sizes of the run-time axes of a shape, outermost first: `Batch(32)` for `shape![Batch, 784]`, `(Batch(32), Seq(7))` for
/// `shape![Batch, Seq, 768]`, and `()` for a static shape. A name that stands for two axes, as in `shape![Seq, Seq]`, is given twice,
/// and has one size.
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// axis!(Batch);
/// axis!(Seq);
/// let x = Tensor::<f32, shape![Batch, 784]>::zeros_with(Seq(32));
/// ```
pub trait RunTimeSizes<S: Shape> {
    /// The shape with these sizes.
    #[doc(hidden)]
    fn try_shape(self) -> Result<S, SizeError>;

    /// As `try_shape`.
    ///
    /// # Panics
    /// If one name is given two sizes.
    #[doc(hidden)]
    #[track_caller]
    fn to_shape(self) -> S
    where
        Self: Sized,
    {
        match self.try_shape() {
            Ok(shape) => shape,
            Err(error) => at_odds(error),
        }
    }
}

impl<X, S: Shape<Free: GivenBy<X, S::Shown>>> RunTimeSizes<S> for X {
    fn try_shape(self) -> Result<S, SizeError> {
        let given = <S::Free as GivenBy<X, S::Shown>>::sizes(self);
        let dims = S::DIMS;
        let mut sizes = dims.sizes;
        let mut given = given[..dims.unknown.count_ones() as usize].iter().rev();
        for (axis, size) in sizes.iter_mut().enumerate().take(dims.rank) {
            if dims.unknown >> axis & 1 == 1 {
                *size = *given.next().expect("a size for each run-time axis");
            }
        }
        try_shape(&sizes)
    }
}

impl<A: Size> Ours<A> for (A,) {}
#[diagnostic::do_not_recommend]
impl<A: Size, Of> GivenBy<A, Of> for (A,) {
    fn sizes(given: A) -> [usize; MAX_RANK] {
        let mut sizes = [0; MAX_RANK];
        sizes[0] = given.get();
        sizes
    }
}

macro_rules! given_by {
    ($($t:ident)*) => {
        impl<$($t: Size),*> Ours<Self> for ($($t,)*) {}
        #[diagnostic::do_not_recommend]
        impl<$($t: Size,)* Of> GivenBy<Self, Of> for ($($t,)*) {
            #[allow(non_snake_case)] // the letters are types and values
            fn sizes(($($t,)*): Self) -> [usize; MAX_RANK] {
                let mut sizes = [0; MAX_RANK];
                for (to, from) in sizes.iter_mut().zip([$($t.get()),*]) {
                    *to = from;
                }
                sizes
            }
        }
    };
}
given_by!();
given_by!(A B);
given_by!(A B C);
given_by!(A B C D);
given_by!(A B C D E);
given_by!(A B C D E F);
