//! Writes that carry a notification of their own, and who has waited for it (GASPI 17.1, 8.3) (theory, 7.3).
//!
//! A process sends the blocks of a vector in a loop, each with the notification of its number, and the receiver waits for the number of a
//! block before it reads the block. Which iterations of the sender have been passed in which state is not followed for loops of unknown
//! length. It need not be: if no other place posts these notifications and each iteration posts another one, whoever has found the
//! notification of a block has received this block. If both repeat a loop, and the receiver finds and
//! resets the notification once in each iteration, then it has found a notification of this iteration or of an earlier one.
//!
//! The lemma also holds inside outer loops that both processes repeat, for a write that is not in a later iteration than the access, if
//! every iteration of these loops waits for the same notifications and takes back what it has found: the (t + 1)-th wait for a notification
//! needs t + 1 posts of it. The pair then gets the condition that the notifications differ, or that the write is in a later iteration. At a
//! barrier that follows such waits in all processes, for the same numbers, every process has found what was posted before.
//!
//! *Lemma.* Let no other place post the notifications of place P (`gaspi_write_notify`), let each receiver get each of them from one process only, and
//! let no two executions of P post the same notification. If the receiver has found a notification before an access, then the write that posted
//! it has arrived before the access: only one execution of P posts it, after its data.

use super::Product;
use super::active::Active;
use super::check::Views;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::paths::precedes;
use rma_skeleton::skeleton::{Event, Item, NoteRef, OrderCall, OrderKind, Skeleton, TeamEvent, TeamKind};
use rma_term::ids::{EventRef, LoopId, NodeId, TermId, ThreadId};
use rma_term::limits::Limit;
use rma_term::term::{Substitution, SymKind, Term};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// A notification that is posted or waited for, in terms of the process at that event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NoteAt {
    /// The event.
    pub at: EventRef,
    /// Which.
    pub note: NoteRef,
    /// Iterations of the loops around the place, outermost first; without that of a loop that is over.
    pub iterations: Vec<TermId>,
    /// A loop that is over has found so many notifications, with numbers from that of `note` on.
    pub count: Option<TermId>,
}

/// The numbers of notifications in the iterations of a loop.
#[derive(PartialEq, Eq)]
enum Numbers {
    /// In each iteration.
    Each(Vec<TermId>),
    /// One after the other, up or down.
    Row { least: TermId, count: TermId },
}

impl NoteAt {
    /// The notification of a post or wait, in terms of the process there; `None` for other events.
    pub fn of(facts: &mut Facts, skeleton: &Skeleton, at: EventRef) -> Option<NoteAt> {
        let (OrderKind::Notify { note, .. } | OrderKind::Notified { note }) = order(skeleton, at)?.kind else {
            return None;
        };
        let loops = skeleton.nodes[at.node].loops.iter();
        let iterations = loops.map(|l| facts.terms.sym(skeleton.loops[*l].counter)).collect();
        Some(NoteAt { at, note, iterations, count: None })
    }

    /// The same notification with each of its terms replaced.
    pub fn map(&self, mut f: impl FnMut(TermId) -> TermId) -> NoteAt {
        NoteAt {
            at: self.at,
            note: self.note.map(&mut f),
            iterations: self.iterations.iter().map(|t| f(*t)).collect(),
            count: self.count.map(f),
        }
    }
}

/// The post that is part of an operation's own call.
pub(crate) fn own_post(skeleton: &Skeleton, op: EventRef) -> Option<EventRef> {
    let items = &skeleton.nodes[op.node].items;
    let Event::Issue(issue) = &items[op.item as usize].event else { return None };
    let mut after = (op.item + 1..items.len() as u32).map(|item| EventRef { item, effect: 0, ..op });
    let (loc, ctx) = (items[op.item as usize].loc, items[op.item as usize].ctx);
    after.by_ref().take_while(|at| (items[at.item as usize].loc, items[at.item as usize].ctx) == (loc, ctx)).find(
        |at| {
            order(skeleton, *at).is_some_and(|o| {
                o.routine.name == issue.routine.name && matches!(o.kind, OrderKind::Notify { queue: None, .. })
            })
        },
    )
}

fn order(skeleton: &Skeleton, at: EventRef) -> Option<&OrderCall> {
    match &skeleton.nodes[at.node].items[at.item as usize].event {
        Event::Order(o) => Some(o),
        _ => None,
    }
}

