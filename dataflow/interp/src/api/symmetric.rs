//! Models with symmetric memory (OpenSHMEM): contexts, teams, locks, and memory of other processes, which the caller names by
//! the address of its own corresponding object (theory, 4.6).
//!
//! A communication context is treated as a window of MPI without memory: operations are issued on the context and
//! completed on it, and the processes that they name are those of its team. A team is a communicator.

use super::CallSite;
use crate::interp::{Frame, Interp, Made, ObjKey, Provided};
use crate::memory::{Entry, Mem, Sort};
use rma_frontend::api::{
    Addend, Bank, Effect, Epoch, Order, OutKind, Output, Returns, RuntimeHandle, catalog, comparison, runtime_handle,
};
use rma_frontend::ir::{Callee, Const, Function, GlobalId, InstKind, Module, Operand};
use rma_skeleton::facts::{Role, SharedPart, Window};
use rma_skeleton::skeleton::{Area, Element, EpochCall, Event, Issue, Location, Members, OrderKind, Place, Wanted};
use rma_term::ids::{ObjId, TermId};
use rma_term::limits::{Limit, Watch};
use rma_term::object::{ObjKind, Object};
use rma_term::term::{CommId, Knowledge, NODE_OF_PROCESS, Sym, SymKind, Term};
use std::collections::BTreeSet;

/// First number of the types of atomics: bytes and kind are added.
const FIRST_TYPE: i64 = 0x7300_0000;

/// Facts about symmetric memory.
#[derive(Debug, Default)]
pub(crate) struct Symmetric {
    /// Contexts whose atomics belong to the domain of the processes that share memory.
    shared_domain: BTreeSet<ObjId>,
    /// Objects that operations write.
    pub changed: BTreeSet<ObjId>,
}

impl<'a> Interp<'a> {
    /// An object of the library.
    fn runtime_object(&mut self, of: Provided, kind: ObjKind, name: &str) -> ObjId {
        let name = name.to_owned();
        self.object(ObjKey::Provided(of), || Object {
            kind,
            name,
            size: None,
            ctx: None,
            loc: None,
            scope: None,
            zeroed: false,
            escaped: false,
        })
    }

    /// The default context.
    pub(super) fn default_context(&mut self) -> TermId {
        let obj = self.runtime_object(Provided::DefaultContext, ObjKind::Window, "the default context");
        let (inst, disp_unit) = (self.facts.terms.int(0), self.facts.terms.int(1));
        self.facts.windows.entry(obj).or_insert(Window {
            base: None,
            inst,
            size: None,
            disp_unit,
            comm: CommId::World,
            contiguous: false,
            allocated: false,
        });
        self.facts.terms.addr(obj)
    }

    /// The handle that a variable of the library holds.
    pub(crate) fn runtime_handle(&mut self, variable: &str) -> Option<TermId> {
        Some(match runtime_handle(variable)? {
            RuntimeHandle::DefaultContext => self.default_context(),
            RuntimeHandle::WorldTeam => {
                let obj = self.runtime_object(Provided::WorldTeam, ObjKind::Comm, "the world team");
                self.facts.communicators.of_mut(obj).id = Some(CommId::World);
                self.facts.terms.addr(obj)
            }
            RuntimeHandle::SharedTeam => {
                let obj = self.runtime_object(Provided::SharedTeam, ObjKind::Comm, "the shared team");
                self.facts.communicators.of_mut(obj).id = Some(CommId::Object(obj));
                let by = self.facts.terms.addr(obj);
                let colour = self.tied_by(obj, by, NODE_OF_PROCESS, Knowledge::Input);
                self.facts.communicators.of_mut(obj).colour = Some(colour);
                by
            }
            RuntimeHandle::Invalid => self.facts.terms.int(0),
        })
    }

    /// The context of a call.
    pub(super) fn context(&mut self, call: &CallSite) -> TermId {
        match call.named("ctx") {
            // The default context is a null handle in some libraries.
            Some(handle) if self.facts.terms.as_const(handle) != Some(0) => handle,
            _ => self.default_context(),
        }
    }

