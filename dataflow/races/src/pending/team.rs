//! Walks through code that several threads execute (theory, 6.5).
//!
//! Up to its team's next barrier an operation is followed on the path of the thread that has issued it. [`super::concurrent`]
//! handles concurrent events of the other threads. At the barrier the walk continues in two states ([`Follows`]). The state *any*
//! follows any thread of the team up to the next barrier; the operation is pending against the accesses of this thread. The state
//! *team* tells whether the operation is still pending at the next barrier. It takes the branches that one thread takes for all
//! (master, single), because an operation that this thread completes is complete for all at the next barrier.
//!
//! Invariant: a completion counts for another thread only after a barrier, the end of the team, or a wait for the
//! task or thread.

use super::Walk;
use super::concurrent::spawn_of;
use super::state::{Follows, State};
use rma_skeleton::awaited::{Waited, awaited};
use rma_skeleton::skeleton::{Edge, Event, TeamEvent, TeamKind};
use rma_skeleton::thread::{Join, ThreadKind};
use rma_term::ids::{EventRef, NodeId, SymId, TermId, ThreadId};
use rma_term::term::{SymKind, Term};
use rustc_hash::FxHashSet;

/// Added to the rounds of values at the issue: it marks values of the issuing thread in terms of another thread.
pub(crate) const ISSUER: u32 = 1 << 24;

/// Whether a thread may wait for another one at an event.
fn waits(kind: &TeamKind) -> bool {
    let others = matches!(kind, TeamKind::Fork | TeamKind::Spawn | TeamKind::SpawnEnd);
    !others && !matches!(kind, TeamKind::Release(_) | TeamKind::RanOnce(_) | TeamKind::Raise { .. })
}

impl State {
    /// Passes an event at which this thread may wait for another one, which may have completed the operation by then.
    pub(super) fn may_wait(&mut self) {
        self.lossy |= !self.beside.is_empty();
    }
}

impl Walk<'_, '_> {
    /// An event of the order between threads; `None` when this state goes no further.
    pub(super) fn pass_team(&mut self, state: State, team: &TeamEvent, here: EventRef) -> Option<State> {
        let mut state = state;
        if let TeamKind::AwaitThreads(threads) = &team.kind
            && threads.iter().any(|s| self.surely_waits(here, *s) && self.completed_in(&state, *s))
        {
            return None;
        }
        if waits(&team.kind) {
            state.may_wait();
        }
        let over = self.is_awaited(&mut state, team, here);
        let threads = &self.facts.threads;
        match (&team.kind, team.thread) {
            (TeamKind::Fork, Some(s)) => match state.follows {
                Follows::Issuer if threads.all[s].kind == ThreadKind::Team => Some(self.divide(state, s, here)),
                _ => Some(state),
            },
            (TeamKind::Barrier, Some(s)) => match state.follows {
                Follows::Issuer => Some(self.divide(state, s, here)),
                Follows::Team(t) if s == t => Some(self.divide(state, s, here)),
                Follows::Any(t) if s == t => None,
                Follows::Creator(_) if over => {
                    state.follows = Follows::Issuer;
                    Some(self.divide(state, s, here))
                }
                _ => Some(state),
            },
            (TeamKind::Join, Some(s)) => match state.follows {
                Follows::Any(t) if s == t => None,
                Follows::Team(t) if s == t => {
                    // Code outside continues with the thread that has begun the team.
                    state.follows = match threads.all[s].parent {
                        Some(p) if threads.all[p].kind == ThreadKind::Team && !self.issued_in(p) => Follows::Team(p),
                        _ => Follows::Issuer,
                    };
                    Some(state)
                }
                Follows::Creator(_) if over => {
                    state.follows = Follows::Issuer;
                    Some(state)
                }
                _ => Some(state),
            },
            (TeamKind::SpawnEnd, Some(s)) => {
                if state.inside == Some(s) {
                    return None;
                }
                if self.issued_in(s) && state.follows == Follows::Issuer {
                    state.follows = Follows::Creator(s);
                }
                Some(state)
            }
            (
                TeamKind::AwaitTasks
                | TeamKind::AwaitGroup(_)
                | TeamKind::AwaitDependent(_)
                | TeamKind::AwaitThreads(_),
                _,
            ) => {
                if over {
                    state.follows = Follows::Issuer;
                }
                Some(state)
            }
            // The thread that has stored may have completed the operation before.
            (TeamKind::AwaitStore { cell, .. }, _) => {
                state.lossy |= self.completed_before_store(&state, *cell, here);
                Some(state)
            }
            (TeamKind::Meet(_), _) => {
                // Operations that the arrived threads have completed are complete for all; which threads these are is
                // not followed.
                state.lossy = true;
                Some(state)
            }
            (TeamKind::Release(lock), _) => {
                self.outlasting.insert((EventRef { effect: 0, ..self.at }, self.bank, *lock));
                Some(state)
            }
            _ => Some(state),
        }
    }

