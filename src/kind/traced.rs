//! Tensors that are computed at once, and recorded for the way back.
#![cfg(feature = "alloc")]

// Circle with back.rs: the tape keeps ways back, which find values and gradients by their numbers on the tape.

use alloc::vec::Vec;
use core::cell::Cell;
use core::marker::PhantomData;

use super::back::{Back, Backward, Gradients, OperandSet, Real, Step};
use super::role::Role;
use super::watch::{Flaws, Watch};
use super::{Extent, Geometry, Kind, Operands};
use crate::kernels::back::add;
use crate::kernels::back::strides::{add_at, copied};
use crate::kernels::random::NEXT_SEED;
use crate::storage::{Arena, Buffer, Claim, Known, Operand, Scratch, Shared};

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

/// What a recorded tensor holds: its elements, as long as it lives, and where they are on the tape.
pub struct Held<'t, T> {
    base: Shared<'t, T>,
    node: Node,
    scope: &'t Scope<'t, T>,
}

impl<T> Clone for Held<'_, T> {
    fn clone(&self) -> Self {
        Held { base: self.base.clone(), ..*self }
    }
}

impl<'t, T> Held<'t, T> {
    #[inline(always)]
    pub(crate) fn elements(&self) -> &[T] {
        &self.base
    }

    /// What a view of it knows.
    #[inline(always)]
    pub(crate) fn note(&self) -> Ref<'t, T> {
        Ref { base: self.base.known(), node: self.node, foreign: false, scope: self.scope }
    }

    /// The same elements, of which nothing is asked.
    pub(crate) fn detached(&self) -> Self {
        Held { node: Node::CONSTANT, ..self.clone() }
    }
}

/// What a view of a recorded tensor knows: which elements that holds, and where they are on the tape.
pub struct Ref<'t, T> {
    /// All elements of the tensor; of what is not on the tape nothing.
    base: Known<'t, T>,
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
    pub(super) fn node(&self) -> Node {
        self.node
    }

    /// A tensor of all that a view is of, while that lives.
    pub(crate) fn held(self) -> Held<'t, T> {
        Held { base: self.base.claim(), node: self.node, scope: self.scope }
    }
}

/// One operand of a recorded operation: a view of a tensor on the tape.
pub struct Input<'t, T> {
    /// All elements of the tensor, if the way back reads them.
    base: Claim<'t, T>,
    /// How many elements the tensor has.
    len: usize,
    pub(super) node: Node,
    offset: usize,
    numel: usize,
    /// Sizes and strides from the innermost axis on, of what does not lie in a row.
    axes: Option<(&'t [usize], &'t [isize])>,
}

impl<'t, T: Real> Input<'t, T> {
    /// Nothing.
    const fn none() -> Self {
        Input { base: Claim::none(), len: 0, node: Node::CONSTANT, offset: 0, numel: 0, axes: None }
    }

    /// All of a tensor of so many elements, which are not read.
    fn unread(node: Node, len: usize) -> Self {
        Input { len, node, numel: len, ..Input::none() }
    }

    /// All of a tensor.
    pub(super) fn of(x: Ref<'t, T>) -> Self {
        Input { base: Claim::new(x.base.claim()), ..Input::unread(x.node, x.base.len()) }
    }

