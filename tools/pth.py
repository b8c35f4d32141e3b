"""Writes tests/data/files/*.pth and examples/data/linear.pth: small files by `torch.save` and `torch.jit.save`, of every kind that `io::Pth` reads or refuses.

    python3 tools/pth.py        (from the repository's root; needs PyTorch, and nothing else here does)

What is in them is written again in tests/files/pth.rs.
"""

import argparse
import collections
import pathlib
import warnings

import torch

FOLDER = pathlib.Path("tests/data/files")
TYPES = [
    torch.bool, torch.uint8, torch.int8, torch.uint16, torch.int16, torch.uint32, torch.int32, torch.uint64, torch.int64,
    torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128, torch.float8_e4m3fn,
]


class Net(torch.nn.Module):
    """A module with everything that a state dict can have, and something that it has not."""

    def __init__(self):
        super().__init__()
        self.conv = torch.nn.Conv1d(1, 2, 2)
        self.norm = torch.nn.BatchNorm1d(2)
        self.layers = torch.nn.ModuleList([torch.nn.Linear(2, 1, bias=False), torch.nn.ReLU()])
        self.register_buffer("mask", torch.tensor([True, False]))

    def forward(self, x):
        return self.layers[1](self.layers[0](self.norm(self.conv(x)).mean(-1)))


def numbered(module):
    """Parameters that are 0, 1, 2 and so on, each on its own."""
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(torch.arange(parameter.numel()).reshape(parameter.shape))
    return module


def main():
    warnings.simplefilter("ignore")
    FOLDER.mkdir(parents=True, exist_ok=True)
    save = lambda name, x, **options: torch.save(x, FOLDER / name, **options)

    grid = torch.arange(6.0).reshape(2, 3)
    strided = collections.OrderedDict(
        row_by_row=grid, transposed=grid.T, column=grid[:, 1], every_other=torch.arange(10.0)[1::3], last=grid[1],
        one=grid[1:, 2:], number=torch.tensor(7.0), empty=torch.zeros(3, 0, 2), turned=torch.arange(24.0).reshape(2, 3, 4).permute(2, 0, 1),
    )
    types = {str(t).removeprefix("torch."): torch.tensor([0, 1, 1, 0, 1]).to(t) for t in TYPES}
    save("types.pth", types)
    save("strided.pth", strided)
    save("strided_before_archives.pth", {**strided, "half": types["float16"]}, _use_new_zipfile_serialization=False)
    save("protocol_4.pth", strided, pickle_protocol=4)
    save("alone.pth", grid)
    net = numbered(Net())
    optimizer = torch.optim.Adam(net.parameters(), lr=0.5)
    net(torch.ones(2, 1, 3)).sum().backward()
    optimizer.step()
    numbered(net).norm.reset_running_stats()
    checkpoint = {
        "model": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 3, "arguments": argparse.Namespace(rate=0.1, sizes=[1, 2]),
        "best": net.layers[0].weight, "losses": [torch.tensor(0.5), torch.tensor(0.25)], "huge": 1 << 80, "text": "é", (1, 2): grid,
    }
    save("checkpoint.pth", checkpoint)
    save("module.pth", net)
    torch.jit.script(net).save(FOLDER / "script.pth")
    save("unread.pth", {
        "sparse": grid.to_sparse(), "quantized": torch.quantize_per_tensor(grid, 0.1, 0, torch.qint8), "expanded": torch.tensor([1.0]).expand(4), "right": grid[0],
        "conjugated": torch.tensor([1 + 2j]).conj(), "negated": torch.tensor([1 + 2j]).conj().imag,
    })
    save("unread_before_archives.pth", {"quantized": torch.quantize_per_tensor(grid, 0.1, 0, torch.qint8), "right": grid[0]}, _use_new_zipfile_serialization=False)
    for protocol in [3, 4]:
        save(f"before_archives_{protocol}.pth", {"right": grid[0]}, _use_new_zipfile_serialization=False, pickle_protocol=protocol)
    linear = torch.nn.Sequential(torch.nn.Linear(3, 2))
    with torch.no_grad():
        linear[0].weight.copy_(torch.tensor([[1.0, 2.0, 3.0], [3.0, 5.0, 6.0]]))
        linear[0].bias.copy_(torch.tensor([0.5, 0.5]))
    torch.save({"model": linear.state_dict(), "epoch": 7}, "examples/data/linear.pth")


if __name__ == "__main__":
    main()
