//! Names of C++ functions as the source has them: with their classes and namespaces, without parameters.

use crate::ir::{Module, ScopeKind};
use cpp_demangle::{DemangleOptions, Symbol};

/// Gives functions and scopes with a mangled linker name their demangled name.
pub(super) fn demangle(module: &mut Module) {
    for f in &mut module.functions {
        if let Some(name) = qualified(&f.name) {
            f.source_name = Some(name);
        }
    }
    for scope in &mut module.scopes {
        if let ScopeKind::Function { name, linkage_name: Some(linkage) } = &mut scope.kind
            && let Some(full) = qualified(linkage)
        {
            *name = full;
        }
    }
}

/// The name of a function of C++ with its classes and namespaces, from its linker name.
pub fn qualified(symbol: &str) -> Option<String> {
    spelled(symbol, &DemangleOptions::new().no_params().no_return_type())
}

/// A linker name as the source spells it, with parameters; other names as they are.
pub fn demangled(symbol: &str) -> String {
    spelled(symbol, &DemangleOptions::new().no_return_type()).unwrap_or_else(|| symbol.to_owned())
}

fn spelled(symbol: &str, options: &DemangleOptions) -> Option<String> {
    if !symbol.starts_with("_Z") {
        return None;
    }
    let text = Symbol::new(symbol).ok()?.demangle_with_options(options).ok()?;
    Some(
        text.replace("std::__cxx11::", "std::")
            .replace("std::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::string"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_parameters() {
        assert_eq!(qualified("_ZN6Window3putEPKdi").as_deref(), Some("Window::put"));
        assert_eq!(
            qualified("_ZNSt6vectorIdSaIdEEixEm").as_deref(),
            Some("std::vector<double, std::allocator<double> >::operator[]")
        );
        assert_eq!(qualified("MPI_Put"), None);
        assert_eq!(qualified("_Zbroken"), None);
    }

    #[test]
    fn strings_are_short() {
        let name = "_ZNSt13runtime_errorC1ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE";
        assert_eq!(demangled(name), "std::runtime_error::runtime_error(std::string const&)");
        assert_eq!(demangled("printf"), "printf");
    }
}
