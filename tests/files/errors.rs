//! Errors that a person reads: short whatever a file says, and a file of another format is called what it is.

use shaped::io::{FileError, FileErrorKind};
use shaped::prelude::*;

axis!(Batch);

/// Longer than anyone wants to read, with what a terminal obeys.
fn long(part: &str) -> String {
    part.repeat(300_000 / part.len())
}

fn is_short<T>(result: Result<T, FileError>) {
    let Err(error) = result else { panic!("no error") };
    let (text, debug) = (error.to_string(), format!("{error:?}"));
    assert!(text.chars().count() <= 2000 && debug.len() < 8100, "{} letters: {text}", text.len());
    assert!(!text.contains(|letter: char| letter.is_control()), "{text:?}");
}

#[cfg(feature = "safetensors")]
#[test]
fn errors_of_safetensors_are_short() {
    use shaped::io::{SafeTensors, SafeTensorsWriter};
    let file = |json: &str| {
        let mut bytes = (json.len() as u64).to_le_bytes().to_vec();
        bytes.extend_from_slice(json.as_bytes());
        bytes
    };
    for part in ["x", "é", "\\u001b[31m", "\\n", "\u{202e}", "\\\"", "\u{7f}\u{9b}"] {
        let name = long(part);
        let entry = |name: &str, dtype: &str, shape: &str| {
            format!(r#""{name}":{{"dtype":"{dtype}","shape":[{shape}],"data_offsets":[0,1]}}"#)
        };
        for json in [
            format!("{{{}}}", entry(&name, "U8", "2")),
            format!("{{{}}}", entry(&name, "U8", "1")),
            format!("{{{}}}", entry(&name, "F4", "1")),
            format!("{{{}}}", entry("x", &name, "1")),
            format!("{{{},{}}}", entry(&name, "U8", "1"), entry(&name, "U8", "1")),
            format!("{{{}}}", entry("x", "U8", long("1,").trim_end_matches(','))),
            format!("{{{}}}", entry("x", "U8", &long("9"))),
            format!(r#"{{"x":"{name}"}}"#),
            format!(r#"{{"__metadata__":{{"{name}":1}}}}"#),
            format!(r#"{{"__metadata__":"{name}"}}"#),
            name.clone(),
        ] {
            is_short(SafeTensors::from_bytes(file(&json)));
        }
        // Files that can be opened.
        let wide = format!(r#"{{"{name}":{{"dtype":"U8","shape":[0{}],"data_offsets":[0,0]}}}}"#, long(",1"));
        let file = SafeTensors::from_bytes(file(&wide)).unwrap();
        let name = file.names()[0].to_string();
        is_short(file.tensor::<u8, shape![0]>(&name));
        is_short(file.tensor_cast::<f32, shape![Batch]>(&name));
        is_short(file.tensor::<u8, shape![0]>("x"));
        let nearly: String = name.chars().skip(1).collect();
        is_short(file.tensor::<u8, shape![0]>(&nearly));
        assert!(format!("{file:?}").len() < 2000);
        let mut writer = SafeTensorsWriter::new();
        writer.add(&name, &tensor![1]).unwrap();
        is_short(writer.add(&name, &tensor![1]));
        is_short(writer.add_slice(&name, &vec![1; 1_000_000], &[1, 2]));
    }
}

#[cfg(feature = "npy")]
#[test]
fn errors_of_npy_and_npz_are_short() {
    use shaped::io::{Npy, Npz, NpzWriter};
    let npy = |header: String| {
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend_from_slice(&(header.len() as u16).to_le_bytes());
        bytes.extend_from_slice(header.as_bytes());
        bytes
    };
    let header =
        |descr: &str, shape: &str| npy(format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({shape}), }}"));
    let many = "0,".repeat(63);
    for descr in ["<f4", &"x".repeat(4000), &"\x1b[31m\n".repeat(700), &"é".repeat(2000)] {
        for shape in [many.as_str(), "9999999999999999999", "9223372036854775807, 2, 2"] {
            let bytes = header(descr, shape);
            is_short(Npy::from_bytes(&bytes).and_then(|file| file.tensor::<f64, shape![]>()));
        }
    }
    // Names that zip can hold; a control character of one is escaped as in Rust.
    for part in ["x", "é", "\x1b[31m", "\n", "\"", "\u{9b}"] {
        let name = part.repeat(65_000 / part.len());
        let mut writer = NpzWriter::new();
        writer.add(&name, &tensor![1.0]).unwrap();
        is_short(writer.add(&name, &tensor![1.0]));
        is_short(writer.add(&long(part), &tensor![1.0]));
        is_short(writer.add(&(name.clone() + "\0"), &tensor![1.0]));
        let mut bytes = writer.to_bytes();
        let file = Npz::from_bytes(&bytes).unwrap();
        is_short(file.tensor::<f32, shape![1]>(&name));
        is_short(file.tensor::<f32, shape![1]>("x"));
        assert!(format!("{file:?}").len() < 2000);
        let data = bytes.windows(5).position(|at| at == b"NUMPY").unwrap();
        bytes[data] = b'n';
        is_short(Npz::from_bytes(&bytes).unwrap().tensor::<f32, shape![1]>(&name));
    }
}

/// Files of other formats: what they are, and how they begin.
fn foreign() -> Vec<(&'static str, Vec<u8>)> {
    let file = |name: &str| std::fs::read(crate::path(&format!("tests/data/files/{name}"))).unwrap();
    let mut all = vec![
        ("pth", file("pytorch.pth")),
        ("pth", b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02M\xe9\x03.".to_vec()),
        ("pickle", b"\x80\x04\x95\x0b\0\0\0\0\0\0\0}\x94\x8c\x01a\x94K\x01s.".to_vec()),
        ("onnx", b"\x08\x08\x12\x07pytorch\x1a\x052.1.0:\xf2\x01\x0a\x1a".to_vec()),
        ("hdf5", b"\x89HDF\r\n\x1a\n\0\0\0\0\0\x08\x08\0".to_vec()),
        ("gguf", b"GGUF\x03\0\0\0\0\0\0\0\0\0\0\0".to_vec()),
        ("lfs", b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 5\n".to_vec()),
        ("html", b"<!DOCTYPE html>\n<html>".to_vec()),
        ("json", b"{\n  \"metadata\": {}}".to_vec()),
        ("gzip", b"\x1f\x8b\x08\0\0\0\0\0\0\x03".to_vec()),
        ("zip", file("text.zip")),
        ("npz", file("numpy.npz")),
        ("npy", file("version_1.npy")),
        ("safetensors", std::fs::read(crate::path("examples/data/digits_mlp.safetensors")).unwrap()),
    ];
    // Whatever follows the beginning.
    let cut: Vec<_> =
        all.iter().filter(|(_, bytes)| bytes.len() > 600).map(|(name, bytes)| (*name, bytes[..500].to_vec())).collect();
    all.extend(cut.into_iter().filter(|(name, _)| *name != "npz" && *name != "zip"));
    all
}

fn text(name: &str) -> &str {
    match name {
        "pth" => "in PyTorch's own format (.pt, .pth), which `Pth` reads (feature `pth`)",
        "pickle" => "a Python pickle",
        "onnx" => "an ONNX model",
        "hdf5" => "HDF5, as Keras writes it (.h5)",
        "gguf" => "GGUF, the format of llama.cpp",
        "lfs" => "a pointer of Git LFS; `git lfs pull` brings the file itself",
        "html" => "a web page, which a server sent in its place",
        "json" => "a text in JSON (the index of a model in several files names these)",
        "gzip" => "compressed by gzip",
        "zip" => "a zip archive",
        "npz" => "NumPy's npz, an archive of tensors (`Npz`)",
        "npy" => "NumPy's npy, one tensor (`Npy`)",
        _ => "safetensors (`SafeTensors`)",
    }
}

/// Every other format is named; a file of the format itself never is one of another.
fn check(expected: &str, open: impl Fn(&[u8]) -> Option<FileError>) {
    for (name, bytes) in foreign() {
        match open(&bytes) {
            error if name == expected => {
                let other =
                    error.as_ref().is_some_and(|error| matches!(error.kind(), FileErrorKind::OtherFormat { .. }));
                assert!(!other, "{error:?}");
            }
            Some(error) if (expected, name) == ("npz", "zip") => {
                assert_eq!(error.to_string(), "no npz archive: of the 1 entries none is called .npy");
            }
            Some(error) => assert_eq!(error.to_string(), format!("not {expected}: the file is {}", text(name))),
            None => panic!("{name} was opened as {expected}"),
        }
    }
}

#[cfg(feature = "safetensors")]
#[test]
fn what_is_given_as_safetensors_is_called_what_it_is() {
    check("safetensors", |bytes| shaped::io::SafeTensors::from_bytes(bytes).err());
}

#[cfg(feature = "npy")]
#[test]
fn what_is_given_as_npy_or_npz_is_called_what_it_is() {
    check("npy", |bytes| shaped::io::Npy::from_bytes(bytes).err());
    check("npz", |bytes| shaped::io::Npz::from_bytes(bytes).err());
}

#[cfg(feature = "pth")]
#[test]
fn what_is_given_as_pth_is_called_what_it_is() {
    check("pth", |bytes| shaped::io::Pth::from_bytes(bytes).err());
}

/// PyTorch's name of a module can be a keyword of Rust.
#[cfg(feature = "safetensors")]
#[test]
fn fields_that_are_keywords_have_their_plain_names_in_files() {
    use shaped::io::SafeTensors;
    use shaped::nn::*;
    model! {
        struct Odd {
            r#type: Linear<dim!(2), dim!(3)>,
            r#fn: Inner,
        }
    }
    model! {
        struct Inner {
            r#match: Tensor<f32, shape![2]>,
            plain: Tensor<f32, shape![2]>,
        }
    }
    let mut model = Odd::default();
    model.r#fn.r#match = tensor![1.0, 2.0];
    let bytes = model.state_dict().unwrap().to_bytes().unwrap();
    let file = SafeTensors::from_bytes(&bytes).unwrap();
    assert_eq!(file.names(), ["fn.match", "fn.plain", "type.bias", "type.weight"]);
    let mut copy = Odd::default();
    assert!(copy.load_state_dict(&file).unwrap().is_empty());
    assert_eq!(copy.r#fn.r#match, tensor![1.0, 2.0]);
}
