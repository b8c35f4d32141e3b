//! Words of PyTorch and NumPy that are answered where they are guessed: methods that nothing has, and for which the compiler would name another one
//! of like letters.

use crate::shape::given::Only;

/// What eager tensors, views and expressions are last, by `Deref`: words are methods of this.
///
/// The compiler looks for a method on the type itself first, and only then on what it dereferences to, so that a program's own method comes before a
/// word, whatever it takes.
///
/// Of `*x` the compiler says that it is `NoNumber`: that of a tensor without axes is `x[[]]`.
pub struct NoNumber;

/// As [`NoNumber`], of optimizers.
pub struct OptimizerGuess;

/// As [`NoNumber`], of schedules of the learning rate.
pub struct ScheduleGuess;

/// As [`NoNumber`], of tapes outside of a step.
pub struct TapeGuess;

/// Makes the second type what the first one is last.
macro_rules! guessed {
    ($([$($generics:tt)*] $type:ty => $guess:ident)*) => { $(
        // Of no use but for words, and on no page.
        #[doc(hidden)]
        impl<$($generics)*> core::ops::Deref for $type {
            type Target = $crate::shape::diagnostics::$guess;

            #[inline]
            fn deref(&self) -> &Self::Target {
                &$crate::shape::diagnostics::$guess
            }
        }
    )* };
}
pub(crate) use guessed;

/// A word is found wherever it is guessed, since `K` is open then; that it is `()` is asked of the method, and only then the trait is what does not
/// hold. What it gives is open as well, so that nothing is said of what is done with it. It takes `&mut self`, which the compiler tries last of one
/// type's: where nothing is dereferenced (numbers, and tensors that a tape or a trace records), a program's own method comes before, unless it takes
/// `&mut self`, too.
///
/// After the colon stands of what it is guessed: `Tensor`, `TensorAlone` (not of what is recorded, of which a function of that name could be meant),
/// `Number` (which a reduction over all axes and a loss are), `Optimizer`, `Schedule`, `Tape` (outside of a step), `Expression` (a lazy one, of which these are methods of tensors), `Part` (one that is written to), `Param` (a parameter, which is no tensor). The words are implemented for each type by itself: of an
/// implementation for all that they are asked of, the compiler would speak wherever a program's own type lacks a method of that name.
macro_rules! words {
    (($d:tt) $(
        $(#[$about:meta])*
        pub trait $word:ident: $asked:ident { $($methods:tt)* }
    )*) => {
        $(
            $(#[$about])*
            #[doc(hidden)]
            #[allow(clippy::wrong_self_convention, non_snake_case)] // the names are those of others
            pub trait $word<K, R> {
                words! { @declared $($methods)* }
            }
            words! { @of $asked $word { $($methods)* } }
        )*
        /// The words of tensors for one that is recorded, which dereferences to nothing.
        #[cfg(feature = "alloc")]
        macro_rules! words_of_recorded {
            ($d([$d($d generics:tt)*] $d type:ty;)*) => {
                $crate::shape::diagnostics::words_of_recorded! { @ [$d([$d($d generics)*] $d type;)*] }
            };
            (@ $d types:tt) => { $(
                $crate::shape::diagnostics::words! { @recorded $asked $word { $($methods)* } $d types }
            )* };
        }
        #[cfg(feature = "alloc")]
        pub(crate) use words_of_recorded;

        /// What is answered of a lazy expression, whose type lies above this floor.
        macro_rules! words_of_expression {
            ([$d($d generics:tt)*] $d type:ty) => { $(
                $crate::shape::diagnostics::words! { @expression $asked $word { $($methods)* } [$d($d generics)*] $d type }
            )* };
        }
        pub(crate) use words_of_expression;

        /// What is answered of a part that is written to, whose type lies above this floor, too.
        macro_rules! words_of_part {
            ([$d($d generics:tt)*] $d type:ty) => { $(
                $crate::shape::diagnostics::words! { @part $asked $word { $($methods)* } [$d($d generics)*] $d type }
            )* };
        }
        pub(crate) use words_of_part;

        /// What is answered of a parameter.
        #[cfg(feature = "alloc")]
        macro_rules! words_of_param {
            ([$d($d generics:tt)*] $d type:ty) => { $(
                $crate::shape::diagnostics::words! { @param $asked $word { $($methods)* } [$d($d generics)*] $d type }
            )* };
        }
        #[cfg(feature = "alloc")]
        pub(crate) use words_of_param;
    };
    (@of Tensor $word:ident $methods:tt) => { words! { @for [NoNumber] $word $methods } };
    (@of TensorAlone $word:ident $methods:tt) => { words! { @for [NoNumber] $word $methods } };
    (@of Number $word:ident $methods:tt) => { words! { @for [f32 f64] $word $methods } };
    (@of Optimizer $word:ident $methods:tt) => { words! { @for [OptimizerGuess] $word $methods } };
    (@of Schedule $word:ident $methods:tt) => { words! { @for [ScheduleGuess] $word $methods } };
    (@of Tape $word:ident $methods:tt) => { words! { @for [TapeGuess] $word $methods } };
    (@of Expression $word:ident $methods:tt) => {};
    (@of Part $word:ident $methods:tt) => {};
    (@of Param $word:ident $methods:tt) => {};
    (@for [$($type:ident)*] $word:ident $methods:tt) => { $( words! { @impl [] $type, $word $methods } )* };
    (@recorded Tensor $word:ident $methods:tt [$([$($generics:tt)*] $type:ty;)*]) => { $(
        $crate::shape::diagnostics::words! { @impl [$($generics)*] $type, $word $methods }
    )* };
    (@recorded $asked:ident $($none:tt)*) => {};
    (@expression Expression $word:ident $methods:tt [$($generics:tt)*] $type:ty) => {
        $crate::shape::diagnostics::words! { @impl [$($generics)*] $type, $word $methods }
    };
    (@expression $asked:ident $($none:tt)*) => {};
    (@part Part $word:ident $methods:tt [$($generics:tt)*] $type:ty) => {
        $crate::shape::diagnostics::words! { @impl [$($generics)*] $type, $word $methods }
    };
    (@part $asked:ident $($none:tt)*) => {};
    (@param Param $word:ident $methods:tt [$($generics:tt)*] $type:ty) => {
        $crate::shape::diagnostics::words! { @impl [$($generics)*] $type, $word $methods }
    };
    (@param $asked:ident $($none:tt)*) => {};
    (@impl [$($generics:tt)*] $type:ty, $word:ident { $($methods:tt)* }) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)* K: $crate::shape::given::Never, R> $crate::shape::diagnostics::$word<K, R> for $type {
            $crate::shape::diagnostics::words! { @given $($methods)* }
        }
    };
    (@declared $($method:ident $(<$of:ident>)?($($argument:ident)*))*) => { $(
        #[doc(hidden)]
        fn $method$(<$of>)?(&mut self $(, $argument: impl Sized)*) -> R
        where
            (): Only<K>;
    )* };
    (@given $($method:ident $(<$of:ident>)?($($argument:ident)*))*) => { $(
        #[allow(unused_variables)]
        fn $method$(<$of>)?(&mut self $(, $argument: impl Sized)*) -> R
        where
            (): $crate::shape::given::Only<K>,
        {
            K::never()
        }
    )* };
}
pub(crate) use words;

