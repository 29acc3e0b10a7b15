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

/// Every combination of results of waits and locks, for the matchings of messages; `None`: there is no such combination, or there
/// are too many.
pub(super) fn executions(run: &Run, paths: Vec<Matching>) -> Option<Vec<Execution>> {
    let questions = questions(run);
    let resets = Resets::new(run);
    let words: FxHashMap<StepRef, Spot> = questions.iter().flat_map(Question::words).collect();
    let queues = queues(&questions);
    let counts: Vec<usize> = run.steps.iter().map(Vec::len).collect();
    let mut budget = Budget { left: run.limits.get(Limit::RunWork) };
    let mut out = Vec::new();
    let mut work = Vec::new();
    for path in paths {
        // An order with a cycle is of no execution.
        let Some(clocks) = Clocks::new(&counts, &path.order) else { continue };
        budget.spend(counts.iter().sum());
        let next = vec![0; queues.len()];
        work.push(Case {
            clocks,
            seen: Seen::default(),
            all_seen: FxHashSet::default(),
            open: vec![true; questions.len()],
            next,
        });
    }
    let run_of = Asked { questions: &questions, queues: &queues, resets: &resets, words: &words };
    while let Some(mut case) = work.pop() {
        match case.settle(&run_of, &mut budget) {
            Outcome::Impossible => {}
            Outcome::Settled => out.push(Execution { clocks: case.clocks, seen: case.all_seen }),
            Outcome::OneOf(n, answers) => {
                case.open[n] = false;
                for answer in answers {
                    let mut next = case.clone();
                    if next.take(&run_of, answer, &mut budget).is_some() {
                        work.push(next);
                    }
                }
            }
        }
        if budget.left == 0 {
            run.limits.reached(Limit::RunWork);
            return None;
        }
        if !run.limits.allows(Limit::RunMatchings, out.len() + work.len()) {
            return None;
        }
    }
    (!out.is_empty()).then_some(out)
}

/// How many points and updates may still be examined.
struct Budget {
    left: usize,
}

impl Budget {
    fn spend(&mut self, count: usize) {
        self.left = self.left.saturating_sub(count);
    }
}

/// The run, and the questions about it.
struct Asked<'r> {
    questions: &'r [Question],
    queues: &'r [Vec<usize>],
    resets: &'r Resets,
    words: &'r FxHashMap<StepRef, Spot>,
}

/// The waits of one process for one word, in order: what ends one is seldom known before what has ended those ahead of it.
fn queues(questions: &[Question]) -> Vec<Vec<usize>> {
    let mut queues: Vec<Vec<usize>> = Vec::new();
    let mut of_word: FxHashMap<(usize, Spot), usize> = FxHashMap::default();
    for (n, question) in questions.iter().enumerate() {
        let Question::Ends { wait, by, .. } = question else { continue };
        let Some((_, spot)) = by.first() else { continue };
        let queue = *of_word.entry((wait.0, *spot)).or_insert_with(|| {
            queues.push(Vec::new());
            queues.len() - 1
        });
        queues[queue].push(n);
    }
    queues
}

/// What one case assumes and implies. It only ever grows, so the order of the questions does not matter.
#[derive(Clone)]
struct Case {
    clocks: Clocks,
    seen: Seen,
    /// Updates, each with the end of the wait that has seen it.
    all_seen: FxHashSet<(StepRef, Point)>,
    /// The questions that may still have several answers, or more of them later.
    open: Vec<bool>,
    /// For each queue, the first question that may be open.
    next: Vec<usize>,
}

enum Outcome {
    /// No execution is like this.
    Impossible,
    /// No question is open any longer.
    Settled,
    /// A question has these answers, and nothing follows from what they have in common.
    OneOf(usize, Vec<Settlement>),
}

impl Case {
    /// Adds what follows from an answer. `None`: the order has a cycle.
    fn take(&mut self, asked: &Asked, answer: Settlement, budget: &mut Budget) -> Option<()> {
        for (from, to) in answer.order {
            budget.spend(self.clocks.add(from, to)?);
        }
        for (update, at) in answer.seen {
            if self.all_seen.insert((update, at))
                && let Some(spot) = asked.words.get(&update)
            {
                self.seen.entry((update.0, *spot)).or_default().push((update.1, at));
            }
        }
        Some(())
    }

    /// Answers one question. Returns whether something new follows, or the possible answers if there are several. `None`: no
    /// answer is possible.
    fn ask(&mut self, asked: &Asked, n: usize, budget: &mut Budget) -> Option<(bool, Vec<Settlement>)> {
        let question = &asked.questions[n];
        budget.spend(question.cost());
        let known = Known { clocks: &self.clocks, all_seen: &self.all_seen, resets: asked.resets, seen: &self.seen };
        let mut answers = question.answers(&known)?;
        match answers.len() {
            // More may be known of a sum later.
            0 => Some((false, answers)),
            1 => {
                self.open[n] = matches!(question, Question::Sums { .. });
                self.take(asked, answers.remove(0), budget)?;
                Some((true, answers))
            }
            _ => match question.whichever(&answers, &self.clocks) {
                Some(common) => {
                    self.take(asked, common, budget)?;
                    Some((true, answers))
                }
                None => Some((false, answers)),
            },
        }
    }

