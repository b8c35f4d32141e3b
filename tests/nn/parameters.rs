//! Tensors of models by name: visited, given random values, written and read.

use shaped::{StaticSize, nn::*, prelude::*};

use crate::example::random;

type Model = (
    Conv2d<dim!(3), dim!(8), dim!(3)>,
    BatchNorm2d<dim!(8)>,
    Relu,
    (Linear<dim!(16), dim!(4)>, Option<LayerNorm<dim!(4)>>),
    MultiHeadAttention<dim!(8), dim!(2)>,
    Embedding<dim!(5), dim!(8)>,
);

#[test]
fn names_are_pytorchs() {
    let mut model = Model::default();
    model.3.1 = Some(LayerNorm::default());
    let names: Vec<_> = model.named_parameters().into_iter().map(|p| format!("{} {:?}", p.name, p.sizes)).collect();
    let expected = [
        "0.weight [8, 3, 3, 3]",
        "0.bias [8]",
        "1.weight [8]",
        "1.bias [8]",
        "1.running_mean [8]",
        "1.running_var [8]",
        "3.0.weight [4, 16]",
        "3.0.bias [4]",
        "3.1.weight [4]",
        "3.1.bias [4]",
        "4.in_proj_weight [24, 8]",
        "4.in_proj_bias [24]",
        "4.out_proj.weight [8, 8]",
        "4.out_proj.bias [8]",
        "5.weight [5, 8]",
    ];
    assert_eq!(names, expected);
    let to_change: Vec<_> =
        model.named_parameters_mut().into_iter().map(|p| format!("{} {:?}", p.name, p.sizes)).collect();
    assert_eq!(to_change, expected);
    assert_eq!(model.num_parameters(), 224 + 32 + 68 + 8 + 216 + 72 + 40);
    model.3.1 = None;
    model.3.0.bias = None;
    assert!(model.named_parameters().iter().all(|p| p.name != "3.0.bias" && !p.name.starts_with("3.1")));
}

/// The largest size, the mean and the variance.
fn statistics(elements: &[f32]) -> (f64, f64, f64) {
    let n = elements.len() as f64;
    let mean = elements.iter().map(|&x| f64::from(x)).sum::<f64>() / n;
    let variance = elements.iter().map(|&x| (f64::from(x) - mean).powi(2)).sum::<f64>() / n;
    (elements.iter().fold(0.0, |most: f64, &x| most.max(f64::from(x).abs())), mean, variance)
}

/// Uniform between minus and plus the bound, by many elements: none beyond it, some near it, the mean and the variance of it.
#[track_caller]
fn is_uniform(elements: &[f32], bound: f64) {
    let (most, mean, variance) = statistics(elements);
    assert!(most <= bound * 1.000001 && most > 0.98 * bound, "{most} for a bound of {bound}");
    assert!(mean.abs() < 0.05 * bound, "mean {mean}");
    assert!((variance / (bound * bound / 3.0) - 1.0).abs() < 0.06, "variance {variance}");
}

#[test]
fn weights_start_between_the_bounds_of_their_fan_in() {
    let mut uniform = random(11);
    let mut linear = Linear::<dim!(100), dim!(300)>::default();
    linear.reset_parameters(&mut uniform);
    is_uniform(linear.weight.as_slice(), 0.1);
    let (most, ..) = statistics(linear.bias.as_ref().unwrap().as_slice());
    assert!(most <= 0.1 && most > 0.09);

    let mut conv = Conv2d::<dim!(16), dim!(64), (dim!(2), dim!(5))>::default();
    conv.reset_parameters(&mut uniform);
    is_uniform(conv.weight.as_slice(), 1.0 / 160f64.sqrt());
    assert!(statistics(conv.bias.as_ref().unwrap().as_slice()).0 > 0.05);

    let mut conv = Conv1d::<dim!(16), dim!(64), dim!(4)>::default();
    conv.reset_parameters(&mut uniform);
    is_uniform(conv.weight.as_slice(), 0.125);

    // PyTorch counts the second axis of the weights, [in, out, height, width].
    let mut up = ConvTranspose2d::<dim!(64), dim!(16), dim!(2)>::default();
    up.reset_parameters(&mut uniform);
    is_uniform(up.weight.as_slice(), 0.125);

    let mut attention = MultiHeadAttention::<dim!(64), dim!(4)>::default();
    attention.reset_parameters(&mut uniform);
    is_uniform(attention.in_proj_weight.as_slice(), (6.0 / 256f64).sqrt());
    is_uniform(attention.out_proj.weight.as_slice(), 0.125);
    assert!(
        attention
            .in_proj_bias
            .as_slice()
            .iter()
            .chain(attention.out_proj.bias.iter().flat_map(|b| b.as_slice()))
            .all(|&b| b == 0.0)
    );

    let mut table = Embedding::<dim!(100), dim!(100)>::default();
    table.reset_parameters(&mut uniform);
    let (most, mean, variance) = statistics(table.weight.as_slice());
    assert!(most > 3.0 && most < 6.0 && mean.abs() < 0.05 && (variance - 1.0).abs() < 0.05);
}

