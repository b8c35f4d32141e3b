//! Views: parts of a value, by where their elements are.

use alloc::vec;
use alloc::vec::Vec;

use super::element::ElementType;
use super::notes::{Id, Notes};

/// Where the elements of a view are among those of a value, row by row: the first one, and sizes and steps of the axes from the outermost on.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub offset: usize,
    pub sizes: Vec<usize>,
    pub steps: Vec<isize>,
}

/// An axis of a view that is more than one element, none of them twice.
#[derive(Clone, Copy)]
struct Axis {
    /// Its place among the axes of the view.
    place: usize,
    size: usize,
    step: usize,
}

impl Notes {
    /// The elements of a view of a value.
    ///
    /// Slices, transpositions, reversals and stretches where it is made of these, as nearly all are; windows that overlap are taken by their places.
    pub(crate) fn viewed(&mut self, x: Id, view: &Placed) -> Id {
        let numel = view.sizes.iter().product::<usize>();
        let row_major = view
            .steps
            .iter()
            .zip(&view.sizes)
            .rev()
            .try_fold(1isize, |next, (&step, &size)| (size == 1 || step == next).then_some(next * size as isize));
        if row_major.is_some() && numel == self.numel(x) {
            return self.reshape(x, &view.sizes);
        }
        if numel == 0 {
            return self.filled(0.0, &view.sizes, self.dtype(x));
        }
        let mut start = view.offset as isize;
        let mut axes = vec![];
        let mut backwards = vec![];
        for (place, (&size, &step)) in view.sizes.iter().zip(&view.steps).enumerate() {
            if size == 1 || step == 0 {
                continue;
            }
            if step < 0 {
                start += step * (size as isize - 1);
                backwards.push(place);
            }
            axes.push(Axis { place, size, step: step.unsigned_abs() });
        }
        axes.sort_by_key(|axis| core::cmp::Reverse(axis.step));
        let start = usize::try_from(start).expect("a view of elements that are there");
        let Some(cut) = self.cut(x, start, &axes) else {
            return self.taken(x, view);
        };
        // From the order of steps to that of the view, with the axes of size 1 that are stretched then.
        let mut order: Vec<usize> = (0..axes.len()).collect();
        order.sort_by_key(|i| axes[*i].place);
        let turned = self.transpose(cut, &order);
        let mut sizes = vec![1; view.sizes.len()];
        axes.iter().for_each(|axis| sizes[axis.place] = axis.size);
        let spaced = self.reshape(turned, &sizes);
        let spaced = self.reverse(spaced, backwards);
        self.stretch(spaced, &view.sizes)
    }

    /// The elements along axes of falling steps, as a shape of just these axes; or nothing, if slices don't make it.
    fn cut(&mut self, x: Id, start: usize, axes: &[Axis]) -> Option<Id> {
        let sizes = self.sizes(x).to_vec();
        // All axes of the value, and what of each is left; rows of the value that an axis of the view walks are cut out of what is left.
        let mut parts: Vec<(usize, [usize; 3])> = vec![];
        let (mut len, mut at) = (self.numel(x), start);
        // Row-major steps of the value's own axes: where to cut if an axis of the view walks over several rows at once.
        let own: Vec<usize> = sizes.iter().rev().scan(1, |next, n| Some(core::mem::replace(next, *next * n))).collect();
        for (i, axis) in axes.iter().enumerate() {
            let rest: usize = axes[i + 1..].iter().map(|axis| (axis.size - 1) * axis.step).sum();
            let row = core::iter::once(axis.step)
                .chain(own.iter().copied().filter(|own| *own < axis.step && axis.step % own == 0).rev())
                .find(|row| len % row == 0 && at % row + rest < *row)?;
            let (first, by) = (at / row, axis.step / row);
            let end = first + (axis.size - 1) * by + 1;
            if end > len / row {
                return None;
            }
            parts.push((len / row, [first, end, by]));
            (len, at) = (row, at % row);
        }
        parts.push((len, [at, at + 1, 1]));
        let split: Vec<usize> = parts.iter().map(|part| part.0).collect();
        let reshaped = self.reshape(x, &split);
        let sliced = self.slice(reshaped, parts.iter().map(|part| part.1).collect());
        let to: Vec<usize> = axes.iter().map(|axis| axis.size).collect();
        Some(self.reshape(sliced, &to))
    }