words! { ($)
    #[diagnostic::on_unimplemented(
        message = "there is no `backward()`: a gradient comes with its loss",
        label = "a step goes forward and back in one: `tape.value_and_grad(&model, |tape| …)`",
        note = "that gives both, `let (loss, gradient) = …`, and then `optimizer.step(&mut model, gradient)`"
    )]
    pub trait Backward: Tensor { backward() }

    #[diagnostic::on_unimplemented(
        message = "there is no `backward()`: a gradient comes with its loss",
        label = "this is a number; `tape.value_and_grad(&model, |tape| …)` gives it with its gradient"
    )]
    pub trait NumberBackward: Number { backward() }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `item()` of its own: `x[[]]` is the number of a tensor without axes",
        label = "write `x[[]]`, `x[[i, j]]` for one of several; reductions over all axes, as `x.sum_all()`, give numbers",
        note = "the loss that a step gives is a number; of a tensor on a tape `x.value()` is read"
    )]
    pub trait Item: Tensor { item() }

    #[diagnostic::on_unimplemented(
        message = "there is no `item()`: this is a number already",
        label = "leave `item()` out"
    )]
    pub trait NumberItem: Number { item() }

    #[diagnostic::on_unimplemented(
        message = "this is one number, and no tensor to be reduced",
        label = "rows are gone over by `for row in x.axis_iter(Axis::<0>)`, single elements by `for element in &x`; of a sum over all axes nothing is left to reduce"
    )]
    pub trait NumberReduced: Number { sum_all() mean_all() max_all() min_all() sizes() to_tensor() }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `requires_grad` of its own: a step says what its gradient is asked of",
        label = "`tape.value_and_grad(&x, |tape| …)` differentiates by `x`, be it a model or a tensor",
        note = "what a model learns is a `Param`; all else is a constant"
    )]
    pub trait RequiresGrad: Tensor { requires_grad() requires_grad_() }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `to()`, `cuda()` and `cpu()` of their own: there is one device, the CPU",
        label = "leave it out; elements of another type are `x.cast::<f64>()`",
        note = "those of a model are converted by `model.convert(&mut |x| …)`; graphs run on other devices"
    )]
    pub trait To: Tensor { to(device) cuda() cpu() }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `astype()`, `float()`, `long()` and the like: elements are converted by `cast`",
        label = "write the type that is wanted, `x.cast::<f64>()`, `x.cast::<i64>()`, `x.cast::<half::f16>()`"
    )]
    pub trait Elements: Tensor {
        astype<U>() to_dtype<U>() float() double() half() bfloat16() int() long() bool() type_as(other)
    }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `dtype()` and `device()` of its own: its type says both, `Tensor<f32, …>`, and the CPU",
        label = "nothing is to be asked when the program runs; generic code names the elements' type `X::Elem`"
    )]
    pub trait Dtype: Tensor { dtype() device() }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `log()` of its own: the natural logarithm is `ln()`",
        label = "write `x.ln()`; `x.log2()` and `x.log10()` are there"
    )]
    pub trait Log: Tensor { log() }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `log1p()` and `expm1()` of their own: they are `ln_1p()` and `exp_m1()`, as in the standard library",
        label = "write `x.ln_1p()` or `x.exp_m1()`"
    )]
    pub trait Log1p: Tensor { log1p() expm1() }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `isnan()`, `isinf()` and `isfinite()` of their own: they are `is_nan()`, `is_infinite()` and `is_finite()`",
        label = "write `x.is_nan()`, `x.is_infinite()` or `x.is_finite()`"
    )]
    pub trait Isnan: Tensor { isnan() isinf() isfinite() }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `reciprocal()` of its own: 1 over each element is `recip()`",
        label = "write `x.recip()`"
    )]
    pub trait Reciprocal: Tensor { reciprocal() }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `rad2deg()` and `deg2rad()` of their own: they are `to_degrees()` and `to_radians()`",
        label = "write `x.to_degrees()` or `x.to_radians()`"
    )]
    pub trait Degrees: Tensor { rad2deg() deg2rad() }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `clip()` of its own: elements are held between two numbers by `clamp()`",
        label = "write `x.clamp(min, max)`"
    )]
    pub trait Clip: Tensor { clip(min max) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `amax()` and `amin()` of their own: the largest and the smallest along an axis are `max(Axis::<0>)` and `min(Axis::<0>)`",
        label = "write `x.max(Axis::<-1>)`, and of all elements `x.max_all()`",
        note = "`x.max_keepdim(Axis::<-1>)` keeps the axis; of two tensors the larger elements are `x.maximum(&y)`"
    )]
    pub trait Amax: Tensor { amax(axis) amin(axis) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `mm()`, `bmm()` and `mv()` of their own: products of matrices, stacks of them, and vectors are all `matmul()`",
        label = "write `x.matmul(&y)`"
    )]
    pub trait Mm: Tensor { mm(other) bmm(other) mv(other) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `logical_and()`, `logical_or()`, `logical_xor()` and `logical_not()` of their own: masks are joined by operators",
        label = "write `&x & &y`, `&x | &y`, `&x ^ &y` or `!&x`"
    )]
    pub trait LogicalAnd: Tensor { logical_and(other) logical_or(other) logical_xor(other) logical_not() }

    #[diagnostic::on_unimplemented(
        message = "arithmetic on tensors is written by operators, as on numbers",
        label = "write `&x + &y`, `&x - &y`, `&x * &y`, `&x / &y` or `-&x`; in place it is `x += &y`"
    )]
    pub trait Arithmetics: Tensor {
        add(other) mul(other) sub(other) div(other) neg() multiply(other) subtract(other) divide(other) true_divide(other) negative()
    }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `allclose()` and `isclose()` of their own: they are `all_close()` and `is_close()`, with both tolerances",
        label = "write `x.all_close(&y, 1e-5, 1e-8)`, or `x.is_close(&y, 1e-5, 1e-8)` for a mask"
    )]
    pub trait Allclose: Tensor { allclose(other) isclose(other) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `gt()`, `ge()`, `lt()` and `le()` of their own: elements are compared by `greater()`, `greater_equal()`, `less()` and `less_equal()`",
        label = "write the word out: `x.greater(&y)`, or `x.greater(0.0)`",
        note = "it gives a mask of `bool`, as `x > y` does in PyTorch; `x.equal(&y)` compares element by element, too, and `x == y` whole tensors"
    )]
    pub trait Comparing: Tensor { gt(other) ge(other) lt(other) le(other) }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `repeat()` of its own: PyTorch's is `tile()` here, NumPy's `repeat_interleave()`",
        label = "write `x.tile((Dim::<2>, One))` for the whole, along each axis, or `x.repeat_interleave(Axis::<0>, Dim::<2>)` for each element"
    )]
    pub trait Repeat: Tensor { repeat(counts) }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `T`, which is `t()` of a matrix here, and `transpose()` of the last two axes of any tensor",
        label = "write `x.t()`, or `x.permute((Axis::<2>, Axis::<1>, Axis::<0>))` for the axes in any order"
    )]
    pub trait Transposed: Tensor { T() }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `expand()` of its own: to stretch it to a shape is `broadcast_to`",
        label = "write `x.broadcast_to::<shape![4, 3]>()`, or `x.expand_as(&y)` for the shape of another tensor"
    )]
    pub trait Expand: Tensor { expand(sizes) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `view_as()` and `reshape_as()` of their own: a shape is a type, which `reshape` is given",
        label = "write `x.reshape::<shape![4, 3]>()`"
    )]
    pub trait ViewAs: Tensor { view_as(other) reshape_as(other) }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `interpolate()` of its own: it is `interpolate2d()`, and `interpolate1d()` or `interpolate3d()` of other axes",
        label = "write `x.interpolate2d(Resize::to((Dim::<16>, Dim::<16>)).linear())`, or `Resize::by(Dim::<2>)` for a factor"
    )]
    pub trait Interpolate: Tensor { interpolate(size mode) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `narrow_mut()`, `slice_mut()` and `select_mut()` of their own: what is written to is `view_mut().part()`",
        label = "write `x.view_mut().part().narrow(Axis::<1>, 0, Dim::<2>)`, then `copy_from(&y)`, `fill(0.0)` or `+= &y`",
        note = "as a slice it is `part!(mut x; .., 0..2)`; of the first axis `x.view_mut().narrow(…)` is one block"
    )]
    pub trait PartsMut: Tensor { narrow_mut(axis start size) slice_mut(axis start size step) select_mut(axis place) }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `ravel()` of its own: one axis of all is made by `flatten()`",
        label = "write `x.flatten()`; `x.flatten_axes(Axis::<1>, Axis::<-1>)` keeps the first axis"
    )]
    pub trait Ravel: Tensor { ravel() }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `swapaxes()`, `swapdims()` and `transpose_()` of their own: two axes change places by `swap_axes()`",
        label = "write `x.swap_axes(Axis::<0>, Axis::<1>)`"
    )]
    pub trait Swapaxes: Tensor { swapaxes(a b) swapdims(a b) transpose_(a b) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `movedim()` and `moveaxis()` of their own: an axis is moved by `move_axis()`",
        label = "write `x.move_axis(Axis::<0>, Axis::<-1>)`"
    )]
    pub trait Movedim: Tensor { movedim(from to) moveaxis(from to) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `split()`, `chunk()` and `unbind()` of their own: they are `split_at()`, `chunks()`, and `axis_iter()`",
        label = "write `x.chunks(Axis::<0>, Dim::<2>)` for two equal parts, `x.split_at(Axis::<0>, Dim::<3>)` for the first three and the rest",
        note = "`x.axis_iter(Axis::<0>)` goes over single places; over parts of three of a first axis that is known when the program runs, `x.chunks_of(Dim::<3>)`"
    )]
    pub trait Chunk: Tensor { split(size axis) chunk(count axis) unbind(axis) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `expand_dims()`, `insert_axis()` and `unsqueeze_()` of their own: a new axis of size 1 comes by `unsqueeze()`",
        label = "write `x.unsqueeze(Axis::<0>)`, the place that it has in the result"
    )]
    pub trait ExpandDims: Tensor { expand_dims(axis) insert_axis(axis) unsqueeze_(axis) }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `contiguous()` of its own: it lies row by row, and `to_tensor()` makes one of a view",
        label = "leave it out of a tensor, and of a view write `x.to_tensor()`"
    )]
    pub trait Contiguously: Tensor { contiguous() }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `copy()` of its own: what has elements of its own is made by `to_tensor()`",
        label = "write `x.to_tensor()`, or `x.clone()` of a tensor"
    )]
    pub trait CopyMethod: Tensor { copy() }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `bce_loss()` and `bce_with_logits_loss()` of their own: they are `binary_cross_entropy()` and `binary_cross_entropy_with_logits()`",
        label = "write `x.binary_cross_entropy(&target)` of probabilities, `x.binary_cross_entropy_with_logits(&target)` of scores"
    )]
    pub trait BceLoss: Tensor { bce_loss(target) bce_with_logits_loss(target) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `max_pool()` and `avg_pool()` of their own: it is said how many axes windows have",
        label = "write `x.max_pool2d(Pool::new(Dim::<2>))` or `x.avg_pool2d(…)` of images, `max_pool1d`, `max_pool3d` of other axes"
    )]
    pub trait PoolMethod: Tensor { max_pool(options) avg_pool(options) }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `scaled_dot_product_attention()` of its own: it is `attention()`",
        label = "write `q.attention(&k, &v)`; `q.attention_causal(&k, &v)` and `q.attention_masked(&k, &v, &mask)` leave keys out"
    )]
    pub trait ScaledAttention: Tensor { scaled_dot_product_attention(k v) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `tolist()` and `numpy()` of their own: elements are read by `as_slice()`, by `iter()`, or taken out by `into_vec()`",
        label = "write `x.into_vec()`, or `x.as_slice()` to read them where they are"
    )]
    pub trait Tolist: Tensor { tolist() numpy() to_vec() }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `dim()` and `ndimension()` of their own: the number of axes is `ndim()`",
        label = "write `x.ndim()`; `x.sizes()` are the sizes, `x.size(Axis::<0>)` is one of them"
    )]
    pub trait Dimensions: Tensor { dim() ndimension() }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `sum_axis()` and `mean_axis()` of their own: they are `sum(Axis::<0>)` and `mean(Axis::<0>)`",
        label = "write `x.sum(Axis::<0>)` or `x.mean(Axis::<0>)`, and so `max`, `min`, `prod`, `var`, `std`, `argmax`"
    )]
    pub trait SumAxis: Tensor {
        sum_axis(axis) mean_axis(axis) max_axis(axis) min_axis(axis) prod_axis(axis) var_axis(axis) std_axis(axis) argmax_axis(axis) argmin_axis(axis)
    }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `mapv()` of its own: a function of each element is `map()`",
        label = "write `x.map(|x| …)`"
    )]
    pub trait Mapv: Tensor { mapv(function) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `rows()`, `cols()`, `nrows()` and `ncols()` of their own: the size of an axis is `size(Axis::<0>)`",
        label = "write `x.size(Axis::<-2>)` for the rows of a matrix, `x.size(Axis::<-1>)` for its columns"
    )]
    pub trait Rows: Tensor { rows() cols() nrows() ncols() }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `arcsin()`, `arccos()` and `arctan()` of their own: they are `asin()`, `acos()` and `atan()`",
        label = "write `x.asin()`, `x.acos()` or `x.atan()`"
    )]
    pub trait Arcsin: Tensor { arcsin() arccos() arctan() }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `frac()` and `sgn()` of their own: they are `fract()` and `sign()`",
        label = "write `x.fract()` or `x.sign()`"
    )]
    pub trait Frac: Tensor { frac() sgn() }

    #[diagnostic::on_unimplemented(
        message = "the inverse of a matrix is `inv()`, with the feature `linalg`",
        label = "write `x.inv()?`, or `a.solve(&b)?` where it is only multiplied by; in Cargo.toml `features = [\"linalg\"]`"
    )]
    pub trait Inverse: Tensor { inverse() inv() }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `nelement()` of its own: the number of elements is `numel()`",
        label = "write `x.numel()`"
    )]
    pub trait Nelement: Tensor { nelement() }

    #[diagnostic::on_unimplemented(
        message = "there is no `zero_grad()`: each `value_and_grad` gives a gradient of its own",
        label = "nothing is to be set to zero: leave it out",
        note = "what adds to the gradient that is there is another method, `tape.accumulate(&model, |tape| …)`"
    )]
    pub trait ZeroGrad: Optimizer { zero_grad() }

    #[diagnostic::on_unimplemented(
        message = "a schedule has no `step()`: `at(step)` is the learning rate of a step",
        label = "write `optimizer.lr = schedule.at(step)` before the optimizer's `step`"
    )]
    pub trait ScheduleStep: Schedule { step() }

    #[diagnostic::on_unimplemented(
        message = "a tape records within a step: what is recorded there is in the closure's own `tape`",
        label = "write it within `tape.value_and_grad(&model, |tape| model.forward(&tape.input(&x)).mse_loss(&tape.input(&y)))`, which gives the loss and its gradient",
        note = "without a gradient a model computes by itself, `model.forward(&x)`"
    )]
    pub trait OutsideStep: Tape { input(x) constant(x) indices(ids) parameter(parameter) watch(x) }

    #[diagnostic::on_unimplemented(
        message = "a tape has no `backward()`: a gradient comes with its loss",
        label = "a step goes forward and back in one: `let (loss, gradient) = tape.value_and_grad(&model, |tape| …)`"
    )]
    pub trait TapeBackward: Tape { backward(loss) gradient(loss model) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `fill()`, `fill_()` and `zero_()` of their own: elements are set in their slice, or in a part that is written to",
        label = "write `x.as_mut_slice().fill(0.0)`, of some places `part!(mut x; .., 3).fill(0.0)`, or make a new tensor, `x.full_like(2.0)`"
    )]
    pub trait FillInPlace: Tensor { fill(number) zero_() fill_(number) }

    #[diagnostic::on_unimplemented(
        message = "a view is only read: what is written to is a tensor, or a part of one by `part!(mut …)`",
        label = "write `part!(mut x; .., 3..5).copy_from(&y)`, NumPy's `x[:, 3:5] = y`, or where the start is a variable `x.view_mut().part().narrow(Axis::<1>, i, One).copy_from(&y)`"
    )]
    pub trait WrittenTo: TensorAlone { copy_from(other) copy_(other) map_in_place(function) as_mut_slice() }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `add_()`, `sub_()`, `mul_()` and `div_()` of their own: arithmetic in place is written by operators",
        label = "write `x += &y`, `x -= &y`, `x *= &y` or `x /= &y`; a number may stand for `&y`, too"
    )]
    pub trait ArithmeticInPlace: Tensor { add_(other) sub_(other) mul_(other) div_(other) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no functions in place, whose names end with `_`: an owned tensor's memory is used again by itself",
        label = "write `x = x.abs()`, with the name of this one without `_`",
        note = "nothing is allocated where `x` is owned and its elements keep their type"
    )]
    pub trait FunctionInPlace: Tensor { abs_() exp_() sqrt_() neg_() relu_() sigmoid_() tanh_() clamp_(min max) }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `cat()` of its own: it is joined with another one by `concat()`",
        label = "write `x.concat(&y, Axis::<0>)`, and of many `shaped::concat_all([&x, &y, &z], Axis::<0>)`",
        note = "along a new axis it is `x.stack(&y, Axis::<0>)`, and of many `stack_all`"
    )]
    pub trait CatMethod: TensorAlone { cat(other axis) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `permuted_axes()` and `reversed_axes()` of their own: axes get another order by `permute()`",
        label = "write `x.permute(axes![1, 0])`, all axes in their new order"
    )]
    pub trait PermutedAxes: Tensor { permuted_axes(order) reversed_axes() }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `into_raw_vec()` of its own: its elements are taken out by `into_vec()`",
        label = "write `x.into_vec()`"
    )]
    pub trait IntoRawVec: Tensor { into_raw_vec() }

    #[diagnostic::on_unimplemented(
        message = "this is a lazy expression, and the method is one of tensors: no element has been computed yet",
        label = "evaluate it first, `(x.lazy() * 2.0).eval()`; an expression has operators, functions of elements, and reductions"
    )]
    pub trait Unevaluated: Expression {
        copy_from(other) map_in_place(function)
        view() sizes() shape() size(axis) rank() ndim() numel() strides() len() get(index) iter() as_slice() into_vec() to_vec() to_tensor()
        cast<U>() contiguous() dim()
        reshape<P>() into_shape<P>() flatten() flatten_axes(from to) unflatten(axis sizes) broadcast_to<P>() expand_as(other) rename<P>()
        t() transpose() swap_axes(a b) permute(axes) move_axis(from to) flip(axes) roll(axis places) unsqueeze(axis) squeeze(axis)
        narrow(axis start size) narrow_with(axis start size) slice(axis start size step) split_at(axis size) chunks(axis count) index_axis(axis place)
        axis_iter(axis) index_select(axis indices) gather(axis indices) take_along(axis indices) concat(other axis) stack(other axis)
        matmul(other) mm(other) dot(other) outer(other) linear(weights bias) conv1d(weights options) conv2d(weights options) attention(keys values)
        softmax(axis) log_softmax(axis) layer_norm(axes eps) logsumexp(axes) cumsum(axis) cumprod(axis) sort(axis) argsort(axis) topk(axis)
        var(axes) std(axes) median(axis) quantile(axis q) count_nonzero(axes) tril(diagonal) triu(diagonal)
        max_pool2d(options) avg_pool2d(options) mse_loss(target) cross_entropy(target) select(yes no) masked_fill(mask number) all_close(other relative absolute)
    }

    #[diagnostic::on_unimplemented(
        message = "a part that is written to has no methods that give it another shape or order",
        label = "give the other side the part's own: `part.copy_from(&y.transpose())`; to read the part in another order write `part.view().transpose()`",
        note = "a part is taken by `narrow`, `slice` and `index_axis`, and written by `copy_from`, `fill`, `map_in_place` and `+=`"
    )]
    pub trait PartRearranged: Part {
        t() transpose() swap_axes(a b) permute(axes) move_axis(from to) flip(axes) unsqueeze(axis) squeeze(axis)
        reshape<P>() into_shape<P>() flatten() flatten_axes(from to) unflatten(axis sizes) broadcast_to<P>() expand_as(other)
    }

    #[diagnostic::on_unimplemented(
        message = "a part that is written to is not taken apart, and `part!(mut x; 1..)` would take it apart",
        label = "write both ends, `part!(mut x; 1..4)`, or `part.narrow(Axis::<0>, 1, Dim::<3>)`; to read parts write `part.view()` first"
    )]
    pub trait PartTakenApart: Part { split_at(axis size) chunks(axis count) axis_iter(axis) }

    #[diagnostic::on_unimplemented(
        message = "a part that is written to is read by `view()`, which has all methods of tensors",
        label = "write `part.view()` first, as in `part.view().sum_all()`"
    )]
    pub trait PartRead: Part {
        iter() as_slice() get(index) to_tensor() into_vec() to_vec() numel() shape() lazy() cast<U>() map(function) matmul(other)
        sum(axes) mean(axes) max(axes) min(axes) sum_all() mean_all() max_all() min_all() argmax(axis) softmax(axis)
        abs() exp() ln() sqrt() tanh() relu() sigmoid() clamp(min max) concat(other axis) stack(other axis) index_select(axis indices) gather(axis indices)
    }

    #[diagnostic::on_unimplemented(
        message = "there is no `where_()` and `where_cond()`: a mask selects between two tensors",
        label = "write `mask.select(&a, &b)`: `a` where the mask is true; one number there is `x.masked_fill(&mask, 0.0)`"
    )]
    pub trait WhereMethod: TensorAlone { where_(mask other) where_cond(a b) }

    #[diagnostic::on_unimplemented(
        message = "a parameter is no tensor: its tensor is `value()`, and `value_mut()` to be changed",
        label = "write `layer.weight.value()`, a tensor without a gradient; on a tape the parameter is `tape.parameter(&p)`, in a `forward` `x.to_tensor().with(&self.weight)`, `x` being its input",
        note = "PyTorch's `p.grad` is not here: gradients are what `tape.value_and_grad(&model, …)` gives beside the loss"
    )]
    pub trait ParameterRead: Param {
        grad() requires_grad() detach() item() numpy() cpu() view() t() transpose() permute(axes) swap_axes(a b) reshape<P>() flatten() unsqueeze(axis) squeeze(axis)
        sum(axes) mean(axes) max(axes) min(axes) norm(axes) var(axes) std(axes) sum_all() mean_all() max_all() min_all()
        abs() exp() ln() sqrt() square() relu() tanh() sigmoid() clamp(min max) pow(exponent) softmax(axis) cast<U>() to_tensor() shape() size(axis) numel() ndim()
        iter() get(index) lazy() map(function) map_in_place(function) fill(number) copy_from(other) matmul(other) dot(other)
        narrow(axis start size) index_axis(axis place) concat(other axis) stack(other axis)
    }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `vstack()`, `hstack()` and the like: they are joined by `concat()`, and along a new axis by `stack()`",
        label = "write `a.concat(&b, Axis::<0>)` for rows below rows, `a.concat(&b, Axis::<1>)` for columns beside columns"
    )]
    pub trait Vstack: Tensor { vstack(other) hstack(other) dstack(other) row_stack(other) column_stack(other) }

    #[diagnostic::on_unimplemented(
        message = "operators broadcast by themselves: tensors have no `broadcast_add()` and the like",
        label = "write `&x + &y`, `&x - &y`, `&x * &y`, `&x / &y`, or `x.matmul(&y)`"
    )]
    pub trait BroadcastAdd: Tensor {
        broadcast_add(other) broadcast_sub(other) broadcast_mul(other) broadcast_div(other) broadcast_matmul(other)
    }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `i()` of its own: parts are taken by `part!`",
        label = "write `part!(x; 1, 0..2)` for a part, `x[[1, 2]]` for an element"
    )]
    pub trait ByI: Tensor { i(index) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `fliplr()`, `flipud()` and `rot90()` of their own: axes are turned round by `flip()`",
        label = "write `x.flip(Axis::<1>)` for left and right, `x.flip(Axis::<0>)` for up and down, `x.transpose().flip(Axis::<0>)` for a quarter turn"
    )]
    pub trait Fliplr: Tensor { fliplr() flipud() rot90() }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `std_dev()` and `variance()` of their own: they are `std()` and `var()`",
        label = "write `x.std(Axis::<0>)`, or `x.std_all()` over all axes"
    )]
    pub trait StdDev: Tensor { std_dev() stddev() variance() std_axis(axis) var_axis(axis) }

    #[diagnostic::on_unimplemented(
        message = "a tensor has no `power()` of its own: elements are raised by `powi()` and `powf()`",
        label = "write `x.powi(2)`, `x.powf(0.5)`, or `x.square()`"
    )]
    pub trait Power: Tensor { power(exponent) float_power(exponent) }

    #[diagnostic::on_unimplemented(
        message = "tensors have no `row()` and `column()` of their own: one place of an axis is `index_axis()`",
        label = "write `x.index_axis(Axis::<0>, i)` for a row of a matrix, `x.index_axis(Axis::<1>, i)` for a column"
    )]
    pub trait Row: Tensor { row(place) column(place) }
}

