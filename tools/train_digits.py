"""The three models of the digits, trained from scratch by PyTorch: what training here has to come up to.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install numpy torch
    /tmp/venv/bin/python tools/train_digits.py

Writes tests/data/digits_training.json: the recipe, and for each model and optimizer how many of the 360 digits that it has not seen it reads, for
each seed. The models are those of tools/digits_pytorch.py with PyTorch's initial weights (the transformer's positions are 0).

An epoch takes the 1437 digits in a new order, 64 at a time, and the 29 that are left as a batch of their own. Pixels are divided by 16, and
nothing else is done to them. The last epoch's weights are the ones that are scored, in `eval()` mode.
"""

import json
import pathlib
import statistics
import time

import numpy as np
import torch
import torch.nn.functional as F
from digits_pytorch import DATA, Cnn, Transformer, mlp

TRAINED, BATCH, EPOCHS, SEEDS = 1437, 64, 30, range(5)
MODELS = {
    "mlp": (mlp, lambda x: x.flatten(1)),
    "cnn": (Cnn, lambda x: x.unsqueeze(1)),
    "transformer": (Transformer, lambda x: x),
}
OPTIMIZERS = {
    "adam": {"lr": 1e-3},
    "adamw": {"lr": 2e-3, "weight_decay": 0.01, "schedule": "one cosine from lr to 0, a step for each batch"},
    "sgd": {"lr": 0.05, "momentum": 0.9},
}
CLASSES = {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW, "sgd": torch.optim.SGD}


def train(make, shape, name, seed, images, labels):
    """A trained model's right answers, the mean loss of the last epoch, and the seconds of one step."""
    torch.manual_seed(seed)
    model = make()
    options = {key: value for key, value in OPTIMIZERS[name].items() if key != "schedule"}
    optimizer = CLASSES[name](model.parameters(), **options)
    steps = EPOCHS * -(-TRAINED // BATCH)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps) if name == "adamw" else None
    x, begin = shape(images), time.perf_counter()
    for _ in range(EPOCHS):
        order, total = torch.randperm(TRAINED), 0.0
        for places in order.split(BATCH):
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x[places]), labels[places])
            loss.backward()
            optimizer.step()
            if schedule:
                schedule.step()
            total += float(loss.detach()) * len(places)
    seconds = (time.perf_counter() - begin) / steps
    with torch.no_grad():
        right = (model.eval()(x[TRAINED:]).argmax(-1) == labels[TRAINED:]).sum()
    return int(right), total / TRAINED, seconds


def main():
    torch.set_num_threads(1)
    images = torch.from_numpy(np.load(DATA / "digits_images.npy")).float() / 16
    labels = torch.from_numpy(np.load(DATA / "digits_labels.npy")).long()
    recipe = {"batch": BATCH, "epochs": EPOCHS, "seeds": len(SEEDS), "trained": TRAINED, "held_out": len(labels) - TRAINED}
    results = {}
    for model, (make, shape) in MODELS.items():
        for name in OPTIMIZERS:
            runs = [train(make, shape, name, seed, images, labels) for seed in SEEDS]
            right = [run[0] for run in runs]
            accuracy = [100 * n / recipe["held_out"] for n in right]
            results[f"{model} {name}"] = {
                "right": right,
                "mean_accuracy": round(statistics.mean(accuracy), 2),
                "deviation": round(statistics.stdev(accuracy), 2),
                "last_loss": [round(run[1], 5) for run in runs],
            }
            print(model, name, results[f"{model} {name}"], f"{1e6 * min(run[2] for run in runs):.0f} us a step")
    text = {"torch": torch.__version__.split("+")[0], "recipe": recipe, "optimizers": OPTIMIZERS, "results": results}
    path = pathlib.Path(__file__).parents[1] / "tests/data/digits_training.json"
    path.write_text(json.dumps(text, indent=1) + "\n")


if __name__ == "__main__":
    main()