    /// At a barrier, or where a team begins: any thread of the team continues, and the team as a whole.
    fn divide(&mut self, state: State, team: ThreadId, here: EventRef) -> State {
        if self.opening.is_none() {
            let mut any = State { follows: Follows::Any(team), ..state.clone() };
            // The branches on the path were the issuing thread's.
            if self.issued_in(team) {
                for c in any.branches.iter_mut().chain(&mut any.survived) {
                    *c = super::concurrent::of_another(self.facts, team, *c);
                }
            }
            self.more.push((here.node, here.item + 1, any));
        }
        State { follows: Follows::Team(team), ..state }
    }

    /// Whether a thread that was made since the issue has certainly completed the operation when it ends.
    fn completed_in(&mut self, state: &State, s: ThreadId) -> bool {
        let skeleton = self.skeleton;
        let Some(spawn) = spawn_of(skeleton, s).filter(|_| state.beside.contains(&s) && state.same_iteration()) else {
            return false;
        };
        if skeleton.nodes[spawn.node].loops != skeleton.nodes[self.at.node].loops {
            return false;
        }
        let mut covering: FxHashSet<NodeId> = FxHashSet::default();
        for (node, data) in skeleton.nodes.iter_enumerated() {
            for item in &data.items {
                let Event::Complete(c) = &item.event else { continue };
                if self.facts.threads.of.get(&item.ctx) == Some(&s)
                    && self.ends_at(c)
                    && self.covers(state, c).is_some_and(|covered| self.facts.terms.is_true(covered))
                {
                    covering.insert(node);
                }
            }
        }
        // Some path from its beginning to its end that avoids these.
        let is_end = |n: NodeId| {
            let first = skeleton.nodes[n].items.first().map(|i| &i.event);
            matches!(first, Some(Event::Team(t)) if matches!(t.kind, TeamKind::SpawnEnd) && t.thread == Some(s))
        };
        let begins = |n: &NodeId| !is_end(*n);
        let mut open: Vec<NodeId> = skeleton.nodes[spawn.node].succs.iter().map(|e| e.to).filter(begins).collect();
        let mut seen: FxHashSet<NodeId> = open.iter().copied().collect();
        while let Some(node) = open.pop() {
            if is_end(node) {
                return false;
            }
            if !covering.contains(&node) {
                open.extend(skeleton.nodes[node].succs.iter().map(|e| e.to).filter(|n| seen.insert(*n)));
            }
        }
        !covering.is_empty()
    }

    /// Whether an event waits for the task or thread that has issued the operation.
    fn is_awaited(&mut self, state: &mut State, event: &TeamEvent, here: EventRef) -> bool {
        let Follows::Creator(s) = state.follows else { return false };
        if matches!(event.kind, TeamKind::Visible) && self.join_at(here).is_some_and(|j| j.threads.contains(&s)) {
            // Perhaps it is over: then what others complete counts.
            let item = &self.skeleton.nodes[here.node].items[here.item as usize];
            let leaves_some = item.inst.is_some_and(|v| self.facts.threads.short.contains(&(item.ctx, v)));
            state.lossy |= !leaves_some;
            return false;
        }
        let waited = awaited(self.facts, s, event);
        state.lossy |= waited == Waited::Perhaps;
        waited == Waited::Yes
    }

