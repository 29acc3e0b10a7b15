//! The conditions under which an operation of one process and an access of the other happen in one state: the places of both, that
//! the processes are different and access the same memory, the open epochs, and the locks that exclude each other (theory, 7.6).
//!
//! If the two operations use windows of different communicators over the same memory, the owner of the memory has a rank in each, and the
//! candidate is lossy, because the analysis does not follow which processes the two communicators have in common.

use super::Product;
use super::active::{Active, Lock};
use super::check::Views;
use super::copy::Copy;
use super::sides::Side;
use super::state::{Flag, Iter, ProductState, Sequence};
use super::transitions::uncounted;
use crate::segment::Followed;
use crate::tickets::{Ticket, ticket};
use rma_skeleton::facts::Facts;
use rma_skeleton::overlap::conditions_that_matter;
use rma_skeleton::skeleton::paths::{may_precede, precedes};
use rma_skeleton::skeleton::{EpochKind, Event, Location, Members, OrderKind};
use rma_term::ids::{EventRef, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Distinct, Knowledge, Process, Sym, SymKind};
use std::collections::BTreeMap;

/// Why a value of one process may differ from that of the other.
#[derive(Debug, Clone, Copy)]
pub(super) enum Distinction {
    Ticket(Ticket),
    /// The value is a copy of this symbol.
    Of(SymId),
}

impl Product<'_, '_> {
    /// The conditions of both events, and the conditions that they are in different processes, in the same memory, and not excluded by
    /// locks.
    pub(super) fn circumstances(
        &mut self,
        state: &ProductState,
        views: &mut Views,
        (a, first): (&Active, &Side),
        (b, second): (&Active, &Side),
    ) -> Option<(Vec<TermId>, Vec<TermId>, bool)> {
        let mut lossy = self.is_coarse() || state.lossy || first.lossy || second.lossy;
        // Calls that are not followed may have synchronised the two.
        lossy |= a.foreign != b.foreign || a.foreign == self.facts.terms.limits.get::<u8>(Limit::ForeignCalls);
        let mut reach = first.conds.clone();
        let mut path = second.conds.clone();
        if b.target.is_none() {
            path.extend(self.not_behind_fence(state, views, a)?);
        }
        path.extend(&state.conds);
        path.extend(self.iterations_passed(state));
        let (p, q) = (self.rank(0, CommId::World), self.rank(1, CommId::World));
        path.push(self.facts.terms.ne(p, q));
        let target = views.copies[0].of(self.facts, a.target?);
        let comm = a.comm;
        let owner = match b.target {
            Some(t) => views.copies[1].of(self.facts, t),
            None => self.rank(1, comm),
        };
        if b.target.is_some() && b.comm != comm {
            // Which processes the two communicators have in common is not followed.
            lossy = true;
            path.extend(self.is_one_process([(comm, target), (b.comm, owner)]));
        } else {
            let (more, unknown) = self.members_alike(&state.at, comm)?;
            path.extend(more);
            path.extend(self.of_one_communicator(comm));
            path.push(self.facts.terms.eq(target, owner));
            lossy |= unknown;
        }
        if !self.posts_of.is_empty() {
            path.push(self.same_rank(target, owner));
        }
        if a.hidden.is_none() && b.hidden.is_none() {
            for side in [first, second] {
                let arrival = side.arrival.as_ref()?;
                lossy |= arrival.lossy || arrival.unless_here.is_some_and(|here| !path.contains(&here));
                path.extend(&arrival.conds);
            }
        }
        path.extend(state.channels.found.iter().flatten());
        path.extend(self.are_apart(state));
        if a.hidden.is_none() {
            path.extend(self.unless_waited_for(views, a, b));
        }
        if a.hidden.is_none() {
            self.active_target(state, views, a, b, &mut path, &mut lossy)?;
        }
        // A process that continues because of a fetched value may know that the other's operation is complete, unless the
        // other process has stored this value with the operation still pending.
        let decided = !(a.pending_at_sync && state.channels.saw[1]) && (first.fetched || second.fetched);
        // Where words are not followed, something else may have ended its wait.
        let given_up = self.is_coarse() || state.lossy && state.channels.any;
        let entered = if decided && !given_up { self.entered(state, &mut views.copies, a, b) } else { None };
        lossy |= decided && entered.is_none();
        let mut spoken_of = vec![target, owner];
        for (x, n) in [(a, 0), (b, 1)] {
            spoken_of.extend(x.effect.area.blocks.iter().map(|b| views.copies[n].of(self.facts, b.offset)));
            let places = x.effect.area.places.iter().filter(|_| x.effect.symmetric);
            spoken_of.extend(places.map(|p| views.copies[n].of(self.facts, p.offset)));
        }
        path.extend(self.distinct(state, views, [a, b], &reach, &path, &spoken_of));
        // Of a process in a loop whose iterations are not counted it is not known whether it has left the loop, with its barriers, before
        // the end of the memory.
        let posted = a.queue.is_some() || a.issue.is_some_and(|issue| issue.completion.queue.is_some());
        lossy |= b.ending.is_some() && (uncounted(&state.at) || posted && self.waits_in_loops(b.at));
        // A lock does not keep an operation from coming when the memory is gone.
        if b.ending.is_none() {
            let excluded = self.excluded(views, a, b, owner, false);
            path.push(self.facts.terms.not(excluded));
            if a.locks.iter().chain(&b.locks).any(|l| l.doubtful) {
                let perhaps = self.excluded(views, a, b, owner, true);
                lossy |= perhaps != excluded && !self.facts.terms.is_false(perhaps);
            }
        }
        let more = conditions_that_matter(&self.facts.terms, first.cond, &reach, &path);
        reach.extend(more);
        let more = conditions_that_matter(&self.facts.terms, second.cond, &reach, &path);
        path.extend(more);
        if let Some((mut values, more)) = entered {
            path.extend(more);
            for t in reach.iter_mut().chain(&mut path) {
                *t = self.facts.terms.subst(*t, &mut values);
            }
        }
        Some((reach, path, lossy))
    }

