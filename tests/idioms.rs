// Written by tools/idioms.py; change it there.

//! What the guide's pages for users of NumPy and PyTorch say is so: each line beside what both libraries compute.
#![allow(clippy::approx_constant)] // a root that a library computed is no constant of this test

use shaped::methods::Order;
use shaped::prelude::*;

#[rustfmt::skip]
fn tensors() -> (Tensor<f64, shape![2, 3]>, Tensor<f64, shape![2, 3]>, Tensor<f64, shape![3]>, Tensor<f64, shape![2, 2]>, Tensor<usize, shape![2]>, Tensor<i64, shape![4]>, Tensor<bool, shape![3]>) {
    (tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], tensor![[6.0, 4.0, 2.0], [5.0, 3.0, 1.0]], tensor![0.5, -1.0, 2.0], tensor![[2.0, 1.0], [0.0, 3.0]], tensor![2, 0], tensor![3, 1, 3, 0], tensor![true, false, true])
}

#[test]
#[rustfmt::skip]
fn make() {
    let (x, y, v, m, i, n, b) = tensors();
    let _ = (&x, &y, &v, &m, &i, &n, &b);
    assert!((Tensor::<f64, shape![2, 3]>::zeros()).all_close(&tensor![[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], 1e-12, 0.0));
    assert!((Tensor::<f64, shape![2, 3]>::ones()).all_close(&tensor![[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]], 1e-12, 0.0));
    assert!((Tensor::<f64, shape![2, 3]>::full(7.0)).all_close(&tensor![[7.0, 7.0, 7.0], [7.0, 7.0, 7.0]], 1e-12, 0.0));
    assert!((tensor![[1.0, 2.0], [3.0, 4.0]]).all_close(&tensor![[1.0, 2.0], [3.0, 4.0]], 1e-12, 0.0));
    assert!((Tensor::<f64, shape![2, 2]>::from_vec(vec![1.0, 2.0, 3.0, 4.0]).unwrap()).all_close(&tensor![[1.0, 2.0], [3.0, 4.0]], 1e-12, 0.0));
    assert_eq!((Tensor::<i64, shape![6]>::arange()).to_tensor(), tensor![0, 1, 2, 3, 4, 5]);
    assert!((Tensor::<f64, shape![5]>::linspace(0.0, 1.0)).all_close(&tensor![0.0, 0.25, 0.5, 0.75, 1.0], 1e-12, 0.0));
    assert!((Tensor::<f64, shape![3, 3]>::eye()).all_close(&tensor![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], 1e-12, 0.0));
    assert!((x.zeros_like()).all_close(&tensor![[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], 1e-12, 0.0));
    assert!((x.full_like(2.0)).all_close(&tensor![[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]], 1e-12, 0.0));
    assert!((x.to_tensor()).all_close(&tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], 1e-12, 0.0));
    assert!((Tensor::<f64, shape![2, 3]>::from_fn(|[i, j]| (i * 10 + j) as f64)).all_close(&tensor![[0.0, 1.0, 2.0], [10.0, 11.0, 12.0]], 1e-12, 0.0));
}

#[test]
#[rustfmt::skip]
fn ask() {
    let (x, y, v, m, i, n, b) = tensors();
    let _ = (&x, &y, &v, &m, &i, &n, &b);
    assert_eq!(x.sizes(), [2, 3]);
    assert_eq!(x.size(Axis::<1>), 3);
    assert_eq!(x.ndim(), 2);
    assert_eq!(x.numel(), 6);
}

#[test]
#[rustfmt::skip]
fn shape() {
    let (x, y, v, m, i, n, b) = tensors();
    let _ = (&x, &y, &v, &m, &i, &n, &b);
    assert!((x.reshape::<shape![3, 2]>()).all_close(&tensor![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], 1e-12, 0.0));
    assert!((x.flatten()).all_close(&tensor![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 1e-12, 0.0));
    assert!((x.transpose()).all_close(&tensor![[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]], 1e-12, 0.0));
    assert!((x.t()).all_close(&tensor![[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]], 1e-12, 0.0));
    assert!((x.permute(axes![1, 0])).all_close(&tensor![[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]], 1e-12, 0.0));
    assert!((x.swap_axes(Axis::<0>, Axis::<1>)).all_close(&tensor![[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]], 1e-12, 0.0));
    assert!((x.reshape::<shape![3, 2]>()).all_close(&tensor![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], 1e-12, 0.0));
    assert!((x.flatten_axes(Axis::<0>, Axis::<1>)).all_close(&tensor![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 1e-12, 0.0));
    assert!((x.unsqueeze(Axis::<0>)).all_close(&tensor![[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]], 1e-12, 0.0));
    assert!((v.unsqueeze(Axis::<1>)).all_close(&tensor![[0.5], [-1.0], [2.0]], 1e-12, 0.0));
    assert!((x.sum_keepdim(Axis::<1>).squeeze(Axis::<1>)).all_close(&tensor![6.0, 15.0], 1e-12, 0.0));
    assert!((v.broadcast_to::<shape![2, 3]>()).all_close(&tensor![[0.5, -1.0, 2.0], [0.5, -1.0, 2.0]], 1e-12, 0.0));
    assert!((x.concat(&y, Axis::<0>)).all_close(&tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [6.0, 4.0, 2.0], [5.0, 3.0, 1.0]], 1e-12, 0.0));
    assert!((x.stack(&y, Axis::<0>)).all_close(&tensor![[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[6.0, 4.0, 2.0], [5.0, 3.0, 1.0]]], 1e-12, 0.0));
    assert!((x.tile((Dim::<2>, One))).all_close(&tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], 1e-12, 0.0));
    assert!((v.repeat_interleave(Axis::<0>, Dim::<2>)).all_close(&tensor![0.5, 0.5, -1.0, -1.0, 2.0, 2.0], 1e-12, 0.0));
    assert!((x.flip(Axis::<1>)).all_close(&tensor![[3.0, 2.0, 1.0], [6.0, 5.0, 4.0]], 1e-12, 0.0));
    assert!((x.roll(Axis::<1>, 1)).all_close(&tensor![[3.0, 1.0, 2.0], [6.0, 4.0, 5.0]], 1e-12, 0.0));
    assert!((v.pad(((One, Dim::<2>),), 0.0)).all_close(&tensor![0.0, 0.5, -1.0, 2.0, 0.0, 0.0], 1e-12, 0.0));
}

#[test]
#[rustfmt::skip]
fn parts() {
    let (x, y, v, m, i, n, b) = tensors();
    let _ = (&x, &y, &v, &m, &i, &n, &b);
    assert!((x[[1, 2]] - 6.0).abs() < 1e-12);
    assert!((x.index_axis(Axis::<0>, 1)).all_close(&tensor![4.0, 5.0, 6.0], 1e-12, 0.0));
    assert!((x.index_axis(Axis::<1>, 0)).all_close(&tensor![1.0, 4.0], 1e-12, 0.0));
    assert!((x.narrow(Axis::<1>, 1, Dim::<2>)).all_close(&tensor![[2.0, 3.0], [5.0, 6.0]], 1e-12, 0.0));
    assert!((x.narrow(Axis::<1>, 1, One)).all_close(&tensor![[2.0], [5.0]], 1e-12, 0.0));
    assert!((part!(x; .., 1..3)).all_close(&tensor![[2.0, 3.0], [5.0, 6.0]], 1e-12, 0.0));
    assert!((part!(x; 1, ..2)).all_close(&tensor![4.0, 5.0], 1e-12, 0.0));
    assert!((part!(x; .., 0..3; 2)).all_close(&tensor![[1.0, 3.0], [4.0, 6.0]], 1e-12, 0.0));
    assert!((x.slice(Axis::<1>, 0, Dim::<2>, Dim::<2>)).all_close(&tensor![[1.0, 3.0], [4.0, 6.0]], 1e-12, 0.0));
    assert!((x.split_at(Axis::<1>, One).0).all_close(&tensor![[1.0], [4.0]], 1e-12, 0.0));
    assert!((x.diagonal()).all_close(&tensor![1.0, 5.0], 1e-12, 0.0));
    assert!((x.index_select(Axis::<1>, &i)).all_close(&tensor![[3.0, 1.0], [6.0, 4.0]], 1e-12, 0.0));
    assert!((x.take_along_axis(Axis::<1>, &tensor![[2usize], [0]])).all_close(&tensor![[3.0], [4.0]], 1e-12, 0.0));
    assert_eq!(v.masked_select(&b), [0.5, 2.0]);
    assert!((v.masked_fill(&b, 0.0)).all_close(&tensor![0.0, -1.0, 0.0], 1e-12, 0.0));
    assert!((b.select(&x, &y)).all_close(&tensor![[1.0, 4.0, 3.0], [4.0, 3.0, 6.0]], 1e-12, 0.0));
    assert!((m.tril(0)).all_close(&tensor![[2.0, 0.0], [0.0, 3.0]], 1e-12, 0.0));
    assert!((m.triu(1)).all_close(&tensor![[0.0, 1.0], [0.0, 0.0]], 1e-12, 0.0));
}

#[test]
#[rustfmt::skip]
fn write() {
    let (x, y, v, m, i, n, b) = tensors();
    let _ = (&x, &y, &v, &m, &i, &n, &b);
    assert!(({ let mut x = x.clone(); x[[1, 2]] = 9.0; x }).all_close(&tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 9.0]], 1e-12, 0.0));
    assert!(({ let mut x = x.clone(); part!(mut x; 1).fill(0.0); x }).all_close(&tensor![[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]], 1e-12, 0.0));
    assert!(({ let mut x = x.clone(); part!(mut x; .., 2).copy_from(&tensor![7.0, 8.0]); x }).all_close(&tensor![[1.0, 2.0, 7.0], [4.0, 5.0, 8.0]], 1e-12, 0.0));
    assert!(({ let mut x = x.clone(); part!(mut x; .., 1..3).copy_from(&m); x }).all_close(&tensor![[1.0, 2.0, 1.0], [4.0, 0.0, 3.0]], 1e-12, 0.0));
    assert!(({ let mut x = x.clone(); let mut part = part!(mut x; .., 1..3); part += &m; x }).all_close(&tensor![[1.0, 4.0, 4.0], [4.0, 5.0, 9.0]], 1e-12, 0.0));
    assert!(({ let mut x = x.clone(); part!(mut x; ..1).map_in_place(|a| *a *= 2.0); x }).all_close(&tensor![[2.0, 4.0, 6.0], [4.0, 5.0, 6.0]], 1e-12, 0.0));
    assert!(({ let mut x = x.clone(); x = x.masked_fill(&b, 0.0); x }).all_close(&tensor![[0.0, 2.0, 0.0], [0.0, 5.0, 0.0]], 1e-12, 0.0));
    assert!(({ let mut x = x.clone(); x += &v; x }).all_close(&tensor![[1.5, 1.0, 5.0], [4.5, 4.0, 8.0]], 1e-12, 0.0));
    assert!(({ let mut x = x.clone(); x.copy_from(&v); x }).all_close(&tensor![[0.5, -1.0, 2.0], [0.5, -1.0, 2.0]], 1e-12, 0.0));
}

