//! serde: a tensor is a structure of its sizes and its elements, in whatever format.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::error::ArrayError;
use crate::shape::layout::Layout;
use crate::shape::list::of_sizes;
use crate::shape::{Shape, StaticShape};
use crate::storage::Buffer;
use crate::tensor::{Inline, Tensor};
use crate::view::{Operand, Values, View};

const FIELDS: &[&str] = &["shape", "data"];

/// The sizes, outermost axis first, and the elements, row by row.
fn serialize<X: Values<Elem: Serialize>, W: Serializer>(x: &X, to: W) -> Result<W::Ok, W::Error> {
    struct Elements<'a, X>(&'a X);
    impl<X: Values<Elem: Serialize>> Serialize for Elements<'_, X> {
        fn serialize<W: Serializer>(&self, to: W) -> Result<W::Ok, W::Error> {
            to.collect_seq(self.0.view().iter())
        }
    }
    let mut fields = to.serialize_struct("Tensor", FIELDS.len())?;
    fields.serialize_field(FIELDS[0], x.view().shape().sizes().as_ref())?;
    fields.serialize_field(FIELDS[1], &Elements(x))?;
    fields.end()
}

impl<T: Serialize, S: Shape> Serialize for Tensor<T, S> {
    /// Its sizes and its elements, row by row.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let text = serde_json::to_string(&tensor![[1, 2, 3], [4, 5, 6]])?;
    /// assert_eq!(text, r#"{"shape":[2,3],"data":[1,2,3,4,5,6]}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    fn serialize<W: Serializer>(&self, to: W) -> Result<W::Ok, W::Error> {
        serialize(self, to)
    }
}

impl<T: Serialize, S: Shape, Y: Layout<S>> Serialize for View<'_, T, S, Y> {
    /// As a tensor of the same elements.
    fn serialize<W: Serializer>(&self, to: W) -> Result<W::Ok, W::Error> {
        serialize(self, to)
    }
}

impl<T: Serialize + Clone, S: StaticShape> Serialize for Inline<T, S> {
    /// As a tensor of the same elements.
    fn serialize<W: Serializer>(&self, to: W) -> Result<W::Ok, W::Error> {
        serialize(&self.view(), to)
    }
}

impl<'de, T: Deserialize<'de>, S: Shape> Deserialize<'de> for Tensor<T, S> {
    /// The tensor, if the sizes are the shape's; the number of a run-time axis is read.
    ///
    /// # Errors
    /// If the sizes are others, or the elements are more or fewer.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// axis!(Batch);
    /// let text = r#"{"shape": [2, 3], "data": [1, 2, 3, 4, 5, 6]}"#;
    /// let x: Tensor<i32, shape![Batch, 3]> = serde_json::from_str(text)?;
    /// assert_eq!((x.sizes(), x.sum_all()), ([2, 3], 21));
    /// let error = serde_json::from_str::<Tensor<i32, shape![Batch, 4]>>(text).unwrap_err();
    /// assert!(error.to_string().starts_with("an array of shape [2, 3] is no tensor of shape [Batch, 4]: axis 1 has size 3"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    fn deserialize<R: Deserializer<'de>>(from: R) -> Result<Self, R::Error> {
        from.deserialize_struct("Tensor", FIELDS, Fields(PhantomData))
    }
}

struct Fields<T, S>(PhantomData<(T, S)>);

impl<'de, T: Deserialize<'de>, S: Shape> Visitor<'de> for Fields<T, S> {
    type Value = Tensor<T, S>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a tensor: its `shape` and its `data`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut sizes, mut elements) = (None::<Vec<usize>>, None::<Vec<T>>);
        while let Some(field) = map.next_key::<alloc::string::String>()? {
            match &*field {
                "shape" if sizes.is_some() => return Err(Error::duplicate_field("shape")),
                "shape" => {
                    let read: Vec<usize> = map.next_value()?;
                    // Known to be another before the elements are read.
                    fitting::<S, _>(&read)?;
                    sizes = Some(read);
                }
                "data" if elements.is_some() => return Err(Error::duplicate_field("data")),
                "data" => elements = Some(map.next_value()?),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        let sizes = sizes.ok_or_else(|| Error::missing_field("shape"))?;
        made(&sizes, elements.ok_or_else(|| Error::missing_field("data"))?)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let sizes: Vec<usize> = fields.next_element()?.ok_or_else(|| Error::invalid_length(0, &self))?;
        fitting::<S, _>(&sizes)?;
        let elements = fields.next_element()?.ok_or_else(|| Error::invalid_length(1, &self))?;
        made(&sizes, elements)
    }
}

fn fitting<S: Shape, E: Error>(sizes: &[usize]) -> Result<S, E> {
    of_sizes(sizes).ok_or_else(|| E::custom(ArrayError::sizes::<S>(sizes.into(), ())))
}

fn made<T, S: Shape, E: Error>(sizes: &[usize], elements: Vec<T>) -> Result<Tensor<T, S>, E> {
    let shape: S = fitting(sizes)?;
    match shape.dims().numel() {
        Some(numel) if numel == elements.len() => Ok(Tensor::from_parts(Buffer::from_vec(elements), shape)),
        _ => Err(E::custom(format!("a tensor of shape {sizes:?} with {} elements", elements.len()))),
    }
}