    /// Each element by its place.
    fn taken(&mut self, x: Id, view: &Placed) -> Id {
        let flat = self.reshape(x, &[self.numel(x)]);
        let mut places = self.filled(view.offset as f64, &view.sizes, ElementType::I64);
        for (axis, &step) in view.steps.iter().enumerate() {
            if step != 0 {
                let along = self.iota(&view.sizes, axis, ElementType::I64);
                let along = self.by("multiply", along, step as f64);
                places = self.binary("add", places, along);
            }
        }
        self.take(flat, places)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::hlo::notes::Op;

    /// The places of all elements of a value that is made of slices and their like, by what each primitive says of itself.
    fn places(notes: &Notes, x: Id) -> Vec<usize> {
        let node = notes.node(x);
        let (sizes, numel) = (&node.sizes, node.sizes.iter().product::<usize>());
        let index = |mut i: usize, sizes: &[usize]| {
            let mut index = vec![0; sizes.len()];
            for (to, n) in index.iter_mut().zip(sizes).rev() {
                (*to, i) = (i % n, i / n);
            }
            index
        };
        let flat = |index: &[usize], sizes: &[usize]| index.iter().zip(sizes).fold(0, |at, (i, n)| at * n + i);
        if numel == 0 {
            return vec![];
        }
        if let Op::Argument(_) = node.op {
            return (0..numel).collect();
        }
        let from = places(notes, node.from[0]);
        let from_sizes = notes.sizes(node.from[0]);
        let at = |i: usize| {
            let mut index = index(i, sizes);
            match &node.op {
                Op::Reshape => return from[i],
                Op::Transpose(order) => {
                    let mut back = vec![0; order.len()];
                    order.iter().zip(&index).for_each(|(axis, i)| back[*axis] = *i);
                    index = back;
                }
                Op::Reverse(axes) => axes.iter().for_each(|&axis| index[axis] = sizes[axis] - 1 - index[axis]),
                Op::Slice(parts) => index.iter_mut().zip(parts).for_each(|(i, [from, _, step])| *i = from + *i * step),
                Op::Stretch => {
                    index.drain(..sizes.len() - from_sizes.len());
                    index.iter_mut().zip(from_sizes).for_each(|(i, n)| *i %= n);
                }
                other => panic!("{other:?}"),
            }
            from[flat(&index, from_sizes)]
        };
        (0..numel).map(at).collect()
    }

    fn check(of: &[usize], offset: usize, sizes: &[usize], steps: &[isize], by_slices: bool) {
        let mut notes = Notes::default();
        let x = notes.argument(0, of.to_vec(), ElementType::F32);
        let view = Placed { offset, sizes: sizes.to_vec(), steps: steps.to_vec() };
        let y = notes.viewed(x, &view);
        assert_eq!(notes.sizes(y), sizes);
        let sliced = notes.nodes().all(|(_, node)| node.op != Op::Take);
        assert_eq!(sliced, by_slices, "{view:?} of {of:?}");
        if !sliced {
            return;
        }
        let mut expected = vec![offset as isize];
        for (&n, &step) in sizes.iter().zip(steps) {
            expected = expected.iter().flat_map(|at| (0..n as isize).map(move |i| at + i * step)).collect();
        }
        let expected: Vec<usize> = expected.into_iter().map(|at| at as usize).collect();
        assert_eq!(places(&notes, y), expected, "{view:?} of {of:?}");
    }

    #[test]
    fn views_are_slices_and_turns() {
        check(&[4, 6], 0, &[4, 6], &[6, 1], true);
        check(&[4, 6], 0, &[2, 12], &[12, 1], true);
        check(&[4, 6], 0, &[6, 4], &[1, 6], true);
        check(&[4, 6], 7, &[2, 3], &[6, 2], true);
        check(&[4, 6], 7, &[3, 2], &[2, 12], true);
        check(&[4, 6], 23, &[4, 6], &[-6, -1], true);
        check(&[4, 6], 5, &[4], &[6], true);
        check(&[4, 6], 6, &[6], &[1], true);
        check(&[4, 6], 6, &[3, 6], &[0, 1], true);
        check(&[4, 6], 13, &[], &[], true);
        check(&[4, 6], 0, &[4], &[7], true);
        check(&[3], 0, &[2, 1, 3], &[0, 9, 1], true);
        // Rows of which every second one is left, of a number that two does not divide.
        check(&[11, 6], 6, &[5, 4], &[12, 1], true);
        check(&[2, 11, 6], 6, &[2, 5, 4], &[66, 12, 1], true);
        check(&[2, 3, 4, 5], 0, &[2, 5, 3, 4], &[60, 1, 20, 5], true);
        check(&[2, 12, 5], 0, &[3, 2, 4, 5], &[20, 60, 5, 1], true);
        check(&[3, 3], 0, &[3], &[4], true);
        // Windows that overlap.
        check(&[10], 0, &[8, 3], &[1, 1], false);
        check(&[0, 3], 0, &[0, 2], &[3, 1], true);
    }
}
