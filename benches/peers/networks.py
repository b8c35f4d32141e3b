"""The networks of the examples in PyTorch and in onnxruntime, on one thread: what `src/bin/networks.rs` starts beside its own.

    python networks.py pitch torch              PyTorch
    python networks.py pitch export FOLDER      writes FOLDER/pitch.onnx, and what it is given (PyTorch, onnx)
    python networks.py pitch onnx FOLDER        onnxruntime, without PyTorch

Prints the least and the median time of an inference in ms, how much memory weights and inference take in kB beside what the process had before, the
most that the whole process had, and two sums of the first result, by which results are compared.
"""

import gc
import pathlib
import statistics
import sys
import time

import numpy as np

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))
DATA = TOOLS.parent / "examples" / "data"
# How often each is run.
RUNS = {"pitch": 12, "resnet": 15, "gpt2": 10, "gpt2_next": 40, "voice": 100}
WORDS = np.array([i * 7919 % 50257 for i in range(64)])


def status(field):
    for line in open("/proc/self/status"):
        if line.startswith(field):
            return int(line.split()[1])


def measure(name, load):
    """`load` gives what runs the network once."""
    gc.collect()
    before = status("VmRSS")
    run = load()
    gc.collect()
    # From here on the most memory is counted anew.
    open("/proc/self/clear_refs", "w").write("5")
    first = np.asarray(run(), dtype=np.float64).ravel()
    taken = []
    for _ in range(RUNS[name]):
        begun = time.perf_counter()
        run()
        taken.append(1e3 * (time.perf_counter() - begun))
    peak = status("VmHWM")
    sums = [np.abs(first).sum(), (first * (np.arange(len(first)) % 97)).sum()]
    print(min(taken), statistics.median(taken), peak - before, peak, *sums)


