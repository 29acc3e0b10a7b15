//! Values that a call stores through its pointer arguments.

use super::CallSite;
use crate::interp::Made;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::{
    Abi, AccessKind, ArgPos, Bank, HandleKey, Mode, Order, OutKind, Output, Returns, When, handle_kind_of_argument,
};
use rma_skeleton::facts::Leaders;
use rma_skeleton::facts::Role;
use rma_skeleton::skeleton::Actor;
use rma_term::ids::ObjId;
use rma_term::ids::TermId;
use rma_term::object::ObjKind;
use rma_term::term::{CommId, Knowledge, SymKind, Term};

impl<'a> Interp<'a> {
    /// Stores the outputs of a call.
    pub(crate) fn outputs(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        for out in &call.routine.outputs {
            self.output(frame, call, out, mem);
        }
    }

    fn output(&mut self, frame: &mut Frame<'a>, call: &CallSite, out: &Output, mem: &mut Mem) {
        let Some(ptr) = call.at(out.arg) else { return };
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
        if out.kind == OutKind::GroupMember {
            return self.add_member(frame, call);
        }
        if out.kind == OutKind::VariableArguments {
            return self.variable_arguments(frame, call, ptr, mem);
        }
        let kind = call.named("kind").filter(|_| out.kind == OutKind::Input);
        let kind = kind.and_then(|k| self.facts.terms.as_const(k)).and_then(|k| u64::try_from(k).ok());
        let size = out.size.or(kind).or_else(|| self.output_size(call, out.kind));
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
            self.clobber(mem, ptr, None);
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

    /// A call writes so many bytes through an argument; `None`: how many is not known.
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
            OutKind::CommRank | OutKind::CommSize | OutKind::GroupSize | OutKind::GroupRank => Some(4),
            OutKind::TypeSize => Some(call.routine.count_size()),
            OutKind::Flag
            | OutKind::AttributeFound
            | OutKind::Index
            | OutKind::Outcount
            | OutKind::Input
            | OutKind::ThreadLevel
            | OutKind::ErrorCode => Some(4),
            OutKind::CartShiftSource | OutKind::CartShiftDest | OutKind::CartRank => Some(4),
            OutKind::SegmentPointer
            | OutKind::BasePointer
            | OutKind::SharedBase
            | OutKind::WinAttribute
            | OutKind::Address => Some(8),
            OutKind::TypeLb | OutKind::TypeExtent | OutKind::InputWide => Some(8),
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

    /// The status of a message, or those of several: of its fields the sender and the tag are known by name.
    fn status(&mut self, frame: &mut Frame<'a>, call: &CallSite, arg: ArgPos, ptr: TermId, mem: &mut Mem) {
        if self.facts.places(ptr).list.is_empty() {
            return;
        }
        let constants = self.facts.abi.map(rma_frontend::api::Abi::constants);
        let size = constants.map_or(24, |c| c.status_size);
        let n = self.facts.terms.int(size);
        let several = call.routine.args.get(arg).is_some_and(|name| name.starts_with("array_of"));
        let len = match ["count", "incount"].iter().find_map(|n| call.named(n)).filter(|_| several) {
            Some(count) => self.facts.terms.scale(count, size),
            None => n,
        };
        self.written(frame, call, arg, ptr, Some(len));
        self.clobber(mem, ptr, Some(n));
        let received = call.routine.order.iter().any(|o| matches!(o, Order::Recv | Order::Probe));
        self.tag_in_status(frame, call, received, ptr, mem);
        let (Some(c), Some(source)) = (constants, call.named("source").filter(|_| received)) else { return };
        let sender = if self.facts.terms.as_const(source) == Some(c.any_source) {
            self.sender(frame, call)
        } else {
            (call.routine.mode() == Mode::Blocking).then_some(source)
        };
        if let Some(sender) = sender {
            let at = self.facts.terms.add_int(ptr, c.status_source);
            self.store(mem, at, 4, sender, false);
        }
    }

    /// The tag of a message stands for what its sender has done before. Where it is not followed which message a receive of any
    /// tag takes, the tag is lost.
    fn tag_in_status(&mut self, frame: &mut Frame<'a>, call: &CallSite, received: bool, ptr: TermId, mem: &mut Mem) {
        let Some(c) = self.facts.abi.map(rma_frontend::api::Abi::constants) else { return };
        let tag = if received {
            let Some(tag) = call.named("recvtag").or_else(|| call.named("tag")) else { return };
            if self.facts.terms.as_const(tag) == Some(c.any_tag) {
                self.tag_in_message(frame, call)
            } else if call.routine.mode() == Mode::Blocking {
                tag
            } else {
                return;
            }
        } else if !call.routine.completes.is_empty() {
            self.tag_in_message(frame, call)
        } else {
            return;
        };
        let at = self.facts.terms.add_int(ptr, c.status_tag);
        self.store(mem, at, 4, tag, false);
    }

    fn output_value(&mut self, frame: &mut Frame<'a>, call: &CallSite, out: &Output, mem: &mut Mem) -> Option<TermId> {
        let role = Role::Output(out.arg);
        Some(match out.kind {
            OutKind::CommRank => {
                let comm = self.comm_of_call(call);
                self.facts.rank_in_comm(comm)
            }
            OutKind::CommSize => {
                let comm = self.comm_of_call(call);
                self.facts.size_of_comm(comm)
            }
            OutKind::SegmentPointer => self.segment_pointer(frame, call)?,
            OutKind::Notification => self.found_note(frame, call)?.id,
            OutKind::GroupNew => {
                let group = self.new_comm(frame, call, out, None);
                if let Term::Addr(obj, _) = *self.facts.terms.get(group)
                    && self.facts.communicators.of(obj).added.is_empty()
                {
                    self.tied_somehow(obj);
                }
                group
            }
            OutKind::Queue => self.new_handle(frame, call, out, ObjKind::OtherHandle, None),
            OutKind::GroupRank | OutKind::GroupSize => {
                let group = call.named("group")?;
                let comm = self.comm(group);
                if out.kind == OutKind::GroupRank {
                    self.facts.rank_in_comm(comm)
                } else {
                    self.facts.size_of_comm(comm)
                }
            }
            OutKind::WinCreate | OutKind::WinAllocate | OutKind::WinAllocateShared | OutKind::WinCreateDynamic => {
                self.new_window(frame, call, out, mem)
            }
            OutKind::BasePointer => {
                let size = call.named("size");
                let obj = self.memory_of(frame, call, size, mem);
                let inst = self.instance_here(frame);
                self.facts.terms.addr_of(obj, inst)
            }
            OutKind::WinAttribute => self.window_attribute(frame, call, role)?,
            OutKind::CommDup => {
                let comm = call.named("comm")?;
                let id = self.comm(comm);
                let new = self.new_comm(frame, call, out, Some(id));
                self.same_grid(comm, new);
                new
            }
            OutKind::CommSplit | OutKind::CommSplitType | OutKind::CommCreate | OutKind::CommOther => {
                if let Some(slice) = self.new_slice(frame, call, out, mem) {
                    return Some(slice);
                }
                let congruent = self.keeps_ranks(call);
                let new = self.new_comm(frame, call, out, congruent);
                let Term::Addr(obj, _) = *self.facts.terms.get(new) else { return Some(new) };
                if call.named("key").is_some_and(|k| !self.in_order(call, k)) {
                    // Who has which rank there the keys decide.
                    let rank = self.facts.rank_in_comm(CommId::Object(obj));
                    if let Term::Sym(x) = *self.facts.terms.get(rank) {
                        self.facts.terms.syms[x].knowledge = Knowledge::Lost;
                    }
                }
                if let Some(local) = call.named("local_comm").or_else(|| call.named("local_group")) {
                    let local = self.comm(local);
                    self.facts.communicators.of_mut(obj).local_group = Some(local);
                    if local != CommId::Unknown {
                        // Rank and size are those in the local group (MPI 4.1, 7.6.1).
                        let (rank, size) = (self.facts.rank_in_comm(local), self.facts.size_of_comm(local));
                        self.facts.communicators.of_mut(obj).rank = Some(rank);
                        self.facts.communicators.of_mut(obj).size = Some(size);
                    }
                    let leaders = (call.named("local_leader"), call.named("peer_comm"), call.named("remote_leader"));
                    if let (Some(own), Some(peer), Some(other)) = leaders {
                        let peer = self.comm(peer);
                        self.facts.communicators.of_mut(obj).leaders = Some(Leaders { own, peer, other });
                    }
                }
                if let Some(comm) = call.named("comm") {
                    let parent = self.comm(comm);
                    self.facts.communicators.of_mut(obj).parent = Some(parent);
                }
                let undefined = self.facts.abi.map_or(i64::MIN, |a| a.constants().undefined);
                let undefined = self.facts.terms.int(undefined);
                let colour = match (call.named("color"), call.named("split_type")) {
                    (Some(colour), _) => colour,
                    (None, Some(by)) => {
                        let place = self.tied_by(obj, by, "the node of the process", Knowledge::Input);
                        let none = self.facts.terms.eq(by, undefined);
                        self.facts.terms.ite(none, undefined, place)
                    }
                    // The members of a group have one colour, the others none.
                    (None, None) => match self.in_group(call) {
                        Some(member) => {
                            let one = self.facts.terms.int(1);
                            self.facts.terms.ite(member, one, undefined)
                        }
                        None => {
                            if call.named("group").is_some() {
                                self.tied_somehow(obj);
                            }
                            return Some(new);
                        }
                    },
                };
                self.facts.communicators.of_mut(obj).colour = Some(colour);
                if let (OutKind::CommSplit, Some(comm)) = (&out.kind, call.named("comm")) {
                    let parent = self.comm(comm);
                    self.facts.communicators.of_mut(obj).split_of = Some(parent);
                    self.rank_of_part(call, obj, parent);
                }
                // Who gives no colour gets no communicator.
                let without = self.facts.terms.eq(colour, undefined);
                let null = self.null_handle(call, out);
                self.facts.terms.ite(without, null, new)
            }
            OutKind::CommTopology => self.new_topology(frame, call, out, mem),
            OutKind::GroupOfComm | OutKind::GroupOfWin => {
                let id = match call.named("comm") {
                    Some(c) => self.comm(c),
                    None => {
                        call.named("win").and_then(|w| self.facts.window(w)).map_or(CommId::Unknown, |(_, w)| w.comm)
                    }
                };
                let group = self.new_handle(frame, call, out, ObjKind::Group, Some(id));
                self.new_group(call, out.kind, group, mem);
                group
            }
            OutKind::GroupIncl
            | OutKind::GroupExcl
            | OutKind::GroupRangeIncl
            | OutKind::GroupRangeExcl
            | OutKind::GroupOther => {
                let group = self.new_handle(frame, call, out, ObjKind::Group, None);
                self.new_group(call, out.kind, group, mem);
                group
            }
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
            | OutKind::TypeOther => {
                let layout = self.construct(frame, call, out.kind, mem);
                let obj = self.new_object(
                    frame,
                    call.value,
                    Made::Output(out.arg),
                    ObjKind::Datatype,
                    "datatype".into(),
                    None,
                );
                let inst = self.instance_here(frame);
                self.set_layout(obj, layout, inst);
                // Of several member types there is no one element.
                let element = call.named("oldtype").and_then(|t| self.basic_element(t));
                if let Some(element) = element {
                    self.api.datatypes.elements.insert(obj, element);
                }
                self.facts.terms.addr_of(obj, inst)
            }
            OutKind::TypeSize | OutKind::TypeLb | OutKind::TypeExtent => {
                let ty = call.named("datatype")?;
                let layout = self.layout(ty);
                match out.kind {
                    OutKind::TypeSize => layout.size,
                    OutKind::TypeLb => Some(layout.lb),
                    _ => layout.extent,
                }
                .unwrap_or_else(|| self.lost(frame, call.value, role))
            }
            OutKind::ContextCreate
            | OutKind::TeamOfContext
            | OutKind::TeamStrided
            | OutKind::TeamRow
            | OutKind::TeamColumn => {
                let place = self.facts.places(call.at(out.arg)?).list.first().map(|p| p.obj);
                let name = place.map_or_else(String::new, |o| self.facts.objects[o].name.clone());
                self.symmetric_output(frame, call, out, name)?
            }
            OutKind::Request | OutKind::PersistentRequest => self.new_handle(frame, call, out, ObjKind::Request, None),
            OutKind::NullHandle => self.null_handle(call, out),
            OutKind::NullHandles => {
                return None;
            }
            OutKind::Flag => {
                // The flag of a probe or of a test of an exposure epoch is known by the same name where it has its effect.
                let effect = !call.routine.order.is_empty() || call.routine.epoch.is_some();
                if call.routine.completes.is_empty() && !effect {
                    self.input(frame, call.value, role, "flag")
                } else {
                    self.flag(frame, call)
                }
            }
            OutKind::Index => {
                if call.routine.completes.iter().any(|c| c.when == rma_frontend::api::When::Index) {
                    let index = self.index(frame, call);
                    // Fortran counts from one.
                    self.facts.terms.add_int(index, i64::from(call.routine.fortran.is_some()))
                } else {
                    self.input(frame, call.value, role, "index")
                }
            }
            OutKind::Outcount => self.outcount(frame, call),
            OutKind::AttributeFound => match self.facts.abi.zip(self.keyval(call)) {
                Some((abi, key)) if abi.constants().is_window_attribute(key) => self.facts.terms.int(1),
                _ => self.input(frame, call.value, role, "flag"),
            },
            OutKind::Address => call.named("location")?,
            OutKind::CartShiftSource | OutKind::CartShiftDest => self.neighbour(frame, call, out)?,
            OutKind::CartRank => match self.rank_of_coordinates(call, mem) {
                Some(rank) => rank,
                None => self.input(frame, call.value, role, "rank of coordinates"),
            },
            OutKind::CartCoords | OutKind::CartDims => return self.coordinates(frame, call, out, mem),
            OutKind::SharedBase => self.shared_base(frame, call, out)?,
            OutKind::ErrorCode => self.facts.terms.int(0),
            OutKind::OtherHandle => self.new_handle(frame, call, out, ObjKind::OtherHandle, None),
            // `strtol(argv[1], &end, 10)`: the end is as well known as the text.
            OutKind::Input | OutKind::InputWide
                if call.routine.returns == Returns::Function && call.at(0).is_some_and(|a| self.is_parameter(a)) =>
            {
                let text = call.at(0)?;
                let of = self.facts.terms.apply(&format!("{} output", call.routine.name), &[text]);
                self.parameter(of, "argv[..]")
            }
            OutKind::Input if matches!(call.routine.returns, Returns::Likewise(_)) => {
                let of = call.at(0).filter(|of| self.is_parameter(*of));
                match of {
                    Some(of) => self.as_known_as(frame, call, Some(of), "item"),
                    None => self.input(frame, call.value, role, "a value that the program reads"),
                }
            }
            OutKind::ThreadLevel => {
                let s = self.site_symbol(
                    frame,
                    call.value,
                    role,
                    SymKind::Parameter,
                    Knowledge::Known,
                    "thread level of the library",
                );
                self.facts.terms.syms[s].uniform = true;
                self.facts.terms.sym(s)
            }
            OutKind::Input | OutKind::InputWide => self.input(frame, call.value, role, "a run-time value"),
            OutKind::InputBytes
            | OutKind::GroupMember
            | OutKind::Status
            | OutKind::VariableArguments
            | OutKind::ArrayNew
            | OutKind::ArrayCopy
            | OutKind::ArrayAssigned
            | OutKind::ArrayResult
            | OutKind::ArrayBounds
            | OutKind::ArrayDead
            | OutKind::ArrayNull
            | OutKind::ArrayMoved
            | OutKind::Defaults
            | OutKind::CommandText => return None,
        })
    }

    fn null_handle(&mut self, call: &CallSite, out: &Output) -> TermId {
        let name = call.routine.args.get(out.arg).map_or("", String::as_str);
        let fortran = call.routine.fortran.is_some();
        let null = |abi: Abi, kind| if fortran { abi.fortran_null(kind) } else { abi.null(kind) };
        let key = self.facts.abi.and_then(|a| null(a, handle_kind_of_argument(name)?));
        match key {
            Some(HandleKey::Int(i)) => self.facts.terms.int(i),
            _ => self.facts.terms.int(0),
        }
    }

    fn new_handle(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        out: &Output,
        kind: ObjKind,
        members: Option<CommId>,
    ) -> TermId {
        let name = call.routine.args.get(out.arg).cloned().unwrap_or_default();
        let obj = self.new_object(frame, call.value, Made::Output(out.arg), kind, name, None);
        if let Some(id) = members {
            self.facts.communicators.of_mut(obj).id = Some(id);
        }
        let inst = self.instance_here(frame);
        self.facts.terms.addr_of(obj, inst)
    }

    /// Keys of a split that leave the ranks in their order.
    fn in_order(&mut self, call: &CallSite, key: TermId) -> bool {
        let comm = call.named("comm").map_or(CommId::Unknown, |c| self.comm(c));
        self.facts.terms.as_const(key).is_some() || self.facts.rank_in_comm(comm) == key
    }

    /// With keys in the order of the ranks, those before a process in its part are some of those before it in the whole (MPI 4.1, 7.4.2).
    fn rank_of_part(&mut self, call: &CallSite, part: ObjId, whole: CommId) {
        let Some(key) = call.named("key").filter(|_| whole != CommId::Unknown) else { return };
        if !self.in_order(call, key) {
            return;
        }
        let (inner, outer) = (self.facts.rank_in_comm(CommId::Object(part)), self.facts.rank_in_comm(whole));
        let fact = self.facts.terms.le(inner, outer);
        if let Term::Sym(rank) = *self.facts.terms.get(inner)
            && self.facts.terms.as_const(fact).is_none()
        {
            self.facts.terms.syms[rank].fact.get_or_insert(fact);
        }
    }

    /// A split with one colour for all and keys in the order of the ranks gives the same ranks (MPI 4.1, 7.4.2).
    fn keeps_ranks(&mut self, call: &CallSite) -> Option<CommId> {
        let (colour, key) = (call.named("color")?, call.named("key")?);
        let comm = self.comm(call.named("comm")?);
        let undefined = self.facts.abi.map(|a| a.constants().undefined);
        let one_colour = self.facts.terms.as_const(colour).is_some_and(|c| Some(c) != undefined);
        (one_colour && self.in_order(call, key) && comm != CommId::Unknown).then_some(comm)
    }

    pub(super) fn new_comm(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        out: &Output,
        same_as: Option<CommId>,
    ) -> TermId {
        let obj = self.new_object(frame, call.value, Made::Output(out.arg), ObjKind::Comm, "communicator".into(), None);
        self.facts.communicators.of_mut(obj).id = Some(same_as.unwrap_or(CommId::Object(obj)));
        let inst = self.instance_here(frame);
        self.facts.terms.addr_of(obj, inst)
    }

    pub(super) fn memory_of(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        size: Option<TermId>,
        mem: &mut Mem,
    ) -> ObjId {
        let obj = self.new_memory(frame, call.value, Made::WindowMemory, size, mem);
        // The variable of the call's result is that of its return code.
        self.facts.objects[obj].name = self.name_of_output(frame, call).unwrap_or_else(|| "window memory".into());
        obj
    }

    /// The variable whose address is handed to `baseptr`.
    fn name_of_output(&mut self, _frame: &Frame<'a>, call: &CallSite) -> Option<String> {
        let ptr = call.named("baseptr")?;
        let places = self.facts.places(ptr).list;
        let p = places.first()?;
        Some(self.facts.objects[p.obj].name.clone()).filter(|n| !n.is_empty())
    }

    fn window_attribute(&mut self, frame: &Frame<'a>, call: &CallSite, role: Role) -> Option<TermId> {
        let constants = self.facts.abi?.constants();
        let key = self.keyval(call)?;
        let window = self.facts.window(call.named("win")?).map(|(_, w)| w.clone());
        // C stores the address of the value, Fortran the value (MPI 4.1, 19.3.7); the base is an address itself.
        let value = window.and_then(|w| match key {
            _ if key == constants.win_base => w.base,
            _ if call.routine.fortran.is_none() => None,
            _ if key == constants.win_size => w.size,
            _ if key == constants.win_disp_unit => Some(w.disp_unit),
            _ => None,
        });
        if let Some(value) = value {
            return Some(value);
        }
        Some(self.lost(frame, call.value, role))
    }
    /// The key of a window's attribute, as C has it.
    fn keyval(&self, call: &CallSite) -> Option<i64> {
        let key = self.facts.terms.as_const(call.named("win_keyval")?)?;
        match self.facts.abi {
            Some(abi) if call.routine.fortran.is_some() => Some(abi.keyval_of_fortran(key)),
            _ => Some(key),
        }
    }
}
