//! Indexing, scans and order: generic code without bounds, run-time axes, what is refused when the program runs, and laws.
//! Values are compared with PyTorch's in `tests/reference/indexing.rs`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::prelude::{any, prop_assert_eq, proptest};
use shaped::prelude::*;
use shaped::{Gather, IndexSelect, IndexSelected, Scan, Scatter, TakeAlong, TakenAlong, TopK, TopKOf};

axis!(Batch);
axis!(Time);

/// Generic over sizes and leading axes: no bound, and no annotation in the calls.
mod without_bounds {
    use super::*;

    fn columns<L: Shape, D: Size, N: Size>(
        x: &Tensor<f32, (L, D)>,
        at: &Tensor<usize, shape![N]>,
    ) -> Tensor<f32, (L, N)> {
        x.index_select(Axis::<-1>, at)
    }
    fn rows<B: Size, D: Size, N: Size>(
        x: &Tensor<f32, shape![B, D]>,
        at: &Tensor<usize, shape![N]>,
    ) -> Tensor<f32, shape![N, D]> {
        x.index_select(Axis::<0>, at)
    }
    fn pick<L: Shape, D: Size, K: Size>(x: &Tensor<f32, (L, D)>, at: &Tensor<usize, (L, K)>) -> Tensor<f32, (L, K)> {
        x.gather(Axis::<-1>, at)
    }
    fn pick_rows<L: Shape, T: Size, D: Size, K: Size>(
        x: &Tensor<f32, ((L, T), D)>,
        at: &Tensor<usize, ((L, K), D)>,
    ) -> Tensor<f32, ((L, K), D)> {
        x.gather(Axis::<-2>, at)
    }
    fn take_along<L: Shape, D: Size, K: Size>(
        x: &Tensor<f32, (L, D)>,
        at: &Tensor<usize, (L, K)>,
    ) -> Tensor<f32, (L, K)> {
        x.take_along_axis(Axis::<-1>, at)
    }
    fn best<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>) -> Tensor<f32, (L, One)> {
        x.take_along_axis(Axis::<-1>, &x.argmax_keepdim(Axis::<-1>))
    }
    fn picked_labels<B: Size, C: Size>(
        x: &Tensor<f32, shape![B, C]>,
        labels: &Tensor<u8, shape![B]>,
    ) -> Tensor<f32, shape![B]> {
        x.gather(Axis::<-1>, &labels.unsqueeze(Axis::<-1>)).squeeze(Axis::<-1>).to_tensor()
    }
    fn flat<S: Shape, N: Shape>(x: &Tensor<f32, S>, at: &Tensor<usize, N>) -> Tensor<f32, N> {
        x.take(at)
    }
    fn add_rows<B: Size, D: Size, N: Size>(
        x: &mut Tensor<f32, shape![B, D]>,
        at: &Tensor<usize, shape![N]>,
        by: &Tensor<f32, shape![N, D]>,
    ) {
        x.index_add(Axis::<0>, at, by);
    }
    fn spread<L: Shape, D: Size, K: Size>(
        x: &mut Tensor<f32, (L, D)>,
        at: &Tensor<usize, (L, K)>,
        by: &Tensor<f32, (L, K)>,
    ) {
        x.scatter_add(Axis::<-1>, at, by);
    }
    fn totals<L: Shape, T: Size, D: Size>(x: &Tensor<f32, ((L, T), D)>) -> Tensor<f32, ((L, T), D)> {
        x.cumsum(Axis::<-2>).cummax(Axis::<-1>)
    }
    fn ranks<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>) -> Tensor<usize, (L, D)> {
        x.argsort(Axis::<-1>, Order::Ascending).argsort(Axis::<-1>, Order::Ascending)
    }
    fn medians<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>) -> Tensor<f32, L> {
        x.quantile(Axis::<-1>, 0.5)
    }
    fn five_of_a_thousand<L: Shape>(x: &Tensor<f32, (L, Dim<1000>)>) -> Tensor<usize, (L, Dim<5>)> {
        x.topk(Axis::<-1>, Dim::<5>).1
    }
    fn targets<L: Shape, N: Size>(x: &Tensor<usize, L>, classes: N) -> Tensor<f32, (L, N)> {
        x.one_hot(classes)
    }
    fn kept<S: Shape>(x: &Tensor<f32, S>, mask: &Tensor<bool, S>) -> Vec<f32> {
        x.masked_select(mask)
    }
    fn confusion<S: Shape, N: Size>(
        truth: &Tensor<usize, S>,
        said: &Tensor<usize, S>,
        n: N,
    ) -> Tensor<usize, shape![N, N]> {
        truth.confusion_matrix(said, n)
    }
    /// Any shape and any axis: one bound each.
    fn any_axis<S, A: Shape, const I: isize>(x: &Tensor<f32, S>, at: &Tensor<usize, A>, axis: Axis<I>) -> Tensor<f32, A>
    where
        S: Shape + Gather<Axis<I>, A>,
    {
        x.gather(axis, at)
    }
    fn any_scan<S: Shape + Scan<Axis<I>>, const I: isize>(x: &Tensor<f32, S>, axis: Axis<I>) -> Tensor<f32, S> {
        x.sort(axis, Order::Descending).0.cumsum(axis)
    }
    fn any_top<S: Shape + TopK<Axis<-1>, K>, K: StaticSize>(
        x: &Tensor<f32, S>,
        k: K,
    ) -> Tensor<f32, TopKOf<S, Axis<-1>, K>> {
        x.topk(Axis::<-1>, k).0
    }
    fn any_list<S: Shape + IndexSelect<Axis<1>, N>, N: Shape>(
        x: &Tensor<f32, S>,
        at: &Tensor<usize, N>,
    ) -> Tensor<f32, IndexSelected<S, Axis<1>, N>> {
        x.index_select(Axis::<1>, at)
    }
    fn any_stretch<S: Shape + TakeAlong<Axis<0>, N>, N: Shape>(
        x: &Tensor<f32, S>,
        at: &Tensor<usize, N>,
    ) -> Tensor<f32, TakenAlong<S, Axis<0>, N>> {
        x.take_along_axis(Axis::<0>, at)
    }
    fn any_scatter<S: Shape + Scatter<Axis<0>, N, N>, N: Shape>(
        x: &mut Tensor<f32, S>,
        at: &Tensor<usize, N>,
        by: &Tensor<f32, N>,
    ) {
        x.scatter(Axis::<0>, at, by);
    }

    #[test]
    fn generic_code_needs_none() {
        let x = tensor![[3.0, 1.0, 2.0], [6.0, 5.0, 4.0]];
        let at = tensor![2usize, 0];
        assert_eq!(columns(&x, &at), tensor![[2.0, 3.0], [4.0, 6.0]]);
        assert_eq!(rows(&x, &tensor![1, 1]), tensor![[6.0, 5.0, 4.0], [6.0, 5.0, 4.0]]);
        assert_eq!(pick(&x, &tensor![[2], [0]]), tensor![[2.0], [6.0]]);
        assert_eq!(pick_rows(&x, &tensor![[1, 0, 1]]), tensor![[6.0, 1.0, 4.0]]);
        assert_eq!(take_along(&x, &tensor![[2], [0]]), tensor![[2.0], [6.0]]);
        assert_eq!(best(&x), tensor![[3.0], [6.0]]);
        assert_eq!(picked_labels(&x, &tensor![1, 2]), tensor![1.0, 4.0]);
        assert_eq!(flat(&x, &tensor![[5], [0]]), tensor![[4.0], [3.0]]);
        let mut y = x.clone();
        add_rows(&mut y, &tensor![1], &tensor![[1.0, 1.0, 1.0]]);
        spread(&mut y, &tensor![[0], [0]], &tensor![[10.0], [20.0]]);
        assert_eq!(y, tensor![[13.0, 1.0, 2.0], [27.0, 6.0, 5.0]]);
        any_scatter(&mut y, &tensor![[1, 0, 1]], &tensor![[0.0, 0.5, 1.5]]);
        assert_eq!(y, tensor![[13.0, 0.5, 2.0], [0.0, 6.0, 1.5]]);
        assert_eq!(totals(&x), tensor![[3.0, 3.0, 3.0], [9.0, 9.0, 9.0]]);
        assert_eq!(ranks(&x), tensor![[2, 0, 1], [2, 1, 0]]);
        assert_eq!(medians(&x), tensor![2.0, 5.0]);
        assert_eq!(five_of_a_thousand(&Tensor::<f32, shape![2, 1000]>::arange())[[1, 0]], 999);
        assert_eq!(targets(&tensor![1], Dim::<2>), tensor![[0.0, 1.0]]);
        assert_eq!(kept(&x, &x.map(|x| x > 3.0)), [6.0, 5.0, 4.0]);
        assert_eq!(confusion(&tensor![1, 0], &tensor![1, 1], Dim::<2>), tensor![[0, 1], [0, 1]]);
        assert_eq!(any_axis(&x, &tensor![[2], [0]], Axis::<1>), tensor![[2.0], [6.0]]);
        assert_eq!(any_scan(&x, Axis::<1>), tensor![[3.0, 5.0, 6.0], [6.0, 11.0, 15.0]]);
        assert_eq!(any_top(&x, One), tensor![[3.0], [6.0]]);
        assert_eq!(any_list(&x, &tensor![1]), tensor![[1.0], [5.0]]);
        assert_eq!(any_stretch(&x, &tensor![[1]]), tensor![[6.0, 5.0, 4.0]]);
    }
}

