//! Losses.

use super::distances::distance;
use super::reductions::{axes_from, log_sum_exp, root};
use super::{indices, lanes, widened};
use crate::hlo::{Element, ElementType, Fold, Id, Notes, Relation};
use crate::kernels::distances::Measure;
use crate::kind::{Lower, LowerAt, Lowering};
use crate::ops::gaussian::{GaussianBack, HALF_LN_2_PI};
use crate::ops::losses_back::{ClassBack, CosineBack, LossBack, LossSlopes, Over, SoftBack};
use crate::ops::margin_losses::MarginBack;
use crate::ops::triplets::TripletBack;
use crate::shape::diagnostics::IndexNumber;
use crate::view::Values;

/// The mean of losses, of which so many count, their sum, or each.
fn over(notes: &mut Notes, losses: Id, over: Over, count: Option<Id>) -> Id {
    if over == Over::Each {
        return losses;
    }
    let axes = axes_from(notes, losses, 0);
    let sum = notes.reduce(Fold::Sum, losses, &axes);
    match (over, count) {
        (Over::Mean, Some(count)) => notes.binary("divide", sum, count),
        (Over::Mean, None) => notes.by("divide", sum, notes.numel(losses) as f64),
        _ => sum,
    }
}

/// `max(x, least)`
fn at_least(notes: &mut Notes, x: Id, least: f64) -> Id {
    let least = notes.like(least, x);
    let below = notes.compare(Relation::LessEqual, x, least);
    notes.select(below, least, x)
}

impl<T, F: LossSlopes> Lower<T> for LossBack<F> {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let [x, y] = [x[0], x[1]].map(|x| widened(notes, x));
        let argument = self.slopes.argument();
        let way = notes.binary("subtract", x, y);
        let one = notes.like(1.0, x);
        let losses = match self.slopes.name() {
            "mse_loss" => notes.binary("multiply", way, way),
            "l1_loss" => notes.unary("abs", way),
            "huber_loss" => {
                let size = notes.unary("abs", way);
                let small = notes.binary("multiply", way, way);
                let small = notes.by("multiply", small, 0.5);
                let large = notes.by("subtract", size, 0.5 * argument);
                let large = notes.by("multiply", large, argument);
                let bound = notes.like(argument, size);
                let is_small = notes.compare(Relation::LessEqual, size, bound);
                notes.select(is_small, small, large)
            }
            "smooth_l1_loss" => {
                let size = notes.unary("abs", way);
                let large = notes.by("subtract", size, 0.5 * argument);
                if argument == 0.0 {
                    large
                } else {
                    let small = notes.binary("multiply", way, way);
                    let small = notes.by("multiply", small, 0.5 / argument);
                    let bound = notes.like(argument, size);
                    let is_small = notes.compare(Relation::Less, size, bound);
                    notes.select(is_small, small, large)
                }
            }
            "binary_cross_entropy" => {
                let (rest, no) = (notes.binary("subtract", one, x), notes.binary("subtract", one, y));
                let [yes_log, no_log] = [x, rest].map(|p| {
                    // The logarithm is not less than -100; of what is smaller there is no slope.
                    let log = notes.unary("log", p);
                    at_least(notes, log, -100.0)
                });
                let (yes, no) = (notes.binary("multiply", y, yes_log), notes.binary("multiply", no, no_log));
                let sum = notes.binary("add", yes, no);
                notes.unary("negate", sum)
            }
            "binary_cross_entropy_with_logits" => {
                let minus = notes.unary("negate", x);
                let below = notes.softplus(minus);
                let no = notes.binary("subtract", one, y);
                let part = notes.binary("multiply", no, x);
                notes.binary("add", part, below)
            }
            "kl_div_log" => {
                let (e, minus) = (notes.unary("exponential", y), notes.unary("negate", way));
                notes.binary("multiply", e, minus)
            }
            "soft_margin_loss" => {
                let score = notes.binary("multiply", x, y);
                let minus = notes.unary("negate", score);
                notes.softplus(minus)
            }
            "hinge_loss" => {
                let score = notes.binary("multiply", x, y);
                let margin = notes.like(argument, x);
                let below = notes.binary("subtract", margin, score);
                at_least(notes, below, 0.0)
            }
            "hinge_embedding_loss" => {
                let (margin, zero, no) = (notes.like(argument, x), notes.like(0.0, x), notes.like(-1.0, x));
                let below = notes.binary("subtract", margin, x);
                let below = at_least(notes, below, 0.0);
                let (is_near, is_far) = (notes.compare(Relation::Equal, y, one), notes.compare(Relation::Equal, y, no));
                let (far, near) = (notes.select(is_near, zero, below), notes.select(is_far, zero, x));
                notes.binary("add", near, far)
            }
            "poisson_nll_loss" => {
                let (rate, part) = (notes.unary("exponential", x), notes.binary("multiply", x, y));
                notes.binary("subtract", rate, part)
            }
            "poisson_nll_loss_of_rates" => {
                let rate = notes.by("add", x, argument);
                let log = notes.unary("log", rate);
                let part = notes.binary("multiply", y, log);
                notes.binary("subtract", x, part)
            }
            "kl_div" => {
                let zero = notes.like(0.0, y);
                let none = notes.compare(Relation::Equal, y, zero);
                let some = notes.select(none, one, y);
                let log = notes.unary("log", some);
                let entropy = notes.binary("multiply", y, log);
                let cross = notes.binary("multiply", y, x);
                notes.binary("subtract", entropy, cross)
            }
            other => crate::ops::slope::unknown(other),
        };
        over(notes, losses, self.over, None)
    }
}

