//! One thread's way from a pair to its verdict.

use crate::eval::Evaluation;
use crate::import::Program;
use crate::level::{Level, Unknown, all_known, children, level};
use crate::minimal::{Outcome, Solution, solve};
use crate::query::{Query, Role, UnknownLength, build};
use crate::shape::{class, shape};
use crate::verdict::{Bytes, SafeBy, UnprovenReason, Verdict, Witness};
use rma_dataflow::candidate::{Candidate, Overlap};
use rma_dataflow::object::Objects;
use rma_dataflow::term::{CommId, SymId, SymKind, Term, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use z3::{Params, Solver};

/// The shape of a query, and whether its least solution is asked for.
type Key = (Box<[i64]>, bool);

/// Answers by shape; shared by all threads.
#[derive(Default)]
pub(crate) struct Cache(Mutex<FxHashMap<Key, Outcome>>);

impl Cache {
    fn get(&self, key: &Key) -> Option<Outcome> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    fn put(&self, key: Key, outcome: Outcome) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, outcome);
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

pub(crate) struct Worker<'a> {
    program: &'a Program<'a>,
    objects: &'a Objects,
    cache: &'a Cache,
    timeout: Duration,
    /// Made when first needed: most programs' pairs need none.
    solver: Option<Solver>,
}

impl<'a> Worker<'a> {
    pub fn new(program: &'a Program<'a>, objects: &'a Objects, cache: &'a Cache, timeout_ms: u32) -> Worker<'a> {
        let timeout = Duration::from_millis(u64::from(timeout_ms));
        Worker { program, objects, cache, timeout, solver: None }
    }

    /// The worst over the pair's candidates, which come with their index.
    pub fn pair(&mut self, candidates: &[(usize, &Candidate)]) -> Verdict {
        let mut worst = Verdict::Safe { by: SafeBy::NoCandidate };
        for (index, candidate) in candidates {
            worst = worst.worse(self.candidate(*index, candidate));
            if worst.severity() == 3 {
                break;
            }
        }
        worst
    }

    fn candidate(&mut self, index: usize, candidate: &Candidate) -> Verdict {
        // Any pointer may be meant: only the conditions can exclude it.
        if candidate.unknown_pointer {
            return match build(self.program, self.objects, candidate, None, UnknownLength::Least) {
                Err(by) => Verdict::Safe { by },
                Ok(mut q) => match self.solve(&mut q, false) {
                    Outcome::Unsat => Verdict::Safe { by: SafeBy::Solver },
                    Outcome::Sat(_) => unproven(UnprovenReason::UnknownPointer, index),
                    Outcome::Unknown => unproven(UnprovenReason::SolverGaveUp, index),
                },
            };
        }
        let mut worst = Verdict::Safe { by: SafeBy::NoOverlap };
        for (n, overlap) in candidate.overlaps.iter().enumerate() {
            worst = worst.worse(self.overlap(index, candidate, n, overlap));
            if worst.severity() == 3 {
                break;
            }
        }
        worst
    }

    fn overlap(&mut self, index: usize, candidate: &Candidate, n: usize, overlap: &Overlap) -> Verdict {
        let at = (index, n);
        let (first, unknown_length) = self.query(at, candidate, overlap, UnknownLength::Least);
        if !matches!(first, Verdict::Safe { .. }) || !unknown_length {
            return first;
        }
        // Not met by the bytes that are touched in any case; perhaps by more.
        match self.query(at, candidate, overlap, UnknownLength::Any).0 {
            Verdict::Race { witness, .. } => Verdict::Unproven {
                reason: UnprovenReason::LostData { names: vec!["length".into()] },
                candidate: index,
                witness: Some(witness),
            },
            other => first.worse(other),
        }
    }

    /// The verdict, and whether a length was not known.
    fn query(
        &mut self,
        at: (usize, usize),
        candidate: &Candidate,
        overlap: &Overlap,
        length: UnknownLength,
    ) -> (Verdict, bool) {
        let unknown =
            overlap.first.block.len.is_none() || overlap.second.as_ref().is_some_and(|s| s.block.len.is_none());
        let mut q = match build(self.program, self.objects, candidate, Some(overlap), length) {
            Err(by) => return (Verdict::Safe { by }, unknown),
            Ok(q) => q,
        };
        let verdict = match self.solve(&mut q, true) {
            Outcome::Unsat => Verdict::Safe { by: SafeBy::Solver },
            Outcome::Unknown => unproven(UnprovenReason::SolverGaveUp, at.0),
            Outcome::Sat(solution) => self.found(at, candidate, &mut q, &solution),
        };
        (verdict, unknown)
    }

    fn found(&self, at: (usize, usize), candidate: &Candidate, q: &mut Query, solution: &Solution) -> Verdict {
        let Some(witness) = witness(q, solution, at) else {
            return unproven(UnprovenReason::SolverGaveUp, at.0);
        };
        if candidate.lossy {
            return Verdict::Unproven { reason: UnprovenReason::Lossy, candidate: at.0, witness: Some(witness) };
        }
        let level = if all_known(q) { Level::Certain } else { level(q, solution) };
        match level {
            Level::Certain => Verdict::Race { certain: true, witness },
            Level::Likely => Verdict::Race { certain: false, witness },
            Level::Lost(unknown) => {
                let mut names: Vec<String> = unknown.iter().map(|u| self.name(q, *u)).collect();
                names.sort();
                names.dedup();
                let reason = UnprovenReason::LostData { names };
                Verdict::Unproven { reason, candidate: at.0, witness: Some(witness) }
            }
        }
    }

    fn name(&self, q: &Query, unknown: Unknown) -> String {
        match unknown {
            Unknown::Sym(s) => match q.origins[s.index()] {
                Some(origin) => self.program.terms.syms[origin].name.clone(),
                None => "length".into(),
            },
            Unknown::Function(f) => q.terms.function_name(f).to_owned(),
            Unknown::Address(_) => "address".into(),
        }
    }

    fn solve(&mut self, q: &mut Query, least: bool) -> Outcome {
        let key = (shape(q), least);
        if let Some(known) = self.cache.get(&key) {
            return known;
        }
        let timeout = self.timeout;
        let solver = self.solver.get_or_insert_with(|| {
            let solver = Solver::new();
            let mut params = Params::new();
            params.set_u32("timeout", u32::try_from(timeout.as_millis()).unwrap_or(u32::MAX).max(1));
            solver.set_params(&params);
            solver
        });
        let outcome = solve(solver, q, least, timeout);
        self.cache.put(key, outcome.clone());
        outcome
    }
}

