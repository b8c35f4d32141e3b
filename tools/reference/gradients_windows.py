"""Gradients of convolutions, pooling and upsampling: tests/data/gradients/windows.txt."""

import torch
import torch.nn.functional as F
from gradients import Gradients, given, other, plain, positive, third

g = Gradients("windows")
case = g.case
image, kernels, bias = plain(2, 2, 4, 5), other(2, 2, 3, 2), third(2)

CONV = {
    "plain": {}, "padding": {"padding": 1}, "uneven": {"stride": (2, 1), "padding": (1, 0)}, "stride": {"stride": 2},
    "left over": {"stride": (1, 3)}, "stride padding": {"stride": 2, "padding": 1}, "dilation": {"dilation": (1, 2), "padding": 1},
    "all": {"stride": (1, 2), "dilation": (2, 1), "padding": 2},
}  # fmt: skip
for name, options in CONV.items():
    case(f"conv2d {name}", lambda x, w: F.conv2d(x, w, **options), x=image, w=kernels)
case("conv2d_with_bias plain", F.conv2d, x=image, w=kernels, b=bias)
case("conv2d_with_bias stride", lambda x, w, b: F.conv2d(x, w, b, stride=2, padding=1), x=image, w=kernels, b=bias)
case("conv2d one image", lambda x, w: F.conv2d(x, w), x=plain(2, 4, 5), w=kernels)
case("conv2d no images", lambda x, w: F.conv2d(x, w), x=plain(0, 2, 4, 5), w=kernels)
case("conv2d point", F.conv2d, x=image, w=other(3, 2, 1, 1))
case("conv2d point stride", lambda x, w: F.conv2d(x, w, stride=2), x=image, w=other(3, 2, 1, 1))
case("conv2d whole", F.conv2d, x=image, w=other(3, 2, 4, 5))
case("conv2d groups", lambda x, w, b: F.conv2d(x, w, b, groups=2, padding=1), x=image, w=other(4, 1, 2, 2), b=third(4))
case("conv2d depthwise", lambda x, w: F.conv2d(x, w, groups=2, stride=2), x=image, w=other(2, 1, 2, 2))
case("conv2d channels last", lambda x, w: F.conv2d(x.permute(0, 3, 1, 2), w), x=plain(1, 4, 5, 2), w=kernels)
case("conv2d transposed weights", lambda x, w: F.conv2d(x, w.mT), x=image, w=kernels)
case("conv2d twice", lambda x, w: F.conv2d(F.conv2d(x, w, padding=1).relu(), w, padding=1), x=plain(1, 2, 4, 3), w=other(2, 2, 3, 3))

signal, taps = plain(2, 2, 7), other(2, 2, 3)
case("conv1d plain", F.conv1d, x=signal, w=taps)
case("conv1d options", lambda x, w: F.conv1d(x, w, stride=2, padding=2, dilation=2), x=signal, w=taps)
case("conv1d groups", lambda x, w: F.conv1d(x, w, groups=2), x=signal, w=other(4, 1, 3))
case("conv1d_with_bias plain", lambda x, w, b: F.conv1d(x, w, b, padding=1), x=signal, w=taps, b=bias)

small, back = plain(2, 2, 3, 2), other(2, 3, 3, 2)
BACK = {
    "plain": {}, "stride": {"stride": 2}, "double": {"stride": 2, "padding": 1, "output_padding": 1}, "dilation": {"stride": (1, 2), "dilation": (2, 3)},
}  # fmt: skip
for name, options in BACK.items():
    case(f"conv_transpose2d {name}", lambda x, w: F.conv_transpose2d(x, w, **options), x=small, w=back)
case("conv_transpose2d groups", lambda x, w: F.conv_transpose2d(x, w, groups=2), x=small, w=other(2, 1, 3, 2))
case("conv_transpose2d_with_bias stride", lambda x, w, b: F.conv_transpose2d(x, w, b, stride=2), x=small, w=back, b=third(3))

level = given("level", [[[1.0, 1, 2, 2], [1, 1, 2, 0], [0, 3, 3, 3]]])
for name, f in (("max", F.max_pool2d), ("avg", F.avg_pool2d)):
    case(f"{name}_pool2d plain", lambda x: f(x, 2), x=image)
    case(f"{name}_pool2d overlapping", lambda x: f(x, 3, stride=2, padding=1), x=image)
    case(f"{name}_pool2d far", lambda x: f(x, 1, stride=3), x=image)
    case(f"{name}_pool2d axes", lambda x: f(x, (3, 2), stride=(1, 2), padding=(1, 1)), x=image)
    case(f"{name}_pool2d no images", lambda x: f(x, 2), x=plain(0, 2, 4, 5))
