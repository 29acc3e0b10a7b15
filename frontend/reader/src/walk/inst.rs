//! Instructions.

use super::Walk;
use super::fold::{Folded, Step, int_value, operand_count};
use super::func::Locals;
use super::intrinsics::Intrinsic;
use crate::ffi;
use llvm_sys::core::*;
use llvm_sys::prelude::LLVMValueRef;
use llvm_sys::{
    LLVMAtomicOrdering, LLVMAtomicRMWBinOp, LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate, LLVMTypeKind,
    LLVMValueKind,
};
use rma_frontend::ir::{BinaryOp, BlockId, Callee, CastOp, CmpPred, InstKind, MemOrder, Operand, RmwOp, TypeId};

impl Walk<'_, '_> {
    /// What an instruction does.
    pub(super) unsafe fn inst(&mut self, value: LLVMValueRef, locals: &Locals) -> InstKind {
        use LLVMOpcode::*;
        unsafe {
            let opcode = LLVMGetInstructionOpcode(value);
            if let Some(op) = binary_op(opcode) {
                return InstKind::Binary { op, lhs: self.op(value, 0, locals), rhs: self.op(value, 1, locals) };
            }
            if let Some(op) = cast_op(opcode) {
                return InstKind::Cast { op, value: self.op(value, 0, locals) };
            }
            match opcode {
                LLVMAlloca => {
                    InstKind::Alloca { ty: self.ty(LLVMGetAllocatedType(value)), count: self.op(value, 0, locals) }
                }
                LLVMLoad => InstKind::Load {
                    ptr: self.op(value, 0, locals),
                    volatile: LLVMGetVolatile(value) != 0,
                    order: mem_order(LLVMGetOrdering(value)),
                },
                LLVMStore => InstKind::Store {
                    ptr: self.op(value, 1, locals),
                    value: self.op(value, 0, locals),
                    ty: self.ty(LLVMTypeOf(LLVMGetOperand(value, 0))),
                    volatile: LLVMGetVolatile(value) != 0,
                    order: mem_order(LLVMGetOrdering(value)),
                },
                LLVMGetElementPtr => self.gep(value, locals),
                LLVMFNeg => InstKind::FNeg { value: self.op(value, 0, locals) },
                LLVMFreeze => InstKind::Freeze { value: self.op(value, 0, locals) },
                LLVMICmp | LLVMFCmp => InstKind::Cmp {
                    pred: if opcode == LLVMICmp {
                        int_pred(LLVMGetICmpPredicate(value))
                    } else {
                        float_pred(LLVMGetFCmpPredicate(value))
                    },
                    lhs: self.op(value, 0, locals),
                    rhs: self.op(value, 1, locals),
                },
                LLVMSelect => InstKind::Select {
                    cond: self.op(value, 0, locals),
                    then: self.op(value, 1, locals),
                    otherwise: self.op(value, 2, locals),
                },
                LLVMPHI => InstKind::Phi {
                    incoming: (0..LLVMCountIncoming(value))
                        .map(|index| {
                            let block = locals.block(LLVMGetIncomingBlock(value, index));
                            (block, self.operand(LLVMGetIncomingValue(value, index), locals))
                        })
                        .collect(),
                },
                LLVMCall => self.call(value, locals),
                LLVMInvoke => {
                    let (callee, args, byval) = self.call_parts(value, locals);
                    InstKind::Invoke {
                        callee,
                        args,
                        byval,
                        normal: locals.block(LLVMGetNormalDest(value)),
                        unwind: locals.block(LLVMGetUnwindDest(value)),
                    }
                }
                LLVMAtomicRMW => InstKind::AtomicRmw {
                    op: rmw_op(LLVMGetAtomicRMWBinOp(value)),
                    ptr: self.op(value, 0, locals),
                    value: self.op(value, 1, locals),
                    order: mem_order(LLVMGetOrdering(value)),
                },
                LLVMAtomicCmpXchg => InstKind::CmpXchg {
                    ptr: self.op(value, 0, locals),
                    expected: self.op(value, 1, locals),
                    new: self.op(value, 2, locals),
                    order: mem_order(LLVMGetCmpXchgSuccessOrdering(value)),
                },
                LLVMFence => InstKind::Fence { order: mem_order(LLVMGetOrdering(value)) },
                LLVMExtractValue => InstKind::ExtractValue { agg: self.op(value, 0, locals), indices: indices(value) },
                LLVMInsertValue => InstKind::InsertValue {
                    agg: self.op(value, 0, locals),
                    value: self.op(value, 1, locals),
                    indices: indices(value),
                },
                LLVMExtractElement => {
                    InstKind::ExtractElement { vector: self.op(value, 0, locals), index: self.op(value, 1, locals) }
                }
                LLVMInsertElement => InstKind::InsertElement {
                    vector: self.op(value, 0, locals),
                    value: self.op(value, 1, locals),
                    index: self.op(value, 2, locals),
                },
                LLVMShuffleVector => InstKind::ShuffleVector {
                    lhs: self.op(value, 0, locals),
                    rhs: self.op(value, 1, locals),
                    mask: shuffle_mask(value),
                },
                LLVMLandingPad => self.landing_pad(value, locals),
                LLVMBr => self.branch(value, locals),
                LLVMSwitch => self.switch(value, locals),
                // The successors are all that counts of the rare terminators (`asm goto`, Windows exceptions).
                LLVMIndirectBr | LLVMCallBr | LLVMCatchSwitch | LLVMCatchRet | LLVMCleanupRet => {
                    InstKind::IndirectBr { targets: successors(value, locals) }
                }
                LLVMRet => InstKind::Ret { value: (LLVMGetNumOperands(value) > 0).then(|| self.op(value, 0, locals)) },
                LLVMResume => InstKind::Resume { value: self.op(value, 0, locals) },
                LLVMUnreachable => InstKind::Unreachable,
                _ => self.other(value, locals),
            }
        }
    }

