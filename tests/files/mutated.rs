//! Files that were right once: 10 000 of each format, with bits turned, parts cut, doubled and moved, and numbers made huge.
//! Reading them panics never, and never takes much more memory than the file is long.
//!
//! The seeds are fixed, so a failure comes again.

use crate::allocations::peak;
use crate::common::Random;

/// As many of each format.
const FILES: usize = 10_000;

/// A number below a limit.
fn below(random: &mut Random, limit: usize) -> usize {
    random.next() as usize % limit.max(1)
}

/// A number that is likely to break something.
fn odd_number(random: &mut Random) -> u64 {
    let numbers =
        [0, 1, 2, 7, 8, 255, 1 << 16, u32::MAX.into(), 1 << 32, 1 << 61, i64::MAX as u64, u64::MAX - 7, u64::MAX];
    numbers[below(random, numbers.len())].wrapping_add(random.next() % 3)
}

/// One change.
fn change(bytes: &mut Vec<u8>, random: &mut Random) {
    let len = bytes.len();
    let place = below(random, len);
    match below(random, 10) {
        _ if len == 0 => bytes.extend_from_slice(&random.next().to_le_bytes()),
        0 => bytes[place] ^= 1 << below(random, 8),
        1 => bytes[place] = [0, 1, 255, b'[', b'{', b'(', b'"', b'\'', b'}', b'-'][below(random, 10)],
        2 => bytes.truncate(place),
        3 => bytes.extend(std::iter::repeat_n(0, below(random, 64))),
        4 => {
            let end = (place + below(random, 40)).min(len);
            drop(bytes.drain(place..end));
        }
        5 => {
            let part = bytes[place..(place + below(random, 80)).min(len)].to_vec();
            let to = below(random, len);
            drop(bytes.splice(to..to, part));
        }
        6 => {
            let number = odd_number(random).to_le_bytes();
            let width = [2, 4, 8][below(random, 3)].min(len - place);
            bytes[place..place + width].copy_from_slice(&number[..width]);
        }
        // A number that is written in digits.
        _ => {
            let digits: Vec<usize> = (0..len).filter(|&i| bytes[i].is_ascii_digit()).collect();
            if digits.is_empty() {
                return;
            }
            let start = digits[below(random, digits.len())];
            let end = (start..len).find(|&i| !bytes[i].is_ascii_digit()).unwrap_or(len);
            let number = match below(random, 3) {
                0 => (start as u64 % 100).to_string(),
                _ => odd_number(random).to_string(),
            };
            drop(bytes.splice(start..end, number.into_bytes()));
        }
    }
}

/// Reads changed files, and says how many could still be opened.
fn read_all(
    seed: u64,
    good: &[Vec<u8>],
    mend: impl Fn(&mut Vec<u8>),
    room: impl Fn(usize) -> usize,
    read: impl Fn(&[u8]) -> bool,
) -> usize {
    let mut random = Random(seed);
    let mut opened = 0;
    for i in 0..FILES {
        let mut bytes = good[i % good.len()].clone();
        let more = below(&mut random, 4) * below(&mut random, 2);
        for _ in 0..=more {
            change(&mut bytes, &mut random);
        }
        // The length of the header fits in half of them, so that what is behind it is read.
        if random.next().is_multiple_of(2) {
            mend(&mut bytes);
        }
        let (used, result) = peak(|| read(&bytes));
        assert!(used <= room(bytes.len()), "file {i} of {} bytes: {used} bytes allocated", bytes.len());
        opened += usize::from(result);
    }
    opened
}

