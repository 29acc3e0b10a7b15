//! Broken rules of epochs, windows and assertions, in words.

use super::{Describer, words};
use crate::finding::{Access, Finding, Lasts, Level, Step, StepKind, quoted};
use crate::rules::RuleId;
use index_vec::IndexVec;
use rma_dataflow::Analysis;
use rma_dataflow::candidate::{Conflict, Misuse, Pair, Processes};
use rma_dataflow::ids::{EventRef, PairId};
use rma_dataflow::skeleton::Event;
use rma_dataflow::term::Process;
use rma_solver::Verdict;

impl Describer<'_> {
    /// A finding about a broken rule.
    pub(super) fn misuse(&self, pair: &Pair, misuse: Misuse, level: Level, verdict: &Verdict) -> Finding {
        let practised = matches!(misuse, Misuse::Polling | Misuse::Between);
        let level = if practised { level.min(Level::Warning) } else { level };
        let alone = pair.first == pair.second;
        let place = |at, first| self.place(at, misuse, first, alone);
        let (first, second) = (place(pair.first, true), place(pair.second, false));
        let (a, b) = (self.shown(pair.first), self.shown(pair.second));
        let unsure = if matches!(verdict, Verdict::Unproven { .. }) { "possibly, " } else { "" };
        let granted = self.granted(misuse, verdict);
        let said = granted.as_ref().map_or_else(|| message(misuse, &a, &b), |level| forbidden(level, &a, &b));
        let message = format!("{unsure}{said}");
        let mut finding = Finding::new(rule(misuse), level, message, first.clone(), second.clone());
        (finding.earlier.number, finding.later.number) = (0, 0);
        let why = granted.as_deref().map_or_else(|| reason(misuse, &a, &b), why_forbidden);
        finding.reason = format!("{why}{}", self.undecided(verdict));
        finding.help = granted.as_deref().map_or_else(|| help(misuse, &a), allow).to_owned();
        let open = self.still_open(pair, verdict);
        if let Some((stop, epoch)) = open.as_ref().and_then(|stop| Some((stop, stop.epoch?))) {
            let near = self.near(stop, &second.location);
            finding.reason =
                format!("the epoch that `{}`{near} opens is not over{}", stop.routine, self.undecided(verdict));
            finding.help = format!("{} before {b}", super::still_open::end_of(epoch.change));
        }
        finding.witness = self.witness(pair, verdict);
        finding.story = self.misuse_story(pair, verdict, &first, &second);
        if let (Some(open), Verdict::Race { witness, .. }) = (&open, verdict) {
            let opening = self.opening(open, &self.actor(witness, Process::All), &self.values_of_misuse(verdict));
            finding.story.splice(0..0, opening);
        }
        let window = |at: EventRef| match &self.item(at).event {
            Event::Epoch(epoch) => self.window_of(self.handle_object(epoch.win)?),
            Event::Issue(issue) => self.window(issue),
            _ => None,
        };
        finding.window = window(pair.first).or_else(|| window(pair.second));
        finding.reason.push_str(&self.depends(pair, verdict));
        if let Verdict::Unproven { reason, candidate, .. } = verdict {
            finding.settle = self.settle(reason, *candidate, pair);
        }
        finding
    }

    /// The level of thread support that the library has granted in the witness of a call that it forbids.
    fn granted(&self, misuse: Misuse, verdict: &Verdict) -> Option<String> {
        let Verdict::Race { witness, .. } = verdict else { return None };
        let syms = &self.analysis.facts.terms.syms;
        let level = || witness.assignment.iter().find(|(s, _)| syms[*s].name == super::witness::THREAD_LEVEL);
        let (_, value) = level().filter(|_| misuse == Misuse::ThreadLevel)?;
        super::witness::thread_level(*value)
    }

    fn place(&self, at: EventRef, misuse: Misuse, first: bool, alone: bool) -> Access {
        let item = self.item(at);
        let name = self.name(at);
        let label = format!("{}{}", self.shown(at), role(misuse, first, alone, &name));
        let word = name.strip_prefix('`').and_then(|name| name.strip_suffix('`'));
        self.access(item, label, name.replace('`', ""), None, word)
    }

    /// The call that makes an event, or the kind of access.
    fn name(&self, at: EventRef) -> String {
        match &self.item(at).event {
            Event::Epoch(e) => format!("`{}`", e.routine.name),
            Event::Order(o) => format!("`{}`", o.routine.name),
            Event::Issue(i) => format!("`{}`", i.routine.name),
            Event::Complete(c) => format!("`{}`", c.routine.name),
            Event::Access(a) => words::access(a, "window memory").0,
            Event::Death { .. } | Event::ForgetRequest { .. } | Event::Foreign | Event::Team(_) => String::new(),
        }
    }

    /// Like the function above, with the name of the memory.
    fn shown(&self, at: EventRef) -> String {
        match &self.item(at).event {
            Event::Access(a) => {
                let memory = a.area.places.first().and_then(|place| self.memory_of(place.obj));
                let memory = memory.map_or_else(|| "window memory".to_owned(), |memory| quoted(&memory.name));
                words::access(a, &memory).0
            }
            _ => self.name(at),
        }
    }

    fn misuse_story(&self, pair: &Pair, verdict: &Verdict, a: &Access, b: &Access) -> Vec<Step> {
        let Verdict::Race { witness, .. } = verdict else { return Vec::new() };
        let rank = |process: Process| Some(self.actor(witness, process));
        let promise = pair.conflict == Conflict::Misuse(Misuse::NoPut);
        let step = |process, access: &Access| Step {
            actor: rank(process),
            location: access.location.clone(),
            text: access.label.clone(),
            kind: StepKind::Other,
            target: None,
            lasts: Lasts::Nothing,
        };
        if pair.first == pair.second {
            return vec![step(Process::All, a)];
        }
        if !promise && pair.processes == Processes::Two {
            return vec![step(Process::FIRST, a), step(Process::SECOND, b)];
        }
        let second = step(if promise { Process::FIRST } else { Process::All }, b);
        if promise { vec![second, step(Process::All, a)] } else { vec![step(Process::All, a), second] }
    }
}

