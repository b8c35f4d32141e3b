//! The guide `src/guide/models.md` shows the models as they are in `examples/digits` and `tools/digits_pytorch.py`, and counts their lines.

const GUIDE: &str = include_str!("../src/guide/models.md");
const PYTORCH: &str = include_str!("../tools/digits_pytorch.py");
const MODELS: &str = include_str!("../examples/digits/models.rs");
const CNN: &str = include_str!("../examples/digits/cnn.rs");
const TRANSFORMER: &str = include_str!("../examples/digits/transformer.rs");

/// The blocks of one language, in their order.
fn blocks(fence: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut lines = GUIDE.lines();
    while lines.by_ref().any(|line| line == fence) {
        blocks.push(lines.by_ref().take_while(|line| *line != "```").collect::<Vec<_>>().join("\n"));
    }
    blocks
}

/// The part of the Python program under a line `# name`.
fn pytorch(name: &str) -> &str {
    let (_, part) = PYTORCH.split_once(&format!("\n# {name}\n")).expect("the part");
    part.split("\n\n\n# ").next().expect("its end")
}

/// A file without the comment at its top.
fn rust(file: &str) -> &str {
    file.split_once("\n\n").expect("a comment at the top").1.trim_end()
}

/// Lines that are no comments, no imports and not empty; and how many of them are more than a closing brace.
fn count(code: &str) -> (usize, usize) {
    let none = |line: &&str| !line.is_empty() && !["#", "//", "use "].iter().any(|start| line.starts_with(start));
    let lines: Vec<_> = code.lines().map(str::trim).filter(none).collect();
    (lines.len(), lines.iter().filter(|line| **line != "}").count())
}

#[test]
fn the_models_are_those_of_the_example() {
    let shown = blocks("```rust");
    let mlp = MODELS.lines().find(|line| line.starts_with("pub type Mlp")).expect("the perceptron");
    assert_eq!(shown[0].lines().last(), Some(mlp));
    assert_eq!(shown[1], rust(CNN));
    assert_eq!(shown[2], rust(TRANSFORMER));
    assert_eq!(blocks("```python"), ["mlp", "cnn", "transformer"].map(pytorch));
}

#[test]
fn the_lines_are_counted() {
    let models = [("perceptron", "mlp", 0), ("convolutions", "cnn", 1), ("transformer", "transformer", 2)];
    let rows = models.map(|(title, name, block)| {
        let ((python, _), (lines, no_braces)) = (count(pytorch(name)), count(&blocks("```rust")[block]));
        format!("| {title} | {python} | {lines} | {no_braces} |")
    });
    let table: Vec<_> = GUIDE.lines().filter(|line| line.starts_with("| ") && !line.contains("PyTorch")).collect();
    assert_eq!(table, rows);
}

/// The error that the guide shows is the one on file, of a case of the same lines.
#[test]
fn the_error_is_the_compilers() {
    let case = include_str!("../ui-tests/chains_a_linear_layer_of_another_width.rs");
    let answer = include_str!("../ui-tests/chains_a_linear_layer_of_another_width.stderr");
    let shown = &blocks("```rust,compile_fail,E0277")[0];
    let code = |text: &str| {
        let lines = text.lines().map(str::trim).filter(|line| !["", "fn main() {", "}"].contains(line));
        lines.map(|line| line.replace("_mlp", "mlp")).collect::<Vec<_>>()
    };
    assert_eq!(code(shown), code(case));
    let error = &blocks("```text")[0];
    assert!(error.lines().all(|line| answer.lines().any(|other| other == line)), "{error}");
}
