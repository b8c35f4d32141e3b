"""Functions of elements, operators, comparisons and masks as PyTorch and NumPy compute them: tests/data/reference/elementwise.txt."""

import math
import warnings

import numpy as np
import torch
import torch.nn.functional as F
from common import Reference

warnings.simplefilter("ignore")
reference = Reference("elementwise")
rng = np.random.default_rng(23)
NAN, INF = math.nan, math.inf
FLOATS = {"f64": torch.float64, "f32": torch.float32}
INTEGERS = {"i64": torch.int64, "i32": torch.int32, "u8": torch.uint8}


def floats(name, values):
    x = torch.as_tensor(np.asarray(values, dtype=np.float64))
    return {dtype: reference.input(name, x.to(dtype)) for dtype in FLOATS.values()}


def special(dtype):
    info = torch.finfo(dtype)
    subnormal = 5e-324 if dtype == torch.float64 else 1.4e-45
    values = [NAN, INF, -INF, 0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 3, -3, 6.5, 20, 20.5, 1e4, -1e4, 100, -100]
    values += [0.49999997, 8388609, 1e-4, info.tiny, -info.tiny, subnormal, -subnormal, info.max, info.min]
    return reference.input("special", torch.tensor(values, dtype=dtype))


def few(dtype):
    values = [NAN, INF, -INF, 0.0, -0.0, 1, -1, 2, -2.5, 3, torch.finfo(dtype).max, torch.finfo(dtype).tiny]
    return reference.input("few", torch.tensor(values, dtype=dtype))


plain = floats("plain", rng.normal(size=(3, 4)) * 2)
unit = floats("unit", rng.uniform(-1, 1, size=(2, 5)))
positive = floats("positive", rng.gamma(2, 2, size=(7,)) + 1)
row = floats("row", rng.normal(size=(4,)) + 2)
column = floats("column", rng.normal(size=(3, 1)))
wide = floats("wide", rng.normal(size=(4, 6)))
share = floats("share", [[0.01, 0.2, 0.5], [0.7, 0.95, 0.999]])
specials = {dtype: special(dtype) for dtype in FLOATS.values()}
fews = {dtype: few(dtype) for dtype in FLOATS.values()}

sixth = lambda x: torch.clamp(x + 3, 0, 6) / 6
MATH = {
    "exp": torch.exp, "exp_m1": torch.expm1, "sin": torch.sin, "cos": torch.cos, "tan": torch.tan, "atan": torch.atan,
    "sinh": torch.sinh, "cosh": torch.cosh, "tanh": torch.tanh, "asinh": torch.asinh, "erf": torch.erf, "erfc": torch.erfc,
    "abs": torch.abs, "floor": torch.floor, "ceil": torch.ceil, "round": torch.round, "trunc": torch.trunc,
    "fract": torch.frac, "recip": torch.reciprocal, "square": torch.square, "neg": torch.neg,
    "sign": lambda x: torch.from_numpy(np.sign(x.numpy())), "cbrt": lambda x: torch.from_numpy(np.cbrt(x.numpy())),
    # PyTorch loses the sign of the least subnormal.
    "ln_1p": lambda x: torch.from_numpy(np.log1p(x.numpy())),
    "ln": torch.log, "log2": torch.log2, "log10": torch.log10, "sqrt": torch.sqrt,
    "rsqrt": torch.rsqrt, "asin": torch.asin, "acos": torch.acos, "acosh": torch.acosh, "atanh": torch.atanh,
    "exp2": torch.exp2, "sinc": torch.sinc, "to_radians": torch.deg2rad, "to_degrees": torch.rad2deg, "logit": torch.logit,
}  # fmt: skip
# Of infinity PyTorch's `gelu` makes NaN in some builds and not in others; its formula is what counts.
ACTIVATIONS = {
    "relu": F.relu, "relu6": F.relu6, "selu": F.selu, "gelu": lambda x: 0.5 * x * (1 + torch.erf(x * math.sqrt(0.5))),
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"), "silu": F.silu, "sigmoid": torch.sigmoid,
    "log_sigmoid": F.logsigmoid, "softplus": F.softplus, "mish": F.mish, "hard_sigmoid": F.hardsigmoid,
    "hard_swish": F.hardswish, "softsign": F.softsign, "tanhshrink": F.tanhshrink,
}  # fmt: skip
POSITIVE = {"ln", "log2", "log10", "ln_1p", "sqrt", "rsqrt", "acosh"}
UNIT = {"asin", "acos", "atanh"}
SHARE = {"logit"}
PAIRS = {
    "add": torch.add, "sub": torch.sub, "mul": torch.mul, "div": torch.div, "rem": torch.fmod, "maximum": torch.maximum,
    "minimum": torch.minimum, "pow": torch.pow, "atan2": torch.atan2, "hypot": torch.hypot, "remainder": torch.remainder,
    "equal": torch.eq, "not_equal": torch.ne, "less": torch.lt, "less_equal": torch.le, "greater": torch.gt,
    "greater_equal": torch.ge, "floor_divide": torch.floor_divide, "fmax": torch.fmax, "fmin": torch.fmin, "copysign": torch.copysign,
    "heaviside": torch.heaviside, "ldexp": torch.ldexp, "xlogy": torch.xlogy, "logaddexp": torch.logaddexp, "logaddexp2": torch.logaddexp2,
    "is_close": lambda a, b: torch.isclose(a, b, rtol=0.25, atol=0.125),
}  # fmt: skip

