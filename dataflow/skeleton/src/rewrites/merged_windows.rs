//! One window that is made at several places of the program: `if (rank == 0) MPI_Win_create(memory, ..) else
//! MPI_Win_create(NULL, 0, ..)` is one collective call (MPI 4.1, 12.2.1) (theory, 5.2).
//!
//! The skeleton is rewritten: handles of all these places become one handle, and operations touch, at each target, the
//! memory that the target has passed to its call, in the target's displacement units.

use crate::facts::Facts;
use crate::skeleton::{Area, Covers, Event, Issue, OrderKind, Place, Skeleton};
use rma_frontend::api::Bank;
use rma_term::ids::{ObjId, TermId};
use rma_term::term::{CommId, Substitution, SymKind, Term};
use std::collections::BTreeMap;

/// A place that makes a window.
struct Maker {
    window: ObjId,
    comm: CommId,
    reach: Vec<TermId>,
}

/// A window as one of its members makes it.
struct WindowPart {
    /// Holds for those that make it here.
    here: TermId,
    base: Option<TermId>,
    unit: TermId,
}

/// Finds windows that are made in branches which exclude each other, and replaces the n-th window of one branch and the n-th of
/// the other by one window.
pub fn unite(facts: &mut Facts, skeleton: &mut Skeleton) {
    let makers = makers(skeleton);
    let one_window = pairs(facts, &makers);
    if one_window.is_empty() {
        return;
    }
    let mut parts: BTreeMap<ObjId, Vec<WindowPart>> = BTreeMap::new();
    for m in makers {
        let (Some(one), Some(w)) = (one_window.get(&m.window), facts.windows.get(&m.window)) else { continue };
        let (base, unit) = (w.base, w.disp_unit);
        let here = facts.terms.all(&m.reach);
        parts.entry(*one).or_default().push(WindowPart { here, base, unit });
    }
    for shared in facts.shared.values_mut() {
        shared.win = replaced(&mut facts.terms, shared.win, &one_window);
    }
    for node in &mut skeleton.nodes {
        for item in &mut node.items {
            let one = |facts: &mut Facts, t: &mut TermId| *t = replaced(&mut facts.terms, *t, &one_window);
            match &mut item.event {
                Event::Issue(issue) => {
                    let before = issue.target.win;
                    if let Some(win) = &mut issue.target.win {
                        one(facts, win);
                    }
                    if issue.target.win != before {
                        at_each_target(facts, issue, before, &one_window, &parts);
                    }
                }
                Event::Complete(c) => match &mut c.covers {
                    Covers::Window { win, .. } | Covers::Target { win, .. } => one(facts, win),
                    Covers::Requests(_) | Covers::Queue(_) | Covers::Note(_) => {}
                },
                Event::Epoch(e) => {
                    one(facts, &mut e.win);
                    e.comm = facts.window(e.win).map_or(e.comm, |(_, w)| w.comm);
                }
                Event::Order(o) => match &mut o.kind {
                    OrderKind::Collective { frees: Some(win), .. } => {
                        one(facts, win);
                        o.comm = facts.window(*win).map_or(o.comm, |(_, w)| w.comm);
                    }
                    OrderKind::Observe { location, .. } | OrderKind::Update { location, .. } => {
                        one(facts, &mut location.memory);
                    }
                    _ => {}
                },
                _ => {}
            }
        }
    }
}

/// The calls that make windows, outside of loops.
fn makers(skeleton: &Skeleton) -> Vec<Maker> {
    let mut makers = Vec::new();
    for node in skeleton.nodes.iter().filter(|n| n.loops.is_empty()) {
        for item in &node.items {
            if let Event::Order(o) = &item.event
                && let OrderKind::Collective { makes: Some(window), .. } = o.kind
            {
                makers.push(Maker { window, comm: o.comm, reach: node.reach.clone() });
            }
        }
    }
    makers
}

/// For each window that is also made at another place, the window that represents all of them.
fn pairs(facts: &mut Facts, makers: &[Maker]) -> BTreeMap<ObjId, ObjId> {
    let mut one_window: BTreeMap<ObjId, ObjId> = BTreeMap::new();
    for (n, a) in makers.iter().enumerate() {
        for (m, b) in makers.iter().enumerate().skip(n + 1) {
            if a.comm != b.comm {
                continue;
            }
            let excluding = a.reach.iter().copied().find(|c| {
                let not = facts.terms.not(*c);
                b.reach.contains(&not)
            });
            let Some(c) = excluding else { continue };
            let not = facts.terms.not(c);
            let nth = |of: usize, cond: TermId| {
                makers[..of].iter().filter(|x| x.comm == makers[of].comm && x.reach.contains(&cond)).count()
            };
            if nth(n, c) == nth(m, not) {
                let one = one_window.get(&a.window).copied().unwrap_or(a.window);
                one_window.insert(a.window, one);
                one_window.insert(b.window, one);
            }
        }
    }
    one_window
}

