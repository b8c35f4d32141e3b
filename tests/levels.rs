//! What is compiled for each width of vectors, against loops that are written out here. In release builds, once for each level:
//! `SHAPED_SIMD=avx512|avx2|baseline cargo test --release --test levels`. Sizes are run-time ones, so that few loops are compiled.

use shaped::prelude::*;

axis!(Rows);
axis!(Columns);
axis!(Others);

/// Numbers that differ, some of them equal in size, with both zeros.
fn number(i: usize) -> f64 {
    let x = ((i * 7919 + 13) % 2003) as f64 / 16.0 - 60.0;
    if i.is_multiple_of(97) { -0.0 } else { x }
}

const LENGTHS: [usize; 14] = [1, 15, 16, 63, 64, 65, 79, 80, 129, 1000, 1024, 1087, 1088, 5000];

macro_rules! for_floats {
    ($name:ident, $t:ident, $rounding:literal) => {
        mod $name {
            use super::*;

            type Matrix = Tensor<$t, shape![Rows, Columns]>;

            fn matrix(rows: usize, columns: usize, element: impl Fn(usize) -> $t) -> Matrix {
                let elements = (0..rows * columns).map(element).collect();
                Tensor::from_vec_with((Rows(rows), Columns(columns)), elements).unwrap()
            }

            /// The same numbers, the other way round in memory.
            fn turned(x: &Matrix, rows: usize, columns: usize) -> Tensor<$t, shape![Columns, Rows]> {
                let x = x.as_slice();
                let elements = (0..rows * columns).map(|i| x[i % rows * columns + i / rows]).collect();
                Tensor::from_vec_with((Columns(columns), Rows(rows)), elements).unwrap()
            }

            fn bits(x: &[$t]) -> Vec<u64> {
                x.iter().map(|x| x.to_bits().into()).collect()
            }

            fn close(a: $t, b: f64, scale: f64) -> bool {
                f64::from(a) == b || (f64::from(a) - b).abs() <= $rounding * scale
            }

            fn check(rows: usize, columns: usize, element: impl Fn(usize) -> $t) {
                let x = matrix(rows, columns, &element);
                let turned = turned(&x, rows, columns);
                let y = turned.transpose();
                macro_rules! same {
                    ($method:ident) => {
                        for (a, b) in [
                            (bits(x.$method(Axis::<1>).as_slice()), bits(y.$method(Axis::<1>).as_slice())),
                            (bits(x.$method(Axis::<0>).as_slice()), bits(y.$method(Axis::<0>).as_slice())),
                        ] {
                            assert_eq!(a, b, "{} [{rows}, {columns}]", stringify!($method));
                        }
                    };
                }
                same!(sum);
                same!(max);
                same!(min);
                same!(mean);
                // Sums whose bits follow from the order, which in a transposed view follows from how that lies.
                let both = |a: &[$t], b: &[$t]| {
                    a.iter().zip(b).all(|(&a, &b)| close(a, b.into(), b.into()) || a.is_nan() && b.is_nan())
                };
                assert!(both(x.norm(Axis::<1>).as_slice(), y.norm(Axis::<1>).as_slice()), "norm [{rows}, {columns}]");
                assert!(both(x.norm(Axis::<0>).as_slice(), y.norm(Axis::<0>).as_slice()), "norm [{rows}, {columns}]");
                let at = |i: usize, j: usize| x.as_slice()[i * columns + j];
                let best = |indices: &mut dyn Iterator<Item = (usize, $t)>, sign: $t| {
                    let mut best = indices.next().unwrap();
                    for (i, x) in indices {
                        if sign * x > sign * best.1 || (x.is_nan() && !best.1.is_nan()) {
                            best = (i, x);
                        }
                    }
                    best
                };
                for i in 0..rows {
                    let row = || (0..columns).map(move |j| (j, at(i, j)));
                    let sum: f64 = row().map(|(_, x)| f64::from(x)).sum();
                    let size: f64 = row().map(|(_, x)| f64::from(x).abs()).sum();
                    let ours = x.sum(Axis::<1>).as_slice()[i];
                    assert!(
                        close(ours, sum, size) || sum.is_nan() && ours.is_nan(),
                        "sum of row {i} of {columns}: {ours} {sum}"
                    );
                    let (place, largest) = best(&mut row(), 1.0);
                    let max = x.max(Axis::<1>).as_slice()[i];
                    assert!(max == largest || max.is_nan() && largest.is_nan(), "max of row {i} of {columns}");
                    assert_eq!(x.argmax(Axis::<1>).as_slice()[i], place, "argmax of row {i} of {columns}");
                    assert_eq!(y.argmax(Axis::<1>).as_slice()[i], place, "argmax of row {i} of {columns}, turned");
                    let (place, least) = best(&mut row(), -1.0);
                    let min = x.min(Axis::<1>).as_slice()[i];
                    assert!(min == least || min.is_nan() && least.is_nan(), "min of row {i} of {columns}");
                    assert_eq!(x.argmin(Axis::<1>).as_slice()[i], place, "argmin of row {i} of {columns}");
                }
                for j in (0..columns).step_by(1 + columns / 7) {
                    let column = || (0..rows).map(move |i| (i, at(i, j)));
                    let sum: f64 = column().map(|(_, x)| f64::from(x)).sum();
                    let size: f64 = column().map(|(_, x)| f64::from(x).abs()).sum();
                    let ours = x.sum(Axis::<0>).as_slice()[j];
                    assert!(close(ours, sum, size) || sum.is_nan() && ours.is_nan(), "sum of column {j} of {rows}");
                    let (place, largest) = best(&mut column(), 1.0);
                    let max = x.max(Axis::<0>).as_slice()[j];
                    assert!(max == largest || max.is_nan() && largest.is_nan(), "max of column {j} of {rows}");
                    assert_eq!(x.argmax(Axis::<0>).as_slice()[j], place, "argmax of column {j} of {rows}");
                    let (place, _) = best(&mut column(), -1.0);
                    assert_eq!(x.argmin(Axis::<0>).as_slice()[j], place, "argmin of column {j} of {rows}");
                }
                let flat: $t = x.as_slice().iter().copied().fold($t::NEG_INFINITY, |a, b| if b > a { b } else { a });
                if !x.as_slice().iter().any(|x| x.is_nan()) {
                    assert_eq!(x.max_all(), flat);
                    assert_eq!(x.as_slice()[x.argmax_all()], flat);
                }
            }

            #[test]
            fn reductions_of_rows_and_columns() {
                for len in LENGTHS {
                    check(2, len, |i| number(i) as $t);
                    check(len, 3, |i| number(i) as $t);
                }
                for (rows, columns) in [(33, 200), (64, 131), (97, 72), (300, 64), (200, 33), (2, 17), (3, 48)] {
                    check(rows, columns, |i| number(i) as $t);
                }
            }

            #[test]
            fn rows_that_are_parts_of_longer_ones() {
                type Whole = Tensor<$t, shape![3, 150, 200]>;
                for nan in [None, Some((0, 0)), Some((70, 129)), Some((128, 5)), Some((449, 77))] {
                    let is_nan = |i: usize| nan == Some((i / 200, (i % 200).wrapping_sub(31)));
                    let x: Whole = Tensor::from_flat_fn(|i| if is_nan(i) { $t::NAN } else { number(i) as $t });
                    let part = x.view().narrow(Axis::<2>, 31, Dim::<130>);
                    let (sums, largest, places) = (part.sum(Axis::<2>), part.max(Axis::<2>), part.argmax(Axis::<2>));
                    for (i, row) in x.as_slice().chunks_exact(200).enumerate() {
                        let row = matrix(1, 130, |j| row[31 + j]);
                        let (sum, max) = (row.sum(Axis::<1>), row.max(Axis::<1>));
                        assert_eq!(sums.as_slice()[i].to_bits(), sum.as_slice()[0].to_bits(), "sum of row {i}");
                        assert_eq!(largest.as_slice()[i].to_bits(), max.as_slice()[0].to_bits(), "max of row {i}");
                        assert_eq!(places.as_slice()[i], row.argmax(Axis::<1>).as_slice()[0], "argmax of row {i}");
                    }
                }
            }

            #[test]
            fn rows_side_by_side_are_as_each_alone() {
                for columns in [16, 17, 31, 32, 33, 56, 63, 64, 100, 1100] {
                    for rows in [1, 2, 3, 4, 5, 8, 9, 15, 16, 17, 31, 33, 130] {
                        let zero = |i: usize| if i % 3 == 0 { 0.0 } else { -0.0 };
                        let with = |nan: usize, i: usize| match (i / columns, i % columns) {
                            (row, 7) if row == nan => $t::NAN,
                            (row, _) if row == 2 => zero(i),
                            _ => number(i) as $t,
                        };
                        for nan in [usize::MAX, rows / 2] {
                            let x = matrix(rows, columns, |i| with(nan, i));
                            let all = [x.sum(Axis::<1>), x.max(Axis::<1>), x.min(Axis::<1>), x.norm(Axis::<1>)];
                            for i in 0..rows {
                                let row = matrix(1, columns, |j| with(nan, i * columns + j));
                                let one =
                                    [row.sum(Axis::<1>), row.max(Axis::<1>), row.min(Axis::<1>), row.norm(Axis::<1>)];
                                for (all, one) in all.iter().zip(&one) {
                                    let (all, one) = (all.as_slice()[i], one.as_slice()[0]);
                                    assert!(
                                        all.to_bits() == one.to_bits() || all.is_nan() && one.is_nan(),
                                        "row {i} of [{rows}, {columns}]: {all} {one}"
                                    );
                                }
                            }
                        }
                    }
                }
            }

            /// Whole rows at a time; of some of the columns, which are few, as many at a time as registers hold.
            #[test]
            fn columns_that_come_from_memory_are_as_some_of_them() {
                for (rows, columns) in [(1543, 708), (3001, 259), (101, 8200)] {
                    let x = matrix(rows, columns, |i| number(i) as $t / 3.0);
                    let (sums, norms) = (x.sum(Axis::<0>), x.norm(Axis::<0>));
                    for first in (0..columns).step_by(61) {
                        let count = 61.min(columns - first);
                        let some = matrix(rows, count, |i| x.as_slice()[i / count * columns + first + i % count]);
                        let same =
                            |all: &[$t], some: &[$t]| assert_eq!(bits(&all[first..][..count]), bits(some), "{first}");
                        same(sums.as_slice(), some.sum(Axis::<0>).as_slice());
                        same(norms.as_slice(), some.norm(Axis::<0>).as_slice());
                    }
                }
            }

            #[test]
            fn running_sums() {
                for rows in [1, 2, 3, 4, 5, 9, 33] {
                    for columns in [1, 2, 15, 16, 17, 32, 33, 100, 128, 129, 290] {
                        let x = matrix(rows, columns, |i| number(i) as $t / 3.0);
                        let (along, down) = (x.cumsum(Axis::<1>), x.cumsum(Axis::<0>));
                        let at = |i: usize, j: usize| x.as_slice()[i * columns + j];
                        let running = |elements: &mut dyn Iterator<Item = $t>| {
                            let first = f64::from(elements.next().unwrap());
                            elements.fold(first, |sum, x| sum + f64::from(x)) as $t
                        };
                        for (i, j) in (0..rows * columns).map(|i| (i / columns, i % columns)) {
                            let wanted = running(&mut (0..=j).map(|j| at(i, j)));
                            assert_eq!(along.as_slice()[i * columns + j].to_bits(), wanted.to_bits(), "[{i}, {j}]");
                            let wanted = running(&mut (0..=i).map(|i| at(i, j)));
                            assert_eq!(down.as_slice()[i * columns + j].to_bits(), wanted.to_bits(), "[{i}, {j}]");
                        }
                    }
                }
            }

            #[test]
            fn nan_and_infinities_decide() {
                for bad in [$t::NAN, $t::INFINITY, $t::NEG_INFINITY] {
                    for at in [0, 70, 140, 1087] {
                        check(2, 1088, |i| if i == at { bad } else { number(i) as $t });
                        check(64, 130, |i| if i == at { bad } else { number(i) as $t });
                    }
                }
                check(2, 1100, |_| $t::NEG_INFINITY);
                check(2, 1100, |i| if i % 2 == 0 { 0.0 } else { -0.0 });
                check(64, 130, |i| if i / 130 % 2 == 0 { 0.0 } else { -0.0 });
            }

            /// Numbers of which sums of squares have few digits that cancel.
            fn place(i: usize) -> $t {
                (number(i) / 16.0) as $t
            }

            #[test]
            fn distances_of_many_vectors() {
                for (rows, columns, n) in [(8, 8, 1), (9, 37, 5), (12, 64, 64), (13, 33, 129), (8, 9, 300)] {
                    let x =
                        Tensor::from_vec_with((Rows(rows), Columns(n)), (0..rows * n).map(place).collect()).unwrap();
                    let y = Tensor::from_vec_with(
                        (Others(columns), Columns(n)),
                        (0..columns * n).map(|i| place(i * 3 + 1)).collect(),
                    )
                    .unwrap();
                    let (x, y): (Matrix, Tensor<$t, shape![Others, Columns]>) = (x, y);
                    for order in [1.0, 2.0, f64::INFINITY, 3.0] {
                        let ours = x.cdist(&y, order);
                        assert_eq!(ours.as_slice().len(), rows * columns);
                        for (at, ours) in ours.as_slice().iter().enumerate() {
                            let both = x.as_slice()[at / columns * n..][..n]
                                .iter()
                                .zip(&y.as_slice()[at % columns * n..][..n]);
                            let sizes = both.map(|(&a, &b)| (f64::from(a) - f64::from(b)).abs());
                            let wanted = match order {
                                f64::INFINITY => sizes.fold(0.0, f64::max),
                                _ => sizes.map(|d| d.powf(order)).sum::<f64>().powf(1.0 / order),
                            };
                            assert!(
                                close(*ours, wanted, wanted),
                                "order {order} of [{rows}, {columns}, {n}] at {at}: {ours} {wanted}"
                            );
                        }
                    }
                }
                // What is no number stays where it is.
                let x = matrix(9, 70, |i| if i == 3 * 70 + 5 { $t::NAN } else { place(i) });
                let y = (0..20 * 70).map(|i| place(i + 7)).collect();
                let y = Tensor::<$t, shape![Others, Columns]>::from_vec_with((Others(20), Columns(70)), y).unwrap();
                for order in [1.0, 2.0, f64::INFINITY] {
                    let ours = x.cdist(&y, order);
                    assert!(
                        ours.as_slice().iter().enumerate().all(|(i, d)| d.is_nan() == (i / 20 == 3)),
                        "order {order}"
                    );
                }
            }

            #[test]
            fn cosines_of_long_vectors() {
                for n in [2, 31, 32, 33, 100, 1000, 2048, 5000] {
                    let (x, y) = (matrix(3, n, place), matrix(3, n, |i| place(i * 5 + 2)));
                    for (i, &ours) in x.cosine_similarity(&y, Axis::<1>).as_slice().iter().enumerate() {
                        let (x, y) = (row_of(&x, i, n), row_of(&y, i, n));
                        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
                        let wanted = dot(&x, &y) / (dot(&x, &x) * dot(&y, &y)).sqrt();
                        assert!(close(ours, wanted, 1.0), "of {n}: {ours} {wanted}");
                    }
                }
            }

            #[test]
            fn convolutions() {
                fn run<const F: usize>(
                    x: &[$t],
                    w: &[$t],
                    ours: &[$t],
                    height: usize,
                    width: usize,
                    pad: usize,
                    stride: usize,
                ) {
                    let out = [(height + 2 * pad - 3) / stride + 1, (width + 2 * pad - 3) / stride + 1];
                    assert_eq!(ours.len(), 2 * F * out[0] * out[1]);
                    for (at, ours) in ours.iter().enumerate() {
                        let (j, i) = (at % out[1], at / out[1] % out[0]);
                        let (f, n) = (at / out[1] / out[0] % F, at / out[1] / out[0] / F);
                        let (mut sum, mut size) = (0.0, 0.0);
                        for (k, w) in w[f * 27..][..27].iter().enumerate() {
                            let (c, y, z) = (k / 9, i * stride + k / 3 % 3, j * stride + k % 3);
                            if y < pad || z < pad || y >= height + pad || z >= width + pad {
                                continue;
                            }
                            let x = x[((n * 3 + c) * height + y - pad) * width + z - pad];
                            sum += f64::from(x) * f64::from(*w);
                            size += (f64::from(x) * f64::from(*w)).abs();
                        }
                        assert!(close(*ours, sum, size), "filter {f} of {F}, [{i}, {j}]: {ours} instead of {sum}");
                    }
                }
                macro_rules! filters {
                    ($f:literal, $h:literal, $w:literal) => {
                        let x: Tensor<$t, shape![2, 3, $h, $w]> = Tensor::from_flat_fn(|i| number(i) as $t);
                        let w: Tensor<$t, shape![$f, 3, 3, 3]> = Tensor::from_flat_fn(|i| number(i + 5) as $t);
                        run::<$f>(x.as_slice(), w.as_slice(), x.conv2d(&w, Conv::new()).as_slice(), $h, $w, 0, 1);
                        let padded = x.conv2d(&w, Conv::new().padding(One));
                        run::<$f>(x.as_slice(), w.as_slice(), padded.as_slice(), $h, $w, 1, 1);
                        let strided = x.conv2d(&w, Conv::new().padding(One).stride(Dim::<2>));
                        run::<$f>(x.as_slice(), w.as_slice(), strided.as_slice(), $h, $w, 1, 2);
                    };
                }
                filters!(1, 9, 300);
                filters!(15, 7, 7);
                filters!(3, 20, 33);
            }

            /// Numbers with the largest one anywhere, some of them so far below it that they count for next to nothing.
            fn score(i: usize) -> $t {
                let x = number(i) / 16.0;
                (if i % 11 == 5 {
                    x - 90.0
                } else if i % 13 == 7 {
                    x - 800.0
                } else {
                    x
                }) as $t
            }

            fn row_of(x: &Matrix, i: usize, columns: usize) -> Vec<f64> {
                x.as_slice()[i * columns..][..columns].iter().map(|x| f64::from(*x)).collect()
            }

            #[test]
            fn softmax_along_rows_and_columns() {
                let sizes =
                    [(1, 1), (3, 2), (2, 15), (3, 16), (2, 33), (40, 17), (3, 100), (2, 1000), (2, 2077), (65, 131)];
                for (rows, columns) in sizes {
                    let x = matrix(rows, columns, score);
                    let turned = turned(&x, rows, columns);
                    let check = |name: &str, ours: &Matrix, wanted: &dyn Fn(&[f64], f64, f64, f64) -> f64| {
                        for i in 0..rows {
                            let row = row_of(&x, i, columns);
                            let peak = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                            let total: f64 = row.iter().map(|x| (x - peak).exp()).sum();
                            for (j, &at) in row.iter().enumerate() {
                                let (ours, wanted) = (ours.as_slice()[i * columns + j], wanted(&row, at, peak, total));
                                let scale = wanted.abs().max(f64::from(<$t>::MIN_POSITIVE));
                                assert!(
                                    close(ours, wanted, scale),
                                    "{name} [{rows}, {columns}] {i} {j}: {ours} {wanted}"
                                );
                            }
                        }
                    };
                    macro_rules! both {
                        ($method:ident, $wanted:expr) => {
                            check(stringify!($method), &x.$method(Axis::<1>), &$wanted);
                            let back = turned.$method(Axis::<0>).transpose().to_tensor();
                            check(concat!(stringify!($method), " down"), &back, &$wanted);
                            let strided = turned.transpose().$method(Axis::<1>);
                            assert_eq!(bits(x.$method(Axis::<1>).as_slice()), bits(strided.as_slice()), "strided");
                        };
                    }
                    both!(softmax, |_: &[f64], x: f64, peak: f64, total: f64| (x - peak).exp() / total);
                    both!(log_softmax, |_: &[f64], x: f64, peak: f64, total: f64| (x - peak) - total.ln());
                    both!(normalize, |row: &[f64], x: f64, _: f64, _: f64| {
                        x / row.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-12)
                    });
                    let sums = x.logsumexp(Axis::<1>);
                    for i in 0..rows {
                        let wanted = row_of(&x, i, columns).iter().map(|x| x.exp()).sum::<f64>().ln();
                        assert!(close(sums.as_slice()[i], wanted, 1.0 + wanted.abs()), "logsumexp");
                    }
                    assert_eq!(bits(sums.as_slice()), bits(turned.transpose().logsumexp(Axis::<1>).as_slice()));
                }
            }

            /// What is wrong with one row or column stays there.
            #[test]
            fn softmax_of_what_is_no_number() {
                for (rows, columns) in [(5, 7), (5, 64), (4, 1000)] {
                    for bad in [$t::NAN, $t::INFINITY, $t::NEG_INFINITY] {
                        for at in [0, columns / 2, columns - 1] {
                            let x = matrix(rows, columns, |i| if i == columns + at { bad } else { score(i) });
                            let good = matrix(rows, columns, score);
                            let (ours, wanted) = (x.softmax(Axis::<1>), good.softmax(Axis::<1>));
                            let (logs, sums) = (x.log_softmax(Axis::<1>), x.logsumexp(Axis::<1>));
                            let down = turned(&x, rows, columns).softmax(Axis::<0>).transpose().to_tensor();
                            for (i, y) in ours.as_slice().iter().enumerate() {
                                if i / columns != 1 {
                                    assert_eq!(y.to_bits(), wanted.as_slice()[i].to_bits(), "{bad} at {at}: {i}");
                                    assert!(logs.as_slice()[i].is_finite() && down.as_slice()[i].is_finite());
                                } else if bad == $t::NEG_INFINITY {
                                    assert!(!y.is_nan() && (*y == 0.0 || i % columns != at));
                                    assert!(!down.as_slice()[i].is_nan());
                                } else if bad.is_nan() || i % columns == at {
                                    assert!(y.is_nan() && logs.as_slice()[i].is_nan() && down.as_slice()[i].is_nan());
                                }
                            }
                            let sum = sums.as_slice()[1];
                            assert!(sum.is_nan() == bad.is_nan() && (bad != $t::INFINITY || sum == bad), "{sum}");
                        }
                    }
                    let least = matrix(rows, columns, |_| $t::NEG_INFINITY);
                    assert!(least.softmax(Axis::<1>).as_slice().iter().all(|x| x.is_nan()));
                    assert!(least.logsumexp(Axis::<1>).as_slice().iter().all(|x| *x == $t::NEG_INFINITY));
                }
            }

            #[test]
            fn normalisations_of_rows() {
                for columns in [1, 2, 5, 16, 31, 64, 65, 100, 768, 1000, 2077, 5000] {
                    for offset in [0.0, 3000.0] {
                        let x = matrix(3, columns, |i| (number(i) / 16.0 + offset) as $t);
                        let axis = Columns(columns);
                        let parameter = |f: fn(usize) -> $t| {
                            let numbers = (0..columns).map(f).collect();
                            Tensor::<$t, shape![Columns]>::from_vec_with(axis, numbers).unwrap()
                        };
                        let (w, b) = (parameter(|i| (i % 7) as $t - 3.0), parameter(|i| (i % 5) as $t));
                        let layer = x.layer_norm(&w, &b, 1e-5);
                        let plain = x.layer_norm_no_affine::<shape![Columns]>(1e-5);
                        let (rms, plain_rms) = (x.rms_norm(&w, 1e-5), x.rms_norm_no_affine::<shape![Columns]>(1e-5));
                        let spread = x.var(Axis::<1>);
                        let y = turned(&x, 3, columns);
                        assert_eq!(bits(spread.as_slice()), bits(y.transpose().var(Axis::<1>).as_slice()), "var");
                        assert_eq!(bits(layer.as_slice()), bits(y.transpose().layer_norm(&w, &b, 1e-5).as_slice()));
                        for i in 0..3 {
                            let row = row_of(&x, i, columns);
                            let n = columns as f64;
                            let mean = row.iter().sum::<f64>() / n;
                            let squares = row.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
                            if columns > 1 {
                                let wanted = squares / (n - 1.0);
                                // The sums here round, too.
                                assert!(close(spread.as_slice()[i], wanted, 10.0 * wanted), "var of {columns}");
                            }
                            let root = (row.iter().map(|x| x * x).sum::<f64>() / n + 1e-5).sqrt();
                            for (j, x) in row.iter().enumerate() {
                                let (w, b) = (f64::from(w.as_slice()[j]), f64::from(b.as_slice()[j]));
                                let check = |name, ours: &Matrix, wanted: f64, scale: f64| {
                                    let ours = ours.as_slice()[i * columns + j];
                                    assert!(close(ours, wanted, scale), "{name} of {columns} at {j}: {ours} {wanted}");
                                };
                                // The mean is rounded as the elements are.
                                let rounding = (1.0 + offset) / (squares / n + 1e-5).sqrt();
                                let centred = (x - mean) / (squares / n + 1e-5).sqrt();
                                let scale = 1.0 + centred.abs() + rounding;
                                check("layer norm", &layer, centred * w + b, scale * (1.0 + w.abs()) + b);
                                check("layer norm, plain", &plain, centred, scale);
                                check("rms norm", &rms, x / root * w, (x / root * w).abs());
                                check("rms norm, plain", &plain_rms, x / root, (x / root).abs());
                            }
                        }
                    }
                }
            }

            #[test]
            fn normalisations_of_channels() {
                for inner in [1, 2, 17, 49, 130] {
                    let numbers = (0..18 * inner).map(|i| number(i) as $t / 16.0).collect();
                    let x = Tensor::<$t, shape![3, 6, Columns]>::from_vec_with(Columns(inner), numbers).unwrap();
                    let w: Tensor<$t, shape![6]> = Tensor::from_flat_fn(|i| i as $t - 2.0);
                    let b: Tensor<$t, shape![6]> = Tensor::from_flat_fn(|i| 0.5 * i as $t);
                    let var = w.square() + 1.0;
                    let batch = x.batch_norm(Axis::<1>, &b, &var, &w, &b, 1e-5);
                    let instance = x.instance_norm(Axis::<1>, &w, &b, 1e-5);
                    let group = x.group_norm(Axis::<1>, Dim::<2>, &w, &b, 1e-5);
                    let turned = x.permute(axes![2, 1, 0]).to_tensor();
                    let strided = turned.permute(axes![2, 1, 0]).group_norm(Axis::<1>, Dim::<2>, &w, &b, 1e-5);
                    assert_eq!(bits(group.as_slice()), bits(strided.as_slice()));
                    let of = |from: usize, len: usize| {
                        let part = x.as_slice()[from..from + len].iter().map(|x| f64::from(*x));
                        let mean = part.clone().sum::<f64>() / len as f64;
                        (mean, (part.map(|x| (x - mean).powi(2)).sum::<f64>() / len as f64 + 1e-5).sqrt())
                    };
                    for (i, &at) in x.as_slice().iter().enumerate() {
                        let channel = i / inner % 6;
                        let (x, w, b) = (f64::from(at), channel as f64 - 2.0, 0.5 * channel as f64);
                        let check = |name, ours: $t, (mean, root): (f64, f64)| {
                            let wanted = (x - mean) / root * w + b;
                            let scale = (1.0 + (x.abs() + mean.abs()) / root) * (1.0 + w.abs()) + b;
                            assert!(close(ours, wanted, scale), "{name} {inner} at {i}: {ours} {wanted}");
                        };
                        check("batch norm", batch.as_slice()[i], (b, (w * w + 1.0 + 1e-5).sqrt()));
                        check("instance norm", instance.as_slice()[i], of(i / inner * inner, inner));
                        check("group norm", group.as_slice()[i], of(i / (3 * inner) * 3 * inner, 3 * inner));
                    }
                }
            }

            #[test]
            fn element_wise() {
                for columns in [1, 3, 17, 130, 1000] {
                    let x = matrix(5, columns, |i| number(i) as $t);
                    let y = turned(&x, 5, columns);
                    let row = Tensor::<$t, shape![Columns]>::from_vec_with(
                        Columns(columns),
                        (0..columns).map(|i| i as $t).collect(),
                    )
                    .unwrap();
                    let mut sums = &x + &row;
                    let products = (&x * y.transpose()).into_vec();
                    for (i, x) in x.as_slice().iter().enumerate() {
                        assert_eq!(sums.as_slice()[i], x + (i % columns) as $t);
                        assert_eq!(products[i], x * x);
                    }
                    sums -= &row;
                    sums *= 2.0;
                    for (i, x) in x.as_slice().iter().enumerate() {
                        let wanted = ((x + (i % columns) as $t) - (i % columns) as $t) * 2.0;
                        assert_eq!(sums.as_slice()[i], wanted);
                    }
                }
            }
        }
    };
}
for_floats!(singles, f32, 2e-6);
for_floats!(doubles, f64, 4e-15);

