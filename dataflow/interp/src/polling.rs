//! Loops that ask for a value in a window until another process has stored it there (theory, 5.1).
//!
//! `do { MPI_Fetch_and_op(.., &flag, .., MPI_NO_OP, win); MPI_Win_flush(..); } while (flag == 0);` ends only after some
//! process has updated the location: leaving the loop is an acquire, an update of the location a release (thesis, figure
//! 2.6). A call that waits for an update (`shmem_int_wait_until`) is an observation of its own. Both become events of the
//! order between processes here: an *observation* on every edge that leaves such a loop by what it has fetched, and an
//! *update* before every operation that writes a location that is polled. A loop that reads its own window memory with plain
//! loads ends for the same reason. That these loads race with the update is a separate finding, but operations that were
//! complete before the update are ordered before the end of the loop (thesis, figure 2.6d).

use crate::api::fetch::{Fetch, location};
use crate::interp::Interp;
use crate::spin_locks::{self, Taken, swap_at_exit};
use rma_frontend::api::{AccessKind, Bank, Compare, Returns, catalog};
use rma_skeleton::skeleton::paths::comparison;
use rma_skeleton::skeleton::{
    Access, Actor, Edge, Event, Item, Location, Node, OrderCall, OrderKind, Place, Skeleton, Wanted,
};
use rma_term::ids::{LoopId, NodeId, ObjId, SymId, TermId};
use rma_term::term::{CommId, Substitution, SymKind, Term};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Adds observations and updates to the skeleton.
pub(crate) fn insert(interp: &mut Interp, skeleton: &mut Skeleton) {
    tests(interp, skeleton);
    let fetched = fetches(interp);
    let mut exits = if fetched.is_empty() { Vec::new() } else { polled_exits(interp, skeleton, &fetched) };
    let awaited = skeleton.nodes.iter().flat_map(|n| &n.items).filter_map(|i| match &i.event {
        Event::Order(o) => match o.kind {
            OrderKind::Observe { location, .. } => Some(location),
            _ => None,
        },
        _ => None,
    });
    let of_exits = exits.iter().flat_map(|exit| &exit.awaited).map(|(fetch, _)| fetch.location);
    let polled: Vec<Location> = of_exits.chain(awaited).collect();
    if polled.is_empty() {
        return;
    }
    updates(interp, skeleton, &polled);
    let swaps: Vec<Option<Item>> =
        (0..exits.len()).map(|n| swap_at_exit(interp, skeleton, &exits, n, &fetched)).collect();
    for exit in &mut exits {
        forget_foreign(interp, skeleton, exit);
    }
    let mut taken = Vec::new();
    for (exit, swap) in exits.into_iter().zip(swaps) {
        for (fetch, wanted) in &exit.awaited {
            let node = observe(interp, skeleton, (exit.from, exit.edge), fetch, *wanted);
            taken.extend(swap.as_ref().map(|_| Taken { node, swap: fetch.clone() }));
        }
        if let Some(update) = swap {
            put_between(interp, skeleton, exit.from, exit.edge, update);
        }
        if let Some((fetch, _)) = exit.awaited.first().filter(|_| exit.together) {
            put_between(interp, skeleton, exit.from, exit.edge, Item { event: Event::Foreign, ..fetch.item.clone() });
        }
    }
    spin_locks::insert(interp, skeleton, &taken);
}

/// The fetches of operations and the polling loads, by the symbol of the value.
fn fetches(interp: &mut Interp) -> BTreeMap<SymId, Fetch> {
    let mut out: BTreeMap<SymId, Fetch> = interp.api.windows.fetched.iter().map(|(x, f)| (*x, f.clone())).collect();
    let Some(routine) = catalog().lookup("MPI_Win_sync") else { return out };
    for (x, polled) in interp.polls.places.clone() {
        if let Some((location, comm)) = own_location(interp, &polled.place) {
            let cond = interp.facts.terms.truth(true);
            let kind = OrderKind::Observe { location, claims: false, wanted: None };
            let order = OrderCall { routine, kind, comm, handle: None, cond, empty: None, member: None };
            let event = Event::Order(Box::new(order.clone()));
            let item = Item { event, ctx: polled.at.0, loc: polled.at.1, inst: None };
            out.insert(x, Fetch { location, claims: false, compare: None, stores: None, initial: None, order, item });
        }
    }
    out
}

