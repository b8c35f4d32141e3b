//! Shapes: lists of sizes that grow at the last axis.

// Circle with aligns.rs, at.rs, axes.rs, broadcast.rs, computed.rs, diagnostics/mod.rs, diagnostics/texts.rs, digits.rs, given.rs, layout.rs, number.rs, parts.rs, regroup.rs, size.rs, taken.rs, verdict.rs:
// a shape and a size promise verdicts of themselves as their supertraits, a number and its digits their size, and a size what is computed of it, so that
// generic code names no bound; a verdict says what comes of it, axis by axis; verdicts and layouts are of shapes and sizes.
use core::fmt::Debug;

use super::aligns::Ranked;
use super::computed::{Arithmetic, NAMED};
use super::diagnostics::{AllKnown, MEETS, Zips};
use super::digits::Digits;
use super::dims::{Dims, MAX_RANK};
use super::flat::{AXES, Flat};
use super::layout::Leading;
use super::number::{Bool, Either, No, Yes};
use super::rank::{R, Rank};
use super::regroup::{SameProduct, SameSize};
use super::size::{One, Size, StaticSize};
use super::verdict::Fits;
use crate::shape::form::{Form, Runs, Stays};

/// A shape: a list of sizes, the last axis outermost. `shape![4, 3]` is `(((), Dim<4>), Dim<3>)`, and `()` is a scalar's.
///
/// Broadcasting matches from the last axis, so the list grows there, and code that is generic over any number of leading
/// axes names them with one parameter: `(L, D)` is any shape whose last axis has size `D`.
///
/// ```
/// use shaped::prelude::*;
/// fn residual<L: Shape, T: Size, D: Size>(
///     x: &Tensor<f32, ((L, T), D)>,
///     position: &Tensor<f32, shape![T, D]>,
/// ) -> Tensor<f32, ((L, T), D)> {
///     x + position
/// }
/// let x: Tensor<f32, shape![2, 5, 3]> = Tensor::ones();
/// assert_eq!(residual(&x, &Tensor::ones()), Tensor::full(2.0));
/// ```
///
/// A shape is also a value, zero-sized if all its sizes are known when the program is compiled ([`StaticShape`]). The trait
/// is sealed: shapes are made of sizes only.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape",
    label = "a shape is needed here, a list of sizes",
    note = "`shape![2, 3]` writes one, as in `Tensor<f32, shape![2, 3]>`; layers and parameters have their elements last, `Param<shape![2, 3], f64>`"
)]
pub trait Shape:
    Copy
    + Debug
    + Send
    + Sync
    + 'static
    + MEETS<Self, Verdict = Fits<Self>, Told = ()>
    + MEETS<(), Verdict = Fits<Self>, Told = ()>
    + Zips<Self>
    + Zips<()>
    + Ranked
    + Leading
    + AXES
{
    /// The axes, as they are printed: `(DIM<4>, DIM<3>)`.
    #[doc(hidden)]
    type Shown: Flat;
    /// The number of axes, with its arrays.
    #[doc(hidden)]
    type Rank: Rank;
    /// The product of the sizes that are known when the program is compiled.
    #[doc(hidden)]
    type Known: StaticSize;
    /// The same times `N`. The axes further in are multiplied first, so that what regroups static axes behind generic ones is known to have as
    /// many elements: `[B, 28, 28]` and `[B, 784]` both have `B` times 784.
    #[doc(hidden)]
    type KnownTimes<N: StaticSize>: StaticSize;
    /// The axes whose sizes are known at run time only, as a tuple.
    #[doc(hidden)]
    type Free: Flat;
    /// The names of these axes, one after the other.
    #[doc(hidden)]
    type Names: Digits<Eq<Self::Names> = Yes>;
    /// Is the product of the known sizes that of `O`? This and the next are asked by [`SameCount`](super::regroup::SameCount).
    #[doc(hidden)]
    type CountsAs<O: Shape>: Bool;
    /// Is it that of `(L, D)`, since the last axis is the same, and the rest regrouped?
    #[doc(hidden)]
    type CountsBehind<L: Shape, D: Size>: Bool;
    /// The sizes without their names, as a tuple.
    #[doc(hidden)]
    type Numbers: Flat;
    /// Are all sizes known when the program is compiled?
    #[doc(hidden)]
    type IsStatic: Bool;
    /// The size of the last axis; `One` if there is none.
    #[doc(hidden)]
    type LastSize: Size;
    /// All axes but the last.
    #[doc(hidden)]
    type Init: Shape;
    /// How an operand of shape `S` goes along the last axis of this shape that is not 1 by type, if it is stretched to it.
    #[doc(hidden)]
    type Form<S: Shape>: Form;
    /// What the type says of the sizes.
    #[doc(hidden)]
    const DIMS: Dims;
    /// The names of the axes whose sizes are known at run time only, from the last axis on; 0 for all others.
    #[doc(hidden)]
    const IDS: [u128; MAX_RANK];
    /// Does one of these names stand for two axes?
    #[doc(hidden)]
    const TWICE: bool = !Self::STATIC && repeats::<Self>();
    /// The number of axes.
    const RANK: usize = Self::DIMS.rank;
    /// Are all sizes known when the program is compiled?
    #[doc(hidden)]
    const STATIC: bool = Self::DIMS.unknown == 0;

    /// The only value of the type, if there is only one.
    #[doc(hidden)]
    const VALUE_IF_STATIC: Option<Self>;

    /// The number of elements, modulo what `usize` can count; true if it cannot.
    #[doc(hidden)]
    fn count(self) -> (usize, bool);
    /// Writes the sizes from the last axis on, starting at `axis`.
    #[doc(hidden)]
    fn write(self, sizes: &mut [usize; MAX_RANK], axis: usize);
    /// The shape with these sizes from `axis` on, if it is one of this type.
    #[doc(hidden)]
    fn read(sizes: &[usize; MAX_RANK], axis: usize) -> Option<Self>;
    /// The name of an axis, counted from the end.
    #[doc(hidden)]
    fn name(axis: usize) -> Option<&'static str>;

    /// All sizes as numbers.
    #[doc(hidden)]
    #[inline(always)]
    fn dims(self) -> Dims {
        // Of static shapes: that is one instance for each, not one for each axis.
        if Self::STATIC {
            return Self::DIMS;
        }
        // Not a copy of the constant with other sizes: what is never read is then never written.
        let mut dims = Dims { rank: Self::RANK, sizes: [1; MAX_RANK], unknown: Self::DIMS.unknown };
        self.write(&mut dims.sizes, 0);
        dims
    }
    /// The sizes, outermost axis first: `[4, 3]`. NumPy's `x.shape`.
    #[inline]
    fn sizes(self) -> Sizes<Self> {
        let dims = self.dims();
        let mut sizes = <Self::Rank as Rank>::fill(0);
        for (to, from) in sizes.as_mut().iter_mut().rev().zip(dims.sizes) {
            *to = from;
        }
        sizes
    }
    /// The number of elements.
    ///
    /// # Panics
    /// If `usize` cannot count them; a shape that belongs to a tensor never does.
    #[inline(always)]
    fn numel(self) -> usize {
        if Self::STATIC {
            return const { numel(&Self::DIMS) };
        }
        match self.count() {
            (numel, false) => numel,
            _ => uncountable(),
        }
    }
}

