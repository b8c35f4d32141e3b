//! What PyTorch saves: an archive with a pickle, which says what tensors there are, and an entry for the elements of each storage.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::pickle::{Call, Id, Pickle, Value};
use super::shown::{Name, ShownSizes};
use super::source::{Data, Stored, Stores};
use super::zip::{self, Member};
use super::{DType, FileError, FileErrorKind, foreign};

/// The most bytes that a pickle may have. Large models take some hundred kilobytes, the elements not being part of it.
const LIMIT: usize = 16 << 20;
/// The most axes that a tensor of PyTorch's has.
const RANK: usize = 64;
/// How deep tensors may lie in dictionaries and objects.
const DEPTH: usize = 200;

/// What PyTorch's `torch.save` writes (`.pth`, `.pt`, `.bin`, `.ckpt`): tensors by name. PyTorch's `torch.load(path, weights_only=True)`.
///
/// The file says what it holds by a pickle, a program for Python. Nothing of that is executed here: only tensors are looked for, in
/// dictionaries, lists and the states of objects. So a state dict has PyTorch's names; a checkpoint that is a dictionary of several things has
/// names as `model.0.weight`, which [`under`](super::TensorSource::under) shortens; and a module that was saved as a whole has its
/// parameters and buffers under the names that its `state_dict()` would have, and what other tensors it holds under those of its attributes. A tensor that was saved alone has the empty name.
///
#[cfg_attr(feature = "std", doc = "```")]
#[cfg_attr(not(feature = "std"), doc = "```ignore")]
/// use shaped::io::Pth;
/// use shaped::{nn::*, prelude::*};
/// // torch.save({"model": torch.nn.Sequential(torch.nn.Linear(3, 2)).state_dict(), "epoch": 7}, path)
/// let file = Pth::open("examples/data/linear.pth")?;
/// assert_eq!(file.names(), ["model.0.bias", "model.0.weight"]);
/// let mut layer = Linear::<dim!(3), dim!(2)>::default();
/// layer.load_state_dict(&file.under("model.0."))?;
/// assert_eq!(layer.forward(&tensor![1.0, 10.0, 100.0]), tensor![321.5, 653.5]);
///
/// let error = file.tensor::<f32, shape![3, 2]>("model.0.weight").unwrap_err();
/// let what = r#"tensor "model.0.weight": the file has f32 [2, 3], the type asks for f32 [3, 2]"#;
/// assert_eq!(error.to_string(), format!("examples/data/linear.pth: {what}"));
/// # Ok::<(), shaped::io::FileError>(())
/// ```
///
/// The file is kept in memory while it is open, beside the tensors that are made of it: for large models
/// [`SafeTensors`](super::SafeTensors), which reads a tensor at a time, takes half as much. Tensors that lie in another order than their
/// axes', as `weight.T` does, and such that share their elements, are read as what they are. Sparse and quantized ones are not: they are listed,
/// and asking for one is an error. There is no writer: Python reads safetensors.
///
/// Read are the archives of PyTorch 1.6 and newer, of TorchScript (`torch.jit.save`: the module's parameters), and what was written before
/// 1.6. As PyTorch, this does not compare checksums.
pub struct Pth<'a> {
    path: Option<Box<str>>,
    bytes: Cow<'a, [u8]>,
    tensors: BTreeMap<String, Entry>,
    big_endian: bool,
}

/// A tensor that the pickle names.
enum Entry {
    Placed(Placed),
    /// Why it can't be read.
    Unread(String),
}

/// A tensor whose elements lie within the file.
struct Placed {
    dtype: DType,
    /// Outermost axis first.
    sizes: Vec<usize>,
    strides: Vec<usize>,
    /// Where the first element is, and where the last one ends.
    range: Range<usize>,
}