/// A handle, with its windows replaced by those that represent them.
fn replaced(terms: &mut rma_term::term::Terms, t: TermId, one_window: &BTreeMap<ObjId, ObjId>) -> TermId {
    match *terms.get(t) {
        Term::Addr(o, inst) => match one_window.get(&o) {
            Some(&one) => terms.addr_of(one, inst),
            None => t,
        },
        Term::Ite(c, a, b) => {
            let (a, b) = (replaced(terms, a, one_window), replaced(terms, b, one_window));
            terms.ite(c, a, b)
        }
        _ => t,
    }
}

/// An operation on a window that was made at several places: its bytes at each target.
fn at_each_target(
    facts: &mut Facts,
    issue: &mut Issue,
    before: Option<TermId>,
    one_window: &BTreeMap<ObjId, ObjId>,
    parts: &BTreeMap<ObjId, Vec<WindowPart>>,
) {
    let Some(Term::Addr(one, _)) = issue.target.win.map(|w| facts.terms.get(facts.the_object(w)).clone()) else {
        return;
    };
    let meant = before.map(|w| facts.windows_in(w)).unwrap_or_default();
    let Some(first) = meant.first().copied() else { return };
    let (Some(parts), Some(used)) = (parts.get(&one), facts.windows.get(&first)) else { return };
    if meant.iter().any(|o| one_window.get(o) != Some(&one)) {
        return;
    }
    let (used, comm) = (used.disp_unit, used.comm);
    let (places, unknown) = places_of(facts, parts);
    let shift = match (issue.target.disp, issue.target.rank) {
        _ if parts.iter().all(|p| p.unit == used) => Some(facts.terms.int(0)),
        (Some(disp), Some(target)) => shift(facts, parts, used, disp, target, comm),
        _ => None,
    };
    for effect in issue.effects.iter_mut().filter(|e| e.bank == Bank::Target) {
        let mut blocks = effect.area.blocks.clone();
        for b in &mut blocks {
            b.offset = shift.map_or(b.offset, |by| facts.terms.add(b.offset, by));
        }
        effect.area = Area { places: places.clone(), unknown: unknown || shift.is_none(), blocks };
    }
}

/// The memory that the members gave.
fn places_of(facts: &mut Facts, parts: &[WindowPart]) -> (Vec<Place>, bool) {
    let (mut out, mut unknown) = (Vec::new(), false);
    for part in parts {
        let Some(base) = part.base else {
            unknown = true;
            continue;
        };
        // A member without memory (`NULL`, size 0).
        if facts.terms.as_const(base) == Some(0) {
            continue;
        }
        let places = facts.places(base);
        unknown |= places.unknown;
        for p in places.list {
            let guard = facts.terms.all(&[part.here, p.guard]);
            out.push(Place { guard, ..p });
        }
    }
    (out, unknown)
}

/// The bytes that must be added to an offset computed with the displacement unit `used`, because the target has given another
/// unit.
fn shift(
    facts: &mut Facts,
    parts: &[WindowPart],
    used: TermId,
    disp: TermId,
    target: TermId,
    comm: CommId,
) -> Option<TermId> {
    let rank = facts.rank_in_comm(comm);
    let Term::Sym(rank) = *facts.terms.get(rank) else { return None };
    let mut s = Substitution::new();
    s.insert(rank, target);
    let mut out = None;
    for part in parts {
        let others = facts.terms.any_sym(part.here, |x| {
            x != rank && !matches!(facts.terms.syms[x].kind, SymKind::Size(_) | SymKind::Parameter)
        });
        if others {
            return None;
        }
        let more = facts.terms.sub(part.unit, used);
        let by = facts.terms.mul(more, disp);
        out = Some(match out {
            None => by,
            Some(rest) => {
                let here = facts.terms.subst(part.here, &mut s);
                facts.terms.ite(here, by, rest)
            }
        });
    }
    out
}
