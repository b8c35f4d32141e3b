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
//! Other crates need no feature: what has a slice or a vector has a tensor, without a copy. The shape's run-time sizes are given, and the number of elements
//! is compared.
//!
//! | | to a tensor | from a tensor `x` |
//! |---|---|---|
//! | a slice | [`View::from_slice`](crate::View::from_slice), or `View::from_slice_with(Batch(n), slice)` | `x.as_slice()` |
//! | a vector | `Tensor::from_vec`, or `Tensor::from_vec_with(Batch(n), vector)` | `x.into_vec()` |
//! | arrow, a column without nulls | `View::<f32, shape![Rows]>::from_slice_with(Rows(column.len()), column.values())` | `Float32Array::from(x.into_vec())` |
//! | faer (39 crates, so no feature) | `Tensor::<f64, shape![4, 3]>::from_fn(\|[i, j]\| m[(i, j)])`, a copy: its columns may have gaps | `MatRef::from_row_major_slice(x.as_slice(), 4, 3)` |
//! | burn | `View::from_slice_with(Batch(n), data.as_slice::<f32>()?)` of a `TensorData` | `TensorData::new(x.into_vec(), sizes)` |
//! | candle | the repository's `examples/candle`, a typed layer in a candle model | there |
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
