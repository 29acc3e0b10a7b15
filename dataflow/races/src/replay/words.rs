//! Waits for words and for locks made of words: the events that come before the end of each wait, in every execution
//! (theory, 9.1).
//!
//! A wait is ended by one of the updates that set its word to the awaited value, or by an earlier value of the word; a sum
//! needs every addition without which it is too small. An update does not end a wait that comes before it, and a notification
//! that was found and reset does not end another wait. If two processes hold a lock, one has released it before the other takes
//! it.

use super::act::{Act, Spot, Watched, Wish};
use super::clock::{Clocks, Point};
use super::run::{Execution, Matching, Run};
use rma_frontend::api::Compare;
use rma_term::limits::Limit;
use rustc_hash::{FxHashMap, FxHashSet};

/// A step by its process and position.
type StepRef = (usize, usize);

/// What an execution settles.
enum Question {
    /// A wait ends by one of these updates, or, `None`, by what was there before.
    Ends { wait: StepRef, by: Vec<(Option<StepRef>, Spot)>, ends: FxHashSet<StepRef> },
    /// A wait ends when what is there at first and enough of these additions are more.
    Sums { wait: StepRef, initial: i64, wish: Wish, adds: Vec<(StepRef, i64)> },
    /// Two processes hold a lock: where each takes it and lets it go.
    Turns([(StepRef, Option<StepRef>); 2]),
}

/// One case: which updates were seen, and where; and the order that follows.
#[derive(Default)]
struct Settlement {
    seen: Vec<(StepRef, Point)>,
    order: Vec<(Point, Point)>,
}

fn before((process, step): StepRef) -> Point {
    Point::before(process, step)
}

fn after((process, step): StepRef) -> Point {
    Point::after(process, step)
}

fn fits(x: i64, (compare, y): Wish) -> bool {
    match compare {
        Compare::Eq => x == y,
        Compare::Ne => x != y,
        Compare::Gt => x > y,
        Compare::Ge => x >= y,
        Compare::Lt => x < y,
        Compare::Le => x <= y,
    }
}

/// Every case of waits and locks for the matchings of messages; `None`: there are none, or too many.
pub(super) fn executions(run: &Run, paths: Vec<Matching>) -> Option<Vec<Execution>> {
    let questions = questions(run);
    let resets = Resets::new(run);
    let words: FxHashMap<StepRef, Spot> = questions.iter().flat_map(Question::words).collect();
    let counts: Vec<usize> = run.steps.iter().map(Vec::len).collect();
    let cost = counts.iter().sum::<usize>().max(1);
    let mut budget = run.limits.get::<usize>(Limit::RunWork) / cost + paths.len();
    let mut out = Vec::new();
    let mut work: Vec<(Matching, Vec<usize>)> =
        paths.into_iter().map(|w| (w, (0..questions.len()).collect())).collect();
    while let Some((mut path, mut open)) = work.pop() {
        loop {
            let Some(left) = budget.checked_sub(1) else {
                run.limits.reached(Limit::RunWork);
                return None;
            };
            budget = left;
            // An order with a cycle is of no execution.
            let Some(clocks) = Clocks::new(&counts, &path.order) else { break };
            let mut seen = Seen::default();
            for (update, at) in &path.seen {
                if let Some(spot) = words.get(update) {
                    seen.entry((update.0, *spot)).or_default().push((update.1, *at));
                }
            }
            let facts = Known { clocks: &clocks, path: &path, resets: &resets, seen: &seen };
            let mut left = Vec::new();
            let mut known: Vec<Settlement> = Vec::new();
            let mut fewest: Option<(usize, Vec<Settlement>)> = None;
            let mut possible = true;
            for n in open {
                let Some(mut answers) = questions[n].answers(&facts) else {
                    possible = false;
                    break;
                };
                match answers.len() {
                    // More may be known of a sum later.
                    0 => left.push(n),
                    1 => {
                        known.append(&mut answers);
                        if matches!(questions[n], Question::Sums { .. }) {
                            left.push(n);
                        }
                    }
                    some => {
                        left.push(n);
                        known.extend(questions[n].whichever(&answers, &clocks));
                        if fewest.as_ref().is_none_or(|(_, f)| some < f.len()) {
                            fewest = Some((n, answers));
                        }
                    }
                }
            }
            if !possible {
                break;
            }
            open = left;
            if !known.is_empty() {
                known.into_iter().for_each(|answer| take(&mut path, answer));
                continue;
            }
            let Some((n, answers)) = fewest else {
                out.push(Execution { clocks, seen: path.seen });
                break;
            };
            open.retain(|m| *m != n);
            for answer in answers {
                let mut next = path.clone();
                take(&mut next, answer);
                work.push((next, open.clone()));
            }
            break;
        }
        if !run.limits.allows(Limit::RunMatchings, out.len() + work.len()) {
            return None;
        }
    }
    (!out.is_empty()).then_some(out)
}