/// What a panic says.
fn message(f: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(f)).expect_err("a panic");
    match panic.downcast_ref::<String>() {
        Some(text) => text.clone(),
        None => panic.downcast_ref::<&str>().expect("a text").to_string(),
    }
}

#[test]
fn an_index_out_of_bounds_is_named_with_its_axis_and_size() {
    let x: Tensor<i32, shape![2, 3]> = Tensor::arange();
    let on_the_last = "index 3 is out of bounds for axis -1 of size 3";
    assert_eq!(message(|| drop(x.index_select(Axis::<-1>, &tensor![0, 3]))), on_the_last);
    assert_eq!(message(|| drop(x.gather(Axis::<-1>, &tensor![[0], [3]]))), on_the_last);
    assert_eq!(
        message(|| drop(x.transpose().gather(Axis::<0>, &tensor![[0, 3]]))),
        "index 3 is out of bounds for axis 0 of size 3"
    );
    assert_eq!(message(|| drop(x.take_along_axis(Axis::<-1>, &tensor![[3]]))), on_the_last);
    assert_eq!(message(|| drop(x.take(&tensor![6]))), "index 6 is out of bounds for a tensor of 6 elements");
    assert_eq!(message(|| drop(x.take(&tensor![-7]))), "index -7 is out of bounds for a tensor of 6 elements");
    let negative = "index -1 is out of bounds for axis 0 of size 2";
    assert_eq!(message(|| drop(x.index_select(Axis::<0>, &tensor![-1]))), negative);
    assert_eq!(message(|| drop(x.gather(Axis::<0>, &tensor![[-1, 0, 0]]))), negative);
    assert_eq!(x.try_gather(Axis::<0>, &tensor![[-1, 0, 0]]).unwrap_err().to_string(), negative);
    assert_eq!(x.try_index_select(Axis::<0>, &tensor![u64::MAX]).unwrap_err().index(), i128::from(u64::MAX));
    assert_eq!(x.try_gather(Axis::<0>, &tensor![[i64::MIN, 0, 0]]).unwrap_err().index(), i128::from(i64::MIN));
    assert_eq!(
        message(|| drop(tensor![4].one_hot::<f32, _>(Dim::<4>))),
        "index 4 is out of bounds for axis -1 of size 4"
    );
    assert_eq!(message(|| drop(tensor![-4].bincount(Dim::<4>))), "index -4 is out of bounds for axis 0 of size 4");
    assert_eq!(
        message(|| drop(tensor![0].confusion_matrix(&tensor![5], Dim::<4>))),
        "index 5 is out of bounds for axis 1 of size 4"
    );
    let nothing: Tensor<i32, shape![2, 0]> = Tensor::zeros();
    assert_eq!(
        message(|| drop(nothing.index_select(Axis::<1>, &tensor![0]))),
        "index 0 is out of bounds for axis 1 of size 0"
    );
    assert_eq!(
        message(|| drop(nothing.gather(Axis::<1>, &tensor![[0], [0]]))),
        "index 0 is out of bounds for axis 1 of size 0"
    );
    assert_eq!(message(|| drop(nothing.take(&tensor![-1]))), "index -1 is out of bounds for a tensor of 0 elements");
}

