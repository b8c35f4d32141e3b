//! Operators with stretched operands, new and existing memory, in place, and a chain.

use std::hint::black_box;

use ndarray::{Array, Zip};
use shaped::prelude::*;

use super::{Report, hand, uninitialised};
use crate::race::data;

/// One operation on stretched operands, into new memory and into memory that is there. `$equal` are the right side's sizes with
/// leading ones, for the libraries that ask for equal ranks.
macro_rules! stretched {
    (
        $report:ident, $new:literal, $existing:literal, $op:tt, $candle:ident, $loop:ident,
        [$($a:tt),*], [$($b:tt),*], [$($o:tt),*], $equal:expr $(, also $also:ident)? $(, nalgebra $nalgebra:expr)?
    ) => {{
        let sizes = ([$($a),*].as_slice(), [$($b),*].as_slice());
        let n = [$($o),*].iter().product::<usize>();
        let (x, y) = (data(1, sizes.0.iter().product()), data(2, sizes.1.iter().product()));
        let ours = (
            Tensor::<f32, shape![$($a),*]>::from_vec(x.clone()).unwrap(),
            Tensor::<f32, shape![$($b),*]>::from_vec(y.clone()).unwrap(),
        );
        #[allow(unused_parens)]
        let theirs = (
            Array::from_shape_vec(($($a),*), x.clone()).unwrap(),
            Array::from_shape_vec(($($b),*), y.clone()).unwrap(),
        );
        $report.row($new, 0.0, |row| {
            hand!(row, $loop, (), |f, _| {
                let mut out = uninitialised(n);
                f(black_box(&x), black_box(&y), &mut out);
                out
            }, |_, out| out.clone());
            $(hand!(row, $also, (), |f, _| {
                let mut out = uninitialised(n);
                f(black_box(&x), black_box(&y), &mut out);
                out
            }, |_, out| out.clone());)?
            row.add("shaped", (), |_| black_box(&ours.0) $op black_box(&ours.1), |_, out| out.as_slice().to_vec());
            row.add("ndarray", (), |_| black_box(&theirs.0) $op black_box(&theirs.1), |_, out| out.iter().copied().collect());
            $({
                let f: fn(&[f32], &[f32]) -> nalgebra::DMatrix<f32> = $nalgebra;
                row.add("nalgebra", f, |f| f(black_box(&x), black_box(&y)), |_, out| out.as_slice().to_vec());
            })?
            #[cfg(feature = "candle")]
            row.add(
                "candle",
                (super::candle::tensor(&x, sizes.0), super::candle::tensor(&y, sizes.1)),
                |(x, y)| x.$candle(y).unwrap(),
                super::candle::read,
            );
            #[cfg(feature = "burn")]
            row.add(
                "burn",
                (super::burn::tensor(&x, [$($a),*]), super::burn::tensor(&y, $equal)),
                |(x, y)| x.clone() $op y.clone(),
                super::burn::read,
            );
        });
        $report.row($existing, 0.0, |row| {
            hand!(row, $loop, vec![0.0f32; n], |f, out| f(black_box(&x), black_box(&y), out), |out, _| out.clone());
            $(hand!(row, $also, vec![0.0f32; n], |f, out| f(black_box(&x), black_box(&y), out), |out, _| out.clone());)?
            row.add(
                "shaped",
                Tensor::<f32, shape![$($o),*]>::zeros(),
                |out| (black_box(&ours.0).lazy() $op black_box(&ours.1)).assign_to(out),
                |out, _| out.as_slice().to_vec(),
            );
            row.add(
                "ndarray",
                Array::<f32, _>::zeros(($($o),*)),
                |out| {
                    let (x, y) = (black_box(&theirs.0), black_box(&theirs.1));
                    Zip::from(out).and_broadcast(x).and_broadcast(y).for_each(|out, x, y| *out = x $op y);
                },
                |out, _| out.iter().copied().collect(),
            );
        });
    }};
}

