//! Shapes that end with some axes.

/// A shape: some axes, and then those that are listed.
macro_rules! behind {
    ([$first:ty] [$axis:ty] $($rest:tt)*) => { $crate::shape::last_axes::behind!(($first, $axis) $($rest)*) };
    ($first:tt) => { $first };
    ($first:tt [$axis:ty] $($rest:tt)*) => { $crate::shape::last_axes::behind!(($first, $axis) $($rest)*) };
    ($first:tt $axis:ident $($rest:tt)*) => { $crate::shape::last_axes::behind!(($first, $axis) $($rest)*) };
}
pub(crate) use behind;

/// Shapes of any axes in front and some last ones, taken apart by traits of an operation's options.
macro_rules! taken_apart {
    ($($trait:ident: $($axis:ident)+;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<L: Shape, $($axis: Size,)+ X, O> $trait<$crate::shape::last_axes::behind!(L $($axis)+), X> for O {
            type Leading = L;
            $(type $axis = $axis;)+
        }
    )* };
}
pub(crate) use taken_apart;
