//! Functions in the form in which their frequent instructions execute fast: operands, types and constants are resolved once
//! (theory, 9.4).

use super::constants::width;
use super::{Machine, Value};
use crate::library::OfNumbers;
use rma_frontend::ir::{
    BinaryOp, BlockId, Callee, CastOp, CmpPred, ConstId, FuncId, Function, Inst, InstKind, LocId, MemOrder, Operand,
    Type, TypeId, TypeKind, ValueId,
};

/// The source of an operand, in the two highest bits: the result of an instruction, a parameter, or a constant of the
/// function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Source(u32);

const PARAM: u32 = 1 << 30;
const CONSTANT: u32 = 1 << 31;

/// A source, decoded.
pub(super) enum Place {
    Result(usize),
    Param(usize),
    Constant(usize),
}

impl Source {
    #[inline(always)]
    pub fn place(self) -> Place {
        if self.0 < PARAM {
            Place::Result(self.0 as usize)
        } else if self.0 < CONSTANT {
            Place::Param((self.0 - PARAM) as usize)
        } else {
            Place::Constant((self.0 - CONSTANT) as usize)
        }
    }
}

/// An instruction.
#[derive(Debug, Clone, Copy)]
pub(super) enum Op {
    /// Only [`Machine::step`] executes it.
    Slow,
    /// A phi, which the jump to its block sets; the bounds of a lifetime.
    Skip,
    Load {
        from: Source,
        size: u16,
        width: u8,
        loc: Option<LocId>,
    },
    Store {
        to: Source,
        value: Source,
        size: u16,
        loc: Option<LocId>,
    },
    Alloca {
        size: u64,
        align: u32,
        loc: Option<LocId>,
    },
    /// An address without an index.
    Member {
        base: Source,
        offset: i64,
    },
    /// An address with one index.
    Element {
        base: Source,
        index: Source,
        width: u8,
        scale: i32,
        offset: i32,
    },
    /// Any other address: its place in [`Code::addresses`].
    Address(u32),
    /// Arithmetic of integers.
    Integer {
        op: BinaryOp,
        width: u8,
        lhs: Source,
        rhs: Source,
    },
    /// Arithmetic of floating-point numbers.
    Float {
        op: BinaryOp,
        ty: TypeId,
        lhs: Source,
        rhs: Source,
    },
    Negate {
        ty: TypeId,
        value: Source,
    },
    /// Compares integers or addresses.
    Compare {
        pred: CmpPred,
        width: u8,
        lhs: Source,
        rhs: Source,
    },
    CompareFloats {
        pred: CmpPred,
        ty: TypeId,
        lhs: Source,
        rhs: Source,
    },
    /// The low bits.
    Cut {
        value: Source,
        width: u8,
    },
    /// Extension of a number with its sign.
    Extend {
        value: Source,
        from: u8,
        to: u8,
    },
    /// From or to floating-point numbers.
    Convert {
        op: CastOp,
        value: Source,
        from: TypeId,
        to: TypeId,
    },
    Select {
        cond: Source,
        then: Source,
        otherwise: Source,
    },
    /// A value out of an aggregate (`extractvalue`): the place in [`Code::members`] of the aggregate and the path to the value.
    Extract(u32),
    /// A function of floating-point numbers: its place in [`Code::calls`].
    OfNumbers(u32),
    Jump {
        to: EdgeId,
    },
    Branch {
        cond: Source,
        then: EdgeId,
        otherwise: EdgeId,
    },
    /// Its place in [`Code::switches`].
    Switch(u32),
}

/// The number of an edge in [`Code::edges`].
pub(super) type EdgeId = u32;

/// An edge of the control-flow graph.
#[derive(Debug)]
pub(super) struct Edge {
    pub to: BlockId,
    pub start: ValueId,
    /// The block is the header of a loop.
    pub begins: bool,
    /// The phis of the block, and what they become: all are read before any is set.
    pub moves: Box<[(ValueId, Source)]>,
}

/// `base + offset + sum(scale * index)`, with the bits of each index.
#[derive(Debug)]
pub(super) struct Address {
    pub base: Source,
    pub offset: i64,
    pub scaled: Vec<(Source, u8, i64)>,
}

/// A branch to one of several blocks.
#[derive(Debug)]
pub(super) struct Switch {
    pub value: Source,
    /// Values, cut to the width of the type.
    pub cases: Vec<(u64, EdgeId)>,
    pub default: EdgeId,
    pub loc: Option<LocId>,
}

