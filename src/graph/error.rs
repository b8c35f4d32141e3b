//! What can go wrong between a program and an engine.

use alloc::string::String;
use core::fmt;
use std::io;

/// Why an engine did not run a program.
#[derive(Debug)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no Python, or it lacks a package; and how it is installed.
    Missing(String),
    /// The engine's own words.
    Failed(String),
    /// A tensor is not of the sizes or the type that the program was traced for: its name, what it has, and what is needed.
    Mismatch {
        /// As in the program.
        name: String,
        /// The type and the sizes that it has.
        found: String,
        /// Those that the program asks for.
        expected: String,
    },
    /// The engine's process does not answer any more.
    Io(io::Error),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Missing(what) => f.write_str(what),
            EngineError::Failed(words) => {
                // Compilers can be long-winded.
                let short: String = words.chars().take(2000).collect();
                write!(f, "the engine says: {short}")
            }
            EngineError::Mismatch { name, found, expected } => {
                write!(f, "`{name}` is {found}, and the program was traced for {expected}")
            }
            EngineError::Io(error) => write!(f, "the engine does not answer: {error}"),
        }
    }
}

impl core::error::Error for EngineError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            EngineError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for EngineError {
    fn from(error: io::Error) -> Self {
        EngineError::Io(error)
    }
}