    /// Conditions under which an operation may touch the other process before that process has passed a fence. Operations after a fence
    /// touch a process only after it has reached its matching fence. `None`: the operation never does.
    fn not_behind_fence(&mut self, state: &ProductState, views: &mut Views, a: &Active) -> Option<Vec<TermId>> {
        let Some(win) = a.win.filter(|_| !state.channels.any_epoch && !state.channels.ahead.is_empty()) else {
            return Some(Vec::new());
        };
        let mut out = Vec::new();
        for (cond, window, _) in self.facts.alternatives(win) {
            let Some((0, ahead)) = state.channels.ahead.get(&Sequence::Fences(window)) else { continue };
            let Some(fence) = ahead.first().copied() else { continue };
            if !a.pending_at_sync || self.comes_behind(fence, a.at) {
                let cond = views.copies[0].of(self.facts, cond);
                out.push(self.facts.terms.not(cond));
            }
        }
        (!out.iter().any(|t| self.facts.terms.is_false(*t))).then_some(out)
    }

    /// A loop that has ended waits for notifications: whether it has found that of an operation is not known for each number of iterations.
    fn waits_in_loops(&self, at: EventRef) -> bool {
        let skeleton = self.skeleton;
        let around = &skeleton.nodes[at.node].loops;
        let waits = |e: &Event| matches!(e, Event::Order(o) if matches!(o.kind, OrderKind::Notified { .. }));
        let inside = skeleton.nodes.iter_enumerated().filter(|(_, n)| n.loops.iter().any(|l| !around.contains(l)));
        inside
            .flat_map(|(node, n)| (0..).zip(&n.items).map(move |(item, i)| (EventRef { node, item, effect: 0 }, i)))
            .any(|(wait, i)| waits(&i.event) && may_precede(skeleton, wait, at))
    }

    /// Two members of a communicator have different ranks, and it has one size for them and for the target.
    fn of_one_communicator(&mut self, comm: CommId) -> Vec<TermId> {
        if comm == CommId::World {
            return Vec::new();
        }
        let (p, q) = (self.rank(0, comm), self.rank(1, comm));
        let size = self.facts.size_of_comm(comm);
        let sizes =
            [Process::FIRST, Process::SECOND, Process::Target].map(|n| self.made.elsewhere(n).of(self.facts, size));
        let terms = &mut self.facts.terms;
        vec![terms.ne(p, q), terms.eq(sizes[0], sizes[1]), terms.eq(sizes[0], sizes[2])]
    }

