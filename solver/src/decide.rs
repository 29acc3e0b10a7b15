//! All pairs, in parallel.

use crate::import::Program;
use crate::verdict::{SafeBy, Verdict};
use crate::worker::{Cache, Worker};
use index_vec::{IndexVec, index_vec};
use rma_dataflow::candidate::{Candidate, Pair, PairId};
use rma_dataflow::object::Objects;
use rma_dataflow::term::Terms;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Terms can be deep, and building and encoding them recurses.
const STACK: usize = 256 << 20;

/// How to solve.
#[derive(Debug, Clone)]
pub struct SolverOptions {
    /// Limit of one check of z3, in milliseconds; at least 1.
    pub timeout_ms: u32,
    /// Threads; 0 for one a core.
    pub jobs: usize,
}

impl Default for SolverOptions {
    fn default() -> SolverOptions {
        SolverOptions { timeout_ms: 2000, jobs: 0 }
    }
}

/// Decides every pair: the worst of its candidates' answers, the first candidate among equals.
///
/// The result does not depend on the number of threads, except for queries that reach the time limit.
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
    let next = AtomicUsize::new(0);
    let work = || {
        let mut worker = Worker::new(&program, objects, cache, options.timeout_ms);
        let mut done = Vec::new();
        loop {
            let pair = PairId::from_usize(next.fetch_add(1, Ordering::Relaxed));
            let Some(list) = of_pair.get(pair) else { return done };
            if !list.is_empty() {
                done.push((pair, worker.pair(list)));
            }
        }
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.jobs).stack_size(STACK).build();
    let results = match pool {
        Ok(pool) => pool.broadcast(|_| work()),
        // Without threads of our own: the calling one.
        Err(_) => vec![work()],
    };
    for (pair, verdict) in results.into_iter().flatten() {
        verdicts[pair] = verdict;
    }
    verdicts
}
