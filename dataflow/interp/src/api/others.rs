//! What other processes do to the memory that a process offers them: after a synchronisation it may hold what they have written (theory, 4.3).

use crate::interp::Interp;
use crate::memory::Mem;
use rma_frontend::api::{AccessKind, Bank, Epoch, Order, OutKind, Returns, Routine, catalog};
use rma_skeleton::skeleton::{Issue, Place};
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::object::ObjKind;
use rma_term::term::{Substitution, SymKind, Term};

/// What the program can do to other processes, according to the routines that it names.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Reach {
    /// The program writes into memory of other processes.
    writes: bool,
    /// The program can exclude other processes, or hand work over to them, by means that depend on values: locks of single targets, atomic
    /// operations that fetch.
    hands_over: bool,
    /// The program has atomic operations that fetch from windows.
    fetches: bool,
    /// The program waits for values in its own memory, which may order events of other processes before the end of the wait.
    waits: bool,
    /// The program makes queues; the number of queues may differ between processes.
    pub(super) makes_queues: bool,
}

impl Interp<'_> {
    /// Looks at the routines that the program names, before it is run.
    pub(crate) fn find_reach(&mut self) {
        let mut reach = Reach::default();
        for function in self.facts.module.functions.iter().filter(|f| f.is_declaration()) {
            let Some(routine) = catalog().lookup(&function.name) else { continue };
            let at_target = || routine.effects.iter().filter(|e| e.bank == Bank::Target);
            reach.writes |= at_target().any(|e| e.access != AccessKind::Read)
                || routine.outputs.iter().any(|o| o.kind == OutKind::SharedBase);
            reach.makes_queues |= routine.outputs.iter().any(|o| o.kind == OutKind::Queue);
            let fetches = routine.returns == Returns::Fetched
                || routine.effects.iter().any(|e| e.bank == Bank::Own && e.access == AccessKind::Write);
            reach.fetches |= routine.is_rma() && fetches && at_target().any(|e| e.access == AccessKind::Atomic);
            reach.hands_over |= fetches && at_target().any(|e| e.access == AccessKind::Atomic)
                || matches!(routine.epoch, Some(Epoch::Lock | Epoch::Acquire));
            let waits = |o: &Order| matches!(o, Order::Await | Order::AwaitAny | Order::AwaitSome);
            reach.waits |= routine.order.iter().any(waits);
        }
        self.api.reach = reach;
    }

    /// Whether the program must be interpreted again, because other processes may have written values that it reads in its own windows.
    pub(crate) fn overlooks_others(&self) -> bool {
        self.api.reach.writes && self.polls.relies_on_own()
    }

    /// After a synchronisation, memory that other processes write to may no longer hold what the process has stored there.
    pub(super) fn changed_by_others(&mut self, routine: &Routine, mem: &mut Mem) {
        if routine.order.is_empty() && routine.epoch.is_none() {
            return;
        }
        if routine.is_symmetric() {
            self.symmetric_changed(mem);
        }
        if !self.forgets_windows || !self.api.reach.writes {
            return;
        }
        let windows: Vec<(TermId, Option<TermId>)> =
            self.facts.windows.values().filter_map(|w| Some((w.base?, w.size))).collect();
        for (base, size) in windows {
            for Place { obj, inst, offset, .. } in self.facts.places(base).list {
                let is_global = matches!(self.facts.objects[obj].kind, ObjKind::Global(_));
                if mem.get(obj).is_some() || is_global || self.facts.objects[obj].zeroed {
                    self.keep_own(obj, mem);
                    let bytes = size.and_then(|s| self.facts.terms.as_const(s)).and_then(|s| u64::try_from(s).ok());
                    self.forget(mem, obj, Some(inst), Some((offset, bytes)), None);
                }
            }
        }
    }

    /// Keeps what the process itself has stored in window memory, before stores of other processes are taken into account.
    fn keep_own(&mut self, obj: ObjId, mem: &mut Mem) {
        if !self.api.reach.fetches {
            return;
        }
        let Some(own) = mem.get(obj).cloned() else { return };
        let shadow = self.shadow(obj);
        if mem.get(shadow).is_none() || !own.dirty.any() {
            mem.set(shadow, own);
            return;
        }
        // Rows of cells over what was there are not distinguished.
        if !own.families.is_empty() {
            mem.get_mut(shadow).entries.clear();
            mem.get_mut(shadow).families.clear();
            mem.get_mut(shadow).spoil();
        }
        for e in own.entries.into_iter().filter(|e| !e.is_text()) {
            self.forget(mem, shadow, Some(e.inst), Some((e.off, Some(e.size))), None);
            mem.get_mut(shadow).put(&self.facts.terms.limits, e);
        }
    }

    /// The value that an operation finds in a window before another process has stored there. In its own memory it is what the process has
    /// stored; other processes have executed the same program, so there it must be a number, or a value that depends on their rank.
    pub(super) fn own_word_in_window(&mut self, issue: &Issue, mem: &mut Mem) -> Option<TermId> {
        let (win, target) = (issue.target.win?, issue.target.rank?);
        let comm = self.facts.comm_of_window(win);
        let effect = issue.effects.iter().find(|e| e.bank == Bank::Target)?;
        let ([place], [block]) = (&effect.area.places[..], &effect.area.blocks[..]) else { return None };
        let size = u64::try_from(self.facts.terms.as_const(block.len?)?).ok()?;
        let (obj, inst) = (place.obj, place.inst);
        let offset = self.facts.terms.add(place.offset, block.offset);
        let shadow = self.shadow(obj);
        let kept = if mem.get(shadow).is_some() { shadow } else { obj };
        let content = mem.get(kept).cloned().unwrap_or_default();
        let value = self.cell_of(&content, obj, inst, offset, size, false)?;
        let own = self.facts.rank_in_comm(comm);
        if target == own {
            return Some(value);
        }
        let alike = |x: SymId| {
            let sym = &self.facts.terms.syms[x];
            sym.uniform || sym.kind == SymKind::Rank(comm) || sym.kind == SymKind::Size(comm)
        };
        if self.facts.terms.any_sym(value, |x| !alike(x)) {
            return None;
        }
        let mut s = Substitution::new();
        if let Term::Sym(x) = *self.facts.terms.get(own) {
            s.insert(x, target);
        }
        Some(self.facts.terms.subst(value, &mut s))
    }

    /// Whether a value that was read from memory of a process may give order after events of another one: if there are only plain
    /// accesses and synchronisations, it cannot, or the accesses to it race themselves.
    pub(super) fn tells_of_others(&self, routine: &Routine) -> bool {
        routine.is_rma() && self.api.reach.hands_over
    }

    /// Records that the owner has read a value from memory that other processes write to.
    pub(crate) fn read_from_window(&mut self, value: TermId) {
        if let Term::Sym(x) = *self.facts.terms.get(value)
            && self.api.reach.hands_over
        {
            self.facts.from_windows.insert(x);
        }
    }

    /// Whether other processes write to the memory of an object that its owner reads.
    pub(crate) fn is_written_by_others(&self, obj: ObjId) -> bool {
        if self.api.symmetric.changed.contains(&obj) {
            return !self.api.reach.waits;
        }
        self.forgets_windows && self.api.reach.writes && self.polls.memory.contains(&obj)
    }

    /// After a synchronisation, what other processes write into the caller's symmetric memory may be there.
    fn symmetric_changed(&mut self, mem: &mut Mem) {
        for obj in self.api.symmetric.changed.clone() {
            if mem.get(obj).is_some()
                || matches!(self.facts.objects[obj].kind, ObjKind::Global(_))
                || self.facts.objects[obj].zeroed
            {
                let shadow = self.shadow(obj);
                if let Some(own) = mem.get(obj).cloned() {
                    let kept = mem.get_mut(shadow);
                    own.entries.into_iter().for_each(|e| kept.put(&self.facts.terms.limits, e));
                }
                self.forget(mem, obj, None, None, None);
            }
        }
    }
}
