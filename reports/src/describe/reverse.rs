//! Races of two processes that only the order from (2) to (1) is missing for.
//!
//! In a loop, what (1) writes has often arrived before (2) of the same iteration: it is complete, and the process of (2) waits for
//! it. The race is that of (2) with (1) of a later iteration, and the finding must ask for the order that is missing, not for the
//! one that the program has.

use super::link::{Link, Place, Wait};
use super::route::{self, End, Stop};
use super::story::{Told, one_way};
use super::values::Values;
use super::{Describer, help};
use crate::finding::{Access, Actor, Lasts, Step, StepKind};
use rma_dataflow::ids::{EventRef, LoopId, SymId};
use rma_dataflow::skeleton::{Issue, OrderKind};
use rma_dataflow::term::SymKind;

/// The order from (1) to (2) that the program has, and what is missing from (2) to the next (1).
pub(super) struct Reverse<'d> {
    /// The order that there is.
    pub link: Link<'d>,
    /// The calls of the first process on its way from there to the next (1).
    pub way: Vec<Stop<'d>>,
    /// The loop that makes (1) again.
    pub turned: LoopId,
    /// The second process begins an iteration of the loop, too, before it comes to (2).
    both_turn: bool,
    /// A call of the second process before (2), and the call of the first that waits for it.
    early: Option<[Stop<'d>; 2]>,
    /// A call of the first process that waits for one after (2), on some ways to (1) only.
    skipped: Option<Stop<'d>>,
}

