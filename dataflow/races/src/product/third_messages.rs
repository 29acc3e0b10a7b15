//! Order by messages through a third process (theory, 7.5).
//!
//! A receive from a named third process waits for the other process if the third one, on every path to its send, first receives a message that
//! the other process has not sent yet. The step is lossy while the receiver is ahead of the other process by a collective that gathers at a root,
//! which the third process may be. Of messages from any source, different ones have different senders (assumption 23).

use super::Product;
use super::state::{Message, ProductState, Sequence};
use rma_frontend::api::Epoch;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::paths::{may_precede, precedes};
use rma_skeleton::skeleton::{Direction, Event, OrderCall, OrderKind, Skeleton};
use rma_term::ids::{EventRef, LoopId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Op, Process, SymKind, Term};

/// A send, and what its process always receives before it.
#[derive(Debug, Clone)]
pub(super) struct ThirdSender {
    pub send: OrderCall,
    /// Conditions under which the send is reached.
    pub(super) reach: Vec<TermId>,
    /// Receives that come before the send on every path, each with the condition under which it is executed.
    receives: Vec<(OrderCall, TermId)>,
    /// Receives that come before the send on some paths only, outside of loops, with the conditions of these paths.
    perhaps: Vec<(OrderCall, Vec<TermId>)>,
    /// This third process may send more than one message to one process.
    pub repeats: bool,
}

impl ThirdSender {
    /// Its process may have to receive something first.
    pub fn waits(&self) -> bool {
        !self.receives.is_empty() || !self.perhaps.is_empty()
    }
}

/// Whether a third process may have to receive a message of the other process before it sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SentAfter {
    /// It need not.
    No,
    /// It receives from a process that it names, which may be the other one.
    Named,
    /// The third process receives from anybody first, or sends one message at once and another one later.
    Perhaps,
}

/// All sends of the program.
pub(super) fn third_senders(facts: &mut Facts, skeleton: &Skeleton) -> Vec<ThirdSender> {
    let (mut sends, mut receives) = (Vec::new(), Vec::new());
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (n, item) in data.items.iter().enumerate() {
            let Event::Order(o) = &item.event else { continue };
            let at = EventRef { node, item: n as u32, effect: 0 };
            match o.kind {
                OrderKind::Send { .. } => sends.push((at, &**o)),
                OrderKind::Receive { takes: true, .. } => receives.push((at, &**o)),
                _ => {}
            }
        }
    }
    let few = facts.terms.limits.allows(Limit::ThirdMessagePairs, sends.len() * receives.len());
    let mut out = Vec::new();
    for (at, send) in sends {
        let node = &skeleton.nodes[at.node];
        let (mut list, mut perhaps) = (Vec::new(), Vec::new());
        for (before, receive) in receives.iter().filter(|_| few) {
            let reach = &skeleton.nodes[before.node].reach;
            let more: Vec<TermId> = reach.iter().copied().filter(|c| !node.reach.contains(c)).collect();
            let when = match more[..] {
                [] => facts.terms.truth(true),
                [one] => one,
                _ => facts.terms.truth(false),
            };
            let known = !facts.terms.is_false(when);
            if known && precedes(facts, skeleton, *before, at, &[when]) {
                list.push(((*receive).clone(), when));
            } else if skeleton.nodes[before.node].loops.is_empty() && may_precede(skeleton, *before, at) {
                perhaps.push(((*receive).clone(), reach.clone()));
            }
        }
        let OrderKind::Send { to, .. } = send.kind else { continue };
        let repeats = node.loops.iter().any(|l| !visits_once(facts, skeleton, to, *l));
        out.push(ThirdSender { send: send.clone(), reach: node.reach.clone(), receives: list, perhaps, repeats });
    }
    out
}