/// A place in the window memory of the process itself, or in a part of a shared window, as a location of the window.
fn own_location(interp: &mut Interp, place: &Place) -> Option<(Location, CommId)> {
    if let Some(part) = interp.facts.shared.get(&place.obj).copied().filter(|part| part.base.is_none()) {
        let comm = interp.facts.comm_of_window(part.win);
        return Some((Location { memory: part.win, target: part.rank, offset: place.offset, len: None }, comm));
    }
    let windows: Vec<_> = interp.facts.windows.iter().map(|(o, w)| (*o, w.base, w.inst, w.comm)).collect();
    for (window, base, inst, comm) in windows {
        let Some(base) = base.and_then(|b| interp.facts.places(b).list.into_iter().find(|p| p.obj == place.obj)) else {
            continue;
        };
        let offset = interp.facts.terms.sub(place.offset, base.offset);
        let (win, target) = (interp.facts.terms.addr_of(window, inst), interp.facts.rank_in_comm(comm));
        return Some((Location { memory: win, target, offset, len: None }, comm));
    }
    None
}

/// An edge that leaves a loop because of what operations in it have fetched.
pub(crate) struct PolledExit {
    pub from: NodeId,
    /// The number of the edge among the successors.
    pub edge: usize,
    /// The operations with the values that they must have fetched.
    pub awaited: Vec<(Fetch, Option<Wanted>)>,
    /// Several values together decide, in one comparison: which of them were awaited is not known.
    together: bool,
}

/// Edges that leave a loop depending on what operations in it have fetched. A loop may end for one of several reasons: because of one of
/// several values, or without any, because of a bound. Each reason gets an edge of its own.
fn polled_exits(interp: &mut Interp, skeleton: &mut Skeleton, fetched: &BTreeMap<SymId, Fetch>) -> Vec<PolledExit> {
    let mut published: FxHashMap<(LoopId, SymId), SymId> = FxHashMap::default();
    for (id, l) in skeleton.loops.iter_enumerated() {
        for v in &l.values {
            interp.facts.terms.for_each_sym(v.back, &mut |x| {
                if fetched.contains_key(&x) {
                    published.insert((id, v.sym), x);
                }
            });
        }
    }
    let mut out = Vec::new();
    for from in skeleton.nodes.indices() {
        for n in 0..skeleton.nodes[from].succs.len() {
            let (edge, inside) = (skeleton.nodes[from].succs[n], skeleton.nodes[from].loops.clone());
            let left: Vec<LoopId> = inside.into_iter().filter(|l| !skeleton.nodes[edge.to].loops.contains(l)).collect();
            for l in left {
                let fetch_of = |interp: &Interp, y: SymId| {
                    let x = published.get(&(l, y)).copied().unwrap_or(y);
                    let inside = interp.facts.loop_within(interp.facts.terms.syms[x].def_loop, l);
                    fetched.get(&x).filter(|_| inside)
                };
                let reasons = reasons(interp, edge.cond, &|interp, y| fetch_of(interp, y).is_some());
                if reasons.iter().all(|r| r.values.is_empty()) {
                    continue;
                }
                let mut earlier: Vec<TermId> = Vec::new();
                for (k, reason) in reasons.into_iter().enumerate() {
                    let holds = interp.facts.terms.any(&reason.cases);
                    let mut parts: Vec<TermId> = earlier.iter().map(|t| interp.facts.terms.not(*t)).collect();
                    parts.push(holds);
                    let cond = interp.facts.terms.all(&parts);
                    earlier.push(holds);
                    if interp.facts.terms.is_false(cond) {
                        continue;
                    }
                    let succs = &mut skeleton.nodes[from].succs;
                    let number = if k == 0 { n } else { succs.len() };
                    if k == 0 {
                        succs[n].cond = cond;
                    } else {
                        succs.push(Edge { cond, ..edge });
                    }
                    if !reason.values.is_empty() {
                        let (awaited, together) = awaited(interp, holds, &reason.values, l, &fetch_of);
                        out.push(PolledExit { from, edge: number, awaited, together });
                    }
                }
                break;
            }
        }
    }
    out
}

/// Why a loop ends.
struct Reason {
    /// The fetched values that decide.
    values: BTreeSet<SymId>,
    /// One of these conditions holds.
    cases: Vec<TermId>,
}

