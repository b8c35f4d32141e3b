#!/usr/bin/env python3
"""What shapes in types cost when a program is compiled: CPU seconds of cargo and rustc, and size of the code, beside other crates.

    python3 benches/compile_time.py [--candle] [--write]

In one run, for each crate: a library with a perceptron of three layers, and one with broadcasts of which no two have a size in
common, are generated, checked and built. The dependencies are downloaded before anything is timed. `--candle` adds candle-core,
`--write` writes docs/compile_time.md."""

import argparse
import datetime
import os
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FEW, MANY = 8, 40

MLP = {}
BROADCAST = {}
HEAD = {}
DEPENDENCY = {
    "shaped": f'shaped = {{ path = "{ROOT}" }}',
    "ndarray": 'ndarray = "0.17"',
    "nalgebra": 'nalgebra = "0.35"',
    "candle": 'candle-core = "0.11"',
}

HEAD["shaped"] = "use shaped::prelude::*;\n"
MLP["shaped"] = """
pub struct Mlp {
    w1: Tensor<f32, shape![784, 512]>,
    b1: Tensor<f32, shape![512]>,
    w2: Tensor<f32, shape![512, 512]>,
    b2: Tensor<f32, shape![512]>,
    w3: Tensor<f32, shape![512, 10]>,
    b3: Tensor<f32, shape![10]>,
}

impl Mlp {
    pub fn forward(&self, x: &Tensor<f32, shape![64, 784]>) -> Tensor<f32, shape![64, 10]> {
        let h = (x.matmul(&self.w1) + &self.b1).map(|x| x.max(0.0));
        let h = (h.matmul(&self.w2) + &self.b2).map(|x| x.max(0.0));
        h.matmul(&self.w3) + &self.b3
    }
}
"""
BROADCAST["shaped"] = """
pub fn add{i}(x: &Tensor<f32, shape![{a}, 1, {c}, 1]>, y: &Tensor<f32, shape![{b}, 1, {d}]>) -> Tensor<f32, shape![{a}, {b}, {c}, {d}]> {{
    x + y
}}
"""

HEAD["ndarray"] = "use ndarray::*;\n"
MLP["ndarray"] = """
pub struct Mlp {
    w1: Array2<f32>,
    b1: Array1<f32>,
    w2: Array2<f32>,
    b2: Array1<f32>,
    w3: Array2<f32>,
    b3: Array1<f32>,
}

impl Mlp {
    pub fn forward(&self, x: &Array2<f32>) -> Array2<f32> {
        let h = (x.dot(&self.w1) + &self.b1).mapv_into(|x| x.max(0.0));
        let h = (h.dot(&self.w2) + &self.b2).mapv_into(|x| x.max(0.0));
        h.dot(&self.w3) + &self.b3
    }
}
"""
BROADCAST["ndarray"] = """
pub fn add{i}(x: &Array4<f32>, y: &Array3<f32>) -> Array4<f32> {{
    assert!(x.shape() == [{a}, 1, {c}, 1] && y.shape() == [{b}, 1, {d}]);
    x + y
}}
"""

# No broadcasting; what comes nearest is a matrix from a column and a row, of sizes in the type.
HEAD["nalgebra"] = "use nalgebra::*;\n"
MLP["nalgebra"] = """
pub struct Mlp {
    w1: OMatrix<f32, Const<512>, Const<784>>,
    b1: SVector<f32, 512>,
    w2: OMatrix<f32, Const<512>, Const<512>>,
    b2: SVector<f32, 512>,
    w3: OMatrix<f32, Const<10>, Const<512>>,
    b3: SVector<f32, 10>,
}

impl Mlp {
    pub fn forward(&self, x: &SMatrix<f32, 784, 64>) -> SMatrix<f32, 10, 64> {
        let mut h = self.w1 * x;
        h.column_iter_mut().for_each(|mut column| column += self.b1);
        let mut h = self.w2 * h.map(|x| x.max(0.0));
        h.column_iter_mut().for_each(|mut column| column += self.b2);
        let mut h = self.w3 * h.map(|x| x.max(0.0));
        h.column_iter_mut().for_each(|mut column| column += self.b3);
        h
    }
}
"""
BROADCAST["nalgebra"] = """
pub fn add{i}(x: &SMatrix<f32, {a}, {c}>, y: &SVector<f32, {a}>) -> SMatrix<f32, {a}, {c}> {{
    let mut out = *x;
    out.column_iter_mut().for_each(|mut column| column += y);
    out
}}
"""

HEAD["candle"] = "use candle_core::*;\n"
MLP["candle"] = """
pub struct Mlp {
    w1: Tensor,
    b1: Tensor,
    w2: Tensor,
    b2: Tensor,
    w3: Tensor,
    b3: Tensor,
}

impl Mlp {
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let h = x.matmul(&self.w1)?.broadcast_add(&self.b1)?.relu()?;
        let h = h.matmul(&self.w2)?.broadcast_add(&self.b2)?.relu()?;
        h.matmul(&self.w3)?.broadcast_add(&self.b3)
    }
}
"""
BROADCAST["candle"] = """
pub fn add{i}(x: &Tensor, y: &Tensor) -> Result<Tensor> {{
    assert!(x.dims() == [{a}, 1, {c}, 1] && y.dims() == [{b}, 1, {d}]);
    x.broadcast_add(y)
}}
"""


def broadcasts(crate, n):
    """`n` broadcasts `[a, 1, c, 1] + [b, 1, d]`, all sizes different."""
    sizes = iter(range(2, 1000))
    return "".join(
        BROADCAST[crate].format(i=i, a=next(sizes), b=next(sizes), c=next(sizes), d=next(sizes)) for i in range(n)
    )


