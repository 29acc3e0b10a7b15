//! Candidates of one process that are valid only where an operation is not known to have arrived (theory, 6.3).
//!
//! The walk of one process finds an access after its own operation. A notification of the target may prove that the
//! operation was complete before the access. The product decides this, in each state in which the process is at the
//! place of the candidate and the other process is the target: if the process need not have found a notification that
//! covers the operation, the candidate is valid.

use super::Product;
use super::notes::Sent;
use super::state::{Iter, ProductState};
use crate::pending::{Deferred, Posted};
use rma_frontend::api::{AccessKind, Bank};
use rma_skeleton::candidate::Candidate;
use rma_skeleton::skeleton::Event;
use rma_term::ids::{EventRef, LoopId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Process, Substitution, SymKind};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Candidates that wait for the product.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    list: Vec<Deferred>,
    /// The candidates of each place, those together that one operation and its notifications decide.
    groups: FxHashMap<EventRef, Rc<Vec<Group>>>,
    /// For each candidate: in which cases it is valid. None of them contains another one.
    known: Vec<Vec<Case>>,
    /// Conditions of the product in the symbols of the walk of one of the two.
    said: FxHashMap<(usize, TermId), TermId>,
}

/// Conditions under which a candidate is valid.
#[derive(Debug)]
struct Case {
    lossy: bool,
    /// Sorted.
    conds: Vec<TermId>,
    /// A bit for each condition; several may share one.
    bits: u64,
}

impl Case {
    fn new(lossy: bool, conds: Vec<TermId>) -> Case {
        let bits = conds.iter().fold(0, |bits, t| bits | 1 << (t.index() % 64));
        Case { lossy, conds, bits }
    }

    /// Whether another case adds nothing, because it has the same conditions, and perhaps more.
    fn contains(&self, other: &Case) -> bool {
        let mut rest = other.conds.iter();
        self.bits & !other.bits == 0
            && (!self.lossy || other.lossy)
            && self.conds.iter().all(|t| rest.find(|u| *u >= t) == Some(t))
    }
}

/// Candidates at one place, of one operation with the same notifications since.
#[derive(Debug)]
struct Group {
    /// The operation; its effects are together.
    op: EventRef,
    posted: Posted,
    /// Their numbers.
    members: Vec<usize>,
}

impl Waiting {
    pub fn new(list: Vec<Deferred>) -> Waiting {
        let known = list.iter().map(|_| Vec::new()).collect();
        let mut groups: FxHashMap<EventRef, Vec<Group>> = FxHashMap::default();
        for (n, d) in list.iter().enumerate() {
            let op = EventRef { effect: 0, ..d.pair.first };
            let here = groups.entry(d.at).or_default();
            match here.iter_mut().find(|g| g.op == op && g.posted == d.posted) {
                Some(group) => group.members.push(n),
                None => here.push(Group { op, posted: d.posted.clone(), members: vec![n] }),
            }
        }
        let groups = groups.into_iter().map(|(at, groups)| (at, Rc::new(groups))).collect();
        Waiting { list, groups, known, said: FxHashMap::default() }
    }

    /// Whether no candidate waits.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl Product<'_, '_> {
    /// The candidates of each of the two processes at their present places.
    pub(super) fn recall(&mut self, state: &ProductState) {
        let whos = if state.symmetric() { 0..1 } else { 0..2 };
        for who in whos {
            let groups = state.at[who].point.and_then(|at| Some((at, self.waiting.groups.get(&at)?.clone())));
            let Some((at, groups)) = groups else { continue };
            for group in groups.iter() {
                let open: Vec<usize> =
                    group.members.iter().copied().filter(|n| !self.stands_anyway(state, *n)).collect();
                if open.is_empty() {
                    continue;
                }
                for (conds, lossy) in self.not_told(state, who, at, group) {
                    for n in &open {
                        let iterated = self.waiting.list[*n].iterated.clone();
                        let numbers = self.numbered_iterations(state, who, &iterated);
                        let mut conds: Vec<TermId> = conds.iter().copied().chain(numbers).collect();
                        if self.is_contradiction(conds.clone()) {
                            continue;
                        }
                        conds.retain(|t| self.facts.terms.as_const(*t).is_none());
                        conds.sort_unstable();
                        conds.dedup();
                        self.stands(*n, lossy, conds);
                    }
                }
            }
        }
    }

    /// Whether a candidate is valid without conditions already, so that the state adds nothing to it.
    fn stands_anyway(&self, state: &ProductState, n: usize) -> bool {
        let lossy = self.is_coarse() || state.lossy || state.channels.forgot;
        self.waiting.known[n].iter().any(|case| case.conds.is_empty() && (!case.lossy || lossy))
    }

