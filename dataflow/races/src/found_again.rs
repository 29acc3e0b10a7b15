//! Whether two waits of one process may find the same notification, or the same variable: the number that a wait returns is used as an
//! index or as the rank to answer (theory, 6.3).
//!
//! A notification that was found and reset is found again only if it is posted again, and a variable that was found and set back only if it
//! is updated again. If one place of the program makes all posts, no two processes post the same one to one process, and each of them
//! does so once, every wait finds another one. Without reset a wait may find the same one again, and if a process posts it twice without a wait in
//! between. Otherwise the conditions that depend on it are not exact.

use crate::product::own_notes::is_taken_back;
use crate::product::third_messages::visits_once;
use crate::product::third_notifications::senders;
use rma_frontend::api::{AccessKind, Bank, Returns};
use rma_skeleton::candidate::Overlap;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::{Event, NoteRef, OrderCall, OrderKind, Skeleton};
use rma_term::ids::{EventRef, NodeId, ObjId, SymId, TermId};
use rma_term::term::{CommId, SymKind, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Whether two waits of a process may return the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Again {
    Never,
    /// Some order or condition that decides this is not followed.
    Perhaps,
    Yes,
}

/// What is known of the numbers that the waits of one process have returned at different times.
#[derive(Debug, Default)]
pub(crate) struct FoundInTurns {
    /// These conditions hold: the numbers differ.
    pub differ: Vec<TermId>,
    /// These may hold.
    pub perhaps_differ: Vec<TermId>,
}

/// The conditions that the numbers which waits have returned in different iterations differ, for the symbols in some terms and overlaps.
pub(crate) fn found_in_turns(
    facts: &mut Facts,
    skeleton: &Skeleton,
    terms: &[TermId],
    overlaps: &[Overlap],
) -> FoundInTurns {
    let mut versions: BTreeMap<SymId, BTreeSet<SymId>> = BTreeMap::new();
    let ends = overlaps.iter().flat_map(|o| [Some(&o.first), o.second.as_ref()]).flatten();
    let offsets = ends.flat_map(|e| [e.offset, e.block.offset]);
    for t in terms.iter().copied().chain(offsets) {
        facts.terms.for_each_sym(t, &mut |x| {
            versions.entry(facts.terms.now(x)).or_default().insert(x);
        });
    }
    let mut out = FoundInTurns::default();
    for (of, versions) in versions.into_iter().filter(|(_, versions)| versions.len() > 1) {
        let Some(again) = may_be_found_again(facts, skeleton, of) else { continue };
        let versions: Vec<TermId> = versions.into_iter().map(|x| facts.terms.sym(x)).collect();
        for (n, x) in versions.iter().enumerate() {
            for y in &versions[n + 1..] {
                let differ = facts.terms.ne(*x, *y);
                match again {
                    Again::Never => out.differ.push(differ),
                    Again::Perhaps => out.perhaps_differ.push(differ),
                    Again::Yes => {}
                }
            }
        }
    }
    out
}

/// All synchronisations of the program.
fn orders(skeleton: &Skeleton) -> impl Iterator<Item = (EventRef, &OrderCall)> {
    skeleton.nodes.iter_enumerated().flat_map(|(node, n)| {
        (0..).zip(&n.items).filter_map(move |(item, i)| match &i.event {
            Event::Order(o) => Some((EventRef { node, item, effect: 0 }, &**o)),
            _ => None,
        })
    })
}

/// A place that posts a notification: its call, the notification, and the process that it goes to.
type PostAt<'s> = (EventRef, &'s OrderCall, NoteRef, TermId);

/// `None` if the symbol is no number that a wait returns.
fn may_be_found_again(facts: &mut Facts, skeleton: &Skeleton, x: SymId) -> Option<Again> {
    let names = |facts: &Facts, t: TermId| facts.terms.any_sym(t, |y| y == x);
    let mut answer = None;
    for (at, o) in orders(skeleton) {
        let here = match &o.kind {
            OrderKind::Notified { note } if *facts.terms.get(note.id) == Term::Sym(x) => {
                note_again(facts, skeleton, at, note)
            }
            OrderKind::Observe { location, .. }
                if facts.terms.syms[x].kind == SymKind::Sender && names(facts, location.offset) =>
            {
                // Which variables are left out the program decides.
                match facts.terms.is_true(o.cond) && o.routine.returns == Returns::Index {
                    true => word_again(facts, skeleton, at, location.memory),
                    false => Again::Perhaps,
                }
            }
            _ => continue,
        };
        answer = answer.max(Some(here));
    }
    answer
}

/// Whether a path leads from one place to another on which the process does not wait for others.
fn goes_on(skeleton: &Skeleton, from: EventRef, to: EventRef) -> bool {
    let waits = |e: &Event| match e {
        Event::Order(o) => {
            !matches!(o.kind, OrderKind::Notify { .. } | OrderKind::Update { .. } | OrderKind::Reset { .. })
        }
        Event::Epoch(_) | Event::Foreign => true,
        _ => false,
    };
    let mut seen: BTreeSet<NodeId> = BTreeSet::new();
    let mut work = vec![(from.node, from.item as usize + 1)];
    while let Some((node, first)) = work.pop() {
        let data = &skeleton.nodes[node];
        let stop = (first..data.items.len()).find(|n| waits(&data.items[*n].event)).unwrap_or(data.items.len());
        if node == to.node && (first..stop).contains(&(to.item as usize)) {
            return true;
        }
        if stop == data.items.len() {
            work.extend(data.succs.iter().map(|e| e.to).filter(|n| seen.insert(*n)).map(|n| (n, 0)));
        }
    }
    false
}

