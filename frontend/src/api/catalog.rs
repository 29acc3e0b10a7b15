//! All rows of all tables, found by linker name.

use super::model::{Model, Routine};
use super::row::{Row, RowError};
use super::tables::BuiltIn;
use super::user::{self, ModelError};
use super::{fortran, fortran_shmem};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

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
        /// The mistake.
        error: RowError,
    },
    /// A table of the user does not name the model of its routines.
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
    /// The tables that are built in, if they belong to it.
    built_in: Option<BuiltIn>,
    /// What was added; comes before built-in rows of the same name.
    rows: BTreeMap<String, Routine>,
    /// Names under which libraries of the user keep operations; a name's number is its position.
    kept: Vec<String>,
    /// Fortran procedures, made from the rows of C on demand.
    fortran: OnceLock<BTreeMap<String, Routine>>,
    /// Fortran procedures of OpenSHMEM.
    fortran_shmem: OnceLock<BTreeMap<String, Routine>>,
    /// Large-count forms, by the names of the small ones, made on demand.
    large: OnceLock<BTreeMap<String, Routine>>,
}

impl Catalog {
    /// An empty catalog, to which [`Catalog::add_table`] adds.
    pub fn new() -> Self {
        Self::default()
    }

    /// The tables that are built in.
    pub fn built_in() -> Self {
        Self { built_in: Some(BuiltIn::default()), ..Self::new() }
    }

    /// Adds the rows of a TOML text; `table` names it in messages.
    ///
    /// # Errors
    /// On malformed TOML, unknown keys, cells that do not parse, and names that have a row already.
    pub fn add_table(&mut self, table: &str, model: Model, text: &str) -> Result<(), TableError> {
        let mut added = BTreeMap::new();
        add_rows_of(&mut added, table, model, text)?;
        if let Some(name) = added.keys().find(|name| self.row(name).is_some()) {
            return Err(TableError::Duplicate { table: table.to_owned(), row: name.clone() });
        }
        self.rows.extend(added);
        Ok(())
    }

    /// The row of exactly this name.
    fn row(&self, name: &str) -> Option<&Routine> {
        self.rows.get(name).or_else(|| self.built_in.as_ref()?.get(name))
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

    /// Adds a row, or replaces the row of the same name.
    pub(super) fn put(&mut self, routine: Routine) {
        self.rows.insert(routine.name.clone(), routine);
    }

    /// The number of a name under which operations are kept.
    pub(super) fn kept(&mut self, name: &str) -> u32 {
        let known = self.kept.iter().position(|kept| kept == name);
        let position = known.unwrap_or_else(|| {
            self.kept.push(name.to_owned());
            self.kept.len() - 1
        });
        u32::try_from(position).unwrap_or(u32::MAX)
    }

    /// The row of a function whose body is not to be analysed.
    pub fn replacement(&self, linker_name: &str) -> Option<&Routine> {
        self.lookup(linker_name).filter(|r| r.replaces_body)
    }

    /// The row of a function by its linker name. `PMPI_X` finds `MPI_X`, and `MPI_X_c` its large-count form;
    /// `pshmem_x` finds `shmem_x`, `pgaspi_x` finds `gaspi_x`;
    /// `mpi_x_` and its relatives find what Fortran's binding makes of `MPI_X`, `shmem_put8_` that of `shmem_put64`;
    /// an overloaded LLVM intrinsic is found without its type suffixes (`llvm.fabs.f64`).
    pub fn lookup(&self, linker_name: &str) -> Option<&Routine> {
        // A leading \x01 tells LLVM not to mangle; it is no part of the symbol.
        let name = linker_name.strip_prefix('\u{1}').unwrap_or(linker_name);
        let profiled = ["PMPI_", "pshmem_", "pgaspi_"].iter().any(|p| name.starts_with(p));
        let name = name.strip_prefix(['P', 'p']).filter(|_| profiled).unwrap_or(name);
        if let Some(row) = self.row(name) {
            return Some(row);
        }
        if name.starts_with("MPI_") {
            return self.large.get_or_init(|| self.large_forms()).get(name.strip_suffix("_c")?);
        }
        if let Some(key) = fortran::key(name) {
            return self.fortran.get_or_init(|| self.fortran_bindings()).get(&key);
        }
        if let Some(key) = fortran_shmem::key(name) {
            return self.fortran_shmem.get_or_init(|| fortran_shmem::bindings(|name| self.row(name))).get(key);
        }
        if name.starts_with("_FortranA") {
            return self.of_fortran_runtime(name);
        }
        if name.starts_with("llvm.") {
            let mut stem = name;
            while let Some((shorter, _)) = stem.rsplit_once('.') {
                if let Some(row) = self.row(shorter) {
                    return Some(row);
                }
                stem = shorter;
            }
        }
        None
    }

    /// A routine of flang's runtime, found also without the types in its name (`_FortranASumReal8`, `_FortranANorm2_8`).
    fn of_fortran_runtime(&self, name: &str) -> Option<&Routine> {
        const TYPES: [&str; 6] = ["Integer", "Real", "Complex", "Logical", "Character", "_"];
        let mut stem = name;
        loop {
            stem = stem.trim_end_matches(|c: char| c.is_ascii_digit());
            if let Some(row) = self.row(stem) {
                return Some(row);
            }
            stem = TYPES.iter().find_map(|ty| stem.strip_suffix(ty))?;
            if let Some(row) = self.row(stem) {
                return Some(row);
            }
        }
    }

    fn large_forms(&self) -> BTreeMap<String, Routine> {
        let built_in = self.built_in.iter().flat_map(BuiltIn::of_mpi);
        let rows = built_in.filter(|row| !self.rows.contains_key(&row.name)).chain(self.rows.values());
        rows.filter(|row| row.large_count).map(|row| (row.name.clone(), row.large_form())).collect()
    }

    fn fortran_bindings(&self) -> BTreeMap<String, Routine> {
        let built_in = self.built_in.iter().flat_map(BuiltIn::of_mpi);
        fortran::bindings(built_in.filter(|row| !self.rows.contains_key(&row.name)).chain(self.rows.values()))
    }

    /// All rows.
    pub fn iter(&self) -> impl Iterator<Item = &Routine> {
        let built_in = self.built_in.iter().flat_map(BuiltIn::iter);
        built_in.filter(|row| !self.rows.contains_key(&row.name)).chain(self.rows.values())
    }
}

/// Adds the rows of a TOML text to others.
pub(super) fn add_rows_of(
    rows: &mut BTreeMap<String, Routine>,
    table: &str,
    model: Model,
    text: &str,
) -> Result<(), TableError> {
    let new: BTreeMap<&str, Row> =
        toml::from_str(text).map_err(|e| TableError::Toml { table: table.to_owned(), message: e.to_string() })?;
    for (name, row) in &new {
        let routines = row.resolve(name, model).map_err(|error| TableError::Row {
            table: table.to_owned(),
            row: (*name).to_owned(),
            error,
        })?;
        for routine in routines {
            if rows.contains_key(&routine.name) {
                return Err(TableError::Duplicate { table: table.to_owned(), row: routine.name });
            }
            rows.insert(routine.name.clone(), routine);
        }
    }
    Ok(())
}

static CATALOG: OnceLock<Catalog> = OnceLock::new();

/// Makes a catalog with models of users the catalog of this process. `false` if [`catalog`] was called before.
pub fn install(with_models: Catalog) -> bool {
    CATALOG.set(with_models).is_ok()
}

/// The catalog of this process: the built-in one, unless another one was installed.
pub fn catalog() -> &'static Catalog {
    CATALOG.get_or_init(Catalog::built_in)
}