    /// The processes that a call names or is a collective of.
    pub(super) fn team_of(&mut self, call: &CallSite) -> CommId {
        if let Some(team) = call.named("team").or_else(|| call.named("parent_team")) {
            return self.comm(team);
        }
        if call.routine.arg("PE_start").is_some() {
            return self.active_set(call).unwrap_or(CommId::Unknown);
        }
        if call.named("ctx").is_some() {
            let ctx = self.context(call);
            return self.facts.window(ctx).map_or(CommId::Unknown, |(_, w)| w.comm);
        }
        CommId::World
    }

    /// The rank in a team, or its size. For an invalid team both are -1 (OpenSHMEM 1.5, 9.4.1 and 9.4.2).
    pub(super) fn rank_or_size_of_team(&mut self, call: &CallSite, rank: bool) -> TermId {
        let comm = self.team_of(call);
        let number = if rank { self.facts.rank_in_comm(comm) } else { self.facts.size_of_comm(comm) };
        let Some(team) = call.named("team") else { return number };
        let (none, invalid) = (self.facts.terms.int(0), self.facts.terms.int(-1));
        let without = self.facts.terms.eq(team, none);
        self.facts.terms.ite(without, invalid, number)
    }

    /// A new context or team.
    pub(super) fn symmetric_output(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        out: &Output,
        name: String,
    ) -> Option<TermId> {
        let inst = self.instance_here(frame);
        match out.kind {
            OutKind::ContextCreate => {
                let obj = self.new_object(frame, call.value, Made::Output(out.arg), ObjKind::Window, name, None);
                let comm = self.team_of_new_context(call);
                if call.named("team").is_some_and(|team| self.is_shared_team(team)) {
                    self.api.symmetric.shared_domain.insert(obj);
                }
                let disp_unit = self.facts.terms.int(1);
                self.facts.windows.insert(
                    obj,
                    Window { base: None, inst, size: None, disp_unit, comm, contiguous: false, allocated: false },
                );
                Some(self.facts.terms.addr_of(obj, inst))
            }
            OutKind::TeamOfContext => {
                let ctx = self.context(call);
                match self.facts.window(ctx)?.1.comm {
                    CommId::Object(obj) => Some(self.facts.terms.addr_of(obj, inst)),
                    CommId::World => self.runtime_handle("SHMEM_TEAM_WORLD"),
                    _ => None,
                }
            }
            OutKind::TeamStrided | OutKind::TeamRow | OutKind::TeamColumn => {
                let obj = self.new_object(frame, call.value, Made::Output(out.arg), ObjKind::Comm, name, None);
                let parent = self.team_of(call);
                if out.kind == OutKind::TeamStrided {
                    let (start, stride, size) = (call.named("start")?, call.named("stride")?, call.named("size")?);
                    self.strided_team(obj, parent, start, stride, size);
                    // A process that is no member gets no team.
                    let colour = self.facts.communicators.of(obj).colour?;
                    let member = self.facts.terms.ne0(colour);
                    let (team, none) = (self.facts.terms.addr_of(obj, inst), self.facts.terms.int(0));
                    return Some(self.facts.terms.ite(member, team, none));
                }
                self.team_of_grid(obj, parent, call.named("xrange")?, out.kind);
                Some(self.facts.terms.addr_of(obj, inst))
            }
            _ => None,
        }
    }

    /// The processes that operations on a new context name. Those that share memory may be all.
    fn team_of_new_context(&mut self, call: &CallSite) -> CommId {
        let Some(team) = call.named("team") else { return CommId::World };
        if self.is_shared_team(team) { CommId::World } else { self.comm(team) }
    }

    fn is_shared_team(&mut self, team: TermId) -> bool {
        self.runtime_handle("SHMEM_TEAM_SHARED") == Some(team)
    }

