"""Operations on shapes as PyTorch and NumPy compute them: tests/data/reference/shapes.txt."""

import numpy as np
import torch
import torch.nn.functional as F
from common import Reference

reference = Reference("shapes")
DTYPES = (torch.float64, torch.float32, torch.int64)


def counted(name, *shape):
    """0.5, 1.5, … with a NaN and an infinity where the type has them; integers count on."""
    n = int(np.prod(shape))
    made = {}
    for dtype in DTYPES:
        x = torch.arange(n, dtype=dtype).reshape(shape)
        if dtype.is_floating_point:
            x = x + 0.5
            if n > 3:
                x.view(-1)[1] = float("nan")
                x.view(-1)[n - 2] = float("-inf")
        made[dtype] = reference.input(name, x)
    return made


cube, matrix, vector = counted("cube", 3, 4, 6), counted("matrix", 4, 5), counted("vector", 9)
single, empty, other = counted("single", 1, 4), counted("empty", 3, 0), counted("other", 2, 4, 6)

for dtype in DTYPES:
    c, m, v, s, e, o = (x[dtype] for x in (cube, matrix, vector, single, empty, other))
    numpy = c.numpy()

    def result(operation, case, x):
        reference.result(operation, case, torch.as_tensor(np.ascontiguousarray(x)) if isinstance(x, np.ndarray) else x)

    # What was there before.
    result("unsqueeze", "middle", c.unsqueeze(1))
    result("unsqueeze", "last", m.T.unsqueeze(-1))
    result("squeeze", "first", s.squeeze(0))
    result("permute", "cycle", c.permute(2, 0, 1))
    result("permute", "negative", c.permute(-1, 1, 0))
    result("transpose", "last", c.transpose(-2, -1))
    result("swap_axes", "outer", np.swapaxes(numpy, 0, 2))
    result("reshape", "cube", c.reshape(6, 12))
    result("flatten", "matrix", m.flatten())
    result("flatten_axes", "inner", c.flatten(1, 2))
    result("flatten_axes", "outer", c.flatten(0, -2))
    result("narrow", "middle", c.narrow(1, 1, 2))
    result("narrow", "transposed", m.T.narrow(0, 2, 3))
    result("narrow", "none", m.narrow(1, 5, 0))
    result("concat", "outer", torch.cat([c, o], 0))
    result("concat", "inner", torch.cat([c, c[:, :, 2:3]], 2))
    result("concat", "transposed", torch.cat([m.T, m.T.flip(0)], -2))
    result("concat", "stretched", torch.cat([s.expand(5, 4), m.T], 0))
    result("concat", "empty", torch.cat([e, e], 1))
    result("stack", "outer", torch.stack([m, m.flip(1)], 0))
    result("stack", "last", torch.stack([m, m + 1], -1))
    result("broadcast_to", "rows", s.expand(3, 4))
    result("expand_as", "cube", m.T[0].reshape(4, 1).expand_as(c))

    # Views.
    result("slice", "vector", v[1:9:2])
    result("slice", "middle", c[:, ::3, :])
    result("slice", "last", c[..., 1:6:4])
    result("slice", "transposed", m.T[0:5:2])
    result("slice", "stretched", s.expand(5, 4)[1:5:3, :])
    result("slice", "one", v[8:9:5])
    result("slice", "none", v[9:9:3])
    result("flip", "outer", c.flip(0))
    result("flip", "last", np.flip(numpy, -1))
    result("flip", "all", c.flip(0, 1, 2))
    result("flip", "transposed", m.T.flip(0))
    result("flip", "stretched", s.expand(5, 4).flip(0, 1))
    result("flip", "empty", e.flip(1))
    result("flip", "sliced", v.flip(0)[::2])
    result("flip", "twice", m.flip(1).flip(1))
    for i, part in enumerate(torch.split(c, [4, 2], 2)):
        result("split_at", f"last {i}", part)
    for i, part in enumerate(np.split(numpy, [1], 0)):
        result("split_at", f"outer {i}", part)
    for i, part in enumerate(m.T.split([5, 0], 0)):
        result("split_at", f"all {i}", part)
    for i, part in enumerate(c.chunk(3, 2)):
        result("chunks", f"last {i}", part)
    for i, part in enumerate(np.split(numpy, 3, 0)):
        result("chunks", f"outer {i}", part)
    for i, part in enumerate(c.flip(1).chunk(2, 1)):
        result("chunks", f"flipped {i}", part)
    result("index_axis", "outer", c.select(0, 2))
    result("index_axis", "middle", c.select(1, -1))
    result("index_axis", "last", numpy[..., 0])
    result("index_axis", "vector", v.select(0, 8))
    for i, part in enumerate(c):
        result("outer_iter", str(i), part)
    for i, part in enumerate(m.T):
        result("outer_iter", f"transposed {i}", part)
    for i, part in enumerate(c.unbind(1)):
        result("axis_iter", f"middle {i}", part)
    result("unflatten", "last", c.unflatten(-1, (2, 3)))
    result("unflatten", "outer", c.unflatten(0, (1, 3)))
    result("unflatten", "transposed", m.T.unflatten(1, (2, 2, 1)))
    result("unflatten", "flipped", c.flip(2).unflatten(2, (3, 2)))
    result("unflatten", "empty", e.unflatten(1, (2, 0, 4)))
    result("move_axis", "back", np.moveaxis(numpy, 0, -1))
    result("move_axis", "front", c.movedim(2, 0))
    result("move_axis", "middle", c.movedim(0, 1))
    result("move_axis", "stays", c.movedim(1, 1))
    result("windows", "vector", np.lib.stride_tricks.sliding_window_view(v.numpy(), 4))
    result("windows", "middle", c.unfold(1, 2, 1))
    result("windows", "whole", m.unfold(1, 5, 1))
    result("windows", "flipped", v.flip(0).unfold(0, 3, 1))
    result("windows", "image", c.unfold(1, 2, 1).unfold(2, 3, 1))
    result("windows", "transposed", m.T.unfold(0, 2, 1))
    result("unfold", "vector", v.unfold(0, 3, 2))
    result("unfold", "gaps", v.unfold(0, 2, 4))
    result("unfold", "left-over", c.unfold(2, 3, 2))
    result("diagonal", "matrix", m.diagonal())
    result("diagonal", "stack", np.diagonal(numpy, 0, -2, -1))
    result("diagonal", "transposed", m.T.diagonal())
    result("diagonal", "flipped", m.flip(1).diagonal())
    result("diagonal", "empty", e.diagonal())

    # Copies.
    result("repeat_interleave", "last", m.repeat_interleave(3, 1))
    result("repeat_interleave", "outer", np.repeat(numpy, 2, 0))
    result("repeat_interleave", "transposed", m.T.repeat_interleave(2, 0))
    result("repeat_interleave", "none", m.repeat_interleave(0, 1))
    result("tile", "matrix", m.repeat(2, 3))
    result("tile", "vector", np.tile(v.numpy(), 2))
    result("tile", "more", v.repeat(2, 1, 2))
    result("tile", "fewer", np.tile(numpy, (2, 1)))
    result("tile", "transposed", m.T.repeat(1, 2))
    result("tile", "none", m.repeat(2, 0))
    result("roll", "vector", v.roll(2, 0))
    result("roll", "back", c.roll(-1, 1))
    result("roll", "far", np.roll(numpy, 100, 2))
    result("roll", "outer", c.roll(-4, 0))
    result("roll", "transposed", m.T.roll(1, 0))
    result("roll", "empty", e.roll(1, 0))
    result("pad", "vector", F.pad(v, (2, 1), value=7))
    result("pad", "image", F.pad(c, (1, 2, 0, 3), value=-1))
    result("pad", "all", np.pad(numpy, ((1, 0), (0, 1), (2, 2)), constant_values=3))
    result("pad", "transposed", F.pad(m.T, (0, 1, 1, 0), value=0))
    result("pad", "empty", F.pad(e, (1, 1), value=5))
    result("pad", "nothing", F.pad(m, (0, 0), value=5))
    for k in (-2, 0, 1, 9, -9):
        result("tril", f"matrix {k}", m.tril(k))
        result("triu", f"matrix {k}", m.triu(k))
    result("tril", "stack", c.tril(1))
    result("triu", "transposed", m.T.triu(-1))
    result("diag", "vector", np.diag(v.numpy()))
    result("diag", "stack", torch.diag_embed(s))
    for name, part in zip("xy", torch.meshgrid(v, v[:2], indexing="ij")):
        result("meshgrid", name, part)
    result("stack_all", "outer", torch.stack([m, m.flip(0), m + 1], 0))
    result("stack_all", "last", torch.stack([v, v, v.flip(0)], 1))
    result("concat_all", "last", torch.cat([m, m.flip(0), m + 1], 1))
    result("concat_all", "outer", torch.cat([m.T, m.T, m.T], 0))

