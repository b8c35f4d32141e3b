"""Convolutions and pooling as PyTorch computes them: tests/data/reference/convolutions.txt."""

import numpy as np
import torch
import torch.nn.functional as F
from common import Reference

reference = Reference("convolutions")
rng = np.random.default_rng(29)
FLOATS = (torch.float64, torch.float32)


def both(name, *shape):
    """An input as f64 and f32, of few digits so that the file stays small."""
    x = torch.from_numpy(np.round(rng.normal(size=shape), 2))
    for dtype in FLOATS:
        reference.input(name, x.to(dtype))
    return x


def each(operation, case, f, *inputs):
    """The operation in f64, and for the first two cases of each in f32.

    Sums of products of numbers with two decimals have four, so that rounding leaves the true result.
    """
    seen[operation] = seen.get(operation, 0) + 1
    for dtype in FLOATS if seen[operation] <= 2 or case == "special" else FLOATS[:1]:
        result = f(*(x.to(dtype) for x in inputs))
        digits = 4 if operation.startswith("conv") else 13 if dtype == torch.float64 else 8
        reference.result(operation, case, np.round(result.numpy(), digits) + 0.0)


seen = {}


x = both("x", 2, 4, 5, 6)
w = both("w", 6, 4, 3, 3)
b = both("b", 6)
each("conv2d", "plain", F.conv2d, x, w)
each("conv2d", "padding", lambda x, w: F.conv2d(x, w, padding=1), x, w)
each("conv2d", "padding2", lambda x, w: F.conv2d(x, w, padding=(2, 0)), x, w)
each("conv2d", "stride", lambda x, w: F.conv2d(x, w, stride=2), x, w)
each("conv2d", "stride_padding", lambda x, w: F.conv2d(x, w, stride=2, padding=1), x, w)
each("conv2d", "strides", lambda x, w: F.conv2d(x, w, stride=(3, 1), padding=(1, 2)), x, w)
each("conv2d", "dilation", lambda x, w: F.conv2d(x, w, dilation=2), x, w)
each("conv2d", "dilation_stride", lambda x, w: F.conv2d(x, w, dilation=(2, 3), stride=(2, 3), padding=3), x, w)
each("conv2d", "large_padding", lambda x, w: F.conv2d(x, w, padding=5, stride=4), x, w)
each("conv2d", "one_image", lambda x, w: F.conv2d(x[1], w), x, w)
each("conv2d", "axes", lambda x, w: F.conv2d(x, w).reshape(2, 1, 6, 3, 4), x, w)
each("conv2d", "nhwc", lambda x, w: F.conv2d(x.reshape(2, 5, 6, 4).permute(0, 3, 1, 2), w, padding=1), x, w)
each("conv2d", "transposed_weights", lambda x, w: F.conv2d(x, w.transpose(2, 3), padding=1), x, w)
each("conv2d", "stretched", lambda x, w: F.conv2d(x[:, :1].expand(2, 4, 5, 6), w), x, w)
each("conv2d", "narrowed", lambda x, w: F.conv2d(x[:, :, 1:4], w), x, w)
each("conv2d_with_bias", "plain", F.conv2d, x, w, b)
each("conv2d_with_bias", "stride", lambda x, w, b: F.conv2d(x, w, b, stride=2, padding=1), x, w, b)
grouped = both("grouped", 6, 2, 3, 2)
each("conv2d", "groups", lambda x, w: F.conv2d(x, w, groups=2, padding=1), x, grouped)
each("conv2d_with_bias", "groups", lambda x, w, b: F.conv2d(x, w, b, groups=2, stride=2), x, grouped, b)
depthwise = both("depthwise", 8, 1, 3, 3)
each("conv2d", "depthwise", lambda x, w: F.conv2d(x[:1], w, groups=4, padding=1), x, depthwise)
each("conv2d", "depthwise_stride", lambda x, w: F.conv2d(x, w, groups=4, stride=2, dilation=2), x, depthwise)
point = both("point", 5, 4, 1, 1)
each("conv2d", "point", F.conv2d, x, point)
each("conv2d", "point_stride", lambda x, w: F.conv2d(x, w, stride=2), x, point)
each("conv2d", "point_padding", lambda x, w: F.conv2d(x, w, padding=1, stride=3), x, point)
whole = both("whole", 3, 4, 5, 6)
each("conv2d", "whole", F.conv2d, x, whole)
each("conv2d", "no_images", lambda x, w: F.conv2d(x[:0], w), x, w)
# Wide enough for whole tiles, rows of them, and what is left of them.
wide = both("wide", 1, 2, 3, 35)
filters = both("filters", 11, 2, 3, 3)
each("conv2d", "wide", lambda x, w: F.conv2d(x, w, padding=1), wide, filters)
each("conv2d", "wide_stride", lambda x, w: F.conv2d(x, w, padding=1, stride=(2, 2)), wide, filters)
each("conv2d", "wide_point", lambda x, w: F.conv2d(x, w[:3, :, :1, :1]), wide, filters)
special = wide.clone()
special[0, 0, 1, 20], special[0, 1, 2, 34], special[0, 1, 0, 0] = np.nan, np.inf, -np.inf
for dtype in FLOATS:
    reference.input("special", special.to(dtype))
each("conv2d", "special", lambda x, w: F.conv2d(x, w[:1], padding=1), special, filters)