    /// The bytes at the target: those of the caller's counterpart.
    pub(super) fn symmetric_area(&mut self, frame: &Frame<'a>, call: &CallSite, effect: &Effect, mem: &Mem) -> Area {
        let at = call.at(effect.at).unwrap_or_else(|| self.facts.terms.int(0));
        let area = self.extent_area(frame, call, at, &effect.extent, mem);
        let objects: Vec<ObjId> = area.places.iter().map(|p| p.obj).collect();
        self.polls.memory.extend(&objects);
        if effect.access != rma_frontend::api::AccessKind::Read {
            self.api.symmetric.changed.extend(objects);
            if area.unknown {
                // Through a pointer that the process has fetched.
                let allocated = self.symmetric_allocations();
                self.api.symmetric.changed.extend(allocated);
            }
        }
        area
    }

    /// The process whose memory an operation touches: the process that the call names, or the caller.
    pub(super) fn symmetric_target(&mut self, call: &CallSite) -> TermId {
        match call.named("pe") {
            Some(pe) => pe,
            None => self.facts.rank_in_comm(CommId::World),
        }
    }

    /// What atomic operations must share to be atomic to each other: size, kind of number, and the root team of the context
    /// (OpenSHMEM 1.6, 3.2). Signals have a kind of their own (9.8.1).
    pub(super) fn atomic_type(&mut self, call: &CallSite) -> Element {
        let domain = i64::from(self.in_shared_domain(call));
        let (size, kind) = match &call.routine.element {
            Some(e) if call.named("sig_addr").is_none() => {
                let float = ["float", "double", "longdouble"].contains(&e.name.as_str());
                let unsigned = e.name.starts_with('u') || e.name == "size";
                (e.size as i64, if float { 2 } else { i64::from(unsigned) })
            }
            None if call.named("sig_addr").is_none() => (8, 0),
            _ => (8, 3),
        };
        Element { ty: self.facts.terms.int(FIRST_TYPE + 64 * size + 8 * kind + domain), size }
    }

    fn in_shared_domain(&mut self, call: &CallSite) -> bool {
        let Some(ctx) = call.named("ctx") else { return false };
        self.facts.objects_in(ctx).iter().any(|o| self.api.symmetric.shared_domain.contains(o))
    }

    /// The operator of a signal, if it is known.
    pub(super) fn signal_operator(&mut self, call: &CallSite) -> Option<TermId> {
        call.named("sig_addr")?;
        if let Some(op) = call.named("sig_op") {
            return Some(op);
        }
        // The calls that signal without data: by name.
        let update = call.routine.effects.iter().find(|e| !e.only_read)?;
        Some(self.facts.terms.int(i64::from(update.adds.is_some())))
    }

    /// The value that an update stores, if that is a single value.
    pub(super) fn stored_value(&mut self, call: &CallSite, effect: &Effect) -> Option<TermId> {
        let value = call.at(effect.value?)?;
        let op = call.named("sig_op");
        op.is_none_or(|op| self.facts.terms.as_const(op) == Some(0)).then_some(value)
    }

    /// The number that an update adds to the value that it finds.
    pub(super) fn added_value(&mut self, call: &CallSite, effect: &Effect) -> Option<TermId> {
        match effect.adds {
            Some(Addend::One) => Some(self.facts.terms.int(1)),
            Some(Addend::Arg(at)) => call.at(at),
            // A signal with the operator that adds (OpenSHMEM 1.6, 9.8.1).
            None => {
                let op = call.named("sig_op")?;
                let value = call.at(effect.value?)?;
                (self.facts.terms.as_const(op) == Some(1)).then_some(value)
            }
        }
    }

    /// The processes listed by a call that completes what was issued to them.
    pub(super) fn listed_targets(&mut self, call: &CallSite, mem: &Mem) -> Vec<TermId> {
        let (Some(list), Some(n)) = (call.named("target_pes"), call.named("npes")) else { return Vec::new() };
        let n = self.facts.terms.as_const(n).unwrap_or(0);
        self.facts.terms.limits.allows(Limit::ListedTargets, n);
        let n = n.clamp(0, self.facts.terms.limits.get(Limit::ListedTargets));
        (0..n).filter_map(|i| self.array_element(list, i, 4, mem)).collect()
    }

