"""Gradients of losses: tests/data/gradients/losses.txt."""

import torch
import torch.nn.functional as F
from gradients import Gradients, chance, given, other, plain, positive, share, third, wide

g = Gradients("losses")
case = g.case
REDUCTIONS = (("", "mean"), ("_sum", "sum"), ("_each", "none"))


def three(name, key, f, *args, options=None, **inputs):
    """The mean, the sum, and each."""
    for suffix, reduction in REDUCTIONS:
        case(f"{name}{suffix} {key}", lambda *x: f(*x, *args, reduction=reduction, **(options or {})), **inputs)


x, y = plain(3, 4), other(3, 4)
for name, f, options in (
    ("mse_loss", F.mse_loss, {}), ("l1_loss", F.l1_loss, {}), ("huber_loss", F.huber_loss, {"delta": 0.7}), ("smooth_l1_loss", F.smooth_l1_loss, {"beta": 0.3}),
):  # fmt: skip
    three(name, "plain", f, options=options, x=x, y=y)
    case(f"{name} transposed", lambda x, y: f(x.T, y.T, **options), x=x, y=y)
    case(f"{name} corners", lambda x, y: f(x, y, **options), x=given("corners", [1, 1.25, 0.3, 2, -2]), y=given("right", [1, 1.95, 0, 1, 0]))
case("smooth_l1_loss beta of 0", lambda x, y: F.smooth_l1_loss(x, y, beta=0.0), x=x, y=y)
three("binary_cross_entropy", "plain", F.binary_cross_entropy, x=chance(3, 4), y=share(3, 4))
three("binary_cross_entropy_with_logits", "plain", F.binary_cross_entropy_with_logits, x=x, y=chance(3, 4))
far = given("far", [900, -900, 900, -900, 0])
case("binary_cross_entropy_with_logits_each far", lambda x, y: F.binary_cross_entropy_with_logits(x, y, reduction="none"), fixed="y", x=far, y=given("truth", [0, 0, 1, 1, 0.5]))
case("binary_cross_entropy_each ends", lambda x, y: F.binary_cross_entropy(x, y, reduction="none"), fixed="y", x=given("ends", [0.25, 1, 0, 0.5]), y=given("said", [0, 1, 0, 1]))
three("kl_div", "plain", F.kl_div, x=x, y=chance(3, 4))
three("kl_div", "of log_softmax", lambda x, y, reduction: F.kl_div(x.log_softmax(-1), y.softmax(-1), reduction=reduction), x=x, y=y)
case("kl_div_each zeros", lambda x, y: F.kl_div(x, y, reduction="none"), fixed="y", x=given("logs", [0, -1, -3, -2]), y=given("zeros", [0, 1, 0, 0.5]))

three("kl_div_log", "plain", F.kl_div, options={"log_target": True}, x=x, y=y)
three("poisson_nll_loss", "plain", F.poisson_nll_loss, x=x, y=chance(3, 4))
three("poisson_nll_loss_of_rates", "plain", F.poisson_nll_loss, options={"log_input": False, "eps": 1e-3}, x=chance(3, 4), y=share(3, 4))
# Targets of 1 and -1 have no gradient.
signs = lambda *sizes: given("signs", torch.tensor([1.0, -1, -1, 1, -1, 1, 1, 1, -1, -1, 1, -1])[: int(torch.tensor(sizes).prod())].reshape(sizes).tolist())
for suffix, reduction in REDUCTIONS:
    case(f"soft_margin_loss{suffix} plain", lambda x, y: F.soft_margin_loss(x, y, reduction=reduction), fixed="y", x=x, y=signs(3, 4))
    case(f"hinge_embedding_loss{suffix} plain", lambda x, y: F.hinge_embedding_loss(x, y, 0.7, reduction=reduction), fixed="y", x=x, y=signs(3, 4))
for suffix, reduction in (("", "mean"), ("_each", "none")):
    case(f"margin_ranking_loss{suffix} plain", lambda x, y, z: F.margin_ranking_loss(x, y, z, 0.3, reduction=reduction), fixed="z", x=x, y=y, z=signs(3, 4))
    case(f"cosine_embedding_loss{suffix} plain", lambda x, y, z: F.cosine_embedding_loss(x, y, z, 0.1, reduction=reduction), fixed="z", x=x, y=y, z=signs(3))
    for key, options in (("plain", {}), ("order 1", {"p": 1.0, "margin": 0.25}), ("order 3, swapped", {"p": 3.0, "swap": True, "eps": 1e-3})):
        triplet = lambda x, y, z: F.triplet_margin_loss(x, y, z, reduction=reduction, **options)
        case(f"triplet_margin_loss{suffix} {key}", triplet, x=plain(3, 4), y=other(3, 4), z=third(3, 4))

