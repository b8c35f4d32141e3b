//! What the macros over labelled axes have in common.

/// The sizes under some labels as a shape.
#[doc(hidden)]
#[macro_export]
macro_rules! __sizes {
    (__Leading $($label:ident)*) => { $crate::__sizes!(@ __Leading; $($label)*) };
    (@ $acc:ty; $label:ident $($rest:ident)*) => { $crate::__sizes!(@ ($acc, $label); $($rest)*) };
    (@ $acc:ty;) => { $acc };
    ($($label:ident)*) => { $crate::__sizes!(@ (); $($label)*) };
}

/// The names of some labels as a list.
#[doc(hidden)]
#[macro_export]
macro_rules! __names {
    (__Leading $($label:ident)*) => { $crate::__names!(@ $crate::__private::AnyLeading; $($label)*) };
    (@ $acc:ty; $label:ident $($rest:ident)*) => { $crate::__names!(@ ($acc, $crate::__label!($label)); $($rest)*) };
    (@ $acc:ty;) => { $acc };
    ($($label:ident)*) => { $crate::__names!(@ (); $($label)*) };
}

/// The type that stands for a label in errors: one of the crate's for a letter, whose name prints without a path, and a local one for
/// all others.
#[doc(hidden)]
#[macro_export]
#[rustfmt::skip]
macro_rules! __label {
    (a) => { $crate::labels::a }; (b) => { $crate::labels::b }; (c) => { $crate::labels::c }; (d) => { $crate::labels::d };
    (e) => { $crate::labels::e }; (f) => { $crate::labels::f }; (g) => { $crate::labels::g }; (h) => { $crate::labels::h };
    (i) => { $crate::labels::i }; (j) => { $crate::labels::j }; (k) => { $crate::labels::k }; (l) => { $crate::labels::l };
    (m) => { $crate::labels::m }; (n) => { $crate::labels::n }; (o) => { $crate::labels::o }; (p) => { $crate::labels::p };
    (q) => { $crate::labels::q }; (r) => { $crate::labels::r }; (s) => { $crate::labels::s }; (t) => { $crate::labels::t };
    (u) => { $crate::labels::u }; (v) => { $crate::labels::v }; (w) => { $crate::labels::w }; (x) => { $crate::labels::x };
    (y) => { $crate::labels::y }; (z) => { $crate::labels::z };
    ($label:ident) => { $label };
}

/// Declares the type that stands for a label, if it is a local one.
#[doc(hidden)]
#[macro_export]
#[rustfmt::skip]
macro_rules! __declare {
    (a) => {}; (b) => {}; (c) => {}; (d) => {};
    (e) => {}; (f) => {}; (g) => {}; (h) => {};
    (i) => {}; (j) => {}; (k) => {}; (l) => {};
    (m) => {}; (n) => {}; (o) => {}; (p) => {};
    (q) => {}; (r) => {}; (s) => {}; (t) => {};
    (u) => {}; (v) => {}; (w) => {}; (x) => {};
    (y) => {}; (z) => {};
    ($label:ident) => {
        #[allow(non_camel_case_types, dead_code)]
        enum $label {}
    };
}
