//! Two threads of one process between the same two barriers of their team.
//!
//! What one of them issues there meets what the other does there, before it or after it in program text: nothing orders the
//! two. The same holds for the code of a task or thread and what its creator does until it waits for it. The way of each
//! from the barrier is a [`Segment`], so that both are said in terms of the same iterations of the loops in which the team meets;
//! values that threads have of their own are the issuer's in the one and the other thread's in the other.

use super::depend::Waits;
use super::state::State;
use super::team::ISSUER;
use super::{PRECISIONS, Walk};
use crate::pending::search::Search;
use crate::segment::{Ends, FAR, Followed, Point, Segment, Walker, Way};
use rma_frontend::api::Bank;
use rma_skeleton::candidate::Overlap;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::{Event, Issue, Skeleton, TeamEvent, TeamKind};
use rma_skeleton::strand::Handing;
use rma_term::ids::EventRef;
use rma_term::ids::LoopId;
use rma_term::ids::StrandId;
use rma_term::ids::{SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Substitution, SymKind};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Two ways from one place.
#[derive(Debug, Clone)]
pub(super) struct Beside {
    /// Where both begin.
    start: Point,
    /// The team that both threads are of.
    pub team: Option<StrandId>,
    loud: Rc<FxHashSet<LoopId>>,
    /// The way to the operation.
    pub first: Rc<Way>,
    /// The way to the access.
    pub second: Rc<Way>,
}

/// Pairs of places that run side by side: in a team both are on the first of the ways.
#[derive(Debug)]
pub(crate) struct Stretch {
    start: Point,
    pub team: Option<StrandId>,
    pub ways: [Segment; 2],
}

impl Stretch {
    /// Loops around the place where it begins, outermost first.
    pub fn loops<'s>(&self, skeleton: &'s Skeleton) -> &'s [LoopId] {
        self.start.map_or(&[], |p| &skeleton.nodes[p.node].loops)
    }
}

impl Stretch {
    /// A term of an event on a way, in the iterations at the place where the ways part.
    pub fn canonical(&self, facts: &mut Facts, skeleton: &Skeleton, way: &Way, t: TermId) -> TermId {
        let loud = facts.strands.lockstep.clone();
        Walker::new(facts, skeleton, &loud, Followed::All, self.start).canonical(way, t)
    }
}

/// A term of an event on a way, in the iterations at the place where the ways part, of another thread of the team.
pub(crate) fn in_frame(facts: &mut Facts, skeleton: &Skeleton, stretch: &Stretch, way: &Way, t: TermId) -> TermId {
    let t = stretch.canonical(facts, skeleton, way, t);
    match stretch.team {
        Some(team) => of_another(facts, team, t),
        None => t,
    }
}

/// A term with the values that each thread has of its own as those of another thread.
pub(crate) fn of_another(facts: &mut Facts, team: StrandId, t: TermId) -> TermId {
    let mut own: Vec<SymId> = Vec::new();
    facts.terms.for_each_sym(t, &mut |x| own.push(x));
    own.retain(|x| facts.is_private(*x, team));
    if own.is_empty() {
        return t;
    }
    let mut s = Substitution::new();
    for x in own {
        let to = super::step::earlier(facts, x, ISSUER);
        s.insert(x, to);
    }
    facts.terms.subst(t, &mut s)
}

