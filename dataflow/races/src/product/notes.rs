//! Notifications, which give both order and completion (GASPI 17.1, 8.3) (theory, 7.3).
//!
//! A process that finds a notification knows that all earlier writes of the poster, through the same queue to the same
//! process, have arrived, and continues after the post. The posts of a process are kept in order ([`Post`]). A
//! notification stays set until it is reset: a wait also finds notifications that an earlier wait has found.
//!
//! *Lemma of the later notification.* In each iteration a notification to the same target follows an operation. If a state has no notification of
//! this place to the other process, not even one that was found, then this process is not the target of an earlier operation.

use super::Product;
use super::active::Active;
use super::copy::Copy;
use super::found_by_all::FoundByAll;
use super::own_notes::NoteAt;
use super::state::{At, Iter, Iters, Post, ProductState};
use crate::pending::Posted;
use crate::segment::Point;
use rma_frontend::api::{AccessKind, Bank};
use rma_skeleton::skeleton::paths::{follows_in_iteration, precedes};
use rma_skeleton::skeleton::{Event, NoteRef, OrderKind};
use rma_term::ids::{EventRef, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Op, Process, SymKind, Term, Terms};

/// An operation that its process has posted to a queue.
pub(super) struct Sent<'s> {
    pub op: EventRef,
    pub writes: bool,
    /// Target rank.
    pub to: Option<TermId>,
    pub queue: Option<TermId>,
    /// Notifications that the process has posted since.
    pub posted: &'s Posted,
    /// The notification of its own call.
    pub own_note: Option<&'s NoteAt>,
}

impl<'s> Sent<'s> {
    /// The operation of an effect.
    pub fn of(x: &'s Active) -> Sent<'s> {
        let target = x.issue.and_then(|i| i.effects.iter().find(|e| e.bank == Bank::Target));
        let writes = target.is_some_and(|e| e.kind == AccessKind::Write);
        Sent { op: x.at, writes, to: x.to, queue: x.queue, posted: &x.posted, own_note: x.own_note.as_ref() }
    }
}

/// The conditions under which no process knows that an operation has arrived.
#[derive(Debug, Default)]
pub(super) struct Arrival {
    pub conds: Vec<TermId>,
    /// It is not known whether all processes know it, unless this condition holds: the operation goes to the other process.
    pub unless_here: Option<TermId>,
    /// Notifications are no longer counted.
    pub lossy: bool,
}

/// What a state records about a notification that a process has posted.
enum KnownOf {
    /// Nobody has found it; the iterations in which it was posted.
    No(Iters),
    /// The process with this rank has found it.
    By(TermId, Option<TermId>),
    /// It was found, and the state does not record by whom.
    Once,
    /// It was not posted to the other process.
    Never,
}

impl Product<'_, '_> {
    /// A process posts a notification.
    pub(super) fn notify(
        &mut self,
        state: &ProductState,
        who: usize,
        (at, here): (EventRef, &At),
    ) -> Vec<(ProductState, Vec<TermId>)> {
        let none = self.facts.terms.int(0);
        let (to, segment, id, iters) = (none, none, none, here.iters.clone());
        let post = Post { at, to, segment, id, queue: None, raised: true, seen: false, iters };
        let Some(post) = self.said_post(who, post) else { return Vec::new() };
        let other = self.rank(1 - who, CommId::World);
        let hit = self.same_rank(post.to, other);
        let miss = self.facts.terms.not(hit);
        let mut next = state.clone();
        let posts = &mut next.channels.posts[who];
        // A post that is not distinguished from the last one is the same post, in an iteration that is not counted.
        let uncounted = here.iters.iter().any(|(_, i)| *i == Iter::Own);
        if !uncounted || posts.last() != Some(&post) {
            posts.push(post);
        } else {
            next.channels.forgot = true;
        }
        let posts = &mut next.channels.posts[who];
        if !self.facts.terms.limits.allows(Limit::Posts, posts.len()) {
            posts.remove(0);
            (next.lossy, next.channels.forgot) = (true, true);
        }
        // Some process posts after a wait, so the notifications that processes have found matter for others too.
        let told = self.posts_of.iter().any(|p| !p.waits.is_empty());
        let mut paths = vec![(next.clone(), vec![hit]), (if told { next } else { state.clone() }, vec![miss])];
        paths.retain(|(_, conds)| !self.facts.terms.is_false(conds[0]));
        paths
    }

