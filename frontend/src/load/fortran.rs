//! Names of Fortran that flang has mangled, where debug information does not have them.
//!
//! Names are lower case, and a capital letter before each says what it is: `_QMhaloPexchange` is procedure `exchange` of module
//! `halo`, `_QFinitEbuf` variable `buf` of procedure `init`, `_QQmain` the main program.

use crate::ir::{Module, ScopeKind};

/// Gives procedures and variables without a name of their own that of the source: `halo::exchange` and `buf`.
pub(super) fn name(module: &mut Module) {
    name_scopes(module);
    let mangled = |name: &Option<String>| name.as_ref().is_none_or(|n| n.starts_with("_Q"));
    for function in module.functions.iter_mut().filter(|f| mangled(&f.source_name)) {
        if let Some(parts) = parts(&function.name) {
            function.source_name = Some(parts.join("::"));
        }
    }
    for global in module.globals.iter_mut().filter(|g| mangled(&g.source_name)) {
        if let Some(last) = parts(&global.name).and_then(|parts| parts.last().map(|p| (*p).to_owned())) {
            global.source_name = Some(last);
        }
    }
}

/// As in debug information, which calls the main program by its mangled name.
fn name_scopes(module: &mut Module) {
    for scope in &mut module.scopes {
        if let ScopeKind::Function { name, .. } = &mut scope.kind
            && let Some(parts) = parts(name)
        {
            *name = parts.join("::");
        }
    }
}

/// The names in a mangled one, outermost first.
fn parts(mangled: &str) -> Option<Vec<&str>> {
    let rest = mangled.strip_prefix("_Q")?;
    if rest == "Qmain" {
        return Some(vec!["main program"]);
    }
    // The optimiser splits variables: `_QFEbuf.0`.
    let rest = rest.split('.').next()?;
    let parts: Vec<&str> = rest.split(|c: char| c.is_ascii_uppercase()).filter(|part| !part.is_empty()).collect();
    // Literals and descriptions of types are no names of the program.
    (!rest.starts_with('Q') && !parts.is_empty()).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn names_of_the_source() {
        assert_eq!(parts("_QMhaloPexchange"), Some(vec!["halo", "exchange"]));
        assert_eq!(parts("_QMhaloFexchangePpack"), Some(vec!["halo", "exchange", "pack"]));
        assert_eq!(parts("_QPsolve"), Some(vec!["solve"]));
        assert_eq!(parts("_QFEbuf.0"), Some(vec!["buf"]));
        assert_eq!(parts("_QMhaloEwin"), Some(vec!["halo", "win"]));
        assert_eq!(parts("_QQmain"), Some(vec!["main program"]));
        assert_eq!(parts("_QQclX2F746D70"), None);
        assert_eq!(parts("main"), None);
        assert_eq!(parts("_QM"), None);
    }
}
