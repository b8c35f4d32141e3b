//! npy files.

use shaped::io::{DType, FileElement, Npy};
use shaped::prelude::*;

use crate::outcome::{K, M, N, Outcome};
use crate::random::Random;

/// Element types and their bytes.
const TYPES: &[(&str, usize)] = &[
    ("|b1", 1),
    ("|u1", 1),
    ("|i1", 1),
    ("<u2", 2),
    (">i2", 2),
    ("<u4", 4),
    (">i4", 4),
    ("<u8", 8),
    ("<i8", 8),
    ("<f2", 2),
    ("<f4", 4),
    (">f4", 4),
    ("<f8", 8),
    (">f8", 8),
    ("<c8", 8),
    (">c16", 16),
    ("=f4", 4),
    ("f4", 4),
];
const ODD_TYPES: &[&str] = &[
    "|O", "<U5", "<M8[ns]", "|S3", "|V4", "float32", "", "<", "<f3", "é", "<f4\\n", "<f4'", "\x1b[1m", "?", "!f4",
    "<f4<f4",
];
const ODD_SIZES: &[&str] = &[
    "-1",
    "1.0",
    "03",
    "0x3",
    "3L",
    "True",
    "'3'",
    " 3 ",
    "(3)",
    "1_0",
    "",
    "4611686018427387904",
    "9223372036854775807",
    "18446744073709551616",
];

/// A file that is right but for a lie or two.
pub fn make(random: &mut Random) -> Vec<u8> {
    let (mut descr, width) = TYPES[random.below(TYPES.len())];
    let rank = [0, 1, 1, 2, 2, 2, 3, 3, 4, 17][random.below(10)];
    let sizes: Vec<usize> = (0..rank).map(|_| if rank == 17 { 1 } else { random.below(4) }).collect();
    let mut shown: Vec<String> = sizes.iter().map(usize::to_string).collect();
    if random.once_in(12) && rank > 0 {
        shown[random.below(rank)] = random.one(ODD_SIZES).into();
    }
    if random.once_in(200) {
        shown = vec!["1".into(); random.below(3000)];
    }
    let comma = if (shown.len() == 1) != random.once_in(20) { "," } else { "" };
    let shape = format!("({}{comma})", shown.join(random.one(&[", ", ", ", ",", " ,\n"])));
    if random.once_in(12) {
        descr = random.one(ODD_TYPES);
    }
    let descr = match random.below(40) {
        0 => format!("[('a', '{descr}'), ('b', '<i4', (2,))]"),
        1 => "[(".repeat(random.below(4000)),
        2 => format!("\"{descr}\""),
        _ => format!("'{descr}'"),
    };
    let order = if random.once_in(30) { random.one(&["true", "0", "None"]) } else { random.one(&["False", "True"]) };
    let mut parts = vec![format!("'descr': {descr}"), format!("'fortran_order': {order}"), format!("'shape': {shape}")];
    match random.below(40) {
        0 => parts.swap(0, 2),
        1 => parts.push(parts[random.below(3)].clone()),
        2 => drop(parts.remove(random.below(3))),
        3 => parts.push("'more': 1".into()),
        _ => {}
    }
    let mut text = format!("{{{}{}}}", parts.join(", "), random.one(&["", ", ", ","]));
    if random.once_in(30) {
        text += random.one(&["}", "\0", "x", "# more", "\u{c}"]);
    }
    let version = if random.once_in(40) { random.below(256) as u8 } else { [1, 1, 2, 3][random.below(4)] };
    let digits = if version == 1 { 2 } else { 4 };
    let spaces = (64 - (8 + digits + text.len() + 1) % 64) % 64;
    text += &" ".repeat(spaces);
    text += "\n";
    let mut file = b"\x93NUMPY".to_vec();
    file.extend([version, u8::from(random.once_in(50))]);
    file.extend(&random.lie(text.len() as u64).to_le_bytes()[..digits]);
    file.extend(text.as_bytes());
    let numel: usize = sizes.iter().product();
    let len = if random.once_in(12) { random.below(200) } else { numel * width };
    let data = random.bytes(len);
    // Most bytes of a `bool` are one.
    file.extend(data.iter().map(|&byte| if descr == "'|b1'" && !random.once_in(100) { byte & 1 } else { byte }));
    file
}

/// The length of the header made right again.
pub fn mend(bytes: &mut [u8]) {
    let start = if bytes.get(6) == Some(&1) { 10 } else { 12 };
    let end = bytes.iter().rposition(|&byte| byte == b'}').map_or(0, |place| place + 1);
    let end = end + bytes[end..].iter().take_while(|&&byte| byte == b' ' || byte == b'\n').count();
    if end >= start {
        bytes[8..start].copy_from_slice(&((end - start) as u32).to_le_bytes()[..start - 8]);
    }
}

/// What is read is written, and the same when it is read again.
fn round<T: FileElement + PartialEq>(file: &Npy<'_>, outcome: &mut Outcome) {
    if let Some(x) = outcome.read(file.tensor::<T, shape![N, M]>()) {
        let again = Npy::from_bytes(Npy::to_bytes(&x).unwrap()).unwrap();
        assert_eq!(again.sizes(), file.sizes());
        let again = again.tensor::<T, shape![N, M]>().unwrap();
        // NaN differs from itself.
        assert!(again.iter().zip(x.iter()).all(|(a, b)| a == b || (a != a && b != b)));
    }
}

pub fn read(bytes: &[u8], outcome: &mut Outcome) {
    let Some(file) = outcome.open(Npy::from_bytes(bytes)) else { return };
    assert!(format!("{file:?}").len() < 2000);
    match file.dtype() {
        DType::Bool => round::<bool>(&file, outcome),
        DType::I16 => round::<i16>(&file, outcome),
        DType::F32 => round::<f32>(&file, outcome),
        DType::F64 => round::<f64>(&file, outcome),
        DType::C128 => round::<num_complex::Complex<f64>>(&file, outcome),
        _ => {}
    }
    outcome.read(file.tensor::<f32, shape![2, 3]>());
    outcome.read(file.tensor::<half::f16, shape![N, N]>());
    outcome.read(file.tensor::<num_complex::Complex<f64>, shape![N]>());
    outcome.read(file.tensor_cast::<f64, shape![]>());
    outcome.read(file.tensor_cast::<f64, shape![N]>());
    outcome.read(file.tensor_cast::<i16, shape![N, M, K]>());
    let mut there = Tensor::<f32, shape![3, 2]>::full(9.0);
    if outcome.read(file.read_into(&mut there)).is_none() {
        assert_eq!(there, Tensor::full(9.0), "changed by what failed");
    }
}
