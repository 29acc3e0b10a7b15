//! Spin locks made of compare-and-swaps, as the program writes them itself (theory, 5.1).
//!
//! `do { was = swap(&word, free, held, rank) } while (was != free)` takes a lock, and an atomic update that stores `free`, or a swap from `held` to
//! `free`, gives it back. Between the two no other process takes it: only who holds it stores `free`, and a swap changes nothing but a
//! free word. The word is such a lock if all updates of it in the program are such swaps, or give it back where the process certainly holds
//! it. Then the pair gets the events of a lock variable, like `shmem_set_lock`. The observation and the updates of the word remain: they
//! also order.

use crate::api::fetch::Fetch;
use crate::interp::Interp;
use crate::polling::{PolledExit, may_be_same};
use rma_frontend::api::Epoch;
use rma_skeleton::skeleton::{EpochCall, Event, Item, Location, Members, OrderCall, OrderKind, Skeleton};
use rma_term::ids::{NodeId, SymId, TermId};
use rma_term::term::Substitution;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A swap that has taken a lock when control comes to a node.
pub(crate) struct Taken {
    /// The node of the observation, behind the loop of swaps.
    pub node: NodeId,
    /// The swap.
    pub swap: Fetch,
}

/// Whether an item is made by the call of a fetch.
fn is_of(fetch: &Fetch, item: &Item) -> bool {
    (item.ctx, item.inst) == (fetch.item.ctx, fetch.item.inst)
}

/// The location and value of an update.
fn update_of(item: &Item) -> Option<(Location, Option<TermId>, &OrderCall)> {
    let Event::Order(order) = &item.event else { return None };
    match order.kind {
        OrderKind::Update { location, value, .. } => Some((location, value, order)),
        _ => None,
    }
}

/// A loop of swaps that is left as soon as one swaps (a spin lock): the others change nothing, so the update moves from the loop to its exit. The
/// update, taken out of the loop.
pub(crate) fn swap_at_exit(
    interp: &mut Interp,
    skeleton: &mut Skeleton,
    exits: &[PolledExit],
    exit: usize,
    fetched: &BTreeMap<SymId, Fetch>,
) -> Option<Item> {
    let PolledExit { from, edge, ref awaited, .. } = exits[exit];
    let [(fetch, _)] = &awaited[..] else { return None };
    let compare = fetch.compare.filter(|_| fetch.claims && fetch.item.inst.is_some())?;
    let of_this = exits.iter().flat_map(|e| &e.awaited).filter(|(f, _)| is_of(fetch, &f.item)).count();
    let (x, _) = fetched.iter().find(|(_, f)| is_of(fetch, &f.item) && f.location == fetch.location)?;
    // From the swap control comes to the branch.
    let is_update = |item: &Item| update_of(item).is_some() && is_of(fetch, item);
    let (node, _) = skeleton.nodes.iter_enumerated().find(|(_, n)| n.items.iter().any(is_update))?;
    let mut at = node;
    let mut passed = BTreeSet::from([node]);
    while at != from {
        let [next] = skeleton.nodes[at].succs[..] else { return None };
        at = next.to;
        if !passed.insert(at) {
            return None;
        }
    }
    // No other branch is taken by a process that has swapped.
    let x_itself = interp.facts.terms.sym(*x);
    let mut swapped = Substitution::new();
    swapped.insert(*x, compare);
    let around = skeleton.nodes[node].loops.iter().flat_map(|l| &skeleton.loops[*l].values);
    for value in around.filter(|v| v.back == x_itself) {
        swapped.insert(value.sym, compare);
    }
    let others: Vec<TermId> =
        skeleton.nodes[from].succs.iter().enumerate().filter(|(n, _)| *n != edge).map(|(_, e)| e.cond).collect();
    let only = others.into_iter().all(|cond| {
        let taken = interp.facts.terms.subst(cond, &mut swapped);
        interp.facts.terms.is_false(taken)
    });
    if !only || of_this != 1 {
        return None;
    }
    let items = &mut skeleton.nodes[node].items;
    let n = items.iter().position(is_update)?;
    Some(items.remove(n))
}

/// The lock of a word: its address, and the process in whose memory it is.
type Key = (TermId, TermId);

fn key(interp: &mut Interp, location: &Location) -> Key {
    (interp.facts.terms.add(location.memory, location.offset), location.target)
}

