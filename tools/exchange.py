"""Files to and fro between this library, NumPy and safetensors: who reads what, and the same?

    python3 tools/exchange.py [FILES [SEED]]     (from the repository's root; needs numpy, ml_dtypes and safetensors of PyPI)

Writes random files of each format into target/exchange (all element types, ranks 0 to 7 and 16, sizes 0 and 1, either order of bytes and
of axes, all versions, compressed or not, odd names), as many changed ones, and of a small one each with any one bit changed. `tests/fuzz/src/bin/exchange.rs` reads them and writes
what it read anew, in all formats. Then NumPy and safetensors read all of that, and the answers are laid side by side. Ends with exit
code 1 if a file that they wrote is not read, a tensor differs, or a tensor is read here that they refuse.
"""

import collections
import io
import pathlib
import random
import shutil
import subprocess
import sys
import warnings
import zipfile
import zlib

import ml_dtypes
import numpy as np
import safetensors
import safetensors.numpy

FOLDER = pathlib.Path("target/exchange")
# NumPy's names, ours, and those of safetensors.
TYPES = {
    "bool": ("bool", "BOOL"), "uint8": ("u8", "U8"), "int8": ("i8", "I8"), "uint16": ("u16", "U16"), "int16": ("i16", "I16"), "uint32": ("u32", "U32"),
    "int32": ("i32", "I32"), "uint64": ("u64", "U64"), "int64": ("i64", "I64"), "float16": ("f16", "F16"), "bfloat16": ("bf16", "BF16"), "float32": ("f32", "F32"),
    "float64": ("f64", "F64"), "complex64": ("Complex<f32>", "C64"), "complex128": ("Complex<f64>", "C128"),
}
OURS = {safe: ours for ours, safe in TYPES.values()}
NAMES = ["a", "weight", "0.weight", "é", "名前/x", "", " ", "a\nb", "..", "x.npy", "file", 'quo"ted', "back\\slash", "n" * 300, "\U0001f600", "\x7f", "./a", "/b"]


def array(r, kinds):
    kind = np.dtype(r.choice(kinds))
    rank = r.choice([0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 16])
    sizes = [r.choice([0, 1, 1, 2, 3] if rank < 5 else [1, 2]) for _ in range(rank)]
    if rank == 16:
        sizes = [1 if axis not in (0, 2, 4, 8, 10, 12, 15) else size for axis, size in enumerate(sizes)]
    data = r.randbytes(int(np.prod(sizes)) * kind.itemsize)
    x = np.frombuffer(bytes(b & 1 for b in data) if kind.name == "bool" else data, kind).reshape(sizes)
    if r.random() < 0.4:
        x = x.transpose(r.sample(range(rank), rank))
        if rank == 16:
            x = x.reshape(sizes)
    if r.random() < 0.4:
        x = np.asfortranarray(x)
    return x


def numpy_array(r):
    x = array(r, [kind for kind in TYPES if kind != "bfloat16"])
    return x.astype(x.dtype.newbyteorder(r.choice("<>")), order="K")


def npy(r):
    out = io.BytesIO()
    np.lib.format.write_array(out, numpy_array(r), version=r.choice([(1, 0), (2, 0), (3, 0)]))
    return out.getvalue()


def npz(r):
    out = io.BytesIO()
    if r.random() < 0.5:
        save = r.choice([np.savez, np.savez_compressed])
        save(out, **{f"{name}{i}": numpy_array(r) for i, name in enumerate(r.sample(NAMES, r.randrange(5)))})
        return out.getvalue()
    with zipfile.ZipFile(out, "w") as archive:
        for name in r.sample(NAMES, r.randrange(5)):
            info = zipfile.ZipInfo(name + ".npy")
            info.compress_type = r.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
            with archive.open(info, "w", force_zip64=r.random() < 0.5) as file:
                file.write(npy(r))
    return out.getvalue()


