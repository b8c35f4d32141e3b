//! Tensors that are computed at once, and recorded for the way back.

// Circle with back.rs: the tape keeps ways back, which find values and gradients by their numbers on the tape.

use alloc::vec::Vec;
use core::cell::Cell;
use core::marker::PhantomData;

use super::back::{Back, Backward, Gradients, Real, Step};
use super::role::Role;
use super::watch::{Flaws, Watch};
use super::{Geometry, Kind, Operands, Place};
use crate::kernels::back::add;
use crate::kernels::back::strides::{add_at, copied};
use crate::storage::{Arena, Buffer, Elements, Scratch};

/// Computed at once, and recorded on a tape for the way back: what [`Tracer::input`](crate::grad::Tracer::input) gives, and all that is
/// computed of it. It lives as long as the step, `'t`.
#[derive(Clone, Copy, Debug)]
pub struct Traced<'t>(PhantomData<fn(&'t ()) -> &'t ()>);
impl super::sealed::Sealed for Traced<'_> {}

/// The number of a value on the tape; its gradient has the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Node(u32);

impl Node {
    /// What nothing is asked of.
    pub(super) const CONSTANT: Node = Node(u32::MAX);

    pub(super) fn place(self) -> usize {
        self.0 as usize
    }

    /// The number of a place, of which there are fewer than 2^32.
    pub(super) fn at(place: usize) -> Self {
        Node(u32::try_from(place).expect("fewer values on a tape than 2^32"))
    }
}

/// What a recorded tensor holds: its elements, and where they are on the tape.
pub struct Ref<'t, T> {
    /// All elements of the tensor; of what is not on the tape nothing.
    base: &'t [T],
    node: Node,
    /// Elements that the tape does not hold are copied where the way back needs them.
    foreign: bool,
    scope: &'t Scope<'t, T>,
}

impl<T> Clone for Ref<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Ref<'_, T> {}

impl<'t, T> Ref<'t, T> {
    pub(crate) fn elements(&self) -> &'t [T] {
        self.base
    }

    pub(super) fn node(&self) -> Node {
        self.node
    }
}

/// One operand of a recorded operation: a view of a tensor on the tape.
pub struct Input<'t, T> {
    pub(super) base: &'t [T],
    pub(super) node: Node,
    offset: usize,
    numel: usize,
    /// Sizes and strides from the innermost axis on, of what does not lie in a row.
    axes: Option<(&'t [usize], &'t [isize])>,
}

impl<'t, T: Real> Input<'t, T> {
    /// All of a tensor.
    pub(super) fn of(x: Ref<'t, T>) -> Self {
        Input { base: x.base, node: x.node, offset: 0, numel: x.base.len(), axes: None }
    }

    /// How many elements there are.
    pub fn numel(&self) -> usize {
        self.numel
    }

    /// Whether it is all of the tensor, row by row.
    pub(super) fn whole(&self) -> bool {
        self.axes.is_none() && self.numel == self.base.len()
    }

    pub(super) fn elements(&self) -> Elements<'t, T> {
        match self.axes {
            None => Elements::Lent(&self.base[self.offset..][..self.numel]),
            Some((sizes, strides)) => {
                let mut elements = Scratch::with_room(self.numel);
                copied(sizes, strides, self.offset, self.base, &mut elements);
                Elements::Copied(elements)
            }
        }
    }

    /// Adds the gradient of the view to that of the tensor.
    pub(super) fn spread(&self, grad: &[T], to: &mut [T]) {
        match self.axes {
            None => add(&mut to[self.offset..][..self.numel], grad),
            Some((sizes, strides)) => add_at(sizes, strides, self.offset, grad, to),
        }
    }
}

/// The record of a step.
pub(crate) struct Scope<'t, T> {
    pub(super) memory: &'t Arena<T>,
    /// What is asked for, and where it lies: the first nodes.
    parameters: &'t [&'t [T]],
    roles: &'t [Role],
    last: Cell<Option<&'t Record<'t, T>>>,
    count: Cell<u32>,
    pub(super) seed: Cell<Option<u64>>,
    news: Cell<Option<&'t News<'t, T>>>,
    /// Who looks out for what is not finite, if anybody does.
    watch: Option<&'t Watch>,
    /// Whether it is computed only, and not recorded.
    pub(super) frozen: bool,
    /// Whether it has met, while it was not recorded, what a gradient is asked of.
    pub(super) touched: Cell<bool>,
}

