//! Tests of the tables: that they load, that they are complete, that they say what the standard says.

mod abi;
mod arguments;
mod cells;
mod format;
mod fortran;
mod gaspi;
mod headers;
mod loading;
mod order;
mod semantics;
mod shmem;
mod standard_list;
mod user;

use super::{Routine, catalog};

/// The row of `name`.
fn row(name: &str) -> &'static Routine {
    catalog().lookup(name).unwrap_or_else(|| panic!("no row for {name}"))
}
