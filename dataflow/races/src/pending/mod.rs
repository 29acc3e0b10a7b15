//! Races of a process against its own pending operations (theory, 6).
//!
//! From each issue of a pending operation the skeleton is walked forward for as long as the operation may be
//! pending. A [`State`] on the path contains the effects of the operation that are alive, the iteration of each
//! enclosing loop relative to the issue, and the conditions of the path: those of the branches taken and, for every
//! completion that may but need not cover the operation, that it did not. Accesses that conflict with a pending effect
//! become candidates with those conditions; the solver decides them.
//!
//! Relative iterations are exact for the first rounds ([`Precision`]) and summarised after that; a loop that completes one
//! operation in each iteration (`for i: wait(&req[i])`) is summarised by the operations that all its iterations complete
//! ([`summary`]).
//!
//! Invariant: conditions may be dropped; the walk then covers more than the executions of the program. If a dropped
//! condition might have excluded the pair, the candidate is marked `lossy` and is at most unproven.
//!
//! The first branch condition is that the call has posted the operation, where its result says so: one that returns `GASPI_TIMEOUT` has not.

pub(crate) mod acknowledged;
pub(crate) mod awaited;
mod check;
pub(crate) mod concurrent;
mod depend;
mod first_iterations;
mod found_notes;
mod intervals;
pub(crate) mod locks;
pub(crate) mod misuse;
pub(crate) mod opened;
mod other_requests;
mod pairs;
pub(crate) mod pending_at_sync;
mod polling;
mod posted;
pub(crate) mod promise;
pub(crate) mod published;
mod remote;
mod requests;
mod search;
pub(crate) mod separate;
mod state;
mod step;
mod summary;
pub(crate) mod team;

use crate::sync::Synchronisation;
pub(crate) use acknowledged::Deferred;
use concurrent::Concurrent;
use index_vec::IndexVec;
pub(crate) use intervals::leave_nothing;
use opened::Opening;
pub(crate) use pairs::FoundPairs;
pub(crate) use pending_at_sync::PendingAtSync;
pub(crate) use posted::Posted;
pub(crate) use published::PublishedWord;
use rma_frontend::api::Bank;
use rma_skeleton::candidate::{Candidate, Pair};
use rma_skeleton::facts::Facts;
use rma_skeleton::options::MemoryModel;
use rma_skeleton::skeleton::paths::{Precedence, TopologicalOrder};
use rma_skeleton::skeleton::{Event, Issue, Placement, Skeleton};
use rma_term::ids::{EventRef, LoopId, NodeId, PairId, SymId, TermId, ThreadId};
use rma_term::limits::Limit;
use rma_term::term::{Knowledge, Substitution, SymKind, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use search::Search;
use state::{Arrivals, Follows, State};
use std::collections::{BTreeMap, BTreeSet};
pub(crate) use summary::Summaries;

/// How finely a walk distinguishes states.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Precision {
    /// Iterations of a loop that are distinguished after the issue.
    pub rounds: Limit,
    /// States with different conditions that are kept at one place.
    pub states: Limit,
    /// Notifications that are remembered since the issue.
    pub notes: Limit,
    /// Steps after which the next coarser precision is tried.
    steps: Limit,
}

/// Precisions from the finest to one with which every walk ends: with one state for each node, conditions are only ever removed.
const PRECISIONS: [Precision; 3] = [
    Precision {
        rounds: Limit::FineRounds,
        states: Limit::FineStates,
        notes: Limit::PostedNotes,
        steps: Limit::FineSteps,
    },
    Precision {
        rounds: Limit::MiddleRounds,
        states: Limit::MiddleStates,
        notes: Limit::PostedNotes,
        steps: Limit::MiddleSteps,
    },
    Precision {
        rounds: Limit::CoarseRounds,
        states: Limit::CoarseStates,
        notes: Limit::CoarsePostedNotes,
        steps: Limit::CoarseSteps,
    },
];
/// The same for effects at the target, which are checked against accesses of other processes.
const PRECISIONS_AT_TARGET: [Precision; 2] = [
    Precision {
        rounds: Limit::FineTargetRounds,
        states: Limit::FineTargetStates,
        notes: Limit::PostedNotes,
        steps: Limit::FineTargetSteps,
    },
    Precision {
        rounds: Limit::CoarseRounds,
        states: Limit::CoarseStates,
        notes: Limit::CoarsePostedNotes,
        steps: Limit::CoarseTargetSteps,
    },
];

