//! What a report says of source files that it cannot show.

use super::scan::{self, is_routine};
use super::{Absent, Sources};
use crate::finding::{Access, Level, Report};
use crate::location::SourceLocation;
use crate::summary::{Notice, NoticeKind};
use std::collections::{BTreeMap, BTreeSet};

/// Finds the files of the findings whose lines are not those that were compiled, though no checksum shows it: a line of theirs has
/// another routine than the one that was called there.
pub fn doubt(report: &mut Report, sources: &Sources) {
    let accesses = report.findings.iter().flat_map(|finding| [&finding.earlier, &finding.later]);
    let others = accesses.filter(|access| is_another(access, sources));
    let doubtful: BTreeSet<String> = others.map(|access| access.location.file.clone()).collect();
    report.compiled.doubtful.extend(doubtful);
}

fn is_another(access: &Access, sources: &Sources) -> bool {
    let at = &access.location;
    let Some(word) = access.word.as_deref().filter(|_| at.is_known() && !sources.has_checksum(&at.file)) else {
        return false;
    };
    let Ok(text) = sources.text(&at.file) else { return false };
    let Some(line) = text.line(at.line).filter(|_| is_routine(word)) else { return is_routine(word) };
    // A macro may hide the routine; but then it is called, and no other routine is.
    let other = scan::called(line).any(is_routine);
    scan::word(line, word, 0).is_none() && (other || !line.contains('('))
}

/// Adds a notice for each reason for which files of the findings are not shown.
pub fn tell(report: &mut Report, sources: &Sources) {
    let mut absent: BTreeMap<Absent, BTreeSet<&str>> = BTreeMap::new();
    for finding in &report.findings {
        for access in [&finding.earlier, &finding.later] {
            let file = access.location.file.as_str();
            if let Some(reason) = sources.text(file).err().filter(|_| access.location.is_known()) {
                absent.entry(reason).or_default().insert(file);
            }
        }
    }
    let notice = |(reason, files): (Absent, BTreeSet<&str>)| {
        let more = match files.len() {
            1 => String::new(),
            n => format!(" (as {} more)", n - 1),
        };
        let (level, words) = words(reason);
        Some(Notice {
            kind: NoticeKind::Source,
            level,
            text: format!("{}{more} {words}", sources.roots().shown(files.first()?)),
            location: Some(SourceLocation::new(*files.first()?, 0, 0, "")),
        })
    };
    let notices: Vec<Notice> = absent.into_iter().filter_map(notice).collect();
    report.notices.extend(notices);
    report.notices.sort();
    report.notices.dedup();
}

fn words(reason: Absent) -> (Level, &'static str) {
    match reason {
        Absent::Changed => {
            (Level::Warning, "changed since it was compiled, so its lines are not shown: compile it again")
        }
        Absent::Doubtful => (
            Level::Warning,
            "may have changed since it was compiled, so its lines are not shown: it is newer than the bitcode or has other calls, \
             and the compiler recorded no checksum; compile it again",
        ),
        Absent::Missing => {
            (Level::Note, "is not there or cannot be read, so its lines and the comments in it are not known")
        }
        Absent::Outside => (
            Level::Note,
            "is not below the source root, so its lines are not shown: name its folder with --source-root",
        ),
        Absent::Refused => (Level::Note, "is no regular file of at most 8 MiB, so its lines are not shown"),
    }
}
