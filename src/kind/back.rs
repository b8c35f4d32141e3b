//! The way back: what an operation leaves on the tape, and how a gradient of its result becomes gradients of its operands.
#![cfg(feature = "alloc")]

use core::mem;

use num_traits::Float;

use super::traced::{Input, Node};
use super::watch::Flaws;
use crate::kernels::back;
use crate::kernels::dual::Dual;
use crate::storage::{Arena, Buffer, Operand, Plain};

/// Floats whose operations a tape records: `f32` and `f64`, and [`Dual`](crate::grad::Dual) numbers of either. Sealed.
#[diagnostic::on_unimplemented(
    message = "gradients are of `f32` and `f64`, not of `{Self}`",
    label = "a tape of other elements"
)]
pub trait Real: Float + Default + Plain + Send + Sync + core::fmt::Debug + super::sealed::Sealed + 'static {}
impl super::sealed::Sealed for f32 {}
impl super::sealed::Sealed for f64 {}
#[diagnostic::do_not_recommend]
impl Real for f32 {}
#[diagnostic::do_not_recommend]
impl Real for f64 {}
impl super::sealed::Sealed for Dual<f32> {}
impl super::sealed::Sealed for Dual<f64> {}
#[diagnostic::do_not_recommend]
impl Real for Dual<f32> {}
#[diagnostic::do_not_recommend]
impl Real for Dual<f64> {}

/// The way back of an operation, as it is known where the operation is called: for elements of any type.
pub trait Back<T>: Sized {
    /// As the tape keeps it, in the memory of a step.
    fn hold<'t>(self, memory: &'t Arena<T>) -> &'t (dyn Backward<T> + 't)
    where
        T: Real;

    /// Whether the operation can be noted for other engines.
    #[cfg(feature = "graph")]
    const LOWERED: bool = false;

    /// Notes the operation, as [`Lower`](super::Lower) says.
    #[cfg(feature = "graph")]
    #[allow(private_interfaces)] // no program reaches it
    fn lower(self, _at: &mut super::Lowering<'_>, _x: &[crate::hlo::Id], _to: &[usize]) -> crate::hlo::Id
    where
        T: crate::hlo::Element,
    {
        unreachable!("what has no lowering is not compiled for graphs")
    }
}

/// The way back of an operation on floats. It knows sizes, and no shape's type: one compiled function for all shapes.
pub trait Backward<T: Real> {
    /// What the operation is called, as a program calls it.
    fn name(&self) -> &'static str;

    /// Which values the way back reads, if gradients of these operands are asked: a tape keeps no others for it, so that it gets none of them. The
    /// same each time.
    ///
    /// Everything, if a way back does not say, which costs memory only.
    fn reads(&self, _wanted: OperandSet) -> Reads {
        Reads::ALL
    }

    /// Hands on the gradient of the result, whose memory is its own.
    fn backward(&self, at: &Step<'_, T>, grad: Buffer<T>, to: &mut Gradients<'_, '_, T>);
}

/// The way back of a type is kept as it is, or as an expression makes of it in the memory of a step. What is `lowered` has an implementation of
/// [`Lower`](super::Lower), too, and what is `lowered_at` one of [`LowerAt`](super::LowerAt).
macro_rules! held {
    ($t:ty $(where [$($generics:tt)*])? $(; $lowered:ident)?) => {
        $crate::kind::held!($t $(where [$($generics)*])?, |this, memory| this $(; $lowered)?);
    };
    ($t:ty $(where [$($generics:tt)*])?, |$this:pat_param, $memory:ident| $kept:expr $(; $lowered:ident)?) => {
        impl<T $(, $($generics)*)?> $crate::kind::Back<T> for $t {
            #[inline]
            fn hold<'t>(self, $memory: &'t $crate::storage::Arena<T>) -> &'t (dyn $crate::kind::Backward<T> + 't)
            where
                T: $crate::kind::Real,
            {
                let $this = self;
                $memory.alloc($kept)
            }
            $($crate::kind::held!(@ $lowered);)?
        }
    };
    (@ lowered) => {
        $crate::kind::held!(@ Lower, |this, at, x, to| Lower::<T>::lower(this, &mut at.notes(), x, to));
    };
    (@ lowered_at) => {
        $crate::kind::held!(@ LowerAt, |this, at, x, to| LowerAt::<T>::lower_at(this, at, x, to));
    };
    (@ $lower:ident, |$this:ident, $at:ident, $x:ident, $to:ident| $lowered:expr) => {
        #[cfg(feature = "graph")]
        const LOWERED: bool = <Self as $crate::kind::$lower<T>>::LOWERED;
        #[cfg(feature = "graph")]
        #[allow(private_interfaces)]
        fn lower(
            self,
            $at: &mut $crate::kind::Lowering<'_>,
            $x: &[$crate::hlo::Id],
            $to: &[usize],
        ) -> $crate::hlo::Id
        where
            T: $crate::hlo::Element,
        {
            use $crate::kind::$lower;
            let $this = self;
            $lowered
        }
    };
}
pub(crate) use held;

