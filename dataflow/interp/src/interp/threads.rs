//! Calls that start, order or number the threads of a process (OpenMP by way of its runtime libraries, POSIX threads) (theory, 6.5).
//!
//! A team's code is entered once, by a thread whose number is a symbol; the code of a task or thread is entered at the
//! place that creates it. Events mark the begin and the end of this code, so the walks know that other threads run at
//! the same time.

use super::{Frame, Interp};
use crate::api::CallSite;
use crate::interp::Made;
use crate::memory::Mem;
use rma_frontend::api::Thread;
use rma_frontend::ir::ValueId;
use rma_skeleton::facts::{Role, SymKey};
use rma_skeleton::skeleton::{Event, TeamEvent, TeamKind};
use rma_skeleton::thread::{Handing, Share, ThreadData, ThreadKind};
use rma_term::ids::{ObjId, SymId, TermId, ThreadId};
use rma_term::object::ObjKind;
use rma_term::term::{Knowledge, Sym, SymKind};

/// Schedules that distribute chunks of a given size in cyclic order (`kmp_sch_static_chunked` and its ordered form).
const STATIC_CHUNKED: [i64; 2] = [33, 65];
/// Bits of a schedule that only determine its order.
const SCHEDULE_MODIFIERS: i64 = (1 << 29) | (1 << 30);

