//! Headers of npy files beside NumPy, which `tools/npy_headers.py` asked: what it refuses is refused, what it writes is read, and what
//! else is read is what it reads.

use shaped::io::{DType, FileErrorKind, Npy};

/// The bytes of a line: `\x00` is one, `\s100;` is a hundred spaces.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('\\') {
        bytes.extend_from_slice(plain.as_bytes());
        rest = if let Some(number) = escape.strip_prefix('x') {
            bytes.push(u8::from_str_radix(&number[..2], 16).unwrap());
            &number[2..]
        } else {
            let (spaces, rest) = escape[1..].split_once(';').unwrap();
            bytes.resize(bytes.len() + spaces.parse::<usize>().unwrap(), b' ');
            rest
        };
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// NumPy's element type here, and its bytes; of one that is none here, that it is none.
fn dtype(name: &str) -> (Option<DType>, usize) {
    let known = [
        ("b1", DType::Bool),
        ("u1", DType::U8),
        ("i1", DType::I8),
        ("u2", DType::U16),
        ("i2", DType::I16),
        ("u4", DType::U32),
        ("i4", DType::I32),
        ("u8", DType::U64),
        ("i8", DType::I64),
        ("f2", DType::F16),
        ("f4", DType::F32),
        ("f8", DType::F64),
        ("c8", DType::C64),
        ("c16", DType::C128),
    ];
    let found = known.into_iter().find(|(kind, _)| *kind == &name[1..]);
    found.map_or((None, 0), |(kind, dtype)| (Some(dtype), kind[1..].parse().unwrap()))
}

#[test]
fn headers_are_read_as_numpy_reads_them() {
    let lines = std::fs::read_to_string(crate::path("tests/data/files/npy_headers.txt")).unwrap();
    let (mut wrong, mut refused, mut same, mut stricter) = (Vec::new(), 0, 0, 0);
    for line in lines.lines() {
        let (verdict, header) = line.split_once('\t').unwrap();
        let mut bytes = unescaped(header);
        if verdict == "refused" {
            // A header that is taken for one is an error all the same: no elements follow. And what has an unknown element type
            // is read by nobody.
            let taken = match Npy::from_bytes(&bytes) {
                Ok(file) => !matches!(file.dtype(), DType::Other(_)),
                Err(error) => {
                    matches!(error.kind(), FileErrorKind::Truncated { part, .. } if part.starts_with("the tensor"))
                }
            };
            if taken {
                wrong.push(format!("refused by NumPy: {header}"));
            }
            refused += 1;
            continue;
        }
        let (written, verdict) = verdict.strip_prefix('+').map_or((false, verdict), |verdict| (true, verdict));
        let (kind, shape) = verdict.split_once(" (").unwrap();
        let sizes: Vec<usize> = shape
            .split_once(')')
            .unwrap()
            .0
            .split(", ")
            .filter_map(|size| size.trim_end_matches(',').parse().ok())
            .collect();
        let (dtype, width) = dtype(kind);
        bytes.resize(bytes.len() + width * sizes.iter().product::<usize>(), 0);
        match Npy::from_bytes(&bytes) {
            Ok(file) if file.sizes() == sizes && dtype.is_none_or(|dtype| *file.dtype() == dtype) => same += 1,
            Ok(file) if !written && file.sizes() == sizes && matches!(file.dtype(), DType::Other(_)) => stricter += 1,
            Ok(file) => wrong.push(format!("{file:?} instead of {verdict}: {header}")),
            Err(error) if written => wrong.push(format!("{error} at what NumPy writes: {header}")),
            // Python, and names of types, that only a person writes.
            Err(_) => stricter += 1,
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        refused > 250 && same > 250 && stricter < 120,
        "{refused} refused, {same} the same, {stricter} read by NumPy only"
    );
}
