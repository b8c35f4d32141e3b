"""Layers and models of torch.nn, their tensors by the names of `state_dict()`: tests/data/reference/nn.txt.

Tensors and inputs are f32; results are computed in f32 and, from the same numbers, in f64.
"""

import copy

import torch
from common import Reference
from torch import nn

reference = Reference("nn")
torch.manual_seed(7)


def randomise(module):
    """Other numbers than those that a module starts with, zeros and ones among them."""
    with torch.no_grad():
        for name, x in module.state_dict().items():
            if name.endswith("num_batches_tracked"):
                continue
            x.copy_(torch.rand_like(x) + 0.5 if name.endswith("running_var") else torch.randn_like(x) * 0.4)
    return module.eval()


def layer(name, module, *inputs, in_double=True):
    """The module's tensors, and what it gives for each input. A tuple is the arguments of one call."""
    module = randomise(module)
    for key, x in module.state_dict().items():
        # A count of training steps, which nothing reads after training.
        if not key.endswith("num_batches_tracked"):
            reference.input(f"{name}/{key}", x)
    double = copy.deepcopy(module).double()
    for case, x in inputs:
        for run in (module, double)[: 1 + in_double]:
            args = x if isinstance(x, tuple) else (x,)
            if run is double:
                args = [a.double() if a.is_floating_point() else a for a in args]
            y = run(*args)
            reference.result(name, case, y[0] if isinstance(y, tuple) else y)


def x(name, *shape):
    return reference.input(name, torch.randn(shape))


rows, vector = x("rows", 2, 4, 6), x("vector", 6)
images, signals = x("images", 2, 4, 5, 4), x("signals", 3, 4, 9)
features, steps, others = x("features", 5, 4), x("steps", 2, 5, 8), x("others", 2, 7, 8)
ids = reference.input("ids", torch.randint(0, 9, (2, 3)))
edges = reference.input("edges", torch.tensor([-30.0, 0.0, 30.0]))

both = (("rows", rows), ("vector", vector))
layer("Linear", nn.Linear(6, 3), *both)
layer("LinearNoBias", nn.Linear(6, 3, bias=False), *both)
layer("LayerNorm", nn.LayerNorm(6), *both)
layer("RmsNorm", nn.RMSNorm(6, eps=1e-6), *both)
layer("BatchNorm1d", nn.BatchNorm1d(4), ("features", features), ("signals", signals))
layer("BatchNorm2d", nn.BatchNorm2d(4), ("images", images))
layer("Embedding", nn.Embedding(9, 4), ("ids", ids))
layer("Conv2d", nn.Conv2d(4, 3, 3), ("images", images), ("one", images[1]))
layer("Conv2dStride", nn.Conv2d(4, 3, 3, stride=2, padding=1), ("images", images))
layer("Conv2dGroups", nn.Conv2d(4, 6, (3, 2), groups=2, dilation=2, bias=False), ("images", images))
layer("Conv2dDepthwise", nn.Conv2d(4, 4, 3, padding=1, groups=4), ("images", images))
layer("Conv1d", nn.Conv1d(4, 6, 3, stride=2, padding=1, groups=2), ("signals", signals))
layer("ConvTranspose2d", nn.ConvTranspose2d(4, 3, 2, stride=2), ("images", images))
layer("ConvTranspose2dGroups", nn.ConvTranspose2d(4, 6, 3, padding=1, groups=2), ("images", images))
layer("MaxPool2d", nn.MaxPool2d(2), ("images", images))
layer("MaxPool2dStride", nn.MaxPool2d(3, stride=2, padding=1), ("images", images))
layer("AvgPool2d", nn.AvgPool2d(2), ("images", images))
layer("GlobalAvgPool2d", nn.AdaptiveAvgPool2d(1), ("images", images))
layer("GroupNorm", nn.GroupNorm(2, 4), ("images", images), ("signals", signals), ("features", features))
layer("InstanceNorm1d", nn.InstanceNorm1d(4), ("signals", signals), ("one", signals[1]))
layer("InstanceNorm1dAffine", nn.InstanceNorm1d(4, affine=True), ("signals", signals))
layer("InstanceNorm2d", nn.InstanceNorm2d(4, eps=0.5), ("images", images))
layer("InstanceNorm2dAffine", nn.InstanceNorm2d(4, affine=True), ("images", images))
layer("MaxPool1d", nn.MaxPool1d(3, stride=2, padding=1), ("signals", signals))
layer("AvgPool1d", nn.AvgPool1d(2), ("signals", signals))
layer("AdaptiveAvgPool1d", nn.AdaptiveAvgPool1d(4), ("signals", signals))
layer("AdaptiveAvgPool2d", nn.AdaptiveAvgPool2d((2, 3)), ("images", images))
layer("Upsample2d", nn.Upsample(scale_factor=2), ("images", images))
layer("ZeroPad", nn.ZeroPad2d((2, 1, 0, 3)), ("images", images))
layer("ConstantPad", nn.ConstantPad1d((2, 0), 0.5), ("signals", signals))
layer("Glu", nn.GLU(), ("rows", rows), ("vector", vector))
layer("GluFirst", nn.GLU(1), ("images", images))
layer("Softmin", nn.Softmin(1), ("rows", rows))
layer("Hardtanh", nn.Hardtanh(-0.25, 0.5), ("rows", rows))
layer("Flatten", nn.Flatten(), ("images", images))
layer("FlattenTwo", nn.Flatten(0, 1), ("images", images))
layer("Identity", nn.Identity(), ("rows", rows))
layer("Dropout", nn.Dropout(0.3), ("rows", rows))

