//! Operations that reach beyond the memory that their target offers, or beyond their own buffer (MPI 4.1, 12.3: the target locations must
//! lie in the window; 3.2.2 for buffers; OpenSHMEM 1.6, 9.5; GASPI 17.1, 8) (theory, 6.6).
//!
//! Reported only where size, displacement and length are numbers, or terms over ranks, numbers of processes and iterations. A size
//! that is an argument, or that the program reads, usually fits offsets that are arguments or are read; memory of fixed size with a
//! place for each process usually fits the number of processes with which the program is run.

use super::misplaced;
use crate::pending::{Found, FoundPairs};
use rma_frontend::api::{AccessKind, Bank, Model};
use rma_skeleton::candidate::Misuse;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::{Access, Block, Event, Issue, Place, Skeleton};
use rma_term::ids::{EventRef, LoopId, SymId, TermId};
use rma_term::term::{CommId, Knowledge, Substitution, SymKind, Term, for_each_child};
use std::collections::BTreeSet;

/// Every program is made to run with this number of processes.
const FEW: i64 = 2;

/// Finds them.
pub(super) fn find(facts: &mut Facts, skeleton: &Skeleton, found: &mut Found, paths: &mut FoundPairs) {
    let counted = counted_loops(facts, skeleton);
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (i, item) in data.items.iter().enumerate() {
            let Event::Issue(issue) = &item.event else { continue };
            if issue.is_blocking() {
                continue;
            }
            for (effect, access) in issue.effects.iter().enumerate() {
                let at = EventRef { node, item: i as u32, effect: effect as u32 };
                let (misuse, room) = match access.bank {
                    Bank::Target => (Misuse::BeyondWindow, room_at_target(facts, issue, access)),
                    Bank::Own => (Misuse::BeyondBuffer, room_in_object(facts, access)),
                };
                let Some(room) = room else { continue };
                for block in &access.area.blocks {
                    let Some(cond) = beyond(facts, &counted, block, room) else { continue };
                    let mut conds = vec![access.cond, cond];
                    conds.extend(in_group(facts, issue));
                    let cond = facts.terms.all(&conds);
                    misplaced(facts, skeleton, at, misuse, cond, (found, paths));
                }
            }
        }
    }
}

/// The loops that end because of the number of the iteration.
fn counted_loops(facts: &Facts, skeleton: &Skeleton) -> BTreeSet<LoopId> {
    let bounded = |l: &LoopId| facts.loops[*l].trips.is_some() || !facts.loops[*l].bounds.is_empty();
    let mut out: BTreeSet<LoopId> = facts.loops.indices().filter(bounded).collect();
    for node in &skeleton.nodes {
        for edge in &node.succs {
            let left = node.loops.iter().filter(|l| !skeleton.nodes[edge.to].loops.contains(l));
            out.extend(left.filter(|l| facts.terms.any_sym(edge.cond, |x| x == facts.loops[**l].counter)));
        }
    }
    out
}

/// The bytes from where blocks are counted: offset there, and size of the whole.
type Room = (TermId, TermId);

/// The object that an access is in, when there is one.
fn room_in_object(facts: &mut Facts, access: &Access) -> Option<Room> {
    let ([place], false) = (&access.area.places[..], access.area.unknown) else { return None };
    let certain = facts.terms.is_true(place.guard) && facts.terms.is_true(place.named);
    // An index into a member array: how far that goes is known, the object is larger.
    let number = facts.terms.as_const(place.offset).is_some();
    let exact = certain && (number || !facts.spans.contains_key(&place.offset));
    let size = facts.objects[place.obj].size.filter(|_| exact)?;
    let size = size_of_segment(facts, size, place);
    Some((place.offset, size_of_instance(facts, size, place.inst)?))
}

/// The size of memory that was made with a segment, for the segment of the iteration that is used.
fn size_of_segment(facts: &mut Facts, size: TermId, place: &Place) -> TermId {
    let made = facts.windows.values().find_map(|w| match *facts.terms.get(w.base?) {
        Term::Addr(o, made) if o == place.obj => Some(made),
        _ => None,
    });
    let Some(made) = made else { return size };
    let mut s = facts.instance_used(made, place.inst);
    facts.terms.subst(size, &mut s)
}

/// The size of the instance that an access is in, of several objects that a loop makes: known where it is the instance of the iteration that
/// the size is about.
fn size_of_instance(facts: &Facts, size: TermId, used: TermId) -> Option<TermId> {
    let terms = &facts.terms;
    let said = |x: SymId| terms.syms[x].def_loop.is_none() || terms.any_sym(used, |y| y == x);
    (!terms.any_sym(size, |x| !said(x))).then_some(size)
}

