//! Recurrent layers: all steps of all layers in one go, and their way back. Gates are in PyTorch's order.
//!
//! What the steps read of the input is one product for many of them; what they read of the state is a product for each, with a matrix that is
//! copied into [panels](packed) once; what follows is one pass over the [gates](cells).

mod back;
mod cells;
mod forward;
mod packed;

use alloc::vec::Vec;

use num_traits::Float;

use crate::kernels::float::{Same, for_floats};
use crate::kernels::random::Drop;
use crate::kernels::simd::{One, Real, Simd, Work};
use crate::storage::Buffer;

/// What a step computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Lstm,
    Gru,
    Tanh,
    Relu,
}

impl Cell {
    /// How many matrices of weights the input meets, and the state.
    pub(crate) const fn gates(self) -> usize {
        match self {
            Cell::Lstm => 4,
            Cell::Gru => 3,
            Cell::Tanh | Cell::Relu => 1,
        }
    }

    /// Whether there is a cell state beside the state.
    pub(crate) const fn has_cell_state(self) -> bool {
        matches!(self, Cell::Lstm)
    }

    /// How much is kept of a step beside the gates and the state before it: the cell state before it, or the state's part of a gate.
    const fn extra(self) -> usize {
        match self {
            Cell::Lstm | Cell::Gru => 1,
            Cell::Tanh | Cell::Relu => 0,
        }
    }
}

/// What is computed, and of which sizes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spec {
    pub cell: Cell,
    pub batch: usize,
    pub steps: usize,
    pub inputs: usize,
    pub hidden: usize,
    pub layers: usize,
    /// 1 or 2.
    pub directions: usize,
    pub bias: bool,
    /// The width of the state, where that is what a matrix makes of the hidden numbers: of an LSTM only.
    pub projected: Option<usize>,
    /// What is dropped between layers.
    pub drop: Option<Drop>,
    /// Whether the outputs are asked for, and whether the last states are.
    pub outputs: bool,
    pub states: bool,
}

impl Spec {
    /// How many tensors of weights each layer has in each direction.
    pub(crate) fn weights_each(&self) -> usize {
        2 + if self.bias { 2 } else { 0 } + usize::from(self.projected.is_some())
    }

    /// The width of the state.
    pub(crate) fn state(&self) -> usize {
        self.projected.unwrap_or(self.hidden)
    }

    /// # Panics
    /// If `usize` cannot count the elements of anything that is computed: stretched inputs and those without elements take no memory.
    pub(crate) fn assert_counts(&self) {
        let of_each = (self.cell.gates() + 3 + self.cell.extra()) * self.directions;
        let most = || {
            let width =
                self.hidden.max(self.state()).checked_mul(of_each)?.checked_mul(self.layers)?.max(self.inputs).max(1);
            self.batch.checked_mul(self.steps.max(1))?.checked_mul(width)
        };
        assert!(
            most().is_some(),
            "a batch of {} sequences of {} steps has more elements than `usize` can count",
            self.batch,
            self.steps
        );
    }

    /// Do all results have no elements? Then nothing is done in each of the steps, which may be any number.
    fn gives_nothing(&self) -> bool {
        self.batch == 0 || self.width() == 0 && self.hidden == 0
    }

    fn rows(&self) -> usize {
        self.batch * self.steps
    }

    /// The width of what a layer gives.
    fn width(&self) -> usize {
        self.directions * self.state()
    }

    /// The width of what a layer takes.
    fn inputs_of(&self, layer: usize) -> usize {
        if layer == 0 { self.inputs } else { self.width() }
    }

    /// How many elements there are: of the outputs, `[batch, steps, directions state]`, of the last states,
    /// `[batch, layers directions, state]`, and of the last cell states, `[batch, layers directions, hidden]`. They lie one after the other.
    pub(crate) fn results(&self) -> [usize; 3] {
        let [states, cell_states] = self.states_len();
        let of = |asked: bool, n: usize| if asked { n } else { 0 };
        let cells = self.states && self.cell.has_cell_state();
        [of(self.outputs, self.rows() * self.width()), of(self.states, states), of(cells, cell_states)]
    }

    /// How many elements all states have, and all cell states.
    fn states_len(&self) -> [usize; 2] {
        [self.state(), self.hidden].map(|width| self.batch * self.layers * self.directions * width)
    }

    /// Where the state of a sequence begins, of all layers' states of a width.
    fn state_at(&self, sequence: usize, layer: usize, direction: usize, width: usize) -> usize {
        ((sequence * self.layers + layer) * self.directions + direction) * width
    }

