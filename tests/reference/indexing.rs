//! Indexing, scans and order along an axis: `tools/reference/indexing.py`.

use num_traits::{Float, Num};
use shaped::prelude::*;
use std::ops::AddAssign;

use super::harness::{Element, Reference};

axis!(Batch);

/// What all elements can do here.
trait Number: Element + Num + PartialOrd + Default + AddAssign {}
impl<T: Element + Num + PartialOrd + Default + AddAssign> Number for T {}

/// PyTorch's name of the type.
fn torch<T: Element>() -> &'static str {
    match T::NAME {
        "f64" => "float64",
        "f32" => "float32",
        name => ["int64", "bool"].into_iter().find(|torch| torch.starts_with(&name[..1])).expect("a known type"),
    }
}

fn whole<T: Number>(n: usize) -> T {
    (0..n).fold(T::zero(), |sum, _| sum + T::one())
}

/// A run-time number of elements or of indices, as a tensor that can be checked.
fn list<T: Clone, const N: usize>(elements: Vec<T>) -> Tensor<T, shape![Dim<N>]>
where
    Dim<N>: StaticSize,
{
    Tensor::from_vec(elements).unwrap_or_else(|error| panic!("{error}"))
}

struct Inputs<T> {
    x: Tensor<T, shape![3, 4, 5]>,
    ties: Tensor<T, shape![4, 9]>,
    source: Tensor<T, shape![3, 6, 5]>,
    values: Tensor<T, shape![3, 2, 5]>,
    of4: Tensor<i64, shape![6]>,
    along: Tensor<i64, shape![3, 2, 5]>,
    last: Tensor<i64, shape![3, 4, 7]>,
}

impl<T: Number> Inputs<T> {
    fn new(r: &Reference) -> Self {
        Inputs {
            x: r.input("x"),
            ties: r.input("ties"),
            source: r.input("source"),
            values: r.input("values"),
            of4: r.input("list"),
            along: r.input("along"),
            last: r.input("last"),
        }
    }
}

fn reads<T: Number>(r: &Reference) {
    let Inputs { x, of4, along, last, .. } = Inputs::<T>::new(r);
    r.check("index_select middle", &x.index_select(Axis::<1>, &of4), 0.0);
    r.check("index_select last", &x.index_select(Axis::<-1>, &of4), 0.0);
    r.check("index_select first", &x.index_select(Axis::<0>, &tensor![2u8, 2]), 0.0);
    r.check("index_select none", &x.index_select(Axis::<1>, &Tensor::<usize, shape![0]>::zeros()), 0.0);
    r.check("index_select transposed", &x.transpose().index_select(Axis::<1>, &of4.map(|i| i as i32)), 0.0);
    let expanded = x.narrow(Axis::<1>, 0, One);
    r.check("index_select expanded", &expanded.broadcast_to::<shape![3, 4, 5]>().index_select(Axis::<1>, &of4), 0.0);
    r.check("gather middle", &x.gather(Axis::<1>, &along), 0.0);
    r.check("gather last", &x.gather(Axis::<-1>, &last), 0.0);
    r.check("gather transposed", &x.transpose().gather(Axis::<-1>, &along.transpose()), 0.0);
    let (part, of_part) = (x.narrow(Axis::<1>, 1, Dim::<2>), last.narrow(Axis::<1>, 1, Dim::<2>));
    r.check("gather narrowed", &part.gather(Axis::<2>, &of_part), 0.0);
    r.check("gather none", &x.gather(Axis::<1>, &Tensor::<u32, shape![3, 0, 5]>::zeros()), 0.0);
    let stretched: Tensor<i64, shape![1, 6, 5]> = r.input("stretched");
    r.check("take_along_axis stretched", &x.take_along_axis(Axis::<1>, &stretched), 0.0);
    r.check("take_along_axis both", &x.narrow(Axis::<0>, 0, One).take_along_axis(Axis::<1>, &along), 0.0);
    r.check("take_along_axis same", &x.take_along_axis(Axis::<1>, &along), 0.0);
    r.check("take_along_axis transposed", &x.transpose().take_along_axis(Axis::<-1>, &stretched.transpose()), 0.0);
    let anywhere: Tensor<i64, shape![2, 7]> = r.input("anywhere");
    r.check("take any", &x.take(&anywhere), 0.0);
    r.check("take transposed", &x.permute(axes![2, 0, 1]).take(&anywhere), 0.0);

    let mask: Tensor<bool, shape![3, 4, 5]> = r.input("mask");
    let row: Tensor<bool, shape![5]> = r.input("row");
    r.check("masked_select same", &list::<T, SAME>(x.masked_select(&mask)), 0.0);
    r.check("masked_select row", &list::<T, 36>(x.masked_select(&row)), 0.0);
    r.check("masked_select column", &list::<T, SAME>(x.narrow(Axis::<2>, 0, One).masked_select(&mask)), 0.0);
    let at: Vec<usize> = x.nonzero().concat();
    let nonzero = Tensor::<usize, shape![{ NONZERO }, 3]>::from_vec(at).expect("indices");
    r.check(&format!("nonzero of {}", torch::<T>()), &nonzero, 0.0);

    // The same with a size that is known at run time only.
    let b = Tensor::<T, shape![Batch, 4, 5]>::from_vec_with(Batch(3), x.as_slice().to_vec()).expect("the sizes");
    let by = Tensor::<i64, shape![Batch, 2, 5]>::from_vec_with(Batch(3), along.as_slice().to_vec()).expect("sizes");
    r.check("index_select middle", &b.index_select(Axis::<1>, &of4), 0.0);
    let first: Tensor<T, shape![2, 4, 5]> = b.index_select(Axis::<0>, &tensor![2, 2]);
    r.check("index_select first", &first, 0.0);
    let list = Tensor::<i64, shape![Batch]>::from_vec_with(Batch(6), of4.as_slice().to_vec()).expect("the sizes");
    let selected: Tensor<T, shape![3, Batch, 5]> = x.index_select(Axis::<1>, &list);
    r.check("index_select middle", &selected, 0.0);
    r.check("gather middle", &b.gather(Axis::<1>, &by), 0.0);
    r.check("take_along_axis stretched", &b.take_along_axis(Axis::<1>, &stretched), 0.0);
    r.check("take_along_axis both", &x.narrow(Axis::<0>, 0, One).take_along_axis(Axis::<1>, &by), 0.0);
}

