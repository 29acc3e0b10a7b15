//! Events of calls that order processes or that open and close epochs of windows (theory, 2.2).
//!
//! The arguments are evaluated here, so that a wait for a request refers to the message or the collective that made the
//! request.

use super::CallSite;
use super::arrivals::Arrival;
use crate::interp::{Frame, Interp, Made};
use crate::memory::Mem;
use rma_frontend::api::{Epoch, Mode, Model, Order, OutKind, Routine, Until};
use rma_frontend::ir::ValueId;
use rma_skeleton::facts::Role;
use rma_skeleton::skeleton::{Direction, EpochCall, EpochKind, Event, Members, OrderCall, OrderKind};
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::object::ObjKind;
use rma_term::term::{CommId, Knowledge, SymKind, Term};

/// Whether a process contributes to a collective in which each process has a separate count.
enum Contribution {
    /// It contributes something, or this is not known.
    Always,
    /// Something, unless `empty` holds.
    Unless {
        /// The condition, on ranks and numbers of processes.
        empty: TermId,
        /// The symbol of the process that it is about, where there is a count for each pair of processes.
        member: Option<TermId>,
    },
    /// Nothing for some processes, but it is not known for which.
    Unknown,
}

impl<'a> Interp<'a> {
    /// Records the part of a call in the order between processes.
    pub(super) fn order(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        let loc = frame.func.insts[call.value].loc;
        for o in &call.routine.order {
            let Some(order) = self.order_call(frame, call, *o, mem) else { continue };
            match call.routine.mode() {
                Mode::Blocking => self.emit(frame, loc, Event::Order(Box::new(order))),
                Mode::Nonblocking => self.nonblocking(frame, call, order, mem),
                Mode::Persistent => self.persistent_order(frame, call, order),
            }
        }
        self.arrivals(frame, call, mem);
    }

