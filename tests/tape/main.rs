//! What a tape does beside gradients of the library's own operations.

mod anomaly;
mod assign;
mod attention;
mod checkpoint;
mod custom;
mod dual;
mod forward;
mod kept;
mod memory;
mod parts;
mod select;
mod sixteen;
