//! Assertions that promise something of the caller's window: no put will come, nothing was stored (MPI 4.1, 12.5.5) (theory, 6.6).

use crate::pending::misuse::normal;
use crate::pending::opened::is_store;
use crate::pending::{Found, FoundPairs};
use rma_frontend::api::{AccessKind, Bank, Epoch, Routine};
use rma_skeleton::candidate::{Candidate, Conflict, Misuse, Pair, Processes};
use rma_skeleton::facts::{Facts, SymKey};
use rma_skeleton::overlap::counter_bounds;
use rma_skeleton::skeleton::{Access, EpochCall, EpochKind, Event, Issue, Members, Skeleton};
use rma_term::ids::{EventRef, ObjId, PairId, SymId, TermId};
use rma_term::term::{CommId, Process, Substitution, Sym, SymKind};
use std::collections::BTreeSet;

/// What an assertion of a synchronisation call promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Promise {
    /// No put or accumulate until the next synchronisation.
    NoPut,
    /// No local store since the last one.
    NoStore,
}

/// Synchronisation calls that make promises.
#[derive(Debug, Default)]
pub(crate) struct Promises {
    no_put: BTreeSet<EventRef>,
    /// Memory of windows for which the program promises that nothing was stored.
    stored: BTreeSet<ObjId>,
    /// A routine that makes the promise.
    pub routine: Option<&'static Routine>,
}

impl Promises {
    pub fn new(facts: &mut Facts, skeleton: &Skeleton) -> Promises {
        let mut out = Promises::default();
        for (at, e) in calls(skeleton) {
            if bit(facts, e, Promise::NoPut).is_some() {
                out.no_put.insert(at);
            }
            if bit(facts, e, Promise::NoStore).is_some()
                && let Some(base) = facts.window(e.win).and_then(|(_, w)| w.base)
            {
                out.routine = Some(e.routine);
                out.stored.extend(facts.places(base).list.iter().map(|p| p.obj));
            }
        }
        out
    }

    /// The call promises, on some path, that no put will come.
    pub fn no_put(&self, at: EventRef) -> bool {
        self.no_put.contains(&at)
    }

    /// Something is promised about stores to this memory.
    pub fn about(&self, a: &Access) -> bool {
        is_store(a) && a.area.places.iter().any(|p| self.stored.contains(&p.obj))
    }
}

/// Condition that a fence or post makes a promise; `None`: it never does.
pub(crate) fn bit(facts: &mut Facts, e: &EpochCall, promise: Promise) -> Option<TermId> {
    if !matches!(e.change, Epoch::Fence | Epoch::Post) {
        return None;
    }
    let constants = facts.abi?.constants();
    let mask = match promise {
        Promise::NoPut => constants.mode_noput,
        Promise::NoStore => constants.mode_nostore,
    };
    let lacks = facts.lacks_bit(e.assert?, mask);
    let has = facts.terms.not(lacks);
    (!facts.terms.is_false(has)).then_some(has)
}

/// Conditions at the process that owns the memory, which is `owner`: its values of what can differ between processes.
pub(crate) fn at_owner(facts: &mut Facts, conds: &[TermId], rank: TermId, owner: TermId) -> Vec<TermId> {
    let mut s = Substitution::new();
    let mut out = Vec::new();
    for t in conds {
        out.push(there(facts, *t, Process::FIRST, &mut s));
    }
    let rank = there(facts, rank, Process::FIRST, &mut s);
    out.push(facts.terms.eq(rank, owner));
    out
}

/// A term in which values that each process has for itself are those of one of the two processes.
pub(crate) fn at(facts: &mut Facts, t: TermId, process: Process) -> TermId {
    there(facts, t, process, &mut Substitution::new())
}

/// A term with the values of another process.
fn there(facts: &mut Facts, t: TermId, process: Process, s: &mut Substitution) -> TermId {
    let mut stale: Vec<SymId> = Vec::new();
    facts.terms.for_each_sym(t, &mut |x| {
        if s.get(x).is_none() && !stale.contains(&x) {
            stale.push(x);
        }
    });
    for x in stale {
        if s.get(x).is_none() {
            let to = copy(facts, x, process, s);
            s.insert(x, to);
        }
    }
    facts.terms.subst(t, s)
}

