//! Which functions the code and data of a program mention (theory, 3.2).

use index_vec::{IndexVec, index_vec};
use rma_frontend::ir::{Callee, Const, ConstId, FuncId, Function, InstKind, Module, Operand};

/// The constants that functions name, and what these are made of.
#[derive(Debug, Clone)]
pub(crate) struct Mentions {
    /// Constants among the operands of a function that can hold an address, ascending; direct callees are left out.
    named: IndexVec<FuncId, Vec<ConstId>>,
    content: IndexVec<ConstId, Content>,
}

/// What of a constant can lead to a function.
#[derive(Debug, Clone)]
enum Content {
    Nothing,
    Function(FuncId),
    /// Members of an aggregate, or the initial content of a global.
    Parts(Vec<ConstId>),
}

/// Constants that one walk has seen.
pub(crate) struct Seen(IndexVec<ConstId, bool>);

impl Mentions {
    pub(crate) fn new(module: &Module) -> Self {
        let content = module.consts.iter().map(|c| Content::new(module, c)).collect();
        let named = module.functions.iter().map(|f| named_constants(f, &content)).collect();
        Self { named, content }
    }

    /// A walk that has seen nothing yet.
    pub(crate) fn start(&self) -> Seen {
        Seen(index_vec![false; self.content.len()])
    }

    /// Functions whose address `func` holds as an operand or in the initial content of a global that it names, or of one
    /// that such content points to, and so on; without what `seen` has led to before.
    pub(crate) fn new_functions(&self, func: FuncId, seen: &mut Seen) -> Vec<FuncId> {
        let mut found = Vec::new();
        let mut work = self.named[func].clone();
        while let Some(c) = work.pop() {
            if std::mem::replace(&mut seen.0[c], true) {
                continue;
            }
            match &self.content[c] {
                Content::Nothing => {}
                Content::Function(f) => found.push(*f),
                Content::Parts(parts) => work.extend(parts),
            }
        }
        found
    }
}

impl Content {
    fn new(module: &Module, constant: &Const) -> Self {
        match constant {
            Const::Func(f) => Content::Function(*f),
            Const::Reinterpret { of, .. } => Content::Parts(vec![*of]),
            Const::Aggregate { elems, .. } => Content::Parts(elems.clone()),
            Const::Global { global, .. } => {
                module.globals[*global].init.map_or(Content::Nothing, |init| Content::Parts(vec![init]))
            }
            _ => Content::Nothing,
        }
    }
}

fn named_constants(function: &Function, content: &IndexVec<ConstId, Content>) -> Vec<ConstId> {
    let mut named = Vec::new();
    for inst in &function.insts {
        each_operand(&inst.kind, |operand| {
            if let Operand::Const(c) = operand
                && !matches!(content[c], Content::Nothing)
            {
                named.push(c);
            }
        });
    }
    named.sort_unstable();
    named.dedup();
    named
}

pub(crate) fn each_operand(kind: &InstKind, mut visit: impl FnMut(Operand)) {
    match kind {
        InstKind::Alloca { count, .. } => visit(*count),
        InstKind::Load { ptr, .. } | InstKind::Lifetime { ptr, .. } => visit(*ptr),
        InstKind::Store { ptr, value, .. } | InstKind::AtomicRmw { ptr, value, .. } => {
            [*ptr, *value].into_iter().for_each(visit);
        }
        InstKind::Gep { base, scaled, .. } => {
            visit(*base);
            scaled.iter().for_each(|(operand, _)| visit(*operand));
        }
        InstKind::Binary { lhs, rhs, .. } | InstKind::Cmp { lhs, rhs, .. } => [*lhs, *rhs].into_iter().for_each(visit),
        InstKind::FNeg { value }
        | InstKind::Cast { value, .. }
        | InstKind::Freeze { value }
        | InstKind::Switch { value, .. }
        | InstKind::Ret { value: Some(value) }
        | InstKind::ExtractValue { agg: value, .. }
        | InstKind::CondBr { cond: value, .. } => visit(*value),
        InstKind::Select { cond, then, otherwise } => [*cond, *then, *otherwise].into_iter().for_each(visit),
        InstKind::Phi { incoming } => incoming.iter().for_each(|(_, operand)| visit(*operand)),
        InstKind::Call { callee, args, .. } | InstKind::Invoke { callee, args, .. } => {
            if let Callee::Indirect(pointer) = callee {
                visit(*pointer);
            }
            args.iter().copied().for_each(visit);
        }
        InstKind::MemCopy { dst, src, len } => [*dst, *src, *len].into_iter().for_each(visit),
        InstKind::MemSet { dst, value, len } => [*dst, *value, *len].into_iter().for_each(visit),
        InstKind::CmpXchg { ptr, expected, new, .. } => [*ptr, *expected, *new].into_iter().for_each(visit),
        InstKind::InsertValue { agg, value, .. } => [*agg, *value].into_iter().for_each(visit),
        InstKind::ExtractElement { vector, index } => [*vector, *index].into_iter().for_each(visit),
        InstKind::InsertElement { vector, value, index } => [*vector, *value, *index].into_iter().for_each(visit),
        InstKind::ShuffleVector { lhs, rhs, .. } => [*lhs, *rhs].into_iter().for_each(visit),
        InstKind::Other { operands, .. } => operands.iter().copied().for_each(visit),
        InstKind::Fence { .. }
        | InstKind::LandingPad { .. }
        | InstKind::Br { .. }
        | InstKind::IndirectBr { .. }
        | InstKind::Ret { value: None }
        | InstKind::Resume { .. }
        | InstKind::Unreachable => {}
    }
}
