//! Two windows over the same memory (theory, 5.2).
//!
//! A process may make a window of its own part of a shared window, through the address that `MPI_Win_shared_query` returns (MPI 4.1,
//! 12.2.3): typically the leaders of the nodes do so. What is put into the one window lies in the memory that the processes of the node
//! reach through the other one. So the operations get the memory of the shared window as a second name of their place.

use crate::facts::Facts;
use crate::skeleton::{Event, Place, Skeleton};
use rma_frontend::api::Bank;

/// Adds the second name to all operations whose place at the target has one.
pub fn name_twice(facts: &mut Facts, skeleton: &mut Skeleton) {
    if facts.shared.is_empty() {
        return;
    }
    for node in &mut skeleton.nodes {
        for item in &mut node.items {
            let Event::Issue(issue) = &mut item.event else { continue };
            for effect in issue.effects.iter_mut().filter(|e| e.bank == Bank::Target) {
                let mut names = Vec::new();
                for place in &effect.area.places {
                    names.extend(in_shared_window(facts, place));
                }
                effect.area.places.extend(names);
            }
        }
    }
}

/// A place in a part of a shared window as places in the memory of that window, where the part is the process' own.
fn in_shared_window(facts: &mut Facts, place: &Place) -> Vec<Place> {
    let Some(part) = facts.shared.get(&place.obj).copied().filter(|part| part.base.is_none()) else {
        return Vec::new();
    };
    let Some(base) = facts.window_used(part.win).and_then(|(_, w)| w.base) else { return Vec::new() };
    let comm = facts.comm_of_window(part.win);
    let me = facts.rank_in_comm(comm);
    let own = facts.terms.eq(part.rank, me);
    let mut out = Vec::new();
    for p in facts.places(base).list {
        let guard = facts.terms.all(&[place.guard, p.guard, own]);
        if !facts.terms.is_false(guard) {
            let offset = facts.terms.add(place.offset, p.offset);
            out.push(Place { guard, named: place.named, offset, ..p });
        }
    }
    out
}
