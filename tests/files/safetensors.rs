//! Safetensors.

use ::safetensors::tensor::TensorView;
use ::safetensors::{Dtype, SafeTensors as Reference};
use shaped::io::{DType, FileErrorKind, SafeTensors, SafeTensorsWriter};
use shaped::prelude::*;

use crate::path;

axis!(Batch);
axis!(Seq);

/// Every tensor of a model is there, by name and shape.
macro_rules! model {
    ($file:literal: $($name:literal $shape:tt)*) => {{
        let file = SafeTensors::open(path(concat!("examples/data/", $file))).unwrap();
        assert_eq!(file.names(), [$($name),*]);
        $(
            let x = file.tensor::<f32, shape! $shape>($name).unwrap();
            assert!(x.iter().all(|x| x.is_finite()) && x.iter().any(|x| *x != 0.0), $name);
        )*
        let logits = file.tensor::<f32, shape![Batch, 10]>("expected_logits").unwrap();
        assert_eq!(logits.sizes(), [360, 10]);
        file
    }};
}

#[test]
fn the_models_of_the_examples_are_read_as_they_are_described() {
    let mlp = model!("digits_mlp.safetensors":
        "0.bias" [128] "0.weight" [128, 64] "2.bias" [64] "2.weight" [64, 128] "4.bias" [10] "4.weight" [10, 64]
        "expected_logits" [360, 10]);
    model!("digits_cnn.safetensors":
        "bn1.bias" [16] "bn1.running_mean" [16] "bn1.running_var" [16] "bn1.weight" [16]
        "bn2.bias" [32] "bn2.running_mean" [32] "bn2.running_var" [32] "bn2.weight" [32]
        "conv1.bias" [16] "conv1.weight" [16, 1, 3, 3] "conv2.bias" [32] "conv2.weight" [32, 16, 3, 3]
        "expected_logits" [360, 10] "fc.bias" [10] "fc.weight" [10, 128]);
    model!("digits_transformer.safetensors":
        "down.bias" [32] "down.weight" [32, 128] "embed.bias" [32] "embed.weight" [32, 8]
        "expected_logits" [360, 10] "head.bias" [10] "head.weight" [10, 32] "k.bias" [32] "k.weight" [32, 32]
        "ln1.bias" [32] "ln1.weight" [32] "ln2.bias" [32] "ln2.weight" [32] "o.bias" [32] "o.weight" [32, 32]
        "pos" [8, 32] "q.bias" [32] "q.weight" [32, 32] "up.bias" [128] "up.weight" [128, 32]
        "v.bias" [32] "v.weight" [32, 32]);

    assert_eq!(mlp.info("0.weight").unwrap(), (DType::F32, vec![128, 64]));
    assert!(mlp.contains("0.weight") && !mlp.contains("0.weights"));
    // The bytes are those of the reference implementation.
    let bytes = std::fs::read(path("examples/data/digits_mlp.safetensors")).unwrap();
    let reference = Reference::deserialize(&bytes).unwrap();
    let weight = mlp.tensor::<f32, shape![128, 64]>("0.weight").unwrap();
    let ours: Vec<u8> = weight.iter().flat_map(|x| x.to_le_bytes()).collect();
    assert_eq!(ours, reference.tensor("0.weight").unwrap().data());
}

