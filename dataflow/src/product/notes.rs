//! Notifications: order and completion that travel together (GASPI 17.1, 8.3).
//!
//! A process that posts a notification says with it that what it wrote before, by way of the same queue to the same process,
//! has arrived; who finds the notification raised goes on after it. Posts are kept in order by the process that made them
//! ([`Post`]). They stay raised until they are taken back: a wait finds also those that an earlier wait has found.

use super::Product;
use super::active::Active;
use super::copy::Copy;
use super::joint::{At, Iter, Joint, Post};
use super::may_precede;
use super::met::Met;
use crate::candidate::EventRef;
use crate::interp::Interp;
use crate::pending::MAX_POSTED;
use crate::skeleton::{Event, NoteRef, OrderCall, OrderKind, Skeleton};
use crate::term::{CommId, Op, SymKind, Term, TermId};
use crate::waits::{by_rank, is_reached, passed_before};
use rma_frontend::api::{AccessKind, Bank};
use rustc_hash::FxHashSet;

/// Posts of one process that are remembered.
const MAX_POSTS: usize = 10;

/// A place that posts a notification, and what every path to it waits for.
#[derive(Debug, Clone)]
pub(super) struct Poster {
    at: EventRef,
    call: OrderCall,
    /// Conditions under which it is reached.
    reach: Vec<TermId>,
    waits: Vec<OrderCall>,
    /// Some paths to it may wait for more.
    perhaps: bool,
}

/// All posts of the program.
pub(super) fn posters(interp: &mut Interp, skeleton: &Skeleton) -> Vec<Poster> {
    let call = |at: &EventRef| match &skeleton.nodes[at.node].items[at.item as usize].event {
        Event::Order(o) => Some((**o).clone()),
        _ => None,
    };
    let all = skeleton
        .nodes
        .iter_enumerated()
        .flat_map(|(node, n)| (0..n.items.len() as u32).map(move |item| EventRef { node, item, effect: 0 }));
    let (mut posts, mut any) = (Vec::new(), false);
    for at in all {
        match call(&at) {
            Some(o) if matches!(o.kind, OrderKind::Notify { .. }) => posts.push((at, o)),
            Some(o) => any |= matches!(o.kind, OrderKind::Notified { .. }),
            None => {}
        }
    }
    if !any {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (at, post) in posts {
        let reach = skeleton.nodes[at.node].reach.clone();
        let (waits, perhaps) = waits_before(interp, skeleton, at, &reach);
        let waits = waits.iter().filter_map(call).collect();
        out.push(Poster { at, call: post, reach, waits, perhaps });
    }
    out
}

/// What a process waits for before it makes a post, and whether some processes or paths wait for more.
fn waits_before(interp: &mut Interp, skeleton: &Skeleton, at: EventRef, reach: &[TermId]) -> (Vec<EventRef>, bool) {
    let takes = |_: &Interp, o: &OrderCall| matches!(o.kind, OrderKind::Notified { .. });
    let (mut passed, perhaps) = passed_before(interp, skeleton, at, None, takes);
    let mut sure = !perhaps;
    if perhaps {
        // Where all processes that get there, of small numbers of them, pass the same, it is that.
        let mut of_all: Option<FxHashSet<EventRef>> = None;
        for (who, own, more) in by_rank(interp, skeleton, at, takes) {
            if !is_reached(interp, reach, who) {
                continue;
            }
            sure = !more && of_all.as_ref().is_none_or(|all| *all == own) && (sure || of_all.is_none());
            match &mut of_all {
                None => of_all = Some(own),
                Some(all) => all.retain(|x| own.contains(x)),
            }
        }
        sure &= of_all.is_some();
        passed = of_all.unwrap_or(passed);
    }
    let mut list: Vec<EventRef> = passed.into_iter().collect();
    list.sort_unstable();
    (list, !sure)
}

/// An operation that its process has posted to a queue.
pub(super) struct Sent<'s> {
    pub op: EventRef,
    pub writes: bool,
    /// Target rank.
    pub to: Option<TermId>,
    pub queue: Option<TermId>,
    /// Notifications that the process has posted since.
    pub posted: &'s [EventRef],
}

