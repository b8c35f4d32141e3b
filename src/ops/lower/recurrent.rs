//! Recurrent layers, whose steps are written one after the other.

use alloc::vec;
use alloc::vec::Vec;

use super::random::dropped;
use super::widened;
use crate::hlo::{Element, Id, Notes, Relation};
use crate::kernels::recurrent::{Cell, Spec};
use crate::kind::{LowerAt, Lowering};
use crate::ops::recurrent::Unheld;

impl<T> LowerAt<T> for Unheld<'_, T> {
    /// All results, one after the other.
    fn lower_at(self, at: &mut Lowering<'_>, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let spec = self.spec;
        let drop = spec.drop.map(|drop| (drop, at.seed(drop.seed)));
        let notes = &mut *at.notes();
        let x: Vec<Id> = x.iter().map(|x| widened(notes, *x)).collect();
        let each = spec.weights_each();
        let (weights, states) = x[1..].split_at(spec.layers * spec.directions * each);
        let places = spec.layers * spec.directions;
        let widths = [spec.state(), spec.hidden];
        let states: Vec<Id> = states
            .iter()
            .zip(widths)
            .map(|(state, width)| notes.reshape(*state, &[spec.batch, places, width]))
            .collect();
        let mut outputs = notes.reshape(x[0], &[spec.batch, spec.steps, spec.inputs]);
        let mut last = [vec![], vec![]];
        for (layer, weights) in weights.chunks_exact(spec.directions * each).enumerate() {
            let mut ways = vec![];
            for (direction, weights) in weights.chunks_exact(each).enumerate() {
                let at = layer * spec.directions + direction;
                let from = [0, 1].map(|which| match states.get(which) {
                    Some(state) => {
                        let own = notes.narrow(*state, 1, at, 1);
                        notes.reshape(own, &[spec.batch, widths[which]])
                    }
                    None => notes.filled(0.0, &[spec.batch, widths[which]], notes.dtype(outputs)),
                });
                let (way, after) = one_way(notes, &spec, self.lengths, direction, outputs, weights, from);
                ways.push(way);
                for ((last, after), width) in last.iter_mut().zip(after).zip(widths) {
                    last.push(notes.reshape(after, &[spec.batch, 1, width]));
                }
            }
            outputs = notes.concat(&ways, 2);
            if let Some((drop, seed)) = drop.filter(|_| layer + 1 < spec.layers) {
                // In the core's order: step by step.
                let steps = notes.transpose(outputs, &[1, 0, 2]);
                let row = notes.reshape(steps, &[1, notes.numel(steps)]);
                let layer = notes.constant(&[layer as u64], vec![]);
                let seed = notes.binary("add", seed, layer);
                let left = dropped(notes, drop, seed, row);
                let left = notes.reshape(left, &[spec.steps, spec.batch, spec.directions * spec.state()]);
                outputs = notes.transpose(left, &[1, 0, 2]);
            }
        }
        let mut results = vec![];
        if spec.outputs {
            results.push(outputs);
        }
        if spec.states {
            let counted = if spec.cell.has_cell_state() { 2 } else { 1 };
            results.extend(last[..counted].iter().map(|states| notes.concat(states, 1)));
        }
        let flat: Vec<Id> = results.into_iter().map(|x| notes.reshape(x, &[notes.numel(x)])).collect();
        notes.concat(&flat, 0)
    }
}

