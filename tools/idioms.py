#!/usr/bin/env python3
"""Writes the guide's pages for users of NumPy and of PyTorch, and the test that holds them to the truth.

A row is one thing to do in the three libraries, over the same tensors. With `--ask`, and a Python that has numpy and torch, both compute it, must
agree, and `tests/idioms.rs` gets their result as a literal; the pages are written from the same rows. Without it, `--check` compares the
pages with what is on file.
"""
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ANSWERS = ROOT / "tools/idioms.json"

# The tensors that the rows are about: name, type and value here, how NumPy writes it.
TENSORS = [
    ("x", "Tensor<f64, shape![2, 3]>", "tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]", "[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]"),
    ("y", "Tensor<f64, shape![2, 3]>", "tensor![[6.0, 4.0, 2.0], [5.0, 3.0, 1.0]]", "[[6.0, 4.0, 2.0], [5.0, 3.0, 1.0]]"),
    ("v", "Tensor<f64, shape![3]>", "tensor![0.5, -1.0, 2.0]", "[0.5, -1.0, 2.0]"),
    ("m", "Tensor<f64, shape![2, 2]>", "tensor![[2.0, 1.0], [0.0, 3.0]]", "[[2.0, 1.0], [0.0, 3.0]]"),
    ("i", "Tensor<usize, shape![2]>", "tensor![2, 0]", "[2, 0]"),
    ("n", "Tensor<i64, shape![4]>", "tensor![3, 1, 3, 0]", "[3, 1, 3, 0]"),
    ("b", "Tensor<bool, shape![3]>", "tensor![true, false, true]", "[True, False, True]"),
]

