//! Lazy expressions: what can be done with one, and how it is run.

pub(crate) mod operand;
mod operators;
#[cfg(feature = "alloc")]
mod reductions;
mod target;

pub use operand::{IntoLazy, LazyOperand};
pub use operators::BesideBorrowed;
pub use target::{TakesElements, WriteTarget};

use crate::expr::lazy::{Lazy, Steps};
use crate::expr::node::Closure;
use crate::expr::{Map, Zip};
use crate::shape::broadcast::{AssignTo, Broadcast, Broadcasted};
use crate::shape::{Shape, StaticShape};
use crate::tensor::Inline;
#[cfg(feature = "alloc")]
use crate::tensor::Tensor;
use crate::view::{Values, View};

/// The start of a lazy expression: `lazy`.
pub trait LazyExpressions: Values {
    /// The start of a lazy expression: operators and functions on it are only noted, and run in one pass without temporaries by
    /// `eval`, `assign_to`, `+=` or a reduction. O(1), no copy.
    ///
    /// Operands are stretched as they are in eager operations, and what does not fit does not compile.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![32, 64, 28, 28]> = Tensor::arange();
    /// let (scale, shift) = (Tensor::<f32, shape![64, 1, 1]>::full(2.0), Tensor::<f32, shape![64, 1, 1]>::ones());
    /// let y = (x.lazy() * &scale + &shift).eval(); // one loop; allocates y and nothing else
    /// assert_eq!(y[[0, 0, 0, 5]], 11.0);
    /// let mean = (x.lazy() - &y).mean(Axis::<1>); // no temporary
    /// assert_eq!(mean.sizes(), [32, 28, 28]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let x: Tensor<f32, shape![32, 64, 28, 28]> = Tensor::arange();
    /// let scale = Tensor::<f32, shape![64]>::ones();
    /// let y = (x.lazy() * &scale).eval();
    /// ```
    #[inline]
    fn lazy(&self) -> Lazy<View<'_, Self::Elem, Self::Shape, Self::Layout>, Self::Shape>
    where
        Self::Elem: Clone,
    {
        Lazy::over(self.view())
    }
}

impl<X: Values + ?Sized> LazyExpressions for X {}

impl<E: Steps, S: Shape> Lazy<E, S> {
    /// A function of each element, to be run with the rest.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[1.0, -2.0], [-3.0, 4.0]];
    /// let y = (x.lazy() * 2.0 + 1.0).map(|x: f64| x.max(0.0)).eval();
    /// assert_eq!(y, tensor![[3.0, 0.0], [0.0, 9.0]]);
    /// ```
    #[inline]
    pub fn map<U, F: FnMut(E::Item) -> U>(self, f: F) -> Lazy<Map<E, Closure<F>>, S> {
        self.through(Closure(f))
    }

    /// A function of each pair of elements, with broadcasting, to be run with the rest: `[4, 1]` with `[3]` -> `[4, 3]`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (x, y) = (tensor![[1], [5]], tensor![2, 4, 6]);
    /// assert_eq!(x.lazy().zip_with(&y, |a: i32, b| a.max(b)).eval(), tensor![[2, 4, 6], [5, 5, 6]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let (x, y) = (tensor![1, 5], tensor![2, 4, 6]);
    /// let _ = x.lazy().zip_with(&y, |a: i32, b| a.max(b)).eval();
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes.
    #[inline]
    #[track_caller]
    pub fn zip_with<R: IntoLazy, U, F: FnMut(E::Item, R::Item) -> U>(
        self,
        rhs: R,
        f: F,
    ) -> Lazy<Zip<E, R::Steps, Closure<F>>, Broadcasted<S, R::Shape>>
    where
        S: Broadcast<R::Shape>,
    {
        self.with(rhs.into_lazy(), Closure(f))
    }

    /// Runs the expression into a new tensor, in one pass. Allocates the result and nothing else.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn eval(self) -> Tensor<E::Item, S> {
        let shape = self.shape();
        Tensor::from_parts(self.run(), shape)
    }

    /// Runs the expression into a tensor in place, in one pass. Allocates nothing.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = Inline::<f32, shape![3]>::from_array([1.0, 2.0, 3.0]);
    /// assert_eq!((x.lazy() * 2.0 - 1.0).eval_inline(), Inline::from_array([1.0, 3.0, 5.0]));
    /// ```
    #[inline]
    pub fn eval_inline(self) -> Inline<E::Item, S>
    where
        S: StaticShape,
    {
        Inline::from_nested(self.run_inline())
    }

    /// Runs the expression over the elements of a tensor, a mutable view or a part, in one pass; it is stretched to the shape that is there.
    /// NumPy's `np.add(a, b, out=c)`, and of a part `c[:, 1:3] = a + b`. Allocates nothing.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let (a, b) = (tensor![[1.0], [2.0]], tensor![10.0, 20.0, 30.0]);
    /// let mut c: Tensor<f64, shape![2, 3]> = Tensor::zeros();
    /// (a.lazy() + &b).assign_to(&mut c);
    /// assert_eq!(c, tensor![[11.0, 21.0, 31.0], [12.0, 22.0, 32.0]]);
    /// (a.lazy() * 3.0).assign_to(&mut part!(mut c; .., 1..3));
    /// assert_eq!(c, tensor![[11.0, 3.0, 3.0], [12.0, 6.0, 6.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let mut c: Tensor<f64, shape![3, 2]> = Tensor::zeros();
    /// tensor![10.0, 20.0, 30.0].lazy().assign_to(&mut c);
    /// ```
    ///
    /// # Panics
    /// If a run-time axis has two sizes; nothing has been written then.
    #[inline]
    #[track_caller]
    pub fn assign_to<D: WriteTarget + TakesElements<E::Item, <D as WriteTarget>::Elem>>(self, to: &mut D)
    where
        S: AssignTo<D::Shape>,
    {
        to.overwrite(self);
    }
}