impl<'a> Interp<'a> {
    /// A call that concerns threads: its value, or `None` if it is like any other.
    pub(crate) fn thread_call(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) -> Option<TermId> {
        let zero = self.facts.terms.int(0);
        self.locks_of_processes(frame, call);
        Some(match call.routine.thread? {
            Thread::Fork | Thread::ForkGnu => {
                self.fork(frame, call, mem);
                zero
            }
            Thread::Barrier => {
                if let Some(team) = self.team() {
                    self.team_event(frame, call.value, TeamKind::Barrier, Some(team));
                }
                zero
            }
            Thread::Number => self.thread_number(),
            Thread::TeamSize => match self.team() {
                Some(team) => self.facts.threads.all[team].size,
                None => self.facts.terms.int(1),
            },
            Thread::MostThreads => self.default_size(),
            Thread::AskThreads => {
                self.facts.threads.asked = call.named("num_threads");
                zero
            }
            Thread::Master => {
                let number = self.thread_number();
                self.facts.terms.eq(number, zero)
            }
            Thread::Masked => {
                let (number, filter) = (self.thread_number(), call.named("filter")?);
                self.facts.terms.eq(number, filter)
            }
            Thread::Single => self.single(frame, call),
            kind @ (Thread::Acquire | Thread::Share | Thread::Release) => {
                let lock = self.lock_of(frame, call);
                let kind = match kind {
                    Thread::Acquire => TeamKind::Acquire(lock),
                    Thread::Share => TeamKind::Share(lock),
                    _ => TeamKind::Release(lock),
                };
                self.thread_event(frame, call.value, kind);
                zero
            }
            Thread::Once => {
                let lock = self.lock_of(frame, call);
                self.thread_event(frame, call.value, TeamKind::Acquire(lock));
                self.call_backs(frame, call, mem);
                self.thread_event(frame, call.value, TeamKind::Release(lock));
                self.thread_event(frame, call.value, TeamKind::RanOnce(lock));
                zero
            }
            Thread::TryAcquire => {
                self.thread_event(frame, call.value, TeamKind::Visible);
                self.input(frame, call.value, Role::Value, &call.routine.name)
            }
            Thread::BarrierObject => {
                let made = (call.named("object")?, call.named("count")?);
                if !self.facts.threads.barriers.contains(&made) {
                    self.facts.threads.barriers.push(made);
                }
                return None;
            }
            Thread::Meet => {
                let kind = call.named("object").map_or(TeamKind::Visible, TeamKind::Meet);
                self.thread_event(frame, call.value, kind);
                return None;
            }
            Thread::Visible | Thread::AwaitSignal => {
                if call.routine.thread == Some(Thread::AwaitSignal) {
                    let around = self.current_loop(frame);
                    self.polls.blocking.extend(around);
                }
                // What a loop waits for here is followed.
                if self.wait_for_threads(frame).is_none() {
                    self.thread_event(frame, call.value, TeamKind::Visible);
                }
                // Whether it has waited to its end: without a time limit it has.
                let limited = call.named("has_timeout").and_then(|t| self.facts.terms.as_const(t))?;
                if limited != 0 {
                    return None;
                }
                self.facts.terms.int(1)
            }
            Thread::StaticShare => {
                self.static_share(frame, call, mem)?;
                zero
            }
            Thread::ShareOut => {
                self.facts.threads.handed_out.insert(frame.ctx, (call.named("lower")?, call.named("upper")?));
                zero
            }
            Thread::NextShare | Thread::FirstShare => {
                if call.routine.thread == Some(Thread::FirstShare) {
                    let upper = self.facts.terms.add_int(call.named("end")?, -1);
                    self.facts.threads.handed_out.insert(frame.ctx, (call.named("lower")?, upper));
                }
                let (lower, upper) = *self.facts.threads.handed_out.get(&frame.ctx)?;
                let (lb, ub) = self.chunk(frame, call.value, lower, upper);
                self.store_bounds(frame, call, mem, lb, ub);
                let another = self.chosen(frame, call.value, "another chunk");
                if let rma_term::term::Term::Sym(x) = *self.facts.terms.get(another) {
                    self.facts.threads.asks.insert(x);
                }
                another
            }
            Thread::Reduce => {
                let path = self.chosen(frame, call.value, "way to combine");
                self.facts.terms.add_int(path, 1)
            }
            Thread::NewTask => self.new_task(frame, call, mem)?,
            Thread::Task => {
                self.task(frame, call, mem);
                zero
            }
            Thread::TaskGnu => {
                self.task_of_function(frame, call, mem);
                zero
            }
            Thread::TaskLoop => {
                self.task_loop(frame, call, mem);
                zero
            }
            Thread::TaskWait => {
                let kind = self.awaited_tasks(frame, call, mem);
                self.thread_event(frame, call.value, kind);
                zero
            }
            Thread::TaskGroup => zero,
            Thread::TaskGroupEnd => {
                let kind = self.tasks_of_group(frame, call.value);
                self.thread_event(frame, call.value, kind);
                zero
            }
            Thread::PrivateCopy => {
                let data = call.named("data")?;
                let own = self.own_instance();
                match *self.facts.terms.get(data) {
                    rma_term::term::Term::Addr(obj, _) => self.facts.terms.addr_of(obj, own),
                    _ => data,
                }
            }
            Thread::Create => {
                self.create(frame, call, mem);
                zero
            }
            Thread::Level => {
                let required = call.named("required").or(call.named("requested"));
                let level = required.map_or(Some(0), |r| self.facts.terms.as_const(r));
                self.facts.threads.level = level.map(|l| self.facts.threads.level.map_or(l, |old| old.max(l)));
                return None;
            }
            Thread::CreateOfState => {
                self.create_of_state(frame, call, mem);
                zero
            }
            Thread::Join => {
                self.join_thread(frame, call);
                return None;
            }
            Thread::JoinObject => {
                self.join_thread_object(frame, call, mem);
                zero
            }
        })
    }

    /// A choice of the runtime library, 0 or 1: some run has either.
    fn chosen(&mut self, frame: &Frame<'a>, v: ValueId, name: &str) -> TermId {
        let s = self.site_symbol(frame, v, Role::Choice, SymKind::Input, Knowledge::Known, name);
        let sym = &mut self.facts.terms.syms[s];
        (sym.lo, sym.hi) = (Some(0), Some(1));
        self.facts.terms.sym(s)
    }

