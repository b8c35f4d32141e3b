"""Optimizers, learning rates, clipping and averages as PyTorch computes them: tests/data/reference/optim.txt."""

import copy
import warnings

import numpy as np
import torch
from common import Reference
from torch.optim import lr_scheduler as rates
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

reference = Reference("optim")
rng = np.random.default_rng(13)
STEPS = 20
# More elements than a vector or a block has, and some left over; gradients of any size, none at all included.
weight, bias = rng.normal(size=(9, 8)).round(3), rng.normal(size=3).round(3)
weights = rng.normal(size=(STEPS, 9, 8)) * 10.0 ** rng.integers(-3, 2, size=(1, 9, 8))
weights[:, 0, :3], weights[5] = 0, 0
weights, biases = weights.round(4), rng.normal(size=(STEPS, 3)).round(4)
TYPES = (torch.float64, torch.float32)


def tensors(x, dtype):
    return torch.tensor(x, dtype=torch.float64).to(dtype)


for name, x in [("weight", weight), ("bias", bias), ("weight gradients", weights), ("bias gradients", biases)]:
    for dtype in TYPES:
        reference.input(name, tensors(x, dtype))


class Model(torch.nn.Module):
    def __init__(self, dtype):
        super().__init__()
        self.weight = torch.nn.Parameter(tensors(weight, dtype))
        self.bias = torch.nn.Parameter(tensors(bias, dtype))


def flat(model):
    return torch.cat([p.detach().flatten() for p in model.parameters()])


def set_gradient(model, step):
    dtype = model.weight.dtype
    model.weight.grad, model.bias.grad = tensors(weights[step], dtype), tensors(biases[step], dtype)


def trajectory(family, case, optimizer, **options):
    """The parameters after the second and the last step."""
    for dtype in TYPES:
        model = Model(dtype)
        steps = optimizer(model.parameters(), foreach=False, **options)
        seen = []
        for step in range(STEPS):
            set_gradient(model, step)
            steps.step()
            if step in (1, STEPS - 1):
                seen.append(flat(model))
        reference.result(family, case, torch.stack(seen))


optim = torch.optim
trajectory("sgd", "plain", optim.SGD, lr=0.1)
trajectory("sgd", "weight decay", optim.SGD, lr=0.1, weight_decay=0.05)
trajectory("sgd", "momentum", optim.SGD, lr=0.05, momentum=0.9)
trajectory("sgd", "dampening", optim.SGD, lr=0.05, momentum=0.8, dampening=0.3, weight_decay=0.02)
trajectory("sgd", "nesterov", optim.SGD, lr=0.05, momentum=0.9, nesterov=True)
trajectory("sgd", "nesterov weight decay", optim.SGD, lr=0.05, momentum=0.7, nesterov=True, weight_decay=0.1)
trajectory("adam", "defaults", optim.Adam)
trajectory("adam", "weight decay", optim.Adam, lr=0.05, weight_decay=0.1)
trajectory("adam", "betas", optim.Adam, lr=0.05, betas=(0.3, 0.95), eps=1e-3)
trajectory("adam", "no betas", optim.Adam, lr=0.05, betas=(0.0, 0.0), eps=1e-2)
trajectory("adam", "amsgrad", optim.Adam, lr=0.05, betas=(0.9, 0.8), amsgrad=True, weight_decay=0.01)
trajectory("adamw", "defaults", optim.AdamW)
trajectory("adamw", "weight decay", optim.AdamW, lr=0.05, weight_decay=0.3)
trajectory("adamw", "amsgrad", optim.AdamW, lr=0.05, betas=(0.9, 0.8), amsgrad=True)
trajectory("rms_prop", "defaults", optim.RMSprop)
trajectory("rms_prop", "weight decay", optim.RMSprop, lr=0.02, alpha=0.9, eps=1e-4, weight_decay=0.1)
trajectory("rms_prop", "centered", optim.RMSprop, lr=0.02, alpha=0.9, centered=True, eps=1e-2)
trajectory("rms_prop", "momentum", optim.RMSprop, lr=0.02, momentum=0.9)
trajectory("rms_prop", "all", optim.RMSprop, lr=0.02, alpha=0.8, momentum=0.5, centered=True, eps=1e-2, weight_decay=0.1)
trajectory("adagrad", "defaults", optim.Adagrad)
trajectory(
    "adagrad", "all", optim.Adagrad, lr=0.1, lr_decay=0.1, weight_decay=0.1, eps=1e-3, initial_accumulator_value=0.5
)

# A problem from its data: logistic regression, by gradients of each side's own.
rows, signs = rng.normal(size=(12, 5)).round(3), (rng.normal(size=(12, 1)) > 0) * 2.0 - 1
reference.input("rows", tensors(rows, torch.float64))
reference.input("signs", tensors(signs, torch.float64))
column = torch.zeros(5, 1, dtype=torch.float64, requires_grad=True)
adam = optim.Adam([column], lr=0.1)
losses = []
for _ in range(STEPS):
    adam.zero_grad()
    margin = tensors(rows, torch.float64) @ column * tensors(signs, torch.float64)
    loss = (1 + (-margin).exp()).log().mean()
    loss.backward()
    losses.append(loss.detach())
    adam.step()
