//! Which joins on the path of a creator wait for the thread that the path begins behind (theory, 6.5).
//!
//! A join waits for the thread whose handle it is given. The value of the handle tells which one that is, wherever the path tells the value:
//! then it is this thread, or another one, perhaps one that the same call has made in a later iteration. Otherwise the cell tells from which
//! the handle was read: it is that of this thread if it was stored in this cell, and no other handle was stored there since.
//!
//! If neither tells, the join waits for the thread in some runs: what comes after it is neither in order with the thread nor certain to be
//! beside it. The same holds if a branch decides whether there is a join, and the path does not tell how: a variable of a loop whose
//! value in a later iteration is not followed, or lost data.
//!
//! Invariant: a path ends at a join only if this is the one that waits for the thread in every run that takes the path.

use super::{FAR, SegmentPath, Walker, is_excluded};
use rma_skeleton::awaited::{Waited, awaited};
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::paths::may_precede;
use rma_skeleton::skeleton::{Edge, Event, Item, Place, Skeleton, TeamKind};
use rma_skeleton::thread::{Join, ThreadKind, spawned};
use rma_term::ids::{EventRef, NodeId, SymId, TermId, ThreadId};
use rma_term::term::{Knowledge, Op, Substitution, SymKind, Term, Terms};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Beyond that many iterations no period is tried.
const LONGEST_PERIOD: i64 = 64;

/// The joins of a program.
#[derive(Debug, Default)]
pub(super) struct Joins {
    /// Where they are.
    places: Vec<EventRef>,
    /// The objects from which they may read their handles.
    objects: BTreeSet<rma_term::ids::ObjId>,
}

/// Whether a path that takes an edge avoids a join of the thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Avoids {
    /// It does not, or is known to.
    Known,
    /// It may, and what decides this is not followed.
    Perhaps,
    /// No run takes this path: the handle is that of the thread.
    Never,
}

/// The join that an event is.
pub(super) fn join_of<'f>(facts: &'f Facts, item: &Item) -> Option<&'f Join> {
    let Event::Team(team) = &item.event else { return None };
    let joins = matches!(team.kind, TeamKind::AwaitThreads(_) | TeamKind::Visible);
    item.inst.filter(|_| joins).and_then(|v| facts.threads.joins.get(&(item.ctx, v)))
}

impl Walker<'_, '_> {
    /// Whether the creator waits at an event for the thread.
    pub(super) fn waited(&mut self, s: ThreadId, at: EventRef, path: &SegmentPath) -> Waited {
        let skeleton = self.skeleton;
        let item = &skeleton.nodes[at.node].items[at.item as usize];
        let Event::Team(team) = &item.event else { return Waited::No };
        let Some(join) = join_of(self.facts, item).cloned() else { return awaited(self.facts, s, team) };
        if self.facts.threads.all[s].kind != ThreadKind::Thread {
            return Waited::No;
        }
        if let Some(told) = self.by_value(s, &join, path) {
            return told;
        }
        if !join.threads.is_empty() && !join.threads.contains(&s) {
            return Waited::No;
        }
        let own_loop = skeleton.nodes[at.node].loops.iter().any(|l| !self.loops.contains(l));
        match &team.kind {
            // Where the loop around it has ended, these are over.
            TeamKind::AwaitThreads(over) if own_loop && over.contains(&s) => Waited::Yes,
            _ => self.by_cell(s, at.node, &join, path),
        }
    }

    /// Whether a join waits for the thread, if the value of its handle tells.
    fn by_value(&mut self, s: ThreadId, join: &Join, path: &SegmentPath) -> Option<Waited> {
        let own = self.facts.threads.all[s].own?;
        let handle = self.canonical(path, join.handle);
        let (mut this, mut other) = (false, false);
        for t in self.values_on(handle, path) {
            match *self.facts.terms.get(t) {
                // No thread.
                Term::Const(_) => {}
                Term::Sym(x) if x == own => this = true,
                Term::Sym(x) => {
                    let root = self.facts.threads.root(&self.facts.terms, x);
                    // What a variable holds at the start of the iteration was there before the thread.
                    let earlier =
                        matches!(self.facts.terms.syms[x].kind, SymKind::LoopPhi(l) if self.loops.contains(&l));
                    if !earlier && !self.facts.threads.handles.contains_key(&root) {
                        return None;
                    }
                    other = true;
                }
                _ => return None,
            }
        }
        Some(match (this, other) {
            (true, false) => Waited::Yes,
            (true, true) => Waited::Perhaps,
            (false, _) => Waited::No,
        })
    }

