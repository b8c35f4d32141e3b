"""NumPy and PyTorch on the rows of src/rows.rs, one thread; the Rust program starts this and asks for rounds.

By itself, `taskset -c 1 python python.py` prints the least time of each row."""

import sys
import time

import numpy as np

try:
    import torch
    import torch.nn.functional as F

    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
except ImportError:
    torch = None


def data(seed, *shape):
    """The same numbers as src/race.rs has."""
    n = int(np.prod(shape))
    with np.errstate(over="ignore"):
        x = (np.arange(n, dtype=np.uint64) + np.uint64(seed << 40)) * np.uint64(0x9E3779B97F4A7C15)
        x ^= x >> np.uint64(30)
        x *= np.uint64(0xBF58476D1CE4E5B9)
        x ^= x >> np.uint64(27)
        x *= np.uint64(0x94D049BB133111EB)
    x >>= np.uint64(40)
    return ((x.astype(np.float32) - np.float32(8388608)) / np.float32(8388608)).reshape(shape)


ROWS = {}


def row(name):
    def add(make):
        ROWS[name] = make
        return make

    return add



def both(f, *arrays):
    """The same expression for both libraries: `f(library, *arrays)`."""
    tensors = [torch.from_numpy(a.copy()) for a in arrays] if torch else None
    yield "NumPy", lambda: f(np, *arrays)
    if torch:
        yield "PyTorch", lambda: f(torch, *tensors)


def stretched(name, op, a, b):
    """`name`, new and existing memory."""

    def new():
        x, y = data(1, *a), data(2, *b)
        return both(lambda lib, x, y: getattr(lib, op)(x, y), x, y)

    def existing():
        x, y = data(1, *a), data(2, *b)
        out = np.zeros(np.broadcast_shapes(a, b), np.float32)
        return both(lambda lib, x, y, out: getattr(lib, op)(x, y, out=out), x, y, out)

    ROWS[f"{name}, new"] = new
    ROWS[f"{name}, existing"] = existing


stretched("[4,32,14,14]+[32,1,1]", "add", (4, 32, 14, 14), (32, 1, 1))
stretched("[4,32,14,14]+[14,14]", "add", (4, 32, 14, 14), (14, 14))
stretched("[8,1,6,1]+[7,1,5]", "add", (8, 1, 6, 1), (7, 1, 5))
stretched("[256,256,3]*[3]", "multiply", (256, 256, 3), (3,))
stretched("[1024,1]+[1024]", "add", (1024, 1), (1024,))
stretched("[64,64,112,112]+[64,1,1]", "add", (64, 64, 112, 112), (64, 1, 1))


def scalar(existing):
    x = data(1, 4, 32, 8)
    s = float(data(2, 1)[0])
    s32 = np.float32(s)
    out = np.zeros_like(x)
    yield "NumPy", (lambda: np.add(x, s32, out=out)) if existing else (lambda: x + s32)
    if torch:
        t, o = torch.from_numpy(x), torch.from_numpy(out.copy())
        yield "PyTorch", (lambda: torch.add(t, s, out=o)) if existing else (lambda: t + s)


ROWS["[4,32,8]+scalar, new"] = lambda: scalar(False)
ROWS["[4,32,8]+scalar, existing"] = lambda: scalar(True)


@row("[4,1]+[3], inline")
def small():
    return both(lambda lib, x, y: x + y, data(1, 4, 1), data(2, 3))


def assign(name, a, b):
    def make():
        def add(lib, x, y):
            x += y
            return x

        return both(add, data(1, *a), data(2, *b))

    ROWS[name] = make


assign("[4,32,14,14]+=[32,1,1]", (4, 32, 14, 14), (32, 1, 1))
assign("[256,256,3]+=[3]", (256, 256, 3), (3,))
assign("[64,64,112,112]+=[64,1,1]", (64, 64, 112, 112), (64, 1, 1))


@row("relu(x*scale+shift), [32,64,28,28]")
def scale_shift_relu():
    x, a, b = data(1, 32, 64, 28, 28), data(2, 64, 1, 1), data(3, 64, 1, 1)
    out = np.zeros_like(x)

    def with_numpy():
        np.multiply(x, a, out=out)
        np.add(out, b, out=out)
        return np.maximum(out, 0, out=out)

    yield "NumPy", with_numpy
    if torch:
        tx, ta, tb, to = map(torch.from_numpy, (x, a, b, out.copy()))

        def with_torch():
            torch.mul(tx, ta, out=to)
            to.add_(tb)
            return to.relu_()

        yield "PyTorch", with_torch


def matmul(name, a, b):
    ROWS[name] = lambda: both(lambda lib, x, y: x @ y, data(1, *a), data(2, *b))


