//! Run-time sizes give what static ones give, and what a few loops give at run time.

use proptest::prelude::*;
use shaped::prelude::*;

use crate::common;

axis!(Batch);
axis!(Seq);
axis!(Width);

fn number(i: usize) -> f64 {
    ((i * 37 + 11) % 101) as f64 / 8.0 - 6.0
}

fn filled<S: Shape>(sizes: impl shaped::RunTimeSizes<S>, numel: usize) -> Tensor<f64, S> {
    Tensor::from_vec_with(sizes, (0..numel).map(number).collect()).unwrap()
}

/// The same operations with one size static, and at run time: one list for both, so that none is left out on one side.
macro_rules! same {
    ($($op:expr, $static:expr;)*) => { $(
        let (run_time, fixed) = ($op, $static);
        prop_assert_eq!(run_time.sizes().as_ref().to_vec(), fixed.sizes().as_ref().to_vec(), "{}", stringify!($op));
        prop_assert!(run_time.iter().eq(fixed.iter()), "{}: {:?} and {:?}", stringify!($op), run_time, fixed);
    )* };
}

fn against_static<D: StaticSize, E: StaticSize>() -> Result<(), TestCaseError> {
    let (b, s) = (D::SIZE, E::SIZE);
    let fx: Tensor<f64, ((((), D), E), Dim<3>)> = Tensor::from_flat_fn(number);
    let fy: Tensor<f64, ((((), D), One), Dim<3>)> = Tensor::from_flat_fn(|i| number(i + 5));
    let fr: Tensor<f64, (((), E), Dim<3>)> = Tensor::from_flat_fn(|i| number(i + 9));
    let fw: Tensor<f64, (((), Dim<3>), Dim<4>)> = Tensor::from_flat_fn(|i| number(i + 3));
    let x = Tensor::<f64, shape![Batch, Seq, 3]>::from_vec_with((Batch(b), Seq(s)), fx.as_slice().to_vec()).unwrap();
    let y = Tensor::<f64, shape![Batch, 1, 3]>::from_vec_with(Batch(b), fy.as_slice().to_vec()).unwrap();
    let r = Tensor::<f64, shape![Seq, 3]>::from_vec_with(Seq(s), fr.as_slice().to_vec()).unwrap();
    same! {
        &x + &y, &fx + &fy;
        &r * &x, &fr * &fx;
        &y - &r, &fy - &fr;
        -(&x / 3.0), -(&fx / 3.0);
        x.zip_with(&r, f64::max), fx.zip_with(&fr, f64::max);
        x.map(|x| x * x), fx.map(|x| x * x);
        x.sum(Axis::<0>), fx.sum(Axis::<0>);
        x.sum(Axis::<1>), fx.sum(Axis::<1>);
        x.sum_keepdim(Axis::<-1>), fx.sum_keepdim(Axis::<-1>);
        x.sum((Axis::<0>, Axis::<-1>)), fx.sum((Axis::<0>, Axis::<-1>));
        x.prod(Axis::<-1>), fx.prod(Axis::<-1>);
        x.matmul(&fw), fx.matmul(&fw);
        x.transpose().to_tensor(), fx.transpose().to_tensor();
        x.permute(axes![2, 0, 1]).to_tensor(), fx.permute(axes![2, 0, 1]).to_tensor();
        x.swap_axes(Axis::<0>, Axis::<1>).to_tensor(), fx.swap_axes(Axis::<0>, Axis::<1>).to_tensor();
        x.narrow(Axis::<-1>, 1, Dim::<2>).to_tensor(), fx.narrow(Axis::<-1>, 1, Dim::<2>).to_tensor();
        y.unsqueeze(Axis::<0>).to_tensor(), fy.unsqueeze(Axis::<0>).to_tensor();
        y.squeeze(Axis::<1>).to_tensor(), fy.squeeze(Axis::<1>).to_tensor();
        r.expand_as(&x).to_tensor(), fr.expand_as(&fx).to_tensor();
        x.stack(&x, Axis::<1>), fx.stack(&fx, Axis::<1>);
        r.transpose().matmul(&r), fr.transpose().matmul(&fr);
    }
    let joined = x.concat(&x, Axis::<-1>);
    prop_assert_eq!(joined.sizes(), [b, s, 6]);
    for (i, row) in joined.as_slice().chunks_exact(6).enumerate() {
        prop_assert_eq!(&row[..3], &fx.as_slice()[3 * i..3 * i + 3]);
        prop_assert_eq!(&row[3..], &row[..3]);
    }
    prop_assert_eq!(x.sum_all(), fx.sum_all());
    let (mut z, mut fz) = (x.clone(), fx.clone());
    z += &r;
    fz += &fr;
    z *= y.view();
    fz *= fy.view();
    prop_assert_eq!(z.as_slice(), fz.as_slice());
    // And there and back.
    let fixed = z.fix::<((((), D), E), Dim<3>)>();
    prop_assert_eq!(fixed.unwrap(), fz.view());
    prop_assert_eq!(fz.free::<shape![Batch, Seq, 3]>(), z.view());
    Ok(())
}

