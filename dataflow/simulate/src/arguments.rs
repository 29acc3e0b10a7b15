//! Arguments of the command line with which a run reaches further parts of the program (theory, 9.4).
//!
//! The arguments that a program knows are visible in a run: the program compares its arguments with texts, and passes its
//! options to `getopt`. The next runs are started with the texts that earlier runs have compared.

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

/// The lists of arguments that are still to be tried.
#[derive(Debug)]
pub(crate) struct Plan {
    numbers: Vec<String>,
    next: VecDeque<Arguments>,
    known: BTreeSet<Arguments>,
}

impl Plan {
    /// Starts with texts that the analysis holds to matter, and with numbers: those that are given, it holds to matter.
    pub fn new(texts: impl Iterator<Item = String>, given: impl Iterator<Item = i64>) -> Plan {
        let of_a_size = given.filter(|n| (0..=1 << 20).contains(n) && *n != NUMBER);
        let others: BTreeSet<i64> = of_a_size.collect();
        // The largest ones are beyond a bound that the program tests; the small ones have little effect.
        let numbers = std::iter::once(NUMBER).chain(others.into_iter().rev().take(OTHER_NUMBERS));
        let numbers: Vec<String> = numbers.map(|n| n.to_string()).collect();
        let mut plan = Plan { numbers, next: VecDeque::new(), known: BTreeSet::new() };
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

    /// Adds arguments that are tried before the others.
    fn add_first(&mut self, arguments: Vec<String>) {
        let before = self.next.len();
        if !arguments.is_empty() {
            self.add(arguments);
        }
        if self.next.len() > before {
            self.next.rotate_right(1);
        }
    }

    pub fn next(&mut self) -> Option<Arguments> {
        self.next.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::{Learned, Plan};

    #[test]
    fn options_and_texts_lead_to_further_runs() {
        let mut plan = Plan::new(std::iter::empty(), std::iter::empty());
        let first = plan.next().expect("numbers come first");
        assert_eq!(*first, ["program".to_owned(), "8".to_owned()]);
        let learned = Learned {
            compared: [(1, "lock".to_owned())].into(),
            options: [("-n".to_owned(), true), ("-v".to_owned(), false)].into(),
        };
        plan.learn(&first, &learned);
        let all: Vec<String> = std::iter::from_fn(|| plan.next()).map(|a| a[1..].join(" ")).collect();
        assert_eq!(all, ["-n 8", "8 8", "8 8 8", "lock", "-v"]);
    }

    #[test]
    fn options_with_values_are_tried_together_first() {
        let mut plan = Plan::new(std::iter::empty(), std::iter::empty());
        let first = plan.next().expect("numbers come first");
        let compared = ["--cells=", "--steps=", "--quiet"].map(|text| (1, text.to_owned())).into();
        plan.learn(&first, &Learned { compared, ..Learned::default() });
        let all: Vec<String> = std::iter::from_fn(|| plan.next()).map(|a| a[1..].join(" ")).collect();
        let expected = ["--cells=8 --steps=8", "8 8", "8 8 8", "--cells=8", "--quiet", "--quiet 8", "--steps=8"];
        assert_eq!(all, expected);
    }

    #[test]
    fn numbers_that_the_analysis_found_are_tried() {
        let mut plan = Plan::new(["-p".to_owned()].into_iter(), [513, -1, 8].into_iter());
        let all: Vec<String> = std::iter::from_fn(|| plan.next()).map(|a| a[1..].join(" ")).collect();
        assert_eq!(all, ["-p", "8", "8 8", "8 8 8", "513", "513 513", "513 513 513"]);
    }

    #[test]
    fn no_list_is_tried_twice() {
        let mut plan = Plan::new(std::iter::empty(), std::iter::empty());
        let first = plan.next().expect("numbers come first");
        let learned = Learned { compared: [(1, "8".to_owned())].into(), ..Learned::default() };
        plan.learn(&first, &learned);
        assert_eq!(std::iter::from_fn(|| plan.next()).count(), 2);
    }
}
