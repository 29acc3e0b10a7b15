//! The assumptions that verdicts can depend on, with their stable numbers: the table of `docs/assumptions.md`.

use crate::summary::Assumption;
use std::sync::LazyLock;

const PAGE: &str = include_str!("../../docs/assumptions.md");

/// What the page writes where no option removes an assumption.
const NO_OPTION: &str = "none yet";

static ASSUMPTIONS: LazyLock<Vec<Assumption>> = LazyLock::new(|| PAGE.lines().filter_map(row).collect());

/// All assumptions, by number.
pub fn assumptions() -> &'static [Assumption] {
    &ASSUMPTIONS
}

/// The assumption with this number.
pub fn assumption(id: u32) -> Option<&'static Assumption> {
    assumptions().iter().find(|assumption| assumption.id == id)
}

/// A row of the table: number, assumption, why, when it fails, option. `None` for all other lines.
fn row(line: &str) -> Option<Assumption> {
    let cells: Vec<&str> = line.strip_prefix('|')?.strip_suffix('|')?.split('|').map(str::trim).collect();
    let [id, text, _why, _when_it_fails, option] = cells[..] else { return None };
    let option = (option != NO_OPTION).then(|| option.to_owned());
    Some(Assumption { id: id.parse().ok()?, text: text.to_owned(), option, usual: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_page_is_read() {
        let numbered = |line: &&str| line.starts_with("| ") && !line.starts_with("| #");
        assert_eq!(assumptions().len(), PAGE.lines().filter(numbered).count());
        assert!(!assumptions().is_empty());
        assert!(assumptions().is_sorted_by(|a, b| a.id < b.id));
        for assumption in assumptions() {
            assert!(assumption.text.ends_with('.'), "{}", assumption.text);
            assert_eq!(super::assumption(assumption.id), Some(assumption));
        }
    }

    #[test]
    fn the_option_is_the_last_cell() {
        let option = |line: &str| row(line).expect("a row").option;
        assert_eq!(option("| 3 | It holds. | because | never | `--strict` |"), Some("`--strict`".to_owned()));
        assert_eq!(option("| 3 | It holds. | because | never | none yet |"), None);
        assert_eq!(row("| # | assumption | why | when it fails | option |"), None);
        assert_eq!(row("|---|---|---|---|---|"), None);
    }
}
