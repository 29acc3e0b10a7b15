//! The report of one run: plain data, nothing rendered yet.

use crate::location::SourceLocation;
use crate::rules::RuleId;
use crate::source::Compiled;
use crate::summary::{Assumption, Notice, Summary};
use serde::{Serialize, Serializer};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

/// All output of one run of the analyzer.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Report {
    /// The tool that made the report.
    pub tool: Tool,
    /// The input files, as given on the command line.
    pub inputs: Vec<String>,
    /// The findings. Renderers expect [`Report::normalise`] to have run.
    pub findings: Vec<Finding>,
    /// What was analysed, with the results.
    pub summary: Summary,
    /// The assumptions that the verdicts rest on.
    pub assumptions: Vec<Assumption>,
    /// What the reader must know about the run itself: unmodelled calls, unreadable files, limits reached.
    pub notices: Vec<Notice>,
    /// False when a part of the program was not analysed, so that the absence of findings proves nothing about this
    /// part.
    pub complete: bool,
    /// The earlier report that findings were compared with.
    pub baseline: Option<String>,
    /// Findings of the earlier report that no longer exist.
    pub gone: Vec<Gone>,
    /// Answers to the question about two lines.
    #[serde(skip)]
    pub answers: Vec<String>,
    /// What is known of the source files from their compilation.
    #[serde(skip)]
    pub compiled: Compiled,
}

/// A finding of an earlier report that no longer exists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Gone {
    /// Its rule.
    pub rule: String,
    /// Its first sentence.
    pub message: String,
    /// Its fingerprint.
    pub fingerprint: String,
    /// Its level.
    pub level: Level,
    /// The position of its later access in the earlier report; the path is relative if it was.
    pub location: SourceLocation,
    /// The position of the other access.
    pub other: SourceLocation,
}

/// Name and version of the program that made the report.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Tool {
    /// Name.
    pub name: String,
    /// Version, `major.minor.patch`.
    pub version: String,
}

/// How sure a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Unproven: data that the analysis lost takes part, or the solver gave up.
    Note,
    /// A witness exists, and a value that the program reads at run time takes part in it.
    Warning,
    /// A witness exists, and everything in it is known.
    Error,
}

impl Level {
    /// The word that every format uses: `error`, `warning`, `note`.
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One race: two accesses and why they are one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The rule that is violated.
    pub rule: RuleId,
    /// How sure it is.
    pub level: Level,
    /// One sentence without a full stop: what races with what, on which memory.
    pub message: String,
    /// The access that is later in the program text; viewers show the finding there.
    pub later: Access,
    /// The other access; at the same position if one line races with itself.
    pub earlier: Access,
    /// Why nothing completes the first access or orders the two; a sentence without a full stop.
    pub reason: String,
    /// A situation in which it happens; `None` when unproven.
    pub witness: Option<Witness>,
    /// How it happens, step by step, the processes interleaved.
    pub story: Vec<Step>,
    /// How to repair it; empty if there is no advice.
    pub help: String,
    /// The memory at stake, as the program names it, and where it comes from.
    pub memory: Option<Origin>,
    /// The window (or segment) of the operations, and where it was made.
    pub window: Option<Origin>,
    /// The queue or context that the operation (1) is pending in, by a name that tells it from others of the program. Part of groups.
    #[serde(skip)]
    pub queue: Option<String>,
    /// For a note, what would decide whether it is a race; otherwise empty.
    pub settle: String,
    /// Why the user does not want to see it, if so.
    pub suppression: Option<Suppression>,
    /// The comparison with an earlier report, if there is one.
    pub state: Option<State>,
}

/// A finding that the user has reviewed and suppressed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Suppression {
    /// A comment beside the code, or the configuration.
    pub kind: SuppressionKind,
    /// The user's reason; empty when there is none.
    pub reason: String,
}

/// The place of a suppression (SARIF 2.1.0, 3.35.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SuppressionKind {
    /// By a comment in the source.
    InSource,
    /// By the configuration.
    External,
}

/// How a finding relates to an earlier report (SARIF 2.1.0, 3.27.24).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// The earlier report does not have it.
    New,
    /// The finding is also in the earlier report.
    Unchanged,
}

/// An object of the program that a finding mentions, and its origin.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Origin {
    /// Its name in the source: `ex->west_column`.
    pub name: String,
    /// What happens there: ``allocated by `xmalloc` ``.
    pub text: String,
    /// The location.
    pub location: SourceLocation,
}

/// A call on the path from the program's entry to an access.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Call {
    /// Who calls.
    pub caller: String,
    /// The callee, with the arguments that distinguish this call from others of the same function: `channel_send(right,
    /// ...)`.
    pub callee: String,
    /// The position of the call.
    pub location: SourceLocation,
}

