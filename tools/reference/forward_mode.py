"""Derivatives along a direction, and Hessian-vector products, of models with `torch.func`: for `tests/tape/forward.rs`.

    python tools/reference/forward_mode.py        # writes tests/data/forward_mode.txt

Each line: the model, what it is, and numbers in f64. Weights, direction and input are by the formulas of the tests.
"""

from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn
from torch.func import functional_call, grad, jvp

torch.set_default_dtype(torch.float64)


def fill(shapes, seed):
    out, state = [], seed
    for shape in shapes:
        numbers = []
        for _ in range(shape.numel()):
            state = (state * 1664525 + 1013904223) % 2**32
            numbers.append((state >> 8) / 2**24 - 0.4)
        out.append(torch.tensor(numbers).reshape(shape))
    return out


def inputs(*sizes):
    x = torch.empty(sizes)
    for at in torch.cartesian_prod(*[torch.arange(n) for n in sizes]).reshape(-1, len(sizes)).tolist():
        place = 0
        for i in at:
            place = 7 * place + i
        x[tuple(at)] = (place * 37 + 11) % 29 / 17 - 0.8
    return x


class Attender(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(4, 2, batch_first=True)
        self.norm = nn.LayerNorm(4)
        self.scale = nn.Parameter(torch.zeros(4))

    def forward(self, x):
        y, _ = self.attention(x, x, x, need_weights=False)
        return self.norm(x + y) * self.scale


CASES = {
    "perceptron": (
        nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 4), nn.GELU(), nn.Linear(4, 2)),
        inputs(4, 3),
        lambda y: y.square().mean(),
    ),
    "norms": (
        nn.Sequential(nn.Linear(3, 4), nn.LayerNorm(4), nn.SiLU(), nn.RMSNorm(4, eps=1e-6), nn.Softmax(-1)),
        inputs(4, 3),
        lambda y: (y * y.log()).sum(),
    ),
    "convolutions": (
        nn.Sequential(
            nn.Conv2d(1, 2, 3, padding=1), nn.Softplus(), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(8, 3)
        ),
        inputs(5, 1, 4, 4),
        lambda y: F.cross_entropy(y, torch.tensor([0, 2, 1, 1, 0])),
    ),
    "attention": (Attender(), inputs(2, 5, 4), lambda y: y.sigmoid().std()),
}


def main():
    lines = []
    for name, (model, x, loss) in CASES.items():
        names = [key for key, _ in model.named_parameters()]
        shapes = [p.shape for p in model.parameters()]
        weights = dict(zip(names, fill(shapes, 3)))
        direction = dict(zip(names, fill(shapes, 77)))

        def f(weights):
            return loss(functional_call(model, weights, (x,)))

        with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
            value, slope = jvp(f, (weights,), (direction,))
            gradient, product = jvp(grad(f), (weights,), (direction,))
        parts = {
            "value": value,
            "slope": slope,
            "gradient": torch.cat([gradient[key].flatten() for key in names]),
            "product": torch.cat([product[key].flatten() for key in names]),
        }
        for part, numbers in parts.items():
            lines.append(f"{name} {part}: " + " ".join(repr(n) for n in numbers.detach().flatten().tolist()))
    target = Path(__file__).resolve().parents[2] / "tests/data/forward_mode.txt"
    target.write_text("\n".join(lines) + "\n")


main()
