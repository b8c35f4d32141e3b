"""Refreshes what follows from the compiler's texts, in one command: `python3 tools/texts.py` from the root of the repository.

1. `ui-tests/*.stderr`, as the compiler prints them now;
2. the error in `README.md`, which is one of them;
3. `src/guide/errors.md`, the guide, which shows ten of them.

Read the whole of `git diff` afterwards, as a user would. Names of cases after the command refresh only those:
`python3 tools/texts.py adds_a_bias`.
"""

import os
import pathlib
import re
import subprocess
import sys


def snapshots(names):
    """Writes the snapshots anew: all, or those of cases with one of the names in theirs."""
    test = ["cargo", "test", "-p", "shaped", "--test", "mistakes", "mistakes_get_the_errors_on_file"]
    for name in names or [None]:
        # The test passes where a snapshot was only overwritten, and fails where a mistake compiles.
        subprocess.run(test + (["--", f"trybuild={name}"] if name else []), check=True, env={**os.environ, "TRYBUILD": "overwrite"})


def readme():
    """Copies the error of the README's first screen from its snapshot."""
    path = pathlib.Path("README.md")
    error = pathlib.Path("ui-tests/readme_wrong_size.stderr").read_text().rstrip()
    text, count = re.subn(r"(?<=```text\n)error\[.*?(?=\n```)", lambda _: error, path.read_text(), count=1, flags=re.DOTALL)
    assert count == 1, "README.md shows no error"
    path.write_text(text)


def main():
    snapshots(sys.argv[1:])
    readme()
    subprocess.run([sys.executable, "tools/guide.py"], check=True)


main()
