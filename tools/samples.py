#!/usr/bin/env python3
"""PyTorch's public samples of its operators, `torch.testing._internal.common_methods_invocations.op_db`, computed by this library.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install numpy torch expecttest
    /tmp/venv/bin/python tools/samples.py [--ops REGEX] [--limit N] [--keep FOLDER] [--dtypes f32,i64]

For each operator of `TABLE` and each of its samples it writes the call in Rust, or says why there is none; a crate in a temporary folder computes
all of them, and what it gives is compared with PyTorch's results. A call that does not compile counts as one that cannot be written. What is
printed is a table, and the wrong results, of which there are to be none. Not a part of CI: it takes minutes.
"""

import argparse
import collections
import fractions
import json
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import warnings

import torch

warnings.simplefilter("ignore")
torch.manual_seed(7)
ROOT = pathlib.Path(__file__).resolve().parent.parent
TYPES = {torch.float32: "f32", torch.float64: "f64", torch.int64: "i64", torch.int32: "i32", torch.uint8: "u8", torch.bool: "bool"}
LARGEST = 20000


class No(Exception):
    """Why a sample cannot be written."""


class Case:
    """The Rust of one sample: tensors that are read, and an expression of them."""

    def __init__(self):
        self.inputs, self.lines = [], []
        # What is compared of PyTorch's results.
        self.through = lambda x: x

    def tensor(self, x, dtype=None):
        """The variable of a tensor."""
        if not isinstance(x, torch.Tensor):
            raise No(f"a {type(x).__name__} where a tensor is needed")
        if x.layout != torch.strided or x.dtype not in TYPES:
            raise No(f"elements of {x.dtype}")
        if x.numel() > LARGEST:
            raise No("more elements than are tried here")
        name = f"x{len(self.inputs)}"
        self.inputs.append(x.detach().clone())
        self.lines.append(f"let {name}: Tensor<{TYPES[x.dtype]}, {shape(x.shape)}> = d.input({{at}} + {len(self.inputs) - 1});")
        if dtype and x.dtype != dtype:
            self.lines.append(f"let {name} = {name}.cast::<{TYPES[dtype]}>();")
        return name

    def let(self, value):
        name = f"y{len(self.lines)}"
        self.lines.append(f"let {name} = {value};")
        return name


def shape(sizes):
    return f"shape![{', '.join(map(str, sizes))}]"


def number(v, dtype=torch.float32):
    """A number as Rust writes it."""
    if isinstance(v, torch.Tensor):
        v = v.item()
    if isinstance(v, complex):
        raise No("complex numbers")
    t = TYPES[dtype]
    if dtype == torch.bool:
        return str(bool(v)).lower()
    if dtype.is_floating_point:
        v = float(v)
        if math.isnan(v) or math.isinf(v):
            return f"{t}::" + ("NAN" if math.isnan(v) else "INFINITY" if v > 0 else "NEG_INFINITY")
        return f"({v!r}{t})"
    if isinstance(v, float) and not v.is_integer():
        raise No("a float beside integers")
    return f"({int(v)}{t})"


def size(n):
    if n < 0:
        raise No("a negative size")
    return "One" if n == 1 else f"Dim::<{n}>" if n < 1024 else f"<dim!({n}) as StaticSize>::VALUE"


def axis(d):
    return f"Axis::<{d}>"


def axes(x, dim):
    """One axis or several, or none for all."""
    if dim is None or isinstance(dim, (tuple, list)) and len(dim) == 0:
        return None
    if isinstance(dim, int):
        return axis(dim)
    if len(dim) > 4:
        raise No("more than four axes at once")
    return f"({', '.join(axis(d) for d in dim)}{',' if len(dim) == 1 else ''})"


def only(kwargs, *known):
    for k, v in kwargs.items():
        if k not in known and v is not None:
            raise No(f"the argument {k}")


def is_float(x):
    return isinstance(x, torch.Tensor) and x.dtype.is_floating_point


TABLE = {}


def op(*names):
    def into(f):
        for name in names:
            TABLE[name] = f
        return f

    return into


# Functions of one element.
ONE = {
    "abs": "abs", "neg": "-", "positive": "to_tensor", "sign": "sign", "sgn": "sign", "square": "square", "isnan": "is_nan", "isfinite": "is_finite",
    "isinf": "is_infinite", "signbit": "is_sign_negative", "nn.functional.relu": "relu", "logical_not": "!", "bitwise_not": "!", "clone": "to_tensor", "contiguous": "to_tensor",
}  # fmt: skip
FLOAT = {
    "acos": "acos", "acosh": "acosh", "asin": "asin", "asinh": "asinh", "atan": "atan", "atanh": "atanh", "ceil": "ceil", "cos": "cos",
    "cosh": "cosh", "exp": "exp", "exp2": "exp2", "expm1": "exp_m1", "floor": "floor", "frac": "fract", "log": "ln", "log10": "log10", "log1p": "ln_1p",
    "log2": "log2", "reciprocal": "recip", "rsqrt": "rsqrt", "sigmoid": "sigmoid", "sin": "sin", "sinc": "sinc", "sinh": "sinh", "sqrt": "sqrt", "tan": "tan",
    "tanh": "tanh", "trunc": "trunc", "erf": "erf", "erfc": "erfc", "deg2rad": "to_radians", "rad2deg": "to_degrees", "nn.functional.relu6": "relu6",
    "nn.functional.selu": "selu", "nn.functional.silu": "silu", "nn.functional.logsigmoid": "log_sigmoid", "nn.functional.mish": "mish", "round": "round",
    "nn.functional.hardsigmoid": "hard_sigmoid", "nn.functional.hardswish": "hard_swish", "nn.functional.softsign": "softsign", "nn.functional.tanhshrink": "tanhshrink",
}  # fmt: skip


def one(method):
    def write(c, x, *args, **kwargs):
        only(kwargs, "inplace", "memory_format")
        if method == "abs" and not is_float(x) and x.numel() and x.min() <= torch.iinfo(x.dtype).min + 512:
            raise No("the size of the least integer, which is refused")
        if args:
            raise No("more arguments")
        a = c.tensor(x, torch.float32 if method.startswith("is_") and not is_float(x) else None)
        if method == "!" and x.dtype != torch.bool and TABLE.get("logical_not") is not write:
            return f"!&{a}"
        if method in "-!":
            if method == "!" and x.dtype != torch.bool:
                return f"{a}.equal({number(0, x.dtype)})"
            return f"{method}&{a}"
        return f"{a}.{method}()"

    return write


def of_floats(method):
    def write(c, x, *args, **kwargs):
        only(kwargs, "inplace", "decimals")
        if args or kwargs.get("decimals"):
            raise No("more arguments")
        if method in ("floor", "ceil", "trunc", "round") and not is_float(x):
            return f"{c.tensor(x)}.to_tensor()"
        return f"{c.tensor(x, torch.float32 if not is_float(x) else None)}.{method}()"

    return write


for name, method in ONE.items():
    TABLE[name] = one(method)
TABLE["logical_not"] = lambda c, x: f"!&{c.tensor(x)}" if x.dtype == torch.bool else f"{c.tensor(x)}.equal({number(0, x.dtype)})"
TABLE["bitwise_not"] = lambda c, x: f"!&{c.tensor(x)}"
for name, method in FLOAT.items():
    TABLE[name] = of_floats(method)


def parameters(method, *known):
    """Of floats, with numbers that have names and defaults."""

    def write(c, x, *args, **kwargs):
        only(kwargs, "inplace", *[name for name, _ in known])
        values = {name: default for name, default in known} | dict(zip([name for name, _ in known], args)) | {k: v for k, v in kwargs.items() if k != "inplace"}
        a = c.tensor(x)
        if not all(isinstance(v, (int, float, bool)) for v in values.values()):
            raise No("a parameter that is no number")
        return f"{a}.{method}({', '.join(number(v, x.dtype) for v in values.values())})"

    return write


for name, method, *known in (
    ("nn.functional.leaky_relu", "leaky_relu", ("negative_slope", 0.01)), ("nn.functional.elu", "elu", ("alpha", 1.0)), ("nn.functional.celu", "celu", ("alpha", 1.0)),
    ("nn.functional.softplus", "softplus_with", ("beta", 1.0), ("threshold", 20.0)), ("nn.functional.hardshrink", "hardshrink", ("lambd", 0.5)),
    ("nn.functional.softshrink", "softshrink", ("lambd", 0.5)), ("nn.functional.threshold", "threshold", ("threshold", 0), ("value", 0)),
    ("nn.functional.hardtanh", "clamp", ("min_val", -1.0), ("max_val", 1.0)),
):  # fmt: skip
    TABLE[name] = parameters(method, *known)


@op("nn.functional.gelu")
def gelu(c, x, approximate="none"):
    return f"{c.tensor(x)}.{'gelu' if approximate == 'none' else 'gelu_tanh'}()"


@op("logit")
def logit(c, x, eps=None):
    a = c.tensor(x, torch.float32)
    return f"{a}.logit()" if eps is None else f"{a}.logit_with({number(eps)})"


@op("nan_to_num")
def nan_to_num(c, x, nan=None, posinf=None, neginf=None):
    a = c.tensor(x)
    if not is_float(x):
        return f"{a}.to_tensor()"
    ends = torch.finfo(x.dtype)
    values = [0.0 if nan is None else nan, ends.max if posinf is None else posinf, ends.min if neginf is None else neginf]
    return f"{a}.nan_to_num_with({', '.join(number(v) for v in values)})"


@op("clamp")
def clamp(c, x, low=None, high=None, min=None, max=None):
    a, low, high = c.tensor(x), min if low is None else low, max if high is None else high
    y = a
    for limit, method in ((low, "maximum"), (high, "minimum")):
        if isinstance(limit, torch.Tensor):
            y = f"{y}.{method}(&{c.tensor(limit, torch.result_type(x, limit))})"
        elif limit is not None:
            y = f"{y}.{method}({number(limit, x.dtype)})"
    return y


TABLE["clamp_min"] = lambda c, x, low: clamp(c, x, low)
TABLE["clamp_max"] = lambda c, x, high: clamp(c, x, None, high)


# Functions of two.
def both(c, x, y, dtype=None):
    """Two operands of one type; the second may be a number."""
    if not isinstance(x, torch.Tensor):
        raise No("a number on the left")
    dtype = dtype or torch.result_type(x, y)
    if dtype not in TYPES:
        raise No(f"elements of {dtype}")
    a = c.tensor(x, dtype)
    return a, (f"&{c.tensor(y, dtype)}" if isinstance(y, torch.Tensor) else number(y, dtype)), dtype


def sign(symbol):
    def write(c, x, y, alpha=None, **kwargs):
        only(kwargs)
        if symbol == "/":
            a, b, dtype = both(c, x, y, torch.float32 if not torch.result_type(x, y).is_floating_point else None)
        else:
            a, b, dtype = both(c, x, y)
        if dtype == torch.bool and symbol in "+*":
            return f"&{a} {'|' if symbol == '+' else '&'} {b}"
        if alpha is not None and alpha != 1:
            b = f"&({b} * {number(alpha, dtype)})" if b.startswith("&") else f"({b} * {number(alpha, dtype)})"
        return f"&{a} {symbol} {b}"

    return write


for name, symbol in (("add", "+"), ("sub", "-"), ("mul", "*"), ("div:no_rounding_mode", "/"), ("true_divide", "/"), ("__radd__", "+"), ("__rmul__", "*"),
                     ("fmod", "%"), ("bitwise_and", "&"), ("bitwise_or", "|"), ("bitwise_xor", "^"), ("__rand__", "&"), ("__ror__", "|"), ("__rxor__", "^")):  # fmt: skip
    TABLE[name] = sign(symbol)


@op("rsub", "__rsub__")
def rsub(c, x, y, alpha=1):
    a, b, dtype = both(c, x, y)
    return f"{b} - &({a} * {number(alpha, dtype)})"


@op("__rdiv__")
def rdiv(c, x, y):
    a, b, _ = both(c, x, y, torch.float32)
    return f"{b} / &{a}"


