//! Races that need an array without elements (theory, 8.3).
//!
//! A program that reads a size and allocates memory of it is not meant for sizes below one, and seldom says so. The same holds of a share: a program that
//! divides `n` rows among `p` processes (`n / p`, `rank * n / p`) is not meant for fewer rows than processes. An array with ghost cells (`n + 4`) has at
//! least as many other cells. A race that happens for such sizes alone is
//! no finding that helps: it stays unproven. Where the program itself speaks of them (`if (n == 0)`, `if (n < p) return`), the race counts.

use crate::eval::Evaluation;
use crate::level::children;
use crate::minimal::{Outcome, Solution};
use crate::query::{Cond, Query, Role};
use crate::verdict::UnprovenReason;
use crate::worker::Worker;
use rma_dataflow::ids::{SymId, TermId};
use rma_dataflow::object::Objects;
use rma_dataflow::term::{Op, SymKind, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most ghost cells that count.
const GHOSTS: i64 = 16;

/// What the sizes of objects are computed from.
#[derive(Debug, Default)]
pub(crate) struct Sizes {
    /// Parameters and inputs, alike on all processes, and the least value that the program is meant for: one, or the number of ghost cells that the
    /// program adds (`n + 2 * 2`).
    least: FxHashMap<SymId, i64>,
    /// The least share that the program is meant for.
    least_share: i64,
}

impl Sizes {
    /// The sizes of these objects.
    pub fn of(terms: &Terms, objects: &Objects) -> Sizes {
        let mut out = Sizes { least: FxHashMap::default(), least_share: 1 };
        for size in objects.iter().filter_map(|object| object.size) {
            out.add(terms, size);
        }
        out
    }

    fn add(&mut self, terms: &Terms, size: TermId) {
        let (constant, parts) = terms.linear(size);
        let each: Vec<FxHashSet<SymId>> = parts.iter().map(|(t, _)| sizes_in(terms, *t)).collect();
        // A sum of several numbers may have zeros among them (`n + 2 * pad`): what multiplies something is a size.
        let Some(common) = each.iter().cloned().reduce(|a, b| &a & &b).filter(|common| !common.is_empty()) else {
            return;
        };
        for s in each.into_iter().filter(|part| common.iter().all(|s| part.contains(s))).flatten() {
            self.least.entry(s).or_insert(1);
        }
        for (part, k) in parts.iter().filter(|(_, k)| *k > 0) {
            let ghosts = (constant / k).clamp(1, GHOSTS);
            let mut cases = vec![*part];
            while let Some(case) = cases.pop() {
                match *terms.get(case) {
                    Term::Ite(_, a, b) => cases.extend([a, b]),
                    Term::Sym(s) => {
                        self.least.entry(s).and_modify(|least| *least = ghosts.max(*least));
                    }
                    Term::Op(Op::Div | Op::Quot, ..) => self.least_share = ghosts.max(self.least_share),
                    _ => {}
                }
            }
        }
    }
}

/// The parameters and inputs in one part of a size; what decides between cases is none.
fn sizes_in(terms: &Terms, t: TermId) -> FxHashSet<SymId> {
    let (mut stack, mut seen, mut out) = (vec![t], FxHashSet::default(), FxHashSet::default());
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        match terms.get(t) {
            Term::Ite(_, a, b) => stack.extend([*a, *b]),
            Term::Sym(s) => {
                let sym = &terms.syms[*s];
                if sym.uniform && matches!(sym.kind, SymKind::Parameter | SymKind::Input) {
                    out.insert(*s);
                }
            }
            term => children(term, &mut stack),
        }
    }
    out
}

/// A number of things, and the number of parts that it is divided into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Share {
    things: TermId,
    parts: TermId,
}

impl Share {
    /// Whether a term is the size of one part.
    fn is_quotient(self, q: &Query, t: TermId) -> bool {
        matches!(*q.terms.get(t), Term::Op(Op::Div | Op::Quot, a, b) if a == self.things && b == self.parts)
    }
}

