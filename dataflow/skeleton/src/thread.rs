//! Threads: the threads inside a process, as the analysis distinguishes them (theory, 6.5).
//!
//! A parallel region is interpreted once, by a thread whose number is a symbol; the code of a task or thread is interpreted at the
//! place that creates it. A symbol that is created on the path belongs to the innermost thread ([`rma_term::term::Sym::thread`]):
//! each thread of the team has its own value of it. A symbol that has the same value in all threads of a team (values from outside,
//! counters of loops in which the team passes barriers, the thread that executes a single construct) belongs to no thread.

use crate::facts::Facts;
use crate::skeleton::{Event, Item, LoopValue, Place, Skeleton, TeamEvent, TeamKind};
use index_vec::IndexVec;
use rma_frontend::ir::{LocId, ValueId};
use rma_term::ids::{CtxId, EventRef, LoopId, ObjId, SymId, TermId, ThreadId};
use rma_term::term::{Knowledge, Substitution, SymKind, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What makes a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ThreadKind {
    /// The threads of a parallel region.
    Team,
    /// A task.
    Task,
    /// A thread.
    Thread,
}

/// A thread.
#[derive(Debug, Clone)]
pub struct ThreadData {
    /// What it is.
    pub kind: ThreadKind,
    /// The innermost thread or team around it.
    pub parent: Option<ThreadId>,
    /// Number of the thread that executes it, and the size of its team.
    pub number: TermId,
    /// Size of the team.
    pub size: TermId,
    /// Terms that distinguish instances of its memory: thread numbers, and iterations around its creation.
    pub instance: Vec<TermId>,
    /// The places at which its handle was stored.
    pub handle: Vec<Place>,
    /// The handle, if it is a thread with one.
    pub own: Option<SymId>,
    /// Its handle is in an object that owns the thread: it moves from place to place, and is overwritten only when the thread is over
    /// (C++17, 33.3.2).
    pub owned: bool,
    /// What the task depends on, if it has depend clauses.
    pub depends: Option<Vec<Dependence>>,
    /// The groups of tasks in which it is made, by the calls that begin them.
    pub groups: Vec<(CtxId, ValueId)>,
    /// A team that stands for the tasks of a loop: its end waits for these tasks alone.
    pub of_tasks: bool,
    /// The position in the source at which it is created.
    pub loc: Option<LocId>,
}

/// A dependence of a task (OpenMP 5.2, 15.9.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dependence {
    /// Address of the storage.
    pub address: TermId,
    /// Tasks that were made before and only read wait for it as well.
    pub writes: bool,
    /// Tasks with such a dependence (`inoutset`) are not ordered among each other.
    pub set: bool,
}

impl Dependence {
    /// Whether one of two tasks with these dependences waits for the other, if they name the same location.
    pub fn orders(&self, other: &Dependence) -> bool {
        (self.writes || other.writes) && !(self.set && other.set)
    }
}

/// A call that waits for a thread.
#[derive(Debug, Clone)]
pub struct Join {
    /// The handle that it is given.
    pub handle: TermId,
    /// The cell from which that was read.
    pub cell: Option<TermId>,
    /// The threads whose handle may be there.
    pub threads: Vec<ThreadId>,
}

/// A part of a worksharing loop: first and last iteration.
#[derive(Debug, Clone, Copy)]
pub struct Share {
    /// Last iteration of the part that begins with the symbol.
    pub upper: SymId,
    /// The value of the upper symbol minus the number of the last iteration.
    pub behind: i64,
    /// How the parts are distributed.
    pub handing: Handing,
    /// The first part of those that one construct distributes: different threads have no part in common.
    pub family: SymId,
    /// First and last iteration of the whole loop, where the parts of all threads are all of them.
    pub whole: Option<[TermId; 2]>,
}

/// How the iterations of a worksharing loop are distributed (OpenMP 5.2, 11.5.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handing {
    /// A part for each thread.
    Part,
    /// Chunks in cyclic order: the number of a chunk determines its thread.
    RoundRobin,
    /// Chunks to any thread that requests one.
    OnRequest,
}

/// A static schedule with chunks of a given size, for one thread.
#[derive(Debug, Clone, Copy)]
pub struct Chunks {
    /// The threads that get the chunks.
    pub team: ThreadId,
    /// Number of the thread.
    pub number: TermId,
    /// First iteration of the loop.
    pub lower: TermId,
    /// Last iteration of the loop.
    pub upper: TermId,
    /// Iterations of a chunk.
    pub size: TermId,
    /// From one chunk of a thread to its next one, in iterations.
    pub stride: TermId,
}