impl Product<'_, '_> {
    /// The notifications that a process has found in the same iteration before it reaches a place, in terms of the process there.
    pub(super) fn found_before(&mut self, at: EventRef) -> Rc<Vec<NoteAt>> {
        if self.posts_of.is_empty() {
            return Rc::default();
        }
        let at = EventRef { effect: 0, ..at };
        if let Some(known) = self.found_before.get(&at) {
            return known.clone();
        }
        let skeleton = self.skeleton;
        let loops = &skeleton.nodes[at.node].loops;
        let mut out = Vec::new();
        for (node, data) in skeleton.nodes.iter_enumerated() {
            let over = match data.loops.strip_prefix(&loops[..]) {
                _ if loops.starts_with(&data.loops) => None,
                Some([l]) if self.is_over_before(*l, node, at) => Some(*l),
                _ => continue,
            };
            for item in 0..data.items.len() as u32 {
                let wait = EventRef { node, item, effect: 0 };
                let waits = order(skeleton, wait)
                    .is_some_and(|o| matches!(o.kind, OrderKind::Notified { .. }) && self.facts.terms.is_true(o.cond));
                if !waits || over.is_none() && !precedes(self.facts, skeleton, wait, at, &[]) {
                    continue;
                }
                let Some(found) = NoteAt::of(self.facts, skeleton, wait) else { continue };
                match over {
                    Some(l) => out.extend(self.found_in_loop(found, l)),
                    None => out.push(found),
                }
            }
        }
        let out = Rc::new(out);
        self.found_before.insert(at, out.clone());
        out
    }

    /// Whether a loop is over when a process reaches a place, and has passed a node in each of its iterations, by one thread.
    fn is_over_before(&mut self, l: LoopId, node: NodeId, at: EventRef) -> bool {
        let skeleton = self.skeleton;
        let data = &skeleton.loops[l];
        let Some(header) = data.header.filter(|_| data.trips.is_some() && !data.recursion) else { return false };
        let start = EventRef { node: header, item: 0, effect: 0 };
        let inside = EventRef { node, item: 0, effect: 0 };
        !skeleton.nodes[node].items.is_empty()
            && self.facts.threads.around(skeleton, inside).is_empty()
            && is_passed_each_time(skeleton, l, node)
            && precedes(self.facts, skeleton, start, at, &[])
    }

    /// What a wait in a loop has found when the loop is over.
    fn found_in_loop(&mut self, mut found: NoteAt, l: LoopId) -> Vec<NoteAt> {
        found.iterations.pop();
        let Some(trips) = self.skeleton.loops[l].trips.filter(|_| !self.facts.varies_in(found.note.segment, l)) else {
            return Vec::new();
        };
        let with = |id: TermId, count: Option<TermId>| {
            let note = NoteRef { id, ..found.note };
            NoteAt { note, count, ..found.clone() }
        };
        match self.numbers_in(found.note.id, l, trips) {
            Some(Numbers::Each(numbers)) => numbers.into_iter().map(|id| with(id, None)).collect(),
            Some(Numbers::Row { least, count }) => vec![with(least, Some(count))],
            None => Vec::new(),
        }
    }

    /// The values of a term in the iterations of a loop: those of a short table, or numbers in a row.
    fn numbers_in(&mut self, number: TermId, l: LoopId, trips: TermId) -> Option<Numbers> {
        let counter = self.skeleton.loops[l].counter;
        let in_iteration = |facts: &mut Facts, k: TermId| {
            let mut s = Substitution::new();
            s.insert(counter, k);
            let value = facts.terms.subst(number, &mut s);
            (!facts.varies_in(value, l)).then_some(value)
        };
        if let Some(n) = self.facts.terms.as_const(trips)
            && self.facts.terms.limits.room(Limit::TableElements, n)
        {
            let each = (0..n).map(|k| {
                let k = self.facts.terms.int(k);
                in_iteration(self.facts, k)
            });
            return Some(Numbers::Each(each.collect::<Option<_>>()?));
        }
        let zero = self.facts.terms.int(0);
        let first = in_iteration(self.facts, zero)?;
        let counter = self.facts.terms.sym(counter);
        let sum = self.facts.terms.add(first, counter);
        let difference = self.facts.terms.sub(first, counter);
        if number == sum {
            return Some(Numbers::Row { least: first, count: trips });
        }
        let before = self.facts.terms.sub(first, trips);
        let least = self.facts.terms.add_int(before, 1);
        (number == difference).then_some(Numbers::Row { least, count: trips })
    }

