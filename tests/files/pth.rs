//! What PyTorch saved. `tools/pth.py` has written the files, and says what is in them.

use shaped::io::{DType, FileError, Pth, SafeTensors, SafeTensorsWriter, TensorSink, TensorSource};
use shaped::nn::{BatchNorm1d, Conv1d, Linear, StateDict};
use shaped::prelude::*;

use crate::path;

fn open(name: &str) -> Result<Pth<'static>, FileError> {
    Pth::open(path(&format!("tests/data/files/{name}.pth")))
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(path(&format!("tests/data/files/{name}.pth"))).unwrap()
}

/// Every element type that there is here, and one that is not, each of [0, 1, 1, 0, 1].
#[test]
fn types() -> Result<(), FileError> {
    let file = open("types")?;
    macro_rules! check {
        ($($name:literal: $T:ty),*) => {$(
            let expected = [0u8, 1, 1, 0, 1].map(|x| <$T as num_traits::NumCast>::from(x).unwrap());
            assert_eq!(file.tensor::<$T, shape![5]>($name)?.as_slice(), expected, $name);
        )*};
    }
    check!("uint8": u8, "int8": i8, "uint16": u16, "int16": i16, "uint32": u32, "int32": i32, "uint64": u64, "int64": i64);
    check!("float32": f32, "float64": f64);
    #[cfg(feature = "half")]
    check!("float16": half::f16, "bfloat16": half::bf16);
    #[cfg(feature = "num-complex")]
    check!("complex64": num_complex::Complex<f32>, "complex128": num_complex::Complex<f64>);
    assert_eq!(file.tensor::<bool, shape![5]>("bool")?, tensor![false, true, true, false, true]);
    assert_eq!(file.names().len(), 16);
    assert_eq!(file.info("float8_e4m3fn")?, (DType::Other("float8_e4m3fn".into()), vec![5]));
    let error = file.tensor::<f32, shape![5]>("float8_e4m3fn").unwrap_err().to_string();
    assert!(error.ends_with("the file has float8_e4m3fn [5], the type asks for f32 [5]"), "{error}");
    Ok(())
}

