//! The steps of one process of a run (theory, 9.1).

use super::act::{
    Acknowledged, Act, Bytes, Channel, Completion, Lock, Operation, Piece, Spot, Step, Watched, Wish, Word,
};
use super::eval::{Env, Value};
use super::group::Groups;
use rma_frontend::api::{AccessKind, Bank, Compare, Epoch, Scope, Side};
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::{
    Access, Area, Block, Complete, Covers, Direction, Edge, EpochCall, Event, Issue, Location, Members, NoteRef,
    OrderCall, OrderKind, Place, Requests, Skeleton,
};
use rma_term::ids::{EventRef, LoopId, NodeId, ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Bytes of the longest word that is waited for.
const LONGEST_WORD: i64 = 8;

/// Goes through the program as one process.
pub(super) struct Tracer<'r, 'a> {
    pub facts: &'r Facts<'a>,
    pub skeleton: &'r Skeleton,
    pub groups: &'r Groups,
    /// Every process at the start of the program.
    pub starts: &'r [RefCell<Env<'r>>],
    /// Events whose accesses are needed.
    pub wanted: &'r FxHashSet<EventRef>,
    /// Loops by their headers.
    pub headers: &'r FxHashMap<NodeId, Vec<LoopId>>,
    /// Loops without any event that matters, and with one path out, by their headers.
    pub without_sync: &'r FxHashMap<NodeId, (LoopId, (NodeId, Edge))>,
    /// Memory with words that are waited for.
    pub words: &'r FxHashSet<ObjId>,
    /// A test was taken to find something: there are executions in which it does not.
    pub guessed: Cell<bool>,
    /// Loops that poll a word until it holds some value: all iterations except the last are left out.
    pub polled: RefCell<FxHashSet<LoopId>>,
    /// The comparison that the loop that was left last has waited for.
    pub wish: Cell<Option<Wish>>,
}

