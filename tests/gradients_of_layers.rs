//! Gradients of what layers are made of. One half of the tables of `gradients`, which says what they are: two crates compile side by side.

#[macro_use]
#[path = "gradients/tape.rs"]
mod tape;
#[macro_use]
#[allow(unused_macros)] // of the other half
#[path = "gradients/harness.rs"]
mod harness;
#[path = "gradients/layers.rs"]
mod layers;
#[path = "gradients/losses.rs"]
mod losses;
#[path = "common/real.rs"]
mod real;
#[allow(dead_code)] // what compares results there is not used here
#[path = "reference/harness.rs"]
mod reference;
#[path = "gradients/windows.rs"]
mod windows;