/// Shows the operands of an operation in turn.
type EachOperand<'a, 't, T> = dyn Fn(&mut dyn FnMut(Ref<'t, T>, &dyn Geometry<T>)) + 'a;
/// Puts the way back of an operation into the memory of a step.
type Hold<'a, 't, T> = dyn FnMut(&'t Arena<T>) -> &'t (dyn Backward<T> + 't) + 'a;

/// An operation that was done.
struct Record<'t, T> {
    back: &'t (dyn Backward<T> + 't),
    inputs: &'t [Input<'t, T>],
    out: &'t [T],
    node: Node,
    /// Its number, if it is watched.
    number: u32,
    before: Option<&'t Record<'t, T>>,
}

/// What a layer found out beside its result, for a buffer of the model.
struct News<'t, T> {
    node: Node,
    x: &'t [T],
    before: Option<&'t News<'t, T>>,
}

impl<'t, T: Real> Scope<'t, T> {
    pub(crate) fn new(
        memory: &'t Arena<T>,
        parameters: &'t [&'t [T]],
        roles: &'t [Role],
        seed: Option<u64>,
        watch: Option<&'t Watch>,
    ) -> Self {
        let count = u32::try_from(parameters.len()).expect("fewer parameters than 2^32");
        Scope {
            memory,
            parameters,
            roles,
            last: Cell::new(None),
            count: Cell::new(count),
            seed: Cell::new(seed),
            news: Cell::new(None),
            watch,
            frozen: false,
            touched: Cell::new(false),
        }
    }

    /// The scope of a part of another one, which has so many operands: recorded in a memory of its own, or not recorded.
    pub(super) fn part_of<'o: 't>(
        outer: &Scope<'o, T>,
        memory: &'t Arena<T>,
        seed: Option<u64>,
        operands: usize,
        frozen: bool,
    ) -> Self {
        let scope = Scope::new(memory, outer.parameters, outer.roles, seed, outer.watch);
        scope.count.set(Node::at(outer.parameters.len() + operands).0);
        Scope { frozen, ..scope }
    }

    /// How many values have numbers.
    pub(super) fn count(&self) -> usize {
        self.count.get() as usize
    }

    /// What nothing is asked of.
    pub(crate) fn constant(&'t self, base: &'t [T]) -> Ref<'t, T> {
        Ref { base, node: Node::CONSTANT, foreign: false, scope: self }
    }

    /// What has a number.
    pub(super) fn recorded(&'t self, base: &'t [T], node: Node) -> Ref<'t, T> {
        Ref { base, node, foreign: false, scope: self }
    }

    pub(crate) fn keep(&'t self, elements: Buffer<T>) -> &'t [T] {
        self.memory.keep(elements)
    }

    /// The part of the model that lies at a place.
    fn node_at(&self, x: &[T]) -> Option<Node> {
        let at = |p: &&[T]| core::ptr::eq(p.as_ptr(), x.as_ptr()) && p.len() == x.len() && !x.is_empty();
        self.parameters.iter().position(at).map(|i| Node(i as u32))
    }

    /// What a gradient is asked of is recorded, unless nothing is.
    fn asked(&self, node: Node) -> Node {
        if self.frozen {
            self.touched.set(true);
            return Node::CONSTANT;
        }
        node
    }

    /// A parameter or a buffer of a model, which is a constant: its gradient is what it will be.
    pub(crate) fn parameter(&'t self, x: &[T]) -> Ref<'t, T> {
        match self.node_at(x) {
            Some(node) => {
                let base = self.parameters[node.place()];
                let node = if self.roles[node.place()] != Role::Statistic { self.asked(node) } else { Node::CONSTANT };
                Ref { base, node, foreign: false, scope: self }
            }
            None => self.foreign(),
        }
    }

    /// What no tensor on the tape holds.
    pub(crate) fn foreign(&'t self) -> Ref<'t, T> {
        Ref { base: &[], node: Node::CONSTANT, foreign: true, scope: self }
    }

    /// A random seed, another one each time, while a model is trained.
    pub(crate) fn seed(&self) -> Option<u64> {
        let seed = self.seed.get()?;
        self.seed.set(Some(seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)));
        Some(seed)
    }

    /// The seed of what comes next.
    pub(crate) fn next_seed(&self) -> Option<u64> {
        self.seed.get()
    }

    /// News for the buffer of the model that lies at a place.
    pub(crate) fn report(&'t self, at: &[T], news: Buffer<T>) {
        if let Some(node) = self.node_at(at) {
            let x = self.memory.keep(news);
            self.news.set(Some(self.memory.alloc(News { node, x, before: self.news.get() })));
        }
    }

    /// Takes over what a part has found out for buffers of the model.
    pub(super) fn take_news(&'t self, part: &Scope<'_, T>) {
        let (mut all, mut next) = (Vec::new(), part.news.get());
        while let Some(news) = next {
            all.push(news);
            next = news.before;
        }
        for News { node, x, .. } in all.into_iter().rev() {
            let x = self.memory.keep(Buffer::from_iter(x.len(), x.iter().copied()));
            self.news.set(Some(self.memory.alloc(News { node: *node, x, before: self.news.get() })));
        }
    }

    fn input(&'t self, of: Ref<'t, T>, geometry: &dyn Geometry<T>) -> Input<'t, T> {
        let Place { start, numel, row_major } = geometry.place();
        if of.foreign {
            let base = self.memory.keep(geometry.copied());
            return Input { base, node: Node::CONSTANT, offset: 0, numel, axes: None };
        }
        let offset = start.wrapping_sub(of.base.as_ptr().addr()) / size_of::<T>();
        let offset = if numel == 0 { 0 } else { offset };
        let axes = (!row_major && numel != 0).then(|| {
            let (dims, strides) = geometry.axes();
            let sizes = self.memory.copy_slice(&dims.sizes[..dims.rank]);
            let strides = self.memory.copy_slice(&strides[..dims.rank]);
            (&*sizes, &*strides)
        });
        Input { base: of.base, node: of.node, offset, numel, axes }
    }

    /// Puts an operation on the tape, if anything that is asked for leads to it.
    fn record<X: Operands<T, Traced<'t>>>(&'t self, operands: X, out: Buffer<T>, back: impl Back<T>) -> Ref<'t, T> {
        let mut back = Some(back);
        let hold = &mut |memory: &'t Arena<T>| back.take().expect("asked for once").hold(memory);
        self.record_any(&|f| operands.each(f), out, hold)
    }

    /// As [`record`](Self::record): compiled once, and not for each operation and shape.
    fn record_any(&'t self, each: &EachOperand<'_, 't, T>, out: Buffer<T>, hold: &mut Hold<'_, 't, T>) -> Ref<'t, T> {
        let out = self.memory.keep(out);
        let (mut live, mut count) = (false, 0);
        each(&mut |of, _| {
            live |= of.node != Node::CONSTANT;
            count += 1;
        });
        let watched = self.watch.map(|watch| {
            let back = hold(self.memory);
            (back, self.look(watch, back.name(), each, out))
        });
        if !live {
            return self.constant(out);
        }
        let inputs = self.memory.alloc_with(count, |_| Input {
            base: &[][..],
            node: Node::CONSTANT,
            offset: 0,
            numel: 0,
            axes: None,
        });
        let mut i = 0;
        each(&mut |of, geometry| {
            inputs[i] = self.input(of, geometry);
            i += 1;
        });
        let (back, number) = watched.unwrap_or_else(|| (hold(self.memory), 0));
        self.put(back, inputs, out, number)
    }

    /// Puts a way back on the tape.
    pub(super) fn put(
        &'t self,
        back: &'t (dyn Backward<T> + 't),
        inputs: &'t [Input<'t, T>],
        out: &'t [T],
        number: u32,
    ) -> Ref<'t, T> {
        let node = Node(self.count.get());
        assert!(node != Node::CONSTANT, "fewer values on a tape than 2^32");
        self.count.set(node.0 + 1);
        let record = Record { back, inputs, out, node, number, before: self.last.get() };
        self.last.set(Some(self.memory.alloc(record)));
        Ref { base: out, node, foreign: false, scope: self }
    }

    /// A value, in the memory of the step.
    pub(crate) fn alloc<V>(&'t self, value: V) -> &'t V {
        self.memory.alloc(value)
    }

    /// Has what an operation made looked at, beside its operands.
    #[cold]
    fn look(&'t self, watch: &Watch, name: &'static str, each: &EachOperand<'_, 't, T>, out: &[T]) -> u32 {
        let looks_bad = Flaws::of(out).any();
        let mut operands = Vec::new();
        each(&mut |_, geometry| {
            let (dims, _) = geometry.axes();
            let sizes = dims.sizes[..dims.rank].iter().rev().copied().collect();
            let flaws = if looks_bad { Flaws::of(geometry.copied().as_slice()) } else { Flaws::default() };
            operands.push((sizes, flaws));
        });
        watch.forward(name, out, operands)
    }

    /// The way back from a result with its gradient, to the parameters, whose gradients go to the caller's memory. Whether any of them leads to
    /// the result.
    pub(crate) fn backward(
        &'t self,
        of: Ref<'t, T>,
        grad: Buffer<T>,
        own: &mut [(&mut [T], bool)],
        slots: &mut Vec<Option<Buffer<T>>>,
        free: &mut Vec<Buffer<T>>,
    ) -> bool {
        slots.resize_with(self.count() - own.len(), || None);
        if of.node == Node::CONSTANT {
            return false;
        }
        Gradients { own, slots, inputs: &[Input::of(of)], free }.give(0, grad);
        let mut at = self.last.get();
        while let Some(record) = at {
            if let Some(grad) = slots[record.node.place() - own.len()].take() {
                let of_result = self.watch.map(|_| Flaws::of(grad.as_slice()));
                let step = Step { inputs: record.inputs, out: record.out };
                let mut to = Gradients { own, slots, inputs: record.inputs, free };
                record.back.backward(&step, grad, &mut to);
                if let (Some(watch), Some(of_result)) = (self.watch, of_result) {
                    let made = record.inputs.iter().map(|input| to.flaws(input.node));
                    made.for_each(|made| watch.backward(record.number, of_result, made));
                    if watch.has_nan() {
                        return true;
                    }
                }
            }
            at = record.before;
        }
        let mut news = self.news.get();
        while let Some(News { node, x, before }) = news {
            if let Some((there, filled)) = own.get_mut(node.place()) {
                there.copy_from_slice(x);
                *filled = true;
            }
            news = *before;
        }
        true
    }

    /// What lies in memory that outlives the step: a parameter, or a constant.
    pub(crate) fn known(&'t self, x: &'t [T]) -> Ref<'t, T> {
        let node = self.node_at(x).map_or(Node::CONSTANT, |node| self.asked(node));
        Ref { base: x, node, foreign: false, scope: self }
    }
}

impl<'t, T: Real> Ref<'t, T> {
    pub(crate) fn scope(&self) -> &'t Scope<'t, T> {
        self.scope
    }

    /// Whether the tape has its elements.
    pub(crate) fn is_on_tape(&self) -> bool {
        !self.foreign
    }

    /// The same elements, of which nothing is asked.
    pub(crate) fn detached(self) -> Self {
        Ref { node: Node::CONSTANT, ..self }
    }

    /// What an operation makes of operands, the first of which knows this.
    pub(crate) fn apply<X: Operands<T, Traced<'t>>, E>(
        operands: X,
        forward: impl FnOnce(X::Eager) -> Result<Buffer<T>, E>,
        back: impl Back<T>,
    ) -> Result<Ref<'t, T>, E>
    where
        Traced<'t>: super::Numbers<T> + Kind<T, Note = Ref<'t, T>>,
    {
        let mut scope = None;
        operands.each(&mut |of, _| scope = Some(of.scope));
        let scope: &'t Scope<'t, T> = scope.expect("an operand");
        let out = forward(operands.eager())?;
        Ok(scope.record(operands, out, back))
    }
}
