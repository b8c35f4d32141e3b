"""Writes tests/data/reductions.txt: reductions as NumPy computes them, in 64-bit floats.

    pip install numpy
    python3 tools/reference_reductions.py

A line `input name dtype: values` holds the elements of an input in row-major order; its shape is in tests/reductions/reference.rs.
A line `name dtype axes operation: values` holds a result. NaN of any reduced element gives NaN, as in PyTorch; the index of several axes
counts their elements in row-major order; variance and deviation take PyTorch's divisor, max(0, n - correction).
"""

import pathlib
import sys

import numpy as np

np.seterr(all="ignore")
rng = np.random.default_rng(4)
BOTH, FLOATS = ("f32", "f64", "i64"), ("f32", "f64")
# name, shape, shape that it is stretched to, sets of axes, types
CASES = [
    ("matrix", (4, 3), None, [(0,), (1,), (-1,), (0, -1)], BOTH),
    ("images", (2, 3, 5, 7), None, [(1,), (-1,), (0, 2), (3, 1), (-4, 2, 3), (0, 1, 2, 3)], BOTH),
    ("tall", (37, 141), None, [(0,), (1,)], BOTH),
    ("long", (3, 700), None, [(1,), (0, 1)], BOTH),
    ("single", (1,), None, [(0,)], BOTH),
    ("row", (1, 5), None, [(0,), (1,)], BOTH),
    ("column", (5, 1), None, [(0,), (1,)], BOTH),
    ("empty", (0, 3), None, [(0,), (1,), (0, 1)], BOTH),
    ("stretched", (3, 1), (4, 3, 5), [(0,), (1,), (2,), (0, 2), (1, 2)], BOTH),
    ("special", (5, 4), None, [(0,), (1,), (0, 1)], FLOATS),
]


def fold_axes(x, axes):
    """The reduced axes last, as one."""
    axes = [a % x.ndim for a in axes]
    kept = [a for a in range(x.ndim) if a not in axes]
    x = np.transpose(x, kept + sorted(axes))
    size = int(np.prod([s for s in x.shape[len(kept):]], dtype=int))
    return x.reshape(x.shape[: len(kept)] + (size,))


def var(x, correction):
    n = x.shape[-1]
    mean = np.float64(x.sum(-1)) / np.float64(n)
    return ((x - np.expand_dims(mean, -1)) ** 2).sum(-1) / np.float64(max(0, n - correction))


def logsumexp(x):
    peak = np.max(x, -1, initial=-np.inf)
    base = np.where(np.isinf(peak), 0.0, peak)
    return np.log(np.exp(x - np.expand_dims(base, -1)).sum(-1)) + base


def operations(x, is_float):
    n = x.shape[-1]
    yield "sum", x.sum(-1)
    if n <= 40:
        yield "prod", x.prod(-1)
    if n > 0:
        yield "max", x.max(-1)
        yield "min", x.min(-1)
        yield "argmax", x.argmax(-1)
        yield "argmin", x.argmin(-1)
    yield "any", (x > 0).any(-1)
    yield "all", (x > 0).all(-1)
    if is_float:
        yield "mean", x.sum(-1) / np.float64(n)
        yield "var", var(x, 1)
        yield "var_with", var(x, 0)
        yield "std", np.sqrt(var(x, 1))
        yield "std_with", np.sqrt(var(x, 2))
        yield "norm", np.sqrt((x * x).sum(-1))
        yield "logsumexp", logsumexp(x)
        size = np.abs(x)
        yield "norm_with", (size**3).sum(-1) ** (1 / 3)
        yield "nansum", np.nansum(x, -1)
        yield "nanmean", np.nansum(x, -1) / np.float64((~np.isnan(x)).sum(-1))


def show(values, digits=17):
    values = np.asarray(values).reshape(-1)
    return " ".join(f"{v:.{digits}g}" if v.dtype == float else str(int(v)) for v in values)


def lines():
    for name, shape, stretched, sets, dtypes in CASES:
        for dtype in dtypes:
            if dtype == "i64":
                x = rng.integers(-3, 4, shape)
            else:
                x = rng.normal(size=shape)
                if name == "special":
                    x[0, 1] = np.nan
                    x[1, 0] = x[3, 3] = np.inf
                    x[2] = -np.inf
                if dtype == "f32":
                    x = x.astype(np.float32).astype(np.float64)
            yield f"input {name} {dtype}: {show(x, 9 if dtype == 'f32' else 17)}"
            if stretched:
                x = np.broadcast_to(x, stretched)
            for axes in sets:
                for operation, result in operations(fold_axes(x, axes), dtype != "i64"):
                    yield f"{name} {dtype} {','.join(map(str, axes))} {operation}: {show(result, 9 if dtype == 'f32' else 17)}"


path = pathlib.Path(__file__).parent.parent / "tests/data/reductions.txt"
path.write_text("".join(line + "\n" for line in lines()))
print(len(path.read_text().splitlines()), "lines", file=sys.stderr)
