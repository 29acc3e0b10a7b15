//! The parts of other processes in a shared window, reached from one part (theory, 5.2).
//!
//! The memory of a shared window is contiguous across the processes in the order of their ranks, unless the program asks for something else
//! (MPI 4.1, 12.2.3). So a process that goes beyond the ends of its own part, whose size is the same on all processes, is in the part of the
//! previous or of the next process. Such places get the part of the neighbour as a second name. Accesses that leave the part in no first or
//! last iteration of a few sample runs are taken to stay in it (assumption 3).
//!
//! Many programs index the whole window from the address of one part, that of rank 0: `whole[rank * N + i]`. Such a place gets the part that it
//! is in as its name: the quotient of the distance and the size of a part says which one, the remainder where in it.

use crate::facts::{Facts, SharedPart, Window};
use crate::overlap::counter_bounds;
use crate::skeleton::{Area, Block, Event, Place, Skeleton};
use rma_frontend::api::Bank;
use rma_term::ids::{NodeId, ObjId, TermId};
use rma_term::object::{ObjKind, Object};
use rma_term::term::{CommId, Knowledge, Op, Substitution, Sym, SymKind, Term};
use rustc_hash::FxHashMap;

/// Combinations of first and last iterations that are examined, at most.
const CASES: usize = 16;
/// Units of displacement of an access that are examined separately, at most.
const UNITS: i64 = 8;
/// Sample runs in which an access is examined: the number of processes, and the values of all parameters.
const PROCESSES: i64 = 3;
const PARAMETERS: [i64; 2] = [64, 10];

/// One window, and the parts beside the own one.
struct Row {
    window: ObjId,
    base: TermId,
    size: TermId,
    /// Memory of the previous process and of the next one.
    beside: Option<[ObjId; 2]>,
}

/// Adds the second name to the accesses of a process that may leave its own part.
pub fn name_neighbours(facts: &mut Facts, skeleton: &mut Skeleton) {
    let mut rows: FxHashMap<ObjId, Row> = FxHashMap::default();
    let windows: Vec<(ObjId, Window)> = facts.windows.iter().map(|(o, w)| (*o, w.clone())).collect();
    for (window, of) in windows.into_iter().filter(|(_, of)| of.contiguous) {
        let (Some(base), Some(size)) = (of.base, of.size) else { continue };
        for place in facts.places(base).list {
            rows.insert(place.obj, Row { window, base, size, beside: None });
        }
    }
    if rows.is_empty() {
        return;
    }
    let mut named = FxHashMap::default();
    for node in skeleton.nodes.indices() {
        for item in 0..skeleton.nodes[node].items.len() {
            let Event::Access(access) = &skeleton.nodes[node].items[item].event else { continue };
            if access.bank != Bank::Own {
                continue;
            }
            let mut area = access.area.clone();
            if name_part(facts, skeleton, node, &mut area, &mut named)
                && let Event::Access(access) = &mut skeleton.nodes[node].items[item].event
            {
                access.area = area.clone();
            }
            if let Some(row) = area.places.iter().find_map(|place| rows.get(&place.obj)) {
                area.blocks = area.blocks.iter().flat_map(|block| in_units(facts, row.window, block)).collect();
            }
            let mut names = Vec::new();
            for place in &area.places {
                if let Some(row) = rows.get_mut(&place.obj) {
                    names.extend(beyond(facts, skeleton, node, place, &area, row));
                }
            }
            if let Event::Access(access) = &mut skeleton.nodes[node].items[item].event
                && !names.is_empty()
            {
                area.places.extend(names);
                access.area = area;
            }
        }
    }
}

/// Names the parts that places are in which are reached from the part of one process; `true` if any is in another one.
fn name_part(
    facts: &mut Facts,
    skeleton: &Skeleton,
    node: NodeId,
    area: &mut Area,
    named: &mut FxHashMap<(TermId, TermId, TermId), ObjId>,
) -> bool {
    let [Block { offset: path, dims, len }] = &area.blocks[..] else { return false };
    if !dims.is_empty() {
        return false;
    }
    let (path, len, mut found) = (*path, *len, false);
    let (alone, mut cut) = (area.places.len() == 1, None);
    for place in &mut area.places {
        let Some(part) = facts.shared.get(&place.obj).copied().filter(|part| part.base.is_none()) else { continue };
        let Some((_, of)) = facts.window(part.win).filter(|(_, of)| of.contiguous) else { continue };
        let (Some(size), comm) = (of.size, of.comm) else { continue };
        let distance = facts.terms.add(place.offset, path);
        let (mut parts, mut rest) = in_parts(facts, skeleton, node, distance, size);
        if let (Some(len), true) = (len, alone) {
            let end = facts.terms.add(rest, len);
            let goes_on = facts.terms.lt(size, end);
            if is_seen(facts, skeleton, node, goes_on) {
                let (behind, in_part) = one_of_parts(facts, comm, size, rest, end);
                parts = facts.terms.add(parts, behind);
                place.guard = facts.terms.all(&[place.guard, in_part.cond]);
                rest = in_part.start;
                cut = Some(in_part.len);
            }
        }
        if facts.terms.as_const(parts) == Some(0) {
            continue;
        }
        let rank = facts.terms.add(part.rank, parts);
        let obj = *named.entry((part.win, rank, part.inst)).or_insert_with(|| {
            let object = facts.objects[place.obj].clone();
            facts.objects.push(object)
        });
        facts.shared.insert(obj, SharedPart { rank, ..part });
        (place.obj, place.offset) = (obj, facts.terms.sub(rest, path));
        found = true;
    }
    if let Some(len) = cut {
        area.blocks[0].len = Some(len);
    }
    found
}

