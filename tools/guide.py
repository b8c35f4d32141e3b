"""Writes src/guide/errors.md: mistakes, what the compiler says of them, how each is mended, and what PyTorch says.

Run from the root of the repository: `python3 tools/guide.py`. The compiler's part is copied from `ui-tests`, where it is tested (and
tests/guide_errors.rs compares the two). PyTorch's is in `tools/guide_pytorch.json`: with `--ask-pytorch`, and a Python that has torch, it is
asked anew, which is needed only where a program of the list below changes.
"""

import json
import pathlib
import sys
import textwrap
import warnings

UI = pathlib.Path("ui-tests")
ANSWERS = pathlib.Path("tools/guide_pytorch.json")

HEAD = """\
Reading shape errors.

Every shape error is one of the compiler's, on the line of the mistake, and `cargo check` shows it. Read it from the top:

1. **The headline** is the operation and both shapes, in the order of your line. `(DIM<4>, DIM<32>)` is the shape `[4, 32]`; `ONE` is a
   size of 1, the only one that stretches; sizes from 1024 on are written digit by digit, `Digits4<4, 0, 9, 6>` for 4096.
2. **The label**, next to `^^^`, is what clashes. `AXIS<-1>` is the last axis, `AXIS<-2>` the last but one, as in an index from the end.
   Where several axes clash they are all there: `(AXIS<-3>, AXIS<-1>): (DIM<4>, DIM<8>) against (DIM<2>, DIM<7>)`.
3. **The notes** are the rule and the usual way out.
4. The rest is the compiler's own: `help: the trait ... is not implemented` repeats the headline in the types' words, and
   `required by a bound` shows where the operation asks. Only of a model of your own there is more: `help: the trait … is implemented for` is the shape
   that its `impl Module` takes. A `help:` that offers to import or to
   write `shaped::errors::…` or `shaped::nn::words::…` is not to be followed: these are names of texts, and the next error would be about them.

A size prints as `DIM<8>` and an axis as `AXIS<-1>` in every program, whatever it imports: these are other names of [`Dim`](crate::Dim) and
[`Axis`](crate::Axis), and what is copied from an error, a bound say, compiles where the prelude is in scope. (A program that writes `DIM<8>` or `AXIS<-1>`
itself sees both with a path, `shaped::DIM<8>`, or by their first names, `Dim<8>`.)

In an editor, rust-analyzer shows types beside each `let`, but cut short, `Tensor<f32, (((((), Dim<4>), …), …), …)>`. With
`"rust-analyzer.inlayHints.maxLength": 60` in the editor's settings (25 is what it does by itself) all sizes are there, the last axis last:
`Tensor<f32, (((((), Dim<4>), Dim<32>), Dim<14>), Dim<8>)>`. What it shows when the pointer rests on a name is always whole.

Two more things help when the shapes are not what you thought:
[`shaped::debug_shape!(x)`](crate::debug_shape) makes the compiler print the shape of any expression, and an annotation,
`let y: Tensor<f32, shape![8, 10]> = …`, moves the error to the first line that is not as you say.

The errors below are printed as Rust {rust} prints them, and each is followed by the same mistake in PyTorch.
"""

