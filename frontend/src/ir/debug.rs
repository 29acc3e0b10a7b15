//! Source positions, scopes and names, from debug information.

use super::TypeId;
use index_vec::{IndexVec, define_index_type};
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
define_index_type! {
    /// The members of a structure.
    pub struct LayoutId = u32;
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
    /// The members of the structure that it is.
    pub layout: Option<LayoutId>,
    /// The members of the structure that it points to.
    pub pointee: Option<LayoutId>,
}

/// The members of a structure, class or union, by their offsets.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Layout {
    /// The members in the order of the declaration.
    pub members: Vec<Member>,
}

/// A member of a structure.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Member {
    /// Name; empty for an anonymous structure or union.
    pub name: String,
    /// First byte, from the begin of the structure.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
    /// Bytes of an element, if it is an array of one dimension.
    pub element: Option<u64>,
    /// The members of the structure that it is, or of each of its elements.
    pub inner: Option<LayoutId>,
}

impl Layout {
    /// The member that begins at an offset, as a path: `.limits.rows`, `.cells[2]`.
    pub fn path(&self, all: &IndexVec<LayoutId, Layout>, offset: u64) -> Option<String> {
        let mut all_there = self.members.iter().filter(|m| m.offset <= offset && offset - m.offset < m.size);
        // Members of a union share their bytes.
        let (Some(member), None) = (all_there.next(), all_there.next()) else { return None };
        let mut rest = offset - member.offset;
        let mut path = if member.name.is_empty() { String::new() } else { format!(".{}", member.name) };
        if let Some(bytes) = member.element.filter(|bytes| *bytes > 0) {
            path.push_str(&format!("[{}]", rest / bytes));
            rest %= bytes;
        }
        match member.inner.and_then(|inner| all.get(inner)) {
            // Inner structures come before outer ones, so this ends.
            Some(inner) => inner.path(all, rest).map(|end| path + &end),
            None => (rest == 0 && !path.is_empty()).then_some(path),
        }
    }
}
