//! A plugin's functions, behind a face that is safe: what is handed over lives long enough, and what comes back is given back once.

use std::collections::BTreeSet;
use std::error::Error;
use std::ffi::c_char;
use std::path::Path;
use std::ptr;
use std::sync::{Mutex, PoisonError};

use shaped::graph::{ElementType, EngineError, HostTensor, Slot};

use crate::OptionValue;
use crate::abi::*;

/// What a plugin's table of functions begins with; the functions are behind.
#[repr(C)]
struct Head {
    struct_size: usize,
    extension_start: Handle,
    version_size: usize,
    version_extension: Handle,
    major: i32,
    minor: i32,
}

/// The functions of a plugin that has been loaded. It stays until the process ends, since plugins start threads that nobody ends.
#[derive(Clone, Copy)]
pub(crate) struct Api(&'static Head);

// SAFETY: the table is written before `GetPjrtApi` returns it, and only read from then on.
unsafe impl Send for Api {}
// SAFETY: as above; PJRT's functions may be called from any thread, as XLA's clients are (`PjRtClient`: "All methods are thread-safe").
unsafe impl Sync for Api {}

/// Text of the plugin's own.
///
/// # Safety
/// There are so many bytes.
unsafe fn text(from: *const c_char, len: usize) -> String {
    if from.is_null() || len == 0 {
        return String::new();
    }
    // SAFETY: the caller's promise.
    let bytes = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), len) };
    String::from_utf8_lossy(bytes).into_owned()
}

impl Api {
    /// Loads a plugin.
    ///
    /// # Safety
    /// The file is a PJRT plugin, or no shared library, or one without `GetPjrtApi` that may be loaded.
    pub(crate) unsafe fn load(path: &Path) -> Result<Self, EngineError> {
        let shown = path.display();
        let missing = |what: String| Err(EngineError::Missing(what));
        if !path.is_file() {
            return missing(format!("there is no file {shown}, which is to be a PJRT plugin, a shared library"));
        }
        // SAFETY: the caller's promise.
        let library = match unsafe { libloading::Library::new(path) } {
            Ok(library) => Box::leak(Box::new(library)),
            Err(error) => {
                // What the system says is behind it.
                let why = error.source().map_or_else(|| error.to_string(), ToString::to_string);
                return missing(format!("{shown} cannot be loaded as a PJRT plugin: {why}"));
            }
        };
        // SAFETY: by PJRT's interface a function of this name is of this type.
        let Ok(get) = (unsafe { library.get::<unsafe extern "C" fn() -> *const Head>(b"GetPjrtApi\0") }) else {
            return missing(format!("{shown} is no PJRT plugin: it has no function `GetPjrtApi`"));
        };
        // SAFETY: it takes nothing, and may be called at any time.
        let table = unsafe { get() };
        // SAFETY: it points to a table that stays as long as the library, which is for good.
        let Some(head) = (unsafe { table.as_ref() }) else {
            return missing(format!("{shown} gives no table of functions"));
        };
        let api = Api(head);
        let (major, minor) = api.version();
        if major != 0 {
            return missing(format!("{shown} speaks PJRT {major}.{minor}, and this crate PJRT 0"));
        }
        static READY: Mutex<BTreeSet<usize>> = Mutex::new(BTreeSet::new());
        let mut ready = READY.lock().unwrap_or_else(PoisonError::into_inner);
        if !ready.contains(&table.addr()) {
            // SAFETY: it is called once, before all others.
            unsafe { api.call(Initialize {}) }?;
            ready.insert(table.addr());
        }
        Ok(api)
    }

    pub(crate) fn version(self) -> (i32, i32) {
        (self.0.major, self.0.minor)
    }

    /// The function at a place of the table, if the plugin has one.
    fn function(self, place: usize) -> Option<unsafe extern "C" fn(*mut ()) -> Handle> {
        let at = size_of::<Head>() + place * size_of::<usize>();
        if at + size_of::<usize>() > self.0.struct_size {
            return None;
        }
        // SAFETY: the table is as long as it says.
        let slot = unsafe { ptr::from_ref(self.0).byte_add(at) };
        // SAFETY: at each place is a function of this type, or null; the table lies at a multiple of eight bytes, and so does each place.
        unsafe { slot.cast::<Option<unsafe extern "C" fn(*mut ()) -> Handle>>().read() }
    }

