//! Collectives: which of them one process can pass without the other (MPI 4.1, 6.1 and the flow of their data), and by how many
//! calls it may be ahead (theory, 7.3).
//!
//! Where counts may be zero, a process waits only for those that send it something.

use super::Product;
use super::copy::Copy;
use super::state::{ProductState, Sequence};
use super::transitions::uncounted;
use rma_skeleton::skeleton::{Direction, Event, OrderCall, OrderKind};
use rma_term::ids::{EventRef, ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Process, Substitution, SymKind, Term};

impl Product<'_, '_> {
    /// Paths on which the end of a collective that this process has entered need not wait for the other process.
    pub(super) fn arrival(
        &mut self,
        state: &ProductState,
        who: usize,
        (at, o): (EventRef, &OrderCall),
        direction: Direction,
        root: Option<TermId>,
        request: Option<ObjId>,
    ) -> Vec<(ProductState, Vec<TermId>)> {
        if !self.other_is_behind(state, who, o.comm, request) {
            return vec![(state.clone(), Vec::new())];
        }
        let started = self.collectives_ahead(state, who, o.comm).into_iter();
        let mut started = started.filter(|e| request.is_some() && self.request_of(*e) == request);
        let call = started.next().unwrap_or(at);
        let Some(conds) = self.without_other(state, who, (call, o), direction, root, request) else {
            return Vec::new();
        };
        let paths = match (direction, root) {
            (Direction::RootToAll, Some(root)) => self.by_root(state, who, (call, o), root),
            _ => vec![(state.clone(), Vec::new())],
        };
        let relayed = self.may_be_relayed(state, who, (call, o));
        let with = |(next, more): (ProductState, Vec<TermId>)| {
            (ProductState { lossy: next.lossy || relayed, ..next }, [&conds[..], &more].concat())
        };
        paths.into_iter().map(with).collect()
    }

    /// Whether data may reach this process through a third one. In a collective with separate counts for each pair of processes,
    /// a third process may have received data of the other process and pass it on in the next collective. The analysis does not
    /// follow such data.
    fn may_be_relayed(&self, state: &ProductState, who: usize, (call, o): (EventRef, &OrderCall)) -> bool {
        let of_pairs = |e: EventRef| matches!(self.event(e), Event::Order(o) if o.member.is_some());
        let mut before = self.collectives_ahead(state, who, o.comm);
        before.retain(|e| *e != call);
        !before.is_empty() && (o.member.is_some() || before.into_iter().any(of_pairs))
    }

    /// Collectives by which a process is ahead of the other.
    pub(super) fn collectives_ahead(&self, state: &ProductState, who: usize, comm: CommId) -> Vec<EventRef> {
        match state.channels.ahead.get(&Sequence::Comm(comm)) {
            Some((w, list)) if usize::from(*w) == who => list.clone(),
            _ => Vec::new(),
        }
    }

    /// The other process has not entered the collective that this one is in.
    pub(super) fn other_is_behind(
        &self,
        state: &ProductState,
        who: usize,
        comm: CommId,
        request: Option<ObjId>,
    ) -> bool {
        match request {
            // Started, but not by the other.
            Some(request) => {
                self.collectives_ahead(state, who, comm).iter().any(|e| self.request_of(*e) == Some(request))
            }
            // The other is ahead, so it has been here.
            None => self.collectives_ahead(state, 1 - who, comm).is_empty(),
        }
    }