    /// All elements of the tensor that it is a view of.
    ///
    /// # Panics
    /// If they are not kept.
    pub(super) fn base(&self) -> Shared<'t, T> {
        self.base.get().expect("a way back reads an operand only if it says so")
    }

    /// How many these are.
    pub(super) fn whole_len(&self) -> usize {
        self.len
    }

    /// Does not read it any more.
    pub(super) fn let_go(&self) {
        self.base.let_go();
    }

    /// How many elements there are.
    pub fn numel(&self) -> usize {
        self.numel
    }

    /// Whether it is all of the tensor, row by row.
    pub(super) fn whole(&self) -> bool {
        self.axes.is_none() && self.numel == self.len
    }

    pub(super) fn elements(&self) -> Operand<'t, T> {
        match self.axes {
            None => Operand::Used(self.base(), self.offset, self.numel),
            Some((sizes, strides)) => {
                let mut elements = Scratch::with_room(self.numel);
                copied(sizes, strides, self.offset, &self.base(), &mut elements);
                Operand::Copied(elements)
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
    /// The elements of the result, if the way back reads them.
    out: Claim<'t, T>,
    node: Node,
    /// Its number, if it is watched.
    number: u32,
    before: Option<&'t Record<'t, T>>,
}

/// The operand of an operation that works in its memory: its number among the operands, and where it is on the tape.
#[derive(Clone, Copy)]
pub(crate) struct Own {
    operand: usize,
    node: Node,
    len: usize,
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
    pub(crate) fn constant(&'t self, elements: Buffer<T>) -> Held<'t, T> {
        self.holds(elements, Node::CONSTANT)
    }

    fn holds(&'t self, elements: Buffer<T>, node: Node) -> Held<'t, T> {
        Held { base: Shared::kept(self.memory, elements), node, scope: self }
    }

    /// What is borrowed as long as the step, and what nothing is asked of.
    pub(crate) fn lent(&'t self, base: &'t [T]) -> Ref<'t, T> {
        self.recorded(base, Node::CONSTANT)
    }

    /// What is borrowed as long as the step, and has a number.
    pub(super) fn recorded(&'t self, base: &'t [T], node: Node) -> Ref<'t, T> {
        Ref { base: Known::lent(base), node, foreign: false, scope: self }
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
                self.recorded(base, node)
            }
            None => self.foreign(),
        }
    }

    /// What no tensor on the tape holds.
    pub(crate) fn foreign(&'t self) -> Ref<'t, T> {
        Ref { foreign: true, ..self.lent(&[]) }
    }

    /// A random seed, another one each time, while a model is trained.
    pub(crate) fn seed(&self) -> Option<u64> {
        let seed = self.seed.get()?;
        self.seed.set(Some(seed.wrapping_mul(NEXT_SEED[0]).wrapping_add(NEXT_SEED[1])));
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

    fn input(&'t self, of: Ref<'t, T>, geometry: &dyn Geometry<T>, read: bool) -> Input<'t, T> {
        let Extent { start, numel, row_major } = geometry.place();
        if of.foreign {
            let base = if read { Claim::new(Shared::kept(self.memory, geometry.copied())) } else { Claim::none() };
            return Input { base, ..Input::unread(Node::CONSTANT, numel) };
        }
        let offset = start.wrapping_sub(of.base.addr()) / size_of::<T>();
        let offset = if numel == 0 { 0 } else { offset };
        let axes = (!row_major && numel != 0).then(|| {
            let (dims, strides) = geometry.axes();
            let sizes = self.memory.copy_slice(&dims.sizes[..dims.rank]);
            let strides = self.memory.copy_slice(&strides[..dims.rank]);
            (&*sizes, &*strides)
        });
        let base = if read { Claim::new(of.base.claim()) } else { Claim::none() };
        Input { base, len: of.base.len(), node: of.node, offset, numel, axes }
    }

    /// Puts an operation on the tape, if anything that is asked for leads to it.
    fn record<X: Operands<T, Traced<'t>>>(&'t self, operands: X, out: Buffer<T>, back: impl Back<T>) -> Held<'t, T> {
        let mut back = Some(back);
        let hold = &mut |memory: &'t Arena<T>| back.take().expect("asked for once").hold(memory);
        self.record_any(&|f| operands.each(f), out, hold)
    }

    /// As [`record`](Self::record): compiled once, and not for each operation and shape.
    fn record_any(&'t self, each: &EachOperand<'_, 't, T>, out: Buffer<T>, hold: &mut Hold<'_, 't, T>) -> Held<'t, T> {
        let wanted = wanted(each, None);
        let watched = self.watch.map(|watch| {
            let back = hold(self.memory);
            (back, self.look(watch, back.name(), each, out.as_slice()))
        });
        if wanted == OperandSet::NONE {
            return self.constant(out);
        }
        let (back, number) = watched.unwrap_or_else(|| (hold(self.memory), 0));
        self.put_with(back, wanted, None, each, out, number)
    }

    /// Puts an operation on the tape that has worked in the memory of an operand of its own, beside others.
    fn put_with(
        &'t self,
        back: &'t (dyn Backward<T> + 't),
        wanted: OperandSet,
        own: Option<Own>,
        each: &EachOperand<'_, 't, T>,
        out: Buffer<T>,
        number: u32,
    ) -> Held<'t, T> {
        let reads = back.reads(wanted);
        let mut count = usize::from(own.is_some());
        each(&mut |_, _| count += 1);
        let inputs = self.memory.alloc_with(count, |_| Input::none());
        let mut i = 0;
        let skip = |i: usize| i + usize::from(own.is_some_and(|own| own.operand == i));
        each(&mut |of, geometry| {
            i = skip(i);
            inputs[i] = self.input(of, geometry, reads.reads(i));
            i += 1;
        });
        if let Some(own) = own {
            inputs[own.operand] = Input::unread(own.node, own.len);
        }
        self.put(back, inputs, out, reads.reads_result(), number)
    }

    /// Puts a way back on the tape.
    pub(super) fn put(
        &'t self,
        back: &'t (dyn Backward<T> + 't),
        inputs: &'t [Input<'t, T>],
        out: Buffer<T>,
        reads_result: bool,
        number: u32,
    ) -> Held<'t, T> {
        let node = Node(self.count.get());
        assert!(node != Node::CONSTANT, "fewer values on a tape than 2^32");
        self.count.set(node.0 + 1);
        let made = self.holds(out, node);
        let out = if reads_result { Claim::new(made.base.clone()) } else { Claim::none() };
        let record = Record { back, inputs, out, node, number, before: self.last.get() };
        self.last.set(Some(self.memory.alloc(record)));
        made
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
        of: &Held<'t, T>,
        grad: Buffer<T>,
        own: &mut [(&mut [T], bool)],
        slots: &mut Vec<Option<Buffer<T>>>,
    ) -> bool {
        slots.resize_with(self.count() - own.len(), || None);
        if of.node == Node::CONSTANT {
            return false;
        }
        Gradients { own, slots, inputs: &[Input::unread(of.node, of.elements().len())] }.give(0, grad);
        let mut at = self.last.get();
        while let Some(record) = at {
            let inputs = record.inputs;
            if let Some(grad) = slots[record.node.place() - own.len()].take() {
                let of_result = self.watch.map(|_| Flaws::of(grad.as_slice()));
                let out = record.out.get();
                let step = Step { inputs, out: out.as_deref() };
                let mut to = Gradients { own, slots, inputs };
                record.back.backward(&step, grad, &mut to);
                if let (Some(watch), Some(of_result)) = (self.watch, of_result) {
                    let made = inputs.iter().map(|input| to.flaws(input.node));
                    made.for_each(|made| watch.backward(record.number, of_result, made));
                    if watch.has_nan() {
                        return true;
                    }
                }
            }
            // What was kept for this way back, nobody needs any more.
            inputs.iter().for_each(Input::let_go);
            record.out.let_go();
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
        self.recorded(x, node)
    }
}

