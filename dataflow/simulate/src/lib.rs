//! Runs of the program itself by a few simulated processes, and the races that they show (theory, 9.4).
//!
//! Where the analysis on symbolic values neither proves nor refutes a race, the program itself is executed: its instructions, by
//! two to four processes in turn, and those parts of its communication library that the run needs. Happens-before of that one
//! execution determines which accesses race in it. A race that a run shows is a race of the program. A run without a race proves
//! nothing.
//!
//! Invariants: the same program gives the same runs. A run ends at a call or value that it cannot represent, and races that were
//! shown before count. A run assumes more order between processes than the standards guarantee ([`world`]), so it shows no race
//! that its execution does not have.
//!
//! Not included: concurrent threads, contents of files. Input is empty, or consists of small numbers.

#![allow(clippy::string_slice, reason = "linker names and formats are ASCII where they are cut")]
#![allow(clippy::unnecessary_wraps, reason = "routines of one table have one signature")]
#![allow(clippy::maybe_infinite_iter, reason = "primes and divisors are found")]

mod arguments;
mod clock;
mod library;
mod log;
mod machine;
mod world;

pub use log::{Iterations, Kind, Race, Shown, Site};

use arguments::{Arguments, Learned, Next, Plan};
use machine::memory::Spare;
use machine::{Machine, Patience};
use rma_frontend::ir::{FuncId, LocId, Module};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// What runs show.
#[derive(Debug, Clone, Default)]
pub struct Runs {
    /// Races, each with the run that shows it best.
    pub races: BTreeMap<Race, Shown>,
    /// The runs themselves, in their order.
    pub runs: Vec<Run>,
    /// What races in runs with input, wherever it does.
    with_input: FxHashSet<Race>,
}

/// One run.
#[derive(Debug, Clone)]
pub struct Run {
    /// Number of processes.
    pub processes: usize,
    /// Arguments of the command line, the name of the program first.
    pub arguments: Vec<String>,
    /// The processes are on several nodes.
    pub nodes: bool,
    /// The program had input: small numbers. In other runs, files and the terminal are empty.
    pub input: bool,
    /// The run may show races, but contradicts none.
    only_shows: bool,
    /// The program reached its end.
    pub complete: bool,
    /// The program did not reach its end, because the run had shown enough or had reached its limit of instructions.
    pub cut: bool,
    /// The order in which processes arrived, where it decides which one waits, was one of several.
    pub chosen: bool,
    /// A process has seen a word that another one set.
    pub saw: bool,
    /// How it ended, in words, for developers.
    pub end: String,
    /// Positions of the source that were executed, by their numbers.
    covered: Vec<bool>,
    /// The requested races with both accesses executed.
    made: FxHashSet<Race>,
    /// The requested races with both accesses executed on common bytes, and how often.
    met: FxHashMap<Race, u32>,
    /// For each requested race, how often a process executed one of its two accesses.
    turns: FxHashMap<Race, u32>,
    /// For each requested access, the last iterations in which processes executed it.
    reached: FxHashMap<Site, Vec<Iterations>>,
    /// Collectives, whose accesses may last longer than in this run.
    lasting: FxHashSet<LocId>,
}

impl Run {
    /// Whether the run has executed both accesses of a race in the iterations of the witness, or in later ones.
    fn has_come_to(&self, question: &Question) -> bool {
        let sites = [question.race.sites, as_updates(&question.race).sites];
        question.iterations.iter().enumerate().all(|(n, then)| {
            let made = sites.iter().filter_map(|sites| self.reached.get(&sites[n])).flatten();
            then.is_empty() || made.into_iter().any(|last| log::has_come_to(last, then))
        })
    }

    /// Whether a position of the source was executed.
    pub fn covers(&self, loc: LocId) -> bool {
        self.covered.get(loc.index()).is_some_and(|c| *c)
    }
}

impl Runs {
    /// The run that shows a race, if there is one.
    pub fn of(&self, race: &Race) -> Option<&Shown> {
        self.races.get(race).or_else(|| self.races.get(&as_updates(race)))
    }

