//! Products of vectors.

use super::texts::texts;

texts! {
    /// Both sides of a dot product are vectors of one size.
    message "cannot take the dot product of shape {Lhs} and shape {Self}"
    label "the dot product is of two vectors of the same size"
    note "[n] · [n] -> a number; sums over the last axis of larger shapes are `(&a * &b).sum(Axis::<-1>)`, matrix products `a.matmul(&b)`"
    pub trait DotWith<Left, Right, Lhs> {}
    /// Both sides of an outer product are vectors.
    message "cannot take the outer product of shape {Lhs} and shape {Self}"
    label "the outer product is of two vectors"
    note "[m] and [n] -> [m, n]; products of larger shapes are `einsum!(b m, b n -> b m n; a, b)`"
    pub trait OuterWith<Left, Right, Lhs> {
        /// The shape of the product.
        type Output: crate::shape::Shape;
    }
    /// Both sides of a cross product have one shape, whose last axis has size 3.
    message "cannot take the cross product of shape {Lhs} and shape {Self}"
    label "the cross product is of vectors of size 3, as many on both sides"
    note "[…, 3] and […, 3] -> […, 3]: the same axes in front; `expand_as` stretches one side"
    pub trait CrossWith<Left, Right, Lhs> {}
    /// Vectors on both sides have one size, and the same axes in front of the last two.
    message "cannot take the distances of vectors of shape {Lhs} from vectors of shape {Self}"
    label "the last axes would have to have one size, and those in front of the last two to be the same"
    note "[…, p, d] and […, r, d] -> […, p, r]; one vector, [d], is `y.unsqueeze(Axis::<0>)`, and `pairwise_distance` compares as many on both sides"
    pub trait ApartFrom<Left, Right, Lhs> {
        /// The shape of the distances.
        type Output: crate::shape::Shape;
    }
    /// The shape is that of a square matrix.
    message "cannot take the trace of shape {Self}"
    label "a trace is of a square matrix, `[n, n]`"
    note "traces of a stack of matrices are `einsum!(b i i -> b; x)`"
    pub trait SquareMatrix<Shape> {}
}
