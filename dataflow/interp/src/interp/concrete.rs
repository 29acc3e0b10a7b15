//! Loops that look something up (`while (node)`, `for (...) if (...) return`) or call something for each item of a range
//! (`for (; first != last; ++first)`), and all of whose branches are decided: they are executed iteration by iteration, as in the
//! program (theory, 4.5).
//!
//! The only events in such a loop that may matter to other processes or to pending operations are accesses and the end of memory,
//! and the loop may create no objects. The records of its blocks then hold the accesses of all iterations.

use super::{Frame, Interp, Record, Step};
use crate::memory::Mem;
use rma_frontend::api::AccessKind;
use rma_frontend::ir::{BlockId, Const, InstKind, Operand, TypeKind, ValueId};
use rma_skeleton::skeleton::{Event, Item, Place};
use rma_term::ids::{LoopId, TermId};
use rma_term::limits::Limit;
use std::collections::BTreeSet;

impl<'a> Interp<'a> {
    /// Runs a loop as the program would; `false`: it cannot be, and is to be interpreted as any other.
    pub(super) fn run_concretely(
        &mut self,
        frame: &mut Frame<'a>,
        l: rma_cfg::LoopId,
        lid: LoopId,
        entry: &Mem,
    ) -> bool {
        if !self.looks_up(frame, l) {
            return false;
        }
        let (unwanted, merging) = (self.recording.unwanted, self.recording.merging);
        let done = self.iterate(frame, l, lid, entry);
        self.recording.merging = merging;
        done && self.recording.unwanted == unwanted
    }

    fn iterate(&mut self, frame: &mut Frame<'a>, l: rma_cfg::LoopId, lid: LoopId, entry: &Mem) -> bool {
        let header = frame.graph.loops[l].header;
        let blocks = frame.graph.loops[l].blocks.clone();
        let unwanted = self.recording.unwanted;
        let mut mem = entry.clone();
        for iteration in 0..self.facts.terms.limits.get::<u32>(Limit::ConcreteIterations) {
            let from = |b: BlockId| blocks.contains(&b) == (iteration > 0);
            frame.block = header;
            let phis: Vec<ValueId> = frame
                .func
                .block_values(header)
                .filter(|v| matches!(frame.func.insts[*v].kind, InstKind::Phi { .. }))
                .collect();
            let mut values = Vec::new();
            for &v in &phis {
                let stop = (iteration > 0).then_some(header);
                let Some(value) = self.phi_value(frame, v, &from, stop) else { return false };
                if iteration > 0 && self.facts.varies_in(value, lid) {
                    return false;
                }
                values.push((v, value));
            }
            for (v, value) in values {
                frame.vals[v] = Some(value);
            }
            self.recording.merging |= iteration > 0;
            if iteration == 0 && !self.is_decided(frame, &blocks, header, &mem) {
                return false;
            }
            self.run_region(frame, &blocks, Some(l), header, Some(mem.clone()));
            if self.recording.unwanted != unwanted {
                return false;
            }
            let mut sure = true;
            let (mut back, mut out) = (Vec::new(), 0);
            for &b in &blocks {
                for (i, to) in frame.func.terminator(b).kind.successors().into_iter().enumerate() {
                    let Some((_, cond)) = frame.edges.get(&(b, i as u32)) else { continue };
                    let inside = to != header && blocks.contains(&to);
                    let decided = self.facts.terms.is_true(*cond);
                    sure &= decided || inside && self.is_quiet(frame, &blocks, header, to);
                    if to == header {
                        back.push((b, i as u32));
                    } else if !blocks.contains(&to) {
                        out += 1;
                    }
                }
            }
            match (sure, &back[..], out) {
                (true, [], 1) => return true,
                (true, [edge], 0) => {
                    let next = frame.edges[edge].0.clone();
                    if self.carries(&mem, &next, lid) {
                        return false;
                    }
                    mem = next;
                }
                _ => return false,
            }
        }
        self.facts.terms.limits.reached(Limit::ConcreteIterations);
        false
    }

    /// Whether it is known where the head of the loop leads, or at least that it does not lead out of it.
    fn is_decided(&mut self, frame: &mut Frame<'a>, blocks: &[BlockId], header: BlockId, mem: &Mem) -> bool {
        self.visit(frame, header, Some(mem.clone()));
        let next = frame.func.terminator(header).kind.successors();
        next.iter().all(|b| *b != header && blocks.contains(b))
            || (0u32..)
                .take(next.len())
                .filter_map(|i| frame.edges.get(&(header, i)))
                .all(|(_, cond)| self.facts.terms.as_const(*cond).is_some())
    }

