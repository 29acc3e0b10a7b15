//! Calls on the way to a race, as steps of its story.

use super::Describer;
use super::route::Stop;
use super::values::Values;
use crate::finding::{Actor, Lasts, Step, StepKind};
use crate::location::SourceLocation;
use rma_dataflow::ids::{ObjId, TermId};
use rma_dataflow::skeleton::{Covers, EpochKind, Issue, OrderKind, RequestRef, Requests};
use rma_dataflow::term::{CommId, Term};
use rma_frontend::api::{Epoch, Side};

/// How a call that could complete an operation relates to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Counts {
    /// It completes the operation at origin and target.
    AtTarget,
    /// At the origin only.
    AtOrigin,
    /// It completes other operations; the text says why not this one.
    Not(String),
    /// It completes no operation.
    Nothing,
}

impl Describer<'_> {
    pub(super) fn stop_at(&self, stop: &Stop<'_>) -> SourceLocation {
        stop.loc.map(|loc| self.code.at(loc)).unwrap_or_default()
    }

    /// The location of a stop in a few words: `line 40`, with the file if that is another one than the file of
    /// the access.
    pub(super) fn near(&self, stop: &Stop<'_>, beside: &SourceLocation) -> String {
        let at = self.stop_at(stop);
        if !at.is_known() {
            return String::new();
        }
        if at.file == beside.file {
            return format!(" (line {})", at.line);
        }
        format!(" ({}:{})", super::memory::short_file(&at.file), at.line)
    }

    /// Whether a call completes an operation, as far as that can be seen.
    pub(super) fn counts(&self, stop: &Stop<'_>, issue: &Issue, at_issue: &Values<'_>, at_stop: &Values<'_>) -> Counts {
        let mut best = Counts::Nothing;
        for complete in &stop.complete {
            if complete.side == Side::Order {
                if best == Counts::Nothing {
                    let text = match self.is_of_context(complete, issue) {
                        true => {
                            "only orders earlier writes before later ones to the same process: it completes nothing"
                        }
                        false => "only orders the operations of another context",
                    };
                    best = Counts::Not(text.to_owned());
                }
                continue;
            }
            let of_side = if complete.side == Side::Origin { Counts::AtOrigin } else { Counts::AtTarget };
            let passive =
                matches!(&complete.covers, Covers::Target { .. } | Covers::Window { passive: Some(true), .. });
            let kind = issue.epoch.kind.and_then(|kind| at_issue.value(kind));
            let active = [EpochKind::Fence, EpochKind::Start].iter().any(|active| kind == Some(*active as i128));
            let this = match &complete.covers {
                _ if passive && active => {
                    Counts::Not("is for passive target epochs, and (1) is in one of active target".to_owned())
                }
                Covers::Window { win, .. } => {
                    self.other_window(*win, issue, at_issue, at_stop).map_or(of_side, Counts::Not)
                }
                Covers::Target { win, rank } => {
                    let other = self.other_window(*win, issue, at_issue, at_stop);
                    other
                        .or_else(|| self.other_rank(stop, *rank, issue, at_issue, at_stop))
                        .map_or(of_side, Counts::Not)
                }
                Covers::Requests(requests) => match &issue.completion.request {
                    Some(own) => self.other_request(requests, own, at_issue, at_stop).map_or(of_side, Counts::Not),
                    None => Counts::Not("is for operations with a request".to_owned()),
                },
                Covers::Queue(queue) => match issue.completion.queue {
                    Some(own) if at_issue.value(own).is_some() && at_issue.value(own) == at_stop.value(*queue) => {
                        of_side
                    }
                    _ if super::help::is_split_collective(issue) => Counts::Not("is for another file".to_owned()),
                    _ => Counts::Not("is for another queue".to_owned()),
                },
                Covers::Note(_) => Counts::Not("is for another notification".to_owned()),
            };
            let better = match (&best, &this) {
                (Counts::AtTarget, _) | (_, Counts::Nothing) => false,
                (_, Counts::AtTarget) | (Counts::Nothing, _) => true,
                (Counts::Not(_), Counts::AtOrigin) => true,
                _ => false,
            };
            if better {
                best = this;
            }
        }
        best
    }

    /// Why a wait is not for the request of an operation.
    fn other_request(
        &self,
        requests: &Requests,
        own: &RequestRef,
        at_issue: &Values<'_>,
        at_stop: &Values<'_>,
    ) -> Option<String> {
        let mut known = true;
        for handle in requests.held.iter().map(|held| held.handle).chain([requests.value]) {
            let Term::Addr(obj, inst) = *self.analysis.facts.terms.get(handle) else {
                known = false;
                continue;
            };
            if obj != own.obj {
                continue;
            }
            match (at_stop.value(inst), at_issue.value(own.inst)) {
                (Some(a), Some(b)) if a == b => return None,
                (Some(_), Some(_)) => {}
                _ if inst == own.inst => return None,
                _ => known = false,
            }
        }
        Some(if known { "is for another request" } else { "may be for another request" }.to_owned())
    }

    fn other_window(&self, win: TermId, issue: &Issue, at_issue: &Values<'_>, at_stop: &Values<'_>) -> Option<String> {
        let own = issue.target.win?;
        let (a, b) = (self.handle_object(win)?, self.handle_object(own)?);
        if a == b {
            return self.other_instance(win, own, at_issue, at_stop);
        }
        let name = |obj: ObjId| self.window_of(obj).map(|window| window.name);
        Some(match (name(a), name(b)) {
            (Some(a), Some(b)) if a != b => format!("is for window `{a}`, not `{b}`"),
            _ => "is for another window".to_owned(),
        })
    }

    /// Of several windows that one call in a loop has made, another one.
    fn other_instance(&self, win: TermId, own: TermId, at_issue: &Values<'_>, at_stop: &Values<'_>) -> Option<String> {
        let terms = &self.analysis.facts.terms;
        let (Term::Addr(_, a), Term::Addr(_, b)) = (terms.get(win), terms.get(own)) else { return None };
        if a == b {
            return None;
        }
        match (at_stop.value(*a), at_issue.value(*b)) {
            (Some(a), Some(b)) if a == b => None,
            (Some(_), Some(_)) => Some("is for another window".to_owned()),
            _ => Some("may be for another window".to_owned()),
        }
    }

    fn other_rank(
        &self,
        stop: &Stop<'_>,
        rank: TermId,
        issue: &Issue,
        at_issue: &Values<'_>,
        at_stop: &Values<'_>,
    ) -> Option<String> {
        let own = issue.target.rank?;
        let (a, b) = (at_stop.value(rank)?, at_issue.value(own)?);
        if a == b {
            return None;
        }
        let words = stop.loc.and_then(|loc| self.code.arguments(loc, stop.routine)?.first().cloned());
        let words =
            words.filter(|text| text.parse::<i64>().is_err()).map(|text| format!(" (`{text}`)")).unwrap_or_default();
        Some(format!("is for rank {a}{words}, not for rank {b}"))
    }

    /// A step of a call that opens an epoch, on this window.
    pub(super) fn opening(&self, stop: &Stop<'_>, who: &Actor, values: &Values<'_>) -> Option<Step> {
        let epoch = stop.epoch?;
        let routine = stop.routine;
        let rank = epoch.rank.and_then(|rank| values.value(rank));
        let text = match epoch.change {
            Epoch::Fence => format!("`{routine}` opens an epoch"),
            Epoch::Lock => {
                let kind = match values.value(epoch.exclusive) {
                    Some(0) => "shared",
                    Some(_) => "exclusive",
                    None => "",
                };
                let of = rank.map(|rank| format!(" of rank {rank}")).unwrap_or_default();
                format!("`{routine}` takes the {kind} lock{of}").replace("  ", " ")
            }
            Epoch::LockAll => format!("`{routine}` takes the shared locks of all ranks"),
            Epoch::Start => format!("`{routine}` opens an access epoch"),
            Epoch::Post => format!("`{routine}` opens an exposure epoch"),
            _ => return None,
        };
        Some(Step {
            actor: Some(who.clone()),
            location: self.stop_at(stop),
            text,
            kind: StepKind::Opens,
            target: None,
            lasts: self.lasts(stop, values),
        })
    }

    /// A step of a call that completes or orders something; `because` is the reason why it does not help.
    pub(super) fn passing(&self, stop: &Stop<'_>, who: Option<&Actor>, values: &Values<'_>, because: &str) -> Step {
        let routine = stop.routine;
        let message = stop.order.iter().find_map(|order| match &order.kind {
            OrderKind::Send { to, .. } => Some(("sends to", Some(*to))),
            OrderKind::Receive { from, takes: true, .. } => Some(("receives from", *from)),
            OrderKind::Receive { from, .. } => Some(("finds a message from", *from)),
            OrderKind::Notify { to, .. } => Some(("notifies", Some(*to))),
            OrderKind::Notified { .. } => Some(("finds a notification", None)),
            OrderKind::Update { location, .. } => {
                Some(("sets what another process waits for, at", Some(location.target)))
            }
            OrderKind::Observe { .. } => Some(("finds the value that it waits for", None)),
            _ => None,
        });
        let collective = stop.order.iter().any(|order| matches!(order.kind, OrderKind::Collective { .. }));
        let rank = |t: TermId| match values.value(t) {
            Some(rank) => format!(" rank {rank}"),
            None => " another rank".to_owned(),
        };
        let (text, kind) = match message {
            Some((verb, partner)) => {
                let any = if verb.ends_with("from") { " another rank" } else { "" };
                let partner = partner.map_or_else(|| any.to_owned(), rank);
                (format!("`{routine}` {verb}{partner}"), StepKind::Messages)
            }
            None if collective || self.is_barrier(stop) => (format!("`{routine}`"), StepKind::Synchronises),
            None => (format!("`{routine}`"), StepKind::Completes),
        };
        let text = if because.is_empty() { text } else { format!("`{routine}` {because}") };
        let lasts = self.lasts(stop, values);
        Step { actor: who.cloned(), location: self.stop_at(stop), text, kind, target: None, lasts }
    }

    /// Which epoch begins or ends with a call.
    fn lasts(&self, stop: &Stop<'_>, values: &Values<'_>) -> Lasts {
        let Some(epoch) = stop.epoch else { return Lasts::Nothing };
        let window = self.handle_object(epoch.win).and_then(|object| self.window_of(object));
        let window = window.map(|window| format!(" on `{}`", window.name)).unwrap_or_default();
        let rank = epoch.rank.and_then(|rank| values.value(rank)).map(|rank| format!(" of rank {rank}"));
        let lock = || format!("lock{}{window}", rank.unwrap_or_default());
        match epoch.change {
            Epoch::Fence => Lasts::NextEpoch(format!("epoch between fences{window}")),
            Epoch::Lock => Lasts::Epoch(lock()),
            Epoch::Unlock => Lasts::EpochEnds(lock()),
            Epoch::LockAll => Lasts::Epoch(format!("locks of all ranks{window}")),
            Epoch::UnlockAll => Lasts::EpochEnds(format!("locks of all ranks{window}")),
            Epoch::Start => Lasts::Epoch(format!("access epoch{window}")),
            Epoch::Complete => Lasts::EpochEnds(format!("access epoch{window}")),
            Epoch::Post => Lasts::Epoch(format!("exposure epoch{window}")),
            Epoch::Wait => Lasts::EpochEnds(format!("exposure epoch{window}")),
            _ => Lasts::Nothing,
        }
    }

    /// A call that no process leaves before all have come.
    pub(super) fn is_barrier(&self, stop: &Stop<'_>) -> bool {
        // Of a communicator with one process nobody waits for another.
        let collective = stop.order.iter().any(|order| order.joins_all() && order.comm != CommId::SelfComm);
        let fence = stop.epoch.is_some_and(|epoch| {
            epoch.change == Epoch::Fence && !matches!(self.analysis.facts.terms.get(epoch.ends), Term::Const(0))
        });
        collective || fence
    }

    /// A call that opens an epoch on the window of an operation.
    pub(super) fn opens_for(&self, stop: &Stop<'_>, issue: &Issue) -> bool {
        stop.epoch.is_some_and(|epoch| {
            matches!(epoch.change, Epoch::Fence | Epoch::Lock | Epoch::LockAll | Epoch::Start)
                && issue.target.win.is_some_and(|win| {
                    win == epoch.win
                        || self.handle_object(win).is_some_and(|own| self.handle_object(epoch.win) == Some(own))
                })
        })
    }
}