/// A function.
#[derive(Debug, Default)]
pub(super) struct Code {
    /// Operations by the number of the instruction.
    pub ops: Vec<Op>,
    pub constants: Vec<Value>,
    pub edges: Vec<Edge>,
    /// Headers of its loops.
    pub headers: Vec<BlockId>,
    pub addresses: Vec<Address>,
    pub members: Vec<(Source, Box<[u32]>)>,
    pub calls: Vec<(OfNumbers, Vec<Source>)>,
    pub switches: Vec<Switch>,
}

impl Machine<'_> {
    /// Resolves a function that is executed for the first time.
    pub(super) fn resolve(&mut self, function: FuncId) -> Code {
        let f = &self.module.functions[function];
        let headers = self.graph(function).loops.iter().map(|l| l.header).collect();
        let mut code = Code { ops: vec![Op::Slow; f.insts.len()], headers, ..Code::default() };
        for block in f.blocks.indices() {
            for id in f.block_values(block) {
                if let Some(op) = self.op(&mut code, f, block, &f.insts[id]) {
                    code.ops[id.index()] = op;
                }
            }
        }
        code
    }

    fn source(&mut self, code: &mut Code, operand: Operand) -> Option<Source> {
        match operand {
            Operand::Value(id) => Some(id.raw()).filter(|n| *n < PARAM).map(Source),
            Operand::Param(n) => Some(n).filter(|n| *n < PARAM).map(|n| Source(PARAM | n)),
            Operand::Const(id) => self.resolved(code, id),
            Operand::Other => None,
        }
    }

    /// A constant that is a number, once in the function.
    fn resolved(&mut self, code: &mut Code, id: ConstId) -> Option<Source> {
        let value = self.constant(id).ok().filter(|value| value.parts.is_none() && !value.read)?;
        let at = code.constants.iter().position(|known| known.bits == value.bits).unwrap_or(code.constants.len());
        if at == code.constants.len() {
            code.constants.push(value);
        }
        u32::try_from(at).ok().map(|at| Source(CONSTANT | at))
    }

    fn type_in(&self, f: &Function, operand: Operand) -> Option<TypeId> {
        match operand {
            Operand::Value(id) => Some(f.insts[id].ty),
            Operand::Param(n) => f.params.get(n as usize).map(|p| p.ty),
            Operand::Const(id) => self.module.consts[id].ty().or(self.pointer_type),
            Operand::Other => None,
        }
    }

    fn edge(&mut self, code: &mut Code, f: &Function, from: BlockId, to: BlockId) -> Option<EdgeId> {
        let mut moves = Vec::new();
        for id in f.block_values(to) {
            let InstKind::Phi { incoming } = &f.insts[id].kind else { break };
            let operand = incoming.iter().find(|(block, _)| *block == from)?.1;
            moves.push((id, self.source(code, operand)?));
        }
        let begins = code.headers.contains(&to);
        code.edges.push(Edge { to, start: f.blocks[to].start, begins, moves: moves.into() });
        u32::try_from(code.edges.len() - 1).ok()
    }

    /// The fast form of an instruction; none: it has no such form.
    fn op(&mut self, code: &mut Code, f: &Function, block: BlockId, inst: &Inst) -> Option<Op> {
        let types = &self.module.types;
        let bits = |ty: TypeId| width(&types[ty]).and_then(|width| u8::try_from(width).ok());
        let size = |ty: TypeId| u16::try_from(types[ty].size).ok();
        let loc = inst.loc;
        Some(match &inst.kind {
            InstKind::Load { ptr, volatile: false, order: MemOrder::NotAtomic } => {
                let (width, size) = (bits(inst.ty)?, size(inst.ty)?);
                Op::Load { from: self.source(code, *ptr)?, size, width, loc }
            }
            InstKind::Store { ptr, value, ty, volatile: false, order: MemOrder::NotAtomic } => {
                let size = size(*ty)?;
                Op::Store { to: self.source(code, *ptr)?, value: self.source(code, *value)?, size, loc }
            }
            InstKind::Alloca { ty, count: Operand::Const(count) } => {
                let (size, align) = (types[*ty].size, types[*ty].align);
                let count = self.constant(*count).ok().filter(|count| count.parts.is_none())?.bits;
                Op::Alloca { size: size.checked_mul(count)?, align: align.clamp(8, 4096), loc }
            }
            InstKind::Gep { base, offset, scaled, .. } => {
                let base = self.source(code, *base)?;
                let mut indices = Vec::with_capacity(scaled.len());
                for (index, scale) in scaled {
                    let width = bits(self.type_in(f, *index)?)?;
                    indices.push((self.source(code, *index)?, width, *scale));
                }
                match (indices.as_slice(), i32::try_from(*offset)) {
                    ([], _) => Op::Member { base, offset: *offset },
                    ([(index, width, scale)], Ok(offset)) if i32::try_from(*scale).is_ok() => {
                        Op::Element { base, index: *index, width: *width, scale: *scale as i32, offset }
                    }
                    _ => {
                        code.addresses.push(Address { base, offset: *offset, scaled: indices });
                        Op::Address(u32::try_from(code.addresses.len() - 1).ok()?)
                    }
                }
            }
            InstKind::Binary { op, lhs, rhs } => {
                let (ty, width) = (inst.ty, bits(inst.ty)?);
                let (lhs, rhs) = (self.source(code, *lhs)?, self.source(code, *rhs)?);
                if is_float(&types[ty]) {
                    Op::Float { op: *op, ty, lhs, rhs }
                } else {
                    Op::Integer { op: *op, width, lhs, rhs }
                }
            }
            InstKind::FNeg { value } => {
                bits(inst.ty)?;
                Op::Negate { ty: inst.ty, value: self.source(code, *value)? }
            }
            InstKind::Cmp { pred, lhs, rhs } => {
                let ty = self.type_in(f, *lhs)?;
                let width = bits(ty)?;
                let (lhs, rhs) = (self.source(code, *lhs)?, self.source(code, *rhs)?);
                if is_float(&types[ty]) {
                    Op::CompareFloats { pred: *pred, ty, lhs, rhs }
                } else {
                    Op::Compare { pred: *pred, width, lhs, rhs }
                }
            }
            InstKind::Cast { op, value } => {
                let (from, to) = (self.type_in(f, *value)?, inst.ty);
                let widths = (bits(from)?, bits(to)?);
                let value = self.source(code, *value)?;
                match op {
                    CastOp::Trunc
                    | CastOp::ZExt
                    | CastOp::PtrToInt
                    | CastOp::IntToPtr
                    | CastOp::AddrSpaceCast
                    | CastOp::BitCast => Op::Cut { value, width: widths.1 },
                    CastOp::SExt => Op::Extend { value, from: widths.0, to: widths.1 },
                    _ => Op::Convert { op: *op, value, from, to },
                }
            }
            InstKind::Select { cond, then, otherwise } => {
                bits(inst.ty)?;
                let [cond, then, otherwise] = [*cond, *then, *otherwise].map(|x| self.source(code, x));
                Op::Select { cond: cond?, then: then?, otherwise: otherwise? }
            }
            InstKind::Phi { .. } => Op::Skip,
            InstKind::Lifetime { .. } => Op::Skip,
            InstKind::ExtractValue { agg, indices } => {
                let agg = self.source(code, *agg)?;
                code.members.push((agg, indices.as_slice().into()));
                Op::Extract(u32::try_from(code.members.len() - 1).ok()?)
            }
            InstKind::Call { callee: Callee::Direct(function), args, .. } => {
                let of_numbers = self.numbers[function.index()].filter(|of| of.arity() == args.len())?;
                let args: Option<Vec<Source>> = args.iter().map(|arg| self.source(code, *arg)).collect();
                code.calls.push((of_numbers, args?));
                Op::OfNumbers(u32::try_from(code.calls.len() - 1).ok()?)
            }
            InstKind::Br { to } => Op::Jump { to: self.edge(code, f, block, *to)? },
            InstKind::CondBr { cond, then, otherwise } => {
                let cond = self.source(code, *cond)?;
                let [then, otherwise] = [*then, *otherwise].map(|to| self.edge(code, f, block, to));
                Op::Branch { cond, then: then?, otherwise: otherwise? }
            }
            InstKind::Switch { value, default, cases } => {
                let width = u32::from(bits(self.type_in(f, *value)?)?);
                let value = self.source(code, *value)?;
                let mut edges = Vec::with_capacity(cases.len());
                for (n, to) in cases {
                    edges.push((super::value::cut(*n as u64, width), self.edge(code, f, block, *to)?));
                }
                let default = self.edge(code, f, block, *default)?;
                code.switches.push(Switch { value, cases: edges, default, loc });
                Op::Switch(u32::try_from(code.switches.len() - 1).ok()?)
            }
            _ => return None,
        })
    }
}

fn is_float(ty: &Type) -> bool {
    matches!(ty.kind, TypeKind::Float(_))
}
