//! Batches of a data set.

use alloc::vec::Vec;
use core::iter::FusedIterator;

use super::permutation;
use crate::ops::IndexSelections;
use crate::shape::Shape;
use crate::shape::axes::Axis;
use crate::shape::given::GivenSize;
use crate::shape::number::{No, Yes};
use crate::shape::rows::RowsLike;
use crate::shape::size::{Size, StaticSize};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::{Narrows, RunTimeNarrows, Values, View};

/// Features and targets, row by row, in batches. PyTorch's `DataLoader(TensorDataset(x, y), batch_size)`.
///
/// The size of a batch is a value: `Dim::<32>`, which is then part of the types of all that is computed, or `Batch(32)`, a run-time axis of the
/// program's own. Batches of a static size are all full, and what is [left over](InOrder::remainder) is asked for if it is wanted; of a run-time
/// axis the last one may be smaller.
///
/// ```
/// use shaped::{optim::Batches, prelude::*};
/// let (x, y) = (Tensor::<f32, shape![7, 4]>::arange(), Tensor::<usize, shape![7]>::arange());
/// let batches = Batches::new(&x, &y, Dim::<3>);
/// for epoch in 0..10 {
///     for (x, y) in batches.shuffled(epoch) {
///         let _: (Tensor<f32, shape![3, 4]>, Tensor<usize, shape![3]>) = (x, y); // twice, and one row is left over
///     }
/// }
/// // To compare with, in order: views, nothing is copied.
/// let firsts: Vec<_> = batches.in_order().map(|(_, y)| y[[0]]).collect();
/// assert_eq!(firsts, [0, 3]);
///
/// axis!(Batch);
/// let firsts: Vec<_> = Batches::new(&x, &y, Batch(3)).in_order().map(|(_, y)| y[[0]]).collect();
/// assert_eq!(firsts, [0, 3, 6]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{optim::Batches, prelude::*};
/// let (x, y) = (Tensor::<f32, shape![7, 4]>::arange(), Tensor::<usize, shape![6]>::arange());
/// let batches = Batches::new(&x, &y, Dim::<3>); // 7 rows and 6
/// ```
#[derive(Debug)]
pub struct Batches<'a, X, Y, D> {
    x: &'a X,
    y: &'a Y,
    rows: usize,
    size: D,
}

impl<X, Y, D: Copy> Clone for Batches<'_, X, Y, D> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X, Y, D: Copy> Copy for Batches<'_, X, Y, D> {}

impl<'a, X: Values, Y: Values, D: Size> Batches<'a, X, Y, D> {
    /// Of features and targets with one outermost axis.
    ///
    /// # Panics
    /// If a run-time axis has two sizes ([`same_sizes`](crate::same_sizes) says so without a panic), or a batch has size 0.
    #[track_caller]
    pub fn new<N: GivenSize<Itself = D>>(x: &'a X, y: &'a Y, size: N) -> Self
    // as `Batches::new(&x, &y, Dim::<32>)`
    where
        X::Shape: RowsLike<Y::Shape>,
    {
        let size = size.itself();
        let (rows, targets) = (outermost(x), outermost(y));
        assert!(rows == targets, "a data set of {rows} rows of features and {targets} of targets");
        assert!(size.get() > 0, "a batch has at least one row");
        Batches { x, y, rows, size }
    }

    /// How many batches there are.
    pub fn len(&self) -> usize {
        let size = self.size.get();
        if D::KNOWN.is_some() { self.rows / size } else { self.rows.div_ceil(size) }
    }

    /// Whether there are none: the rows are fewer than a batch.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Views of the rows as they lie, `[32, 784]` and `[32]`. Nothing is copied.
    pub fn in_order(&self) -> InOrder<'a, X, Y, D> {
        InOrder { batches: *self, next: 0 }
    }

    /// Copies of the rows in an order that the seed decides, `[32, 784]` and `[32]`, each row at most once: another seed for each epoch, such as
    /// `seed + epoch`. PyTorch's `shuffle=True`. `skip` copies nothing, so that an epoch that was interrupted goes on where it was.
    ///
    /// ```
    /// use shaped::{optim::Batches, prelude::*};
    /// let (x, y) = (Tensor::<f32, shape![8, 4]>::arange(), Tensor::<usize, shape![8]>::arange());
    /// let batches = Batches::new(&x, &y, Dim::<4>);
    /// let mut seen: Vec<_> = batches.shuffled(5).flat_map(|(_, y)| y.into_vec()).collect();
    /// assert_ne!(seen, [0, 1, 2, 3, 4, 5, 6, 7]);
    /// seen.sort();
    /// assert_eq!(seen, [0, 1, 2, 3, 4, 5, 6, 7]);
    /// ```
    pub fn shuffled(&self, seed: u64) -> Shuffled<'a, X, Y, D> {
        Shuffled { batches: *self, order: permutation(self.rows, seed), next: 0 }
    }

    /// The rows of a batch, and where the next one begins.
    fn next(&self, next: &mut usize, skip: usize) -> Option<(usize, usize)> {
        let start = skip.checked_mul(self.size.get()).and_then(|skip| next.checked_add(skip)).unwrap_or(self.rows);
        let len = self.size.get().min(self.rows.saturating_sub(start));
        if len == 0 || D::KNOWN.is_some_and(|size| len < size) {
            *next = self.rows;
            return None;
        }
        *next = start + len;
        Some((start, len))
    }

    fn left(&self, next: usize) -> usize {
        let rows = self.rows - next;
        if D::KNOWN.is_some() { rows / self.size.get() } else { rows.div_ceil(self.size.get()) }
    }

    /// Where the rows begin that fill no batch of a static size, and how many they are.
    fn rest(&self) -> (usize, usize) {
        let len = if D::KNOWN.is_some() { self.rows % self.size.get() } else { 0 };
        (self.rows - len, len)
    }
}