    /// Conditions under which the end of a collective need not wait for the other process, which has not entered it.
    pub(super) fn without_other(
        &mut self,
        state: &ProductState,
        who: usize,
        (call, o): (EventRef, &OrderCall),
        direction: Direction,
        root: Option<TermId>,
        request: Option<ObjId>,
    ) -> Option<Vec<TermId>> {
        let comm = o.comm;
        let mine = self.collectives_ahead(state, who, comm);
        let mut copies = self.copies(state);
        let root = root.map(|r| copies[who].of(self.facts, r));
        let (me, other) = (self.rank(who, comm), self.rank(1 - who, comm));
        match (direction, root) {
            (Direction::AllToAll, _) => Some(vec![self.gives_nothing(1 - who, call, me)?]),
            (Direction::RootToAll, Some(root)) => {
                let mut paths: Vec<TermId> = o.empty.map(|e| copies[who].of(self.facts, e)).into_iter().collect();
                let not_root = self.facts.terms.ne(other, root);
                // What the root has gathered from all before it broadcasts has been with all of them.
                // Between two groups, it has gathered from the other group alone.
                let before: &[EventRef] = if self.facts.is_inter(comm) { &[] } else { &mine };
                match before.iter().copied().find(|e| self.gathers_to(*e, root, &mut copies[who])) {
                    Some(gathered) => {
                        let missing = self.gives_nothing(1 - who, gathered, root);
                        paths.extend(missing.map(|m| self.facts.terms.all(&[not_root, m])));
                    }
                    None => paths.push(not_root),
                }
                (!paths.is_empty()).then(|| vec![self.facts.terms.any(&paths)])
            }
            (Direction::AllToRoot, Some(root)) => {
                let is_root = if self.facts.is_inter(comm) {
                    self.facts.root_side(root)[0]
                } else {
                    self.facts.terms.eq(me, root)
                };
                let mut paths = vec![self.facts.terms.not(is_root)];
                paths.extend(self.gives_nothing(1 - who, call, me));
                Some(vec![self.facts.terms.any(&paths)])
            }
            (Direction::Scan, _) => Some(vec![self.facts.terms.lt(me, other)]),
            (Direction::Neighbor, _) => {
                // A process that has passed the n-th such collective has waited for all that are up to n steps away.
                let others = mine.iter().filter(|e| request.is_none() || self.request_of(**e) != request);
                let passed = others.filter(|e| self.among_neighbours(**e)).count();
                let steps = self.steps_between(state, o)?;
                let reached = self.facts.terms.int(passed as i64 + 1);
                Some(vec![self.facts.terms.lt(reached, steps)])
            }
            _ => Some(Vec::new()),
        }
    }

    /// Condition that a process which has not entered a collective yet will contribute nothing to it, or nothing for the process
    /// with rank `to`. It will enter it at the same call, or at another call on another path (MPI 4.1, 6.1).
    fn gives_nothing(&mut self, who: usize, call: EventRef, to: TermId) -> Option<TermId> {
        let non_contributing = self.non_contributing.clone();
        if non_contributing.is_empty() {
            return None;
        }
        let Event::Order(o) = self.event(call) else { return None };
        let (name, comm) = (o.routine.name.clone(), o.comm);
        let mut paths = Vec::new();
        for &at in non_contributing.iter() {
            let Event::Order(o) = self.event(at) else { continue };
            let Some(empty) = o.empty.filter(|_| o.routine.name == name && o.comm == comm) else { continue };
            let about = o.member;
            let member = about.and_then(|m| match *self.facts.terms.get(m) {
                Term::Sym(x) => Some(x),
                _ => None,
            });
            let follows = |a, b| rma_skeleton::skeleton::paths::may_precede(self.skeleton, a, b);
            if at != call && (follows(at, call) || follows(call, at)) {
                continue;
            }
            // The iteration in which it enters the call does not matter: the numbers of calls agree.
            let of_loop = |c: &TermId| self.facts.terms.any_sym(*c, |x| self.facts.terms.syms[x].def_loop.is_some());
            let mut conds = self.skeleton.nodes[at.node].reach.clone();
            conds.retain(|c| at != call || !of_loop(c));
            conds.push(empty);
            let cond = self.facts.terms.all(&conds);
            let said = |x: SymId| {
                let sym = &self.facts.terms.syms[x];
                let kinds = matches!(sym.kind, SymKind::Rank(_) | SymKind::Size(_) | SymKind::Parameter);
                kinds && sym.def_loop.is_none() || Some(x) == member
            };
            if self.facts.terms.any_sym(cond, |x| !said(x)) {
                continue;
            }
            let mut copy = self.made.elsewhere(Process::of(who));
            let mut cond = copy.of(self.facts, cond);
            if let Some(member) = about {
                let member = copy.of(self.facts, member);
                let mut waits = Substitution::new();
                if let Term::Sym(x) = *self.facts.terms.get(member) {
                    waits.insert(x, to);
                }
                cond = self.facts.terms.subst(cond, &mut waits);
            }
            paths.push(cond);
        }
        (!paths.is_empty()).then(|| self.facts.terms.any(&paths))
    }

