//! Window memory whose lifetime ends, or which is detached from its window, while operations of other processes may still
//! reach it (MPI 4.1, 12.2.4 and 12.2.5) (theory, 6.6).
//!
//! The end is treated like a store of the owner to all of the memory, except that no lock protects it: an operation that waits
//! for the lock would come after the end.

use super::Product;
use super::active::Active;
use super::check::Views;
use rma_frontend::api::{AccessKind, Bank};
use rma_skeleton::candidate::{Conflict, Overlap};
use rma_skeleton::skeleton::paths::precedes;
use rma_skeleton::skeleton::{Access, Actor, Area, Death, Event, Place};
use rma_term::ids::{EventRef, NodeId, ObjId, TermId};
use std::ops::Range;

/// How memory ceases to be one that others may reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ending {
    how: Death,
    /// The window that it is detached from.
    win: Option<TermId>,
    /// Windows that it was detached from just before.
    detached: Vec<TermId>,
}

impl Ending {
    /// Whether this is the end of a whole object, not only of some bytes.
    pub fn is_of_all(&self) -> bool {
        self.how != Death::Detach
    }

    pub fn map(self, mut f: impl FnMut(TermId) -> TermId) -> Ending {
        let detached = self.detached.into_iter().map(&mut f).collect();
        Ending { win: self.win.map(f), detached, ..self }
    }
}

impl Product<'_, '_> {
    /// The ends of memory among the events of a node, as accesses.
    pub(super) fn endings(&mut self, node: NodeId, range: Range<u32>) -> Vec<(EventRef, Access, Ending)> {
        let mut out = Vec::new();
        let mut detached: Vec<(Place, TermId)> = Vec::new();
        let skeleton = self.skeleton;
        for item in range {
            let (area, ending) = match &skeleton.nodes[node].items[item as usize].event {
                // The call that frees a window waits for all of its processes.
                Event::Death { how: Death::Window, .. } => continue,
                Event::Death { places, how, .. } => {
                    let same = |p: &Place, q: &Place| (p.obj, p.inst, p.guard) == (q.obj, q.inst, q.guard);
                    let before = detached.iter().filter(|(p, _)| places.iter().all(|q| same(p, q)));
                    let detached = before.map(|(_, win)| *win).collect();
                    let area = Area { places: places.clone(), unknown: false, blocks: Vec::new() };
                    (area, Ending { how: *how, win: None, detached })
                }
                Event::Epoch(e) => {
                    let Some(area) = &e.removes else { continue };
                    detached.extend(area.places.iter().map(|p| (*p, e.win)));
                    (area.clone(), Ending { how: Death::Detach, win: Some(e.win), detached: Vec::new() })
                }
                _ => continue,
            };
            let at = EventRef { node, item, effect: 0 };
            if !area.places.iter().any(|p| self.windows.contains(&p.obj)) || self.is_at_the_end(at) {
                continue;
            }
            let access = Access {
                kind: AccessKind::Write,
                area,
                actor: Actor::Instruction("end"),
                bank: Bank::Own,
                symmetric: false,
                cond: self.facts.terms.truth(true),
            };
            out.push((at, access, ending));
        }
        out
    }

    /// Whether all communication of the process is certainly complete there (MPI 4.1, 11.2.2).
    fn is_at_the_end(&mut self, at: EventRef) -> bool {
        let ends = self.ends.clone();
        ends.iter().any(|end| precedes(self.facts, self.skeleton, *end, at, &[]))
    }

    /// The cases in which an operation may reach memory whose lifetime has ended.
    pub(super) fn unreachable(
        &mut self,
        views: &mut Views,
        a: &Active,
        b: &Active,
        ending: &Ending,
        obj: ObjId,
    ) -> Vec<(Conflict, Option<TermId>, Vec<Overlap>)> {
        // A write to a segment has no completion at its target but a notification: programs delete the segment, and free the memory that
        // they have given for it, after the wait for the queue and a barrier, and no more can be asked of them.
        if (ending.how == Death::Segment || a.queue.is_some())
            && a.pending_at_sync
            && a.effect.kind == AccessKind::Write
        {
            return Vec::new();
        }
        let mut same_window = |w: TermId, product: &mut Self| {
            let (v, w) = (a.win.map(|v| views.copies[0].of(product.facts, v)), views.copies[1].of(product.facts, w));
            v.map(|v| product.facts.terms.eq(v, w))
        };
        // What the detaching call is reported for is one error.
        for w in &ending.detached {
            if same_window(*w, self).is_some_and(|same| self.facts.terms.is_true(same)) {
                return Vec::new();
            }
        }
        let cond = ending.win.and_then(|w| same_window(w, self));
        let overlaps = self.overlaps(views, a, b, obj, None);
        if overlaps.is_empty() {
            return Vec::new();
        }
        vec![(Conflict::EndOfLife(ending.how), cond, overlaps)]
    }
}

/// Calls that end all communication of their process.
pub(super) fn ends(skeleton: &rma_skeleton::skeleton::Skeleton) -> Vec<EventRef> {
    let mut out = Vec::new();
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (item, i) in (0..).zip(&data.items) {
            if matches!(&i.event, Event::Order(o) if o.routine.name == "MPI_Finalize") {
                out.push(EventRef { node, item, effect: 0 });
            }
        }
    }
    out
}
