//! The accesses of a run that are not yet ordered before all later events, and the races among them (theory, 9.4).
//!
//! Two accesses race in an execution when they touch a common byte, one of them changes it, and neither ends before the other
//! begins (thesis, chapter 4). An access of the process itself begins and ends in one interval. An operation begins where it is
//! issued, and ends at a completion, or where another process has seen a word that was set after it.

use crate::clock::{Clock, Clocks};
use rma_frontend::api::AccessKind;
use rma_frontend::ir::LocId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The owner of memory: one process, or all processes together (shared memory).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Owner {
    Process(usize),
    Shared,
}

/// Half-open range of addresses.
pub(crate) type Span = (u64, u64);

/// The place of an access in the program, and which of its effects is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// Position in the source.
    pub loc: LocId,
    /// It is the effect of an operation on memory of its target.
    pub at_target: bool,
    /// What it does there.
    pub access: Kind,
}

/// What an access does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// An update that is atomic to others.
    Atomic,
    /// No access: an operation is called while no epoch is open to its target.
    Outside,
    /// No access: a call ends or flushes an epoch while none is open.
    Unmatched,
}

impl From<AccessKind> for Kind {
    fn from(kind: AccessKind) -> Kind {
        match kind {
            AccessKind::Read => Kind::Read,
            AccessKind::Write => Kind::Write,
            AccessKind::Atomic => Kind::Atomic,
        }
    }
}

/// When an access has ended: after any of these intervals, each of one process. The origin gives one of them, a process that saw the end another.
pub(crate) type Through = Vec<(usize, u32)>;

/// Number of an entry.
pub(crate) type EntryId = u64;

/// Loops, the outermost first, each by its position in the source, with the number of an iteration.
pub type Iterations = Vec<(LocId, u32)>;

/// Whether a process that is in the iterations `now` has reached the iterations `then`, or later ones.
pub(crate) fn has_come_to(now: &[(LocId, u32)], then: &[(LocId, u32)]) -> bool {
    let mut rest = now.iter();
    for (l, n) in then {
        match rest.find(|(m, _)| m == l) {
            Some((_, now)) if now == n => {}
            Some((_, now)) => return now > n,
            None => return false,
        }
    }
    true
}

/// An access.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub process: usize,
    pub owner: Owner,
    pub spans: Vec<Span>,
    pub site: Site,
    /// Its place, or whether it happens, follows from what was read.
    pub read: bool,
    /// The events that come before its begin.
    pub begins: Clock,
    pub through: Through,
    /// An atomic access that changes nothing: other reads do not mind it.
    pub only_reads: bool,
    /// For an atomic access, a number: accesses with the same number are atomic to each other. With 0, an access is atomic to all.
    pub domain: u32,
}

/// Two sites that race; or a site at which a rule of epochs is broken, as both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Race {
    /// The two accesses, the lesser one first.
    pub sites: [Site; 2],
    /// One process makes both.
    pub one_process: bool,
}

/// A run that shows a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// Number of processes.
    pub processes: usize,
    /// The ranks of the processes that make the two accesses, in the order of the sites.
    pub ranks: [usize; 2],
    /// Common bytes, at least 1; 0 for a rule of epochs.
    pub bytes: u64,
    /// Nothing that the program reads takes part.
    pub certain: bool,
}

/// Accesses that are kept: the oldest are forgotten, and their races with what comes.
const KEPT: usize = 4096;

/// A place for an access, in the order of the numbers of accesses.
#[derive(Debug)]
struct Slot {
    id: EntryId,
    /// From its first to its last byte.
    hull: Span,
    /// `None`: another one has replaced it.
    entry: Option<Entry>,
}

/// The log of one run.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// Accesses by owner; those to shared memory are last.
    live: Vec<Vec<Slot>>,
    next: EntryId,
    /// The last entry of each kind.
    latest: FxHashMap<(usize, Site, Owner, bool, Span), EntryId>,
    /// Accesses of the current interval of each process.
    open: Vec<FxHashMap<(Site, Owner, bool), Vec<Span>>>,
    pub races: BTreeMap<Race, Shown>,
    /// The sites of the requested races.
    watched: FxHashSet<Site>,
    /// The bytes that they touched, by the owner of the memory and the accessing process.
    touched: FxHashMap<Site, BTreeMap<(Owner, usize), Touched>>,
    /// The loops around each process are kept for the watched sites.
    pub counts_iterations: bool,
    pub iterations: Vec<Iterations>,
    since_pruned: usize,
}

