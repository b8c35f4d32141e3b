//! Types of elements, as files call them and as types.

use super::bytes::same;
use super::text::Text;

/// The type of elements that files call by names, as a number.
pub struct Code<const CODE: usize>;

/// A number that is a type of elements.
pub trait Coded {
    /// The type.
    type Elem: crate::storage::OfBytes + 'static;
}

/// A row for each type: its number, its name in safetensors, its name in npy, the feature that it needs.
macro_rules! elements {
    ($($code:literal $tensors:literal $npy:literal $t:ty $(, $feature:literal)?;)*) => {
        $(
            $(#[cfg(feature = $feature)])?
            impl Coded for Code<$code> {
                type Elem = $t;
            }
        )*

        /// How many bytes an element has.
        pub(super) const fn width(code: usize) -> usize {
            match code {
                $($(#[cfg(feature = $feature)])? $code => size_of::<$t>(),)*
                _ => 0,
            }
        }

        /// The number of the type that safetensors calls so, or npy, without the order of bytes.
        #[track_caller]
        const fn of_name(name: &[u8], is_npy: bool, path: &str) -> usize {
            $({
                let row: &[u8] = if is_npy { $npy } else { $tensors };
                if same(name, row) {
                    $(if !cfg!(feature = $feature) {
                        lacks($feature, name, path);
                    })?
                    return $code;
                }
            })*
            unknown(name, path)
        }
    };
}
elements! {
    0 b"BOOL" b"b1" bool;
    1 b"U8" b"u1" u8;
    2 b"I8" b"i1" i8;
    3 b"U16" b"u2" u16;
    4 b"I16" b"i2" i16;
    5 b"U32" b"u4" u32;
    6 b"I32" b"i4" i32;
    7 b"U64" b"u8" u64;
    8 b"I64" b"i8" i64;
    9 b"F32" b"f4" f32;
    10 b"F64" b"f8" f64;
    11 b"F16" b"f2" half::f16, "half";
    12 b"BF16" b"\0" half::bf16, "half";
    13 b"C64" b"c8" num_complex::Complex<f32>, "num-complex";
    14 b"\0" b"c16" num_complex::Complex<f64>, "num-complex";
}

/// The number of the type that safetensors calls so.
#[track_caller]
pub(super) const fn of_safetensors(name: &[u8], path: &str) -> usize {
    of_name(name, false, path)
}

/// The number of the type that npy calls so, and whether its bytes stand in another order than this machine's.
#[track_caller]
pub(super) const fn of_npy(descr: &[u8], path: &str) -> (usize, bool) {
    let Some((order, name)) = descr.split_first() else { unknown(descr, path) };
    let swap = match order {
        b'<' => cfg!(target_endian = "big"),
        b'>' => cfg!(target_endian = "little"),
        // Of one byte; or the order of the machine that wrote it, which nobody writes.
        b'|' | b'=' => false,
        _ => unknown(descr, path),
    };
    (of_name(name, true, path), swap)
}

#[track_caller]
const fn unknown(name: &[u8], path: &str) -> ! {
    Text::of(path).and("elements of type `").and_bytes(name).and("`, which cannot be read here").raise()
}

#[track_caller]
const fn lacks(feature: &str, name: &[u8], path: &str) -> ! {
    let text = Text::of(path).and("elements of type `").and_bytes(name).and("`, for which shaped needs its feature `");
    text.and(feature).and("`").raise()
}
