//! Runs of the program with few processes, executed step by step: they confirm or refute the findings of the product (theory, 9).
//!
//! If the events of every process are a function of its rank and of the iterations alone, the skeleton can be executed: [`trace`]
//! goes through it once for each process and gives its [steps](act), [`run`] finds the calls that belong together, [`words`]
//! finds the event that ends each wait, and [`clock`] computes happens-before for every possible matching of messages (thesis,
//! chapters 3 and 4). Two accesses race in a run when they touch a common byte, are not ordered and no lock keeps them apart.
//!
//! Invariants: a run is judged only if it is known completely: branches, partners, epochs, communicators. Order that depends on
//! threads, and calls that are not followed, are not known: such a program has no judged runs. Words, locks made of words, and
//! notifications are followed precisely enough to refute a race, but not to show one. A run shows races for its number of
//! processes only.

mod act;
mod clock;
mod eval;
mod group;
mod places;
mod run;
mod trace;
mod unseen;
mod words;

#[cfg(test)]
mod tests;

use act::{Act, Lock, Piece, Step};
use clock::Point;
use eval::{Env, Value};
pub use group::Groups;
use index_vec::IndexVec;
use rma_frontend::api::{AccessKind, Bank};
use rma_skeleton::candidate::{Conflict, Pair, Processes};
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::{Death, Edge, Event, OrderKind, Skeleton};
use rma_term::ids::{EventRef, LoopId, NodeId, ObjId, PairId};
use rma_term::limits::Limit;
use rma_term::term::Term;
use run::{Execution, Run, Through};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use trace::Tracer;

/// Numbers of processes.
const SIZES: std::ops::RangeInclusive<usize> = 1..=6;

/// The results of the runs.
#[derive(Debug, Clone, Default)]
pub struct Replay {
    /// Pairs that race in one of the runs, the first one.
    pub racing: BTreeMap<PairId, Shown>,
    /// Numbers of processes with which a pair does not race.
    pub apart: BTreeMap<PairId, Vec<usize>>,
}

/// A race in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// Number of processes.
    pub processes: usize,
    /// The ranks of the processes that make the two accesses.
    pub ranks: [usize; 2],
    /// Object, first common byte and number of common bytes.
    pub bytes: (ObjId, i64, i64),
}

/// The result of one run for a pair.
enum RunOutcome {
    Races(Shown),
    Apart,
    Unclear,
}

/// An access of a pair in a run.
struct Instance<'t> {
    process: usize,
    /// Position of the step.
    number: usize,
    step: &'t Step,
    bytes: Option<&'t [Piece]>,
    begins: Vec<Point>,
    through: Through,
}

/// Replays the program for those pairs of accesses by two processes that are wanted.
pub fn replay(
    facts: &Facts,
    skeleton: &Skeleton,
    pairs: &IndexVec<PairId, Pair>,
    wanted: impl Fn(PairId) -> bool,
) -> Replay {
    let mut replay = Replay::default();
    let of_bytes = |p: &Pair| match p.conflict {
        Conflict::AtTarget => true,
        Conflict::EndOfLife(_) => p.processes == Processes::Two,
        Conflict::WriteWhileRead | Conflict::ReadWhileWritten | Conflict::WriteWhileWritten | Conflict::BothPending => {
            p.processes == Processes::Same
        }
        _ => false,
    };
    let pairs_of_bytes: Vec<(PairId, &Pair)> =
        pairs.iter_enumerated().filter(|(id, p)| of_bytes(p) && wanted(*id)).collect();
    if pairs_of_bytes.is_empty() {
        return replay;
    }
    let step = |at: EventRef| EventRef { effect: 0, ..at };
    let wanted: FxHashSet<EventRef> =
        pairs_of_bytes.iter().flat_map(|(_, p)| [step(p.first), step(p.second)]).collect();
    let mut headers: FxHashMap<NodeId, Vec<LoopId>> = FxHashMap::default();
    for (l, data) in skeleton.loops.iter_enumerated() {
        if let Some(header) = data.header {
            headers.entry(header).or_default().push(l);
        }
    }
    let without_sync = unseen::loops_without_sync(skeleton, &wanted);
    for size in SIZES {
        let Some((run, partial)) = trace(facts, skeleton, size, &wanted, &headers, &without_sync) else { continue };
        let Some(executions) = run.executions() else { continue };
        let mut compared = 0;
        // One access is in very many pairs.
        let mut known: FxHashMap<EventRef, Rc<[Instance]>> = FxHashMap::default();
        let mut instances_of = |at: EventRef| {
            let list = known.entry(at).or_insert_with(|| instances(skeleton, &run, at).into());
            list.clone()
        };
        for (id, pair) in &pairs_of_bytes {
            let both = [instances_of(pair.first), instances_of(pair.second)];
            match outcome(&run, &executions, size, pair, &both, &mut compared) {
                // What words hold is followed far enough to refute a race, not to show one.
                RunOutcome::Races(shown)
                    if pair.processes == Processes::Two && !is_conditional(skeleton, pair) && !run.observes() =>
                {
                    replay.racing.entry(*id).or_insert(shown);
                }
                RunOutcome::Apart if !partial(pair) => replay.apart.entry(*id).or_default().push(size),
                RunOutcome::Races(_) | RunOutcome::Apart | RunOutcome::Unclear => {}
            }
        }
    }
    replay
}

