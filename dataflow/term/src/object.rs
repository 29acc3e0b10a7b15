//! Objects: the things that addresses and handles point to (theory, 4.3).

use crate::ids::{CtxId, ObjId, TermId};
use index_vec::IndexVec;
use rma_frontend::ir::{FuncId, GlobalId, LocId, ScopeId};

/// The name of stack memory that no variable of the program is.
pub const TEMPORARY: &str = "a temporary";

/// What an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ObjKind {
    /// A global variable.
    Global(GlobalId),
    /// Code.
    Function(FuncId),
    /// A stack cell of a function instance.
    Stack,
    /// Memory from an allocating call.
    Heap,
    /// Memory that existed before the entry function (`argv`, the pointees of its parameters).
    Entry,
    /// A window.
    Window,
    /// A derived datatype.
    Datatype,
    /// A communicator.
    Comm,
    /// A group.
    Group,
    /// A request.
    Request,
    /// Memory of pointers that the analysis does not know; the instance is the pointer.
    Anonymous,
    /// Info, error handler, message and other handles.
    OtherHandle,
}

/// An object with what is known of it.
#[derive(Debug, Clone)]
pub struct Object {
    /// What it is.
    pub kind: ObjKind,
    /// Name for reports: the source variable where there is one.
    pub name: String,
    /// Size in bytes, when known.
    pub size: Option<TermId>,
    /// Function instance that created it.
    pub ctx: Option<CtxId>,
    /// The position in the source at which it was created.
    pub loc: Option<LocId>,
    /// Lexical scope that ends its life time (stack cells, from debug information).
    pub scope: Option<ScopeId>,
    /// Content at its start of life is all zero bytes.
    pub zeroed: bool,
    /// Its address was stored to memory or passed to code that is not followed.
    pub escaped: bool,
}

impl Object {
    /// An object with this kind and defaults for everything else.
    pub fn of_kind(kind: ObjKind) -> Object {
        Object {
            kind,
            name: String::new(),
            size: None,
            ctx: None,
            loc: None,
            scope: None,
            zeroed: false,
            escaped: false,
        }
    }
}

/// All objects.
pub type Objects = IndexVec<ObjId, Object>;
