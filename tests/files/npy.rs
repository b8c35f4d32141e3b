//! NumPy's npy and npz.

use shaped::io::{DType, FileElement, FileErrorKind, Npy, Npz, NpzWriter};
use shaped::prelude::*;

use crate::path;

axis!(Batch);
axis!(Seq);
axis!(Image);

type Block = shape![2, 3, 4];

#[test]
fn the_digits_of_the_examples_are_read_as_they_are_described() {
    let images = Npy::open(path("examples/data/digits_images.npy")).unwrap();
    assert_eq!((images.dtype(), images.sizes()), (&DType::U8, &[1797, 8, 8][..]));
    let images = images.tensor::<u8, shape![1797, 8, 8]>().unwrap();
    assert_eq!((images.max_all(), images.min_all()), (16, 0));
    // scikit-learn's first digit.
    let first: Vec<u8> = images.iter().take(16).copied().collect();
    assert_eq!(first, [0, 0, 5, 13, 9, 1, 0, 0, 0, 0, 13, 15, 10, 15, 5, 0]);

    let labels = Npy::open(path("examples/data/digits_labels.npy")).unwrap().tensor::<u8, shape![Image]>().unwrap();
    assert_eq!(labels.sizes(), [1797]);
    let counts: Vec<usize> = (0..10).map(|digit| labels.iter().filter(|&&label| label == digit).count()).collect();
    assert_eq!(counts, [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]);
}

/// What `tools/files.py` writes: 0 to 23, the first and the last as given.
fn block<T: FileElement>(element: impl Fn(u8) -> T, first: T, last: T) -> Tensor<T, Block> {
    let mut x = Tensor::from_flat_fn(|i| element(i as u8));
    (x[[0, 0, 0]], x[[1, 2, 3]]) = (first, last);
    x
}

/// A tensor of each order of bytes and of axes is the one that was written.
fn all_orders<T: FileElement + PartialEq + std::fmt::Debug>(file: &Npz, kind: &str, expected: &Tensor<T, Block>) {
    for order in ["little_C", "little_F", "big_C", "big_F"] {
        let name = format!("{kind}_{order}");
        let x = file.tensor::<T, Block>(&name).unwrap();
        assert_eq!(&x, expected, "{name}");
        let mut x = Tensor::<T, Block>::full(T::default());
        file.read_into(&name, &mut x).unwrap();
        assert_eq!(&x, expected, "{name}");
        let x = file.tensor::<T, shape![Batch, 3, Seq]>(&name).unwrap();
        assert_eq!((x.sizes(), x.as_slice()), ([2, 3, 4], expected.as_slice()));
    }
}