    fn order_call(&mut self, frame: &mut Frame<'a>, call: &CallSite, o: Order, mem: &mut Mem) -> Option<OrderCall> {
        let collective =
            |direction| OrderKind::Collective { direction, root: None, frees: None, makes: None, request: None };
        if self.is_empty_collective(call, o, mem) {
            let (handle, comm, cond) = (self.comm_argument(call), self.comm_of_call(call), self.succeeds(frame, call));
            let kind = collective(Direction::None);
            return Some(OrderCall { routine: call.routine, kind, comm, handle, cond, empty: None, member: None });
        }
        let mut cond = self.succeeds(frame, call);
        let mut handle = self.comm_argument(call);
        let mut comm = self.comm_of_call(call);
        // The handle that is freed is passed by its address.
        let freed = call.routine.outputs.iter().find(|o| o.kind == OutKind::NullHandle);
        if let Some(ptr) = freed.filter(|o| call.routine.arg("comm") == Some(o.arg)).and_then(|o| call.at(o.arg))
            && !self.is_handle(ptr)
        {
            let freed = self.load(frame, call.value, mem, ptr, self.handle_size(call.routine), false);
            (handle, comm) = (Some(freed), self.comm(freed));
        }
        if call.routine.is_symmetric() {
            handle = call.named("team");
            comm = self.team_of(call);
        }
        // A barrier of the user's that names no communicator is one of all processes.
        if call.routine.model == Model::User && handle.is_none() {
            comm = CommId::World;
        }
        let partner = |i: &mut Self, rank: TermId| {
            let null = i.facts.abi.map_or(-1, |a| a.constants().proc_null);
            let null = i.facts.terms.int(null);
            i.facts.terms.ne(rank, null)
        };
        let kind = match o {
            Order::AllToAll => {
                let makes = self.exposed_window(frame, call);
                OrderKind::Collective { direction: Direction::AllToAll, root: None, frees: None, makes, request: None }
            }
            Order::Scan => collective(Direction::Scan),
            Order::Neighbor => {
                // Without data there is no order.
                let mut count = |name: &str| call.named(name).map(|n| self.facts.terms.range(n));
                let counts = [count("sendcount"), count("recvcount")];
                if counts.iter().flatten().any(|r| r.hi == Some(0)) {
                    collective(Direction::None)
                } else {
                    let some = ["sendcounts", "recvcounts"].iter().zip(counts).all(|(list, count)| match count {
                        Some(r) => r.lo.is_some_and(|lo| lo > 0),
                        None => self.each_neighbour_has_data(call, handle, list, mem),
                    });
                    if !some {
                        comm = CommId::Unknown;
                    }
                    collective(Direction::Neighbor)
                }
            }
            Order::Collective => {
                // Operations on a window come after every member's own creation call.
                let window = call.routine.outputs.iter().find(|o| {
                    matches!(
                        o.kind,
                        OutKind::WinCreate
                            | OutKind::WinAllocate
                            | OutKind::WinAllocateShared
                            | OutKind::WinCreateDynamic
                    )
                });
                if let Some(out) = window {
                    let name = String::new();
                    let obj = self.new_object(frame, call.value, Made::Output(out.arg), ObjKind::Window, name, None);
                    let direction = Direction::AllToAll;
                    OrderKind::Collective { direction, root: None, frees: None, makes: Some(obj), request: None }
                } else {
                    collective(Direction::None)
                }
            }
            Order::RootToAll | Order::AllToRoot => {
                let direction = if o == Order::RootToAll { Direction::RootToAll } else { Direction::AllToRoot };
                let root = call.named("root").or_else(|| call.named("PE_root"));
                OrderKind::Collective { direction, root, frees: None, makes: None, request: None }
            }
            Order::WindowFree => {
                let ptr = call.named("win")?;
                let win = self.load(frame, call.value, mem, ptr, self.handle_size(call.routine), false);
                comm = self.facts.comm_of_window(win);
                handle = None;
                let direction = Direction::AllToAll;
                OrderKind::Collective { direction, root: None, frees: Some(win), makes: None, request: None }
            }
            Order::Await | Order::AwaitAny | Order::AwaitSome => {
                let (kind, found) = self.observation(frame, call, o, mem)?;
                cond = found;
                kind
            }
            Order::Notify | Order::NotifyOwn | Order::Notified | Order::ResetNotification => {
                self.notification(frame, call, o)?
            }
            Order::Send | Order::SynchronousSend => {
                if call.routine.model == Model::Gaspi {
                    let (to, tag) = (call.named("rank")?, self.facts.terms.int(0));
                    let kind = OrderKind::Send { to, tag, synchronous: true, request: None };
                    return Some(OrderCall {
                        routine: call.routine,
                        kind,
                        comm,
                        handle,
                        cond,
                        empty: None,
                        member: None,
                    });
                }
                let to = call.named("dest")?;
                cond = partner(self, to);
                let tag = call.named("tag").or_else(|| call.named("sendtag"))?;
                OrderKind::Send { to, tag, synchronous: o == Order::SynchronousSend, request: None }
            }
            Order::Recv | Order::Probe => {
                if call.routine.model == Model::Gaspi {
                    let (from, tag, told) = (None, None, None);
                    let sender = self.sender(frame, call);
                    let kind = OrderKind::Receive { from, tag, takes: true, posted: false, sender, told };
                    return Some(OrderCall {
                        routine: call.routine,
                        kind,
                        comm,
                        handle,
                        cond,
                        empty: None,
                        member: None,
                    });
                }
                // A matched probe has the message already.
                let source = call.named("source")?;
                cond = partner(self, source);
                if call.routine.outputs.iter().any(|o| o.kind == OutKind::Flag) || call.routine.arg("flag").is_some() {
                    let flag = self.flag(frame, call);
                    let found = self.facts.terms.ne0(flag);
                    cond = self.facts.terms.all(&[cond, found]);
                }
                let tag = call.named("tag").or_else(|| call.named("recvtag"))?;
                let constants = self.facts.abi.map(rma_frontend::api::Abi::constants)?;
                let known = |i: &Self, t: TermId, any: i64| (i.facts.terms.as_const(t) != Some(any)).then_some(t);
                let (any_source, any_tag) = (constants.any_source, constants.any_tag);
                let takes = o == Order::Recv || call.routine.arg("message").is_some();
                let (from, tag) = (known(self, source, any_source), known(self, tag, any_tag));
                let sender = if from.is_none() { self.sender(frame, call) } else { None };
                let told = if tag.is_none() { self.told_tag(frame, call) } else { None };
                OrderKind::Receive { from, tag, takes, posted: false, sender, told }
            }
        };
        // Whether neighbours have data for each other is said already.
        let contribution = if o == Order::Neighbor { Contribution::Always } else { self.contribution(call, mem) };
        let (empty, member) = match contribution {
            Contribution::Always => (None, None),
            Contribution::Unless { empty, member } => (Some(empty), member),
            // It is not known which processes wait for which.
            Contribution::Unknown => {
                comm = CommId::Unknown;
                (None, None)
            }
        };
        Some(OrderCall { routine: call.routine, kind, comm, handle, cond, empty, member })
    }

