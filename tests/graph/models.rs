//! Models of one's own: a decoder with a cache of fixed length, and what a program says of itself.

use shaped::grad::value_and_grad;
use shaped::graph::{Engine, Program, Trace};
use shaped::{Kind, nn::*, optim::Sgd, prelude::*};

use crate::engine::engine;

axis!(Batch);

/// Numbers from 0 to 1.
fn uniform() -> impl FnMut() -> f64 {
    let mut state = 5u32;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / f64::from(u32::MAX)
    }
}

model! {
    /// A step of a decoder: one word, and what it remembers of the last eight.
    struct Step {
        norm: RmsNorm<dim!(12)>,
        q: Linear<dim!(12), dim!(12)>,
        k: Linear<dim!(12), dim!(12)>,
        v: Linear<dim!(12), dim!(12)>,
        o: Linear<dim!(12), dim!(12)>,
    }
}

/// Keys and values of the last eight words, in three heads.
type Cache<K> = Tensor<f32, shape![3, 8, 4], K>;

impl Step {
    /// A word, the cache and the mask of what is in it; the result, and the cache with the word in place of the oldest one.
    fn step<K: Kind>(
        &self,
        x: &Tensor<f32, shape![1, 12], K>,
        keys: &Cache<K>,
        values: &Cache<K>,
        mask: &Tensor<f32, shape![1, 8]>,
    ) -> (Tensor<f32, shape![1, 12], K>, Cache<K>, Cache<K>) {
        let h = self.norm.forward(x);
        let heads = |x: Tensor<f32, shape![1, 12], K>| {
            x.reshape::<shape![1, 3, 4]>().swap_axes(Axis::<0>, Axis::<1>).to_tensor()
        };
        let [q, k, v] = [&self.q, &self.k, &self.v].map(|layer| heads(layer.forward(&h)));
        let keys = keys.narrow(Axis::<1>, 1, Dim::<7>).concat(&k, Axis::<1>);
        let values = values.narrow(Axis::<1>, 1, Dim::<7>).concat(&v, Axis::<1>);
        let attended = q.attention_masked(&keys, &values, mask).swap_axes(Axis::<0>, Axis::<1>).to_tensor();
        let y = x + self.o.forward(&attended.reshape::<shape![1, 12]>());
        (y, keys, values)
    }
}

#[test]
fn a_decoder_with_a_cache_of_fixed_length() {
    for start in [Engine::xla, Engine::iree] {
        if let Some(engine) = engine(start) {
            decodes_as_the_core(&engine);
        }
    }
}

fn decodes_as_the_core(engine: &Engine) {
    let mut net = Step::default();
    net.reset_parameters(&mut uniform());
    // The mask is an input as well: it changes from step to step.
    let mut mask: Tensor<f32, shape![1, 8]> = Tensor::full(f32::NEG_INFINITY);
    mask[[0, 7]] = 0.0;
    let traced = mask.clone();
    let trace = Trace::new(&net);
    let (x, keys, values) = (trace.input(()), trace.input(()), trace.input(()));
    let known = trace.labels(&traced);
    let program = trace.program((&x, &keys, &values, known), net.step(&x, &keys, &values, known));
    let mut loaded = engine.load(&program, &net).unwrap();
    let (mut ours, mut theirs) = ((Tensor::zeros(), Tensor::zeros()), (Tensor::zeros(), Tensor::zeros()));
    for i in 0..12 {
        if i > 0 && i < 8 {
            mask[[0, 7 - i]] = 0.0;
        }
        let x: Tensor<f32, shape![1, 12]> = Tensor::from_fn(|[_, j]| ((i * 12 + j) as f32).sin());
        let (y, k, v) = net.step(&x, &ours.0, &ours.1, &mask);
        ours = (k, v);
        let (made, k, v) = loaded.run((&x, &theirs.0, &theirs.1, &mask)).unwrap();
        theirs = (k, v);
        assert!(made.all_close(&y, 1e-5, 1e-5), "step {i}: {y:?}, {made:?}");
        assert!(theirs.0.all_close(&ours.0, 1e-5, 1e-5) && theirs.1.all_close(&ours.1, 1e-5, 1e-5));
    }
}

