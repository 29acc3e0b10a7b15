//! Arguments of the command line with which a run reaches further parts of the program (theory, 9.4).
//!
//! The arguments that a program knows are visible in a run: the program compares its arguments with texts, and passes its
//! options to `getopt`. The next runs are started with the texts that earlier runs have compared.
//!
//! A program with its default sizes computes for long. So each option is first tried with a small number, one added to the other as
//! long as the program starts with them; all further arguments are tried behind those options first.
//!
//! The first runs have no arguments. The texts are options such as `-n` and words such as `lock`; all options with which the program starts
//! are combined.

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// Arguments of one run, the name of the program first.
pub(crate) type Arguments = Rc<[String]>;

/// A number that most programs take for a size, a number of iterations or the like.
const NUMBER: i64 = 8;

/// Numbers that are tried beside it.
const OTHER_NUMBERS: usize = 4;

/// The arguments of the program that a run has found.
#[derive(Debug, Default, Clone)]
pub(crate) struct Learned {
    /// Which argument was compared with which text.
    pub compared: BTreeSet<(usize, String)>,
    /// Options of `getopt`, as the program writes them in arguments, and whether a value follows.
    pub options: BTreeSet<(String, bool)>,
}

/// Arguments of the next run.
#[derive(Debug)]
pub(crate) struct Next {
    pub arguments: Arguments,
    /// Whether the program starts with the last option and its number is all that the run is to find out.
    pub trial: bool,
}

/// The lists of arguments that are still to be tried.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    numbers: Vec<String>,
    /// Options that are still to be tried with a small number, and all that were or will be.
    options: VecDeque<String>,
    found: BTreeSet<String>,
    /// Options and numbers with which the program starts, and whether they are still to be tried all together.
    small: Vec<String>,
    grown: bool,
    next: VecDeque<Arguments>,
    known: BTreeSet<Arguments>,
}

impl Plan {
    /// A plan that starts with texts and with numbers that matter according to the analysis: `texts`, and the numbers in `given`.
    pub fn new(texts: impl Iterator<Item = String>, given: impl Iterator<Item = i64>) -> Plan {
        let of_a_size = given.filter(|n| (0..=1 << 20).contains(n) && *n != NUMBER);
        let others: BTreeSet<i64> = of_a_size.collect();
        // The largest ones are beyond a bound that the program tests; the small ones have little effect.
        let numbers = std::iter::once(NUMBER).chain(others.into_iter().rev().take(OTHER_NUMBERS));
        let numbers: Vec<String> = numbers.map(|n| n.to_string()).collect();
        let mut plan = Plan { numbers, ..Plan::default() };
        for text in texts {
            plan.add(vec![text]);
        }
        for number in plan.numbers.clone() {
            for count in 1..=3 {
                plan.add(std::iter::repeat_n(number.clone(), count).collect());
            }
        }
        plan
    }

    fn add(&mut self, arguments: Vec<String>) {
        let all: Arguments = std::iter::once("program".to_owned()).chain(arguments).collect();
        if self.known.insert(all.clone()) {
            self.next.push_back(all);
        }
    }

    /// New arguments from the results of a run: first all options with a value at once, so that all sizes of the run are small,
    /// then each option separately.
    pub fn learn(&mut self, arguments: &Arguments, learned: &Learned) {
        let names = learned.compared.iter().map(|(_, text)| text).collect::<BTreeSet<_>>();
        for number in self.numbers.clone().iter().rev() {
            let joined = names.iter().filter(|text| text.ends_with('=')).map(|text| format!("{text}{number}"));
            self.add_first(joined.collect());
            let valued = learned.options.iter().filter(|(_, value)| *value);
            self.add_first(valued.flat_map(|(option, _)| [option.clone(), number.clone()]).collect());
        }
        let dashed = names.iter().filter(|text| text.starts_with('-') && !text.ends_with('=')).copied();
        let valued = learned.options.iter().filter(|(_, value)| *value).map(|(option, _)| option);
        for option in dashed.chain(valued) {
            if self.found.insert(option.clone()) {
                self.options.push_back(option.clone());
            }
        }
        for (position, text) in &learned.compared {
            let joined = text.ends_with('=');
            for number in self.numbers.clone() {
                let mut all = arguments.to_vec();
                let Some(argument) = all.get_mut(*position) else { continue };
                *argument = if joined { format!("{text}{number}") } else { text.clone() };
                let mut all = all.split_off(1);
                self.add(all.clone());
                if text.starts_with('-') && !joined {
                    all.insert(*position, number);
                    self.add(all);
                }
            }
        }
        for (option, value) in &learned.options {
            for number in self.numbers.clone() {
                let value = value.then_some(number);
                self.add(std::iter::once(option.clone()).chain(value).collect());
            }
        }
    }