/// A window that is freed with an operation pending is one finding, of the operation: the epoch that it was made in
/// need not be named too.
pub(super) fn named_by_operation(pair: &Pair, verdict: &Verdict, all: &[(&Pair, &Verdict)]) -> bool {
    let race = |v: &Verdict| matches!(v, Verdict::Race { .. });
    pair.conflict == Conflict::Misuse(Misuse::FreedOpen)
        && all.iter().any(|(other, v)| {
            other.conflict == Conflict::Misuse(Misuse::FreedPending)
                && other.second.node == pair.second.node
                && (race(v) || !race(verdict) && !matches!(v, Verdict::Safe { .. }))
        })
}

/// A lock inside an epoch of fences is one finding, of the lock: the fence that ends the epoch need not be named too.
pub(super) fn named_by_lock(pair: &Pair, analysis: &Analysis, verdicts: &IndexVec<PairId, Verdict>) -> bool {
    let window = |at: EventRef| match &analysis.skeleton.nodes[at.node].items[at.item as usize].event {
        Event::Epoch(e) => Some(e.win),
        _ => None,
    };
    pair.conflict == Conflict::Misuse(Misuse::Between)
        && analysis.found.pairs.iter_enumerated().any(|(id, other)| {
            other.conflict == Conflict::Misuse(Misuse::Locked)
                && window(other.second) == window(pair.first)
                && matches!(verdicts.get(id), Some(Verdict::Race { .. }))
        })
}

fn rule(misuse: Misuse) -> RuleId {
    match misuse {
        Misuse::Outside => RuleId::RMA501,
        Misuse::LeftOpen => RuleId::RMA502,
        Misuse::Unmatched => RuleId::RMA503,
        Misuse::NoPrecede => RuleId::RMA504,
        Misuse::NoPut | Misuse::NoStore => RuleId::RMA505,
        Misuse::Polling => RuleId::RMA506,
        Misuse::RequestInActive => RuleId::RMA507,
        Misuse::Locked | Misuse::Between => RuleId::RMA508,
        Misuse::BeyondWindow | Misuse::BeyondBuffer => RuleId::RMA509,
        Misuse::ThreadLevel => RuleId::RMA601,
        Misuse::FreedPending | Misuse::FreedOpen => RuleId::RMA403,
    }
}

/// What a granted level of thread support forbids (MPI 4.1, 11.6).
fn forbidden(level: &str, a: &str, b: &str) -> String {
    match level {
        "MPI_THREAD_SERIALIZED" if a == b => format!("two threads may call {a} at once, which `{level}` forbids"),
        "MPI_THREAD_SERIALIZED" => format!("two threads may call {a} and {b} at once, which `{level}` forbids"),
        _ if a == b => format!("{a} is called by a thread other than the main one, which `{level}` forbids"),
        _ => format!("{a} and {b} are called by two threads, which `{level}` forbids"),
    }
}

fn why_forbidden(level: &str) -> String {
    let rule = match level {
        "MPI_THREAD_SERIALIZED" => "one thread at a time may call MPI, and nothing excludes that two do",
        "MPI_THREAD_FUNNELED" => "only the main thread may call MPI, and nothing excludes that another does",
        _ => "a program has one thread, and this one has more",
    };
    format!("with `{level}` {rule}")
}

