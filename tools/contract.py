"""The contract of the error texts on another toolchain: `python3 tools/contract.py [nightly]`, from the root of the repository.

Checks every case of `ui-tests` with `cargo +TOOLCHAIN check`, as a program of a crate of its own that depends on this one and
num-traits, writes what the compiler says to target/contract/TOOLCHAIN, and runs the lint of tests/ui.rs over that. Snapshots are not
compared: they belong to the pinned toolchain.
"""

import json
import os
import pathlib
import subprocess
import sys


def main():
    toolchain = sys.argv[1] if len(sys.argv) > 1 else "nightly"
    root = pathlib.Path.cwd()
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", root / "target"))
    crate, errors = target / "contract" / "crate", target / "contract" / toolchain
    for folder in (crate / "src", errors):
        folder.mkdir(parents=True, exist_ok=True)
    for old in errors.glob("*.stderr"):
        old.unlink()
    cases = sorted(path.stem for path in (root / "ui-tests").glob("*.rs"))
    bins = "".join(f'[[bin]]\nname = "{case}"\npath = "{root}/ui-tests/{case}.rs"\n' for case in cases)
    manifest = '[package]\nname = "contract"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n[dependencies]\n'
    # (One case names num-traits, too.)
    manifest = f'{manifest}shaped = {{ path = "{root}" }}\nnum-traits = {{ version = "0.2", default-features = false }}\n'
    (crate / "Cargo.toml").write_text(f"{manifest}{bins}")
    (crate / "Cargo.lock").write_text((root / "Cargo.lock").read_text())
    command = ["cargo", f"+{toolchain}", "check", "--offline", "--bins", "--keep-going", "--message-format=json", "--quiet"]
    env = {**os.environ, "CARGO_TARGET_DIR": str(target / "contract" / f"target-{toolchain}")}
    ran = subprocess.run(command, cwd=crate, env=env, capture_output=True, text=True)
    said, passed = {}, []
    for line in ran.stdout.splitlines():
        message = json.loads(line)
        if message.get("reason") == "compiler-message" and message["message"]["level"] == "error":
            rendered = message["message"]["rendered"]
            if not rendered.startswith(("error: aborting", "error: could not compile")):
                texts = said.setdefault(message["target"]["name"], [])
                if rendered not in texts:
                    texts.append(rendered)
        elif message.get("reason") == "compiler-artifact" and "bin" in message["target"]["kind"]:
            passed.append(message["target"]["name"])
    if not said:
        sys.exit(ran.stderr)
    for case, texts in said.items():
        (errors / f"{case}.stderr").write_text("\n".join(texts))
    silent = sorted(set(cases) - set(said))
    print(f"{toolchain}: {len(said)} of {len(cases)} cases are refused by `cargo check`")
    if silent:
        print("not refused:", ", ".join(silent))
    lint = ["cargo", "test", "--test", "ui", "texts", "--", "--nocapture"]
    status = subprocess.run(lint, env={**os.environ, "SHAPED_UI_ERRORS": str(errors)}).returncode
    sys.exit(status or bool(silent))


main()