    /// Calls a function, and gives back its structure with what it has written there.
    ///
    /// # Safety
    /// The structure is what the function asks for: handles are the plugin's and of the right kind, and what is pointed to is as long as is said.
    unsafe fn call<B: Body>(self, body: B) -> Result<B, EngineError> {
        let Some(function) = self.function(B::PLACE) else {
            let (major, minor) = self.version();
            return Err(EngineError::Missing(format!("the plugin (PJRT {major}.{minor}) has no {}", B::NAME)));
        };
        let mut args = Args::new(body);
        // SAFETY: the caller's promise; the structure is the one of this function.
        let error = unsafe { function((&raw mut args).cast()) };
        if error.is_null() { Ok(args.body) } else { Err(self.failed(error)) }
    }

    /// An error's words; it is given back.
    fn failed(self, error: Handle) -> EngineError {
        // (These two give nothing, and are not called as the others are.)
        let mut words = String::from("an error without words");
        if let Some(message) = self.function(ErrorMessage::PLACE) {
            let mut args = Args::new(ErrorMessage { error, ..Default::default() });
            // SAFETY: the error has just been given; what the function does not return is not read.
            unsafe { message((&raw mut args).cast()) };
            // SAFETY: the function has said where its words are; they stay as long as the error.
            words = unsafe { text(args.body.message, args.body.len) };
        }
        if let Some(destroy) = self.function(ErrorDestroy::PLACE) {
            let mut args = Args::new(ErrorDestroy { error });
            // SAFETY: nobody else has the error.
            unsafe { destroy((&raw mut args).cast()) };
        }
        EngineError::Failed(words)
    }
}

/// Something of a plugin's that is given back when it is dropped.
struct Owned {
    api: Api,
    raw: Handle,
    destroy: unsafe fn(Api, Handle),
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: this is the only owner, and the function that of its kind.
        unsafe { (self.destroy)(self.api, self.raw) };
    }
}

/// Rows of what is owned: the structure by whose function it is given back, and its field.
macro_rules! owned {
    ($($make:ident: $destroy:ident $field:ident;)*) => { $(
        /// # Safety
        /// It is of this kind, and nobody else gives it back.
        unsafe fn $make(api: Api, raw: Handle) -> Owned {
            // SAFETY: the promise of `Owned`, that it is of this kind. An error while giving back helps nobody.
            Owned { api, raw, destroy: |api, raw| { let _ = unsafe { api.call($destroy { $field: raw }) }; } }
        }
    )* };
}
owned! {
    event: EventDestroy event;
    owned_client: ClientDestroy client;
    owned_executable: ExecutableDestroy executable;
    owned_loaded: LoadedDestroy executable;
    owned_buffer: BufferDestroy buffer;
}

/// Waits for an event, which is given back.
///
/// # Safety
/// It is the plugin's, and nobody else has it.
unsafe fn wait(api: Api, raw: Handle) -> Result<(), EngineError> {
    if raw.is_null() {
        return Ok(());
    }
    // SAFETY: the caller's promise.
    let event = unsafe { event(api, raw) };
    // SAFETY: it is an event, which is there until the end of this function.
    unsafe { api.call(EventAwait { event: event.raw }) }?;
    Ok(())
}

/// Devices, and what compiles for them.
pub(crate) struct Client {
    owned: Owned,
    devices: Vec<Handle>,
}

// SAFETY: handles name what is the plugin's, which PJRT's functions may be given on any thread.
unsafe impl Send for Client {}
// SAFETY: as above.
unsafe impl Sync for Client {}

impl Client {
    pub(crate) fn new(api: Api, options: &[(String, OptionValue)]) -> Result<Self, EngineError> {
        let named: Vec<NamedValue> = options.iter().map(|(name, value)| named(name, value)).collect();
        let body = ClientCreate { options: named.as_ptr(), options_len: named.len(), ..Default::default() };
        // SAFETY: names and values live until the end of this function; without the functions of a store there is one process.
        let made = unsafe { api.call(body) }?;
        // SAFETY: the client has just been made for this caller.
        let owned = unsafe { owned_client(api, made.client) };
        // SAFETY: it is a client.
        let found = unsafe { api.call(AddressableDevices { client: owned.raw, ..Default::default() }) }?;
        let devices = match found.len {
            0 => vec![],
            // SAFETY: the plugin has said that there are so many; they stay as long as the client.
            len => unsafe { std::slice::from_raw_parts(found.devices, len) }.to_vec(),
        };
        Ok(Client { owned, devices })
    }

