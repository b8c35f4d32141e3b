#!/usr/bin/env python3
"""Mistakes that somebody wrote who knew the documentation alone: how their errors read, and whether their right twins compile.

    python3 tools/outside.py [--write] [--folder FOLDER] [number or part of a name]...

The cases are in ui-tests/outside/*.txt, a program each: its name and mistake, and its text, with what is wrong and what is right as
`«wrong¦right»`. `%p`, `%n` and `%t` are the usual imports, and what stands behind `---` is the body of `main`. The programs are written into a
crate of their own (in FOLDER, or in a temporary one) and checked; of named cases the errors are printed, of all the statistics, with those
whose errors or lines have changed since they were graded. `--write` puts errors and lines into the table of ui-tests/outside/GRADES.md,
where the grade and what keeps a case from a 5 are written by hand.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import statistics
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "ui-tests" / "outside"
GRADES = CASES / "GRADES.md"
ROW = re.compile(r"\| (\d{3}_\w+) \| (.*) \| (\d+) \| (\d+) \| ([1-5-]) \| ?(.*?) ?\|$")
IMPORTS = {
    "%p": "use shaped::prelude::*;",
    "%n": "use shaped::{nn::*, prelude::*};",
    "%t": "use shaped::{grad::Tape, nn::*, optim::*, prelude::*};",
}
MANIFEST = f"""[package]
name = "outside"
version = "0.0.0"
edition = "2024"

[dependencies]
shaped = {{ path = "{ROOT}", features = ["graph", "linalg", "fft", "ndarray", "safetensors", "npy", "rand", "rayon", "nalgebra", "image",
    "serde", "half", "num-complex", "generic-array"] }}
half = "2.7"
image = {{ version = "0.25", default-features = false }}
nalgebra = "0.35"
ndarray = "0.17"
num-complex = "0.4"
num-traits = "0.2"
rand = "0.10.1"

[workspace]
"""


def program(body):
    """The text of a program: imports spelled out, and what is behind `---` put into `main`."""
    for short, spelled in IMPORTS.items():
        body = re.sub(f"^{short}$", spelled, body, flags=re.M)
    items, bar, main = ("\n" + body).partition("\n---\n")
    if bar:
        asks = re.search(r"\?[\x27»;.)]", main)
        result = " -> Result<(), Box<dyn std::error::Error>>" if asks else ""
        lines = "\n".join("    " + line if line else line for line in main.rstrip("\n").split("\n"))
        body = items.strip("\n") + f"\n\nfn main(){result} {{\n{lines}\n" + ("    Ok(())\n" if asks else "") + "}\n"
    return "#![allow(unused)]\n" + body


def cases():
    """Name, mistake, wrong program and right one of each case."""
    for file in sorted(CASES.glob("*.txt")):
        for part in re.split(r"^### ", file.read_text(), flags=re.M)[1:]:
            head, body = part.split("\n", 1)
            name, mistake = (side.strip() for side in head.split("|", 1))
            text = program(body)
            wrong, right = (re.sub(r"«(.*?)¦(.*?)»", side, text, flags=re.S) for side in (r"\1", r"\2"))
            yield name, mistake, wrong, right


def check(folder, kind, names):
    """The errors of each program, as they are rendered."""
    args = ["cargo", "check", "-q", "--keep-going", "--message-format=json"]
    for name in names:
        args += ["--" + kind, name]
    ran = subprocess.run(args, cwd=folder, capture_output=True, text=True)
    errors = collections.defaultdict(list)
    for line in ran.stdout.splitlines():
        message = json.loads(line)
        if message.get("reason") != "compiler-message" or message["target"]["name"] not in names:
            continue
        text = message["message"]["rendered"].rstrip("\n")
        is_error = message["message"]["level"] == "error" and not message["message"]["message"].startswith("aborting due to")
        if is_error and text not in errors[message["target"]["name"]]:
            errors[message["target"]["name"]].append(text)
    if not ran.stdout:
        raise SystemExit(ran.stderr[-3000:])
    return errors


def table():
    """The graded rows: (errors, lines, grade, remark) of each name."""
    rows = {}
    for line in GRADES.read_text().splitlines():
        if row := ROW.match(line):
            rows[row[1]] = (int(row[3]), int(row[4]), row[5], row[6])
    return rows


def measure(errors):
    """How many errors, and how many lines in all."""
    return len(errors), sum(len(error.split("\n")) for error in errors)


def summary(rows):
    """The statistics of a table, as lines."""
    failing = [row for row in rows.values() if row[0]]
    lines = sorted(row[1] for row in failing)
    yield f"{len(rows)} programs, of which {len(rows) - len(failing)} compile; {sum(row[0] > 1 for row in failing)} have more than one error"
    yield f"lines: median {statistics.median(lines):g}, 90th percentile {lines[int(0.9 * len(lines))]}, most {lines[-1]}"
    grades = [row[2] for row in failing]
    yield "grades: " + ", ".join(f"{grade}: {grades.count(grade)} ({100 * grades.count(grade) / len(grades):.0f} %)" for grade in "54321")


def write(rows, mistakes):
    text = GRADES.read_text()
    head = text[: text.index("| case |")]
    head = re.sub(r"(?<=```text\n).*?(?=```)", lambda _: "\n".join(summary(rows)) + "\n", head, flags=re.S)
    out = [head + "| case | mistake | errors | lines | grade | what keeps it from a 5 |\n|---|---|---|---|---|---|"]
    for name, mistake in mistakes.items():
        errors, lines, grade, remark = rows[name]
        out.append(f"| {name} | {mistake} | {errors} | {lines} | {grade} | {remark} |".replace("|  |", "| |"))
    GRADES.write_text("\n".join(out) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("only", nargs="*")
    given = parser.parse_args()
    chosen = {case[0]: case for case in cases()}
    mistakes = {name: case[1] for name, case in chosen.items()}
    if given.only:
        chosen = {name: case for name, case in chosen.items() if any(part in name for part in given.only)}
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or pathlib.Path(temporary)
        (folder / "src" / "bin").mkdir(parents=True, exist_ok=True)
        (folder / "examples").mkdir(exist_ok=True)
        (folder / "out").mkdir(exist_ok=True)
        (folder / "Cargo.toml").write_text(MANIFEST)
        for name, _, *texts in chosen.values():
            for place, text in zip(("src/bin", "examples"), texts):
                path = folder / place / f"{name}.rs"
                if not path.exists() or path.read_text() != text:
                    path.write_text(text)
        right, wrong = check(folder, "example", chosen), check(folder, "bin", chosen)
        for name in chosen:
            (folder / "out" / f"{name}.txt").write_text("\n\n".join(wrong[name]) + "\n")
    rows = table()
    for name in chosen:
        if right[name]:
            print(f"the right twin of {name} does not compile:\n" + "\n".join(right[name]))
        measured = measure(wrong[name])
        if given.only:
            print(f"===== {name}: {mistakes[name]}; errors and lines {measured}\n" + "\n".join(wrong[name]))
        errors, lines, grade, remark = rows.get(name, (0, 0, "-", ""))
        if measured != (errors, lines):
            print(f"{name}: {errors} errors and {lines} lines, graded {grade}, are now {measured[0]} and {measured[1]}")
        rows[name] = (*measured, grade, remark)
    if given.write:
        write(rows, mistakes)
    if not given.only:
        print("\n".join(summary(rows)))
    raise SystemExit(any(right[name] for name in chosen))


if __name__ == "__main__":
    main()
