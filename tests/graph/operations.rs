//! Each operation, traced and run by XLA, beside the same code on the core; and its gradient beside the tape's.

use shaped::grad::value_and_grad;
use shaped::graph::{Engine, Trace};
use shaped::nn::Param;
use shaped::prelude::*;
use shaped::{einsum, rearrange};

use crate::engine::engine;

axis!(Height);
axis!(Width);

/// Numbers from -2 to 2 that look random, none twice, none where a function has a kink.
fn numbers<S: shaped::Shape + shaped::StaticShape>(seed: u32) -> Tensor<f32, S> {
    let mut state = seed.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let mut next = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 22) as f32 - 2.0
    };
    let n = Tensor::<f32, S>::zeros().numel();
    Tensor::from_vec((0..n).map(|_| next()).collect()).unwrap()
}

/// Weights of two outputs, of rows of both sides.
fn weight<X, Y>(a: &X, b: &Y) -> Tensor<f32, shape![2, 3, 4], X::Kind>
where
    X: Operand<Elem = f32, Shape = shape![5, 3]>,
    Y: Operand<Elem = f32, Shape = shape![5, 4], Kind = X::Kind>,
{
    let products = |row| a.index_axis(Axis::<0>, row).unsqueeze(Axis::<1>) * b.index_axis(Axis::<0>, row);
    products(1).stack(&products(2), Axis::<0>)
}

/// What is not equal to five digits of the largest element.
fn close(wrong: &mut Vec<String>, name: &str, ours: &[f32], theirs: &[f32]) {
    assert_eq!(ours.len(), theirs.len(), "{name}");
    let largest = ours.iter().filter(|x| x.is_finite()).fold(0.0f32, |a, b| a.max(b.abs()));
    for (i, (a, b)) in ours.iter().zip(theirs).enumerate() {
        let same = a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= 1e-5 * (1.0 + largest);
        if !same {
            return wrong.push(format!("{name}: element {i} is {a} on the core, and {b} there"));
        }
    }
}

/// The same expression of `a` and `b` on the core, on a tape and in a graph; what it gives, and the gradient of the sum of its squares.
macro_rules! cases {
    ($engine:ident, $wrong:ident; $($name:ident [$($x:tt)*] [$($w:tt)*] |$a:ident, $b:ident| $result:expr;)*) => { $({
        let model = (Param::new(numbers::<shape![$($x)*]>(1)), Param::new(numbers::<shape![$($w)*]>(2)));
        let eager = {
            let ($a, $b) = (model.0.value(), model.1.value());
            $result.to_tensor()
        };
        let trace = Trace::new(&model);
        let ($a, $b) = (&trace.parameter(&model.0), &trace.parameter(&model.1));
        let made = $result.to_tensor();
        let loss = made.square().sum_all();
        let program = trace.program((), made);
        let theirs = $engine.load(&program, &model).and_then(|mut loaded| loaded.run(()));
        match theirs {
            Ok(theirs) => close(&mut $wrong, stringify!($name), eager.as_slice(), theirs.as_slice()),
            Err(error) => $wrong.push(format!("{}: {error}\n{}", stringify!($name), program.stablehlo())),
        }

        let (value, gradient) = value_and_grad(&model, |tape| {
            let ($a, $b) = (&tape.parameter(&model.0), &tape.parameter(&model.1));
            $result.to_tensor().square().sum_all()
        });
        let program = trace.value_and_grad((), &loss);
        let theirs = $engine.load(&program, &model).and_then(|mut loaded| loaded.run(()));
        match theirs {
            Ok((loss, theirs)) => {
                close(&mut $wrong, concat!(stringify!($name), ", loss"), &[value], loss.as_slice());
                close(&mut $wrong, concat!(stringify!($name), ", gradient by the first"), gradient.0.as_slice(), &theirs.0[0]);
                close(&mut $wrong, concat!(stringify!($name), ", gradient by the second"), gradient.1.as_slice(), &theirs.0[1]);
            }
            Err(error) => $wrong.push(format!("gradient of {}: {error}\n{}", stringify!($name), program.stablehlo())),
        }
    })* };
}

