"""From save to error: the CPU time of `cargo check` of a model of 200 lines, right, and with one wrong shape.

Run from the root of the repository: `python3 tools/save_to_error.py [runs]`. The dependency is compiled before; what is measured is
the user's crate alone, saved with one comment more before each run. The minimum of the runs is printed.
"""

import os
import pathlib
import resource
import subprocess
import sys
import time


def block(i, wrong):
    """One residual block with attention, 17 lines."""
    width = 257 if wrong else 256
    return f"""
struct Block{i} {{
    query: Tensor<f32, shape![256, 256]>,
    key: Tensor<f32, shape![256, 256]>,
    value: Tensor<f32, shape![256, 256]>,
    up: Tensor<f32, shape![256, {512 + i}]>,
    down: Tensor<f32, shape![{512 + i}, 256]>,
    bias: Tensor<f32, shape![{width}]>,
}}
impl Block{i} {{
    fn forward(&self, x: &Tensor<f32, shape![8, 32, 256]>) -> Tensor<f32, shape![8, 32, 256]> {{
        let (q, k, v) = (x.matmul(&self.query), x.matmul(&self.key), x.matmul(&self.value));
        let weights = (q.matmul(&k.transpose()) / 16.0).softmax(Axis::<-1>);
        let x = weights.matmul(&v) + x;
        let x = &x - x.mean_keepdim(Axis::<-1>);
        x.matmul(&self.up).relu().matmul(&self.down) + &x + &self.bias
    }}
}}
"""


def check(crate, target):
    source = crate / "src/main.rs"
    source.write_text(source.read_text() + "// saved\n")
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    env = {**os.environ, "CARGO_TARGET_DIR": str(target), "CARGO_INCREMENTAL": "1"}
    ran = subprocess.run(["cargo", "check", "--offline", "--quiet"], cwd=crate, env=env, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, time.monotonic() - start, ran


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    root = pathlib.Path.cwd()
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", root / "target")) / "save"
    crates, best = [], {}
    for name, wrong in (("right", False), ("wrong", True)):
        crate = target / name
        (crate / "src").mkdir(parents=True, exist_ok=True)
        manifest = f'[package]\nname = "{name}"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n[dependencies]\n'
        (crate / "Cargo.toml").write_text(f'{manifest}shaped = {{ path = "{root}" }}\n')
        (crate / "Cargo.lock").write_text((root / "Cargo.lock").read_text())
        blocks = "".join(block(i, wrong and i == 5) for i in range(11))
        text = f"#![allow(dead_code)]\nuse shaped::prelude::*;\n{blocks}\nfn main() {{}}\n"
        (crate / "src/main.rs").write_text(text)
        crates.append((name, crate, wrong, len(text.splitlines())))
    for _ in range(runs + 1):  # the first run compiles the dependency
        for name, crate, wrong, _ in crates:
            cpu, wall, ran = check(crate, target / "target")
            assert (ran.returncode != 0) == wrong, ran.stderr
            assert not wrong or "DIM<256> against DIM<257>" in ran.stderr, ran.stderr
            best.setdefault(name, []).append((cpu, wall))
    for name, _, _, lines in crates:
        cpu, wall = (min(column[1:]) for column in zip(*best[name]))
        print(f"{name}: {lines} lines, {cpu:.2f} s of CPU, {wall:.2f} s of the clock")


main()