/// Whether no two iterations of a loop go to one process: the loop has one iteration at most, or iteration `i` goes to process `i`,
/// or to `(rank + i) % size` in at most `size` iterations.
pub(crate) fn visits_once(facts: &mut Facts, skeleton: &Skeleton, to: TermId, l: LoopId) -> bool {
    let most = i64::from(!skeleton.loops[l].body_at_last);
    if skeleton.loops[l].trips.and_then(|t| facts.terms.as_const(t)).is_some_and(|n| n <= most) {
        return true;
    }
    let k = facts.terms.sym(skeleton.loops[l].counter);
    let grows = |facts: &mut Facts, t: TermId, unit: bool| {
        let (_, ts) = facts.terms.linear(t);
        let slope = ts.iter().find(|(x, _)| *x == k).map_or(0, |(_, a)| *a);
        let rest = facts.terms.from_linear(0, ts.into_iter().filter(|(x, _)| *x != k).collect());
        slope != 0 && (!unit || slope.abs() == 1) && !facts.varies_in(rest, l)
    };
    match *facts.terms.get(to) {
        Term::Op(Op::Mod | Op::Rem, x, by) => {
            let (bounds, last) = (skeleton.loops[l].bounds.clone(), i64::from(skeleton.loops[l].body_at_last));
            let few = bounds.iter().any(|b| {
                let iterations = facts.terms.add_int(*b, last);
                let within = facts.terms.le(iterations, by);
                facts.terms.is_true(within)
            });
            few && grows(facts, x, true)
        }
        _ => grows(facts, to, false),
    }
}

impl Product<'_, '_> {
    /// Whether a process is ahead of the other by a collective that gathers at a root, so that a third process that is the root has not
    /// passed this collective yet and has not sent the messages after it.
    fn waits_at_root(&self, state: &ProductState, who: usize, o: &OrderCall) -> bool {
        let gathers = |at: &EventRef| match self.event(*at) {
            Event::Order(o) => matches!(o.kind, OrderKind::Collective { direction: Direction::AllToRoot, .. }),
            _ => false,
        };
        let ahead = state.channels.ahead.get(&Sequence::Comm(o.comm));
        ahead.is_some_and(|(of, list)| usize::from(*of) == who && list.iter().any(gathers))
    }

