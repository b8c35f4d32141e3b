//! Recurrent layers: all their steps as one operation, for tensors of every kind.

use alloc::vec::Vec;
use core::cell::Cell;

use num_traits::Float;

use super::Copies;
use crate::kernels::recurrent::{self as kernels, Given, Spec, Wanted, backward, forward};
use crate::kernels::sixteen::{ByNumbers, Sixteen, can_be, rounded, wide_slice};
use crate::kind::{Back, Backward, Geometry, Gradients, Kind, Numbers, OperandSet, Operands, Reads, Real, Step, held};
use crate::shape::Shape;
use crate::shape::layout::{Layout, RowMajor};
use crate::shape::recurrent::row::Elements;
use crate::storage::{Arena, Buffer};
use crate::view::View;

/// An operand of any shape: what the tape asks of it, and its elements row by row.
pub(crate) struct Erased<'a, T, K: Kind<T>> {
    note: K::Note,
    place: &'a dyn Geometry<T>,
    elements: &'a [T],
}

impl<T, K: Kind<T>> Clone for Erased<'_, T, K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, K: Kind<T>> Copy for Erased<'_, T, K> {}

impl<'a, T, K: Kind<T>> Erased<'a, T, K> {
    /// The elements are those of the view, row by row.
    pub(crate) fn new<S: Shape, Y: Layout<S>>(view: &'a View<'_, T, S, Y, K>, elements: &'a [T]) -> Self {
        Erased { note: view.note(), place: view, elements }
    }
}

/// As many operands as there are.
struct All<'a, T, K: Kind<T>>(&'a [Erased<'a, T, K>]);

impl<T, K: Kind<T>> Clone for All<'_, T, K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, K: Kind<T>> Copy for All<'_, T, K> {}

impl<'a, T, K: Kind<T>> Operands<T, K> for All<'a, T, K> {
    type Eager = Vec<&'a [T]>;

    fn eager(self) -> Vec<&'a [T]>
    where
        K: Numbers<T>,
    {
        self.0.iter().map(|x| x.elements).collect()
    }

    fn each(&self, f: &mut dyn FnMut(K::Note, &dyn Geometry<T>)) {
        for x in self.0 {
            f(x.note, x.place);
        }
    }
}

/// What a layer gives: the outputs, the last states, and the last cell states, as far as they were asked for.
pub(crate) struct Results<S> {
    pub outputs: Option<S>,
    pub states: Option<S>,
    pub cell_states: Option<S>,
}

/// Operands in the order of [`Given`].
fn given<'a, T>(spec: &Spec, x: &'a [&'a [T]], lengths: Option<&'a [usize]>) -> Given<'a, T> {
    let (weights, states) = x[1..].split_at(spec.layers * spec.directions * spec.weights_each());
    let state = |i: usize| states.get(i).copied();
    Given { x: x[0], weights, states: state(0), cell_states: state(1), lengths }
}

/// The results and, if they are asked for, the elements that the way back needs.
fn computed<T: Float + 'static>(
    spec: &Spec,
    x: &[&[T]],
    lengths: Option<&[usize]>,
    to: [&mut [T]; 3],
    kept: Option<&mut [T]>,
) {
    if const { can_be::<T>() } && <ByNumbers as Sixteen<T>>::is() {
        let wide: Vec<_> = x.iter().map(|x| wide_slice(x, ByNumbers)).collect();
        let wide: Vec<&[f32]> = wide.iter().map(|x| &x[..]).collect();
        let mut results = to.each_ref().map(|to| alloc::vec![0.0f32; to.len()]);
        forward(spec, given(spec, &wide, lengths), results.each_mut().map(Vec::as_mut_slice), None);
        for (to, from) in to.into_iter().zip(&results) {
            to.copy_from_slice(rounded(from, ByNumbers).as_slice());
        }
        return;
    }
    forward(spec, given(spec, x, lengths), to, kept);
}

