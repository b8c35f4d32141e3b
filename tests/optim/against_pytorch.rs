//! Results of PyTorch: `tools/reference/optim.py`.

use shaped::grad::{Gradient, Real, Tape};
use shaped::nn::Param;
use shaped::optim::*;
use shaped::prelude::*;

use crate::harness::{Element, Reference};

/// A weight and a bias, and the gradients of twenty steps.
type Model<T> = (Param<shape![9, 8], T>, Param<shape![3], T>);

fn reference() -> Reference {
    Reference::new(include_str!("../data/reference/optim.txt"))
}

struct Problem<T> {
    model: Model<T>,
    gradients: Vec<Gradient<Model<T>>>,
    tolerance: f64,
}

impl<T: Element + Real> Problem<T> {
    fn new(reference: &Reference) -> Self {
        let model = (reference.input("weight").into(), reference.input("bias").into());
        let weights = reference.input::<T, shape![20, 9, 8]>("weight gradients");
        let biases = reference.input::<T, shape![20, 3]>("bias gradients");
        let gradients = (0..20).map(|step| {
            let [weight, bias] = [&weights.as_slice()[72 * step..][..72], &biases.as_slice()[3 * step..][..3]];
            Gradient::new((
                Tensor::from_vec(weight.to_vec()).unwrap().into(),
                Tensor::from_vec(bias.to_vec()).unwrap().into(),
            ))
        });
        let tolerance = if T::NAME == "f64" { 1e-12 } else { 1e-6 };
        Problem { gradients: gradients.collect(), model, tolerance }
    }
}

/// All elements, those of the weight first.
fn flat<T: Copy>(model: &Model<T>) -> Vec<T> {
    [model.0.as_slice(), model.1.as_slice()].concat()
}

/// Twenty steps of an optimizer, in both element types: after the second and the last the model is as PyTorch's.
macro_rules! trajectories {
    ($($test:ident: $(($key:literal, |$model:ident| $optimizer:expr))*;)*) => { $(
        #[test]
        fn $test() {
            fn of<T: Element + Real>(reference: &Reference) { $(
                let Problem { model, gradients, tolerance } = Problem::<T>::new(reference);
                let mut trained = model.clone();
                let mut optimizer = { let $model = &model; $optimizer };
                let mut seen = Vec::new();
                for (step, gradient) in gradients.iter().enumerate() {
                    let mut given = gradient.clone();
                    optimizer.step(&mut trained, &mut given);
                    assert_eq!(&given, gradient, "the gradient stays");
                    if step == 1 || step == 19 {
                        seen.extend(flat(&trained));
                    }
                }
                assert_eq!(optimizer.steps(), 20);
                reference.check($key, &Tensor::<T, shape![2, 75]>::from_vec(seen).unwrap(), tolerance);
            )* }
            let reference = reference();
            of::<f64>(&reference);
            of::<f32>(&reference);
        }
    )* };
}
trajectories! {
    sgd:
        ("sgd plain", |model| Sgd::new(model, 0.1))
        ("sgd weight decay", |model| Sgd::new(model, 0.1).weight_decay(0.05))
        ("sgd momentum", |model| Sgd::new(model, 0.05).momentum(0.9))
        ("sgd dampening", |model| Sgd::new(model, 0.05).momentum(0.8).dampening(0.3).weight_decay(0.02))
        ("sgd nesterov", |model| Sgd::new(model, 0.05).nesterov(0.9))
        ("sgd nesterov weight decay", |model| Sgd::new(model, 0.05).nesterov(0.7).weight_decay(0.1));
    adam:
        ("adam defaults", |model| Adam::new(model, 1e-3))
        ("adam weight decay", |model| Adam::new(model, 0.05).weight_decay(0.1))
        ("adam betas", |model| Adam::new(model, 0.05).betas(0.3, 0.95).eps(1e-3))
        ("adam no betas", |model| Adam::new(model, 0.05).betas(0.0, 0.0).eps(1e-2))
        ("adam amsgrad", |model| Adam::new(model, 0.05).betas(0.9, 0.8).weight_decay(0.01).amsgrad());
    adamw:
        ("adamw defaults", |model| AdamW::new(model, 1e-3))
        ("adamw weight decay", |model| AdamW::new(model, 0.05).weight_decay(0.3))
        ("adamw amsgrad", |model| AdamW::new(model, 0.05).betas(0.9, 0.8).amsgrad());
    rms_prop:
        ("rms_prop defaults", |model| RmsProp::new(model, 0.01))
        ("rms_prop weight decay", |model| RmsProp::new(model, 0.02).alpha(0.9).eps(1e-4).weight_decay(0.1))
        ("rms_prop centered", |model| RmsProp::new(model, 0.02).alpha(0.9).eps(1e-2).centered())
        ("rms_prop momentum", |model| RmsProp::new(model, 0.02).momentum(0.9))
        ("rms_prop all", |model| {
            RmsProp::new(model, 0.02).alpha(0.8).momentum(0.5).centered().eps(1e-2).weight_decay(0.1)
        });
    adagrad:
        ("adagrad defaults", |model| Adagrad::new(model, 0.01))
        ("adagrad all", |model| {
            Adagrad::new(model, 0.1).lr_decay(0.1).weight_decay(0.1).eps(1e-3).initial_accumulator_value(0.5)
        });
}