case("max_pool2d ties", lambda x: F.max_pool2d(x, 2, stride=1), x=level)
for name, f in (("max", F.max_pool1d), ("avg", F.avg_pool1d)):
    case(f"{name}_pool1d plain", lambda x: f(x, 2), x=signal)
    case(f"{name}_pool1d padding", lambda x: f(x, 5, stride=2, padding=2), x=signal)
for name, sizes in {"one": 1, "fewer": (3, 2), "more": (7, 1), "same": (4, 5)}.items():
    case(f"adaptive_avg_pool2d {name}", lambda x: F.adaptive_avg_pool2d(x, sizes), x=image)
case("adaptive_avg_pool1d fewer", lambda x: F.adaptive_avg_pool1d(x, 4), x=signal)
case("upsample_nearest2d twice", lambda x: F.interpolate(x, scale_factor=2, mode="nearest"), x=small)
case("upsample_nearest2d axes", lambda x: F.interpolate(x, scale_factor=(1, 3), mode="nearest"), x=small)

for name, mode in {
    "nearest": {"mode": "nearest"}, "area": {"mode": "area"}, "linear": {"mode": "bilinear"},
    "corners": {"mode": "bilinear", "align_corners": True}, "cubic": {"mode": "bicubic"},
    "antialias": {"mode": "bilinear", "antialias": True},
}.items():  # fmt: skip
    case(f"interpolate2d {name}", lambda x: F.interpolate(x, size=(3, 8), **mode), x=image)
case("interpolate2d same", lambda x: F.interpolate(x, size=(4, 5), mode="bilinear"), x=image)
case("interpolate1d linear", lambda x: F.interpolate(x, size=10, mode="linear"), x=signal)
case("interpolate3d linear", lambda x: F.interpolate(x, size=(5, 2, 3), mode="trilinear"), x=plain(1, 2, 2, 3, 2))
volume = plain(1, 2, 3, 4, 3)
case("max_pool2d ceil", lambda x: F.max_pool2d(x, 2, ceil_mode=True), x=image)
case("max_pool2d dilation", lambda x: F.max_pool2d(x, 2, stride=1, dilation=(2, 3)), x=image)
case("avg_pool2d ceil", lambda x: F.avg_pool2d(x, 3, stride=2, padding=1, ceil_mode=True), x=image)
case("avg_pool2d inside", lambda x: F.avg_pool2d(x, 3, stride=2, padding=1, ceil_mode=True, count_include_pad=False), x=image)
case("avg_pool2d divisor", lambda x: F.avg_pool2d(x, 2, divisor_override=3), x=image)
case("max_pool3d options", lambda x: F.max_pool3d(x, (2, 3, 2), stride=(1, 2, 1), padding=(1, 1, 0), dilation=(2, 1, 2)), x=volume)
case("avg_pool3d options", lambda x: F.avg_pool3d(x, (2, 3, 2), stride=(2, 2, 1), padding=(1, 1, 0), ceil_mode=True), x=volume)
case("adaptive_avg_pool3d sizes", lambda x: F.adaptive_avg_pool3d(x, (2, 3, 1)), x=volume)
case("adaptive_max_pool3d sizes", lambda x: F.adaptive_max_pool3d(x, (2, 3, 1)), x=volume)
case("adaptive_max_pool2d sizes", lambda x: F.adaptive_max_pool2d(x, (3, 7)), x=image)
for mode in ("reflect", "replicate", "circular"):
    case(f"pad_{mode} plane", lambda x: F.pad(x, (2, 3, 1, 0), mode=mode), x=image)