#[test]
fn norms_start_as_what_changes_nothing_and_keep_their_eps() {
    let mut norm = BatchNorm2d::<dim!(3)>::default();
    let seven = || Tensor::full(7.0);
    (norm.weight, norm.bias) = (seven().into(), seven().into());
    (norm.running_mean, norm.running_var, norm.eps) = (seven().into(), seven().into(), 0.25);
    norm.reset_parameters(&mut random(1));
    assert_eq!((norm.weight, norm.bias), (Param::ones(), Param::zeros()));
    assert_eq!((norm.running_mean, norm.running_var, norm.eps), (Buffer::zeros(), Buffer::ones(), 0.25));
    let mut norm = LayerNorm::<dim!(3)> { weight: seven().into(), bias: seven().into(), eps: 0.5 };
    norm.reset_parameters(&mut random(1));
    assert_eq!((norm.weight, norm.bias, norm.eps), (Param::ones(), Param::zeros(), 0.5));
}

#[test]
fn a_seed_gives_the_same_weights_again() {
    let models = [3, 3, 4].map(|seed| {
        let mut model = Model::default();
        model.reset_parameters(&mut random(seed));
        model.named_parameters().iter().flat_map(|p| p.elements.to_vec()).collect::<Vec<f32>>()
    });
    assert_eq!(models[0], models[1]);
    assert_ne!(models[0], models[2]);
}

#[cfg(feature = "safetensors")]
#[test]
fn models_are_written_and_read() {
    use shaped::io::SafeTensors;
    let mut model = Model::default();
    model.reset_parameters(&mut random(5));
    let bytes = model.state_dict().unwrap().to_bytes().unwrap();
    let file = SafeTensors::from_bytes(bytes).unwrap();
    // As PyTorch reads them.
    let weight = file.tensor::<f32, shape![24, 8]>("4.in_proj_weight").unwrap();
    assert_eq!(weight.as_slice(), model.4.in_proj_weight.as_slice());

    let mut copy = Model::default();
    assert!(copy.load_state_dict(&file).unwrap().is_empty());
    for (a, b) in model.named_parameters().iter().zip(copy.named_parameters()) {
        assert_eq!((&a.name, &a.sizes, a.elements), (&b.name, &b.sizes, b.elements));
    }

    let error = Linear::<dim!(3), dim!(2)>::default().load_state_dict(&file).unwrap_err();
    assert!(error.to_string().starts_with(r#"no tensor "weight""#), "{error}");
    let same_name = (Linear::<dim!(3), dim!(2)>::default(),);
    struct Twice<M>(M);
    impl<M: Parameters> Parameters for Twice<M> {
        fn collect<'a>(&'a self, prefix: &str, all: &mut Vec<Parameter<'a, f32>>) {
            self.0.collect(prefix, all);
            self.0.collect(prefix, all);
        }
        fn collect_mut<'a>(&'a mut self, prefix: &str, all: &mut Vec<ParameterMut<'a, f32>>) {
            self.0.collect_mut(prefix, all);
        }
    }
    assert!(Twice(same_name).state_dict().err().unwrap().to_string().contains("0.weight"));
}

model! {
    /// A model's size may have any name.
    struct Named<N: StaticSize> {
        layer: Linear<N, dim!(2)>,
    }
}

#[test]
fn a_size_may_be_called_n() {
    let (mut average, mut model) = (Named::<dim!(3)>::default(), Named::<dim!(3)>::default());
    model.layer.weight.as_mut_slice().fill(2.0);
    Parameters::<f32>::zip([&mut average, &mut model], &mut |_, [to, from]| to.copy_from_slice(from));
    assert_eq!(average.layer.weight.as_slice(), [2.0; 6]);
}