#[test]
fn what_numpy_wrote_is_read_in_every_type_and_order() {
    for name in ["numpy.npz", "numpy_compressed.npz"] {
        let file = Npz::open(path(&format!("tests/data/files/{name}"))).unwrap();
        let file = &file;
        assert_eq!(file.names().len(), 14 * 4 + 8);
        all_orders::<bool>(file, "b1", &Tensor::from_flat_fn(|i| i % 3 == 0));
        all_orders(file, "u1", &block(|i| i, 0, u8::MAX));
        all_orders(file, "i1", &block(|i| i as i8, i8::MIN, i8::MAX));
        all_orders(file, "u2", &block(u16::from, 0, u16::MAX));
        all_orders(file, "i2", &block(i16::from, i16::MIN, i16::MAX));
        all_orders(file, "u4", &block(u32::from, 0, u32::MAX));
        all_orders(file, "i4", &block(i32::from, i32::MIN, i32::MAX));
        all_orders(file, "u8", &block(u64::from, 0, u64::MAX));
        all_orders(file, "i8", &block(i64::from, i64::MIN, i64::MAX));
        all_orders(file, "f4", &block(f32::from, -0.0, f32::MAX));
        all_orders(file, "f8", &block(f64::from, -0.0, f64::MAX));
        assert!(file.tensor::<f32, Block>("f4_big_F").unwrap()[[0, 0, 0]].is_sign_negative());
        #[cfg(feature = "half")]
        all_orders(file, "f2", &block(|i| half::f16::from_f32(i.into()), -half::f16::ZERO, half::f16::MAX));
        #[cfg(feature = "num-complex")]
        {
            use num_complex::Complex;
            let complex = |i: u8| Complex::new(f32::from(i), -2.0 * f32::from(i));
            all_orders(file, "c8", &Tensor::from_flat_fn(|i| complex(i as u8)));
            let complex = |i: u8| Complex::new(f64::from(i), -2.0 * f64::from(i));
            all_orders(file, "c16", &Tensor::from_flat_fn(|i| complex(i as u8)));
        }
        assert_eq!(file.tensor::<f64, shape![]>("scalar").unwrap()[[]], 7.0);
        assert_eq!(file.tensor::<f32, shape![3, 0, 2]>("empty").unwrap().sizes(), [3, 0, 2]);
        assert_eq!(file.tensor::<f32, shape![Batch, 0, Seq]>("empty_F").unwrap().sizes(), [3, 0, 2]);
        assert_eq!(file.tensor::<i32, shape![2, 3]>("matrix_F").unwrap(), tensor![[0, 1, 2], [3, 4, 5]]);
        assert_eq!(file.tensor::<i32, shape![5]>("vector").unwrap(), tensor![0, 1, 2, 3, 4]);
        assert_eq!(file.tensor_cast::<f32, shape![5]>("vector").unwrap(), tensor![0.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(file.tensor::<f32, shape![2]>("größe/ünïcode").unwrap(), tensor![1.0, 1.0]);
        assert_eq!(file.info("names").unwrap(), (DType::Other("<U2".into()), vec![2]));
        let (DType::Other(record), _) = file.info("record").unwrap() else { panic!() };
        assert_eq!(&*record, "[('x, ]', '<f4'), ('y', '<i8', (2,))]");

        let end = |error: shaped::io::FileError| error.to_string().rsplit_once("npz: ").unwrap().1.to_string();
        let error = file.tensor::<f32, shape![2]>("names").unwrap_err();
        assert_eq!(end(error), r#"tensor "names": the file has <U2 [2], the type asks for f32 [2]"#);
        let error = file.tensor::<f32, shape![3, 2]>("matrix_F").unwrap_err();
        assert_eq!(end(error), r#"tensor "matrix_F": the file has i32 [2, 3], the type asks for f32 [3, 2]"#);
        let error = file.tensor::<i32, shape![5]>("vectro").unwrap_err();
        assert!(end(error).starts_with(r#"no tensor "vectro", did you mean "vector"? (the file has "#));
    }
}

#[test]
fn all_versions_are_read() {
    for version in 1..=3 {
        let file = Npy::open(path(&format!("tests/data/files/version_{version}.npy"))).unwrap();
        assert_eq!(file.tensor::<f32, shape![2, 3]>().unwrap(), tensor![[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]);
        let mut x = Tensor::<f32, shape![2, 3]>::zeros();
        file.read_into(&mut x).unwrap();
        assert_eq!(x[[1, 2]], 5.0);
        let error = file.tensor::<f32, shape![3, 2]>().unwrap_err().to_string();
        assert!(error.ends_with("npy: the file has f32 [2, 3], the type asks for f32 [3, 2]"), "{error}");
    }
}

#[test]
fn the_bytes_are_those_of_numpy() {
    let x: Tensor<f32, shape![2, 3]> = Tensor::arange();
    let numpy = std::fs::read(path("tests/data/files/version_1.npy")).unwrap();
    assert_eq!(Npy::to_bytes(&x).unwrap(), numpy);
    assert_eq!(Npy::to_bytes(&x.transpose().to_tensor().transpose()).unwrap(), numpy);
    let numpy = std::fs::read(path("examples/data/digits_labels.npy")).unwrap();
    let labels = Npy::from_bytes(&numpy).unwrap().tensor::<u8, shape![Batch]>().unwrap();
    assert_eq!(Npy::to_bytes(&labels).unwrap(), numpy);
    let scalar = Npy::to_bytes(&Tensor::<f64, shape![]>::full(7.0)).unwrap();
    assert!(scalar[10..].starts_with(b"{'descr': '<f8', 'fortran_order': False, 'shape': (), }  "));
}

#[test]
fn what_is_written_is_read_back_to_the_bit() {
    for mut writer in [NpzWriter::new(), NpzWriter::compressed()] {
        let nan = tensor![[f32::from_bits(0x7fa0_0001), -0.0], [f32::INFINITY, 1e-45]];
        writer.add("nan", &nan).unwrap();
        writer.add("transposed", &tensor![[1_i64, 2, 3], [4, 5, 6]].transpose()).unwrap();
        writer.add("zeros", &Tensor::<u16, shape![1000, 100]>::zeros()).unwrap();
        writer.add("empty", &Tensor::<bool, shape![0]>::full(true)).unwrap();
        writer.add("größe/ünïcode", &tensor![true, false]).unwrap();
        assert_eq!(writer.add("nan", &nan).unwrap_err().to_string(), r#"two tensors are called "nan""#);
        #[cfg(feature = "half")]
        assert_eq!(
            writer.add("bf16", &tensor![half::bf16::ONE]).unwrap_err().to_string(),
            r#"tensor "bf16": NumPy has no bf16"#
        );
        let bytes = writer.to_bytes();
        let file = Npz::from_bytes(&bytes).unwrap();
        assert_eq!(file.names(), ["empty", "größe/ünïcode", "nan", "transposed", "zeros"]);
        let x = file.tensor::<f32, shape![2, 2]>("nan").unwrap();
        assert!(x.iter().map(|x| x.to_bits()).eq([0x7fa0_0001, 0x8000_0000, 0x7f80_0000, 1]));
        assert_eq!(file.tensor::<i64, shape![3, 2]>("transposed").unwrap(), tensor![[1, 4], [2, 5], [3, 6]]);
        assert_eq!(file.tensor::<u16, shape![1000, 100]>("zeros").unwrap(), Tensor::zeros());
        assert_eq!(file.tensor::<bool, shape![Batch]>("empty").unwrap().sizes(), [0]);
        assert_eq!(file.tensor::<bool, shape![2]>("größe/ünïcode").unwrap(), tensor![true, false]);
    }
    // What `np.savez(path)` writes without tensors.
    let empty = NpzWriter::new().to_bytes();
    assert_eq!(empty, [&b"PK\x05\x06"[..], &[0; 18]].concat());
    assert!(Npz::from_bytes(&empty).unwrap().names().is_empty());
    // More entries than 16 bits count.
    let mut writer = NpzWriter::new();
    (0..70_000).for_each(|i| writer.add(&format!("{i}"), &tensor![i as u8]).unwrap());
    let bytes = writer.to_bytes();
    let file = Npz::from_bytes(&bytes).unwrap();
    assert_eq!(file.names().len(), 70_000);
    assert_eq!(file.tensor::<u8, shape![1]>("65536").unwrap(), tensor![0]);

    let folder = std::env::temp_dir().join(format!("shaped-npy-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    Npy::save(folder.join("x.npy"), &tensor![1, 2, 3]).unwrap();
    assert_eq!(Npy::open(folder.join("x.npy")).unwrap().tensor::<i32, shape![3]>().unwrap(), tensor![1, 2, 3]);
    NpzWriter::new().with("x", &tensor![1, 2, 3]).unwrap().save(folder.join("x.npz")).unwrap();
    assert_eq!(Npz::open(folder.join("x.npz")).unwrap().tensor::<i32, shape![3]>("x").unwrap(), tensor![1, 2, 3]);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A file with this header.
fn npy(header: &str, data: usize) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&(header.len() as u16).to_le_bytes());
    bytes.extend_from_slice(header.as_bytes());
    bytes.resize(bytes.len() + data, 1);
    bytes
}

#[test]
fn npy_files_that_lie_are_refused_with_the_reason() {
    let header = |descr: &str, order: &str, shape: &str| {
        format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}")
    };
    let f4 = |shape: &str, data| npy(&header("<f4", "False", shape), data);
    let deep = format!("{{'descr': {}", "[".repeat(9_000));
    let max = usize::MAX;
    let cases: &[(&[u8], &str)] = &[
        (b"", "the version ends at byte 8, but the file at byte 0"),
        (b"\x93NUMPY\x01\x00v", "the length of the header ends at byte 10, but the file at byte 9"),
        (b"nothing known", "no npy file: it does not start with"),
        (b"\x93NUMPY\x04\x00v\x00", "npy version 4.0, where 1.0 to 3.0 are known"),
        (b"\x93NUMPY\x01\x01v\x00", "npy version 1.1, where 1.0 to 3.0 are known"),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\xff", "the header has 4294967295 bytes, and 10000 are allowed"),
        (b"\x93NUMPY\x01\x00\xff\x00{", "the header ends at byte 265, but the file at byte 11"),
        (&npy("", 0), "the header at byte 10: { expected"),
        (&npy("{}", 0), "the header at byte 12: 'descr', 'fortran_order' and 'shape' expected"),
        (
            &npy("{'descr': '<f4', 'descr': '<f4'}", 0),
            "the header at byte 27: 'descr', 'fortran_order' and 'shape', each once, expected",
        ),
        (&npy("{'other': 1}", 0), "the header at byte 11: 'descr', 'fortran_order' and 'shape', each once, expected"),
        (&npy(&deep, 0), "] expected"),
        (&npy("{'descr': '<f4", 0), "a text in quotes expected"),
        (&npy(&header("<f4", "0", "(1,)"), 4), "True or False expected"),
        (&npy(&(header("<f4", "False", "(1,)") + "x"), 4), "the end expected"),
        (&f4("(-1,)", 0), "a size expected"),
        (&f4("(1 2)", 0), ", expected"),
        (&f4("(1)", 4), ", expected"),
        (&f4("(1, 2 3)", 0), ") expected"),
        (&f4("(01,)", 4), "a size expected"),
        (&f4(&format!("({})", "1, ".repeat(65)), 4), "at most 64 axes expected"),
        (&f4("(99999999999999999999,)", 0), "a size that can be counted expected"),
        (&f4(&format!("({max}, {max})"), 0), "takes more bytes than can be counted"),
        (&f4(&format!("({max},)"), 0), "takes more bytes than can be counted"),
        (&f4(&format!("({max}, 0)"), 0), "takes more bytes than can be counted"),
        (
            &f4("(1000000000, 1000000000)", 0),
            "the tensor (f32 [1000000000, 1000000000]) ends at byte 4000000000000000087, but the file",
        ),
        (&f4("(2,)", 7), "the tensor (f32 [2]) ends at byte 75, but the file at byte 74"),
        (&f4("(2,)", 9), "the tensor (f32 [2]) ends at byte 75, and 1 more follow"),
    ];
    let found = cases.iter().map(|(bytes, _)| Npy::from_bytes(*bytes).unwrap_err().to_string());
    let other: Vec<_> = found.zip(cases).filter(|(error, (_, expected))| !error.contains(expected)).collect();
    assert!(
        other.is_empty(),
        "{}",
        other.iter().map(|(e, (_, x))| format!("found    {e}\nexpected {x}\n")).collect::<String>()
    );

    // NumPy too refuses a shape that would take too much without its size of 0.
    let empty = f4("(1000000, 1000000, 0)", 0);
    let empty = Npy::from_bytes(&empty).unwrap();
    assert_eq!(empty.tensor::<f32, shape![Batch, Seq, 0]>().unwrap().sizes(), [1_000_000, 1_000_000, 0]);
    let python_2 = npy(&header("<f4", "False", "(2L, 1L)"), 8);
    assert_eq!(Npy::from_bytes(&python_2).unwrap().sizes(), [2, 1]);
    let no_bool = npy(&header("|b1", "True", "(1, 2)"), 1);
    let no_bool = [no_bool, vec![7]].concat();
    let error = Npy::from_bytes(&no_bool).unwrap().tensor::<bool, shape![1, 2]>().unwrap_err();
    assert_eq!(error.to_string(), "element 1 is 7, which bool cannot hold");
}

#[test]
fn a_header_of_as_many_axes_as_numpy_has_is_read() {
    let bytes = npy(&format!("{{'descr': '|u1', 'fortran_order': True, 'shape': (0{}), }}", ",1".repeat(63)), 0);
    let file = Npy::from_bytes(&bytes).unwrap();
    assert_eq!(file.sizes().len(), 64);
    let error = file.tensor::<u8, shape![0, 1]>().unwrap_err();
    assert!(matches!(error.kind(), FileErrorKind::Mismatch { .. }));
}

#[test]
fn npz_files_that_lie_are_refused_with_the_reason() {
    let good =
        NpzWriter::new().with("x", &tensor![1.0_f32, 2.0]).unwrap().with("y", &tensor![3.0_f32]).unwrap().to_bytes();
    assert!(Npz::from_bytes(&good).is_ok());
    let find = |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).position(|part| part == what).unwrap();
    let list = find(&good, b"PK\x01\x02");
    let changed = |place: usize, to: &[u8]| {
        let mut bytes = good.clone();
        bytes[place..place + to.len()].copy_from_slice(to);
        bytes
    };
    // The numbers of 64 bits of the first entry: its size, its compressed size, its place.
    let large = find(&good[list..], b"x.npy") + list + 5 + 4;
    let second = find(&good[list + 4..], b"PK\x01\x02") + list + 4;
    let x_twice = {
        let mut bytes = changed(second + 46, b"x");
        let local = find(&bytes, b"y.npy");
        bytes[local] = b'x';
        bytes
    };
    // The header of `y` that counts is within the bytes of `x`, and a copy of the right one.
    let y = find(&good[4..], b"PK\x03\x04") + 4;
    let within = {
        let inner = Tensor::<u8, shape![Batch]>::from_vec_with(Batch(list - y), good[y..list].to_vec()).unwrap();
        let mut bytes = NpzWriter::new().with("x", &inner).unwrap().with("y", &tensor![3.0_f32]).unwrap().to_bytes();
        let local = find(&bytes[4..], b"PK\x03\x04") as u64 + 4;
        let last = bytes.windows(5).rposition(|part| part == b"y.npy").unwrap();
        bytes[last + 5 + 4 + 16..][..8].copy_from_slice(&local.to_le_bytes());
        bytes
    };
    // The name is UTF-8 by the list, and not by its header.
    let other_letters = {
        let mut bytes = NpzWriter::new().with("é", &tensor![3.0_f32]).unwrap().to_bytes();
        assert!(Npz::from_bytes(&bytes).is_ok());
        bytes[7] = 0;
        bytes
    };
    // The comment of the first entry ends where the file has no more than the signature of another one.
    let cut_off = {
        let mut bytes = good.clone();
        let end = bytes.len();
        bytes[end - 2..].copy_from_slice(&4u16.to_le_bytes());
        bytes.extend(b"PK\x01\x02");
        let comment = u16::try_from(end - second).unwrap();
        bytes[list + 32..][..2].copy_from_slice(&comment.to_le_bytes());
        bytes
    };
    let opened: &[(&[u8], &str)] = &[
        (&cut_off, "entry 1 of the archive, at byte"),
        (b"", "no npz archive: it does not begin as a zip file does"),
        (&good[..good.len() - 1], "no archive, or cut off"),
        (&good[1..], "no npz archive: it does not begin as a zip file does"),
        (&changed(3, &[5]), "no npz archive: it does not begin as a zip file does"),
        (&changed(list, b"PK\x07\x07"), "entry 0 of the archive, at byte"),
        (&changed(list + 6, &[64]), "entry 0 of the archive, at byte"),
        // A further field among the extra ones that is not whole: the 24 bytes are of the field of large numbers and of this one.
        (&changed(large - 2, &[16]), "entry 0 of the archive, at byte"),
        (&other_letters, "entry 0 of the archive, at byte"),
        (&changed(large + 8, &u64::MAX.to_le_bytes()), "entry 0 of the archive, at byte"),
        (&changed(large + 16, &u64::MAX.to_le_bytes()), "entry 0 of the archive, at byte"),
        (&changed(second + 46, b"z"), "entry 1 of the archive, at byte"),
        (&changed(list + 46, b"\0"), "entry 0 of the archive, at byte"),
        (&x_twice, "two entries of the archive are called \"x.npy\""),
        (&within, "an entry of the archive ends at byte 370, the next begins at 183"),
        (&changed(find(&good, b"PK\x06\x06") + 48, &u64::MAX.to_le_bytes()), "entry 0 of the archive"),
        (&changed(find(&good, b"PK\x06\x06") + 40, &u64::MAX.to_le_bytes()), "does not fit before byte"),
        (&changed(find(&good, b"PK\x06\x07") + 4, &[1]), "one of several parts"),
        (&changed(find(&good, b"PK\x06\x06") + 32, &u64::MAX.to_le_bytes()), "entry 2 of the archive"),
        (&changed(find(&good, b"PK\x06\x06") + 32, &1u64.to_le_bytes()), "the list of entries ends at byte"),
    ];
    let found = opened.iter().map(|(bytes, _)| Npz::from_bytes(*bytes).unwrap_err().to_string());
    let other: Vec<_> = found.zip(opened).filter(|(error, (_, expected))| !error.contains(expected)).collect();
    assert!(
        other.is_empty(),
        "{}",
        other.iter().map(|(e, (_, x))| format!("found    {e}\nexpected {x}\n")).collect::<String>()
    );

    let asked: &[(&[u8], &str)] = &[
        (&changed(list - 1, &[9]), "checksum"), // of y
        (
            &changed(large, &7u64.to_le_bytes()),
            r#"tensor "x": its data (f32 [2]) ends at byte 136, but the file at byte 7"#,
        ),
        (&changed(list + 10, &[12]), r#"tensor "x": compression method 12 is not known (deflate is)"#),
        (&changed(list + 10, &[8]), r#"tensor "x": "#),
        (&changed(list + 8, &[1]), r#"tensor "x": it is encrypted"#),
        (&changed(list + 8, &[0x20]), r#"tensor "x": it is a change of another file"#),
        (&changed(list + 16, &[0; 4]), r#"tensor "x": its checksum is wrong"#),
        (&changed(find(&good, b"NUMPY"), b"numpy"), r#"tensor "x": no npy file"#),
    ];
    for (bytes, expected) in asked {
        let file = Npz::from_bytes(*bytes).unwrap();
        let x = file.tensor::<f32, shape![2]>("x").map(|_| ());
        let error = x.and_then(|()| file.tensor::<f32, shape![1]>("y").map(|_| ())).unwrap_err().to_string();
        assert!(error.contains(expected), "found    {error}\nexpected {expected}");
    }
}

/// What Python's `zipfile`, and so NumPy, sees in the same bytes: the last record of an end decides, whatever comes after it.
#[test]
fn the_end_of_an_archive_is_where_python_sees_it() {
    let archive = |name: &str| NpzWriter::new().with(name, &tensor![1.0_f32]).unwrap().to_bytes();
    let (a, b) = (archive("a"), archive("b"));
    let names = |parts: &[&[u8]]| {
        let file = Npz::from_bytes(parts.concat());
        file.map(|file| file.names().into_iter().map(String::from).collect::<Vec<_>>())
            .map_err(|error| error.to_string())
    };
    let end = a.len() - 22;
    let with_comment = |length: u16| [&a[..end + 20], &length.to_le_bytes()[..]].concat();
    let none = [&b"PK\x05\x06"[..], &[0; 18]].concat();
    // What stands in front must begin as an archive does, or `np.load` takes the file for a pickle.
    for begin in [&b"PK\x03\x04"[..], b"PK\x05\x06", b"PK\x05\x06 in front"] {
        assert_eq!(names(&[begin, &a]), Ok(vec!["a".into()]));
    }
    for begin in [&b"in front"[..], b"PK\x03\x05", b"PK\x07\x08", b"pk\x03\x04", b"\0PK\x03\x04"] {
        let error = names(&[begin, &a]).unwrap_err();
        assert!(error.contains("does not begin as a zip file does"), "{error}");
    }
    assert_eq!(names(&[&with_comment(5), b"hello"]), Ok(vec!["a".into()]));
    assert_eq!(names(&[&a, b"behind"]), Ok(vec!["a".into()]));
    assert_eq!(names(&[&with_comment(9), b"short"]), Ok(vec!["a".into()]));
    assert_eq!(names(&[&a, &b]), Ok(vec!["b".into()]));
    // A comment that is itself the end of an archive, of none or of another one.
    assert_eq!(names(&[&with_comment(22), &none]), Ok(vec![]));
    assert_eq!(names(&[&with_comment(u16::try_from(b.len()).unwrap()), &b]), Ok(vec!["b".into()]));
    // The list of entries would have to stand right before the copy of the record.
    let error = names(&[&with_comment(22), &a[end..]]).unwrap_err();
    assert!(error.contains("is no entry"), "{error}");
    // The last signature is no whole record.
    let error = names(&[&with_comment(4), b"PK\x05\x06"]).unwrap_err();
    assert!(error.contains("does not end as a zip file does"), "{error}");
}

#[test]
fn nothing_is_decompressed_that_was_not_asked_for() {
    let file = Npz::open(path("tests/data/files/zeros.npz")).unwrap();
    assert_eq!(file.names(), ["zeros"]); // and not readme.txt
    assert_eq!(file.info("zeros").unwrap(), (DType::F32, vec![1 << 20]));
    let (bytes, error) = crate::allocations::peak(|| file.tensor::<f32, shape![{ 1 << 19 }]>("zeros").unwrap_err());
    assert!(matches!(error.kind(), FileErrorKind::Mismatch { .. }) && bytes < 300_000, "{bytes} bytes: {error}");

    let file = file.with_limit(1 << 20);
    let (bytes, error) = crate::allocations::peak(|| file.tensor::<f32, shape![Batch]>("zeros").unwrap_err());
    assert!(bytes < 300_000, "{bytes} bytes: {error}");
    let expected = r#"npz: tensor "zeros": what is compressed has 4194432 bytes, and 1048576 are allowed"#;
    assert!(error.to_string().ends_with(expected), "{error}");
    let file = file.with_limit(1 << 23);
    assert_eq!(file.tensor::<f32, shape![Batch]>("zeros").unwrap().sum_all(), 0.0);
    assert_eq!(file.tensor::<f32, shape![{ 1 << 20 }]>("zeros").unwrap().sum_all(), 0.0);
}