    /// The location and the value that a call waits for.
    pub(super) fn observation(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        order: Order,
        mem: &Mem,
    ) -> Option<(OrderKind, TermId)> {
        let single = call.named("ivar").or_else(|| call.named("sig_addr"));
        let mut at = single.or_else(|| call.named("ivars"))?;
        let size = call.routine.element.as_ref().map_or(8, |e| e.size as i64);
        let mut cond = self.facts.terms.truth(true);
        let mut len = None;
        if single.is_none() && order == Order::Await {
            let n = call.named("nelems")?;
            len = Some(self.facts.terms.scale(n, size));
        }
        if order == Order::AwaitAny {
            let index = self.updated_index(frame, call);
            if self.may_find_none(call) {
                let zero = self.facts.terms.int(0);
                cond = self.facts.terms.le(zero, index);
            }
            let by = self.facts.terms.scale(index, size);
            at = self.facts.terms.add(at, by);
        }
        if call.routine.returns == Returns::Flag {
            let flag = self.flag(frame, call);
            cond = self.facts.terms.ne0(flag);
        }
        if call.routine.returns == Returns::Count {
            let count = self.outcount(frame, call);
            let zero = self.facts.terms.int(0);
            cond = self.facts.terms.lt(zero, count);
        }
        // Which of several variables are left out of the comparison the program decides.
        let masked = self.is_masked(call);
        let places = self.facts.places(at);
        let known = order == Order::AwaitAny || !masked && order != Order::AwaitSome;
        let (memory, offset) = match places.list[..] {
            [p] if known => (self.facts.terms.addr_of(p.obj, p.inst), p.offset),
            _ => (self.facts.terms.int(0), self.facts.terms.int(0)),
        };
        let target = self.facts.rank_in_comm(CommId::World);
        let wanted = self.wanted(call).map(|w| Wanted { initial: self.own_value(&places.list, size as u64, mem), ..w });
        let location = Location { memory, target, offset, len };
        Some((OrderKind::Observe { location, claims: false, wanted }, cond))
    }

    /// The meaning of a constant of the library. A program with Open MPI's MPI may have another library's OpenSHMEM, and a program
    /// with the standard ABI may have any: if nothing in it is from Open MPI's OpenSHMEM, a number has its meaning if both
    /// libraries agree on it, and is unknown otherwise.
    fn comparison_of(&self, constant: i64) -> Option<rma_frontend::api::Compare> {
        let ours = self.facts.module.globals.iter().any(|g| g.name.starts_with("oshmem_"));
        let (others, open_mpi) = (comparison(constant, false), comparison(constant, true));
        match self.facts.abi {
            _ if ours => open_mpi,
            Some(rma_frontend::api::Abi::OpenMpi | rma_frontend::api::Abi::Mpi5) if others != open_mpi => None,
            _ => others,
        }
    }

    /// The value that ends the wait.
    fn wanted(&mut self, call: &CallSite) -> Option<Wanted> {
        let value = call.named("cmp_value")?;
        let compare = match call.named("cmp") {
            Some(c) => self.comparison_of(self.facts.terms.as_const(c)?)?,
            // `shmem_wait` waits until the value is another one.
            None => rma_frontend::api::Compare::Ne,
        };
        Some(Wanted { compare, value, initial: None, polled: false })
    }

    /// The last value that the process itself has stored in the variable that an operation fetches from.
    pub(super) fn own_word(&mut self, issue: &Issue, mem: &Mem) -> Option<TermId> {
        let effect = issue.effects.iter().find(|e| e.bank == Bank::Target)?;
        let size = effect.area.blocks.first()?.len.and_then(|len| self.facts.terms.as_const(len))?;
        self.own_value(&effect.area.places, u64::try_from(size).ok()?, mem)
    }

    /// The last value that the process itself has stored in a variable that other processes store to, or the initial value.
    fn own_value(&mut self, places: &[Place], size: u64, mem: &Mem) -> Option<TermId> {
        let [p] = *places else { return None };
        let shadow = self.shadow(p.obj);
        let now = mem.get(p.obj).and_then(|c| c.find(p.inst, p.offset, size)).map(|e| e.val);
        let content = mem.get(shadow).cloned().unwrap_or_default();
        now.or_else(|| self.cell_of(&content, p.obj, p.inst, p.offset, size, false))
    }

