"""Checks that the floors of `src` only look down, as the table under "Where things are" in CONTRIBUTING.md says.

- A folder imports from exactly the folders that its row names, all of which stand below it in the table; never by way of `lib.rs`
  (`crate::Tensor`), which imports from everywhere.
- Files of one folder import each other in a circle only where one of them says why: `// Circle with a.rs, b.rs: …`. What a
  `mod.rs` passes on by `pub use` counts as an import of the file that defines it.

What macros write into a program, `$crate::Tensor`, is no import; `$crate::kernels::…`, which only our own code can name, is.
"""
import collections
import pathlib
import re

ROOT = pathlib.Path(__file__).parent.parent
SRC = ROOT / "src"
ROW = re.compile(r"^\| `src/(\w+)` \|.*\|([^|]*)\|$", re.M)


def leaves(tree):
    """`a::{b, c::{self, d}}` as `a::b`, `a::c`, `a::c::d`, each in parts."""
    tree = re.sub(r"\s+as \w+", "", tree.strip())
    if "{" not in tree:
        return [tree.removesuffix("::self").split("::")]
    head, body = tree[: tree.index("{")], tree[tree.index("{") + 1 : tree.rindex("}")]
    parts, depth, start = [], 0, 0
    for i, c in enumerate(body + ","):
        depth += (c == "{") - (c == "}")
        if c == "," and depth == 0:
            parts, start = [*parts, body[start:i]], i + 1
    return [leaf for part in parts if part.strip() for leaf in leaves(head + part.strip())]


def module(path):
    parts = path.relative_to(SRC).with_suffix("").parts
    return parts[:-1] if parts[-1] in ("mod", "lib") else parts


FILES = {module(path): path for path in sorted(SRC.rglob("*.rs"))}
CODE = {here: re.sub(r'"(?:\\.|[^"\\])*"|//.*', "", path.read_text()) for here, path in FILES.items()}


def absolute(here, names):
    """A path from the crate's root; none for another crate's."""
    if names[0] in ("crate", "$crate"):
        return tuple(names[1:])
    if names[0] in ("super", "self"):
        here = here[:-1] if names[0] == "super" else here
        return absolute(here, names[1:]) if names[1:2] == ["super"] else (*here, *names[1:])
    return (*here, *names) if (*here, names[0]) in FILES else ()


PASSED_ON = {}
for here, code in CODE.items():
    for tree in re.findall(r"\bpub(?:\([^)]*\))? use ([^;]+);", code):
        PASSED_ON.update({(*here, names[-1]): absolute(here, names) for names in leaves(tree)} if here else {})


def defining(path):
    """The file that a path leads to."""
    for end in range(len(path), 0, -1):
        # A file before what is passed on: a function may be named as the file that it is from.
        if path[:end] in FILES:
            return path[:end]
        to = PASSED_ON.get(path[:end])
        if to and to != path[:end]:
            return defining(to + path[end:])
    return ()


def imports(here):
    """All paths of our own that a file names."""
    uses = re.findall(r"(?<!pub )(?<!\) )\buse ([^;]+);", CODE[here])
    rest = re.findall(r"(?<![\w:$])((?:\$crate::\w+|crate|super|self)(?:::\w+)+)", re.sub(r"\buse [^;]+;", "", CODE[here]))
    paths = [names for tree in uses for names in leaves(tree)] + [path.split("::") for path in rest]
    found = {(names[0], path) for names in paths if (path := absolute(here, names)) and names[0] != "self"}
    return {path for first, path in found if first != "$crate" or (path[:1] in FILES and path[1:])}


def circles(graph):
    """The sets of files that reach each other."""
    reached = {}
    for start in graph:
        seen, todo = set(), [start]
        while todo:
            todo += (new := graph.get(todo.pop(), set()) - seen)
            seen |= new
        reached[start] = seen
    return {frozenset(b for b in reached[a] if a in reached.get(b, ())) for a in graph if a in reached[a]}


def main():
    table = {name: set(re.findall(r"`(\w+)`", cell)) for name, cell in ROW.findall((ROOT / "CONTRIBUTING.md").read_text())}
    order, wrong = list(table), []
    down, within = collections.defaultdict(set), collections.defaultdict(set)
    for here, path in FILES.items():
        for to in imports(here) if here else ():
            if (to[0],) not in FILES:
                wrong.append(f"{path.relative_to(ROOT)}: `crate::{to[0]}` is not where it is defined")
            elif to[0] != here[0]:
                down[here[0]].add(to[0])
            elif (file := defining(to)) != here:
                within[here].add(file)
    for folder in sorted({here[0] for here in FILES if here and FILES[here].name == "mod.rs"}):
        if folder not in table:
            wrong.append(f"src/{folder}: no row of its own in CONTRIBUTING.md")
        elif down[folder] != table[folder]:
            wrong.append(f"src/{folder}: imports from {sorted(down[folder])}, but CONTRIBUTING.md says {sorted(table[folder])}")
        wrong += [f"src/{folder}: imports from `{to}`, which is above" for to in down[folder] if folder in table and order.index(to) < order.index(folder)]
    found = {frozenset(FILES[file] for file in circle) for circle in circles(within)}
    said = set()
    for path in FILES.values():
        for names in re.findall(r"^// Circle with ([^:]*):", path.read_text(), re.M):
            said.add(frozenset([path, *(SRC / path.relative_to(SRC).parts[0] / name for name in names.split(", "))]))
    for circle, what in [(c, "that no comment explains") for c in found - said] + [(c, "that there is not") for c in said - found]:
        wrong.append(f"a circle {what}: {', '.join(sorted(str(path.relative_to(ROOT)) for path in circle))}")
    print("\n".join(wrong) or f"{len(table)} floors, no arrow up")
    return bool(wrong)


raise SystemExit(main())
