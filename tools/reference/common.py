"""What the generators of tests/data/reference have in common.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install numpy torch
    /tmp/venv/bin/python tools/reference/FAMILY.py

A line `input name dtype [2, 3]: values` is a tensor in row-major order. A line `operation case dtype [2]: values` is what PyTorch (or
NumPy) makes of such; the first word is the operation, the rest of the key tells the cases apart. tests/reference reads both.
"""

import pathlib
import sys

import numpy as np

NAMES = {"float32": "f32", "float64": "f64", "int64": "i64", "int32": "i32", "uint8": "u8", "bool": "bool"}


def array(x):
    """A NumPy array of a tensor, an array or a number."""
    if hasattr(x, "detach"):
        x = x.detach().cpu().contiguous().numpy()
    return np.asarray(x)


def show(values):
    values = values.reshape(-1)
    if values.dtype.kind == "f":
        # The shortest text that reads as the same number.
        return " ".join(str(v).removesuffix(".0") for v in values)
    return " ".join(str(int(v)) for v in values)


class Reference:
    """Collects inputs and results, and writes tests/data/reference/FAMILY.txt."""

    def __init__(self, family):
        self.path = pathlib.Path(__file__).parents[2] / f"tests/data/reference/{family}.txt"
        self.lines, self.keys, self.results = [], set(), 0

    def _add(self, key, x):
        x = array(x)
        key = f"{key} {NAMES[x.dtype.name]}"
        assert key not in self.keys, f"{key} is there already"
        assert ":" not in key and "[" not in key, key
        self.keys.add(key)
        self.lines.append(f"{key} {list(x.shape)}: {show(x)}".rstrip())

    def input(self, name, x):
        """Writes a tensor that operations are tried on, and hands it back."""
        self._add(f"input {name}", x)
        return x

    def result(self, operation, case, x):
        """Writes what an operation gives; `operation` is its name in Rust, one word."""
        assert " " not in operation, operation
        self._add(f"{operation} {case}", x)
        self.results += 1

    def write(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("".join(line + "\n" for line in self.lines))
        operations = {line.split()[0] for line in self.lines} - {"input"}
        print(f"{self.path.name}: {self.results} results of {len(operations)} operations", file=sys.stderr)