/// One layer in one direction: its outputs, `[batch, steps, state]`, and the states after all steps, `[batch, state]` and `[batch, hidden]`.
fn one_way(
    notes: &mut Notes,
    spec: &Spec,
    lengths: Option<&[usize]>,
    direction: usize,
    x: Id,
    weights: &[Id],
    [mut state, mut cell_state]: [Id; 2],
) -> (Id, [Id; 2]) {
    let &Spec { cell, batch, steps, hidden, .. } = spec;
    let (inputs, gates) = (notes.sizes(x)[2], cell.gates() * hidden);
    let (ih, hh) = (notes.reshape(weights[0], &[gates, inputs]), notes.reshape(weights[1], &[gates, spec.state()]));
    // What all steps read of the input is one product.
    let rows = notes.reshape(x, &[batch * steps, inputs]);
    let by_input = notes.dot(rows, ih, 0, [1, 1]);
    let bias = if spec.bias { &weights[2..4] } else { &[] };
    let by_input = biased(notes, by_input, bias.first());
    let by_input = notes.reshape(by_input, &[batch, steps, gates]);
    let nothing = notes.filled(0.0, &[batch, spec.state()], notes.dtype(x));
    let mut outputs = vec![nothing; steps];
    for i in 0..steps {
        let step = if direction == 0 { i } else { steps - 1 - i };
        let own = notes.narrow(by_input, 1, step, 1);
        let own = notes.reshape(own, &[batch, gates]);
        let by_state = notes.dot(state, hh, 0, [1, 1]);
        let by_state = biased(notes, by_state, bias.get(1));
        let [mut new_state, new_cell_state] = stepped(notes, cell, hidden, [own, by_state], [state, cell_state]);
        if let Some(width) = spec.projected {
            let hr = notes.reshape(weights[weights.len() - 1], &[width, hidden]);
            new_state = notes.dot(new_state, hr, 0, [1, 1]);
        }
        let has = |sequence: usize| lengths.is_none_or(|lengths| step < lengths[sequence]);
        let has: Vec<bool> = (0..batch).map(has).collect();
        if has.contains(&false) {
            // What has ended keeps its state, and gives nothing.
            let has = notes.constant(&has, vec![batch, 1]);
            outputs[step] = notes.select(has, new_state, nothing);
            state = notes.select(has, new_state, state);
            cell_state = notes.select(has, new_cell_state, cell_state);
        } else {
            (outputs[step], state, cell_state) = (new_state, new_state, new_cell_state);
        }
    }
    let rows: Vec<Id> = outputs.into_iter().map(|x| notes.reshape(x, &[batch, 1, spec.state()])).collect();
    let outputs = match rows.is_empty() {
        true => notes.filled(0.0, &[batch, 0, spec.state()], notes.dtype(x)),
        false => notes.concat(&rows, 1),
    };
    (outputs, [state, cell_state])
}

fn biased(notes: &mut Notes, x: Id, bias: Option<&Id>) -> Id {
    bias.map_or(x, |bias| {
        let bias = notes.reshape(*bias, &[notes.numel(*bias)]);
        notes.binary("add", x, bias)
    })
}

/// The state and the cell state after a step, of what it reads of the input and of the state.
fn stepped(notes: &mut Notes, cell: Cell, n: usize, of: [Id; 2], [state, cell_state]: [Id; 2]) -> [Id; 2] {
    let parts = |notes: &mut Notes, gate: usize| of.map(|x| notes.narrow(x, 1, gate * n, n));
    let sum = |notes: &mut Notes, gate: usize| {
        let [a, b] = parts(notes, gate);
        notes.binary("add", a, b)
    };
    let open = |notes: &mut Notes, gate: usize| {
        let sum = sum(notes, gate);
        notes.unary("logistic", sum)
    };
    match cell {
        Cell::Lstm => {
            let [input, forget, out] = [0, 1, 3].map(|gate| open(notes, gate));
            let new = sum(notes, 2);
            let new = notes.unary("tanh", new);
            let (kept, added) = (notes.binary("multiply", forget, cell_state), notes.binary("multiply", input, new));
            let after = notes.binary("add", kept, added);
            let shown = notes.unary("tanh", after);
            [notes.binary("multiply", out, shown), after]
        }
        Cell::Gru => {
            let [reset, keep] = [0, 1].map(|gate| open(notes, gate));
            let [by_input, by_state] = parts(notes, 2);
            let by_state = notes.binary("multiply", reset, by_state);
            let new = notes.binary("add", by_input, by_state);
            let new = notes.unary("tanh", new);
            let way = notes.binary("subtract", state, new);
            let kept = notes.binary("multiply", keep, way);
            [notes.binary("add", new, kept), cell_state]
        }
        Cell::Tanh => {
            let sum = sum(notes, 0);
            [notes.unary("tanh", sum), cell_state]
        }
        Cell::Relu => {
            let sum = sum(notes, 0);
            let zero = notes.like(0.0, sum);
            let below = notes.compare(Relation::LessEqual, sum, zero);
            [notes.select(below, zero, sum), cell_state]
        }
    }
}