/// Finds what two threads of a process do to each other.
pub(super) fn find(search: &mut Search) {
    if !search.facts.strands.any {
        return;
    }
    let skeleton = search.skeleton;
    let loud: Rc<FxHashSet<LoopId>> = Rc::new(search.facts.strands.lockstep.clone());
    let held = super::locks::held(search.facts, skeleton);
    for stretch in stretches(search.facts, skeleton) {
        search.found.limited |= stretch.ways.iter().any(|w| w.cut);
        let orders: &[[usize; 2]] = if stretch.team.is_some() { &[[0, 0]] } else { &[[0, 1], [1, 0]] };
        for [a, b] in orders {
            let (first, second) = (&stretch.ways[*a], &stretch.ways[*b]);
            for (at, way, issue) in issues(skeleton, first) {
                for bank in [Bank::Own, Bank::Target] {
                    if issue.effects.iter().any(|e| e.bank == bank) {
                        // What it meets in this stretch is all that is asked, so its buffers may count as in no window.
                        let start = search.start(at, issue, bank);
                        let way = Rc::new(way.clone());
                        let pending = search.set_aside();
                        search.walk(&start, PRECISIONS[0]).meet_beside(&stretch, &loud, &way, second, &held);
                        search.take_back(pending);
                    }
                }
            }
        }
    }
}

/// Every place where a team goes on, and every task or thread with what follows its creation.
pub(crate) fn stretches(facts: &mut Facts, skeleton: &Skeleton) -> Vec<Stretch> {
    let mut out = Vec::new();
    // Their first iterations are told apart.
    let loud: FxHashSet<LoopId> = facts.strands.lockstep.union(&facts.strands.waiting).copied().collect();
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (i, item) in data.items.iter().enumerate() {
            let Event::Team(TeamEvent { kind, strand: Some(s) }) = &item.event else { continue };
            let start = Some(EventRef { node, item: i as u32, effect: 0 });
            let mut from = |ends: Ends, start: Point| {
                Walker::new(facts, skeleton, &loud, Followed::All, start).until(ends).segment(start)
            };
            match kind {
                TeamKind::Fork | TeamKind::Barrier => {
                    let way = from(Ends::Team(*s), start);
                    out.push(Stretch { start, team: Some(*s), ways: [way, Segment::default()] });
                }
                TeamKind::SpawnEnd => {
                    let Some(begin) = spawn_of(skeleton, *s) else { continue };
                    let ways = [from(Ends::Spawned(*s), Some(begin)), from(Ends::Awaited(*s), start)];
                    out.push(Stretch { start, team: None, ways });
                }
                _ => {}
            }
        }
    }
    out.retain(|s| s.team.is_none_or(|t| facts.terms.as_const(facts.strands.all[t].number).is_none()));
    out
}

/// Where the code of a task or thread begins.
pub(super) fn spawn_of(skeleton: &Skeleton, s: StrandId) -> Option<EventRef> {
    skeleton.nodes.iter_enumerated().find_map(|(node, data)| {
        let is =
            |e: &Event| matches!(e, Event::Team(TeamEvent { kind: TeamKind::Spawn, strand }) if *strand == Some(s));
        let item = data.items.iter().position(|i| is(&i.event))? as u32;
        Some(EventRef { node, item, effect: 0 })
    })
}

fn issues<'w>(skeleton: &'w Skeleton, segment: &'w Segment) -> Vec<(EventRef, &'w Way, &'w Issue)> {
    let mut out = Vec::new();
    for v in &segment.visits {
        for i in v.from..v.to {
            if let Event::Issue(issue) = &skeleton.nodes[v.node].items[i as usize].event {
                out.push((EventRef { node: v.node, item: i, effect: 0 }, &v.way, &**issue));
            }
        }
    }
    out
}

