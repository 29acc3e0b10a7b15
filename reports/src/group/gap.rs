//! Where a call that completes operations is missing: the part of the text between an operation and what must wait for it.
//!
//! A race with a pending operation is gone if a flush (or quiet) stands between the operation and the other access; for an access of
//! another process, between the operation and the call that lets that process go on. So findings whose gaps have a place in common
//! have one edit in common, even if they are about different memory. A queue of GASPI and a context of OpenSHMEM are as a window: one
//! call completes what is pending in it. Between threads, the gap is where one call makes one wait for the other. The places are chosen as few as possible: gaps of one function
//! are taken by their ends, and a place serves all gaps that have begun before it.

use super::unsure_and_counting;
use crate::finding::{Access, Finding, Report, Step, StepKind};
use crate::location::SourceLocation;

/// The operations that a flush of the window completes.
const OF_WINDOWS: [&str; 6] = ["put", "get", "accumulate", "get_accumulate", "fetch_and_op", "compare_and_swap"];

/// Line and column.
type Position = (u32, u32);
/// A function, by its file and name.
type Frame<'r> = (&'r str, &'r str);
/// What one call completes: the library, and the window with the place where it was made.
type Pending<'r> = (&'static str, &'r str, (&'r str, u32));
/// Gaps of one key are for one call.
type Key<'r> = ([bool; 2], Pending<'r>, Frame<'r>);

/// Places at which one call would remove a finding.
struct Gap<'r> {
    pending: Pending<'r>,
    /// Functions, outermost first, each with the place behind which the call must be. A turn of a loop comes in between: the call may
    /// be anywhere behind.
    turns: Vec<(Frame<'r>, Position)>,
    /// The function in which operation and end of the gap are, and both places.
    between: Option<(Frame<'r>, Position, Position)>,
}

/// A place for a call: behind one position and, if it is known, before another.
struct Place<'r> {
    key: Key<'r>,
    after: Position,
    before: Option<Position>,
    findings: Vec<usize>,
}

/// The findings of a report that have a gap, those with one place in common together.
pub(super) fn together(report: &Report) -> Vec<Vec<usize>> {
    let mut bounded: Vec<(Key<'_>, Position, Position, usize)> = Vec::new();
    let mut turning = Vec::new();
    for (index, finding) in report.findings.iter().enumerate() {
        let Some(gap) = gap(finding) else { continue };
        match gap.between {
            Some((frame, after, before)) => {
                bounded.push(((unsure_and_counting(finding), gap.pending, frame), before, after, index));
            }
            None => turning.push((unsure_and_counting(finding), gap, index)),
        }
    }
    bounded.sort_unstable();
    let mut places: Vec<Place<'_>> = Vec::new();
    for (key, before, after, index) in bounded {
        match places.last_mut().filter(|place| place.key == key && place.before.is_some_and(|end| after < end)) {
            Some(place) => {
                place.after = place.after.max(after);
                place.findings.push(index);
            }
            None => places.push(Place { key, after, before: Some(before), findings: vec![index] }),
        }
    }
    for (kind, gap, index) in turning {
        let fits = |place: &&mut Place<'_>| {
            gap.turns.iter().any(|(frame, after)| {
                place.key == (kind, gap.pending, *frame) && place.before.is_none_or(|end| *after < end)
            })
        };
        match places.iter_mut().find(fits) {
            Some(place) => {
                let after = gap.turns.iter().find(|(frame, _)| *frame == place.key.2).map_or((0, 0), |turn| turn.1);
                place.after = place.after.max(after);
                place.findings.push(index);
            }
            None => {
                let Some((frame, after)) = gap.turns.first().copied() else { continue };
                let key = (kind, gap.pending, frame);
                places.push(Place { key, after, before: None, findings: vec![index] });
            }
        }
    }
    places.into_iter().map(|place| place.findings).collect()
}

