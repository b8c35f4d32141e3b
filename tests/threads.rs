//! With the feature `rayon`: the same bits whatever the number of threads.
#![cfg(feature = "rayon")]

use shaped::{nn::*, prelude::*};

fn number(i: usize) -> f64 {
    ((i * 7919 + 13) % 2003) as f64 / 16.0 - 60.0
}

/// The results of pools of 1, 2 and 5 threads, which must be one.
fn same<T: PartialEq + std::fmt::Debug + Send>(compute: impl Fn() -> Vec<T> + Sync) {
    let on = |threads: usize| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(&compute);
    let one = on(1);
    for threads in [2, 5] {
        assert!(on(threads) == one, "{threads} threads");
    }
}

macro_rules! for_floats {
    ($name:ident, $t:ident) => {
        #[test]
        fn $name() {
            fn make<S: StaticShape>() -> Tensor<$t, S> {
                Tensor::from_flat_fn(|i| number(i) as $t)
            }
            let bits = |x: &[$t]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            let (a, b) = (make::<shape![301, 700]>(), make::<shape![700, 190]>());
            same(|| bits(a.matmul(&b).as_slice()));
            let (c, d) = (make::<shape![700, 301]>(), make::<shape![190, 700]>());
            same(|| bits(c.transpose().matmul(&d.transpose()).as_slice()));
            let (e, f) = (make::<shape![4, 5, 64, 64]>(), make::<shape![5, 64, 64]>());
            same(|| bits(e.matmul(&f).as_slice()));
            let row = make::<shape![190]>();
            same(|| bits(a.linear(&d, &row).as_slice()));
            let layer = Linear::new(d.clone(), row.clone());
            same(|| bits((&layer, Relu).forward(&a).as_slice()));
            same(|| bits((&layer, Gelu).forward(&a).as_slice()));
            let (x, w) = (make::<shape![7, 8, 30, 30]>(), make::<shape![16, 8, 3, 3]>());
            same(|| bits(x.conv2d(&w, Conv::new()).as_slice()));
            same(|| bits(x.conv2d(&w, Conv::new().padding(One)).as_slice()));
            // Enough elements to be worth several threads, and rows that no number of threads shares out evenly.
            let many = make::<shape![13, 37, 701]>();
            same(|| bits(many.softmax(Axis::<-1>).as_slice()));
            same(|| bits(many.log_softmax(Axis::<-2>).as_slice()));
            same(|| bits(many.normalize(Axis::<0>).as_slice()));
            let (weight, bias) = (make::<shape![701]>(), make::<shape![701]>());
            same(|| bits(many.layer_norm(&weight, &bias, 1e-5).as_slice()));
            same(|| bits(many.rms_norm(&weight, 1e-5).as_slice()));
            let pictures = make::<shape![5, 12, 83, 71]>();
            let (weight, bias) = (make::<shape![12]>(), make::<shape![12]>());
            same(|| bits(pictures.group_norm(Axis::<1>, Dim::<3>, &weight, &bias, 1e-5).as_slice()));
            let (mean, var) = (make::<shape![12]>(), make::<shape![12]>().map(|x| x.abs() + 1.0));
            same(|| bits(pictures.batch_norm(Axis::<1>, &mean, &var, &weight, &bias, 1e-5).as_slice()));
            same(|| bits((&many / 16.0).exp().as_slice()));
            same(|| bits(many.transpose().gelu().as_slice()));
            same(|| bits(many.leaky_relu(0.1).as_slice()));
            // Memory is waited for: of so many elements other threads pay.
            let most = make::<shape![61, 71, 1001]>();
            same(|| bits((&most + &most).as_slice()));
            same(|| bits(most.atan2(&most.transpose().to_tensor().reshape::<shape![61, 71, 1001]>()).as_slice()));
            same(|| bits(most.sum(Axis::<-1>).as_slice()));
            same(|| bits(most.max((Axis::<1>, Axis::<2>)).as_slice()));
            same(|| bits(most.sum(Axis::<0>).as_slice()));
            same(|| bits(&[most.sum_all()]));
            let t = make::<shape![8, 16, 3, 3]>();
            same(|| bits(x.conv_transpose2d(&t, TransposedConv::new().stride(Dim::<2>)).as_slice()));
        }
    };
}
for_floats!(singles, f32);
for_floats!(doubles, f64);

/// A tape for each part of a batch: a conv net with dropout, trained for some steps.
#[test]
fn tapes() {
    use shaped::grad::Tapes;
    use shaped::optim::{AdamW, Batches};
    type Net =
        (Conv2d<dim!(1), dim!(8), dim!(3)>, BatchNorm2d<dim!(8)>, Relu, Flatten, Dropout, Linear<dim!(6272), dim!(10)>);
    let x = Tensor::<f32, shape![24, 1, 30, 30]>::from_flat_fn(|i| number(i) as f32 / 64.0);
    let y = Tensor::<usize, shape![24]>::from_flat_fn(|i| i * 7 % 10);
    let parts: Vec<_> = Batches::new(&x, &y, Dim::<4>).in_order().collect();
    same(|| {
        let mut model = Net::default();
        let mut i = 0;
        Parameters::<f32>::reset_parameters(&mut model, &mut || {
            i += 1;
            number(i) / 128.0 + 0.5
        });
        let (mut tapes, mut adam) = (Tapes::new(&model), AdamW::new(&model, 1e-3));
        tapes.train(3);
        let mut all = Vec::new();
        for _ in 0..3 {
            let (loss, gradient) =
                tapes.value_and_grad(&model, &parts, |tape, (x, y)| model.forward(&tape.input(x)).cross_entropy(y));
            all.push(loss.to_bits());
            adam.step(&mut model, gradient);
        }
        Parameters::<f32>::visit(&model, &mut |_, elements| all.extend(elements.iter().map(|x| x.to_bits())));
        all
    });
}

/// Products of `bf16` by a CPU's unit for matrices, if it has one: rows that no number of threads shares out evenly, and several parts of the columns.
#[cfg(feature = "half")]
#[test]
fn products_of_brain_floats() {
    use half::bf16;

    fn make<S: StaticShape>() -> Tensor<bf16, S> {
        Tensor::from_flat_fn(|i| bf16::from_f64(number(i)))
    }
    let bits = |x: &[bf16]| x.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let (a, b) = (make::<shape![301, 2100]>(), make::<shape![2100, 345]>());
    same(|| bits(a.matmul(&b).as_slice()));
    let (c, d) = (make::<shape![2100, 331]>(), make::<shape![345, 2100]>());
    same(|| bits(c.transpose().matmul(&d.transpose()).as_slice()));
    let row = make::<shape![345]>();
    same(|| bits(a.linear(&d, &row).as_slice()));
    let few = make::<shape![211, 500]>();
    same(|| bits(few.matmul(&make::<shape![500, 700]>()).as_slice()));
    let (q, k) = (make::<shape![9, 130, 64]>() * bf16::from_f32(0.01), make::<shape![9, 141, 64]>());
    same(|| bits(q.attention(&k, &k).as_slice()));
}
