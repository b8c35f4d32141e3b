//! Windows that slide over the last axes, and what is made of each: what all pooling has in common.

use num_traits::Float;

use super::math_of_two::Maximum;
use super::pooling_back::PoolBack;
use super::reduce::{means_over_last, number};
use super::rows::elements;
use super::wide::wide;
use crate::expr::node::FnMut2;
use crate::expr::{copied_erased, transposed};
use crate::kernels::back::pools::{Average, Kind as Pooled, Windows, place_of_largest};
use crate::kernels::pools;
use crate::kernels::sixteen::{ByNumbers, can_be, rounded};
use crate::kind::Kind;
use crate::shape::dims::{Dims, product};
use crate::shape::layout::Layout;
use crate::shape::window::{self, Slides, TooSmall};
use crate::shape::{Shape, run_time};
use crate::storage::{Buffer, room};
use crate::tensor::Tensor;
use crate::view::block::{Block, Erased};
use crate::view::{Values, View};

/// The shape with other sizes on its last axes, which the type of the result says, or `slide` finds.
///
/// # Panics
/// If a run-time axis is too small.
#[track_caller]
pub(super) fn windows<X: Shape, O: Shape>(
    x: X,
    axes: usize,
    slide: impl FnOnce(&Dims, &mut Dims) -> Result<(), TooSmall>,
) -> O {
    if const { X::STATIC && O::STATIC } {
        return run_time::static_value();
    }
    let x = x.dims();
    let mut to = Dims { sizes: x.sizes, ..O::DIMS };
    to.sizes[..axes].copy_from_slice(&O::DIMS.sizes[..axes]);
    if let Err(error) = slide(&x, &mut to) {
        error.report(&x, X::name(error.axis));
    }
    run_time::shape(&to.sizes)
}

/// Calls `f` with each run of `len` elements.
pub(super) fn each_plane<X: Values<Elem: Clone> + ?Sized>(x: &X, len: usize, f: impl FnMut(&[X::Elem])) {
    if len == 0 {
        return;
    }
    elements(x).chunks_exact(len).for_each(f);
}

/// Height and width.
pub(super) fn plane(dims: &Dims) -> [usize; 2] {
    [dims.sizes[1], dims.sizes[0]]
}

/// Depth, height and width, 1 where there is no such axis.
fn volume(dims: &Dims, axes: usize) -> [usize; 3] {
    core::array::from_fn(|i| if 2 - i < axes { dims.sizes[2 - i] } else { 1 })
}

/// Windows that slide over the last axes: first the planes of a window are folded into one, then its rows, then its columns. `prepare` makes
/// of the number of elements that an average counts what `end` does with a sum.
#[track_caller]
fn slid<T: Clone, C>(
    x: &Erased<'_, T>,
    numel: usize,
    windows: &Windows,
    fold: impl FnMut2<T, T, Output = T> + Copy,
    prepare: impl Fn(usize) -> C,
    end: impl Fn(T, &C) -> T,
) -> Buffer<T> {
    if numel == 0 {
        return Buffer::from_vec(room(0));
    }
    some_elements(windows);
    let (volume, two) = (product(&windows.input), |a, b| { fold }.call(a, b));
    if let Some((elements, channels, _)) = x.channels_last().filter(|&(.., inner)| inner == volume) {
        let made = pools::channels_last(elements, channels, windows, &two, &prepare, &end);
        let places = product(&windows.output);
        return transposed(&made, [made.len() / (places * channels), places, channels]);
    }
    let mut result = room(numel);
    each_lines(x, windows.input[2], volume, &mut |lines, volumes| {
        pools::planes(&lines, volumes, windows, &two, &prepare, &end, &mut result);
    });
    Buffer::from_vec(result)
}

/// Rows of one length, next to each other or apart.
struct Lines<'a, T> {
    together: Option<&'a [T]>,
    apart: Block<'a, T>,
    width: usize,
}

impl<T> pools::Rows<T> for Lines<'_, T> {
    #[inline(always)]
    fn row(&self, i: usize) -> &[T] {
        match self.together {
            Some(elements) => &elements[i * self.width..][..self.width],
            None => self.apart.part_of_row(i, 0..self.width),
        }
    }
}

