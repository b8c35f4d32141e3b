//! Files that are not the model's: the error names the tensor and both shapes.

use std::path::Path;

use digits::{Cnn, Mlp, Transformer, read_model};
use shaped::io::{FileErrorKind, SafeTensors, SafeTensorsWriter};
use shaped::{nn::*, prelude::*};

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../data"))
}

fn open(name: &str) -> SafeTensors<'static> {
    SafeTensors::open(folder().join(name)).unwrap()
}

#[test]
fn files_hold_the_models_tensors_and_the_logits_only() {
    fn left<M: Parameters + Default>(name: &str) -> Vec<String> {
        M::default().load_state_dict(&open(name)).unwrap()
    }
    assert_eq!(left::<Mlp>("digits_mlp.safetensors"), ["expected_logits"]);
    assert_eq!(left::<Transformer>("digits_transformer.safetensors"), ["expected_logits"]);
    let left = left::<Cnn>("digits_cnn.safetensors");
    assert!(left.iter().all(|name| name == "expected_logits" || name.ends_with("num_batches_tracked")), "{left:?}");
}

#[test]
fn a_file_of_another_model_lacks_a_tensor() {
    let error = Cnn::default().load_state_dict(&open("digits_mlp.safetensors")).unwrap_err();
    assert!(matches!(error.kind(), FileErrorKind::Missing { name, .. } if name == "conv1.weight"), "{error}");
    assert!(error.to_string().contains("digits_mlp.safetensors"), "{error}");
    assert!(error.to_string().contains(r#"no tensor "conv1.weight""#), "{error}");
}

#[test]
fn a_model_with_one_wrong_size_does_not_take_the_file() {
    // 120 in place of 128.
    type Wrong = (Linear<dim!(64), dim!(120)>, Relu, Linear<dim!(120), dim!(64)>, Relu, Linear<dim!(64), dim!(10)>);
    let error = Wrong::default().load_state_dict(&open("digits_mlp.safetensors")).unwrap_err();
    assert!(matches!(error.kind(), FileErrorKind::Mismatch { name: Some(name), .. } if name == "0.weight"), "{error}");
    let said = r#"tensor "0.weight": the file has f32 [128, 64], the type asks for f32 [120, 64]"#;
    assert!(error.to_string().ends_with(said), "{error}");
}

#[test]
fn a_model_of_another_element_type_does_not_take_the_file() {
    let mut layer = (Linear::<dim!(64), dim!(128), f64>::default(),);
    let error = layer.load_state_dict(&open("digits_mlp.safetensors")).unwrap_err();
    let said = r#"tensor "0.weight": the file has f32 [128, 64], the type asks for f64 [128, 64]"#;
    assert!(error.to_string().ends_with(said), "{error}");
}

#[test]
fn a_tensor_of_another_rank_is_named() {
    let bytes =
        SafeTensorsWriter::new().with("weight", &Tensor::<f32, shape![6]>::zeros()).unwrap().to_bytes().unwrap();
    let file = SafeTensors::from_bytes(bytes).unwrap();
    let error = Linear::<dim!(3), dim!(2)>::default().load_state_dict(&file).unwrap_err();
    assert_eq!(error.to_string(), r#"tensor "weight": the file has f32 [6], the type asks for f32 [2, 3]"#);
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let error = read_model::<Mlp>(folder(), "digits_mpl").expect_err("there is no such file");
    assert!(matches!(error.kind(), FileErrorKind::Io(_)), "{error}");
    assert!(error.to_string().contains("digits_mpl.safetensors"), "{error}");
}

#[test]
fn what_is_written_reads_as_the_same_model() {
    let (model, _) = read_model::<Cnn>(folder(), "digits_cnn").unwrap();
    let bytes = model.state_dict().unwrap().to_bytes().unwrap();
    let mut copy = Cnn::default();
    assert!(copy.load_state_dict(&SafeTensors::from_bytes(bytes).unwrap()).unwrap().is_empty());
    for (a, b) in model.named_parameters().iter().zip(copy.named_parameters()) {
        assert_eq!((&a.name, &a.sizes, a.elements), (&b.name, &b.sizes, b.elements));
    }
}
