//! Loops that wait, with plain loads, for values that other processes write into window memory (theory, 5.1).
//!
//! If no event of the process itself can end a loop, and the loop loads window memory, it is interpreted again, with
//! these loads as values that the program reads at run time.

use crate::interp::{Frame, Interp};
use rma_frontend::ir::{LocId, ValueId};
use rma_skeleton::facts::Role;
use rma_skeleton::skeleton::Place;
use rma_term::ids::{CtxId, LoopId, ObjId, SymId, TermId};
use rma_term::term::{Knowledge, SymKind, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

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
    /// The places of the values of polling loads.
    pub places: BTreeMap<SymId, Polled>,
    /// What the loads at a position give.
    pub values: FxHashMap<(CtxId, Option<LocId>), Vec<SymId>>,
}

/// A polling load.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Polled {
    /// What it loads.
    pub place: Place,
    /// The place of the value.
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
            at = self.facts.loops[l].parent;
        }
        false
    }

    /// What a polling load gives: which value it is, is a matter of timing.
    pub(crate) fn polled(&mut self, frame: &Frame<'a>, v: ValueId, role: Role, place: Place) -> TermId {
        let s = self.site_symbol(frame, v, role, SymKind::Input, Knowledge::Known, "a polled value");
        self.polls.places.insert(s, Polled { place, at: (frame.ctx, frame.func.insts[v].loc) });
        self.facts.terms.sym(s)
    }

    /// Remembers a load of window memory.
    pub(crate) fn note_window_load(&mut self, frame: &Frame<'a>, v: ValueId, obj: ObjId, val: TermId) {
        if !self.polls.memory.contains(&obj) {
            return;
        }
        self.polls.own |= self.facts.terms.knowledge(val) == Knowledge::Known;
        let mut at = self.current_loop(frame);
        while let Some(l) = at {
            self.polls.loading.insert(l);
            at = self.facts.loops[l].parent;
        }
        if let Term::Sym(x) = *self.facts.terms.get(val) {
            let values = self.polls.values.entry((frame.ctx, frame.func.insts[v].loc)).or_default();
            if !values.contains(&x) {
                values.push(x);
            }
        }
    }
}
