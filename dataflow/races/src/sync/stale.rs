//! Whether an old value can end a wait: the initial value of a location, or a value that an earlier wait has found (theory, 7.5).

use rma_frontend::api::{AccessKind, Bank, Compare};
use rma_frontend::ir::Const;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::paths::may_precede;
use rma_skeleton::skeleton::{Access, Event, Location, OrderKind, Skeleton, Wanted};
use rma_term::ids::{EventRef, LoopId, NodeId, ObjId, SymId, TermId};
use rma_term::object::ObjKind;
use rma_term::term::{CommId, Op, Substitution, SymKind, Term};
use rustc_hash::FxHashSet;

/// The value that an update stores or adds, and its location.
pub(crate) struct StoredValue {
    location: Location,
    value: Option<TermId>,
    adds: Option<TermId>,
}

/// All updates whose values are known.
pub(crate) fn stored(skeleton: &Skeleton) -> Vec<StoredValue> {
    let items = skeleton.nodes.iter().flat_map(|n| &n.items);
    let values = items.filter_map(|i| match &i.event {
        Event::Order(o) => match o.kind {
            OrderKind::Update { location, value, adds } => {
                (value.is_some() || adds.is_some()).then_some(StoredValue { location, value, adds })
            }
            _ => None,
        },
        _ => None,
    });
    values.collect()
}

/// A wait in a loop needs a new update each time if the awaited value changes with the loop, or if the word is reset in
/// the loop.
pub(crate) fn is_stale(
    facts: &mut Facts,
    skeleton: &Skeleton,
    stored: &[StoredValue],
    node: NodeId,
    location: &Location,
    wanted: Option<Wanted>,
) -> bool {
    let Some(&inner) = skeleton.nodes[node].loops.last() else { return true };
    // The value that the loop waits for is not known.
    let Some(wanted) = wanted else { return true };
    let varies = |facts: &Facts, t: TermId| facts.varies_in(t, inner);
    if varies(facts, location.offset)
        || varies(facts, wanted.value) && !may_end_two(facts, skeleton, stored, inner, location, wanted)
    {
        return true;
    }
    let inside = skeleton.nodes.iter().filter(|n| n.loops.contains(&inner));
    let mut items = inside.flat_map(|n| n.items.iter().map(|i| (&n.reach, i)));
    items.any(|(reach, i)| changes(facts, reach, &i.event, location))
}

/// The objects that a location is in: of a location in a window the memory that the process offers there.
fn memory_of(facts: &mut Facts, location: &Location) -> Option<Vec<ObjId>> {
    let Term::Addr(obj, _) = *facts.terms.get(location.memory) else { return None };
    if !facts.windows.contains_key(&obj) || facts.objects[obj].kind != ObjKind::Window {
        return Some(vec![obj]);
    }
    let base = facts.windows[&obj].base?;
    let places = facts.places(base);
    (!places.unknown).then(|| places.list.iter().map(|p| p.obj).collect())
}

/// Whether an event changes what the process waits for in its own memory.
fn changes(facts: &mut Facts, reach: &[TermId], event: &Event, location: &Location) -> bool {
    let Some(objects) = memory_of(facts, location) else { return true };
    match event {
        Event::Access(a) => a.kind != AccessKind::Read && a.area.places.iter().any(|p| objects.contains(&p.obj)),
        // By an operation on itself: the process names itself, or all that come here have the rank that is named.
        Event::Issue(issue) => {
            let own_rank = facts.rank_in_comm(CommId::World);
            let itself = issue.target.rank.is_some_and(|t| t == own_rank || same_rank(facts, reach, t, own_rank));
            let writes = |e: &Access| {
                e.bank == Bank::Target
                    && e.kind != AccessKind::Read
                    && e.area.places.iter().any(|p| objects.contains(&p.obj))
            };
            itself && issue.effects.iter().any(writes)
        }
        _ => false,
    }
}