/// The pairs and candidates that the walks have found.
#[derive(Debug, Default)]
pub struct Found {
    /// Pairs, in order of discovery.
    pub pairs: IndexVec<PairId, Pair>,
    /// Paths to them.
    pub candidates: Vec<Candidate>,
    /// Pairs that a cheap comparison of offsets ruled out.
    pub apart: u64,
    /// There were too many states of two processes to visit all of them.
    pub limited: bool,
    /// Operations whose walk was stopped at a limit.
    pub gave_up: Vec<EventRef>,
}

/// The results of the walks of one process that later searches use.
pub(crate) struct Walks {
    pub found: Found,
    pub paths: FoundPairs,
    /// Operations that are pending at their targets, and the words that were stored meanwhile.
    pub at_targets: AtTargets,
    /// Candidates that depend on answers of other processes.
    pub deferred: Vec<Deferred>,
}

/// The walk of one operation.
pub(crate) struct Walk<'w, 'a> {
    pub precision: Precision,
    pub facts: &'w mut Facts<'a>,
    pub skeleton: &'w Skeleton,
    /// Order of the nodes, as [`TopologicalOrder`] gives it.
    order: &'w TopologicalOrder,
    precedence: &'w Precedence,
    pub summaries: &'w Summaries,
    pub sync: &'w mut Synchronisation,
    pub found: &'w mut Found,
    pub paths: &'w mut FoundPairs,
    /// Results for the search over two processes: synchronisations with the operation pending at its target, and words stored
    /// for others meanwhile.
    pub at_targets: &'w mut AtTargets,
    /// Candidates that depend on answers of other processes about the operation.
    pub deferred: &'w mut Vec<Deferred>,
    /// Whether the walk follows effects on memory of the origin or of the target.
    pub bank: Bank,
    /// Followed instead of an operation.
    pub opening: Option<Opening>,
    pub issue: &'w Issue,
    /// Its buffers at the origin may be window memory.
    pub in_window: bool,
    /// Another operation with the same notification may be pending at the same time.
    pub shares_note: bool,
    /// Its notification may be there before it is issued.
    stale: acknowledged::Stale,
    pub at: EventRef,
    /// Loops around the issue, outermost first.
    pub loops: Vec<LoopId>,
    /// Conditions under which the issue is reached.
    pub reach: Vec<TermId>,
    /// Symbols that the operation's terms mention.
    own_syms: FxHashSet<SymId>,
    /// Threads around the issue, outermost first.
    around: Vec<ThreadId>,
    /// States that the walk follows besides the current one.
    more: Vec<(NodeId, u32, State)>,
    /// Operations that are pending when a lock of threads is given back.
    pub outlasting: &'w mut FxHashSet<(EventRef, Bank, TermId)>,
    /// Two threads of the process at once, instead of a path from the issue.
    concurrent: Option<Concurrent>,
    /// Numbers of requests that calls have completed, at least one each, and perhaps not the operation's.
    some_counts: FxHashSet<SymId>,
    /// First-iteration values, by loop.
    first: FxHashMap<LoopId, Substitution>,
    /// The operation's terms at a relative iteration.
    shifted: FxHashMap<(Follows, Vec<state::Rel>), Substitution>,
    /// Whether conditions contradict each other; many states ask for the same ones.
    contradictions: FxHashMap<Vec<TermId>, bool>,
}

