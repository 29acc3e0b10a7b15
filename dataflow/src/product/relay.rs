//! Order that travels: through a third process by messages, and through values in windows by polling.

use super::Product;
use super::joint::{Flag, Joint, Message};
use crate::candidate::EventRef;
use crate::skeleton::{Event, Location, NodeId, OrderCall, OrderKind, Skeleton};
use crate::term::{CommId, SymKind, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Things done for the other process that it has not taken up.
const MAX_AHEAD: usize = 4;

/// Changed locations that are remembered.
const MAX_FLAGS: usize = 8;

/// A send, and what its process always receives before it.
#[derive(Debug, Clone)]
pub(super) struct Relay {
    send: OrderCall,
    /// Conditions under which the send is reached.
    reach: Vec<TermId>,
    receives: Vec<OrderCall>,
    /// What it receives before it on some ways only, outside of loops, with the conditions of that.
    perhaps: Vec<(OrderCall, Vec<TermId>)>,
}

/// Whether what a third process sends may wait for a message of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Relayed {
    /// It does not.
    No,
    /// The third process receives from one that it names, which may be the other.
    Named,
    /// The third process receives from anybody first, or sends one message at once and another one later.
    Perhaps,
}

/// All sends of the program.
pub(super) fn relays(skeleton: &Skeleton) -> Vec<Relay> {
    let (receives, some) = (before(skeleton, false), before(skeleton, true));
    let mut out = Vec::new();
    for (id, node) in skeleton.nodes.iter_enumerated() {
        for (n, item) in node.items.iter().enumerate() {
            let Event::Order(send) = &item.event else { continue };
            if !matches!(send.kind, OrderKind::Send { .. }) {
                continue;
            }
            let mut have: Vec<EventRef> = receives.get(&id).map_or_else(Vec::new, |s| s.iter().copied().collect());
            have.sort_unstable();
            have.extend((0..n).map(|i| EventRef { node: id, item: i as u32, effect: 0 }));
            let receive = |at: &EventRef| match &skeleton.nodes[at.node].items[at.item as usize].event {
                Event::Order(r) if matches!(r.kind, OrderKind::Receive { takes: true, .. }) => Some((**r).clone()),
                _ => None,
            };
            let mut perhaps: Vec<EventRef> = some.get(&id).map_or_else(Vec::new, |s| s.iter().copied().collect());
            perhaps.retain(|at| !have.contains(at) && skeleton.nodes[at.node].loops.is_empty());
            perhaps.sort_unstable();
            let perhaps = perhaps.iter().filter_map(|at| Some((receive(at)?, skeleton.nodes[at.node].reach.clone())));
            let perhaps = perhaps.collect();
            let receives = have.iter().filter_map(receive).collect();
            out.push(Relay { send: (**send).clone(), reach: node.reach.clone(), receives, perhaps });
        }
    }
    out
}

/// Receives that every path to a node passes, or `some` path.
fn before(skeleton: &Skeleton, some: bool) -> FxHashMap<NodeId, FxHashSet<EventRef>> {
    let mut out: FxHashMap<NodeId, FxHashSet<EventRef>> = FxHashMap::default();
    let Some(entry) = skeleton.entry else { return out };
    out.insert(entry, FxHashSet::default());
    let mut work = std::collections::VecDeque::from([entry]);
    while let Some(node) = work.pop_front() {
        let mut have = out[&node].clone();
        for (n, item) in skeleton.nodes[node].items.iter().enumerate() {
            if let Event::Order(o) = &item.event
                && matches!(o.kind, OrderKind::Receive { takes: true, .. })
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
                    if some {
                        old.extend(&have);
                    } else {
                        old.retain(|x| have.contains(x));
                    }
                    if old.len() != n {
                        work.push_back(edge.to);
                    }
                }
            }
        }
    }
    out
}

