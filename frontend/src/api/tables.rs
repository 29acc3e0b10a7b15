//! The built-in tables, indexed by the names of their routines: tables that a program does not need are not parsed.

use super::catalog::{TableError, add_rows_of};
use super::model::{Model, Routine};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A table: name for messages, model, text.
type Table = (&'static str, Model, &'static str);

/// Tables whose routines have names with a common beginning.
struct Family {
    /// How their linker names begin; empty for the last family, that of all other names.
    prefixes: &'static [&'static str],
    tables: &'static [Table],
}

/// The names of the last one have no common beginning.
const FAMILIES: [Family; 8] = [
    Family {
        prefixes: &["MPI_"],
        tables: &[
            ("mpi/one_sided", Model::Mpi, include_str!("tables/mpi/one_sided.toml")),
            ("mpi/point_to_point", Model::Mpi, include_str!("tables/mpi/point_to_point.toml")),
            ("mpi/request", Model::Mpi, include_str!("tables/mpi/request.toml")),
            ("mpi/collective", Model::Mpi, include_str!("tables/mpi/collective.toml")),
            ("mpi/collective_nonblocking", Model::Mpi, include_str!("tables/mpi/collective_nonblocking.toml")),
            ("mpi/collective_persistent", Model::Mpi, include_str!("tables/mpi/collective_persistent.toml")),
            ("mpi/datatype", Model::Mpi, include_str!("tables/mpi/datatype.toml")),
            ("mpi/communicator", Model::Mpi, include_str!("tables/mpi/communicator.toml")),
            ("mpi/topology", Model::Mpi, include_str!("tables/mpi/topology.toml")),
            ("mpi/environment", Model::Mpi, include_str!("tables/mpi/environment.toml")),
            ("mpi/io", Model::Mpi, include_str!("tables/mpi/io.toml")),
            ("mpi/tools", Model::Mpi, include_str!("tables/mpi/tools.toml")),
            ("mpi/removed", Model::Mpi, include_str!("tables/mpi/removed.toml")),
        ],
    },
    Family {
        prefixes: &["shmem", "shmalloc", "shfree", "shrealloc", "start_pes", "_my_pe", "_num_pes", "my_pe", "num_pes"],
        tables: &[
            ("shmem/setup", Model::Shmem, include_str!("tables/shmem/setup.toml")),
            ("shmem/rma", Model::Shmem, include_str!("tables/shmem/rma.toml")),
            ("shmem/atomic", Model::Shmem, include_str!("tables/shmem/atomic.toml")),
            ("shmem/signal", Model::Shmem, include_str!("tables/shmem/signal.toml")),
            ("shmem/sync", Model::Shmem, include_str!("tables/shmem/sync.toml")),
            ("shmem/collective", Model::Shmem, include_str!("tables/shmem/collective.toml")),
            ("shmem/deprecated", Model::Shmem, include_str!("tables/shmem/deprecated.toml")),
        ],
    },
    Family {
        prefixes: &["gaspi_"],
        tables: &[
            ("gaspi/one_sided", Model::Gaspi, include_str!("tables/gaspi/one_sided.toml")),
            ("gaspi/environment", Model::Gaspi, include_str!("tables/gaspi/environment.toml")),
        ],
    },
    Family {
        prefixes: &[
            "_Z",
            "__cxa_",
            "_Unwind_",
            "__gcc_personality_",
            "__gxx_",
            "__dynamic_cast",
            "__clang_call_terminate",
        ],
        tables: &[
            ("runtime/cxx", Model::Libc, include_str!("tables/runtime/cxx.toml")),
            ("runtime/cxx_string", Model::Libc, include_str!("tables/runtime/cxx_string.toml")),
            ("runtime/cxx_streams", Model::Libc, include_str!("tables/runtime/cxx_streams.toml")),
            ("runtime/cxx_library", Model::Libc, include_str!("tables/runtime/cxx_library.toml")),
            ("runtime/cxx_threads", Model::Libc, include_str!("tables/runtime/cxx_threads.toml")),
        ],
    },
    Family {
        prefixes: &["_Fortran", "_QMmpi_f08_types"],
        tables: &[
            ("runtime/flang", Model::Libc, include_str!("tables/runtime/flang.toml")),
            ("runtime/flang_io", Model::Libc, include_str!("tables/runtime/flang_io.toml")),
        ],
    },
    Family {
        prefixes: &["__kmpc", "GOMP_", "omp_"],
        tables: &[("runtime/openmp", Model::Libc, include_str!("tables/runtime/openmp.toml"))],
    },
    Family { prefixes: &["llvm."], tables: &[("runtime/llvm", Model::Libc, include_str!("tables/runtime/llvm.toml"))] },
    Family {
        prefixes: &[],
        tables: &[
            ("libc/memory", Model::Libc, include_str!("tables/libc/memory.toml")),
            ("libc/stdio", Model::Libc, include_str!("tables/libc/stdio.toml")),
            ("libc/stdlib", Model::Libc, include_str!("tables/libc/stdlib.toml")),
            ("libc/math", Model::Libc, include_str!("tables/libc/math.toml")),
            ("libc/posix", Model::Libc, include_str!("tables/libc/posix.toml")),
            ("runtime/fortify", Model::Libc, include_str!("tables/runtime/fortify.toml")),
            ("runtime/blas", Model::Libc, include_str!("tables/runtime/blas.toml")),
        ],
    },
];

/// The rows of the built-in tables; each family is read when one of its names is needed for the first time.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct BuiltIn([OnceLock<BTreeMap<String, Routine>>; FAMILIES.len()]);

impl BuiltIn {
    /// The row of exactly this name.
    pub(super) fn get(&self, name: &str) -> Option<&Routine> {
        self.family(family_of(name)).get(name)
    }

    /// All rows of MPI.
    pub(super) fn of_mpi(&self) -> impl Iterator<Item = &Routine> {
        self.family(family_of("MPI_")).values()
    }

    /// All rows.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Routine> {
        (0..FAMILIES.len()).flat_map(|family| self.family(family).values())
    }

    /// # Panics
    /// When a table is malformed, which a test excludes.
    #[expect(clippy::indexing_slicing, reason = "numbers are those of families, not of any input")]
    fn family(&self, number: usize) -> &BTreeMap<String, Routine> {
        self.0[number].get_or_init(|| match read(number) {
            Ok(rows) => rows,
            Err(error) => unreachable!("built-in API tables: {error}"),
        })
    }
}

/// The number of the family that contains a row of this name.
fn family_of(name: &str) -> usize {
    let begins = |family: &Family| family.prefixes.iter().any(|prefix| name.starts_with(prefix));
    FAMILIES.iter().position(begins).unwrap_or(FAMILIES.len() - 1)
}

#[expect(clippy::indexing_slicing, reason = "numbers are those of families, not of any input")]
fn read(number: usize) -> Result<BTreeMap<String, Routine>, TableError> {
    let mut rows = BTreeMap::new();
    for &(table, model, text) in FAMILIES[number].tables {
        add_rows_of(&mut rows, table, model, text)?;
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_loads_and_its_names_find_their_family() {
        for number in 0..FAMILIES.len() {
            let rows = read(number).unwrap_or_else(|error| panic!("{error}"));
            assert!(!rows.is_empty());
            for name in rows.keys() {
                assert_eq!(family_of(name), number, "{name}");
            }
        }
    }
}
