//! The result of the analysis for each instruction that touches memory.

use index_vec::IndexVec;
use rma_dataflow::candidate::{Pair, Processes};
use rma_dataflow::ids::{EventRef, PairId};
use rma_dataflow::{Analysis, Touch};
use rma_frontend::ir::{FuncId, Module, ValueId};
use rma_reports::{SourceLocation, describe};
use rma_solver::Verdict;
use std::collections::{BTreeMap, BTreeSet};

/// An instruction of the program.
pub(crate) type At = (FuncId, ValueId);

/// The verdict of a pair, from the best to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Standing {
    Safe,
    Unproven,
    Likely,
    Race,
}

impl Standing {
    fn of(verdict: &Verdict) -> Standing {
        match verdict {
            Verdict::Safe { .. } => Standing::Safe,
            Verdict::Unproven { .. } => Standing::Unproven,
            Verdict::Race { certain: false, .. } => Standing::Likely,
            Verdict::Race { certain: true, .. } => Standing::Race,
        }
    }

    /// The word of the formats.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Standing::Safe => "safe",
            Standing::Unproven => "unproven",
            Standing::Likely => "likely",
            Standing::Race => "race",
        }
    }
}

/// Two instructions that make up pairs, with the worst of those.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PairOf {
    pub(crate) first: Option<At>,
    pub(crate) second: Option<At>,
    pub(crate) two_processes: bool,
    /// Where a report shows them.
    pub(crate) places: [SourceLocation; 2],
}

/// The classes of the instructions of a program.
#[derive(Debug, Default)]
pub(crate) struct Classes {
    /// The memory that each instruction may touch; an instruction without an entry was not visited.
    pub(crate) touches: BTreeMap<At, Touch>,
    /// Functions that may run in ways that were not followed.
    pub(crate) unseen: BTreeSet<FuncId>,
    /// The program was followed as a whole, so code that was not visited does not run. The search for pairs may
    /// be incomplete nevertheless.
    pub(crate) followed: bool,
    /// The pairs.
    pub(crate) pairs: BTreeMap<PairOf, Standing>,
}

impl Classes {
    /// The result of one analysis.
    pub(crate) fn of(module: &Module, analysis: &Analysis, verdicts: &IndexVec<PairId, Verdict>) -> Classes {
        let mut out = Classes::default();
        if let Some(screening) = &analysis.screening {
            out.touches.clone_from(&screening.touches);
            out.unseen.clone_from(&screening.unseen);
            out.followed = screening.whole;
        }
        let at = |event: EventRef| {
            let item = analysis.skeleton.nodes.get(event.node)?.items.get(event.item as usize)?;
            Some((analysis.facts.contexts.all.get(item.ctx)?.func, item.inst?))
        };
        let row = |(pair, verdict): (&Pair, &Verdict)| {
            let two_processes = pair.processes == Processes::Two;
            let places =
                [pair.first, pair.second].map(|event| describe::place_of(module, analysis, event).unwrap_or_default());
            (PairOf { first: at(pair.first), second: at(pair.second), two_processes, places }, Standing::of(verdict))
        };
        for (pair, standing) in analysis.found.pairs.iter().zip(verdicts).map(row) {
            let worst = out.pairs.entry(pair).or_insert(standing);
            *worst = standing.max(*worst);
        }
        out
    }

    /// Adds the result of another analysis of the same program.
    pub(crate) fn join(&mut self, other: Classes) {
        for (at, touch) in other.touches {
            let entry = self.touches.entry(at).or_default();
            entry.relevant |= touch.relevant;
            entry.unordered |= touch.unordered;
            entry.shared |= touch.shared;
        }
        self.unseen.extend(other.unseen);
        self.followed &= other.followed;
        for (pair, standing) in other.pairs {
            let worst = self.pairs.entry(pair).or_insert(standing);
            *worst = standing.max(*worst);
        }
    }
}