/// A file with one tensor of each type, bit patterns that arithmetic would change among them.
fn written() -> SafeTensorsWriter {
    let mut file = SafeTensorsWriter::new().with_metadata("format", "pt");
    file.add("f32", &tensor![[f32::from_bits(0x7fa0_0001), -0.0, 1.5], [f32::INFINITY, f32::MIN_POSITIVE, 1e-45]])
        .unwrap();
    file.add("f64", &tensor![f64::from_bits(0xfff4_0000_dead_beef), -0.0, 5e-324]).unwrap();
    file.add("bool", &tensor![true, false, true]).unwrap();
    file.add("u8", &tensor![0_u8, 255]).unwrap();
    file.add("i8", &tensor![i8::MIN, -1]).unwrap();
    file.add("u16", &tensor![0x0102_u16, u16::MAX]).unwrap();
    file.add("i16", &tensor![i16::MIN, 0x0102]).unwrap();
    file.add("u32", &tensor![0x0102_0304_u32, u32::MAX]).unwrap();
    file.add("i32", &tensor![i32::MIN, 0x0102_0304]).unwrap();
    file.add("u64", &tensor![0x0102_0304_0506_0708_u64, u64::MAX]).unwrap();
    file.add("i64", &tensor![i64::MIN, 0x0102_0304_0506_0708]).unwrap();
    file.add("scalar \"quoted\" é", &Tensor::<f32, shape![]>::full(7.0)).unwrap();
    file.add("empty", &Tensor::<f32, shape![3, 0, 2]>::zeros()).unwrap();
    file.add("transposed", &tensor![[1_i32, 2, 3], [4, 5, 6]].transpose()).unwrap();
    file.add("stretched", &tensor![[1_i32], [2]].broadcast_to::<shape![2, 3]>()).unwrap();
    file.add("part", &tensor![[1_i32, 2, 3], [4, 5, 6]].narrow(Axis::<1>, 1, Dim::<2>)).unwrap();
    file.add("batch", &Tensor::<i32, shape![Batch, 2]>::from_vec_with(Batch(3), vec![1, 2, 3, 4, 5, 6]).unwrap())
        .unwrap();
    file
}

#[test]
fn what_is_written_is_read_back_to_the_bit() {
    let bytes = written().to_bytes().unwrap();
    let file = SafeTensors::from_bytes(&bytes).unwrap();

    let x = file.tensor::<f32, shape![2, 3]>("f32").unwrap();
    let bits: Vec<u32> = x.iter().map(|x| x.to_bits()).collect();
    assert_eq!(bits, [0x7fa0_0001, 0x8000_0000, 0x3fc0_0000, 0x7f80_0000, 0x0080_0000, 1]);
    let x = file.tensor::<f64, shape![3]>("f64").unwrap();
    let bits: Vec<u64> = x.iter().map(|x| x.to_bits()).collect();
    assert_eq!(bits, [0xfff4_0000_dead_beef, 1 << 63, 1]);

    assert_eq!(file.tensor::<bool, shape![3]>("bool").unwrap(), tensor![true, false, true]);
    assert_eq!(file.tensor::<u8, shape![2]>("u8").unwrap(), tensor![0, 255]);
    assert_eq!(file.tensor::<i8, shape![2]>("i8").unwrap(), tensor![i8::MIN, -1]);
    assert_eq!(file.tensor::<u16, shape![2]>("u16").unwrap(), tensor![0x0102, u16::MAX]);
    assert_eq!(file.tensor::<i16, shape![2]>("i16").unwrap(), tensor![i16::MIN, 0x0102]);
    assert_eq!(file.tensor::<u32, shape![2]>("u32").unwrap(), tensor![0x0102_0304, u32::MAX]);
    assert_eq!(file.tensor::<i32, shape![2]>("i32").unwrap(), tensor![i32::MIN, 0x0102_0304]);
    assert_eq!(file.tensor::<u64, shape![2]>("u64").unwrap(), tensor![0x0102_0304_0506_0708, u64::MAX]);
    assert_eq!(file.tensor::<i64, shape![2]>("i64").unwrap(), tensor![i64::MIN, 0x0102_0304_0506_0708]);
    assert_eq!(file.tensor::<f32, shape![]>("scalar \"quoted\" é").unwrap()[[]], 7.0);
    assert_eq!(file.tensor::<f32, shape![Batch, 0, Seq]>("empty").unwrap().sizes(), [3, 0, 2]);
    assert_eq!(file.tensor::<i32, shape![3, 2]>("transposed").unwrap(), tensor![[1, 4], [2, 5], [3, 6]]);
    assert_eq!(file.tensor::<i32, shape![2, 3]>("stretched").unwrap(), tensor![[1, 1, 1], [2, 2, 2]]);
    assert_eq!(file.tensor::<i32, shape![2, 2]>("part").unwrap(), tensor![[2, 3], [5, 6]]);
    assert_eq!(file.tensor::<i32, shape![3, 2]>("batch").unwrap(), tensor![[1, 2], [3, 4], [5, 6]]);
    assert_eq!(file.tensor::<i32, shape![Batch, Seq]>("batch").unwrap().sizes(), [3, 2]);
    assert_eq!(file.metadata().iter().collect::<Vec<_>>(), [(&"format".to_string(), &"pt".to_string())]);
}