    /// Steps between the two processes in the grid of a communicator.
    pub(super) fn steps_between(&mut self, state: &ProductState, o: &OrderCall) -> Option<TermId> {
        let grid = self.facts.grid(o.handle.filter(|_| o.comm != CommId::Unknown)?)?;
        let place = grid.own.clone();
        let places = self.copies(state).map(|mut copy| {
            let own: Vec<TermId> = place.iter().map(|t| copy.of(self.facts, *t)).collect();
            own
        });
        self.facts.grid_steps(&grid, &places)
    }

    fn among_neighbours(&self, at: EventRef) -> bool {
        matches!(self.event(at), Event::Order(o)
            if matches!(o.kind, OrderKind::Collective { direction: Direction::Neighbor, .. }))
    }

    pub(super) fn request_of(&self, at: EventRef) -> Option<ObjId> {
        match self.event(at) {
            Event::Order(o) => match &o.kind {
                OrderKind::Collective { request, .. } => *request,
                _ => None,
            },
            _ => None,
        }
    }

    fn gathers_to(&mut self, at: EventRef, root: TermId, copy: &mut Copy) -> bool {
        let Event::Order(o) = self.event(at) else { return false };
        match o.kind {
            OrderKind::Collective { direction: Direction::AllToRoot, root: Some(r), .. } => {
                copy.of(self.facts, r) == root
            }
            _ => false,
        }
    }

    /// One process passes its next collective of a sequence. Either it catches up with the other process, with a call of the
    /// same routine (MPI 4.1, 6.1), or it gets further ahead. `false` when it can do neither.
    pub(super) fn push(&self, state: &mut ProductState, who: usize, sequence: Sequence, at: EventRef) -> bool {
        let entry = state.channels.ahead.entry(sequence).or_insert((who as u8, Vec::new()));
        if usize::from(entry.0) == who {
            entry.1.push(at);
            if self.is_coarse() {
                return entry.1.len() <= 1;
            }
            let of = self.ahead(at, Limit::CollectivesAhead);
            if self.facts.terms.limits.allows(of, entry.1.len()) {
                return true;
            }
            // The last one is not remembered: what either finds from here on is at most unproven.
            entry.1.pop();
            state.lossy = true;
            return of == Limit::CollectivesAhead && !entry.1.is_empty();
        }
        let matched = entry.1.remove(0);
        if entry.1.is_empty() {
            state.channels.ahead.remove(&sequence);
        }
        // Where iterations are not counted, it may be that different ones never synchronise.
        let loops = |e: EventRef| &self.skeleton.nodes[e.node].loops;
        state.lossy |= matched != at && (uncounted(&state.at) || loops(matched) != loops(at));
        match (self.event(matched), self.event(at)) {
            (Event::Order(a), Event::Order(b)) => a.routine.name == b.routine.name,
            _ => true,
        }
    }

    /// The limit of how many calls of a kind one process may be ahead. For a call that a loop repeats, it is `in_loops`, because
    /// the number may grow without end.
    pub(super) fn ahead(&self, at: EventRef, in_loops: Limit) -> Limit {
        if self.skeleton.nodes[at.node].loops.is_empty() { Limit::AheadOnce } else { in_loops }
    }
}
