//! Types of elements, by the names that engines have for them.

use alloc::vec::Vec;
use core::fmt;

/// The type of an element, as an engine knows it. PyTorch's `dtype`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ElementType {
    /// `bool`
    Bool,
    /// `i8`
    I8,
    /// `i16`
    I16,
    /// `i32`
    I32,
    /// `i64`, and `isize`
    I64,
    /// `u8`
    U8,
    /// `u16`
    U16,
    /// `u32`
    U32,
    /// `u64`, and `usize`
    U64,
    /// `half::f16`
    F16,
    /// `half::bf16`
    BF16,
    /// `f32`
    F32,
    /// `f64`
    F64,
}

impl ElementType {
    /// All, in their order.
    pub(crate) const ALL: [Self; 13] = {
        use ElementType::*;
        [Bool, I8, I16, I32, I64, U8, U16, U32, U64, F16, BF16, F32, F64]
    };

    /// As StableHLO writes it.
    pub(crate) const fn stablehlo(self) -> &'static str {
        match self {
            ElementType::Bool => "i1",
            ElementType::I8 => "i8",
            ElementType::I16 => "i16",
            ElementType::I32 => "i32",
            ElementType::I64 => "i64",
            ElementType::U8 => "ui8",
            ElementType::U16 => "ui16",
            ElementType::U32 => "ui32",
            ElementType::U64 => "ui64",
            ElementType::F16 => "f16",
            ElementType::BF16 => "bf16",
            ElementType::F32 => "f32",
            ElementType::F64 => "f64",
        }
    }

    /// How its elements are compared, as StableHLO calls it.
    pub(crate) const fn order(self) -> &'static str {
        match self {
            ElementType::I8 | ElementType::I16 | ElementType::I32 | ElementType::I64 => "SIGNED",
            _ if self.is_float() => "FLOAT",
            _ => "UNSIGNED",
        }
    }

    /// How many bytes an element has.
    pub const fn size(self) -> usize {
        match self {
            ElementType::Bool | ElementType::I8 | ElementType::U8 => 1,
            ElementType::I16 | ElementType::U16 | ElementType::F16 | ElementType::BF16 => 2,
            ElementType::I32 | ElementType::U32 | ElementType::F32 => 4,
            ElementType::I64 | ElementType::U64 | ElementType::F64 => 8,
        }
    }

    /// Is it a float?
    pub const fn is_float(self) -> bool {
        matches!(self, ElementType::F16 | ElementType::BF16 | ElementType::F32 | ElementType::F64)
    }

    /// Has it no numbers below 0?
    pub(crate) const fn is_unsigned(self) -> bool {
        matches!(self, ElementType::Bool | ElementType::U8 | ElementType::U16 | ElementType::U32 | ElementType::U64)
    }

    /// The bytes of a number, rounded to this type.
    pub(crate) fn bytes(self, x: f64) -> Vec<u8> {
        match self {
            ElementType::Bool => Vec::from([u8::from(x != 0.0)]),
            ElementType::I8 => Vec::from((x as i8).to_le_bytes()),
            ElementType::I16 => Vec::from((x as i16).to_le_bytes()),
            ElementType::I32 => Vec::from((x as i32).to_le_bytes()),
            ElementType::I64 => Vec::from((x as i64).to_le_bytes()),
            ElementType::U8 => Vec::from((x as u8).to_le_bytes()),
            ElementType::U16 => Vec::from((x as u16).to_le_bytes()),
            ElementType::U32 => Vec::from((x as u32).to_le_bytes()),
            ElementType::U64 => Vec::from((x as u64).to_le_bytes()),
            ElementType::F16 => Vec::from(half::f16::from_f64(x).to_le_bytes()),
            ElementType::BF16 => Vec::from(half::bf16::from_f64(x).to_le_bytes()),
            ElementType::F32 => Vec::from((x as f32).to_le_bytes()),
            ElementType::F64 => Vec::from(x.to_le_bytes()),
        }
    }

    /// The bytes of the least number, below which there is none; minus infinity of floats.
    pub(crate) fn least(self) -> Vec<u8> {
        self.bytes(f64::NEG_INFINITY)
    }

    /// The bytes of the largest number, infinity of floats.
    pub(crate) fn largest(self) -> Vec<u8> {
        self.bytes(f64::INFINITY)
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ElementType::Bool => "bool",
            ElementType::U8 => "u8",
            ElementType::U16 => "u16",
            ElementType::U32 => "u32",
            ElementType::U64 => "u64",
            other => other.stablehlo(),
        })
    }
}

/// Elements that other engines have, too: floats, integers and `bool`. Sealed.
#[diagnostic::on_unimplemented(
    message = "no engine has elements of type `{Self}`",
    label = "graphs are of floats, integers and `bool`"
)]
pub trait Element: Copy + PartialEq + sealed::Sealed + 'static {
    /// Its type.
    const TYPE: ElementType;

    /// Its bytes, the least significant one first.
    #[doc(hidden)]
    fn put(self, to: &mut Vec<u8>);

    /// An element of so many bytes.
    #[doc(hidden)]
    fn taken(from: &[u8]) -> Self;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! elements {
    ($($t:ty: $dtype:ident;)*) => { $(
        impl sealed::Sealed for $t {}
        #[diagnostic::do_not_recommend]
        impl Element for $t {
            const TYPE: ElementType = ElementType::$dtype;
            fn put(self, to: &mut Vec<u8>) {
                to.extend(self.to_le_bytes());
            }
            fn taken(from: &[u8]) -> Self {
                <$t>::from_le_bytes(from.try_into().expect("as many bytes as the type has"))
            }
        }
    )* };
}
elements! {
    i8: I8;
    i16: I16;
    i32: I32;
    i64: I64;
    u8: U8;
    u16: U16;
    u32: U32;
    u64: U64;
    half::f16: F16;
    half::bf16: BF16;
    f32: F32;
    f64: F64;
}

impl sealed::Sealed for bool {}
#[diagnostic::do_not_recommend]
impl Element for bool {
    const TYPE: ElementType = ElementType::Bool;
    fn put(self, to: &mut Vec<u8>) {
        to.push(self.into());
    }
    fn taken(from: &[u8]) -> Self {
        from[0] != 0
    }
}

impl sealed::Sealed for usize {}
#[diagnostic::do_not_recommend]
impl Element for usize {
    const TYPE: ElementType = ElementType::U64;
    fn put(self, to: &mut Vec<u8>) {
        to.extend((self as u64).to_le_bytes());
    }
    fn taken(from: &[u8]) -> Self {
        u64::taken(from) as usize
    }
}