impl<'r> Tracer<'r, '_> {
    /// The steps of a process; `None` where what it does is not a function of ranks and iterations alone.
    pub fn trace(&self, process: usize) -> Option<Vec<Step>> {
        let mut env = self.starts[process].borrow().clone();
        let mut steps = Vec::new();
        let mut locks = Rc::default();
        let mut node = self.skeleton.entry?;
        for _ in 0..self.facts.terms.limits.get::<u32>(Limit::RunNodes) {
            for (n, item) in self.skeleton.nodes[node].items.iter().enumerate() {
                let at = EventRef { node, item: n as u32, effect: 0 };
                self.step(&mut env, at, &item.event, &mut locks, &mut steps)?;
            }
            let Some(edge) = self.path(&mut env, node)? else {
                return self.skeleton.nodes[node].succs.is_empty().then_some(steps);
            };
            self.go(&mut env, node, edge)?;
            node = edge.to;
            while let Some((from, edge)) = self.skip(&mut env, node) {
                self.go(&mut env, from, edge)?;
                node = edge.to;
            }
        }
        self.facts.terms.limits.reached(Limit::RunNodes);
        None
    }

    /// The edge that is taken from a node.
    fn path(&self, env: &mut Env<'r>, node: NodeId) -> Option<Option<Edge>> {
        let mut taken = None;
        for edge in &self.skeleton.nodes[node].succs {
            match env.holds(edge.cond) {
                Some(false) => {}
                Some(true) if taken.replace(*edge).is_none() => {}
                Some(true) => return None,
                None => {
                    let end = self.end_of_polling(env, node);
                    return end.or_else(|| self.past_branch(env, node)).map(Some);
                }
            }
        }
        Some(taken)
    }

    /// The path out of a loop that polls a word until it holds the awaited value: other iterations of the loop are skipped.
    fn end_of_polling(&self, env: &mut Env<'r>, node: NodeId) -> Option<Edge> {
        let inside = &self.skeleton.nodes[node].loops;
        let leaves = |e: &&Edge| {
            let to = &self.skeleton.nodes[e.to];
            let observes = |o: &OrderCall| match o.kind {
                OrderKind::Observe { wanted, .. } => wanted.is_none_or(|w| w.polled),
                _ => false,
            };
            to.loops.len() < inside.len()
                && matches!(to.items.first().map(|i| &i.event), Some(Event::Order(o)) if observes(o))
        };
        let mut paths = self.skeleton.nodes[node].succs.iter().filter(leaves);
        let (Some(edge), None) = (paths.next(), paths.next()) else { return None };
        let left = inside.iter().filter(|l| !self.skeleton.nodes[edge.to].loops.contains(l));
        for l in left {
            self.polled.borrow_mut().insert(*l);
            env.set([(self.skeleton.loops[*l].counter, None)]);
        }
        self.wish.set(env.wish(edge.cond));
        Some(*edge)
    }

    /// A loop without any event that matters, and with a known number of iterations, is skipped: the path out of it.
    fn skip(&self, env: &mut Env<'r>, header: NodeId) -> Option<(NodeId, Edge)> {
        let (l, exit) = self.without_sync.get(&header)?;
        let data = &self.skeleton.loops[*l];
        let trips = env.int(data.trips?)?;
        env.set(data.values.iter().map(|v| (v.sym, None)).chain([(data.counter, Some(Value::int(trips)))]));
        Some(*exit)
    }

    /// Takes an edge: loops begin, continue with the next iteration, and end.
    fn go(&self, env: &mut Env<'r>, from: NodeId, edge: Edge) -> Option<()> {
        if edge.iterations.is_some() {
            return None;
        }
        let (here, there) = (&self.skeleton.nodes[from].loops, &self.skeleton.nodes[edge.to].loops);
        let mut new = Vec::new();
        for l in here.iter().filter(|l| !there.contains(l)) {
            for (sym, last) in &self.skeleton.loops[*l].finals {
                if let Term::Sym(x) = *self.facts.terms.get(*last) {
                    new.push((x, env.get(*sym).cloned()));
                }
            }
        }
        for l in self.headers.get(&edge.to).into_iter().flatten() {
            let data = &self.skeleton.loops[*l];
            if data.recursion {
                return None;
            }
            let iterations = here.contains(l);
            let counter = if iterations { env.get(data.counter)?.as_int()? + 1 } else { 0 };
            new.push((data.counter, Some(Value::int(counter))));
            for v in &data.values {
                new.push((v.sym, env.value(if iterations { v.back } else { v.init })));
            }
        }
        if !new.is_empty() {
            env.set(new);
        }
        Some(())
    }

    fn step(
        &self,
        env: &mut Env<'r>,
        at: EventRef,
        event: &Event,
        locks: &mut Rc<Vec<Lock>>,
        steps: &mut Vec<Step>,
    ) -> Option<()> {
        let act = match event {
            Event::Access(access) => {
                self.sets_back(env, at, access, locks, steps);
                if !self.wanted.contains(&at) {
                    return Some(());
                }
                match env.holds(access.cond) {
                    Some(false) => return Some(()),
                    Some(true) => Some(Act::Access(self.own_bytes(env, access))),
                    None => Some(Act::Access(None)),
                }
            }
            Event::Issue(issue) => self.operation(env, issue)?,
            Event::Complete(c) => self.completion(env, at.node, c)?,
            Event::Death { places, .. } if self.wanted.contains(&at) => Some(Act::Access(self.objects_at(env, places))),
            Event::Epoch(e) if e.removes.is_some() && self.wanted.contains(&at) => {
                let places = e.removes.as_ref().map_or(&[][..], |a| &a.places);
                Some(Act::Access(self.objects_at(env, places)))
            }
            Event::Epoch(e) => self.epoch(env, at.node, e, locks)?,
            Event::Order(o) => self.order(env, at.node, o)?,
            Event::Team(_) | Event::Foreign => return None,
            Event::Death { .. } | Event::ForgetRequest { .. } => None,
        };
        if let Some(act) = act {
            steps.push(Step { at, act, locks: locks.clone() });
        }
        Some(())
    }

    /// Adds a store of a process into one of its own words that it waits for: the store overwrites earlier values of others.
    fn sets_back(&self, env: &Env<'r>, at: EventRef, access: &Access, locks: &Rc<Vec<Lock>>, steps: &mut Vec<Step>) {
        let is_word = |p: &Place| self.words.contains(&p.obj);
        if access.kind != AccessKind::Write || access.bank != Bank::Own || !access.area.places.iter().any(is_word) {
            return;
        }
        let mut env = env.clone();
        if env.holds(access.cond) != Some(true) {
            return;
        }
        let pieces = self.own_bytes(&mut env, access).unwrap_or_default();
        let [piece] = pieces[..] else { return };
        let Piece { owner, object, start, end } = piece;
        if end - start <= LONGEST_WORD {
            let spot = Spot { owner, word: Word::Memory(object, start) };
            steps.push(Step { at, act: Act::Reset(vec![spot]), locks: locks.clone() });
        }
    }

    /// Whether something happens that a test may find or not.
    fn happens(&self, env: &mut Env<'r>, node: NodeId, cond: TermId) -> Option<bool> {
        let (found, answer) = env.happens(cond)?;
        if let Some(answer) = answer
            && !self.is_awaited(env, node, answer)
        {
            self.guessed.set(true);
        }
        Some(found)
    }

    /// Whether a test is repeated until it succeeds: its loop has no other exit.
    fn is_awaited(&self, env: &Env<'r>, node: NodeId, (answer, no): (SymId, i64)) -> bool {
        let Some(l) = self.skeleton.nodes[node].loops.last() else { return false };
        let mut env = env.clone();
        env.set([(answer, Some(Value::int(no)))]);
        // In the next iteration, whichever that is.
        let data = &self.skeleton.loops[*l];
        let next: Vec<_> = data.values.iter().map(|v| (v.sym, env.value(v.back))).collect();
        env.set(next.into_iter().chain([(data.counter, None)]));
        let inside = |n: NodeId| self.skeleton.nodes[n].loops.contains(l);
        let paths = self.skeleton.nodes.iter_enumerated().filter(|(n, _)| inside(*n)).flat_map(|(_, data)| &data.succs);
        paths.filter(|e| !inside(e.to)).all(|e| env.holds(e.cond) == Some(false))
    }

    /// An operation on a window; nothing, if none of its effects takes place.
    fn operation(&self, env: &mut Env<'r>, issue: &Issue) -> Option<Option<Act>> {
        let at_target: Vec<(u32, &Access)> =
            (0..).zip(&issue.effects).filter(|(_, e)| e.bank == Bank::Target).collect();
        if at_target.is_empty() {
            return Some(None);
        }
        let mut taking_place = Vec::new();
        for (n, effect) in at_target {
            if env.holds(effect.cond)? {
                taking_place.push((n, effect));
            }
        }
        if taking_place.is_empty() {
            return Some(None);
        }
        let win = issue.target.win?;
        let target = env.int(issue.target.rank?)?;
        let target = self.groups.process(self.facts.comm_of_window(win), env.process, target)?;
        let queue = match issue.completion.queue {
            Some(queue) => Some(queue_number(env, queue)?),
            None => None,
        };
        let noted = match &issue.completion.note {
            Some(note) => Some(self.note(env, env.process, note)?),
            None => None,
        };
        let bytes = |effect: &Access, env: &mut Env<'r>| {
            if effect.area.unknown {
                return None;
            }
            // Symmetric memory is named by addresses of the process that uses it.
            let mut owner = (!effect.symmetric).then(|| self.starts[target].borrow_mut());
            pieces(target, owner.as_deref_mut(), &effect.area.places, env, &effect.area.blocks)
        };
        let mut effects: Vec<(u32, Bank, Bytes)> =
            taking_place.iter().map(|(n, e)| (*n, Bank::Target, bytes(e, env))).collect();
        for (n, effect) in (0..).zip(&issue.effects).filter(|(_, e)| e.bank == Bank::Own) {
            match env.holds(effect.cond) {
                Some(false) => {}
                Some(true) => effects.push((n, Bank::Own, self.own_bytes(env, effect))),
                None => effects.push((n, Bank::Own, None)),
            }
        }
        Some(Some(Act::Operation(Operation {
            win: env.value(win)?,
            target,
            effects,
            reads_only: taking_place.iter().all(|(_, e)| e.kind == AccessKind::Read),
            fetches: issue.effects.iter().any(|e| e.bank == Bank::Own && e.kind != AccessKind::Read),
            announced: issue.completion.announced,
            request: issue.completion.request.as_ref().map(|r| Some((r.obj, env.int(r.inst)?))),
            queue,
            noted,
        })))
    }

    fn completion(&self, env: &mut Env<'r>, node: NodeId, c: &Complete) -> Option<Option<Act>> {
        if !self.happens(env, node, c.cond)? {
            return Some(None);
        }
        let (both, fences) = (c.side == Side::Both, c.side == Side::Order);
        let closes = c.routine.completes.iter().any(|c| c.scope == Scope::StartEpoch);
        let of_window = |env: &mut Env<'r>, win: TermId, target, passive| {
            Some(Some(Act::Completion(Completion { win: env.value(win)?, target, passive, both, fences, closes })))
        };
        match &c.covers {
            Covers::Window { win, passive } => of_window(env, *win, None, *passive),
            Covers::Target { win, rank } => {
                let rank = env.int(*rank)?;
                let target = self.groups.process(self.facts.comm_of_window(*win), env.process, rank);
                // A rank that belongs to no process.
                if target.is_none() { Some(None) } else { of_window(env, *win, target, Some(true)) }
            }
            Covers::Requests(of) => Some(Some(Act::Requests(self.only_request(env, c, of)))),
            Covers::Queue(queue) => Some(Some(Act::Drained(queue_number(env, *queue)?))),
            Covers::Note(_) => Some(Some(Act::Noted)),
        }
    }

    /// The request that alone is waited for.
    fn only_request(&self, env: &mut Env<'r>, c: &Complete, of: &Requests) -> Option<(ObjId, i64)> {
        if c.some.is_some() || env.int(of.count) != Some(1) {
            return None;
        }
        let (request, from) = env.value(of.value)?.as_address()?;
        (from == 0).then_some(request)
    }

    fn epoch(&self, env: &mut Env<'r>, node: NodeId, e: &EpochCall, locks: &mut Rc<Vec<Lock>>) -> Option<Option<Act>> {
        if !self.happens(env, node, e.cond)? {
            return Some(None);
        }
        let win = env.value(e.win)?;
        let rank = match e.rank {
            Some(rank) => {
                let rank = env.int(rank)?;
                match self.groups.process(e.comm, env.process, rank) {
                    Some(process) => Some(process),
                    // Nothing is locked at `MPI_PROC_NULL`.
                    None => return Some(None),
                }
            }
            None => None,
        };
        Some(match e.change {
            Epoch::Fence => {
                let members = self.groups.members(e.comm, env.process)?;
                Some(Act::Fence { win, members, ends: env.holds(e.ends)? })
            }
            Epoch::Post => Some(Act::Post { win, to: self.members(env, e)? }),
            Epoch::Start => Some(Act::Start { win, to: self.members(env, e)? }),
            Epoch::Complete => Some(Act::Close { win }),
            Epoch::Wait | Epoch::Test => Some(Act::Wait { win }),
            Epoch::Lock | Epoch::LockAll => {
                let nocheck = self.facts.abi.map_or(0, |a| a.constants().mode_nocheck);
                let checked = env.int(e.assert?)? & nocheck == 0;
                let exclusive = checked && e.change == Epoch::Lock && env.holds(e.exclusive)?;
                Rc::make_mut(locks).push(Lock { win, target: rank, exclusive });
                None
            }
            Epoch::Unlock | Epoch::UnlockAll => {
                Rc::make_mut(locks).retain(|l| l.win != win || l.target != rank);
                None
            }
            Epoch::Sync | Epoch::Flush | Epoch::Attach | Epoch::Detach => None,
            // Locks made of words are followed as words.
            Epoch::Acquire | Epoch::Release if e.rank.is_some() => None,
            Epoch::Acquire => Some(Act::Acquire(win)),
            Epoch::Release => Some(Act::Release(win)),
        })
    }

    fn members(&self, env: &mut Env<'r>, e: &EpochCall) -> Option<Vec<usize>> {
        let all = self.groups.members(e.comm, env.process)?;
        let mut named = |ranks: &[TermId]| -> Option<Vec<usize>> {
            // A negative number is no member: a condition leaves this one out.
            let ranks = ranks.iter().map(|r| env.int(*r)).filter(|r| r.is_none_or(|r| r >= 0));
            ranks.map(|r| all.get(usize::try_from(r?).ok()?).copied()).collect()
        };
        match &e.members {
            Members::All => Some(all),
            Members::Only(ranks) => named(ranks),
            Members::Except(ranks) => {
                let out = named(ranks)?;
                Some(all.into_iter().filter(|p| !out.contains(p)).collect())
            }
            Members::Unknown => None,
        }
    }

    fn order(&self, env: &mut Env<'r>, node: NodeId, o: &OrderCall) -> Option<Option<Act>> {
        if let OrderKind::Update { location, value, adds } = &o.kind {
            // An addition sets the word to a value that is not known.
            let value = value.filter(|_| adds.is_none()).and_then(|v| env.int(v));
            let adds = adds.and_then(|v| env.int(v));
            return Some(Some(Act::Update {
                spot: self.spot(env, o.comm, location),
                value,
                adds,
                of: Acknowledged::Fenced,
            }));
        }
        if !self.happens(env, node, o.cond)? {
            return Some(None);
        }
        // What names no communicator is done by all processes.
        let comm = if o.routine.arg("comm").is_none() && o.handle.is_none() && o.comm == CommId::Unknown {
            CommId::World
        } else {
            o.comm
        };
        let members = self.groups.members(comm, env.process)?;
        let handle = match o.handle {
            Some(handle) => Some(env.value(handle)?),
            None => None,
        };
        let partners = self.groups.partners(comm, env.process)?;
        let process = |env: &mut Env<'r>, rank: TermId| -> Option<usize> {
            partners.get(usize::try_from(env.int(rank)?).ok()?).copied()
        };
        let channel = Channel { comm, handle, members: members.clone() };
        let act = match &o.kind {
            OrderKind::Collective { direction, root, request, makes, .. } => {
                if *direction == Direction::Neighbor {
                    return None;
                }
                let root = match root {
                    Some(root) => Some(self.root(env, comm, *root)?),
                    None => None,
                };
                // A process whose group has another process as the root exchanges nothing.
                let idle = if root == Some(None) { partners.clone() } else { idle(env, o, &partners)? };
                let root = root.flatten();
                Act::Collective {
                    channel,
                    direction: *direction,
                    root,
                    request: *request,
                    makes: *makes,
                    idle,
                    partners,
                }
            }
            OrderKind::Arrive { request, .. } => Act::Arrive { request: *request },
            OrderKind::Send { to, tag, synchronous, .. } => {
                let (to, tag) = (process(env, *to)?, env.int(*tag)?);
                Act::Send { channel, to, tag, synchronous: *synchronous }
            }
            OrderKind::Receive { from, tag, takes: true, .. } => {
                let from = match from {
                    Some(from) => Some(process(env, *from)?),
                    None => None,
                };
                let tag = match tag {
                    Some(tag) => Some(env.int(*tag)?),
                    None => None,
                };
                Act::Receive { channel, from, tag }
            }
            OrderKind::Observe { location, claims, wanted } => {
                let watched = self.watched(env, o.comm, location)?;
                let wish = match wanted.filter(|w| !w.polled) {
                    Some(wanted) => env.int(wanted.value).map(|value| (wanted.compare, value)),
                    None => self.wish.take(),
                };
                let initial = wanted.and_then(|w| w.initial).and_then(|t| env.int(t));
                Act::Observe { watched, wish: wish.filter(|_| !claims), initial }
            }
            OrderKind::Notify { note, to, queue } => {
                let owner = process(env, *to)?;
                let queue = match queue {
                    Some(queue) => Some(queue_number(env, *queue)?),
                    None => None,
                };
                let spot = self.note(env, owner, note);
                Act::Update { spot, value: Some(1), adds: None, of: Acknowledged::Queue(queue) }
            }
            OrderKind::Notified { note } => {
                let watched = Watched::AnyOf(self.notes(env, note));
                Act::Observe { watched, wish: Some((Compare::Eq, 1)), initial: Some(0) }
            }
            OrderKind::Reset { note } => Act::Reset(self.notes(env, note)),
            // The requests of synchronous sends.
            _ => return None,
        };
        Some(Some(act))
    }

    /// The root of a collective; `Some(None)` if the caller only names it as another process of its own group.
    fn root(&self, env: &mut Env<'r>, comm: CommId, rank: TermId) -> Option<Option<usize>> {
        let rank = env.int(rank)?;
        let constants = self.facts.abi.map(rma_frontend::api::Abi::constants);
        match constants.filter(|_| self.facts.is_inter(comm)) {
            Some(c) if rank == c.root => Some(Some(env.process)),
            Some(c) if rank == c.proc_null => Some(None),
            _ => {
                let partners = self.groups.partners(comm, env.process)?;
                Some(Some(*partners.get(usize::try_from(rank).ok()?)?))
            }
        }
    }

    fn spot(&self, env: &mut Env<'r>, comm: CommId, location: &Location) -> Option<Spot> {
        let (object, from) = env.value(location.memory)?.as_address()?;
        let rank = env.int(location.target)?;
        let comm = if comm == CommId::Unknown { CommId::World } else { comm };
        let owner = self.groups.process(comm, env.process, rank)?;
        Some(Spot { owner, word: Word::Memory(object, from + env.int(location.offset)?) })
    }

    /// The words that a wait watches: one, or each of several. `None`: not known.
    fn watched(&self, env: &mut Env<'r>, comm: CommId, location: &Location) -> Option<Watched> {
        if let Some(len) = location.len {
            return Some(Watched::Each(self.spot(env, comm, location)?, env.int(len)?));
        }
        Some(Watched::AnyOf(env.each(location.offset, |env| self.spot(env, comm, location))))
    }

    /// The notifications of a process that a name denotes.
    fn notes(&self, env: &mut Env<'r>, note: &NoteRef) -> Vec<Spot> {
        env.each(note.id, |env| self.note(env, env.process, note))
    }

    fn note(&self, env: &mut Env<'r>, owner: usize, note: &NoteRef) -> Option<Spot> {
        Some(Spot { owner, word: Word::Note(env.int(note.segment)?, env.int(note.id)?) })
    }

    /// The bytes of an access that a process makes itself.
    fn own_bytes(&self, env: &mut Env<'r>, access: &Access) -> Bytes {
        let Area { places, unknown, blocks } = &access.area;
        let shared = |p: &Place| self.facts.shared.contains_key(&p.obj);
        if *unknown || places.iter().any(shared) {
            return None;
        }
        pieces(env.process, None, places, env, blocks)
    }

    /// All bytes of the objects at some places of the process' own memory.
    fn objects_at(&self, env: &mut Env<'r>, places: &[Place]) -> Bytes {
        let mut out = Vec::new();
        for place in places {
            if env.holds(place.guard)? {
                let object = (place.obj, env.int(place.inst)?);
                out.push(Piece { owner: env.process, object, start: i64::MIN / 2, end: i64::MAX / 2 });
            }
        }
        Some(out)
    }
}