fn writes<T: Number>(r: &Reference) {
    let Inputs { x, source, values, of4, along, last, .. } = Inputs::<T>::new(r);
    let changed = |f: &dyn Fn(&mut Tensor<T, shape![3, 4, 5]>)| {
        let mut x = x.clone();
        f(&mut x);
        x
    };
    let unique = tensor![[[0, 1, 2, 3, 0], [1, 2, 3, 0, 2]]];
    let unique = unique.broadcast_to::<shape![3, 2, 5]>();
    r.check("scatter unique", &changed(&|x| x.scatter(Axis::<1>, &unique, &values)), 0.0);
    let first = last.narrow(Axis::<-1>, 0, One);
    let seven = Inline::<T, shape![]>::full(whole(7));
    r.check("scatter value", &changed(&|x| x.scatter(Axis::<-1>, &first, &seven.expand_as(&first))), 0.0);
    r.check("scatter_add repeated", &changed(&|x| x.scatter_add(Axis::<1>, &along, &values)), 0.0);
    let mut turned = x.permute(axes![1, 0, 2]).to_tensor();
    turned.scatter_add(Axis::<0>, &along.swap_axes(Axis::<0>, Axis::<1>), &values.swap_axes(Axis::<0>, Axis::<1>));
    r.check("scatter_add transposed", &turned, 0.0);
    let larger = |x: &mut T, value: T| {
        if value > *x {
            *x = value;
        }
    };
    r.check("scatter_with amax", &changed(&|x| x.scatter_with(Axis::<1>, &along, &values, larger)), 0.0);
    r.check("index_add middle", &changed(&|x| x.index_add(Axis::<1>, &of4, &source)), 0.0);
    let mut turned = x.transpose().to_tensor();
    turned.index_add(Axis::<-1>, &of4, &source.transpose());
    r.check("index_add last", &turned, 0.0);
    r.check("index_copy middle", &changed(&|x| x.index_copy(Axis::<1>, &tensor![2, 0], &values)), 0.0);
    r.check("index_fill last", &changed(&|x| x.index_fill(Axis::<-1>, &tensor![0, -2], whole(9))), 0.0);
    let once: Tensor<i64, shape![2, 7]> = r.input("once");
    let some = values.flatten().narrow(Axis::<0>, 0, Dim::<14>);
    r.check("put any", &changed(&|x| x.put(&once, &some.reshape::<shape![2, 7]>())), 0.0);

    // A view and an inline tensor are changed as a tensor is.
    r.check("scatter_add repeated", &changed(&|x| x.view_mut().scatter_add(Axis::<1>, &along, &values)), 0.0);
    let mut inline = Inline::<T, shape![3, 4, 5]>::full(T::zero());
    inline.as_mut_slice().copy_from_slice(x.as_slice());
    inline.index_add(Axis::<1>, &of4, &source);
    r.check("index_add middle", &inline, 0.0);
    let mut b = Tensor::<T, shape![Batch, 4, 5]>::from_vec_with(Batch(3), x.as_slice().to_vec()).expect("the sizes");
    let s = Tensor::<T, shape![Batch, 6, 5]>::from_vec_with(Batch(3), source.as_slice().to_vec()).expect("the sizes");
    b.index_add(Axis::<1>, &of4, &s);
    r.check("index_add middle", &b, 0.0);
}

