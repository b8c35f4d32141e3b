//! Views with other axes, sizes and places, and tensors joined: against NumPy's values, and without a copy where none is said.

mod join;
mod narrow;
mod order;
mod part_mut;
mod parts;
mod reshape;
