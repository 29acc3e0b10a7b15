//! Loops that can be seen to wait for another thread, whatever is in memory when they are reached (theory, 6.5).
//!
//! The analysis interprets the code of a thread where the thread is made. So a flag that the thread sets is already set when the
//! interpretation reaches `while (!done) pthread_cond_wait(..)` in the creator, and the creator would not enter the loop. In a run the
//! creator may reach the loop first.
//! So a loop that waits for a condition variable, or that only asks under a lock or with an atomic load, also in a function that it
//! calls, is taken to wait whatever memory holds when it is reached.

use super::{Frame, Interp};
use rma_frontend::api::{Thread, catalog};
use rma_frontend::ir::{BlockId, Callee, Function, InstKind, MemOrder, Operand, ValueId};

/// The depth to which calls of a loop are examined.
const CALLS_OF_WAIT: u32 = 3;

/// Instructions from a load to the condition of a branch.
const STEPS_TO_CONDITION: u32 = 4;

/// The number of blocks after the exits of a loop among which a path that skips the loop may join the paths through it, at most.
const BLOCKS_BEHIND_EXIT: usize = 16;

impl<'a> Interp<'a> {
    /// Whether a loop waits: it contains a call that waits for a signal; or it only asks for a value, with an atomic or volatile load or
    /// under a lock, in the loop or in a function of the program.
    pub(super) fn is_seen_to_wait(&self, frame: &Frame<'a>, l: rma_cfg::LoopId) -> bool {
        if self.facts.threads.ids.is_empty() {
            return false;
        }
        let mut seen = Seen::default();
        self.look_at(frame.func, frame.graph.loops[l].blocks.iter().copied(), CALLS_OF_WAIT, &mut seen);
        seen.waits || seen.asks && !seen.works
    }

    fn look_at(&self, func: &Function, blocks: impl Iterator<Item = BlockId>, calls: u32, seen: &mut Seen) {
        for v in blocks.flat_map(|b| func.block_values(b)) {
            match &func.insts[v].kind {
                InstKind::Call { callee: Callee::Direct(f), .. }
                | InstKind::Invoke { callee: Callee::Direct(f), .. } => {
                    let callee = &self.facts.module.functions[*f];
                    match catalog().lookup(&callee.name).map(|r| (r.thread, r.communicates())) {
                        Some((Some(Thread::AwaitSignal), _)) => seen.waits = true,
                        Some((Some(Thread::Acquire | Thread::Share), _)) => seen.asks = true,
                        Some((Some(Thread::Release | Thread::Visible), _) | (None, false)) => {}
                        None if calls > 0 && !callee.is_declaration() => {
                            self.look_at(callee, callee.blocks.indices(), calls - 1, seen);
                        }
                        _ => seen.works = true,
                    }
                }
                InstKind::Load { volatile, order, .. } => seen.asks |= *volatile || *order != MemOrder::NotAtomic,
                InstKind::Store { ptr, .. } => seen.works |= !is_local(func, *ptr),
                InstKind::Call { .. }
                | InstKind::Invoke { .. }
                | InstKind::AtomicRmw { .. }
                | InstKind::CmpXchg { .. }
                | InstKind::MemCopy { .. }
                | InstKind::MemSet { .. } => seen.works = true,
                _ => {}
            }
        }
    }