A = "Axis::<{}>"
# (what, here, NumPy, PyTorch); an empty cell where there is no such thing. The first of several lines is a heading.
ROWS = {
    "Make": [
        ("Tensor::<f64, shape![2, 3]>::zeros()", "np.zeros((2, 3))", "torch.zeros(2, 3)"),
        ("Tensor::<f64, shape![2, 3]>::ones()", "np.ones((2, 3))", "torch.ones(2, 3)"),
        ("Tensor::<f64, shape![2, 3]>::full(7.0)", "np.full((2, 3), 7.0)", "torch.full((2, 3), 7.0)"),
        ("tensor![[1.0, 2.0], [3.0, 4.0]]", "np.array([[1.0, 2.0], [3.0, 4.0]])", "torch.tensor([[1.0, 2.0], [3.0, 4.0]])"),
        ("Tensor::<f64, shape![2, 2]>::from_vec(vec![1.0, 2.0, 3.0, 4.0]).unwrap()", "np.array([1.0, 2.0, 3.0, 4.0]).reshape(2, 2)", "torch.tensor([1.0, 2.0, 3.0, 4.0]).reshape(2, 2)"),
        ("Tensor::<i64, shape![6]>::arange()", "np.arange(6)", "torch.arange(6)"),
        ("Tensor::<f64, shape![5]>::linspace(0.0, 1.0)", "np.linspace(0.0, 1.0, 5)", "torch.linspace(0.0, 1.0, 5)"),
        ("Tensor::<f64, shape![3, 3]>::eye()", "np.eye(3)", "torch.eye(3)"),
        ("x.zeros_like()", "np.zeros_like(x)", "torch.zeros_like(x)"),
        ("x.full_like(2.0)", "np.full_like(x, 2.0)", "torch.full_like(x, 2.0)"),
        ("x.to_tensor()", "x.copy()", "x.clone()"),
        ("Tensor::<f64, shape![2, 3]>::from_fn(|[i, j]| (i * 10 + j) as f64)", "np.fromfunction(lambda i, j: i * 10 + j, (2, 3))", ""),
    ],
    "Ask": [
        ("x.sizes()", "x.shape", "x.shape"),
        ("x.size(Axis::<1>)", "x.shape[1]", "x.size(1)"),
        ("x.ndim()", "x.ndim", "x.dim()"),
        ("x.numel()", "x.size", "x.numel()"),
    ],
    "Shape": [
        ("x.reshape::<shape![3, 2]>()", "x.reshape(3, 2)", "x.reshape(3, 2)"),
        ("x.flatten()", "x.ravel()", "x.flatten()"),
        ("x.transpose()", "x.T", "x.mT"),
        ("x.t()", "x.T", "x.t()"),
        ("x.permute(axes![1, 0])", "x.transpose(1, 0)", "x.permute(1, 0)"),
        ("x.swap_axes(Axis::<0>, Axis::<1>)", "np.swapaxes(x, 0, 1)", "x.transpose(0, 1)"),
        ("x.reshape::<shape![3, 2]>()", "", "x.view(3, 2)"),
        ("x.flatten_axes(Axis::<0>, Axis::<1>)", "x.reshape(-1)", "x.view(-1)"),
        ("x.unsqueeze(Axis::<0>)", "x[None]", "x.unsqueeze(0)"),
        ("v.unsqueeze(Axis::<1>)", "v[:, None]", "v[:, None]"),
        ("x.sum_keepdim(Axis::<1>).squeeze(Axis::<1>)", "np.squeeze(x.sum(1, keepdims=True), 1)", "x.sum(1, keepdim=True).squeeze(1)"),
        ("v.broadcast_to::<shape![2, 3]>()", "np.broadcast_to(v, (2, 3))", "v.expand(2, 3)"),
        ("x.concat(&y, Axis::<0>)", "np.concatenate([x, y], 0)", "torch.cat([x, y], 0)"),
        ("x.stack(&y, Axis::<0>)", "np.stack([x, y], 0)", "torch.stack([x, y], 0)"),
        ("x.tile((Dim::<2>, One))", "np.tile(x, (2, 1))", "x.tile(2, 1)"),
        ("v.repeat_interleave(Axis::<0>, Dim::<2>)", "np.repeat(v, 2, 0)", "v.repeat_interleave(2, 0)"),
        ("x.flip(Axis::<1>)", "np.flip(x, 1)", "x.flip(1)"),
        ("x.roll(Axis::<1>, 1)", "np.roll(x, 1, 1)", "x.roll(1, 1)"),
        ("v.pad(((One, Dim::<2>),), 0.0)", "np.pad(v, (1, 2))", "torch.nn.functional.pad(v, (1, 2))"),
    ],
    "Parts": [
        ("x[[1, 2]]", "x[1, 2]", "x[1, 2].item()"),
        ("x.index_axis(Axis::<0>, 1)", "x[1]", "x[1]"),
        ("x.index_axis(Axis::<1>, 0)", "x[:, 0]", "x[:, 0]"),
        ("x.narrow(Axis::<1>, 1, Dim::<2>)", "x[:, 1:3]", "x[:, 1:3]"),
        ("x.narrow(Axis::<1>, 1, One)", "x[:, 1:-1]", "torch.nn.functional.pad(x, (-1, -1))"),
        ("part!(x; .., 1..3)", "x[:, 1:3]", "x[:, 1:3]"),
        ("part!(x; 1, ..2)", "x[1, :2]", "x[1, :2]"),
        ("part!(x; .., 0..3; 2)", "x[:, ::2]", "x[:, ::2]"),
        ("x.slice(Axis::<1>, 0, Dim::<2>, Dim::<2>)", "x[:, ::2]", "x[:, ::2]"),
        ("x.split_at(Axis::<1>, One).0", "np.split(x, [1], 1)[0]", "x.split([1, 2], 1)[0]"),
        ("x.diagonal()", "np.diagonal(x)", "x.diagonal()"),
        ("x.index_select(Axis::<1>, &i)", "x[:, i]", "x[:, i]"),
        ("x.take_along_axis(Axis::<1>, &tensor![[2usize], [0]])", "np.take_along_axis(x, np.array([[2], [0]]), 1)", "x.take_along_dim(torch.tensor([[2], [0]]), 1)"),
        ("v.masked_select(&b)", "v[b]", "v[b]"),
        ("v.masked_fill(&b, 0.0)", "np.where(b, 0.0, v)", "v.masked_fill(b, 0.0)"),
        ("b.select(&x, &y)", "np.where(b, x, y)", "torch.where(b, x, y)"),
        ("m.tril(0)", "np.tril(m)", "m.tril()"),
        ("m.triu(1)", "np.triu(m, 1)", "m.triu(1)"),
    ],
    # Statements, which change `x`: see `WRITES`.
    "Write": [
        ("x[[1, 2]] = 9.0", "x[1, 2] = 9.0", "x[1, 2] = 9.0"),
        ("part!(mut x; 1).fill(0.0)", "x[1] = 0.0", "x[1] = 0.0"),
        ("part!(mut x; .., 2).copy_from(&tensor![7.0, 8.0])", "x[:, 2] = [7.0, 8.0]", "x[:, 2] = torch.tensor([7.0, 8.0])"),
        ("part!(mut x; .., 1..3).copy_from(&m)", "x[:, 1:3] = m", "x[:, 1:3] = m"),
        ("let mut part = part!(mut x; .., 1..3); part += &m", "x[:, 1:3] += m", "x[:, 1:3] += m"),
        ("part!(mut x; ..1).map_in_place(|a| *a *= 2.0)", "x[:1] *= 2.0", "x[:1] *= 2.0"),
        ("x = x.masked_fill(&b, 0.0)", "x[:, b] = 0.0", "x[:, b] = 0.0"),
        ("x += &v", "x += v", "x += v"),
        ("x.copy_from(&v)", "x[...] = v", "x.copy_(v)"),
    ],
    "Element by element": [
        ("&x + &v", "x + v", "x + v"),
        ("&x * 2.0", "x * 2.0", "x * 2.0"),
        ("1.0 - &x", "1.0 - x", "1.0 - x"),
        ("-&x", "-x", "-x"),
        ("x.remainder(&y)", "x % y", "x % y"),
        ("x.powi(2)", "x**2", "x**2"),
        ("x.pow(&y)", "x**y", "x**y"),
        ("x.exp()", "np.exp(x)", "x.exp()"),
        ("x.ln()", "np.log(x)", "x.log()"),
        ("v.abs()", "np.abs(v)", "v.abs()"),
        ("x.sqrt()", "np.sqrt(x)", "x.sqrt()"),
        ("v.sign()", "np.sign(v)", "v.sign()"),
        ("v.clamp(0.0, 1.0)", "np.clip(v, 0.0, 1.0)", "v.clamp(0.0, 1.0)"),
        ("x.maximum(&y)", "np.maximum(x, y)", "torch.maximum(x, y)"),
        ("v.relu()", "np.maximum(v, 0)", "v.relu()"),
        ("v.sigmoid()", "1 / (1 + np.exp(-v))", "v.sigmoid()"),
        ("x.cast::<i64>()", "x.astype(np.int64)", "x.to(torch.int64)"),
        ("x.map(|a| a * a + 1.0)", "np.vectorize(lambda a: a * a + 1)(x)", ""),
    ],
    "Compare": [
        ("x.less(&y)", "x < y", "x < y"),
        ("x.equal(&y)", "x == y", "x == y"),
        ("v.greater(0.0)", "v > 0", "v > 0"),
        ("!&b", "~b", "~b"),
        ("&b & &v.greater(0.6)", "b & (v > 0.6)", "b & (v > 0.6)"),
        ("x.all_close(&y, 1e-5, 1e-8)", "np.allclose(x, y)", "torch.allclose(x, y)"),
        ("v.greater(0.0).any_all()", "(v > 0).any()", "(v > 0).any().item()"),
        ("v.greater(0.0).count_nonzero_all()", "np.count_nonzero(v > 0)", "torch.count_nonzero(v > 0).item()"),
    ],
    "Reduce": [
        ("x.sum_all()", "x.sum()", "x.sum().item()"),
        ("x.sum(Axis::<0>)", "x.sum(0)", "x.sum(0)"),
        ("n.sum_all_as::<f64>()", "n.sum(dtype=np.float64)", "n.sum(dtype=torch.float64)"),
        ("n.mean_all_as::<f64>()", "n.mean()", "n.mean(dtype=torch.float64)"),
        ("x.var_mean(Axis::<1>).0", "", "torch.var_mean(x, 1)[0]"),
        ("x.sum_keepdim((Axis::<0>, Axis::<1>))", "x.sum((0, 1), keepdims=True)", "x.sum((0, 1), keepdim=True)"),
        ("x.mean(Axis::<-1>)", "x.mean(-1)", "x.mean(-1)"),
        ("x.mean_keepdim(Axis::<1>)", "x.mean(1, keepdims=True)", "x.mean(1, keepdim=True)"),
        ("x.max(Axis::<1>)", "x.max(1)", "x.amax(1)"),
        ("x.argmax(Axis::<1>)", "x.argmax(1)", "x.argmax(1)"),
        ("x.std(Axis::<1>)", "x.std(1, ddof=1)", "x.std(1)"),
        ("x.var_with(Axis::<1>, 0)", "x.var(1)", "x.var(1, correction=0)"),
        ("x.norm(Axis::<1>)", "np.linalg.norm(x, axis=1)", "torch.linalg.vector_norm(x, dim=1)"),
        ("x.cumsum(Axis::<1>)", "np.cumsum(x, 1)", "x.cumsum(1)"),
        ("x.quantile(Axis::<1>, 0.5)", "np.quantile(x, 0.5, 1)", "x.quantile(0.5, 1)"),
        ("x.logsumexp(Axis::<1>)", "np.log(np.exp(x).sum(1))", "x.logsumexp(1)"),
        ("x.softmax(Axis::<1>)", "np.exp(x) / np.exp(x).sum(1, keepdims=True)", "x.softmax(1)"),
    ],
    "Multiply": [
        ("x.matmul(&y.transpose())", "x @ y.T", "x @ y.T"),
        ("v.dot(&v)", "v @ v", "v.dot(v).item()"),
        ("v.outer(&v)", "np.outer(v, v)", "v.outer(v)"),
        ('einsum!(b i, b i -> b; &x, &y)', 'np.einsum("bi, bi -> b", x, y)', 'torch.einsum("bi, bi -> b", x, y)'),
        ("m.trace()", "np.trace(m)", "m.trace().item()"),
        ("v.cross(&tensor![1.0, 0.0, 0.0])", "np.cross(v, [1.0, 0.0, 0.0])", "v.cross(torch.tensor([1.0, 0.0, 0.0]), 0)"),
        ("v.diag()", "np.diag(v)", "v.diag()"),
        ("x.linear(&y, &tensor![1.0, 2.0])", "x @ y.T + [1.0, 2.0]", "torch.nn.functional.linear(x, y, torch.tensor([1.0, 2.0]))"),
    ],
    "Sort and count": [
        ("y.sort(Axis::<1>, Order::Ascending).0", "np.sort(y, 1)", "y.sort(1).values"),
        ("y.argsort(Axis::<1>, Order::Ascending)", "np.argsort(y, 1)", "y.argsort(1)"),
        ("y.topk(Axis::<1>, Dim::<2>).0", "", "y.topk(2, 1).values"),
        ("tensor![1.0, 3.0, 5.0].searchsorted(&v)", "np.searchsorted([1.0, 3.0, 5.0], v)", "torch.searchsorted(torch.tensor([1.0, 3.0, 5.0]), v)"),
        ("n.bincount(Dim::<4>)", "np.bincount(n, minlength=4)", "n.bincount(minlength=4)"),
        ("n.one_hot::<f64, _>(Dim::<4>)", "np.eye(4)[n]", ""),
    ],
}