/// Some of an operation's operands, by their numbers. Those from the 64th on are there together or not at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandSet(u64);

impl OperandSet {
    /// None.
    pub const NONE: Self = OperandSet(0);

    const fn bit(i: usize) -> u64 {
        1 << if i < 64 { i } else { 63 }
    }

    /// Is it one of them?
    pub const fn has(self, i: usize) -> bool {
        self.0 & Self::bit(i) != 0
    }

    /// These, and one more if it is so.
    pub const fn with(self, i: usize, it_is: bool) -> Self {
        if it_is { OperandSet(self.0 | Self::bit(i)) } else { self }
    }

    /// Whether there is another one than this one among them.
    pub const fn has_others_than(self, i: usize) -> bool {
        i >= 63 || self.0 & !Self::bit(i) != 0
    }
}

/// Which values a way back reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reads {
    operands: OperandSet,
    result: bool,
}

impl Reads {
    /// Neither an operand nor the result: of them it knows no more than sizes.
    pub const NOTHING: Self = Reads { operands: OperandSet::NONE, result: false };
    /// All operands and the result.
    pub const ALL: Self = Reads { operands: OperandSet(u64::MAX), result: true };
    /// All operands.
    pub const OPERANDS: Self = Reads { result: false, ..Self::ALL };
    /// The result alone.
    pub const RESULT: Self = Reads { result: true, ..Self::NOTHING };

    /// An operand too, if it is so.
    pub const fn operand(self, i: usize, it_is: bool) -> Self {
        Reads { operands: self.operands.with(i, it_is), ..self }
    }

    /// The result too, if it is so.
    pub const fn result(self, it_is: bool) -> Self {
        Reads { result: self.result || it_is, ..self }
    }

    pub(super) fn reads(self, i: usize) -> bool {
        self.operands.has(i)
    }

    pub(super) fn reads_result(self) -> bool {
        self.result
    }
}

/// What an operation finds on its way back: its operands and its result, as far as it has said that it [reads](Backward::reads) them.
pub struct Step<'t, T> {
    pub(super) inputs: &'t [Input<'t, T>],
    pub(super) out: Option<&'t [T]>,
}

impl<'t, T: Real> Step<'t, T> {
    /// The elements of the result.
    ///
    /// # Panics
    /// If the way back has not said that it reads it.
    pub fn out(&self) -> &'t [T] {
        self.out.expect("a way back reads the result only if it says so")
    }

    /// How many operands there are.
    pub fn operands(&self) -> usize {
        self.inputs.len()
    }

    /// An operand.
    pub fn input(&self, i: usize) -> &Input<'t, T> {
        &self.inputs[i]
    }

    /// The elements of an operand, row by row: where they are, or copied.
    ///
    /// # Panics
    /// If the way back has not said that it reads it.
    pub fn elements(&self, i: usize) -> Operand<'_, T> {
        self.inputs[i].elements()
    }

    /// The elements of an operand, if the way back reads them, as it has said; if not, none.
    pub fn elements_if(&self, i: usize, it_reads: bool) -> Operand<'_, T> {
        if it_reads { self.elements(i) } else { Operand::None }
    }

    /// Says that an operand is not read any more, so that its memory can serve a gradient. Elements that are there stay until they are dropped.
    pub fn let_go(&self, i: usize) {
        self.inputs[i].let_go();
    }
}

