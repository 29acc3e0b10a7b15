//! Joins: values and memories of several incoming edges under the conditions that tell them apart (theory, 4.4).
//!
//! A case distinction loses nothing as long as the conditions exclude each other and the term is small. Otherwise the joined value is a fresh
//! symbol, as little known as the least known of the values and conditions. Outside of loops the symbol gets a fact: it equals the value of
//! an edge whose condition is true. Addresses are joined otherwise where the edges leave loops, as behind a search in a table that returns an
//! entry or null: a fresh symbol is the number of the edge that was taken, and selects the address. What the condition of an edge says of a
//! loop, it says of the iteration in which the loop was left.
//!
//! A variable that was written on one of the paths only has the value of that path, as reading it on the other one would be undefined (C11,
//! 6.3.2.1). So has memory that was allocated on one of them.

use super::cells::CellOverlap;
use super::recording::Joining;
use super::{Frame, Interp};
use crate::memory::{Dirty, Entry, Family, Mem, ObjMem, Sort};
use rma_frontend::ir::BlockId;
use rma_skeleton::facts::{JoinKey, SymKey};
use rma_term::ids::{LoopId, ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::object::{ObjKind, TEMPORARY};
use rma_term::term::{Knowledge, Sym, SymKind, Term};
use std::collections::BTreeSet;
use std::rc::Rc;

impl<'a> Interp<'a> {
    /// Joins the states on the feasible edges into `b` that come from blocks that `keep` accepts.
    pub(super) fn join_in(&mut self, frame: &mut Frame<'a>, b: BlockId, keep: impl Fn(BlockId) -> bool) -> Option<Mem> {
        let edges = self.edges_into(frame, b, keep);
        match edges.len() {
            0 => None,
            1 => frame.edges.get(&edges[0]).map(|(m, _)| m.clone()),
            _ => {
                let stop = frame.graph.idom[b].unwrap_or(b);
                let gates = self.gates(frame, &edges, stop);
                let states: Vec<Mem> = edges.iter().map(|e| frame.edges[e].0.clone()).collect();
                self.recording.joining = Some(Joining::new(edges, stop));
                let joined = self.join_states(frame, b, frame.ctx, &gates, &states);
                self.recording.joining = None;
                Some(joined)
            }
        }
    }

    /// Feasible edges into a block, in the order of its predecessors.
    pub(super) fn edges_into(
        &self,
        frame: &Frame<'a>,
        b: BlockId,
        keep: impl Fn(BlockId) -> bool,
    ) -> Vec<(BlockId, u32)> {
        let mut out = Vec::new();
        for &p in &frame.graph.preds[b] {
            if !keep(p) {
                continue;
            }
            for (i, s) in frame.func.terminator(p).kind.successors().into_iter().enumerate() {
                let e = (p, i as u32);
                if s == b && frame.edges.contains_key(&e) && !out.contains(&e) {
                    out.push(e);
                }
            }
        }
        out
    }

    /// For each edge, the condition under which control takes it, relative to the dominating block `stop`.
    pub(super) fn gates(&mut self, frame: &Frame<'a>, edges: &[(BlockId, u32)], stop: BlockId) -> Vec<TermId> {
        edges
            .iter()
            .map(|(p, i)| {
                let cond = frame.edges[&(*p, *i)].1;
                let gate = self.gate(frame, *p, cond, stop);
                self.behind_loops(frame, (*p, *i), gate)
            })
            .collect()
    }

    /// The condition of an edge, in terms of the last iterations of the loops that it leaves.
    fn behind_loops(&mut self, frame: &Frame<'a>, (from, i): (BlockId, u32), gate: TermId) -> TermId {
        let Some(to) = frame.func.terminator(from).kind.successors().into_iter().nth(i as usize) else { return gate };
        let mut gate = gate;
        let mut l = frame.graph.loop_of[from];
        while let Some(left) = l.filter(|l| !frame.graph.loop_contains(*l, to)) {
            if let Some(lid) = self.loops.ids.get(&(frame.ctx, left)).copied() {
                gate = self.at_last(lid, gate);
            }
            l = frame.graph.loops[left].parent;
        }
        gate
    }

    /// Conjunction of `cond` with the conditions under which `from` is reached from the dominating block `stop`.
    pub(super) fn gate(&mut self, frame: &Frame<'a>, from: BlockId, cond: TermId, stop: BlockId) -> TermId {
        let mut parts = vec![cond];
        let mut x = from;
        while x != stop {
            let Some(d) = frame.graph.idom[x].filter(|d| *d != x) else { break };
            if let Some(c) = frame.relative.get(&x)
                && self.left_between(frame, d, from).is_some_and(|l| !l.iter().any(|l| self.facts.varies_in(*c, *l)))
            {
                parts.push(*c);
            }
            x = d;
        }
        self.facts.terms.all(&parts)
    }

    /// For each edge of the present join, all that holds along it. Beside the [gates](Self::gates) these are the conditions in loops that are
    /// left on the way: the last iteration has evaluated them last, because each iteration before has gone back to the header.
    /// `None` if the values to join are not those of the edges into a block.
    fn all_gates(&mut self, frame: &Frame<'a>) -> Option<Rc<[TermId]>> {
        let Joining { edges, stop, all_gates } = self.recording.joining.clone()?;
        if all_gates.is_some() {
            return all_gates;
        }
        let mut gates = self.gates(frame, &edges, stop);
        for ((from, _), gate) in edges.iter().zip(&mut gates) {
            let mut parts = vec![*gate];
            let mut x = *from;
            while x != stop {
                let Some(d) = frame.graph.idom[x].filter(|d| *d != x) else { break };
                if let (Some(&c), Some(left)) = (frame.relative.get(&x), self.left_between(frame, d, *from)) {
                    let at_exit = left.iter().fold(c, |c, l| self.at_last(*l, c));
                    let said = self.facts.terms.conjuncts(at_exit);
                    parts.extend(said.into_iter().filter(|c| !left.iter().any(|l| self.facts.varies_in(*c, *l))));
                }
                x = d;
            }
            *gate = self.facts.terms.all(&parts);
        }
        let gates: Rc<[TermId]> = gates.into();
        if let Some(joining) = &mut self.recording.joining {
            joining.all_gates = Some(gates.clone());
        }
        Some(gates)
    }

    /// The loops around one block that are left on the way to another one, innermost first; `None` if one of them is not known.
    fn left_between(&self, frame: &Frame<'a>, at: BlockId, from: BlockId) -> Option<Vec<LoopId>> {
        let mut out = Vec::new();
        let mut l = frame.graph.loop_of[at].filter(|l| !frame.graph.loop_contains(*l, from));
        while let Some(left) = l {
            out.push(*self.loops.ids.get(&(frame.ctx, left))?);
            l = frame.graph.loops[left].parent.filter(|l| !frame.graph.loop_contains(*l, from));
        }
        Some(out)
    }

    /// Whether exactly one of the gates can hold at a time.
    fn exclusive(&mut self, gates: &[TermId]) -> bool {
        if gates.len() > 12 {
            return false;
        }
        for (n, a) in gates.iter().enumerate() {
            for b in &gates[n + 1..] {
                let both = self.facts.terms.all(&[*a, *b]);
                if !self.facts.terms.is_false(both) && self.facts.terms.not(*a) != *b && self.facts.terms.not(*b) != *a
                {
                    return false;
                }
            }
        }
        true
    }

    /// The gates without their common conditions, which hold at the join for every edge.
    fn telling(&mut self, gates: &[TermId]) -> Vec<TermId> {
        let all: Vec<Vec<TermId>> = gates.iter().map(|g| self.facts.terms.conjuncts(*g)).collect();
        let common = |c: &TermId| all.iter().all(|parts| parts.contains(c));
        let rest = all.iter().map(|parts| parts.iter().copied().filter(|c| !common(c)).collect::<Vec<_>>());
        rest.collect::<Vec<_>>().iter().map(|parts| self.facts.terms.all(parts)).collect()
    }

    /// The value of a join: the common one, a case distinction over the gates, or the symbol of `key`.
    pub(super) fn select(&mut self, frame: &Frame<'a>, gates: &[TermId], values: &[TermId], key: SymKey) -> TermId {
        let first = values[0];
        if values.iter().all(|v| *v == first) {
            return first;
        }
        if let Some(lanes) = self.select_lanes(frame, gates, values, key) {
            return lanes;
        }
        if self.exclusive(gates) {
            let telling = self.telling(gates);
            let gates = if self.exclusive(&telling) { &telling } else { gates };
            let mut out = values[values.len() - 1];
            for (g, v) in gates.iter().zip(values).rev().skip(1) {
                out = self.facts.terms.ite(*g, *v, out);
            }
            if self.facts.terms.limits.allows(Limit::JoinedWeight, self.facts.terms.weight(out)) {
                return out;
            }
        }
        let all_gates = self.all_gates(frame).filter(|all| all.len() == values.len());
        if let Some(all) = &all_gates
            && let Some(place) = self.select_place(frame, all, values, key)
        {
            return place;
        }
        // If the conditions are known, there are runs for each of the constants.
        let is_constant = |v: &TermId| {
            let terms = &self.facts.terms;
            terms.as_const(*v).is_some() || terms.is_bool(*v) || self.facts.is_table_of_constants(*v, 4)
        };
        let constants = values.iter().all(is_constant);
        let least = if constants { Knowledge::Known } else { Knowledge::Input };
        let knowledge = values.iter().chain(gates).fold(least, |k, v| k.max(self.facts.terms.knowledge(*v)));
        let def_loop = self.current_loop(frame);
        let lo = values.iter().map(|v| self.facts.terms.range(*v).lo).min().flatten();
        let loc = self.facts.terms.limits.here();
        let s = self.facts.symbol(key, |_| Sym { def_loop, loc, ..Sym::new(SymKind::Lost, "?", knowledge) });
        // Another pass over a loop may know more or less of what is chosen from.
        self.facts.terms.syms[s].knowledge = knowledge;
        if self.facts.terms.syms[s].lo.is_none() {
            self.facts.terms.syms[s].lo = lo.filter(|_| values.iter().all(|v| self.facts.terms.as_const(*v).is_some()));
        }
        self.note_bases(s, values);
        // A pointer into memory of the program, such as what a search in a container returns, follows from what was stored before.
        self.facts.terms.syms[s].kept = self.facts.bases.get(&s).is_some_and(|b| !b.is_empty());
        if self.note_chosen(frame, s, values, matches!(knowledge, Knowledge::Input | Knowledge::Arranged)) {
            let known = values.iter().map(|v| self.facts.terms.knowledge(*v)).max();
            self.facts.terms.syms[s].knowledge = known.unwrap_or(knowledge);
        }
        let name = self.facts.terms.sym(s);
        self.facts.terms.syms[s].fact = if values.iter().any(|v| self.facts.mentions_address(*v)) {
            None
        } else {
            let of_all = all_gates.and_then(|all| self.came_along_one(name, &all, values));
            of_all.or_else(|| self.came_along_one(name, gates, values))
        };
        name
    }

    /// One of several places, where loops are left on the way to the join: what a search in a table has found, or else null or the first
    /// entry. The symbol of `key` is the number of the edge; `None` if the values are no such places.
    fn select_place(
        &mut self,
        frame: &Frame<'a>,
        all_gates: &[TermId],
        values: &[TermId],
        key: SymKey,
    ) -> Option<TermId> {
        let fixed = self.current_loop(frame).is_none() && values.iter().all(|v| self.facts.innermost(*v).is_none());
        if !fixed || !values.iter().any(|v| self.facts.mentions_address(*v)) || !self.exclusive(all_gates) {
            return None;
        }
        let knowledge = all_gates.iter().chain(values).map(|t| self.facts.terms.knowledge(*t)).max()?;
        let uniform = self.alike(all_gates);
        let loc = self.facts.terms.limits.here();
        let s = self.facts.symbol(key, |_| Sym { loc, ..Sym::new(SymKind::Lost, "?", knowledge) });
        let edge = self.facts.terms.sym(s);
        let (mut ways, mut place) = (Vec::new(), *values.last()?);
        for (n, (gate, value)) in all_gates.iter().zip(values).enumerate().rev() {
            let n = self.facts.terms.int(n as i64);
            let taken = self.facts.terms.eq(edge, n);
            place = self.facts.terms.ite(taken, *value, place);
            ways.push(self.facts.terms.all(&[taken, *gate]));
        }
        let fact = self.facts.terms.any(&ways);
        let sym = &mut self.facts.terms.syms[s];
        (sym.lo, sym.hi) = (Some(0), i64::try_from(values.len() - 1).ok());
        (sym.knowledge, sym.uniform, sym.fact) = (knowledge, uniform, Some(fact));
        // Unless parameters decide, it follows from what the program has stored before.
        sym.kept = knowledge != Knowledge::Known;
        let weight = self.facts.terms.weight(place).max(self.facts.terms.weight(fact));
        self.facts.terms.limits.allows(Limit::JoinedWeight, weight).then_some(place)
    }

    /// A loop that tests a request and has several exits: after it the flag is the result of the last test, or what it was before. The edge
    /// out of the loop determines which, and this is recorded for each edge. The same is done for constants whose choice depends on a value
    /// that was `read`: the result of a function that polls a flag and gives up after some time.
    fn note_chosen(&mut self, frame: &Frame<'a>, s: SymId, values: &[TermId], read: bool) -> bool {
        let edges = self.recording.joining.as_ref().map(|j| j.edges.clone()).unwrap_or_default();
        let here = self.current_loop(frame);
        let of_loop = |v: TermId| self.facts.innermost(v).is_some_and(|l| !self.facts.loop_within(here, l));
        let is_flag = |v: TermId| match *self.facts.terms.get(v) {
            Term::Sym(x) => {
                let sym = &self.facts.terms.syms[x];
                (&sym.kind, sym.lo, sym.hi) == (&SymKind::Input, Some(0), Some(1))
            }
            _ => false,
        };
        let plain = |v: TermId| matches!(self.facts.terms.get(v), Term::Const(_) | Term::Sym(_));
        let constants = read && values.iter().all(|v| self.facts.terms.as_const(*v).is_some());
        let told = edges.len() == values.len()
            && (constants || values.iter().any(|v| is_flag(*v) && of_loop(*v)))
            && values.iter().all(|v| plain(*v));
        for ((from, i), value) in edges.iter().zip(values) {
            let chosen = self.recording.chosen.entry((frame.ctx, *from, *i)).or_default();
            if told {
                chosen.insert(s, *value);
            } else {
                chosen.remove(&s);
            }
        }
        told
    }

    /// Conditions that a value at a join implies for the path to it: if the value is that of an edge, the gate of this edge holds. An
    /// example is `if (check(options) != 0) exit(1);` with several returns in a loop: after it, the condition of the last return holds.
    /// Tests of single iterations are left out.
    fn came_along_one(&mut self, name: TermId, gates: &[TermId], values: &[TermId]) -> Option<TermId> {
        let mut ways = Vec::new();
        for (gate, value) in gates.iter().zip(values) {
            let mut parts = self.facts.terms.conjuncts(*gate);
            parts.retain(|c| self.facts.innermost(*c).is_none());
            if self.facts.innermost(*value).is_none() {
                parts.push(self.facts.terms.eq(name, *value));
            }
            ways.push(self.facts.terms.all(&parts));
        }
        let fact = self.facts.terms.any(&ways);
        self.facts.terms.limits.allows(Limit::JoinedWeight, self.facts.terms.weight(fact)).then_some(fact)
    }

    /// Joins memories cell by cell.
    pub(super) fn join_states(
        &mut self,
        frame: &mut Frame<'a>,
        b: BlockId,
        key: impl Into<JoinKey>,
        gates: &[TermId],
        states: &[Mem],
    ) -> Mem {
        let key = key.into();
        let mut out = states[0].clone();
        let ids: BTreeSet<ObjId> = states[1..].iter().flat_map(|s| s.changed(&states[0])).collect();
        for obj in ids {
            // What one thread of a team has stored in shared memory, the others find there.
            if let Some(n) = self.selected(gates, states, obj) {
                out.set(obj, states[n].get(obj).cloned().unwrap_or_default());
                continue;
            }
            let of_team = self.selected_if_exists(gates, states, obj);
            let gates = of_team.as_ref().map_or(gates, |gates| &gates[..]);
            let joined = self.join_object(frame, b, key, gates, states, obj);
            out.set(obj, joined);
        }
        out
    }

    /// Whether an object has no content on paths on which nothing was written to it. The compiler reads its temporaries only after it has
    /// written to them. Allocated memory has no value until a store, or does not exist on that path. Code outside the program may have
    /// written to memory whose address has escaped, but it stores no addresses or handles of the program.
    fn has_no_content_unwritten(&self, obj: ObjId, val: TermId) -> bool {
        let object = &self.facts.objects[obj];
        let stale = object.kind == ObjKind::Heap && !object.zeroed;
        let not_others = !object.escaped || !self.facts.objects_in(val).is_empty();
        object.name == TEMPORARY || self.objects.allocated.contains(&obj) || stale && not_others
    }

    /// Whether nothing was written to a cell of a variable. A store through an unknown pointer counts as a write, unless the cell has an
    /// address or a handle on the other path. The program does not use the variable on that path (C11, 6.3.2.1: the behaviour would be
    /// undefined).
    fn is_uninitialised(&mut self, obj: ObjId, content: &ObjMem, cell: &Entry) -> bool {
        let object = &self.facts.objects[obj];
        let not_others =
            !object.escaped || !self.objects.written_anywhere || !self.facts.objects_in(cell.val).is_empty();
        if object.kind != ObjKind::Stack || object.zeroed || !not_others || !content.families.is_empty() {
            return false;
        }
        let touched = match (content.dirty.any(), self.bytes_of(cell)) {
            (false, _) => false,
            (true, Some((from, to))) => content.dirty.meets(from, to),
            (true, None) => true,
        };
        let apart = |e: &Entry| {
            e.inst == cell.inst && self.cell_overlap(e.off, e.size, cell.off, cell.size) == CellOverlap::Apart
        };
        !touched && content.entries.iter().all(apart)
    }

    /// The bytes of a cell at a known offset: the first one, and the end.
    fn bytes_of(&self, cell: &Entry) -> Option<(i64, i64)> {
        let from = self.facts.terms.as_const(cell.off)?;
        Some((from, from.checked_add(i64::try_from(cell.size).ok()?)?))
    }

    /// Whether a state contains a row of cells, or nothing in its place.
    fn has_row(&mut self, obj: ObjId, content: &ObjMem, state: &Mem, f: &Family) -> bool {
        let object = &self.facts.objects[obj];
        let untouched =
            content.entries.is_empty() && content.families.is_empty() && !content.dirty.any() && !content.zero;
        let no_value = untouched && object.kind == ObjKind::Heap && !object.zeroed;
        if content.families.contains(f)
            || no_value
            || state.get(obj).is_none() && self.has_no_content_unwritten(obj, f.val)
        {
            return true;
        }
        // Any cell of it.
        let by = self.facts.terms.sym(f.index);
        let by = self.facts.terms.scale(by, f.stride);
        let off = self.facts.terms.add(f.base, by);
        self.cell_of(content, obj, f.inst, off, f.size, false) == Some(f.val)
    }

    fn join_object(
        &mut self,
        frame: &mut Frame<'a>,
        b: BlockId,
        key: JoinKey,
        gates: &[TermId],
        states: &[Mem],
        obj: ObjId,
    ) -> ObjMem {
        let mut parts: Vec<ObjMem> = states.iter().map(|s| s.get(obj).cloned().unwrap_or_default()).collect();
        self.cut_alike(&mut parts);
        let zero = parts[0].zero;
        let changed = parts.iter().map(|p| if p.zero == zero { p.dirty } else { Dirty::ALL });
        let dirty = changed.fold(Dirty::default(), Dirty::or);
        let learned = dirty.any() && parts.iter().all(|p| p.zero == zero && (p.learned || !p.dirty.any()));
        let mut out = ObjMem { dirty, learned, zero, ..ObjMem::default() };
        let mut done: Vec<(TermId, TermId, u64)> = Vec::new();
        for part in &parts {
            for e in &part.entries {
                let cell = (e.inst, e.off, e.size);
                if done.contains(&cell) {
                    continue;
                }
                done.push(cell);
                let values: Option<Vec<TermId>> = parts
                    .iter()
                    .zip(states)
                    .map(|(p, state)| match state.get(obj) {
                        None if self.has_no_content_unwritten(obj, e.val) => Some(e.val),
                        _ => self
                            .cell_of(p, obj, e.inst, e.off, e.size, e.sort == Sort::Float)
                            .or_else(|| self.is_uninitialised(obj, p, e).then_some(e.val)),
                    })
                    .collect();
                match values {
                    Some(values) => {
                        let off = self.named_by(e.off, e.size);
                        let sym = SymKey::JoinCell(key, b, obj, e.inst, off);
                        let saved = std::mem::replace(&mut frame.block, b);
                        let val = self.select(frame, gates, &values, sym);
                        frame.block = saved;
                        let cells = parts.iter().filter_map(|p| p.find(e.inst, e.off, e.size));
                        let (sort, only_read) =
                            cells.fold((e.sort, true), |(sort, read), e| (sort.or(e.sort), read && e.only_read));
                        out.put(&self.facts.terms.limits, Entry { val, sort, only_read, ..*e });
                    }
                    // Which text it is, is not known any more; the characters are no more unknown than before.
                    None if e.is_text() => {}
                    None if parts.iter().filter_map(|p| p.find(e.inst, e.off, e.size)).all(|e| e.only_read) => {}
                    None => match self.bytes_of(e) {
                        Some((from, to)) => out.spoil_where(Dirty::between(from, to)),
                        None => out.spoil(),
                    },
                }
            }
        }
        for (n, part) in parts.iter().enumerate() {
            for f in &part.families {
                let known = parts[..n].iter().any(|p| p.families.contains(f));
                let kept = known || parts.iter().zip(states).all(|(p, s)| self.has_row(obj, p, s, f));
                if kept && !known {
                    out.families.push(*f);
                } else if !kept && !self.is_same_bytes(f) {
                    out.spoil();
                }
            }
        }
        out
    }
}
