//! Gradients: one rule for each primitive, whatever operations the notes are of.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::notes::{Fold, Id, Notes, Op, Relation};
use super::windows::Convolution;

impl Notes {
    /// The gradients of a single number by values: zeros where nothing leads from one to the number.
    ///
    /// # Errors
    /// What the gradient of a primitive is asked of that has none here.
    pub(crate) fn gradients(&mut self, of: Id, by: &[Id]) -> Result<Vec<Id>, String> {
        // What depends on any of them: nothing is asked of the rest.
        let mut asked = vec![false; of.at() + 1];
        for x in by {
            if let Some(asked) = asked.get_mut(x.at()) {
                *asked = true;
            }
        }
        for i in 0..asked.len() {
            let node = self.node(Id(i as u32));
            let through = !matches!(node.op, Op::Detach) && node.dtype.is_float();
            asked[i] |= through && node.from.iter().any(|x| asked[x.at()]);
        }
        let mut grads: Vec<Option<Id>> = vec![None; of.at() + 1];
        let (sizes, dtype) = (self.sizes(of).to_vec(), self.dtype(of));
        grads[of.at()] = Some(self.filled(1.0, &sizes, dtype));
        for i in (0..=of.at()).rev() {
            let (Some(g), true) = (grads[i], asked[i]) else { continue };
            for (x, g) in self.back(Id(i as u32), g, &|x| asked[x.at()])? {
                grads[x.at()] = Some(match grads[x.at()] {
                    Some(before) => self.binary("add", before, g),
                    None => g,
                });
            }
        }
        let found = |x: &Id| {
            grads.get(x.at()).copied().flatten().unwrap_or_else(|| {
                let (sizes, dtype) = (self.sizes(*x).to_vec(), self.dtype(*x));
                self.filled(0.0, &sizes, dtype)
            })
        };
        Ok(by.iter().map(found).collect())
    }

