"""Gradients as PyTorch computes them, what the generators of tests/data/gradients have in common.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install numpy torch
    for family in elementwise reductions products shapes indexing windows layers losses; do
        /tmp/venv/bin/python tools/reference/gradients_$family.py
    done

A case is an operation on inputs. Its gradients are those of `sum(operation(inputs) * cotangent)`, the cotangent by the formula below, which
tests/gradients/harness.rs has as well. Lines are as in tests/data/reference: `input KIND 3x4 f64 [3, 4]: values` is a tensor that cases share,
`CASE value f64 []: number` is the sum, and `CASE by NAME f64 [3, 4]: values` the gradient by an input. PyTorch computes each case in f64 and in f32,
whose inputs are the same numbers rounded, and the two have to agree to 1e-5 of the case's largest gradient; what is written is that of f64.
"""

import pathlib
import sys
import warnings
import zlib

import numpy as np
import torch

warnings.simplefilter("ignore")
torch.set_num_threads(1)

WHOLE = {torch.int64: "i64", torch.bool: "bool"}

# Elements of a kind lie between these, none twice in a tensor, and none at a multiple of 1/2, where functions have their corners.
KINDS = {
    "plain": (-2.4, 2.4),
    "other": (-2.1, 2.1),
    "third": (-1.8, 1.8),
    "unit": (-0.95, 0.95),
    "chance": (0.03, 0.97),
    "share": (0.05, 0.9),
    "positive": (0.3, 3.3),
    "above": (1.1, 4.2),
    "wide": (-9.0, 9.0),
}


def cotangent(n, dtype):
    """Numbers between -2 and 2, none of them 0; they are the same in f32."""
    return (torch.arange(n, dtype=torch.int64) * 97 + 40).remainder(61).mul(2).sub(61).to(dtype) / 32


class Input:
    """A tensor that gradients are taken by."""

    def __init__(self, kind, *sizes, values=None):
        self.key = f"{kind} {'x'.join(map(str, sizes))}".rstrip()
        self.sizes = sizes
        if values is not None:
            self.values = torch.tensor(values, dtype=torch.float64)
            return
        low, high = KINDS[kind]
        n = int(np.prod(sizes))
        rng = np.random.default_rng(zlib.crc32(self.key.encode()))
        step = (high - low) / (n + 1)
        x = low + step * (1 + np.arange(n) + rng.uniform(-0.3, 0.3, size=n))
        near = np.abs(x * 2 - np.round(x * 2)) < 0.008
        x = np.round(rng.permutation(x + 0.011 * near), 3)
        assert len(set(x)) == n, f"{self.key} has an element twice"
        self.values = torch.from_numpy(x).reshape(sizes)


def plain(*sizes):
    return Input("plain", *sizes)


def other(*sizes):
    return Input("other", *sizes)


def third(*sizes):
    return Input("third", *sizes)


def unit(*sizes):
    return Input("unit", *sizes)


def chance(*sizes):
    return Input("chance", *sizes)


def share(*sizes):
    return Input("share", *sizes)


def positive(*sizes):
    return Input("positive", *sizes)


def above(*sizes):
    return Input("above", *sizes)


def wide(*sizes):
    return Input("wide", *sizes)


def given(name, values):
    """An input of just these numbers: corners, infinities."""
    values = torch.tensor(values, dtype=torch.float64)
    return Input(name, *values.shape, values=values.tolist())


class Gradients:
    """Collects the cases of a family, and writes tests/data/gradients/FAMILY.txt."""

    def __init__(self, family):
        self.path = pathlib.Path(__file__).parents[2] / f"tests/data/gradients/{family}.txt"
        self.lines, self.cases, self.gradients = {}, set(), 0

    def _add(self, key, x, name):
        x = x.detach().contiguous().numpy()
        # 12 digits are enough for a comparison to 1e-9 of the largest.
        values = " ".join(f"{v:.12g}" if name == "f64" else str(int(v)) for v in x.reshape(-1))
        line = f"{key} {name} {list(x.shape)}: {values}".rstrip()
        assert self.lines.setdefault(f"{key} {name}", line) == line, f"{key} is there already, and differs"

    def whole(self, name, values, dtype=torch.int64):
        """Indices, targets or a mask, which have no gradient; the name is the case's, too."""
        x = torch.as_tensor(values, dtype=dtype)
        self._add(f"input {name}", x, WHOLE[dtype])
        return x

    def mask(self, name, values):
        return self.whole(name, values, torch.bool)

    def case(self, key, f, fixed=(), **inputs):
        """The gradients of `f(*inputs)`; those by the inputs named in `fixed` are not asked for."""
        assert ":" not in key and "[" not in key and key not in self.cases, key
        self.cases.add(key)
        for of in inputs.values():
            self._add(f"input {of.key}", of.values, "f64")
        double, single = (self._run(f, fixed, inputs, dtype) for dtype in (torch.float64, torch.float32))
        for x, exact in double.items():
            self._add(f"{key} {x}", exact, "f64")
        self.gradients += len(double) - 1
        finite = [x[x.isfinite()].abs().max() for x in double.values() if x.isfinite().any()]
        for x, exact in double.items():
            near = torch.allclose(single[x].double(), exact, rtol=0, atol=1e-5 * float(max(finite)), equal_nan=True)
            assert near or not exact.numel(), (key, x, single[x], exact)

    @staticmethod
    def _run(f, fixed, inputs, dtype):
        """The value, and the gradients."""
        tensors = {x: of.values.to(dtype).clone().requires_grad_(x not in fixed) for x, of in inputs.items()}
        y = f(*tensors.values())
        assert y.dtype == dtype, y.dtype
        value = (y * cotangent(y.numel(), dtype).reshape(y.shape)).sum()
        wanted = [x for x in inputs if x not in fixed]
        found = torch.autograd.grad(value, [tensors[x] for x in wanted], allow_unused=True)
        gradients = {f"by {x}": torch.zeros_like(tensors[x]) if by is None else by for x, by in zip(wanted, found)}
        return {"value": value.detach(), **gradients}

    def write(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("".join(line + "\n" for line in self.lines.values()))
        size = self.path.stat().st_size
        print(f"{self.path.name}: {self.gradients} gradients of {len(self.cases)} cases, {size} bytes", file=sys.stderr)
