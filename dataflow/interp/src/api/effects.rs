//! Memory effects of a call (theory, 4.6).

use super::CallSite;
use crate::interp::{Frame, Interp, Made};
use crate::memory::{Mem, Sort};
use rma_frontend::api::{
    AccessKind, Addend, ArgPos, Bank, Effect, Extent, Order, OutKind, Output, Returns, Routine, Until, Who,
};
use rma_skeleton::facts::{Read, Role, SymKey};
use rma_skeleton::skeleton::{
    Access, Actor, Area, Atomicity, Block, Completion, Event, Issue, Item, Place, RequestRef, Target,
};
use rma_term::ids::TermId;
use rma_term::limits::Limit;
use rma_term::object::ObjKind;
use rma_term::term::{Distinct, Knowledge, Sym, SymKind, Term};

impl<'a> Interp<'a> {
    /// Records accesses and pending operations of a call. What it writes into the caller's memory before it returns
    /// is given back: it happens after what the call waits for.
    pub(super) fn effects(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) -> Vec<Access> {
        let mut late = Vec::new();
        let loc = frame.func.insts[call.value].loc;
        let happens = self.takes_place(frame, call);
        let mut pending = Vec::new();
        let (mut started, mut ready, mut blocking) = (Vec::new(), Vec::new(), Vec::new());
        let (mut written, mut scattered) = (Vec::new(), Vec::new());
        let mut operations: Vec<(&Effect, Access)> = Vec::new();
        let mut own = Vec::new();
        self.segment_effects(frame, call, happens, mem, &mut late);
        for effect in call.routine.effects.iter().filter(|e| e.segment.is_none()) {
            let Some(access) = self.effect(frame, call, effect, happens, mem) else { continue };
            if effect.bank == Bank::Target && call.routine.is_symmetric() {
                operations.push((effect, access));
                continue;
            }
            own.extend((effect.bank == Bank::Own).then(|| access.clone()));
            let writes = effect.bank == Bank::Own && access.kind != AccessKind::Read;
            let nowhere = self.facts.terms.int(0);
            let listed = matches!(effect.extent, Extent::Buffers(_) | Extent::Behind);
            let start = if listed { Some(nowhere) } else { call.at(effect.at) };
            let parts = match start.filter(|_| effect.bank == Bank::Own) {
                Some(ptr) => self.absolute_parts(ptr, &access.area.blocks),
                None => Vec::new(),
            };
            let accesses = if parts.is_empty() {
                if writes {
                    written.push((effect, access.area.clone()));
                }
                vec![access]
            } else {
                scattered.extend(parts.iter().filter(|_| writes).map(|p| (p.ptr, p.len)));
                self.accesses_of(&access, &parts)
            };
            for access in accesses {
                if effect.until == Until::Return && self.is_used_beside(call, &access) {
                    blocking.push(access.clone());
                }
                match effect.until {
                    Until::Return if access.kind == AccessKind::Read => {
                        // When others return from a collective, this process may still be in it.
                        late.extend(call.routine.sends_until_return(effect).then(|| access.clone()));
                        self.emit(frame, loc, Event::Access(access));
                    }
                    Until::Return => {
                        if call.routine.writes_from_start() {
                            self.emit(frame, loc, Event::Access(access.clone()));
                        }
                        late.push(access);
                    }
                    Until::Completion => pending.push(access),
                    Until::StartedCompletion => started.push(access),
                    Until::ReadyCompletion => ready.push(access),
                }
            }
        }
        self.publishes(call, &own);
        self.runs_beside(frame, call, blocking);
        self.format_effects(frame, call, mem);
        if !started.is_empty() || !ready.is_empty() {
            self.persistent_effects(frame, call, started, ready);
        }
        let pending_own = if operations.is_empty() { Vec::new() } else { std::mem::take(&mut pending) };
        if !pending.is_empty() {
            let request = self.request_output(frame, call);
            if let Some(r) = &request {
                let cell = Area { places: r.cell.clone(), unknown: false, blocks: Vec::new() };
                self.emit(frame, loc, Event::ForgetRequest { cell });
            }
            let mut issue = self.issue(call, call.routine, pending, request);
            issue.epoch.kind = issue.target.win.and_then(|w| self.epoch_of(w, mem));
            if let (Some(win), Some(disp)) = (issue.target.win, issue.target.disp)
                && self.is_dynamic(win)
            {
                issue.target.disp = Some(self.where_used(frame, disp));
                issue.target.which = self.received_address(frame, call, &issue);
            }
            self.inside_epochs(&mut issue, mem);
            issue.written.stores = self.stored(frame, call, mem);
            issue.written.adds = self.added(frame, call, mem);
            let initial = if written.is_empty() { None } else { self.own_word_in_window(&issue, mem) };
            let compare = self.single_number(frame, call, "compare_addr", mem);
            self.emit(frame, loc, Event::Issue(Box::new(issue.clone())));
            if issue.target.win.is_some() {
                for (effect, _) in &written {
                    let event = Event::Issue(Box::new(issue.clone()));
                    let item = Item { event, loc, ctx: frame.ctx, inst: frame.inst };
                    let value = self.received_value(frame, call, Role::Received(effect.at));
                    crate::api::fetch::record(self, value, &issue, item, (initial, compare, issue.written.stores));
                    self.counts(frame, call, value, mem);
                }
            }
        }
        self.symmetric_operations(frame, call, (pending_own, operations), &written, mem);
        // The call or its operation writes values that the program reads at run time.
        for (effect, area) in written {
            self.received(frame, call, effect, &area, mem);
        }
        for (ptr, len) in scattered {
            self.clobber(mem, ptr, len);
        }
        late
    }