    pub(crate) fn platform(&self) -> Result<String, EngineError> {
        // SAFETY: it is a client.
        let found = unsafe { self.owned.api.call(PlatformName { client: self.owned.raw, ..Default::default() }) }?;
        // SAFETY: so many bytes, which stay as long as the client.
        Ok(unsafe { text(found.name, found.len) })
    }

    /// What each device is.
    pub(crate) fn devices(&self) -> Result<Vec<String>, EngineError> {
        let api = self.owned.api;
        let kind = |device: &Handle| {
            // SAFETY: it is a device.
            let found = unsafe { api.call(DeviceDescription { device: *device, ..Default::default() }) }?;
            // SAFETY: it is the description of a device.
            let found = unsafe { api.call(DeviceKind { description: found.description, ..Default::default() }) }?;
            // SAFETY: so many bytes, which stay as long as the device.
            Ok(unsafe { text(found.kind, found.len) })
        };
        self.devices.iter().map(kind).collect()
    }

    pub(crate) fn count(&self) -> usize {
        self.devices.len()
    }

    /// Compiles a program in StableHLO's text; `options` is a `CompileOptionsProto`.
    pub(crate) fn compile(&self, code: &str, options: &[u8]) -> Result<Compiled, EngineError> {
        let (api, format) = (self.owned.api, "mlir");
        let program = Args::new(Program {
            code: code.as_ptr(),
            code_len: code.len(),
            format: format.as_ptr(),
            format_len: format.len(),
        });
        let body = Compile {
            client: self.owned.raw,
            program: &raw const program,
            options: options.as_ptr(),
            options_len: options.len(),
            ..Default::default()
        };
        // SAFETY: all that is pointed to is as long as is said, and lives until the end of this function; the plugin does not write to it.
        let made = unsafe { api.call(body) }?;
        // SAFETY: it has just been made for this caller.
        let owned = unsafe { owned_loaded(api, made.executable) };
        // SAFETY: it is a loaded executable.
        let inner = unsafe { api.call(GetExecutable { loaded: owned.raw, ..Default::default() }) }?;
        // SAFETY: the interface says that the caller gives it back.
        let inner = unsafe { owned_executable(api, inner.executable) };
        // SAFETY: it is an executable.
        let results = unsafe { api.call(NumOutputs { executable: inner.raw, ..Default::default() }) }?.count;
        Ok(Compiled { owned, results })
    }

    /// Copies a tensor to a device.
    pub(crate) fn put(&self, tensor: &HostTensor, device: usize) -> Result<Buffer, EngineError> {
        let api = self.owned.api;
        let len = bytes_of(&tensor.sizes, tensor.dtype);
        if len != Some(tensor.bytes.len()) {
            let (sizes, len) = (&tensor.sizes, tensor.bytes.len());
            return Err(EngineError::Failed(format!("a tensor of {} {sizes:?} has {len} bytes", tensor.dtype)));
        }
        let dims: Vec<i64> = tensor.sizes.iter().map(|n| *n as i64).collect();
        let body = FromHost {
            client: self.owned.raw,
            data: tensor.bytes.as_ptr(),
            dtype: number(tensor.dtype),
            dims: dims.as_ptr(),
            rank: dims.len(),
            // 0: the bytes are read during the call only.
            semantics: 0,
            device: self.devices[device],
            ..Default::default()
        };
        // SAFETY: there are as many bytes as the sizes ask for, row by row; all lives until the end of this function.
        let made = unsafe { api.call(body) }?;
        // SAFETY: it has just been made for this caller.
        let buffer = Buffer(unsafe { owned_buffer(api, made.buffer) });
        // SAFETY: so has this.
        unsafe { wait(api, made.done) }?;
        Ok(buffer)
    }
}

/// A tensor on a device.
pub(crate) struct Buffer(Owned);

// SAFETY: as of `Client`.
unsafe impl Send for Buffer {}
// SAFETY: as of `Client`.
unsafe impl Sync for Buffer {}