/// All threads of a program, and the one under interpretation.
#[derive(Debug, Default)]
pub struct Threads {
    /// All threads, by id.
    pub all: IndexVec<ThreadId, ThreadData>,
    /// Threads and teams around the current point, outermost first.
    pub current: Vec<ThreadId>,
    /// Number of threads that the program requests for the next region.
    pub asked: Option<TermId>,
    /// Parts of worksharing loops, by the symbol of the first iteration.
    pub shares: FxHashMap<SymId, Share>,
    /// Static schedules with chunks, by the symbol of the first iteration of a thread's first chunk.
    pub chunks: FxHashMap<SymId, Chunks>,
    /// Whether there is another chunk, by the calls that request one.
    pub asks: FxHashSet<SymId>,
    /// Symbols of the threads that execute single constructs, with their teams.
    pub executors: FxHashMap<SymId, ThreadId>,
    /// Iterations that are distributed, by the instance that distributes them.
    pub handed_out: FxHashMap<CtxId, (TermId, TermId)>,
    /// The code of tasks, by the memory of the task.
    pub tasks: FxHashMap<ObjId, TermId>,
    /// Threads by the symbols of their handles.
    pub handles: FxHashMap<SymId, ThreadId>,
    /// Threads by the call that makes them, and what they are: tasks of a loop are a team in a task.
    pub ids: FxHashMap<(CtxId, ValueId, ThreadKind), ThreadId>,
    /// The joins, by their calls.
    pub joins: FxHashMap<(CtxId, ValueId), Join>,
    /// Joins in loops that are known to leave some of their threads.
    pub short: FxHashSet<(CtxId, ValueId)>,
    /// The thread that each function instance is executed by.
    pub of: FxHashMap<CtxId, ThreadId>,
    /// Tasks and threads that complete operations.
    pub completes: FxHashSet<ThreadId>,
    /// The thread level that the program requests, where it is known (0: single, 3: multiple).
    pub level: Option<i64>,
    /// The level that the library provides, by the calls that return it (MPI 4.1, 11.6.2).
    pub provided: BTreeSet<SymId>,
    /// Tasks and threads whose code reaches its end.
    pub ending: FxHashSet<ThreadId>,
    /// Barrier objects, and for how many threads each of them is made.
    pub barriers: Vec<(TermId, TermId)>,
    /// Loops in which something is waited for that other threads do.
    pub waiting: FxHashSet<LoopId>,
    /// The program has threads.
    pub any: bool,
    /// Loops in which all threads of a team synchronise, so that all are in the same iteration.
    pub lockstep: FxHashSet<LoopId>,
}

/// A branch that one thread of a team takes in one direction. The process as a whole takes it in this direction if there is such a
/// thread.
#[derive(Debug, Clone, Copy)]
pub struct Selection {
    /// The path is taken by that thread; otherwise by all other threads.
    pub taken: bool,
    /// The team has the thread.
    pub exists: TermId,
}

impl Selection {
    /// Under what the process takes this side, and no other.
    pub fn cond(self, terms: &mut Terms) -> TermId {
        if self.taken { self.exists } else { terms.not(self.exists) }
    }
}

impl Threads {
    /// The symbol that a symbol is a version of.
    pub fn root(&self, terms: &Terms, x: SymId) -> SymId {
        match terms.syms[x].kind {
            SymKind::Earlier(of, _) => self.root(terms, of),
            _ => x,
        }
    }

    /// Whether two tasks have the same creator.
    pub fn siblings(&self, s: ThreadId, t: ThreadId) -> bool {
        self.all[s].parent == self.all[t].parent
    }

    /// Whether a thread is `outer` or inside it.
    pub fn within(&self, inner: Option<ThreadId>, outer: ThreadId) -> bool {
        let mut at = inner;
        while let Some(s) = at {
            if s == outer {
                return true;
            }
            at = self.all[s].parent;
        }
        false
    }
}

impl Threads {
    /// The threads around an event, outermost first.
    pub fn around(&self, skeleton: &Skeleton, at: EventRef) -> Vec<ThreadId> {
        let item = &skeleton.nodes[at.node].items[at.item as usize];
        let mut at = self.of.get(&item.ctx).copied();
        let mut out = Vec::new();
        while let Some(s) = at {
            out.push(s);
            at = self.all[s].parent;
        }
        out.reverse();
        out
    }
}