/// The shape of type `S` with these sizes, outermost axis first: if it has as many axes, those sizes that the type says, and one number for each
/// name, wherever it stands.
#[cfg(feature = "alloc")]
pub(crate) fn of_sizes<S: Shape>(given: &[usize]) -> Option<S> {
    if given.len() != S::RANK {
        return None;
    }
    let mut sizes = [1; MAX_RANK];
    for (to, from) in sizes.iter_mut().zip(given.iter().rev()) {
        *to = *from;
    }
    let shape = S::read(&sizes, 0)?;
    let named = |axis: &usize| S::DIMS.unknown >> axis & 1 == 1;
    let differ = |a: usize, b: usize| S::name(a) == S::name(b) && sizes[a] != sizes[b];
    let two = (0..S::RANK).filter(named).any(|a| (0..a).filter(named).any(|b| differ(a, b)));
    (!two).then_some(shape)
}

/// One number for each axis of a shape, outermost first: `[usize; 2]` for `shape![4, 3]`.
pub type Sizes<S> = <<S as Shape>::Rank as Rank>::Array<usize>;

/// The number of elements of static sizes, or an error that says why there is none.
pub(crate) const fn numel(dims: &Dims) -> usize {
    match dims.numel() {
        Some(numel) => numel,
        None => uncountable(),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
const fn uncountable() -> ! {
    panic!("this shape has more elements than `usize` can count")
}

/// These names, and one for the axis that is now the last.
const fn push_id(outer: &[u128; MAX_RANK], last: u128) -> [u128; MAX_RANK] {
    let mut ids = [0; MAX_RANK];
    ids[0] = last;
    let mut axis = 1;
    while axis < MAX_RANK {
        ids[axis] = outer[axis - 1];
        axis += 1;
    }
    ids
}

/// Is there a name that is there twice?
const fn repeats<S: Shape>() -> bool {
    let ids = &S::IDS;
    let mut axis = 0;
    while axis < MAX_RANK {
        let mut other = axis + 1;
        while other < MAX_RANK {
            if ids[axis] != 0 && ids[axis] == ids[other] {
                return true;
            }
            other += 1;
        }
        axis += 1;
    }
    false
}

/// A shape whose sizes are all known when the program is compiled.
///
/// ```
/// use shaped::prelude::*;
/// assert_eq!(<shape![4, 32, 14, 14]>::NUMEL, 25088);
/// assert_eq!(<shape![4, 32, 14, 14]>::SIZES, [4, 32, 14, 14]);
/// assert_eq!(<shape![4, 32, 14, 14]>::STRIDES, [6272, 196, 14, 1]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape of which all sizes are known when the program is compiled",
    label = "elements are named first, then the shape, `Tensor::<f32, shape![2, 3]>`; a generic shape is `S: StaticShape`"
)]
pub trait StaticShape: Shape + Listed<AreStatic: TheVery<Yes>> {
    /// The only value of the type.
    #[doc(hidden)]
    const VALUE: Self;
    /// The number of elements. A shape with more than `usize` can count does not compile.
    const NUMEL: usize = numel(&Self::DIMS);
    /// The sizes, outermost axis first.
    const SIZES: &'static [usize] = Ordered::<Self>::SIZES.split_at(Self::RANK).0;
    /// The row-major strides in elements, outermost axis first.
    const STRIDES: &'static [usize] = Ordered::<Self>::STRIDES.split_at(Self::RANK).0;
    /// The elements as nested arrays, in row-major order: `[[T; 3]; 4]` for `shape![4, 3]`.
    #[doc(hidden)]
    type Array<T>: Sized;
}

