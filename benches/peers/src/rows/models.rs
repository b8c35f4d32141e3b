//! What models consist of: softmax, layer norm, layers, convolution.

use ndarray::{Array1, Array2, Axis as Nd};
use shaped::prelude::*;

use super::{Report, hand};
use crate::race::data;

pub fn rows(report: &mut Report) {
    softmax(report);
    layer_norm(report);
    mlp(report);
    conv2d(report);
}

fn softmax(report: &mut Report) {
    report.row("softmax [128,1000]", 1e-5, |row| {
        let x = data(1, 128_000);
        hand!(row, softmax, (x.clone(), vec![0.0f32; x.len()]), |f, (x, out)| f(x, out), |s, _| s.1.clone());
        row.add(
            "shaped",
            Tensor::<f32, shape![128, 1000]>::from_vec(x.clone()).unwrap(),
            |x| x.softmax(Axis::<-1>),
            |_, out| out.as_slice().to_vec(),
        );
        row.add(
            "ndarray",
            Array2::from_shape_vec((128, 1000), x.clone()).unwrap(),
            |x| {
                let peak = x.map_axis(Nd(1), |row| row.fold(f32::NEG_INFINITY, |a, &b| a.max(b)));
                let mut e = &*x - &peak.insert_axis(Nd(1));
                e.mapv_inplace(f32::exp);
                let sum = e.sum_axis(Nd(1)).insert_axis(Nd(1));
                e /= &sum;
                e
            },
            |_, out| out.iter().copied().collect(),
        );
        #[cfg(feature = "candle")]
        row.add(
            "candle",
            super::candle::tensor(&x, &[128, 1000]),
            |x| candle_nn::ops::softmax_last_dim(x).unwrap(),
            super::candle::read,
        );
        #[cfg(feature = "burn")]
        row.add(
            "burn",
            super::burn::tensor(&x, [128, 1000]),
            |x| burn::tensor::activation::softmax(x.clone(), 1),
            super::burn::read,
        );
    });
}

fn layer_norm(report: &mut Report) {
    report.row("layer norm [128,768]", 1e-5, |row| {
        let (x, weight, bias) = (data(1, 128 * 768), data(2, 768), data(3, 768));
        let all = (x.clone(), weight.clone(), bias.clone(), vec![0.0f32; x.len()]);
        hand!(row, layer_norm, all.clone(), |f, (x, w, b, out)| f(x, w, b, out), |s, _| s.3.clone());
        row.add(
            "shaped",
            (
                Tensor::<f32, shape![128, 768]>::from_vec(x.clone()).unwrap(),
                Tensor::<f32, shape![768]>::from_vec(weight.clone()).unwrap(),
                Tensor::<f32, shape![768]>::from_vec(bias.clone()).unwrap(),
            ),
            |(x, w, b)| x.layer_norm(w, b, 1e-5),
            |_, out| out.as_slice().to_vec(),
        );
        row.add(
            "ndarray",
            (
                Array2::from_shape_vec((128, 768), x.clone()).unwrap(),
                Array1::from_vec(weight.clone()),
                Array1::from_vec(bias.clone()),
            ),
            |(x, w, b)| {
                let mut y = &*x - &x.mean_axis(Nd(1)).unwrap().insert_axis(Nd(1));
                let factor = y.map_axis(Nd(1), |row| 1.0 / (row.dot(&row) / 768.0 + 1e-5).sqrt());
                y *= &factor.insert_axis(Nd(1));
                y *= &*w;
                y += &*b;
                y
            },
            |_, out| out.iter().copied().collect(),
        );
        #[cfg(feature = "candle")]
        row.add(
            "candle",
            (
                super::candle::tensor(&x, &[128, 768]),
                super::candle::tensor(&weight, &[768]),
                super::candle::tensor(&bias, &[768]),
            ),
            |(x, w, b)| candle_nn::ops::layer_norm(x, w, b, 1e-5).unwrap(),
            super::candle::read,
        );
        #[cfg(feature = "burn")]
        row.add(
            "burn",
            (
                super::burn::tensor(&x, [128, 768]),
                super::burn::tensor(&weight, [768]),
                super::burn::tensor(&bias, [768]),
            ),
            |(x, w, b)| burn::tensor::module::layer_norm(x.clone(), w.clone(), Some(b.clone()), 1e-5),
            super::burn::read,
        );
    });
}

