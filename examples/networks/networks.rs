//! Networks that others designed, by PyTorch's names, so that weights which PyTorch has saved load as they are.
//!
//! Without a file their weights follow from a formula, which `tools/networks.py` has, too: so what PyTorch computes of the same weights is compared
//! with what is computed here, and nothing is downloaded.

pub mod formula;
pub mod gpt2;
pub mod resnet;
