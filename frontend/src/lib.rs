//! Bitcode to [`ir::Module`]: reads `.bc` and `.ll` through a child process, links modules, and resolves every
//! communication call to a row of an API table.

pub mod api;
pub mod compile;
pub mod ir;
pub mod link;
pub mod load;
pub mod wire;

pub use load::{LoadError, LoadOptions, Loaded, load};