impl Facts<'_> {
    /// Finds the loops in which teams synchronise.
    pub fn find_lockstep(&mut self, skeleton: &Skeleton) {
        if !self.threads.any {
            return;
        }
        self.find_handed_on();
        self.find_ending(skeleton);
        for item in skeleton.nodes.iter().flat_map(|n| &n.items).filter(|i| matches!(i.event, Event::Complete(_))) {
            let mut at = self.threads.of.get(&item.ctx).copied();
            while let Some(s) = at {
                self.threads.completes.insert(s);
                at = self.threads.all[s].parent;
            }
        }
        for node in &skeleton.nodes {
            let meets =
                node.items.iter().any(|i| matches!(&i.event, Event::Team(t) if matches!(t.kind, TeamKind::Barrier)));
            let waits = |i: &Item| matches!(&i.event, Event::Team(t) if matches!(t.kind, TeamKind::Visible | TeamKind::Meet(_) | TeamKind::AwaitThreads(_)));
            if node.items.iter().any(waits) {
                self.threads.waiting.extend(node.loops.iter().copied());
            }
            if meets {
                self.threads.lockstep.extend(node.loops.iter().copied());
            }
        }
    }

    /// Finds the tasks and threads that reach their end: their last node has an edge to the code after their creation.
    fn find_ending(&mut self, skeleton: &Skeleton) {
        for (id, node) in skeleton.nodes.iter_enumerated() {
            let begins = node.items.last().and_then(|i| spawned(&i.event));
            for edge in &node.succs {
                let Some(Event::Team(TeamEvent { kind: TeamKind::SpawnEnd, thread: Some(s) })) =
                    skeleton.nodes[edge.to].items.first().map(|i| &i.event)
                else {
                    continue;
                };
                if begins != Some(*s) && id != edge.to {
                    self.threads.ending.insert(*s);
                }
            }
        }
    }

    /// Loops that pass a chunk from one iteration to the next have values that are the bounds of the chunk, or one more
    /// than the last.
    fn find_handed_on(&mut self) {
        let plus = |i: &Self, t: TermId| {
            let (c, parts) = i.terms.linear(t);
            let [(x, 1)] = parts[..] else { return None };
            let Term::Sym(x) = i.terms.get(x) else { return None };
            Some((*x, c))
        };
        let mut more = Vec::new();
        for l in &self.loops {
            for v in &l.values {
                let share = |t: TermId| {
                    let (x, _) = plus(self, t).filter(|(_, c)| *c == 0)?;
                    Some((x, *self.threads.shares.get(&x).filter(|s| s.handing == Handing::OnRequest)?))
                };
                let (Some((x, first)), Some((y, next))) = (share(v.init), share(v.back)) else { continue };
                let ends = |w: &&LoopValue| match (plus(self, w.init), plus(self, w.back)) {
                    (Some((p, c)), Some((q, d))) => p == first.upper && q == next.upper && c == d,
                    _ => false,
                };
                let Some(w) = l.values.iter().find(ends) else { continue };
                let behind = plus(self, w.init).map_or(0, |(_, c)| c);
                more.push((v.sym, Share { upper: w.sym, behind, ..first }, [(x, first), (y, next)]));
            }
        }
        for (x, share, of) in more {
            // A chunk of either call has the bounds of all.
            let (first, given) = of[0];
            let (lower, end) = (self.terms.sym(x), self.terms.sym(share.upper));
            let upper = self.terms.add_int(end, -share.behind);
            let mut s = Substitution::new();
            s.insert(first, lower);
            s.insert(given.upper, upper);
            for (to, from) in [(x, first), (share.upper, given.upper)] {
                let fact = self.terms.syms[from].fact.map(|fact| self.terms.subst(fact, &mut s));
                let sym = &mut self.terms.syms[to];
                (sym.fact, sym.knowledge) = (fact, Knowledge::Known);
            }
            for (y, other) in of {
                self.threads.shares.insert(y, Share { family: share.family, ..other });
            }
            self.threads.shares.insert(x, share);
        }
    }

    /// Whether each thread of a team has its own value of a symbol.
    pub fn is_private(&self, x: SymId, team: ThreadId) -> bool {
        self.private_below(x, team, 0)
    }

    fn private_below(&self, x: SymId, team: ThreadId, depth: u32) -> bool {
        let sym = &self.terms.syms[x];
        if self.threads.executors.get(&x) == Some(&team) {
            // Threads that are in different iterations may be in different executions of the construct.
            return sym.def_loop.is_some_and(|l| self.leaves_lockstep(l, team));
        }
        if !self.threads.within(sym.thread, team) {
            return false;
        }
        match sym.kind {
            SymKind::Parameter => false,
            SymKind::Counter(l) => !self.threads.lockstep.contains(&l),
            SymKind::Earlier(of, _) => self.private_below(of, team, depth),
            // A value that all threads pass from iteration to iteration is the same for all, if the values that it is
            // computed from are.
            SymKind::LoopPhi(l) if self.threads.lockstep.contains(&l) && depth < 3 => {
                let Some(v) = self.loops[l].values.iter().find(|v| v.sym == x) else { return true };
                [v.init, v.back]
                    .iter()
                    .any(|t| self.terms.any_sym(*t, |y| y != x && self.private_below(y, team, depth + 1)))
            }
            _ => true,
        }
    }

    /// Whether a loop, or one around it, is inside a team that does not synchronise in it.
    fn leaves_lockstep(&self, l: LoopId, team: ThreadId) -> bool {
        let mut at = Some(l);
        while let Some(l) = at {
            let inside = self.threads.within(self.terms.syms[self.loops[l].counter].thread, team);
            if inside && !self.threads.lockstep.contains(&l) {
                return true;
            }
            at = self.loops[l].parent;
        }
        false
    }

    /// Whether a condition holds for exactly one thread of a team: its primary thread, or the one that executes a single construct.
    pub fn selects(&self, cond: TermId) -> bool {
        if !self.threads.any {
            return false;
        }
        let Term::Eq0(t) = self.terms.get(cond) else { return false };
        let (c, atoms) = self.terms.linear(*t);
        let thread = |t: TermId| match self.terms.get(t) {
            Term::Sym(x) => self.root_kind(*x) == SymKind::Thread,
            _ => false,
        };
        c == 0 && !atoms.is_empty() && atoms.len() <= 2 && atoms.iter().all(|(t, k)| thread(*t) && k.abs() == 1)
    }

    /// Whether a condition holds for all threads of a team but one.
    pub fn selects_others(&self, cond: TermId) -> bool {
        self.threads.any
            && (matches!(self.terms.get(cond), Term::Not(t) if self.selects(*t)) || self.is_positive_number(cond))
    }

    /// `0 < number`, which is the same as `number != 0` for a number that is never negative.
    fn is_positive_number(&self, cond: TermId) -> bool {
        let Term::Le0(t) = self.terms.get(cond) else { return false };
        let (c, atoms) = self.terms.linear(*t);
        matches!(atoms[..], [(t, -1)] if c == 1 && matches!(self.terms.get(t), Term::Sym(x) if self.root_kind(*x) == SymKind::Thread))
    }

    /// For a condition that holds for one thread of a team, or for all others: how the team as a whole takes the branch.
    pub fn selection(&mut self, cond: TermId) -> Option<Selection> {
        if !self.threads.any {
            return None;
        }
        if self.selects(cond) || self.selects_others(cond) {
            let taken = self.selects(cond);
            return Some(Selection { taken, exists: self.terms.truth(true) });
        }
        let (taken, equation) = match *self.terms.get(cond) {
            Term::Not(t) => (false, t),
            _ => (true, cond),
        };
        let Term::Eq0(sum) = *self.terms.get(equation) else { return None };
        let thread = |t: TermId| match self.terms.get(t) {
            Term::Sym(x) if self.root_kind(*x) == SymKind::Thread => Some(*x),
            _ => None,
        };
        let (_, atoms) = self.terms.linear(sum);
        let mut threads = atoms.iter().filter_map(|(t, k)| Some((thread(*t)?, *t, *k)));
        let (x, number, k) = threads.next()?;
        if k.abs() != 1
            || threads.next().is_some()
            || self.threads.executors.contains_key(&self.threads.root(&self.terms, x))
        {
            return None;
        }
        let team = self.terms.syms[self.threads.root(&self.terms, x)].thread?;
        let size = self.terms.syms[x].below?;
        // number = which
        let own = self.terms.scale(number, k);
        let rest = self.terms.sub(sum, own);
        let which = self.terms.scale(rest, -k);
        if self.terms.any_sym(which, |y| self.is_private(y, team)) {
            return None;
        }
        let zero = self.terms.int(0);
        let (from, below) = (self.terms.le(zero, which), self.terms.lt(which, size));
        Some(Selection { taken, exists: self.terms.all(&[from, below]) })
    }

    fn root_kind(&self, x: SymId) -> SymKind {
        match self.terms.syms[x].kind {
            SymKind::Earlier(of, _) => self.root_kind(of),
            ref kind => kind.clone(),
        }
    }
}

/// The task or thread whose code begins after an event.
pub fn spawned(event: &Event) -> Option<ThreadId> {
    match event {
        Event::Team(TeamEvent { kind: TeamKind::Spawn, thread }) => *thread,
        _ => None,
    }
}