attention = nn.MultiheadAttention(8, 2, batch_first=True)
causal = nn.Transformer.generate_square_subsequent_mask(5)
layer("MultiHeadAttention", attention, ("itself", (steps,) * 3), ("another", (steps, others, others)),
      ("one", (steps[0],) * 3))
y = attention(steps, steps, steps, attn_mask=causal)[0]
reference.result("MultiHeadAttention", "causal", y)
z = steps.double()
reference.result("MultiHeadAttention", "causal", attention.double()(z, z, z, attn_mask=causal.double())[0])

for name, module in {
    "Relu": nn.ReLU(), "Relu6": nn.ReLU6(), "Gelu": nn.GELU(), "GeluTanh": nn.GELU("tanh"), "Silu": nn.SiLU(),
    "Sigmoid": nn.Sigmoid(), "LogSigmoid": nn.LogSigmoid(), "Softplus": nn.Softplus(), "Selu": nn.SELU(),
    "Mish": nn.Mish(), "HardSigmoid": nn.Hardsigmoid(), "HardSwish": nn.Hardswish(), "Tanh": nn.Tanh(),
    "LeakyRelu": nn.LeakyReLU(0.125), "Elu": nn.ELU(0.5),
}.items():
    layer(name, module, ("rows", rows), ("edges", edges))
layer("Softmax", nn.Softmax(-1), ("rows", rows))
layer("SoftmaxFirst", nn.Softmax(0), ("rows", rows))
layer("LogSoftmax", nn.LogSoftmax(1), ("rows", rows))

