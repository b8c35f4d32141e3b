//! Weights applied to the last axis, and tables of embeddings.

use super::einsum::Summand;
use super::index::{Forward, Range, SelectBack};
use super::products_back::AffineBack;
use super::rows;
use crate::error::IndexError;
use crate::expr;
use crate::kernels::products::Then;
use crate::kind::{Kind, held};
use crate::shape::affine::{Affine, AffineOf, Embedded, NoBias, Table};
use crate::shape::diagnostics::IndexNumber;
use crate::shape::given::Given;
use crate::shape::{Shape, run_time};
use crate::storage::Buffer;
use crate::tensor::Tensor;
use crate::view::operation;
use crate::view::{Beside, Operand, Values, View};

operation! {
    /// Linear maps of the last axis with a bias `B`, by weights `W` as PyTorch keeps them: `[out, in]`.
    trait Projections[W, B][W, B]
    for X where [
        <W as Given>::Then<X::Elem>: Summand,
        X: Operand<Shape: Affine<W::Size, B::Size>> + ?Sized,
        W: Beside<X::Elem, X::Kind>,
        B: Beside<X::Elem, X::Kind>
    ] {
        /// The shape of the result.
        type Projected: Shape = AffineOf<X::Shape, W::Size, B::Size>;
    }

    /// The product with transposed weights, plus a bias: `[…, I] x [O, I] + [O] -> […, O]`, for any number of leading axes, none
    /// included. PyTorch's `F.linear(x, weight, bias)`, NumPy's `x @ weight.T + bias`. Allocates the result only; the weights are
    /// copied a part at a time at most, as by `matmul`, and leading axes that lie in one block are one matrix product.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let weight = tensor![[1.0, 2.0], [0.0, 1.0], [1.0, 0.0]]; // [out, in]
    /// let bias = tensor![0.5, 0.0, 0.0];
    /// assert_eq!(tensor![3.0, 4.0].linear(&weight, &bias), tensor![11.5, 4.0, 3.0]);
    /// let y: Tensor<f64, shape![8, 5, 3]> = Tensor::<f64, shape![8, 5, 2]>::ones().linear(&weight, &bias);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let weight = tensor![[1.0, 0.0, 1.0], [2.0, 1.0, 0.0]]; // [in, out]
    /// tensor![3.0, 4.0].linear(&weight, &tensor![0.5, 0.0, 0.0]);
    /// ```
    #[track_caller]
    fn linear( // as `x.linear(&weight, &bias)`; without a bias it is `x.linear_no_bias(&weight)`
        &self, weight: &W, bias: &B) -> Tensor<Self::Elem, Self::Projected, Self::Kind> => #[inline] {
        affine(self.view(), weight, bias, None)
    }
}

/// The way back of a linear map by such weights. (A function of the result's elements is given by kinds that fuse, and these record nothing.)
fn back<S: Shape>(weight: S) -> AffineBack {
    let [inputs, outputs, ..] = weight.dims().sizes;
    AffineBack { inputs, outputs }
}

/// A linear map with a bias, and `then` applied to the elements of its result.
#[inline]
#[track_caller]
pub(crate) fn affine<X, W, B, O: Shape>(
    x: X,
    weight: &W,
    bias: &B,
    then: Option<Then<X::Elem>>,
) -> Tensor<X::Elem, O, X::Kind>
where
    X: Operand<Elem: Summand>,
    W: Beside<X::Elem, X::Kind>,
    B: Beside<X::Elem, X::Kind>,
{
    let x = x.view();
    let (weight, bias) = (weight.beside(x.note()), bias.beside(x.note()));
    let (back, shape) = (back(weight.shape()), run_time::affine(x.shape(), weight.shape(), Some(bias.shape().numel())));
    let forward = |(x, weight, bias): (View<'_, _, _, _>, View<'_, _, _, _>, View<'_, _, _, _>)| {
        expr::product_into(x, weight, true, Some(&rows::elements(&bias)), then, shape)
    };
    Tensor::made(X::Kind::apply_op((x, weight, bias), shape, forward, back), shape)
}

/// As [`affine`], without a bias.
#[inline]
#[track_caller]
pub(crate) fn affine_no_bias<X, W, O: Shape>(
    x: X,
    weight: &W,
    then: Option<Then<X::Elem>>,
) -> Tensor<X::Elem, O, X::Kind>
where
    X: Operand<Elem: Summand>,
    W: Beside<X::Elem, X::Kind>,
{
    let x = x.view();
    let weight = weight.beside(x.note());
    let (back, shape) = (back(weight.shape()), run_time::affine(x.shape(), weight.shape(), None));
    let forward =
        |(x, weight): (View<'_, _, _, _>, View<'_, _, _, _>)| expr::product_into(x, weight, true, None, then, shape);
    Tensor::made(X::Kind::apply_op((x, weight), shape, forward, back), shape)
}

