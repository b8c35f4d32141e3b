//! The list of notes, and what is put on it.

// Circle with windows.rs: what a convolution is stands beside what is made of it.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::element::{Element, ElementType};
use super::windows::{Convolution, Pooling};

/// The number of a value in the notes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(crate) struct Id(pub(super) u32);

impl Id {
    pub(crate) fn at(self) -> usize {
        self.0 as usize
    }
}

/// How the elements of axes become one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fold {
    Sum,
    Product,
    Largest,
    Smallest,
}

/// How two elements are compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Relation {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// A primitive operation, one of StableHLO's. Sizes and axes are counted from the outermost on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Op {
    /// What comes from outside, by its number.
    Argument(usize),
    /// These bytes: of all elements, or of one that they all equal.
    Constant(Arc<[u8]>),
    /// The place along an axis.
    Iota(usize),
    Unary(&'static str),
    Binary(&'static str),
    Compare(Relation),
    /// Where the first is true the second, else the third.
    Select,
    Convert,
    /// Axes of size 1, and those that are missing in front, are repeated.
    Stretch,
    Reshape,
    /// The same, where gradients end.
    Detach,
    Transpose(Vec<usize>),
    Reverse(Vec<usize>),
    /// Of each axis: from, to, and the step.
    Slice(Vec<[usize; 3]>),
    /// Of each axis what is put in front, behind and between, in place of which it is taken away where it is less than 0: the second operand.
    Pad(Vec<[isize; 3]>),
    Concat(usize),
    /// These axes are gone.
    Reduce(Fold, Vec<usize>),
    /// Of so many axes in front of both, each with its own; and over the axis of either.
    Dot {
        batch: usize,
        contract: [usize; 2],
    },
    Convolution(Convolution),
    /// Sums, or largest elements, of windows.
    Pool(Fold, Pooling),
    /// Each number goes where its window's first largest element is: the operand, the numbers.
    Unpool(Pooling),
    /// Parts of the first axis of a table at places `[n]`: `[v, ..]`, `[n]` -> `[n, ..]`.
    Take,
    /// Zeros to which parts are added at the places of the first axis, which has this size: `[n]`, `[n, ..]` -> `[v, ..]`.
    AddAt(usize),
}

/// A value: what it is made by, and of which others.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Node {
    pub op: Op,
    pub from: Vec<Id>,
    pub sizes: Vec<usize>,
    pub dtype: ElementType,
}

impl PartialOrd for ElementType {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for ElementType {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        (*self as u8).cmp(&(*other as u8))
    }
}

/// All values of a graph, each after those that it is made of. What is noted twice is one value.
#[derive(Clone, Default, Debug)]
pub(crate) struct Notes {
    nodes: Vec<Node>,
    known: BTreeMap<Node, Id>,
}

/// The sizes of two shapes together: aligned at the last axis, 1 stretched. What does not fit was no shape.
pub(super) fn joint(a: &[usize], b: &[usize]) -> Vec<usize> {
    let rank = a.len().max(b.len());
    let size = |s: &[usize], axis: usize| (axis + s.len()).checked_sub(rank).map_or(1, |at| s[at]);
    (0..rank).map(|axis| if size(a, axis) == 1 { size(b, axis) } else { size(a, axis) }).collect()
}

impl Notes {
    pub(super) fn add(&mut self, op: Op, from: &[Id], sizes: Vec<usize>, dtype: ElementType) -> Id {
        let node = Node { op, from: from.to_vec(), sizes, dtype };
        if let Some(id) = self.known.get(&node) {
            return *id;
        }
        let id = Id(u32::try_from(self.nodes.len()).expect("fewer values in a graph than 2^32"));
        self.known.insert(node.clone(), id);
        self.nodes.push(node);
        id
    }

    pub(crate) fn node(&self, x: Id) -> &Node {
        &self.nodes[x.at()]
    }

