//! Notifications: order and completion that travel together (GASPI 17.1, 8.3).
//!
//! A process that posts a notification says with it that what it wrote before, by way of the same queue to the same process,
//! has arrived; who finds the notification raised goes on after it. Posts are kept in order by the process that made them
//! ([`Post`]). They stay raised until they are taken back: a wait finds also those that an earlier wait has found.

use super::Product;
use super::active::Active;
use super::copy::Copy;
use super::joint::{Iter, Joint, Post};
use super::met::Met;
use crate::candidate::EventRef;
use crate::pending::MAX_POSTED;
use crate::skeleton::{Event, NodeId, NoteRef, OrderCall, OrderKind, Skeleton};
use crate::term::{CommId, Op, SymKind, Term, TermId};
use rma_frontend::api::{AccessKind, Bank};
use rustc_hash::{FxHashMap, FxHashSet};

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
}

/// All posts of the program.
pub(super) fn posters(skeleton: &Skeleton) -> Vec<Poster> {
    let is_wait = |kind: &OrderKind| matches!(kind, OrderKind::Notified { .. });
    let any =
        skeleton.nodes.iter().flat_map(|n| &n.items).any(|i| matches!(&i.event, Event::Order(o) if is_wait(&o.kind)));
    if !any {
        return Vec::new();
    }
    let waits = before(skeleton, is_wait);
    let call = |at: &EventRef| match &skeleton.nodes[at.node].items[at.item as usize].event {
        Event::Order(o) => Some((**o).clone()),
        _ => None,
    };
    let mut out = Vec::new();
    for (node, n) in skeleton.nodes.iter_enumerated() {
        for item in 0..n.items.len() as u32 {
            let at = EventRef { node, item, effect: 0 };
            let Some(post) = call(&at) else { continue };
            if !matches!(post.kind, OrderKind::Notify { .. }) {
                continue;
            }
            let mut list: Vec<EventRef> = waits.get(&node).into_iter().flatten().copied().collect();
            list.sort_unstable();
            list.extend((0..item).map(|item| EventRef { node, item, effect: 0 }));
            let waits = list.iter().filter_map(call).filter(|o| is_wait(&o.kind)).collect();
            out.push(Poster { at, call: post, reach: n.reach.clone(), waits });
        }
    }
    out
}