    /// Adds arguments that are tried before all others.
    fn add_first(&mut self, arguments: Vec<String>) {
        let before = self.next.len();
        if !arguments.is_empty() {
            self.add(arguments);
        }
        if self.next.len() > before {
            self.next.rotate_right(1);
        }
    }

    pub fn next(&mut self) -> Option<Next> {
        if let Some(option) = self.options.pop_front() {
            return Some(Next { arguments: self.behind_small(&[option, NUMBER.to_string()]), trial: true });
        }
        if std::mem::take(&mut self.grown) {
            let arguments = self.behind_small(&[]);
            self.known.insert(Arguments::clone(&arguments));
            return Some(Next { arguments, trial: false });
        }
        let first = self.next.front()?;
        let behind = self.behind_small(&first[1..]);
        let is_small = self.small.chunks(2).any(|option| *option == first[1..]);
        let arguments =
            if !is_small && self.known.insert(Arguments::clone(&behind)) { behind } else { self.next.pop_front()? };
        Some(Next { arguments, trial: false })
    }

    /// These arguments after the options with small numbers, without options that both contain.
    fn behind_small(&self, arguments: &[String]) -> Arguments {
        let mut all = vec!["program".to_owned()];
        all.extend(self.small.chunks(2).filter(|option| !arguments.contains(&option[0])).flatten().cloned());
        all.extend_from_slice(arguments);
        all.into()
    }

    /// The program starts with these arguments: their last option with its number is kept for others.
    pub fn accept(&mut self, arguments: &Arguments) {
        let last = arguments.len().saturating_sub(2).max(1);
        self.small.extend_from_slice(&arguments[last..]);
        self.grown = true;
    }
}

#[cfg(test)]
mod tests {
    use super::{Learned, Plan};

    /// The arguments of all further runs, of which none is accepted.
    fn all(mut plan: Plan) -> Vec<String> {
        std::iter::from_fn(|| plan.next()).map(|next| next.arguments[1..].join(" ")).collect()
    }

    #[test]
    fn options_and_texts_lead_to_further_runs() {
        let mut plan = Plan::new(std::iter::empty(), std::iter::empty());
        let first = plan.next().expect("numbers come first").arguments;
        assert_eq!(*first, ["program".to_owned(), "8".to_owned()]);
        let learned = Learned {
            compared: [(1, "lock".to_owned())].into(),
            options: [("-n".to_owned(), true), ("-v".to_owned(), false)].into(),
        };
        plan.learn(&first, &learned);
        assert_eq!(all(plan), ["-n 8", "-n 8", "8 8", "8 8 8", "lock", "-v"]);
    }

    #[test]
    fn options_with_which_the_program_starts_stay() {
        let mut plan = Plan::new(std::iter::empty(), std::iter::empty());
        let first = plan.next().expect("numbers come first").arguments;
        let compared = ["-n", "-q", "-s"].map(|text| (1, text.to_owned())).into();
        plan.learn(&first, &Learned { compared, ..Learned::default() });
        for option in ["-n", "-q", "-s"] {
            let next = plan.next().expect("options are tried");
            assert!(next.trial && next.arguments.contains(&option.to_owned()));
            if option != "-q" {
                plan.accept(&next.arguments);
            }
        }
        let rest = all(plan);
        assert_eq!(rest[..3], ["-n 8 -s 8", "-n 8 -s 8 8 8", "8 8"]);
        assert!(rest.contains(&"-n 8 -s 8 -q".to_owned()));
    }

    #[test]
    fn options_with_values_are_tried_together_first() {
        let mut plan = Plan::new(std::iter::empty(), std::iter::empty());
        let first = plan.next().expect("numbers come first").arguments;
        let compared = ["--cells=", "--steps=", "--quiet"].map(|text| (1, text.to_owned())).into();
        plan.learn(&first, &Learned { compared, ..Learned::default() });
        let expected =
            ["--quiet 8", "--cells=8 --steps=8", "8 8", "8 8 8", "--cells=8", "--quiet", "--quiet 8", "--steps=8"];
        assert_eq!(all(plan), expected);
    }

    #[test]
    fn numbers_that_the_analysis_found_are_tried() {
        let plan = Plan::new(["-p".to_owned()].into_iter(), [513, -1, 8].into_iter());
        assert_eq!(all(plan), ["-p", "8", "8 8", "8 8 8", "513", "513 513", "513 513 513"]);
    }

    #[test]
    fn no_list_is_tried_twice() {
        let mut plan = Plan::new(std::iter::empty(), std::iter::empty());
        let first = plan.next().expect("numbers come first").arguments;
        let learned = Learned { compared: [(1, "8".to_owned())].into(), ..Learned::default() };
        plan.learn(&first, &learned);
        assert_eq!(std::iter::from_fn(|| plan.next()).count(), 2);
    }
}