    /// An object that holds what a process itself has stored in an object, whatever other processes have stored since.
    pub(super) fn shadow(&mut self, obj: ObjId) -> ObjId {
        self.object(ObjKey::Shadow(obj), || Object::of_kind(ObjKind::OtherHandle))
    }

    /// Whether the call has a status array, which excludes some of its variables from the comparison.
    fn is_masked(&self, call: &CallSite) -> bool {
        call.named("status").is_some_and(|s| self.facts.terms.as_const(s) != Some(0))
    }

    /// Returns `SIZE_MAX` for "none": a test that finds nothing, or all variables are left out (OpenSHMEM 1.6, 9.10.3).
    fn may_find_none(&self, call: &CallSite) -> bool {
        call.routine.returns == Returns::IndexOrNone || self.is_masked(call)
    }

    /// Position of the variable that the call has found updated.
    pub(super) fn updated_index(&mut self, frame: &Frame<'a>, call: &CallSite) -> TermId {
        let name = format!("index of {}", call.routine.name);
        let below = call.named("nelems");
        let s = self.site_symbol(frame, call.value, Role::UpdatedIndex, SymKind::Sender, Knowledge::Known, &name);
        let none = self.may_find_none(call);
        self.facts.terms.syms[s].lo = Some(if none { -1 } else { 0 });
        self.facts.terms.syms[s].below = below;
        self.facts.terms.sym(s)
    }

    /// The memory of another process that corresponds to a pointer, as memory that the caller reaches directly.
    pub(super) fn shared_address(&mut self, frame: &Frame<'a>, call: &CallSite) -> Option<TermId> {
        let (base, rank) = (call.named("dest")?, call.named("pe")?);
        let objects: Vec<ObjId> = self.facts.places(base).list.iter().map(|p| p.obj).collect();
        self.polls.memory.extend(&objects);
        self.api.symmetric.changed.extend(objects);
        let win = self.default_context();
        let obj = self.new_object(
            frame,
            call.value,
            Made::OtherMemory,
            ObjKind::Heap,
            "memory of another process".into(),
            None,
        );
        let inst = self.instance_here(frame);
        self.facts.shared.insert(obj, SharedPart { win, rank, base: Some(base), inst });
        let reachable =
            self.site_symbol(frame, call.value, Role::Reachable, SymKind::Input, Knowledge::Known, "memory is shared");
        self.facts.terms.syms[reachable].lo = Some(0);
        self.facts.terms.syms[reachable].hi = Some(1);
        let reachable = self.facts.terms.sym(reachable);
        let reachable = self.facts.terms.ne0(reachable);
        let (address, null) = (self.facts.terms.addr_of(obj, inst), self.facts.terms.int(0));
        Some(self.facts.terms.ite(reachable, address, null))
    }

    /// A lock variable is taken or given back: exclusive, and known by its address.
    pub(super) fn lock_variable(&mut self, frame: &mut Frame<'a>, call: &CallSite, change: Epoch) {
        let Some(win) = call.named("lock") else { return };
        let loc = frame.func.insts[call.value].loc;
        let yes = self.facts.terms.truth(true);
        let cond = if call.routine.returns == Returns::Flag {
            let flag = self.flag(frame, call);
            self.facts.terms.eq0(flag)
        } else {
            yes
        };
        let assert = Some(self.facts.terms.int(0));
        let epoch = EpochCall {
            routine: call.routine,
            change,
            win,
            comm: CommId::World,
            rank: None,
            exclusive: yes,
            assert,
            members: Members::All,
            ends: yes,
            cond,
            unmatched: None,
            mixed: None,
            removes: None,
        };
        self.emit(frame, loc, Event::Epoch(Box::new(epoch)));
    }

