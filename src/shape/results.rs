//! What operations make of shapes.

/// A trait of the shapes that an operation takes, with the shape that it gives as `Output`, and the name of that shape.
macro_rules! results {
    ($(
        $(#[$doc:meta])*
        pub trait $trait:ident<$($parameter:ident $(: $bound:ident)?),+>: Shape $(with { $($more:tt)* })?;
        $(#[$about:meta])*
        pub type $output:ident;
    )+) => { $(
        $(#[$doc])*
        pub trait $trait<$($parameter $(: $bound)?),+>: Shape {
            /// The shape of the result.
            type Output: Shape;
            $($($more)*)?
        }

        $(#[$about])*
        pub type $output<X, $($parameter),+> = <X as $trait<$($parameter),+>>::Output;
    )+ };
}
pub(crate) use results;