fn outermost<X: Values>(x: &X) -> usize {
    x.view().shape().dims().sizes[X::Shape::RANK - 1]
}

/// A size that is some rows.
#[track_caller]
fn size<D: Size>(len: usize) -> D {
    D::from_usize(len).unwrap_or_else(|| panic!("{len} rows, for which a static size was asked"))
}

/// Batches of a data set in order; see [`Batches::in_order`].
#[derive(Debug)]
pub struct InOrder<'a, X, Y, D> {
    batches: Batches<'a, X, Y, D>,
    next: usize,
}

impl<'a, X: Values, Y: Values, D: Size> InOrder<'a, X, Y, D> {
    /// The rows that fill no batch of a static size, with a run-time axis, if there are any. No copy.
    ///
    /// ```
    /// use shaped::{optim::Batches, prelude::*};
    /// axis!(Rest);
    /// let (x, y) = (Tensor::<f32, shape![7, 4]>::arange(), Tensor::<usize, shape![7]>::arange());
    /// let (x, y) = Batches::new(&x, &y, Dim::<3>).in_order().remainder::<Rest>().unwrap();
    /// assert_eq!((x.sizes(), y.sizes()), ([1, 4], [1]));
    /// ```
    pub fn remainder<R: Size>(&self) -> Option<(<No as Cuts<'a, X, R>>::Part, <No as Cuts<'a, Y, R>>::Part)>
    where
        No: Cuts<'a, X, R> + Cuts<'a, Y, R>,
    {
        let (start, len) = self.batches.rest();
        let cut = || (No::cut(self.batches.x, start, size::<R>(len)), No::cut(self.batches.y, start, size::<R>(len)));
        (len > 0).then(cut)
    }
}

impl<'a, X: Values, Y: Values, D: Size> Iterator for InOrder<'a, X, Y, D>
where
    D::IsStatic: Cuts<'a, X, D> + Cuts<'a, Y, D>,
{
    type Item = (<D::IsStatic as Cuts<'a, X, D>>::Part, <D::IsStatic as Cuts<'a, Y, D>>::Part);

    fn next(&mut self) -> Option<Self::Item> {
        self.nth(0)
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let Batches { x, y, .. } = self.batches;
        let (start, len) = self.batches.next(&mut self.next, n)?;
        Some((D::IsStatic::cut(x, start, size::<D>(len)), D::IsStatic::cut(y, start, size::<D>(len))))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.batches.left(self.next);
        (left, Some(left))
    }
}

impl<'a, X: Values, Y: Values, D: Size> ExactSizeIterator for InOrder<'a, X, Y, D> where
    D::IsStatic: Cuts<'a, X, D> + Cuts<'a, Y, D>
{
}
impl<'a, X: Values, Y: Values, D: Size> FusedIterator for InOrder<'a, X, Y, D> where
    D::IsStatic: Cuts<'a, X, D> + Cuts<'a, Y, D>
{
}

/// [`in_order`](Batches::in_order), as PyTorch's `for x, y in DataLoader(data, batch_size)` without `shuffle`.
///
/// ```
/// use shaped::{optim::Batches, prelude::*};
/// let (x, y) = (Tensor::<f32, shape![8, 4]>::arange(), Tensor::<usize, shape![8]>::arange());
/// let mut first = vec![];
/// for (_, y) in Batches::new(&x, &y, Dim::<4>) {
///     first.push(y[[0]]);
/// }
/// assert_eq!(first, [0, 4]);
/// ```
#[diagnostic::do_not_recommend]
impl<'a, X: Values, Y: Values, D: Size> IntoIterator for Batches<'a, X, Y, D>
where
    D::IsStatic: Cuts<'a, X, D> + Cuts<'a, Y, D>,
{
    type Item = <InOrder<'a, X, Y, D> as Iterator>::Item;
    type IntoIter = InOrder<'a, X, Y, D>;

    fn into_iter(self) -> Self::IntoIter {
        self.in_order()
    }
}

