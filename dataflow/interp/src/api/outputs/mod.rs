//! Values that a call stores through its pointer arguments (theory, 4.6).

mod attributes;
pub(crate) use attributes::attribute_number;
mod communicators;
mod datatypes;
mod handles;
mod inputs;
mod memory;
mod status;
mod windows;

use super::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::{AccessKind, ArgPos, Bank, OutKind, Output, When};
use rma_skeleton::facts::Role;
use rma_skeleton::skeleton::Actor;
use rma_term::ids::TermId;
use rma_term::object::ObjKind;

impl<'a> Interp<'a> {
    /// Stores the outputs of a call.
    pub(crate) fn outputs(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        for out in &call.routine.outputs {
            self.output(frame, call, out, mem);
        }
    }

    fn output(&mut self, frame: &mut Frame<'a>, call: &CallSite, out: &Output, mem: &mut Mem) {
        let Some(ptr) = call.at(out.arg) else { return };
        if self.attribute_output(frame, call, (out.kind, ptr), mem) {
            return;
        }
        if matches!(out.kind, OutKind::Status) {
            return self.status(frame, call, out.arg, ptr, mem);
        }
        let by_effect = call
            .routine
            .effects
            .iter()
            .any(|e| e.at == out.arg && e.bank == Bank::Own && e.access == AccessKind::Write);
        if !by_effect && matches!(out.kind, OutKind::InputBytes | OutKind::CartCoords | OutKind::CartDims) {
            let count = ["maxdims", "ndims"].iter().find_map(|n| call.named(n));
            let len = count.filter(|_| out.kind != OutKind::InputBytes).map(|n| self.facts.terms.scale(n, 4));
            self.written(frame, call, out.arg, ptr, len);
        }
        if self.array_output(frame, call, out, mem) {
            return;
        }
        if out.kind == OutKind::InputBytes {
            if !by_effect {
                self.learn(mem, ptr, None);
                self.is_learned_otherwise(ptr);
            }
            return;
        }
        if out.kind == OutKind::LibraryState {
            // An object that is not known is no memory of the program.
            if !self.facts.places(ptr).unknown {
                self.learn(mem, ptr, None);
            }
            return;
        }
        if out.kind == OutKind::Cancelled {
            return self.cancel(frame, call, out.arg, ptr, mem);
        }
        if out.kind == OutKind::Neighbors {
            self.written(frame, call, out.arg, ptr, None);
            return self.neighbours(call, (out, ptr), mem);
        }
        if out.kind == OutKind::TranslatedRanks {
            return self.translated_ranks(frame, call, ptr, mem);
        }
        if out.kind == OutKind::GroupMember {
            return self.add_member(frame, call);
        }
        if out.kind == OutKind::VariableArguments {
            return self.variable_arguments(frame, call, ptr, mem);
        }
        let kind = call.named("kind").filter(|_| out.kind == OutKind::Input);
        let kind = kind.and_then(|k| self.facts.terms.as_const(k)).and_then(|k| u64::try_from(k).ok());
        // A file is a pointer in C, whatever the other handles are.
        let file = call.routine.fortran.is_none() && call.routine.arg("fh") == Some(out.arg);
        let size = out.size.or(kind).or(file.then_some(8)).or_else(|| self.output_size(call, out.kind));
        if let Some(size) = size {
            // Request cells are written by waits too; no program reads them as data.
            if !matches!(out.kind, OutKind::NullHandle | OutKind::Request | OutKind::PersistentRequest) {
                let len = self.facts.terms.int(size as i64);
                self.written(frame, call, out.arg, ptr, Some(len));
            }
        }
        if matches!(out.kind, OutKind::NullHandle | OutKind::NullHandles) && !call.routine.completes.is_empty() {
            let now = self.load(frame, call.value, mem, ptr, self.handle_size(call.routine), false);
            if self.facts.objects_in(now).iter().any(|o| self.api.requests.persistent.contains_key(o)) {
                // A persistent request becomes inactive, not null.
                return;
            }
        }
        let Some(value) = self.output_value(frame, call, out, mem) else {
            let requests = call.named("count").filter(|_| out.kind == OutKind::NullHandles);
            let size = self.handle_size(call.routine) as i64;
            let len = requests.map(|n| self.facts.terms.scale(n, size));
            self.clobber(mem, ptr, len);
            return;
        };
        let value = if out.kind == OutKind::NullHandle && call.routine.completes.iter().any(|c| c.when == When::Flag) {
            // A test that finds nothing leaves the request as it is.
            let flag = self.flag(frame, call);
            let found = self.facts.terms.ne0(flag);
            let now = self.load(frame, call.value, mem, ptr, self.handle_size(call.routine), false);
            self.facts.terms.ite(found, value, now)
        } else {
            value
        };
        self.store_output(mem, ptr, size.unwrap_or(4), value);
    }

