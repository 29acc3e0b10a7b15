//! The picture as SVG, readable without colour: shapes, hatching and words say everything.

use super::{Picture, Row};
use crate::finding::StepKind;
use crate::html::escape::text as escaped;
use std::fmt::Write;

const ROW: usize = 34;
const TOP: usize = 56;
const WIDTH: usize = 860;

/// Draws the picture; `id` distinguishes it from other pictures of the page.
pub fn draw(picture: &Picture, id: &str) -> String {
    let height = TOP + ROW * picture.rows.len() + 56;
    let lanes = Lanes::of(picture);
    let mut out = String::new();
    let title = description(picture);
    let _ = write!(
        out,
        "<svg class=\"spacetime\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-labelledby=\"{id}-t\">\
         <title id=\"{id}-t\">{}</title>\
         <defs><pattern id=\"{id}-h\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"6\" class=\"hatch\"/></pattern>\
         <marker id=\"{id}-a\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
         <path d=\"M0 0 L8 4 L0 8 z\" class=\"head\"/></marker></defs>",
        escaped(&title)
    );
    lanes.bands(&mut out, picture);
    for (process, actor) in picture.processes.iter().take(lanes.processes.len()).enumerate() {
        let x = lanes.x(process);
        let _ = write!(
            out,
            "<text x=\"{x}\" y=\"22\" class=\"name\">{}</text><line x1=\"{x}\" y1=\"32\" x2=\"{x}\" y2=\"{}\" class=\"process\"/>",
            escaped(&actor.to_string()),
            height - 30,
        );
    }
    lanes.memory(&mut out, picture, id, height);
    lanes.operation(&mut out, picture, id, height);
    for (index, row) in picture.rows.iter().enumerate() {
        lanes.row(&mut out, index, row, id);
    }
    let _ = write!(
        out,
        "<text x=\"8\" y=\"{}\" class=\"legend\">time runs down{}{}; {}</text></svg>",
        height - 8,
        if picture.bands.is_empty() { "" } else { "; broad line: epoch" },
        if picture.rows.iter().any(|row| row.pending) { "; hatched: (1) is pending" } else { "" },
        if picture.bytes.is_empty() {
            "X: the accesses meet".to_owned()
        } else {
            format!("X: the accesses meet on {}", picture.bytes)
        },
    );
    out
}

fn description(picture: &Picture) -> String {
    let steps: Vec<String> = picture.rows.iter().map(|row| format!("{}. {}", row.number, row.text)).collect();
    format!("Space-time picture of {}: {}", picture.memory, steps.join("; "))
}

fn y_of(index: usize) -> usize {
    TOP + ROW * index + ROW / 2
}

struct Lanes {
    processes: Vec<usize>,
    memory: usize,
}

impl Lanes {
    fn of(picture: &Picture) -> Lanes {
        match picture.processes.len() {
            0 | 1 => Lanes { processes: vec![150], memory: 640 },
            _ => Lanes { processes: vec![150, WIDTH - 150], memory: WIDTH / 2 },
        }
    }

    fn x(&self, process: usize) -> usize {
        self.processes.get(process).or(self.processes.last()).copied().unwrap_or(150)
    }

    /// Epochs as bands along the line of their process.
    fn bands(&self, out: &mut String, picture: &Picture) {
        for band in picture.bands.iter().filter(|band| band.process < self.processes.len()) {
            let (y, height) = (y_of(band.from), y_of(band.to).saturating_sub(y_of(band.from)).max(8));
            let _ = write!(
                out,
                "<rect x=\"{}\" y=\"{y}\" width=\"16\" height=\"{height}\" class=\"epoch\"><title>{}</title></rect>",
                self.x(band.process).saturating_sub(8),
                escaped(&band.name),
            );
        }
    }