    /// Conditions without which an access comes after the write: its process has found the write's own notification.
    pub(super) fn unless_waited_for(&mut self, views: &mut Views, a: &Active, b: &Active) -> Vec<TermId> {
        let Some(post) = a.own_note.as_ref().filter(|_| b.target.is_none()) else { return Vec::new() };
        let mut out = Vec::new();
        for wait in &b.waited {
            let Some(repeated) = self.repeated_together(post.at, wait.at) else { continue };
            if repeated > wait.iterations.len() {
                continue;
            }
            let [first, second] = &mut views.copies;
            let (posted, found) =
                (post.note.map(|t| first.of(self.facts, t)), wait.note.map(|t| second.of(self.facts, t)));
            // The iteration of the post is none after that of the wait.
            let mut not_after = self.facts.terms.truth(true);
            for n in (0..repeated).rev() {
                let (x, y) = (first.of(self.facts, post.iterations[n]), second.of(self.facts, wait.iterations[n]));
                let terms = &mut self.facts.terms;
                let (before, same) = (terms.lt(x, y), terms.eq(x, y));
                let rest = terms.all(&[same, not_after]);
                not_after = terms.any(&[before, rest]);
            }
            let count = wait.count.map(|count| second.of(self.facts, count));
            let terms = &mut self.facts.terms;
            let same_id = match count {
                None => terms.eq(posted.id, found.id),
                Some(count) => {
                    let end = terms.add(found.id, count);
                    let ends = [terms.le(found.id, posted.id), terms.lt(posted.id, end)];
                    terms.all(&ends)
                }
            };
            let parts = [terms.eq(posted.segment, found.segment), same_id, not_after];
            let arrived = terms.all(&parts);
            out.push(terms.not(arrived));
        }
        out
    }

    /// How many of the outermost loops repeat a post and a wait together, so that a process that has found the notification has found the
    /// one of the same iteration. `None`: the wait may find another post.
    fn repeated_together(&mut self, post: EventRef, wait: EventRef) -> Option<usize> {
        if let Some(known) = self.repeated.get(&(post, wait)) {
            return *known;
        }
        let answer = self.find_repeated_together(post, wait);
        self.repeated.insert((post, wait), answer);
        answer
    }

    fn find_repeated_together(&mut self, post: EventRef, wait: EventRef) -> Option<usize> {
        let skeleton = self.skeleton;
        let raised = |e: &Event| matches!(e, Event::Issue(issue) if issue.completion.note.is_some());
        if !self.is_only_post(post)
            || [post, wait].iter().any(|at| skeleton.in_recursion(at.node))
            || skeleton.nodes.iter().flat_map(|n| &n.items).any(|i| raised(&i.event))
        {
            return None;
        }
        let (of_post, of_wait) = (&skeleton.nodes[post.node].loops, &skeleton.nodes[wait.node].loops);
        let common = of_post.iter().zip(of_wait).take_while(|(a, b)| a == b).count();
        (0..=common).rev().find(|n| {
            let (outer, inner) = of_post.split_at(*n);
            self.posts_each_once(post, inner)
                && (outer.is_empty() || self.is_found_each_time(wait, outer, &of_wait[*n..]))
        })
    }