COMPILERS_HEAD = """\
# What the compiler says in its own words

Of some mistakes Rust speaks before it comes to shapes, and no text of this library is shown. What it says, and what is meant:

| the compiler says | what is meant |
|---|---|
| E0435, attempt to use a non-constant value in a constant | a variable in a range of `part!`, or in `dim!({ n })`: sizes are known to the compiler, and what the program counts has a name, `axis!(Seq)`: `x.narrow_with(Axis::<0>, 0, Seq(n))` |
| E0067 or E0070, invalid left-hand side of an assignment | `part!(mut y; 2) += …` is `let mut row = part!(mut y; 2);` and `row += &change;`, and `part!(mut y; 2) = …` is `part!(mut y; 2).copy_from(&row)` |
| E0599, no `copy_from` for `View<…>` | a part that is written is `part!(mut y; 2)` |
| E0747, constant provided when a type was expected | a size is a type: `dim!(784)`, `shape![3, 4]`, of a constant `dim!({ H })` |
| E0573, expected type, found local variable; `N` is "not a type" | a size of run time has a name, `axis!(Batch)`; a generic one is `N: Size` |
| E0308, expected `AXIS<_>`, found integer | an axis is a type: `Axis::<1>`, from the end `Axis::<-1>`. A variable cannot be one |
| E0308, expected `DIM<_>`, found integer | a size, or a number of parts, is a type: `x.chunks(Axis::<1>, Dim::<3>)`, `x.narrow(Axis::<0>, 2, Dim::<3>)` |
| E0308, expected `&Tensor<…>`, found `&View<…>` | `x.to_tensor()` |
| E0308, `Eager` against `Traced<'_>` or `<X as Operand>::Kind` | the function that is called says `K: Kind`, and `Tensor<f32, S, K>` |
| E0308, expected `20`, found `10` | one size differs, as in 10; count it in the notes' shapes, the last axis last |
| E0308, `DIM<_>` and parentheses | the numbers of axes differ |
| E0308, expected a tensor, found `(_, _)`, of `let (values, places) = x.max(axis)` | `max` gives the values alone, `argmax` the places |
| E0369, cannot add `Tensor<…>` to `&X` | in a model, arithmetic begins with `x.view()` |
| E0600, cannot apply unary operator `-` to a mask, `!` to floats | the opposite of a mask is `!&mask`, and a mask of numbers `x.less(0.5)` |
| E0369, binary operation `>` cannot be applied to `&Tensor<…>` | a mask is `x.greater(0.5)`, of two tensors `x.greater(&y)`; so are `less`, `equal` and the like |
| E0614, type `{integer}` cannot be dereferenced, of `x ** 2` | `x.powi(2)`, `x.square()`, of any number `x.powf(0.5)` |
| E0593, closure is expected to take 1 argument | an index is an array: `Tensor::from_fn(|[i, j]| …)` |
| E0308, expected `&Tensor<…>`, found `Param<…>` | a parameter's tensor is `layer.weight.value()` |
| E0053, method `forward` has an incompatible type, expected `3`, found `2` | `type Output` and the result that is written behind `->` are of two shapes |
| E0049, method `forward` has 0 type parameters | it takes every operand: `fn forward<X: Operand<Elem = f32, Shape = shape![B, 4]>>(&self, x: &X)` |
| E0277, cannot subtract `&Tensor<f32, …>` from `{integer}` | `1.0 - &x`: numbers do not change their type |
| E0618, expected function, found `Linear<…>` | a layer is called by `layer.forward(&x)` |
| E0061, with `help: remove the extra argument` | the library's line that is shown says what is written: `x.view(2, 12)` is `x.reshape::<shape![2, 12]>()`, and `x.view()` another thing |
| E0599, with `help: perhaps you want to import it` of `shaped::nn::words` | the comment beside the method is the answer: `model.train()` is `tape.train(seed)` |
| E0119, conflicting implementations of `Debug` or `Clone` | `model!` implements them: leave the derive out |
"""

