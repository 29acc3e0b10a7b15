//! Races between processes: two symbolic processes over one program (theory, 7).
//!
//! A state of the product contains the last synchronisation of each of the two processes ([`state`]). The events of the two
//! processes from there up to their next synchronisations ([`crate::segment`]) are concurrent. A step takes both processes through
//! the same collective, or one of them through a synchronisation that does not wait for the other ([`transitions`]): the reachable
//! states represent the consistent cuts of all runs with any number of processes. In each state the operations of one process,
//! those just issued and those still pending from before ([`crate::pending::PendingAtSync`]), are compared with the accesses of the
//! other process ([`check`]), under the conditions of [`circumstances`], such as mutual exclusion by locks. [`copy`] distinguishes
//! values that differ between the processes.
//!
//! Invariants: a pair is excluded only by an order that every execution has; where an order was not followed the state
//! is `lossy`, and its findings are at most unproven. The two processes are different: [`crate::pending`] finds races
//! of a process with itself.
//!
//! If a search exceeds its limits, the next one follows less order ([`Followed`]): first without messages, words, notifications, and
//! collectives that not all processes wait in, then as the survey does. This only adds cuts; what such a search finds is unproven. What was
//! certain before stays found. If even the last search exceeds its limits, each pair that the survey has met is unproven, without conditions;
//! if the survey has not come to its end, the analysis is incomplete.

mod active;
mod aging;
mod check;
mod circumstances;
mod collectives;
mod copy;
mod deferred;
mod endings;
mod entry;
mod exits;
mod exposures;
mod found_by_all;
mod messages;
mod notes;
pub(crate) mod own_notes;
mod premise;
mod root_waits;
mod row;
mod seen;
mod separate;
mod sides;
mod state;
mod suspects;
mod third_flags;
pub(crate) mod third_messages;
pub(crate) mod third_notifications;
mod threads;
mod ties;
mod trail;
mod transitions;
mod unpublished;
mod words;
mod worklist;

