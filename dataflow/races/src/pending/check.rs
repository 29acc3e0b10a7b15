//! What a walk does at the events of a node: completions end effects, accesses are checked against them (theory, 6.3).

use super::Walk;
use super::acknowledged::{Deferred, Stale};
use super::depend::TaskOrder;
use super::other_requests::is_request_index;
use super::state::{Follows, State};
use crate::found_again::found_in_turns;
use crate::tickets::drawn_in_turns;
use rma_frontend::api::{AccessKind, Bank, Side};
use rma_skeleton::candidate::{Candidate, Conflict, Extent, Overlap, Pair, Processes};
use rma_skeleton::overlap::{Fixed, apart, buffer_bounds, conditions_that_matter, counter_bounds};
use rma_skeleton::skeleton::{Access, Actor, Area, Block, Complete, Covers, Death, EpochKind, Event, Part, Place};
use rma_term::ids::{EventRef, NodeId, PairId, TermId};
use rma_term::object::ObjKind;
use rma_term::term::CommId;

impl Walk<'_, '_> {
    /// Passes the events of a node from position `from` on; `None` when nothing of the operation stays pending.
    pub(super) fn pass(&mut self, node: NodeId, from: u32, state: State) -> Option<State> {
        let mut state = state;
        let skeleton = self.skeleton;
        for (i, item) in skeleton.nodes[node].items.iter().enumerate().skip(from as usize) {
            let here = EventRef { node, item: i as u32, effect: 0 };
            if let Event::Team(team) = &item.event {
                state = self.pass_team(state, team, here)?;
                continue;
            }
            if matches!(item.event, Event::Order(_) | Event::Epoch(_) | Event::Foreign) {
                state.may_wait();
            }
            // The team as a whole makes no accesses: its threads do.
            if matches!(state.follows, Follows::Team(_))
                && matches!(item.event, Event::Access(_) | Event::Issue(_))
                && self.opening.is_none()
            {
                continue;
            }
            if let Some(opening) = self.opening {
                if !self.pass_open(&mut state, opening, here) {
                    return None;
                }
                continue;
            }
            if !matches!(state.follows, Follows::Team(_)) && !self.misuse(&mut state, &item.event, here) {
                return None;
            }
            if !self.is_posted(&mut state, &item.event, here) {
                continue;
            }
            let mut in_order = TaskOrder::No;
            if let (Follows::Creator(thread), Event::Access(_) | Event::Issue(_)) = (state.follows, &item.event) {
                in_order = self.before_awaited_store(thread, here);
            }
            match &item.event {
                Event::Access(_) | Event::Issue(_) if in_order == TaskOrder::Yes => {}
                Event::Access(a) if in_order == TaskOrder::Perhaps => {
                    let unsure = State { lossy: true, ..state.clone() };
                    match self.bank {
                        Bank::Target => self.check_at_target(&unsure, a, here),
                        Bank::Own => self.check(&unsure, a, here, false),
                    }
                }
                Event::Access(a) if self.bank == Bank::Target => self.check_at_target(&state, a, here),
                Event::Access(a) => self.check(&state, a, here, false),
                // What it does with its buffers is an access of its own.
                Event::Issue(other) if other.is_blocking() => {}
                Event::Issue(other) if self.bank == Bank::Target => {
                    self.check_operation(&state, other, here);
                    self.hands_over(&state, other, here);
                    if self.overtaken(&state, other) {
                        return None;
                    }
                }
                Event::Issue(other) => {
                    for (n, e) in other.effects.iter().enumerate().filter(|(_, e)| e.bank == Bank::Own) {
                        self.check(&state, e, EventRef { effect: n as u32, ..here }, true);
                    }
                    if self.overtaken(&state, other) {
                        return None;
                    }
                }
                Event::Complete(c) => {
                    if !self.complete(&mut state, c, here) {
                        return None;
                    }
                }
                Event::Death { places, unknown, how } => {
                    self.death(&mut state, places, *how, here);
                    if *unknown {
                        self.unknown_death(&state, *how, here);
                    }
                    if state.alive == 0 {
                        return None;
                    }
                }
                Event::ForgetRequest { cell } => self.forget_cell(&mut state, cell),
                Event::Order(_) if !self.announced_and_answered(&mut state, here) => return None,
                Event::Epoch(_) | Event::Order(_) if self.bank == Bank::Target => {
                    self.remember(&mut state, &item.event, here);
                    if !self.pass_synchronisation(&mut state, here) {
                        return None;
                    }
                }
                // The buffers of operations may be window memory too.
                Event::Epoch(_) | Event::Order(_) if self.in_window || self.issue.completion.queue.is_some() => {
                    self.remember(&mut state, &item.event, here);
                    self.carry(&state, here);
                }
                // It may have completed the operation.
                Event::Foreign => state.lossy = true,
                Event::Epoch(_) | Event::Order(_) | Event::Team(_) => {}
            }
        }
        Some(state)
    }