    /// A call writes this many bytes through an argument; `None`: the number is not known.
    fn written(&mut self, frame: &mut Frame<'a>, call: &CallSite, arg: ArgPos, ptr: TermId, len: Option<TermId>) {
        let area = self.area(ptr, len);
        let yes = self.facts.terms.truth(true);
        let loc = frame.func.insts[call.value].loc;
        let arg = call.routine.args.get(arg).cloned().unwrap_or_default();
        let actor = Actor::Argument { routine: call.routine, arg };
        self.emit_access(frame, loc, AccessKind::Write, area, actor, yes);
    }

    fn store_output(&mut self, mem: &mut Mem, ptr: TermId, size: u64, value: TermId) {
        self.store(mem, ptr, size, value, false);
    }

    fn output_size(&self, call: &CallSite, kind: OutKind) -> Option<u64> {
        match kind {
            OutKind::CommRank
            | OutKind::CommSize
            | OutKind::CommRemoteSize
            | OutKind::GroupSize
            | OutKind::GroupRank => Some(4),
            OutKind::TypeSize => Some(call.routine.count_size()),
            OutKind::Flag
            | OutKind::Keyval
            | OutKind::HasAttribute
            | OutKind::AttributeFound
            | OutKind::Index
            | OutKind::Outcount
            | OutKind::Input
            | OutKind::SharedUnit
            | OutKind::Limit
            | OutKind::QueueCount
            | OutKind::ThreadLevel
            | OutKind::CancelledFlag
            | OutKind::ErrorCode => Some(4),
            OutKind::CartShiftSource | OutKind::CartShiftDest | OutKind::CartRank => Some(4),
            OutKind::SegmentPointer
            | OutKind::Attribute
            | OutKind::BasePointer
            | OutKind::SharedBase
            | OutKind::WinAttribute
            | OutKind::Address => Some(8),
            OutKind::TypeLb | OutKind::TypeExtent | OutKind::InputWide | OutKind::SharedSize => Some(8),
            OutKind::Status | OutKind::InputBytes | OutKind::CartCoords | OutKind::CartDims | OutKind::NullHandles => {
                None
            }
            OutKind::ContextCreate
            | OutKind::TeamOfContext
            | OutKind::TeamStrided
            | OutKind::TeamRow
            | OutKind::TeamColumn => Some(8),
            _ => Some(self.handle_size(call.routine)),
        }
    }

