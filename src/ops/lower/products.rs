//! Products of matrices, sums of products over labelled axes, and attention.

use alloc::vec;
use alloc::vec::Vec;

use super::norms::softmax;
use super::random::dropped;
use super::widened;
use crate::hlo::{Element, ElementType, Fold, Id, Notes, Relation};
use crate::kind::{Lower, LowerAt, Lowering};
use crate::ops::Attention;
use crate::ops::attention_back::{AttentionBack, Masking, Open};
use crate::ops::attention_weights::WeightsBack;
use crate::ops::bilinear::BilinearBack;
use crate::ops::einsum_back::EinsumBack;
use crate::ops::products_back::{AffineBack, ProductBack};
use crate::ops::vectors::CrossBack;

/// `[.., m, k] x [.., k, n]`, the axes in front broadcast.
fn matmul(notes: &mut Notes, a: Id, b: Id) -> Id {
    let (left, right) = (notes.sizes(a).to_vec(), notes.sizes(b).to_vec());
    let (m, k, n) = (left[left.len() - 2], left[left.len() - 1], right[right.len() - 1]);
    let (stack_a, stack_b) = (&left[..left.len() - 2], &right[..right.len() - 2]);
    if stack_b.iter().product::<usize>() == 1 && stack_b.len() <= stack_a.len() {
        // One matrix on the right: all rows are those of one matrix.
        let rows = notes.reshape(a, &[stack_a.iter().product::<usize>() * m, k]);
        let matrix = notes.reshape(b, &[k, n]);
        let made = notes.dot(rows, matrix, 0, [1, 0]);
        return notes.reshape(made, &[stack_a, &[m, n]].concat());
    }
    let rank = stack_a.len().max(stack_b.len());
    let size = |of: &[usize], axis: usize| (axis + of.len()).checked_sub(rank).map_or(1, |at| of[at]);
    let stack: Vec<usize> = (0..rank).map(|axis| size(stack_a, axis).max(size(stack_b, axis))).collect();
    let stack = if stack_a.contains(&0) || stack_b.contains(&0) { vec![0; rank] } else { stack };
    let count = stack.iter().product::<usize>();
    let a = notes.stretch(a, &[&stack[..], &[m, k]].concat());
    let b = notes.stretch(b, &[&stack[..], &[k, n]].concat());
    let (a, b) = (notes.reshape(a, &[count, m, k]), notes.reshape(b, &[count, k, n]));
    let made = notes.dot(a, b, 1, [2, 1]);
    notes.reshape(made, &[&stack[..], &[m, n]].concat())
}

impl<T> Lower<T> for ProductBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let [mut a, mut b] = [x[0], x[1]].map(|x| widened(notes, x));
        // A vector is one row on the left, and one column on the right; the result lacks that axis.
        if self.left.rank == 1 {
            a = notes.reshape(a, &[1, self.left.sizes[0]]);
        }
        if self.right.rank == 1 {
            b = notes.reshape(b, &[self.right.sizes[0], 1]);
        }
        matmul(notes, a, b)
    }
}

impl<T> Lower<T> for AffineBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let [rows, weight] = [x[0], x[1]].map(|x| widened(notes, x));
        let count = notes.numel(rows).checked_div(self.inputs).unwrap_or(0);
        // Of no inputs there is a result for each row, too.
        let count = if self.inputs == 0 { notes.sizes(rows).iter().rev().skip(1).product() } else { count };
        let rows = notes.reshape(rows, &[count, self.inputs]);
        let made = notes.dot(rows, weight, 0, [1, 1]);
        match x.get(2) {
            Some(bias) => {
                let bias = notes.convert(*bias, notes.dtype(made));
                let bias = notes.reshape(bias, &[self.outputs]);
                notes.binary("add", made, bias)
            }
            None => made,
        }
    }
}

impl<T> Lower<T> for CrossBack {
    fn lower(self, notes: &mut Notes, x: &[Id], to: &[usize]) -> Id
    where
        T: Element,
    {
        let last = to.len() - 1;
        let [a, b] = [x[0], x[1]].map(|x| notes.stretch(x, to));
        let part = |notes: &mut Notes, x: Id, i: usize| notes.narrow(x, last, i, 1);
        let mut parts = vec![];
        for i in 0..3 {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            let (aj, bk) = (part(notes, a, j), part(notes, b, k));
            let (ak, bj) = (part(notes, a, k), part(notes, b, j));
            let (up, down) = (notes.binary("multiply", aj, bk), notes.binary("multiply", ak, bj));
            parts.push(notes.binary("subtract", up, down));
        }
        notes.concat(&parts, last)
    }
}

/// A value whose axes have labels.
struct Labelled {
    x: Id,
    labels: Vec<usize>,
}