    /// A completion; `false` when it certainly covers the operation.
    pub(super) fn complete(&mut self, state: &mut State, c: &Complete, here: EventRef) -> bool {
        // What a task or thread has issued counts as pending until somebody waits for the task or thread, or finds the notification that it
        // raises itself: that comes after the data, whenever the thread runs.
        if matches!(state.follows, Follows::Creator(_)) && !matches!(c.covers, Covers::Note(_)) {
            return true;
        }
        if c.side == Side::Order {
            self.fence(state, c);
            return true;
        }
        if !self.ends_at(c) {
            self.closes(state, c);
            return true;
        }
        let Some(covered) = self.covers(state, c) else {
            state.lossy |= self.may_cover(c);
            return true;
        };
        match self.facts.terms.as_const(covered) {
            Some(0) => return true,
            Some(_) if c.some.is_none() => return false,
            _ => {}
        }
        if let Some(part) = c.some {
            return self.survive_some(state, covered, part, c);
        }
        self.distinct_indices(state, c, here);
        let not = self.facts.terms.not(covered);
        let reach = self.reach.clone();
        for r in reach {
            if self.at_issue(state, r) == covered {
                return false;
            }
        }
        state.survive(&mut self.facts.terms, not)
    }

    /// A fence: from now on, what the operation writes at its target comes before later writes of its process there.
    fn fence(&mut self, state: &mut State, c: &Complete) {
        let writes = self.issue.effects.iter().any(|e| e.bank == Bank::Target && e.kind != AccessKind::Read);
        if !writes {
            return;
        }
        match self.covers(state, c).and_then(|covered| self.facts.terms.as_const(covered)) {
            Some(1) => state.fenced = true,
            Some(_) => {}
            // Whether it is the operation's context is not known.
            None => state.lossy |= self.bank == Bank::Target,
        }
    }

    /// Records updates of locations that announce the operation; a wait may prove that the operation is complete:
    /// `false`.
    fn announced_and_answered(&mut self, state: &mut State, here: EventRef) -> bool {
        self.announce(state, here) && self.answered(state, here)
    }

    /// The operation was not among those that a wait-some call completed: then some request was active, and not all
    /// were completed.
    fn survive_some(&mut self, state: &mut State, covered: TermId, part: Part, c: &Complete) -> bool {
        let Covers::Requests(requests) = &c.covers else { return true };
        let (outcount, count) = (self.now(state, part.count), self.now(state, requests.count));
        if part.least > 0 {
            let counts = &mut self.some_counts;
            self.facts.terms.for_each_sym(part.count, &mut |x| {
                counts.insert(x);
            });
        }
        let least = self.facts.terms.int(part.least);
        let some = self.facts.terms.le(least, outcount);
        let not_all = self.facts.terms.lt(outcount, count);
        // Of one request at least one is this one.
        let room = self.facts.terms.lt(least, count);
        let uncovered = self.facts.terms.not(covered);
        let left = self.facts.terms.all(&[some, not_all, room]);
        let survived = self.facts.terms.any(&[uncovered, left]);
        state.survive(&mut self.facts.terms, survived)
    }