EVERY_LAYOUT = {"add", "sub", "mul", "div", "rem", "maximum", "greater"}

for name, dtype in FLOATS.items():
    for op, f in (MATH | ACTIVATIONS).items():
        source, case = (positive, "positive") if op in POSITIVE else (unit, "unit") if op in UNIT else (share, "share") if op in SHARE else (plain, "plain")
        reference.result(op, case, f(source[dtype]))
        y = f(specials[dtype])
        reference.result(op, "special", y)
        reference.result(op, f"special_signs_{name}", torch.signbit(y) & ~torch.isnan(y))
    for op, f in {"is_nan": torch.isnan, "is_finite": torch.isfinite, "is_infinite": torch.isinf, "is_sign_negative": torch.signbit}.items():
        reference.result(op, f"special_{name}", f(specials[dtype]))

    # Exact near 0, and where there is little left.
    tiny = torch.tensor([1e-20, -1e-20, 1e-9, -1e-9], dtype=torch.float64)
    if dtype == torch.float64:
        reference.input("tiny", tiny)
        for op in ("exp_m1", "ln_1p", "asinh", "atanh", "erf", "tanh"):
            reference.result(op, "ratio", MATH[op](tiny) / tiny)
        reference.result("selu", "ratio", F.selu(tiny) / tiny)
        reference.result("erfc", "logarithm", torch.log(torch.erfc(unit[dtype].abs() * 25)))
        reference.result("log_sigmoid", "logarithm", torch.log(-F.logsigmoid(unit[dtype].abs() * 40)))

    # Layouts and sizes.
    x = plain[dtype]
    for op in ("exp", "gelu", "relu", "neg"):
        f = (MATH | ACTIVATIONS)[op]
        reference.result(op, "transposed", f(x.T))
        reference.result(op, "narrowed", f(x[:, 1:3]))
        reference.result(op, "stretched", f(column[dtype].expand(3, 4)))
        reference.result(op, "empty", f(x[:0]))
        reference.result(op, "scalar", f(x[1, 2]))

    # Numbers that are the same for all elements.
    for case, x in (("plain", plain[dtype]), ("special", specials[dtype])):
        reference.result("clamp", case, torch.clamp(x, -1, 2))
        reference.result("clamp", f"{case}_reversed", torch.clamp(x, 2, -1))
        reference.result("clamp_min", case, torch.clamp_min(x, 0.5))
        reference.result("clamp_max", case, torch.clamp_max(x, 0.5))
        reference.result("nan_to_num", case, torch.nan_to_num(x, 0.5))
        reference.result("nan_to_num_with", case, torch.nan_to_num(x, 0.5, 7.0, -8.0))
        reference.result("logit_with", case, torch.logit(x, 0.1))
        reference.result("logit_with", f"{case}_reversed", torch.logit(x, 0.75))
        reference.result("softplus_with", case, F.softplus(x, 1.5, 4.0))
        reference.result("celu", case, F.celu(x, 0.75))
        reference.result("hardshrink", case, F.hardshrink(x, 0.5))
        reference.result("softshrink", case, F.softshrink(x, 0.5))
        reference.result("threshold", case, F.threshold(x, 0.5, -7.0))
        reference.result("leaky_relu", case, F.leaky_relu(x, 0.01))
        reference.result("leaky_relu", f"{case}_steep", F.leaky_relu(x, 2.5))
        reference.result("elu", case, F.elu(x, 1.0))
        reference.result("elu", f"{case}_flat", F.elu(x, 0.7))
        reference.result("powi", f"{case}_3", x**3)
        reference.result("powi", f"{case}_2", x**-2)
        reference.result("powi", f"{case}_0", x**0)
        reference.result("powf", f"{case}_half", torch.pow(x, torch.full_like(x, 0.5)))  # PyTorch's `x**0.5` is `sqrt`, which differs at -inf
        reference.result("powf", f"{case}_one_and_a_half", x**-1.5)
    nan = torch.tensor(NAN, dtype=dtype)
    reference.result("clamp", "limits_that_are_nan", torch.clamp(plain[dtype], nan, nan))

    # Pairs.
    for op, f in PAIRS.items():
        b = "" if f(row[dtype], row[dtype]).dtype != torch.bool else f"_{name}"
        left = plain[dtype].abs() if op == "pow" else plain[dtype]
        reference.result(op, f"row{b}", f(left, row[dtype]))
        reference.result(op, f"number{b}", f(left, torch.tensor(1.25, dtype=dtype)))
        reference.result(op, f"special{b}", f(fews[dtype][:, None], fews[dtype]))
        if op not in EVERY_LAYOUT:
            continue
        reference.result(op, f"column{b}", f(left, column[dtype]))
        reference.result(op, f"outer{b}", f(column[dtype], row[dtype]))
        reference.result(op, f"same{b}", f(left, left.flip(0).contiguous()))
        reference.result(op, f"transposed{b}", f(left.T, column[dtype].T))
        reference.result(op, f"empty{b}", f(left[:0], row[dtype]))
    y, z = plain[dtype], wide[dtype]
    reference.result("lerp", "weights", torch.lerp(column[dtype], row[dtype], y))
    reference.result("lerp", "number", torch.lerp(y, row[dtype], 0.3))
    reference.result("lerp", "beyond", torch.lerp(y, row[dtype], 1.7))
    reference.result("lerp", "special", torch.lerp(fews[dtype][:, None], fews[dtype], torch.tensor(0.5, dtype=dtype)))

    # Masks.
    mask = y > 0
    reference.result("select", "same", torch.where(mask, y, -y))
    reference.result("select", "three", torch.where(column[dtype] > 0, row[dtype], y))
    reference.result("select", "numbers", torch.where(mask, torch.tensor(1.5, dtype=dtype), torch.tensor(-2, dtype=dtype)))
    reference.result("select", "transposed", torch.where(mask.T, y.T, torch.tensor(0, dtype=dtype)))
    reference.result("masked_fill", "same", y.masked_fill(mask, -INF))
    reference.result("masked_fill", "row", y.masked_fill(row[dtype] > 2, 7.5))
    reference.result("masked_fill", "stretches", row[dtype].masked_fill(column[dtype] > 0, 0))
    reference.result("masked_select", "plain", y.masked_select(mask))
    for op, axis in {"axis_0": 0, "axis_1": -1, "both": (0, 1)}.items():
        reference.result("count_nonzero", f"{op}_{name}", torch.count_nonzero(mask, axis))
    reference.result("count_nonzero", f"special_{name}", torch.count_nonzero(specials[dtype]))
    reference.result("nonzero", name, torch.nonzero(z > 0.5))
    reference.result("all_close", f"near_{name}", torch.tensor(torch.allclose(y, y + 1e-4, rtol=0, atol=1e-3)))
    reference.result("all_close", f"far_{name}", torch.tensor(torch.allclose(y, y + 1e-2, rtol=0, atol=1e-3)))
    reference.result("all_close", f"nan_{name}", torch.tensor(torch.allclose(specials[dtype], specials[dtype])))
    for to in (torch.float64, torch.float32, torch.int64, torch.int32):
        reference.result("cast", f"plain_{name}", plain[dtype].to(to))