impl<'a> Pth<'a> {
    /// A file that is in memory: borrowed bytes (`&[u8]`, a memory map), or a `Vec<u8>` that is taken over. No copy.
    ///
    /// # Errors
    /// If PyTorch did not write it, or it is not whole, or it contradicts itself.
    pub fn from_bytes(bytes: impl Into<Cow<'a, [u8]>>) -> Result<Self, FileError> {
        let bytes = bytes.into();
        let read = if foreign::before_archives(&bytes) { before_archives(&bytes) } else { archive(&bytes) };
        let (tensors, big_endian) = read.map_err(|error| foreign::or(error, "pth", &bytes))?;
        Ok(Pth { path: None, bytes, tensors, big_endian })
    }

    /// Reads a file. PyTorch's `torch.load(path, weights_only=True)`.
    ///
    /// # Errors
    /// If there is no such file, or PyTorch did not write it, or it is not whole.
    #[cfg(feature = "std")]
    pub fn open(path: impl AsRef<std::path::Path>) -> Result<Pth<'static>, FileError> {
        Pth::open_with_limit(path, u64::MAX)
    }

    /// As [`open`](Pth::open), for a file of at most `limit` bytes; a larger one is not read at all.
    ///
    /// # Errors
    /// As for `open`, or if the file has more bytes.
    #[cfg(feature = "std")]
    pub fn open_with_limit(path: impl AsRef<std::path::Path>, limit: u64) -> Result<Pth<'static>, FileError> {
        let (path, shown) = (path.as_ref(), super::path::shown(path.as_ref()));
        let file = Pth::from_bytes(super::path::read(path, limit)?).map_err(|error| error.at(Some(&shown)))?;
        Ok(Pth { path: Some(shown), ..file })
    }
}

impl fmt::Debug for Pth<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |entry: &Entry| match entry {
            Entry::Placed(placed) => format!("{} {}", placed.dtype, ShownSizes(&placed.sizes)),
            Entry::Unread(why) => why.clone(),
        };
        f.debug_map().entries(self.tensors.iter().map(|(name, entry)| (Name(name), shown(entry)))).finish()
    }
}

impl Stores for Pth<'_> {
    fn stored_names(&self) -> Vec<&str> {
        self.tensors.keys().map(String::as_str).collect()
    }

    fn stored(&self, name: &str) -> Result<Stored<'_>, FileError> {
        let placed = match self.tensors.get(name) {
            Some(Entry::Placed(placed)) => placed,
            Some(Entry::Unread(why)) => return Err(FileError::malformed(why).of(name).at(self.place())),
            None => return Err(self.missing(name)),
        };
        Ok(Stored {
            dtype: placed.dtype.clone(),
            sizes: placed.sizes.clone(),
            data: placed.data(&self.bytes),
            big_endian: self.big_endian,
            fortran_order: false,
            casts: false,
        })
    }

    fn place(&self) -> Option<&str> {
        self.path.as_deref()
    }
}

impl Placed {
    /// Where the elements lie.
    fn data<'f>(&self, file: &'f [u8]) -> Data<'f> {
        let bytes = &file[self.range.clone()];
        if bytes.is_empty() || self.strides == contiguous(&self.sizes) {
            return Data::Plain(bytes);
        }
        Data::Strided { bytes, strides: self.strides.clone() }
    }
}

/// The strides of a tensor whose elements lie row by row; along an axis of one place it is 0, since nothing is ever there but the first.
fn contiguous(sizes: &[usize]) -> Vec<usize> {
    let mut strides = alloc::vec![0; sizes.len()];
    let mut step = 1;
    for (stride, &size) in strides.iter_mut().zip(sizes).rev() {
        if size > 1 {
            *stride = step;
            step *= size;
        }
    }
    strides
}

type Tensors = (BTreeMap<String, Entry>, bool);

