//! The header of an npy file, read while the program is compiled. `io::Npy` reads it when the program runs, with an allocator.

use super::bytes::{part, same};
use super::contents::{AXES, Contents};
use super::element::of_npy;
use super::scan::Scan;
use super::text::Text;

/// What the file holds.
#[track_caller]
pub const fn npy(bytes: &[u8], path: &str) -> Contents {
    if bytes.len() < 12 || !same(part(bytes, 0, 6), b"\x93NUMPY") {
        Text::of(path).and("no npy file").raise();
    }
    let (start, length) = match bytes[6] {
        1 => (10, bytes[8] as usize + 256 * bytes[9] as usize),
        2 | 3 => (12, u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]) as usize),
        version => {
            Text::of(path).and("npy of version ").and_number(version as usize).and(", which is not known").raise()
        }
    };
    if length > bytes.len() - start {
        Text::of(path).and("the file ends within its header").raise();
    }
    let header = part(bytes, start, start + length);
    let mut scan = Scan { bytes: header, at: 0, path };
    let mut found =
        Contents { code: 0, rank: 0, sizes: [0; AXES], start: start + length, bytes: 0, swap: false, columns: false };
    let (mut described, mut shaped) = (false, false);
    scan.expect(b'{');
    while !scan.pass(b'}') {
        let key = scan.quoted();
        scan.expect(b':');
        if same(key, b"descr") {
            if !matches!(scan.next(), b'"' | b'\'') {
                Text::of(path).and("elements of several fields, which no tensor has").raise();
            }
            let descr = scan.quoted();
            (found.code, found.swap) = of_npy(descr, path);
            described = true;
        } else if same(key, b"fortran_order") {
            found.columns = scan.next() == b'T';
            while scan.next().is_ascii_alphabetic() {
                scan.at += 1;
            }
        } else if same(key, b"shape") {
            scan.sizes(b'(', b')', &mut found);
            shaped = true;
        } else {
            scan.wrong();
        }
        if !scan.pass(b',') && scan.next() != b'}' {
            scan.wrong();
        }
    }
    if !described || !shaped {
        scan.wrong();
    }
    let left = bytes.len() - found.start;
    found.counted(path, left)
}