    /// Whether a join waits for the thread, by the cell that it reads its handle from.
    fn by_cell(&mut self, s: ThreadId, node: NodeId, join: &Join, path: &SegmentPath) -> Waited {
        let Some(cell) = join.cell else { return Waited::Perhaps };
        let cell = self.canonical(path, cell);
        let read = self.facts.places(cell);
        let stored = self.facts.threads.all[s].handle.clone();
        if read.unknown || read.list.is_empty() || stored.is_empty() {
            return Waited::Perhaps;
        }
        let same = self.are_one(&stored, &read.list);
        match self.decided(same, path) {
            Some(false) => Waited::No,
            Some(true) if self.is_in_one_place(&stored, path) && !self.is_replaced(s, node, join, &read.list, path) => {
                Waited::Yes
            }
            _ => Waited::Perhaps,
        }
    }

    /// The condition under which one of some places is one of others.
    fn are_one(&mut self, some: &[Place], others: &[Place]) -> TermId {
        let terms = &mut self.facts.terms;
        let mut cases = Vec::new();
        for (a, b) in some.iter().flat_map(|a| others.iter().map(move |b| (a, b))).filter(|(a, b)| a.obj == b.obj) {
            let (inst, offset) = (terms.eq(a.inst, b.inst), terms.eq(a.offset, b.offset));
            cases.push(terms.all(&[a.guard, b.guard, inst, offset]));
        }
        terms.any(&cases)
    }