    /// The request that a wait-any call returned is inactive afterwards: the next call returns another one, unless an operation gets the
    /// place of the request in between.
    fn distinct_indices(&mut self, state: &mut State, c: &Complete, here: EventRef) {
        let index = |walk: &Self, t: TermId| {
            let mut found = None;
            walk.facts.terms.for_each_sym(t, &mut |x| {
                if is_request_index(walk.facts, x) {
                    found = Some(x);
                }
            });
            found
        };
        let Covers::Requests(requests) = &c.covers else { return };
        let Some(now) = requests.cell.places.first().and_then(|p| index(self, p.offset)) else { return };
        let before: Vec<_> = state.survived.iter().filter_map(|t| index(self, *t)).filter(|x| *x != now).collect();
        for x in before {
            if super::other_requests::may_be_started_again(self, x, here) {
                continue;
            }
            let (a, b) = (self.facts.terms.sym(x), self.facts.terms.sym(now));
            let differ = self.facts.terms.ne(a, b);
            state.survive(&mut self.facts.terms, differ);
        }
    }

    /// The completion is of a kind that could cover the operation.
    pub(super) fn may_cover(&self, c: &Complete) -> bool {
        match c.covers {
            Covers::Requests(_) => self.issue.completion.request.is_some(),
            Covers::Queue(_) => self.issue.completion.queue.is_some(),
            Covers::Note(_) => self.issue.completion.note.is_some(),
            _ => self.issue.target.win.is_some(),
        }
    }

    /// Condition under which a completion covers the operation; `None` when the condition is not known.
    pub(super) fn covers(&mut self, state: &State, c: &Complete) -> Option<TermId> {
        let no = self.facts.terms.truth(false);
        let cond = self.now(state, c.cond);
        let covered = match &c.covers {
            Covers::Window { win, .. } | Covers::Target { win, .. } => {
                let Some(own) = self.issue.target.win else { return Some(no) };
                let own = self.at_issue(state, own);
                let win = self.now(state, *win);
                let mut covered = self.facts.terms.eq(own, win);
                let fits = self.fits_epoch(&c.covers);
                if !fits {
                    return Some(no);
                }
                if let Covers::Target { rank, .. } = &c.covers {
                    let target = self.issue.target.rank?;
                    let target = self.at_issue(state, target);
                    let rank = self.now(state, *rank);
                    let same = self.facts.terms.eq(target, rank);
                    covered = self.facts.terms.all(&[covered, same]);
                }
                covered
            }
            Covers::Queue(queue) => {
                let Some(own) = self.issue.completion.queue else { return Some(no) };
                let (own, queue) = (self.at_issue(state, own), self.now(state, *queue));
                self.facts.terms.eq(own, queue)
            }
            Covers::Note(note) => {
                let Some(own) = self.issue.completion.note else { return Some(no) };
                // Two operations raise one notification: either may be the one that is found.
                if self.shares_note {
                    return None;
                }
                // What the wait finds is there already.
                let first = match self.stale {
                    Stale::No => self.facts.terms.truth(true),
                    Stale::Perhaps => return None,
                    Stale::AfterFirst(l) => {
                        let counter = self.facts.terms.sym(self.skeleton.loops[l].counter);
                        let counter = self.at_issue(state, counter);
                        self.facts.terms.eq0(counter)
                    }
                    Stale::Yes => return Some(no),
                };
                if super::acknowledged::is_only_note(&mut self.facts.terms, self.skeleton, self.at, &own, note) {
                    return Some(self.facts.terms.all(&[cond, first]));
                }
                let own = own.map(|t| self.at_issue(state, t));
                let note = note.map(|t| self.now(state, t));
                let same = [self.facts.terms.eq(own.segment, note.segment), self.facts.terms.eq(own.id, note.id)];
                let same = self.facts.terms.all(&same);
                self.facts.terms.all(&[same, first])
            }
            Covers::Requests(requests) => match self.issue.completion.request.clone() {
                Some(own) => {
                    let covered = self.covers_request(state, &own, requests)?;
                    let partition = self.covers_partition(state, requests)?;
                    self.facts.terms.all(&[covered, partition])
                }
                None => return Some(no),
            },
        };
        Some(self.facts.terms.all(&[cond, covered]))
    }