    /// A process receives from a third process, `from`. The result has the conditions under which the receive need not wait for the other
    /// process: the third process does not send its message only after a message that the other process has not sent yet.
    pub(super) fn not_relayed(
        &mut self,
        state: &ProductState,
        who: usize,
        o: &OrderCall,
        from: TermId,
    ) -> (Vec<TermId>, SentAfter) {
        let OrderKind::Receive { tag: expected, told, .. } = &o.kind else { return (Vec::new(), SentAfter::No) };
        let mut sent_after = if self.waits_at_root(state, who, o) { SentAfter::Perhaps } else { SentAfter::No };
        if self.third_senders.iter().all(|r| r.receives.is_empty() && r.perhaps.is_empty()) {
            return (Vec::new(), sent_after);
        }
        let (mut waiting, mut at_once) = (false, false);
        let (me, other) = (self.rank(who, o.comm), self.rank(1 - who, o.comm));
        let mut copies = self.copies(state);
        let expected = expected.or(*told).map(|t| copies[who].of(self.facts, t));
        let third_senders = self.third_senders.clone();
        let chain = self.chain(o.comm);
        // Paths in which the message comes without waiting for the other process.
        let mut free = Vec::new();
        for ThirdSender { send, reach, receives, perhaps, .. } in third_senders.iter().filter(|r| r.send.comm == o.comm)
        {
            let OrderKind::Send { to, tag, .. } = send.kind else { continue };
            let mut sent = vec![send.cond, self.facts.terms.truth(true)];
            sent.extend(reach.iter().copied().filter(|c| self.about_member(*c, o.comm)));
            let mut third = self.made.elsewhere(Process::Target);
            let mut parts: Vec<TermId> = sent.iter().map(|t| third.of(self.facts, *t)).collect();
            let to = third.of(self.facts, to);
            parts.push(self.facts.terms.eq(to, me));
            if let Some(expected) = expected {
                let tag = third.of(self.facts, tag);
                parts.push(self.facts.terms.eq(tag, expected));
            }
            if let Some(step) = chain {
                parts.push(self.past_chain(state, (who, o.comm, expected), step, from));
            }
            let fits = self.facts.terms.all(&[&parts[..], &state.conds].concat());
            let fits = chain.is_none() && !self.facts.terms.is_false(fits);
            let mut waits = false;
            for (receive, reach) in perhaps.iter().filter(|(r, _)| fits && r.comm == o.comm) {
                let OrderKind::Receive { from: Some(source), tag, .. } = receive.kind else { continue };
                let source = third.of(self.facts, source);
                let mut path = vec![self.facts.terms.eq(source, other)];
                path.extend(&parts);
                path.extend(&state.conds);
                let reach: Vec<TermId> = reach.iter().copied().filter(|c| self.about_rank(*c)).collect();
                path.extend(reach.iter().map(|c| third.of(self.facts, *c)));
                let path = self.facts.terms.all(&path);
                let tag = tag.map(|t| third.of(self.facts, t));
                let done = state.channels.elsewhere[1 - who]
                    .iter()
                    .any(|(m, to)| m.comm == o.comm && *to == from && tag.is_none_or(|t| t == m.tag));
                if !done && !self.facts.terms.is_false(path) {
                    sent_after = SentAfter::Perhaps;
                }
            }
            for (receive, when) in receives.iter().filter(|(r, _)| r.comm == o.comm) {
                let OrderKind::Receive { from: source, tag, .. } = receive.kind else { continue };
                let Some(source) = source else {
                    sent_after = sent_after.max(if fits { SentAfter::Perhaps } else { SentAfter::No });
                    continue;
                };
                if !self.about_rank(*when) {
                    continue;
                }
                let (source, when) = (third.of(self.facts, source), third.of(self.facts, *when));
                let of_other = self.facts.terms.eq(source, other);
                let of_other = self.facts.terms.all(&[of_other, when]);
                waits |= fits && !self.facts.terms.is_false(of_other);
                let tag = tag.map(|t| third.of(self.facts, t));
                // The other has sent it already.
                let mut done = Vec::new();
                for (m, to) in &state.channels.elsewhere[1 - who] {
                    let reached = self.facts.terms.eq(*to, from);
                    let fits = match tag {
                        Some(tag) => self.facts.terms.eq(tag, m.tag),
                        None => self.facts.terms.truth(true),
                    };
                    if m.comm == o.comm {
                        done.push(self.facts.terms.all(&[reached, fits]));
                    }
                }
                let not = self.facts.terms.not(of_other);
                done.push(not);
                parts.push(self.facts.terms.any(&done));
            }
            if fits {
                *(if waits { &mut waiting } else { &mut at_once }) = true;
            }
            free.push(self.facts.terms.all(&parts));
        }
        sent_after = match (waiting, at_once) {
            (false, _) => sent_after,
            (true, false) => sent_after.max(SentAfter::Named),
            // It is not known which of these messages arrives.
            (true, true) => SentAfter::Perhaps,
        };
        if free.is_empty() {
            return (Vec::new(), sent_after);
        }
        let any = self.facts.terms.any(&free);
        // The third process is the one that the receive names, in the communicator of the receiver.
        let rank = self.facts.rank_in_comm(o.comm);
        let third = self.made.elsewhere(Process::Target).of(self.facts, rank);
        let mut s = rma_term::term::Substitution::new();
        if let rma_term::term::Term::Sym(x) = *self.facts.terms.get(third) {
            s.insert(x, from);
        }
        if let Some([its, mine]) = self.sizes_of_parts(Process::Target, who, o.comm)
            && let rma_term::term::Term::Sym(x) = *self.facts.terms.get(its)
        {
            s.insert(x, mine);
        }
        (vec![self.facts.terms.subst(any, &mut s)], sent_after)
    }

    /// The direction of a chain of messages on a communicator: every process sends to the next rank (1) or the previous rank (-1), after it
    /// has received from the opposite side. Only the first process of the chain sends without a receive.
    fn chain(&mut self, comm: CommId) -> Option<i64> {
        let third_senders = self.third_senders.clone();
        let rank = self.facts.rank_in_comm(comm);
        let mut step = None;
        for third_messages in third_senders.iter().filter(|r| r.send.comm == comm) {
            let OrderKind::Send { to, .. } = third_messages.send.kind else { return None };
            let by = self.facts.terms.sub(to, rank);
            let by = self.facts.terms.as_const(by).filter(|by| by.abs() == 1)?;
            if step.is_some_and(|s| s != by) {
                return None;
            }
            step = Some(by);
            let end = if by == 1 {
                self.facts.terms.int(0)
            } else {
                let size = self.facts.size_of_comm(comm);
                self.facts.terms.add_int(size, -1)
            };
            // The condition holds for all but the first of the chain.
            let inner = self.facts.terms.ne(rank, end);
            let inside = if by == 1 { self.facts.terms.lt(end, rank) } else { self.facts.terms.lt(rank, end) };
            let after = third_messages.receives.iter().any(|(receive, when)| {
                let OrderKind::Receive { from: Some(from), .. } = receive.kind else { return false };
                let back = self.facts.terms.sub(from, rank);
                let always = self.facts.terms.is_true(*when);
                let but_first = always || *when == inner || *when == inside;
                receive.comm == comm && self.facts.terms.as_const(back) == Some(-by) && but_first
            });
            if !after {
                return None;
            }
        }
        step
    }