    /// Whether other threads may use a buffer of a call while the call runs. A buffer of a message or collective that is not known is left
    /// out.
    pub(super) fn is_used_beside(&self, call: &CallSite, access: &Access) -> bool {
        let routine = call.routine;
        self.facts.threads.any && (routine.is_rma() || routine.moves_data() && !access.area.unknown)
    }

    /// Records what a blocking call does with its buffers while it runs.
    pub(super) fn runs_beside(&mut self, frame: &mut Frame<'a>, call: &CallSite, buffers: Vec<Access>) {
        if buffers.is_empty() {
            return;
        }
        let loc = frame.func.insts[call.value].loc;
        let mut issue = Issue::of(call.routine, buffers);
        issue.completion.over = true;
        self.emit(frame, loc, Event::Issue(Box::new(issue)));
    }

    /// The operations of a call on symmetric memory, one after another. Buffers that are in use until completion belong to
    /// the first.
    fn symmetric_operations(
        &mut self,
        frame: &mut Frame<'a>,
        call: &CallSite,
        (mut own, operations): (Vec<Access>, Vec<(&Effect, Access)>),
        written: &[(&Effect, Area)],
        mem: &Mem,
    ) {
        let loc = frame.func.insts[call.value].loc;
        let last = operations.len().saturating_sub(1);
        for (n, (effect, access)) in operations.into_iter().enumerate() {
            let over = effect.until == Until::Return;
            let mut effects = std::mem::take(&mut own);
            effects.push(access);
            let mut issue = self.issue(call, call.routine, effects, None);
            issue.target.win = Some(self.context(call));
            issue.target.rank = Some(self.symmetric_target(call));
            issue.completion.over = over;
            issue.atomicity.atomic = effect.access == AccessKind::Atomic;
            issue.atomicity.element = if issue.atomicity.atomic { Some(self.atomic_type(call)) } else { None };
            issue.atomicity.op = if issue.atomicity.atomic { self.signal_operator(call) } else { None };
            issue.atomicity.by_operator = issue.atomicity.op.is_some();
            issue.completion.announced = n < last;
            issue.written.value = self.stored_value(call, effect);
            issue.written.adds = self.added_value(call, effect);
            self.emit(frame, loc, Event::Issue(Box::new(issue.clone())));
            let mut values: Vec<TermId> = Vec::new();
            if call.routine.returns == Returns::Fetched {
                values.push(self.fetched_value(frame, call));
            }
            for (e, _) in written {
                values.push(self.received_value(frame, call, Role::Received(e.at)));
            }
            let initial = self.own_word(&issue, mem);
            for value in values {
                self.brought(call, value);
                let event = Event::Issue(Box::new(issue.clone()));
                let item = Item { event, loc, ctx: frame.ctx, inst: frame.inst };
                crate::api::fetch::record(
                    self,
                    value,
                    &issue,
                    item,
                    (initial, call.named("cond"), call.named("value")),
                );
                let step = match effect.adds {
                    Some(Addend::One) => Some(self.facts.terms.int(1)),
                    Some(Addend::Arg(pos)) => call.at(pos),
                    None => None,
                };
                if let Some(step) = step {
                    super::symmetric::counts_up(&mut self.facts.terms, value, step);
                }
            }
        }
    }

