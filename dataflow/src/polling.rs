//! Loops that ask for a value in a window until another process has stored it there.
//!
//! `do { MPI_Fetch_and_op(.., &flag, .., MPI_NO_OP, win); MPI_Win_flush(..); } while (flag == 0);` ends only after some
//! process has updated the location: leaving the loop is an acquire, an update of the location a release (thesis, figure
//! 2.6). A call that waits for an update (`shmem_int_wait_until`) is an observation of its own. Both become events of the
//! order between processes here: an *observation* on every edge that leaves such a loop by what it has fetched, and an
//! *update* before every operation that writes a location that is polled. A loop that looks with plain loads at its own window
//! memory is left for the same reason: that these loads race with the update is a finding of its own, what was complete
//! before the update is there all the same (thesis, figure 2.6d).

use crate::interp::Interp;
use crate::skeleton::{
    Edge, Event, Issue, Item, Location, LoopId, Node, NodeId, OrderCall, OrderKind, Place, Skeleton,
};
use crate::term::{CommId, SymId, Term, TermId};
use rma_frontend::api::{AccessKind, Bank, Returns, catalog};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Adds observations and updates to the skeleton.
pub(crate) fn insert(interp: &mut Interp, skeleton: &mut Skeleton) {
    tests(interp, skeleton);
    let fetched = fetches(interp);
    let exits = if fetched.is_empty() { Vec::new() } else { polled_exits(interp, skeleton, &fetched) };
    let awaited = skeleton.nodes.iter().flat_map(|n| &n.items).filter_map(|i| match &i.event {
        Event::Order(o) => match o.kind {
            OrderKind::Observe { location, .. } => Some(location),
            _ => None,
        },
        _ => None,
    });
    let polled: Vec<Location> = exits.iter().map(|(_, _, fetch)| fetch.location).chain(awaited).collect();
    if polled.is_empty() {
        return;
    }
    updates(interp, skeleton, &polled);
    for (from, n, fetch) in exits {
        observe(interp, skeleton, from, n, &fetch);
    }
}

/// An operation that fetches a value.
#[derive(Debug, Clone)]
pub(crate) struct Fetch {
    /// Where from.
    pub location: Location,
    /// The operation changes the location too (compare-and-swap, fetch-and-add): who leaves the loop has claimed it.
    pub claims: bool,
    /// The operation's call.
    pub order: OrderCall,
    /// Where it stands.
    pub item: Item,
}

/// What an operation fetches from or writes to.
pub(crate) fn location(interp: &mut Interp, issue: &Issue) -> Option<Location> {
    let effect = issue.effects.iter().find(|e| e.bank == Bank::Target)?;
    let [block] = &effect.area.blocks[..] else { return None };
    // One value, not an array that may have it somewhere.
    block.len.and_then(|l| interp.terms.as_const(l)).filter(|l| *l <= 8 && block.dims.is_empty())?;
    let target = issue.target?;
    if effect.symmetric {
        let [place] = effect.area.places[..] else { return None };
        let memory = interp.terms.addr_of(place.obj, place.inst);
        let offset = interp.terms.add(place.offset, block.offset);
        return Some(Location { memory, target, offset, len: None });
    }
    interp.window(issue.win?)?;
    Some(Location { memory: issue.win?, target, offset: block.offset, len: None })
}

/// What operations fetch and what polling loads give, by the symbol of the value.
fn fetches(interp: &mut Interp) -> BTreeMap<SymId, Fetch> {
    let mut out: BTreeMap<SymId, Fetch> = interp.api.fetched.iter().map(|(x, f)| (*x, f.clone())).collect();
    let Some(routine) = catalog().lookup("MPI_Win_sync") else { return out };
    for (x, polled) in interp.polls.places.clone() {
        if let Some((location, comm)) = own_location(interp, &polled.place) {
            let cond = interp.terms.truth(true);
            let kind = OrderKind::Observe { location, claims: false, wanted: None };
            let order = OrderCall { routine, kind, comm, handle: None, cond, empty: None };
            let event = Event::Order(Box::new(order.clone()));
            let item = Item { event, ctx: polled.at.0, loc: polled.at.1 };
            out.insert(x, Fetch { location, claims: false, order, item });
        }
    }
    out
}

/// A place in the window memory of the process itself as a location of the window.
fn own_location(interp: &mut Interp, place: &Place) -> Option<(Location, CommId)> {
    let windows: Vec<_> = interp.api.windows.iter().map(|(o, w)| (*o, w.base, w.inst, w.comm)).collect();
    for (window, base, inst, comm) in windows {
        let Some(base) = base.and_then(|b| interp.places(b).list.into_iter().find(|p| p.obj == place.obj)) else {
            continue;
        };
        let offset = interp.terms.sub(place.offset, base.offset);
        let (win, target) = (interp.terms.addr_of(window, inst), interp.rank_in_comm(comm));
        return Some((Location { memory: win, target, offset, len: None }, comm));
    }
    None
}

