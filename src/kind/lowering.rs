//! Lowerings: operations for other engines, by what they are made of.
#![cfg(feature = "graph")]

use core::cell::RefCell;

use crate::hlo::{Element, ElementType, Id, Notes, Placed};
use crate::kernels::random::NEXT_SEED;
use crate::shape::dims::{Dims, Strides};
use crate::storage::room;

/// Where what is computed is noted.
pub(crate) struct Recorder {
    pub(crate) notes: RefCell<Notes>,
    /// Tensors in memory that are values of the graph: parameters and indices.
    pub(crate) lent: RefCell<alloc::vec::Vec<Lent>>,
    /// While the model is trained.
    trained: RefCell<Option<Trained>>,
}

/// What a model that is trained needs beside its values.
struct Trained {
    /// Random seeds, of shape `()`; the last one is the next to be drawn.
    seeds: alloc::vec::Vec<Id>,
    /// The mean and the variance of a sample, `[C]`, of the batch norm that was noted last.
    moments: Option<[Id; 2]>,
    /// What buffers of the model become.
    news: alloc::vec::Vec<(Id, Id)>,
}

/// Elements in memory that are a value of the graph.
#[derive(Clone, Copy)]
pub(crate) struct Lent {
    /// The address of the first one.
    pub start: usize,
    pub numel: usize,
    pub dtype: ElementType,
    pub id: Id,
}

impl Recorder {
    pub(crate) fn new() -> Self {
        Recorder { notes: RefCell::default(), lent: RefCell::default(), trained: RefCell::default() }
    }

    /// The model is trained from now on, by random numbers from this seed, a value of shape `()`.
    pub(crate) fn train(&self, seed: Id) {
        let trained = Trained { seeds: alloc::vec![seed], moments: None, news: room(2) };
        *self.trained.borrow_mut() = Some(trained);
    }

    pub(crate) fn trains(&self) -> bool {
        self.trained.borrow().is_some()
    }

    /// The number of a seed that nothing else has, while the model is trained.
    pub(crate) fn draw(&self) -> Option<u64> {
        let (mut trained, mut notes) = (self.trained.borrow_mut(), self.notes.borrow_mut());
        let seeds = &mut trained.as_mut()?.seeds;
        let last = *seeds.last()?;
        let [times, plus] = NEXT_SEED.map(|number| notes.constant(&[number], alloc::vec![]));
        let next = notes.binary("multiply", last, times);
        seeds.push(notes.binary("add", next, plus));
        Some(seeds.len() as u64 - 2)
    }

    /// The seed that would be drawn next, and what buffers of the model become.
    pub(crate) fn after(&self) -> (Option<Id>, alloc::vec::Vec<(Id, Id)>) {
        let trained = self.trained.borrow();
        let seed = trained.as_ref().and_then(|trained| trained.seeds.last().copied());
        (seed, trained.as_ref().map_or(room(0), |trained| trained.news.clone()))
    }

    /// Blends the moments that were taken last into a buffer of the model, which lies at `at`: the mean, 0, or the variance, 1.
    pub(crate) fn blend<T: Element>(&self, at: &[T], which: usize, momentum: f64) {
        let known = self.known(at.as_ptr().addr(), T::TYPE);
        let (mut trained, mut notes) = (self.trained.borrow_mut(), self.notes.borrow_mut());
        let Some((trained, (running, _))) = trained.as_mut().zip(known) else { return };
        let Some(moments) = trained.moments else { return };
        let moment = notes.convert(moments[which], T::TYPE);
        let way = notes.binary("subtract", moment, running);
        let step = notes.by("multiply", way, momentum);
        trained.news.push((running, notes.binary("add", running, step)));
    }

    /// Elements in memory are a value of the graph from now on.
    pub(crate) fn lend<T: Element>(&self, elements: &[T], id: Id) {
        // What has no element may lie anywhere.
        if !elements.is_empty() {
            let (start, numel) = (elements.as_ptr().addr(), elements.len());
            self.lent.borrow_mut().push(Lent { start, numel, dtype: T::TYPE, id });
        }
    }

    /// The value of elements that lie at an address: all of a tensor, or part of it, from a place on.
    fn known(&self, start: usize, dtype: ElementType) -> Option<(Id, usize)> {
        let found =
            |lent: &&Lent| lent.dtype == dtype && start >= lent.start && start - lent.start < lent.numel * dtype.size();
        self.lent.borrow().iter().find(found).map(|lent| (lent.id, (start - lent.start) / dtype.size()))
    }
}

/// A view, from the outermost axis on.
pub(super) fn placed(offset: usize, dims: &Dims, strides: &Strides) -> Placed {
    Placed { offset, sizes: dims.outermost_first(), steps: strides[..dims.rank].iter().rev().copied().collect() }
}

/// Where an operation is noted, by what it is made of.
pub struct Lowering<'a> {
    of: &'a Recorder,
}

impl<'a> Lowering<'a> {
    pub(super) fn at(of: &'a Recorder) -> Self {
        Lowering { of }
    }

    /// The seed that was drawn by a number, a value of shape `()`.
    pub(crate) fn seed(&self, number: u64) -> Id {
        let trained = self.of.trained.borrow();
        trained.as_ref().expect("seeds are drawn while a model is trained").seeds[number as usize]
    }

    /// A batch norm has taken this mean and this variance of a sample, `[C]`.
    pub(crate) fn took(&self, moments: [Id; 2]) {
        if let Some(trained) = &mut *self.of.trained.borrow_mut() {
            trained.moments = Some(moments);
        }
    }

    /// The list of notes.
    pub(crate) fn notes(&mut self) -> core::cell::RefMut<'_, Notes> {
        self.of.notes.borrow_mut()
    }

    /// Elements in memory at an address, if they are part of a value of the graph.
    pub(crate) fn known_elements(
        &mut self,
        start: usize,
        dtype: ElementType,
        dims: &Dims,
        strides: &Strides,
    ) -> Option<Id> {
        let (id, offset) = self.of.known(start, dtype)?;
        Some(self.notes().viewed(id, &placed(offset, dims, strides)))
    }

    /// Elements in memory at an address, of these sizes and strides: a value of the graph, if they are part of one, and else what `numbers` gives, as a
    /// constant.
    pub(crate) fn elements<T: Element>(
        &mut self,
        start: usize,
        dtype: ElementType,
        dims: &Dims,
        strides: &Strides,
        numbers: impl FnOnce() -> alloc::vec::Vec<T>,
    ) -> Id {
        match self.known_elements(start, dtype, dims, strides) {
            Some(id) => id,
            None => self.notes().constant(&numbers(), dims.outermost_first()),
        }
    }
}

/// The way forward of an operation, for engines: what it is made of.
pub(crate) trait Lower<T> {
    /// Whether it can be noted.
    const LOWERED: bool = true;

    /// The result of operands, whose sizes from the outermost axis on are those of the views; the caller gives it the sizes `to`, of which it has as many
    /// elements.
    fn lower(self, notes: &mut Notes, x: &[Id], to: &[usize]) -> Id
    where
        T: Element;
}

/// The same of an operation that also reads elements by where they are, which may be a value of the graph.
pub(crate) trait LowerAt<T> {
    /// Whether it can be noted.
    const LOWERED: bool = true;

    /// As [`Lower::lower`].
    fn lower_at(self, at: &mut Lowering<'_>, x: &[Id], to: &[usize]) -> Id
    where
        T: Element;
}
