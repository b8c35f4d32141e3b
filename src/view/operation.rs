//! How a family of methods is written.

/// A family of methods of every operand, or of those that can be changed (`: OperandMut`), each signature once: the trait, with its documentation,
/// and its implementation where the condition holds. (What decides whether a method is had is a parameter of the trait, and every condition stands on
/// the implementation, which may name by a parameter of its own, `given`, what one condition gives to another.)
macro_rules! operation {
    (
        $(#[$family:meta])*
        trait $trait:ident[$($generics:tt)*][$($arguments:tt)*] for $($rest:tt)*
    ) => {
        $crate::view::operation! { $(#[$family])* trait $trait[$($generics)*][$($arguments)*]: Operand for $($rest)* }
    };
    (
        $(#[$family:meta])*
        trait $trait:ident[$($generics:tt)*][$($arguments:tt)*]: $all:ident for $x:ident $(given [$($given:tt)*])? where [$($condition:tt)*] $({ $(
            $(#[$about:meta])*
            type $name:ident: $bound:path = $type:ty;
        )* })?
        $(
            $(#[$doc:meta])*
            fn $method:ident(&$($this:ident)+ $(, $argument:ident: $of:ty)* $(,)?) $(-> $result:ty)?
            $(where [$($asked:tt)*])? $(=> #[$how:meta])? $body:block
        )*
    ) => {
        $(#[$family])*
        pub trait $trait<$($generics)*>: $all {
            $($(
                $(#[$about])*
                type $name: $bound;
            )*)?
            $(
                $(#[$doc])*
                fn $method(&$($this)+ $(, $argument: $of)*) $(-> $result)?
                $(where $($asked)*)?;
            )*
        }

        #[allow(unused_variables)] // of an argument that is a type, such as an axis, the value says nothing
        impl<$x, $($generics)* $(, $($given)*)?> $trait<$($arguments)*> for $x
        where
            $($condition)*
        {
            $($( type $name = $type; )*)?
            $(
                $(#[$how])?
                fn $method(&$($this)+ $(, $argument: $of)*) $(-> $result)?
                $(where $($asked)*)?
                $body
            )*
        }
    };
}
pub(crate) use operation;