    /// All values, each with its number.
    pub(crate) fn nodes(&self) -> impl DoubleEndedIterator<Item = (Id, &Node)> {
        self.nodes.iter().enumerate().map(|(i, node)| (Id(i as u32), node))
    }

    pub(crate) fn sizes(&self, x: Id) -> &[usize] {
        &self.node(x).sizes
    }

    pub(crate) fn numel(&self, x: Id) -> usize {
        self.sizes(x).iter().product()
    }

    pub(crate) fn dtype(&self, x: Id) -> ElementType {
        self.node(x).dtype
    }

    /// What is needed for some values, which are among it.
    pub(crate) fn needed(&self, for_these: &[Id]) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        for_these.iter().for_each(|x| needed[x.at()] = true);
        for i in (0..needed.len()).rev() {
            if needed[i] {
                self.nodes[i].from.iter().for_each(|x| needed[x.at()] = true);
            }
        }
        needed
    }

    /// What comes from outside.
    pub(crate) fn argument(&mut self, number: usize, sizes: Vec<usize>, dtype: ElementType) -> Id {
        self.add(Op::Argument(number), &[], sizes, dtype)
    }

    /// An argument is this number from now on.
    pub(crate) fn settle<T: Element>(&mut self, argument: Id, number: T) {
        let mut bytes = Vec::new();
        number.put(&mut bytes);
        self.nodes[argument.at()].op = Op::Constant(bytes.into());
    }

    fn bytes(&mut self, bytes: Vec<u8>, sizes: Vec<usize>, dtype: ElementType) -> Id {
        self.add(Op::Constant(bytes.into()), &[], sizes, dtype)
    }

    /// These elements, row by row.
    pub(crate) fn constant<T: Element>(&mut self, elements: &[T], sizes: Vec<usize>) -> Id {
        let same = elements.first().filter(|first| {
            // Bits, so that a NaN is one value, too, and -0 is none of 0.
            let bits = |x: &T| {
                let mut bytes = Vec::new();
                x.put(&mut bytes);
                bytes
            };
            let first = bits(first);
            elements.iter().all(|x| bits(x) == first)
        });
        let mut bytes = Vec::new();
        match same {
            Some(one) => one.put(&mut bytes),
            None => elements.iter().for_each(|x| x.put(&mut bytes)),
        }
        self.bytes(bytes, sizes, T::TYPE)
    }

    /// One number, of shape `()`.
    pub(crate) fn number(&mut self, x: f64, dtype: ElementType) -> Id {
        self.bytes(dtype.bytes(x), vec![], dtype)
    }

    /// One number everywhere.
    pub(crate) fn filled(&mut self, x: f64, sizes: &[usize], dtype: ElementType) -> Id {
        self.bytes(dtype.bytes(x), sizes.to_vec(), dtype)
    }

    /// One number, of the type of a value's elements.
    pub(crate) fn like(&mut self, x: f64, of: Id) -> Id {
        self.number(x, self.dtype(of))
    }

    /// The place along an axis.
    pub(crate) fn iota(&mut self, sizes: &[usize], axis: usize, dtype: ElementType) -> Id {
        self.add(Op::Iota(axis), &[], sizes.to_vec(), dtype)
    }

    pub(crate) fn unary(&mut self, op: &'static str, x: Id) -> Id {
        self.add(Op::Unary(op), &[x], self.sizes(x).to_vec(), self.dtype(x))
    }

    /// With broadcasting.
    pub(crate) fn binary(&mut self, op: &'static str, a: Id, b: Id) -> Id {
        let [a, b] = self.together([a, b]);
        self.add(Op::Binary(op), &[a, b], self.sizes(a).to_vec(), self.dtype(a))
    }

    /// With one number.
    pub(crate) fn by(&mut self, op: &'static str, x: Id, number: f64) -> Id {
        let number = self.like(number, x);
        self.binary(op, x, number)
    }

    /// With broadcasting.
    pub(crate) fn compare(&mut self, relation: Relation, a: Id, b: Id) -> Id {
        let [a, b] = self.together([a, b]);
        self.add(Op::Compare(relation), &[a, b], self.sizes(a).to_vec(), ElementType::Bool)
    }

    /// Where `mask` is true `yes`, else `no`. With broadcasting.
    pub(crate) fn select(&mut self, mask: Id, yes: Id, no: Id) -> Id {
        let all = self.together([mask, yes, no]);
        self.add(Op::Select, &all, self.sizes(all[0]).to_vec(), self.dtype(yes))
    }

    /// All stretched to their sizes together.
    fn together<const N: usize>(&mut self, all: [Id; N]) -> [Id; N] {
        let to = all.iter().fold(vec![], |to, x| joint(&to, self.sizes(*x)));
        all.map(|x| self.stretch(x, &to))
    }

    pub(crate) fn convert(&mut self, x: Id, dtype: ElementType) -> Id {
        if self.dtype(x) == dtype { x } else { self.add(Op::Convert, &[x], self.sizes(x).to_vec(), dtype) }
    }

    pub(crate) fn stretch(&mut self, x: Id, to: &[usize]) -> Id {
        let node = self.node(x);
        let dtype = node.dtype;
        match &node.op {
            _ if node.sizes == to => x,
            Op::Constant(bytes) if bytes.len() == dtype.size() => {
                let bytes = bytes.clone();
                self.add(Op::Constant(bytes), &[], to.to_vec(), dtype)
            }
            _ => self.add(Op::Stretch, &[x], to.to_vec(), dtype),
        }
    }

    pub(crate) fn reshape(&mut self, x: Id, to: &[usize]) -> Id {
        let node = self.node(x);
        let dtype = node.dtype;
        match &node.op {
            _ if node.sizes == to => x,
            Op::Constant(bytes) => {
                let bytes = bytes.clone();
                self.add(Op::Constant(bytes), &[], to.to_vec(), dtype)
            }
            Op::Reshape => self.reshape(node.from[0], to),
            _ => self.add(Op::Reshape, &[x], to.to_vec(), dtype),
        }
    }

    pub(crate) fn detach(&mut self, x: Id) -> Id {
        self.add(Op::Detach, &[x], self.sizes(x).to_vec(), self.dtype(x))
    }

    /// The axes in another order.
    pub(crate) fn transpose(&mut self, x: Id, order: &[usize]) -> Id {
        if order.iter().enumerate().all(|(to, from)| to == *from) {
            return x;
        }
        let to = order.iter().map(|&axis| self.sizes(x)[axis]).collect();
        self.add(Op::Transpose(order.to_vec()), &[x], to, self.dtype(x))
    }

    pub(crate) fn reverse(&mut self, x: Id, axes: Vec<usize>) -> Id {
        if axes.is_empty() {
            return x;
        }
        self.add(Op::Reverse(axes), &[x], self.sizes(x).to_vec(), self.dtype(x))
    }

    /// Of each axis: from, to, and the step.
    pub(crate) fn slice(&mut self, x: Id, parts: Vec<[usize; 3]>) -> Id {
        let to: Vec<usize> = parts.iter().map(|[from, to, step]| (to - from).div_ceil(*step)).collect();
        if to == self.sizes(x) { x } else { self.add(Op::Slice(parts), &[x], to, self.dtype(x)) }
    }

    /// Part of one axis.
    pub(crate) fn narrow(&mut self, x: Id, axis: usize, from: usize, len: usize) -> Id {
        let mut parts: Vec<[usize; 3]> = self.sizes(x).iter().map(|&size| [0, size, 1]).collect();
        parts[axis] = [from, from + len, 1];
        self.slice(x, parts)
    }

    /// Of each axis what is put in front, behind and between, of one value.
    pub(crate) fn pad(&mut self, x: Id, value: Id, parts: Vec<[isize; 3]>) -> Id {
        if parts.iter().all(|part| *part == [0; 3]) {
            return x;
        }
        let size = |(&size, [front, behind, between]): (&usize, &[isize; 3])| {
            (size as isize + front + behind + between * (size as isize - 1).max(0)).max(0) as usize
        };
        let to = self.sizes(x).iter().zip(&parts).map(size).collect();
        self.add(Op::Pad(parts), &[x, value], to, self.dtype(x))
    }

    pub(crate) fn concat(&mut self, parts: &[Id], axis: usize) -> Id {
        let mut to = self.sizes(parts[0]).to_vec();
        to[axis] = parts.iter().map(|x| self.sizes(*x)[axis]).sum();
        self.add(Op::Concat(axis), parts, to, self.dtype(parts[0]))
    }

    /// The axes are gone.
    pub(crate) fn reduce(&mut self, fold: Fold, x: Id, axes: &[usize]) -> Id {
        if axes.is_empty() {
            return x;
        }
        let left = self.sizes(x).iter().enumerate().filter(|(axis, _)| !axes.contains(axis)).map(|(_, n)| *n).collect();
        self.add(Op::Reduce(fold, axes.to_vec()), &[x], left, self.dtype(x))
    }

    /// The axes stay, of size 1.
    pub(crate) fn reduce_keepdim(&mut self, fold: Fold, x: Id, axes: &[usize]) -> Id {
        let kept: Vec<usize> =
            self.sizes(x).iter().enumerate().map(|(axis, &n)| if axes.contains(&axis) { 1 } else { n }).collect();
        let left = self.reduce(fold, x, axes);
        self.reshape(left, &kept)
    }

    /// An axis of `a` with one of `b`, after so many axes that stand in front of both. What is left of `a` comes before what is left of `b`.
    pub(crate) fn dot(&mut self, a: Id, b: Id, batch: usize, contract: [usize; 2]) -> Id {
        let left = |s: &[usize], without: usize| {
            let rest = s.iter().enumerate().skip(batch).filter(|(axis, _)| *axis != without);
            rest.map(|(_, n)| *n).collect::<Vec<_>>()
        };
        let mut to = self.sizes(a)[..batch].to_vec();
        to.extend(left(self.sizes(a), contract[0]));
        to.extend(left(self.sizes(b), contract[1]));
        self.add(Op::Dot { batch, contract }, &[a, b], to, self.dtype(a))
    }

    /// Parts of the first axis at places of any sizes.
    pub(crate) fn take(&mut self, table: Id, places: Id) -> Id {
        let (places_sizes, rest) = (self.sizes(places).to_vec(), self.sizes(table)[1..].to_vec());
        let n = self.numel(places);
        let flat = self.reshape(places, &[n]);
        let to = [&[n], &rest[..]].concat();
        let taken = self.add(Op::Take, &[table, flat], to, self.dtype(table));
        self.reshape(taken, &[places_sizes, rest].concat())
    }

    /// Zeros of this size along the first axis, to which parts are added at places.
    pub(crate) fn add_at(&mut self, size: usize, places: Id, parts: Id) -> Id {
        let to = [&[size], &self.sizes(parts)[1..]].concat();
        self.add(Op::AddAt(size), &[places, parts], to, self.dtype(parts))
    }

    /// Along an axis that the value does not have: 1 where the place is that of the class, else 0. Of classes beyond the axis all are 0.
    pub(crate) fn one_hot(&mut self, classes: Id, axis: usize, size: usize, dtype: ElementType) -> Id {
        let mut sizes = self.sizes(classes).to_vec();
        sizes.insert(axis, 1);
        let classes = self.reshape(classes, &sizes);
        sizes[axis] = size;
        let places = self.iota(&sizes, axis, self.dtype(classes));
        let mask = self.compare(Relation::Equal, classes, places);
        self.convert(mask, dtype)
    }
}
