//! Uniform access to the operands and types inside an instruction.

use super::{Callee, InstKind, Operand, TypeId};

/// One traversal for reading and for rewriting: the bindings are references of the kind that `$inst` is.
macro_rules! traverse {
    ($inst:expr, $iter:ident, $f:ident) => {
        match $inst {
            InstKind::Alloca { count, .. } => $f(count),
            InstKind::Load { ptr, .. } | InstKind::Lifetime { ptr, .. } => $f(ptr),
            InstKind::Store { ptr, value, .. } | InstKind::AtomicRmw { ptr, value, .. } => {
                $f(ptr);
                $f(value);
            }
            InstKind::Gep { base, scaled, .. } => {
                $f(base);
                scaled.$iter().for_each(|(index, _)| $f(index));
            }
            InstKind::Binary { lhs, rhs, .. } | InstKind::Cmp { lhs, rhs, .. } => {
                $f(lhs);
                $f(rhs);
            }
            InstKind::FNeg { value }
            | InstKind::Cast { value, .. }
            | InstKind::Freeze { value }
            | InstKind::Resume { value } => $f(value),
            InstKind::LandingPad { catches, .. } => catches.$iter().for_each(&mut $f),
            InstKind::Select { cond, then, otherwise } => {
                $f(cond);
                $f(then);
                $f(otherwise);
            }
            InstKind::Phi { incoming } => incoming.$iter().for_each(|(_, value)| $f(value)),
            InstKind::Call { callee, args, .. } | InstKind::Invoke { callee, args, .. } => {
                if let Callee::Indirect(pointer) = callee {
                    $f(pointer);
                }
                args.$iter().for_each(&mut $f);
            }
            InstKind::MemCopy { dst, src, len } => {
                $f(dst);
                $f(src);
                $f(len);
            }
            InstKind::MemSet { dst, value, len } => {
                $f(dst);
                $f(value);
                $f(len);
            }
            InstKind::CmpXchg { ptr, expected, new, .. } => {
                $f(ptr);
                $f(expected);
                $f(new);
            }
            InstKind::ExtractValue { agg, .. } => $f(agg),
            InstKind::InsertValue { agg, value, .. } => {
                $f(agg);
                $f(value);
            }
            InstKind::ExtractElement { vector, index } => {
                $f(vector);
                $f(index);
            }
            InstKind::InsertElement { vector, value, index } => {
                $f(vector);
                $f(value);
                $f(index);
            }
            InstKind::ShuffleVector { lhs, rhs, .. } => {
                $f(lhs);
                $f(rhs);
            }
            InstKind::Other { operands, .. } => operands.$iter().for_each(&mut $f),
            InstKind::CondBr { cond, .. } => $f(cond),
            InstKind::Switch { value, .. } => $f(value),
            InstKind::Ret { value } => {
                if let Some(value) = value {
                    $f(value);
                }
            }
            InstKind::Fence { .. } | InstKind::Br { .. } | InstKind::IndirectBr { .. } | InstKind::Unreachable => {}
        }
    };
}

impl InstKind {
    /// Calls `f` on every operand, the called pointer of an indirect call first.
    pub fn for_each_operand(&self, mut f: impl FnMut(Operand)) {
        let mut f = |operand: &Operand| f(*operand);
        traverse!(self, iter, f);
    }

    /// Calls `f` on every operand, for rewriting.
    pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut Operand)) {
        traverse!(self, iter_mut, f);
    }

    /// Calls `f` on every type that the instruction names beside its result type.
    pub fn for_each_type(&self, mut f: impl FnMut(TypeId)) {
        match self {
            InstKind::Alloca { ty, .. } | InstKind::Store { ty, .. } => f(*ty),
            InstKind::Call { byval, .. } | InstKind::Invoke { byval, .. } => byval.iter().for_each(|&(_, ty)| f(ty)),
            _ => {}
        }
    }

    /// Calls `f` on every type that the instruction names beside its result type, for rewriting.
    pub fn for_each_type_mut(&mut self, mut f: impl FnMut(&mut TypeId)) {
        match self {
            InstKind::Alloca { ty, .. } | InstKind::Store { ty, .. } => f(ty),
            InstKind::Call { byval, .. } | InstKind::Invoke { byval, .. } => {
                byval.iter_mut().for_each(|(_, ty)| f(ty));
            }
            _ => {}
        }
    }
}
