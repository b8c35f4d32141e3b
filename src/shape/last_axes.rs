//! Shapes that end with some axes.

/// A shape: some axes, and then those that are listed.
macro_rules! behind {
    ([$first:ty] [$axis:ty] $($rest:tt)*) => { $crate::shape::last_axes::behind!(($first, $axis) $($rest)*) };
    ($first:tt) => { $first };
    ($first:tt [$axis:ty] $($rest:tt)*) => { $crate::shape::last_axes::behind!(($first, $axis) $($rest)*) };
    ($first:tt $axis:ident $($rest:tt)*) => { $crate::shape::last_axes::behind!(($first, $axis) $($rest)*) };
}
pub(crate) use behind;

/// In a trait that takes a shape apart: what is in front, and the last axes by their names.
macro_rules! last_axes {
    (@ $axis:ident) => {
        /// The last axis.
        type $axis: Size;
    };
    (@ $axis:ident $z:ident) => {
        /// The last axis but one.
        type $axis: Size;
        last_axes!(@ $z);
    };
    (@ $axis:ident $y:ident $z:ident) => {
        /// The last axis but two.
        type $axis: Size;
        last_axes!(@ $y $z);
    };
    (@ $axis:ident $x:ident $y:ident $z:ident) => {
        /// The last axis but three.
        type $axis: Size;
        last_axes!(@ $x $y $z);
    };
    ($($axis:ident)+) => {
        /// The axes in front.
        type Leading: Shape;
        last_axes!(@ $($axis)+);
    };
}
pub(crate) use last_axes;

/// In a trait of what each of some axes has: one for each, by the axis's name.
macro_rules! each_axis {
    ($bound:ident: $($axis:ident)+) => { $(
        #[doc = concat!("The one for the axis `", stringify!($axis), "`.")]
        type $axis: $bound;
    )+ };
}
pub(crate) use each_axis;
