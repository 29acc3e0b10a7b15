//! Notifications of processes that are neither of the two: which process posts, and what it waits for before (theory,
//! 7.5).
//!
//! The poster may wait for a notification of the other process by way of a fourth process. Two third processes have different symbols.

use super::Product;
use super::copy::Copy;
use super::state::ProductState;
use crate::sync::passed::{by_rank, is_reached, passed_before};
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::paths::may_precede;
use rma_skeleton::skeleton::{Event, NoteRef, OrderCall, OrderKind, Skeleton};
use rma_term::ids::{EventRef, TermId};
use rma_term::term::{CommId, Op, Process, SymKind, Term, Terms};
use rustc_hash::FxHashSet;

/// A place that posts a notification, and what every path to it waits for.
#[derive(Debug, Clone)]
pub(super) struct ThirdPoster {
    at: EventRef,
    call: OrderCall,
    /// Conditions under which it is reached.
    reach: Vec<TermId>,
    pub(super) waits: Vec<OrderCall>,
    /// Some paths to it may wait for more.
    perhaps: bool,
}

/// All posts of the program.
pub(super) fn third_posters(facts: &mut Facts, skeleton: &Skeleton) -> Vec<ThirdPoster> {
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
        let (waits, perhaps) = waits_before(facts, skeleton, at, &reach);
        let waits = waits.iter().filter_map(call).collect();
        out.push(ThirdPoster { at, call: post, reach, waits, perhaps });
    }
    out
}

