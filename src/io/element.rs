//! Element types that files can hold.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// The type of the elements of a tensor in a file. It prints as Rust calls it: `f32`, `i64`, `bool`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs)] // the names say it
pub enum DType {
    Bool,
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
    F16,
    BF16,
    F32,
    F64,
    /// Complex, of two `f32`.
    C64,
    /// Complex, of two `f64`.
    C128,
    /// A type that cannot be read here, as the file calls it: `F8_E4M3` in safetensors, `<U5` in npy.
    Other(Box<str>),
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DType::Bool => "bool",
            DType::U8 => "u8",
            DType::I8 => "i8",
            DType::U16 => "u16",
            DType::I16 => "i16",
            DType::U32 => "u32",
            DType::I32 => "i32",
            DType::U64 => "u64",
            DType::I64 => "i64",
            DType::F16 => "f16",
            DType::BF16 => "bf16",
            DType::F32 => "f32",
            DType::F64 => "f64",
            DType::C64 => "Complex<f32>",
            DType::C128 => "Complex<f64>",
            DType::Other(name) => name,
        })
    }
}

/// An element type that can be read from files and written to them: `bool`, the integers of 8 to 64 bits, `f32` and `f64`; with
/// their features `f16`, `bf16`, `Complex<f32>` and `Complex<f64>`. (`usize` and `isize` differ between machines: use `u64` or
/// `i64`.)
///
/// The trait is sealed.
///
/// ```
/// use shaped::io::{DType, FileElement};
/// assert_eq!((f32::DTYPE, bool::DTYPE), (DType::F32, DType::Bool));
/// ```
#[diagnostic::on_unimplemented(
    message = "a file cannot hold elements of type `{Self}`",
    label = "not an element type of files",
    note = "files hold `bool`, `u8` to `u64`, `i8` to `i64`, `f32` and `f64`; with the features `half` and `num-complex` also `f16`, `bf16` and `Complex`"
)]
pub trait FileElement: Copy + Default + 'static + sealed::Sealed {
    /// The type, as a value.
    const DTYPE: DType;
    /// Bytes per element.
    #[doc(hidden)]
    const WIDTH: usize;
    /// The element in these `WIDTH` bytes.
    #[doc(hidden)]
    fn read(bytes: &[u8], big_endian: bool) -> Self;
    /// Appends the element, little end first.
    #[doc(hidden)]
    fn write(self, to: &mut Vec<u8>);
    /// The place of the first element that is none of this type.
    #[doc(hidden)]
    fn first_invalid(_: &[u8]) -> Option<usize> {
        None
    }
    /// The element as a number.
    #[doc(hidden)]
    fn number(self) -> Number;
    /// The number as an element, if there is one: floats are rounded, all else is exact.
    #[doc(hidden)]
    fn from_number(number: Number) -> Option<Self>;
}

/// A number between two element types.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    Int(i128),
    Float(f64),
    Complex(f64, f64),
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(x) => write!(f, "{x}"),
            Number::Float(x) => write!(f, "{x:?}"),
            Number::Complex(re, im) => write!(f, "{re:?} + {im:?}i"),
        }
    }
}

impl Number {
    /// The number, if it is whole.
    fn whole(self) -> Option<i128> {
        match self {
            Number::Int(x) => Some(x),
            // Every integer type lies within; so does every whole `f64` that one can hold.
            Number::Float(x) if x.abs() < 1e30 && x as i128 as f64 == x => Some(x as i128),
            _ => None,
        }
    }
}