    /// The number that distinguishes this thread's memory from that of others: 0 outside of all threads.
    pub(crate) fn own_instance(&mut self) -> TermId {
        match self.facts.threads.current.last() {
            Some(s) => {
                let parts = self.facts.threads.all[*s].instance.clone();
                self.facts.terms.tuple(&parts)
            }
            None => self.facts.terms.int(0),
        }
    }

    /// The innermost team around the current point.
    pub(super) fn team(&self) -> Option<ThreadId> {
        self.facts.threads.current.iter().rev().copied().find(|s| self.facts.threads.all[*s].kind == ThreadKind::Team)
    }

    pub(super) fn thread_number(&mut self) -> TermId {
        match self.facts.threads.current.last() {
            Some(s) => self.facts.threads.all[*s].number,
            None => self.facts.terms.int(0),
        }
    }

    pub(super) fn team_event(&mut self, frame: &Frame<'a>, v: ValueId, kind: TeamKind, thread: Option<ThreadId>) {
        self.facts.threads.any = true;
        let loc = frame.func.insts[v].loc;
        self.emit(frame, loc, Event::Team(TeamEvent { kind, thread }));
    }

    /// An event of the innermost thread.
    pub(super) fn thread_event(&mut self, frame: &Frame<'a>, v: ValueId, kind: TeamKind) {
        let thread = self.facts.threads.current.last().copied();
        self.team_event(frame, v, kind, thread);
    }

    /// Records that other threads may have ended a wait of this thread by a flag that it reads.
    pub(super) fn see_others(&mut self, frame: &Frame<'a>, v: ValueId) {
        if self.facts.threads.any && self.wait_for_threads(frame).is_none() {
            self.thread_event(frame, v, TeamKind::Visible);
        }
    }

    /// The number of threads of teams for which the program requests no number: the same on all processes.
    pub(super) fn default_size(&mut self) -> TermId {
        let s = self.facts.symbol(SymKey::TeamSize, |_| Sym {
            lo: Some(1),
            uniform: true,
            ..Sym::new(SymKind::Parameter, "number of threads", Knowledge::Known)
        });
        self.facts.terms.sym(s)
    }

    /// `num_threads` is a request: fewer threads may come (OpenMP 5.2, 10.1.1).
    fn size_of_next_team(&mut self, frame: &Frame<'a>, v: ValueId) -> TermId {
        let Some(asked) = self.facts.threads.asked.take() else { return self.default_size() };
        if self.facts.terms.as_const(asked).is_some_and(|n| n <= 1) {
            return self.facts.terms.int(1);
        }
        let s = self.site_symbol(frame, v, Role::TeamSize, SymKind::Parameter, Knowledge::Known, "number of threads");
        let size = self.facts.terms.sym(s);
        let fact = self.facts.terms.le(size, asked);
        let hi = self.facts.terms.range(asked).hi;
        let sym = &mut self.facts.terms.syms[s];
        (sym.lo, sym.hi, sym.uniform, sym.fact) = (Some(1), hi, true, Some(fact));
        size
    }

