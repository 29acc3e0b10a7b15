//! Source positions, scopes and names, from debug information.

use super::TypeId;
use index_vec::define_index_type;
use serde::{Deserialize, Serialize};

define_index_type! {
    /// A source file.
    pub struct FileId = u32;
}
define_index_type! {
    /// A debug scope.
    pub struct ScopeId = u32;
}
define_index_type! {
    /// A source position.
    pub struct LocId = u32;
}
define_index_type! {
    /// A source variable.
    pub struct VarId = u32;
}

/// A source position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Loc {
    /// Line, from 1; 0 when the compiler gave none.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub col: u32,
    /// The innermost scope.
    pub scope: ScopeId,
    /// The call at which the enclosing function was inlined, innermost first.
    pub inlined_at: Option<LocId>,
}

/// What a scope is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ScopeKind {
    /// A function.
    Function {
        /// Source name.
        name: String,
        /// Linker name, when it differs.
        linkage_name: Option<String>,
    },
    /// A lexical block.
    Block,
    /// A part of the parent block that is in another file (`DILexicalBlockFile`); its variables
    /// live as long as those of the parent.
    File,
}

/// A debug scope.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scope {
    /// What it is.
    pub kind: ScopeKind,
    /// The scope around it; `None` for functions.
    pub parent: Option<ScopeId>,
    /// File.
    pub file: FileId,
    /// First line, 0 when unknown.
    pub line: u32,
}

/// A source variable.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Var {
    /// Name.
    pub name: String,
    /// Type as the language writes it (`int`, `double *`, `int[8]`), empty when unknown.
    pub ty_name: String,
    /// Scope that it lives in.
    pub scope: ScopeId,
    /// Position among the parameters, from 1; 0 for locals.
    pub arg: u32,
    /// Line of the declaration.
    pub line: u32,
    /// Storage type when it is in memory.
    pub storage: Option<TypeId>,
}
