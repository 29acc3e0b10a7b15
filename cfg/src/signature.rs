//! Which functions a call through a pointer can reach, judged by how values are passed (theory, 3.2).

use rma_frontend::ir::{FloatKind, Function, Inst, Module, Operand, TypeId, TypeKind};

/// How a value travels in a call. Widths of integers are left out: calls through a pointer of a slightly different
/// type (`int` for `long`, an enumeration, a `bool`) are common and work on the platforms of interest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum PassKind {
    Void,
    Int,
    Float(FloatKind),
    Ptr,
    /// Vectors, and structs and arrays returned or passed in registers.
    Aggregate,
    /// Metadata and such: fits everything.
    Any,
}

impl PassKind {
    fn of_type(module: &Module, ty: TypeId) -> Self {
        match &module.types[ty].kind {
            TypeKind::Void => PassKind::Void,
            TypeKind::Int(_) => PassKind::Int,
            TypeKind::Float(kind) => PassKind::Float(*kind),
            TypeKind::Ptr => PassKind::Ptr,
            TypeKind::Array { .. } | TypeKind::Vector { .. } | TypeKind::Struct { .. } => PassKind::Aggregate,
            TypeKind::Func { .. } | TypeKind::Other => PassKind::Any,
        }
    }

    fn of_operand(module: &Module, function: &Function, operand: Operand) -> Self {
        let ty = match operand {
            Operand::Value(v) => function.insts[v].ty,
            Operand::Param(i) => function.params[i as usize].ty,
            Operand::Const(c) => match module.consts[c].ty() {
                Some(ty) => ty,
                // The address of a global or function.
                None => return PassKind::Ptr,
            },
            Operand::Other => return PassKind::Any,
        };
        Self::of_type(module, ty)
    }

    fn fits(self, other: Self) -> bool {
        self == other || self == PassKind::Any || other == PassKind::Any
    }
}

/// The signature that a call site requires of its callee.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct CallShape {
    ret: PassKind,
    args: Vec<PassKind>,
}

impl CallShape {
    /// Shape of a call instruction of `function` with these arguments.
    pub(crate) fn new(module: &Module, function: &Function, call: &Inst, args: &[Operand]) -> Self {
        Self {
            ret: PassKind::of_type(module, call.ty),
            args: args.iter().map(|&a| PassKind::of_operand(module, function, a)).collect(),
        }
    }

    /// Whether a call of this shape can be meant for `callee`: the named parameters fit one by one, further arguments
    /// need a variadic callee, and a result that the call takes is one that the callee gives.
    pub(crate) fn fits(&self, module: &Module, callee: &Function) -> bool {
        let count_fits = if callee.varargs {
            self.args.len() >= callee.params.len()
        } else {
            self.args.len() == callee.params.len()
        };
        count_fits
            && (self.ret == PassKind::Void || self.ret.fits(PassKind::of_type(module, callee.ret)))
            && callee.params.iter().zip(&self.args).all(|(p, a)| PassKind::of_type(module, p.ty).fits(*a))
    }
}
