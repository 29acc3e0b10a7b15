//! The invariants of a [`Module`], checked once after decoding so that no later stage can index out of range.

// Here nothing is checked yet.
#![deny(clippy::indexing_slicing)]

use super::{
    BlockId, Callee, Const, ConstId, Fate, Function, Inst, InstKind, LayoutId, LocId, Module, Operand, RawAccess,
    ScopeId, Type, TypeId, TypeKind, ValueId, VarId,
};
use thiserror::Error;

/// A broken invariant.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{place}: {what}")]
pub struct Invalid {
    /// Which table or function.
    pub place: String,
    /// The mistake.
    pub what: &'static str,
}

type Check = Result<(), &'static str>;

fn ensure(holds: bool, what: &'static str) -> Check {
    if holds { Ok(()) } else { Err(what) }
}

impl Module {
    /// Checks that every index points into its table, that types and constants consist of earlier ones (so that
    /// recursion over them ends), that chains of scopes and inlinings end, and that blocks cover the instructions of
    /// their function, each with one terminator, at its end.
    ///
    /// # Errors
    /// The first broken invariant.
    pub fn validate(&self) -> Result<(), Invalid> {
        let at = |place: String| move |what| Invalid { place, what };
        for (id, ty) in self.types.iter_enumerated() {
            self.check_type(id, ty).map_err(at(format!("type {}", id.raw())))?;
        }
        for (id, constant) in self.consts.iter_enumerated() {
            self.check_const(id, constant).map_err(at(format!("constant {}", id.raw())))?;
        }
        self.check_debug().map_err(at("debug information".to_owned()))?;
        for global in &self.globals {
            let fits = self.has_type(global.ty)
                && global.init.is_none_or(|init| self.has_const(init))
                && global.file.is_none_or(|file| file.index() < self.files.len());
            ensure(fits, "index out of range").map_err(at(format!("global {}", global.name)))?;
        }
        for function in &self.functions {
            self.check_function(function).map_err(at(format!("function {}", function.name)))?;
        }
        for alias in &self.aliases {
            let fits = matches!(self.consts.get(alias.target), Some(Const::Func(_) | Const::Global { .. }));
            ensure(fits, "target is no symbol").map_err(at(format!("alias {}", alias.name)))?;
        }
        let constructors = self.constructors.iter().all(|f| f.index() < self.functions.len());
        ensure(constructors && self.constructors.len() == self.constructor_priorities.len(), "index out of range")
            .map_err(at("constructors".to_owned()))
    }

    fn has_type(&self, id: TypeId) -> bool {
        id.index() < self.types.len()
    }

    fn has_const(&self, id: ConstId) -> bool {
        id.index() < self.consts.len()
    }

    fn has_var(&self, id: Option<VarId>) -> bool {
        id.is_none_or(|id| id.index() < self.vars.len())
    }

    fn has_layout(&self, id: Option<LayoutId>) -> bool {
        id.is_none_or(|id| id.index() < self.layouts.len())
    }

    fn has_scope(&self, id: Option<ScopeId>) -> bool {
        id.is_none_or(|id| id.index() < self.scopes.len())
    }

    fn has_loc(&self, id: Option<LocId>) -> bool {
        id.is_none_or(|id| id.index() < self.locs.len())
    }

