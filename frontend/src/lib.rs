//! Bitcode to [`ir::Module`]: reads `.bc` and `.ll` through a child process, links modules, and resolves every
//! communication call to a row of an API table.

// What comes from files must end in an error, not in a panic. The ids of the representation are indices into its tables, which
// `ir::Module::validate` checks when a module arrives.
#![deny(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::expect_used,
    clippy::indexing_slicing
)]

pub mod api;
pub mod compile;
#[expect(clippy::indexing_slicing, reason = "ids of a module that is valid")]
pub mod ir;
#[expect(clippy::expect_used, clippy::indexing_slicing, reason = "ids of modules that are valid")]
pub mod link;
pub mod load;
pub mod regular;
pub mod wire;

pub use load::{LoadError, LoadOptions, Loaded, load};