fn scans<T: Number>(r: &Reference) {
    let Inputs { x, .. } = Inputs::<T>::new(r);
    let b = Tensor::<T, shape![Batch, 4, 5]>::from_vec_with(Batch(3), x.as_slice().to_vec()).expect("the sizes");
    let turned = x.transpose().to_tensor();
    // The same elements with other strides.
    let strided = turned.transpose();
    macro_rules! axes {
        ($($axis:literal $name:literal)*) => { $(
            r.check(concat!("cumsum ", $name), &x.cumsum(Axis::<$axis>), 0.0);
            r.check(concat!("cumsum ", $name), &strided.cumsum(Axis::<$axis>), 0.0);
            r.check(concat!("cumsum ", $name), &b.cumsum(Axis::<$axis>), 0.0);
            r.check(concat!("cummax ", $name), &x.cummax(Axis::<$axis>), 0.0);
            r.check(concat!("cummin ", $name), &x.cummin(Axis::<$axis>), 0.0);
            let case = format!("{} of {} indices", $name, torch::<T>());
            let (values, indices) = x.cummax_with_indices(Axis::<$axis>);
            r.check(concat!("cummax ", $name), &values, 0.0);
            r.check(&format!("cummax_with_indices {case}"), &indices, 0.0);
            let (values, indices) = strided.cummin_with_indices(Axis::<$axis>);
            r.check(concat!("cummin ", $name), &values, 0.0);
            r.check(&format!("cummin_with_indices {case}"), &indices, 0.0);
        )* };
    }
    axes!(0 "first" 1 "middle" -1 "last");
    r.check("cumprod middle", &x.cumprod(Axis::<1>), 0.0);
    r.check("cumsum transposed", &x.transpose().cumsum(Axis::<1>), 0.0);
    r.check("cumsum none", &Tensor::<T, shape![3, 0, 5]>::zeros().cumsum(Axis::<1>), 0.0);
}

fn order<T: Number>(r: &Reference) {
    let Inputs { x, ties, .. } = Inputs::<T>::new(r);
    let name = torch::<T>();
    let turned = ties.transpose().to_tensor();
    for (order, case) in [(Order::Ascending, "up"), (Order::Descending, "down")] {
        let (values, indices) = ties.sort(Axis::<0>, order);
        r.check(&format!("sort first {case}"), &values, 0.0);
        r.check(&format!("argsort first {case} of {name}"), &indices, 0.0);
        let (values, indices) = turned.transpose().sort(Axis::<-1>, order);
        r.check(&format!("sort last {case}"), &values, 0.0);
        r.check(&format!("argsort last {case} of {name}"), &indices, 0.0);
        r.check(&format!("argsort last {case} of {name}"), &ties.argsort(Axis::<1>, order), 0.0);
    }
    let transposed = ties.transpose().argsort(Axis::<-1>, Order::Ascending);
    r.check(&format!("argsort transposed of {name}"), &transposed, 0.0);
    let (values, indices) = ties.topk(Axis::<1>, Dim::<3>);
    r.check("topk three", &values, 0.0);
    r.check(&format!("topk three of {name} indices"), &indices, 0.0);
    r.check("topk first", &ties.topk(Axis::<0>, Dim::<2>).0, 0.0);
    r.check("topk_smallest three", &ties.topk_smallest(Axis::<1>, Dim::<3>).0, 0.0);
    let batch = Tensor::<T, shape![Batch, 9]>::from_vec_with(Batch(4), ties.as_slice().to_vec()).expect("the sizes");
    let top: Tensor<T, shape![Batch, 3]> = batch.topk(Axis::<-1>, Dim::<3>).0;
    r.check("topk three", &top, 0.0);
    r.check("topk first", &batch.topk(Axis::<0>, Dim::<2>).0, 0.0);
    r.check("median last", &ties.median(Axis::<1>).0, 0.0);
    r.check("median first", &batch.median(Axis::<0>).0, 0.0);
    r.check("mode last", &ties.mode(Axis::<1>).0, 0.0);
    r.check("mode first", &ties.mode(Axis::<0>).0, 0.0);
    r.check("diff middle", &x.diff(Axis::<1>), 0.0);
    r.check("diff last", &x.diff(Axis::<-1>), 0.0);
    r.check("diff transposed", &ties.transpose().diff(Axis::<0>), 0.0);
    let few = tensor![6, 2, 5].map(|n| whole::<T>(n) - whole(3));
    r.check(&format!("is_in of {name}"), &x.is_in(&few), 0.0);
    let (values, inverse, counts) = x.unique_with_counts();
    r.check("unique values", &Tensor::<T, shape![{ UNIQUE }]>::from_vec(x.unique()).expect("as many"), 0.0);
    assert_eq!(x.unique(), values);
    r.check(&format!("unique inverse of {name}"), &inverse, 0.0);
    r.check(
        &format!("unique counts of {name}"),
        &Tensor::<usize, shape![{ UNIQUE }]>::from_vec(counts).expect("as many"),
        0.0,
    );
    let (runs, lengths) = ties.unique_consecutive();
    assert_eq!(lengths.iter().sum::<usize>(), ties.numel());
    r.check("unique_consecutive values", &Tensor::<T, shape![{ RUNS }]>::from_vec(runs).expect("as many"), 0.0);
    let edges = tensor![0, 2, 3, 3, 5, 7].map(|n| whole::<T>(n) - whole(3));
    r.check(&format!("searchsorted left of {name}"), &edges.searchsorted(&x), 0.0);
    r.check(&format!("searchsorted_right right of {name}"), &edges.searchsorted_right(&x), 0.0);
}