# The group whose rows are statements: each changes a copy of `x`, which is compared.
WRITES = "Write"

PAGES = {
    "numpy": (1, "NumPy", """\
shaped for NumPy users.

The operations are NumPy's, and so is broadcasting: shapes align at the last axis, sizes are equal or one of them is 1. What differs:

- **A shape is a type**, `Tensor<f64, shape![2, 3]>`. What does not fit is an error of `cargo check`, at the line; nothing is left to find out by
  running. `let y: Tensor<f64, shape![8, 10]> = …` is an annotation that the compiler proves.
- **An axis is a type** too, `Axis::<1>`, `Axis::<-1>` from the end, and so are the sizes of parts, `Dim::<2>`: the result's shape depends on them.
  Where a part starts is a number.
- **Brackets are a macro**: `part!(x; 1..3, .., 0..8; 2)` is `x[1:3, :, 0:8:2]`, a view, and `part!(mut x; .., 3)` what `x[:, 3] = y` writes to.
- **Sizes that are known only when the program runs** have names: `axis!(Batch);`, then `Tensor<f32, shape![Batch, 784]>`. Two axes of one name
  fit; the numbers are compared when the program runs.
- **Operators take references**, `&x + &y`; `x + &y` uses the memory of `x` again. Parts and transposed tensors are views, as in NumPy, and the compiler
  sees to it that nobody changes what a view reads: `x.view_mut()` is NumPy's `out=` and `x[...] =`.
- **Elements do not change type by themselves**: `x.cast::<f64>()`. `f32` beside `f64` does not compile.
"""),
    "pytorch": (2, "PyTorch", """\
shaped for PyTorch users.

The words are PyTorch's where there is one, weights lie as in PyTorch (`[out, in]`), and state dicts load by the same names. What differs:

- **A shape is a type**, `Tensor<f32, shape![64, 784]>`: what PyTorch reports when the line runs is an error of `cargo check`. `dim=1` is `Axis::<1>`, and
  a batch whose size is known only when the program runs has a name, `axis!(Batch);`, `shape![Batch, 784]`.
- **There is no `forward` without its shapes**: a module says from which shape to which (`models` in this guide), and a model of modules that do not
  fit each other does not compile.
- **A tape in place of `requires_grad`**: [`Tape::value_and_grad`](crate::grad::Tape::value_and_grad) runs a closure, and gives the loss and a gradient with the
  model's own fields. There is no `backward()` to call twice and no `zero_grad` to forget; outside of the closure nothing is recorded (`no_grad`
  everywhere). Optimizers are [`optim`](crate::optim)'s, with PyTorch's defaults; `training` in this guide has the loop beside PyTorch's.
- **Training and evaluation**: `tape.train(seed)` and `tape.eval()`, for one step, in place of `model.train()`.
- **`x.item()` and `.numpy()`** are not needed: what is reduced to one number is a number, and `x.as_slice()` is the memory.
"""),
}

