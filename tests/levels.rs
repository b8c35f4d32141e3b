//! What is compiled for each width of vectors, against loops that are written out here. In release builds, once for each level:
//! `SHAPED_SIMD=avx512|avx2|baseline cargo test --release --test levels`. Sizes are run-time ones, so that few loops are compiled.

use shaped::prelude::*;

axis!(Rows);
axis!(Columns);

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
                same!(norm);
                same!(mean);
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
                for (rows, columns) in [(33, 200), (64, 131), (97, 72), (300, 64), (2, 17)] {
                    check(rows, columns, |i| number(i) as $t);
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

            #[test]
            fn softmax_and_layer_norm() {
                for columns in [5, 100, 1000] {
                    let x = matrix(3, columns, |i| number(i) as $t / 16.0);
                    let ours = x.softmax(Axis::<-1>);
                    let ones = Tensor::<$t, shape![Columns]>::full_with(Columns(columns), 1.0);
                    let normal = x.layer_norm(&ones, &ones, 1e-5);
                    for i in 0..3 {
                        let row: Vec<f64> =
                            x.as_slice()[i * columns..][..columns].iter().map(|x| f64::from(*x)).collect();
                        let total: f64 = row.iter().map(|x| x.exp()).sum();
                        let mean = row.iter().sum::<f64>() / columns as f64;
                        let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / columns as f64;
                        for (j, x) in row.iter().enumerate() {
                            assert!(
                                close(ours.as_slice()[i * columns + j], x.exp() / total, x.exp() / total),
                                "softmax"
                            );
                            let wanted = (x - mean) / (variance + 1e-5).sqrt() + 1.0;
                            assert!(
                                close(normal.as_slice()[i * columns + j], wanted, 1.0 + wanted.abs()),
                                "layer norm"
                            );
                        }
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
