//! Instructions.

use super::{BlockId, ConstId, FuncId, LocId, TypeId, ValueId, VarId};
use serde::{Deserialize, Serialize};

/// An operand of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operand {
    /// Result of an instruction of the same function.
    Value(ValueId),
    /// Parameter of the function, from 0.
    Param(u32),
    /// A constant of the module.
    Const(ConstId),
    /// Metadata, labels, inline assembly: nothing that the analysis follows.
    Other,
}

/// Called function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Callee {
    /// A known function (aliases resolved).
    Direct(FuncId),
    /// Through a pointer.
    Indirect(Operand),
    /// Inline assembly.
    Asm,
}

/// Binary operators, LLVM's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "LLVM's opcodes")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

/// Integer and floating comparisons; `F*` represent both the ordered and the unordered ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "LLVM's predicates")]
pub enum CmpPred {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
    FEq,
    FNe,
    FGt,
    FGe,
    FLt,
    FLe,
    FOrd,
    FUno,
    FTrue,
    FFalse,
}

/// Conversions, LLVM's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "LLVM's opcodes")]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FPToUI,
    FPToSI,
    UIToFP,
    SIToFP,
    FPTrunc,
    FPExt,
    PtrToInt,
    IntToPtr,
    BitCast,
    AddrSpaceCast,
}

/// Atomic read-modify-write operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "LLVM's operators")]
pub enum RmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Or,
    Xor,
    Other,
}

/// Memory order of an access, as far as order between threads needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "C11's memory orders")]
pub enum MemOrder {
    NotAtomic,
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

/// An instruction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Inst {
    /// What it does.
    pub kind: InstKind,
    /// Type of the result (void when none).
    pub ty: TypeId,
    /// Position in the source.
    pub loc: Option<LocId>,
    /// A source variable that holds this value (`llvm.dbg.value`; for an alloca, `llvm.dbg.declare`).
    pub var: Option<VarId>,
}

/// The forms of instructions. Sizes and offsets are in bytes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "operands are named as in LLVM's language reference")]
pub enum InstKind {
    /// Stack cell of `count` elements of `ty`.
    Alloca {
        ty: TypeId,
        count: Operand,
    },
    /// Load of the instruction's type.
    Load {
        ptr: Operand,
        volatile: bool,
        order: MemOrder,
    },
    /// Store of a value of type `ty`.
    Store {
        ptr: Operand,
        value: Operand,
        ty: TypeId,
        volatile: bool,
        order: MemOrder,
    },
    /// `base + offset + sum(scale * index)`; indices are sign-extended. Where the result is a vector, one such address a
    /// lane, of the lanes of those operands that are vectors. `within`: where the types bound every index
    /// (arrays of known length), the least and greatest byte offset from `base` that indices in bounds give.
    Gep {
        base: Operand,
        offset: i64,
        scaled: Vec<(Operand, i64)>,
        within: Option<(i64, i64)>,
    },
    Binary {
        op: BinaryOp,
        lhs: Operand,
        rhs: Operand,
    },
    FNeg {
        value: Operand,
    },
    Cmp {
        pred: CmpPred,
        lhs: Operand,
        rhs: Operand,
    },
    Cast {
        op: CastOp,
        value: Operand,
    },
    Select {
        cond: Operand,
        then: Operand,
        otherwise: Operand,
    },
    Phi {
        incoming: Vec<(BlockId, Operand)>,
    },
    /// `byval` lists the arguments (by position) that the callee receives as a copy of the given type.
    Call {
        callee: Callee,
        args: Vec<Operand>,
        byval: Vec<(u32, TypeId)>,
    },
    /// A call that ends its block.
    Invoke {
        callee: Callee,
        args: Vec<Operand>,
        byval: Vec<(u32, TypeId)>,
        normal: BlockId,
        unwind: BlockId,
    },
    /// `llvm.memcpy` and `llvm.memmove`.
    MemCopy {
        dst: Operand,
        src: Operand,
        len: Operand,
    },
    /// `llvm.memset`.
    MemSet {
        dst: Operand,
        value: Operand,
        len: Operand,
    },
    /// `llvm.lifetime.start` and `end`.
    Lifetime {
        start: bool,
        ptr: Operand,
    },
    AtomicRmw {
        op: RmwOp,
        ptr: Operand,
        value: Operand,
        order: MemOrder,
    },
    CmpXchg {
        ptr: Operand,
        expected: Operand,
        new: Operand,
        order: MemOrder,
    },
    Fence {
        order: MemOrder,
    },
    ExtractValue {
        agg: Operand,
        indices: Vec<u32>,
    },
    InsertValue {
        agg: Operand,
        value: Operand,
        indices: Vec<u32>,
    },
    /// A lane of a vector; the index is unsigned.
    ExtractElement {
        vector: Operand,
        index: Operand,
    },
    InsertElement {
        vector: Operand,
        value: Operand,
        index: Operand,
    },
    /// For each lane of the result, the number of the source lane, counted through `lhs` and then `rhs`; `None`: poison.
    ShuffleVector {
        lhs: Operand,
        rhs: Operand,
        mask: Vec<Option<u32>>,
    },
    Freeze {
        value: Operand,
    },
    /// A landing pad: the type information of each handler after it, in order (a null constant: any exception), and
    /// whether exceptions without a handler arrive here, too.
    LandingPad {
        catches: Vec<Operand>,
        cleanup: bool,
    },
    /// Any other instruction, by LLVM's opcode number of the C API.
    Other {
        opcode: u32,
        operands: Vec<Operand>,
    },
    Br {
        to: BlockId,
    },
    CondBr {
        cond: Operand,
        then: BlockId,
        otherwise: BlockId,
    },
    Switch {
        value: Operand,
        default: BlockId,
        cases: Vec<(i64, BlockId)>,
    },
    IndirectBr {
        targets: Vec<BlockId>,
    },
    Ret {
        value: Option<Operand>,
    },
    /// Goes on with the exception of a landing pad in the caller.
    Resume {
        value: Operand,
    },
    Unreachable,
}

