//! The way forward: layer by layer, direction by direction, step by step.

use alloc::vec::Vec;

use num_traits::{Float, Zero};

use super::packed::Packed;
use super::{Cell, Given, Kept, Spec, cells, order, zeros};
use crate::kernels::simd::Simd;
use crate::storage::Buffer;

/// Where nothing is kept, the input's part is computed for so many rows at a time, which stay in a core's own cache.
const ROWS: usize = 192;

/// As [`super::forward`].
pub(super) fn all<S: Simd<Elem: 'static>>(
    s: S,
    spec: &Spec,
    given: &Given<'_, S::Elem>,
    [y, last, last_cells]: [&mut [S::Elem]; 3],
    kept: Option<&mut [S::Elem]>,
) {
    let &Spec { batch, steps, hidden, layers, directions, .. } = spec;
    let zero = S::Elem::zero();
    let keeps = kept.is_some();
    let mut kept = kept.unwrap_or_default();
    // One step's rows after the other's.
    let mut before = by_steps(given.x, spec);
    for layer in 0..layers {
        let is_last = layer + 1 == layers;
        let into_y = is_last && batch == 1 && spec.outputs;
        let x = before.as_ref().map_or(given.x, Buffer::as_slice);
        let mut output = zeros(if into_y { 0 } else { spec.rows() * spec.width() });
        let inputs = spec.inputs_of(layer);
        for direction in 0..directions {
            let mut own;
            let (memory, others) = if keeps {
                core::mem::take(&mut kept).split_at_mut(spec.kept_each())
            } else {
                let rows = ROWS.div_ceil(batch.max(1)).min(steps) * batch;
                own = zeros(rows * spec.cell.gates() * hidden);
                (own.as_mut_slice(), &mut [][..])
            };
            kept = others;
            let mut state = Vec::with_capacity(batch * spec.state());
            let mut cell_state = Vec::new();
            for sequence in 0..batch {
                let add = |to: &mut Vec<_>, from: Option<&[S::Elem]>, width: usize| match from {
                    Some(from) => {
                        to.extend_from_slice(&from[spec.state_at(sequence, layer, direction, width)..][..width])
                    }
                    None => to.resize(to.len() + width, zero),
                };
                add(&mut state, given.states, spec.state());
                if spec.cell.has_cell_state() {
                    add(&mut cell_state, given.cell_states, hidden);
                }
            }
            let output = if into_y { &mut *y } else { output.as_mut_slice() };
            let (state, cell_state) = (&mut state[..], &mut cell_state[..]);
            let projection = Projection::of(spec, given.weights(spec, layer, direction).hr);
            let mut run = Run { s, spec, given, layer, direction, x, inputs, state, cell_state, output, projection };
            if keeps {
                run.keeping(memory);
            } else {
                run.passing(memory);
            }
            if spec.states {
                for (to, states, width) in [(&mut *last, &state, spec.state()), (&mut *last_cells, &cell_state, hidden)]
                {
                    for (sequence, state) in states.chunks_exact(width.max(1)).enumerate() {
                        to[spec.state_at(sequence, layer, direction, width)..][..width].copy_from_slice(state);
                    }
                }
            }
        }
        if is_last {
            if spec.outputs && !into_y {
                steps_in_rows(output.as_slice(), spec.width(), spec, y);
            }
            break;
        }
        if let Some(drop) = spec.drop {
            drop.of_layer(layer).drop(output.as_mut_slice());
        }
        if keeps {
            let (memory, others) = core::mem::take(&mut kept).split_at_mut(spec.rows() * spec.width());
            memory.copy_from_slice(output.as_slice());
            kept = others;
        }
        before = Some(output);
    }
}

/// `[batch, steps, n]` as `[steps, batch, n]`, if that is another order.
pub(super) fn by_steps<T: Float>(x: &[T], spec: &Spec) -> Option<Buffer<T>> {
    let &Spec { batch, steps, .. } = spec;
    if batch == 1 || steps == 1 || x.is_empty() {
        return None;
    }
    let n = x.len() / spec.rows();
    let mut to = zeros(x.len());
    for (i, row) in to.as_mut_slice().chunks_exact_mut(n).enumerate() {
        row.copy_from_slice(&x[(i % batch * steps + i / batch) * n..][..n]);
    }
    Some(to)
}

