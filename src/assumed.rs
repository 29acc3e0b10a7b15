//! The assumptions that the verdicts of a run depend on, by their numbers in `docs/assumptions.md`.

use rma_reports::Assumption;
use rma_reports::assumptions::assumption;
use std::collections::BTreeSet;

/// Those of every run.
const ALWAYS: [u32; 24] = [1, 2, 3, 5, 6, 8, 10, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22, 23, 24, 25, 26, 28, 29];
/// Functions without a body behave as in their model.
pub(crate) const EXTERNAL: u32 = 4;
/// Windows have the unified memory model.
pub(crate) const UNIFIED: u32 = 7;
/// Calls through pointers go to functions of the input.
pub(crate) const POINTERS: u32 = 9;
/// Callers of a library give its functions what they need.
pub(crate) const CALLERS: u32 = 27;

/// The assumptions of one run.
pub(crate) struct Assumed(BTreeSet<u32>);

impl Assumed {
    /// The assumptions of every run.
    pub(crate) fn always() -> Assumed {
        Assumed(BTreeSet::from(ALWAYS))
    }

    /// The run assumes this, too.
    pub(crate) fn also(&mut self, id: u32) {
        self.0.insert(id);
    }

    /// With their texts, by number.
    pub(crate) fn list(&self) -> Vec<Assumption> {
        let usual = |id: &u32| ALWAYS.contains(id) || *id == UNIFIED;
        let with_text = |id: &u32| assumption(*id).map(|known| Assumption { usual: usual(id), ..known.clone() });
        self.0.iter().filter_map(with_text).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rma_reports::assumptions::assumptions;

    /// The assumptions of some runs. The compiler complains about one that no code adds to a run.
    const SOMETIMES: [u32; 4] = [EXTERNAL, UNIFIED, POINTERS, CALLERS];
    /// Says how recursion is approximated: no verdict "safe" and no race rests on it, so no run names it.
    const NEVER: [u32; 1] = [17];

    #[test]
    fn every_row_of_the_page_has_a_use_and_every_use_a_row() {
        let rows: Vec<u32> = assumptions().iter().map(|assumption| assumption.id).collect();
        assert!(rows.is_sorted_by(|a, b| a < b), "numbers are unique and ascend: {rows:?}");
        assert!(ALWAYS.is_sorted_by(|a, b| a < b), "numbers are unique and ascend: {ALWAYS:?}");
        let mut used = [&ALWAYS[..], &SOMETIMES, &NEVER].concat();
        used.sort_unstable();
        assert_eq!(used, rows, "numbers that the code uses, and rows of docs/assumptions.md");
    }

    #[test]
    fn a_run_lists_what_it_assumes_once_and_by_number() {
        let mut assumed = Assumed::always();
        for id in [CALLERS, EXTERNAL, CALLERS] {
            assumed.also(id);
        }
        let ids: Vec<u32> = assumed.list().iter().map(|assumption| assumption.id).collect();
        let mut expected = [&ALWAYS[..], &[EXTERNAL, CALLERS]].concat();
        expected.sort_unstable();
        assert_eq!(ids, expected);
    }
}