impl InstKind {
    /// Control successors when this ends a block, in operand order (`CondBr`: then, otherwise; `Switch`: default first).
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            InstKind::Br { to } => vec![*to],
            InstKind::CondBr { then, otherwise, .. } => vec![*then, *otherwise],
            InstKind::Switch { default, cases, .. } => {
                std::iter::once(*default).chain(cases.iter().map(|c| c.1)).collect()
            }
            InstKind::Invoke { normal, unwind, .. } => vec![*normal, *unwind],
            InstKind::IndirectBr { targets } => targets.clone(),
            _ => Vec::new(),
        }
    }

    /// Calls `f` on every control successor, in operand order, for rewriting.
    pub fn for_each_successor_mut(&mut self, mut f: impl FnMut(&mut BlockId)) {
        match self {
            InstKind::Br { to } => f(to),
            InstKind::CondBr { then, otherwise, .. } => {
                f(then);
                f(otherwise);
            }
            InstKind::Switch { default, cases, .. } => {
                f(default);
                cases.iter_mut().for_each(|(_, to)| f(to));
            }
            InstKind::Invoke { normal, unwind, .. } => {
                f(normal);
                f(unwind);
            }
            InstKind::IndirectBr { targets } => targets.iter_mut().for_each(f),
            _ => {}
        }
    }

    /// Whether it ends a block.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            InstKind::Br { .. }
                | InstKind::CondBr { .. }
                | InstKind::Switch { .. }
                | InstKind::Invoke { .. }
                | InstKind::IndirectBr { .. }
                | InstKind::Ret { .. }
                | InstKind::Resume { .. }
                | InstKind::Unreachable
        )
    }

    /// Callee and arguments of a call or invoke.
    pub fn as_call(&self) -> Option<(Callee, &[Operand])> {
        match self {
            InstKind::Call { callee, args, .. } | InstKind::Invoke { callee, args, .. } => Some((*callee, args)),
            _ => None,
        }
    }
}
