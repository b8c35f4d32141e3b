//! What the guide to shape errors shows is what the compiler says, of lines that are tested: each program and each answer is
//! compared with its UI case. The mended lines are doctests.

use std::fs;

const GUIDE: &str = include_str!("../src/guide/errors.md");

/// The code blocks: the fence that opens each, and its lines.
fn blocks() -> Vec<(&'static str, String)> {
    let mut blocks = Vec::new();
    let mut lines = GUIDE.lines();
    while let Some(line) = lines.next() {
        if let Some(fence) = line.strip_prefix("```") {
            let block: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push((fence, block.join("\n")));
        }
    }
    blocks
}

#[test]
fn errors_are_those_of_the_ui_tests_word_for_word() {
    let blocks = blocks();
    let mut cases = 0;
    for pair in blocks.windows(2).filter(|pair| pair[0].0.starts_with("rust,compile_fail")) {
        let ((fence, wrong), (_, error)) = (&pair[0], &pair[1]);
        let place = error.lines().nth(1).expect("a place").trim_start_matches([' ', '-', '>']);
        let path = place.split(':').next().expect("a path");
        let case = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(wrong, case.trim_end(), "`python3 tools/texts.py` writes the guide anew");
        let answer = fs::read_to_string(path.replace(".rs", ".stderr")).expect("errors on file");
        assert_eq!(error, answer.trim_end(), "`python3 tools/texts.py` writes the guide anew");
        let code = &answer["error[".len()..][..5];
        assert!(fence.ends_with(code), "{path}: {fence} for {code}");
        cases += 1;
    }
    assert_eq!(cases, 15); // ten of this library's, and five of the compiler's own
}

#[test]
fn every_error_has_a_way_out_and_what_pytorch_says() {
    let (numbered, _) = GUIDE.split_once("\n# What the compiler says").expect("what the compiler says by itself");
    for (number, section) in numbered.split("\n# ").skip(1).enumerate() {
        assert!(section.starts_with(&format!("{}. ", number + 1)), "{section}");
        for part in ["```rust,compile_fail,E0", "```text\nerror[E0", "\n```rust\n", "In PyTorch"] {
            assert_eq!(section.matches(part).count(), 1, "{part} in {section}");
        }
    }
}
