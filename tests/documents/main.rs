//! The documents say what is: their commands print what stands under them, their links lead somewhere, their tables agree with the code.
//!
//! `UPDATE_DOCUMENTS=1 cargo test --release --test documents` writes the outputs and tables anew; read the difference before you commit it.

#![allow(clippy::panic, reason = "a test says by a panic what is wrong")]

mod console;
mod lists;
mod rules;

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages at the root, in `docs`, and those of the corpus that have subfolders of their own.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for folder in ["", "docs", "corpus", "corpus/next"] {
        let entries = fs::read_dir(root().join(folder)).expect("a folder of the repository can be read");
        let files = entries.map(|entry| entry.expect("a folder entry can be read").path());
        pages.extend(files.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    }
    pages.sort();
    assert!(pages.len() > 12, "only {} pages", pages.len());
    pages
}

fn read(page: &Path) -> String {
    fs::read_to_string(page).expect("a page is UTF-8")
}

/// Whether the pages are to be written anew rather than checked.
fn updates() -> bool {
    std::env::var_os("UPDATE_DOCUMENTS").is_some()
}

/// Compares a page with what it should be, or writes that.
fn compare(page: &Path, is: &str, should: &str) {
    if is == should {
        return;
    }
    if updates() {
        fs::write(page, should).expect("a page can be written");
        return;
    }
    let differs = is.lines().zip(should.lines()).position(|(a, b)| a != b);
    let line = differs.unwrap_or_else(|| is.lines().count().min(should.lines().count()));
    let at = |text: &str| text.lines().skip(line.saturating_sub(1)).take(4).collect::<Vec<_>>().join("\n");
    panic!(
        "{}:{}: is\n{}\nand should be\n{}\n`UPDATE_DOCUMENTS=1 cargo test --release --test documents` writes it anew",
        page.display(),
        line + 1,
        at(is),
        at(should)
    );
}

/// The parts of a page: text, and code blocks with their language. Each line ends with a line break.
enum Part<'p> {
    Text(&'p str),
    Code { language: &'p str, body: Vec<&'p str> },
}

fn parts(page: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut open: Option<(&str, Vec<&str>)> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => open = Some((language, Vec::new())),
            (None, None) => parts.push(Part::Text(line)),
            (Some(_), Some("")) => {
                let Some((language, body)) = open.take() else { continue };
                parts.push(Part::Code { language, body });
            }
            (Some((_, body)), _) => body.push(line),
        }
    }
    assert!(open.is_none(), "a code block is not closed");
    parts
}