/// What makes calls of several threads permitted.
fn allow(level: &str) -> &'static str {
    match level {
        "MPI_THREAD_SERIALIZED" => {
            "ask for `MPI_THREAD_MULTIPLE`, let one thread make the call, or serialise the calls (`critical`)"
        }
        _ => "ask for a higher level, or move the call to the main thread (`master`, outside of the region)",
    }
}

fn message(misuse: Misuse, a: &str, b: &str) -> String {
    match misuse {
        Misuse::Outside => format!("{a} is called while no access epoch is open to its target"),
        Misuse::LeftOpen if a.contains("MPI_Win_") => {
            format!("the epoch that {a} opens is still open when the program ends")
        }
        Misuse::LeftOpen => {
            format!("the epoch between fences that {a} is called in is still open when the program ends")
        }
        Misuse::Unmatched => format!("{a} is called without an epoch that it could end or flush"),
        Misuse::NoPrecede => format!("{a} is pending at a {b} with `MPI_MODE_NOPRECEDE`"),
        Misuse::NoPut => format!("{a} writes to a window that {b} promises with `MPI_MODE_NOPUT` to stay as it is"),
        Misuse::NoStore => format!("{a} before {b}, which promises with `MPI_MODE_NOSTORE` that nothing was stored"),
        Misuse::Polling => format!("a loop polls by {b} what {a} of another process writes"),
        Misuse::RequestInActive => format!("{a} is called in an epoch of active target synchronisation"),
        Misuse::Locked => format!("{a} is called inside another epoch of the window that excludes it"),
        Misuse::Between => format!("{a} ends an epoch between fences in which the window was locked or started"),
        Misuse::BeyondWindow => format!("{a} reaches beyond the memory that its target offers"),
        Misuse::BeyondBuffer => format!("{a} uses more memory than its buffer has"),
        Misuse::ThreadLevel if a == b => format!("{a} is called by a thread from which the requested level forbids it"),
        Misuse::ThreadLevel => {
            format!("{a} and {b} are called by two threads at once, which the requested level forbids")
        }
        Misuse::FreedPending => format!("the window is freed while {a}, which uses it, is pending"),
        Misuse::FreedOpen => format!("the window is freed while the epoch that {a} opens is open"),
    }
}

/// The relation of a place to the broken rule, in text after the name of the place.
fn role(misuse: Misuse, first: bool, alone: bool, name: &str) -> &'static str {
    match (misuse, first) {
        (Misuse::LeftOpen, _) if alone && name.contains("MPI_Win_") => " opens an epoch that stays open",
        (Misuse::Locked, _) if alone => " begins while another epoch of the window is open",
        (Misuse::Between, _) if alone => " ends the epoch between fences",
        // A fence has opened the epoch; the operation shows that it is one.
        (Misuse::LeftOpen, _) if !name.contains("MPI_Win_") => " is called in an epoch that stays open",
        (Misuse::Outside, _) => " needs an epoch",
        (Misuse::LeftOpen, true) => " opens the epoch here",
        (Misuse::LeftOpen, false) => ": the epoch is still open here",
        (Misuse::Unmatched, _) => " has no epoch to end or flush",
        (Misuse::NoPrecede, true) => " is not completed before the fence",
        (Misuse::NoPrecede, false) => " promises that none is pending",
        (Misuse::NoPut, true) => " writes the window",
        (Misuse::NoPut, false) => " promises that nobody puts",
        (Misuse::NoStore, true) => ", before the promise",
        (Misuse::NoStore, false) => " promises that nothing was stored",
        (Misuse::Polling, true) => " changes the value",
        (Misuse::Polling, false) => " polls it",
        (Misuse::RequestInActive, _) => " needs a passive target epoch",
        (Misuse::Locked, true) => ": epoch opened here",
        (Misuse::Locked, false) => " is inside of that epoch",
        (Misuse::FreedPending, true) => " is pending",
        (Misuse::FreedOpen, true) => ": epoch opened here",
        (Misuse::FreedPending | Misuse::FreedOpen, false) => ": window freed here",
        (Misuse::Between, true) => ": the window is locked or started here",
        (Misuse::Between, false) => " ends the epoch between the fences here",
        (Misuse::BeyondWindow, _) => " reaches beyond the memory of its target",
        (Misuse::BeyondBuffer, _) => " uses more than its buffer",
        (Misuse::ThreadLevel, _) => " is called by one of several threads",
    }
}

