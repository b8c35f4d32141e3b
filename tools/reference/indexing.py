"""Indexing, scans and order as PyTorch and NumPy compute them: tests/data/reference/indexing.txt."""

import numpy as np
import torch
import torch.nn.functional as F
from common import Reference

reference = Reference("indexing")
rng = np.random.default_rng(23)
nan, inf = float("nan"), float("inf")
FLOATS = (torch.float64, torch.float32)
ALL = (*FLOATS, torch.int64)
r = reference.result

# Few distinct values, so that there are ties; whole numbers, so that all element types hold them.
x = torch.from_numpy(rng.integers(-4, 5, size=(3, 4, 5)))
ties = torch.from_numpy(rng.integers(0, 3, size=(4, 9)))
source = torch.from_numpy(rng.integers(-9, 10, size=(3, 6, 5)))
values = torch.from_numpy(rng.integers(-9, 10, size=(3, 2, 5)))
real = torch.from_numpy(rng.normal(size=(2, 6, 3)))
odd = torch.tensor([[1.0, nan, 3.0, -inf, nan, 3.0], [inf, 2.0, 2.0, -inf, inf, 0.0], [nan, -0.0, 0.0, nan, 1.0, 1.0]])
odd = odd.double()
for name, t in (("x", x), ("ties", ties), ("source", source), ("values", values)):
    for dtype in ALL:
        reference.input(name, t.to(dtype))
for name, t in (("real", real), ("odd", odd)):
    for dtype in FLOATS:
        reference.input(name, t.to(dtype))

# Indices: a list for axis 1 of x; one for each element; one to be stretched; any shape, negative ones among them.
of4 = reference.input("list", torch.tensor([3, 0, 0, 2, 1, 3]))
none = torch.zeros(0, dtype=torch.int64)
along = reference.input("along", torch.from_numpy(rng.integers(0, 4, size=(3, 2, 5))))
last = reference.input("last", torch.from_numpy(rng.integers(0, 5, size=(3, 4, 7))))
stretched = reference.input("stretched", torch.from_numpy(rng.integers(-4, 4, size=(1, 6, 5))))
anywhere = reference.input("anywhere", torch.from_numpy(rng.integers(-60, 60, size=(2, 7))))
once = reference.input("once", torch.from_numpy(rng.permutation(60)[:14].reshape(2, 7) - 30))
mask = reference.input("mask", torch.from_numpy(rng.integers(0, 2, size=(3, 4, 5)).astype(bool)))
row = reference.input("row", torch.tensor([True, False, False, True, True]))

for dtype in ALL:
    y, s, v, t = x.to(dtype), source.to(dtype), values.to(dtype), ties.to(dtype)
    r("index_select", "middle", y.index_select(1, of4))
    r("index_select", "last", y.index_select(-1, of4))
    r("index_select", "first", y.index_select(0, torch.tensor([2, 2])))
    r("index_select", "none", y.index_select(1, none))
    r("index_select", "transposed", y.mT.index_select(1, of4))
    r("index_select", "expanded", y[:, :1].expand(3, 4, 5).index_select(1, of4))
    r("gather", "middle", y.gather(1, along))
    r("gather", "last", y.gather(-1, last))
    r("gather", "transposed", y.mT.gather(-1, along.mT))
    r("gather", "narrowed", y[:, 1:3].gather(2, last[:, 1:3]))
    r("gather", "none", y.gather(1, torch.zeros(3, 0, 5, dtype=torch.int64)))
    r("take_along_axis", "stretched", np.take_along_axis(y.numpy(), stretched.numpy(), 1))
    r("take_along_axis", "both", np.take_along_axis(y[:1].numpy(), along.numpy(), 1))
    r("take_along_axis", "same", np.take_along_axis(y.numpy(), along.numpy(), 1))
    r("take_along_axis", "transposed", np.take_along_axis(y.mT.numpy(), stretched.mT.numpy(), -1))
    r("take", "any", y.take(anywhere))
    r("take", "transposed", y.permute(2, 0, 1).take(anywhere))
    r("masked_select", "same", y.masked_select(mask))
    r("masked_select", "row", y.masked_select(row))
    r("masked_select", "column", y[:, :, :1].masked_select(mask))
    r("scatter", "unique", y.scatter(1, torch.tensor([[[0, 1, 2, 3, 0], [1, 2, 3, 0, 2]]]).expand(3, 2, 5), v))
    r("scatter", "value", y.scatter(-1, last[:, :, :1], 7))
    r("scatter_add", "repeated", y.scatter_add(1, along, v))
    r("scatter_add", "transposed", y.permute(1, 0, 2).contiguous().scatter_add(0, along.transpose(0, 1), v.transpose(0, 1)))
    r("scatter_with", "amax", y.scatter_reduce(1, along, v, "amax"))
    r("index_add", "middle", y.index_add(1, of4, s))
    r("index_add", "last", y.mT.contiguous().index_add(-1, of4, s.mT))
    r("index_copy", "middle", y.index_copy(1, torch.tensor([2, 0]), v))
    r("index_fill", "last", y.index_fill(-1, torch.tensor([0, -2]), 9))
    r("put", "any", y.clone().put_(once, v.flatten()[:14].reshape(2, 7)))
    for axis, name in ((0, "first"), (1, "middle"), (-1, "last")):
        r("cumsum", name, y.cumsum(axis))
        r("cummax", name, y.cummax(axis).values)
        r("cummin", name, y.cummin(axis).values)
        r("cummax_with_indices", f"{name} of {str(dtype)[6:]} indices", y.cummax(axis).indices)
        r("cummin_with_indices", f"{name} of {str(dtype)[6:]} indices", y.cummin(axis).indices)
    r("cumprod", "middle", y.cumprod(1))
    r("cumsum", "transposed", y.mT.cumsum(1))
    r("cumsum", "none", y[:, :0].cumsum(1))
    for down in (False, True):
        for axis, name in ((0, "first"), (1, "last")):
            case = f"{name} {'down' if down else 'up'}"
            sorted_ = t.sort(dim=axis, descending=down, stable=True)
            r("sort", case, sorted_.values)
            r("argsort", f"{case} of {str(dtype)[6:]}", sorted_.indices)
    r("argsort", f"transposed of {str(dtype)[6:]}", t.T.argsort(dim=-1, stable=True))
    r("topk", "three", t.topk(3, 1).values)
    r("topk", f"three of {str(dtype)[6:]} indices", t.argsort(dim=1, descending=True, stable=True)[:, :3])
    r("topk", "first", t.topk(2, 0).values)
    r("topk_smallest", "three", t.topk(3, 1, largest=False).values)
    r("median", "last", t.median(1).values)
    r("median", "first", t.median(0).values)
    r("mode", "last", t.mode(1).values)
    r("mode", "first", t.mode(0).values)
    r("diff", "middle", y.diff(dim=1))
    r("diff", "last", y.diff(dim=-1))
    r("diff", "transposed", t.T.diff(dim=0))
    r("is_in", f"of {str(dtype)[6:]}", torch.isin(y, torch.tensor([3, -1, 2]).to(dtype)))
    each, inverse, counts = y.unique(return_inverse=True, return_counts=True)
    r("unique", "values", each)
    r("unique", f"inverse of {str(dtype)[6:]}", inverse)
    r("unique", f"counts of {str(dtype)[6:]}", counts)
    r("unique_consecutive", "values", t.flatten().unique_consecutive())
    edges = torch.tensor([-3, -1, 0, 0, 2, 4]).to(dtype)
    r("searchsorted", f"left of {str(dtype)[6:]}", torch.searchsorted(edges, y))
    r("searchsorted_right", f"right of {str(dtype)[6:]}", torch.searchsorted(edges, y, right=True))
    r("nonzero", f"of {str(dtype)[6:]}", y.nonzero())

