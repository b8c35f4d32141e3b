"""Checks that mistakes in programs that are traced read as those in eager ones.

Takes the mistakes of `ui-tests` whose tensors are declared as `let x: Tensor<f32, shape![2, 3]> = Tensor::zeros();`, makes them inputs of a trace, and
compares what the compiler says of either: the headline and the label are to be the same words, and the error at most three lines longer.

    python3 tools/traced_mistakes.py            prints what differs, and fails if no reason for it is known
    python3 tools/traced_mistakes.py --show X   prints what the compiler says of the traced program X
"""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DECLARED = re.compile(r"let (mut )?(\w+): Tensor<f32, (shape!\[[^\]]*\])> = Tensor::(?:zeros|ones)\(\);")
# What is of eager tensors alone says so; and what is not said of the same thing.
EAGER_ONLY = re.compile(
    r"of eager tensors only|elements of a tensor of kind|cannot be changed in place|is not satisfied|binary assignment|cannot index into|`view_mut`|`==`"
    r"|kind `(Eager|Graph<'_>)`"
)
# What reads otherwise, and why that stays so.
OTHERWISE = {
    "annotates_a_sum_with_too_few_axes": "rustc leaves the kind out of the longer type",
    "asks_a_tensor_whether_it_requires_a_gradient": "rustc shows no text of ours for a method of a type with a lifetime that is inferred",
    "gives_a_recurrent_cell_a_state_of_the_inputs_width": "the state is traced, and the input, which the mistake makes in the call, is not",
    "makes_a_named_axis_without_its_size": "an input asks for the sizes in another text",
    "moves_a_tensor_to_a_device": "as `requires_grad`",
    "reshapes_to_a_shape_that_is_open": "rustc names what it infers",
    "takes_the_item_of_a_tensor": "as `requires_grad`",
}


def traced(text):
    """The program with inputs of a trace in place of tensors of zeros."""
    if "fn main() {" not in text or not DECLARED.search(text) or re.search(r"Tensor<(?!f32)|tensor!|View<|grad::|-> ", text):
        return None
    body = DECLARED.sub(lambda m: f"let {m[2]}: Tensor<f32, {m[3]}, shaped::Graph<'_>> = trace.input(());", text)
    start = "fn main() {\n    let trace = shaped::graph::Trace::new(&shaped::nn::Relu);"
    return body.replace("fn main() {", start, 1)


def said(folder):
    """What the compiler says of each program: of its first error the headline, the labels, and how many lines it has."""
    command = ["cargo", "check", "--keep-going", "--examples", "--message-format=json", "--quiet"]
    lines = subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout.splitlines()
    found = {}
    for line in lines:
        message = json.loads(line)
        if message.get("reason") != "compiler-message" or message["message"]["level"] != "error":
            continue
        error, name = message["message"], message["target"]["name"]
        if error["spans"] and name not in found:
            # The sides of a label that say where a bound is are no words of ours.
            labels = [span["label"] for span in error["spans"] if span["is_primary"]]
            found[name] = (error["message"], labels, error["rendered"].rstrip().count("\n") + 1, error["rendered"])
    return found


def main():
    folder = ROOT / "target/traced"
    for kind in ("eager", "graph"):
        examples = folder / kind / "examples"
        subprocess.run(["rm", "-rf", examples], check=True)
        examples.mkdir(parents=True)
        (folder / kind / "src").mkdir(exist_ok=True)
        (folder / kind / "src/lib.rs").write_text("")
        manifest = f'[package]\nname = "{kind}"\nversion = "0.0.0"\nedition = "2024"\n[workspace]\n[dependencies]\nshaped = {{ path = "{ROOT}", features = ["graph"] }}\n'
        (folder / kind / "Cargo.toml").write_text(manifest)
    os.environ.setdefault("CARGO_TARGET_DIR", str(folder / "target"))
    for path in sorted((ROOT / "ui-tests").glob("*.rs")):
        text = path.read_text()
        other = traced(text)
        if other:
            (folder / "eager/examples" / path.name).write_text(text)
            (folder / "graph/examples" / path.name).write_text(other)
    eager, graph = said(folder / "eager"), said(folder / "graph")
    if sys.argv[1:2] == ["--show"]:
        print(graph[sys.argv[2]][3])
        return
    # The kind of a tensor is part of its type, where a text shows that.
    plain = lambda text: re.sub(r", (shaped::)?Graph<'_>", "", text)
    same, longer, other, passed = 0, [], [], 0
    for name, (headline, labels, lines, _) in eager.items():
        theirs = graph.get(name)
        if theirs and EAGER_ONLY.search(theirs[0]) and theirs[0] != headline:
            passed += 1
        elif not theirs or (plain(theirs[0]), [plain(label or "") for label in theirs[1]]) != (headline, [label or "" for label in labels]):
            other.append((name, headline, labels, theirs and theirs[:2]))
        else:
            same += 1
            if theirs[2] > lines + 3:
                longer.append((name, lines, theirs[2]))
    unknown = {name for name, *_ in other} - OTHERWISE.keys()
    for name, headline, labels, theirs in other:
        if name not in unknown:
            print(f"{name}: {OTHERWISE[name]}")
            continue
        print(f"{name}: {headline} {labels}\n    {theirs or 'compiles'}")
    for name, ours, theirs in longer:
        print(f"{name}: {ours} lines, and {theirs} where it is traced")
    print(f"{same} mistakes read the same where they are traced; {len(longer)} are longer, {len(other)} read otherwise, {passed} are of eager tensors alone")
    if same < 150 or longer or unknown:
        sys.exit(1)


if __name__ == "__main__":
    main()
