"""PyTorch on the rows of src/bin/operations/rows.rs, one thread; that program starts this and asks for rounds."""

import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

from python import data

torch.set_num_threads(1)
torch.set_grad_enabled(False)

TYPES = {"f32": torch.float32, "f64": torch.float64, "f16": torch.float16, "bf16": torch.bfloat16}


def tensor(T, seed, *sizes):
    return torch.from_numpy(data(seed, *sizes)).to(T)


# What is in memory, and the operand as a view of that.
VECTOR = {"contiguous": ([1024], lambda x: x), "sliced": ([1024, 2], lambda x: x[:, 0])}
MATRIX = {
    "contiguous": ([1024, 1024], lambda x: x),
    "transposed": ([1024, 1024], lambda x: x.mT),
    "sliced": ([1024, 2048], lambda x: x[:, :1024]),
}
IMAGE = {
    "contiguous": ([8, 32, 56, 56], lambda x: x),
    "nhwc": ([8, 56, 56, 32], lambda x: x.permute(0, 3, 1, 2)),
    "sliced": ([8, 32, 56, 112], lambda x: x[..., :56]),
}
PIXELS = {"contiguous": ([8, 28, 28, 64], lambda x: x), "nchw": ([8, 64, 28, 28], lambda x: x.permute(0, 2, 3, 1))}
HEADS = {"contiguous": ([8, 8, 128, 64], lambda x: x), "heads swapped": ([8, 128, 8, 64], lambda x: x.permute(0, 2, 1, 3))}


def whole(*sizes):
    return {"contiguous": (sizes, lambda x: x)}


ROWS = {}


def row(name, layouts, f, *others):
    """An operation `f(x, …)`; `others` are sizes of tensors of seed 2, 3 and so on, or tensors."""
    ROWS[name] = layouts, f, others


row("max, last axis", MATRIX, lambda x: x.amax(-1))
row("max, first axis", MATRIX, lambda x: x.amax(0))
row("sum, last axis", MATRIX, lambda x: x.sum(-1))
row("sum, first axis", MATRIX, lambda x: x.sum(0))
row("mean, last axis", MATRIX, lambda x: x.mean(-1))
row("var, last axis", MATRIX, lambda x: x.var(-1))
row("argmax, last axis", MATRIX, lambda x: x.argmax(-1))
row("softmax, last axis", MATRIX, lambda x: x.softmax(-1))
row("softmax, first axis", MATRIX, lambda x: x.softmax(0))
row("log_softmax, last axis", MATRIX, lambda x: x.log_softmax(-1))
row("gelu tanh", MATRIX, lambda x: F.gelu(x, approximate="tanh"))
row("gelu", MATRIX, F.gelu)
row("sigmoid", MATRIX, lambda x: x.sigmoid())
row("silu", MATRIX, F.silu)
row("tanh", MATRIX, lambda x: x.tanh())
row("softplus", MATRIX, F.softplus)
row("relu", MATRIX, lambda x: x.relu())
row("exp", MATRIX, lambda x: x.exp())
row("add itself", MATRIX, lambda x: x + x)
row("layer_norm", MATRIX, lambda x, w, b: F.layer_norm(x, [1024], w, b), [1024], [1024])

BATCHES = {f"{m} row{'s' if m > 1 else ''}": ([m, 1024], lambda x: x) for m in (512, 16, 1)}
row("matmul", BATCHES, torch.matmul, [1024, 512])
row("linear", BATCHES, F.linear, [512, 1024])

row("layer_norm of the channels", PIXELS, lambda x, w, b: F.layer_norm(x, [64], w, b), [64], [64])
row("max_pool2d 2 x 2", IMAGE, lambda x: F.max_pool2d(x, 2))
row("max_pool2d 3 x 3, stride 2", IMAGE, lambda x: F.max_pool2d(x, 3, 2, 1))
row("avg_pool2d 2 x 2", IMAGE, lambda x: F.avg_pool2d(x, 2))
row("adaptive_avg_pool2d to 1", IMAGE, lambda x: F.adaptive_avg_pool2d(x, 1))
row("mean, height and width", IMAGE, lambda x: x.mean((2, 3)))
row("sum, all but channels", IMAGE, lambda x: x.sum((0, 2, 3)))
row("relu of images", IMAGE, lambda x: x.relu())
row("conv2d 3 x 3", IMAGE, lambda x, w: F.conv2d(x, w, padding=1), [32, 32, 3, 3])
row("conv2d 3 x 3, stride 2", IMAGE, lambda x, w: F.conv2d(x, w, stride=2, padding=1), [32, 32, 3, 3])
row("conv2d depthwise 3 x 3, stride 2", IMAGE, lambda x, w: F.conv2d(x, w, stride=2, padding=1, groups=32), [32, 1, 3, 3])
row("conv2d depthwise 7 x 7", IMAGE, lambda x, w: F.conv2d(x, w, padding=3, groups=32), [32, 1, 7, 7])