fn unproven(reason: UnprovenReason, candidate: usize) -> Verdict {
    Verdict::Unproven { reason, candidate, witness: None }
}

/// The run of a solution; `None` when a value is no 64-bit integer.
fn witness(q: &Query, solution: &Solution, at: (usize, usize)) -> Option<Witness> {
    let matters = relevant(q);
    let mut assignment: Vec<(u8, SymId, i64)> = Vec::new();
    let (mut processes, mut largest, mut rank) = (None, None, None);
    let mut ranks = Vec::new();
    for (s, sym) in q.terms.syms.iter_enumerated() {
        let Some(origin) = q.origins[s.index()].filter(|_| matters.contains(&s)) else { continue };
        let v = i64::try_from(solution[s]).ok()?;
        assignment.push((class(sym), origin, v));
        match sym.kind {
            SymKind::Size(CommId::World) => processes = processes.max(Some(v)),
            SymKind::Size(_) => largest = largest.max(Some(v)),
            SymKind::Rank(_) => {
                rank = rank.max(v.checked_add(1));
                ranks.push((origin, v));
            }
            _ => {}
        }
    }
    assignment.sort_unstable();
    ranks.sort_unstable();
    let bytes = match &q.spans {
        None => None,
        Some((obj, first, second)) => {
            let no_opaque = FxHashMap::default();
            let mut eval = Evaluation::new(&q.terms, solution, &no_opaque);
            let mut bounds = |start: TermId, len: TermId| {
                let start = eval.value(start)?;
                Some((start, start.checked_add(eval.value(len)?)?))
            };
            let first = bounds(first.start, first.len);
            let common = match second {
                None => first,
                Some(s) => first.zip(bounds(s.start, s.len)).map(|((a, b), (c, d))| (a.max(c), b.min(d))),
            };
            // Uninterpreted functions in the offset leave the place open.
            common.and_then(|(start, end)| {
                let (start, len) = (i64::try_from(start).ok()?, i64::try_from(end - start).ok()?);
                (len > 0).then_some(Bytes { obj: *obj, start, len })
            })
        }
    };
    Some(Witness {
        assignment: assignment.into_iter().map(|(_, s, v)| (s, v)).collect(),
        processes: processes.or(largest.max(rank)),
        ranks,
        bytes,
        candidate: at.0,
        overlap: at.1,
    })
}

/// Symbols in the conditions and offsets, and those that bound them; not those that only go into uninterpreted
/// functions, whose value is no integer that a person could choose.
fn relevant(q: &Query) -> FxHashSet<SymId> {
    let mut stack: Vec<TermId> = q.conds.iter().filter(|c| c.role != Role::Assumption).map(|c| c.term).collect();
    if let Some((_, first, second)) = &q.spans {
        stack.extend([first.start, first.len]);
        stack.extend(second.iter().flat_map(|s| [s.start, s.len]));
    }
    let (mut out, mut seen) = (FxHashSet::default(), FxHashSet::default());
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        match q.terms.get(t) {
            Term::Sym(s) => {
                out.insert(*s);
                stack.extend(q.terms.syms[*s].below);
            }
            Term::Apply(f, _) if q.terms.function_name(*f) != "tuple" => {}
            node => children(node, &mut stack),
        }
    }
    out
}
