//! In one state of the product: the operations of one process meet the accesses of the other.

use super::Product;
use super::copy::{Copy, exchanged};
use super::joint::{Joint, Sequence};
use super::locks::epoch_call;
use super::row::Row;
use super::segment::{Point, Walker, Way};
use crate::candidate::{Candidate, Conflict, EventRef, Extent, Overlap, Pair, PairId, Processes};
use crate::conflict::{Meeting, meeting};
use crate::object::ObjId;
use crate::pending::meet::{Fixed, apart, conditions_that_matter, counter_bounds};
use crate::skeleton::{Access, Actor, Area, Block, EpochKind, Event, Issue, Members, Place};
use crate::term::{CommId, Distinct, Op, TermId};
use rma_frontend::api::{Bank, Epoch};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Effects of one line on the same bytes that are kept.
const MAX_ALIKE: usize = 3;
/// Effects of one line that are kept.
const MAX_OF_LINE: usize = 32;

/// A lock that is held, in terms of the segment's start.
#[derive(Debug, Clone)]
struct Lock {
    win: TermId,
    /// `None`: all ranks.
    rank: Option<TermId>,
    exclusive: TermId,
    comm: CommId,
}

/// An exposure epoch that may be open.
#[derive(Debug, Clone)]
struct Exposed {
    win: TermId,
    members: Members,
}

/// An effect of one process in a segment; its terms are those of the segment's start.
#[derive(Debug, Clone)]
pub(super) struct Active<'w> {
    pub(super) at: EventRef,
    issue: Option<&'w Issue>,
    pub(super) effect: Access,
    /// The value that it stores at its target, as [`Issue::stores`].
    pub(super) stores: Option<TermId>,
    /// Its bytes, where they are known as numbers.
    fixed: Option<Fixed>,
    /// The process whose memory it touches, in the window's communicator; `None`: its own.
    pub(super) target: Option<TermId>,
    pub(super) win: Option<TermId>,
    comm: CommId,
    pub(super) conds: Vec<TermId>,
    lossy: bool,
    /// Issued before the segment.
    carried: bool,
    closed: bool,
    locks: Vec<Lock>,
    exposed: Vec<Exposed>,
}

impl Active<'_> {
    fn in_access_epoch(&self, product: &Product) -> bool {
        let kind = self.issue.and_then(|i| i.epoch).and_then(|e| product.interp.terms.as_const(e));
        self.closed || kind == Some(EpochKind::Start as i64)
    }
}

/// What is active in a segment, by the objects that it touches.
#[derive(Debug, Default)]
pub(super) struct Contents<'w> {
    pub(super) all: Vec<Active<'w>>,
    /// For each object: effects on other processes' memory, effects on own memory.
    by_object: BTreeMap<ObjId, (Row, Row)>,
    /// Operations on memory that is not known.
    anywhere: Vec<usize>,
}