def safe(r):
    tensors = {}
    for name in r.sample(NAMES, r.randrange(5)):
        x = array(r, [kind for kind in TYPES if kind != "complex128"])
        tensors[name] = np.ascontiguousarray(x).reshape(x.shape)
    return safetensors.numpy.save(tensors, metadata=r.choice([None, {"format": "pt"}, {"é\n": "\0"}]))


def changed(r, data, words):
    data = bytearray(data)
    for _ in range(r.choice([1, 1, 2, 4])):
        place = r.randrange(len(data))
        match r.randrange(6):
            case 0: data[place] ^= 1 << r.randrange(8)
            case 1: data[place:place] = r.choice(words)
            case 2: del data[place : place + r.randrange(12)]
            case 3: data[place : place + 1] = r.choice([b"0", b"9", b"(", b",", b" ", b"\0", b"\xff"])
            case 4: data[place : place + 4] = r.choice([b"\0\0\0\0", b"\xff\xff\xff\xff", b"\1\0\0\0"])
            case _: del data[place + r.randrange(200) :]
        if not data:
            return b"x"
    return bytes(data)


WORDS = {
    "npy": [b"L", b"0", b",", b"1, ", b"-", b"#", b"\n", b"'", b"True", b"'descr': '<f4', "],
    "npz": [b"PK\1\2", b"PK\5\6", b"\0", b".npy", b"\x93NUMPY"],
    "safetensors": [b"0", b"-1", b",", b"1,", b"[", b"null", b'"a":', b"\\u0000", b"e1", b".0"],
}


