//! `Checked` and `Anomaly`: which operation made what is not finite.

// Circle with tape.rs: a tape has a checked step, which is one of the tape's.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use super::tape::Tape;
use super::tracer::Tracer;
use crate::kind::watch::{Flaws, Spot, Watch};
use crate::kind::{Real, Traced};
use crate::nn::Parameters;
use crate::nn::gradient::Gradient;
use crate::shape::Shape;
use crate::shape::diagnostics::OneNumber;
use crate::tensor::Tensor;

/// What made a value or a gradient that is not finite: the error of a [`Checked`] step.
#[derive(Clone)]
pub struct Anomaly(Box<Found>);

#[derive(Clone)]
struct Found {
    nan: bool,
    by: By,
    /// What had made an infinite number before.
    earlier: Option<Spot>,
}

#[derive(Clone)]
enum By {
    Operation(Spot),
    Parameter(String),
    Input,
}

impl Anomaly {
    /// What the operation is called that made the number, as a program calls it, or its operator; none if the number came in by a parameter of
    /// the model or by an input.
    pub fn operation(&self) -> Option<&'static str> {
        self.spot().map(|spot| spot.operation)
    }

    /// The how manieth operation of the step it is, from 1 on.
    pub fn number(&self) -> Option<usize> {
        self.spot().map(|spot| spot.number as usize)
    }

    /// Whether it was the gradient that it made so, and not its result.
    pub fn is_on_the_way_back(&self) -> bool {
        self.spot().is_some_and(|spot| spot.back)
    }

    /// Whether it made a NaN; if not, an infinite number.
    pub fn is_nan(&self) -> bool {
        self.0.nan
    }

    /// Where the operation was called, if the program runs with `RUST_BACKTRACE=1`. PyTorch's "Traceback of forward call that caused the error".
    #[cfg(feature = "std")]
    pub fn backtrace(&self) -> Option<&std::backtrace::Backtrace> {
        self.spot()?.trace.as_deref()
    }

    fn spot(&self) -> Option<&Spot> {
        match &self.0.by {
            By::Operation(spot) => Some(spot),
            By::Parameter(_) | By::Input => None,
        }
    }

    fn new(nan: bool, by: By, earlier: Option<Spot>) -> Self {
        Anomaly(Box::new(Found { nan, by, earlier }))
    }
}

impl fmt::Display for Anomaly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = if self.0.nan { "a NaN" } else { "an infinite number" };
        match &self.0.by {
            By::Operation(spot) if spot.back => write!(f, "{number} in the gradient, made on the way back by {spot}"),
            By::Operation(spot) => write!(f, "{number}, made by {spot}"),
            By::Parameter(name) => write!(f, "{number}, which is in the model's `{name}`"),
            By::Input => write!(f, "{number}, which came in by an operand: no operation made it"),
        }?;
        match &self.0.earlier {
            Some(earlier) => write!(f, "; before, {earlier}, had made an infinite one"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Anomaly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Anomaly({self})")
    }
}

impl core::error::Error for Anomaly {}

/// Steps of a [`Tape`] that stop at the first NaN: what [`Tape::checked`] gives.
pub struct Checked<'a, M, T = f32>(pub(super) &'a mut Tape<M, T>);