impl Product<'_, '_> {
    /// A process receives from `from`, a third process. Conditions under which that does not wait for the other
    /// process: unless what the third sends it is sent only after a message of the other, which that has not sent yet.
    pub(super) fn not_relayed(
        &mut self,
        joint: &Joint,
        who: usize,
        o: &OrderCall,
        from: TermId,
    ) -> (Vec<TermId>, Relayed) {
        let OrderKind::Receive { tag: expected, .. } = &o.kind else { return (Vec::new(), Relayed::No) };
        if self.relays.iter().all(|r| r.receives.is_empty() && r.perhaps.is_empty()) {
            return (Vec::new(), Relayed::No);
        }
        let mut relayed = Relayed::No;
        let (mut waiting, mut at_once) = (false, false);
        let (me, other) = (self.rank(who, o.comm), self.rank(1 - who, o.comm));
        let mut copies = self.copies(joint);
        let expected = expected.map(|t| copies[who].of(self.interp, t));
        let relays = self.relays.clone();
        // Ways in which the message comes without waiting for the other process.
        let mut free = Vec::new();
        for Relay { send, reach, receives, perhaps } in relays.iter().filter(|r| r.send.comm == o.comm) {
            let OrderKind::Send { to, tag, .. } = send.kind else { continue };
            let mut sent = vec![send.cond, self.interp.terms.truth(true)];
            sent.extend(reach.iter().copied().filter(|c| self.about_rank(*c)));
            let mut third = self.made.elsewhere(3);
            let mut parts: Vec<TermId> = sent.iter().map(|t| third.of(self.interp, *t)).collect();
            let to = third.of(self.interp, to);
            parts.push(self.interp.terms.eq(to, me));
            if let Some(expected) = expected {
                let tag = third.of(self.interp, tag);
                parts.push(self.interp.terms.eq(tag, expected));
            }
            let fits = self.interp.terms.all(&[&parts[..], &joint.conds].concat());
            let fits = self.interp.terms.as_const(fits) != Some(0);
            let mut waits = false;
            for (receive, reach) in perhaps.iter().filter(|(r, _)| fits && r.comm == o.comm) {
                let OrderKind::Receive { from: Some(source), tag, .. } = receive.kind else { continue };
                let source = third.of(self.interp, source);
                let mut way = vec![self.interp.terms.eq(source, other)];
                way.extend(&parts);
                way.extend(&joint.conds);
                let reach: Vec<TermId> = reach.iter().copied().filter(|c| self.about_rank(*c)).collect();
                way.extend(reach.iter().map(|c| third.of(self.interp, *c)));
                let way = self.interp.terms.all(&way);
                let tag = tag.map(|t| third.of(self.interp, t));
                let done = joint.channels.elsewhere[1 - who]
                    .iter()
                    .any(|(m, to)| m.comm == o.comm && *to == from && tag.is_none_or(|t| t == m.tag));
                if !done && self.interp.terms.as_const(way) != Some(0) {
                    relayed = Relayed::Perhaps;
                }
            }
            for receive in receives {
                let OrderKind::Receive { from: source, tag, .. } = receive.kind else { continue };
                if receive.comm != o.comm {
                    continue;
                }
                let Some(source) = source else {
                    relayed = relayed.max(if fits { Relayed::Perhaps } else { Relayed::No });
                    continue;
                };
                let source = third.of(self.interp, source);
                let of_other = self.interp.terms.eq(source, other);
                if fits && self.interp.terms.as_const(of_other) != Some(0) {
                    waits = true;
                }
                let tag = tag.map(|t| third.of(self.interp, t));
                // The other has sent it already.
                let mut done = Vec::new();
                for (m, to) in &joint.channels.elsewhere[1 - who] {
                    let reached = self.interp.terms.eq(*to, from);
                    let fits = match tag {
                        Some(tag) => self.interp.terms.eq(tag, m.tag),
                        None => self.interp.terms.truth(true),
                    };
                    if m.comm == o.comm {
                        done.push(self.interp.terms.all(&[reached, fits]));
                    }
                }
                let not = self.interp.terms.not(of_other);
                done.push(not);
                parts.push(self.interp.terms.any(&done));
            }
            if fits {
                if waits { waiting = true } else { at_once = true }
            }
            free.push(self.interp.terms.all(&parts));
        }
        relayed = match (waiting, at_once) {
            (false, _) => relayed,
            (true, false) => relayed.max(Relayed::Named),
            // Which of them it is that arrives is not known.
            (true, true) => Relayed::Perhaps,
        };
        if free.is_empty() {
            return (Vec::new(), relayed);
        }
        let any = self.interp.terms.any(&free);
        // The third process is the one that the receive names.
        let rank = self.interp.rank_in_comm(o.comm);
        let third = self.made.elsewhere(3).of(self.interp, rank);
        let mut s = crate::term::Substitution::new();
        if let crate::term::Term::Sym(x) = *self.interp.terms.get(third) {
            s.insert(x, from);
        }
        (vec![self.interp.terms.subst(any, &mut s)], relayed)
    }