    /// Condition under which a chain of messages to `from` does not lead through the other process, or the other process has already sent
    /// its message.
    fn past_chain(
        &mut self,
        state: &ProductState,
        (who, comm, tag): (usize, CommId, Option<TermId>),
        step: i64,
        from: TermId,
    ) -> TermId {
        let other = self.rank(1 - who, comm);
        let behind = if step == 1 { self.facts.terms.lt(other, from) } else { self.facts.terms.lt(from, other) };
        let next = self.facts.terms.add_int(other, step);
        let mut paths = vec![self.facts.terms.not(behind)];
        for (m, to) in state.channels.elsewhere[1 - who].clone() {
            if m.comm == comm {
                // Messages with another constant tag are of another chain.
                let constant = |t: TermId| self.facts.terms.as_const(t);
                let other_chain = constant(m.tag).zip(tag.and_then(constant)).is_some_and(|(a, b)| a != b);
                if !other_chain {
                    paths.push(self.facts.terms.eq(to, next));
                }
            }
        }
        self.facts.terms.any(&paths)
    }

    /// Both processes have passed the same barrier: a chain of messages before it is over, and each of its messages has been received.
    pub(super) fn end_chains(&mut self, next: &mut ProductState, barrier: EventRef) {
        let mut comms: Vec<CommId> = next.channels.elsewhere.iter().flatten().map(|(m, _)| m.comm).collect();
        comms.sort_unstable();
        comms.dedup();
        for comm in comms {
            let known = self.chains_over.get(&(comm, barrier)).copied();
            let over = known.unwrap_or_else(|| self.chain(comm).is_some() && self.all_before(comm, barrier));
            self.chains_over.insert((comm, barrier), over);
            if over {
                next.channels.elsewhere.iter_mut().for_each(|list| list.retain(|(m, _)| m.comm != comm));
            }
        }
    }

    /// Whether every message of a communicator that is sent before a barrier is also received before it: each send and each receive that
    /// may come before the barrier comes before it on every path, and there are as many receives before it as sends.
    fn all_before(&mut self, comm: CommId, barrier: EventRef) -> bool {
        let skeleton = self.skeleton;
        let end = &skeleton.nodes[barrier.node];
        let of_all = match self.event(barrier) {
            Event::Order(o) if o.is_barrier() => o.comm,
            Event::Epoch(e) if e.change == Epoch::Fence => e.comm,
            _ => return false,
        };
        if ![comm, CommId::World].contains(&of_all) {
            return false;
        }
        let (mut sends, mut receives) = (0, 0);
        for (node, data) in skeleton.nodes.iter_enumerated() {
            for (n, item) in data.items.iter().enumerate() {
                let Event::Order(o) = &item.event else { continue };
                let count = match o.kind {
                    OrderKind::Send { .. } => &mut sends,
                    OrderKind::Receive { takes: true, .. } => &mut receives,
                    _ => continue,
                };
                let at = EventRef { node, item: n as u32, effect: 0 };
                if o.comm != comm || !may_precede(skeleton, at, barrier) {
                    continue;
                }
                let more: Vec<TermId> = data.reach.iter().copied().filter(|c| !end.reach.contains(c)).collect();
                if more.len() > 1 || data.loops != end.loops || !precedes(self.facts, skeleton, at, barrier, &more) {
                    return false;
                }
                *count += 1;
            }
        }
        sends == receives
    }