@op("__rmod__")
def rmod(c, x, y):
    a, b, dtype = both(c, x, y)
    if not b.startswith("&"):
        b = f"Tensor::<{TYPES[dtype]}, shape![]>::full({b})"
    return f"({b}).remainder(&{a})"


@op("__rpow__")
def rpow(c, x, y):
    a, b, dtype = both(c, x, y)
    if not dtype.is_floating_point:
        raise No("powers of integers with exponents that differ")
    return f"Tensor::<{TYPES[dtype]}, shape![]>::full({b}).pow(&{a})" if not b.startswith("&") else f"({b}).pow(&{a})"


PAIRS = {
    "atan2": "atan2", "hypot": "hypot", "copysign": "copysign", "ldexp": "ldexp", "xlogy": "xlogy", "logaddexp": "logaddexp", "logaddexp2": "logaddexp2",
}  # fmt: skip
ANY_PAIRS = {
    "maximum": "maximum", "minimum": "minimum", "max:binary": "maximum", "min:binary": "minimum", "fmax": "fmax", "fmin": "fmin", "remainder": "remainder",
    "floor_divide": "floor_divide", "heaviside": "heaviside", "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal",
    "gcd": "gcd", "lcm": "lcm", "bitwise_left_shift": "shift_left", "bitwise_right_shift": "shift_right", "div:floor_rounding": "floor_divide",
}  # fmt: skip


def pair(method, floats):
    def write(c, x, y, rounding_mode=None):
        float32 = torch.float32 if floats and not torch.result_type(x, y).is_floating_point else None
        a, b, _ = both(c, x, y, float32)
        return f"{a}.{method}({b})"

    return write


for name, method in PAIRS.items():
    TABLE[name] = pair(method, True)
for name, method in ANY_PAIRS.items():
    TABLE[name] = pair(method, False)


@op("div:trunc_rounding")
def div_trunc(c, x, y, rounding_mode=None):
    a, b, dtype = both(c, x, y)
    return f"(&{a} / {b})" + (".trunc()" if dtype.is_floating_point else "")


@op("pow", "float_power")
def power(c, x, y):
    if not isinstance(x, torch.Tensor):
        raise No("a number on the left")
    if isinstance(y, torch.Tensor) and y.ndim == 0 and not y.dtype.is_floating_point and not is_float(x):
        y = y.item()
    if not torch.result_type(x, y).is_floating_point:
        if isinstance(y, int) and y >= 0:
            return f"{c.tensor(x)}.powu({y})"
        raise No("powers of integers with exponents that differ")
    a, b, _ = both(c, x, y)
    return f"{a}.pow({b})"


def logical(symbol):
    def write(c, x, y):
        def mask(v):
            name = c.tensor(v)
            return f"&{name}" if v.dtype == torch.bool else f"&{name}.not_equal({number(0, v.dtype)})"

        return f"{mask(x)} {symbol} {mask(y)}"

    return write


for name, symbol in (("logical_and", "&"), ("logical_or", "|"), ("logical_xor", "^")):
    TABLE[name] = logical(symbol)


@op("isclose")
def isclose(c, x, y, rtol=1e-5, atol=1e-8, equal_nan=False):
    if not is_float(x):
        raise No("closeness of integers")
    a, b, _ = both(c, x, y)
    near = f"{a}.is_close({b}, {number(rtol)}, {number(atol)})"
    return f"{near} | {a}.is_nan() & {b}.is_nan()" if equal_nan else near


@op("allclose")
def allclose(c, x, y, rtol=1e-5, atol=1e-8, equal_nan=False):
    if equal_nan or not is_float(x):
        raise No("NaN that is equal, or integers")
    a, b, _ = both(c, x, y)
    return f"{a}.all_close({b}, {number(rtol)}, {number(atol)})"


@op("equal")
def equal(c, x, y):
    if x.shape != y.shape:
        raise No("shapes that differ, which is an error of the compiler")
    return f"{c.tensor(x)} == {c.tensor(y)}"


@op("lerp")
def lerp(c, x, end, weight):
    a, e = c.tensor(x), c.tensor(end)
    return f"{a}.lerp(&{e}, {'&' + c.tensor(weight) if isinstance(weight, torch.Tensor) else number(weight)})"


@op("addcmul", "addcdiv")
def addc(symbol):
    pass


def adding(symbol):
    def write(c, x, a, b, value=1):
        x_, a_, b_ = c.tensor(x), c.tensor(a), c.tensor(b)
        return f"&{x_} + (&{a_} {symbol} &{b_}) * {number(value, x.dtype)}"

    return write


TABLE["addcmul"], TABLE["addcdiv"] = adding("*"), adding("/")


@op("where")
def where(c, mask, yes=None, no=None):
    if yes is None:
        raise No("places, which are `nonzero`")
    dtype = torch.result_type(yes, no)
    side = lambda v: f"&{c.tensor(v, dtype)}" if isinstance(v, torch.Tensor) else number(v, dtype)
    return f"{c.tensor(mask)}.select({side(yes)}, {side(no)})"


# (`torch.where(mask, x, y)` is sampled as `x.where(mask, y)`.)
TABLE["where"] = lambda c, x, mask, other: where(c, mask, x, other)


@op("masked_fill")
def masked_fill(c, x, mask, value):
    return f"{c.tensor(x)}.masked_fill(&{c.tensor(mask)}, {number(value, x.dtype)})"


@op("masked_select")
def masked_select(c, x, mask):
    n = torch.masked_select(x, mask).numel()
    return f"Tensor::<{TYPES[x.dtype]}, shape![{n}]>::from_vec({c.tensor(x)}.masked_select(&{c.tensor(mask)})).unwrap()"


# Reductions.
def reduction(method, floats=False, truth=False, extra=()):
    def write(c, x, *args, dim=None, keepdim=False, dtype=None, **kwargs):
        only(kwargs, *extra)
        args = list(args)
        if args and not isinstance(args[0], bool) and (args[0] is None or isinstance(args[0], (int, tuple, list))):
            dim = args.pop(0)
        if args:
            keepdim = args.pop(0)
        if args:
            raise No("more arguments")
        into = dtype if dtype else torch.float32 if floats and not is_float(x) else torch.int64 if x.dtype == torch.bool and method in ("sum", "prod") else None
        # In one pass.
        converted = into and into != x.dtype and method in ("sum", "mean")
        a = c.tensor(x, None if converted else into)
        if truth and x.dtype != torch.bool:
            a = f"{a}.not_equal({number(0, x.dtype)})"
        by = axes(x, dim)
        if x.ndim == 0 and by is not None:
            raise No("axis 0 of a scalar")
        values = "".join(f", {v}" for v in kwargs.values())
        if converted:
            if keepdim and by is None:
                by = axes(x, tuple(range(x.ndim)))
            name = f"{method}_all_as" if by is None else f"{method}_as_keepdim" if keepdim else f"{method}_as"
            return f"{a}.{name}::<{TYPES[into]}>({by or ''})"
        if by is None:
            if keepdim:
                by = axes(x, tuple(range(x.ndim)))
                if by is None:
                    return f"{a}.{method}_all({values[2:]})"
                return f"{a}.{method}_keepdim({by}{values})"
            return f"{a}.{method}_all({values[2:]})"
        return f"{a}.{method}{'_keepdim' if keepdim else ''}({by}{values})"

    return write


for name, method, floats in (("sum", "sum", False), ("prod", "prod", False), ("mean", "mean", True), ("amax", "max", False), ("amin", "min", False),
                             ("nansum", "nansum", True), ("nanmean", "nanmean", True), ("argmax", "argmax", False), ("argmin", "argmin", False),
                             ("logsumexp", "logsumexp", True), ("max:reduction_no_dim", "max", False), ("min:reduction_no_dim", "min", False)):  # fmt: skip
    TABLE[name] = reduction(method, floats)
TABLE["any"], TABLE["all"] = reduction("any", truth=True), reduction("all", truth=True)


@op("count_nonzero")
def count_nonzero(c, x, dim=None):
    a, by = c.tensor(x), axes(x, dim)
    return f"{a}.count_nonzero_all()" if by is None else f"{a}.count_nonzero({by})"


def spread(*methods):
    def write(c, x, *args, dim=None, keepdim=False, correction=1, unbiased=None, **kwargs):
        only(kwargs)
        args = list(args)
        for v in args:
            if isinstance(v, bool):
                if unbiased is None and v is args[-1] and len(args) == 1:
                    unbiased = v
                elif unbiased is None:
                    unbiased = v
                else:
                    keepdim = v
            else:
                dim = v
        correction = correction if unbiased is None else int(unbiased)
        correction = 1 if correction is None else correction
        if correction != int(correction) or correction < 0:
            raise No("a correction that is no whole number")
        a, by = c.tensor(x), axes(x, dim)
        results = []
        if x.ndim == 0 and by is not None:
            raise No("axis 0 of a scalar")
        if by is None and keepdim:
            by = axes(x, tuple(range(x.ndim)))
        for method in methods:
            with_ = "_with" if method != "mean" else ""
            extra = f"{int(correction)}" if method != "mean" else ""
            if by is None:
                results.append(f"{a}.{method}{with_}_all({extra})")
            else:
                results.append(f"{a}.{method}{with_}{'_keepdim' if keepdim else ''}({by}{', ' + extra if extra else ''})")
        return results if len(results) > 1 else results[0]

    return write


for name in ("var", "std", "var:unbiased", "std:unbiased"):
    TABLE[name] = spread(name.split(":")[0])
for name in ("var_mean", "std_mean", "var_mean:unbiased", "std_mean:unbiased"):
    TABLE[name] = spread(name[:3], "mean")


@op("aminmax")
def aminmax(c, x, dim=None, keepdim=False):
    a = c.tensor(x)
    if dim is None and not keepdim:
        return [f"{a}.min_all()", f"{a}.max_all()"]
    if x.ndim == 0:
        raise No("axis 0 of a scalar")
    by = axes(x, tuple(range(x.ndim)) if dim is None else dim)
    return [f"{a}.{m}{'_keepdim' if keepdim else ''}({by})" for m in ("min", "max")]


def extreme(which):
    def write(c, x, dim, keepdim=False):
        if x.ndim == 0:
            raise No("axis 0 of a scalar")
        a, k = c.tensor(x), "_keepdim" if keepdim else ""
        return [f"{a}.{which}{k}({axis(dim)})", f"{a}.arg{which}{k}({axis(dim)})"]

    return write


TABLE["max:reduction_with_dim"], TABLE["min:reduction_with_dim"] = extreme("max"), extreme("min")


@op("linalg.vector_norm")
def vector_norm(c, x, ord=2, dim=None, keepdim=False, dtype=None):
    a, by = c.tensor(x, dtype or torch.float32), axes(x, dim)
    if by is None and keepdim:
        by = axes(x, tuple(range(x.ndim)))
    if by is None:
        return f"{a}.norm_with_all({number(ord, torch.float64)})"
    if x.ndim == 0:
        raise No("axis 0 of a scalar")
    return f"{a}.norm_with{'_keepdim' if keepdim else ''}({by}, {number(ord, torch.float64)})"


@op("norm")
def norm(c, x, p="fro", dim=None, keepdim=False, dtype=None):
    if isinstance(p, str):
        if p == "nuc":
            raise No("the nuclear norm")
        p = 2
    return vector_norm(c, x, 2 if p is None else p, dim, keepdim, dtype)


TABLE["norm:fro"] = norm
TABLE["norm:inf"] = norm


@op("dist")
def dist(c, x, y, p=2):
    return f"(&{c.tensor(x)} - &{c.tensor(y)}).norm_with_all({number(p, torch.float64)})"


def middle(method):
    def write(c, x, dim=None, keepdim=False):
        a = c.tensor(x)
        if dim is None:
            if method == "mode":
                dim = -1
            else:
                return f"{a}.reshape::<shape![{x.numel()}]>().{method}(Axis::<0>).0"
        if x.ndim == 0:
            raise No("axis 0 of a scalar")
        y = f"{a}.{method}({axis(dim)}).0"
        if keepdim:
            y = f"{y}.unsqueeze({axis(dim)})"
        return [y]  # which of several equal elements the index names is not said

    return write


for name in ("median", "nanmedian", "mode"):
    TABLE[name] = middle(name)