    /// Condition that some third process sends what a receive from anybody takes.
    pub(super) fn third_sends(&mut self, joint: &Joint, who: usize, o: &OrderCall) -> TermId {
        let OrderKind::Receive { tag: expected, .. } = &o.kind else { return self.interp.terms.truth(true) };
        let me = self.rank(who, o.comm);
        let other = self.rank(1 - who, o.comm);
        let rank = self.interp.rank_in_comm(o.comm);
        let mut third = self.made.elsewhere(3);
        let its_rank = third.of(self.interp, rank);
        let expected = expected.map(|t| self.made.at(who as u8 + 1, &joint.at[who]).of(self.interp, t));
        let relays = self.relays.clone();
        let mut ways = Vec::new();
        for Relay { send, reach, .. } in relays.iter().filter(|r| r.send.comm == o.comm) {
            let OrderKind::Send { to, tag, .. } = send.kind else { continue };
            let mut parts = vec![self.interp.terms.ne(its_rank, me), self.interp.terms.ne(its_rank, other)];
            for c in reach.iter().copied().chain([send.cond]) {
                if self.about_rank(c) {
                    parts.push(third.of(self.interp, c));
                }
            }
            let to = third.of(self.interp, to);
            parts.push(self.interp.terms.eq(to, me));
            if let Some(expected) = expected {
                let tag = third.of(self.interp, tag);
                parts.push(self.interp.terms.eq(tag, expected));
            }
            ways.push(self.interp.terms.all(&parts));
        }
        self.interp.terms.any(&ways)
    }

    /// A condition that says which rank a process has: known of it wherever it is.
    fn about_rank(&self, cond: TermId) -> bool {
        !self.interp.terms.any_sym(cond, |x| {
            let sym = &self.interp.terms.syms[x];
            sym.def_loop.is_some()
                || !matches!(sym.kind, SymKind::Rank(_) | SymKind::Size(CommId::World) | SymKind::Parameter)
        })
    }

    /// A message to a third process.
    pub(super) fn sent_elsewhere(&mut self, next: &mut Joint, who: usize, comm: CommId, tag: TermId, to: TermId) {
        if self.relays.iter().all(|r| r.receives.is_empty() && r.perhaps.is_empty()) {
            return;
        }
        let list = &mut next.channels.elsewhere[who];
        let entry = (Message { comm, handle: None, tag }, to);
        if !list.contains(&entry) && list.len() < MAX_AHEAD {
            list.push(entry);
        }
    }

    /// A process is about to write a location that others look at: others may see it from now on. What it had claimed
    /// it gives up.
    pub(super) fn update(
        &mut self,
        joint: &Joint,
        who: usize,
        at: EventRef,
        l: &Location,
    ) -> Vec<(Joint, Vec<TermId>)> {
        let Some(flag) = self.flag(joint, who, at, l) else { return vec![(joint.clone(), Vec::new())] };
        let mut next = joint.clone();
        next.channels.claims[who].retain(|c| (c.window, c.target, c.offset) != (flag.window, flag.target, flag.offset));
        let flags = &mut next.channels.flags[who];
        if flags.len() >= MAX_FLAGS {
            return Vec::new();
        }
        if !flags.contains(&flag) {
            flags.push(flag);
        }
        vec![(next, Vec::new())]
    }

