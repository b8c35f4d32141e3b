//! Operands copied next to each other.

use crate::kernels::back::strides::spread;
use crate::kind::{Backward, Gradients, Kind, OperandSet, Reads, Real, Step, held};
use crate::shape::at::Along;
use crate::shape::axes::{Axis, Unsqueeze};
use crate::shape::dims::{MAX_RANK, inserted, product};
use crate::shape::join::{Concat, ConcatAll, Concatenated, Stack, StackAll, Stacked};
use crate::shape::layout::Layout;
use crate::shape::verbs::concatenate;
use crate::shape::{Shape, run_time};
use crate::storage::{Buffer, Growing};
use crate::tensor::Tensor;
use crate::view::block::{Block, Erased};
use crate::view::operation;
use crate::view::{Beside, Operand, View};

/// The blocks inside the `depth` outermost axes of all operands in turn: the first one's, the second one's, and so on, at each
/// index of those axes, whose sizes are those of the first operand.
fn interleave<'a, T: Clone, const N: usize>(blocks: &[Block<'a, T>; N], depth: usize, to: &mut Growing<T>) {
    // The outer axes may be of any size where there is nothing inside them.
    if to.is_full() {
        return;
    }
    if depth == 0 {
        blocks.iter().for_each(|block| block.copy_to(to));
        return;
    }
    // Where the blocks are single elements, rows of them are read together.
    let single = depth == blocks[0].sizes().len();
    let depth = if single { depth - 1 } else { depth };
    let sizes = &blocks[0].sizes()[..depth];
    let slices = blocks.map(Block::as_slice);
    if !single && slices.iter().all(Option::is_some) {
        // Blocks of a few elements, which are more work to find than to copy, lie one after the other.
        let count = product(sizes);
        let mut parts = slices.map(|all| all.unwrap_or_default()).map(|all| all.chunks((all.len() / count).max(1)));
        for _ in 0..count {
            parts.iter_mut().filter_map(Iterator::next).for_each(|part| to.extend_from_slice(part));
        }
        return;
    }
    if single && slices.iter().all(Option::is_some) {
        to.extend_in_turn(slices.map(Option::unwrap_or_default));
        return;
    }
    let mut index = [0usize; MAX_RANK];
    for _ in 0..sizes.iter().product() {
        let inside = |block: &Block<'a, T>| index[..depth].iter().fold(*block, |block, &i| block.at(i));
        if single {
            let rows = blocks.each_ref().map(inside);
            let slices = rows.map(|row| row.as_slice());
            if slices.iter().all(Option::is_some) {
                to.extend_in_turn(slices.map(Option::unwrap_or_default));
            } else {
                let mut rows = rows.map(|row| row.row(0..row.len()));
                let len = blocks[0].sizes()[depth];
                let elements = (0..len).flat_map(|_| 0..N).map_while(|i| rows[i].next());
                to.extend(len * N, elements.cloned());
            }
        } else {
            blocks.iter().for_each(|block| inside(block).copy_to(to));
        }
        for (i, &size) in index[..depth].iter_mut().zip(sizes).rev() {
            *i += 1;
            if *i < size {
                break;
            }
            *i = 0;
        }
    }
}

/// How many elements the blocks inside the `depth` outermost axes have.
#[track_caller]
fn block_len<S: Shape>(shape: S, depth: usize) -> usize {
    product(&shape.dims().sizes[..S::RANK - depth])
}

/// Two operands in turn, by the blocks inside their `depth` outermost axes, which make the shape.
#[track_caller]
fn two<T, L, Y, R, Z, K, S>(
    left: View<'_, T, L, Y, K>,
    right: View<'_, T, R, Z, K>,
    depth: usize,
    shape: S,
) -> Tensor<T, S, K>
where
    T: Clone,
    L: Shape,
    Y: Layout<L>,
    R: Shape,
    Z: Layout<R>,
    K: Kind<T>,
    S: Shape,
{
    let forward = |(left, right): (View<'_, _, _, _>, View<'_, _, _, _>)| {
        let mut to = Growing::with_room(shape.numel());
        interleave(&[Erased::new(left).block(), Erased::new(right).block()], depth, &mut to);
        to.finish()
    };
    let back = JoinBack { lens: &[block_len(left.shape(), depth), block_len(right.shape(), depth)] };
    Tensor::made(K::apply_op((left, right), shape, forward, back), shape)
}

