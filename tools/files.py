"""Writes tests/data/files and tests/data/include: small files of NumPy's npy and npz formats, of every version, order of bytes and order of axes.

    python3 tools/files.py        (from the repository's root; needs NumPy, and nothing else here does)

What is in them is written again in tests/files/npy.rs.
"""

import io
import pathlib
import pickle
import zipfile

import numpy as np

FOLDER = pathlib.Path("tests/data/files")
# What `include_tensor!` reads: `tests/include.rs` has what is in them.
INCLUDED = pathlib.Path("tests/data/include")
TYPES = ["b1", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8", "c8", "c16"]


def values(kind):
    """[2, 3, 4]: 0 to 23, the first and the last the extremes of the type."""
    x = np.arange(24)
    if kind == "b1":
        return (x % 3 == 0).reshape(2, 3, 4)
    x = x.astype(kind)
    if kind[0] in "iu":
        x[0], x[-1] = np.iinfo(kind).min, np.iinfo(kind).max
    elif kind[0] == "f":
        x[0], x[-1] = -0.0, np.finfo(kind).max
    else:
        x = x - 2j * x
    return x.reshape(2, 3, 4)


def npy(x, version):
    file = io.BytesIO()
    np.lib.format.write_array(file, x, version=version)
    return file.getvalue()


def included():
    INCLUDED.mkdir(parents=True, exist_ok=True)
    for kind, order, axes in [("b1", "|", "C"), ("u1", "|", "F"), ("i2", "<", "F"), ("f4", "<", "C"), ("f4", ">", "C"), ("f8", ">", "F")]:
        x = values(kind)
        np.save(INCLUDED / f"{kind}_{axes}{'_big' * (order == '>')}.npy", x.astype(x.dtype.newbyteorder(order), order=axes))
    np.save(INCLUDED / "scalar.npy", np.array(7.0))
    np.save(INCLUDED / "empty_F.npy", np.zeros((3, 0, 2), "<f4", order="F"))
    np.save(INCLUDED / "long.npy", np.arange(1500, dtype="<u4"))
    np.save(INCLUDED / "names.npy", np.array(["a", "bc"]))


def main():
    included()
    FOLDER.mkdir(parents=True, exist_ok=True)
    tensors = {}
    for kind in TYPES:
        for order in "<>":
            for axes in "CF":
                name = {"<": "little", ">": "big"}[order]
                x = values(kind)
                x = x.astype(x.dtype.newbyteorder(order), order=axes)
                tensors[f"{kind}_{name}_{axes}"] = x
    tensors["scalar"] = np.array(7.0)
    tensors["empty"] = np.zeros((3, 0, 2), "<f4")
    tensors["empty_F"] = np.zeros((3, 0, 2), "<f4", order="F")
    tensors["matrix_F"] = np.asfortranarray(np.arange(6, dtype="<i4").reshape(2, 3))
    tensors["vector"] = np.arange(5, dtype="<i4")
    tensors["names"] = np.array(["a", "bc"])
    tensors["record"] = np.zeros(2, dtype=[("x, ]", "<f4"), ("y", "<i8", (2,))])
    tensors["größe/ünïcode"] = np.ones(2, "<f4")
    np.savez(FOLDER / "numpy.npz", **tensors)
    np.savez_compressed(FOLDER / "numpy_compressed.npz", **tensors)

    for version in [(1, 0), (2, 0), (3, 0)]:
        (FOLDER / f"version_{version[0]}.npy").write_bytes(npy(np.arange(6, dtype="<f4").reshape(2, 3), version))

    # 4 MiB of zeros in 4 kB, and a member that is no npy file.
    with zipfile.ZipFile(FOLDER / "zeros.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros.npy", npy(np.zeros(1 << 20, "<f4"), (1, 0)))
        archive.writestr("readme.txt", "no tensor")

    # What is no npz archive: a zip file, and one with the entries that `torch.save` writes.
    def write_zip(name, entries):
        with zipfile.ZipFile(FOLDER / name, "w") as archive:
            for entry, text in entries.items():
                archive.writestr(zipfile.ZipInfo(entry), text)

    write_zip("text.zip", {"readme.txt": "no tensor"})
    tensors = pickle.dumps({"weight": 0}, protocol=2)
    write_zip("pytorch.pth", {"archive/data.pkl": tensors, "archive/data/0": bytes(700), "archive/version": "3\n"})


if __name__ == "__main__":
    main()
