//! Files of other formats, by their first bytes: "the header has 7308613709768232976 bytes" does not tell a person that the file
//! is PyTorch's.

use super::{FileError, FileErrorKind};

/// A format: what it is called here, and what an error says of it.
type Format = (&'static str, &'static str);

const PYTORCH: Format = ("pth", "in PyTorch's own format (.pt, .pth), which `Pth` reads (feature `pth`)");
const NPY: Format = ("npy", "NumPy's npy, one tensor (`Npy`)");
const NPZ: Format = ("npz", "NumPy's npz, an archive of tensors (`Npz`)");
const SAFETENSORS: Format = ("safetensors", "safetensors (`SafeTensors`)");
const ZIP: Format = ("zip", "a zip archive");
const ONNX: Format = ("onnx", "an ONNX model");
const PICKLE: Format = ("pickle", "a Python pickle");
const WEB: Format = ("html", "a web page, which a server sent in its place");

/// Formats by how they begin.
const BEGINNINGS: &[(&[u8], Format)] = &[
    (b"\x93NUMPY", NPY),
    (b"\x89HDF\r\n\x1a\n", ("hdf5", "HDF5, as Keras writes it (.h5)")),
    (b"GGUF", ("gguf", "GGUF, the format of llama.cpp")),
    (b"version https://git-lfs", ("lfs", "a pointer of Git LFS; `git lfs pull` brings the file itself")),
    (b"<!DOCTYPE", WEB),
    (b"<!doctype", WEB),
    (b"<html", WEB),
    (b"{", ("json", "a text in JSON (the index of a model in several files names these)")),
    (b"\x1f\x8b", ("gzip", "compressed by gzip")),
    (b"\x28\xb5\x2f\xfd", ("zstd", "compressed by zstd")),
    (b"BZh", ("bzip2", "compressed by bzip2")),
    (b"\xfd7zXZ\0", ("xz", "compressed by xz")),
];

/// Formats are recognised by so many bytes at the beginning and at the end.
#[cfg(all(feature = "std", feature = "safetensors"))]
pub(super) const END: u64 = 0x1_0000;

/// The error of a reader, or, if the file is of another format than is expected, that it is.
pub(super) fn or(error: FileError, expected: &'static str, bytes: &[u8]) -> FileError {
    match of(bytes) {
        // An archive of whatever content that is damaged says more by its own error.
        Some((found, _)) if found == expected || (found, expected) == ("zip", "npz") => error,
        Some((_, found)) => FileError::new(FileErrorKind::OtherFormat { expected, found }),
        None => error,
    }
}

/// The format of a file, if it is a known one.
fn of(bytes: &[u8]) -> Option<Format> {
    let length = bytes.first_chunk().map(|first| u64::from_le_bytes(*first));
    let known = BEGINNINGS.iter().find(|(beginning, _)| bytes.starts_with(beginning));
    match *bytes {
        // A length and JSON, before anything that this length may look like.
        _ if length.is_some_and(|length| length < 1 << 32) && bytes.get(8) == Some(&b'{') => Some(SAFETENSORS),
        _ if before_archives(bytes) => Some(PYTORCH),
        _ if known.is_some() => known.map(|(_, format)| *format),
        [b'P', b'K', 3 | 5 | 6 | 7, 4 | 6 | 8, ..] => Some(archive(bytes)),
        // The protocol, and what begins any object.
        [0x80, 2..=5, b'c' | b'}' | b']' | b'(' | 0x8a | 0x8c | 0x95, ..] => Some(PICKLE),
        // Of protocol buffers: field 1 with a small number (the version), then another field of ONNX's `ModelProto`.
        [8, 1..=32, 0x12 | 0x1a | 0x22 | 0x28 | 0x32 | 0x3a | 0x42, ..] => Some(ONNX),
        _ => None,
    }
}

/// Is it what PyTorch wrote before there were archives? It begins with a number of its own, as a pickle of any protocol.
pub(super) fn before_archives(bytes: &[u8]) -> bool {
    let number = b"\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19";
    // Behind the protocol, and from the fourth on the length of what follows.
    matches!(bytes, [0x80, 2..=5, ..])
        && [2, 11].iter().any(|&at| bytes.get(at..).is_some_and(|part| part.starts_with(number)))
}

/// What a zip archive holds, by the names of its first and of its last entries.
fn archive(bytes: &[u8]) -> Format {
    let head = &bytes[..bytes.len().min(1024)];
    let tail = &bytes[bytes.len().saturating_sub(0x1_0000)..];
    let has = |name: &[u8]| [head, tail].iter().any(|part| part.windows(name.len()).any(|at| at == name));
    match () {
        () if has(b"/data.pkl") => PYTORCH,
        () if has(b".npy") => NPZ,
        () => ZIP,
    }
}
