//! Runs of the program itself by a few simulated processes, and the races that they show (theory, 9.4).
//!
//! Where the analysis on symbolic values neither proves nor refutes a race, the program is executed: its own instructions, by two
//! to four processes in turn, with the library of its model as far as a run needs it. Happens-before of that one execution says which
//! accesses race in it. A race that a run shows is one; that a run shows none says nothing.
//!
//! Invariants: the same program gives the same runs. What the run cannot represent ends it, and what was shown before stands. Order
//! between processes is generous ([`world`]), so a run shows no race that its execution does not have.
//!
//! Lacks on purpose: threads beside each other, input, files.

#![allow(clippy::string_slice, reason = "linker names and formats are ASCII where they are cut")]
#![allow(clippy::unnecessary_wraps, reason = "routines of one table have one signature")]
#![allow(clippy::maybe_infinite_iter, reason = "primes and divisors are found")]

mod arguments;
mod clock;
mod library;
mod log;
mod machine;
mod world;

pub use log::{Kind, Race, Shown, Site};

use arguments::{Arguments, Learned, Plan};
use machine::Machine;
use rma_frontend::ir::{FuncId, LocId, Module};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// What runs show.
#[derive(Debug, Clone, Default)]
pub struct Runs {
    /// Races, each with the run that shows it best.
    pub races: BTreeMap<Race, Shown>,
    /// The runs themselves, in their order.
    pub runs: Vec<Run>,
}

/// One run.
#[derive(Debug, Clone)]
pub struct Run {
    /// Number of processes.
    pub processes: usize,
    /// Arguments of the command line, the name of the program first.
    pub arguments: Vec<String>,
    /// The program came to its end.
    pub complete: bool,
    /// Who comes first, where that decides who waits, was one of several ways.
    pub chosen: bool,
    /// A process has learned something by a word that another one set.
    pub saw: bool,
    /// How it ended, in words, for those who look into the tool.
    pub end: String,
    /// Positions of the source that were executed, by their numbers.
    covered: Vec<bool>,
    /// Accesses that were made to memory that others may touch.
    sites: FxHashSet<Site>,
    /// Collectives, whose accesses may last longer than the run says.
    lasting: FxHashSet<LocId>,
}

impl Run {
    /// Whether a position of the source was executed.
    pub fn covers(&self, loc: LocId) -> bool {
        self.covered.get(loc.index()).is_some_and(|c| *c)
    }
}

impl Runs {
    /// What shows a race. An update that leaves the value as it is counts as a read in the analysis and as an update in a run.
    pub fn of(&self, race: &Race) -> Option<&Shown> {
        let as_updates = || {
            let mut sites = race.sites;
            for site in sites.iter_mut().filter(|s| s.at_target && s.access == Kind::Read) {
                site.access = Kind::Atomic;
            }
            sites.sort_unstable();
            Race { sites, ..*race }
        };
        self.races.get(race).or_else(|| self.races.get(&as_updates()))
    }

    /// Whether the program, with so many processes, comes to its end, makes both accesses of a race, and the race does not happen,
    /// whoever comes first. Where processes see words of each other, they have had their turns in both orders. `by_default`: without
    /// arguments.
    pub fn refutes(&self, race: &Race, processes: usize, by_default: bool) -> bool {
        let speaks = |run: &&Run| {
            run.complete
                && !run.chosen
                && run.processes == processes
                && (run.arguments.len() == 1 || !by_default)
                && race.sites.iter().all(|site| run.sites.contains(site) && !run.lasting.contains(&site.loc))
        };
        let runs: Vec<&Run> = self.runs.iter().filter(speaks).collect();
        let alike = |run: &&&Run| runs.iter().filter(|other| other.arguments == run.arguments).count();
        // Whether two updates are atomic to each other depends on their types and operators, which a run does not look at.
        let both_atomic = race.sites.iter().all(|site| site.access == Kind::Atomic);
        !both_atomic && !self.races.contains_key(race) && runs.iter().any(|run| !run.saw || alike(&run) > 1)
    }
}

/// Instructions of one run.
const STEPS: u64 = 6_000_000;
/// Instructions of all runs with arguments.
const STEPS_WITH_ARGUMENTS: u64 = 12_000_000;
/// Numbers of processes.
const SIZES: [usize; 3] = [2, 3, 4];