/// Adds the events of lock variables to the swaps and updates of spin locks.
pub(crate) fn insert(interp: &mut Interp, skeleton: &mut Skeleton, taken: &[Taken]) {
    if interp.facts.threads.any {
        return;
    }
    let mut words: BTreeMap<TermId, Vec<&Taken>> = BTreeMap::new();
    for t in taken {
        words.entry(t.swap.location.memory).or_default().push(t);
    }
    for swaps in words.into_values() {
        let Some(releases) = releases(interp, skeleton, &swaps) else { continue };
        let at: BTreeMap<NodeId, Key> = swaps.iter().map(|t| (t.node, key(interp, &t.swap.location))).collect();
        if !are_held(interp, skeleton, &at, &releases) {
            continue;
        }
        for t in swaps {
            put(interp, skeleton, (t.node, 1), &t.swap.location, (Epoch::Acquire, &t.swap.order));
        }
        for ((node, item), location) in releases.into_iter().rev() {
            let Some((_, _, order)) = update_of(&skeleton.nodes[node].items[item]) else { continue };
            let order = order.clone();
            put(interp, skeleton, (node, item), &location, (Epoch::Release, &order));
        }
    }
}

/// The updates that give back what these swaps take; `None` if another update may change the word, or if a swap does not change it.
fn releases(interp: &mut Interp, skeleton: &Skeleton, swaps: &[&Taken]) -> Option<BTreeMap<(NodeId, usize), Location>> {
    let free = swaps.first()?.swap.compare.filter(|free| interp.facts.terms.as_const(*free).is_some())?;
    for t in swaps {
        let differs = interp.facts.terms.ne(t.swap.stores?, free);
        if t.swap.compare != Some(free) || !interp.facts.terms.is_true(differs) {
            return None;
        }
    }
    let mut out = BTreeMap::new();
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (n, item) in data.items.iter().enumerate() {
            let Some((location, value, _)) = update_of(item) else { continue };
            let meets = swaps.iter().any(|t| may_be_same(interp, &t.swap.location, &location));
            if !meets || swaps.iter().any(|t| is_of(&t.swap, item)) {
                continue;
            }
            // Or by a swap of the value that the lock has while it is held.
            let swap = interp.api.windows.fetched.values().find(|f| is_of(f, item));
            let swaps_back = swap.is_some_and(|f| {
                f.stores == Some(free) && f.compare.is_some() && swaps.iter().all(|t| t.swap.stores == f.compare)
            });
            if value != Some(free) && !swaps_back {
                return None;
            }
            out.insert((node, n), location);
        }
    }
    Some(out)
}

/// Whether a process holds the lock on every path to each of these releases.
fn are_held(
    interp: &mut Interp,
    skeleton: &Skeleton,
    taken: &BTreeMap<NodeId, Key>,
    releases: &BTreeMap<(NodeId, usize), Location>,
) -> bool {
    let Some(entry) = skeleton.entry else { return false };
    let mut given_back: BTreeMap<NodeId, Vec<Key>> = BTreeMap::new();
    for ((node, _), location) in releases {
        let lock = key(interp, location);
        given_back.entry(*node).or_default().push(lock);
    }
    let mut before: BTreeMap<NodeId, BTreeSet<Key>> = BTreeMap::from([(entry, BTreeSet::new())]);
    let mut work = VecDeque::from([entry]);
    while let Some(node) = work.pop_front() {
        let mut held = before[&node].clone();
        held.extend(taken.get(&node));
        for lock in given_back.get(&node).into_iter().flatten() {
            held.remove(lock);
        }
        for edge in &skeleton.nodes[node].succs {
            let mut next = held.clone();
            // In the next iteration, or outside of the loop, terms of this one mean something else.
            for l in &skeleton.nodes[node].loops {
                if !skeleton.nodes[edge.to].loops.contains(l) || skeleton.loops[*l].begins_at(edge.to) {
                    next.retain(|(word, target)| ![word, target].iter().any(|t| interp.facts.varies_in(**t, *l)));
                }
            }
            if let Some(old) = before.get(&edge.to) {
                next = &next & old;
            }
            if before.get(&edge.to) != Some(&next) {
                before.insert(edge.to, next);
                work.push_back(edge.to);
            }
        }
    }
    given_back.iter().all(|(node, locks)| {
        let mut held = before.get(node).cloned().unwrap_or_default();
        held.extend(taken.get(node));
        locks.iter().all(|lock| held.remove(lock))
    })
}

/// Puts an event of a lock variable in front of an item.
fn put(
    interp: &mut Interp,
    skeleton: &mut Skeleton,
    (node, n): (NodeId, usize),
    location: &Location,
    (change, order): (Epoch, &OrderCall),
) {
    let (win, target) = key(interp, location);
    let yes = interp.facts.terms.truth(true);
    let epoch = EpochCall {
        routine: order.routine,
        change,
        win,
        comm: order.comm,
        rank: Some(target),
        exclusive: yes,
        assert: Some(interp.facts.terms.int(0)),
        members: Members::All,
        ends: yes,
        cond: yes,
        unmatched: None,
        mixed: None,
        removes: None,
    };
    let items = &mut skeleton.nodes[node].items;
    let like = &items[n.min(items.len() - 1)];
    let item = Item { event: Event::Epoch(Box::new(epoch)), ..like.clone() };
    items.insert(n, item);
}