/// The tensors of an archive.
fn archive(file: &[u8]) -> Result<Tensors, FileError> {
    let members = zip::read(file)?;
    let mut pickles = members.keys().filter_map(|name| name.strip_suffix("data.pkl"));
    let folder = match (pickles.next(), pickles.next()) {
        (Some(folder), None) => folder,
        (None, _) => return Err(FileError::malformed("no file of PyTorch's: it has no data.pkl")),
        (Some(_), Some(_)) => return Err(FileError::malformed("it has more than one data.pkl")),
    };
    let program = &members[&format!("{folder}data.pkl")];
    if program.size > LIMIT as u64 {
        let (part, bytes) = ("data.pkl".into(), program.size);
        return Err(FileError::new(FileErrorKind::TooLarge { part, bytes, limit: LIMIT as u64 }));
    }
    let program = program.head(file, LIMIT).map_err(|error| error.of("data.pkl"))?;
    let big_endian = match members.get(&format!("{folder}byteorder")) {
        Some(order) => order.stored(file)?.1 == b"big",
        None => false,
    };
    let pickle = Pickle::read(&program)?;
    let place = |storage: &Storage<'_>| {
        let name = format!("{folder}data/{}", storage.key);
        let member: &Member = members.get(&name).ok_or_else(|| format!("the archive has no {}", Name(&name)))?;
        member.stored(file).map(|(start, bytes)| start..start + bytes.len()).map_err(|error| error.to_string())
    };
    Ok((tensors(&pickle, &place, file.len())?, big_endian))
}

/// The tensors of a file that PyTorch before 1.6 wrote: pickles one after the other, the number that begins it, the version, the machine,
/// what was saved, and the keys of the storages, which follow in this order.
fn before_archives(file: &[u8]) -> Result<Tensors, FileError> {
    let mut end = 0;
    let mut next = || {
        let from = &file[end..];
        let pickle = Pickle::read(&from[..from.len().min(LIMIT)])?;
        end += pickle.length;
        Ok::<_, FileError>(pickle)
    };
    let (_magic, _version, machine, saved, keys) = (next()?, next()?, next()?, next()?, next()?);
    let big_endian = match machine.value(machine.root) {
        Value::Dict(items) => items.chunks_exact(2).any(|pair| {
            machine.text(pair[0]) == Some("little_endian") && matches!(machine.value(pair[1]), Value::Bool(false))
        }),
        _ => false,
    };
    let widths: BTreeMap<&str, usize> = (0..saved.len() as Id)
        .filter_map(|id| storage(&saved, id))
        .map(|storage| (storage.key, storage.width))
        .collect();
    let mut places = BTreeMap::new();
    for &key in keys.list(keys.root).unwrap_or_default() {
        let key = keys.text(key).ok_or_else(|| FileError::malformed("the key of a storage is no text"))?;
        let &width = widths.get(key).ok_or_else(|| {
            FileError::malformed(format_args!("storage {}: nothing says what its elements are", Name(key)))
        })?;
        let length = file.len() as u64;
        let cut_off = |end| {
            let part = format!("storage {}", Name(key));
            FileError::new(FileErrorKind::Truncated { part, end, length })
        };
        let count = file[end..].first_chunk().ok_or_else(|| cut_off(end as u64 + 8))?;
        let start = end + 8;
        let bytes = usize::try_from(u64::from_le_bytes(*count)).ok().and_then(|count| count.checked_mul(width));
        let last = bytes.and_then(|bytes| bytes.checked_add(start));
        end = last
            .filter(|&last| last <= file.len())
            .ok_or_else(|| cut_off(last.map_or(u64::MAX, |last| last as u64)))?;
        places.insert(key, start..end);
    }
    let place = |storage: &Storage<'_>| {
        places.get(storage.key).cloned().ok_or_else(|| format!("the file has no storage {}", Name(storage.key)))
    };
    Ok((tensors(&saved, &place, file.len())?, big_endian))
}

/// What a pickle says of a storage.
struct Storage<'a> {
    /// None of one that has bytes only.
    dtype: Option<DType>,
    width: usize,
    key: &'a str,
    /// How many elements it has.
    count: usize,
}

