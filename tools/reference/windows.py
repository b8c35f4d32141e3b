"""Networks on pictures and sounds of any size, with weights by a formula: tests/data/reference/windows.txt."""

import numpy as np
import torch
import torch.nn.functional as F
from common import Reference
from torch import nn

reference = Reference("windows")


def numbers(count, seed):
    """The formula of `tests/windows.rs`."""
    i = np.arange(count, dtype=np.int64)
    return torch.from_numpy(((i * 7919 + seed * 104729) % 1009) / 1009 - 0.5)


def by_formula(model):
    state = {name: x for name, x in model.state_dict().items() if not name.endswith("num_batches_tracked")}
    for seed, (name, x) in enumerate(state.items()):
        new = numbers(x.numel(), seed).reshape(x.shape)
        if x.dim() > 1:
            new = new * 4 / np.sqrt(x.numel() / x.shape[0])
        elif name.endswith("running_var"):
            new = new + 1
        x.copy_(new)
    return model.double().eval()


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(channels, channels, 3, padding=1), nn.BatchNorm2d(channels)
        self.conv2, self.bn2 = nn.Conv2d(channels, channels, 3, padding=1), nn.BatchNorm2d(channels)

    def forward(self, x):
        return F.relu(x + self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x))))))


class Down(nn.Module):
    def __init__(self, channels, more):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(channels, more, 3, stride=2, padding=1), nn.BatchNorm2d(more)
        self.conv2, self.bn2 = nn.Conv2d(more, more, 3, padding=1), nn.BatchNorm2d(more)
        self.short, self.norm = nn.Conv2d(channels, more, 1, stride=2), nn.BatchNorm2d(more)

    def forward(self, x):
        y = self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        return F.relu(y + self.norm(self.short(x)))


class ResNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(3, 4, 7, stride=2, padding=3), nn.BatchNorm2d(4)
        self.layer1 = nn.Sequential(Block(4), Block(4))
        self.layer2 = nn.Sequential(Down(4, 8), Block(8))
        self.layer3 = nn.Sequential(Down(8, 16), Block(16))
        self.fc = nn.Linear(16, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn1(self.conv1(x))), 3, stride=2, padding=1)
        x = self.layer3(self.layer2(self.layer1(x)))
        return self.fc(F.adaptive_avg_pool2d(x, 1).flatten(1))


class Sound(nn.Module):
    """Down by windows without padding, and up again."""

    def __init__(self):
        super().__init__()
        self.down = nn.Conv1d(2, 4, 8, stride=4)
        self.deep = nn.Conv1d(4, 4, 3, dilation=2)
        self.score = nn.Conv1d(4, 1, 1)

    def forward(self, x):
        x = F.avg_pool1d(F.relu(self.down(x)), 3, stride=1, padding=1)
        x = F.max_pool1d(torch.tanh(self.deep(x)), 2)
        return self.score(x)


class Up(nn.Module):
    """A picture made larger in three ways."""

    def __init__(self):
        super().__init__()
        self.up = nn.ConvTranspose2d(2, 3, 4, stride=2, padding=1)
        self.smooth = nn.Conv2d(3, 2, 3)

    def forward(self, x):
        x = F.interpolate(self.up(x), scale_factor=2, mode="nearest")
        return self.smooth(F.pad(x, (1, 1, 1, 1), value=0.5))


with torch.no_grad():
    net = by_formula(ResNet())
    for b, h, w in ((2, 40, 33), (1, 65, 50), (1, 1, 1)):
        reference.result("resnet", f"{b}x{h}x{w}", net(numbers(b * 3 * h * w, 77).reshape(b, 3, h, w)))
    net = by_formula(Sound())
    for length in (100, 41):
        reference.result("sound", str(length), net(numbers(2 * length, 5).reshape(1, 2, length)))
    net = by_formula(Up())
    for h, w in ((2, 3), (1, 1)):
        reference.result("up", f"{h}x{w}", net(numbers(2 * h * w, 9).reshape(2, h, w)[None])[0])
reference.write()
