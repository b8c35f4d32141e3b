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
//! | `bytemuck` | bytes and `View`, `ViewMut`, both ways: `View::from_bytes`, `as_bytes` | views never; `Tensor::from_bytes` always |
//! | `serde` | `Tensor`, `View` and `Inline` by any format, with their sizes; a tensor of another shape is refused | all |
//! | `generic-array` | vectors and `GenericArray`, both ways | moves the elements |

//!
//! faer, candle, burn and arrow have a package beside this one, `shaped-interop`, whose version changes when theirs do: with a feature for each, both ways, without a
//! copy where memory allows, and the same errors.
//!
//! | its feature | | copies |
//! |---|---|---|
//! | `faer` | `x.as_faer()` of any view, `x.as_faer_mut()`, `x.to_faer()`; `Tensor::from_faer(&m)`, `View::from_faer(m)` of a matrix without gaps | owned ones; views never |
//! | `candle` | `x.into_candle(&device)`, `x.to_candle(&device)`; `Tensor::from_candle(&x)`, and `x.with_view(…)`, `View::from_candle((storage, layout))`, however it lies | from candle; to candle where a tensor's memory is aligned; views never |
//! | `burn` | `x.into_burn()`, a `TensorData`; `Tensor::from_burn(data)`, `View::from_burn(&data)` | where a tensor's memory is aligned; views never |
//! | `arrow` | `x.into_arrow()`; `Tensor::from_arrow` and `View::from_arrow` of columns, and of lists of one length as `[Rows, 384]` | of a table; views never |
//!
//! Other crates need no package: what has a slice or a vector has a tensor, without a copy. What the type does not say is compared.
//!
//! | | to a tensor | from a tensor `x` |
//! |---|---|---|
//! | a slice | [`View::from_slice`](crate::View::from_slice), or `View::from_slice_with(Batch(n), slice)` | `x.as_slice()` |
//! | a vector | `Tensor::from_vec`, or `Tensor::from_vec_with(Batch(n), vector)` | `x.into_vec()` |
//! | a slice or a vector with sizes that are data | `View::from_slice_sized(&sizes, slice)`, `Tensor::from_vec_sized(&sizes, vector)` | `x.sizes()` |
//! | a slice with sizes and strides | `View::from_slice_strided(&sizes, &strides, first, slice)` | `x.strides()`, [`as_strided_slice`](crate::View::as_strided_slice) |
//! | Python: NumPy, PyTorch, what has buffers | the repository's `examples/python`, by PyO3 and the feature `ndarray` | there |

#[cfg(feature = "bytemuck")]
mod bytes;
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