    /// Lists of the only exceptions that may pass (arrays) let others come here too, to end the program.
    unsafe fn landing_pad(&mut self, value: LLVMValueRef, locals: &Locals) -> InstKind {
        unsafe {
            let clauses: Vec<LLVMValueRef> =
                (0..LLVMGetNumClauses(value)).map(|index| LLVMGetClause(value, index)).collect();
            let filter =
                |clause: &LLVMValueRef| LLVMGetTypeKind(LLVMTypeOf(*clause)) == LLVMTypeKind::LLVMArrayTypeKind;
            let cleanup = LLVMIsCleanup(value) != 0 || clauses.iter().any(filter);
            let catches = clauses.into_iter().filter(|c| !filter(c)).map(|c| self.operand(c, locals)).collect();
            InstKind::LandingPad { catches, cleanup }
        }
    }

    unsafe fn op(&mut self, value: LLVMValueRef, position: u32, locals: &Locals) -> Operand {
        unsafe { self.operand(LLVMGetOperand(value, position), locals) }
    }

    unsafe fn other(&mut self, value: LLVMValueRef, locals: &Locals) -> InstKind {
        unsafe {
            InstKind::Other {
                opcode: LLVMGetInstructionOpcode(value) as u32,
                operands: (0..operand_count(value)).map(|i| self.op(value, i, locals)).collect(),
            }
        }
    }

    /// Bytes are summed up. A number of lanes that is not known has no such form.
    unsafe fn gep(&mut self, value: LLVMValueRef, locals: &Locals) -> InstKind {
        unsafe {
            if LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMTypeKind::LLVMScalableVectorTypeKind {
                return self.other(value, locals);
            }
            let mut offset = 0i64;
            let mut scaled = Vec::new();
            let (mut low, mut high, mut bounded) = (0i64, 0i64, true);
            for step in self.gep_steps(value) {
                match step {
                    Step::Fixed(bytes) => offset = offset.wrapping_add(bytes),
                    Step::Scaled(_, 0, _) => {}
                    Step::Scaled(index, stride, len) => {
                        scaled.push((self.operand(index, locals), stride));
                        let reach = len.and_then(|n| i64::try_from(n - 1).ok()).and_then(|n| n.checked_mul(stride));
                        bounded &= reach.is_some();
                        high = high.saturating_add(reach.unwrap_or(0).max(0));
                        low = low.saturating_add(reach.unwrap_or(0).min(0));
                    }
                }
            }
            let within =
                (bounded && !scaled.is_empty()).then(|| (offset.saturating_add(low), offset.saturating_add(high)));
            InstKind::Gep { base: self.op(value, 0, locals), offset, scaled, within }
        }
    }