    pub(super) fn new_thread(&mut self, frame: &Frame<'a>, v: ValueId, kind: ThreadKind, size: TermId) -> ThreadId {
        let parent = self.facts.threads.current.last().copied();
        let id = match self.facts.threads.ids.get(&(frame.ctx, v, kind)) {
            Some(id) => *id,
            None => {
                let zero = self.facts.terms.int(0);
                let thread = ThreadData {
                    kind,
                    parent,
                    number: zero,
                    size,
                    instance: Vec::new(),
                    handle: Vec::new(),
                    own: None,
                    owned: false,
                    depends: None,
                    groups: Vec::new(),
                    of_tasks: false,
                    loc: None,
                };
                let id = self.facts.threads.all.push(thread);
                self.facts.threads.ids.insert((frame.ctx, v, kind), id);
                id
            }
        };
        let number = if self.facts.terms.as_const(size) == Some(1) {
            self.facts.terms.int(0)
        } else {
            let s = self.site_symbol(frame, v, Role::Thread, SymKind::Thread, Knowledge::Known, "thread");
            let sym = &mut self.facts.terms.syms[s];
            (sym.lo, sym.below) = (Some(0), Some(size));
            sym.thread = Some(id);
            self.facts.terms.sym(s)
        };
        let groups = if kind == ThreadKind::Thread { Vec::new() } else { self.groups_around(frame.ctx, v, parent) };
        let mut instance = parent.map_or_else(Vec::new, |p| self.facts.threads.all[p].instance.clone());
        match kind {
            ThreadKind::Team => instance.push(number),
            // One for each time that it is made.
            _ => instance.push(self.instance_here(frame)),
        }
        let thread = &mut self.facts.threads.all[id];
        (thread.number, thread.size, thread.instance, thread.groups) = (number, size, instance, groups);
        thread.loc = frame.func.insts[v].loc;
        id
    }

    fn fork(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        if call.routine.thread == Some(Thread::ForkGnu) {
            self.facts.threads.asked = call.named("num_threads").filter(|n| self.facts.terms.as_const(*n) != Some(0));
        }
        let size = self.size_of_next_team(frame, call.value);
        let id = self.new_thread(frame, call.value, ThreadKind::Team, size);
        self.team_event(frame, call.value, TeamKind::Fork, Some(id));
        self.facts.threads.current.push(id);
        let args = match call.routine.thread {
            Some(Thread::ForkGnu) => call.named("data").into_iter().collect(),
            _ => {
                let number = self.number_cell(frame, call.value, mem);
                let mut args = vec![number, number];
                let captured = call.routine.calls.iter().flat_map(|c| &c.args).find_map(|a| match a {
                    rma_frontend::api::Passed::Arg(pos) => Some(*pos),
                    _ => None,
                });
                args.extend(call.args.iter().skip(captured.unwrap_or(call.routine.args.len())));
                args
            }
        };
        let code = call.named("microtask").or(call.named("fn"));
        self.run_thread(frame, call.value, code, &args, mem);
        self.facts.threads.current.pop();
        self.team_event(frame, call.value, TeamKind::Join, Some(id));
    }

    /// A cell with the number of the thread, which outlined functions get a pointer to.
    fn number_cell(&mut self, frame: &Frame<'a>, v: ValueId, mem: &mut Mem) -> TermId {
        let four = self.facts.terms.int(4);
        let obj = self.new_object(frame, v, Made::ThreadNumber, ObjKind::Stack, String::new(), Some(four));
        let inst = self.own_instance();
        let cell = self.facts.terms.addr_of(obj, inst);
        let number = self.thread_number();
        self.store(mem, cell, 4, number, false);
        cell
    }

    /// Condition under which the thread is the one that executes a single construct; all threads of the team agree on the choice.
    fn single(&mut self, frame: &Frame<'a>, call: &CallSite) -> TermId {
        let Some(team) = self.team() else { return self.facts.terms.int(1) };
        let (number, size) = (self.facts.threads.all[team].number, self.facts.threads.all[team].size);
        if self.facts.terms.as_const(size) == Some(1) {
            return self.facts.terms.int(1);
        }
        let s = self.site_symbol(
            frame,
            call.value,
            Role::Executor,
            SymKind::Thread,
            Knowledge::Known,
            "thread of the single construct",
        );
        let outer = self.facts.threads.all[team].parent;
        let sym = &mut self.facts.terms.syms[s];
        (sym.lo, sym.below, sym.thread) = (Some(0), Some(size), outer);
        self.facts.threads.executors.insert(s, team);
        let executor = self.facts.terms.sym(s);
        self.facts.terms.eq(number, executor)
    }

