//! Links between the pages of the repository lead somewhere.

use super::root;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The targets of a page's links, and the names of its headings.
#[derive(Default)]
struct Page {
    links: Vec<String>,
    headings: Vec<String>,
}

/// How services that show Markdown name a heading in an address: in small letters, without punctuation, blanks as hyphens.
fn slug(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn read(text: &str) -> Page {
    let mut page = Page::default();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                page.links.push(dest_url.into_string());
            }
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => page.headings.extend(heading.take().map(|heading| slug(&heading))),
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&part);
                }
            }
            _ => {}
        }
    }
    page
}

/// Every page of the repository.
fn pages() -> BTreeMap<PathBuf, Page> {
    let (mut pages, mut folders) = (BTreeMap::new(), vec![root().to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder can be read") {
            let path = entry.expect("an entry can be read").path();
            let skipped = ["target", ".git", "demo-out"].iter().any(|name| path == root().join(name));
            if path.is_dir() && !skipped {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                let text = std::fs::read_to_string(&path).expect("a page is UTF-8");
                pages.insert(path, read(&text));
            }
        }
    }
    pages
}

fn normal(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    let (mut checked, mut broken) = (0, Vec::new());
    for (path, page) in &pages {
        // Its links are those of the book, of which the first page is README.md.
        let is_summary = path.ends_with("docs/SUMMARY.md");
        for link in page.links.iter().filter(|link| !link.contains("://") && !link.starts_with("mailto:")) {
            let (file, fragment) =
                link.split_once('#').map_or((link.as_str(), None), |(file, part)| (file, Some(part)));
            let made = is_summary && ["README.md", "command-line.md"].contains(&file);
            let target = if file.is_empty() { path.clone() } else { normal(&path.with_file_name(file)) };
            checked += 1;
            let there = target.exists() || made;
            let heading = fragment
                .is_none_or(|part| pages.get(&target).is_none_or(|page| page.headings.iter().any(|h| h == part)));
            if !there || !heading {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(checked > 50, "only {checked} links found");
    assert!(broken.is_empty(), "links that lead nowhere: {broken:#?}");
}

/// Every page of the manual is a chapter of the book.
#[test]
fn the_book_has_every_page() {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).expect("the list of chapters");
    let chapters = read(&summary).links;
    let mut missing = Vec::new();
    for entry in std::fs::read_dir(root().join("docs")).expect("the manual") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") && name != "SUMMARY.md" && !chapters.contains(&name) {
            missing.push(name);
        }
    }
    assert!(missing.is_empty(), "docs/SUMMARY.md does not list {missing:?}");
}

#[test]
fn headings_are_named_as_in_addresses() {
    assert_eq!(slug("`--models`: what your own libraries do"), "--models-what-your-own-libraries-do");
    assert_eq!(slug("Libraries without `main`"), "libraries-without-main");
}