#[test]
#[rustfmt::skip]
fn element_by_element() {
    let (x, y, v, m, i, n, b) = tensors();
    let _ = (&x, &y, &v, &m, &i, &n, &b);
    assert!((&x + &v).all_close(&tensor![[1.5, 1.0, 5.0], [4.5, 4.0, 8.0]], 1e-12, 0.0));
    assert!((&x * 2.0).all_close(&tensor![[2.0, 4.0, 6.0], [8.0, 10.0, 12.0]], 1e-12, 0.0));
    assert!((1.0 - &x).all_close(&tensor![[0.0, -1.0, -2.0], [-3.0, -4.0, -5.0]], 1e-12, 0.0));
    assert!((-&x).all_close(&tensor![[-1.0, -2.0, -3.0], [-4.0, -5.0, -6.0]], 1e-12, 0.0));
    assert!((x.remainder(&y)).all_close(&tensor![[1.0, 2.0, 1.0], [4.0, 2.0, 0.0]], 1e-12, 0.0));
    assert!((x.powi(2)).all_close(&tensor![[1.0, 4.0, 9.0], [16.0, 25.0, 36.0]], 1e-12, 0.0));
    assert!((x.pow(&y)).all_close(&tensor![[1.0, 16.0, 9.0], [1024.0, 125.0, 6.0]], 1e-12, 0.0));
    assert!((x.exp()).all_close(&tensor![[2.718281828459045, 7.38905609893065, 20.085536923187668], [54.598150033144236, 148.4131591025766, 403.4287934927351]], 1e-12, 0.0));
    assert!((x.ln()).all_close(&tensor![[0.0, 0.6931471805599453, 1.0986122886681098], [1.3862943611198906, 1.6094379124341003, 1.791759469228055]], 1e-12, 0.0));
    assert!((v.abs()).all_close(&tensor![0.5, 1.0, 2.0], 1e-12, 0.0));
    assert!((x.sqrt()).all_close(&tensor![[1.0, 1.4142135623730951, 1.7320508075688772], [2.0, 2.23606797749979, 2.449489742783178]], 1e-12, 0.0));
    assert!((v.sign()).all_close(&tensor![1.0, -1.0, 1.0], 1e-12, 0.0));
    assert!((v.clamp(0.0, 1.0)).all_close(&tensor![0.5, 0.0, 1.0], 1e-12, 0.0));
    assert!((x.maximum(&y)).all_close(&tensor![[6.0, 4.0, 3.0], [5.0, 5.0, 6.0]], 1e-12, 0.0));
    assert!((v.relu()).all_close(&tensor![0.5, 0.0, 2.0], 1e-12, 0.0));
    assert!((v.sigmoid()).all_close(&tensor![0.6224593312018546, 0.2689414213699951, 0.8807970779778823], 1e-12, 0.0));
    assert_eq!((x.cast::<i64>()).to_tensor(), tensor![[1, 2, 3], [4, 5, 6]]);
    assert!((x.map(|a| a * a + 1.0)).all_close(&tensor![[2.0, 5.0, 10.0], [17.0, 26.0, 37.0]], 1e-12, 0.0));
}

