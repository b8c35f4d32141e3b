//! What is said of a tensor whose generic sizes are not known to be sizes.

use core::marker::PhantomData;

use super::guessed;
use crate::shape::given::{Never, Only};

/// What an eager tensor is before it is [`NoNumber`](super::NoNumber), whatever its shape.
///
/// Methods of tensors ask for a shape that is known to be one. Of a tensor of generic sizes without a bound the compiler would say that there is the
/// method, but for some conditions, of which it lists each for every type that it has looked at; here it finds the method, and one answer.
#[rustfmt::skip] // the compiler shows the line
pub struct OfShape<S> { pub(crate) of: PhantomData<S> } // generic sizes need `N: Size`, or `where Dim<N>: StaticSize`
guessed! { [S] OfShape<S> => NoNumber }

/// A method, and how many arguments it has: as [`words!`](super::words) are.
macro_rules! without_bounds {
    ($($method:ident $(<$of:ident>)?($($argument:ident)*))*) => {
        #[diagnostic::on_unimplemented(
            message = "a tensor of generic sizes has no methods before each is known to be a size",
            label = "say so where it is declared: `N: Size`, or `N: StaticSize` if its number has to be known; of a whole shape it is `S: Shape`, of a number `where Dim<N>: StaticSize`"
        )]
        #[doc(hidden)]
        #[allow(clippy::wrong_self_convention)] // the names are those of the families
        pub trait Unbounded<K, R> { $(
            #[doc(hidden)]
            fn $method$(<$of>)?(&mut self $(, $argument: impl Sized)*) -> R
            where
                (): Only<K>;
        )* }
        #[diagnostic::do_not_recommend]
        impl<K: Never, R, S> Unbounded<K, R> for OfShape<S> { $(
            #[allow(unused_variables)]
            fn $method$(<$of>)?(&mut self $(, $argument: impl Sized)*) -> R
            where
                (): Only<K>,
            {
                K::never()
            }
        )* }
    };
}

