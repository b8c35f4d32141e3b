//! The header of a safetensors file, read while the program is compiled. `io::SafeTensors` reads it when the program runs, with an allocator.

use super::bytes::{part, same};
use super::contents::{AXES, Contents};
use super::element::of_safetensors;
use super::scan::Scan;
use super::text::Text;

/// What the file holds by this name.
#[track_caller]
pub const fn safetensors(bytes: &[u8], path: &str, name: &str) -> Contents {
    if bytes.len() < 8 {
        Text::of(path).and("no safetensors file").raise();
    }
    let mut length = 0u64;
    let mut at = 8;
    while at > 0 {
        at -= 1;
        length = length << 8 | bytes[at] as u64;
    }
    if length > (bytes.len() - 8) as u64 {
        Text::of(path).and("no safetensors file, or the file ends within its header").raise();
    }
    let start = 8 + length as usize;
    let mut scan = Scan { bytes: part(bytes, 8, start), at: 0, path };
    let mut others = Text::of(path).and("no tensor \"").and(name).and("\"; the file has");
    scan.expect(b'{');
    while !scan.pass(b'}') {
        let key = scan.quoted();
        scan.expect(b':');
        if named(key, name) {
            return tensor(&mut scan, start, bytes.len());
        }
        if !same(key, b"__metadata__") {
            others = others.and(" \"").and_bytes(key).and("\"");
        }
        passed_by(&mut scan);
        if !scan.pass(b',') && scan.next() != b'}' {
            scan.wrong();
        }
    }
    others.raise()
}

/// What the entry of a tensor says.
#[track_caller]
const fn tensor(scan: &mut Scan<'_>, start: usize, end: usize) -> Contents {
    let mut found = Contents {
        code: 0,
        rank: 0,
        sizes: [0; AXES],
        start,
        bytes: 0,
        swap: cfg!(target_endian = "big"),
        columns: false,
    };
    let (mut entries, mut taken) = (0, 0);
    scan.expect(b'{');
    while !scan.pass(b'}') {
        let key = scan.quoted();
        scan.expect(b':');
        if same(key, b"dtype") {
            found.code = of_safetensors(scan.quoted(), scan.path);
        } else if same(key, b"shape") {
            scan.sizes(b'[', b']', &mut found);
        } else if same(key, b"data_offsets") {
            scan.expect(b'[');
            let from = scan.number();
            scan.expect(b',');
            let to = scan.number();
            scan.expect(b']');
            if from > to || to > end - start {
                Text::of(scan.path).and("a tensor lies beyond the end of the file").raise();
            }
            found.start = start + from;
            taken = to - from;
        } else {
            scan.wrong();
        }
        entries += 1;
        if !scan.pass(b',') && scan.next() != b'}' {
            scan.wrong();
        }
    }
    if entries != 3 {
        scan.wrong();
    }
    found.counted(scan.path, taken)
}

/// Passes a value by: text, a list or an object of them, however deep.
#[track_caller]
const fn passed_by(scan: &mut Scan<'_>) {
    let mut open = 0;
    loop {
        match scan.next() {
            0 => scan.wrong(),
            b'"' => {
                scan.quoted();
            }
            b'{' | b'[' => {
                open += 1;
                scan.at += 1;
                continue;
            }
            b'}' | b']' if open > 0 => {
                open -= 1;
                scan.at += 1;
            }
            _ => {
                scan.at += 1;
                continue;
            }
        }
        if open == 0 {
            return;
        }
    }
}

/// Whether a name in the header, as JSON writes it, is this one.
const fn named(written: &[u8], name: &str) -> bool {
    let name = name.as_bytes();
    let (mut from, mut at) = (0, 0);
    while from < written.len() {
        let mut byte = written[from];
        if byte == b'\\' && from + 1 < written.len() {
            from += 1;
            byte = match written[from] {
                b'b' => 8,
                b't' => b'\t',
                b'n' => b'\n',
                b'f' => 12,
                b'r' => b'\r',
                // Other characters by their numbers nobody writes.
                b'u' => return false,
                other => other,
            };
        }
        if at == name.len() || name[at] != byte {
            return false;
        }
        from += 1;
        at += 1;
    }
    at == name.len()
}
