//! The engines that are there.

use shaped::graph::{Engine, EngineError};

/// An engine; none, and a word about it, where its package is missing. `SHAPED_ENGINES=required` makes that a failure.
pub(crate) fn engine(start: impl FnOnce() -> Result<Engine, EngineError>) -> Option<Engine> {
    match start() {
        Ok(engine) => Some(engine),
        Err(EngineError::Missing(why)) => {
            assert!(std::env::var_os("SHAPED_ENGINES").is_none(), "{why}");
            eprintln!("skipped: {why}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}