/// Whether no two iterations of the loops around a place go to the same number of the same process.
fn is_once(facts: &mut Facts, skeleton: &Skeleton, at: EventRef, to: TermId, number: TermId) -> bool {
    let threads = !facts.threads.around(skeleton, at).is_empty();
    if threads || skeleton.in_recursion(at.node) {
        return false;
    }
    match skeleton.nodes[at.node].loops[..] {
        [] => true,
        [l] => {
            let counter = facts.terms.sym(skeleton.loops[l].counter);
            let (_, parts) = facts.terms.linear(number);
            let grows = parts.iter().any(|(t, _)| *t == counter)
                && !parts.iter().any(|(t, _)| *t != counter && facts.varies_in(*t, l));
            grows || !facts.varies_in(number, l) && visits_once(facts, skeleton, to, l)
        }
        _ => false,
    }
}

/// Whether different processes name different numbers: their rank, and what is the same for all.
fn differs_by_rank(facts: &mut Facts, number: TermId) -> bool {
    let rank = facts.rank_in_comm(CommId::World);
    let (_, parts) = facts.terms.linear(number);
    let alike = |t: TermId| {
        !facts.terms.any_sym(t, |x| {
            let sym = &facts.terms.syms[x];
            sym.def_loop.is_some()
                || !sym.uniform && !matches!(sym.kind, SymKind::Size(CommId::World) | SymKind::Parameter)
        })
    };
    parts.iter().any(|(t, _)| *t == rank) && parts.iter().all(|(t, _)| *t == rank || alike(*t))
}

fn note_again(facts: &mut Facts, skeleton: &Skeleton, wait: EventRef, note: &NoteRef) -> Again {
    if !is_taken_back(skeleton, wait, note) {
        return Again::Yes;
    }
    let below = |x: Option<i64>, y: Option<i64>| x.zip(y).is_some_and(|(x, y)| x < y);
    let mut apart = |a: TermId, b: TermId| {
        let (a, b) = (facts.terms.range(a), facts.terms.range(b));
        below(a.hi, b.lo) || below(b.hi, a.lo)
    };
    let mut may_be = |n: &NoteRef| !apart(n.segment, note.segment) && !apart(n.id, note.id);
    let items = skeleton.nodes.iter().flat_map(|n| &n.items);
    let raised = items.filter_map(|i| match &i.event {
        Event::Issue(issue) => issue.completion.note,
        _ => None,
    });
    if raised.into_iter().any(|n| may_be(&n)) {
        return Again::Perhaps;
    }
    let posts = orders(skeleton).filter_map(|(at, o)| match o.kind {
        OrderKind::Notify { note, to, .. } if may_be(&note) => Some((at, o, note, to)),
        _ => None,
    });
    let posts: Vec<PostAt> = posts.collect();
    let once = match posts[..] {
        [(at, o, note, to)] => {
            let reach = &skeleton.nodes[at.node].reach;
            is_once(facts, skeleton, at, to, note.id)
                && (differs_by_rank(facts, note.id) || !senders(&facts.terms, o, reach).is_empty())
        }
        _ => false,
    };
    let freely = |facts: &Facts, a: &PostAt, b: &PostAt| {
        let loops = &skeleton.nodes[a.0.node].loops;
        let around = if a.0 == b.0 { &loops[loops.len().saturating_sub(1)..] } else { &loops[..] };
        let varies = around.iter().any(|l| [a.2.segment, a.2.id, a.3].iter().any(|t| facts.varies_in(*t, *l)));
        (a.2, a.3) == (b.2, b.3) && !varies && goes_on(skeleton, a.0, b.0)
    };
    match once {
        true => Again::Never,
        false if posts.iter().any(|a| posts.iter().any(|b| freely(facts, a, b))) => Again::Yes,
        false => Again::Perhaps,
    }
}

fn word_again(facts: &mut Facts, skeleton: &Skeleton, wait: EventRef, memory: TermId) -> Again {
    let Term::Addr(obj, _) = *facts.terms.get(memory) else { return Again::Perhaps };
    if !is_set_back(skeleton, wait.node, obj) {
        return Again::Yes;
    }
    let updates = orders(skeleton).filter_map(|(at, o)| match o.kind {
        OrderKind::Update { location, .. } if location.memory == memory => Some((at, location)),
        _ => None,
    });
    match updates.collect::<Vec<_>>()[..] {
        [(at, location)]
            if is_once(facts, skeleton, at, location.target, location.offset)
                && differs_by_rank(facts, location.offset) =>
        {
            Again::Never
        }
        _ => Again::Perhaps,
    }
}

/// Whether a loop around a wait changes the memory that the process waits for.
fn is_set_back(skeleton: &Skeleton, wait: NodeId, obj: ObjId) -> bool {
    let loops = &skeleton.nodes[wait].loops;
    let inside = skeleton.nodes.iter().filter(|n| n.loops.iter().any(|l| loops.contains(l)));
    inside.flat_map(|n| &n.items).any(|i| match &i.event {
        Event::Access(a) => a.kind != AccessKind::Read && a.area.places.iter().any(|p| p.obj == obj),
        Event::Issue(issue) => {
            let writes = issue.effects.iter().filter(|e| e.bank == Bank::Target && e.kind != AccessKind::Read);
            writes.flat_map(|e| &e.area.places).any(|p| p.obj == obj)
        }
        _ => false,
    })
}