/// As [`two`], of as many operands as there are, which make the shape.
#[track_caller]
fn all<X: Operand<Elem: Clone>, S: Shape, const N: usize>(
    parts: &[X; N],
    depth: usize,
    shape: S,
) -> Tensor<X::Elem, S, X::Kind> {
    let parts = parts.each_ref().map(Operand::view);
    let forward = |parts: [View<'_, _, _, _>; N]| {
        let mut to = Growing::with_room(shape.numel());
        let erased = parts.map(Erased::new);
        interleave(&erased.each_ref().map(Erased::block), depth, &mut to);
        to.finish()
    };
    let back = JoinBack { lens: &parts.map(|part| block_len(part.shape(), depth)) };
    Tensor::made(X::Kind::apply_op(parts, shape, forward, back), shape)
}

/// The way back of operands in turn: each takes its blocks of the gradient, which are of these lengths.
pub(super) struct JoinBack<'a> {
    pub lens: &'a [usize],
}

held!(JoinBack<'_>, |this, memory| JoinBack { lens: memory.copy_slice(this.lens) }; lowered);

impl<T: Real> Backward<T> for JoinBack<'_> {
    fn name(&self) -> &'static str {
        "concat"
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::NOTHING
    }

    fn backward(&self, _: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        // Lengths of what has no elements may be of any size.
        let all = self.lens.iter().fold(0usize, |all, len| all.saturating_add(*len));
        let count = grad.as_slice().len().checked_div(all).unwrap_or(0);
        let mut before = 0usize;
        for (i, &len) in self.lens.iter().enumerate() {
            let from = grad.as_slice().get(before..).unwrap_or_default();
            to.add(i, |to, add| spread(&[len, count], &[1, all as isize], from, T::one(), add, to));
            before = before.saturating_add(len);
        }
        to.free(grad);
    }
}

operation! {
    /// This and `R` next to each other along the axis `Axis<I>`: `concat`.
    trait Joins[R, const I: isize][R, I]
    for X given [Z: Shape] where [X: Operand<Shape: Along<Axis<I>, concatenate> + Concat<Z, Axis<I>>> + ?Sized, R: Beside<X::Elem, X::Kind, Size = Z>] {
        /// The shape of both together.
        type Joined: Shape = Concatenated<X::Shape, R::Size, Axis<I>>;
    }

    /// Both operands next to each other along an axis: `[4, 3]` and `[2, 3]` along `Axis::<0>` -> `[6, 3]`. All other axes are equal;
    /// nothing is stretched. NumPy's `np.concatenate([x, y], 0)`, PyTorch's `torch.cat([x, y], 0)`. Copies both into a new tensor.
    ///
    /// A named axis grows by one of its own name or by a static size, and keeps its name: `[Batch, Seq, 64]` and `[Batch, 1, 64]` along
    /// `Axis::<1>` -> `[Batch, Seq, 64]`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.concat(&tensor![[5, 6]], Axis::<0>), tensor![[1, 2], [3, 4], [5, 6]]);
    /// assert_eq!(x.concat(&tensor![[5], [6]], Axis::<-1>), tensor![[1, 2, 5], [3, 4, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[1, 2], [3, 4]].concat(&tensor![[5, 6]], Axis::<1>);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    #[doc(alias = "cat")]
    #[doc(alias = "concatenate")]
    #[track_caller]
    fn concat( // of two, `x.concat(&y, Axis::<0>)`; of more, `concat_all([&x, &y, &z], Axis::<0>)`
        &self, other: &R, axis: Axis<I>) -> Tensor<Self::Elem, Self::Joined, Self::Kind>
    where [Self::Elem: Clone]
    {
        let left = self.view();
        let right = other.beside(left.note());
        let place = <X::Shape as Along<Axis<I>, concatenate>>::PLACE;
        let shape = run_time::joined(left.shape(), right.shape(), place);
        two(left, right, X::Shape::RANK - 1 - place, shape)
    }
}