/// Of views in any order of their axes, with gaps, far from 0 too: each within one rounding of what `f64` says.
#[test]
fn variances_of_views() {
    for offset in [0.0, 12345.678, f64::INFINITY] {
        for (rows, columns) in [(1, 1), (2, 3), (5, 40), (9, 16), (33, 7), (70, 131), (131, 300), (1100, 9)] {
            let elements = (0..rows * columns).map(|i| (number(i) / 16.0 + offset) as f32).collect();
            let x =
                Tensor::<f32, shape![Rows, Columns]>::from_vec_with((Rows(rows), Columns(columns)), elements).unwrap();
            let check = |ours: &[f32], elements: &dyn Fn(usize) -> Vec<f64>, what| {
                for (i, &ours) in ours.iter().enumerate() {
                    let of = elements(i);
                    let n = of.len() as f64;
                    let mean = of.iter().sum::<f64>() / n;
                    let wanted = of.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
                    let same = wanted.is_nan() && ours.is_nan() || (f64::from(ours) - wanted).abs() <= 1.3e-7 * wanted;
                    assert!(same, "var {what} of [{rows}, {columns}] at {i}: {ours}, not {wanted}");
                }
            };
            let at = |i: usize, j: usize| f64::from(x.as_slice()[i * columns + j]);
            let turned = x.transpose();
            let of_row = |i: usize| (0..columns).map(|j| at(i, j)).collect();
            let of_column = |j: usize| (0..rows).map(|i| at(i, j)).collect();
            check(turned.var(Axis::<0>).as_slice(), &of_row, "of rows, turned");
            check(turned.var(Axis::<1>).as_slice(), &of_column, "of columns, turned");
            let half = columns.div_ceil(2);
            let (last, few) = (x.narrow_with(Axis::<1>, columns - half, Columns(half)), columns - half);
            check(last.var(Axis::<0>).as_slice(), &|j| of_column(few + j), "of columns, sliced");
            let of_part = |i| (few..columns).map(|j| at(i, j)).collect();
            check(last.var(Axis::<1>).as_slice(), &of_part, "of rows, sliced");
            check(&[turned.var_all()], &|_| x.as_slice().iter().map(|x| f64::from(*x)).collect(), "of all");
        }
    }
}