operation! {
    /// Linear maps of the last axis without a bias, by weights `W`: `[out, in]`.
    trait PlainProjections[W][W]
    for X where [<W as Given>::Then<X::Elem>: Summand, X: Operand<Shape: Affine<W::Size, NoBias>> + ?Sized, W: Beside<X::Elem, X::Kind>] {
        /// The shape of the result.
        type Projected: Shape = AffineOf<X::Shape, W::Size>;
    }

    /// As [`linear`](Projections::linear), without a bias: `[…, I] x [O, I] -> […, O]`. PyTorch's `F.linear(x, weight)`, NumPy's
    /// `x @ weight.T`. Allocates the result only.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let weight = tensor![[1, 2], [0, 1], [1, 0]]; // [out, in]
    /// assert_eq!(tensor![[3, 4]].linear_no_bias(&weight), tensor![[11, 4, 3]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let weight = tensor![[1, 0, 1], [2, 1, 0]]; // [in, out]
    /// tensor![[3, 4]].linear_no_bias(&weight);
    /// ```
    fn linear_no_bias( // as `x.linear_no_bias(&weight)`, weights `[out, in]`
        &self, weight: &W) -> Tensor<Self::Elem, Self::Projected, Self::Kind> => #[inline] {
        affine_no_bias(self.view(), weight, None)
    }
}

operation! {
    /// Rows of a table, looked up by the numbers `I`.
    trait Embeddings[I][I]
    for X where [X: Operand<Shape: Table<I::Shape>> + ?Sized, I: Operand + Values<Elem: IndexNumber>] {
        /// The shape of the result.
        type Embedded: Shape = Embedded<X::Shape, I::Shape>;
    }

    /// The rows of a table that indices name, of any shape and any integer type: `[1000, 64]` by `[8, 5]` -> `[8, 5, 64]`. PyTorch's
    /// `F.embedding(ids, table)`, NumPy's `table[ids]`. Allocates the result only.
    ///
    /// # Panics
    /// If an index is negative, or not less than the number of rows.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let table = tensor![[0.0, 0.5], [1.0, 1.5], [2.0, 2.5]];
    /// assert_eq!(table.embedding(&tensor![2u32, 0]), tensor![[2.0, 2.5], [0.0, 0.5]]);
    /// ```
    ///
    /// ```compile_fail,E0277
    /// use shaped::prelude::*;
    /// let table = tensor![0.0, 0.5, 1.0]; // one axis: not a table
    /// table.embedding(&tensor![2u32, 0]);
    /// ```
    #[track_caller]
    fn embedding( // of the weights: `weights.embedding(&ids)`
        &self, ids: &I) -> Tensor<Self::Elem, Self::Embedded, Self::Kind>
    where [Self::Elem: Clone] => #[inline]
    {
        match self.try_embedding(ids) {
            Ok(rows) => rows,
            Err(error) => panic!("embedding: {error}"),
        }
    }

    /// As [`embedding`](Self::embedding), for indices that may be out of range.
    ///
    /// # Errors
    /// If an index is negative, or not less than the number of rows.
    ///
    /// ```
    /// use shaped::prelude::*;
    /// let table = tensor![[0.0, 0.5], [1.0, 1.5], [2.0, 2.5]];
    /// let error = table.try_embedding(&tensor![2, -1]).unwrap_err();
    /// assert_eq!(error.to_string(), "index -1 is out of bounds for axis 0 of size 3");
    /// ```
    fn try_embedding(&self, ids: &I) -> Result<Tensor<Self::Elem, Self::Embedded, Self::Kind>, IndexError>
    where [Self::Elem: Clone]
    {
        let table = self.view();
        let shape: Self::Embedded = run_time::embedded(table.shape(), ids.view().shape());
        let (rows, width) = rows::axis_and_inner(table.shape(), 1);
        let range = Range { axis: Some(0), size: rows };
        let forward = |(table,): (View<'_, _, _, _>,)| {
            let mut elements = crate::storage::room(shape.numel());
            for &id in ids.iter() {
                let row = range.place::<Forward, _>(id)?;
                match table.as_block() {
                    Some(table) => elements.extend_from_slice(&table[row * width..][..width]),
                    None => elements.extend((0..width).filter_map(|column| table.element(&[row, column]).cloned())),
                }
            }
            Ok(Buffer::from_vec(elements))
        };
        let back = RowsBack { size: [rows, width], ids };
        Ok(Tensor::made(X::Kind::try_apply_op((table,), shape, forward, back)?, shape))
    }
}

/// The way back of rows that were looked up: the size of the table, and which rows, so many.
pub(super) struct RowsBack<'a, I> {
    pub size: [usize; 2],
    pub ids: &'a I,
}
held!(RowsBack<'_, I> where [I: Values<Elem: IndexNumber>], |RowsBack { size: [size, inner], ids }, memory| {
    let range = Range { axis: Some(0), size };
    let mut places = ids.iter().map(|&id| range.place::<Forward, _>(id).unwrap_or(0));
    SelectBack { size, inner, places: memory.alloc_with(ids.numel(), |_| places.next().unwrap_or(0)) }
}; lowered_at);