/// How many elements the mask takes, and how many of `x` are not 0: the data's own numbers.
const SAME: usize = 32;
const NONZERO: usize = 53;
/// How many elements of `x` are different, and how many runs of equal ones there are.
const UNIQUE: usize = 9;
const RUNS: usize = 27;

fn floats<T: Number + Float>(r: &Reference, tolerance: f64) {
    let name = torch::<T>();
    let real: Tensor<T, shape![2, 6, 3]> = r.input("real");
    let odd: Tensor<T, shape![3, 6]> = r.input("odd");
    r.check("cumsum real", &real.cumsum(Axis::<1>), tolerance);
    r.check("cumsum odd", &odd.cumsum(Axis::<1>), tolerance);
    r.check("cumprod real", &real.cumprod(Axis::<1>), tolerance);
    r.check("cumprod odd", &odd.cumprod(Axis::<-1>), tolerance);
    r.check("cummax odd", &odd.cummax(Axis::<1>), 0.0);
    r.check("cummin odd", &odd.cummin(Axis::<1>), 0.0);
    r.check(&format!("cummax_with_indices odd of {name} indices"), &odd.cummax_with_indices(Axis::<1>).1, 0.0);
    r.check(&format!("cummin_with_indices odd of {name} indices"), &odd.cummin_with_indices(Axis::<1>).1, 0.0);
    r.check("logcumsumexp real", &real.logcumsumexp(Axis::<1>), tolerance);
    let large = real.map(|x| x * T::from(1000).expect("a float"));
    r.check("logcumsumexp large", &large.logcumsumexp(Axis::<-1>), tolerance);
    r.check("logcumsumexp odd", &odd.logcumsumexp(Axis::<1>), tolerance);
    for (order, case) in [(Order::Ascending, "up"), (Order::Descending, "down")] {
        let (values, indices) = odd.sort(Axis::<1>, order);
        r.check(&format!("sort odd {case}"), &values, 0.0);
        r.check(&format!("argsort odd {case} of {name}"), &indices, 0.0);
    }
    let (values, indices) = odd.topk(Axis::<1>, Dim::<4>);
    r.check("topk odd", &values, 0.0);
    r.check(&format!("topk odd of {name} indices"), &indices, 0.0);
    r.check("topk_smallest odd", &odd.topk_smallest(Axis::<1>, Dim::<4>).0, 0.0);
    let turned = real.transpose().to_tensor();
    for q in ["0.0", "0.3", "0.5", "0.75", "1.0"] {
        let part = T::from(q.parse::<f64>().expect("a number")).expect("a float");
        r.check(&format!("quantile real {q}"), &real.quantile(Axis::<1>, part), tolerance);
        r.check(&format!("quantile real {q}"), &turned.transpose().quantile(Axis::<1>, part), tolerance);
        for (case, between) in [
            ("lower", Between::Lower),
            ("higher", Between::Higher),
            ("midpoint", Between::Midpoint),
            ("nearest", Between::Nearest),
        ] {
            let key = format!("quantile_with real {q} {case}");
            r.check(&key, &real.quantile_with(Axis::<1>, part, between), tolerance);
        }
    }
    let part = T::from(0.3).expect("a float");
    let [low, high] = real.quantiles(Axis::<1>, [T::zero(), T::one()]);
    r.check("quantile real 0.0", &low, 0.0);
    r.check("quantile real 1.0", &high, 0.0);
    let holes = real.masked_fill(&real.greater(T::from(0.8).expect("a float")), T::nan());
    r.check("nanquantile real", &holes.nanquantile(Axis::<1>, T::from(0.3).expect("a float")), tolerance);
    r.check("nanmedian real", &holes.nanmedian(Axis::<1>).0, 0.0);
    r.check("median odd", &odd.median(Axis::<1>).0, 0.0);
    let (truth, said): (Tensor<i64, shape![30]>, Tensor<i64, shape![30]>) = (r.input("truth"), r.input("said"));
    let weights = said.map(|x| T::from(x).expect("a float") / T::from(4).expect("a float"));
    r.check("bincount_weighted four", &truth.bincount_weighted(Dim::<6>, &weights), tolerance);
    r.check_scalar("quantile list", real.flatten().quantile(Axis::<0>, part)[[]], tolerance);
    let half = T::from(0.5).expect("a float");
    r.check("quantile odd", &odd.narrow(Axis::<1>, 2, One).quantile(Axis::<1>, half), tolerance);
    let (inf, one, two) = (T::infinity(), T::one(), T::one() + T::one());
    let ends = tensor![[-inf, one, two], [one, two, inf], [-inf, inf, inf]];
    for q in ["0.1", "0.4", "0.9"] {
        let part = T::from(q.parse::<f64>().expect("a number")).expect("a float");
        r.check(&format!("quantile infinite {q}"), &ends.quantile(Axis::<1>, part), tolerance);
    }
    let bounded = odd.map(|x| if x.is_infinite() { T::from(2).expect("a float") * x.signum() } else { x });
    r.check("quantile nan", &bounded.quantile(Axis::<1>, half), tolerance);
    let edges = tensor![T::one(), T::one() + T::one(), T::nan()];
    r.check(&format!("searchsorted nan of {name}"), &edges.searchsorted(&odd), 0.0);
    r.check(&format!("searchsorted_right nan of {name}"), &edges.searchsorted_right(&odd), 0.0);
    let at = Tensor::<usize, shape![15, 2]>::from_vec(odd.nonzero().concat()).expect("indices");
    r.check(&format!("nonzero odd of {name}"), &at, 0.0);
}