def quantile(nan):
    def write(c, x, q, dim=None, keepdim=False, interpolation="linear"):
        a = c.tensor(x)
        if dim is None:
            a, dim, flat = c.let(f"{a}.reshape::<shape![{x.numel()}]>()"), 0, True
            if keepdim and x.ndim:
                raise No("all axes kept of the quantile of everything")
        if x.ndim == 0 and dim is not None and a.startswith("x"):
            raise No("axis 0 of a scalar")
        between = f"Between::{interpolation.capitalize()}"
        if nan and interpolation != "linear":
            raise No("quantiles without NaN and something else than a line")

        def of(v):
            y = f"{a}.nanquantile({axis(dim)}, {number(v)})" if nan else f"{a}.quantile_with({axis(dim)}, {number(v)}, {between})"
            return f"{y}.unsqueeze({axis(dim)}).to_tensor()" if keepdim and x.ndim else y

        if isinstance(q, torch.Tensor) and q.ndim:
            if q.numel() < 2:
                return f"{of(q[0])}.unsqueeze(Axis::<0>)"
            return f"shaped::stack_all([{', '.join('&' + of(v) for v in q)}], Axis::<0>)"
        return of(q)

    return write


TABLE["quantile"], TABLE["nanquantile"] = quantile(False), quantile(True)


# Scans and differences.
def scan(method, indices=False):
    def write(c, x, dim, dtype=None):
        into = dtype or (torch.int64 if x.dtype == torch.bool and not indices else None)
        if x.ndim == 0:
            raise No("axis 0 of a scalar")
        a = c.tensor(x, into)
        if indices:
            c.lines.append(f"let both = {a}.{method}_with_indices({axis(dim)});")
            return ["both.0", "both.1"]
        return f"{a}.{method}({axis(dim)})"

    return write


TABLE["cumsum"], TABLE["cumprod"], TABLE["logcumsumexp"] = scan("cumsum"), scan("cumprod"), scan("logcumsumexp")
TABLE["cummax"], TABLE["cummin"] = scan("cummax", True), scan("cummin", True)


@op("diff")
def diff(c, x, n=1, dim=-1, prepend=None, append=None):
    if n == 0:
        # Of no differences PyTorch gives the tensor itself, whatever stands before and behind it.
        prepend = append = None
    a = c.tensor(x)
    for other, order in ((prepend, "{1}.concat(&{0}, {2})"), (append, "{0}.concat(&{1}, {2})")):
        if other is not None:
            a = c.let(order.format(a, c.tensor(other), axis(dim)))
    return f"{a}.to_tensor()" if n == 0 else a + f".diff({axis(dim)})" * n


# Products.
@op("matmul", "__rmatmul__", "mm", "bmm", "mv")
def matmul(c, x, y, reverse=False):
    a, b = c.tensor(x), c.tensor(y)
    if x.ndim == 1 and y.ndim == 1:
        return f"{a}.dot(&{b})"
    if y.ndim == 1:
        return f"{a}.matmul(&{b}.unsqueeze(Axis::<-1>)).squeeze(Axis::<-1>)"
    if x.ndim == 1:
        return f"{a}.unsqueeze(Axis::<0>).matmul(&{b}).squeeze(Axis::<-2>)"
    return f"{a}.matmul(&{b})"


TABLE["__rmatmul__"] = lambda c, x, y: matmul(c, y, x)
TABLE["dot"] = TABLE["vdot"] = TABLE["linalg.vecdot"] = None
TABLE["dot"] = TABLE["vdot"] = lambda c, x, y: f"{c.tensor(x)}.dot(&{c.tensor(y)})"
TABLE["linalg.vecdot"] = lambda c, x, y, dim=-1: f"(&{c.tensor(x)} * &{c.tensor(y)}).sum({axis(dim)})"
TABLE["outer"] = lambda c, x, y: f"{c.tensor(x)}.outer(&{c.tensor(y)})"
TABLE["inner"] = lambda c, x, y: matmul(c, x, y.transpose(-1, -2).contiguous() if y.ndim > 1 else y) if x.ndim and y.ndim else f"&{c.tensor(x)} * &{c.tensor(y)}"


@op("addmm", "addmm:decomposed", "baddbmm", "addmv")
def addmm(c, x, a, b, beta=1, alpha=1):
    product = matmul(c, a, b)
    if beta == 0 and product.startswith("x"):
        # Of what is not there at all, NaN is nothing.
        return f"(({product}).to_tensor() * {number(alpha, x.dtype)}).broadcast_to::<{shape(x.shape)}>()"
    x_ = c.tensor(x)
    return f"&{x_} * {number(beta, x.dtype)} + ({product}).to_tensor() * {number(alpha, x.dtype)}"


@op("addbmm")
def addbmm(c, x, a, b, beta=1, alpha=1):
    product = f"{c.tensor(a)}.matmul(&{c.tensor(b)}).sum(Axis::<0>) * {number(alpha, x.dtype)}"
    return f"({product}).broadcast_to::<{shape(x.shape)}>()" if beta == 0 else f"&{c.tensor(x)} * {number(beta, x.dtype)} + {product}"


@op("addr")
def addr(c, x, a, b, beta=1, alpha=1):
    product = f"{c.tensor(a)}.outer(&{c.tensor(b)}) * {number(alpha, x.dtype)}"
    # Of what is not there at all, NaN is nothing.
    return f"({product}).broadcast_to::<{shape(x.shape)}>()" if beta == 0 else f"&{c.tensor(x)} * {number(beta, x.dtype)} + {product}"


@op("linalg.cross", "cross")
def cross(c, x, y, dim=None):
    if x.shape != y.shape:
        raise No("a cross product that stretches")
    dim = -1 if dim is None else dim
    a, b = c.tensor(x), c.tensor(y)
    return f"{a}.move_axis({axis(dim)}, Axis::<-1>).cross(&{b}.move_axis({axis(dim)}, Axis::<-1>)).move_axis(Axis::<-1>, {axis(dim)})"


@op("nn.functional.linear")
def linear(c, x, w, b=None):
    if w.ndim == 1:
        raise No("a weight that is a vector")
    a = c.tensor(x)
    return f"{a}.linear(&{c.tensor(w)}, &{c.tensor(b)})" if b is not None else f"{a}.linear_no_bias(&{c.tensor(w)})"


@op("cdist")
def cdist(c, x, y, p=2.0, compute_mode=None):
    return f"{c.tensor(x)}.cdist(&{c.tensor(y)}, {number(p, torch.float64)})"


@op("nn.functional.pairwise_distance")
def pairwise(c, x, y, p=2.0, eps=1e-6, keepdim=False):
    if not is_float(x):
        raise No("distances of integers")
    if p < 0:
        raise No("an order below 0, which is refused")
    if x.shape == y.shape and eps == 1e-6:
        return f"{c.tensor(x)}.pairwise_distance(&{c.tensor(y)}, {number(p, torch.float64)})" + (".unsqueeze(Axis::<-1>)" if keepdim else "")
    return f"(&{c.tensor(x)} - &{c.tensor(y)} + {number(eps)}).norm_with{'_keepdim' if keepdim else ''}(Axis::<-1>, {number(p, torch.float64)})"


@op("nn.functional.cosine_similarity")
def cosine(c, x, y, dim=1, eps=1e-8):
    if eps != 1e-8:
        raise No("another eps")
    if x.shape != y.shape:
        raise No("vectors that stretch")
    return f"{c.tensor(x)}.cosine_similarity(&{c.tensor(y)}, {axis(dim)})"


TABLE["trace"] = lambda c, x: f"{c.tensor(x)}.diagonal().sum_all()"


# Shapes.
@op("reshape", "view", "view_copy", "reshape_as", "view_as")
def reshape(c, x, *sizes):
    if isinstance(sizes[0], torch.Tensor):
        sizes = sizes[0].shape
    if not isinstance(sizes[0] if len(sizes) else 0, int):
        sizes = sizes[0]
    return f"{c.tensor(x)}.reshape::<{shape(x.reshape(sizes).shape)}>()"


TABLE["flatten"] = lambda c, x, start_dim=0, end_dim=-1: f"{c.tensor(x)}.reshape::<{shape(x.flatten(start_dim, end_dim).shape)}>()"
TABLE["ravel"] = lambda c, x: f"{c.tensor(x)}.flatten()"


@op("unflatten")
def unflatten(c, x, dim, sizes):
    return f"{c.tensor(x)}.reshape::<{shape(x.unflatten(dim, sizes).shape)}>()"


@op("permute", "permute_copy")
def permute(c, x, *dims):
    dims = dims[0] if dims and not isinstance(dims[0], int) else dims
    return f"{c.tensor(x)}.permute(axes![{', '.join(map(str, dims))}])"


@op("transpose", "transpose_copy")
def transpose(c, x, a, b):
    return f"{c.tensor(x)}.swap_axes({axis(a)}, {axis(b)})"


@op("t", "T", "mT", "t_copy")
def t(c, x):
    return f"{c.tensor(x)}.transpose()" if x.ndim > 1 else f"{c.tensor(x)}.to_tensor()"


@op("movedim")
def movedim(c, x, a, b):
    if not isinstance(a, int):
        order = torch.zeros(x.shape, dtype=torch.uint8)
        numbered = torch.empty([1] * x.ndim)
        places = list(range(x.ndim))
        index = torch.arange(x.ndim)
        del order, numbered, index
        rest = [p for p in places if p not in [d % x.ndim for d in a]]
        result = [None] * x.ndim
        for d, to in zip(a, b):
            result[to % x.ndim] = d % x.ndim
        result = [rest.pop(0) if r is None else r for r in result]
        return f"{c.tensor(x)}.permute(axes![{', '.join(map(str, result))}])"
    return f"{c.tensor(x)}.move_axis({axis(a)}, {axis(b)})"


@op("squeeze", "squeeze_copy", "squeeze:multiple")
def squeeze(c, x, dim=None):
    y = x.squeeze() if dim is None else x.squeeze(dim)
    return f"{c.tensor(x)}.reshape::<{shape(y.shape)}>()"


@op("unsqueeze", "unsqueeze_copy")
def unsqueeze(c, x, dim):
    return f"{c.tensor(x)}.unsqueeze({axis(dim)})"


@op("expand", "expand_copy", "broadcast_to", "expand_as")
def expand(c, x, *sizes):
    sizes = sizes[0].shape if isinstance(sizes[0], torch.Tensor) else sizes[0] if not isinstance(sizes[0], int) else sizes
    return f"{c.tensor(x)}.broadcast_to::<{shape(x.expand(sizes).shape)}>()"


@op("flip")
def flip(c, x, *args, dims=None):
    dims = args if dims is None else dims
    dims = dims[0] if dims and not isinstance(dims[0], int) else dims
    return f"{c.tensor(x)}.flip({axes(x, tuple(dims))})" if dims else f"{c.tensor(x)}.to_tensor()"


TABLE["fliplr"] = lambda c, x: f"{c.tensor(x)}.flip(Axis::<1>)"
TABLE["flipud"] = lambda c, x: f"{c.tensor(x)}.flip(Axis::<0>)"


@op("roll")
def roll(c, x, shifts, dims=None):
    a = c.tensor(x)
    if dims is None or dims == ():
        return f"{a}.flatten().roll(Axis::<0>, {shifts if isinstance(shifts, int) else shifts[0]}).reshape::<{shape(x.shape)}>()"
    pairs = [(shifts, dims)] if isinstance(dims, int) else zip(shifts, dims)
    return a + "".join(f".roll({axis(d)}, {s if isinstance(s, int) else s[0]})" for s, d in pairs)


@op("repeat", "tile")
def repeat(c, x, *counts):
    counts = counts[0] if counts and not isinstance(counts[0], int) else counts
    if not counts:
        return f"{c.tensor(x)}.to_tensor()"
    if len(counts) > 6:
        raise No("more axes than a tuple of sizes has")
    return f"{c.tensor(x)}.tile(({', '.join(size(n) for n in counts)},))"


@op("repeat_interleave")
def repeat_interleave(c, x, repeats, dim=None, output_size=None):
    if isinstance(repeats, torch.Tensor):
        raise No("another number of repeats at each place")
    a = c.tensor(x)
    return f"{a}.flatten().repeat_interleave(Axis::<0>, {size(repeats)})" if dim is None else f"{a}.repeat_interleave({axis(dim)}, {size(repeats)})"


