//! Answers (theory, 8.3).

use index_vec::IndexVec;
use rma_dataflow::ids::{ObjId, PairId, SymId};
use std::collections::BTreeMap;

/// The proof that a pair is safe, from the cheapest kind to the most costly one; a pair with several candidates has
/// the most costly one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SafeBy {
    /// There was no candidate.
    NoCandidate,
    /// The accesses have no object in common, or one of them touches no byte.
    NoOverlap,
    /// The conditions contradict each other by their form.
    Conditions,
    /// The intervals of the offsets are disjoint.
    Interval,
    /// The residues of the offsets modulo their strides are disjoint.
    Stride,
    /// Linear arithmetic, with products as separate unknowns, found a contradiction.
    Arithmetic,
    /// z3 found no solution.
    Solver,
}

impl SafeBy {
    /// The proof in words, for summaries.
    pub fn describe(self) -> &'static str {
        match self {
            SafeBy::NoCandidate => "no candidate",
            SafeBy::NoOverlap => "no common bytes",
            SafeBy::Conditions => "contradictory conditions",
            SafeBy::Interval => "disjoint intervals",
            SafeBy::Stride => "disjoint strides",
            SafeBy::Arithmetic => "arithmetic",
            SafeBy::Solver => "solver",
        }
    }
}

/// Why nothing was proved.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum UnprovenReason {
    /// Data that the analysis lost takes part.
    LostData {
        /// Names of the symbols and of uninterpreted functions, sorted, each once.
        names: Vec<String>,
    },
    /// A pointer is not known.
    UnknownPointer,
    /// Conditions were dropped on the way to the candidate.
    Lossy,
    /// A run with this many processes, step by step, keeps the two accesses apart.
    Apart {
        /// Processes.
        processes: usize,
    },
    /// It was found only for runs with an empty array, or with fewer elements than the processes that share them.
    NoElements,
    /// The solver reached its limit or met arithmetic beyond it.
    SolverGaveUp,
    /// The time or memory of the run was used up.
    RunEnded,
}

/// Bytes that both accesses touch in the witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bytes {
    /// The object.
    pub obj: ObjId,
    /// First common byte, from the object's start.
    pub start: i64,
    /// Number of common bytes; at least 1.
    pub len: i64,
}

/// A run that makes it happen, the least in this order: processes, ranks, loop counters, the rest.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Witness {
    /// Value of every symbol that matters: sizes, ranks, counters, parameters, inputs, lost data; then by id.
    pub assignment: Vec<(SymId, i64)>,
    /// Processes in `MPI_COMM_WORLD`, or in the largest communicator that takes part.
    pub processes: Option<i64>,
    /// Values of the rank symbols among the assignment.
    pub ranks: Vec<(SymId, i64)>,
    /// Common bytes.
    pub bytes: Option<Bytes>,
    /// Index of the candidate among those given to `decide`.
    pub candidate: usize,
    /// Index of the overlap in the candidate.
    pub overlap: usize,
    /// A run of the skeleton or of the program shows it.
    pub by_run: bool,
}

/// The answer for a pair.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The two accesses race.
    Race {
        /// All data that takes part are known (level `error`); otherwise likely (level `warning`).
        certain: bool,
        /// How.
        witness: Witness,
    },
    /// Neither proved nor excluded.
    Unproven {
        /// Why.
        reason: UnprovenReason,
        /// Index of the candidate.
        candidate: usize,
        /// A solution in which values of lost data are guesses.
        witness: Option<Witness>,
    },
    /// The two accesses cannot race under the assumptions.
    Safe {
        /// The proof.
        by: SafeBy,
    },
}

impl Verdict {
    /// Higher is worse: safe, unproven, likely, certain.
    pub(crate) fn severity(&self) -> u8 {
        match self {
            Verdict::Safe { .. } => 0,
            Verdict::Unproven { .. } => 1,
            Verdict::Race { certain: false, .. } => 2,
            Verdict::Race { certain: true, .. } => 3,
        }
    }

    /// The worse of two verdicts. If they are equal, it is the first one, or the one with the more costly proof.
    pub(crate) fn worse(self, other: Verdict) -> Verdict {
        match (&self, &other) {
            (Verdict::Safe { by: a }, Verdict::Safe { by: b }) => Verdict::Safe { by: (*a).max(*b) },
            _ if other.severity() > self.severity() => other,
            _ => self,
        }
    }
}

/// Counts for the summary.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Certain races.
    pub certain: usize,
    /// Likely races.
    pub likely: usize,
    /// Unproven pairs.
    pub unproven: usize,
    /// Safe pairs by what proved them.
    pub safe: BTreeMap<SafeBy, usize>,
}

impl Tally {
    /// Counts verdicts.
    pub fn of(verdicts: &IndexVec<PairId, Verdict>) -> Tally {
        let mut tally = Tally::default();
        for v in verdicts {
            match v {
                Verdict::Race { certain: true, .. } => tally.certain += 1,
                Verdict::Race { certain: false, .. } => tally.likely += 1,
                Verdict::Unproven { .. } => tally.unproven += 1,
                Verdict::Safe { by } => *tally.safe.entry(*by).or_default() += 1,
            }
        }
        tally
    }
}