/// All steps of all layers: of an input, and of weights and states in the order of [`Given`].
pub(crate) fn recurrent<'a, T: Float + 'static, K: Kind<T>>(
    spec: Spec,
    x: Erased<'a, T, K>,
    others: &'a [View<'a, T, ((), Elements), RowMajor, K>],
    lengths: Option<&[usize]>,
) -> Results<K::Storage> {
    spec.assert_counts();
    let others = others.iter().map(|x| Erased::new(x, x.read().map_or(&[][..], |x| x.as_slice())));
    let operands: Vec<_> = core::iter::once(x).chain(others).collect();
    let sizes = spec.results();
    let filled = |n: usize| Buffer::filled(n, T::zero());
    // What records keeps all results in one tensor, of which they are copied; what does not makes each for itself.
    let records = !const { K::FUSES };
    let (kept, rest) = (Cell::new(None), Cell::new(None));
    let whole = if records { sizes.iter().sum() } else { sizes[0] };
    let make = |x: Vec<&[T]>| {
        let mut to = filled(whole);
        if records {
            let mut keep = filled(spec.kept());
            let (outputs, others) = to.as_mut_slice().split_at_mut(sizes[0]);
            let (states, cell_states) = others.split_at_mut(sizes[1]);
            computed(&spec, &x, lengths, [outputs, states, cell_states], Some(keep.as_mut_slice()));
            kept.set(Some(keep));
        } else {
            let mut states = [filled(sizes[1]), filled(sizes[2])];
            let [state, cell_state] = states.each_mut().map(Buffer::as_mut_slice);
            computed(&spec, &x, lengths, [to.as_mut_slice(), state, cell_state], None);
            rest.set(Some(states));
        }
        to
    };
    let back = Unheld { spec, lengths, kept: &kept };
    let made = K::apply_op(All(&operands), ((), Elements(whole)), make, back);
    let asked = [spec.outputs, spec.states, spec.states && spec.cell.has_cell_state()];
    let mut results = Results { outputs: None, states: None, cell_states: None };
    if !records {
        let (Ok((outputs, storage)), Some([states, cell_states])) = (K::reuse(made), rest.take()) else {
            unreachable!("what records nothing has its memory for itself");
        };
        results.outputs = asked[0].then(|| storage(outputs));
        results.states = asked[1].then(|| storage(states));
        results.cell_states = asked[2].then(|| storage(cell_states));
    } else if asked == [true, false, false] {
        results.outputs = Some(made);
    } else {
        let all: View<'_, T, ((), Elements), RowMajor, K> = View::of(&made, ((), Elements(whole)));
        let part = |i: usize| {
            let at = sizes[..i].iter().sum();
            asked[i].then(|| all.at_place(at, ((), Elements(sizes[i]))).to_tensor().into_storage())
        };
        results = Results { outputs: part(0), states: part(1), cell_states: part(2) };
    }
    results
}

/// The way back, before the tape has it.
pub(super) struct Unheld<'a, T> {
    pub(super) spec: Spec,
    pub(super) lengths: Option<&'a [usize]>,
    kept: &'a Cell<Option<Buffer<T>>>,
}

impl<T> Back<T> for Unheld<'_, T> {
    fn hold<'t>(self, memory: &'t Arena<T>) -> &'t (dyn Backward<T> + 't)
    where
        T: Real,
    {
        let kept = memory.keep(self.kept.take().expect("what the way forward has kept"));
        let lengths = self.lengths.map(|lengths| &*memory.copy_slice(lengths));
        memory.alloc(RecurrentBack { spec: self.spec, lengths, kept })
    }
    held!(@ lowered_at);
}

/// The way back through time.
struct RecurrentBack<'t, T> {
    spec: Spec,
    lengths: Option<&'t [usize]>,
    kept: &'t [T],
}

impl<T: Real> Backward<T> for RecurrentBack<'_, T> {
    fn name(&self) -> &'static str {
        match self.spec.cell {
            kernels::Cell::Lstm => "lstm",
            kernels::Cell::Gru => "gru",
            kernels::Cell::Tanh | kernels::Cell::Relu => "rnn",
        }
    }

    fn reads(&self, _: OperandSet) -> Reads {
        Reads::OPERANDS
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let spec = &self.spec;
        let operands: Vec<_> = (0..at.operands()).map(|i| at.elements(i)).collect();
        let x: Vec<&[T]> = operands.iter().map(|x| &x[..]).collect();
        let mut by: Vec<_> = x.iter().enumerate().map(|(i, x)| to.wants(i).then(|| to.room(x.len()))).collect();
        let mut all = by.iter_mut().map(|by| by.as_mut().map(Buffer::as_mut_slice));
        let wanted = Wanted {
            x: all.next().flatten(),
            weights: all.by_ref().take(spec.layers * spec.directions * spec.weights_each()).collect(),
            states: all.next().flatten(),
            cell_states: all.next().flatten(),
        };
        backward(spec, given(spec, &x, self.lengths), self.kept, grad.as_slice(), wanted);
        for (i, by) in by.into_iter().enumerate() {
            if let Some(by) = by {
                to.give(i, by);
            }
        }
        to.free(grad);
    }
}
