#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(unreachable_pub)]

#[cfg(feature = "arrow")]
pub mod arrow;
#[cfg(feature = "burn")]
pub mod burn;
#[cfg(feature = "candle")]
pub mod candle;
#[cfg(any(feature = "arrow", feature = "burn"))]
mod error;
#[cfg(feature = "faer")]
pub mod faer;

#[cfg(any(feature = "arrow", feature = "burn"))]
pub use error::DataError;