    /// Whether a handle is in no two of the cells from which joins read.
    fn is_in_one_place(&mut self, stored: &[Place], path: &SegmentPath) -> bool {
        let joins = self.joins();
        let read: Vec<Place> = stored.iter().filter(|p| joins.objects.contains(&p.obj)).copied().collect();
        for (n, a) in read.iter().enumerate() {
            for b in &read[..n] {
                let both = self.facts.terms.all(&[a.guard, b.guard]);
                let one = self.are_one(&[*a], &[*b]);
                if self.decided(both, path) != Some(false) && !self.facts.terms.is_true(one) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether another handle may have been stored in the cells since.
    fn is_replaced(&mut self, s: ThreadId, node: NodeId, join: &Join, read: &[Place], path: &SegmentPath) -> bool {
        for t in &join.threads {
            let data = &self.facts.threads.all[*t];
            if data.owned {
                continue;
            }
            let handle = data.handle.clone();
            let Some(turns) = self.made_since(s, *t, node, path) else { return true };
            for turn in turns {
                let mut there = handle.clone();
                for p in &mut there {
                    (p.guard, p.inst, p.offset) = (
                        self.canonical(&turn, p.guard),
                        self.canonical(&turn, p.inst),
                        self.canonical(&turn, p.offset),
                    );
                }
                let same = self.are_one(&there, read);
                if self.decided(same, path) != Some(false) {
                    return true;
                }
            }
        }
        false
    }

    /// The iterations in which a thread was made since the start of the path; `None` if they are not known.
    fn made_since(&mut self, s: ThreadId, t: ThreadId, join: NodeId, path: &SegmentPath) -> Option<Vec<SegmentPath>> {
        let skeleton = self.skeleton;
        let makes = |items: &[Item]| items.iter().position(|i| spawned(&i.event) == Some(t));
        let (made, item) = skeleton.nodes.iter_enumerated().find_map(|(n, d)| Some((n, makes(&d.items)?)))?;
        let at = EventRef { node: made, item: item as u32, effect: 0 };
        if s != t && self.start.is_none_or(|start| !may_precede(skeleton, start, at)) {
            return Some(Vec::new());
        }
        // In one iteration of a loop around both.
        let before = self.order.get(made)? <= self.order.get(join)?;
        let Some(l) = skeleton.nodes[made].loops.last() else {
            return Some(if s == t || !before { Vec::new() } else { vec![path.clone()] });
        };
        let until = |n: u8| (0..=n).filter(move |turn| *turn < n || before);
        if let Some(i) = self.loops.iter().position(|x| x == l) {
            let now = match path.iterations.iter().position(|n| *n != 0) {
                None => 0,
                Some(first) if first == i && path.iterations[i] != FAR => path.iterations[i],
                Some(_) => return None,
            };
            let turns = until(now).filter(|turn| s != t || *turn > 0);
            let of = |turn: u8| {
                let mut path = path.clone();
                path.iterations[i] = turn;
                if turn == 0 {
                    path.iterations.fill(0);
                }
                path
            };
            return Some(turns.map(of).collect());
        }
        let now = *path.entered.get(l)?;
        let of = |turn: u8| {
            let mut path = path.clone();
            path.entered.insert(*l, turn);
            path
        };
        Some(until(now).map(of).collect())
    }

    /// Whether an edge leads past a join of the thread, where the path does not tell that it is taken.
    pub(super) fn avoids_join(&mut self, s: ThreadId, path: &SegmentPath, edge: &Edge) -> Avoids {
        if self.facts.terms.as_const(edge.cond).is_some() {
            return Avoids::Known;
        }
        let (skeleton, joins) = (self.skeleton, self.joins());
        let not = self.facts.terms.not(edge.cond);
        let parts = self.facts.terms.conjuncts(not);
        let mut answer = Avoids::Known;
        for at in joins.places.iter().copied() {
            if !parts.iter().all(|c| skeleton.nodes[at.node].reach.contains(c)) {
                continue;
            }
            let waited = self.waited(s, at, path);
            if waited == Waited::No {
                continue;
            }
            let mut cond = self.canonical(path, edge.cond);
            let item = &skeleton.nodes[at.node].items[at.item as usize];
            if let (Waited::Yes, Some(join)) = (waited, join_of(self.facts, item).cloned()) {
                cond = self.with_own_handle(s, &join, path, cond);
            }
            if self.excluded_by_cases(cond, path) {
                return Avoids::Never;
            }
            if self.decided(cond, path).is_none() && self.facts.terms.any_sym(cond, |x| self.is_not_told(x)) {
                answer = Avoids::Perhaps;
            }
        }
        answer
    }

    /// A condition, where a value that was read from a cell of handles is that of the thread.
    fn with_own_handle(&mut self, s: ThreadId, join: &Join, path: &SegmentPath, cond: TermId) -> TermId {
        let handle = self.canonical(path, join.handle);
        let (Some(own), Term::Sym(x)) = (self.facts.threads.all[s].own, self.facts.terms.get(handle)) else {
            return cond;
        };
        let mut is_own = Substitution::new();
        is_own.insert(*x, self.facts.terms.sym(own));
        self.facts.terms.subst(cond, &mut is_own)
    }

    /// Whether a comparison holds for none of the values that a path leaves of a case distinction.
    fn excluded_by_cases(&mut self, cond: TermId, path: &SegmentPath) -> bool {
        let (holds, equation) = match *self.facts.terms.get(cond) {
            Term::Not(t) => (false, t),
            _ => (true, cond),
        };
        let Term::Eq0(sum) = *self.facts.terms.get(equation) else { return self.facts.terms.is_false(cond) };
        let (c, parts) = self.facts.terms.linear(sum);
        let &[(cases, k)] = &parts[..] else { return false };
        self.values_on(cases, path).into_iter().all(|value| {
            let value = self.facts.terms.scale(value, k);
            let value = self.facts.terms.add_int(value, c);
            let zero = self.facts.terms.eq0(value);
            self.facts.terms.as_const(zero).is_some_and(|zero| (zero != 0) != holds)
        })
    }

    /// The values of a term in the cases that a path leaves.
    fn values_on(&mut self, t: TermId, path: &SegmentPath) -> Vec<TermId> {
        let (mut out, mut work) = (Vec::new(), vec![t]);
        while let Some(t) = work.pop() {
            let Term::Ite(cond, then, otherwise) = *self.facts.terms.get(t) else {
                out.push(t);
                continue;
            };
            let not = self.facts.terms.not(cond);
            for (c, value) in [(cond, then), (not, otherwise)] {
                if !is_excluded(self.facts, path, c) {
                    work.push(value);
                }
            }
        }
        out
    }

    /// A value that is not known, or that a loop has computed in an iteration after the start.
    fn is_not_told(&self, x: SymId) -> bool {
        let sym = &self.facts.terms.syms[x];
        let root = self.facts.threads.root(&self.facts.terms, x);
        let of_loop = |l| root != x || !self.loops.contains(&l);
        sym.knowledge == Knowledge::Lost
            || matches!(self.facts.terms.syms[root].kind, SymKind::LoopPhi(l) if of_loop(l))
    }

    /// Whether a condition holds on a path, where that is known.
    fn decided(&mut self, cond: TermId, path: &SegmentPath) -> Option<bool> {
        if let Some(c) = self.facts.terms.as_const(cond) {
            return Some(c != 0);
        }
        let not = self.facts.terms.not(cond);
        if is_excluded(self.facts, path, cond) {
            return Some(false);
        }
        if is_excluded(self.facts, path, not) {
            return Some(true);
        }
        in_every_turn(&mut self.facts.terms, cond)
    }

    /// The joins of the program.
    fn joins(&mut self) -> Rc<Joins> {
        if let Some(joins) = &self.joins {
            return joins.clone();
        }
        let joins = Rc::new(find(self.facts, self.skeleton));
        self.joins = Some(joins.clone());
        joins
    }
}

fn find(facts: &mut Facts, skeleton: &Skeleton) -> Joins {
    let mut out = Joins::default();
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (i, item) in data.items.iter().enumerate() {
            let Some(join) = join_of(facts, item).cloned() else { continue };
            out.places.push(EventRef { node, item: i as u32, effect: 0 });
            if let Some(cell) = join.cell {
                out.objects.extend(facts.places(cell).list.iter().map(|p| p.obj));
            }
        }
    }
    out
}

/// Whether a condition on the number of an iteration that repeats holds in every iteration, or in none.
fn in_every_turn(terms: &mut Terms, cond: TermId) -> Option<bool> {
    let mut all: Vec<SymId> = Vec::new();
    terms.for_each_sym(cond, &mut |x| all.push(x));
    all.dedup();
    let [x] = all[..] else { return None };
    if terms.syms[x].lo.is_none_or(|lo| lo < 0) {
        return None;
    }
    let period = period(terms, cond)?;
    let mut answer = None;
    for turn in 0..period {
        let mut s = Substitution::new();
        s.insert(x, terms.int(turn));
        let here = terms.subst(cond, &mut s);
        let here = terms.as_const(here)? != 0;
        if answer.is_some_and(|before| before != here) {
            return None;
        }
        answer = Some(here);
    }
    answer
}

/// A number of iterations after which a term with one symbol, which is not negative, has the same value.
fn period(terms: &Terms, t: TermId) -> Option<i64> {
    let of_all = |parts: &mut dyn Iterator<Item = TermId>| {
        let mut all = 1;
        for t in parts {
            let one = period(terms, t)?;
            all = all / gcd(all, one) * one;
            if all > LONGEST_PERIOD {
                return None;
            }
        }
        Some(all)
    };
    match terms.get(t) {
        Term::Const(_) => Some(1),
        Term::Op(op @ (Op::Mod | Op::Rem), a, b) => {
            let by = terms.as_const(*b).filter(|b| (1..=LONGEST_PERIOD).contains(b))?;
            let (c, parts) = terms.linear(*a);
            let counts = parts.iter().all(|(t, _)| matches!(terms.get(*t), Term::Sym(_)));
            let positive = c >= 0 && parts.iter().all(|(_, k)| *k >= 0);
            (counts && (positive || *op == Op::Mod)).then_some(by)
        }
        Term::Op(_, a, b) => of_all(&mut [*a, *b].into_iter()),
        Term::Lin(_, parts) => of_all(&mut parts.iter().map(|(t, _)| *t)),
        Term::Ite(c, a, b) => of_all(&mut [*c, *a, *b].into_iter()),
        Term::Addr(_, t) | Term::Le0(t) | Term::Eq0(t) | Term::Not(t) => period(terms, *t),
        Term::All(parts) | Term::Any(parts) => of_all(&mut parts.iter().copied()),
        Term::Sym(_) | Term::Apply(..) => None,
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