#[test]
fn the_bytes_are_those_of_the_reference_implementation() {
    let bytes = written().to_bytes().unwrap();
    let reference = Reference::deserialize(&bytes).unwrap();
    let tensors: Vec<(String, TensorView)> = reference.tensors();
    let metadata = [("format".to_string(), "pt".to_string())].into_iter().collect();
    assert_eq!(::safetensors::serialize(tensors, Some(metadata)).unwrap(), bytes);
    assert_eq!(reference.tensor("u32").unwrap().data(), [4, 3, 2, 1, 255, 255, 255, 255]);
    assert_eq!(reference.tensor("batch").unwrap().dtype(), Dtype::I32);

    // Whatever the order of the calls.
    let (x, y, z) = (tensor![1.0_f32], tensor![true], tensor![2.0_f32]);
    let one = SafeTensorsWriter::new().with("x", &x).unwrap().with("y", &y).unwrap().with("z", &z).unwrap();
    let other = SafeTensorsWriter::new().with("z", &z).unwrap().with("y", &y).unwrap().with("x", &x).unwrap();
    let metadata =
        |file: SafeTensorsWriter, keys: [&str; 4]| keys.iter().fold(file, |file, key| file.with_metadata(key, "v"));
    let one = metadata(one, ["a", "b", "c", "d"]).to_bytes().unwrap();
    assert_eq!(one, metadata(other, ["d", "b", "a", "c"]).to_bytes().unwrap());
    assert_eq!(Reference::deserialize(&one).unwrap().len(), 3);
}

