//! Named axes: sizes known by name to the compiler, by number at run time.

use proptest::prelude::*;
use shaped::prelude::*;

use crate::common;

axis!(Batch);
axis!(pub Seq);
axis!(Rows);
axis!(Width);

type Out = shape![Batch, Seq, 3];

fn numbers(n: usize, scale: i64) -> Vec<i64> {
    (0..n as i64).map(|x| x * scale - 5).collect()
}

proptest! {
    /// Random sizes, 0 and 1 included, against the oracle; static and stretched axes on either side.
    #[test]
    fn against_the_oracle(b in 0usize..6, s in 0usize..40) {
        let full = Tensor::<i64, Out>::from_vec_with((Batch(b), Seq(s)), numbers(b * s * 3, 1)).unwrap();
        let tokens = Tensor::<i64, shape![Seq, 3]>::from_vec_with(Seq(s), numbers(s * 3, 10)).unwrap();
        let each = Tensor::<i64, shape![Batch, 1, 1]>::from_vec_with(Batch(b), numbers(b, 100)).unwrap();
        let column = Tensor::<i64, shape![Batch, Seq, 1]>::from_vec_with((Batch(b), Seq(s)), numbers(b * s, 7)).unwrap();
        let bias = tensor![100, 200, 300];
        let check = |result: Tensor<i64, Out>, right: (&[usize], &[i64])| {
            let (sizes, values) = common::zip((&[b, s, 3], full.as_slice()), right, |a, b| a - b);
            assert_eq!(result.sizes().as_slice(), sizes);
            assert_eq!(result.as_slice(), values);
        };
        check(&full - &full, (&[b, s, 3], full.as_slice()));
        check(&full - &tokens, (&[s, 3], tokens.as_slice()));
        check(full.clone() - &each, (&[b, 1, 1], each.as_slice()));
        check(full.view() - column.view(), (&[b, s, 1], column.as_slice()));
        check(&full - &bias, (&[3], bias.as_slice()));
        check(-(&bias - &full), (&[3], bias.as_slice()));
        check(&full - 4, (&[], &[4]));
        let mut assigned = full.clone();
        assigned -= &tokens;
        check(assigned, (&[s, 3], tokens.as_slice()));
        // Both sides stretch: [Batch, 1, 1] with [Seq, 3].
        let (sizes, values) = common::zip((&[b, 1, 1], each.as_slice()), (&[s, 3], tokens.as_slice()), |a, b| a - b);
        let both: Tensor<i64, Out> = &each - &tokens;
        prop_assert_eq!(both.sizes().to_vec(), sizes);
        prop_assert_eq!(both.as_slice(), values);
        // Stretched without a copy, and read by index.
        let view = tokens.expand_as(&full);
        prop_assert_eq!(view.numel(), b * s * 3);
        prop_assert_eq!(view.to_tensor() - &full, &tokens - &full);
    }
}

/// The named axis last, where the innermost loop may run once.
#[test]
fn a_run_time_axis_of_one_is_not_stretched_by_type() {
    for s in [0, 1, 2, 33] {
        let x = Tensor::<i32, shape![4, Seq]>::from_fn_with(Seq(s), |[i, j]| (10 * i + j) as i32);
        let y = Tensor::<i32, shape![Seq]>::from_fn_with(Seq(s), |[j]| 1000 * j as i32 + 1);
        let z = &x + &y;
        let expected = Tensor::<i32, shape![4, Seq]>::from_fn_with(Seq(s), |[i, j]| (10 * i + 1001 * j + 1) as i32);
        assert_eq!(z, expected);
    }
}

