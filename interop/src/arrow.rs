//! arrow: columns, lists of one length, and tables. A column is a vector, `[Rows]`; a column of lists of `n` numbers, such as embeddings, is `[Rows, n]`, and lists
//! of lists have more axes; a table of numbers is `[Rows, columns]`.
//!
//! ```
//! use std::sync::Arc;
//! use arrow_array::{Float32Array, RecordBatch};
//! use shaped::prelude::*;
//! use shaped_interop::arrow::{FromArrow, IntoArrow};
//! axis!(Rows);
//!
//! let column = Float32Array::from(vec![1.0, 2.0, 3.0]);
//! let x = View::<f32, shape![Rows]>::from_arrow(&column)?; // read where it lies
//! assert_eq!(x.mean_all(), 2.0);
//!
//! let embeddings = Tensor::<f32, shape![Rows, 384]>::zeros_with(Rows(2)).into_arrow(); // lists of 384
//! let error = View::<f32, shape![Rows, 512]>::from_arrow(&*embeddings).unwrap_err();
//! assert_eq!(error.to_string(), "an array of shape [2, 384] is no tensor of shape [Rows, 512]: axis 1 has size 384");
//!
//! let table = RecordBatch::try_from_iter([("a", Arc::new(column.clone()) as _), ("b", Arc::new(column) as _)])?;
//! let x = Tensor::<f32, shape![Rows, 2]>::from_arrow(&table)?;
//! assert_eq!(x.as_slice(), [1.0, 1.0, 2.0, 2.0, 3.0, 3.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, FixedSizeListArray, PrimitiveArray, RecordBatch, types};
use arrow_buffer::{ArrowNativeType, Buffer, ScalarBuffer};
use arrow_schema::{ArrowError, Field};
use bytemuck::NoUninit;
use shaped::prelude::*;

use crate::DataError;

/// Elements of which arrow has columns: integers and floats. Sealed.
#[diagnostic::on_unimplemented(
    message = "arrow has no columns of `{Self}` that lie as a tensor's elements do",
    label = "not an element type of columns",
    note = "columns are of `i8` to `i64`, `u8` to `u64`, `f16`, `f32` and `f64`; arrow packs `bool` by bits: `x.cast::<u8>()` first"
)]
pub trait ColumnElement: ArrowNativeType + NoUninit + sealed::Sealed {
    /// What arrow calls such a column.
    type Column: ArrowPrimitiveType<Native = Self>;
}

macro_rules! elements {
    ($($element:ty: $column:ident;)*) => { $(
        impl sealed::Sealed for $element {}
        #[diagnostic::do_not_recommend]
        impl ColumnElement for $element {
            type Column = types::$column;
        }
    )* };
}
elements! {
    i8: Int8Type;
    i16: Int16Type;
    i32: Int32Type;
    i64: Int64Type;
    u8: UInt8Type;
    u16: UInt16Type;
    u32: UInt32Type;
    u64: UInt64Type;
    half::f16: Float16Type;
    f32: Float32Type;
    f64: Float64Type;
}

mod sealed {
    /// What only this crate implements.
    pub trait Sealed {}
}

/// What is made of arrow's columns and tables, which are `Source`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not made of `{Source}`",
    label = "another shape, or another kind of data",
    note = "a column is a view or a tensor of one axis, `[Rows]`, a column of lists of 3 one of two, `[Rows, 3]`; a table is a tensor of two axes, whose elements are copied"
)]
pub trait FromArrow<Source>: Sized {
    /// What an error hands back: what was given away.
    type Data;

    /// The same elements: a column of 4 -> `[4]`, or `[Rows]`; of lists of 3 -> `[Rows, 3]`; a table of 3 columns -> `[Rows, 3]`. A view reads a column where it
    /// lies. A tensor is a copy, but of a `PrimitiveArray` that is given away: that one's memory is taken over, if nobody else holds it and it came from a vector.
    ///
    /// # Errors
    /// If there are other sizes or other elements, or a value is null.
    ///
    /// ```
    /// use arrow_array::{Array, Float64Array};
    /// use shaped::prelude::*;
    /// use shaped_interop::arrow::FromArrow;
    /// axis!(Rows);
    /// let column = Float64Array::from(vec![Some(1.0), None]);
    /// let error = View::<f64, shape![Rows]>::from_arrow(&column).unwrap_err();
    /// assert_eq!(error.to_string(), "1 value is null, and tensors have none: fill it, or leave its row out");
    /// let error = View::<f32, shape![Rows]>::from_arrow(&column as &dyn Array).unwrap_err();
    /// assert_eq!(error.to_string(), "elements of type Float64 are none of Float32: convert them there");
    /// ```
    fn from_arrow(source: Source) -> Result<Self, DataError<Self::Data>>;
}