integers = rng.integers(-50, 50, size=(3, 4))
divisors = np.array([7, -3, 20, -1])
for name, dtype in INTEGERS.items():
    x = torch.from_numpy(integers if name != "u8" else integers % 100).to(dtype)
    y = torch.from_numpy(divisors if name != "u8" else divisors % 23).to(dtype)
    reference.input("integers", x)
    reference.input("divisors", y)
    for op in ("maximum", "minimum", "remainder", "floor_divide", "fmax", "equal", "not_equal", "less", "less_equal", "greater", "greater_equal"):
        b = f"_{name}" if PAIRS[op](y, y).dtype == torch.bool else ""
        reference.result(op, f"integers{b}", PAIRS[op](x, y))
        reference.result(op, f"integers_number{b}", PAIRS[op](x, torch.tensor(7, dtype=dtype)))
    reference.result("div", "integers", torch.div(x, y, rounding_mode="trunc"))
    reference.result("rem", "integers", torch.fmod(x, y))
    reference.result("clamp", "integers", torch.clamp(x, 3, 30))
    reference.result("relu", "integers", F.relu(x))
    for op, f in {"and": torch.bitwise_and, "or": torch.bitwise_or, "xor": torch.bitwise_xor}.items():
        reference.result(op, "integers", f(x, y))
        reference.result(op, "integers_number", f(x, torch.tensor(6, dtype=dtype)))
    reference.result("not", "integers", torch.bitwise_not(x))
    reference.result("count_nonzero", f"integers_{name}", torch.count_nonzero(x % 2))
    shifts = torch.tensor([0, 3, 7, 70], dtype=dtype)
    reference.input("shifts", shifts)
    reference.result("gcd", "integers", torch.gcd(x, y))
    reference.result("lcm", "integers", torch.lcm(x % 10, y))
    for op, f in {"shift_left": torch.bitwise_left_shift, "shift_right": torch.bitwise_right_shift}.items():
        reference.result(op, "integers", f(x, shifts))
    reference.result("powu", "integers", (x % 4) ** 3)
    if name != "u8":
        reference.result("shift_left", "back", torch.bitwise_left_shift(x, y))
        reference.result("shift_right", "back", torch.bitwise_right_shift(x, y))
        for op, f in {"add": torch.add, "sub": torch.sub, "mul": torch.mul}.items():
            reference.result(op, "integers", f(x, y))
        reference.result("neg", "integers", -x)
        reference.result("abs", "integers", x.abs())
        reference.result("sign", "integers", x.sign())
        reference.result("square", "integers", x.square())
    for to in (torch.float64, torch.float32, torch.int64, torch.int32, torch.uint8):
        reference.result("cast", f"integers_{name}", x.to(to))

truth, other = torch.from_numpy(rng.random((3, 4)) < 0.5), torch.from_numpy(rng.random((4,)) < 0.5)
reference.input("truth", truth)
reference.input("other", other)
for op, f in {"and": torch.logical_and, "or": torch.logical_or, "xor": torch.logical_xor}.items():
    reference.result(op, "masks", f(truth, other))
    reference.result(op, "masks_outer", f(truth[:, :1], other))
    reference.result(op, "masks_number", f(truth, torch.tensor(True)))
reference.result("not", "masks", ~truth)
reference.result("not", "masks_transposed", ~truth.T)
for to in (torch.float64, torch.float32, torch.int64, torch.uint8, torch.int32):
    reference.result("cast", "masks", truth.to(to))
reference.write()