#[test]
fn integers_are_convolved() {
    macro_rules! integers {
        ($($t:ident)*) => { $(
            let x: Tensor<$t, shape![2, 3, 9, 11]> = Tensor::from_flat_fn(|i| (i % 17) as $t);
            let w: Tensor<$t, shape![5, 3, 3, 3]> = Tensor::from_flat_fn(|i| (i % 3) as $t);
            let b: Tensor<$t, shape![5]> = Tensor::arange();
            let y = x.conv2d_with_bias(&w, &b, Conv::new().padding(One));
            for (at, ours) in y.as_slice().iter().enumerate() {
                let (j, i, f, n) = (at % 11, at / 11 % 9, at / 99 % 5, at / 495);
                let term = |k: usize| match (i + k / 3 % 3, j + k % 3) {
                    (row @ 1..=9, column @ 1..=11) => x[[n, k / 9, row - 1, column - 1]].wrapping_mul(w[[f, k / 9, k / 3 % 3, k % 3]]),
                    _ => 0,
                };
                let sum = (0..27).fold(f as $t, |sum: $t, k| sum.wrapping_add(term(k)));
                assert_eq!(*ours, sum, "{} [{n}, {f}, {i}, {j}]", stringify!($t));
            }
        )* };
    }
    integers!(i32 i64 u16);
}

