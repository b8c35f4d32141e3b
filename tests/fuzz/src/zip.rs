//! Archives, their checksums right, so that what lies is the list of entries, or the npy files within.

use shaped::io::Npz;

use crate::outcome::Outcome;
use crate::random::Random;
use crate::{mutate, npy};

/// The most bytes that a tensor may be decompressed to here.
pub const LIMIT: usize = 1 << 16;
const NAMES: &[&str] = &[
    "a.npy",
    "b.npy",
    "c.npy",
    "0.weight.npy",
    "../../x.npy",
    "é.npy",
    "x",
    "",
    ".npy",
    "d/",
    "/y.npy",
    "a\0b.npy",
    "\n.npy",
    "a.npy.npy",
    "data.pkl",
];

/// Deflate: stored in one block, or, which takes long, compressed.
fn deflate(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    if !random.once_in(12) && bytes.len() < 1 << 16 {
        let len = bytes.len() as u16;
        return [&[1][..], &len.to_le_bytes(), &(!len).to_le_bytes(), bytes].concat();
    }
    miniz_oxide::deflate::compress_to_vec(bytes, 1 + random.below(8) as u8)
}

/// Files under these names in an archive; `lie` changes some of the numbers that say where they are.
pub fn archive(files: &[(String, Vec<u8>)], lie: bool, random: &mut Random) -> Vec<u8> {
    let number = |random: &mut Random, number: u64| if lie { random.lie(number) } else { number };
    let (mut file, mut list, mut count) = (random.bytes(0), Vec::new(), 0u64);
    for (name, body) in files {
        let method = if lie && random.once_in(30) { 12 } else { [0u16, 8][random.below(2)] };
        let packed = if method == 8 { deflate(body, random) } else { body.clone() };
        let packed = if lie && random.once_in(30) { packed[..random.below(packed.len())].to_vec() } else { packed };
        let large = random.once_in(3);
        let size = number(random, body.len() as u64);
        let packed_size = number(random, packed.len() as u64);
        let local = number(random, file.len() as u64);
        let crc = number(random, crc32fast::hash(body).into()) as u32;
        let flags = if lie { [0u16, 0x800, 0, 0, 0, 0, 1, 8][random.below(8)] } else { 0x800 };
        let mut extra = Vec::new();
        if lie && random.once_in(10) {
            extra.extend([0x55, 0x54]);
            extra.extend((number(random, 5) as u16).to_le_bytes());
            extra.extend([0; 5]);
        }
        if large {
            extra.extend(1u16.to_le_bytes());
            extra.extend((number(random, 24) as u16).to_le_bytes());
            [size, packed_size, local].iter().for_each(|number| extra.extend(number.to_le_bytes()));
        }
        for central in [false, true] {
            let to = if central { &mut list } else { &mut file };
            to.extend(if central { *b"PK\x01\x02" } else { *b"PK\x03\x04" });
            if central {
                to.extend(45u16.to_le_bytes());
            }
            [45, flags, method, 0, 0x21].iter().for_each(|x: &u16| to.extend(x.to_le_bytes()));
            to.extend(crc.to_le_bytes());
            for x in [packed_size, size] {
                to.extend(if large { u32::MAX } else { x as u32 }.to_le_bytes());
            }
            to.extend((number(random, name.len() as u64) as u16).to_le_bytes());
            to.extend((number(random, extra.len() as u64) as u16).to_le_bytes());
            if central {
                to.extend([0; 10]);
                to.extend(if large { u32::MAX } else { local as u32 }.to_le_bytes());
            }
            to.extend(name.as_bytes());
            to.extend(&extra);
        }
        file.extend(&packed);
        count += 1;
    }
    let (start, size) = (number(random, file.len() as u64), number(random, list.len() as u64));
    let count = number(random, count);
    file.extend(list);
    if random.once_in(3) {
        let end = number(random, file.len() as u64);
        file.extend(b"PK\x06\x06");
        file.extend(44u64.to_le_bytes());
        file.extend([0; 12]);
        [count, count, size, start].iter().for_each(|x| file.extend(x.to_le_bytes()));
        file.extend(b"PK\x06\x07");
        file.extend([0; 4]);
        file.extend(end.to_le_bytes());
        file.extend(1u32.to_le_bytes());
    }
    file.extend(b"PK\x05\x06");
    file.extend([0; 4]);
    (0..2).for_each(|_| file.extend((count as u16).to_le_bytes()));
    [size, start].iter().for_each(|&x| file.extend((x as u32).to_le_bytes()));
    let comment = if random.once_in(10) { random.below(100) } else { 0 };
    file.extend((number(random, comment as u64) as u16).to_le_bytes());
    file.extend(vec![b'c'; comment]);
    file
}

/// Right npy files in an archive that lies.
pub fn make(random: &mut Random) -> Vec<u8> {
    let files: Vec<_> = (0..random.below(4))
        .map(|i| {
            let name = if random.once_in(3) { random.one(NAMES) } else { NAMES[i] };
            let body = if random.once_in(8) { vec![7; random.below(300)] } else { npy::make(random) };
            (name.to_string(), body)
        })
        .collect();
    archive(&files, true, random)
}

/// Npy files that lie, or are changed further, in a right archive.
pub fn make_npz(random: &mut Random) -> Vec<u8> {
    let files: Vec<_> = (0..1 + random.below(3))
        .map(|i| {
            let mut body = npy::make(random);
            if random.once_in(3) {
                mutate::mutate(&mut body, b"", random);
                npy::mend(&mut body);
            }
            (NAMES[i].to_string(), body)
        })
        .collect();
    archive(&files, false, random)
}

pub fn read(bytes: &[u8], outcome: &mut Outcome) {
    let Some(file) = outcome.open(Npz::from_bytes(bytes)) else { return };
    let file = file.with_limit(LIMIT as u64);
    assert!(format!("{file:?}").len() < 2000 + 200 * 4 * bytes.len());
    outcome.read_all(&file);
}
