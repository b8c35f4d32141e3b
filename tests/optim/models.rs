//! What an optimizer does with models: buffers, parts, lists, run-time axes.

use std::panic::{AssertUnwindSafe, catch_unwind};

use shaped::grad::{Gradient, Tape};
use shaped::model;
use shaped::nn::{Buffer, Dropout, Elu, LeakyRelu, Linear, Param, Parameters};
use shaped::optim::*;
use shaped::prelude::*;

axis!(Batch);

#[test]
fn a_buffers_gradient_is_its_next_value() {
    type Model = (Param<shape![2]>, Buffer<shape![2]>);
    let model: Model = (Param::new(tensor![1.0, 2.0]), Buffer::new(tensor![3.0, 4.0]));
    let gradient: Gradient<Model> = Gradient::new((Param::new(tensor![3.0, -4.0]), Buffer::new(tensor![50.0, 60.0])));
    macro_rules! taken {
        ($($optimizer:expr)*) => { $(
            let (mut model, mut gradient, mut optimizer) = (model.clone(), gradient.clone(), $optimizer);
            optimizer.step(&mut model, &mut gradient);
            assert_eq!(model.1, gradient.1, "{}", stringify!($optimizer));
            assert!(model.0.as_slice()[0] < 1.0 && model.0.as_slice()[1] > 2.0, "{}", stringify!($optimizer));
        )* };
    }
    taken! {
        Sgd::new(&model, 0.1)
        Sgd::new(&model, 0.1).momentum(0.9).weight_decay(0.1)
        Adam::new(&model, 0.1)
        Adam::new(&model, 0.1).amsgrad()
        AdamW::new(&model, 0.1)
        RmsProp::new(&model, 0.1)
        RmsProp::new(&model, 0.1).centered()
        RmsProp::new(&model, 0.1).momentum(0.5)
        RmsProp::new(&model, 0.1).momentum(0.5).centered()
        Adagrad::new(&model, 0.1)
    }
    // Nor is it part of the norm, or clipped.
    let mut clipped = gradient.clone();
    assert_eq!(clip_grad_norm(&mut clipped, 1.0), 5.0);
    clip_grad_value(&mut clipped, 0.5);
    assert_eq!(clipped.1, gradient.1);
    assert!(clipped.0.value().all_close(&tensor![0.5, -0.5], 1e-6, 0.0));
    // And an average has its latest value.
    let mut ema = Ema::new(&model, 0.9);
    ema.update(&model);
    ema.update(&gradient);
    assert_eq!(ema.model().1, gradient.1);
    assert!(ema.model().0.value().all_close(&tensor![1.2, 1.4], 1e-6, 0.0));
}

#[test]
fn parts_have_optimizers_of_their_own() {
    let mut model = (Param::<shape![2]>::ones(), Param::<shape![3]>::ones());
    let mut gradient = Gradient::new(model.clone());
    let (mut first, mut second) = (Sgd::new(&model.0, 0.25), Sgd::new(&model.1, 0.5));
    first.step(&mut model.0, gradient.part(|model| &mut model.0));
    second.step(&mut model.1, gradient.part(|model| &mut model.1));
    assert_eq!((model.0.as_slice(), model.1.as_slice()), (&[0.75; 2][..], &[0.5; 3][..]));
}

#[test]
fn averages_of_models_of_many_tensors() {
    // More than are looked at together, and just as many.
    for n in [0, 1, 63, 64, 65, 128, 200] {
        let model: Vec<_> = (0..n).map(|i| Param::<shape![2]>::new(Tensor::full(i as f32))).collect();
        let next: Vec<_> = (0..n).map(|i| Param::<shape![2]>::new(Tensor::full(i as f32 + 4.0))).collect();
        let mut ema = Ema::new(&model, 0.75);
        ema.update(&model);
        ema.update(&next);
        let expected: Vec<_> = (0..n).map(|i| Param::<shape![2]>::new(Tensor::full(i as f32 + 1.0))).collect();
        assert_eq!(ema.into_model(), expected);
    }
}

#[test]
fn other_run_time_sizes_are_told() {
    let of = |n| Param::<shape![Batch]>::new(Tensor::ones_with(Batch(n)));
    let (mut model, mut gradient) = (of(3), Gradient::new(of(4)));
    let mut sgd = Sgd::new(&model, 0.1);
    let panic = catch_unwind(AssertUnwindSafe(|| sgd.step(&mut model, &mut gradient))).unwrap_err();
    let text = panic.downcast_ref::<String>().unwrap();
    assert!(text.contains("[3, 4]"), "{text}");
    let mut ema = Ema::new(&vec![of(3)], 0.5);
    let panic = catch_unwind(AssertUnwindSafe(|| ema.update(&vec![of(3), of(3)]))).unwrap_err();
    let text = panic.downcast_ref::<String>().unwrap();
    assert!(text.contains("of 1 tensors and of 2"), "{text}");
}

