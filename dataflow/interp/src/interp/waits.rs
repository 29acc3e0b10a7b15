//! Loops that can be seen to wait for another thread, whatever is in memory when they are reached (theory, 6.5).
//!
//! The analysis interprets the code of a thread where the thread is made. So a flag that the thread sets is set when the maker comes to
//! `while (!done) pthread_cond_wait(..)`, and the maker would not enter the loop. In a run it may come there first.

use super::{Frame, Interp};
use rma_frontend::api::{Thread, catalog};
use rma_frontend::ir::{BlockId, Callee, InstKind, MemOrder, Operand, ValueId};

impl<'a> Interp<'a> {
    /// A loop with a call that waits for a signal; or one that does nothing but ask for a value, with an atomic or volatile load or under
    /// a lock.
    pub(super) fn is_seen_to_wait(&self, frame: &Frame<'a>, l: rma_cfg::LoopId) -> bool {
        if self.facts.threads.ids.is_empty() {
            return false;
        }
        let (mut asks, mut works) = (false, false);
        for &b in &frame.graph.loops[l].blocks {
            for v in frame.func.block_values(b) {
                match &frame.func.insts[v].kind {
                    InstKind::Call { callee, .. } | InstKind::Invoke { callee, .. } => {
                        let routine = match callee {
                            Callee::Direct(f) => catalog().lookup(&self.facts.module.functions[*f].name),
                            _ => None,
                        };
                        match routine.map(|r| (r.thread, r.communicates())) {
                            Some((Some(Thread::AwaitSignal), _)) => return true,
                            Some((Some(Thread::Acquire), _)) => asks = true,
                            Some((Some(Thread::Release | Thread::Visible), _) | (None, false)) => {}
                            _ => works = true,
                        }
                    }
                    InstKind::Load { volatile, order, .. } => asks |= *volatile || *order != MemOrder::NotAtomic,
                    InstKind::Store { ptr, .. } => works |= !self.is_local(frame, *ptr),
                    InstKind::AtomicRmw { .. } | InstKind::CmpXchg { .. } => works = true,
                    InstKind::MemCopy { .. } | InstKind::MemSet { .. } => works = true,
                    _ => {}
                }
            }
        }
        asks && !works
    }

    /// The loop that waits and that the load decides to enter or to skip: an optimised loop tests once before it, and whoever skips it has
    /// found what it waits for.
    pub(super) fn tested_before_wait(&self, frame: &Frame<'a>, v: ValueId) -> Option<rma_cfg::LoopId> {
        let InstKind::CondBr { cond: Operand::Value(c), then, otherwise } = frame.func.terminator(frame.block).kind
        else {
            return None;
        };
        let compared = match frame.func.insts[c].kind {
            InstKind::Cmp { lhs, rhs, .. } => [lhs, rhs].contains(&Operand::Value(v)),
            _ => false,
        };
        if c != v && !compared {
            return None;
        }
        let forward = |mut b: BlockId| {
            // Blocks that only lead on, of which a cycle is left.
            for _ in 0..frame.func.blocks.len() {
                match frame.func.terminator(b).kind {
                    InstKind::Br { to } if frame.func.block_values(b).count() == 1 => b = to,
                    _ => break,
                }
            }
            b
        };
        let guarded = frame.graph.loops.iter_enumerated().find(|(l, data)| {
            let waits = self.loops.ids.get(&(frame.ctx, *l)).is_some_and(|id| self.polls.is_wait_for_threads(*id));
            let enters = |to: BlockId| forward(to) == data.header;
            let skips = |to: BlockId| data.exits.iter().any(|(_, exit)| forward(*exit) == forward(to));
            (enters(then) && skips(otherwise) || enters(otherwise) && skips(then))
                && (waits || self.is_seen_to_wait(frame, *l))
        });
        guarded.map(|(l, _)| l)
    }

    /// A variable of the function.
    fn is_local(&self, frame: &Frame<'a>, ptr: Operand) -> bool {
        matches!(ptr, Operand::Value(v) if matches!(frame.func.insts[v].kind, InstKind::Alloca { .. }))
    }
}