impl Walk<'_, '_> {
    fn meet_beside(
        &mut self,
        stretch: &Stretch,
        loud: &Rc<FxHashSet<LoopId>>,
        way: &Rc<Way>,
        other: &Segment,
        held: &super::locks::Held,
    ) {
        let skeleton = self.skeleton;
        for v in &other.visits {
            let interesting =
                |i: &u32| matches!(skeleton.nodes[v.node].items[*i as usize].event, Event::Access(_) | Event::Issue(_));
            let items: Vec<u32> = (v.from..v.to).filter(interesting).collect();
            if items.is_empty() {
                continue;
            }
            self.beside = Some(Beside {
                start: stretch.start,
                team: stretch.team,
                loud: loud.clone(),
                first: way.clone(),
                second: Rc::new(v.way.clone()),
            });
            let Some(state) = self.side_by_side(stretch.team, way, &v.way) else { continue };
            for i in items {
                let here = EventRef { node: v.node, item: i, effect: 0 };
                let waits = [self.dependent_tasks(here), self.in_one_lock(held, here)];
                if waits.contains(&Waits::Yes) {
                    continue;
                }
                let mut state = state.clone();
                state.lossy |= waits.contains(&Waits::Perhaps);
                match &skeleton.nodes[v.node].items[i as usize].event {
                    Event::Access(a) if self.bank == Bank::Target => self.meet_at_target(&state, a, here),
                    Event::Access(a) => self.meet(&state, a, here, false),
                    // Pairs of operations are met from the first of them, unless that is through when another thread gets there.
                    Event::Issue(_) if here < self.at && !self.is_over_in_lock(held, here) => {}
                    Event::Issue(op) if self.bank == Bank::Target => self.meet_operation(&state, op, here),
                    Event::Issue(op) => {
                        for (n, e) in op.effects.iter().enumerate().filter(|(_, e)| e.bank == Bank::Own) {
                            self.meet(&state, e, EventRef { effect: n as u32, ..here }, true);
                        }
                    }
                    _ => {}
                }
            }
        }
        self.beside = None;
    }

    /// The state in which the two meet; `None` if there is none.
    fn side_by_side(&mut self, team: Option<StrandId>, first: &Rc<Way>, second: &Way) -> Option<State> {
        let mut state = State::start(self);
        // What may have waited for the other thread is no proof of a race.
        state.lossy = first.lossy || second.lossy || first.foreign > 0 || second.foreign > 0;
        if let Some(team) = team {
            let number = self.facts.strands.all[team].number;
            let issuer = self.rename_private(team, number);
            let differ = self.facts.terms.ne(issuer, number);
            state.assume(&mut self.facts.terms, differ).then_some(())?;
        }
        for c in &first.conds {
            let c = match team {
                Some(team) => self.rename_private(team, *c),
                None => *c,
            };
            state.assume(&mut self.facts.terms, c).then_some(())?;
        }
        for c in &second.conds {
            state.assume(&mut self.facts.terms, *c).then_some(())?;
        }
        // Iterations that are not counted any more come after those that are.
        let loops = self.beside.as_ref().and_then(|b| b.start).map(|p| self.skeleton.nodes[p.node].loops.clone());
        for way in [&**first, second] {
            let Some(i) = way.turns.iter().position(|t| *t != 0).filter(|i| way.turns[*i] == FAR) else { continue };
            let Some(l) = loops.as_ref().and_then(|l| l.get(i)) else { continue };
            let k = self.facts.terms.sym(self.skeleton.loops[*l].counter);
            let far = self.as_second(way, k);
            let least = self.facts.terms.add_int(k, self.facts.terms.limits.get::<i64>(Limit::SegmentTurns) + 1);
            let later = self.facts.terms.le(least, far);
            state.assume(&mut self.facts.terms, later).then_some(())?;
        }
        Some(state)
    }

    /// A term of the operation, said in terms of the place where both begin.
    pub(super) fn as_first(&mut self, way: &Way, t: TermId) -> TermId {
        let Some(Beside { start, team, loud, .. }) = self.beside.clone() else { return t };
        let t = Walker::new(self.facts, self.skeleton, &loud, Followed::All, start).canonical(way, t);
        match team {
            Some(team) => self.rename_private(team, t),
            None => t,
        }
    }

    /// A term of the access.
    pub(super) fn as_second(&mut self, way: &Way, t: TermId) -> TermId {
        let Some(Beside { start, loud, .. }) = self.beside.clone() else { return t };
        Walker::new(self.facts, self.skeleton, &loud, Followed::All, start).canonical(way, t)
    }

    /// A term with the values that each thread has of its own as those of the issuing thread.
    fn rename_private(&mut self, team: StrandId, t: TermId) -> TermId {
        of_another(self.facts, team, t)
    }

