//! `ViewMut::part`: parts of any axes, changed in place.

use std::panic::{AssertUnwindSafe, catch_unwind};

use shaped::{PartMut, prelude::*};

axis!(Batch);
axis!(Seq);

type Cube<T> = Tensor<T, shape![3, 4, 5]>;

#[test]
fn what_is_in_a_part_changes_and_nothing_else() {
    let mut x: Cube<i32> = Tensor::arange();
    let part = x.view_mut().part().narrow(Axis::<1>, 1, Dim::<2>).slice(Axis::<2>, 0, Dim::<3>, Dim::<2>);
    let mut part: PartMut<i32, shape![1, 2, 3]> = part.narrow(Axis::<0>, 2, One);
    assert_eq!(part.sizes(), [1, 2, 3]);
    assert_eq!(part.view(), tensor![[[45, 47, 49], [50, 52, 54]]].view());
    part.map_in_place(|x| *x = -*x);
    // x[2:, 1:3, ::2] *= -1
    let expected = Cube::from_fn(|[i, j, k]| {
        let x = (20 * i + 5 * j + k) as i32;
        if i == 2 && (1..3).contains(&j) && k % 2 == 0 { -x } else { x }
    });
    assert_eq!(x, expected);
}

#[test]
fn what_is_copied_is_stretched_to_the_part() {
    let mut x: Cube<i32> = Tensor::zeros();
    let y: Tensor<i32, shape![3, 5]> = Tensor::arange();
    x.view_mut().part().index_axis(Axis::<1>, 2).copy_from(&y);
    x.view_mut().part().narrow(Axis::<1>, 3, One).copy_from(&tensor![7, 8, 9, 10, 11]);
    x.view_mut().part().slice(Axis::<-1>, 1, Dim::<2>, Dim::<3>).narrow(Axis::<1>, 0, Dim::<2>).fill(5);
    let turned = y.transpose();
    x.view_mut().part().index_axis(Axis::<1>, 0).index_axis(Axis::<0>, 1).copy_from(&turned.index_axis(Axis::<1>, 2));
    let expected = Cube::from_fn(|[i, j, k]| match j {
        0 if i == 1 => 10 + k as i32,
        0 | 1 => 5 * i32::from(k == 1 || k == 4),
        2 => (5 * i + k) as i32,
        _ => 7 + k as i32,
    });
    assert_eq!(x, expected);
}

#[test]
fn operators_change_a_part_as_they_change_a_tensor() {
    let mut x: Cube<i32> = Tensor::arange();
    let before = x.clone();
    let y = tensor![[1, 2, 3], [4, 5, 6]];
    let row = Inline::<i32, shape![3]>::from_array([3, 5, 7]);
    let mut part = part!(mut x; 1, 1..3, 0..5; 2);
    let mut same = part.view().to_tensor();
    macro_rules! both {
        ($($op:tt $right:expr;)*) => { $(
            part $op $right;
            same $op $right;
            assert_eq!(part.view(), same.view(), stringify!($op $right));
        )* };
    }
    both! {
        += &y;
        -= y.view();
        *= y.clone();
        /= 3;
        %= 17;
        += &row;
        -= row;
        += y.lazy() * 2 + 1;
        &= 29;
        |= tensor![1, 2, 4];
        ^= tensor![[6], [9]];
    }
    let inside = |i, j, k| i == 1 && (1..3).contains(&j) && k % 2 == 0;
    for [i, j, k] in (0..60).map(|n| [n / 20, n / 5 % 4, n % 5]) {
        assert_eq!(x[[i, j, k]], if inside(i, j, k) { same[[j - 1, k / 2]] } else { before[[i, j, k]] });
    }
}

#[test]
#[should_panic = "axis -1 (Seq) has size 3 on the left and 2 on the right"]
fn a_named_axis_of_another_size_is_not_added_to_a_part() {
    let mut x: Cube<i32> = Tensor::zeros();
    let mut part = x.view_mut().part().narrow_with(Axis::<2>, 1, Seq(3));
    part += &Tensor::<i32, shape![Seq]>::ones_with(Seq(2));
}

#[test]
fn a_cache_is_written_at_a_place_that_the_program_finds() {
    let mut keys = Tensor::<f32, shape![Batch, 2, 6, 3]>::zeros_with(Batch(2));
    let mut place = 0;
    for (words, value) in [(3, 1.0), (1, 2.0), (1, 3.0)] {
        let new = Tensor::<f32, shape![Batch, 2, Seq, 3]>::full_with((Batch(2), Seq(words)), value);
        keys.view_mut().part().narrow_with(Axis::<2>, place, Seq(words)).copy_from(&new);
        place += words;
    }
    let row = |place: usize| [1.0, 1.0, 1.0, 2.0, 3.0, 0.0][place];
    let expected = Tensor::<f32, shape![Batch, 2, 6, 3]>::from_fn_with(Batch(2), |[_, _, place, _]| row(place));
    assert_eq!(keys, expected);
    // And of the outermost axis it is a `ViewMut`, which operators take.
    let mut first: ViewMut<f32, shape![Seq, 2, 6, 3]> = keys.view_mut().narrow_with(Axis::<0>, 1, Seq(1));
    first -= &expected.narrow_with(Axis::<0>, 0, Seq(1));
    assert_eq!((keys.sum_all(), keys.index_axis(Axis::<0>, 1).sum_all()), (48.0, 0.0));
}

