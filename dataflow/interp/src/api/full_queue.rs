//! Calls that a full queue refuses, where it matters (theory, 4.6).
//!
//! A call that returns `GASPI_QUEUE_FULL` has posted nothing (GASPI 17.1, 8.2.1). Most programs then do nothing but wait for the queue
//! and make the same call again: the run in which the call succeeds at once has the same operations in the same order, with fewer
//! completions between them. So calls are taken to succeed at once (assumption 8), unless the program asks for this result and does
//! something else then.

use super::CallSite;
use crate::interp::{Frame, Interp};
use rma_frontend::api::{Order, Routine, catalog};
use rma_frontend::ir::{Callee, Const, InstKind, Operand, ValueId};
use rma_skeleton::facts::Role;
use rma_term::ids::TermId;
use rma_term::term::{Knowledge, SymKind};

/// `GASPI_QUEUE_FULL` in GPI-2; the standard gives it no number.
const QUEUE_FULL: i64 = 23;
/// How many instructions the operands of a call and of a comparison are traced back through.
const DEPTH: u32 = 6;

/// Whether a routine puts something into a queue.
fn posts(routine: &Routine) -> bool {
    let notifies = routine.order.iter().any(|o| matches!(o, Order::Notify | Order::NotifyOwn));
    routine.arg("queue").is_some() && (notifies || !routine.effects.is_empty())
}

impl<'a> Interp<'a> {
    /// The result of a call that is `otherwise` unless its queue is full.
    pub(super) fn unless_full(&mut self, frame: &Frame<'a>, call: &CallSite, otherwise: TermId) -> TermId {
        if !posts(call.routine) || !self.asks_for_full(frame, call.value) || self.repeats_itself(frame, call.value) {
            return otherwise;
        }
        let s = self.site_symbol(frame, call.value, Role::QueueFull, SymKind::Input, Knowledge::Input, "a full queue");
        self.facts.terms.syms[s].lo = Some(0);
        self.facts.terms.syms[s].hi = Some(1);
        let (full, code) = (self.facts.terms.sym(s), self.facts.terms.int(QUEUE_FULL));
        let is_full = self.facts.terms.ne0(full);
        self.facts.terms.ite(is_full, code, otherwise)
    }

    /// Whether the function compares the result of a call with the code for a full queue.
    fn asks_for_full(&self, frame: &Frame<'a>, call: ValueId) -> bool {
        let is_code = |o: &Operand| match o {
            Operand::Const(c) => {
                matches!(self.facts.module.consts[*c], Const::Int { value, .. } if value == QUEUE_FULL)
            }
            _ => false,
        };
        frame.func.insts.iter().any(|inst| match &inst.kind {
            InstKind::Cmp { lhs, rhs, .. } => {
                is_code(rhs) && comes_from(frame, *lhs, call, DEPTH)
                    || is_code(lhs) && comes_from(frame, *rhs, call, DEPTH)
            }
            InstKind::Switch { value, cases, .. } => {
                cases.iter().any(|(n, _)| *n == QUEUE_FULL) && comes_from(frame, *value, call, DEPTH)
            }
            _ => false,
        })
    }

    /// Whether a call is in a loop that does nothing but make it, with the same arguments each time, and wait for queues.
    fn repeats_itself(&self, frame: &Frame<'a>, call: ValueId) -> bool {
        let Some(block) = frame.func.blocks.position(|b| (b.start.raw()..b.end.raw()).contains(&call.raw())) else {
            return false;
        };
        let Some(l) = frame.graph.loop_of[block] else { return false };
        let inside: Vec<ValueId> =
            frame.graph.loops[l].blocks.iter().flat_map(|b| frame.func.block_values(*b)).collect();
        let local = |ptr: &Operand| match ptr {
            Operand::Value(v) => matches!(frame.func.insts[*v].kind, InstKind::Alloca { .. }),
            _ => false,
        };
        let stays_local = inside.iter().all(|v| match &frame.func.insts[*v].kind {
            InstKind::Call { callee: Callee::Direct(f), .. } | InstKind::Invoke { callee: Callee::Direct(f), .. } => {
                let routine = catalog().lookup(&self.facts.module.functions[*f].name);
                *v == call || routine.is_some_and(|r| !posts(r) && r.effects.is_empty() && r.order.is_empty())
            }
            InstKind::Call { .. }
            | InstKind::Invoke { .. }
            | InstKind::MemCopy { .. }
            | InstKind::MemSet { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::CmpXchg { .. } => false,
            InstKind::Store { ptr, .. } | InstKind::Load { ptr, .. } => local(ptr),
            _ => true,
        });
        let InstKind::Call { args, .. } = &frame.func.insts[call].kind else { return false };
        stays_local && args.iter().all(|o| is_same_each_time(frame, &inside, *o, DEPTH))
    }
}

/// Whether an operand is, or may be, the result of a call, also through a local variable.
fn comes_from(frame: &Frame<'_>, operand: Operand, call: ValueId, depth: u32) -> bool {
    let Operand::Value(v) = operand else { return false };
    if v == call || depth == 0 {
        return v == call;
    }
    match &frame.func.insts[v].kind {
        InstKind::Cast { value, .. } | InstKind::Freeze { value } => comes_from(frame, *value, call, depth - 1),
        InstKind::Phi { incoming } => incoming.iter().any(|(_, x)| comes_from(frame, *x, call, depth - 1)),
        InstKind::Select { then, otherwise, .. } => {
            [then, otherwise].into_iter().any(|x| comes_from(frame, *x, call, depth - 1))
        }
        InstKind::Load { ptr, .. } => frame.func.insts.iter().any(|inst| match &inst.kind {
            InstKind::Store { ptr: to, value, .. } => to == ptr && comes_from(frame, *value, call, depth - 1),
            _ => false,
        }),
        _ => false,
    }
}

/// Whether an operand has the same value in all iterations of a loop.
fn is_same_each_time(frame: &Frame<'_>, inside: &[ValueId], operand: Operand, depth: u32) -> bool {
    let Operand::Value(v) = operand else { return !matches!(operand, Operand::Other) };
    if !inside.contains(&v) {
        return true;
    }
    if depth == 0 {
        return false;
    }
    let same = |o: &Operand| is_same_each_time(frame, inside, *o, depth - 1);
    match &frame.func.insts[v].kind {
        InstKind::Cast { value, .. } | InstKind::Freeze { value } => same(value),
        InstKind::Binary { lhs, rhs, .. } => same(lhs) && same(rhs),
        InstKind::Gep { base, scaled, .. } => same(base) && scaled.iter().all(|(o, _)| same(o)),
        InstKind::Load { ptr, .. } => {
            same(ptr)
                && !inside.iter().any(|v| match &frame.func.insts[*v].kind {
                    InstKind::Store { ptr: to, .. } => to == ptr,
                    _ => false,
                })
        }
        _ => false,
    }
}
