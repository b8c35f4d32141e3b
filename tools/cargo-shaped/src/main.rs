//! `cargo shaped types net.safetensors`: see the library.

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo shaped types FILE [--name NAME] [--under PREFIX]

Writes the types of the model whose weights FILE holds, a safetensors file, PyTorch's .pth, .pt or .bin, or an .onnx file, to be put into a program:
`cargo shaped types net.safetensors > src/net.rs`. The model is called NAME, or Net; with PREFIX it is made of the tensors whose names begin so, as `model.`.";

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    // Cargo calls it with its own name first.
    if arguments.first().is_some_and(|first| first == "shaped") {
        arguments.remove(0);
    }
    let (mut file, mut name, mut under) = (None, "Net".to_string(), String::new());
    let mut rest = arguments.into_iter();
    let mut understood = rest.next().is_some_and(|first| first == "types");
    while let Some(argument) = rest.next() {
        match &*argument {
            "--name" | "--under" => {
                let to = if argument == "--name" { &mut name } else { &mut under };
                understood &= rest.next().map(|value| *to = value).is_some();
            }
            _ => understood &= !argument.starts_with("--") && file.replace(argument).is_none(),
        }
    }
    let Some(file) = file.filter(|_| understood) else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    match cargo_shaped::types_under(Path::new(&file), &under, &name) {
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