impl<'w> Product<'w, '_> {
    /// Meets in both roles.
    pub(super) fn meet(&mut self, joint: &Joint) {
        self.meet_ordered(joint);
        if !joint.symmetric() {
            let other = joint.exchanged(|t| exchanged(self.interp, t));
            self.meet_ordered(&other);
        }
    }

    /// Operations of the first process against everything of the second.
    fn meet_ordered(&mut self, joint: &Joint) {
        let (a, b) = (self.contents(joint.at[0].point), self.contents(joint.at[1].point));
        let mut copies = self.copies(joint);
        for (obj, (ops, _)) in &a.by_object {
            let Some((others, own)) = b.by_object.get(obj) else { continue };
            for x in ops.near(None).into_iter().map(|x| &a.all[x]) {
                for (row, from) in [(others, Some(x.at)), (own, None)] {
                    let mut near = row.near(x.fixed.as_ref());
                    near.retain(|y| from.is_none_or(|at| at <= b.all[*y].at));
                    if x.fixed.is_some() {
                        let conflicts = |y: &&usize| {
                            row.holds_fixed(**y)
                                && meeting(&self.interp.terms, x.issue, &x.effect, b.all[**y].issue, &b.all[**y].effect)
                                    != Meeting::None
                        };
                        let met = near.iter().filter(conflicts).count();
                        self.found.apart += row.conflicting(&x.effect, from).saturating_sub(met) as u64;
                    }
                    for y in near {
                        self.consider(joint, &mut copies, x, &b.all[y], *obj);
                    }
                }
            }
        }
        for &x in &a.anywhere {
            self.consider_anywhere(joint, &mut copies, &a.all[x], &b);
        }
    }

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
                    Event::Access(a) => self.activate(start, &v.way, at, None, a, &mut all),
                    Event::Issue(issue) => {
                        for (n, e) in issue.effects.iter().enumerate() {
                            let at = EventRef { effect: n as u32, ..at };
                            self.activate(start, &v.way, at, Some(issue), e, &mut all);
                        }
                    }
                    _ => {}
                }
            }
        }
        if let Some(at) = start {
            for c in self.carried.get(&at).cloned().unwrap_or_default() {
                let Event::Issue(issue) = &skeleton.nodes[c.op.node].items[c.op.item as usize].event else { continue };
                let locks = if c.earlier { Vec::new() } else { self.locks_at(c.op) };
                let mut effect = c.effect.clone();
                self.made_elsewhere(c.win, &mut effect.area.places);
                all.push(Active {
                    at: c.op,
                    issue: Some(issue),
                    fixed: Fixed::of(self.interp, &effect.area),
                    effect,
                    target: c.target,
                    win: c.win,
                    comm: self.comm_of(c.win),
                    conds: c.conds.clone(),
                    lossy: c.lossy,
                    carried: true,
                    closed: c.closed,
                    stores: None,
                    locks,
                    exposed: Vec::new(),
                });
            }
        }
        self.thin_out(&mut all);
        let mut contents = Contents::default();
        for (n, x) in all.iter().enumerate() {
            let remote = x.target.is_some();
            for p in &x.effect.area.places {
                let (ops, own) = contents.by_object.entry(p.obj).or_default();
                let row = if remote { ops } else { own };
                row.push(n, x.at, &x.effect, x.fixed);
            }
            if remote && x.effect.area.unknown {
                contents.anywhere.push(n);
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

    /// Of effects that one line of the program has in many function instances, those that differ are kept, and few
    /// of each sort.
    fn thin_out(&self, all: &mut Vec<Active<'w>>) {
        let mut alike: FxHashMap<_, usize> = FxHashMap::default();
        let mut of_line: FxHashMap<_, usize> = FxHashMap::default();
        all.retain(|x| {
            let loc = self.skeleton.nodes[x.at.node].items[x.at.item as usize].loc;
            let line = (loc, x.at.effect, x.effect.kind, x.carried);
            let key = (line, x.effect.area.clone(), x.target, x.win);
            let (n, m) = (alike.entry(key).or_default(), of_line.entry(line).or_default());
            *n += 1;
            *m += 1;
            loc.is_none() || (*n <= MAX_ALIKE && *m <= MAX_OF_LINE)
        });
    }

    fn comm_of(&self, win: Option<TermId>) -> CommId {
        win.map_or(CommId::Unknown, |w| self.interp.comm_of_window(w))
    }

    /// An effect of the segment, said in terms of its start.
    fn activate(
        &mut self,
        start: Point,
        way: &Way,
        at: EventRef,
        issue: Option<&'w Issue>,
        effect: &Access,
        out: &mut Vec<Active<'w>>,
    ) {
        if matches!(effect.actor, Actor::Instruction("unknown call")) {
            return;
        }
        let skeleton = self.skeleton;
        let (mut target, mut win) = (None, None);
        let (mut places, mut blocks) = (effect.area.places.clone(), effect.area.blocks.clone());
        if effect.bank == Bank::Target {
            (target, win) = (issue.and_then(|i| i.target), issue.and_then(|i| i.win));
            self.made_elsewhere(win, &mut places);
        } else if let Some(part) = places.first().and_then(|p| self.interp.api.shared.get(&p.obj)).copied() {
            // A direct access to the part of another process in a shared window.
            (target, win) = (Some(part.rank), Some(part.win));
            (places, blocks) = self.in_window(effect, part.win);
        } else if !places.iter().any(|p| self.windows.contains(&p.obj)) {
            return;
        }
        let mut conds = way.conds.clone();
        let reach = skeleton.nodes[at.node].reach.clone();
        let bounds = counter_bounds(self.interp, skeleton, at.node);
        let locks = self.locks_at(at);
        let posts = if target.is_none() { self.held.exposures(skeleton, at) } else { Vec::new() };
        let loud = &self.loud;
        let mut walker = Walker::new(self.interp, skeleton, loud, self.coarse, start);
        let mut say = |t: TermId| walker.canonical(way, t);
        conds.extend(reach.into_iter().chain(bounds).map(&mut say));
        let area = Area {
            places: places.iter().map(|p| p.map(&mut say)).collect(),
            unknown: effect.area.unknown,
            blocks: blocks.iter().map(|b| b.map(&mut say)).collect(),
        };
        let effect = Access { area, cond: say(effect.cond), ..effect.clone() };
        let stores = issue.and_then(|i| i.stores).map(&mut say);
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
        let fixed = Fixed::of(self.interp, &effect.area);
        conds.sort_unstable();
        conds.dedup();
        out.push(Active {
            at,
            issue,
            effect,
            fixed,
            target,
            win,
            comm,
            conds,
            lossy: false,
            carried: false,
            closed: false,
            stores,
            locks,
            exposed,
        });
    }

    /// An access to another process' part of a shared window as one to its window memory: the memory as places, in terms
    /// of the owner, the way into it as blocks, in terms of the caller.
    fn in_window(&mut self, effect: &Access, win: TermId) -> (Vec<Place>, Vec<Block>) {
        let Some(base) = self.interp.window(win).and_then(|(_, w)| w.base) else { return (Vec::new(), Vec::new()) };
        let places = self.interp.places(base).list;
        let mut blocks = Vec::new();
        for p in &effect.area.places {
            for b in &effect.area.blocks {
                let offset = self.interp.terms.add(p.offset, b.offset);
                blocks.push(Block { offset, ..b.clone() });
            }
        }
        (places, blocks)
    }

    fn locks_at(&self, at: EventRef) -> Vec<Lock> {
        let nocheck = self.interp.abi.map_or(0, |a| a.constants().mode_nocheck);
        let locks = self.held.locks(self.skeleton, at);
        let calls = locks.into_iter().filter_map(|l| epoch_call(self.skeleton, l));
        // A lock without check excludes nobody.
        let checked =
            calls.filter(|e| e.assert.is_some_and(|a| self.interp.terms.as_const(a).is_some_and(|a| a & nocheck == 0)));
        checked
            .map(|e| Lock {
                win: e.win,
                rank: if e.change == Epoch::LockAll { None } else { e.rank },
                exclusive: e.exclusive,
                comm: e.comm,
            })
            .collect()
    }

    /// A pair of effects on one object.
    fn consider(&mut self, joint: &Joint, copies: &mut [Copy; 2], a: &Active, b: &Active, obj: ObjId) {
        if a.carried && b.carried {
            return;
        }
        let meeting = meeting(&self.interp.terms, a.issue, &a.effect, b.issue, &b.effect);
        if meeting == Meeting::None {
            return;
        }
        self.considered += 1;
        let conflicts = self.conflicts(copies, a, b, obj, meeting);
        if conflicts.is_empty() {
            return;
        }
        let Some((mut reach, mut path, lossy)) = self.circumstances(joint, copies, a, b) else { return };
        if !self.possible(&mut reach, &mut path) {
            return;
        }
        let lossy = lossy || meeting == Meeting::UnknownTypes;
        for (conflict, cond, overlaps) in conflicts {
            let path = path.iter().copied().chain(cond).collect();
            self.propose((a, b), conflict, reach.clone(), path, overlaps, lossy);
        }
    }

    /// In what ways two effects on the same bytes are a conflict, each with its condition.
    fn conflicts(
        &mut self,
        copies: &mut [Copy; 2],
        a: &Active,
        b: &Active,
        obj: ObjId,
        meeting: Meeting,
    ) -> Vec<(Conflict, Option<TermId>, Vec<Overlap>)> {
        let Meeting::Atomic { size, types, ops } = meeting else {
            let overlaps = self.overlaps(copies, a, b, obj, None);
            let some = !overlaps.is_empty();
            return some.then_some((Conflict::AtTarget, None, overlaps)).into_iter().collect();
        };
        let mut out = Vec::new();
        // Of one type, where elements overlap by parts.
        out.push((Conflict::AtTarget, None, self.overlaps(copies, a, b, obj, Some(size))));
        // Of different types, not atomic at all; with different reductions.
        for (conflict, pair) in [(Conflict::AtTarget, Some(types)), (Conflict::Reductions, ops)] {
            let Some((x, y)) = pair else { continue };
            let (x, y) = (copies[0].of(self.interp, x), copies[1].of(self.interp, y));
            let differ = self.interp.terms.ne(x, y);
            if self.interp.terms.as_const(differ) != Some(0) {
                out.push((conflict, Some(differ), self.overlaps(copies, a, b, obj, None)));
            }
        }
        out.retain(|(.., overlaps)| !overlaps.is_empty());
        out
    }

    fn propose(
        &mut self,
        (a, b): (&Active, &Active),
        conflict: Conflict,
        reach: Vec<TermId>,
        mut path: Vec<TermId>,
        overlaps: Vec<Overlap>,
        lossy: bool,
    ) {
        if overlaps.is_empty() || path.iter().any(|t| self.interp.terms.as_const(*t) == Some(0)) {
            return;
        }
        path.retain(|t| self.interp.terms.as_const(*t).is_none());
        let pair = Pair { first: a.at, second: b.at, conflict, processes: Processes::Two, later_iteration: a.carried };
        let none = PairId::from_raw(0);
        let candidate = Candidate { pair: none, reach, path, overlaps, lossy, unknown_pointer: false };
        self.ways.add(self.found, pair, candidate);
    }

    /// An operation whose memory is not known may meet anything of the other process' windows.
    fn consider_anywhere(&mut self, joint: &Joint, copies: &mut [Copy; 2], a: &Active, b: &Contents) {
        for y in b.all.iter().filter(|y| !(a.carried && y.carried)) {
            if meeting(&self.interp.terms, a.issue, &a.effect, y.issue, &y.effect) == Meeting::None {
                continue;
            }
            let Some((mut reach, mut path, lossy)) = self.circumstances(joint, copies, a, y) else { continue };
            if !self.possible(&mut reach, &mut path) {
                continue;
            }
            let pair = Pair {
                first: a.at,
                second: y.at,
                conflict: Conflict::AtTarget,
                processes: Processes::Two,
                later_iteration: a.carried,
            };
            let candidate = Candidate {
                pair: PairId::from_raw(0),
                reach,
                path,
                overlaps: Vec::new(),
                lossy,
                unknown_pointer: true,
            };
            self.ways.add(self.found, pair, candidate);
        }
    }

    fn possible(&mut self, reach: &mut Vec<TermId>, path: &mut Vec<TermId>) -> bool {
        for list in [&mut *reach, &mut *path] {
            if list.iter().any(|t| self.interp.terms.as_const(*t) == Some(0)) {
                return false;
            }
            list.retain(|t| self.interp.terms.as_const(*t).is_none());
            list.sort_unstable();
            list.dedup();
        }
        let together: Vec<TermId> = reach.iter().chain(path.iter()).copied().collect();
        let all = self.interp.terms.all(&together);
        self.interp.terms.as_const(all) != Some(0)
    }

    /// Conditions of the two, of their being in different processes, in the same memory, and not excluded.
    fn circumstances(
        &mut self,
        joint: &Joint,
        copies: &mut [Copy; 2],
        a: &Active,
        b: &Active,
    ) -> Option<(Vec<TermId>, Vec<TermId>, bool)> {
        let mut lossy = self.coarse || joint.lossy || a.lossy || b.lossy;
        // Operations after a fence touch a process only after that process' fence.
        if let Some(window) = a.win.and_then(|w| self.window(w))
            && b.target.is_none()
            && !a.carried
            && joint.channels.ahead.get(&Sequence::Fences(window)).is_some_and(|(who, l)| *who == 0 && !l.is_empty())
        {
            return None;
        }
        let mut reach: Vec<TermId> = a.conds.iter().map(|c| copies[0].of(self.interp, *c)).collect();
        let mut path: Vec<TermId> = b.conds.iter().map(|c| copies[1].of(self.interp, *c)).collect();
        path.extend(&joint.conds);
        let (p, q) = (self.rank(0, CommId::World), self.rank(1, CommId::World));
        path.push(self.interp.terms.ne(p, q));
        let target = copies[0].of(self.interp, a.target?);
        let comm = a.comm;
        let (more, unknown) = self.members_alike(joint, comm)?;
        path.extend(more);
        lossy |= unknown;
        if comm != CommId::World {
            let (p, q) = (self.rank(0, comm), self.rank(1, comm));
            path.push(self.interp.terms.ne(p, q));
            // One communicator has one size.
            let size = self.interp.size_of_comm(comm);
            let sizes = [1, 2, 3].map(|n| self.made.elsewhere(n).of(self.interp, size));
            path.push(self.interp.terms.eq(sizes[0], sizes[1]));
            path.push(self.interp.terms.eq(sizes[0], sizes[2]));
        }
        let owner = match b.target {
            Some(t) => {
                // Ranks of different communicators do not compare.
                lossy |= b.comm != comm;
                copies[1].of(self.interp, t)
            }
            None => self.rank(1, comm),
        };
        path.push(self.interp.terms.eq(target, owner));
        self.active_target(joint, copies, a, b, &mut path, &mut lossy)?;
        // Who goes on because of what it has fetched may know that the other is through: unless it is the other's doing
        // that lets it go on, with the operation still pending.
        let decided = !(a.carried && joint.channels.saw[1]) && (self.fetched(&a.conds) || self.fetched(&b.conds));
        let entered = if decided { self.entered(joint, copies, a, b) } else { None };
        lossy |= decided && entered.is_none();
        let mut spoken_of = vec![target, owner];
        for (x, n) in [(a, 0), (b, 1)] {
            spoken_of.extend(x.effect.area.blocks.iter().map(|b| copies[n].of(self.interp, b.offset)));
        }
        path.extend(self.distinct(&reach, &path, &spoken_of));
        let excluded = self.excluded(copies, a, b, owner);
        path.push(self.interp.terms.not(excluded));
        let cond = copies[0].of(self.interp, a.effect.cond);
        let more = conditions_that_matter(&self.interp.terms, cond, &reach, &path);
        reach.extend(more);
        let cond = copies[1].of(self.interp, b.effect.cond);
        let more = conditions_that_matter(&self.interp.terms, cond, &reach, &path);
        path.extend(more);
        if let Some((mut values, more)) = entered {
            path.extend(more);
            for t in reach.iter_mut().chain(&mut path) {
                *t = self.interp.terms.subst(*t, &mut values);
            }
        }
        Some((reach, path, lossy))
    }

    /// Whether conditions speak of values that were fetched from a window.
    fn fetched(&self, conds: &[TermId]) -> bool {
        conds.iter().any(|c| self.interp.speaks_of_windows(*c))
    }

    /// Facts about values that differ from process to process.
    fn distinct(&mut self, reach: &[TermId], path: &[TermId], more: &[TermId]) -> Vec<TermId> {
        let mut seen: BTreeMap<crate::term::SymId, [Option<crate::term::SymId>; 2]> = BTreeMap::new();
        let interp = &self.interp;
        for t in reach.iter().chain(path).chain(more) {
            interp.terms.for_each_sym(*t, &mut |x| {
                let process = interp.terms.syms[x].process;
                if interp.terms.syms[x].distinct.is_some()
                    && (1..=2).contains(&process)
                    && let Some(of) = interp.copied.get(&x)
                {
                    seen.entry(*of).or_default()[usize::from(process) - 1] = Some(x);
                }
            });
        }
        let mut out = Vec::new();
        for (of, copies) in seen {
            let [Some(x), Some(y)] = copies else { continue };
            let terms = &mut self.interp.terms;
            let (x, y) = (terms.sym(x), terms.sym(y));
            match terms.syms[of].distinct {
                Some(Distinct::Unless(c)) => {
                    let c = terms.int(c);
                    let (differ, exempt) = (terms.ne(x, y), terms.eq(x, c));
                    out.push(terms.any(&[differ, exempt]));
                }
                Some(Distinct::By(step)) => {
                    let (x_end, y_end) = (terms.add_int(x, step), terms.add_int(y, step));
                    let (below, above) = (terms.le(x_end, y), terms.le(y_end, x));
                    // Of one counter: those of different places have nothing to do with each other.
                    let Some(l) = self.interp.api.fetched.get(&of).map(|f| f.location) else { continue };
                    let mut differ = vec![below, above];
                    for t in [l.target, l.offset] {
                        let [t1, t2] = [1, 2].map(|n| self.made.elsewhere(n).of(self.interp, t));
                        differ.push(self.interp.terms.ne(t1, t2));
                    }
                    out.push(self.interp.terms.any(&differ));
                }
                None => {}
            }
        }
        out
    }

    /// Operations between start and complete touch their target only while it exposes its window to them.
    fn active_target(
        &mut self,
        joint: &Joint,
        copies: &mut [Copy; 2],
        a: &Active,
        b: &Active,
        path: &mut Vec<TermId>,
        lossy: &mut bool,
    ) -> Option<()> {
        if !a.in_access_epoch(self) {
            return Some(());
        }
        let win = a.win?;
        if b.target.is_none() {
            let window = self.window(win)?;
            let complete = joint.channels.exposures[0].get(&window).map_or(0, |x| x.complete);
            if a.closed && complete == 0 {
                return None;
            }
            let origin = self.rank(0, a.comm);
            let mut ways = Vec::new();
            for e in &b.exposed {
                let (x, y) = (copies[0].of(self.interp, win), copies[1].of(self.interp, e.win));
                let same = self.same_window(x, y);
                let (member, unknown) = self.member(&mut copies[1], &e.members, origin);
                *lossy |= unknown;
                ways.push(self.interp.terms.all(&[same, member]));
            }
            path.push(self.interp.terms.any(&ways));
            return Some(());
        }
        if b.in_access_epoch(self) && b.win == a.win {
            // Both come in one exposure epoch of the target only if that is for both.
            let (p, q) = (self.rank(0, a.comm), self.rank(1, a.comm));
            let mut third = self.made.elsewhere(3);
            let mut ways = Vec::new();
            for members in self.posts.clone().iter() {
                let (x, unknown) = self.member(&mut third, members, p);
                let (y, _) = self.member(&mut third, members, q);
                *lossy |= unknown;
                ways.push(self.interp.terms.all(&[x, y]));
            }
            path.push(self.interp.terms.any(&ways));
        }
        Some(())
    }

    /// Whether a rank is in the group that a call of the copied process names; and whether that is not known.
    pub(super) fn member(&mut self, copy: &mut Copy, members: &Members, rank: TermId) -> (TermId, bool) {
        let mut any_of = |list: &[TermId], product: &mut Self| {
            let same: Vec<TermId> = list
                .iter()
                .map(|r| {
                    let r = copy.of(product.interp, *r);
                    product.interp.terms.eq(r, rank)
                })
                .collect();
            product.interp.terms.any(&same)
        };
        match members {
            Members::All => (self.interp.terms.truth(true), false),
            Members::Unknown => (self.interp.terms.truth(true), true),
            Members::Only(list) => (any_of(list, self), false),
            Members::Except(list) => {
                let out = any_of(list, self);
                (self.interp.terms.not(out), false)
            }
        }
    }

    /// Both are inside locks on the same window and target, one of them exclusive.
    fn excluded(&mut self, copies: &mut [Copy; 2], a: &Active, b: &Active, owner: TermId) -> TermId {
        let mut ways = Vec::new();
        for x in &a.locks {
            for y in b.locks.iter().filter(|y| y.comm == x.comm) {
                if x.rank.is_none() && y.rank.is_none() {
                    continue;
                }
                let mut parts = Vec::new();
                for (lock, copy) in [(x, 0), (y, 1)] {
                    if let Some(rank) = lock.rank {
                        let rank = copies[copy].of(self.interp, rank);
                        parts.push(self.interp.terms.eq(rank, owner));
                    }
                }
                let (v, w) = (copies[0].of(self.interp, x.win), copies[1].of(self.interp, y.win));
                parts.push(self.same_window(v, w));
                let exclusive = [copies[0].of(self.interp, x.exclusive), copies[1].of(self.interp, y.exclusive)];
                parts.push(self.interp.terms.any(&exclusive));
                ways.push(self.interp.terms.all(&parts));
            }
        }
        self.interp.terms.any(&ways)
    }

    /// Ways in which the bytes may be the same. `granule`: only parts of elements of this size are a conflict.
    fn overlaps(
        &mut self,
        copies: &mut [Copy; 2],
        a: &Active,
        b: &Active,
        obj: ObjId,
        granule: Option<i64>,
    ) -> Vec<Overlap> {
        let mut third = self.made.elsewhere(3);
        let mut out = Vec::new();
        for x in a.effect.area.places.iter().filter(|p| p.obj == obj) {
            for y in b.effect.area.places.iter().filter(|p| p.obj == obj) {
                // The window's memory is the owner's: the second process, or a third one.
                let owner = if b.target.is_none() { &mut copies[1] } else { &mut third };
                let x = x.map(|t| owner.of(self.interp, t));
                let y = y.map(|t| owner.of(self.interp, t));
                let same = self.interp.terms.eq(x.inst, y.inst);
                let guard = self.interp.terms.all(&[x.guard, y.guard, same]);
                if self.interp.terms.as_const(guard) == Some(0) {
                    continue;
                }
                for s in &a.effect.area.blocks {
                    for t in &b.effect.area.blocks {
                        let first =
                            Extent { inst: x.inst, offset: x.offset, block: s.map(|u| copies[0].of(self.interp, u)) };
                        let second =
                            Extent { inst: y.inst, offset: y.offset, block: t.map(|u| copies[1].of(self.interp, u)) };
                        if apart(&mut self.interp.terms, &first, &second) {
                            self.found.apart += 1;
                            continue;
                        }
                        let mut guards = vec![guard];
                        if let Some(size) = granule {
                            let i = self.interp.terms.add(first.offset, first.block.offset);
                            let j = self.interp.terms.add(second.offset, second.block.offset);
                            let d = self.interp.terms.sub(i, j);
                            let size = self.interp.terms.int(size);
                            let rest = self.interp.terms.op(Op::Mod, d, size);
                            let whole = self.interp.terms.eq0(rest);
                            let parts = self.interp.terms.not(whole);
                            if self.interp.terms.as_const(parts) == Some(0) {
                                continue;
                            }
                            guards.push(parts);
                        }
                        out.push(Overlap { obj, guards, first, second: Some(second) });
                    }
                }
            }
        }
        out
    }
}
