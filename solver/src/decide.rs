//! All pairs, in parallel (theory, 8.2).

use crate::budget::Limit;
use crate::import::Program;
use crate::order::ceiling;
use crate::refuted::Refuted;
use crate::verdict::{SafeBy, UnprovenReason, Verdict};
use crate::worker::{Cache, Worker};
use index_vec::{IndexVec, index_vec};
use rayon::prelude::*;
use rma_dataflow::candidate::{Candidate, Pair};
use rma_dataflow::ids::PairId;
use rma_dataflow::limits::Stage;
use rma_dataflow::object::Objects;
use rma_dataflow::term::Terms;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Terms can be deep, and building and encoding them recurses.
const STACK: usize = 256 << 20;
/// Pairs that justify a thread: each thread has its own solver, which takes longer to make than most pairs take to
/// decide.
const PAIRS_A_THREAD: usize = 2;
/// Pairs that are decided between two checks of the remaining budget.
const BATCH: usize = 16;

/// How to solve.
#[derive(Debug, Clone)]
pub struct SolverOptions {
    /// Limit of one check of z3, in milliseconds; at least 1. It is counted in steps of z3, as many as it makes in that
    /// time on a common machine. A pair may take three times as much, a run 24 times; what is then not decided is
    /// unproven. By the clock a check is stopped after twenty times as much.
    pub timeout_ms: u32,
    /// Threads; 0 for one thread for each core.
    pub jobs: usize,
    /// The place for queries without a solution, if another solver is to decide them again.
    pub refuted: Option<Arc<Refuted>>,
}

impl Default for SolverOptions {
    fn default() -> SolverOptions {
        SolverOptions { timeout_ms: 250, jobs: 0, refuted: None }
    }
}

/// Decides every pair: the worst of its candidates' answers, the most promising candidate among equals.
///
/// `code` numbers the code of each pair: pairs of the same code in other function instances are one finding. If one of them is
/// not proved, those that cannot be more certain, because conditions were dropped or the budget is used up, are not decided.
///
/// The result depends neither on the number of threads nor on the speed of the machine, except where a check takes
/// twenty times as long as its steps are known to.
pub fn decide(
    terms: &Terms,
    objects: &Objects,
    pairs: &IndexVec<PairId, Pair>,
    candidates: &[Candidate],
    code: &IndexVec<PairId, usize>,
    options: &SolverOptions,
) -> IndexVec<PairId, Verdict> {
    decide_with(terms, objects, (pairs, code), candidates, options, &Cache::new(options.refuted.clone()))
}

pub(crate) fn decide_with(
    terms: &Terms,
    objects: &Objects,
    (pairs, code): (&IndexVec<PairId, Pair>, &IndexVec<PairId, usize>),
    candidates: &[Candidate],
    options: &SolverOptions,
    cache: &Cache,
) -> IndexVec<PairId, Verdict> {
    terms.limits.enter(Stage::Solving);
    let mut of_pair: IndexVec<PairId, Vec<(usize, &Candidate)>> = index_vec![Vec::new(); pairs.len()];
    for (index, candidate) in candidates.iter().enumerate() {
        if let Some(list) = of_pair.get_mut(candidate.pair) {
            list.push((index, candidate));
        }
    }
    let mut verdicts = index_vec![Verdict::Safe { by: SafeBy::NoCandidate }; pairs.len()];
    let program = Program::new(terms, objects);
    let limit = Limit::of_ms(options.timeout_ms);
    let open: Vec<PairId> = pairs.indices().filter(|p| !of_pair[*p].is_empty()).collect();
    let at_most_a_note = |pair: PairId| of_pair[pair].iter().all(|(_, c)| ceiling(terms, c) <= 1);
    let decide_batch = |batch: &[PairId], budget: u64| -> Vec<(PairId, Verdict)> {
        let one = |pair: &PairId| {
            let (limit, budget) = if at_most_a_note(*pair) {
                (limit.for_a_note(), Limit::share_of_a_note(budget))
            } else {
                (limit, budget)
            };
            let mut worker = Worker::new(&program, objects, cache, limit, budget);
            (*pair, worker.pair(&of_pair[*pair]))
        };
        batch.par_iter().with_max_len(1).map(one).collect()
    };
    let all = || {
        let mut out: Vec<(PairId, Verdict)> = Vec::with_capacity(open.len());
        // Why a pair of the code is not proved.
        let mut unproven: FxHashMap<usize, UnprovenReason> = FxHashMap::default();
        let mut left = open.iter().copied();
        loop {
            // All pairs of a batch get the same share, whichever is decided first.
            let budget = limit.of_pair(cache.spent());
            let mut batch = Vec::with_capacity(BATCH);
            for pair in left.by_ref() {
                match unproven.get(&code[pair]) {
                    Some(reason) if budget == 0 || at_most_a_note(pair) => {
                        let candidate = of_pair[pair].first().map_or(0, |(index, _)| *index);
                        out.push((pair, Verdict::Unproven { reason: reason.clone(), candidate, witness: None }));
                    }
                    _ => batch.push(pair),
                }
                if batch.len() == BATCH {
                    break;
                }
            }
            if batch.is_empty() {
                return out;
            }
            for (pair, verdict) in decide_batch(&batch, budget) {
                if let Verdict::Unproven { reason, .. } = &verdict {
                    unproven.entry(code[pair]).or_insert_with(|| reason.clone());
                }
                out.push((pair, verdict));
            }
        }
    };
    let jobs = match options.jobs {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        jobs => jobs,
    };
    let jobs = jobs.min(open.len().div_ceil(PAIRS_A_THREAD)).max(1);
    let results = match rayon::ThreadPoolBuilder::new().num_threads(jobs).stack_size(STACK).build() {
        Ok(pool) => pool.install(all),
        // Without threads of our own: those that there are.
        Err(_) => all(),
    };
    for (pair, verdict) in results {
        verdicts[pair] = verdict;
    }
    verdicts
}
