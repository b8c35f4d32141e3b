//! What is read as it lies gives what its copy does: pools and convolutions of views with their channels last, operators on transposed views, depthwise
//! convolutions, and sums and products of floats with 16 bits, of sizes that leave something over in every loop.

#![cfg(feature = "half")]

use half::{bf16, f16};
use shaped::prelude::*;

fn num(i: usize) -> f32 {
    let mut x = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    ((x >> 40) as f32 - 8_388_608.0) / 8_388_608.0
}
fn t<S: StaticShape>(seed: usize) -> Tensor<f32, S> {
    Tensor::from_flat_fn(|i| num(i + seed * 1_000_003))
}
fn near(a: &[f32], b: &[f32], tol: f32) {
    assert_eq!(a.len(), b.len());
    for (i, (x, y)) in a.iter().zip(b).enumerate() {
        assert!((x - y).abs() <= tol * (1.0 + y.abs()), "{i}: {x} {y}");
    }
}
macro_rules! nhwc {
    ($n:literal $h:literal $w:literal $c:literal, $o:literal $ci:literal $k:literal, $conv:expr) => {{
        let x: Tensor<f32, shape![$n, $h, $w, $c]> = t(1);
        let w: Tensor<f32, shape![$o, $ci, $k, $k]> = t(2);
        let v = x.permute(axes![0, 3, 1, 2]);
        let c = v.to_tensor();
        assert_eq!(v.conv2d(&w, $conv).as_slice(), c.conv2d(&w, $conv).as_slice());
        let back = c.permute(axes![0, 2, 3, 1]).to_tensor();
        assert_eq!(back, x);
    }};
}
#[test]
fn conv_nhwc() {
    nhwc!(2 9 20 5, 7 5 3, Conv::new().padding(One));
    nhwc!(2 17 33 16, 4 16 3, Conv::new().stride(Dim::<2>).padding(One));
    nhwc!(1 8 37 3, 4 3 3, Conv::new());
    nhwc!(3 7 18 6, 6 1 3, Conv::new().padding(One).groups(Dim::<6>));
    nhwc!(2 9 11 17, 17 1 3, Conv::new().stride(Dim::<2>).padding(One).groups(Dim::<17>));
    nhwc!(2 14 64 32, 32 1 7, Conv::new().padding(Dim::<3>).groups(Dim::<32>));
    nhwc!(1 21 33 9, 9 1 5, Conv::new().stride(Dim::<2>).padding(Dim::<2>).groups(Dim::<9>));
    nhwc!(1 19 45 16, 16 1 3, Conv::new().padding(Dim::<2>).dilation(Dim::<2>).groups(Dim::<16>));
    nhwc!(2 10 40 40, 40 1 3, Conv::new().groups(Dim::<40>));
    nhwc!(1 9 30 12, 12 1 3, Conv::new().stride((One, Dim::<2>)).groups(Dim::<12>));
    nhwc!(1 40 90 8, 8 1 7, Conv::new().stride((Dim::<2>, One)).padding(Dim::<3>).groups(Dim::<8>));
    nhwc!(1 5 5 17, 3 17 1, Conv::new());
    nhwc!(2 4 6 1, 3 1 3, Conv::new());
}
macro_rules! depthwise {
    ($n:literal $c:literal $h:literal $w:literal, $k:literal, $s:literal $p:literal $d:literal, $conv:expr) => {{
        let x: Tensor<f32, shape![$n, $c, $h, $w]> = t(1);
        let w: Tensor<f32, shape![$c, 1, $k, $k]> = t(2);
        let b: Tensor<f32, shape![$c]> = t(3);
        let y = x.conv2d_with_bias(&w, &b, $conv);
        let [_, _, oh, ow] = y.sizes();
        let mut right = vec![];
        for n in 0..$n {
            for c in 0..$c {
                for i in 0..oh {
                    for j in 0..ow {
                        let mut sum = f64::from(b[[c]]);
                        for a in 0..$k {
                            for e in 0..$k {
                                let (r, q) = ((i * $s + a * $d) as isize - $p, (j * $s + e * $d) as isize - $p);
                                if r >= 0 && q >= 0 && r < $h && q < $w {
                                    sum += f64::from(x[[n, c, r as usize, q as usize]]) * f64::from(w[[c, 0, a, e]]);
                                }
                            }
                        }
                        right.push(sum as f32);
                    }
                }
            }
        }
        near(y.as_slice(), &right, 2e-6);
    }};
}
#[test]
fn depthwise() {
    depthwise!(2 3 9 20, 3, 1 1 1, Conv::new().padding(One).groups(Dim::<3>));
    depthwise!(1 2 14 14, 7, 1 3 1, Conv::new().padding(Dim::<3>).groups(Dim::<2>));
    depthwise!(1 2 56 56, 7, 1 3 1, Conv::new().padding(Dim::<3>).groups(Dim::<2>));
    depthwise!(2 3 19 31, 3, 2 1 1, Conv::new().stride(Dim::<2>).padding(One).groups(Dim::<3>));
    depthwise!(1 2 21 70, 3, 1 2 2, Conv::new().padding(Dim::<2>).dilation(Dim::<2>).groups(Dim::<2>));
    depthwise!(1 2 9 9, 1, 1 0 1, Conv::new().groups(Dim::<2>));
    depthwise!(1 2 2 3, 3, 1 1 1, Conv::new().padding(One).groups(Dim::<2>));
    depthwise!(1 1 40 90, 5, 3 2 1, Conv::new().stride(Dim::<3>).padding(Dim::<2>));
    depthwise!(1 1 30 150, 11, 1 5 1, Conv::new().padding(Dim::<5>));
    let x: Tensor<f64, shape![1, 2, 11, 23]> = Tensor::from_flat_fn(|i| num(i) as f64);
    let w: Tensor<f64, shape![2, 1, 3, 3]> = Tensor::from_flat_fn(|i| num(i + 77) as f64);
    let y = x.conv2d(&w, Conv::new().groups(Dim::<2>));
    let mut s = 0.0;
    for a in 0..3 {
        for b in 0..3 {
            s += x[[0, 1, 8 + a, 20 + b]] * w[[1, 0, a, b]];
        }
    }
    assert!((y[[0, 1, 8, 20]] - s).abs() < 1e-14);
}
// Functions of what lies in memory in another order, as of its copy: by parts of rows and some that are left over, in the order of the result.
macro_rules! turned {
    ($t:ident: $($r:literal $c:literal)*) => { $( {
        let one: Tensor<$t, shape![$r, $c]> = Tensor::from_flat_fn(|i| $t::from(num(i).to_string().parse::<$t>().unwrap()));
        let copy = one.t().to_tensor();
        for i in 0..$r {
            for j in 0..$c {
                assert_eq!(copy[[j, i]], one[[i, j]]);
            }
        }
        assert_eq!(one.t().exp(), copy.exp());
        assert_eq!(one.t().relu(), copy.relu());
        assert_eq!(&one.t() + &one.t(), &copy + &copy);
        let mut calls = 0;
        let counted = one.t().map(|x| { calls += 1; (x, calls) });
        assert!(counted.as_slice().iter().zip(copy.as_slice()).enumerate().all(|(i, (y, x))| *y == (*x, i + 1)));
    } )* };
}
#[test]
fn functions_of_turned_views() {
    turned!(f32: 100 300  1024 40  33 129  5 1000  1000 5  16 600);
    turned!(f64: 100 300  70 65);
    turned!(f16: 100 300  40 530  7 400);
    turned!(bf16: 100 300  17 90);
    let images: Tensor<f32, shape![3, 17, 19, 40]> = t(3);
    let view = images.permute(axes![0, 3, 1, 2]);
    assert_eq!(view.sigmoid(), view.to_tensor().sigmoid());
    let middle = images.permute(axes![3, 0, 2, 1]);
    assert_eq!(middle.sigmoid(), middle.to_tensor().sigmoid());
    let part = images.permute(axes![0, 3, 2, 1]).narrow(Axis::<1>, 3, <dim!(21)>::default());
    assert_eq!(part.sigmoid(), part.to_tensor().sigmoid());
    let words: Tensor<i32, shape![70, 90]> = Tensor::from_flat_fn(|i| i as i32);
    assert_eq!(words.t().map(|x| format!("{x}")), words.t().to_tensor().map(|x| format!("{x}")));
}