/// Edges that leave a loop depending on what an operation in it has fetched.
fn polled_exits(interp: &Interp, skeleton: &Skeleton, fetched: &BTreeMap<SymId, Fetch>) -> Vec<(NodeId, usize, Fetch)> {
    let mut handed: FxHashMap<(LoopId, SymId), SymId> = FxHashMap::default();
    for (id, l) in skeleton.loops.iter_enumerated() {
        for v in &l.values {
            interp.terms.for_each_sym(v.back, &mut |x| {
                if fetched.contains_key(&x) {
                    handed.insert((id, v.sym), x);
                }
            });
        }
    }
    let mut out = Vec::new();
    for (from, node) in skeleton.nodes.iter_enumerated() {
        for (n, edge) in node.succs.iter().enumerate() {
            let left = node.loops.iter().filter(|l| !skeleton.nodes[edge.to].loops.contains(l));
            for l in left {
                let mut found = None;
                interp.terms.for_each_sym(edge.cond, &mut |x| {
                    let x = handed.get(&(*l, x)).copied().unwrap_or(x);
                    if interp.loop_within(interp.terms.syms[x].def_loop, *l)
                        && let Some(fetch) = fetched.get(&x)
                    {
                        found = Some(fetch.clone());
                    }
                });
                if let Some(fetch) = found {
                    out.push((from, n, fetch));
                    break;
                }
            }
        }
    }
    out
}

/// Whether two locations may be the same, as far as windows and constant offsets tell.
fn may_be_same(interp: &mut Interp, a: &Location, b: &Location) -> bool {
    let window = |t: TermId| match interp.terms.get(t) {
        Term::Addr(o, _) => Some(*o),
        _ => None,
    };
    let same = interp.terms.as_const(a.offset).zip(interp.terms.as_const(b.offset)).is_none_or(|(x, y)| x == y);
    (same || a.len.is_some() || b.len.is_some()) && window(a.memory) == window(b.memory)
}

/// Puts the observation of a fetched value on an edge.
fn observe(interp: &mut Interp, skeleton: &mut Skeleton, from: NodeId, n: usize, fetch: &Fetch) {
    let yes = interp.terms.truth(true);
    let kind = OrderKind::Observe { location: fetch.location, claims: fetch.claims, wanted: None };
    let order = OrderCall { kind, cond: yes, ..fetch.order.clone() };
    put_between(interp, skeleton, from, n, Item { event: Event::Order(Box::new(order)), ..fetch.item.clone() });
}

/// A test that the program branches on observes on the way that it takes when the test has succeeded: a loop of tests is a wait.
fn tests(interp: &mut Interp, skeleton: &mut Skeleton) {
    for from in skeleton.nodes.indices() {
        let Some(last) = skeleton.nodes[from].items.last() else { continue };
        let Event::Order(o) = &last.event else { continue };
        if !matches!(o.kind, OrderKind::Observe { .. }) || o.routine.returns != Returns::Flag {
            continue;
        }
        let (yes, order, item) = (o.cond, (**o).clone(), last.clone());
        let no = interp.terms.not(yes);
        let succs = &skeleton.nodes[from].succs;
        if !succs.iter().all(|e| e.cond == yes || e.cond == no) || !succs.iter().any(|e| e.cond == no) {
            continue;
        }
        let taken: Vec<usize> = succs.iter().enumerate().filter(|(_, e)| e.cond == yes).map(|(n, _)| n).collect();
        skeleton.nodes[from].items.pop();
        let always = interp.terms.truth(true);
        let event = Event::Order(Box::new(OrderCall { cond: always, ..order }));
        for n in taken {
            put_between(interp, skeleton, from, n, Item { event: event.clone(), ..item.clone() });
        }
    }
}

/// Puts an event on an edge.
fn put_between(interp: &mut Interp, skeleton: &mut Skeleton, from: NodeId, n: usize, item: Item) {
    let edge = skeleton.nodes[from].succs[n];
    let to = &skeleton.nodes[edge.to];
    let node = Node {
        items: vec![item],
        succs: vec![Edge { to: edge.to, cond: interp.terms.truth(true), turns: None }],
        loops: to.loops.clone(),
        reach: to.reach.clone(),
    };
    let between = skeleton.nodes.push(node);
    skeleton.nodes[from].succs[n].to = between;
}

/// Marks the operations that write where others may look.
fn updates(interp: &mut Interp, skeleton: &mut Skeleton, polled: &[Location]) {
    let yes = interp.terms.truth(true);
    for node in &mut skeleton.nodes {
        let mut items = Vec::with_capacity(node.items.len());
        for item in std::mem::take(&mut node.items) {
            if let Event::Issue(issue) = &item.event
                && issue.effects.iter().any(|e| e.bank == Bank::Target && e.kind != AccessKind::Read)
                && let Some(location) = location(interp, issue)
                && polled.iter().any(|p| may_be_same(interp, p, &location))
            {
                let comm = issue.win.map_or(CommId::Unknown, |w| interp.comm_of_window(w));
                let order = OrderCall {
                    routine: issue.routine,
                    kind: OrderKind::Update { location, value: issue.value, adds: issue.adds },
                    comm,
                    handle: None,
                    cond: yes,
                    empty: None,
                };
                items.push(Item { event: Event::Order(Box::new(order)), ..item.clone() });
            }
            items.push(item);
        }
        node.items = items;
    }
}

/// Records what an operation that was just issued fetches into a symbol.
pub(crate) fn record(interp: &mut Interp, value: TermId, issue: &Issue, item: Item) {
    let Term::Sym(x) = *interp.terms.get(value) else { return };
    let Some(location) = location(interp, issue) else { return };
    let claims = issue.effects.iter().any(|e| e.bank == Bank::Target && e.kind != AccessKind::Read);
    let comm = issue.win.map_or(CommId::Unknown, |w| interp.comm_of_window(w));
    let cond = interp.terms.truth(true);
    let kind = OrderKind::Observe { location, claims, wanted: None };
    let order = OrderCall { routine: issue.routine, kind, comm, handle: None, cond, empty: None };
    interp.api.fetched.insert(x, Fetch { location, claims, order, item });
}
