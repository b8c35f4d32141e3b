//! What the readers make of each file of a folder, for `tools/exchange.py`, which lays NumPy's and safetensors' answers beside it:
//!
//!     exchange FOLDER [OUT]
//!
//! A line for each tensor, `FILE<tab>NAME in hexadecimal<tab>TYPE [SIZES] CHECKSUM`, the checksum that of the elements row by row,
//! little end first; or why the file, or the tensor, is refused. Each file that is read is written to OUT in all three formats.

use std::fs;
use std::path::Path;

use shaped::io::{DType, FileElement, FileError, Npy, Npz, NpzWriter, SafeTensors, SafeTensorsWriter};
use shaped::prelude::*;

axis!(A);
axis!(B);
axis!(C);
axis!(D);
axis!(E);
axis!(F);
axis!(G);

/// One tensor of a file.
trait Source {
    fn get<T: FileElement, S: Shape>(&self) -> Result<Tensor<T, S>, FileError>;
}
impl Source for &Npy<'_> {
    fn get<T: FileElement, S: Shape>(&self) -> Result<Tensor<T, S>, FileError> {
        self.tensor()
    }
}
impl<X: TensorSource> Source for (&X, &str) {
    fn get<T: FileElement, S: Shape>(&self) -> Result<Tensor<T, S>, FileError> {
        self.0.tensor(self.1)
    }
}

/// The file, written anew.
struct Written {
    npy: Vec<Vec<u8>>,
    npz: NpzWriter,
    compressed: NpzWriter,
    safetensors: SafeTensorsWriter,
}

trait Bytes: FileElement {
    fn bytes(self) -> Vec<u8>;
}
macro_rules! bytes { ($($t:ty)*) => { $(
    impl Bytes for $t { fn bytes(self) -> Vec<u8> { self.to_le_bytes().to_vec() } }
)* } }
bytes!(u8 i8 u16 i16 u32 i32 u64 i64 f32 f64 half::f16 half::bf16);
impl Bytes for bool {
    fn bytes(self) -> Vec<u8> {
        vec![self.into()]
    }
}
impl<T: Bytes> Bytes for num_complex::Complex<T>
where
    num_complex::Complex<T>: FileElement,
{
    fn bytes(self) -> Vec<u8> {
        [self.re.bytes(), self.im.bytes()].concat()
    }
}

fn shaped<T: Bytes, S: Shape>(from: &impl Source, name: &str, to: &mut Written) -> Result<String, FileError> {
    let x = from.get::<T, S>()?;
    // What a format has no type or no name for, it says.
    to.npy.extend(Npy::to_bytes(&x).ok());
    let _ = (to.npz.add(name, &x), to.compressed.add(name, &x), to.safetensors.add(name, &x));
    Ok(format!("{:08x}", crc32fast::hash(&x.iter().flat_map(|x| x.bytes()).collect::<Vec<u8>>())))
}

fn typed<T: Bytes>(from: &impl Source, name: &str, rank: usize, to: &mut Written) -> Result<String, FileError> {
    match rank {
        0 => shaped::<T, shape![]>(from, name, to),
        1 => shaped::<T, shape![A]>(from, name, to),
        2 => shaped::<T, shape![A, B]>(from, name, to),
        3 => shaped::<T, shape![A, B, C]>(from, name, to),
        4 => shaped::<T, shape![A, B, C, D]>(from, name, to),
        5 => shaped::<T, shape![A, B, C, D, E]>(from, name, to),
        6 => shaped::<T, shape![A, B, C, D, E, F]>(from, name, to),
        7 => shaped::<T, shape![A, B, C, D, E, F, G]>(from, name, to),
        16 => shaped::<T, shape![A, 1, B, 1, C, 1, 1, 1, D, 1, E, 1, F, 1, 1, G]>(from, name, to),
        _ => Ok("of a rank that is not tried".into()),
    }
}

fn tensor(from: &impl Source, name: &str, dtype: &DType, sizes: &[usize], to: &mut Written) -> String {
    let rank = sizes.len();
    let sum = match dtype {
        DType::Bool => typed::<bool>(from, name, rank, to),
        DType::U8 => typed::<u8>(from, name, rank, to),
        DType::I8 => typed::<i8>(from, name, rank, to),
        DType::U16 => typed::<u16>(from, name, rank, to),
        DType::I16 => typed::<i16>(from, name, rank, to),
        DType::U32 => typed::<u32>(from, name, rank, to),
        DType::I32 => typed::<i32>(from, name, rank, to),
        DType::U64 => typed::<u64>(from, name, rank, to),
        DType::I64 => typed::<i64>(from, name, rank, to),
        DType::F16 => typed::<half::f16>(from, name, rank, to),
        DType::BF16 => typed::<half::bf16>(from, name, rank, to),
        DType::F32 => typed::<f32>(from, name, rank, to),
        DType::F64 => typed::<f64>(from, name, rank, to),
        DType::C64 => typed::<num_complex::Complex<f32>>(from, name, rank, to),
        DType::C128 => typed::<num_complex::Complex<f64>>(from, name, rank, to),
        other => return format!("other {other}"),
    };
    match sum {
        Ok(sum) => format!("{dtype} {sizes:?} {sum}"),
        Err(error) => format!("refused: {error}"),
    }
}

fn all(file: &impl TensorSource, to: &mut Written) -> Vec<(String, String)> {
    let one = |name: &str, to: &mut Written| match file.info(name) {
        Ok((dtype, sizes)) => tensor(&(file, name), name, &dtype, &sizes, to),
        Err(error) => format!("refused: {error}"),
    };
    file.names().into_iter().map(|name| (name.to_string(), one(name, to))).collect()
}

/// The format is the end of the file's name.
fn read(path: &Path, to: &mut Written) -> Result<Vec<(String, String)>, FileError> {
    let bytes = fs::read(path).expect("a file");
    match path.extension().and_then(|end| end.to_str()) {
        Some("npy") => Npy::from_bytes(bytes)
            .map(|file| vec![(String::new(), tensor(&&file, "x", file.dtype(), file.sizes(), to))]),
        Some("npz") => Npz::from_bytes(bytes).map(|file| all(&file, to)),
        _ => SafeTensors::from_bytes(bytes).map(|file| all(&file, to)),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut paths: Vec<_> = fs::read_dir(&arguments[0]).expect("a folder").map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let file = path.file_name().unwrap().to_str().unwrap();
        let mut to = Written {
            npy: Vec::new(),
            npz: NpzWriter::new(),
            compressed: NpzWriter::compressed(),
            safetensors: SafeTensorsWriter::new(),
        };
        match read(&path, &mut to) {
            Ok(tensors) => {
                println!("{file}\t\topened");
                for (name, text) in tensors {
                    let name: String = name.bytes().map(|byte| format!("{byte:02x}")).collect();
                    println!("{file}\t{name}\t{text}");
                }
            }
            Err(error) => println!("{file}\t\trefused: {error}"),
        }
        if let Some(out) = arguments.get(1) {
            let out = Path::new(out);
            for (i, npy) in to.npy.iter().enumerate() {
                fs::write(out.join(format!("{file}.{i}.npy")), npy).unwrap();
            }
            to.npz.save(out.join(format!("{file}.plain.npz"))).unwrap();
            to.compressed.save(out.join(format!("{file}.compressed.npz"))).unwrap();
            to.safetensors.save(out.join(format!("{file}.safetensors"))).unwrap();
        }
    }
}
