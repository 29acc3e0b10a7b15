//! Loops that are state machines: an iteration that leaves a known state is followed by the iteration that begins in this state
//! (theory, 5.2).
//!
//! In `while (state != DONE) switch (state)` the value of a variable decides where control continues. In the original skeleton
//! every iteration may follow every other iteration, and only conditions about values of earlier iterations exclude impossible
//! sequences. This pass gives the header of such a loop one node for each state in which an iteration begins. Each back edge goes
//! to the node of the state that the iteration leaves, as in jump threading.
//!
//! Invariants: nodes and events stay in their places, in the same iterations of the same loops; each path of the result is a path
//! of the skeleton, and paths that are removed have contradictory conditions. If a back edge may leave an unknown state, it goes to
//! the original header.

use crate::skeleton::{Edge, Node, Skeleton};
use rma_term::ids::{LoopId, NodeId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Substitution, Term, Terms};
use rustc_hash::FxHashMap;

/// Values of symbols of a loop.
type LoopState = Vec<(SymId, i64)>;

/// A path from one iteration to the next: its condition in the first, and the values at the begin of the second.
#[derive(Clone, Default)]
struct Transition {
    conds: Vec<TermId>,
    state: LoopState,
}

/// Gives the headers of such loops a node for each state.
pub fn tell_apart(terms: &mut Terms, skeleton: &mut Skeleton) {
    let mut paths = paths_to_headers(skeleton);
    for l in skeleton.loops.indices() {
        let header = skeleton.loops[l].header.filter(|_| !skeleton.loops[l].recursion);
        let Some(header) = header else { continue };
        let here = paths.get(&header).map_or(&[][..], Vec::as_slice);
        if Machine::new(terms, skeleton, l, header).split(here) {
            paths = paths_to_headers(skeleton);
        }
    }
}

/// The edges that lead to the headers of loops, by the nodes that they come from and their numbers there, ascending.
fn paths_to_headers(skeleton: &Skeleton) -> FxHashMap<NodeId, Vec<(NodeId, usize)>> {
    let mut paths: FxHashMap<NodeId, Vec<(NodeId, usize)>> =
        skeleton.loops.iter().filter_map(|l| l.header).map(|h| (h, Vec::new())).collect();
    for (from, node) in skeleton.nodes.iter_enumerated() {
        for (n, edge) in node.succs.iter().enumerate() {
            if let Some(paths) = paths.get_mut(&edge.to) {
                paths.push((from, n));
            }
        }
    }
    paths
}

/// A node at the head of an iteration, as a state leaves it.
struct Passed {
    node: NodeId,
    /// The edges to other nodes.
    open: Vec<Edge>,
    /// The state rules out another one.
    decides: bool,
}

struct Machine<'s> {
    terms: &'s mut Terms,
    skeleton: &'s mut Skeleton,
    l: LoopId,
    header: NodeId,
    /// Symbols that change from iteration to iteration and that branches at the head of an iteration depend on.
    decisive: Vec<SymId>,
    nodes: FxHashMap<LoopState, NodeId>,
}