    /// A value's gradient as gradients of what it is made of.
    fn back(&mut self, y: Id, g: Id, asked: &dyn Fn(Id) -> bool) -> Result<Vec<(Id, Id)>, String> {
        let node = self.node(y).clone();
        let from = node.from;
        let wants = |i: usize| from.get(i).is_some_and(|x| asked(*x));
        let sizes = |notes: &Notes, i: usize| notes.sizes(from[i]).to_vec();
        let mut to = vec![];
        match node.op {
            Op::Argument(_) | Op::Constant(_) | Op::Iota(_) | Op::Detach | Op::Compare(_) => {}
            Op::Unary(name) => to.extend(self.slope(name, from[0], y, g)?.map(|g| (from[0], g))),
            Op::Binary(name) => {
                let sides = self.slopes(name, [from[0], from[1]], y, g, [wants(0), wants(1)])?;
                to.extend(from.iter().zip(sides).filter_map(|(x, g)| Some((*x, g?))));
            }
            Op::Select => {
                let zero = self.like(0.0, g);
                for (i, [yes, no]) in [(1, [g, zero]), (2, [zero, g])] {
                    if wants(i) {
                        to.push((from[i], self.select(from[0], yes, no)));
                    }
                }
            }
            Op::Convert => to.push((from[0], self.convert(g, self.dtype(from[0])))),
            Op::Stretch => {
                let (before, after) = (sizes(self, 0), node.sizes);
                let more = after.len() - before.len();
                let axes: Vec<usize> =
                    (0..after.len()).filter(|&axis| axis < more || before[axis - more] != after[axis]).collect();
                let sum = self.reduce(Fold::Sum, g, &axes);
                to.push((from[0], self.reshape(sum, &before)));
            }
            Op::Reshape => to.push((from[0], self.reshape(g, &sizes(self, 0)))),
            Op::Transpose(order) => {
                let mut back = vec![0; order.len()];
                order.iter().enumerate().for_each(|(to, from)| back[*from] = to);
                to.push((from[0], self.transpose(g, &back)));
            }
            Op::Reverse(axes) => to.push((from[0], self.reverse(g, axes))),
            Op::Slice(parts) => {
                let zero = self.like(0.0, g);
                let before = sizes(self, 0);
                let mut pads = vec![];
                for ((start, step), (size, left)) in
                    parts.iter().map(|[start, _, step]| (start, step)).zip(before.iter().zip(&node.sizes))
                {
                    let reached = if *left == 0 { 0 } else { (left - 1) * step + 1 };
                    pads.push([*start as isize, (size - start - reached) as isize, *step as isize - 1]);
                }
                to.push((from[0], self.pad(g, zero, pads)));
            }
            Op::Pad(parts) => {
                // What was put there is taken away again; of what was taken away nothing is asked.
                let zero = self.like(0.0, g);
                let back = parts.iter().map(|[front, behind, _]| [-front, -behind, 0]).collect();
                let cut = self.pad(g, zero, back);
                let steps = parts.iter().zip(self.sizes(cut).to_vec()).map(|(part, n)| [0, n, part[2] as usize + 1]);
                let own = self.slice(cut, steps.collect());
                to.push((from[0], own));
                if wants(1) {
                    let all: Vec<usize> = (0..node.sizes.len()).collect();
                    let (total, kept) = (self.reduce(Fold::Sum, g, &all), self.reduce(Fold::Sum, own, &all));
                    to.push((from[1], self.binary("subtract", total, kept)));
                }
            }
            Op::Concat(axis) => {
                let mut start = 0;
                for x in &from {
                    let len = self.sizes(*x)[axis];
                    if asked(*x) {
                        to.push((*x, self.narrow(g, axis, start, len)));
                    }
                    start += len;
                }
            }
            Op::Reduce(fold, axes) => to.push((from[0], self.of_reduction(fold, &axes, from[0], y, g))),
            Op::Dot { batch, contract: [a, b] } => {
                let (left, right) = (sizes(self, 0), sizes(self, 1));
                // As matrices: of one axis each before and after the one that is gone.
                let free_left = left.len() - batch - 1;
                let rows: usize =
                    left.iter().enumerate().skip(batch).filter(|(i, _)| *i != a).map(|(_, n)| n).product();
                let columns: usize =
                    right.iter().enumerate().skip(batch).filter(|(i, _)| *i != b).map(|(_, n)| n).product();
                let batches = left[..batch].to_vec();
                let matrix = self.reshape(g, &[&batches[..], &[rows, columns]].concat());
                let flat = |notes: &mut Notes, x: Id, of: &[usize], gone: usize, free: usize| {
                    // `[.., free, gone]`
                    let mut order: Vec<usize> = (0..of.len()).filter(|i| *i != gone).collect();
                    order.push(gone);
                    let turned = notes.transpose(x, &order);
                    notes.reshape(turned, &[&batches[..], &[free, of[gone]]].concat())
                };
                let unflat = |notes: &mut Notes, x: Id, of: &[usize], gone: usize| {
                    let mut order: Vec<usize> = (0..of.len()).filter(|i| *i != gone).collect();
                    order.push(gone);
                    let turned: Vec<usize> = order.iter().map(|i| of[*i]).collect();
                    let spaced = notes.reshape(x, &turned);
                    let mut back = vec![0; order.len()];
                    order.iter().enumerate().for_each(|(to, from)| back[*from] = to);
                    notes.transpose(spaced, &back)
                };
                debug_assert!(free_left + batch < 16);
                if wants(0) {
                    let right_matrix = flat(self, from[1], &right, b, columns);
                    let grad = self.dot(matrix, right_matrix, batch, [batch + 1, batch]);
                    to.push((from[0], unflat(self, grad, &left, a)));
                }
                if wants(1) {
                    let left_matrix = flat(self, from[0], &left, a, rows);
                    let grad = self.dot(matrix, left_matrix, batch, [batch, batch]);
                    to.push((from[1], unflat(self, grad, &right, b)));
                }
            }
            Op::Convolution(by) => {
                if by.input != Convolution::INPUT || by.kernel != Convolution::KERNEL || by.batch_groups != 1 {
                    return Err("a second gradient of a convolution's weights".into());
                }
                if wants(0) {
                    let before = sizes(self, 0);
                    to.push((from[0], self.transposed_convolution(g, from[1], &by, &before)));
                }
                if wants(1) {
                    let kernel = sizes(self, 1);
                    to.push((from[1], self.kernel_gradient(from[0], g, &by, &kernel)));
                }
            }
            Op::Pool(Fold::Sum, by) => {
                let before = sizes(self, 0);
                to.push((from[0], self.spread_over_windows(g, &by, &before)));
            }
            Op::Pool(Fold::Largest, by) => to.push((from[0], self.unpool(from[0], g, by))),
            Op::Pool(..) => return Err("a product or the smallest element of windows".into()),
            Op::Unpool(_) => return Err("a second gradient of max pooling".into()),
            Op::Take => to.push((from[0], self.add_at(sizes(self, 0)[0], from[1], g))),
            Op::AddAt(_) => to.push((from[1], self.take(g, from[0]))),
        }
        Ok(to)
    }

