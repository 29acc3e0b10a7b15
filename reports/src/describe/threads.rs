//! The threads that make the accesses of a race, where a process has more than one.

use super::Describer;
use crate::finding::StepKind;
use rma_dataflow::candidate::{Pair, Processes};
use rma_dataflow::ids::{EventRef, SymId, TermId, ThreadId};
use rma_dataflow::term::{SymKind, Term};
use rma_dataflow::thread::ThreadKind;
use rma_solver::Verdict;

impl Describer<'_> {
    /// The threads that make the two accesses of a race; empty where a process has one thread.
    pub(super) fn executors(&self, pair: &Pair, verdict: &Verdict) -> [String; 2] {
        let around = [pair.first, pair.second].map(|at| self.around(at));
        let begun = |a: &Vec<ThreadId>| {
            let last = a.iter().rev().find(|s| self.analysis.facts.threads.all[**s].kind != ThreadKind::Team);
            last.map(|s| self.begun(*s))
        };
        if around.iter().all(Vec::is_empty) {
            return [String::new(), String::new()];
        }
        if pair.processes == Processes::Two {
            return around.map(|a| begun(&a).unwrap_or_default());
        }
        // Tasks and threads are distinguished by the place where they begin, and threads of a team by their numbers.
        let [first, second] = around.each_ref().map(begun);
        if first == second {
            let numbers = self.numbers(&around, verdict).map(|numbers| numbers.map(|n| format!("thread {n}")));
            return numbers.unwrap_or_else(|| [first, second].map(Option::unwrap_or_default));
        }
        [first, second].map(|who| who.unwrap_or_else(|| self.creator(&around)))
    }

    /// The thread that has created the other one.
    fn creator(&self, around: &[Vec<ThreadId>; 2]) -> String {
        let threads = &self.analysis.facts.threads.all;
        let task = around.iter().flatten().any(|s| threads[*s].kind == ThreadKind::Task);
        format!("the thread that made the {}", if task { "task" } else { "other thread" })
    }

    /// Whether two threads of one process make the accesses.
    pub(super) fn is_of_two(&self, pair: &Pair, verdict: &Verdict) -> bool {
        let [first, second] = self.executors(pair, verdict);
        pair.processes == Processes::Same && first != second
    }

    /// What would make the thread of (2) wait for that of (1), if there are two.
    pub(super) fn thread_wait(&self, pair: &Pair, verdict: &Verdict) -> Option<&'static str> {
        if !self.is_of_two(pair, verdict) {
            return None;
        }
        let around = [pair.first, pair.second].map(|at| self.around(at));
        let threads = &self.analysis.facts.threads.all;
        let is = |kind: ThreadKind| around.iter().flatten().any(|s| threads[*s].kind == kind);
        Some(match () {
            () if is(ThreadKind::Task) => "`#pragma omp taskwait`",
            () if is(ThreadKind::Team) => "`#pragma omp barrier`",
            () => "a join, or a lock that both take until (1) is complete",
        })
    }

    /// Adds to the steps of a story which thread makes the two accesses.
    pub(super) fn tell_threads(&self, told: &mut super::story::Told, pair: &Pair, verdict: &Verdict) {
        let who = self.executors(pair, verdict);
        for step in &mut told.steps {
            let who = match step.kind {
                StepKind::First => &who[0],
                StepKind::Second => &who[1],
                _ => continue,
            };
            if !who.is_empty() {
                step.text = format!("{who}: {}", step.text);
            }
        }
    }

    /// Whether a symbol is the number of a thread.
    pub(super) fn is_thread_number(&self, s: SymId) -> bool {
        let threads = &self.analysis.facts.threads;
        let number = |t: TermId| matches!(*self.analysis.facts.terms.get(t), Term::Sym(x) if x == s);
        threads.executors.contains_key(&s) || threads.all.iter().any(|thread| number(thread.number))
    }

    fn around(&self, at: EventRef) -> Vec<ThreadId> {
        self.analysis.facts.threads.around(&self.analysis.skeleton, at)
    }

    /// The numbers of the two threads in the innermost team that contains both, if the witness has them.
    fn numbers(&self, around: &[Vec<ThreadId>; 2], verdict: &Verdict) -> Option<[i64; 2]> {
        let Verdict::Race { witness, .. } = verdict else { return None };
        let threads = &self.analysis.facts.threads;
        let team =
            around[0].iter().rev().find(|s| threads.all[**s].kind == ThreadKind::Team && around[1].contains(s))?;
        let Term::Sym(number) = *self.analysis.facts.terms.get(threads.all[*team].number) else { return None };
        let value = |is: &dyn Fn(SymId) -> bool| witness.assignment.iter().find(|(x, _)| is(*x)).map(|(_, v)| *v);
        let other =
            |x: SymId| matches!(self.analysis.facts.terms.syms[x].kind, SymKind::Earlier(of, _) if of == number);
        let second = value(&|x| x == number)?;
        Some([value(&other).unwrap_or(second), second])
    }

    fn begun(&self, s: ThreadId) -> String {
        let thread = &self.analysis.facts.threads.all[s];
        let what = if thread.kind == ThreadKind::Task { "the task" } else { "the thread" };
        let own = self.analysis.facts.threads.ids.iter().find(|(_, id)| **id == s);
        let own = own.and_then(|((ctx, _, _), _)| self.places.outside(thread.loc?, *ctx)).or(thread.loc);
        match own.map(|l| self.module.locs[l].line).filter(|line| *line != 0) {
            Some(line) => format!("{what} made at line {line}"),
            None => what.to_owned(),
        }
    }
}
