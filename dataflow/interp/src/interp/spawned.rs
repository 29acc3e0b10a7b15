//! Tasks and threads: the places that create them, the tasks that they depend on, and the waits for them (theory, 6.5).

use super::{Frame, Interp};
use crate::api::CallSite;
use crate::interp::Made;
use crate::memory::Mem;
use rma_frontend::api::{Thread, catalog};
use rma_frontend::ir::{Callee, InstKind, Operand, ValueId};
use rma_skeleton::facts::Role;
use rma_skeleton::skeleton::{Place, TeamKind};
use rma_skeleton::thread::{Dependence, Join, ThreadKind};
use rma_term::ids::{ObjId, TermId, ThreadId};
use rma_term::limits::Limit;
use rma_term::object::ObjKind;
use rma_term::term::{Knowledge, SymKind, Term};

/// Bytes of the record of a dependence, and the offset of its kind.
const DEPENDENCE_SIZE: i64 = 24;
const DEPENDENCE_KIND: i64 = 16;
/// Offsets of the bounds in the memory of a task that runs iterations.
const TASK_LOWER: i64 = 40;
const TASK_UPPER: i64 = 48;
/// The flag of a task of the GNU library that has dependences.
const GNU_DEPENDS: i64 = 8;
/// Offsets of functions in the virtual table of the state of a `std::thread`.
const STATE_DESTROY: i64 = 8;
const STATE_RUN: i64 = 16;

impl<'a> Interp<'a> {
    pub(super) fn new_task(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &mut Mem) -> Option<TermId> {
        let inst = self.instance_here(frame);
        let mut made = Vec::new();
        for (role, size) in [(Made::Task, call.named("size_task")), (Made::TaskShared, call.named("size_shareds"))] {
            let obj = self.new_object(frame, call.value, role, ObjKind::Heap, String::new(), size);
            mem.remove(obj);
            made.push(obj);
        }
        let task = self.facts.terms.addr_of(made[0], inst);
        let shared = self.facts.terms.addr_of(made[1], inst);
        self.store(mem, task, 8, shared, false);
        self.facts.threads.tasks.insert(made[0], call.named("task_entry")?);
        Some(task)
    }

    fn task_code(&mut self, task: TermId) -> Option<TermId> {
        let obj: ObjId = *self.facts.objects_in(task).first()?;
        self.facts.threads.tasks.get(&obj).copied()
    }

    pub(super) fn task(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        let Some(task) = call.named("task") else { return };
        let Some(code) = self.task_code(task) else { return };
        let size = self.default_size();
        let depends = self.dependences(frame, call, mem);
        let id = self.new_thread(frame, call.value, ThreadKind::Task, size);
        self.facts.threads.all[id].depends = depends;
        let number = self.facts.threads.all[id].number;
        self.spawn(frame, call.value, id, &[Some(code)], &[number, task], mem);
    }

    /// A task of the GNU library: a function on a copy of its data, made by another function if there is one.
    pub(super) fn task_of_function(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        let (Some(code), Some(data)) = (call.named("fn"), call.named("data")) else { return };
        let size = call.named("size");
        let inst = self.instance_here(frame);
        let obj = self.new_object(frame, call.value, Made::TaskData, ObjKind::Heap, String::new(), size);
        mem.remove(obj);
        let block = self.facts.terms.addr_of(obj, inst);
        let copy = call.named("copy");
        if copy.and_then(|c| self.facts.terms.as_const(c)) != Some(0) {
            self.run_thread(frame, call.value, copy, &[block, data], mem);
        } else if let Some(size) = size {
            self.copy(mem, block, data, size);
        }
        let team = self.default_size();
        let depends = self.dependences_gnu(frame, call, mem);
        let id = self.new_thread(frame, call.value, ThreadKind::Task, team);
        self.facts.threads.all[id].depends = depends;
        self.spawn(frame, call.value, id, &[Some(code)], &[block], mem);
    }

    /// The dependences of a task in the format of GNU's runtime: the number of addresses, the number of those that are written, and the
    /// addresses; or zero, the number of all and the numbers of three kinds, of which the first two are written.
    fn dependences_gnu(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &mut Mem) -> Option<Vec<Dependence>> {
        let flags = call.named("flags").and_then(|f| self.facts.terms.as_const(f))?;
        if flags & GNU_DEPENDS == 0 {
            return None;
        }
        self.list_gnu(frame, call, mem)
    }