/// What is written over old memory is sent past the caches from 32 MB on: rows that begin and end anywhere, elements of each size.
#[test]
fn large_results_over_old_ones() {
    fn check<T: Copy + PartialEq + std::fmt::Debug + std::ops::Add<Output = T> + 'static>(
        (rows, columns): (usize, usize),
        number: impl Fn(usize) -> T,
    ) {
        let x: Vec<T> = (0..rows * columns).map(&number).collect();
        let y: Vec<T> = (0..columns).map(|i| number(i + 5)).collect();
        let each: Vec<T> = (0..rows).map(|i| number(i + 7)).collect();
        let sizes = (Rows(rows), Columns(columns));
        let x = Tensor::<T, shape![Rows, Columns]>::from_vec_with(sizes, x).unwrap();
        let y = Tensor::<T, shape![Columns]>::from_vec_with(Columns(columns), y).unwrap();
        let each = Tensor::<T, shape![Rows, 1]>::from_vec_with(Rows(rows), each).unwrap();
        // From a vector, so that it starts where the vector does.
        let mut to = Tensor::<T, shape![Rows, Columns]>::from_vec_with(sizes, vec![number(3); rows * columns]).unwrap();
        let expected = |f: &dyn Fn(usize, usize) -> T, to: &[T], what| {
            let wrong = (0..rows * columns).find(|&i| to[i] != f(i / columns, i % columns));
            assert_eq!(wrong, None, "{what} of [{rows}, {columns}]");
        };
        (x.lazy() + &y).assign_to(&mut to);
        expected(&|i, j| x.as_slice()[i * columns + j] + y.as_slice()[j], to.as_slice(), "x + y");
        (x.lazy() + &each).assign_to(&mut to);
        expected(&|i, j| x.as_slice()[i * columns + j] + each.as_slice()[i], to.as_slice(), "x + each");
        (x.lazy() + &x).assign_to(&mut to);
        expected(&|i, j| x.as_slice()[i * columns + j] + x.as_slice()[i * columns + j], to.as_slice(), "x + x");
        to.copy_from(&y);
        expected(&|_, j| y.as_slice()[j], to.as_slice(), "y");
    }
    check((1201, 7013), |i| i as f32);
    check((3, 1_400_003), |i| i as f64);
    check((1, 33_600_011), |i| (i % 101) as u8);
    check((2049, 8195), |i| (i % 10_007) as i16);
    check((1030, 4099), |i| num_complex::Complex::new(i as f32, -1.0));
}
