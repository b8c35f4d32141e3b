#!/usr/bin/env python3
"""How many crates each feature brings, in the README's table: `python3 tools/dependencies.py` writes them, `--check` compares."""

import pathlib
import re
import subprocess
import sys

readme = pathlib.Path(__file__).parent.parent / "README.md"
ROW = re.compile(r"^\| (`(?P<name>[a-z-]+)`(?: \(default\))?|neither) \| (?:\d+ \| )?(?P<rest>.*)$")


def crates(features):
    """The crates that a build for a user has, without this one."""
    command = ["cargo", "tree", "-p", "shaped", "-e", "normal", "--prefix", "none", "--no-default-features", "--features", features]
    tree = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return len({line.split()[0] + line.split()[1] for line in tree.splitlines() if line}) - 1


def main():
    lines = readme.read_text().split("\n")
    start = lines.index("## Features and toolchain")
    end = next(i for i in range(start + 1, len(lines)) if lines[i].startswith("## "))
    for i in range(start, end):
        row = ROW.match(lines[i])
        if row:
            lines[i] = f"| {row[1]} | {crates(row['name'] or '')} | {row['rest']}"
    text = "\n".join(lines)
    if "--check" not in sys.argv:
        readme.write_text(text)
    elif text != readme.read_text():
        sys.exit("README.md has other numbers of crates than cargo: run `python3 tools/dependencies.py`")


main()
