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

POOLS = {
    "ceil": {"kernel_size": 2, "ceil_mode": True}, "ceil padding": {"kernel_size": 3, "stride": 2, "padding": 1, "ceil_mode": True},
    "ceil far": {"kernel_size": 1, "stride": 3, "ceil_mode": True},
}  # fmt: skip
for name, options in POOLS.items():
    each("max_pool2d", name, lambda x: F.max_pool2d(x, **options), x, single=True)
    each("avg_pool2d", name, lambda x: F.avg_pool2d(x, **options), x, single=True)
    each("avg_pool2d", f"{name} inside", lambda x: F.avg_pool2d(x, **options, count_include_pad=False), x)
    each("avg_pool2d", f"{name} divisor", lambda x: F.avg_pool2d(x, **options, divisor_override=3), x)
each("avg_pool2d", "inside", lambda x: F.avg_pool2d(x, 3, stride=1, padding=1, count_include_pad=False), x)
each("max_pool2d", "dilation", lambda x: F.max_pool2d(x, 2, stride=1, dilation=(2, 3)), x)
each("max_pool2d", "dilation padding", lambda x: F.max_pool2d(x, 2, stride=2, dilation=2, padding=1), x)
each("max_pool1d", "ceil dilation", lambda x: F.max_pool1d(x, 3, stride=2, dilation=2, ceil_mode=True), sounds)
each("avg_pool1d", "ceil inside", lambda x: F.avg_pool1d(x, 3, padding=1, ceil_mode=True, count_include_pad=False), sounds)
each("max_pool3d", "plain", lambda x: F.max_pool3d(x, 2), volumes)
each("max_pool3d", "options", lambda x: F.max_pool3d(x, (2, 3, 2), stride=(1, 2, 1), padding=(1, 1, 0), dilation=(2, 1, 2)), volumes)
each("avg_pool3d", "options", lambda x: F.avg_pool3d(x, (2, 3, 2), stride=(2, 2, 1), padding=(1, 1, 0), ceil_mode=True), volumes, single=True)
each("adaptive_avg_pool3d", "sizes", lambda x: F.adaptive_avg_pool3d(x, (2, 3, 1)), volumes)
each("adaptive_max_pool3d", "sizes", lambda x: F.adaptive_max_pool3d(x, (2, 3, 1)), volumes)
each("adaptive_max_pool2d", "sizes", lambda x: F.adaptive_max_pool2d(x, (3, 7)), x)
each("adaptive_max_pool1d", "sizes", lambda x: F.adaptive_max_pool1d(x, 4), sounds)
y, places = F.max_pool2d(x, 3, stride=2, padding=1, return_indices=True)
reference.result("max_pool2d_with_indices", "places", places)
reference.result("max_pool2d_with_indices", "largest", y)

for mode in ("reflect", "replicate", "circular"):
    each(f"pad_{mode}", "plane", lambda x: F.pad(x, (2, 3, 1, 0), mode=mode), x, single=True)
    each(f"pad_{mode}", "line", lambda x: F.pad(x, (0, 4), mode=mode), sounds)
    each(f"pad_{mode}", "volume", lambda x: F.pad(x, (1, 2, 3, 1, 2, 0), mode=mode), volumes)


def rounded(operation, case, f, *inputs):
    """Sums of products of numbers with two decimals have four, so that rounding leaves the true result."""
    for dtype in (torch.float64, torch.float32):
        reference.result(operation, case, np.round(f(*(x.to(dtype) for x in inputs)).numpy(), 4) + 0.0)


kernels, bias, grouped = both("kernels", 3, 2, 2, 2, 2), both("bias", 3), both("grouped", 4, 1, 2, 3, 1)
rounded("conv3d", "plain", F.conv3d, volumes, kernels)
rounded("conv3d_with_bias", "options", lambda x, w, b: F.conv3d(x, w, b, stride=(2, 1, 2), padding=(1, 0, 1), dilation=(1, 2, 1)), volumes, kernels, bias)
rounded("conv3d", "groups", lambda x, w: F.conv3d(x, w, groups=2, padding=1), volumes, grouped)
back = both("back", 2, 3, 2, 2, 2)
rounded("conv_transpose3d", "plain", F.conv_transpose3d, volumes, back)
rounded("conv_transpose3d_with_bias", "options", lambda x, w, b: F.conv_transpose3d(
    x, w, b, stride=(2, 1, 2), padding=(1, 0, 1), output_padding=(1, 0, 0), dilation=(1, 2, 1)), volumes, back, bias)