/// Numbers of a shape turned round, outermost axis first.
struct Ordered<S>(S);

impl<S: Shape> Ordered<S> {
    const SIZES: &'static [usize; MAX_RANK] = &{
        let mut ordered = [1; MAX_RANK];
        let mut axis = 0;
        while axis < S::RANK {
            ordered[axis] = S::DIMS.sizes[S::RANK - 1 - axis];
            axis += 1;
        }
        ordered
    };
    const STRIDES: &'static [usize; MAX_RANK] = &{
        let strides = S::DIMS.strides();
        let mut ordered = [0; MAX_RANK];
        let mut axis = 0;
        while axis < S::RANK {
            ordered[axis] = strides[S::RANK - 1 - axis] as usize;
            axis += 1;
        }
        ordered
    };
}

#[diagnostic::do_not_recommend]
impl Shape for () {
    type Shown = ();
    type Rank = R<0>;
    type Known = One;
    type KnownTimes<N: StaticSize> = N;
    type Free = ();
    type Names = ();
    type CountsAs<O: Shape> = SameProduct<Self, O>;
    type CountsBehind<L: Shape, D: Size> = No;
    type Numbers = ();
    type IsStatic = Yes;
    type LastSize = One;
    type Init = ();
    type Form<S: Shape> = Stays;
    const DIMS: Dims = Dims::SCALAR;
    const IDS: [u128; MAX_RANK] = [0; MAX_RANK];
    const VALUE_IF_STATIC: Option<Self> = Some(());
    #[inline(always)]
    fn count(self) -> (usize, bool) {
        (1, false)
    }
    #[inline(always)]
    fn write(self, _: &mut [usize; MAX_RANK], _: usize) {}
    #[inline(always)]
    fn read(_: &[usize; MAX_RANK], _: usize) -> Option<Self> {
        Some(())
    }
    fn name(_: usize) -> Option<&'static str> {
        None
    }
}

