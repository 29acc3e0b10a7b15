//! The effects that are active in a segment of a process: its own accesses to window memory, and its operations at
//! targets, including those that were issued earlier and may still be pending (theory, 7.1).
//!
//! Buffers of a synchronisation itself belong to the segment before it, after it, or both.

use super::Product;
use super::endings::Ending;
use super::own_notes::{NoteAt, own_post};
use super::row::EffectRow;
use super::threads::Other;
use super::transitions::iterated;
use crate::pending::Posted;
use crate::pending::pending_at_sync::{PendingAtSync, own_update};
use crate::segment::{Point, SegmentPath, Walker};
use crate::sync::held::epoch_call;
use crate::tickets::tickets_of_iterations;
use rma_frontend::api::{Bank, Epoch};
use rma_skeleton::facts::{Facts, Owned, SharedPart};
use rma_skeleton::overlap::{Fixed, buffer_bounds, counter_bounds};
use rma_skeleton::skeleton::{Access, Actor, Area, Block, Event, Issue, Location, Members, Place};
use rma_term::ids::{EventRef, LoopId, ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Knowledge, Terms};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A lock that is held, in terms of the segment's start.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Lock {
    pub win: TermId,
    /// `None`: all ranks.
    pub rank: Option<TermId>,
    pub exclusive: TermId,
    pub comm: CommId,
    /// The lock is a variable in memory. It does not protect operations that are pending when it is released.
    pub variable: bool,
    /// Held on some of the paths only.
    pub doubtful: bool,
}

/// An exposure epoch that may be open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Exposed {
    pub win: TermId,
    pub members: Members,
}

/// An effect of one process in a segment; its terms are those of the segment's start.
#[derive(Debug, Clone)]
pub(super) struct Active<'w> {
    pub at: EventRef,
    pub issue: Option<&'w Issue>,
    pub effect: Access,
    /// The value that it stores at its target, as in [`Issue`].
    pub stores: Option<TermId>,
    /// Its bytes, where they are known as numbers.
    pub fixed: Option<Fixed>,
    /// The process whose memory it touches, in the window's communicator; `None`: its own.
    pub target: Option<TermId>,
    /// Target rank of the operation that it is of, where it was issued before the segment.
    pub to: Option<TermId>,
    pub win: Option<TermId>,
    pub comm: CommId,
    pub conds: Vec<TermId>,
    pub lossy: bool,
    /// The loops around the segment's start that it is in, with their iterations since.
    pub iterated: Vec<(LoopId, u8)>,
    /// Calls passed in the segment that may synchronise.
    pub foreign: u8,
    /// Issued before the segment.
    pub pending_at_sync: bool,
    /// Issued in an earlier iteration.
    pub earlier: bool,
    pub closed: bool,
    /// Tickets in its bytes and conditions, from counters that change in loops.
    pub drawn: Vec<(TermId, Location)>,
    /// A process that has seen one of these updates knows that it is complete.
    pub announced: Vec<EventRef>,
    /// The queue that it was posted to before the segment.
    pub queue: Option<TermId>,
    /// The notification of its own call.
    pub own_note: Option<NoteAt>,
    /// Notifications that its process has found in the same iteration before it.
    pub waited: Vec<NoteAt>,
    /// Notifications that its process has posted since.
    pub posted: Posted,
    /// Not pending, but hidden in one copy of the window since this synchronisation.
    pub hidden: Option<EventRef>,
    pub locks: Vec<Lock>,
    pub exposed: Vec<Exposed>,
    /// This effect represents several events of one source line.
    pub folded: bool,
    /// No access, but the end of the memory's accessibility for others.
    pub ending: Option<Ending>,
}

/// How an event of a segment is expressed in terms of the start of the segment.
#[derive(Clone, Copy)]
enum Said<'s> {
    /// The path from the start of the segment to the event.
    By(&'s SegmentPath),
    /// The event of another thread, concurrent with the synchronisation at the start of the segment, or with the one at the end of this
    /// path.
    Concurrent(&'s Other, Option<&'s SegmentPath>),
}

impl Active<'_> {
    /// The kind of the epoch that the operation is in.
    pub fn epoch_kind(&self) -> Option<TermId> {
        self.issue.and_then(|i| i.epoch.kind)
    }
}

