//! Parts of a step whose values are not kept.

use core::cell::Cell;
use core::marker::PhantomData;

use super::tracer::Tracer;
use crate::kind::checkpoint::Segment;
use crate::kind::traced::{Held, Ref, Scope};
use crate::kind::{Real, Traced};
use crate::shape::Shape;
use crate::tensor::Tensor;
use crate::view::Operand;

impl<'t, 'env: 't, T: Real> Tracer<'t, 'env, T> {
    /// A part of the step whose values are not kept for the way back: there they are computed again. PyTorch's
    /// `torch.utils.checkpoint.checkpoint(f, x)`, JAX's `jax.checkpoint`.
    ///
    /// The part is a closure of a tape and of `x`, a recorded tensor or a tuple of two or three. What stays in memory of it is `x` and the
    /// result; the price is its way forward once more. Values and gradients are the same as without a checkpoint, bit for bit: layers draw the
    /// same random numbers when they are computed again, and running statistics change once. What else the closure uses comes from outside of the
    /// step, as [`input`](Self::input)s do, and is moved in. A recorded tensor of the step comes in as a part of `x`, or it does not compile.
    /// Parts may have parts of their own.
    ///
    /// ```
    /// use shaped::{grad::Tape, nn::*, prelude::*};
    /// type Block = (LayerNorm<dim!(8)>, Linear<dim!(8), dim!(8)>, Gelu);
    /// let blocks: [Block; 4] = Default::default();
    /// let x = Tensor::<f32, shape![5, 8]>::ones();
    /// let mut tape = Tape::new(&blocks);
    /// let (_, gradient) = tape.value_and_grad(&blocks, |tape| {
    ///     let mut y = tape.input(&x);
    ///     for block in &blocks {
    ///         y = tape.checkpoint(&y, move |_, y| block.forward(&y)); // of each block only its input stays
    ///     }
    ///     y.square().sum_all()
    /// });
    /// assert_eq!(gradient[3].1.weight.sizes(), [8, 8]);
    /// ```
    ///
    /// ```compile_fail,E0521
    /// use shaped::{grad::Tape, nn::*, prelude::*};
    /// let layer = Linear::<dim!(8), dim!(8)>::default();
    /// let x = Tensor::<f32, shape![5, 8]>::ones();
    /// Tape::new(&layer).value_and_grad(&layer, |tape| {
    ///     let skipped = &tape.input(&x);
    ///     tape.checkpoint(skipped, move |_, y| layer.forward(&y) + skipped).sum_all() // not a part of what it is given
    /// });
    /// ```
    pub fn checkpoint<X, O, F>(self, x: X, f: F) -> Tensor<T, O, Traced<'t>>
    where
        X: Checkpointed<'t, T>,
        O: Shape,
        F: for<'s> Fn(Tracer<'s, 'env, T>, <X::Shapes as Operands<T>>::On<'s>) -> Tensor<T, O, Traced<'s>>
            + Copy
            + 'env,
    {
        let part: &'t SegmentOf<'env, X::Shapes, O, F, T> =
            self.scope.alloc(SegmentOf { shapes: x.shapes(), f, out: Cell::new(None), env: PhantomData });
        let out = x.with_refs(&mut |refs| self.scope.checkpoint(part, refs));
        Tensor::made(out, part.out.get().expect("the part was computed"))
    }
}

struct SegmentOf<'env, Q, O, F, T> {
    shapes: Q,
    f: F,
    /// The shape of the result, once it was computed.
    out: Cell<Option<O>>,
    env: PhantomData<(&'env (), fn(T))>,
}

impl<'env, T, Q, O, F> Segment<'env, T> for SegmentOf<'env, Q, O, F, T>
where
    T: Real,
    Q: Operands<T>,
    O: Shape,
    F: for<'s> Fn(Tracer<'s, 'env, T>, Q::On<'s>) -> Tensor<T, O, Traced<'s>>,
{
    fn run<'s>(&self, scope: &'s Scope<'s, T>, operands: &[Ref<'s, T>]) -> Held<'s, T>
    where
        'env: 's,
    {
        let out = (self.f)(Tracer::new(scope), self.shapes.on(operands));
        self.out.set(Some(out.shape()));
        out.into_storage()
    }
}

/// What [`Tracer::checkpoint`] takes: a reference to a recorded tensor, or a tuple of two or three. No program implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no recorded tensor",
    label = "a reference to a tensor of the tape is needed, or a tuple of two or three",
    note = "`tape.input(&x)` puts an eager tensor on the tape"
)]
pub trait Checkpointed<'t, T> {
    /// The shapes.
    type Shapes: Operands<T>;
    #[doc(hidden)]
    fn shapes(&self) -> Self::Shapes;
    #[doc(hidden)]
    fn with_refs(&self, f: &mut dyn FnMut(&[Ref<'t, T>]) -> Held<'t, T>) -> Held<'t, T>;
}

/// The shapes of [`Checkpointed`] tensors. No program implements it.
pub trait Operands<T>: Copy + 'static {
    /// Tensors of these shapes on a tape: one, or a tuple.
    type On<'s>
    where
        T: 's;
    #[doc(hidden)]
    fn on<'s>(&self, refs: &[Ref<'s, T>]) -> Self::On<'s>
    where
        T: Real;
}

macro_rules! operands {
    ([$($x:ident)*] [$($s:ident $i:tt)*] $given:ty, $on:ty, |$refs:ident, $shapes:ident| $made:expr) => {
        impl<'t, T: Real, $($s: Shape),*> Checkpointed<'t, T> for $given {
            type Shapes = ($($s,)*);
            fn shapes(&self) -> ($($s,)*) {
                let ($($x,)*) = operands!(@ tuple self $($x)*);
                ($($x.shape(),)*)
            }
            fn with_refs(&self, f: &mut dyn FnMut(&[Ref<'t, T>]) -> Held<'t, T>) -> Held<'t, T> {
                let ($($x,)*) = operands!(@ tuple self $($x)*);
                f(&[$($x.view().note()),*])
            }
        }

        impl<T: Real, $($s: Shape),*> Operands<T> for ($($s,)*) {
            type On<'s> = $on;
            fn on<'s>(&self, $refs: &[Ref<'s, T>]) -> $on {
                let $shapes = self;
                $made
            }
        }
    };
    (@ tuple $this:ident $x:ident) => { (*$this,) };
    (@ tuple $this:ident $($x:ident)*) => { *$this };
}
operands! {
    [x] [S 0] &Tensor<T, S, Traced<'t>>, Tensor<T, S, Traced<'s>>, |refs, shapes| Tensor::made(refs[0].held(), shapes.0)
}
operands! {
    [x y] [S 0 Q 1] (&Tensor<T, S, Traced<'t>>, &Tensor<T, Q, Traced<'t>>), (Tensor<T, S, Traced<'s>>, Tensor<T, Q, Traced<'s>>),
    |refs, shapes| (Tensor::made(refs[0].held(), shapes.0), Tensor::made(refs[1].held(), shapes.1))
}
operands! {
    [x y z] [S 0 Q 1 P 2]
    (&Tensor<T, S, Traced<'t>>, &Tensor<T, Q, Traced<'t>>, &Tensor<T, P, Traced<'t>>),
    (Tensor<T, S, Traced<'s>>, Tensor<T, Q, Traced<'s>>, Tensor<T, P, Traced<'s>>),
    |refs, shapes| (Tensor::made(refs[0].held(), shapes.0), Tensor::made(refs[1].held(), shapes.1), Tensor::made(refs[2].held(), shapes.2))
}
