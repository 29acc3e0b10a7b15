//! One thread of the solver: from a pair to its verdict (theory, 8.2).

use crate::budget::Limit;
use crate::cases;
use crate::concrete;
use crate::eval::Evaluation;
use crate::import::Program;
use crate::level::{Level, Unknown, all_known, children};
use crate::linear;
use crate::minimal::{Cost, Outcome, Solution, minimise, solve, text};
use crate::order::{ceiling, promise};
use crate::plain;
use crate::query::{Cond, Query, Role, UnknownLength, build};
use crate::refuted::Refuted;
use crate::shape::{class, shape};
use crate::verdict::{Bytes, SafeBy, UnprovenReason, Verdict, Witness};
use rma_dataflow::candidate::{Candidate, Overlap};
use rma_dataflow::ids::{SymId, TermId};
use rma_dataflow::object::Objects;
use rma_dataflow::term::{CommId, SymKind, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of checks without an answer after which a pair is unproven.
const UNANSWERED: u32 = 6;

/// Answers by shape; shared by all threads.
#[derive(Default)]
pub(crate) struct Cache {
    answers: Mutex<Answers>,
    /// Where refuted queries are written; each shape once.
    refuted: Option<Arc<Refuted>>,
}

#[derive(Default)]
struct Answers {
    by_shape: FxHashMap<Box<[i64]>, (Outcome, Cost)>,
    smaller: FxHashMap<Box<[i64]>, Solution>,
    spent: u64,
}

impl Cache {
    pub fn new(refuted: Option<Arc<Refuted>>) -> Cache {
        Cache { refuted, ..Cache::default() }
    }

    fn get(&self, key: &[i64]) -> Option<(Outcome, Cost)> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).by_shape.get(key).cloned()
    }

    fn put(&self, key: Box<[i64]>, outcome: Outcome, cost: Cost) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        // Two threads may have solved the same shape at once; it is paid for once.
        if answers.by_shape.insert(key, (outcome, cost)).is_none() {
            answers.spent += cost.steps;
        }
    }

    fn smaller(&self, key: &[i64]) -> Option<Solution> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).smaller.get(key).cloned()
    }

    fn put_smaller(&self, key: Box<[i64]>, solution: Solution, cost: Cost) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if answers.smaller.insert(key, solution).is_none() {
            answers.spent += cost.steps;
        }
    }

    /// The cost of all answers, in steps of [`Cost`].
    pub fn spent(&self) -> u64 {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).spent
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).by_shape.len()
    }
}

/// A query with a solution, to be made smaller when its verdict is the pair's.
struct Chosen<'c> {
    query: Query,
    solution: Solution,
    candidate: &'c Candidate,
    at: (usize, usize),
}

/// Decides one pair.
///
/// What it may spend is counted by what the answers cost when they were found, wherever they come from, so that the
/// verdict does not depend on what other pairs have put into the cache.
pub(crate) struct Worker<'a, 'c> {
    pub(crate) program: &'a Program<'a>,
    objects: &'a Objects,
    cache: &'a Cache,
    /// Of one check.
    limit: Limit,
    left: u64,
    unanswered: u32,
    /// Shapes that this pair has paid for.
    paid: FxHashSet<Box<[i64]>>,
    found: Option<Chosen<'c>>,
}

impl<'a, 'c> Worker<'a, 'c> {
    /// `budget` is in steps of [`Cost`], `limit` that of one check.
    pub fn new(
        program: &'a Program<'a>,
        objects: &'a Objects,
        cache: &'a Cache,
        limit: Limit,
        budget: u64,
    ) -> Worker<'a, 'c> {
        let paid = FxHashSet::default();
        Worker { program, objects, cache, limit, left: budget, unanswered: 0, paid, found: None }
    }