reference.result("logistic", "losses", torch.stack(losses))
reference.result("logistic", "weights", column)

# Learning rates: of each step, and of OneCycle the momentum too.
LR = 0.3


def schedule(case, make, steps=40):
    sgd = optim.SGD([torch.zeros(1, requires_grad=True)], lr=LR, momentum=0.9)
    rate, lr, momentum = make(sgd), [], []
    for step in range(steps):
        lr.append(sgd.param_groups[0]["lr"])
        momentum.append(sgd.param_groups[0]["momentum"])
        sgd.step()
        if step < steps - 1:
            rate.step()
    reference.result("schedule", case, torch.tensor(lr, dtype=torch.float64))
    if "one cycle" in case:
        reference.result("momentum", case, torch.tensor(momentum, dtype=torch.float64))


def warmed(n, then):
    """Evenly from the n-th part to the whole, at the last of n steps."""
    return lambda sgd: rates.SequentialLR(sgd, [rates.LinearLR(sgd, 1 / n, 1, n - 1), then(sgd)], [n])


with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    schedule("step", lambda sgd: rates.StepLR(sgd, 7, 0.5))
    schedule("exponential", lambda sgd: rates.ExponentialLR(sgd, 0.93))
    schedule("cosine", lambda sgd: rates.CosineAnnealingLR(sgd, 39))
    schedule("cosine min", lambda sgd: rates.CosineAnnealingLR(sgd, 39, 0.02))
    schedule("cosine warmup", warmed(8, lambda sgd: rates.CosineAnnealingLR(sgd, 31, 0.02)), 40)
    schedule("warmup constant", warmed(8, lambda sgd: rates.ConstantLR(sgd, 1)))
    schedule("warmup step", warmed(5, lambda sgd: rates.StepLR(sgd, 7, 0.5)))
    schedule("one cycle", lambda sgd: rates.OneCycleLR(sgd, LR, 40))
    options = dict(pct_start=0.42, div_factor=10, final_div_factor=50, base_momentum=0.8, max_momentum=0.9)
    schedule("one cycle options", lambda sgd: rates.OneCycleLR(sgd, LR, 40, **options))
    schedule("one cycle linear", lambda sgd: rates.OneCycleLR(sgd, LR, 40, anneal_strategy="linear"))

# What is told a measure: it stays the same, falls too little, jumps, is no number, and rises.
MEASURES = [4, 3, 3, 3, 2.9999, 3, 3, 2, 2, float("nan"), 2, 2.5, 2, 2, 2, 1.99, 1, 1, 1, 1, 1, 1, 1, 0.5, 0.6, 0.7, 0.5, 0.5, 0.5, 0.6, 0.5, 0.5, -1, -1, -1.00005, -1, -1, -1, -1, -1]


def plateau(case, **options):
    sgd = optim.SGD([torch.zeros(1, requires_grad=True)], lr=LR)
    rate, lr = rates.ReduceLROnPlateau(sgd, **options), []
    for measure in MEASURES:
        rate.step(measure)
        lr.append(sgd.param_groups[0]["lr"])
    reference.result("plateau", case, torch.tensor(lr, dtype=torch.float64))


reference.input("measures", torch.tensor(MEASURES, dtype=torch.float64))
plateau("plain")
plateau("patient", factor=0.5, patience=2)
plateau("absolute", factor=0.5, patience=1, threshold=0.5, threshold_mode="abs")
plateau("rising", mode="max", factor=0.9, patience=3, threshold=0.01)
plateau("rising absolute", mode="max", factor=0.9, patience=1, threshold=0.2, threshold_mode="abs")
plateau("cooling", factor=0.3, patience=0, cooldown=3, min_lr=0.004)

# Clipping: the norm, and what becomes of the gradient.
for dtype in TYPES:
    for case, most in [("much", 0.5), ("little", 1e6)]:
        model = Model(dtype)
        set_gradient(model, 0)
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), most)
        reference.result("clip_norm", f"{case} norm", norm)
        reference.result("clip_norm", case, torch.cat([p.grad.flatten() for p in model.parameters()]))
    model = Model(dtype)
    set_gradient(model, 0)
    model.bias.grad[0], model.bias.grad[1] = float("nan"), -float("inf")
    torch.nn.utils.clip_grad_value_(model.parameters(), 0.25)
    reference.result("clip_value", "some", torch.cat([p.grad.flatten() for p in model.parameters()]))

# The average of the gradients' sequence, as if they were models.
for dtype in TYPES:
    model = Model(dtype)
    average = AveragedModel(copy.deepcopy(model), multi_avg_fn=get_ema_multi_avg_fn(0.9))
    for step in range(STEPS):
        with torch.no_grad():
            model.weight.copy_(tensors(weights[step], dtype))
            model.bias.copy_(tensors(biases[step], dtype))
        average.update_parameters(model)
    reference.result("ema", "gradients", flat(average.module))

reference.write()