    /// A process has found a notification: one of the other process, or of a third, or its own.
    pub(super) fn notified(
        &mut self,
        state: &ProductState,
        who: usize,
        (at, here): (EventRef, &At),
    ) -> Vec<(ProductState, Vec<TermId>)> {
        let Some(note) = self.note_at(who, at, here) else { return Vec::new() };
        let facts = self.facts_of_note(who, at, here);
        let me = self.rank(who, CommId::World);
        let mut out = Vec::new();
        for (n, post) in state.channels.posts[1 - who].clone().into_iter().enumerate().filter(|(_, p)| p.raised) {
            let same = self.same_note(&post, me, &note);
            if self.facts.terms.is_false(same) {
                continue;
            }
            let mut next = state.clone();
            next.channels.posts[1 - who][n].seen = true;
            // In which iteration it was posted is not always remembered.
            next.lossy |= self.facts.terms.as_const(same).is_none() && self.of_some_iteration(&post);
            let mut conds = self.there_was(&post.iters);
            conds.push(same);
            out.push((next, conds));
        }
        let mut by_third = self.notified_by_third(state, who, at, me, &note);
        if is_one_of_several(&self.facts.terms, self.event(at)) {
            // The next wait for one of them finds another one. That the two differ is not followed.
            for (next, _) in &mut by_third {
                next.lossy |= state.channels.picked[who];
                next.channels.picked[who] = true;
            }
        }
        out.extend(by_third);
        for (_, conds) in &mut out {
            conds.extend(&facts);
        }
        out.retain(|(_, conds)| conds.iter().all(|c| !self.facts.terms.is_false(*c)));
        for (next, conds) in &mut out {
            next.channels.found[who] = self.about_found(conds);
        }
        out
    }

    /// The notification that a call names, at the place where a process arrives.
    fn note_at(&mut self, who: usize, at: EventRef, here: &At) -> Option<NoteRef> {
        let Event::Order(call) = self.event(at) else { return None };
        let (OrderKind::Notified { note } | OrderKind::Reset { note }) = call.kind else { return None };
        let mut copy = self.made.at(Process::of(who), here);
        Some(note.map(|t| copy.of(self.facts, t)))
    }

    /// The facts about the notification that a wait finds, which hold in the iteration of the wait.
    fn facts_of_note(&mut self, who: usize, at: EventRef, here: &At) -> Vec<TermId> {
        let Event::Order(call) = self.event(at) else { return Vec::new() };
        let OrderKind::Notified { note } = call.kind else { return Vec::new() };
        let mut facts = Vec::new();
        let terms = &self.facts.terms;
        terms.for_each_sym(note.id, &mut |x| facts.extend(terms.syms[x].fact));
        let mut copy = self.made.at(Process::of(who), here);
        facts.into_iter().map(|t| copy.of(self.facts, t)).collect()
    }

    /// Whether the terms of a post depend on an iteration that is not counted, or on the thread that made it, because only one thread
    /// of a team is followed.
    fn of_some_iteration(&self, post: &Post) -> bool {
        let terms = &self.facts.terms;
        let uncounted = |t: TermId| {
            terms.any_sym(t, |x| {
                let sym = &terms.syms[x];
                let of_thread = matches!(sym.kind, SymKind::Thread | SymKind::Share);
                of_thread || sym.def_loop.is_some() && sym.process != Process::All
            })
        };
        // Which iteration it was that told this process is not remembered when the other goes on.
        let to_each = terms.any_sym(post.to, |x| terms.syms[x].def_loop.is_some());
        to_each || [post.segment, post.id].into_iter().any(uncounted)
    }