    /// How many elements the way back needs: of each layer but the first what it takes, and for each direction the gates, the states before
    /// each step, and what its cell keeps beside.
    pub(crate) fn kept(&self) -> usize {
        let inputs = self.layers.saturating_sub(1) * self.rows() * self.width();
        inputs + self.layers * self.directions * self.kept_each()
    }

    fn kept_each(&self) -> usize {
        let of_hidden = self.cell.gates() + self.cell.extra() + usize::from(self.projected.is_some());
        self.rows() * (self.hidden * of_hidden + self.state())
    }
}

/// What a layer learns in one direction.
#[derive(Clone, Copy)]
struct Weights<'a, T> {
    /// `[gates hidden, inputs]`
    ih: &'a [T],
    /// `[gates hidden, state]`
    hh: &'a [T],
    /// `[gates hidden]` each.
    bias: Option<[&'a [T]; 2]>,
    /// `[state, hidden]`, if states are projected.
    hr: Option<&'a [T]>,
}

/// What the steps read.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a, T> {
    /// `[batch, steps, inputs]`
    pub x: &'a [T],
    /// For each layer and direction the weights, and the biases if there are any: of the input, and of the state; and what projects it.
    pub weights: &'a [&'a [T]],
    /// The states that the steps start from, and the cell states: zeros, if they are not there. `[batch, layers directions, hidden]`.
    pub states: Option<&'a [T]>,
    pub cell_states: Option<&'a [T]>,
    /// How many steps each sequence has, if not all have as many; none has more.
    pub lengths: Option<&'a [usize]>,
}

impl<'a, T> Given<'a, T> {
    /// # Panics
    /// If anything has another size than it says.
    fn check(&self, spec: &Spec) {
        spec.assert_counts();
        let each = spec.weights_each();
        assert!(
            (1..=2).contains(&spec.directions) && self.x.len() == spec.rows() * spec.inputs,
            "an input of its size"
        );
        assert!(self.weights.len() == spec.layers * spec.directions * each, "weights of all layers");
        let rows = spec.cell.gates() * spec.hidden;
        for (i, weights) in self.weights.chunks_exact(each).enumerate() {
            let columns = [spec.inputs_of(i / spec.directions), spec.state(), 1, 1];
            let gates = &weights[..each - usize::from(spec.projected.is_some())];
            assert!(gates.iter().zip(columns).all(|(x, n)| x.len() == rows * n), "weights of their sizes");
            let last = weights[each - 1].len();
            assert!(spec.projected.is_none_or(|state| last == state * spec.hidden), "a projection of its size");
        }
        for (states, len) in [self.states, self.cell_states].into_iter().zip(spec.states_len()) {
            assert!(states.is_none_or(|states| states.len() == len), "states of all layers");
        }
        if let Some(lengths) = self.lengths {
            assert!(
                lengths.len() == spec.batch && lengths.iter().all(|&n| n <= spec.steps),
                "lengths of all sequences"
            );
        }
    }

    fn weights(&self, spec: &Spec, layer: usize, direction: usize) -> Weights<'a, T> {
        let each = spec.weights_each();
        let of = &self.weights[(layer * spec.directions + direction) * each..][..each];
        let hr = spec.projected.map(|_| of[each - 1]);
        Weights { ih: of[0], hh: of[1], bias: spec.bias.then(|| [of[2], of[3]]), hr }
    }

    /// Whether a sequence has a step.
    fn has(&self, sequence: usize, step: usize) -> bool {
        self.lengths.is_none_or(|lengths| step < lengths[sequence])
    }
}

/// What the way back needs of a layer in one direction; the rows of all steps, one step after the other.
struct Kept<X> {
    /// `[steps, batch, gates hidden]`
    gates: X,
    /// The state before each step, `[steps, batch, state]`.
    before: X,
    /// `[steps, batch, hidden]`, or nothing.
    extra: X,
    /// What is projected, `[steps, batch, hidden]`, or nothing.
    full: X,
}

/// Memory for what is needed in between.
fn zeros<T: Float>(n: usize) -> Buffer<T> {
    Buffer::filled(n, T::zero())
}

/// The steps in the order of a direction.
fn order(steps: usize, direction: usize) -> impl Iterator<Item = usize> {
    (0..steps).map(move |i| if direction == 0 { i } else { steps - 1 - i })
}

