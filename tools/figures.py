#!/usr/bin/env python3
"""The figures of `src/guide/broadcasting.md`: SVG in the text, so that docs.rs shows them.

Each stands below a line that says what it is of, `<!-- grids [4, 3] + [3] -->` (elements) or `<!-- sizes [4, 32, 14, 14] + [32, 1, 1] -->`
(sizes alone), and is written anew by this. `--check` compares. What is computed here is broadcasting by NumPy's rule; the page's examples say
the same numbers. 340 units are the most that a telephone shows without making them smaller.
"""
import itertools
import re
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "src/guide/broadcasting.md"
LEFT, RIGHT, BOTH, WRONG = "#3b78c2", "#d5862c", "#4b9b55", "#d0433c"
CELL, GAP = 26, 30


def rect(x, y, width, height, colour, solid=True):
    style = f'fill="{colour}" fill-opacity=".28" stroke="{colour}"' if solid else f'fill="none" stroke="{colour}" stroke-dasharray="3 3"'
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" {style}/>'


def text(x, y, what, faint=False, anchor="middle", colour="currentColor"):
    opacity = ' opacity=".55"' if faint else ""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}"{opacity}>{what}</text>'


def svg(width, height, says, parts):
    assert width <= 340, f"{says}: {width} is too wide"
    return (
        f'<svg role="img" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'style="max-width:100%;font:13px sans-serif;display:block;margin:1em 0">'
        # In Markdown a bracket is a link.
        + f'<title>{says}</title>{"".join(parts)}</svg>'.replace("[", "&#91;").replace("]", "&#93;")
    )


def strides(shape, to):
    """Of row-major elements: 0 where an axis is stretched to `to`, or is not there."""
    steps, step = [], 1
    for size in reversed(shape):
        steps.insert(0, 0 if size == 1 else step)
        step *= size
    return [0] * (len(to) - len(shape)) + steps


def broadcast(left, right):
    pairs = list(itertools.zip_longest(reversed(left), reversed(right), fillvalue=1))
    return [b if a == 1 else a for a, b in reversed(pairs)], [a == b or 1 in (a, b) for a, b in reversed(pairs)]


def own(shape, to, index):
    """Is this element in memory, or is it one of those that are read again?"""
    missing = len(to) - len(shape)
    return all(i == 0 for i in index[:missing]) and all(i == 0 or size > 1 for i, size in zip(index[missing:], shape))


def grids(left, right):
    to, fit = broadcast(left, right)
    assert all(fit) and 1 <= len(to) <= 3
    planes, rows, columns = ([1, 1, 1] + to)[-3:]
    a, b = (lambda i: 10 * i), (lambda i: i + 1)
    parts, wide, high = [], columns * CELL, rows * CELL
    for plane in range(planes):
        top = 22 + plane * (high + 12)
        for operand in range(3):
            x0 = operand * (wide + GAP) + 1
            for row, column in itertools.product(range(rows), range(columns)):
                index = [plane, row, column][-len(to) :]
                at = [sum(i * s for i, s in zip(index, strides(shape, to))) for shape in (left, right)]
                shape, colour = [(left, LEFT), (right, RIGHT), (to, BOTH)][operand]
                solid = own(shape, to, index)
                value = [a(at[0]), b(at[1]), a(at[0]) + b(at[1])][operand]
                x, y = x0 + column * CELL, top + row * CELL
                parts.append((not solid, rect(x, y, CELL, CELL, colour, solid) + text(x + CELL / 2, y + 18, value, not solid)))
            if operand < 2:
                parts.append((0, text(x0 + wide + GAP / 2, top + high / 2 + 5, "+="[operand])))
    for operand, shape in enumerate([left, right, to]):
        parts.append((0, text(operand * (wide + GAP) + wide / 2 + 1, 14, f"[{', '.join(map(str, shape))}]")))
    # What is stretched comes first, so that whole borders lie over dashed ones.
    parts.sort(key=lambda p: not p[0])
    says = f"{left} + {right} -> {to}: elements in memory have a whole border, those that are read again a dashed one"
    return svg(3 * wide + 2 * GAP + 2, 22 + planes * (high + 12) - 10, says, [p for _, p in parts])


def sizes(left, right):
    to, fit = broadcast(left, right)
    parts, width, name = [], 62, 66
    for line, (title, shape, colour) in enumerate([("left", left, LEFT), ("right", right, RIGHT), ("result", to, BOTH)]):
        y = 22 + line * 34
        parts.append(text(0, y + 18, title, anchor="start"))
        for axis, size in enumerate([None] * (len(to) - len(shape)) + list(shape)):
            x, wrong = name + axis * width, not fit[axis]
            if line == 2 and wrong:
                parts.append(text(x + 26, y + 18, "✗", colour=WRONG))
                continue
            stretched = size is None or (size == 1 and to[axis] != 1)
            parts.append(rect(x, y, 52, 26, WRONG if wrong else colour, not stretched))
            shown = f"1 → {to[axis]}" if size == 1 and stretched else f"→ {to[axis]}" if size is None else size
            parts.append(text(x + 26, y + 18, shown, stretched))
    parts += [text(name + axis * width + 26, 13, f"axis {axis - len(to)}", True) for axis in range(len(to))]
    clash = "" if all(fit) else ", which do not fit"
    return svg(name + len(to) * width - 8, 122, f"{left} + {right}{clash}: sizes that are stretched have a dashed border", parts)


def figure(match):
    kind, left, right = match[1], *([int(n) for n in re.findall(r"\d+", s)] for s in (match[2], match[3]))
    return f"{match[0].splitlines()[0]}\n{ {'grids': grids, 'sizes': sizes}[kind](left, right)}\n"


def main():
    page = PAGE.read_text()
    new = re.sub(r"<!-- (grids|sizes) (\[[^\]]*\]) \+ (\[[^\]]*\]) -->\n(?:<svg.*</svg>\n)?", figure, page)
    if "--check" in sys.argv:
        sys.exit(f"{PAGE.name} has old figures: run tools/figures.py" if new != page else 0)
    PAGE.write_text(new)
    print(f"{new.count('<svg')} figures")


main()