/// The shares in the conditions of a query: what is divided by a value that is alike on all processes (`1024 / p`, `n / p`). If the dividend differs
/// between processes (`rank * n / p`), the things are the parameters and inputs in it.
fn shares_in(q: &mut Query, program: &Terms) -> Vec<Share> {
    let (mut stack, mut seen) = (q.conds.iter().map(|c| c.term).collect::<Vec<_>>(), FxHashSet::default());
    let mut divisions = Vec::new();
    while let Some(t) = stack.pop() {
        if seen.insert(t) {
            let term = q.terms.get(t);
            if let Term::Op(Op::Div | Op::Quot, a, b) = *term {
                divisions.push((a, b));
            }
            children(term, &mut stack);
        }
    }
    let is_number_of_processes = |q: &Query, s: SymId| matches!(q.terms.syms[s].kind, SymKind::Size(_));
    let is_alike = |q: &Query, s: SymId| q.origins[s.index()].is_some_and(|origin| program.syms[origin].uniform);
    let mut out = Vec::new();
    for (a, parts) in divisions {
        let differs = |s: SymId| !is_alike(q, s) && !is_number_of_processes(q, s);
        let constant = q.terms.as_const(parts).is_some() && q.terms.as_const(a).is_some();
        let of_processes = q.terms.any_sym(a, |s| is_number_of_processes(q, s));
        if q.terms.any_sym(parts, differs) || constant {
            continue;
        }
        if !of_processes && !q.terms.any_sym(a, differs) {
            out.push(Share { things: a, parts });
            continue;
        }
        let mut read = Vec::new();
        q.terms.for_each_sym(a, &mut |s| {
            if is_alike(q, s) && matches!(q.terms.syms[s].kind, SymKind::Parameter | SymKind::Input) {
                read.push(s);
            }
        });
        for s in read {
            out.push(Share { things: q.terms.sym(s), parts });
        }
    }
    out.sort_unstable_by_key(|share| (share.things, share.parts));
    out.dedup();
    out
}

/// What decides a case in a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Decides {
    No,
    /// It is one of several facts of which one holds.
    Fact,
    /// It is the condition of a case distinction.
    Case,
}

/// Whether a case distinction compares one of these sizes with zero or one, or the things of a share with its parts; or whether what is known of a value
/// in several cases compares a size so. A branch that does so is a condition of the query, which then has no solution with elements.
fn speaks_of_none(q: &Query, sizes: &[SymId], shares: &[Share]) -> bool {
    // A test that lets zero through (`if (n < 0) abort()`).
    let lets_through = |c: &Cond| match q.terms.get(c.term) {
        Term::Le0(x) => {
            let is = |part| is_one_of(q, part, sizes) || shares.iter().any(|share| share.is_quotient(q, part));
            c.role != Role::Assumption
                && matches!(q.terms.linear(*x), (0, parts) if matches!(parts[..], [(part, -1)] if is(part)))
        }
        _ => false,
    };
    if q.conds.iter().any(lets_through) {
        return true;
    }
    let mut stack: Vec<(TermId, Decides)> = q.conds.iter().map(|c| (c.term, Decides::No)).collect();
    let facts = q.conds.iter().filter(|c| c.role == Role::Assumption);
    stack.extend(facts.filter(|c| matches!(q.terms.get(c.term), Term::Any(_))).map(|c| (c.term, Decides::Fact)));
    let mut seen = FxHashSet::default();
    while let Some((t, decides)) = stack.pop() {
        if !seen.insert((t, decides)) {
            continue;
        }
        let term = q.terms.get(t);
        if let (Decides::Fact | Decides::Case, Term::Le0(x) | Term::Eq0(x)) = (decides, term) {
            let (c, parts) = q.terms.linear(*x);
            let of_share = |is: &dyn Fn(&Share) -> bool| decides == Decides::Case && shares.iter().any(is);
            let names = match parts[..] {
                [(part, k)] => k.abs() == 1 && (is_one_of(q, part, sizes) || of_share(&|s| s.is_quotient(q, part))),
                [(a, k), (b, l)] => {
                    k.abs() == 1 && k == -l && of_share(&|s| [(a, b), (b, a)].contains(&(s.things, s.parts)))
                }
                _ => false,
            };
            if c.abs() <= 1 && names {
                return true;
            }
        }
        let mut parts = Vec::new();
        children(term, &mut parts);
        let cond = match *term {
            Term::Ite(cond, number, otherwise) if is_trip_count(&q.terms, (cond, number, otherwise)) => {
                parts.retain(|part| *part != cond);
                None
            }
            Term::Ite(cond, ..) => Some(cond),
            _ => None,
        };
        stack.extend(parts.into_iter().map(|part| (part, if cond == Some(part) { Decides::Case } else { decides })));
    }
    false
}