#[cfg(feature = "safetensors")]
#[test]
fn safetensors() {
    use shaped::io::{SafeTensors, SafeTensorsWriter};
    use shaped::prelude::*;
    axis!(Batch);
    axis!(Seq);

    let small = SafeTensorsWriter::new().with_metadata("format", "pt");
    let small =
        small.with("x", &tensor![[1.0_f32, 2.0], [3.0, 4.0]]).unwrap().with("y", &tensor![true, false]).unwrap();
    let mut many = SafeTensorsWriter::new();
    (0..50).for_each(|i| many.add(&format!("layer.{i}.weight"), &tensor![i, i]).unwrap());
    let empty = SafeTensorsWriter::new().with("", &Tensor::<u8, shape![0]>::zeros()).unwrap();
    let good = [small, many, empty].map(|file| file.to_bytes().unwrap());
    let mend = |bytes: &mut Vec<u8>| {
        let end = bytes.iter().rposition(|&byte| byte == b'}').map_or(0, |place| place + 1);
        let end = end + bytes[end..].iter().take_while(|&&byte| byte == b' ').count();
        if end >= 8 {
            bytes[..8].copy_from_slice(&(end as u64 - 8).to_le_bytes());
        }
    };
    let opened = read_all(
        1,
        &good,
        mend,
        |len| 16 * len + 4096,
        |bytes| {
            let Ok(file) = SafeTensors::from_bytes(bytes) else { return false };
            for name in file.names() {
                let _ = (file.info(name), file.tensor::<f32, shape![Batch, Seq]>(name));
                let _ = (file.tensor::<bool, shape![Batch]>(name), file.tensor_cast::<f64, shape![Batch]>(name));
                let _ = file.read_into(name, &mut tensor![0, 0]);
            }
            file.tensor::<f32, shape![2]>("none").unwrap_err();
            true
        },
    );
    // Neither all nor none: what is behind the header is reached.
    assert!((300..9000).contains(&opened), "{opened}");
}

#[cfg(feature = "npy")]
mod numpy {
    use super::*;
    use shaped::io::{Npy, Npz, NpzWriter, TensorSource as _};
    use shaped::prelude::*;
    axis!(Batch);
    axis!(Seq);

    #[test]
    fn npy() {
        let file = |name: &str| std::fs::read(crate::path(&format!("tests/data/files/{name}"))).unwrap();
        let bools = Npy::to_bytes(&tensor![[true, false, true]]).unwrap();
        let fortran = Npz::from_bytes(file("numpy.npz")).unwrap();
        let x = fortran.tensor::<i32, shape![2, 3]>("matrix_F").unwrap();
        let mut columns = Npy::to_bytes(&x.transpose()).unwrap();
        let place = columns.windows(5).position(|part| part == b"False").unwrap();
        columns[place..place + 5].copy_from_slice(b"True ");
        let good = [file("version_1.npy"), file("version_2.npy"), file("version_3.npy"), bools, columns];
        let mend = |bytes: &mut Vec<u8>| {
            let end = bytes.iter().rposition(|&byte| byte == b'}').map_or(0, |place| place + 1);
            if end >= 12 {
                let start = if bytes[6] == 1 { 10 } else { 12 };
                bytes[8..10].copy_from_slice(&((end - start) as u16).to_le_bytes());
            }
        };
        let opened = read_all(
            2,
            &good,
            mend,
            |len| 16 * len + 4096,
            |bytes| {
                let Ok(file) = Npy::from_bytes(bytes) else { return false };
                let _ = (file.tensor::<f32, shape![Batch, Seq]>(), file.tensor::<bool, shape![Batch, 3]>());
                let _ = (file.tensor_cast::<f64, shape![2, 3]>(), file.tensor_cast::<u8, shape![Seq, Batch]>());
                let _ = file.read_into(&mut tensor![[0, 0], [0, 0], [0, 0]]);
                true
            },
        );
        assert!((500..9000).contains(&opened), "{opened}");
    }

    #[test]
    fn npz() {
        let write = |file: NpzWriter| {
            let file = file.with("x", &tensor![[1.0_f32, 2.0], [3.0, 4.0]]).unwrap();
            file.with("zeros", &Tensor::<u8, shape![5_000]>::zeros()).unwrap().to_bytes()
        };
        let small = NpzWriter::new().with("x", &tensor![[1.0_f32, 2.0], [3.0, 4.0]]).unwrap();
        let small = small.with("y", &tensor![true, false]).unwrap().to_bytes();
        let numpy = std::fs::read(crate::path("tests/data/files/numpy_compressed.npz")).unwrap();
        let good = [write(NpzWriter::compressed()), small, numpy];
        const LIMIT: usize = 100_000;
        // The checksums are turned off by none: what a change lets through is read as it is.
        let opened = read_all(
            3,
            &good,
            |_| {},
            |len| 16 * len + 6 * LIMIT,
            |bytes| {
                let Ok(file) = Npz::from_bytes(bytes).map(|file| file.with_limit(LIMIT as u64)) else { return false };
                for name in file.names().into_iter().take(8) {
                    let _ = (file.info(name), file.tensor::<f32, shape![Batch, Seq]>(name));
                    let _ = (file.tensor::<u8, shape![Batch]>(name), file.tensor_cast::<i64, shape![Batch]>(name));
                }
                file.tensor::<f32, shape![2]>("none").unwrap_err();
                true
            },
        );
        assert!((500..9500).contains(&opened), "{opened}");
    }
}
