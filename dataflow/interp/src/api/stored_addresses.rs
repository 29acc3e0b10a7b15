//! Addresses that the program stores in memory which other processes read: whoever fetches an address has one of these (theory, 4.6).
//!
//! The record has no order: a process may fetch at any time what another one stores at any time. It distinguishes objects and not their
//! parts, because a process may fetch any of them.

use super::CallSite;
use crate::interp::Interp;
use rma_frontend::api::{AccessKind, Bank, Effect, OutKind, catalog};
use rma_frontend::ir::ValueId;
use rma_skeleton::facts::{Given, SymKey};
use rma_skeleton::skeleton::{Access, Event, Place, Skeleton};
use rma_term::ids::{CtxId, ObjId, SymId, TermId};
use rma_term::object::ObjKind;
use rma_term::term::{Knowledge, Sym, SymKind, Term};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of an address.
const ADDRESS: u64 = 8;

/// What an instruction or a call has stored when it was interpreted last.
#[derive(Debug, Default)]
struct Site {
    /// The number of that time.
    turn: u64,
    /// The values, and the objects that they were stored in; without one: in memory of another process.
    values: BTreeSet<(TermId, Option<ObjId>)>,
}

/// The addresses that the program stores.
#[derive(Debug, Default)]
pub(crate) struct StoredAddresses {
    /// Processes of the program can use addresses that they fetch.
    pub followed: bool,
    /// Counts the instructions that have been interpreted.
    turn: u64,
    sites: BTreeMap<(CtxId, ValueId), Site>,
    /// Objects whose content was copied, each with the object that it was copied to.
    copies: BTreeSet<(ObjId, ObjId)>,
    /// Content that is not known was copied there.
    unknown_copies: BTreeSet<ObjId>,
    /// Buffers whose content operations have written into memory of other processes.
    origins: BTreeSet<ObjId>,
    /// Such a buffer is not known.
    any_origin: bool,
}

/// What other processes may fetch.
#[derive(Debug, Default)]
pub(crate) struct Published {
    /// Addresses.
    pub addresses: Vec<TermId>,
    /// Pointers that the analysis does not know are there, too.
    pub unknown: bool,
    /// Values that processes have received are there, too.
    pub received: bool,
    /// Content that is not known, or of buffers that are not known, is there, too.
    pub any_copy: bool,
}