    /// The value that a fetching call returns. What a call only reads another process has stored, as with a message; a place that it draws
    /// by adding to the word is its own.
    pub(super) fn fetched_value(&mut self, frame: &Frame<'a>, call: &CallSite) -> TermId {
        if call.routine.effects.iter().any(|e| e.only_read) {
            return self.arranged(frame, call.value, Role::Fetched, "a fetched value");
        }
        self.input(frame, call.value, Role::Fetched, "a fetched value")
    }

    /// Remembers a value as one from a window, if it is one.
    pub(super) fn brought(&mut self, call: &CallSite, value: TermId) {
        if let Term::Sym(x) = *self.facts.terms.get(value)
            && self.tells_of_others(call.routine)
        {
            self.facts.from_windows.insert(x);
        }
    }

    /// Records that every fetch from a counter, to which each fetch adds, returns another value (assumption 20).
    fn counts(&mut self, frame: &Frame<'a>, call: &CallSite, value: TermId, mem: &mut Mem) {
        let (Some(op), Some(abi), Some(origin)) = (call.named("op"), self.facts.abi, call.named("origin_addr")) else {
            return;
        };
        if self.with_key(op, |k| abi.op(k) == Some("MPI_SUM")) != Some(true) {
            return;
        }
        let Term::Sym(x) = *self.facts.terms.get(value) else { return };
        let Some(element) = call.named("datatype").and_then(|t| self.basic_element(t)) else { return };
        let step = self.load(frame, call.value, mem, origin, element.size as u64, false);
        if let Some(step) = self.facts.terms.as_const(step).filter(|s| *s > 0) {
            self.facts.terms.syms[x].distinct = Some(Distinct::By(step));
            self.facts.terms.syms[x].lo = Some(0);
        }
    }

    /// The value that an atomic operation leaves at its target, if the operation replaces, or swaps after a successful
    /// comparison.
    fn stored(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) -> Option<TermId> {
        let replaces = self.is_operator(call, "MPI_REPLACE");
        if call.routine.arg("compare_addr").is_none() && !replaces {
            return None;
        }
        self.single_origin(frame, call, mem)
    }

    /// The number that an atomic operation adds to the value at its target.
    fn added(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) -> Option<TermId> {
        if !self.is_operator(call, "MPI_SUM") {
            return None;
        }
        self.single_origin(frame, call, mem)
    }

    fn is_operator(&self, call: &CallSite, name: &str) -> bool {
        let (Some(abi), Some(op)) = (self.facts.abi, call.named("op")) else { return false };
        self.with_key(op, |k| abi.op(k) == Some(name)) == Some(true)
    }

    /// The number in the origin buffer of an atomic operation on one element.
    fn single_origin(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) -> Option<TermId> {
        self.single_number(frame, call, "origin_addr", mem)
    }

    /// The number in a buffer of an atomic operation on one element.
    fn single_number(&mut self, frame: &mut Frame<'a>, call: &CallSite, name: &str, mem: &mut Mem) -> Option<TermId> {
        self.facts.abi?;
        let (pos, at) = (call.routine.arg(name)?, call.named(name)?);
        if let Some(count) = call.named("origin_count").or_else(|| call.named("target_count")) {
            self.facts.terms.as_const(count).filter(|n| *n == 1)?;
        }
        let ty = call.named("datatype").or_else(|| call.named("target_datatype"))?;
        let size = self.basic_element(ty)?.size as u64;
        let part = if name == "origin_addr" { Read::Whole } else { Read::Argument(pos) };
        Some(self.load_part(frame, (call.value, part), mem, at, size, false))
    }

