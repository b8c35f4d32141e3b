//! The table that texts stand in.

/// Traits, each with its text: the message, the label and the notes of `on_unimplemented`. A verdict that is good in one way has its implementation, too:
///
/// - `Exactly<A>`, `A` the first parameter: `A` itself. Where a size is made through it, any type of which `Exactly<A>` holds
///   ([`Exactly`](crate::shape::list::Exactly) says why).
/// - `TheVery<A>`, its last parameter one that is left open where they differ ([`LeavesOpen`](crate::shape::list::LeavesOpen)): the same, and suggested as no bound.
/// - `True`: `Yes`.
/// - `Good`: `Fits<S>`; what it gives is `S`.
/// - What has [`last_axes!`](crate::shape::last_axes): whatever the compiler waits for, of shapes with these last axes.
///
/// A row says first what decides, `Ours + Copy`; in the documentation it stands last. What gives anything else is implemented beside its operation.
macro_rules! texts {
    ($(
        $(#[$about:meta])*
        message $message:literal
        $(label $label:literal)?
        $(note $note:literal)*
        pub trait $name:ident $(<$($p:ident $(: $bound:ident)?),+>)? $(: $good:ident $(<$by:tt>)? $(+ $($more:ident)? $($life:lifetime)?)*)? { $($gives:tt)* }
    )+) => { $(
        $(#[$about])*
        #[diagnostic::on_unimplemented(message = $message, $(label = $label,)? $(note = $note),*)]
        pub trait $name $(<$($p $(: $bound)?),+>)? $(: $($($more +)? $($life +)?)* $good $(<$by>)?)? { $($gives)* }
        $crate::shape::diagnostics::texts::good!([$($good)?] $name [$($($p),+)?] $($gives)*);
    )+ };
}

/// The implementation of a verdict, by what it stands under and what it gives.
macro_rules! good {
    ([Exactly] $name:ident [$of:ident $(, $p:ident)*] $($(#[$about:meta])+ type Then<$t:ident>;)?) => {
        #[diagnostic::do_not_recommend]
        impl<$of $(, $p)*> $name<$of $(, $p)*> for $of {
            $(type Then<$t> = $t;)?
        }
    };
    ([Exactly] $name:ident [$of:ident $(, $p:ident)*] $(#[$about:meta])+ type Then<$d:ident: Size>: Size;) => {
        #[diagnostic::do_not_recommend]
        impl<$of $(, $p)*, It: Exactly<$of>> $name<$of $(, $p)*> for It {
            type Then<$d: Size> = <It as Exactly<$of>>::Then<$d>;
        }
    };
    ([Exactly] $name:ident [$of:ident $(, $p:ident)*] $(#[$about:meta])+ type Whole<$s:ident: Shape>: Shape;) => {
        #[diagnostic::do_not_recommend]
        impl<$of $(, $p)*, It: Exactly<$of>> $name<$of $(, $p)*> for It {
            type Whole<$s: Shape> = <It as Exactly<$of>>::Whole<$s>;
        }
    };
    ([TheVery] $name:ident [$of:ident $(, $p:ident)*]) => {
        #[diagnostic::do_not_recommend]
        impl<$of $(, $p)*, It: TheVery<$of>> $name<$of $(, $p)*> for It {}
    };
    ([TheVery] $name:ident [$of:ident $(, $p:ident)*] $(#[$about:meta])+ type Then<$t:ident>; $($(#[$all:meta])+ type Whole<$s:ident: Shape>: Shape;)?) => {
        #[diagnostic::do_not_recommend]
        impl<$of $(, $p)*, It: TheVery<$of>> $name<$of $(, $p)*> for It {
            type Then<$t> = It::Told<$t>;
            $(type Whole<$s: Shape> = <It as Exactly<$of>>::Whole<$s>;)?
        }
    };
    ([TheVery] $name:ident [$of:ident, $d:ident $(, $p:ident)*] $(#[$about:meta])+ type Out: Size; $($(#[$behind:meta])+ type Behind<$l:ident: Shape>: Shape;)?) => {
        #[diagnostic::do_not_recommend]
        impl<$of, $d: Size $(, $p)*, It: TheVery<$of>> $name<$of, $d $(, $p)*> for It {
            type Out = <It as Exactly<$of>>::Then<$d>;
            $(type Behind<$l: Shape> = It::Whole<($l, $d)>;)?
        }
    };
    ([TheVery] $name:ident [$of:ident $(, $p:ident)*] $(#[$about:meta])+ type Whole<$s:ident: Shape>: Shape;) => {
        #[diagnostic::do_not_recommend]
        impl<$of $(, $p)*, It: TheVery<$of>> $name<$of $(, $p)*> for It {
            type Whole<$s: Shape> = <It as Exactly<$of>>::Whole<$s>;
        }
    };
    ([True] $name:ident [$($p:ident),+]) => {
        #[diagnostic::do_not_recommend]
        impl<$($p),+> $name<$($p),+> for $crate::shape::number::Yes {}
    };
    ([True] $name:ident [$($p:ident),+] $(#[$about:meta])+ type Then<$n:ident: StaticSize>: StaticSize;) => {
        #[diagnostic::do_not_recommend]
        impl<$($p),+> $name<$($p),+> for $crate::shape::number::Yes {
            type Then<$n: StaticSize> = $n;
        }
    };
    ([Good] $name:ident [$($p:ident),+]) => {
        #[diagnostic::do_not_recommend]
        impl<Fit, $($p),+> $name<$($p),+> for $crate::shape::verdict::Fits<Fit> {}
    };
    ([Good] $name:ident [$($p:ident),+] $(#[$about:meta])+ type $gives:ident: $kind:ident; $($(#[$whole:meta])+ type Whole<$s:ident: Shape>: Shape;)?) => {
        #[diagnostic::do_not_recommend]
        impl<Fit: $kind, $($p),+> $name<$($p),+> for $crate::shape::verdict::Fits<Fit> {
            type $gives = Fit;
            $(type Whole<$s: Shape> = $s;)?
        }
    };
    ([Good] $name:ident [$($p:ident),+] $(#[$about:meta])+ type Then<$s:ident: Shape>: Shape;) => {
        #[diagnostic::do_not_recommend]
        impl<Fit, $($p),+> $name<$($p),+> for $crate::shape::verdict::Fits<Fit> {
            type Then<$s: Shape> = $s;
        }
    };
    // `S` is what is taken apart.
    ([] $name:ident [$s:ident $(, $p:ident)*] last_axes!($($axis:ident)+);) => {
        #[diagnostic::do_not_recommend]
        impl<Lead: Shape, $($axis: Size,)+ $($p,)* By> $name<$crate::shape::last_axes::behind!(Lead $($axis)+) $(, $p)*> for By {
            type Leading = Lead;
            $(type $axis = $axis;)+
        }
    };
    ([$($other:ident)?] $name:ident [$($p:ident),*] $($gives:tt)*) => {};
}
pub(crate) use {good, texts};