/// One of the two accesses.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Access {
    /// Its position.
    pub location: SourceLocation,
    /// The calls through which the compiler inlined it, innermost first.
    pub inlined_at: Vec<SourceLocation>,
    /// What it does, for people: `` `MPI_Put` reads `buf[0..10]` until completed ``.
    pub label: String,
    /// The kind of the access, without anything that an edit elsewhere would change (no lines, offsets or sizes):
    /// `MPI_Put origin read`, `store`. Part of the fingerprint.
    pub kind: String,
    /// Source name of the memory that it touches, as written at this access: `buf`.
    pub variable: Option<String>,
    /// The word of the source for the access, such as the routine that a macro calls; the position may be that of the
    /// macro.
    pub word: Option<String>,
    /// The calls that lead to it, outermost first; empty in the function that the program starts in.
    pub calls: Vec<Call>,
    /// Its number in the sentences of the finding, 1 or 2; 0 where they have none.
    pub number: u8,
}

/// A situation in which a race happens.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Witness {
    /// Number of processes; `None` when any number does.
    pub processes: Option<u64>,
    /// Who plays which part: `origin` = 0, `target` = 1.
    pub ranks: Vec<Binding>,
    /// The loop iterations: name of the loop counter and its value.
    pub iterations: Vec<Binding>,
    /// Bytes that both accesses touch.
    pub bytes: Option<ByteRange>,
    /// Further values of the witness: program parameters, values read at run time.
    pub assignments: Vec<Binding>,
}

/// A name and its value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Binding {
    /// Name, as in the source where possible.
    pub name: String,
    /// Value, decimal for numbers.
    pub value: String,
    /// The process that has this value, if processes differ: `rank 1`.
    pub whose: Option<String>,
    /// The location at which the program gets the value.
    pub location: Option<SourceLocation>,
}

impl Binding {
    /// A name with its value.
    pub fn new(name: impl Into<String>, value: impl fmt::Display) -> Self {
        Self { name: name.into(), value: value.to_string(), whose: None, location: None }
    }
}

/// A half-open range of bytes in one object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct ByteRange {
    /// The buffer or window.
    pub object: String,
    /// First byte, from the start of the object.
    pub start: i64,
    /// The position after the last byte.
    pub end: i64,
}

/// A name in quotes; words such as `segment 0`, which no program has as a name, without.
pub(crate) fn quoted(name: &str) -> String {
    let words = name.contains(' ') && name.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ');
    if words { name.to_owned() } else { format!("`{name}`") }
}

/// Who does a step of the story.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actor {
    /// The process with this rank, in the witness.
    Rank(u64),
    /// A process with a symbolic rank: `p`.
    Symbol(String),
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actor::Rank(rank) => write!(f, "rank {rank}"),
            Actor::Symbol(name) => write!(f, "rank {name}"),
        }
    }
}

impl Serialize for Actor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A step on the path to a race.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Who does it; `None` for all processes.
    pub actor: Option<Actor>,
    /// The location.
    pub location: SourceLocation,
    /// What happens, without the actor: `MPI_Put starts to read buf`.
    pub text: String,
    /// What kind of thing that is.
    pub kind: StepKind,
    /// The rank whose memory an operation goes to.
    pub target: Option<u64>,
    /// What begins or ends with it, for pictures.
    #[serde(skip)]
    pub lasts: Lasts,
}

/// Something that begins or ends with a step of the story. An epoch is named by its kind and window, which distinguishes it from
/// other epochs of its process.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Lasts {
    /// The step is over at once.
    #[default]
    Nothing,
    /// The step is the issue of an operation, which goes on after it.
    Operation,
    /// An epoch begins.
    Epoch(String),
    /// It ends.
    EpochEnds(String),
    /// It ends, and the next one of the same kind begins.
    NextEpoch(String),
}

/// What happens in a step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// The first of the two racing accesses.
    First,
    /// The second.
    Second,
    /// An epoch is opened.
    Opens,
    /// An epoch ends, or an operation is completed.
    Completes,
    /// Processes wait for each other.
    Synchronises,
    /// A message or notification goes to another process, or comes.
    Messages,
    /// Anything else.
    #[default]
    Other,
}

/// The step as one sentence: `rank 0: MPI_Put starts to read buf`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.actor {
            Some(actor) => write!(f, "{actor}: {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// The position of an unordered pair of accesses, for sorting and for telling races apart.
pub(crate) type PairPosition<'a> = [&'a SourceLocation; 2];