r("nonzero", "of bool", mask.nonzero())
r("bincount", "all", torch.bincount((x.flatten() + 4), minlength=11))
r("bincount", "none", torch.bincount(none, minlength=3))
truth = reference.input("truth", torch.from_numpy(rng.integers(0, 4, size=30)))
said = reference.input("said", torch.from_numpy(rng.integers(0, 4, size=30)))
matrix = np.zeros((4, 4), dtype=np.int64)
np.add.at(matrix, (truth.numpy(), said.numpy()), 1)
r("confusion_matrix", "four", matrix)
for dtype in FLOATS:
    r("bincount_weighted", "four", torch.bincount(truth, said.to(dtype) / 4, minlength=6).to(dtype))
for dtype in ALL:
    r("one_hot", "four", F.one_hot(along, 4).to(dtype))

for dtype in FLOATS:
    y, o, name = real.to(dtype), odd.to(dtype), str(dtype)[6:]
    r("cumsum", "real", y.cumsum(1))
    r("cumsum", "odd", o.cumsum(1))
    r("cumprod", "real", y.cumprod(1))
    r("cumprod", "odd", o.cumprod(-1))
    r("cummax", "odd", o.cummax(1).values)
    r("cummin", "odd", o.cummin(1).values)
    r("cummax_with_indices", f"odd of {name} indices", o.cummax(1).indices)
    r("cummin_with_indices", f"odd of {name} indices", o.cummin(1).indices)
    r("logcumsumexp", "real", y.logcumsumexp(1))
    r("logcumsumexp", "large", (y * 1000).logcumsumexp(-1))
    r("logcumsumexp", "odd", o.logcumsumexp(1))
    for down in (False, True):
        sorted_ = o.sort(dim=1, descending=down, stable=True)
        r("sort", f"odd {'down' if down else 'up'}", sorted_.values)
        r("argsort", f"odd {'down' if down else 'up'} of {name}", sorted_.indices)
    r("topk", "odd", o.topk(4, 1).values)
    r("topk", f"odd of {name} indices", o.argsort(dim=1, descending=True, stable=True)[:, :4])
    r("topk_smallest", "odd", o.topk(4, 1, largest=False).values)
    for q in (0.0, 0.3, 0.5, 0.75, 1.0):
        r("quantile", f"real {q}", y.quantile(q, 1))
        for between in ("lower", "higher", "midpoint", "nearest"):
            r("quantile_with", f"real {q} {between}", y.quantile(q, 1, interpolation=between))
    holes = y.masked_fill(y > 0.8, nan)
    r("nanquantile", "real", holes.nanquantile(0.3, 1))
    r("nanmedian", "real", holes.nanmedian(1).values)
    r("median", "odd", o.median(1).values)
    r("quantile", "list", y.flatten().quantile(0.3))
    r("quantile", "odd", o[:, 2:3].quantile(0.5, 1))
    ends = torch.tensor([[-inf, 1.0, 2.0], [1.0, 2.0, inf], [-inf, inf, inf]]).to(dtype)
    for q in (0.1, 0.4, 0.9):
        r("quantile", f"infinite {q}", ends.quantile(q, 1))
    r("quantile", "nan", o.nan_to_num(nan=nan, posinf=2.0, neginf=-2.0).quantile(0.5, 1))
    r("searchsorted", f"nan of {name}", np.searchsorted([1.0, 2.0, nan], o.numpy()))
    r("searchsorted_right", f"nan of {name}", np.searchsorted([1.0, 2.0, nan], o.numpy(), side="right"))
    r("nonzero", f"odd of {name}", o.nonzero())
reference.write()