use crate::pending::{AtTargets, Deferred, Found, FoundPairs, PendingAtSync, PublishedWord};
use crate::segment::{Followed, Point, Segment};
use crate::sync::Synchronisation;
use crate::sync::held::Held;
use rma_frontend::api::{Bank, Epoch};
use rma_skeleton::candidate::{Candidate, Pair, Processes};
use rma_skeleton::facts::{Facts, window_memory};
use rma_skeleton::options::MemoryModel;
use rma_skeleton::skeleton::paths::TopologicalOrder;
use rma_skeleton::skeleton::{Event, Members, Node, OrderKind, Skeleton};
use rma_term::ids::{EventRef, LoopId, ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Process, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use separate::Synced;
use state::{Channels, ProductState};
use std::cell::RefCell;
use std::rc::Rc;
use worklist::Worklist;

/// The product walk.
struct Product<'w, 'a> {
    facts: &'w mut Facts<'a>,
    sync: &'w Synchronisation,
    skeleton: &'w Skeleton,
    pending_at_sync: FxHashMap<EventRef, Vec<&'w PendingAtSync>>,
    published: FxHashMap<EventRef, Vec<&'w PublishedWord>>,
    /// Operations, each with an update that may come without a fence between the two.
    unfenced: &'w FxHashSet<(EventRef, EventRef)>,
    /// What a process stores in a word of a third process lets no other process pass a wait.
    wait_at_home: bool,
    /// Results of `tells_target` so far, for updates and operations.
    told_targets: FxHashMap<(EventRef, EventRef), Option<usize>>,
    held: Held,
    /// The calls that synchronise the copies of windows, in the separate memory model.
    synced: Option<Synced>,
    made: copy::Copies,
    segments: FxHashMap<Point, Rc<Segment>>,
    contents: FxHashMap<Point, Rc<active::Contents<'w>>>,
    views: FxHashMap<[state::At; 2], Rc<RefCell<check::Views>>>,
    /// A process, and its place.
    exits: FxHashMap<(usize, state::At), Rc<Vec<exits::Exits>>>,
    sync_loops: FxHashSet<LoopId>,
    /// Order of the nodes, as [`TopologicalOrder`] gives it.
    order: Rc<TopologicalOrder>,
    /// How much of the order is followed; with less than all what is found is at most unproven.
    followed: Followed,
    /// Pairs that were visited.
    considered: usize,
    /// How many of them a search visits.
    most_pairs: usize,
    /// Conditions that were asked about: whether they contradict each other, and what they are together.
    contradictions: FxHashMap<Vec<TermId>, bool>,
    conjunctions: FxHashMap<Vec<TermId>, TermId>,
    /// For each pair, how many paths a coarse search has examined.
    paths_of: FxHashMap<(EventRef, EventRef), usize>,
    /// Pairs with too many such paths.
    given_up: Vec<Pair>,
    /// Loops with collectives in them.
    counted: FxHashSet<LoopId>,
    /// Loops in which all processes wait for each other, at once or in two calls.
    lockstep: FxHashSet<LoopId>,
    /// Loops in which processes wait for words.
    polled: FxHashSet<LoopId>,
    /// Loops in which processes wait for one of several notifications.
    picking: FxHashSet<LoopId>,
    /// Loops with so few iterations that all of them are distinguished.
    short: Rc<FxHashSet<LoopId>>,
    /// Sends, with what their processes receive before them.
    third_senders: Rc<Vec<third_messages::ThirdSender>>,
    /// Whether the messages of a chain have all been received when a barrier is passed.
    chains_over: FxHashMap<(CommId, EventRef), bool>,
    /// Conditions that were checked, and whether they contradict each other by the ranks of processes.
    of_nobody: FxHashMap<TermId, bool>,
    /// Results of `distinction` for the symbols so far.
    distinctions: FxHashMap<SymId, Option<(usize, circumstances::Distinction)>>,
    ranks: FxHashMap<(usize, CommId), TermId>,
    /// For each collective, the events that its root waits for before it; computed on demand.
    root_waits: FxHashMap<EventRef, Rc<root_waits::RootWaits>>,
    /// Collectives that some processes contribute nothing to.
    non_contributing: Rc<Vec<EventRef>>,
    /// Communicators with receives that begin before they are waited for, and with probes.
    early: FxHashSet<CommId>,
    /// The different groups that posts name.
    posts: Rc<Vec<Members>>,
    /// Starts of access epochs that need not wait for the post.
    unasked: FxHashSet<EventRef>,
    /// Operations that are still pending when a lock variable is given back.
    outlasting: FxHashSet<EventRef>,
    /// Posts of notifications, with what their processes wait for before them.
    posts_of: Rc<Vec<third_notifications::ThirdPoster>>,
    /// Waits for notifications before a place, in the same iteration.
    found_before: FxHashMap<EventRef, Rc<Vec<own_notes::NoteAt>>>,
    /// For pairs of a post and a wait that were examined: the number of outermost loops that repeat both together.
    repeated: FxHashMap<(EventRef, EventRef), Option<usize>>,
    /// Objects that are window memory.
    windows: FxHashSet<ObjId>,
    /// What happens to memory before its address gets to others.
    unpublished: Rc<unpublished::Unpublished>,
    /// Calls that end all communication of their process.
    ends: Rc<Vec<EventRef>>,
    /// Candidates of one process that an answer of the other process may exclude.
    waiting: deferred::Waiting,
    suspects: suspects::Suspects,
    /// What the search takes for granted: [`Product::premise`].
    premise: Vec<TermId>,
    /// Events of other threads that are concurrent with synchronisations.
    others: Rc<threads::Others>,
    found: &'w mut Found,
    paths: &'w mut FoundPairs,
}

/// Finds the pairs of accesses by two processes that may race.
pub(crate) fn find(
    facts: &mut Facts,
    sync: &Synchronisation,
    skeleton: &Skeleton,
    at_targets: &AtTargets,
    deferred: Vec<Deferred>,
    found: &mut Found,
    paths: &mut FoundPairs,
) {
    let one_sided = skeleton.nodes.iter().flat_map(|n| &n.items).any(|i| match &i.event {
        Event::Issue(issue) => issue.effects.iter().any(|e| e.bank == Bank::Target),
        Event::Access(a) => a.area.places.iter().any(|p| facts.shared.contains_key(&p.obj)),
        _ => false,
    });
    if !one_sided {
        return;
    }
    let mut by_place: FxHashMap<EventRef, Vec<&PendingAtSync>> = FxHashMap::default();
    for c in &at_targets.pending_at_sync {
        by_place.entry(c.at).or_default().push(c);
    }
    let mut published: FxHashMap<EventRef, Vec<&PublishedWord>> = FxHashMap::default();
    for h in &at_targets.published {
        published.entry(h.op).or_default().push(h);
    }
    let (mut counted, mut lockstep, mut polled) = (FxHashSet::default(), FxHashSet::default(), FxHashSet::default());
    let mut picking = FxHashSet::default();
    for node in &skeleton.nodes {
        if node.items.iter().any(|i| rma_skeleton::skeleton::paths::is_barrier(&i.event)) {
            counted.extend(node.loops.iter().copied());
        }
        if node.items.iter().any(|i| rma_skeleton::skeleton::paths::synchronises_all(&i.event)) {
            lockstep.extend(node.loops.iter().copied());
        }
        let waits = |e: &Event| matches!(e, Event::Order(o) if matches!(o.kind, OrderKind::Observe { .. }));
        if node.items.iter().any(|i| waits(&i.event)) {
            polled.extend(node.loops.iter().copied());
        }
        if node.items.iter().any(|i| notes::is_one_of_several(&facts.terms, &i.event)) {
            picking.extend(node.loops.iter().copied());
        }
    }
    let held = Held::new(facts, skeleton);
    let synced = (facts.options.memory_model == MemoryModel::Separate).then(|| Synced::new(skeleton));
    let windows = window_memory(facts, skeleton);
    let unpublished = Rc::new(unpublished::Unpublished::new(facts, skeleton));
    let third_senders = third_messages::third_senders(facts, skeleton);
    let posts_of = third_notifications::third_posters(facts, skeleton);
    let most = facts.terms.limits.get(Limit::AloneIterations);
    let few = |t: TermId| facts.terms.as_const(t).is_some_and(|n| (0..=most).contains(&n));
    let iterations = skeleton.loops.iter_enumerated().filter(|(_, l)| l.trips.is_some_and(few));
    let short = iterations.map(|(id, _)| id).collect();
    let made = copy::Copies::new(facts, skeleton);
    let wait_at_home = seen::wait_at_home(facts, sync, skeleton);
    let mut product = Product {
        facts,
        sync,
        skeleton,
        pending_at_sync: by_place,
        published,
        unfenced: &at_targets.unfenced,
        wait_at_home,
        told_targets: FxHashMap::default(),
        held,
        synced,
        made,
        segments: FxHashMap::default(),
        contents: FxHashMap::default(),
        views: FxHashMap::default(),
        exits: FxHashMap::default(),
        sync_loops: sync_loops(skeleton, Followed::All),
        order: Rc::new(TopologicalOrder::new(skeleton)),
        followed: Followed::All,
        considered: 0,
        most_pairs: usize::MAX,
        paths_of: FxHashMap::default(),
        given_up: Vec::new(),
        counted,
        lockstep,
        polled,
        picking,
        short: Rc::new(short),
        third_senders: Rc::new(third_senders),
        chains_over: FxHashMap::default(),
        of_nobody: FxHashMap::default(),
        distinctions: FxHashMap::default(),
        contradictions: FxHashMap::default(),
        conjunctions: FxHashMap::default(),
        ranks: FxHashMap::default(),
        root_waits: FxHashMap::default(),
        non_contributing: Rc::new(non_contributing(skeleton)),
        early: early(skeleton),
        posts: Rc::new(posts(skeleton)),
        unasked: exposures::that_bring_nothing(skeleton),
        outlasting: outlasting(skeleton, &at_targets.pending_at_sync),
        posts_of: Rc::new(posts_of),
        found_before: FxHashMap::default(),
        repeated: FxHashMap::default(),
        windows,
        unpublished,
        ends: Rc::new(endings::ends(skeleton)),
        waiting: deferred::Waiting::new(deferred),
        suspects: suspects::Suspects::default(),
        premise: Vec::new(),
        others: Rc::default(),
        found,
        paths,
    };
    product.find_others();
    if product.paths.is_full(product.found) {
        product.found.limited = true;
        return;
    }
    product.survey();
    if product.suspects.are_none() && product.waiting.is_empty() {
        return;
    }
    for suspects in product.suspects_by_communicator() {
        product.suspects = suspects;
        product.search();
    }
}

impl Product<'_, '_> {
    /// Searches for the races of the suspects.
    fn search(&mut self) {
        self.follow_only(Followed::All);
        self.premise = self.premise();
        let before = self.found.candidates.len();
        if !self.explore() {
            // What was found stays found; the rest is looked for without the order of messages.
            self.forget_unproven(before);
            self.follow_only(Followed::Epochs);
            if !self.explore() {
                // Without the order of epochs, and without conditions, the search at least finds the accesses that overlap.
                self.forget_unproven(before);
                self.follow_only(Followed::Barriers);
                if !self.explore() {
                    self.give_up_suspects();
                }
            }
            self.give_back();
        }
        self.add_given_up();
    }

    /// Visits all states; `false` when there are too many.
    fn explore(&mut self) -> bool {
        let mut seen: FxHashMap<([state::At; 2], Channels), Vec<ProductState>> = FxHashMap::default();
        let order = self.order.clone();
        let mut work = Worklist::new(&order);
        work.push(ProductState::start());
        let mut by_points: FxHashMap<[Point; 2], usize> = FxHashMap::default();
        let mut found_by_all: FxHashSet<ProductState> = FxHashSet::default();
        let (mut states, mut steps, mut lossy_steps) = (0, 0, 0);
        let (most_pairs, most_steps) = match self.followed {
            _ if self.suspects.are_surveyed() => (Limit::SurveyPairs, Limit::SurveySteps),
            Followed::All => (Limit::ProductPairs, Limit::ProductSteps),
            Followed::Epochs => (Limit::ProductPairs, Limit::LossySteps),
            Followed::Barriers => (Limit::CoarsePairs, Limit::CoarseProductSteps),
        };
        self.most_pairs = self.facts.terms.limits.get(most_pairs);
        while let Some(state) = work.pop() {
            // A state that came later may contain this one.
            let key = (state.at.clone(), state.channels.clone());
            if seen.get(&key).is_some_and(|have| have.iter().any(|h| *h != state && self.contains(h, &state))) {
                continue;
            }
            states += 1;
            let limits = &self.facts.terms.limits;
            let within = limits.allows(Limit::ProductStates, states)
                && limits.allows(most_pairs, self.considered)
                && limits.allows(most_steps, steps)
                && (self.is_coarse() || limits.allows(Limit::LossySteps, lossy_steps));
            if !within {
                return false;
            }
            if found_by_all.insert(state.conflict_view()) {
                self.check(&state);
                if !self.suspects.are_surveyed() {
                    self.recall(&state);
                }
            }
            for mut next in self.successors(&state) {
                steps += 1;
                lossy_steps += usize::from(state.lossy);
                if self.followed == Followed::Barriers {
                    next.coarsen();
                }
                let at_points = by_points.entry([next.at[0].point, next.at[1].point]).or_insert(0usize);
                if !next.channels.any && !self.facts.terms.limits.allows(Limit::StatesAtPlaces, *at_points) {
                    next.saturate(&self.facts.terms.limits);
                }
                let key = (next.at.clone(), next.channels.clone());
                if let Some(kept) = self.keep(seen.entry(key).or_default(), next) {
                    *at_points += 1;
                    work.push(kept);
                }
            }
        }
        // A state with more pairs was not looked at to its end.
        self.facts.terms.limits.allows(most_pairs, self.considered)
    }

    /// Order is left out: what is found from here on is at most unproven.
    fn is_coarse(&self) -> bool {
        self.followed != Followed::All
    }

    fn follow_only(&mut self, followed: Followed) {
        self.followed = followed;
        self.sync_loops = sync_loops(self.skeleton, followed);
        self.considered = 0;
        self.paths_of.clear();
        self.given_up.clear();
        self.segments.clear();
        self.contents.clear();
        self.views.clear();
        self.exits.clear();
    }

    /// Forgets the unproven candidates of two processes of a search that was cut off, which are those from `from` on: a coarser search
    /// finds them again.
    fn forget_unproven(&mut self, from: usize) {
        let pairs = &self.found.pairs;
        let stays = |c: &Candidate| !c.lossy || pairs[c.pair].processes != Processes::Two;
        let kept: Vec<Candidate> = self.found.candidates.drain(from..).filter(stays).collect();
        self.found.candidates.extend(kept);
        self.paths.forget_unproven();
    }

    /// Adds a state to those at the same points; returns it if it is new.
    fn keep(&mut self, have: &mut Vec<ProductState>, mut next: ProductState) -> Option<ProductState> {
        trail::forget_beyond_limit(&self.facts.terms.limits, have, &mut next);
        loop {
            let mut merged = None;
            for (n, old) in have.iter().enumerate() {
                if self.contains(old, &next) {
                    return None;
                }
                // The only condition that the other has not.
                let only = |a: &ProductState, b: &ProductState| -> Option<TermId> {
                    let mut more = a.conds.iter().copied().filter(|c| !b.conds.contains(c));
                    more.next().filter(|_| more.next().is_none())
                };
                if next.lossy == old.lossy
                    && next.trail == old.trail
                    && let Some(a) = only(&next, old)
                    && let Some(b) = only(old, &next)
                    && self.facts.terms.not(a) == b
                {
                    merged = Some((n, a));
                    break;
                }
            }
            let Some((n, drop)) = merged else { break };
            have.remove(n);
            next.conds.retain(|c| *c != drop);
        }
        let unproven = have.iter().filter(|j| j.lossy).count();
        let limits = &self.facts.terms.limits;
        if !limits.room(Limit::StateVariants, have.len()) || next.lossy && !limits.room(Limit::LossyVariants, unproven)
        {
            let n = next.conds.len();
            self.unite(have, &mut next);
            // To which processes was posted is known by conditions alone, also after the next barrier.
            next.channels.forgot |= next.conds.len() < n && !self.posts_of.is_empty();
        }
        have.push(next.clone());
        Some(next)
    }

    /// Whether a state contains all runs of another one at the same points, and proves as much.
    fn contains(&self, state: &ProductState, other: &ProductState) -> bool {
        let along = state.trail.is_none() || state.trail == other.trail;
        along && (other.lossy || !state.lossy) && state.conds.iter().all(|c| self.implied(*c, &other.conds))
    }

    /// Merges states at the same points into one. It has the conditions that all of them share, and the disjunction of their further
    /// conditions while this is short.
    fn unite(&mut self, have: &mut Vec<ProductState>, next: &mut ProductState) {
        let (mut all, others): (Vec<ProductState>, Vec<ProductState>) =
            have.drain(..).partition(|j| j.lossy == next.lossy);
        *have = others;
        all.push(next.clone());
        next.trail.take_if(|trail| all.iter().any(|j| j.trail.as_ref() != Some(trail)));
        next.conds.retain(|c| all.iter().all(|j| j.conds.contains(c)));
        if next.lossy {
            return;
        }
        let mut paths = Vec::new();
        for j in &all {
            let rest: Vec<TermId> = j.conds.iter().copied().filter(|c| !next.conds.contains(c)).collect();
            paths.push(self.facts.terms.all(&rest));
        }
        let any = self.facts.terms.any(&paths);
        if !self.facts.terms.limits.allows(Limit::MergedWindowsWeight, self.facts.terms.weight(any)) {
            next.lossy = true;
        } else if self.facts.terms.as_const(any).is_none() {
            next.conds.push(any);
        }
    }

    /// Whether a condition follows from others: it is one of them, a disjunction with a part that follows, or a conjunction all of whose parts
    /// do.
    fn implied(&self, cond: TermId, conds: &[TermId]) -> bool {
        conds.contains(&cond)
            || match self.facts.terms.get(cond) {
                Term::Any(paths) => paths.iter().any(|w| self.implied(*w, conds)),
                Term::All(parts) => parts.iter().all(|p| self.implied(*p, conds)),
                _ => false,
            }
    }

    /// The segment from a place.
    fn segment(&mut self, start: Point) -> Rc<Segment> {
        if let Some(known) = self.segments.get(&start) {
            return known.clone();
        }
        let loc = start.and_then(|at| self.skeleton.nodes[at.node].items.get(at.item as usize)?.loc);
        self.facts.terms.limits.comes_to(loc);
        let segment = Rc::new(
            crate::segment::Walker::new(self.facts, self.skeleton, &self.sync_loops, self.followed, start)
                .of_process()
                .segment(start, &self.order),
        );
        self.found.limited |= segment.cut;
        self.segments.insert(start, segment.clone());
        segment
    }

    /// The rank of one of the two processes, 0 or 1, in a communicator.
    fn rank(&mut self, who: usize, comm: CommId) -> TermId {
        if let Some(known) = self.ranks.get(&(who, comm)) {
            return *known;
        }
        let rank = self.facts.rank_in_comm(comm);
        let rank = self.made.elsewhere(Process::of(who)).of(self.facts, rank);
        self.ranks.insert((who, comm), rank);
        rank
    }
}

/// Loops with synchronisations in them that are followed.
fn sync_loops(skeleton: &Skeleton, followed: Followed) -> FxHashSet<LoopId> {
    let synchronises = |n: &&Node| n.items.iter().any(|i| crate::segment::synchronises(&i.event, followed));
    skeleton.nodes.iter().filter(synchronises).flat_map(|n| n.loops.iter().copied()).collect()
}

/// Collectives that some processes contribute nothing to.
fn non_contributing(skeleton: &Skeleton) -> Vec<EventRef> {
    let mut out = Vec::new();
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (n, item) in data.items.iter().enumerate() {
            if let Event::Order(o) = &item.event
                && o.empty.is_some()
                && matches!(o.kind, OrderKind::Collective { .. })
            {
                out.push(EventRef { node, item: n as u32, effect: 0 });
            }
        }
    }
    out
}

