//! Which memory matters: the memory that pending operations may touch. The skeleton has no accesses to other memory (theory, 5.1).
//!
//! A C++ program often has one large object, with a window, its buffers, maps and strings as members. Only the bytes that an
//! operation uses matter. So the branches of a search in a map do not lead to different states of each pending operation.

use crate::interp::{Interp, Record, Step, Unwinds};
use rma_frontend::api::Bank;
use rma_skeleton::skeleton::{Area, Block, Event, Item, Place};
use rma_term::ids::{CtxId, ObjId, TermId};
use rma_term::limits::Limit;
use rma_term::object::{ObjKind, Object};
use rustc_hash::FxHashMap;

/// Bytes of an object, from the first one to the one after the last.
type Bytes = (i64, i64);

/// All bytes of an object.
const ALL: Bytes = (i64::MIN, i64::MAX);

/// Removes the events that do not matter from the records of these instances.
pub(crate) fn prune(interp: &mut Interp, instances: &[CtxId]) {
    let mut records = std::mem::take(&mut interp.recording.records);
    let blocks = |ctx: &CtxId| {
        let graph = &interp.facts.graph.functions[interp.facts.contexts.all[*ctx].func];
        graph.rpo.iter().map(|b| (*ctx, *b)).collect::<Vec<_>>()
    };
    let blocks: Vec<_> = instances.iter().flat_map(blocks).collect();
    let relevant = Relevant::find(interp, blocks.iter().filter_map(|b| records.get(b)));
    for block in &blocks {
        let Some(record) = records.get_mut(block) else { continue };
        interp.mark_raises(record);
        record.steps.retain_mut(|step| match step {
            Step::Item(item) => relevant.matters(interp, item),
            Step::Call { unwinds: Unwinds::Through(deaths), .. } => {
                deaths.retain(|i| relevant.matters(interp, i));
                true
            }
            Step::Call { .. } | Step::Stop => true,
        });
    }
    interp.recording.records = records;
}

/// The bytes that matter, by object.
#[derive(Debug, Default)]
pub(crate) struct Relevant {
    bytes: FxHashMap<ObjId, Vec<Bytes>>,
    /// Variables whose address no visited code uses may be such memory, too.
    unvisited: bool,
}

