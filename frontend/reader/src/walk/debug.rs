//! Positions, scopes and variables, each metadata node once.

use super::Walk;
use super::spell::spell_type;
use crate::ffi::{self, kind};
use llvm_sys::debuginfo::{
    LLVMDILocationGetColumn, LLVMDILocationGetInlinedAt, LLVMDILocationGetLine, LLVMDILocationGetScope,
};
use llvm_sys::prelude::LLVMMetadataRef;
use rma_frontend::ir::{FileId, LayoutId, Loc, LocId, Scope, ScopeId, ScopeKind, TypeId, Var, VarId};
use rustc_hash::FxHashMap;

/// Metadata nodes that have a number already.
pub(super) struct Nodes {
    files: FxHashMap<LLVMMetadataRef, FileId>,
    file_names: FxHashMap<String, FileId>,
    scopes: FxHashMap<LLVMMetadataRef, Option<ScopeId>>,
    locs: FxHashMap<LLVMMetadataRef, Option<LocId>>,
    loc_ids: FxHashMap<Loc, LocId>,
    vars: FxHashMap<LLVMMetadataRef, Option<VarId>>,
    pub(super) layouts: FxHashMap<LLVMMetadataRef, Option<LayoutId>>,
    /// DW_LANG code of the module.
    language: u32,
}

impl Nodes {
    pub(super) fn new(language: u32) -> Nodes {
        Nodes {
            files: FxHashMap::default(),
            file_names: FxHashMap::default(),
            scopes: FxHashMap::default(),
            locs: FxHashMap::default(),
            loc_ids: FxHashMap::default(),
            vars: FxHashMap::default(),
            layouts: FxHashMap::default(),
            language,
        }
    }
}

impl Walk<'_, '_> {
    /// A file (`DIFile`), as an absolute path when the directory is known.
    pub(super) unsafe fn file(&mut self, node: LLVMMetadataRef) -> FileId {
        if let Some(&id) = self.debug.files.get(&node) {
            return id;
        }
        // SAFETY: any node, or null, is accepted.
        let (name, directory) = unsafe { (ffi::rma_di_name(node).to_text(), ffi::rma_di_directory(node).to_text()) };
        let path = if name.is_empty() || name.starts_with('/') || directory.is_empty() {
            name
        } else {
            format!("{}/{}", directory.trim_end_matches('/'), name.trim_start_matches("./"))
        };
        let id = match self.debug.file_names.get(&path) {
            Some(&id) => id,
            None => {
                let id = self.out.files.push(path.clone());
                self.debug.file_names.insert(path, id);
                id
            }
        };
        // SAFETY: any node, or null, is accepted.
        let md5 = unsafe { ffi::rma_di_md5(node).to_text() };
        if let Some(sum) = (md5.len() == 32).then(|| u128::from_str_radix(&md5, 16).ok()).flatten() {
            self.out.checksums.insert(id, sum);
        }
        self.debug.files.insert(node, id);
        id
    }

    /// The scope of a node; `None` for a node that is no local scope, and for a scope that contains
    /// itself.
    pub(super) unsafe fn scope(&mut self, node: LLVMMetadataRef) -> Option<ScopeId> {
        if let Some(&known) = self.debug.scopes.get(&node) {
            return known;
        }
        // An entry before the descent, so that a cycle in damaged metadata ends here.
        self.debug.scopes.insert(node, None);
        // SAFETY: any node, or null, is accepted.
        let scope = unsafe {
            let scope_kind = match ffi::rma_md_kind(node) {
                kind::SUBPROGRAM => {
                    let linkage_name = ffi::rma_di_linkage_name(node).to_text();
                    ScopeKind::Function {
                        name: ffi::rma_di_name(node).to_text(),
                        linkage_name: (!linkage_name.is_empty()).then_some(linkage_name),
                    }
                }
                kind::LEXICAL_BLOCK | kind::COMMON_BLOCK => ScopeKind::Block,
                kind::LEXICAL_BLOCK_FILE => ScopeKind::File,
                _ => return None,
            };
            let parent = match scope_kind {
                ScopeKind::Function { .. } => None,
                ScopeKind::Block | ScopeKind::File => Some(self.scope(ffi::rma_di_scope(node))?),
            };
            let file = self.file(ffi::rma_di_file(node));
            self.out.scopes.push(Scope { kind: scope_kind, parent, file, line: ffi::rma_di_line(node) })
        };
        self.debug.scopes.insert(node, Some(scope));
        Some(scope)
    }

    /// A position (`DILocation`) with its chain of inlinings.
    pub(super) unsafe fn loc(&mut self, node: LLVMMetadataRef) -> Option<LocId> {
        if node.is_null() {
            return None;
        }
        if let Some(&known) = self.debug.locs.get(&node) {
            return known;
        }
        self.debug.locs.insert(node, None);
        // SAFETY: the node is the debug location of an instruction, or one that it was inlined at.
        let loc = unsafe {
            let scope = self.scope(LLVMDILocationGetScope(node))?;
            let inlined_at = LLVMDILocationGetInlinedAt(node);
            Loc {
                line: LLVMDILocationGetLine(node),
                col: LLVMDILocationGetColumn(node),
                scope,
                inlined_at: self.loc(inlined_at),
            }
        };
        let id = match self.debug.loc_ids.get(&loc) {
            Some(&id) => id,
            None => {
                let id = self.out.locs.push(loc);
                self.debug.loc_ids.insert(loc, id);
                id
            }
        };
        self.debug.locs.insert(node, Some(id));
        Some(id)
    }

    /// A local variable (`DILocalVariable`).
    pub(super) unsafe fn var(&mut self, node: LLVMMetadataRef) -> Option<VarId> {
        if let Some(&known) = self.debug.vars.get(&node) {
            return known;
        }
        // SAFETY: any node, or null, is accepted.
        let id = unsafe {
            if ffi::rma_md_kind(node) != kind::LOCAL_VARIABLE {
                return None;
            }
            let scope = self.scope(ffi::rma_di_scope(node));
            let ty = ffi::rma_di_type(node);
            let [layout, pointee] = if scope.is_some() { [self.layout(ty), self.pointee(ty)] } else { [None; 2] };
            scope.map(|scope| {
                self.out.vars.push(Var {
                    name: ffi::rma_di_name(node).to_text(),
                    ty_name: spell_type(ffi::rma_di_type(node), self.debug.language),
                    scope,
                    arg: ffi::rma_di_arg(node),
                    line: ffi::rma_di_line(node),
                    storage: None,
                    layout,
                    pointee,
                })
            })
        };
        self.debug.vars.insert(node, id);
        id
    }

    /// Records the type with which a variable is stored in memory.
    pub(super) fn set_storage(&mut self, var: VarId, ty: TypeId) {
        if let Some(var) = self.out.vars.get_mut(var) {
            var.storage.get_or_insert(ty);
        }
    }
}