    /// Whether every process has found all notifications that a place posts, up to the iteration of a barrier, when it passes this barrier:
    /// a loop over the numbers of the posts waits for each of them.
    pub(super) fn all_found_before(&mut self, post: EventRef, wait: EventRef, barrier: EventRef) -> bool {
        let Some(repeated) = self.repeated_together(post, wait) else { return false };
        let skeleton = self.skeleton;
        let [of_post, of_wait, of_barrier] = [post, wait, barrier].map(|at| &skeleton.nodes[at.node].loops[..]);
        // The loops of the waits that the barrier is not in: they are over when it is passed.
        let Some(over) = of_wait.strip_prefix(of_barrier).filter(|_| of_barrier.len() <= repeated) else {
            return false;
        };
        let on_every_path = |at: EventRef, facts: &mut Facts| precedes(facts, skeleton, at, barrier, &[]);
        let start = |l: &LoopId| skeleton.loops[*l].header.map(|node| EventRef { node, item: 0, effect: 0 });
        let first = over.first().map_or(Some(wait), start);
        if !first.is_some_and(|first| on_every_path(first, self.facts)) {
            return false;
        }
        let through = over.iter().enumerate().all(|(n, l)| {
            let next = over.get(n + 1).map_or(Some(wait), start);
            skeleton.loops[*l].trips.is_some() && next.is_some_and(|next| is_passed_each_time(skeleton, *l, next.node))
        });
        // The threads of a team execute each iteration of a worksharing loop, and have joined before the barrier.
        let reach = skeleton.nodes[wait.node].reach.iter().map(|c| self.facts.of_all_parts(*c, None));
        let reach: Vec<TermId> = reach.collect();
        if !through || !reach.iter().all(|c| self.is_alike(*c, of_wait)) {
            return false;
        }
        // The same numbers, as many of them.
        let note = |at| match order(skeleton, at).map(|o| &o.kind) {
            Some(OrderKind::Notify { note, .. } | OrderKind::Notified { note }) => Some(*note),
            _ => None,
        };
        let (Some(posted), Some(found)) = (note(post), note(wait)) else { return false };
        let found = found.map(|t| self.facts.of_all_parts(t, None));
        let all_found = match (&of_post[repeated..], &of_wait[repeated..]) {
            ([], []) => found.id == posted.id,
            ([a], [b]) => {
                let [Some(of_a), Some(of_b)] = [a, b]
                    .map(|l| skeleton.loops[*l].trips.map(|t| self.facts.of_all_parts(t, None)))
                    .map(|trips| trips.filter(|t| self.is_alike(*t, of_wait)))
                else {
                    return false;
                };
                match (self.numbers_in(posted.id, *a, of_a), self.numbers_in(found.id, *b, of_b)) {
                    (Some(Numbers::Each(posted)), Some(Numbers::Each(found))) => {
                        posted.iter().all(|x| found.contains(x))
                    }
                    (Some(posted), Some(found)) => posted == found,
                    _ => false,
                }
            }
            _ => return false,
        };
        all_found && self.is_alike(found.id, of_wait) && found.segment == posted.segment
    }

    /// Whether a term has the same value in all processes, in the same iterations of these loops.
    fn is_alike(&self, t: TermId, loops: &[LoopId]) -> bool {
        let terms = &self.facts.terms;
        !terms.any_sym(t, |x| {
            let sym = &terms.syms[x];
            let counts = matches!(sym.kind, SymKind::Counter(l) if loops.contains(&l));
            !counts && !sym.uniform && !matches!(sym.kind, SymKind::Size(_) | SymKind::Parameter)
        })
    }

    /// Whether no two iterations of these loops post the same notification, also if different threads execute them.
    pub(super) fn posts_each_once(&mut self, post: EventRef, loops: &[LoopId]) -> bool {
        let Some(OrderKind::Notify { note, .. }) = order(self.skeleton, post).map(|o| o.kind.clone()) else {
            return false;
        };
        let (_, parts) = self.facts.terms.linear(note.id);
        let by = match loops {
            [] => None,
            [l] => {
                let counter = self.skeleton.loops[*l].counter;
                if self.differs_in_each(note.id, *l) {
                    return self.facts.threads.around(self.skeleton, post).is_empty();
                }
                let of_counter = |(t, _): &&(TermId, i64)| *self.facts.terms.get(*t) == Term::Sym(counter);
                let Some((counter, by)) = parts.iter().find(of_counter).copied() else { return false };
                if parts.iter().any(|(t, _)| *t != counter && self.facts.varies_in(*t, *l)) {
                    return false;
                }
                Some(by)
            }
            _ => return false,
        };
        match self.facts.threads.around(self.skeleton, post)[..] {
            [] => true,
            [_] if self.by_one_thread(post.node) => true,
            // Iterations of a worksharing loop: each of them is of one thread's part.
            [_] => parts.iter().any(|(t, k)| {
                let Term::Sym(x) = *self.facts.terms.get(*t) else { return false };
                Some(*k) == by && self.facts.threads.shares.contains_key(&x)
            }),
            _ => false,
        }
    }

    /// Whether a number has another value in each of the few iterations of a loop (the numbers of a table).
    fn differs_in_each(&mut self, number: TermId, l: LoopId) -> bool {
        let Some(trips) = self.skeleton.loops[l].trips else { return false };
        let Some(Numbers::Each(values)) = self.numbers_in(number, l, trips) else { return false };
        let mut pairs = values.iter().enumerate().flat_map(|(n, a)| values[..n].iter().map(move |b| (*a, *b)));
        pairs.all(|(a, b)| {
            let same = self.facts.terms.eq(a, b);
            self.facts.terms.is_false(same)
        })
    }