/// `x += y`.
macro_rules! assigned {
    ($report:ident, $name:literal, $loop:ident, [$($a:tt),*], [$($b:tt),*], $equal:expr) => {
        $report.row($name, 0.0, |row| {
            let sizes = ([$($a),*].as_slice(), [$($b),*].as_slice());
            let (x, y) = (data(1, sizes.0.iter().product()), data(2, sizes.1.iter().product()));
            let z = y.clone();
            hand!(row, $loop, (x.clone(), z.clone()), |f, (x, y)| f(x, y), |(x, _), _| x.clone());
            row.add(
                "shaped",
                (
                    Tensor::<f32, shape![$($a),*]>::from_vec(x.clone()).unwrap(),
                    Tensor::<f32, shape![$($b),*]>::from_vec(y.clone()).unwrap(),
                ),
                |(x, y)| *x += &*y,
                |(x, _), _| x.as_slice().to_vec(),
            );
            #[allow(unused_parens)]
            row.add(
                "ndarray",
                (
                    Array::from_shape_vec(($($a),*), x.clone()).unwrap(),
                    Array::from_shape_vec(($($b),*), y.clone()).unwrap(),
                ),
                |(x, y)| *x += &*y,
                |(x, _), _| x.iter().copied().collect(),
            );
            // What it owns alone, burn writes to.
            #[cfg(feature = "burn")]
            row.add(
                "burn",
                (Some(super::burn::tensor(&x, [$($a),*])), super::burn::tensor(&y, $equal)),
                |(x, y)| *x = x.take().map(|x| x + y.clone()),
                |(x, _), _| super::burn::read(&(), x.as_ref().unwrap()),
            );
        });
    };
}

pub fn rows(report: &mut Report) {
    stretched!(
        report, "[4,32,14,14]+[32,1,1], new", "[4,32,14,14]+[32,1,1], existing", +, broadcast_add, channels,
        [4, 32, 14, 14], [32, 1, 1], [4, 32, 14, 14], [1, 32, 1, 1]
    );
    stretched!(
        report, "[4,32,14,14]+[14,14], new", "[4,32,14,14]+[14,14], existing", +, broadcast_add, image,
        [4, 32, 14, 14], [14, 14], [4, 32, 14, 14], [1, 1, 14, 14]
    );
    scalar(report);
    stretched!(
        report, "[8,1,6,1]+[7,1,5], new", "[8,1,6,1]+[7,1,5], existing", +, broadcast_add, both,
        [8, 1, 6, 1], [7, 1, 5], [8, 7, 6, 5], [1, 7, 1, 5], also both_spread
    );
    stretched!(
        report, "[256,256,3]*[3], new", "[256,256,3]*[3], existing", *, broadcast_mul, colours,
        [256, 256, 3], [3], [256, 256, 3], [1, 1, 3]
    );
    small(report);
    stretched!(
        report, "[1024,1]+[1024], new", "[1024,1]+[1024], existing", +, broadcast_add, outer,
        [1024, 1], [1024], [1024, 1024], [1, 1024],
        nalgebra |x, y| nalgebra::DMatrix::from_fn(1024, 1024, |i, j| x[j] + y[i])
    );
    stretched!(
        report, "[64,64,112,112]+[64,1,1], new", "[64,64,112,112]+[64,1,1], existing", +, broadcast_add, large,
        [64, 64, 112, 112], [64, 1, 1], [64, 64, 112, 112], [1, 64, 1, 1]
    );
    assigned!(report, "[4,32,14,14]+=[32,1,1]", channels_assign, [4, 32, 14, 14], [32, 1, 1], [1, 32, 1, 1]);
    assigned!(report, "[256,256,3]+=[3]", colours_assign, [256, 256, 3], [3], [1, 1, 3]);
    assigned!(report, "[64,64,112,112]+=[64,1,1]", large_assign, [64, 64, 112, 112], [64, 1, 1], [1, 64, 1, 1]);
    chain(report);
    transposed(report);
}

