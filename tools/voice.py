#!/usr/bin/env python3
"""Writes what examples/voice reads: examples/data/silero_vad.safetensors and, of recordings that are given, examples/data/speech.wav.

    python3 tools/voice.py                          the weights (needs NumPy)
    python3 tools/voice.py --reference              and what PyTorch makes of the recording with them (needs PyTorch)
    python3 tools/voice.py --time                   what that takes on one thread, too
    python3 tools/voice.py --speech A.wav B.wav     the recording: these, one after the other

The weights are those of the network Silero VAD for 16 000 samples a second as the package `silero-vad` of PyPI ships them, without those of its Fourier
transform, which follow from a formula. Matrices are kept as whole numbers of 16 bits and a scale for each row, which makes the file half as long,
and changes no probability by more than 0.0001; what PyTorch computes is of these.
"""
import argparse
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import time
import wave
import zipfile

import numpy as np

PACKAGE = "silero-vad==6.2.3"
DATA = pathlib.Path(__file__).resolve().parent.parent / "examples" / "data"
SOURCE = f"{PACKAGE}, silero_vad_16k.safetensors, MIT License, Copyright (c) 2020-present Silero Team"
FRAME, BEFORE = 512, 64
# Names of layers there and here.
LAYERS = {"lstm_cell": "lstm", "final_conv": "head"}
TYPES = {"float32": "F32", "int16": "I16"}


def read(path):
    """The tensors of a safetensors file of f32."""
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    header.pop("__metadata__", None)
    all = {}
    for name, of in header.items():
        start, end = (8 + length + at for at in of["data_offsets"])
        all[name] = np.frombuffer(data[start:end], np.float32).reshape(of["shape"])
    return all


def write(path, tensors):
    header, data = {"__metadata__": {"source": SOURCE}}, b""
    # Widest elements first, so that all are aligned.
    for name, x in sorted(tensors.items(), key=lambda of: (-of[1].itemsize, of[0])):
        header[name] = {"dtype": TYPES[x.dtype.name], "shape": list(x.shape), "data_offsets": [len(data), len(data) + x.nbytes]}
        data += x.tobytes()
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)
    print(f"{path.name}: {path.stat().st_size} bytes", file=sys.stderr)


def renamed(tensors):
    """By the names of the typed model."""
    out = {}
    for name, x in tensors.items():
        layer, of = name.split(".")
        if layer == "stft_conv":
            n, k = np.arange(256), np.arange(129)[:, None]
            hann = 0.5 - 0.5 * np.cos(2 * np.pi * n / 256)
            formula = np.concatenate([np.cos(2 * np.pi * k * n / 256) * hann, -np.sin(2 * np.pi * k * n / 256) * hann])
            assert np.abs(x[:, 0] - formula).max() < 1e-6, "the transform is the one of the formula"
            continue
        layer, of = LAYERS.get(layer, layer), f"{of}_l0" if layer == "lstm_cell" else of
        out[f"{layer}.{of}"] = x[..., 0] if layer == "head" and of == "weight" else x
    return out


def quantised(tensors):
    """Whole numbers and scales of all matrices, and the numbers that these make."""
    kept, made = {}, {}
    for name, x in tensors.items():
        if x.ndim == 1:
            kept[name] = made[name] = x
            continue
        scale = (np.abs(x).reshape(len(x), -1).max(axis=1) / 32767).astype(np.float32)
        rows = scale.reshape(-1, *[1] * (x.ndim - 1))
        kept[name], kept[f"{name}.scale"] = np.round(x / rows).astype(np.int16), scale
        made[name] = kept[name].astype(np.float32) * rows
    return kept, made


def samples(path):
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (16000, 1, 2), f"{path}: one channel of 16 bits at 16 kHz"
        return np.frombuffer(file.readframes(file.getnframes()), np.int16)


def network(weights):
    """The network in PyTorch, of frames with what is before them."""
    import torch
    from torch import nn
    from torch.nn import functional as F

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv1, self.conv2 = nn.Conv1d(129, 128, 3, 1, 1), nn.Conv1d(128, 64, 3, 2, 1)
            self.conv3, self.conv4 = nn.Conv1d(64, 64, 3, 2, 1), nn.Conv1d(64, 128, 3, 1, 1)
            self.lstm, self.head = nn.LSTM(128, 128), nn.Linear(128, 1)

        def forward(self, frames):
            x = F.pad(frames[:, None], (0, 64), mode="reflect")[:, 0]
            x = torch.stft(x, 256, 128, window=torch.hann_window(256, dtype=x.dtype), center=False, return_complex=True).abs()
            for conv in (self.conv1, self.conv2, self.conv3, self.conv4):
                x = conv(x).relu()
            h, _ = self.lstm(x.squeeze(-1))
            return self.head(h.relu()).sigmoid().squeeze(-1)

    net = Net().eval()
    net.load_state_dict({name: torch.tensor(x) for name, x in weights.items()})
    return net


def reference(weights, sound, exact, timed):
    import torch

    torch.set_num_threads(1)
    count = -(-len(sound) // FRAME)
    longer = np.zeros(BEFORE + count * FRAME, np.float32)
    longer[BEFORE : BEFORE + len(sound)] = sound.astype(np.float32) / 32768
    frames = torch.tensor(longer).unfold(0, FRAME + BEFORE, FRAME)
    net = network(weights)
    with torch.no_grad():
        made = net(frames)
        apart = (made - network(exact)(frames)).abs().max().item()
        print(f"{count} frames; with the package's own weights {apart:.1e} apart", file=sys.stderr)
        assert apart < 1e-4
        if timed:
            begun = time.process_time()
            for _ in range(10):
                net(frames)
            print(f"{(time.process_time() - begun) * 100:.1f} ms", file=sys.stderr)
    return made.numpy()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--reference", action="store_true", help="asks PyTorch, too")
    arguments.add_argument("--time", action="store_true", help="and prints what it takes")
    arguments.add_argument("--speech", nargs="+", type=pathlib.Path, help="recordings, of which speech.wav is made")
    arguments.add_argument("--out", type=pathlib.Path, default=DATA)
    given = arguments.parse_args()
    if given.speech:
        with wave.open(str(given.out / "speech.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(16000)
            file.writeframes(np.concatenate([samples(path) for path in given.speech]).tobytes())
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, PACKAGE]
        subprocess.run(pip, check=True)
        (wheel,) = pathlib.Path(folder).glob("*.whl")
        zipfile.ZipFile(wheel).extractall(folder)
        exact = renamed(read(pathlib.Path(folder) / "silero_vad/data/silero_vad_16k.safetensors"))
    kept, made = quantised(exact)
    if given.reference or given.time:
        kept["expected_probabilities"] = reference(made, samples(given.out / "speech.wav"), exact, given.time)
    write(given.out / "silero_vad.safetensors", kept)


if __name__ == "__main__":
    main()
