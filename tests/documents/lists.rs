//! Lengths, links and versions.

use super::{pages, read, root};
use std::path::Path;

/// Pages that are read from top to bottom, with the lines that they may have.
const LENGTHS: [(&str, usize); 3] = [("README.md", 150), ("docs/oracle.md", 100), ("CONTRIBUTING.md", 120)];

#[test]
fn pages_stay_short() {
    for (page, most) in LENGTHS {
        let lines = read(&root().join(page)).lines().count();
        assert!(lines <= most, "{page}: {lines} lines, at most {most}");
    }
}

/// The targets of links in a line, as `[text](target)`.
fn links(line: &str) -> Vec<&str> {
    line.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

/// The name under which a heading is linked to.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn links_lead_somewhere() {
    let mut count = 0;
    // The table of contents of the site also names pages that the site is made with; mdBook checks it.
    for page in pages().into_iter().filter(|page| !page.ends_with("SUMMARY.md")) {
        let folder = page.parent().unwrap_or(Path::new(""));
        for link in read(&page).lines().flat_map(links).filter(|link| !link.starts_with("http")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { folder.join(file) };
            assert!(target.exists(), "{}: the link to {link} leads nowhere", page.display());
            if !heading.is_empty() {
                let text = read(&target);
                let headings =
                    text.lines().filter(|line| line.starts_with('#')).map(|l| l.trim_start_matches('#').trim());
                let known = headings.map(anchor).any(|known| known == heading);
                assert!(known, "{}: {link} names no heading", page.display());
            }
            count += 1;
        }
    }
    assert!(count > 40, "only {count} links");
}

/// Versions and dates of the releases in the changelog, the newest first.
fn releases(changelog: &str) -> Vec<(&str, &str)> {
    let headings = changelog.lines().filter_map(|line| line.strip_prefix("## [")?.split_once("] - "));
    headings.collect()
}

#[test]
fn versions_agree() {
    let changelog = read(&root().join("CHANGELOG.md"));
    assert!(changelog.contains("\n## [Unreleased]\n"), "what comes next has a heading of its own");
    let releases = releases(&changelog);
    let (newest, date) = *releases.first().expect("the changelog has a release");
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        version == newest || version.ends_with("-dev"),
        "{version} is neither {newest} nor on the way to the next one"
    );
    let citation = read(&root().join("CITATION.cff"));
    for line in [format!("version: {newest}"), format!("date-released: {date}"), "cff-version: 1.2.0".to_owned()] {
        assert!(citation.lines().any(|l| l == line), "CITATION.cff has no line `{line}`");
    }
}

/// A number as a reader sees it: `2,019`.
fn with_commas(number: &str) -> String {
    let from_the_end = number.chars().rev().collect::<Vec<_>>();
    let groups: Vec<String> = from_the_end.chunks(3).rev().map(|group| group.iter().rev().collect()).collect();
    groups.join(",")
}

#[test]
fn the_readme_quotes_the_scoreboard() {
    let (readme, board) = (read(&root().join("README.md")), read(&root().join("corpus/SCOREBOARD.md")));
    let total = board.lines().find_map(|line| line.strip_prefix("total ")).expect("the scoreboard has a total");
    let numbers: Vec<&str> = total.split_whitespace().collect();
    let [programs, true_positive, _, _, true_negative, ..] = numbers[..] else {
        panic!("columns of the total: {total}")
    };
    for (number, of) in
        [(programs, "labelled programs"), (true_positive, "true positives"), (true_negative, "true negatives")]
    {
        let quote = format!("{} {of}", with_commas(number));
        assert!(readme.contains(&quote), "README.md does not say `{quote}`");
    }
}

#[test]
fn links_and_headings_are_found() {
    assert_eq!(links("see [a](b.md#c), and [d](e)."), ["b.md#c", "e"]);
    assert_eq!(anchor("`--models`: what your own libraries do"), "--models-what-your-own-libraries-do");
    assert_eq!([with_commas("7"), with_commas("2019"), with_commas("1234567")], ["7", "2,019", "1,234,567"]);
    assert_eq!(releases("## [Unreleased]\n## [0.1.0] - 2026-01-02\n"), [("0.1.0", "2026-01-02")]);
}
