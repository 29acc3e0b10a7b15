//! Reading the page of a rule: a TOML front matter between `+++` lines, then sections under `## ` titles.

use super::{NotARuleId, Rule};
use crate::finding::Level;
use serde::Deserialize;

/// The titles that every page has, in this order.
const TITLES: [&str; 5] = ["What", "Why", "Example", "Fix", "Known limits"];

/// A section of a rule's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Title.
    pub title: String,
    /// Markdown, without blank lines at the ends.
    pub body: String,
}

/// A mistake in the page of a rule.
#[derive(Debug, thiserror::Error)]
pub enum RuleError {
    /// No front matter.
    #[error("the page does not start with a front matter between two `+++` lines")]
    NoFrontMatter,
    /// The front matter lacks required entries.
    #[error("front matter: {0}")]
    FrontMatter(#[from] toml::de::Error),
    /// The id is not of the form `RMAnnn`.
    #[error(transparent)]
    Id(#[from] NotARuleId),
    /// Sections missing, empty, unknown or in another order.
    #[error("the page has the sections {found:?} with text, it must have {TITLES:?}")]
    Sections {
        /// Titles of the sections that are not empty.
        found: Vec<String>,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FrontMatter {
    id: String,
    name: String,
    short: String,
    level: Level,
}

impl Rule {
    /// Reads a page.
    ///
    /// # Errors
    /// When the front matter or the sections are not as described above.
    pub fn parse(page: &str) -> Result<Rule, RuleError> {
        let rest = page.strip_prefix("+++\n").ok_or(RuleError::NoFrontMatter)?;
        let (front, body) = rest.split_once("\n+++\n").ok_or(RuleError::NoFrontMatter)?;
        let front: FrontMatter = toml::from_str(front)?;
        let sections = sections(body);
        let found: Vec<String> =
            sections.iter().filter(|section| !section.body.is_empty()).map(|section| section.title.clone()).collect();
        if found != TITLES {
            return Err(RuleError::Sections { found });
        }
        Ok(Rule { id: front.id.parse()?, name: front.name, short: front.short, level: front.level, sections })
    }

    /// The C fragments of a section.
    pub fn code(&self, title: &str) -> Vec<&str> {
        let body = self.section(title).unwrap_or_default();
        body.split("```c\n").skip(1).filter_map(|part| part.split_once("```")).map(|(code, _)| code).collect()
    }
}

fn sections(body: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in body.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            sections.push(Section { title: title.trim().to_owned(), body: String::new() });
        } else if let Some(section) = sections.last_mut() {
            section.body.push_str(line);
            section.body.push('\n');
        }
    }
    for section in &mut sections {
        section.body = section.body.trim().to_owned();
    }
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_without_a_section_is_refused() {
        let front = "+++\nid = \"RMA101\"\nname = \"n\"\nshort = \"s\"\nlevel = \"error\"\n+++\n";
        let whole = format!("{front}## What\na\n## Why\nb\n## Example\nc\n## Fix\nd\n## Known limits\ne\n");
        assert!(Rule::parse(&whole).is_ok());
        assert!(matches!(Rule::parse(&whole.replace("## Fix\n", "")), Err(RuleError::Sections { .. })));
        assert!(matches!(Rule::parse(&whole.replace("## Why\nb\n", "## Why\n")), Err(RuleError::Sections { .. })));
        assert!(matches!(Rule::parse(&whole.replace("\"error\"", "\"fatal\"")), Err(RuleError::FrontMatter(_))));
        assert!(matches!(Rule::parse(&whole.replace("RMA101", "RMA1")), Err(RuleError::Id(_))));
        assert!(matches!(Rule::parse("# no front matter\n"), Err(RuleError::NoFrontMatter)));
    }
}
