//! The way back through time: step by step from the last, and the weights' gradients of all steps at once.

use alloc::vec::Vec;

use num_traits::{Float, Zero};

use super::forward::{by_steps, kept, steps_in_rows};
use super::packed::Packed;
use super::{Cell, Given, Kept, Spec, Wanted, cells, order, zeros};
use crate::kernels::back::strides::add_at;
use crate::kernels::products::{Grid, ProductSizes, gemm};
use crate::kernels::simd::Simd;
use crate::storage::Buffer;

/// As [`super::backward`].
pub(super) fn all<S: Simd<Elem: 'static>>(
    s: S,
    spec: &Spec,
    given: &Given<'_, S::Elem>,
    memory: &[S::Elem],
    grad: &[S::Elem],
    mut wanted: Wanted<'_, S::Elem>,
) {
    let &Spec { batch, layers, directions, hidden, .. } = spec;
    let zero = S::Elem::zero();
    let [outputs, states, _] = spec.results();
    let (by_y, rest) = grad.split_at(outputs);
    let (by_last, by_cells) = rest.split_at(states);
    // What a layer keeps, and what it takes, lie behind those of the layers before it.
    let each = directions * spec.kept_each();
    let between = spec.rows() * spec.width();
    let x = by_steps(given.x, spec);
    let x = x.as_ref().map_or(given.x, Buffer::as_slice);
    let nothing = zeros(if spec.outputs { 0 } else { between });
    let by_y = if spec.outputs { by_y } else { nothing.as_slice() };
    let mut by_output = by_steps(by_y, spec);
    for layer in (0..layers).rev() {
        let inputs = spec.inputs_of(layer);
        let at = layer * (each + between);
        let input = if layer == 0 { x } else { &memory[at - between..][..between] };
        let asked = layer > 0 || wanted.x.is_some();
        let mut by_input = zeros(if asked { spec.rows() * inputs } else { 0 });
        let by_layer = by_output.as_ref().map_or(by_y, Buffer::as_slice);
        for direction in 0..directions {
            let kept = kept(spec, &memory[at + direction * spec.kept_each()..][..spec.kept_each()]);
            // Of the states after the last step.
            let mut by_state = Vec::with_capacity(batch * spec.state());
            let mut by_cell_state = Vec::new();
            for sequence in 0..batch {
                let add = |to: &mut Vec<_>, from: &[S::Elem], width: usize| {
                    if from.is_empty() {
                        to.resize(to.len() + width, zero)
                    } else {
                        to.extend_from_slice(&from[spec.state_at(sequence, layer, direction, width)..][..width])
                    }
                };
                add(&mut by_state, by_last, spec.state());
                if spec.cell.has_cell_state() {
                    add(&mut by_cell_state, by_cells, hidden);
                }
            }
            let weights = given.weights(spec, layer, direction);
            let place = (layer * directions + direction) * spec.weights_each();
            let to = &mut wanted.weights[place..][..spec.weights_each()];
            let steps = Steps { spec, given, direction, hh: weights.hh, hr: weights.hr, kept: &kept };
            let (by_gates, by_hidden, by_projected) = steps.back(s, by_layer, &mut by_state, &mut by_cell_state);
            let by_gates = by_gates.as_slice();
            let by_hidden = by_hidden.as_ref().map_or(by_gates, Buffer::as_slice);
            let of_states = (&mut wanted.states, &by_state, spec.state());
            for (by, states, width) in [of_states, (&mut wanted.cell_states, &by_cell_state, hidden)] {
                if let Some(by) = by {
                    for (sequence, state) in states.chunks_exact(width.max(1)).enumerate() {
                        by[spec.state_at(sequence, layer, direction, width)..][..width].copy_from_slice(state);
                    }
                }
            }
            let of = spec.cell.gates() * hidden;
            learned(by_gates, of, (input, inputs), &mut to[0]);
            learned(by_hidden, of, (kept.before, spec.state()), &mut to[1]);
            if let (Some(by), Some(to)) = (by_projected, to.last_mut()) {
                learned(by.as_slice(), spec.state(), (kept.full, hidden), to);
            }
            let biases = if spec.bias { 2..4 } else { 2..2 };
            for (by, to) in [by_gates, by_hidden].into_iter().zip(&mut to[biases]) {
                if let Some(to) = to {
                    to.fill(zero);
                    if of > 0 {
                        add_at(&[of, by.len() / of], &[1, 0], 0, by, to);
                    }
                }
            }
            if asked {
                let (a, b) = (grid(by_gates, of), grid(weights.ih, inputs));
                gemm(a, b, ProductSizes { m: spec.rows(), k: of, n: inputs }, true, by_input.as_mut_slice());
            }
        }
        if layer > 0
            && let Some(drop) = spec.drop
        {
            drop.of_layer(layer - 1).drop(by_input.as_mut_slice());
        }
        by_output = Some(by_input);
    }
    if let Some(to) = wanted.x {
        let by_x = by_output.expect("of the first layer's input");
        steps_in_rows(by_x.as_slice(), spec.inputs, spec, to);
    }
}

