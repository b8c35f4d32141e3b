//! The same cases by the tape. Not part of the test until there is one; three lines make it so:
//!
//! - `main.rs`, before the families: `#[macro_use] mod tape;`
//! - `harness.rs`, at the end of the block that `cases` makes:
//!   `taped!(case $data; [$($x: $kind [$($n),*]),+] {$($($m),+)?} $y);`
//! - `main.rs`, at its top: what the tape says of the gradients is then also held against PyTorch's, in f64 and f32.

use shaped::{Layout, StaticShape, nn::Parameters, optim::*, prelude::*};

use super::harness::{Real, cotangent};

/// The gradient of a loss by all of a model: the one place that calls the tape.
pub fn gradient<T: Real, M: Parameters<T> + Clone>(
    model: &M,
    loss: impl for<'t> FnOnce(Tracer<'t, '_, T>) -> Tensor<T, shape![], Traced<'t>>,
) -> M {
    let mut tape = Tape::new(model);
    // The second time, memory is used again.
    tape.value_and_grad(model, |tape| tape.input(&Tensor::ones()));
    let (_, gradient) = tape.value_and_grad(model, loss);
    gradient.clone()
}

/// A result's sum by the cotangent.
pub trait Loss<'t, T> {
    fn loss(&self, tape: Tracer<'t, '_, T>) -> Tensor<T, shape![], Traced<'t>>;
}

fn by_cotangent<T: Real, S: StaticShape>() -> Tensor<T, S> {
    let numel = Tensor::<u8, S>::zeros().numel();
    Tensor::from_vec((0..numel).map(|i| T::of(cotangent(i))).collect()).expect("as many")
}

impl<'t, T: Real, S: StaticShape> Loss<'t, T> for Tensor<T, S, Traced<'t>> {
    fn loss(&self, tape: Tracer<'t, '_, T>) -> Tensor<T, shape![], Traced<'t>> {
        (self * tape.input(&by_cotangent::<T, S>())).sum_all()
    }
}

impl<'t, T: Real, S: StaticShape, Y: Layout<S>> Loss<'t, T> for View<'_, T, S, Y, Traced<'t>> {
    fn loss(&self, tape: Tracer<'t, '_, T>) -> Tensor<T, shape![], Traced<'t>> {
        (self * tape.input(&by_cotangent::<T, S>())).sum_all()
    }
}

/// A case by the tape: each input is a parameter, and constant floats are inputs of the tape.
macro_rules! taped {
    ($case:ident $data:ident; [$($x:ident: $kind:ident [$($n:literal),*]),+] {$($m:ident),*} $y:expr) => {{
        let model = ($(Param::new($data.tensor::<T, shape![$($n),*]>(stringify!($kind))),)+);
        let any = Tensor::<T, shape![]>::ones();
        let gradient = crate::tape::gradient::<T, _>(&model, |tape| {
            let (any, ($($x,)+)) = (tape.input(&any), &model);
            $(let $x = &any.with($x);)+
            $(let $m = &tape.input($m);)*
            crate::tape::Loss::loss(&$y, tape)
        });
        let ($($x,)+) = &gradient;
        let found = [$($x.value().iter().copied().collect::<Vec<T>>()),+];
        $case.check(&found, crate::harness::Real::double, <T as crate::harness::Real>::TOLERANCE);
    }};
}