impl<'s> Sent<'s> {
    /// The operation of an effect.
    pub fn of(x: &'s Active) -> Sent<'s> {
        let target = x.issue.and_then(|i| i.effects.iter().find(|e| e.bank == Bank::Target));
        let writes = target.is_some_and(|e| e.kind == AccessKind::Write);
        Sent { op: x.at, writes, to: x.to, queue: x.queue, posted: &x.posted }
    }
}

/// What a process knows of one of its posts.
enum Heard {
    /// It has not been found.
    No,
    /// It has, by the process with this rank.
    By(TermId, Option<TermId>),
    /// It has, and is not remembered any more.
    Once,
    /// It was not posted to the other process.
    Never,
}

impl Product<'_, '_> {
    /// A process posts a notification.
    pub(super) fn notify(
        &mut self,
        joint: &Joint,
        who: usize,
        (at, here): (EventRef, &At),
    ) -> Vec<(Joint, Vec<TermId>)> {
        let none = self.interp.terms.int(0);
        let (to, segment, id, iters) = (none, none, none, here.iters.clone());
        let post = Post { at, to, segment, id, queue: None, raised: true, seen: false, iters };
        let Some(post) = self.said_post(who, post) else { return Vec::new() };
        let other = self.rank(1 - who, CommId::World);
        let hit = self.same_rank(post.to, other);
        let miss = self.interp.terms.not(hit);
        let mut next = joint.clone();
        let posts = &mut next.channels.posts[who];
        // One that is not told apart from the last is the same, in an iteration that is not counted.
        let uncounted = here.iters.iter().any(|(_, i)| *i == Iter::Own);
        if !uncounted || posts.last() != Some(&post) {
            posts.push(post);
        } else {
            next.channels.forgot = true;
        }
        let posts = &mut next.channels.posts[who];
        if posts.len() > MAX_POSTS {
            posts.remove(0);
            (next.lossy, next.channels.forgot) = (true, true);
        }
        // Where others tell of what they have found, what they are told matters too.
        let told = self.posts_of.iter().any(|p| !p.waits.is_empty());
        let mut ways = vec![(next.clone(), vec![hit]), (if told { next } else { joint.clone() }, vec![miss])];
        ways.retain(|(_, conds)| self.interp.terms.as_const(conds[0]) != Some(0));
        ways
    }

    /// A process has found a notification raised: one of the other process, or of a third, or its own.
    pub(super) fn notified(
        &mut self,
        joint: &Joint,
        who: usize,
        (at, here): (EventRef, &At),
    ) -> Vec<(Joint, Vec<TermId>)> {
        let Some(note) = self.note_at(who, at, here) else { return Vec::new() };
        let me = self.rank(who, CommId::World);
        let mut out = Vec::new();
        for (n, post) in joint.channels.posts[1 - who].clone().into_iter().enumerate().filter(|(_, p)| p.raised) {
            let same = self.same_note(&post, me, &note);
            if self.interp.terms.as_const(same) == Some(0) {
                continue;
            }
            let mut next = joint.clone();
            next.channels.posts[1 - who][n].seen = true;
            // In which iteration it was posted is not always remembered.
            next.lossy |= self.interp.terms.as_const(same).is_none() && self.of_some_iteration(&post);
            let mut conds = self.there_was(&post.iters);
            conds.push(same);
            out.push((next, conds));
        }
        out.extend(self.notified_by_third(joint, who, at, me, &note));
        out.retain(|(_, conds)| conds.iter().all(|c| self.interp.terms.as_const(*c) != Some(0)));
        for (next, conds) in &mut out {
            next.channels.found[who] = self.about_found(conds);
        }
        out
    }

