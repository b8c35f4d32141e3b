//! shaped beside hand-written loops, other Rust libraries, NumPy and PyTorch: one table of ratios from one run on one core.
//!
//! See README.md for the command. Arguments are parts of rows' names; without any, all rows are run, and the table and its
//! picture written to `docs/`.

mod aligned;
mod hand;
mod machine;
mod python;
#[allow(dead_code)] // the programs share this file
mod race;
mod rows;
mod table;

#[global_allocator]
static MEMORY: aligned::Aligned = aligned::Aligned;

fn main() {
    machine::one_thread();
    let mut filters: Vec<String> = std::env::args().skip(1).collect();
    let interpreter = match filters.iter().position(|argument| argument == "--python") {
        Some(at) => filters.drain(at..at + 2).nth(1),
        None => None,
    };
    let mut python =
        interpreter.map(|path| python::Python::start(&path, "python.py").expect("the interpreter of --python"));
    let versions = python.as_mut().map(python::Python::versions);
    let whole = filters.is_empty();
    let start = std::time::Instant::now();
    let mut report = rows::Report::new(filters, python);
    rows::all(&mut report);
    let markdown = table::markdown(&report.rows, versions.as_deref(), start.elapsed());
    println!("{markdown}");
    if whole {
        let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
        std::fs::create_dir_all(docs).expect("the folder docs");
        std::fs::write(format!("{docs}/speed.md"), markdown).expect("docs/speed.md");
        std::fs::write(format!("{docs}/speed.svg"), table::svg(&report.rows)).expect("docs/speed.svg");
    }
}
