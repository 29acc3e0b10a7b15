//! Objects inside the C++ library: streams, locales, exceptions. Their content is not in the input. Every pointer that the program
//! loads from them points to memory of the library again, and a function called through such a pointer touches no memory of the
//! program (theory, 4.3).

use super::{Frame, Interp, ObjKey};
use crate::memory::Mem;
use rma_frontend::api::AccessKind;
use rma_frontend::ir::{FuncId, GlobalId, TypeKind, ValueId};
use rma_skeleton::facts::Role;
use rma_skeleton::skeleton::{Actor, Place};
use rma_term::ids::{ObjId, TermId};
use rma_term::object::{ObjKind, Object};

/// Whether a linker name is that of a function of namespace `std` (Itanium C++ ABI, 5.1.2).
pub(super) fn is_standard(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("_Z") else { return false };
    let rest = rest.strip_prefix('N').unwrap_or(rest);
    let rest = rest.strip_prefix('K').unwrap_or(rest);
    let mut letters = rest.chars();
    letters.next() == Some('S') && letters.next().is_some_and(|c| "tasbiod".contains(c))
}

impl<'a> Interp<'a> {
    /// A function of the standard library without a model: it touches its arguments, and memory inside the library
    /// (C++20, 16.4.5.9 and 16.4.6.10 for races).
    pub(super) fn call_standard(
        &mut self,
        frame: &mut Frame<'a>,
        v: ValueId,
        f: FuncId,
        args: &[TermId],
        mem: &mut Mem,
    ) {
        let func = &self.facts.module.functions[f];
        let constant = func.name.starts_with("_ZNK");
        let constructs = func.name.contains("C1E") || func.name.contains("C2E");
        let loc = frame.func.insts[v].loc;
        let yes = self.facts.terms.truth(true);
        for (n, arg) in args.iter().enumerate() {
            let result = func.params.get(n).is_some_and(|p| p.sret);
            if self.facts.objects_in(*arg).is_empty() || (constant && n == 0 && !result) {
                continue;
            }
            let mut area = self.area(*arg, None);
            area.unknown = true;
            self.emit_access(frame, loc, AccessKind::Write, area, Actor::Instruction("unknown call"), yes);
            if !self.facts.places(*arg).unknown {
                self.clobber(mem, *arg, None);
            }
        }
        let pointer = matches!(self.facts.module.types[func.ret].kind, TypeKind::Ptr);
        let value = match args.first() {
            Some(this) if pointer && !constant => *this,
            _ if pointer => self.library(),
            _ => self.lost(frame, v, Role::Value),
        };
        if constructs && let Some(this) = args.first() {
            let table = self.library();
            self.store(mem, *this, 8, table, false);
        }
        self.set(frame, v, value);
    }

    /// The address that represents all memory and code of the library.
    pub(crate) fn library(&mut self) -> TermId {
        let obj = self.library_object();
        self.facts.terms.addr(obj)
    }

    pub(super) fn library_object(&mut self) -> ObjId {
        self.object(ObjKey::Library, || Object::of_kind(ObjKind::OtherHandle))
    }

    /// A variable of the library (`std::cout`), or a table of virtual functions that it defines.
    fn is_of_library(&self, g: GlobalId) -> bool {
        let global = &self.facts.module.globals[g];
        let ours = ["_ZSt", "_ZNSt", "_ZTVSt", "_ZTVNSt", "_ZTTSt", "_ZTTNSt"];
        global.init.is_none() && ours.iter().any(|start| global.name.starts_with(start))
    }

    /// The content of a word of the library's memory. At negative offsets a table of virtual functions contains distances
    /// to base classes, which are zero for a class without bases.
    pub(super) fn library_word(&mut self, p: &Place, size: u64) -> Option<TermId> {
        let inside = match self.facts.objects[p.obj].kind {
            ObjKind::Global(g) => self.is_of_library(g),
            _ => p.obj == self.library_object(),
        };
        if !inside || size != 8 {
            return None;
        }
        let before = self.facts.terms.as_const(p.offset).is_some_and(|at| at < 0);
        Some(if before { self.facts.terms.int(0) } else { self.library() })
    }
}