    /// Whether both are inside one lock, and one of them waits for the other to be complete: the operation is before the lock is
    /// given back, or perhaps who takes the lock next completes it first.
    fn in_one_lock(&mut self, held: &super::locks::Held, here: EventRef) -> Waits {
        let (Some(first), Some(second)) = (held.at(self.at), held.at(here)) else { return Waits::No };
        let at = EventRef { effect: 0, ..self.at };
        let state = State::start(self);
        let mut answer = Waits::No;
        for l in first.keys() {
            for (m, completed) in second {
                let (x, y) = (self.at_issue(&state, *l), self.now(&state, *m));
                let same = self.facts.terms.eq(x, y);
                if !self.facts.terms.is_true(same) {
                    continue;
                }
                if !self.outlasting.contains(&(at, self.bank, *l)) {
                    return Waits::Yes;
                }
                if *completed {
                    answer = Waits::Perhaps;
                }
            }
        }
        answer
    }

    /// Whether an event is in a lock of the operation's, in which what is issued there is completed too.
    fn is_over_in_lock(&self, held: &super::locks::Held, here: EventRef) -> bool {
        let (Some(own), Some(there)) = (held.at(self.at), held.at(here)) else { return false };
        let ends = |l: &TermId| !self.outlasting.contains(&(EventRef { effect: 0, ..here }, self.bank, *l));
        there.keys().any(|l| own.contains_key(l) && ends(l))
    }

    /// Different threads have different parts of the iterations of a worksharing loop, and chunks are handed out once.
    pub(super) fn of_shares(&mut self, state: &State, path: &mut Vec<TermId>, reach: &[TermId], overlaps: &[Overlap]) {
        if self.facts.strands.shares.is_empty() {
            return;
        }
        let mut seen: BTreeSet<SymId> = BTreeSet::new();
        let terms = &self.facts.terms;
        let mut look = |t: TermId| terms.for_each_sym(t, &mut |x| _ = seen.insert(x));
        path.iter().chain(reach).for_each(|t| look(*t));
        for o in overlaps {
            for e in std::iter::once(&o.first).chain(&o.second) {
                look(e.offset);
                look(e.inst);
                look(e.block.offset);
                e.block.dims.iter().for_each(|d| {
                    look(d.count);
                    look(d.stride);
                });
                e.block.len.into_iter().for_each(&mut look);
            }
        }
        let mut versions: Vec<(SymId, Vec<(u32, bool)>)> = Vec::new();
        for x in seen {
            let (root, chain) = self.chain(x);
            let shares = &self.facts.strands.shares;
            let lower = if shares.contains_key(&root) {
                Some(root)
            } else {
                shares.iter().find(|(_, s)| s.upper == root).map(|(l, _)| *l)
            };
            if let Some(l) = lower
                && !versions.contains(&(l, chain.clone()))
            {
                versions.push((l, chain));
            }
        }
        versions.sort();
        // What another thread has follows from its number.
        for (l, chain) in versions.iter().filter(|(_, chain)| chain.iter().any(|(round, _)| *round == ISSUER)) {
            for x in [*l, self.facts.strands.shares[l].upper] {
                path.extend(self.fact_of_version(x, chain));
            }
        }
        for (n, (l, a)) in versions.iter().enumerate() {
            for (m, b) in &versions[n + 1..] {
                path.extend(self.apart_as_shares(state, (*l, a), (*m, b)));
            }
        }
    }

