#!/usr/bin/env python3
"""Writes tests/broadcasting/pairs.rs: random pairs of shapes that broadcast, for the value tests.

The tests compare with an oracle of their own, so nothing but the choice of the pairs comes from here. Another seed:
tools/pairs.py SEED.
"""
import pathlib
import random
import sys

TARGET = pathlib.Path(__file__).resolve().parent.parent / "tests" / "broadcasting" / "pairs.rs"
random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 20261121)
POOL = [0, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 32, 33, 64, 100, 1023, 1024, 4096, 50257]


def numel(shape):
    n = 1
    for size in shape:
        n *= size
    return n


rows = []
while len(rows) < 120:
    rank = random.choice([0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8, 12])
    out = [random.choice(POOL if rank < 4 else [0, 2, 2, 3, 4, 5, 7]) if random.random() < 0.85 else 1 for _ in range(rank)]
    if 0 in out and random.random() < 0.7 or numel(out) > 120_000:
        continue

    def side():
        cut = random.choice([0, 0, 0, random.randint(0, rank)])
        return [n if random.random() < 0.6 else 1 for n in out[cut:]]

    left, right = side(), side()
    rank = max(len(left), len(right))
    pad = lambda s: [1] * (rank - len(s)) + s
    out = [b if a == 1 else a for a, b in zip(pad(left), pad(right))]
    rows.append((left, right, out))

words = lambda shape: " ".join(map(str, shape))
TARGET.parent.mkdir(exist_ok=True)
TARGET.write_text(
    "// Written by tools/pairs.py: 120 random pairs of shapes with what they broadcast to.\n"
    "pairs! {\n"
    + "".join(f"    [{words(l)}], [{words(r)}] -> [{words(o)}];\n" for l, r, o in rows)
    + "}\n"
)