#[test]
fn a_problem_by_its_own_gradients() {
    let reference = reference();
    let rows = reference.input::<f64, shape![12, 5]>("rows");
    let signs = reference.input::<f64, shape![12, 1]>("signs");
    let mut weights = Param::<shape![5, 1], f64>::zeros();
    let mut tape = Tape::new(&weights);
    let mut adam = Adam::new(&weights, 0.1);
    let losses = (0..20).map(|_| {
        let (loss, gradient) = tape.value_and_grad(&weights, |tape| {
            let margin = tape.input(&rows).matmul(&weights) * tape.input(&signs);
            ((-margin).exp() + 1.0).ln().mean_all()
        });
        adam.step(&mut weights, gradient);
        loss
    });
    let losses: Tensor<f64, shape![20]> = Tensor::from_vec(losses.collect()).unwrap();
    reference.check("logistic losses", &losses, 1e-12);
    reference.check("logistic weights", weights.value(), 1e-12);
}

#[test]
fn schedules() {
    let reference = reference();
    let check = |key: &str, rate: &dyn Fn(usize) -> f64| {
        reference.check(key, &Tensor::<f64, shape![40]>::from_flat_fn(rate), 1e-12);
    };
    check("schedule step", &|step| StepDecay::new(0.3, 7, 0.5).at(step));
    check("schedule exponential", &|step| ExponentialDecay::new(0.3, 0.93).at(step));
    check("schedule cosine", &|step| CosineDecay::new(0.3, 39).at(step));
    check("schedule cosine min", &|step| CosineDecay::new(0.3, 39).min(0.02).at(step));
    check("schedule cosine warmup", &|step| CosineDecay::new(0.3, 39).min(0.02).warmup(8).at(step));
    check("schedule warmup constant", &|step| LinearWarmup::new(0.3, 8).at(step));
    check("schedule warmup step", &|step| LinearWarmup::new(StepDecay::new(0.3, 7, 0.5), 5).at(step));
    let plain = OneCycle::new(0.3, 40);
    check("schedule one cycle", &|step| plain.at(step));
    check("momentum one cycle", &|step| plain.momentum_at(step));
    let options = plain.rising(0.42).div_factors(10.0, 50.0).momenta(0.8, 0.9);
    check("schedule one cycle options", &|step| options.at(step));
    check("momentum one cycle options", &|step| options.momentum_at(step));
    check("schedule one cycle linear", &|step| plain.linear().at(step));
    check("momentum one cycle linear", &|step| plain.linear().momentum_at(step));
}

#[test]
fn plateaus() {
    let reference = reference();
    let measures: Tensor<f64, shape![40]> = reference.input("measures");
    let check = |case: &str, mut plateau: ReduceOnPlateau| {
        let rates = measures.map(|measure| plateau.step(measure));
        reference.check(&format!("plateau {case}"), &rates, 1e-12);
    };
    let plain = ReduceOnPlateau::new(0.3);
    check("plain", plain);
    check("patient", plain.factor(0.5).patience(2));
    check("absolute", plain.factor(0.5).patience(1).absolute_threshold(0.5));
    check("rising", plain.rising().factor(0.9).patience(3).threshold(0.01));
    check("rising absolute", plain.rising().factor(0.9).patience(1).absolute_threshold(0.2));
    check("cooling", plain.factor(0.3).patience(0).cooldown(3).min(0.004));
}

#[test]
fn clipping() {
    fn of<T: Element + Real + Into<f64>>(reference: &Reference) {
        let Problem { gradients, tolerance, .. } = Problem::<T>::new(reference);
        for (case, most) in [("much", 0.5), ("little", 1e6)] {
            let mut gradient = gradients[0].clone();
            let norm = T::from(clip_grad_norm(&mut gradient, most)).unwrap();
            reference.check_scalar(&format!("clip_norm {case} norm"), norm, tolerance);
            let clipped = Tensor::<T, shape![75]>::from_vec(flat(&gradient)).unwrap();
            reference.check(&format!("clip_norm {case}"), &clipped, tolerance);
        }
        let mut gradient = gradients[0].clone();
        gradient.1.as_mut_slice()[..2].copy_from_slice(&[T::nan(), T::neg_infinity()]);
        clip_grad_value(&mut gradient, 0.25);
        reference.check("clip_value some", &Tensor::<T, shape![75]>::from_vec(flat(&gradient)).unwrap(), tolerance);
    }
    let reference = reference();
    of::<f64>(&reference);
    of::<f32>(&reference);
}

#[test]
fn moving_averages() {
    fn of<T: Element + Real>(reference: &Reference) {
        let Problem { model, gradients, tolerance } = Problem::<T>::new(reference);
        let mut ema = Ema::new(&model, 0.9);
        gradients.iter().for_each(|gradient| ema.update(gradient));
        reference.check("ema gradients", &Tensor::<T, shape![75]>::from_vec(flat(ema.model())).unwrap(), tolerance);
    }
    let reference = reference();
    of::<f64>(&reference);
    of::<f32>(&reference);
}