# Classes: PyTorch's are axis 1, ours the last one.
classes = g.whole("classes", [[3, 0, 3], [1, 4, 2]])
holes = g.whole("holes", [[3, -100, 3], [-100, 4, 2]])
ignored = g.whole("ignored", [[-100] * 3] * 2)
four = g.whole("four", [3, 0, 1, 2])
one = g.whole("one", 2)
logits = wide(2, 3, 5)


def rows(f):
    def over(x, y, **options):
        x = x.movedim(-1, 1) if x.ndim > 2 else x
        y = y.movedim(-1, 1) if y.ndim > 2 and y.is_floating_point() else y
        return f(x, y, **options)

    return over


cross_entropy, nll = rows(F.cross_entropy), rows(F.nll_loss)
for name, target in (("classes", classes), ("holes", holes)):
    three("cross_entropy", name, cross_entropy, target, x=logits)
    three("nll_loss", name, nll, target, x=logits)
case("cross_entropy_sum ignored", lambda x: cross_entropy(x, ignored, reduction="sum"), x=logits)
case("cross_entropy vector", lambda x: F.cross_entropy(x, one), x=wide(5))
case("cross_entropy matrix", lambda x: F.cross_entropy(x, four), x=wide(4, 5))
case("cross_entropy transposed", lambda x: F.cross_entropy(x.T, four), x=wide(5, 4))
case("cross_entropy large", lambda x: F.cross_entropy(x * 100, four), x=wide(4, 5))
for name, target, options in (
    ("smooth", classes, {"label_smoothing": 0.1}), ("smooth holes", holes, {"label_smoothing": 0.3}), ("another", classes, {"ignore_index": 3}),
    ("all smooth", classes, {"label_smoothing": 1.0}),
):  # fmt: skip
    case(f"cross_entropy_with {name}", lambda x: cross_entropy(x, target, **options), x=logits)
    case(f"cross_entropy_with_each {name}", lambda x: cross_entropy(x, target, reduction="none", **options), x=logits)
weight = torch.tensor([0.5, 2, 1.5, 0, 3], dtype=torch.float64)
for name, target, options in (
    ("plain", classes, {}), ("holes", holes, {}), ("smooth", holes, {"label_smoothing": 0.3}), ("another", classes, {"ignore_index": 3}),
):  # fmt: skip
    case(f"cross_entropy_weighted {name}", lambda x: cross_entropy(x, target, weight=weight.to(x.dtype), **options), x=logits)
    case(f"cross_entropy_weighted_each {name}", lambda x: cross_entropy(x, target, weight=weight.to(x.dtype), reduction="none", **options), x=logits)
for suffix, reduction in (("", "mean"), ("_each", "none")):
    case(f"nll_loss_weighted{suffix} holes", lambda x: nll(x, holes, weight=weight.to(x.dtype), reduction=reduction), x=logits)
    case(f"nll_loss_with{suffix} another", lambda x: nll(x, classes, ignore_index=3, reduction=reduction), x=logits)
    case(f"cross_entropy_along{suffix} middle", lambda x: F.cross_entropy(x, holes, reduction=reduction), x=wide(2, 5, 3))
    case(f"nll_loss_along{suffix} middle", lambda x: F.nll_loss(x, holes, reduction=reduction), x=wide(2, 5, 3))
rare, said = torch.tensor([0.5, 1, 4, 0]), torch.tensor([[1, 0, 0.25, 1], [0, 1, 0, 0], [0.5, 0, 1, 0]])
yes = lambda x, **options: F.binary_cross_entropy_with_logits(x, said.to(x.dtype), pos_weight=rare.to(x.dtype), **options)
case("binary_cross_entropy_with_logits_weighted plain", yes, x=x)
case("binary_cross_entropy_with_logits_weighted_each plain", lambda x: yes(x, reduction="none"), x=x)
case("binary_cross_entropy_with_logits_weighted transposed", lambda x: yes(x.T), x=plain(4, 3))
three("cross_entropy_soft", "plain", cross_entropy, x=logits, y=chance(2, 3, 5))
case("cross_entropy_soft of softmax", lambda x, y: cross_entropy(x, y.softmax(-1)), x=logits, y=plain(2, 3, 5))
case("cross_entropy by hand", lambda x: -x.log_softmax(-1).gather(1, four[:, None]).mean(), x=wide(4, 5))
# Means and variances, which stretch.
for suffix, reduction in (("", "mean"), ("_each", "none")):
    normal = lambda x, y, z, **options: F.gaussian_nll_loss(x, y, z, reduction=reduction, **options)
    case(f"gaussian_nll_loss{suffix} plain", normal, x=x, y=y, z=positive(3, 4))
    case(f"gaussian_nll_loss{suffix} full", lambda x, y, z: normal(x, y, z, full=True), x=x, y=y, z=positive(3, 4))
    case(f"gaussian_nll_loss{suffix} one for each row", normal, x=x, y=y, z=positive(3, 1))
    case(f"gaussian_nll_loss{suffix} transposed", lambda x, y, z: normal(x.T, y.T, z), x=x, y=y, z=positive(4, 3))
    case(f"gaussian_nll_loss{suffix} least", lambda x, y, z: normal(x, y, z, eps=0.5), x=x, y=y, z=chance(3, 4))

