//! Views of all layouts beside the same elements copied one by one: what goes along memory, and what is copied in tiles, finds the same.

use std::rc::Rc;

use shaped::{Strided, prelude::*};

axis!(Rows);
axis!(Columns);

/// Numbers of which sums are exact, and no two neighbours are equal.
fn number(i: usize) -> i16 {
    (i * 37 % 101) as i16 - 50
}

fn numbers<T: From<i16>, S: StaticShape>() -> Tensor<T, S> {
    Tensor::from_vec((0..S::NUMEL).map(|i| T::from(number(i))).collect()).unwrap()
}

/// The elements one by one, in the order of the iterator.
fn copied<X: Values<Elem: Clone> + ?Sized>(x: &X) -> Tensor<X::Elem, X::Shape> {
    let mut all = x.full_like(x.iter().next().expect("an element").clone());
    all.as_mut_slice().clone_from_slice(&x.iter().cloned().collect::<Vec<_>>());
    all
}

/// All that is asked of a view of three axes: the same as of its copy.
macro_rules! same_of {
    ($view:expr) => {{
        let view = $view;
        let copy = copied(&view);
        assert_eq!(view.to_tensor(), copy);
        assert_eq!(view.map(|x| x * 2.0), copy.map(|x| x * 2.0));
        assert_eq!(view.exp(), copy.exp());
        macro_rules! reduced {
            ($axes:expr) => {
                assert_eq!(view.sum($axes), copy.sum($axes));
                assert_eq!(view.max($axes), copy.max($axes));
                assert_eq!(view.min($axes), copy.min($axes));
                assert_eq!(view.argmax($axes), copy.argmax($axes));
                assert_eq!(view.argmin($axes), copy.argmin($axes));
                let whole = (view.map(|x| x as i64), copy.map(|x| x as i64));
                assert_eq!(whole.0.sum($axes), whole.1.sum($axes));
                assert_eq!(view.map(|x| x > 0.0).any($axes), copy.map(|x| x > 0.0).any($axes));
            };
        }
        reduced!(Axis::<0>);
        reduced!(Axis::<1>);
        reduced!(Axis::<2>);
        macro_rules! several {
            ($axes:expr) => {
                assert_eq!(view.sum($axes), copy.sum($axes));
                assert_eq!(view.max($axes), copy.max($axes));
                assert_eq!(view.norm($axes), copy.norm($axes));
            };
        }
        several!((Axis::<0>, Axis::<1>));
        several!((Axis::<0>, Axis::<2>));
        several!((Axis::<1>, Axis::<2>));
        assert_eq!(view.sum_all(), copy.sum_all());
        assert_eq!(view.max_all(), copy.max_all());
        assert_eq!(view.argmax_all(), copy.argmax_all());
        assert_eq!(view.softmax(Axis::<0>), copy.softmax(Axis::<0>));
        assert_eq!(view.softmax(Axis::<2>), copy.softmax(Axis::<2>));
        assert_eq!(view.pad(((One, One), (One, Dim::<0>)), 9.0), copy.pad(((One, One), (One, Dim::<0>)), 9.0));
        assert_eq!(view.index_select(Axis::<0>, &tensor![1, 0, 1]), copy.index_select(Axis::<0>, &tensor![1, 0, 1]));
        assert_eq!(view.index_select(Axis::<1>, &tensor![1, 0]), copy.index_select(Axis::<1>, &tensor![1, 0]));
        assert_eq!(view.index_select(Axis::<2>, &tensor![1, 0]), copy.index_select(Axis::<2>, &tensor![1, 0]));
        assert_eq!(view.adaptive_avg_pool2d(One), copy.mean_keepdim((Axis::<1>, Axis::<2>)));
    }};
}

#[test]
fn small_and_odd() {
    let x: Tensor<f32, shape![2, 3, 5]> = numbers();
    same_of!(x.view());
    same_of!(x.permute(axes![2, 1, 0]));
    same_of!(x.flip((Axis::<0>, Axis::<1>)));
    let wide: Tensor<f32, shape![2, 3, 10]> = numbers();
    same_of!(wide.slice(Axis::<2>, 0, Dim::<5>, Dim::<2>));
}

axis!(First);
axis!(Second);
axis!(Third);
/// Views of one type, whatever they are of, so that what is asked of them is compiled once.
type AnyView<'a, T> = View<'a, T, shape![First, Second, Third], Strided>;

