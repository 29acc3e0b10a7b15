//! The picture for a terminal: at most 25 lines of at most 100 columns, readable without colour.

use super::{Picture, Row};
use crate::escape::plain;
use crate::finding::StepKind;

/// Columns of the picture without the numbers.
const WIDTH: usize = 92;
/// Columns between the memory and an operation that is pending there.
const FLIGHT: usize = 3;
/// Lines that are drawn at most, the heads among them.
const MOST: usize = 25;

/// Draws the picture, with a line end at the end.
pub fn draw(picture: &Picture) -> String {
    let lanes = Lanes::of(picture);
    let mut lines = vec![lanes.heads(picture), lanes.empty(picture, None)];
    // Steps before the first access go first where there are too many.
    let room = MOST - 6;
    let surplus = picture.rows.len().saturating_sub(room);
    let must = |row: &&Row| matches!(row.kind, StepKind::First | StepKind::Second);
    let mut left_out = surplus;
    for (index, row) in picture.rows.iter().enumerate() {
        if left_out > 0 && !must(&row) {
            left_out -= 1;
            continue;
        }
        lines.push(lanes.row(picture, index, row));
    }
    lines.push(lanes.empty(picture, picture.rows.len().checked_sub(1)));
    if surplus > 0 {
        lines.push(format!("    ({surplus} steps are left out)"));
    }
    let bytes = if picture.bytes.is_empty() { String::new() } else { format!(" on {}", picture.bytes) };
    let mut signs = vec![format!("X: (1) and (2) meet{bytes}")];
    if picture.rows.iter().any(|row| row.pending) {
        signs.insert(0, "#: (1) is pending".to_owned());
    }
    if !picture.bands.is_empty() {
        signs.push("║: in an epoch".to_owned());
    }
    if picture.rows.iter().any(|row| row.process.is_none()) {
        signs.push("=: all processes".to_owned());
    }
    lines.push(format!("    {}", signs.join(";  ")));
    let mut out: String = lines.iter().map(|line| line.trim_end().to_owned() + "\n").collect();
    out = plain_lines(&out);
    out
}

fn plain_lines(text: &str) -> String {
    text.lines().map(|line| plain(line).into_owned() + "\n").collect()
}

/// The columns of the lines of the processes and of the memory.
struct Lanes {
    processes: Vec<usize>,
    memory: usize,
}

impl Lanes {
    fn of(picture: &Picture) -> Lanes {
        match picture.processes.len() {
            0 | 1 => Lanes { processes: vec![8], memory: 66 },
            _ => Lanes { processes: vec![8, WIDTH - 8], memory: WIDTH / 2 },
        }
    }

    fn lane(&self, process: usize) -> usize {
        self.processes.get(process).or(self.processes.last()).copied().unwrap_or(8)
    }

    fn heads(&self, picture: &Picture) -> String {
        let mut line = Line::new();
        for (process, actor) in picture.processes.iter().take(self.processes.len()).enumerate() {
            line.centred(self.lane(process), &actor.to_string());
        }
        line.centred(self.memory, &format!("[{}]", cut(&picture.memory, 34)));
        format!("    {}", line.text())
    }

    /// The line after a row, or before the first one, without a step.
    fn empty(&self, picture: &Picture, after: Option<usize>) -> String {
        let mut line = Line::new();
        for (process, lane) in self.processes.iter().enumerate() {
            let inside = after.is_some_and(|row| picture.in_epoch(process, row));
            line.put(*lane, if inside { "║" } else { "|" });
        }
        let row = after.and_then(|row| picture.rows.get(row));
        line.put(self.memory, if row.is_some_and(|row| row.pending) { "#" } else { ":" });
        if row.is_some_and(|row| row.pending) {
            line.put(self.memory - FLIGHT, "v");
        }
        format!("    {}", line.text())
    }

    /// The lines of the processes and of the memory at a row. The step of a process hides its line.
    fn base(&self, picture: &Picture, index: usize, row: &Row) -> Line {
        let mut line = Line::new();
        for (process, lane) in self.processes.iter().enumerate() {
            line.put(*lane, if picture.in_epoch(process, index) { "║" } else { "|" });
        }
        line.put(self.memory, if row.pending { "#" } else { ":" });
        if picture.complete == Some(index) {
            line.put(self.memory - FLIGHT, "'->");
        } else if row.pending && row.kind != StepKind::First {
            line.put(self.memory - FLIGHT, "|");
        }
        line
    }

    fn row(&self, picture: &Picture, index: usize, row: &Row) -> String {
        let mut line = self.base(picture, index, row);
        let name = cut(&row.name, 28);
        match (row.kind, row.process) {
            (_, None) | (StepKind::Synchronises, _) if row.process.is_none() => {
                let (from, to) =
                    (self.processes.first().copied().unwrap_or(0), self.processes.last().copied().unwrap_or(0));
                let to = if from == to { self.memory } else { to };
                line.fill(from.saturating_sub(4), to + 4, '=');
                line.centred(usize::midpoint(from, self.memory), &format!(" {name} "));
                if from != to {
                    line.put(self.memory, if row.pending { "#" } else { "=" });
                }
                if row.pending {
                    line.put(self.memory - FLIGHT, "|");
                }
            }
            (StepKind::First | StepKind::Second, Some(process)) => {
                let at = self.lane(process);
                let number = if row.kind == StepKind::First { "(1)" } else { "(2)" };
                let text = format!("{number} {name}");
                // An operation flies beside the memory until it is complete.
                let flies = row.kind == StepKind::First && row.pending;
                if at < self.memory {
                    line.put(at.saturating_sub(3), &text);
                    let to = if flies { self.memory - FLIGHT } else { self.memory - 1 };
                    line.fill((at.saturating_sub(3) + text.chars().count() + 1).min(to), to, '-');
                    line.put(to, if flies { "." } else { ">" });
                } else {
                    let start = (at + 3).saturating_sub(text.chars().count()).max(self.memory + 4);
                    line.put(start, &text);
                    line.fill(self.memory + 2, start.saturating_sub(1), '-');
                    line.put(self.memory + 1, "<");
                }
                if row.kind == StepKind::Second {
                    line.put(self.memory, "X");
                }
            }
            (kind, Some(process)) => {
                let at = self.lane(process);
                let sign = match kind {
                    StepKind::Opens => "+-",
                    StepKind::Completes => "*-",
                    StepKind::Messages => "@-",
                    _ => "o-",
                };
                if at < self.memory {
                    line.put(at, &format!("{sign} {}", cut(&name, self.memory - at - 5 - FLIGHT)));
                } else {
                    let sign: String = sign.chars().rev().collect();
                    let text = format!("{} {sign}", cut(&name, at - self.memory - 5));
                    line.put(at + 1 - text.chars().count(), &text);
                }
            }
            _ => {}
        }
        format!("{:>3} {}", row.number, line.text())
    }
}

/// A line under construction.
struct Line(Vec<char>);

impl Line {
    fn new() -> Line {
        Line(vec![' '; WIDTH])
    }

    fn put(&mut self, at: usize, text: &str) {
        for (offset, c) in text.chars().enumerate() {
            if let Some(cell) = self.0.get_mut(at + offset) {
                *cell = c;
            }
        }
    }

    fn centred(&mut self, at: usize, text: &str) {
        self.put(at.saturating_sub(text.chars().count() / 2), text);
    }

    fn fill(&mut self, from: usize, to: usize, c: char) {
        for cell in self.0.iter_mut().take(to).skip(from) {
            *cell = c;
        }
    }

    fn text(&self) -> String {
        self.0.iter().collect()
    }
}

fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(3)).collect();
    kept + "..."
}
