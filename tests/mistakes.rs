//! What does not compile, asked of the compiler.
//!
//! Each file in `ui-tests` is one mistake, with the errors it gets beside it and its working twin in `ui-tests/right`. After
//! a change to a text, `python3 tools/texts.py` writes the errors anew: read them before you commit them. `tests/ui.rs` holds what is on file to its rules.

use std::path::Path;
use std::{env, fs, process::Command};

#[path = "../ui-tests/right/mod.rs"]
mod right;

/// Every mistake is refused with the very errors on file, by the toolchain that wrote them.
#[test]
fn mistakes_get_the_errors_on_file() {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().expect("a compiler");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let toolchain = Path::new(env!("CARGO_MANIFEST_DIR")).join("rust-toolchain.toml");
    let pinned = fs::read_to_string(toolchain).expect("a file");
    let pinned = pinned.split('"').nth(1).expect("a version in quotes");
    if version.split(' ').nth(1) != Some(pinned) {
        println!("not run: the errors on file are those of Rust {pinned}, and this is {}", version.trim());
        return;
    }
    trybuild::TestCases::new().compile_fail("ui-tests/*.rs");
}