    unsafe fn call(&mut self, value: LLVMValueRef, locals: &Locals) -> InstKind {
        unsafe {
            match self.intrinsic_of(value) {
                Some(Intrinsic::MemCopy) => InstKind::MemCopy {
                    dst: self.op(value, 0, locals),
                    src: self.op(value, 1, locals),
                    len: self.op(value, 2, locals),
                },
                Some(Intrinsic::MemSet) => InstKind::MemSet {
                    dst: self.op(value, 0, locals),
                    value: self.op(value, 1, locals),
                    len: self.op(value, 2, locals),
                },
                // Later versions have no size before the address.
                Some(Intrinsic::Lifetime { start }) => {
                    InstKind::Lifetime { start, ptr: self.op(value, LLVMGetNumArgOperands(value) - 1, locals) }
                }
                _ => {
                    let (callee, args, byval) = self.call_parts(value, locals);
                    InstKind::Call { callee, args, byval }
                }
            }
        }
    }

    unsafe fn call_parts(
        &mut self,
        value: LLVMValueRef,
        locals: &Locals,
    ) -> (Callee, Vec<Operand>, Vec<(u32, TypeId)>) {
        unsafe {
            let called = LLVMGetCalledValue(value);
            let callee = if LLVMGetValueKind(called) == LLVMValueKind::LLVMInlineAsmValueKind {
                Callee::Asm
            } else {
                match self.fold(called) {
                    Folded::Func(function) => Callee::Direct(function),
                    _ => Callee::Indirect(self.operand(called, locals)),
                }
            };
            let mut args = Vec::with_capacity(LLVMGetNumArgOperands(value) as usize);
            let mut byval = Vec::new();
            for index in 0..LLVMGetNumArgOperands(value) {
                let argument = LLVMGetOperand(value, index);
                args.push(self.operand(argument, locals));
                if LLVMGetTypeKind(LLVMTypeOf(argument)) == LLVMTypeKind::LLVMPointerTypeKind
                    && let Some(ty) = self.call_byval(value, index)
                {
                    byval.push((index, ty));
                }
            }
            (callee, args, byval)
        }
    }

    unsafe fn branch(&mut self, value: LLVMValueRef, locals: &Locals) -> InstKind {
        unsafe {
            let to = locals.block(LLVMGetSuccessor(value, 0));
            if LLVMIsConditional(value) == 0 {
                return InstKind::Br { to };
            }
            InstKind::CondBr {
                cond: self.operand(LLVMGetCondition(value), locals),
                then: to,
                otherwise: locals.block(LLVMGetSuccessor(value, 1)),
            }
        }
    }

    /// The first successor is the default. Cases wider than 64 bits have no number here, and then only the targets are
    /// kept.
    unsafe fn switch(&mut self, value: LLVMValueRef, locals: &Locals) -> InstKind {
        unsafe {
            let cases: Option<Vec<_>> = (1..LLVMGetNumSuccessors(value))
                .map(|index| {
                    let case = int_value(ffi::rma_switch_case(value, index - 1))?;
                    Some((case, locals.block(LLVMGetSuccessor(value, index))))
                })
                .collect();
            let Some(cases) = cases else { return InstKind::IndirectBr { targets: successors(value, locals) } };
            InstKind::Switch {
                value: self.operand(LLVMGetOperand(value, 0), locals),
                default: locals.block(LLVMGetSwitchDefaultDest(value)),
                cases,
            }
        }
    }
}

unsafe fn indices(value: LLVMValueRef) -> Vec<u32> {
    // SAFETY: LLVM's array has this many indices.
    unsafe { std::slice::from_raw_parts(LLVMGetIndices(value), LLVMGetNumIndices(value) as usize).to_vec() }
}

/// Negative entries of LLVM's mask are poison.
unsafe fn shuffle_mask(value: LLVMValueRef) -> Vec<Option<u32>> {
    // SAFETY: a `shufflevector`, and positions below the length of its mask.
    unsafe {
        (0..LLVMGetNumMaskElements(value)).map(|lane| u32::try_from(LLVMGetMaskValue(value, lane)).ok()).collect()
    }
}

unsafe fn successors(value: LLVMValueRef, locals: &Locals) -> Vec<BlockId> {
    unsafe { (0..LLVMGetNumSuccessors(value)).map(|index| locals.block(LLVMGetSuccessor(value, index))).collect() }
}

