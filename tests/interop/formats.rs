//! serde, by JSON.

use serde_json::{from_str, to_string};
use shaped::Inline;
use shaped::prelude::*;

axis!(Batch);
axis!(Side);

#[test]
fn sizes_and_elements_row_by_row() {
    let x = tensor![[1.5, -2.0], [0.0, 4.25], [3.0, 1e-7]];
    let text = to_string(&x).unwrap();
    assert_eq!(text, r#"{"shape":[3,2],"data":[1.5,-2.0,0.0,4.25,3.0,1e-7]}"#);
    assert_eq!(from_str::<Tensor<f64, shape![3, 2]>>(&text).unwrap(), x);
    assert_eq!(to_string(&x.transpose()).unwrap(), r#"{"shape":[2,3],"data":[1.5,0.0,3.0,-2.0,4.25,1e-7]}"#);
    assert_eq!(to_string(&Inline::<i32, shape![2]>::from_array([1, 2])).unwrap(), r#"{"shape":[2],"data":[1,2]}"#);
    assert_eq!(to_string(&Tensor::<i32, shape![]>::from_vec(vec![3]).unwrap()).unwrap(), r#"{"shape":[],"data":[3]}"#);
    assert_eq!(from_str::<Tensor<i32, shape![]>>(r#"{"shape":[],"data":[3]}"#).unwrap().into_vec(), [3]);
    assert_eq!(to_string(&Tensor::<i32, shape![2, 0]>::zeros()).unwrap(), r#"{"shape":[2,0],"data":[]}"#);
}

#[test]
fn the_order_of_the_fields_does_not_matter_and_others_are_passed_over() {
    let text = r#"{"data": [1, 2, 3, 4], "name": {"of": ["it"]}, "shape": [2, 2]}"#;
    let x: Tensor<u8, shape![Batch, 2]> = from_str(text).unwrap();
    assert_eq!(x.sizes(), [2, 2]);
    // As formats without names have it.
    assert_eq!(from_str::<Tensor<u8, shape![2, 2]>>("[[2, 2], [1, 2, 3, 4]]").unwrap(), tensor![[1, 2], [3, 4]]);
}

#[test]
fn models_of_tensors_are_derived() {
    let text = r#"{"weight": {"shape": [2, 1], "data": [1, 2]}, "bias": {"shape": [2], "data": [3, 4]}}"#;
    let layers: std::collections::BTreeMap<String, serde_json::Value> = from_str(text).unwrap();
    let weight: Tensor<f32, shape![2, 1]> = serde_json::from_value(layers["weight"].clone()).unwrap();
    assert_eq!(weight, tensor![[1.0], [2.0]]);
}

#[test]
fn another_shape_is_refused_with_both() {
    fn said<S: shaped::Shape>(text: &str) -> String {
        let error = from_str::<Tensor<i32, S>>(text).expect_err("no such tensor").to_string();
        error.split(" at line").next().unwrap().to_string()
    }
    let text = r#"{"shape": [2, 3], "data": [1, 2, 3, 4, 5, 6]}"#;
    assert_eq!(said::<shape![2, 4]>(text), "an array of shape [2, 3] is no tensor of shape [2, 4]: axis 1 has size 3");
    assert_eq!(said::<shape![6]>(text), "an array of shape [2, 3] is no tensor of shape [6]: it has 2 axes, not 1");
    assert_eq!(
        said::<shape![Side, Side]>(text),
        "an array of shape [2, 3] is no tensor of shape [Side, Side]: one name has two sizes"
    );
    assert_eq!(
        said::<shape![2, 3]>(r#"{"shape": [2, 3], "data": [1, 2]}"#),
        "a tensor of shape [2, 3] with 2 elements"
    );
    assert_eq!(said::<shape![2]>(r#"{"data": [1, 2]}"#), "missing field `shape`");
    assert_eq!(said::<shape![2]>(r#"{"shape": [2]}"#), "missing field `data`");
    assert_eq!(said::<shape![2]>(r#"{"shape": [2], "shape": [2], "data": [1, 2]}"#), "duplicate field `shape`");
    assert!(said::<shape![2]>("7").contains("a tensor: its `shape` and its `data`"));
    // Sizes that nothing can count, and elements that are not there.
    let huge = format!(r#"{{"shape": [{0}, {0}], "data": []}}"#, usize::MAX);
    assert!(said::<shape![Batch, Side]>(&huge).ends_with("with 0 elements"));
    assert!(said::<shape![2]>(r#"{"shape": [-2], "data": []}"#).contains("invalid value"));
}