/// The bytes of an access in one part, where there are any.
struct InPart {
    cond: TermId,
    start: TermId,
    len: TermId,
}

/// An access that continues into the parts after the first one. The result has a symbol for any of these parts, counted from the first, and
/// the bytes that the access touches in that part.
fn one_of_parts(facts: &mut Facts, comm: CommId, size: TermId, start: TermId, end: TermId) -> (TermId, InPart) {
    let below = Some(facts.size_of_comm(comm));
    let sym = Sym { lo: Some(0), below, ..Sym::new(SymKind::Index, "part", Knowledge::Known) };
    let sym = facts.terms.add_sym(sym);
    let behind = facts.terms.sym(sym);
    let (zero, bytes) = (facts.terms.int(0), facts.terms.mul(behind, size));
    let is_first = facts.terms.eq0(behind);
    let cond = facts.terms.lt(bytes, end);
    let start = facts.terms.ite(is_first, start, zero);
    let end = facts.terms.sub(end, bytes);
    let beyond = facts.terms.lt(size, end);
    let end = facts.terms.ite(beyond, size, end);
    let len = facts.terms.sub(end, start);
    (behind, InPart { cond, start, len })
}

/// A distance in bytes as a number of parts and a distance in the last of them.
fn in_parts(facts: &mut Facts, skeleton: &Skeleton, node: NodeId, distance: TermId, size: TermId) -> (TermId, TermId) {
    let (constant, terms) = facts.terms.linear(distance);
    let whole = facts.terms.as_const(size).filter(|size| *size > 0);
    // Summands that are multiples of the size: of a number, or of a value that is a factor.
    let factor = match facts.terms.linear(size) {
        (0, parts) if parts.len() == 1 && parts[0].1 > 0 => Some(parts[0]),
        _ => None,
    };
    let (mut parts, mut rest) = (facts.terms.int(0), facts.terms.int(constant));
    for (t, k) in terms {
        let multiple = match (facts.terms.get(t), whole, factor) {
            (_, Some(size), _) if k % size == 0 => Some((t, k / size)),
            (&Term::Op(Op::Mul, x, y), _, Some((of, per))) if k % per == 0 && x == of => Some((y, k / per)),
            (&Term::Op(Op::Mul, x, y), _, Some((of, per))) if k % per == 0 && y == of => Some((x, k / per)),
            _ => None,
        };
        let (to, t, k) = match multiple {
            Some((t, k)) => (&mut parts, t, k),
            None => (&mut rest, t, k),
        };
        let summand = facts.terms.scale(t, k);
        *to = facts.terms.add(*to, summand);
    }
    let zero = facts.terms.int(0);
    let (below, above) = (facts.terms.lt(rest, zero), facts.terms.le(size, rest));
    let leaves = facts.terms.any(&[below, above]);
    if !is_seen(facts, skeleton, node, leaves) {
        return (parts, rest);
    }
    let more = if whole.is_some() {
        let more = facts.terms.op(Op::Div, rest, size);
        rest = facts.terms.op(Op::Mod, rest, size);
        more
    } else {
        // Of parts whose size is not known, only those side by side are told apart.
        let (one, back) = (facts.terms.int(1), facts.terms.int(-1));
        let (before, behind) = (facts.terms.add(rest, size), facts.terms.sub(rest, size));
        let mut choose = |below_it: TermId, above_it: TermId, inside: TermId| {
            let upper = facts.terms.ite(above, above_it, inside);
            facts.terms.ite(below, below_it, upper)
        };
        let more = choose(back, one, zero);
        rest = choose(before, behind, rest);
        more
    };
    parts = facts.terms.add(parts, more);
    (parts, rest)
}