impl Labelled {
    /// Axes of one label become their diagonal.
    fn distinct(notes: &mut Notes, mut x: Id, mut labels: Vec<usize>) -> Self {
        while let Some((first, second)) = (0..labels.len()).find_map(|i| {
            let label = labels[i];
            labels[i + 1..].iter().position(|other| *other == label).map(|at| (i, i + 1 + at))
        }) {
            let sizes = notes.sizes(x).to_vec();
            let (rows, columns) =
                (notes.iota(&sizes, first, ElementType::I32), notes.iota(&sizes, second, ElementType::I32));
            let on = notes.compare(Relation::Equal, rows, columns);
            let zero = notes.like(0.0, x);
            let kept = notes.select(on, x, zero);
            x = notes.reduce(Fold::Sum, kept, &[second]);
            labels.remove(second);
        }
        Labelled { x, labels }
    }

    /// Only these labels are left, the others summed.
    fn keeping(self, notes: &mut Notes, keep: impl Fn(usize) -> bool) -> Self {
        let gone: Vec<usize> = (0..self.labels.len()).filter(|&axis| !keep(self.labels[axis])).collect();
        let x = notes.reduce(Fold::Sum, self.x, &gone);
        Labelled { x, labels: self.labels.into_iter().filter(|label| keep(*label)).collect() }
    }

    /// The axes in the order of labels.
    fn in_order(&self, notes: &mut Notes, order: &[usize]) -> Id {
        let axis = |label: &usize| self.labels.iter().position(|own| own == label).expect("a label that is there");
        let axes: Vec<usize> = order.iter().map(axis).collect();
        notes.transpose(self.x, &axes)
    }

    /// The product of two, of which labels are kept that `keep` says.
    fn times(self, notes: &mut Notes, other: Labelled, keep: impl Fn(usize) -> bool) -> Self {
        let left = self.keeping(notes, |label| keep(label) || other.labels.contains(&label));
        let right = other.keeping(notes, |label| keep(label) || left.labels.contains(&label));
        let (mut batch, mut summed, mut rows, mut columns) = (vec![], vec![], vec![], vec![]);
        for &label in &left.labels {
            match (right.labels.contains(&label), keep(label)) {
                (true, true) => batch.push(label),
                (true, false) => summed.push(label),
                (false, _) => rows.push(label),
            }
        }
        columns.extend(right.labels.iter().copied().filter(|label| !left.labels.contains(label)));
        let size = |notes: &Notes, of: &Labelled, labels: &[usize]| -> Vec<usize> {
            let at = |label: &usize| of.labels.iter().position(|own| own == label).expect("a label that is there");
            labels.iter().map(|label| notes.sizes(of.x)[at(label)]).collect()
        };
        let (b, s) = (size(notes, &left, &batch), size(notes, &left, &summed));
        let (m, n) = (size(notes, &left, &rows), size(notes, &right, &columns));
        let count = |of: &[usize]| of.iter().product::<usize>();
        let a = left.in_order(notes, &[&batch[..], &rows, &summed].concat());
        let a = notes.reshape(a, &[count(&b), count(&m), count(&s)]);
        let c = right.in_order(notes, &[&batch[..], &summed, &columns].concat());
        let c = notes.reshape(c, &[count(&b), count(&s), count(&n)]);
        let made = notes.dot(a, c, 1, [2, 1]);
        let x = notes.reshape(made, &[b, m, n].concat());
        Labelled { x, labels: [batch, rows, columns].concat() }
    }
}

impl<T> Lower<T> for EinsumBack<'_> {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let (labels, out) = self.pattern.labels(self.dims.iter().map(|dims| dims.rank));
        let outermost_first = |labels: &mut dyn Iterator<Item = usize>| {
            let mut labels: Vec<usize> = labels.collect();
            labels.reverse();
            labels
        };
        let out = outermost_first(&mut out.iter());
        let mut operands: Vec<Labelled> = vec![];
        for (x, labels) in x.iter().zip(labels.iter()) {
            let x = widened(notes, *x);
            let labels = outermost_first(&mut labels.iter());
            operands.push(Labelled::distinct(notes, x, labels));
        }
        let mut rest = operands.into_iter();
        let mut made = rest.next().expect("an operand");
        while let Some(next) = rest.next() {
            let later: Vec<usize> = rest.as_slice().iter().flat_map(|other| other.labels.iter().copied()).collect();
            made = made.times(notes, next, |label| out.contains(&label) || later.contains(&label));
        }
        let made = made.keeping(notes, |label| out.contains(&label));
        made.in_order(notes, &out)
    }
}

/// `softmax(q k^T / sqrt(d) + mask)`, of stacks `[count, n, d]`; `mask` makes masked scores of scores `[n, queries, keys]`.
fn weights(notes: &mut Notes, [q, k]: [Id; 2], rule: Attention, mask: impl FnOnce(&mut Notes, Id) -> Id) -> Id {
    let depth = notes.sizes(q)[2];
    let scores = notes.dot(q, k, 1, [2, 2]);
    let mut scores = notes.by("multiply", scores, rule.factor::<f64>(depth));
    for seen in seen(notes, scores, rule) {
        let nothing = notes.like(f64::NEG_INFINITY, scores);
        scores = notes.select(seen, scores, nothing);
    }
    let scores = mask(notes, scores);
    // A row in which nothing is seen is NaN, as it is in PyTorch.
    softmax(notes, scores, 2)
}

