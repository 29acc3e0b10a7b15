//! Parts of variables by the names of their members, from debug information.

use super::Describer;
use super::chain::function_scope;
use rma_dataflow::ids::{CtxId, ObjId, TermId};
use rma_dataflow::object::ObjKind;
use rma_dataflow::term::{SAME_BYTES, Term};
use rma_dataflow::{Role, SymKey};
use rma_frontend::ir::{FileId, Global, LayoutId, LocId, Var};

/// Routines that fill a buffer from a file.
const READERS: [&str; 4] = ["read", "pread", "fread", "fgets"];

impl Describer<'_> {
    /// A variable of a function by its name, if the function has only one of that name.
    fn variable(&self, ctx: CtxId, name: &str) -> Option<&Var> {
        let function = self.module.functions[self.analysis.facts.contexts.all[ctx].func].scope?;
        let is_own = |var: &&Var| var.name == name && function_scope(self.module, var.scope) == Some(function);
        let mut own = self.module.vars.iter().filter(is_own);
        let first = own.next()?;
        own.all(|other| (other.layout, other.pointee) == (first.layout, first.pointee)).then_some(first)
    }

    /// The path to a member as the language of the file writes it.
    fn path_in(&self, layout: LayoutId, offset: i64, file: Option<FileId>) -> Option<String> {
        let path = self.module.layouts.get(layout)?.path(&self.module.layouts, u64::try_from(offset).ok()?)?;
        let suffix = file.and_then(|file| self.module.files[file].rsplit('.').next());
        match suffix.is_some_and(|suffix| suffix.starts_with(['f', 'F'])) {
            // Its arrays may begin at any index.
            true => (!path.contains('[')).then(|| path.replace('.', "%")),
            false => Some(path),
        }
    }

    /// The member that begins at an offset of a variable of a function, or of what it points to.
    fn member_of_variable(&self, ctx: CtxId, name: &str, offset: i64, is_pointer: bool) -> Option<String> {
        let file = |var: &Var| Some(self.module.scopes[var.scope].file);
        match (self.variable(ctx, name), is_pointer) {
            (Some(var), false) => Some(format!("{name}{}", self.path_in(var.layout?, offset, file(var))?)),
            (Some(var), true) => {
                let path = self.path_in(var.pointee?, offset, file(var))?;
                // In Fortran a pointer is used as what it points to.
                Some(
                    path.strip_prefix('.')
                        .map_or_else(|| format!("{name}{path}"), |member| format!("{name}->{member}")),
                )
            }
            (None, false) => {
                let is_it = |global: &&Global| global.source_name.as_deref().unwrap_or(&global.name) == name;
                let mut all = self.module.globals.iter().filter(is_it);
                let (Some(global), None) = (all.next(), all.next()) else { return None };
                Some(format!("{name}{}", self.path_in(global.layout?, offset, global.file)?))
            }
            (None, true) => None,
        }
    }

    /// The member that begins at an offset of an object.
    pub(super) fn member_at(&self, obj: ObjId, offset: i64) -> Option<String> {
        let object = &self.analysis.facts.objects[obj];
        match object.kind {
            ObjKind::Global(global) => {
                let global = &self.module.globals[global];
                let path = self.path_in(global.layout?, offset, global.file)?;
                Some(format!("{}{path}", self.memory_of(obj)?.name))
            }
            ObjKind::Heap => {
                // The variable that holds the pointer.
                let name = self.memory_of(obj)?.name;
                self.member_of_variable(object.ctx?, &name, offset, true)
            }
            _ => self.member_of_variable(object.ctx?, &object.name, offset, false),
        }
    }

    /// The variable, or the part of it, that a value is a part of which a call has written there for all processes; where the source
    /// does not have it, what the call has done.
    pub(super) fn of_same_bytes(&self, value: TermId) -> Option<String> {
        let terms = &self.analysis.facts.terms;
        let Term::Apply(function, parts) = terms.get(value) else { return None };
        let [made, position, _] = parts[..] else { return None };
        let Term::Sym(made) = *terms.get(made) else { return None };
        if terms.function_name(*function) != SAME_BYTES {
            return None;
        }
        let Some(SymKey::Site(ctx, call, Role::SameBytes(at))) = self.analysis.origins.get(&made) else { return None };
        let callee = self.callee_of(*ctx, *call)?;
        let offset = self.constant(position);
        Some(self.written(*ctx, terms.syms[made].loc?, &callee, *at, offset))
    }

    /// The variable, or the part of it, that a call writes through an argument, at an offset; where the source does not have it, what the
    /// call does.
    pub(super) fn written(&self, ctx: CtxId, loc: LocId, callee: &str, at: usize, offset: Option<i64>) -> String {
        let argument = self.code.arguments(loc, callee).and_then(|all| all.get(at).cloned());
        let buffer = argument.as_deref().and_then(crate::source::scan::pointee);
        if let (Some(buffer), Some(offset), Some(argument)) = (&buffer, offset, &argument) {
            let is_pointer = !argument.contains('&');
            if let Some(member) = self.member_of_variable(ctx, buffer, offset, is_pointer) {
                return format!("`{member}`");
            }
            // All of a scalar.
            if !is_pointer && offset == 0 {
                return format!("`{buffer}`");
            }
        }
        let how = if is_reader(callee) { "read from a file" } else { "received" };
        match buffer {
            Some(buffer) => format!("a value {how} into `{buffer}`"),
            None => format!("a value {how}"),
        }
    }

    /// The value of a term that is a number.
    pub(super) fn constant(&self, term: TermId) -> Option<i64> {
        match *self.analysis.facts.terms.get(term) {
            Term::Const(number) => Some(number),
            _ => None,
        }
    }
}

/// Whether a routine reads a file.
pub(super) fn is_reader(routine: &str) -> bool {
    routine.starts_with("MPI_File_") || READERS.contains(&routine)
}