/// `[steps, batch, n]` as `[batch, steps, n]`.
pub(super) fn steps_in_rows<T: Float>(x: &[T], n: usize, spec: &Spec, to: &mut [T]) {
    let &Spec { batch, steps, .. } = spec;
    if n == 0 {
        return;
    }
    for (i, row) in x.chunks_exact(n).enumerate() {
        to[(i % batch * steps + i / batch) * n..][..n].copy_from_slice(row);
    }
}

/// One layer in one direction.
struct Run<'a, S: Simd> {
    s: S,
    spec: &'a Spec,
    given: &'a Given<'a, S::Elem>,
    layer: usize,
    direction: usize,
    /// `[steps, batch, inputs]`
    x: &'a [S::Elem],
    inputs: usize,
    /// `[batch, state]`, which the steps change.
    state: &'a mut [S::Elem],
    /// `[batch, hidden]`
    cell_state: &'a mut [S::Elem],
    /// `[steps, batch, directions state]`
    output: &'a mut [S::Elem],
    projection: Option<Projection<'a, S::Elem>>,
}

/// What makes states of hidden numbers.
struct Projection<'a, T> {
    product: Packed<'a, T>,
    /// The hidden numbers of a step, `[batch, hidden]`, and the states made of them, `[batch, state]`.
    full: Vec<T>,
    made: Vec<T>,
    zeros: Vec<T>,
}

impl<'a, T: Float + 'static> Projection<'a, T> {
    fn of(spec: &Spec, hr: Option<&'a [T]>) -> Option<Self> {
        let zeros = |n: usize| alloc::vec![T::zero(); n];
        hr.map(|hr| Projection {
            product: Packed::transposed(hr, spec.hidden, spec.state(), spec.rows()),
            full: zeros(spec.batch * spec.hidden),
            made: zeros(spec.batch * spec.state()),
            zeros: zeros(spec.state()),
        })
    }
}

impl<S: Simd<Elem: 'static>> Run<'_, S> {
    /// All steps, of which everything is kept that the way back needs.
    fn keeping(&mut self, memory: &mut [S::Elem]) {
        let spec = self.spec;
        let n = spec.rows() * spec.hidden;
        let (gates, rest) = memory.split_at_mut(n * spec.cell.gates());
        let (before, rest) = rest.split_at_mut(spec.rows() * spec.state());
        let (extra, full) = rest.split_at_mut(n * spec.cell.extra());
        let weights = self.given.weights(spec, self.layer, self.direction);
        let of = spec.cell.gates() * spec.hidden;
        let (bias, hidden_bias) = self.biases();
        Packed::transposed(weights.ih, self.inputs, of, spec.rows()).multiply(
            self.s,
            self.x,
            spec.rows(),
            Some(&bias),
            gates,
            false,
        );
        let products = Packed::transposed(weights.hh, spec.state(), of, spec.rows());
        let mut hidden = alloc::vec![S::Elem::zero(); spec.batch * of];
        let (wide, narrow) = (spec.batch * spec.hidden, spec.batch * spec.state());
        for step in order(spec.steps, self.direction) {
            let gates = &mut gates[step * spec.batch * of..][..spec.batch * of];
            before[step * narrow..][..narrow].copy_from_slice(self.state);
            if spec.cell == Cell::Lstm {
                extra[step * wide..][..wide].copy_from_slice(self.cell_state);
            }
            self.step(step, &products, &hidden_bias, gates, &mut hidden);
            if let Some(projection) = &self.projection {
                full[step * wide..][..wide].copy_from_slice(&projection.full);
            }
            if spec.cell == Cell::Gru {
                for (to, from) in extra[step * wide..][..wide]
                    .chunks_exact_mut(spec.hidden.max(1))
                    .zip(hidden.chunks_exact(of.max(1)))
                {
                    to.copy_from_slice(&from[2 * spec.hidden..]);
                }
            }
        }
    }