/// The gap of a finding, if the first access is an operation that is pending when the second one comes.
fn gap(finding: &Finding) -> Option<Gap<'_>> {
    let numbered = |number| [&finding.earlier, &finding.later].into_iter().find(|access| access.number == number);
    let (operation, other) = (numbered(1)?, numbered(2)?);
    let window = finding.window.as_ref();
    let library = library(operation)?;
    let made = match (library, window, &finding.queue) {
        ("MPI", Some(window), _) => (window.name.as_str(), (window.location.file.as_str(), window.location.line)),
        // No call on the side of a write completes it at its target.
        ("GASPI", _, Some(queue)) if !of_target(finding) || operation.kind.starts_with("gaspi_read") => {
            (queue.as_str(), ("", 0))
        }
        ("OpenSHMEM", _, queue) => (queue.as_deref().unwrap_or_default(), ("", 0)),
        _ => return None,
    };
    let pending = (library, made.0, made.1);

    let story = &finding.story;
    let at = |kind| story.iter().position(|step| step.kind == kind);
    let (first, second) = (at(StepKind::First)?, at(StepKind::Second)?);
    let (issue, meets) = (story.get(first)?, story.get(second)?);
    let issued = chain(operation);
    match (thread(issue), thread(meets)) {
        (None, None) => {}
        (Some(one), Some(other_one)) if issue.actor == meets.actor && one_call_parts(one, other_one) => {
            return of_threads((of_threads_of(library), made.0, made.1), &issued, &chain(other));
        }
        _ => return None,
    }
    if issue.actor == meets.actor {
        return (first < second).then(|| of_one_process(pending, &issued, &chain(other)));
    }
    // The access of another process: something lets it go on while the operation is pending.
    let pending_there =
        story.iter().skip(second).any(|step| step.kind == StepKind::Completes && step.actor == issue.actor);
    let goes_on = story.get(first..second)?.iter().find(|step| {
        let of_origin = step.actor.is_none() || step.actor == issue.actor;
        of_origin && matches!(step.kind, StepKind::Synchronises | StepKind::Messages)
    })?;
    let end = &goes_on.location;
    let start = issued.iter().find(|level| frame(level) == frame(end))?;
    (pending_there && position(start) < position(end)).then(|| Gap {
        pending,
        turns: Vec::new(),
        between: Some((frame(end), position(start), position(end))),
    })
}

/// Whether a finding is about an access of another process.
fn of_target(finding: &Finding) -> bool {
    let rule = finding.rule.to_string();
    rule.starts_with("RMA2") || rule.starts_with("RMA3")
}

/// The thread that makes a step, where a process has several.
fn thread(step: &Step) -> Option<&str> {
    step.text.split_once(": (").map(|(thread, _)| thread)
}

/// Whether one call makes a thread wait for another one: two of a team, or one and its creator. Threads that are made one after the
/// other run together for many reasons.
fn one_call_parts(a: &str, b: &str) -> bool {
    let of_team = |thread: &str| thread.starts_with("thread ");
    let is_creator = |thread: &str| thread.starts_with("the thread that made ");
    of_team(a) && of_team(b) || is_creator(a) != is_creator(b)
}

/// Threads must wait for each other, too: not one call with those for one thread.
fn of_threads_of(library: &str) -> &'static str {
    match library {
        "MPI" => "threads with MPI",
        "GASPI" => "threads with GASPI",
        _ => "threads with OpenSHMEM",
    }
}

/// The gap between accesses of two threads, which is between the two in the text, or between one and the begin of the other thread.
fn of_threads<'r>(
    pending: Pending<'r>,
    issued: &[&'r SourceLocation],
    meets: &[&'r SourceLocation],
) -> Option<Gap<'r>> {
    let (start, end) = issued.iter().zip(meets).find(|(start, end)| position(start) != position(end))?;
    let (a, b) = (position(start), position(end));
    (frame(start) == frame(end)).then(|| Gap {
        pending,
        turns: Vec::new(),
        between: Some((frame(start), a.min(b), a.max(b))),
    })
}

fn of_one_process<'r>(pending: Pending<'r>, issued: &[&'r SourceLocation], meets: &[&'r SourceLocation]) -> Gap<'r> {
    let mut gap = Gap { pending, turns: Vec::new(), between: None };
    for (start, end) in issued.iter().zip(meets) {
        if frame(start) != frame(end) {
            break;
        }
        let (after, before) = (position(start), position(end));
        if after < before {
            gap.between = Some((frame(start), after, before));
            break;
        }
        gap.turns.push((frame(start), after));
        if after > before {
            break;
        }
    }
    gap
}

/// The library whose calls complete an operation, if one call completes all operations of a kind.
fn library(operation: &Access) -> Option<&'static str> {
    let routine = operation.kind.split(' ').next().unwrap_or_default().to_ascii_lowercase();
    if let Some(name) = routine.strip_prefix("mpi_") {
        let name = name.strip_suffix("_c").unwrap_or(name);
        let of_window = |name: &str| OF_WINDOWS.contains(&name);
        return (of_window(name) || name.strip_prefix('r').is_some_and(of_window)).then_some("MPI");
    }
    if routine.starts_with("gaspi_") {
        return Some("GASPI");
    }
    routine.starts_with("shmem_").then_some("OpenSHMEM")
}

/// The calls that lead to an access, and the access itself.
fn chain(access: &Access) -> Vec<&SourceLocation> {
    let calls = access.calls.iter().map(|call| &call.location);
    calls.chain([&access.location]).collect()
}

fn frame(place: &SourceLocation) -> Frame<'_> {
    (&place.file, &place.function)
}

fn position(place: &SourceLocation) -> Position {
    (place.line, place.col)
}
