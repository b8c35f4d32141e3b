//! Batches: each row once in an epoch, with its own target, in an order that the seed decides.

use std::collections::BTreeSet;
use std::panic::catch_unwind;

use shaped::optim::{Batches, permutation};
use shaped::prelude::*;

axis!(Batch);
axis!(Part);

/// Row `i` is `[10 i, 10 i + 1]`, and its target `i`.
fn data(n: usize) -> (Tensor<f32, shape![Batch, 2]>, Tensor<usize, shape![Batch]>) {
    let x = (0..2 * n).map(|i| (10 * (i / 2) + i % 2) as f32).collect();
    (Tensor::from_vec_with(Batch(n), x).unwrap(), Tensor::from_vec_with(Batch(n), (0..n).collect()).unwrap())
}

/// The targets of a batch whose rows are those of its targets.
#[track_caller]
fn targets<R: Size>(x: View<f32, shape![R, 2]>, y: View<usize, shape![R]>) -> Vec<usize> {
    let expected: Vec<f32> = y.iter().flat_map(|&i| [10.0 * i as f32, 10.0 * i as f32 + 1.0]).collect();
    assert_eq!(x.as_slice(), expected);
    y.as_slice().to_vec()
}

#[test]
fn each_row_once_in_an_epoch() {
    for n in [0, 1, 2, 3, 4, 7, 8, 9, 30] {
        let (x, y) = data(n);
        let all: Vec<usize> = (0..n).collect();
        for seed in 0..3 {
            // Full batches, and a remainder.
            let batches = Batches::new(&x, &y, Dim::<4>);
            let epoch = batches.shuffled(seed);
            assert_eq!((batches.len(), epoch.len(), batches.is_empty()), (n / 4, n / 4, n < 4));
            let rest = epoch.remainder::<Part>();
            assert_eq!(rest.is_some(), n % 4 > 0);
            let mut seen: Vec<usize> = rest.iter().flat_map(|(x, y)| targets(x.view(), y.view())).collect();
            assert_eq!(seen.len(), n % 4);
            seen.extend(epoch.flat_map(|(x, y)| targets::<Dim<4>>(x.view(), y.view())));
            seen.sort();
            assert_eq!(seen, all);
            // A last batch that is smaller.
            let batches = Batches::new(&x, &y, Part(4));
            let epoch = batches.shuffled(seed);
            assert_eq!((batches.len(), epoch.len()), (n.div_ceil(4), n.div_ceil(4)));
            assert!(epoch.remainder::<Part>().is_none());
            let sizes: Vec<usize> = batches.shuffled(seed).map(|(x, _)| x.sizes()[0]).collect();
            assert_eq!(sizes, (0..n).step_by(4).map(|i| (n - i).min(4)).collect::<Vec<_>>());
            let mut seen: Vec<usize> = epoch.flat_map(|(x, y)| targets(x.view(), y.view())).collect();
            seen.sort();
            assert_eq!(seen, all);
        }
        let batches = Batches::new(&x, &y, Dim::<4>);
        let mut seen: Vec<usize> = batches.in_order().flat_map(|(x, y)| targets::<Dim<4>>(x, y)).collect();
        seen.extend(batches.in_order().remainder::<Part>().iter().flat_map(|(x, y)| targets(*x, *y)));
        assert_eq!(seen, all);
        let seen = Batches::new(&x, &y, Part(4)).in_order().flat_map(|(x, y)| targets(x, y));
        assert_eq!(seen.collect::<Vec<_>>(), all);
    }
}

#[test]
fn in_order_nothing_is_copied() {
    let (x, y) = data(9);
    let batches = Batches::new(&x, &y, Dim::<4>);
    for (i, (x_part, y_part)) in batches.in_order().enumerate() {
        assert!(std::ptr::eq(x_part.as_slice(), &x.as_slice()[8 * i..][..8]));
        assert!(std::ptr::eq(y_part.as_slice(), &y.as_slice()[4 * i..][..4]));
    }
}

#[test]
fn static_data_sets() {
    let (x, y) = (Tensor::<f32, shape![6, 3, 2]>::arange(), Tensor::<f32, shape![6, 1]>::arange());
    let batches = Batches::new(&x, &y, Dim::<2>);
    for (x, y) in batches.in_order() {
        let _: (View<f32, shape![2, 3, 2]>, View<f32, shape![2, 1]>) = (x, y);
    }
    for (x, y) in batches.shuffled(1) {
        let (x, y): (Tensor<f32, shape![2, 3, 2]>, Tensor<f32, shape![2, 1]>) = (x, y);
        assert_eq!([x[[0, 0, 0]], x[[1, 2, 1]]], [6.0 * y[[0, 0]], 6.0 * y[[1, 0]] + 5.0]);
    }
    // Of a view, too: every other row.
    let transposed = x.transpose();
    let batches = Batches::new(&transposed, &y, Part(5));
    assert_eq!(batches.in_order().map(|(x, _)| x.sizes()).collect::<Vec<_>>(), [[5, 2, 3], [1, 2, 3]]);
}

#[test]
fn the_seed_decides() {
    let (x, y) = data(40);
    let batches = Batches::new(&x, &y, Dim::<8>);
    let order = |seed| batches.shuffled(seed).flat_map(|(_, y)| y.into_vec()).collect::<Vec<_>>();
    assert_eq!(order(7), order(7));
    let orders: BTreeSet<_> = (0..50).map(order).collect();
    assert_eq!(orders.len(), 50);
    assert_eq!(order(7), permutation(40, 7));
    // An epoch goes on where it was.
    let rest = batches.shuffled(7).skip(3).flat_map(|(_, y)| y.into_vec()).collect::<Vec<_>>();
    assert_eq!(rest, order(7)[24..]);
    assert!(batches.shuffled(7).nth(5).is_none() && batches.in_order().nth(usize::MAX).is_none());
    // What one program wrote down another reads: the order is part of what the library promises.
    assert_eq!(permutation(8, 0), ORDER_OF_SEED_0);
}

/// Computed in Python from the definitions of SplitMix64, of Lemire's bounded numbers and of Fisher and Yates' shuffle.
const ORDER_OF_SEED_0: [usize; 8] = [1, 2, 6, 5, 4, 0, 3, 7];

#[test]
fn each_order_is_as_probable() {
    let mut counts = [[0; 5]; 5];
    let mut orders = BTreeSet::new();
    for seed in 0..24_000 {
        let order = permutation(5, seed);
        order.iter().enumerate().for_each(|(place, &i)| counts[place][i] += 1);
        orders.insert(order);
    }
    assert_eq!(orders.len(), 120);
    // 4 800 each; six deviations are 372.
    assert!(counts.iter().flatten().all(|count| (4428..5172).contains(count)), "{counts:?}");
}

#[test]
fn data_that_does_not_fit_is_told() {
    let ((x, _), (_, y)) = (data(4), data(5));
    let told = |panic: Box<dyn std::any::Any + Send>| {
        panic.downcast_ref::<String>().cloned().unwrap_or_else(|| panic.downcast_ref::<&str>().unwrap().to_string())
    };
    let panic = catch_unwind(|| Batches::new(&x, &y, Dim::<2>).len()).unwrap_err();
    assert_eq!(told(panic), "a data set of 4 rows of features and 5 of targets");
    let panic = catch_unwind(|| Batches::new(&x, &x, Part(0)).len()).unwrap_err();
    assert_eq!(told(panic), "a batch has at least one row");
}
