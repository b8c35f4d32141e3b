//! `Tapes`: a step in parts of a batch, each with a tape of its own.

use alloc::vec::Vec;

use super::tape::Tape;
use super::tracer::Tracer;
use crate::kernels::back::add;
use crate::kind::{Real, Traced};
use crate::nn::Parameters;
use crate::nn::gradient::Gradient;
use crate::shape::Shape;
use crate::shape::diagnostics::OneNumber;
use crate::tensor::Tensor;

/// Tapes for the parts of a batch: with the feature `rayon` they run at the same time, on the threads of rayon's current pool; without it one
/// after another. PyTorch's `DistributedDataParallel`, in one process.
///
/// The value is the mean of the parts' values, and the gradient the mean of their gradients, which are added in the order of the parts: the
/// same bits for any number of threads, with the feature or without. What decides the bits is into how many parts the program cuts. Each part
/// counts the same: where the loss is a mean and parts are not as long as each other, it is multiplied by the part's share, `rows of the part * parts /
/// rows of all`.
///
/// Each tape keeps memory for the values of its part and for a gradient of the whole model. As many parts as there are cores, or a few for each, is a good number;
/// a part should take longer than some tens of microseconds, the price of handing it to another thread.
///
/// ```
/// use shaped::{grad::Tapes, nn::*, optim::Batches, prelude::*};
/// let model = Linear::<dim!(2), dim!(1)>::new(tensor![[0.5f32, -1.0]], tensor![0.0]);
/// let x = tensor![[0.0f32, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]];
/// let y = tensor![[1.0f32], [2.0], [3.0], [4.0]];
/// // Two parts of two rows each: views, nothing is copied.
/// let parts: Vec<_> = Batches::new(&x, &y, Dim::<2>).in_order().collect();
/// let mut tapes = Tapes::new(&model);
/// let (loss, gradient) = tapes.value_and_grad(&model, &parts, |tape, (x, y)| {
///     (model.forward(&tape.input(x)) - tape.input(y)).square().mean_all()
/// });
/// assert_eq!(loss, 30.0);
/// assert_eq!(gradient.weight.value(), &tensor![[-40.0, -50.0]]);
/// ```
///
/// Shapes are checked as on one tape, in parts too:
///
/// ```compile_fail,E0277
/// use shaped::{grad::Tapes, nn::*, optim::Batches, prelude::*};
/// let model = Linear::<dim!(2), dim!(3)>::default();
/// let (x, y) = (Tensor::<f32, shape![4, 2]>::zeros(), Tensor::<f32, shape![4, 2]>::zeros());
/// let parts: Vec<_> = Batches::new(&x, &y, Dim::<2>).in_order().collect();
/// Tapes::new(&model).value_and_grad(&model, &parts, |tape, (x, y)| {
///     (model.forward(&tape.input(x)) - tape.input(y)).square().mean_all() // `[2, 3] - [2, 2]`
/// });
/// ```
pub struct Tapes<M, T = f32> {
    /// The first one's gradient is that of the batch.
    tapes: Vec<Tape<M, T>>,
    seed: Option<u64>,
}

impl<M: Parameters<T> + Clone + Send + Sync, T: Real> Tapes<M, T> {
    /// Tapes for gradients of models like this one: as many as a step has parts.
    pub fn new(model: &M) -> Self {
        Tapes { tapes: Vec::from([Tape::new(model)]), seed: None }
    }

    /// As [`Tape::train`]; each part has random numbers of its own, which depend on the seed and on its place.
    pub fn train(&mut self, seed: u64) {
        self.seed = Some(seed);
        self.tapes.iter_mut().enumerate().for_each(|(i, tape)| tape.train(of_part(seed, i)));
    }

    /// As [`Tape::eval`].
    pub fn eval(&mut self) {
        self.seed = None;
        self.tapes.iter_mut().for_each(Tape::eval);
    }

    /// How many bytes the last step needed, in all parts: for their values, and for gradients that were under way.
    pub fn bytes(&self) -> usize {
        self.tapes.iter().map(Tape::bytes).sum()
    }