    fn check_type(&self, id: TypeId, ty: &Type) -> Check {
        let earlier = |part: &TypeId| *part < id;
        let fits = match &ty.kind {
            TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } => earlier(elem),
            TypeKind::Struct { fields, .. } => fields.iter().all(|field| earlier(&field.ty)),
            TypeKind::Func { ret, params, .. } => earlier(ret) && params.iter().all(earlier),
            TypeKind::Void | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Ptr | TypeKind::Other => true,
        };
        ensure(fits, "consists of a later type")
    }

    fn check_const(&self, id: ConstId, constant: &Const) -> Check {
        let earlier = |part: &ConstId| *part < id;
        let fits = match constant {
            Const::Int { ty, .. }
            | Const::Opaque(ty)
            | Const::Float { ty, .. }
            | Const::Null(ty)
            | Const::Undef(ty)
            | Const::Zero(ty) => self.has_type(*ty),
            Const::Global { global, .. } => global.index() < self.globals.len(),
            Const::Func(function) => function.index() < self.functions.len(),
            Const::Aggregate { ty, elems } => self.has_type(*ty) && elems.iter().all(earlier),
            Const::Data { ty, .. } => self.has_type(*ty),
            Const::Reinterpret { ty, of } => self.has_type(*ty) && earlier(of),
        };
        ensure(fits, "index out of range, or a later constant")
    }

    fn check_debug(&self) -> Check {
        ensure(self.checksums.keys().all(|file| file.index() < self.files.len()), "checksum without file")?;
        for (id, scope) in self.scopes.iter_enumerated() {
            ensure(scope.file.index() < self.files.len(), "scope without file")?;
            ensure(scope.parent.is_none_or(|parent| parent < id), "scope before its parent")?;
        }
        for (id, loc) in self.locs.iter_enumerated() {
            ensure(self.has_scope(Some(loc.scope)), "position without scope")?;
            ensure(loc.inlined_at.is_none_or(|outer| outer < id), "position before the one it is inlined at")?;
        }
        for var in &self.vars {
            ensure(self.has_scope(Some(var.scope)), "variable without scope")?;
            ensure(var.storage.is_none_or(|ty| self.has_type(ty)), "variable of unknown type")?;
            ensure(self.has_layout(var.layout) && self.has_layout(var.pointee), "variable of unknown members")?;
        }
        for (id, layout) in self.layouts.iter_enumerated() {
            let earlier = |inner: LayoutId| inner < id;
            let fits = layout.members.iter().all(|member| member.inner.is_none_or(earlier));
            ensure(fits, "structure before its part")?;
        }
        Ok(())
    }

    fn check_function(&self, function: &Function) -> Check {
        let params = function.params.iter().all(|param| {
            self.has_type(param.ty) && self.has_var(param.var) && param.byval.is_none_or(|ty| self.has_type(ty))
        });
        ensure(params && self.has_type(function.ret) && self.has_scope(function.scope), "index out of range")?;
        let mut next = ValueId::from_raw(0);
        for block in &function.blocks {
            ensure(block.start == next && block.end > block.start, "blocks do not follow one another")?;
            ensure(block.end.index() <= function.insts.len(), "block past the end")?;
            for index in block.start.raw()..block.end.raw() {
                let last = index + 1 == block.end.raw();
                let inst = function.insts.get(ValueId::from_raw(index));
                let fits = inst.is_some_and(|inst| inst.kind.is_terminator() == last);
                ensure(fits, "terminator not at the end of its block")?;
            }
            next = block.end;
        }
        ensure(next.index() == function.insts.len(), "instructions outside of blocks")?;
        let known = |access: &RawAccess| {
            self.has_loc(access.loc) && !matches!(access.fate, Fate::At(value) if value.index() >= function.insts.len())
        };
        let accesses = function.accesses.iter().flat_map(|accesses| &accesses.list).all(known);
        ensure(accesses, "access out of range")?;
        function.insts.iter().try_for_each(|inst| self.check_inst(function, inst))
    }

    fn check_inst(&self, function: &Function, inst: &Inst) -> Check {
        ensure(self.has_type(inst.ty) && self.has_loc(inst.loc) && self.has_var(inst.var), "index out of range")?;
        let mut operands = true;
        inst.kind.for_each_operand(|operand| operands &= self.has_operand(function, operand));
        ensure(operands, "operand out of range")?;
        let mut types = true;
        inst.kind.for_each_type(|ty| types &= self.has_type(ty));
        ensure(types, "type out of range")?;
        let has_block = |block: &BlockId| block.index() < function.blocks.len();
        let blocks = match &inst.kind {
            InstKind::Phi { incoming } => incoming.iter().all(|(block, _)| has_block(block)),
            kind => kind.successors().iter().all(has_block),
        };
        ensure(blocks, "block out of range")?;
        if let InstKind::ShuffleVector { mask, .. } = &inst.kind {
            let lanes = match self.types.get(inst.ty).map(|ty| &ty.kind) {
                Some(TypeKind::Vector { len, .. }) => usize::try_from(*len).ok(),
                _ => None,
            };
            ensure(lanes == Some(mask.len()), "mask without the result's lanes")?;
        }
        match inst.kind.as_call() {
            Some((Callee::Direct(callee), _)) => ensure(callee.index() < self.functions.len(), "callee out of range"),
            _ => Ok(()),
        }
    }

    fn has_operand(&self, function: &Function, operand: Operand) -> bool {
        match operand {
            Operand::Value(value) => value.index() < function.insts.len(),
            Operand::Param(index) => (index as usize) < function.params.len(),
            Operand::Const(id) => self.has_const(id),
            Operand::Other => true,
        }
    }
}

#[cfg(test)]
#[path = "validate_tests.rs"]
mod tests;