# What is no line that both compute, at the end of a page: the doctest below each table has its right sides.
WORDS = {
    "pytorch": """
## Rows, pairs and places

| PyTorch | shaped |
|---|---|
| `for row in x:` | `for row in x.axis_iter(Axis::<0>)`; `for element in &x` goes over single elements |
| `values, places = x.max(1)` | `let (values, places) = (x.max(Axis::<1>), x.argmax(Axis::<1>))` |
| `x.view(2, -1)`, a size that is left to be found | `x.flatten_axes(Axis::<1>, Axis::<-1>)`, `x.flatten()`: there is no `-1` |
| `x[-1]` | `x.index_axis(Axis::<0>, 1)`: places count from the front |
| `torch.cat([x, y, z], 0)` | `concat_all([&x, &y, &z], Axis::<0>)`, all of one shape; `x.concat(&y, Axis::<0>)` of two |

```
# use shaped::prelude::*;
# let x: Tensor<f64, shape![2, 3]> = tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
# use shaped::concat_all;
for row in x.axis_iter(Axis::<0>) {
    assert_eq!(row.sizes(), [3]);
}
let (values, places) = (x.max(Axis::<1>), x.argmax(Axis::<1>));
assert_eq!((values, places), (tensor![3.0, 6.0], tensor![2, 2]));
# assert_eq!(x.flatten_axes(Axis::<0>, Axis::<-1>).sizes(), [6]);
# assert_eq!(concat_all([&x, &x, &x], Axis::<0>).sizes(), [6, 3]);
```

## Layers

A layer's sizes are in its type, and `default()` makes it; in `model!` the types are all there is to write.

| PyTorch | shaped |
|---|---|
| `nn.Linear(784, 10)` | `Linear<dim!(784), dim!(10)>` |
| `nn.Linear(784, 10, bias=False)` | `WithoutBias<Linear<dim!(784), dim!(10)>>` |
| `nn.Linear(4 * H, H)` of a constant `H` | `Linear<dim!({ 4 * H }), dim!({ H })>` |
| `nn.Conv2d(3, 16, 3)` | `Conv2d<dim!(3), dim!(16), dim!(3)>` |
| `nn.Conv2d(3, 16, 3, padding=1)` | `Conv2d<dim!(3), dim!(16), dim!(3), Conv<One, One>>` |
| `nn.Conv2d(3, 16, 3, stride=2, padding=1)` | `Conv2d<dim!(3), dim!(16), dim!(3), Conv<dim!(2), One>>` |
| `nn.Conv2d(32, 32, 3, padding=1, groups=32)` | `Conv2d<One, dim!(32), dim!(3), Conv<One, One, One, dim!(32)>>`: the channels of one group come first |
| `nn.ConvTranspose2d(16, 3, 2, stride=2)` | `ConvTranspose2d<dim!(16), dim!(3), dim!(2), TransposedConv<dim!(2)>>` |
| `nn.BatchNorm2d(16)`, `nn.LayerNorm(64)` | `BatchNorm2d<dim!(16)>`, `LayerNorm<dim!(64)>` |
| `nn.Embedding(1000, 64)` | `Embedding<dim!(1000), dim!(64)>` |
| `nn.LSTM(8, 16, batch_first=True)` | `Lstm<dim!(8), dim!(16)>`; `lstm.forward(&x)` gives the steps, `lstm.forward_with_state(&x)` the state behind the last one, too |
| `nn.LSTM(8, 16, 2, batch_first=True, bidirectional=True)`, `nn.GRU`, `nn.RNN` | `Lstm<dim!(8), dim!(16), dim!(2), BothWays>`, which gives `[.., 32]`; `Gru` and `Rnn` by the same parameters |
| `nn.MultiheadAttention(64, 8)` | `MultiHeadAttention<dim!(64), dim!(8)>` |
| `nn.MaxPool2d(2)`, `nn.Dropout(0.1)` | `MaxPool2d(Pool::new(Dim::<2>))`, `Dropout(0.1)`; as types, in a tuple's or a struct's, `MaxPool2d<Pool<dim!(2)>>`, `Dropout` |
| `nn.Flatten()`, `nn.Softmax(dim=-1)` | `Flatten`, `Softmax(Axis::<-1>)` |
| `nn.Sequential(a, nn.ReLU(), b)` | the tuple `(a, Relu, b)` |
| `nn.ModuleList([Block() for _ in range(6)])` | `[Block; 6]` or `Vec<Block>`, of blocks that keep the shape; blocks of different sizes are a tuple |
| `nn.Parameter(torch.zeros(64))`, `register_buffer` | `Param<shape![64]>`, `Buffer<shape![64]>` |

## Functions of layers, and losses

| PyTorch | shaped |
|---|---|
| `F.conv2d(x, w, b, padding=1)` | `x.conv2d_with_bias(&w, &b, Conv::new().padding(One))`; without a bias `x.conv2d(&w, Conv::new())`, and so `conv1d` and `conv3d` |
| `F.max_pool2d(x, 2)` | `x.max_pool2d(Pool::new(Dim::<2>))` |
| `F.adaptive_avg_pool2d(x, 1)` | `x.adaptive_avg_pool2d(One)` |
| `F.interpolate(x, scale_factor=2)` | `x.interpolate2d(Resize::by(Dim::<2>))` |
| `F.interpolate(x, size=(16, 16), mode="bilinear")` | `x.interpolate2d(Resize::to((Dim::<16>, Dim::<16>)).linear())` |
| `F.scaled_dot_product_attention(q, k, v)` | `q.attention(&k, &v)`; with `is_causal=True` `attention_causal`, with `attn_mask=m` `q.attention_masked(&k, &v, &m)`, of `bool` or of numbers that are added to the scores |
| `F.cross_entropy(logits, labels)` | `logits.cross_entropy(&labels)`, of `[.., C]`; of `[B, C, H, W]` `cross_entropy_along(Axis::<1>, &labels, CrossEntropyOptions::default())` |
| `F.mse_loss(x, y)`, `F.l1_loss(x, y)`, `F.smooth_l1_loss(x, y)` | `x.mse_loss(&y)`, `x.l1_loss(&y)`, `x.smooth_l1_loss(&y, 1.0)` |
| `F.binary_cross_entropy_with_logits(x, y)` | `x.binary_cross_entropy_with_logits(&y)` |
| `reduction="sum"`, `reduction="none"` | the same names with `_sum` and `_each` |

```
use shaped::{nn::*, prelude::*};

let x: Tensor<f32, shape![2, 3, 8, 8]> = Tensor::ones();
let (w, b): (Tensor<f32, shape![16, 3, 3, 3]>, Tensor<f32, shape![16]>) = (Tensor::ones(), Tensor::ones());
assert_eq!(x.conv2d_with_bias(&w, &b, Conv::new().padding(One)).sizes(), [2, 16, 8, 8]);
assert_eq!(x.max_pool2d(Pool::new(Dim::<2>)).sizes(), [2, 3, 4, 4]);
# assert_eq!(x.adaptive_avg_pool2d(One).sizes(), [2, 3, 1, 1]);
# assert_eq!(x.interpolate2d(Resize::by(Dim::<2>)).sizes(), [2, 3, 16, 16]);
# assert_eq!(x.interpolate2d(Resize::to((Dim::<16>, Dim::<16>)).linear()).sizes(), [2, 3, 16, 16]);
# assert_eq!(x.attention(&x, &x).sizes(), [2, 3, 8, 8]);
# let (logits, labels): (Tensor<f32, shape![2, 5]>, Tensor<i64, shape![2]>) = (Tensor::zeros(), Tensor::zeros());
# assert!((logits.cross_entropy(&labels) - 5.0f32.ln()).abs() < 1e-6);
# let (logits, labels): (Tensor<f32, shape![2, 5, 4, 4]>, Tensor<i64, shape![2, 4, 4]>) = (Tensor::zeros(), Tensor::zeros());
# assert!((logits.cross_entropy_along(Axis::<1>, &labels, CrossEntropyOptions::default()) - 5.0f32.ln()).abs() < 1e-6);
# assert_eq!((x.mse_loss(&x), x.l1_loss(&x), x.smooth_l1_loss(&x, 1.0), x.mse_loss_sum(&x)), (0.0, 0.0, 0.0, 0.0));
# const H: usize = 2;
# let _ = <(Linear<dim!(784), dim!(10)>, WithoutBias<Linear<dim!(784), dim!(10)>>, Linear<dim!({ 4 * H }), dim!({ H })>)>::default();
# let _ = <(Conv2d<dim!(3), dim!(16), dim!(3)>, Conv2d<dim!(3), dim!(16), dim!(3), Conv<dim!(2), One>>)>::default();
# let _ = <(BatchNorm2d<dim!(16)>, LayerNorm<dim!(64)>, Embedding<dim!(1000), dim!(64)>)>::default();
# let _ = <ConvTranspose2d<dim!(16), dim!(3), dim!(2), TransposedConv<dim!(2)>>>::default();
# let steps: Tensor<f32, shape![2, 5, 8]> = Tensor::zeros();
# assert_eq!(<Lstm<dim!(8), dim!(16)>>::default().forward(&steps).sizes(), [2, 5, 16]);
# let _ = <Lstm<dim!(8), dim!(16)>>::default().forward_with_state(&steps);
# assert_eq!(<Lstm<dim!(8), dim!(16), dim!(2), BothWays>>::default().forward(&steps).sizes(), [2, 5, 32]);
# assert_eq!(<Gru<dim!(8), dim!(16), dim!(2), BothWays>>::default().forward(&steps).sizes(), [2, 5, 32]);
# assert_eq!((Softmax(Axis::<-1>).forward(&steps).sizes(), Flatten.forward(&steps).sizes()), ([2, 5, 8], [2, 40]));
# let _ = <(Lstm<dim!(8), dim!(16)>, MultiHeadAttention<dim!(64), dim!(8)>, Param<shape![64]>, Buffer<shape![64]>)>::default();
let net = (Conv2d::<dim!(3), dim!(16), dim!(3), Conv<One, One>>::default(), Relu, MaxPool2d(Pool::new(Dim::<2>)), Dropout(0.1));
assert_eq!(net.forward(&x).sizes(), [2, 16, 4, 4]);
```

## Models and training

| PyTorch | shaped |
|---|---|
| `model.train()`, `model.eval()` | `tape.train(seed)`, `tape.eval()`, of `let mut tape = Tape::new(&model)`; without a tape nothing is trained |
| `with torch.no_grad():` | nothing: only a tape records |
| `optim.Adam(model.parameters(), lr=1e-3)` | `Adam::new(&model, 1e-3)`; the rest is asked for, `AdamW::new(&model, 1e-3).weight_decay(0.1)`, `Sgd::new(&model, 0.1).momentum(0.9)` |
| `scheduler = StepLR(optimizer, 30, 0.5)`, `scheduler.step()` | `let schedule = StepDecay::new(0.1, 30, 0.5);` and `optimizer.lr = schedule.at(step);` in each step, which counts from 0; so `ExponentialDecay`, `CosineDecay`, `OneCycle`, and `LinearWarmup` in front of another |
| `torch.randn(2, 3)`, `torch.rand(2, 3)` | `Tensor::<f32, shape![2, 3]>::normal(0.0, 1.0, &mut rng)`, `uniform(0.0..1.0, &mut rng)`, with the feature `rand` |
| `optimizer.zero_grad(); loss.backward()` | `let (loss, gradient) = tape.value_and_grad(&model, \|tape\| …)` |
| `optimizer.step()` | `optimizer.step(&mut model, gradient)`; of a part of the model `gradient.part(\|model\| &mut model.head)` |
| `loss = loss1 + loss2`, `total += loss` | the same; a sum over a loop begins with the first loss, not with `0.0` |
| `x` in the step, labels and ids | `tape.input(&x)`; labels as they are, ids of an embedding `tape.indices(&ids)` |
| `model.to("cuda")`, `x.to(device)` | nothing: there is one device, the CPU; a graph runs on others (`engines` in this guide) |
| `model.double()`, `x.double()` | `model.convert(&mut \|x\| f64::from(*x))`, `x.cast::<f64>()` |
| `for x, y in DataLoader(data, batch_size=32)` | `for (x, y) in &Batches::new(&x, &y, Dim::<32>)`; with `shuffle=True` `in batches.shuffled(seed)`. All are whole, as with `drop_last=True`, and of less than 32 rows there is none; with an axis that is named the last one is shorter: `Batches::new(&x, &y, Batch(32))` |
| `x.detach()` | `x.detach()`, in a `forward` of every kind, too; `x.value()` of what is recorded, to read it |
| `torch.save(model.state_dict())`, `load_state_dict` | `model.state_dict()?.save(path)?`, `model.load_state_dict(&file)?`, with the feature `safetensors`, by the same names |

In a model's `forward` the operand is any `x: &X`: layers take it as it is, arithmetic begins with `x.view()`, and a function of tensors gets
`&x.to_tensor()` (`models` in this guide).
""",
}


