//! PJRT's C interface, as much of it as is called here (`xla/pjrt/c/pjrt_c_api.h` of OpenXLA): a table of functions, each of which takes one structure.
//!
//! The table only ever grows at its end, and so does each structure, which says how large it is: that is how versions of it meet. Newer plugins are
//! handed larger structures than these, whose new fields are zero, as a caller has them that does not know of them.

use core::ffi::{c_char, c_void};
use core::ptr;

/// Something of the plugin's.
pub(crate) type Handle = *mut c_void;

/// What all structures begin with, and room for what newer versions have behind.
#[repr(C)]
pub(crate) struct Args<B> {
    struct_size: usize,
    extension_start: Handle,
    pub(crate) body: B,
    later: [usize; 16],
}

impl<B> Args<B> {
    pub(crate) fn new(body: B) -> Self {
        Args { struct_size: size_of::<Self>(), extension_start: ptr::null_mut(), body, later: [0; 16] }
    }
}

/// The structure of one function, behind what all begin with.
pub(crate) trait Body {
    /// The function's place in the table.
    const PLACE: usize;
    const NAME: &'static str;
}

/// Rows of functions: the place in the table, the name, and the fields of the structure.
macro_rules! functions {
    ($($place:literal $function:ident $body:ident { $($field:ident: $t:ty),* })*) => { $(
        #[repr(C)]
        #[derive(Clone, Copy, Default)]
        pub(crate) struct $body {
            $(pub(crate) $field: $t,)*
        }
        impl Body for $body {
            const PLACE: usize = $place;
            const NAME: &'static str = stringify!($function);
        }
    )* };
}
functions! {
    0 PJRT_Error_Destroy ErrorDestroy { error: Handle }
    1 PJRT_Error_Message ErrorMessage { error: Handle, message: *const c_char, len: usize }
    3 PJRT_Plugin_Initialize Initialize {}
    5 PJRT_Event_Destroy EventDestroy { event: Handle }
    8 PJRT_Event_Await EventAwait { event: Handle }
    10 PJRT_Client_Create ClientCreate {
        options: *const NamedValue, options_len: usize, get: Handle, get_of: Handle, put: Handle, put_of: Handle, client: Handle, try_get: Handle,
        try_get_of: Handle
    }
    11 PJRT_Client_Destroy ClientDestroy { client: Handle }
    12 PJRT_Client_PlatformName PlatformName { client: Handle, name: *const c_char, len: usize }
    16 PJRT_Client_AddressableDevices AddressableDevices { client: Handle, devices: *const Handle, len: usize }
    20 PJRT_Client_Compile Compile {
        client: Handle, program: *const Args<Program>, options: *const u8, options_len: usize, executable: Handle
    }
    22 PJRT_Client_BufferFromHostBuffer FromHost {
        client: Handle, data: *const u8, dtype: u32, dims: *const i64, rank: usize, strides: *const i64, strides_len: usize, semantics: u32,
        device: Handle, memory: Handle, layout: Handle, done: Handle, buffer: Handle
    }
    26 PJRT_DeviceDescription_Kind DeviceKind { description: Handle, kind: *const c_char, len: usize }
    29 PJRT_Device_GetDescription DeviceDescription { device: Handle, description: Handle }
    40 PJRT_Executable_Destroy ExecutableDestroy { executable: Handle }
    44 PJRT_Executable_NumOutputs NumOutputs { executable: Handle, count: usize }
    50 PJRT_LoadedExecutable_Destroy LoadedDestroy { executable: Handle }
    51 PJRT_LoadedExecutable_GetExecutable GetExecutable { loaded: Handle, executable: Handle }
    55 PJRT_LoadedExecutable_Execute Execute {
        executable: Handle, options: *const Args<ExecuteOptions>, arguments: *const *const Handle, devices: usize, count: usize,
        results: *const *mut Handle, events: Handle, device: Handle
    }
    58 PJRT_Buffer_Destroy BufferDestroy { buffer: Handle }
    70 PJRT_Buffer_ToHostBuffer ToHost { buffer: Handle, layout: *const Args<Layout>, to: *mut u8, len: usize, event: Handle }
}

/// `PJRT_Program`.
#[repr(C)]
pub(crate) struct Program {
    pub(crate) code: *const u8,
    pub(crate) code_len: usize,
    pub(crate) format: *const u8,
    pub(crate) format_len: usize,
}

/// `PJRT_ExecuteOptions`.
#[repr(C)]
#[derive(Default)]
pub(crate) struct ExecuteOptions {
    callbacks: [usize; 4],
    launch: i32,
    kept: usize,
    kept_len: usize,
    context: usize,
    location: usize,
    tasks: [usize; 3],
}

/// `PJRT_Buffer_MemoryLayout`, of axes in an order.
#[repr(C)]
pub(crate) struct Layout {
    pub(crate) size: usize,
    pub(crate) extension_start: usize,
    pub(crate) minor_to_major: *const i64,
    pub(crate) rank: usize,
    pub(crate) tiles: [usize; 3],
    pub(crate) kind: u32,
}

/// `PJRT_NamedValue`, in a row of which there is no room for more.
#[repr(C)]
pub(crate) struct NamedValue {
    pub(crate) struct_size: usize,
    pub(crate) extension_start: usize,
    pub(crate) name: *const u8,
    pub(crate) name_len: usize,
    pub(crate) kind: u32,
    /// A number in eight bytes, or where text is.
    pub(crate) value: u64,
    pub(crate) value_len: usize,
}