/// A block of a few units of displacement as one block for each: an optimised access may be in two parts.
fn in_units(facts: &mut Facts, window: ObjId, block: &Block) -> Vec<Block> {
    let unit = facts.windows.get(&window).and_then(|of| facts.terms.as_const(of.disp_unit));
    let len = block.len.and_then(|len| facts.terms.as_const(len));
    let (Some(unit), Some(len), true) = (unit, len, block.dims.is_empty()) else { return vec![block.clone()] };
    if unit < 1 || len % unit != 0 || len / unit > UNITS {
        return vec![block.clone()];
    }
    let size = facts.terms.int(unit);
    (0..len / unit)
        .map(|n| Block { offset: facts.terms.add_int(block.offset, n * unit), len: Some(size), ..block.clone() })
        .collect()
}

/// Whether a condition holds in the first or last iteration of the loops around a place, for one of the samples.
fn is_seen(facts: &mut Facts, skeleton: &Skeleton, node: NodeId, cond: TermId) -> bool {
    let mut cases = vec![cond];
    // What is known of an inner loop may depend on the iteration of an outer one.
    for l in skeleton.nodes[node].loops.iter().rev() {
        let data = &skeleton.loops[*l];
        let first = facts.terms.int(0);
        let last = data.trips.map(|trips| if data.body_at_last { trips } else { facts.terms.add_int(trips, -1) });
        let mut more = Vec::new();
        for t in cases {
            for k in [Some(first), last].into_iter().flatten() {
                let mut s = Substitution::new();
                s.insert(data.counter, k);
                more.push(facts.terms.subst(t, &mut s));
            }
        }
        more.sort_unstable();
        more.dedup();
        more.truncate(CASES);
        cases = more;
    }
    cases.into_iter().any(|t| holds_for_a_sample(facts, t))
}

/// Whether a condition holds for one of the ranks of a few processes and one of a few values of all parameters.
fn holds_for_a_sample(facts: &mut Facts, cond: TermId) -> bool {
    let mut syms = Vec::new();
    facts.terms.for_each_sym(cond, &mut |x| syms.push(x));
    for rank in 0..PROCESSES {
        for parameter in PARAMETERS {
            let mut s = Substitution::new();
            for x in &syms {
                let value = match facts.terms.syms[*x].kind {
                    SymKind::Rank(_) => rank,
                    SymKind::Size(_) => PROCESSES,
                    SymKind::Parameter => parameter,
                    _ => continue,
                };
                let value = facts.terms.int(value);
                s.insert(*x, value);
            }
            let case = facts.terms.subst(cond, &mut s);
            if facts.terms.is_true(case) {
                return true;
            }
        }
    }
    false
}

/// For a place that may be beyond the ends of the own part: its places in the parts of the neighbours.
fn beyond(
    facts: &mut Facts,
    skeleton: &Skeleton,
    node: NodeId,
    place: &Place,
    area: &Area,
    row: &mut Row,
) -> Vec<Place> {
    let Some(of) = facts.windows.get(&row.window).cloned() else { return Vec::new() };
    let zero = facts.terms.int(0);
    let base = facts.places(row.base).list.into_iter().find(|p| p.obj == place.obj).map_or(zero, |p| p.offset);
    let from_base = facts.terms.sub(place.offset, base);
    let mut around = skeleton.nodes[node].reach.clone();
    around.extend(counter_bounds(facts, skeleton, node));
    let mut out = Vec::new();
    for (n, side) in [-1, 1].into_iter().enumerate() {
        let mut cases = Vec::new();
        for block in &area.blocks {
            let start = facts.terms.add(from_base, block.offset);
            cases.push(match side {
                -1 => facts.terms.lt(start, zero),
                _ => facts.terms.le(row.size, start),
            });
        }
        let leaves = facts.terms.any(&cases);
        if !is_seen(facts, skeleton, node, leaves) {
            continue;
        }
        let rank = facts.rank_in_comm(of.comm);
        let neighbour = facts.terms.add_int(rank, side);
        let count = facts.size_of_comm(of.comm);
        let there = match side {
            -1 => facts.terms.le(zero, neighbour),
            _ => facts.terms.lt(neighbour, count),
        };
        let guard = facts.terms.all(&[place.guard, leaves, there]);
        let together: Vec<TermId> = around.iter().copied().chain([guard]).collect();
        if facts.terms.is_contradiction(&together) {
            continue;
        }
        let beside = *row.beside.get_or_insert_with(|| {
            [-1, 1].map(|side| {
                let rank = facts.rank_in_comm(of.comm);
                let rank = facts.terms.add_int(rank, side);
                let name = "shared window memory".to_owned();
                let obj = facts.objects.push(Object { name, ..Object::of_kind(ObjKind::Heap) });
                let win = facts.terms.addr_of(row.window, of.inst);
                facts.shared.insert(obj, SharedPart { win, rank, base: None, inst: of.inst });
                obj
            })
        });
        let offset = match side {
            -1 => facts.terms.add(from_base, row.size),
            _ => facts.terms.sub(from_base, row.size),
        };
        out.push(Place { guard, obj: beside[n], offset, ..*place });
    }
    out
}