    /// A rank in one communicator and a rank in another one are those of one process.
    fn is_one_process(&mut self, ranks: [(CommId, TermId); 2]) -> Vec<TermId> {
        let mut out = Vec::new();
        for (comm, rank) in ranks.into_iter().filter(|(comm, _)| *comm != CommId::Unknown) {
            let own = self.facts.rank_in_comm(comm);
            let own = self.made.elsewhere(Process::Target).of(self.facts, own);
            out.push(self.facts.terms.eq(own, rank));
        }
        out
    }

    /// Conditions for a process in an iteration that the state does not count: it is later than the counted iterations of the same loop in
    /// which the process has updated something.
    fn iterations_passed(&mut self, state: &ProductState) -> Vec<TermId> {
        let mut out = Vec::new();
        for who in [0, 1] {
            for (l, _) in state.at[who].iters.iter().filter(|(_, i)| *i == Iter::Own) {
                // A loop inside another one is entered several times.
                let count = |f: &Flag| match f.iters.iter().find(|(m, _)| m == l) {
                    Some((_, Iter::Fixed(c))) => Some(*c),
                    _ => None,
                };
                let Some(last) = state.channels.flags[who].iter().filter_map(count).max() else { continue };
                if self.skeleton.loops[*l].parent.is_none() {
                    let k = self.facts.terms.sym(self.skeleton.loops[*l].counter);
                    let k = self.made.at(Process::of(who), &state.at[who]).of(self.facts, k);
                    let least = self.facts.terms.int(last + 1);
                    out.push(self.facts.terms.le(least, k));
                }
            }
        }
        out
    }

    /// Whether an operation is issued after a synchronisation that its process passes once.
    fn comes_behind(&mut self, synchronisation: EventRef, operation: EventRef) -> bool {
        self.skeleton.nodes[synchronisation.node].loops.is_empty()
            && precedes(self.facts, self.skeleton, synchronisation, operation, &[])
    }

    /// Facts about values that differ from process to process.
    fn distinct(
        &mut self,
        state: &ProductState,
        views: &mut Views,
        pair: [&Active; 2],
        reach: &[TermId],
        path: &[TermId],
        more: &[TermId],
    ) -> Vec<TermId> {
        let mut seen: BTreeMap<SymId, [Option<SymId>; 2]> = BTreeMap::new();
        let mut tickets: [BTreeMap<SymId, Ticket>; 2] = Default::default();
        let mut symbols: Vec<SymId> = Vec::new();
        for t in reach.iter().chain(path).chain(more) {
            self.facts.terms.for_each_sym(*t, &mut |x| symbols.push(x));
        }
        symbols.sort_unstable();
        symbols.dedup();
        for x in symbols {
            match self.distinction(x) {
                None => {}
                Some((who, Distinction::Ticket(ticket))) => _ = tickets[who].insert(x, ticket),
                Some((who, Distinction::Of(of))) => seen.entry(of).or_default()[who] = Some(x),
            }
        }
        let mut out = Vec::new();
        for (of, both) in seen {
            let [Some(x), Some(y)] = both else { continue };
            let terms = &mut self.facts.terms;
            let (x, y) = (terms.sym(x), terms.sym(y));
            match terms.syms[of].distinct {
                Some(Distinct::Unless(c)) => {
                    let c = terms.int(c);
                    let (differ, exempt) = (terms.ne(x, y), terms.eq(x, c));
                    out.push(terms.any(&[differ, exempt]));
                }
                Some(Distinct::By(_)) => {}
                None if is_other_rank(&terms.syms[of]) => {
                    let SymKind::Rank(comm) = terms.syms[of].kind else { continue };
                    let differ = terms.ne(x, y);
                    let apart = self.separate_in(&state.at, comm);
                    out.push(self.facts.terms.any(&[differ, apart]));
                }
                None => out.extend(self.alike_in_one_turn(views, of, [x, y])),
            }
        }
        for (x, first) in &tickets[0] {
            let from = self.drawn_from(views, (pair[0], 0), (*x, *first));
            for (y, second) in &tickets[1] {
                let others = self.drawn_from(views, (pair[1], 1), (*y, *second));
                out.push(self.drawn_apart((*x, first.step, from), (*y, second.step, others)));
            }
        }
        out
    }