    /// The first operation, from its issue to its completion; without a completion to the end of the picture.
    fn operation(&self, out: &mut String, picture: &Picture, id: &str, height: usize) {
        let Some(from) = picture.rows.iter().position(|row| row.kind == StepKind::First && row.pending) else { return };
        let x = self.x(picture.rows.get(from).and_then(|row| row.process).unwrap_or(0));
        let (turn, head) =
            if x > self.memory { (self.memory + 26, self.memory + 12) } else { (self.memory - 26, self.memory - 12) };
        let start = if x > self.memory { x - 12 } else { x + 12 };
        let y = y_of(from);
        let (path, class, title) = match picture.complete {
            Some(to) => (format!("V{} H{head}", y_of(to)), "access", "(1), from its issue to its completion"),
            None => (format!("V{}", height - 32), "access open", "(1), which is not complete"),
        };
        let _ = write!(
            out,
            "<path d=\"M{start} {y} H{turn} {path}\" class=\"{class}\" marker-end=\"url(#{id}-a)\"><title>{title}</title></path>",
        );
    }

    /// The memory as a bar, hatched while the first operation is pending.
    fn memory(&self, out: &mut String, picture: &Picture, id: &str, height: usize) {
        let x = self.memory - 9;
        let _ = write!(
            out,
            "<text x=\"{}\" y=\"22\" class=\"name\">{}</text><text x=\"{}\" y=\"40\" class=\"bytes\">{}</text>\
             <rect x=\"{x}\" y=\"46\" width=\"18\" height=\"{}\" class=\"memory\"/>",
            self.memory,
            escaped(&picture.memory),
            self.memory,
            escaped(&picture.bytes),
            height - 46 - 30,
        );
        let Some(from) = picture.rows.iter().position(|row| row.kind == StepKind::First && row.pending) else { return };
        let over = |(at, row): &(usize, &Row)| *at > from && !row.pending;
        let end = picture.rows.iter().enumerate().find(over).map_or(height - 30, |(at, _)| y_of(at));
        let _ = write!(
            out,
            "<rect x=\"{x}\" y=\"{}\" width=\"18\" height=\"{}\" fill=\"url(#{id}-h)\" class=\"pending\"><title>(1) is pending</title></rect>",
            y_of(from),
            end.saturating_sub(y_of(from)),
        );
    }

    fn row(&self, out: &mut String, index: usize, row: &Row, id: &str) {
        let y = y_of(index);
        let name = escaped(&row.name);
        let _ = write!(out, "<text x=\"10\" y=\"{}\" class=\"number\">{}</text>", y + 4, row.number);
        let Some(process) = row.process else {
            let (from, to) = (self.x(0), if self.processes.len() > 1 { self.x(1) } else { self.memory });
            let _ = write!(
                out,
                "<line x1=\"{}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\" class=\"barrier\"/><text x=\"{}\" y=\"{}\" class=\"call\">{name}</text>",
                from.saturating_sub(24),
                to + 24,
                usize::midpoint(from, self.memory),
                y - 6,
            );
            return;
        };
        let x = self.x(process);
        let right = x > self.memory;
        match row.kind {
            StepKind::First | StepKind::Second => {
                let number = if row.kind == StepKind::First { 1 } else { 2 };
                let (from, to) = if right { (x - 12, self.memory + 12) } else { (x + 12, self.memory - 12) };
                // An access of the process itself is a point in time.
                if number == 2 || !row.pending {
                    let _ = write!(
                        out,
                        "<line x1=\"{from}\" y1=\"{y}\" x2=\"{to}\" y2=\"{y}\" class=\"access\" marker-end=\"url(#{id}-a)\"/>",
                    );
                }
                let _ = write!(
                    out,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" class=\"race\"/><text x=\"{x}\" y=\"{}\" class=\"digit\">{number}</text>\
                     <text x=\"{}\" y=\"{}\" class=\"call\">{name}</text>",
                    y + 4,
                    usize::midpoint(from, to),
                    y - 6,
                );
                if number == 2 {
                    let (m, d) = (self.memory, 7);
                    let _ = write!(
                        out,
                        "<path d=\"M{} {} L{} {} M{} {} L{} {}\" class=\"meet\"/>",
                        m - d,
                        y - d,
                        m + d,
                        y + d,
                        m - d,
                        y + d,
                        m + d,
                        y - d,
                    );
                }
            }
            _ => {
                let (at, class) = if right { (x - 16, "call end") } else { (x + 16, "call begin") };
                let _ = write!(
                    out,
                    "<rect x=\"{}\" y=\"{}\" width=\"10\" height=\"10\" class=\"step\"/><text x=\"{at}\" y=\"{}\" class=\"{class}\">{name}</text>",
                    x - 5,
                    y - 5,
                    y + 4,
                );
            }
        }
    }
}
