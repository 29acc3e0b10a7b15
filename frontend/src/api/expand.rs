//! Names that contain a type: one row for all of them.
//!
//! A name with a set of types in braces, `shmem_{rma}_put`, stands for one routine for each type of the set. The sets are those
//! of the standard's tables of type names, in `tables/shmem/types.toml`.

use super::model::ElementType;
use super::row::RowError;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Bytes of each type, by set and name.
type Sets = BTreeMap<String, BTreeMap<String, u64>>;

fn sets() -> &'static Sets {
    static SETS: OnceLock<Sets> = OnceLock::new();
    SETS.get_or_init(|| match toml::from_str(include_str!("tables/shmem/types.toml")) {
        Ok(sets) => sets,
        Err(error) => unreachable!("built-in table of types: {error}"),
    })
}

/// The names that a name with a set denotes, each with its type; the name itself if it contains no set.
pub(super) fn names(name: &str) -> Result<Vec<(String, Option<ElementType>)>, RowError> {
    let Some((head, (set, tail))) = name.split_once('{').and_then(|(h, t)| Some((h, t.split_once('}')?))) else {
        return Ok(vec![(name.to_owned(), None)]);
    };
    let types = sets().get(set).ok_or_else(|| RowError::UnknownTypes(set.to_owned()))?;
    Ok(types
        .iter()
        .map(|(ty, size)| (format!("{head}{ty}{tail}"), Some(ElementType { name: ty.clone(), size: *size })))
        .collect())
}

/// The name of the form with a context.
pub(super) fn with_context(name: &str) -> String {
    format!("shmem_ctx_{}", name.strip_prefix("shmem_").unwrap_or(name))
}