    /// The counter that a process has drawn a ticket from, in the iteration in which it has done so.
    fn drawn_from(&mut self, views: &mut Views, (of, who): (&Active, usize), (x, ticket): (SymId, Ticket)) -> Location {
        let value = self.facts.terms.sym(x);
        for (drawn, from) in &of.drawn {
            if views.copies[who].of(self.facts, *drawn) == value {
                let from = from.map(|t| views.copies[who].of(self.facts, t));
                return Location { memory: ticket.from.memory, ..from };
            }
        }
        let mut copy = self.made.elsewhere(Process::of(who));
        Location { memory: ticket.from.memory, ..ticket.from.map(|t| copy.of(self.facts, t)) }
    }

    /// The process that a symbol's value belongs to, and why the value may differ in the other process.
    fn distinction(&mut self, x: SymId) -> Option<(usize, Distinction)> {
        if let Some(known) = self.distinctions.get(&x) {
            return *known;
        }
        let (facts, skeleton) = (&self.facts, self.skeleton);
        let sym = &facts.terms.syms[x];
        let found = sym.process.racing().zip(facts.copied.get(&x)).and_then(|(who, of)| {
            if let Some(ticket) = ticket(facts, skeleton, *of) {
                return Some((who, Distinction::Ticket(ticket)));
            }
            let differs = sym.distinct.is_some() || is_other_rank(sym) || is_alike_by_turn(facts, *of);
            differs.then_some((who, Distinction::Of(*of)))
        });
        self.distinctions.insert(x, found);
        found
    }

    /// Tickets that two processes draw from one counter differ; nothing is known about tickets of different counters.
    fn drawn_apart(
        &mut self,
        (x, first_step, first): (SymId, i64, Location),
        (y, second_step, second): (SymId, i64, Location),
    ) -> TermId {
        let terms = &mut self.facts.terms;
        let (x, y) = (terms.sym(x), terms.sym(y));
        let (x_end, y_end) = (terms.add_int(x, first_step), terms.add_int(y, second_step));
        let mut differ = vec![terms.le(x_end, y), terms.le(y_end, x)];
        for (a, b) in [(first.target, second.target), (first.offset, second.offset)] {
            differ.push(self.facts.terms.ne(a, b));
        }
        // The two are in one window or object: which instance of it, is a matter of the pair.
        if first.memory != second.memory {
            let a = self.made.elsewhere(Process::FIRST).of(self.facts, first.memory);
            let b = self.made.elsewhere(Process::SECOND).of(self.facts, second.memory);
            differ.push(self.facts.terms.ne(a, b));
        }
        self.facts.terms.any(&differ)
    }

    /// A value that all processes read alike in the n-th iteration of a loop is equal for both processes if both are in the same iteration.
    fn alike_in_one_turn(&mut self, views: &mut Views, of: SymId, values: [TermId; 2]) -> Option<TermId> {
        let counter = self.skeleton.loops[self.facts.terms.syms[of].def_loop?].counter;
        let k = self.facts.terms.sym(counter);
        let [k1, k2] = [0, 1].map(|who| views.copies[who].of(self.facts, k));
        let terms = &mut self.facts.terms;
        let (other, same) = (terms.ne(k1, k2), terms.eq(values[0], values[1]));
        Some(terms.any(&[other, same]))
    }

