//! Lists as tuples, which is how they are printed.

/// A tuple that grows at either end; how lists are printed flat.
pub trait Flat {
    /// With `X` at the end.
    type Push<X>: Flat;
    /// With `X` in front.
    type Unshift<X>: Flat;
    /// A list of one without its parentheses.
    type Plain;
}

macro_rules! flat {
    (@plain $x:ident) => { $x };
    (@plain $($t:ident)*) => { ($($t,)*) };
    ($($t:ident)*) => {
        impl<$($t),*> Flat for ($($t,)*) {
            type Push<X> = ($($t,)* X,);
            type Unshift<X> = (X, $($t,)*);
            type Plain = flat!(@plain $($t)*);
        }
    };
}
flat!();
flat!(A);
flat!(A B);
flat!(A B C);
flat!(A B C D);
flat!(A B C D E);
flat!(A B C D E F);
flat!(A B C D E F G);
flat!(A B C D E F G H);
flat!(A B C D E F G H I);
flat!(A B C D E F G H I J);
flat!(A B C D E F G H I J K);

/// Twelve and more: the rest prints nested.
impl<A, B, C, D, E, F, G, H, I, J, K, M> Flat for (A, B, C, D, E, F, G, H, I, J, K, M) {
    type Push<X> = (Self, X);
    type Unshift<X> = (X, Self);
    type Plain = Self;
}

/// The axes of a shape, as they are printed. Of a generic shape this stays as it stands, so its name is short: `<L as AXES>::AND<(D,)>` are the axes of
/// `L`, and `D`.
pub trait AXES {
    /// They, and `F` behind them.
    #[doc(hidden)]
    type AND<F: Flat>: Flat;
}

impl AXES for () {
    type AND<F: Flat> = F;
}

impl<L: AXES, D> AXES for (L, D) {
    type AND<F: Flat> = L::AND<F::Unshift<D>>;
}

/// A tuple. What only tuples can be is a trait under this one, which no program can name, so that none is taken for such.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tuple of sizes",
    label = "sizes are given as `(Dim::<2>, Dim::<3>)`",
    note = "a program implements no trait of `shaped::errors`"
)]
pub trait Tuple {}

macro_rules! tuple {
    ($first:ident $($t:ident)*) => {
        impl<$first, $($t),*> Tuple for ($first, $($t,)*) {}
        tuple!($($t)*);
    };
    () => {};
}
tuple!(A B C D E F G H);
