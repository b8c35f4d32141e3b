"""Rotary embeddings as Hugging Face's Llama computes them, and as the paper does, written down in PyTorch."""

import torch


def rotary(x, base=10000.0, start=0, interleaved=False):
    """`x * cos + rotate_half(x) * sin`."""
    n, width = x.shape[-2:]
    speed = base ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)
    angles = (start + torch.arange(n, dtype=torch.float64))[:, None] * speed
    if interleaved:
        angles = angles.repeat_interleave(2, dim=-1)
        turned = torch.stack((-x[..., 1::2], x[..., 0::2]), dim=-1).flatten(-2)
    else:
        angles = torch.cat((angles, angles), dim=-1)
        turned = torch.cat((-x[..., width // 2 :], x[..., : width // 2]), dim=-1)
    return x * angles.cos().to(x.dtype) + turned * angles.sin().to(x.dtype)
