//! Reductions: against NumPy, against a naive oracle, in generic code, and how accurate their sums are.

mod accuracy;
mod forms;
mod oracle;
mod products;
mod reference;