#[test]
fn what_a_program_says_of_itself() {
    let net = (Linear::<dim!(4), dim!(3)>::default(), Tanh, Dropout::default());
    let program = Program::trace::<shape![Batch, 4], _>(&net, Batch(2));
    assert_eq!(
        program.table(),
        "\
operation  of             gives       flops  bytes
dot        [2, 4] [3, 4]  f32 [2, 3]     48    104
stretch    [3]            f32 [2, 3]      0      0
add        [2, 3] [2, 3]  f32 [2, 3]      6     72
tanh       [2, 3]         f32 [2, 3]      6     48
takes input f32 [2, 4]
2 tensors of 15 parameters; 60 operations on elements, 224 bytes moved
"
    );
    let dot = program.to_dot();
    assert!(dot.starts_with("digraph") && dot.contains("0.weight") && dot.ends_with("}\n"), "{dot}");
    // Names and sizes come first, for people and for the runner.
    let text = program.stablehlo();
    let head: Vec<&str> = text.lines().take(4).collect();
    assert_eq!(
        head,
        [
            r#"// argument 0: tensor<3x4xf32> "0.weight""#,
            r#"// argument 1: tensor<3xf32> "0.bias""#,
            r#"// argument 2: tensor<2x4xf32> "input""#,
            r#"// result 0: tensor<2x3xf32> "output""#,
        ]
    );
    // 0.5 is written by its bits.
    let half = Program::trace::<shape![2, 4], _>(&(Linear::<dim!(4), dim!(3)>::default(), Gelu), ());
    assert!(half.stablehlo().contains("dense<0x3F000000>"));
}

#[test]
#[should_panic(expected = "an input of the trace that the results need is not among those of the program")]
fn an_input_that_is_not_listed() {
    let net = Linear::<dim!(4), dim!(3)>::default();
    let trace = Trace::new(&net);
    let x = trace.input::<shape![2, 4]>(());
    trace.program((), net.forward(&x));
}

/// Parameters of a copy are constants: nothing would be learned.
#[test]
#[should_panic(expected = "the loss depends on no parameter of the traced model")]
fn a_loss_of_a_copy_of_the_model() {
    let net = Linear::<dim!(4), dim!(3)>::default();
    let copy = net.clone();
    let trace = Trace::new(&net);
    let x = trace.input::<shape![2, 4]>(());
    trace.train_step(&x, &copy.forward(&x).square().mean_all(), &Sgd::new(&net, 0.1));
}

/// On whichever engine is there.
#[test]
fn a_program_is_run_once() {
    if engine(Engine::any).is_none() {
        return;
    }
    let net = Linear::<dim!(4), dim!(3)>::default();
    let program = Program::trace::<shape![2, 4], _>(&net, ());
    assert_eq!(program.run(&net, &Tensor::ones()).unwrap(), net.forward(&Tensor::<f32, shape![2, 4]>::ones()));
}

#[test]
#[should_panic(expected = "operands of two traces")]
fn values_of_two_traces() {
    let net = Linear::<dim!(4), dim!(3)>::default();
    let (one, other) = (Trace::new(&net), Trace::new(&net));
    let (x, y) = (one.input::<shape![2, 4]>(()), other.input::<shape![2, 4]>(()));
    let _ = x + y;
}

#[test]
#[should_panic(expected = "a result of another trace")]
fn a_result_of_another_trace() {
    let net = Linear::<dim!(4), dim!(3)>::default();
    let (one, other) = (Trace::new(&net), Trace::new(&net));
    let (x, y) = (one.input::<shape![2, 4]>(()), other.input::<shape![2, 4]>(()));
    let _made = x.sin();
    one.program(&x, y.exp());
}