/// Calls `f` with the rows of some volumes after the other, and how many volumes these are: where they are, or copied if the elements of a row do not lie next to
/// each other, or the rows of a volume not as far apart as its planes let them.
fn each_lines<T: Clone>(x: &Erased<'_, T>, width: usize, volume: usize, f: &mut dyn FnMut(Lines<'_, T>, usize)) {
    let x = x.merged();
    let (block, sizes) = (x.block(), x.block().sizes());
    let mut of = |together: Option<_>, apart, numel| f(Lines { together, apart, width }, numel / volume);
    if let Some(elements) = block.as_slice() {
        return of(Some(elements), block, elements.len());
    }
    let depth = sizes.len() - if sizes.ends_with(&[width]) { 2 } else { 1 }.min(sizes.len());
    let some = product(&sizes[depth..]);
    if block.has_rows(1) && some.is_multiple_of(volume) {
        return block.each(depth, &mut |block| of(block.as_slice(), block, some));
    }
    let copied = copied_erased(x.merged());
    of(Some(copied.as_slice()), block, copied.as_slice().len());
}

/// Makes sure that each window holds an element.
///
/// # Panics
/// If one does not.
#[track_caller]
fn some_elements(windows: &Windows) {
    if let Some((axis, i)) = windows.without_elements() {
        let size = windows.input[axis];
        panic!("window {i} along axis -{} holds none of its {size} elements", 3 - axis);
    }
}

