//! Verdicts about two processes beside the runs that were replayed (theory, 9.2).

use crate::verdict::{Bytes, UnprovenReason, Verdict, Witness};
use index_vec::IndexVec;
use rma_dataflow::ids::{PairId, SymId};
use rma_dataflow::replay::{Replay, Shown};
use rma_dataflow::term::{CommId, Process, SymKind, Terms};

/// Changes verdicts by what runs show: a race that was not proved and is seen in a run is one; one whose witness has so many
/// processes that a run with them shows the two accesses apart is not proved.
pub fn confirm(terms: &Terms, replay: &Replay, verdicts: &mut IndexVec<PairId, Verdict>) {
    for (pair, shown) in &replay.racing {
        if let Verdict::Unproven { candidate, .. } = verdicts[*pair] {
            verdicts[*pair] = Verdict::Race { certain: true, witness: witness(terms, shown, candidate) };
        }
    }
    for (pair, sizes) in replay.apart.iter().filter(|(pair, _)| !replay.racing.contains_key(pair)) {
        let Verdict::Race { witness, .. } = &verdicts[*pair] else { continue };
        let processes = witness.processes.and_then(|n| usize::try_from(n).ok());
        let of_part = |(x, _): &(SymId, i64)| matches!(terms.syms[*x].kind, SymKind::Size(c) if c != CommId::World);
        // The witness may count the processes of a part of the world, or none.
        let processes = if witness.assignment.iter().any(of_part) || processes.is_none() {
            sizes.last().copied()
        } else {
            processes.filter(|n| sizes.contains(n))
        };
        if let Some(processes) = processes {
            let candidate = witness.candidate;
            let reason = UnprovenReason::Apart { processes };
            verdicts[*pair] = Verdict::Unproven { reason, candidate, witness: None };
        }
    }
}

/// A run as the witness of a race.
fn witness(terms: &Terms, shown: &Shown, candidate: usize) -> Witness {
    let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let rank = |process: Process| -> Option<SymId> {
        let of = |s: &rma_dataflow::term::Sym| s.process == process && s.kind == SymKind::Rank(CommId::World);
        terms.syms.iter_enumerated().find(|(_, s)| of(s)).map(|(x, _)| x)
    };
    let ranks: Vec<(SymId, i64)> = [Process::FIRST, Process::SECOND]
        .into_iter()
        .zip(shown.ranks)
        .filter_map(|(p, r)| Some((rank(p)?, number(r))))
        .collect();
    let (obj, start, len) = shown.bytes;
    Witness {
        assignment: ranks.clone(),
        processes: Some(number(shown.processes)),
        ranks,
        bytes: Some(Bytes { obj, start, len }),
        candidate,
        overlap: 0,
    }
}
