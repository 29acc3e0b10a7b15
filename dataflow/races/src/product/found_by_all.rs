//! Notifications that have been found before a barrier: if the receiver of a notification waits for it on every path to a
//! barrier, it has been found when any process has passed the barrier, even if the receiver is neither of the two processes
//! (theory, 7.5).

use super::Product;
use super::copy::Copy;
use super::notes::Sent;
use rma_skeleton::skeleton::paths::precedes;
use rma_skeleton::skeleton::{Event, OrderCall, OrderKind};
use rma_term::ids::{EventRef, TermId};
use rma_term::term::{CommId, Process, Substitution, Term};

/// Whether what a process has posted is known to have been found.
pub(super) enum FoundByAll {
    /// All have found it.
    Yes,
    /// All have found it if this condition does not hold.
    Unless(TermId),
    /// Receivers wait before the barrier, but which wait finds what is not followed; whether threads of theirs wait.
    Unclear { of_threads: bool },
    /// Nothing is known.
    No,
}

impl Product<'_, '_> {
    /// Whether an operation is known to have arrived at its target: the target has found the notification of the operation and then come to a
    /// barrier, which the process that issued the operation has passed.
    pub(super) fn found_by_all_since(&mut self, copy: &mut Copy, sent: &Sent) -> FoundByAll {
        let order = |product: &Self, at: EventRef| match product.event(at) {
            Event::Order(o) => Some((**o).clone()),
            _ => None,
        };
        let (Some((barrier, before)), Some(to)) = (sent.posted.told_by_barrier(), sent.to) else {
            return FoundByAll::No;
        };
        let to = copy.of(self.facts, to);
        let (mut unclear, mut of_threads) = (false, false);
        let mut not = Vec::new();
        for &place in before {
            let Some(post) = order(self, place) else { continue };
            let OrderKind::Notify { note, to: told, queue } = post.kind else { continue };
            let covers = match queue {
                None => self.of_one_call(sent.op, place),
                Some(q) => sent.queue == Some(q),
            };
            if !covers {
                continue;
            }
            for (at, wait) in self.waits_for(&note) {
                of_threads |= !self.facts.threads.around(self.skeleton, at).is_empty();
                let OrderKind::Notified { note: waited } = wait.kind else { continue };
                let known = |t: TermId| self.facts.terms.as_const(t);
                let same = [(note.segment, waited.segment), (note.id, waited.id)]
                    .iter()
                    .all(|(a, b)| known(*a).is_some() && known(*a) == known(*b));
                let once = |at: EventRef| self.skeleton.nodes[at.node].loops.is_empty();
                if queue.is_none() && self.all_found_before(place, at, barrier) {
                    return FoundByAll::Yes;
                }
                if !same || !once(at) || !once(place) || !self.is_only_post(place) {
                    unclear = true;
                    continue;
                }
                let (own, found_by_all) =
                    (&self.skeleton.nodes[at.node].reach, &self.skeleton.nodes[barrier.node].reach);
                let more: Vec<TermId> = own.iter().copied().filter(|c| !found_by_all.contains(c)).collect();
                let when = self.facts.terms.all(&more);
                // Events that come only after the barrier do not matter for it.
                if precedes(self.facts, self.skeleton, barrier, at, &[]) {
                    continue;
                }
                if !self.about_rank(when) || !precedes(self.facts, self.skeleton, at, barrier, &more) {
                    unclear = true;
                    continue;
                }
                // Said of the receiver.
                let own = self.facts.rank_in_comm(CommId::World);
                let mut third = self.made.elsewhere(Process::Third);
                let (rank, when) = (third.of(self.facts, own), third.of(self.facts, when));
                let mut s = Substitution::new();
                if let Term::Sym(x) = *self.facts.terms.get(rank) {
                    s.insert(x, to);
                }
                let found = self.facts.terms.subst(when, &mut s);
                // It covers operations to the same process.
                let told = copy.of(self.facts, told);
                let alike = self.same_rank(told, to);
                let found = self.facts.terms.all(&[found, alike]);
                if self.facts.terms.is_true(found) {
                    return FoundByAll::Yes;
                }
                not.push(self.facts.terms.not(found));
            }
        }
        match (unclear, not.is_empty()) {
            (true, _) => FoundByAll::Unclear { of_threads },
            (false, true) => FoundByAll::No,
            (false, false) => FoundByAll::Unless(self.facts.terms.all(&not)),
        }
    }

    /// Waits that may find a notification; a wait is left out if constants exclude it.
    fn waits_for(&self, note: &rma_skeleton::skeleton::NoteRef) -> Vec<(EventRef, OrderCall)> {
        let terms = &self.facts.terms;
        let differ = |a: TermId, b: TermId| terms.as_const(a).zip(terms.as_const(b)).is_some_and(|(a, b)| a != b);
        let mut out = Vec::new();
        for (node, n) in self.skeleton.nodes.iter_enumerated() {
            for (item, i) in n.items.iter().enumerate() {
                let Event::Order(o) = &i.event else { continue };
                if let OrderKind::Notified { note: waited } = o.kind
                    && !differ(note.segment, waited.segment)
                    && !differ(note.id, waited.id)
                {
                    out.push((EventRef { node, item: item as u32, effect: 0 }, (**o).clone()));
                }
            }
        }
        out
    }
}