/// Of which operands gradients are asked, beside one's own.
fn wanted<'t, T: Real>(each: &EachOperand<'_, 't, T>, own: Option<Own>) -> OperandSet {
    let mut wanted = OperandSet::NONE;
    let mut i = 0;
    if let Some(own) = own {
        wanted = wanted.with(own.operand, own.node != Node::CONSTANT);
    }
    each(&mut |of, _| {
        i += usize::from(own.is_some_and(|own| own.operand == i));
        wanted = wanted.with(i, of.node != Node::CONSTANT);
        i += 1;
    });
    wanted
}

impl<'t, T: Real> Held<'t, T> {
    /// What an operation makes of this operand in its memory, beside others, if nobody else needs the elements: neither the program, nor a way back
    /// that is on the tape, nor this operation's own. If not, the operand.
    pub(crate) fn over_op<X: Operands<T, Traced<'t>>, B: Back<T>>(
        self,
        operand: usize,
        others: X,
        forward: impl FnOnce(Buffer<T>, X::Eager) -> Buffer<T>,
        back: B,
    ) -> Result<Self, Self>
    where
        Traced<'t>: super::Numbers<T> + Kind<T, Note = Ref<'t, T>>,
    {
        let scope = self.scope;
        // Who looks for flaws looks at operands, too.
        if scope.watch.is_some() || !self.base.is_alone() {
            return Err(self);
        }
        let own = Own { operand, node: self.node, len: self.base.len() };
        let each: &EachOperand<'_, 't, T> = &|f| others.each(f);
        let wanted = wanted(each, Some(own));
        let held = (wanted != OperandSet::NONE).then(|| back.hold(scope.memory));
        if held.is_some_and(|held| held.reads(wanted).reads(operand)) {
            return Err(self);
        }
        match self.base.into_buffer() {
            Ok(buffer) => {
                let out = forward(buffer, others.eager());
                Ok(match held {
                    Some(held) => scope.put_with(held, wanted, Some(own), each, out, 0),
                    None => scope.constant(out),
                })
            }
            Err(base) => Err(Held { base, node: own.node, scope }),
        }
    }
}

impl<'t, T: Real> Ref<'t, T> {
    /// What a tensor holds that is about to get other elements: none.
    pub(crate) fn nothing(&self) -> Held<'t, T> {
        self.scope.lent(&[]).held()
    }

    pub(crate) fn scope(&self) -> &'t Scope<'t, T> {
        self.scope
    }

    /// Whether the tape has its elements.
    pub(crate) fn is_on_tape(&self) -> bool {
        !self.foreign
    }

    /// What an operation makes of operands, the first of which knows this.
    pub(crate) fn apply_op<X: Operands<T, Traced<'t>>, E>(
        operands: X,
        forward: impl FnOnce(X::Eager) -> Result<Buffer<T>, E>,
        back: impl Back<T>,
    ) -> Result<Held<'t, T>, E>
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