    fn of_reduction(&mut self, fold: Fold, axes: &[usize], x: Id, y: Id, g: Id) -> Id {
        let sizes = self.sizes(x).to_vec();
        let kept: Vec<usize> = sizes.iter().enumerate().map(|(i, &n)| if axes.contains(&i) { 1 } else { n }).collect();
        let spread = |notes: &mut Notes, x: Id| {
            let x = notes.reshape(x, &kept);
            notes.stretch(x, &sizes)
        };
        let wide = spread(self, g);
        match fold {
            Fold::Sum => wide,
            // Several that are the largest share it.
            Fold::Largest | Fold::Smallest => {
                let all = spread(self, y);
                let here = self.compare(Relation::Equal, x, all);
                let ones = self.convert(here, self.dtype(g));
                let count = self.reduce_keepdim(Fold::Sum, ones, axes);
                let part = self.binary("divide", wide, count);
                let zero = self.like(0.0, g);
                self.select(here, part, zero)
            }
            // The product of the others: by division, unless one of them is 0.
            Fold::Product => {
                let (zero, one) = (self.like(0.0, x), self.like(1.0, x));
                let is_zero = self.compare(Relation::Equal, x, zero);
                let nonzero = self.select(is_zero, one, x);
                let product = self.reduce_keepdim(Fold::Product, nonzero, axes);
                let count = self.convert(is_zero, self.dtype(x));
                let count = self.reduce_keepdim(Fold::Sum, count, axes);
                let others = self.binary("divide", product, nonzero);
                let others = self.select(is_zero, product, others);
                let own = self.convert(is_zero, self.dtype(x));
                let rest = self.binary("subtract", count, own);
                let none = self.compare(Relation::Equal, rest, zero);
                let others = self.select(none, others, zero);
                self.binary("multiply", wide, others)
            }
        }
    }

    fn slope(&mut self, name: &str, x: Id, y: Id, g: Id) -> Result<Option<Id>, String> {
        Ok(Some(match name {
            "negate" => self.unary("negate", g),
            "exponential" => self.binary("multiply", g, y),
            "exponential_minus_one" => {
                let slope = self.by("add", y, 1.0);
                self.binary("multiply", g, slope)
            }
            "log" => self.binary("divide", g, x),
            "log_plus_one" => {
                let below = self.by("add", x, 1.0);
                self.binary("divide", g, below)
            }
            "sqrt" => {
                let half = self.by("multiply", g, 0.5);
                self.binary("divide", half, y)
            }
            "rsqrt" => {
                let cube = self.binary("multiply", y, y);
                let cube = self.binary("multiply", cube, y);
                let half = self.by("multiply", g, -0.5);
                self.binary("multiply", half, cube)
            }
            "cbrt" => {
                let below = self.binary("multiply", y, y);
                let below = self.by("multiply", below, 3.0);
                self.binary("divide", g, below)
            }
            "sine" => {
                let slope = self.unary("cosine", x);
                self.binary("multiply", g, slope)
            }
            "cosine" => {
                let slope = self.unary("sine", x);
                let slope = self.unary("negate", slope);
                self.binary("multiply", g, slope)
            }
            "tanh" => {
                let square = self.binary("multiply", y, y);
                let one = self.like(1.0, y);
                let slope = self.binary("subtract", one, square);
                self.binary("multiply", g, slope)
            }
            "logistic" => {
                let one = self.like(1.0, y);
                let rest = self.binary("subtract", one, y);
                let slope = self.binary("multiply", y, rest);
                self.binary("multiply", g, slope)
            }
            "abs" => {
                let sign = self.unary("sign", x);
                self.binary("multiply", g, sign)
            }
            "erf" | "erfc" => {
                let square = self.binary("multiply", x, x);
                let minus = self.unary("negate", square);
                let e = self.unary("exponential", minus);
                let factor = core::f64::consts::FRAC_2_SQRT_PI;
                let slope = self.by("multiply", e, if name == "erf" { factor } else { -factor });
                self.binary("multiply", g, slope)
            }
            "floor" | "ceil" | "sign" | "round_nearest_even" => return Ok(None),
            other => return Err(format!("`{other}`")),
        }))
    }