    /// The waiting loop that a load decides to enter or to skip. An optimised loop tests once before it; a process that skips it has found
    /// the value that the loop waits for.
    pub(super) fn tested_before_wait(&self, frame: &Frame<'a>, v: ValueId) -> Option<rma_cfg::LoopId> {
        let InstKind::CondBr { cond: Operand::Value(c), then, otherwise } = frame.func.terminator(frame.block).kind
        else {
            return None;
        };
        if !depends(frame.func, c, v, STEPS_TO_CONDITION) {
            return None;
        }
        // Blocks that only compute something and lead on, of which a cycle is left.
        let forward = |mut b: BlockId| {
            for _ in 0..frame.func.blocks.len() {
                match frame.func.terminator(b).kind {
                    InstKind::Br { to } if frame.func.block_values(b).all(|v| self.is_silent(frame, v)) => b = to,
                    _ => break,
                }
            }
            b
        };
        let guarded = frame.graph.loops.iter_enumerated().find(|(l, data)| {
            let waits = self.loops.ids.get(&(frame.ctx, *l)).is_some_and(|id| self.polls.is_wait_for_threads(*id));
            let enters = |to: BlockId| forward(to) == data.header;
            let skips = |to: BlockId| self.leads_on(frame, &data.blocks, data.exits.iter().map(|(_, exit)| *exit), to);
            (enters(then) && skips(otherwise) || enters(otherwise) && skips(then))
                && (waits || self.is_seen_to_wait(frame, *l))
        });
        guarded.map(|(l, _)| l)
    }

    /// Whether a value is an argument of a one-sided operation, perhaps by way of casts and arithmetic.
    pub(super) fn is_operand_of_operation(&self, func: &Function, v: ValueId, steps: u32) -> bool {
        func.insts.iter_enumerated().any(|(u, inst)| {
            let mut used = false;
            inst.kind.for_each_operand(|op| used |= matches!(op, Operand::Value(x) if x == v));
            used && match &inst.kind {
                InstKind::Call { callee: Callee::Direct(f), .. } => catalog()
                    .lookup(&self.facts.module.functions[*f].name)
                    .is_some_and(rma_frontend::api::Routine::is_rma),
                InstKind::Cast { .. } | InstKind::Binary { .. } => {
                    steps > 0 && self.is_operand_of_operation(func, u, steps - 1)
                }
                _ => false,
            }
        })
    }

    /// Whether control can come to a block from an exit of a loop, a few blocks on.
    fn leads_on(
        &self,
        frame: &Frame<'a>,
        inside: &[BlockId],
        exits: impl Iterator<Item = BlockId>,
        to: BlockId,
    ) -> bool {
        let mut behind: Vec<BlockId> = exits.collect();
        let mut next = 0;
        while next < behind.len().min(BLOCKS_BEHIND_EXIT) {
            let block = behind[next];
            if block == to {
                return true;
            }
            for b in frame.func.terminator(block).kind.successors() {
                if !inside.contains(&b) && !behind.contains(&b) {
                    behind.push(b);
                }
            }
            next += 1;
        }
        false
    }

    /// An instruction that computes a value, or passes control on.
    fn is_silent(&self, frame: &Frame<'a>, v: ValueId) -> bool {
        matches!(
            frame.func.insts[v].kind,
            InstKind::Br { .. }
                | InstKind::Phi { .. }
                | InstKind::Binary { .. }
                | InstKind::Cmp { .. }
                | InstKind::Cast { .. }
                | InstKind::Select { .. }
                | InstKind::Gep { .. }
        )
    }
}

/// What the code of a loop does.
#[derive(Debug, Default)]
struct Seen {
    /// The loop waits for a signal.
    waits: bool,
    /// The loop asks for a value that another thread may change.
    asks: bool,
    /// The loop does something else.
    works: bool,
}

/// Whether a condition is computed from a value by comparisons and choices.
fn depends(func: &Function, cond: ValueId, on: ValueId, steps: u32) -> bool {
    let of = |op: &Operand| matches!(op, Operand::Value(v) if steps > 0 && depends(func, *v, on, steps - 1));
    cond == on
        || match &func.insts[cond].kind {
            InstKind::Cmp { lhs, rhs, .. } | InstKind::Binary { lhs, rhs, .. } => of(lhs) || of(rhs),
            InstKind::Select { cond, then, otherwise } => [cond, then, otherwise].into_iter().any(of),
            InstKind::Cast { value, .. } => of(value),
            _ => false,
        }
}

/// A variable of a function.
fn is_local(func: &Function, ptr: Operand) -> bool {
    matches!(ptr, Operand::Value(v) if matches!(func.insts[v].kind, InstKind::Alloca { .. }))
}