/// Communicators on which a message may begin to be received before the place of the receive in the skeleton.
fn early(skeleton: &Skeleton) -> FxHashSet<CommId> {
    let items = skeleton.nodes.iter().flat_map(|n| &n.items);
    let calls = items.filter_map(|i| match &i.event {
        Event::Order(o) => Some(o),
        _ => None,
    });
    calls
        .filter(|o| matches!(o.kind, OrderKind::Receive { posted, takes, .. } if posted || !takes))
        .map(|o| o.comm)
        .collect()
}

impl Product<'_, '_> {
    /// The window that a handle means.
    fn window(&self, win: TermId) -> Option<ObjId> {
        match self.facts.terms.get(self.facts.the_object(win)) {
            Term::Addr(o, _) => Some(*o),
            _ => None,
        }
    }
}

/// Operations that are still pending when a lock variable is given back.
fn outlasting(skeleton: &Skeleton, pending_at_sync: &[PendingAtSync]) -> FxHashSet<EventRef> {
    let released =
        |c: &&PendingAtSync| crate::sync::held::epoch_call(skeleton, c.at).is_some_and(|e| e.change == Epoch::Release);
    pending_at_sync.iter().filter(released).map(|c| EventRef { effect: 0, ..c.op }).collect()
}

/// The groups that expose a window to their members, each once.
fn posts(skeleton: &Skeleton) -> Vec<Members> {
    let mut out: Vec<Members> = Vec::new();
    for item in skeleton.nodes.iter().flat_map(|n| &n.items) {
        if let Event::Epoch(e) = &item.event
            && e.change == Epoch::Post
            && !out.contains(&e.members)
        {
            out.push(e.members.clone());
        }
    }
    out
}