    /// The number of processes of a run that contradicts a race: it reaches its end or is long, makes both accesses to common
    /// bytes, and the race does not happen, in any order of arrival. If processes see words of each other, there were runs with
    /// both orders of turns.
    pub fn refutes(&self, question: &Question) -> Option<usize> {
        let race = &question.race;
        let speaks = |run: &&Run| {
            let met = run.met.get(race).copied();
            let enough =
                if run.complete { met.is_some() } else { run.cut && met >= Some(MANY) && run.has_come_to(question) };
            let never =
                (question.unknown || question.placed || question.exact) && run.complete && run.made.contains(race);
            (enough || never)
                && !run.only_shows
                && question.text.as_ref().is_none_or(|text| run.arguments.iter().skip(1).any(|a| a == text))
                && !run.chosen
                && question.processes.is_none_or(|n| run.processes == n)
                && run.turns.get(race).is_some_and(|turns| *turns >= question.turns)
                && (run.arguments.len() == 1 || run.turns.get(race) >= Some(&question.late))
                && (run.input || !question.of_input)
                && !race.sites.iter().any(|site| run.lasting.contains(&site.loc))
                && !question.barred.iter().any(|loc| run.covers(*loc))
        };
        let runs: Vec<&Run> = self.runs.iter().filter(speaks).collect();
        let setting = |run: &Run| (run.arguments.clone(), run.processes, run.nodes, run.input);
        let alike = |run: &&&Run| runs.iter().filter(|other| setting(other) == setting(run)).count();
        let apart = || self.runs.iter().any(|run| run.nodes && run.complete && run.made.contains(race));
        // Whether two updates are atomic to each other depends on their types and operators, which a run does not check.
        let both_atomic = as_updates(race).sites.iter().all(|site| site.access == Kind::Atomic);
        let races =
            self.of(race).is_some() || [*race, as_updates(race)].iter().any(|race| self.with_input.contains(race));
        if both_atomic || question.of_environment || races || question.placed && !apart() {
            return None;
        }
        runs.iter().find(|run| !run.saw || run.processes == 1 || alike(run) > 1).map(|run| run.processes)
    }
}

/// A race in the terms of runs: an update that does not change the value counts as a read in the analysis and as an update in a run.
fn as_updates(race: &Race) -> Race {
    let mut sites = race.sites;
    for site in sites.iter_mut().filter(|s| s.at_target && s.access == Kind::Read) {
        site.access = Kind::Atomic;
    }
    sites.sort_unstable();
    Race { sites, ..*race }
}

/// A race for which runs are requested.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question {
    /// The race.
    pub race: Race,
    /// The analysis has found that it happens: a run may contradict it.
    pub held: bool,
    /// The number of processes with which the analysis holds it to happen; none: any.
    pub processes: Option<usize>,
    /// With fewer processes the program does not reach both places.
    pub least: usize,
    /// The witness depends on arguments of the command line; these are the numbers among them.
    pub arguments: Option<Vec<i64>>,
    /// The analysis has found that it happens with this argument: only runs with the argument may contradict it.
    pub text: Option<String>,
    /// The witness depends on values that the analysis does not know: a run that executes both accesses suffices to contradict it.
    pub unknown: bool,
    /// The witness depends on the number of processes alone: it is enough that a run makes both accesses.
    pub exact: bool,
    /// The witness depends on the placement of the processes on nodes. Runs that execute both accesses, on one node and on two, suffice
    /// to contradict it.
    pub placed: bool,
    /// The witness has this many iterations of some loop. Arguments of a run are small numbers: a run with arguments whose loops have fewer
    /// iterations does not contradict the race. 0: the first iterations of all loops suffice.
    pub late: u32,
    /// The witness depends on an environment variable; runs have none.
    pub of_environment: bool,
    /// The witness depends on input: only runs with input may contradict it.
    pub of_input: bool,
    /// The iterations of the two accesses in the witness. A run that is cut off earlier does not contradict the race.
    pub iterations: [Iterations; 2],
    /// The witness has this many iterations of a loop that synchronises. A run with fewer does not contradict the race.
    pub turns: u32,
    /// Calls that the program does not make with the parameters of the witness. A run that makes one of them has other parameters, so it
    /// does not contradict the race.
    pub barred: Vec<LocId>,
}

/// How many instructions runs may take.
struct Steps {
    /// One run.
    run: u64,
    /// All runs without arguments.
    without_arguments: u64,
    /// All runs with arguments.
    with_arguments: u64,
}

