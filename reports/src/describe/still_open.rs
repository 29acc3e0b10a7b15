//! The epoch that is open where another one begins, which it excludes.

use super::Describer;
use super::route::{self, End, Stop};
use super::values::Values;
use rma_dataflow::candidate::{Conflict, Misuse, Pair};
use rma_dataflow::skeleton::Event;
use rma_dataflow::term::Process;
use rma_frontend::api::Epoch;
use rma_solver::Verdict;

impl Describer<'_> {
    /// The values of the process of a broken rule.
    pub(super) fn values_of_misuse(&self, verdict: &Verdict) -> Values<'_> {
        match verdict {
            Verdict::Race { witness, .. } => Values::of(self.analysis, witness, Process::All, false),
            _ => Values::nothing(self.analysis),
        }
    }

    /// The call before a call that opens an epoch on the same window, and whose epoch is not over.
    pub(super) fn still_open(&self, pair: &Pair, verdict: &Verdict) -> Option<Stop<'_>> {
        if pair.conflict != Conflict::Misuse(Misuse::Locked) || pair.first != pair.second {
            return None;
        }
        let Event::Epoch(begins) = &self.item(pair.second).event else { return None };
        let window = self.handle_object(begins.win)?;
        let values = self.values_of_misuse(verdict);
        let nosucceed = self.analysis.facts.abi.map_or(0, |abi| i128::from(abi.constants().mode_nosucceed));
        let mut open: Vec<Stop<'_>> = Vec::new();
        for stop in route::stops(self.analysis, End::Open, pair.second, &values)? {
            let Some(epoch) = stop.epoch.filter(|epoch| self.handle_object(epoch.win) == Some(window)) else {
                continue;
            };
            let is = |other: &Stop<'_>, change: Epoch| other.epoch.is_some_and(|of| of.change == change);
            match epoch.change {
                Epoch::Fence => {
                    open.retain(|other| !is(other, Epoch::Fence));
                    let assert = epoch.assert.and_then(|assert| values.value(assert));
                    if assert.is_none_or(|bits| bits & nosucceed == 0) {
                        open.push(stop);
                    }
                }
                Epoch::Start | Epoch::Post | Epoch::Lock | Epoch::LockAll => open.push(stop),
                Epoch::Complete => open.retain(|other| !is(other, Epoch::Start)),
                Epoch::Wait | Epoch::Test => open.retain(|other| !is(other, Epoch::Post)),
                Epoch::UnlockAll => open.retain(|other| !is(other, Epoch::LockAll)),
                Epoch::Unlock => {
                    let rank = epoch.rank.and_then(|rank| values.value(rank));
                    open.retain(|other| {
                        let own = other.epoch.and_then(|of| values.value(of.rank?));
                        !is(other, Epoch::Lock) || rank.zip(own).is_some_and(|(rank, own)| rank != own)
                    });
                }
                _ => {}
            }
        }
        // A process may access and be accessed at a time, lock several processes, and go from fence to fence.
        let rank = begins.rank.and_then(|rank| values.value(rank));
        let excludes = |stop: &Stop<'_>| {
            let Some(epoch) = stop.epoch else { return false };
            match (epoch.change, begins.change) {
                (Epoch::Post, Epoch::Start) | (Epoch::Start, Epoch::Post) | (Epoch::Fence, Epoch::Fence) => false,
                (Epoch::Lock, Epoch::Lock) => {
                    epoch.rank.and_then(|rank| values.value(rank)).zip(rank).is_none_or(|(a, b)| a == b)
                }
                _ => true,
            }
        };
        open.into_iter().rev().find(excludes)
    }
}

/// How to end an epoch before another one begins.
pub(super) fn end_of(change: Epoch) -> &'static str {
    match change {
        Epoch::Fence => "end the epoch between fences by a `MPI_Win_fence` with `MPI_MODE_NOSUCCEED`",
        Epoch::Start => "end the access epoch with `MPI_Win_complete`",
        Epoch::Post => "wait for the end of the exposure epoch with `MPI_Win_wait`",
        Epoch::Lock => "release the lock with `MPI_Win_unlock`",
        _ => "release the locks with `MPI_Win_unlock_all`",
    }
}