macro_rules! all_layouts {
    ($name:ident, $t:ident, [$a:literal, $b:literal, $c:literal], [$twice:literal]) => {
        #[test]
        fn $name() {
            fn same(view: AnyView<'_, $t>) {
                same_of!(view);
            }
            let x: Tensor<$t, shape![$a, $b, $c]> = numbers();
            same(x.permute(axes![0, 2, 1]).free());
            same(x.permute(axes![1, 0, 2]).free());
            same(x.permute(axes![1, 2, 0]).free());
            same(x.permute(axes![2, 0, 1]).free());
            same(x.permute(axes![2, 1, 0]).free());
            same(x.flip(Axis::<2>).free());
            same(x.flip((Axis::<0>, Axis::<1>)).free());
            let turned = x.permute(axes![2, 1, 0]);
            same(turned.flip(Axis::<0>).free());
            same(turned.flip((Axis::<1>, Axis::<2>)).free());
            let wide: Tensor<$t, shape![$a, $b, $twice]> = numbers();
            let part = wide.narrow(Axis::<2>, 1, Dim::<$c>);
            same(part.free());
            same(part.permute(axes![2, 0, 1]).free());
            let stepped = wide.slice(Axis::<2>, 0, Dim::<$c>, Dim::<2>);
            same(stepped.free());
            same(stepped.permute(axes![1, 2, 0]).free());
        }
    };
}
all_layouts!(more_than_tiles, f32, [19, 33, 21], [42]);
all_layouts!(many_rows, f64, [300, 2, 18], [36]);

#[test]
fn all_types_are_copied() {
    macro_rules! types {
        ($($t:ident)*) => { $(
            let x: Tensor<$t, shape![37, 50]> = Tensor::from_vec((0..1850u32).map(|i| (i % 113) as $t).collect()).unwrap();
            assert_eq!(x.t().to_tensor(), copied(&x.t()));
            assert_eq!(x.flip(Axis::<1>).to_tensor(), copied(&x.flip(Axis::<1>)));
        )* };
    }
    types! { u8 i16 u32 i64 u128 f32 f64 }
    // Not to be copied bit by bit, and counted.
    let one = Rc::new(());
    let x: Tensor<Rc<()>, shape![40, 30]> = Tensor::from_vec(vec![one.clone(); 1200]).unwrap();
    let copy = x.t().to_tensor();
    assert_eq!(Rc::strong_count(&one), 2401);
    drop((x, copy));
    assert_eq!(Rc::strong_count(&one), 1);
    // What is no float, but no number either.
    let x: Tensor<(u8, [u16; 20]), shape![40, 30]> = Tensor::from_fn(|[i, j]| (i as u8, [j as u16; 20]));
    assert_eq!(x.t().to_tensor(), copied(&x.t()));
    // Bits of NaN stay as they are.
    let bits = |i: u32| 0x7fa0_0000 + i;
    let x: Tensor<f32, shape![32, 64]> =
        Tensor::from_vec((0..2048).map(|i| f32::from_bits(bits(i))).collect()).unwrap();
    let y = x.t().to_tensor();
    assert!((0..64).all(|j| (0..32).all(|i| y[[j, i]].to_bits() == bits((i * 64 + j) as u32))));
}

#[test]
fn nan_is_found_in_any_run() {
    let mut x: Tensor<f32, shape![4, 8, 64]> = numbers();
    x[[3, 5, 17]] = f32::NAN;
    let by_channel = x.max((Axis::<0>, Axis::<2>));
    assert!(by_channel[[5]].is_nan() && by_channel.iter().filter(|x| x.is_nan()).count() == 1);
    let view = x.permute(axes![0, 2, 1]);
    let by_channel = view.max((Axis::<0>, Axis::<1>));
    assert!(by_channel[[5]].is_nan() && by_channel.iter().filter(|x| x.is_nan()).count() == 1);
    let by_column = x.max((Axis::<0>, Axis::<1>));
    assert!(by_column[[17]].is_nan() && by_column.iter().filter(|x| x.is_nan()).count() == 1);
    assert_eq!(x.argmax_all(), 3 * 512 + 5 * 64 + 17);
}

#[test]
fn few_columns_and_any_number_of_rows() {
    for (rows, columns) in
        [(1, 3), (7, 3), (127, 3), (128, 3), (129, 3), (1000, 1), (1000, 2), (1000, 7), (1001, 5), (513, 8), (300, 9)]
    {
        let elements = (0..rows * columns).map(number).map(f64::from).collect();
        let x = Tensor::<f64, shape![Rows, Columns]>::from_vec_with((Rows(rows), Columns(columns)), elements).unwrap();
        let (sums, largest) = (x.sum(Axis::<0>), x.max(Axis::<0>));
        for j in 0..columns {
            let column = || (0..rows).map(|i| x[[i, j]]);
            assert_eq!(sums[[j]], column().sum::<f64>());
            assert_eq!(largest[[j]], column().fold(f64::NEG_INFINITY, f64::max));
            assert_eq!(x.argmax(Axis::<0>)[[j]], column().position(|x| x == largest[[j]]).unwrap());
        }
        let single = x.map(|x| x as f32);
        assert_eq!(single.sum(Axis::<0>), sums.map(|x| x as f32));
        assert_eq!(x.flip(Axis::<1>).sum(Axis::<0>), sums.flip(Axis::<0>).to_tensor());
    }
    let x: Tensor<f32, shape![1000, 3]> = numbers();
    assert_eq!(x.sum(Axis::<0>)[[1]], (0..1000).map(|i| x[[i, 1]]).sum::<f32>());
}

