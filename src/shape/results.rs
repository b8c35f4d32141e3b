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
/// As [`results`], of an operation with windows over one, two and three axes: what its options say, and what the compiler says of others, stands once.
macro_rules! by_options {
    (
        with $more:tt
        message $message:literal
        label $label:literal
        $(
            $(#[$doc:meta])*
            note $options:literal
            note $bound:literal
            pub trait $trait:ident<$($parameter:ident $(: $is:ident)? $(= $default:ident)?),+>: Shape;
            $(#[$about:meta])*
            pub type $output:ident;
        )+
    ) => { $(
        results! {
            $(#[$doc])*
            #[diagnostic::on_unimplemented(message = $message, label = $label, note = $options, note = $bound)]
            pub trait $trait<$($parameter $(: $is)? $(= $default)?),+>: Shape with $more;
            $(#[$about])*
            pub type $output;
        }
    )+ };
}
pub(crate) use {by_options, results};
