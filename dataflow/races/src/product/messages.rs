//! Messages: the sends of a process, the messages that it may receive, and the end of a synchronous send (theory, 7.3).

use super::Product;
use super::state::{Message, ProductState, Sequence};
use super::third_messages::SentAfter;
use rma_skeleton::skeleton::{OrderCall, OrderKind};
use rma_term::ids::{EventRef, ObjId, TermId};
use rma_term::limits::Limit;
use rma_term::term::Process;

/// States after a step, each with its conditions.
type Successors = Vec<(ProductState, Vec<TermId>)>;

impl Product<'_, '_> {
    /// A synchronous send and its receive.
    pub(super) fn rendezvous(
        &mut self,
        state: &ProductState,
        sender: usize,
        a: &OrderCall,
        b: &OrderCall,
    ) -> Option<(Option<Sequence>, Vec<TermId>, bool)> {
        let OrderKind::Send { to, tag, synchronous: true, .. } = &a.kind else { return None };
        let OrderKind::Receive { from, tag: expected, takes: true, posted: false, sender: named, told } = &b.kind
        else {
            return None;
        };
        // Messages are taken in the order in which they were sent.
        if a.comm != b.comm || state.channels.messages[sender].iter().any(|m| m.comm == a.comm) {
            return None;
        }
        let mut copies = self.copies(state);
        let (to, tag) = (copies[sender].of(self.facts, *to), copies[sender].of(self.facts, *tag));
        let receiver = self.rank(1 - sender, a.comm);
        let mut conds = vec![self.facts.terms.eq(to, receiver), self.together_in(&state.at, a.comm)];
        let rank = self.rank(sender, a.comm);
        for from in [from, named].into_iter().flatten() {
            let from = copies[1 - sender].of(self.facts, *from);
            conds.push(self.facts.terms.eq(from, rank));
        }
        for expected in [expected, told].into_iter().flatten() {
            let expected = copies[1 - sender].of(self.facts, *expected);
            conds.push(self.facts.terms.eq(tag, expected));
        }
        Some((None, conds, false))
    }

    /// Process `who` sends: to the other process, or to a third one.
    pub(super) fn send(
        &mut self,
        state: &ProductState,
        who: usize,
        (at, o): (EventRef, &OrderCall),
        (to, tag): (TermId, TermId),
        synchronous: bool,
        request: Option<ObjId>,
    ) -> Successors {
        let mut copy = self.made.remembered(Process::of(who), &state.at[who]);
        let (to, tag) = (copy.of(self.facts, to), copy.of(self.facts, tag));
        let other = self.rank(1 - who, o.comm);
        let hit = self.facts.terms.eq(to, other);
        let together = self.together_in(&state.at, o.comm);
        let hit = self.facts.terms.all(&[hit, together]);
        let miss = self.facts.terms.not(hit);
        let mut past = state.clone();
        self.sent_elsewhere(&mut past, who, o.comm, tag, to);
        let mut paths = vec![(past, vec![miss])];
        // A nonblocking receive, and a probe, let a synchronous send return before the wait for the receive.
        if !synchronous || self.begun_early(o) {
            let mut next = state.clone();
            let of = self.ahead(at, Limit::Ahead);
            let list = &mut next.channels.messages[who];
            if self.facts.terms.limits.room(of, list.len()) {
                // A handle refers to the last message that was sent with it.
                list.iter_mut().filter(|m| m.request == request).for_each(|m| m.request = None);
                list.push(Message { comm: o.comm, handle: o.handle, tag, request });
            } else {
                next.gives_up_messages(&self.facts.terms.limits);
            }
            paths.push((next, vec![hit]));
        }
        paths
    }

    /// The request of a synchronous send is complete: a receive has begun to take its message (MPI 4.1, 3.7.3).
    pub(super) fn taken(
        &mut self,
        state: &ProductState,
        who: usize,
        o: &OrderCall,
        (to, _): (TermId, TermId),
        request: ObjId,
    ) -> Successors {
        let waits = state.channels.messages[who].iter().any(|m| m.request == Some(request));
        if !waits || self.begun_early(o) {
            return vec![(state.clone(), Vec::new())];
        }
        let mut copy = self.made.remembered(Process::of(who), &state.at[who]);
        let to = copy.of(self.facts, to);
        let other = self.rank(1 - who, o.comm);
        let hit = self.facts.terms.eq(to, other);
        let together = self.together_in(&state.at, o.comm);
        let hit = self.facts.terms.all(&[hit, together]);
        let miss = self.facts.terms.not(hit);
        vec![(state.clone(), vec![miss])]
    }

    /// Whether some receive of the communicator may begin to take a message before the place where it is waited for.
    fn begun_early(&self, o: &OrderCall) -> bool {
        self.early.contains(&o.comm)
    }

