//! Verdicts beside runs of the program itself: what was not proved and is seen to race in a run is a race (theory, 9.4).

use crate::confirm::witness_of;
use crate::verdict::{UnprovenReason, Verdict, Witness};
use index_vec::IndexVec;
use rma_dataflow::Analysis;
use rma_dataflow::candidate::{Conflict, Pair, Processes};
use rma_dataflow::ids::{EventRef, PairId, SymId};
use rma_dataflow::skeleton::Event;
use rma_dataflow::term::SymKind;
use rma_frontend::api::Bank;
use rma_simulate::{Race, Runs, Site};

/// Whether a pair is of two accesses to the same bytes, which runs can show to race.
fn is_of_bytes(pair: &Pair) -> bool {
    matches!(
        pair.conflict,
        Conflict::AtTarget
            | Conflict::WriteWhileRead
            | Conflict::ReadWhileWritten
            | Conflict::WriteWhileWritten
            | Conflict::BothPending
    )
}

/// The races that runs are asked for: those that are not proved safe.
pub fn wanted(analysis: &Analysis, verdicts: &IndexVec<PairId, Verdict>) -> Vec<Race> {
    let pairs = analysis.found.pairs.iter_enumerated();
    let open = pairs.filter(|(id, pair)| is_of_bytes(pair) && !matches!(verdicts[*id], Verdict::Safe { .. }));
    let mut races: Vec<Race> = open.filter_map(|(_, pair)| race(analysis, pair)).collect();
    races.sort_unstable();
    races.dedup();
    races
}

/// Changes verdicts by what runs show: what was not proved and races in one is a race, for certain where nothing takes part that the
/// program reads.
/// What was held to be a race and does not happen in a run as its witness describes is not proved.
pub fn show(analysis: &Analysis, runs: &Runs, verdicts: &mut IndexVec<PairId, Verdict>) {
    for (id, pair) in analysis.found.pairs.iter_enumerated() {
        let candidate = match &verdicts[id] {
            Verdict::Unproven { candidate, .. } => *candidate,
            Verdict::Race { witness, .. } => witness.candidate,
            Verdict::Safe { .. } => continue,
        };
        let Some(race) = race(analysis, pair).filter(|_| is_of_bytes(pair)) else { continue };
        match (&verdicts[id], runs.of(&race)) {
            (Verdict::Race { .. }, Some(_)) => {}
            (Verdict::Race { witness, .. }, None) => {
                if let Some(processes) = refuted(analysis, runs, &race, witness) {
                    let reason = UnprovenReason::Apart { processes };
                    verdicts[id] = Verdict::Unproven { reason, candidate, witness: None };
                }
            }
            (_, Some(shown)) => {
                let [a, b] = shown.ranks;
                // The sites of a run are in order; those of a pair in the order of the pair.
                let swapped = site(analysis, pair.first) != Some(race.sites[0]);
                let ranks = if swapped { [b, a] } else { [a, b] };
                let witness = witness_of(&analysis.terms, shown.processes, ranks, None, candidate);
                verdicts[id] = Verdict::Race { certain: shown.certain, witness };
            }
            (_, None) => {}
        }
    }
}

/// Turns of loops that a run with small numbers as its arguments is sure to go through.
const TURNS: i64 = 8;

/// The number of processes of runs that are as a witness describes and in which its race does not happen. Arguments of the command
/// line and what the program reads may be other ones in the witness: then no run speaks against it.
fn refuted(analysis: &Analysis, runs: &Runs, race: &Race, witness: &Witness) -> Option<usize> {
    let kind = |x: SymId| &analysis.terms.syms[x].kind;
    let of_run = |(x, _): &(SymId, i64)| match kind(*x) {
        SymKind::Rank(_) | SymKind::Size(_) | SymKind::Counter(_) | SymKind::Index => true,
        // Which of several comes first: the processes have taken turns in both orders.
        SymKind::RequestIndex | SymKind::Sender => true,
        _ => false,
    };
    let processes = witness.processes.and_then(|n| usize::try_from(n).ok())?;
    // Threads of a run come one after the other.
    if !witness.assignment.iter().all(of_run) || !analysis.threads.all.is_empty() {
        return None;
    }
    let late = |(x, n): &(SymId, i64)| matches!(kind(*x), SymKind::Counter(_)) && *n >= TURNS;
    let by_default = witness.assignment.iter().any(late);
    runs.refutes(race, processes, by_default).then_some(processes)
}

/// The two places of a pair in the program.
fn race(analysis: &Analysis, pair: &Pair) -> Option<Race> {
    let mut sites = [site(analysis, pair.first)?, site(analysis, pair.second)?];
    sites.sort_unstable();
    Some(Race { sites, one_process: pair.processes == Processes::Same })
}

fn site(analysis: &Analysis, at: EventRef) -> Option<Site> {
    let item = analysis.skeleton.nodes[at.node].items.get(at.item as usize)?;
    let loc = item.loc?;
    match &item.event {
        Event::Access(access) => Some(Site { loc, at_target: false, access: access.kind.into() }),
        Event::Issue(issue) => {
            let effect = issue.effects.get(at.effect as usize)?;
            Some(Site { loc, at_target: effect.bank == Bank::Target, access: effect.kind.into() })
        }
        _ => None,
    }
}