#[test]
fn parts_without_elements_and_elements_without_bytes() {
    let mut x: Cube<String> = Tensor::from_fn(|index| format!("{index:?}"));
    let before = x.clone();
    x.view_mut().part().narrow(Axis::<1>, 4, Dim::<0>).fill("lost".into());
    x.view_mut().part().slice(Axis::<2>, 5, Dim::<0>, Dim::<2>).map_in_place(|_| unreachable!());
    assert_eq!(x, before);
    x.view_mut().part().index_axis(Axis::<0>, 1).index_axis(Axis::<1>, 0).map_in_place(|x| *x = format!("<{x}>"));
    assert_eq!((x[[1, 3, 0]].as_str(), x[[1, 3, 1]].as_str()), ("<[1, 3, 0]>", "[1, 3, 1]"));

    let mut units: Tensor<(), shape![2, 3]> = Tensor::full(());
    let mut seen = 0;
    units.view_mut().part().narrow(Axis::<1>, 1, Dim::<2>).map_in_place(|_| seen += 1);
    assert_eq!(seen, 4);

    let mut one: Tensor<i32, shape![]> = Tensor::full(1);
    one.view_mut().part().map_in_place(|x| *x += 1);
    assert_eq!(one[[]], 2);
}

#[test]
fn what_ends_beyond_the_axis_is_refused() {
    type Part<'a> = PartMut<'a, i32, shape![3, 4, 5]>;
    let refused = |f: &dyn Fn(Part)| {
        let mut x: Cube<i32> = Tensor::zeros();
        let panic = catch_unwind(AssertUnwindSafe(|| f(x.view_mut().part()))).unwrap_err();
        panic.downcast_ref::<String>().unwrap().clone()
    };
    let texts = [
        refused(&|x| _ = x.narrow(Axis::<1>, 3, Dim::<2>)),
        refused(&|x| _ = x.narrow_with(Axis::<2>, usize::MAX, Seq(2))),
        refused(&|x| _ = x.slice(Axis::<2>, 1, Dim::<3>, Dim::<2>)),
        refused(&|x| _ = x.index_axis(Axis::<0>, 3)),
        refused(&|x| _ = x.narrow(Axis::<0>, 1, Dim::<2>).index_axis(Axis::<0>, 2)),
    ];
    assert_eq!(
        texts,
        [
            "cannot narrow axis 1 of size 4 to 2 elements from 3 on",
            "cannot narrow axis 2 of size 5 to 2 elements from 18446744073709551615 on",
            "cannot slice axis 2 of size 5 to 3 elements from 1 on in steps of 2",
            "cannot index axis 0 of size 3 by 3",
            "cannot index axis 0 of size 2 by 2",
        ]
    );
}

#[test]
fn brackets_of_several_axes() {
    const START: usize = 2;
    const END: usize = 3;
    let x: Cube<i32> = Tensor::arange();
    let all = |[a, b, c]: [&[usize]; 3]| -> Vec<i32> {
        let pairs = a.iter().flat_map(|i| b.iter().map(move |j| (i, j)));
        pairs.flat_map(|(i, j)| c.iter().map(move |k| (20 * i + 5 * j + k) as i32)).collect()
    };
    let y: View<i32, shape![2, 4, 3], _> = part!(x; 1..3, .., 0..5; 2);
    assert_eq!(y.to_tensor().into_vec(), all([&[1, 2], &[0, 1, 2, 3], &[0, 2, 4]]));
    let y: View<i32, shape![1, 2, 2], _> = part!(x; ..1, START.., 1..END);
    assert_eq!(y.to_tensor().into_vec(), all([&[0], &[2, 3], &[1, 2]]));
    let last = x.sizes()[1] - 1;
    let y: View<i32, shape![2, 5], _> = part!(x; 1.., last);
    assert_eq!(y.to_tensor().into_vec(), all([&[1, 2], &[3], &[0, 1, 2, 3, 4]]));
    let y: View<i32, shape![3], _> = part!(x; .., 2, { last + 1 });
    assert_eq!(y.to_tensor().into_vec(), all([&[0, 1, 2], &[2], &[4]]));
    let none: (View<i32, shape![0, 4, 5], _>, View<i32, shape![0, 4, 5], _>) = (part!(x; 3..1), part!(x; 3..2; 2));
    assert_eq!((none.0.numel(), none.1.numel()), (0, 0));

    let mut z = x.clone();
    part!(mut z; 1, .., 1..4; 2).copy_from(&tensor![-1, -3]);
    part!(mut z.view_mut(); .., 0, 4).fill(0);
    let expected = Cube::from_fn(|[i, j, k]| match (i, k) {
        (1, 1 | 3) => -(k as i32),
        (_, 4) if j == 0 => 0,
        _ => x[[i, j, k]],
    });
    assert_eq!(z, expected);
}