/// What `forward` makes of so many windows of the last axes, and its way back.
#[track_caller]
fn pooled<T: Clone, S: Shape, Y: Layout<S>, K: Kind<T>, O: Shape>(
    x: View<'_, T, S, Y, K>,
    axes: usize,
    (kind, average, largest): (Pooled, Average, bool),
    slide: impl FnOnce(&Dims, &mut Dims) -> Result<(), TooSmall>,
    forward: impl FnOnce(&View<'_, T, S, Y>, usize, &Windows) -> Buffer<T>,
) -> Tensor<T, O, K> {
    let to: O = windows(x.shape(), axes, slide);
    let windows = of_axes(&x.shape().dims(), &to.dims(), axes, kind, average);
    let back = PoolBack { windows, largest };
    Tensor::made(K::apply_op((x,), to, |(x,)| forward(&x, to.numel(), &windows), back), to)
}

fn of_axes(from: &Dims, to: &Dims, axes: usize, kind: Pooled, average: Average) -> Windows {
    Windows { input: volume(from, axes), output: volume(to, axes), kind, average }
}

fn sliding(slides: &Slides) -> Pooled {
    let Slides { kernel, stride, padding, dilation, .. } = *slides;
    Pooled::Sliding { kernel, stride, padding, dilation }
}

/// The largest element of each window.
pub(super) fn largest<T: Clone + PartialOrd, S: Shape, Y: Layout<S>, K: Kind<T>, O: Shape>(
    x: View<'_, T, S, Y, K>,
    axes: usize,
    slides: &Slides,
) -> Tensor<T, O, K> {
    let slide = |x: &Dims, to: &mut Dims| slides.slide(axes, x, to);
    pooled(x, axes, (sliding(slides), Average::All, true), slide, |x, numel, windows| {
        peaks(&Erased::new(*x), numel, windows)
    })
}

#[inline(never)]
fn peaks<T: Clone + PartialOrd>(x: &Erased<'_, T>, numel: usize, windows: &Windows) -> Buffer<T> {
    slid(x, numel, windows, Maximum, |_| (), |x, ()| x)
}

/// The mean of each window.
pub(super) fn averaged<T: Float, S: Shape, Y: Layout<S>, K: Kind<T>, O: Shape>(
    x: View<'_, T, S, Y, K>,
    axes: usize,
    slides: &Slides,
    average: window::Average,
) -> Tensor<T, O, K> {
    let average = match average {
        window::Average::All => Average::All,
        window::Average::Inside => Average::Inside,
        window::Average::By(number) => Average::By(number),
    };
    let slide = |x: &Dims, to: &mut Dims| slides.slide(axes, x, to);
    pooled(x, axes, (sliding(slides), average, false), slide, |x, numel, windows| means(x, numel, windows))
}

fn means<X: Values<Elem: Float> + ?Sized>(x: &X, numel: usize, windows: &Windows) -> Buffer<X::Elem> {
    if const { can_be::<X::Elem>() }
        && let Some(x) = wide(x, ByNumbers)
    {
        return rounded(means_of(&Erased::new(x.view()), numel, windows).as_slice(), ByNumbers);
    }
    means_of(&Erased::new(x.view()), numel, windows)
}

#[inline(never)]
fn means_of<T: Float>(x: &Erased<'_, T>, numel: usize, windows: &Windows) -> Buffer<T> {
    // The reciprocal of a power of 2 is exact: what it multiplies is what the power divides.
    let prepare = |count: usize| match count.is_power_of_two() {
        true => (number::<T>(count).recip(), true),
        false => (number(count), false),
    };
    slid(x, numel, windows, super::Plus, prepare, |sum, &(by, times)| if times { sum * by } else { sum / by })
}

/// An error of the compiler where the types say that what is pooled over the last axes are no elements.
const fn pools_some(from: &Dims, to: &Dims, axes: usize) {
    let pooled = (1 << axes) - 1;
    let none_asked = to.reduces_nothing(pooled);
    assert!(none_asked || !from.reduces_nothing(pooled), "pooling of no elements: an axis that is pooled has size 0");
}

/// Means, or the largest elements, of windows that share an axis out evenly.
pub(super) fn adaptive<const AXES: usize, T: Clone, S: Shape, Y: Layout<S>, K: Kind<T>, O: Shape>(
    x: View<'_, T, S, Y, K>,
    largest: bool,
    forward: impl FnOnce(&View<'_, T, S, Y>, usize, &Windows) -> Buffer<T>,
) -> Tensor<T, O, K> {
    const { pools_some(&S::DIMS, &O::DIMS, AXES) };
    pooled(x, AXES, (Pooled::Adaptive, Average::Inside, largest), |_, _| Ok(()), forward)
}

pub(super) fn adaptive_means<X: Values<Elem: Float> + ?Sized>(
    x: &X,
    axes: usize,
    numel: usize,
    windows: &Windows,
) -> Buffer<X::Elem> {
    if const { can_be::<X::Elem>() }
        && let Some(x) = wide(x, ByNumbers)
    {
        return rounded(adaptive_means(&x.view(), axes, numel, windows).as_slice(), ByNumbers);
    }
    let from = windows.input;
    adaptive_some(numel, from);
    if windows.output == [1; 3] && numel > 0 {
        return means_over_last(x.view(), axes, from[0] * from[1] * from[2]);
    }
    means(x, numel, windows)
}

/// # Panics
/// If results are asked of no elements.
fn adaptive_some(numel: usize, from: [usize; 3]) {
    let [depth, height, width] = from;
    assert!(numel == 0 || !from.contains(&0), "cannot pool {depth} by {height} by {width} elements: there are none");
}

pub(super) fn adaptive_peaks<X: Values<Elem: Clone + PartialOrd> + ?Sized>(
    x: &X,
    numel: usize,
    windows: &Windows,
) -> Buffer<X::Elem> {
    adaptive_some(numel, windows.input);
    peaks(&Erased::new(x.view()), numel, windows)
}

/// The places of the largest elements of windows, counted within planes or volumes.
pub(super) fn places<X: Values<Elem: Clone + PartialOrd> + ?Sized, O: Shape>(
    x: &X,
    axes: usize,
    slides: &Slides,
) -> Tensor<usize, O> {
    let slide = |x: &Dims, to: &mut Dims| slides.slide(axes, x, to);
    let to: O = windows(x.view().shape(), axes, slide);
    let windows = of_axes(&x.view().shape().dims(), &to.dims(), axes, sliding(slides), Average::All);
    let ([d, h, w], [depth, height, width]) = (windows.input, windows.output);
    let mut result = room(to.numel());
    if to.numel() > 0 {
        some_elements(&windows);
        each_plane(x, d * h * w, |volume| {
            result.extend((0..depth * height * width).map(|i| {
                let taps = [
                    windows.taps(0, i / (height * width)),
                    windows.taps(1, i / width % height),
                    windows.taps(2, i % width),
                ];
                place_of_largest(volume, [h, w], taps)
            }));
        });
    }
    Tensor::made(Buffer::from_vec(result), to)
}