    /// A condition on ranks and numbers of processes alone.
    fn is_said(&self, cond: TermId, member: Option<TermId>) -> bool {
        let terms = &self.facts.terms;
        let said = |x: SymId| {
            matches!(terms.syms[x].kind, SymKind::Rank(_) | SymKind::Size(_))
                || member.is_some_and(|m| *terms.get(m) == Term::Sym(x))
        };
        !terms.any_sym(cond, |x| !said(x))
    }

    /// Whether an array of counts has one above zero for each neighbour in the grid of a communicator: two in each dimension (MPI 4.1, 8.6).
    fn each_neighbour_has_data(&mut self, call: &CallSite, comm: Option<TermId>, counts: &str, mem: &Mem) -> bool {
        let (Some(counts), Some(grid)) = (call.named(counts), comm.and_then(|c| self.facts.grid(c))) else {
            return false;
        };
        let size = call.routine.count_size();
        (0..2 * grid.dims.len() as i64).all(|i| {
            let count = self.array_element(counts, i, size, mem);
            count.is_some_and(|n| self.facts.terms.range(n).lo.is_some_and(|lo| lo > 0))
        })
    }

    /// When the caller contributes nothing to a collective in which each process has a separate count, or gets nothing from it:
    /// then no process need wait for the caller, or the caller for no other process (MPI 4.1, 6.1).
    fn contribution(&mut self, call: &CallSite, mem: &Mem) -> Contribution {
        let known = match (call.routine.arg("recvcounts"), call.routine.arg("sendcounts")) {
            (Some(_), None) => call.named("sendcount").map(|count| (count, None)),
            (None, Some(_)) => call.named("recvcount").map(|count| (count, None)),
            // What the caller sends to the member; without it the member does not wait for the caller.
            (Some(_), Some(_)) => {
                let Some(counts) = call.named("sendcounts") else { return Contribution::Always };
                let known = self.count_for_each(call, counts, mem);
                if known.is_none() && self.may_hold_zero(counts, mem) {
                    return Contribution::Unknown;
                }
                known
            }
            _ => None,
        };
        let Some((count, member)) = known else { return Contribution::Always };
        // What is in place is as much as the count of the caller among those of all.
        if let Some(in_place) = self.facts.abi.map(|a| a.constants().in_place)
            && ["sendbuf", "recvbuf"]
                .iter()
                .any(|b| call.named(b).and_then(|t| self.facts.terms.as_const(t)) == Some(in_place))
        {
            return Contribution::Always;
        }
        if !self.facts.terms.limits.allows(Limit::CountWeight, self.facts.terms.weight(count)) {
            return Contribution::Always;
        }
        let empty = self.zero_for_some(count, member);
        if self.facts.terms.is_false(empty) {
            Contribution::Always
        } else if self.is_said(empty, member) {
            Contribution::Unless { empty, member }
        } else {
            Contribution::Unknown
        }
    }

    /// Whether an array of counts whose elements are not known may have zeros in it: the program leaves zeros there, stores some, or stores
    /// values that are not known. All other counts are taken to be greater than zero.
    fn may_hold_zero(&mut self, counts: TermId, mem: &Mem) -> bool {
        let mut zeros = false;
        for p in self.facts.places(counts).list {
            let Some(content) = mem.get(p.obj).cloned() else { continue };
            zeros |= content.dirty.any();
            let rows = content.families.iter().map(|f| (f.val, Some(f.index)));
            for (count, index) in rows.chain(content.entries.iter().map(|e| (e.val, None))) {
                let member = index.map(|x| self.facts.terms.sym(x));
                let zero = self.zero_for_some(count, member);
                zeros |= !self.facts.terms.is_false(zero);
            }
        }
        zeros
    }

