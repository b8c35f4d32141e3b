//! Sources under other names, with numbers converted, in several files; models that have more than a file, or less.

use std::fs;
use std::path::PathBuf;

use shaped::io::{FileErrorKind, SafeTensors, SafeTensorsWriter, ShardedSafeTensors, TensorSource};
use shaped::nn::{Identity, Keys, Linear, Module, Parameters, Relu, StateDict};
use shaped::prelude::*;

use crate::path;

type Mlp<T = f32> =
    (Linear<dim!(64), dim!(128), T>, Relu, Linear<dim!(128), dim!(64), T>, Relu, Linear<dim!(64), dim!(10), T>);

fn digits() -> SafeTensors<'static> {
    SafeTensors::open(path("examples/data/digits_mlp.safetensors")).unwrap()
}

/// A folder of its own, which is there as long as this is.
struct Folder(PathBuf);
impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("shaped-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
    fn index(&self, text: &str) -> String {
        let path = self.0.join("model.safetensors.index.json");
        fs::write(&path, text).unwrap();
        ShardedSafeTensors::open(&path).unwrap_err().to_string()
    }
}
impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn names_are_mapped_both_ways() {
    let file = digits();
    let parts = file.under("2.");
    assert_eq!(parts.names(), ["bias", "weight"]);
    assert!(parts.contains("bias") && !parts.contains("2.bias"));
    assert_eq!(parts.tensor::<f32, shape![64]>("bias").unwrap(), file.tensor("2.bias").unwrap());
    assert_eq!(file.under("nothing").names(), [""; 0]);
    assert_eq!(file.under("").names(), file.names());
    // A checkpoint whose names have a part in front, as Lightning's; and one more mapping of what is mapped.
    let saved = SafeTensorsWriter::new()
        .with("model.fc.weight", &tensor![[1.0f32, 2.0]])
        .and_then(|writer| writer.with("model.fc.bias", &tensor![3.0f32]))
        .and_then(|writer| writer.with("epoch", &tensor![7_i64]))
        .and_then(|writer| writer.to_bytes())
        .unwrap();
    let saved = SafeTensors::from_bytes(saved).unwrap();
    let mut layer = Linear::<dim!(2), dim!(1)>::default();
    assert!(layer.load_state_dict(&saved.under("model.").under("fc.")).unwrap().is_empty());
    assert_eq!(layer.forward(&tensor![1.0, 1.0]), tensor![6.0]);
    let error = saved.under("model.").tensor::<f32, shape![1]>("fc.bais").unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"no tensor "fc.bais", did you mean "fc.bias"? (the file has "fc.bias", "fc.weight")"#
    );
    // Wrong shapes are said by the file's own sizes.
    let error = saved.under("model.fc.").tensor::<f32, shape![3]>("bias").unwrap_err();
    assert_eq!(error.to_string(), r#"tensor "bias": the file has f32 [1], the type asks for f32 [3]"#);
}

#[test]
fn two_tensors_of_one_name_are_refused() {
    let file = digits();
    let error = file.renamed(|name| Some(name.chars().skip(2).collect())).map(|_| ()).unwrap_err();
    let path = path("examples/data/digits_mlp.safetensors");
    let text = r#"tensors "0.bias" and "2.bias" would both be "bias""#;
    assert_eq!(error.to_string(), format!("{}: {text}", path));
}

