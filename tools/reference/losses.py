"""Losses as PyTorch computes them: tests/data/reference/losses.txt."""

import warnings

import numpy as np
import torch
import torch.nn.functional as F
from common import Reference

reference = Reference("losses")
rng = np.random.default_rng(24)
inf, nan = float("inf"), float("nan")


def both(name, values):
    """An input as f64 and f32."""
    x = torch.as_tensor(values, dtype=torch.float64)
    reference.input(name, x)
    reference.input(name, x.float())
    return x


def whole(name, values):
    return reference.input(name, torch.as_tensor(values))


x, y = both("x", rng.normal(size=(3, 5)) * 2), both("y", rng.normal(size=(3, 5)) * 2)
odd, right = both("odd", [inf, -inf, nan, 0.0, 1e30, 1.0]), both("right", [0.0, -inf, 1.0, nan, -1e30, 1.0])
prob, yes = both("prob", rng.uniform(size=(3, 5))), both("yes", rng.integers(0, 2, size=(3, 5)))
soft_yes = both("soft yes", rng.uniform(size=(3, 5)))
edge, edge_yes = both("edge", [0.0, 1.0, 0.0, 1.0, 0.5]), both("edge yes", [0.0, 0.0, 1.0, 1.0, 0.25])
far, far_yes = both("far", [1e3, -1e3, 1e3, -1e3, 0.0, -0.0]), both("far yes", [0.0, 0.0, 1.0, 1.0, 0.5, 1.0])
logits = both("logits", rng.normal(size=(2, 4, 7)) * 3)
classes = whole("classes", rng.integers(0, 7, size=(2, 4)))
holes = classes.clone()
holes[0, 1] = holes[1, 3] = -100
whole("holes", holes)
ignored = whole("ignored", torch.full((2, 4), -100))
spread = both("spread", torch.softmax(torch.from_numpy(rng.normal(size=(2, 4, 7))), -1))
huge = both("huge", [[1e30, -1e30, 0.0], [-inf, 0.0, 1.0], [-inf, -inf, -inf], [inf, 0.0, 1.0], [nan, 0.0, 1.0]])
first = whole("first", [0, 1, 0, 1, 2])
many = both("many", rng.normal(size=(1, 300)))
zeros = both("zeros", [0.0, 1.0, 0.0, 0.5])
zero_logs = both("zero logs", [0.0, -1.0, -3.0, -2.0])
empty = both("empty", np.zeros((0, 3)))
none = whole("none", np.zeros((0,), dtype=np.int64))
vectors, others = both("vectors", rng.normal(size=(3, 20))), both("others", rng.normal(size=(3, 20)))
small, small_other = both("small", [[0.0, 0.0], [1e-9, 0.0], [3.0, 4.0], [nan, 1.0], [1.0, 0.0]]), both(
    "small other", [[1.0, 2.0], [1e-9, 0.0], [-3.0, -4.0], [1.0, 1.0], [0.0, 1.0]])
class_weights, yes_weights = both("class weights", [0.5, 2.0, 1.5, 0.0, 1.0, 3.0, 0.25]), both("yes weights", [0.5, 1.0, 4.0, 0.0, 2.5])

