//! Named axes: sizes that are known by name when the program is compiled, and by number when it runs.

/// Declares a named axis, whose size is known when the program runs: `axis!(pub Batch)`.
///
/// The name is a type that works like a size, and a value that carries the number: `Batch(32)`. It equals itself and nothing
/// else, and stretches an axis of size 1 as any size does.
///
/// ```
/// use shaped::prelude::*;
/// axis!(Batch);
/// let bias = tensor![1.0, 2.0, 3.0];
/// let x = Tensor::<f64, shape![Batch, 3]>::from_vec_with(Batch(2), vec![1.0; 6])?;
/// assert_eq!((&x + &bias).as_slice(), [2.0, 3.0, 4.0, 2.0, 3.0, 4.0]);
/// # Ok::<(), shaped::LengthError<Vec<f64>>>(())
/// ```
#[macro_export]
macro_rules! axis {
    ($(#[$meta:meta])* $vis:vis $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis struct $name(pub usize);

        const _: () = {
            $crate::__named!($name);
            impl $crate::Size for $name {
                const KNOWN: Option<usize> = None;
                const VALUE_IF_STATIC: Option<Self> = None;
                const NAME: Option<&'static str> = Some(stringify!($name));
                type Spelling = Spelling;
                const ID: u128 = HASH;
                type Number = $crate::__private::RunTime;
                type IsStatic = $crate::__private::No;
                type MetBy<L: $crate::Size> = $crate::__private::Met<L, Self>;
                type Factor = $crate::__private::U1;
                type Holds<N: $crate::__private::Nat> = $crate::__private::Yes;
                type PushFree<F: $crate::__private::Flat> = F::Push<Self>;
                #[inline(always)]
                fn get(self) -> usize {
                    self.0
                }
                #[inline(always)]
                fn from_usize(size: usize) -> Option<Self> {
                    Some(Self(size))
                }
            }
        };
    };
    ($(#[$meta:meta])* $vis:vis $name:ident = $size:expr) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        $vis struct $name;

        const _: () = {
            $crate::__named!($name);
            type Number = $crate::dim!({ $size });
            impl $crate::Size for $name {
                const KNOWN: Option<usize> = Some(<Number as $crate::StaticSize>::SIZE);
                const VALUE_IF_STATIC: Option<Self> = Some(Self);
                const NAME: Option<&'static str> = Some(stringify!($name));
                type Spelling = Spelling;
                const ID: u128 = 0;
                type Number = Number;
                type IsStatic = $crate::__private::Yes;
                type MetBy<L: $crate::Size> = $crate::__private::Met<L, Self>;
                type Factor = <Number as $crate::StaticSize>::Len;
                type Holds<N: $crate::__private::Nat> = N::Le<<Number as $crate::StaticSize>::Len>;
                type PushFree<F: $crate::__private::Flat> = F;
                #[inline(always)]
                fn get(self) -> usize {
                    <Number as $crate::StaticSize>::SIZE
                }
                #[inline(always)]
                fn from_usize(size: usize) -> Option<Self> {
                    if size == <Number as $crate::StaticSize>::SIZE { Some(Self) } else { None }
                }
            }
            #[diagnostic::do_not_recommend]
            impl $crate::StaticSize for $name {
                const SIZE: usize = <Number as $crate::StaticSize>::SIZE;
                const VALUE: Self = Self;
                type Len = <Number as $crate::StaticSize>::Len;
                type Array<T> = <Number as $crate::StaticSize>::Array<T>;
            }
        };
    };
}

/// What all named axes have: a spelling that tells them apart, and how they meet other sizes.
#[doc(hidden)]
#[macro_export]
macro_rules! __named {
    ($name:ident) => {
        const HASH: u128 =
            $crate::__private::hash(concat!(module_path!(), "::", stringify!($name), "@", line!(), ":", column!()));
        type Spelling = $crate::__spelling!(HASH; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
        impl<R: $crate::Size> $crate::__private::Meet<R> for $name {
            type Verdict = R::MetBy<Self>;
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __spelling {
    ($hash:ident; $($place:literal)*) => { $crate::__spelling!(@ (); $hash; $($place)*) };
    (@ $acc:ty; $hash:ident;) => { $acc };
    (@ $acc:ty; $hash:ident; $place:literal $($rest:literal)*) => {
        $crate::__spelling!(@ ($acc, $crate::__private::D<{ $crate::__private::digit($hash, $place) }>); $hash; $($rest)*)
    };
}

/// FNV-1a in 128 bits: equal only for equal names, for all practical purposes.
pub const fn hash(name: &str) -> u128 {
    let bytes = name.as_bytes();
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    let mut at = 0;
    while at < bytes.len() {
        hash ^= bytes[at] as u128;
        hash = hash.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        at += 1;
    }
    hash
}

/// A decimal digit of a hash. A name has 32 of them, and a number at most 20, so the two never meet.
pub const fn digit(hash: u128, place: u32) -> usize {
    (hash / 10u128.pow(place) % 10) as usize
}
