#!/usr/bin/env python3
"""The public interface, a line for each item: `docs/interface.txt`. What a commit adds, changes or takes away stands in its diff.

Has rustdoc write the pages of all features, and reads these. `--check` takes the pages as they are (CI has just made them), compares, and prints
the lines that differ. A line that changed or is gone breaks programs: CHANGELOG.md says so, and the next version is a new minor one (before 1.0).

What only the compiler's errors name, the modules `errors` and `labels`, is listed by name: programs do not write it.
"""
import difflib
import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "doc/shaped"
FILE = ROOT / "docs/interface.txt"
BY_NAME = {"errors", "labels"}
KINDS = ["macro", "fn", "constant", "static", "type", "trait", "struct", "enum", "union", "derive", "attr"]
NUMBER = r"(?:[iu](?:8|16|32|64|128|size)|f32|f64|bf16|f16)"
# What the compiler or other crates implement for every type.
FOREIGN = ["synthetic-implementations-list", "blanket-implementations-list"]
# Methods of all operands have to be in this table, which says of a tensor of generic sizes what its bounds are.
TABLE = ROOT / "src/shape/diagnostics/unbounded.rs"
# But for those that a tensor of a known shape may lack, too: the conditions of their families speak of elements, or of ranks.
CONDITIONAL = set("""
    bincount_weighted cholesky chunks_of confusion_matrix cosine_embedding_loss cosine_embedding_loss_each cross cross_entropy_along
    cross_entropy_along_each ctc_loss ctc_loss_each det diagonal_above diagonal_below dropout1d_in_training dropout2d_in_training
    dropout3d_in_training eigh fft heat_map histogram ifft inv irfft lstsq margin_ranking_loss margin_ranking_loss_each max_unpool1d
    max_unpool2d max_unpool3d multilabel_margin_loss multilabel_margin_loss_each nll_loss_along nll_loss_along_each pairwise_distance pinv
    qr rfft searchsorted_rows searchsorted_rows_right slogdet solve svd to_image tril triplet_margin_loss triplet_margin_loss_each triu
""".split())
SECTION = re.compile(r'<section id="[^"]*" class="(impl|method|variant)">(.*?)</section>', re.S)


def plain(text):
    """HTML as one line of code."""
    text = html.unescape(re.sub(r"<[^>]*>", "", text.replace('<div class="where">', " ")))
    return re.sub(r"\( | ?,? (?=\))", lambda m: m[0].strip(" ,"), re.sub(r"\s+", " ", text)).strip(" ,")


def header(section):
    return plain(re.search(r'<h[34] class="code-header">(.*?)</h[34]>', section, re.S)[1])


def implemented(section):
    """A trait and a type, without what it asks for, and numbers as one."""
    return re.sub(rf"(?<!: )\b{NUMBER}(?=$|[,>])", "NUMBER", header(section).split(" where ")[0])


def between(text, start, *ends):
    at = text.find(f'id="{start}"')
    if at < 0:
        return ""
    stops = [i for i in (text.find(f'id="{end}"', at + 1) for end in ends) if i > 0]
    return text[at : min(stops, default=len(text))]


def item(kind, path, page):
    """Its declaration, and a line for each thing that it has."""
    declared = re.search(r'item-decl"><code>(.*?)</code></pre>', page, re.S)[1]
    if kind == "macro":
        # What it takes is in its documentation: its patterns hold arms that only it calls.
        yield f"{kind} {path}!"
        return
    if kind == "constant":
        declared = declared.split(" = ")[0]
    if kind == "trait":
        # Its parts come below; of a trait without any there is `{}` alone.
        declared = re.split(r"\{\s*(?:\n|\})", declared, maxsplit=1)[0]
    yield f"{kind} {path}: {plain(declared)}"
    if kind == "trait":
        for _, section in (m.groups() for m in SECTION.finditer(page) if m[1] == "method"):
            yield f"    {header(section)}"
    elif kind in ("struct", "enum", "union"):
        for what, section in SECTION.findall(between(page, "implementations-list", *FOREIGN, "trait-implementations-list")):
            yield f"    {header(section)}" if what == "impl" else f"        {header(section)}"
        own = between(page, "trait-implementations-list", *FOREIGN)
        yield from sorted({f"    {implemented(section)}" for what, section in SECTION.findall(own) if what == "impl"})


def module(path, folder):
    """Each line of a module and of those in it."""
    listed = (folder / "sidebar-items.js").read_text()
    items = json.loads(re.search(r"=\s*(\{.*\})", listed, re.S)[1])
    again = between((folder / "index.html").read_text(), "reexports", *["modules", "macros", "structs", "enums", "traits", "functions", "types"])
    yield f"mod {path}"
    yield from sorted(f"    {plain(text)}" for text in re.findall(r"<dt[^>]*><code>(.*?)</code>", again, re.S))
    for kind in KINDS:
        for name in items.get(kind, []):
            if path.split("::")[-1] in BY_NAME:
                yield f"{kind} {path}::{name}"
            else:
                yield from item(kind, f"{path}::{name}", (folder / f"{kind}.{name}.html").read_text())
    for name in items.get("mod", []):
        yield from module(f"{path}::{name}", folder / name)


def without_bounds(lines):
    """The methods that the table lacks, and those that it has though no operand has them."""
    methods, family = set(), False
    for line in lines:
        if not line.startswith(" "):
            family = re.match(r"trait shaped::(methods::\w+|Operand): pub trait \w+(<.*?>)?: (Operand|Values|Sealed)\b", line)
        elif family and (method := re.match(r"    fn (\w+)(<.*?>)?\(&?self\b", line)):
            methods.add(method[1])
    table = set(re.findall(r"(\w+)(?:<P>)?\(", TABLE.read_text().split("without_bounds! {")[1]))
    return sorted(methods - CONDITIONAL - table), sorted(table - methods)


def main():
    check = "--check" in sys.argv
    if not check:
        subprocess.run(["cargo", "doc", "--quiet", "--no-deps", "-p", "shaped", "--all-features"], cwd=ROOT, check=True)
    now = list(module("shaped", DOCS))
    if "mod shaped::graph" not in now:
        sys.exit("these pages are not of all features: cargo doc --no-deps -p shaped --all-features")
    if not check:
        FILE.write_text("\n".join(now) + "\n")
    kept = FILE.read_text().splitlines() if FILE.exists() else []
    for line in difflib.unified_diff(kept, now, "docs/interface.txt", "the documentation", n=0, lineterm=""):
        print(line)
    if kept != now:
        sys.exit("docs/interface.txt is not the public interface: run tools/interface.py, and read its diff")
    lacking, unknown = without_bounds(now)
    if lacking or unknown:
        sys.exit(f"{TABLE.name} lacks {lacking}, and no operand has {unknown}")
    print(f"{len(now)} lines of public interface")


main()