/// Rows of each length up to where they are long, under two, four and six loops none of which can be one with another.
#[test]
fn rows_of_a_few_elements() {
    for w in 1..40 {
        let x = Tensor::<i64, shape![Batch, 1, Seq, 1]>::from_vec_with((Batch(3), Seq(4)), numbers(12, 100)).unwrap();
        let y = Tensor::<i64, shape![Rows, 1, Width]>::from_vec_with((Rows(2), Width(w)), numbers(2 * w, 1)).unwrap();
        let (sizes, values) = common::zip((&[3, 1, 4, 1], x.as_slice()), (&[2, 1, w], y.as_slice()), |a, b| a - b);
        let mut z: Tensor<i64, shape![Batch, Rows, Seq, Width]> = &x - &y;
        assert_eq!((z.sizes().as_slice(), z.as_slice()), (&sizes[..], &values[..]));
        z -= &y;
        let (_, values) = common::zip((&sizes, &values), (&[2, 1, w], y.as_slice()), |a, b| a - b);
        assert_eq!(z.as_slice(), values);
        let x = Tensor::<i64, shape![Batch, 1, Seq, 1, Batch, 1]>::from_vec_with(
            (Batch(3), Seq(4), Batch(3)),
            numbers(36, 100),
        )
        .unwrap();
        let y = Tensor::<i64, shape![Rows, 1, Rows, 1, Width]>::from_vec_with(
            (Rows(2), Rows(2), Width(w)),
            numbers(4 * w, 1),
        )
        .unwrap();
        let (_, values) =
            common::zip((&[3, 1, 4, 1, 3, 1], x.as_slice()), (&[2, 1, 2, 1, w], y.as_slice()), |a, b| a - b);
        assert_eq!((&x - &y).as_slice(), values);
        let column = Tensor::<f32, shape![Seq, 1]>::from_fn_with(Seq(5), |[i, _]| i as f32);
        let row = Tensor::<f32, shape![Width]>::from_fn_with(Width(w), |[j]| 10.0 * j as f32);
        assert_eq!(&column + &row, Tensor::from_fn_with((Seq(5), Width(w)), |[i, j]| i as f32 + 10.0 * j as f32));
    }
}

/// Rows of a few floats, of which some are laid out as one row, of each length, in new memory, over old elements, in place, and through a closure that
/// counts what it is called for.
#[test]
fn rows_of_a_few_floats_are_laid_out() {
    macro_rules! of {
        ($t:ident, $c:expr, $d:expr) => {{
            let (a, b, c, d) = (9, 8, $c, $d);
            let left: Vec<$t> = (0..a * c).map(|x| x as $t * 0.5).collect();
            let right: Vec<$t> = (0..b * d).map(|x| x as $t * -3.0).collect();
            let (sizes, values) = common::zip((&[a, 1, c, 1], &left), (&[b, 1, d], &right), |a, b| a - b);
            let x = Tensor::<$t, shape![Batch, 1, Seq, 1]>::from_vec_with((Batch(a), Seq(c)), left).unwrap();
            let y = Tensor::<$t, shape![Rows, 1, Width]>::from_vec_with((Rows(b), Width(d)), right).unwrap();
            let mut z: Tensor<$t, shape![Batch, Rows, Seq, Width]> = &x - &y;
            assert_eq!((z.sizes().as_slice(), z.as_slice()), (&sizes[..], &values[..]));
            let swapped: Vec<$t> = values.iter().map(|x| -x).collect();
            assert_eq!((&y - &x).as_slice(), swapped);
            assert_eq!((x.view() - y.expand_as(&z)).as_slice(), values);
            let (_, changed) = common::zip((&sizes, &values), (&[b, 1, d], y.as_slice()), |a, b| a - b);
            z -= &y;
            assert_eq!(z.as_slice(), changed);
            (x.lazy() - &y).assign_to(&mut z);
            assert_eq!(z.as_slice(), values);
            let mut calls = 0;
            let counted = (x.lazy() - &y).map(|x| {
                calls += 1;
                x + 1.0
            });
            assert_eq!(counted.eval().as_slice(), values.iter().map(|x| x + 1.0).collect::<Vec<$t>>());
            assert_eq!(calls, values.len());
        }};
    }
    for c in [1, 2, 5, 7] {
        for d in 1..20 {
            of!(f32, c, d);
            of!(f64, c, d);
        }
    }
}

