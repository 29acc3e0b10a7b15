//! What a call completes (the table of `MPI 4.1, 12.5`, as rows) (theory, 2.3).

use super::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::{Completion, Scope, When};
use rma_frontend::ir::Const;
use rma_skeleton::facts::Role;
use rma_skeleton::skeleton::{Complete, Covers, Event, Part, Requests};
use rma_term::ids::TermId;

impl<'a> Interp<'a> {
    /// Records the completions of a call. Flags and indices that it sets become symbols here, so that the program's
    /// tests of them and the completion use the same value.
    pub(super) fn completions(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        let loc = frame.func.insts[call.value].loc;
        for c in &call.routine.completes {
            let cond = self.completion_condition(frame, call, c);
            if c.scope == Scope::ContextTargets {
                let win = self.context(call);
                for rank in self.listed_targets(call, mem) {
                    let covers = Covers::Target { win, rank };
                    let event = Complete { routine: call.routine, side: c.side, covers, cond, some: None };
                    self.emit(frame, loc, Event::Complete(event));
                }
                continue;
            }
            let Some(covers) = self.covers(frame, call, c, mem) else { continue };
            let event = Event::Complete(Complete {
                routine: call.routine,
                side: c.side,
                covers,
                cond,
                some: match c.when {
                    When::Indices => Some(Part { count: self.outcount(frame, call), least: 0 }),
                    When::SomeIndices => Some(Part { count: self.outcount(frame, call), least: 1 }),
                    _ => None,
                },
            });
            self.emit(frame, loc, event);
            if c.when == When::Index {
                self.none_left(frame, call, c, cond, mem);
            }
        }
        // A freed request completes nothing, and no later wait will.
        if let Some(ptr) = call.routine.forgets.and_then(|pos| call.at(pos)) {
            let cell = self.area(ptr, None);
            self.emit(frame, loc, Event::ForgetRequest { cell });
        }
    }

    /// For a call that returns one index: completes all of its requests under the condition that none of them was
    /// active.
    fn none_left(&mut self, frame: &mut Frame<'a>, call: &CallSite, c: &Completion, cond: TermId, mem: &mut Mem) {
        let (Some(none), Some(ptr)) = (self.none_active(frame, call), call.named("array_of_requests")) else { return };
        let Some(count) = call.named("count") else { return };
        let size = self.handle_size(call.routine);
        let value = self.load(frame, call.value, mem, ptr, size, false);
        let covers = Covers::Requests(Box::new(self.requests_at(ptr, count, size as i64, value, mem)));
        let none = self.facts.terms.ne0(none);
        let cond = self.facts.terms.all(&[cond, none]);
        let event = Complete { routine: call.routine, side: c.side, covers, cond, some: None };
        self.emit(frame, frame.func.insts[call.value].loc, Event::Complete(event));
    }

    /// Whether none of the requests of a wait-any call is active, 0 or 1 (MPI 4.1, 3.7.5): only in a program that knows
    /// `MPI_UNDEFINED`. Others are taken to wait for active requests alone.
    pub(super) fn none_active(&mut self, frame: &Frame<'a>, call: &CallSite) -> Option<TermId> {
        let undefined = self.facts.abi?.constants().undefined;
        let is_undefined = |c: &Const| matches!(c, Const::Int { value, .. } if *value == undefined);
        if !self.facts.module.consts.iter().any(is_undefined) {
            return None;
        }
        let name = format!("none active at {}", call.routine.name);
        let kind = rma_term::term::SymKind::Input;
        let s = self.site_symbol(frame, call.value, Role::NoneActive, kind, rma_term::term::Knowledge::Known, &name);
        self.facts.terms.syms[s].lo = Some(0);
        self.facts.terms.syms[s].hi = Some(1);
        Some(self.facts.terms.sym(s))
    }

    fn completion_condition(&mut self, frame: &Frame<'a>, call: &CallSite, c: &Completion) -> TermId {
        let mut parts = vec![self.succeeds(frame, call)];
        if c.unless_noprecede
            && let (Some(assert), Some(abi)) = (call.named("assert"), self.facts.abi)
        {
            parts.push(self.facts.lacks_bit(assert, abi.constants().mode_noprecede));
        }
        match c.when {
            When::Always => {}
            When::Flag => {
                let flag = self.flag(frame, call);
                parts.push(self.facts.terms.ne0(flag));
            }
            When::Index | When::Indices | When::SomeIndices => {
                if call.named("flag").is_some() {
                    let flag = self.flag(frame, call);
                    parts.push(self.facts.terms.ne0(flag));
                }
            }
        }
        self.facts.terms.all(&parts)
    }

