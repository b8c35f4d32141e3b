//! Safetensors files.

use shaped::io::SafeTensors;

use crate::outcome::Outcome;
use crate::random::Random;

const NAMES: &[&str] = &[
    "a",
    "b",
    "c",
    "weight",
    "0.weight",
    "__metadata__",
    "",
    "é",
    "\\u0000",
    "\\ud800",
    "\\n\\u001b[1m",
    "x y",
    "\\\"",
    "a\\/b",
];
/// Element types, and their bits.
const TYPES: &[(&str, u64)] = &[
    ("BOOL", 8),
    ("U8", 8),
    ("I8", 8),
    ("U16", 16),
    ("I16", 16),
    ("F16", 16),
    ("BF16", 16),
    ("U32", 32),
    ("I32", 32),
    ("F32", 32),
    ("F32", 32),
    ("F32", 32),
    ("U64", 64),
    ("I64", 64),
    ("F64", 64),
    ("C64", 64),
    ("F8_E4M3", 8),
    ("F4", 4),
    ("F6_E2M3", 6),
];
const ODD: &[&str] = &[
    "-1",
    "1.0",
    "1e3",
    "03",
    "null",
    "\"1\"",
    "[1]",
    "18446744073709551615",
    "18446744073709551616",
    "4611686018427387904",
];

/// A header and its data from names, types and shapes.
pub fn file(tensors: &[(String, &str, Vec<u64>)], lie: bool, random: &mut Random) -> Vec<u8> {
    let (mut entries, mut data, mut place) = (Vec::new(), Vec::new(), 0);
    for (name, kind, sizes) in tensors {
        let bits = TYPES.iter().find(|(known, _)| known == kind).map_or(8, |(_, bits)| *bits);
        let bytes = (sizes.iter().product::<u64>() * bits).div_ceil(8);
        let mut shown: Vec<String> = sizes.iter().map(u64::to_string).collect();
        if lie && random.once_in(30) {
            shown.push(random.one(ODD).into());
        }
        if lie && random.once_in(200) {
            shown = vec!["1".into(); random.below(3000)];
        }
        let (begin, end) = if lie { (random.lie(place), random.lie(place + bytes)) } else { (place, place + bytes) };
        let kind = if lie && random.once_in(40) { random.one(&["f32", "", "F33", "F32 "]) } else { kind };
        let mut fields = vec![
            format!("\"dtype\":\"{kind}\""),
            format!("\"shape\":[{}]", shown.join(",")),
            format!("\"data_offsets\":[{begin},{end}]"),
        ];
        match random.below(if lie { 80 } else { 3 }) {
            0 => fields.swap(0, 2),
            3 => drop(fields.remove(random.below(3))),
            4 => fields.push(fields[random.below(3)].clone()),
            5 => fields.push("\"more\":null".into()),
            6 => fields.push(format!("\"more\":{}", "[".repeat(random.below(4000)))),
            _ => {}
        }
        entries.push(format!("\"{name}\":{{{}}}", fields.join(random.one(&[",", ", "]))));
        let numbers = random.bytes(bytes as usize);
        data.extend(numbers.iter().map(|&byte| if *kind == *"BOOL" && !random.once_in(100) { byte & 1 } else { byte }));
        place += bytes;
    }
    if random.once_in(6) {
        let metadata = ["{}", "null", "{\"a\":\"b\"}", "{\"a\":1}", "[]", "{\"a\":\"b\",\"a\":\"c\"}"];
        entries.push(format!("\"__metadata__\":{}", if lie { random.one(&metadata) } else { metadata[2] }));
    }
    let mut json = format!("{{{}}}", entries.join(","));
    if lie && random.once_in(40) {
        json = format!("{}{json}{}", random.one(&[" ", "\u{feff}", "[", "\n", ""]), random.one(&["]", "\0", "{}", ""]));
    }
    json += &" ".repeat(json.len().next_multiple_of(8) - json.len());
    let length = if lie { random.lie(json.len() as u64) } else { json.len() as u64 };
    if lie && random.once_in(20) {
        data.resize(random.below(300), 1);
    }
    [&length.to_le_bytes()[..], json.as_bytes(), &data].concat()
}

pub fn make(random: &mut Random) -> Vec<u8> {
    let tensors: Vec<_> = (0..random.below(5))
        .map(|i| {
            let name = if random.once_in(4) { random.one(NAMES) } else { NAMES[i] };
            let rank = [0, 1, 1, 2, 2, 2, 3, 17][random.below(8)];
            let sizes = (0..rank).map(|_| if rank == 17 { 1 } else { random.below(4) as u64 }).collect();
            (name.to_string(), TYPES[random.below(TYPES.len())].0, sizes)
        })
        .collect();
    file(&tensors, true, random)
}

/// The length of the header made right again.
pub fn mend(bytes: &mut [u8]) {
    let end = bytes.iter().rposition(|&byte| byte == b'}').map_or(0, |place| place + 1);
    let end = end + bytes[end..].iter().take_while(|&&byte| byte == b' ').count();
    if end >= 8 {
        bytes[..8].copy_from_slice(&(end as u64 - 8).to_le_bytes());
    }
}

pub fn read(bytes: &[u8], outcome: &mut Outcome) {
    let Some(file) = outcome.open(SafeTensors::from_bytes(bytes)) else { return };
    assert!(format!("{file:?} {:?}", file.metadata()).len() < 2000 + 200 * 4 * bytes.len());
    outcome.read_all(&file);
}