    pub(super) fn issue(
        &mut self,
        call: &CallSite,
        routine: &'static Routine,
        effects: Vec<Access>,
        request: Option<RequestRef>,
    ) -> Issue {
        let one_sided = routine.is_rma();
        let element = call.named("target_datatype").or_else(|| call.named("datatype"));
        let argument = |name: &str| call.named(name).filter(|_| one_sided);
        let (rank, disp) = (argument("target_rank"), argument("target_disp"));
        Issue {
            target: Target { win: argument("win"), rank, disp, which: None },
            atomicity: Atomicity {
                op: call.named("op").map(|op| self.changing_op(op)),
                element: element.and_then(|t| self.basic_element(t)),
                atomic: routine.effects.iter().any(|e| e.bank == Bank::Target && e.access == AccessKind::Atomic),
                by_operator: false,
            },
            // A split collective is tied to its end by the file.
            completion: Completion {
                queue: call.named("fh").filter(|_| request.is_none()),
                request,
                ..Completion::default()
            },
            ..Issue::of(routine, effects)
        }
    }

    /// The request that a nonblocking call makes.
    fn request_output(&mut self, frame: &Frame<'a>, call: &CallSite) -> Option<RequestRef> {
        let out = call.routine.outputs.iter().find(|o| o.kind == OutKind::Request)?;
        let obj = self.new_object(frame, call.value, Made::Output(out.arg), ObjKind::Request, "request".into(), None);
        let ptr = call.at(out.arg)?;
        let cell = self.facts.places(ptr).list;
        let inst = self.instance_here(frame);
        Some(RequestRef { obj, inst, cell })
    }

    /// Condition under which a call does anything: communication with `MPI_PROC_NULL` has no effect.
    fn takes_place(&mut self, frame: &Frame<'a>, call: &CallSite) -> TermId {
        if call.routine.is_symmetric() {
            return self.names_a_process(call);
        }
        let mut parts = vec![self.succeeds(frame, call)];
        let Some(abi) = self.facts.abi else { return self.facts.terms.all(&parts) };
        for name in ["target_rank", "dest", "source"] {
            // A send-receive has two partners; its effects do not show which effect belongs to which.
            if call.routine.arg("dest").is_some() && call.routine.arg("source").is_some() {
                continue;
            }
            if let Some(rank) = call.named(name) {
                let null = self.facts.terms.int(abi.constants().proc_null);
                parts.push(self.facts.terms.ne(rank, null));
            }
        }
        if let (Some(rank), Some(win)) = (call.named("target_rank"), call.named("win")) {
            parts.push(self.in_team(rank, win));
        }
        self.facts.terms.all(&parts)
    }

    /// Condition that a rank is one of a window's or context's communicator; true if that is clear.
    fn in_team(&mut self, rank: TermId, win: TermId) -> TermId {
        let simple = self.facts.terms.weight(rank) <= 24 && self.facts.terms.knowledge(rank) == Knowledge::Known;
        let Some(comm) = self.facts.window(win).map(|(_, w)| w.comm).filter(|_| simple) else {
            return self.facts.terms.truth(true);
        };
        let size = self.facts.size_of_comm(comm);
        let zero = self.facts.terms.int(0);
        let (low, high) = (self.facts.terms.le(zero, rank), self.facts.terms.lt(rank, size));
        self.facts.terms.all(&[low, high])
    }

    fn names_a_process(&mut self, call: &CallSite) -> TermId {
        let Some(pe) = call.named("pe") else { return self.facts.terms.truth(true) };
        let context = self.context(call);
        self.in_team(pe, context)
    }

    fn effect(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        effect: &Effect,
        happens: TermId,
        mem: &Mem,
    ) -> Option<Access> {
        let at = call.at(effect.at)?;
        let no_op = call.named("op").is_some_and(|op| self.is_no_op(op));
        if no_op && effect.unless_no_op {
            return None;
        }
        if effect.unless_in_place && call.named("sendbuf").is_some_and(|b| self.is_in_place(b)) {
            return None;
        }
        let kind = match effect.access {
            AccessKind::Atomic if no_op || effect.only_read => AccessKind::Read,
            kind => kind,
        };
        let mut cond = happens;
        if effect.who != Who::All {
            let by = self.by_root(call, effect.who);
            cond = self.facts.terms.all(&[cond, by]);
        }
        let area = match effect.bank {
            Bank::Own => {
                if self.is_in_place(at) {
                    return self.read_in_place(frame, call, effect, cond, mem);
                }
                if self.facts.terms.is_false(cond) {
                    return None;
                }
                let mut area = self.extent_area(frame, call, at, &effect.extent, mem);
                if let Some(blocks) = self.blocks_of_others(call, effect) {
                    area.blocks = blocks;
                }
                if let Some(section) = self.api.sections.get(&effect.at).cloned() {
                    area.blocks = self.spread_over(section, &area);
                }
                area
            }
            Bank::Target if call.routine.is_symmetric() => self.symmetric_area(frame, call, effect, mem),
            Bank::Target => self.target_area(frame, call, effect, mem),
        };
        let arg = call.routine.args.get(effect.at).cloned().unwrap_or_default();
        let symmetric = effect.bank == Bank::Target && call.routine.is_symmetric();
        Some(Access {
            kind,
            area,
            actor: Actor::Argument { routine: call.routine, arg },
            bank: effect.bank,
            symmetric,
            cond,
        })
    }

