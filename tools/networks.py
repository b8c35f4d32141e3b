#!/usr/bin/env python3
"""Writes examples/data/networks.safetensors: what PyTorch makes of the networks of examples/networks, with weights by the same formula.

    python3 tools/networks.py            (needs PyTorch)
    python3 tools/networks.py --time     what they take on one thread, too

ResNet-18 is torchvision's architecture and GPT-2 Hugging Face's, written down here by their names of weights, so that neither package is needed.
"""
import argparse
import pathlib
import struct
import time
import zlib

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from crepe import DATA, write

# What the tests read: "The shape of a tensor is", and four words more, one by one.
PROMPT = [464, 5485, 286, 257, 11192, 273, 318]
MORE = [257, 2099, 290, 645]
# Of 50257 scores every so manieth is kept.
EVERY = 97
# Parts of the picture: rows and columns.
PARTS = {"small": (60, 93, 100, 140), "wide": (10, 57, 0, 64), "whole": (0, 256, 0, 256)}


def seed(name):
    value = 0xCBF29CE484222325
    for byte in name.encode():
        value = (value ^ byte) * 0x0100000001B3 & (1 << 64) - 1
    return np.uint64(value)


def uniform(name, count):
    """SplitMix64."""
    with np.errstate(over="ignore"):
        x = seed(name) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return ((x ^ (x >> np.uint64(31))) >> np.uint64(11)).astype(np.float64) / 2.0**53