/// Instructions if the analysis has found a race that a run may contradict.
const THOROUGH: Steps = Steps { run: 6_000_000, without_arguments: 36_000_000, with_arguments: 12_000_000 };
/// Instructions if the analysis has found no race: most races show in the first iterations.
const BRIEF: Steps = Steps { run: 3_000_000, without_arguments: 18_000_000, with_arguments: 8_000_000 };
/// Instructions of a run with arguments: they are to be small ones.
const SMALL: u64 = 1_000_000;
/// Instructions of a run that tells whether the program starts with an option.
const TRIAL: u64 = 200_000;

/// Instructions of one more run. It is made if all others were cut off before they could contradict what the analysis has found, or
/// before they reached both places of a pair: some programs compute long before their first exchange, and between exchanges.
const PATIENT: u64 = 100_000_000;

/// How often a run that does not reach its end must make both accesses of a race to contradict it: often enough for buffers that
/// are used alternately.
const MANY: u32 = 4;
/// Arguments with which the program starts and that may be tried one after the other without anything new, if the analysis has found no race that a run may contradict.
const FRUITLESS: usize = 40;
/// Numbers of processes.
const SIZES: [usize; 3] = [2, 3, 4];
/// How many further numbers of processes are tried with which the analysis holds races to happen.
const OTHER_SIZES: usize = 3;
/// How often a process reads something before its input ends.
const LINES: u32 = 64;
/// The largest number of processes of a run.
const MOST: usize = 16;

/// Executes the program from its first function: without arguments and with a few numbers of processes, and if the runs do not
/// reach both places of a requested race, also with arguments that the program knows. `goes_on` is called before each run
/// and during it: if there is no time left, the run is cut off, and the results so far are kept.
pub fn simulate(module: &Module, entry: FuncId, wanted: &[Question], goes_on: &dyn Fn() -> bool) -> Runs {
    let mut search = Search {
        module,
        entry,
        wanted,
        goes_on,
        runs: Runs::default(),
        spare: Spare::default(),
        covered: Vec::new(),
        reads_input: false,
        only_shows: false,
    };
    let none: Arguments = ["program".to_owned()].into();
    let texts = wanted.iter().filter_map(|question| question.text.clone());
    let mut plan =
        Plan::new(texts, wanted.iter().filter_map(|question| question.arguments.as_ref()).flatten().copied());
    let more = |question: &Question| (question.least > SIZES[SIZES.len() - 1]).then_some(question.least);
    let asked = wanted.iter().flat_map(|question| [question.processes, more(question)]).flatten();
    let asked = asked.filter(|n| (1..=MOST).contains(n));
    let other: BTreeSet<usize> = asked.filter(|n| !SIZES.contains(n)).collect();
    let thorough = wanted.iter().any(|question| question.held);
    let steps = if thorough { THOROUGH } else { BRIEF };
    let mut left = steps.without_arguments;
    let sizes: Vec<usize> = SIZES.into_iter().chain(other.into_iter().take(OTHER_SIZES)).collect();
    let mut runs_of_a_size = 2;
    for (n, size) in sizes.iter().copied().enumerate() {
        // Each number of processes has its share of what is left, for runs in both orders.
        let most = steps.run.min(left / (runs_of_a_size * (sizes.len() - n) as u64));
        if search.is_over() {
            return search.runs;
        }
        let together = Setting { size, per_node: None, input: false, arguments: none.clone() };
        let Some(first) = search.in_both_orders(&together, most) else { continue };
        left = left.saturating_sub(first.steps);
        plan.learn(&none, &first.learned);
        if first.placed && size > 1 && !search.is_over() {
            runs_of_a_size = 4;
            let apart = Setting { per_node: Some(size.div_ceil(2)), ..together };
            left = left.saturating_sub(search.in_both_orders(&apart, most).map_or(0, |run| run.steps));
        }
        // Other numbers of processes would not get further.
        if first.idle {
            break;
        }
    }
    let none_ends = !search.runs.runs.iter().any(|run| run.complete);
    if none_ends && !search.is_over() {
        search.in_both_orders(&Setting { size: 1, per_node: None, input: false, arguments: none.clone() }, steps.run);
    }
    for _ in 0..OTHER_SIZES {
        let Some(size) = search.undecided() else { break };
        search.in_both_orders(&Setting { size, per_node: None, input: false, arguments: none.clone() }, PATIENT);
    }
    let mut left = if module.functions[entry].params.is_empty() { 0 } else { steps.with_arguments };
    let mut fruitless = 0;
    while left > 0
        && (thorough || fruitless < FRUITLESS)
        && !search.is_shown()
        && let Some(Next { arguments, trial }) = plan.next()
    {
        let (before, mut starts) = (search.seen(), false);
        search.only_shows = !search.needs_arguments();
        for size in search.sizes_with_arguments() {
            let setting = Setting { size, per_node: None, input: false, arguments: arguments.clone() };
            let run = if trial {
                search.run(&setting, TRIAL.min(left), false)
            } else {
                search.in_both_orders(&setting, SMALL.min(left))
            };
            let Some(run) = run else { break };
            left = left.saturating_sub(run.steps);
            starts = run.starts;
            plan.learn(&arguments, &run.learned);
            if trial && run.starts {
                plan.accept(&arguments);
            }
            if trial {
                break;
            }
        }
        match search.seen() == before {
            true => fruitless += usize::from(starts && !trial),
            false => fruitless = 0,
        }
    }
    search.only_shows = false;
    if search.reads_input {
        search.with_input(&steps);
    }
    let missed = search.missed();
    if !missed.is_empty() {
        let setting = Setting { size: SIZES[0], per_node: None, input: false, arguments: none };
        search.run_with(&setting, PATIENT, false, Patience::last(missed));
    }
    search.runs
}

