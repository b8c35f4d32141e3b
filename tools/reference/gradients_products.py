"""Gradients of products: of matrices and vectors, linear maps, einsum, attention. tests/data/gradients/products.txt."""

import math

import torch
import torch.nn.functional as F
from gradients import Gradients, other, plain, third, unit
from rotary import rotary

g = Gradients("products")
case = g.case

MATMUL = {
    "matrices": ((3, 4), (4, 2)), "matrix and vector": ((3, 4), (4,)), "vector and matrix": ((4,), (4, 3)), "vectors": ((5,), (5,)),
    "stacks": ((2, 3, 4), (2, 4, 2)), "stack and matrix": ((2, 3, 4), (4, 2)), "matrix and stack": ((3, 4), (2, 4, 2)),
    "stretched stacks": ((2, 1, 3, 4), (3, 4, 2)), "stretched both ways": ((2, 1, 2, 3), (1, 3, 3, 2)), "stack and vector": ((2, 3, 4), (4,)),
    "vector and stack": ((3,), (2, 3, 4)), "one by one": ((1, 1), (1, 1)), "row and column": ((1, 4), (4, 1)),
    "column and row": ((3, 1), (1, 4)), "no rows": ((0, 4), (4, 2)), "nothing summed": ((3, 0), (0, 2)), "no columns": ((3, 4), (4, 0)),
}  # fmt: skip
for name, (a, b) in MATMUL.items():
    case(f"matmul {name}", torch.matmul, x=plain(*a), y=other(*b))
case("matmul transposed left", lambda x, y: x.T @ y, x=plain(4, 3), y=other(4, 2))
case("matmul transposed right", lambda x, y: x @ y.T, x=plain(3, 4), y=other(2, 4))
case("matmul transposed both", lambda x, y: x.T @ y.T, x=plain(4, 3), y=other(2, 4))
case("matmul by its transpose", lambda x: x @ x.T, x=plain(3, 4))
case("matmul of permuted stacks", lambda x, y: x.permute(1, 0, 2) @ y.mT, x=plain(3, 2, 4), y=other(2, 5, 4))
case("matmul of stretched rows", lambda x, y: x.expand(3, 4) @ y, x=plain(4), y=other(4, 2))
case("matmul larger", torch.matmul, x=plain(7, 19), y=other(19, 6))

LINEAR = {"matrix": (3, 4), "vector": (4,), "three axes": (2, 3, 4), "one row": (1, 4), "no rows": (0, 4)}
for name, sizes in LINEAR.items():
    case(f"linear {name}", F.linear, x=plain(*sizes), w=other(5, 4), b=third(5))
    case(f"linear_no_bias {name}", F.linear, x=plain(*sizes), w=other(5, 4))
case("linear one output", F.linear, x=plain(3, 4), w=other(1, 4), b=third(1))
case("linear transposed input", lambda x, w, b: F.linear(x.T, w, b), x=plain(4, 3), w=other(5, 4), b=third(5))
case("linear transposed weight", lambda x, w, b: F.linear(x, w.T, b), x=plain(3, 4), w=other(4, 5), b=third(5))
case("linear twice with relu", lambda x, w, b: F.linear(F.relu(F.linear(x, w, b)), w, b), x=plain(3, 4), w=other(4, 4), b=third(4))
case("linear no features", F.linear, x=plain(2, 0), w=other(3, 0), b=third(3))

case("dot vectors", torch.dot, x=plain(5), y=other(5))
case("dot with itself", lambda x: x @ x, x=plain(5))
case("outer vectors", torch.outer, x=plain(3), y=other(4))
case("trace square", torch.trace, x=plain(3, 3))
case("cross rows", torch.linalg.cross, x=plain(2, 3), y=other(2, 3))
case("cross vectors", torch.linalg.cross, x=plain(3), y=other(3))

EINSUM = {
    "scores": ("bhqd,bhkd->bhqk", (2, 2, 3, 2), (2, 2, 2, 2)), "product": ("ij,jk->ik", (3, 4), (4, 2)),
    "product transposed": ("ij,jk->ki", (3, 4), (4, 2)), "stack": ("bij,bjk->bik", (2, 3, 4), (2, 4, 2)),
    "trace": ("ii->", (3, 3)), "diagonal": ("ii->i", (3, 3)), "diagonals": ("bii->bi", (2, 3, 3)), "outer": ("i,j->ij", (3,), (4,)),
    "inner": ("i,i->", (5,), (5,)), "bilinear": ("bi,oij,bj->bo", (2, 3), (2, 3, 4), (2, 4)), "sum": ("ij->", (3, 4)),
    "rows": ("ij->i", (3, 4)), "columns": ("ij->j", (3, 4)), "transpose": ("ij->ji", (3, 4)), "permute": ("ijk->kij", (2, 3, 4)),
    "elementwise": ("ij,ij->ij", (3, 4), (3, 4)), "elementwise transposed": ("ij,ji->ij", (3, 4), (4, 3)),
    "rows of products": ("ij,ij->i", (3, 4), (3, 4)), "all of products": ("ij,ji->", (3, 4), (4, 3)),
    "matrix and vector": ("ij,j->i", (3, 4), (4,)), "one-sided sum": ("ij,jk->k", (3, 4), (4, 2)), "sums apart": ("ij,k->i", (3, 4), (2,)),
    "two summed": ("ijk,jil->kl", (2, 3, 4), (3, 2, 2)), "three in a row": ("ij,jk,kl->il", (3, 4), (4, 2), (2, 3)),
    "diagonal by matrix": ("ii,ij->j", (3, 3), (3, 4)), "outer of three": ("i,j,k->ikj", (3,), (4,), (2,)), "scalar": (",ij->ij", (), (3, 4)),
    "leading": ("...td,od->...to", (2, 3, 4), (2, 4)), "leading summed": ("...d,...d->...", (2, 3, 4), (2, 3, 4)),
    "no rows": ("ij,jk->ik", (0, 4), (4, 2)),
}  # fmt: skip
for name, (equation, *sizes) in EINSUM.items():
    inputs = {x: kind(*of) for (x, kind), of in zip((("x", plain), ("y", other), ("z", third)), sizes)}
    case(f"einsum {name}", lambda *inputs: torch.einsum(equation, *inputs), **inputs)
