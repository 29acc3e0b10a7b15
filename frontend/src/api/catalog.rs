//! All rows of all tables, found by linker name.

use super::fortran;
use super::model::{Model, Routine};
use super::row::{Row, RowError};
use super::user::{self, ModelError};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
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
    ("runtime/cxx_string", Model::Libc, include_str!("tables/runtime/cxx_string.toml")),
    ("runtime/cxx_streams", Model::Libc, include_str!("tables/runtime/cxx_streams.toml")),
    ("runtime/cxx_library", Model::Libc, include_str!("tables/runtime/cxx_library.toml")),
    ("runtime/cxx_threads", Model::Libc, include_str!("tables/runtime/cxx_threads.toml")),
    ("runtime/openmp", Model::Libc, include_str!("tables/runtime/openmp.toml")),
    ("runtime/blas", Model::Libc, include_str!("tables/runtime/blas.toml")),
    ("runtime/flang", Model::Libc, include_str!("tables/runtime/flang.toml")),
    ("runtime/flang_io", Model::Libc, include_str!("tables/runtime/flang_io.toml")),
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
    /// Names under which libraries of the user keep operations; a name's number is its position.
    kept: Vec<String>,
    /// Functions whose body a row stands for.
    replaced: BTreeSet<String>,
    /// Fortran procedures, made of the rows of C when one is asked for.
    fortran: OnceLock<BTreeMap<String, Routine>>,
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

    /// Adds the rows of a user's file of models, which come before those of the same name.
    ///
    /// # Errors
    /// On mistakes in the file, with their lines.
    pub fn add_models(&mut self, path: &Path, text: &str) -> Result<(), ModelError> {
        user::add(self, path, text)
    }

    /// Adds a table of the user's in the form of the built-in ones. Its text names the model in the key `model`.
    ///
    /// # Errors
    /// When the text is malformed or names no model, or a routine has a row already.
    pub fn add_rows(&mut self, table: &str, text: &str) -> Result<(), TableError> {
        let toml = |e: &dyn std::fmt::Display| TableError::Toml { table: table.to_owned(), message: e.to_string() };
        let mut rows: toml::Table = toml::from_str(text).map_err(|e| toml(&e))?;
        let named = rows.remove("model");
        let model = named.as_ref().and_then(|m| m.as_str()).and_then(Model::of_name);
        let model = model.ok_or_else(|| TableError::NoModel { table: table.to_owned() })?;
        let text = toml::to_string(&rows).map_err(|e| toml(&e))?;
        self.add_table(table, model, &text)
    }

    /// Adds a row, or takes the place of the one with its name.
    pub(super) fn put(&mut self, routine: Routine) {
        if routine.replaces_body {
            self.replaced.insert(routine.name.clone());
        }
        self.rows.insert(routine.name.clone(), routine);
    }

    /// The number of a name under which operations are kept.
    pub(super) fn kept(&mut self, name: &str) -> u32 {
        let known = self.kept.iter().position(|kept| kept == name);
        let position = known.unwrap_or_else(|| {
            self.kept.push(name.to_owned());
            self.kept.len() - 1
        });
        position as u32
    }

    /// The row of a function whose body is not to be looked at.
    pub fn replacement(&self, linker_name: &str) -> Option<&Routine> {
        if self.replaced.contains(linker_name) { self.lookup(linker_name) } else { None }
    }

    /// The row of a function by its linker name. `PMPI_X` and the large-count `MPI_X_c` find `MPI_X`,
    /// `pshmem_x` finds `shmem_x`, `pgaspi_x` finds `gaspi_x`;
    /// `mpi_x_` and its relatives find what Fortran's binding makes of `MPI_X`;
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
        if let Some(key) = fortran::key(name) {
            return self.fortran.get_or_init(|| fortran::bindings(self.rows.values())).get(&key);
        }
        if name.starts_with("_FortranA") {
            return self.of_fortran_runtime(name);
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

    /// A routine of flang's runtime, found also without the types that its name carries (`_FortranASumReal8`, `_FortranANorm2_8`).
    fn of_fortran_runtime(&self, name: &str) -> Option<&Routine> {
        const TYPES: [&str; 6] = ["Integer", "Real", "Complex", "Logical", "Character", "_"];
        let mut stem = name;
        loop {
            stem = stem.trim_end_matches(|c: char| c.is_ascii_digit());
            if let Some(row) = self.rows.get(stem) {
                return Some(row);
            }
            stem = TYPES.iter().find_map(|ty| stem.strip_suffix(ty))?;
            if let Some(row) = self.rows.get(stem) {
                return Some(row);
            }
        }
    }

    /// All rows, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Routine> {
        self.rows.values()
    }
}

static CATALOG: OnceLock<Catalog> = OnceLock::new();

/// Makes a catalog with models of users the one of this process. `false` when [`catalog`] was asked for before.
pub fn install(with_models: Catalog) -> bool {
    CATALOG.set(with_models).is_ok()
}

/// The catalog of this process: the built-in one, parsed at the first use, unless another one was installed.
///
/// # Panics
/// When a built-in table is malformed, which a test excludes.
pub fn catalog() -> &'static Catalog {
    CATALOG.get_or_init(|| match Catalog::built_in() {
        Ok(catalog) => catalog,
        Err(error) => unreachable!("built-in API tables: {error}"),
    })
}
