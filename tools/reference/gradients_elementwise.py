"""Gradients of functions of elements, operators and masks: tests/data/gradients/elementwise.txt."""

import math

import torch
import torch.nn.functional as F
from gradients import Gradients, above, given, other, plain, positive, share, third, unit

g = Gradients("elementwise")
case = g.case
inf = math.inf

# Functions of one element: by name, the function, and numbers that it is defined for.
ONE = {
    "exp": (torch.exp, plain), "exp_m1": (torch.expm1, plain), "ln": (torch.log, positive), "log2": (torch.log2, positive),
    "log10": (torch.log10, positive), "ln_1p": (torch.log1p, positive), "sqrt": (torch.sqrt, positive),
    "rsqrt": (torch.rsqrt, positive), "cbrt": (lambda x: x.sign() * x.abs() ** (1 / 3), plain), "sin": (torch.sin, plain),
    "cos": (torch.cos, plain), "tan": (torch.tan, unit), "asin": (torch.asin, unit), "acos": (torch.acos, unit),
    "atan": (torch.atan, plain), "sinh": (torch.sinh, plain), "cosh": (torch.cosh, plain), "tanh": (torch.tanh, plain),
    "asinh": (torch.asinh, plain), "acosh": (torch.acosh, above), "atanh": (torch.atanh, unit), "erf": (torch.erf, plain),
    "erfc": (torch.erfc, plain), "abs": (torch.abs, plain), "sign": (torch.sign, plain), "floor": (torch.floor, plain),
    "ceil": (torch.ceil, plain), "round": (torch.round, plain), "trunc": (torch.trunc, plain), "fract": (torch.frac, plain),
    "recip": (torch.reciprocal, positive), "square": (torch.square, plain), "neg": (torch.neg, plain),
    "relu": (F.relu, plain), "relu6": (F.relu6, plain), "selu": (F.selu, plain), "gelu": (F.gelu, plain),
    "gelu_tanh": (lambda x: F.gelu(x, approximate="tanh"), plain), "silu": (F.silu, plain), "sigmoid": (torch.sigmoid, plain),
    "log_sigmoid": (F.logsigmoid, plain), "softplus": (F.softplus, plain), "mish": (F.mish, plain),
    "hard_sigmoid": (F.hardsigmoid, plain), "hard_swish": (F.hardswish, plain), "softsign": (F.softsign, plain),
    "exp2": (torch.exp2, plain), "sinc": (torch.sinc, plain), "to_radians": (torch.deg2rad, plain), "to_degrees": (torch.rad2deg, plain),
    "logit": (torch.logit, share), "tanhshrink": (F.tanhshrink, plain),
}  # fmt: skip
for name, (f, kind) in ONE.items():
    case(f"{name} plain", f, x=kind(3, 4))
for name in ("exp", "relu", "gelu", "neg", "square"):
    f = ONE[name][0]
    case(f"{name} transposed", lambda x: f(x.T), x=plain(3, 4))
    case(f"{name} one", f, x=plain(1))
    case(f"{name} scalar", f, x=plain())
    case(f"{name} empty", f, x=plain(0, 4))
case("exp of a stretched one", lambda x: torch.exp(x.expand(3, 4)), x=plain(3, 1))

# With numbers that are the same for all elements.
NUMBERS = {
    "powi 3": lambda x: x**3, "powi -2": lambda x: x**-2, "powi 0": lambda x: x**0, "powi 1": lambda x: x**1,
    "clamp plain": lambda x: torch.clamp(x, -1.2, 0.7), "clamp reversed": lambda x: torch.clamp(x, 0.7, -1.2),
    "clamp_min plain": lambda x: torch.clamp_min(x, 0.3), "clamp_max plain": lambda x: torch.clamp_max(x, 0.3),
    "leaky_relu plain": lambda x: F.leaky_relu(x, 0.01), "leaky_relu steep": lambda x: F.leaky_relu(x, 2.5),
    "elu plain": lambda x: F.elu(x, 1.0), "elu flat": lambda x: F.elu(x, 0.7), "nan_to_num plain": lambda x: torch.nan_to_num(x, 0.5),
    "nan_to_num_with plain": lambda x: torch.nan_to_num(x, 0.5, 7.0, -8.0), "softplus_with plain": lambda x: F.softplus(x, 1.5, 2.0),
    "celu plain": lambda x: F.celu(x, 0.75), "hardshrink plain": lambda x: F.hardshrink(x, 0.5), "softshrink plain": lambda x: F.softshrink(x, 0.5),
    "threshold plain": lambda x: F.threshold(x, 0.5, -7.0), "powu 3": lambda x: x**3, "powu 0": lambda x: x**0,
    "add number": lambda x: x + 1.25, "sub number": lambda x: x - 1.25, "mul number": lambda x: x * 1.25, "div number": lambda x: x / 1.25,
    "sub from number": lambda x: 1.25 - x, "mul of number": lambda x: -0.75 * x, "div of number": lambda x: 1.25 / x,
    "rem number": lambda x: torch.fmod(x, 0.7), "maximum number": lambda x: torch.maximum(x, torch.full((), 0.3, dtype=x.dtype)),
    "minimum number": lambda x: torch.minimum(x, torch.full((), 0.3, dtype=x.dtype)),
}  # fmt: skip
for name, f in NUMBERS.items():
    case(name, f, x=plain(3, 4))
