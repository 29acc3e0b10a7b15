//! Order of visits inside an instance (theory, 4.4).
//!
//! If a function ends the program under some condition (`if (count > MOST) abort();`), the condition is false in its caller after the call.
//! The caller uses this where the condition is about ranks, sizes and parameters, or bounds one received value.

use super::choices::ends_program;
use super::unwind::Unwound;
use super::{Frame, Interp, Outcome, Record, Step};
use crate::memory::Mem;
use rma_frontend::api::{Runtime, catalog};
use rma_frontend::ir::{BlockId, Callee, InstKind};
use rma_skeleton::facts::{Joined, Role};
use rma_term::ids::TermId;
use rma_term::limits::Limit;
use rma_term::term::{Knowledge, Op, SymKind, Term};

impl<'a> Interp<'a> {
    /// Interprets the body of an instance from its entry block.
    pub(super) fn run_body(&mut self, frame: &mut Frame<'a>, mem: Mem) {
        let Some(&entry) = frame.graph.rpo.first() else { return };
        let order = frame.graph.rpo.clone();
        self.run_region(frame, &order, None, entry, Some(mem));
    }

    /// Visits the blocks of a region: those directly in loop `l` (or in none), and whole loops nested in it.
    pub(super) fn run_region(
        &mut self,
        frame: &mut Frame<'a>,
        order: &[BlockId],
        l: Option<rma_cfg::LoopId>,
        start: BlockId,
        start_mem: Option<Mem>,
    ) {
        let mut start_mem = start_mem;
        for &b in order {
            let innermost = frame.graph.loop_of[b];
            if innermost == l {
                let mem = if b == start { start_mem.take() } else { self.join_in(frame, b, |_| true) };
                self.visit(frame, b, mem);
            } else if let Some(inner) = innermost
                && frame.graph.loops[inner].header == b
                && frame.graph.loops[inner].parent == l
            {
                let entry = if b == start {
                    start_mem.take()
                } else {
                    let blocks = &frame.graph.loops[inner].blocks;
                    let inside: Vec<BlockId> = blocks.clone();
                    self.join_in(frame, b, move |from| !inside.contains(&from))
                };
                self.run_loop(frame, inner, entry);
            }
        }
    }

