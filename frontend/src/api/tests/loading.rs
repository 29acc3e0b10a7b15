//! The tables load, quickly, and names find their rows.

use super::super::{Catalog, Model, RowError, SyntaxError, TableError, catalog};
use super::row;

#[test]
fn built_in_tables_load() {
    let catalog = Catalog::built_in();
    assert!(catalog.iter().count() > 1000);
    for routine in catalog.iter() {
        let clause = routine.clause.trim_start_matches("MPI 4.1, ").trim_start_matches("OpenSHMEM 1.6, ");
        assert!(!clause.trim().is_empty(), "{}: clause `{}`", routine.name, routine.clause);
        if routine.model == Model::Mpi {
            let number = clause.split('.').all(|part| part.parse::<u32>().is_ok());
            assert!(number && routine.clause.starts_with("MPI 4.1, "), "{}: clause `{clause}`", routine.name);
        }
        assert_eq!(routine.name.starts_with("MPI_"), routine.model == Model::Mpi, "{}", routine.name);
        assert!(!routine.noreturn || routine.outputs.is_empty(), "{}", routine.name);
    }
}

#[test]
fn names_of_one_routine_find_one_row() {
    for name in ["MPI_Put", "PMPI_Put", "MPI_Put_c", "PMPI_Put_c", "\u{1}MPI_Put"] {
        assert_eq!(row(name).name, "MPI_Put");
    }
    assert_eq!((row("MPI_Put").count_size(), row("PMPI_Put_c").count_size()), (4, 8));
    assert!(catalog().lookup("MPI_Win_fence_c").is_none(), "no counts, so no large-count form");
    assert!(catalog().lookup("PMPI_Nonsense").is_none());
    assert!(catalog().lookup("Pmalloc").is_none());
    assert!(catalog().lookup("malloc_c").is_none());
    assert_eq!(row("__isoc99_scanf").name, "__isoc99_scanf");
    assert_eq!(row("llvm.fabs.f64").name, "llvm.fabs");
    assert_eq!(row("llvm.sadd.with.overflow.i32").name, "llvm.sadd.with.overflow");
    assert_eq!(row("llvm.vector.reduce.add.v4i32").name, "llvm.vector.reduce");
    assert!(catalog().lookup("llvm.nonsense.f64").is_none());
}

fn add(text: &str) -> Result<(), TableError> {
    Catalog::new().add_table("t", Model::Mpi, text)
}

#[test]
fn malformed_tables_are_refused_with_the_place() {
    assert!(matches!(add("[MPI_X]\nclause = 3"), Err(TableError::Toml { .. })));
    assert!(matches!(add("[MPI_X]\nclause = \"1\"\ncolour = \"red\""), Err(TableError::Toml { .. })));
    assert!(matches!(add("[MPI_X]\nclause = \"1\"\nepoch = \"lunch\""), Err(TableError::Toml { .. })));
    assert!(matches!(add("[MPI_X]\nclause = \"\""), Err(TableError::Row { error: RowError::NoClause, .. })));
    let twice = "[MPI_X]\nclause = \"1\"\nargs = \"a a\"";
    assert!(matches!(add(twice), Err(TableError::Row { error: RowError::DuplicateArgument(a), .. }) if a == "a"));
    let unknown = "[MPI_X]\nclause = \"1\"\nargs = \"a\"\nfrees = \"b\"";
    match add(unknown) {
        Err(TableError::Row {
            row, error: RowError::Cell { cell, error: SyntaxError::UnknownArgument(name) }, ..
        }) => {
            assert_eq!((row.as_str(), cell.as_str(), name.as_str()), ("MPI_X", "b", "b"));
        }
        other => panic!("{other:?}"),
    }
    let also = "[MPI_X]\nclause = \"1\"\nalso = \"MPI_X\"";
    assert!(matches!(add(also), Err(TableError::Duplicate { row, .. }) if row == "MPI_X"));
}