/// The steps of all processes, and whether they are one case among several for a pair: a test has found something, the program was
/// launched without arguments, or iterations of a loop that polls a word are left out.
fn trace<'s>(
    facts: &Facts,
    skeleton: &'s Skeleton,
    size: usize,
    wanted: &FxHashSet<EventRef>,
    headers: &FxHashMap<NodeId, Vec<LoopId>>,
    without_sync: &FxHashMap<NodeId, (LoopId, (NodeId, Edge))>,
) -> Option<(Run, impl Fn(&Pair) -> bool + use<'s>)> {
    let groups = Groups::new(facts, size);
    let words = words_waited_for(facts, skeleton);
    for arguments in [None, facts.argument_count] {
        let start = |process| {
            let mut env = Env::new(&facts.terms, &groups, process);
            if let Some(count) = arguments {
                env.set([(count, Some(Value::int(1)))]);
            }
            RefCell::new(env)
        };
        let starts: Vec<RefCell<Env>> = (0..size).map(start).collect();
        let guessed = Cell::new(arguments.is_some());
        let (polled, wish) = (RefCell::default(), Cell::default());
        let (groups, starts) = (&groups, &starts);
        let tracer = Tracer {
            facts,
            skeleton,
            groups,
            starts,
            wanted,
            words: &words,
            headers,
            without_sync,
            guessed,
            polled,
            wish,
        };
        let steps: Option<Vec<Vec<Step>>> = (0..size).map(|p| tracer.trace(p)).collect();
        if let Some(steps) = steps {
            let (guessed, polled) = (tracer.guessed.get(), tracer.polled.into_inner());
            let left_out = move |at: EventRef| skeleton.nodes[at.node].loops.iter().any(|l| polled.contains(l));
            return Some((Run::new(facts.terms.limits.clone(), steps), move |p: &Pair| {
                guessed || left_out(p.first) || left_out(p.second)
            }));
        }
    }
    None
}

/// Whether the two accesses conflict only under conditions on operators or datatypes, which a run does not check.
fn is_conditional(skeleton: &Skeleton, pair: &Pair) -> bool {
    // Of which window memory is detached.
    if pair.conflict == Conflict::EndOfLife(Death::Detach) {
        return true;
    }
    let kind = |at: EventRef| match &skeleton.nodes[at.node].items[at.item as usize].event {
        Event::Issue(issue) => issue.effects.get(at.effect as usize).map(|e| e.kind),
        Event::Access(access) => Some(access.kind),
        _ => None,
    };
    let (a, b) = (kind(pair.first), kind(pair.second));
    let write = Some(AccessKind::Write);
    a != write && b != write
}

/// Memory in which words are waited for.
fn words_waited_for(facts: &Facts, skeleton: &Skeleton) -> FxHashSet<ObjId> {
    let mut out = FxHashSet::default();
    for item in skeleton.nodes.iter().flat_map(|n| &n.items) {
        if let Event::Order(o) = &item.event
            && let OrderKind::Observe { location, .. } = &o.kind
            && let Term::Addr(obj, _) = facts.terms.get(location.memory)
        {
            out.insert(*obj);
        }
    }
    out
}

