"""Gradients of what moves elements: views, joins, copies. tests/data/gradients/shapes.txt."""

import torch
import torch.nn.functional as F
from gradients import Gradients, other, plain, third

g = Gradients("shapes")
case = g.case

VIEWS = {
    "unsqueeze middle": lambda x: x.unsqueeze(1), "permute cycle": lambda x: x.permute(2, 0, 1), "transpose last": lambda x: x.mT,
    "swap_axes outer": lambda x: x.swapaxes(0, 2), "reshape matrix": lambda x: x.reshape(6, 4), "flatten all": lambda x: x.flatten(),
    "flatten_axes inner": lambda x: x.flatten(1, 2), "narrow middle": lambda x: x.narrow(1, 1, 2), "narrow none": lambda x: x.narrow(1, 1, 0),
    "slice last": lambda x: x[..., 1:4:2], "flip outer": lambda x: x.flip(0), "flip two": lambda x: x.flip(0, 2),
    "index_axis middle": lambda x: x.select(1, 2), "move_axis back": lambda x: x.movedim(0, -1), "windows middle": lambda x: x.unfold(1, 2, 1),
    "unfold last": lambda x: x.unfold(2, 2, 2), "unfold overlapping": lambda x: x.unfold(2, 3, 1), "unflatten last": lambda x: x.unflatten(-1, (2, 2)),
    "expand outer": lambda x: x[:1].expand(3, 3, 4), "windows of windows": lambda x: x.unfold(1, 2, 1).unfold(2, 3, 1),
    "rearrange merged": lambda x: x.reshape(2, 12), "rearrange turned": lambda x: x.permute(0, 2, 1).reshape(2, 12),
    "rearrange split": lambda x: x.reshape(2, 3, 2, 2).permute(0, 2, 3, 1), "permute of a flip": lambda x: x.flip(1).permute(1, 2, 0),
    "narrow of a transpose": lambda x: x.mT.narrow(1, 0, 2),
}  # fmt: skip
for name, f in VIEWS.items():
    case(name, f, x=plain(2, 3, 4))
case("squeeze first", lambda x: x.squeeze(0), x=plain(1, 4))
case("broadcast_to rows", lambda x: x.expand(3, 4), x=plain(4))
case("broadcast_to both ways", lambda x: x.expand(2, 3, 4), x=plain(3, 1))
case("expand_as other", lambda x, y: x.expand_as(y) * y, x=plain(3, 1), y=other(3, 4))
case("diagonal matrix", torch.diagonal, x=plain(3, 4))
case("diagonal stack", lambda x: x.diagonal(0, -2, -1), x=plain(2, 3, 3))
case("reshape of a transpose", lambda x: x.T.reshape(12), x=plain(3, 4))
case("flatten empty", lambda x: x.flatten(), x=plain(0, 4))

case("split_at last", lambda x: torch.cat(x.split([3, 1], 2)[::-1], 2), x=plain(2, 3, 4))
case("split_at one part used", lambda x: x.split([1, 2], 1)[1], x=plain(2, 3, 4))
case("chunks last", lambda x: x.chunk(2, 2)[0] * x.chunk(2, 2)[1], x=plain(2, 3, 4))
case("outer_iter sum of squares", lambda x: sum(row**2 for row in x), x=plain(2, 3, 4))
case("axis_iter products", lambda x: x.unbind(1)[0] * x.unbind(1)[1] * x.unbind(1)[2], x=plain(2, 3, 4))

case("concat outer", lambda x, y: torch.cat([x, y], 0), x=plain(2, 3), y=other(1, 3))
case("concat inner", lambda x, y: torch.cat([x, y], 1), x=plain(2, 3), y=other(2, 4))
case("concat itself", lambda x: torch.cat([x, x * 2], 0), x=plain(2, 3))
case("concat transposed", lambda x, y: torch.cat([x.T, y], 0), x=plain(3, 2), y=other(1, 3))
case("concat empty", lambda x, y: torch.cat([x, y], 1), x=plain(2, 0), y=other(2, 3))
case("concat_all outer", lambda x, y, z: torch.cat([x, y, z], 0), x=plain(2, 3), y=other(2, 3), z=third(2, 3))
case("concat_all last", lambda x, y, z: torch.cat([x, y, z], 1), x=plain(2, 3), y=other(2, 3), z=third(2, 3))
case("stack outer", lambda x, y: torch.stack([x, y], 0), x=plain(2, 3), y=other(2, 3))
case("stack last", lambda x, y: torch.stack([x, y], -1), x=plain(2, 3), y=other(2, 3))
case("stack_all middle", lambda x, y, z: torch.stack([x, y, z], 1), x=plain(2, 3), y=other(2, 3), z=third(2, 3))
case("meshgrid product", lambda x, y: torch.mul(*torch.meshgrid(x, y, indexing="ij")), x=plain(3), y=other(4))

case("repeat_interleave last", lambda x: x.repeat_interleave(3, 1), x=plain(2, 3))
case("repeat_interleave outer", lambda x: x.repeat_interleave(2, 0), x=plain(2, 3))
case("repeat_interleave none", lambda x: x.repeat_interleave(0, 1), x=plain(2, 3))
case("tile matrix", lambda x: x.repeat(2, 3), x=plain(2, 3))
case("tile more", lambda x: x.repeat(2, 1, 2), x=plain(3))
case("tile none", lambda x: x.repeat(2, 0), x=plain(2, 3))
case("roll last", lambda x: x.roll(1, 1), x=plain(2, 3))
case("roll far back", lambda x: x.roll(-7, 0), x=plain(2, 3))
case("pad vector", lambda x: F.pad(x, (2, 1), value=7), x=plain(3))
case("pad image", lambda x: F.pad(x, (1, 2, 0, 3), value=-1), x=plain(2, 2, 3))
case("pad transposed", lambda x: F.pad(x.T, (0, 1, 1, 0)), x=plain(2, 3))
for k in (-1, 0, 1):
    case(f"tril {k}", lambda x: x.tril(k), x=plain(3, 4))
    case(f"triu {k}", lambda x: x.triu(k), x=plain(3, 4))
case("tril stack", torch.tril, x=plain(2, 3, 3))
case("diag vector", torch.diag, x=plain(3))
case("diag stack", torch.diag_embed, x=plain(2, 3))
g.write()