#[test]
fn runs_of_any_sizes() {
    for [a, b, c] in
        [[2, 2, 16], [2, 2, 15], [3, 2, 17], [5, 1, 64], [7, 3, 65], [130, 2, 16], [300, 2, 20], [2, 2, 1000]]
    {
        let elements = (0..a * b * c).map(number).map(f32::from).collect();
        let sizes = (First(a), Second(b), Third(c));
        let x = Tensor::<f32, shape![First, Second, Third]>::from_vec_with(sizes, elements).unwrap();
        let outer = x.sum((Axis::<0>, Axis::<2>));
        let squares = x.norm((Axis::<0>, Axis::<2>));
        for j in 0..b {
            let all = || (0..a).flat_map(|i| (0..c).map(move |k| (i, k))).map(|(i, k)| x[[i, j, k]]);
            assert_eq!(outer[[j]], all().sum::<f32>());
            assert_eq!(squares[[j]], all().map(|x| x * x).sum::<f32>().sqrt());
        }
    }
    // Four axes, of which two stay apart.
    let x: Tensor<f64, shape![3, 4, 5, 40]> = numbers();
    let sums = x.sum((Axis::<0>, Axis::<2>));
    let turned = x.permute(axes![3, 1, 2, 0]);
    assert_eq!(turned.sum((Axis::<2>, Axis::<3>)), sums.t().to_tensor());
    for (j, l) in (0..4).flat_map(|j| (0..40).map(move |l| (j, l))) {
        let all = (0..3).flat_map(|i| (0..5).map(move |k| (i, k)));
        assert_eq!(sums[[j, l]], all.map(|(i, k)| x[[i, j, k, l]]).sum::<f64>());
    }
}

#[test]
fn run_time_axes_and_sizes_0_and_1() {
    for (rows, columns) in [(0, 0), (0, 3), (3, 0), (1, 1), (1, 40), (40, 1), (33, 47), (64, 32)] {
        let elements: Vec<f32> = (0..rows * columns).map(|i| (i * 7 % 23) as f32).collect();
        let x = Tensor::<f32, shape![Rows, Columns]>::from_vec_with((Rows(rows), Columns(columns)), elements).unwrap();
        let turned = x.t().to_tensor();
        assert_eq!(turned.sizes(), [columns, rows]);
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            assert_eq!(turned[[j, i]], x[[i, j]]);
        }
        assert_eq!(x.t().sum(Axis::<0>), x.sum(Axis::<1>));
        assert_eq!(x.t().sum(Axis::<1>), x.sum(Axis::<0>));
        assert_eq!(x.t().flip(Axis::<1>).sum(Axis::<0>), x.sum(Axis::<1>).flip(Axis::<0>).to_tensor());
        assert_eq!(x.t().sum_all(), x.sum_all());
        assert_eq!(x.t().softmax(Axis::<0>).sizes(), [columns, rows]);
        if columns > 0 {
            assert_eq!(x.t().max(Axis::<0>), x.max(Axis::<1>));
            assert_eq!(x.t().argmax(Axis::<0>), x.argmax(Axis::<1>));
        }
    }
}

#[test]
fn images_with_the_channels_last() {
    let x: Tensor<f32, shape![2, 9, 11, 19]> = numbers();
    let view = x.permute(axes![0, 3, 1, 2]);
    let copy = copied(&view);
    assert_eq!(view.max_pool2d(Pool::new(Dim::<2>)), copy.max_pool2d(Pool::new(Dim::<2>)));
    assert_eq!(view.avg_pool2d(Pool::new(Dim::<3>)), copy.avg_pool2d(Pool::new(Dim::<3>)));
    assert_eq!(view.adaptive_avg_pool2d(Dim::<2>), copy.adaptive_avg_pool2d(Dim::<2>));
    assert_eq!(view.adaptive_avg_pool2d(One), copy.adaptive_avg_pool2d(One));
    let w: Tensor<f32, shape![4, 19, 3, 3]> = numbers();
    assert_eq!(view.conv2d(&w, Conv::new().padding(One)), copy.conv2d(&w, Conv::new().padding(One)));
    let (weight, bias) = (numbers::<f32, shape![19]>(), numbers::<f32, shape![19]>());
    let (rows, columns) = (copied(&x.view()), copy.permute(axes![0, 2, 3, 1]));
    assert_eq!(columns.layer_norm(&weight, &bias, 1e-5), rows.layer_norm(&weight, &bias, 1e-5));
}