    /// Reads a list of dependences in this format.
    fn list_gnu(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &mut Mem) -> Option<Vec<Dependence>> {
        let list = call.named("depend")?;
        let mut word = |interp: &mut Self, n: i64| {
            let at = interp.facts.terms.add_int(list, 8 * n);
            interp.load(frame, call.value, mem, at, 8, false)
        };
        let head: Vec<i64> = (0..4)
            .map(|n| {
                let value = word(self, n);
                self.facts.terms.as_const(value).unwrap_or(0)
            })
            .collect();
        let (count, written, first) =
            if head[0] == 0 { (head[1], head[2] + head[3], 5) } else { (head[0], head[1], 2) };
        let mut out = Vec::new();
        self.facts.terms.limits.allows(Limit::Dependences, count);
        for n in 0..count.min(self.facts.terms.limits.get(Limit::Dependences)) {
            out.push(Dependence { address: word(self, first + n), writes: n < written, set: false });
        }
        Some(out)
    }

    /// The dependences of a task: records of address, length and kind (`kmp_depend_info`).
    fn dependences(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &mut Mem) -> Option<Vec<Dependence>> {
        let list = call.named("dep_list")?;
        let count = call.named("ndeps").and_then(|n| self.facts.terms.as_const(n)).unwrap_or(0);
        let mut out = Vec::new();
        self.facts.terms.limits.allows(Limit::Dependences, count);
        for n in 0..count.min(self.facts.terms.limits.get(Limit::Dependences)) {
            let at = self.facts.terms.add_int(list, n * DEPENDENCE_SIZE);
            let address = self.load(frame, call.value, mem, at, 8, false);
            let at = self.facts.terms.add_int(at, DEPENDENCE_KIND);
            let kind = self.load(frame, call.value, mem, at, 1, false);
            let kind = self.facts.terms.as_const(kind);
            // 1: in, 8: inoutset; everything else is ordered after earlier ones as well.
            out.push(Dependence { address, writes: kind != Some(1), set: kind == Some(8) });
        }
        Some(out)
    }

    /// The tasks that a taskwait waits for: all tasks that the caller has made, or those that the list of its depend clauses names.
    pub(super) fn awaited_tasks(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &mut Mem) -> TeamKind {
        let gnu = call.named("depend").is_some();
        if !gnu && call.named("dep_list").is_none() {
            return TeamKind::AwaitTasks;
        }
        let counted = gnu || call.named("ndeps").is_some_and(|n| self.facts.terms.as_const(n).is_some());
        let list = if gnu { self.list_gnu(frame, call, mem) } else { self.dependences(frame, call, mem) };
        match list.filter(|_| counted) {
            Some(list) => TeamKind::AwaitDependent(list),
            None => TeamKind::Visible,
        }
    }

    /// Tasks that run the iterations of a loop: a separate team. If the end of a task group does not follow at once (`nogroup`), the team
    /// runs at the same time as the code after the loop, as a task does.
    pub(super) fn task_loop(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        let (Some(task), Some(lb), Some(ub)) = (call.named("task"), call.named("lb"), call.named("ub")) else { return };
        let Some(code) = self.task_code(task) else { return };
        let lower = self.load(frame, call.value, mem, lb, 8, false);
        let upper = self.load(frame, call.value, mem, ub, 8, false);
        if self.ends_group_next(frame, call.value) {
            self.team_of_tasks(frame, call, [task, code, lower, upper], mem);
            return;
        }
        let one = self.facts.terms.int(1);
        let id = self.new_thread(frame, call.value, ThreadKind::Task, one);
        self.begin_spawned(frame, call.value, id, &[task]);
        self.team_of_tasks(frame, call, [task, code, lower, upper], mem);
        self.end_spawned(frame, call.value, id);
    }

    /// A team of tasks, each of which runs a chunk of iterations.
    fn team_of_tasks(&mut self, frame: &mut Frame<'a>, call: &CallSite, of: [TermId; 4], mem: &mut Mem) {
        let [task, code, lower, upper] = of;
        let s = self.site_symbol(
            frame,
            call.value,
            Role::TaskCount,
            SymKind::Parameter,
            Knowledge::Known,
            "number of tasks",
        );
        let sym = &mut self.facts.terms.syms[s];
        (sym.lo, sym.uniform) = (Some(1), true);
        let size = self.facts.terms.sym(s);
        let id = self.new_thread(frame, call.value, ThreadKind::Team, size);
        self.facts.threads.all[id].of_tasks = true;
        self.team_event(frame, call.value, TeamKind::Fork, Some(id));
        self.facts.threads.current.push(id);
        let (first, last) = self.chunk(frame, call.value, lower, upper);
        // Each of the tasks runs one chunk, so that their chunks are all of the loop.
        if let Term::Sym(x) = *self.facts.terms.get(first)
            && let Some(share) = self.facts.threads.shares.get_mut(&x)
        {
            share.whole = Some([lower, upper]);
        }
        for (at, value) in [(TASK_LOWER, first), (TASK_UPPER, last)] {
            let cell = self.facts.terms.add_int(task, at);
            self.store(mem, cell, 8, value, false);
        }
        let number = self.facts.threads.all[id].number;
        self.run_thread(frame, call.value, Some(code), &[number, task], mem);
        self.facts.threads.current.pop();
        self.team_event(frame, call.value, TeamKind::Join, Some(id));
    }