/// Long rows are cut where the first cache line of their places ends: from each place of a line on, of each element once.
#[test]
fn long_rows_may_start_anywhere() {
    for (len, skipped) in [(600, 0), (600, 1), (1037, 5), (2000, 15), (513, 31)] {
        let numbers: Vec<f32> = (0..3 * len + skipped).map(|x| x as f32).collect();
        let x = Tensor::<f32, shape![Seq, Width]>::from_vec_with((Seq(3), Width(len)), numbers[skipped..].to_vec());
        let (x, y) = (x.unwrap(), Tensor::<f32, shape![Width]>::full_with(Width(len), 2.0));
        let mut rows = Tensor::<f32, shape![Batch]>::from_vec_with(Batch(3 * len + skipped), numbers.clone()).unwrap();
        let part = &mut rows.as_mut_slice()[skipped..];
        let mut part = ViewMut::<f32, shape![Seq, Width]>::from_slice_with((Seq(3), Width(len)), part).unwrap();
        part += &y;
        part -= &(&x * 2.0);
        for (i, (was, is)) in numbers.iter().zip(rows.as_slice()).enumerate() {
            assert_eq!(*is, if i < skipped { *was } else { 2.0 - was }, "element {i}");
        }
    }
}

#[test]
#[should_panic(expected = "axis -2 (Batch) has size 2 on the left and 3 on the right")]
fn two_sizes_of_one_name_are_found_at_run_time() {
    let x = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(2));
    let y = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(3));
    let _ = x + y;
}

#[test]
#[should_panic(expected = "axis -2 (Batch) has size 2 on the left and 3 on the right")]
fn also_in_assignments() {
    let mut x = Tensor::<f32, shape![Batch, 3]>::zeros_with(Batch(2));
    x += Tensor::<f32, shape![Batch, 1]>::zeros_with(Batch(3));
}

#[test]
fn generic_code_takes_them_unchanged() {
    fn residual<L: Shape, T: Size, D: Size>(
        x: &Tensor<f32, ((L, T), D)>,
        y: &Tensor<f32, shape![T, D]>,
    ) -> Tensor<f32, ((L, T), D)> {
        x + y
    }
    fn center<L: Shape, D: Size>(x: &Tensor<f32, (L, D)>, mean: &Tensor<f32, (L, One)>) -> Tensor<f32, (L, D)> {
        x - mean
    }
    let x = Tensor::<f32, shape![Batch, Seq, 2]>::full_with((Batch(2), Seq(3)), 1.0);
    let y = Tensor::<f32, shape![Seq, 2]>::full_with(Seq(3), 2.0);
    assert_eq!(residual(&x, &y), Tensor::full_with((Batch(2), Seq(3)), 3.0));
    let mean = Tensor::<f32, shape![Batch, Seq, 1]>::full_with((Batch(2), Seq(3)), 1.0);
    assert_eq!(center(&x, &mean), Tensor::zeros_with((Batch(2), Seq(3))));
    let wrong = Tensor::<f32, shape![Batch, 3]>::from_vec_with(Batch(2), vec![0.0; 5]).unwrap_err();
    assert_eq!(wrong.to_string(), "shape [2, 3] has 6 elements, but 5 were given");
    let huge = Tensor::<f32, shape![Batch, 3]>::from_vec_with(Batch(usize::MAX), vec![0.0; 5]).unwrap_err();
    assert_eq!(
        huge.to_string(),
        "shape [18446744073709551615, 3] has more elements than can be counted, but 5 were given"
    );
    // None, however many the other sizes would make; and as many as they make where a sum of them would not fit.
    let none = |b, s| Tensor::<f32, shape![Batch, Seq, Batch, 0]>::from_vec_with((Batch(b), Seq(s), Batch(b)), vec![]);
    let none = none(usize::MAX, usize::MAX).unwrap();
    assert_eq!((none.numel(), (&none + &none).numel(), (none.clone() * 2.0).numel()), (0, 0, 0));
    assert_eq!((&none + &Tensor::<f32, shape![1]>::ones()).sizes(), [usize::MAX, usize::MAX, usize::MAX, 0]);
}