fn take(path: &mut Matching, answer: Settlement) {
    path.order.extend(answer.order);
    path.seen.extend(answer.seen);
}

/// A step that changes a word: its place, the word, the value that it stores, the value that it adds.
type WordWrite = (StepRef, Option<Spot>, Option<i64>, Option<i64>);

fn questions(run: &Run) -> Vec<Question> {
    let updates: Vec<WordWrite> = run
        .all()
        .filter_map(|(p, k, step)| match &step.act {
            Act::Update { spot, value, adds, .. } => Some(((p, k), *spot, *value, *adds)),
            Act::Operation(o) => o.noted.map(|spot| ((p, k), Some(spot), Some(1), None)),
            _ => None,
        })
        .collect();
    let mut out = Vec::new();
    for (process, k, step) in run.all() {
        // Nothing follows from what is not known.
        let Act::Observe { watched, wish: Some(wish), initial } = &step.act else { continue };
        if updates.iter().any(|(_, spot, ..)| spot.is_none()) {
            break;
        }
        let wait = (process, k);
        let held = initial.is_none_or(|held| fits(held, *wish));
        let words: Vec<Vec<Spot>> = match watched {
            Watched::AnyOf(spots) => vec![spots.clone()],
            Watched::Each(first, len) => {
                let mut words: Vec<Spot> = Vec::new();
                for spot in updates.iter().filter_map(|(_, spot, ..)| *spot).filter(|s| s.is_among(first, *len)) {
                    if !words.contains(&spot) {
                        words.push(spot);
                    }
                }
                words.into_iter().map(|w| vec![w]).collect()
            }
        };
        for words in words {
            let here: Vec<_> =
                updates.iter().filter(|(_, spot, ..)| spot.is_some_and(|s| words.contains(&s))).collect();
            let sets: Option<Vec<(StepRef, i64)>> =
                here.iter().map(|(at, _, value, _)| Some((*at, (*value)?))).collect();
            let adds: Option<Vec<(StepRef, i64)>> =
                here.iter().map(|(at, .., adds)| Some((*at, adds.filter(|n| *n > 0)?))).collect();
            let upwards = matches!(wish.0, Compare::Ge | Compare::Gt | Compare::Eq);
            match (sets, adds, initial) {
                (Some(sets), ..) => {
                    let [first, ..] = words[..] else { continue };
                    let fitting = here.iter().zip(sets).filter(|(_, (_, value))| fits(*value, *wish));
                    let by = fitting.map(|((_, spot, ..), (at, _))| (Some(at), spot.unwrap_or(first)));
                    let by: Vec<_> = by.chain(held.then_some((None, first))).collect();
                    let ends = by.iter().filter_map(|(update, _)| *update).collect();
                    out.push(Question::Ends { wait, by, ends });
                }
                (None, Some(adds), Some(initial)) if upwards && words.len() == 1 => {
                    out.push(Question::Sums { wait, initial: *initial, wish: *wish, adds });
                }
                _ => {}
            }
        }
    }
    iterations(run, &mut out);
    out
}

/// Pairs of sections of two processes that hold the same lock.
fn iterations(run: &Run, out: &mut Vec<Question>) {
    let mut sections = Vec::new();
    for (p, k, step) in run.all() {
        if let Act::Acquire(lock) = &step.act {
            let release = run.steps[p][k..].iter().position(|s| matches!(&s.act, Act::Release(l) if l == lock));
            sections.push((lock, ((p, k), release.map(|n| (p, k + n)))));
        }
    }
    for (n, (lock, a)) in sections.iter().enumerate() {
        for (_, b) in sections[n + 1..].iter().filter(|(l, b)| l == lock && b.0.0 != a.0.0) {
            out.push(Question::Turns([*a, *b]));
        }
    }
}

/// Where words are reset, by the process that does it.
struct Resets {
    /// The resets of one word alone, in the order of the process.
    alone: FxHashMap<(usize, Spot), Vec<StepRef>>,
    /// The resets of one of several words, by the wait that has found which, with the words.
    among: FxHashMap<Point, Vec<(StepRef, Vec<Spot>)>>,
}

impl Resets {
    fn new(run: &Run) -> Resets {
        let mut out = Resets { alone: FxHashMap::default(), among: FxHashMap::default() };
        for (process, steps) in run.steps.iter().enumerate() {
            let mut wait = None;
            for (k, step) in steps.iter().enumerate() {
                match &step.act {
                    Act::Observe { .. } => wait = Some((process, k)),
                    Act::Reset(spots) => match (&spots[..], wait) {
                        ([spot], _) => out.alone.entry((process, *spot)).or_default().push((process, k)),
                        (_, Some(found)) => {
                            out.among.entry(after(found)).or_default().push(((process, k), spots.clone()));
                        }
                        (_, None) => {}
                    },
                    _ => {}
                }
            }
        }
        out
    }
}

/// Where updates were seen, by the process that has made them and their word: the step of each.
type Seen = FxHashMap<(usize, Spot), Vec<(usize, Point)>>;