#[test]
#[rustfmt::skip]
fn compare() {
    let (x, y, v, m, i, n, b) = tensors();
    let _ = (&x, &y, &v, &m, &i, &n, &b);
    assert_eq!((x.less(&y)).to_tensor(), tensor![[true, true, false], [true, false, false]]);
    assert_eq!((x.equal(&y)).to_tensor(), tensor![[false, false, false], [false, false, false]]);
    assert_eq!((v.greater(0.0)).to_tensor(), tensor![true, false, true]);
    assert_eq!((!&b).to_tensor(), tensor![false, true, false]);
    assert_eq!((&b & &v.greater(0.6)).to_tensor(), tensor![false, false, true]);
    assert!(!x.all_close(&y, 1e-5, 1e-8));
    assert!(v.greater(0.0).any_all());
    assert_eq!(v.greater(0.0).count_nonzero_all(), 2);
}

#[test]
#[rustfmt::skip]
fn reduce() {
    let (x, y, v, m, i, n, b) = tensors();
    let _ = (&x, &y, &v, &m, &i, &n, &b);
    assert!((x.sum_all() - 21.0).abs() < 1e-12);
    assert!((x.sum(Axis::<0>)).all_close(&tensor![5.0, 7.0, 9.0], 1e-12, 0.0));
    assert!((n.sum_all_as::<f64>() - 7.0).abs() < 1e-12);
    assert!((n.mean_all_as::<f64>() - 1.75).abs() < 1e-12);
    assert!((x.var_mean(Axis::<1>).0).all_close(&tensor![1.0, 1.0], 1e-12, 0.0));
    assert!((x.sum_keepdim((Axis::<0>, Axis::<1>))).all_close(&tensor![[21.0]], 1e-12, 0.0));
    assert!((x.mean(Axis::<-1>)).all_close(&tensor![2.0, 5.0], 1e-12, 0.0));
    assert!((x.mean_keepdim(Axis::<1>)).all_close(&tensor![[2.0], [5.0]], 1e-12, 0.0));
    assert!((x.max(Axis::<1>)).all_close(&tensor![3.0, 6.0], 1e-12, 0.0));
    assert_eq!((x.argmax(Axis::<1>)).to_tensor(), tensor![2, 2]);
    assert!((x.std(Axis::<1>)).all_close(&tensor![1.0, 1.0], 1e-12, 0.0));
    assert!((x.var_with(Axis::<1>, 0)).all_close(&tensor![0.6666666666666666, 0.6666666666666666], 1e-12, 0.0));
    assert!((x.norm(Axis::<1>)).all_close(&tensor![3.7416573867739413, 8.774964387392123], 1e-12, 0.0));
    assert!((x.cumsum(Axis::<1>)).all_close(&tensor![[1.0, 3.0, 6.0], [4.0, 9.0, 15.0]], 1e-12, 0.0));
    assert!((x.quantile(Axis::<1>, 0.5)).all_close(&tensor![2.0, 5.0], 1e-12, 0.0));
    assert!((x.logsumexp(Axis::<1>)).all_close(&tensor![3.40760596444438, 6.407605964444381], 1e-12, 0.0));
    assert!((x.softmax(Axis::<1>)).all_close(&tensor![[0.09003057317038046, 0.24472847105479767, 0.6652409557748219], [0.09003057317038045, 0.24472847105479764, 0.6652409557748219]], 1e-12, 0.0));
}