def declared():
    return "\n".join(f"let {name}: {kind} = {here};" for name, kind, here, _ in TENSORS)


def pages():
    for page, (column, library, head) in PAGES.items():
        text = head + f"""
The lines below are computed by {library} and by this library, and compared; every method is in the index, [`methods`](crate::methods). They are of these
tensors:

```
# use shaped::prelude::*;
{declared()}
# let _ = (x, y, v, m, i, n, b);
```
"""
        for group, rows in ROWS.items():
            text += f"\n## {group}\n\n| {library} | shaped |\n|---|---|\n"
            for row in rows:
                if row[column]:
                    text += f"| `{row[column]}` | `{row[0]}` |\n".replace("|a|", "\\|a\\|").replace("|[i, j]|", "\\|[i, j]\\|")
        text += WORDS.get(page, "")
        yield ROOT / f"src/guide/{page}.md", text


def ask():
    """Both libraries' results, which must agree."""
    import numpy as np
    import torch

    torch.set_default_dtype(torch.float64)
    answers = {}
    for group, rows in ROWS.items():
        for here, numpy, pytorch in rows:
            results = []
            for code, make in [(numpy, np.array), (pytorch, torch.tensor)]:
                if code:
                    names = {name: make(eval(value)) for name, _, _, value in TENSORS}
                    names.update(np=np, torch=torch)
                    if group == WRITES:
                        exec(code, names)
                    value = names["x"] if group == WRITES else eval(code, names)
                    results.append(np.asarray(value))
            assert all(np.allclose(r, results[0], rtol=1e-12, atol=0) and r.shape == results[0].shape for r in results), (here, results)
            answers[here] = results[0].tolist()
    return answers


