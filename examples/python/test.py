"""Builds the module, and calls it: `python3 test.py`, with NumPy."""

import json
import os
import pathlib
import subprocess
import sys
import sysconfig

import numpy as np

HERE = pathlib.Path(__file__).parent
DATA = HERE.parent / "data"


def built():
    """The path of the library that cargo builds, under the name that Python looks for."""
    command = ["cargo", "build", "--message-format=json-render-diagnostics"]
    said = subprocess.run(command, cwd=HERE, env={**os.environ, "PYO3_PYTHON": sys.executable}, check=True, stdout=subprocess.PIPE)
    messages = [json.loads(line) for line in said.stdout.splitlines()]
    files = [file for message in messages if message.get("target", {}).get("name") == "typed" for file in message["filenames"]]
    library = next(pathlib.Path(file) for file in files if file.endswith((".so", ".dylib", ".dll")))
    module = library.with_name("typed.pyd" if sys.platform == "win32" else "typed.abi3.so")
    module.unlink(missing_ok=True)
    module.symlink_to(library)
    return module.parent


sys.path.insert(0, str(built()))
import typed


def refused(expected, call, *arguments):
    try:
        call(*arguments)
    except (ValueError, TypeError) as error:
        assert expected in str(error), f"{error}\n    instead of\n{expected}"
    else:
        raise AssertionError(f"not refused: {expected}")


rng = np.random.default_rng(7)

# A model.
digits = typed.Digits(DATA / "digits_mlp.safetensors")
images = np.load(DATA / "digits_images.npy")[1437:].reshape(-1, 64).astype(np.float32) / 16
labels = np.load(DATA / "digits_labels.npy")[1437:]
scores = digits.scores(images)
assert scores.shape == (len(images), 10) and scores.dtype == np.float32
right = (scores.argmax(-1) == labels).sum()
print(f"{right} of {len(labels)} right")
assert right == 331
for same in [np.asfortranarray(images), images[::-1], np.repeat(images, 2, axis=1)[:, ::2]]:
    back = digits.scores(same)
    np.testing.assert_allclose(back[::-1] if same.base is images else back, scores, rtol=1e-5, atol=1e-4)
assert digits.scores(images[:0]).shape == (0, 10)
refused("images: an array of shape [360, 63] is no tensor of shape [Batch, 64]: axis 1 has size 63", digits.scores, images[:, :63])
refused("images: an array of shape [64] is no tensor of shape [Batch, 64]: it has 1 axis, not 2", digits.scores, images[0])
refused("images: an array of shape [360, 8, 8] is no tensor of shape [Batch, 64]: it has 3 axes, not 2", digits.scores, images.reshape(-1, 8, 8))
refused("", digits.scores, images.astype(np.float64))
refused("no_such_file", typed.Digits, "no_such_file")

# Two arguments.
points, centres = rng.normal(size=(100, 3)), rng.normal(size=(7, 3))
expected = ((points[:, None] - centres) ** 2).sum(-1).argmin(-1)
assert (typed.nearest(points, centres) == expected).all()
assert (typed.nearest(points.T.copy().T, centres[::-1]) == 6 - expected).all()
refused("centres: an array of shape [3, 7] is no tensor of shape [Centres, 3]: axis 1 has size 7", typed.nearest, points, centres.T)
refused("centres: there is none", typed.nearest, points, centres[:0])

# In place.
moved = points.copy()
typed.centre(moved)
np.testing.assert_allclose(moved, points - points.mean(0), atol=1e-12)
refused("points: an array of shape [3, 4] is no tensor of shape [Points, 3]: axis 1 has size 4", typed.centre, np.zeros((3, 4)))
refused("does not lie in memory", typed.centre, np.zeros((3, 4)).T)

# PyTorch's tensors share memory with NumPy's arrays, so they come in the same way.
try:
    import torch
except ImportError:
    pass
else:
    tensor = torch.ones(5, 3, dtype=torch.float64)
    typed.centre(tensor.numpy())
    assert tensor.abs().max() == 0
print("all passed")