    /// Whether what comes next after a call is the end of a group of tasks.
    fn ends_group_next(&self, frame: &Frame<'a>, call: ValueId) -> bool {
        let insts = &frame.func.insts;
        let behind = frame.func.block_values(frame.block).skip_while(|v| *v != call).skip(1);
        let counts = |v: &ValueId| {
            matches!(insts[*v].kind, InstKind::Call { .. } | InstKind::Invoke { .. } | InstKind::Store { .. })
        };
        behind.into_iter().find(counts).is_some_and(|v| match insts[v].kind {
            InstKind::Call { callee: Callee::Direct(f), .. } => {
                let routine = catalog().lookup(&self.facts.module.functions[f].name);
                routine.is_some_and(|r| r.thread == Some(Thread::TaskGroupEnd))
            }
            _ => false,
        })
    }

    /// Interprets the code of a task or thread, which is concurrent with the code after its creation.
    fn spawn(
        &mut self,
        frame: &mut Frame<'a>,
        v: ValueId,
        id: ThreadId,
        code: &[Option<TermId>],
        args: &[TermId],
        mem: &mut Mem,
    ) {
        self.begin_spawned(frame, v, id, args);
        for function in code {
            self.run_thread(frame, v, *function, args, mem);
        }
        self.end_spawned(frame, v, id);
    }

    fn begin_spawned(&mut self, frame: &Frame<'a>, v: ValueId, id: ThreadId, args: &[TermId]) {
        self.team_event(frame, v, TeamKind::Spawn, Some(id));
        let handed: Vec<_> = args.iter().flat_map(|arg| self.facts.objects_in(*arg)).collect();
        self.polls.handed.extend(handed);
        self.beside.begin(id);
        self.facts.threads.current.push(id);
    }

    fn end_spawned(&mut self, frame: &Frame<'a>, v: ValueId, id: ThreadId) {
        self.facts.threads.current.pop();
        self.team_event(frame, v, TeamKind::SpawnEnd, Some(id));
    }

    pub(super) fn create(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        self.outputs(frame, call, mem);
        let id = self.created_thread(frame, call);
        let arg: Vec<TermId> = call.named("arg").into_iter().collect();
        self.spawn(frame, call.value, id, &[call.named("start_routine")], &arg, mem);
        self.hand_out(call, id, mem);
    }

    /// A thread of `std::thread`: the state that a pointer points to has virtual functions that run the code and destroy the state
    /// (`_M_run` and the deleting destructor, in libstdc++'s `thread.cc`); the thread takes the state over.
    pub(super) fn create_of_state(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        let id = self.created_thread(frame, call);
        self.facts.threads.all[id].owned = true;
        let Some(owner) = call.named("state") else { return };
        let state = self.load(frame, call.value, mem, owner, 8, false);
        let table = self.load(frame, call.value, mem, state, 8, false);
        let mut function = |interp: &mut Self, at: i64| {
            let slot = interp.facts.terms.add_int(table, at);
            interp.load(frame, call.value, mem, slot, 8, false)
        };
        let (run, destroy) = (function(self, STATE_RUN), function(self, STATE_DESTROY));
        let nothing = self.facts.terms.int(0);
        self.store(mem, owner, 8, nothing, false);
        self.spawn(frame, call.value, id, &[Some(run), Some(destroy)], &[state], mem);
        self.hand_out(call, id, mem);
    }

    /// A thread, and its handle: another one each time.
    fn created_thread(&mut self, frame: &Frame<'a>, call: &CallSite) -> ThreadId {
        let one = self.facts.terms.int(1);
        let id = self.new_thread(frame, call.value, ThreadKind::Thread, one);
        let s = self.site_symbol(
            frame,
            call.value,
            Role::ThreadHandle,
            SymKind::Input,
            Knowledge::Known,
            "handle of the thread",
        );
        self.facts.terms.syms[s].lo = Some(1);
        self.facts.threads.handles.insert(s, id);
        self.facts.threads.all[id].own = Some(s);
        id
    }

    /// Stores the handle of a thread in the cell `thread`, which may be any memory: the thread does not read what it was made from there.
    fn hand_out(&mut self, call: &CallSite, id: ThreadId, mem: &mut Mem) {
        let Some(cell) = call.named("thread") else { return };
        let Some(s) = self.facts.threads.all[id].own else { return };
        self.facts.threads.all[id].handle = self.facts.places(cell).list;
        let handle = self.facts.terms.sym(s);
        self.store(mem, cell, 8, handle, false);
    }