impl Describer<'_> {
    /// What is missing, if (1) is in order before (2) in one iteration.
    pub(super) fn reverse<'s>(
        &'s self,
        first: Place<'_, '_>,
        second: Place<'_, '_>,
        before_second: &[Stop<'s>],
    ) -> Option<Reverse<'s>> {
        let link = self.link(first, second, before_second).filter(|link| link.holds)?;
        if self.is_stale(&link, second) {
            return None;
        }
        let from = link.release.at?;
        let way = route::possible(self.analysis, End::At(from), first.at, first.values)?;
        let turned = self.loop_of(first.at, first.issue, from)?;
        let wait_at = link.wait.at?;
        let between = route::possible(self.analysis, End::At(wait_at), second.at, second.values).unwrap_or_default();
        let back = |stop: &Stop<'s>| self.link_at(second, first.values, stop.clone()).is_some_and(|link| link.holds);
        let how = |stop: &Stop<'s>| self.waits(stop).filter(|how| *how != Wait::Barrier);
        let early_of = |stop: &Stop<'s>| {
            let how = how(stop)?;
            between.iter().find(|by| self.releases(by, stop, how, [second.values, first.values])).cloned()
        };
        // A barrier on the way is a later one than that of the link, so the second process comes to it only after (2).
        if way.iter().any(|stop| self.waits(stop).is_some() && early_of(stop).is_none() && back(stop)) {
            return None;
        }
        let find = |wanted: &dyn Fn(&Stop<'s>) -> bool| {
            let found =
                route::stops_until(self.analysis, from, first.values, |stop| wanted(stop) && self.leads(stop, first));
            found.and_then(|mut stops| stops.pop())
        };
        let early = find(&|stop| early_of(stop).is_some()).and_then(|wait| Some([early_of(&wait)?, wait]));
        let skipped = match early {
            Some(_) => None,
            None => find(&|stop| how(stop).is_some() && back(stop)),
        };
        // The order is one from an iteration to the next: the way back to (1) stays in the iteration.
        let carries = || {
            let item = self.analysis.skeleton.nodes[first.at.node].items.get(first.at.item as usize);
            item.is_some_and(|item| item.loc == link.release.loc && Some(item.ctx) == link.release.ctx)
        };
        if !carries() && !route::begins(self.analysis, turned, from, first.at, first.values) {
            return None;
        }
        let both_turn = route::begins(self.analysis, turned, wait_at, second.at, second.values);
        // In one iteration (2) follows (1), or is an operation, too: the order from (2) to (1) is not the one that is meant.
        let nothing = Values::nothing(self.analysis);
        let follows = || !route::begins(self.analysis, turned, first.at, second.at, &nothing);
        if both_turn && (second.issue.is_some() || follows()) {
            return None;
        }
        Some(Reverse { link, way, turned, both_turn, early, skipped })
    }

    /// Whether a process may find the notification of an earlier iteration, because nothing resets it.
    pub(super) fn is_stale(&self, link: &Link<'_>, second: Place<'_, '_>) -> bool {
        let Some(at) = link.wait.at.filter(|_| self.waits(&link.wait) == Some(Wait::Notification)) else {
            return false;
        };
        let resets = |stop: &Stop<'_>| stop.order.iter().any(|order| matches!(order.kind, OrderKind::Reset { .. }));
        !resets(&link.wait) && route::stops_until(self.analysis, at, second.values, resets).is_none()
    }

    /// Whether an iteration of a loop has another target than the next one.
    pub(super) fn changes_target(&self, l: LoopId, issue: &Issue) -> bool {
        let terms = &self.analysis.facts.terms;
        let counts = |s: SymId| matches!(terms.syms[s].kind, SymKind::Counter(of) | SymKind::LoopPhi(of) if of == l);
        issue.target.rank.is_some_and(|rank| terms.any_sym(rank, counts))
    }

    /// The loop around another event, too, whose later iteration makes an access again: the innermost one that does not change its target.
    pub(super) fn loop_of(&self, at: EventRef, issue: Option<&Issue>, other: EventRef) -> Option<LoopId> {
        let nodes = &self.analysis.skeleton.nodes;
        let changes = |l: LoopId| issue.is_some_and(|issue| self.changes_target(l, issue));
        let around = |l: &LoopId| nodes[other.node].loops.contains(l);
        nodes[at.node].loops.iter().rev().copied().find(|l| around(l) && !changes(*l))
    }

    /// The steps from (1) of one iteration to that of the next.
    pub(super) fn tell_reverse(
        &self,
        reverse: &Reverse<'_>,
        [p, q]: [&Actor; 2],
        [first, second]: [Place<'_, '_>; 2],
    ) -> Vec<Step> {
        let link = &reverse.link;
        let mut out = Vec::new();
        if let Some(stop) = link.completed.and_then(|at| link.between.get(at)) {
            let verb = if first.issue.is_some_and(|issue| self.orders(stop, issue)) { "orders" } else { "completes" };
            let kind = StepKind::Other;
            out.push(Step {
                kind,
                ..self.passing(stop, Some(p), first.values, &format!("{verb} (1) of one iteration"))
            });
        }
        if self.waits(&link.wait) == Some(Wait::Barrier) {
            out.push(self.passing(&link.wait, None, second.values, "is passed by both"));
        } else {
            out.push(self.passing(&one_way(&link.release, true), Some(p), first.values, ""));
            out.push(self.passing(&one_way(&link.wait, false), Some(q), second.values, ""));
        }
        if let Some([release, wait]) = &reverse.early {
            out.push(self.passing(&one_way(release, true), Some(q), second.values, ""));
            out.push(self.passing(&one_way(wait, false), Some(p), first.values, ""));
        }
        let location = self.loop_at(reverse.turned).unwrap_or_else(|| self.stop_at(&link.wait));
        let (actor, verb) = if reverse.both_turn { (None, "both go") } else { (Some(p.clone()), "goes") };
        let which = if self.waits(&link.wait) == Some(Wait::Barrier) { "the next" } else { "a later" };
        let text = format!("{verb} on to {which} iteration of the loop");
        out.push(Step { actor, location, text, kind: StepKind::Other, target: None, lasts: Lasts::Nothing });
        out
    }

    /// Why the two are not ordered, and what to do.
    pub(super) fn why_reverse(
        &self,
        told: &mut Told,
        reverse: &Reverse<'_>,
        [p, q]: [&Actor; 2],
        a: &Access,
        issue: Option<&Issue>,
    ) {
        let call = |stop: &Stop<'_>| format!("`{}`{}", stop.routine, self.near(stop, &a.location));
        let barrier = self.waits(&reverse.link.wait) == Some(Wait::Barrier);
        let later = match (reverse.both_turn, barrier) {
            (true, _) => "",
            (false, true) => " of the next iteration",
            (false, false) => " of a later iteration",
        };
        if let Some([release, _]) = &reverse.early {
            told.why = format!("{} of {q} lets {p} go on to (1){later}, and comes before (2)", call(release));
            told.missing =
                Some(format!("call `{}` only after (2): it lets the other process begin (1){later}", release.routine));
            return;
        }
        let has = call(&reverse.link.release);
        told.why = match reverse.both_turn {
            true => format!(
                "nothing makes {p} wait for (2) before (1): {has} only orders (1) before (2) of the next iteration"
            ),
            false => format!(
                "nothing makes {p} wait for (2) before (1){later}: {has} only orders (1) before (2) of the same iteration"
            ),
        };
        if let Some(skipped) = &reverse.skipped {
            told.why.push_str(&format!("; {} is left out, or waits for less", call(skipped)));
        }
        let how = help::meetings(issue);
        told.missing = Some(format!(
            "let the process of (1) wait until (2) is over ({how}) before it begins (1){later}, or use other memory for that"
        ));
    }
}
