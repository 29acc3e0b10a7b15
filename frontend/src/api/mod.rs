//! The API models: rows of data for every routine that has a meaning to the analysis.
//!
//! The rows are in `tables/{mpi,shmem,gaspi,libc,runtime}/*.toml`; [`catalog`] finds them. [`Abi`] has the encoding of
//! the handles and constants of an MPI library.

mod abi;
mod abi_table;
mod catalog;
mod expand;
mod format;
mod fortran;
mod fortran_shmem;
mod libraries;
mod model;
mod row;
mod symmetric;
mod syntax;
mod tables;
mod user;

#[cfg(test)]
mod tests;

pub use abi::{
    Abi, CommHandle, Component, Constants, HandleKey, HandleKind, Predefined, TypeClass, handle_kind_of_argument,
};
pub use catalog::{Catalog, TableError, catalog, install};
pub use format::{Conversion, Directive, printf_directives, scanf_conversions};
pub use fortran::{Binding, Passing};
pub use libraries::{is_of_communication, is_well_known};
pub use model::{
    AccessKind, Addend, ArgPos, Bank, Callback, Completion, Effect, ElementType, Epoch, Exposes, Extent, Format, Mode,
    Model, Order, OutKind, Output, Passed, Readies, Reduces, Reduction, Returns, Routine, Runs, Runtime, Scope, Side,
    Thread, Until, When, Who,
};
pub use row::RowError;
pub use symmetric::{Compare, RuntimeHandle, comparison, runtime_handle};
pub use syntax::SyntaxError;
pub use user::ModelError;
