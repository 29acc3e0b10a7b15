//! Which epochs are open on a window, as the content of cells of the window object (theory, 6.6).
//!
//! Because they are cells of memory, joins, loops and calls treat them like all other values. There are a few slots for
//! locks, one for each call site. If the lock of a slot is held and the call site takes a lock again (`for t:
//! lock(t)`), `MANY` is set; after that the locks count as unknown.

use crate::api::CallSite;
use crate::interp::Interp;
use crate::memory::{Entry, Mem, Sort};
use rma_frontend::api::Epoch;
use rma_frontend::ir::ValueId;
use rma_skeleton::skeleton::{EpochKind, Members};
use rma_term::ids::{CtxId, ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Knowledge, SymKind, Term};
use std::collections::BTreeMap;

/// Kind of the epoch ([`EpochKind`]).
pub(crate) const KIND: i64 = 0;
/// The state of the window is followed (1).
const FOLLOWED: i64 = 1;
/// An epoch of fences is open.
const FENCE: i64 = 2;
/// Number of the start call whose epoch is open, 0 if none.
const START: i64 = 3;
/// Locked for all.
const ALL: i64 = 4;
/// Exposed by a post.
const POST: i64 = 5;
/// More locks may be held than the slots contain.
const MANY: i64 = 6;
/// Locked or started since the fence that has opened an epoch (1).
const BETWEEN: i64 = 7;
/// First slot. A slot says that a lock is held, and for which rank.
const SLOTS: i64 = 16;

/// The calls that the states of windows refer to by numbers.
#[derive(Debug, Default)]
pub(crate) struct Sites {
    /// Lock calls on a window in order of discovery; the position is the slot.
    locks: BTreeMap<ObjId, Vec<(CtxId, ValueId)>>,
    /// Start calls with their groups; the position, from 1, is the number in `START`.
    starts: Vec<((CtxId, ValueId), Members)>,
}

/// Which epochs are open for an operation, or for a call that ends or flushes an epoch; the fields are truth values.
#[derive(Debug, Clone, Copy)]
struct Open {
    fence: TermId,
    started: TermId,
    /// A start has opened an epoch, and the target is in its group.
    member: TermId,
    all: TermId,
    post: TermId,
    /// A lock, to the target if there is one.
    locked: TermId,
}