def bits(data):
    """The same bytes with one bit changed, for each bit."""
    for place in range(8 * len(data)):
        yield data[: place // 8] + bytes([data[place // 8] ^ 1 << place % 8]) + data[place // 8 + 1 :]


def small():
    """Files whose bits are changed one by one."""
    x, out, archive = np.arange(3, dtype="<i2"), io.BytesIO(), io.BytesIO()
    np.lib.format.write_array(out, x)
    with zipfile.ZipFile(archive, "w") as file:
        for name, method, force in [("a", zipfile.ZIP_STORED, True), ("é", zipfile.ZIP_DEFLATED, False)]:
            info = zipfile.ZipInfo(name + ".npy")
            info.compress_type = method
            with file.open(info, "w", force_zip64=force) as entry:
                entry.write(out.getvalue())
    return [("npy", out.getvalue()), ("npz", archive.getvalue()), ("safetensors", safetensors.numpy.save({"a": x, "é": x[:1]}))]


def line(x):
    x = x.astype(x.dtype.newbyteorder("="))
    if x.dtype.name not in TYPES:
        return "other"
    return f"{TYPES[x.dtype.name][0]} {list(x.shape)} {zlib.crc32(np.ascontiguousarray(x).astype(x.dtype.newbyteorder('<')).tobytes()):08x}"


def theirs(path):
    """What NumPy or safetensors makes of a file: a line by name, or None if it refuses the file."""
    data = path.read_bytes()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if path.suffix == ".npy":
                return {"": line(np.lib.format.read_array(io.BytesIO(data), allow_pickle=False))}
            if path.suffix == ".npz":
                archive, lines = np.load(io.BytesIO(data), allow_pickle=False), {}
                for name in archive.zip.namelist():
                    if name.endswith(".npy"):
                        try:
                            x = archive[name]
                            lines[name[:-4]] = line(x) if isinstance(x, np.ndarray) else "refused"
                        except Exception:
                            lines[name[:-4]] = "refused"
                return lines
            found = safetensors.deserialize(data)
            return {name: f"{OURS.get(x['dtype'], x['dtype'])} {list(x['shape'])} {zlib.crc32(bytes(x['data'])):08x}" for name, x in found}
    except Exception:
        return None


def main():
    files, seed = int(sys.argv[1]) if len(sys.argv) > 1 else 500, int(sys.argv[2]) if len(sys.argv) > 2 else 1
    r = random.Random(seed)
    shutil.rmtree(FOLDER, ignore_errors=True)
    given, written = FOLDER / "given", FOLDER / "written"
    given.mkdir(parents=True)
    written.mkdir()
    for end, make in [("npy", npy), ("npz", npz), ("safetensors", safe)]:
        for i in range(files):
            data = make(r)
            (given / f"right-{i}.{end}").write_bytes(data)
            (given / f"changed-{i}.{end}").write_bytes(changed(r, data, WORDS[end]))
    for end, data in small():
        for i, other in enumerate(bits(data)):
            (given / f"changed-bit-{i}.{end}").write_bytes(other)
    command = ["cargo", "run", "--quiet", "-p", "shaped-fuzz", "--bin", "exchange", str(given), str(written)]
    output = subprocess.run(command, check=True, capture_output=True).stdout.decode()
    ours = {}
    for row in output.split("\n")[:-1]:
        file, name, text = row.split("\t", 2)
        if text.startswith(("opened", "refused")) and file not in ours:
            ours[file] = {} if text == "opened" else None
        else:
            ours[file][bytes.fromhex(name).decode()] = text

    counts, wrong = collections.Counter(), []

    def count(what, *shown):
        counts[what] += 1
        if what.startswith("WRONG"):
            wrong.append((what, *shown))

    def compare(file, mine, other):
        right = file.startswith("right")
        kind = file.split("-")[0] + " " + file.rsplit(".")[-1]
        if mine is None or other is None:
            if right:
                return count("WRONG: a right file is refused", file, mine, other)
            if other is not None:
                return count(f"{kind}: only they open it", file)
            if mine is not None and any(not text.startswith(("refused", "other")) for text in mine.values()):
                return count("WRONG: they refuse the file, and a tensor is read", file, mine)
            return count(f"{kind}: refused by both")
        if not right and mine.keys() != other.keys():
            count(f"{kind}: names differ", file)
        elif mine.keys() != other.keys():
            count("WRONG: names differ", file, mine, other)
        for name in mine.keys() & other.keys():
            a, b = mine[name], other[name]
            if a.startswith("refused") and b == "refused" or a.startswith("other") or "not tried" in a or b == "other":
                count(f"{kind}: a tensor that neither reads, or of another type")
            elif a == b:
                count(f"{kind}: a tensor is the same")
            elif a.startswith("refused"):
                count("WRONG: a right tensor is refused" if right else f"{kind}: only they read a tensor", file, name, a, b)
            elif not right and b != "refused" and a.split()[0] == "bool":
                count(f"{kind}: other bools", file)
            else:
                count("WRONG: a tensor differs", file, name, a, b)

    for path in sorted(given.iterdir()):
        compare(path.name, ours[path.name], theirs(path))
    # What was written anew has the tensors of what was read.
    for path in sorted(written.iterdir()):
        end = path.suffix
        source = path.name.removesuffix(end).removesuffix(".plain").removesuffix(".compressed")
        source, number = (source.rsplit(".", 1) if end == ".npy" else (source, None))
        read = {name: text for name, text in (ours[source] or {}).items() if not text.startswith(("refused", "other", "of a rank"))}
        unheld = {".npy": "bf16 ", ".npz": "bf16 ", ".safetensors": "Complex<f64> "}[end]
        held = {name: text for name, text in read.items() if not text.startswith(unheld)}
        back = theirs(path)
        if end == ".npy":
            held = {"": list(held.values())[int(number)]}
        if source.endswith(".npy") and end != ".npy":
            held = {"x": text for text in held.values()}
        if back == held:
            count(f"written {end[1:]}: read back the same, {'with' if held else 'without'} tensors")
        else:
            count("WRONG: what is written is read as something else", path.name, held, back)

    for what, number in sorted(counts.items()):
        print(f"{number:6} {what}")
    for row in wrong[:20]:
        print(*[str(part)[:400] for part in row], sep=" | ")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
