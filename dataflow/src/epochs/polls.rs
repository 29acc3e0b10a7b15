//! Loops that wait, with plain loads, for what other processes write into window memory.
//!
//! A loop that nothing in the program ends, and that loads window memory, is interpreted again with these loads as
//! values that are learned at run time. A put to a cell whose load decides whether a loop goes on is no race of its own
//! but the flag of the loop.

use crate::candidate::{Conflict, EventRef, Misuse, Processes};
use crate::context::CtxId;
use crate::interp::{Frame, Interp};
use crate::object::ObjId;
use crate::pending::Found;
use crate::skeleton::{Actor, Event, Item, LoopId, Place, Skeleton};
use crate::term::{Knowledge, SymId, SymKind, Term, TermId};
use rma_frontend::api::{AccessKind, Bank};
use rma_frontend::ir::{LocId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Values of an iteration heavier than this are not looked into.
const MAX_WEIGHT: u32 = 200;

/// Loads of window memory.
#[derive(Debug, Default)]
pub(crate) struct Polls {
    /// Objects that windows are made of.
    pub memory: FxHashSet<ObjId>,
    /// Loops that load window memory.
    loading: FxHashSet<LoopId>,
    /// Loops that wait.
    waiting: FxHashSet<LoopId>,
    /// Window memory was read, and held what the process itself had stored.
    own: bool,
    /// Where the values of polling loads stand.
    pub places: BTreeMap<SymId, Polled>,
    /// What the loads at a position give.
    values: FxHashMap<(CtxId, Option<LocId>), Vec<SymId>>,
}

/// A polling load.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Polled {
    /// What it loads.
    pub place: Place,
    /// Where it stands.
    pub at: (CtxId, Option<LocId>),
}

impl Polls {
    /// The loop is found to be without end; `false` when that has no remedy.
    pub fn wait_in(&mut self, l: LoopId) -> bool {
        self.loading.contains(&l) && self.waiting.insert(l)
    }

    /// What the process has stored in its window memory was read there again, and no loop waits for what others store.
    pub fn relies_on_own(&self) -> bool {
        self.own && self.waiting.is_empty()
    }
}

impl<'a> Interp<'a> {
    /// A load of this object gives what another process may have written meanwhile.
    pub(crate) fn is_polled(&mut self, frame: &Frame<'a>, obj: ObjId) -> bool {
        if self.polls.waiting.is_empty() || !self.polls.memory.contains(&obj) {
            return false;
        }
        let mut at = self.current_loop(frame);
        while let Some(l) = at {
            if self.polls.waiting.contains(&l) {
                return true;
            }
            at = self.loops[l].parent;
        }
        false
    }

    /// What a polling load gives: which value it is, is a matter of timing.
    pub(crate) fn polled(&mut self, frame: &Frame<'a>, v: ValueId, n: u32, place: Place) -> TermId {
        let s = self.site_symbol(frame, v, n, SymKind::Input, Knowledge::Known, "a polled value");
        self.polls.places.insert(s, Polled { place, at: (frame.ctx, frame.func.insts[v].loc) });
        self.terms.sym(s)
    }

    /// Remembers a load of window memory.
    pub(crate) fn note_window_load(&mut self, frame: &Frame<'a>, v: ValueId, obj: ObjId, val: TermId) {
        if !self.polls.memory.contains(&obj) {
            return;
        }
        self.polls.own |= self.terms.knowledge(val) == Knowledge::Known;
        let mut at = self.current_loop(frame);
        while let Some(l) = at {
            self.polls.loading.insert(l);
            at = self.loops[l].parent;
        }
        if let Term::Sym(x) = *self.terms.get(val) {
            let values = self.polls.values.entry((frame.ctx, frame.func.insts[v].loc)).or_default();
            if !values.contains(&x) {
                values.push(x);
            }
        }
    }
}

/// Pairs of a put and a polling load of another process are findings of their own rule.
pub(crate) fn name_polls(interp: &Interp, skeleton: &Skeleton, found: &mut Found) {
    let polling = polling_loads(interp, skeleton);
    let item = |at: EventRef| &skeleton.nodes[at.node].items[at.item as usize];
    for pair in &mut found.pairs {
        let (first, second) = (item(pair.first), item(pair.second));
        let is_put = matches!(&first.event, Event::Issue(i) if i.effects.get(pair.first.effect as usize)
            .is_some_and(|e| e.bank == Bank::Target && e.kind != AccessKind::Read));
        let polls = is_load(&second.event) && position(interp, second).is_some_and(|p| polling.contains(&p));
        if pair.conflict == Conflict::AtTarget && pair.processes == Processes::Two && is_put && polls {
            pair.conflict = Conflict::Misuse(Misuse::Polling);
        }
    }
}

/// Positions of loads that decide whether a loop goes on. The load in front of a rotated loop has the same position.
fn polling_loads(interp: &Interp, skeleton: &Skeleton) -> FxHashSet<(CtxId, u32, u32)> {
    let mut out = FxHashSet::default();
    if interp.polls.values.is_empty() {
        return out;
    }
    let deciding = deciding(interp, skeleton);
    for node in skeleton.nodes.iter().filter(|n| !n.loops.is_empty()) {
        for item in node.items.iter().filter(|i| is_load(&i.event)) {
            let Some(values) = interp.polls.values.get(&(item.ctx, item.loc)) else { continue };
            let decides = |l: &LoopId| deciding.get(l).is_some_and(|d| values.iter().any(|x| d.contains(x)));
            if node.loops.iter().any(decides) {
                out.extend(position(interp, item));
            }
        }
    }
    out
}

fn is_load(event: &Event) -> bool {
    matches!(event, Event::Access(a) if a.kind == AccessKind::Read && a.actor == Actor::Instruction("load"))
}

fn position(interp: &Interp, item: &Item) -> Option<(CtxId, u32, u32)> {
    let loc = &interp.module.locs[item.loc?];
    Some((item.ctx, loc.line, loc.col))
}

/// For each loop, the values that decide whether it goes on.
fn deciding(interp: &Interp, skeleton: &Skeleton) -> FxHashMap<LoopId, FxHashSet<SymId>> {
    let mut out: FxHashMap<LoopId, FxHashSet<SymId>> = FxHashMap::default();
    for node in &skeleton.nodes {
        for e in &node.succs {
            for l in node.loops.iter().filter(|l| !skeleton.nodes[e.to].loops.contains(l)) {
                let values = out.entry(*l).or_default();
                interp.terms.for_each_sym(e.cond, &mut |x| _ = values.insert(x));
            }
        }
    }
    for (l, values) in &mut out {
        // What an iteration hands to the next.
        for v in skeleton.loops[*l].values.iter().filter(|v| interp.terms.weight(v.back) <= MAX_WEIGHT) {
            if values.contains(&v.sym) {
                interp.terms.for_each_sym(v.back, &mut |x| _ = values.insert(x));
            }
        }
    }
    out
}