    /// Asks all questions until nothing new follows.
    fn settle(&mut self, asked: &Asked, budget: &mut Budget) -> Outcome {
        loop {
            if budget.left == 0 {
                return Outcome::Impossible;
            }
            let mut news = false;
            for (q, queue) in asked.queues.iter().enumerate() {
                while let Some(&n) = queue.get(self.next[q]) {
                    if self.open[n] {
                        match self.ask(asked, n, budget) {
                            None => return Outcome::Impossible,
                            Some((new, _)) => news |= new,
                        }
                    }
                    if self.open[n] {
                        break;
                    }
                    self.next[q] += 1;
                }
            }
            if news {
                continue;
            }
            let mut fewest: Option<(usize, Vec<Settlement>)> = None;
            for n in 0..asked.questions.len() {
                if !self.open[n] {
                    continue;
                }
                let Some((new, answers)) = self.ask(asked, n, budget) else { return Outcome::Impossible };
                news |= new;
                if answers.len() > 1 && fewest.as_ref().is_none_or(|(_, f)| answers.len() < f.len()) {
                    fewest = Some((n, answers));
                }
            }
            if news {
                continue;
            }
            return match fewest {
                Some((n, answers)) => Outcome::OneOf(n, answers),
                None => Outcome::Settled,
            };
        }
    }
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

/// The resets of words, by process.
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

/// Steps in which updates were seen, by the process that made the updates and the word.
type Seen = FxHashMap<(usize, Spot), Vec<(usize, Point)>>;

/// What one case knows about words.
struct Known<'r> {
    clocks: &'r Clocks,
    all_seen: &'r FxHashSet<(StepRef, Point)>,
    resets: &'r Resets,
    seen: &'r Seen,
}

impl Known<'_> {
    /// The last update of a word by a process that another process has found, and reset before a wait. The reset has removed all earlier
    /// updates of this process as well: they had arrived by then. `ends` contains the updates that can end the wait.
    fn taken_back(&self, (process, spot): (usize, &Spot), wait: StepRef, ends: &FxHashSet<StepRef>) -> Option<usize> {
        let seen = self.seen.get(&(process, *spot))?;
        // The last reset of the word by this process comes after all others.
        let list = self.resets.alone.get(&(wait.0, *spot))?;
        let last = list[..list.partition_point(|at| at.1 < wait.1)].last()?;
        let before_it = |at: &Point| self.clocks.ordered(*at, before(*last));
        seen.iter().filter(|(step, at)| ends.contains(&(process, *step)) && before_it(at)).map(|(step, _)| *step).max()
    }

    /// Whether a wait for any of several words has found an update, and its process has reset the word before its next wait.
    fn found_and_reset(&self, update: StepRef, spot: &Spot, wait: StepRef, ends: &FxHashSet<StepRef>) -> bool {
        if self.resets.among.is_empty() {
            return false;
        }
        let Some(seen) = self.seen.get(&(update.0, *spot)) else { return false };
        let seen_before = |end: StepRef| {
            let alike = |step: usize| step >= update.1 && ends.contains(&(update.0, step));
            seen.iter().any(|(step, at)| alike(*step) && self.clocks.ordered(*at, before(end)))
        };
        let is_before = |at: &StepRef| at.0 == wait.0 && at.1 < wait.1;
        let found = seen.iter().filter(|(step, _)| *step == update.1);
        let mut among = found.filter_map(|(_, at)| self.resets.among.get(at)).flatten();
        among.any(|(at, spots)| is_before(at) && spots.contains(spot) && seen_before(*at))
    }
}

impl Question {
    /// How many updates it looks at.
    fn cost(&self) -> usize {
        match self {
            Question::Ends { by, .. } => by.len(),
            Question::Sums { adds, .. } => adds.len(),
            Question::Turns(_) => 2,
        }
    }

    /// The updates that may end it, with their words.
    fn words(&self) -> Vec<(StepRef, Spot)> {
        match self {
            Question::Ends { by, .. } => by.iter().filter_map(|(update, spot)| Some(((*update)?, *spot))).collect(),
            Question::Sums { .. } | Question::Turns(_) => Vec::new(),
        }
    }

    /// The order that all of these answers imply: whichever of them is right, the wait ends after all events that come before
    /// every one of them.
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
        let clocks = known.clocks;
        let too_late = |update: StepRef, wait: StepRef| clocks.ordered(after(wait), before(update));
        match self {
            Question::Ends { wait, by, ends } => {
                let mut last: FxHashMap<(usize, Spot), Option<usize>> = FxHashMap::default();
                let mut taken_back = |update: StepRef, spot: &Spot| {
                    let of_word = (update.0, *spot);
                    let last = last.entry(of_word).or_insert_with(|| known.taken_back((update.0, spot), *wait, ends));
                    last.is_some_and(|last| update.1 <= last) || known.found_and_reset(update, spot, *wait, ends)
                };
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
                let counted = |update: StepRef| known.all_seen.contains(&(update, after(*wait)));
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