impl Finding {
    /// A finding of two accesses given in either order, with everything optional empty. They get the numbers 1 and 2.
    ///
    /// The later one in the program text becomes the primary: greater line, then column. Accesses in different files
    /// have no such order; then `b` is the primary, unless only `a` has a known line.
    pub fn new(rule: RuleId, level: Level, message: impl Into<String>, a: Access, b: Access) -> Self {
        let a_is_later = if a.location.is_known() == b.location.is_known() {
            a.location.file == b.location.file && (a.location.line, a.location.col) > (b.location.line, b.location.col)
        } else {
            a.location.is_known()
        };
        let (a, b) = (Access { number: 1, ..a }, Access { number: 2, ..b });
        let (earlier, later) = if a_is_later { (b, a) } else { (a, b) };
        Self {
            rule,
            level,
            message: message.into(),
            later,
            earlier,
            reason: String::new(),
            witness: None,
            story: Vec::new(),
            help: String::new(),
            memory: None,
            window: None,
            queue: None,
            settle: String::new(),
            suppression: None,
            state: None,
        }
    }

    /// Whether an earlier report contains it.
    pub fn is_known(&self) -> bool {
        self.state == Some(State::Unchanged)
    }

    /// Whether the finding can make a run fail: it is neither suppressed nor known from the baseline.
    pub fn counts(&self) -> bool {
        self.suppression.is_none() && !self.is_known()
    }

    /// Source names of the memory at stake, without repetition.
    pub fn variables(&self) -> Vec<&str> {
        let mut names: Vec<&str> =
            [&self.earlier, &self.later].iter().filter_map(|access| access.variable.as_deref()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Both positions, the smaller first, whatever the roles.
    pub(crate) fn pair_position(&self) -> PairPosition<'_> {
        let mut pair = [&self.earlier.location, &self.later.location];
        pair.sort();
        pair
    }
}

impl Report {
    /// Brings the report into its one order, and leaves one finding for each race.
    ///
    /// Findings are sorted by position of the primary access. Of several with the same rule, positions, kinds and
    /// variables (one race reached through several calling contexts) the surest stays; of equally sure ones the first
    /// in order. Repeated assumptions and notices are dropped too. Running it twice changes nothing.
    pub fn normalise(&mut self) {
        let mut races: BTreeMap<RaceKey, Finding> = BTreeMap::new();
        for finding in self.findings.drain(..) {
            match races.entry(RaceKey::of(&finding)) {
                std::collections::btree_map::Entry::Vacant(entry) => {
                    entry.insert(finding);
                }
                std::collections::btree_map::Entry::Occupied(mut entry) => {
                    if strength(&finding) < strength(entry.get()) {
                        entry.insert(finding);
                    }
                }
            }
        }
        self.findings = races.into_values().collect();
        self.findings.sort_by(|a, b| position(a).cmp(&position(b)));
        self.assumptions.sort();
        self.assumptions.dedup();
        self.notices.sort();
        self.notices.dedup();
    }

    /// Number of findings of this level that are not suppressed.
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level && finding.suppression.is_none()).count()
    }

    /// Level of the surest finding that is neither suppressed nor known from an earlier report.
    pub fn worst(&self) -> Option<Level> {
        self.findings.iter().filter(|finding| finding.counts()).map(|finding| finding.level).max()
    }
}

/// What makes two findings the same race.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RaceKey {
    rule: RuleId,
    /// The two accesses by file and line, because for a reader several accesses of one line are one race.
    accesses: [(String, u32, String); 2],
}

impl RaceKey {
    fn of(finding: &Finding) -> Self {
        let part = |access: &Access| {
            let at = &access.location;
            // Without debug information there are no lines to distinguish races.
            let function = if at.is_known() { String::new() } else { format!("{} {}", at.function, access.kind) };
            (at.file.clone(), at.line, function)
        };
        let mut accesses = [part(&finding.earlier), part(&finding.later)];
        accesses.sort();
        Self { rule: finding.rule, accesses }
    }
}

/// The order of findings of one group, of which the smallest is kept: the surest one first. Equal ones are ordered by
/// text, so that the choice does not depend on the order in which they were found.
fn strength(finding: &Finding) -> (Reverse<Level>, &str, &str, &Access, &Access) {
    (Reverse(finding.level), &finding.message, &finding.reason, &finding.later, &finding.earlier)
}

fn position(finding: &Finding) -> (&SourceLocation, &SourceLocation, RuleId, &Access, &Access) {
    (&finding.later.location, &finding.earlier.location, finding.rule, &finding.later, &finding.earlier)
}

#[cfg(test)]
#[path = "finding_tests.rs"]
mod tests;