    /// Whether operation and completion belong to the same kind of epoch: a completion of passive target synchronisation covers no
    /// operation of an active epoch, and vice versa.
    fn fits_epoch(&self, covers: &Covers) -> bool {
        let passive = match covers {
            Covers::Window { passive: Some(passive), .. } => *passive,
            Covers::Target { .. } => true,
            _ => return true,
        };
        let kind = self.issue.epoch.kind.and_then(|e| self.facts.terms.as_const(e));
        let active = [EpochKind::Fence, EpochKind::Start].iter().any(|k| kind == Some(*k as i64));
        if passive { !active } else { kind != Some(EpochKind::Passive as i64) }
    }

    pub(super) fn place_at_issue(&mut self, state: &State, p: &Place) -> Place {
        p.whole(&mut self.facts.terms).map(|t| self.at_issue(state, t))
    }

    pub(super) fn place_now(&mut self, state: &State, p: &Place) -> Place {
        p.whole(&mut self.facts.terms).map(|t| self.now(state, t))
    }

    fn forget_cell(&mut self, state: &mut State, cell: &Area) {
        let Some(request) = self.issue.completion.request.clone() else { return };
        let ([own], [other]) = (&request.cell[..], &cell.places[..]) else { return };
        if own.obj != other.obj {
            return;
        }
        let (own, other) = (self.place_at_issue(state, own), self.place_now(state, other));
        if own.offset == other.offset && own.inst == other.inst {
            state.cell = false;
        }
    }

    /// The life of an object ends.
    fn death(&mut self, state: &mut State, places: &[Place], how: Death, here: EventRef) {
        // At the target it is the process' own memory only where that is itself.
        let mut itself = None;
        // What an operation reaches at its target through a window is the matter of the call that frees the window.
        if self.bank == Bank::Target && matches!(how, Death::Segment | Death::Window) {
            return;
        }
        if self.bank == Bank::Target {
            let Some(cond) = self.is_itself(state) else { return };
            itself = Some(cond);
        }
        for p in places {
            for n in 0..self.issue.effects.len().min(32) {
                if state.alive & (1 << n) == 0 {
                    continue;
                }
                let effect = self.issue.effects[n].clone();
                let mut overlaps = Vec::new();
                let mut whole = true;
                for own in effect.area.places.iter().filter(|q| q.obj == p.obj) {
                    let own = self.place_at_issue(state, own);
                    let p = self.place_now(state, p);
                    for block in &effect.area.blocks {
                        let first = self.extent_at_issue(state, &own, block);
                        let same = self.facts.terms.eq(own.inst, p.inst);
                        let guards = vec![own.guard, p.guard, same];
                        whole &= [p.guard, same].into_iter().all(|c| self.facts.terms.is_true(c));
                        overlaps.push(Overlap { obj: p.obj, guards, first, second: None });
                    }
                }
                if overlaps.is_empty() {
                    if effect.area.unknown && self.bank == Bank::Own && self.facts.objects[p.obj].escaped {
                        self.propose(state, n, here, Conflict::EndOfLife(how), overlaps, effect.cond, None, true);
                    }
                    continue;
                }
                let sure = effect.area.places.len() == 1 && !effect.area.unknown && whole;
                self.propose(
                    state,
                    n,
                    here,
                    Conflict::EndOfLife(how),
                    overlaps,
                    effect.cond,
                    itself,
                    effect.area.unknown,
                );
                if sure && itself.is_none() {
                    state.alive &= !(1 << n);
                }
            }
        }
    }