# name of the case, title, what the error says, how it is mended, the mistake in PyTorch
MISTAKES = [
    ("bias_on_the_wrong_axis", "A bias on the wrong axis",
     "Shapes align at their last axis, so the 3 of the bias meets the 32 of the width, not the 3 of the channels.",
     "Give the bias axes of size 1 for height and width, or declare it as `[3, 1, 1]`.",
     "images, bias = torch.zeros(8, 3, 32, 32), torch.ones(3)\nimages + bias"),
    ("subtracts_a_mean_that_has_lost_its_axis", "A reduction that has lost its axis",
     "The mean of `[32, 768]` along its last axis has shape `[32]`, and its 32 meets the 768.",
     "The `_keepdim` form of a reduction keeps the axis with size 1, so that the result broadcasts with the operand.",
     "tokens = torch.ones(32, 768)\ntokens - tokens.mean(-1)"),
    ("adds_four_rows_to_one_in_place", "An assignment that would have to stretch its left side",
     "The two shapes broadcast, to the shape in the label; but the left side is memory for one row, and stays so.",
     "Assign to the larger side, or write `let c = &a + &b`.",
     "row, rows = torch.zeros(1, 3), torch.ones(4, 3)\nrow += rows"),
    ("multiplies_by_pytorch_weights_not_transposed", "Weights the wrong way round",
     "`[64, 784] x [10, 784]`: the last axis of the left side, 784, would have to be the last but one of the right, 10.",
     "PyTorch's layers hold their weights as `[out, in]`. Transpose them (O(1), no copy), keep them as `[in, out]`, or use "
     "`x.linear(&weight, &bias)`, which takes them as PyTorch does.",
     "x, weight = torch.ones(64, 784), torch.ones(10, 784)\nx.matmul(weight)"),
    ("reshapes_to_another_number_of_elements", "A flatten of the wrong size",
     "The label has both numbers of elements: 32768 against 8192.",
     "Correct the size, or let the compiler multiply: `x.flatten()`, `x.flatten_axes(Axis::<1>, Axis::<-1>)`.",
     "features = torch.zeros(64, 32, 4, 4)\nfeatures.reshape(64, 128)"),
    ("reduces_an_axis_out_of_range", "An axis that is not there",
     "A shape of three axes has `AXIS<0>` to `AXIS<2>`, or `AXIS<-3>` to `AXIS<-1>` from the end.",
     "Count from 0, or from the end.",
     "scores = torch.zeros(4, 32, 8)\nscores.mean(3)"),
    ("concatenates_tables_of_two_widths", "Tables that do not fit next to each other",
     "Along axis 1 the tables stand side by side, so they need as many rows; the label has the shape that the right one would need.",
     "Here the rows follow one another: that is axis 0.",
     "left, right = torch.zeros(32, 10), torch.zeros(31, 10)\ntorch.cat([left, right], 1)"),
    ("convolves_images_with_the_channels_last", "Channels last",
     "`AXIS<-3>`, where a convolution looks for channels, is 32, and the weights take 3.",
     "Permute the axes, O(1) and without a copy.",
     "images, weights = torch.zeros(8, 32, 32, 3), torch.zeros(16, 3, 3, 3)\ntorch.nn.functional.conv2d(images, weights, padding=1)"),
    ("compares_predictions_with_a_column_of_targets", "A column of targets",
     "`[64]` and `[64, 1]` would broadcast to `[64, 64]`, each prediction against each target; so losses never stretch.",
     "Squeeze the axis of size 1 out, or keep it on both sides.",
     "predicted, target = torch.ones(64), torch.zeros(64, 1)\ntorch.nn.functional.mse_loss(predicted, target)"),
    ("annotates_a_sum_with_the_wrong_size", "A result of another shape than announced",
     "This is the compiler's `mismatched types`: both shapes are right in themselves, and differ in one size, \"expected `5`, found `3`\". "
     "The notes show the shapes as types, nested: read the sizes from left to right.",
     "Correct the annotation, or what it speaks of.",
     "column, row = torch.ones(4, 1), torch.ones(3)\ntotal = column + row  # said to be [4, 5]"),
]

# What the compiler says of code that no text of this library can reach. Name of the case, title, what is meant, how it is mended.
COMPILERS = [
    ("writes_the_sizes_of_a_layer_as_numbers", "A number where a type is asked for",
     "E0747, \"constant provided when a type was expected\": the sizes of a layer and the shape of a tensor are types. The same is said of "
     "`Tensor::<f32, 3, 4>`, and of `dim!(H)` and `shape![H]` where `H` is a constant; of `Tensor<f32, (3, 4)>` it is \"expected type, found `3`\".",
     "A number becomes a type by `dim!(784)` or `shape![3, 4]`, a constant in braces, `dim!({ 4 * H })`."),
    ("declares_a_size_by_a_variable", "A variable where a type is asked for",
     "E0573, \"expected type, found local variable\": a shape is known when the program is compiled, and the variable is not. A parameter "
     "`const N: usize` of a function is \"not a type\", too: code that is generic over a size says `fn f<N: Size>`.",
     "A size that is known when the program runs has a name, and the number is given where the tensor is made."),
    ("calls_a_function_of_a_picture_with_a_batch", "Another rank than a function takes",
     "E0308 shows a shape as pairs, outermost axis first, each with the axes before it on its left: `(((), DIM<3>), DIM<4>)` is `[3, 4]`, and there are as "
     "many axes as parentheses that open, less one: count these where the sizes that differ are left out, `...` or `DIM<_>`. "
     "`shaped::debug_shape!(batch)` prints a shape whole.",
     "Here the function takes one picture, so it is called for each. A parameter `&impl Operand<…>` takes views and tensors of that shape."),
    ("hands_a_view_to_a_function_of_tensors", "A view where a tensor is asked for",
     "`expected &Tensor<…>, found &View<…>`, of one shape: `index_axis`, `narrow`, `transpose` and the like give views, which copy nothing.",
     "`to_tensor()` copies a view into a tensor; or the function takes any operand, `&impl Operand<Elem = f32, Shape = shape![3, 224, 224]>`."),
    ("hands_a_recorded_tensor_to_a_function_of_eager_ones", "`Eager` against `Traced<'_>`, or against `X::Kind`",
     "What a tape records is of another kind than what is computed at once, and `Tensor<f32, S>` is `Tensor<f32, S, Eager>`. The compiler names the call; "
     "what is to be changed is the function's signature, and never `Kind = Eager` in a `forward`, which then takes no tape. The other way round, `expected "
     "Tensor<f32, _, Traced<'_>>, found f32` at a loss says that nothing of it was recorded: an input of the model came without `tape.input(&x)`.",
     "A function that is called on a tape, too, is generic over the kind. What is no tensor of the model goes beside it by `tape.input(&x)`."),
]


