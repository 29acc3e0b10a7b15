//! Models of users: what they mean, and what is said of mistakes.

use super::super::model::{Extent, Returns, Until};
use super::super::{Catalog, Mode};
use std::path::Path;

fn add(text: &str) -> Result<Catalog, String> {
    let mut catalog = Catalog::built_in();
    catalog.add_models(Path::new("my.toml"), text).map_err(|error| error.to_string())?;
    Ok(catalog)
}

#[test]
fn rows_become_routines() {
    let catalog = add(r#"
        [halo_start]
        args = "buffer count"
        reads = ["buffer[count*8 bytes]"]
        starts = "halo"

        [halo_wait]
        finishes = "halo"

        [column_get]
        args = "column rows handle"
        writes = ["column[rows*4 bytes]"]
        starts = "handle"

        [column_done]
        args = "handle"
        finishes = "handle"

        [malloc]
        args = "size"
        returns = "zeroed_memory size"
        override = true

        [team_barrier]
        barrier = true
        "#)
    .expect("the rows are right");
    let start = catalog.lookup("halo_start").expect("a row");
    assert_eq!(start.args, ["buffer", "count", "request"]);
    assert_eq!(start.effects[0].extent, Extent::Bytes { factors: vec![1], scale: 8 });
    assert_eq!((start.effects[0].until, start.mode()), (Until::Completion, Mode::Nonblocking));
    let wait = catalog.lookup("halo_wait").expect("a row");
    assert!(start.kept.is_some() && start.kept == wait.kept);
    let get = catalog.lookup("column_get").expect("a row");
    assert_eq!((get.args[2].as_str(), get.kept), ("request", None));
    let malloc = catalog.lookup("malloc").expect("a row");
    assert!(matches!(malloc.returns, Returns::NewMemory { zeroed: true, .. }), "the user's row comes first");
    assert!(catalog.lookup("team_barrier").is_some_and(|row| !row.order.is_empty()));
    assert!(catalog.lookup("MPI_Put").is_some());
}

#[test]
fn mistakes_are_named_with_their_lines() {
    let of = |text: &str| add(text).map(|_| ()).expect_err("it is wrong");
    assert!(of("[f]\nargs = \"a\"\nreeds = [\"a[8 bytes]\"]\n").starts_with("my.toml:3: unknown field `reeds`"));
    assert!(of("[f]\n\nargs = \"a\n").starts_with("my.toml:3: "));
    let text = "[g]\n[f]\nargs = \"a b\"\nreads = [\n  \"a[8 bytes]\",\n  \"c[8 bytes]\",\n]\n";
    assert!(of(text).starts_with("my.toml:6: `f`: cell `own read c[8 bytes]`: `c` is not an argument"), "{}", of(text));
    assert!(of("[f]\nfinishes = \"halo\"\n").starts_with("my.toml:2: `f` finishes `halo`, which no row starts"));
    assert!(of("[f]\nargs = \"a\"\nstarts = \"a\"\n").starts_with("my.toml:3: `f` starts an operation that reads"));
    assert!(of("[f]\nargs = \"a a\"\n").starts_with("my.toml:2: `f`: two arguments are called `a`"));
    assert!(of("[f]\nreturns = \"nonsense\"\n").starts_with("my.toml:2: `f`: cell `nonsense`"));
}