fn scalar(report: &mut Report) {
    let (x, y) = (data(1, 1024), data(2, 1));
    let ours = Tensor::<f32, shape![4, 32, 8]>::from_vec(x.clone()).unwrap();
    let theirs = Array::from_shape_vec((4, 32, 8), x.clone()).unwrap();
    report.row("[4,32,8]+scalar, new", 0.0, |row| {
        hand!(
            row,
            scalar,
            (),
            |f, _| {
                let mut out = uninitialised(1024);
                f(black_box(&x), black_box(&y), &mut out);
                out
            },
            |_, out| out.clone()
        );
        row.add("shaped", (), |_| black_box(&ours) + black_box(y[0]), |_, out| out.as_slice().to_vec());
        row.add("ndarray", (), |_| black_box(&theirs) + black_box(y[0]), |_, out| out.iter().copied().collect());
        row.add(
            "nalgebra",
            nalgebra::DVector::from_column_slice(&x),
            |x| x.add_scalar(black_box(y[0])),
            |_, out| out.as_slice().to_vec(),
        );
        #[cfg(feature = "candle")]
        row.add(
            "candle",
            super::candle::tensor(&x, &[4, 32, 8]),
            |x| (&*x + f64::from(black_box(y[0]))).unwrap(),
            super::candle::read,
        );
        #[cfg(feature = "burn")]
        row.add("burn", super::burn::tensor(&x, [4, 32, 8]), |x| x.clone() + black_box(y[0]), super::burn::read);
    });
    report.row("[4,32,8]+scalar, existing", 0.0, |row| {
        hand!(row, scalar, vec![0.0f32; 1024], |f, out| f(black_box(&x), black_box(&y), out), |out, _| out.clone());
        row.add(
            "shaped",
            Tensor::<f32, shape![4, 32, 8]>::zeros(),
            |out| (black_box(&ours).lazy() + black_box(y[0])).assign_to(out),
            |out, _| out.as_slice().to_vec(),
        );
        row.add(
            "ndarray",
            Array::<f32, _>::zeros((4, 32, 8)),
            |out| {
                let y = black_box(y[0]);
                Zip::from(out).and(black_box(&theirs)).for_each(|out, x| *out = x + y);
            },
            |out, _| out.iter().copied().collect(),
        );
    });
}

fn small(report: &mut Report) {
    let (x, y) = (data(1, 4), data(2, 3));
    report.row("[4,1]+[3], inline", 0.0, |row| {
        hand!(row, small, [0.0f32; 12], |f, out| f(black_box(&x), black_box(&y), out), |out, _| out.to_vec());
        // Inlined, as ours and nalgebra's are.
        let arrays: ([f32; 4], [f32; 3]) = (x.clone().try_into().unwrap(), y.clone().try_into().unwrap());
        row.add(
            "hand inlined",
            arrays,
            |(x, y)| std::array::from_fn::<_, 4, _>(|i| std::array::from_fn::<_, 3, _>(|j| x[i] + y[j])),
            |_, out| out.concat(),
        );
        row.add(
            "shaped",
            (Inline::<f32, shape![4, 1]>::from_fn(|[i, _]| x[i]), Inline::<f32, shape![3]>::from_fn(|[i]| y[i])),
            |(x, y)| *x + *y,
            |_, out| out.iter().copied().collect(),
        );
        row.add(
            "ndarray",
            (Array::from_shape_vec((4, 1), x.clone()).unwrap(), Array::from_vec(y.clone())),
            |(x, y)| &*x + &*y,
            |_, out| out.iter().copied().collect(),
        );
        row.add(
            "nalgebra",
            (nalgebra::Vector4::from_column_slice(&x), nalgebra::Vector3::from_column_slice(&y)),
            |(x, y)| nalgebra::SMatrix::<f32, 3, 4>::from_fn(|i, j| x[j] + y[i]),
            |_, out| out.as_slice().to_vec(),
        );
        #[cfg(feature = "candle")]
        row.add(
            "candle",
            (super::candle::tensor(&x, &[4, 1]), super::candle::tensor(&y, &[3])),
            |(x, y)| x.broadcast_add(y).unwrap(),
            super::candle::read,
        );
        #[cfg(feature = "burn")]
        row.add(
            "burn",
            (super::burn::tensor(&x, [4, 1]), super::burn::tensor(&y, [1, 3])),
            |(x, y)| x.clone() + y.clone(),
            super::burn::read,
        );
    });
}