#[test]
fn numbers_that_no_optimizer_has_are_told() {
    let model = Param::<shape![2]>::ones();
    let told = |f: &dyn Fn(), part: &str| {
        let panic = catch_unwind(AssertUnwindSafe(f)).unwrap_err();
        let text = panic
            .downcast_ref::<String>()
            .cloned()
            .unwrap_or_else(|| panic.downcast_ref::<&str>().unwrap().to_string());
        assert!(text.contains(part), "{text}");
    };
    told(&|| drop(Adam::new(&model, 0.1).betas(0.9, 1.0)), "the second beta is 1");
    told(&|| drop(AdamW::new(&model, 0.1).weight_decay(-0.1)), "weight_decay is -0.1");
    told(&|| drop(AdamW::new(&model, 0.1).eps(f64::NAN)), "eps is NaN");
    told(&|| drop(Sgd::new(&model, 0.1).nesterov(0.0)), "Nesterov's momentum is 0");
    told(&|| drop(Sgd::new(&model, 0.1).dampening(0.1).nesterov(0.9)), "no dampening");
    told(&|| drop(Ema::new(&model, 1.5)), "decay is 1.5");
}

#[test]
fn norms_of_gradients_beyond_what_can_be_squared() {
    let mut gradient = Gradient::new(Param::new(tensor![3e30f32, -4e30]));
    let norm = clip_grad_norm(&mut gradient, 10.0);
    assert!((norm / 5e30 - 1.0).abs() < 1e-6, "{norm}");
    assert!(gradient.value().all_close(&tensor![6.0, -8.0], 1e-5, 0.0));
    // What is not finite is not hidden.
    let mut gradient = Gradient::new(Param::new(tensor![1.0f32, f32::INFINITY]));
    assert_eq!(clip_grad_norm(&mut gradient, 10.0), f64::INFINITY);
    assert!(gradient.as_slice()[1].is_nan());
    let mut gradient = Gradient::new(Param::new(tensor![1.0f32, f32::NAN]));
    assert!(clip_grad_norm(&mut gradient, 10.0).is_nan());
    assert!(gradient.as_slice()[0].is_nan());
}

#[test]
fn schedules_at_their_edges() {
    for step in 0..5 {
        assert!(OneCycle::new(1.0, 1).at(step).is_finite());
        assert!(OneCycle::new(1.0, 0).at(step).is_finite());
        assert!(OneCycle::new(1.0, 3).rising(0.0).at(step).is_finite());
        assert!(OneCycle::new(1.0, 3).rising(1.0).at(step).is_finite());
        assert_eq!(CosineDecay::new(1.0, 0).min(0.5).at(step), 0.5);
        assert!(CosineDecay::new(1.0, 2).warmup(4).at(step).is_finite());
    }
    let cycle = OneCycle::new(1.0, 10);
    assert_eq!((cycle.at(9), cycle.at(1000)), (4e-6, 4e-6));
    assert_eq!(CosineDecay::new(1.0, 10).min(0.25).at(11), 0.25);
}

/// A picture, a latent vector: a tensor is a model by itself. From PyTorch 2.15:
/// `x = tensor([3., -2.], requires_grad=True); opt = SGD([x], 0.1); (x * x).sum().backward(); clip_grad_norm_([x], 1.0); opt.step()`.
#[test]
fn a_tensor_is_learned() {
    let mut x = tensor![3.0f32, -2.0];
    let (mut tape, mut sgd, mut ema) = (Tape::new(&x), Sgd::new(&x, 0.1), Ema::new(&x, 0.5));
    let (loss, gradient) = tape.value_and_grad(&x, |tape| tape.input(&x).square().sum_all());
    assert_eq!((loss, gradient.as_slice()), (13.0, &[6.0, -4.0][..]));
    let norm = clip_grad_norm(gradient, 1.0);
    assert!((norm - 52.0f64.sqrt()).abs() < 1e-5, "{norm}");
    sgd.step(&mut x, gradient);
    assert!(x.all_close(&tensor![2.916_795, -1.944_53], 1e-6, 1e-6), "{x:?}");
    ema.update(&x);
    assert_eq!(ema.model(), &x);
}

model! {
    /// Layers that have a number, and no parameters, in a model of any elements.
    struct Small in T {
        up: Linear<dim!(2), dim!(3), T>,
        leaky: LeakyRelu<T>,
        drop: Dropout<T>,
        elu: Elu<T>,
    }
}

/// `nn.LeakyReLU()`, `nn.Dropout()` and `nn.ELU()` of PyTorch.
#[test]
fn layers_start_with_pytorchs_numbers() {
    let model = Small::<f64>::default();
    assert_eq!((model.leaky.0, model.drop.0, model.elu.0), (0.01, 0.5, 1.0));
    assert_eq!(model.num_parameters(), 9);
}
