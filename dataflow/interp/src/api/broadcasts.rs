//! The values that a broadcast delivers, from the memory of the root (theory, 4.6).
//!
//! One process reads the options of the run, and a broadcast sends them to all processes. After the broadcast the knowledge of
//! these values is the same as at the root, and the values are the same on all processes (MPI 4.1, 6.4).

use super::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::{Mem, Sort};
use rma_frontend::api::{ArgPos, Who};
use rma_frontend::ir::{BlockId, InstKind};
use rma_skeleton::facts::{Role, SymKey};
use rma_skeleton::skeleton::Place;
use rma_term::ids::{SymId, TermId};
use rma_term::term::{CommId, Knowledge, Substitution, Sym, SymKind, Term};
use std::collections::BTreeSet;

/// A cell that a broadcast writes: its distance from the begin of the buffer, its size, and its content after the call.
pub(super) struct Broadcast {
    pub at: i64,
    pub size: u64,
    /// `None`: a number that is read at run time and is the same on all processes.
    pub value: Option<TermId>,
    pub sort: Sort,
}

impl<'a> Interp<'a> {
    /// The cells in `len` bytes of the buffer of a broadcast. `mem`: before the call.
    pub(super) fn broadcast(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        (buffer, len): (&Place, i64),
        mem: &Mem,
    ) -> Vec<Broadcast> {
        let of_root = call.routine.effects.iter().any(|e| e.who == Who::Root);
        let Some(root) = call.named("root").filter(|_| call.routine.alike && of_root) else { return Vec::new() };
        let comm = self.comm_of_call(call);
        let reach = frame.reach.get(&frame.block).cloned().unwrap_or_default();
        if !self.facts.is_of_all(comm) || !self.alike_in(comm, &[root]) {
            return Vec::new();
        }
        // Else the root may make another call, with another buffer.
        let entry = frame.reach.get(&BlockId::from_raw(0)).cloned().unwrap_or_default();
        let together = self.is_made_together(frame, comm);
        let Some(content) = mem.get(buffer.obj).cloned() else { return Vec::new() };
        // What the root has tested before holds for what it sends: else it would have ended the program.
        let tested: Vec<TermId> = reach.iter().copied().filter(|c| !entry.contains(c)).collect();
        let mut out = Vec::new();
        for e in content.entries.iter().filter(|e| e.inst == buffer.inst && !e.is_text()) {
            let at = self.facts.terms.sub(e.off, buffer.offset);
            let Some(at) = self.facts.terms.as_const(at) else { continue };
            // An address means nothing in another process.
            if at < 0 || at + e.size as i64 > len || !self.facts.objects_in(e.val).is_empty() {
                continue;
            }
            let value = if together { self.at_root(comm, root, e.val) } else { None };
            if let Some(value) = value {
                self.tell(comm, root, value, &tested);
            }
            out.push(Broadcast { at, size: e.size, value, sort: e.sort });
        }
        out
    }

    /// Every path through the function passes the current block, except those that end the program.
    pub(super) fn is_unavoidable(&self, frame: &Frame<'a>) -> bool {
        let entry = BlockId::from_raw(0);
        let mut seen = BTreeSet::from([entry]);
        let mut work = vec![entry];
        while let Some(b) = work.pop() {
            if b == frame.block {
                continue;
            }
            let end = &frame.func.terminator(b).kind;
            let visited = frame.reach.contains_key(&b);
            let feasible = |i: u32| !visited || frame.edges.contains_key(&(b, i));
            let next: Vec<BlockId> =
                (0..).zip(end.successors()).filter(|(i, _)| feasible(*i)).map(|(_, to)| to).collect();
            // What has been visited, and neither returns nor goes on, ends the program.
            let returns = !visited || frame.rets.iter().any(|(returning, ..)| *returning == b);
            if matches!(end, InstKind::Ret { .. } | InstKind::Resume { .. }) && returns {
                return false;
            }
            work.extend(next.into_iter().filter(|to| seen.insert(*to)));
        }
        true
    }