    /// The value, 0 or 1, that a test call stores in `*flag`: which it is, is a matter of timing.
    pub(super) fn flag(&mut self, frame: &Frame<'a>, call: &CallSite) -> TermId {
        let name = format!("flag of {}", call.routine.name);
        let s = self.site_symbol(
            frame,
            call.value,
            Role::Flag,
            rma_term::term::SymKind::Input,
            rma_term::term::Knowledge::Known,
            &name,
        );
        self.facts.terms.syms[s].lo = Some(0);
        self.facts.terms.syms[s].hi = Some(1);
        self.facts.terms.sym(s)
    }

    /// The position that a wait-any call stores in `*index`: below the count, of a request that was active.
    pub(super) fn index(&mut self, frame: &Frame<'a>, call: &CallSite) -> TermId {
        let name = format!("index of {}", call.routine.name);
        let count = call.named("count");
        let kind = rma_term::term::SymKind::RequestIndex;
        let s = self.site_symbol(frame, call.value, Role::RequestIndex, kind, rma_term::term::Knowledge::Known, &name);
        self.facts.terms.syms[s].lo = Some(0);
        self.facts.terms.syms[s].below = count;
        self.facts.terms.sym(s)
    }

    /// The number of requests that a wait-some call completed, `MPI_UNDEFINED` if none was active.
    pub(super) fn outcount(&mut self, frame: &Frame<'a>, call: &CallSite) -> TermId {
        let name = format!("outcount of {}", call.routine.name);
        let s = self.site_symbol(
            frame,
            call.value,
            Role::Outcount,
            rma_term::term::SymKind::Input,
            rma_term::term::Knowledge::Known,
            &name,
        );
        self.facts.terms.sym(s)
    }

    fn covers(&mut self, frame: &Frame<'a>, call: &CallSite, c: &Completion, mem: &mut Mem) -> Option<Covers> {
        let size = self.handle_size(call.routine);
        let one = self.facts.terms.int(1);
        Some(match c.scope {
            Scope::FenceEpoch => Covers::Window { win: call.named("win")?, passive: None },
            Scope::StartEpoch => Covers::Window { win: call.named("win")?, passive: Some(false) },
            Scope::PassiveAll => Covers::Window { win: call.named("win")?, passive: Some(true) },
            Scope::Context => Covers::Window { win: self.context(call), passive: None },
            Scope::ContextTargets => return None,
            Scope::Queue => Covers::Queue(call.named("queue")?),
            Scope::File => Covers::Queue(call.named("fh")?),
            Scope::Notification => Covers::Note(self.found_note(frame, call)?),
            Scope::PassiveTarget => Covers::Target { win: call.named("win")?, rank: call.named("rank")? },
            Scope::FreedWindow => {
                let ptr = call.named("win")?;
                let win = self.load(frame, call.value, mem, ptr, size, false);
                Covers::Window { win, passive: None }
            }
            Scope::Request => {
                let ptr = call.named("request")?;
                if self.is_handle(ptr) {
                    // The handle itself (`MPI_Request_get_status`, `MPI_Parrived`).
                    let partition = call.named("partition");
                    let requests = Requests { partition, ..Requests::of_value(ptr, one, size as i64) };
                    return Some(Covers::Requests(Box::new(requests)));
                }
                let value = self.load(frame, call.value, mem, ptr, size, false);
                Covers::Requests(Box::new(self.requests_at(ptr, one, size as i64, value, mem)))
            }
            Scope::Requests => {
                let ptr = call.named("array_of_requests")?;
                if c.when == When::Index {
                    let i = self.index(frame, call);
                    let step = self.facts.terms.scale(i, size as i64);
                    let at = self.facts.terms.add(ptr, step);
                    let zero = self.facts.terms.int(0);
                    return Some(Covers::Requests(Box::new(self.requests_at(at, one, size as i64, zero, mem))));
                }
                let count = call.named("count").or_else(|| call.named("incount"))?;
                let value = self.load(frame, call.value, mem, ptr, size, false);
                Covers::Requests(Box::new(self.requests_at(ptr, count, size as i64, value, mem)))
            }
        })
    }
}
