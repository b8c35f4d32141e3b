"""Matrix products as PyTorch and NumPy compute them: tests/data/reference/products.txt."""

import numpy as np
import torch
from common import Reference

reference = Reference("products")
rng = np.random.default_rng(11)


def both(name, *shape):
    """An input as f64 and f32."""
    x = torch.from_numpy(rng.normal(size=shape))
    reference.input(name, x)
    reference.input(name, x.float())
    return x


a, b = both("a", 5, 7), both("b", 7, 4)
stack, other = both("stack", 3, 1, 3, 4), both("other", 1, 2, 4, 2)
for dtype in (torch.float64, torch.float32):
    reference.result("matmul", "plain", a.to(dtype) @ b.to(dtype))
    reference.result("matmul", "transposed", a.to(dtype).T @ a.to(dtype))
    reference.result("matmul", "stacks", stack.to(dtype) @ other.to(dtype))
reference.write()