/// The cases of a condition by the fetched values that they depend on; those that depend on none come last.
fn reasons(interp: &Interp, cond: TermId, is_fetched: &dyn Fn(&Interp, SymId) -> bool) -> Vec<Reason> {
    let cases = match interp.facts.terms.get(cond) {
        Term::Any(parts) => parts.to_vec(),
        _ => vec![cond],
    };
    let mut out: Vec<Reason> = Vec::new();
    for case in cases {
        let mut values = BTreeSet::new();
        interp.facts.terms.for_each_sym(case, &mut |y| {
            if is_fetched(interp, y) {
                values.insert(y);
            }
        });
        match out.iter_mut().find(|r| r.values == values) {
            Some(reason) => reason.cases.push(case),
            None => out.push(Reason { values, cases: vec![case] }),
        }
    }
    out.sort_by_key(|r| r.values.is_empty());
    out
}

/// The values that operations must have fetched if a loop is left because of these symbols, and whether this is not known for some.
fn awaited<'f>(
    interp: &mut Interp,
    holds: TermId,
    values: &BTreeSet<SymId>,
    left: LoopId,
    fetch_of: &dyn Fn(&Interp, SymId) -> Option<&'f Fetch>,
) -> (Vec<(Fetch, Option<Wanted>)>, bool) {
    let conjuncts = interp.facts.terms.conjuncts(holds);
    let mut out = Vec::new();
    for y in values {
        let Some(fetch) = fetch_of(interp, *y).cloned() else { continue };
        let alone = |t: &TermId| {
            let terms = &interp.facts.terms;
            terms.any_sym(*t, |x| x == *y) && !terms.any_sym(*t, |x| x != *y && values.contains(&x))
        };
        let mut own: Vec<TermId> = conjuncts.iter().copied().filter(alone).collect();
        if values.len() == 1 {
            own = vec![holds];
        } else {
            // That it is still zero is not awaited.
            let x = interp.facts.terms.sym(*y);
            let zero = interp.facts.terms.eq0(x);
            own.retain(|t| *t != zero);
        }
        if !own.is_empty() {
            let cond = interp.facts.terms.all(&own);
            let wanted = ended_by(interp, cond, *y, left, &fetch);
            out.push((swapped(interp, cond, *y, fetch), wanted));
        }
    }
    if out.is_empty()
        && let Some(y) = values.last()
        && let Some(fetch) = fetch_of(interp, *y).cloned()
    {
        let wanted = ended_by(interp, holds, *y, left, &fetch);
        return (vec![(swapped(interp, holds, *y, fetch), wanted)], true);
    }
    (out, false)
}

/// A swap that finds another value than it compares with changes nothing: a process that leaves the loop with such a value has claimed
/// nothing.
fn swapped(interp: &mut Interp, cond: TermId, fetched: SymId, fetch: Fetch) -> Fetch {
    let Some(compare) = fetch.compare.filter(|_| fetch.claims) else { return fetch };
    let mut s = Substitution::new();
    s.insert(fetched, compare);
    let swaps = interp.facts.terms.subst(cond, &mut s);
    Fetch { claims: !interp.facts.terms.is_false(swaps), ..fetch }
}

/// The value that ends a polling loop, if the initial value of the location may end it, too. There are three such cases: the initial
/// value is known; the awaited value changes in a loop around; or a counter to which nobody has added is enough, as in the first
/// iteration of a loop that the compiler has unrolled. Any other loop is taken to wait for an update.
fn ended_by(interp: &mut Interp, cond: TermId, fetched: SymId, left: LoopId, fetch: &Fetch) -> Option<Wanted> {
    let initial = fetch.initial;
    let changes = |s: SymId| {
        let sym = &interp.facts.terms.syms[s];
        let of_loop = matches!(sym.kind, SymKind::Counter(_) | SymKind::LoopPhi(_));
        of_loop && !interp.facts.loop_within(sym.def_loop, left)
    };
    let varies = interp.facts.terms.any_sym(cond, changes);
    let symmetric = interp.facts.window(fetch.location.memory).is_none();
    let known = symmetric && initial.is_some_and(|t| interp.facts.terms.as_const(t).is_some());
    let x = interp.facts.terms.sym(fetched);
    let (compare, value) = match compared(interp, cond, x) {
        Some(found) if varies || known || is_there(interp, found) => found,
        None if varies => (Compare::Eq, x),
        _ => return None,
    };
    Some(Wanted { compare, value, initial, polled: true })
}