    /// All steps, of which nothing is kept, some at a time.
    fn passing(&mut self, memory: &mut [S::Elem]) {
        let spec = self.spec;
        let weights = self.given.weights(spec, self.layer, self.direction);
        let of = spec.cell.gates() * spec.hidden;
        let each = spec.batch * of;
        let some = memory.len().checked_div(each).unwrap_or(spec.steps).max(1);
        let (bias, hidden_bias) = self.biases();
        let inputs = Packed::transposed(weights.ih, self.inputs, of, spec.rows());
        let products = Packed::transposed(weights.hh, spec.state(), of, spec.rows());
        let mut hidden = alloc::vec![S::Elem::zero(); each];
        let mut done = 0;
        while done < spec.steps {
            let now = some.min(spec.steps - done);
            let first = if self.direction == 0 { done } else { spec.steps - done - now };
            let rows = now * spec.batch;
            let x = &self.x[first * spec.batch * self.inputs..][..rows * self.inputs];
            let memory = &mut memory[..rows * of];
            inputs.multiply(self.s, x, rows, Some(&bias), memory, false);
            for step in order(now, self.direction) {
                self.step(first + step, &products, &hidden_bias, &mut memory[step * each..][..each], &mut hidden);
            }
            done += now;
        }
    }

    /// What the input's part starts from, and the state's: both biases in the first, but for the GRU, which multiplies the second by a gate.
    fn biases(&self) -> (Vec<S::Elem>, Vec<S::Elem>) {
        let of = self.spec.cell.gates() * self.spec.hidden;
        let zeros = alloc::vec![S::Elem::zero(); of];
        match self.given.weights(self.spec, self.layer, self.direction).bias {
            None => (zeros.clone(), zeros),
            Some([input, hidden]) if self.spec.cell == Cell::Gru => (input.to_vec(), hidden.to_vec()),
            Some([input, hidden]) => (input.iter().zip(hidden).map(|(&a, &b)| a + b).collect(), zeros),
        }
    }

    /// One step of all sequences that have it.
    fn step(
        &mut self,
        step: usize,
        products: &Packed<'_, S::Elem>,
        bias: &[S::Elem],
        gates: &mut [S::Elem],
        hidden: &mut [S::Elem],
    ) {
        let &Spec { cell, batch, hidden: n, directions, .. } = self.spec;
        if n == 0 && self.projection.is_none() {
            return;
        }
        let width = self.spec.state();
        products.multiply(self.s, self.state, batch, Some(bias), hidden, step % 2 == 1);
        let of = cell.gates() * n;
        if let Some(Projection { product, full, made, zeros }) = &mut self.projection {
            for sequence in (0..batch).filter(|sequence| self.given.has(*sequence, step)) {
                let (gates, hidden) = (&mut gates[sequence * of..][..of], &hidden[sequence * of..][..of]);
                cells::lstm(gates, hidden, &mut self.cell_state[sequence * n..][..n], &mut full[sequence * n..][..n]);
            }
            product.multiply(self.s, full, batch, Some(zeros), made, step % 2 == 1);
        }
        for sequence in 0..batch {
            let gates = &mut gates[sequence * of..][..of];
            let hidden = &hidden[sequence * of..][..of];
            let state = &mut self.state[sequence * width..][..width];
            let output = &mut self.output[((step * batch + sequence) * directions + self.direction) * width..][..width];
            if !self.given.has(sequence, step) {
                output.fill(S::Elem::zero());
                continue;
            }
            if let Some(projection) = &self.projection {
                state.copy_from_slice(&projection.made[sequence * width..][..width]);
                output.copy_from_slice(state);
                continue;
            }
            match cell {
                Cell::Lstm => cells::lstm(gates, hidden, &mut self.cell_state[sequence * n..][..n], state),
                Cell::Gru => cells::gru(gates, hidden, state),
                Cell::Tanh => cells::plain_tanh(gates, hidden, state),
                Cell::Relu => cells::plain_relu(gates, hidden, state),
            }
            output.copy_from_slice(state);
        }
    }
}

/// What was kept of a layer in one direction.
pub(super) fn kept<'a, T>(spec: &Spec, memory: &'a [T]) -> Kept<&'a [T]> {
    let n = spec.rows() * spec.hidden;
    let (gates, rest) = memory.split_at(n * spec.cell.gates());
    let (before, rest) = rest.split_at(spec.rows() * spec.state());
    let (extra, full) = rest.split_at(n * spec.cell.extra());
    Kept { gates, before, extra, full }
}