    /// Interprets one block from a state, or marks it as not reached.
    pub(super) fn visit(&mut self, frame: &mut Frame<'a>, b: BlockId, mem: Option<Mem>) {
        let succs = frame.func.terminator(b).kind.successors();
        for i in 0..succs.len() {
            frame.edges.remove(&(b, i as u32));
        }
        frame.rets.retain(|(from, ..)| *from != b);
        frame.throws.retain(|(from, _)| *from != b);
        let Some(mut mem) = mem else {
            self.keep_record(frame, b, Record { edges: vec![None; succs.len()], ..Record::default() });
            return;
        };
        frame.block = b;
        frame.given.remove(&b);
        let tops = self.set_tops(frame, b);
        let reach = self.reach_of(frame, b);
        frame.reach.insert(b, reach.clone());
        self.recording.steps = Vec::new();
        let mut alive = true;
        let mut scope = None;
        let mut unwound = Unwound::default();
        let yes = self.facts.terms.truth(true);
        let mut survives = yes;
        for v in frame.func.block_values(b) {
            // No instruction ends a block of the source.
            frame.inst = None;
            self.leave_scopes(frame, v, &mut scope);
            if frame.func.insts[v].kind.is_terminator() && !matches!(frame.func.insts[v].kind, InstKind::Invoke { .. })
            {
                break;
            }
            let from = self.recording.steps.len();
            let goes_on = self.transfer(frame, v, &mut mem);
            if !self.exceptions.flying.is_empty() {
                let thrown: Vec<TermId> = self.exceptions.flying.iter().map(|t| t.cond).collect();
                for cond in thrown {
                    let returned = self.returned_instead(cond);
                    survives = self.facts.terms.all(&[survives, returned]);
                }
                unwound = self.unwind(frame, v, from);
            }
            if !goes_on {
                alive = false;
                break;
            }
        }
        if alive && matches!(frame.func.terminator(b).kind, InstKind::Ret { .. }) {
            self.run_exit_handlers(frame, b, &mut mem);
        }
        let mut record = Record { steps: std::mem::take(&mut self.recording.steps), reach, ..Record::default() };
        if !alive {
            record.edges = vec![None; succs.len()];
            // An exception of a callee has a separate path.
            match (&unwound.pad, unwound.here) {
                (Some(_), true) => record.edges[1] = Some(yes),
                (None, true) => record.throws = true,
                (_, false) => {}
            }
            if record.edges.iter().all(Option::is_none) {
                record.steps.push(Step::Stop);
                frame.stops = true;
            }
            if let Some(thrown) = unwound.pad {
                frame.edges.insert((b, 1), (thrown.mem, thrown.cond));
            }
            self.keep_record(frame, b, record);
            self.loops.tops = tops;
            return;
        }
        if let InstKind::Resume { value } = frame.func.terminator(b).kind {
            self.resume(frame, b, value, &mem);
            self.end_of_frame(frame, b, &mut record);
            record.throws = true;
        }
        if let Some(thrown) = unwound.pad {
            frame.edges.insert((b, 1), (thrown.mem, thrown.cond));
        }
        if let Some(given) = frame.given.get(&b) {
            survives = self.facts.terms.all(&[survives, *given]);
        }
        let conds = self.edge_conditions(frame, b);
        for (i, cond) in conds.iter().enumerate() {
            if self.facts.terms.is_false(*cond) {
                record.edges.push(None);
            } else {
                record.edges.push(Some(*cond));
                let cond = self.facts.terms.all(&[*cond, survives]);
                frame.edges.insert((b, i as u32), (mem.clone(), cond));
            }
        }
        if let InstKind::Ret { value } = frame.func.terminator(b).kind {
            let value = match value {
                Some(v) => self.operand(frame, v),
                None => self.facts.terms.int(0),
            };
            self.end_of_frame(frame, b, &mut record);
            record.returns = true;
            frame.rets.push((b, value, mem));
        }
        self.keep_record(frame, b, record);
        self.loops.tops = tops;
    }

    /// Notes how far the counters of the loops around a block can have come; gives what was noted before.
    fn set_tops(&mut self, frame: &Frame<'a>, b: BlockId) -> rustc_hash::FxHashMap<rma_term::ids::SymId, i64> {
        let before = self.loops.tops.clone();
        let mut at = frame.graph.loop_of[b];
        while let Some(l) = at {
            let lid = self.loop_id(frame, l);
            if let Some(&(iterations, at_header)) = self.loops.iterations.get(&lid) {
                // After a header that the loop is left at, one iteration less.
                let inside = at_header && frame.graph.loops[l].header != b;
                self.loops.tops.insert(self.facts.loops[lid].counter, if inside { iterations - 1 } else { iterations });
            }
            at = frame.graph.loops[l].parent;
        }
        before
    }

    /// Truth values of a block's successor edges.
    fn edge_conditions(&mut self, frame: &Frame<'a>, b: BlockId) -> Vec<TermId> {
        let yes = self.facts.terms.truth(true);
        let term = frame.func.terminator(b);
        match &term.kind {
            InstKind::CondBr { cond, then, otherwise } => {
                let c = self.operand(frame, *cond);
                let tested = self.facts.terms.ne0(c);
                let c = self.with_objects_apart(tested);
                let c = self.apart_where_reached(frame, b, c);
                if then == otherwise {
                    return vec![yes, yes];
                }
                let c = self.unless_ends(frame, b, tested, c);
                let most = self.facts.terms.limits.get(Limit::RoomBlocks);
                let room = [*then, *otherwise].map(|to| !self.lacks_room(frame, to, most));
                if let [true, false] | [false, true] = room {
                    return room.iter().map(|r| self.facts.terms.truth(*r)).collect();
                }
                // If one path ends the program, a run that continues takes the other one, whatever values the program
                // keeps.
                let limits = &self.facts.terms.limits;
                if [*then, *otherwise].iter().any(|to| ends_program(limits, frame, *to)) {
                    let mut of = Vec::new();
                    self.facts.terms.for_each_sym(c, &mut |s| of.push(s));
                    of.into_iter().for_each(|s| self.facts.terms.syms[s].kept = false);
                }
                vec![c, self.facts.terms.not(c)]
            }
            InstKind::Switch { value, cases, .. } => {
                let v = self.operand(frame, *value);
                let eqs: Vec<TermId> = cases
                    .iter()
                    .map(|(c, _)| {
                        let c = self.facts.terms.int(*c);
                        self.facts.terms.eq(v, c)
                    })
                    .collect();
                let nots: Vec<TermId> = eqs.iter().map(|e| self.facts.terms.not(*e)).collect();
                let mut out = vec![self.facts.terms.all(&nots)];
                out.extend(eqs);
                out
            }
            // An exception of the callee has a separate path.
            InstKind::Invoke { .. } => vec![yes, self.facts.terms.truth(false)],
            other => vec![yes; other.successors().len()],
        }
    }