impl<'w> Active<'w> {
    /// Merges another effect on the same bytes into this one, which keeps only what both share.
    fn fold(&mut self, other: Active<'w>, terms: &mut Terms) {
        self.lossy = true;
        self.folded |= other.at != self.at;
        self.conds.retain(|c| other.conds.contains(c));
        if self.effect.cond != other.effect.cond {
            self.effect.cond = terms.truth(true);
        }
        self.locks.retain(|l| other.locks.contains(l));
        for e in other.exposed {
            if !self.exposed.contains(&e) {
                self.exposed.push(e);
            }
        }
    }
}

/// What may take place between two synchronisations of a process (a segment): accesses and pending operations, by the objects that they touch.
#[derive(Debug, Default)]
pub(super) struct Contents<'w> {
    pub all: Vec<Active<'w>>,
    /// For each object, the effects on memory of other processes and the effects on own memory.
    pub by_object: BTreeMap<ObjId, (EffectRow, EffectRow)>,
    /// Operations on memory that is not known.
    pub anywhere: Vec<usize>,
    /// Own accesses through pointers that are not known.
    pub own_anywhere: Vec<usize>,
    /// Operations on memory that is known.
    pub operations: Vec<usize>,
}

impl<'w> Product<'w, '_> {
    pub(super) fn contents(&mut self, start: Point) -> Rc<Contents<'w>> {
        if let Some(known) = self.contents.get(&start) {
            return known.clone();
        }
        let segment = self.segment(start);
        let mut all = Vec::new();
        let skeleton = self.skeleton;
        for v in &segment.visits {
            for i in v.from..v.to {
                let at = EventRef { node: v.node, item: i, effect: 0 };
                match &skeleton.nodes[v.node].items[i as usize].event {
                    Event::Access(a) => self.activate(start, Said::By(&v.path), at, None, a, &mut all),
                    Event::Issue(issue) if !issue.is_blocking() => {
                        for (n, e) in issue.effects.iter().enumerate() {
                            let at = EventRef { effect: n as u32, ..at };
                            self.activate(start, Said::By(&v.path), at, Some(issue), e, &mut all);
                        }
                    }
                    _ => {}
                }
            }
            for (at, access, ending) in self.endings(v.node, v.from..v.to) {
                let before = all.len();
                self.activate(start, Said::By(&v.path), at, None, &access, &mut all);
                let ending = ending.map(|t| self.say(start, Said::By(&v.path), t).0);
                for active in &mut all[before..] {
                    active.ending = Some(ending.clone());
                }
            }
        }
        for (other, exit) in self.others_around(start) {
            let said = Said::Concurrent(&other, exit.as_ref());
            match &skeleton.nodes[other.at.node].items[other.at.item as usize].event {
                Event::Access(a) => self.activate(start, said, other.at, None, a, &mut all),
                Event::Issue(issue) if !issue.is_blocking() => {
                    for (n, e) in issue.effects.iter().enumerate() {
                        let at = EventRef { effect: n as u32, ..other.at };
                        self.activate(start, said, at, Some(issue), e, &mut all);
                    }
                }
                _ => {}
            }
        }
        if let Some(at) = start {
            for c in self.pending_at_sync.get(&at).cloned().unwrap_or_default() {
                self.take_over(c, &mut all);
            }
        }
        all.retain(|x| !self.suspects.skip_event(x.at));
        let all = self.thin_out(all);
        let mut contents = Contents::default();
        for (n, x) in all.iter().enumerate() {
            let remote = x.target.is_some();
            for p in &x.effect.area.places {
                let (ops, own) = contents.by_object.entry(p.obj).or_default();
                let row = if remote { ops } else { own };
                row.push(n, x.at, &x.effect, x.fixed);
            }
            if x.effect.area.unknown {
                let list = if remote { &mut contents.anywhere } else { &mut contents.own_anywhere };
                list.push(n);
            } else if remote {
                contents.operations.push(n);
            }
        }
        for (ops, own) in contents.by_object.values_mut() {
            ops.sort();
            own.sort();
        }
        contents.all = all;
        let contents = Rc::new(contents);
        self.contents.insert(start, contents.clone());
        contents
    }

    /// An operation that is pending where the segment begins. A buffer of its own may lie in the parts of several processes of a shared
    /// window.
    fn take_over(&mut self, c: &PendingAtSync, out: &mut Vec<Active<'w>>) {
        let skeleton = self.skeleton;
        let issue = match &skeleton.nodes[c.op.node].items[c.op.item as usize].event {
            Event::Issue(issue) => Some(&**issue),
            _ => None,
        };
        let owned = match c.effect.bank {
            Bank::Own => self.facts.by_owner(&c.effect.area),
            Bank::Target => {
                vec![Owned { part: None, cond: self.facts.terms.truth(true), area: c.effect.area.clone() }]
            }
        };
        for Owned { part, cond, area } in owned {
            let locks = if c.earlier || c.hidden.is_some() { Vec::new() } else { self.locks_at(c.op) };
            let cond = self.facts.terms.all(&[c.effect.cond, cond]);
            let symmetric = part.map_or(c.effect.symmetric, |p| p.base.is_some());
            let effect = Access { area, cond, symmetric, ..c.effect.clone() };
            let (target, win) = part.map_or((c.target, c.win), |p| (Some(p.rank), Some(p.win)));
            out.push(Active {
                at: c.op,
                issue,
                fixed: Fixed::of(self.facts, &effect.area),
                effect,
                target,
                to: c.to,
                win,
                comm: self.comm_of(win),
                conds: c.conds.clone(),
                lossy: c.lossy,
                iterated: Vec::new(),
                foreign: 0,
                pending_at_sync: true,
                earlier: c.earlier,
                closed: c.closed,
                stores: None,
                drawn: c.drawn.clone(),
                announced: c.announced.clone(),
                queue: c.queue,
                own_note: c.own_note.clone(),
                waited: Vec::new(),
                posted: c.posted.clone(),
                hidden: c.hidden,
                locks,
                exposed: Vec::new(),
                folded: false,
                ending: None,
            });
        }
    }

    /// One line of the program can have an effect on the same bytes in many function instances. The first few are kept as they are.
    /// The others become one effect with what they have in common, which is unproven at most. The same holds for operations of
    /// one line on very many different bytes.
    fn thin_out(&mut self, all: Vec<Active<'w>>) -> Vec<Active<'w>> {
        let mut alike: FxHashMap<_, (usize, usize)> = FxHashMap::default();
        let mut of_line: FxHashMap<_, usize> = FxHashMap::default();
        let mut out: Vec<Active<'w>> = Vec::new();
        // Of epochs whose kind is lost nothing is excluded, whatever the terms for their kinds are.
        let lost = |facts: &Facts, kind: TermId| facts.terms.knowledge(kind) == Knowledge::Lost;
        for mut x in all {
            let loc = self.skeleton.nodes[x.at.node].items[x.at.item as usize].loc;
            if loc.is_none() {
                out.push(x);
                continue;
            }
            let kind = (
                x.effect.kind,
                x.issue.map(|i| {
                    let kind = i.epoch.kind.map(|kind| Some(kind).filter(|kind| !lost(self.facts, *kind)));
                    (i.atomicity.element, i.atomicity.op, kind)
                }),
                (x.pending_at_sync, x.closed, x.hidden),
                (x.queue, x.posted.clone(), x.announced.clone()),
            );
            let line = (loc, x.at.effect, kind);
            let known = alike.contains_key(&(line.clone(), x.effect.area.clone(), x.target, x.win));
            let of_line = of_line.entry(line.clone()).or_default();
            *of_line += usize::from(!known);
            let mut enough = self.facts.terms.limits.get::<usize>(Limit::AlikeEffects);
            if !known && !self.facts.terms.limits.allows(Limit::LineEffects, *of_line) && x.target.is_some() {
                x.effect.area = Area { places: Vec::new(), unknown: true, blocks: Vec::new() };
                (x.fixed, x.lossy, enough) = (None, true, 0);
            }
            let (n, last) = alike.entry((line, x.effect.area.clone(), x.target, x.win)).or_default();
            *n += 1;
            if *n > enough + 1 {
                if enough > 0 {
                    self.facts.terms.limits.reached(Limit::AlikeEffects);
                }
                if self.suspects.are_surveyed() && out[*last].at != x.at {
                    self.suspects.fold(x.at);
                    self.suspects.fold(out[*last].at);
                }
                out[*last].fold(x, &mut self.facts.terms);
                continue;
            }
            *last = out.len();
            out.push(x);
        }
        out
    }

    /// An effect of the segment, expressed in terms of its start; if it may be in the memory of several processes, one
    /// effect for each of them.
    fn activate(
        &mut self,
        start: Point,
        by: Said,
        at: EventRef,
        issue: Option<&'w Issue>,
        effect: &Access,
        out: &mut Vec<Active<'w>>,
    ) {
        if effect.bank == Bank::Target {
            return self.activate_in(start, by, at, issue, effect, None, out);
        }
        for Owned { part, cond, area } in self.facts.by_owner(&effect.area) {
            let cond = self.facts.terms.all(&[effect.cond, cond]);
            let effect = Access { area, cond, ..effect.clone() };
            self.activate_in(start, by, at, issue, &effect, part, out);
        }
    }

    /// Like the function above, if all of the memory belongs to one process. `part`: the process whose part of a shared window the caller
    /// accesses directly.
    #[allow(clippy::too_many_arguments, reason = "the parts of one effect")]
    fn activate_in(
        &mut self,
        start: Point,
        by: Said,
        at: EventRef,
        issue: Option<&'w Issue>,
        effect: &Access,
        part: Option<SharedPart>,
        out: &mut Vec<Active<'w>>,
    ) {
        let skeleton = self.skeleton;
        let (mut target, mut win, mut symmetric) = (None, None, effect.symmetric);
        let (places, blocks) = (&effect.area.places, &effect.area.blocks);
        if effect.bank == Bank::Target {
            (target, win) = (issue.and_then(|i| i.target.rank), issue.and_then(|i| i.target.win));
        } else if let Some(part) = part {
            // A direct access to the part of another process in a shared window.
            (target, win) = (Some(part.rank), Some(part.win));
            symmetric = part.base.is_some();
        } else if !effect.area.unknown && !places.iter().any(|p| self.windows.contains(&p.obj)) {
            return;
        }
        let actor = effect.actor.clone();
        let (mut conds, mut lossy, foreign, iterated) = match by {
            Said::By(path) => {
                (path.conds.clone(), path.lossy, path.foreign, iterated(skeleton, start, at, &path.iterations))
            }
            Said::Concurrent(other, exit) => {
                let (conds, lossy) = self.two_threads(start, other, exit);
                (conds, lossy || other.lossy, 0, Vec::new())
            }
        };
        let reach = skeleton.nodes[at.node].reach.clone();
        let mut bounds = counter_bounds(self.facts, skeleton, at.node);
        bounds.extend(buffer_bounds(self.facts, skeleton, at));
        let shares = self.facts_of_shares(&reach, places, blocks);
        let locks = self.locks_at(at);
        let post = own_post(skeleton, at).filter(|_| effect.bank == Bank::Target);
        let own_note = post.and_then(|post| NoteAt::of(self.facts, skeleton, post));
        let waited = if target.is_none() { self.found_before(at) } else { Rc::default() };
        let posts = if target.is_none() { self.held.exposures(self.facts, skeleton, at) } else { Vec::new() };
        let offsets = places.iter().map(|p| p.offset).chain(blocks.iter().map(|b| b.offset));
        let drawn = tickets_of_iterations(self.facts, skeleton, offsets.chain(reach.iter().copied()));
        let drawn: Vec<(TermId, Location)> =
            drawn.into_iter().map(|(x, from)| (self.facts.terms.sym(x), from)).collect();
        let mut say = |t: TermId| {
            let (t, unsure) = self.say(start, by, t);
            lossy |= unsure;
            t
        };
        let drawn = drawn.into_iter().map(|(x, from)| (say(x), from.map(&mut say))).collect();
        conds.extend(reach.into_iter().chain(bounds).chain(shares).map(&mut say));
        let area = Area {
            places: places.iter().map(|p| p.map(&mut say)).collect(),
            unknown: effect.area.unknown,
            blocks: blocks.iter().map(|b| b.map(&mut say)).collect(),
        };
        let effect = Access { area, cond: say(effect.cond), symmetric, ..effect.clone() };
        let own_note = own_note.map(|note| note.map(&mut say));
        let waited = waited.iter().map(|note| note.map(&mut say)).collect();
        let stores = issue.and_then(|i| i.written.stores).map(&mut say);
        let target = target.map(&mut say);
        let win = win.map(&mut say);
        let locks = locks
            .into_iter()
            .map(|l| Lock { win: say(l.win), rank: l.rank.map(&mut say), exclusive: say(l.exclusive), ..l })
            .collect();
        let exposed = posts
            .into_iter()
            .filter_map(|p| epoch_call(skeleton, p))
            .map(|p| Exposed { win: say(p.win), members: p.members.clone() })
            .collect();
        let comm = self.comm_of(win);
        let fixed = Fixed::of(self.facts, &effect.area);
        conds.sort_unstable();
        conds.dedup();
        out.push(Active {
            at,
            issue,
            effect,
            fixed,
            target,
            to: None,
            win,
            comm,
            conds,
            // A call without a model may do nothing with its arguments.
            lossy: lossy || matches!(actor, Actor::Instruction("unknown call")),
            iterated,
            foreign,
            pending_at_sync: false,
            earlier: false,
            closed: false,
            stores,
            drawn,
            announced: own_update(skeleton, at).filter(|u| start == Some(*u)).into_iter().collect(),
            queue: None,
            own_note,
            waited,
            posted: Posted::default(),
            hidden: None,
            locks,
            exposed,
            folded: false,
            ending: None,
        });
    }

    /// Facts about the parts of worksharing loops of an event: the iterations that a thread gets follow from its number. A renamed
    /// value of a loop has no facts, so the facts become conditions of the event.
    fn facts_of_shares(&self, reach: &[TermId], places: &[Place], blocks: &[Block]) -> Vec<TermId> {
        let shares = &self.facts.threads.shares;
        if shares.is_empty() {
            return Vec::new();
        }
        let mut found: BTreeSet<SymId> = BTreeSet::new();
        let mut look = |t: TermId| {
            self.facts.terms.for_each_sym(t, &mut |x| {
                if shares.contains_key(&x) || shares.values().any(|s| s.upper == x) {
                    found.insert(x);
                }
            });
            t
        };
        reach.iter().for_each(|c| _ = look(*c));
        places.iter().for_each(|p| _ = p.map(&mut look));
        blocks.iter().for_each(|b| _ = b.map(&mut look));
        found.into_iter().filter_map(|x| self.facts.terms.syms[x].fact).collect()
    }

    /// A term of an event, in terms of the segment's start; and whether it cannot be expressed there exactly.
    fn say(&mut self, start: Point, by: Said, t: TermId) -> (TermId, bool) {
        match by {
            Said::By(path) => {
                let sync_loops = &self.sync_loops;
                (
                    Walker::new(self.facts, self.skeleton, sync_loops, self.followed, start)
                        .of_process()
                        .canonical(path, t),
                    false,
                )
            }
            Said::Concurrent(other, exit) => self.of_other(start, other, exit, t),
        }
    }

    fn locks_at(&self, at: EventRef) -> Vec<Lock> {
        let nocheck = self.facts.abi.map_or(0, |a| a.constants().mode_nocheck);
        let locks = self.held.locks(self.facts, self.skeleton, at);
        let calls = locks.into_iter().filter_map(|(l, doubtful)| Some((epoch_call(self.skeleton, l)?, doubtful)));
        // A lock without check excludes no other lock.
        let unset = |a: TermId| self.facts.terms.as_const(a).is_some_and(|a| a & nocheck == 0);
        calls
            .filter(|(e, _)| e.assert.is_some_and(unset))
            .map(|(e, doubtful)| Lock {
                win: e.win,
                rank: if e.change == Epoch::LockAll { None } else { e.rank },
                exclusive: e.exclusive,
                comm: e.comm,
                variable: e.change == Epoch::Acquire,
                doubtful,
            })
            .collect()
    }

    fn comm_of(&self, win: Option<TermId>) -> CommId {
        win.map_or(CommId::Unknown, |w| self.facts.comm_of_window(w))
    }
}