/// The bytes at `places`, in terms of the owner of the memory (`None`: that is the caller), and from there in `blocks`, in terms of the
/// caller.
fn pieces<'r>(
    process: usize,
    mut owner: Option<&mut Env<'r>>,
    places: &[Place],
    caller: &mut Env<'r>,
    blocks: &[Block],
) -> Bytes {
    let mut out = Vec::new();
    for place in places {
        let at_owner = owner.as_deref_mut().unwrap_or(caller).holds(place.guard)?;
        if !at_owner || !caller.holds(place.named)? {
            continue;
        }
        let object = (place.obj, caller.int(place.inst)?);
        let base = owner.as_deref_mut().unwrap_or(caller).int(place.offset)?;
        for block in blocks {
            let mut starts = vec![base.checked_add(caller.int(block.offset)?)?];
            for dim in &block.dims {
                let (count, stride) = (caller.int(dim.count)?.max(0), caller.int(dim.stride)?);
                if !caller
                    .terms
                    .limits
                    .allows(Limit::RunPieces, starts.len().checked_mul(usize::try_from(count).ok()?)?)
                {
                    return None;
                }
                starts = (0..count).flat_map(|i| starts.iter().map(move |s| s + i * stride)).collect();
            }
            let len = caller.int(block.len?)?;
            if len > 0 {
                let piece = |start: i64| Piece { owner: process, object, start, end: start + len };
                out.extend(starts.into_iter().map(piece));
            }
        }
    }
    Some(out)
}

/// The number of a queue; a call that waits for its own operation has a separate queue.
fn queue_number(env: &mut Env<'_>, queue: TermId) -> Option<i64> {
    let queue = env.value(queue)?;
    queue.as_int().or_else(|| queue.as_address().map(|((call, _), _)| -1 - call.index() as i64))
}

/// The partners that a process exchanges nothing with in a collective with separate counts; `partners` by rank.
fn idle(env: &mut Env<'_>, o: &OrderCall, partners: &[usize]) -> Option<Vec<usize>> {
    let Some(empty) = o.empty else { return Some(Vec::new()) };
    let Some(Term::Sym(member)) = o.member.map(|m| env.terms.get(m)) else {
        return Some(if env.holds(empty)? { partners.to_vec() } else { Vec::new() });
    };
    let mut out = Vec::new();
    for (rank, partner) in partners.iter().enumerate() {
        env.set([(*member, Some(Value::int(rank as i64)))]);
        if env.holds(empty)? {
            out.push(*partner);
        }
    }
    env.set([(*member, None)]);
    Some(out)
}
