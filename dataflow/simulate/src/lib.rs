//! Runs of the program itself by a few simulated processes, and the races that they show.
//!
//! Where the analysis on symbolic values neither proves nor refutes a race, the program is executed: its own instructions, by two
//! to four processes in turn, with the library of its model as far as a run needs it. Happens-before of that one execution says which
//! accesses race in it. A race that a run shows is one; that a run shows none says nothing.
//!
//! Invariants: the same program gives the same runs. What the run cannot represent ends it, and what was shown before stands. Order
//! between processes is generous ([`world`]), so a run shows no race that its execution does not have.
//!
//! Lacks on purpose: threads beside each other, input, files.

mod clock;
mod library;
mod log;
mod machine;
mod world;

pub use log::{Kind, Race, Shown, Site};

use machine::Machine;
use rma_frontend::ir::{FuncId, Module};
use std::collections::BTreeMap;

/// What runs show.
#[derive(Debug, Clone, Default)]
pub struct Runs {
    /// Races, each with the run that shows it best.
    pub races: BTreeMap<Race, Shown>,
    /// How each run ended, in words, for those who look into the tool.
    pub ends: Vec<String>,
}

/// Instructions of one run.
const STEPS: u64 = 4_000_000;

/// Executes the program from its first function, with so many processes each time.
pub fn simulate(module: &Module, entry: FuncId, sizes: &[usize]) -> Runs {
    let mut runs = Runs::default();
    for size in sizes {
        // A second time with the processes in the other order, where the first time says all that it can.
        if run(module, entry, *size, false, &mut runs) {
            run(module, entry, *size, true, &mut runs);
        }
    }
    runs
}

/// One run; whether it ended before the instructions did.
fn run(module: &Module, entry: FuncId, size: usize, backwards: bool, runs: &mut Runs) -> bool {
    let arguments = ["program".to_owned()].into();
    let mut machine = match Machine::new(module, size, arguments, STEPS) {
        Ok(machine) => machine,
        Err(halt) => {
            runs.ends.push(format!("{size}: {halt:?}"));
            return false;
        }
    };
    machine.backwards = backwards;
    let end = machine.run(entry);
    runs.ends.push(format!(
        "{size} processes: {end:?} after {} instructions, {} operations, {} accesses kept",
        STEPS - machine.budget,
        machine.operations,
        machine.log.len()
    ));
    for (race, shown) in machine.log.races {
        let known = runs.races.entry(race).or_insert(shown);
        if shown.certain && !known.certain {
            *known = shown;
        }
    }
    end != Err(machine::Halt::Steps)
}