impl<T, R: Values<Elem: IndexNumber>> LowerAt<T> for ClassBack<&R, &[f64]> {
    fn lower_at(self, at: &mut Lowering<'_>, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let classes = indices(at, self.classes);
        let mut notes = at.notes();
        let notes = &mut *notes;
        let n = self.n;
        let scores = widened(notes, x[0]);
        let rows = lanes(notes, scores, [n, 1]);
        let count = notes.sizes(rows)[0];
        let (rows, classes) = (notes.reshape(rows, &[count, n]), notes.reshape(classes, &[count]));
        let dtype = notes.dtype(rows);
        let logs = if self.logits {
            let log = log_sum_exp(notes, rows, &[1]);
            notes.binary("subtract", rows, log)
        } else {
            rows
        };
        let mask = notes.one_hot(classes, 1, n, ElementType::Bool);
        let zero = notes.number(0.0, dtype);
        let own = notes.select(mask, logs, zero);
        let own = notes.reduce(Fold::Sum, own, &[1]);
        let mut losses = notes.unary("negate", own);
        let mut counted = None;
        let mut weighted = logs;
        if !self.weights.is_empty() {
            let weights = notes.constant(self.weights, alloc::vec![n]);
            let weights = notes.convert(weights, dtype);
            let of_class = notes.select(mask, weights, zero);
            let of_class = notes.reduce(Fold::Sum, of_class, &[1]);
            losses = notes.binary("multiply", losses, of_class);
            weighted = notes.binary("multiply", logs, weights);
            counted = Some(of_class);
        }
        let smoothing = self.label_smoothing;
        if smoothing > 0.0 {
            let all = notes.reduce(Fold::Sum, weighted, &[1]);
            let all = notes.by("multiply", all, -smoothing / n as f64);
            losses = notes.by("multiply", losses, 1.0 - smoothing);
            losses = notes.binary("add", losses, all);
        }
        if let Some(ignored) = self.ignore_index {
            let ignored = notes.constant(&[ignored], alloc::vec![]);
            let counts = notes.compare(Relation::NotEqual, classes, ignored);
            losses = notes.select(counts, losses, zero);
            let shares = counted.unwrap_or_else(|| notes.filled(1.0, &[count], dtype));
            counted = Some(notes.select(counts, shares, zero));
        }
        let counted = counted.map(|shares| notes.reduce(Fold::Sum, shares, &[0]));
        over(notes, losses, self.over, counted)
    }
}

impl<T> Lower<T> for SoftBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let [x, target] = [x[0], x[1]].map(|x| {
            let x = widened(notes, x);
            let rows = lanes(notes, x, [self.n, 1]);
            let count = notes.sizes(rows)[0];
            notes.reshape(rows, &[count, self.n])
        });
        let log = log_sum_exp(notes, x, &[1]);
        let logs = notes.binary("subtract", x, log);
        let parts = notes.binary("multiply", logs, target);
        let sums = notes.reduce(Fold::Sum, parts, &[1]);
        let losses = notes.unary("negate", sums);
        over(notes, losses, self.over, None)
    }
}

impl<T> Lower<T> for CosineBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let [x, y] = [x[0], x[1]].map(|x| {
            let x = widened(notes, x);
            lanes(notes, x, [self.n, self.inner])
        });
        let sum = |notes: &mut Notes, a: Id, b: Id| {
            let product = notes.binary("multiply", a, b);
            notes.reduce(Fold::Sum, product, &[1])
        };
        let product = sum(notes, x, y);
        let [a, b] = [x, y].map(|x| {
            let square = sum(notes, x, x);
            let norm = root(notes, square);
            at_least(notes, norm, 1e-8)
        });
        let norms = notes.binary("multiply", a, b);
        notes.binary("divide", product, norms)
    }
}

