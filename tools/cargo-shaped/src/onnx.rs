//! The initializers of an ONNX file: its weights by name. The file is one message of protobuf, of fields with numbers, of which most are passed over; a
//! tensor's elements are never read.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use crate::header::{Info, checked};

/// The longest name that is read.
const LONGEST: u64 = 10_000;
const CUT: &str = "no ONNX file, or cut: a field ends beyond what it is in";

/// A message, or what is left of it.
struct Message<'f, F> {
    file: &'f mut F,
    left: u64,
}

/// What a field holds: a number, or so many bytes, which come next.
enum Field {
    Number(u64),
    Bytes(u64),
}

impl<F: Read + Seek> Message<'_, F> {
    fn byte(&mut self) -> Result<u8, String> {
        let mut byte = [0];
        self.left = self.left.checked_sub(1).ok_or(CUT)?;
        self.file.read_exact(&mut byte).map_err(|_| CUT)?;
        Ok(byte[0])
    }

    fn number(&mut self) -> Result<u64, String> {
        let mut number = 0;
        for part in 0..10 {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << (7 * part);
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err("no ONNX file: a number of more than ten bytes".into())
    }

    /// The number of the next field and what it holds; none at the end.
    fn next(&mut self) -> Result<Option<(u64, Field)>, String> {
        if self.left == 0 {
            return Ok(None);
        }
        let key = self.number()?;
        let field = match key & 7 {
            0 => Field::Number(self.number()?),
            1 => Field::Bytes(8),
            2 => Field::Bytes(self.number()?),
            5 => Field::Bytes(4),
            kind => return Err(format!("no ONNX file: a field of kind {kind}")),
        };
        match field {
            Field::Bytes(length) if length > self.left => Err(CUT.into()),
            field => Ok(Some((key >> 3, field))),
        }
    }

    fn pass(&mut self, field: Field) -> Result<(), String> {
        let Field::Bytes(length) = field else { return Ok(()) };
        self.left -= length;
        let length = i64::try_from(length).map_err(|_| CUT)?;
        self.file.seek(SeekFrom::Current(length)).map(drop).map_err(|error| error.to_string())
    }

    fn inside(&mut self, length: u64) -> Message<'_, F> {
        self.left -= length;
        Message { file: self.file, left: length }
    }
}

/// Of `ModelProto` the `graph`, and of that each `initializer`.
pub(crate) fn tensors(path: &Path) -> Result<BTreeMap<String, Info>, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let left = file.metadata().map_err(|error| error.to_string())?.len();
    let (mut model, mut all) = (Message { file: &mut BufReader::new(file), left }, BTreeMap::new());
    while let Some(field) = model.next()? {
        match field {
            (7, Field::Bytes(length)) => {
                let mut graph = model.inside(length);
                while let Some(field) = graph.next()? {
                    match field {
                        (5, Field::Bytes(length)) => {
                            let (name, info) = tensor(graph.inside(length))?;
                            checked(&name, &info)?;
                            all.insert(name, info);
                        }
                        (_, other) => graph.pass(other)?,
                    }
                }
            }
            (_, other) => model.pass(other)?,
        }
    }
    Ok(all)
}

/// Of a `TensorProto` the `name`, `dims` and `data_type`.
fn tensor<F: Read + Seek>(mut of: Message<'_, F>) -> Result<(String, Info), String> {
    let (mut name, mut dtype, mut sizes) = (Vec::new(), 0, Vec::new());
    let size = |number: u64| usize::try_from(number).map_err(|_| format!("a tensor of size {number}"));
    while let Some(field) = of.next()? {
        match field {
            (1, Field::Number(number)) => sizes.push(size(number)?),
            (1, Field::Bytes(length)) => {
                let mut packed = of.inside(length);
                while packed.left > 0 && sizes.len() <= 16 {
                    sizes.push(size(packed.number()?)?);
                }
                if packed.left > 0 {
                    return Err("a tensor has more than 16 axes".into());
                }
            }
            (2, Field::Number(number)) => dtype = number,
            (8, Field::Bytes(length)) if length <= LONGEST => {
                name = vec![0; length as usize];
                of.inside(length).file.read_exact(&mut name).map_err(|_| CUT)?;
            }
            (_, other) => of.pass(other)?,
        }
    }
    let name = String::from_utf8(name).map_err(|_| "the name of a tensor is no text")?;
    let dtype = match dtype {
        1 => "F32",
        2 => "U8",
        3 => "I8",
        4 => "U16",
        5 => "I16",
        6 => "I32",
        7 => "I64",
        9 => "BOOL",
        10 => "F16",
        11 => "F64",
        12 => "U32",
        13 => "U64",
        16 => "BF16",
        _ => "another type",
    };
    Ok((name, Info { dtype: dtype.into(), sizes }))
}
