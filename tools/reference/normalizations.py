"""Normalisations as PyTorch computes them: tests/data/reference/normalizations.txt."""

import numpy as np
import torch
import torch.nn.functional as F
from common import Reference

reference = Reference("normalizations")
rng = np.random.default_rng(21)
inf, nan = float("inf"), float("nan")
BOTH = (torch.float64, torch.float32)


def both(name, values):
    """An input as f64 and f32."""
    x = torch.as_tensor(values, dtype=torch.float64)
    reference.input(name, x)
    reference.input(name, x.float())
    return x


def normal(name, *shape, scale=1.0, shift=0.0):
    return both(name, rng.normal(size=shape) * scale + shift)


x = normal("x", 2, 2, 3, 4, scale=3)
rows = normal("rows", 2, 36)  # longer than the lanes
tall = normal("tall", 40, 2)  # longer than the rows that are summed in order
wide = normal("wide", 2, 35)  # wider than a tile of columns
long = normal("long", 1, 300)  # longer than a block
far = normal("far", 2, 24, shift=1e4)
huge = both("huge", [[1e30, -1e30, 1e30], [700.0, 710.0, -745.0], [0.0, 0.0, 0.0]])
special = both("special", [[-inf, -inf, -inf], [-inf, 0.0, 1.0], [inf, 0.0, 1.0], [nan, 0.0, 1.0], [1.0, nan, -inf]])
one = normal("one", 4, 1)
empty = both("empty", np.zeros((0, 3)))
none = both("none", np.zeros((3, 0)))
norms = both("norms", [[3.0, 4.0], [0.0, 0.0], [1e-13, 0.0], [inf, 1.0], [nan, 1.0], [1e-5, 1e-6]])
w, b = normal("w", 4), normal("b", 4)
w2, b2 = normal("w2", 3, 4), normal("b2", 3, 4)
w24, b24 = normal("w24", 24), normal("b24", 24)
c3 = [normal(f"{name}3", 3) for name in ("mean", "weight", "bias")]
var3 = both("var3", rng.uniform(0.1, 2, size=3))
spatial, sequence, pair = normal("spatial", 2, 3, 2, 3), normal("sequence", 2, 3, 5), normal("pair", 5, 3)

for dtype in BOTH:
    t = lambda v: v.to(dtype)
    for name, f in (("softmax", F.softmax), ("log_softmax", F.log_softmax)):
        for axis in (0, 1, 2, 3, -2):
            reference.result(name, f"x along {axis}", f(t(x), dim=axis))
        reference.result(name, "transposed", f(t(rows).T, dim=-1))
        reference.result(name, "narrowed", f(t(x)[:, :, 1:3], dim=2))
        reference.result(name, "stretched", f(t(w).expand(3, 4), dim=0))
        for case, v, axis in (("rows", rows, 1), ("tall", tall, 0), ("wide", wide, 0), ("huge", huge, 1),
                              ("special", special, 1), ("special down", special, 0), ("one", one, 1), ("empty", empty, 1),
                              ("empty down", empty, 0), ("none", none, 1)):
            reference.result(name, case, f(t(v), dim=axis))
    reference.result("softmax", "long", F.softmax(t(long), dim=1))
    for case, v, axis in (("rows", rows, 1), ("tall", tall, 0), ("wide", wide, 0), ("norms", norms, 1), ("x", x, 1),
                          ("empty", empty, 1), ("none", none, 1)):
        reference.result("normalize", case, F.normalize(t(v), dim=axis))
    reference.result("normalize", "transposed", F.normalize(t(rows).T, dim=0))
    reference.result("layer_norm", "last", F.layer_norm(t(x), [4], t(w), t(b), 1e-5))
    reference.result("layer_norm", "two", F.layer_norm(t(x), [3, 4], t(w2), t(b2), 1e-3))
    reference.result("layer_norm", "transposed", F.layer_norm(t(x).transpose(1, 3), [3, 2], t(w2)[:, :2], t(b2)[:, :2], 1e-5))
    reference.result("layer_norm", "vector", F.layer_norm(t(w), [4], t(w), t(b), 1e-5))
    reference.result("layer_norm", "far", F.layer_norm(t(far).double(), [24], t(w24).double(), t(b24).double(), 1e-5).to(dtype))
    reference.result("layer_norm", "one", F.layer_norm(t(one), [1], t(w)[:1], t(b)[:1], 1e-5))
    reference.result("layer_norm", "empty", F.layer_norm(t(empty), [3], t(w)[:3], t(b)[:3], 1e-5))
    reference.result("layer_norm", "special", F.layer_norm(t(special), [3], t(w)[:3], t(b)[:3], 1e-5))
    reference.result("layer_norm_no_affine", "last", F.layer_norm(t(x), [4], eps=1e-5))
    reference.result("layer_norm_no_affine", "all", F.layer_norm(t(x), [2, 2, 3, 4], eps=1e-5))
    reference.result("layer_norm_no_affine", "long", F.layer_norm(t(long), [300], eps=1e-5))
    reference.result("rms_norm", "last", F.rms_norm(t(x), [4], t(w), 1e-6))
    reference.result("rms_norm", "two", F.rms_norm(t(x), [3, 4], t(w2), 1e-6))
    reference.result("rms_norm_no_affine", "last", F.rms_norm(t(x), [4], eps=1e-3))
    mean, weight, bias = (t(v) for v in c3)
    for case, v in (("spatial", spatial), ("sequence", sequence), ("pair", pair), ("empty", empty)):
        reference.result("batch_norm", case, F.batch_norm(t(v), mean, t(var3), weight, bias, eps=1e-5))
    nhwc = F.batch_norm(t(spatial), mean, t(var3), weight, bias, eps=1e-3).permute(0, 2, 3, 1)
    reference.result("batch_norm", "last", nhwc)
    for case, v in (("spatial", spatial), ("sequence", sequence)):
        reference.result("instance_norm", case, F.instance_norm(t(v), weight=weight, bias=bias, eps=1e-5))
reference.write()