/// Borders around what lies in another order, as around its copy, whose elements are set by hand.
#[test]
fn borders_of_turned_views() {
    macro_rules! bordered {
        ($x:expr, [$($size:literal)*], $before:expr, $widths:expr) => {{
            let (x, value) = ($x, num(9) as _);
            let mut right: Tensor<_, shape![$($size),*]> = Tensor::full(value);
            for (i, element) in x.to_tensor().as_slice().iter().enumerate() {
                let (mut at, mut rest): ([usize; 4], usize) = ($before, i);
                for axis in (0..4).rev() {
                    at[axis] += rest % x.sizes()[axis];
                    rest /= x.sizes()[axis];
                }
                right[at] = *element;
            }
            assert_eq!(x.pad($widths, value), right);
        }};
    }
    let images: Tensor<f32, shape![2, 21, 35, 19]> = t(5);
    bordered!(images.permute(axes![0, 3, 1, 2]), [2 19 23 37], [0, 0, 1, 1], ((One, One), (One, One)));
    bordered!(images.permute(axes![0, 3, 2, 1]), [5 20 37 24], [1, 1, 2, 0], ((One, Dim::<2>), (One, Dim::<0>), (Dim::<2>, Dim::<0>), (Dim::<0>, Dim::<3>)));
    bordered!(images.permute(axes![3, 0, 2, 1]), [19 3 35 23], [0, 0, 0, 2], ((Dim::<0>, One), (Dim::<0>, Dim::<0>), (Dim::<2>, Dim::<0>)));
    bordered!(images.permute(axes![0, 1, 3, 2]), [2 21 20 36], [0, 0, 1, 0], ((One, Dim::<0>), (Dim::<0>, One)));
    bordered!(images.permute(axes![2, 1, 3, 0]).narrow(Axis::<0>, 3, Dim::<17>), [17 22 19 5], [0, 1, 0, 2], ((One, Dim::<0>), (Dim::<0>, Dim::<0>), (Dim::<2>, One)));
    bordered!(images.view(), [2 21 37 21], [0, 0, 1, 1], ((One, One), (One, One)));
    bordered!(images.view(), [3 24 37 22], [1, 1, 2, 0], ((One, Dim::<0>), (One, Dim::<2>), (Dim::<2>, Dim::<0>), (Dim::<0>, Dim::<3>)));
    bordered!(images.narrow(Axis::<3>, 2, Dim::<9>), [2 21 38 13], [0, 0, 1, 3], ((One, Dim::<2>), (Dim::<3>, One)));
    bordered!(images.slice(Axis::<3>, 1, Dim::<9>, Dim::<2>), [2 21 36 11], [0, 0, 0, 1], ((Dim::<0>, One), (One, One)));
    bordered!(images.slice(Axis::<2>, 1, Dim::<12>, Dim::<3>), [2 21 13 21], [0, 0, 1, 2], ((One, Dim::<0>), (Dim::<2>, Dim::<0>)));
    let large: Tensor<f64, shape![1, 16, 40, 16]> = Tensor::from_flat_fn(|i| f64::from(num(i)));
    bordered!(large.permute(axes![0, 3, 1, 2]), [1 16 18 42], [0, 0, 1, 1], ((One, One), (One, One)));
    let words: Tensor<i32, shape![20, 30, 10]> = Tensor::from_flat_fn(|i| i as i32);
    let named = words.permute(axes![0, 2, 1]).map(|x| format!("{x}"));
    let whole = words.map(|x| format!("{x}"));
    let pad = ((One, One), (One, One));
    assert_eq!(whole.permute(axes![0, 2, 1]).pad(pad, String::new()), named.pad(pad, String::new()));
}