    /// A lock, semaphore or barrier in the memory of another process is shared by processes (POSIX.1-2017,
    /// `pthread_mutexattr_setpshared`, `sem_init`): the order that it gives between processes is not followed.
    fn locks_of_processes(&mut self, frame: &mut Frame<'a>, call: &CallSite) {
        let waits = matches!(
            call.routine.thread,
            Some(
                Thread::Acquire
                    | Thread::Share
                    | Thread::TryAcquire
                    | Thread::Visible
                    | Thread::Meet
                    | Thread::AwaitSignal
            )
        );
        let Some(object) = ["lock", "object", "cond"].into_iter().find_map(|name| call.named(name)).filter(|_| waits)
        else {
            return;
        };
        let places = self.facts.places(object).list;
        if places.iter().any(|p| self.facts.shared.contains_key(&p.obj)) {
            let always = self.facts.terms.truth(true);
            self.not_followed(frame, call.value, call.routine, always);
        }
    }

    /// A term that identifies a lock: its address, or, for the lock of a construct, the region.
    fn lock_of(&mut self, frame: &Frame<'a>, call: &CallSite) -> TermId {
        if let Some(lock) = call.named("lock") {
            return lock;
        }
        // Unnamed ones of the GNU library are one lock; ordered blocks are one for the team.
        let _ = frame;
        self.facts.terms.int(-1 - self.team().map_or(0, |t| i64::from(t.raw())))
    }

    pub(super) fn share_symbol(&mut self, key: SymKey, like: Sym) -> SymId {
        let thread = self.facts.threads.current.last().copied();
        let s = self.facts.symbol(key, |_| Sym { thread, ..like });
        self.facts.terms.syms[s].thread = thread;
        s
    }

    /// A worksharing loop has the iterations from `lower` to `upper`: symbols for the first and the last iteration of one thread's part.
    fn bounds_of_share(
        &mut self,
        first: SymId,
        last: SymId,
        lower: TermId,
        upper: TermId,
        handing: Handing,
    ) -> (TermId, TermId) {
        let (lb, ub) = (self.facts.terms.sym(first), self.facts.terms.sym(last));
        self.facts.terms.syms[first].fact = Some(self.facts.terms.le(lower, lb));
        let slack = i64::from(handing == Handing::Part);
        // Chunks have an iteration; a thread's part may be empty, and then ends before it begins.
        let (within, end) = (self.facts.terms.le(ub, upper), self.facts.terms.add_int(ub, slack));
        let some = self.facts.terms.le(lb, end);
        self.facts.terms.syms[last].fact = Some(self.facts.terms.all(&[within, some]));
        let (low, high) = (self.facts.terms.range(lower).lo, self.facts.terms.range(upper).hi);
        (self.facts.terms.syms[first].lo, self.facts.terms.syms[last].hi) = (low, high);
        self.facts.terms.syms[first].hi = high.and_then(|h| h.checked_add(slack));
        self.facts.terms.syms[last].lo = low.and_then(|l| l.checked_sub(slack));
        let whole = (handing == Handing::Part).then_some([lower, upper]);
        self.facts.threads.shares.insert(first, Share { upper: last, behind: 0, handing, family: first, whole });
        (lb, ub)
    }

    /// The part of a thread in a static schedule: the same for loops with the same bounds and schedule in one region
    /// (11.5.3).
    fn static_share(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &mut Mem) -> Option<()> {
        let size = if call.routine.name.contains("_8") { 8 } else { 4 };
        let thread = self.facts.threads.current.last().copied()?;
        let (pl, pu) = (call.named("plower")?, call.named("pupper")?);
        let lower = self.load(frame, call.value, mem, pl, size, false);
        let upper = self.load(frame, call.value, mem, pu, size, false);
        let schedule = self.facts.terms.as_const(call.named("schedule")?)? & !SCHEDULE_MODIFIERS;
        if STATIC_CHUNKED.contains(&schedule) {
            return self.static_chunks(frame, call, mem, (lower, upper), size);
        }
        let mut ends = Vec::new();
        for which in [false, true] {
            let name = if which { "last iteration of the thread" } else { "first iteration of the thread" };
            let def_loop = self.innermost_of(lower, upper);
            let like = Sym { def_loop, ..Sym::new(SymKind::Share, name, Knowledge::Known) };
            ends.push(self.share_symbol(SymKey::Share(thread, schedule, lower, upper, which), like));
        }
        let (lb, ub) = self.bounds_of_share(ends[0], ends[1], lower, upper, Handing::Part);
        self.store_bounds(frame, call, mem, lb, ub);
        Some(())
    }

