"""How far PyTorch's results are from the truth in f16, bf16, f32 and f64: tests/data/reference/accuracy.txt.

    /tmp/venv/bin/python tools/reference/accuracy.py

The inputs are long, so they are not written: `element(case, i)` here and in tests/accuracy.rs make the same ones. The truth is
computed by NumPy in 80 bits, of the elements as the type has them. A line `operation case_truth_f16 f64 [..]` has some of its elements,
`operation case_torch_f16 f64 [..]` PyTorch's, and `operation case_scale_f16 f64 [..]` what a rounding of the sums' own type is relative to,
where terms cancel.
"""

import numpy as np
import torch
import torch.nn.functional as F
from common import Reference

reference = Reference("accuracy")
L = np.longdouble
TYPES = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64}
LARGE = {"f16": 60000.0, "bf16": 1e30, "f32": 1e30, "f64": 1e300}
SMALL = {"f16": 2e-7, "bf16": 1e-39, "f32": 1e-40, "f64": 1e-310}


def uniform(i, seed):
    """Numbers from 0 to 1, of 24 bits."""
    x = (np.asarray(i, dtype=np.uint64) + np.uint64(seed * 1000003)) * np.uint64(0x9E3779B97F4A7C15)
    x ^= x >> np.uint64(32)
    x *= np.uint64(0xD6E8FEB86659FD93)
    return (x >> np.uint64(40)).astype(np.float64) / 16777216.0


def element(case, i, t):
    u = uniform(i, 1)
    return {
        "ones": lambda: np.ones_like(u),
        "unit": lambda: u,
        "signed": lambda: 2 * u - 1,
        "far": lambda: 1000 + u,
        "constant": lambda: np.full_like(u, 12345.678),
        "large": lambda: LARGE[t] * (2 * u - 1),
        "small": lambda: SMALL[t] * u,
        "outlier": lambda: np.where(np.asarray(i) % 1000 == 17, 3000.0, u),
        "near1": lambda: 1 + (2 * u - 1) / 64,
        "wide": lambda: 16 * (2 * u - 1),
    }[case]()


def tensor(case, shape, t):
    """The elements as the type has them: rounded to f32 first, if it is smaller, as both sides can do."""
    with np.errstate(over="ignore"):
        x = element(case, np.arange(int(np.prod(shape))), t)
        if t != "f64":
            x = x.astype(np.float32)
        return torch.from_numpy(x).to(TYPES[t]).reshape(shape)


def exact(x):
    return x.double().numpy().astype(L)


def some(x, most=16):
    """So many elements, from all over a result."""
    flat = x.reshape(-1)
    at = np.arange(min(most, len(flat))) * len(flat) // min(most, len(flat)) + (len(flat) - 1) % max(1, len(flat) // min(most, len(flat)))
    return flat[np.minimum(at, len(flat) - 1)]


def add(operation, case, t, result, truth, scale=None):
    with np.errstate(all="ignore"):
        truth = np.asarray(truth, dtype=L)
        assert tuple(result.shape) == truth.shape, (operation, case, result.shape, truth.shape)
        reference.result(operation, f"{case}_truth_{t}", some(truth).astype(np.float64))
        reference.result(operation, f"{case}_torch_{t}", some(result.double().numpy()))
        if scale is not None:
            reference.result(operation, f"{case}_scale_{t}", some(np.broadcast_to(scale, truth.shape)).astype(np.float64))


def moments(x, axis, correction=1):
    m = x.mean(axis=axis, keepdims=True)
    return m, ((x - m) ** 2).sum(axis=axis, keepdims=True) / (x.shape[axis] - correction)


def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def logsumexp(x, axis=-1, keepdims=False):
    m = x.max(axis=axis, keepdims=True)
    r = np.log(np.exp(x - m).sum(axis=axis, keepdims=True)) + m
    return r if keepdims else r.squeeze(axis)


