//! What is written for models of PyTorch's is on file, compiles here, and takes their files.
//!
//! `SHAPED_OVERWRITE=1 cargo test -p cargo-shaped` writes it anew.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use cargo_shaped::{types, types_of, types_under};
use serde_json::Value;
use shaped::io::{SafeTensors, SafeTensorsWriter, TensorSource};
use shaped::nn::*;

/// As it was written.
mod written {
    #[rustfmt::skip]
    pub mod cnn;
    #[rustfmt::skip]
    pub mod gpt;
    #[rustfmt::skip]
    pub mod mlp;
    #[rustfmt::skip]
    pub mod resnet;
    #[rustfmt::skip]
    pub mod sound;
    #[rustfmt::skip]
    pub mod transformer;
    #[rustfmt::skip]
    pub mod vgg;
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn on_file(name: &str, text: &str) {
    let path = root().join(format!("tests/written/{name}.rs"));
    if std::env::var_os("SHAPED_OVERWRITE").is_some() {
        std::fs::write(path, text).unwrap();
        return;
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), text, "{name}");
}

fn data(name: &str) -> PathBuf {
    root().join(format!("../../examples/data/digits_{name}.safetensors"))
}

/// The header of a model of `models.json`, and a file of zeros that has it.
fn model(name: &str) -> (String, SafeTensors<'static>) {
    let all: Value = serde_json::from_str(include_str!("models.json")).unwrap();
    let mut writer = SafeTensorsWriter::new();
    for (name, entry) in all[name].as_object().unwrap() {
        let sizes: Vec<usize> =
            entry["shape"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect();
        let numel = sizes.iter().product();
        match entry["dtype"].as_str().unwrap() {
            "F32" => writer.add_slice(name, &sizes, &vec![1.5f32; numel]),
            "F64" => writer.add_slice(name, &sizes, &vec![1.5f64; numel]),
            "I64" => writer.add_slice(name, &sizes, &vec![1i64; numel]),
            _ => writer.add_slice(name, &sizes, &vec![true; numel]),
        }
        .unwrap();
    }
    (all[name].to_string(), SafeTensors::from_bytes(writer.to_bytes().unwrap()).unwrap())
}

/// Fills the model, all of it, and gives what the file has besides.
fn filled(mut model: impl Parameters, file: &impl TensorSource) -> Vec<String> {
    let left = model.load_state_dict(file).unwrap();
    assert!(model.num_parameters() > 0);
    left.into_iter().filter(|name| !name.ends_with("num_batches_tracked")).collect()
}

#[test]
fn models_of_the_data_take_their_files() {
    for name in ["mlp", "cnn", "transformer"] {
        on_file(name, &types(&data(name), "Net").unwrap());
    }
    let file = |name| SafeTensors::open(data(name)).unwrap();
    assert_eq!(filled(written::mlp::Net::default(), &file("mlp")), ["expected_logits"]);
    assert!(filled(written::cnn::Net::default(), &file("cnn")).is_empty());
    assert!(filled(written::transformer::Net::default(), &file("transformer")).is_empty());
}

#[test]
fn pytorchs_layers_are_known_and_filled() {
    let write = |name| {
        let (header, file) = model(name);
        on_file(name, &types_of(header.as_bytes(), &format!("{name}.safetensors"), "Net").unwrap());
        file
    };
    assert!(filled(written::resnet::Net::new(), &write("resnet")).is_empty());
    assert_eq!(filled(written::gpt::Net::new(), &write("gpt")), ["mask"]);
    let sound = write("sound");
    assert!(
        filled(written::sound::Net::default(), &sound.renamed(written::sound::renamed).unwrap().casting()).is_empty()
    );
    let vgg = write("vgg");
    assert!(filled(written::vgg::Net::default(), &vgg.renamed(written::vgg::renamed).unwrap()).is_empty());
}

#[test]
fn hostile_headers_are_errors_or_text_that_is_rust() {
    let entry = r#"{"dtype":"F32","shape":[2]}"#;
    let deep = ["a"; 10_000].join(".");
    for (header, said) in [
        (String::new(), "the header cannot be read"),
        ("[]".into(), "the header cannot be read"),
        ("[".repeat(100_000), "the header cannot be read"),
        ("{}".into(), "no tensor of floats"),
        (r#"{"a":1}"#.into(), r#"the entry of tensor "a" cannot be read"#),
        (r#"{"a":{"dtype":"F32","shape":[-1]}}"#.into(), "cannot be read"),
        (r#"{"a":{"dtype":"F32","shape":[4294967296,4294967296]}}"#.into(), "more elements than can be counted"),
        (format!(r#"{{"a":{{"dtype":"F32","shape":[{}1]}}}}"#, "1,".repeat(16)), "17 axes"),
        (format!(r#"{{"a":{entry},"a.b":{entry}}}"#), "is a tensor and a module"),
        (format!(r#"{{"{deep}":{entry}}}"#), "a name of 10000 parts"),
        (r#"{"a":{"dtype":"I64","shape":[2]}}"#.into(), "no tensor of floats"),
    ] {
        let error = types_of(header.as_bytes(), "x", "Net").unwrap_err();
        assert!(error.contains(said), "{error}");
    }
    assert!(types_of(b"{}", "x", "fn").unwrap_err().contains("cannot be the name"));
    assert!(types(Path::new("not there"), "Net").is_err());
    // Names that would end a comment or a line, or are numbers without end.
    let odd = format!(
        "{{\"a\\n}}fn x(\":{entry},\"..\":{entry},\"18446744073709551615.w\":{entry},\"crate\":{entry},\"z.é\":{entry},\"é.z\":{{\"dtype\":\"x\\ny\",\"shape\":[]}}}}"
    );
    let text = types_of(odd.as_bytes(), "a\nb", "Net").unwrap();
    let all_in_their_lines = |line: &str| {
        ["//", "use ", "model!", "pub ", "    ", "}", "///"].iter().any(|start| line.starts_with(start))
            || line.is_empty()
    };
    assert!(text.lines().all(all_in_their_lines), "{text}");
}

/// Files that PyTorch wrote (`tools/pth.py`), whose networks are a `Linear`, alone and in a checkpoint.
#[test]
fn files_of_pytorchs_are_a_model() {
    let data = |name: &str| root().join("../..").join(name);
    let text = types_under(&data("examples/data/linear.pth"), "model.", "Net").unwrap();
    assert!(text.contains("Linear<dim!(3), dim!(2)>"), "{text}");
    assert!(
        text.contains(r#"let file = Pth::open("linear.pth")?;"#) && text.contains(r#"file.under("model.")"#),
        "{text}"
    );
    assert_eq!(types_under(&data("examples/data/linear.pth"), "model", "Net").unwrap(), text);
    let whole = types(&data("examples/data/linear.pth"), "Checkpoint").unwrap();
    assert!(whole.contains("pub struct Checkpoint") && whole.contains("model: "), "{whole}");
    let error = types_under(&data("examples/data/linear.pth"), "net.", "Net").unwrap_err();
    assert_eq!(error, r#"no tensor's name begins with "net."; there are ["model.0.bias", "model.0.weight"] and so on"#);
    for name in ["checkpoint", "module", "script", "before_archives_3", "unread"] {
        types(&data(&format!("tests/data/files/{name}.pth")), "Net").unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    let wrong = std::env::temp_dir().join(format!("shaped_types_{}.pth", std::process::id()));
    std::fs::write(&wrong, b"<html></html>").unwrap();
    assert!(types(&wrong, "Net").is_err());
    std::fs::remove_file(wrong).unwrap();
}

/// A field of protobuf that holds bytes.
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    [&[number << 3 | 2, bytes.len() as u8][..], bytes].concat()
}

/// What is written for an ONNX file of these bytes.
fn of_onnx(bytes: &[u8]) -> Result<String, String> {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("shaped_types_{}_{number}.onnx", std::process::id()));
    std::fs::write(&path, bytes).unwrap();
    let text = types(&path, "Net");
    std::fs::remove_file(path).unwrap();
    text
}

#[test]
fn initializers_of_onnx_are_a_model() {
    // The sizes one by one and packed, elements that are passed over, fields of other kinds.
    let weight = [&[0x08, 3, 0x08, 0xac, 0x02, 0x10, 1][..], &field(9, &[0; 12]), &field(8, b"fc.weight")].concat();
    let bias = [field(1, &[3]), vec![0x10, 1], field(8, b"fc.bias"), vec![0x3d, 0, 0, 0, 0]].concat();
    let graph = [field(1, b"node"), field(5, &weight), field(2, b"net"), field(5, &bias)].concat();
    let version = [vec![0x08, 8], field(2, b"pytorch")].concat();
    let model = [version, field(7, &graph), vec![0x29, 0, 0, 0, 0, 0, 0, 0, 0]].concat();
    let text = of_onnx(&model).unwrap();
    assert!(text.contains("fc: Linear<dim!(300), dim!(3)>"), "{text}");
    for end in 0..model.len() {
        let _ = of_onnx(&model[..end]); // cut anywhere it is an error, or has fewer tensors
    }
}

#[test]
fn hostile_onnx_files_are_errors() {
    let of = |tensor: &[u8]| of_onnx(&field(7, &field(5, tensor))).unwrap_err();
    assert!(of(&[0x08; 3]).contains("beyond"));
    assert!(of(&field(1, &[1; 17])).contains("17 axes"));
    assert!(of(&field(1, &[1; 100])).contains("more than 16 axes"));
    assert!(of(&[0x08, 1].repeat(30)).contains("30 axes"));
    assert!(of(&field(8, &[0xff])).contains("no text"));
    assert!(of(&field(1, &[0xff; 20])).contains("ten bytes"));
    assert!(
        of(&[[0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f].repeat(2)].concat())
            .contains("more elements")
    );
    let long = [0x3a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1];
    assert!(of_onnx(&long).unwrap_err().contains("beyond"));
    assert!(of_onnx(b"<html>").is_err());
    assert!(of_onnx(&[]).unwrap_err().contains("no tensor of floats"));
}