    /// The notification that a call at the place where a process arrives speaks of.
    fn note_at(&mut self, who: usize, at: EventRef, here: &At) -> Option<NoteRef> {
        let Event::Order(call) = self.event(at) else { return None };
        let (OrderKind::Notified { note } | OrderKind::Reset { note }) = call.kind else { return None };
        let mut copy = self.made.at(who as u8 + 1, here);
        Some(note.map(|t| copy.of(self.interp, t)))
    }

    /// What a post says depends on an iteration that is not counted.
    fn of_some_iteration(&self, post: &Post) -> bool {
        let terms = &self.interp.terms;
        let uncounted =
            |t: TermId| terms.any_sym(t, |x| terms.syms[x].def_loop.is_some() && terms.syms[x].process != 0);
        [post.to, post.segment, post.id].into_iter().any(uncounted)
    }

    /// Conditions that speak of which notification was found: they hold until the next is looked for.
    fn about_found(&self, conds: &[TermId]) -> Vec<TermId> {
        let terms = &self.interp.terms;
        let changes = |t: TermId| {
            terms
                .any_sym(t, |x| !matches!(terms.syms[x].kind, SymKind::Rank(_) | SymKind::Size(_) | SymKind::Parameter))
        };
        let mut out: Vec<TermId> = conds.iter().copied().filter(|c| changes(*c)).collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Two ranks are the same; said in one way for all who say the same of neighbours on a ring: that `a + 1` modulo the
    /// size is `b`, and that `b - 1` is `a`.
    pub(super) fn same_rank(&mut self, a: TermId, b: TermId) -> TermId {
        let terms = &mut self.interp.terms;
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

    fn same_note(&mut self, post: &Post, to: TermId, note: &NoteRef) -> TermId {
        let here = self.same_rank(post.to, to);
        let terms = &mut self.interp.terms;
        let parts = [here, terms.eq(post.segment, note.segment), terms.eq(post.id, note.id)];
        terms.all(&parts)
    }

    /// Ways in which the notification is not one of the other process.
    fn notified_by_third(
        &mut self,
        joint: &Joint,
        who: usize,
        at: EventRef,
        me: TermId,
        note: &NoteRef,
    ) -> Vec<(Joint, Vec<TermId>)> {
        let posters = self.posts_of.clone();
        let mut out = Vec::new();
        let never = self.never_posts(1 - who, me, note);
        if self.interp.terms.as_const(never) != Some(0) {
            let relayed = posters.iter().any(|p| !p.waits.is_empty() && self.may_be(p, note));
            if relayed {
                out.extend(self.relayed_post(joint, who, at, me, note, never));
            } else {
                let posted = self.posted_by_some(note);
                out.push((joint.clone(), vec![never, posted]));
            }
        }
        if joint.channels.forgot {
            out.push((Joint { lossy: true, ..joint.clone() }, Vec::new()));
        }
        let alike = posters.iter().filter(|p| self.may_be(p, note)).count();
        if self.interp.terms.as_const(never) != Some(1) {
            // The other process posts it too: whose it is, is not known.
            for p in posters.iter() {
                if alike == 1 && self.has_one_sender(p) {
                    continue;
                }
                let Some(third) = joint.third(who) else {
                    out.push((Joint { lossy: true, ..joint.clone() }, Vec::new()));
                    break;
                };
                let Some(conds) = self.third_posts(p, who, (at, third), me, note) else { continue };
                let mut all = joint.conds.clone();
                all.extend(&conds);
                let all = self.interp.terms.all(&all);
                if self.interp.terms.as_const(all) == Some(0) {
                    continue;
                }
                let mut next = joint.clone();
                next.lossy |= !p.waits.is_empty() || !self.is_exact(p);
                next.channels.by_third[who] += 1;
                out.push((next, conds));
            }
        }
        out
    }

    /// A third process posts the notification after it has waited for one itself: of the other process, perhaps.
    fn relayed_post(
        &mut self,
        joint: &Joint,
        who: usize,
        at: EventRef,
        me: TermId,
        note: &NoteRef,
        never: TermId,
    ) -> Vec<(Joint, Vec<TermId>)> {
        let posters = self.posts_of.clone();
        let Some(number) = joint.third(who) else {
            return vec![(Joint { lossy: true, ..joint.clone() }, vec![never])];
        };
        let third = self.rank_of(number);
        let mut out = Vec::new();
        for p in posters.iter() {
            let Some(mut conds) = self.third_posts(p, who, (at, number), me, note) else { continue };
            conds.push(never);
            let mut next = joint.clone();
            next.lossy |= !self.is_exact(p);
            next.channels.by_third[who] += 1;
            // States in which each of its waits is satisfied, by the other process or without it.
            let mut ways = vec![(next, conds)];
            for wait in &p.waits {
                let OrderKind::Notified { note } = wait.kind else { continue };
                let mut copy = self.made.elsewhere(number);
                let note = note.map(|t| copy.of(self.interp, t));
                let chained = posters.iter().any(|q| !q.waits.is_empty() && self.may_be(q, &note));
                let without = self.never_posts(1 - who, third, &note);
                let mut more = Vec::new();
                for (way, conds) in ways {
                    for (n, post) in joint.channels.posts[1 - who].clone().iter().enumerate() {
                        let same = self.same_note(post, third, &note);
                        if self.interp.terms.as_const(same) == Some(0) {
                            continue;
                        }
                        let mut next = way.clone();
                        next.channels.posts[1 - who][n].seen = true;
                        more.push((next, [&conds[..], &[same]].concat()));
                    }
                    more.extend(self.posted_by_fourth(&way, who, third, &note, &conds, without));
                    if self.interp.terms.as_const(without) != Some(0) {
                        let mut next = way;
                        next.lossy |= chained;
                        more.push((next, [&conds[..], &[without]].concat()));
                    }
                }
                ways = more;
            }
            out.extend(ways);
        }
        out
    }

    /// The third process waits for a notification that the other may post, and a fourth too.
    fn posted_by_fourth(
        &mut self,
        way: &Joint,
        who: usize,
        third: TermId,
        note: &NoteRef,
        conds: &[TermId],
        without: TermId,
    ) -> Vec<(Joint, Vec<TermId>)> {
        let mut out = Vec::new();
        if self.interp.terms.as_const(without) == Some(1) {
            return out;
        }
        let posters = self.posts_of.clone();
        let alike: Vec<&Poster> = posters.iter().filter(|p| self.may_be(p, note)).collect();
        for q in &alike {
            if alike.len() == 1 && self.has_one_sender(q) {
                continue;
            }
            let Some(number) = way.third(who) else {
                out.push((Joint { lossy: true, ..way.clone() }, conds.to_vec()));
                break;
            };
            let mut copy = self.made.elsewhere(number);
            let mut more = conds.to_vec();
            more.extend(self.posted(q, &mut copy, third, note));
            let (fourth, other) = (self.rank_of(number), self.rank(1 - who, CommId::World));
            more.push(self.interp.terms.ne(fourth, other));
            let all = self.interp.terms.all(&more);
            if self.interp.terms.as_const(all) == Some(0) {
                continue;
            }
            let mut next = way.clone();
            next.lossy |= !q.waits.is_empty() || !self.is_exact(q);
            next.channels.by_third[who] += 1;
            out.push((next, more));
        }
        out
    }

    /// Whether at most one process makes a post to any given process, wherever in the program it is the only one.
    fn has_one_sender(&self, p: &Poster) -> bool {
        let OrderKind::Notify { to, .. } = p.call.kind else { return true };
        let terms = &self.interp.terms;
        let is_rank =
            |t: TermId| matches!(*terms.get(t), Term::Sym(x) if terms.syms[x].kind == SymKind::Rank(CommId::World));
        let is_size =
            |t: TermId| matches!(*terms.get(t), Term::Sym(x) if terms.syms[x].kind == SymKind::Size(CommId::World));
        let alike = |t: TermId| {
            !terms.any_sym(t, |x| !matches!(terms.syms[x].kind, SymKind::Size(CommId::World) | SymKind::Parameter))
        };
        // rank + c
        let shifted = |t: TermId| {
            let (_, parts) = terms.linear(t);
            let ranks = parts.iter().filter(|(t, k)| is_rank(*t) && k.abs() == 1).count();
            ranks == 1 && parts.iter().all(|(t, _)| is_rank(*t) || alike(*t))
        };
        let around = match terms.get(to) {
            Term::Op(Op::Mod, a, n) => shifted(*a) && is_size(*n),
            _ => false,
        };
        // Only one process gets there.
        let one = |c: &TermId| match terms.get(*c) {
            Term::Eq0(t) => shifted(*t),
            _ => false,
        };
        shifted(to) || around || p.reach.iter().any(one)
    }

    fn rank_of(&mut self, number: u8) -> TermId {
        let rank = self.interp.rank_in_comm(CommId::World);
        self.made.elsewhere(number).of(self.interp, rank)
    }

    /// Whether a post may be of a notification, as far as bounds tell.
    fn may_be(&mut self, p: &Poster, note: &NoteRef) -> bool {
        let OrderKind::Notify { note: own, .. } = p.call.kind else { return false };
        let terms = &mut self.interp.terms;
        let mut differ = |a: TermId, b: TermId| {
            let (a, b) = (terms.range(a), terms.range(b));
            let below = |x: Option<i64>, y: Option<i64>| x.zip(y).is_some_and(|(x, y)| x < y);
            below(a.hi, b.lo) || below(b.hi, a.lo)
        };
        !differ(own.segment, note.segment) && !differ(own.id, note.id)
    }

    /// All that decides whether a process makes a post is known of every process, and it says the same each time.
    fn is_exact(&self, p: &Poster) -> bool {
        !p.perhaps && p.reach.iter().all(|c| self.about_rank(*c)) && !self.varies(p)
    }

    /// A post says something else in each iteration.
    fn varies(&self, p: &Poster) -> bool {
        let OrderKind::Notify { note, to, .. } = p.call.kind else { return true };
        [note.segment, note.id, to].into_iter().any(|t| self.changes(t))
    }

    fn changes(&self, t: TermId) -> bool {
        let lasting = |x: crate::term::SymId| {
            let sym = &self.interp.terms.syms[x];
            sym.def_loop.is_none() && matches!(sym.kind, SymKind::Rank(_) | SymKind::Size(_) | SymKind::Parameter)
        };
        self.interp.terms.any_sym(t, |x| !lasting(x))
    }

    /// What a post by the copied process has to do with a notification of process `to`, without what changes from
    /// iteration to iteration.
    fn posted(&mut self, p: &Poster, copy: &mut Copy, to: TermId, note: &NoteRef) -> Vec<TermId> {
        let OrderKind::Notify { note: own, to: target, .. } = p.call.kind else { return Vec::new() };
        let mut parts = Vec::new();
        for (own, theirs) in [(target, to), (own.segment, note.segment), (own.id, note.id)] {
            if !self.changes(own) {
                let own = copy.of(self.interp, own);
                parts.push(self.same_rank(own, theirs));
            }
        }
        for c in p.reach.clone().into_iter().chain([p.call.cond]) {
            if self.about_rank(c) {
                parts.push(copy.of(self.interp, c));
            }
        }
        parts
    }

    /// Condition under which a notification is one that somebody posts, as far as its numbers are the same for all who do.
    fn posted_by_some(&mut self, note: &NoteRef) -> TermId {
        let posted = self.posts_of.iter().filter_map(|p| match p.call.kind {
            OrderKind::Notify { note, .. } => Some(note),
            _ => None,
        });
        let items = self.skeleton.nodes.iter().flat_map(|n| &n.items);
        let raised = items.filter_map(|i| match &i.event {
            Event::Issue(issue) => issue.note,
            _ => None,
        });
        let all: Vec<NoteRef> = posted.chain(raised).collect();
        let mut ways = Vec::new();
        for own in all {
            let mut parts = Vec::new();
            for (own, theirs) in [(own.segment, note.segment), (own.id, note.id)] {
                if self.interp.terms.as_const(own).is_some() {
                    parts.push(self.interp.terms.eq(own, theirs));
                }
            }
            ways.push(self.interp.terms.all(&parts));
        }
        self.interp.terms.any(&ways)
    }

    /// Condition under which a process posts a notification nowhere in the program.
    fn never_posts(&mut self, who: usize, to: TermId, note: &NoteRef) -> TermId {
        let mut never = Vec::new();
        for p in self.posts_of.clone().iter() {
            if !self.may_be(p, note) {
                continue;
            }
            let mut copy = self.made.elsewhere(who as u8 + 1);
            let parts = self.posted(p, &mut copy, to, note);
            let posts = self.interp.terms.all(&parts);
            never.push(self.interp.terms.not(posts));
        }
        self.interp.terms.all(&never)
    }

    /// Conditions under which a third process posts a notification. `None`: never.
    fn third_posts(
        &mut self,
        p: &Poster,
        who: usize,
        (at, number): (EventRef, u8),
        to: TermId,
        note: &NoteRef,
    ) -> Option<Vec<TermId>> {
        if !self.may_be(p, note) {
            return None;
        }
        let mut copy = self.made.elsewhere(number);
        let mut conds = self.posted(p, &mut copy, to, note);
        let (rank, other) = (self.rank_of(number), self.rank(1 - who, CommId::World));
        conds.push(self.interp.terms.ne(rank, other));
        // What the process itself posts behind the wait comes too late.
        if !may_precede(self.skeleton, p.at, at) {
            let own = self.rank(who, CommId::World);
            conds.push(self.interp.terms.ne(rank, own));
        }
        let all = self.interp.terms.all(&conds);
        (self.interp.terms.as_const(all) != Some(0)).then_some(conds)
    }

    /// A process takes a notification back: what it has found is not raised any more.
    pub(super) fn reset(
        &mut self,
        joint: &Joint,
        who: usize,
        (at, here): (EventRef, &At),
    ) -> Vec<(Joint, Vec<TermId>)> {
        let Some(note) = self.note_at(who, at, here) else { return Vec::new() };
        let me = self.rank(who, CommId::World);
        let mut ways = vec![(joint.clone(), Vec::new())];
        for (n, post) in joint.channels.posts[1 - who].iter().enumerate().filter(|(_, p)| p.raised && p.seen) {
            let same = self.same_note(post, me, &note);
            // What is known of the notification that was found last decides.
            let mut known = joint.channels.found[who].clone();
            known.push(same);
            let possible = self.interp.terms.all(&known);
            if self.interp.terms.as_const(possible) == Some(0) {
                continue;
            }
            let sure = self.interp.terms.as_const(same) == Some(1) || joint.channels.found[who].contains(&same) || {
                let parts: Vec<TermId> = match self.interp.terms.get(same) {
                    Term::All(ts) => ts.to_vec(),
                    _ => vec![same],
                };
                parts.iter().all(|t| joint.channels.found[who].contains(t) || joint.conds.contains(t))
            };
            let mut more = Vec::new();
            for (way, conds) in &ways {
                let mut taken = way.clone();
                taken.channels.posts[1 - who][n].raised = false;
                more.push((taken, [&conds[..], &[same]].concat()));
                if !sure {
                    let not = self.interp.terms.not(same);
                    more.push((way.clone(), [&conds[..], &[not]].concat()));
                }
            }
            ways = more;
        }
        for (way, _) in &mut ways {
            let (posts, through) = (&mut way.channels.posts[1 - who], &mut way.channels.through[1 - who]);
            // A post that is over is remembered by its place, unless an older one of the place is not over.
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
        ways
    }

    /// Adds the conditions under which an operation that a process has posted to a queue may not have arrived, and tells
    /// whether there may be more of them; `None`: it has, as a notification says that was found.
    pub(super) fn not_arrived(
        &mut self,
        joint: &Joint,
        copy: &mut Copy,
        who: usize,
        sent: &Sent,
        path: &mut Vec<TermId>,
    ) -> Option<bool> {
        let (Some(queue), Some(to), true) = (sent.queue, sent.to, sent.writes) else { return Some(false) };
        let mut lossy = false;
        match self.met_since(copy, sent) {
            Met::Yes => return None,
            Met::Unless(not) => path.push(not),
            Met::Unclear => lossy = true,
            Met::No => {}
        }
        let (queue, to) = (copy.of(self.interp, queue), copy.of(self.interp, to));
        let other = self.rank(1 - who, CommId::World);
        let mut places = sent.posted.to_vec();
        places.sort_unstable();
        places.dedup();
        let many = sent.posted.len() == MAX_POSTED;
        for place in places {
            let Event::Order(call) = &self.skeleton.nodes[place.node].items[place.item as usize].event else {
                continue;
            };
            let OrderKind::Notify { queue: covered, .. } = call.kind else { continue };
            if covered.is_none() && !self.of_one_call(sent.op, place) {
                continue;
            }
            let since = sent.posted.iter().filter(|p| **p == place).count();
            for n in 0..since {
                // A call's own notification is the oldest of its place since the call.
                if covered.is_none() && n + 1 != since && !many {
                    continue;
                }
                let (found_by, by) = match heard(joint, who, place, n) {
                    Heard::No => continue,
                    // An operation with a notification of its own goes where that goes: not to the other process.
                    Heard::Never => {
                        if covered.is_none() && (!many || n == 0) && !joint.channels.forgot {
                            let here = self.same_rank(to, other);
                            path.push(self.interp.terms.not(here));
                        }
                        continue;
                    }
                    Heard::By(to, by) => (to, by),
                    Heard::Once => (other, covered.map(|q| copy.of(self.interp, q))),
                };
                let mut parts = vec![self.same_rank(found_by, to)];
                if let Some(by) = by {
                    parts.push(self.interp.terms.eq(by, queue));
                }
                let arrived = self.interp.terms.all(&parts);
                match self.interp.terms.as_const(arrived) {
                    Some(1) => return None,
                    Some(_) => {}
                    None => path.push(self.interp.terms.not(arrived)),
                }
            }
        }
        Some(lossy)
    }

    /// Whether a post is the only one in the program of its notification, and of one process for each receiver.
    pub(super) fn is_only_post(&mut self, at: EventRef) -> bool {
        let posters = self.posts_of.clone();
        let Some(own) = posters.iter().find(|p| p.at == at) else { return false };
        let OrderKind::Notify { note, .. } = own.call.kind else { return false };
        posters.iter().filter(|p| self.may_be(p, &note)).count() == 1 && self.has_one_sender(own)
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

/// What is known of the n-th newest post of a place.
fn heard(joint: &Joint, who: usize, place: EventRef, n: usize) -> Heard {
    let mut of_place = joint.channels.posts[who].iter().rev().filter(|p| p.at == place);
    match of_place.nth(n) {
        Some(p) if p.seen => Heard::By(p.to, p.queue),
        Some(_) => Heard::No,
        None if joint.channels.through[who].contains(&place) => Heard::Once,
        None => Heard::Never,
    }
}
