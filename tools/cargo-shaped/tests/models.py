"""Writes tests/models.json: names, types and sizes of the parameters of small models, as PyTorch calls them.

    python3 tools/cargo-shaped/tests/models.py      (from the repository's root; needs torch, and nothing else here does)
"""
import json
import pathlib

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width, half=False):
        super().__init__()
        self.conv1 = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        if half:
            self.downsample = nn.Sequential(nn.Conv2d(width, width, 1, bias=False), nn.BatchNorm2d(width))


class ResNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, (7, 5), stride=2)
        self.layer1 = nn.Sequential(Block(8), Block(8), Block(8))
        self.layer2 = nn.Sequential(Block(8, True), Block(8))
        self.up = nn.ConvTranspose2d(8, 4, 2, stride=2)
        self.fc = nn.Linear(8, 10)


class Gpt(nn.Module):
    def __init__(self):
        super().__init__()
        self.wte = nn.Embedding(1200, 16)
        self.pos_emb = nn.Parameter(torch.zeros(1, 6, 16))
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 4, 32), 2)
        self.many = nn.ModuleList([nn.Linear(16, 16, bias=False) for _ in range(33)])
        self.type = nn.Linear(16, 3)
        self.register_buffer("mask", torch.ones(6, 6, dtype=torch.bool))
        self.head = nn.Linear(16, 1200, bias=False)


class Sound(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(1, 4, 9)
        self.norm = nn.BatchNorm1d(4)
        self.lstm = nn.LSTM(4, 6, 2, bidirectional=True)
        self.gru = nn.GRU(12, 5)
        self.rnn = nn.RNN(5, 5)
        self.scale = nn.Parameter(torch.ones(()))
        setattr(self, "self", nn.Linear(5, 5))
        self.Wq = nn.RMSNorm(5)


class Vgg(nn.Module):
    def __init__(self):
        super().__init__()
        convs = [nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Conv2d(4, 4, 3), nn.ReLU(), nn.MaxPool2d(2)]
        self.features = nn.Sequential(*convs, *[nn.ReLU()] * 8, nn.Conv2d(4, 8, 3))


models = {"resnet": ResNet(), "gpt": Gpt(), "sound": Sound().double(), "vgg": Vgg()}
TYPES = {torch.float32: "F32", torch.float64: "F64", torch.int64: "I64", torch.bool: "BOOL"}
lists = {
    name: {key: {"dtype": TYPES[x.dtype], "shape": list(x.shape)} for key, x in model.state_dict().items()}
    for name, model in models.items()
}
path = pathlib.Path(__file__).parent / "models.json"
path.write_text(json.dumps(lists, indent=0).replace("\n", "").replace('},"', '},\n"') + "\n")