fn classes(r: &Reference) {
    let mask: Tensor<bool, shape![3, 4, 5]> = r.input("mask");
    let at = Tensor::<usize, shape![{ SAME }, 3]>::from_vec(mask.nonzero().concat()).expect("indices");
    r.check("nonzero of bool", &at, 0.0);
    let x: Tensor<i64, shape![3, 4, 5]> = r.input("x");
    r.check("bincount all", &(&x + 4).bincount(Dim::<11>), 0.0);
    r.check("bincount none", &Tensor::<i64, shape![0]>::zeros().bincount(Dim::<3>), 0.0);
    let (truth, said): (Tensor<i64, shape![30]>, Tensor<i64, shape![30]>) = (r.input("truth"), r.input("said"));
    r.check("confusion_matrix four", &truth.confusion_matrix(&said, Dim::<4>), 0.0);
    axis!(Classes);
    let counts: Tensor<usize, shape![Classes, Classes]> = truth.confusion_matrix(&said, Classes(4));
    r.check("confusion_matrix four", &counts, 0.0);
    let along: Tensor<i64, shape![3, 2, 5]> = r.input("along");
    r.check("one_hot four", &along.one_hot::<f64, _>(Dim::<4>), 0.0);
    r.check("one_hot four", &along.one_hot::<f32, _>(Dim::<4>), 0.0);
    r.check("one_hot four", &along.one_hot::<i64, _>(Classes(4)), 0.0);
    r.check("one_hot four", &along.one_hot::<i64, _>(Dim::<4>), 0.0);
}

#[test]
fn indexing_is_pytorchs_and_numpys() {
    let reference = Reference::new(include_str!("../data/reference/indexing.txt"));
    macro_rules! all {
        ($($f:ident)*) => { $( $f::<f64>(&reference); $f::<f32>(&reference); $f::<i64>(&reference); )* };
    }
    all!(reads writes scans order);
    floats::<f64>(&reference, 1e-13);
    floats::<f32>(&reference, 2e-6);
    classes(&reference);
    reference.finish("indexing");
}
