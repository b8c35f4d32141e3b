//! Changes of a file that know nothing of its format but its words.

use crate::random::Random;

/// What stands in files of these formats.
const WORDS: &[&[u8]] = &[
    b"'descr'",
    b"'fortran_order'",
    b"'shape'",
    b"True",
    b"False",
    b"'<f4'",
    b"'>i8'",
    b"'|b1'",
    b"()",
    b"(0,)",
    b"(1, 0)",
    b"L",
    b", ",
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b"\\",
    b"\\u0000",
    b"\\ud800",
    b"\"dtype\":",
    b"\"shape\":",
    b"\"data_offsets\":",
    b"\"__metadata__\"",
    b"null",
    b"-1",
    b"1e9",
    b"18446744073709551615",
    b"18446744073709551616",
    b"9223372036854775808",
    b"4294967296",
    b"PK\x01\x02",
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"PK\x06\x06",
    b"PK\x06\x07",
    b"\x93NUMPY\x01\x00",
    b".npy",
    b"\xff\xff\xff\xff",
    b"\0",
    b"\n",
    b"\xc3\x28",
    b"\x1b[31m",
];

/// One change.
fn change(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let len = bytes.len();
    let place = random.below(len);
    match random.below(13) {
        _ if len == 0 => bytes.extend_from_slice(random.one(WORDS)),
        0 => bytes[place] ^= 1 << random.below(8),
        1 => bytes[place] = random.next() as u8,
        2 => bytes.truncate(place),
        3 => bytes.extend_from_slice(&random.next().to_le_bytes()[..1 + place % 8]),
        4 => drop(bytes.drain(place..(place + random.below(40)).min(len))),
        5 => {
            let part = bytes[place..(place + random.below(80)).min(len)].to_vec();
            let to = random.below(len);
            drop(bytes.splice(to..to, part));
        }
        // The end of another file.
        6 if !other.is_empty() => {
            bytes.truncate(place);
            bytes.extend_from_slice(&other[random.below(other.len())..]);
        }
        // A number of some width.
        6 | 7 => {
            let old = bytes[place..].iter().take(8).rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
            let odd =
                [0, 1, 7, 1 << 16, u32::MAX.into(), 1 << 32, 1 << 61, i64::MAX as u64, u64::MAX - 7, u64::MAX, old];
            let number = odd[random.below(odd.len())].wrapping_add(random.next() % 5).wrapping_sub(2).to_le_bytes();
            let width = [1, 2, 4, 8][random.below(4)].min(len - place);
            bytes[place..place + width].copy_from_slice(&number[..width]);
        }
        // A number in digits.
        8 => {
            let digit = |byte: &u8| byte.is_ascii_digit();
            let Some(start) = bytes[place..].iter().position(digit).map(|at| at + place) else { return };
            let end = bytes[start..].iter().position(|byte| !digit(byte)).map_or(len, |at| at + start);
            let number = random.next() >> random.below(64);
            drop(bytes.splice(start..end, number.to_string().into_bytes()));
        }
        9 | 10 => drop(bytes.splice(place..place, random.one(WORDS).to_vec())),
        11 => {
            let word = random.one(WORDS);
            let end = (place + word.len()).min(len);
            bytes[place..end].copy_from_slice(&word[..end - place]);
        }
        _ => {
            let with = random.below(len);
            bytes.swap(place, with);
        }
    }
}

/// One to some changes.
pub fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    for _ in 0..1 + random.below(3) * random.below(3) {
        change(bytes, other, random);
    }
    bytes.truncate(1 << 16);
}
