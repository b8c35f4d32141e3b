//! What operations make of shapes.

/// A trait of the shapes that an operation takes, with the shape that it gives as `Output`, and the name of that shape.
macro_rules! results {
    ($(
        $(#[$doc:meta])*
        pub trait $trait:ident<$($parameter:ident $(: $bound:ident)? $(= $default:ident)?),+>: Shape $(with { $($more:tt)* })?;
        $(#[$about:meta])*
        pub type $output:ident;
    )+) => { $(
        $(#[$doc])*
        pub trait $trait<$($parameter $(: $bound)? $(= $default)?),+>: Shape {
            /// The shape of the result.
            type Output: Shape;
            $($($more)*)?
        }

        $(#[$about])*
        pub type $output<X, $($parameter $(= $default)?),+> = <X as $trait<$($parameter),+>>::Output;
    )+ };
}
/// As [`results`], of an operation with windows over one, two and three axes: what its options say stands once.
macro_rules! by_options {
    (
        with $more:tt;
        $(
            $(#[$doc:meta])*
            pub trait $trait:ident<$($parameter:ident $(: $bound:ident)? $(= $default:ident)?),+>: Shape;
            $(#[$about:meta])*
            pub type $output:ident;
        )+
    ) => {
        $(by_options! { @row $more [
            $(#[$doc])*
            pub trait $trait<$($parameter $(: $bound)? $(= $default)?),+>: Shape
        ] [
            $(#[$about])*
            pub type $output;
        ] })+
    };
    (@row $more:tt [$($trait:tt)+] [$($output:tt)+]) => {
        results! { $($trait)+ with $more; $($output)+ }
    };
}
pub(crate) use {by_options, results};
