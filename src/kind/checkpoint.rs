//! A part of a step whose values are not kept: it is computed again on the way back.
#![cfg(feature = "alloc")]

use alloc::vec::Vec;

use super::back::{Backward, Gradients, Real, Step};
use super::traced::{Held, Input, Node, Ref, Scope};
use crate::storage::{Arena, Buffer};

/// A part of a step, which is the same each time that it is computed.
pub(crate) trait Segment<'env, T> {
    /// The result, computed in a scope, of operands there.
    fn run<'s>(&self, scope: &'s Scope<'s, T>, operands: &[Ref<'s, T>]) -> Held<'s, T>
    where
        'env: 's;
}

/// What a part leaves on the tape.
struct SegmentBack<'t, 'env, T> {
    part: &'t (dyn Segment<'env, T> + 't),
    scope: &'t Scope<'t, T>,
    nodes: &'t [Node],
    seed: Option<u64>,
}

fn copied<T: Copy>(x: &[T]) -> Buffer<T> {
    Buffer::from_iter(x.len(), x.iter().copied())
}

impl<'t, T: Real> Scope<'t, T> {
    /// Computes a part. All that it needs on the way is given back; its operands and its result stay.
    pub(crate) fn checkpoint<'env: 't>(
        &'t self,
        part: &'t (dyn Segment<'env, T> + 't),
        operands: &[Ref<'t, T>],
    ) -> Held<'t, T> {
        let seed = self.seed.get();
        let inputs: &'t [Input<'t, T>] = self.memory.alloc_with(operands.len(), |i| Input::of(operands[i]));
        let bases: Vec<_> = inputs.iter().map(Input::base).collect();
        let (out, live) = {
            let memory = Arena::of_numbers();
            let inner = memory.alloc(Scope::part_of(self, &memory, seed, operands.len(), true));
            let refs: Vec<Ref<'_, T>> = bases.iter().map(|x| inner.lent(x)).collect();
            let out = copied(part.run(inner, &refs).elements());
            self.seed.set(inner.seed.get());
            self.take_news(inner);
            (out, inner.touched.get() || operands.iter().any(|x| x.node() != Node::CONSTANT))
        };
        if self.frozen {
            self.touched.set(self.touched.get() || live);
        }
        if self.frozen || !live {
            inputs.iter().for_each(Input::let_go);
            return self.constant(out);
        }
        let nodes: &'t [Node] = self.memory.alloc_with(operands.len(), |i| operands[i].node());
        let back = self.memory.alloc(SegmentBack { part, scope: self, nodes, seed });
        self.put(back, inputs, out, false, 0)
    }
}

impl<T: Real> Backward<T> for SegmentBack<'_, '_, T> {
    fn name(&self) -> &'static str {
        "checkpoint"
    }

    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>) {
        let bases: Vec<_> = (0..self.nodes.len()).map(|i| at.input(i).base()).collect();
        let memory = Arena::of_numbers();
        let scope = memory.alloc(Scope::part_of(self.scope, &memory, self.seed, self.nodes.len(), false));
        let own = to.own.len();
        // A part of the model is what it is outside. All else has a number here, the same for the same operand.
        let node = |i: usize| {
            let node = self.nodes[i];
            let first = self.nodes.iter().position(|x| *x == node).unwrap_or(i);
            if node == Node::CONSTANT || node.place() < own { node } else { Node::at(own + first) }
        };
        let refs: Vec<_> = bases.iter().enumerate().map(|(i, x)| scope.recorded(x, node(i))).collect();
        let out = self.part.run(scope, &refs);
        // Gradients that come from elsewhere are there already: so all are added up in the order in which they would be without a checkpoint.
        let mut slots: Vec<Option<Buffer<T>>> = Vec::new();
        slots.resize_with(scope.count() - own, || None);
        let mine = (0..self.nodes.len()).filter(|&i| node(i).place() == own + i);
        let outer: Vec<_> = mine.map(|i| (i, self.nodes[i].place() - own)).collect();
        for &(inner, outer) in &outer {
            slots[inner] = to.slots[outer].take();
        }
        scope.backward(&out, grad, to.own, &mut slots);
        for &(inner, outer) in &outer {
            to.slots[outer] = slots[inner].take();
        }
        slots.into_iter().flatten().for_each(|rest| to.free(rest));
    }
}