/// Exponentials of many elements, of rows of each length and in each order, are those of one.
#[test]
fn exponentials_are_those_of_one() {
    macro_rules! exponentials {
        ($($t:ident $by:literal: $($len:literal)*;)*) => { $( $( {
            let special = [0.0, -0.0, $t::INFINITY, $t::NEG_INFINITY, $t::NAN, $t::MAX, $t::MIN, $t::MIN_POSITIVE, -$t::MIN_POSITIVE];
            let x: Tensor<$t, shape![7, $len]> =
                Tensor::from_flat_fn(|i| special.get(i / 3).copied().unwrap_or(num(i) as $t * $by));
            let bits = |x: $t| if x.is_nan() { None } else { Some(x.to_bits()) };
            let right: Vec<_> = x.as_slice().iter().map(|x| bits(tensor![*x].exp()[[0]])).collect();
            let is = |y: Tensor<$t, shape![7, $len]>| y.as_slice().iter().map(|x| bits(*x)).collect::<Vec<_>>();
            assert_eq!(is(x.exp()), right);
            // An expression rounds each product, as on every CPU.
            for (y, right) in is(x.lazy().exp().eval()).into_iter().zip(&right) {
                assert!(y == *right || y.zip(*right).is_some_and(|(y, right)| y.abs_diff(right) <= 1), "{y:?} {right:?}");
            }
            assert_eq!(is(x.t().to_tensor().t().exp()), right);
            let wide: Tensor<$t, shape![7, { $len + 3 }]> = x.pad(((One, Dim::<2>),), 1.0);
            assert_eq!(is(wide.narrow(Axis::<1>, 1, Dim::<$len>).exp()), right);
        } )* )* };
    }
    exponentials!(f32 120.0: 2 5 63 64 67 300; f64 800.0: 2 5 64 67 300;);
}