impl<T> Lower<T> for GaussianBack {
    fn lower(self, notes: &mut Notes, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let [x, target, variance] = [x[0], x[1], x[2]].map(|x| widened(notes, x));
        // A variance below the least one has the slope of that.
        let least = at_least(notes, variance, self.0.eps);
        let more = notes.binary("subtract", least, variance);
        let more = notes.detach(more);
        let variance = notes.binary("add", variance, more);
        let way = notes.binary("subtract", x, target);
        let square = notes.binary("multiply", way, way);
        let (log, part) = (notes.unary("log", variance), notes.binary("divide", square, variance));
        let sum = notes.binary("add", log, part);
        let losses = notes.by("multiply", sum, 0.5);
        if self.0.full { notes.by("add", losses, HALF_LN_2_PI) } else { losses }
    }
}

impl<T> Lower<T> for TripletBack {
    fn lower(self, notes: &mut Notes, x: &[Id], to: &[usize]) -> Id
    where
        T: Element,
    {
        let count = to.iter().product();
        let [x, positive, negative] = [x[0], x[1], x[2]].map(|x| {
            let x = widened(notes, x);
            notes.reshape(x, &[count, self.n])
        });
        let of = Measure { order: self.options.order, eps: self.options.eps };
        let near = distance(notes, x, positive, of);
        let mut far = distance(notes, x, negative, of);
        if self.options.swap {
            let other = distance(notes, positive, negative, of);
            let keeps = notes.compare(Relation::LessEqual, far, other);
            far = notes.select(keeps, far, other);
        }
        let way = notes.binary("subtract", near, far);
        let missing = notes.by("add", way, self.options.margin);
        at_least(notes, missing, 0.0)
    }
}

impl<T, R: Values<Elem: IndexNumber>> LowerAt<T> for MarginBack<&R, &[f64]> {
    fn lower_at(self, at: &mut Lowering<'_>, x: &[Id], _: &[usize]) -> Id
    where
        T: Element,
    {
        let MarginBack { n, most, options, .. } = self;
        let classes = indices(at, self.classes);
        let notes = &mut *at.notes();
        let scores = widened(notes, x[0]);
        let dtype = notes.dtype(scores);
        let count = notes.numel(scores).checked_div(n).unwrap_or(0);
        let classes = notes.reshape(classes, &[count, most]);
        // Which class each place of a row's list names, `[count, most, n]`: none, from the first negative one on.
        let mut named = notes.one_hot(classes, 2, n, dtype);
        if self.several {
            let none = notes.constant(&[0i64], alloc::vec![]);
            let ends = notes.compare(Relation::Less, classes, none);
            let ends = notes.convert(ends, dtype);
            let (row, column) =
                (notes.iota(&[most; 2], 0, ElementType::I64), notes.iota(&[most; 2], 1, ElementType::I64));
            let before = notes.compare(Relation::LessEqual, row, column);
            let before = notes.convert(before, dtype);
            let ended = notes.dot(ends, before, 0, [1, 0]);
            let ended = notes.reshape(ended, &[count, most, 1]);
            let (zero, one) = (notes.like(0.0, ended), notes.like(1.0, ended));
            let counts = notes.compare(Relation::Less, ended, one);
            named = notes.select(counts, named, zero);
        }
        let (zero, half) = (notes.like(0.0, named), notes.like(0.5, named));
        let is_named = notes.compare(Relation::Greater, named, half);
        let scores = notes.reshape(scores, &[count, 1, n]);
        let own = notes.select(is_named, scores, zero);
        let own = notes.reduce_keepdim(Fold::Sum, own, &[2]);
        let way = notes.binary("subtract", scores, own);
        let missing = notes.by("add", way, options.margin);
        let missing = at_least(notes, missing, 0.0);
        let missing = if options.squared { notes.binary("multiply", missing, missing) } else { missing };
        // Of the pairs those count whose first class is named, and whose second one is not.
        let first = notes.reduce_keepdim(Fold::Sum, named, &[2]);
        let second = notes.reduce_keepdim(Fold::Sum, named, &[1]);
        let is_right = notes.compare(Relation::Greater, second, half);
        let missing = notes.select(is_right, zero, missing);
        let counts = notes.compare(Relation::Greater, first, half);
        let missing = notes.select(counts, missing, zero);
        let sum = notes.reduce(Fold::Sum, missing, &[1, 2]);
        let losses = notes.by("divide", sum, n as f64);
        if self.weights.is_empty() {
            return losses;
        }
        let weights = notes.constant(self.weights, alloc::vec![n]);
        let weights = notes.convert(weights, dtype);
        let of_class = notes.binary("multiply", named, weights);
        let of_class = notes.reduce(Fold::Sum, of_class, &[1, 2]);
        notes.binary("multiply", losses, of_class)
    }
}
