//! Which tasks and threads an event waits for (theory, 6.5).
//!
//! A taskwait waits for the child tasks of the current task, not for the tasks that these have made (OpenMP 5.2, 15.5). The end of a
//! taskgroup waits for the tasks that were made in the group, and for all that these have made (15.4). A barrier waits for all tasks
//! of its team, the end of a parallel region for all that were made in it (15.3). A taskwait with depend clauses waits for the child
//! tasks that a task with these clauses would wait for (15.9.5).

use crate::facts::Facts;
use crate::skeleton::{TeamEvent, TeamKind};
use crate::thread::{Dependence, ThreadKind};
use rma_term::ids::ThreadId;
use std::collections::BTreeSet;

/// Whether a task or thread is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Waited {
    /// The task or thread may still run.
    No,
    /// It is over in some runs; this depends on addresses of depend clauses that are not compared.
    Perhaps,
    /// The task or thread is over.
    Yes,
}

/// Whether a task or thread is waited for by an event.
pub fn awaited(facts: &mut Facts, s: ThreadId, event: &TeamEvent) -> Waited {
    let threads = &facts.threads;
    let thread = &threads.all[s];
    let task = thread.kind == ThreadKind::Task;
    let waits = match &event.kind {
        TeamKind::AwaitTasks => task && thread.parent == event.thread,
        TeamKind::AwaitGroup(tasks) => tasks.iter().any(|t| threads.within(Some(s), *t)),
        TeamKind::AwaitDependent(list) if task && thread.parent == event.thread => return precedes(facts, s, list),
        TeamKind::Barrier => task && event.thread == team_of(facts, s),
        TeamKind::Join => task && event.thread.is_some_and(|t| threads.within(Some(s), t) && !threads.all[t].of_tasks),
        TeamKind::AwaitThreads(awaited) => awaited.contains(&s),
        _ => false,
    };
    if waits { Waited::Yes } else { Waited::No }
}

/// The team whose threads execute a task.
fn team_of(facts: &Facts, s: ThreadId) -> Option<ThreadId> {
    let threads = &facts.threads.all;
    let mut around = std::iter::successors(threads[s].parent, |t| threads[*t].parent);
    around.find(|t| threads[*t].kind == ThreadKind::Team && !threads[*t].of_tasks)
}

/// Whether a task comes before a task with these dependences that its creator makes later, perhaps by way of further tasks.
fn precedes(facts: &mut Facts, s: ThreadId, list: &[Dependence]) -> Waited {
    let depends = |facts: &Facts, t: ThreadId| facts.threads.all[t].depends.clone().unwrap_or_default();
    let own = depends(facts, s);
    let direct = linked(facts, &own, list);
    if direct != Waited::No {
        return direct;
    }
    let siblings: Vec<ThreadId> =
        facts.threads.all.indices().filter(|t| facts.threads.siblings(*t, s) && *t != s).collect();
    let (mut seen, mut work) = (BTreeSet::new(), vec![own]);
    while let Some(from) = work.pop() {
        for t in &siblings {
            let next = depends(facts, *t);
            if linked(facts, &from, &next) != Waited::No && seen.insert(*t) {
                if linked(facts, &next, list) != Waited::No {
                    return Waited::Perhaps;
                }
                work.push(next);
            }
        }
    }
    Waited::No
}

/// Whether two lists of dependences name a common location that one of them writes. The two may be of different iterations.
fn linked(facts: &mut Facts, a: &[Dependence], b: &[Dependence]) -> Waited {
    let mut answer = Waited::No;
    for (x, y) in a.iter().flat_map(|x| b.iter().map(move |y| (x, y))).filter(|(x, y)| x.orders(y)) {
        let same = facts.terms.eq(x.address, y.address);
        let varies = [x, y].into_iter().any(|d| facts.innermost(d.address).is_some());
        let (here, there) = (facts.objects_in(x.address), facts.objects_in(y.address));
        let apart = !here.is_empty() && !there.is_empty() && here.iter().all(|o| !there.contains(o));
        let link = match facts.terms.as_const(same) {
            Some(0) if apart || !varies => Waited::No,
            Some(1) if !varies => Waited::Yes,
            _ => Waited::Perhaps,
        };
        answer = answer.max(link);
    }
    answer
}
