//! Arguments of the command line that lead a run into further parts of the program (theory, 9.4).
//!
//! A program says itself which arguments it knows: it compares them with texts, and hands `getopt` its options. What one run has
//! compared, the next ones are started with.

use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// Arguments of one run, the name of the program first.
pub(crate) type Arguments = Rc<[String]>;

/// A number that most programs take for a size, a number of iterations or the like.
const NUMBER: &str = "8";

/// What a run has learned of the arguments that the program knows.
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
    next: VecDeque<Arguments>,
    known: BTreeSet<Arguments>,
}

impl Plan {
    /// Starts with numbers only.
    pub fn new() -> Plan {
        let mut plan = Plan { next: VecDeque::new(), known: BTreeSet::new() };
        for count in 1..=3 {
            plan.add(std::iter::repeat_n(NUMBER.to_owned(), count).collect());
        }
        plan
    }

    fn add(&mut self, arguments: Vec<String>) {
        let all: Arguments = std::iter::once("program".to_owned()).chain(arguments).collect();
        if self.known.insert(all.clone()) {
            self.next.push_back(all);
        }
    }

    /// What a run with some arguments has learned leads to others.
    pub fn learn(&mut self, arguments: &Arguments, learned: &Learned) {
        for (position, text) in &learned.compared {
            let mut other = arguments.to_vec();
            if let Some(argument) = other.get_mut(*position) {
                argument.clone_from(text);
                self.add(other.split_off(1));
            }
        }
        for (option, value) in &learned.options {
            let value = value.then(|| NUMBER.to_owned());
            self.add(std::iter::once(option.clone()).chain(value).collect());
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
        let mut plan = Plan::new();
        let first = plan.next().expect("numbers come first");
        assert_eq!(*first, ["program".to_owned(), "8".to_owned()]);
        let learned = Learned {
            compared: [(1, "lock".to_owned())].into(),
            options: [("-n".to_owned(), true), ("-v".to_owned(), false)].into(),
        };
        plan.learn(&first, &learned);
        let all: Vec<String> = std::iter::from_fn(|| plan.next()).map(|a| a[1..].join(" ")).collect();
        assert_eq!(all, ["8 8", "8 8 8", "lock", "-n 8", "-v"]);
    }

    #[test]
    fn no_list_is_tried_twice() {
        let mut plan = Plan::new();
        let first = plan.next().expect("numbers come first");
        let learned = Learned { compared: [(1, "8".to_owned())].into(), ..Learned::default() };
        plan.learn(&first, &learned);
        assert_eq!(std::iter::from_fn(|| plan.next()).count(), 2);
    }
}