impl<'a, M: Parameters<T> + Clone, T: Real> Checked<'a, M, T> {
    /// As [`Tape::value_and_grad`].
    ///
    /// # Errors
    /// Names the first operation that made a NaN of operands that had none, on the way forward or back; or if the value or a gradient is
    /// infinite, the first that made an infinite number.
    ///
    /// # Panics
    /// As [`Tape::value_and_grad`].
    #[track_caller]
    pub fn value_and_grad<'env, S, F>(self, model: &'env M, f: F) -> Result<(T, &'a mut Gradient<M>), Anomaly>
    where
        F: for<'t> FnOnce(Tracer<'t, 'env, T>) -> Tensor<T, S, Traced<'t>>,
        S: Shape + OneNumber<S::Shown>,
    {
        let (value, (), gradient) = self.step(model, false, |tape| (f(tape), ()))?;
        Ok((value, gradient))
    }

    /// As [`Tape::grad`].
    ///
    /// # Errors
    /// As [`value_and_grad`](Self::value_and_grad).
    ///
    /// # Panics
    /// As [`Tape::value_and_grad`].
    #[track_caller]
    pub fn grad<'env, S, F>(self, model: &'env M, f: F) -> Result<&'a mut Gradient<M>, Anomaly>
    where
        F: for<'t> FnOnce(Tracer<'t, 'env, T>) -> Tensor<T, S, Traced<'t>>,
        S: Shape + OneNumber<S::Shown>,
    {
        Ok(self.value_and_grad(model, f)?.1)
    }

    /// As [`Tape::value_and_grad_with`].
    ///
    /// # Errors
    /// As [`value_and_grad`](Self::value_and_grad).
    ///
    /// # Panics
    /// As [`Tape::value_and_grad`].
    #[track_caller]
    pub fn value_and_grad_with<'env, A, S, F>(
        self,
        model: &'env M,
        f: F,
    ) -> Result<(T, A, &'a mut Gradient<M>), Anomaly>
    where
        F: for<'t> FnOnce(Tracer<'t, 'env, T>) -> (Tensor<T, S, Traced<'t>>, A),
        S: Shape + OneNumber<S::Shown>,
    {
        self.step(model, false, f)
    }

    /// As [`Tape::accumulate`]. After an error the gradients that there were are gone, too.
    ///
    /// # Errors
    /// As [`value_and_grad`](Self::value_and_grad).
    ///
    /// # Panics
    /// As [`Tape::value_and_grad`].
    #[track_caller]
    pub fn accumulate<'env, S, F>(self, model: &'env M, f: F) -> Result<(T, &'a mut Gradient<M>), Anomaly>
    where
        F: for<'t> FnOnce(Tracer<'t, 'env, T>) -> Tensor<T, S, Traced<'t>>,
        S: Shape + OneNumber<S::Shown>,
    {
        let (value, (), gradient) = self.step(model, true, |tape| (f(tape), ()))?;
        Ok((value, gradient))
    }

    #[track_caller]
    fn step<'env, A, S, F>(self, model: &'env M, add: bool, f: F) -> Result<(T, A, &'a mut Gradient<M>), Anomaly>
    where
        F: for<'t> FnOnce(Tracer<'t, 'env, T>) -> (Tensor<T, S, Traced<'t>>, A),
        S: Shape + OneNumber<S::Shown>,
    {
        let watch = Watch::default();
        let (value, aux, gradient) = self.0.step(model, add, Some(&watch), f);
        match anomaly(&watch, value, model, gradient) {
            Some(anomaly) => {
                gradient.visit_mut(&mut |_, elements| elements.fill(T::zero()));
                Err(anomaly)
            }
            None => Ok((value, aux, gradient)),
        }
    }
}

/// What a step that was watched has to say, compiled once for all models.
fn anomaly<T: Real>(
    watch: &Watch,
    value: T,
    model: &dyn Parameters<T>,
    gradient: &dyn Parameters<T>,
) -> Option<Anomaly> {
    if let Some(spot) = watch.nan() {
        let earlier = watch.infinite().filter(|earlier| earlier.number != spot.number || earlier.back != spot.back);
        return Some(Anomaly::new(true, By::Operation(spot), earlier));
    }
    let mut flaws = Flaws::of(&[value]);
    if !flaws.any() {
        gradient.visit(&mut |_, elements| {
            let of_one = Flaws::of(elements);
            flaws = Flaws { nan: flaws.nan || of_one.nan, infinite: flaws.infinite || of_one.infinite };
        });
    }
    if !flaws.any() {
        return None;
    }
    let by = match watch.infinite() {
        Some(spot) if !flaws.nan => By::Operation(spot),
        _ => {
            let of_model = model.named_parameters().into_iter().find(|one| {
                let of_one = Flaws::of(one.elements);
                if flaws.nan { of_one.nan } else { of_one.infinite }
            });
            of_model.map_or(By::Input, |one| By::Parameter(one.name))
        }
    };
    Some(Anomaly::new(flaws.nan, by, None))
}
