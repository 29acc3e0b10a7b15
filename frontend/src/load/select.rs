//! Which members of archives belong to the program.
//!
//! A member is part of it when it defines a symbol that another part needs and nothing before it defines; what a linker
//! does with archives, whatever their order on the command line (as lld, `--start-group` of GNU ld).

use super::container::Native;
use crate::ir::{Linkage, Module};
use std::collections::HashMap;

/// What one module or one object offers and wants.
pub(super) struct Symbols<'a> {
    lazy: bool,
    defines: Vec<&'a str>,
    needs: Vec<&'a str>,
}

impl<'a> Symbols<'a> {
    /// The symbols of a module.
    pub fn of_module(module: &'a Module, lazy: bool) -> Symbols<'a> {
        let mut symbols = Symbols { lazy, defines: Vec::new(), needs: Vec::new() };
        let mut add = |name: &'a str, linkage: Linkage, defined: bool| match linkage {
            Linkage::Internal => {}
            Linkage::External | Linkage::Weak if defined => symbols.defines.push(name),
            // A weak reference may stay open.
            Linkage::Weak => {}
            Linkage::External | Linkage::AvailableExternally => symbols.needs.push(name),
        };
        module.functions.iter().for_each(|f| add(&f.name, f.linkage, !f.is_declaration()));
        module.globals.iter().for_each(|g| add(&g.name, g.linkage, g.init.is_some()));
        module.aliases.iter().for_each(|a| add(&a.name, a.linkage, true));
        symbols
    }

    /// The symbols of an object without bitcode.
    pub fn of_native(native: &'a Native) -> Symbols<'a> {
        let refs = |names: &'a [String]| names.iter().map(String::as_str).collect();
        Symbols { lazy: native.lazy, defines: refs(&native.defines), needs: refs(&native.needs) }
    }
}

/// For each part, whether it belongs to the program. `roots` are needed from the start (the entry). If all parts are
/// optional and none defines a root, all belong to it, as a library.
pub(super) fn select(parts: &[Symbols], roots: &[&str]) -> Vec<bool> {
    let mut offers: HashMap<&str, usize> = HashMap::new();
    for (index, part) in parts.iter().enumerate() {
        for name in &part.defines {
            // What is there in any case comes before members.
            let first = offers.entry(name).or_insert(index);
            if !part.lazy && parts.get(*first).is_some_and(|first| first.lazy) {
                *first = index;
            }
        }
    }
    if parts.iter().all(|part| part.lazy) && !roots.iter().any(|root| offers.contains_key(root)) {
        return vec![true; parts.len()];
    }
    let mut taken: Vec<bool> = parts.iter().map(|part| !part.lazy).collect();
    let mut open: Vec<&str> = roots.to_vec();
    open.extend(parts.iter().filter(|part| !part.lazy).flat_map(|part| &part.needs));
    while let Some(name) = open.pop() {
        if let Some(&index) = offers.get(name)
            && let Some(part) = parts.get(index)
            && let Some(taken) = taken.get_mut(index)
            && !std::mem::replace(taken, true)
        {
            open.extend(&part.needs);
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part<'a>(lazy: bool, defines: &[&'a str], needs: &[&'a str]) -> Symbols<'a> {
        Symbols { lazy, defines: defines.to_vec(), needs: needs.to_vec() }
    }

    #[test]
    fn members_come_when_they_are_needed() {
        let parts = [
            part(true, &["c"], &[]),
            part(false, &["main"], &["a"]),
            part(true, &["a"], &["c"]),
            part(true, &["unused", "main"], &["d"]),
            part(true, &["d"], &[]),
        ];
        assert_eq!(select(&parts, &["main"]), [true, true, true, false, false]);
    }

    #[test]
    fn the_first_member_of_a_name_wins_and_objects_before_members() {
        let parts = [
            part(true, &["a"], &[]),
            part(true, &["a", "b"], &[]),
            part(true, &["x"], &[]),
            part(false, &["x"], &["a", "x"]),
        ];
        assert_eq!(select(&parts, &[]), [true, false, false, true]);
    }

    #[test]
    fn an_archive_alone_is_a_program_or_a_library() {
        let library = [part(true, &["a"], &[]), part(true, &["b"], &[])];
        assert_eq!(select(&library, &["main"]), [true, true]);
        assert_eq!(select(&library, &["b"]), [false, true]);
    }
}