def literal(value):
    if isinstance(value, list):
        return "[" + ", ".join(literal(v) for v in value) + "]"
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value)


def floats(value):
    return all(floats(v) for v in value) if isinstance(value, list) else isinstance(value, float)


def test(answers):
    text = """// Written by tools/idioms.py; change it there.

//! What the guide's pages for users of NumPy and PyTorch say is so: each line beside what both libraries compute.
#![allow(clippy::approx_constant)] // a root that a library computed is no constant of this test

use shaped::methods::Order;
use shaped::prelude::*;
"""
    names = ", ".join(name for name, *_ in TENSORS)
    kinds = ", ".join(kind for _, kind, _, _ in TENSORS)
    text += f"\n#[rustfmt::skip]\nfn tensors() -> ({kinds}) {{\n    ({', '.join(here for _, _, here, _ in TENSORS)})\n}}\n"
    for group, rows in ROWS.items():
        text += f"\n#[test]\n#[rustfmt::skip]\nfn {group.lower().replace(' ', '_')}() {{\n    let ({names}) = tensors();\n"
        text += f"    let _ = (&{names.replace(', ', ', &')});\n"
        for here, _, _ in rows:
            value = answers[here]
            if group == WRITES:
                here = f"{{ let mut x = x.clone(); {here}; x }}"
            if here == "x.sizes()":
                text += f"    assert_eq!({here}, {literal(value)});\n"
            elif not isinstance(value, list):
                close = isinstance(value, float)
                if isinstance(value, bool):
                    text += f"    assert!({'' if value else '!'}{here});\n"
                    continue
                text += f"    assert!(({here} - {literal(value)}).abs() < 1e-12);\n" if close else f"    assert_eq!({here}, {literal(value)});\n"
            elif "masked_select" in here:
                text += f"    assert_eq!({here}, {literal(value)});\n"
            elif floats(value):
                text += f"    assert!(({here}).all_close(&tensor!{literal(value)}, 1e-12, 0.0));\n"
            else:
                text += f"    assert_eq!(({here}).to_tensor(), tensor!{literal(value)});\n"
        text += "}\n"
    return text


def main():
    if "--ask" in sys.argv:
        answers = ask()
        ANSWERS.write_text(json.dumps(answers, indent=0) + "\n")
    answers = json.loads(ANSWERS.read_text())
    wrong = []
    for path, text in [*pages(), (ROOT / "tests/idioms.rs", test(answers))]:
        if "--check" not in sys.argv:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            wrong.append(str(path.relative_to(ROOT)))
    if wrong:
        sys.exit(f"not what tools/idioms.py writes: {', '.join(wrong)}")
    print(f"{sum(map(len, ROWS.values()))} idioms")


main()