impl Relevant {
    /// The bytes that a pending operation touches, and the memory of windows: the window of an operation may be determined
    /// later ([`rma_skeleton::rewrites::merged_windows`]).
    fn find<'r>(interp: &mut Interp, records: impl Iterator<Item = &'r Record>) -> Relevant {
        let mut out = Relevant::default();
        let (mut anywhere, mut remote, mut fetched) = (false, false, false);
        for step in records.flat_map(|r| &r.steps) {
            let Step::Item(Item { event: Event::Issue(issue), .. }) = step else { continue };
            for e in &issue.effects {
                out.add_area(interp, &e.area);
                anywhere |= e.area.unknown && e.bank == Bank::Own;
                remote |= e.bank == Bank::Target;
                fetched |= e.area.unknown && e.symmetric;
            }
        }
        let mut whole: Vec<ObjId> = interp.facts.shared.keys().copied().collect();
        // Memory of the caller that others reach directly by its address.
        let reached: Vec<TermId> = interp.facts.shared.values().filter_map(|part| part.base).collect();
        whole.extend(reached.into_iter().flat_map(|base| interp.facts.objects_in(base)));
        let contiguous = interp.facts.windows.values().any(|w| w.contiguous);
        if remote || contiguous || !interp.facts.shared.is_empty() {
            let windows = interp.facts.windows.values().filter_map(|w| w.base);
            let attached = interp.api.windows.attached.values().flatten().map(|(base, _)| *base);
            whole.extend(windows.chain(attached).flat_map(|base| interp.facts.objects_in(base)));
        }
        if anywhere {
            // A buffer that is not known may be anything whose address went somewhere.
            whole.extend(interp.facts.objects.iter_enumerated().filter(|(_, o)| o.escaped).map(|(id, _)| id));
        }
        if fetched {
            // Wherever a pointer leads that a process has fetched from another one.
            whole.extend(interp.published_addresses().addresses.into_iter().flat_map(|a| interp.facts.objects_in(a)));
        }
        for obj in whole {
            out.bytes.insert(obj, vec![ALL]);
        }
        out
    }

    /// All memory that an operation of the program may touch, whatever becomes of the operation: that of every window, segment and
    /// buffer, symmetric memory, and what has escaped where one of these is not known.
    pub(crate) fn of_everything<'r>(interp: &mut Interp, items: impl Iterator<Item = &'r Item>) -> Relevant {
        let mut out = Relevant::default();
        let mut anywhere = false;
        for item in items {
            let Event::Issue(issue) = &item.event else { continue };
            for e in &issue.effects {
                out.add_area(interp, &e.area);
                anywhere |= e.area.unknown;
            }
        }
        let persistent: Vec<Area> = interp.api.requests.persistent_areas().cloned().collect();
        for area in &persistent {
            out.add_area(interp, area);
            anywhere |= area.unknown;
        }
        let mut whole: Vec<ObjId> = interp.facts.shared.keys().copied().collect();
        whole.extend(interp.polls.memory.iter().copied());
        let windows = interp.facts.windows.values().filter_map(|w| w.base);
        let attached = interp.api.windows.attached.values().flatten().map(|(base, _)| *base);
        for base in windows.chain(attached).collect::<Vec<_>>() {
            whole.extend(interp.facts.objects_in(base));
            let places = interp.facts.places(base);
            anywhere |= places.unknown;
            whole.extend(places.list.iter().map(|p| p.obj));
        }
        let symmetric = interp.is_symmetric_program();
        if symmetric {
            whole.extend(interp.symmetric_allocations());
        }
        let reachable = |o: &Object| anywhere && (o.escaped || matches!(o.kind, ObjKind::Entry | ObjKind::Anonymous));
        let global = |o: &Object| symmetric && matches!(o.kind, ObjKind::Global(_));
        whole.extend(
            interp.facts.objects.iter_enumerated().filter(|(_, o)| reachable(o) || global(o)).map(|(id, _)| id),
        );
        out.unvisited = anywhere || symmetric;
        for obj in whole {
            out.bytes.insert(obj, vec![ALL]);
        }
        out
    }

    /// Whether some bytes of an object are such memory.
    pub(crate) fn concerns(&self, obj: ObjId) -> bool {
        self.bytes.contains_key(&obj)
    }

    /// Whether a variable that was not visited may be such memory.
    pub(crate) fn concerns_unvisited(&self) -> bool {
        self.unvisited
    }

    /// Whether an access may touch such memory; an access at an unknown place may.
    pub(crate) fn may_touch(&self, interp: &mut Interp, area: &Area) -> bool {
        area.unknown || area.places.is_empty() || self.touches(interp, area)
    }

    fn add_area(&mut self, interp: &mut Interp, area: &Area) {
        for p in &area.places {
            for b in &area.blocks {
                let bytes = bytes_of(interp, p, b);
                let ranges = self.bytes.entry(p.obj).or_default();
                if !ranges.contains(&bytes) {
                    ranges.push(bytes);
                }
                if !interp.facts.terms.limits.allows(Limit::RelevantRanges, ranges.len()) {
                    *ranges = vec![ALL];
                }
            }
        }
    }

    fn touches(&self, interp: &mut Interp, area: &Area) -> bool {
        area.places.iter().any(|p| {
            let Some(ranges) = self.bytes.get(&p.obj) else { return false };
            area.blocks.iter().any(|b| {
                let (lo, hi) = bytes_of(interp, p, b);
                ranges.iter().any(|r| r.0 < hi && lo < r.1)
            })
        })
    }

    /// Whether an event may be of interest to a pending operation.
    fn matters(&self, interp: &mut Interp, item: &Item) -> bool {
        match &item.event {
            Event::Access(a) => a.area.unknown || self.touches(interp, &a.area),
            Event::Death { places, unknown, .. } => *unknown || places.iter().any(|p| self.bytes.contains_key(&p.obj)),
            Event::Issue(_)
            | Event::Complete(_)
            | Event::ForgetRequest { .. }
            | Event::Epoch(_)
            | Event::Order(_)
            | Event::Team(_)
            | Event::Foreign => true,
        }
    }
}

/// The bytes of a block from a place on, as far as its offset and length are known.
fn bytes_of(interp: &mut Interp, p: &Place, block: &Block) -> Bytes {
    let offset = interp.facts.terms.add(p.offset, block.offset);
    let start = match interp.facts.terms.as_const(offset) {
        Some(at) => Some((at, at)),
        None => interp.facts.bounds(offset),
    };
    let Some((lo, hi)) = start.filter(|_| block.dims.is_empty()) else { return ALL };
    let len = block.len.and_then(|l| interp.facts.terms.range(l).hi);
    (lo, len.map_or(i64::MAX, |l| hi.saturating_add(l.max(1))))
}