def joined(c, xs, dim, how):
    names = [c.tensor(x) for x in xs]
    if len({x.dtype for x in xs}) > 1:
        raise No("several types of elements")
    if len(names) == 1:
        return f"{names[0]}.to_tensor()" if how == "concat" else f"{names[0]}.unsqueeze({axis(dim)})"
    if how == "concat":
        y = names[0]
        for other in names[1:]:
            y = f"{y}.concat(&{other}, {axis(dim)})"
        return y
    return f"shaped::stack_all([{', '.join('&' + n for n in names)}], {axis(dim)})"


@op("cat")
def cat(c, xs, dim=0):
    xs = [x for x in xs if x.shape != (0,)] or xs[:1]
    return joined(c, xs, dim, "concat")


TABLE["stack"] = lambda c, xs, dim=0: joined(c, xs, dim, "stack")
TABLE["hstack"] = lambda c, *xs: joined(c, [torch.atleast_1d(x) for x in (xs[0] if isinstance(xs[0], (list, tuple)) else xs)], 1 if torch.atleast_1d(xs[0][0] if isinstance(xs[0], (list, tuple)) else xs[0]).ndim > 1 else 0, "concat")
TABLE["vstack"] = lambda c, *xs: joined(c, [torch.atleast_2d(x) for x in (xs[0] if isinstance(xs[0], (list, tuple)) else xs)], 0, "concat")


def parts(c, x, sizes, dim):
    a, results, start = c.tensor(x), [], 0
    for n in sizes:
        results.append(f"{a}.narrow({axis(dim)}, {start}, {size(n)})")
        start += n
    return results


@op("split", "split_with_sizes", "split:list_args", "unsafe_split", "split_with_sizes_copy")
def split(c, x, sizes, dim=0):
    return parts(c, x, [p.shape[dim] for p in x.split(sizes, dim)], dim)


@op("chunk", "unsafe_chunk")
def chunk(c, x, n, dim=0):
    return parts(c, x, [p.shape[dim] for p in x.chunk(n, dim)], dim)


@op("tensor_split")
def tensor_split(c, x, at, dim=0):
    return parts(c, x, [p.shape[dim] for p in x.tensor_split(at, dim)], dim)


@op("unbind", "unbind_copy")
def unbind(c, x, dim=0):
    a = c.tensor(x)
    return [f"{a}.index_axis({axis(dim)}, {i})" for i in range(x.shape[dim])]


@op("narrow", "narrow_copy")
def narrow(c, x, dim, start, length):
    start = int(start)
    return f"{c.tensor(x)}.narrow({axis(dim)}, {start % max(x.shape[dim], 1) if start < 0 else start}, {size(length)})"


@op("select")
def select(c, x, dim, index):
    return f"{c.tensor(x)}.index_axis({axis(dim)}, {index % x.shape[dim]})"


@op("unfold", "unfold_copy")
def unfold(c, x, dim, n, step):
    if x.ndim == 0:
        raise No("axis 0 of a scalar")
    return f"{c.tensor(x)}.unfold({axis(dim)}, {size(n)}, {size(step)})"


@op("diagonal", "diagonal_copy", "linalg.diagonal")
def diagonal(c, x, offset=0, dim1=None, dim2=None, **kwargs):
    last = "linalg" in kwargs
    dim1, dim2 = (0 if dim1 is None else dim1), (1 if dim2 is None else dim2)
    a = c.tensor(x)
    rest = [d for d in range(x.ndim) if d not in (dim1 % x.ndim, dim2 % x.ndim)]
    order = rest + [dim1 % x.ndim, dim2 % x.ndim]
    y = f"{a}.permute(axes![{', '.join(map(str, order))}])" if order != list(range(x.ndim)) else f"{a}"
    return f"{y}{off(offset)}"


def off(offset):
    return ".diagonal()" if offset == 0 else f".diagonal_above({size(offset)})" if offset > 0 else f".diagonal_below({size(-offset)})"


TABLE["linalg.diagonal"] = lambda c, x, offset=0, dim1=-2, dim2=-1: diagonal(c, x, offset, dim1, dim2)


@op("diag")
def diag(c, x, k=0):
    if x.ndim == 1:
        if k:
            raise No("a vector on a diagonal off the main one")
        return f"{c.tensor(x)}.diag()"
    return f"{c.tensor(x)}{off(k)}"


@op("diag_embed")
def diag_embed(c, x, offset=0, dim1=-2, dim2=-1):
    if offset:
        raise No("a vector on a diagonal off the main one")
    y = f"{c.tensor(x)}.diag()"
    if (dim1 % (x.ndim + 1), dim2 % (x.ndim + 1)) != (x.ndim - 1, x.ndim):
        raise No("matrices on other axes")
    return y


TABLE["tril"] = lambda c, x, k=0: f"{c.tensor(x)}.tril({k})"
TABLE["triu"] = lambda c, x, k=0: f"{c.tensor(x)}.triu({k})"


@op("eye")
def eye(c, n, m=None, **kwargs):
    return f"Tensor::<f32, {shape([n, n if m is None else m])}>::eye_at(0)"


TABLE["zeros_like"] = lambda c, x, **k: f"{c.tensor(x)}.zeros_like()"
TABLE["ones_like"] = lambda c, x, **k: f"{c.tensor(x)}.ones_like()"
TABLE["full_like"] = lambda c, x, v, **k: f"{c.tensor(x)}.full_like({number(v, k.get('dtype') or x.dtype)})"


@op("meshgrid:list_of_tensors", "meshgrid:variadic_tensors")
def meshgrid(c, *xs, indexing="ij"):
    xs = xs[0] if isinstance(xs[0], (list, tuple)) else xs
    shape_of = [x.numel() for x in xs]
    results = []
    for i, x in enumerate(xs):
        around = [n if j == i else 1 for j, n in enumerate(shape_of)]
        y = f"{c.tensor(x)}.reshape::<{shape(around)}>().broadcast_to::<{shape(shape_of)}>()"
        results.append(f"{y}.to_tensor()" + (".swap_axes(Axis::<0>, Axis::<1>).to_tensor()" if indexing == "xy" and len(xs) > 1 else ""))
    return results


# By index, in order.
def is_index(i):
    if i.dtype not in (torch.int64, torch.int32):
        raise No("indices that are no integers")


@op("gather")
def gather(c, x, dim, index, sparse_grad=False):
    a, i = c.tensor(x), c.tensor(index)
    if x.ndim == 0 or index.ndim == 0:
        raise No("axis 0 of a scalar")
    for d in range(x.ndim):
        if d != dim % x.ndim and index.shape[d] < x.shape[d]:
            a = f"{a}.narrow({axis(d)}, 0, {size(index.shape[d])})"
    return f"{a}.gather({axis(dim)}, &{i})"


@op("take_along_dim")
def take_along_dim(c, x, index, dim=None):
    if dim is None:
        return f"{c.tensor(x)}.flatten().gather(Axis::<0>, &{c.tensor(index)}.flatten())"
    return f"{c.tensor(x)}.take_along_axis({axis(dim)}, &{c.tensor(index)})"


@op("index_select")
def index_select(c, x, dim, index):
    if x.ndim == 0 or index.ndim != 1:
        raise No("indices that are no list, or axis 0 of a scalar")
    return f"{c.tensor(x)}.index_select({axis(dim)}, &{c.tensor(index)})"


TABLE["take"] = lambda c, x, index: f"{c.tensor(x)}.take(&{c.tensor(index)})"


def changed(method):
    def write(c, x, dim, index, source, *args, **kwargs):
        only(kwargs, "alpha")
        if x.ndim == 0 or index.ndim != 1:
            raise No("indices that are no list, or axis 0 of a scalar")
        a, i = c.tensor(x), c.tensor(index)
        c.lines.append(f"let mut {a} = {a};")
        if method == "index_fill":
            value = source.item() if isinstance(source, torch.Tensor) else source
            c.lines.append(f"{a}.index_fill({axis(dim)}, &{i}, {number(value, x.dtype)});")
        else:
            s = c.tensor(source)
            if kwargs.get("alpha", 1) != 1:
                s = c.let(f"&{s} * {number(kwargs['alpha'], x.dtype)}")
            c.lines.append(f"{a}.{method}({axis(dim)}, &{i}, &{s});")
        return a

    return write


for name in ("index_add", "index_copy", "index_fill"):
    TABLE[name] = changed(name)


def scattered(how):
    def write(c, x, dim, index, source, *, reduce=None, include_self=True, **kwargs):
        only(kwargs, "value")
        if x.ndim == 0 or index.ndim == 0:
            raise No("axis 0 of a scalar")
        if any(d != dim % x.ndim and index.shape[d] < x.shape[d] for d in range(x.ndim)):
            raise No("fewer indices than the tensor has elsewhere")
        a, i = c.tensor(x), c.tensor(index)
        c.lines.append(f"let mut {a} = {a};")
        if isinstance(source, torch.Tensor) and source.ndim:
            if any(s < n for s, n in zip(source.shape, index.shape)):
                raise No("fewer values than indices")
            source = source[tuple(slice(0, n) for n in index.shape)]
            s = c.tensor(source)
        else:
            s = c.let(f"Tensor::<{TYPES[x.dtype]}, {shape(index.shape)}>::full({number(source, x.dtype)})")
        if how is None and reduce in ("mean", "amax", "amin", "prod", "sum"):
            word = {"mean": "Mean", "amax": "Max", "amin": "Min", "prod": "Prod", "sum": "Sum"}[reduce]
            c.lines.append(f"{a}.scatter_reduce({axis(dim)}, &{i}, &{s}, shaped::ScatterReduce::{word}, {str(include_self).lower()});")
            return a
        kind = how or {"add": "add", "multiply": "prod", "sum": "add", None: "write"}.get(reduce, reduce)
        t_ = TYPES[x.dtype]
        change = {
            "prod": f"|x: &mut {t_}, v| *x *= v", "amax": f"|x: &mut {t_}, v| *x = if v > *x || v != v {{ v }} else {{ *x }}",
            "amin": f"|x: &mut {t_}, v| *x = if v < *x || v != v {{ v }} else {{ *x }}",
        }  # fmt: skip
        if kind == "write":
            c.lines.append(f"{a}.scatter({axis(dim)}, &{i}, &{s});")
        elif kind == "add":
            c.lines.append(f"{a}.scatter_add({axis(dim)}, &{i}, &{s});")
        elif kind in change:
            c.lines.append(f"{a}.scatter_with({axis(dim)}, &{i}, &{s}, {change[kind]});")
        else:
            raise No(f"scattered {kind}s")
        return a

    return write


TABLE["scatter"], TABLE["scatter_add"] = scattered(None), scattered("add")
for reduce in ("sum", "prod", "amax", "amin", "mean"):

    def scatter_reduce(c, x, dim, index, source, *args, include_self=True, reduce=reduce, **kwargs):
        return scattered(None)(c, x, dim, index, source, reduce=reduce, include_self=include_self)

    TABLE[f"scatter_reduce:{reduce}"] = scatter_reduce


@op("put")
def put(c, x, index, source, accumulate=False):
    a = c.tensor(x)
    source = source.reshape(index.shape)
    if accumulate:
        c.lines.append(f"let mut {a} = {a}.flatten().to_tensor();")
        i = c.let(f"({c.tensor(index)}.reshape::<{shape([index.numel()])}>().remainder({x.numel()})).to_tensor()")
        c.lines.append(f"{a}.scatter_add(Axis::<0>, &{i}, &{c.tensor(source)}.reshape::<{shape([index.numel()])}>());")
        return f"{a}.reshape::<{shape(x.shape)}>()"
    c.lines.append(f"let mut {a} = {a};")
    c.lines.append(f"{a}.put(&{c.tensor(index)}, &{c.tensor(source)});")
    return a