/// Functions that are guessed of a type, `Tensor::new(…)`. They are implemented for each type by itself: of an implementation for all types of which they
/// are guessed, the compiler would speak wherever a program's own type has no `new`.
macro_rules! functions {
    ($(
        $(#[$about:meta])*
        pub trait $word:ident { $($function:ident($($argument:ident)*))* }
    )*) => { $(
        $(#[$about])*
        #[doc(hidden)]
        #[allow(clippy::new_ret_no_self)] // the names are those of others
        pub trait $word<K, R> { $(
            #[doc(hidden)]
            fn $function($($argument: impl Sized),*) -> R
            where
                (): Only<K>;
        )* }
    )* };
}

/// The types that have such a function.
#[cfg(feature = "alloc")]
macro_rules! answered {
    ($word:ident $functions:tt: $([$($generics:tt)*] $type:ty;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<$($generics)* K: $crate::shape::given::Never, R> $crate::shape::diagnostics::$word<K, R> for $type {
            $crate::shape::diagnostics::answered! { @ $functions }
        }
    )* };
    (@ [$($function:ident($($argument:ident)*))*]) => { $(
        #[allow(unused_variables)]
        fn $function($($argument: impl Sized),*) -> R
        where
            (): $crate::shape::given::Only<K>,
        {
            K::never()
        }
    )* };
}
#[cfg(feature = "alloc")]
pub(crate) use answered;

functions! {
    #[diagnostic::on_unimplemented(
        message = "there is no `Tensor::cat()`: tensors are joined by a method of the first",
        label = "write `a.concat(&b, Axis::<0>)`, and of many `shaped::concat_all([&a, &b, &c], Axis::<0>)`",
        note = "along a new axis it is `a.stack(&b, Axis::<0>)`, and of many `stack_all`"
    )]
    pub trait Cat { cat(tensors axis) concatenate(tensors axis) }

    #[diagnostic::on_unimplemented(
        message = "there is no `Tensor::randn()` and `Tensor::rand()`: random numbers are `normal()` and `uniform()`, of a generator that the program has",
        label = "write `normal(0.0, 1.0, &mut rng)`, or `uniform(0.0..1.0, &mut rng)`",
        note = "they come with the feature `rand`"
    )]
    pub trait Randn { randn(rng) rand(rng) }

    #[diagnostic::on_unimplemented(
        message = "there is no `Tensor::new()`: a tensor of numbers that stand in the program is `tensor![…]`, of an array `Tensor::from(…)`",
        label = "write `tensor![[1.0, 2.0], [3.0, 4.0]]`, or `Tensor::from(array)`",
        note = "of a vector it is `Tensor::<f32, shape![2, 2]>::from_vec(elements)?`, which compares the length"
    )]
    pub trait New { new(elements) }

    #[diagnostic::on_unimplemented(
        message = "there is no `Tensor::where_()`: a mask selects between two tensors",
        label = "write `mask.select(&a, &b)`: `a` where the mask is true"
    )]
    pub trait Where { where_(mask a b) }

    #[diagnostic::on_unimplemented(
        message = "a layer's sizes are types: this one has no `new()`",
        label = "write its size in the type, and `default()`: `LayerNorm::<dim!(16)>::default()`, and for channels of pictures `BatchNorm2d::<dim!(16)>::default()`",
        note = "what else it is told is a field: `layer.eps = 1e-3`"
    )]
    pub trait SizeIsType { new(size) }

    #[diagnostic::on_unimplemented(
        message = "a layer's sizes are types: this one has no `new()`",
        label = "write its sizes in the type, and `default()`: `Embedding::<dim!(100), dim!(16)>::default()`",
        note = "what else it is told is a field, or a parameter of its type with a default"
    )]
    pub trait SizesAreTypes { new(first second) }

    #[diagnostic::on_unimplemented(
        message = "a layer that is told one thing has no `new()`: it is written with that",
        label = "as in `Dropout(0.1)`, `Softmax(Axis::<-1>)`, `AdaptiveAvgPool2d(One)`, `MaxPool2d(Pool::new(Dim::<2>))`",
        note = "a window's stride and padding are options, too: `Pool::new(Dim::<3>).stride(Dim::<2>).padding(One)`"
    )]
    pub trait LayerIsField { new(field) }

    #[diagnostic::on_unimplemented(
        message = "a layer that is told nothing has no `new()`: its name is its value",
        label = "leave out `::new()`, as in `(Linear::<dim!(784), dim!(10)>::default(), Relu)`, `(Flatten, Linear::<dim!(784), dim!(10)>::default())`"
    )]
    pub trait LayerIsName { new() }

    #[diagnostic::on_unimplemented(
        message = "a model that `model!` declares has no `new()` before it is written: it is made by `default()`",
        label = "write `Net::default()`; weights are random by `net.reset_parameters(&mut uniform)`, or read from a file"
    )]
    pub trait ModelIsDefault { new() }
}