#[test]
fn numbers_are_converted_where_it_is_asked_for() {
    let file = digits();
    let mut single = Mlp::<f32>::default();
    single.load_state_dict(&file).unwrap();
    let mut double = Mlp::<f64>::default();
    let error = double.load_state_dict(&file).unwrap_err();
    assert!(error.to_string().ends_with("the file has f32 [128, 64], the type asks for f64 [128, 64]"), "{error}");
    assert_eq!(double.load_state_dict(&file.casting()).unwrap(), ["expected_logits"]);
    for (single, double) in single.named_parameters().iter().zip(double.named_parameters()) {
        assert!(single.elements.iter().zip(double.elements).all(|(x, y)| f64::from(*x) == *y), "{}", single.name);
    }
    // What cannot be held is an error, and the tensor is as it was.
    let file = SafeTensorsWriter::new().with("x", &tensor![1_i64, 300, 2]).unwrap().to_bytes().unwrap();
    let file = SafeTensors::from_bytes(file).unwrap();
    let mut x: Tensor<u8, shape![3]> = tensor![7, 8, 9];
    let error = file.casting().read_into("x", &mut x).unwrap_err();
    assert_eq!(error.to_string(), r#"tensor "x": element 1 is 300, which u8 cannot hold"#);
    assert_eq!(x, tensor![7, 8, 9]);
    assert_eq!(file.casting().tensor::<f32, shape![3]>("x").unwrap(), tensor![1.0, 300.0, 2.0]);
    let error = file.casting().tensor::<f32, shape![4]>("x").unwrap_err();
    assert!(error.to_string().starts_with(r#"tensor "x": the file has i64 [3]"#), "{error}");
}

/// PyTorch's `load_state_dict(strict=False)` gives the same lists.
#[test]
fn a_file_may_have_less_and_more() {
    let mut model: (
        Linear<dim!(64), dim!(128)>,
        Relu,
        Linear<dim!(128), dim!(64)>,
        Relu,
        Identity,
        Linear<dim!(64), dim!(2)>,
    ) = Default::default();
    model.5.weight.as_mut_slice().fill(0.5);
    let Keys { missing, unexpected } = model.load_state_dict_partly(&digits()).unwrap();
    assert_eq!(missing, ["5.weight", "5.bias"]);
    assert_eq!(unexpected, ["4.bias", "4.weight", "expected_logits"]);
    assert_eq!(model.2.bias.as_ref().unwrap().value(), &digits().tensor::<f32, shape![64]>("2.bias").unwrap());
    assert!(model.5.weight.as_slice().iter().all(|x| *x == 0.5), "what the file has not stays");
    // A wrong shape is an error all the same.
    let mut narrow = (Linear::<dim!(64), dim!(100)>::default(),);
    let error = narrow.load_state_dict_partly(&digits()).unwrap_err();
    assert!(matches!(error.kind(), FileErrorKind::Mismatch { .. }), "{error}");
}

#[test]
fn a_layer_without_a_bias_is_hinted_at() {
    let file = SafeTensorsWriter::new().with("fc.weight", &tensor![[1.0f32, 2.0]]).unwrap().to_bytes().unwrap();
    let file = SafeTensors::from_bytes(file).unwrap();
    let mut layer = Linear::<dim!(2), dim!(1)>::default();
    let error = layer.load_state_dict(&file.under("fc.")).unwrap_err();
    let text = r#"no tensor "bias", but "weight": is the layer without a bias? (the file has "weight")"#;
    assert_eq!(error.to_string(), text);
    let mut layer = Linear::<dim!(2), dim!(1)>::without_bias(Tensor::zeros());
    assert!(layer.load_state_dict(&file.under("fc.")).unwrap().is_empty());
}

/// The files that `transformers`' `save_pretrained(max_shard_size=…)` makes: an index with metadata, a tensor in one file each.
#[test]
fn a_model_in_several_files_is_one() {
    let folder = Folder::new("shards");
    let file = digits();
    let mut entries = Vec::new();
    for (i, part) in ["0.", "2.", "4."].into_iter().enumerate() {
        let mut writer = SafeTensorsWriter::new();
        let name = format!("model-{:05}-of-00003.safetensors", i + 1);
        for tensor in file.names().into_iter().filter(|name| name.starts_with(part)) {
            let (_, sizes) = file.info(tensor).unwrap();
            let mut elements = vec![0.0f32; sizes.iter().product()];
            file.read_into_slice(tensor, &sizes, &mut elements).unwrap();
            writer.add_slice(tensor, &sizes, &elements).unwrap();
            entries.push(format!(r#""{tensor}": "{name}""#));
        }
        writer.save(folder.0.join(name)).unwrap();
    }
    let index = folder.0.join("model.safetensors.index.json");
    fs::write(&index, format!(r#"{{"metadata": {{"total_size": 1}}, "weight_map": {{{}}}}}"#, entries.join(", ")))
        .unwrap();
    let sharded = ShardedSafeTensors::open(&index).unwrap();
    assert_eq!(sharded.names(), file.names()[..6]);
    assert!(format!("{sharded:?}").contains("model-00003-of-00003.safetensors"));
    let (mut whole, mut parts) = (Mlp::<f32>::default(), Mlp::<f32>::default());
    whole.load_state_dict(&file).unwrap();
    assert!(parts.load_state_dict(&sharded).unwrap().is_empty());
    let x = Tensor::<f32, shape![3, 64]>::from_flat_fn(|i| i as f32 / 100.0);
    assert_eq!(whole.forward(&x), parts.forward(&x));

    // A tensor that the index has and the file has not, a name that neither has, and a file that is gone.
    let missing = |name: &str| sharded.tensor::<f32, shape![10]>(name).unwrap_err().to_string();
    assert!(missing("4.bais").starts_with(&format!("{}: no tensor \"4.bais\", did you mean", index.display())));
    fs::write(&index, r#"{"weight_map": {"lost": "model-00001-of-00003.safetensors", "0.bias": "gone.safetensors"}}"#)
        .unwrap();
    let sharded = ShardedSafeTensors::open(&index).unwrap();
    let error = sharded.tensor::<f32, shape![10]>("lost").unwrap_err().to_string();
    assert!(error.contains("model-00001-of-00003.safetensors: no tensor \"lost\""), "{error}");
    let error = sharded.tensor::<f32, shape![128]>("0.bias").unwrap_err().to_string();
    assert!(error.contains("gone.safetensors"), "{error}");
}

/// An index is somebody else's: it does not say which files of this machine are read.
#[test]
fn an_index_that_lies_is_refused_with_the_reason() {
    let folder = Folder::new("indices");
    for name in ["../other.safetensors", "/etc/passwd", "a/b.safetensors", "..", "", "."] {
        let error = folder.index(&format!(r#"{{"weight_map": {{"x": "{name}"}}}}"#));
        let expected = format!("tensor \"x\": the index says that it is in {name:?}, which is no file beside it");
        assert!(error.ends_with(&expected), "{error}");
    }
    for text in ["", "[]", "{}", r#"{"weight_map": 3}"#, r#"{"weight_map": {"x": 1}}"#, r#"{"weight_map": {"x": "y""#] {
        assert!(folder.index(text).contains("the index: "), "{}", folder.index(text));
    }
    let error = ShardedSafeTensors::open(folder.0.join("none.json")).unwrap_err();
    assert!(matches!(error.kind(), FileErrorKind::Io(_)), "{error}");
}
