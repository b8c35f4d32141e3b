//! Words of PyTorch that the compiler answers.

use crate::shape::verdict::Ours;

/// Tensors have no `backward`.
#[diagnostic::on_unimplemented(
    message = "there is no `backward()`: a gradient comes with its loss",
    label = "a step goes forward and back in one",
    note = "`let (loss, gradient) = tape.value_and_grad(&model, |tape| …)`, and then `optimizer.step(&mut model, gradient)`"
)]
pub trait HasBackward: Ours {}

/// Tensors have no `item`.
#[diagnostic::on_unimplemented(
    message = "a tensor has no `item()`: `x[[]]` is the number of a tensor without axes",
    label = "`x[[i, j]]` is one of several, and reductions over all axes give numbers",
    note = "the loss that a step gives is a number; of a tensor on a tape `x.value()` is read"
)]
pub trait HasItem: Ours {}

/// Tensors have no `detach`.
#[diagnostic::on_unimplemented(
    message = "an eager tensor has nothing to be detached from",
    label = "no tape records this tensor",
    note = "it is a constant beside what a tape records: `tape.input(&x)`; of what is recorded there is `detach`"
)]
pub trait HasDetach: Ours {}

/// Tensors have no `requires_grad`.
#[diagnostic::on_unimplemented(
    message = "a tensor has no `requires_grad`: a step says what its gradient is asked of",
    label = "what is learned is a `Param`, or what is handed in",
    note = "`tape.value_and_grad(&model, |tape| …)` differentiates by all of `model`, also where that is a tensor; all else is a constant"
)]
pub trait HasRequiresGrad: Ours {}

/// Tensors have no `to`.
#[diagnostic::on_unimplemented(
    message = "a tensor has no `to()`: it is where it was made, in memory",
    label = "there is one device, the CPU",
    note = "`x.cast::<f64>()` converts elements, `model.convert(&mut |x| …)` those of a model"
)]
pub trait HasTo: Ours {}

/// Gradients are made anew.
#[diagnostic::on_unimplemented(
    message = "there is no `zero_grad()`: each `value_and_grad` gives a gradient of its own",
    label = "nothing is to be set to zero",
    note = "what adds to the gradient that is there is another method, `tape.accumulate(&model, |tape| …)`"
)]
pub trait HasZeroGrad: Ours {}

/// Numbers have no `item`.
#[diagnostic::on_unimplemented(
    message = "there is no `item()`: this is a number already",
    label = "leave `item()` out",
    note = "a reduction over all axes (`mean_all`, `sum_all`) and a loss are numbers; of a tensor `x[[i, j]]` is one"
)]
pub trait HasNumberItem: Ours {}

/// Tensors have no `log`.
#[diagnostic::on_unimplemented(
    message = "a tensor has no `log()`: the natural logarithm is `ln()`",
    label = "write `ln()`",
    note = "`x.ln()`, `x.log2()`, `x.log10()`, and `x.ln_1p()` are as in the standard library; `x.log_softmax(axis)` is another matter"
)]
pub trait HasLog: Ours {}

/// Tensors have no `repeat`.
#[diagnostic::on_unimplemented(
    message = "a tensor has no `repeat()`: PyTorch's is `tile()` here, NumPy's `repeat_interleave()`",
    label = "write `tile` or `repeat_interleave`",
    note = "`x.tile((Dim::<2>, One))` repeats the whole along each axis, `x.repeat_interleave(Axis::<0>, Dim::<2>)` each element of one"
)]
pub trait HasRepeat: Ours {}

/// Tensors have no `expand`.
#[diagnostic::on_unimplemented(
    message = "a tensor has no `expand()`: to stretch it to a shape is `broadcast_to`",
    label = "write `broadcast_to`",
    note = "`x.broadcast_to::<shape![4, 3]>()`, without a copy, and `x.expand_as(&y)` to the shape of another tensor"
)]
pub trait HasExpand: Ours {}

/// Tensors have no `gt`, `ge`, `lt` and `le`.
#[diagnostic::on_unimplemented(
    message = "tensors have no `gt()`, `ge()`, `lt()` and `le()`: elements are compared by `greater()`, `greater_equal()`, `less()` and `less_equal()`",
    label = "write the word out",
    note = "`x.greater(&y)` and `x.greater(&0.0)` give a mask of `bool`, as `x > y` does in PyTorch; `x.equal(&y)` compares element by element, too, and `x == y` whole tensors"
)]
pub trait HasComparison: Ours {}

/// Tensors have no `dim`.
#[diagnostic::on_unimplemented(
    message = "a tensor has no `dim()`: the number of axes is `ndim()`",
    label = "write `ndim()`",
    note = "`x.sizes()` are the sizes, `x.size(Axis::<0>)` is one of them, and `x.numel()` the number of elements"
)]
pub trait HasDim: Ours {}

/// Tensors have no `amax`.
#[diagnostic::on_unimplemented(
    message = "a tensor has no `amax()`: the largest along an axis is `max(axis)`",
    label = "write `max`",
    note = "`x.max(Axis::<-1>)`, `x.max_keepdim(Axis::<-1>)`, and `x.max_all()`; of two tensors the larger elements are `x.maximum(&y)`"
)]
pub trait HasAmax: Ours {}
