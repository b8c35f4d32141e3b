#![doc = include_str!("../README.md")]

mod abi;
mod api;
mod parts;

use std::path::Path;
use std::sync::Arc;

use shaped::graph::{Backend, Engine, EngineError, Executable, HostTensor, Lowered, Slot};

use crate::parts::{Part, parts};

#[cfg(not(all(target_endian = "little", target_pointer_width = "64")))]
compile_error!("PJRT's structures are written here for 64 bits, the least significant byte first");

/// The variable that names the plugin's file.
pub const LIBRARY: &str = "PJRT_PLUGIN_LIBRARY_PATH";

/// The engine of the plugin that [`LIBRARY`] names: `Plugin::from_env()?.client()?.engine()`.
///
/// # Errors
/// As those.
pub fn engine() -> Result<Engine, EngineError> {
    Ok(Plugin::from_env()?.client()?.engine())
}

/// A PJRT plugin: a shared library with XLA, or another compiler, for one kind of device. It stays in the process until that ends.
pub struct Plugin {
    api: api::Api,
    shown: String,
    options: Vec<(String, OptionValue)>,
}

impl Plugin {
    /// The plugin that [`LIBRARY`] names. (As with `LD_LIBRARY_PATH`, who says what the environment is says what code is run.)
    ///
    /// # Errors
    /// If the variable is not set, or as [`open`](Self::open).
    pub fn from_env() -> Result<Self, EngineError> {
        match std::env::var_os(LIBRARY) {
            // SAFETY: the variable is set by someone for this purpose, who could have any library loaded.
            Some(path) => unsafe { Self::open(path) },
            None => Err(EngineError::Missing(format!(
                "`{LIBRARY}` is to name a PJRT plugin, a shared library: of `pip install jax-cuda12-pjrt` (NVIDIA), \
                 `jax-rocm7-pjrt` (AMD), `libtpu` (TPU) or `xla-cpu-pjrt` (CPU) the file that ends in .so"
            ))),
        }
    }

    /// The plugin of a file.
    ///
    /// # Errors
    /// If it cannot be loaded, is no plugin, or is of another major version of PJRT.
    ///
    /// # Safety
    /// The library's code is run in this process: it has to be what it says that it is, a PJRT plugin.
    pub unsafe fn open(path: impl AsRef<Path>) -> Result<Self, EngineError> {
        // SAFETY: the caller's promise.
        let api = unsafe { api::Api::load(path.as_ref()) }?;
        Ok(Plugin { api, shown: path.as_ref().display().to_string(), options: vec![] })
    }

    /// PJRT's version that the plugin speaks, major and minor.
    pub fn version(&self) -> (i32, i32) {
        self.api.version()
    }

    /// An option of the plugin's, by its name: `"cpu_device_count"` of XLA for CPUs, `"memory_fraction"` of that for GPUs.
    #[must_use]
    pub fn option(mut self, name: &str, value: impl Into<OptionValue>) -> Self {
        self.options.push((name.into(), value.into()));
        self
    }

    /// The devices that the plugin finds.
    ///
    /// # Errors
    /// If it finds none, or knows an option not.
    pub fn client(&self) -> Result<Client, EngineError> {
        let cannot = |why: &dyn std::fmt::Display| {
            EngineError::Missing(format!("the PJRT plugin {} cannot be started here: {why}", self.shown))
        };
        let client = api::Client::new(self.api, &self.options).map_err(|error| match error {
            EngineError::Failed(words) => cannot(&words),
            other => other,
        })?;
        match client.count() {
            0 => Err(cannot(&"it finds no device")),
            _ => Ok(Client(Arc::new(client))),
        }
    }
}

/// What an option of a plugin is: made of a number, a `bool` or text.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionValue {
    /// Text.
    Text(String),
    /// An integer.
    Integer(i64),
    /// A number.
    Float(f32),
    /// Yes or no.
    Bool(bool),
}

macro_rules! option_values {
    ($($t:ty: $variant:ident)*) => { $(
        impl From<$t> for OptionValue {
            fn from(value: $t) -> Self {
                OptionValue::$variant(value.into())
            }
        }
    )* };
}
impl From<usize> for OptionValue {
    fn from(count: usize) -> Self {
        OptionValue::Integer(i64::try_from(count).unwrap_or(i64::MAX))
    }
}
option_values!(&str: Text String: Text i64: Integer i32: Integer f32: Float bool: Bool);

/// A plugin's devices.
pub struct Client(Arc<api::Client>);

impl Client {
    /// What the devices are: `cpu`, `cuda`, `tpu`.
    ///
    /// # Errors
    /// If the plugin does not say.
    pub fn platform(&self) -> Result<String, EngineError> {
        self.0.platform()
    }

    /// What each device is, in the plugin's words.
    ///
    /// # Errors
    /// If the plugin does not say.
    pub fn devices(&self) -> Result<Vec<String>, EngineError> {
        self.0.devices()
    }

    /// An engine on these devices: the first, or as many as a program is cut over.
    pub fn engine(self) -> Engine {
        Engine::new(self)
    }
}

