//! `include_tensor!`: tensors of files as constants. The compiler reads the headers, so that shape and type of the elements are types.

mod bytes;
mod contents;
mod element;
mod npy;
mod safetensors;
mod scan;
mod text;

use core::marker::PhantomData;

use bytes::part;
pub use contents::Contents;
pub use element::{Code, Coded};
pub use npy::npy;
pub use safetensors::safetensors;

use super::Inline;
use crate::shape::StaticShape;
use crate::shape::diagnostics::Proof;
use crate::shape::size::Size;
use crate::storage::{Nested, OfBytes};

/// As many of these sizes as there are axes, as a shape.
pub trait Ranked<const RANK: usize> {
    /// The shape.
    type Shape: StaticShape;
}

macro_rules! axes {
    ($($rank:literal: $($size:ident)* => $shape:ty;)*) => { $(
        impl<A: Size, B: Size, C: Size, D: Size, E: Size, F: Size, G: Size, H: Size> Ranked<$rank> for (A, B, C, D, E, F, G, H)
        where
            $shape: StaticShape,
        {
            type Shape = $shape;
        }
    )* };
}
axes! {
    0: => ();
    1: A => ((), A);
    2: A B => (((), A), B);
    3: A B C => ((((), A), B), C);
    4: A B C D => (((((), A), B), C), D);
    5: A B C D E => ((((((), A), B), C), D), E);
    6: A B C D E F => (((((((), A), B), C), D), E), F);
    7: A B C D E F G => ((((((((), A), B), C), D), E), F), G);
    8: A B C D E F G H => (((((((((), A), B), C), D), E), F), G), H);
}

/// The tensor that is asked for.
///
/// The compiler is to learn what that is before it looks at what the file has, so that an error has our words, and to take it from the file where
/// nothing is said. So the macro first calls [`none`](Self::none) in a branch that is never taken, whose result meets the type that is written, if
/// one is; and then asks for the proof, whose condition is looked at only then.
pub struct Asked<T, S>(PhantomData<(T, S)>);

impl<T, S: StaticShape> Asked<T, S> {
    /// Whatever it is.
    #[allow(clippy::new_without_default)] // for constants
    pub const fn new() -> Self {
        Asked(PhantomData)
    }

    /// Never called.
    pub const fn none(&self) -> Inline<T, S> {
        panic!("only for its type")
    }

    /// The tensor that the file holds, as the proof says. `BYTES` is what its elements take.
    pub const fn read<const BYTES: usize>(
        &self,
        _: Proof<(T, S), T, S::Shown>,
        file: &[u8],
        found: &Contents,
    ) -> Inline<T, S>
    where
        T: OfBytes,
    {
        let bytes = part(file, found.start, found.start + found.bytes);
        let width = size_of::<T>();
        if !found.columns && (!found.swap || width == 1) {
            return Inline::from_nested(Nested::of_bytes(bytes));
        }
        let mut own = [0; BYTES];
        let (mut place, numel) = (0, BYTES / width);
        while place < numel {
            let from = width * if found.columns { found.by_columns(place) } else { place };
            let mut byte = 0;
            while byte < width {
                own[width * place + byte] = bytes[from + if found.swap { width - 1 - byte } else { byte }];
                byte += 1;
            }
            place += 1;
        }
        Inline::from_nested(Nested::of_bytes(&own))
    }
}

/// A tensor of a file as a constant, read while the program is compiled: an [`Inline`](crate::Inline) whose element type and shape are those of the
/// file. No allocator, no file and no parser when the program runs. `include_bytes!` of NumPy's `np.load`, or of `safetensors.torch.load_file(path)[name]`.
///
/// - `include_tensor!("weights.npy")`, of NumPy's format: either order of bytes, C and Fortran order;
/// - `include_tensor!("net.safetensors", "0.weight")`: one tensor of several, by its name.
///
/// Paths are as for [`include_bytes!`]: relative to the file that they stand in, or `concat!(env!("CARGO_MANIFEST_DIR"), "/net.npy")`. Where no type
/// is written, that of the file is inferred; where one is, it is compared, and another shape or element type does not compile. In a `static`
/// the numbers lie in the program's read-only memory once, whatever it uses of them (a `const` is copied to where it is used); `view` borrows
/// them for operations.
///
/// ```
/// use shaped::prelude::*;
/// # macro_rules! path { () => { concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/digits_mlp.safetensors") } }
/// static WEIGHT: Inline<f32, shape![10, 64]> = include_tensor!(path!(), "4.weight");
/// static BIAS: Inline<f32, shape![10]> = include_tensor!(path!(), "4.bias");
///
/// let hidden = Inline::<f32, shape![1, 64]>::ones();
/// let logits = hidden.matmul(&WEIGHT.transpose()) + &BIAS; // [1, 64] x [64, 10] + [10] -> [1, 10], no allocation
/// assert_eq!(logits.sizes(), [1, 10]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// static WEIGHT: Inline<f32, shape![64, 10]> = // the file has [10, 64]
///     include_tensor!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/digits_mlp.safetensors"), "4.weight");
/// ```
///
/// A file that is none, or has no tensor of that name, does not compile either:
///
/// ```compile_fail,E0080
/// use shaped::prelude::*;
/// let bias = include_tensor!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/digits_mlp.safetensors"), "4.bais");
/// ```
///
/// Elements are `bool`, the integers of 8 to 64 bits, `f32` and `f64`, and with the features `half` and `num-complex` `f16`, `bf16` and `Complex`; up to 8 axes.
#[macro_export]
macro_rules! include_tensor {
    ($path:expr $(,)?) => {
        $crate::__included!($path, $crate::__private::npy(__FILE, $path))
    };
    ($path:expr, $name:expr $(,)?) => {
        $crate::__included!($path, $crate::__private::safetensors(__FILE, $path, $name))
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __included {
    ($path:expr, $found:expr) => {{
        const __FILE: &[u8] = ::core::include_bytes!($path);
        const __FOUND: $crate::__private::Contents = $found;
        type __Has = <$crate::__private::Code<{ __FOUND.code }> as $crate::__private::Coded>::Elem;
        type __Lies = <(
            $crate::dim!({ __FOUND.sizes[0] }),
            $crate::dim!({ __FOUND.sizes[1] }),
            $crate::dim!({ __FOUND.sizes[2] }),
            $crate::dim!({ __FOUND.sizes[3] }),
            $crate::dim!({ __FOUND.sizes[4] }),
            $crate::dim!({ __FOUND.sizes[5] }),
            $crate::dim!({ __FOUND.sizes[6] }),
            $crate::dim!({ __FOUND.sizes[7] }),
        ) as $crate::__private::Ranked<{ __FOUND.rank }>>::Shape;
        let __asked = $crate::__private::Asked::new();
        if false {
            __asked.none()
        } else {
            __asked.read::<{ __FOUND.bytes }>(
                <_ as $crate::errors::IncludedAs<__Has, __Lies, _, <__Lies as $crate::Shape>::Shown, _>>::PROOF,
                __FILE,
                &__FOUND,
            )
        }
    }};
}