/// The storage that a value names, if it does.
fn storage<'a>(pickle: &Pickle<'a>, id: Id) -> Option<Storage<'a>> {
    let &Value::Persistent(name) = pickle.value(id) else { return None };
    let [kind, class, key, _place, count, rest @ ..] = pickle.list(name)? else { return None };
    // Where a storage was part of another one, which PyTorch gave up long ago, the elements are not where they are said to be.
    if pickle.text(*kind)? != "storage" || !rest.iter().all(|&part| matches!(pickle.value(part), Value::Other)) {
        return None;
    }
    let (_, class) = pickle.global(*class)?;
    let name = class.strip_suffix("Storage")?;
    let (dtype, width) = match name {
        "Untyped" => (None, 1),
        "Float" => known("float32"),
        "Double" => known("float64"),
        "Half" => known("float16"),
        "BFloat16" => known("bfloat16"),
        "Long" => known("int64"),
        "Int" => known("int32"),
        "Short" => known("int16"),
        "Char" => known("int8"),
        "Byte" => known("uint8"),
        "Bool" => known("bool"),
        "ComplexFloat" => known("complex64"),
        "ComplexDouble" => known("complex128"),
        // Of quantized tensors, which are not read: in a file without an archive what follows them is found by their length.
        "QInt8" | "QUInt8" | "QUInt4x2" | "QUInt2x4" => known("quantized"),
        "QInt32" => (Some(DType::Other("quantized".into())), 4),
        _ => return None,
    };
    Some(Storage { dtype, width, key: pickle.text(*key)?, count: pickle.count(*count)? })
}

/// The element type of PyTorch's name, and its bytes.
fn known(name: &str) -> (Option<DType>, usize) {
    let (dtype, width) = match name {
        "bool" => (DType::Bool, 1),
        "uint8" => (DType::U8, 1),
        "int8" => (DType::I8, 1),
        "uint16" => (DType::U16, 2),
        "int16" => (DType::I16, 2),
        "uint32" => (DType::U32, 4),
        "int32" => (DType::I32, 4),
        "uint64" => (DType::U64, 8),
        "int64" => (DType::I64, 8),
        "float16" => (DType::F16, 2),
        "bfloat16" => (DType::BF16, 2),
        "float32" => (DType::F32, 4),
        "float64" => (DType::F64, 8),
        "complex64" => (DType::C64, 8),
        "complex128" => (DType::C128, 16),
        // Those of one byte are all that there are besides.
        other => (DType::Other(other.into()), 1),
    };
    (Some(dtype), width)
}

/// All tensors of a pickle, by the names of where they are; a function says where in the file a storage is, or why nowhere.
fn tensors(
    pickle: &Pickle<'_>,
    place: &dyn Fn(&Storage<'_>) -> Result<Range<usize>, String>,
    room: usize,
) -> Result<BTreeMap<String, Entry>, FileError> {
    let mut search = Search { pickle, place, found: BTreeMap::new(), room, left: 8 * pickle.len() + 1024 };
    search.value(pickle.root, &mut String::new(), 0)?;
    Ok(search.found)
}

/// The search for tensors in a pickle.
struct Search<'p, 'a> {
    pickle: &'p Pickle<'a>,
    place: &'p dyn Fn(&Storage<'_>) -> Result<Range<usize>, String>,
    found: BTreeMap<String, Entry>,
    /// How many bytes the file has.
    room: usize,
    /// A value may stand in several places, so that few values make many names, or endless ones.
    left: usize,
}