    /// Puts the cells into memory, after the call: all processes now have the values of the root.
    pub(super) fn put_broadcast(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        (at, buffer): (ArgPos, &[Place]),
        cells: Vec<Broadcast>,
        mem: &mut Mem,
    ) {
        let [p] = *buffer else { return };
        for cell in cells {
            let offset = self.facts.terms.add_int(p.offset, cell.at);
            let has_value = mem.get(p.obj).is_some_and(|content| content.find(p.inst, offset, cell.size).is_some());
            let value = match cell.value {
                Some(value) => value,
                None if has_value => continue,
                None => {
                    let from = u32::try_from(cell.at).unwrap_or(u32::MAX);
                    self.received_value(frame, call, Role::ReceivedBytes(at, from))
                }
            };
            self.write_cell(mem, &Place { offset, ..p }, cell.size, value, cell.sort);
        }
    }

    /// The value of a term in the process with a given rank, as a term that is the same on all processes. `None` if there is
    /// no such term.
    fn at_root(&mut self, comm: CommId, root: TermId, value: TermId) -> Option<TermId> {
        let mut there = Substitution::new();
        for comm in [comm, CommId::World] {
            let rank = self.facts.rank_in_comm(comm);
            if let Term::Sym(rank) = *self.facts.terms.get(rank) {
                there.insert(rank, root);
            }
        }
        let value = self.facts.terms.subst(value, &mut there);
        let mut own = BTreeSet::new();
        self.facts.terms.for_each_sym(value, &mut |s| {
            own.insert(s);
        });
        own.retain(|s| !self.alike_in_sym(comm, *s));
        let is_told = |s: &SymId| {
            let sym = &self.facts.terms.syms[*s];
            let kind = matches!(sym.kind, SymKind::LoopPhi(_) | SymKind::Parameter | SymKind::Input);
            kind && sym.knowledge <= Knowledge::Input && !sym.kept && sym.distinct.is_none() && sym.below.is_none()
        };
        if !own.iter().all(is_told) {
            return None;
        }
        let mut told = Substitution::new();
        for s in own {
            let of_all = self.symbol_at_root(s);
            let reduced = self.api.reduced.get(&s).filter(|reduced| reduced.root == root);
            let (least, most) = reduced.map_or((None, None), |reduced| (reduced.least, reduced.most));
            let sym = &mut self.facts.terms.syms[of_all];
            (sym.least, sym.most) = (least, most);
            let of_all = self.facts.terms.sym(of_all);
            told.insert(s, of_all);
        }
        Some(self.facts.terms.subst(value, &mut told))
    }

    /// Adds what the root knows of its value by its conditions to what is known of it elsewhere.
    fn tell(&mut self, comm: CommId, root: TermId, value: TermId, tested: &[TermId]) {
        let mut told = BTreeSet::new();
        self.facts.terms.for_each_sym(value, &mut |s| {
            told.insert(s);
        });
        told.retain(|s| self.api.of_roots.contains(s));
        for &cond in tested {
            let Some(said) = self.at_root(comm, root, cond) else { continue };
            let Some(&s) = told.iter().find(|s| self.facts.terms.any_sym(said, |x| x == **s)) else { continue };
            let fact = self.facts.terms.syms[s].fact;
            let all: Vec<TermId> = fact.into_iter().chain([said]).collect();
            let all = self.facts.terms.all(&all);
            self.facts.terms.syms[s].fact = Some(all);
        }
    }

    fn alike_in_sym(&mut self, comm: CommId, s: SymId) -> bool {
        let t = self.facts.terms.sym(s);
        self.alike_in(comm, &[t])
    }

    /// A symbol for what another one is in the root.
    fn symbol_at_root(&mut self, of: SymId) -> SymId {
        let known = self.facts.terms.syms[of].knowledge == Knowledge::Known;
        let kind = if known { SymKind::Parameter } else { SymKind::Input };
        let symbol = self.facts.symbol(SymKey::AtRoot(of), |terms| Sym {
            kind,
            uniform: true,
            def_loop: None,
            fact: None,
            ..terms.syms[of].clone()
        });
        self.api.of_roots.insert(symbol);
        if let Some(fact) = self.facts.terms.syms[of].fact {
            let mut named = Substitution::new();
            let name = self.facts.terms.sym(symbol);
            named.insert(of, name);
            self.facts.terms.syms[symbol].fact = Some(self.facts.terms.subst(fact, &mut named));
        }
        symbol
    }
}