@op("nn.functional.embedding")
def embedding(c, table, ids, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    if max_norm is not None:
        raise No("rows that are made shorter")
    return f"{c.tensor(table)}.embedding(&{c.tensor(ids)})"


@op("nn.functional.one_hot")
def one_hot(c, x, n=-1, num_classes=-1):
    n = max(n, num_classes)
    n = int(x.max()) + 1 if n < 0 else n
    return f"{{ let y: Tensor<i64, _> = {c.tensor(x)}.one_hot({size(n)}); y }}"


@op("bincount")
def bincount(c, x, weights=None, minlength=0):
    n = torch.bincount(x, minlength=minlength).numel()
    a = c.tensor(x)
    return f"{a}.bincount({size(n)})" if weights is None else f"{a}.bincount_weighted({size(n)}, &{c.tensor(weights)})"


@op("sort", "msort")
def sort(c, x, dim=-1, descending=False, stable=False):
    if x.ndim == 0:
        raise No("axis 0 of a scalar")
    c.lines.append(f"let both = {c.tensor(x)}.sort({axis(dim)}, Order::{'Descending' if descending else 'Ascending'});")
    return ["both.0"] + (["both.1"] if stable else [])


TABLE["msort"] = lambda c, x: sort(c, x, 0)[0]


@op("argsort")
def argsort(c, x, dim=-1, descending=False, stable=False):
    if x.ndim == 0:
        raise No("axis 0 of a scalar")
    if not stable and len(set(x.flatten().tolist())) < x.numel():
        stable = True
    return f"{c.tensor(x)}.argsort({axis(dim)}, Order::{'Descending' if descending else 'Ascending'})"


@op("topk")
def topk(c, x, k, dim=-1, largest=True, sorted=True):
    if x.ndim == 0:
        raise No("axis 0 of a scalar")
    return [f"{c.tensor(x)}.topk{'' if largest else '_smallest'}({axis(dim)}, {size(k)}).0"]


@op("kthvalue")
def kthvalue(c, x, k, dim=-1, keepdim=False):
    if x.ndim == 0:
        raise No("axis 0 of a scalar")
    y = f"{c.tensor(x)}.sort({axis(dim)}, Order::Ascending).0.index_axis({axis(dim)}, {k - 1}).to_tensor()"
    return [f"{y}.unsqueeze({axis(dim)})" if keepdim else y]


@op("searchsorted")
def searchsorted(c, edges, values, out_int32=False, right=False, side=None, sorter=None):
    right = right or side == "right"
    if sorter is not None:
        edges = edges.gather(-1, sorter)  # `edges.gather(Axis::<-1>, &sorter)`, which is tried elsewhere
    if edges.ndim != 1 and isinstance(values, torch.Tensor):
        return f"{c.tensor(edges)}.searchsorted_rows{'_right' if right else ''}(&{c.tensor(values)})"
    b = c.tensor(edges)
    v = c.tensor(values) if isinstance(values, torch.Tensor) else c.let(f"Tensor::<{TYPES[edges.dtype]}, shape![]>::full({number(values, edges.dtype)})")
    return f"{b}.searchsorted{'_right' if right else ''}(&{v})"


@op("bucketize")
def bucketize(c, values, edges, out_int32=False, right=False):
    return searchsorted(c, edges, values if isinstance(values, torch.Tensor) else values, right=right)


@op("isin")
def isin(c, x, others, assume_unique=False, invert=False):
    if not isinstance(x, torch.Tensor):
        raise No("a number on the left")
    others = others if isinstance(others, torch.Tensor) else torch.tensor([others], dtype=x.dtype)
    return f"{'!' if invert else ''}{c.tensor(x)}.is_in(&{c.tensor(others, x.dtype)})"


def listed(c, vector, x, n):
    return f"Tensor::<{x}, shape![{n}]>::from_vec({vector}).unwrap()"


def chosen(c, a, x, dim, places):
    """The places of an axis that a vector names."""
    return f"{a}.index_select({axis(dim)}, &{listed(c, 'places.clone()', 'usize', places)})"


@op("unique")
def unique(c, x, sorted=True, return_inverse=False, return_counts=False, dim=None):
    a = c.tensor(x)
    if dim is None:
        n = x.unique().numel()
        c.lines.append(f"let (values, inverse, counts) = {a}.unique_with_counts();")
        results = [listed(c, "values", TYPES[x.dtype], n)] + (["inverse"] if return_inverse else [])
    else:
        n = x.unique(dim=dim).shape[dim]
        c.lines.append(f"let (places, inverse, counts) = {a}.unique_along({axis(dim)});")
        results = [chosen(c, a, x, dim, n)] + ([listed(c, "inverse", "usize", x.shape[dim])] if return_inverse else [])
    results += [listed(c, "counts", "usize", n)] if return_counts else []
    return results if len(results) > 1 else results[0]


@op("unique_consecutive")
def unique_consecutive(c, x, return_inverse=False, return_counts=False, dim=None):
    a, size_ = c.tensor(x), x.numel() if dim is None else x.shape[dim]
    if dim is None:
        n = x.unique_consecutive().numel()
        c.lines.append(f"let (values, counts) = {a}.unique_consecutive();")
        results = [listed(c, "values", TYPES[x.dtype], n)]
    else:
        n = x.unique_consecutive(dim=dim).shape[dim]
        c.lines.append(f"let (places, counts) = {a}.unique_consecutive_along({axis(dim)});")
        results = [chosen(c, a, x, dim, n)]
    if return_inverse:
        inverse = "counts.iter().enumerate().flat_map(|(i, n)| std::iter::repeat_n(i, *n)).collect()"
        results.append(f"Tensor::<usize, {shape(x.shape if dim is None else [size_])}>::from_vec({inverse}).unwrap()")
    results += [listed(c, "counts", "usize", n)] if return_counts else []
    return results if len(results) > 1 else results[0]


@op("nonzero", "argwhere")
def nonzero(c, x, as_tuple=False):
    if x.ndim == 0 or x.dtype == torch.bool and False:
        raise No("places of a scalar")
    n = len(x.nonzero())
    places = f"Tensor::<usize, shape![{n}, {x.ndim}]>::from_vec({c.tensor(x)}.nonzero().concat()).unwrap()"
    if not as_tuple:
        return places
    c.lines.append(f"let places = {places};")
    return [f"places.narrow(Axis::<1>, {i}, One).squeeze(Axis::<1>)" for i in range(x.ndim)]


# Normalizations and attention.
def soft(method):
    def write(c, x, dim=None, dtype=None, _stacklevel=3):
        a = c.tensor(x, dtype or (torch.float32 if not is_float(x) else None))
        if x.ndim == 0:
            raise No("axis 0 of a scalar")
        return f"{method.format(a)}({axis(dim)})"

    return write


TABLE["softmax"] = TABLE["softmax:with_dtype"] = soft("{}.softmax")
TABLE["log_softmax"] = TABLE["log_softmax:with_dtype"] = soft("{}.log_softmax")
TABLE["nn.functional.softmin"] = TABLE["nn.functional.softmin:with_dtype"] = soft("(-&{}).softmax")


@op("nn.functional.normalize")
def normalize(c, x, p=2.0, dim=1, eps=1e-12):
    a = c.tensor(x)
    if p == 2 and eps == 1e-12:
        return f"{a}.normalize({axis(dim)})"
    return f"&{a} / &{a}.norm_with_keepdim({axis(dim)}, {number(p, torch.float64)}).clamp_min({number(eps)})"


@op("nn.functional.layer_norm")
def layer_norm(c, x, sizes, weight=None, bias=None, eps=1e-5):
    a = c.tensor(x)
    if weight is None and bias is None and len(sizes) == 1:
        return f"{a}.layer_norm_no_affine({number(eps)})"
    w = c.tensor(weight if weight is not None else torch.ones(sizes))
    b = c.tensor(bias if bias is not None else torch.zeros(sizes))
    return f"{a}.layer_norm(&{w}, &{b}, {number(eps)})"


@op("nn.functional.rms_norm")
def rms_norm(c, x, sizes, weight=None, eps=None):
    a, w = c.tensor(x), c.tensor(weight if weight is not None else torch.ones(sizes))
    return f"{a}.rms_norm(&{w}, {number(torch.finfo(x.dtype).eps if eps is None else eps)})"


@op("nn.functional.group_norm")
def group_norm(c, x, groups, weight=None, bias=None, eps=1e-5):
    n = x.shape[1]
    a, w, b = c.tensor(x), c.tensor(torch.ones(n) if weight is None else weight), c.tensor(torch.zeros(n) if bias is None else bias)
    return f"{a}.group_norm(Axis::<1>, {size(groups)}, &{w}, &{b}, {number(eps)})"


@op("nn.functional.instance_norm")
def instance_norm(c, x, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-5):
    if not use_input_stats:
        raise No("statistics of others")
    n = x.shape[1]
    a, w, b = c.tensor(x), c.tensor(torch.ones(n) if weight is None else weight), c.tensor(torch.zeros(n) if bias is None else bias)
    return f"{a}.instance_norm(Axis::<1>, &{w}, &{b}, {number(eps)})"


@op("nn.functional.batch_norm", "nn.functional.batch_norm:without_cudnn")
def batch_norm(c, x, mean, var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    n = x.shape[1]
    a, w, b = c.tensor(x), c.tensor(torch.ones(n) if weight is None else weight), c.tensor(torch.zeros(n) if bias is None else bias)
    if training or mean is None:
        return f"{a}.batch_norm_training(Axis::<1>, &{w}, &{b}, {number(eps)}).0"
    return f"{a}.batch_norm(Axis::<1>, &{c.tensor(mean)}, &{c.tensor(var)}, &{w}, &{b}, {number(eps)})"


@op("nn.functional.scaled_dot_product_attention")
def attention(c, q, k, v, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    if dropout_p:
        raise No("elements dropped at random")
    if enable_gqa and q.shape[-3] != k.shape[-3]:
        raise No("grouped heads, whose queries have an axis more")
    a, k, v = c.tensor(q), c.tensor(k), c.tensor(v)
    options = "shaped::Attention::new()" + (f".scale({float(scale)!r})" if scale is not None else "") + (".causal()" if is_causal else "")
    if attn_mask is not None:
        return f"{a}.attention_masked_with(&{k}, &{v}, &{c.tensor(attn_mask)}, {options})"
    return f"{a}.attention_with(&{k}, &{v}, {options})"


# Windows.
def tuple_of(v, n):
    return (v,) * n if isinstance(v, int) else tuple(v) * (n if len(v) == 1 else 1)


def sizes_of(v, n):
    v = tuple_of(v, n)
    return size(v[0]) if n == 1 or len(set(v)) == 1 else f"({', '.join(size(s) for s in v)})"


def convolution(n, transposed=False):
    def write(c, x, w, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1, **kwargs):
        if not transposed:
            dilation, groups = kwargs.get("dilation", dilation), kwargs.get("groups", groups)
        if isinstance(padding, str):
            if padding == "same":
                raise No("padding by a word")
            padding = 0
        options = f"{'TransposedConv' if transposed else 'Conv'}::new().stride({sizes_of(stride, n)}).padding({sizes_of(padding, n)})"
        options += f".dilation({sizes_of(dilation, n)}).groups({size(groups)})"
        options += f".output_padding({sizes_of(output_padding, n)})" if transposed else ""
        name = f"conv{'_transpose' if transposed else ''}{n}d"
        a, w = c.tensor(x), c.tensor(w)
        return f"{a}.{name}(&{w}, {options})" if bias is None else f"{a}.{name}_with_bias(&{w}, &{c.tensor(bias)}, {options})"

    return write


def conv(n):
    def write(c, x, w, bias=None, stride=1, padding=0, dilation=1, groups=1):
        return convolution(n)(c, x, w, bias, stride, padding, dilation=dilation, groups=groups)

    return write


for n in (1, 2, 3):
    TABLE[f"nn.functional.conv{n}d"] = conv(n)
    TABLE[f"nn.functional.conv_transpose{n}d"] = convolution(n, True)


def pooling(kind, n):
    def write(c, x, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False, count_include_pad=True, divisor_override=None):
        if x.ndim < n:
            raise No("fewer axes than a window has")
        stride = kernel_size if stride is None or stride == () else stride
        options = f"Pool::new({sizes_of(kernel_size, n)}).stride({sizes_of(stride, n)}).padding({sizes_of(padding, n)})"
        options += f".dilation({sizes_of(dilation, n)})" if tuple_of(dilation, n) != (1,) * n else ""
        options += ".ceil_mode()" if ceil_mode else ""
        options += ".count_include_pad(false)" if not count_include_pad else ""
        if divisor_override is not None and divisor_override < 0:
            raise No("a divisor that is negative")
        options += f".divisor_override({divisor_override})" if divisor_override else ""
        a = c.tensor(x)
        if return_indices:
            c.lines.append(f"let both = {a}.{kind}_pool{n}d_with_indices({options});")
            return ["both.0", "both.1"]
        return f"{a}.{kind}_pool{n}d({options})"

    return write


for n in (1, 2, 3):
    TABLE[f"nn.functional.max_pool{n}d"] = pooling("max", n)
    average = pooling("avg", n)
    TABLE[f"nn.functional.avg_pool{n}d"] = lambda c, x, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None, of=average: of(
        c, x, kernel_size, stride, padding, 1, ceil_mode, False, count_include_pad, divisor_override)


def adaptive(kind, n):
    def write(c, x, to, return_indices=False):
        if return_indices:
            raise No("indices of adaptive maxima")
        to = tuple(s if m is None else m for s, m in zip(x.shape[-n:], tuple_of(to, n)))
        return f"{c.tensor(x)}.adaptive_{kind}_pool{n}d({sizes_of(to, n)})"

    return write


for n in (1, 2, 3):
    TABLE[f"nn.functional.adaptive_avg_pool{n}d"], TABLE[f"nn.functional.adaptive_max_pool{n}d"] = adaptive("avg", n), adaptive("max", n)


def pad(c, x, widths, mode="constant", value=0):
    if any(w < 0 for w in widths):
        raise No("negative widths")
    pairs = [(widths[i], widths[i + 1]) for i in range(0, len(widths), 2)][::-1]
    if not pairs:
        return f"{c.tensor(x)}.to_tensor()"
    by = f"({''.join(f'({size(a)}, {size(b)}), ' for a, b in pairs)})"
    if mode == "constant":
        return f"{c.tensor(x)}.pad({by}, {number(value or 0, x.dtype)})"
    return f"{c.tensor(x)}.pad_{mode}({by})"


for name in ("nn.functional.pad:constant", "nn.functional.pad:circular", "nn.functional.pad:reflect", "nn.functional.pad:replicate", "nn.functional.pad:replicate_negative"):
    TABLE[name] = pad
TABLE["constant_pad_nd"] = lambda c, x, widths, value=0: pad(c, x, widths, "constant", value)


def interpolate(c, x, size_=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False, **kwargs):
    target, n = kwargs.get("size", size_), x.ndim - 2
    if recompute_scale_factor:
        target = [int(size * f) for size, f in zip(x.shape[2:], tuple_of(scale_factor, n) if not isinstance(scale_factor, float) else (scale_factor,) * n)]
    if target is not None:
        options = f"Resize::to({sizes_of(target, n)})"
    else:
        by = [fraction_of(f) for f in ([scale_factor] * n if isinstance(scale_factor, (int, float)) else scale_factor)]
        options = f"Resize::by({sizes_of([f.numerator for f in by], n)})"
        if any(f.denominator != 1 for f in by):
            options += f".over({sizes_of([f.denominator for f in by], n)})"
    options += {"nearest": "", "nearest-exact": ".nearest_exact()", "area": ".area()", "bicubic": ".cubic()"}.get(mode, ".linear()")
    options += (".align_corners()" if align_corners else "") + (".antialias()" if antialias else "")
    return f"{c.tensor(x)}.interpolate{n}d({options})"


def fraction_of(factor):
    fraction = fractions.Fraction(factor).limit_denominator(64)
    if abs(float(fraction) - factor) > 1e-12:
        raise No("a factor that is no fraction of small numbers")
    return fraction


for name in ("nearest", "nearest-exact", "linear", "bilinear", "bicubic", "trilinear", "area"):
    TABLE[f"nn.functional.interpolate:{name}"] = interpolate
TABLE["nn.functional.upsample_nearest"] = lambda c, x, *args, **kwargs: interpolate(c, x, *args, **kwargs)
TABLE["nn.functional.upsample_bilinear"] = lambda c, x, *args, **kwargs: interpolate(c, x, *args, **{"mode": "bilinear", "align_corners": True} | kwargs)
for name in ("pixel_shuffle", "pixel_unshuffle"):
    TABLE[f"nn.functional.{name}"] = lambda c, x, factor=None, name=name, **kwargs: (
        f"{c.tensor(x)}.{name}({size(next(iter(kwargs.values())) if factor is None else factor)})")
TABLE["nn.functional.channel_shuffle"] = lambda c, x, groups: f"{c.tensor(x)}.channel_shuffle({size(groups)})"
TABLE["nn.functional.glu"] = lambda c, x, dim=-1: f"shaped::nn::Module::forward(&shaped::nn::Glu({axis(dim)}), &{c.tensor(x)})"


# Losses.
def reduced(method, reduction, arguments, each_mean=True):
    if reduction == "batchmean":
        raise No("the mean over batches")
    suffix = {"mean": "", "sum": "_sum", "none": "_each"}[reduction]
    return f"{method}{suffix}({arguments})"


def loss(method, *parameters):
    def write(c, x, y, *args, reduction="mean", weight=None, **kwargs):
        kwargs = {**dict(zip([p for p, _ in parameters], args)), **kwargs}
        only(kwargs, "size_average", "reduce", *[p for p, _ in parameters])
        if weight is not None:
            raise No("weights of elements")
        if x.shape != y.shape:
            raise No("targets that stretch")
        numbers = "".join(f", {number(kwargs.get(p, default), x.dtype)}" for p, default in parameters)
        return f"{c.tensor(x)}.{reduced(method, reduction, '&' + c.tensor(y, x.dtype) + numbers)}"

    return write


for name, method, *known in (
    ("mse_loss", "mse_loss"), ("l1_loss", "l1_loss"), ("huber_loss", "huber_loss", ("delta", 1.0)), ("smooth_l1_loss", "smooth_l1_loss", ("beta", 1.0)),
    ("soft_margin_loss", "soft_margin_loss"), ("hinge_embedding_loss", "hinge_embedding_loss", ("margin", 1.0)),
):  # fmt: skip
    TABLE[f"nn.functional.{name}"] = loss(method, *known)


@op("nn.functional.binary_cross_entropy")
def bce(c, x, y, weight=None, reduction="mean", method="binary_cross_entropy", pos_weight=None):
    a, b = c.tensor(x), c.tensor(y)
    if pos_weight is None and weight is None:
        return f"{a}.{reduced(method, reduction, '&' + b)}"
    each = f"{a}.{method}_each(&{b})" if pos_weight is None else f"{a}.{method}_weighted_each(&{b}, &{c.tensor(pos_weight)})"
    each = each if weight is None else f"({each} * &{c.tensor(weight)})"
    return each + {"mean": ".mean_all()", "sum": ".sum_all()", "none": ""}[reduction]


TABLE["nn.functional.binary_cross_entropy_with_logits"] = lambda c, x, y, weight=None, reduction="mean", pos_weight=None: bce(
    c, x, y, weight, reduction, "binary_cross_entropy_with_logits", pos_weight)


@op("nn.functional.multilabel_soft_margin_loss")
def multilabel(c, x, y, weight=None, reduction="mean"):
    each = f"{c.tensor(x)}.binary_cross_entropy_with_logits_each(&{c.tensor(y, x.dtype)})"
    each = each if weight is None else f"({each} * &{c.tensor(weight)})"
    return f"{each}.mean(Axis::<-1>)" + {"mean": ".mean_all()", "sum": ".sum_all()", "none": ""}[reduction]


@op("nn.functional.kl_div")
def kl_div(c, x, y, reduction="mean", log_target=False):
    if x.shape != y.shape:
        raise No("targets that stretch")
    method, a, b = "kl_div_log" if log_target else "kl_div", c.tensor(x), c.tensor(y)
    if reduction == "batchmean":
        return f"{a}.{method}_sum(&{b}) / {number(x.shape[0])}"
    return f"{a}.{reduced(method, reduction, '&' + b)}"


@op("nn.functional.poisson_nll_loss")
def poisson(c, x, y, log_input=True, full=False, eps=1e-8, reduction="mean", **kwargs):
    if x.shape != y.shape:
        raise No("targets that stretch")
    if full:
        a, b = c.tensor(x), c.tensor(y, x.dtype)
        each = f"{a}.poisson_nll_loss_each(&{b})" if log_input else f"{a}.poisson_nll_loss_of_rates_each(&{b}, {number(eps)})"
        more = f"{b}.xlogy(&{b}) - &{b} + (&{b} * {number(2 * math.pi)}).ln() * 0.5"
        each = f"({each} + {b}.greater(1.0).select({more}, 0.0))"
        return each + {"mean": ".mean_all()", "sum": ".sum_all()", "none": ""}[reduction]
    method, more = ("poisson_nll_loss", "") if log_input else ("poisson_nll_loss_of_rates", f", {number(eps)}")
    return f"{c.tensor(x)}.{reduced(method, reduction, '&' + c.tensor(y, x.dtype) + more)}"


def over(each, reduction):
    return each + {"mean": ".mean_all()", "sum": ".sum_all()", "none": ""}[reduction]


@op("nn.functional.gaussian_nll_loss")
def gaussian(c, x, y, var, full=False, eps=1e-6, reduction="mean"):
    if isinstance(var, (int, float)):
        var = torch.full_like(x, var)
    if x.shape != y.shape:
        raise No("targets that stretch")
    v = c.tensor(var) + ("" if var.ndim == x.ndim else ".unsqueeze(Axis::<-1>)")
    options = f"shaped::GaussianOptions {{ full: {str(full).lower()}, eps: {eps!r} }}"
    return over(f"{c.tensor(x)}.gaussian_nll_loss_each(&{c.tensor(y)}, &{v}, {options})", reduction)


@op("nn.functional.multi_margin_loss")
def multi_margin(c, x, y, p=1, margin=1.0, weight=None, reduction="mean"):
    if x.ndim == 0 or y.ndim != x.ndim - 1:
        raise No("one row whose target is a list, or a scalar")
    options = f"shaped::MarginOptions {{ margin: {float(margin)!r}, squared: {str(p == 2).lower()} }}"
    if weight is not None:
        return over(f"{c.tensor(x)}.multi_margin_loss_weighted_each(&{c.tensor(y)}, &{c.tensor(weight)}, {options})", reduction)
    return over(f"{c.tensor(x)}.multi_margin_loss_each(&{c.tensor(y)}, {options})", reduction)


@op("nn.functional.multilabel_margin_loss")
def multilabel_margin(c, x, y, reduction="mean"):
    if x.ndim == 0:
        raise No("axis 0 of a scalar")
    return over(f"{c.tensor(x)}.multilabel_margin_loss_each(&{c.tensor(y)})", reduction)


@op("nn.functional.ctc_loss")
def ctc(c, x, y, rows, labels, blank=0, reduction="mean", zero_infinity=False):
    if x.ndim != 3 or y.ndim != 2:
        raise No("sequences one after the other, or without a batch")
    rows, labels = [v if isinstance(v, torch.Tensor) else torch.tensor(v) for v in (rows, labels)]
    options = f"shaped::CtcOptions {{ blank: {blank}, zero_infinity: {str(zero_infinity).lower()} }}"
    arguments = f"(&{c.tensor(y)}, &{c.tensor(rows)}, &{c.tensor(labels)}, {options})"
    a = c.tensor(x)
    return f"{a}.ctc_loss{arguments}" if reduction == "mean" else over(f"{a}.ctc_loss_each{arguments}", reduction)


@op("nn.functional.prelu")
def prelu(c, x, weight):
    w = c.tensor(weight.reshape(-1))
    if x.ndim < 2:
        if weight.numel() != 1:
            raise No("several slopes without channels")
        return f"{c.tensor(x)}.reshape::<{shape([x.numel()])}>().prelu(Axis::<0>, &{w}).reshape::<{shape(x.shape)}>()"
    return f"{c.tensor(x)}.prelu(Axis::<1>, &{w})"


def swept(kernel, dilation, padding, stride):
    options = f"Conv::new().stride({sizes_of(stride, 2)}).padding({sizes_of(padding, 2)}).dilation({sizes_of(dilation, 2)})"
    return f"{sizes_of(kernel, 2)}, {options}"


@op("nn.functional.unfold")
def im2col(c, x, kernel_size, dilation=1, padding=0, stride=1):
    to = torch.nn.functional.unfold(x, kernel_size, dilation, padding, stride).shape
    return f"{c.tensor(x)}.im2col({swept(kernel_size, dilation, padding, stride)}).reshape::<{shape(to)}>()"


@op("nn.functional.cross_entropy")
def cross_entropy(c, x, y, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0, **kwargs):
    a = c.tensor(x)
    along = 1 if x.ndim > 1 else 0
    if y.is_floating_point():
        if weight is not None or label_smoothing:
            raise No("weights or smoothing of probabilities")
        moved = lambda v: f"{c.tensor(v) if v is y else a}.move_axis({axis(along)}, Axis::<-1>)"
        return f"{moved(x)}.{reduced('cross_entropy_soft', reduction, '&' + moved(y))}"
    b = c.tensor(y)
    options = f"shaped::CrossEntropyOptions {{ label_smoothing: {label_smoothing!r}, ignore_index: Some({ignore_index}) }}"
    along = 1 if x.ndim > 1 else 0
    row = f"{a}.move_axis({axis(along)}, Axis::<-1>)"
    if weight is not None:
        w = c.tensor(weight)
        return {
            "mean": f"{row}.cross_entropy_weighted_with(&{b}, &{w}, {options})",
            "none": f"{row}.cross_entropy_weighted_each(&{b}, &{w}, {options})",
            "sum": f"{row}.cross_entropy_weighted_each(&{b}, &{w}, {options}).sum_all()",
        }[reduction]
    each = f"{a}.cross_entropy_along_each({axis(along)}, &{b}, {options})"
    return {"mean": f"{a}.cross_entropy_along({axis(along)}, &{b}, {options})", "none": each, "sum": f"{each}.sum_all()"}[reduction]


@op("nn.functional.nll_loss")
def nll(c, x, y, weight=None, ignore_index=-100, reduction="mean", **kwargs):
    a, b, along = c.tensor(x), c.tensor(y), 1 if x.ndim > 1 else 0
    if weight is not None:
        w, row = c.tensor(weight), f"{a}.move_axis({axis(along)}, Axis::<-1>)"
        each = f"{row}.nll_loss_weighted_each(&{b}, &{w}, Some({ignore_index}))"
        return {"mean": f"{row}.nll_loss_weighted(&{b}, &{w}, Some({ignore_index}))", "none": each, "sum": f"{each}.sum_all()"}[reduction]
    each = f"{a}.nll_loss_along_each({axis(along)}, &{b}, Some({ignore_index}))"
    return {"mean": f"{a}.nll_loss_along({axis(along)}, &{b}, Some({ignore_index}))", "none": each, "sum": f"{each}.sum_all()"}[reduction]


def beside(method):
    def write(c, x, y, target, margin=0.0, reduction="mean", **kwargs):
        if x.shape != y.shape:
            raise No("pairs that stretch")
        call = f"{c.tensor(x)}.{method}{'' if reduction == 'mean' else '_each'}(&{c.tensor(y)}, &{c.tensor(target, x.dtype)}, {number(margin, x.dtype)})"
        return call + (".sum_all()" if reduction == "sum" else "")

    return write


TABLE["nn.functional.margin_ranking_loss"] = beside("margin_ranking_loss")
TABLE["nn.functional.cosine_embedding_loss"] = beside("cosine_embedding_loss")


@op("nn.functional.triplet_margin_loss")
def triplet(c, x, p_, n_, margin=1.0, p=2, eps=1e-6, swap=False, reduction="mean"):
    options = f"shaped::TripletOptions {{ margin: {float(margin)!r}, order: {float(p)!r}, eps: {eps!r}, swap: {str(swap).lower()} }}"
    call = f"{c.tensor(x)}.triplet_margin_loss{'' if reduction == 'mean' else '_each'}(&{c.tensor(p_)}, &{c.tensor(n_)}, {options})"
    return call + (".sum_all()" if reduction == "sum" else "")


# Linear algebra, of what is unique.
for name, call in {"det": "{0}.det()", "inv": "{0}.inv().unwrap()"}.items():
    TABLE[f"linalg.{name}"] = lambda c, x, call=call: call.format(c.tensor(x))


@op("linalg.slogdet")
def slogdet(c, x):
    a = c.tensor(x)
    return [f"{a}.slogdet().0", f"{a}.slogdet().1"]


@op("linalg.cholesky")
def cholesky(c, x, upper=False):
    return f"{c.tensor(x)}.cholesky().unwrap()" + (".transpose()" if upper else "")


@op("linalg.eigh", "linalg.eigvalsh")
def eigh(c, x, UPLO="L"):
    return [f"{c.tensor(x)}{'.transpose()' if UPLO == 'U' else ''}.eigh().unwrap().0"]


# Whose signs are arbitrary.
@op("linalg.qr")
def qr(c, x, mode="reduced"):
    if mode != "reduced":
        raise No("only a factor, or one that is larger")
    c.through = torch.abs
    c.lines.append(f"let (q, r) = {c.tensor(x)}.qr();")
    return ["q.abs()", "r.abs()"]


def factors(c, x, whole, turned):
    if whole and x.shape[-1] != x.shape[-2]:
        raise No("factors that are larger")
    c.through = torch.abs
    c.lines.append(f"let (u, s, v) = {c.tensor(x)}.svd().unwrap();")
    return ["u.abs()", "s.abs()", f"v{'.transpose()' if turned else ''}.abs()"]


TABLE["linalg.svd"] = lambda c, x, full_matrices=True: factors(c, x, full_matrices, False)
TABLE["svd"] = lambda c, x, some=True: factors(c, x, not some, True)


TABLE["linalg.svdvals"] = lambda c, x: f"{c.tensor(x)}.svd().unwrap().1"


# Spectra, whose real and imaginary parts are compared.
def transform(name):
    def write(c, x, n=None, dim=-1, norm=None):
        if not is_float(x):
            x = x.to(torch.float32)
        a, length = c.tensor(x), x.shape[dim]
        to = n if n is not None else 2 * (length - 1) if name == "irfft" else length
        used = to // 2 + 1 if name == "irfft" else to
        if used < length:
            a = c.let(f"{a}.narrow({axis(dim)}, 0, {size(used)})")
        elif used > length:
            a = c.let(f"{a}.move_axis({axis(dim)}, Axis::<-1>).pad(((Dim::<0>, {size(used - length)}),), {number(0)}).move_axis(Axis::<-1>, {axis(dim)}).to_tensor()")
        factor = {None: 1.0, "backward": 1.0, "ortho": to ** (0.5 if name in ("irfft", "ifft") else -0.5), "forward": to ** (1.0 if name in ("irfft", "ifft") else -1.0)}[norm]
        if name == "irfft":
            a = c.let(f"{a}.map(|x| num_complex::Complex::new(x, 0.0))")
            return f"{a}.irfft({axis(dim)}, {size(to)}) * {number(factor)}"
        y = c.let(f"{a}.{name}({axis(dim)})")
        c.through = lambda y: torch.view_as_real(y.resolve_conj())
        return f"shaped::stack_all([&{y}.map(|x| x.re * {number(factor)}), &{y}.map(|x| x.im * {number(factor)})], Axis::<-1>)"

    return write


for name in ("fft", "ifft", "rfft", "irfft"):
    TABLE[f"fft.{name}"] = transform(name)


@op("einsum")
def einsum(c, operands, pattern):
    operands = operands if isinstance(operands, (list, tuple)) else [operands]
    pattern = pattern.replace(" ", "")
    left, arrow, right = pattern.partition("->")
    if not arrow:
        letters = sorted(set(left.replace(".", "")) - {","})
        right = ("..." if "..." in left else "") + "".join(l for l in letters if left.count(l) == 1)
    label = lambda l: l if l.islower() else f"upper_{l.lower()}"

    def labels(text):
        front, _, rest = text.rpartition("...")
        if front:
            raise No("an ellipsis that is not in front")
        return " ".join(([".."] if "..." in text else []) + [label(l) for l in rest])

    names = [c.tensor(x) for x in operands]
    return f"einsum!({', '.join(labels(part) for part in left.split(','))} -> {labels(right)}; {', '.join('&' + n for n in names)})"


@op("linalg.solve")
def solve(c, a, b, left=True):
    if not left:
        raise No("equations from the right")
    if b.ndim == a.ndim - 1 and b.shape == a.shape[:-1]:
        return f"{c.tensor(a)}.solve(&{c.tensor(b)}.unsqueeze(Axis::<-1>)).unwrap().squeeze(Axis::<-1>)"
    return f"{c.tensor(a)}.solve(&{c.tensor(b)}).unwrap()"


@op("linalg.lstsq")
def lstsq(c, a, b, rcond=None, driver=None):
    return [f"{c.tensor(a)}.lstsq(&{c.tensor(b)}).unwrap()"]


@op("nn.functional.grid_sample")
def grid_sample(c, x, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    options = {"bilinear": "", "nearest": ".nearest()", "bicubic": ".bicubic()"}[mode]
    options += {"zeros": "", "border": ".border()", "reflection": ".reflection()"}[padding_mode] + (".align_corners()" if align_corners else "")
    return f"{c.tensor(x)}.grid_sample{'3d' if x.ndim == 5 else ''}(&{c.tensor(grid)}, GridSample::new(){options})"


def max_unpool(n):
    def write(c, x, places, kernel_size, stride=None, padding=0, output_size=None):
        many = lambda v: [v] * n if isinstance(v, int) else list(v)
        kernel, padding = many(kernel_size), many(padding)
        stride = many(stride) if stride else kernel
        sizes = [(i - 1) * s - 2 * p + k for i, s, p, k in zip(x.shape[-n:], stride, padding, kernel)]
        sizes = list(output_size)[-n:] if output_size is not None else sizes
        sizes = [size(v) for v in sizes]
        return f"{c.tensor(x)}.max_unpool{n}d(&{c.tensor(places)}, {sizes[0] if n == 1 else '(' + ', '.join(sizes) + ')'})"

    return write


for n in (1, 2, 3):
    TABLE[f"nn.functional.max_unpool{n}d"] = TABLE[f"nn.functional.max_unpool{n}d:grad"] = max_unpool(n)


@op("nn.functional.local_response_norm")
def local_response_norm(c, x, size, alpha=1e-4, beta=0.75, k=1.0):
    options = f"shaped::LocalResponse::new({size}).alpha({float(alpha)!r}).beta({float(beta)!r}).k({float(k)!r})"
    return f"{c.tensor(x)}.local_response_norm(Axis::<1>, {options})"


@op("nn.functional.bilinear")
def bilinear(c, x, y, w, bias=None):
    a, b, w = c.tensor(x), c.tensor(y), c.tensor(w)
    return f"{a}.bilinear_no_bias(&{b}, &{w})" if bias is None else f"{a}.bilinear(&{b}, &{w}, &{c.tensor(bias)})"


# What the issue names, and the library has not (or another program tries).
MISSING = {"stft": "padding, windows and sizes of parts"}


def missing(reason):
    def write(c, *args, **kwargs):
        raise No(reason)

    return write


for name, reason in MISSING.items():
    TABLE.setdefault(name, missing(reason))

MAIN = """//! Written by tools/samples.py.
use shaped::prelude::*;
use shaped::{Layout, Shape};

pub trait El: Copy {
    fn of(x: f64) -> Self;
    fn number(self) -> f64;
}
macro_rules! els {
    ($($t:ident)*) => { $( impl El for $t {
        fn of(x: f64) -> Self { x as $t }
        fn number(self) -> f64 { self as f64 }
    } )* };
}
els!(f32 f64 i64 i32 u8 usize);
impl El for bool {
    fn of(x: f64) -> Self { x != 0.0 }
    fn number(self) -> f64 { f64::from(u8::from(self)) }
}

/// What a case gives.
pub trait Answer {
    fn sizes_and_numbers(&self) -> (Vec<usize>, Vec<f64>);
}
impl<T: El, S: Shape> Answer for Tensor<T, S> {
    fn sizes_and_numbers(&self) -> (Vec<usize>, Vec<f64>) { self.view().sizes_and_numbers() }
}
impl<T: El, S: Shape, Y: Layout<S>> Answer for View<'_, T, S, Y> {
    fn sizes_and_numbers(&self) -> (Vec<usize>, Vec<f64>) { (self.sizes().as_ref().to_vec(), self.iter().map(|x| x.number()).collect()) }
}
macro_rules! numbers {
    ($($t:ident)*) => { $( impl Answer for $t {
        fn sizes_and_numbers(&self) -> (Vec<usize>, Vec<f64>) { (vec![], vec![self.number()]) }
    } )* };
}
numbers!(f32 f64 i64 i32 u8 usize bool);

pub struct Data(Vec<(Vec<usize>, Vec<f64>)>);
impl Data {
    fn read(path: &str) -> Data {
        let bytes = std::fs::read(path).unwrap();
        let words: Vec<f64> = bytes.as_chunks::<8>().0.iter().map(|b| f64::from_le_bytes(*b)).collect();
        let (mut all, mut at) = (vec![], 0);
        while at < words.len() {
            let rank = words[at] as usize;
            let sizes: Vec<usize> = words[at + 1..][..rank].iter().map(|n| *n as usize).collect();
            let n = sizes.iter().product::<usize>();
            all.push((sizes, words[at + 1 + rank..][..n].to_vec()));
            at += 1 + rank + n;
        }
        Data(all)
    }
    pub fn input<T: El, S: shaped::StaticShape>(&self, at: usize) -> Tensor<T, S> {
        Tensor::from_vec(self.0[at].1.iter().map(|x| T::of(*x)).collect()).unwrap_or_else(|_| panic!("an input"))
    }
    /// Sizes that are equal, and numbers that are near to each other.
    pub fn check(&self, at: usize, answer: &impl Answer) {
        let (sizes, numbers) = answer.sizes_and_numbers();
        let (expected, values) = &self.0[at];
        assert_eq!(&sizes, expected, "sizes");
        let largest = values.iter().filter(|x| x.is_finite()).fold(0f64, |a, b| a.max(b.abs()));
        for (i, (x, y)) in numbers.iter().zip(values).enumerate() {
            let near = x == y || x.is_nan() && y.is_nan() || (x - y).abs() <= 1e-5 * y.abs() + 2e-6 * largest.min(1e6) + 1e-7;
            assert!(near, "element {i} is {x}, PyTorch's {y}");
        }
    }
}

mod cases;

fn main() {
    let data = Data::read(&std::env::args().nth(1).unwrap());
    std::panic::set_hook(Box::new(|_| {}));
    for (number, case, at) in cases::CASES {
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| case(&data, *at))) {
            Ok(()) => println!("{number} right"),
            Err(error) => {
                let text = error.downcast_ref::<String>().cloned().or_else(|| error.downcast_ref::<&str>().map(|s| s.to_string()));
                println!("{number} {}", text.unwrap_or_default().replace('\\n', " "));
            }
        }
    }
}
"""


def samples(info, dtype):
    try:
        yield from info.sample_inputs("cpu", dtype, requires_grad=False)
    except Exception as error:  # the samples are made by code that is not ours
        print(f"no samples of {info.name}: {error}", file=sys.stderr)


def flat(result):
    return list(result) if isinstance(result, (tuple, list)) else [result]


def calls_of(name, case, x, args, kwargs):
    try:
        calls = TABLE[name](case, x, *args, **kwargs)
    except TypeError as error:
        raise No(f"arguments: {str(error).split(') ')[-1]}") from error
    return calls if isinstance(calls, list) else [calls]


def write(info, sample):
    """The Rust of a sample, with what PyTorch gives."""
    expected = flat(info.op(sample.input, *sample.args, **sample.kwargs))
    case, name = Case(), full_name(info)
    try:
        calls = calls_of(name, case, sample.input, sample.args, sample.kwargs)
    except No as no:
        if str(no) != "axis 0 of a scalar":
            raise
        # A scalar has no axes here: `x.unsqueeze(Axis::<0>)` has one, and the result is a scalar again.
        line = lambda v: v.reshape(1) if isinstance(v, torch.Tensor) and v.ndim == 0 else v
        case = Case()
        calls = calls_of(name, case, line(sample.input), [line(v) for v in sample.args], {k: line(v) for k, v in sample.kwargs.items()})
        calls = [f"({call}).reshape::<{shape(e.shape)}>()" for call, e in zip(calls, expected)]
    expected = [case.through(e if isinstance(e, torch.Tensor) else torch.tensor(e)) for e in expected][: len(calls)]
    if any(e.dtype not in TYPES and e.dtype not in (torch.int32,) for e in expected):
        raise No(f"elements of {[e.dtype for e in expected]}")
    if sum(e.numel() for e in expected) > 3 * LARGEST:
        raise No("more elements than are tried here")
    return case, calls, expected


def full_name(info):
    return info.name + (f":{info.variant_test_name}" if info.variant_test_name else "")


def tensor_bytes(x):
    x = x.detach().to(torch.float64).contiguous().flatten().tolist() if x.numel() else []
    return struct.pack(f"<{len(x)}d", *x)


def record(x):
    return struct.pack(f"<{x.ndim + 1}d", x.ndim, *x.shape) + tensor_bytes(x)


def program(case, calls):
    """The body of a sample's function, whose tensors are counted from `at`."""
    lines = " ".join(line.replace("{at}", "at") for line in case.lines)
    return f"{lines} " + " ".join(f"d.check(at + {len(case.inputs) + i}, &({call}));" for i, call in enumerate(calls))


def compile_and_run(folder, cases):
    """What each case gives, by its number; those that do not compile are left out, with the compiler's word."""
    verdicts = {}
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "Cargo.toml").write_text(
        f'[package]\nname = "samples"\nversion = "0.1.0"\nedition = "2024"\n[dependencies]\nshaped = {{ path = "{ROOT}", features = ["fft", "linalg"] }}\nnum-complex = "0.4"\n[profile.dev]\ndebug = 0\n[workspace]\n')
    shutil.copy(ROOT / "Cargo.lock", folder / "Cargo.lock")
    (folder / "src/main.rs").write_text(MAIN)
    # Samples that differ in their numbers only are one function.
    data, of, at = b"", {}, 0
    for number_, (case, calls, expected) in cases.items():
        for x in case.inputs + expected:
            data += record(x)
        of.setdefault(program(case, calls), []).append((number_, at))
        at += len(case.inputs) + len(expected)
    (folder / "data").write_bytes(data)
    numbered = list(of.items())
    while numbered:
        head = ["#![allow(unused, clippy::all)]", "use super::Data;", "use shaped::{einsum, prelude::*};"]
        body = head + [f"fn case_{i}(d: &Data, at: usize) {{ {text} }}" for i, (text, _) in enumerate(numbered)]
        rows = [f"({n}, case_{i}, {at})" for i, (_, all_of) in enumerate(numbered) for n, at in all_of]
        body.append("pub const CASES: &[(usize, fn(&Data, usize), usize)] = &[" + ", ".join(rows) + "];")
        (folder / "src/cases.rs").write_text("\n".join(body) + "\n")
        built = subprocess.run(["cargo", "build", "--quiet", "--message-format=json"], cwd=folder, capture_output=True, text=True)
        wrong = {}
        for line in built.stdout.splitlines():
            message = json.loads(line).get("message") or {}
            if not isinstance(message, dict) or message.get("level") != "error":
                continue
            places = list(message["spans"])
            while places:
                span = places.pop()
                if span["file_name"].endswith("cases.rs"):
                    wrong.setdefault(span["line_start"] - len(head) - 1, message["message"])
                if span.get("expansion"):
                    places.append(span["expansion"]["span"])
            for text in [message.get("rendered") or ""] + [child["message"] for child in message.get("children", [])]:
                for found in re.findall(r"cases\.rs:(\d+):", text):
                    wrong.setdefault(int(found) - len(head) - 1, message["message"])
        wrong = {i: text for i, text in wrong.items() if 0 <= i < len(numbered)}
        if built.returncode and not wrong:
            print(built.stderr[-3000:], built.stdout[-3000:], file=sys.stderr)
            sys.exit("the samples' crate does not build, and no case is at fault")
        if not wrong:
            break
        for i, text in wrong.items():
            verdicts |= {n: ("does not compile", text) for n, _ in numbered[i][1]}
        numbered = [case for i, case in enumerate(numbered) if i not in wrong]
    if numbered:
        target = os.environ.get("CARGO_TARGET_DIR", folder / "target")
        run = subprocess.run([f"{target}/debug/samples", folder / "data"], capture_output=True, text=True)
        for line in run.stdout.splitlines():
            number_, verdict = line.split(" ", 1)
            verdicts[int(number_)] = ("right", "") if verdict == "right" else ("wrong", verdict)
        for _, all_of in numbered:
            for number_, _ in all_of:
                verdicts.setdefault(number_, ("wrong", "the program ended before"))
    return verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ops", default="", help="only those whose name has this")
    parser.add_argument("--limit", type=int, default=10**9, help="samples of each operator and type")
    parser.add_argument("--dtypes", default="f32,i64")
    parser.add_argument("--group", type=int, default=250, help="cases in one program")
    parser.add_argument("--keep", help="the folder of the programs")
    options = parser.parse_args()
    from torch.testing._internal.common_methods_invocations import op_db

    dtypes = [dtype for dtype, name in TYPES.items() if name in options.dtypes.split(",")]
    folder = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="samples"))
    count = collections.defaultdict(collections.Counter)
    reasons = collections.defaultdict(collections.Counter)
    cases, of = {}, {}
    for info in op_db:
        name = full_name(info)
        if name not in TABLE or not re.search(options.ops, name):
            continue
        for dtype in dtypes:
            if dtype not in info.dtypes:
                continue
            for i, sample in enumerate(samples(info, dtype)):
                if i >= options.limit:
                    break
                try:
                    case, calls, expected = write(info, sample)
                except No as no:
                    count[name]["not"] += 1
                    reasons[name][str(no)] += 1
                    continue
                except Exception as error:  # PyTorch's own, or a hole in the table
                    count[name]["not"] += 1
                    reasons[name][f"{type(error).__name__}: {str(error)[:80]}"] += 1
                    continue
                cases[len(of)] = (case, calls, expected)
                of[len(of)] = (name, program(case, calls))
    wrongs, groups, programs = [], [], {}
    for n in sorted(cases, key=lambda n: of[n]):
        # As many programs as can be compiled at once.
        if not groups or of[n][1] not in programs and len(programs) >= options.group:
            groups.append({})
            programs = {}
        programs[of[n][1]] = True
        groups[-1][n] = cases[n]
    print(f"{len(cases)} samples that can be written are {len({text for _, text in of.values()})} programs", file=sys.stderr)
    for i, group in enumerate(groups):
        for number_, (verdict, text) in compile_and_run(folder, group).items():
            name, written = of[number_]
            if verdict == "does not compile":
                count[name]["not"] += 1
                reasons[name][f"does not compile: {text[:140]}"] += 1
            else:
                count[name][verdict] += 1
                if verdict == "wrong":
                    wrongs.append(f"{name}: {text}\n    {written[:600]}")
        print(f"{i + 1} of {len(groups)} groups", file=sys.stderr)
    print("| operator | expressible | right | wrong | not | why not |\n|---|---|---|---|---|---|")
    total = collections.Counter()
    for name in sorted(count):
        n = count[name]
        total += n
        why = "; ".join(f"{text} ({k})" for text, k in reasons[name].most_common(3))
        print(f"| {name} | {n['right'] + n['wrong']} | {n['right']} | {n['wrong']} | {n['not']} | {why} |")
    expressible = total["right"] + total["wrong"]
    everything = expressible + total["not"]
    print(f"\n{len(count)} operators, {everything} samples: {expressible} expressible ({100 * expressible / max(everything, 1):.1f} %), {total['right']} right, {total['wrong']} wrong")
    print("\n".join(wrongs))
    if not options.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