rounded("conv_transpose3d", "groups", lambda x, w: F.conv_transpose3d(x, w, groups=2, stride=2), volumes, grouped[:2])
taps = both("taps", 3, 2, 3)
two = both("two", 4)
rounded("conv_transpose1d", "plain", F.conv_transpose1d, sounds, taps)
rounded("conv_transpose1d", "options", lambda x, w: F.conv_transpose1d(x, w, stride=3, padding=1, output_padding=2, dilation=2), sounds, taps)
rounded("conv_transpose1d_with_bias", "plain", lambda x, w, b: F.conv_transpose1d(x, w, b[:2]), sounds, taps, two)

many = both("many", 1, 8, 2, 3)
each("pixel_shuffle", "two", lambda x: F.pixel_shuffle(x, 2), many)
each("pixel_unshuffle", "two", lambda x: F.pixel_unshuffle(x[:, :, :, :4], 2), x)
each("channel_shuffle", "two", lambda x: F.channel_shuffle(x, 2), many)
for n, z in ((1, sounds), (2, x), (3, volumes)):
    largest, at = getattr(F, f"max_pool{n}d")(z, 2, return_indices=True)
    reference.result(f"max_unpool{n}d", "largest", getattr(F, f"max_unpool{n}d")(largest, at, 2, output_size=z.shape))
places = both("places", 2, 3, 2, 2)
maps = both("maps", 2, 2, 3)
GRIDS = {
    "zeros": {}, "corners": {"align_corners": True}, "nearest": {"mode": "nearest"}, "border": {"padding_mode": "border"},
    "reflection": {"padding_mode": "reflection"}, "nearest reflection": {"mode": "nearest", "padding_mode": "reflection"},
    "border corners": {"padding_mode": "border", "align_corners": True}, "reflection corners": {"padding_mode": "reflection", "align_corners": True},
    "bicubic": {"mode": "bicubic"}, "bicubic border": {"mode": "bicubic", "padding_mode": "border"},
    "bicubic reflection": {"mode": "bicubic", "padding_mode": "reflection"},
    "bicubic reflection corners": {"mode": "bicubic", "padding_mode": "reflection", "align_corners": True},
}  # fmt: skip
for name, options in GRIDS.items():
    sample = lambda x, places: F.grid_sample(x, places, **{"align_corners": False, **options})
    each("grid_sample", name, sample, x, places, single=True)
    each("grid_sample", f"{name} far", lambda x, places: sample(x, places * 5), x, places)
each("grid_sample", "one place", lambda x, places: F.grid_sample(x, places[:, :1, :1], align_corners=False), x, places)
each("grid_sample", "one element", lambda x, places: F.grid_sample(x[:, :, :1, :1], places, padding_mode="reflection", align_corners=True), x, places)
each("affine_grid", "plain", lambda maps: F.affine_grid(maps, (2, 1, 3, 4), align_corners=False), maps, single=True)
each("affine_grid", "corners", lambda maps: F.affine_grid(maps, (2, 1, 3, 1), align_corners=True), maps)
spots, spaces = both("spots", 1, 2, 1, 3, 3), both("spaces", 2, 3, 4)
for name, options in GRIDS.items():
    if "bicubic" not in name:  # which PyTorch has of pictures only
        sample = lambda x, places: F.grid_sample(x, places, **{"align_corners": False, **options})
        each("grid_sample3d", name, sample, volumes, spots, single=True)
        each("grid_sample3d", f"{name} far", lambda x, places: sample(x, places * 5), volumes, spots)
each("affine_grid3d", "plain", lambda maps: F.affine_grid(maps, (2, 1, 2, 3, 4), align_corners=False), spaces, single=True)
each("affine_grid3d", "corners", lambda maps: F.affine_grid(maps, (2, 1, 3, 1, 2), align_corners=True), spaces)
reference.write()