    /// The values of the third process whose message is the `n`-th that a process receives from anybody.
    pub(super) fn third(&mut self, who: usize, n: usize) -> super::copy::Copy {
        self.made.elsewhere(Process::Sender(n as u8, who as u8))
    }

    /// Condition that the `n`-th third process sends what a receive from anybody takes, by the send numbered `site`.
    pub(super) fn third_sends(
        &mut self,
        state: &ProductState,
        who: usize,
        o: &OrderCall,
        site: usize,
        n: usize,
    ) -> TermId {
        let OrderKind::Receive { tag: expected, told, .. } = &o.kind else { return self.facts.terms.truth(true) };
        let me = self.rank(who, o.comm);
        let other = self.rank(1 - who, o.comm);
        let rank = self.facts.rank_in_comm(o.comm);
        let mut third = self.third(who, n);
        let its_rank = third.of(self.facts, rank);
        let expected = expected.or(*told).map(|t| self.made.at(Process::of(who), &state.at[who]).of(self.facts, t));
        let third_senders = self.third_senders.clone();
        let ThirdSender { send, reach, .. } = &third_senders[site];
        let OrderKind::Send { to, tag, .. } = send.kind else { return self.facts.terms.truth(false) };
        let mut parts = vec![self.facts.terms.ne(its_rank, me), self.facts.terms.ne(its_rank, other)];
        for c in reach.iter().copied().chain([send.cond]) {
            if self.about_member(c, o.comm) {
                parts.push(third.of(self.facts, c));
            }
        }
        if let Some([its, mine]) = self.sizes_of_parts(Process::Sender(n as u8, who as u8), who, o.comm) {
            parts.push(self.facts.terms.eq(its, mine));
        }
        let to = third.of(self.facts, to);
        parts.push(self.facts.terms.eq(to, me));
        if let Some(expected) = expected {
            let tag = third.of(self.facts, tag);
            parts.push(self.facts.terms.eq(tag, expected));
        }
        self.facts.terms.all(&parts)
    }

    /// The size of a communicator in a third process that sends to another process, and in that process. The two are equal, as messages
    /// stay in their communicator (MPI 4.1, 3.2.3). Several parts of a split by one call have one name here, and may differ in size.
    fn sizes_of_parts(&mut self, third: Process, who: usize, comm: CommId) -> Option<[TermId; 2]> {
        if !self.is_part(comm) {
            return None;
        }
        let size = self.facts.size_of_comm(comm);
        Some([third, Process::of(who)].map(|n| self.made.elsewhere(n).of(self.facts, size)))
    }

    /// A communicator of some processes of the world, and not one between two groups.
    fn is_part(&self, comm: CommId) -> bool {
        matches!(comm, CommId::Object(_)) && !self.facts.is_inter(comm)
    }

    /// Whether a condition is about the rank of a process alone, so that it holds wherever the process is.
    pub(super) fn about_rank(&self, cond: TermId) -> bool {
        self.about_member(cond, CommId::World)
    }

    /// Like the function above; the condition may also contain the size of a communicator that the process is a member of.
    fn about_member(&self, cond: TermId, comm: CommId) -> bool {
        let size = |of: CommId| of == CommId::World || of == comm && self.is_part(comm);
        !self.facts.terms.any_sym(cond, |x| {
            let sym = &self.facts.terms.syms[x];
            let known = match sym.kind {
                SymKind::Rank(_) | SymKind::Parameter => true,
                SymKind::Size(of) => size(of),
                _ => false,
            };
            sym.def_loop.is_some() || !known
        })
    }

    /// A message to a third process.
    pub(super) fn sent_elsewhere(
        &mut self,
        next: &mut ProductState,
        who: usize,
        comm: CommId,
        tag: TermId,
        to: TermId,
    ) {
        if self.third_senders.iter().all(|r| r.receives.is_empty() && r.perhaps.is_empty()) {
            return;
        }
        let list = &mut next.channels.elsewhere[who];
        let entry = (Message { comm, handle: None, tag, request: None }, to);
        if list.contains(&entry) {
            return;
        }
        if self.facts.terms.limits.room(Limit::Ahead, list.len()) {
            list.push(entry);
        } else {
            next.gives_up_messages(&self.facts.terms.limits);
        }
    }
}