    /// Conditions about which notification was found: they hold until the next wait.
    fn about_found(&self, conds: &[TermId]) -> Vec<TermId> {
        let terms = &self.facts.terms;
        let changes = |t: TermId| {
            terms
                .any_sym(t, |x| !matches!(terms.syms[x].kind, SymKind::Rank(_) | SymKind::Size(_) | SymKind::Parameter))
        };
        let mut out: Vec<TermId> = conds.iter().copied().filter(|c| changes(*c)).collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Condition that two ranks are equal. On a ring, `a + 1` modulo the size is `b` just if `b - 1` is `a`; both get one form.
    pub(super) fn same_rank(&mut self, a: TermId, b: TermId) -> TermId {
        let terms = &mut self.facts.terms;
        for (x, y) in [(a, b), (b, a)] {
            let Term::Op(Op::Mod, sum, size) = *terms.get(x) else { continue };
            let is = |t: TermId, kind: SymKind| matches!(terms.get(t), Term::Sym(s) if terms.syms[*s].kind == kind);
            if !is(size, SymKind::Size(CommId::World)) || !is(y, SymKind::Rank(CommId::World)) {
                continue;
            }
            let d = terms.sub(sum, y);
            let (mut c, mut parts) = terms.linear(d);
            parts.retain(|(t, _)| *t != size);
            parts.sort_unstable();
            if parts.first().is_some_and(|(_, k)| *k < 0) {
                c = -c;
                parts.iter_mut().for_each(|(_, k)| *k = -*k);
            }
            let d = terms.from_linear(c, parts);
            let rest = terms.op(Op::Mod, d, size);
            return terms.eq0(rest);
        }
        terms.eq(a, b)
    }

    pub(super) fn same_note(&mut self, post: &Post, to: TermId, note: &NoteRef) -> TermId {
        let here = self.same_rank(post.to, to);
        let terms = &mut self.facts.terms;
        let parts = [here, terms.eq(post.segment, note.segment), terms.eq(post.id, note.id)];
        terms.all(&parts)
    }

    /// A process resets a notification: what it has found is not set any longer.
    pub(super) fn reset(
        &mut self,
        state: &ProductState,
        who: usize,
        (at, here): (EventRef, &At),
    ) -> Vec<(ProductState, Vec<TermId>)> {
        let Some(note) = self.note_at(who, at, here) else { return Vec::new() };
        let me = self.rank(who, CommId::World);
        let mut paths = vec![(state.clone(), Vec::new())];
        for (n, post) in state.channels.posts[1 - who].iter().enumerate().filter(|(_, p)| p.raised && p.seen) {
            let same = self.same_note(post, me, &note);
            // What is known of the notification that was found last decides.
            let mut known = state.channels.found[who].clone();
            known.push(same);
            let possible = self.facts.terms.all(&known);
            if self.facts.terms.is_false(possible) {
                continue;
            }
            let sure = self.facts.terms.is_true(same) || state.channels.found[who].contains(&same) || {
                let parts = self.facts.terms.conjuncts(same);
                parts.iter().all(|t| state.channels.found[who].contains(t) || state.conds.contains(t))
            };
            let mut more = Vec::new();
            for (path, conds) in &paths {
                let mut taken = path.clone();
                taken.channels.posts[1 - who][n].raised = false;
                more.push((taken, [&conds[..], &[same]].concat()));
                if !sure {
                    let not = self.facts.terms.not(same);
                    more.push((path.clone(), [&conds[..], &[not]].concat()));
                }
            }
            paths = more;
        }
        for (path, _) in &mut paths {
            let (posts, through) = (&mut path.channels.posts[1 - who], &mut path.channels.through[1 - who]);
            // A post that has ended is recorded by its place, unless an older post of the place has not ended.
            let mut open: Vec<EventRef> = Vec::new();
            posts.retain(|p| {
                let over = p.seen && !p.raised && !open.contains(&p.at);
                if over {
                    through.insert(p.at);
                } else {
                    open.push(p.at);
                }
                !over
            });
        }
        paths
    }

    /// Adds the conditions under which an operation that a process has posted to a queue may not have arrived, and
    /// returns whether there may be more of them; `None`: it has arrived, as a notification that was found proves.
    pub(super) fn not_arrived(
        &mut self,
        state: &ProductState,
        copy: &mut Copy,
        who: usize,
        sent: &Sent,
    ) -> Option<Arrival> {
        let mut arrival = Arrival::default();
        let (Some(queue), Some(to), true) = (sent.queue, sent.to, sent.writes) else { return Some(arrival) };
        let found_by_all = self.found_by_all_since(copy, sent);
        let (queue, to) = (copy.of(self.facts, queue), copy.of(self.facts, to));
        let other = self.rank(1 - who, CommId::World);
        match found_by_all {
            FoundByAll::Yes => return None,
            FoundByAll::Unless(not) => arrival.conds.push(not),
            // If the receiver is the other of the two processes, what it has found is followed, unless several of its threads find it.
            FoundByAll::Unclear { of_threads } => {
                arrival.lossy |= of_threads;
                let here = self.same_rank(to, other);
                arrival.unless_here = (!self.facts.terms.is_true(here)).then_some(here);
            }
            FoundByAll::No => {}
        }
        let mut places = sent.posted.places().to_vec();
        places.sort_unstable();
        places.dedup();
        let many = sent.posted.forgot();
        for place in places {
            let Event::Order(call) = &self.skeleton.nodes[place.node].items[place.item as usize].event else {
                continue;
            };
            let OrderKind::Notify { queue: covered, .. } = call.kind else { continue };
            if covered.is_none() && !self.of_one_call(sent.op, place) {
                continue;
            }
            let since = sent.posted.places().iter().filter(|p| **p == place).count();
            // Which of them is the operation's own is not known any more.
            arrival.lossy |= covered.is_none() && many;
            for n in 0..since {
                // A call's own notification is the oldest of its place since the call.
                if covered.is_none() && n + 1 != since && !many {
                    continue;
                }
                let (found_by, by) = match known_of(state, who, place, n) {
                    KnownOf::No(iters) => {
                        // The state may have come to this place in another iteration of an inner loop than the walk.
                        arrival.lossy |=
                            covered.is_none() && self.is_of_other_iteration(copy, who, sent, (place, &iters));
                        continue;
                    }
                    // An operation has the same target as its own notification, or as one that follows it each time: not the
                    // other process.
                    KnownOf::Never => {
                        let counted = !self.is_coarse() && !state.channels.forgot;
                        let own = covered.is_none() && (!many || n == 0);
                        if counted && (own || n == 0 && self.has_target_of(sent.op, place)) {
                            let here = self.same_rank(to, other);
                            arrival.conds.push(self.facts.terms.not(here));
                        }
                        continue;
                    }
                    KnownOf::By(to, by) => (to, by),
                    KnownOf::Once => {
                        if let Some(q) = covered.filter(|q| self.is_of_iteration(*q)) {
                            arrival.conds.extend(self.not_among_passed(
                                copy,
                                (state.at[who].point, place),
                                q,
                                (queue, to, other),
                            ));
                            arrival.lossy |= self.counted_by(place, q).is_none();
                            continue;
                        }
                        (other, covered.map(|q| copy.of(self.facts, q)))
                    }
                };
                let mut parts = vec![self.same_rank(found_by, to)];
                if let Some(by) = by {
                    parts.push(self.facts.terms.eq(by, queue));
                }
                let arrived = self.facts.terms.all(&parts);
                match self.facts.terms.as_const(arrived) {
                    Some(1) => return None,
                    Some(_) => {}
                    None => arrival.conds.push(self.facts.terms.not(arrived)),
                }
            }
        }
        Some(arrival)
    }

    /// Whether a notification that was posted in these iterations is another one than that of an operation.
    fn is_of_other_iteration(
        &mut self,
        copy: &mut Copy,
        who: usize,
        sent: &Sent,
        (place, iters): (EventRef, &Iters),
    ) -> bool {
        let Some(own) = sent.own_note.filter(|own| own.at == place) else { return false };
        let mut then = self.made.followed(Process::of(who), iters);
        iters.iter().zip(&own.iterations).any(|((l, _), iteration)| {
            let counter = self.facts.terms.sym(self.skeleton.loops[*l].counter);
            let (own, posted) = (copy.of(self.facts, *iteration), then.of(self.facts, counter));
            let same = self.facts.terms.eq(own, posted);
            self.facts.terms.is_false(same)
        })
    }

    /// Whether a value changes with the iterations of a loop.
    fn is_of_iteration(&self, t: TermId) -> bool {
        let terms = &self.facts.terms;
        terms.any_sym(t, |x| terms.syms[x].def_loop.is_some())
    }

    /// The counter of the loop around a notification, and what is added to it, if the sum is its queue and each iteration posts one.
    fn counted_by(&self, post: EventRef, queue: TermId) -> Option<(TermId, i64)> {
        let (c, parts) = self.facts.terms.linear(queue);
        let [(k, 1)] = parts[..] else { return None };
        let Term::Sym(x) = *self.facts.terms.get(k) else { return None };
        let around = self.skeleton.nodes[post.node].loops.last()?;
        let data = &self.skeleton.loops[*around];
        let begins =
            self.skeleton.nodes[data.header?].succs.iter().map(|e| EventRef { node: e.to, item: 0, effect: 0 });
        let mut inside = begins.filter(|at| self.skeleton.nodes[at.node].loops.contains(around));
        let posts = |at: EventRef| at.node == post.node || follows_in_iteration(self.skeleton, at, post);
        let Event::Order(call) = self.event(post) else { return None };
        let always = self.facts.terms.is_true(call.cond) && inside.all(posts);
        (data.counter == x && always).then_some((k, c))
    }

    /// Condition under which notifications of a loop do not cover an operation to `to` on `queue`: the loop has posted one to the
    /// other process on each queue up to its current iteration, and they have been found and reset.
    fn not_among_passed(
        &mut self,
        copy: &mut Copy,
        (at, post): (Point, EventRef),
        of_post: TermId,
        (queue, to, other): (TermId, TermId, TermId),
    ) -> Option<TermId> {
        let (k, c) = self.counted_by(post, of_post)?;
        let iteration = copy.of(self.facts, k);
        // In the present iteration it has been posted, if the process has come further.
        let around = self.skeleton.nodes[post.node].loops.last();
        let inside = at.filter(|at| around.is_some_and(|l| self.skeleton.nodes[at.node].loops.contains(l)));
        let now = inside.is_some_and(|at| at == post || precedes(self.facts, self.skeleton, post, at, &[]));
        let end = self.facts.terms.add_int(iteration, c + i64::from(now));
        let first = self.facts.terms.int(c);
        let (before, beyond) = (self.facts.terms.lt(queue, first), self.facts.terms.le(end, queue));
        let here = self.same_rank(other, to);
        let elsewhere = self.facts.terms.not(here);
        Some(self.facts.terms.any(&[elsewhere, before, beyond]))
    }

    /// Whether a notification follows an operation each time, and goes to its target.
    fn has_target_of(&self, op: EventRef, post: EventRef) -> bool {
        let (Event::Issue(issue), Event::Order(call)) = (self.event(op), self.event(post)) else { return false };
        let OrderKind::Notify { to, .. } = call.kind else { return false };
        let terms = &self.facts.terms;
        issue.target.rank == Some(to)
            && self.facts.threads.around(self.skeleton, op).is_empty()
            && (!terms.any_sym(to, |x| terms.syms[x].def_loop.is_some())
                || follows_in_iteration(self.skeleton, op, post))
    }

    /// Whether an operation and a notification are of one call.
    pub(super) fn of_one_call(&self, op: EventRef, post: EventRef) -> bool {
        if op.node != post.node || op.item >= post.item {
            return false;
        }
        let items = &self.skeleton.nodes[op.node].items;
        let first = &items[op.item as usize];
        items[op.item as usize..=post.item as usize].iter().all(|i| {
            let routine = match &i.event {
                Event::Issue(issue) => Some(issue.routine),
                Event::Order(o) => Some(o.routine),
                _ => None,
            };
            let own = match &first.event {
                Event::Issue(issue) => Some(issue.routine),
                _ => None,
            };
            i.loc == first.loc && i.ctx == first.ctx && routine.map(|r| &r.name) == own.map(|r| &r.name)
        })
    }
}

/// Whether a call waits for any one of several notifications.
pub(super) fn is_one_of_several(terms: &Terms, event: &Event) -> bool {
    let Event::Order(call) = event else { return false };
    let OrderKind::Notified { note } = call.kind else { return false };
    let found = |x: SymId| terms.syms[x].kind == SymKind::Input && terms.syms[x].below.is_some();
    matches!(*terms.get(note.id), Term::Sym(x) if found(x))
}

/// What the state records about the n-th newest post of a place.
fn known_of(state: &ProductState, who: usize, place: EventRef, n: usize) -> KnownOf {
    let mut of_place = state.channels.posts[who].iter().rev().filter(|p| p.at == place);
    match of_place.nth(n) {
        Some(p) if p.seen => KnownOf::By(p.to, p.queue),
        Some(p) => KnownOf::No(p.iters.clone()),
        None if state.channels.through[who].contains(&place) => KnownOf::Once,
        None => KnownOf::Never,
    }
}