    /// Whether every iteration of the outer loops waits for the same notifications, and resets what it has found.
    fn is_found_each_time(&mut self, wait: EventRef, outer: &[LoopId], inner: &[LoopId]) -> bool {
        let skeleton = self.skeleton;
        let Some(OrderKind::Notified { note }) = order(skeleton, wait).map(|o| o.kind.clone()) else { return false };
        let teams = self.facts.threads.around(skeleton, wait);
        // The team begins and ends in each iteration, or its threads pass a barrier in it.
        let in_step = |l: &LoopId| self.facts.threads.lockstep.contains(l) || is_forked_in(skeleton, &teams, *l);
        if !teams.is_empty() && !outer.iter().all(in_step) {
            return false;
        }
        let mut of_team = |t: TermId| self.facts.of_all_parts(t, None);
        let reach: Vec<TermId> = skeleton.nodes[wait.node].reach.iter().map(|c| of_team(*c)).collect();
        let ends: Vec<Option<TermId>> = inner.iter().map(|l| skeleton.loops[*l].trips.map(&mut of_team)).collect();
        let whole = note.map(of_team);
        let lasting = |t: TermId| {
            let terms = &self.facts.terms;
            !terms.any_sym(t, |x| match terms.syms[x].kind {
                SymKind::Counter(l) => !inner.contains(&l) && outer.iter().any(|o| self.facts.loop_within(Some(l), *o)),
                _ => outer.iter().any(|o| self.facts.loop_within(terms.syms[x].def_loop, *o)),
            })
        };
        // What bounds the iterations of the outer loops holds in the earlier ones, too.
        let bounds = |t: TermId| {
            let Term::Le0(bounded) = *self.facts.terms.get(t) else { return false };
            let (_, parts) = self.facts.terms.linear(bounded);
            parts.iter().all(|(part, k)| {
                let counts = matches!(*self.facts.terms.get(*part), Term::Sym(x)
                    if matches!(self.facts.terms.syms[x].kind, SymKind::Counter(l) if outer.contains(&l)));
                counts && *k > 0 || lasting(*part)
            })
        };
        ends.into_iter().all(|trips| trips.is_some_and(lasting))
            && [whole.id, whole.segment].iter().all(|t| lasting(*t))
            && reach.iter().all(|c| lasting(*c) || bounds(*c))
            && is_taken_back(self.skeleton, wait, &note)
    }
}

/// Whether a notification that was found is taken back before the process waits for it again.
pub(crate) fn is_taken_back(skeleton: &Skeleton, wait: EventRef, note: &NoteRef) -> bool {
    let takes_back = |at: EventRef| {
        order(skeleton, at).is_some_and(|o| matches!(o.kind, OrderKind::Reset { note: own } if own == *note))
    };
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    let mut open = vec![(wait.node, wait.item + 1)];
    while let Some((node, from)) = open.pop() {
        let data = &skeleton.nodes[node];
        let mut items = (from..data.items.len() as u32).map(|item| EventRef { node, item, effect: 0 });
        match items.find(|at| *at == wait || takes_back(*at)) {
            Some(at) if at == wait => return false,
            Some(_) => {}
            None => open.extend(data.succs.iter().filter(|e| seen.insert(e.to)).map(|e| (e.to, 0))),
        }
    }
    true
}

/// Whether every iteration of a loop forks these teams again, so that they have joined when it ends (OpenMP 5.2, 10.1).
fn is_forked_in(skeleton: &Skeleton, teams: &[ThreadId], l: LoopId) -> bool {
    let forks = |item: &Item| match &item.event {
        Event::Team(TeamEvent { kind: TeamKind::Fork, thread: Some(team) }) => teams.contains(team),
        _ => false,
    };
    let forked = skeleton.nodes.iter().filter(|n| n.loops.contains(&l)).flat_map(|n| &n.items).filter(|i| forks(i));
    forked.count() == teams.len()
}

/// Whether every iteration of a loop passes a node.
fn is_passed_each_time(skeleton: &Skeleton, l: LoopId, node: NodeId) -> bool {
    let data = &skeleton.loops[l];
    let Some(header) = data.header.filter(|_| data.states.is_empty()) else { return false };
    let inside = |n: NodeId| skeleton.nodes[n].loops.contains(&l);
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    let mut open: Vec<NodeId> = vec![header];
    while let Some(at) = open.pop() {
        for edge in skeleton.nodes[at].succs.iter().filter(|e| inside(e.to) && e.to != node) {
            if edge.to == header {
                return false;
            }
            if seen.insert(edge.to) {
                open.push(edge.to);
            }
        }
    }
    true
}