#[diagnostic::do_not_recommend]
impl<'a, T: ColumnElement, S: Shape> FromArrow<&'a dyn Array> for View<'a, T, S> {
    type Data = ();
    fn from_arrow(array: &'a dyn Array) -> Result<Self, DataError> {
        let (mut within, mut sizes, mut nulls) = (array, vec![array.len()], array.null_count());
        while let Some(lists) = within.as_fixed_size_list_opt() {
            sizes.push(usize::try_from(lists.value_length()).expect("arrow has no lists of fewer than 0"));
            within = lists.values();
            nulls += within.null_count();
        }
        let Some(column) = within.as_primitive_opt::<T::Column>() else {
            return Err(DataError::elements(T::Column::DATA_TYPE, within.data_type(), ()));
        };
        match View::from_slice_sized(&sizes, column.values()) {
            Err(error) => Err(DataError::array(error, ())),
            Ok(_) if nulls > 0 => Err(DataError::nulls(nulls, ())),
            Ok(view) => Ok(view),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T: ColumnElement, S: Shape> FromArrow<&dyn Array> for Tensor<T, S> {
    type Data = ();
    fn from_arrow(array: &dyn Array) -> Result<Self, DataError> {
        View::from_arrow(array).map(|view| view.to_tensor())
    }
}

macro_rules! known_arrays {
    ($($array:ty => $shape:ty [$($axes:tt)*];)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<'a, T: ColumnElement, $($axes)*> FromArrow<&'a $array> for View<'a, T, $shape> {
            type Data = ();
            fn from_arrow(array: &'a $array) -> Result<Self, DataError> {
                View::from_arrow(array as &dyn Array)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T: ColumnElement, $($axes)*> FromArrow<&$array> for Tensor<T, $shape> {
            type Data = ();
            fn from_arrow(array: &$array) -> Result<Self, DataError> {
                Tensor::from_arrow(array as &dyn Array)
            }
        }
    )* };
}
// Arrays whose type says what they are need not be called `&dyn Array`.
known_arrays! {
    PrimitiveArray<T::Column> => ((), A) [A: Size];
    FixedSizeListArray => ((L, A), B) [L: Shape, A: Size, B: Size];
}

#[diagnostic::do_not_recommend]
impl<T: ColumnElement, A: Size> FromArrow<PrimitiveArray<T::Column>> for Tensor<T, ((), A)> {
    type Data = PrimitiveArray<T::Column>;
    fn from_arrow(column: PrimitiveArray<T::Column>) -> Result<Self, DataError<Self::Data>> {
        if let Err(error) = View::<T, ((), A)>::from_arrow(&column as &dyn Array) {
            return Err(error.with_data(column));
        }
        let elements = Vec::from(column.into_parts().1);
        let sizes = [elements.len()];
        Ok(Tensor::from_vec_sized(&sizes, elements).expect("the sizes have been compared"))
    }
}

#[diagnostic::do_not_recommend]
impl<T: ColumnElement, A: Size, B: Size> FromArrow<&RecordBatch> for Tensor<T, (((), A), B)> {
    type Data = ();
    fn from_arrow(table: &RecordBatch) -> Result<Self, DataError> {
        axis!(Rows);
        let sizes = [table.num_rows(), table.num_columns()];
        let columns = table.columns().iter().map(|column| View::<T, shape![Rows]>::from_arrow(&**column));
        let columns: Vec<_> = columns.collect::<Result<_, _>>()?;
        let rows = 0..sizes[0];
        let elements = rows.flat_map(|row| columns.iter().map(move |column| column[[row]])).collect();
        Tensor::from_vec_sized(&sizes, elements).map_err(|error| DataError::array(error, ()))
    }
}

/// A tensor as what holds memory of arrow's.
struct Owner<T, S: Shape>(Tensor<T, S>);
impl<T: NoUninit, S: Shape> AsRef<[u8]> for Owner<T, S> {
    fn as_ref(&self) -> &[u8] {
        bytemuck::cast_slice(self.0.as_slice())
    }
}

/// Tensors that become columns of arrow's.
pub trait IntoArrow: Sized {
    /// What the column is of.
    type Elem;

    /// The same elements: `[4]` -> a column of 4, `[4, 3]` -> a column of 4 lists of 3, and so on: the first axis counts the rows. No copy: arrow holds the
    /// tensor.
    ///
    /// # Panics
    /// If an axis behind the first is longer than `i32::MAX`, which arrow cannot count.
    ///
    /// ```
    /// use arrow_array::{Array, cast::AsArray, types::Int32Type};
    /// use shaped::prelude::*;
    /// use shaped_interop::arrow::IntoArrow;
    /// let column = tensor![1, 2, 3].into_arrow();
    /// assert_eq!(column.as_primitive::<Int32Type>().values(), &[1, 2, 3]);
    /// let lists = tensor![[1, 2, 3], [4, 5, 6]].into_arrow();
    /// assert_eq!((lists.len(), lists.as_fixed_size_list().value_length()), (2, 3));
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// use shaped_interop::arrow::IntoArrow;
    /// tensor![true, false].into_arrow();
    /// ```
    fn into_arrow(self) -> ArrayRef
    where
        Self::Elem: ColumnElement;
}

impl<T, L: Shape, D: Size> IntoArrow for Tensor<T, (L, D)> {
    type Elem = T;

    fn into_arrow(self) -> ArrayRef
    where
        T: ColumnElement,
    {
        let sizes = self.sizes().as_ref().to_vec();
        let bytes = bytes::Bytes::from_owner(Owner(self));
        let elements: ScalarBuffer<T> = Buffer::from(bytes).into();
        let column: ArrayRef = Arc::new(PrimitiveArray::<T::Column>::new(elements, None));
        // From the innermost lists outward: how many of them there are is the product of the sizes in front.
        (1..sizes.len()).rev().fold(column, |values, axis| {
            let lists = of_one_length(values, sizes[axis], sizes[..axis].iter().product());
            Arc::new(lists.expect("arrow counts the elements of a list by `i32`"))
        })
    }
}

fn of_one_length(values: ArrayRef, size: usize, count: usize) -> Result<FixedSizeListArray, ArrowError> {
    let size = i32::try_from(size).map_err(|error| ArrowError::InvalidArgumentError(error.to_string()))?;
    let field = Field::new_list_field(values.data_type().clone(), false);
    FixedSizeListArray::try_new_with_length(Arc::new(field), size, values, None, count)
}
