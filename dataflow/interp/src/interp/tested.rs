//! Numbers that a thread of a team tests while others of the team may store them, without waiting for that (theory, 6.5).
//!
//! The threads of a team run the same code, which is interpreted once. What another thread stores on another branch is not in the content that
//! the interpretation has on this one. A thread finds it there if it loads the number atomically, or under a lock. Other loads would be data
//! races of the language.

use super::speculated::block_of;
use super::{Frame, Interp};
use rma_frontend::api::{AccessKind, Bank, Thread, catalog};
use rma_frontend::ir::{Callee, FuncId, InstKind, MemOrder, Operand, TypeKind, ValueId};
use rma_skeleton::facts::Read;
use rma_skeleton::skeleton::Place;
use rma_term::ids::TermId;

impl<'a> Interp<'a> {
    /// The value of an atomic load by a thread of a team, or of one under a lock, of a number that others of the team may store meanwhile.
    /// `known`: the content of the cell, which does not have their stores.
    pub(super) fn loaded_in_team(
        &mut self,
        frame: &Frame<'a>,
        (v, part, n): (ValueId, Read, u32),
        p: &Place,
        size: u64,
        known: Option<TermId>,
    ) -> Option<TermId> {
        let thread = self.this_thread().filter(|t| self.is_one_of_many(*t))?;
        let inst = &frame.func.insts[v];
        let atomic = matches!(inst.kind, InstKind::Load { order, .. } if order != MemOrder::NotAtomic);
        let atomic = atomic || self.is_behind_acquire(frame, v);
        let number = matches!(self.facts.module.types[inst.ty].kind, TypeKind::Int(_));
        if !atomic || !number || self.polls.memory.contains(&p.obj) || !self.is_of_threads(frame, p.obj, known) {
            return None;
        }
        // A variable of the function around the region, which its threads share.
        let unseen = self.polls.handed.insert(p.obj);
        self.beside.note_tested(unseen);
        if !self.others_store(p, size) {
            return None;
        }
        let bytes = self.facts.bytes_of(p, Some(size));
        self.beside.note_before((Some(thread), p.obj, bytes), known);
        self.stored_by_others(frame, (v, part, n), p, size)
    }

    /// The value of a plain load that loads again what this function has just loaded: between the two, the thread neither stores there nor waits
    /// for another thread. If another thread changed it meanwhile, this would be a data race of the language.
    pub(super) fn loaded_just_before(&mut self, frame: &Frame<'a>, v: ValueId, ptr: TermId) -> Option<TermId> {
        let func = frame.func;
        let plain = |u: ValueId| match func.insts[u].kind {
            InstKind::Load { ptr, volatile: false, order: MemOrder::NotAtomic } => Some(ptr),
            _ => None,
        };
        if self.facts.threads.ids.is_empty() || plain(v).is_none() {
            return None;
        }
        let mut block = block_of(func, v)?;
        let mut passed = vec![block];
        let mut before: Vec<ValueId> = func.block_values(block).rev().skip_while(|u| *u >= v).collect();
        loop {
            for u in before {
                match (&func.insts[u].kind, plain(u)) {
                    (_, Some(from))
                        if func.insts[u].ty == func.insts[v].ty
                            && frame.vals[u].is_some()
                            && self.operand(frame, from) == ptr =>
                    {
                        return Some(self.operand(frame, Operand::Value(u)));
                    }
                    (_, Some(_)) => {}
                    (InstKind::Store { ptr: to, volatile: false, order: MemOrder::NotAtomic, .. }, _) => {
                        let to = self.operand(frame, *to);
                        let (here, there) = (self.facts.objects_in(to), self.facts.objects_in(ptr));
                        if here.is_empty() || there.is_empty() || here.iter().any(|o| there.contains(o)) {
                            return None;
                        }
                    }
                    (InstKind::Call { callee: Callee::Direct(f), .. }, _) if self.leaves_memory(*f) => {}
                    (
                        InstKind::Load { .. }
                        | InstKind::Store { .. }
                        | InstKind::Call { .. }
                        | InstKind::AtomicRmw { .. }
                        | InstKind::CmpXchg { .. }
                        | InstKind::Fence { .. },
                        _,
                    ) => return None,
                    _ => {}
                }
            }
            let [next] = frame.graph.preds[block][..] else { return None };
            if passed.contains(&next) {
                return None;
            }
            passed.push(next);
            block = next;
            before = func.block_values(block).rev().collect();
        }
    }

    /// Whether a routine neither writes memory of its caller nor concerns threads.
    fn leaves_memory(&self, f: FuncId) -> bool {
        let function = &self.facts.module.functions[f];
        let Some(routine) = catalog().lookup(&function.name).filter(|_| function.is_declaration()) else {
            return false;
        };
        let writes = routine.effects.iter().any(|e| e.bank == Bank::Own && e.access != AccessKind::Read);
        routine.thread.is_none() && routine.calls.is_empty() && !writes && routine.is_rma()
    }

    /// Whether, on some path to an instruction, the last call of the function that takes or releases a lock takes one (`critical`,
    /// `omp_set_lock`).
    fn is_behind_acquire(&self, frame: &Frame<'a>, v: ValueId) -> bool {
        let role = |u: ValueId| match &frame.func.insts[u].kind {
            InstKind::Call { callee: Callee::Direct(f), .. } => {
                catalog().lookup(&self.facts.module.functions[*f].name).and_then(|routine| routine.thread)
            }
            _ => None,
        };
        let last = |values: &mut dyn Iterator<Item = ValueId>| {
            values.filter_map(role).find(|role| matches!(role, Thread::Acquire | Thread::Share | Thread::Release))
        };
        let Some(start) = block_of(frame.func, v) else { return false };
        if let Some(role) = last(&mut frame.func.block_values(start).rev().skip_while(|u| *u >= v)) {
            return role != Thread::Release;
        }
        let mut blocks = frame.graph.preds[start].clone();
        let mut next = 0;
        while let Some(block) = blocks.get(next).copied() {
            next += 1;
            match last(&mut frame.func.block_values(block).rev()) {
                Some(Thread::Acquire | Thread::Share) => return true,
                Some(_) => {}
                None => {
                    let more: Vec<_> =
                        frame.graph.preds[block].iter().filter(|b| !blocks.contains(b)).copied().collect();
                    blocks.extend(more);
                }
            }
        }
        false
    }
}
