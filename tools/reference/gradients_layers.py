"""Gradients of softmax, normalisations and small networks: tests/data/gradients/layers.txt."""

import math

import torch
import torch.nn.functional as F
from gradients import Gradients, given, other, plain, positive, third, wide

g = Gradients("layers")
case = g.case
x = plain(2, 3, 4)

for name, f in (("softmax", F.softmax), ("log_softmax", F.log_softmax)):
    for axis in (0, 1, -1):
        case(f"{name} along {axis}", lambda x: f(x, dim=axis), x=x)
    case(f"{name} transposed", lambda x: f(x.T, dim=-1), x=plain(3, 4))
    case(f"{name} wide", lambda x: f(x * 9, dim=-1), x=wide(3, 5))
    case(f"{name} one", lambda x: f(x, dim=1), x=plain(3, 1))
    case(f"{name} none", lambda x: f(x, dim=1), x=plain(0, 3))
    case(f"{name} long", lambda x: f(x, dim=1), x=plain(1, 37))
case("softmax low", lambda x: F.softmax(x, dim=1), x=given("low", [[-math.inf, 0, 1], [800, 0, -800]]))
for axis in (0, 1, -1):
    case(f"normalize along {axis}", lambda x: F.normalize(x, dim=axis), x=x)
case("normalize zeros", lambda x: F.normalize(x, dim=1), x=given("zeros", [[0, 0], [3, 4]]))

w, b = other(4), third(4)
w2, b2 = other(3, 4), third(3, 4)
eps = 1e-5
case("layer_norm last", lambda x, w, b: F.layer_norm(x, [4], w, b, eps), x=x, w=w, b=b)
case("layer_norm two", lambda x, w, b: F.layer_norm(x, [3, 4], w, b, 1e-3), x=x, w=w2, b=b2)
case("layer_norm transposed", lambda x, w, b: F.layer_norm(x.mT, [3], w, b, eps), x=x, w=other(3), b=third(3))
case("layer_norm vector", lambda x, w, b: F.layer_norm(x, [4], w, b, eps), x=plain(4), w=w, b=b)
case("layer_norm one", lambda x, w, b: F.layer_norm(x, [1], w, b, eps), x=plain(3, 1), w=other(1), b=third(1))
case("layer_norm no rows", lambda x, w, b: F.layer_norm(x, [4], w, b, eps), x=plain(0, 4), w=w, b=b)
case("layer_norm long", lambda x, w, b: F.layer_norm(x, [37], w, b, eps), x=plain(1, 37), w=other(37), b=third(37))
case("layer_norm_no_affine last", lambda x: F.layer_norm(x, [4], eps=eps), x=x)
case("layer_norm_no_affine all", lambda x: F.layer_norm(x, [2, 3, 4], eps=eps), x=x)
case("rms_norm last", lambda x, w: F.rms_norm(x, [4], w, 1e-6), x=x, w=w)
case("rms_norm two", lambda x, w: F.rms_norm(x, [3, 4], w, 1e-6), x=x, w=w2)
case("rms_norm_no_affine last", lambda x: F.rms_norm(x, [4], eps=1e-3), x=x)

spatial, pair = plain(2, 3, 2, 2), plain(5, 3)
mean, var, weight, bias = third(3), positive(3), other(3), plain(3)
SPATIAL = {"spatial": spatial, "sequence": plain(2, 3, 4), "pair": pair}
for name, of in SPATIAL.items():
    evaluated = lambda x, w, b, m, v: F.batch_norm(x, m, v, w, b, eps=eps)
    case(f"batch_norm {name}", evaluated, fixed="mv", x=of, w=weight, b=bias, m=mean, v=var)
    case(f"batch_norm_training {name}", lambda x, w, b: F.batch_norm(x, None, None, w, b, training=True, eps=eps), x=of, w=weight, b=bias)
    if name != "pair":
        case(f"instance_norm {name}", lambda x, w, b: F.instance_norm(x, weight=w, bias=b, eps=eps), x=of, w=weight, b=bias)
last = lambda x, w, b, m, v: F.batch_norm(x.permute(0, 3, 1, 2), m, v, w, b, eps=1e-3).permute(0, 2, 3, 1)
case("batch_norm last", last, fixed="mv", x=plain(2, 2, 2, 3), w=weight, b=bias, m=mean, v=var)
for groups in (1, 2, 4):
    grouped = lambda x, w, b: F.group_norm(x, groups, w, b, eps)
    case(f"group_norm {groups}", grouped, x=plain(2, 4, 3), w=w, b=b)

# Small networks: what a tape has to add up.
labels = g.whole("labels", [2, 0, 1])


def mlp(x, w1, b1, w2, b2):
    return F.cross_entropy(F.linear(F.relu(F.linear(x, w1, b1)), w2, b2), labels)


# Channels by those around them: PyTorch's are axis 1.
for key, size, options in (("three", 3, {"alpha": 0.7}), ("two", 2, {"alpha": 0.7, "beta": 1.5, "k": 0.5}), ("many", 9, {"alpha": 2.0, "beta": -0.5}), ("one", 1, {"alpha": 1.0})):
    case(f"local_response_norm {key}", lambda x: F.local_response_norm(x, size, **options), x=plain(2, 3, 4))
case("local_response_norm plane", lambda x: F.local_response_norm(x, 3, alpha=0.7), x=plain(2, 3, 2, 2))
case("local_response_norm transposed", lambda x: F.local_response_norm(x.mT, 3, alpha=0.7), x=plain(2, 3, 4))
case("local_response_norm first", lambda x: F.local_response_norm(x[None], 3, alpha=0.7)[0], x=plain(3, 4))
case("local_response_norm none", lambda x: F.local_response_norm(x, 3), x=plain(0, 3, 4))
case("network of two layers", mlp, x=plain(3, 4), w1=other(5, 4), b1=third(5), w2=plain(3, 5), b2=other(3))


def block(x, w, b, up, down):
    y = F.layer_norm(x, [4], w, b, eps)
    x = x + (y @ y.mT / 2).softmax(-1) @ y
    return x + F.linear(F.gelu(F.linear(F.layer_norm(x, [4], w, b, eps), up)), down)


case("network of a block with shared norms", block, x=plain(3, 4), w=w, b=b, up=other(5, 4), down=third(4, 5))


def convolutional(x, w, b, head):
    return F.linear(F.max_pool2d(F.conv2d(x, w, b, padding=1).relu(), 2).flatten(1), head)


case("network of a convolution", convolutional, x=plain(2, 1, 4, 4), w=other(2, 1, 3, 3), b=third(2), head=plain(3, 8))


def recurrent(x, w, u):
    h = torch.zeros(2, 3, dtype=x.dtype)
    for t in range(4):
        h = (F.linear(x[:, t], w) + F.linear(h, u)).tanh()
    return h


case("network with a state", recurrent, x=plain(2, 4, 2), w=other(3, 2), u=third(3, 3))
g.write()