fn grid<T>(elements: &[T], rows: usize) -> Grid<'_, T> {
    Grid { elements, rows, columns: 1 }
}

/// The gradient of weights `[of, n]`, of those of their products and of what they were multiplied by, rows of `n`.
fn learned<T: Float + 'static>(by: &[T], of: usize, (x, n): (&[T], usize), to: &mut Option<&mut [T]>) {
    if let Some(to) = to {
        let rows = by.len().checked_div(of).unwrap_or(0);
        gemm(grid(by, of).transposed(), grid(x, n), ProductSizes { m: of, k: rows, n }, false, to);
    }
}

/// The steps of a layer in one direction.
struct Steps<'a, T> {
    spec: &'a Spec,
    given: &'a Given<'a, T>,
    direction: usize,
    /// The state's weights, and what projects it.
    hh: &'a [T],
    hr: Option<&'a [T]>,
    kept: &'a Kept<&'a [T]>,
}

impl<T: Float + 'static> Steps<'_, T> {
    /// The gradients of what the gates were made of, rows of all steps: the input's part, and the state's, if that is another; and the gradients of
    /// what was projected. The gradients of the last states become those of the first.
    fn back<S: Simd<Elem = T>>(
        &self,
        s: S,
        by_output: &[T],
        by_state: &mut [T],
        by_cell_state: &mut [T],
    ) -> (Buffer<T>, Option<Buffer<T>>, Option<Buffer<T>>) {
        let &Spec { cell, batch, steps, hidden: n, directions, .. } = self.spec;
        let width = self.spec.state();
        let of = cell.gates() * n;
        // Zeros where a sequence has no step.
        let rows = || zeros(self.spec.rows() * of);
        let (mut by_gates, mut by_hidden) = (rows(), (cell == Cell::Gru).then(rows));
        let mut by_projected = self.hr.map(|_| zeros(self.spec.rows() * width));
        if n == 0 {
            return (by_gates, by_hidden, by_projected);
        }
        let products = Packed::rows(self.hh, of, width);
        let projection = self.hr.map(|hr| Packed::rows(hr, width, n));
        let (mut by_full, nothing) = (alloc::vec![T::zero(); batch * n], alloc::vec![T::zero(); n]);
        for step in order(steps, 1 - self.direction) {
            if let (Some(projection), Some(by)) = (&projection, &mut by_projected) {
                let by = &mut by.as_mut_slice()[step * batch * width..][..batch * width];
                for sequence in (0..batch).filter(|sequence| self.given.has(*sequence, step)) {
                    let output = ((step * batch + sequence) * directions + self.direction) * width;
                    let state = &mut by_state[sequence * width..][..width];
                    let by = &mut by[sequence * width..][..width];
                    for ((by, state), output) in by.iter_mut().zip(state).zip(&by_output[output..][..width]) {
                        // All of it goes by the projection.
                        *by = core::mem::replace(state, T::zero()) + *output;
                    }
                }
                projection.multiply(s, by, batch, Some(&nothing), &mut by_full, step % 2 == 1);
            }
            for sequence in 0..batch {
                if !self.given.has(sequence, step) {
                    continue;
                }
                let row = step * batch + sequence;
                let state = if projection.is_some() {
                    &mut by_full[sequence * n..][..n]
                } else {
                    let output = &by_output[(row * directions + self.direction) * n..][..n];
                    let state = &mut by_state[sequence * n..][..n];
                    state.iter_mut().zip(output).for_each(|(to, by)| *to = *to + *by);
                    state
                };
                let gates = &self.kept.gates[row * of..][..of];
                let to = &mut by_gates.as_mut_slice()[row * of..][..of];
                let extra = || &self.kept.extra[row * n..][..n];
                match (cell, &mut by_hidden) {
                    (Cell::Lstm, _) => {
                        cells::lstm_back(gates, extra(), state, &mut by_cell_state[sequence * n..][..n], to)
                    }
                    (Cell::Gru, Some(hidden)) => {
                        let before = &self.kept.before[row * n..][..n];
                        cells::gru_back(
                            gates,
                            extra(),
                            before,
                            state,
                            to,
                            &mut hidden.as_mut_slice()[row * of..][..of],
                        );
                        continue;
                    }
                    (Cell::Relu, _) => cells::plain_relu_back(gates, state, to),
                    _ => cells::plain_tanh_back(gates, state, to),
                }
                // All of it goes by the products.
                state.fill(T::zero());
            }
            let by = by_hidden.as_ref().unwrap_or(&by_gates).as_slice();
            products.multiply(s, &by[step * batch * of..][..batch * of], batch, None, by_state, step % 2 == 1);
        }
        (by_gates, by_hidden, by_projected)
    }
}
