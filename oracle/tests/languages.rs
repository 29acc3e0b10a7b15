//! Every language of the table makes programs, judges them and makes them smaller. The analyzer takes no part.

use rma_oracle::table::{LANGUAGES, named};
use std::collections::BTreeSet;

const SEED: u64 = 1000;
const PROGRAMS: u64 = 20;

#[test]
fn names_differ() {
    let names: BTreeSet<&str> = LANGUAGES.iter().map(|language| language.settings().name).collect();
    let prefixes: BTreeSet<&str> = LANGUAGES.iter().map(|language| language.settings().prefix).collect();
    assert_eq!((names.len(), prefixes.len()), (LANGUAGES.len(), LANGUAGES.len()));
    for name in names {
        assert_eq!(named(name).map(|language| language.settings().name), Some(name));
    }
    assert!(named("").is_none());
}

#[test]
fn a_number_stands_for_one_program() {
    for language in LANGUAGES {
        let name = language.settings().name;
        let mut racy = 0;
        for number in 0..PROGRAMS {
            let (case, again) = (language.case(SEED, number), language.case(SEED, number));
            assert_eq!((case.text(), case.races()), (again.text(), again.races()), "{name} {number}");
            let lines = case.text().lines().count() as u32;
            assert!(case.races().iter().all(|pair| pair.lines.0 > 0 && pair.lines.1 <= lines), "{name} {number}");
            assert!(case.races_with_more().is_superset(case.races()), "{name} {number}");
            racy += u64::from(!case.races().is_empty());
        }
        assert!(0 < racy && racy < PROGRAMS, "{racy} programs of {name} are racy");
    }
}

#[test]
fn a_smaller_program_keeps_what_is_asked_for() {
    for language in LANGUAGES {
        let name = language.settings().name;
        let mut cases = (0..PROGRAMS).map(|number| language.case(SEED, number));
        let racy = cases.find(|case| !case.races().is_empty()).expect("some programs are racy");
        let small = racy.reduce(&mut |smaller| !smaller.races().is_empty());
        assert!(!small.races().is_empty(), "{name}");
        assert!(small.text().lines().count() < racy.text().lines().count(), "{name}");
        // No statement can go any more.
        let mut tried = 0;
        let again = small.reduce(&mut |smaller| {
            tried += 1;
            !smaller.races().is_empty()
        });
        assert!(tried > 0 && again.text() == small.text(), "{name}");
        // What is refused changes nothing.
        assert_eq!(racy.reduce(&mut |_| false).text(), racy.text(), "{name}");
    }
}