/// Results about effects that are pending at targets, for the search over two processes.
#[derive(Debug, Default)]
pub(crate) struct AtTargets {
    /// Synchronisations at which operations are still pending.
    pub pending_at_sync: Vec<PendingAtSync>,
    /// Their numbers, by operation and synchronisation.
    by_place: FxHashMap<(EventRef, EventRef), Vec<usize>>,
    /// Words that a process stores for others while its operation is pending.
    pub published: Vec<PublishedWord>,
    /// Operations, each with an update of a location that may come without a fence between the two.
    pub unfenced: FxHashSet<(EventRef, EventRef)>,
}

impl AtTargets {
    /// Adds a place where an operation is pending.
    fn add(&mut self, pending: PendingAtSync) {
        self.by_place.entry((pending.op, pending.at)).or_default().push(self.pending_at_sync.len());
        self.pending_at_sync.push(pending);
    }

    /// Forgets all but the first `count` places where operations are pending.
    fn truncate(&mut self, count: usize) {
        for of in self.pending_at_sync.drain(count..) {
            if let Some(numbers) = self.by_place.get_mut(&(of.op, of.at)) {
                numbers.retain(|n| *n < count);
            }
        }
    }
}

/// Walks from every pending operation: conflicts of a process with its own operations, and the synchronisations at which
/// operations are still pending at their targets. `direct` is the skeleton with [shortcuts](rma_skeleton::rewrites::shortcuts)
/// past regions that do not change this.
pub(crate) fn find(
    facts: &mut Facts,
    sync: &mut Synchronisation,
    skeleton: &Skeleton,
    direct: &Skeleton,
    placement: &Placement,
) -> Walks {
    let summaries = Summaries::new(facts, skeleton, placement);
    let windows = rma_skeleton::facts::window_memory(facts, skeleton);
    let mut search = Search::new(facts, sync, direct, &summaries);
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (i, item) in data.items.iter().enumerate() {
            let Event::Issue(issue) = &item.event else { continue };
            if issue.completion.over {
                continue;
            }
            let at = EventRef { node, item: i as u32, effect: 0 };
            for (bank, precisions) in [(Bank::Own, &PRECISIONS[..]), (Bank::Target, &PRECISIONS_AT_TARGET[..])] {
                if issue.effects.iter().any(|e| e.bank == bank) {
                    let mut start = search.start(at, issue, bank);
                    start.in_window = in_window(issue, &windows);
                    search.descend(&start, precisions);
                }
            }
        }
    }
    search.continue_over(skeleton);
    concurrent::find(&mut search);
    let pending = search.set_aside();
    opened::find(&mut search);
    search.take_back(pending);
    if search.facts.options.memory_model == MemoryModel::Separate {
        separate::find(&mut search);
    }
    let Search { found, paths, at_targets, deferred, .. } = search;
    Walks { found, paths, at_targets, deferred }
}

impl Walk<'_, '_> {
    /// Walks until nothing new is found; `false` when that takes too many steps.
    fn run(&mut self) -> bool {
        let mut arrivals: BTreeMap<NodeId, Arrivals> = BTreeMap::new();
        let mut work: BTreeSet<(Vec<u32>, NodeId)> = BTreeSet::new();
        if self.bank == Bank::Own && self.opening.is_none() {
            self.check_own_buffers();
        }
        let start = &self.skeleton.nodes[self.at.node].items;
        self.facts.terms.limits.comes_to(start.get(self.at.item as usize).and_then(|i| i.loc));
        let (mut steps, mut united) = (0usize, 0usize);
        let mut first = State::start(self);
        self.assume_posted(&mut first);
        let mut here: Vec<(NodeId, u32, State)> = vec![(self.at.node, self.at.item + 1, first)];
        loop {
            while let Some((node, item, state)) = here.pop() {
                steps += 1;
                let limits = &self.facts.terms.limits;
                let fine = self.precision.steps == Limit::FineSteps;
                if !limits.allows(self.precision.steps, steps) || fine && !limits.allows(Limit::FineUnions, united) {
                    return false;
                }
                let passed = self.pass(node, item, state);
                here.append(&mut self.more);
                let Some(state) = passed else { continue };
                for (to, next) in self.leave(node, &state) {
                    let turn = self.turn(to, &next);
                    let there = arrivals.entry(to).or_default();
                    let before = there.united;
                    if there.add(&mut self.facts.terms, next, self.precision.states) {
                        work.insert((turn, to));
                    }
                    united += there.united - before;
                }
            }
            // What leads to a node comes before it, so that as many paths as can be have become one.
            let Some((turn, node)) = work.pop_first() else { return true };
            let new = arrivals.get_mut(&node).map(|a| a.take_new(|state| self.turn(node, state) == turn));
            here.extend(new.into_iter().flatten().rev().map(|state| (node, 0, state)));
        }
    }