def formula(net):
    """As examples/networks/formula.rs."""
    for name, tensor in net.state_dict().items():
        if name.endswith("num_batches_tracked"):
            continue
        last, sizes, count = name.split(".")[-1], list(tensor.shape), tensor.numel()
        if last == "running_var":
            mean, most = 1.0, 0.5
        elif last == "weight" and len(sizes) == 1:
            mean, most = 1.0, 0.1
        elif len(sizes) == 1:
            mean, most = 0.0, 0.1
        else:
            mean, most = 0.0, (3.0 / max(count // max(sizes[0], 1), 1)) ** 0.5
        values = mean + most * (2.0 * uniform(name, count) - 1.0)
        tensor.copy_(torch.from_numpy(values.astype(np.float32)).reshape(sizes))
    return net.eval()


class Block(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.downsample = None
        if stride != 1:
            self.downsample = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        y = self.bn2(self.conv2(torch.relu(self.bn1(self.conv1(x)))))
        return torch.relu(y + (x if self.downsample is None else self.downsample(x)))


class ResNet18(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 64, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        widths = [64, 64, 128, 256, 512]
        for i in range(1, 5):
            blocks = nn.Sequential(Block(widths[i - 1], widths[i], 1 if i == 1 else 2), Block(widths[i], widths[i], 1))
            setattr(self, f"layer{i}", blocks)
        self.fc = nn.Linear(512, 1000)

    def forward(self, x):
        x = F.max_pool2d(torch.relu(self.bn1(self.conv1(x))), 3, 2, 1)
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(F.adaptive_avg_pool2d(x, 1).flatten(1))


class Conv1D(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(inputs, outputs))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, x):
        return torch.addmm(self.bias, x, self.weight)


class Layer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.ln_1, self.ln_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attn = nn.ModuleDict({"c_attn": Conv1D(width, 3 * width), "c_proj": Conv1D(width, width)})
        self.mlp = nn.ModuleDict({"c_fc": Conv1D(width, 4 * width), "c_proj": Conv1D(4 * width, width)})

    def forward(self, x, cache):
        n, width = x.shape
        qkv = self.attn["c_attn"](self.ln_1(x)).view(n, 3, width // 64, 64).permute(1, 2, 0, 3)
        q, (k, v) = qkv[0], qkv[1:]
        if cache:
            k, v = torch.cat([cache[0], k], 1), torch.cat([cache[1], v], 1)
        cache[:] = [k, v]
        mask = torch.ones(n, k.shape[1], dtype=torch.bool).tril(k.shape[1] - n)
        y = F.scaled_dot_product_attention(q[None], k[None], v[None], attn_mask=None if n == 1 else mask)[0]
        x = x + self.attn["c_proj"](y.transpose(0, 1).reshape(n, width))
        return x + self.mlp["c_proj"](F.gelu(self.mlp["c_fc"](self.ln_2(x)), approximate="tanh"))


class Gpt2(nn.Module):
    def __init__(self, heads, blocks):
        super().__init__()
        width = 64 * heads
        self.wte, self.wpe = nn.Embedding(50257, width), nn.Embedding(1024, width)
        self.h = nn.ModuleList([Layer(width) for _ in range(blocks)])
        self.ln_f = nn.LayerNorm(width)

    def empty(self):
        return [[] for _ in self.h]

    def forward(self, ids, caches, read):
        ids = torch.tensor(ids)
        x = self.wte(ids) + self.wpe.weight[read : read + len(ids)]
        for layer, cache in zip(self.h, caches):
            x = layer(x, cache)
        return self.wte.weight @ self.ln_f(x[-1])


def china():
    """The picture's bytes, [256, 256, 3], without a package: its rows are filtered in the five ways of PNG."""
    raw, at, data = (DATA / "china_256.png").read_bytes(), 8, b""
    while at < len(raw):
        length, kind = struct.unpack(">I4s", raw[at : at + 8])
        data += raw[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    data, step = zlib.decompress(data), 256 * 3
    rows, before = [], [0] * step
    for i in range(256):
        way, row = data[i * (step + 1)], list(data[i * (step + 1) + 1 : (i + 1) * (step + 1)])
        for j in range(step):
            left, up, corner = (row[j - 3] if j > 2 else 0), before[j], (before[j - 3] if j > 2 else 0)
            nearest = min((left, up, corner), key=lambda x: abs(left + up - corner - x))
            row[j] = (row[j] + [0, left, up, (left + up) // 2, nearest][way]) % 256
        rows.append(row)
        before = row
    return torch.tensor(rows, dtype=torch.uint8).reshape(256, 256, 3)


def normalised(picture):
    x = (picture.float() / 255 - torch.tensor([0.485, 0.456, 0.406])) / torch.tensor([0.229, 0.224, 0.225])
    return x.permute(2, 0, 1)[None]


def read_on(net):
    """Scores after the prompt, and after each word more."""
    caches, all_scores = net.empty(), []
    all_scores.append(net(PROMPT, caches, 0))
    for i, word in enumerate(MORE):
        all_scores.append(net([word], caches, len(PROMPT) + i))
    return torch.stack(all_scores)


def least(f, times=5):
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        f()
        taken.append(time.perf_counter() - begun)
    return f"{1e3 * min(taken):.1f} ms"


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--time", action="store_true", help="measures, on one thread")
    given = arguments.parse_args()
    torch.set_num_threads(1)
    tensors = {}

    def keep(name, tensor):
        tensors[name] = (list(tensor.shape), tensor.flatten().tolist())

    with torch.no_grad():
        net, picture = formula(ResNet18()), china()
        for name, (top, bottom, left, right) in PARTS.items():
            keep(f"resnet.{name}", net(normalised(picture[top:bottom, left:right]))[0])
        if given.time:
            x = normalised(picture)
            print("ResNet-18, 256 x 256:", least(lambda: net(x)))
        keep("gpt2.two_blocks", read_on(formula(Gpt2(2, 2)))[:, ::EVERY])
        net = formula(Gpt2(12, 12))
        keep("gpt2.small", read_on(net)[:, ::EVERY])
        if given.time:
            print("GPT-2, prompt of 7:", least(lambda: net(PROMPT, net.empty(), 0)))
            caches = net.empty()
            net(PROMPT, caches, 0)
            begun = time.perf_counter()
            for i in range(39):
                net([i], caches, len(PROMPT) + i)
            print(f"GPT-2, 39 words more: {1e3 * (time.perf_counter() - begun) / 39:.1f} ms each")
    write(DATA / "networks.safetensors", tensors, "PyTorch, by tools/networks.py")


if __name__ == "__main__":
    main()