torch.manual_seed(0)
np.seterr(all="ignore")
EPS = 1e-5
for t, dtype in TYPES.items():
    # Reductions of rows and of columns, and scans.
    for n in (1000, 100_000):
        for case in ("ones", "unit", "signed", "far", "constant", "large", "small", "outlier"):
            x = tensor(case, (4, n), t)
            e = exact(x)
            c = f"{case}{n}"
            scale = np.abs(e).sum(axis=1)
            add("sum", c, t, x.sum(1), e.sum(axis=1), scale)
            add("mean", c, t, x.mean(1), e.mean(axis=1), scale / n)
            add("var", c, t, x.var(1), moments(e, 1)[1][:, 0])
            add("std", c, t, x.std(1), np.sqrt(moments(e, 1)[1][:, 0]))
            add("norm", c, t, x.norm(dim=1), np.sqrt((e * e).sum(axis=1)))
            add("logsumexp", c, t, x.logsumexp(1), logsumexp(e))
            if n == 100_000:
                down = x.reshape(4, 25_000, 4)
                d = exact(down)
                add("sum", c + "down", t, down.sum(1), d.sum(axis=1), np.abs(d).sum(axis=1))
                add("var", c + "down", t, down.var(1), moments(d, 1)[1][:, 0])
            if case in ("ones", "unit", "signed", "far", "constant"):
                add("cumsum", c, t, x.cumsum(1), np.cumsum(e, axis=1), np.abs(e).cumsum(axis=1))
                add("logcumsumexp", c, t, x.logcumsumexp(1), np.logaddexp.accumulate(e, axis=1))
        x = tensor("near1", (4, n), t)
        add("prod", f"near1{n}", t, x.prod(1), exact(x).prod(axis=1))
        add("cumprod", f"near1{n}", t, x.cumprod(1), exact(x).cumprod(axis=1))

    # Normalisations.
    for case in ("ones", "unit", "signed", "far", "constant", "wide", "small", "outlier"):
        x = tensor(case, (4, 1000), t)
        e = exact(x)
        m, v = moments(e, 1, 0)
        eps = L(float(torch.tensor(EPS, dtype=dtype)))
        add("softmax", case, t, x.softmax(1), softmax(e))
        add("log_softmax", case, t, x.log_softmax(1), e - logsumexp(e, keepdims=True), np.abs(e).max(axis=1, keepdims=True))
        w, b = tensor("unit", (1000,), t), tensor("signed", (1000,), t)
        # What is rounded before the mean is subtracted is relative to the elements themselves.
        scale = 1 / np.sqrt(v + eps) * np.abs(e - m) + np.abs(exact(b))
        add("layer_norm", case, t, F.layer_norm(x, (1000,), w, b, float(eps)), (e - m) / np.sqrt(v + eps) * exact(w) + exact(b), scale)
        add("rms_norm", case, t, F.rms_norm(x, (1000,), w, float(eps)), e / np.sqrt((e * e).mean(axis=1, keepdims=True) + eps) * exact(w))
        image = x.reshape(1, 4, 1000)
        w, b = tensor("unit", (4,), t), tensor("signed", (4,), t)
        add("instance_norm", case, t, F.instance_norm(image, None, None, w, b, True, 0.1, float(eps)),
            ((e - m) / np.sqrt(v + eps) * exact(w)[:, None] + exact(b)[:, None])[None], (scale + 1)[None])
        g = e.reshape(2, 2000)
        gm, gv = moments(g, 1, 0)
        gx = ((g - gm) / np.sqrt(gv + eps)).reshape(1, 4, 1000)
        add("group_norm", case, t, F.group_norm(image, 2, w, b, float(eps)), gx * exact(w)[:, None] + exact(b)[:, None], np.abs(gx) + 1)
        mean, var = tensor("far", (4,), t), tensor("unit", (4,), t)
        bx = (e - exact(mean)[:, None]) / np.sqrt(exact(var)[:, None] + eps) * exact(w)[:, None]
        add("batch_norm", case, t, F.batch_norm(image, mean, var, w, b, False, 0.1, float(eps)), (bx + exact(b)[:, None])[None], np.abs(bx)[None] + 1)
        add("normalize", case, t, F.normalize(x, dim=1), e / np.maximum(np.sqrt((e * e).sum(axis=1, keepdims=True)), 1e-12))

    # Products.
    for case in ("ones", "unit", "signed", "far", "outlier"):
        x, w = tensor(case, (4, 4096), t), tensor("signed" if case == "signed" else "unit", (8, 4096), t)
        a, b = exact(x), exact(w)
        product, size = a @ b.T, np.abs(a) @ np.abs(b).T
        bias = tensor("wide", (8,), t)
        add("matmul", case, t, x @ w.T, product, size)
        add("linear", case, t, F.linear(x, w, bias), product + exact(bias), size)
        add("dot", case, t, x[0].dot(w[0]).reshape(1), product[0, :1], size[0, :1])
        add("einsum", case, t, torch.einsum("ik,jk->j", x, w), product.sum(axis=0), size.sum(axis=0))
        add("cosine_similarity", case, t, F.cosine_similarity(x, w[:4], dim=1), np.diag(product) / np.sqrt((a * a).sum(axis=1) * (b[:4] ** 2).sum(axis=1)), 1)
        image, filters = x.reshape(1, 64, 16, 16), w[:, :576].reshape(8, 64, 3, 3)
        i, f = exact(image), exact(filters)
        patches = np.lib.stride_tricks.sliding_window_view(i, (3, 3), axis=(2, 3))
        conv = lambda p, f: np.tensordot(p, f, ((1, 4, 5), (1, 2, 3))).transpose(0, 3, 1, 2)
        add("conv2d", case, t, F.conv2d(image, filters, bias), conv(patches, f) + exact(bias)[:, None, None], conv(np.abs(patches), np.abs(f)) + 16)
        padded = np.lib.stride_tricks.sliding_window_view(np.pad(i, ((0, 0), (0, 0), (2, 2), (2, 2))), (3, 3), axis=(2, 3))
        turned = f[:, :, ::-1, ::-1]
        add("conv_transpose2d", case, t, F.conv_transpose2d(image, filters.transpose(0, 1).contiguous()), conv(padded, turned), conv(np.abs(padded), np.abs(turned)))
        signal, taps = x.reshape(1, 512, 32), w[:, :2560].reshape(8, 512, 5)
        s, k = exact(signal), exact(taps)
        windows = np.lib.stride_tricks.sliding_window_view(s, 5, axis=2)
        conv = lambda p, k: np.tensordot(p, k, ((1, 3), (1, 2))).transpose(0, 2, 1)
        add("conv1d", case, t, F.conv1d(signal, taps), conv(windows, k), conv(np.abs(windows), np.abs(k)))
        plane = x.reshape(1, 4, 64, 64)
        add("avg_pool2d", case, t, F.avg_pool2d(plane, 32), exact(plane).reshape(1, 4, 2, 32, 2, 32).mean(axis=(3, 5)), np.abs(a).max())
        add("adaptive_avg_pool2d", case, t, F.adaptive_avg_pool2d(plane, 2), exact(plane).reshape(1, 4, 2, 32, 2, 32).mean(axis=(3, 5)), np.abs(a).max())
    for case in ("unit", "signed", "wide"):
        q, k, v = tensor(case, (64, 32), t), tensor("signed", (256, 32), t), tensor("unit", (256, 8), t)
        scores = exact(q) @ exact(k).T / np.sqrt(L(32))
        add("attention", case, t, F.scaled_dot_product_attention(q[None], k[None], v[None])[0], softmax(scores) @ exact(v), 16)

    # Losses.
    for case in ("unit", "signed", "far", "wide"):
        x, y = tensor(case, (4, 1000), t), tensor("unit", (4, 1000), t)
        a, b = exact(x), exact(y)
        d = np.abs(a - b)
        one = lambda v: torch.as_tensor(v).reshape(1)
        add("mse_loss", case, t, one(F.mse_loss(x, y)), [(d * d).mean()])
        add("l1_loss", case, t, one(F.l1_loss(x, y)), [d.mean()])
        add("huber_loss", case, t, one(F.huber_loss(x, y)), [np.where(d <= 1, d * d / 2, d - L(0.5)).mean()])
        add("smooth_l1_loss", case, t, one(F.smooth_l1_loss(x, y)), [np.where(d < 1, d * d / 2, d - L(0.5)).mean()])
        bce = np.maximum(a, 0) - a * b + np.log1p(np.exp(-np.abs(a)))
        add("binary_cross_entropy_with_logits", case, t, one(F.binary_cross_entropy_with_logits(x, y)), [bce.mean()])
        classes = torch.tensor([1, 10, 100, 999])
        rows = logsumexp(a) - a[np.arange(4), classes.numpy()]
        add("cross_entropy", case, t, one(F.cross_entropy(x, classes)), [rows.mean()], [np.abs(a).max()])

reference.write()
