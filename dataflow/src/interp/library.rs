//! Objects inside the C++ library: streams, locales, exceptions. Their content is not in the input; whatever pointer the program
//! takes out of them leads to the library again, and what it calls through such a pointer touches nothing of the program's.

use super::{Interp, ObjKey};
use crate::object::{ObjId, ObjKind, Object};
use crate::skeleton::Place;
use crate::term::TermId;
use rma_frontend::ir::GlobalId;

impl Interp<'_> {
    /// The address that stands for all memory and code of the library.
    pub(crate) fn library(&mut self) -> TermId {
        let obj = self.library_object();
        self.terms.addr(obj)
    }

    pub(super) fn library_object(&mut self) -> ObjId {
        self.object(ObjKey::Library, || Object {
            kind: ObjKind::OtherHandle,
            name: String::new(),
            size: None,
            ctx: None,
            loc: None,
            scope: None,
            zeroed: false,
            escaped: false,
        })
    }

    /// A variable of the library (`std::cout`), or a table of virtual functions that it defines.
    fn is_of_library(&self, g: GlobalId) -> bool {
        let global = &self.module.globals[g];
        let ours = ["_ZSt", "_ZNSt", "_ZTVSt", "_ZTVNSt", "_ZTTSt", "_ZTTNSt"];
        global.init.is_none() && ours.iter().any(|start| global.name.starts_with(start))
    }

    /// What a word of the library's memory holds. Before the functions of a table stand distances to base classes; that of a
    /// class alone is zero.
    pub(super) fn library_word(&mut self, p: &Place, size: u64) -> Option<TermId> {
        let inside = match self.objects[p.obj].kind {
            ObjKind::Global(g) => self.is_of_library(g),
            _ => p.obj == self.library_object(),
        };
        if !inside || size != 8 {
            return None;
        }
        let before = self.terms.as_const(p.offset).is_some_and(|at| at < 0);
        Some(if before { self.terms.int(0) } else { self.library() })
    }
}
