"""Steps of optimizers, clipping and schedules as PyTorch computes them: tests/data/reference/optimizers.txt.

`input w` and `input b` are two parameters, and `input gradients of w` and `… of b` their gradients for ten steps. A result `OPTIMIZER CASE, w after 10`
is the parameter after that many steps; what the case's words mean is in `CASES` below. `lr SCHEDULE` lists the rate of each step.
"""

import numpy as np
import torch
from common import Reference
from torch import optim
from torch.optim import lr_scheduler as schedules
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

reference = Reference("optimizers")
rng = np.random.default_rng(31)
STEPS = 10

CASES = {
    ("sgd", "plain"): (optim.SGD, {"lr": 0.1}),
    ("sgd", "momentum"): (optim.SGD, {"lr": 0.1, "momentum": 0.9}),
    ("sgd", "momentum and dampening"): (optim.SGD, {"lr": 0.1, "momentum": 0.9, "dampening": 0.3}),
    ("sgd", "nesterov"): (optim.SGD, {"lr": 0.1, "momentum": 0.9, "nesterov": True}),
    ("sgd", "momentum and decay"): (optim.SGD, {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.05}),
    ("adam", "plain"): (optim.Adam, {"lr": 0.01}),
    ("adam", "defaults"): (optim.Adam, {}),
    ("adam", "betas and eps"): (optim.Adam, {"lr": 0.01, "betas": (0.8, 0.95), "eps": 1e-3}),
    ("adam", "decay"): (optim.Adam, {"lr": 0.01, "weight_decay": 0.1}),
    ("adam", "amsgrad"): (optim.Adam, {"lr": 0.01, "amsgrad": True}),
    ("adamw", "defaults"): (optim.AdamW, {}),
    ("adamw", "decay"): (optim.AdamW, {"lr": 0.01, "weight_decay": 0.1}),
    ("rmsprop", "defaults"): (optim.RMSprop, {}),
    ("rmsprop", "momentum"): (optim.RMSprop, {"lr": 0.01, "alpha": 0.9, "momentum": 0.9}),
    ("rmsprop", "centered"): (optim.RMSprop, {"lr": 0.01, "centered": True}),
    ("rmsprop", "decay"): (optim.RMSprop, {"lr": 0.01, "weight_decay": 0.1}),
    ("adagrad", "defaults"): (optim.Adagrad, {}),
    ("adagrad", "decays"): (optim.Adagrad, {"lr": 0.1, "lr_decay": 0.05, "weight_decay": 0.1, "initial_accumulator_value": 0.2}),
}
SCHEDULES = {
    "constant": lambda o: schedules.ConstantLR(o, factor=1.0),
    "step 3 0.5": lambda o: schedules.StepLR(o, step_size=3, gamma=0.5),
    "multi step 2 5 0.1": lambda o: schedules.MultiStepLR(o, milestones=[2, 5], gamma=0.1),
    "exponential 0.9": lambda o: schedules.ExponentialLR(o, gamma=0.9),
    "cosine 12": lambda o: schedules.CosineAnnealingLR(o, T_max=12),
    "cosine 8 to 0.01": lambda o: schedules.CosineAnnealingLR(o, T_max=8, eta_min=0.01),
    "linear 0.25 to 1 in 4": lambda o: schedules.LinearLR(o, start_factor=0.25, end_factor=1.0, total_iters=4),
    "linear 0.25 to 1 in 4, then cosine 8": lambda o: schedules.SequentialLR(o, [
        schedules.LinearLR(o, start_factor=0.25, end_factor=1.0, total_iters=4), schedules.CosineAnnealingLR(o, T_max=8)], milestones=[4]),
    "one cycle 12": lambda o: schedules.OneCycleLR(o, max_lr=0.4, total_steps=12),
    "one cycle 12 linear": lambda o: schedules.OneCycleLR(o, max_lr=0.4, total_steps=12, pct_start=0.5, anneal_strategy="linear"),
    "polynomial 12 2": lambda o: schedules.PolynomialLR(o, total_iters=12, power=2.0),
}  # fmt: skip


def both(name, *sizes, scale=1.0):
    """An input as f64 and f32, of few digits."""
    x = torch.from_numpy(np.round(rng.normal(size=sizes) * scale, 2))
    return {dtype: reference.input(name, x.to(dtype)) for dtype in (torch.float64, torch.float32)}


start = {"w": both("w", 3, 4), "b": both("b", 4)}
gradients = {"w": both("gradients of w", STEPS, 3, 4), "b": both("gradients of b", STEPS, 4, scale=3)}
for dtype in (torch.float64, torch.float32):

    def parameters():
        return {name: torch.nn.Parameter(x[dtype].clone()) for name, x in start.items()}

    for (name, case), (make, options) in CASES.items():
        model = parameters()
        optimizer = make(model.values(), foreach=False, **options)
        for step in range(1, STEPS + 1):
            for x, parameter in model.items():
                parameter.grad = gradients[x][dtype][step - 1].clone()
            optimizer.step()
            if step in (1, STEPS):
                for x, parameter in model.items():
                    reference.result(name, f"{case}, {x} after {step}", parameter)

    for largest in (1.0, 100.0):
        model = parameters()
        for x, parameter in model.items():
            parameter.grad = gradients[x][dtype][0].clone()
        reference.result("clip_grad_norm", f"{largest}, the norm", torch.nn.utils.clip_grad_norm_(model.values(), largest))
        for x, parameter in model.items():
            reference.result("clip_grad_norm", f"{largest}, {x}", parameter.grad)
    torch.nn.utils.clip_grad_value_(model.values(), 0.8)
    for x, parameter in model.items():
        reference.result("clip_grad_value", f"0.8, {x}", parameter.grad)

    # An exponential moving average over the weights that plain steps give.
    model = torch.nn.ParameterDict(parameters())
    average = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.9))
    optimizer = optim.SGD(model.parameters(), lr=0.1)
    for step in range(STEPS):
        for x, parameter in model.items():
            parameter.grad = gradients[x][dtype][step].clone()
        optimizer.step()
        average.update_parameters(model)
    for x, parameter in average.module.items():
        reference.result("average", f"0.9, {x} after {STEPS}", parameter)

for name, make in SCHEDULES.items():
    optimizer = optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.1)
    schedule, rates = make(optimizer), []
    for _ in range(12):
        rates.append(float(optimizer.param_groups[0]["lr"]))
        optimizer.step()
        schedule.step()
    reference.result("lr", name, np.array(rates))
reference.write()