#[test]
fn nothing_is_written_if_an_index_is_out_of_bounds() {
    let before: Tensor<i32, shape![2, 3]> = Tensor::arange();
    let mut x = before.clone();
    let (at, by) = (tensor![[0, 3], [1, 2]], tensor![[9, 9], [9, 9]]);
    let expected = "index 3 is out of bounds for axis 1 of size 3";
    assert_eq!(message(|| x.scatter(Axis::<1>, &at, &by)), expected);
    assert_eq!(message(|| x.scatter_add(Axis::<1>, &at, &by)), expected);
    assert_eq!(x.try_scatter(Axis::<1>, &at, &by).unwrap_err().to_string(), expected);
    let list = tensor![1, 3];
    assert_eq!(message(|| x.index_add(Axis::<1>, &list, &by)), expected);
    assert_eq!(message(|| x.index_copy(Axis::<1>, &list, &by)), expected);
    assert_eq!(message(|| x.index_fill(Axis::<1>, &list, 9)), expected);
    assert_eq!(
        message(|| x.put(&tensor![0, 6], &tensor![9, 9])),
        "index 6 is out of bounds for a tensor of 6 elements"
    );
    assert_eq!(x, before);
}

#[test]
fn one_run_time_axis_has_one_size() {
    let x = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(2));
    let at = Tensor::<usize, shape![Batch, 1]>::zeros_with(Batch(4));
    let differ = "axis -2 (Batch) has size 2 on the left and 4 on the right";
    assert_eq!(message(|| drop(x.gather(Axis::<1>, &at))), differ);
    assert_eq!(message(|| drop(x.take_along_axis(Axis::<1>, &at))), differ);
    let by = Tensor::<f32, shape![Batch, 1]>::zeros_with(Batch(4));
    assert_eq!(message(|| x.clone().scatter(Axis::<1>, &at, &by)), differ);
    let (two, three) = (Tensor::<usize, shape![Batch, 1]>::zeros_with(Batch(2)), tensor![0]);
    assert_eq!(message(|| x.clone().scatter(Axis::<1>, &two, &by)), differ);
    assert_eq!(message(|| x.clone().index_add(Axis::<1>, &three, &by)), differ);
    assert_eq!(
        message(|| drop(x.topk(Axis::<0>, Dim::<3>))),
        "cannot take the largest or smallest 3 of axis 0 of size 2"
    );
    let (truth, said) = (at.squeeze(Axis::<1>), two.squeeze(Axis::<1>));
    assert_eq!(
        message(|| drop(truth.confusion_matrix(&said, One))),
        "axis -1 (Batch) has size 4 on the left and 2 on the right"
    );
    // Of a run-time axis a list takes as many as it has; the result has the list's axis.
    let list = Tensor::<usize, shape![Time]>::zeros_with(Time(5));
    let selected: Tensor<f32, shape![Time, 3]> = x.index_select(Axis::<0>, &list);
    assert_eq!(selected.sizes(), [5, 3]);
    // A run-time axis of size 1 is not stretched by its number.
    let one = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(1));
    assert_eq!(
        message(|| drop(one.take_along_axis(Axis::<1>, &two))),
        "axis -2 (Batch) has size 1 on the left and 2 on the right"
    );
    let mut none = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(0));
    assert_eq!(none.sort(Axis::<0>, Order::Ascending).0.sizes(), [0, 3]);
    assert_eq!(none.cumsum(Axis::<1>).sizes(), [0, 3]);
    none.index_fill(Axis::<1>, &tensor![2], 1.0);
    assert_eq!(none.nonzero().len(), 0);
}

