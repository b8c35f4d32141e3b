//! Display and Debug, like NumPy's: nested brackets, aligned columns, large tensors summarised.

use core::fmt::{self, Debug, Display, Formatter, Write};

use super::Inline;
#[cfg(feature = "alloc")]
use super::Tensor;
use crate::shape::dims::{Dims, MAX_RANK};
use crate::shape::layout::Layout;
use crate::shape::{Shape, StaticShape};
use crate::view::{Operand, View, ViewMut};

/// Tensors with more elements are summarised, as in NumPy.
const THRESHOLD: usize = 1000;
/// How many elements a summary shows at either end of an axis.
const EDGE: usize = 3;
/// Rows are wrapped at this width.
const LINE: usize = 75;

/// Writes one element.
type Show<'a, T> = &'a dyn Fn(&T, &mut dyn Write) -> fmt::Result;

/// How much room numbers take before and from their decimal point on.
#[derive(Clone, Copy, Default)]
struct Width {
    left: usize,
    right: usize,
    /// Has the point been seen, of the element that is being measured?
    point: bool,
}

impl Write for Width {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        for c in s.chars() {
            self.point |= c == '.';
            *(if self.point { &mut self.right } else { &mut self.left }) += 1;
        }
        Ok(())
    }
}

/// A tensor being printed.
struct Printer<'a, T, S: Shape, Y: Layout<S>> {
    view: View<'a, T, S, Y>,
    dims: Dims,
    summary: bool,
    width: Width,
    show: Show<'a, T>,
    /// How far the first bracket is indented on further lines.
    indent: usize,
}

impl<T, S: Shape, Y: Layout<S>> Printer<'_, T, S, Y> {
    /// The indices along an axis that are shown; `None` stands for those that are not.
    fn shown(&self, size: usize) -> impl Iterator<Item = Option<usize>> + use<T, S, Y> {
        let cut = self.summary && size > 2 * EDGE;
        let head = if cut { EDGE } else { size };
        let tail = if cut { size - EDGE } else { size };
        (0..head).map(Some).chain(cut.then_some(None)).chain((tail..size).map(Some))
    }

    fn size(&self, level: usize) -> usize {
        self.dims.sizes[self.dims.rank - 1 - level]
    }

    fn element(&self, index: &[usize; MAX_RANK]) -> &T {
        self.view.element(&index[..self.dims.rank]).expect("an index within the shape")
    }

    /// Measures the widest element that is shown.
    fn measure(&mut self, level: usize, index: &mut [usize; MAX_RANK]) -> fmt::Result {
        if level == self.dims.rank {
            let mut width = Width::default();
            (self.show)(self.element(index), &mut width)?;
            self.width.left = self.width.left.max(width.left);
            self.width.right = self.width.right.max(width.right);
            return Ok(());
        }
        for i in self.shown(self.size(level)).flatten() {
            index[level] = i;
            self.measure(level + 1, index)?;
        }
        Ok(())
    }

    fn padded(&self, index: &[usize; MAX_RANK], f: &mut Formatter<'_>) -> fmt::Result {
        let element = self.element(index);
        let mut width = Width::default();
        (self.show)(element, &mut width)?;
        write!(f, "{:1$}", "", self.width.left - width.left)?;
        (self.show)(element, f)?;
        write!(f, "{:1$}", "", self.width.right - width.right)
    }

    fn print(&self, level: usize, index: &mut [usize; MAX_RANK], f: &mut Formatter<'_>) -> fmt::Result {
        if level == self.dims.rank {
            return self.padded(index, f);
        }
        let last = level + 1 == self.dims.rank;
        let width = self.width.left + self.width.right;
        let mut column = self.indent + level + 1;
        f.write_str("[")?;
        for (n, i) in self.shown(self.size(level)).enumerate() {
            if n > 0 {
                f.write_str(",")?;
                if !last {
                    // One empty line more for each axis that the next block lies further out.
                    for _ in 0..self.dims.rank - level - 1 {
                        f.write_str("\n")?;
                    }
                    write!(f, "{:1$}", "", self.indent + level + 1)?;
                } else if column + 3 + width > LINE {
                    write!(f, "\n{:1$}", "", self.indent + level + 1)?;
                    column = self.indent + level + 1;
                } else {
                    f.write_str(" ")?;
                    column += 2;
                }
            }
            match i {
                Some(i) => {
                    index[level] = i;
                    self.print(level + 1, index, f)?;
                    column += width;
                }
                None => {
                    f.write_str("...")?;
                    column += 3;
                }
            }
        }
        f.write_str("]")
    }
}

fn print<T, S: Shape, Y: Layout<S>>(
    view: View<'_, T, S, Y>,
    indent: usize,
    show: Show<'_, T>,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let dims = view.shape().dims();
    // Without elements there are brackets only, of which there can be any number.
    if view.numel() == 0 {
        return f.write_str("[]");
    }
    let mut printer = Printer { view, dims, summary: view.numel() > THRESHOLD, width: Width::default(), show, indent };
    let mut index = [0; MAX_RANK];
    printer.measure(0, &mut index)?;
    printer.print(0, &mut index, f)
}

fn display<T: Display, S: Shape, Y: Layout<S>>(view: View<'_, T, S, Y>, f: &mut Formatter<'_>) -> fmt::Result {
    match f.precision() {
        Some(digits) => print(view, 0, &|x, to| write!(to, "{x:.digits$}"), f),
        None => print(view, 0, &|x, to| write!(to, "{x}"), f),
    }
}

fn debug<T: Debug, S: Shape, Y: Layout<S>>(view: View<'_, T, S, Y>, f: &mut Formatter<'_>) -> fmt::Result {
    const NAME: &str = "tensor(";
    f.write_str(NAME)?;
    match f.precision() {
        Some(digits) => print(view, NAME.len(), &|x, to| write!(to, "{x:.digits$?}"), f)?,
        None => print(view, NAME.len(), &|x, to| write!(to, "{x:?}"), f)?,
    }
    write!(f, ", shape={:?})", view.shape().sizes().as_ref())
}

macro_rules! formats {
    ($([$($generics:tt)*] $t:ty;)*) => { $(
        impl<$($generics)*> Display for $t
        where
            T: Display,
        {
            /// The elements as NumPy prints them; `{:.2}` sets the digits after the point.
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                display(self.view(), f)
            }
        }
        impl<$($generics)*> Debug for $t
        where
            T: Debug,
        {
            /// The elements as PyTorch prints them, and the shape.
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                debug(self.view(), f)
            }
        }
    )* };
}

#[cfg(feature = "alloc")]
formats!([T, S: Shape] Tensor<T, S>;);
formats! {
    [T, S: StaticShape] Inline<T, S>;
    [T, S: Shape, Y: Layout<S>] View<'_, T, S, Y>;
    [T, S: Shape] ViewMut<'_, T, S>;
}
