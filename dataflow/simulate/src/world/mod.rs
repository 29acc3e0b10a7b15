//! The simulated communication library, as far as a run needs it: MPI, OpenSHMEM and GASPI for processes that take turns (theory,
//! 9.4).
//!
//! Calls give as much order as an implementation may give: if an implementation may order two events, they count as ordered. So two
//! conflicting accesses without order are a race (runs show no false races), but a run does not show every race of the program.

mod collectives;
mod communicators;
mod datatypes;
mod environment;
mod gaspi;
mod invocation;
mod messages;
mod one_sided;
mod posted;
mod reductions;
mod requests;
mod shmem;
mod topology;
mod windows;
mod words;

pub(crate) use words::{observe_plainly, publish_plainly};

use crate::clock::Clock;
use crate::log::{EntryId, Span};
use crate::machine::memory::STACK;
use crate::machine::{Answer, Halt, Machine, Result, Value};
use collectives::Meeting;
use communicators::Communicator;
use datatypes::Datatype;
use invocation::Invocation;
use messages::Message;
use requests::Request;
use rma_frontend::api::{Model, Routine};
use rma_frontend::ir::LocId;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use windows::Window;
use words::Update;

/// A call that a process has announced to the others and in which it waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pending {
    /// A collective: communicator and its number there.
    Meeting(MeetingKey),
    /// Something that is looked for again and again.
    Asking,
}

/// Communicator, and how many collectives came before.
pub(crate) type MeetingKey = (usize, u64);

/// An operation that is not complete everywhere.
#[derive(Debug, Clone)]
pub(crate) struct Operation {
    pub channel: Channel,
    pub target: usize,
    /// Accesses of the origin's own memory, and at the target.
    pub own: Vec<EntryId>,
    pub there: Vec<EntryId>,
    /// The operation changes nothing at the target, so it is complete there when it is complete at the origin.
    pub only_reads: bool,
    pub watched: Vec<Span>,
    /// A request completes it.
    pub request: Option<usize>,
    /// The operation was issued in an epoch of passive target synchronisation.
    pub passive: bool,
    pub own_done: bool,
    /// A fence of its context comes after it.
    pub fenced: bool,
}

/// Operations of one channel are completed together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Channel {
    Window(usize),
    Context(u64),
    Queue(u64),
    /// Only its own request.
    Alone,
}

/// Everything that the processes share in the library.
#[derive(Debug, Default)]
pub(crate) struct World {
    pub communicators: Vec<Communicator>,
    pub groups: Vec<Vec<usize>>,
    pub datatypes: Vec<Datatype>,
    pub windows: Vec<Window>,
    pub requests: Vec<Vec<Request>>,
    pub operators: Vec<u64>,
    pub meetings: BTreeMap<MeetingKey, Meeting>,
    /// Collectives of a process on a communicator so far.
    pub turns: FxHashMap<(usize, usize), u64>,
    pub messages: Vec<Message>,
    pub operations: Vec<Vec<Operation>>,
    pub updates: Vec<Update>,
    /// Who stored last into each word of shared memory.
    writers: Vec<u8>,
    forgotten: Vec<words::Forgotten>,
    watched: Vec<Vec<Span>>,
    bounds: Vec<Span>,
    pub shmem: shmem::State,
    pub gaspi: gaspi::State,
    /// Attributes and other numbers that the program keeps in the library.
    pub kept: FxHashMap<(usize, u64, u64), Value>,
}

impl World {
    pub fn new(processes: usize) -> World {
        let mut world = World {
            requests: vec![Vec::new(); processes],
            operations: vec![Vec::new(); processes],
            watched: vec![Vec::new(); processes],
            bounds: vec![(u64::MAX, 0); processes],
            ..World::default()
        };
        world.communicators.push(Communicator::of((0..processes).collect()));
        world.communicators.extend((0..processes).map(|p| Communicator::of(vec![p])));
        world
    }

    /// Whether other processes, or a pending operation of this process, may touch these bytes.
    pub fn is_watched(&self, process: usize, address: u64, len: u64) -> bool {
        let (least, most) = self.bounds[process];
        address < most
            && address + len > least
            && self.watched[process].iter().any(|(start, end)| address < *end && address + len > *start)
    }

    pub fn watch(&mut self, process: usize, span: Span) {
        if span.0 < span.1 {
            let bounds = &mut self.bounds[process];
            *bounds = (bounds.0.min(span.0), bounds.1.max(span.1));
            self.watched[process].push(span);
        }
    }

    pub fn unwatch(&mut self, process: usize, span: Span) {
        if let Some(n) = self.watched[process].iter().rposition(|s| *s == span) {
            self.watched[process].swap_remove(n);
        }
    }

    /// The stack above an address is gone.
    pub fn forget_stack(&mut self, process: usize, from: u64) {
        if self.bounds[process].1 > from && self.bounds[process].0 < crate::machine::memory::HEAP {
            self.watched[process].retain(|s| !(STACK..crate::machine::memory::HEAP).contains(&s.0) || s.0 < from);
        }
    }
}

/// A call of a routine of a parallel model.
pub(crate) fn call(
    machine: &mut Machine,
    process: usize,
    row: &'static Routine,
    args: &[Value],
    loc: Option<LocId>,
) -> Result<Answer> {
    let call = Invocation { row, args, process, loc };
    match row.model {
        Model::Mpi => mpi(machine, &call),
        Model::Shmem => shmem::call(machine, &call),
        Model::Gaspi => gaspi::call(machine, &call),
        Model::Libc | Model::User => Err(call.unknown()),
    }
}

/// A call of MPI: its error argument and its result are success.
fn mpi(machine: &mut Machine, call: &Invocation) -> Result<Answer> {
    let families = [
        windows::call,
        one_sided::call,
        collectives::call,
        messages::call,
        requests::call,
        communicators::call,
        topology::call,
        datatypes::call,
        environment::call,
    ];
    for family in families {
        if let Some(answer) = family(machine, call)? {
            if matches!(answer, Answer::Value(_))
                && let Some(error) = call.error_argument()
            {
                machine.memory.set_number(call.process, error, 4, 0, false)?;
            }
            return Ok(answer);
        }
    }
    Err(call.unknown())
}

/// A call that returns success.
fn done() -> Result<Option<Answer>> {
    Ok(Some(Answer::Value(Value::default())))
}

/// The call is repeated after another process has made progress.
fn wait(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    if machine.processes[call.process].waits.is_none() {
        machine.processes[call.process].waits = Some(Pending::Asking);
    }
    Ok(Some(Answer::Wait))
}

/// The clock of the caller, for other processes; the call ends its interval.
fn tell(machine: &mut Machine, process: usize) -> Clock {
    machine.step_clock(process);
    machine.clocks.of(process).clone()
}

impl Halt {
    fn arguments(call: &Invocation) -> Halt {
        Halt::Arguments(call.row.name.clone())
    }
}
