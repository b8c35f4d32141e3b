"""One training step of four models in PyTorch, on one thread: what training in shaped is measured beside.

    taskset -c 1 python training.py [mlp digits transformer cnn]

A step is `zero_grad`, the model, cross-entropy, `backward` and Adam; batches of 64, f32. Prints the least and the median time of its parts in
microseconds, and the largest memory that a step holds beside the weights and the optimizer's state (new gradients are part of it). `src/bin/training.rs` is the same in burn
and candle, with the same data and the same first weights: the losses of step 1 and 20 of all agree.
"""

import statistics
import sys
import time

import torch
import torch.nn.functional as F
from torch import nn

torch.set_num_threads(1)
BATCH, SECONDS = 64, 4.0


class Block(nn.Module):
    def __init__(self, fused):
        super().__init__()
        self.norm1 = nn.LayerNorm(64)
        self.q, self.k, self.v, self.out = (nn.Linear(64, 64) for _ in range(4))
        self.norm2 = nn.LayerNorm(64)
        self.up, self.down = nn.Linear(64, 256), nn.Linear(256, 64)
        self.fused = fused

    def forward(self, x):
        y = self.norm1(x)
        q, k, v = (f(y).view(BATCH, 28, 4, 16).transpose(1, 2) for f in (self.q, self.k, self.v))
        if self.fused:
            y = F.scaled_dot_product_attention(q, k, v)
        else:
            y = ((q @ k.mT) * 0.25).softmax(-1) @ v
        x = x + self.out(y.transpose(1, 2).reshape(BATCH, 28, 64))
        return x + self.down(F.gelu(self.up(self.norm2(x)), approximate="tanh"))


class Transformer(nn.Module):
    """28 rows of 28 pixels as tokens of width 64; 2 blocks of 4 heads."""

    def __init__(self, fused):
        super().__init__()
        self.embed = nn.Linear(28, 64)
        self.position = nn.Parameter(torch.zeros(28, 64))
        self.blocks = nn.ModuleList(Block(fused) for _ in range(2))
        self.norm = nn.LayerNorm(64)
        self.head = nn.Linear(64, 10)

    def forward(self, x):
        x = self.embed(x) + self.position
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x).mean(1))


def perceptron(*sizes):
    layers = []
    for a, b in zip(sizes, sizes[1:]):
        layers += [nn.Linear(a, b), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def cnn():
    return nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(1568, 10),
    )  # fmt: skip


MODELS = {
    "mlp": (lambda: perceptron(784, 512, 512, 10), (784,)),
    "digits": (lambda: perceptron(64, 128, 64, 10), (64,)),
    "transformer": (lambda: Transformer(False), (28, 28)),
    "transformer, fused attention": (lambda: Transformer(True), (28, 28)),
    "cnn": (cnn, (1, 28, 28)),
}


def numbers(n, seed, scale):
    """Numbers in [-scale, scale), the same as in src/bin/training.rs."""
    i = torch.arange(n, dtype=torch.int64)
    return (((i * 7919 + seed * 104729) % 2003).double() / 1001.5 - 1).mul(scale).float()


def fill(model):
    """The weights to start from: of the size that PyTorch has, by the number of inputs; norms are 1 and 0."""
    with torch.no_grad():
        for seed, (name, x) in enumerate(model.named_parameters()):
            if "norm" in name or name == "position":
                continue
            inputs = x[0].numel() if x.ndim > 1 else 64
            x.copy_(numbers(x.numel(), seed + 1, inputs**-0.5).reshape(x.shape))


def memory(step):
    """The largest sum of what a step has allocated and not yet freed, in bytes."""
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiler:
        step()
    events = [e for e in profiler.profiler.kineto_results.events() if e.name() == "[memory]"]
    held = largest = 0
    for event in sorted(events, key=lambda e: e.start_ns()):
        held += event.nbytes()
        largest = max(largest, held)
    return largest


def measure(name, kind):
    make, sizes = MODELS[name]
    model = make()
    fill(model)
    x = numbers(BATCH * torch.Size(sizes).numel(), 0, 1.0).reshape(BATCH, *sizes)
    labels = torch.tensor([i * 7 % 10 for i in range(BATCH)])
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, fused=True if kind == "fused" else None)

    def gradients():
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), labels)
        loss.backward()
        return loss

    losses, forward, backward, adam = [], [], [], []
    begin = time.perf_counter()
    while len(adam) < 30 or time.perf_counter() - begin < SECONDS:
        t0 = time.perf_counter()
        with torch.no_grad():
            model(x)
        t1 = time.perf_counter()
        losses.append(float(gradients().detach()))
        t2 = time.perf_counter()
        optimizer.step()
        t3 = time.perf_counter()
        forward.append(t1 - t0)
        backward.append(t2 - t1)
        adam.append(t3 - t2)
    steps = [a + b for a, b in zip(backward, adam)]

    def step():
        gradients()
        optimizer.step()

    step()
    held = memory(step)
    shown = lambda x: f"{min(x) * 1e6:9.1f} {statistics.median(x) * 1e6:9.1f}"
    numbers_ = f"{shown(forward)} | {shown(backward)} | {shown(adam)} | {shown(steps)}"
    print(f"{name:28} {kind:7} | {numbers_} | {held / 1024:8.0f} kB | loss {losses[0]:.6f} {losses[19]:.6f}", flush=True)


if __name__ == "__main__":
    asked = sys.argv[1:] or ["mlp", "digits", "transformer", "cnn"]
    print(f"PyTorch {torch.__version__}, least and median in us: inference | gradients | Adam | step | memory | loss of steps 1 and 20")
    for name in MODELS:
        if name.split(",")[0] in asked:
            for kind in ("fused", "foreach"):
                measure(name, kind)
