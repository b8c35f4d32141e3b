//! Tensors that are computed at once, and recorded for the way back.

// Circle with back.rs: the tape keeps ways back, which find values and gradients by their numbers on the tape.

use alloc::vec::Vec;
use core::cell::Cell;
use core::marker::PhantomData;

use super::back::{Back, Backward, Gradients, Real, Step};
use super::role::Role;
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
    memory: &'t Arena<T>,
    /// What is asked for, and where it lies: the first nodes.
    parameters: &'t [&'t [T]],
    roles: &'t [Role],
    last: Cell<Option<&'t Record<'t, T>>>,
    count: Cell<u32>,
    seed: Cell<Option<u64>>,
    news: Cell<Option<&'t News<'t, T>>>,
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
    before: Option<&'t Record<'t, T>>,
}

/// What a layer found out beside its result, for a buffer of the model.
struct News<'t, T> {
    node: Node,
    x: &'t [T],
    before: Option<&'t News<'t, T>>,
}

impl<'t, T: Real> Scope<'t, T> {
    pub(crate) fn new(memory: &'t Arena<T>, parameters: &'t [&'t [T]], roles: &'t [Role], seed: Option<u64>) -> Self {
        let count = u32::try_from(parameters.len()).expect("fewer parameters than 2^32");
        Scope {
            memory,
            parameters,
            roles,
            last: Cell::new(None),
            count: Cell::new(count),
            seed: Cell::new(seed),
            news: Cell::new(None),
        }
    }

    /// What nothing is asked of.
    pub(crate) fn constant(&'t self, base: &'t [T]) -> Ref<'t, T> {
        Ref { base, node: Node::CONSTANT, foreign: false, scope: self }
    }

    pub(crate) fn keep(&'t self, elements: Buffer<T>) -> &'t [T] {
        self.memory.keep(elements)
    }

    /// The part of the model that lies at a place.
    fn node_at(&self, x: &[T]) -> Option<Node> {
        let at = |p: &&[T]| core::ptr::eq(p.as_ptr(), x.as_ptr()) && p.len() == x.len() && !x.is_empty();
        self.parameters.iter().position(at).map(|i| Node(i as u32))
    }

    /// A parameter or a buffer of a model, which is a constant: its gradient is what it will be.
    pub(crate) fn parameter(&'t self, x: &[T]) -> Ref<'t, T> {
        match self.node_at(x) {
            Some(node) => {
                let base = self.parameters[node.place()];
                let node = if self.roles[node.place()] != Role::Statistic { node } else { Node::CONSTANT };
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
        let node = Node(self.count.get());
        assert!(node != Node::CONSTANT, "fewer values on a tape than 2^32");
        self.count.set(node.0 + 1);
        let back = hold(self.memory);
        let record = Record { back, inputs, out, node, before: self.last.get() };
        self.last.set(Some(self.memory.alloc(record)));
        Ref { base: out, node, foreign: false, scope: self }
    }

    /// The way back from a result, to the parameters, whose gradients go to the caller's memory. Whether any of them leads to the result.
    pub(crate) fn backward(
        &'t self,
        of: Ref<'t, T>,
        own: &mut [(&mut [T], bool)],
        slots: &mut Vec<Option<Buffer<T>>>,
        free: &mut Vec<Buffer<T>>,
    ) -> bool {
        slots.clear();
        slots.resize_with(self.count.get() as usize - own.len(), || None);
        if of.node == Node::CONSTANT {
            return false;
        }
        match own.get_mut(of.node.place()) {
            Some((there, filled)) => {
                let before = if *filled { there[0] } else { T::zero() };
                there[0] = before + T::one();
                *filled = true;
            }
            None => slots[of.node.place() - own.len()] = Some(Buffer::filled(1, T::one())),
        }
        let mut at = self.last.get();
        while let Some(record) = at {
            if let Some(grad) = slots[record.node.place() - own.len()].take() {
                let step = Step { inputs: record.inputs, out: record.out };
                let mut to = Gradients { own, slots, inputs: record.inputs, free };
                record.back.backward(&step, grad, &mut to);
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
        let node = self.node_at(x).unwrap_or(Node::CONSTANT);
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
