//! Calls with a time limit: their return value tells whether they have had an effect (theory, 4.6).

use super::CallSite;
use crate::interp::{Frame, Interp};
use rma_frontend::api::{ArgPos, Model, Order, OutKind, Returns};
use rma_skeleton::facts::Role;
use rma_skeleton::skeleton::{Block, NoteRef, OrderKind};
use rma_term::ids::TermId;
use rma_term::term::{CommId, Knowledge, SymKind};

/// The time limit that means "no limit" (`GASPI_BLOCK`), as a signed number.
const BLOCK: i64 = -1;
/// The group of all processes (`GASPI_GROUP_ALL`).
const GROUP_ALL: i64 = 0;

impl<'a> Interp<'a> {
    /// The return value of a call with a time limit: 0 for success, 1 where the time was up, or the code for a full queue.
    pub(super) fn status_of(&mut self, frame: &Frame<'a>, call: &CallSite) -> TermId {
        let Returns::Status(pos) = call.routine.returns else { return self.facts.terms.int(0) };
        let in_time = self.in_time(frame, call, pos);
        self.unless_full(frame, call, in_time)
    }

    /// 0, or 1 where the time was up.
    fn in_time(&mut self, frame: &Frame<'a>, call: &CallSite, pos: ArgPos) -> TermId {
        let zero = self.facts.terms.int(0);
        let limit = call.at(pos);
        if limit.and_then(|t| self.facts.terms.as_const(t)) == Some(BLOCK) {
            return zero;
        }
        let name = format!("result of {}", call.routine.name);
        let waits_a_while = limit.and_then(|t| self.facts.terms.as_const(t)).is_some_and(|ms| ms > 0);
        let role = if waits_a_while { Role::TimedOut } else { Role::Status };
        let s = self.site_symbol(frame, call.value, role, SymKind::Input, Knowledge::Known, &name);
        self.facts.terms.syms[s].lo = Some(0);
        self.facts.terms.syms[s].hi = Some(1);
        let limited = self.facts.terms.sym(s);
        let Some(limit) = limit.filter(|t| self.facts.terms.as_const(*t).is_none()) else { return limited };
        let block = self.facts.terms.int(BLOCK);
        let waits = self.facts.terms.eq(limit, block);
        self.facts.terms.ite(waits, zero, limited)
    }

    /// Condition that a call does what it does.
    pub(super) fn succeeds(&mut self, frame: &Frame<'a>, call: &CallSite) -> TermId {
        let status = self.status_of(frame, call);
        let succeeds = self.facts.terms.eq0(status);
        let Some(given) = self.memory_given(call) else { return succeeds };
        let some = self.facts.terms.ne0(given);
        self.facts.terms.all(&[succeeds, some])
    }

    /// The pointer that a call of OpenSHMEM frees, or the size of the memory that it makes; the call does nothing if that is
    /// zero (OpenSHMEM 1.6, 9.3.1).
    fn memory_given(&self, call: &CallSite) -> Option<TermId> {
        if !call.routine.is_symmetric() {
            return None;
        }
        let makes_memory = matches!(call.routine.returns, Returns::NewMemory { .. });
        match call.routine.frees {
            Some(ptr) => call.at(ptr).filter(|_| !makes_memory),
            None => call.named("size").filter(|_| makes_memory),
        }
    }

    /// The argument that determines the processes of a call.
    pub(super) fn comm_argument(&self, call: &CallSite) -> Option<TermId> {
        match call.routine.model {
            Model::Gaspi => call.named("group"),
            _ => call.named("comm").or_else(|| call.named("comm_old")),
        }
    }

    /// The processes that a call is about.
    pub(super) fn comm_of_call(&self, call: &CallSite) -> CommId {
        let argument = self.comm_argument(call);
        if call.routine.model != Model::Gaspi {
            return argument.map_or(CommId::Unknown, |c| self.comm(c));
        }
        match argument {
            None => CommId::World,
            Some(g) if self.facts.terms.as_const(g) == Some(GROUP_ALL) => CommId::World,
            Some(g) => self.comm(g),
        }
    }

    /// The notification that a wait has found: the only one that it waits for, or one of several.
    pub(super) fn found_note(&mut self, frame: &Frame<'a>, call: &CallSite) -> Option<NoteRef> {
        let (segment, begin, num) = (call.named("segment_id")?, call.named("notification_begin")?, call.named("num")?);
        if self.facts.terms.as_const(num) == Some(1) {
            return Some(NoteRef { segment, id: begin });
        }
        let name = call.routine.outputs.iter().find(|o| o.kind == OutKind::Notification);
        let name = name.and_then(|o| call.at(o.arg)).and_then(|p| self.facts.places(p).list.first().map(|p| p.obj));
        let name = name.map_or_else(|| "notification".to_owned(), |o| self.facts.objects[o].name.clone());
        let s = self.site_symbol(frame, call.value, Role::Notification, SymKind::Input, Knowledge::Known, &name);
        let id = self.facts.terms.sym(s);
        let end = self.facts.terms.add(begin, num);
        self.facts.terms.syms[s].lo = Some(self.facts.terms.as_const(begin).unwrap_or(0));
        self.facts.terms.syms[s].below = Some(end);
        self.facts.terms.syms[s].hi = self.facts.terms.as_const(end).and_then(|n| n.checked_sub(1));
        if self.facts.terms.as_const(begin).is_none() {
            self.facts.terms.syms[s].fact = Some(self.facts.terms.le(begin, id));
        }
        Some(NoteRef { segment, id })
    }

    /// The order event of a call on notifications.
    pub(super) fn notification(&mut self, frame: &Frame<'a>, call: &CallSite, order: Order) -> Option<OrderKind> {
        let segment = ["segment_id_notification", "segment_id_remote", "segment_id"].iter().find_map(|n| call.named(n));
        let note = |id| segment.map(|segment| NoteRef { segment, id });
        Some(match order {
            Order::Notified => OrderKind::Notified { note: self.found_note(frame, call)? },
            Order::ResetNotification => OrderKind::Reset { note: note(call.named("notification_id")?)? },
            _ => {
                let queue = call.named("queue").filter(|_| order == Order::Notify);
                OrderKind::Notify { note: note(call.named("notification_id")?)?, to: call.named("rank")?, queue }
            }
        })
    }

    /// `count` elements of the type that `code` names.
    pub(super) fn coded_blocks(&mut self, call: &CallSite, count: ArgPos, code: ArgPos, sizes: &[u64]) -> Vec<Block> {
        let mut blocks = self.unknown_blocks();
        let (Some(count), Some(code)) = (call.at(count), call.at(code)) else { return blocks };
        let size = self.facts.terms.as_const(code).and_then(|c| usize::try_from(c).ok()).and_then(|c| sizes.get(c));
        if let Some(size) = size {
            blocks[0].len = Some(self.facts.terms.scale(count, *size as i64));
        }
        blocks
    }
}