    /// The end of memory that is not known: perhaps of a buffer from the heap whose address went somewhere.
    fn unknown_death(&mut self, state: &State, how: Death, here: EventRef) {
        if self.bank == Bank::Target {
            return;
        }
        for n in 0..self.issue.effects.len().min(32) {
            let effect = &self.issue.effects[n];
            let of_heap = effect.area.places.iter().any(|p| {
                let object = &self.facts.objects[p.obj];
                object.escaped && object.kind == ObjKind::Heap
            });
            let anywhere = effect.area.unknown && effect.area.places.is_empty();
            if state.alive & (1 << n) != 0 && (of_heap || anywhere) {
                let cond = effect.cond;
                self.propose(state, n, here, Conflict::EndOfLife(how), Vec::new(), cond, None, true);
            }
        }
    }

    pub(super) fn extent_at_issue(&mut self, state: &State, p: &Place, block: &Block) -> Extent {
        Extent { inst: p.inst, offset: p.offset, block: self.block_at_issue(state, block) }
    }

    pub(super) fn block_at_issue(&mut self, state: &State, block: &Block) -> Block {
        block.map(|t| self.at_issue(state, t))
    }

    pub(super) fn extent_now(&mut self, state: &State, p: &Place, block: &Block) -> Extent {
        Extent { inst: p.inst, offset: p.offset, block: block.map(|t| self.now(state, t)) }
    }

    /// An access while the operation is pending.
    pub(super) fn check(&mut self, state: &State, access: &Access, here: EventRef, pending: bool) {
        for n in 0..self.issue.effects.len().min(32) {
            if state.alive & (1 << n) == 0 {
                continue;
            }
            let issue = self.issue;
            let effect = &issue.effects[n];
            let writes = |k: AccessKind| k != AccessKind::Read;
            let conflict = match (writes(effect.kind), writes(access.kind)) {
                (false, false) => continue,
                _ if pending => Conflict::BothPending,
                (false, true) => Conflict::WriteWhileRead,
                (true, false) => Conflict::ReadWhileWritten,
                (true, true) => Conflict::WriteWhileWritten,
            };
            let overlaps = self.overlaps(state, &effect.area, &access.area);
            let escaped =
                |area: &Area| area.places.is_empty() || area.places.iter().any(|p| self.facts.objects[p.obj].escaped);
            let unknown =
                (access.area.unknown && escaped(&effect.area)) || (effect.area.unknown && escaped(&access.area));
            let first = EventRef { effect: n as u32, ..self.at };
            if unknown && !self.paths.is_unproven(first, here, conflict, Processes::Same) {
                self.propose(state, n, here, conflict, Vec::new(), effect.cond, Some(access.cond), true);
            }
            // A call without a model may do nothing with its arguments.
            let no_model = matches!(access.actor, Actor::Instruction("unknown call"));
            if !overlaps.is_empty() && !no_model {
                self.propose(state, n, here, conflict, overlaps, effect.cond, Some(access.cond), false);
            }
        }
    }

    /// The buffers of one operation: what it writes must have nothing in common with what it reads (MPI 4.1, 12.3.4).
    pub(super) fn check_own_buffers(&mut self) {
        let issue = self.issue;
        if !issue.routine.is_rma() {
            return;
        }
        let state = State::start(self);
        let own = |n: &usize| issue.effects[*n].bank == Bank::Own;
        let buffers: Vec<usize> = (0..issue.effects.len().min(32)).filter(own).collect();
        for (i, &n) in buffers.iter().enumerate() {
            for &m in &buffers[i + 1..] {
                let (first, second) = (&issue.effects[n], &issue.effects[m]);
                let arg = |e: &Access| match &e.actor {
                    Actor::Argument { arg, .. } => Some(arg.clone()),
                    Actor::Instruction(_) => None,
                };
                let one_writes = first.kind != AccessKind::Read || second.kind != AccessKind::Read;
                // One argument may have several effects: parts of one buffer.
                if !one_writes || arg(first) == arg(second) {
                    continue;
                }
                let overlaps = self.overlaps(&state, &first.area, &second.area);
                if !overlaps.is_empty() {
                    let here = EventRef { effect: m as u32, ..self.at };
                    self.propose(&state, n, here, Conflict::OneCall, overlaps, first.cond, Some(second.cond), false);
                }
            }
        }
    }

