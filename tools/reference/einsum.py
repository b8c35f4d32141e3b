"""einsum, rearrange (as reshape and permute) and products of vectors as PyTorch computes them: tests/data/reference/einsum.txt."""

import numpy as np
import torch
from common import Reference

reference = Reference("einsum")
rng = np.random.default_rng(23)
DTYPES = (torch.float64, torch.float32, torch.int64)
inputs = {}


def three(name, *shape):
    """An input as f64 and f32, and another one as i64."""
    x = torch.from_numpy(rng.normal(size=shape))
    whole = torch.from_numpy(rng.integers(-9, 10, size=shape))
    for dtype in DTYPES:
        inputs[name, dtype] = reference.input(name, whole if dtype is torch.int64 else x.to(dtype))


three("q", 2, 3, 4, 5)
three("k", 2, 3, 6, 5)
three("a", 5, 7)
three("b", 7, 4)
three("square", 6, 6)
three("cube", 4, 4, 4)
three("u", 5)
three("v", 7)
three("w", 3, 5, 6)
three("x", 2, 5)
three("y", 2, 6)
three("one", 1, 5)
three("p", 4, 3)
three("r", 4, 3)
three("pixels", 2, 4, 6, 3)

EINSUM = [
    ("scores", "bhqd,bhkd->bhqk", "q", "k"),
    ("scores-transposed", "bhqd,bhkd->kbqh", "q", "k"),
    ("product", "ij,jk->ik", "a", "b"),
    ("product-transposed", "ij,jk->ki", "a", "b"),
    ("stack", "bij,bjk->bik", "cube", "cube"),
    ("stack-inner-batch", "ijb,jkb->ikb", "cube", "cube"),
    ("trace", "ii->", "square"),
    ("diagonal", "ii->i", "square"),
    ("diagonals", "bii->bi", "cube"),
    ("traces", "bii->b", "cube"),
    ("outer-diagonal", "ibi->bi", "cube"),
    ("diagonal-of-three", "iii->i", "cube"),
    ("outer", "i,j->ij", "u", "v"),
    ("inner", "i,i->", "u", "u"),
    ("bilinear", "bi,oij,bj->bo", "x", "w", "y"),
    ("sum", "ij->", "a"),
    ("rows", "ij->i", "a"),
    ("columns", "ij->j", "a"),
    ("transpose", "ij->ji", "a"),
    ("permute", "bhqd->dqhb", "q"),
    ("elementwise", "ij,ij->ij", "square", "square"),
    ("elementwise-transposed", "ij,ji->ij", "square", "square"),
    ("rows-of-products", "ij,ij->i", "square", "square"),
    ("all-of-products", "ij,ji->", "square", "square"),
    ("matrix-vector", "ij,j->i", "a", "v"),
    ("vector-matrix", "i,ij->j", "u", "a"),
    ("one-sided-sum", "ij,jk->k", "a", "b"),
    ("sums-apart", "ij,k->i", "a", "u"),
    ("two-summed", "ijk,jil->kl", "cube", "cube"),
    ("three-in-a-row", "ij,jk,lk->il", "a", "b", "b"),
    ("four", "i,ij,jk,k->", "u", "a", "b", "row"),
    ("diagonal-by-matrix", "ii,ij->j", "square", "square"),
    ("size-one", "ij,kj->ik", "one", "one"),
    ("outer-of-three", "i,j,k->ikj", "u", "v", "u"),
    ("scalar", ",ij->ij", "number", "a"),
]


def torch_einsum(equation, *operands):
    if operands[0].dtype is torch.int64:
        return torch.from_numpy(np.asarray(np.einsum(equation, *(x.numpy() for x in operands))))
    return torch.einsum(equation, *operands)


for dtype in DTYPES:
    get = lambda name: inputs[name, dtype]
    inputs["row", dtype] = get("b")[2]
    inputs["number", dtype] = get("u")[3]
    for name, equation, *operands in EINSUM:
        reference.result("einsum", name, torch_einsum(equation, *map(get, operands)))
    a, b, q, k, u, v, cube = map(get, ("a", "b", "q", "k", "u", "v", "cube"))
    # Operands of other layouts.
    reference.result("einsum", "transposed-operand", torch_einsum("ji,jk->ik", a.T.contiguous().T, a))
    reference.result("einsum", "narrowed", torch_einsum("ij,jk->ik", a[1:4, 2:6], b[2:6, 1:3]))
    reference.result("einsum", "stretched", torch_einsum("ij,ij->j", u[:, None].expand(5, 7).contiguous(), a))
    reference.result("einsum", "leading", torch_einsum("...td,od->...to", q, get("x")))
    reference.result("einsum", "leading-summed", torch_einsum("...d,...d->...", q, q))
    reference.result("einsum", "leading-apart", torch_einsum("...ii->...i", cube))
    empty = torch.zeros(0, 5, dtype=dtype)
    reference.result("einsum", "no-rows", torch_einsum("ij,jk->ik", empty, a))
    reference.result("einsum", "nothing-summed", torch_einsum("ji,jk->ik", empty, empty))
    reference.result("dot", "vectors", u @ u)
    reference.result("dot", "strided", a[:, 2] @ u)
    reference.result("outer", "vectors", torch.outer(u, v))
    reference.result("trace", "square", torch.trace(get("square")))
    p, r = get("p"), get("r")
    reference.result("cross", "rows", torch.linalg.cross(p, r))
    reference.result("cross", "vectors", torch.linalg.cross(p[1], r[2]))
    reference.result("matmul", "matrix-vector", a @ v)
    reference.result("matmul", "vector-matrix", u @ a)
    reference.result("matmul", "vectors", u @ u)
    reference.result("matmul", "stack-vector", q @ u)
    reference.result("matmul", "vector-stack", u @ get("k").transpose(-1, -2))
    reference.result("matmul", "strided-vector", a.T @ a[:, 3])
    reference.result("matmul", "integers-too", a @ b)
    pixels = get("pixels")
    rearranged = lambda name, x: reference.result("rearrange", name, x)
    rearranged("merged", pixels.reshape(2, -1))
    rearranged("channels-first", pixels.permute(0, 3, 1, 2))
    rearranged("merged-apart", pixels.permute(0, 2, 1, 3).reshape(2, 6, 12))
    rearranged("merged-in-front", pixels.permute(1, 0, 2, 3).reshape(8, 6, 3))
    rearranged("patches", pixels.reshape(2, 2, 2, 3, 2, 3).permute(0, 1, 3, 2, 4, 5).reshape(2, 6, 12))
    rearranged("split", pixels.reshape(2, 2, 2, 6, 3))
    rearranged("split-and-permuted", pixels.reshape(2, 4, 3, 2, 3).permute(3, 0, 4, 1, 2))
    rearranged("heads-together", q.permute(0, 2, 1, 3).reshape(2, 4, 15))
    rearranged("of-a-transposed", a.T.reshape(35))
    rearranged("leading", pixels.permute(0, 1, 3, 2).reshape(2, 4, 18))
    rearranged("space-to-depth", pixels.reshape(2, 2, 2, 3, 2, 3).permute(0, 5, 2, 4, 1, 3).reshape(2, 12, 2, 3))
reference.write()