fn outcome(
    run: &Run,
    executions: &[Execution],
    size: usize,
    pair: &Pair,
    [firsts, seconds]: &[Rc<[Instance]>; 2],
    compared: &mut usize,
) -> RunOutcome {
    // A run in which the two do not both happen decides nothing about them.
    let of_pair = |a: &Instance, b: &Instance| match pair.processes {
        Processes::Two => a.process != b.process,
        Processes::Same => a.process == b.process && a.number != b.number,
    };
    let mut unclear = !firsts.iter().any(|a| seconds.iter().any(|b| of_pair(a, b)));
    let known = Acknowledgements::default();
    for a in firsts.iter() {
        for b in seconds.iter().filter(|b| of_pair(a, b)) {
            *compared += 1;
            if !run.limits.allows(Limit::RunCompared, *compared) {
                return RunOutcome::Unclear;
            }
            let common = match (a.bytes, b.bytes) {
                (Some(x), Some(y)) => match common(x, y) {
                    None => continue,
                    some => some,
                },
                _ => None,
            };
            let excluded = excluded(a, b) && !matches!(pair.conflict, Conflict::EndOfLife(_));
            let in_order = |(n, e): (usize, &Execution)| {
                let one = |first: &Instance, then: &Instance| ordered((run, e, n), &known, first, then);
                one(a, b) || one(b, a)
            };
            if excluded || executions.iter().enumerate().all(in_order) {
                continue;
            }
            let clear = a.through != Through::Unclear && b.through != Through::Unclear;
            match common {
                Some((piece, len)) if clear => {
                    let bytes = (piece.object.0, piece.start, len);
                    return RunOutcome::Races(Shown { processes: size, ranks: [a.process, b.process], bytes });
                }
                _ => unclear = true,
            }
        }
    }
    if unclear { RunOutcome::Unclear } else { RunOutcome::Apart }
}

/// The executions of an access of the program in a run.
fn instances<'t>(skeleton: &Skeleton, run: &'t Run, at: EventRef) -> Vec<Instance<'t>> {
    let is_operation = matches!(skeleton.nodes[at.node].items[at.item as usize].event, Event::Issue(_));
    let mut out = Vec::new();
    for &(process, k) in run.places.of(at) {
        let step = &run.steps[process][k];
        let mut begins = vec![Point::before(process, k)];
        match &step.act {
            Act::Access(bytes) if !is_operation => {
                let through = Through::At(Point::after(process, k));
                out.push(Instance { process, number: k, step, bytes: bytes.as_deref(), begins, through });
            }
            Act::Operation(operation) => {
                let effect = operation.effects.iter().find(|(n, ..)| *n == at.effect);
                let Some((_, bank, bytes)) = effect else { continue };
                let through = if *bank == Bank::Target {
                    begins.extend(run.begins_after(process, k, operation));
                    run.through(process, k, operation)
                } else {
                    run.through_at_origin(process, k, operation)
                };
                out.push(Instance { process, number: k, step, bytes: bytes.as_deref(), begins, through });
            }
            _ => {}
        }
    }
    out
}

/// A piece and the number of bytes from its start that two accesses have in common.
fn common(a: &[Piece], b: &[Piece]) -> Option<(Piece, i64)> {
    a.iter().find_map(|x| {
        b.iter().filter(|y| (y.owner, y.object) == (x.owner, x.object)).find_map(|y| {
            let (start, end) = (x.start.max(y.start), x.end.min(y.end));
            (start < end).then_some((Piece { start, ..*x }, end - start))
        })
    })
}

/// The points at which operations are known to have ended at their targets, by the number of the execution, the process and the step.
type Acknowledgements = RefCell<FxHashMap<(usize, usize, usize), Rc<[Point]>>>;

/// Whether an access is complete before another begins, in an execution with this number.
fn ordered(
    (run, execution, n): (&Run, &Execution, usize),
    known: &Acknowledgements,
    first: &Instance,
    then: &Instance,
) -> bool {
    let before = |point: Point| then.begins.iter().any(|begin| execution.clocks.ordered(point, *begin));
    if matches!(first.through, Through::At(point) if before(point)) {
        return true;
    }
    let Act::Operation(operation) = &first.step.act else { return false };
    let find = || run.acknowledged(execution, first.process, first.number, operation).into();
    let points = known.borrow_mut().entry((n, first.process, first.number)).or_insert_with(find).clone();
    points.iter().any(|point| before(*point))
}

/// Whether locks of one window at one target exclude accesses of two processes from each other.
fn excluded(a: &Instance, b: &Instance) -> bool {
    let owner = |i: &Instance| match &i.step.act {
        Act::Operation(operation) => operation.target,
        _ => i.process,
    };
    // The lock of a window protects what is done through this window (MPI 4.1, 12.5.3).
    let by_way = |i: &Instance, l: &Lock| !matches!(&i.step.act, Act::Operation(o) if o.win != l.win);
    let covers = |i: &Instance, l: &Lock| l.target.is_none_or(|t| t == owner(i)) && by_way(i, l);
    owner(a) == owner(b)
        && a.process != b.process
        && a.step
            .locks
            .iter()
            .filter(|l| covers(a, l))
            .any(|l| b.step.locks.iter().any(|m| covers(b, m) && l.win == m.win && (l.exclusive || m.exclusive)))
}
