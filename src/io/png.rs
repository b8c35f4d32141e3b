//! PNG, written: no compression, one piece of data.

use alloc::vec::Vec;

use super::FileError;
use super::colours::colour;

/// What the bytes of a place are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Colour {
    Grey,
    Three,
    /// Numbers of [`colour`]; 255 is grey.
    Map,
}

/// Sides that a PNG can have.
pub(super) fn check(height: usize, width: usize) -> Result<(), FileError> {
    let sides = [height, width].iter().all(|side| (1..=i32::MAX as usize).contains(side));
    // Colours and what stands between the rows are in one piece of less than 4 GB.
    if sides && height.checked_mul(width).is_some_and(|places| places <= 1 << 30) {
        return Ok(());
    }
    Err(FileError::unwritable(format_args!("a picture of {height} x {width} places cannot be a PNG")))
}

/// The file of these rows of bytes.
pub(super) fn png(width: usize, height: usize, colour_of: Colour, bytes: &[u8]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut header = Vec::new();
    header.extend_from_slice(&(width as u32).to_be_bytes());
    header.extend_from_slice(&(height as u32).to_be_bytes());
    let kind = match colour_of {
        Colour::Grey => 0,
        Colour::Three => 2,
        Colour::Map => 3,
    };
    header.extend_from_slice(&[8, kind, 0, 0, 0]);
    chunk(&mut file, *b"IHDR", &header);
    if colour_of == Colour::Map {
        let mut map: Vec<u8> = (0..255).flat_map(colour).collect();
        map.extend_from_slice(&[128; 3]);
        chunk(&mut file, *b"PLTE", &map);
    }
    let mut rows = Vec::with_capacity(bytes.len() + height);
    for row in bytes.chunks(bytes.len() / height) {
        // Each row says how it was filtered: not at all.
        rows.push(0);
        rows.extend_from_slice(row);
    }
    // Zlib's header, blocks that are stored, a sum.
    let mut data = Vec::from([0x78, 0x01]);
    let blocks = rows.chunks(0xffff);
    let last = blocks.len() - 1;
    for (i, block) in blocks.enumerate() {
        let length = block.len() as u16;
        data.push((i == last).into());
        data.extend_from_slice(&length.to_le_bytes());
        data.extend_from_slice(&(!length).to_le_bytes());
        data.extend_from_slice(block);
    }
    data.extend_from_slice(&adler(&rows).to_be_bytes());
    chunk(&mut file, *b"IDAT", &data);
    chunk(&mut file, *b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    file.extend_from_slice(&u32::try_from(data.len()).expect("less than 4 GB in a piece").to_be_bytes());
    let start = file.len();
    file.extend_from_slice(&name);
    file.extend_from_slice(data);
    let sum = crc(&file[start..]);
    file.extend_from_slice(&sum.to_be_bytes());
}

/// The sum of PNG's pieces.
fn crc(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut i = 0;
        while i < 256 {
            let (mut x, mut bit) = (i as u32, 0);
            while bit < 8 {
                x = if x & 1 == 1 { 0xedb8_8320 ^ x >> 1 } else { x >> 1 };
                bit += 1;
            }
            table[i] = x;
            i += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |sum, byte| TABLE[usize::from(sum as u8 ^ byte)] ^ sum >> 8)
}

/// The sum of zlib's data.
fn adler(bytes: &[u8]) -> u32 {
    let (a, b) = bytes.iter().fold((1u32, 0u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (b + a) % 65521)
    });
    b << 16 | a
}