impl<L: Shape, D: Size> Shape for (L, D) {
    type Shown = <L as AXES>::AND<(D,)>;
    type Rank = <L::Rank as Rank>::Succ;
    type Known = L::KnownTimes<D::Static>;
    type KnownTimes<N: StaticSize> = L::KnownTimes<<D::Static as StaticSize>::Product<N>>;
    type Free = <D as NAMED>::AND<L::Free>;
    type Names = <D::IsStatic as Arithmetic>::Names<D::Spelling, L::Names>;
    type CountsAs<O: Shape> = <SameProduct<Self, O> as Either>::Either<O::CountsBehind<L, D>>;
    type CountsBehind<M: Shape, E: Size> = <SameSize<E, D> as Bool>::AndCounts<M, L>;
    type Numbers = <L::Numbers as Flat>::Push<D::Number>;
    type IsStatic = <L::IsStatic as Bool>::And<D::IsStatic>;
    type LastSize = D;
    type Init = L;
    type Form<S: Shape> =
        <D::IsOne as Bool>::IfForm<L::Form<S::Init>, <<S::LastSize as Size>::IsOne as Bool>::IfForm<Stays, Runs>>;
    const DIMS: Dims = L::DIMS.push(D::KNOWN);
    const IDS: [u128; MAX_RANK] = push_id(&L::IDS, D::ID);
    const VALUE_IF_STATIC: Option<Self> = match (L::VALUE_IF_STATIC, D::VALUE_IF_STATIC) {
        (Some(outer), Some(last)) => Some((outer, last)),
        _ => None,
    };
    #[inline(always)]
    fn count(self) -> (usize, bool) {
        let (size, (outer, was_uncountable)) = (self.1.get(), self.0.count());
        let (numel, is_uncountable) = outer.overflowing_mul(size);
        // With a size of 0 there are no elements, however many the others would make.
        (numel, (was_uncountable || is_uncountable) && size != 0)
    }
    #[inline(always)]
    fn write(self, sizes: &mut [usize; MAX_RANK], axis: usize) {
        sizes[axis] = self.1.get();
        self.0.write(sizes, axis + 1);
    }
    #[inline(always)]
    fn read(sizes: &[usize; MAX_RANK], axis: usize) -> Option<Self> {
        match (L::read(sizes, axis + 1), D::from_usize(sizes[axis])) {
            (Some(outer), Some(last)) => Some((outer, last)),
            _ => None,
        }
    }
    fn name(axis: usize) -> Option<&'static str> {
        if axis == 0 { D::NAME } else { L::name(axis - 1) }
    }
}

impl<S: Listed<AreStatic = V, Shown = F>, F: Flat, V, Open> StaticShape for S
where
    V: AllKnown<Yes, F, Open> + Exactly<Yes, Open = Open>,
{
    const VALUE: Self = S::VALUE_IF_STATIC.expect("a shape that is static");
    type Array<T> = S::Nested<T>;
}

/// The sizes of a shape, one by one. (No supertrait of `Shape`: where a program bounds a shape that it writes, `((), N): BroadcastTo<…>`, the compiler takes
/// what the shape gives by that bound, which does not say whether it is static.)
#[diagnostic::on_unimplemented(
    message = "shape {Self} is not known when the program is compiled",
    label = "a shape is written `shape![3, 4]`, with a number for each axis: a generic size is `N: StaticSize`, and for a named axis it is `zeros_with(Batch(32))`, `from_vec_with(Batch(32), elements)`"
)]
pub trait Listed: Shape {
    /// Are all known when the program is compiled?
    #[doc(hidden)]
    type AreStatic: Bool;
    /// Elements as nested arrays, of the sizes that are.
    #[doc(hidden)]
    type Nested<T>: Sized;
}

