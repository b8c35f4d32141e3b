//! Copies of elements by index.

use alloc::vec::Vec;
use core::ops::Range as Parts;

use super::number::{Count, Range};
use crate::error::IndexError;
use crate::expr;
use crate::kernels::picked::{Blocks, picked};
use crate::shape::Shape;
use crate::shape::diagnostics::IndexNumber;
use crate::shape::dims::{Dims, MAX_RANK, product};
use crate::storage::room;
use crate::view::block::{Block, Erased};
use crate::view::{Lanes, Values};

/// The sizes around an axis: how many elements there are outside it, on it, and inside it.
#[derive(Clone, Copy)]
pub(crate) struct Around {
    pub outer: usize,
    pub size: usize,
    pub inner: usize,
}

impl Around {
    pub(crate) fn new(dims: &Dims, place: usize) -> Self {
        let outer = product(&dims.sizes[place + 1..dims.rank.max(place + 1)]);
        Around { outer, size: dims.sizes[place], inner: product(&dims.sizes[..place]) }
    }
}

/// The places that indices name, once they are known to be ones.
pub(crate) fn places<C: Count, I: Values<Elem: IndexNumber>>(
    indices: &I,
    range: Range,
) -> Result<Vec<usize>, IndexError> {
    let mut places = room(indices.numel());
    for &index in indices.iter() {
        places.push(range.place::<C, _>(index)?);
    }
    Ok(places)
}

/// Whole elements of an axis, one after the other.
pub(crate) fn select<X: Values<Elem: Clone> + ?Sized>(x: &X, place: usize, at: &[usize]) -> Vec<X::Elem> {
    let view = x.view();
    let mut sizes = view.shape().dims().sizes;
    let Around { size, inner, .. } = Around::new(&view.shape().dims(), place);
    sizes[place] = at.len();
    let numel = Dims { sizes, ..view.shape().dims() }.numel().expect("a result that `usize` can count");
    let mut out = room(numel);
    // Where rows jump through memory, most of them are read in tiles first.
    let erased = Erased::new(view);
    let jump = at.len() >= size / 4 && numel >= expr::MANY && erased.merged().neighbours().is_some();
    let copy = jump.then(|| expr::copied(view));
    match copy.as_ref().map(|copy| copy.as_slice()).or_else(|| view.as_block()) {
        // Without elements there is nothing to copy, and no block either, however many places there are for them.
        _ if numel == 0 => {}
        Some(elements) => {
            for block in elements.chunks_exact(size * inner) {
                if inner == 1 {
                    out.extend(at.iter().map(|&i| block[i].clone()));
                } else {
                    at.iter().for_each(|&i| out.extend_from_slice(&block[i * inner..][..inner]));
                }
            }
        }
        None => {
            let outer = view.shape().dims().rank - 1 - place;
            erased.block().each(outer, &mut |block| at.iter().for_each(|&i| push(block.at(i), &mut out)));
        }
    }
    out
}

/// The elements, row by row, behind those that are there.
fn push<T: Clone>(block: Block<'_, T>, to: &mut Vec<T>) {
    match (block.as_slice(), block.sizes()) {
        (Some(elements), _) => to.extend_from_slice(elements),
        (None, &[size]) => to.extend(block.row(0..size).cloned()),
        (None, _) => (0..block.len()).for_each(|i| push(block.at(i), to)),
    }
}