    /// Whether a buffer is `MPI_IN_PLACE`.
    pub(super) fn is_in_place(&self, buffer: TermId) -> bool {
        let constants = self.facts.abi.map(rma_frontend::api::Abi::constants);
        constants.is_some_and(|c| self.facts.terms.as_const(buffer) == Some(c.in_place))
    }

    /// `MPI_IN_PLACE` as the send buffer: the receive buffer is read instead.
    fn read_in_place(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        of: &Effect,
        cond: TermId,
        mem: &Mem,
    ) -> Option<Access> {
        let recv = call.routine.effects.iter().find(|e| e.bank == Bank::Own && e.access == AccessKind::Write)?;
        if of.access != AccessKind::Read {
            return None;
        }
        let at = call.at(recv.at)?;
        // With `MPI_IN_PLACE` the arguments `sendcount` and `sendcounts` are ignored, so the extent of the receive
        // buffer is used. Without such arguments the extent of the sent data is used: for a reduce-scatter all blocks,
        // the first of which is the receive buffer afterwards (MPI 4.1, 6.10).
        let own = call.named("sendcount").or_else(|| call.named("sendcounts")).is_some();
        let extent = if own { &recv.extent } else { &of.extent };
        let area = self.extent_area(frame, call, at, extent, mem);
        let arg = call.routine.args.get(recv.at).cloned().unwrap_or_default();
        let actor = Actor::Argument { routine: call.routine, arg };
        Some(Access { kind: AccessKind::Read, area, actor, bank: Bank::Own, symmetric: false, cond })
    }

    /// The memory that a gathering call with `MPI_IN_PLACE` writes: the contribution of the caller is in its place already
    /// (MPI 4.1, 6.5 and 6.7).
    fn blocks_of_others(&mut self, call: &CallSite, effect: &Effect) -> Option<Vec<Block>> {
        let Extent::TypedPerRank { count, datatype } = effect.extent else { return None };
        let in_place = self.facts.abi?.constants().in_place;
        let sends = call.routine.effects.iter().find(|e| e.bank == Bank::Own && e.access == AccessKind::Read)?;
        let one_block = matches!(sends.extent, Extent::Typed { .. });
        if effect.access != AccessKind::Write
            || !one_block
            || self.facts.terms.as_const(call.at(sends.at)?) != Some(in_place)
        {
            return None;
        }
        let (count, datatype, comm) = (call.at(count)?, call.at(datatype)?, self.comm_of_call(call));
        let (rank, size) = (self.facts.rank_in_comm(comm), self.facts.size_of_comm(comm));
        let next = self.facts.terms.add_int(rank, 1);
        let after = self.facts.terms.sub(size, next);
        let counts = [rank, after].map(|n| self.facts.terms.mul(count, n));
        let mut blocks = self.typed_blocks(Some(counts[0]), Some(datatype));
        let extent = self.layout(datatype).extent?;
        let block = self.facts.terms.mul(count, extent);
        let start = self.facts.terms.mul(block, next);
        let behind = self.typed_blocks(Some(counts[1]), Some(datatype));
        blocks.extend(self.shift(behind, start));
        Some(blocks)
    }

