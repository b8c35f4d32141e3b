#!/usr/bin/env python3
"""The index of methods by task: `src/methods.md`, on the page of the module `methods`, and `src/tensor/methods.md`, on `Tensor`'s.

Reads what rustdoc wrote (`cargo doc --no-deps`, then this), so that a method which is documented is in the index, by its own first sentence.
`--check` compares, and fails where they differ, where a family of methods stands under no task, or where PyTorch's or NumPy's word for a method
finds nothing in the documentation's search: that wants `#[doc(alias = "word")]`.
"""
import html
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "doc/shaped"

# A family stands where somebody would look who knows the task and not the word.
TASKS = {
    "Element by element": "Math PairFunctions IntegerFunctions Interpolations Pairings Copies Casts CheckedCasts Duals DualPairs",
    "Activations": "Activations LearnedSlopes Normalizations Dropouts Dropouts1d Dropouts2d Dropouts3d AlphaDropouts",
    "Comparisons, masks and choices": "Comparisons Closeness Selections Masks MaskedFills MaskedReads NonzeroCounts Triangles",
    "Reductions over axes": "Reductions Moments ReductionsAs Quantiles SeveralQuantiles Middles",
    "Reductions over everything": "FullReductions FullMoments FullReductionsAs",
    "Scans": "Scans Differences",
    "Products": "MatrixProducts WrittenProducts DotProducts CrossProducts OuterProducts Projections PlainProjections BilinearMaps PlainBilinearMaps Similarities PairDistances AllDistances Traces",
    "Shapes": "Reshapes IntoShapes AxisMerges AxisSplits Permutations AxisSwaps AxisMoves Squeezes Unsqueezes Stretches Expansions AxisSizes",
    "Parts of a tensor": "AxisPlaces AxisViews DiagonalsAbove DiagonalsBelow Narrows RunTimeNarrows Slices Splits EqualParts Chunking Flips AxisWindows SteppedWindows",
    "Joining and repeating": "Joins Stacks Tiles Interleavings Pads Rolls Rearrange Likes",
    "Reading and writing by index": "Indexing Gathers IndexSelections TakesAlong Embeddings IndexAssigns IndexFills Puts Scatters ScatterReductions",
    "Order, searching and counting": "Sorting Tops Searches RowSearches Sets DistinctPlaces Counting WeightedCounts ConfusionMatrices",
    "Networks: convolutions": "Convolutions1d BiasedConvolutions1d Convolutions2d BiasedConvolutions2d TransposedConvolutions2d "
    "BiasedTransposedConvolutions2d WindowColumns ColumnPictures Convolutions3d BiasedConvolutions3d TransposedConvolutions1d BiasedTransposedConvolutions1d "
    "TransposedConvolutions3d BiasedTransposedConvolutions3d",
    "Networks: pools": "MaxUnpooling2d MaxUnpooling1d MaxUnpooling3d Pooling1d Pooling2d Pooling3d NormPooling1d NormPooling2d NormPooling3d AdaptivePooling1d AdaptivePooling2d AdaptivePooling3d",
    "Networks: pictures, sounds and volumes": "Resizing2d Resizing1d Resizing3d Upsampling2d GridSamples GridSamples3d AffineGrids AffineGrids3d ReflectedPads ReplicatedPads CircularPads "
    "PixelShuffles PixelUnshuffles ChannelShuffles",
    "Networks: normalization and attention": "LayerNormalizations PlainNormalizations RmsNormalizations LocalResponses BatchNormalizations "
    "TrainingBatchNormalizations GroupNormalizations InstanceNormalizations Attentions MaskedAttentions AttentionWeights Rotations",
    "Networks: losses": "Losses WeightedLosses ClassLosses ClassLossesAlong WeightedClassLosses SoftLosses PairLosses AngleLosses TripletLosses GaussianLosses MarginLosses WeightedMarginLosses MultilabelLosses CtcLosses",
    "Axes known when the program runs": "Fixes Frees Renames",
    "Parameters of models": "ParameterTensors",
    "Lazy expressions": "LazyExpressions",
    "Pictures and text": "Pictures",
}
# How arguments are written, where the table's names do not say it.
WRITTEN = {
    "Element by element": "Axes are written `Axis::<1>`, the last one `Axis::<-1>`, and several `(Axis::<0>, Axis::<2>)`, in all tables below; sizes `Dim::<8>`, and 1 `One`.",
    "Networks: convolutions": "Options are `Conv::new()`, `Conv::same()`, `Conv::new().stride(Dim::<2>).padding(One)`; those of a transposed one `TransposedConv::new()`. "
    "Weights and biases are tensors, `&w`.",
    "Networks: pools": "Options are `Pool::new(Dim::<2>)`, `Pool::new(Dim::<3>).stride(Dim::<2>).padding(One)`, and of two sizes `Pool::new((Dim::<3>, Dim::<2>))`.",
    "Networks: pictures, sounds and volumes": "Options of a new size are `Resize::to((Dim::<16>, Dim::<16>))`, `Resize::by(Dim::<2>)`, `Resize::by(Dim::<2>).linear()`.",
}
# Families that are there with a feature only: what links to them is not the page of a library without it.
OPTIONAL = set("LeastSquares LinearSystems MatrixAlgebra RealTransforms SquareAlgebra Transforms".split())
# Words that say too little by themselves: `np.add.at`, `np.maximum.accumulate`, `x.to(dtype)`.
VAGUE = {"accumulate", "at", "to"}
OTHER = [("Operand", "trait.Operand.html"), ("Tensor", "struct.Tensor.html")]