impl<'s> Machine<'s> {
    fn new(terms: &'s mut Terms, skeleton: &'s mut Skeleton, l: LoopId, header: NodeId) -> Machine<'s> {
        let decisive = decisive(terms, skeleton, l, header);
        Machine { terms, skeleton, l, header, decisive, nodes: FxHashMap::default() }
    }

    /// Gives the header one node for each state; returns whether anything has changed. `to_header` are the edges that lead to the
    /// header.
    fn split(&mut self, to_header: &[(NodeId, usize)]) -> bool {
        if self.decisive.is_empty() {
            return false;
        }
        let inside = |(from, _): &&(NodeId, usize)| self.skeleton.nodes[*from].loops.contains(&self.l);
        let paths: Vec<(NodeId, usize)> = to_header.iter().filter(inside).copied().collect();
        let mut iterations = Vec::new();
        for &(from, n) in &paths {
            let edge = self.skeleton.nodes[from].succs[n];
            iterations.push(if edge.iterations.is_some() { Vec::new() } else { self.iterations(from, edge) });
        }
        // The number of an iteration is a state where several paths back know it.
        let counter = self.skeleton.loops[self.l].counter;
        let numbered = |t: &&Vec<Transition>| t.iter().any(|t| t.state.iter().any(|(x, _)| *x == counter));
        if iterations.iter().filter(numbered).count() < 2 {
            iterations.iter_mut().flatten().for_each(|t| t.state.retain(|(x, _)| *x != counter));
        }
        let (mut all, mut changed) = (!paths.is_empty(), false);
        // From the last, so that the numbers of those before stay.
        for ((from, n), iterations) in paths.into_iter().zip(iterations).rev() {
            let edge = self.skeleton.nodes[from].succs[n];
            let mut edges = Vec::new();
            for iteration in iterations {
                let to = self.begin(&iteration.state).unwrap_or(self.header);
                let cond = self.terms.all(&[&[edge.cond], &iteration.conds[..]].concat());
                if !self.terms.is_false(cond) {
                    edges.push(Edge { to, cond, iterations: None });
                }
            }
            if edges.iter().all(|e| e.to == self.header) {
                all = false;
                continue;
            }
            all &= edges.iter().all(|e| e.to != self.header);
            self.skeleton.nodes[from].succs.splice(n..=n, edges);
            changed = true;
        }
        if all {
            self.enter();
        }
        changed || all
    }

    /// Gives the header of the loop the edges of the state in which the loop is entered, because only the path into the loop still
    /// leads to it.
    fn enter(&mut self) {
        let zero = self.terms.int(0);
        let data = &self.skeleton.loops[self.l];
        let entry = data.values.iter().map(|v| (v.sym, v.init)).chain([(data.counter, zero)]);
        let entry = entry.filter_map(|(x, t)| self.terms.as_const(t).map(|c| (x, c)));
        let state: LoopState = entry.filter(|(x, _)| self.decisive.contains(x)).collect();
        let mut passed = self.follow(&state);
        if passed.is_empty() {
            return;
        }
        let rest = passed.split_off(1);
        self.skeleton.nodes[self.header].succs = match self.nodes_of(rest, &state) {
            Some(to) => vec![Edge { to, cond: self.terms.truth(true), iterations: None }],
            None => passed.remove(0).open,
        };
    }

    /// The state that an edge to the header leaves for the next iteration; nothing, if that state is not known.
    fn iterations(&mut self, from: NodeId, edge: Edge) -> Vec<Transition> {
        let mut here = Substitution::new();
        for t in [&self.skeleton.nodes[from].reach[..], &[edge.cond]].concat() {
            let parts = self.terms.conjuncts(t);
            for p in parts {
                let Some((x, c)) = self.equality(p) else { continue };
                let c = self.terms.int(c);
                here.insert(x, c);
            }
        }
        let counter = self.skeleton.loops[self.l].counter;
        let k = self.terms.sym(counter);
        let counted = self.terms.add_int(k, 1);
        let next = self.skeleton.loops[self.l].values.iter().map(|v| (v.sym, v.back));
        let next: Vec<(SymId, TermId)> = next.chain([(counter, counted)]).collect();
        let mut iterations = vec![Transition::default()];
        for (x, back) in next {
            if !self.decisive.contains(&x) || !self.terms.limits.allows(Limit::StateWeight, self.terms.weight(back)) {
                continue;
            }
            let back = self.terms.subst(back, &mut here);
            let mut values = Vec::new();
            if !self.values(back, &mut Vec::new(), &mut values) {
                continue;
            }
            let mut both = Vec::new();
            for iteration in &iterations {
                for (conds, value) in &values {
                    let conds = [&iteration.conds[..], &conds[..]].concat();
                    let mut state = iteration.state.clone();
                    state.extend(value.map(|c| (x, c)));
                    both.push(Transition { conds, state });
                }
            }
            if self.terms.limits.allows(Limit::LoopStates, both.len()) {
                iterations = both;
            }
        }
        iterations
    }

    /// A condition that a symbol of the loop has a certain value.
    fn equality(&self, cond: TermId) -> Option<(SymId, i64)> {
        let Term::Eq0(t) = *self.terms.get(cond) else { return None };
        let (c, ts) = self.terms.linear(t);
        let [(x, k @ (1 | -1))] = ts[..] else { return None };
        let Term::Sym(x) = *self.terms.get(x) else { return None };
        Some((x, c.checked_mul(-k)?))
    }

    /// The constants that a term may be, each under its conditions; `false`: too many.
    fn values(&mut self, t: TermId, conds: &mut Vec<TermId>, out: &mut Vec<(Vec<TermId>, Option<i64>)>) -> bool {
        if let Term::Ite(c, a, b) = *self.terms.get(t) {
            let otherwise = self.terms.not(c);
            for (cond, t) in [(c, a), (otherwise, b)] {
                conds.push(cond);
                let few = self.values(t, conds, out);
                conds.pop();
                if !few {
                    return false;
                }
            }
            return true;
        }
        out.push((conds.clone(), self.terms.as_const(t)));
        self.terms.limits.allows(Limit::LoopStates, out.len())
    }

    /// The node in which an iteration begins in a state, if that decides a branch.
    fn begin(&mut self, state: &LoopState) -> Option<NodeId> {
        if let Some(node) = self.nodes.get(state) {
            return Some(*node);
        }
        let passed = self.follow(state);
        let node = self.nodes_of(passed, state)?;
        self.nodes.insert(state.clone(), node);
        Some(node)
    }

    /// The nodes at the head of an iteration that begins in a state, up to the last branch that the state decides.
    fn follow(&mut self, state: &LoopState) -> Vec<Passed> {
        let mut s = Substitution::new();
        for &(x, c) in state {
            let c = self.terms.int(c);
            s.insert(x, c);
        }
        let mut described: Vec<SymId> = state.iter().map(|(x, _)| *x).collect();
        let mut passed: Vec<Passed> = Vec::new();
        let mut at = self.header;
        while self.terms.limits.room(Limit::HeadNodes, passed.len()) {
            let (mut open, mut decides) = (Vec::new(), false);
            for e in self.skeleton.nodes[at].succs.clone() {
                let cond = self.terms.subst(e.cond, &mut s);
                if self.terms.is_false(cond) {
                    decides |= self.terms.any_sym(e.cond, |x| described.contains(&x));
                } else {
                    open.push(Edge { cond, ..e });
                }
            }
            let on = match open[..] {
                [e] if e.iterations.is_none() && self.terms.is_true(e.cond) => Some(e.to),
                _ => None,
            };
            passed.push(Passed { node: at, open, decides });
            let Some(on) = on.filter(|n| is_head(self.skeleton, self.header, *n)) else { break };
            if passed.iter().any(|p| p.node == on) {
                break;
            }
            // Into the first iteration of a loop further in.
            let entered: Vec<LoopId> = loops_entered(self.skeleton, at, on);
            if entered.iter().any(|l| self.skeleton.loops[*l].recursion || self.skeleton.loops[*l].header != Some(on)) {
                break;
            }
            for l in entered {
                let zero = self.terms.int(0);
                let counter = self.skeleton.loops[l].counter;
                for v in self.skeleton.loops[l].values.clone() {
                    let init = self.terms.subst(v.init, &mut s);
                    if self.terms.as_const(init).is_some() {
                        if self.terms.any_sym(v.init, |x| described.contains(&x)) {
                            described.push(v.sym);
                        }
                        s.insert(v.sym, init);
                    }
                }
                s.insert(counter, zero);
            }
            at = on;
        }
        let decided = passed.iter().rposition(|p| p.decides).map_or(0, |n| n + 1);
        passed.truncate(decided);
        passed
    }

    /// Copies of the nodes that are passed in a state: returns the first of them.
    fn nodes_of(&mut self, passed: Vec<Passed>, state: &LoopState) -> Option<NodeId> {
        let mut equal = Vec::new();
        for &(x, c) in state {
            let (x, c) = (self.terms.sym(x), self.terms.int(c));
            equal.push(self.terms.eq(x, c));
        }
        let cond = self.terms.truth(true);
        let mut next: Option<NodeId> = None;
        for p in passed.into_iter().rev() {
            let old = &self.skeleton.nodes[p.node];
            let (loops, reach) = (old.loops.clone(), [&old.reach[..], &equal[..]].concat());
            let succs = match next {
                Some(to) => vec![Edge { to, cond, iterations: None }],
                None => p.open,
            };
            let begins = loops.last().copied().filter(|l| self.skeleton.loops[*l].begins_at(p.node));
            let node = self.skeleton.nodes.push(Node { items: Vec::new(), succs, loops, reach });
            begins.into_iter().for_each(|l| self.skeleton.loops[l].states.push(node));
            next = Some(node);
        }
        next
    }
}