for n in (4, 16, 128, 1024):
    matmul(f"matmul {n}x{n}" + (", inline" if n < 32 else ""), (n, n), (n, n))
matmul("[8,64,64]x[64,64]", (8, 64, 64), (64, 64))
matmul("[8,12,64,64]x[8,12,64,64]", (8, 12, 64, 64), (8, 12, 64, 64))

ROWS["sum [512,512], axis 0"] = lambda: both(lambda lib, x: x.sum(0), data(1, 512, 512))
ROWS["sum [512,512], axis 1"] = lambda: both(lambda lib, x: x.sum(1), data(1, 512, 512))
ROWS["sum [512,512], all"] = lambda: both(lambda lib, x: x.sum(), data(1, 512, 512))


@row("softmax [128,1000]")
def softmax():
    x = data(1, 128, 1000)

    def with_numpy():
        e = np.exp(x - x.max(-1, keepdims=True))
        e /= e.sum(-1, keepdims=True)
        return e

    yield "NumPy", with_numpy
    if torch:
        t = torch.from_numpy(x)
        yield "PyTorch", lambda: F.softmax(t, -1)


@row("layer norm [128,768]")
def layer_norm():
    x, w, b = data(1, 128, 768), data(2, 768), data(3, 768)

    def with_numpy():
        y = x - x.mean(-1, keepdims=True)
        y /= np.sqrt((y * y).mean(-1, keepdims=True) + np.float32(1e-5))
        y *= w
        y += b
        return y

    yield "NumPy", with_numpy
    if torch:
        tx, tw, tb = map(torch.from_numpy, (x, w, b))
        yield "PyTorch", lambda: F.layer_norm(tx, (768,), tw, tb, 1e-5)


@row("MLP 64x784-512-512-10")
def mlp():
    x = data(1, 64, 784)
    w = [data(2, 784, 512), data(3, 512, 512), data(4, 512, 10)]
    b = [data(5, 512), data(6, 512), data(7, 10)]

    def with_numpy():
        h = x
        for i in range(3):
            h = h @ w[i]
            h += b[i]
            if i < 2:
                np.maximum(h, 0, out=h)
        return h

    yield "NumPy", with_numpy
    if torch:
        t = torch.from_numpy(x)
        tw, tb = [torch.from_numpy(a) for a in w], [torch.from_numpy(a) for a in b]

        def with_torch():
            h = t
            for i in range(3):
                h = torch.addmm(tb[i], h, tw[i])
                if i < 2:
                    h.relu_()
            return h

        yield "PyTorch", with_torch


@row("conv2d [8,3,32,32], 16 of 3x3")
def conv2d():
    if torch:
        x, w = torch.from_numpy(data(1, 8, 3, 32, 32)), torch.from_numpy(data(2, 16, 3, 3, 3))
        yield "PyTorch", lambda: F.conv2d(x, w, padding=1)


@row("[512,512]+[512,512]^T")
def transposed():
    x, y = data(1, 512, 512), data(2, 512, 512)
    out = np.zeros((512, 512), np.float32)
    return both(lambda lib, x, y, out: lib.add(x, y.T, out=out), x, y, out)


def checksum(x):
    x = np.asarray(x, dtype=np.float64).ravel()
    return x.sum(), (x * (np.arange(x.size) % 97)).sum()


class Race:
    """The variants of a row, and how many calls make a batch."""

    def __init__(self, name):
        self.variants, self.sums = [], []
        for who, call in ROWS[name]() if name in ROWS else ():
            self.sums.append((who, *checksum(call())))
            calls = 1
            while self.batch(call, calls) * calls < 60e3:
                calls *= 2
            self.variants.append((call, calls))

    @staticmethod
    def batch(call, calls):
        start = time.perf_counter_ns()
        for _ in range(calls):
            call()
        return (time.perf_counter_ns() - start) / calls

    def round(self, batches):
        return [min(self.batch(call, calls) for _ in range(batches)) for call, calls in self.variants]


def main():
    if sys.stdin.isatty() or "--alone" in sys.argv:
        for name in ROWS:
            race = Race(name)
            times = zip(*(race.round(1) for _ in range(40)))
            print(name, *(f"{who[0]} {min(t) / 1e3:.2f} us" for who, t in zip(race.sums, times)), sep="  ")
        return
    race = None
    for line in sys.stdin:
        line = line.strip()
        if line == "versions":
            print(f"NumPy {np.__version__}" + (f", PyTorch {torch.__version__}" if torch else ""))
        elif line == "go":
            print(*race.round(1 if race.variants and race.variants[0][1] == 1 else 4))
        else:
            race = Race(line.removeprefix("row "))
            print(*(f"{who} {a!r} {b!r}" for who, a, b in ((w, float(a), float(b)) for w, a, b in race.sums)))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