operation! {
    /// This and `R`, of one shape, on a new axis `Axis<I>`: `stack`.
    trait Stacks[R, const I: isize][R, I]
    for X given [Z: Shape] where [X: Operand<Shape: Stack<Z, Axis<I>>> + ?Sized, R: Beside<X::Elem, X::Kind, Size = Z>] {
        /// The shape with the new axis, of size 2.
        type Stacked: Shape = Stacked<X::Shape, R::Size, Axis<I>>;
    }

    /// Both operands, of one shape, on a new axis, which is counted in the result: `[4, 3]` and `[4, 3]` at `Axis::<0>` ->
    /// `[2, 4, 3]`. NumPy's `np.stack([x, y], 0)`, PyTorch's `torch.stack([x, y], 0)`. Copies both into a new tensor.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (x, y) = (tensor![1, 2, 3], tensor![4, 5, 6]);
    /// assert_eq!(x.stack(&y, Axis::<0>), tensor![[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(x.stack(&y, Axis::<-1>), tensor![[1, 4], [2, 5], [3, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![1, 2, 3].stack(&tensor![4, 5], Axis::<0>);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    #[track_caller]
    fn stack( // of two, `x.stack(&y, Axis::<0>)`; of more, `stack_all([&x, &y, &z], Axis::<0>)`
        &self, other: &R, axis: Axis<I>) -> Tensor<Self::Elem, Self::Stacked, Self::Kind>
    where [Self::Elem: Clone]
    {
        let left = self.view();
        let right = other.beside(left.note());
        run_time::stretches(right.shape(), left.shape());
        let place = <X::Shape as Stack<R::Size, Axis<I>>>::PLACE;
        let shape = run_time::shape(&inserted(left.shape().dims().sizes, place, 2));
        two(left, right, X::Shape::RANK - place, shape)
    }
}

/// Operands of one shape, an array of them, on a new axis, which is counted in the result: three of `[4]` at `Axis::<0>` -> `[3, 4]`.
/// PyTorch's `torch.stack([x, y, z], 0)`, NumPy's `np.stack`. Copies all into a new tensor.
///
/// ```
/// use shaped::{prelude::*, stack_all};
/// let (x, y, z) = (tensor![1, 2], tensor![3, 4], tensor![5, 6]);
/// assert_eq!(stack_all([&x, &y, &z], Axis::<0>), tensor![[1, 2], [3, 4], [5, 6]]);
/// assert_eq!(stack_all([&x, &y, &z], Axis::<-1>), tensor![[1, 3, 5], [2, 4, 6]]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{prelude::*, stack_all};
/// stack_all([&tensor![1, 2], &tensor![3, 4]], Axis::<2>);
/// ```
///
/// # Panics
/// If a run-time axis has two sizes, or the array is empty.
#[track_caller]
pub fn stack_all<X: Operand<Elem: Clone>, const I: isize, const N: usize, O: Shape>(
    parts: [X; N],
    _axis: Axis<I>,
) -> Tensor<X::Elem, O, X::Kind>
where
    X::Shape: StackAll<Axis<I>, N, Output = O>,
{
    let first = parts.first().expect("at least one operand to stack").view().shape();
    for part in &parts {
        run_time::stretches(part.view().shape(), first);
    }
    let place = const { <X::Shape as Unsqueeze<Axis<I>>>::PLACE };
    all(&parts, X::Shape::RANK - place, run_time::shape(&inserted(first.dims().sizes, place, N)))
}

/// Operands of one shape, an array of them, next to each other along an axis: three of `[2, 4]` along `Axis::<0>` -> `[6, 4]`. PyTorch's
/// `torch.cat([x, y, z], 0)`, NumPy's `np.concatenate`. Copies all into a new tensor; two of different shapes are put next to
/// each other by [`concat`](crate::Joins::concat).
///
/// ```
/// use shaped::{concat_all, prelude::*};
/// let (x, y, z) = (tensor![[1], [2]], tensor![[3], [4]], tensor![[5], [6]]);
/// assert_eq!(concat_all([&x, &y, &z], Axis::<1>), tensor![[1, 3, 5], [2, 4, 6]]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::{concat_all, prelude::*};
/// concat_all([&tensor![1, 2], &tensor![3, 4]], Axis::<1>);
/// ```
///
/// # Panics
/// If a run-time axis other than this one has two sizes, or the array is empty.
#[track_caller]
pub fn concat_all<X: Operand<Elem: Clone>, const I: isize, const N: usize, O: Shape>(
    parts: [X; N],
    _axis: Axis<I>,
) -> Tensor<X::Elem, O, X::Kind>
where
    X::Shape: ConcatAll<Axis<I>, N, Output = O>,
{
    let place = const { <X::Shape as Along<Axis<I>, concatenate>>::PLACE };
    let first = parts.first().expect("at least one operand to concatenate").view().shape();
    let mut sizes = first.dims().sizes;
    sizes[place] = 0;
    for part in &parts {
        run_time::joined_at::<X::Shape>(&mut sizes, part.view().shape(), place);
    }
    all(&parts, X::Shape::RANK - 1 - place, run_time::shape(&sizes))
}