#[test]
fn sizes_of_zero_and_one_and_scalars() {
    let none: Tensor<f64, shape![2, 0, 3]> = Tensor::zeros();
    assert_eq!(none.cumsum(Axis::<1>), none);
    assert_eq!(none.cummax_with_indices(Axis::<0>).1, Tensor::zeros());
    assert_eq!(none.sort(Axis::<1>, Order::Descending).0, none);
    assert_eq!(none.topk(Axis::<2>, Dim::<2>).0, Tensor::<f64, shape![2, 0, 2]>::zeros());
    assert_eq!(none.topk(Axis::<1>, Dim::<0>).1, Tensor::<usize, shape![2, 0, 3]>::zeros());
    assert_eq!(none.quantile(Axis::<2>, 0.5), Tensor::<f64, shape![2, 0]>::zeros());
    axis!(Rows);
    let no_rows = Tensor::<f64, shape![2, Rows, 3]>::zeros_with(Rows(0));
    assert_eq!(message(|| drop(no_rows.quantile(Axis::<1>, 0.5))), "quantile of no elements: the axis has size 0");
    assert_eq!(message(|| drop(none.quantile(Axis::<2>, 1.5))), "the part of a quantile is a number from 0 to 1");
    let list = Tensor::<usize, shape![0]>::zeros();
    assert_eq!(none.index_select(Axis::<1>, &list), none);
    assert_eq!(none.index_select(Axis::<0>, &tensor![1]), Tensor::<f64, shape![1, 0, 3]>::zeros());
    let mut to = none.clone();
    to.index_add(Axis::<2>, &tensor![1], &Tensor::<f64, shape![2, 0, 1]>::zeros());
    to.scatter(Axis::<1>, &Tensor::<usize, shape![2, 0, 3]>::zeros(), &none);
    assert_eq!(list.one_hot::<f32, _>(Dim::<3>), Tensor::zeros());
    assert_eq!(list.one_hot::<f32, _>(Dim::<0>), Tensor::zeros());
    assert_eq!(
        message(|| drop(tensor![0].one_hot::<f32, _>(Dim::<0>))),
        "index 0 is out of bounds for axis -1 of size 0"
    );
    let scalar = Inline::<i32, shape![]>::full(2);
    assert_eq!(scalar.one_hot(Dim::<3>), tensor![0, 0, 1]);
    assert_eq!(scalar.take(&tensor![0, -1]), tensor![2, 2]);
    assert_eq!((scalar.nonzero().len(), scalar.masked_select(&tensor![true, false, true])), (1, vec![2, 2]));
    assert_eq!(tensor![7].cumprod(Axis::<-1>), tensor![7]);
    let edges: Tensor<f32, shape![0]> = Tensor::zeros();
    assert_eq!(edges.searchsorted(&tensor![1.0]), tensor![0]);
}

