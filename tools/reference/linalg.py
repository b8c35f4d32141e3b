"""Linear algebra: tests/data/reference/linalg.txt. Signs of vectors are arbitrary, so that tests/linalg.rs checks these by their products."""

import numpy as np
import torch
from common import Reference

reference = Reference("linalg")
rng = np.random.default_rng(20261122)


def each_type(name, x):
    for t in (torch.float64, torch.float32):
        yield reference.input(name, torch.from_numpy(np.ascontiguousarray(x)).to(t))


square = rng.standard_normal((2, 2, 3, 3))
sides = rng.standard_normal((2, 2, 3, 2))
for x, b in zip(each_type("square", square), each_type("sides", sides)):
    reference.result("det", "square", torch.linalg.det(x))
    sign, log = torch.linalg.slogdet(x)
    reference.result("slogdet", "sign", sign)
    reference.result("slogdet", "log", log)
    reference.result("inv", "square", torch.linalg.inv(x))
    reference.result("solve", "square", torch.linalg.solve(x, b))

factor = rng.standard_normal((2, 6, 6))
symmetric = factor @ factor.transpose(0, 2, 1) + np.diag(np.arange(6))
for x in each_type("definite", symmetric):
    reference.result("cholesky", "definite", torch.linalg.cholesky(x))
    reference.result("eigh", "definite", torch.linalg.eigvalsh(x))

for name, x in (
    ("tall", rng.standard_normal((2, 5, 3))),
    ("wide", rng.standard_normal((2, 3, 5))),
    # Of rank 2, with equal singular values, and without any.
    ("poor", np.stack([rng.standard_normal((4, 2)) @ rng.standard_normal((2, 4)), np.eye(4)[::-1] * -3, np.zeros((4, 4))])),
):
    right = rng.standard_normal((*x.shape[:-1], 2))
    for a, b in zip(each_type(name, x), each_type(f"{name}_sides", right)):
        reference.result("svd", name, torch.linalg.svdvals(a))
        # What counts as 0 is of the type; of `f32` a rank is told apart as of `f64`.
        wide = a.double()
        rtol = max(a.shape[-2:]) * torch.finfo(a.dtype).eps
        reference.result("pinv", name, torch.linalg.pinv(wide, rtol=rtol).to(a.dtype))
        reference.result("lstsq", name, torch.linalg.lstsq(wide, b.double(), rcond=rtol, driver="gelsd").solution.to(a.dtype))

# Twelve digits of the condition number: results are exact to what is left.
n = np.arange(8)
for x in (reference.input("hilbert", torch.from_numpy(1.0 / (n[:, None] + n + 1))),):
    reference.result("svd", "hilbert", torch.linalg.svdvals(x))
    reference.result("eigh", "hilbert", torch.linalg.eigvalsh(x))
    reference.result("det", "hilbert", torch.linalg.det(x))

reference.write()