fn binary_op(opcode: LLVMOpcode) -> Option<BinaryOp> {
    use LLVMOpcode::*;
    Some(match opcode {
        LLVMAdd => BinaryOp::Add,
        LLVMSub => BinaryOp::Sub,
        LLVMMul => BinaryOp::Mul,
        LLVMUDiv => BinaryOp::UDiv,
        LLVMSDiv => BinaryOp::SDiv,
        LLVMURem => BinaryOp::URem,
        LLVMSRem => BinaryOp::SRem,
        LLVMShl => BinaryOp::Shl,
        LLVMLShr => BinaryOp::LShr,
        LLVMAShr => BinaryOp::AShr,
        LLVMAnd => BinaryOp::And,
        LLVMOr => BinaryOp::Or,
        LLVMXor => BinaryOp::Xor,
        LLVMFAdd => BinaryOp::FAdd,
        LLVMFSub => BinaryOp::FSub,
        LLVMFMul => BinaryOp::FMul,
        LLVMFDiv => BinaryOp::FDiv,
        LLVMFRem => BinaryOp::FRem,
        _ => return None,
    })
}

fn cast_op(opcode: LLVMOpcode) -> Option<CastOp> {
    use LLVMOpcode::*;
    Some(match opcode {
        LLVMTrunc => CastOp::Trunc,
        LLVMZExt => CastOp::ZExt,
        LLVMSExt => CastOp::SExt,
        LLVMFPToUI => CastOp::FPToUI,
        LLVMFPToSI => CastOp::FPToSI,
        LLVMUIToFP => CastOp::UIToFP,
        LLVMSIToFP => CastOp::SIToFP,
        LLVMFPTrunc => CastOp::FPTrunc,
        LLVMFPExt => CastOp::FPExt,
        LLVMPtrToInt => CastOp::PtrToInt,
        LLVMIntToPtr => CastOp::IntToPtr,
        LLVMBitCast => CastOp::BitCast,
        LLVMAddrSpaceCast => CastOp::AddrSpaceCast,
        _ => return None,
    })
}

fn int_pred(pred: LLVMIntPredicate) -> CmpPred {
    use LLVMIntPredicate::*;
    match pred {
        LLVMIntEQ => CmpPred::Eq,
        LLVMIntNE => CmpPred::Ne,
        LLVMIntUGT => CmpPred::Ugt,
        LLVMIntUGE => CmpPred::Uge,
        LLVMIntULT => CmpPred::Ult,
        LLVMIntULE => CmpPred::Ule,
        LLVMIntSGT => CmpPred::Sgt,
        LLVMIntSGE => CmpPred::Sge,
        LLVMIntSLT => CmpPred::Slt,
        LLVMIntSLE => CmpPred::Sle,
    }
}

fn float_pred(pred: LLVMRealPredicate) -> CmpPred {
    use LLVMRealPredicate::*;
    match pred {
        LLVMRealPredicateFalse => CmpPred::FFalse,
        LLVMRealPredicateTrue => CmpPred::FTrue,
        LLVMRealOEQ | LLVMRealUEQ => CmpPred::FEq,
        LLVMRealONE | LLVMRealUNE => CmpPred::FNe,
        LLVMRealOGT | LLVMRealUGT => CmpPred::FGt,
        LLVMRealOGE | LLVMRealUGE => CmpPred::FGe,
        LLVMRealOLT | LLVMRealULT => CmpPred::FLt,
        LLVMRealOLE | LLVMRealULE => CmpPred::FLe,
        LLVMRealORD => CmpPred::FOrd,
        LLVMRealUNO => CmpPred::FUno,
    }
}

fn rmw_op(op: LLVMAtomicRMWBinOp) -> RmwOp {
    use LLVMAtomicRMWBinOp::*;
    match op {
        LLVMAtomicRMWBinOpXchg => RmwOp::Xchg,
        LLVMAtomicRMWBinOpAdd => RmwOp::Add,
        LLVMAtomicRMWBinOpSub => RmwOp::Sub,
        LLVMAtomicRMWBinOpAnd => RmwOp::And,
        LLVMAtomicRMWBinOpOr => RmwOp::Or,
        LLVMAtomicRMWBinOpXor => RmwOp::Xor,
        _ => RmwOp::Other,
    }
}

fn mem_order(order: LLVMAtomicOrdering) -> MemOrder {
    use LLVMAtomicOrdering::*;
    match order {
        LLVMAtomicOrderingNotAtomic => MemOrder::NotAtomic,
        LLVMAtomicOrderingUnordered | LLVMAtomicOrderingMonotonic => MemOrder::Relaxed,
        LLVMAtomicOrderingAcquire => MemOrder::Acquire,
        LLVMAtomicOrderingRelease => MemOrder::Release,
        LLVMAtomicOrderingAcquireRelease => MemOrder::AcqRel,
        LLVMAtomicOrderingSequentiallyConsistent => MemOrder::SeqCst,
    }
}
