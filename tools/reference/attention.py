"""Scaled dot-product attention as PyTorch computes it: tests/data/reference/attention.txt."""

import numpy as np
import torch
import torch.nn.functional as F
from common import Reference
from rotary import rotary

reference = Reference("attention")
rng = np.random.default_rng(23)
inf = float("inf")


def both(name, values):
    """An input as f64 and f32."""
    x = torch.as_tensor(values, dtype=torch.float64)
    reference.input(name, x)
    reference.input(name, x.float())
    return x


q, k, v = (both(name, rng.normal(size=size)) for name, size in (("q", (2, 3, 4, 5)), ("k", (2, 3, 6, 5)), ("v", (2, 3, 6, 2))))
big = both("big", rng.normal(size=(3, 5)) * 40)
bias = both("bias", rng.normal(size=(3, 1, 6)))
mask = torch.from_numpy(rng.integers(0, 2, size=(4, 6)).astype(bool))
mask[2] = False  # may attend to nothing
reference.input("mask", mask)
heads = torch.from_numpy(rng.integers(0, 2, size=(2, 1, 1, 6)).astype(bool))
heads[..., 0] = True
reference.input("heads", heads)
attend = F.scaled_dot_product_attention
with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
    for dtype in (torch.float64, torch.float32):
        Q, K, V, B = (x.to(dtype) for x in (q, k, v, bias))
        X = big.to(dtype)
        reference.result("attention", "heads", attend(Q, K, V))
        reference.result("attention", "matrices", attend(Q[0, 0][None], K[0, 0][None], V[0, 0][None])[0])
        reference.result("attention", "transposed", attend(Q[0], K[0], K[0]).mT)
        reference.result("attention", "one key", attend(Q, K[:, :, :1], V[:, :, :1]))
        reference.result("attention", "no queries", attend(Q[:, :, :0], K, V))
        reference.result("attention", "no keys", attend(Q, K[:, :, :0], V[:, :, :0]))
        reference.result("attention", "large scores", attend(X[None], X[None], X[None])[0])
        reference.result("attention_causal", "more keys", attend(Q, K, V, is_causal=True))
        reference.result("attention_causal", "more queries", attend(K, Q, Q, is_causal=True))
        reference.result("attention_masked", "truth", attend(Q, K, V, attn_mask=mask))
        reference.result("attention_masked", "padding", attend(Q, K, V, attn_mask=heads))
        reference.result("attention_masked", "numbers", attend(Q, K, V, attn_mask=B))
        reference.result("attention_with", "scale", attend(Q, K, V, scale=0.3))
        i, j = torch.arange(4)[:, None], torch.arange(6)
        seen = (j <= i) & (i - j < 2)
        reference.result("attention_with", "last two", attend(Q, K, V, attn_mask=seen, scale=-1.5))
        reference.result("attention_with", "near", attend(Q, K, V, attn_mask=(i - j).abs() < 3))
        hidden = torch.zeros(4, 6, dtype=dtype).masked_fill(~seen, -inf)
        reference.result("attention_with", "last two and numbers", attend(Q, K, V, attn_mask=B + hidden))
        reference.result("attention_with", "causal and padding", attend(Q, K, V, attn_mask=heads & (j <= i)))
        groups = attend(Q.reshape(1, 6, 4, 5), K[:1, :2], V[:1, :2], enable_gqa=True, is_causal=True)
        reference.result("attention_with", "groups", groups.reshape(2, 3, 4, 2))
        low = torch.zeros(4, 6, dtype=dtype).masked_fill(~mask, -inf)
        reference.result("attention_masked", "infinities", attend(Q, K, V, attn_mask=low))
for dtype in (torch.float64, torch.float32):
    Q, K = q.to(dtype), k.to(dtype)
    scores, seen = Q @ K.mT, torch.ones(4, 6, dtype=torch.bool).tril()
    reference.result("attention_weights", "plain", (scores / 5**0.5).softmax(-1))
    reference.result("attention_weights", "causal", (scores * 0.3).masked_fill(~seen, -inf).softmax(-1))
    reference.result("attention_weights", "no keys", scores[..., :0])
steps = both("steps", rng.normal(size=(2, 4, 6)))
for dtype in (torch.float64, torch.float32):
    X = steps.to(dtype)
    reference.result("rotary", "halves", rotary(X))
    reference.result("rotary", "later", rotary(X, base=100.0, start=37))
    reference.result("rotary", "pairs", rotary(X, interleaved=True, start=3))
    reference.result("rotary", "transposed", rotary(X.mT))
    reference.result("rotary", "one step", rotary(X[0, :1], start=9))
    reference.result("rotary", "no steps", rotary(X[:, :0]))
reference.write()