/// Weights `[in, out]`, so that every library multiplies them as they lie.
fn mlp(report: &mut Report) {
    let x = data(1, 64 * 784);
    let (w1, w2, w3) = (data(2, 784 * 512), data(3, 512 * 512), data(4, 512 * 10));
    let (b1, b2, b3) = (data(5, 512), data(6, 512), data(7, 10));
    report.row("MLP 64x784-512-512-10", 5e-5, |row| {
        let h = vec![0.0f32; 64 * 512];
        let memory = (h.clone(), h.clone(), vec![0.0f32; 640]);
        hand!(
            row,
            dense,
            memory.clone(),
            |f, (h1, h2, out)| {
                f(&x, &w1, &b1, h1, 784, 512, true);
                f(h1, &w2, &b2, h2, 512, 512, true);
                f(h2, &w3, &b3, out, 512, 10, false);
            },
            |s, _| s.2.clone()
        );
        fn relu(x: f32) -> f32 {
            x.max(0.0)
        }
        row.add(
            "shaped",
            (
                Tensor::<f32, shape![64, 784]>::from_vec(x.clone()).unwrap(),
                Tensor::<f32, shape![784, 512]>::from_vec(w1.clone()).unwrap(),
                Tensor::<f32, shape![512, 512]>::from_vec(w2.clone()).unwrap(),
                Tensor::<f32, shape![512, 10]>::from_vec(w3.clone()).unwrap(),
                Tensor::<f32, shape![512]>::from_vec(b1.clone()).unwrap(),
                Tensor::<f32, shape![512]>::from_vec(b2.clone()).unwrap(),
                Tensor::<f32, shape![10]>::from_vec(b3.clone()).unwrap(),
            ),
            |(x, w1, w2, w3, b1, b2, b3)| {
                let h = (x.matmul(w1) + &*b1).map(relu);
                let h = (h.matmul(w2) + &*b2).map(relu);
                h.matmul(w3) + &*b3
            },
            |_, out| out.as_slice().to_vec(),
        );
        let matrix = |m, n, x: &[f32]| Array2::from_shape_vec((m, n), x.to_vec()).unwrap();
        row.add(
            "ndarray",
            (
                matrix(64, 784, &x),
                [(matrix(784, 512, &w1), &b1), (matrix(512, 512, &w2), &b2), (matrix(512, 10, &w3), &b3)]
                    .map(|(w, b)| (w, Array1::from_vec(b.clone()))),
            ),
            |(x, [(w1, b1), (w2, b2), (w3, b3)])| {
                let mut h = x.dot(w1) + &*b1;
                h.mapv_inplace(relu);
                let mut h = h.dot(w2) + &*b2;
                h.mapv_inplace(relu);
                h.dot(w3) + &*b3
            },
            |_, out| out.iter().copied().collect(),
        );
        #[cfg(feature = "candle")]
        row.add(
            "candle",
            (
                super::candle::tensor(&x, &[64, 784]),
                [(784, 512, &w1, &b1), (512, 512, &w2, &b2), (512, 10, &w3, &b3)]
                    .map(|(m, n, w, b)| (super::candle::tensor(w, &[m, n]), super::candle::tensor(b, &[n]))),
            ),
            |(x, [(w1, b1), (w2, b2), (w3, b3)])| {
                let h = x.matmul(w1).unwrap().broadcast_add(b1).unwrap().relu().unwrap();
                let h = h.matmul(w2).unwrap().broadcast_add(b2).unwrap().relu().unwrap();
                h.matmul(w3).unwrap().broadcast_add(b3).unwrap()
            },
            super::candle::read,
        );
        #[cfg(feature = "burn")]
        row.add(
            "burn",
            (
                super::burn::tensor(&x, [64, 784]),
                [(784, 512, &w1, &b1), (512, 512, &w2, &b2), (512, 10, &w3, &b3)]
                    .map(|(m, n, w, b)| (super::burn::tensor(w, [m, n]), super::burn::tensor(b, [1, n]))),
            ),
            |(x, [(w1, b1), (w2, b2), (w3, b3)])| {
                use burn::tensor::activation::relu;
                let h = relu(x.clone().matmul(w1.clone()) + b1.clone());
                let h = relu(h.matmul(w2.clone()) + b2.clone());
                h.matmul(w3.clone()) + b3.clone()
            },
            super::burn::read,
        );
    });
}

fn conv2d(report: &mut Report) {
    report.row("conv2d [8,3,32,32], 16 of 3x3", 1e-5, |row| {
        let (x, w) = (data(1, 8 * 3 * 1024), data(2, 16 * 27));
        let all = (x.clone(), w.clone(), vec![0.0f32; 8 * 16 * 1024]);
        hand!(row, conv2d, all.clone(), |f, (x, w, out)| f(x, w, out), |s, _| s.2.clone());
        row.add(
            "shaped",
            (
                Tensor::<f32, shape![8, 3, 32, 32]>::from_vec(x.clone()).unwrap(),
                Tensor::<f32, shape![16, 3, 3, 3]>::from_vec(w.clone()).unwrap(),
            ),
            |(x, w)| x.conv2d(w, Conv::new().padding(One)),
            |_, out| out.as_slice().to_vec(),
        );
        #[cfg(feature = "candle")]
        row.add(
            "candle",
            (super::candle::tensor(&x, &[8, 3, 32, 32]), super::candle::tensor(&w, &[16, 3, 3, 3])),
            |(x, w)| x.conv2d(w, 1, 1, 1, 1).unwrap(),
            super::candle::read,
        );
        #[cfg(feature = "burn")]
        row.add(
            "burn",
            (super::burn::tensor(&x, [8, 3, 32, 32]), super::burn::tensor(&w, [16, 3, 3, 3])),
            |(x, w)| {
                let options = burn::tensor::ops::ConvOptions::new([1, 1], [1, 1], [1, 1], 1);
                burn::tensor::module::conv2d(x.clone(), w.clone(), None, options)
            },
            super::burn::read,
        );
    });
}
