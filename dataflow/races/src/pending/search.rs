//! The search of one process: the data that its walks share, the start of a walk, and the sequence of ever coarser precisions
//! (theory, 6.4).

use super::acknowledged::{Stale, is_stale, shares_note};
use super::opened::Opening;
use super::{AtTargets, Deferred, Found, FoundPairs, Precision, Summaries, Walk, own_syms};
use crate::sync::Synchronisation;
use rma_frontend::api::Bank;
use rma_skeleton::candidate::Candidate;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::paths::{Precedence, TopologicalOrder};
use rma_skeleton::skeleton::{Issue, Skeleton};
use rma_term::ids::{EventRef, SymId, TermId, ThreadId};
use rma_term::limits::Cost;
use rustc_hash::{FxHashMap, FxHashSet};

/// The data that all walks of one process share, and their results.
pub(super) struct Search<'w, 'a> {
    pub facts: &'w mut Facts<'a>,
    pub sync: &'w mut Synchronisation,
    pub skeleton: &'w Skeleton,
    /// Order of the nodes, as [`TopologicalOrder`] gives it.
    order: TopologicalOrder,
    precedence: Precedence,
    pub summaries: &'w Summaries,
    pub found: Found,
    pub paths: FoundPairs,
    /// Results about effects that are pending at targets.
    pub at_targets: AtTargets,
    /// Candidates that depend on answers of other processes.
    pub deferred: Vec<Deferred>,
    /// Operations that are pending when a lock of threads is given back.
    outlasting: FxHashSet<(EventRef, Bank, TermId)>,
}

/// The event at which a walk starts, and the operation that it follows.
pub(super) struct Start<'w> {
    /// The event whose operation, or a substitute for one, is followed.
    pub at: EventRef,
    pub issue: &'w Issue,
    /// Whether the walk follows effects on memory of the origin or of the target.
    pub bank: Bank,
    /// Followed instead of an operation.
    pub opening: Option<Opening>,
    /// Its buffers at the origin may be window memory.
    pub in_window: bool,
    /// Another operation with the same notification may be pending at the same time.
    shares_note: bool,
    /// Its notification may be there before it is issued.
    stale: Stale,
    /// Symbols that the operation's terms mention.
    own_syms: FxHashSet<SymId>,
    /// Threads around the issue, outermost first.
    around: Vec<ThreadId>,
}

/// How much was found before a walk.
struct Mark {
    pairs: usize,
    candidates: usize,
    pending_at_sync: usize,
    published: usize,
    deferred: usize,
}

impl<'w, 'a> Search<'w, 'a> {
    /// A search that has found nothing yet.
    pub fn new(
        facts: &'w mut Facts<'a>,
        sync: &'w mut Synchronisation,
        skeleton: &'w Skeleton,
        summaries: &'w Summaries,
    ) -> Search<'w, 'a> {
        let paths = FoundPairs::new(facts.terms.limits.clone());
        Search {
            facts,
            sync,
            skeleton,
            order: TopologicalOrder::new(skeleton),
            precedence: Precedence::new(skeleton),
            summaries,
            found: Found::default(),
            paths,
            at_targets: AtTargets::default(),
            deferred: Vec::new(),
            outlasting: FxHashSet::default(),
        }
    }

    /// Continues with walks over another skeleton that has the same nodes.
    pub fn continue_over(&mut self, skeleton: &'w Skeleton) {
        self.skeleton = skeleton;
        self.precedence = Precedence::new(skeleton);
    }

    /// The start of a walk that follows the effects of an operation on the memory `bank`.
    pub fn start<'i>(&mut self, at: EventRef, issue: &'i Issue, bank: Bank) -> Start<'i> {
        Start {
            at,
            issue,
            bank,
            opening: None,
            in_window: false,
            shares_note: shares_note(&self.facts.terms, self.skeleton, at, issue),
            stale: is_stale(self.facts, self.skeleton, at, issue),
            own_syms: own_syms(&self.facts.terms, issue),
            around: self.facts.threads.around(self.skeleton, at),
        }
    }

    /// The start of a walk that follows something else in the form of an operation.
    pub fn opening<'i>(&mut self, at: EventRef, stand_in: &'i Issue, bank: Bank, opening: Opening) -> Start<'i> {
        Start { opening: Some(opening), shares_note: false, stale: Stale::No, ..self.start(at, stand_in, bank) }
    }

    /// Walks with one precision after the other, from the finest on, until a walk ends within its limits.
    pub fn descend(&mut self, start: &Start, precisions: &[Precision]) {
        if self.paths.is_full(&self.found) {
            self.found.limited = true;
            return;
        }
        for precision in precisions {
            let before = self.mark();
            if self.walk(start, *precision).run() {
                return;
            }
            self.keep_what_is_sure(&before);
            if precision.steps.row().cost == Cost::Search {
                self.found.gave_up.push(start.at);
            }
        }
    }

    /// A walk that has not begun.
    pub fn walk<'s>(&'s mut self, start: &'s Start, precision: Precision) -> Walk<'s, 'a> {
        let node = &self.skeleton.nodes[start.at.node];
        Walk {
            precision,
            facts: self.facts,
            skeleton: self.skeleton,
            order: &self.order,
            precedence: &self.precedence,
            summaries: self.summaries,
            sync: self.sync,
            found: &mut self.found,
            paths: &mut self.paths,
            at_targets: &mut self.at_targets,
            deferred: &mut self.deferred,
            bank: start.bank,
            opening: start.opening,
            issue: start.issue,
            in_window: start.in_window,
            shares_note: start.shares_note,
            stale: start.stale,
            at: start.at,
            loops: node.loops.clone(),
            reach: node.reach.clone(),
            own_syms: start.own_syms.clone(),
            around: start.around.clone(),
            more: Vec::new(),
            outlasting: &mut self.outlasting,
            concurrent: None,
            some_counts: FxHashSet::default(),
            first: FxHashMap::default(),
            shifted: FxHashMap::default(),
            contradictions: FxHashMap::default(),
        }
    }

    /// The pending operations found so far, during walks that only search for conflicts of an operation or opening.
    pub fn set_aside(&mut self) -> (AtTargets, Vec<Deferred>) {
        (std::mem::take(&mut self.at_targets), std::mem::take(&mut self.deferred))
    }

    /// Restores what was pending before, in place of what walks have recorded since.
    pub fn take_back(&mut self, (at_targets, deferred): (AtTargets, Vec<Deferred>)) {
        (self.at_targets, self.deferred) = (at_targets, deferred);
    }

    fn mark(&self) -> Mark {
        Mark {
            pairs: self.found.pairs.len(),
            candidates: self.found.candidates.len(),
            pending_at_sync: self.at_targets.pending_at_sync.len(),
            published: self.at_targets.published.len(),
            deferred: self.deferred.len(),
        }
    }

    /// Keeps the pairs that a finer walk has found to be certain; the coarser walk finds the others again.
    fn keep_what_is_sure(&mut self, before: &Mark) {
        let sure: Vec<Candidate> = self.found.candidates.drain(before.candidates..).filter(|c| !c.lossy).collect();
        self.found.candidates.extend(sure);
        let sure: Vec<Deferred> = self.deferred.drain(before.deferred..).filter(|d| !d.candidate.lossy).collect();
        self.deferred.extend(sure);
        self.at_targets.truncate(before.pending_at_sync);
        self.at_targets.published.truncate(before.published);
        self.paths.forget_from(before.pairs);
    }
}