/// What each query sees by where it is, as masks.
fn seen(notes: &mut Notes, scores: Id, rule: Attention) -> Vec<Id> {
    let (sizes, mut seen) = (notes.sizes(scores).to_vec(), Vec::new());
    if !rule.causal && rule.window.is_none() {
        return seen;
    }
    let [rows, columns] = [1, 2].map(|axis| notes.iota(&sizes, axis, ElementType::I32));
    if rule.causal {
        seen.push(notes.compare(Relation::LessEqual, columns, rows));
    }
    // What is longer than all there is hides nothing.
    if let Some(window) = rule.window.and_then(|window| i32::try_from(window).ok()) {
        let way = notes.binary("subtract", columns, rows);
        let window = notes.like(f64::from(window), way);
        let back = notes.unary("negate", way);
        seen.extend([way, back].map(|way| notes.compare(Relation::Less, way, window)));
    }
    seen
}

impl<M> AttentionBack<M> {
    /// The values' mean by these weights, of which some may be dropped.
    fn attended(&self, at: &mut Lowering<'_>, x: &[Id], mask: impl FnOnce(&mut Notes, Id) -> Id) -> Id {
        let drops = self.drops.map(|drops| (drops, at.seed(drops.seed)));
        let notes = &mut at.notes();
        let [depth, queries, keys, width] = [self.q.sizes[0], self.q.sizes[1], self.k.sizes[1], self.v.sizes[0]];
        let count = self.q.sizes[2..self.q.rank].iter().product::<usize>();
        let [q, k, v] = [(0, queries, depth), (1, keys, depth), (2, keys, width)].map(|(i, rows, columns)| {
            let x = widened(notes, x[i]);
            notes.reshape(x, &[count, rows, columns])
        });
        let mut weights = weights(notes, [q, k], self.rule, mask);
        if let Some((drops, seed)) = drops {
            let rows = notes.reshape(weights, &[count * queries, keys]);
            let left = dropped(notes, drops, seed, rows);
            weights = notes.reshape(left, &[count, queries, keys]);
        }
        notes.dot(weights, v, 1, [2, 1])
    }
}

impl<T> Lower<T> for WeightsBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let count = self.q.sizes[2..self.q.rank].iter().product::<usize>();
        let [q, k] = [(0, self.q), (1, self.k)].map(|(i, of)| {
            let x = widened(notes, x[i]);
            notes.reshape(x, &[count, of.sizes[1], of.sizes[0]])
        });
        weights(notes, [q, k], self.rule, |_, scores| scores)
    }
}

impl<T> LowerAt<T> for AttentionBack<Open> {
    fn lower_at(self, at: &mut Lowering<'_>, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        self.attended(at, x, |_, scores| scores)
    }
}

impl<T, I: Iterator<Item = T>> LowerAt<T> for AttentionBack<Masking<I>> {
    fn lower_at(self, at: &mut Lowering<'_>, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let AttentionBack { q, k, v, rule, drops, masking: Masking { terms, of, lies: (start, strides) } } = self;
        // A mask of `bool` that is a value of the graph, or of numbers; or numbers that are no such value.
        let mask = match at.known_elements(start, ElementType::Bool, &of, &strides) {
            Some(mask) => mask,
            None => at.elements(start, T::TYPE, &of, &strides, || terms.collect::<Vec<T>>()),
        };
        let mut scores = q;
        scores.sizes[0] = k.sizes[1];
        let sizes = scores.outermost_first();
        let this = AttentionBack { q, k, v, rule, drops, masking: Open };
        this.attended(at, x, |notes, scores| {
            let flat = notes.sizes(scores).to_vec();
            let mask = notes.stretch(mask, &sizes);
            let mask = notes.reshape(mask, &flat);
            if notes.dtype(mask) == ElementType::Bool {
                let nothing = notes.like(f64::NEG_INFINITY, scores);
                return notes.select(mask, scores, nothing);
            }
            let mask = notes.convert(mask, notes.dtype(scores));
            notes.binary("add", scores, mask)
        })
    }
}

impl<T> Lower<T> for BilinearBack {
    fn lower(self, notes: &mut Notes, x: &[Id], to: &[usize]) -> Id
    where
        T: Element,
    {
        let BilinearBack { left, right, outputs } = self;
        let count = to[..to.len() - 1].iter().product();
        let [rows, other, weight] = [x[0], x[1], x[2]].map(|x| widened(notes, x));
        let rows = notes.reshape(rows, &[count, left]);
        let other = notes.reshape(other, &[count, 1, right]);
        let weight = notes.reshape(weight, &[outputs, left, right]);
        let mapped = notes.dot(rows, weight, 0, [1, 1]);
        let products = notes.binary("multiply", mapped, other);
        let made = notes.reduce(Fold::Sum, products, &[2]);
        match x.get(3) {
            Some(bias) => {
                let bias = notes.convert(*bias, notes.dtype(made));
                notes.binary("add", made, bias)
            }
            None => made,
        }
    }
}
