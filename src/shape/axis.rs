//! Named axes: sizes that are known by name when the program is compiled, and by number when it runs.

/// Declares a named axis: `axis!(pub Batch)`, whose size is known when the program runs, or `axis!(pub Channels = 3)`, a static one.
///
/// The name is a type that works like a size. It equals itself and nothing else, and stretches an axis of size 1 as any size does:
/// `Batch` with `Seq`, with `Dim<32>`, or with a `Batch` that is declared elsewhere does not compile, and the error says so by
/// name. All that works on sizes works on names, generic code too, with no change to it.
///
/// ```
/// use shaped::prelude::*;
/// axis!(Batch);
/// let bias = tensor![1.0, 2.0, 3.0];
/// let x = Tensor::<f64, shape![Batch, 3]>::from_vec_with(Batch(2), vec![1.0; 6])?;
/// assert_eq!((&x + &bias).as_slice(), [2.0, 3.0, 4.0, 2.0, 3.0, 4.0]);
/// # Ok::<(), shaped::LengthError<Vec<f64>>>(())
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// axis!(Batch);
/// axis!(Seq);
/// let x = Tensor::<f64, shape![Batch, 3]>::zeros_with(Batch(2));
/// let y = &x + &Tensor::<f64, shape![Seq, 3]>::zeros_with(Seq(2));
/// ```
///
/// # Static names
///
/// `axis!(Channels = 3)` is a [`StaticSize`](crate::StaticSize): tensors can hold it [inline](crate::Inline), loops know its number,
/// and arithmetic (`concat`, `reshape`, `flatten`) uses it. It is not `Dim<3>`: [`rename`](crate::Renames::rename) goes from one to the
/// other, and the numbers must be the same.
///
/// ```
/// use shaped::prelude::*;
/// axis!(Channels = 3);
/// let photo: Tensor<f32, shape![Channels, 32, 32]> = Tensor::ones();
/// let gain: Tensor<f32, shape![Channels, 1, 1]> = Tensor::ones();
/// let twice: Tensor<f32, shape![6, 32, 32]> = (&photo * &gain).concat(&photo, Axis::<0>);
/// let plain: View<f32, shape![3, 32, 32]> = photo.rename();
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// axis!(Channels = 3);
/// let photo: Tensor<f32, shape![Channels, 32, 32]> = Tensor::ones();
/// let brighter = &photo * &Tensor::<f32, shape![3, 1, 1]>::ones();
/// ```
///
/// Several are declared at once, with and without a number:
///
/// ```
/// use shaped::prelude::*;
/// axis!(pub Batch, Seq, Channels = 3);
/// assert_eq!(Tensor::<f32, shape![Batch, Seq, Channels]>::zeros_with((Batch(2), Seq(5))).sizes(), [2, 5, 3]);
/// ```
///
/// # The gate
///
/// A number meets a name where data enters: `Tensor::from_vec_with(Batch(n), v)?`, `zeros_with((Batch(n), Seq(m)))`,
/// [`free`](crate::Frees::free) of a static size. After that one shape error is left, two tensors whose `Batch` differ. Every operation
/// compares them, once and before anything is computed or written, and panics with the axis and both sizes;
/// [`same_sizes`](crate::same_sizes) asks beforehand and gives a `Result`. Static shapes are never compared at run time.
///
/// | what | seen |
/// |---|---|
/// | `Batch` against `Seq`, `Dim<32>`, nothing, or in another place | by the compiler |
/// | `Batch(32)` against `Batch(31)` | when an operation starts, or by `same_sizes` |
/// | an axis of size 1 at run time, `Batch(1)` | never stretched: only `One` is |
/// | one name twice, `shape![Seq, Seq]` | one number: when it is made, and when two tensors make it (`[Seq, 1] + [1, Seq]`) |
/// | `Batch` as 32 (`fix`), the length of the data | a `Result` |
///
/// # Heights, widths and lengths
///
/// What windows, borders and factors make of a run-time axis is a run-time size, whose type says how it came about: by
/// [`Conv::same`](crate::Conv::same) a `Width` stays one, and by `Pool::new(Dim::<2>)` it is [`Over<Width, Dim<2>>`](crate::size::Over). Such sizes
/// equal those that are computed alike, and `rename` gives them a name of the program's own.
///
/// ```
/// use shaped::{prelude::*, size::Over};
/// axis!(Width);
/// axis!(Half);
/// let line = Tensor::<f32, shape![1, 32, Width]>::ones_with(Width(101));
/// let small: Tensor<f32, shape![1, 16, Over<Width, Dim<2>>]> = line.max_pool2d(Pool::new(Dim::<2>));
/// assert_eq!(small.rename::<shape![1, 16, Half]>().sizes(), [1, 16, 50]);
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// axis!(Width);
/// let line = Tensor::<f32, shape![1, 32, Width]>::ones_with(Width(101));
/// let sum = line.avg_pool2d(Pool::new((One, Dim::<2>))) + &line;
/// ```
///
/// # Between names and numbers
///
/// [`fix`](crate::Fixes::fix) makes a run-time axis static if the number is right, `free` the other way round, `rename` changes the name;
/// [`chunks_of`](crate::Chunking::chunks_of) cuts a large batch into static ones, and a remainder. None copies.
///
/// # One batch, seen by the compiler
///
/// A type cannot depend on a number that is read at run time, so no type says "these two have one `Batch`" by itself. Two things
/// come close. Code that is generic over `B: Size` cannot make a second number: if its arguments passed `same_sizes`, nothing in it
/// can clash. And a name that is declared in a block is that block's own, so tensors of two blocks do not mix:
///
/// ```
/// use shaped::{SizeError, prelude::*, same_sizes};
/// axis!(Batch);
/// fn loss<B: Size>(x: &Tensor<f32, shape![B, 3]>, y: &Tensor<f32, shape![B, 3]>) -> f32 {
///     let error = x - y; // cannot panic: one number is all there is of `B`
///     (&error * &error).sum_all()
/// }
/// fn checked(x: &Tensor<f32, shape![Batch, 3]>, y: &Tensor<f32, shape![Batch, 3]>) -> Result<f32, SizeError> {
///     same_sizes((x, y))?;
///     Ok(loss(x, y))
/// }
/// # assert_eq!(checked(&Tensor::zeros_with(Batch(2)), &Tensor::zeros_with(Batch(2))), Ok(0.0));
/// ```
///
/// ```compile_fail,E0277
/// use shaped::prelude::*;
/// let train = {
///     axis!(Batch);
///     Tensor::<f32, shape![Batch, 10]>::zeros_with(Batch(32))
/// };
/// let test = {
///     axis!(Batch);
///     Tensor::<f32, shape![Batch, 10]>::zeros_with(Batch(32))
/// };
/// let sum = &train + &test;
/// ```
///
/// A block that runs twice has one name for both times, and its code can write `Batch(31)`; there the comparison at run time
/// stays. (A lifetime could brand each run, but sizes are `'static`, as the types of tensors that threads and models keep must be.)
#[macro_export]
macro_rules! axis {
    // The number of one, as an argument.
    ($number:literal) => { $crate::Axis::<$number> };
    ($(#[$meta:meta])* $vis:vis $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis struct $name(pub usize);

        const _: () = {
            $crate::__named!($name; ());
            // SAFETY: the number is a field of the name, so that it stays what it is, and any number makes a value of it; none is known.
            #[diagnostic::do_not_recommend]
            unsafe impl $crate::Size for $name {
                const KNOWN: $crate::__private::Option<usize> = $crate::__private::None;
                const VALUE_IF_STATIC: $crate::__private::Option<Self> = $crate::__private::None;
                const NAME: $crate::__private::Option<&'static str> = $crate::__private::Some(stringify!($name));
                type Spelling = Spelling;
                const ID: u128 = HASH;
                type Number = $crate::__private::RunTime;
                type IsStatic = $crate::__private::No;
                type Static = $crate::One;
                type Fraction = $crate::__private::Named<Self>;
                type IsOne = $crate::__private::No;
                type Meets<R: $crate::Size> = R::MetBy<Self>;
                type MetBy<L: $crate::Size> = $crate::__private::Met<L, Self>;
                type Factor = $crate::__private::U1;
                type Holds<N: $crate::__private::Nat> = $crate::__private::Yes;
                type Reaches<N: $crate::StaticSize> = Self::Holds<N::Len>;
                #[inline(always)]
                fn get(self) -> usize {
                    self.0
                }
                #[inline(always)]
                fn from_usize(size: usize) -> $crate::__private::Option<Self> {
                    $crate::__private::Some(Self(size))
                }
            }
        };
    };
    ($(#[$meta:meta])* $vis:vis $name:ident = $size:expr) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        $vis struct $name;

        const _: () = {
            type Number = $crate::dim!({ $size });
            $crate::__named!($name; <Number as $crate::Size>::Spelling);
            // SAFETY: everything is as its number has it, but for the name, which its spelling holds beside the number's.
            #[diagnostic::do_not_recommend]
            unsafe impl $crate::Size for $name {
                const KNOWN: $crate::__private::Option<usize> = <Number as $crate::Size>::KNOWN;
                const VALUE_IF_STATIC: $crate::__private::Option<Self> = $crate::__private::Some(Self);
                const NAME: $crate::__private::Option<&'static str> = $crate::__private::Some(stringify!($name));
                type Spelling = Spelling;
                const ID: u128 = 0;
                type Number = Number;
                type IsStatic = $crate::__private::Yes;
                type Static = Self;
                type Fraction = $crate::__private::Static;
                type IsOne = <Number as $crate::Size>::IsOne;
                type Meets<R: $crate::Size> = R::MetBy<Self>;
                type MetBy<L: $crate::Size> = $crate::__private::Met<L, Self>;
                type Factor = <Number as $crate::StaticSize>::Len;
                type Holds<N: $crate::__private::Nat> = N::Le<<Number as $crate::StaticSize>::Len>;
                type Reaches<N: $crate::StaticSize> = Self::Holds<N::Len>;
                #[inline(always)]
                fn get(self) -> usize {
                    <Number as $crate::StaticSize>::SIZE
                }
                #[inline(always)]
                fn from_usize(size: usize) -> $crate::__private::Option<Self> {
                    if size == <Number as $crate::StaticSize>::SIZE {
                        $crate::__private::Some(Self)
                    } else {
                        $crate::__private::None
                    }
                }
            }
            #[diagnostic::do_not_recommend]
            impl $crate::StaticSize for $name {
                const SIZE: usize = <Number as $crate::StaticSize>::SIZE;
                const VALUE: Self = Self;
                type Len = <Number as $crate::StaticSize>::Len;
                type Plain = Number;
                type Sum<R: $crate::StaticSize> = <Number as $crate::StaticSize>::Sum<R>;
                type Product<R: $crate::StaticSize> = <Number as $crate::StaticSize>::Product<R>;
                type Multiple<L: $crate::StaticSize> = <Number as $crate::StaticSize>::Multiple<L>;
                type Quotient<R: $crate::StaticSize> = <Number as $crate::StaticSize>::Quotient<R>;
                type Dividing<L: $crate::StaticSize> = <Number as $crate::StaticSize>::Dividing<L>;
                type Array<T> = <Number as $crate::StaticSize>::Array<T>;
                type Groups = $crate::__private::SeveralGroups<Self>;
            }
        };
    };
    // Several.
    ($(#[$meta:meta])* $vis:vis $name:ident, $($more:tt)*) => {
        $crate::axis!($(#[$meta])* $vis $name);
        $crate::axis!($($more)*);
    };
    ($(#[$meta:meta])* $vis:vis $name:ident = $size:expr, $($more:tt)*) => {
        $crate::axis!($(#[$meta])* $vis $name = $size);
        $crate::axis!($($more)*);
    };
    () => {};
}
pub(crate) use axis;

/// What all named axes have: a spelling that tells them apart, and how they meet other sizes.
///
/// The spelling is that of the number, which a name whose number is known at run time does not have, and 32 digits after it that tell names
/// apart. So two names that are spelled alike have one number, or both have theirs at run time only, where numbers are compared: the digits
/// come from a hash of where the name is declared, and two names can have one (a macro that declares a name twice, two versions of a crate).
#[doc(hidden)]
#[macro_export]
macro_rules! __named {
    ($name:ident; $number:ty) => {
        $crate::__given!([] $name);
        const HASH: u128 =
            $crate::__private::hash(concat!(module_path!(), "::", stringify!($name), "@", line!(), ":", column!()));
        type Spelling = $crate::__spelling!($number; HASH; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __spelling {
    ($acc:ty; $hash:ident;) => { $acc };
    ($acc:ty; $hash:ident; $place:literal $($rest:literal)*) => {
        $crate::__spelling!(($acc, $crate::__private::D<{ $crate::__private::digit($hash, $place) }>); $hash; $($rest)*)
    };
}

/// FNV-1a in 128 bits: hardly ever equal for two names, and nothing is unsafe where it is.
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

/// A decimal digit of a hash. A name has 32 of them, a static one those of its number too, and a number at most 20, so how many there are
/// tells the three kinds apart.
pub const fn digit(hash: u128, place: u32) -> usize {
    (hash / 10u128.pow(place) % 10) as usize
}