    /// Adds that the call has posted the operation, where its result tells: what follows goes by the same result.
    fn assume_posted(&mut self, state: &mut State) {
        if self.opening.is_some() {
            return;
        }
        let bank = self.bank;
        let mut effects = self.issue.effects.iter().filter(|e| e.bank == bank).map(|e| e.cond);
        let Some(first) = effects.next() else { return };
        let mut said = self.facts.terms.conjuncts(first);
        for cond in effects {
            let also = self.facts.terms.conjuncts(cond);
            said.retain(|c| also.contains(c));
        }
        for cond in said {
            let terms = &self.facts.terms;
            let outcome = |x: SymId| {
                let sym = &terms.syms[x];
                sym.kind == SymKind::Input
                    && sym.knowledge == Knowledge::Known
                    && (sym.lo, sym.hi) == (Some(0), Some(1))
            };
            if terms.as_const(cond).is_none() && !terms.any_sym(cond, |x| !outcome(x)) {
                state.assume(&mut self.facts.terms, cond);
            }
        }
    }

    /// Whether every path to a place passes another place before.
    pub(super) fn always_precedes(&mut self, first: EventRef, then: EventRef) -> bool {
        self.precedence.always(self.facts, self.skeleton, first, then)
    }

    /// Whether some path to a place passes another place before.
    pub(super) fn may_precede(&self, first: EventRef, then: EventRef) -> bool {
        self.precedence.perhaps(self.skeleton, first, then)
    }

    /// When a state at a node is followed: after all those that lead to it. In a loop around the issue all of an iteration comes
    /// before the next one.
    fn turn(&self, node: NodeId, state: &State) -> Vec<u32> {
        let mut turn = Vec::new();
        let around = self.skeleton.nodes[node].loops.iter().zip(&self.loops).take_while(|(a, b)| a == b);
        for ((l, _), rel) in around.zip(&state.rel) {
            turn.push(self.order.loops[*l]);
            turn.push(match rel {
                state::Rel::Ahead(n) => u32::from(*n),
                state::Rel::Far => u32::MAX,
            });
        }
        turn.push(self.order.nodes[node]);
        turn
    }
}

/// The buffers of an operation at its origin may be memory that other processes operate on.
fn in_window(issue: &Issue, windows: &FxHashSet<rma_term::ids::ObjId>) -> bool {
    let own = issue.effects.iter().filter(|e| e.bank == Bank::Own);
    own.flat_map(|e| &e.area.places).any(|p| windows.contains(&p.obj))
}

/// Symbols in the bytes, target and window of an operation.
fn own_syms(terms: &Terms, issue: &Issue) -> FxHashSet<SymId> {
    let mut out = FxHashSet::default();
    let mut add = |t: TermId| terms.for_each_sym(t, &mut |s| _ = out.insert(s));
    for e in &issue.effects {
        for p in &e.area.places {
            add(p.guard);
            add(p.named);
            add(p.inst);
            add(p.offset);
        }
        for b in &e.area.blocks {
            add(b.offset);
            b.len.into_iter().for_each(&mut add);
        }
    }
    // Which of several requests it is, decides which completion covers it.
    for p in issue.completion.request.iter().flat_map(|r| &r.cell) {
        add(p.offset);
    }
    let note = issue.completion.note.into_iter().flat_map(|n| [n.segment, n.id]);
    let whole =
        issue.target.rank.into_iter().chain(issue.target.win).chain(issue.target.disp).chain(issue.completion.queue);
    whole.chain(note).for_each(&mut add);
    out
}
