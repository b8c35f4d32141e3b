//! Chunks of a run-time axis.

use proptest::prelude::*;
use shaped::prelude::*;

axis!(Batch);
axis!(Seq);

/// The rows of the chunks and of the remainder, one after the other.
fn check<D: StaticSize>(b: usize, size: D)
where
    shape![Batch, 3]: shaped::ChunksOf<D>,
{
    let x = Tensor::<i64, shape![Batch, 3]>::from_fn_with(Batch(b), |[i, j]| (10 * i + j) as i64);
    let chunks = x.chunks_of(size);
    assert_eq!(chunks.len(), b / D::SIZE);
    let rest = chunks.remainder();
    assert_eq!(rest.sizes(), [b % D::SIZE, 3]);
    let all: Vec<i64> =
        chunks.clone().flat_map(|chunk| chunk.to_tensor().into_vec()).chain(rest.iter().copied()).collect();
    assert_eq!(all, x.as_slice());
    // From the back, and by place.
    let mut back: Vec<_> = chunks.clone().rev().map(|chunk| chunk.to_tensor().into_vec()).collect();
    back.reverse();
    assert_eq!(back.concat(), x.as_slice()[..(b - b % D::SIZE) * 3]);
    let mut second = chunks.clone();
    assert_eq!(second.nth(1).map(|chunk| chunk.to_tensor().into_vec()), back.get(1).cloned());
    assert!(second.nth(usize::MAX).is_none() && second.next().is_none());
    // Written back.
    let mut y = Tensor::<i64, shape![Batch, 3]>::zeros_with(Batch(b));
    let mut to = y.chunks_of_mut(size);
    assert_eq!(to.len(), b / D::SIZE);
    to.remainder().copy_from(&rest);
    for (mut to, from) in to.by_ref().zip(chunks) {
        to.copy_from(&from);
    }
    assert_eq!(to.into_remainder().sizes(), [b % D::SIZE, 3]);
    assert_eq!(y, x);
}

proptest! {
    #[test]
    fn all_rows_once(b in 0usize..70) {
        check(b, One);
        check(b, Dim::<2>);
        check(b, Dim::<7>);
        check(b, Dim::<32>);
    }

    /// Any layout; the strides are the view's.
    #[test]
    fn of_any_view(b in 0usize..20, s in 0usize..4) {
        let x = Tensor::<i64, shape![Seq, Batch]>::from_fn_with((Seq(s), Batch(b)), |[i, j]| (100 * i + j) as i64);
        let turned = x.transpose();
        let chunks = turned.chunks_of(Dim::<4>);
        let rest = chunks.remainder();
        let all: Vec<i64> = chunks.flat_map(|chunk| chunk.to_tensor().into_vec()).chain(rest.iter().copied()).collect();
        prop_assert!(turned.iter().eq(&all));
        let row = Tensor::<i64, shape![Seq]>::from_fn_with(Seq(s), |[i]| i as i64);
        let stretched = row.expand_as(&turned);
        let chunks = stretched.chunks_of(Dim::<4>);
        prop_assert_eq!(chunks.remainder().numel(), b % 4 * s);
        for chunk in chunks {
            prop_assert_eq!(chunk.strides(), [0, 1]);
            prop_assert_eq!(chunk.to_tensor() - &row, Tensor::zeros_with(Seq(s)));
        }
    }
}

#[test]
fn no_elements_in_a_row() {
    let mut x = Tensor::<i32, shape![Batch, 0]>::zeros_with(Batch(7));
    assert_eq!(x.chunks_of(Dim::<3>).map(|chunk| chunk.numel()).collect::<Vec<_>>(), [0, 0]);
    assert_eq!(x.chunks_of(Dim::<3>).remainder().sizes(), [1, 0]);
    let mut chunks = x.chunks_of_mut(Dim::<3>);
    assert_eq!(chunks.by_ref().count(), 2);
    assert_eq!(chunks.into_remainder().sizes(), [1, 0]);
}

/// What the chunks are for: the code inside is static.
#[test]
fn the_same_as_one_batch() {
    fn layer(x: &View<f64, shape![8, 5]>, w: &Tensor<f64, shape![5, 2]>) -> Tensor<f64, shape![8, 2]> {
        x.matmul(w)
    }
    let w: Tensor<f64, shape![5, 2]> = Tensor::arange();
    for b in [0, 1, 7, 8, 9, 40, 43] {
        let x = Tensor::<f64, shape![Batch, 5]>::from_fn_with(Batch(b), |[i, j]| (i * j) as f64);
        let mut out = Tensor::<f64, shape![Batch, 2]>::zeros_with(Batch(b));
        let chunks = x.chunks_of(Dim::<8>);
        let mut to = out.chunks_of_mut(Dim::<8>);
        to.remainder().copy_from(&chunks.remainder().matmul(&w));
        for (x, mut to) in chunks.zip(to) {
            to.copy_from(&layer(&x, &w));
        }
        assert_eq!(out, x.matmul(&w));
    }
}