layer("Sequential", nn.Sequential(nn.Linear(6, 5), nn.ReLU(), nn.Dropout(0.3), nn.Linear(5, 3)), *both)
layer("SequentialConv", nn.Sequential(
    nn.Conv2d(4, 3, 3, padding=1), nn.BatchNorm2d(3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(12, 5),
), ("images", images))
block = nn.TransformerEncoderLayer(8, 2, 16, activation="gelu", norm_first=True, batch_first=True)
layer("Encoder", nn.TransformerEncoder(block, 2, norm=nn.LayerNorm(8), enable_nested_tensor=False), ("steps", steps),
      in_double=False)
volumes = x("volumes", 2, 2, 3, 4, 4)
layer("Conv3d", nn.Conv3d(2, 3, (2, 3, 1), stride=(1, 2, 1), padding=1), ("volumes", volumes), in_double=False)
layer("ConvTranspose3d", nn.ConvTranspose3d(2, 4, 2, stride=2, groups=2), ("volumes", volumes), in_double=False)
layer("ConvTranspose1d", nn.ConvTranspose1d(4, 3, 4, stride=2, padding=1), ("signals", signals), in_double=False)
layer("MaxPool3d", nn.MaxPool3d(2), ("volumes", volumes), in_double=False)
layer("AvgPool3d", nn.AvgPool3d(3, stride=2, padding=1, ceil_mode=True, count_include_pad=False), ("volumes", volumes), in_double=False)
layer("AdaptiveAvgPool3d", nn.AdaptiveAvgPool3d((2, 3, 1)), ("volumes", volumes), in_double=False)
layer("AdaptiveMaxPool2d", nn.AdaptiveMaxPool2d((2, 3)), ("images", images), in_double=False)
layer("UpsampleLinear", nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True), ("images", images), in_double=False)
layer("Upsample1d", nn.Upsample(size=5, mode="linear"), ("signals", signals), in_double=False)
layer("ReflectionPad", nn.ReflectionPad2d((2, 1, 0, 3)), ("images", images), in_double=False)
layer("ReplicationPad", nn.ReplicationPad1d((2, 0)), ("signals", signals), in_double=False)
layer("CircularPad", nn.CircularPad2d((2, 1, 0, 3)), ("images", images), in_double=False)
layer("PixelShuffle", nn.PixelShuffle(2), ("images", images), in_double=False)
layer("ChannelShuffle", nn.ChannelShuffle(2), ("images", images), in_double=False)
layer("Prelu", nn.PReLU(), ("rows", rows), ("images", images))
layer("PreluOfChannels", nn.PReLU(4), ("rows", rows), ("images", images))
for name, module in {
    "EncoderLayer": nn.TransformerEncoderLayer(8, 2, 16, batch_first=True),
    "EncoderLayerFirst": nn.TransformerEncoderLayer(8, 2, 16, activation="gelu", norm_first=True, batch_first=True),
}.items():
    layer(name, module, ("steps", steps), ("one", steps[0]))
    reference.result(name, "causal", module(steps, src_mask=causal, is_causal=True))
    reference.result(name, "causal", module.double()(steps.double(), src_mask=causal.double(), is_causal=True))
# Two inputs, and channels by those around them.
pairs = x("pairs", 2, 4, 6)
wider = x("wider", 2, 4, 8)
layer("Bilinear", nn.Bilinear(6, 8, 3), ("rows", (rows, wider)))
layer("BilinearNoBias", nn.Bilinear(6, 8, 3, bias=False), ("rows", (rows, wider)))
layer("CosineSimilarity", nn.CosineSimilarity(), ("rows", (rows, pairs)))
layer("CosineSimilarityLast", nn.CosineSimilarity(dim=-1), ("rows", (rows, pairs)))
layer("PairwiseDistance", nn.PairwiseDistance(), ("rows", (rows, pairs)))
layer("PairwiseDistanceOne", nn.PairwiseDistance(1), ("rows", (rows, pairs)))
layer("LocalResponseNorm", nn.LocalResponseNorm(3, alpha=0.5), ("images", images), ("rows", rows))
layer("LocalResponseNormWide", nn.LocalResponseNorm(4, alpha=0.5, beta=0.5, k=2.0), ("images", images))
layer("LpPool1d", nn.LPPool1d(2, 3, stride=2), ("signals", signals))
layer("LpPool2d", nn.LPPool2d(2, 2), ("images", images))
layer("LpPool3d", nn.LPPool3d(2, (1, 2, 2)), ("images", images))
reference.write()