    /// Condition under which the program makes a count zero, by a choice among values or as a function of the ranks of the caller and of a
    /// member. A count that is zero only for large numbers of processes does not qualify.
    fn zero_for_some(&mut self, count: TermId, member: Option<TermId>) -> TermId {
        if let Term::Ite(c, a, b) = *self.facts.terms.get(count) {
            let (a, b, not) = (self.zero_for_some(a, member), self.zero_for_some(b, member), self.facts.terms.not(c));
            let paths = [self.facts.terms.all(&[c, a]), self.facts.terms.all(&[not, b])];
            return self.facts.terms.any(&paths);
        }
        if let (0, parts) = self.facts.terms.linear(count)
            && let [(part, _)] = parts[..]
            && part != count
        {
            return self.zero_for_some(part, member);
        }
        let range = self.facts.terms.range(count);
        let of_rank = |x: SymId| {
            matches!(self.facts.terms.syms[x].kind, SymKind::Rank(_))
                || member.is_some_and(|m| *self.facts.terms.get(m) == Term::Sym(x))
        };
        if !self.facts.terms.any_sym(count, |x| !of_rank(x)) || (range.lo, range.hi) == (Some(0), Some(1)) {
            return self.facts.terms.eq0(count);
        }
        self.facts.terms.truth(false)
    }

    /// A collective operation of MPI that is to transfer nothing: no process need wait for another (MPI 4.1, 6.1: a
    /// collective call need not synchronise). Counts that a process need not give are zero in practice, so all of them must be.
    /// If each process has a separate count, the count of the caller implies nothing for the others; arrays of counts for both
    /// directions, all zero, do.
    fn is_empty_collective(&mut self, call: &CallSite, o: Order, mem: &Mem) -> bool {
        let own_counts = ["recvcounts", "sendcounts"].map(|name| call.routine.arg(name).and_then(|at| call.at(at)));
        if let (Order::AllToAll, [Some(received), Some(sent)]) = (o, own_counts) {
            return [received, sent].into_iter().all(|counts| {
                let count = self.count_for_each(call, counts, mem);
                count.is_some_and(|(n, _)| self.facts.terms.as_const(n) == Some(0))
            });
        }
        if own_counts.iter().any(Option::is_some)
            || !matches!(o, Order::AllToAll | Order::RootToAll | Order::AllToRoot | Order::Scan)
        {
            return false;
        }
        let counts = ["count", "sendcount", "recvcount"].map(|name| call.named(name));
        let mut given = counts.iter().flatten().peekable();
        call.routine.model == Model::Mpi
            && given.peek().is_some()
            && given.all(|n| self.facts.terms.as_const(*n) == Some(0))
    }

    /// The start of a nonblocking call: what leaves does so now, what arrives does so when the request is complete.
    fn nonblocking(&mut self, frame: &mut Frame<'a>, call: &CallSite, mut order: OrderCall, mem: &mut Mem) {
        let loc = frame.func.insts[call.value].loc;
        let Some(out) = call.routine.outputs.iter().find(|o| o.kind == OutKind::Request) else { return };
        let obj = self.new_object(frame, call.value, Made::Output(out.arg), ObjKind::Request, "request".into(), None);
        let inst = self.instance_here(frame);
        let cell = call.at(out.arg).and_then(|ptr| self.cell_behind(ptr));
        let mut arrival = None;
        match &mut order.kind {
            OrderKind::Collective { request, direction, root, .. } => {
                *request = Some(obj);
                arrival = Some(OrderKind::Arrive { request: obj, direction: *direction, root: *root });
            }
            OrderKind::Send { to, tag, synchronous: synchronous @ true, request } => {
                *synchronous = false;
                *request = Some(obj);
                arrival = Some(OrderKind::Taken { to: *to, tag: *tag, request: obj });
            }
            OrderKind::Receive { posted, sender, told, .. } => {
                // The status is that of the wait.
                (*posted, *sender, *told) = (true, None, None);
                let object = self.facts.terms.addr_of(obj, inst);
                self.not_cancelled(object, mem);
                self.api.requests.arrivals.insert(obj, Arrival { order, inst, cell });
                return;
            }
            _ => {}
        }
        if let Some(kind) = arrival {
            // A message to `MPI_PROC_NULL` does nothing; a collective takes part in any case.
            let order = OrderCall { kind, ..order.clone() };
            self.api.requests.arrivals.insert(obj, Arrival { order, inst, cell });
        }
        self.emit(frame, loc, Event::Order(Box::new(order)));
    }

