//! What recurrent layers promise beside PyTorch's numbers: names, kinds, sizes, dropout, code without bounds.

use half::f16;
use shaped::{
    Kind,
    grad::{Tape, value_and_grad},
    nn::*,
    prelude::*,
};

axis!(Batch);
axis!(Seq);

fn random(seed: u32) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / 4_294_967_296.0
    }
}

fn weighted<T: num_traits::Float, M: Parameters<T> + Default>(seed: u32) -> M {
    let mut model = M::default();
    model.reset_parameters(&mut random(seed));
    model
}

#[test]
fn names_and_sizes_are_pytorchs() {
    let of = |all: Vec<Parameter<'_, f32>>| -> Vec<_> {
        all.into_iter().map(|one| format!("{} {:?}", one.name, one.sizes)).collect()
    };
    let lstm = Lstm::<dim!(2), dim!(3), dim!(2), BothWays>::default();
    assert_eq!(
        of(lstm.named_parameters())[..9],
        [
            "weight_ih_l0 [12, 2]",
            "weight_hh_l0 [12, 3]",
            "bias_ih_l0 [12]",
            "bias_hh_l0 [12]",
            "weight_ih_l0_reverse [12, 2]",
            "weight_hh_l0_reverse [12, 3]",
            "bias_ih_l0_reverse [12]",
            "bias_hh_l0_reverse [12]",
            "weight_ih_l1 [12, 6]"
        ]
    );
    let gru = Gru::<dim!(2), dim!(3)>::without_bias();
    assert_eq!(of(gru.named_parameters()), ["weight_ih_l0 [9, 2]", "weight_hh_l0 [9, 3]"]);
    let cell = RnnCell::<dim!(2), dim!(3)>::default();
    assert_eq!(of(cell.named_parameters()), ["weight_ih [3, 2]", "weight_hh [3, 3]", "bias_ih [3]", "bias_hh [3]"]);
}

/// Without a tape the input is read in parts, and nothing is kept: the same numbers, as those of a cell, step by step.
#[test]
fn eager_is_as_recorded() {
    macro_rules! check {
        ($($layer:ident)*) => { $( {
            let layer: $layer<dim!(5), dim!(19), dim!(2), BothWays> = weighted(1);
            let mut uniform = random(2);
            let x = Tensor::<f32, shape![Batch, Seq, 5]>::zeros_with((Batch(3), Seq(300))).map(|_| uniform() as f32 - 0.5);
            let eager = layer.forward(&x);
            value_and_grad(&layer, |tape| {
                let recorded = layer.forward(&tape.input(&x));
                assert!(recorded.value().all_close(&eager, 1e-6, 1e-6));
                recorded.sum_all()
            });
            let lengths = Tensor::<usize, shape![Batch]>::full_with(Batch(3), 300);
            assert_eq!(layer.forward_lengths(&x, &lengths).unwrap().0, eager);
        } )* };
    }
    check!(Lstm Gru Rnn);
    let (layer, mut cell) = (weighted::<f32, Lstm<dim!(5), dim!(19)>>(3), LstmCell::<dim!(5), dim!(19)>::default());
    for (to, from) in cell.named_parameters_mut().into_iter().zip(layer.named_parameters()) {
        to.elements.copy_from_slice(from.elements);
    }
    let mut uniform = random(4);
    let x = Tensor::<f32, shape![7, 40, 5]>::from_fn(|_| uniform() as f32 - 0.5);
    let (y, last) = layer.forward_with_state(&x);
    let mut state = LstmState::<shape![7, 19]>::zeros();
    for (t, x) in x.axis_iter(Axis::<1>).enumerate() {
        state = cell.forward(&x, &state);
        assert!(y.index_axis(Axis::<1>, t).all_close(&state.h, 1e-6, 1e-6), "step {t}");
    }
    assert!(last.c.index_axis(Axis::<1>, 0).all_close(&state.c, 1e-6, 1e-6));
}

#[test]
fn nothing_is_no_trouble() {
    let layer: Lstm<dim!(2), dim!(3), dim!(2), BothWays> = weighted(5);
    for (batch, steps) in [(0, 4), (3, 0), (0, 0)] {
        let x = Tensor::<f32, shape![Batch, Seq, 2]>::ones_with((Batch(batch), Seq(steps)));
        let (y, state) = layer.forward_with_state(&x);
        assert_eq!((y.sizes(), state.c.sizes()), ([batch, steps, 6], [batch, 4, 3]));
        assert!(state.h.iter().all(|&h| h == 0.0));
        let (_, gradient) = value_and_grad(&layer, |tape| layer.forward(&tape.input(&x)).sum_all());
        gradient.visit(&mut |_, by: &[f32]| assert!(by.iter().all(|&by| by == 0.0)));
    }
    let (y, state) = Gru::<dim!(0), dim!(3)>::default().forward_with_state(&Tensor::<f32, shape![4, 0]>::ones());
    assert_eq!((y, state), (Tensor::zeros(), Tensor::zeros()));
    let y = Rnn::<dim!(3), dim!(0)>::default().forward(&Tensor::<f32, shape![2, 4, 3]>::ones());
    assert_eq!(y.sizes(), [2, 4, 0]);
    let state = LstmCell::<dim!(3), dim!(0)>::default()
        .forward(&Tensor::<f32, shape![2, 3]>::ones(), &LstmState::<shape![2, 0]>::zeros());
    assert_eq!(state.h.sizes(), [2, 0]);
}

