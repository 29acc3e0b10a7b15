//! The steps of a race as a space-time diagram: a line for each process, the memory of the race between them, time
//! downwards.
//!
//! The model is made of the finding alone, so that every format can draw it: [`text`] for terminals, [`svg`] for pages.

pub mod svg;
pub mod text;

use crate::finding::{Actor, Finding, Lasts, Step, StepKind};

/// The picture of one race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The processes, those of the first access before that of the second.
    pub processes: Vec<Actor>,
    /// Name of the memory, and whose it is.
    pub memory: String,
    /// The common bytes: `bytes 0..8`.
    pub bytes: String,
    /// The rows in the order of time.
    pub rows: Vec<Row>,
    /// The epochs.
    pub bands: Vec<Band>,
    /// The row in which the first operation is complete; `None` if it is pending at the end, or no operation.
    pub complete: Option<usize>,
}

/// An epoch of a process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Band {
    /// The process, as an index.
    pub process: usize,
    /// Its kind and window.
    pub name: String,
    /// The row in which it begins.
    pub from: usize,
    /// The row in which it ends, or the number of rows.
    pub to: usize,
}

impl Picture {
    /// Whether a process is in an epoch between a row and the next one.
    pub fn in_epoch(&self, process: usize, row: usize) -> bool {
        self.bands.iter().any(|band| band.process == process && (band.from..band.to).contains(&row))
    }
}

/// A step of the story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Number of the step, from 1.
    pub number: usize,
    /// The process that does it, as an index; `None` for all.
    pub process: Option<usize>,
    /// What it is called: `MPI_Put`, `load`.
    pub name: String,
    /// The whole sentence.
    pub text: String,
    /// What kind of thing happens.
    pub kind: StepKind,
    /// Whether the first operation is pending at the end of this row.
    pub pending: bool,
}

/// The picture of a finding; `None` when its story has not both accesses.
pub fn picture(finding: &Finding) -> Option<Picture> {
    let story = &finding.story;
    let of_kind = |kind: StepKind| story.iter().find(|step| step.kind == kind);
    let (first, second) = (of_kind(StepKind::First)?, of_kind(StepKind::Second)?);
    let mut processes: Vec<Actor> = first.actor.iter().cloned().collect();
    for actor in second.actor.iter().chain(story.iter().filter_map(|step| step.actor.as_ref())) {
        if !processes.contains(actor) {
            processes.push(actor.clone());
        }
    }
    let name = finding.memory.as_ref().map_or("the memory", |memory| memory.name.as_str());
    let owner = if processes.len() > 1 { first.target.map(|rank| format!(" of rank {rank}")) } else { None };
    let bytes = finding.witness.as_ref().and_then(|witness| witness.bytes.as_ref());
    let (mut pending, mut complete) = (false, None);
    let rows = story.iter().enumerate().map(|(index, step)| {
        if step.kind == StepKind::First {
            pending = step.lasts == Lasts::Operation;
        } else if pending && step.text.ends_with("(1) only now") {
            (pending, complete) = (false, Some(index));
        }
        Row {
            number: index + 1,
            process: step.actor.as_ref().and_then(|actor| processes.iter().position(|known| known == actor)),
            name: name_of(step),
            text: step.text.clone(),
            kind: step.kind,
            pending,
        }
    });
    let rows: Vec<Row> = rows.collect();
    Some(Picture {
        bands: bands(story, &rows, processes.len()),
        rows,
        complete,
        memory: format!("{name}{}", owner.unwrap_or_default()),
        bytes: bytes.map(|bytes| format!("bytes {}..{}", bytes.start, bytes.end)).unwrap_or_default(),
        processes,
    })
}

/// The epochs of a story, in the order in which they end.
fn bands(story: &[Step], rows: &[Row], processes: usize) -> Vec<Band> {
    let mut open: Vec<Band> = Vec::new();
    let mut out = Vec::new();
    for (at, (step, row)) in story.iter().zip(rows).enumerate() {
        let (name, ends, begins) = match &step.lasts {
            Lasts::Epoch(name) => (name, false, true),
            Lasts::EpochEnds(name) => (name, true, false),
            Lasts::NextEpoch(name) => (name, true, at + 1 < story.len()),
            _ => continue,
        };
        for process in row.process.map_or(0..processes, |process| process..process + 1) {
            let is_open = open.iter().position(|band| band.process == process && band.name == *name);
            match is_open {
                Some(known) if ends => out.push(Band { to: at, ..open.remove(known) }),
                Some(_) => continue,
                None => {}
            }
            if begins {
                open.push(Band { process, name: name.clone(), from: at, to: rows.len() });
            }
        }
    }
    out.extend(open);
    out
}

/// The routine of a step, or what kind of access it is.
fn name_of(step: &Step) -> String {
    let text = step
        .text
        .rsplit_once(": ")
        .filter(|(who, _)| who.contains("thread"))
        .map_or(step.text.as_str(), |(_, text)| text);
    let text = text.trim_start_matches("(1) ").trim_start_matches("(2) ");
    if let Some(inside) = text.strip_prefix('`').and_then(|rest| rest.split('`').next()) {
        return inside.to_owned();
    }
    let end = [" from ", " to ", " of ", " into ", " out of ", ",", " while "]
        .iter()
        .filter_map(|sign| text.find(sign))
        .min()
        .unwrap_or(text.len());
    text.get(..end).unwrap_or(text).to_owned()
}