/// Elements without size, and elements that are more than numbers.
/// More elements than are picked from where they lie, and fewer; in rows, in columns, in rows with gaps, and in none of these ways.
#[test]
fn gathered_from_wherever_elements_lie() {
    axis!(Size);
    axis!(Many);
    for (size, many) in [(1, 3), (3, 1), (40, 7), (300, 300), (700, 20), (1100, 300)] {
        let numbers = (0..2 * size * 300).map(|i| i as f64).collect();
        let wide = Tensor::<f64, shape![2, Size, 300]>::from_vec_with(Size(size), numbers).unwrap();
        let at = (0..2 * many * 150).map(|i| i * 37 % 1009 % size).collect();
        let at = Tensor::<usize, shape![2, Many, 150]>::from_vec_with(Many(many), at).unwrap();
        let part = wide.narrow(Axis::<2>, 75, Dim::<150>);
        let rows = part.to_tensor();
        let columns = rows.permute(axes![0, 2, 1]).to_tensor();
        let apart = rows.permute(axes![2, 1, 0]).to_tensor();
        let wanted: Vec<f64> = (0..2 * many * 150)
            .map(|i| rows.as_slice()[(i / 150 / many * size + at.as_slice()[i]) * 150 + i % 150])
            .collect();
        assert_eq!(rows.gather(Axis::<1>, &at).as_slice(), wanted);
        assert_eq!(part.gather(Axis::<1>, &at).as_slice(), wanted);
        assert_eq!(columns.permute(axes![0, 2, 1]).gather(Axis::<1>, &at).as_slice(), wanted);
        assert_eq!(apart.permute(axes![2, 1, 0]).gather(Axis::<1>, &at).as_slice(), wanted);
        let along = columns.gather(Axis::<2>, &at.permute(axes![0, 2, 1]).to_tensor());
        assert_eq!(along.permute(axes![0, 2, 1]).to_tensor().as_slice(), wanted);
        // Of two indices that name nothing the first is told of, and nothing is written.
        let (mut wrong, last) = (at.map(|at| at as i64), 2 * many * 150 - 1);
        wrong.as_mut_slice()[last] = -7;
        wrong.as_mut_slice()[last / 2] = size as i64;
        assert_eq!(rows.try_gather(Axis::<1>, &wrong).unwrap_err().index(), size as i128);
        assert_eq!(part.try_gather(Axis::<1>, &wrong).unwrap_err().index(), size as i128);
        let mut sums = rows.to_tensor();
        assert!(sums.try_scatter(Axis::<1>, &wrong, &part.gather(Axis::<1>, &at)).is_err());
        assert_eq!(sums, rows);
    }
}