/// The window of the target; of symmetric memory and segments the object.
fn room_at_target(facts: &mut Facts, issue: &Issue, access: &Access) -> Option<Room> {
    if issue.routine.model != Model::Mpi || access.kind == AccessKind::Atomic && issue.target.disp.is_none() {
        return room_in_object(facts, access);
    }
    let (win, target) = (issue.target.win?, issue.target.rank?);
    let Term::Addr(..) = *facts.terms.get(win) else { return None };
    let (base, size, comm) = facts.window_used(win).and_then(|(_, w)| Some((w.base?, w.size?, w.comm)))?;
    let base = facts.places(base);
    let ([start], false) = (&base.list[..], base.unknown) else { return None };
    let ([place], false) = (&access.area.places[..], access.area.unknown) else { return None };
    if place.obj != start.obj || !facts.terms.is_true(place.guard) || !facts.terms.is_true(place.named) {
        return None;
    }
    let rank = facts.rank_in_comm(comm);
    let Term::Sym(rank) = *facts.terms.get(rank) else { return None };
    let mut of_target = Substitution::new();
    of_target.insert(rank, target);
    let size = facts.terms.subst(size, &mut of_target);
    let start = facts.terms.subst(start.offset, &mut of_target);
    let offset = facts.terms.sub(place.offset, start);
    Some((offset, size))
}

/// Condition that a block ends beyond the memory that it is in, where all that it depends on is known.
fn beyond(facts: &mut Facts, counted: &BTreeSet<LoopId>, block: &Block, (offset, size): Room) -> Option<TermId> {
    let mut last = facts.terms.add(offset, block.offset);
    let mut conds = Vec::new();
    for dim in &block.dims {
        facts.terms.as_const(dim.stride).filter(|s| *s > 0)?;
        let zero = facts.terms.int(0);
        conds.push(facts.terms.lt(zero, dim.count));
        let repeated = facts.terms.add_int(dim.count, -1);
        let step = facts.terms.mul(repeated, dim.stride);
        last = facts.terms.add(last, step);
    }
    let len = block.len?;
    let zero = facts.terms.int(0);
    conds.push(facts.terms.lt(zero, len));
    let end = facts.terms.add(last, len);
    conds.push(facts.terms.lt(size, end));
    if facts.terms.as_const(size).is_some() {
        conds.extend(few_processes(facts, end));
    }
    let cond = facts.terms.all(&conds);
    let known = |x: SymId| {
        let sym = &facts.terms.syms[x];
        let kind = match sym.kind {
            SymKind::Rank(_) | SymKind::Size(_) => true,
            // A loop that ends by something else than its counter (a list, a search) may be short.
            SymKind::Counter(l) => counted.contains(&l),
            _ => false,
        };
        kind && sym.knowledge == Knowledge::Known
    };
    let said = !facts.terms.any_sym(cond, |x| !known(x)) && !facts.mentions_address(cond) && is_computed(facts, cond);
    (said && !facts.terms.is_false(cond)).then_some(cond)
}

/// Whether the values of ranks, numbers of processes and iterations determine a term: it has no function whose values the analysis does not
/// compute.
fn is_computed(facts: &Facts, of: TermId) -> bool {
    /// Any number for which all functions that are computed have a value.
    const SOME: i128 = 4;
    let mut stack = vec![of];
    while let Some(t) = stack.pop() {
        match facts.terms.get(t) {
            Term::Apply(f, args) if facts.terms.integer_of(*f, args, &mut |_| Some(SOME)).is_none() => return false,
            Term::Apply(..) => {}
            term => for_each_child(term, |child| stack.push(child)),
        }
    }
    true
}

/// The condition that there are at most [`FEW`] processes, if an offset depends on their number. Memory of a fixed size with one place for
/// each process has room for the numbers of processes with which the program is really run.
fn few_processes(facts: &mut Facts, end: TermId) -> Vec<TermId> {
    let mut comms: Vec<CommId> = Vec::new();
    facts.terms.for_each_sym(end, &mut |x| {
        if let SymKind::Rank(comm) | SymKind::Size(comm) = facts.terms.syms[x].kind
            && !comms.contains(&comm)
        {
            comms.push(comm);
        }
    });
    let most = facts.terms.int(FEW);
    let sizes: Vec<TermId> = comms.into_iter().map(|comm| facts.size_of_comm(comm)).collect();
    sizes.into_iter().map(|size| facts.terms.le(size, most)).collect()
}

/// The target is a process of the window (assumption 18).
fn in_group(facts: &mut Facts, issue: &Issue) -> Vec<TermId> {
    let (Some(win), Some(target)) = (issue.target.win, issue.target.rank) else { return Vec::new() };
    let Some(comm) = facts.window(win).map(|(_, w)| w.comm) else { return Vec::new() };
    let (zero, size) = (facts.terms.int(0), facts.size_of_comm(comm));
    vec![facts.terms.le(zero, target), facts.terms.lt(target, size)]
}