def markdown(text):
    """A paragraph of HTML: code in backticks, all else without its marks."""
    parts = re.split(r"<code>(.*?)</code>", text, flags=re.S)
    plain = [html.unescape(re.sub(r"<[^>]*>", "", part)) for part in parts]
    return re.sub(r"\s+", " ", "".join(f"`{part}`" if i % 2 else part for i, part in enumerate(plain))).strip()


def methods(page):
    """Each method of a page: its name, whether it takes `self`, its arguments' names, and its paragraphs in front of the first example."""
    text = (DOCS / page).read_text()
    start = text.find('id="implementations-list"')
    if start >= 0:
        text = text[start : text.find('id="trait-implementations-list"')]
    for name, head, body in re.findall(r'<section id="(?:ty)?method\.([a-z_0-9]+)(?:-\d+)?" class="method">(.*?)</section>(.*?)(?=<section id=|$)', text, re.S):
        signature = markdown(head.split('<h4 class="code-header">')[1])
        inner = re.search(r"\bfn [a-z_0-9]+(?:<.*?>)?\((.*?)\)(?: ->|where|$)", signature)
        arguments = [a.split(":")[0].replace("mut ", "").strip() for a in split(inner[1])] if inner else []
        block = re.match(r'</summary><div class="docblock">(.*)', body, re.S)
        paragraphs = re.findall(r"<p>(.*?)</p>", block[1].split('<div class="example-wrap')[0], re.S) if block else []
        own = bool(arguments) and "self" in arguments[0]
        yield name, own, arguments[own:], " ".join(markdown(p) for p in paragraphs)


def split(arguments):
    """At the commas that stand in no brackets."""
    parts, depth = [""], 0
    for c in arguments:
        depth += (c in "<([") - (c in ">)]")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [p for p in parts if p.strip()]


def sentence(text):
    found = re.match(r"(.*?)(?:[.:;](?= |$))", re.sub(r" \([^()]*\)(?=[.:;,])", "", text))
    return (found[1] if found else text).rstrip(".:;")


def word(text, whose):
    """What PyTorch or NumPy calls it, as it is written in the sentence."""
    found = re.search(rf"PyTorch’s and NumPy’s `([^`]*)`", text) or re.search(rf"{whose}’s `([^`]*)`", text)
    return found[1] if found else ""