#[diagnostic::do_not_recommend]
impl Listed for () {
    type AreStatic = Yes;
    type Nested<T> = T;
}

impl<L: Listed, D: Size> Listed for (L, D) {
    type AreStatic = <D::IsStatic as Bool>::And<L::AreStatic>;
    type Nested<T> = L::Nested<<D::Static as StaticSize>::Array<T>>;
}

/// A shape as a type: `shape![4, 32, 14, 14]`, outermost axis first; `shape![]` is a scalar's.
///
/// Takes literals, constant expressions in braces, and types that are sizes: generic parameters, [`One`](crate::One),
/// `Dim<N>`, named axes. A shape of constants with more elements than `usize` can count is an error.
///
/// ```
/// use shaped::prelude::*;
/// const BATCH: usize = 64;
/// type Input = shape![{ BATCH }, 784];
/// type Weights<I, O> = shape![I, O];
/// let x: Tensor<f32, Input> = Tensor::zeros();
/// let w: Tensor<f32, Weights<dim!(784), dim!(10)>> = Tensor::zeros();
/// assert_eq!((x.sizes(), w.sizes()), ([64, 784], [784, 10]));
/// ```
///
/// `derive` refuses a generic struct with a macro among its fields' types; an alias stands for it:
///
/// ```
/// use shaped::prelude::*;
/// type Weights<I> = Tensor<f32, shape![I, 10]>;
/// #[derive(Clone, Debug)]
/// struct Head<I: StaticSize> {
///     weights: Weights<I>,
/// }
/// let head = Head::<dim!(784)> { weights: Tensor::zeros() };
/// assert_eq!(head.clone().weights.sizes(), [784, 10]);
/// ```
///
/// ```compile_fail,E0080
/// use shaped::prelude::*;
/// type TooMany = shape![1000000, 1000000, 1000000, 1000000];
/// let _: Option<TooMany> = None;
/// ```
#[macro_export]
macro_rules! shape {
    () => { () };
    (@ $acc:ty; $seen:tt) => { $crate::__countable!($acc; $seen) };
    (@ $acc:ty; [$($seen:tt)*] { $($n:tt)+ } $(, $($rest:tt)*)?) => {
        $crate::shape!(@ ($acc, $crate::dim!({ $($n)+ })); [$($seen)* { $($n)+ }] $($($rest)*)?)
    };
    (@ $acc:ty; $seen:tt - $($rest:tt)*) => {
        $crate::__no_shape!("all sizes are written, none is left to be found: `shape![4, 6]`; several axes become one by `x.flatten_axes(Axis::<1>, Axis::<-1>)`")
    };
    (@ $acc:ty; $seen:tt ? $($rest:tt)*) => {
        $crate::__no_shape!("a size that is known when the program runs has a name: `axis!(Batch);`, and then `shape![Batch, 6]`")
    };
    (@ $acc:ty; $seen:tt ($($n:literal),* $(,)?) $($rest:tt)*) => {
        $crate::__no_shape!("sizes are written side by side, without other brackets: `shape![3, 4]`")
    };
    (@ $acc:ty; $seen:tt [$($n:tt)*] $($rest:tt)*) => {
        $crate::__no_shape!("sizes are written side by side, without other brackets: `shape![3, 4]`")
    };
    (@ $acc:ty; [$($seen:tt)*] $n:tt $(, $($rest:tt)*)?) => {
        $crate::shape!(@ ($acc, $crate::dim!($n)); [$($seen)* $n] $($($rest)*)?)
    };
    (@ $acc:ty; $seen:tt $t:ty $(, $($rest:tt)*)?) => {
        $crate::shape!(@ ($acc, $t); [!] $($($rest)*)?)
    };
    (@ $acc:ty; $seen:tt $($rest:tt)*) => {
        $crate::__no_shape!("a size is a number, a constant expression in braces, or a type: `shape![3, { 2 * N }, Batch]`; of generic sizes `Product<H, E>` and `Sum<H, E>`, from `shaped::size`")
    };
    ($($all:tt)+) => { $crate::shape!(@ (); [] $($all)+) };
}

