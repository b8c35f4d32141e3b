"""Fourier transforms: tests/data/reference/spectrum.txt. Complex numbers are two real ones on a last axis."""

import torch
from common import Reference

reference = Reference("spectrum")
torch.manual_seed(20261122)

for t in (torch.float64, torch.float32):
    for n in (1, 8, 9, 30):
        x = reference.input(f"signal{n}", ((torch.arange(2 * n * 3) * 7919 % 1009) / 1009 - 0.5).reshape(2, n, 3).to(t))
        spectrum = torch.fft.rfft(x, dim=1)
        reference.result("rfft", f"of {n}", torch.view_as_real(spectrum))
        reference.result("fft", f"of {n}", torch.view_as_real(torch.fft.fft(x, dim=1)))
        # The imaginary parts that no real signal has do not count.
        reference.result("irfft", f"of {n}", torch.fft.irfft(spectrum * (1 + 0.5j), n=n, dim=1))
        reference.result("ifft", f"of {n}", torch.view_as_real(torch.fft.ifft(torch.fft.fft(x, dim=1) * 1j, dim=1)))
    x = reference.input("sound", torch.sin(torch.arange(40, dtype=torch.float64) ** 1.5).to(t))
    frames = torch.stft(x, 8, 4, window=torch.hann_window(8, dtype=t), center=False, return_complex=True)
    reference.result("stft", "power", frames.abs() ** 2)

reference.write()