    /// The thread that is waited for is known by the value of its handle, or by the cell from which that was read.
    pub(super) fn join_thread(&mut self, frame: &Frame<'a>, call: &CallSite) {
        let mut cell = None;
        if let InstKind::Call { args, .. } | InstKind::Invoke { args, .. } = &frame.func.insts[call.value].kind
            && let Some(Operand::Value(handle)) = args.first()
            && let InstKind::Load { ptr, .. } = &frame.func.insts[*handle].kind
        {
            cell = Some(self.operand(frame, *ptr));
        }
        let handle = call.named("thread");
        self.await_thread(frame, call.value, handle, cell);
    }

    /// A thread object is waited for, and is no thread afterwards (C++17, 33.3.2.5).
    pub(super) fn join_thread_object(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &mut Mem) {
        let Some(this) = call.named("this") else { return };
        let handle = self.load(frame, call.value, mem, this, 8, false);
        self.await_thread(frame, call.value, Some(handle), Some(this));
        let nothing = self.facts.terms.int(0);
        self.store(mem, this, 8, nothing, false);
    }

    fn await_thread(&mut self, frame: &Frame<'a>, v: ValueId, handle: Option<TermId>, cell: Option<TermId>) {
        let value = handle.and_then(|h| match *self.facts.terms.get(h) {
            Term::Sym(x) => Some(self.facts.threads.root(&self.facts.terms, x)),
            _ => None,
        });
        let known = value.and_then(|x| Some((*self.facts.threads.handles.get(&x)?, self.facts.terms.syms[x].def_loop)));
        let here = self.current_loop(frame);
        let places = cell.map(|cell| self.facts.places(cell).list).unwrap_or_default();
        let (of_cells, one_of_cells) = self.threads_of_cells(&places);
        let (awaited, one_of_many) = match known {
            Some((thread, made_in)) => (vec![thread], made_in.is_some_and(|l| !self.facts.loop_within(here, l))),
            None if of_cells.len() > 1 => (self.beside.those_running(of_cells, (frame.ctx, v)), one_of_cells),
            None => (of_cells, one_of_cells),
        };
        if let Some(handle) = handle {
            let join = Join { handle, cell, threads: awaited.clone() };
            self.facts.threads.joins.insert((frame.ctx, v), join);
        }
        if awaited.len() < 2 || here.is_some() {
            self.beside.end(&awaited, (frame.ctx, v));
        }
        // Which of the threads that a loop makes, and whether it is any that is known, the paths may tell.
        let unclear = one_of_many || awaited.is_empty();
        self.thread_event(frame, v, if unclear { TeamKind::Visible } else { TeamKind::AwaitThreads(awaited) });
    }

    /// The handle of a thread is stored in further cells: a vector of thread objects moves them where it grows.
    pub(super) fn note_handle_of_thread(&mut self, places: &[Place], value: TermId) {
        let Term::Sym(x) = *self.facts.terms.get(value) else { return };
        let root = self.facts.threads.root(&self.facts.terms, x);
        let Some(id) = self.facts.threads.handles.get(&root).copied() else { return };
        let cells = &mut self.facts.threads.all[id].handle;
        for place in places {
            if cells.iter().all(|c| (c.obj, c.inst, c.offset) != (place.obj, place.inst, place.offset)) {
                cells.push(*place);
            }
        }
    }

    /// For a cell of memory: the threads whose handles were, or may have been, stored there; and whether the cell is an element of an array that
    /// a loop fills with handles.
    fn threads_of_cells(&mut self, cell: &[Place]) -> (Vec<ThreadId>, bool) {
        let threads: Vec<(ThreadId, Vec<Place>)> = self
            .facts
            .threads
            .all
            .iter_enumerated()
            .filter(|(_, s)| s.kind == ThreadKind::Thread)
            .map(|(id, s)| (id, s.handle.clone()))
            .collect();
        let (mut out, mut one_of_many) = (Vec::new(), false);
        for (id, handles) in threads {
            for (a, b) in handles.iter().flat_map(|h| cell.iter().map(move |c| (h, c))) {
                let same = self.facts.terms.eq(a.offset, b.offset);
                if a.obj != b.obj || self.facts.terms.is_false(same) {
                    continue;
                }
                one_of_many |=
                    self.facts.terms.as_const(a.offset).is_none() && self.facts.terms.as_const(b.offset).is_some();
                if out.last() != Some(&id) {
                    out.push(id);
                }
            }
        }
        (out, one_of_many)
    }
}