impl Interp<'_> {
    /// Looks whether the program has routines by which processes reach memory at addresses that they fetch, before it is run.
    pub(crate) fn find_uses_of_addresses(&mut self) {
        let uses = |f: &rma_frontend::ir::Function| {
            f.is_declaration()
                && catalog().lookup(&f.name).is_some_and(|routine| {
                    routine.is_symmetric() || routine.outputs.iter().any(|o| o.kind == OutKind::WinCreateDynamic)
                })
        };
        self.api.stored_addresses.followed = self.facts.module.functions.iter().any(uses);
    }

    /// The next instruction is interpreted.
    pub(crate) fn next_turn(&mut self) {
        self.api.stored_addresses.turn += 1;
    }

    /// A value is stored in an object.
    pub(crate) fn note_stored_address(&mut self, to: Option<ObjId>, size: u64, value: TermId) {
        let merging = self.recording.merging;
        let Some(site) = self.beside.site.filter(|_| self.api.stored_addresses.followed && size == ADDRESS) else {
            return;
        };
        if self.facts.terms.as_const(value).is_some() || self.is_handle(value) {
            return;
        }
        let stored = &mut self.api.stored_addresses;
        let turn = stored.turn;
        let at = stored.sites.entry(site).or_default();
        // A block whose iterations are interpreted one by one has stored all of them.
        if at.turn != turn && !merging {
            at.values.clear();
        }
        at.turn = turn;
        at.values.insert((value, to));
    }

    /// The content of one object is copied into another one.
    pub(crate) fn note_copied_addresses(&mut self, from: Option<ObjId>, to: ObjId) {
        if !self.api.stored_addresses.followed {
            return;
        }
        match from {
            Some(from) => self.api.stored_addresses.copies.insert((from, to)),
            None => self.api.stored_addresses.unknown_copies.insert(to),
        };
    }

    /// An operation writes into memory of another process: the content of its buffer, or a value.
    pub(super) fn publishes(&mut self, call: &CallSite, own: &[Access]) {
        if !self.api.stored_addresses.followed || !call.routine.is_rma() {
            return;
        }
        let writes = |e: &Effect| e.bank == Bank::Target && !e.only_read && e.access != AccessKind::Read;
        if !call.routine.effects.iter().any(writes) {
            return;
        }
        for access in own.iter().filter(|a| a.bank == Bank::Own && a.kind == AccessKind::Read) {
            let stored = &mut self.api.stored_addresses;
            stored.any_origin |= access.area.unknown;
            stored.origins.extend(access.area.places.iter().map(|p| p.obj));
        }
        for value in call.routine.effects.iter().filter(|e| writes(e)).filter_map(|e| call.at(e.value?)) {
            self.note_stored_address(None, ADDRESS, value);
        }
    }

    /// The objects that other processes read, or whose content is written into memory of others.
    fn read_by_others(&mut self) -> FxHashSet<ObjId> {
        let bases: Vec<TermId> = self.facts.windows.values().filter_map(|w| w.base).collect();
        let attached: Vec<TermId> = self.api.windows.attached.values().flatten().map(|(base, _)| *base).collect();
        let mut out: FxHashSet<ObjId> =
            bases.into_iter().chain(attached).flat_map(|base| self.facts.objects_in(base)).collect();
        out.extend(self.facts.shared.keys());
        out.extend(&self.api.stored_addresses.origins);
        if self.is_symmetric_program() {
            out.extend(self.symmetric_memory());
        }
        // What is copied there is read there.
        loop {
            let from = self.api.stored_addresses.copies.iter().filter(|(a, b)| out.contains(b) && !out.contains(a));
            let more: Vec<ObjId> = from.map(|(a, _)| *a).collect();
            if more.is_empty() {
                return out;
            }
            out.extend(more);
        }
    }

    /// The memory that every process has of its own and that all can reach by the caller's pointers.
    pub(crate) fn symmetric_memory(&self) -> Vec<ObjId> {
        let mut out = self.symmetric_allocations();
        let global = |o: &ObjId| matches!(self.facts.objects[*o].kind, ObjKind::Global(_));
        out.extend(self.facts.objects.indices().filter(global));
        out
    }

    /// The addresses that processes may fetch from each other's memory.
    pub(crate) fn published_addresses(&mut self) -> Published {
        let read = self.read_by_others();
        let mut out = Published::default();
        let stored = &self.api.stored_addresses;
        let any = stored.any_origin;
        out.received = stored.unknown_copies.iter().any(|o| read.contains(o));
        out.any_copy = out.received || any;
        let is_read = |to: &Option<ObjId>| any || to.is_none_or(|o| read.contains(&o));
        let values: BTreeSet<TermId> =
            stored.sites.values().flat_map(|s| &s.values).filter(|(_, to)| is_read(to)).map(|(v, _)| *v).collect();
        out.received |= self.api.addresses.heard_from_messages().any(|o| read.contains(&o));
        for value in values {
            if !self.facts.objects_in(value).is_empty() {
                out.addresses.push(value);
            } else if self.facts.terms.knowledge(value) != Knowledge::Known {
                out.received = true;
                out.unknown |= self.may_be_unknown_address(value);
            }
        }
        out
    }

    /// For each object whose address other processes can only find where the program stores it: the instructions after which they may do so,
    /// which are operations that write a buffer with the address into memory of another process, or stores of the address.
    pub(crate) fn find_givers(&mut self, published: &Published, skeleton: &Skeleton) {
        if published.unknown || published.any_copy || self.facts.threads.any {
            return;
        }
        let sent: Vec<TermId> = self.api.addresses.sent.clone();
        let sent: FxHashSet<ObjId> = sent.into_iter().flat_map(|t| self.facts.objects_in(t)).collect();
        let attached: Vec<TermId> = self.api.windows.attached.values().flatten().map(|(base, _)| *base).collect();
        let attached: BTreeSet<ObjId> = attached.into_iter().flat_map(|base| self.facts.objects_in(base)).collect();
        let mut writers: BTreeMap<ObjId, BTreeSet<(CtxId, ValueId)>> = BTreeMap::new();
        for item in skeleton.nodes.iter().flat_map(|n| &n.items) {
            let (Event::Issue(issue), Some(inst)) = (&item.event, item.inst) else { continue };
            if !issue.effects.iter().any(|e| e.bank == Bank::Target && e.kind != AccessKind::Read) {
                continue;
            }
            for p in issue.effects.iter().filter(|e| e.bank == Bank::Own).flat_map(|e| &e.area.places) {
                writers.entry(p.obj).or_default().insert((item.ctx, inst));
            }
        }
        let read = self.read_by_others();
        let stored = &self.api.stored_addresses;
        let mut out: BTreeMap<ObjId, Given> = BTreeMap::new();
        for (site, values) in &stored.sites {
            for (value, to) in &values.values {
                let of: Vec<ObjId> =
                    self.facts.objects_in(*value).into_iter().filter(|o| attached.contains(o)).collect();
                if of.is_empty() || to.is_some_and(|to| !read.contains(&to)) {
                    continue;
                }
                // A buffer that nobody else reads, and that is copied nowhere.
                let buffer = to.filter(|to| {
                    let copied = stored.copies.iter().any(|(from, _)| from == to);
                    stored.origins.contains(to) && self.facts.objects[*to].kind == ObjKind::Stack && !copied
                });
                let by = match buffer.and_then(|to| writers.get(&to)) {
                    Some(writers) if buffer.is_some_and(|to| !self.polls.memory.contains(&to)) => writers.clone(),
                    _ => BTreeSet::from([*site]),
                };
                for obj in of {
                    let inst = self.facts.instance_in(*value, obj);
                    let given = out.entry(obj).or_insert_with(|| Given { by: BTreeSet::new(), inst });
                    given.inst = given.inst.filter(|known| Some(*known) == inst);
                    given.by.extend(by.iter().copied());
                }
            }
        }
        out.retain(|obj, _| !sent.contains(obj));
        self.facts.given_by = out;
    }

    /// A value of which it is not known whether it is an address: it is computed from nothing that the analysis follows.
    fn may_be_unknown_address(&self, value: TermId) -> bool {
        let (_, parts) = self.facts.terms.linear(value);
        let lost = |x: SymId| matches!(self.facts.terms.syms[x].kind, SymKind::Lost | SymKind::LoopPhi(_));
        parts.iter().any(|(t, k)| {
            *k == 1
                && match *self.facts.terms.get(*t) {
                    Term::Sym(x) => lost(x),
                    Term::Ite(..) => self.facts.terms.any_sym(*t, lost),
                    _ => false,
                }
        })
    }

    /// The known values that a value is one of, if it is a value that loops and branches have passed on unchanged: those that were
    /// received, and addresses.
    pub(crate) fn passed_on_from(&self, value: TermId) -> Option<BTreeSet<TermId>> {
        let (mut out, mut seen, mut work) = (BTreeSet::new(), BTreeSet::new(), vec![value]);
        while let Some(t) = work.pop() {
            if !seen.insert(t) {
                continue;
            }
            match *self.facts.terms.get(t) {
                Term::Ite(_, a, b) => work.extend([a, b]),
                Term::Sym(x) if self.facts.terms.syms[x].kind == SymKind::Input => {
                    out.insert(t);
                }
                Term::Sym(x) => match self.made_of.get(&x) {
                    Some(values) => work.extend(values.iter().copied()),
                    None if self.facts.is_address(t) => {
                        out.insert(t);
                    }
                    None => return None,
                },
                Term::Const(_) => {}
                _ if self.facts.is_address(t) => {
                    out.insert(t);
                }
                _ => return None,
            }
        }
        Some(out)
    }

    /// A place in terms that hold in every process: parts that are not constant become values that are not known, of the fetched pointer.
    pub(crate) fn in_any_terms(&mut self, fetched: TermId, p: Place) -> Place {
        let offset = self.value_elsewhere(fetched, p.offset);
        let inst = self.value_elsewhere(fetched, p.inst);
        let yes = self.facts.terms.truth(true);
        Place { guard: yes, named: yes, inst, offset, ..p }
    }

    fn value_elsewhere(&mut self, fetched: TermId, t: TermId) -> TermId {
        let varies = self.facts.terms.any_sym(t, |x| self.facts.terms.syms[x].def_loop.is_some());
        if !varies && self.alike(&[t]) {
            return t;
        }
        let range = self.facts.terms.range(t);
        let knowledge = self.facts.terms.knowledge(fetched).max(self.facts.terms.knowledge(t)).max(Knowledge::Input);
        let of = self.facts.terms.apply("of a fetched address", &[fetched, t]);
        let def_loop = self.facts.innermost(fetched);
        let s = self.facts.symbol(SymKey::Parameter(of), |_| Sym {
            lo: range.lo,
            hi: range.hi,
            def_loop,
            ..Sym::new(SymKind::Input, "displacement", knowledge)
        });
        self.facts.terms.sym(s)
    }
}