/// Whether a case distinction is how often a loop up to a number runs: `1 <= n ? n : 0`. A loop does not speak of the number zero.
fn is_trip_count(terms: &Terms, (cond, number, otherwise): (TermId, TermId, TermId)) -> bool {
    let Term::Le0(x) = *terms.get(cond) else { return false };
    let ((c, parts), (d, of_number)) = (terms.linear(x), terms.linear(number));
    let negative = parts.iter().map(|(t, k)| (*t, -k)).eq(of_number.iter().copied());
    terms.as_const(otherwise) == Some(0) && negative && c == 1 - d
}

/// Whether a term is one of these symbols, in some case.
fn is_one_of(q: &Query, t: TermId, symbols: &[SymId]) -> bool {
    match *q.terms.get(t) {
        Term::Sym(s) => symbols.contains(&s),
        Term::Ite(_, a, b) => is_one_of(q, a, symbols) || is_one_of(q, b, symbols),
        _ => false,
    }
}

impl Worker<'_, '_> {
    /// Looks for a solution in which sizes of memory are at least one, and no share is empty; the query then contains this. The result says why the race
    /// is not proved: none is found, although the conditions of the program alone allow it.
    pub(crate) fn without_elements(&mut self, q: &mut Query, solution: &mut Solution) -> Option<UnprovenReason> {
        let Sizes { least, least_share } = &self.program.sizes_of_memory;
        let least_of = |q: &Query, s: SymId| q.origins[s.index()].and_then(|origin| least.get(&origin)).copied();
        let sizes: Vec<(SymId, i64)> = q.terms.syms.indices().filter_map(|s| Some((s, least_of(q, s)?))).collect();
        let shares = shares_in(q, self.program.terms);
        let (mut none, mut few) = (Vec::new(), Vec::new());
        let opaque = FxHashMap::default();
        let mut evaluation = Evaluation::new(&q.terms, solution, &opaque);
        let is_less = |(s, least): &(SymId, i64)| evaluation.symbol(*s).is_some_and(|size| size < i128::from(*least));
        none.extend(sizes.iter().filter(|size| is_less(size)).map(|(s, _)| *s));
        few.extend(shares.iter().copied().filter(|share| {
            let [things, parts] = [share.things, share.parts].map(|t| evaluation.value(t));
            things.zip(parts).is_some_and(|(things, parts)| things < parts.saturating_mul(i128::from(*least_share)))
        }));
        if none.is_empty() && few.is_empty() || speaks_of_none(q, &none, &few) {
            return None;
        }
        let whole = q.conds.clone();
        let mut at_least = Vec::new();
        at_least.extend(sizes.iter().map(|(s, least)| (q.terms.int(*least), q.terms.sym(*s))));
        at_least.extend(shares.iter().map(|share| (q.terms.scale(share.parts, *least_share), share.things)));
        for (least, number) in at_least {
            let enough = q.terms.le(least, number);
            if q.terms.as_const(enough).is_none() {
                q.conds.push(Cond { role: Role::Assumption, term: enough });
            }
        }
        match self.solve(q) {
            Outcome::Sat(larger) => {
                *solution = larger;
                return None;
            }
            Outcome::Unknown | Outcome::Unsat(_) => {}
        }
        let with_elements = q.conds.clone();
        q.conds.retain(|c| c.role != Role::Overlap);
        let allowed = !matches!(self.solve(q), Outcome::Unsat(_));
        q.conds = if allowed { with_elements } else { whole };
        allowed.then_some(UnprovenReason::NoElements)
    }
}
