//! Elements that an operator is for, so that of others the compiler says so, and not that there is no operator.

use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Sub};

/// A trait for each operator: what it asks of elements, and what is said of those that lack it.
macro_rules! operable {
    ($($(#[$text:meta])* $name:ident: $op:ident;)*) => { $(
        $(#[$text])*
        pub trait $name: Clone + $op<Output = Self> {}
        #[diagnostic::do_not_recommend]
        impl<T: Clone + $op<Output = T>> $name for T {}
    )* };
}

operable! {
    /// Elements of which sums are made by `+`.
    #[diagnostic::on_unimplemented(
        message = "elements `{Self}` are not added by `+`",
        label = "numbers are: a generic type of elements is `T: num_traits::Float`, or `T: Clone + std::ops::Add<Output = T>`; masks take `&`, `|` and `^`"
    )]
    AddElement: Add;
    /// Elements of which differences are made by `-`.
    #[diagnostic::on_unimplemented(
        message = "elements `{Self}` are not subtracted by `-`",
        label = "numbers are: a generic type of elements is `T: num_traits::Float`, or `T: Clone + std::ops::Sub<Output = T>`; masks take `&`, `|` and `^`"
    )]
    SubElement: Sub;
    /// Elements of which products are made by `*`.
    #[diagnostic::on_unimplemented(
        message = "elements `{Self}` are not multiplied by `*`",
        label = "numbers are: a generic type of elements is `T: num_traits::Float`, or `T: Clone + std::ops::Mul<Output = T>`; a mask is put to use by `x.masked_fill(&mask, 0.0)`, or is numbers by `mask.cast::<f32>()`"
    )]
    MulElement: Mul;
    /// Elements of which quotients are made by `/`.
    #[diagnostic::on_unimplemented(
        message = "elements `{Self}` are not divided by `/`",
        label = "numbers are: a generic type of elements is `T: num_traits::Float`, or `T: Clone + std::ops::Div<Output = T>`"
    )]
    DivElement: Div;
    /// Elements of which remainders are made by `%`.
    #[diagnostic::on_unimplemented(
        message = "elements `{Self}` have no remainder by `%`",
        label = "numbers have: a generic type of elements is `T: num_traits::Float`, or `T: Clone + std::ops::Rem<Output = T>`"
    )]
    RemElement: Rem;
    /// Elements that are combined by `&`.
    #[diagnostic::on_unimplemented(
        message = "elements `{Self}` are not combined by `&`",
        label = "masks and integers are: of numbers, a comparison gives a mask, `x.greater(0.5)`"
    )]
    BitAndElement: BitAnd;
    /// Elements that are combined by `|`.
    #[diagnostic::on_unimplemented(
        message = "elements `{Self}` are not combined by `|`",
        label = "masks and integers are: of numbers, a comparison gives a mask, `x.greater(0.5)`"
    )]
    BitOrElement: BitOr;
    /// Elements that are combined by `^`.
    #[diagnostic::on_unimplemented(
        message = "elements `{Self}` are not combined by `^`",
        label = "masks and integers are: of numbers, a comparison gives a mask, `x.greater(0.5)`; a power is `x.powf(2.0)`"
    )]
    BitXorElement: BitXor;
}