    /// Whether nothing follows but a call for want of memory or of room in a container, which is held not to happen (assumption 8).
    fn lacks_room(&self, frame: &Frame<'a>, b: BlockId, depth: u32) -> bool {
        let end = &frame.func.terminator(b).kind;
        if matches!(end, InstKind::Unreachable | InstKind::Invoke { .. }) {
            return frame.func.block_values(b).any(|v| match &frame.func.insts[v].kind {
                InstKind::Call { callee: Callee::Direct(f), .. }
                | InstKind::Invoke { callee: Callee::Direct(f), .. } => {
                    let routine = catalog().lookup(&self.facts.module.functions[*f].name);
                    routine.is_some_and(|r| r.runtime == Some(Runtime::OutOfRoom))
                }
                _ => false,
            });
        }
        let next = end.successors();
        if depth == 0 && !next.is_empty() {
            self.facts.terms.limits.reached(Limit::RoomBlocks);
        }
        depth > 0 && !next.is_empty() && next.into_iter().all(|to| self.lacks_room(frame, to, depth - 1))
    }

    /// Conditions that hold whenever `b` is reached: those of its dominators, and that one of its feasible paths from
    /// the nearest dominator is taken.
    fn reach_of(&mut self, frame: &mut Frame<'a>, b: BlockId) -> Vec<TermId> {
        let yes = self.facts.terms.truth(true);
        let Some(d) = frame.graph.idom[b].filter(|d| *d != b) else {
            frame.relative.insert(b, yes);
            return frame.reach_base.clone();
        };
        let relative = self.relative_condition(frame, b, d);
        frame.relative.insert(b, relative);
        let mut reach = frame.reach.get(&d).cloned().unwrap_or_default();
        // Leaving a loop ends what was known of its iterations.
        let left: Vec<_> = self.loops_left(frame, d, b);
        if !left.is_empty() {
            reach.retain(|t| !left.iter().any(|l| self.facts.varies_in(*t, *l)));
        }
        let parts = self.facts.terms.conjuncts(relative);
        for p in parts {
            if self.facts.terms.as_const(p).is_none()
                && !left.iter().any(|l| self.facts.varies_in(p, *l))
                && !reach.contains(&p)
            {
                reach.push(p);
            }
        }
        reach
    }

    /// Disjunction of the paths into a block from its immediate dominator, without those round a loop.
    fn relative_condition(&mut self, frame: &Frame<'a>, b: BlockId, d: BlockId) -> TermId {
        let forward = |from: BlockId| frame.graph.loop_headed_by(b).is_none_or(|l| !frame.graph.loop_contains(l, from));
        let edges = self.edges_into(frame, b, forward);
        if edges.is_empty() || !self.facts.terms.limits.allows(Limit::PathsIntoBlock, edges.len()) {
            return self.facts.terms.truth(true);
        }
        let gates = self.gates(frame, &edges, d);
        let any = self.facts.terms.disjoin(&gates);
        if self.facts.is_light(any, Limit::BlockCondition) { any } else { self.facts.terms.truth(true) }
    }

    /// Loops around `from` that are not around `to`.
    pub(super) fn loops_left(&mut self, frame: &Frame<'a>, from: BlockId, to: BlockId) -> Vec<rma_term::ids::LoopId> {
        let mut out = Vec::new();
        let mut at = frame.graph.loop_of[from];
        while let Some(l) = at {
            if frame.graph.loop_contains(l, to) {
                break;
            }
            out.push(self.loop_id(frame, l));
            at = frame.graph.loops[l].parent;
        }
        out
    }