impl Buffer {
    /// Its elements, of which there are so many.
    pub(crate) fn take(&self, dtype: ElementType, sizes: &[usize]) -> Result<HostTensor, EngineError> {
        let api = self.0.api;
        let Some(len) = bytes_of(sizes, dtype) else {
            return Err(EngineError::Failed(format!("a result of {sizes:?} does not fit in memory")));
        };
        let minor_to_major: Vec<i64> = (0..sizes.len() as i64).rev().collect();
        let rows = Args::new(Layout {
            size: 7 * size_of::<usize>(),
            extension_start: 0,
            minor_to_major: minor_to_major.as_ptr(),
            rank: sizes.len(),
            tiles: [0; 3],
            kind: 0,
        });
        let mut bytes = vec![0; len];
        let body =
            ToHost { buffer: self.0.raw, layout: &raw const rows, to: bytes.as_mut_ptr(), len, ..Default::default() };
        // SAFETY: there are so many bytes, and the plugin refuses a copy that needs more; all lives until the copy is done.
        let done = unsafe { api.call(body) }?;
        // SAFETY: it has just been made for this caller.
        unsafe { wait(api, done.event) }?;
        Ok(HostTensor { dtype, sizes: sizes.to_vec(), bytes })
    }
}

/// A program that is compiled.
pub(crate) struct Compiled {
    owned: Owned,
    pub(crate) results: usize,
}

// SAFETY: as of `Client`.
unsafe impl Send for Compiled {}
// SAFETY: as of `Client`.
unsafe impl Sync for Compiled {}

impl Compiled {
    /// Runs it on as many devices as there are lists of arguments, and gives each device's results.
    pub(crate) fn run(&self, arguments: &[Vec<&Buffer>]) -> Result<Vec<Vec<Buffer>>, EngineError> {
        let (api, count) = (self.owned.api, arguments[0].len());
        assert!(arguments.iter().all(|list| list.len() == count), "each device has as many arguments");
        let handles: Vec<Vec<Handle>> =
            arguments.iter().map(|list| list.iter().map(|one| one.0.raw).collect()).collect();
        let lists: Vec<*const Handle> = handles.iter().map(|list| list.as_ptr()).collect();
        let mut results = vec![vec![ptr::null_mut(); self.results]; arguments.len()];
        let outs: Vec<*mut Handle> = results.iter_mut().map(|list| list.as_mut_ptr()).collect();
        let options = Args::new(ExecuteOptions::default());
        let body = Execute {
            executable: self.owned.raw,
            options: &raw const options,
            arguments: lists.as_ptr(),
            devices: lists.len(),
            count,
            results: outs.as_ptr(),
            ..Default::default()
        };
        // SAFETY: lists of arguments are as long as is said, and those of results as the executable has said; all live until the end of this function.
        unsafe { api.call(body) }?;
        // SAFETY: the plugin has made one buffer for each place, for this caller.
        let own = |raw| Buffer(unsafe { owned_buffer(api, raw) });
        Ok(results.into_iter().map(|list| list.into_iter().map(own).collect()).collect())
    }
}

/// How many bytes so many elements have.
fn bytes_of(sizes: &[usize], dtype: ElementType) -> Option<usize> {
    sizes.iter().try_fold(dtype.size(), |len, n| len.checked_mul(*n))
}

/// `PJRT_Buffer_Type`.
fn number(dtype: ElementType) -> u32 {
    match dtype {
        ElementType::Bool => 1,
        ElementType::I8 => 2,
        ElementType::I16 => 3,
        ElementType::I32 => 4,
        ElementType::I64 => 5,
        ElementType::U8 => 6,
        ElementType::U16 => 7,
        ElementType::U32 => 8,
        ElementType::U64 => 9,
        ElementType::F16 => 10,
        ElementType::F32 => 11,
        ElementType::F64 => 12,
        ElementType::BF16 => 13,
    }
}

fn named(name: &str, value: &OptionValue) -> NamedValue {
    let (kind, value, value_len) = match value {
        OptionValue::Text(text) => (0, text.as_ptr().expose_provenance() as u64, text.len()),
        OptionValue::Integer(n) => (1, *n as u64, 1),
        OptionValue::Float(x) => (3, x.to_bits().into(), 1),
        OptionValue::Bool(b) => (4, (*b).into(), 1),
    };
    NamedValue {
        struct_size: size_of::<NamedValue>(),
        extension_start: 0,
        name: name.as_ptr(),
        name_len: name.len(),
        kind,
        value,
        value_len,
    }
}

/// Whether a tensor is what a program asks for there.
pub(crate) fn fits(tensor: &HostTensor, slot: &Slot) -> Result<(), EngineError> {
    if tensor.dtype == slot.dtype && tensor.sizes == slot.sizes {
        return Ok(());
    }
    Err(EngineError::Mismatch {
        name: slot.name.clone(),
        found: format!("{} {:?}", tensor.dtype, tensor.sizes),
        expected: format!("{} {:?}", slot.dtype, slot.sizes),
    })
}