impl Backend for Client {
    fn load(&self, program: &Lowered, state: Vec<HostTensor>) -> Result<Box<dyn Executable>, EngineError> {
        let count = program.mesh.iter().map(|(_, devices)| devices).product();
        if count > self.0.count() {
            let found = self.0.count();
            return Err(EngineError::Failed(format!("the program is cut over {count} devices, and there are {found}")));
        }
        let compiled = self.0.compile(&program.stablehlo, &compile_options(count))?;
        if compiled.results != program.results.len() {
            let (found, expected) = (compiled.results, program.results.len());
            return Err(EngineError::Failed(format!(
                "the compiled program has {found} results in place of {expected}"
            )));
        }
        let slots = |of: &[Slot]| -> Vec<Sliced> {
            of.iter().map(|slot| Sliced { parts: parts(slot, &program.mesh, count), slot: slot.clone() }).collect()
        };
        let mut loaded = Loaded {
            client: self.0.clone(),
            compiled,
            devices: count,
            arguments: slots(&program.arguments),
            results: slots(&program.results),
            state: vec![],
        };
        loaded.state = loaded.put(0, &state)?;
        Ok(Box::new(loaded))
    }
}

/// A slot, and each device's part of it.
struct Sliced {
    slot: Slot,
    parts: Vec<Part>,
}

/// One tensor: a buffer on each device.
type Parts = Vec<api::Buffer>;

/// What is the client's is given back before that: the fields are dropped in this order.
struct Loaded {
    state: Vec<Parts>,
    compiled: api::Compiled,
    arguments: Vec<Sliced>,
    results: Vec<Sliced>,
    devices: usize,
    client: Arc<api::Client>,
}

impl Loaded {
    /// Copies the arguments from this one on to the devices.
    fn put(&self, first: usize, tensors: &[HostTensor]) -> Result<Vec<Parts>, EngineError> {
        let found = first + tensors.len();
        if found > self.arguments.len() {
            let expected = self.arguments.len();
            return Err(EngineError::Failed(format!("{found} arguments for a program that takes {expected}")));
        }
        let put = |(tensor, Sliced { slot, parts }): (&HostTensor, &Sliced)| {
            api::fits(tensor, slot)?;
            let cut = |(device, part): (usize, &Part)| match part.is_all(slot) {
                true => self.client.put(tensor, device),
                false => self.client.put(&part.of(tensor), device),
            };
            parts.iter().enumerate().map(cut).collect()
        };
        tensors.iter().zip(&self.arguments[first..]).map(put).collect()
    }

    /// Copies a tensor from the devices.
    fn take(&self, from: &Parts, Sliced { slot, parts }: &Sliced) -> Result<HostTensor, EngineError> {
        if parts[0].is_all(slot) {
            return from[0].take(slot.dtype, &slot.sizes);
        }
        let len = slot.sizes.iter().product::<usize>() * slot.dtype.size();
        let mut whole = HostTensor { dtype: slot.dtype, sizes: slot.sizes.clone(), bytes: vec![0; len] };
        for (buffer, part) in from.iter().zip(parts) {
            part.put_in(&mut whole, &buffer.take(slot.dtype, &part.sizes)?);
        }
        Ok(whole)
    }
}

impl Executable for Loaded {
    fn run(&mut self, inputs: Vec<HostTensor>, updates: bool) -> Result<Vec<HostTensor>, EngineError> {
        let inputs = self.put(self.state.len(), &inputs)?;
        let (found, expected) = (self.state.len() + inputs.len(), self.arguments.len());
        if found != expected {
            return Err(EngineError::Failed(format!("{found} arguments for a program that takes {expected}")));
        }
        let lists: Vec<Vec<&api::Buffer>> = (0..self.devices)
            .map(|device| self.state.iter().chain(&inputs).map(|parts| &parts[device]).collect())
            .collect();
        // By device, and then by result; and turned.
        let mut made: Vec<_> = self.compiled.run(&lists)?.into_iter().map(Vec::into_iter).collect();
        let mut results: Vec<Parts> =
            self.results.iter().map(|_| made.iter_mut().filter_map(Iterator::next).collect()).collect();
        if updates {
            self.state = results.split_off(results.len() - self.state.len());
        }
        results.iter().zip(&self.results).map(|(parts, slot)| self.take(parts, slot)).collect()
    }

    fn set(&mut self, at: usize, tensor: HostTensor) -> Result<(), EngineError> {
        let one = self.put(at, &[tensor])?;
        self.state.splice(at..=at, one);
        Ok(())
    }

    fn state(&mut self) -> Result<Vec<HostTensor>, EngineError> {
        self.state.iter().zip(&self.arguments).map(|(parts, slot)| self.take(parts, slot)).collect()
    }
}

/// `CompileOptionsProto` of a program for so many devices (`xla/pjrt/proto/compile_options.proto`): field 3, the build's options, of which 4 is the
/// number of replicas, 5 that of partitions, 6 and 19 that Shardy cuts the program.
fn compile_options(devices: usize) -> Vec<u8> {
    let mut build = vec![];
    let mut field = |number: u64, mut value: u64| {
        // A tag of a number, and the number: seven bits at a time.
        for x in [number << 3, value] {
            value = x;
            while value >= 0x80 {
                build.push(value as u8 | 0x80);
                value >>= 7;
            }
            build.push(value as u8);
        }
    };
    field(4, 1);
    field(5, devices as u64);
    if devices > 1 {
        field(6, 1);
        field(19, 1);
    }
    [vec![3 << 3 | 2, build.len() as u8], build].concat()
}