/// The copy of a symbol in one of the two processes. Collective calls are made by all processes in the same iterations, so
/// counters stay the same.
fn copy(facts: &mut Facts, x: SymId, process: Process, s: &mut Substitution) -> TermId {
    let of = facts.terms.syms[x].clone();
    let counter = |k: &SymKind| matches!(k, SymKind::Counter(_));
    let alike = match &of.kind {
        SymKind::Size(CommId::World) => true,
        SymKind::Earlier(y, _) => counter(&facts.terms.syms[*y].kind),
        k => counter(k),
    };
    if alike || of.uniform || of.process != Process::All {
        return facts.terms.sym(x);
    }
    let below = of.below.map(|b| there(facts, b, process, &mut Substitution::new()));
    let fact = of.fact.filter(|fact| of.def_loop.is_none() || facts.is_always_so(x, *fact));
    let copy = facts.symbol(SymKey::Copy(x, process), |_| Sym { process, below: None, fact: None, ..of });
    if facts.terms.syms[copy].below.is_none() {
        facts.terms.syms[copy].below = below;
    }
    facts.copied.insert(copy, x);
    let to = facts.terms.sym(copy);
    if let Some(fact) = fact
        && facts.terms.syms[copy].fact.is_none()
    {
        // A fact may contain the symbol itself.
        s.insert(x, to);
        let fact = there(facts, fact, process, s);
        facts.terms.syms[copy].fact = Some(fact);
    }
    to
}

/// Puts in epochs of start and complete to a process whose post promises that no put comes.
///
/// An epoch can be matched with its post only if all posts on the window make the same promise.
pub(crate) fn posts(facts: &mut Facts, skeleton: &Skeleton, found: &mut Found, paths: &mut FoundPairs) {
    let posts: Vec<(EventRef, &EpochCall)> = calls(skeleton).filter(|(_, e)| e.change == Epoch::Post).collect();
    let mut promising = Vec::new();
    for (at, e) in &posts {
        let sure = bit(facts, e, Promise::NoPut).is_some_and(|b| facts.terms.is_true(b));
        promising.push((*at, *e, sure));
    }
    if !promising.iter().any(|(.., sure)| *sure) {
        return;
    }
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (i, item) in data.items.iter().enumerate() {
            let Event::Issue(issue) = &item.event else { continue };
            let start = issue.epoch.kind.and_then(|e| facts.terms.as_const(e)) == Some(EpochKind::Start as i64);
            let writes = |e: &Access| e.bank == Bank::Target && e.kind != AccessKind::Read;
            let (Some(n), true) = (issue.effects.iter().position(writes), start) else { continue };
            let same: Vec<_> = promising.iter().filter(|(_, e, _)| Some(e.win) == issue.target.win).collect();
            if same.iter().all(|(.., sure)| *sure) {
                let op = EventRef { node, item: i as u32, effect: n as u32 };
                for (at, e, _) in same {
                    post(facts, skeleton, (op, issue), (*at, e), (found, paths));
                }
            }
        }
    }
}

fn post(
    facts: &mut Facts,
    skeleton: &Skeleton,
    (op, issue): (EventRef, &Issue),
    (at, e): (EventRef, &EpochCall),
    (found, paths): (&mut Found, &mut FoundPairs),
) {
    let Some(target) = issue.target.rank else { return };
    let own_rank = facts.rank_in_comm(e.comm);
    let mut reach = skeleton.nodes[op.node].reach.clone();
    reach.extend(counter_bounds(facts, skeleton, op.node));
    reach.push(issue.effects[op.effect as usize].cond);
    let mut conds = skeleton.nodes[at.node].reach.clone();
    conds.extend(counter_bounds(facts, skeleton, at.node));
    let mut s = Substitution::new();
    let mut path = Vec::new();
    for c in conds {
        path.push(there(facts, c, Process::FIRST, &mut s));
    }
    let owner = there(facts, own_rank, Process::FIRST, &mut s);
    path.push(facts.terms.eq(owner, target));
    match &e.members {
        Members::All => {}
        Members::Only(ranks) => {
            let mut paths = Vec::new();
            for r in ranks {
                let r = there(facts, *r, Process::FIRST, &mut s);
                paths.push(facts.terms.eq(r, own_rank));
            }
            path.push(facts.terms.any(&paths));
        }
        Members::Except(_) | Members::Unknown => return,
    }
    let conflict = Conflict::Misuse(Misuse::NoPut);
    let pair = Pair { first: op, second: at, conflict, processes: Processes::Two, later_iteration: false };
    let none = PairId::from_raw(0);
    let candidate = Candidate {
        pair: none,
        reach,
        path,
        overlaps: Vec::new(),
        lossy: false,
        unknown_pointer: false,
        turned: Vec::new(),
    };
    if let Some(candidate) = normal(facts, candidate) {
        paths.add(found, pair, candidate);
    }
}

fn calls(skeleton: &Skeleton) -> impl Iterator<Item = (EventRef, &EpochCall)> {
    skeleton.nodes.iter_enumerated().flat_map(|(node, data)| {
        data.items.iter().enumerate().filter_map(move |(i, item)| match &item.event {
            Event::Epoch(e) => Some((EventRef { node, item: i as u32, effect: 0 }, &**e)),
            _ => None,
        })
    })
}