    fn slopes(
        &mut self,
        name: &str,
        [a, b]: [Id; 2],
        y: Id,
        g: Id,
        wants: [bool; 2],
    ) -> Result<[Option<Id>; 2], String> {
        let mut each = |left: &mut dyn FnMut(&mut Notes) -> Id, right: &mut dyn FnMut(&mut Notes) -> Id| {
            Ok([wants[0].then(|| left(self)), wants[1].then(|| right(self))])
        };
        match name {
            "add" => each(&mut |_| g, &mut |_| g),
            "subtract" => each(&mut |_| g, &mut |n| n.unary("negate", g)),
            "multiply" => each(&mut |n| n.binary("multiply", g, b), &mut |n| n.binary("multiply", g, a)),
            "divide" => each(&mut |n| n.binary("divide", g, b), &mut |n| {
                let part = n.binary("divide", y, b);
                let part = n.binary("multiply", g, part);
                n.unary("negate", part)
            }),
            // Two that are equal share it.
            "maximum" | "minimum" => {
                let relation = if name == "maximum" { Relation::Greater } else { Relation::Less };
                let side = |n: &mut Notes, own: Id, other: Id| {
                    let (half, zero) = (n.by("multiply", g, 0.5), n.like(0.0, g));
                    let (more, same) = (n.compare(relation, own, other), n.compare(Relation::Equal, own, other));
                    let rest = n.select(same, half, zero);
                    n.select(more, g, rest)
                };
                each(&mut |n| side(n, a, b), &mut |n| side(n, b, a))
            }
            "power" => each(
                &mut |n| {
                    // b x^(b - 1), and 0 where b is.
                    let less = n.by("subtract", b, 1.0);
                    let power = n.binary("power", a, less);
                    let slope = n.binary("multiply", b, power);
                    let (zero, whole) = (n.like(0.0, b), n.binary("multiply", g, slope));
                    let none = n.compare(Relation::Equal, b, zero);
                    n.select(none, zero, whole)
                },
                &mut |n| {
                    // y ln x, and 0 where x is 0 and the exponent not below it.
                    let zero = n.like(0.0, a);
                    let (is_zero, one) = (n.compare(Relation::Equal, a, zero), n.like(1.0, a));
                    let above = n.compare(Relation::GreaterEqual, b, zero);
                    let none = n.binary("and", is_zero, above);
                    let base = n.select(none, one, a);
                    let log = n.unary("log", base);
                    let slope = n.binary("multiply", y, log);
                    n.binary("multiply", g, slope)
                },
            ),
            "atan2" => {
                let side = |n: &mut Notes, other: Id| {
                    let (left, right) = (n.binary("multiply", a, a), n.binary("multiply", b, b));
                    let below = n.binary("add", left, right);
                    let part = n.binary("divide", other, below);
                    n.binary("multiply", g, part)
                };
                each(&mut |n| side(n, b), &mut |n| {
                    let part = side(n, a);
                    n.unary("negate", part)
                })
            }
            "remainder" => each(&mut |_| g, &mut |n| {
                // What was taken away: the whole part of the quotient.
                let taken = n.binary("subtract", a, y);
                let whole = n.binary("divide", taken, b);
                let part = n.binary("multiply", g, whole);
                n.unary("negate", part)
            }),
            other => Err(format!("`{other}`")),
        }
    }
}