    /// Process `who` receives or probes a message: of the other process, or of a third one.
    pub(super) fn receive(
        &mut self,
        state: &ProductState,
        who: usize,
        o: &OrderCall,
        from: Option<TermId>,
        tag: Option<TermId>,
        takes: bool,
    ) -> Successors {
        let mut paths = Vec::new();
        // A message that is not remembered.
        if state.channels.lost {
            paths.push((ProductState { lossy: true, ..state.clone() }, Vec::new()));
        }
        let (sender, told) = match o.kind {
            OrderKind::Receive { sender, told, .. } => (sender, told),
            _ => (None, None),
        };
        let mut copies = self.copies(state);
        let other = self.rank(1 - who, o.comm);
        let together = self.together_in(&state.at, o.comm);
        let hit = match from {
            Some(from) => {
                let from = copies[who].of(self.facts, from);
                let hit = self.facts.terms.eq(from, other);
                let hit = self.facts.terms.all(&[hit, together]);
                let mut miss = vec![self.facts.terms.not(hit)];
                let (free, sent_after) = self.not_relayed(state, who, o, from);
                miss.extend(free);
                // It is not followed which of several messages of a third process this is.
                let mut next = state.clone();
                next.lossy |=
                    sent_after == SentAfter::Perhaps || (state.channels.sent_after[who] && sent_after != SentAfter::No);
                next.channels.sent_after[who] |= sent_after != SentAfter::No;
                paths.push((next, miss));
                hit
            }
            None => {
                paths.extend(self.receive_from_thirds(state, who, o, sender));
                match sender {
                    Some(sender) => {
                        let sender = copies[who].of(self.facts, sender);
                        self.facts.terms.eq(sender, other)
                    }
                    None => self.facts.terms.truth(true),
                }
            }
        };
        let hit = self.facts.terms.all(&[hit, together]);
        let [tag, told] = [tag, told].map(|t| t.map(|t| copies[who].of(self.facts, t)));
        let waiting = state.channels.messages[1 - who].clone();
        for (n, m) in waiting.iter().enumerate().filter(|(_, m)| (m.comm, m.handle) == (o.comm, o.handle)) {
            let fits = match tag {
                Some(tag) => self.facts.terms.eq(tag, m.tag),
                None => self.facts.terms.truth(true),
            };
            if self.facts.terms.is_false(fits) {
                continue;
            }
            let mut next = state.clone();
            if takes {
                next.channels.messages[1 - who].remove(n);
            }
            let known = told.map(|t| self.facts.terms.eq(t, m.tag));
            paths.push((next, [hit, fits].into_iter().chain(known).collect()));
            if self.facts.terms.is_true(fits) {
                break;
            }
        }
        paths
    }

    /// A receive from any source takes a message of a third process that sends one and has not sent its last one yet.
    fn receive_from_thirds(
        &mut self,
        state: &ProductState,
        who: usize,
        o: &OrderCall,
        sender: Option<TermId>,
    ) -> Successors {
        let before = state.channels.from_thirds[who].clone();
        let n = before.len().min(self.facts.terms.limits.get(Limit::ThirdSends));
        let mut paths = Vec::new();
        let rank = self.facts.rank_in_comm(o.comm);
        let its = self.third(who, n).of(self.facts, rank);
        let third_senders = self.third_senders.clone();
        let mut sends: Vec<(usize, &super::third_messages::ThirdSender, TermId)> = Vec::new();
        for (i, third_messages) in third_senders.iter().enumerate().filter(|(_, r)| r.send.comm == o.comm) {
            sends.push((i, third_messages, self.third_sends(state, who, o, i, n)));
        }
        sends.retain(|(.., sends)| !self.facts.terms.is_false(*sends));
        // A process that sends several times may not have reached a later send yet: this is not followed.
        let several = sends.len() > 1;
        for (i, third_messages, sends) in sends {
            // One send gives each process one message, so as many others are needed.
            let earlier: Vec<usize> =
                (0..before.len()).filter(|m| before[*m] == i && !third_messages.repeats).collect();
            let others = self.facts.terms.int(2 + earlier.len() as i64);
            // Parts of the world are not all of one size: it is the one of the receiver.
            let size = self.facts.size_of_comm(o.comm);
            let size = self.made.elsewhere(Process::of(who)).of(self.facts, size);
            let mut conds = vec![self.facts.terms.lt(others, size), sends];
            if let Some(sender) = sender {
                let sender = self.made.at(Process::of(who), &state.at[who]).of(self.facts, sender);
                conds.push(self.facts.terms.eq(sender, its));
            }
            for m in earlier {
                let earlier = self.third(who, m).of(self.facts, rank);
                conds.push(self.facts.terms.ne(its, earlier));
            }
            let mut next = state.clone();
            // Nor whether it waits for the other process first.
            next.lossy |= several || third_messages.waits();
            if self.facts.terms.limits.room(Limit::ThirdSends, before.len()) {
                next.channels.from_thirds[who].push(i);
            } else {
                next.lossy = true;
            }
            paths.push((next, conds));
        }
        paths
    }
}