impl Interp<'_> {
    /// A window is made: nothing is open.
    pub(crate) fn no_epoch(&mut self, win: ObjId, inst: TermId, mem: &mut Mem) {
        let (zero, one) = (self.facts.terms.int(0), self.facts.terms.int(1));
        // A cell that only one of two paths has written was 0 on the other.
        self.facts.objects[win].zeroed = true;
        self.put_state(mem, win, inst, FOLLOWED, one);
        let none = self.facts.terms.int(EpochKind::Unknown as i64);
        self.put_state(mem, win, inst, KIND, none);
        for cell in [FENCE, START, ALL, POST, MANY, BETWEEN] {
            self.put_state(mem, win, inst, cell, zero);
        }
        for slot in 0..self.facts.terms.limits.get(Limit::HeldLocks) {
            self.put_state(mem, win, inst, SLOTS + 2 * slot, zero);
            self.put_state(mem, win, inst, SLOTS + 2 * slot + 1, zero);
        }
    }

    /// Condition that no access epoch is open for an operation, and condition that it is one with a request in an
    /// epoch of active target synchronisation. `None`: not known.
    pub(crate) fn outside_epochs(
        &mut self,
        win: TermId,
        target: TermId,
        mem: &Mem,
    ) -> (Option<TermId>, Option<TermId>) {
        let Some(open) = self.open(win, Some(target), mem) else { return (None, None) };
        let passive = self.facts.terms.any(&[open.all, open.locked]);
        let any = self.facts.terms.any(&[open.fence, open.member, passive]);
        let active = self.facts.terms.any(&[open.fence, open.started]);
        let not_passive = self.facts.terms.not(passive);
        let active_only = self.facts.terms.all(&[active, not_passive]);
        let outside = self.facts.terms.not(any);
        (self.trusted(outside), self.trusted(active_only))
    }

    /// Condition that there is no epoch that the call could end or flush. `None`: not known, or a call of another kind.
    pub(crate) fn unmatched(&mut self, call: &CallSite, mem: &Mem) -> Option<TermId> {
        let change = call.routine.epoch?;
        let (win, rank) = (call.named("win")?, call.named("rank"));
        let open = self.open(win, rank, mem)?;
        let has = match change {
            Epoch::Complete => open.started,
            Epoch::Wait | Epoch::Test => open.post,
            Epoch::Unlock => open.locked,
            Epoch::UnlockAll => open.all,
            Epoch::Flush => self.facts.terms.any(&[open.all, open.locked]),
            _ => return None,
        };
        let mut parts = vec![self.facts.terms.not(has)];
        if let (Some(rank), Some(abi)) = (rank, self.facts.abi) {
            let null = self.facts.terms.int(abi.constants().proc_null);
            parts.push(self.facts.terms.ne(rank, null));
        }
        let unmatched = self.facts.terms.all(&parts);
        self.trusted(unmatched)
    }

    /// Condition that a fence ends an epoch between fences in which the window was locked or started. `None`: not known, or a call of
    /// another kind.
    pub(crate) fn mixed(&mut self, call: &CallSite, mem: &Mem) -> Option<TermId> {
        if call.routine.epoch != Some(Epoch::Fence) {
            return None;
        }
        let Term::Addr(obj, inst) = *self.facts.terms.get(call.named("win")?) else { return None };
        let (followed, open) = (self.state(mem, obj, inst, FOLLOWED)?, self.state(mem, obj, inst, FENCE)?);
        if !self.facts.terms.is_true(followed) {
            return None;
        }
        let between = self.state(mem, obj, inst, BETWEEN)?;
        let precedes = self.facts.lacks_bit(call.named("assert")?, self.facts.abi?.constants().mode_noprecede);
        let parts = [self.facts.terms.ne0(open), self.facts.terms.ne0(between), precedes];
        let mixed = self.facts.terms.all(&parts);
        self.trusted(mixed).filter(|m| !self.facts.terms.is_false(*m))
    }

    /// A call opens or ends an epoch. `flag`: what a test stores.
    pub(crate) fn move_epoch(&mut self, site: (CtxId, ValueId), call: &CallSite, flag: Option<TermId>, mem: &mut Mem) {
        let Some(change) = call.routine.epoch else { return };
        let Some(win) = call.named("win") else { return };
        if matches!(change, Epoch::Sync | Epoch::Flush | Epoch::Attach | Epoch::Detach) {
            return;
        }
        let Term::Addr(obj, inst) = *self.facts.terms.get(win) else {
            if let Some(choices) = self.window_choices(win) {
                return self.move_one_of(site, call, flag, &choices, mem);
            }
            // Some window: none of them is followed any longer.
            let mut objects = self.facts.objects_in(win);
            if objects.is_empty() {
                objects = self.facts.windows.keys().copied().collect();
            }
            for obj in objects {
                self.lose_state(mem, obj, None);
            }
            return;
        };
        self.lose_state(mem, obj, Some(inst));
        if mem.get(obj).is_none_or(|c| c.find(inst, self.facts.terms.int(FOLLOWED), 1).is_none()) {
            return;
        }
        let (zero, one) = (self.facts.terms.int(0), self.facts.terms.int(1));
        let constants = self.facts.abi.map(rma_frontend::api::Abi::constants);
        if matches!(change, Epoch::Start | Epoch::Lock | Epoch::LockAll) {
            self.put_state(mem, obj, inst, BETWEEN, one);
        }
        match change {
            Epoch::Fence => {
                let open = match (call.named("assert"), constants) {
                    (Some(assert), Some(c)) => self.facts.lacks_bit(assert, c.mode_nosucceed),
                    _ => one,
                };
                self.put_state(mem, obj, inst, FENCE, open);
                self.put_state(mem, obj, inst, BETWEEN, zero);
            }
            Epoch::Start => {
                let members = call.named("group").map_or(Members::Unknown, |g| self.group_members(g));
                let sites = &mut self.api.windows.epochs.starts;
                let n = match sites.iter().position(|(s, _)| *s == site) {
                    Some(n) => n,
                    None => {
                        sites.push((site, Members::Unknown));
                        sites.len() - 1
                    }
                };
                sites[n].1 = members;
                let number = self.facts.terms.int(n as i64 + 1);
                self.put_state(mem, obj, inst, START, number);
            }
            Epoch::Complete => self.put_state(mem, obj, inst, START, zero),
            Epoch::Post => self.put_state(mem, obj, inst, POST, one),
            Epoch::Wait => self.put_state(mem, obj, inst, POST, zero),
            Epoch::Test => {
                let Some(flag) = flag else { return };
                let open = self.state(mem, obj, inst, POST);
                let done = self.facts.terms.ne0(flag);
                match open {
                    Some(open) => {
                        let left = self.facts.terms.ite(done, zero, open);
                        self.put_state(mem, obj, inst, POST, left);
                    }
                    None => self.lose_state(mem, obj, None),
                }
            }
            Epoch::LockAll => self.put_state(mem, obj, inst, ALL, one),
            Epoch::UnlockAll => self.put_state(mem, obj, inst, ALL, zero),
            Epoch::Lock => self.lock(site, call.named("rank"), obj, inst, mem),
            Epoch::Unlock => self.unlock(call.named("rank"), obj, inst, mem),
            Epoch::Sync | Epoch::Flush | Epoch::Attach | Epoch::Detach | Epoch::Acquire | Epoch::Release => {}
        }
    }

    /// One of several windows, chosen by conditions: each gets its new state under its condition.
    fn move_one_of(
        &mut self,
        site: (CtxId, ValueId),
        call: &CallSite,
        flag: Option<TermId>,
        choices: &[(TermId, TermId)],
        mem: &mut Mem,
    ) {
        let Some(arg) = call.routine.arg("win") else { return };
        for &(guard, handle) in choices {
            let Term::Addr(obj, inst) = *self.facts.terms.get(handle) else { continue };
            let before = mem.get(obj).cloned().unwrap_or_default();
            let mut args = call.args.to_vec();
            args[arg] = handle;
            self.move_epoch(site, &CallSite { args: &args, ..*call }, flag, mem);
            let after = mem.get(obj).cloned().unwrap_or_default();
            for e in after.entries.iter().filter(|e| e.inst == inst && e.size == 1) {
                let old = before.find(inst, e.off, 1).map(|e| e.val);
                if let Some(old) = old.filter(|old| *old != e.val) {
                    let val = self.facts.terms.ite(guard, e.val, old);
                    mem.get_mut(obj).put(&self.facts.terms.limits, Entry { val, ..*e });
                }
            }
        }
    }

    fn lock(&mut self, site: (CtxId, ValueId), rank: Option<TermId>, obj: ObjId, inst: TermId, mem: &mut Mem) {
        let sites = self.api.windows.epochs.locks.entry(obj).or_default();
        let slot = match sites.iter().position(|s| *s == site) {
            Some(n) => n,
            None => {
                sites.push(site);
                sites.len() - 1
            }
        };
        let slots = self.facts.terms.limits.get::<i64>(Limit::HeldLocks);
        self.facts.terms.limits.room(Limit::HeldLocks, slot);
        let slot = SLOTS + 2 * (slot as i64 % slots.max(1));
        let (held, many) = (self.state(mem, obj, inst, slot), self.state(mem, obj, inst, MANY));
        let (Some(held), Some(many), Some(rank)) = (held, many, rank) else {
            self.lose_state(mem, obj, None);
            return;
        };
        let (held, many) = (self.facts.terms.ne0(held), self.facts.terms.ne0(many));
        let many = self.facts.terms.any(&[held, many]);
        let one = self.facts.terms.int(1);
        self.put_state(mem, obj, inst, MANY, many);
        self.put_state(mem, obj, inst, slot, one);
        self.put_state(mem, obj, inst, slot + 1, rank);
    }

    fn unlock(&mut self, rank: Option<TermId>, obj: ObjId, inst: TermId, mem: &mut Mem) {
        for n in 0..self.facts.terms.limits.get(Limit::HeldLocks) {
            let slot = SLOTS + 2 * n;
            let (held, of) = (self.state(mem, obj, inst, slot), self.state(mem, obj, inst, slot + 1));
            let (Some(held), Some(of), Some(rank)) = (held, of, rank) else {
                self.lose_state(mem, obj, None);
                return;
            };
            if self.facts.terms.is_false(held) {
                continue;
            }
            let other = self.facts.terms.ne(of, rank);
            let held = self.facts.terms.ne0(held);
            let left = self.facts.terms.all(&[held, other]);
            self.put_state(mem, obj, inst, slot, left);
        }
    }

    fn open(&mut self, win: TermId, target: Option<TermId>, mem: &Mem) -> Option<Open> {
        let always = self.facts.terms.truth(true);
        self.open_where(win, target, mem, always)
    }

    /// Condition that a handle means this window. A handle that is no window on other paths is not used there.
    fn means(&mut self, win: TermId, window: TermId) -> TermId {
        let Term::Ite(cond, a, b) = *self.facts.terms.get(win) else { return self.facts.terms.truth(win == window) };
        let not = self.facts.terms.not(cond);
        let (a, b) = (self.means(a, window), self.means(b, window));
        let (first, second) = (self.facts.terms.all(&[cond, a]), self.facts.terms.all(&[not, b]));
        self.facts.terms.any(&[first, second])
    }

    /// Like `open`, under the condition `given`. If only some processes have made the window at this place, the result holds for
    /// those processes.
    fn open_where(&mut self, win: TermId, target: Option<TermId>, mem: &Mem, given: TermId) -> Option<Open> {
        let Term::Addr(obj, inst) = *self.facts.terms.get(win) else {
            let choices = self.window_choices(win)?;
            let (last, rest) = choices.split_last()?;
            let used = self.means(win, last.1);
            let mut open = self.open_where(last.1, target, mem, used)?;
            for (guard, handle) in rest {
                let used = self.means(win, *handle);
                let this = self.open_where(*handle, target, mem, used)?;
                let mut choose = |a: TermId, b: TermId| self.facts.terms.ite(*guard, a, b);
                open = Open {
                    fence: choose(this.fence, open.fence),
                    started: choose(this.started, open.started),
                    member: choose(this.member, open.member),
                    all: choose(this.all, open.all),
                    post: choose(this.post, open.post),
                    locked: choose(this.locked, open.locked),
                };
            }
            return Some(open);
        };
        let followed = self.state(mem, obj, inst, FOLLOWED)?;
        let not_followed = self.facts.terms.eq0(followed);
        let not_followed = self.facts.terms.all(&[given, not_followed]);
        if !self.facts.terms.is_false(not_followed) {
            return None;
        }
        let mut flags = Vec::new();
        for cell in [FENCE, START, ALL, POST, MANY] {
            let value = self.state(mem, obj, inst, cell)?;
            flags.push(self.facts.terms.ne0(value));
        }
        let start = self.state(mem, obj, inst, START)?;
        let mut locks = vec![flags[4]];
        for n in 0..self.facts.terms.limits.get(Limit::HeldLocks) {
            let held = self.state(mem, obj, inst, SLOTS + 2 * n)?;
            if self.facts.terms.is_false(held) {
                continue;
            }
            let held = self.facts.terms.ne0(held);
            let of = self.state(mem, obj, inst, SLOTS + 2 * n + 1)?;
            let same = match target {
                Some(target) => self.facts.terms.eq(of, target),
                None => self.facts.terms.truth(true),
            };
            locks.push(self.facts.terms.all(&[held, same]));
        }
        let locked = self.facts.terms.any(&locks);
        let member = match target {
            Some(target) if self.facts.terms.as_const(start) != Some(0) => self.started_to(obj, start, target),
            _ => flags[1],
        };
        Some(Open { fence: flags[0], started: flags[1], member, all: flags[2], post: flags[3], locked })
    }

    /// The start call whose epoch is open has the target in its group.
    fn started_to(&mut self, win: ObjId, start: TermId, target: TermId) -> TermId {
        // Ranks of groups are those of the communicator that the group was made of.
        let world = self.facts.windows.get(&win).is_some_and(|w| w.comm == CommId::World);
        let mut paths = Vec::new();
        for n in 0..self.api.windows.epochs.starts.len() {
            let number = self.facts.terms.int(n as i64 + 1);
            let this = self.facts.terms.eq(start, number);
            if self.facts.terms.is_false(this) {
                continue;
            }
            let member = match self.api.windows.epochs.starts[n].1.clone() {
                Members::Only(ranks) if world => {
                    let same: Vec<TermId> = ranks.iter().map(|r| self.facts.terms.eq(*r, target)).collect();
                    self.facts.terms.any(&same)
                }
                Members::Except(ranks) if world => {
                    let others: Vec<TermId> = ranks.iter().map(|r| self.facts.terms.ne(*r, target)).collect();
                    self.facts.terms.all(&others)
                }
                _ => self.facts.terms.truth(true),
            };
            paths.push(self.facts.terms.all(&[this, member]));
        }
        self.facts.terms.any(&paths)
    }

    fn put_state(&mut self, mem: &mut Mem, obj: ObjId, inst: TermId, cell: i64, val: TermId) {
        let off = self.facts.terms.int(cell);
        mem.get_mut(obj)
            .put(&self.facts.terms.limits, Entry { inst, off, size: 1, val, sort: Sort::Integer, only_read: false });
    }

    fn state(&mut self, mem: &Mem, obj: ObjId, inst: TermId, cell: i64) -> Option<TermId> {
        let off = self.facts.terms.int(cell);
        mem.get(obj)?.find(inst, off, 1).map(|e| e.val)
    }

    /// Code that is not followed may have opened and ended epochs.
    pub(crate) fn lose_epochs(&mut self, mem: &mut Mem) {
        for obj in self.facts.windows.keys().copied().collect::<Vec<_>>() {
            self.lose_state(mem, obj, None);
        }
    }

    /// Stops following the state of a window; with `but`, the states of other instances that may be the same window.
    fn lose_state(&mut self, mem: &mut Mem, obj: ObjId, but: Option<TermId>) {
        let (off, zero) = (self.facts.terms.int(FOLLOWED), self.facts.terms.int(0));
        let Some(content) = mem.get(obj) else { return };
        let instances: Vec<TermId> = content.entries.iter().filter(|e| e.off == off).map(|e| e.inst).collect();
        for inst in instances {
            if let Some(but) = but {
                let same = self.facts.terms.eq(inst, but);
                if inst == but || self.facts.terms.is_false(same) {
                    continue;
                }
            }
            self.put_state(mem, obj, inst, FOLLOWED, zero);
        }
    }

    /// The condition, if it depends only on known data. A value that a join could not represent is not known.
    fn trusted(&self, cond: TermId) -> Option<TermId> {
        let known = |x: SymId| {
            let sym = &self.facts.terms.syms[x];
            sym.knowledge != Knowledge::Lost && !matches!(sym.kind, SymKind::Lost | SymKind::LoopPhi(_))
        };
        (!self.facts.terms.any_sym(cond, |x| !known(x))).then_some(cond)
    }
}