/// Events of a kind that every path to a node passes.
fn before(skeleton: &Skeleton, takes: impl Fn(&OrderKind) -> bool) -> FxHashMap<NodeId, FxHashSet<EventRef>> {
    let mut out: FxHashMap<NodeId, FxHashSet<EventRef>> = FxHashMap::default();
    let Some(entry) = skeleton.entry else { return out };
    out.insert(entry, FxHashSet::default());
    let mut work = std::collections::VecDeque::from([entry]);
    while let Some(node) = work.pop_front() {
        let mut have = out[&node].clone();
        for (n, item) in skeleton.nodes[node].items.iter().enumerate() {
            if let Event::Order(o) = &item.event
                && takes(&o.kind)
            {
                have.insert(EventRef { node, item: n as u32, effect: 0 });
            }
        }
        for edge in &skeleton.nodes[node].succs {
            match out.get_mut(&edge.to) {
                None => {
                    out.insert(edge.to, have.clone());
                    work.push_back(edge.to);
                }
                Some(old) => {
                    let n = old.len();
                    old.retain(|x| have.contains(x));
                    if old.len() != n {
                        work.push_back(edge.to);
                    }
                }
            }
        }
    }
    out
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
        at: EventRef,
        note: &NoteRef,
        to: TermId,
        queue: Option<TermId>,
    ) -> Vec<(Joint, Vec<TermId>)> {
        let mut copy = self.made.remembered(who as u8 + 1, &joint.at[who]);
        let mut of = |t: TermId| copy.of(self.interp, t);
        let post = Post {
            at,
            to: of(to),
            segment: of(note.segment),
            id: of(note.id),
            queue: queue.map(&mut of),
            raised: true,
            seen: false,
        };
        let other = self.rank(1 - who, CommId::World);
        let hit = self.same_rank(post.to, other);
        let miss = self.interp.terms.not(hit);
        let mut next = joint.clone();
        let posts = &mut next.channels.posts[who];
        // One that is not told apart from the last is the same, in an iteration that is not counted.
        let uncounted = joint.at[who].iters.iter().any(|(_, i)| *i == Iter::Own);
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
    pub(super) fn notified(&mut self, joint: &Joint, who: usize, note: &NoteRef) -> Vec<(Joint, Vec<TermId>)> {
        let mut copies = self.copies(joint);
        let note = note.map(|t| copies[who].of(self.interp, t));
        let me = self.rank(who, CommId::World);
        let mut out = Vec::new();
        for (n, post) in joint.channels.posts[1 - who].clone().into_iter().enumerate().filter(|(_, p)| p.raised) {
            let same = self.same_note(&post, me, &note);
            if self.interp.terms.as_const(same) == Some(0) {
                continue;
            }
            let mut next = joint.clone();
            next.channels.posts[1 - who][n].seen = true;
            out.push((next, vec![same]));
        }
        out.extend(self.notified_by_third(joint, who, me, &note));
        for (next, conds) in &mut out {
            next.channels.found[who] = self.about_found(conds);
        }
        out
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

    /// What is known of the notification that was just found, said in terms of the place behind the wait. `moved`: that
    /// is in other iterations than the place before.
    pub(super) fn rebase_found(&mut self, next: &mut Joint, who: usize, at: EventRef, moved: bool) {
        let Event::Order(call) = &self.skeleton.nodes[at.node].items[at.item as usize].event else { return };
        let OrderKind::Notified { note } = call.kind else {
            if moved {
                next.channels.found[who].clear();
            }
            return;
        };
        if !moved {
            return;
        }
        let here = self.made.at(who as u8 + 1, &next.at[who]).of(self.interp, note.id);
        let Term::Sym(id) = *self.interp.terms.get(here) else {
            next.channels.found[who].clear();
            return;
        };
        // The number that was found is the only value that is new with the wait.
        let own = self.interp.copied.get(&id).copied();
        let mut found = std::mem::take(&mut next.channels.found[who]);
        for c in &mut found {
            let mut before = Vec::new();
            self.interp.terms.for_each_sym(*c, &mut |x| before.push(x));
            let mut s = crate::term::Substitution::new();
            for x in before {
                let of = self.interp.copied.get(&x).map(|of| match self.interp.terms.syms[*of].kind {
                    SymKind::Earlier(y, _) => y,
                    _ => *of,
                });
                if of == own && of.is_some() && self.interp.terms.syms[x].process == who as u8 + 1 {
                    s.insert(x, here);
                }
            }
            *c = self.interp.terms.subst(*c, &mut s);
        }
        found.retain(|c| {
            !self.interp.terms.any_sym(*c, |x| {
                let sym = &self.interp.terms.syms[x];
                x != id && !matches!(sym.kind, SymKind::Rank(_) | SymKind::Size(_) | SymKind::Parameter)
            })
        });
        next.channels.found[who] = found;
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
        me: TermId,
        note: &NoteRef,
    ) -> Vec<(Joint, Vec<TermId>)> {
        let posters = self.posts_of.clone();
        let mut out = Vec::new();
        let never = self.never_posts(1 - who, me, note);
        if self.interp.terms.as_const(never) != Some(0) {
            let relayed = posters.iter().any(|p| !p.waits.is_empty() && self.may_be(p, note));
            if relayed {
                out.extend(self.relayed_post(joint, who, me, note, never));
            } else {
                out.push((joint.clone(), vec![never]));
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
                let Some(conds) = self.third_posts(p, 1 - who, me, note) else { continue };
                let mut all = joint.conds.clone();
                all.extend(&conds);
                let all = self.interp.terms.all(&all);
                if self.interp.terms.as_const(all) == Some(0) {
                    continue;
                }
                let mut next = joint.clone();
                let exact = p.waits.is_empty() && p.reach.iter().all(|c| self.about_rank(*c)) && !self.varies(p);
                next.lossy |= joint.channels.by_third[who] || !exact;
                next.channels.by_third[who] = true;
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
        me: TermId,
        note: &NoteRef,
        never: TermId,
    ) -> Vec<(Joint, Vec<TermId>)> {
        let posters = self.posts_of.clone();
        let third = self.third_rank();
        let mut out = Vec::new();
        for p in posters.iter() {
            let Some(mut conds) = self.third_posts(p, 1 - who, me, note) else { continue };
            conds.push(never);
            let mut next = joint.clone();
            next.lossy |= joint.channels.by_third[who];
            next.channels.by_third[who] = true;
            // States in which each of its waits is satisfied, by the other process or without it.
            let mut ways = vec![(next, conds)];
            for wait in &p.waits {
                let OrderKind::Notified { note } = wait.kind else { continue };
                let mut copy = self.made.elsewhere(3);
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

    fn third_rank(&mut self) -> TermId {
        let rank = self.interp.rank_in_comm(CommId::World);
        self.made.elsewhere(3).of(self.interp, rank)
    }

    /// Whether a post may be of a notification, as far as constants tell.
    fn may_be(&mut self, p: &Poster, note: &NoteRef) -> bool {
        let OrderKind::Notify { note: own, .. } = p.call.kind else { return false };
        let terms = &self.interp.terms;
        let differ = |a: TermId, b: TermId| terms.as_const(a).zip(terms.as_const(b)).is_some_and(|(a, b)| a != b);
        !differ(own.segment, note.segment) && !differ(own.id, note.id)
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

    /// Condition under which a process posts a notification nowhere in the program.
    fn never_posts(&mut self, who: usize, to: TermId, note: &NoteRef) -> TermId {
        let mut never = Vec::new();
        for p in self.posts_of.clone().iter().filter(|p| matches!(p.call.kind, OrderKind::Notify { .. })) {
            let mut copy = self.made.elsewhere(who as u8 + 1);
            let parts = self.posted(p, &mut copy, to, note);
            let posts = self.interp.terms.all(&parts);
            never.push(self.interp.terms.not(posts));
        }
        self.interp.terms.all(&never)
    }

    /// Conditions under which a third process posts a notification. `None`: never.
    fn third_posts(&mut self, p: &Poster, other: usize, to: TermId, note: &NoteRef) -> Option<Vec<TermId>> {
        let mut copy = self.made.elsewhere(3);
        let mut conds = self.posted(p, &mut copy, to, note);
        let (rank, other) = (self.third_rank(), self.rank(other, CommId::World));
        conds.push(self.interp.terms.ne(rank, other));
        let all = self.interp.terms.all(&conds);
        (self.interp.terms.as_const(all) != Some(0)).then_some(conds)
    }

    /// A process takes a notification back: what it has found is not raised any more.
    pub(super) fn reset(&mut self, joint: &Joint, who: usize, note: &NoteRef) -> Vec<(Joint, Vec<TermId>)> {
        let mut copies = self.copies(joint);
        let note = note.map(|t| copies[who].of(self.interp, t));
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