    /// Whether a block, and those that it leads to in the same iteration, do nothing but read memory that no other process accesses. Then
    /// it does not matter whether control reaches the block.
    fn is_quiet(&self, frame: &Frame<'a>, blocks: &[BlockId], header: BlockId, from: BlockId) -> bool {
        let mut seen = vec![from];
        let mut at = 0;
        while let Some(&b) = seen.get(at) {
            at += 1;
            let Some(record) = self.recording.records.get(&(frame.ctx, b)) else { return false };
            let quiet = |step: &Step| match step {
                Step::Item(Item { event: Event::Access(a), .. }) => {
                    let own = |p: &Place| !self.polls.memory.contains(&p.obj);
                    a.kind == AccessKind::Read && !a.area.unknown && a.area.places.iter().all(own)
                }
                _ => false,
            };
            if record.returns || record.throws || !record.steps.iter().all(quiet) {
                return false;
            }
            for to in frame.func.terminator(b).kind.successors() {
                if to != header && blocks.contains(&to) && !seen.contains(&to) {
                    seen.push(to);
                }
            }
        }
        true
    }

    /// A value that an iteration leaves in memory belongs to this iteration: the next iteration would use it as its own
    /// value.
    fn carries(&self, before: &Mem, after: &Mem, lid: LoopId) -> bool {
        after.changed(before).into_iter().filter_map(|obj| after.get(obj)).any(|content| {
            content.entries.iter().any(|e| [e.inst, e.off, e.val].iter().any(|t| self.facts.varies_in(*t, lid)))
        })
    }

    /// Whether a loop without inner loops has several exits, ends at a null pointer, or calls something up to the end of a range.
    fn looks_up(&self, frame: &Frame<'a>, l: rma_cfg::LoopId) -> bool {
        let graph = frame.graph;
        let blocks = &graph.loops[l].blocks;
        if graph.loops.iter().any(|inner| inner.parent == Some(l)) {
            return false;
        }
        let exits = blocks.iter().filter(|b| graph.succs[**b].iter().any(|to| !blocks.contains(to))).count();
        let is_call = |v: ValueId| matches!(frame.func.insts[v].kind, InstKind::Call { .. } | InstKind::Invoke { .. });
        let calls = blocks.iter().flat_map(|b| frame.func.block_values(*b)).any(is_call);
        let to_null_or_end = |b: &BlockId| {
            let InstKind::CondBr { cond: Operand::Value(c), .. } = frame.func.terminator(*b).kind else { return false };
            let InstKind::Cmp { rhs, .. } = frame.func.insts[c].kind else { return false };
            let pointer = self
                .operand_type(frame, rhs)
                .is_some_and(|ty| matches!(self.facts.module.types[ty].kind, TypeKind::Ptr));
            pointer && calls
                || matches!(rhs, Operand::Const(rhs) if matches!(self.facts.module.consts[rhs], Const::Null(_)))
        };
        exits > 1 || blocks.iter().any(to_null_or_end)
    }

    /// Keeps the record of a block. In a loop that is executed iteration by iteration, it is added to the records of earlier iterations.
    pub(super) fn keep_record(&mut self, frame: &Frame<'a>, b: BlockId, mut record: Record) {
        let key = (frame.ctx, b);
        if self.recording.merging
            && let Some(old) = self.recording.records.remove(&key)
        {
            let called: BTreeSet<_> = record
                .steps
                .iter()
                .filter_map(|s| if let Step::Call { callees, .. } = s { Some(callees.clone()) } else { None })
                .flatten()
                .collect();
            let reached =
                |r: &Record| r.returns || r.throws || r.edges.iter().any(Option::is_some) || !r.steps.is_empty();
            let (then, now) = (reached(&old), reached(&record));
            let mut steps = Vec::new();
            for step in old.steps {
                match &step {
                    Step::Item(_) => steps.push(step),
                    Step::Call { callees, .. } if !callees.iter().all(|c| called.contains(c)) => steps.push(step),
                    Step::Call { .. } | Step::Stop => {}
                }
            }
            steps.append(&mut record.steps);
            let yes = self.facts.terms.truth(true);
            let either = |a: Option<TermId>, b: Option<TermId>| match (a, b) {
                (Some(a), Some(b)) if a != b => Some(yes),
                (a, b) => a.or(b),
            };
            let edges = old.edges.iter().zip(&record.edges).map(|(a, b)| either(*a, *b)).collect();
            // A block that is not reached in an iteration has no conditions.
            let reach = match (then, now) {
                (_, false) => old.reach,
                (false, true) => record.reach,
                _ => old.reach.into_iter().filter(|t| record.reach.contains(t)).collect(),
            };
            record = Record {
                steps,
                edges,
                reach,
                returns: old.returns || record.returns,
                throws: old.throws || record.throws,
            };
        }
        self.recording.records.insert(key, record);
    }
}
