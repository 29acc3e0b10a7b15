//! Events of the order between threads as records (theory, 6.5).

use super::Error;
use super::codec::{Io, Reader, Record, Value};
use super::terms::TermWriter;
use super::values::record;
use crate::skeleton::{TeamEvent, TeamKind};
use crate::thread::Dependence;
use rma_term::ids::{TermId, ThreadId};
use rma_term::term::Terms;

/// What kind of event it is.
#[derive(Clone, Copy, PartialEq)]
enum Team {
    Fork,
    Join,
    Barrier,
    Spawn,
    SpawnEnd,
    AwaitTasks,
    AwaitGroup,
    AwaitDependent,
    AwaitThreads,
    Acquire,
    Share,
    Release,
    RanOnce,
    Meet,
    Visible,
    AwaitStore,
    Raise,
}
super::codec::as_words!(Team {
    Team::Fork = "fork", Team::Join = "join", Team::Barrier = "barrier", Team::Spawn = "spawn", Team::SpawnEnd = "spawn_end",
    Team::AwaitTasks = "await_tasks", Team::AwaitGroup = "await_group",
    Team::AwaitDependent = "await_dependent", Team::AwaitThreads = "await_threads", Team::Acquire = "acquire", Team::Share = "share", Team::Release = "release",
    Team::RanOnce = "ran_once",
    Team::Meet = "meet", Team::Visible = "visible", Team::AwaitStore = "await_store", Team::Raise = "raise",
});

/// The fields of an event.
#[derive(Clone)]
pub(super) struct TeamLine {
    kind: Team,
    thread: Option<ThreadId>,
    threads: Vec<ThreadId>,
    depends: Vec<Dependence>,
    lock: Option<TermId>,
    others: Vec<TermId>,
    not: Vec<TermId>,
    value: Option<TermId>,
    uncertain: bool,
    open: bool,
}
record!(
    TeamLine,
    |terms| TeamLine {
        kind: Team::Fork,
        thread: None,
        threads: Vec::new(),
        depends: Vec::new(),
        lock: None,
        others: Vec::new(),
        not: Vec::new(),
        value: None,
        uncertain: false,
        open: false,
    },
    |x, io| {
        io.head(&mut x.kind)?;
        io.opt("thread", &mut x.thread)?;
        io.list("threads", &mut x.threads)?;
        io.list("depends", &mut x.depends)?;
        io.opt("lock", &mut x.lock)?;
        io.list("others", &mut x.others)?;
        io.list("not", &mut x.not)?;
        io.opt("value", &mut x.value)?;
        io.flag("uncertain", &mut x.uncertain)?;
        io.flag("open", &mut x.open)?;
    }
);

/// A team event as fields.
pub(super) fn team_line(t: &TeamEvent) -> TeamLine {
    let (kind, threads, lock) = match &t.kind {
        TeamKind::Fork => (Team::Fork, Vec::new(), None),
        TeamKind::Join => (Team::Join, Vec::new(), None),
        TeamKind::Barrier => (Team::Barrier, Vec::new(), None),
        TeamKind::Spawn => (Team::Spawn, Vec::new(), None),
        TeamKind::SpawnEnd => (Team::SpawnEnd, Vec::new(), None),
        TeamKind::AwaitTasks => (Team::AwaitTasks, Vec::new(), None),
        TeamKind::AwaitGroup(tasks) => (Team::AwaitGroup, tasks.clone(), None),
        TeamKind::AwaitDependent(_) => (Team::AwaitDependent, Vec::new(), None),
        TeamKind::AwaitThreads(threads) => (Team::AwaitThreads, threads.clone(), None),
        TeamKind::Acquire(lock) => (Team::Acquire, Vec::new(), Some(*lock)),
        TeamKind::Share(lock) => (Team::Share, Vec::new(), Some(*lock)),
        TeamKind::Release(lock) => (Team::Release, Vec::new(), Some(*lock)),
        TeamKind::RanOnce(lock) => (Team::RanOnce, Vec::new(), Some(*lock)),
        TeamKind::Meet(barrier) => (Team::Meet, Vec::new(), Some(*barrier)),
        TeamKind::Visible => (Team::Visible, Vec::new(), None),
        TeamKind::AwaitStore { cell, .. } => (Team::AwaitStore, Vec::new(), Some(*cell)),
        TeamKind::Raise { cell, .. } => (Team::Raise, Vec::new(), Some(*cell)),
    };
    let depends = match &t.kind {
        TeamKind::AwaitDependent(depends) => depends.clone(),
        _ => Vec::new(),
    };
    let (others, not, uncertain, open) = match &t.kind {
        TeamKind::AwaitStore { others, not, certain, guards, .. } => (others.clone(), not.clone(), !certain, !guards),
        _ => (Vec::new(), Vec::new(), false, false),
    };
    let value = match t.kind {
        TeamKind::Raise { value, .. } => value,
        _ => None,
    };
    TeamLine { kind, thread: t.thread, threads, depends, lock, others, not, value, uncertain, open }
}

/// A team event from its fields.
pub(super) fn team_event(line: TeamLine, r: &Reader) -> Result<TeamEvent, Error> {
    let kind = match (line.kind, line.lock) {
        (Team::Fork, _) => TeamKind::Fork,
        (Team::Join, _) => TeamKind::Join,
        (Team::Barrier, _) => TeamKind::Barrier,
        (Team::Spawn, _) => TeamKind::Spawn,
        (Team::SpawnEnd, _) => TeamKind::SpawnEnd,
        (Team::AwaitTasks, _) => TeamKind::AwaitTasks,
        (Team::AwaitGroup, _) => TeamKind::AwaitGroup(line.threads),
        (Team::AwaitDependent, _) => TeamKind::AwaitDependent(line.depends),
        (Team::AwaitThreads, _) => TeamKind::AwaitThreads(line.threads),
        (Team::Acquire, Some(lock)) => TeamKind::Acquire(lock),
        (Team::Share, Some(lock)) => TeamKind::Share(lock),
        (Team::Release, Some(lock)) => TeamKind::Release(lock),
        (Team::RanOnce, Some(lock)) => TeamKind::RanOnce(lock),
        (Team::Meet, Some(barrier)) => TeamKind::Meet(barrier),
        (Team::AwaitStore, Some(cell)) => {
            let (certain, guards) = (!line.uncertain, !line.open);
            TeamKind::AwaitStore { cell, others: line.others, not: line.not, certain, guards }
        }
        (Team::Raise, Some(cell)) => TeamKind::Raise { cell, value: line.value },
        (
            Team::Acquire | Team::Share | Team::Release | Team::RanOnce | Team::Meet | Team::AwaitStore | Team::Raise,
            None,
        ) => {
            return r.wrong("`lock=`", "none");
        }
        (Team::Visible, _) => TeamKind::Visible,
    };
    Ok(TeamEvent { kind, thread: line.thread })
}