macro_rules! sizes {
    ($b:expr, $s:expr; $($n:literal)*) => {
        match ($b, $s) {
            $(
                ($n, 0) => against_static::<dim!($n), dim!(0)>(),
                ($n, 1) => against_static::<dim!($n), dim!(1)>(),
                ($n, 2) => against_static::<dim!($n), dim!(2)>(),
                ($n, _) => against_static::<dim!($n), dim!(7)>(),
            )*
            _ => against_static::<dim!(33), dim!(5)>(),
        }
    };
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn the_same_as_static_sizes(b in 0usize..6, s in 0usize..4) {
        sizes!(b, s; 0 1 2 5)?;
    }
}

proptest! {
    /// All axes at run time, against loops: rows of a few elements and long ones, stretched and transposed operands.
    #[test]
    fn the_same_as_an_oracle(b in 0usize..5, s in 0usize..12, w in prop_oneof![0usize..10, 30usize..40]) {
        let x: Tensor<f64, shape![Batch, Seq, Width]> = filled((Batch(b), Seq(s), Width(w)), b * s * w);
        let row: Tensor<f64, shape![Width]> = filled(Width(w), w);
        let each: Tensor<f64, shape![Batch, 1, 1]> = filled(Batch(b), b);
        let plane: Tensor<f64, shape![Batch, 1, Width]> = filled((Batch(b), Width(w)), b * w);
        let of = |right: (&[usize], &[f64])| common::zip((&[b, s, w], x.as_slice()), right, |a, b| a - b).1;
        prop_assert_eq!((&x - &row).into_vec(), of((&[w], row.as_slice())));
        prop_assert_eq!((&x - &each).into_vec(), of((&[b, 1, 1], each.as_slice())));
        prop_assert_eq!((&x - &plane).into_vec(), of((&[b, 1, w], plane.as_slice())));
        let mut in_place = x.clone();
        in_place -= &plane;
        prop_assert_eq!(in_place.as_slice(), of((&[b, 1, w], plane.as_slice())));
        let owned = x.clone() - row.expand_as(&x);
        prop_assert_eq!(owned.as_slice(), of((&[w], row.as_slice())));
        // A transposed operand: strides that are neither 0 nor 1.
        let turned = x.transpose();
        let back = &turned - row.unsqueeze(Axis::<-1>);
        prop_assert!(back.transpose().iter().eq(&of((&[w], row.as_slice()))));
        // Reductions and products.
        let sums = x.sum(Axis::<1>);
        for i in 0..b {
            for k in 0..w {
                let expected: f64 = (0..s).map(|j| x[[i, j, k]]).sum();
                prop_assert!((sums[[i, k]] - expected).abs() < 1e-9);
            }
        }
        let scores: Tensor<f64, shape![Batch, Seq, Seq]> = x.matmul(&x.transpose());
        for (i, j, l) in (0..b).flat_map(|i| (0..s).flat_map(move |j| (0..s).map(move |l| (i, j, l)))) {
            let expected: f64 = (0..w).map(|k| x[[i, j, k]] * x[[i, l, k]]).sum();
            prop_assert!((scores[[i, j, l]] - expected).abs() < 1e-9);
        }
        prop_assert_eq!(scores.sizes(), [b, s, s]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    /// So many rows of a few elements that what repeats itself is laid out as a pattern, where it does: not along an axis in between, nor
    /// in steps.
    #[test]
    fn many_short_rows_as_an_oracle(b in 1usize..4, s in 500usize..560, w in prop_oneof![1usize..8, 28usize..36]) {
        let x: Tensor<f64, shape![Batch, Seq, Width]> = filled((Batch(b), Seq(s), Width(w)), b * s * w);
        let row: Tensor<f64, shape![Width]> = filled(Width(w), w);
        let plane: Tensor<f64, shape![Batch, 1, Width]> = filled((Batch(b), Width(w)), b * w);
        let column: Tensor<f64, shape![Seq, 1]> = filled(Seq(s), s);
        let of = |right: (&[usize], &[f64])| common::zip((&[b, s, w], x.as_slice()), right, |a, b| a - b).1;
        let [by_row, by_plane, by_column] =
            [of((&[w], row.as_slice())), of((&[b, 1, w], plane.as_slice())), of((&[s, 1], column.as_slice()))];
        prop_assert_eq!((&x - &row).into_vec(), by_row.clone());
        prop_assert!((&row - &x).iter().eq(by_row.iter().map(|x| -x).collect::<Vec<_>>().iter()));
        prop_assert_eq!((&x - &plane).into_vec(), by_plane);
        prop_assert_eq!((&x - &column).into_vec(), by_column);
        let mut in_place = x.clone();
        in_place -= &row;
        prop_assert_eq!(in_place.as_slice(), &by_row);
        prop_assert_eq!((x.clone() - &row).into_vec(), by_row.clone());
        let three = ((x.lazy() - &row) - &column).eval();
        prop_assert_eq!(three.as_slice(), common::zip((&[b, s, w], &by_row), (&[s, 1], column.as_slice()), |a, b| a - b).1);
        // In steps, and elements that are laid out nowhere because they are not plain numbers.
        let backwards = row.flip(Axis::<0>);
        let flipped: Vec<f64> = row.iter().rev().copied().collect();
        prop_assert_eq!((&x - &backwards).into_vec(), of((&[w], &flipped)));
        let (texts, ends) = (x.map(|x| x.to_string()), row.map(|x| x.to_string()));
        let joined = texts.zip_with(&ends, |a, b| a + &b);
        for (i, text) in joined.iter().enumerate() {
            prop_assert_eq!(text, &format!("{}{}", x.as_slice()[i], row[[i % w]]));
        }
    }
}
