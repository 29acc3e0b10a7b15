//! `docs/rules.md` is made of the pages of the rules.

use super::{compare, read, root};
use rma_reports::Level;
use rma_reports::rules::rules;

/// The families of rules, by the first digit of their numbers.
const FAMILIES: [(char, &str); 6] = [
    ('1', "A process and its own pending operations"),
    ('2', "Between processes, in window memory"),
    ('3', "Atomicity"),
    ('4', "Lifetime"),
    ('5', "Epochs and assertions"),
    ('6', "Threads"),
];

const NOTES: &str = "
## What makes a finding a note

A finding is a note when the analysis had to leave something open. The note says what it was:

- a pointer or an index that comes from data in memory that is not followed (received index lists, linked structures, hash tables);
- a value that a loop computes without a closed form;
- a request or a target that was lost;
- an order between processes that is not followed (collectives on graphs, what a process learns from a fetched value);
- an external function without a body or a model, or recursion below its second level;
- too many paths or states, so that conditions were given up;
- a query that z3 did not answer within `--solver-timeout`.
";

fn table() -> String {
    let mut page = String::from(
        "# Rules\n\nA test (`tests/documents`) makes this page from the pages of the rules in `reports/rules/`; `rma-static --explain RULE` prints one. The level is that of a\n\
         finding in which everything is known. Where a value that is read at run time takes part, an error becomes a warning.\n",
    );
    for (digit, family) in FAMILIES {
        page.push_str(&format!("\n## {family}\n\n| rule | level | finding |\n|---|---|---|\n"));
        for rule in rules().iter().filter(|rule| rule.id.to_string().starts_with(&format!("RMA{digit}"))) {
            let level = match rule.level {
                Level::Error => "error",
                Level::Warning => "warning",
                Level::Note => "note",
            };
            page.push_str(&format!("| [{0}](../reports/rules/{0}.md) | {level} | {1} |\n", rule.id, rule.short));
        }
    }
    page.push_str(NOTES);
    page
}

#[test]
fn the_table_of_rules_is_up_to_date() {
    let page = root().join("docs/rules.md");
    let should = table();
    for rule in rules() {
        assert!(should.contains(&format!("[{}]", rule.id)), "{} is in no family", rule.id);
    }
    let is = if page.is_file() { read(&page) } else { String::new() };
    compare(&page, &is, &should);
}