for dtype in (torch.float64, torch.float32):
    t = lambda v: v.to(dtype)

    def three(name, case, f, *args, **kwargs):
        """The mean, the sum, and each."""
        reference.result(name, case, f(*args, **kwargs))
        reference.result(f"{name}_sum", case, f(*args, reduction="sum", **kwargs))
        reference.result(f"{name}_each", case, f(*args, reduction="none", **kwargs))

    elementwise = (("mse_loss", F.mse_loss, {}), ("l1_loss", F.l1_loss, {}), ("huber_loss", F.huber_loss, {"delta": 0.7}),
                   ("smooth_l1_loss", F.smooth_l1_loss, {"beta": 0.3}))
    for name, f, options in elementwise:
        three(name, "plain", f, t(x), t(y), **options)
        three(name, "transposed", f, t(x).T, t(y).T, **options)
        three(name, "odd", f, t(odd), t(right), **options)
        three(name, "empty", f, t(empty), t(empty), **options)
    three("smooth_l1_loss", "beta of 0", F.smooth_l1_loss, t(x), t(y), beta=0.0)
    three("binary_cross_entropy", "yes and no", F.binary_cross_entropy, t(prob), t(yes))
    three("binary_cross_entropy", "between", F.binary_cross_entropy, t(prob), t(soft_yes))
    three("binary_cross_entropy", "edge", F.binary_cross_entropy, t(edge), t(edge_yes))
    logit = F.binary_cross_entropy_with_logits
    three("binary_cross_entropy_with_logits", "plain", logit, t(x), t(soft_yes))
    three("binary_cross_entropy_with_logits", "far", logit, t(far), t(far_yes))
    three("binary_cross_entropy_with_logits", "odd", logit, t(odd), t(right))
    weighted = lambda a, b, reduction: logit(a, b, pos_weight=t(yes_weights), reduction=reduction)
    for suffix, reduction in (("", "mean"), ("_each", "none")):
        for case, a, b in (("plain", x, yes), ("between", x * 30, soft_yes)):
            reference.result(f"binary_cross_entropy_with_logits_weighted{suffix}", case, weighted(t(a), t(b), reduction))
    logs = torch.log_softmax(t(logits), -1)
    for reduction, suffix in (("mean", ""), ("sum", "_sum"), ("none", "_each")):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # PyTorch means to take the mean over the batch one day
            reference.result(f"kl_div{suffix}", "plain", F.kl_div(logs, t(spread), reduction=reduction))
            reference.result(f"kl_div{suffix}", "zeros", F.kl_div(t(zero_logs), t(zeros), reduction=reduction))

    def rows(f, a, b, **options):
        """PyTorch's classes are axis 1."""
        a = a.movedim(-1, 1) if a.ndim > 2 else a
        b = b.movedim(-1, 1) if b.ndim > 2 and b.is_floating_point() else b
        return f(a, b, **options)

    three("cross_entropy", "plain", lambda *a, **o: rows(F.cross_entropy, *a, **o), t(logits), classes)
    three("cross_entropy", "holes", lambda *a, **o: rows(F.cross_entropy, *a, **o), t(logits), holes)
    three("cross_entropy", "ignored", lambda *a, **o: rows(F.cross_entropy, *a, **o), t(logits), ignored)
    three("cross_entropy", "huge", F.cross_entropy, t(huge), first)
    three("cross_entropy", "transposed", F.cross_entropy, t(logits)[0].T, torch.tensor([0, 1, 2, 3, 2, 1, 0]))
    three("cross_entropy", "empty", F.cross_entropy, t(empty), none)
    three("cross_entropy", "vector", F.cross_entropy, t(logits)[0, 0], classes[0, 0])
    three("cross_entropy", "many", F.cross_entropy, t(many), torch.tensor([299]))
    three("nll_loss", "plain", lambda *a, **o: rows(F.nll_loss, *a, **o), t(logits), classes)
    three("nll_loss", "holes", lambda *a, **o: rows(F.nll_loss, *a, **o), t(logits), holes)
    three("cross_entropy_soft", "plain", lambda *a, **o: rows(F.cross_entropy, *a, **o), t(logits), t(spread))
    three("cross_entropy_soft", "transposed", F.cross_entropy, t(logits)[0].T, t(spread)[0].T)
    three("cross_entropy_soft", "many", F.cross_entropy, t(many), t(many))
    for case, target, options in (("smooth", classes, {"label_smoothing": 0.1}), ("holes", holes, {"label_smoothing": 0.3}),
                                  ("another", classes, {"ignore_index": int(classes[0, 0])}),
                                  ("all", classes, {"label_smoothing": 1.0})):
        reference.result("cross_entropy_with", case, rows(F.cross_entropy, t(logits), target, **options))
        reference.result("cross_entropy_with_each", case, rows(F.cross_entropy, t(logits), target, reduction="none", **options))
    for case, target, options in (("plain", classes, {}), ("holes", holes, {}), ("ignored", ignored, {}), ("smooth", holes, {"label_smoothing": 0.3}),
                                  ("another", classes, {"ignore_index": int(classes[0, 0])}), ("all", classes, {"label_smoothing": 1.0})):
        weighted = lambda reduction: rows(F.cross_entropy, t(logits), target, weight=t(class_weights), reduction=reduction, **options)
        reference.result("cross_entropy_weighted", case, weighted("mean"))
        reference.result("cross_entropy_weighted_each", case, weighted("none"))
    reference.result("cosine_similarity", "rows", F.cosine_similarity(t(vectors), t(others), dim=1))
    reference.result("cosine_similarity", "columns", F.cosine_similarity(t(vectors), t(others), dim=0))
    reference.result("cosine_similarity", "small", F.cosine_similarity(t(small), t(small_other), dim=-1))
    reference.result("cosine_similarity", "empty", F.cosine_similarity(t(empty), t(empty), dim=0))
reference.write()
