//! Named axes: static ones and run-time ones, the gate between them, and everything that works on them.

#[path = "../common/mod.rs"]
mod common;

mod against_static;
mod chunks;
mod conversions;
mod gate;
mod scopes;
mod static_names;