// Those of the families of any operand, but for these whose conditions speak of more than shapes: what those lack is another thing. `tools/interface.py` knows
// both, and says which are in neither list.
without_bounds! {
    abs() acos() acosh() adaptive_avg_pool1d(size) adaptive_avg_pool2d(sizes) adaptive_avg_pool3d(sizes) adaptive_max_pool1d(size)
    adaptive_max_pool2d(sizes) adaptive_max_pool3d(sizes) affine_grid(sizes align_corners) affine_grid3d(sizes align_corners) all(axes)
    all_all() all_close(other rtol atol) all_keepdim(axes) alpha_dropout_in_training(p) any(axes) any_all() any_keepdim(axes) argmax(axes)
    argmax_all() argmax_keepdim(axes) argmin(axes) argmin_all() argmin_keepdim(axes) argsort(axis order) argwhere(condition) asin() asinh()
    atan() atan2(other) atanh() attention(k v) attention_causal(k v) attention_masked(k v mask) attention_masked_with(k v mask options)
    attention_weights(k options) attention_with(k v options) avg_pool1d(options) avg_pool2d(options) avg_pool3d(options) axis_iter(axis)
    batch_norm(axis mean var weight bias eps) batch_norm_training(axis weight bias eps) bilinear(other weight bias) bilinear_no_bias(other
    weight) binary_cross_entropy(target) binary_cross_entropy_each(target) binary_cross_entropy_sum(target)
    binary_cross_entropy_with_logits(target) binary_cross_entropy_with_logits_each(target) binary_cross_entropy_with_logits_sum(target)
    binary_cross_entropy_with_logits_weighted(target yes) binary_cross_entropy_with_logits_weighted_each(target yes) bincount(classes)
    broadcast_to<P>() cast<P>() cbrt() cdist(other order) ceil() celu(alpha) channel_shuffle(groups) chunks(axis count) clamp(min max)
    clamp_max(max) clamp_min(min) col2im(sizes kernel options) concat(other axis) conv1d(weights options) conv1d_with_bias(weights bias
    options) conv2d(weights options) conv2d_with_bias(weights bias options) conv3d(weights options) conv3d_with_bias(weights bias options)
    conv_transpose1d(weights options) conv_transpose1d_with_bias(weights bias options) conv_transpose2d(weights options)
    conv_transpose2d_with_bias(weights bias options) conv_transpose3d(weights options) conv_transpose3d_with_bias(weights bias options)
    copysign(other) cos() cosh() cosine_similarity(other axis) count_nonzero(axes) count_nonzero_all() cross_entropy(target)
    cross_entropy_each(target) cross_entropy_soft(target) cross_entropy_soft_each(target) cross_entropy_soft_sum(target)
    cross_entropy_sum(target) cross_entropy_weighted(target weights) cross_entropy_weighted_each(target weights options)
    cross_entropy_weighted_with(target weights options) cross_entropy_with(target options) cross_entropy_with_each(target options)
    cummax(axis) cummax_with_indices(axis) cummin(axis) cummin_with_indices(axis) cumprod(axis) cumsum(axis) diag() diagonal() diff(axis)
    dot(rhs) dropout(p random) dropout_in_training(p) elu(alpha) embedding(ids) equal(other) erf() erfc() exp() exp2() exp_m1()
    expand_as(other) fix<P>() flatten() flatten_axes(from to) flip(axes) floor() floor_divide(other) fmax(other) fmin(other) fract()
    free<P>() full_like(value) gather(axis indices) gaussian_nll_loss(target variance options) gaussian_nll_loss_each(target variance
    options) gcd(other) gelu() gelu_tanh() get(index) greater(other) greater_equal(other) grid_sample(grid options) grid_sample3d(grid
    options) group_norm(axis groups weight bias eps) hard_sigmoid() hard_swish() hardshrink(lambda) heaviside(other)
    hinge_embedding_loss(target margin) hinge_embedding_loss_each(target margin) hinge_embedding_loss_sum(target margin) hinge_loss(target
    margin) hinge_loss_each(target margin) hinge_loss_sum(target margin) huber_loss(target delta) huber_loss_each(target delta)
    huber_loss_sum(target delta) hypot(other) im2col(kernel options) index_axis(axis index) index_select(axis indices) instance_norm(axis
    weight bias eps) interpolate1d(options) interpolate2d(options) interpolate3d(options) into_shape<P>() is_close(other rtol atol)
    is_finite() is_in(others) is_infinite() is_nan() is_sign_negative() iter() kl_div(target) kl_div_each(target) kl_div_log(target)
    kl_div_log_each(target) kl_div_log_sum(target) kl_div_sum(target) l1_loss(target) l1_loss_each(target) l1_loss_sum(target)
    layer_norm(weight bias eps) layer_norm_no_affine<P>(eps) lazy() lcm(other) ldexp(other) leaky_relu(slope) len() lerp(end weight)
    less(other) less_equal(other) linear(weight bias) linear_no_bias(weight) ln() ln_1p() local_response_norm(axis options) log10() log2()
    log_sigmoid() log_softmax(axis) logaddexp(other) logaddexp2(other) logcumsumexp(axis) logit() logit_with(eps) logsumexp(axes)
    logsumexp_all() logsumexp_keepdim(axes) lp_pool1d(norm options) lp_pool2d(norm options) lp_pool3d(norm options) map(f) map_dual(f)
    masked_fill(mask value) masked_select(mask) matmul(rhs) matmul_into(rhs to) max(axes) max_all() max_keepdim(axes) max_pool1d(options)
    max_pool1d_with_indices(options) max_pool2d(options) max_pool2d_with_indices(options) max_pool3d(options)
    max_pool3d_with_indices(options) maximum(other) mean(axes) mean_all() mean_all_as<P>() mean_as<P>(axes) mean_as_keepdim<P>(axes)
    mean_keepdim(axes) median(axis) min(axes) min_all() min_keepdim(axes) minimum(other) mish() mode(axis) move_axis(from to)
    mse_loss(target) mse_loss_each(target) mse_loss_sum(target) multi_margin_loss(target options) multi_margin_loss_each(target options)
    multi_margin_loss_weighted(target weights options) multi_margin_loss_weighted_each(target weights options) nan_to_num(nan)
    nan_to_num_with(nan posinf neginf) nanmean(axes) nanmean_all() nanmean_keepdim(axes) nanmedian(axis) nanquantile(axis q) nansum(axes)
    nansum_all() nansum_keepdim(axes) narrow(axis start size) narrow_with(axis start size) ndim() nll_loss(target) nll_loss_each(target)
    nll_loss_sum(target) nll_loss_weighted(target weights ignore_index) nll_loss_weighted_each(target weights ignore_index)
    nll_loss_with(target ignore_index) nll_loss_with_each(target ignore_index) nonzero() norm(axes) norm_all() norm_keepdim(axes)
    norm_with(axes order) norm_with_all(order) norm_with_keepdim(axes order) normalize(axis) not_equal(other) numel() one_hot(classes)
    ones_like() outer(rhs) outer_iter() pad(widths value) pad_circular(widths) pad_reflect(widths) pad_replicate(widths) permute(axes)
    pixel_shuffle(factor) pixel_unshuffle(factor) poisson_nll_loss(target) poisson_nll_loss_each(target) poisson_nll_loss_of_rates(target
    eps) poisson_nll_loss_of_rates_each(target eps) poisson_nll_loss_of_rates_sum(target eps) poisson_nll_loss_sum(target) pow(other)
    powf(exponent) powi(exponent) powu(exponent) prelu(axis slopes) prod(axes) prod_all() prod_keepdim(axes) quantile(axis q)
    quantile_with(axis q between) quantiles(axis q) rank() recip() relu() relu6() remainder(other) rename<P>() repeat_interleave(axis times)
    reshape<P>() rms_norm(weight eps) rms_norm_no_affine<P>(eps) roll(axis shift) rotary(options) round() rsqrt() searchsorted(values)
    searchsorted_right(values) select(yes no) selu() shape() shift_left(other) shift_right(other) sigmoid() sign() silu() sin() sinc()
    sinh() size(axis) sizes() slice(axis start size step) smooth_l1_loss(target beta) smooth_l1_loss_each(target beta)
    smooth_l1_loss_sum(target beta) soft_margin_loss(target) soft_margin_loss_each(target) soft_margin_loss_sum(target) softmax(axis)
    softplus() softplus_with(beta threshold) softshrink(lambda) softsign() sort(axis order) split_at(axis size) sqrt() square()
    squeeze(axis) stack(other axis) std(axes) std_all() std_keepdim(axes) std_mean(axes) std_mean_all() std_mean_keepdim(axes)
    std_mean_with(axes correction) std_with(axes correction) std_with_all(correction) std_with_keepdim(axes correction) strides() sum(axes)
    sum_all() sum_all_as<P>() sum_as<P>(axes) sum_as_keepdim<P>(axes) sum_keepdim(axes) swap_axes(a b) t() take(indices)
    take_along_axis(axis indices) tan() tanh() tanhshrink() threshold(threshold value) tile(counts) to_degrees() to_radians() to_tensor()
    topk(axis k) topk_smallest(axis k) trace() transpose() trunc() try_cast<P>() try_embedding(ids) try_gather(axis indices)
    try_index_axis(axis index) try_index_select(axis indices) try_narrow(axis start size) try_narrow_with(axis start size) try_slice(axis
    start size step) try_unfold(axis size step) try_windows(axis size) unflatten(axis sizes) unfold(axis size step) unique()
    unique_along(axis) unique_consecutive() unique_consecutive_along(axis) unique_with_counts() unsqueeze(axis) upsample_nearest2d(factors)
    var(axes) var_all() var_keepdim(axes) var_mean(axes) var_mean_all() var_mean_keepdim(axes) var_mean_with(axes correction) var_with(axes
    correction) var_with_all(correction) var_with_keepdim(axes correction) view() windows(axis size) with(parameter) xlogy(other)
    zeros_like() zip_dual(other f) zip_with(rhs f)
}
