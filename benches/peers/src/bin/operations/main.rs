//! Operations of models beside PyTorch, candle, burn and ndarray, and beside what memory and arithmetic give: each in several types of elements and
//! several layouts of its operand.
//!
//! README.md has the command. Arguments are parts of rows' names, `softmax` or `bf16` or `transposed`: a row has to have all of them.

mod ceilings;
mod document;
#[cfg(feature = "burn")]
mod in_burn;
#[cfg(feature = "candle")]
mod in_candle;
mod in_ndarray;
#[path = "../../machine.rs"]
mod machine;
mod peers;
#[path = "../../python.rs"]
mod python;
#[allow(dead_code)] // the programs share this file
#[path = "../../race.rs"]
mod race;
mod report;
mod rows;

use ceilings::Ceilings;
use report::Report;

fn main() {
    machine::one_thread();
    let mut filters: Vec<String> = std::env::args().skip(1).collect();
    let mut option = |name: &str| {
        let at = filters.iter().position(|argument| argument == name)?;
        filters.drain(at..at + 2).nth(1)
    };
    let interpreter = option("--python");
    let seconds = option("--seconds").map_or(0.5, |seconds| seconds.parse().expect("a number of seconds"));
    let write = filters.iter().position(|argument| argument == "--write").map(|at| filters.remove(at)).is_some();
    assert!(!write || filters.is_empty(), "the table is of all rows: leave {filters:?} or --write out");
    let mut python = interpreter.map(|path| python::Python::start(&path, "operations.py").expect("the interpreter"));
    let versions = python.as_mut().map(python::Python::versions);
    let start = std::time::Instant::now();
    let mut report = Report::new(filters, python, seconds, Ceilings::measure());
    rows::all(&mut report);
    report.ceilings.again();
    let markdown = document::markdown(&report, versions.as_deref(), start.elapsed());
    println!("{}", document::summary(&report, versions.as_deref(), start.elapsed()));
    if write {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operations.md");
        std::fs::write(path, markdown).expect("docs/operations.md");
    }
}
