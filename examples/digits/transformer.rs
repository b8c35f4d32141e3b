//! A transformer that reads a picture as eight rows.

use shaped::{Kind, Strided, nn::*, prelude::*};

model! {
    /// `[B, 8, 8] -> [B, 10]`: one block with four heads, normalised before each half.
    pub struct Transformer {
        embed: Linear<dim!(8), dim!(32)>,
        pos: Param<shape![8, 32]>,
        ln1: LayerNorm<dim!(32)>,
        q: Linear<dim!(32), dim!(32)>,
        k: Linear<dim!(32), dim!(32)>,
        v: Linear<dim!(32), dim!(32)>,
        o: Linear<dim!(32), dim!(32)>,
        ln2: LayerNorm<dim!(32)>,
        up: Linear<dim!(32), dim!(128)>,
        down: Linear<dim!(128), dim!(32)>,
        head: Linear<dim!(32), dim!(10)>,
    }
}

/// `[B, 8, 32] -> [B, 4, 8, 8]`: the width in four heads, which then come before the rows. No copy.
fn heads<B: Size, K: Kind>(x: &Tensor<f32, shape![B, 8, 32], K>) -> View<'_, f32, shape![B, 4, 8, 8], Strided, K> {
    x.view().unflatten(Axis::<-1>, (Dim::<4>, Dim::<8>)).swap_axes(Axis::<1>, Axis::<2>)
}

impl<B: Size> Module<shape![B, 8, 8]> for Transformer {
    type Output = shape![B, 10];
    fn forward<X: Operand<Elem = f32, Shape = shape![B, 8, 8]>>(&self, x: &X) -> Tensor<f32, shape![B, 10], X::Kind> {
        let x = self.embed.forward(x) + &self.pos;
        let h = self.ln1.forward(&x);
        let (q, k, v) = (self.q.forward(&h), self.k.forward(&h), self.v.forward(&h));
        let attended = heads(&q).attention(&heads(&k), &heads(&v)).swap_axes(Axis::<1>, Axis::<2>).to_tensor();
        let x = x + self.o.forward(&attended.flatten_axes(Axis::<-2>, Axis::<-1>));
        let h = self.up.forward(&self.ln2.forward(&x)).gelu();
        let x = x + self.down.forward(&h);
        self.head.forward(&x.mean(Axis::<1>))
    }
}