/// One row for each type: its name in the file, and how a number becomes an element.
macro_rules! elements {
    ($($(#[$attribute:meta])* $t:ty, $dtype:ident, $x:ident => $number:expr, $n:ident => $from:expr;)*) => { $(
        $(#[$attribute])*
        impl sealed::Sealed for $t {}
        $(#[$attribute])*
        #[diagnostic::do_not_recommend]
        impl FileElement for $t {
            const DTYPE: DType = DType::$dtype;
            const WIDTH: usize = size_of::<$t>();
            #[inline(always)]
            fn read(bytes: &[u8], big_endian: bool) -> Self {
                let bytes = bytes.try_into().expect("as many bytes as the element has");
                if big_endian { Self::from_be_bytes(bytes) } else { Self::from_le_bytes(bytes) }
            }
            #[inline(always)]
            fn write(self, to: &mut Vec<u8>) {
                to.extend_from_slice(&self.to_le_bytes());
            }
            fn number(self) -> Number {
                let $x = self;
                $number
            }
            fn from_number($n: Number) -> Option<Self> {
                $from
            }
        }
    )* };
}
elements! {
    u8, U8, x => Number::Int(x.into()), n => n.whole()?.try_into().ok();
    i8, I8, x => Number::Int(x.into()), n => n.whole()?.try_into().ok();
    u16, U16, x => Number::Int(x.into()), n => n.whole()?.try_into().ok();
    i16, I16, x => Number::Int(x.into()), n => n.whole()?.try_into().ok();
    u32, U32, x => Number::Int(x.into()), n => n.whole()?.try_into().ok();
    i32, I32, x => Number::Int(x.into()), n => n.whole()?.try_into().ok();
    u64, U64, x => Number::Int(x.into()), n => n.whole()?.try_into().ok();
    i64, I64, x => Number::Int(x.into()), n => n.whole()?.try_into().ok();
    f32, F32, x => Number::Float(x.into()), n => match n {
        Number::Int(x) => Some(x as f32),
        Number::Float(x) => Some(x as f32),
        Number::Complex(..) => None,
    };
    f64, F64, x => Number::Float(x), n => match n {
        Number::Int(x) => Some(x as f64),
        Number::Float(x) => Some(x),
        Number::Complex(..) => None,
    };
    #[cfg(feature = "half")]
    half::f16, F16, x => Number::Float(x.into()), n => f64::from_number(n).map(half::f16::from_f64);
    #[cfg(feature = "half")]
    half::bf16, BF16, x => Number::Float(x.into()), n => f64::from_number(n).map(half::bf16::from_f64);
}

impl sealed::Sealed for bool {}
#[diagnostic::do_not_recommend]
impl FileElement for bool {
    const DTYPE: DType = DType::Bool;
    const WIDTH: usize = 1;
    #[inline(always)]
    fn read(bytes: &[u8], _: bool) -> Self {
        bytes[0] != 0
    }
    #[inline(always)]
    fn write(self, to: &mut Vec<u8>) {
        to.push(self.into());
    }
    fn first_invalid(bytes: &[u8]) -> Option<usize> {
        bytes.iter().position(|&byte| byte > 1)
    }
    fn number(self) -> Number {
        Number::Int(self.into())
    }
    fn from_number(number: Number) -> Option<Self> {
        match number.whole()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

#[cfg(feature = "num-complex")]
macro_rules! complex {
    ($($part:ty, $dtype:ident;)*) => { $(
        impl sealed::Sealed for num_complex::Complex<$part> {}
        #[diagnostic::do_not_recommend]
        impl FileElement for num_complex::Complex<$part> {
            const DTYPE: DType = DType::$dtype;
            const WIDTH: usize = 2 * <$part>::WIDTH;
            #[inline(always)]
            fn read(bytes: &[u8], big_endian: bool) -> Self {
                let (re, im) = bytes.split_at(<$part>::WIDTH);
                Self::new(<$part>::read(re, big_endian), <$part>::read(im, big_endian))
            }
            #[inline(always)]
            fn write(self, to: &mut Vec<u8>) {
                self.re.write(to);
                self.im.write(to);
            }
            fn number(self) -> Number {
                Number::Complex(self.re.into(), self.im.into())
            }
            fn from_number(number: Number) -> Option<Self> {
                match number {
                    Number::Complex(re, im) => Some(Self::new(re as $part, im as $part)),
                    real => <$part>::from_number(real).map(Self::from),
                }
            }
        }
    )* };
}
#[cfg(feature = "num-complex")]
complex! {
    f32, C64;
    f64, C128;
}

mod sealed {
    /// What only this crate implements.
    pub trait Sealed {}
}
