//! What does not compile, asked of the compiler: each file in `ui-tests` is one mistake, with the errors it gets beside it. `TRYBUILD=overwrite cargo test -p
//! shaped-interop --features arrow --test mistakes` writes them anew, with the compiler of `rust-toolchain.toml`.

#[test]
fn mistakes_get_the_errors_on_file() {
    let pinned = include_str!("../../rust-toolchain.toml").split('"').nth(1).expect("a version in quotes");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = std::process::Command::new(rustc).arg("--version").output().expect("a compiler");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    if version.split(' ').nth(1) != Some(pinned) {
        println!("not run: the errors on file are those of Rust {pinned}, and this is {}", version.trim());
        return;
    }
    trybuild::TestCases::new().compile_fail("ui-tests/*.rs");
}