    /// Paths in which two areas may share bytes, without those that a comparison of offsets rules out.
    pub(super) fn overlaps(&mut self, state: &State, first: &Area, second: &Area) -> Vec<Overlap> {
        let mut out = Vec::new();
        if let Some(a) = Fixed::of(self.facts, first)
            && let Some(b) = Fixed::of(self.facts, second)
            && a.misses(&b)
        {
            self.found.apart += u64::from(a.same_object(&b));
            return out;
        }
        for a in &first.places {
            for b in second.places.iter().filter(|b| b.obj == a.obj) {
                let spans = [self.facts.spans.get(&a.offset).copied(), self.facts.spans.get(&b.offset).copied()];
                let (a, b) = (self.place_at_issue(state, a), self.place_now(state, b));
                let same = self.facts.terms.eq(a.inst, b.inst);
                let mut parts = vec![a.guard, b.guard, same];
                for (offset, span) in [a.offset, b.offset].into_iter().zip(spans) {
                    if let Some((lo, hi)) = span {
                        let (lo, hi) = (self.facts.terms.int(lo), self.facts.terms.int(hi));
                        parts.push(self.facts.terms.le(lo, offset));
                        parts.push(self.facts.terms.le(offset, hi));
                    }
                }
                let guard = self.facts.terms.all(&parts);
                if self.facts.terms.is_false(guard) {
                    continue;
                }
                for x in &first.blocks {
                    for y in &second.blocks {
                        let (x, y) = (self.extent_at_issue(state, &a, x), self.extent_now(state, &b, y));
                        if apart(&mut self.facts.terms, &x, &y) {
                            self.found.apart += 1;
                            continue;
                        }
                        out.push(Overlap { obj: a.obj, guards: vec![guard], first: x, second: Some(y) });
                    }
                }
            }
        }
        out
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one candidate")]
    pub(super) fn propose(
        &mut self,
        state: &State,
        effect: usize,
        second: EventRef,
        conflict: Conflict,
        overlaps: Vec<Overlap>,
        effect_cond: TermId,
        access_cond: Option<TermId>,
        unknown_pointer: bool,
    ) {
        let first = EventRef { effect: effect as u32, ..self.at };
        let mut reach: Vec<TermId> = Vec::new();
        for r in self.reach.clone() {
            reach.push(self.at_issue(state, r));
        }
        let mut bounds = counter_bounds(self.facts, self.skeleton, self.at.node);
        bounds.extend(buffer_bounds(self.facts, self.skeleton, self.at));
        for b in bounds {
            reach.push(self.at_issue(state, b));
        }
        let mut path = state.branches.clone();
        path.extend(&state.survived);
        path.extend(self.links(state));
        let (left, unsaid) = match self.concurrent {
            Some(_) => (Vec::new(), false),
            None => self.left_by_earlier_iterations(state, second.node),
        };
        path.extend(left);
        let mut bounds = counter_bounds(self.facts, self.skeleton, second.node);
        bounds.extend(buffer_bounds(self.facts, self.skeleton, second));
        for b in bounds {
            path.push(self.now(state, b));
        }
        if let Some(c) = access_cond {
            path.push(self.now(state, c));
        }
        self.of_shares(state, &mut path, &reach, &overlaps);
        let effect_cond = self.at_issue(state, effect_cond);
        let takes_place = conditions_that_matter(&self.facts.terms, effect_cond, &reach, &path);
        reach.extend(takes_place);
        let mut perhaps = Vec::new();
        if !state.same_iteration() {
            let all: Vec<TermId> = reach.iter().chain(&path).copied().collect();
            path.extend(drawn_in_turns(self.facts, self.skeleton, &all, &overlaps));
            let found = found_in_turns(self.facts, self.skeleton, &all, &overlaps);
            path.extend(found.differ);
            perhaps = found.perhaps_differ;
        }
        for list in [&mut reach, &mut path] {
            if list.iter().any(|t| self.facts.terms.is_false(*t)) {
                return;
            }
            list.retain(|t| self.facts.terms.as_const(*t).is_none());
            list.sort_unstable();
            list.dedup();
        }
        let later_iteration = !state.same_iteration();
        let pair = Pair { first, second, conflict, processes: Processes::Same, later_iteration };
        let lossy = state.lossy || unsaid;
        let turned = self.turned_between(state, second.node);
        let mut candidate =
            Candidate { pair: PairId::from_raw(0), reach, path, overlaps, lossy, unknown_pointer, turned };
        if !lossy && !perhaps.is_empty() {
            // Two waits may have found the same, or may not: what decides is not followed.
            let unsure = Candidate { lossy: true, ..candidate.clone() };
            self.take(state, pair.clone(), unsure, second);
            perhaps.retain(|t| self.facts.terms.as_const(*t).is_none());
            candidate.path.extend(perhaps);
            candidate.path.sort_unstable();
            candidate.path.dedup();
        }
        if !lossy && let Some(another) = self.another_request(state) {
            // The analysis does not see all requests: it may have been one of those.
            let perhaps = Candidate { lossy: true, ..candidate.clone() };
            self.paths.add(self.found, pair.clone(), perhaps);
            if self.facts.terms.is_false(another) {
                return;
            }
            candidate.path.push(another);
        }
        self.take(state, pair, candidate, second);
    }

    /// Takes a candidate, or sets it aside until the search over two processes knows whether the operation has arrived.
    fn take(&mut self, state: &State, pair: Pair, candidate: Candidate, second: EventRef) {
        let certain = !candidate.lossy && !candidate.unknown_pointer;
        if let Some(at) = self.may_be_heard_of(state) {
            self.propose_to_itself(state, pair.clone(), &candidate);
            // The product has two different processes: it has nothing to say about an access of the target to its own memory.
            let own_memory = match &self.skeleton.nodes[second.node].items[second.item as usize].event {
                Event::Access(_) => true,
                Event::Issue(other) => other.effects.get(second.effect as usize).is_some_and(|e| e.bank == Bank::Own),
                _ => false,
            };
            let at_itself = self.bank == Bank::Target && own_memory;
            if at_itself {
                return;
            }
            let iterated = self.turned_since(state);
            self.deferred.push(Deferred { pair, candidate, at, posted: state.posted.clone(), iterated });
            return;
        }
        let kept = match self.concurrent {
            Some(_) => self.paths.add_concurrent(self.found, pair, candidate),
            None => self.paths.add(self.found, pair, candidate),
        };
        if let Some(kept) = kept
            && certain
        {
            let candidate = self.found.candidates[kept].clone();
            self.propose_first_iterations(state, &candidate);
        }
    }

    /// The product has two different processes, so it finds nothing about one of several processes that is its own
    /// target. Whether this process has found its own notification is not followed.
    fn propose_to_itself(&mut self, state: &State, pair: Pair, of: &Candidate) {
        let Some(target) = self.issue.target.rank else { return };
        let target = self.at_issue(state, target);
        let (me, size) = (self.facts.rank_in_comm(CommId::World), self.facts.size_of_comm(CommId::World));
        let one = self.facts.terms.int(1);
        let itself = [self.facts.terms.eq(target, me), self.facts.terms.lt(one, size)];
        if itself.iter().any(|t| self.facts.terms.is_false(*t)) {
            return;
        }
        let mut path = of.path.clone();
        path.extend(itself);
        path.sort_unstable();
        path.dedup();
        self.paths.add(self.found, pair, Candidate { path, lossy: true, ..of.clone() });
    }
}
