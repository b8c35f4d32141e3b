//! Optimizers for other engines: one parameter's update, in terms of primitives.

use super::{Adam, AdamW, Sgd, TrainingState};
use crate::hlo::{Element, ElementType, Id, Notes, Relation};
use crate::io::FileElement;
use crate::kind::Real;
use crate::nn::Parameters;

/// An optimizer that a training step of a [`graph`](crate::graph) can hold: [`Sgd`], [`Adam`] and [`AdamW`]. Sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no optimizer that can be put into a graph",
    label = "`Sgd`, `Adam` and `AdamW` can"
)]
pub trait LoweredOptimizer<T: FileElement + Real = f32>: TrainingState<T> + sealed::Sealed {
    /// What it is called, and all of its numbers but the rate.
    #[doc(hidden)]
    fn rule(&self) -> alloc::string::String;

    /// What becomes of a parameter, by its gradient, and of what is kept of it. The rate comes before it, as `f64`, and the number of steps before and
    /// after this one, as `u64`.
    #[doc(hidden)]
    #[allow(private_interfaces)] // no program calls or implements it
    fn lower(&self, notes: &mut Notes, step: [Id; 3], p: Id, g: Id, kept: &[Id]) -> (Id, alloc::vec::Vec<Id>)
    where
        T: Element;
}

mod sealed {
    pub trait Sealed {}
    impl<M> Sealed for super::Sgd<M> {}
    impl<M> Sealed for super::Adam<M> {}
    impl<M> Sealed for super::AdamW<M> {}
}

impl<M: Parameters<T> + Clone, T: FileElement + Real> LoweredOptimizer<T> for Sgd<M> {
    fn rule(&self) -> alloc::string::String {
        alloc::format!(
            "Sgd of momentum {}, dampening {}, weight decay {}, Nesterov's: {}",
            self.momentum,
            self.dampening,
            self.weight_decay,
            self.nesterov
        )
    }

    #[allow(private_interfaces)]
    fn lower(&self, notes: &mut Notes, [lr, before, _]: [Id; 3], p: Id, g: Id, kept: &[Id]) -> (Id, alloc::vec::Vec<Id>)
    where
        T: Element,
    {
        let lr = notes.convert(lr, T::TYPE);
        let mut g = g;
        if self.weight_decay != 0.0 {
            let decay = notes.by("multiply", p, self.weight_decay);
            g = notes.binary("add", g, decay);
        }
        let mut way = g;
        let mut next = alloc::vec![];
        if let [velocity] = kept {
            let before_it = notes.by("multiply", *velocity, self.momentum);
            let part = notes.by("multiply", g, 1.0 - self.dampening);
            let later = notes.binary("add", before_it, part);
            // The first step's is the whole gradient.
            let zero = notes.like(0.0, before);
            let first = notes.compare(Relation::Equal, before, zero);
            let new = notes.select(first, g, later);
            way = if self.nesterov {
                let ahead = notes.by("multiply", new, self.momentum);
                notes.binary("add", g, ahead)
            } else {
                new
            };
            next.push(new);
        }
        let step = notes.binary("multiply", way, lr);
        (notes.binary("subtract", p, step), next)
    }
}

/// What the two Adams are made of.
struct Rule {
    betas: (f64, f64),
    eps: f64,
    weight_decay: f64,
    /// Whether the decay is part of the step, and not of the gradient.
    decoupled: bool,
}

impl Rule {
    fn lower(
        self,
        notes: &mut Notes,
        [lr, _, after]: [Id; 3],
        p: Id,
        g: Id,
        kept: &[Id],
        dtype: ElementType,
    ) -> (Id, alloc::vec::Vec<Id>) {
        let Rule { betas: (beta1, beta2), eps, weight_decay, decoupled } = self;
        let (mean, square) = (kept[0], kept[1]);
        let lr = notes.convert(lr, dtype);
        let (mut p, mut g) = (p, g);
        if weight_decay != 0.0 && decoupled {
            let decay = notes.by("multiply", lr, weight_decay);
            let part = notes.binary("multiply", p, decay);
            p = notes.binary("subtract", p, part);
        } else if weight_decay != 0.0 {
            let decay = notes.by("multiply", p, weight_decay);
            g = notes.binary("add", g, decay);
        }
        let blended = |notes: &mut Notes, old: Id, new: Id, beta: f64| {
            let old = notes.by("multiply", old, beta);
            let new = notes.by("multiply", new, 1.0 - beta);
            notes.binary("add", old, new)
        };
        let mean = blended(notes, mean, g, beta1);
        let squared = notes.binary("multiply", g, g);
        let square = blended(notes, square, squared, beta2);
        // 1 - beta^t, exact for a beta next to 1, too.
        let steps = notes.convert(after, dtype);
        let rest = |notes: &mut Notes, beta: f64| {
            let power = notes.by("multiply", steps, beta.ln());
            let less = notes.unary("exponential_minus_one", power);
            notes.unary("negate", less)
        };
        let (rest1, rest2) = (rest(notes, beta1), rest(notes, beta2));
        let mut next = alloc::vec![mean, square];
        let mut largest = square;
        if let Some(before) = kept.get(2) {
            largest = notes.binary("maximum", *before, square);
            next.push(largest);
        }
        let scaled = notes.binary("divide", largest, rest2);
        let root = notes.unary("sqrt", scaled);
        let below = notes.by("add", root, eps);
        let rate = notes.binary("divide", lr, rest1);
        let way = notes.binary("divide", mean, below);
        let step = notes.binary("multiply", way, rate);
        (notes.binary("subtract", p, step), next)
    }
}

macro_rules! adams {
    ($($name:ident $decoupled:literal)*) => { $(
        impl<M: Parameters<T> + Clone, T: FileElement + Real> LoweredOptimizer<T> for $name<M> {
            fn rule(&self) -> alloc::string::String {
                let largest = if self.largest.is_some() { ", AMSGrad" } else { "" };
                alloc::format!(
                    "{} of betas {:?}, eps {:e}, weight decay {}{largest}",
                    stringify!($name), self.betas, self.eps, self.weight_decay
                )
            }

            #[allow(private_interfaces)]
            fn lower(&self, notes: &mut Notes, step: [Id; 3], p: Id, g: Id, kept: &[Id]) -> (Id, alloc::vec::Vec<Id>)
            where
                T: Element,
            {
                let rule = Rule { betas: self.betas, eps: self.eps, weight_decay: self.weight_decay, decoupled: $decoupled };
                rule.lower(notes, step, p, g, kept, T::TYPE)
            }
        }
    )* };
}
adams! { Adam false AdamW true }