/// The memory that a process touched at a site, and in how many entries.
#[derive(Debug, Default, Clone)]
struct Touched {
    spans: Spans,
    times: u32,
    /// The iterations of the last one.
    last: Iterations,
}

/// Ranges of addresses, sorted and without common addresses. If there are too many, they become one range that contains all.
#[derive(Debug, Default, Clone)]
struct Spans(Vec<Span>);

/// Number of ranges that are kept separately.
const SPANS: usize = 256;

impl Spans {
    fn add(&mut self, (start, end): Span) {
        let from = self.0.partition_point(|span| span.1 < start);
        if self.0.get(from).is_some_and(|span| span.0 <= start && span.1 >= end) {
            return;
        }
        let to = self.0.partition_point(|span| span.0 <= end);
        let all = self.0[from..to].iter().fold((start, end), |all, span| (all.0.min(span.0), all.1.max(span.1)));
        self.0.splice(from..to, [all]);
        if let ([first, .., last], true) = (self.0.as_slice(), self.0.len() > SPANS) {
            self.0 = vec![(first.0, last.1)];
        }
    }
}

impl Log {
    pub fn new(processes: usize) -> Log {
        Log {
            live: (0..=processes).map(|_| Vec::new()).collect(),
            open: (0..processes).map(|_| FxHashMap::default()).collect(),
            iterations: vec![Vec::new(); processes],
            ..Log::default()
        }
    }