def lines(path, start):
    """The lines of a program's body, from the one that starts it to the last brace."""
    text = path.read_text().splitlines()
    begin = next(i for i, line in enumerate(text) if line == start)
    return textwrap.dedent("\n".join(text[begin + 1:-1]))


def ask_pytorch():
    """Writes down what PyTorch says of each program."""
    import torch

    answers = {case: {"program": program, "answer": said(program, torch)} for case, *_, program in MISTAKES}
    version = ".".join(torch.__version__.split(".")[:2])
    ANSWERS.write_text(json.dumps({"torch": version, "mistakes": answers}, indent=1) + "\n")


def said(program, torch):
    """What PyTorch says of a program: its error, its warning, or nothing."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            exec(program, {"torch": torch})
        except (RuntimeError, IndexError, ValueError) as error:
            return f"{type(error).__name__}: {error}"
    if caught:
        return f"{caught[0].category.__name__}: {str(caught[0].message).strip()}"
    return None


def main():
    if "--ask-pytorch" in sys.argv[1:]:
        ask_pytorch()
    answers = json.loads(ANSWERS.read_text())["mistakes"]
    toolchain = pathlib.Path("rust-toolchain.toml").read_text().split('"')[1]
    out = [HEAD.replace("{rust}", toolchain)]
    for number, (case, title, says, mend, torchs) in enumerate(MISTAKES, 1):
        error = (UI / f"{case}.stderr").read_text().strip()
        code = "E0308" if error.startswith("error[E0308]") else "E0277"
        wrong = "\n".join(line for line in (UI / f"{case}.rs").read_text().strip().splitlines())
        right = lines(UI / "right" / f"{case}.rs", "fn compiles_and_runs() {")
        if answers.get(case, {}).get("program") != torchs:
            sys.exit(f"{case}: PyTorch has not been asked about this program: python tools/guide.py --ask-pytorch")
        answer = answers[case]["answer"]
        out += [f"# {number}. {title}\n", f"```rust,compile_fail,{code}\n{wrong}\n```\n", f"```text\n{error}\n```\n", says + "\n",
                mend + "\n", f"```rust\nuse shaped::prelude::*;\n{right}\n```\n"]
        if answer is None:
            out += [f"In PyTorch nothing is said, then or later, unless another line happens to clash:\n\n```text\n{torchs}\n```\n"]
        else:
            when = "a warning while it runs, and a number" if "Warning" in answer else "an error when the line is reached"
            out += [f"In PyTorch, {when}:\n\n```text\n{torchs}\n\n{textwrap.fill(answer, 120)}\n```\n"]
    out += [COMPILERS_HEAD]
    for case, title, says, mend in COMPILERS:
        error = (UI / f"{case}.stderr").read_text().strip()
        wrong, right = (UI / f"{case}.rs").read_text().strip(), (UI / "right" / f"{case}.rs").read_text()
        items = right.split("#[test]")[0].strip()
        out += [f"## {title}\n", f"```rust,compile_fail,{error[6:11]}\n{wrong}\n```\n", f"```text\n{error}\n```\n", says + "\n", mend + "\n",
                f"```rust\n{items}\n\n{lines(UI / 'right' / f'{case}.rs', 'fn compiles_and_runs() {')}\n```\n"]
    pathlib.Path("src/guide/errors.md").write_text("\n".join(out).rstrip() + "\n")


main()