    /// Whether the program calls routines of a model whose globals all processes can reach.
    pub(crate) fn is_symmetric_program(&self) -> bool {
        let symmetric = |f: &rma_frontend::ir::Function| {
            f.is_declaration() && catalog().lookup(&f.name).is_some_and(rma_frontend::api::Routine::is_symmetric)
        };
        self.facts.module.functions.iter().any(symmetric)
    }

    /// Memory that routines of such a model have allocated.
    pub(crate) fn symmetric_allocations(&self) -> Vec<ObjId> {
        let module = self.facts.module;
        let allocates = |key: &ObjKey| {
            let ObjKey::Site(ctx, call, _) = *key else { return false };
            let inst = &module.functions[self.facts.contexts.all[ctx].func].insts[call];
            match inst.kind.as_call() {
                Some((Callee::Direct(f), _)) => {
                    catalog().lookup(&module.functions[f].name).is_some_and(rma_frontend::api::Routine::is_symmetric)
                }
                _ => false,
            }
        };
        #[allow(clippy::iter_over_hash_type)] // Sorted below.
        let mut out: Vec<ObjId> =
            self.objects.ids.iter().filter(|(key, _)| allocates(key)).map(|(_, obj)| *obj).collect();
        out.sort_unstable();
        out
    }

    /// Globals that the program passes to routines as targets: known before the program is interpreted.
    pub(crate) fn find_symmetric_globals(&mut self, mem: &mut Mem) {
        let module = self.facts.module;
        let mut found = BTreeSet::new();
        for function in &module.functions {
            for (callee, args) in function.insts.iter().filter_map(|i| i.kind.as_call()) {
                let Callee::Direct(f) = callee else { continue };
                let Some(routine) = catalog().lookup(&module.functions[f].name).filter(|r| r.is_symmetric()) else {
                    continue;
                };
                let targets = routine.effects.iter().filter(|e| e.bank == Bank::Target).map(|e| e.at);
                // Routines do not show accesses through an address of another process' memory.
                let reached = routine.arg("dest").filter(|_| routine.returns == Returns::SharedAddress);
                let limits = &self.facts.terms.limits;
                let globals =
                    targets.chain(reached).filter_map(|at| global_behind(limits, module, function, *args.get(at)?));
                found.extend(globals);
            }
        }
        for global in found {
            let obj = self.global(global);
            self.polls.memory.insert(obj);
            self.api.symmetric.changed.insert(obj);
            // The initial value of a flag is distinguished from values that the process stores in it later.
            let size = self.facts.objects[obj].size.and_then(|s| self.facts.terms.as_const(s));
            let init = module.globals[global].init;
            if let (Some(size @ (4 | 8)), Some(init)) = (size, init)
                && let Some(val) = self.constant_at(init, 0, size as u64)
            {
                let (inst, size, shadow) = (self.facts.terms.int(0), size as u64, self.shadow(obj));
                let entry = Entry { inst, off: inst, size, val, sort: Sort::Integer, only_read: false };
                mem.get_mut(shadow).put(&self.facts.terms.limits, entry);
            }
        }
    }
}

/// The global that an operand points into, if the code shows it.
fn global_behind(limits: &Watch, module: &Module, function: &Function, operand: Operand) -> Option<GlobalId> {
    let mut at = operand;
    for _ in 0..limits.get(Limit::GlobalSteps) {
        match at {
            Operand::Const(c) => {
                let Const::Global { global, .. } = module.consts[c] else { return None };
                return Some(global);
            }
            Operand::Value(v) => {
                let InstKind::Gep { base, .. } = &function.insts[v].kind else { return None };
                at = *base;
            }
            _ => return None,
        }
    }
    limits.reached(Limit::GlobalSteps);
    None
}

/// Records that every fetch from a counter, to which each fetch adds, returns another value (assumption 20).
pub(super) fn counts_up(terms: &mut rma_term::term::Terms, value: TermId, step: TermId) {
    let (Term::Sym(x), Some(step)) = (terms.get(value).clone(), terms.as_const(step).filter(|s| *s > 0)) else {
        return;
    };
    let sym: &mut Sym = &mut terms.syms[x];
    sym.distinct = Some(rma_term::term::Distinct::By(step));
    sym.lo = Some(0);
}