    /// The value that a call stores through an argument; `None`: it is not known, or is there already.
    fn output_value(&mut self, frame: &mut Frame<'a>, call: &CallSite, out: &Output, mem: &mut Mem) -> Option<TermId> {
        match out.kind {
            OutKind::CommRank | OutKind::CommSize | OutKind::GroupRank | OutKind::GroupSize => {
                self.rank_or_size(call, out.kind)
            }
            OutKind::CommRemoteSize => {
                let comm = self.comm_of_call(call);
                self.facts.remote_size(comm)
            }
            OutKind::CommDup => self.duplicate(frame, call, out),
            OutKind::CommSplit | OutKind::CommSplitType | OutKind::CommCreate | OutKind::CommOther => {
                Some(self.part_of_comm(frame, call, out, mem))
            }
            OutKind::CommTopology => Some(self.new_topology(frame, call, out, mem)),
            OutKind::GroupNew => Some(self.new_group_of_processes(frame, call, out)),
            OutKind::GroupOfComm
            | OutKind::GroupOfWin
            | OutKind::GroupIncl
            | OutKind::GroupExcl
            | OutKind::GroupRangeIncl
            | OutKind::GroupRangeExcl
            | OutKind::GroupOther => Some(self.group_output(frame, call, out, mem)),
            OutKind::TypeContiguous
            | OutKind::TypeVector
            | OutKind::TypeHvector
            | OutKind::TypeIndexed
            | OutKind::TypeHindexed
            | OutKind::TypeIndexedBlock
            | OutKind::TypeHindexedBlock
            | OutKind::TypeStruct
            | OutKind::TypeSubarray
            | OutKind::TypeResized
            | OutKind::TypeDup
            | OutKind::TypeOther => Some(self.new_datatype(frame, call, out, mem)),
            OutKind::TypeSize | OutKind::TypeLb | OutKind::TypeExtent => self.property_of_datatype(frame, call, out),
            OutKind::WinCreate | OutKind::WinAllocate | OutKind::WinAllocateShared | OutKind::WinCreateDynamic => {
                Some(self.new_window(frame, call, out, mem))
            }
            OutKind::BasePointer => Some(self.base_pointer(frame, call, mem)),
            OutKind::SharedBase => self.shared_base(frame, call, out),
            OutKind::SharedSize | OutKind::SharedUnit => Some(self.given_for_part(frame, call, out)),
            OutKind::SegmentPointer => self.segment_pointer(frame, call),
            OutKind::WinAttribute => self.window_attribute(frame, call, out, mem),
            OutKind::Address => call.named("location"),
            OutKind::ContextCreate
            | OutKind::TeamOfContext
            | OutKind::TeamStrided
            | OutKind::TeamRow
            | OutKind::TeamColumn => self.symmetric_handle(frame, call, out),
            OutKind::Request | OutKind::PersistentRequest => {
                Some(self.new_handle(frame, call, out, ObjKind::Request, None))
            }
            OutKind::Keyval => {
                let key = self.new_handle(frame, call, out, ObjKind::OtherHandle, None);
                self.no_attributes(key, mem);
                Some(key)
            }
            OutKind::Queue | OutKind::OtherHandle => {
                let new = self.new_handle(frame, call, out, ObjKind::OtherHandle, None);
                if call.routine.arg("fh") == Some(out.arg) {
                    self.opens(frame, call, new, mem);
                }
                Some(new)
            }
            OutKind::NullHandle => Some(self.null_handle(call, out)),
            OutKind::Flag => Some(self.flag_output(frame, call, out)),
            OutKind::CancelledFlag => Some(self.was_cancelled(frame, call, out, mem)),
            OutKind::Index => Some(self.index_output(frame, call, out)),
            OutKind::Outcount => Some(self.outcount(frame, call)),
            OutKind::AttributeFound => Some(self.attribute_found(frame, call, out)),
            OutKind::ErrorCode => Some(self.facts.terms.int(0)),
            OutKind::Notification => self.found_note(frame, call).map(|note| note.id),
            OutKind::CartShiftSource | OutKind::CartShiftDest => self.neighbour(frame, call, out),
            OutKind::CartRank => Some(match self.rank_of_coordinates(call, mem) {
                Some(rank) => rank,
                None => self.input(frame, call.value, Role::Output(out.arg), "rank of coordinates"),
            }),
            OutKind::CartCoords | OutKind::CartDims => self.coordinates(frame, call, out, mem),
            OutKind::Attribute => self.attribute_of_library(frame, call, out, mem),
            OutKind::HasAttribute if self.asks_for_tags(call) => Some(self.facts.terms.int(1)),
            OutKind::Input
            | OutKind::InputWide
            | OutKind::ThreadLevel
            | OutKind::Limit
            | OutKind::QueueCount
            | OutKind::HasAttribute => self.run_time_value(frame, call, out, mem),
            OutKind::SetAttribute
            | OutKind::NoAttribute
            | OutKind::NullHandles
            | OutKind::InputBytes
            | OutKind::LibraryState
            | OutKind::Cancelled
            | OutKind::TranslatedRanks
            | OutKind::Neighbors
            | OutKind::GroupMember
            | OutKind::Status
            | OutKind::VariableArguments
            | OutKind::ArrayNew
            | OutKind::ArrayCopy
            | OutKind::ArrayAssigned
            | OutKind::ArrayResult
            | OutKind::ArrayLike
            | OutKind::ArrayBounds
            | OutKind::ArrayDead
            | OutKind::ArrayNull
            | OutKind::ArrayTyped
            | OutKind::ArrayAssociated
            | OutKind::Finalized
            | OutKind::PartsDead
            | OutKind::PartsReplaced
            | OutKind::Trampoline
            | OutKind::ArrayMoved
            | OutKind::Defaults
            | OutKind::CommandText => None,
        }
    }

    /// A context or team, with the name of the variable that gets its handle.
    fn symmetric_handle(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output) -> Option<TermId> {
        let place = self.facts.places(call.at(out.arg)?).list.first().map(|p| p.obj);
        let name = place.map_or_else(String::new, |o| self.facts.objects[o].name.clone());
        self.symmetric_output(frame, call, out, name)
    }
}