#[test]
fn elements() {
    let Some(engine) = engine(Engine::xla) else { return };
    let engine = &engine;
    let mut wrong = vec![];
    cases! { engine, wrong;
        add [4, 3] [3] |a, b| a + b;
        subtract [4, 1] [1, 5] |a, b| a - b;
        multiply [2, 1, 3] [4, 1] |a, b| a * b;
        divide [4, 3] [4, 1] |a, b| a / b;
        by_a_number [4, 3] [1] |a, b| (2.0 - a * 3.0) / 0.7 + b;
        remainder [4, 3] [4, 1] |a, b| a.remainder(b);
        modulo [4, 3] [4, 1] |a, b| a % b;
        negate [4, 3] [3] |a, b| -a * b;
        maximum [4, 3] [3] |a, b| a.maximum(b);
        minimum [4, 3] [3] |a, b| a.minimum(b);
        pow [4, 3] [3] |a, b| a.exp().pow(b);
        atan2 [4, 3] [3] |a, b| a.atan2(b);
        hypot [4, 3] [3] |a, b| a.hypot(b);
        lerp [4, 3] [3] |a, b| a.lerp(b, 0.25);
        exp [5, 7] [1] |a, b| a.exp() + b;
        exp_m1 [5, 7] [1] |a, b| a.exp_m1() + b;
        ln [5, 7] [1] |a, b| a.abs().ln() + b;
        log2 [5, 7] [1] |a, b| a.abs().log2() + b;
        log10 [5, 7] [1] |a, b| a.abs().log10() + b;
        ln_1p [5, 7] [1] |a, b| a.abs().ln_1p() + b;
        sqrt [5, 7] [1] |a, b| a.abs().sqrt() + b;
        rsqrt [5, 7] [1] |a, b| a.exp().rsqrt() + b;
        cbrt [5, 7] [1] |a, b| a.exp().cbrt() + b;
        sin [5, 7] [1] |a, b| a.sin() + b;
        cos [5, 7] [1] |a, b| a.cos() + b;
        tan [5, 7] [1] |a, b| (a * 0.5).tan() + b;
        asin [5, 7] [1] |a, b| (a * 0.45).asin() + b;
        acos [5, 7] [1] |a, b| (a * 0.45).acos() + b;
        atan [5, 7] [1] |a, b| a.atan() + b;
        sinh [5, 7] [1] |a, b| a.sinh() + b;
        cosh [5, 7] [1] |a, b| a.cosh() + b;
        tanh [5, 7] [1] |a, b| a.tanh() + b;
        asinh [5, 7] [1] |a, b| a.asinh() + b;
        acosh [5, 7] [1] |a, b| (a.abs() + 1.5).acosh() + b;
        atanh [5, 7] [1] |a, b| (a * 0.45).atanh() + b;
        erf [5, 7] [1] |a, b| a.erf() + b;
        erfc [5, 7] [1] |a, b| a.erfc() + b;
        abs [5, 7] [1] |a, b| a.abs() + b;
        sign [5, 7] [1] |a, b| a.sign() + b;
        floor [5, 7] [1] |a, b| a.floor() + b;
        ceil [5, 7] [1] |a, b| a.ceil() + b;
        round [5, 7] [1] |a, b| a.round() + b;
        trunc [5, 7] [1] |a, b| a.trunc() + b;
        fract [5, 7] [1] |a, b| a.fract() + b;
        recip [5, 7] [1] |a, b| a.exp().recip() + b;
        square [5, 7] [1] |a, b| a.square() + b;
        powi [5, 7] [1] |a, b| a.powi(3) + b;
        powf [5, 7] [1] |a, b| a.exp().powf(1.3) + b;
        clamp [5, 7] [1] |a, b| a.clamp(-0.5, 0.7) + b;
        clamp_min [5, 7] [1] |a, b| a.clamp_min(-0.5) + b;
        clamp_max [5, 7] [1] |a, b| a.clamp_max(0.5) + b;
        nan_to_num [5, 7] [1] |a, b| (a.abs() + 0.1).ln().nan_to_num(0.5) + b;
        relu [5, 7] [1] |a, b| a.relu() + b;
        local_response_norm [2, 3, 4] [1] |a, b| a.local_response_norm(Axis::<1>, shaped::LocalResponse::new(3).alpha(0.7)) + b;
        local_response_norm_of_two [2, 3, 4] [1] |a, b|
            a.local_response_norm(Axis::<-1>, shaped::LocalResponse::new(2).alpha(0.7).beta(1.5).k(0.5)) + b;
        lp_pool1d [2, 3, 6] [1] |a, b| a.lp_pool1d(2.0, Pool::new(Dim::<3>).stride(Dim::<2>)) + b;
        lp_pool2d [2, 4, 5] [1] |a, b| a.abs().lp_pool2d(3.0, Pool::new(Dim::<2>)) + b;
        var_mean [5, 7] [1] |a, b| { let (var, mean) = a.var_mean(Axis::<1>); var * mean + b };
        bilinear [5, 3] [5, 4] |a, b| a.bilinear(b, &weight(a, b), &b.index_axis(Axis::<0>, 0).narrow(Axis::<0>, 0, Dim::<2>).to_tensor());
        bilinear_no_bias [2, 3, 4] [2, 4, 4] |a, b| a.bilinear_no_bias(a, b);
        triplet [4, 3] [4, 3] |a, b| a.triplet_margin_loss_each(b, &(a * b), TripletOptions::default());
        triplet_swapped [4, 3] [4, 3] |a, b|
            a.triplet_margin_loss_each(b, &(a * b), TripletOptions { swap: true, margin: 2.0, order: 3.0, ..Default::default() });
        multi_margin [4, 5] [1] |a, b| a.multi_margin_loss_each(&tensor![3, 0, 4, 0], Default::default()) + b;
        multi_margin_squared [2, 3, 5] [1] |a, b| a.multi_margin_loss_each(
            &tensor![[3, 0, 4], [1, 1, 2]], shaped::MarginOptions { margin: 0.5, squared: true }) + b;
        multi_margin_weighted [4, 5] [1] |a, b| a.multi_margin_loss_weighted_each(
            &tensor![3, 0, 4, 0], &tensor![0.5f32, 2.0, 1.0, 0.25, 3.0], Default::default()) + b;
        multilabel_margin [3, 4] [1] |a, b|
            a.multilabel_margin_loss_each(&tensor![[3, 0, -1, 1], [2, 2, 1, -5], [-1, 0, 0, 0]]) + b;
        ctc [6, 3, 5] [1] |a, b| a.log_softmax(Axis::<-1>).ctc_loss_each(
            &tensor![[1, 1, 2, -7], [3, 4, 1, 2], [2, 0, 0, 0]], &tensor![6, 5, 4], &tensor![3, 2, 1], Default::default()) + b;
        ctc_over_labels [6, 3, 5] [1] |a, b| a.log_softmax(Axis::<-1>).ctc_loss(
            &tensor![[1, 1, 2, 3], [3, 2, 1, 2], [2, 0, 0, 0]], &tensor![6, 4, 3], &tensor![3, 4, 0],
            shaped::CtcOptions { blank: 4, zero_infinity: false }) + b;
        ctc_of_too_few_steps [3, 3, 5] [1] |a, b| a.log_softmax(Axis::<-1>).ctc_loss_each(
            &tensor![[1, 1, 2, 3], [3, 2, 1, 2], [2, 0, 0, 0]], &tensor![3, 2, 0], &tensor![3, 2, 0],
            shaped::CtcOptions { blank: 0, zero_infinity: true }) + b;
        quantile [5, 7] [1] |a, b| a.quantile(Axis::<1>, 0.4) + b;
        quantile_of_columns [4, 3] [1] |a, b| a.quantile(Axis::<0>, 0.9) + b;
        quantile_ends [5, 7] [1] |a, b| a.quantile(Axis::<1>, 0.0) * a.quantile(Axis::<1>, 1.0) + b;
        quantile_of_none [2, 3] [1] |a, b| (a - 1.0).sqrt().nan_to_num(0.25).quantile(Axis::<1>, 0.6) + b;
        quantile_higher [5, 7] [1] |a, b| a.quantile_with(Axis::<1>, 0.3, shaped::prelude::Between::Higher) + b;
        quantile_midpoint [5, 7] [1] |a, b| a.quantile_with(Axis::<1>, 0.3, shaped::prelude::Between::Midpoint) + b;
        nanquantile [5, 7] [1] |a, b| a.clamp_min(-1.0).nanquantile(Axis::<1>, 0.4) + b;
        max_unpool1d [2, 3] [1] |a, b| a.max_unpool1d(&tensor![[0, 5, 2], [3, 1, 4]], Dim::<6>) + b;
        max_unpool2d [2, 2, 2] [1] |a, b| a.max_unpool2d(&tensor![[[0, 3], [7, 11]], [[1, 2], [4, 5]]], (Dim::<3>, Dim::<4>)) + b;
        prelu [2, 3, 4] [3] |a, b| a.prelu(Axis::<1>, b);
        prelu_of_one [2, 3, 4] [1] |a, b| a.prelu(Axis::<1>, b);
        relu6 [5, 7] [1] |a, b| (a * 5.0).relu6() + b;
        leaky_relu [5, 7] [1] |a, b| a.leaky_relu(0.1) + b;
        elu [5, 7] [1] |a, b| (a * 40.0).elu(1.2) * 0.05 + b;
        selu [5, 7] [1] |a, b| a.selu() + b;
        gelu [5, 7] [1] |a, b| a.gelu() + b;
        gelu_tanh [5, 7] [1] |a, b| a.gelu_tanh() + b;
        silu [5, 7] [1] |a, b| a.silu() + b;
        sigmoid [5, 7] [1] |a, b| a.sigmoid() + b;
        log_sigmoid [5, 7] [1] |a, b| (a * 30.0).log_sigmoid() * 0.05 + b;
        softplus [5, 7] [1] |a, b| (a * 30.0).softplus() * 0.05 + b;
        mish [5, 7] [1] |a, b| (a * 10.0).mish() * 0.2 + b;
        hard_sigmoid [5, 7] [1] |a, b| (a * 3.0).hard_sigmoid() + b;
        hard_swish [5, 7] [1] |a, b| (a * 3.0).hard_swish() + b;
        softsign [5, 7] [1] |a, b| a.softsign() + b;
        exp2 [5, 7] [1] |a, b| a.exp2() + b;
        logit [5, 7] [1] |a, b| a.sigmoid().logit() + b;
        logit_with [5, 7] [1] |a, b| a.sigmoid().logit_with(0.3) + b;
        sinc [5, 7] [1] |a, b| a.sinc() + b;
        to_radians [5, 7] [1] |a, b| a.to_radians() + b;
        to_degrees [5, 7] [1] |a, b| a.to_degrees() + b;
        powu [5, 7] [1] |a, b| a.powu(3) + b;
        nan_to_num_with [5, 7] [1] |a, b| (a.exp() * 0.3).ln().nan_to_num_with(0.5, 7.0, -8.0) * b;
        softplus_with [5, 7] [1] |a, b| (a * 5.0).softplus_with(0.7, 4.0) + b;
        celu [5, 7] [1] |a, b| (a * 40.0).celu(1.2) * 0.05 + b;
        hardshrink [5, 7] [1] |a, b| a.hardshrink(0.5) + b;
        softshrink [5, 7] [1] |a, b| a.softshrink(0.5) + b;
        tanhshrink [5, 7] [1] |a, b| a.tanhshrink() + b;
        threshold [5, 7] [1] |a, b| a.threshold(0.5, -0.25) + b;
        floor_divide [4, 3] [4, 1] |a, b| a.floor_divide(b) * b;
        fmax [4, 3] [3] |a, b| a.fmax(b);
        fmin [4, 3] [3] |a, b| a.fmin(b);
        copysign [4, 3] [3] |a, b| a.copysign(b);
        heaviside [4, 3] [3] |a, b| a.heaviside(b) * b;
        ldexp [4, 3] [3] |a, b| a.ldexp(b);
        xlogy [4, 3] [3] |a, b| a.relu().xlogy(&b.exp());
        logaddexp [4, 3] [3] |a, b| a.logaddexp(b);
        logaddexp2 [4, 3] [3] |a, b| a.logaddexp2(b);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn views_and_moves() {
    let Some(engine) = engine(Engine::xla) else { return };
    let engine = &engine;
    let mut wrong = vec![];
    cases! { engine, wrong;
        transpose [4, 3] [4] |a, b| a.transpose() * b;
        permute [2, 3, 4] [3] |a, b| a.permute((Axis::<2>, Axis::<0>, Axis::<1>)) + b;
        swap_axes [2, 3, 4] [2] |a, b| a.swap_axes(Axis::<0>, Axis::<2>) * b;
        reshape [4, 6] [8] |a, b| a.reshape::<shape![3, 8]>() * b;
        flatten [4, 6] [24] |a, b| &a.flatten() * b;
        unsqueeze [4] [3] |a, b| &a.unsqueeze(Axis::<-1>) * b;
        narrow [6, 5] [2] |a, b| &a.narrow(Axis::<1>, 1, Dim::<2>) * b;
        flip [6, 5] [5] |a, b| &a.flip(Axis::<0>).flip(Axis::<1>) * b;
        broadcast_to [5] [4, 5] |a, b| &a.broadcast_to::<shape![4, 5]>() * b;
        index_axis [4, 6] [6] |a, b| &a.index_axis(Axis::<0>, 2) * b;
        concat [4, 2] [4, 3] |a, b| a.concat(b, Axis::<1>);
        stack [4, 3] [4, 3] |a, b| a.stack(b, Axis::<1>);
        concat_of_turned [2, 4] [4, 3] |a, b| a.transpose().concat(b, Axis::<1>);
        pad [3, 4] [1] |a, b| a.pad(((One, Dim::<2>), (Dim::<0>, Dim::<3>)), 0.5) * b;
        tile [2, 3] [1] |a, b| a.tile((Dim::<2>, Dim::<3>)) * b;
        repeat_interleave [2, 3] [1] |a, b| a.repeat_interleave(Axis::<1>, Dim::<2>) * b;
        roll [2, 5] [1] |a, b| a.roll(Axis::<1>, 2) * b;
        tril [4, 5] [1] |a, b| a.tril(1) * b;
        triu [4, 5] [1] |a, b| a.triu(-1) * b;
        diag [2, 4] [1] |a, b| a.diag() * b;
        diagonal [4, 4] [4] |a, b| &a.diagonal() * b;
        masked_fill [2, 3] [3] |a, b| a.masked_fill(&tensor![true, false, true], 0.25) * b;
        select_by [2, 3] [3] |a, b| tensor![[true, false, true], [false, false, true]].select(a, b);
        index_select [4, 3] [3] |a, b| a.index_select(Axis::<0>, &tensor![3, 0, 3]) * b;
        gather [4, 3] [1] |a, b| a.gather(Axis::<1>, &tensor![[2], [0], [1], [1]]) * b;
        take_along [4, 3] [1] |a, b| a.take_along_axis(Axis::<1>, &tensor![[-1, 0]]) * b;
        windows [9] [3] |a, b| &a.windows(Axis::<0>, Dim::<3>) * b;
        rearranged [4, 6] [2, 3] |a, b| rearrange!(a; i (j k) -> j (i k); k = 3).to_tensor().reshape::<shape![2, 4, 3]>().permute((Axis::<1>, Axis::<0>, Axis::<2>)) * b;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn reductions_and_norms() {
    let Some(engine) = engine(Engine::xla) else { return };
    let engine = &engine;
    let mut wrong = vec![];
    cases! { engine, wrong;
        sum [4, 3] [4] |a, b| a.sum(Axis::<1>) * b;
        sum_of_two [4, 3, 2] [3] |a, b| a.sum((Axis::<0>, Axis::<2>)) * b;
        mean [4, 3] [3] |a, b| a.mean(Axis::<0>) * b;
        mean_keepdim [4, 3] [4, 3] |a, b| a - a.mean_keepdim(Axis::<1>) * b;
        prod [4, 3] [4] |a, b| a.prod(Axis::<1>) * b;
        max [4, 3] [4] |a, b| a.max(Axis::<1>) * b;
        diff [4, 3] [3, 3] |a, b| a.diff(Axis::<0>) * b;
        norm_of_3 [4, 3] [4] |a, b| a.norm_with(Axis::<1>, 3.0) * b;
        norm_of_infinity [4, 3] [4] |a, b| a.norm_with(Axis::<1>, f64::INFINITY) * b;
        nansum [4, 3] [4] |a, b| a.nansum(Axis::<1>) * b;
        nanmean [4, 3] [4] |a, b| a.nanmean(Axis::<1>) * b;
        min [4, 3] [3] |a, b| a.min(Axis::<0>) * b;
        var [4, 5] [4] |a, b| a.var(Axis::<1>) * b;
        std [4, 5] [4] |a, b| a.std_with(Axis::<1>, 0) * b;
        norm [4, 5] [4] |a, b| a.norm(Axis::<1>) * b;
        logsumexp [4, 5] [4] |a, b| a.logsumexp(Axis::<1>) * b;
        cumsum [4, 5] [5] |a, b| a.cumsum(Axis::<0>) * b;
        cummax [6] [6] |a, b| a.cummax(Axis::<0>) * b;
        cummin [6] [6] |a, b| a.cummin(Axis::<0>) * b;
        logcumsumexp [4, 5] [5] |a, b| a.logcumsumexp(Axis::<1>) * b;
        softmax [4, 5] [5] |a, b| a.softmax(Axis::<1>) * b;
        softmax_first [4, 5] [5] |a, b| a.softmax(Axis::<0>) * b;
        log_softmax [4, 5] [5] |a, b| a.log_softmax(Axis::<1>) * b;
        normalize [4, 5] [5] |a, b| a.normalize(Axis::<1>) * b;
        layer_norm [4, 5] [5] |a, b| a.layer_norm(b, &(b * 0.5), 1e-5);
        rms_norm [4, 5] [5] |a, b| a.rms_norm(b, 1e-5);
        group_norm [2, 4, 3] [4] |a, b| a.group_norm(Axis::<1>, Dim::<2>, b, &(b * 0.5), 1e-5);
        batch_norm [2, 4, 3] [4] |a, b| a.batch_norm(Axis::<1>, b, &b.square(), b, b, 1e-3);
        instance_norm [2, 4, 3] [4] |a, b| a.group_norm(Axis::<1>, Dim::<4>, b, b, 1e-5);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn products_and_windows() {
    let Some(engine) = engine(Engine::xla) else { return };
    let engine = &engine;
    let mut wrong = vec![];
    cases! { engine, wrong;
        matmul [4, 3] [3, 5] |a, b| a.matmul(b);
        matmul_stacks [2, 1, 4, 3] [5, 3, 2] |a, b| a.matmul(b);
        matmul_by_one [2, 6, 4, 3] [3, 2] |a, b| a.matmul(b);
        matmul_vector [4, 3] [3] |a, b| a.matmul(b);
        vector_matmul [4] [4, 3] |a, b| a.matmul(b);
        matmul_turned [3, 4] [5, 3] |a, b| a.transpose().matmul(&b.transpose());
        linear [2, 4, 3] [5, 3] |a, b| a.linear(b, &b.mean(Axis::<1>));
        linear_no_bias [4, 3] [5, 3] |a, b| a.linear_no_bias(b);
        outer [4] [3] |a, b| a.outer(b);
        cross [4, 3] [4, 3] |a, b| a.cross(b);
        einsum_two [2, 3, 4] [2, 4, 5] |a, b| einsum!(b i j, b j k -> k b i; a, b);
        einsum_three [3, 4] [4, 5] |a, b| einsum!(i j, j k, i j -> k i; a, b, a);
        einsum_diagonal [3, 3] [3] |a, b| einsum!(i i, i -> i; a, b);
        einsum_summed [3, 4] [5] |a, b| einsum!(i j, k -> k; a, b);
        rotary [2, 4, 6] [2, 4, 6] |a, b| a.rotary(Rotary::new().start(5)) * b;
        rotary_pairs [4, 6] [4, 6] |a, b| a.rotary(Rotary::new().base(50.0).interleaved()) * b.transpose().rotary(Rotary::new()).transpose();
        cdist [2, 4, 3] [2, 5, 3] |a, b| a.cdist(b, 2.0);
        cdist_of_order_1 [4, 3] [5, 3] |a, b| a.cdist(b, 1.0);
        cdist_of_order_3 [4, 3] [5, 3] |a, b| a.cdist(b, 3.0);
        cdist_largest [4, 3] [5, 3] |a, b| a.cdist(b, f64::INFINITY);
        pairwise_distance [4, 3] [4, 3] |a, b| a.pairwise_distance(b, 2.0);
        pairwise_distance_of_order_1 [2, 4, 3] [2, 4, 3] |a, b| a.pairwise_distance(b, 1.0);
        attention [2, 4, 3] [2, 4, 3] |a, b| a.attention(b, &(a * b));
        attention_weights [2, 4, 3] [2, 5, 3] |a, b| a.attention_weights(b, Attention::new().causal().scale(0.3));
        attention_causal [2, 4, 3] [2, 4, 3] |a, b| a.attention_causal(b, &(a + b));
        attention_with [2, 5, 3] [2, 5, 3] |a, b| a.attention_with(b, &(a + b), Attention::new().causal().window(2).scale(0.3));
        attention_masked [2, 3] [3, 3] |a, b| a.attention_masked(b, b, &tensor![[true, false, true], [true, true, false]]);
        conv1d [2, 3, 9] [4, 3, 3] |a, b| a.conv1d(b, Conv::new());
        conv2d [2, 3, 6, 7] [4, 3, 3, 2] |a, b| a.conv2d(b, Conv::new());
        conv2d_strided [2, 3, 7, 8] [4, 3, 3, 3] |a, b| a.conv2d(b, Conv::new().stride(Dim::<2>).padding(One));
        conv2d_dilated [1, 2, 9, 9] [4, 2, 3, 3] |a, b| a.conv2d(b, Conv::new().dilation(Dim::<2>).padding((Dim::<2>, One)));
        conv2d_grouped [2, 4, 6, 6] [6, 2, 3, 3] |a, b| a.conv2d(b, Conv::new().groups(Dim::<2>));
        conv2d_depthwise [2, 4, 6, 6] [4, 1, 3, 3] |a, b| a.conv2d(b, Conv::new().groups(Dim::<4>).stride(Dim::<2>));
        conv2d_biased [2, 3, 6, 6] [4, 3, 3, 3] |a, b| a.conv2d_with_bias(b, &b.sum((Axis::<1>, Axis::<2>, Axis::<3>)), Conv::new());
        conv_transpose2d [2, 3, 4, 4] [3, 5, 3, 3] |a, b| a.conv_transpose2d(b, TransposedConv::new().stride(Dim::<2>).padding(One));
        conv_transpose2d_grouped [1, 4, 3, 3] [4, 2, 2, 2] |a, b| a.conv_transpose2d(b, TransposedConv::new().stride(Dim::<2>).groups(Dim::<2>));
        conv2d_of_any_size [2, 3, 7, 8] [4, 3, 3, 3] |a, b|
            a.free::<shape![2, 3, Height, Width]>().conv2d(b, Conv::same().stride(Dim::<2>));
        conv1d_of_any_length [2, 3, 9] [4, 3, 3] |a, b| a.free::<shape![2, 3, Width]>().conv1d(b, Conv::new());
        conv_transpose2d_of_any_size [2, 3, 4, 5] [3, 4, 3, 3] |a, b|
            a.free::<shape![2, 3, Height, Width]>().conv_transpose2d(b, TransposedConv::new().stride(Dim::<2>));
        pool_of_any_size [2, 3, 7, 6] [1] |a, b| a.free::<shape![2, 3, Height, Width]>().max_pool2d(Pool::new(Dim::<2>)) * b;
        pad_of_any_size [3, 4] [1] |a, b| a.free::<shape![Height, Width]>().pad(((One, Dim::<2>),), 0.5).avg_pool1d(Pool::tiles(Dim::<2>)) * b;
        upsample_of_any_size [2, 3, 2, 3] [1] |a, b| a.free::<shape![2, 3, Height, Width]>().upsample_nearest2d(Dim::<2>) * b;
        max_pool2d [2, 3, 6, 6] [1] |a, b| a.max_pool2d(Pool::new(Dim::<2>)) * b;
        max_pool2d_padded [2, 7, 7] [1] |a, b| a.max_pool2d(Pool::new(Dim::<3>).stride(Dim::<2>).padding(One)) * b;
        avg_pool2d [2, 3, 6, 6] [1] |a, b| a.avg_pool2d(Pool::new(Dim::<2>)) * b;
        avg_pool2d_padded [2, 7, 8] [1] |a, b| a.avg_pool2d(Pool::new(Dim::<3>).stride(Dim::<2>).padding(One)) * b;
        avg_pool1d [2, 8] [1] |a, b| a.avg_pool1d(Pool::new(Dim::<3>).stride(One)) * b;
        adaptive_avg_pool2d [3, 7, 5] [1] |a, b| a.adaptive_avg_pool2d((Dim::<3>, Dim::<2>)) * b;
        upsample [2, 3, 4] [1] |a, b| a.upsample_nearest2d((Dim::<2>, Dim::<3>)) * b;
        interpolate [2, 3, 4] [1] |a, b| a.interpolate2d(Resize::to((Dim::<5>, Dim::<3>)).cubic()) * b;
        interpolate_nearest [2, 3, 4] [1] |a, b| a.interpolate2d(Resize::by(Dim::<2>)) * b;
        avg_pool2d_ceil [2, 7, 8] [1] |a, b|
            a.avg_pool2d(Pool::new(Dim::<3>).stride(Dim::<2>).padding(One).ceil_mode().count_include_pad(false)) * b;
        max_pool2d_dilated [2, 7, 8] [1] |a, b| a.max_pool2d(Pool::new(Dim::<2>).stride(Dim::<2>).dilation((Dim::<3>, One)).padding(One)) * b;
        max_pool3d [2, 4, 4, 5] [1] |a, b| a.max_pool3d(Pool::new(Dim::<2>)) * b;
        adaptive_max_pool2d [2, 5, 7] [1] |a, b| a.adaptive_max_pool2d((Dim::<2>, Dim::<3>)) * b;
        pad_reflect [2, 4, 5] [1] |a, b| a.pad_reflect(((One, Dim::<3>), (Dim::<2>, One))) * b;
        pad_replicate [2, 4, 5] [1] |a, b| a.pad_replicate(((One, Dim::<3>), (Dim::<2>, One))) * b;
        pad_circular [2, 4, 5] [1] |a, b| a.pad_circular(((One, Dim::<3>), (Dim::<2>, One))) * b;
        grid_sample [2, 2, 4, 5] [2, 3, 2, 2] |a, b| a.grid_sample(b, GridSample::new());
        grid_sample_of_nearest [2, 4, 5] [3, 2, 2] |a, b| a.grid_sample(b, GridSample::new().nearest());
        grid_sample_bicubic [2, 2, 4, 5] [2, 3, 2, 2] |a, b| a.grid_sample(b, GridSample::new().bicubic());
        grid_sample_bicubic_to_the_border [2, 4, 5] [3, 2, 2] |a, b| a.grid_sample(b, GridSample::new().bicubic().border().align_corners());
        grid_sample_bicubic_of_reflections [2, 4, 5] [3, 2, 2] |a, b| a.grid_sample(&(b * 3.0), GridSample::new().bicubic().reflection());
        grid_sample_to_the_border [2, 4, 5] [3, 2, 2] |a, b| a.grid_sample(b, GridSample::new().border().align_corners());
        grid_sample_of_reflections [2, 4, 5] [3, 2, 2] |a, b| a.grid_sample(&(b * 3.0), GridSample::new().reflection());
        grid_sample_of_aligned_reflections [2, 4, 5] [3, 2, 2] |a, b| a.grid_sample(&(b * 3.0), GridSample::new().reflection().align_corners());
        grid_sample3d [1, 2, 3, 4, 5] [1, 2, 1, 3, 3] |a, b| a.grid_sample3d(b, GridSample::new());
        grid_sample3d_of_reflections [2, 3, 4, 5] [2, 1, 3, 3] |a, b| a.grid_sample3d(&(b * 3.0), GridSample::new().reflection().align_corners());
        affine_grid3d [2, 3, 4] [1] |a, b| a.affine_grid3d((Dim::<2>, Dim::<3>, Dim::<4>), false) * b;
        affine_grid [2, 2, 3] [1] |a, b| a.affine_grid((Dim::<3>, Dim::<4>), false) * b;
        im2col [2, 4, 5] [1] |a, b| a.im2col(Dim::<2>, Conv::new()) * b;
        im2col_uneven [2, 4, 5] [1] |a, b| a.im2col((Dim::<3>, Dim::<2>), Conv::new().stride((Dim::<2>, One)).padding((One, Dim::<2>)).dilation((One, Dim::<2>))) * b;
        col2im [8, 3, 4] [1] |a, b| a.col2im((Dim::<4>, Dim::<5>), Dim::<2>, Conv::new()) * b;
        col2im_uneven [12, 2, 7] [1] |a, b| {
            let options = Conv::new().stride((Dim::<2>, One)).padding((One, Dim::<2>)).dilation((One, Dim::<2>));
            a.col2im((Dim::<4>, Dim::<5>), (Dim::<3>, Dim::<2>), options) * b
        };
        col2im_with_gaps [1, 3, 3] [1] |a, b| a.col2im((Dim::<5>, Dim::<5>), One, Conv::new().stride(Dim::<2>)) * b;
        pixel_shuffle [8, 2, 3] [1] |a, b| a.pixel_shuffle(Dim::<2>) * b;
        conv3d [1, 2, 3, 4, 5] [3, 2, 2, 2, 3] |a, b| a.conv3d(b, Conv::new().stride((Dim::<2>, One, Dim::<2>)).padding(One));
        conv_transpose3d [1, 2, 2, 3, 2] [2, 3, 2, 2, 3] |a, b|
            a.conv_transpose3d(b, TransposedConv::new().stride((Dim::<2>, One, Dim::<2>)).padding((One, Dim::<0>, One)));
        conv_transpose1d [2, 3, 5] [3, 2, 3] |a, b| a.conv_transpose1d(b, TransposedConv::new().stride(Dim::<2>));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Losses of a target that is an input, and of classes that are another one than those of the trace.
#[test]
fn losses() {
    let Some(engine) = engine(Engine::xla) else { return };
    let engine = &engine;
    let mut wrong = vec![];
    cases! { engine, wrong;
        mse [4, 3] [4, 3] |a, b| a.mse_loss_each(b);
        l1 [4, 3] [4, 3] |a, b| a.l1_loss_each(b);
        huber [4, 3] [4, 3] |a, b| a.huber_loss_each(b, 0.7);
        smooth_l1 [4, 3] [4, 3] |a, b| a.smooth_l1_loss_each(b, 0.7);
        bce [4, 3] [4, 3] |a, b| a.sigmoid().binary_cross_entropy_each(&b.sigmoid());
        bce_with_logits [4, 3] [4, 3] |a, b| (a * 20.0).binary_cross_entropy_with_logits_each(&b.sigmoid());
        kl_div [4, 3] [4, 3] |a, b| a.kl_div_each(&b.sigmoid());
        kl_div_log [4, 3] [4, 3] |a, b| a.kl_div_log_each(b);
        soft_margin [4, 3] [4, 3] |a, b| a.soft_margin_loss_each(b);
        hinge [4, 3] [4, 3] |a, b| a.hinge_loss_each(b, 0.3);
        hinge_embedding [4, 3] [4, 3] |a, b| a.hinge_embedding_loss_each(&b.sign(), 0.3);
        poisson [4, 3] [4, 3] |a, b| a.poisson_nll_loss_each(b);
        poisson_of_rates [4, 3] [4, 3] |a, b| a.exp().poisson_nll_loss_of_rates_each(b, 0.01);
        gaussian [4, 3] [4, 1] |a, b| a.gaussian_nll_loss_each(&(a * b), &b.exp(), Default::default());
        gaussian_full [4, 3] [4, 3] |a, b| {
            let options = shaped::GaussianOptions { full: true, eps: 1.5 };
            a.gaussian_nll_loss_each(&(a * 0.5), &b.abs(), options)
        };
        nll_weighted [4, 3] [1] |a, b| a.nll_loss_weighted_each(&tensor![0, 2, 1, 1], &tensor![0.5, 2.0, 1.0], None) + b;
        cosine [4, 3] [4, 3] |a, b| a.cosine_similarity(b, Axis::<1>);
        soft [4, 3] [4, 3] |a, b| a.cross_entropy_soft_each(&b.softmax(Axis::<1>));
        classes [4, 3] [1] |a, b| a.cross_entropy_each(&tensor![2u8, 0, 1, 2]) * b;
        ignored [4, 3] [1] |a, b| a.cross_entropy_each(&tensor![2i64, -100, 1, 2]) * b;
        nll [4, 3] [1] |a, b| a.nll_loss_each(&tensor![2, 0, 1, 2]) * b;
        weighted [4, 3] [1] |a, b| a.cross_entropy_weighted_each(&tensor![2u8, 0, 1, 2], &tensor![0.5f32, 2.0, 1.0], shaped::CrossEntropyOptions::default()) * b;
        yes_weighted [4, 3] [1] |a, b| {
            let target = tensor![[0.0f32, 1.0, 0.5]].broadcast_to::<shape![4, 3]>().to_tensor();
            a.binary_cross_entropy_with_logits_weighted_each(&target, &tensor![1.0f32, 3.0, 2.0]) * b
        };
    }
    assert!(wrong.is_empty(), "{wrong:#?}");

    let scores = Param::new(numbers::<shape![5, 4]>(3));
    let (first, second) = (tensor![0u8, 3, 1, 2, 2], tensor![3u8, 3, 0, 1, 2]);
    let options = shaped::CrossEntropyOptions { label_smoothing: 0.2, ignore_index: Some(2) };
    let weights = tensor![0.5f32, 2.0, 1.0, 0.25];
    let trace = Trace::new(&scores);
    let classes = trace.labels(&first);
    let x = trace.parameter(&scores);
    let losses = (
        x.cross_entropy(classes),
        x.cross_entropy_with(classes, options),
        x.cross_entropy_weighted_with(classes, &weights, options),
        x.log_softmax(Axis::<1>).nll_loss_sum(classes),
    );
    let program = trace.program(classes, losses);
    let mut loaded = engine.load(&program, &scores).unwrap();
    for classes in [&first, &second] {
        let theirs = loaded.run(classes).unwrap();
        let x = scores.value();
        let ours = [
            x.cross_entropy(classes),
            x.cross_entropy_with(classes, options),
            x.cross_entropy_weighted_with(classes, &weights, options),
            x.log_softmax(Axis::<1>).nll_loss_sum(classes),
        ];
        let theirs = [&theirs.0, &theirs.1, &theirs.2, &theirs.3].map(|loss| loss.as_slice()[0]);
        assert!(ours.iter().zip(theirs).all(|(a, b)| (a - b).abs() <= 1e-5), "{ours:?}, {theirs:?}");
    }
}