#[test]
fn a_tensor_is_filled_in_place() {
    let bytes = written().to_bytes().unwrap();
    let file = SafeTensors::from_bytes(&bytes).unwrap();
    let mut x: Tensor<i32, shape![3, 2]> = Tensor::zeros();
    let memory = x.as_slice().as_ptr();
    let (used, result) = crate::allocations::peak(|| file.read_into("batch", &mut x));
    result.unwrap();
    assert!(used < 200, "{used} bytes");
    assert_eq!((x.as_slice().as_ptr(), x), (memory, tensor![[1, 2], [3, 4], [5, 6]]));

    let mut batch = Tensor::<i32, shape![Batch, 2]>::full_with(Batch(3), 9);
    file.read_into("batch", &mut batch).unwrap();
    assert_eq!(batch.as_slice(), [1, 2, 3, 4, 5, 6]);
    let mut batch = Tensor::<i32, shape![Batch, 2]>::full_with(Batch(4), 9);
    let error = file.read_into("batch", &mut batch).unwrap_err();
    assert_eq!(error.to_string(), r#"tensor "batch": the file has i32 [3, 2], the type asks for i32 [4, 2]"#);
    assert_eq!(batch.as_slice(), [9; 8]);
}

#[test]
fn numbers_are_converted_on_request_and_not_otherwise() {
    let mut file = SafeTensorsWriter::new();
    file.add("large", &tensor![16_777_217_i64, -3]).unwrap();
    file.add("halves", &tensor![1.0_f64, 2.5]).unwrap();
    file.add("wholes", &tensor![1.0_f64, -2.0]).unwrap();
    file.add("mask", &tensor![true, false]).unwrap();
    file.add("max", &tensor![u64::MAX, 0]).unwrap();
    file.add("fine", &tensor![0.1_f64, f64::NAN, 1e300]).unwrap();
    let bytes = file.to_bytes().unwrap();
    let file = SafeTensors::from_bytes(&bytes).unwrap();

    assert_eq!(file.tensor_cast::<f32, shape![2]>("large").unwrap(), tensor![16_777_216.0, -3.0]);
    assert_eq!(file.tensor_cast::<i8, shape![2]>("wholes").unwrap(), tensor![1, -2]);
    assert_eq!(file.tensor_cast::<u64, shape![2]>("max").unwrap(), tensor![u64::MAX, 0]);
    assert_eq!(file.tensor_cast::<f32, shape![Batch]>("mask").unwrap().as_slice(), [1.0, 0.0]);
    let fine = file.tensor_cast::<f32, shape![3]>("fine").unwrap();
    assert!(fine[[0]] == 0.1 && fine[[1]].is_nan() && fine[[2]] == f32::INFINITY);

    let error = |error: shaped::io::FileError| error.to_string();
    let refused = [
        (
            error(file.tensor_cast::<i64, shape![2]>("max").unwrap_err()),
            "element 0 is 18446744073709551615, which i64 cannot hold",
        ),
        (error(file.tensor_cast::<i64, shape![2]>("halves").unwrap_err()), "element 1 is 2.5, which i64 cannot hold"),
        (error(file.tensor_cast::<u8, shape![2]>("wholes").unwrap_err()), "element 1 is -2.0, which u8 cannot hold"),
        (error(file.tensor_cast::<i32, shape![3]>("fine").unwrap_err()), "element 0 is 0.1, which i32 cannot hold"),
        (
            error(file.tensor_cast::<bool, shape![2]>("large").unwrap_err()),
            "element 0 is 16777217, which bool cannot hold",
        ),
        (error(file.tensor::<f32, shape![2]>("large").unwrap_err()), "the file has i64 [2], the type asks for f32 [2]"),
        (
            error(file.tensor_cast::<f32, shape![3]>("large").unwrap_err()),
            "the file has i64 [2], the type asks for i64 [3]",
        ),
    ];
    for (found, expected) in refused {
        assert!(found.ends_with(expected), "{found}\n{expected}");
    }
}

#[test]
fn errors_name_what_the_file_has_and_what_was_asked_for() {
    let place = path("examples/data/digits_mlp.safetensors");
    let file = SafeTensors::open(&place).unwrap();
    let at = |text: &str| format!("{place}: {text}");

    let error = file.tensor::<f32, shape![64, 128]>("0.weight").unwrap_err();
    assert_eq!(
        error.to_string(),
        at(r#"tensor "0.weight": the file has f32 [128, 64], the type asks for f32 [64, 128]"#)
    );
    assert_eq!(error.path(), Some(&place[..]));
    let FileErrorKind::Mismatch { sizes, asked_sizes, .. } = error.kind() else { panic!("{error}") };
    assert_eq!((&sizes[..], &asked_sizes[..]), (&[128, 64][..], &["64".to_string(), "128".to_string()][..]));

    let error = file.tensor::<f64, shape![Batch, 32]>("0.weight").unwrap_err();
    assert_eq!(
        error.to_string(),
        at(r#"tensor "0.weight": the file has f32 [128, 64], the type asks for f64 [Batch, 32]"#)
    );
    let error = file.tensor::<f32, shape![]>("0.weight").unwrap_err();
    assert_eq!(error.to_string(), at(r#"tensor "0.weight": the file has f32 [128, 64], the type asks for f32 []"#));
    // An axis has one number.
    let error = file.tensor::<f32, shape![Seq, Seq]>("0.weight").unwrap_err();
    assert_eq!(
        error.to_string(),
        at(r#"tensor "0.weight": the file has f32 [128, 64], the type asks for f32 [Seq, Seq]"#)
    );

    let names = r#"(the file has "0.bias", "0.weight", "2.bias", "2.weight", "4.bias", "4.weight", "expected_logits")"#;
    let missing = |name: &str| file.tensor::<f32, shape![128]>(name).unwrap_err().to_string();
    assert_eq!(missing("0.weigth"), at(&format!(r#"no tensor "0.weigth", did you mean "0.weight"? {names}"#)));
    assert_eq!(missing("model.2.bias"), at(&format!(r#"no tensor "model.2.bias", did you mean "2.bias"? {names}"#)));
    // Another number is another layer, and none that is meant.
    assert_eq!(missing("7.weight"), at(&format!(r#"no tensor "7.weight" {names}"#)));
    assert_eq!(missing("unlike"), at(&format!(r#"no tensor "unlike" {names}"#)));
    let error = file.read_into("bias", &mut Tensor::<f32, shape![128]>::zeros()).unwrap_err();
    assert_eq!(error.to_string(), at(&format!(r#"no tensor "bias", did you mean "0.bias"? {names}"#)));

    let length = std::fs::metadata(&place).unwrap().len();
    let error = SafeTensors::open_with_limit(&place, 1000).unwrap_err();
    assert_eq!(error.to_string(), at(&format!("the file has {length} bytes, and 1000 are allowed")));
    assert!(SafeTensors::open_with_limit(&place, length).is_ok());
    let error = SafeTensors::open(path("no_such_file")).unwrap_err();
    assert!(matches!(error.kind(), FileErrorKind::Io(io) if io.kind() == std::io::ErrorKind::NotFound), "{error}");
    assert!(error.to_string().contains("no_such_file: "), "{error}");
    assert!(SafeTensors::open(path("src")).is_err());
}

/// A file with this header and this many bytes of data.
fn file(header: &str, data: usize) -> Vec<u8> {
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(header.as_bytes());
    bytes.resize(bytes.len() + data, 0);
    bytes
}

#[test]
fn files_that_lie_are_refused_with_the_reason() {
    let entry = |name: &str, dtype: &str, shape: &str, from: &str, to: &str| {
        format!(r#""{name}":{{"dtype":"{dtype}","shape":{shape},"data_offsets":[{from},{to}]}}"#)
    };
    let one = |dtype: &str, shape: &str, from: &str, to: &str| format!("{{{}}}", entry("x", dtype, shape, from, to));
    let two = |a: String, b: String| format!("{{{a},{b}}}");
    let max = usize::MAX.to_string();
    let nested = format!(r#"{{"x":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    // Sums of these wrap around to the length of the file.
    let eighth = usize::MAX / 8;
    let wraps: Vec<_> = (0..9usize)
        .map(|i| {
            let (from, to) = (i * (eighth - 8), (i + 1).wrapping_mul(eighth - 8));
            entry(&i.to_string(), "U8", &format!("[{}]", eighth - 8), &from.to_string(), &to.to_string())
        })
        .collect();
    let wraps = format!("{{{}}}", wraps.join(","));

    let cases: &[(&[u8], &str)] = &[
        (b"", "the length of the header ends at byte 8, but the file at byte 0"),
        (b"1234567", "the length of the header ends at byte 8, but the file at byte 7"),
        (&[255; 16], "the header has 18446744073709551615 bytes, and 100000000 are allowed"),
        (&[200, 0, 0, 0, 0, 0, 0, 0, b'{'], "the header ends at byte 208, but the file at byte 9"),
        (&file("", 0), "the header: EOF while parsing"),
        (&file("[]", 0), "the header: invalid type: sequence, expected an object with an entry for each tensor"),
        (&file("{} x", 0), "the header: trailing characters"),
        (&file("{\"\u{7f}", 0), "the header: EOF while parsing a string"),
        (&[4, 0, 0, 0, 0, 0, 0, 0, b'{', b'"', 255, b'"'], "the header: invalid unicode code point"),
        (&file("{}", 3), "the tensors end at byte 10, and 3 more follow"),
        (&file(&one("F32", "[2]", "0", "8"), 7), r#"tensor "x" ends at byte 70, but the file at byte 69"#),
        (&file(&one("F32", "[2]", "0", "8"), 9), "the tensors end at byte 70, and 1 more follow"),
        (&file(&one("F32", "[3]", "0", "8"), 8), r#"tensor "x": f32 [3] takes 12 bytes, and the header gives it 8"#),
        (
            &file(&one("F32", "[1]", "4", "8"), 8),
            r#"tensor "x": it has bytes 4 to 8 of the data, where byte 0 is next"#,
        ),
        (
            &file(&one("F32", "[1]", "4", "0"), 4),
            r#"tensor "x": it has bytes 4 to 0 of the data, where byte 0 is next"#,
        ),
        (&file(&one("F4", "[1]", "0", "1"), 1), r#"tensor "x": F4 [1] is no whole number of bytes"#),
        (&file(&one("U8", &format!("[{max}]"), "0", &max), 0), "is no whole number of bytes that can be counted"),
        (
            &file(&one("F32", &format!("[{max}, {max}]"), "0", "0"), 0),
            "is no whole number of bytes that can be counted",
        ),
        (&file(&one("U8", &format!("[{}]", eighth - 8), "0", &(eighth - 8).to_string()), 0), "but the file at byte"),
        (&file(&wraps, 0), r#"tensor "0" ends at byte"#),
        (&file(&one("U8", "[99999999999999999999999]", "0", "0"), 0), "the header: invalid type: floating point"),
        (&file(&one("U8", "[-1]", "0", "0"), 0), "the header: invalid value: integer `-1`"),
        (&file(&one("F33", "[1]", "0", "4"), 4), "the header: unknown variant `F33`"),
        (
            &file(&two(entry("x", "U8", "[2]", "0", "2"), entry("y", "U8", "[2]", "1", "3")), 3),
            r#"tensor "y": it has bytes 1 to 3 of the data, where byte 2 is next"#,
        ),
        (
            &file(&two(entry("x", "U8", "[2]", "0", "2"), entry("y", "U8", "[1]", "3", "4")), 4),
            r#"tensor "y": it has bytes 3 to 4 of the data, where byte 2 is next"#,
        ),
        (
            &file(&two(entry("x", "U8", "[0]", "0", "0"), entry("x", "U8", "[0]", "0", "0")), 0),
            r#"the header: two entries are called "x""#,
        ),
        (&file(r#"{"__metadata__":{},"__metadata__":{}}"#, 0), r#"the header: two entries are called "__metadata__""#),
        (&file(r#"{"__metadata__":{"a":1}}"#, 0), "the header: invalid type: integer `1`, expected a string"),
        (&file(&nested, 0), "the header: "),
    ];
    // In memory, and opened: of a file the header alone is read.
    let place = std::env::temp_dir().join(format!("shaped-lies-{}.safetensors", std::process::id()));
    let opened = |bytes: &[u8]| {
        std::fs::write(&place, bytes).unwrap();
        let error = SafeTensors::open(&place).unwrap_err().to_string();
        error.strip_prefix(&format!("{}: ", place.display())).expect("the path comes first").to_owned()
    };
    let found = cases.iter().map(|(bytes, _)| {
        let error = SafeTensors::from_bytes(*bytes).unwrap_err().to_string();
        assert_eq!(opened(bytes), error);
        error
    });
    let other: Vec<_> = found.zip(cases).filter(|(error, (_, expected))| !error.contains(expected)).collect();
    assert!(
        other.is_empty(),
        "{}",
        other.iter().map(|(e, (_, x))| format!("found    {e}\nexpected {x}\n")).collect::<String>()
    );

    std::fs::remove_file(&place).unwrap();

    // A byte that is no `bool`, and types that are not read here.
    let bytes = [file(&one("BOOL", "[3]", "0", "3"), 1), vec![1, 2]].concat();
    let lying = SafeTensors::from_bytes(&bytes).unwrap();
    let error = lying.tensor::<bool, shape![3]>("x").unwrap_err();
    assert_eq!(error.to_string(), r#"tensor "x": element 2 is 2, which bool cannot hold"#);
    let mut there = tensor![true, true, true];
    assert!(lying.read_into("x", &mut there).is_err());
    assert_eq!(there, tensor![true, true, true]);
    let eighths = file(&one("F8_E4M3", "[3]", "0", "3"), 3);
    let error = SafeTensors::from_bytes(&eighths).unwrap().tensor_cast::<f32, shape![3]>("x").unwrap_err();
    assert_eq!(error.to_string(), r#"tensor "x": the file has F8_E4M3 [3], the type asks for f32 [3]"#);
    // More axes than a shape can have.
    let deep = file(&one("U8", &format!("[{}1]", "1,".repeat(40)), "0", "1"), 1);
    assert!(SafeTensors::from_bytes(&deep).unwrap().tensor::<u8, shape![1]>("x").is_err());
}

/// Headers of as many and as short parts as can be, which take the most memory for their length.
#[test]
fn dense_headers_take_little_more_memory_than_they_are_long() {
    let repeated = |part: &dyn Fn(usize) -> String| (0..50_000).map(part).collect::<Vec<_>>().join(",");
    let open = [
        format!("{{{}}}", repeated(&|i| format!(r#""{i:x}":{{"dtype":"U8","shape":[0],"data_offsets":[0,0]}}"#))),
        format!(r#"{{"__metadata__":{{{}}}}}"#, repeated(&|i| format!(r#""{i:x}":"""#))),
        format!(r#"{{"x":{{"dtype":"U8","shape":[0,{}],"data_offsets":[0,0]}}}}"#, repeated(&|_| "1".into())),
    ];
    for (i, header) in open.iter().enumerate() {
        let bytes = file(header, 0);
        let (used, file) = crate::allocations::peak(|| SafeTensors::from_bytes(&bytes));
        file.unwrap();
        assert!(used < 16 * bytes.len(), "{i}: {used} bytes for {}", bytes.len());
    }
    let skipped = format!(r#"{{"x":{{"dtype":"U8","y":[{}]}}}}"#, repeated(&|_| "[]".into()));
    let bytes = file(&skipped, 0);
    let (used, file) = crate::allocations::peak(|| SafeTensors::from_bytes(&bytes));
    assert!(file.is_err() && used < bytes.len(), "{used}");
}

#[test]
fn what_cannot_be_written_is_refused() {
    let mut file = SafeTensorsWriter::new().with("x", &tensor![1.0_f32]).unwrap();
    let error = file.add("x", &tensor![2.0_f32]).unwrap_err();
    assert_eq!(error.to_string(), r#"two tensors are called "x""#);
    let error = file.add("__metadata__", &tensor![2.0_f32]).unwrap_err();
    assert_eq!(error.to_string(), r#"a tensor cannot be called "__metadata__": the format uses the name"#);
    let error = file.save(path("no/such/folder/x.safetensors")).unwrap_err();
    assert!(error.to_string().contains("no/such/folder/x.safetensors: "), "{error}");
}

#[test]
fn a_file_is_replaced_at_once() {
    let folder = std::env::temp_dir().join(format!("shaped-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let place = folder.join("model.safetensors");
    written().save(&place).unwrap();
    let second = SafeTensorsWriter::new().with("x", &tensor![1.0_f32]).unwrap();
    second.save(&place).unwrap();
    let file = SafeTensors::open(&place).unwrap();
    assert_eq!(file.names(), ["x"]);
    assert_eq!(std::fs::read(&place).unwrap(), second.to_bytes().unwrap());
    // Nothing is left beside it.
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Elements come from the file itself when they are asked for, by parts; these do not end where parts do.
#[test]
fn an_open_file_takes_no_more_memory_than_its_tensors() {
    let place = std::env::temp_dir().join(format!("shaped-open-{}.safetensors", std::process::id()));
    let numbers = Tensor::<f32, shape![300_001]>::from_fn(|[i]| i as f32 / 7.0);
    let flags = numbers.map(|x| (x as usize).is_multiple_of(3));
    let writer = SafeTensorsWriter::new().with("flags", &flags).unwrap().with("numbers", &numbers).unwrap();
    writer.save(&place).unwrap();

    let (peak, read) = crate::allocations::peak(|| {
        let file = SafeTensors::open(&place).unwrap();
        file.tensor::<f32, shape![Batch]>("numbers").unwrap()
    });
    assert_eq!(read.as_slice(), numbers.as_slice());
    assert!(peak < 4 * 300_001 + 300_000, "{peak} bytes");
    let file = SafeTensors::open(&place).unwrap();
    assert_eq!(file.tensor::<bool, shape![300_001]>("flags").unwrap(), flags);
    assert_eq!(file.tensor_cast::<f64, shape![300_001]>("numbers").unwrap(), numbers.cast::<f64>());
    let mut there = Tensor::zeros();
    file.read_into("numbers", &mut there).unwrap();
    assert_eq!(there, numbers);
    // Two threads share a file, each finds its own.
    std::thread::scope(|threads| {
        let other = threads.spawn(|| (0..8).all(|_| file.tensor("flags").unwrap() == flags));
        assert!((0..8).all(|_| file.tensor("numbers").unwrap() == numbers));
        assert!(other.join().unwrap());
    });

    // Cut by another program meanwhile, and a byte that is no `bool` in a later part.
    let mut bytes = std::fs::read(&place).unwrap();
    let last_flag = bytes.len() - 1;
    std::fs::OpenOptions::new().write(true).open(&place).unwrap().set_len(400_000).unwrap();
    let error = file.tensor::<bool, shape![300_001]>("flags").unwrap_err().to_string();
    assert!(error.ends_with("it has become shorter since it was opened"), "{error}");
    bytes[last_flag] = 2;
    std::fs::write(&place, &bytes).unwrap();
    let mut there = flags.clone();
    let error = file.read_into("flags", &mut there).unwrap_err().to_string();
    assert!(error.ends_with(r#"tensor "flags": element 300000 is 2, which bool cannot hold"#), "{error}");
    assert_eq!(there, flags);
    std::fs::remove_file(&place).unwrap();
}