/// What is known of words in one case.
struct Known<'r> {
    clocks: &'r Clocks,
    path: &'r Matching,
    resets: &'r Resets,
    seen: &'r Seen,
}

impl Known<'_> {
    /// Whether an update of a word was taken back before a wait. What a process has posted before is there, too, if it can end the wait.
    fn takes_back(&self, update: StepRef, spot: &Spot, wait: StepRef, ends: &FxHashSet<StepRef>) -> bool {
        let Some(seen) = self.seen.get(&(update.0, *spot)) else { return false };
        let seen_before = |end: StepRef| {
            let alike = |step: usize| step >= update.1 && ends.contains(&(update.0, step));
            seen.iter().any(|(step, at)| alike(*step) && self.clocks.ordered(*at, before(end)))
        };
        let is_before = |at: &StepRef| at.0 == wait.0 && at.1 < wait.1;
        // The last reset of the word by this process comes after all others.
        let alone = self.resets.alone.get(&(wait.0, *spot)).and_then(|list| list.iter().rev().find(|at| is_before(at)));
        let found = seen.iter().filter(|(step, _)| *step == update.1);
        let mut among = found.filter_map(|(_, at)| self.resets.among.get(at)).flatten();
        alone.is_some_and(|at| seen_before(*at))
            || among.any(|(at, spots)| is_before(at) && spots.contains(spot) && seen_before(*at))
    }
}

impl Question {
    /// The updates that may end it, with their words.
    fn words(&self) -> Vec<(StepRef, Spot)> {
        match self {
            Question::Ends { by, .. } => by.iter().filter_map(|(update, spot)| Some(((*update)?, *spot))).collect(),
            Question::Sums { .. } | Question::Turns(_) => Vec::new(),
        }
    }

    /// What all of these answers have in common: whichever it is, the wait ends after what comes before every one of them.
    fn whichever(&self, answers: &[Settlement], clocks: &Clocks) -> Option<Settlement> {
        let Question::Ends { wait, .. } = self else { return None };
        let updates: Option<Vec<Point>> = answers.iter().map(|a| Some(before(a.seen.first()?.0))).collect();
        let mut order: Vec<_> =
            clocks.before_all(updates?.into_iter()).into_iter().map(|at| (at, after(*wait))).collect();
        order.retain(|(earlier, end)| !clocks.ordered(*earlier, *end));
        (!order.is_empty()).then_some(Settlement { seen: Vec::new(), order })
    }

    /// The answers that agree with what is known of a path: none where more may be known later, and one where nothing else is
    /// possible. `None`: it has no answer.
    fn answers(&self, known: &Known) -> Option<Vec<Settlement>> {
        let (clocks, path) = (known.clocks, known.path);
        let too_late = |update: StepRef, wait: StepRef| clocks.ordered(after(wait), before(update));
        match self {
            Question::Ends { wait, by, ends } => {
                let taken_back = |update: StepRef, spot: &Spot| known.takes_back(update, spot, *wait, ends);
                let able = by
                    .iter()
                    .filter(|(by, spot)| by.is_none_or(|update| !too_late(update, *wait) && !taken_back(update, spot)));
                let answers: Vec<Settlement> = able
                    .map(|(by, _)| match *by {
                        None => Settlement::default(),
                        Some(update) => Settlement {
                            seen: vec![(update, after(*wait))],
                            order: vec![(before(update), after(*wait))],
                        },
                    })
                    .collect();
                (!answers.is_empty()).then_some(answers)
            }
            Question::Sums { wait, initial, wish, adds } => {
                let able: Vec<(StepRef, i64)> = adds.iter().copied().filter(|(u, _)| !too_late(*u, *wait)).collect();
                let sum = initial + able.iter().map(|(_, n)| n).sum::<i64>();
                let least = (if wish.0 == Compare::Eq { Compare::Ge } else { wish.0 }, wish.1);
                if !fits(sum, least) {
                    return None;
                }
                let counted = |update: StepRef| path.seen.contains(&(update, after(*wait)));
                let needed = able.iter().filter(|(u, n)| !fits(sum - n, least) && !counted(*u));
                let mut answer = Settlement::default();
                for (update, _) in needed {
                    answer.seen.push((*update, after(*wait)));
                    answer.order.push((before(*update), after(*wait)));
                }
                Some(if answer.seen.is_empty() { Vec::new() } else { vec![answer] })
            }
            Question::Turns([a, b]) => {
                let mut answers = Vec::new();
                for (first, then) in [(a, b), (b, a)] {
                    let Some(release) = first.1 else { continue };
                    let order = (before(release), after(then.0));
                    // Not where the second is known to take it before the first lets it go.
                    if !clocks.ordered(order.1, order.0) {
                        answers.push(Settlement { seen: Vec::new(), order: vec![order] });
                    }
                }
                (!answers.is_empty()).then_some(answers)
            }
        }
    }
}