    fn apart_as_shares(
        &mut self,
        state: &State,
        (l, a): (SymId, &[(u32, bool)]),
        (m, b): (SymId, &[(u32, bool)]),
    ) -> Option<TermId> {
        let shares = &self.facts.strands.shares;
        let (first, second) = (shares[&l], shares[&m]);
        if first.family != second.family {
            return None;
        }
        let issuer = |c: &[(u32, bool)]| c.iter().any(|(r, _)| *r == ISSUER);
        let threads = issuer(a) != issuer(b);
        if !threads {
            // Chunks of one thread differ while the same loop is handed out.
            let def = self.facts.terms.syms[l].def_loop?;
            let i = self.loops.iter().position(|x| *x == def)?;
            let same = state.rel.get(..i)?.iter().all(|r| *r == super::state::Rel::Ahead(0));
            if l != m || first.handing == Handing::Part || !same || self.beside.is_some() {
                return None;
            }
        } else if first.handing == Handing::OnRequest && self.beside.is_none() {
            return None;
        }
        let (la, lb) = (self.version(l, a), self.version(m, b));
        let (ua, ub) = (self.version(first.upper, a), self.version(second.upper, b));
        let terms = &mut self.facts.terms;
        let (ua, ub) = (terms.add_int(ua, -first.behind), terms.add_int(ub, -second.behind));
        let mut ways = vec![terms.lt(ua, lb), terms.lt(ub, la)];
        if !threads && first.handing == Handing::InTurn {
            // A thread's later chunk is behind its earlier ones.
            let of_issue = |c: &[(u32, bool)]| !c.is_empty() && c.iter().all(|(_, walk)| *walk);
            match (of_issue(a), of_issue(b)) {
                (true, false) if b.is_empty() => ways.truncate(1),
                (false, true) if a.is_empty() => _ = ways.remove(0),
                _ => {}
            }
        }
        if threads && self.beside.is_none() {
            // It may be the very thread.
            let strand = self.facts.terms.syms[l].strand?;
            let number = self.facts.strands.all[strand].number;
            let issuer = self.rename_private(strand, number);
            ways.push(self.facts.terms.eq(number, issuer));
        }
        Some(self.facts.terms.any(&ways))
    }

    /// The symbol that a symbol is a version of, and how, the first step first; whether a walk or a segment has made it.
    fn chain(&self, x: SymId) -> (SymId, Vec<(u32, bool)>) {
        let (mut x, mut chain) = (x, Vec::new());
        while let SymKind::Earlier(of, round) = self.facts.terms.syms[x].kind {
            chain.push((round, self.facts.earlier.get(&(of, round)) == Some(&x)));
            x = of;
        }
        chain.reverse();
        (x, chain)
    }

    /// What is known of a symbol, said of a version of it. What may be another one there is.
    fn fact_of_version(&mut self, x: SymId, chain: &[(u32, bool)]) -> Option<TermId> {
        let (fact, strand) = (self.facts.terms.syms[x].fact?, self.facts.terms.syms[x].strand?);
        let (mut fact, mut own) = (fact, x);
        for step in chain {
            let mut all = Vec::new();
            self.facts.terms.for_each_sym(fact, &mut |y| all.push(y));
            let mut s = Substitution::new();
            for y in all {
                let sym = &self.facts.terms.syms[y];
                let varies = match step.0 {
                    ISSUER => self.facts.is_private(y, strand),
                    _ => sym.def_loop.is_some() || matches!(sym.kind, SymKind::Earlier(..)),
                };
                if varies || y == own {
                    let t = self.version(y, std::slice::from_ref(step));
                    s.insert(y, t);
                }
            }
            fact = self.facts.terms.subst(fact, &mut s);
            let next = self.version(own, std::slice::from_ref(step));
            if let rma_term::term::Term::Sym(y) = *self.facts.terms.get(next) {
                own = y;
            }
        }
        Some(fact)
    }

    fn version(&mut self, x: SymId, chain: &[(u32, bool)]) -> TermId {
        let mut t = self.facts.terms.sym(x);
        let mut x = x;
        for (round, walk) in chain {
            t = if *walk { self.earlier(x, *round) } else { crate::segment::later(self.facts, x, *round) };
            if let rma_term::term::Term::Sym(y) = *self.facts.terms.get(t) {
                x = y;
            }
        }
        t
    }
}