/// All steps of all layers: `to` becomes the [results](Spec::results), and `kept` what the way back needs, if anything is to be kept.
///
/// # Panics
/// If anything has another size than it says.
pub(crate) fn forward<T: Float + 'static>(spec: &Spec, given: Given<'_, T>, to: [&mut [T]; 3], kept: Option<&mut [T]>) {
    given.check(spec);
    assert!(to.each_ref().map(|to| to.len()) == spec.results(), "room for the results");
    assert!(kept.as_ref().is_none_or(|kept| kept.len() == spec.kept()), "room for what is kept");
    if spec.gives_nothing() {
        return;
    }
    for_floats!(T, |same| {
        let weights: Vec<_> = given.weights.iter().map(|x| same.slice(x)).collect();
        CellLoops::forward(spec, given.same(same, &weights), to.map(|to| same.slice_mut(to)), kept.map(|kept| same.slice_mut(kept)));
    }, else forward::all(One(core::marker::PhantomData), spec, &given, to, kept));
}

/// The gradients of everything that the steps read, in the order of [`Given`], of that of the results; none where nobody asks.
pub(crate) struct Wanted<'a, T> {
    pub x: Option<&'a mut [T]>,
    pub weights: Vec<Option<&'a mut [T]>>,
    pub states: Option<&'a mut [T]>,
    pub cell_states: Option<&'a mut [T]>,
}

/// The way back of [`forward`]: `grad` is the gradient of its results, `kept` what it has kept; what is wanted is written.
///
/// # Panics
/// If anything has another size than it says.
pub(crate) fn backward<T: Float + 'static>(
    spec: &Spec,
    given: Given<'_, T>,
    kept: &[T],
    grad: &[T],
    wanted: Wanted<'_, T>,
) {
    given.check(spec);
    assert!(
        grad.len() == spec.results().iter().sum::<usize>() && kept.len() == spec.kept(),
        "gradients of all results"
    );
    if spec.gives_nothing() {
        let Wanted { x, weights, states, cell_states } = wanted;
        let all = [x, states, cell_states].into_iter().chain(weights);
        all.flatten().for_each(|gradient| gradient.fill(T::zero()));
        return;
    }
    for_floats!(T, |same| {
        let weights: Vec<_> = given.weights.iter().map(|x| same.slice(x)).collect();
        let wanted = Wanted {
            x: wanted.x.map(|x| same.slice_mut(x)),
            weights: wanted.weights.into_iter().map(|x| x.map(|x| same.slice_mut(x))).collect(),
            states: wanted.states.map(|x| same.slice_mut(x)),
            cell_states: wanted.cell_states.map(|x| same.slice_mut(x)),
        };
        CellLoops::backward(spec, given.same(same, &weights), same.slice(kept), same.slice(grad), wanted);
    }, else back::all(One(core::marker::PhantomData), spec, &given, kept, grad, wanted));
}

impl<'a, T> Given<'a, T> {
    fn same<R: Copy + 'static>(&self, same: Same<T, R>, weights: &'a [&'a [R]]) -> Given<'a, R> {
        let &Given { x, states, cell_states, lengths, .. } = self;
        let part = |x: Option<&'a [T]>| x.map(|x| same.slice(x));
        Given { x: same.slice(x), weights, states: part(states), cell_states: part(cell_states), lengths }
    }
}

/// The kernels for one type of elements, compiled with this crate.
trait CellLoops: Real {
    fn forward(spec: &Spec, given: Given<'_, Self>, to: [&mut [Self]; 3], kept: Option<&mut [Self]>);
    fn backward(spec: &Spec, given: Given<'_, Self>, kept: &[Self], grad: &[Self], wanted: Wanted<'_, Self>);
}

struct Forward<'a, T>(&'a Spec, Given<'a, T>, [&'a mut [T]; 3], Option<&'a mut [T]>);
struct Backward<'a, T>(&'a Spec, Given<'a, T>, &'a [T], &'a [T], Wanted<'a, T>);

impl<T: Real> Work<T> for Forward<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = T>, const ROW: usize, const HELD: usize, const SUMS: usize, const TWICE: usize>(self, s: S) {
        forward::all(s, self.0, &self.1, self.2, self.3);
    }
}

impl<T: Real> Work<T> for Backward<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<S: Simd<Elem = T>, const ROW: usize, const HELD: usize, const SUMS: usize, const TWICE: usize>(self, s: S) {
        back::all(s, self.0, &self.1, self.2, self.3, self.4);
    }
}

macro_rules! loops {
    ($($t:ident)*) => { $(
        impl CellLoops for $t {
            #[inline(never)]
            fn forward(spec: &Spec, given: Given<'_, $t>, to: [&mut [$t]; 3], kept: Option<&mut [$t]>) {
                $t::widest(Forward(spec, given, to, kept));
            }
            #[inline(never)]
            fn backward(spec: &Spec, given: Given<'_, $t>, kept: &[$t], grad: &[$t], wanted: Wanted<'_, $t>) {
                $t::widest(Backward(spec, given, kept, grad, wanted));
            }
        }
    )* };
}
loops! { f32 f64 }
