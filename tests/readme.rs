//! What the README shows is what the compiler says: its snapshot, its wrong lines and its table are compared with their
//! sources. Its other examples are doctests.

use std::path::Path;

use shaped::prelude::*;

const README: &str = include_str!("../README.md");
const CASE: &str = include_str!("../ui-tests/readme_wrong_size.rs");
const ANSWER: &str = include_str!("../ui-tests/readme_wrong_size.stderr");

/// The lines of the first code block with this fence.
fn block(fence: &str) -> Vec<&'static str> {
    let mut lines = README.lines().skip_while(|line| *line != fence);
    assert!(lines.next().is_some(), "the README has no block that starts with {fence}");
    lines.take_while(|line| *line != "```").collect()
}

/// The lines that say something: no empty ones, no indentation, no `main` around them.
fn code<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let lines = lines.into_iter().map(str::trim);
    lines.filter(|line| !["", "fn main() {", "}"].contains(line)).collect()
}

#[test]
fn the_error_is_the_snapshot_word_for_word() {
    assert_eq!(block("```text").join("\n"), ANSWER.trim_end());
}

#[test]
fn the_wrong_lines_are_those_of_the_ui_test() {
    let readme = block("```rust,compile_fail,E0277");
    assert_eq!(code(readme.iter().copied()), code(CASE.lines()));
    // So that the line number in the error is the README's too.
    assert_eq!(readme.len() + 1, CASE.lines().count(), "the README has a line for each of the case's but the last");
}

#[test]
fn the_wrong_lines_are_the_right_ones_with_one_wrong_size() {
    let (right, wrong) = (block("```rust"), block("```rust,compile_fail,E0277"));
    // Comments are what the reader is told about the lines, and may differ.
    let bare = |line: &'static str| line.split("//").next().unwrap_or(line);
    let differ: Vec<_> = right.iter().zip(&wrong).filter(|(a, b)| bare(a) != bare(b)).collect();
    assert_eq!(right.len(), wrong.len());
    assert_eq!(differ.len(), 1, "{differ:#?}");
    assert_eq!(differ[0].0.replace("[32,", "[64,"), *differ[0].1);
}

/// crates.io and docs.rs show the README, too, and know nothing of the files beside it.
#[test]
fn the_links_are_absolute_and_lead_somewhere() {
    let repository = concat!(env!("CARGO_PKG_REPOSITORY"), "/");
    let guide = "https://docs.rs/shaped/latest/shaped/guide/";
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut links = 0;
    for link in README.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        links += 1;
        assert!(link.starts_with("https://"), "{link} is not absolute");
        if let Some(path) = link.strip_prefix(repository) {
            let file = path.strip_prefix("blob/main/").or(path.strip_prefix("raw/main/"));
            assert!(file.is_some_and(|file| root.join(file).is_file()), "{link} is no file of the repository");
        } else if let Some(page) = link.strip_prefix(guide) {
            let file = format!("src/guide/{}.md", page.trim_end_matches('/'));
            assert!(root.join(file).is_file(), "{link} is no page of the guide");
        }
    }
    assert!(links > 10, "{links} links");
}

/// The row of the README's table for two shapes and the shape that the compiler finds for them.
fn row<L: StaticShape + Broadcast<R>, R: StaticShape>() -> String
where
    Broadcasted<L, R>: StaticShape,
{
    format!("| `{:?}` | `{:?}` | `{:?}` |", L::SIZES, R::SIZES, Broadcasted::<L, R>::SIZES)
}

#[test]
fn the_table_is_what_the_compiler_finds() {
    let rows = [
        row::<shape![4, 32, 14, 14], shape![32, 1, 1]>(),
        row::<shape![8, 1, 6, 1], shape![7, 1, 5]>(),
        row::<shape![3, 1], shape![4]>(),
        row::<shape![2, 3], shape![]>(),
        row::<shape![5, 1], shape![5, 0]>(),
    ];
    let table: Vec<_> =
        README.lines().filter(|line| line.starts_with("| `[") && !line.contains("does not compile")).collect();
    assert_eq!(table, rows);
}

/// The lines of the README that need a feature, which are therefore no doctests there.
#[cfg(feature = "safetensors")]
#[test]
fn files_are_read_as_it_says() -> Result<(), Box<dyn std::error::Error>> {
    use shaped::io::SafeTensors;

    axis!(Batch);

    let file = SafeTensors::open("examples/data/digits_mlp.safetensors")?;
    let weight = file.tensor::<f32, shape![128, 64]>("0.weight")?;
    let logits = file.tensor::<f32, shape![Batch, 10]>("expected_logits")?;

    assert_eq!((weight.sizes(), logits.sizes()), ([128, 64], [360, 10]));
    Ok(())
}

/// As above.
#[cfg(feature = "rand")]
#[test]
fn random_tensors_are_made_as_it_says() {
    use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    use shaped::{Fan, prelude::*};

    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let noise: Tensor<f32, shape![64, 784]> = Tensor::normal(0.0, 1.0, &mut rng);
    let weights: Tensor<f32, shape![128, 784]> = Tensor::kaiming_uniform(0.0, Fan::In, &mut rng);

    assert!(noise.mean_all().abs() < 0.02 && weights.iter().all(|w| w.abs() < 0.1));
}

/// As above, of a file beside the program's own.
#[test]
fn weights_are_included_as_it_says() {
    use shaped::prelude::*;

    #[rustfmt::skip]
    static WEIGHT: Inline<f32, shape![10, 64]> = include_tensor!("../examples/data/digits_mlp.safetensors", "4.weight");

    let hidden = Inline::<f32, shape![1, 64]>::ones();
    let logits = hidden.matmul(&WEIGHT.transpose()); // [1, 64] x [64, 10] -> [1, 10]

    assert_eq!(logits.sizes(), [1, 10]);
}

#[test]
fn lines_that_need_a_feature_are_those_of_the_tests_above() {
    let tests = code(include_str!("readme.rs").lines());
    let mut blocks = 0;
    let mut lines = README.lines();
    while lines.by_ref().any(|line| line == "```rust,ignore") {
        for line in code(lines.by_ref().take_while(|line| *line != "```")) {
            assert!(tests.contains(&line) || line == "use shaped::prelude::*;", "not tested: {line}");
        }
        blocks += 1;
    }
    assert_eq!(blocks, 3);
}
