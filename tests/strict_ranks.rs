//! `--cfg shaped_strict_ranks`: the library is checked by it in a build of its own, with a program that is right and one that is wrong in each line.

use std::process::Command;

/// What the compiler says of a program of `tests/strict_ranks`, and whether it compiles.
fn check(program: &str) -> (bool, String) {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/target").into());
    let output = Command::new(env!("CARGO"))
        .args(["check", "--quiet", "--color=never", "-p", "strict-ranks", "--bin", program])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARGO_TARGET_DIR", std::path::Path::new(&target).join("strict_ranks"))
        .env("RUSTFLAGS", "--cfg shaped_strict_ranks")
        .output()
        .expect("cargo runs");
    (output.status.success(), String::from_utf8(output.stderr).expect("text"))
}

#[test]
fn ranks_that_are_as_many_compile() {
    let (compiles, says) = check("right");
    assert!(compiles, "{says}");
}

#[test]
fn ranks_that_differ_are_refused() {
    let (compiles, says) = check("wrong");
    assert!(!compiles, "{says}");
    let program = include_str!("strict_ranks/src/bin/wrong.rs");
    let wrong: Vec<_> = program.lines().filter_map(|line| line.split_once(" // ")).map(|(_, said)| said).collect();
    let errors: Vec<_> = says.lines().filter(|line| line.starts_with("error[E")).collect();
    assert_eq!(errors.len(), wrong.len(), "{says}");
    for (error, said) in errors.iter().zip(wrong) {
        assert!(error.starts_with("error[E0277]: ") && error.ends_with(said), "{said}: {says}");
    }
    assert!(says.contains("AXIS<-2>: DIM<8> against NoAxis, and neither is 1"), "{says}");
    assert!(says.contains("shapes have as many axes here (`--cfg shaped_strict_ranks`)"), "{says}");
}