/// Elements picked along each axis, of operands and indices that lie in any order.
#[test]
fn gathered() {
    let x: Tensor<f32, shape![7, 30, 41]> = t(1);
    let at = |size: usize| move |[i, j, k]: [usize; 3]| (i * 131 + j * 37 + k * 11) % size;
    let (first, second): (Tensor<usize, shape![9, 30, 41]>, Tensor<usize, shape![7, 3, 41]>) =
        (Tensor::from_fn(at(7)), Tensor::from_fn(at(30)));
    let by_first = Tensor::<f32, shape![9, 30, 41]>::from_fn(|[i, j, k]| x[[first[[i, j, k]], j, k]]);
    let by_second = Tensor::<f32, shape![7, 3, 41]>::from_fn(|[i, j, k]| x[[i, second[[i, j, k]], k]]);
    assert_eq!(x.gather(Axis::<0>, &first), by_first);
    assert_eq!(x.gather(Axis::<1>, &second), by_second);
    let turned = x.permute(axes![2, 1, 0]).to_tensor();
    assert_eq!(turned.permute(axes![2, 1, 0]).gather(Axis::<0>, &first), by_first);
    let indices = second.permute(axes![2, 0, 1]).to_tensor();
    assert_eq!(x.gather(Axis::<1>, &indices.permute(axes![1, 2, 0])), by_second);
    let mut wrong = first.clone();
    wrong[[8, 0, 0]] = 7;
    wrong[[0, 29, 40]] = 8;
    assert_eq!(x.try_gather(Axis::<0>, &wrong).unwrap_err().index(), 8);
}

/// A loss of a prediction or a target that is transposed, and large.
#[test]
fn losses_of_what_is_transposed() {
    let (x, y): (Tensor<f32, shape![37, 90]>, Tensor<f32, shape![90, 37]>) = (t(1), t(2));
    let copy = y.transpose().to_tensor();
    let expected = x.iter().zip(copy.iter()).map(|(x, y)| f64::from((x - y) * (x - y))).sum::<f64>();
    for loss in [x.mse_loss_sum(&y.transpose()), y.transpose().mse_loss_sum(&x), x.mse_loss_sum(&copy)] {
        assert!((f64::from(loss) / expected - 1.0).abs() < 1e-6, "{loss} {expected}");
    }
}

/// Products of few rows, and of a column and a row, beside sums in `f64`.
#[test]
fn few_rows() {
    macro_rules! product {
        ($t:ident $tol:literal: $($m:literal $k:literal $n:literal)*) => { $( {
            let a: Tensor<$t, shape![$m, $k]> = Tensor::from_flat_fn(|i| num(i).to_string().parse::<$t>().unwrap());
            let b: Tensor<$t, shape![$k, $n]> = Tensor::from_flat_fn(|i| num(i + 7).to_string().parse::<$t>().unwrap());
            let c = a.matmul(&b);
            for i in 0..$m {
                for j in 0..$n {
                    let sum: f64 = (0..$k).map(|l| f64::from(a[[i, l]]) * f64::from(b[[l, j]])).sum();
                    let made = f64::from(c[[i, j]]);
                    assert!((made - sum).abs() <= $tol * (1.0 + sum.abs()), "[{i}, {j}]: {made} {sum}");
                }
            }
        } )* };
    }
    product!(f32 1e-5: 1 200 300  2 130 257  3 200 200  9 70 600  16 300 130  17 129 260  31 200 190  32 200 190  40 300 170);
    product!(f64 1e-13: 1 100 170  5 200 200  13 100 150  16 90 130  24 90 130);
    product!(bf16 8e-3: 1 200 300  2 70 21  1 1 40  2 130 700  3 90 50);
    product!(f16 1e-3: 1 200 300  2 70 21  1 9 16);
    product!(f32 1e-6: 5 1 100  17 1 16  3 1 15  40 1 8  1 1 1);
}