case("pad_reflect volume", lambda x: F.pad(x, (1, 2, 3, 1, 2, 0), mode="reflect"), x=volume)
deep, wide = other(3, 2, 2, 2, 2), other(4, 1, 2, 3, 1)
DEEP = {"stride": (2, 1, 2), "padding": (1, 0, 1), "dilation": (1, 2, 1)}
case("conv3d plain", F.conv3d, x=volume, w=deep)
case("conv3d_with_bias options", lambda x, w, b: F.conv3d(x, w, b, **DEEP), x=volume, w=deep, b=third(3))
case("conv3d groups", lambda x, w: F.conv3d(x, w, groups=2, padding=1), x=volume, w=wide)
case("conv_transpose3d groups", lambda x, w: F.conv_transpose3d(x, w, groups=2, stride=2), x=volume, w=other(2, 2, 2, 2, 1))
case("conv_transpose3d_with_bias options", lambda x, w, b: F.conv_transpose3d(x, w, b, **DEEP), x=volume, w=other(2, 3, 2, 2, 2), b=third(3))
case("conv_transpose1d options", lambda x, w: F.conv_transpose1d(x, w, stride=3, padding=1, dilation=2), x=signal, w=other(2, 3, 3))
many = plain(1, 8, 2, 3)
case("pixel_shuffle two", lambda x: F.pixel_shuffle(x, 2), x=many)
case("pixel_unshuffle two", lambda x: F.pixel_unshuffle(x, 2), x=plain(1, 2, 4, 2))
case("channel_shuffle four", lambda x: F.channel_shuffle(x, 4), x=many)
# Columns of windows, and pictures of these.
columns = lambda x, kernel, **options: F.unfold(x, kernel, **options)
UNEVEN = {"stride": (2, 1), "padding": (1, 2), "dilation": (1, 2)}
case("im2col plain", lambda x: columns(x, 2), x=image)
case("im2col uneven", lambda x: columns(x, (3, 2), **UNEVEN), x=image)
case("im2col one", lambda x: columns(x[0], (4, 5)), x=image)
case("im2col beyond", lambda x: columns(x, 1, padding=2, stride=3), x=image)
case("im2col transposed", lambda x: columns(x.transpose(2, 3), (2, 3), padding=1), x=image)
case("col2im plain", lambda x: F.fold(x.flatten(-2), (4, 5), 2), x=plain(2, 8, 3, 4))
case("col2im uneven", lambda x: F.fold(x.flatten(-2), (4, 5), (3, 2), **UNEVEN), x=plain(1, 12, 2, 7))
case("col2im gaps", lambda x: F.fold(x.flatten(-2), (5, 5), 1, stride=2), x=plain(2, 1, 3, 3))
case("col2im transposed", lambda x: F.fold(x.transpose(2, 3).flatten(-2), (4, 5), 2), x=plain(2, 8, 4, 3))
at = torch.tensor([[0, 3, 7], [9, 12, 19]]).expand(2, 2, 2, 3)
case("max_unpool2d sizes", lambda x: F.max_unpool2d(x, at, 2, output_size=(4, 5)), x=plain(2, 2, 2, 3))
# Pictures at places, none of which is just where an element is: there slopes jump.
for name, options in {
    "zeros": {}, "nearest": {"mode": "nearest"}, "border": {"padding_mode": "border"}, "reflection": {"padding_mode": "reflection"},
    "corners": {"align_corners": True, "padding_mode": "reflection"},
    "bicubic": {"mode": "bicubic"}, "bicubic border": {"mode": "bicubic", "padding_mode": "border"},
    "bicubic corners": {"mode": "bicubic", "align_corners": True, "padding_mode": "reflection"},
}.items():  # fmt: skip
    case(f"grid_sample {name}", lambda x, y: F.grid_sample(x, 0.93 * y + 0.013, **{"align_corners": False, **options}), x=image, y=other(2, 3, 2, 2))
    if "bicubic" not in name:
        case(f"grid_sample3d {name}", lambda x, y: F.grid_sample(x, 0.93 * y + 0.013, **{"align_corners": False, **options}), x=plain(1, 2, 2, 3, 4), y=other(1, 2, 1, 3, 3))
case("affine_grid3d plain", lambda x: F.affine_grid(x, (2, 1, 2, 3, 2), align_corners=False), x=plain(2, 3, 4))
case("affine_grid plain", lambda x: F.affine_grid(x, (2, 1, 3, 4), align_corners=False), x=plain(2, 2, 3))
# Windows by their norm.
steady = positive(2, 2, 4, 5)
for key, norm in (("two", 2.0), ("three", 3.0), ("one", 1.0), ("one and a half", 1.5)):
    case(f"lp_pool2d of norm {key}", lambda x: F.lp_pool2d(x, norm, 2), x=steady)
case("lp_pool2d signs", lambda x: F.lp_pool2d(x, 2.0, (2, 3), stride=1), x=image)
case("lp_pool2d ceil", lambda x: F.lp_pool2d(x, 2.0, 3, stride=2, ceil_mode=True), x=image)
case("lp_pool2d transposed", lambda x: F.lp_pool2d(x.mT, 2.0, 2), x=image)
case("lp_pool1d plain", lambda x: F.lp_pool1d(x, 2.0, 3, stride=2), x=signal)
case("lp_pool1d whole", lambda x: F.lp_pool1d(x, 4.0, x.shape[-1]), x=signal)
case("lp_pool3d plain", lambda x: F.lp_pool3d(x, 2.0, (2, 2, 1)), x=volume)
g.write()