    fn join_at(&self, here: EventRef) -> Option<&Join> {
        let item = &self.skeleton.nodes[here.node].items[here.item as usize];
        item.inst.and_then(|v| self.facts.threads.joins.get(&(item.ctx, v)))
    }

    /// Whether a join in the iteration in which a thread was made waits for this thread.
    fn surely_waits(&mut self, here: EventRef, s: ThreadId) -> bool {
        let Some(Join { handle, cell, .. }) = self.join_at(here).cloned() else { return true };
        let thread = &self.facts.threads.all[s];
        if thread.own.is_some_and(|own| *self.facts.terms.get(handle) == Term::Sym(own)) {
            return true;
        }
        let stored = thread.handle.clone();
        let made = spawn_of(self.skeleton, s).map(|at| &self.skeleton.nodes[at.node].loops);
        // Where the loop around a join has ended, its threads are over.
        let own = made.is_some_and(|made| self.skeleton.nodes[here.node].loops.iter().any(|l| !made.contains(l)));
        let read = cell.map(|cell| self.facts.places(cell).list).unwrap_or_default();
        own || matches!(read[..], [c] if stored.iter().any(|p| (p.obj, p.inst, p.offset) == (c.obj, c.inst, c.offset)))
    }

    /// The operation is issued in a thread.
    fn issued_in(&self, s: ThreadId) -> bool {
        let around = self.around.last().copied();
        self.facts.threads.within(around, s)
    }

    /// The condition under which the team as a whole takes a branch that one thread takes for all; the other threads do not take it.
    pub(super) fn team_branch(&mut self, state: &State, cond: TermId) -> TermId {
        let forced = matches!(state.follows, Follows::Team(_)) || self.opening.is_some();
        let selection = if forced { self.facts.selection(cond) } else { None };
        selection.map_or(cond, |s| s.cond(&mut self.facts.terms))
    }

    /// Handles the begin of a task or thread: one path leads into its code, another one past it.
    pub(super) fn enter_spawned(&mut self, state: &mut State, from: NodeId, edge: &Edge) -> bool {
        let Some(spawned) = self.skeleton.nodes[from].items.last().and_then(|i| match &i.event {
            Event::Team(TeamEvent { kind: TeamKind::Spawn, thread }) => *thread,
            _ => None,
        }) else {
            return true;
        };
        let past = self.skeleton.nodes[edge.to].items.first().is_some_and(|i| {
            matches!(&i.event, Event::Team(TeamEvent { kind: TeamKind::SpawnEnd, thread }) if *thread == Some(spawned))
        });
        if past {
            // What the task or thread completes is complete where somebody waits for it. That place is followed for the join of a thread
            // only. A thread need not have begun before.
            let completes = self.facts.threads.completes.contains(&spawned);
            if self.facts.threads.all[spawned].kind != ThreadKind::Thread {
                state.lossy |= completes;
            } else if completes {
                state.beside.insert(spawned);
            }
        } else {
            state.inside = Some(spawned);
        }
        true
    }

    /// A symbol of the issue, in terms of another thread than the issuing one. `then`: the same symbol, or its version for the
    /// iteration of the issue, if that iteration has ended.
    pub(super) fn of_issuer(&mut self, state: &State, x: SymId, then: SymId) -> Option<TermId> {
        let Follows::Any(team) = state.follows else { return None };
        if !self.issued_in(team) || matches!(self.facts.terms.syms[x].kind, SymKind::Earlier(..)) {
            return None;
        }
        self.facts.is_private(then, team).then(|| super::concurrent::of_other_thread(self.facts, team, then))
    }
}
