//! The check that operands have one number for each run-time axis: what types leave to the program.

use crate::shape::Shape;
use crate::shape::dims::{Dims, MAX_RANK};
use crate::shape::size_error::{SizeError, Where};
use crate::view::Values;

/// Makes sure that each run-time axis has one size in all of the operands, wherever they have it: after that, no operation on them
/// can find two.
///
/// This is the `Result` form of every operation, at once: operators (in place too), `zip_with`, `matmul`, reductions, layers. The
/// types compare all else, so it is asked once, where operands from two sources come together, and before anything is
/// computed or written. It compares a few numbers, whatever the operands' size.
///
/// ```
/// use shaped::{SizeError, prelude::*, same_sizes};
/// axis!(Batch);
/// fn error(
///     logits: &Tensor<f32, shape![Batch, 10]>,
///     targets: &Tensor<f32, shape![Batch, 10]>,
/// ) -> Result<Tensor<f32, shape![Batch, 10]>, SizeError> {
///     same_sizes((logits, targets))?;
///     Ok(logits - targets)
/// }
/// let (logits, targets) = (Tensor::zeros_with(Batch(32)), Tensor::zeros_with(Batch(31)));
/// let error = error(&logits, &targets).unwrap_err();
/// assert_eq!(error.to_string(), "axis `Batch` has size 32 on the left and 31 on the right");
/// ```
///
/// Axes are compared by name, wherever they are: `[Batch, Seq]` with `[Seq, Batch]` too. Where one name is meant to have two sizes,
/// as in `concat` along it, do not ask.
///
/// # Errors
/// If a run-time axis has two sizes.
pub fn same_sizes(operands: impl RunTimeAxes) -> Result<(), SizeError> {
    operands.compare()
}

/// Operands whose run-time axes can be compared by [`same_sizes`]: a tuple of up to eight, or an array of any number.
pub trait RunTimeAxes {
    #[doc(hidden)]
    fn compare(&self) -> Result<(), SizeError>;
}

/// The axes of one operand, without its types.
struct Axes {
    ids: &'static [u128; MAX_RANK],
    name: fn(usize) -> Option<&'static str>,
    dims: Dims,
}

impl Axes {
    fn of<X: Values + ?Sized>(x: &X) -> Self {
        Axes { ids: const { &X::Shape::IDS }, name: X::Shape::name, dims: x.view().shape().dims() }
    }

    /// The run-time axes, from the outermost on: place, name, size.
    fn named(&self) -> impl Iterator<Item = (usize, u128, usize)> {
        let axes = (0..self.dims.rank).rev();
        axes.map(|axis| (axis, self.ids[axis], self.dims.sizes[axis])).filter(|&(_, id, _)| id != 0)
    }

    /// The first axis that has another size here than in an operand before.
    fn differs(&self, before: &Axes) -> Option<(usize, usize, usize)> {
        self.named().find_map(|(axis, id, found)| {
            let other = before.named().find(|&(_, other, size)| other == id && size != found);
            other.map(|(_, _, expected)| (axis, expected, found))
        })
    }
}

fn compare(of: usize, operand: impl Fn(usize) -> Axes) -> Result<(), SizeError> {
    for right in 1..of {
        let axes = operand(right);
        for left in 0..right {
            if let Some((axis, expected, found)) = axes.differs(&operand(left)) {
                let place = if of == 2 { Where::Sides } else { Where::Operands(left, right) };
                return Err(SizeError::new((axes.name)(axis), expected, found, place));
            }
        }
    }
    Ok(())
}

impl<X: Values, const N: usize> RunTimeAxes for [X; N] {
    fn compare(&self) -> Result<(), SizeError> {
        compare(N, |i| Axes::of(&self[i]))
    }
}

macro_rules! tuples {
    ($($x:ident)*; $n:literal) => {
        impl<$($x: Values),*> RunTimeAxes for ($($x,)*) {
            fn compare(&self) -> Result<(), SizeError> {
                #[allow(non_snake_case)] // the letters are types and values
                let ($($x,)*) = self;
                let axes = [$(Axes::of($x)),*];
                compare($n, |i| Axes { ..axes[i] })
            }
        }
    };
}
tuples!(A B; 2);
tuples!(A B C; 3);
tuples!(A B C D; 4);
tuples!(A B C D E; 5);
tuples!(A B C D E F; 6);
tuples!(A B C D E F G; 7);
tuples!(A B C D E F G H; 8);