#[test]
#[rustfmt::skip]
fn multiply() {
    let (x, y, v, m, i, n, b) = tensors();
    let _ = (&x, &y, &v, &m, &i, &n, &b);
    assert!((x.matmul(&y.transpose())).all_close(&tensor![[20.0, 14.0], [56.0, 41.0]], 1e-12, 0.0));
    assert!((v.dot(&v) - 5.25).abs() < 1e-12);
    assert!((v.outer(&v)).all_close(&tensor![[0.25, -0.5, 1.0], [-0.5, 1.0, -2.0], [1.0, -2.0, 4.0]], 1e-12, 0.0));
    assert!((einsum!(b i, b i -> b; &x, &y)).all_close(&tensor![20.0, 41.0], 1e-12, 0.0));
    assert!((m.trace() - 5.0).abs() < 1e-12);
    assert!((v.cross(&tensor![1.0, 0.0, 0.0])).all_close(&tensor![-0.0, 2.0, 1.0], 1e-12, 0.0));
    assert!((v.diag()).all_close(&tensor![[0.5, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 2.0]], 1e-12, 0.0));
    assert!((x.linear(&y, &tensor![1.0, 2.0])).all_close(&tensor![[21.0, 16.0], [57.0, 43.0]], 1e-12, 0.0));
}

#[test]
#[rustfmt::skip]
fn sort_and_count() {
    let (x, y, v, m, i, n, b) = tensors();
    let _ = (&x, &y, &v, &m, &i, &n, &b);
    assert!((y.sort(Axis::<1>, Order::Ascending).0).all_close(&tensor![[2.0, 4.0, 6.0], [1.0, 3.0, 5.0]], 1e-12, 0.0));
    assert_eq!((y.argsort(Axis::<1>, Order::Ascending)).to_tensor(), tensor![[2, 1, 0], [2, 1, 0]]);
    assert!((y.topk(Axis::<1>, Dim::<2>).0).all_close(&tensor![[6.0, 4.0], [5.0, 3.0]], 1e-12, 0.0));
    assert_eq!((tensor![1.0, 3.0, 5.0].searchsorted(&v)).to_tensor(), tensor![0, 0, 1]);
    assert_eq!((n.bincount(Dim::<4>)).to_tensor(), tensor![1, 1, 0, 2]);
    assert!((n.one_hot::<f64, _>(Dim::<4>)).all_close(&tensor![[0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0]], 1e-12, 0.0));
}
