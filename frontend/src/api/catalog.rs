//! All rows of all tables, found by linker name.

use super::model::{Model, Routine};
use super::row::{Row, RowError};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The tables: name for messages, model, text.
const TABLES: &[(&str, Model, &str)] = &[
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
    ("shmem/setup", Model::Shmem, include_str!("tables/shmem/setup.toml")),
    ("shmem/rma", Model::Shmem, include_str!("tables/shmem/rma.toml")),
    ("shmem/atomic", Model::Shmem, include_str!("tables/shmem/atomic.toml")),
    ("shmem/signal", Model::Shmem, include_str!("tables/shmem/signal.toml")),
    ("shmem/sync", Model::Shmem, include_str!("tables/shmem/sync.toml")),
    ("shmem/collective", Model::Shmem, include_str!("tables/shmem/collective.toml")),
    ("shmem/deprecated", Model::Shmem, include_str!("tables/shmem/deprecated.toml")),
    ("gaspi/one_sided", Model::Gaspi, include_str!("tables/gaspi/one_sided.toml")),
    ("gaspi/environment", Model::Gaspi, include_str!("tables/gaspi/environment.toml")),
    ("libc/memory", Model::Libc, include_str!("tables/libc/memory.toml")),
    ("libc/stdio", Model::Libc, include_str!("tables/libc/stdio.toml")),
    ("libc/stdlib", Model::Libc, include_str!("tables/libc/stdlib.toml")),
    ("libc/math", Model::Libc, include_str!("tables/libc/math.toml")),
    ("libc/posix", Model::Libc, include_str!("tables/libc/posix.toml")),
    ("runtime/fortify", Model::Libc, include_str!("tables/runtime/fortify.toml")),
    ("runtime/cxx", Model::Libc, include_str!("tables/runtime/cxx.toml")),
    ("runtime/openmp", Model::Libc, include_str!("tables/runtime/openmp.toml")),
    ("runtime/llvm", Model::Libc, include_str!("tables/runtime/llvm.toml")),
];

/// Why a table cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The text is no TOML or has a key that no row has.
    #[error("table {table}: {message}")]
    Toml {
        /// Table.
        table: String,
        /// The parser's words, with line and column.
        message: String,
    },
    /// A row makes no sense.
    #[error("table {table}, row {row}: {error}")]
    Row {
        /// Table.
        table: String,
        /// Routine.
        row: String,
        /// What is wrong.
        error: RowError,
    },
    /// A table of the user's does not say which model its routines belong to.
    #[error("table {table}: the first line must say the model: {}", Model::NAMES.map(|(n, _)| format!("`model = \"{n}\"`")).join(" or "))]
    NoModel {
        /// Table.
        table: String,
    },
    /// Rows were added after the first use.
    #[error("table {table}: the tables are in use already")]
    InUse {
        /// Table.
        table: String,
    },
    /// Two rows describe one routine.
    #[error("table {table}: a second row for {row}")]
    Duplicate {
        /// Table.
        table: String,
        /// Routine.
        row: String,
    },
}

/// Every known routine, by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Catalog {
    rows: BTreeMap<String, Routine>,
}

impl Catalog {
    /// An empty catalog, to which [`Catalog::add_table`] adds.
    pub fn new() -> Self {
        Self::default()
    }

    /// The tables that are built in.
    ///
    /// # Errors
    /// When a table is malformed; the built-in ones are tested to load.
    pub fn built_in() -> Result<Self, TableError> {
        let mut catalog = Self::new();
        for (table, model, text) in TABLES {
            catalog.add_table(table, *model, text)?;
        }
        Ok(catalog)
    }

    /// Adds the rows of a TOML text; `table` names it in messages.
    ///
    /// # Errors
    /// On malformed TOML, unknown keys, cells that do not parse, and names that have a row already.
    pub fn add_table(&mut self, table: &str, model: Model, text: &str) -> Result<(), TableError> {
        let rows: BTreeMap<&str, Row> =
            toml::from_str(text).map_err(|e| TableError::Toml { table: table.to_owned(), message: e.to_string() })?;
        for (name, row) in &rows {
            let routines = row.resolve(name, model).map_err(|error| TableError::Row {
                table: table.to_owned(),
                row: (*name).to_owned(),
                error,
            })?;
            for routine in routines {
                if self.rows.contains_key(&routine.name) {
                    return Err(TableError::Duplicate { table: table.to_owned(), row: routine.name });
                }
                self.rows.insert(routine.name.clone(), routine);
            }
        }
        Ok(())
    }

    /// The row of a function by its linker name. `PMPI_X` and the large-count `MPI_X_c` find `MPI_X`,
    /// `pshmem_x` finds `shmem_x`, `pgaspi_x` finds `gaspi_x`;
    /// an overloaded LLVM intrinsic is found without its type suffixes (`llvm.fabs.f64`).
    pub fn lookup(&self, linker_name: &str) -> Option<&Routine> {
        // A leading \x01 tells LLVM not to mangle; it is no part of the symbol.
        let name = linker_name.strip_prefix('\u{1}').unwrap_or(linker_name);
        let profiled = ["PMPI_", "pshmem_", "pgaspi_"].iter().any(|p| name.starts_with(p));
        let name = if profiled { &name[1..] } else { name };
        if let Some(row) = self.rows.get(name) {
            return Some(row);
        }
        if name.starts_with("MPI_") {
            return self.rows.get(name.strip_suffix("_c")?).filter(|row| row.large_count);
        }
        if name.starts_with("llvm.") {
            let mut stem = name;
            while let Some((shorter, _)) = stem.rsplit_once('.') {
                if let Some(row) = self.rows.get(shorter) {
                    return Some(row);
                }
                stem = shorter;
            }
        }
        None
    }

    /// All rows, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Routine> {
        self.rows.values()
    }
}

static CATALOG: OnceLock<Catalog> = OnceLock::new();

/// Adds tables of the user's to the built-in ones, as pairs of name and text. A text names its model in the key `model`.
///
/// # Errors
/// When a text is malformed or names no model, a routine has a row already, or the catalog has been used before.
pub fn add_routines(tables: &[(String, String)]) -> Result<(), TableError> {
    let mut catalog = Catalog::built_in()?;
    for (table, text) in tables {
        let toml = |e: &dyn std::fmt::Display| TableError::Toml { table: table.clone(), message: e.to_string() };
        let mut rows: toml::Table = toml::from_str(text).map_err(|e| toml(&e))?;
        let named = rows.remove("model");
        let model = named.as_ref().and_then(|m| m.as_str()).and_then(Model::of_name);
        let model = model.ok_or_else(|| TableError::NoModel { table: table.clone() })?;
        let text = toml::to_string(&rows).map_err(|e| toml(&e))?;
        catalog.add_table(table, model, &text)?;
    }
    let Some((table, _)) = tables.last() else { return Ok(()) };
    CATALOG.set(catalog).map_err(|_| TableError::InUse { table: table.clone() })
}

/// The catalog: the built-in tables, parsed at the first use, unless [`add_routines`] has added to them.
///
/// # Panics
/// When a built-in table is malformed, which a test excludes.
pub fn catalog() -> &'static Catalog {
    CATALOG.get_or_init(|| match Catalog::built_in() {
        Ok(catalog) => catalog,
        Err(error) => unreachable!("built-in API tables: {error}"),
    })
}
