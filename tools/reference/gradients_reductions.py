"""Gradients of reductions, scans, and what follows an order: tests/data/gradients/reductions.txt."""

import math

import torch
from gradients import Gradients, given, plain, positive, unit

g = Gradients("reductions")
case = g.case

REDUCTIONS = {
    "sum": torch.sum, "mean": torch.mean, "prod": None, "max": torch.amax, "min": torch.amin, "var": torch.var, "std": torch.std,
    "norm": torch.linalg.vector_norm, "logsumexp": torch.logsumexp,
    "var_with 0": lambda x, dim, keepdim=False: torch.var(x, dim, correction=0, keepdim=keepdim),
    "std_with 0": lambda x, dim, keepdim=False: torch.std(x, dim, correction=0, keepdim=keepdim),
}  # fmt: skip
ALL = tuple(range(3))


def prod(x, dim, keepdim=False):
    """PyTorch's is over one axis."""
    dims = (dim,) if isinstance(dim, int) else dim
    for axis in sorted((d % x.ndim for d in dims), reverse=True):
        x = x.prod(axis, keepdim=keepdim)
    return x


REDUCTIONS["prod"] = prod
for name, f in REDUCTIONS.items():
    kind = unit if name == "prod" else plain
    case(f"{name} first", lambda x: f(x, dim=0), x=kind(2, 3, 4))
    case(f"{name} last", lambda x: f(x, dim=-1), x=kind(2, 3, 4))
    case(f"{name} middle, kept", lambda x: f(x, dim=1, keepdim=True), x=kind(2, 3, 4))
    case(f"{name} two", lambda x: f(x, dim=(0, 2)), x=kind(2, 3, 4))
    case(f"{name} two, kept", lambda x: f(x, dim=(1, 2), keepdim=True), x=kind(2, 3, 4))
    case(f"{name} all", lambda x: f(x, dim=ALL), x=kind(2, 3, 4))
    case(f"{name} transposed", lambda x: f(x.T, dim=0), x=kind(3, 4))
    if not name.startswith(("var", "std")):
        case(f"{name} one element", lambda x: f(x, dim=1), x=kind(3, 1))
    case(f"{name} no rows", lambda x: f(x, dim=1), x=kind(0, 3))
for name in ("sum", "prod", "norm"):
    case(f"{name} of nothing", lambda x: REDUCTIONS[name](x, dim=1), x=plain(3, 0))
case("sum of a stretched one", lambda x: x.expand(3, 4).sum(0), x=plain(3, 1))
case("max less the mean, kept", lambda x: x.amax(1, keepdim=True) - x.mean(1, keepdim=True) * x, x=plain(3, 4))

ties = given("ties", [[1, 3, 3, 2], [2, 2, 2, 2], [0, -1, 0, -3]])
zeros = given("zeros", [[0, 2, 3], [0, 0.5, 0], [1.5, 2, -1], [0, 0, 0]])
for name in ("max", "min", "norm", "std", "logsumexp"):
    case(f"{name} ties", lambda x: REDUCTIONS[name](x, dim=1), x=ties)
case("max ties of all", lambda x: torch.amax(x), x=ties)
case("prod zeros", lambda x: x.prod(1), x=zeros)
case("prod zeros of all", lambda x: torch.prod(x), x=given("one_zero", [[0, 2, 3], [0.5, -1, 1.5]]))
case("norm zeros", lambda x: torch.linalg.vector_norm(x, dim=1), x=zeros)
case("logsumexp infinities", lambda x: x.logsumexp(1), x=given("low", [[-math.inf, 1, 2], [0, 700, -700]]))

for order in (0, 0.5, 1, 1.5, 2, 3, math.inf, -math.inf):
    norm = lambda x, **dim: torch.linalg.vector_norm(x, order, **dim)
    case(f"norm_with {order} last", lambda x: norm(x, dim=-1), x=plain(2, 3, 4))
    case(f"norm_with {order} ties", lambda x: norm(x, dim=1), x=ties)