    fn by_root(&mut self, call: &CallSite, who: Who) -> TermId {
        let comm = match call.named("comm") {
            Some(handle) => self.comm(handle),
            None if call.routine.is_symmetric() => self.team_of(call),
            None => return self.facts.terms.truth(true),
        };
        let Some(root) = call.named("root").or_else(|| call.named("PE_root")) else {
            return self.facts.terms.truth(true);
        };
        if self.facts.is_inter(comm) {
            let [is_root, concurrent] = self.facts.root_side(root);
            let (not_root, not_concurrent) = (self.facts.terms.not(is_root), self.facts.terms.not(concurrent));
            return if who == Who::Root { is_root } else { self.facts.terms.all(&[not_root, not_concurrent]) };
        }
        let rank = self.facts.rank_in_comm(comm);
        let is_root = self.facts.terms.eq(rank, root);
        if who == Who::Root { is_root } else { self.facts.terms.not(is_root) }
    }

    /// A scalar that a call stores. A value that is sent to each process separately, or computed from contributions of
    /// others, differs between processes.
    pub(super) fn received_value(&mut self, frame: &Frame<'a>, call: &CallSite, role: Role) -> TermId {
        let name = "a received value";
        if self.delivers_alike(call) {
            let s = self.site_symbol(frame, call.value, role, SymKind::Input, Knowledge::Input, name);
            self.facts.terms.syms[s].uniform = true;
            return self.facts.terms.sym(s);
        }
        // What is read in the memory of another process is arranged as well as what that sends.
        let fetched = |e: &Effect| e.bank == Bank::Target && e.access == AccessKind::Read;
        let own =
            |o: &Order| matches!(o, Order::Recv | Order::RootToAll | Order::AllToAll | Order::Scan | Order::Neighbor);
        if call.routine.order.iter().any(own) || call.routine.effects.iter().any(fetched) {
            self.arranged(frame, call.value, role, name)
        } else {
            self.input(frame, call.value, role, name)
        }
    }

    /// The content of a written buffer is not known before run time.
    fn received(&mut self, frame: &Frame<'a>, call: &CallSite, effect: &Effect, area: &Area, mem: &mut Mem) {
        let at = effect.at;
        let Some(mut ptr) = call.at(at) else { return };
        if effect.extent == Extent::Array {
            ptr = self.array_base(frame, call.value, ptr, mem);
        }
        let len = match &area.blocks[..] {
            [b] if b.dims.is_empty() && self.facts.terms.as_const(b.offset) == Some(0) => b.len,
            _ => None,
        };
        if let (Some(src), Some(n)) = (effect.from.and_then(|pos| call.at(pos)), len) {
            self.copy(mem, ptr, src, n);
            return;
        }
        let gathered = self.gathered(frame, call, effect, &area.places, mem);
        let same =
            if self.gives_alike(frame, call, mem) { self.same_blocks(frame, call, effect, area, mem) } else { None };
        // Then a function of equal arguments gives the bytes, not a process.
        let by_arguments = same.is_some() && !self.delivers_alike(call);
        let element = self.element_size(call, at).filter(|s| *s > 0);
        let bytes = len.and_then(|l| self.facts.terms.as_const(l));
        let broadcast = match (&area.places[..], bytes) {
            ([p], Some(n)) => self.broadcast(frame, call, (p, n), mem),
            _ => Vec::new(),
        };
        let few = |n: i64| self.facts.terms.limits.allows(Limit::ReceivedElements, n);
        let sent = match element.zip(bytes) {
            Some((size, bytes)) if bytes % size == 0 && few(bytes / size) => {
                self.contributions(frame, call, effect, (bytes / size, size), mem)
            }
            _ => None,
        };
        let brings = |o: &Output| matches!(o.kind, OutKind::InputBytes | OutKind::TranslatedRanks);
        let brings = call.routine.outputs.iter().any(|o| o.arg == at && brings(o));
        let most = len.and_then(|len| self.at_most_here(frame, len)).map(|most| self.facts.terms.int(most.max(0)));
        if call.routine.model.is_parallel() || brings {
            self.learn(mem, ptr, most);
            self.is_heard_in(frame, call, at, area);
        } else {
            self.clobber(mem, ptr, most);
        }
        if let Some(gathered) = gathered {
            self.put_gathered(frame, call, &gathered, mem);
            return;
        }
        // A scalar gets a new value, which is the same for every reader.
        if by_arguments {
        } else if let ([p], Some(size @ (1 | 2 | 4 | 8))) = (&area.places[..], bytes)
            && (call.routine.model.is_parallel() || brings)
            && element.is_none_or(|element| element == 1 || element >= size)
        {
            let val = self.received_value(frame, call, Role::Received(at));
            self.brought(call, val);
            self.is_heard(frame, call, at, 0, val);
            let val = self.reduced(call, sent.as_ref().filter(|_| element == Some(size)), 0, val);
            let p = *p;
            self.write_cell(mem, &p, size as u64, val, Sort::Integer);
        } else if let ([p], Some(n), Some(size)) = (&area.places[..], bytes, element)
            && n % size == 0
            && self.facts.terms.limits.allows(Limit::ReceivedElements, n / size)
        {
            let p = *p;
            for i in 0..n / size {
                let val = self.received_value(frame, call, Role::ReceivedElement(at, i as u32));
                self.brought(call, val);
                self.is_heard(frame, call, at, i, val);
                let val = self.reduced(call, sent.as_ref(), i, val);
                let offset = self.facts.terms.add_int(p.offset, i * size);
                self.write_cell(mem, &Place { offset, ..p }, size as u64, val, Sort::Integer);
            }
        }
        self.put_broadcast(frame, call, (at, &area.places), broadcast, mem);
        if let ([p], false, Some(blocks)) = (&area.places[..], area.unknown, same) {
            let p = *p;
            self.put_alike(frame, call, at, (&p, &blocks), mem);
        }
    }