class Project:
    """A library that depends on one crate."""

    def __init__(self, folder, crate):
        self.crate, self.folder, self.edits = crate, folder / crate, 0
        (self.folder / "src").mkdir(parents=True)
        (self.folder / "Cargo.toml").write_text(
            '[package]\nname = "user"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n\n'
            f"[dependencies]\n{DEPENDENCY[crate]}\n"
        )
        self.program("")
        self.cargo("fetch", timed=False)

    def program(self, text):
        """What the library consists of."""
        self.text = HEAD[self.crate] + text
        self.edit()

    def edit(self):
        """A change such as a user makes between two checks."""
        self.edits += 1
        (self.folder / "src/lib.rs").write_text(self.text + f"\npub fn edit() -> u32 {{\n    {self.edits}\n}}\n")

    def cargo(self, *arguments, timed=True):
        environment = {k: v for k, v in os.environ.items() if k not in ("RUSTFLAGS", "CARGO_TARGET_DIR")}
        environment["CARGO_TARGET_DIR"] = str(self.folder / "target")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = ["cargo", *arguments, *(["--offline"] if timed else []), "--quiet"]
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            raise SystemExit(f"{self.crate}: {' '.join(command)}\n{done.stderr}")
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def forget_own(self, kind):
        """Removes what was compiled of the library itself; its dependencies stay."""
        target = self.folder / "target" / kind
        for path in [*target.glob("incremental/user-*"), *target.glob("deps/*user-*"), *target.glob(".fingerprint/user-*")]:
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def least(self, times, prepare, *arguments):
        least = float("inf")
        for _ in range(times):
            prepare()
            least = min(least, self.cargo(*arguments))
        return least

    def text_size(self):
        """Bytes of machine code in the release library."""
        (library,) = (self.folder / "target/release").glob("libuser.rlib")
        listing = subprocess.run(["size", str(library)], capture_output=True, text=True).stdout
        return sum(int(line.split()[0]) for line in listing.splitlines() if ".o" in line)

    def measure(self):
        rows = {}
        self.program(MLP[self.crate])
        rows["MLP: check from scratch, dependencies too"] = self.cargo("check")
        rows["MLP: check of the program only"] = self.least(3, lambda: self.forget_own("debug"), "check")
        rows["MLP: check after an edit"] = self.least(15, self.edit, "check")
        self.program("")
        rows["empty program: check"] = self.least(3, lambda: self.forget_own("debug"), "check")
        self.program(broadcasts(self.crate, MANY))
        rows[f"{MANY} broadcasts: check of the program only"] = self.least(3, lambda: self.forget_own("debug"), "check")
        rows[f"{MANY} broadcasts: check after an edit"] = self.least(15, self.edit, "check")
        self.program(MLP[self.crate])
        rows["MLP: release build, dependencies too"] = self.cargo("build", "--release")
        rows["MLP: release build of the program only"] = self.least(2, lambda: self.forget_own("release"), "build", "--release")
        sizes, times = [], []
        for n in (FEW, MANY):
            self.program(broadcasts(self.crate, n))
            times.append(self.least(3, lambda: self.forget_own("release"), "build", "--release"))
            sizes.append(self.text_size())
        rows["a further broadcast: release build"] = (times[1] - times[0]) / (MANY - FEW)
        rows["a further broadcast: machine code"] = (sizes[1] - sizes[0]) // (MANY - FEW)
        return rows


TARGETS = {
    "MLP: check from scratch, dependencies too": "nalgebra's",
    "MLP: check after an edit": "0.1 s",
    f"{MANY} broadcasts: check of the program only": "0.4 s",
    f"{MANY} broadcasts: check after an edit": "0.1 s",
    "a further broadcast: release build": "15 ms",
}


def shown(row, value):
    if row.endswith("machine code"):
        return f"{value} bytes"
    return f"{value * 1e3:.1f} ms" if row.startswith("a further") else f"{value:.2f} s"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--candle", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", help="one crate")
    options = parser.parse_args()
    crates = ["shaped", "ndarray", "nalgebra"] + (["candle"] if options.candle else [])
    crates = [options.only] if options.only else crates
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for crate in crates:
            results[crate] = Project(pathlib.Path(folder), crate).measure()
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    rustc = subprocess.run(["rustc", "--version"], capture_output=True, text=True, cwd=ROOT).stdout.strip()
    out = [
        "# Compile time, beside other crates",
        "",
        "Written by `python3 benches/compile_time.py --write`. Do not edit.",
        "",
        f"{datetime.datetime.now(datetime.timezone.utc):%F %H:%M UTC}, {cpu[1] if cpu else ''}, {rustc}. Seconds of CPU, cargo's and",
        "rustc's together; the least of a few runs, but for those from scratch. A broadcast is `[a, 1, c, 1] + [b, 1, d]`, each with",
        "four sizes that no other has; in nalgebra, which has none, a matrix plus a column; in ndarray and candle, where sizes are",
        "numbers, all of them share one type.",
        "",
        "| | " + " | ".join(crates) + " | goal |",
        "|---" * (len(crates) + 2) + "|",
    ]
    for row in results[crates[0]]:
        cells = " | ".join(shown(row, results[crate][row]) for crate in crates)
        out.append(f"| {row} | {cells} | {TARGETS.get(row, '')} |")
    text = "\n".join(out) + "\n"
    print(text)
    if options.write:
        (ROOT / "docs").mkdir(exist_ok=True)
        (ROOT / "docs/compile_time.md").write_text(text)


main()