    /// Joins what the return statements leave.
    pub(super) fn merge_returns(&mut self, frame: &mut Frame<'a>) -> Option<Outcome> {
        let rets = std::mem::take(&mut frame.rets);
        let entry = *frame.graph.rpo.first()?;
        match rets.len() {
            0 => None,
            1 => rets.into_iter().next().map(|(b, value, mem)| {
                let given = self.gate_of_return(frame, b, entry);
                Outcome { value, mem, given: self.as_guard(frame, given) }
            }),
            _ => {
                let yes = self.facts.terms.truth(true);
                let mut states = Vec::new();
                let mut values = Vec::new();
                let (mut gates, mut returns) = (Vec::new(), Vec::new());
                for (b, value, mem) in rets {
                    gates.push(self.gate(frame, b, yes, entry));
                    returns.push(self.gate_of_return(frame, b, entry));
                    states.push(mem);
                    values.push(value);
                }
                frame.block = entry;
                let last = frame.func.insts.last_idx();
                let value = self.select(
                    frame,
                    &gates,
                    &values,
                    super::SymKey::Site(frame.ctx, last, Role::Joined(Joined::Returns)),
                );
                let mem = self.join_states(frame, entry, frame.ctx, &gates, &states);
                let given = self.facts.terms.any(&returns);
                Some(Outcome { value, mem, given: self.as_guard(frame, given) })
            }
        }
    }

    /// Condition that a block is left by its return; true where every path through the function returns.
    fn gate_of_return(&mut self, frame: &mut Frame<'a>, b: BlockId, entry: BlockId) -> TermId {
        let yes = self.facts.terms.truth(true);
        if !frame.stops && frame.given.is_empty() {
            return yes;
        }
        let given = frame.given.get(&b).copied().unwrap_or(yes);
        self.gate(frame, b, given, entry)
    }

    /// A condition as it is remembered by the caller: guards about ranks, sizes and parameters, such as a least number of processes, and
    /// bounds of a value that the process has received (`if (count > MOST) abort();`). Longer conditions, and other conditions on data, cost
    /// every query after them more than they tell. Each part of a conjunction is looked at by itself.
    fn as_guard(&mut self, frame: &Frame<'a>, cond: TermId) -> TermId {
        let parts = self.facts.terms.conjuncts(cond);
        let guards: Vec<TermId> =
            parts.into_iter().filter(|part| self.is_guard(*part) || self.is_bound_of_data(frame, *part)).collect();
        self.facts.terms.all(&guards)
    }

    /// A bound of one received value that the caller knows, too: of this iteration of the loops around the call.
    fn is_bound_of_data(&self, frame: &Frame<'a>, cond: TermId) -> bool {
        let Term::Le0(bounded) = *self.facts.terms.get(cond) else { return false };
        let (_, parts) = self.facts.terms.linear(bounded);
        let [(value, _)] = parts[..] else { return false };
        let Term::Sym(s) = *self.facts.terms.get(value) else { return false };
        let sym = &self.facts.terms.syms[s];
        let of_caller = sym.def_loop.is_none_or(|l| self.facts.loop_within(frame.outer, l));
        sym.kind == SymKind::Input && of_caller
    }

    fn is_guard(&self, cond: TermId) -> bool {
        let data = self.facts.terms.any_sym(cond, |x| {
            let sym = &self.facts.terms.syms[x];
            sym.def_loop.is_some()
                || !matches!(sym.kind, SymKind::Rank(_) | SymKind::Size(_) | SymKind::Parameter)
                || sym.knowledge() != Knowledge::Known
        });
        let mut plain = true;
        let arithmetic = |op: &Op| matches!(op, Op::Mul | Op::Mod | Op::Div | Op::Rem | Op::Quot);
        self.facts.terms.for_each_node(cond, &mut |n| {
            plain &= match n {
                Term::Apply(..) => false,
                Term::Op(op, ..) => arithmetic(op),
                _ => true,
            }
        });
        !data && plain && self.facts.terms.limits.allows(Limit::ReturnCondition, self.facts.terms.weight(cond))
    }
}