fn reason(misuse: Misuse, a: &str, b: &str) -> String {
    match misuse {
        Misuse::Outside => "no fence, start or lock before it opens an epoch to this target that is still open",
        Misuse::LeftOpen => "a path to `MPI_Finalize` has no call that ends it",
        Misuse::Unmatched => "on some path no epoch that it could end or flush is open, on this window and to this target",
        Misuse::NoPrecede => "nothing completes the operation on the way, and this fence does not",
        Misuse::NoPut => "the operation lies in the epoch that the promise is about",
        Misuse::NoStore => "no synchronisation of the window lies between the two",
        Misuse::Polling => "nothing but the operation changes what the loop loads",
        Misuse::RequestInActive => "operations with a request are for passive target epochs only",
        Misuse::Locked => "the other epoch is not over: the target is locked, exposed or accessed already",
        Misuse::Between => "by the letter the fence before it opened an epoch (MPI 4.1, 12.5.1), and epochs must not overlap",
        Misuse::BeyondWindow => "displacement and length together are more than the size of the window or object",
        Misuse::BeyondBuffer => "the bytes that the operation moves do not fit into the variable or allocation",
        Misuse::ThreadLevel if a == b => {
            "a thread that is not the main one, or two threads at once, may make the call, and the program asks for less than `MPI_THREAD_MULTIPLE`"
        }
        Misuse::ThreadLevel => {
            "two threads may make the calls at once, and the program asks for less than `MPI_THREAD_MULTIPLE`"
        }
        Misuse::FreedPending => "nothing completes the operation on a path to the free",
        Misuse::FreedOpen => "a path to the free has no call that ends the epoch",
    }
    .to_owned()
}

fn help(misuse: Misuse, a: &str) -> &'static str {
    match misuse {
        Misuse::Outside => {
            "open an epoch to this target before the operation (`MPI_Win_fence`, `MPI_Win_start`, `MPI_Win_lock`), or move it into one"
        }
        Misuse::LeftOpen => match a {
            "`MPI_Win_lock`" => "call `MPI_Win_unlock` on every path",
            "`MPI_Win_lock_all`" => "call `MPI_Win_unlock_all` on every path",
            "`MPI_Win_start`" => "call `MPI_Win_complete` on every path",
            "`MPI_Win_post`" => "call `MPI_Win_wait` on every path",
            _ => "call `MPI_Win_fence` after the operation on every path",
        },
        Misuse::Unmatched => match a {
            "`MPI_Win_unlock`" => {
                "call `MPI_Win_lock` for the same window and process before it on every path, or remove it"
            }
            "`MPI_Win_unlock_all`" => {
                "call `MPI_Win_lock_all` for the same window before it on every path, or remove it"
            }
            "`MPI_Win_complete`" => "call `MPI_Win_start` for the same window before it on every path, or remove it",
            "`MPI_Win_wait`" | "`MPI_Win_test`" => {
                "call `MPI_Win_post` for the same window before it on every path, or remove it"
            }
            _ => {
                "flushes are for passive target epochs: lock the window before it (`MPI_Win_lock`, `MPI_Win_lock_all`), or end an epoch of another kind with its own call (`MPI_Win_fence`, `MPI_Win_complete`)"
            }
        },
        Misuse::NoPrecede => "remove `MPI_MODE_NOPRECEDE`, so that the fence completes the operation",
        Misuse::NoPut => "remove `MPI_MODE_NOPUT` at the target, or put after the next synchronisation",
        Misuse::NoStore => "remove `MPI_MODE_NOSTORE`",
        Misuse::Polling if a.contains("shmem_") => {
            "wait with `shmem_wait_until` (or `shmem_signal_wait_until` for a signal), or test with `shmem_test`"
        }
        Misuse::Polling if a.contains("gaspi_") => {
            "write with `gaspi_write_notify` and wait for its notification with `gaspi_notify_waitsome`"
        }
        Misuse::Polling => {
            "poll with `MPI_Fetch_and_op` and `MPI_NO_OP` and write with an accumulate operation, or send a message"
        }
        Misuse::RequestInActive => "use the operation without a request, or a lock",
        Misuse::Locked => "end the epoch that is open already before the next one begins",
        Misuse::Between => {
            "give the fence before the lock `MPI_MODE_NOSUCCEED` and the one behind it `MPI_MODE_NOPRECEDE`, or use a barrier in their place"
        }
        Misuse::BeyondWindow => "check displacement, count and displacement unit, or make the window larger",
        Misuse::BeyondBuffer => "check count and datatype, or make the buffer larger",
        Misuse::ThreadLevel => {
            "ask for a higher level, move the call to the main thread (`master`, outside of the region), or serialise the calls (`critical`)"
        }
        Misuse::FreedPending => "end the epoch before the window is freed",
        Misuse::FreedOpen => "end the epoch before the window is freed",
    }
}
