//! Models that are trained in another engine: dropout, batch norm and clipping as on the core's tape.

use shaped::grad::Tape;
use shaped::graph::{Engine, Trace};
use shaped::{Kind, nn::*, optim::*, prelude::*};

use crate::engine::engine;

axis!(Batch);

model! {
    /// Pictures of 6 x 6: a convolution with batch norm, and attention over its channels.
    struct Net {
        conv: Conv2d<One, dim!(4), dim!(3)>,
        norm: BatchNorm2d<dim!(4)>,
        attention: MultiHeadAttention<dim!(16), dim!(4)>,
        drop: Dropout,
        flat: BatchNorm1d<dim!(16)>,
        out: Linear<dim!(16), dim!(3)>,
    }
}

impl Net {
    fn new() -> Self {
        let mut net = Net::default();
        let mut state = 5u32;
        net.reset_parameters(&mut || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state) / f64::from(u32::MAX)
        });
        net.attention.dropout = 0.25;
        net
    }

    fn scores<K: Kind>(&self, x: &Tensor<f32, shape![Batch, 1, 6, 6], K>) -> Tensor<f32, shape![Batch, 3], K> {
        let planes = self.norm.forward(&self.conv.forward(x)).relu();
        let words = planes.flatten_axes(Axis::<2>, Axis::<3>).to_tensor();
        let seen = self.drop.forward(&self.attention.forward(&words));
        self.out.forward(&self.flat.forward(&seen.mean(Axis::<1>)))
    }
}

fn pictures(step: usize) -> Tensor<f32, shape![Batch, 1, 6, 6]> {
    Tensor::from_fn_with(Batch(8), |[n, _, i, j]| ((step * 31 + n * 17 + i * 5 + j * 3) as f32 * 0.37).sin())
}

#[test]
fn dropout_batch_norm_and_clipping_as_on_the_core() {
    let Some(engine) = engine(Engine::xla) else { return };
    let classes: Tensor<u8, shape![Batch]> = Tensor::from_fn_with(Batch(8), |[n]| (n % 3) as u8);
    let (mut ours, mut theirs) = (Net::new(), Net::new());
    // Not Adam, which would make whole steps of gradients that are rounding alone, such as those of biases before batch norm.
    let mut sgd = Sgd::new(&ours, 0.05).momentum(0.9);
    let mut their_sgd = sgd.clone();

    let start = theirs.clone();
    let trace = Trace::new(&start);
    trace.train(7);
    trace.clip_grad_norm(0.3);
    let (x, target) = (trace.input::<shape![Batch, 1, 6, 6]>(Batch(8)), trace.labels(&classes));
    let step = trace.train_step((&x, target), &start.scores(&x).cross_entropy(target), &their_sgd);
    let mut training = engine.train(&step, &theirs, &their_sgd).unwrap();

    let mut tape = Tape::new(&ours);
    tape.train(7);
    let mut clipped = 0;
    for i in 0..20 {
        if i == 10 {
            tape.train(99);
            training.set_seed(99).unwrap();
        }
        let x = pictures(i);
        let (loss, gradient) = tape.value_and_grad(&ours, |tape| ours.scores(&tape.input(&x)).cross_entropy(&classes));
        clipped += usize::from(clip_grad_norm(gradient, 0.3) > 0.3);
        sgd.step(&mut ours, gradient);
        let of_engine = training.step((&x, &classes)).unwrap();
        assert!((loss - of_engine).abs() < 1e-5 * loss.abs().max(1.0), "step {i}: {loss} and {of_engine}");
    }
    assert!(clipped > 10, "{clipped} of 20 gradients were clipped");
    training.finish(&mut theirs, &mut their_sgd).unwrap();
    for (ours, theirs) in ours.named_parameters().iter().zip(theirs.named_parameters()) {
        let most = ours.elements.iter().zip(theirs.elements).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(most < 2e-4, "{}: {most}", ours.name);
    }
    assert!(theirs.norm.running_mean.as_slice().iter().any(|x| x.abs() > 1e-3));
}

#[test]
fn gradients_clipped_by_value() {
    let Some(engine) = engine(Engine::xla) else { return };
    let mut net = Linear::<dim!(3), dim!(2)>::new(tensor![[1.0, -2.0, 0.5], [0.0, 3.0, -1.0]], tensor![0.1, 0.2]);
    let mut sgd = Sgd::new(&net, 1.0);
    let before = net.clone();
    let trace = Trace::new(&before);
    trace.clip_grad_value(0.25);
    let x = trace.input::<shape![4, 3]>(());
    let step = trace.train_step(&x, &before.forward(&x).square().mean_all(), &sgd);
    let mut training = engine.train(&step, &net, &sgd).unwrap();
    let numbers = Tensor::from_fn(|[i, j]| (i as f32 - j as f32) * 0.7);
    training.step(&numbers).unwrap();
    training.finish(&mut net, &mut sgd).unwrap();

    let mut tape = Tape::new(&before);
    let gradient = tape.value_and_grad(&before, |tape| before.forward(&tape.input(&numbers)).square().mean_all()).1;
    clip_grad_value(gradient, 0.25);
    assert!(gradient.weight.as_slice().iter().filter(|g| g.abs() == 0.25).count() >= 2);
    let expected = before.weight.value() - gradient.weight.value();
    assert!(net.weight.value().all_close(&expected, 1e-6, 1e-6), "{:?} {expected:?}", net.weight.value());
}