/// Whether the update that ends a wait in a loop may also end another wait that comes later in the same iteration.
pub(crate) fn serves_another(
    facts: &mut Facts,
    skeleton: &Skeleton,
    at: EventRef,
    location: &Location,
    wanted: Option<Wanted>,
) -> bool {
    let (Some(&inner), Some(wanted)) = (skeleton.nodes[at.node].loops.last(), wanted) else { return false };
    // The least that ends it.
    let step = match wanted.compare {
        Compare::Gt => 1,
        Compare::Lt => -1,
        _ => 0,
    };
    let value = facts.terms.add_int(wanted.value, step);
    for (node, n) in skeleton.nodes.iter_enumerated().filter(|(_, n)| n.loops.contains(&inner)) {
        for (item, i) in n.items.iter().enumerate() {
            let Event::Order(o) = &i.event else { continue };
            let OrderKind::Observe { location: l, wanted: Some(other), .. } = o.kind else { continue };
            let later = EventRef { node, item: item as u32, effect: 0 };
            if later == at || l.memory != location.memory || l.offset != location.offset || l.len != location.len {
                continue;
            }
            let again = fits(facts, value, other.compare, other.value);
            let parts: Vec<TermId> =
                n.reach.iter().chain(&skeleton.nodes[at.node].reach).copied().chain([again]).collect();
            let both = facts.terms.all(&parts);
            if !facts.terms.is_false(both) && leads(facts, skeleton, (at, later), inner, location) {
                return true;
            }
        }
    }
    false
}

/// Whether the last value that an update stores may be there still when a process comes to a wait for the first time, and ends it: the
/// update stands outside of the wait's innermost loop, and before the wait.
pub(crate) fn is_left_over(
    facts: &mut Facts,
    skeleton: &Skeleton,
    (update, value): (EventRef, TermId),
    (wait, wanted): (EventRef, Wanted),
) -> bool {
    let (before, here) = (&skeleton.nodes[update.node].loops, &skeleton.nodes[wait.node].loops);
    let common = before.iter().zip(here).take_while(|(a, b)| a == b).count();
    if common == here.len() && common > 0 || !may_precede(skeleton, update, wait) {
        return false;
    }
    let mut last = Substitution::new();
    for l in &before[common..] {
        if let Some(trips) = skeleton.loops[*l].trips {
            let number = facts.terms.add_int(trips, -1);
            last.insert(skeleton.loops[*l].counter, number);
        }
    }
    let mut first = Substitution::new();
    let zero = facts.terms.int(0);
    for l in &here[common..] {
        first.insert(skeleton.loops[*l].counter, zero);
    }
    let value = facts.terms.subst(value, &mut last);
    let wanted_first = facts.terms.subst(wanted.value, &mut first);
    let ends = fits(facts, value, wanted.compare, wanted_first);
    !facts.terms.is_false(ends)
}

/// Whether a path within one iteration of a loop leads from one event to another, and the process does not change a location on it.
fn leads(
    facts: &mut Facts,
    skeleton: &Skeleton,
    (from, to): (EventRef, EventRef),
    inner: LoopId,
    location: &Location,
) -> bool {
    let header = skeleton.loops[inner].header;
    let mut seen = FxHashSet::default();
    let mut work = vec![(from.node, from.item as usize + 1)];
    while let Some((node, first)) = work.pop() {
        let n = &skeleton.nodes[node];
        let stop = (first..n.items.len()).find(|k| changes(facts, &n.reach, &n.items[*k].event, location));
        let stop = stop.unwrap_or(n.items.len());
        if node == to.node && (first..stop).contains(&(to.item as usize)) {
            return true;
        }
        if stop == n.items.len() {
            let inside = n.succs.iter().map(|e| e.to).filter(|t| Some(*t) != header);
            let inside = inside.filter(|t| skeleton.nodes[*t].loops.contains(&inner));
            work.extend(inside.filter(|t| seen.insert(*t)).map(|t| (t, 0)));
        }
    }
    false
}