row("flip, last axis", MATRIX, lambda x: x.flip(-1))
row("copy", MATRIX, lambda x: x.clone(memory_format=torch.contiguous_format))
row("copy of images", IMAGE, lambda x: x.clone(memory_format=torch.contiguous_format))
row("copy, channels last", IMAGE, lambda x: x.permute(0, 2, 3, 1).clone(memory_format=torch.contiguous_format))
row("pad by 1", IMAGE, lambda x: F.pad(x, (1, 1, 1, 1)))
row("outer", VECTOR, lambda x, y: torch.outer(x, y), [1024])
row("gather rows", MATRIX, lambda x, i: x.index_select(0, i), torch.arange(512) * 37 % 1024)
row("gather, first axis", MATRIX, lambda x, i: x.gather(0, i), (torch.arange(1024)[:, None] * 37 + torch.arange(1024)) % 1024)
row("mse", MATRIX, F.mse_loss, [1024, 1024])


def rotary(x, cos, sin):
    a, b = x[..., :32], x[..., 32:]
    return torch.cat((a * cos - b * sin, b * cos + a * sin), -1)


row("rotary", HEADS, rotary, [128, 32], [128, 32])

row("sum, axis 0 of 65536 x 3", whole(65536, 3), lambda x: x.sum(0))
row("sum, rows of 56", whole(14336, 56) | {"sliced": ([14336, 112], lambda x: x[:, :56])}, lambda x: x.sum(-1))
row("max, rows of 56", whole(14336, 56), lambda x: x.amax(-1))
row("sum, all of 50 MB", whole(3584, 3584), lambda x: x.sum())
row("sum, axis 0 of 50 MB", whole(3584, 3584), lambda x: x.sum(0))
row("sum, axis 1 of 50 MB", whole(3584, 3584), lambda x: x.sum(1))

row("topk 10 of rows", whole(256, 1024), lambda x: x.topk(10)[0])
row("sort of rows", whole(256, 1024), lambda x: torch.sort(x, stable=True, dim=-1)[0])
row("argsort of rows", whole(256, 1024), lambda x: torch.argsort(x, stable=True, dim=-1))

# PyTorch's result keeps the order in memory of its operand, and ours is row-major: rows where PyTorch's is made so, too.
for name in ("gelu tanh", "gelu", "sigmoid", "silu", "tanh", "softplus", "relu", "exp", "add itself", "flip, last axis", "relu of images"):
    layouts, f, _ = ROWS[name]
    turned = {layout: layouts[layout] for layout in ("transposed", "nhwc") if layout in layouts}
    row(f"{name}, row-major result", turned, lambda x, f=f: f(x).contiguous())


def checksum(x):
    x = x.double().numpy().ravel()
    return float(x.sum()), float((x * (np.arange(x.size) % 97)).sum())


def batch(call, calls):
    start = time.perf_counter_ns()
    for _ in range(calls):
        call()
    return (time.perf_counter_ns() - start) / calls


def prepared(name):
    """The call of a row, and how many of them make a batch."""
    operation, kind, layout = name.split(" | ")
    layouts, f, others = ROWS[operation]
    sizes, view = layouts[layout]
    T = TYPES[kind]
    x = view(tensor(T, 1, *sizes))
    others = [y if torch.is_tensor(y) else tensor(T, seed, *y) for seed, y in enumerate(others, 2)]
    call = lambda: f(x, *others)
    calls = 1
    while batch(call, calls) * calls < 60e3:
        calls *= 2
    return call, calls


def main():
    call = calls = None
    for line in sys.stdin:
        line = line.strip()
        if line == "versions":
            print(f"PyTorch {torch.__version__}")
        elif line == "go":
            print(min(batch(call, calls) for _ in range(4)))
        else:
            call, calls = prepared(line.removeprefix("row "))
            print("PyTorch", *(repr(number) for number in checksum(call())))
        sys.stdout.flush()


main()