    /// Keeps what the sites of these races touch.
    pub fn watch<'a>(&mut self, races: impl Iterator<Item = &'a Race>) {
        self.watched.extend(races.flat_map(|race| race.sites));
    }

    /// Whether both accesses of a requested race were executed.
    pub fn made(&self, race: &Race) -> bool {
        race.sites.iter().all(|site| self.touched.contains_key(site))
    }

    /// How often both accesses of a requested race were executed on common bytes, at whatever times: the smaller number of the two. `None`:
    /// never.
    pub fn met(&self, race: &Race) -> Option<u32> {
        let [Some(a), Some(b)] = race.sites.map(|site| self.touched.get(&site)) else { return None };
        let pairs = a.iter().flat_map(|((owner, process), of_a)| {
            let others = b.range((*owner, 0)..=(*owner, usize::MAX));
            let others = others.filter(move |((_, other), _)| (process == other) == race.one_process);
            others.map(move |(_, of_b)| (of_a, of_b))
        });
        // An access is no pair with itself.
        let least = if race.one_process && race.sites[0] == race.sites[1] { 2 } else { 1 };
        let meeting = pairs.filter(|(of_a, of_b)| {
            of_a.times.min(of_b.times) >= least && common(&of_a.spans.0, &of_b.spans.0).is_some()
        });
        meeting.map(|(of_a, of_b)| of_a.times.min(of_b.times)).max()
    }

    /// How often a process executed one of the two accesses of a race, counted once between two synchronisations: the larger number of the
    /// two.
    pub fn most(&self, race: &Race) -> u32 {
        let touched = race.sites.iter().filter_map(|site| self.touched.get(site));
        touched.flat_map(BTreeMap::values).map(|of| of.times).max().unwrap_or_default()
    }

    /// The iterations in which processes executed the watched accesses for the last time.
    pub fn reached(&self) -> FxHashMap<Site, Vec<Iterations>> {
        let last = |of: &BTreeMap<_, Touched>| of.values().map(|of| of.last.clone()).collect();
        self.touched.iter().map(|(site, of)| (*site, last(of))).collect()
    }

    /// Whether both accesses of a race were made in some iterations, or later ones.
    pub fn has_come_to(&self, race: &Race, iterations: &[Iterations; 2]) -> bool {
        race.sites.iter().zip(iterations).all(|(site, then)| {
            then.is_empty()
                || self.touched.get(site).is_some_and(|of| of.values().any(|of| has_come_to(&of.last, then)))
        })
    }

    /// How often the requested accesses were made to each memory, each counted up to [`MANY`](crate::MANY).
    pub fn meetings(&self) -> u64 {
        let times = self.touched.values().flat_map(BTreeMap::values).map(|of| u64::from(of.times.min(crate::MANY)));
        times.sum()
    }

    /// An access of a process itself, in its current interval.
    pub fn access(&mut self, process: usize, site: Site, owner: Owner, (start, end): Span, read: bool) {
        let spans = self.open[process].entry((site, owner, read)).or_default();
        match spans.last_mut() {
            Some(last) if start >= last.0 && start <= last.1 => last.1 = last.1.max(end),
            _ => spans.push((start, end)),
        }
    }

    /// Whether the log holds accesses of the current interval of a process.
    pub fn has_open(&self, process: usize) -> bool {
        !self.open[process].is_empty()
    }

    /// The accesses of the interval that ends now.
    pub fn close(&mut self, process: usize, clocks: &Clocks) {
        let mut open: Vec<_> = self.open[process].drain().collect();
        open.sort_by_key(|(key, _)| *key);
        let begins = clocks.of(process);
        let through = vec![(process, clocks.interval(process))];
        for ((site, owner, read), mut spans) in open {
            spans.sort_unstable();
            spans.dedup_by(|b, a| {
                let touches = b.0 <= a.1;
                if touches {
                    a.1 = a.1.max(b.1);
                }
                touches
            });
            self.add(
                Entry {
                    process,
                    owner,
                    spans,
                    site,
                    read,
                    begins: begins.clone(),
                    through: through.clone(),
                    only_reads: false,
                    domain: 0,
                },
                clocks,
            );
        }
    }

    /// Adds an access and finds what it races with.
    pub fn add(&mut self, entry: Entry, clocks: &Clocks) -> EntryId {
        self.add_behind(entry, clocks, &[])
    }

    /// Adds an access that the model orders after others of the same origin, although those have not ended.
    pub fn add_behind(&mut self, mut entry: Entry, clocks: &Clocks, behind: &[EntryId]) -> EntryId {
        entry.spans.sort_unstable();
        if self.watched.contains(&entry.site) {
            let of = self.touched.entry(entry.site).or_default().entry((entry.owner, entry.process)).or_default();
            entry.spans.iter().for_each(|span| of.spans.add(*span));
            of.times += 1;
            of.last.clone_from(&self.iterations[entry.process]);
        }
        let owner = match entry.owner {
            Owner::Process(process) => process,
            Owner::Shared => self.live.len() - 1,
        };
        let hull = hull(&entry.spans);
        for Slot { id, hull: (start, end), entry: other } in &self.live[owner] {
            if hull.0 >= *end || *start >= hull.1 {
                continue;
            }
            let Some(other) = other.as_ref().filter(|other| conflict(other, &entry)) else { continue };
            let same = other.process == entry.process;
            if same && by_hand(other) && by_hand(&entry) || ordered(other, &entry) || ordered(&entry, other) {
                continue;
            }
            if behind.contains(id) {
                continue;
            }
            let Some(bytes) = common(&other.spans, &entry.spans) else { continue };
            let (a, b) = if other.site <= entry.site { (other, &entry) } else { (&entry, other) };
            let race = Race { sites: [a.site, b.site], one_process: same };
            let shown = Shown {
                processes: clocks.of(0).len(),
                ranks: [a.process, b.process],
                bytes,
                certain: !a.read && !b.read,
            };
            let known = self.races.entry(race).or_insert(shown);
            if shown.certain && !known.certain {
                *known = shown;
            }
        }
        // The lowest bits are the bucket.
        let id = self.next << 8 | owner as u64;
        self.next += 1;
        if let Some(first) = entry.spans.first() {
            let key = (entry.process, entry.site, entry.owner, entry.read, *first);
            if let Some(last) = self.latest.insert(key, id)
                && let Some(n) = place(&self.live[owner], last)
                && self.live[owner][n].entry.as_ref().is_some_and(|e| is_replaced(e, &entry))
            {
                self.live[owner][n].entry = None;
            }
        }
        self.live[owner].push(Slot { id, hull, entry: Some(entry) });
        self.since_pruned += 1;
        if self.since_pruned > 256 {
            self.since_pruned = 0;
            for live in &mut self.live {
                live.retain(|slot| {
                    let through = |e: &Entry| e.through.iter().any(|(p, n)| clocks.all_know(*p, *n));
                    slot.entry.as_ref().is_some_and(|e| !through(e))
                });
                live.drain(..live.len().saturating_sub(KEPT));
            }
            let live = &self.live;
            self.latest.retain(|_, id| place(&live[(*id & 0xff) as usize], *id).is_some());
        }
        id
    }

    /// A process breaks a rule of epochs.
    pub fn breaks(&mut self, process: usize, site: Site, read: bool, processes: usize) {
        let race = Race { sites: [site; 2], one_process: true };
        let shown = Shown { processes, ranks: [process; 2], bytes: 0, certain: !read };
        let known = self.races.entry(race).or_insert(shown);
        if shown.certain && !known.certain {
            *known = shown;
        }
    }

    fn get(&self, id: EntryId) -> Option<&Entry> {
        let live = self.live.get((id & 0xff) as usize)?;
        live[place(live, id)?].entry.as_ref()
    }

    /// Sets when operations have ended, where the process does not know it yet.
    pub fn complete(&mut self, ids: &[EntryId], at: (usize, u32)) {
        for id in ids {
            if let Some(live) = self.live.get_mut((id & 0xff) as usize)
                && let Some(n) = place(live, *id)
                && let Some(entry) = &mut live[n].entry
                && entry.through.iter().all(|(process, _)| *process != at.0)
            {
                entry.through.push(at);
            }
        }
    }

    /// Whether it is known when an operation's access has ended.
    pub fn is_through(&self, id: EntryId) -> bool {
        self.get(id).is_none_or(|e| !e.through.is_empty())
    }

    /// Whether an access has ended before the point of a clock.
    pub fn is_before(&self, id: EntryId, clock: &Clock) -> bool {
        self.get(id).is_none_or(|e| e.through.iter().any(|(process, interval)| clock[*process] > *interval))
    }

    /// Number of accesses that are kept.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.live.iter().flatten().filter(|slot| slot.entry.is_some()).count()
    }
}