    /// A persistent request is started: as a nonblocking call with the arguments of its initialisation.
    pub(super) fn start_order(
        &mut self,
        frame: &mut Frame<'a>,
        v: ValueId,
        (obj, inst, when): (ObjId, TermId, TermId),
    ) {
        let Some(order) = self.order_of(obj, inst, when) else { return };
        let loc = frame.func.insts[v].loc;
        let partitioned = order.routine.effects.iter().any(|e| e.until == Until::ReadyCompletion);
        if partitioned && matches!(order.kind, OrderKind::Send { .. }) {
            // The message is sent here. That its receiver waits for the last partition is not followed.
            self.not_followed(frame, v, order.routine, when);
        }
        match order.kind {
            OrderKind::Receive { from, tag, takes, .. } => {
                let kind = OrderKind::Receive { from, tag, takes, posted: true, sender: None, told: None };
                self.api
                    .requests
                    .arrivals
                    .insert(obj, Arrival { order: OrderCall { kind, ..order }, inst, cell: None });
            }
            OrderKind::Send { to, tag, synchronous: true, .. } => {
                let kind = OrderKind::Taken { to, tag, request: obj };
                let end = OrderCall { kind, ..order.clone() };
                self.api.requests.arrivals.insert(obj, Arrival { order: end, inst, cell: None });
                let kind = OrderKind::Send { to, tag, synchronous: false, request: Some(obj) };
                self.emit(frame, loc, Event::Order(Box::new(OrderCall { kind, ..order })));
            }
            OrderKind::Collective { direction, root, .. } => {
                let kind = OrderKind::Arrive { request: obj, direction, root };
                let end = OrderCall { kind, cond: when, ..order.clone() };
                self.api.requests.arrivals.insert(obj, Arrival { order: end, inst, cell: None });
                let kind = OrderKind::Collective { direction, root, frees: None, makes: None, request: Some(obj) };
                self.emit(frame, loc, Event::Order(Box::new(OrderCall { kind, ..order })));
            }
            _ => self.emit(frame, loc, Event::Order(Box::new(order))),
        }
    }

    /// Records that a call may order processes in a way that is not followed.
    pub(super) fn unfollowed(&mut self, frame: &mut Frame<'a>, call: &CallSite, cond: TermId) {
        self.not_followed(frame, call.value, call.routine, cond);
    }

    /// Like the function above, for any instruction.
    pub(crate) fn not_followed(&mut self, frame: &mut Frame<'a>, v: ValueId, routine: &'static Routine, cond: TermId) {
        let direction = Direction::Neighbor;
        let kind = OrderKind::Collective { direction, root: None, frees: None, makes: None, request: None };
        let order = OrderCall { routine, kind, comm: CommId::Unknown, handle: None, cond, empty: None, member: None };
        let loc = frame.func.insts[v].loc;
        self.emit(frame, loc, Event::Order(Box::new(order)));
    }

    /// The objects that a handle may be, each with the condition of that. Where it is null it is not used.
    pub(super) fn request_objects(&mut self, handle: TermId) -> Vec<(ObjId, TermId, TermId)> {
        match *self.facts.terms.get(self.facts.the_object(handle)) {
            Term::Addr(obj, inst) => vec![(obj, inst, self.facts.terms.truth(true))],
            Term::Ite(c, a, b) => {
                let not = self.facts.terms.not(c);
                let mut out = Vec::new();
                for (path, of) in [(c, a), (not, b)] {
                    for (obj, inst, when) in self.request_objects(of) {
                        out.push((obj, inst, self.facts.terms.all(&[path, when])));
                    }
                }
                out
            }
            _ => Vec::new(),
        }
    }