/// Executes the program from its first function: without arguments and with a few numbers of processes, and where the runs do not
/// get to both places of a race that is asked for, also with arguments that the program knows.
/// `goes_on` is asked before each run; what the runs before it have shown stands.
pub fn simulate(module: &Module, entry: FuncId, wanted: &[Race], goes_on: &dyn Fn() -> bool) -> Runs {
    let mut search = Search { module, entry, wanted, goes_on, runs: Runs::default() };
    let none: Arguments = ["program".to_owned()].into();
    let mut plan = Plan::new();
    for size in SIZES {
        if search.is_over() {
            return search.runs;
        }
        if let Some((_, learned)) = search.in_both_orders(size, &none, STEPS) {
            plan.learn(&none, &learned);
        }
    }
    if module.functions[entry].params.is_empty() {
        return search.runs;
    }
    let mut left = STEPS_WITH_ARGUMENTS;
    while let Some(arguments) = plan.next().filter(|_| left > 0 && search.misses_a_place()) {
        for size in [2, 4] {
            let steps = STEPS.min(left);
            let Some((used, learned)) = search.in_both_orders(size, &arguments, steps) else { break };
            left = left.saturating_sub(used);
            plan.learn(&arguments, &learned);
        }
    }
    search.runs
}

/// The runs so far, and what they are for.
struct Search<'m> {
    module: &'m Module,
    entry: FuncId,
    wanted: &'m [Race],
    goes_on: &'m dyn Fn() -> bool,
    runs: Runs,
}

impl Search<'_> {
    fn shows(&self, race: &Race) -> bool {
        self.runs.races.get(race).is_some_and(|shown| shown.certain)
    }

    fn is_over(&self) -> bool {
        !self.wanted.is_empty() && self.wanted.iter().all(|race| self.shows(race))
    }

    /// Whether no run has come to its end, or executed both places of a race that is asked for.
    fn misses_a_place(&self) -> bool {
        let covered = |loc: LocId| self.runs.runs.iter().any(|run| run.covers(loc));
        let missed = |race: &Race| race.sites.iter().any(|site| !covered(site.loc));
        let none_ends = !self.runs.runs.iter().any(|run| run.complete);
        self.wanted.iter().any(|race| !self.shows(race) && (none_ends || missed(race)))
    }

    /// A run, and where it matters who comes first, another one in which the processes take turns in the other order.
    fn in_both_orders(&mut self, size: usize, arguments: &Arguments, steps: u64) -> Option<(u64, Learned)> {
        let (used, learned) = self.run(size, arguments, steps, false)?;
        let open = self.runs.runs.last().is_some_and(|run| run.complete && (run.chosen || run.saw));
        let again = if open && !self.is_over() { self.run(size, arguments, steps, true) } else { None };
        Some((used + again.map_or(0, |(used, _)| used), learned))
    }

    /// One run: how many instructions it took, and what it learned of arguments.
    fn run(&mut self, size: usize, arguments: &Arguments, steps: u64, backwards: bool) -> Option<(u64, Learned)> {
        if !(self.goes_on)() {
            return None;
        }
        let mut machine = Machine::new(self.module, size, arguments.clone(), steps).ok()?;
        machine.backwards = backwards;
        // A mistake of the machine must not end the analysis: the run ends there, and what it has shown is not used.
        let run = std::panic::AssertUnwindSafe(|| machine.run(self.entry));
        let end = std::panic::catch_unwind(run).ok()?;
        let used = steps - machine.budget;
        for (race, shown) in machine.log.races {
            let known = self.runs.races.entry(race).or_insert(shown);
            if shown.certain && !known.certain {
                *known = shown;
            }
        }
        self.runs.runs.push(Run {
            processes: size,
            arguments: arguments.to_vec(),
            complete: end.is_ok(),
            chosen: machine.chosen,
            saw: machine.saw,
            end: format!("{end:?} after {used} instructions, {} operations", machine.operations),
            covered: machine.covered,
            sites: machine.log.sites,
            lasting: machine.lasting,
        });
        Some((used.max(1), machine.learned))
    }
}