fn conflict(a: &Entry, b: &Entry) -> bool {
    let reads = |e: &Entry| e.only_reads || e.site.access == Kind::Read;
    if (a.site.access, b.site.access) == (Kind::Atomic, Kind::Atomic) {
        return !reads(a) && !reads(b) && a.domain != 0 && b.domain != 0 && a.domain != b.domain;
    }
    !(reads(a) && reads(b))
}

/// Whether an access is one of the process itself; such accesses of one process are in order.
fn by_hand(e: &Entry) -> bool {
    !e.site.at_target && e.through == [(e.process, e.begins[e.process])]
}

/// Whether every later access that races with the first access also races with the second one: it is of the same kind, and a
/// process that knows that the second one has ended knows it of the first one.
fn is_replaced(first: &Entry, then: &Entry) -> bool {
    by_hand(first) == by_hand(then)
        && first.spans == then.spans
        && first.only_reads == then.only_reads
        && first.domain == then.domain
        && ordered(first, then)
}

fn ordered(first: &Entry, then: &Entry) -> bool {
    first.through.iter().any(|(process, interval)| then.begins[*process] > *interval)
}

/// From the first to the last byte of a sorted list of ranges.
fn hull(spans: &[Span]) -> Span {
    match (spans.first(), spans.last()) {
        (Some(first), Some(last)) => (first.0, last.1),
        _ => (0, 0),
    }
}

/// The position of an access with this number among those of its owner.
fn place(live: &[Slot], id: EntryId) -> Option<usize> {
    live.binary_search_by_key(&id, |slot| slot.id).ok()
}