signal, taps = both("signal", 3, 4, 11), both("taps", 6, 4, 3)
each("conv1d", "plain", F.conv1d, signal, taps)
each("conv1d", "padding", lambda x, w: F.conv1d(x, w, padding=2), signal, taps)
each("conv1d", "stride", lambda x, w: F.conv1d(x, w, stride=3, padding=1, dilation=2), signal, taps)
each("conv1d", "one_signal", lambda x, w: F.conv1d(x[0], w), signal, taps)
each("conv1d", "groups", lambda x, w: F.conv1d(x, w[:4, :1], groups=4), signal, taps)
each("conv1d_with_bias", "plain", F.conv1d, signal, taps, b)

small = both("small", 2, 4, 4, 3)
back = both("back", 4, 3, 3, 3)
c = both("c", 3)
each("conv_transpose2d", "plain", F.conv_transpose2d, small, back)
each("conv_transpose2d", "stride", lambda x, w: F.conv_transpose2d(x, w, stride=2), small, back)
each("conv_transpose2d", "double", lambda x, w: F.conv_transpose2d(x, w, stride=2, padding=1, output_padding=1), small, back)
each("conv_transpose2d", "far", lambda x, w: F.conv_transpose2d(x[:1], w, stride=(4, 5), output_padding=(0, 3)), small, back)
each("conv_transpose2d", "dilation", lambda x, w: F.conv_transpose2d(x[:1], w, stride=(2, 3), dilation=(3, 2), padding=2), small, back)
each("conv_transpose2d", "one_image", lambda x, w: F.conv_transpose2d(x[0], w, padding=2), small, back)
each("conv_transpose2d", "groups", lambda x, w: F.conv_transpose2d(x[:1], w, groups=2, stride=2), small, back)
each("conv_transpose2d", "nhwc", lambda x, w: F.conv_transpose2d(x.reshape(2, 4, 3, 4).permute(0, 3, 1, 2), w), small, back)
each("conv_transpose2d_with_bias", "plain", F.conv_transpose2d, small, back, c)
each("conv_transpose2d_with_bias", "stride", lambda x, w, b: F.conv_transpose2d(x, w, b, stride=3), small, back, c)

each("max_pool2d", "plain", lambda x: F.max_pool2d(x, 2), x)
each("max_pool2d", "overlapping", lambda x: F.max_pool2d(x, 3, stride=2, padding=1), x)
each("max_pool2d", "axes", lambda x: F.max_pool2d(x, (3, 4), stride=(1, 3), padding=(1, 2)), x)
each("max_pool2d", "far", lambda x: F.max_pool2d(x, 1, stride=3), x)
each("max_pool2d", "nhwc", lambda x: F.max_pool2d(x.reshape(2, 5, 6, 4).permute(0, 3, 1, 2), 2), x)
each("max_pool2d", "special", lambda x: F.max_pool2d(x, 3, stride=2, padding=1), special)
each("max_pool2d", "infinite", lambda x: F.max_pool2d(x * 0 - np.inf, 2, padding=1), small)
each("max_pool2d", "no_images", lambda x: F.max_pool2d(x[:0], 2), x)
each("avg_pool2d", "plain", lambda x: F.avg_pool2d(x, 2), x)
each("avg_pool2d", "overlapping", lambda x: F.avg_pool2d(x, 3, stride=2, padding=1), x)
each("avg_pool2d", "axes", lambda x: F.avg_pool2d(x, (3, 4), stride=(1, 3), padding=(1, 2)), x)
each("avg_pool2d", "special", lambda x: F.avg_pool2d(x, 3, stride=2, padding=1), special)
each("max_pool1d", "plain", lambda x: F.max_pool1d(x, 2), signal)
each("max_pool1d", "padding", lambda x: F.max_pool1d(x, 5, stride=2, padding=2), signal)
each("avg_pool1d", "plain", lambda x: F.avg_pool1d(x, 2), signal)
each("avg_pool1d", "padding", lambda x: F.avg_pool1d(x, 5, stride=2, padding=2), signal)
each("adaptive_avg_pool2d", "one", lambda x: F.adaptive_avg_pool2d(x, 1), x)
each("adaptive_avg_pool2d", "fewer", lambda x: F.adaptive_avg_pool2d(x, (3, 4)), x)
each("adaptive_avg_pool2d", "more", lambda x: F.adaptive_avg_pool2d(x, (9, 1)), x)
each("adaptive_avg_pool1d", "fewer", lambda x: F.adaptive_avg_pool1d(x, 4), signal)
each("upsample_nearest2d", "twice", lambda x: F.interpolate(x, scale_factor=2, mode="nearest"), small)
each("upsample_nearest2d", "axes", lambda x: F.interpolate(x, scale_factor=(1, 3), mode="nearest"), small)

whole_numbers = torch.from_numpy(rng.integers(-9, 10, size=(2, 3, 6, 6)))
weights = torch.from_numpy(rng.integers(-9, 10, size=(5, 3, 3, 3)))
for dtype in (torch.int64, torch.int32):
    x, w = whole_numbers.to(dtype), weights.to(dtype)
    reference.input("integers", x)
    reference.input("integer_weights", w)
    reference.result("conv2d", "integers", F.conv2d(x, w, padding=1, stride=2))
    # PyTorch has no such sums of integers on the CPU for these; those of floats are exact.
    reference.result("conv_transpose2d", "integers", F.conv_transpose2d(
        F.conv2d(x, w).double(), w.double(), stride=2).to(dtype))
    reference.result("max_pool2d", "integers", F.max_pool2d(x, 2))
reference.write()