/// Labels of which only a copy was used would be those of the trace for ever.
#[test]
#[should_panic(expected = "nothing depends on the input `labels1`")]
fn labels_of_which_a_copy_was_used() {
    let net = Linear::<dim!(4), dim!(3)>::default();
    let classes = tensor![0u8, 2];
    let trace = Trace::new(&net);
    let (x, target) = (trace.input::<shape![2, 4]>(()), trace.labels(&classes));
    let loss = net.forward(&x).cross_entropy(&target.cast::<u32>());
    trace.program((&x, target), loss);
}

/// A recurrent layer whose outputs and last states are looked at, there and on the core; and the gradient of all its weights.
macro_rules! recurrent {
    ($engine:ident; $($name:literal $net:expr, $x:ty, |$model:ident, $input:ident| $made:expr;)*) => { $({
        let mut net = $net;
        net.reset_parameters(&mut uniform());
        let x = Tensor::<f32, $x>::from_flat_fn(|i| (i as f32 * 0.7).sin());
        let ours = {
            let ($model, $input) = (&net, &x);
            $made
        };
        let trace = Trace::new(&net);
        let input = trace.input::<$x>(());
        let made = {
            let ($model, $input) = (&net, &input);
            $made
        };
        let loss = made.square().sum_all();
        let theirs: Tensor<f32, _> = $engine.load(&trace.program(&input, made), &net).unwrap().run(&x).unwrap();
        assert!(theirs.all_close(&ours, 1e-5, 1e-5), "{}: {ours:?}, {theirs:?}", $name);
        let (value, gradient) = value_and_grad(&net, |tape| {
            let ($model, $input) = (&net, &tape.input(&x));
            $made.square().sum_all()
        });
        let program = trace.value_and_grad(&input, &loss);
        let (loss, theirs) = $engine.load(&program, &net).unwrap().run(&x).unwrap();
        assert!((loss.as_slice()[0] - value).abs() < 1e-4 * value, "{}", $name);
        for (ours, theirs) in gradient.named_parameters().iter().zip(&theirs.0) {
            let close = ours.elements.iter().zip(theirs).all(|(a, b)| (a - b).abs() < 1e-4 * (1.0 + a.abs()));
            assert!(close, "{}, {}: {:?}, {theirs:?}", $name, ours.name, ours.elements);
        }
    })* };
}

#[test]
fn recurrent_layers() {
    let Some(engine) = engine(Engine::xla) else { return };
    let engine = &engine;
    type Four = dim!(4);
    recurrent! { engine;
        "lstm" Lstm::<dim!(3), Four>::default(), shape![2, 5, 3], |net, x| net.forward(x);
        "two layers, both ways" Lstm::<dim!(3), Four, Dim<2>, BothWays>::default(), shape![2, 5, 3], |net, x| net.forward(x);
        "projected" ProjectedLstm::<dim!(3), Four, Dim<2>, Dim<2>, BothWays>::default(), shape![2, 5, 3], |net, x| net.forward(x);
        "gru" Gru::<dim!(3), Four, Dim<2>>::default(), shape![5, 3], |net, x| net.forward(x);
        "rnn" Rnn::<dim!(3), Four>::default(), shape![2, 5, 3], |net, x| net.forward(x);
        "relu" Rnn::<dim!(3), Four, One, BothWays, Relu>::default(), shape![2, 5, 3], |net, x| net.forward(x);
        "no bias" WithoutBias::<Gru<dim!(3), Four>>::default(), shape![2, 5, 3], |net, x| net.forward(x);
        "states" Lstm::<dim!(3), Four, Dim<2>>::default(), shape![2, 5, 3], |net, x| {
            let (y, state) = net.forward_with_state(x);
            state.h.concat(&state.c, Axis::<-1>) * y.sum_all()
        };
        "lengths" Lstm::<dim!(3), Four, One, BothWays>::default(), shape![2, 5, 3], |net, x| {
            let (y, state) = net.forward_lengths(x, &tensor![5, 2]).unwrap();
            y.sum_keepdim(Axis::<1>).concat(&state.c.reshape::<shape![2, 1, 8]>(), Axis::<1>)
        };
        "cell" LstmCell::<dim!(3), Four>::default(), shape![2, 3], |net, x| {
            let state = net.forward(x, &net.zero_state(x));
            state.h * state.c
        };
    }
}