    /// A chunk of iterations that the thread gets.
    pub(super) fn chunk(&mut self, frame: &Frame<'a>, v: ValueId, lower: TermId, upper: TermId) -> (TermId, TermId) {
        let first = self.site_symbol(
            frame,
            v,
            Role::ChunkFirst,
            SymKind::Share,
            Knowledge::Known,
            "first iteration of the chunk",
        );
        let last = self.site_symbol(
            frame,
            v,
            Role::ChunkLast,
            SymKind::Share,
            Knowledge::Known,
            "last iteration of the chunk",
        );
        self.bounds_of_share(first, last, lower, upper, Handing::OnRequest)
    }

    pub(super) fn store_bounds(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &mut Mem, lb: TermId, ub: TermId) {
        let size = if call.routine.name.contains("_8") { 8 } else { 4 };
        let last = self.input(frame, call.value, Role::IsLastPart, "last part");
        let end = self.facts.terms.add_int(ub, 1);
        let size = if call.named("pend").is_some() { 8 } else { size };
        for (arg, value, size) in
            [("plower", lb, size), ("pupper", ub, size), ("pend", end, size), ("plastiter", last, 4)]
        {
            if let Some(ptr) = call.named(arg) {
                self.store(mem, ptr, size, value, false);
            }
        }
    }

    fn innermost_of(&mut self, a: TermId, b: TermId) -> Option<rma_term::ids::LoopId> {
        let both = self.facts.terms.tuple(&[a, b]);
        self.facts.innermost(both)
    }

    /// When states are joined at a branch that selects one thread: the position of the state of this thread, whose content counts for
    /// memory that the team shares.
    pub(super) fn selected(&self, gates: &[TermId], states: &[Mem], obj: ObjId) -> Option<usize> {
        if self.facts.threads.current.is_empty() || gates.len() != 2 {
            return None;
        }
        let n = gates.iter().position(|g| self.facts.selects(*g))?;
        (self.facts.selects_others(gates[1 - n]) && self.is_of_team(states, obj)).then_some(n)
    }

    /// The same for a thread that a smaller team does not have: under which conditions the content of each state counts.
    pub(super) fn selected_if_exists(&mut self, gates: &[TermId], states: &[Mem], obj: ObjId) -> Option<[TermId; 2]> {
        let &[first, second] = gates else { return None };
        if self.facts.threads.current.is_empty() || self.facts.terms.not(first) != second {
            return None;
        }
        let selection = self.facts.selection(first).filter(|_| self.is_of_team(states, obj))?;
        let others = self.facts.terms.not(selection.exists);
        Some(if selection.taken { [selection.exists, others] } else { [others, selection.exists] })
    }

    /// Whether the threads of the team share an object, instead of having one each.
    fn is_of_team(&self, states: &[Mem], obj: ObjId) -> bool {
        let thread =
            |t: TermId| self.facts.terms.any_sym(t, |x| matches!(self.facts.terms.syms[x].kind, SymKind::Thread));
        let mut contents = states.iter().filter_map(|s| s.get(obj));
        !contents.any(|c| c.entries.iter().any(|e| thread(e.inst)) || c.families.iter().any(|f| thread(f.inst)))
    }
}