    /// The blocks that a call has made the same on all processes.
    fn same_blocks(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        effect: &Effect,
        area: &Area,
        mem: &Mem,
    ) -> Option<Vec<Block>> {
        if effect.extent == Extent::CString {
            // The text ends before the end of the buffer.
            let len = ["n", "valuelen"].iter().find_map(|name| call.named(name))?;
            let offset = self.facts.terms.int(0);
            return Some(vec![Block { offset, dims: Vec::new(), len: Some(len) }]);
        }
        // In place, the process' own part is there already.
        Some(match self.blocks_of_others(call, effect) {
            Some(_) => self.extent_area(frame, call, call.at(effect.at)?, &effect.extent, mem).blocks,
            None => area.blocks.clone(),
        })
    }

    /// The bytes that a call has written are the same on all processes.
    fn put_alike(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        at: ArgPos,
        (p, blocks): (&Place, &[Block]),
        mem: &mut Mem,
    ) {
        if !self.facts.terms.is_true(p.guard)
            || !self.facts.terms.limits.allows(Limit::ReceivedElements, blocks.len() as i64)
        {
            return;
        }
        let name = "a received value";
        let s = self.site_symbol(frame, call.value, Role::SameBytes(at), SymKind::Input, Knowledge::Input, name);
        self.facts.terms.syms[s].uniform = true;
        let made = self.facts.terms.sym(s);
        let index = self.facts.symbol(SymKey::Site(frame.ctx, call.value, Role::SameBytesIndex(at)), |_| Sym {
            lo: Some(0),
            ..Sym::new(SymKind::Index, "index", Knowledge::Known)
        });
        for block in blocks {
            self.put_same_bytes(mem, p, block, (made, index));
        }
    }

    /// Bytes of an element of the buffer at argument `at`, if its type is predefined.
    pub(super) fn element_size(&self, call: &CallSite, at: usize) -> Option<i64> {
        let effect = call.routine.effects.iter().find(|e| e.at == at)?;
        if let rma_frontend::api::Extent::Elements { size, .. } = effect.extent {
            return Some(size as i64);
        }
        if let rma_frontend::api::Extent::Coded { code, sizes, .. } = &effect.extent {
            let code = usize::try_from(self.facts.terms.as_const(call.at(*code)?)?).ok()?;
            return sizes.get(code).map(|size| *size as i64);
        }
        let rma_frontend::api::Extent::Typed { datatype, .. } = effect.extent else { return None };
        self.size_of_predefined(call, datatype)
    }

    /// Bytes of an element of a predefined type.
    pub(super) fn size_of_predefined(&self, call: &CallSite, datatype: rma_frontend::api::ArgPos) -> Option<i64> {
        let abi = self.facts.abi?;
        let handle = call.at(datatype)?;
        self.with_key(handle, |k| abi.datatype(k).map(|p| p.extent as i64))?
    }
}
