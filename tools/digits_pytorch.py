"""The three models of examples/digits as one writes them in PyTorch, on the same files.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install numpy torch safetensors
    /tmp/venv/bin/python tools/digits_pytorch.py [FOLDER]

FOLDER is `target/train` for the models that `cargo run --release --example train` has written, and `examples/data` if none is given.
Loads the tensors, computes the logits of the 360 digits, and compares them with `expected_logits`. src/guide/models.md shows the
classes beside the Rust ones; tests/guide.rs compares the two word for word.
"""

import json
import pathlib
import sys

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

DATA = pathlib.Path(__file__).parents[1] / "examples/data"


def read(path):
    """The tensors of a safetensors file, all of which are f32; as `safetensors.torch.load_file`, without the package."""
    data = path.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    header.pop("__metadata__", None)
    tensors = {}
    for name, info in header.items():
        assert info["dtype"] == "F32", (name, info)
        begin, end = (start + x for x in info["data_offsets"])
        tensors[name] = torch.from_numpy(np.frombuffer(data[begin:end], np.float32).copy()).reshape(info["shape"])
    return tensors


# mlp
def mlp():
    return nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU(), nn.Linear(64, 10))


# cnn
class Cnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1)
        self.bn1 = nn.BatchNorm2d(16)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.bn2 = nn.BatchNorm2d(32)
        self.fc = nn.Linear(128, 10)

    def forward(self, x):  # [B, 1, 8, 8] -> [B, 10]
        x = F.max_pool2d(F.relu(self.bn1(self.conv1(x))), 2)
        x = F.max_pool2d(F.relu(self.bn2(self.conv2(x))), 2)
        return self.fc(x.flatten(1))


# transformer
class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Linear(8, 32)
        self.pos = nn.Parameter(torch.zeros(8, 32))
        self.ln1 = nn.LayerNorm(32)
        self.q = nn.Linear(32, 32)
        self.k = nn.Linear(32, 32)
        self.v = nn.Linear(32, 32)
        self.o = nn.Linear(32, 32)
        self.ln2 = nn.LayerNorm(32)
        self.up = nn.Linear(32, 128)
        self.down = nn.Linear(128, 32)
        self.head = nn.Linear(32, 10)

    def heads(self, x):  # [B, 8, 32] -> [B, 4, 8, 8]
        return x.unflatten(-1, (4, 8)).transpose(1, 2)

    def forward(self, x):  # [B, 8, 8] -> [B, 10]
        x = self.embed(x) + self.pos
        h = self.ln1(x)
        q, k, v = self.heads(self.q(h)), self.heads(self.k(h)), self.heads(self.v(h))
        attended = F.scaled_dot_product_attention(q, k, v).transpose(1, 2)
        x = x + self.o(attended.flatten(-2))
        h = F.gelu(self.up(self.ln2(x)))
        x = x + self.down(h)
        return self.head(x.mean(1))


# end
def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else DATA
    images = torch.from_numpy(np.load(DATA / "digits_images.npy"))[1437:].float() / 16
    labels = torch.from_numpy(np.load(DATA / "digits_labels.npy"))[1437:]
    for name, model, x in [
        ("digits_mlp", mlp(), images.flatten(1)),
        ("digits_cnn", Cnn(), images.unsqueeze(1)),
        ("digits_transformer", Transformer(), images),
    ]:
        tensors = read(folder / f"{name}.safetensors")
        expected = tensors.pop("expected_logits")
        missing = model.load_state_dict(tensors, strict=False)
        assert not missing.unexpected_keys, missing
        assert all(key.endswith("num_batches_tracked") for key in missing.missing_keys), missing
        with torch.no_grad():
            logits = model.eval()(x)
        right = (logits.argmax(-1) == labels).sum()
        distance = (logits - expected).abs().max()
        print(f"{name}: {right} of {len(labels)} right; at most {distance:.0e} from the expected logits")
        assert distance < 1e-4


if __name__ == "__main__":
    main()
