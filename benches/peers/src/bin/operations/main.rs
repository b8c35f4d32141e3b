//! Operations of models beside PyTorch: each in several types of elements and several layouts of its operand.
//!
//! README.md has the command. Arguments are parts of rows' names, `softmax` or `bf16` or `transposed`: a row has to have all of them.

#[path = "../../python.rs"]
mod python;
#[allow(dead_code)] // the programs share this file
#[path = "../../race.rs"]
mod race;
mod report;
mod rows;

use report::Report;

fn main() {
    let mut filters: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| {
        let at = filters.iter().position(|argument| argument == name)?;
        filters.drain(at..at + 2).nth(1)
    };
    let interpreter = option("--python");
    let seconds = option("--seconds").map_or(0.5, |seconds| seconds.parse().expect("a number of seconds"));
    let mut python = interpreter.map(|path| python::Python::start(&path, "operations.py").expect("the interpreter"));
    println!("shaped beside {}", python.as_mut().map_or("nothing: see --python".into(), python::Python::versions));
    let mut report = Report::new(filters, python, seconds);
    rows::all(&mut report);
    report.summary();
}