/// The first bytes that two sorted lists of ranges have in common: how many there are.
fn common(a: &[Span], b: &[Span]) -> Option<u64> {
    let (mut i, mut j) = (0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let (start, end) = (x.0.max(y.0), x.1.min(y.1));
        if start < end {
            return Some(end - start);
        }
        if x.1 <= y.1 { i += 1 } else { j += 1 }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Entry, Kind, Log, Owner, Race, Site, Spans};
    use crate::clock::Clocks;
    use rma_frontend::ir::LocId;

    fn entry(process: usize, line: usize, access: Kind, clocks: &Clocks) -> Entry {
        Entry {
            process,
            owner: Owner::Process(1),
            spans: vec![(64, 72)],
            site: Site { loc: LocId::from_usize(line), at_target: true, access },
            read: false,
            begins: clocks.of(process).clone(),
            through: Vec::new(),
            only_reads: false,
            domain: 0,
        }
    }

    #[test]
    fn two_writes_race_unless_the_model_orders_them() {
        let clocks = Clocks::new(2);
        let mut log = Log::new(2);
        let first = log.add(entry(0, 1, Kind::Write, &clocks), &clocks);
        log.add_behind(entry(0, 2, Kind::Write, &clocks), &clocks, &[first]);
        assert!(log.races.is_empty());
        log.add(entry(0, 3, Kind::Write, &clocks), &clocks);
        assert_eq!(log.races.len(), 2);
    }

    #[test]
    fn an_access_is_through_for_whoever_was_told_in_any_way() {
        let mut clocks = Clocks::new(3);
        let mut log = Log::new(3);
        let put = log.add(entry(0, 1, Kind::Write, &clocks), &clocks);
        clocks.step(0);
        // Its origin learns later than the observer that it has ended.
        log.complete(&[put], (0, clocks.interval(0)));
        clocks.step(0);
        log.complete(&[put], (1, clocks.interval(1)));
        clocks.step(1);
        log.add(entry(1, 2, Kind::Read, &clocks), &clocks);
        assert!(log.races.is_empty());
        log.add(entry(2, 3, Kind::Read, &clocks), &clocks);
        assert_eq!(log.races.len(), 1);
    }

    #[test]
    fn atomics_are_atomic_in_one_domain() {
        let clocks = Clocks::new(2);
        let mut log = Log::new(2);
        log.add(Entry { domain: 1, ..entry(0, 1, Kind::Atomic, &clocks) }, &clocks);
        log.add(Entry { domain: 1, ..entry(1, 2, Kind::Atomic, &clocks) }, &clocks);
        log.add(Entry { domain: 2, only_reads: true, ..entry(1, 3, Kind::Atomic, &clocks) }, &clocks);
        assert!(log.races.is_empty());
        log.add(Entry { domain: 2, ..entry(1, 4, Kind::Atomic, &clocks) }, &clocks);
        assert_eq!(log.races.len(), 2);
    }

    #[test]
    fn an_atomic_read_minds_writes_only() {
        let clocks = Clocks::new(2);
        let mut log = Log::new(2);
        log.add(Entry { only_reads: true, ..entry(0, 1, Kind::Atomic, &clocks) }, &clocks);
        log.add(entry(1, 2, Kind::Read, &clocks), &clocks);
        assert!(log.races.is_empty());
        log.add(entry(1, 3, Kind::Write, &clocks), &clocks);
        assert_eq!(log.races.len(), 2);
    }

    #[test]
    fn accesses_meet_in_common_bytes_at_any_times() {
        let mut clocks = Clocks::new(2);
        let mut log = Log::new(2);
        let write = entry(0, 1, Kind::Write, &clocks);
        let sites = [write.site, Site { loc: LocId::from_usize(2), at_target: true, access: Kind::Read }];
        let [two, one] = [false, true].map(|one_process| Race { sites, one_process });
        log.watch([two, one].iter());
        let id = log.add(write, &clocks);
        log.complete(&[id], (0, clocks.interval(0)));
        clocks.step(0);
        let clock = clocks.of(0).clone();
        clocks.join(1, &clock);
        log.add(Entry { spans: vec![(72, 80)], ..entry(1, 2, Kind::Read, &clocks) }, &clocks);
        assert_eq!(log.met(&two), None);
        log.add(Entry { spans: vec![(0, 8), (68, 76)], ..entry(1, 2, Kind::Read, &clocks) }, &clocks);
        assert_eq!((log.met(&two), log.met(&one)), (Some(1), None));
        assert!(log.races.is_empty());
    }

    #[test]
    fn ranges_become_one_where_they_touch() {
        let mut spans = Spans::default();
        for span in [(8, 12), (0, 4), (20, 24), (4, 8), (9, 10), (13, 19)] {
            spans.add(span);
        }
        assert_eq!(spans.0, [(0, 12), (13, 19), (20, 24)]);
        spans.add((12, 20));
        assert_eq!(spans.0, [(0, 24)]);
    }

    #[test]
    fn an_access_takes_the_place_of_one_that_came_before_it() {
        let mut clocks = Clocks::new(2);
        let mut log = Log::new(2);
        for _ in 0..10 {
            let id = log.add(entry(0, 1, Kind::Read, &clocks), &clocks);
            log.complete(&[id], (0, clocks.interval(0)));
            clocks.step(0);
        }
        assert_eq!(log.len(), 1);
        log.add(entry(1, 2, Kind::Write, &clocks), &clocks);
        assert_eq!(log.races.len(), 1);
    }
}