/// The initial value of a location in the memory of another process is the value in the own memory only if all processes store the same
/// there. If the program stores for some ranks only, the initial value is not known.
fn forget_foreign(interp: &mut Interp, skeleton: &Skeleton, exit: &mut PolledExit) {
    let reach = skeleton.nodes[exit.from].reach.clone();
    for (fetch, wanted) in &mut exit.awaited {
        let Some(w) = wanted.as_mut().filter(|w| w.initial.is_some()) else { continue };
        let Some(base) = interp.facts.window(fetch.location.memory).and_then(|(_, w)| w.base) else { continue };
        let own = interp.facts.rank_in_comm(fetch.order.comm);
        let target = fetch.location.target;
        let same = interp.facts.terms.eq(target, own);
        if interp.facts.terms.is_true(same) || reach.contains(&same) {
            continue;
        }
        let objects: Vec<ObjId> = interp.facts.places(base).list.iter().map(|p| p.obj).collect();
        let of_some = |n: &Node| {
            let by_rank = |x: SymId| matches!(interp.facts.terms.syms[x].kind, SymKind::Rank(_));
            n.reach.iter().any(|c| interp.facts.terms.any_sym(*c, by_rank))
        };
        let stores = |i: &Item| match &i.event {
            Event::Access(a) => a.kind != AccessKind::Read && a.area.places.iter().any(|p| objects.contains(&p.obj)),
            _ => false,
        };
        if skeleton.nodes.iter().any(|n| n.items.iter().any(stores) && of_some(n)) {
            w.initial = None;
        }
    }
}

/// Whether zero is at least, or at most, the awaited value.
fn is_there(interp: &Interp, (compare, value): (Compare, TermId)) -> bool {
    let Some(value) = interp.facts.terms.as_const(value) else { return false };
    match compare {
        Compare::Ge => 0 >= value,
        Compare::Gt => 0 > value,
        Compare::Le => 0 <= value,
        Compare::Lt => 0 < value,
        Compare::Eq | Compare::Ne => false,
    }
}

/// A condition as a comparison of one term with another.
fn compared(interp: &mut Interp, cond: TermId, x: TermId) -> Option<(Compare, TermId)> {
    // What is compared as an unsigned number is compared with zero, too.
    if let Term::All(parts) | Term::Any(parts) = interp.facts.terms.get(cond) {
        let parts = parts.to_vec();
        let zero = interp.facts.terms.int(0);
        let natural = interp.facts.terms.le(zero, x);
        let negative = interp.facts.terms.not(natural);
        let mut rest = parts.into_iter().filter(|p| *p != natural && *p != negative);
        let only = rest.next().filter(|_| rest.next().is_none())?;
        return compared(interp, only, x);
    }
    let (cond, negated) = match *interp.facts.terms.get(cond) {
        Term::Not(inner) => (inner, true),
        _ => (cond, false),
    };
    let (t, at_most) = match *interp.facts.terms.get(cond) {
        Term::Eq0(t) => (t, false),
        Term::Le0(t) => (t, true),
        _ => return None,
    };
    let (c, mut parts) = interp.facts.terms.linear(t);
    let at = parts.iter().position(|(part, _)| *part == x)?;
    let (_, k) = parts.swap_remove(at);
    if k.abs() != 1 {
        return None;
    }
    let rest = interp.facts.terms.from_linear(c, parts);
    if interp.facts.terms.any_sym(rest, |s| interp.facts.terms.get(x) == &Term::Sym(s)) {
        return None;
    }
    let value = interp.facts.terms.scale(rest, -k);
    Some((comparison(at_most, k, negated), value))
}

/// Whether two locations may be the same, as far as windows and constant offsets can exclude it.
pub(crate) fn may_be_same(interp: &mut Interp, a: &Location, b: &Location) -> bool {
    let window = |t: TermId| match interp.facts.terms.get(t) {
        Term::Addr(o, _) => Some(*o),
        _ => None,
    };
    let same =
        interp.facts.terms.as_const(a.offset).zip(interp.facts.terms.as_const(b.offset)).is_none_or(|(x, y)| x == y);
    (same || a.len.is_some() || b.len.is_some()) && window(a.memory) == window(b.memory)
}

/// Puts the observation of a fetched value on an edge.
fn observe(
    interp: &mut Interp,
    skeleton: &mut Skeleton,
    (from, n): (NodeId, usize),
    fetch: &Fetch,
    wanted: Option<Wanted>,
) -> NodeId {
    let yes = interp.facts.terms.truth(true);
    let kind = OrderKind::Observe { location: fetch.location, claims: fetch.claims, wanted };
    let order = OrderCall { kind, cond: yes, ..fetch.order.clone() };
    put_between(interp, skeleton, from, n, Item { event: Event::Order(Box::new(order)), ..fetch.item.clone() })
}