for k in (-1, 0, 2):
    reference.result("lower_triangle", str(k), np.tri(3, 4, k, dtype=bool))
    reference.result("upper_triangle", str(k), np.triu(np.ones((3, 4), dtype=bool), k))
mask = torch.tensor([[1, 1, 0], [1, 0, 1]], dtype=torch.bool)
reference.result("tril", "mask", mask.tril(0))
reference.result("triu", "mask", mask.triu(1))
grid = reference.input("grid", torch.arange(40).reshape(2, 4, 5))
for k in (0, 1, 4):
    reference.result("diagonal_above", str(k), grid.diagonal(k, -2, -1))
    reference.result("diagonal_below", str(k), grid.diagonal(-k, -2, -1))
for k in (-1, 0, 2):
    reference.result("eye_at", str(k), np.eye(3, 4, k))
reference.result("lower_triangle", "stack", torch.ones(2, 3, 3, dtype=torch.bool).tril())
for dtype in (torch.float64, torch.float32):
    for case, (a, b, n) in {"five": (0, 1, 5), "down": (3, -7, 8), "third": (0.1, 0.7, 10), "one": (4, 9, 1), "none": (1, 2, 0)}.items():
        reference.result("linspace", case, torch.linspace(a, b, n, dtype=dtype))
reference.write()