/// Whether one update may end a wait in two successive iterations: by a value that is the same in all iterations, or that is ahead
/// of its iteration, or because it adds more than the increase of the awaited value from one iteration to the next.
fn may_end_two(
    facts: &mut Facts,
    skeleton: &Skeleton,
    stored: &[StoredValue],
    inner: LoopId,
    location: &Location,
    wanted: Wanted,
) -> bool {
    let counter = skeleton.loops[inner].counter;
    let next = facts.terms.sym(counter);
    let next = facts.terms.add_int(next, 1);
    let mut s = Substitution::new();
    s.insert(counter, next);
    let later = facts.terms.subst(wanted.value, &mut s);
    // Equal to both it cannot be.
    if wanted.compare == Compare::Eq || later == wanted.value {
        return false;
    }
    let constant = |facts: &Facts, t: TermId| facts.terms.as_const(t);
    for StoredValue { location: at, value, adds } in stored {
        let apart = constant(facts, at.offset).zip(constant(facts, location.offset)).is_some_and(|(a, b)| a != b);
        if at.memory != location.memory || apart && location.len.is_none() {
            continue;
        }
        if let Some(adds) = adds {
            let more = facts.terms.sub(later, wanted.value);
            let ahead = facts.terms.lt(more, *adds);
            if matches!(wanted.compare, Compare::Ge | Compare::Gt) && !facts.terms.is_false(ahead) {
                return true;
            }
        }
        let Some(value) = value.and_then(|v| of_iteration(facts, v, counter)) else { continue };
        // The distance between the values of two successive iterations is a number, or unknown.
        let ahead = facts.terms.sub(value, later);
        let plain = facts.terms.linear(ahead).1.iter().all(|(x, _)| matches!(facts.terms.get(*x), Term::Sym(_)));
        if !plain && facts.terms.any_sym(value, |x| facts.terms.syms[x].def_loop.is_some()) {
            continue;
        }
        let now = fits(facts, value, wanted.compare, wanted.value);
        let again = fits(facts, value, wanted.compare, later);
        let both = facts.terms.all(&[now, again]);
        if !facts.terms.is_false(both) {
            return true;
        }
    }
    false
}

/// A value as it is in the iteration of another loop with the same number; `None`: it does not depend on the counter alone.
fn of_iteration(facts: &mut Facts, value: TermId, counter: SymId) -> Option<TermId> {
    let mut counters = Vec::new();
    let mut known = true;
    facts.terms.for_each_sym(value, &mut |x| {
        let sym = &facts.terms.syms[x];
        if sym.def_loop.is_some() && !counters.contains(&x) {
            known &= matches!(sym.kind, SymKind::Counter(_));
            counters.push(x);
        }
    });
    if counters.len() > 1 || !known {
        return None;
    }
    let mut s = Substitution::new();
    let number = facts.terms.sym(counter);
    counters.into_iter().for_each(|x| {
        s.insert(x, number);
    });
    Some(facts.terms.subst(value, &mut s))
}

/// Whether a process may store in a location before it waits for it there; `again`: and after a wait for something.
pub(crate) fn is_set_back(
    facts: &mut Facts,
    skeleton: &Skeleton,
    at: EventRef,
    location: &Location,
    again: bool,
) -> bool {
    let Some(objects) = memory_of(facts, location) else { return true };
    let number = |t: TermId| facts.terms.as_const(t);
    let apart =
        |t: TermId| number(t).zip(number(location.offset)).is_some_and(|(a, b)| a != b) && location.len.is_none();
    let stores = |e: &Event| match e {
        Event::Access(a) => {
            a.kind != AccessKind::Read && a.area.places.iter().any(|p| objects.contains(&p.obj) && !apart(p.offset))
        }
        _ => false,
    };
    let events = |is: &dyn Fn(&Event) -> bool| {
        let mut out = Vec::new();
        for (node, n) in skeleton.nodes.iter_enumerated() {
            let found = n.items.iter().enumerate().filter(|(_, i)| is(&i.event));
            out.extend(found.map(|(item, _)| EventRef { node, item: item as u32, effect: 0 }));
        }
        out
    };
    let before: Vec<EventRef> = events(&stores).into_iter().filter(|s| may_precede(skeleton, *s, at)).collect();
    if !again || before.is_empty() {
        return !before.is_empty();
    }
    let waits = events(&|e| matches!(e, Event::Order(o) if matches!(o.kind, OrderKind::Observe { .. })));
    before.iter().any(|s| waits.iter().any(|w| may_precede(skeleton, *w, *s)))
}

/// Whether all words of a variable are zero when the program starts.
pub(crate) fn starts_as_zeros(facts: &mut Facts, location: &Location) -> bool {
    let Some(objects) = memory_of(facts, location) else { return false };
    let zeros = |obj: &ObjId| {
        let object = &facts.objects[*obj];
        let ObjKind::Global(g) = object.kind else { return object.zeroed };
        let init = facts.module.globals[g].init;
        facts.starts_as_written(g) && init.is_some_and(|c| matches!(facts.module.consts[c], Const::Zero(_)))
    };
    !objects.is_empty() && objects.iter().all(zeros)
}

