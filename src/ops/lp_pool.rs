//! Pooling by a norm: `lp_pool1d`, `lp_pool2d`, `lp_pool3d`.

use super::Times;
use super::each::with_into;
use super::math::Math;
use super::reduce::{float, number};
use super::slide::averaged;
use crate::kind::Kind;
use crate::shape::Shape;
use crate::shape::diagnostics::FloatElement;
use crate::shape::dims::product;
use crate::shape::given::Given;
use crate::shape::layout::Layout;
use crate::shape::pool::{Pool1d, Pool2d, Pool3d, Pooled1d, Pooled2d, Pooled3d};
use crate::shape::window::{Average, Slides};
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Operand, View};

/// A row is the pooling of so many axes.
macro_rules! pools {
    ($($trait:ident $of:ident $pooled:ident: $(#[$doc:meta])* $method:ident, $axes:literal;)*) => { $( operation! {
        /// Pooling by a norm, with the options `O`, for all that can be read.
        trait $trait[O][O] for X where [<O as Given>::Then<X::Elem>: FloatElement, X: Operand<Shape: $of<O>> + ?Sized] {
            /// The shape of the result.
            type Pooled: Shape = $pooled<X::Shape, O>;
        }

        $(#[$doc])*
        #[track_caller]
        fn $method(&self, norm: f64, options: O) -> Tensor<Self::Elem, Self::Pooled, Self::Kind> {
            by_norm(stringify!($method), self.view(), $axes, norm, &<X::Shape as $of<O>>::SLIDES)
        }
    } )* };
}
pools! {
    NormPooling1d Pool1d Pooled1d:
    /// As [`lp_pool2d`](super::NormPooling2d::lp_pool2d), of signals: `[…, L]` -> `[…, (L + 2 P - K) / S + 1]`. PyTorch's `F.lp_pool1d(x, norm, K)`.
    ///
    /// # Panics
    /// As `lp_pool2d`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// assert_eq!(tensor![3.0, 4.0, 0.0, 5.0].lp_pool1d(2.0, Pool::new(Dim::<2>)), tensor![5.0, 5.0]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![3.0, 4.0].lp_pool1d(2.0, Pool::new(Dim::<3>));
    /// ```
    lp_pool1d, 1;
    NormPooling2d Pool2d Pooled2d:
    /// The norm of each window of height and width, the `norm`th root of the sum of the elements' powers: `[…, H, W]` -> `[…, (H + 2 P - K) / S + 1, …]`.
    /// PyTorch's `F.lp_pool2d(x, norm, K)`; the options are those of [`max_pool2d`](super::Pooling2d::max_pool2d), and those of averages change nothing.
    /// Allocates the powers and the result. As in PyTorch signs count, so that the power of an odd norm may be negative, and its root NaN; so is the
    /// gradient where a whole window is 0.
    ///
    /// # Panics
    /// If the norm is not above 0, or the window is larger than the padded input on a run-time axis.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x = tensor![[3.0, 0.0, 1.0, 1.0], [4.0, 0.0, 1.0, 1.0]];
    /// assert_eq!(x.lp_pool2d(2.0, Pool::new(Dim::<2>)), tensor![[5.0, 2.0]]);
    /// assert_eq!(x.lp_pool2d(1.0, Pool::new(Dim::<2>)), tensor![[7.0, 4.0]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[3.0, 0.0, 1.0, 1.0]].lp_pool2d(2.0, Pool::new(Dim::<2>)); // one row
    /// ```
    lp_pool2d, 2;
    NormPooling3d Pool3d Pooled3d:
    /// As [`lp_pool2d`](super::NormPooling2d::lp_pool2d), of volumes: `[…, D, H, W]` -> `[…, (D + 2 P - K) / S + 1, …]`. PyTorch's
    /// `F.lp_pool3d(x, norm, K)`.
    ///
    /// # Panics
    /// As `lp_pool2d`.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let x: Tensor<f64, shape![2, 2, 4]> = Tensor::ones();
    /// assert_eq!(x.lp_pool3d(1.0, Pool::new(Dim::<2>)), tensor![[[8.0, 8.0]]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// tensor![[3.0, 0.0]].lp_pool3d(2.0, Pool::new(One)); // no depth
    /// ```
    lp_pool3d, 3;
}

#[track_caller]
fn by_norm<T: FloatElement, S: Shape, Y: Layout<S>, K: Kind<T>, O: Shape>(
    name: &str,
    x: View<'_, T, S, Y, K>,
    axes: usize,
    norm: f64,
    slides: &Slides,
) -> Tensor<T, O, K> {
    assert!(norm > 0.0, "{name}: the norm is above 0, and is {norm}");
    // As in PyTorch: of a window that ends beyond the input the mean of what is there counts as often as a whole one has elements.
    let means: Tensor<T, O, K> = averaged(x.powf(float(norm)).view(), axes, slides, Average::All);
    let shape = means.shape();
    with_into(means, number(product(&slides.kernel)), Times, shape).powf(float(1.0 / norm))
}