/// Tensors that lie in any order, in archives, by another protocol of pickles, and before there were archives.
#[test]
fn strides() -> Result<(), FileError> {
    for name in ["strided", "protocol_4", "strided_before_archives"] {
        let file = open(name)?;
        assert_eq!(file.tensor::<f32, shape![2, 3]>("row_by_row")?, tensor![[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]);
        assert_eq!(file.tensor::<f32, shape![3, 2]>("transposed")?, tensor![[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]);
        assert_eq!(file.tensor::<f32, shape![2]>("column")?, tensor![1.0, 4.0]);
        assert_eq!(file.tensor::<f32, shape![3]>("every_other")?, tensor![1.0, 4.0, 7.0]);
        assert_eq!(file.tensor::<f32, shape![3]>("last")?, tensor![3.0, 4.0, 5.0]);
        assert_eq!(file.tensor::<f32, shape![1, 1]>("one")?, tensor![[5.0]]);
        assert_eq!(file.tensor::<f32, shape![]>("number")?[[]], 7.0);
        assert!(file.tensor::<f32, shape![3, 0, 2]>("empty")?.as_slice().is_empty());
        // torch.arange(24).reshape(2, 3, 4).permute(2, 0, 1)
        let turned = file.tensor::<f32, shape![4, 2, 3]>("turned")?;
        let expected: Tensor<f32, shape![4, 2, 3]> = Tensor::from_fn(|[i, j, k]| (12 * j + 4 * k + i) as f32);
        assert_eq!(turned, expected);
        // Converted on the way, and into what is there already.
        assert_eq!(file.tensor_cast::<i8, shape![3, 2]>("transposed")?, tensor![[0, 3], [1, 4], [2, 5]]);
        let mut there = Tensor::<f32, shape![3, 2]>::zeros();
        file.read_into("transposed", &mut there)?;
        assert_eq!(there, tensor![[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]);
    }
    let file = open("alone")?;
    assert_eq!(file.names(), [""]);
    assert_eq!(file.tensor::<f32, shape![2, 3]>("")?, tensor![[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]);
    Ok(())
}

shaped::model! {
    struct Net {
        conv: Conv1d<dim!(1), dim!(2), dim!(2)>,
        norm: BatchNorm1d<dim!(2)>,
    }
}

/// A state dict within a checkpoint, a module that was saved as a whole, and one of TorchScript are one model.
#[test]
fn modules() -> Result<(), FileError> {
    let names = [
        "conv.bias",
        "conv.weight",
        "layers.0.weight",
        "mask",
        "norm.bias",
        "norm.num_batches_tracked",
        "norm.running_mean",
        "norm.running_var",
        "norm.weight",
    ];
    let (checkpoint, module, script) = (open("checkpoint")?, open("module")?, open("script")?);
    assert_eq!(checkpoint.under("model.").names(), names);
    assert_eq!(module.names(), names);
    assert_eq!(script.names(), names);

    fn check(file: &impl TensorSource) -> Result<(), FileError> {
        let mut net = Net::default();
        let left = net.load_state_dict(file)?;
        assert_eq!(left, ["layers.0.weight", "mask", "norm.num_batches_tracked"]);
        assert_eq!(*net.conv.weight.value(), tensor![[[0.0, 1.0]], [[2.0, 3.0]]]);
        assert_eq!(*net.norm.running_var.value(), tensor![1.0, 1.0]);
        assert_eq!(file.tensor::<bool, shape![2]>("mask")?, tensor![true, false]);
        let mut layer = Linear::<dim!(2), dim!(1)>::without_bias(Tensor::zeros());
        assert!(layer.load_state_dict(&file.under("layers.0."))?.is_empty());
        assert_eq!(*layer.weight.value(), tensor![[0.0, 1.0]]);
        Ok(())
    }
    check(&checkpoint.under("model."))?;
    check(&module)?;
    check(&script)?;

    assert_eq!(checkpoint.tensor::<f32, shape![1, 2]>("best")?, tensor![[0.0, 1.0]]);
    assert_eq!(checkpoint.tensor::<f32, shape![]>("losses.1")?[[]], 0.25);
    assert_eq!(checkpoint.tensor::<f32, shape![]>("optimizer.state.4.step")?[[]], 1.0);
    assert!(checkpoint.names().iter().all(|name| !name.starts_with("epoch") && !name.starts_with("arguments")));
    Ok(())
}

/// What can't be read is listed, and says why; what is beside it can be read.
#[test]
fn unread() -> Result<(), FileError> {
    let file = open("unread")?;
    assert_eq!(file.names(), ["conjugated", "expanded", "negated", "quantized", "right", "sparse"]);
    assert_eq!(file.tensor::<f32, shape![3]>("right")?, tensor![0.0, 1.0, 2.0]);
    // Elements that are repeated are those that PyTorch shows.
    assert_eq!(file.tensor::<f32, shape![4]>("expanded")?, tensor![1.0, 1.0, 1.0, 1.0]);
    let error = |name| file.tensor::<f32, shape![2, 3]>(name).unwrap_err().to_string();
    for (name, function) in [("sparse", "_rebuild_sparse_tensor"), ("quantized", "_rebuild_qtensor")] {
        let what = format!("tensor \"{name}\": `torch.{function}` makes it, which is not known here");
        assert!(error(name).ends_with(&what), "{}", error(name));
    }
    for (name, bit) in [("conjugated", "conj"), ("negated", "neg")] {
        let what = format!("tensor \"{name}\": `{bit}` was left to be done: save `x.resolve_{bit}()`");
        assert!(error(name).ends_with(&what), "{}", error(name));
    }
    for name in ["unread_before_archives", "before_archives_3", "before_archives_4"] {
        assert_eq!(open(name)?.tensor::<f32, shape![3]>("right")?, tensor![0.0, 1.0, 2.0], "{name}");
    }
    Ok(())
}

/// A pickle of these instructions, in an archive of PyTorch's with a storage of 24 bytes.
fn archive(pickle: &[u8]) -> Vec<u8> {
    let good = bytes("alone");
    let file = |name: &str| {
        // Local header: the name's length at 26, its extra field's at 28, the sizes at 18.
        let at = good.windows(name.len()).position(|part| part == name.as_bytes()).unwrap() - 30;
        let u = |place: usize, n: usize| good[at + place..][..n].iter().rev().fold(0usize, |x, &b| x << 8 | b as usize);
        let start = at + 30 + u(26, 2) + u(28, 2);
        good[start..][..24.min(good.len() - start)].to_vec()
    };
    let storage = file("alone/data/0");
    zip(&[("x/data.pkl", pickle), ("x/byteorder", b"little"), ("x/data/0", &storage)])
}

/// An archive without compression.
fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut file, mut list) = (Vec::new(), Vec::new());
    for (name, body) in entries {
        let local = file.len() as u32;
        let mut common = Vec::new();
        for x in [20u16, 0, 0, 0, 0x21] {
            common.extend(x.to_le_bytes());
        }
        for x in [0, body.len() as u32, body.len() as u32] {
            common.extend(x.to_le_bytes());
        }
        common.extend((name.len() as u16).to_le_bytes());
        common.extend(0u16.to_le_bytes());
        file.extend(b"PK\x03\x04");
        file.extend(&common);
        file.extend(name.as_bytes());
        file.extend(*body);
        list.extend(b"PK\x01\x02");
        list.extend(20u16.to_le_bytes());
        list.extend(&common);
        list.extend([0; 10]);
        list.extend(local.to_le_bytes());
        list.extend(name.as_bytes());
    }
    let (count, start, size) = (entries.len() as u16, file.len() as u32, list.len() as u32);
    file.extend(list);
    file.extend(b"PK\x05\x06\0\0\0\0");
    file.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    file.extend([size.to_le_bytes(), start.to_le_bytes()].concat());
    file.extend([0, 0]);
    file
}

/// `_rebuild_tensor_v2` of a storage of floats, as a text of instructions (protocol 0).
fn tensor_of(count: &str, first: &str, sizes: &[&str], strides: &[&str]) -> Vec<u8> {
    let tuple = |items: &[&str]| {
        let items: String = items.iter().map(|item| format!("I{item}\n")).collect();
        format!("({items}t")
    };
    let storage = format!("(Vstorage\nctorch\nFloatStorage\nV0\nVcpu\nI{count}\ntQ");
    let (sizes, strides) = (tuple(sizes), tuple(strides));
    format!("ctorch._utils\n_rebuild_tensor_v2\n({storage}I{first}\n{sizes}{strides}I00\nNtR").into_bytes()
}

/// Numbers that lie are errors which say them, and take no memory.
#[test]
fn lies() {
    let asked = |pickle: &[u8]| {
        let pickle = [b"}Vx\n", pickle, b"s."].concat();
        Pth::from_bytes(archive(&pickle)).and_then(|file| file.tensor::<f32, shape![2, 3]>("x"))
    };
    let right = asked(&tensor_of("6", "0", &["2", "3"], &["3", "1"])).unwrap();
    assert_eq!(right, tensor![[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]);
    let huge = "9223372036854775807";
    for (count, first, sizes, strides, what) in [
        (
            "7",
            "0",
            ["2", "3"],
            ["3", "1"],
            "its storage has 24 bytes, too few for the 7 elements that it is said to have",
        ),
        (huge, "0", ["2", "3"], ["3", "1"], "too few for the 9223372036854775807 elements"),
        (
            "6",
            "1",
            ["2", "3"],
            ["3", "1"],
            "f32 [2, 3], with strides [3, 1] from element 1 on, does not lie within the 6",
        ),
        ("6", "0", ["3", "3"], ["3", "1"], "f32 [3, 3], with strides [3, 1] from element 0 on, does not lie"),
        ("6", huge, ["2", "3"], ["3", "1"], "does not lie within the 6 elements"),
        ("6", "0", ["2", huge], ["3", huge], "does not lie within the 6 elements"),
        ("6", "0", ["2", huge], ["3", "0"], "repeats its elements, and takes more bytes than the file has"),
        ("6", "0", [huge, huge], ["0", "0"], "repeats its elements, and takes more bytes than the file has"),
        ("6", "-1", ["2", "3"], ["3", "1"], "its storage, sizes and strides are not said as PyTorch says them"),
        ("6", "0", ["2", "3"], ["3", "-1"], "its storage, sizes and strides are not said as PyTorch says them"),
    ] {
        let error = asked(&tensor_of(count, first, &sizes, &strides)).unwrap_err().to_string();
        assert!(error.starts_with("tensor \"x\": ") && error.contains(what), "{error}");
    }
    // An axis of one place lies anywhere; where there is no element, nothing does.
    let pickle = [b"}Vx\n", &tensor_of("6", "2", &["1", "2"], &[huge, "3"])[..], b"s."].concat();
    let file = archive(&pickle);
    let file = Pth::from_bytes(&file).unwrap();
    assert_eq!(file.tensor::<f32, shape![1, 2]>("x").unwrap(), tensor![[2.0, 5.0]]);
    assert!(asked(&tensor_of("6", huge, &["0", huge], &[huge, huge])).is_err());
}

/// Pickles that are no pickles, and such that would never end.
#[test]
fn pickles() {
    let error = |pickle: &[u8]| Pth::from_bytes(archive(pickle)).unwrap_err().to_string();
    assert_eq!(error(b""), "the pickle, byte 0: it is cut off");
    assert_eq!(error(b"}"), "the pickle, byte 1: it is cut off");
    assert_eq!(error(b"}\xff."), "the pickle, byte 1: 0xff is no instruction that is known here");
    assert_eq!(error(b"s."), "the pickle, byte 0: the values before it are not those that it takes");
    assert_eq!(error(b"(."), "the pickle, byte 1: the values before it are not those that it takes");
    assert_eq!(error(b"}(Vx\nu."), "the pickle, byte 5: the values before it are not those that it takes");
    assert_eq!(error(b"h\x07."), "the pickle, byte 0: nothing was kept under the number 7");
    assert_eq!(error(b"X\xff\xff\xff\xff."), "the pickle, byte 0: it is cut off");
    assert_eq!(error(b"X\x01\0\0\0\xff."), "the pickle, byte 0: a text is not UTF-8");
    let much = "the pickle holds itself, or the same values too many times, or nests too deep";
    // A list that holds itself.
    assert_eq!(error(b"]q\x00h\x00a."), much);
    // A list of two lists of two lists…
    let doubled: Vec<u8> = [&b"]"[..], &b"q\x01]q\x00h\x01ah\x01a".repeat(60), b"."].concat();
    assert_eq!(error(&doubled), much);
    let deep: Vec<u8> = [&b"]".repeat(100_000)[..], &b"a".repeat(99_999), b"."].concat();
    assert_eq!(error(&deep), much);
    let twice = [
        b"(dVa.b\n",
        &tensor_of("6", "0", &["6"], &["1"])[..],
        b"sVa\n}Vb\n",
        &tensor_of("6", "0", &["6"], &["1"]),
        b"ss.",
    ]
    .concat();
    assert_eq!(error(&twice), "two tensors are called \"a.b\"");
    // What would run a program is a note about it.
    let file = archive(b"cos\nsystem\n(Vrm -rf /\ntR.");
    assert!(Pth::from_bytes(&file).unwrap().names().is_empty());
}

/// Each file cut off anywhere, or with any byte changed, is read, or an error; some come to nothing, as where a float is another one.
#[test]
fn damaged() {
    for name in ["alone", "strided_before_archives", "checkpoint"] {
        let good = bytes(name);
        let try_all = |bytes: &[u8]| {
            let file = Pth::from_bytes(bytes)?;
            let names: Vec<String> = file.names().iter().map(|name| name.to_string()).collect();
            names.iter().try_for_each(|name| file.tensor_cast::<f64, shape![]>(name).map(drop))
        };
        for end in (0..good.len()).step_by(if good.len() > 4000 { 7 } else { 1 }) {
            let error = try_all(&good[..end]).expect_err("it is cut off");
            assert!(error.to_string().len() < 2200, "{error}");
        }
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 1 << (place % 8);
            let _ = try_all(&bad);
        }
    }
}

/// Into a file of safetensors, tensor by tensor.
#[test]
fn converted() -> Result<(), Box<dyn std::error::Error>> {
    let file = open("strided")?;
    let mut to = SafeTensorsWriter::new();
    to.add("transposed", &file.tensor::<f32, shape![3, 2]>("transposed")?)?;
    let bytes = to.to_bytes()?;
    let there = SafeTensors::from_bytes(&bytes)?.tensor::<f32, shape![3, 2]>("transposed")?;
    assert_eq!(there, tensor![[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]);
    Ok(())
}