def picture():
    """Numbers from -1 to 1, as in networks.rs."""
    with np.errstate(over="ignore"):
        x = np.uint64(7) + np.arange(1, 3 * 224 * 224 + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x = ((x ^ (x >> np.uint64(31))) >> np.uint64(11)).astype(np.float64) / 2.0**53
    return (2 * x - 1).astype(np.float32).reshape(1, 3, 224, 224)


def melody():
    """Frames of the recording that the example `pitch` hears."""
    from voice import samples

    sound = np.pad(samples(DATA / "melody.wav").astype(np.float32) / 32768, 512)
    frames = np.lib.stride_tricks.sliding_window_view(sound, 1024)[::160]
    frames = frames - frames.mean(1, keepdims=True)
    return frames / np.maximum(frames.std(1, ddof=1, keepdims=True), 1e-10)


def speech():
    """Frames of the recording that the example `voice` hears."""
    from voice import BEFORE, FRAME, samples

    sound = samples(DATA / "speech.wav")
    longer = np.zeros(BEFORE + -(-len(sound) // FRAME) * FRAME, np.float32)
    longer[BEFORE : BEFORE + len(sound)] = sound.astype(np.float32) / 32768
    return np.lib.stride_tricks.sliding_window_view(longer, FRAME + BEFORE)[::FRAME].copy()


def tensors(path):
    """Of a safetensors file; whole numbers of 16 bits with the scales of their rows as floats."""
    import json
    import struct

    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header, all = json.loads(data[8 : 8 + length]), {}
    for name, of in header.items():
        if name.startswith(("__", "expected_")):
            continue
        start, end = (8 + length + at for at in of["data_offsets"])
        all[name] = np.frombuffer(data[start:end], {"F32": np.float32, "I16": np.int16}[of["dtype"]]).reshape(of["shape"])
    for name in [name for name in all if name.endswith(".scale")]:
        scale, of = all.pop(name), name.removesuffix(".scale")
        all[of] = all[of].astype(np.float32) * scale.reshape(-1, *[1] * (all[of].ndim - 1))
    return all


def crepe():
    from torch import nn
    from torch.nn import functional as F

    class Crepe(nn.Module):
        def __init__(self):
            super().__init__()
            widths = [1, 128, 16, 16, 16, 32, 64]
            for i in range(1, 7):
                conv = nn.Conv1d(widths[i - 1], widths[i], 512 if i == 1 else 64, 4 if i == 1 else 1)
                setattr(self, f"conv{i}", conv)
                setattr(self, f"norm{i}", nn.BatchNorm1d(widths[i], eps=0.001))
            self.classifier = nn.Linear(256, 360)

        def forward(self, x):
            x = x[:, None]
            for i in range(1, 7):
                x = F.pad(x, (254, 254) if i == 1 else (31, 32))
                x = F.max_pool1d(getattr(self, f"norm{i}")(getattr(self, f"conv{i}")(x).relu()), 2)
            return self.classifier(x.permute(0, 2, 1).flatten(1)).sigmoid()

    net = Crepe().eval()
    load(net, tensors(DATA / "crepe_tiny.safetensors"))
    return net


def load(net, all):
    import torch

    missing, unknown = net.load_state_dict({name: torch.tensor(x) for name, x in all.items()}, strict=False)
    assert not unknown and all_counters(missing), (missing, unknown)


def all_counters(names):
    return all(name.endswith("num_batches_tracked") for name in names)


def silero(for_onnx):
    import torch
    from torch import nn
    from torch.nn import functional as F
    from voice import network

    net = network(tensors(DATA / "silero_vad.safetensors"))
    if not for_onnx:
        return net

    class ByConvolution(nn.Module):
        """The same with the transform as a convolution, as the package's own file for onnxruntime has it."""

        def __init__(self):
            super().__init__()
            self.net = net
            n, k = np.arange(256), np.arange(129)[:, None]
            hann = 0.5 - 0.5 * np.cos(2 * np.pi * n / 256)
            waves = np.concatenate([np.cos(2 * np.pi * k * n / 256) * hann, -np.sin(2 * np.pi * k * n / 256) * hann])
            self.waves = nn.Parameter(torch.tensor(waves[:, None].astype(np.float32)))

        def forward(self, frames):
            x = F.conv1d(F.pad(frames[:, None], (0, 64), mode="reflect"), self.waves, stride=128)
            x = torch.sqrt(x[:, :129] ** 2 + x[:, 129:] ** 2)
            for conv in (self.net.conv1, self.net.conv2, self.net.conv3, self.net.conv4):
                x = conv(x).relu()
            h, _ = self.net.lstm(x.squeeze(-1)[:, None])
            return self.net.head(h[:, 0].relu()).sigmoid().squeeze(-1)

    return ByConvolution().eval()


def gpt2():
    from networks import Gpt2, formula

    return formula(Gpt2(12, 12))


def by_torch(name):
    import torch

    torch.set_num_threads(1)
    torch.set_grad_enabled(False)

    def load():
        if name == "gpt2":
            net = gpt2()
            return lambda: net(WORDS, net.empty(), 0)
        if name == "gpt2_next":
            net = gpt2()
            caches, read = net.empty(), len(WORDS)
            net(WORDS, caches, 0)

            def next():
                nonlocal read
                read += 1
                return net([read], caches, read - 1)

            return next
        if name == "resnet":
            from networks import ResNet18, formula

            net, x = formula(ResNet18()), torch.tensor(picture())
        elif name == "pitch":
            net, x = crepe(), torch.tensor(melody())
        else:
            net, x = silero(False), torch.tensor(speech())
        return lambda: net(x)

    if name.startswith("gpt2") or name == "resnet":
        import networks  # noqa: F401: what it imports is no part of the network
    measure(name, load)


def export(name, folder):
    import torch
    from torch import nn

    torch.set_grad_enabled(False)

    class Whole(nn.Module):
        def __init__(self):
            super().__init__()
            self.net = gpt2()

        def forward(self, ids, *past):
            read = past[0].shape[1] if past else 0
            x = self.net.wte(ids) + self.net.wpe.weight[read : read + len(ids)]
            caches = [list(past[2 * i : 2 * i + 2]) for i in range(len(self.net.h))]
            for layer, cache in zip(self.net.h, caches):
                x = layer(x, cache)
            scores = self.net.wte.weight @ self.net.ln_f(x[-1])
            return (scores, *[part for cache in caches for part in cache]) if past else scores

    more = {}
    if name.startswith("gpt2"):
        net, inputs = Whole(), {"ids": WORDS}
        if name == "gpt2_next":
            caches = net.net.empty()
            net.net(WORDS, caches, 0)
            past = [part.numpy() for cache in caches for part in cache]
            inputs = {"ids": np.array([65])} | {f"past{i}": part for i, part in enumerate(past)}
            of = [f"new{i}" for i in range(len(past))]
            more = {"output_names": ["scores", *of], "dynamic_axes": {name: {1: "read"} for name in [*list(inputs)[1:], *of]}}
    elif name == "resnet":
        from networks import ResNet18, formula

        net, inputs = formula(ResNet18()), {"x": picture()}
    else:
        net, inputs = (crepe(), {"x": melody()}) if name == "pitch" else (silero(True), {"x": speech()})
    given = tuple(torch.tensor(x) for x in inputs.values())
    torch.onnx.export(net, given, f"{folder}/{name}.onnx", input_names=list(inputs), dynamo=False, opset_version=17, **more)
    np.savez(f"{folder}/{name}.npz", **inputs)


def by_onnx(name, folder):
    import onnxruntime

    def load():
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(f"{folder}/{name}.onnx", options, providers=["CPUExecutionProvider"])
        values = {key: onnxruntime.OrtValue.ortvalue_from_numpy(x) for key, x in np.load(f"{folder}/{name}.npz").items()}
        names = [of.name for of in session.get_outputs()]

        def run():
            results = session.run_with_ort_values(names, values)
            if name == "gpt2_next":
                values.update({key: x for key, x in zip(list(values)[1:], results[1:])})
                read = results[1].shape()[1]
                values["ids"] = onnxruntime.OrtValue.ortvalue_from_numpy(np.array([read + 1]))
            return results[0].numpy()

        return run

    measure(name, load)


if __name__ == "__main__":
    if sys.argv[1] == "versions":
        import importlib.metadata

        print(", ".join(f"{name} {importlib.metadata.version(name)}" for name in sys.argv[2:]))
    else:
        {"torch": by_torch, "export": export, "onnx": by_onnx}[sys.argv[2]](sys.argv[1], *sys.argv[3:])