    /// Operations between start and complete touch their target only while it exposes its window to them.
    fn active_target(
        &mut self,
        state: &ProductState,
        views: &mut Views,
        a: &Active,
        b: &Active,
        path: &mut Vec<TermId>,
        lossy: &mut bool,
    ) -> Option<()> {
        if self.followed == Followed::Barriers {
            return Some(());
        }
        if a.target.is_some() && b.target.is_some() {
            if self.is_over(state, 0, a) || self.is_over(state, 1, b) {
                return None;
            }
            // Whether their target has waited for one operation, and then synchronised with the process of the other
            // one, is not followed.
            *lossy |= (a.closed || b.closed) && a.win != b.win;
        }
        let starts = [(a, 0), (b, 1)].map(|(x, n)| {
            let kind = x.epoch_kind();
            let kind = kind.map(|kind| views.copies[n].of(self.facts, kind));
            let start = self.facts.terms.int(EpochKind::Start as i64);
            match kind {
                _ if x.closed => self.facts.terms.truth(true),
                Some(kind) => self.facts.terms.eq(kind, start),
                None => self.facts.terms.truth(false),
            }
        });
        if self.facts.terms.is_false(starts[0]) {
            return Some(());
        }
        // An option may choose between this way to synchronise and others.
        let certain = self.facts.terms.is_true(starts[0]);
        let changes = |x: &Active| {
            let terms = &self.facts.terms;
            let of_iteration = |kind| terms.any_sym(kind, |s| terms.syms[s].def_loop.is_some());
            x.pending_at_sync && !x.closed && x.epoch_kind().is_some_and(of_iteration)
        };
        let lost = |x: &Active| x.epoch_kind().is_some_and(|kind| self.facts.terms.knowledge(kind) == Knowledge::Lost);
        if [a, b].into_iter().any(|x| changes(x) || !x.closed && lost(x)) {
            *lossy = true;
            return Some(());
        }
        let others = starts.map(|start| self.facts.terms.not(start));
        let Some(win) = a.win else {
            *lossy = true;
            return Some(());
        };
        if b.target.is_none() {
            // Which of several windows is exposed, is not followed.
            let Some(window) = self.window(win).filter(|_| !state.channels.any_epoch) else {
                *lossy = true;
                return Some(());
            };
            let [first, second] = [0, 1].map(|n| state.channels.exposures[n].get(&window).copied().unwrap_or_default());
            if a.closed && first.complete == 0 {
                return None;
            }
            // What is of the last epoch begins when its target exposes the window; what is of those before is at most unproven.
            let early = first.early > 0 && !(a.closed && a.lossy);
            if early && certain {
                return None;
            }
            let origin = self.rank(0, a.comm);
            let mut paths = Vec::new();
            for e in &b.exposed {
                let (x, y) = (views.copies[0].of(self.facts, win), views.copies[1].of(self.facts, e.win));
                let same = self.facts.terms.eq(x, y);
                let (member, unknown) = self.member(&mut views.copies[1], &e.members, origin);
                *lossy |= unknown;
                paths.push(self.facts.terms.all(&[same, member]));
            }
            // With an option, what has been exposed on the path to this place counts.
            if early || !certain && !second.exposed {
                paths.clear();
            }
            paths.push(others[0]);
            path.push(self.facts.terms.any(&paths));
            return Some(());
        }
        if self.facts.terms.is_false(starts[1]) {
            return Some(());
        }
        // Whether their target has waited for the one before it exposes another window, is not followed.
        if b.win != a.win {
            *lossy = true;
            return Some(());
        }
        // Both come in one exposure epoch of the target only if that is for both.
        let (p, q) = (self.rank(0, a.comm), self.rank(1, a.comm));
        let mut third = self.made.elsewhere(Process::Target);
        let mut paths = others.to_vec();
        for members in self.posts.clone().iter() {
            let (x, unknown) = self.member(&mut third, members, p);
            let (y, _) = self.member(&mut third, members, q);
            *lossy |= unknown;
            paths.push(self.facts.terms.all(&[x, y]));
        }
        path.push(self.facts.terms.any(&paths));
        Some(())
    }

    /// Whether the target of an operation has waited for it before all met at the barrier that its process has passed.
    fn is_over(&self, state: &ProductState, who: usize, x: &Active) -> bool {
        let (Some(at), Some(win)) = (state.at[who].point, x.win) else { return false };
        x.pending_at_sync
            && x.closed
            && rma_skeleton::skeleton::paths::is_barrier(self.event(at))
            && !self.sync.may_be_exposed(at, win)
    }

    /// Whether a rank is in the group that a call of the copied process names; and whether that is not known.
    pub(super) fn member(&mut self, copy: &mut Copy, members: &Members, rank: TermId) -> (TermId, bool) {
        let mut any_of = |list: &[TermId], product: &mut Self| {
            let same: Vec<TermId> = list
                .iter()
                .map(|r| {
                    let r = copy.of(product.facts, *r);
                    product.facts.terms.eq(r, rank)
                })
                .collect();
            product.facts.terms.any(&same)
        };
        match members {
            Members::All => (self.facts.terms.truth(true), false),
            Members::Unknown => (self.facts.terms.truth(true), true),
            Members::Only(list) => (any_of(list, self), false),
            Members::Except(list) => {
                let out = any_of(list, self);
                (self.facts.terms.not(out), false)
            }
        }
    }