/// In place of a type what says why there is none; of `compile_error!` alone the compiler would make `()`, and go on with that.
#[doc(hidden)]
#[macro_export]
macro_rules! __no_shape {
    ($why:literal) => { <$crate::__private::Countable<{ compile_error!($why) }> as $crate::__private::Is>::Type<()> };
}

/// The shape, once it is clear that `usize` can count its elements. Where there are types among the sizes, that is not looked at: the
/// shape then stands as it is, so that it can be matched (`impl<B: Size> Model for Tensor<f32, shape![B, 28, 28]>`).
#[doc(hidden)]
#[macro_export]
macro_rules! __countable {
    ($shape:ty; [! $($seen:tt)*]) => { $shape };
    ($shape:ty; []) => { $shape };
    ($shape:ty; [$one:tt]) => { $shape };
    ($shape:ty; [$($seen:tt)*]) => { $crate::__countable!(@ $shape; []; $($seen)*) };
    (@ $shape:ty; []; ) => { $shape };
    (@ $shape:ty; [$($n:expr,)+]; ) => {
        <$crate::__private::Countable<{ $crate::__private::countable(&[$($n),+]) }> as $crate::__private::Is>::Type<$shape>
    };
    (@ $shape:ty; [$($n:expr,)*]; { $($e:tt)+ } $($rest:tt)*) => {
        $crate::__countable!(@ $shape; [$($n,)* { $($e)+ },]; $($rest)*)
    };
    (@ $shape:ty; [$($n:expr,)*]; $literal:literal $($rest:tt)*) => {
        $crate::__countable!(@ $shape; [$($n,)* $literal,]; $($rest)*)
    };
    (@ $shape:ty; $n:tt; $other:tt $($rest:tt)*) => { $shape };
}

/// The type is `T`: a condition of implementations that carry a text, `impl<T, U: Exactly<T>> Same<T> for U` in place of
/// `impl<T> Same<T> for T`.
///
/// Of the latter the compiler finds none, and shows the steps that led it to ask, the method that asked, and what other types have. Of the
/// former it finds one, whose condition does not hold; and where a result's type is made through it, it says just that, once.
pub trait Exactly<T> {
    /// Nothing, and open if the types differ. A text that has it as its last parameter is one that the compiler cannot suggest as a bound.
    type Open;
    /// `U`, of which nothing is said if the types differ.
    type Told<U>;
    /// `D`, which there is not if the types differ.
    type Then<D: Size>: Size;
    /// `S`, which there is not if the types differ: of a result that is made of it whole, what follows says nothing more.
    type Whole<S: Shape>: Shape;
}

impl<T> Exactly<T> for T {
    type Open = ();
    type Told<U> = U;
    type Then<D: Size> = D;
    type Whole<S: Shape> = S;
}

/// The same, for texts: of the supertrait, by which such a text is kept open, the compiler says nothing where this does not hold.
pub trait TheVery<T>: Exactly<T> {}
impl<T> TheVery<T> for T {}

/// What [`Exactly`] leaves open, a step away from it: so the compiler comes to what does not hold here where it comes to it by a text on [`TheVery`], and
/// says it once, of a method's argument as well.
pub trait LeavesOpen<T> {
    /// [`Exactly::Open`]
    type Open;
}
#[diagnostic::do_not_recommend]
impl<T, U: Exactly<T>> LeavesOpen<T> for U {
    type Open = U::Open;
}

/// A shape that has been counted.
pub struct Countable<const OK: bool>;

/// The shape itself.
pub trait Is {
    /// `S`.
    type Type<S>;
}

impl Is for Countable<true> {
    type Type<S> = S;
}

/// Stops the compiler where a shape has more elements than `usize` can count. By `track_caller` the error is the caller's: without it, it
/// shows the inside of `assert!`, if the source of the standard library lies beside the compiler.
#[track_caller]
pub const fn countable(sizes: &[usize]) -> bool {
    let mut numel = 1usize;
    let mut overflow = false;
    let mut axis = 0;
    while axis < sizes.len() {
        let (product, over) = numel.overflowing_mul(sizes[axis]);
        numel = product;
        overflow |= over;
        if sizes[axis] == 0 {
            return true;
        }
        axis += 1;
    }
    assert!(!overflow, "this shape has more elements than `usize` can count");
    true
}