case("einsum of one input three times", lambda x: torch.einsum("ij,jk,kl->il", x, x, x), x=plain(3, 3))

mask = g.mask("mask", [[1, 0, 1], [1, 1, 1], [0, 0, 1], [0, 1, 0]])
padding = g.mask("padding", [[[[1, 0, 1]]], [[[1, 1, 0]]]])
blind = g.mask("blind", [[1, 0, 1], [0, 0, 0], [0, 0, 1], [0, 1, 0]])
attend = F.scaled_dot_product_attention
q, k, v = plain(2, 2, 4, 3), other(2, 2, 3, 3), third(2, 2, 3, 2)
with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
    case("attention heads", attend, q=q, k=k, v=v)
    case("attention matrices", lambda q, k, v: attend(q[None], k[None], v[None])[0], q=plain(4, 3), k=other(3, 3), v=third(3, 2))
    case("attention of itself", lambda x: attend(x[None], x[None], x[None])[0], x=plain(4, 3))
    swapped = lambda q, k, v: attend(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2)).transpose(1, 2)
    case("attention of swapped axes", swapped, q=plain(2, 4, 2, 3), k=other(2, 3, 2, 3), v=third(2, 3, 2, 2))
    case("attention one key", attend, q=q, k=other(2, 2, 1, 3), v=third(2, 2, 1, 2))
    case("attention_causal heads", lambda q, k, v: attend(q, k, v, is_causal=True), q=q, k=k, v=v)
    case("attention_causal square", lambda q, k, v: attend(q[None], k[None], v[None], is_causal=True)[0], q=plain(4, 3), k=other(4, 3), v=third(4, 2))
    case("attention_masked truth", lambda q, k, v: attend(q, k, v, attn_mask=mask), q=q, k=k, v=v)
    case("attention_masked padding", lambda q, k, v: attend(q, k, v, attn_mask=padding), q=q, k=k, v=v)
    case("attention_masked blind", lambda q, k, v: attend(q, k, v, attn_mask=blind), q=q, k=k, v=v)
    biased = lambda q, k, v, bias: attend(q, k, v, attn_mask=bias)
    case("attention_masked numbers", biased, q=q, k=k, v=v, bias=unit(2, 1, 3))
i, j = torch.arange(4)[:, None], torch.arange(3)
near = mask & (j <= i) & (i - j < 3)
case("attention_with options", lambda q, k, v: attend(q, k, v, attn_mask=near, scale=0.4), q=q, k=k, v=v)
by_hand = lambda q, k, v: (q @ k.mT / math.sqrt(3)).softmax(-1) @ v
case("attention by hand", by_hand, q=q, k=k, v=v)
case("attention_weights plain", lambda q, k: (q @ k.mT / math.sqrt(3)).softmax(-1), q=q, k=k)
low = torch.tensor([[0, 1, 1], [0, 0, 1], [0, 0, 0], [0, 0, 0]], dtype=torch.bool)
case("attention_weights causal", lambda q, k: (q @ k.mT * 0.4).masked_fill(low, -math.inf).softmax(-1), q=q, k=k)
case("rotary halves", lambda x: rotary(x, start=2), x=plain(2, 4, 6))
case("rotary pairs", lambda x: rotary(x, base=50.0, interleaved=True), x=plain(2, 4, 6))
case("rotary transposed", lambda x: rotary(x.mT), x=plain(2, 4, 6))
# Two vectors at once.
w3, b2 = third(2, 4, 3), plain(2)
case("bilinear rows", lambda x, y, w, b: F.bilinear(x, y, w, b), x=plain(5, 4), y=other(5, 3), w=w3, b=b2)
case("bilinear vectors", lambda x, y, w, b: F.bilinear(x, y, w, b), x=plain(4), y=other(3), w=w3, b=b2)
case("bilinear stacked", lambda x, y, w: F.bilinear(x, y, w), x=plain(2, 3, 4), y=other(2, 3, 3), w=w3)
case("bilinear transposed", lambda x, y, w: F.bilinear(x.T, y.T, w.mT.contiguous()), x=plain(3, 5), y=other(4, 5), w=w3)
case("bilinear of one", lambda x, y, w, b: F.bilinear(x, y, w, b), x=plain(3, 1), y=other(3, 1), w=third(1, 1, 1), b=plain(1))
case("bilinear of none", lambda x, y, w: F.bilinear(x, y, w), x=plain(0, 4), y=other(0, 3), w=w3)
case("bilinear of itself", lambda x, w: F.bilinear(x, x, w), x=plain(5, 4), w=third(2, 4, 4))
g.write()