/// Between layers, while a tape trains; the gradient is that of what was dropped.
#[test]
fn dropout_between_layers() {
    let mut layer: Lstm<dim!(2), dim!(4), dim!(3), OneWay, f64> = weighted(6);
    layer.dropout = 0.4;
    let mut uniform = random(7);
    let x = Tensor::<f64, shape![2, 5, 2]>::from_fn(|_| uniform() - 0.5);
    let value = |layer: &Lstm<dim!(2), dim!(4), dim!(3), OneWay, f64>, train: bool| {
        let mut tape = Tape::new(layer);
        if train {
            tape.train(9);
        }
        let (value, gradient) = tape.value_and_grad(layer, |tape| layer.forward(&tape.input(&x)).square().sum_all());
        (value, gradient.clone())
    };
    let (trained, gradient) = value(&layer, true);
    assert_eq!(trained, value(&layer, true).0);
    assert!((value(&layer, false).0 - layer.forward(&x).square().sum_all()).abs() < 1e-12);
    assert_ne!(trained, value(&layer, false).0);
    let by: Vec<Vec<f64>> = gradient.named_parameters().iter().map(|one| one.elements.to_vec()).collect();
    for (tensor, by) in by.iter().enumerate() {
        let place = by.len() / 2;
        let at = |step: f64| {
            let mut other = layer.clone();
            other.named_parameters_mut()[tensor].elements[place] += step;
            value(&other, true).0
        };
        let slope = (at(1e-6) - at(-1e-6)) / 2e-6;
        assert!((slope - by[place]).abs() < 1e-7, "tensor {tensor}: {slope} and {}", by[place]);
    }
}

#[test]
fn sixteen_bits_are_computed_in_single() {
    let layer: Gru<dim!(4), dim!(6)> = weighted(8);
    let mut half = Gru::<dim!(4), dim!(6), One, OneWay, f16>::default();
    for (to, from) in half.named_parameters_mut().into_iter().zip(layer.named_parameters()) {
        to.elements.iter_mut().zip(from.elements).for_each(|(to, from)| *to = f16::from_f32(*from));
    }
    let x = Tensor::<f32, shape![2, 50, 4]>::ones();
    let y = half.forward(&x.map(f16::from_f32)).map(f16::to_f32);
    assert!(y.all_close(&layer.forward(&x), 0.0, 2e-3));
}

model! {
    /// Generic over the width, without a bound.
    struct Tagger<V: StaticSize, H: StaticSize> {
        words: Embedding<V, H>,
        lstm: Lstm<H, H, dim!(2)>,
        gru: GruCell<H, H>,
        head: Linear<H, dim!(5)>,
    }
}

impl<V: StaticSize, H: StaticSize> Tagger<V, H> {
    fn tags<L: Shape, N: Size, I: Indices<Shape = (L, N)>>(&self, ids: &I) -> Tensor<f32, ((L, N), dim!(5)), I::Kind> {
        self.head.forward(&self.lstm.forward(&self.words.forward(ids)))
    }

    fn step<L: Shape, K: Kind>(
        &self,
        x: &Tensor<f32, (L, H), K>,
        h: &Tensor<f32, (L, H), K>,
    ) -> Tensor<f32, (L, H), K> {
        self.gru.forward(x, h)
    }

    fn goes_on<L: Shape, N: Size, K: Kind>(
        &self,
        x: &Tensor<f32, ((L, N), H), K>,
    ) -> (Tensor<f32, ((L, N), H), K>, LstmState<((L, dim!(2)), H), f32, K>) {
        let (_, state) = self.lstm.forward_with_state(x);
        self.lstm.forward_from(x, &state)
    }
}

#[test]
fn generic_code_needs_no_bound() {
    let tagger = Tagger::<dim!(30), dim!(8)>::default();
    let ids = Tensor::<u32, shape![Batch, Seq]>::zeros_with((Batch(2), Seq(7)));
    assert_eq!(tagger.tags(&ids).sizes(), [2, 7, 5]);
    let x = Tensor::<f32, shape![3, 8]>::ones();
    assert_eq!(tagger.step(&x, &x).sizes(), [3, 8]);
    assert_eq!(tagger.goes_on(&x).1.c.sizes(), [2, 8]);
    let (_, gradient) = value_and_grad(&tagger, |tape| tagger.tags(&tape.indices(&ids)).square().sum_all());
    assert_eq!(gradient.lstm.named_parameters().len(), 8);
}

/// As a layer of a tuple, in front of others.
#[test]
fn in_a_tuple() {
    let model =
        (Lstm::<dim!(4), dim!(6), One, BothWays>::default(), Dropout(0.1), Linear::<dim!(12), dim!(3)>::default());
    assert_eq!(model.named_parameters()[0].name, "0.weight_ih_l0");
    assert_eq!(model.forward(&Tensor::<f32, shape![2, 7, 4]>::ones()).sizes(), [2, 7, 3]);
}

#[test]
#[should_panic(expected = "has size 3 on the left and 2 on the right")]
fn a_state_of_another_run_time_batch() {
    let layer = Gru::<dim!(4), dim!(6)>::default();
    let x = Tensor::<f32, shape![Batch, 7, 4]>::ones_with(Batch(3));
    layer.forward_from(&x, &Tensor::<f32, shape![Batch, 1, 6]>::zeros_with(Batch(2)));
}
