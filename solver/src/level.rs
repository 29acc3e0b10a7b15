//! The level of a query that has a solution: it depends on the data in the conditions (theory, 8.3).
//!
//! All known symbols get the values of the solution, and so do others that have their usual value there (a call succeeds). The conditions that
//! are then left depend on data that are read at run time or lost; conditions that hold for all such data are gone.
//!
//! Conditions on lost data are taken to be possible either way, which gives "likely", if they are branch conditions of one process: any
//! number of them before the first access, or a single one between the two accesses. Four kinds of conditions are excluded: on bytes; the
//! equality of two numbers that both depend on lost data (the targets of two processes); on a message's tag; on a value that the program
//! keeps in memory. In conditions on bytes, data of level `Arranged` count as lost: the processes may have arranged that their places
//! differ.
//!
//! Two processes may have been told different things. So a pair is unproven if in both of them a branch compares a number that was received,
//! scattered or fetched, not in a loop, for equality with another one (a role, a flag, a rank). So it is if a branch compares the rank of one
//! process with such a number, and one the rank of the other process with any data: that process may be who told. So it is if the targets of two
//! operations are computed, and one of them from such a number.

use crate::minimal::Solution;
use crate::query::{Cond, Query, Role};
use rma_dataflow::ids::{ObjId, SymId, TermId};
use rma_dataflow::term::{Knowledge, SAME_BYTES, Substitution, SymKind, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Level {
    /// Known data only.
    Certain,
    /// Data read at run time decide whether it happens, or a single unknown condition.
    Likely,
    /// Lost data decide: symbols of the query's arena, functions, objects whose address matters.
    Lost(Vec<Unknown>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Unknown {
    Sym(SymId),
    Function(u32),
    Address(ObjId),
}

/// Whether every symbol is known and nothing is uninterpreted: then the level is certain for any solution.
pub(crate) fn all_known(query: &Query) -> bool {
    let terms = &query.terms;
    query.conds.iter().filter(|c| c.role != Role::Assumption).all(|c| {
        let mut known = true;
        terms.for_each_node(c.term, &mut |n| {
            known &= match n {
                Term::Sym(s) => terms.syms[*s].knowledge() == Knowledge::Known,
                Term::Apply(..) | Term::Addr(..) => false,
                _ => true,
            }
        });
        known
    })
}

pub(crate) fn level(query: &mut Query, solution: &Solution) -> Level {
    let free = free_applications(query);
    let kept: FxHashSet<SymId> = free.iter().flat_map(|t| symbols_of(&query.terms, *t)).collect();
    let terms = &mut query.terms;
    let mut known = Substitution::new();
    for s in solution.indices() {
        let Ok(v) = i64::try_from(solution[s]) else { continue };
        if terms.syms[s].knowledge() == Knowledge::Known && !kept.contains(&s) || terms.syms[s].usual == Some(v) {
            let v = terms.int(v);
            known.insert(s, v);
        }
    }
    let mut residual: Vec<(Role, TermId)> = Vec::new();
    for c in query.conds.iter().filter(|c| c.role != Role::Assumption) {
        let t = terms.subst(c.term, &mut known);
        // That two operations go to one target is as much about places as that they touch the same bytes.
        let role = if compares_targets(terms, c.term) { Role::Overlap } else { c.role };
        let parts = match terms.get(t) {
            Term::Const(c) if *c != 0 => continue,
            Term::All(parts) => parts.to_vec(),
            _ => vec![t],
        };
        for p in parts {
            if !residual.iter().any(|(_, t)| *t == p) {
                residual.push((role, p));
            }
        }
    }
    let (mut reach, mut path, mut overlap, mut input) = (0, 0, 0, false);
    let mut unknown = Vec::new();
    let mut deciding = Vec::new();
    for (role, t) in residual {
        // Where accesses lie apart because the program has arranged it so, the analysis does not see it.
        let least = if role == Role::Overlap { Knowledge::Arranged } else { Knowledge::Lost };
        let here = unknowns(terms, t, &free, least);
        input |= terms.any_sym(t, |s| matches!(terms.syms[s].knowledge(), Knowledge::Input | Knowledge::Arranged));
        if role != Role::Overlap {
            told_values(terms, t, &mut deciding);
        }
        if !here.is_empty() {
            match role {
                _ if compares_lost(terms, t) => overlap += 1,
                Role::Reach => reach += 1,
                Role::Path => path += 1,
                Role::Overlap | Role::Assumption => overlap += 1,
            }
            unknown.extend(here);
        }
    }
    // A single condition of the program may be assumed to have both outcomes; two conditions, one in each process, may
    // be correlated. The tag of a message may depend on earlier events of its sender, and a value that the program
    // keeps may depend on its own earlier events.
    let tells = |s: SymId| terms.syms[s].kind == SymKind::Sender || terms.syms[s].kept;
    let told = unknown.iter().any(|x| matches!(x, Unknown::Sym(s) if tells(*s)));
    // Two processes that are told what to do, each by a value of its own, may have been told different things.
    let mut both: Vec<usize> = deciding.iter().filter_map(|s| terms.syms[*s].process.racing()).collect();
    both.sort_unstable();
    both.dedup();
    // So may a process that is told who it is, and one that data name in the same way: it may be the one that told it.
    let told_who =
        |who: usize| who < 2 && names(terms, &query.conds, who, true) && names(terms, &query.conds, 1 - who, false);
    if both.len() > 1 || both.first().is_some_and(|who| told_who(*who)) {
        unknown.extend(deciding.into_iter().map(Unknown::Sym));
        overlap += 1;
    }
    let independent = !told && overlap == 0 && (path == 0 || (path == 1 && reach == 0));
    match (unknown.is_empty(), independent) {
        (true, _) if !input => Level::Certain,
        (true, _) | (false, true) => Level::Likely,
        (false, false) => {
            unknown.sort_unstable();
            unknown.dedup();
            Level::Lost(unknown)
        }
    }
}

/// Whether two numbers must be equal that both depend on lost data: the program may have arranged that they are not.
fn compares_lost(terms: &Terms, t: TermId) -> bool {
    let Term::Eq0(difference) = *terms.get(t) else { return false };
    let (_, parts) = terms.linear(difference);
    let lost = |t: TermId| terms.any_sym(t, |s| terms.syms[s].knowledge() == Knowledge::Lost);
    parts.iter().filter(|(part, _)| lost(*part)).count() >= 2
}

/// Whether a condition says that two processes have computed the same number, each from what it has been told or from data of its own:
/// the targets of two operations. What is compared with the rank of the other process alone is no such condition.
fn compares_targets(terms: &Terms, t: TermId) -> bool {
    let Term::Eq0(difference) = *terms.get(t) else { return false };
    let (_, parts) = terms.linear(difference);
    let of = |who: usize| move |s: SymId| terms.syms[s].process.racing() == Some(who);
    let is_rank = |t: TermId| matches!(*terms.get(t), Term::Sym(s) if matches!(terms.syms[s].kind, SymKind::Rank(_)));
    let computed = |who| parts.iter().any(|(t, _)| !is_rank(*t) && terms.any_sym(*t, of(who)));
    let told = |t: TermId| terms.any_sym(t, |s| terms.syms[s].knowledge() == Knowledge::Arranged);
    computed(0) && computed(1) && parts.iter().any(|(t, _)| told(*t))
}

/// The values in a condition that another process has sent, or that were read in its memory, where the condition compares them with another
/// number or with zero: roles, flags, ranks.
fn told_values(terms: &Terms, t: TermId, out: &mut Vec<SymId>) {
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        if let Term::Eq0(number) = *terms.get(t) {
            terms.for_each_sym(number, &mut |s| {
                if terms.syms[s].knowledge() == Knowledge::Arranged {
                    out.push(s);
                }
            });
        }
        children(terms.get(t), &mut stack);
    }
}

/// Whether a condition compares the rank of a process for equality with data (`rank == owner`): with what it was told, or with any.
fn names(terms: &Terms, conds: &[Cond], who: usize, told: bool) -> bool {
    let is_own =
        |s: SymId| matches!(terms.syms[s].kind, SymKind::Rank(_)) && terms.syms[s].process.racing() == Some(who);
    let is_data = |s: SymId| !matches!(terms.syms[s].kind, SymKind::Rank(_) | SymKind::Size(_) | SymKind::Counter(_));
    let is_told = |s: SymId| is_data(s) && (!told || terms.syms[s].knowledge() == Knowledge::Arranged);
    let mut stack: Vec<TermId> = conds.iter().filter(|c| c.role != Role::Assumption).map(|c| c.term).collect();
    while let Some(t) = stack.pop() {
        if let Term::Eq0(number) = *terms.get(t) {
            let (_, parts) = terms.linear(number);
            let own = parts.iter().any(|(t, _)| terms.any_sym(*t, is_own) && !terms.any_sym(*t, is_data));
            if own && parts.iter().any(|(t, _)| terms.any_sym(*t, is_told)) {
                return true;
            }
        }
        children(terms.get(t), &mut stack);
    }
    false
}

fn symbols_of(terms: &Terms, t: TermId) -> FxHashSet<SymId> {
    let mut out = FxHashSet::default();
    terms.for_each_sym(t, &mut |s| {
        out.insert(s);
    });
    out
}

/// The parts of a condition whose values the solver chose and the analysis does not know.
fn unknowns(terms: &Terms, t: TermId, free: &FxHashSet<TermId>, least: Knowledge) -> Vec<Unknown> {
    let mut out = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        if free.contains(&t) || !seen.insert(t) {
            continue;
        }
        match terms.get(t) {
            Term::Sym(s) if terms.syms[*s].knowledge() >= least => out.push(Unknown::Sym(*s)),
            Term::Apply(f, _) if compares(terms, *f) && is_of_inputs(terms, t) => continue,
            // An element of what all processes have received is read at run time. Which bytes such elements name may be arranged.
            Term::Apply(f, _)
                if least > Knowledge::Arranged && terms.function_name(*f) == SAME_BYTES && is_of_inputs(terms, t) =>
            {
                continue;
            }
            Term::Apply(f, _) if terms.function_name(*f) != "tuple" => {
                out.push(Unknown::Function(*f));
            }
            Term::Addr(o, _) => out.push(Unknown::Address(*o)),
            _ => {}
        }
        children(terms.get(t), &mut stack);
    }
    out
}

/// Whether a function is a comparison of floating-point numbers.
fn compares(terms: &Terms, function: u32) -> bool {
    matches!(terms.function_name(function), "flt" | "feq" | "ford")
}

/// Whether a term contains data read at run time, and no lost data: then there are runs for either value.
fn is_of_inputs(terms: &Terms, t: TermId) -> bool {
    terms.knowledge(t) == Knowledge::Input
}

/// The operands of a node.
pub(crate) fn children(term: &Term, out: &mut Vec<TermId>) {
    match term {
        Term::Const(_) | Term::Sym(_) => {}
        Term::Addr(_, i) => out.push(*i),
        Term::Lin(_, ts) => out.extend(ts.iter().map(|(t, _)| *t)),
        Term::Op(_, a, b) => out.extend([*a, *b]),
        Term::Ite(c, a, b) => out.extend([*c, *a, *b]),
        Term::Le0(t) | Term::Eq0(t) | Term::Not(t) => out.push(*t),
        Term::All(ts) | Term::Any(ts) | Term::Apply(_, ts) => out.extend(ts.iter()),
    }
}

/// Uninterpreted functions of program parameters that occur nowhere else: as free as a parameter.
fn free_applications(query: &Query) -> FxHashSet<TermId> {
    let terms = &query.terms;
    let mut outermost: FxHashSet<TermId> = FxHashSet::default();
    let mut uses: FxHashMap<SymId, FxHashSet<Option<TermId>>> = FxHashMap::default();
    for c in &query.conds {
        let mut seen = FxHashSet::default();
        let mut stack = vec![c.term];
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            match terms.get(t) {
                Term::Apply(f, _) if terms.function_name(*f) != "tuple" => {
                    outermost.insert(t);
                    #[expect(clippy::iter_over_hash_type, reason = "into sets, which have no order")]
                    for s in symbols_of(terms, t) {
                        uses.entry(s).or_default().insert(Some(t));
                    }
                    continue;
                }
                Term::Sym(s) => {
                    uses.entry(*s).or_default().insert(None);
                }
                _ => {}
            }
            children(terms.get(t), &mut stack);
        }
    }
    outermost.retain(|t| {
        let syms = symbols_of(terms, *t);
        // Whether one parameter is below a constant or another is up to the user, whatever else they decide.
        let compares = matches!(terms.get(*t), Term::Apply(f, _) if compares(terms, *f));
        !syms.is_empty()
            && syms.iter().all(|s| {
                let sym = &terms.syms[*s];
                matches!(sym.kind, SymKind::Parameter | SymKind::LoopPhi(_))
                    && sym.knowledge() == Knowledge::Known
                    && (compares || uses.get(s).is_some_and(|u| u.len() == 1))
            })
    });
    outermost
}