def words(text):
    """What stands behind the last stop."""
    return re.split(r"[.;:(]", text)[-1]


def arrow(text):
    """The first shapes of the text that lead to another: in one piece of code, or in several with words between them."""
    parts = text.split("`")
    for i, part in enumerate(parts):
        if "->" not in part:
            continue
        if i % 2:
            return part.strip()
        left, right = part.split("->", 1)
        pieces, at = [words(left)], i
        while at > 0 and pieces[0] == parts[at].split("->")[0]:
            pieces[:0] = [words(parts[at - 2]), parts[at - 1]]
            at -= 2
        to = re.split(r"[.;:,(]", right)[0]
        to += parts[i + 1] if to == right else ""
        return f"{''.join(pieces).strip()} -> {to.strip()}"
    return ""


def cell(text):
    return text.replace("|", "\\|")


def code(text):
    return f"`{cell(text)}`" if text else ""


def index():
    families = {p.name[6:-5] for p in (DOCS / "methods").glob("trait.*.html")} - OPTIONAL
    named = {f for task in TASKS.values() for f in task.split()}
    if families != named:
        sys.exit(f"without a task in {Path(__file__).name}: {sorted(families - named)}; no family any more: {sorted(named - families)}")
    long, short, words, shapes = [], [], {}, {}
    for task, of in TASKS.items():
        long += [f"\n# {task}\n"] + ([WRITTEN[task] + "\n"] if task in WRITTEN else []) + ["| method | | shapes | PyTorch | NumPy |", "|---|---|---|---|---|"]
        links = []
        for family in of.split():
            for name, own, arguments, text in methods(f"methods/trait.{family}.html"):
                call = f"{'x.' if own else ''}{name}({', '.join(arguments)})"
                torch, numpy = word(text, "PyTorch"), word(text, "NumPy")
                words.setdefault(name, [family, []])[1].extend([torch, numpy])
                like = re.match(r"As `(\w+)`", text)
                shapes[name] = arrow(text) or (shapes.get(like[1], "") if like else "")
                long.append(f"| [`{call}`]({family}::{name}) | {cell(sentence(text))} | {code(shapes[name])} | {code(torch)} | {code(numpy)} |")
                links.append(f"[`{name}`](crate::methods::{family}::{name})")
        short.append(f"- {task}: {', '.join(links)}")
    return "\n".join(long).lstrip() + "\n", "\n".join(short) + "\n", words


def unfound(words):
    """PyTorch's and NumPy's words that are no method's name and no alias."""
    sources = "\n".join(p.read_text() for p in (ROOT / "src").rglob("*.rs"))
    aliases = set(re.findall(r'doc\(alias = "([^"]*)"\)', sources))
    everywhere = {n for n, _ in words.items()} | aliases | {m[0] for _, page in OTHER for m in methods(page)}
    for name, (family, theirs) in words.items():
        for text in theirs:
            call = re.search(r"^(?:x\.|torch\.|np\.|F\.|nn\.|functional\.|linalg\.|special\.)*([A-Za-z_][A-Za-z_0-9.]*?)_?(?:\(|$)", text)
            last = call and call[1].split(".")[-1]
            if last and len(last) > 1 and last not in everywhere | VAGUE:
                yield name, family, last


def main():
    long, short, words = index()
    missing = sorted(set(unfound(words)))
    wrong = [f"{family}::{name}: nothing is found by `{theirs}`, add #[doc(alias = \"{theirs}\")]" for name, family, theirs in missing]
    for path, text in [("src/methods.md", long), ("src/tensor/methods.md", short)]:
        file = ROOT / path
        if "--check" not in sys.argv:
            file.write_text(text)
        elif not file.exists() or file.read_text() != text:
            wrong.append(f"{path} is not what the documentation says: run tools/index.py after cargo doc")
    print("\n".join(wrong) or f"{sum(l.startswith('| [') for l in long.splitlines())} methods in the index")
    sys.exit(bool(wrong))


main()