    /// The mean of what `f` gives for each of the parts, and its gradient by every parameter of the model. The gradient of a
    /// [`Buffer`](crate::nn::Buffer), its next value, is the mean of what the parts say. As [`Tape::value_and_grad`] otherwise.
    ///
    /// # Panics
    /// If there are no parts, and as [`Tape::value_and_grad`].
    #[track_caller]
    pub fn value_and_grad<'env, P, S, F>(&mut self, model: &'env M, parts: &'env [P], f: F) -> (T, &mut Gradient<M>)
    where
        P: Sync,
        F: for<'t> Fn(Tracer<'t, 'env, T>, &'env P) -> Tensor<T, S, Traced<'t>> + Sync,
        S: Shape + OneNumber<S::Shown>,
    {
        let (value, _, gradient) = self.value_and_grad_with(model, parts, |tape, part| (f(tape, part), ()));
        (value, gradient)
    }

    /// As [`value_and_grad`](Self::value_and_grad), and what else `f` gives for each of the parts, in their order. As
    /// [`Tape::value_and_grad_with`].
    ///
    /// ```
    /// use shaped::{grad::Tapes, nn::Param, prelude::*};
    /// let weight = Param::new(tensor![1.0f32, -2.0]);
    /// let parts = [1.0, 3.0];
    /// let mut tapes = Tapes::new(&weight);
    /// let (mean, each, gradient) = tapes.value_and_grad_with(&weight, &parts, |tape, part| {
    ///     let sum = (tape.parameter(&weight) * *part).sum_all();
    ///     (sum.clone(), sum.value()[[]])
    /// });
    /// assert_eq!((mean, each, gradient.as_slice()), (-2.0, vec![-1.0, -3.0], &[2.0, 2.0][..]));
    /// ```
    ///
    /// # Panics
    /// As [`value_and_grad`](Self::value_and_grad).
    #[track_caller]
    pub fn value_and_grad_with<'env, P, A, S, F>(
        &mut self,
        model: &'env M,
        parts: &'env [P],
        f: F,
    ) -> (T, Vec<A>, &mut Gradient<M>)
    where
        P: Sync,
        A: Send,
        F: for<'t> Fn(Tracer<'t, 'env, T>, &'env P) -> (Tensor<T, S, Traced<'t>>, A) + Sync,
        S: Shape + OneNumber<S::Shown>,
    {
        assert!(!parts.is_empty(), "a step of no parts has no mean");
        for i in self.tapes.len()..parts.len() {
            let mut tape = Tape::new(model);
            self.seed.inspect(|&seed| tape.train(of_part(seed, i)));
            self.tapes.push(tape);
        }
        let tapes = &mut self.tapes[..parts.len()];
        let results = each(tapes, parts, |tape, part| {
            let (value, aux, _) = tape.value_and_grad_with(model, |tape| f(tape, part));
            (value, aux)
        });
        let (sum, aux) = results.into_iter().fold((T::zero(), Vec::new()), |(sum, mut all), (value, aux)| {
            all.push(aux);
            (sum + value, all)
        });
        let count = T::from(parts.len()).expect("a float for every count");
        let (first, others) = tapes.split_first_mut().expect("as many tapes as parts");
        for other in others.iter_mut() {
            Gradient::<M>::zip([first.gradient_mut(), other.gradient_mut()], &mut |_, [sum, part]| add(sum, part));
        }
        let gradient = first.gradient_mut();
        if !others.is_empty() {
            gradient.visit_mut(&mut |_, elements| elements.iter_mut().for_each(|x| *x = *x / count));
        }
        (sum / count, aux, gradient)
    }
}

/// The seed of a part: of the first one that of the tapes, as if there were no others.
fn of_part(seed: u64, i: usize) -> u64 {
    seed.wrapping_add((i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// What `f` gives for each tape with its part, in their order.
#[cfg(feature = "rayon")]
fn each<'p, M: Send, T: Real, P: Sync, R: Send>(
    tapes: &mut [Tape<M, T>],
    parts: &'p [P],
    f: impl Fn(&mut Tape<M, T>, &'p P) -> R + Sync,
) -> Vec<R> {
    use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, IntoParallelRefMutIterator, ParallelIterator};
    tapes.par_iter_mut().zip(parts.par_iter()).with_max_len(1).map(|(tape, part)| f(tape, part)).collect()
}

/// As above, one after another.
#[cfg(not(feature = "rayon"))]
fn each<'p, M, T, P, R>(tapes: &mut [Tape<M, T>], parts: &'p [P], f: impl Fn(&mut Tape<M, T>, &'p P) -> R) -> Vec<R> {
    tapes.iter_mut().zip(parts).map(|(tape, part)| f(tape, part)).collect()
}
