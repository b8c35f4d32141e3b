"""Linear maps and embeddings as PyTorch computes them: tests/data/reference/linear.txt."""

import numpy as np
import torch
import torch.nn.functional as F
from common import Reference

reference = Reference("linear")
rng = np.random.default_rng(22)
NUMBERS = (torch.float64, torch.float32, torch.int64)


def numbers(name, *shape):
    """An input as f64, f32 and i64."""
    x = torch.from_numpy(rng.normal(size=shape))
    reference.input(name, x)
    reference.input(name, x.float())
    whole = torch.from_numpy(rng.integers(-9, 10, size=shape))
    reference.input(name, whole)
    return {torch.float64: x, torch.float32: x.float(), torch.int64: whole}


def linear(x, w, b=None):
    if x.dtype.is_floating_point:
        return F.linear(x, w, b)
    y = x @ w.T
    return y if b is None else y + b


x, w, b = numbers("x", 2, 3, 4, 5), numbers("w", 6, 5), numbers("b", 6)
w4, w1 = numbers("w4", 3, 4), numbers("w1", 1, 5)
empty, nothing = numbers("empty", 0, 5), numbers("nothing", 6, 0)
table = numbers("table", 9, 4)
ids = reference.input("ids", torch.from_numpy(rng.integers(0, 9, size=(2, 3))))
columns = reference.input("columns", torch.tensor([3, 0, 3]))
for dtype in NUMBERS:
    X, W, B = x[dtype], w[dtype], b[dtype]
    reference.result("linear", "four axes", linear(X, W, B))
    reference.result("linear", "matrix", linear(X[0, 0], W, B))
    reference.result("linear", "vector", linear(X[0, 0, 0], W, B))
    reference.result("linear", "transposed input", linear(X.transpose(2, 3), w4[dtype], B[:3]))
    reference.result("linear", "permuted input", linear(X.permute(2, 0, 1, 3), W, B))
    reference.result("linear", "narrowed input", linear(X[:, :2], W, B))
    reference.result("linear", "stretched input", linear(X[0, 0, 0].expand(3, 5), W, B))
    reference.result("linear", "transposed weight", linear(W[:5], W[:5].T, B[:5]))
    reference.result("linear", "narrowed weight", linear(X, W[2:4], B[2:4]))
    reference.result("linear", "one output", linear(X, w1[dtype], B[:1]))
    reference.result("linear", "no rows", linear(empty[dtype], W, B))
    reference.result("linear", "no features", linear(nothing[dtype], nothing[dtype], B))
    reference.result("linear_no_bias", "four axes", linear(X, W))
    reference.result("linear_no_bias", "vector", linear(X[0, 0, 0], W))
    reference.result("linear_no_bias", "no features", linear(nothing[dtype], nothing[dtype]))
    T = table[dtype]
    reference.result("embedding", "matrix", T[ids])
    reference.result("embedding", "vector", T[ids[0]])
    reference.result("embedding", "scalar", T[ids[0, 0]])
    reference.result("embedding", "transposed ids", T[ids.T])
    reference.result("embedding", "transposed table", T.T[columns])
reference.write()