/// Elements that are dropped are the very same, whatever the seed; in rows of attention, too.
#[test]
fn the_same_elements_are_dropped() {
    let Some(engine) = engine(Engine::xla) else { return };
    let x: Tensor<f32, shape![40, 37]> = Tensor::from_fn(|[i, j]| 1.0 + (i * 37 + j) as f32);
    for seed in [0, 1, 0xdead_beef_0123_4567, u64::MAX] {
        for p in [0.0, 0.1, 0.5, 0.9, 1.0] {
            let mut tape = Tape::new(&x);
            tape.train(seed);
            // How much is left of each element.
            let left = tape.value_and_grad(&x, |tape| tape.input(&x).dropout_in_training(p).sum_all()).1;
            let ours = &x * &**left;
            let trace = Trace::new(&());
            trace.train(seed);
            let input = trace.input::<shape![40, 37]>(());
            // With a result that depends on the input even if all is dropped.
            let program = trace.program(&input, (input.dropout_in_training(p), &input * 2.0));
            let (theirs, _) = engine.load(&program, &()).unwrap().run(&x).unwrap();
            assert_eq!(theirs, ours, "seed {seed}, p {p}");
        }
    }
}

/// Whole channels, too, and what keeps mean and variance.
#[test]
fn the_same_channels_are_dropped() {
    let Some(engine) = engine(Engine::xla) else { return };
    let x: Tensor<f32, shape![40, 7, 5]> = Tensor::from_fn(|[i, j, k]| 1.0 + (i * 35 + j * 5 + k) as f32);
    for (seed, p) in [(1, 0.1), (0xdead_beef_0123_4567, 0.5), (u64::MAX, 1.0)] {
        let mut tape = Tape::new(&x);
        tape.train(seed);
        let mut ours = None;
        tape.value_and_grad(&x, |tape| {
            let x = tape.input(&x);
            let y = x.dropout1d_in_training(p) + x.dropout2d_in_training(p) + x.alpha_dropout_in_training(p);
            ours = Some(y.value().to_tensor());
            y.sum_all()
        });
        let trace = Trace::new(&());
        trace.train(seed);
        let input = trace.input::<shape![40, 7, 5]>(());
        let made = input.dropout1d_in_training(p) + input.dropout2d_in_training(p) + input.alpha_dropout_in_training(p);
        let program = trace.program(&input, (made, &input * 2.0));
        let (theirs, _) = engine.load(&program, &()).unwrap().run(&x).unwrap();
        assert!(theirs.all_close(&ours.unwrap(), 1e-5, 1e-5), "seed {seed}, p {p}");
    }
}

/// Between the layers of a recurrent network, too, in both directions.
#[test]
fn a_recurrent_network_drops_between_its_layers() {
    let Some(engine) = engine(Engine::xla) else { return };
    let mut net = Lstm::<dim!(3), dim!(4), Dim<2>, BothWays>::default();
    net.dropout = 0.5;
    let mut state = 9u32;
    net.reset_parameters(&mut || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / f64::from(u32::MAX)
    });
    let x: Tensor<f32, shape![2, 5, 3]> = Tensor::from_fn(|[n, t, i]| ((n * 15 + t * 3 + i) as f32 * 0.7).sin());
    let trace = Trace::new(&net);
    trace.train(3);
    let input = trace.input::<shape![2, 5, 3]>(());
    let sgd = Sgd::new(&net, 0.5);
    let step = trace.train_step(&input, &net.forward(&input).square().mean_all(), &sgd);
    let mut training = engine.train(&step, &net, &sgd).unwrap();
    let (mut ours, mut our_sgd) = (net.clone(), sgd.clone());
    let mut tape = Tape::new(&ours);
    tape.train(3);
    let mut losses = vec![];
    for i in 0..10 {
        let (loss, gradient) = tape.value_and_grad(&ours, |tape| ours.forward(&tape.input(&x)).square().mean_all());
        our_sgd.step(&mut ours, gradient);
        let of_engine = training.step(&x).unwrap();
        assert!((loss - of_engine).abs() < 1e-5 * loss, "step {i}: {loss} and {of_engine}");
        losses.push(loss);
    }
    assert!(losses.windows(2).any(|pair| pair[1] > pair[0]), "other elements are dropped at each step: {losses:?}");
}

#[test]
#[should_panic(expected = "a trace is told to train once")]
fn told_twice() {
    let net = Linear::<dim!(3), dim!(2)>::default();
    let trace = Trace::new(&net);
    trace.train(1);
    trace.train(2);
}