impl<'a> Search<'_, 'a> {
    /// Everything inside of a value, whose name this is.
    fn value(&mut self, id: Id, name: &mut String, depth: usize) -> Result<(), FileError> {
        let cost = if depth < DEPTH { 1 + name.len() / 16 } else { usize::MAX };
        self.spend(cost)?;
        match self.pickle.value(id) {
            Value::List(items) => {
                for (i, &item) in items.iter().enumerate() {
                    self.part(&i.to_string(), item, name, depth)?;
                }
                Ok(())
            }
            Value::Dict(items) => self.items(items, name, depth),
            Value::Called(call) => match self.made(call, 0) {
                Some(placed) => self.insert(name, placed.map_or_else(Entry::Unread, Entry::Placed)),
                None => {
                    self.items(&call.items, name, depth)?;
                    let state = call.state.map(|state| self.pickle.value(state));
                    // What an object is made of: its module's parameters, buffers and modules stand one dictionary deeper.
                    if let Some(Value::Dict(items)) = state { self.items(items, name, depth) } else { Ok(()) }
                }
            },
            _ => Ok(()),
        }
    }

    fn items(&mut self, items: &[Id], name: &mut String, depth: usize) -> Result<(), FileError> {
        for pair in items.chunks_exact(2) {
            match *self.pickle.value(pair[0]) {
                Value::Text("_parameters" | "_buffers" | "_modules") => self.value(pair[1], name, depth + 1)?,
                Value::Text(key) => self.part(key, pair[1], name, depth)?,
                Value::Int(key) => self.part(&key.to_string(), pair[1], name, depth)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The part of what has this name that is called so.
    fn part(&mut self, key: &str, id: Id, name: &mut String, depth: usize) -> Result<(), FileError> {
        // Nothing can be in what is no collection: no name is made for it.
        if !matches!(self.pickle.value(id), Value::List(_) | Value::Dict(_) | Value::Called(_)) {
            return Ok(());
        }
        let end = name.len();
        if end > 0 {
            name.push('.');
        }
        name.push_str(key);
        let done = self.value(id, name, depth + 1);
        name.truncate(end);
        done
    }

    /// Takes what something costs, in memory or time, from what the pickle's length gives.
    fn spend(&mut self, cost: usize) -> Result<(), FileError> {
        let much = "the pickle holds itself, or the same values too many times, or nests too deep";
        self.left = self.left.checked_sub(cost).ok_or_else(|| FileError::malformed(much))?;
        Ok(())
    }

    fn insert(&mut self, name: &str, entry: Entry) -> Result<(), FileError> {
        if let Entry::Placed(placed) = &entry {
            self.spend(placed.sizes.len())?;
        }
        if self.found.insert(name.into(), entry).is_some() {
            return Err(FileError::malformed(format_args!("two tensors are called {}", Name(name))));
        }
        Ok(())
    }

    /// The tensor that a call makes, if it makes one, or why it can't be read.
    fn made(&self, call: &Call, depth: usize) -> Option<Result<Placed, String>> {
        let pickle = self.pickle;
        let function = pickle.global(call.function)?;
        let arguments = pickle.list(call.arguments)?;
        let inside = |id: Id, depth| match pickle.value(id) {
            Value::Called(call) if depth < 8 => self.made(call, depth + 1),
            _ => None,
        };
        match function {
            ("torch._utils", "_rebuild_tensor_v2" | "_rebuild_tensor" | "_rebuild_tensor_v3") => {
                Some(self.tensor(function.1, arguments))
            }
            // Of a tensor, whether it learns, and its hooks.
            ("torch._utils", "_rebuild_parameter" | "_rebuild_parameter_with_state") => {
                inside(*arguments.first()?, depth)
            }
            // Of a function, the class, the arguments and what else the tensor has.
            ("torch._tensor", "_rebuild_from_type_v2") => {
                let [function, _class, arguments, ..] = *arguments else { return None };
                let inner = Call { function, arguments, state: None, items: Vec::new() };
                if depth < 8 { self.made(&inner, depth + 1) } else { None }
            }
            ("torch._utils" | "torch._tensor", name) if name.starts_with("_rebuild") => {
                Some(Err(format!("`torch.{name}` makes it, which is not known here")))
            }
            _ => None,
        }
    }

    /// The tensor of a storage, the number of its first element there, its sizes and its strides.
    fn tensor(&self, function: &str, arguments: &[Id]) -> Result<Placed, String> {
        let pickle = self.pickle;
        let unknown = || "its storage, sizes and strides are not said as PyTorch says them".to_string();
        let [of, first, sizes, strides, rest @ ..] = arguments else { return Err(unknown()) };
        let storage = storage(pickle, *of).ok_or_else(unknown)?;
        let numbers = |id: Id| -> Option<Vec<usize>> {
            // `torch.Size` is called with a tuple.
            let id = match pickle.value(id) {
                Value::Called(call) => *pickle.list(call.arguments)?.first()?,
                _ => id,
            };
            pickle.list(id)?.iter().map(|&id| pickle.count(id)).collect()
        };
        let sizes = numbers(*sizes).filter(|sizes| sizes.len() <= RANK);
        let (first, sizes) = pickle.count(*first).zip(sizes).ok_or_else(unknown)?;
        let strides = numbers(*strides).filter(|strides| strides.len() == sizes.len()).ok_or_else(unknown)?;
        let (dtype, width) = match (&storage.dtype, rest) {
            (Some(dtype), _) => (dtype.clone(), storage.width),
            // Whether it learns, its hooks, and the type.
            (None, [_, _, dtype, ..]) if function == "_rebuild_tensor_v3" => {
                let (_, name) = pickle.global(*dtype).ok_or_else(unknown)?;
                let (dtype, width) = known(name);
                (dtype.ok_or_else(unknown)?, width)
            }
            _ => return Err(unknown()),
        };
        // Whether it is a view that is conjugated or negated when it is looked at.
        for items in
            rest.iter().filter_map(|&id| if let Value::Dict(items) = pickle.value(id) { Some(items) } else { None })
        {
            for pair in items.chunks_exact(2).filter(|pair| matches!(pickle.value(pair[1]), Value::Bool(true))) {
                if let Some(bit @ ("conj" | "neg")) = pickle.text(pair[0]) {
                    return Err(format!("`{bit}` was left to be done: save `x.resolve_{bit}()`"));
                }
            }
        }
        let range = (self.place)(&storage)?;
        let said = storage.count.checked_mul(storage.width).filter(|&bytes| bytes <= range.len()).ok_or_else(|| {
            let (has, count) = (range.len(), storage.count);
            format!("its storage has {has} bytes, too few for the {count} elements that it is said to have")
        })?;
        if sizes.contains(&0) {
            return Ok(Placed { dtype, sizes, strides, range: range.start..range.start });
        }
        let strides: Vec<_> =
            sizes.iter().zip(strides).map(|(&size, stride)| if size > 1 { stride } else { 0 }).collect();
        let mut axes = sizes.iter().zip(&strides);
        let last = axes.try_fold(first, |sum, (size, stride)| sum.checked_add((size - 1).checked_mul(*stride)?));
        let held = said / width;
        let Some(last) = last.filter(|&last| last < held) else {
            let (sizes, strides) = (ShownSizes(&sizes), ShownSizes(&strides));
            return Err(format!(
                "{dtype} {sizes}, with strides {strides} from element {first} on, does not lie within the {held} elements of its storage"
            ));
        };
        // Elements that are repeated, as by `expand`, could be any number.
        let taken = sizes.iter().try_fold(width, |product, &size| product.checked_mul(size));
        if taken.is_none_or(|taken| taken > self.room) {
            let sizes = ShownSizes(&sizes);
            return Err(format!("{dtype} {sizes} repeats its elements, and takes more bytes than the file has"));
        }
        let range = range.start + first * width..range.start + (last + 1) * width;
        Ok(Placed { dtype, sizes, strides, range })
    }
}