case("norm_with two, kept", lambda x: torch.linalg.vector_norm(x, 3, dim=(0, 2), keepdim=True), x=plain(2, 3, 4))
case("norm_with all", lambda x: torch.linalg.vector_norm(x, 3), x=plain(2, 3, 4))
holes = given("holes", [[1, math.nan, 2], [math.nan, -3, 0.5]])
for name in ("nansum", "nanmean"):
    case(f"{name} last", lambda x: getattr(torch, name)(x, dim=1), x=holes)
    case(f"{name} first, kept", lambda x: getattr(torch, name)(x, dim=0, keepdim=True), x=holes)
    case(f"{name} all", lambda x: getattr(torch, name)(x), x=holes)

for name, f in {"cumsum": torch.cumsum, "cumprod": torch.cumprod, "logcumsumexp": torch.logcumsumexp}.items():
    for axis, where in ((0, "first"), (1, "middle"), (-1, "last")):
        case(f"{name} {where}", lambda x: f(x, axis), x=(unit if name == "cumprod" else plain)(2, 3, 4))
    case(f"{name} transposed", lambda x: f(x.T, 0), x=plain(3, 4))
    case(f"{name} one", lambda x: f(x, 0), x=plain(1))
    case(f"{name} none", lambda x: f(x, 1), x=plain(3, 0))
case("cumprod zeros", lambda x: x.cumprod(1), x=zeros)
for name, f in {"cummax": torch.cummax, "cummin": torch.cummin}.items():
    for axis, where in ((0, "first"), (1, "middle"), (-1, "last")):
        case(f"{name} {where}", lambda x: f(x, axis).values, x=plain(2, 3, 4))
    case(f"{name} ties", lambda x: f(x, 1).values, x=ties)

for down, order in ((False, "up"), (True, "down")):
    case(f"sort first {order}", lambda x: x.sort(0, descending=down).values, x=plain(4, 3))
    case(f"sort last {order}", lambda x: x.sort(-1, descending=down).values, x=plain(2, 3, 4))
    case(f"sort ties {order}", lambda x: x.sort(dim=1, descending=down, stable=True).values, x=ties)
case("sort transposed", lambda x: x.T.sort(0).values, x=plain(3, 4))
case("topk last", lambda x: x.topk(2, -1).values, x=plain(3, 5))
case("topk first", lambda x: x.topk(2, 0).values, x=plain(4, 3))
case("topk all", lambda x: x.topk(4, 1).values, x=plain(3, 4))
case("topk_smallest last", lambda x: x.topk(2, -1, largest=False).values, x=plain(3, 5))
for q in (0, 0.3, 0.5, 1):
    case(f"quantile {q}", lambda x: x.quantile(q, 1), x=plain(3, 5))
for between in ("lower", "higher", "midpoint", "nearest"):
    case(f"quantile_with {between}", lambda x: x.quantile(0.3, 1, interpolation=between), x=plain(3, 5))
case("nanquantile last", lambda x: x.nanquantile(0.3, 1), x=holes)
case("median last", lambda x: x.median(1).values, x=plain(3, 4))
case("median first", lambda x: x.median(0).values, x=plain(4, 3))
case("nanmedian last", lambda x: x.nanmedian(1).values, x=holes)
case("mode last", lambda x: x.mode(1).values, x=plain(3, 4))
case("diff last", lambda x: x.diff(dim=-1), x=plain(2, 3, 4))
case("diff middle", lambda x: x.diff(dim=1), x=plain(2, 3, 4))
case("diff transposed", lambda x: x.T.diff(dim=0), x=plain(3, 4))
case("diff to nothing", lambda x: x.diff(dim=1), x=plain(3, 1))
case("quantile first", lambda x: x.quantile(0.6, 0), x=plain(4, 3))
g.write()