/// As for [`Batches`] themselves.
#[diagnostic::do_not_recommend]
impl<'a, X: Values, Y: Values, D: Size> IntoIterator for &Batches<'a, X, Y, D>
where
    D::IsStatic: Cuts<'a, X, D> + Cuts<'a, Y, D>,
{
    type Item = <InOrder<'a, X, Y, D> as Iterator>::Item;
    type IntoIter = InOrder<'a, X, Y, D>;

    fn into_iter(self) -> Self::IntoIter {
        self.in_order()
    }
}

/// Batches of a data set in an order by chance; see [`Batches::shuffled`].
#[derive(Debug)]
pub struct Shuffled<'a, X, Y, D> {
    batches: Batches<'a, X, Y, D>,
    order: Vec<usize>,
    next: usize,
}

/// Numbers of rows.
type Rows<D> = Tensor<usize, ((), D)>;
/// Copies of rows.
type Copied<X, D> = Tensor<<X as crate::view::Operand>::Elem, <X as IndexSelections<Rows<D>, 0>>::Selected>;

impl<X: Values, Y: Values, D: Size> Shuffled<'_, X, Y, D> {
    /// The rows that fill no batch of a static size, with a run-time axis, if there are any: others with each seed. Copies them.
    ///
    /// ```
    /// use shaped::{optim::Batches, prelude::*};
    /// axis!(Rest);
    /// let (x, y) = (Tensor::<f32, shape![7, 4]>::arange(), Tensor::<usize, shape![7]>::arange());
    /// let epoch = Batches::new(&x, &y, Dim::<3>).shuffled(0);
    /// let (x, y) = epoch.remainder::<Rest>().unwrap();
    /// assert_eq!((x.sizes(), y.sizes()), ([1, 4], [1]));
    /// ```
    pub fn remainder<R: Size>(&self) -> Option<(Copied<X, R>, Copied<Y, R>)>
    where
        X: IndexSelections<Rows<R>, 0, Elem: Clone>,
        Y: IndexSelections<Rows<R>, 0, Elem: Clone>,
    {
        let (start, len) = self.batches.rest();
        (len > 0).then(|| self.rows(start, len))
    }

    fn rows<R: Size>(&self, start: usize, len: usize) -> (Copied<X, R>, Copied<Y, R>)
    where
        X: IndexSelections<Rows<R>, 0, Elem: Clone>,
        Y: IndexSelections<Rows<R>, 0, Elem: Clone>,
    {
        let picked = Tensor::from_parts(Buffer::from_vec(self.order[start..][..len].to_vec()), ((), size::<R>(len)));
        let Batches { x, y, .. } = self.batches;
        (x.index_select(Axis::<0>, &picked), y.index_select(Axis::<0>, &picked))
    }
}

impl<X: Values, Y: Values, D: Size> Iterator for Shuffled<'_, X, Y, D>
where
    X: IndexSelections<Rows<D>, 0, Elem: Clone>,
    Y: IndexSelections<Rows<D>, 0, Elem: Clone>,
{
    type Item = (Copied<X, D>, Copied<Y, D>);

    fn next(&mut self) -> Option<Self::Item> {
        self.nth(0)
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let (start, len) = self.batches.next(&mut self.next, n)?;
        Some(self.rows(start, len))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.batches.left(self.next);
        (left, Some(left))
    }
}

impl<X: Values, Y: Values, D: Size> ExactSizeIterator for Shuffled<'_, X, Y, D>
where
    X: IndexSelections<Rows<D>, 0, Elem: Clone>,
    Y: IndexSelections<Rows<D>, 0, Elem: Clone>,
{
}
impl<X: Values, Y: Values, D: Size> FusedIterator for Shuffled<'_, X, Y, D>
where
    X: IndexSelections<Rows<D>, 0, Elem: Clone>,
    Y: IndexSelections<Rows<D>, 0, Elem: Clone>,
{
}

/// Rows of a tensor as a view: of a static size, or of one that is known at run time.
pub trait Cuts<'a, X: 'a, D> {
    /// The view.
    type Part;
    #[doc(hidden)]
    fn cut(x: &'a X, start: usize, size: D) -> Self::Part;
}

impl<'a, X: Narrows<Axis<0>, D> + 'a, D: StaticSize> Cuts<'a, X, D> for Yes {
    type Part = View<'a, X::Elem, X::Narrowed, X::NarrowedLayout, X::Kind>;
    fn cut(x: &'a X, start: usize, size: D) -> Self::Part {
        x.narrow(Axis::<0>, start, size)
    }
}

impl<'a, X: RunTimeNarrows<Axis<0>, D> + 'a, D: Size> Cuts<'a, X, D> for No {
    type Part = View<'a, X::Elem, X::NarrowedWith, X::NarrowedWithLayout, X::Kind>;
    fn cut(x: &'a X, start: usize, size: D) -> Self::Part {
        x.narrow_with(Axis::<0>, start, size)
    }
}
