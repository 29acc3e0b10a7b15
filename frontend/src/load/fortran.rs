//! Names of Fortran that flang has mangled, where debug information does not have them.
//!
//! Names are lower case, and a capital letter before each says what it is: `_QMhaloPexchange` is procedure `exchange` of module
//! `halo`, `_QFinitEbuf` variable `buf` of procedure `init`, `_QQmain` the main program.

use crate::ir::{Module, ScopeKind};

/// Gives procedures and variables without a name in debug information their name in the source: `halo::exchange` and
/// `buf`.
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

/// Gives scopes the names of debug information, which calls the main program by its mangled name.
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

/// The name in flang's bitcode of what gfortran's machine code calls `__halo_MOD_exchange`, or `MAIN__`.
pub(super) fn of_gfortran(symbol: &str) -> Option<String> {
    if symbol == "MAIN__" {
        return Some("_QQmain".to_owned());
    }
    let (module, procedure) = symbol.strip_prefix("__")?.split_once("_MOD_")?;
    Some(format!("_QM{module}P{procedure}"))
}

/// Whether gfortran has made a procedure of a module, by its name as flang would have it: copies and destruction of types.
pub(super) fn is_generated(mangled: &str) -> bool {
    mangled.starts_with("_QM") && mangled.contains("P__")
}

/// The own name of a procedure inside another one. Gfortran adds a number: `pack.0`.
pub(super) fn internal(mangled: &str) -> Option<&str> {
    let (host, procedure) = mangled.strip_prefix("_Q")?.rsplit_once('P')?;
    host.contains('F').then_some(procedure)
}

#[cfg(test)]
mod tests {
    use super::{internal, is_generated, of_gfortran, parts};

    #[test]
    fn names_of_gfortran_are_those_of_flang() {
        assert_eq!(of_gfortran("__halo_MOD_exchange").as_deref(), Some("_QMhaloPexchange"));
        assert_eq!(of_gfortran("MAIN__").as_deref(), Some("_QQmain"));
        assert_eq!(of_gfortran("solve_"), None);
        assert!(of_gfortran("__halo_MOD___copy_halo_Ring").is_some_and(|name| is_generated(&name)));
        assert!(!is_generated("_QMhaloPexchange"));
        assert_eq!(internal("_QMhaloFexchangePpack"), Some("pack"));
        assert_eq!(internal("_QMhaloPexchange"), None);
        assert_eq!(internal("_QPsolve"), None);
    }

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