/// A test that the program branches on observes on the path that it takes when the test has succeeded: a loop of tests is a wait.
fn tests(interp: &mut Interp, skeleton: &mut Skeleton) {
    for from in skeleton.nodes.indices() {
        let Some(last) = skeleton.nodes[from].items.last() else { continue };
        let Event::Order(o) = &last.event else { continue };
        if !matches!(o.kind, OrderKind::Observe { .. }) || o.routine.returns != Returns::Flag {
            continue;
        }
        let (yes, order, item) = (o.cond, (**o).clone(), last.clone());
        let no = interp.facts.terms.not(yes);
        let succs = &skeleton.nodes[from].succs;
        if !succs.iter().all(|e| e.cond == yes || e.cond == no) || !succs.iter().any(|e| e.cond == no) {
            continue;
        }
        let taken: Vec<usize> = succs.iter().enumerate().filter(|(_, e)| e.cond == yes).map(|(n, _)| n).collect();
        skeleton.nodes[from].items.pop();
        let always = interp.facts.terms.truth(true);
        let event = Event::Order(Box::new(OrderCall { cond: always, ..order }));
        for n in taken {
            put_between(interp, skeleton, from, n, Item { event: event.clone(), ..item.clone() });
        }
    }
}

/// Puts an event on an edge, in a new node.
fn put_between(interp: &mut Interp, skeleton: &mut Skeleton, from: NodeId, n: usize, item: Item) -> NodeId {
    let edge = skeleton.nodes[from].succs[n];
    let to = &skeleton.nodes[edge.to];
    let node = Node {
        items: vec![item],
        succs: vec![Edge { to: edge.to, cond: interp.facts.terms.truth(true), iterations: None }],
        loops: to.loops.clone(),
        reach: to.reach.clone(),
    };
    let between = skeleton.nodes.push(node);
    skeleton.nodes[from].succs[n].to = between;
    between
}

/// The location of a window that a store or an atomic instruction of the program changes.
fn stored_location(interp: &mut Interp, access: &Access) -> Option<(Location, CommId)> {
    let ([place], [block], false) = (&access.area.places[..], &access.area.blocks[..], access.area.unknown) else {
        return None;
    };
    let by_instruction = matches!(access.actor, Actor::Instruction("store" | "atomic store" | "atomic update"));
    if access.kind == AccessKind::Read || !by_instruction {
        return None;
    }
    let offset = interp.facts.terms.add(place.offset, block.offset);
    own_location(interp, &Place { offset, ..*place })
}

/// Marks the operations that write to polled locations, and the stores to those in shared windows.
fn updates(interp: &mut Interp, skeleton: &mut Skeleton, polled: &[Location]) {
    let yes = interp.facts.terms.truth(true);
    let sync = catalog().lookup("MPI_Win_sync").filter(|_| !interp.facts.shared.is_empty());
    for node in &mut skeleton.nodes {
        let mut items = Vec::with_capacity(node.items.len());
        for item in std::mem::take(&mut node.items) {
            if let Event::Issue(issue) = &item.event
                && issue.effects.iter().any(|e| e.bank == Bank::Target && e.kind != AccessKind::Read)
                && let Some(location) = location(interp, issue)
                && polled.iter().any(|p| may_be_same(interp, p, &location))
            {
                let comm = issue.target.win.map_or(CommId::Unknown, |w| interp.facts.comm_of_window(w));
                let value = issue.written.value.or(issue.written.stores);
                let order = OrderCall {
                    routine: issue.routine,
                    kind: OrderKind::Update { location, value, adds: issue.written.adds },
                    comm,
                    handle: None,
                    cond: yes,
                    empty: None,
                    member: None,
                };
                items.push(Item { event: Event::Order(Box::new(order)), ..item.clone() });
            }
            if let Event::Access(access) = &item.event
                && let Some(routine) = sync
                && let Some((location, comm)) = stored_location(interp, access)
                && polled.iter().any(|p| may_be_same(interp, p, &location))
            {
                let kind = OrderKind::Update { location, value: None, adds: None };
                let order = OrderCall { routine, kind, comm, handle: None, cond: yes, empty: None, member: None };
                items.push(Item { event: Event::Order(Box::new(order)), ..item.clone() });
            }
            items.push(item);
        }
        node.items = items;
    }
}
