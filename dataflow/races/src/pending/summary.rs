//! The operations that a loop completes in all its iterations together (theory, 6.2).
//!
//! `for (t = 0; t < size; t++) MPI_Win_flush(t, win)` completes the operations to every target below `size`. For each
//! completion that every iteration executes, an operation issued before the loop survives the loop only if no
//! iteration number in range makes the completion cover it.
//!
//! The first iteration that completes the operation is the one whose completion names its target or request, also in cyclic order
//! (`requests[k % n]`).

use super::Walk;
use super::awaited::Handover;
use super::polling;
use super::state::{Follows, State};
use rma_frontend::ir::BlockId;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::{Complete, Event, OrderKind, Placement, Skeleton, TeamEvent, TeamKind};
use rma_term::ids::{CtxId, EventRef, LoopId, NodeId, SymId, TermId};
use rma_term::term::{Op, Substitution, SymKind, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// For each loop, the completions that every iteration executes.
#[derive(Debug, Default)]
pub(crate) struct Summaries {
    every: FxHashMap<LoopId, Vec<Completion>>,
    /// For each loop, the completions that a variable counts.
    counts: FxHashMap<LoopId, Vec<Count>>,
    /// Loops that make new requests.
    issuing: FxHashSet<LoopId>,
    /// For each loop, the waits for words that every iteration passes.
    pub(super) waits: FxHashMap<LoopId, Vec<(NodeId, u32)>>,
    /// Loops all of whose completions are summarised.
    explained: FxHashSet<LoopId>,
    /// The completions in a loop, or in loops inside it, that its summary does not cover, and calls on epochs.
    perhaps: FxHashMap<LoopId, Vec<Unsaid>>,
    /// Values of loops on which branches after the loop depend.
    asked_after: FxHashSet<SymId>,
    /// Loads of loops that wait for a store of another thread, with their addresses.
    pub(super) awaits: Vec<Handover>,
    /// Stores to such addresses.
    pub(super) raises: Vec<Handover>,
}

/// A completion that every iteration executes.
#[derive(Debug, Clone, Copy)]
struct Completion {
    node: NodeId,
    item: u32,
    /// The condition under which an iteration executes it; `None`: always.
    when: Option<TermId>,
    /// Each iteration repeats a test until it has completed something: its own condition holds in the end.
    settled: bool,
}

/// A completion whose successes a variable of the loop counts.
#[derive(Debug, Clone, Copy)]
struct Count {
    node: NodeId,
    item: u32,
    /// The variable, and its value on entry.
    of: SymId,
    first: TermId,
}

/// An event in a loop that its summary does not cover.
#[derive(Debug, Clone, Copy)]
struct Unsaid {
    node: NodeId,
    item: u32,
    /// Every iteration passes it.
    always: bool,
}

impl Summaries {
    /// Whether a branch after the loop depends on a value of the loop.
    pub fn is_asked_after(&self, x: SymId) -> bool {
        self.asked_after.contains(&x)
    }

    pub(super) fn new(facts: &mut Facts, skeleton: &Skeleton, placement: &Placement) -> Summaries {
        let mut out = Summaries::default();
        let mut partly: FxHashSet<LoopId> = FxHashSet::default();
        let perhaps = |facts: &Facts, out: &mut Summaries, id: NodeId, i: usize| {
            let Some(&l) = skeleton.nodes[id].loops.last() else { return };
            let always = placement.block.get(&id).is_some_and(|&(ctx, b)| every_iteration(facts, skeleton, l, ctx, b));
            for l in &skeleton.nodes[id].loops {
                out.perhaps.entry(*l).or_default().push(Unsaid { node: id, item: i as u32, always });
            }
        };
        for (id, node) in skeleton.nodes.iter_enumerated() {
            for (i, item) in node.items.iter().enumerate() {
                let at = EventRef { node: id, item: i as u32, effect: 0 };
                match &item.event {
                    Event::Team(TeamEvent { kind: kind @ TeamKind::AwaitStore { .. }, .. }) => {
                        out.awaits.extend(Handover::of(at, kind));
                    }
                    Event::Team(TeamEvent { kind: kind @ TeamKind::Raise { .. }, .. }) => {
                        out.raises.extend(Handover::of(at, kind));
                    }
                    _ => {}
                }
            }
            for edge in &node.succs {
                facts.terms.for_each_sym(edge.cond, &mut |x| {
                    if let SymKind::LoopPhi(l) = facts.terms.syms[x].kind
                        && !node.loops.contains(&l)
                    {
                        out.asked_after.insert(x);
                    }
                });
            }
        }
        for (id, node) in skeleton.nodes.iter_enumerated() {
            let Some(&l) = node.loops.last() else { continue };
            for (i, item) in node.items.iter().enumerate() {
                if matches!(&item.event, Event::Issue(issue) if issue.completion.request.is_some()) {
                    out.issuing.extend(&node.loops);
                }
                if matches!(item.event, Event::Epoch(_)) {
                    perhaps(facts, &mut out, id, i);
                }
                if let Event::Order(o) = &item.event
                    && matches!(o.kind, OrderKind::Observe { .. })
                    && facts.terms.is_true(o.cond)
                    && placement.block.get(&id).is_some_and(|&(ctx, b)| every_iteration(facts, skeleton, l, ctx, b))
                {
                    out.waits.entry(l).or_default().push((id, i as u32));
                }
                let Event::Complete(c) = &item.event else { continue };
                let counted = skeleton.loops[l].trips.is_some();
                let Some(&(ctx, b)) = placement.block.get(&id).filter(|_| counted) else {
                    partly.insert(l);
                    let counts = polling::counts(facts, &skeleton.loops[l], c).into_iter();
                    let counts = counts.map(|(of, first)| Count { node: id, item: i as u32, of, first });
                    out.counts.entry(l).or_default().extend(counts);
                    if let Some(outer) = polling::settles_in(facts, skeleton, placement, id, c) {
                        let node = id;
                        let settled = Completion { node, item: i as u32, when: None, settled: true };
                        out.every.entry(outer).or_default().push(settled);
                    }
                    perhaps(facts, &mut out, id, i);
                    continue;
                };
                let when = if every_iteration(facts, skeleton, l, ctx, b) {
                    Some(None)
                } else {
                    branch_into(facts, placement, ctx, b)
                        .filter(|(p, cond)| {
                            every_iteration(facts, skeleton, l, ctx, *p)
                                && of_the_counter_alone(facts, skeleton, l, *cond)
                        })
                        .map(|(_, cond)| Some(cond))
                };
                match when {
                    Some(when) => {
                        let completion = Completion { node: id, item: i as u32, when, settled: false };
                        out.every.entry(l).or_default().push(completion);
                        // No summary covers the loops around it.
                        for outer in node.loops.iter().rev().skip(1) {
                            out.perhaps.entry(*outer).or_default().push(Unsaid {
                                node: id,
                                item: i as u32,
                                always: true,
                            });
                        }
                    }
                    None => {
                        partly.insert(l);
                        perhaps(facts, &mut out, id, i);
                    }
                }
            }
        }
        out.explained = out.every.keys().copied().filter(|l| !partly.contains(l)).collect();
        out
    }

    /// Every completion in the loop is summarised, so conditions about single iterations may be dropped.
    pub(super) fn explains(&self, l: LoopId) -> bool {
        self.explained.contains(&l)
    }
}

/// Whether what changes in a condition from iteration to iteration is the loop's counter alone.
fn of_the_counter_alone(facts: &Facts, skeleton: &Skeleton, l: LoopId, cond: TermId) -> bool {
    let counter = skeleton.loops[l].counter;
    !facts.terms.any_sym(cond, |x| x != counter && facts.loop_within(facts.terms.syms[x].def_loop, l))
}

/// The branch that alone leads to a block, and its condition (`if (r != rank)`).
fn branch_into(facts: &Facts, placement: &Placement, ctx: CtxId, b: BlockId) -> Option<(BlockId, TermId)> {
    let graph = &facts.graph.functions[facts.contexts.all[ctx].func];
    let [p] = graph.preds[b][..] else { return None };
    let paths: Vec<usize> = (0..graph.succs[p].len()).filter(|i| graph.succs[p][*i] == b).collect();
    let [i] = paths[..] else { return None };
    let cond = (*placement.edges.get(&(ctx, p))?.get(i)?)?;
    Some((p, cond))
}

/// Whether every iteration of a loop executes a block, which may be in a function called from the loop.
fn every_iteration(facts: &Facts, skeleton: &Skeleton, l: LoopId, ctx: CtxId, b: BlockId) -> bool {
    let around = facts.graph.functions[facts.contexts.all[ctx].func].loop_of[b];
    in_every_iteration(facts, skeleton, l, (ctx, b, around))
}

/// As `in_every_iteration`, for a block; the loop is given as the loop of the function that surrounds it.
pub(super) fn in_every_iteration(
    facts: &Facts,
    skeleton: &Skeleton,
    l: LoopId,
    (mut ctx, mut b, mut around): (CtxId, BlockId, Option<rma_cfg::LoopId>),
) -> bool {
    while ctx != skeleton.loops[l].ctx {
        let c = &facts.contexts.all[ctx];
        let graph = &facts.graph.functions[c.func];
        let func = &facts.module.functions[c.func];
        let returns = |x: BlockId| matches!(func.terminator(x).kind, rma_frontend::ir::InstKind::Ret { .. });
        if around.is_some() || !graph.rpo.iter().all(|x| !returns(*x) || graph.dominates(b, *x)) {
            return false;
        }
        let Some((caller, call)) = c.caller else { return false };
        let blocks = &facts.module.functions[facts.contexts.all[caller].func].blocks;
        b = BlockId::from_usize(blocks.raw.partition_point(|x| x.end <= call));
        ctx = caller;
        around = facts.graph.functions[facts.contexts.all[ctx].func].loop_of[b];
    }
    let Some(cfg) = facts.cfg_loops.get(&l) else { return false };
    let graph = &facts.graph.functions[facts.contexts.all[ctx].func];
    around == Some(*cfg) && graph.loops[*cfg].latches.iter().all(|x| graph.dominates(b, *x))
}

impl Walk<'_, '_> {
    /// Whether some iteration of a loop may complete the operation, or end what the walk follows; true if this is not known.
    pub(super) fn may_end_in(&mut self, state: &State, l: LoopId) -> bool {
        let perhaps = self.summaries.perhaps.get(&l).map_or(&[][..], |p| p);
        perhaps.iter().any(|unsaid| self.may_end_at(state, unsaid))
    }

    /// Like `may_end_in`, without completions that a process may miss by chance: a test that finds nothing and, with `by_data`, a
    /// completion that an iteration may skip because of data read at run time.
    pub(super) fn ends_unsaid_in(&mut self, state: &State, l: LoopId, by_data: bool) -> bool {
        let perhaps = self.summaries.perhaps.get(&l).map_or(&[][..], |p| p);
        perhaps.iter().filter(|unsaid| unsaid.always || !by_data).any(|unsaid| {
            let tested = |x: SymId| {
                let sym = &self.facts.terms.syms[x];
                sym.kind == SymKind::Input && sym.hi == Some(1)
            };
            let free = match &self.skeleton.nodes[unsaid.node].items[unsaid.item as usize].event {
                Event::Complete(c) => self.facts.terms.any_sym(c.cond, tested),
                _ => false,
            };
            !free && self.may_end_at(state, unsaid)
        })
    }

    fn may_end_at(&mut self, state: &State, unsaid: &Unsaid) -> bool {
        match &self.skeleton.nodes[unsaid.node].items[unsaid.item as usize].event {
            Event::Complete(c) => {
                let ends = self.opening.map_or_else(|| self.ends_at(c), |o| o.ended_by(c));
                ends && self.covers(state, c).is_none_or(|covered| !self.facts.terms.is_false(covered))
            }
            Event::Epoch(e) => self.opening.is_some_and(|o| o.ended_by_call(e.change)),
            _ => self.opening.is_some(),
        }
    }

    /// Applies the completions of a loop to an operation that was issued before the loop; `false` when the loop certainly completes the
    /// operation.
    pub(super) fn apply_summary(&mut self, state: &mut State, l: LoopId) -> bool {
        // As with single completions: what a task or thread has issued is not complete for sure before it is waited for.
        if matches!(state.follows, Follows::Creator(_)) {
            return true;
        }
        self.apply_counts(state, l) && self.apply_counted(state, l)
    }

    /// Applies the completions of a loop that a variable counts, up to the value of this variable.
    fn apply_counts(&mut self, state: &mut State, l: LoopId) -> bool {
        let counts = self.summaries.counts.get(&l).map_or(&[][..], |c| c);
        counts.iter().all(|count| {
            let item = &self.skeleton.nodes[count.node].items[count.item as usize];
            let Event::Complete(c) = &item.event else { return true };
            if self.opening.is_some_and(|o| !o.ended_by(c)) || !self.ends_at(c) {
                return true;
            }
            let passed = self.facts.terms.sym(count.of);
            let covered = if c.some.is_some() || polling::returned_index(self.facts, c).is_some() {
                self.all_of_list(state, l, c, (count.first, passed))
            } else {
                let c = always(self.facts, c);
                let covered = self.covers(&outside(state, l), &c);
                covered.and_then(|m| self.holds_for_some(l, (count.of, count.first), m, passed))
            };
            let Some(covered) = covered else { return true };
            let not = self.facts.terms.not(covered);
            !self.facts.terms.is_false(not) && state.survive(&mut self.facts.terms, not)
        })
    }

    /// Condition that the operation's request is in the list of a completion of some of several requests, and that as many completions as
    /// the list has requests took place in the loop: each of them completes another request (MPI 4.1, 3.7.5).
    fn all_of_list(
        &mut self,
        state: &State,
        l: LoopId,
        c: &Complete,
        (first, passed): (TermId, TermId),
    ) -> Option<TermId> {
        if self.summaries.issuing.contains(&l) {
            return None;
        }
        let has_held = always(self.facts, c);
        let covered = self.covers(&outside(state, l), &has_held)?;
        let count = polling::list_length(self.facts, c)?;
        let covered = match polling::returned_index(self.facts, c) {
            Some(index) => {
                let zero = self.facts.terms.int(0);
                self.holds_for_some(l, (index, zero), covered, count)?
            }
            None => covered,
        };
        if [covered, count].iter().any(|t| self.facts.varies_in(*t, l)) {
            return None;
        }
        let needed = self.facts.terms.add(first, count);
        let enough = self.facts.terms.le(needed, passed);
        Some(self.facts.terms.all(&[covered, enough]))
    }

    /// Applies the completions that every iteration of a loop executes.
    fn apply_counted(&mut self, state: &mut State, l: LoopId) -> bool {
        let Some(every) = self.summaries.every.get(&l) else { return true };
        let Some(trips) = self.skeleton.loops[l].trips else { return true };
        let trips = self.of_whole_loop(state, trips);
        let at_last = self.skeleton.loops[l].body_at_last;
        for completion in every {
            let Event::Complete(c) = &self.skeleton.nodes[completion.node].items[completion.item as usize].event else {
                continue;
            };
            if self.opening.is_some_and(|o| !o.ended_by(c)) || !self.ends_at(c) {
                continue;
            }
            if polling::returned_index(self.facts, c).is_some() && self.facts.terms.is_true(c.cond) {
                let rounds = if at_last { self.facts.terms.add_int(trips, 1) } else { trips };
                let zero = self.facts.terms.int(0);
                if completion.when.is_none()
                    && let Some(covered) = self.all_of_list(state, l, c, (zero, rounds))
                {
                    let not = self.facts.terms.not(covered);
                    if self.facts.terms.is_false(not) || !state.survive(&mut self.facts.terms, not) {
                        return false;
                    }
                    // Fewer have completed some of the requests, and which ones is not followed.
                    let fewer = polling::list_length(self.facts, c).map(|count| self.facts.terms.lt(rounds, count));
                    state.lossy |= fewer.is_none_or(|fewer| !self.facts.terms.is_false(fewer));
                    continue;
                }
            }
            // Of several requests it may have been another one.
            if c.some.is_some() {
                state.lossy |= self.may_cover(c);
                continue;
            }
            let covered = self.covered_by_some_iteration(state, l, (c, completion), trips, at_last);
            let Some(covered) = covered else {
                state.lossy = true;
                continue;
            };
            let not = self.facts.terms.not(covered);
            if self.facts.terms.is_false(not) || !state.survive(&mut self.facts.terms, not) {
                return false;
            }
        }
        true
    }

    /// A number of iterations: those of all threads together, where a team is followed and not one thread's part of a worksharing loop.
    pub(super) fn of_whole_loop(&mut self, state: &State, iterations: TermId) -> TermId {
        match state.follows {
            Follows::Team(team) => self.facts.of_all_parts(iterations, Some(team)),
            _ => iterations,
        }
    }

    /// Conditions that no earlier iteration of a loop around the current point, which the issue is not in, has completed the
    /// operation; and whether some of these conditions could not be expressed.
    pub(super) fn left_by_earlier_iterations(&mut self, state: &State, node: NodeId) -> (Vec<TermId>, bool) {
        let (mut out, mut lossy) = (Vec::new(), false);
        for l in self.skeleton.nodes[node].loops.clone() {
            if self.loops.contains(&l) || state.first.contains(&l) {
                continue;
            }
            let k = self.facts.terms.sym(self.skeleton.loops[l].counter);
            let every = self.summaries.every.get(&l).cloned().unwrap_or_default();
            for completion in &every {
                let node = &self.skeleton.nodes[completion.node];
                let Event::Complete(c) = &node.items[completion.item as usize].event else { continue };
                if self.opening.is_some_and(|o| !o.ended_by(c)) || !self.ends_at(c) {
                    continue;
                }
                match self.covered_by_some_iteration(state, l, (c, completion), k, false).filter(|_| c.some.is_none()) {
                    Some(covered) => out.push(self.facts.terms.not(covered)),
                    None => lossy |= self.may_cover(c),
                }
            }
        }
        (out, lossy)
    }

    /// Condition that a completion covers the operation in one of the loop's first `trips` iterations.
    fn covered_by_some_iteration(
        &mut self,
        state: &State,
        l: LoopId,
        (c, completion): (&Complete, &Completion),
        trips: TermId,
        at_last: bool,
    ) -> Option<TermId> {
        let outside = outside(state, l);
        let mut m = match completion.settled {
            true => {
                let c = always(self.facts, c);
                self.covers(&outside, &c)?
            }
            false => self.covers(&outside, c)?,
        };
        if let Some(when) = completion.when {
            let when = self.now(&outside, when);
            m = self.facts.terms.all(&[m, when]);
        }
        let rounds = if at_last { self.facts.terms.add_int(trips, 1) } else { trips };
        self.holds_in_some_iteration(l, m, rounds)
    }

    /// Condition that `m`, which may contain the loop's counter, holds in one of the first `rounds` iterations.
    pub(super) fn holds_in_some_iteration(&mut self, l: LoopId, m: TermId, rounds: TermId) -> Option<TermId> {
        let zero = self.facts.terms.int(0);
        self.holds_for_some(l, (self.skeleton.loops[l].counter, zero), m, rounds)
    }

    /// Condition that `m`, which may contain the variable `counter` of a loop, holds for one of its values from `zero` to below `rounds`.
    fn holds_for_some(
        &mut self,
        l: LoopId,
        (counter, zero): (SymId, TermId),
        m: TermId,
        rounds: TermId,
    ) -> Option<TermId> {
        let k = self.facts.terms.sym(counter);
        let mut parts = self.facts.terms.conjuncts(m);
        let fixed = parts.iter().position(|p| {
            matches!(self.facts.terms.get(*p), Term::Eq0(t)
                if self.facts.terms.linear(*t).1.iter().any(|(a, _)| *a == k))
        });
        if fixed.is_none()
            && counter == self.skeleton.loops[l].counter
            && let Some(n) = parts.iter().position(|p| self.facts.varies_in(*p, l))
            && let Some(first) = self.first_turn(parts[n], l)
        {
            // The others are the same in every iteration.
            parts.remove(n);
            parts.extend(first.conditions);
            if parts.iter().any(|t| self.facts.varies_in(*t, l)) {
                return None;
            }
            parts.push(self.facts.terms.lt(first.iteration, rounds));
            return Some(self.facts.terms.all(&parts));
        }
        let Some(n) = fixed else {
            // The same in every iteration: one is enough.
            if parts.iter().any(|p| self.facts.varies_in(*p, l)) {
                return None;
            }
            let runs = self.facts.terms.lt(zero, rounds);
            parts.push(runs);
            return Some(self.facts.terms.all(&parts));
        };
        let part = parts.remove(n);
        let Term::Eq0(t) = *self.facts.terms.get(part) else { return None };
        let (c0, ts) = self.facts.terms.linear(t);
        let (_, a) = *ts.iter().find(|(x, _)| *x == k)?;
        let rest = self.facts.terms.from_linear(c0, ts.into_iter().filter(|(x, _)| *x != k).collect());
        if self.facts.varies_in(rest, l) {
            return None;
        }
        let (at, whole) = self.solution(a, rest);
        parts.extend(whole);
        let mut s = Substitution::new();
        s.insert(counter, at);
        let mut all = Vec::new();
        for p in parts {
            all.push(self.facts.terms.subst(p, &mut s));
        }
        all.push(self.facts.terms.le(zero, at));
        if all.iter().any(|t| self.facts.varies_in(*t, l)) {
            return None;
        }
        all.push(self.facts.terms.lt(at, rounds));
        Some(self.facts.terms.all(&all))
    }

    /// The `x` with `a·x + rest = 0`, and the condition that such an `x` exists; `None`: it always does.
    fn solution(&mut self, a: i64, rest: TermId) -> (TermId, Option<TermId>) {
        let terms = &mut self.facts.terms;
        let minus = terms.scale(rest, if a > 0 { -1 } else { 1 });
        if let Some(x) = terms.exact_div(minus, a.abs()) {
            return (x, None);
        }
        let by = terms.int(a.abs());
        let whole = terms.op(Op::Mod, minus, by);
        (terms.op(Op::Div, minus, by), Some(terms.eq0(whole)))
    }

    /// The first iteration in which a cyclic index has a given value, that is, in which `a·((k + d) mod n) + rest = 0` holds for
    /// the counter `k`, as in a wait for `requests[k % 3]`.
    fn first_turn(&mut self, part: TermId, l: LoopId) -> Option<Turn> {
        let Term::Eq0(t) = *self.facts.terms.get(part) else { return None };
        let k = self.facts.terms.sym(self.skeleton.loops[l].counter);
        let (c, ts) = self.facts.terms.linear(t);
        let varying: Vec<(TermId, i64)> = ts.iter().copied().filter(|(x, _)| self.facts.varies_in(*x, l)).collect();
        let &[(turn, a)] = &varying[..] else { return None };
        // Of what is not negative the remainder of C is that of mathematics.
        let Term::Op(op @ (Op::Mod | Op::Rem), number, by) = *self.facts.terms.get(turn) else { return None };
        let n = self.facts.terms.as_const(by).filter(|n| *n > 0)?;
        let (d, of) = self.facts.terms.linear(number);
        let rest = of.iter().copied().filter(|(x, _)| *x != k).collect::<Vec<_>>();
        if rest.len() + 1 != of.len() || !of.contains(&(k, 1)) || (op == Op::Rem && (d < 0 || !rest.is_empty())) {
            return None;
        }
        let shift = self.facts.terms.from_linear(d, rest);
        let rest = self.facts.terms.from_linear(c, ts.into_iter().filter(|(x, _)| *x != turn).collect());
        if self.facts.varies_in(shift, l) || self.facts.varies_in(rest, l) {
            return None;
        }
        let (wanted, whole) = self.solution(a, rest);
        let mut conditions: Vec<TermId> = whole.into_iter().collect();
        let (zero, n) = (self.facts.terms.int(0), self.facts.terms.int(n));
        conditions.push(self.facts.terms.le(zero, wanted));
        conditions.push(self.facts.terms.lt(wanted, n));
        let ahead = self.facts.terms.scale(shift, -1);
        let ahead = self.facts.terms.add(wanted, ahead);
        let iteration = self.facts.terms.op(Op::Mod, ahead, n);
        Some(Turn { iteration, conditions })
    }
}

/// The state without what it knows of a loop's first iteration.
fn outside(state: &State, l: LoopId) -> State {
    let mut outside = state.clone();
    outside.first.remove(&l);
    outside
}

/// A completion whose condition is known to have held.
fn always(facts: &mut Facts, c: &Complete) -> Complete {
    Complete { cond: facts.terms.truth(true), ..c.clone() }
}

/// The first iteration in which a cyclic index has a given value.
struct Turn {
    /// The first iteration.
    iteration: TermId,
    /// The conditions under which there is one.
    conditions: Vec<TermId>,
}