    /// The worst over the pair's candidates, which come with their index; the most promising ones are decided first.
    pub fn pair(&mut self, candidates: &[(usize, &'c Candidate)]) -> Verdict {
        let terms = self.program.terms;
        let mut order = candidates.to_vec();
        if order.len() > 1 {
            order.sort_by_cached_key(|(_, candidate)| promise(terms, candidate));
        }
        let mut worst = Verdict::Safe { by: SafeBy::NoCandidate };
        let mut chosen = None;
        for (index, candidate) in order {
            if !terms.limits.goes_on() {
                self.take(unproven(UnprovenReason::RunEnded, index), &mut worst, &mut chosen);
                break;
            }
            self.candidate(index, candidate, &mut worst, &mut chosen);
            if worst.severity() == 3 {
                break;
            }
        }
        match chosen {
            Some(chosen) => self.smaller(worst, chosen),
            None => worst,
        }
    }

    /// The verdict with a small witness, unless that would be one of a lower level.
    fn smaller(&mut self, verdict: Verdict, chosen: Chosen<'c>) -> Verdict {
        let Chosen { mut query, mut solution, candidate, at } = chosen;
        if self.left == 0 {
            return verdict;
        }
        let key = self.key(&query);
        match self.cache.smaller(&key) {
            Some(known) => solution = known,
            None => {
                let cost = minimise(&mut query, &mut solution, self.limit);

                self.cache.put_smaller(key, solution.clone(), cost);
            }
        }
        let smaller = self.level(at, candidate, &mut query, &solution);
        if smaller.severity() >= verdict.severity() { smaller } else { verdict }
    }

    fn candidate(
        &mut self,
        index: usize,
        candidate: &'c Candidate,
        worst: &mut Verdict,
        chosen: &mut Option<Chosen<'c>>,
    ) {
        let highest = ceiling(self.program.terms, candidate);
        if worst.severity() >= highest {
            return;
        }
        // Any pointer may be meant: only the conditions can exclude it.
        if candidate.unknown_pointer {
            let verdict = match build(self.program, self.objects, candidate, None, UnknownLength::Least) {
                Err(by) => self.by_form(by, candidate, None, UnknownLength::Least),
                Ok(mut q) => match self.solve(&mut q) {
                    Outcome::Unsat(by) => Verdict::Safe { by },
                    Outcome::Sat(_) => unproven(UnprovenReason::UnknownPointer, index),
                    Outcome::Unknown => unproven(UnprovenReason::SolverGaveUp, index),
                },
            };
            self.take(verdict, worst, chosen);
            return;
        }
        if candidate.overlaps.is_empty() {
            let verdict = self.conditions(index, candidate);
            self.take(verdict, worst, chosen);
            return;
        }
        self.take(Verdict::Safe { by: SafeBy::NoOverlap }, worst, chosen);
        // Contradictory conditions are found once, not for each overlap.
        if candidate.overlaps.len() > 1 && self.impossible(candidate) {
            self.take(Verdict::Safe { by: SafeBy::Arithmetic }, worst, chosen);
            return;
        }
        for (n, overlap) in candidate.overlaps.iter().enumerate() {
            if worst.severity() >= highest {
                return;
            }
            let verdict = self.overlap(index, candidate, n, overlap);
            self.take(verdict, worst, chosen);
        }
    }

    /// Whether a quick check shows that the candidate's conditions contradict each other.
    fn impossible(&self, candidate: &Candidate) -> bool {
        match build(self.program, self.objects, candidate, None, UnknownLength::Least) {
            Err(by) => {
                self.by_form(by, candidate, None, UnknownLength::Least);
                true
            }
            Ok(mut q) => {
                let impossible = linear::contradictory(&mut q);
                if impossible && let Some(refuted) = &self.cache.refuted {
                    refuted.add(SafeBy::Arithmetic, text(&mut q, self.limit));
                }
                impossible
            }
        }
    }

    /// A query that was refuted while it was built.
    fn by_form(&self, by: SafeBy, candidate: &Candidate, overlap: Option<&Overlap>, length: UnknownLength) -> Verdict {
        if let Some(refuted) = &self.cache.refuted {
            let mut q = plain::build(self.program, self.objects, candidate, overlap, length);
            if refuted.is_new(shape(&q)) {
                refuted.add(by, text(&mut q, self.limit));
            }
        }
        Verdict::Safe { by }
    }

    /// No bytes take part: the conditions alone decide.
    fn conditions(&mut self, index: usize, candidate: &'c Candidate) -> Verdict {
        let mut q = match build(self.program, self.objects, candidate, None, UnknownLength::Least) {
            Err(by) => return self.by_form(by, candidate, None, UnknownLength::Least),
            Ok(q) => q,
        };
        match self.solve(&mut q) {
            Outcome::Unsat(by) => Verdict::Safe { by },
            Outcome::Unknown => unproven(UnprovenReason::SolverGaveUp, index),
            Outcome::Sat(solution) => {
                let at = (index, 0);
                let verdict = self.level(at, candidate, &mut q, &solution);
                self.found = Some(Chosen { query: q, solution, candidate, at });
                verdict
            }
        }
    }

    /// Keeps the worse of two verdicts, with what it was found by.
    fn take(&mut self, verdict: Verdict, worst: &mut Verdict, chosen: &mut Option<Chosen<'c>>) {
        let found = self.found.take();
        if verdict.severity() > worst.severity() {
            *chosen = found;
            *worst = verdict;
        } else {
            let before = std::mem::replace(worst, Verdict::Safe { by: SafeBy::NoCandidate });
            *worst = before.worse(verdict);
        }
    }

    fn overlap(&mut self, index: usize, candidate: &'c Candidate, n: usize, overlap: &Overlap) -> Verdict {
        let at = (index, n);
        let (first, unknown_length) = self.query(at, candidate, overlap, UnknownLength::Least);
        if !matches!(first, Verdict::Safe { .. }) || !unknown_length {
            return first;
        }
        // Not met by the bytes that are touched in any case; perhaps by more.
        let more = self.query(at, candidate, overlap, UnknownLength::Any).0;
        self.found = None;
        match more {
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
        candidate: &'c Candidate,
        overlap: &Overlap,
        length: UnknownLength,
    ) -> (Verdict, bool) {
        let unknown =
            overlap.first.block.len.is_none() || overlap.second.as_ref().is_some_and(|s| s.block.len.is_none());
        let mut q = match build(self.program, self.objects, candidate, Some(overlap), length) {
            Err(by) => return (self.by_form(by, candidate, Some(overlap), length), unknown),
            Ok(q) => q,
        };
        let verdict = match self.solve(&mut q) {
            Outcome::Unsat(by) => Verdict::Safe { by },
            Outcome::Unknown => unproven(UnprovenReason::SolverGaveUp, at.0),
            Outcome::Sat(mut solution) => {
                let mut verdict = self.level(at, candidate, &mut q, &solution);
                if matches!(verdict, Verdict::Race { .. }) {
                    if let Some(reason) = self.without_elements(&mut q, &mut solution) {
                        return (unproven(reason, at.0), unknown);
                    }
                    verdict = self.level(at, candidate, &mut q, &solution);
                }
                self.found = Some(Chosen { query: q, solution, candidate, at });
                verdict
            }
        };
        (verdict, unknown)
    }

    fn level(&self, at: (usize, usize), candidate: &Candidate, q: &mut Query, solution: &Solution) -> Verdict {
        let Some(witness) = witness(q, solution, at) else {
            return unproven(UnprovenReason::SolverGaveUp, at.0);
        };
        if candidate.lossy {
            return Verdict::Unproven { reason: UnprovenReason::Lossy, candidate: at.0, witness: Some(witness) };
        }
        let level = if all_known(q) { Level::Certain } else { crate::level::level(q, solution) };
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

    /// The key of a query in the cache: its shape, and the limit of one check.
    fn key(&self, q: &Query) -> Box<[i64]> {
        shape(q).iter().copied().chain([i64::from(self.limit.steps)]).collect()
    }

    pub(crate) fn solve(&mut self, q: &mut Query) -> Outcome {
        let key = self.key(q);
        let paid = self.paid.contains(&key);
        if !paid && (self.left == 0 || self.unanswered >= UNANSWERED) {
            return Outcome::Unknown;
        }
        let known = self.cache.get(&key);
        let (outcome, cost) = known.unwrap_or_else(|| {
            let (outcome, cost) = self.answer(q, &key);
            self.cache.put(key.clone(), outcome.clone(), cost);
            (outcome, cost)
        });
        if !paid {
            self.left = self.left.saturating_sub(cost.steps);
            self.unanswered += cost.unanswered;
            self.paid.insert(key);
        }
        outcome
    }

    /// The answer for a new shape, by the cheapest decider that gives one.
    fn answer(&self, q: &mut Query, key: &[i64]) -> (Outcome, Cost) {
        let (outcome, mut cost) = self.by_arithmetic(q);
        match &outcome {
            // Found by trying, smallest first.
            Outcome::Sat(solution) => self.cache.put_smaller(key.into(), solution.clone(), Cost::default()),
            Outcome::Unsat(_) => {}
            Outcome::Unknown => {
                let (outcome, more) = solve(q, self.limit, self.cache.refuted.as_deref());
                cost = cost.and(more);
                return (outcome, cost);
            }
        }
        (outcome, cost)
    }

    /// The answer without z3.
    fn by_arithmetic(&self, q: &mut Query) -> (Outcome, Cost) {
        let mut cost = Cost::default();
        let cases = cases::of(q);
        if !cases.is_empty() {
            let (refuted, more) = linear::soon_refuted(q);
            cost = cost.and(more);
            let outcome = match refuted {
                true => {
                    self.refuted(SafeBy::Arithmetic, q);
                    Outcome::Unsat(SafeBy::Arithmetic)
                }
                false => {
                    let (outcome, more) = self.by_cases(q, cases);
                    cost = cost.and(more);
                    outcome
                }
            };
            if !matches!(outcome, Outcome::Unknown) {
                return (outcome, cost);
            }
        }
        let (outcome, more) = linear::decide(q);
        cost = cost.and(more);
        match outcome {
            Outcome::Unsat(by) => self.refuted(by, q),
            Outcome::Unknown => {
                let (solution, more) = concrete::find(q);
                return (solution.map_or(Outcome::Unknown, Outcome::Sat), cost.and(more));
            }
            Outcome::Sat(_) => {}
        }
        (outcome, cost)
    }

    /// The answers to the cases of a query together.
    fn by_cases(&self, q: &mut Query, cases: Vec<Vec<Cond>>) -> (Outcome, Cost) {
        let whole = q.conds.clone();
        let mut cost = Cost::default();
        let mut outcome = Outcome::Unsat(SafeBy::Arithmetic);
        for case in cases {
            q.conds = case;
            let (answer, more) = linear::decide(q);
            cost = cost.and(more);
            match answer {
                Outcome::Sat(_) => {
                    outcome = answer;
                    break;
                }
                Outcome::Unsat(by) => self.refuted(by, q),
                Outcome::Unknown => outcome = Outcome::Unknown,
            }
        }
        q.conds = whole;
        (outcome, cost)
    }

    /// Writes a query without solution for another solver, if one is to decide it again.
    fn refuted(&self, by: SafeBy, q: &mut Query) {
        if let Some(refuted) = &self.cache.refuted {
            refuted.add(by, text(q, self.limit));
        }
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
        by_run: false,
    })
}

/// Symbols in the conditions and offsets, and symbols that bound them. Symbols that occur only in uninterpreted
/// functions are left out, because the value of such a function is no integer that a reader could choose.
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