#[test]
fn elements_need_no_more_than_a_clone() {
    let words = tensor![["b".to_string(), "a".to_string()], ["d".to_string(), "c".to_string()]];
    assert_eq!(words.index_select(Axis::<1>, &tensor![1]).as_slice(), ["a", "c"]);
    assert_eq!(words.sort(Axis::<1>, Order::Ascending).0.into_vec(), ["a", "b", "c", "d"]);
    assert_eq!(words.transpose().cummax(Axis::<0>).into_vec(), ["b", "d", "b", "d"]);
    let units: Tensor<(), shape![2, 3]> = Tensor::full(());
    assert_eq!(units.index_select(Axis::<0>, &tensor![1, 0, 1]).numel(), 9);
    assert_eq!(units.gather(Axis::<1>, &tensor![[2], [0]]).numel(), 2);
}

proptest! {
    #[test]
    fn order_is_that_of_the_standard_library(elements in proptest::collection::vec(-20i32..20, 6 * 41)) {
        let x = Tensor::<i32, shape![6, 41]>::from_vec(elements).expect("as many elements");
        let turned = x.transpose().to_tensor();
        for order in [Order::Ascending, Order::Descending] {
            let mut lanes: Vec<Vec<(i32, usize)>> = x.as_slice().chunks(41).map(|lane| lane.iter().copied().zip(0..).collect()).collect();
            for lane in &mut lanes {
                match order {
                    Order::Ascending => lane.sort_by_key(|pair| pair.0),
                    Order::Descending => lane.sort_by_key(|pair| -pair.0),
                }
            }
            let lanes: Vec<_> = lanes.concat();
            let (values, indices) = x.sort(Axis::<1>, order);
            prop_assert_eq!(values.as_slice(), lanes.iter().map(|pair| pair.0).collect::<Vec<_>>());
            prop_assert_eq!(indices.as_slice(), lanes.iter().map(|pair| pair.1).collect::<Vec<_>>());
            let (other, places) = turned.sort(Axis::<0>, order);
            prop_assert_eq!(other.transpose().to_tensor(), values.clone());
            prop_assert_eq!(places.transpose().to_tensor(), indices.clone());
            let (top, at) = match order {
                Order::Ascending => x.topk_smallest(Axis::<1>, Dim::<7>),
                Order::Descending => turned.transpose().topk(Axis::<1>, Dim::<7>),
            };
            prop_assert_eq!(top, values.narrow(Axis::<1>, 0, Dim::<7>).to_tensor());
            prop_assert_eq!(at, indices.narrow(Axis::<1>, 0, Dim::<7>).to_tensor());
        }
    }

    #[test]
    fn indexing_is_the_loop(
        elements in proptest::collection::vec(any::<i16>(), 3 * 5 * 4),
        at in proptest::collection::vec(0usize..5, 3 * 2 * 4),
        list in proptest::collection::vec(0usize..5, 7),
    ) {
        let x = Tensor::<i16, shape![3, 5, 4]>::from_vec(elements).expect("as many elements");
        let at = Tensor::<usize, shape![3, 2, 4]>::from_vec(at).expect("as many elements");
        let list = Tensor::<usize, shape![7]>::from_vec(list).expect("as many elements");
        let turned = x.transpose().to_tensor();
        let gathered = Tensor::<i16, shape![3, 2, 4]>::from_fn(|[i, j, k]| x[[i, at[[i, j, k]], k]]);
        let selected = Tensor::<i16, shape![3, 7, 4]>::from_fn(|[i, j, k]| x[[i, list[[j]], k]]);
        prop_assert_eq!(x.gather(Axis::<1>, &at), gathered.clone());
        prop_assert_eq!(turned.transpose().gather(Axis::<1>, &at), gathered.clone());
        prop_assert_eq!(x.transpose().gather(Axis::<2>, &at.transpose()).transpose().to_tensor(), gathered.clone());
        prop_assert_eq!(x.take_along_axis(Axis::<1>, &at), gathered.clone());
        prop_assert_eq!(x.index_select(Axis::<1>, &list), selected.clone());
        prop_assert_eq!(turned.transpose().index_select(Axis::<1>, &list), selected.clone());
        // What is gathered and scattered to where it was changes nothing.
        let mut same = x.clone();
        same.scatter(Axis::<1>, &at, &gathered);
        same.index_copy(Axis::<1>, &list, &selected);
        prop_assert_eq!(same, x.clone());
        // Sums, one way and the other.
        let wide = x.map(i64::from);
        let mut sums: Tensor<i64, shape![3, 5, 4]> = Tensor::zeros();
        sums.scatter_add(Axis::<1>, &at, &gathered.map(i64::from));
        sums.index_add(Axis::<1>, &list, &selected.map(i64::from));
        prop_assert_eq!(sums.sum_all(), gathered.map(i64::from).sum_all() + selected.map(i64::from).sum_all());
        let running = wide.cumsum(Axis::<1>);
        prop_assert_eq!(running.narrow(Axis::<1>, 4, One).to_tensor(), wide.sum_keepdim(Axis::<1>));
        prop_assert_eq!(turned.map(i64::from).cumsum(Axis::<2>).transpose().to_tensor(), running);
    }
}