/// Whether conditions imply that a process has this rank.
fn same_rank(facts: &Facts, reach: &[TermId], rank: TermId, own: TermId) -> bool {
    reach.iter().any(|c| match facts.terms.get(*c) {
        Term::Eq0(d) => {
            let (constant, parts) = facts.terms.linear(*d);
            let minus = facts.terms.as_const(rank).map(|r| -r);
            matches!(parts[..], [(x, k)] if x == own && (k == 1 && Some(constant) == minus || k == -1 && Some(-constant) == minus))
        }
        _ => false,
    })
}

/// A wait in the first iteration of the loops around it: the value that it waits for and the initial value of the location, if they are
/// known.
pub(crate) fn at_first(facts: &mut Facts, skeleton: &Skeleton, node: NodeId, wanted: Option<Wanted>) -> Option<Wanted> {
    let wanted = wanted.filter(|w| w.initial.is_some())?;
    let mut s = Substitution::new();
    let zero = facts.terms.int(0);
    for l in &skeleton.nodes[node].loops {
        let data = &skeleton.loops[*l];
        s.insert(data.counter, zero);
        for v in &data.values {
            s.insert(v.sym, v.init);
        }
    }
    let value = facts.terms.subst(wanted.value, &mut s);
    let initial = wanted.initial.map(|initial| facts.terms.subst(initial, &mut s));
    Some(Wanted { value, initial, ..wanted })
}

/// Whether the initial value of the location ends the wait, if that is known.
pub(crate) fn ends_at_start(
    facts: &mut Facts,
    skeleton: &Skeleton,
    node: NodeId,
    wanted: Option<Wanted>,
) -> Option<bool> {
    let first = at_first(facts, skeleton, node, wanted)?;
    let ends = fits(facts, first.initial?, first.compare, first.value);
    facts.terms.as_const(ends).map(|c| c != 0)
}

/// Whether a process that reaches a wait in an iteration of a loop has reached it in every earlier iteration, for the same location.
pub(crate) fn comes_each_time(facts: &Facts, skeleton: &Skeleton, node: NodeId, location: &Location) -> bool {
    let n = &skeleton.nodes[node];
    let [l] = n.loops[..] else { return false };
    let counter = skeleton.loops[l].counter;
    let varies = |t: TermId| facts.has_several_values(t);
    // At most so many iterations: that holds in those before, too.
    let up_to = |c: TermId| match facts.terms.get(c) {
        Term::Le0(t) => {
            let (_, parts) = facts.terms.linear(*t);
            let is_counter = |x: TermId| matches!(facts.terms.get(x), Term::Sym(s) if *s == counter);
            parts.iter().all(|(x, k)| is_counter(*x) && *k > 0 || !varies(*x))
        }
        _ => false,
    };
    !varies(location.offset) && !varies(location.target) && n.reach.iter().all(|c| !varies(*c) || up_to(*c))
}

/// Whether a value ends a wait.
pub(crate) fn fits(facts: &mut Facts, x: TermId, compare: Compare, y: TermId) -> TermId {
    if matches!(compare, Compare::Eq | Compare::Ne)
        && let Some(equal) = equal_remainders(facts, x, y)
    {
        return facts.terms.truth(equal == (compare == Compare::Eq));
    }
    let terms = &mut facts.terms;
    match compare {
        Compare::Eq => terms.eq(x, y),
        Compare::Ne => terms.ne(x, y),
        Compare::Gt => terms.lt(y, x),
        Compare::Ge => terms.le(y, x),
        Compare::Lt => terms.lt(x, y),
        Compare::Le => terms.le(x, y),
    }
}

/// Whether two remainders by one number are equal, where the distance of what is divided is known: `k % 2` and `(k + 1) % 2` never are.
fn equal_remainders(facts: &mut Facts, x: TermId, y: TermId) -> Option<bool> {
    let (Term::Op(Op::Mod, a, n), Term::Op(Op::Mod, b, m)) = (facts.terms.get(x), facts.terms.get(y)) else {
        return None;
    };
    let (a, b, n) = (*a, *b, (n == m).then_some(*n)?);
    let n = facts.terms.as_const(n).filter(|n| *n > 0)?;
    let apart = facts.terms.sub(a, b);
    Some(facts.terms.as_const(apart)?.rem_euclid(n) == 0)
}
