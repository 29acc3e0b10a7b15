//! What holds in every run in which a pair of suspects may race (theory, 7.7).
//!
//! The first process of a pair executes the operation, the second one the other effect. Both are reached only under conditions on the
//! ranks and on parameters of the run, and the operation only conflicts if its target is the owner of the memory. What all pairs of
//! suspects have in common restricts the search: it leaves out the states of processes that cannot race, such as those of partners of other
//! pairs, and those of a mode of the program without the operation.
//!
//! These conditions hold from start to end of a run in which the pair races. If they contradict each other, the pair cannot race: two puts
//! that each go to the next process would have one target only if the two processes were one. Under premises, the first process of each state
//! executes the operations; without them, each state is also checked with the two processes exchanged. There are no premises if the search
//! has to find more than the suspects: if it decides candidates that an answer may exclude ([`super::deferred`]), or if the survey has folded
//! different events.

use super::Product;
use super::state::At;
use rma_frontend::api::Bank;
use rma_skeleton::skeleton::{Access, Event};
use rma_term::ids::{EventRef, TermId};
use rma_term::term::{CommId, Process};

impl Product<'_, '_> {
    /// The conditions on the two processes, the first of which executes the operations of the suspects; none where the search has to find more
    /// than these pairs.
    pub(super) fn premise(&mut self) -> Vec<TermId> {
        if !self.waiting.is_empty() || self.suspects.have_folded() {
            return Vec::new();
        }
        let Some(pairs) = self.suspects.all() else { return Vec::new() };
        let mut common: Option<Vec<TermId>> = None;
        for pair in pairs {
            let said = self.said_of_pair(pair.first, pair.second);
            let left = match common {
                None => said,
                Some(common) => common.into_iter().filter(|c| said.contains(c)).collect(),
            };
            if left.is_empty() {
                return Vec::new();
            }
            common = Some(left);
        }
        common.unwrap_or_default()
    }

    /// Whether a race of two effects would need ranks that no two processes have: two puts, each of which goes to the next process.
    pub(super) fn needs_nobody(&mut self, first: EventRef, second: EventRef) -> bool {
        let said = self.said_of_pair(first, second);
        let (p, q) = (self.rank(0, CommId::World), self.rank(1, CommId::World));
        let two = self.facts.terms.ne(p, q);
        let all: Vec<TermId> = said.into_iter().chain([two]).collect();
        let all = self.facts.terms.all(&all);
        self.facts.terms.is_false(all) || self.is_of_nobody(all)
    }

    /// What a race of two effects says of the ranks of their processes and of parameters of the run.
    fn said_of_pair(&mut self, first: EventRef, second: EventRef) -> Vec<TermId> {
        let mut said = Vec::new();
        for (at, process) in [(first, Process::FIRST), (second, Process::SECOND)] {
            let mut conds = self.skeleton.nodes[at.node].reach.clone();
            conds.extend(self.effect(at).map(|e| e.cond));
            let mut copy = self.made.elsewhere(process);
            for cond in conds {
                said.push(copy.of(self.facts, cond));
            }
        }
        said.extend(self.meets_owner(first, second).into_iter().flatten());
        let all = self.facts.terms.all(&said);
        let mut parts = self.facts.terms.conjuncts(all);
        parts.retain(|c| self.facts.terms.as_const(*c).is_none() && self.lasts(*c, false));
        parts
    }

    /// The target of an operation is the process that accesses memory of its own, or the target of the other operation: both processes are
    /// in the communicator of the window.
    fn meets_owner(&mut self, first: EventRef, second: EventRef) -> Option<[TermId; 2]> {
        let Event::Issue(issue) = self.event(first) else { return None };
        let (rank, win) = (issue.target.rank?, issue.target.win?);
        let remote = |e: &Access| e.bank == Bank::Target;
        if !self.effect(first).is_some_and(remote) {
            return None;
        }
        let comm = self.facts.comm_of_window(win);
        let other = self.effect(second)?;
        let owner = match self.event(second) {
            Event::Issue(issue) if remote(other) => {
                let (rank, win) = (issue.target.rank?, issue.target.win?);
                if self.facts.comm_of_window(win) != comm {
                    return None;
                }
                self.made.elsewhere(Process::SECOND).of(self.facts, rank)
            }
            _ => {
                let shared = other.area.places.iter().any(|p| self.facts.shared.contains_key(&p.obj));
                if shared || other.area.unknown {
                    return None;
                }
                self.rank(1, comm)
            }
        };
        let target = self.made.elsewhere(Process::FIRST).of(self.facts, rank);
        let anywhere = [At::default(), At::default()];
        Some([self.facts.terms.eq(target, owner), self.together_in(&anywhere, comm)])
    }

    /// The effect at a place.
    fn effect(&self, at: EventRef) -> Option<&Access> {
        match self.event(at) {
            Event::Issue(issue) => issue.effects.get(at.effect as usize),
            Event::Access(access) => Some(access),
            _ => None,
        }
    }
}
