//! Conversions to and from other crates' types, by `From`, `TryFrom` and serde's traits: one file for each optional dependency.
//!
//! What is static there and here is converted by `into`; what is known only when the program runs, the sizes of an `Array`, is compared by `try_from`,
//! and [`ArrayError`](crate::ArrayError) names axis and sizes and hands the array back.
//!
//! | feature | | copies |
//! |---|---|---|
//! | `ndarray` | `Tensor` and `Array`, `View` and `ArrayView`, `ViewMut` and `ArrayViewMut`, both ways | owned ones, where a tensor's memory is aligned; views never |
//! | `nalgebra` | `Tensor` and matrices and vectors, static and dynamic, both ways; views of matrices, and `DVectorView` of a vector | matrices, whose elements lie column by column; vectors as for `ndarray`; views never |
//! | `image` | `Tensor`, `View` and `ViewMut` as `[H, W]` or `[H, W, C]`, and `ImageBuffer` of all its colours and elements, both ways | pictures, where a tensor's memory is aligned; views never |
//! | `serde` | `Tensor`, `View` and `Inline` by any format, with their sizes; a tensor of another shape is refused | all |
//! | `generic-array` | vectors and `GenericArray`, both ways | moves the elements |

#[cfg(all(feature = "generic-array", feature = "alloc"))]
mod generic_array;
#[cfg(feature = "image")]
mod image;
#[cfg(feature = "nalgebra")]
mod nalgebra;
#[cfg(feature = "ndarray")]
mod ndarray;
#[cfg(feature = "serde")]
mod serde;

#[cfg(feature = "image")]
pub use image::Colours;
#[cfg(feature = "nalgebra")]
pub use nalgebra::Counts;
#[cfg(feature = "ndarray")]
pub use ndarray::ArrayAxes;
