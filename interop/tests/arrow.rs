//! arrow, both ways: by values, and views by their addresses.
#![cfg(feature = "arrow")]

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Int32Type, Int64Type};
use arrow_array::{Array, FixedSizeListArray, Float32Array, Float64Array, Int64Array, RecordBatch, StringArray};
use proptest::prelude::*;
use shaped::prelude::*;
use shaped_interop::arrow::{FromArrow, IntoArrow};

axis!(Rows);
axis!(Seq);
type Cube = Tensor<i64, shape![Rows, Seq, 3]>;

proptest! {
    #[test]
    fn there_and_back_of_any_sizes(rows in 0usize..6, seq in 0usize..6, from in 0usize..6) {
        let x = Cube::from_fn_with((Rows(rows), Seq(seq)), |[i, j, k]| (100 * i + 10 * j + k) as i64);
        let place = x.as_slice().as_ptr();
        let lists = x.clone().into_arrow();
        prop_assert_eq!(lists.len(), rows);
        let view = View::<i64, shape![Rows, Seq, 3]>::from_arrow(&*lists).unwrap();
        prop_assert_eq!(view.to_tensor(), x.view().to_tensor());
        prop_assert_eq!(&Cube::from_arrow(&*lists).unwrap(), &x);
        // No copy on either side.
        let held = x.into_arrow();
        let view = View::<i64, shape![Rows, Seq, 3]>::from_arrow(&*held).unwrap();
        prop_assert!(rows * seq == 0 || view.as_slice().as_ptr() == place);
        // Some of the rows.
        let from = from.min(rows);
        let some = held.slice(from, rows - from);
        let part = Cube::from_arrow(&*some).unwrap();
        prop_assert_eq!(part.sizes(), [rows - from, seq, 3]);
        prop_assert!(part.iter().next().is_none_or(|first| *first == 100 * from as i64));
    }

    #[test]
    fn columns_and_tables(rows in 0usize..20) {
        let elements: Vec<f32> = (0..rows).map(|i| i as f32).collect();
        let place = elements.as_ptr();
        let column = Float32Array::from(elements);
        let view = View::<f32, shape![Rows]>::from_arrow(&column as &dyn Array).unwrap();
        prop_assert!(rows == 0 || view.as_slice().as_ptr() == place);
        let (a, b) = (Arc::new(column.clone()), Arc::new(Float32Array::from(vec![7.0; rows])));
        let table = RecordBatch::try_from_iter([("a", a as _), ("b", b as _)]).unwrap();
        let x = Tensor::<f32, shape![Rows, 2]>::from_arrow(&table).unwrap();
        prop_assert_eq!(x, Tensor::from_fn_with(Rows(rows), |[i, j]| if j == 0 { i as f32 } else { 7.0 }));
        drop(table);
        let x = Tensor::<f32, shape![Rows]>::from_arrow(column).unwrap();
        prop_assert!(rows == 0 || x.as_slice().as_ptr() == place);
        let back = x.into_arrow();
        prop_assert!(rows == 0 || back.as_primitive::<Float32Type>().values().as_ptr() == place);
    }
}

#[test]
fn what_does_not_fit_is_named() {
    let lists = |nulls: bool| {
        let row = |row: i32| (row != 1 || !nulls).then(|| vec![Some(row), if nulls { None } else { Some(0) }]);
        FixedSizeListArray::from_iter_primitive::<Int32Type, _, _>((0..3).map(row), 2)
    };
    let array = lists(false);
    assert_eq!(
        Tensor::<i32, shape![Rows, 2]>::from_arrow(&array as &dyn Array).unwrap(),
        Tensor::from_vec_sized(&[3, 2], vec![0, 0, 1, 0, 2, 0]).unwrap()
    );
    let error = View::<i32, shape![Rows, 4]>::from_arrow(&array as &dyn Array).unwrap_err();
    assert_eq!(error.to_string(), "an array of shape [3, 2] is no tensor of shape [Rows, 4]: axis 1 has size 2");
    assert_eq!(error.axis(), Some(1));
    let error = View::<i32, shape![Rows]>::from_arrow(&array as &dyn Array).unwrap_err();
    assert_eq!(error.to_string(), "an array of shape [3, 2] is no tensor of shape [Rows]: it has 2 axes, not 1");
    let error = View::<i32, shape![Rows, 2]>::from_arrow(&lists(true) as &dyn Array).unwrap_err();
    assert!(
        error.to_string().ends_with("values are null, and tensors have none: fill them, or leave their rows out"),
        "{error}"
    );
    let text = StringArray::from(vec!["a"]);
    let error = View::<i32, shape![Rows]>::from_arrow(&text as &dyn Array).unwrap_err();
    assert_eq!(error.to_string(), "elements of type Utf8 are none of Int32: convert them there");
    // What is given away is handed back.
    let column = Float64Array::from(vec![1.0, 2.0]);
    let error = Tensor::<f64, shape![3]>::from_arrow(column).unwrap_err();
    assert_eq!(error.to_string(), "an array of shape [2] is no tensor of shape [3]: axis 0 has size 2");
    assert_eq!(error.into_data().values(), &[1.0, 2.0]);
    let table = RecordBatch::try_from_iter([("a", Arc::new(Int64Array::from(vec![1, 2])) as _)]).unwrap();
    let error = Tensor::<i64, shape![Rows, 2]>::from_arrow(&table).unwrap_err();
    assert_eq!(error.to_string(), "an array of shape [2, 1] is no tensor of shape [Rows, 2]: axis 1 has size 1");
}

#[test]
fn any_number_of_axes() {
    let five = Tensor::<i64, shape![2, 1, 3, 1, 2]>::arange().into_arrow();
    assert_eq!(Tensor::<i64, shape![Rows, 1, Seq, 1, 2]>::from_arrow(&*five).unwrap().sizes(), [2, 1, 3, 1, 2]);
    assert_eq!(five.as_fixed_size_list().value(1).as_fixed_size_list().value_length(), 3);
    let innermost = Tensor::<i64, shape![Rows, Seq]>::from_arrow(&*tensor![[1i64, 2]].into_arrow()).unwrap();
    assert_eq!(innermost.into_arrow().as_fixed_size_list().values().as_primitive::<Int64Type>().values(), &[1, 2]);
}
