//! burn: `TensorData`, which tensors of every backend give by `to_data` and take by `from_data`. Its sizes and elements are values.
//!
//! ```
//! use burn_std::TensorData; // `burn::tensor::TensorData`
//! use shaped::prelude::*;
//! use shaped_interop::burn::{FromBurn, IntoBurn};
//! axis!(Batch);
//!
//! let data = TensorData::new(vec![1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3]);
//! let read = View::<f32, shape![Batch, 3]>::from_burn(&data)?; // where it lies
//! assert_eq!(read.sum(Axis::<-1>).as_slice(), [6.0, 15.0]);
//! let x = Tensor::<f32, shape![2, 3]>::from_burn(data)?; // its memory is taken over
//! assert_eq!(x.relu().into_burn().shape().as_slice(), [2, 3]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use burn_std::{Element, TensorData};
use shaped::Values;
use shaped::prelude::*;

use crate::DataError;

/// What is made of burn's data, which are `Source`.
pub trait FromBurn<Source>: Sized {
    /// What an error hands back: what was given away.
    type Data;

    /// The same elements: `[4, 3] -> [4, 3]`, or `[Batch, 3]`. A tensor takes the memory over where burn made it of a vector of these elements, and is a copy
    /// else; a view reads it where it lies.
    ///
    /// # Errors
    /// If there are other sizes or other elements. What was given away is handed back.
    ///
    /// ```
    /// use burn_std::TensorData;
    /// use shaped::prelude::*;
    /// use shaped_interop::burn::FromBurn;
    /// axis!(Batch);
    /// let data = TensorData::new(vec![1.0f32; 6], [2, 3]);
    /// let error = View::<f32, shape![Batch, 4]>::from_burn(&data).unwrap_err();
    /// assert_eq!(error.to_string(), "an array of shape [2, 3] is no tensor of shape [Batch, 4]: axis 1 has size 3");
    /// let error = Tensor::<f64, shape![Batch, 3]>::from_burn(data).unwrap_err();
    /// assert_eq!(error.to_string(), "elements of type F32 are none of F64: convert them there");
    /// assert_eq!(error.into_data().num_elements(), 6);
    /// ```
    fn from_burn(source: Source) -> Result<Self, DataError<Self::Data>>;
}

impl<'a, T: Element, S: Shape> FromBurn<&'a TensorData> for View<'a, T, S> {
    type Data = ();
    fn from_burn(data: &'a TensorData) -> Result<Self, DataError> {
        match data.as_slice::<T>() {
            Ok(elements) => {
                View::from_slice_sized(data.shape().as_slice(), elements).map_err(|error| DataError::array(error, ()))
            }
            Err(_) => Err(DataError::elements(T::dtype(), format!("{:?}", data.dtype()), ())),
        }
    }
}

impl<T: Element, S: Shape> FromBurn<TensorData> for Tensor<T, S> {
    type Data = TensorData;
    fn from_burn(data: TensorData) -> Result<Self, DataError<TensorData>> {
        // Looked at before it is taken apart, so that it can be handed back.
        let refused = View::<T, S>::from_burn(&data).err();
        if let Some(error) = refused {
            return Err(error.with_data(data));
        }
        let sizes: Vec<usize> = data.shape().as_slice().to_vec();
        let elements = data.try_into_vec::<T>().expect("they have been read as these elements");
        Ok(Tensor::from_vec_sized(&sizes, elements).expect("the sizes have been compared"))
    }
}

/// Tensors that become burn's data.
pub trait IntoBurn {
    /// The same elements: `[4, 3] -> [4, 3]`. Takes the memory over where it came from a vector; larger memory of this library's own is aligned as no `Vec` is,
    /// and is copied.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// use shaped_interop::burn::IntoBurn;
    /// let data = tensor![[1, 2, 3], [4, 5, 6]].into_burn();
    /// assert_eq!(data.as_slice::<i32>().unwrap(), [1, 2, 3, 4, 5, 6]);
    /// ```
    fn into_burn(self) -> TensorData;
}

impl<T: Element, S: Shape> IntoBurn for Tensor<T, S> {
    fn into_burn(self) -> TensorData {
        let sizes: Vec<usize> = self.sizes().as_ref().to_vec();
        TensorData::new(self.into_vec(), sizes)
    }
}

/// Tensors and views, as burn's data.
pub trait ToBurn: Values<Elem: Element> {
    /// The same elements: `[4, 3] -> [4, 3]`. Copies them, however they lie.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// use shaped_interop::burn::ToBurn;
    /// let data = tensor![[1, 2, 3], [4, 5, 6]].transpose().to_burn();
    /// assert_eq!((data.shape().as_slice(), data.as_slice::<i32>().unwrap()), ([3, 2].as_slice(), [1, 4, 2, 5, 3, 6].as_slice()));
    /// ```
    fn to_burn(&self) -> TensorData;
}

impl<X: Values<Elem: Element>> ToBurn for X {
    fn to_burn(&self) -> TensorData {
        self.view().to_tensor().into_burn()
    }
}