/// A node without events in a loop or in one further in.
fn is_head(skeleton: &Skeleton, header: NodeId, node: NodeId) -> bool {
    let node = &skeleton.nodes[node];
    node.items.is_empty() && node.loops.starts_with(&skeleton.nodes[header].loops)
}

fn loops_entered(skeleton: &Skeleton, from: NodeId, to: NodeId) -> Vec<LoopId> {
    let here = &skeleton.nodes[from].loops;
    skeleton.nodes[to].loops.iter().filter(|l| !here.contains(l)).copied().collect()
}

/// The symbols that change from iteration to iteration and that branches at the head of an iteration depend on.
fn decisive(terms: &Terms, skeleton: &Skeleton, l: LoopId, header: NodeId) -> Vec<SymId> {
    let (mut seen, mut work) = (Vec::new(), vec![header]);
    let mut asked: Vec<SymId> = Vec::new();
    let mut inner: Vec<LoopId> = Vec::new();
    while let Some(at) = work.pop() {
        if seen.contains(&at) || !terms.limits.room(Limit::HeadNodes, seen.len()) || !is_head(skeleton, header, at) {
            continue;
        }
        seen.push(at);
        for e in &skeleton.nodes[at].succs {
            terms.for_each_sym(e.cond, &mut |x| asked.push(x));
            inner.extend(loops_entered(skeleton, at, e.to));
            work.push(e.to);
        }
    }
    // A loop further in takes its first values from it.
    let mut at = 0;
    while at < asked.len() {
        let x = asked[at];
        at += 1;
        let inits = inner.iter().flat_map(|l| &skeleton.loops[*l].values).filter(|v| v.sym == x).map(|v| v.init);
        for t in inits.collect::<Vec<_>>() {
            terms.for_each_sym(t, &mut |y| {
                if !asked.contains(&y) {
                    asked.push(y);
                }
            });
        }
    }
    let data = &skeleton.loops[l];
    let own = data.values.iter().map(|v| v.sym).chain([data.counter]);
    own.filter(|x| asked.contains(x)).collect()
}