/// For each index the element that it names on its own lane. On all other axes the indices have the sizes of `x`.
pub(crate) fn gather<C: Count, X: Values<Elem: Clone> + ?Sized, I: Values<Elem: IndexNumber>>(
    x: &X,
    place: usize,
    indices: &I,
    range: Range,
) -> Result<Vec<X::Elem>, IndexError> {
    let (view, by) = (x.view(), indices.view());
    let dims = view.shape().dims();
    let Around { outer, size, inner } = Around::new(&dims, place);
    let numel = by.shape().numel();
    if numel == 0 {
        return Ok(room(0));
    }
    if size == 0 {
        // There is no element, so that no index names one.
        indices.iter().try_for_each(|&index| range.place::<C, _>(index).map(drop))?;
    }
    let copy = (inner > 1 && by.as_block().is_none()).then(|| expr::copied(by));
    let by_block = copy.as_ref().map(|copy| copy.as_slice()).or_else(|| by.as_block());
    let erased = Erased::new(view);
    let axis = dims.rank - 1 - place;
    let apart = |i: usize, row: usize, part: Parts<usize>| {
        let (mut block, mut i, mut inside) = (erased.block(), i, outer);
        for _ in 0..axis {
            inside /= block.len();
            (block, i) = (block.at(i / inside), i % inside);
        }
        block.part_of_row(row, part)
    };
    let columns = erased.with_last(axis);
    let copy;
    let blocks = match (view.as_block(), columns.block().as_slice()) {
        (Some(elements), _) => Some(Blocks::Rows(elements)),
        (None, Some(elements)) => Some(Blocks::Columns(elements)),
        // Most elements may be asked for: what does not lie row by row is copied first, unless there are few indices.
        _ if inner > 1 && numel > size && place == 1 && erased.block().has_rows(1) => Some(Blocks::Apart(&apart)),
        _ if inner > 1 && numel > size => {
            copy = expr::copied(view);
            Some(Blocks::Rows(copy.as_slice()))
        }
        _ => None,
    };
    if let (Some(blocks), Some(by)) = (blocks, by_block) {
        let first =
            || by.iter().find_map(|&index| range.place::<C, _>(index).err()).expect("an index that names nothing");
        return picked(&blocks, [outer, size, inner], by, |&index| C::place(index, size)).ok_or_else(first);
    }
    let mut out = room(numel);
    for (lane, &index) in Lanes::new(&view, place, &by.shape().dims().sizes).zip(indices.iter()) {
        out.push(lane.at(range.place::<C, _>(index)?).clone());
    }
    Ok(out)
}

/// As [`gather`], both sides stretched to the sizes `out`.
pub(crate) fn take_along<C: Count, X: Values<Elem: Clone> + ?Sized, I: Values<Elem: IndexNumber>>(
    x: &X,
    place: usize,
    indices: &I,
    out: &[usize; MAX_RANK],
    range: Range,
) -> Result<Vec<X::Elem>, IndexError> {
    let (view, by) = (x.view(), indices.view());
    let mut sizes = view.shape().dims().sizes;
    sizes[place] = out[place];
    if sizes == *out && by.shape().dims().sizes == *out {
        return gather::<C, X, I>(x, place, indices, range);
    }
    let Around { outer, size: many, inner } =
        Around::new(&Dims { rank: X::Shape::RANK, sizes: *out, unknown: 0 }, place);
    let numel =
        Dims { rank: X::Shape::RANK, sizes: *out, unknown: 0 }.numel().expect("a result that `usize` can count");
    let mut elements = room(numel);
    if numel == 0 {
        return Ok(elements);
    }
    let mut lanes = Lanes::new(&view, place, out).zip(Lanes::new(&by, place, out));
    for _ in 0..outer {
        for turn in 0..many {
            for (lane, by) in lanes.by_ref().take(inner) {
                elements.push(lane.at(range.place::<C, _>(*by.at(turn))?).clone());
            }
        }
    }
    Ok(elements)
}

/// For each index the element that it names, counted in row-major order.
pub(crate) fn take<C: Count, X: Values<Elem: Clone> + ?Sized, I: Values<Elem: IndexNumber>>(
    x: &X,
    indices: &I,
) -> Result<Vec<X::Elem>, IndexError> {
    let view = x.view();
    let range = Range { axis: None, size: view.shape().numel() };
    let mut out = room(indices.numel());
    for &index in indices.iter() {
        let i = range.place::<C, _>(index)?;
        let element = match view.as_block() {
            Some(elements) => &elements[i],
            None => view.nth(i).expect("an element of this number"),
        };
        out.push(element.clone());
    }
    Ok(out)
}
