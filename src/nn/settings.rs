//! Plain values in models: settings, which are neither learned nor kept in files. PyTorch's attributes of a module that are no tensors.

use alloc::string::String;
use core::marker::PhantomData;

use super::activation::no_parameters;

no_parameters! {
    [] usize; [] u8; [] u16; [] u32; [] u64; [] u128; [] isize; [] i8; [] i16; [] i32; [] i64; [] i128; [] f32; [] f64; [] bool; [] char;
    [] String; [] &'static str; [] ();
    [X] PhantomData<X>;
}