#[test]
fn pools_nhwc() {
    macro_rules! same { ($n:literal $h:literal $w:literal $c:literal: $($m:ident $o:expr),*) => {{
        let mut x: Tensor<f32, shape![$n, $h, $w, $c]> = t(1);
        x.as_mut_slice()[7] = f32::NAN;
        let v = x.permute(axes![0, 3, 1, 2]);
        let c = v.to_tensor();
        $( let bits = |x: &[f32]| x.iter().map(|x| if x.is_nan() { 1 } else { x.to_bits() }).collect::<Vec<_>>();
           assert_eq!(bits(v.$m($o).as_slice()), bits(c.$m($o).as_slice()), stringify!($m)); )*
    }} }
    same!(2 8 10 5: max_pool2d Pool::new(Dim::<2>), avg_pool2d Pool::new(Dim::<2>), max_pool2d Pool::new(Dim::<3>).stride(Dim::<2>).padding(One),
        avg_pool2d Pool::new(Dim::<3>).stride(Dim::<2>).padding(One), adaptive_avg_pool2d (Dim::<3>, Dim::<4>), adaptive_max_pool2d (Dim::<3>, Dim::<4>));
    same!(1 7 7 33: max_pool2d Pool::new(Dim::<5>).stride(One), avg_pool2d Pool::new(Dim::<4>).stride(One));
    same!(3 4 4 1: max_pool2d Pool::new(Dim::<2>), avg_pool2d Pool::new(Dim::<2>));
    let x: Tensor<i32, shape![2, 4, 6, 3]> = Tensor::arange();
    let v = x.permute(axes![0, 3, 1, 2]);
    assert_eq!(v.max_pool2d(Pool::new(Dim::<2>)), v.to_tensor().max_pool2d(Pool::new(Dim::<2>)));
    let x: Tensor<bf16, shape![2, 4, 6, 3]> = Tensor::from_flat_fn(|i| bf16::from_f32(num(i)));
    let v = x.permute(axes![0, 3, 1, 2]);
    assert_eq!(v.avg_pool2d(Pool::new(Dim::<2>)), v.to_tensor().avg_pool2d(Pool::new(Dim::<2>)));
    let x: Tensor<String, shape![1, 2, 2, 2]> = Tensor::from_flat_fn(|i| i.to_string());
    let v = x.permute(axes![0, 3, 1, 2]);
    assert_eq!(v.max_pool2d(Pool::new(Dim::<2>)), v.to_tensor().max_pool2d(Pool::new(Dim::<2>)));
}
#[test]
fn pools_of_parts() {
    macro_rules! same { ($v:expr; $($m:ident $o:expr),*) => {{
        let v = $v;
        let c = v.to_tensor();
        $( let bits = |x: &[f32]| x.iter().map(|x| if x.is_nan() { 1 } else { x.to_bits() }).collect::<Vec<_>>();
           assert_eq!(bits(v.$m($o).as_slice()), bits(c.$m($o).as_slice()), stringify!($v, $m)); )*
    }} }
    macro_rules! pools { ($v:expr) => {
        same!($v; max_pool2d Pool::new(Dim::<2>), avg_pool2d Pool::new(Dim::<2>), avg_pool2d Pool::new(Dim::<3>),
            max_pool2d Pool::new(Dim::<3>).stride(Dim::<2>).padding(One), max_pool2d Pool::new(Dim::<4>).stride((One, Dim::<2>)),
            avg_pool2d Pool::new((One, Dim::<3>)).stride(Dim::<2>), adaptive_avg_pool2d (Dim::<3>, Dim::<4>), adaptive_max_pool2d (Dim::<3>, Dim::<4>))
    } }
    let mut x: Tensor<f32, shape![2, 3, 10, 37]> = t(1);
    x.as_mut_slice()[45] = f32::NAN;
    pools!(x.narrow(Axis::<3>, 1, Dim::<19>));
    pools!(x.narrow(Axis::<3>, 0, Dim::<8>).narrow(Axis::<2>, 2, Dim::<7>));
    pools!(x.narrow(Axis::<2>, 1, Dim::<8>));
    pools!(x.narrow(Axis::<1>, 1, Dim::<2>));
    pools!(x.narrow(Axis::<1>, 1, One));
    pools!(x.permute(axes![1, 0, 3, 2]));
    pools!(x.flip(Axis::<3>));
    pools!(x.flip(Axis::<2>));
    pools!(x.index_axis(Axis::<1>, 2));
    pools!(x.narrow(Axis::<3>, 3, Dim::<4>).index_axis(Axis::<0>, 1).index_axis(Axis::<0>, 1));
    // Volumes, whose planes or rows are apart, and signals.
    let v = x.narrow(Axis::<2>, 1, Dim::<6>);
    same!(&v; max_pool3d Pool::new(Dim::<2>), avg_pool3d Pool::new(Dim::<2>).stride(One), max_pool1d Pool::new(Dim::<2>));
    let v = x.narrow(Axis::<3>, 1, Dim::<6>);
    same!(&v; max_pool3d Pool::new(Dim::<2>), avg_pool3d Pool::new(Dim::<3>), avg_pool1d Pool::new(Dim::<3>).stride(Dim::<2>));
    let v = v.narrow(Axis::<1>, 0, Dim::<2>);
    same!(&v; max_pool3d Pool::new(Dim::<2>), avg_pool3d Pool::new(Dim::<2>).stride(One), max_pool1d Pool::new(Dim::<2>));
    // By hand.
    let (y, z) = (x.max_pool2d(Pool::new(Dim::<2>)), x.max_pool2d(Pool::new(Dim::<3>).stride(Dim::<2>).padding(One)));
    let peak = |rows: std::ops::Range<usize>, columns: std::ops::Range<usize>| {
        let all = rows.flat_map(|i| columns.clone().map(move |j| (i, j)));
        all.map(|(i, j)| x[[1, 2, i, j]]).fold(f32::NEG_INFINITY, f32::max)
    };
    for i in 0..5 {
        for j in 0..18 {
            assert_eq!(y[[1, 2, i, j]], peak(2 * i..2 * i + 2, 2 * j..2 * j + 2));
            assert_eq!(z[[1, 2, i, j]], peak((2 * i).max(1) - 1..2 * i + 2, (2 * j).max(1) - 1..2 * j + 2));
        }
    }
    let x: Tensor<String, shape![2, 4, 6]> = Tensor::from_flat_fn(|i| i.to_string());
    let v = x.narrow(Axis::<2>, 1, Dim::<4>);
    assert_eq!(v.max_pool2d(Pool::new(Dim::<2>)), v.to_tensor().max_pool2d(Pool::new(Dim::<2>)));
}
#[test]
fn convolutions_of_parts() {
    macro_rules! same { ($v:expr; $($w:ident $conv:expr),*) => {{
        let v = $v;
        let c = v.to_tensor();
        $( assert_eq!(v.conv2d(&$w, $conv).as_slice(), c.conv2d(&$w, $conv).as_slice(), stringify!($v, $w)); )*
    }} }
    let (one, three): (Tensor<f32, shape![9, 4, 1, 1]>, Tensor<f32, shape![5, 4, 3, 3]>) = (t(2), t(3));
    let (groups, few): (Tensor<f32, shape![4, 1, 3, 3]>, Tensor<f32, shape![64, 4, 2, 2]>) = (t(4), t(5));
    macro_rules! convolutions { ($v:expr) => {
        same!($v; one Conv::new(), one Conv::new().stride(Dim::<2>), three Conv::new(), three Conv::new().padding(One),
            three Conv::new().stride(Dim::<2>).padding(One), groups Conv::new().padding(One).groups(Dim::<4>), few Conv::new().stride(Dim::<4>))
    } }
    let x: Tensor<f32, shape![2, 4, 15, 40]> = t(1);
    convolutions!(x.narrow(Axis::<3>, 1, Dim::<19>));
    convolutions!(x.narrow(Axis::<2>, 1, Dim::<11>));
    convolutions!(x.narrow(Axis::<3>, 3, Dim::<21>).narrow(Axis::<2>, 2, Dim::<7>));
    convolutions!(x.narrow(Axis::<3>, 3, Dim::<3>).narrow(Axis::<2>, 2, Dim::<3>));
    convolutions!(x.narrow(Axis::<0>, 1, One).narrow(Axis::<3>, 0, Dim::<39>));
    convolutions!(x.permute(axes![0, 1, 3, 2]));
    convolutions!(x.flip(Axis::<2>));
    convolutions!(x.flip(Axis::<3>));
    let x: Tensor<f32, shape![2, 7, 15, 40]> = t(1);
    convolutions!(x.narrow(Axis::<1>, 2, Dim::<4>));
    convolutions!(x.narrow(Axis::<1>, 2, Dim::<4>).narrow(Axis::<2>, 1, Dim::<8>).narrow(Axis::<3>, 1, Dim::<8>));
    // Signals, and images of one row or column.
    let (x, w): (Tensor<f32, shape![3, 4, 33]>, Tensor<f32, shape![6, 4, 3]>) = (t(1), t(2));
    let v = x.narrow(Axis::<2>, 1, Dim::<30>);
    assert_eq!(
        v.conv1d(&w, Conv::new().padding(One)).as_slice(),
        v.to_tensor().conv1d(&w, Conv::new().padding(One)).as_slice()
    );
    let x: Tensor<f32, shape![2, 4, 9, 9]> = t(1);
    same!(x.narrow(Axis::<2>, 1, One); one Conv::new(), three Conv::new().padding(One));
    same!(x.narrow(Axis::<3>, 1, One); one Conv::new(), three Conv::new().padding(One));
}
#[test]
fn norms_of_parts() {
    macro_rules! same {
        ($t:ty) => {{
            let x: Tensor<$t, shape![5, 7, 90]> = Tensor::from_flat_fn(|i| <$t>::from_f32(num(i)));
            let w: Tensor<$t, shape![40]> = Tensor::from_flat_fn(|i| <$t>::from_f32(num(i + 9999)));
            let v = x.narrow(Axis::<2>, 3, Dim::<40>);
            let eps = <$t>::from_f32(1e-5);
            assert_eq!(v.layer_norm(&w, &w, eps), v.to_tensor().layer_norm(&w, &w, eps));
            assert_eq!(v.softmax(Axis::<-1>), v.to_tensor().softmax(Axis::<-1>));
            assert_eq!(v.softmax(Axis::<1>), v.to_tensor().softmax(Axis::<1>));
            let v = v.narrow(Axis::<1>, 2, Dim::<4>);
            assert_eq!(v.layer_norm(&w, &w, eps), v.to_tensor().layer_norm(&w, &w, eps));
            assert_eq!(v.softmax(Axis::<0>), v.to_tensor().softmax(Axis::<0>));
            let v = x.narrow(Axis::<0>, 1, Dim::<2>);
            assert_eq!(v.softmax(Axis::<2>), v.to_tensor().softmax(Axis::<2>));
        }};
    }
    same!(f16);
    same!(bf16);
}
#[test]
fn transposed_pairs() {
    macro_rules! same {
        ($t:ty) => {{
            let x: Tensor<$t, shape![40, 70]> = Tensor::from_flat_fn(|i| <$t>::from(num(i)));
            let y: Tensor<$t, shape![40, 70]> = Tensor::from_flat_fn(|i| <$t>::from(num(i + 9999)));
            assert_eq!(x.t() + y.t(), x.t().to_tensor() + y.t().to_tensor());
            assert_eq!(x.t() - y.t(), (&x - &y).t().to_tensor());
            let z: Tensor<$t, shape![3, 40, 30]> = Tensor::from_flat_fn(|i| <$t>::from(num(i + 5)));
            assert_eq!(
                z.permute(axes![0, 2, 1]) * z.permute(axes![0, 2, 1]),
                (&z * &z).permute(axes![0, 2, 1]).to_tensor()
            );
            assert_eq!(
                z.permute(axes![2, 0, 1]) * z.permute(axes![2, 0, 1]),
                (&z * &z).permute(axes![2, 0, 1]).to_tensor()
            );
            let q: Tensor<bool, _> = x.t().greater(&y.t());
            assert_eq!(q, x.t().to_tensor().greater(&y.t().to_tensor()));
        }};
    }
    same!(f32);
    same!(f64);
    let x: Tensor<bf16, shape![40, 70]> = Tensor::from_flat_fn(|i| bf16::from_f32(num(i)));
    assert_eq!(x.t() + x.t(), (&x + &x).t().to_tensor());
    let x: Tensor<f16, shape![40, 70]> = Tensor::from_flat_fn(|i| f16::from_f32(num(i)));
    assert_eq!(x.t() + x.t(), (&x + &x).t().to_tensor());
    let x: Tensor<i64, shape![40, 70]> = Tensor::arange();
    assert_eq!(x.t() + x.t(), (&x + &x).t().to_tensor());
}
macro_rules! sixteen { ($name:ident $h:ident) => {
#[test]
fn $name() {
    fn of<S: StaticShape>(seed: usize) -> Tensor<$h, S> { Tensor::from_flat_fn(|i| $h::from_f32(num(i + seed * 1_000_003))) }
    fn wide<S: StaticShape>(x: &Tensor<$h, S>) -> Tensor<f32, S> { x.map(|x| x.to_f32()) }
    macro_rules! sums { ($r:literal $c:literal) => {{
        let x: Tensor<$h, shape![$r, $c]> = of(1);
        for (i, s) in x.sum(Axis::<1>).as_slice().iter().enumerate() {
            let right: f64 = (0..$c).map(|j| x[[i, j]].to_f64()).sum();
            let exact = $h::from_f64(right);
            assert!((s.to_f64() - right).abs() <= (exact.to_f64() - right).abs() * 1.001 + 2e-6 * $c as f64, "sum {s} {right}");
        }
        for (j, s) in x.sum(Axis::<0>).as_slice().iter().enumerate() {
            let right: f64 = (0..$r).map(|i| x[[i, j]].to_f64()).sum();
            let exact = $h::from_f64(right);
            assert!((s.to_f64() - right).abs() <= (exact.to_f64() - right).abs() * 1.001 + 2e-6 * $r as f64, "sum {s} {right}");
        }
        let w = wide(&x);
        assert_eq!(wide(&x.max(Axis::<1>)), w.max(Axis::<1>));
        assert_eq!(wide(&x.min(Axis::<0>)), w.min(Axis::<0>));
        assert_eq!(wide(&x.t().max(Axis::<1>)), w.t().max(Axis::<1>));
        let m = x.mean(Axis::<1>); let n = w.mean(Axis::<1>);
        for (a, b) in m.as_slice().iter().zip(n.as_slice()) { assert!((a.to_f32() - b).abs() <= 4e-3 * b.abs() + 1e-6); }
        for (a, b) in x.softmax(Axis::<1>).as_slice().iter().zip(w.softmax(Axis::<1>).as_slice()) { assert!((a.to_f32() - b).abs() <= 4e-3 * b.abs() + 1e-7); }
        for (a, b) in x.softmax(Axis::<0>).as_slice().iter().zip(w.softmax(Axis::<0>).as_slice()) { assert!((a.to_f32() - b).abs() <= 4e-3 * b.abs() + 1e-7); }
        let (g, h): (Tensor<$h, shape![$c]>, Tensor<$h, shape![$c]>) = (of(5), of(6));
        for (a, b) in x.layer_norm(&g, &h, $h::from_f32(1e-3)).as_slice().iter().zip(w.layer_norm(&wide(&g), &wide(&h), $h::from_f32(1e-3).to_f32()).as_slice()) { assert!((a.to_f32() - b).abs() <= 4e-3 * b.abs() + 1e-5, "{a} {b}"); }
    }} }
    sums!(3 1024); sums!(2 1050); sums!(5 77); sums!(130 17); sums!(2 5000); sums!(70 130); sums!(40 3); sums!(1 16);
    let mut x: Tensor<$h, shape![3, 100]> = of(1);
    x.as_mut_slice()[130] = $h::NAN;
    let m = x.max(Axis::<1>);
    assert!(!m[[0]].is_nan() && m[[1]].is_nan() && !m[[2]].is_nan());
    macro_rules! product { ($m:literal $k:literal $n:literal) => {{
        let (a, b): (Tensor<$h, shape![$m, $k]>, Tensor<$h, shape![$k, $n]>) = (of(1), of(2));
        let bt = b.t().to_tensor(); let at = a.t().to_tensor();
        let right = wide(&a).matmul(&wide(&b));
        for y in [a.matmul(&b), a.matmul(&bt.t()), at.t().matmul(&b), a.linear_no_bias(&bt)] {
            for (x, r) in y.as_slice().iter().zip(right.as_slice()) {
                assert!((x.to_f32() - r).abs() <= 4e-3 * r.abs() + 1e-4, "{x} {r}");
            }
        }
        let bias: Tensor<$h, shape![$n]> = of(9);
        let y = a.linear(&bt, &bias);
        for (i, x) in y.as_slice().iter().enumerate() {
            let r = right.as_slice()[i] + bias[[i % $n]].to_f32();
            assert!((x.to_f32() - r).abs() <= 4e-3 * r.abs() + 1e-4, "{x} {r}");
        }
        // A step of two between columns.
        let wide_b: Tensor<$h, shape![$k, $n, 2]> = of(3);
        let v = wide_b.index_axis(Axis::<2>, 1);
        let y = a.matmul(&v);
        let right = wide(&a).matmul(&wide(&v.to_tensor()));
        for (x, r) in y.as_slice().iter().zip(right.as_slice()) { assert!((x.to_f32() - r).abs() <= 4e-3 * r.abs() + 1e-4); }
    }} }
    product!(1 64 32); product!(1 100 33); product!(5 7 16); product!(16 300 48); product!(40 257 70); product!(9 33 17); product!(3 16 5); product!(300 40 20); product!(2 1 40);
}
} }
sixteen!(of_f16 f16);
sixteen!(of_bf16 bf16);