/// The gradients that are under way: one for each node of the tape that has been reached.
pub struct Gradients<'s, 'm, T> {
    /// Of the first nodes, of which gradients are asked: the caller's memory, and whether anything is there.
    pub(super) own: &'s mut [(&'m mut [T], bool)],
    /// Of all nodes behind them, what was reached so far.
    pub(super) slots: &'s mut [Option<Buffer<T>>],
    pub(super) inputs: &'s [Input<'s, T>],
}

impl<T: Real> Gradients<'_, '_, T> {
    /// Does anything that is asked for depend on the operand?
    pub fn wants(&self, i: usize) -> bool {
        self.inputs[i].node != Node::CONSTANT
    }

    /// What is not finite in the gradient that a node has so far.
    pub(super) fn flaws(&self, node: Node) -> Flaws {
        match self.own.get(node.place()) {
            _ if node == Node::CONSTANT => Flaws::default(),
            Some((there, filled)) => {
                if *filled {
                    Flaws::of(there)
                } else {
                    Flaws::default()
                }
            }
            None => self.slots[node.place() - self.own.len()]
                .as_ref()
                .map_or(Flaws::default(), |there| Flaws::of(there.as_slice())),
        }
    }

    /// Memory for `n` elements, which holds any numbers.
    pub fn room(&mut self, n: usize) -> Buffer<T> {
        Buffer::of_any(n, T::zero())
    }

    /// Gives memory back that is not needed any more.
    pub fn free(&mut self, memory: Buffer<T>) {
        memory.leave();
    }

    /// Adds to the gradient of an operand: `f` writes all of it, row by row, over any numbers that are there; or adds to it, if its second
    /// argument is true.
    pub fn add(&mut self, i: usize, f: impl FnOnce(&mut [T], bool)) {
        if !self.wants(i) {
            return;
        }
        let input = &self.inputs[i];
        if !input.whole() {
            let mut dense = self.room(input.numel());
            f(dense.as_mut_slice(), false);
            self.scatter(i, dense.as_slice());
            return self.free(dense);
        }
        let place = input.node.place();
        if let Some((there, filled)) = self.own.get_mut(place) {
            return f(there, mem::replace(filled, true));
        }
        match &mut self.slots[place - self.own.len()] {
            Some(there) => f(there.as_mut_slice(), true),
            slot => {
                let mut new = Buffer::of_any(input.numel(), T::zero());
                f(new.as_mut_slice(), false);
                *slot = Some(new);
            }
        }
    }

    /// As [`add`](Self::add), by what only adds: there are zeros, if nothing else.
    pub fn accumulate(&mut self, i: usize, f: impl FnOnce(&mut [T])) {
        self.add(i, |to, add| {
            if !add {
                to.fill(T::zero());
            }
            f(to);
        });
    }

    /// As [`add`](Self::add), of a gradient whose memory is not needed any more: often it just moves.
    pub fn give(&mut self, i: usize, grad: Buffer<T>) {
        if !self.wants(i) {
            return self.free(grad);
        }
        let input = &self.inputs[i];
        if input.whole() {
            if let Some(i) = input.node.place().checked_sub(self.own.len())
                && self.slots[i].is_none()
            {
                self.slots[i] = Some(grad);
                return;
            }
            self.add(
                i,
                |to, add| if add { back::add(to, grad.as_slice()) } else { to.copy_from_slice(grad.as_slice()) },
            );
        } else {
            self.scatter(i, grad.as_slice());
        }
        self.free(grad);
    }

    /// Adds the gradient of a view to that of the tensor it is a view of.
    fn scatter(&mut self, i: usize, grad: &[T]) {
        let input = &self.inputs[i];
        let place = input.node.place();
        let to = match self.own.get_mut(place) {
            Some((there, filled)) => {
                if !mem::replace(filled, true) {
                    there.fill(T::zero());
                }
                &mut **there
            }
            None => self.slots[place - self.own.len()]
                .get_or_insert_with(|| Buffer::filled(input.whole_len(), T::zero()))
                .as_mut_slice(),
        };
        input.spread(grad, to);
    }
}