# Margins between classes.
right = g.whole("right", [[3, 0, -1, 1, 2], [0, 1, 2, 3, 4], [-1, 0, 0, 0, 0], [2, -1, 3, -1, 0]])
for suffix, reduction in (("", "mean"), ("_each", "none")):
    for key, options in (("plain", {}), ("squared", {"p": 2}), ("narrow", {"margin": 0.3})):
        case(f"multi_margin_loss{suffix} {key}", lambda x: F.multi_margin_loss(x, four, reduction=reduction, **options), x=plain(4, 5))
    for key, options in (("weighted", {}), ("weighted, squared", {"p": 2, "margin": 0.5})):
        weighed = lambda x: F.multi_margin_loss(x, four, weight=torch.tensor([0.5, 2, 1.5, 0, 3], dtype=x.dtype), reduction=reduction, **options)
        case(f"multi_margin_loss_weighted{suffix} {key}", weighed, x=plain(4, 5))
    case(f"multi_margin_loss{suffix} transposed", lambda x: F.multi_margin_loss(x.T, four, reduction=reduction), x=plain(5, 4))
    case(f"multilabel_margin_loss{suffix} plain", lambda x: F.multilabel_margin_loss(x, right, reduction=reduction), x=plain(4, 5))
case("multi_margin_loss_each steps", lambda x: F.multi_margin_loss(x.reshape(6, 5), classes.reshape(6), reduction="none").reshape(2, 3), x=plain(2, 3, 5))
case("multi_margin_loss vector", lambda x: F.multi_margin_loss(x, one), x=plain(5))

# Labels in order. PyTorch's slopes of these are those of what `log_softmax` is given.
labels = g.whole("labels", [[1, 2, 2, 1], [3, 1, -9, 99], [2, -1, -1, -1]])
steps, spoken, none = g.whole("steps", [6, 5, 4]), g.whole("spoken", [4, 2, 1]), g.whole("none", [4, 0, 1])
few = g.whole("few", [3, 5, 0])
for suffix, reduction in (("", "mean"), ("_each", "none")):
    alignment = lambda x, labels, *args, **options: F.ctc_loss(x.log_softmax(-1), labels.clamp(0, 4), *args, reduction=reduction, **options)
    case(f"ctc_loss{suffix} plain", lambda x: alignment(x, labels, steps, spoken), x=plain(6, 3, 5))
    case(f"ctc_loss{suffix} nothing said", lambda x: alignment(x, labels, steps, none), x=plain(6, 3, 5))
    case(f"ctc_loss{suffix} another blank", lambda x: alignment(x, labels, steps, spoken, blank=4), x=wide(6, 3, 5))
    case(f"ctc_loss{suffix} too few steps", lambda x: alignment(x, labels, few, spoken, zero_infinity=True), x=plain(6, 3, 5))
    case(f"ctc_loss{suffix} transposed", lambda x: alignment(x.transpose(0, 1), labels, steps, spoken), x=plain(3, 6, 5))

# Distances.
for key, order in (("0", 0.0), ("1", 1.0), ("2", 2.0), ("3", 3.0), ("a half", 0.5), ("inf", float("inf"))):
    case(f"cdist of order {key}", lambda x, y: torch.cdist(x, y, p=order), x=plain(4, 3), y=other(5, 3))
    if order >= 1:
        case(f"pairwise_distance of order {key}", lambda x, y: F.pairwise_distance(x, y, p=order), x=plain(3, 4), y=other(3, 4))
        case(f"pairwise_distance of order {key}, stacked", lambda x, y: F.pairwise_distance(x, y, p=order), x=plain(2, 3, 4), y=other(2, 3, 4))
case("cdist stacked", lambda x, y: torch.cdist(x, y), x=plain(2, 4, 3), y=other(2, 5, 3))
case("cdist transposed", lambda x, y: torch.cdist(x.T, y.T), x=plain(3, 4), y=other(3, 5))
case("cdist long", lambda x, y: torch.cdist(x, y), x=plain(2, 40), y=other(3, 40))
case("cdist of itself", lambda x: torch.cdist(x, x), x=plain(4, 3))
# A slope that is learned.
for key, args in (("one", (plain(2, 3, 4), chance(1))), ("of channels", (plain(2, 3, 4), chance(3)))):
    case(f"prelu {key}", lambda x, y: F.prelu(x, y), x=args[0], y=args[1])
case("prelu last", lambda x, y: F.prelu(x.T, y).T, x=plain(4, 3), y=chance(4))
case("prelu transposed", lambda x, y: F.prelu(x.T, y), x=plain(3, 4), y=chance(3))
for axis in (0, -1):
    case(f"cosine_similarity along {axis}", lambda x, y: F.cosine_similarity(x, y, dim=axis), x=x, y=y)
g.write()
