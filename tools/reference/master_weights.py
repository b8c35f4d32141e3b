"""Steps of Adam on f32 master weights, whose gradients are at the weights rounded to 16 bits: for `tests/tape/sixteen.rs`.

    python tools/reference/master_weights.py        # writes tests/data/master_weights.txt

The forward and the backward pass are in f32, as under `torch.autocast` for operations that stay in f32. Each line: the type, what it is, and
numbers.
"""

from pathlib import Path

import torch

x = torch.tensor([[(i * 5 + j * 3) % 7 / 7 - 0.4 for j in range(3)] for i in range(4)], dtype=torch.float32)
y = torch.tensor([[(i * 3 + j) % 5 / 5 - 0.5 for j in range(2)] for i in range(4)], dtype=torch.float32)
lines = []
for name, dtype in [("bf16", torch.bfloat16), ("f16", torch.float16)]:
    weight = torch.nn.Parameter(torch.tensor([[(i * 3 + j) / 9 - 0.3 for j in range(3)] for i in range(2)], dtype=torch.float32))
    bias = torch.nn.Parameter(torch.zeros(2))
    adam = torch.optim.Adam([weight, bias], lr=0.003)
    for _ in range(30):
        seen = [p.detach().to(dtype).to(torch.float32).requires_grad_() for p in (weight, bias)]
        loss = torch.nn.functional.mse_loss(torch.nn.functional.linear(x, *seen), y)
        weight.grad, bias.grad = torch.autograd.grad(loss, seen)
        adam.step()
    for what, value in [("loss", loss), ("weight", weight), ("bias", bias), ("stored", weight.detach().to(dtype))]:
        numbers = value.detach().to(torch.float64).flatten().tolist()
        lines.append(f"{name} {what}: " + " ".join(repr(n) for n in numbers))
target = Path(__file__).resolve().parents[2] / "tests/data/master_weights.txt"
target.write_text("\n".join(lines) + "\n")
