//! NumPy and PyTorch, in a Python process beside this one that runs a round whenever it is told to.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The process; it ends when this is dropped, as its input does.
pub struct Python {
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    process: Child,
}

impl Python {
    /// Starts a script beside this crate's manifest with this interpreter, which must have NumPy, or PyTorch, or both.
    pub fn start(interpreter: &str, script: &str) -> std::io::Result<Self> {
        let mut process = Command::new(interpreter)
            .arg(format!("{}/{script}", env!("CARGO_MANIFEST_DIR")))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = BufReader::new(process.stdout.take().unwrap());
        Ok(Python { input: process.stdin.take(), output, process })
    }

    fn ask(&mut self, line: &str) -> String {
        writeln!(self.input.as_mut().unwrap(), "{line}").expect("the script listens");
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("the script answers");
        assert!(!answer.is_empty(), "the script has ended at: {line}");
        answer
    }

    /// Versions, for the head of the table.
    pub fn versions(&mut self) -> String {
        self.ask("versions").trim().to_string()
    }

    /// Sets a row up, and gives each library's name and checksums.
    pub fn prepare(&mut self, row: &str) -> Vec<(String, [f64; 2])> {
        let answer = self.ask(&format!("row {row}"));
        let words: Vec<_> = answer.split_whitespace().collect();
        words.chunks(3).map(|w| (w[0].to_string(), [w[1].parse().unwrap(), w[2].parse().unwrap()])).collect()
    }

    /// One batch of each library, in nanoseconds for a call.
    pub fn round(&mut self) -> Vec<f64> {
        self.ask("go").split_whitespace().map(|ns| ns.parse().unwrap()).collect()
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.process.wait();
    }
}
