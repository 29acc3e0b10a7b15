//! Lists of functions: an allow list for filter plug-ins, and an ignore list for `-fsanitize-ignorelist=`.
//!
//! A name with a line break would be an entry of its own; names are escaped. Both work by function. A function is left out only if every body of its name in the input has no access to watch.

use super::{Function, Screen};
use crate::escape::plain;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// `ALLOWLIST` and `FUNC::name` for each function with an access to watch.
pub fn allow(screen: &Screen) -> String {
    let mut out = String::from("ALLOWLIST\n");
    for (name, _) in watched(screen).iter().filter(|(_, watched)| **watched) {
        let _ = writeln!(out, "FUNC::{}", plain(name));
    }
    out
}

/// Functions and whole files without an access to watch, in the form of clang's special case lists.
///
/// A file is named when nothing in the input that was compiled from it has an access to watch. Names are matched whole; characters that
/// clang takes for patterns are not in linker names.
pub fn ignore(screen: &Screen) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "# Functions and files without an access that a checker must watch.");
    let _ = writeln!(out, "# strength `{}`; {}", screen.strength.as_str(), screen.claim);
    let _ = writeln!(out, "# A function or file that is changed must be taken off this list, or the list made again.");
    let _ = writeln!(out, "[thread]");
    let watched = watched(screen);
    let mut files: BTreeMap<&str, bool> = BTreeMap::new();
    for module in &screen.modules {
        let any = module.functions.iter().any(watches);
        *files.entry(&module.source).or_default() |= any || module.functions.is_empty();
    }
    for (file, _) in files.iter().filter(|(file, watched)| !**watched && !file.is_empty()) {
        let _ = writeln!(out, "src:{}", plain(file));
    }
    for (name, _) in watched.iter().filter(|(_, watched)| !**watched) {
        let _ = writeln!(out, "fun:{}", plain(name));
    }
    out
}

/// For each name of a function, whether one of its bodies has an access to watch.
fn watched(screen: &Screen) -> BTreeMap<&str, bool> {
    let mut out: BTreeMap<&str, bool> = BTreeMap::new();
    for function in screen.modules.iter().flat_map(|m| &m.functions) {
        *out.entry(&function.name).or_default() |= watches(function);
    }
    out
}

/// Functions that a list of names leaves out must have nothing to watch: no load, store, copy or fill that is kept, and no atomic.
fn watches(function: &Function) -> bool {
    function.replaced || function.accesses.iter().any(|a| !a.dropped && !a.local && a.kind != "call")
}

/// The names of functions without an access to watch.
pub fn unwatched(screen: &Screen) -> BTreeSet<&str> {
    watched(screen).into_iter().filter(|(_, watched)| !watched).map(|(name, _)| name).collect()
}