case("logit_with plain", lambda x: torch.logit(x, 0.15), x=share(3, 4))
case("powf half", lambda x: x**0.5, x=positive(3, 4))
case("powf -1.5", lambda x: x**-1.5, x=positive(3, 4))
case("pow number", lambda x: x**2.5, x=positive(3, 4))

# Where a function has a corner, or no finite value: PyTorch's choice.
corners = given("corners", [-6, -3, -2, -1, -0.5, 0, 0.5, 1, 2, 3, 6, 7])
CORNERS = "sinc tanhshrink abs sign floor ceil round trunc fract relu relu6 selu hard_sigmoid hard_swish softsign square gelu silu mish log_sigmoid softplus tanh"
for name in CORNERS.split():
    case(f"{name} corners", ONE[name][0], x=corners)
case("clamp corners", lambda x: torch.clamp(x, -1, 2), x=corners)
case("clamp_min corners", lambda x: torch.clamp_min(x, 0.5), x=corners)
case("clamp_max corners", lambda x: torch.clamp_max(x, 0.5), x=corners)
case("leaky_relu corners", lambda x: F.leaky_relu(x, 0.01), x=corners)
case("celu corners", lambda x: F.celu(x, 0.75), x=corners)
case("hardshrink corners", lambda x: F.hardshrink(x, 0.5), x=corners)
case("softshrink corners", lambda x: F.softshrink(x, 0.5), x=corners)
case("threshold corners", lambda x: F.threshold(x, 0.5, -7.0), x=corners)
case("softplus_with corners", lambda x: F.softplus(x, 2.0, 6.0), x=corners)
case("logit corners", torch.logit, x=given("odds", [0, 0.25, 1]))
case("logit_with corners", lambda x: torch.logit(x, 0.25), x=given("odds", [0, 0.25, 1]))
for name in ("fmax", "fmin"):
    case(f"{name} ties", getattr(torch, name), x=corners, y=given("level", [1] * 12))
case("copysign zeros", torch.copysign, x=given("few_zeros", [0, 1, -2, 3]), y=given("signs", [-1, 0.0, -0.0, -3]))
case("xlogy zeros", torch.xlogy, x=given("some_zeros", [0, 0, 2, 1]), y=given("levels", [1, 2, 3, 0.5]))
case("logaddexp ties", torch.logaddexp, x=corners, y=given("level", [1] * 12))
case("elu corners", lambda x: F.elu(x, 0.7), x=corners)
case("powi 2 corners", lambda x: x**2, x=corners)
case("powi 0 corners", lambda x: x**0, x=corners)
case("nan_to_num odd", lambda x: torch.nan_to_num(x, 0.5), x=given("odd", [math.nan, 1.25, inf, -inf, 0]))
case("sqrt at 0", torch.sqrt, x=given("ends", [0, 1, 4]))
case("maximum ties", torch.maximum, x=corners, y=given("level", [1] * 12))
case("minimum ties", torch.minimum, x=corners, y=given("level", [1] * 12))
case("maximum number ties", lambda x: torch.maximum(x, torch.full((), 0.5, dtype=x.dtype)), x=corners)
far = given("far", [-800, -100, -30, 30, 100, 800])
for name in ("sigmoid", "log_sigmoid", "softplus", "tanh", "silu", "mish", "gelu", "gelu_tanh", "erf", "erfc", "softsign", "selu"):
    case(f"{name} far", ONE[name][0], x=far)

