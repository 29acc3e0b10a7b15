//! The threads that make the accesses of a race, where a process has more than one.

use super::Describer;
use crate::finding::StepKind;
use rma_dataflow::candidate::{Pair, Processes};
use rma_dataflow::ids::EventRef;
use rma_dataflow::ids::SymId;
use rma_dataflow::ids::ThreadId;
use rma_dataflow::term::{SymKind, Term};
use rma_dataflow::thread::ThreadKind;
use rma_solver::Verdict;

impl Describer<'_> {
    /// Who makes the two accesses of a race, each with a blank after it; empty where that does not matter.
    pub(super) fn executors(&self, pair: &Pair, verdict: &Verdict) -> [String; 2] {
        let nobody = [String::new(), String::new()];
        let around = [pair.first, pair.second].map(|at| self.around(at));
        if pair.processes == Processes::Two || around.iter().all(Vec::is_empty) {
            return nobody;
        }
        if let Some([first, second]) = self.numbers(&around, verdict) {
            return if first == second { nobody } else { [first, second].map(|n| format!("thread {n} ")) };
        }
        // Tasks and threads are distinguished by the place where they begin.
        let threads = &self.analysis.threads;
        let [first, second] = around.map(|a| {
            let begun = a.into_iter().rev().find(|s| threads.all[*s].kind != ThreadKind::Team);
            begun.map(|s| self.begun(s))
        });
        if first == second {
            return nobody;
        }
        [first, second].map(|who| who.unwrap_or_else(|| "the thread that goes on ".to_owned()))
    }

    /// Whether two threads of one process make the accesses.
    pub(super) fn is_of_two(&self, pair: &Pair, verdict: &Verdict) -> bool {
        self.executors(pair, verdict).iter().any(|who| !who.is_empty())
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
                step.text = format!("{}: {}", who.trim_end(), step.text);
            }
        }
    }

    fn around(&self, at: EventRef) -> Vec<ThreadId> {
        self.analysis.threads.around(&self.analysis.skeleton, at)
    }

    /// The numbers of the two threads in the innermost team that both are of, if the witness has them.
    fn numbers(&self, around: &[Vec<ThreadId>; 2], verdict: &Verdict) -> Option<[i64; 2]> {
        let Verdict::Race { witness, .. } = verdict else { return None };
        let threads = &self.analysis.threads;
        let team =
            around[0].iter().rev().find(|s| threads.all[**s].kind == ThreadKind::Team && around[1].contains(s))?;
        let Term::Sym(number) = *self.analysis.terms.get(threads.all[*team].number) else { return None };
        let value = |is: &dyn Fn(SymId) -> bool| witness.assignment.iter().find(|(x, _)| is(*x)).map(|(_, v)| *v);
        let other = |x: SymId| matches!(self.analysis.terms.syms[x].kind, SymKind::Earlier(of, _) if of == number);
        Some([value(&other)?, value(&|x| x == number)?])
    }

    fn begun(&self, s: ThreadId) -> String {
        let thread = &self.analysis.threads.all[s];
        let what = if thread.kind == ThreadKind::Task { "the task" } else { "the thread" };
        match thread.loc.map(|l| self.module.locs[l].line).filter(|line| *line != 0) {
            Some(line) => format!("{what} of line {line} "),
            None => format!("{what} "),
        }
    }
}