    /// The process whose message a receive from anybody takes, outside of loops.
    pub(super) fn sender(&mut self, frame: &Frame<'a>, call: &CallSite) -> Option<TermId> {
        if call.routine.mode() != Mode::Blocking || self.current_loop(frame).is_some() {
            return None;
        }
        let comm = match call.routine.model {
            Model::Gaspi => CommId::World,
            _ => {
                let comm = call.named("comm")?;
                self.comm(comm)
            }
        };
        let size = self.facts.size_of_comm(comm);
        let s = self.site_symbol(
            frame,
            call.value,
            Role::Sender,
            SymKind::Sender,
            Knowledge::Known,
            "sender of the message",
        );
        self.facts.terms.syms[s].lo = Some(0);
        self.facts.terms.syms[s].below = Some(size);
        Some(self.facts.terms.sym(s))
    }

    /// The tag of the message that a receive of any tag takes, outside of loops.
    fn told_tag(&mut self, frame: &Frame<'a>, call: &CallSite) -> Option<TermId> {
        let tag = self.tag_in_message(frame, call);
        (self.facts.terms.knowledge(tag) == Knowledge::Known).then_some(tag)
    }

    /// The tag in the status of a received message. In loops, and for a request, the analysis does not know which message the status
    /// describes.
    pub(super) fn tag_in_message(&mut self, frame: &Frame<'a>, call: &CallSite) -> TermId {
        let received = call.routine.order.iter().any(|o| matches!(o, Order::Recv | Order::Probe));
        let followed = received && call.routine.mode() == Mode::Blocking && self.current_loop(frame).is_none();
        let knowledge = if followed { Knowledge::Known } else { Knowledge::Lost };
        let s = self.site_symbol(frame, call.value, Role::MessageTag, SymKind::Sender, knowledge, "tag of the message");
        self.facts.terms.syms[s].lo = Some(0);
        self.facts.terms.sym(s)
    }

    pub(super) fn cell_behind(&mut self, ptr: TermId) -> Option<(ObjId, TermId, TermId)> {
        match self.facts.places(ptr).list[..] {
            [p] => Some((p.obj, p.inst, p.offset)),
            _ => None,
        }
    }

    /// Records a synchronisation call on a window; `epoch` is the kind of epoch that was open before it, `unmatched` and `mixed` are
    /// conditions under which it breaks a rule.
    pub(super) fn epoch_call(
        &mut self,
        frame: &mut Frame<'a>,
        call: &CallSite,
        epoch: Option<TermId>,
        (unmatched, mixed): (Option<TermId>, Option<TermId>),
    ) {
        let Some(change) = call.routine.epoch else { return };
        let Some(win) = call.named("win") else { return };
        let loc = frame.func.insts[call.value].loc;
        let constants = self.facts.abi.map(rma_frontend::api::Abi::constants);
        let yes = self.facts.terms.truth(true);
        let exclusive = match (call.named("lock_type"), constants) {
            (Some(ty), Some(c)) => {
                let e = self.facts.terms.int(c.lock_exclusive);
                self.facts.terms.eq(ty, e)
            }
            _ => self.facts.terms.truth(false),
        };
        let assert = call.named("assert");
        let ends = match (change, assert, constants) {
            (Epoch::Fence, Some(assert), Some(c)) => {
                // The first fence on a window has no epoch to end.
                let fenced = match epoch {
                    Some(kind) => {
                        let fence = self.facts.terms.int(EpochKind::Fence as i64);
                        self.facts.terms.eq(kind, fence)
                    }
                    // Not followed: counts as one of many.
                    None => self.facts.terms.truth(true),
                };
                let ends = self.facts.lacks_bit(assert, c.mode_noprecede);
                self.facts.terms.all(&[fenced, ends])
            }
            _ => yes,
        };
        let cond = if change == Epoch::Test {
            let flag = self.flag(frame, call);
            self.facts.terms.ne0(flag)
        } else {
            yes
        };
        let members = match call.named("group") {
            Some(group) => self.group_members(group),
            None => Members::All,
        };
        let comm = self.facts.comm_of_window(win);
        let epoch = EpochCall {
            routine: call.routine,
            change,
            win,
            comm,
            rank: call.named("rank"),
            exclusive,
            assert,
            members,
            ends,
            cond,
            unmatched,
            mixed,
            removes: if change == Epoch::Detach { self.detached(call, win) } else { None },
        };
        self.emit(frame, loc, Event::Epoch(Box::new(epoch)));
    }
}