# Pairs, stretched on either side.
PAIRS = {
    "add": (torch.add, plain, other), "sub": (torch.sub, plain, other), "mul": (torch.mul, plain, other),
    "div": (torch.div, plain, positive), "rem": (torch.fmod, plain, positive), "maximum": (torch.maximum, plain, other),
    "minimum": (torch.minimum, plain, other), "pow": (torch.pow, positive, other), "atan2": (torch.atan2, plain, other),
    "hypot": (torch.hypot, plain, other), "remainder": (torch.remainder, plain, positive),
}  # fmt: skip
# As these, in fewer sizes.
MORE_PAIRS = {
    "fmax": (torch.fmax, plain, other), "fmin": (torch.fmin, plain, other), "copysign": (torch.copysign, plain, other),
    "ldexp": (torch.ldexp, plain, other), "xlogy": (torch.xlogy, plain, positive), "logaddexp": (torch.logaddexp, plain, other),
    "logaddexp2": (torch.logaddexp2, plain, other), "floor_divide": (lambda x, y: torch.div(x, y, rounding_mode="floor"), plain, positive),
}  # fmt: skip
SIZES = {
    "same": ((3, 4), (3, 4)), "row": ((3, 4), (4,)), "row on the left": ((4,), (3, 4)), "column": ((3, 4), (3, 1)), "outer": ((3, 1), (4,)),
    "both ways": ((2, 1, 3), (4, 1)), "scalar": ((3, 4), ()), "scalar on the left": ((), (3, 4)), "four axes": ((1, 3, 1, 2), (2, 1, 4, 1)),
    "no rows": ((0, 4), (4,)), "no columns": ((3, 0), (3, 1)),
}  # fmt: skip
for name, (f, left, right) in PAIRS.items():
    few = () if name in ("add", "sub", "mul", "div") else ("column", "scalar", "four axes", "no columns", "scalar on the left")
    for sizes, (a, b) in SIZES.items():
        if sizes not in few:
            case(f"{name} {sizes}", f, x=left(*a), y=right(*b))
    case(f"{name} transposed", lambda x, y: f(x.T, y.T), x=left(3, 4), y=right(3, 1))
for name, (f, left, right) in MORE_PAIRS.items():
    case(f"{name} row", f, x=left(3, 4), y=right(4))
    case(f"{name} outer", f, x=left(3, 1), y=right(4))
case("mul by itself", lambda x: x * x, x=plain(3, 4))
case("mul by its transpose", lambda x: x * x.T, x=plain(3, 3))
case("mul by its own sum", lambda x: x * x.sum(1, keepdim=True), x=plain(3, 4))
case("add unused", lambda x, y: x + 1, x=plain(3), y=other(3))
case("add of one input in three places", lambda x: (x * 2).exp() + x / 3 - x.sin() * x, x=plain(3, 4))
case("div standardised", lambda x: (x - x.mean(-1, keepdim=True)) / (x.var(-1, keepdim=True) + 1e-3).sqrt(), x=plain(3, 5))

# Three operands, and masks.
case("lerp weights", torch.lerp, x=plain(3, 1), y=other(4), w=third(3, 4))
case("lerp number", lambda x, y: torch.lerp(x, y, 0.3), x=plain(3, 4), y=other(4))
case("lerp beyond", lambda x, y: torch.lerp(x, y, 1.7), x=plain(4), y=other(3, 4))
mask = g.mask("mask", [[1, 0, 0, 1], [0, 1, 1, 0], [0, 0, 1, 1]])
row = g.mask("row", [1, 0, 1, 0])
column = g.mask("column", [[0], [1], [1]])
case("select same", lambda x, y: torch.where(mask, x, y), x=plain(3, 4), y=other(3, 4))
case("select stretched", lambda x, y: torch.where(mask, x, y), x=plain(4), y=other(3, 1))
case("select by a row", lambda x, y: torch.where(row, x, y), x=plain(3, 4), y=other(4))
case("select by a column", lambda x, y: torch.where(column, x, y), x=plain(4), y=other(1))
case("select number", lambda x: torch.where(mask, x, 1.5), x=plain(3, 4))
case("select number first", lambda x: torch.where(mask, 1.5, x), x=plain(4))
case("select by comparison", lambda x, y: torch.where(x > y, x * y, x), x=plain(3, 4), y=other(4))
case("masked_fill same", lambda x: x.masked_fill(mask, -2.5), x=plain(3, 4))
case("masked_fill row", lambda x: x.masked_fill(row, 7.5), x=plain(3, 4))
case("masked_fill stretches", lambda x: x.expand(3, 4).masked_fill(column, 0), x=plain(4))
case("masked_fill with infinity, softmax", lambda x: x.masked_fill(row, -inf).softmax(-1), x=plain(3, 4))
case("mul by a mask", lambda x: x * mask, x=plain(3, 4))
g.write()
