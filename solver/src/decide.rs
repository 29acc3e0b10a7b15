//! All pairs, in parallel.

use crate::import::Program;
use crate::verdict::{SafeBy, Verdict};
use crate::worker::{Cache, Worker};
use index_vec::{IndexVec, index_vec};
use rayon::prelude::*;
use rma_dataflow::candidate::{Candidate, Pair, PairId};
use rma_dataflow::object::Objects;
use rma_dataflow::term::Terms;
use std::time::Duration;

/// Terms can be deep, and building and encoding them recurses.
const STACK: usize = 256 << 20;
/// Pairs that are worth a thread: each has a solver of its own, which costs more to make than most pairs to decide.
const PAIRS_A_THREAD: usize = 2;
/// Pairs that are decided between two looks at what the run has left.
const BATCH: usize = 16;
/// What a pair may take, in limits of one check.
const PAIR_CHECKS: u64 = 6;
/// What a run may take, in limits of one check.
const RUN_CHECKS: u64 = 80;

/// How to solve.
#[derive(Debug, Clone)]
pub struct SolverOptions {
    /// Limit of one check of z3, in milliseconds; at least 1. A pair may take six times as much, a run eighty times;
    /// what is then not decided is unproven. A check that ends in time counts a tenth of a millisecond.
    pub timeout_ms: u32,
    /// Threads; 0 for one a core.
    pub jobs: usize,
}

impl Default for SolverOptions {
    fn default() -> SolverOptions {
        SolverOptions { timeout_ms: 250, jobs: 0 }
    }
}

/// Decides every pair: the worst of its candidates' answers, the most promising candidate among equals.
///
/// The result does not depend on the number of threads, except where a check is stopped by the clock.
pub fn decide(
    terms: &Terms,
    objects: &Objects,
    pairs: &IndexVec<PairId, Pair>,
    candidates: &[Candidate],
    options: &SolverOptions,
) -> IndexVec<PairId, Verdict> {
    decide_with(terms, objects, pairs, candidates, options, &Cache::default())
}

pub(crate) fn decide_with(
    terms: &Terms,
    objects: &Objects,
    pairs: &IndexVec<PairId, Pair>,
    candidates: &[Candidate],
    options: &SolverOptions,
    cache: &Cache,
) -> IndexVec<PairId, Verdict> {
    let mut of_pair: IndexVec<PairId, Vec<(usize, &Candidate)>> = index_vec![Vec::new(); pairs.len()];
    for (index, candidate) in candidates.iter().enumerate() {
        if let Some(list) = of_pair.get_mut(candidate.pair) {
            list.push((index, candidate));
        }
    }
    let mut verdicts = index_vec![Verdict::Safe { by: SafeBy::NoCandidate }; pairs.len()];
    let program = Program::new(terms);
    let limit = u64::from(options.timeout_ms.max(1));
    let open: Vec<PairId> = pairs.indices().filter(|p| !of_pair[*p].is_empty()).collect();
    let decide_batch = |batch: &[PairId]| -> Vec<(PairId, Verdict)> {
        // All pairs of a batch get the same share, whichever is decided first.
        let left = (RUN_CHECKS * limit * 1000).saturating_sub(cache.spent());
        let budget = (PAIR_CHECKS * limit * 1000).min(left.div_ceil(4));
        let one = |pair: &PairId| {
            let mut worker = Worker::new(&program, objects, cache, Duration::from_millis(limit), budget);
            (*pair, worker.pair(&of_pair[*pair]))
        };
        batch.par_iter().with_max_len(1).map(one).collect()
    };
    let all = || open.chunks(BATCH).map(decide_batch).collect::<Vec<_>>();
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
    for (pair, verdict) in results.into_iter().flatten() {
        verdicts[pair] = verdict;
    }
    verdicts
}
