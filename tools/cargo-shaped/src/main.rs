//! `cargo shaped types net.safetensors`: see the library.

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo shaped types FILE [--name NAME]

Writes the types of the model whose weights FILE holds, a safetensors or an .onnx file, to be put into a program: `cargo shaped types net.safetensors > src/net.rs`.
The model is called NAME, or Net.";

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    // Cargo calls it with its own name first.
    if arguments.first().is_some_and(|first| first == "shaped") {
        arguments.remove(0);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (file, name) = match arguments[..] {
        ["types", file] => (file, "Net"),
        ["types", file, "--name", name] | ["types", "--name", name, file] => (file, name),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::FAILURE;
        }
    };
    match cargo_shaped::types(Path::new(file), name) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}