/// How the processes of a run are started.
struct Setting {
    /// Number of processes.
    size: usize,
    /// Processes of a node; none: all are on one.
    per_node: Option<usize>,
    /// Files and the terminal are not empty.
    input: bool,
    arguments: Arguments,
}

/// Results of one run, or of the two runs of one setting, that later runs use.
struct Outcome {
    /// Instructions.
    steps: u64,
    /// The program has queried which processes share a node.
    placed: bool,
    /// The program has not nearly reached its first operation.
    idle: bool,
    /// The program has not ended itself before its first operation.
    starts: bool,
    learned: Learned,
}

/// The runs so far, and what they are for.
struct Search<'m> {
    module: &'m Module,
    entry: FuncId,
    wanted: &'m [Question],
    goes_on: &'m dyn Fn() -> bool,
    runs: Runs,
    spare: Spare,
    /// Positions of the source that some run has executed.
    covered: Vec<bool>,
    /// The program reads from files or from the terminal.
    reads_input: bool,
    /// The next run may show races, but contradicts none: it is made for what other arguments may lead to.
    only_shows: bool,
}

impl Search<'_> {
    fn shows(&self, race: &Race) -> bool {
        self.runs.races.get(race).is_some_and(|shown| shown.certain)
    }

    fn is_over(&self) -> bool {
        !self.wanted.is_empty() && self.wanted.iter().all(|question| self.shows(&question.race))
    }

    /// The number of processes with which a longer run may contradict what the analysis has found: the runs without arguments have not shown
    /// the race, and all were cut off.
    fn undecided(&self) -> Option<usize> {
        let cut = |size: usize| {
            let is_cut = |run: &Run| run.cut && !run.chosen;
            let mut alike = self.runs.runs.iter().filter(|run| run.processes == size).peekable();
            match alike.peek() {
                Some(_) => alike.all(is_cut),
                None => self.runs.runs.iter().any(is_cut),
            }
        };
        let open = self.wanted.iter().filter(|question| {
            question.held
                && question.text.is_none()
                && !question.of_environment
                && question.processes.is_none_or(|n| (1..=MOST).contains(&n))
                && self.runs.of(&question.race).is_none()
                && self.runs.refutes(question).is_none()
        });
        open.map(|question| question.processes.unwrap_or(SIZES[0])).find(|size| cut(*size))
    }

    /// Numbers of processes of runs with arguments: two, four, and those with which the analysis holds races to happen that depend on arguments.
    fn sizes_with_arguments(&self) -> Vec<usize> {
        let open = self.wanted.iter().filter(|question| question.held && question.arguments.is_some());
        let open =
            open.filter(|question| self.runs.of(&question.race).is_none() && self.runs.refutes(question).is_none());
        let other: BTreeSet<usize> = open
            .filter_map(|question| question.processes)
            .filter(|n| (1..=MOST).contains(n) && ![2, 4].contains(n))
            .collect();
        [2, 4].into_iter().chain(other.into_iter().take(OTHER_SIZES)).collect()
    }

    /// Runs with input, where those without it have not decided a race.
    fn with_input(&mut self, steps: &Steps) {
        let none: Arguments = ["program".to_owned()].into();
        let other: BTreeSet<usize> = self.wanted.iter().filter(|q| q.of_input).filter_map(|q| q.processes).collect();
        let other = other.into_iter().filter(|n| (1..=MOST).contains(n) && !SIZES.contains(n)).take(OTHER_SIZES);
        let sizes: Vec<usize> = SIZES.into_iter().chain(other).collect();
        for size in sizes {
            let open = |question: &Question| match question.held {
                true => self.runs.of(&question.race).is_none() && self.runs.refutes(question).is_none(),
                false => self.runs.of(&question.race).is_none(),
            };
            if !self.wanted.iter().any(open) {
                break;
            }
            let setting = Setting { size, per_node: None, input: true, arguments: none.clone() };
            self.in_both_orders(&setting, steps.run / 2);
        }
    }

    /// The pairs that were neither proved nor refuted and have places that no run has executed both, if those without arguments were
    /// cut off.
    fn missed(&self) -> Vec<Race> {
        let mut alike = self.runs.runs.iter().filter(|run| run.processes == SIZES[0] && run.arguments.len() == 1);
        if !alike.all(|run| run.cut) {
            return Vec::new();
        }
        let comes = |run: &Run, race: &Race| race.sites.iter().all(|site| run.covers(site.loc));
        let misses = |race: &Race| self.runs.of(race).is_none() && !self.runs.runs.iter().any(|run| comes(run, race));
        let open = self.wanted.iter().filter(|question| !question.held).map(|question| question.race);
        open.filter(misses).collect()
    }

    /// How much all runs together have seen: positions of the source, and races.
    fn seen(&self) -> (usize, usize) {
        let covered = self.covered.iter().filter(|covered| **covered).count();
        (covered, self.runs.races.values().filter(|shown| shown.certain).count())
    }

    /// Whether there is no pair left that runs may show to race, or contradict.
    fn is_shown(&self) -> bool {
        !self.needs_arguments() && self.wanted.iter().all(|question| question.held || self.shows(&question.race))
    }

    /// Whether no run has reached its end, or executed both places of a requested race, or the race needs certain arguments.
    fn needs_arguments(&self) -> bool {
        let covered = |loc: LocId| self.runs.runs.iter().any(|run| run.covers(loc));
        let missed = |race: &Race| race.sites.iter().any(|site| !covered(site.loc));
        let none_ends = !self.runs.runs.iter().any(|run| run.complete);
        let open = |question: &&Question| !self.shows(&question.race);
        self.wanted.iter().filter(open).any(|q| none_ends || q.arguments.is_some() || missed(&q.race))
    }

    /// A run, and if the order of arrival matters, another run in which the processes take turns in the opposite order.
    fn in_both_orders(&mut self, setting: &Setting, steps: u64) -> Option<Outcome> {
        let first = self.run(setting, steps, false)?;
        let open = self.runs.runs.last().is_some_and(|run| (run.complete || run.cut) && (run.chosen || run.saw));
        let again = if open && setting.size > 1 && !self.is_over() { self.run(setting, steps, true) } else { None };
        Some(Outcome { steps: first.steps + again.map_or(0, |run| run.steps), ..first })
    }

    /// The aims of a run with a setting, which decide how long it goes on.
    fn patience(&self, setting: &Setting) -> Patience {
        let suits = |question: &&Question| {
            question.processes.is_none_or(|n| n == setting.size)
                && (setting.arguments.len() == 1 || question.late == 0)
                && question.text.as_ref().is_none_or(|text| setting.arguments.iter().skip(1).any(|a| a == text))
        };
        let left = self.wanted.iter().filter(|question| !self.shows(&question.race));
        let (held, open): (Vec<&Question>, Vec<&Question>) = left.partition(|question| question.held);
        let held = held.into_iter().filter(suits).cloned().collect();
        let mut known = Vec::new();
        for run in self.runs.runs.iter().filter(|run| run.arguments != *setting.arguments) {
            known.resize(run.covered.len(), false);
            known.iter_mut().zip(&run.covered).for_each(|(known, covered)| *known |= covered);
        }
        let alike = |run: &Run| {
            let size = [1, run.processes].contains(&setting.size);
            size && run.arguments == *setting.arguments && run.input == setting.input
        };
        let again = self.runs.runs.iter().any(|run| run.cut && alike(run));
        Patience::new(open.into_iter().map(|question| question.race).collect(), held, known, again)
    }

    fn run(&mut self, setting: &Setting, steps: u64, backwards: bool) -> Option<Outcome> {
        let patience = self.patience(setting);
        self.run_with(setting, steps, backwards, patience)
    }

    fn run_with(&mut self, setting: &Setting, steps: u64, backwards: bool, patience: Patience) -> Option<Outcome> {
        if !(self.goes_on)() {
            return None;
        }
        let spare = std::mem::take(&mut self.spare);
        let mut machine = Machine::new(self.module, setting.size, setting.arguments.clone(), steps, spare).ok()?;
        machine.backwards = backwards;
        machine.per_node = setting.per_node;
        machine.input = if setting.input { LINES } else { 0 };
        let variants: Vec<Race> = self.wanted.iter().flat_map(|q| [q.race, as_updates(&q.race)]).collect();
        machine.log.watch(variants.iter());
        machine.log.counts_iterations = self.wanted.iter().any(|q| q.iterations.iter().any(|then| !then.is_empty()));
        machine.patience = patience;
        machine.goes_on = self.goes_on;
        // A mistake of the machine must not end the analysis: the run ends there, and what it has shown is not used.
        let run = std::panic::AssertUnwindSafe(|| machine.run(self.entry));
        let end = std::panic::catch_unwind(run).ok()?;
        let used = steps - machine.budget;
        let made = |race: &&Race| machine.log.made(race) || machine.log.made(&as_updates(race));
        let made = self.wanted.iter().map(|question| &question.race).filter(made).copied().collect();
        let met = |race: &Race| machine.log.met(race).max(machine.log.met(&as_updates(race)));
        let met = self.wanted.iter().filter_map(|question| Some((question.race, met(&question.race)?))).collect();
        let most = |race: &Race| machine.log.most(race).max(machine.log.most(&as_updates(race)));
        let turns = self.wanted.iter().map(|question| (question.race, most(&question.race))).collect();
        let reached = machine.log.reached();
        self.reads_input |= machine.reads_input;
        self.covered.resize(machine.covered.len().max(self.covered.len()), false);
        self.covered.iter_mut().zip(&machine.covered).for_each(|(all, covered)| *all |= covered);
        for (race, mut shown) in machine.log.races {
            // Numbers that are all alike show no race of places that the program reads. What other input leads to is not known.
            if setting.input {
                self.runs.with_input.insert(race);
                if !std::mem::take(&mut shown.certain) {
                    continue;
                }
            }
            let known = self.runs.races.entry(race).or_insert(shown);
            if shown.certain && !known.certain {
                *known = shown;
            }
        }
        self.runs.runs.push(Run {
            processes: setting.size,
            arguments: setting.arguments.to_vec(),
            nodes: setting.per_node.is_some(),
            input: setting.input,
            only_shows: self.only_shows,
            complete: end.is_ok(),
            cut: matches!(end, Err(machine::Halt::Steps)),
            chosen: machine.chosen || machine.world.gaspi.has_unfound(),
            saw: machine.saw,
            end: format!("{end:?} after {used} instructions, {} operations", machine.operations),
            covered: machine.covered,
            made,
            met,
            turns,
            reached,
            lasting: machine.lasting,
        });
        let idle = machine.operations == 0 && used >= steps;
        let starts = machine.operations > 0 || matches!(end, Err(machine::Halt::Steps));
        self.spare = machine.memory.spare();
        Some(Outcome { steps: used.max(1), placed: machine.placed, idle, starts, learned: machine.learned })
    }
}