    /// A process leaves a loop because of what it has fetched.
    pub(super) fn observe(
        &mut self,
        joint: &Joint,
        who: usize,
        at: EventRef,
        l: &Location,
        claims: bool,
    ) -> Vec<(Joint, Vec<TermId>)> {
        let lossy = || Joint { lossy: true, ..joint.clone() };
        let Some(flag) = self.flag(joint, who, at, l) else { return vec![(lossy(), Vec::new())] };
        let mut out = Vec::new();
        // Who holds the location as a lock keeps others out.
        let mut apart = Vec::new();
        for held in joint.channels.claims[1 - who].clone() {
            let same = self.same_flag(&held, &flag);
            apart.push(self.interp.terms.not(same));
        }
        if claims {
            let mut next = joint.clone();
            next.channels.claims[who].push(flag);
            if next.channels.claims[who].len() <= MAX_AHEAD {
                out.push((next, apart));
            }
            return out;
        }
        // Because of what the other has stored.
        for (n, seen) in joint.channels.flags[1 - who].clone().into_iter().enumerate() {
            let same = self.same_flag(&seen, &flag);
            if self.interp.terms.as_const(same) == Some(0) {
                continue;
            }
            let mut next = joint.clone();
            if seen.repeated {
                next.channels.flags[1 - who].remove(n);
            }
            next.channels.saw[who] = true;
            out.push((next, vec![same]));
        }
        // Because of what a third process has stored: certainly so, if the other never does.
        let (never, ever) = self.never_updates(1 - who, &flag);
        if let Some(never) = never {
            out.push((joint.clone(), vec![never]));
        }
        if ever {
            let mut next = lossy();
            next.channels.claims[who].push(flag);
            if next.channels.claims[who].len() <= MAX_AHEAD {
                out.push((next, apart));
            }
        }
        out
    }

    fn flag(&mut self, joint: &Joint, who: usize, at: EventRef, l: &Location) -> Option<Flag> {
        let window = self.window(l.win)?;
        let mut copy = self.made.remembered(who as u8 + 1, &joint.at[who]);
        let (target, offset) = (copy.of(self.interp, l.target), copy.of(self.interp, l.offset));
        let repeated = !self.skeleton.nodes[at.node].loops.is_empty();
        Some(Flag { window, target, offset, repeated })
    }

    fn same_flag(&mut self, a: &Flag, b: &Flag) -> TermId {
        if a.window != b.window {
            return self.interp.terms.truth(false);
        }
        let target = self.interp.terms.eq(a.target, b.target);
        let offset = self.interp.terms.eq(a.offset, b.offset);
        self.interp.terms.all(&[target, offset])
    }

    /// Condition under which a process reaches none of the updates of a location, and whether it may reach one.
    fn never_updates(&mut self, who: usize, flag: &Flag) -> (Option<TermId>, bool) {
        let mut parts = Vec::new();
        let mut ever = false;
        for (location, reach) in self.updates.clone() {
            if self.window(location.win) != Some(flag.window) {
                continue;
            }
            let mut copy = self.made.elsewhere(who as u8 + 1);
            let target = copy.of(self.interp, location.target);
            let offset = copy.of(self.interp, location.offset);
            let other = Flag { window: flag.window, target, offset, repeated: false };
            let mut reached = vec![self.same_flag(&other, flag)];
            let reach: Vec<TermId> = reach.into_iter().filter(|c| self.about_rank(*c)).collect();
            for c in reach {
                reached.push(copy.of(self.interp, c));
            }
            let reached = self.interp.terms.all(&reached);
            if self.interp.terms.as_const(reached) == Some(0) {
                continue;
            }
            ever = true;
            // Of a location that changes from iteration to iteration it cannot be said that none is this one.
            let varies = |t: TermId| self.interp.terms.any_sym(t, |x| self.interp.terms.syms[x].def_loop.is_some());
            if varies(target) || varies(offset) {
                parts.push(self.interp.terms.truth(false));
            } else {
                parts.push(self.interp.terms.not(reached));
            }
        }
        let never = self.interp.terms.all(&parts);
        ((self.interp.terms.as_const(never) != Some(0)).then_some(never), ever)
    }
}

/// The updates of locations, with the conditions under which they are reached.
pub(super) fn updates(skeleton: &Skeleton) -> Vec<(Location, Vec<TermId>)> {
    let mut out = Vec::new();
    for node in &skeleton.nodes {
        for item in &node.items {
            if let Event::Order(o) = &item.event
                && let OrderKind::Update { location } = o.kind
            {
                out.push((location, node.reach.clone()));
            }
        }
    }
    out
}
