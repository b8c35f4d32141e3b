//! Fourier transforms.

use super::texts::texts;
use crate::shape::list::Exactly;

texts! {
    /// A spectrum has as many frequencies as a real signal of some length makes.
    message "the spectrum of shape {Of} is not that of a signal of {Length} along {Axis}"
    label "such a signal has {Needed} frequencies, and there are {Self}"
    note "n elements have n / 2 + 1 frequencies, rounded down: `x.rfft(Axis::<-1>)` and `y.irfft(Axis::<-1>, Dim::<n>)`"
    pub trait FrequenciesOf<Needed, Length, Axis, Of>: Exactly<Needed> {}
}