    /// Condition that both events are inside locks on the same window and target, one of them exclusive. `doubtful`: locks that are held
    /// only in some cases count, too.
    fn excluded(&mut self, views: &mut Views, a: &Active, b: &Active, owner: TermId, doubtful: bool) -> TermId {
        // What is pending when a lock variable is given back is not protected by it.
        let outlasts = |e: &Active| self.outlasting.contains(&EventRef { effect: 0, ..e.at });
        let covers = |e: &Active, l: &Lock| (doubtful || !l.doubtful) && !(l.variable && outlasts(e));
        let first: Vec<Lock> = a.locks.iter().filter(|l| covers(a, l)).cloned().collect();
        let second: Vec<Lock> = b.locks.iter().filter(|l| covers(b, l)).cloned().collect();
        if first.is_empty() || second.is_empty() {
            return self.facts.terms.truth(false);
        }
        // Very many effects are between the same locks.
        let by = |e: &Active| e.win.filter(|_| e.target.is_some());
        let key = (first, second, by(a), by(b), owner);
        if let Some(known) = views.excluded.get(&key) {
            return *known;
        }
        let (first, second, ..) = &key;
        let mut paths = Vec::new();
        for x in first {
            for y in second.iter().filter(|y| (y.comm, y.variable) == (x.comm, x.variable)) {
                let mut parts = Vec::new();
                for (lock, copy, e) in [(x, 0, a), (y, 1, b)] {
                    // The lock of a window protects what is done through this window (MPI 4.1, 12.5.3).
                    if let Some(win) = e.win.filter(|_| e.target.is_some() && !lock.variable) {
                        let (by, of) =
                            (views.copies[copy].of(self.facts, win), views.copies[copy].of(self.facts, lock.win));
                        parts.push(self.facts.terms.eq(by, of));
                    }
                    if let Some(rank) = lock.rank.filter(|_| !lock.variable) {
                        let rank = views.copies[copy].of(self.facts, rank);
                        parts.push(self.facts.terms.eq(rank, owner));
                    }
                }
                // A lock that is a word in the memory of a process.
                if let (Some(of_x), Some(of_y), true) = (x.rank, y.rank, x.variable) {
                    let (of_x, of_y) = (views.copies[0].of(self.facts, of_x), views.copies[1].of(self.facts, of_y));
                    parts.push(self.facts.terms.eq(of_x, of_y));
                }
                let (v, w) = (views.copies[0].of(self.facts, x.win), views.copies[1].of(self.facts, y.win));
                parts.push(self.facts.terms.eq(v, w));
                let exclusive =
                    [views.copies[0].of(self.facts, x.exclusive), views.copies[1].of(self.facts, y.exclusive)];
                parts.push(self.facts.terms.any(&exclusive));
                paths.push(self.facts.terms.all(&parts));
            }
        }
        let excluded = self.facts.terms.any(&paths);
        views.excluded.insert(key, excluded);
        excluded
    }
}

/// A rank in a communicator that the program has made: its members have different ones (MPI 4.1, 7.2.1).
fn is_other_rank(sym: &Sym) -> bool {
    matches!(sym.kind, SymKind::Rank(CommId::Object(_)))
}

/// Whether a value is the same on all processes in each iteration of a loop that every process enters once: all processes read it, or it is
/// computed from such values.
fn is_alike_by_turn(facts: &Facts, x: SymId) -> bool {
    let sym = &facts.terms.syms[x];
    let Some(l) = sym.def_loop.filter(|l| facts.loops[*l].parent.is_none() && !facts.loops[*l].recursion) else {
        return false;
    };
    let alike = |y: SymId| y == x || facts.terms.syms[y].uniform || facts.terms.syms[y].kind == SymKind::Counter(l);
    let value = facts.loops[l].values.iter().find(|v| v.sym == x);
    sym.uniform || value.is_some_and(|v| ![v.init, v.back].iter().any(|t| facts.terms.any_sym(*t, |y| !alike(y))))
}
