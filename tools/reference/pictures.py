"""What is done to pictures, sounds and volumes besides convolutions, as PyTorch does it: tests/data/reference/pictures.txt."""

import numpy as np
import torch
import torch.nn.functional as F
from common import Reference

reference = Reference("pictures")
rng = np.random.default_rng(31)


def both(name, *shape):
    """An input as f64 and f32, of few digits so that the file stays small."""
    x = torch.from_numpy(np.round(rng.normal(size=shape), 2))
    for dtype in (torch.float64, torch.float32):
        reference.input(name, x.to(dtype))
    return x


def each(operation, case, f, *inputs, single=False):
    """The operation in f64, and in f32 where it is `single`."""
    for dtype in (torch.float64, torch.float32)[: 1 + single]:
        result = f(*(x.to(dtype) for x in inputs))
        digits = 13 if dtype == torch.float64 else 7
        reference.result(operation, case, np.round(result.numpy(), digits) + 0.0)


x, sounds, volumes = both("x", 2, 2, 4, 5), both("sounds", 2, 3, 7), both("volumes", 1, 2, 3, 4, 3)
MODES = {
    "nearest": {"mode": "nearest"}, "exact": {"mode": "nearest-exact"}, "area": {"mode": "area"}, "linear": {"mode": "bilinear"},
    "corners": {"mode": "bilinear", "align_corners": True}, "antialias": {"mode": "bilinear", "antialias": True},
    "cubic": {"mode": "bicubic"}, "cubic corners": {"mode": "bicubic", "align_corners": True},
    "cubic antialias": {"mode": "bicubic", "antialias": True},
}  # fmt: skip
for name, mode in MODES.items():
    each("interpolate2d", f"{name} twice", lambda x: F.interpolate(x, scale_factor=2, **mode), x, single=True)
    each("interpolate2d", f"{name} sizes", lambda x: F.interpolate(x, size=(3, 8), **mode), x)
    each("interpolate2d", f"{name} fraction", lambda x: F.interpolate(x, scale_factor=(1.5, 0.75), **mode), x)
    each("interpolate2d", f"{name} one", lambda x: F.interpolate(x, size=1, **mode), x)
    if "align" not in name and "antialias" not in name and "cubic" not in name:
        each("interpolate1d", name, lambda x: F.interpolate(x, size=10, **{**mode, "mode": mode["mode"].removeprefix("bi")}), sounds)
        tri = {**mode, "mode": mode["mode"].replace("bi", "tri")}
        each("interpolate3d", name, lambda x: F.interpolate(x, size=(5, 2, 7), **tri), volumes)
reference.write()