/// The waits that a process passes before it makes a post, and whether some processes or paths pass more.
fn waits_before(facts: &mut Facts, skeleton: &Skeleton, at: EventRef, reach: &[TermId]) -> (Vec<EventRef>, bool) {
    let takes = |_: &Facts, o: &OrderCall| matches!(o.kind, OrderKind::Notified { .. });
    let (mut passed, perhaps) = passed_before(facts, skeleton, at, None, takes);
    let mut sure = !perhaps;
    if perhaps {
        // For small numbers of processes: what all that get there have passed.
        let mut of_all: Option<FxHashSet<EventRef>> = None;
        for (who, own, more) in by_rank(facts, skeleton, at, takes) {
            if !is_reached(facts, reach, who) {
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

impl Product<'_, '_> {
    /// Paths on which the notification is posted by a process other than the other one.
    pub(super) fn notified_by_third(
        &mut self,
        state: &ProductState,
        who: usize,
        at: EventRef,
        me: TermId,
        note: &NoteRef,
    ) -> Vec<(ProductState, Vec<TermId>)> {
        let third_posters = self.posts_of.clone();
        let mut out = Vec::new();
        let never = self.never_posts(1 - who, me, note);
        if !self.facts.terms.is_false(never) {
            let sent_after = third_posters.iter().any(|p| !p.waits.is_empty() && self.may_be(p, note));
            if sent_after {
                out.extend(self.relayed_post(state, who, at, me, note, never));
            } else {
                let posted = self.posted_by_some(note);
                out.push((state.clone(), vec![never, posted]));
            }
        }
        if state.channels.forgot {
            out.push((ProductState { lossy: true, ..state.clone() }, Vec::new()));
        }
        let alike: Vec<&ThirdPoster> = third_posters.iter().filter(|p| self.may_be(p, note)).collect();
        if !self.facts.terms.is_true(never) && !self.have_one_sender(&alike) {
            // The other process posts it too, so it is not known whose it is.
            out.extend(self.by_each(state, who, &[], &alike, |product, p, third| {
                product.third_posts(p, who, (at, third), me, note)
            }));
        }
        out
    }

    /// A third process posts the notification after it has found a notification itself, which the other process may have posted.
    fn relayed_post(
        &mut self,
        state: &ProductState,
        who: usize,
        at: EventRef,
        me: TermId,
        note: &NoteRef,
        never: TermId,
    ) -> Vec<(ProductState, Vec<TermId>)> {
        let third_posters = self.posts_of.clone();
        let Some(number) = state.third(&self.facts.terms.limits, who) else {
            return vec![(ProductState { lossy: true, ..state.clone() }, vec![never])];
        };
        let third = self.rank_of(number);
        let mut out = Vec::new();
        for p in third_posters.iter() {
            let Some(mut conds) = self.third_posts(p, who, (at, number), me, note) else { continue };
            conds.push(never);
            let mut next = state.clone();
            next.lossy |= !self.is_exact(p);
            next.channels.by_third[who] += 1;
            // States in which each of its waits is satisfied, by the other process or without it.
            let mut paths = vec![(next, conds)];
            for wait in &p.waits {
                let OrderKind::Notified { note } = wait.kind else { continue };
                let mut copy = self.made.elsewhere(number);
                let note = note.map(|t| copy.of(self.facts, t));
                let chained = third_posters.iter().any(|q| !q.waits.is_empty() && self.may_be(q, &note));
                let without = self.never_posts(1 - who, third, &note);
                let mut more = Vec::new();
                for (path, conds) in paths {
                    for (n, post) in state.channels.posts[1 - who].clone().iter().enumerate() {
                        let same = self.same_note(post, third, &note);
                        if self.facts.terms.is_false(same) {
                            continue;
                        }
                        let mut next = path.clone();
                        next.channels.posts[1 - who][n].seen = true;
                        more.push((next, [&conds[..], &[same]].concat()));
                    }
                    more.extend(self.posted_by_fourth(&path, who, third, &note, &conds, without));
                    if !self.facts.terms.is_false(without) {
                        let mut next = path;
                        next.lossy |= chained;
                        more.push((next, [&conds[..], &[without]].concat()));
                    }
                }
                paths = more;
            }
            out.extend(paths);
        }
        out
    }

    /// The third process waits for a notification that the other process may post; a fourth process may post it too.
    fn posted_by_fourth(
        &mut self,
        path: &ProductState,
        who: usize,
        third: TermId,
        note: &NoteRef,
        conds: &[TermId],
        without: TermId,
    ) -> Vec<(ProductState, Vec<TermId>)> {
        if self.facts.terms.is_true(without) {
            return Vec::new();
        }
        let third_posters = self.posts_of.clone();
        let alike: Vec<&ThirdPoster> = third_posters.iter().filter(|p| self.may_be(p, note)).collect();
        if self.have_one_sender(&alike) {
            return Vec::new();
        }
        self.by_each(path, who, conds, &alike, |product, q, number| {
            let mut copy = product.made.elsewhere(number);
            let mut more = product.posted(q, &mut copy, third, note);
            let (fourth, other) = (product.rank_of(number), product.rank(1 - who, CommId::World));
            more.push(product.facts.terms.ne(fourth, other));
            Some(more)
        })
    }

    /// The states after a post by some further process, one for each place that may make it. Each comes with what is `known`, and
    /// with the conditions of the poster, which gets a number, if there can be one.
    fn by_each(
        &mut self,
        state: &ProductState,
        who: usize,
        known: &[TermId],
        third_posters: &[&ThirdPoster],
        mut more: impl FnMut(&mut Self, &ThirdPoster, Process) -> Option<Vec<TermId>>,
    ) -> Vec<(ProductState, Vec<TermId>)> {
        let mut out = Vec::new();
        for p in third_posters {
            let Some(number) = state.third(&self.facts.terms.limits, who) else {
                out.push((ProductState { lossy: true, ..state.clone() }, known.to_vec()));
                break;
            };
            let Some(more) = more(self, p, number) else { continue };
            let conds = [known, &more].concat();
            let all = self.facts.terms.all(&[&state.conds[..], &conds].concat());
            if self.facts.terms.is_false(all) {
                continue;
            }
            let mut next = state.clone();
            next.lossy |= !p.waits.is_empty() || !self.is_exact(p);
            next.channels.by_third[who] += 1;
            out.push((next, conds));
        }
        out
    }

    /// Whether at most one process makes these posts to any given process, and it is the same one for all posts.
    fn have_one_sender(&self, third_posters: &[&ThirdPoster]) -> bool {
        let mut senders = third_posters.iter().map(|p| senders(&self.facts.terms, &p.call, &p.reach));
        let Some(mut common) = senders.next() else { return true };
        for of_next in senders {
            common.retain(|t| of_next.contains(t));
        }
        !common.is_empty()
    }

    fn rank_of(&mut self, number: Process) -> TermId {
        let rank = self.facts.rank_in_comm(CommId::World);
        self.made.elsewhere(number).of(self.facts, rank)
    }

    /// Whether a post may be one of a notification; it is not if bounds exclude it.
    fn may_be(&mut self, p: &ThirdPoster, note: &NoteRef) -> bool {
        let OrderKind::Notify { note: own, .. } = p.call.kind else { return false };
        let terms = &mut self.facts.terms;
        let mut differ = |a: TermId, b: TermId| {
            let (a, b) = (terms.range(a), terms.range(b));
            let below = |x: Option<i64>, y: Option<i64>| x.zip(y).is_some_and(|(x, y)| x < y);
            below(a.hi, b.lo) || below(b.hi, a.lo)
        };
        !differ(own.segment, note.segment) && !differ(own.id, note.id)
    }

    /// Whether everything that decides whether a process makes a post is known for every process, and is the same each time.
    fn is_exact(&self, p: &ThirdPoster) -> bool {
        !p.perhaps && p.reach.iter().all(|c| self.about_rank(*c)) && !self.varies(p)
    }

    /// Whether a post has different operands in each iteration.
    fn varies(&self, p: &ThirdPoster) -> bool {
        let OrderKind::Notify { note, to, .. } = p.call.kind else { return true };
        [note.segment, note.id, to].into_iter().any(|t| self.changes(t))
    }

    fn changes(&self, t: TermId) -> bool {
        let lasting = |x: rma_term::ids::SymId| {
            let sym = &self.facts.terms.syms[x];
            sym.def_loop.is_none() && matches!(sym.kind, SymKind::Rank(_) | SymKind::Size(_) | SymKind::Parameter)
        };
        self.facts.terms.any_sym(t, |x| !lasting(x))
    }

    /// Conditions under which a post by the copied process raises notification `note` at process `to`. Values that change from
    /// iteration to iteration are left out.
    fn posted(&mut self, p: &ThirdPoster, copy: &mut Copy, to: TermId, note: &NoteRef) -> Vec<TermId> {
        let OrderKind::Notify { note: own, to: target, .. } = p.call.kind else { return Vec::new() };
        let mut parts = Vec::new();
        for (own, theirs) in [(target, to), (own.segment, note.segment), (own.id, note.id)] {
            if !self.changes(own) {
                let own = copy.of(self.facts, own);
                parts.push(self.same_rank(own, theirs));
            }
        }
        for c in p.reach.clone().into_iter().chain([p.call.cond]) {
            if self.about_rank(c) {
                parts.push(copy.of(self.facts, c));
            }
        }
        parts
    }

    /// Condition under which some process may post a notification; only numbers that are constants at the post are compared.
    fn posted_by_some(&mut self, note: &NoteRef) -> TermId {
        let posted = self.posts_of.iter().filter_map(|p| match p.call.kind {
            OrderKind::Notify { note, .. } => Some(note),
            _ => None,
        });
        let items = self.skeleton.nodes.iter().flat_map(|n| &n.items);
        let raised = items.filter_map(|i| match &i.event {
            Event::Issue(issue) => issue.completion.note,
            _ => None,
        });
        let all: Vec<NoteRef> = posted.chain(raised).collect();
        let mut paths = Vec::new();
        for own in all {
            let mut parts = Vec::new();
            for (own, theirs) in [(own.segment, note.segment), (own.id, note.id)] {
                if self.facts.terms.as_const(own).is_some() {
                    parts.push(self.facts.terms.eq(own, theirs));
                }
            }
            paths.push(self.facts.terms.all(&parts));
        }
        self.facts.terms.any(&paths)
    }

    /// Condition under which a process posts a notification nowhere in the program.
    fn never_posts(&mut self, who: usize, to: TermId, note: &NoteRef) -> TermId {
        let mut never = Vec::new();
        for p in self.posts_of.clone().iter() {
            if !self.may_be(p, note) {
                continue;
            }
            let mut copy = self.made.elsewhere(Process::of(who));
            let parts = self.posted(p, &mut copy, to, note);
            let posts = self.facts.terms.all(&parts);
            never.push(self.facts.terms.not(posts));
        }
        self.facts.terms.all(&never)
    }

    /// Conditions under which a third process posts a notification. `None`: never.
    fn third_posts(
        &mut self,
        p: &ThirdPoster,
        who: usize,
        (at, number): (EventRef, Process),
        to: TermId,
        note: &NoteRef,
    ) -> Option<Vec<TermId>> {
        if !self.may_be(p, note) {
            return None;
        }
        let mut copy = self.made.elsewhere(number);
        let mut conds = self.posted(p, &mut copy, to, note);
        let (rank, other) = (self.rank_of(number), self.rank(1 - who, CommId::World));
        conds.push(self.facts.terms.ne(rank, other));
        // What the process itself posts after the wait comes too late.
        if !may_precede(self.skeleton, p.at, at) {
            let own = self.rank(who, CommId::World);
            conds.push(self.facts.terms.ne(rank, own));
        }
        let all = self.facts.terms.all(&conds);
        (!self.facts.terms.is_false(all)).then_some(conds)
    }

    /// Whether a post is the only one in the program of its notifications, and each receiver gets each of them from one process only.
    pub(super) fn is_only_post(&mut self, at: EventRef) -> bool {
        let third_posters = self.posts_of.clone();
        let Some(own) = third_posters.iter().find(|p| p.at == at) else { return false };
        let OrderKind::Notify { note, .. } = own.call.kind else { return false };
        third_posters.iter().filter(|p| self.may_be(p, &note)).count() == 1
            && (self.have_one_sender(&[own]) || self.have_one_sender_each(own))
    }

    /// Whether the iterations of the loop around a post have notifications of their own, the same ones in all processes, and for each iteration
    /// at most one process posts to any given process (a loop over neighbours: the target is a table, or computed from the counter).
    fn have_one_sender_each(&mut self, p: &ThirdPoster) -> bool {
        let OrderKind::Notify { note, to, .. } = p.call.kind else { return false };
        let Some(&l) = self.skeleton.nodes[p.at.node].loops.last() else { return false };
        let alike = |terms: &Terms, t: TermId| {
            !terms.any_sym(t, |x| match terms.syms[x].kind {
                SymKind::Counter(of) => of != l,
                SymKind::Size(CommId::World) => false,
                SymKind::Parameter => terms.syms[x].def_loop.is_some(),
                _ => true,
            })
        };
        let terms = &self.facts.terms;
        let mut open = vec![to];
        while let Some(t) = open.pop() {
            match *terms.get(t) {
                Term::Ite(cond, a, b) if alike(terms, cond) => open.extend([a, b]),
                _ if reaches_one(terms, t, |t| alike(terms, t)) => {}
                _ => return false,
            }
        }
        alike(terms, note.id) && alike(terms, note.segment) && self.posts_each_once(p.at, &[l])
    }
}

fn is_rank(terms: &Terms, t: TermId) -> bool {
    matches!(*terms.get(t), Term::Sym(x) if terms.syms[x].kind == SymKind::Rank(CommId::World))
}

/// Whether a term is the process' rank plus, or minus, what is the same for all processes.
fn is_shifted(terms: &Terms, t: TermId, alike: impl Fn(TermId) -> bool) -> bool {
    let (_, parts) = terms.linear(t);
    let ranks = parts.iter().filter(|(t, k)| is_rank(terms, *t) && k.abs() == 1).count();
    ranks == 1 && parts.iter().all(|(t, _)| is_rank(terms, *t) || alike(*t))
}

/// Whether no two processes have the same value of a term: a shifted rank, or one modulo the number of processes.
fn reaches_one(terms: &Terms, t: TermId, alike: impl Fn(TermId) -> bool) -> bool {
    let is_size =
        |t: TermId| matches!(*terms.get(t), Term::Sym(x) if terms.syms[x].kind == SymKind::Size(CommId::World));
    match *terms.get(t) {
        Term::Op(Op::Mod, a, n) if is_size(n) => is_shifted(terms, a, alike),
        _ => is_shifted(terms, t, alike),
    }
}

/// The process that posts to a given process, if at most one does: the rank that it posts to as a function of its own rank,
/// and the condition on its rank.
pub(crate) fn senders(terms: &Terms, call: &OrderCall, reach: &[TermId]) -> Vec<TermId> {
    let OrderKind::Notify { to, .. } = call.kind else { return Vec::new() };
    let alike = |t: TermId| {
        !terms.any_sym(t, |x| !matches!(terms.syms[x].kind, SymKind::Size(CommId::World) | SymKind::Parameter))
    };
    // Only one process gets there.
    let one = |c: &TermId| matches!(*terms.get(*c), Term::Eq0(t) if is_shifted(terms, t, alike));
    let receiver = reaches_one(terms, to, alike).then_some(to);
    receiver.into_iter().chain(reach.iter().copied().filter(one)).collect()
}