    /// In which cases the process need not know that the operation of a group has arrived at the other one, each with its
    /// conditions and whether it is lossy.
    fn not_told(&mut self, state: &ProductState, who: usize, at: EventRef, group: &Group) -> Vec<(Vec<TermId>, bool)> {
        let Event::Issue(issue) = &self.skeleton.nodes[group.op.node].items[group.op.item as usize].event else {
            return Vec::new();
        };
        let writes = issue.effects.iter().any(|e| e.bank == Bank::Target && e.kind == AccessKind::Write);
        let pending_at_sync = self.pending_at_sync.get(&at).cloned().unwrap_or_default();
        let here = |c: EventRef| (c.node, c.item) == (group.op.node, group.op.item);
        let mut out: Vec<(Vec<TermId>, bool)> = Vec::new();
        for c in pending_at_sync.iter().filter(|c| here(c.op) && c.posted == group.posted) {
            let mut copy = self.made.at(Process::of(who), &state.at[who]);
            let mut conds: Vec<TermId> = state.conds.clone();
            conds.extend(state.channels.found.iter().flatten());
            conds.extend(c.conds.iter().map(|t| copy.of(self.facts, *t)));
            if let Some(to) = c.to {
                let (to, other) = (copy.of(self.facts, to), self.rank(1 - who, CommId::World));
                conds.push(self.facts.terms.eq(to, other));
                conds.push(self.same_rank(to, other));
            }
            let (me, other) = (self.rank(who, CommId::World), self.rank(1 - who, CommId::World));
            conds.push(self.facts.terms.ne(me, other));
            if self.is_contradiction(conds.clone()) {
                continue;
            }
            let (posted, own_note) = (&c.posted, c.own_note.as_ref());
            let sent = Sent { op: c.op, writes, to: c.to, queue: c.queue, posted, own_note };
            let Some(arrival) = self.not_arrived(state, &mut copy, who, &sent) else { continue };
            let unclear = arrival.lossy || arrival.unless_here.is_some_and(|here| !conds.contains(&here));
            conds.extend(arrival.conds);
            let conds: Vec<TermId> = conds.into_iter().map(|t| self.said_by_walk(who, t)).collect();
            let lossy = self.is_coarse() || state.lossy || state.channels.forgot || c.lossy || unclear;
            if !out.contains(&(conds.clone(), lossy)) && !self.is_contradiction(conds.clone()) {
                out.push((conds, lossy));
            }
        }
        out
    }

    /// The iterations of the second access, of loops whose iterations the state counts by numbers.
    fn numbered_iterations(&mut self, state: &ProductState, who: usize, iterated: &[(LoopId, u8)]) -> Vec<TermId> {
        let mut out = Vec::new();
        for (l, iterations) in iterated {
            let Some((_, Iter::Fixed(c))) = state.at[who].iters.iter().find(|(m, _)| m == l) else { break };
            let k = self.facts.terms.sym(self.skeleton.loops[*l].counter);
            let number = self.facts.terms.int(c + i64::from(*iterations));
            out.push(self.facts.terms.eq(k, number));
        }
        out
    }

    /// A candidate is valid under conditions, which are sorted. If there are too many paths, it counts as valid without conditions.
    fn stands(&mut self, n: usize, lossy: bool, mut conds: Vec<TermId>) {
        let known = &mut self.waiting.known[n];
        if lossy && !self.facts.terms.limits.room(Limit::DeferredPaths, known.len()) {
            conds.clear();
        }
        let case = Case::new(lossy, conds.clone());
        if known.iter().any(|other| other.contains(&case)) {
            return;
        }
        known.retain(|other| !case.contains(other));
        known.push(case);
        let Deferred { pair, candidate, .. } = self.waiting.list[n].clone();
        let mut path = candidate.path.clone();
        path.extend(conds);
        path.sort_unstable();
        path.dedup();
        let candidate = Candidate { path, lossy: candidate.lossy || lossy, ..candidate };
        self.paths.add(self.found, pair, candidate);
    }

    /// Candidates that are undecided when not all states were visited may be valid.
    pub(super) fn give_back(&mut self) {
        for n in 0..self.waiting.list.len() {
            if self.waiting.known[n].is_empty() {
                self.stands(n, true, Vec::new());
            }
        }
    }

    /// A condition of the product, in which the values of one process get the names that they have in its own walk.
    fn said_by_walk(&mut self, who: usize, t: TermId) -> TermId {
        if let Some(known) = self.waiting.said.get(&(who, t)) {
            return *known;
        }
        let mut s = Substitution::new();
        let mut own = Vec::new();
        self.facts.terms.for_each_sym(t, &mut |x| own.push(x));
        for x in own {
            let sym = &self.facts.terms.syms[x];
            let lasting = matches!(sym.kind, SymKind::Rank(_) | SymKind::Size(_) | SymKind::Parameter);
            if sym.process == Process::of(who)
                && lasting
                && sym.def_loop.is_none()
                && let Some(&of) = self.facts.copied.get(&x)
            {
                let of = self.facts.terms.sym(of);
                s.insert(x, of);
            }
        }
        let said = self.facts.terms.subst(t, &mut s);
        self.waiting.said.insert((who, t), said);
        said
    }
}