fn chain(report: &mut Report) {
    report.row("relu(x*scale+shift), [32,64,28,28]", 1e-6, |row| {
        let (x, scale, shift) = (data(1, 32 * 64 * 784), data(2, 64), data(3, 64));
        let all = (x.clone(), scale.clone(), shift.clone(), vec![0.0f32; x.len()]);
        hand!(row, scale_shift_relu, all.clone(), |f, (x, a, b, out)| f(x, a, b, out), |s, _| s.3.clone());
        type Image = shape![32, 64, 28, 28];
        type Channels = shape![64, 1, 1];
        row.add(
            "shaped",
            (
                Tensor::<f32, Image>::from_vec(x.clone()).unwrap(),
                Tensor::<f32, Channels>::from_vec(scale.clone()).unwrap(),
                Tensor::<f32, Channels>::from_vec(shift.clone()).unwrap(),
                Tensor::<f32, Image>::zeros(),
            ),
            |(x, a, b, out)| (x.lazy() * &*a + &*b).map(|x| x.max(0.0)).assign_to(out),
            |s, _| s.3.as_slice().to_vec(),
        );
        let channels = |x: &[f32]| Array::from_shape_vec((64, 1, 1), x.to_vec()).unwrap();
        row.add(
            "ndarray",
            (
                Array::from_shape_vec((32, 64, 28, 28), x.clone()).unwrap(),
                channels(&scale),
                channels(&shift),
                Array::<f32, _>::zeros((32, 64, 28, 28)),
            ),
            |(x, a, b, out)| {
                Zip::from(out)
                    .and(&*x)
                    .and_broadcast(&*a)
                    .and_broadcast(&*b)
                    .for_each(|out, x, a, b| *out = (x * a + b).max(0.0));
            },
            |s, _| s.3.iter().copied().collect(),
        );
        #[cfg(feature = "candle")]
        row.add(
            "candle",
            (
                super::candle::tensor(&x, &[32, 64, 28, 28]),
                super::candle::tensor(&scale, &[64, 1, 1]),
                super::candle::tensor(&shift, &[64, 1, 1]),
            ),
            |(x, a, b)| x.broadcast_mul(a).unwrap().broadcast_add(b).unwrap().relu().unwrap(),
            super::candle::read,
        );
        #[cfg(feature = "burn")]
        row.add(
            "burn",
            (
                super::burn::tensor(&x, [32, 64, 28, 28]),
                super::burn::tensor(&scale, [1, 64, 1, 1]),
                super::burn::tensor(&shift, [1, 64, 1, 1]),
            ),
            |(x, a, b)| burn::tensor::activation::relu(x.clone() * a.clone() + b.clone()),
            super::burn::read,
        );
    });
}

fn transposed(report: &mut Report) {
    report.row("[512,512]+[512,512]^T", 0.0, |row| {
        let (x, y) = (data(1, 512 * 512), data(2, 512 * 512));
        let all = (x.clone(), y.clone(), vec![0.0f32; x.len()]);
        hand!(row, transposed, all.clone(), |f, (x, y, out)| f(x, y, out), |s, _| s.2.clone());
        type Square = shape![512, 512];
        row.add(
            "shaped",
            (
                Tensor::<f32, Square>::from_vec(x.clone()).unwrap(),
                Tensor::<f32, Square>::from_vec(y.clone()).unwrap(),
                Tensor::<f32, Square>::zeros(),
            ),
            |(x, y, out)| (x.lazy() + y.transpose()).assign_to(out),
            |s, _| s.2.as_slice().to_vec(),
        );
        let square = |x: &[f32]| Array::from_shape_vec((512, 512), x.to_vec()).unwrap();
        row.add(
            "ndarray",
            (square(&x), square(&y), Array::<f32, _>::zeros((512, 512))),
            |(x, y, out)| Zip::from(out).and(&*x).and(y.t()).for_each(|out, x, y| *out = x + y),
            |s, _| s.2.iter().copied().collect(),
        );
        row.add(
            "nalgebra",
            // Its matrices are column-major: each of these is its own transpose, and so is the sum.
            (
                nalgebra::DMatrix::from_row_slice(512, 512, &x),
                nalgebra::DMatrix::from_row_slice(512, 512, &y),
                nalgebra::DMatrix::<f32>::zeros(512, 512),
            ),
            |(x, y, out)| {
                y.transpose_to(out);
                *out += &*x;
            },
            |s, _| s.2.transpose().as_slice().to_vec(),
        );
        #[cfg(feature = "candle")]
        row.add(
            "candle",
            (super::candle::tensor(&x, &[512, 512]), super::candle::tensor(&y, &[512, 512])),
            |(x, y)| (&*x + y.t().unwrap()).unwrap(),
            super::candle::read,
        );
        #[cfg(feature = "burn")]
        row.add(
            "burn",
            (super::burn::tensor(&x, [512, 512]), super::burn::tensor(&y, [512, 512])),
            |(x, y)| x.clone() + y.clone().transpose(),
            super::burn::read,
        );
    });
}
