//! Steps of the product: which synchronisations one process passes alone, and which both pass together (theory, 7.3).

use super::Product;
use super::copy::Copy;
use super::exits::Exits;
use super::state::{At, Iter, ProductState, Sequence};
use crate::segment::{Exit, FAR, Point, Segment, SegmentPath};
use rma_frontend::api::Epoch;
use rma_skeleton::skeleton::{Direction, Event, OrderCall, OrderKind, Skeleton};
use rma_term::ids::{EventRef, LoopId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Knowledge, Op, Process, Substitution, SymKind, Term};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Product<'_, '_> {
    /// The states that follow.
    pub(super) fn successors(&mut self, state: &ProductState) -> Vec<ProductState> {
        let segments = [self.segment(state.at[0].point), self.segment(state.at[1].point)];
        let mut out = Vec::new();
        let exits = [0, 1].map(|who| self.exits(state, who, &segments[who]));
        let open = [0, 1].map(|who| {
            let open = exits[who].iter().filter(|e| {
                let exit = &segments[who].exits[e.exit];
                !self.strays(state, who, exit) && !self.excludes(state, &[&e.lasting], &[])
            });
            open.collect::<Vec<&Exits>>()
        });
        self.together(state, &segments, &open, &mut out);
        for (who, segment) in segments.iter().enumerate() {
            for exits in &open[who] {
                self.alone(state, segment, who, exits, &mut out);
            }
        }
        out
    }

    pub(super) fn event(&self, at: EventRef) -> &Event {
        &self.skeleton.nodes[at.node].items[at.item as usize].event
    }

    /// Both processes pass the same synchronisation: a collective of all processes or of neighbours, a fence, or a synchronous message from
    /// one to the other.
    fn together(
        &mut self,
        state: &ProductState,
        segments: &[Rc<Segment>; 2],
        exits: &[Vec<&Exits>; 2],
        out: &mut Vec<ProductState>,
    ) {
        let aligned = state.aligned();
        for all_x in &exits[0] {
            for all_y in &exits[1] {
                let first = &segments[0].exits[all_x.exit];
                let second = &segments[1].exits[all_y.exit];
                let (x, way_x, y, way_y) = (&first.at, &first.path, &second.at, &second.path);
                // From the same place with the same values, both take the same edge.
                let same = x == y && way_x.iterations == way_y.iterations;
                if aligned && !same && !(way_x.diverged && way_y.diverged) {
                    continue;
                }
                let to = [
                    self.arrive(&state.at[0], &segments[0], *x, way_x),
                    self.arrive(&state.at[1], &segments[1], *y, way_y),
                ];
                let met = self.check_at(state, &to, &first.event, &second.event);
                let Some((sequence, more, lossy)) = met else { continue };
                let barrier = sequence.is_some() && !is_among_neighbours(&first.event);
                if let Some(s) = sequence
                    && state.channels.ahead.get(&s).is_some_and(|(_, list)| !list.is_empty())
                {
                    continue;
                }
                let mut next = state.clone();
                let collective = sequence.is_some();
                if self.excludes(state, &[&all_x.lasting, &all_y.lasting], &more) {
                    continue;
                }
                next.at = to;
                let mut grown = Vec::new();
                if aligned && same && !(way_x.diverged && way_y.diverged) {
                    for (l, i) in &next.at[0].iters {
                        grown.push((*l, if let Iter::Together(n) = i { Some(i64::from(*n)) } else { None }));
                    }
                    let short = self.short.clone();
                    let numbered = |l: &LoopId, i: &Iter| matches!(i, Iter::Fixed(_)) && short.contains(l);
                    for (l, i) in next.at.iter_mut().flat_map(|at| &mut at.iters) {
                        if !numbered(l, i) {
                            *i = Iter::Together(0);
                        }
                    }
                }
                self.forget_found(state, &mut next, 0, way_x);
                self.forget_found(state, &mut next, 1, way_y);
                self.iterate_seen(&mut next, 0, &segments[0].loops, way_x);
                self.iterate_seen(&mut next, 1, &segments[1].loops, way_y);
                if [way_x, way_y].iter().enumerate().any(|(n, way)| is_moved(&state.at[n], &next.at[n], way)) {
                    next.channels.apart.clear();
                }
                self.settle(&mut next, grown);
                next.trail = self.trail_after(state, [Some(first), Some(second)]);
                // Synchronisation before a barrier that was not followed has ended, unless messages or notifications of it are left, or the barriers
                // of the two are different ones, or of different iterations: where these are not counted, it may be that they never
                // synchronise.
                let left = state.channels.messages.iter().any(|list| !list.is_empty())
                    || state.channels.posts.iter().flatten().any(|p| p.raised && !p.seen);
                let same_one = x == y && next.at[0].iters == next.at[1].iters;
                let beyond_exit = x != y && (uncounted(&state.at) || uncounted(&next.at));
                next.lossy = lossy || way_x.lossy || way_y.lossy;
                next.lossy |= [(x, way_x), (y, way_y)].iter().enumerate().any(|(who, (to, path))| {
                    let iterated = iterated(self.skeleton, state.at[who].point, **to, &path.iterations);
                    state.beyond_exit(who, &iterated)
                });
                next.lossy |= (collective && beyond_exit) || (state.lossy && (!barrier || left || !same_one));
                if barrier && same_one {
                    self.end_chains(&mut next, *x);
                }
                // After the barrier the senders of messages from any source are not known any more.
                next.lossy |= barrier && left && state.channels.from_thirds.iter().any(|list| !list.is_empty());
                let combined = all_x.said.iter().flat_map(|x| all_y.said.iter().map(move |y| (x, y)));
                let lasting = self.lasting_of_any(&[all_x, all_y], &more);
                for (said_x, said_y) in combined {
                    let conds = said_x.iter().chain(said_y).chain(&more).copied().collect();
                    if self.add(state, next.clone(), (conds, lasting.as_deref()), barrier, out) {
                        break;
                    }
                }
            }
        }
    }

    /// Whether both processes pass two synchronisations at once: the sequence that these belong to, the conditions, and whether this is not
    /// known.
    fn check_at(
        &mut self,
        state: &ProductState,
        to: &[At; 2],
        a: &Event,
        b: &Event,
    ) -> Option<(Option<Sequence>, Vec<TermId>, bool)> {
        match (a, b) {
            (Event::Order(a), Event::Order(b)) => {
                if let (OrderKind::Send { .. }, OrderKind::Receive { .. }) = (&a.kind, &b.kind) {
                    return self.rendezvous(state, 0, a, b);
                }
                if let (OrderKind::Receive { .. }, OrderKind::Send { .. }) = (&a.kind, &b.kind) {
                    return self.rendezvous(state, 1, b, a);
                }
                let met = |o: &OrderCall| o.joins_all() || joins_neighbours(o);
                if !met(a) || !met(b) || a.comm != b.comm || a.routine.name != b.routine.name {
                    return None;
                }
                let (mut conds, lossy) = self.same_instance(state, to, a, b)?;
                if let (OrderKind::Collective { frees: Some(v), .. }, OrderKind::Collective { frees: Some(w), .. }) =
                    (&a.kind, &b.kind)
                {
                    let [mut p, mut q] = self.copies(state);
                    let (v, w) = (p.of(self.facts, *v), q.of(self.facts, *w));
                    conds.push(self.facts.terms.eq(v, w));
                }
                Some((Some(Sequence::Comm(a.comm)), conds, lossy))
            }
            (Event::Epoch(a), Event::Epoch(b)) if a.change == Epoch::Fence && b.change == Epoch::Fence => {
                if a.comm != b.comm {
                    return None;
                }
                let [mut p, mut q] = self.copies(state);
                let (v, w) = (p.of(self.facts, a.win), q.of(self.facts, b.win));
                let mut conds = vec![self.facts.terms.eq(v, w)];
                // The assertions are given by all or by none.
                conds.push(p.of(self.facts, a.ends));
                conds.push(q.of(self.facts, b.ends));
                let window = self.window(a.win)?;
                let (more, lossy) = self.members_alike(to, a.comm)?;
                conds.extend(more);
                Some((Some(Sequence::Fences(window)), conds, lossy))
            }
            _ => None,
        }
    }

    /// Condition that both processes are members of the communicator, and of the same instance of it.
    fn same_instance(
        &mut self,
        state: &ProductState,
        to: &[At; 2],
        a: &OrderCall,
        b: &OrderCall,
    ) -> Option<(Vec<TermId>, bool)> {
        let (mut conds, lossy) = self.members_alike(to, a.comm)?;
        if let (CommId::Object(_), Some(x), Some(y)) = (a.comm, a.handle, b.handle) {
            let [mut p, mut q] = self.copies(state);
            let (x, y) = (p.of(self.facts, x), q.of(self.facts, y));
            conds.push(self.facts.terms.eq(x, y));
        }
        Some((conds, lossy))
    }

    /// One process passes a synchronisation while the other process stays at its point.
    fn alone(
        &mut self,
        state: &ProductState,
        segment: &Segment,
        who: usize,
        exits: &Exits,
        out: &mut Vec<ProductState>,
    ) {
        let Exit { at, path, event } = &segment.exits[exits.exit];
        let at = *at;
        let mut paths: Vec<(ProductState, Vec<TermId>)> = Vec::new();
        let to = self.arrive(&state.at[who], segment, at, path);
        let moved = is_moved(&state.at[who], &to, path);
        let before;
        let mut state = state;
        if moved && !state.channels.apart.is_empty() {
            before = state.without_apart();
            state = &before;
        }
        match event {
            Event::Order(o) => self.order_alone(state, who, (at, &to), o, &mut paths),
            Event::Epoch(e) => self.epoch_alone(state, who, (at, &to), e, &mut paths),
            _ => return,
        }
        for (mut next, more) in paths {
            // Values of the place before and after an iteration have one name.
            let more: Vec<TermId> = more.into_iter().filter(|c| !moved || !self.about_iteration_of(who, *c)).collect();
            next.at[who] = to.clone();
            if !matches!(event, Event::Order(o) if matches!(o.kind, OrderKind::Notified { .. })) {
                self.forget_found(state, &mut next, who, path);
            }
            self.iterate_seen(&mut next, who, &segment.loops, path);
            if !self.leave(state, &mut next, who, path) {
                continue;
            }
            next.lossy |= state.beyond_exit(who, &iterated(self.skeleton, state.at[who].point, at, &path.iterations));
            // What is sent and received in uncounted iterations is not counted either.
            let uncounted = next.at[who].iters.iter().any(|(_, i)| *i == Iter::Own);
            next.lossy |= uncounted && is_message(event) || path.foreign > 0 || path.lossy;
            self.settle(&mut next, Vec::new());
            let by = &segment.exits[exits.exit];
            next.trail = self.trail_after(state, if who == 0 { [Some(by), None] } else { [None, Some(by)] });
            let lasting = self.lasting_of_any(&[exits], &more);
            for said in &exits.said {
                let conds = said.iter().chain(&more).copied().collect();
                if self.add(state, next.clone(), (conds, lasting.as_deref()), false, out) {
                    break;
                }
            }
        }
    }

    /// After a barrier only updates of operations that are still pending there matter.
    fn forget_seen(&self, next: &mut ProductState) {
        for who in [0, 1] {
            let pending_at_sync = next.at[1 - who].point.and_then(|at| self.pending_at_sync.get(&at));
            let told: BTreeSet<EventRef> =
                pending_at_sync.into_iter().flatten().flat_map(|c| &c.announced).copied().collect();
            next.channels.seen[who].retain(|u, _| told.contains(u));
        }
    }

    /// The conditions of a process about the notification that it has found last hold in those iterations only.
    fn forget_found(&self, from: &ProductState, next: &mut ProductState, who: usize, path: &SegmentPath) {
        if is_moved(&from.at[who], &next.at[who], path) {
            next.channels.found[who].clear();
        }
    }

    /// A condition contains values that change in loops of one process.
    fn about_iteration_of(&self, who: usize, cond: TermId) -> bool {
        let terms = &self.facts.terms;
        terms.any_sym(cond, |x| terms.syms[x].process == Process::of(who) && terms.syms[x].def_loop.is_some())
    }

    /// One process leaves a loop that both processes are in. If the loop contains a barrier, or its end is the same for all processes, the
    /// other process makes the same number of iterations. `false`: the other process is already beyond this number.
    fn leave(&self, from: &ProductState, next: &mut ProductState, who: usize, path: &SegmentPath) -> bool {
        for (i, (l, iter)) in from.at[who].iters.iter().enumerate() {
            let Iter::Together(mine) = iter else { continue };
            let outside = from.at[1 - who].iters.get(..i);
            let in_step = |(_, iter): &(LoopId, Iter)| matches!(iter, Iter::Together(0) | Iter::Fixed(_));
            let alike = self.made.ends_alike(self.facts, *l)
                && outside == Some(&from.at[who].iters[..i])
                && from.at[who].iters[..i].iter().all(in_step);
            // It may have entered the loop again since.
            let again = path.left.get(l).filter(|_| path.entered.contains_key(l)).copied();
            let inside = next.at[who].iters.iter().any(|(m, _)| m == l);
            let left = (self.lockstep.contains(l) || alike) && (!inside || again.is_some());
            let iterations = again.unwrap_or(path.iterations[i]);
            let last = i16::from(*mine) + i16::from(iterations);
            let data = &self.skeleton.loops[*l];
            let place = next.at[1 - who].point.map(|p| p.node);
            let in_body = !data.body_at_last && !place.is_some_and(|n| data.begins_at(n));
            for (m, theirs) in &mut next.at[1 - who].iters {
                let Iter::Together(n) = *theirs else { continue };
                if left && m == l {
                    let far = iterations == FAR;
                    let more = last - i16::from(n);
                    // The other process is in an iteration that this process has not had.
                    let beyond = more < i16::from(in_body);
                    if beyond && alike && !far {
                        return false;
                    }
                    next.lossy |= beyond;
                    *theirs = u8::try_from(more).ok().filter(|_| !far).map_or(Iter::Own, Iter::Left);
                }
            }
        }
        true
    }

    fn order_alone(
        &mut self,
        state: &ProductState,
        who: usize,
        (at, to): (EventRef, &At),
        o: &OrderCall,
        paths: &mut Vec<(ProductState, Vec<TermId>)>,
    ) {
        let here = (at, to);
        let mut places = state.at.clone();
        places[who] = to.clone();
        let free = |lossy: bool| ProductState { lossy: state.lossy || lossy, ..state.clone() };
        if state.channels.any
            && matches!(
                o.kind,
                OrderKind::Send { .. }
                    | OrderKind::Receive { .. }
                    | OrderKind::Taken { .. }
                    | OrderKind::Observe { .. }
                    | OrderKind::Update { .. }
                    | OrderKind::Notify { .. }
                    | OrderKind::Notified { .. }
                    | OrderKind::Reset { .. }
            )
        {
            paths.push((free(true), Vec::new()));
            return;
        }
        match &o.kind {
            OrderKind::Collective { direction, root, request, .. } => {
                paths.extend(self.pass_apart(state, (who, to), o.comm));
                if *direction == Direction::Neighbor && self.steps_between(state, o).is_none() {
                    paths.push((free(true), Vec::new()));
                    return;
                }
                if o.is_barrier() {
                    return;
                }
                let Some((conds, lossy)) = self.members_alike(&places, o.comm) else { return };
                if request.is_some() {
                    let mut next = free(lossy);
                    if self.push(&mut next, who, Sequence::Comm(o.comm), at) {
                        paths.push((next, conds));
                    }
                    return;
                }
                let arrivals = self.arrival(state, who, (at, o), *direction, *root, None);
                for (mut next, more) in arrivals {
                    next.lossy |= lossy;
                    if self.push(&mut next, who, Sequence::Comm(o.comm), at) {
                        paths.push((next, [&conds[..], &more].concat()));
                    }
                }
            }
            OrderKind::Arrive { request, direction, root } => {
                paths.extend(self.pass_apart(state, (who, to), o.comm));
                let Some((conds, lossy)) = self.members_alike(&places, o.comm) else { return };
                for (mut next, more) in self.arrival(state, who, (at, o), *direction, *root, Some(*request)) {
                    next.lossy |= lossy;
                    paths.push((next, [&conds[..], &more].concat()));
                }
            }
            OrderKind::Notify { .. } => paths.extend(self.notify(state, who, here)),
            OrderKind::Notified { .. } => paths.extend(self.notified(state, who, here)),
            OrderKind::Reset { .. } => paths.extend(self.reset(state, who, here)),
            OrderKind::Update { .. } => paths.extend(self.update(state, who, here)),
            OrderKind::Observe { location, .. } => {
                // Which of several variables a wait in a loop has found is forgotten after it.
                let terms = &self.facts.terms;
                let found = |x: SymId| terms.syms[x].kind == SymKind::Sender && terms.syms[x].def_loop.is_some();
                let forgotten = terms.any_sym(location.offset, found);
                let observed = self.observe(state, who, here).into_iter();
                paths.extend(
                    observed.map(|(next, conds)| (ProductState { lossy: next.lossy || forgotten, ..next }, conds)),
                );
            }
            OrderKind::Send { to, tag, synchronous, request } => {
                paths.extend(self.send(state, who, (at, o), (*to, *tag), *synchronous, *request));
            }
            OrderKind::Taken { to, tag, request } => paths.extend(self.taken(state, who, o, (*to, *tag), *request)),
            OrderKind::Receive { from, tag, takes, .. } => {
                paths.extend(self.receive(state, who, o, *from, *tag, *takes));
            }
        }
    }

    /// The place after a synchronisation, with the iterations of the loops around it.
    fn arrive(&self, from: &At, segment: &Segment, to: EventRef, path: &SegmentPath) -> At {
        let iter = |l: &LoopId| {
            if let Some(n) = path.entered.get(l) {
                return Iter::Fixed(i64::from(*n));
            }
            let Some(i) = segment.loops.iter().position(|x| x == l) else { return Iter::Own };
            let iterations = path.iterations[i];
            if path.iterations[..i].iter().any(|t| *t != 0) || iterations == FAR {
                return Iter::Own;
            }
            match from.iters.get(i).map_or(Iter::Own, |(_, x)| *x) {
                Iter::Fixed(c) if self.numbers(*l, c + i64::from(iterations)) => Iter::Fixed(c + i64::from(iterations)),
                Iter::Together(o) => Iter::Together(o + iterations as i8),
                Iter::Left(more) if iterations <= more => Iter::Left(more - iterations),
                _ => Iter::Own,
            }
        };
        let iters = self.skeleton.nodes[to.node].loops.iter().map(|l| (*l, iter(l))).collect();
        At { point: Some(to), iters }
    }

    /// Whether this iteration of a loop is distinguished from later ones: few are, unless collectives count them.
    fn numbers(&self, l: LoopId, iteration: i64) -> bool {
        let of = if self.counted.contains(&l) { Limit::CountedIterations } else { Limit::AloneIterations };
        self.facts.terms.limits.allows(of, iteration)
    }

    pub(super) fn copies(&mut self, state: &ProductState) -> [Copy; 2] {
        [self.made.at(Process::FIRST, &state.at[0]), self.made.at(Process::SECOND, &state.at[1])]
    }

    /// Adds a state unless its conditions contradict each other; returns whether it was added. Conditions that remain
    /// true when the processes continue are kept.
    fn add(
        &mut self,
        from: &ProductState,
        mut next: ProductState,
        (conds, lasting): (Vec<TermId>, Option<&[TermId]>),
        barrier: bool,
        out: &mut Vec<ProductState>,
    ) -> bool {
        let mut all = from.conds.clone();
        all.extend(conds);
        all.extend(self.are_apart(from));
        let mut all = self.all_of(all);
        if self.facts.terms.is_false(all) || self.is_of_nobody(all) || self.contradicts_premise(all) {
            return false;
        }
        if let Some(lasting) = lasting {
            let known: Vec<TermId> = from.conds.iter().chain(lasting).copied().collect();
            all = self.all_of(known);
        }
        let parts = self.facts.terms.conjuncts(all);
        // Conditions about iterations, and what processes read on the path, end with the segment.
        if barrier {
            next.channels.from_thirds = Default::default();
            next.channels.by_third = [0, 0];
            next.channels.picked = [false, false];
            next.channels.saw = [false, false];
            self.forget_seen(&mut next);
            if std::mem::take(&mut next.channels.any) {
                next.channels.lost = true;
                next.channels.forgot |= !self.posts_of.is_empty();
            }
        }
        // What was posted to others, and so not to this process, is known by these conditions alone.
        let alike = barrier && next.aligned() && next.channels.are_empty() && self.posts_of.is_empty();
        let over = |c: &TermId| {
            barrier && self.facts.terms.any_sym(*c, |x| matches!(self.facts.terms.syms[x].process, Process::Helper(..)))
        };
        let says = |c: &TermId| self.facts.terms.as_const(*c).is_none();
        next.conds = parts.into_iter().filter(|c| says(c) && self.lasts(*c, alike) && !over(c)).collect();
        // These were known, and what comes later may contradict them.
        let limits = &self.facts.terms.limits;
        next.lossy |= !limits.allows(Limit::ProductConditions, next.conds.len());
        next.conds.truncate(limits.get(Limit::ProductConditions));
        out.push(next);
        true
    }

    /// Whether a condition excludes what the search takes for granted.
    fn contradicts_premise(&mut self, all: TermId) -> bool {
        if self.premise.is_empty() {
            return false;
        }
        let together: Vec<TermId> = self.premise.iter().copied().chain([all]).collect();
        let together = self.all_of(together);
        self.facts.terms.is_false(together) || self.is_of_nobody(together)
    }

    /// Whether conditions contradict each other because of the ranks that they give to processes, or because they imply that the two
    /// processes are one.
    pub(super) fn is_of_nobody(&mut self, all: TermId) -> bool {
        if let Some(known) = self.of_nobody.get(&all) {
            return *known;
        }
        let parts = self.facts.terms.conjuncts(all);
        let ranks: Vec<(SymId, TermId)> = parts.iter().filter_map(|p| self.said_rank(*p)).collect();
        let of_nobody =
            !ranks.is_empty() && self.contradict_ranks(&parts, &ranks) || self.contradict_cyclically(&parts);
        self.of_nobody.insert(all, of_nobody);
        of_nobody
    }

    fn contradict_ranks(&mut self, parts: &[TermId], ranks: &[(SymId, TermId)]) -> bool {
        let mut s = Substitution::new();
        ranks.iter().for_each(|(x, rank)| {
            s.insert(*x, *rank);
        });
        let (first, then) = (self.rank(0, CommId::World), self.rank(1, CommId::World));
        let differ = self.facts.terms.ne(first, then);
        parts.iter().copied().chain([differ]).any(|p| {
            let mut p = p;
            // One equation may give a rank by another rank, for which a second equation gives a number.
            for _ in 0..2 {
                if self.facts.terms.any_sym(p, |x| ranks.iter().any(|(y, _)| x == *y)) {
                    p = self.facts.terms.subst(p, &mut s);
                }
            }
            self.facts.terms.is_false(p)
        })
    }

    /// Whether one condition says of two ranks what another one denies: `q = (p + 1) % n` and `p ≠ (q - 1) % n`.
    fn contradict_cyclically(&mut self, parts: &[TermId]) -> bool {
        let (mut said, mut denied) = (Vec::new(), Vec::new());
        for part in parts {
            let (list, equation) = match *self.facts.terms.get(*part) {
                Term::Not(inner) => (&mut denied, inner),
                _ => (&mut said, *part),
            };
            list.extend(self.cyclic_distance(equation));
        }
        said.iter().any(|d| denied.contains(d))
    }

    /// The modulus and the distance of an equation `x = e % n` for a rank x below n, which means `(e - x) % n = 0`; distances of either
    /// sign give the same result.
    fn cyclic_distance(&mut self, equation: TermId) -> Option<(TermId, TermId)> {
        let Term::Eq0(d) = *self.facts.terms.get(equation) else { return None };
        let (0, parts) = self.facts.terms.linear(d) else { return None };
        let [first, second] = parts[..] else { return None };
        let ((x, k), (rest, m)) =
            if matches!(self.facts.terms.get(first.0), Term::Sym(_)) { (first, second) } else { (second, first) };
        let (Term::Sym(x_sym), Term::Op(Op::Mod, e, n)) = (self.facts.terms.get(x), self.facts.terms.get(rest)) else {
            return None;
        };
        let (x_sym, e, n) = (*x_sym, *e, *n);
        let Term::Sym(n_sym) = *self.facts.terms.get(n) else { return None };
        let below = match (&self.facts.terms.syms[x_sym].kind, &self.facts.terms.syms[n_sym].kind) {
            (SymKind::Rank(a), SymKind::Size(b)) => a == b,
            _ => false,
        };
        if !below || k != -m || k.abs() != 1 {
            return None;
        }
        let distance = self.facts.terms.sub(e, x);
        let other_way = self.facts.terms.scale(distance, -1);
        Some((n, distance.min(other_way)))
    }

    /// The rank that an equation gives to a process: a number, or what the rest of its sum says, such as the rank of the other process and
    /// a distance.
    fn said_rank(&mut self, cond: TermId) -> Option<(SymId, TermId)> {
        let Term::Eq0(d) = *self.facts.terms.get(cond) else { return None };
        let (constant, parts) = self.facts.terms.linear(d);
        let ranks = parts.iter().rev().filter_map(|(x, k)| match *self.facts.terms.get(*x) {
            Term::Sym(sym) if k.abs() == 1 => Some((*x, sym, *k)),
            _ => None,
        });
        let mut ranks = ranks.filter(|(_, sym, _)| self.facts.terms.syms[*sym].kind == SymKind::Rank(CommId::World));
        let (rank, sym, k) = ranks.find(|(rank, sym, _)| {
            let mut others = parts.iter().filter(|(x, _)| x != rank);
            !others.any(|(x, _)| self.facts.terms.any_sym(*x, |s| s == *sym))
        })?;
        let rest = parts.into_iter().filter(|(x, _)| *x != rank).collect();
        let rest = self.facts.terms.from_linear(constant, rest);
        Some((sym, self.facts.terms.scale(rest, -k)))
    }

    /// Whether the state keeps a condition: it must hold for the rest of the run. If the two processes are in step again, it must also be
    /// about values that are the same for both.
    pub(super) fn lasts(&self, cond: TermId, alike: bool) -> bool {
        let facts = &self.facts;
        !facts.terms.any_sym(cond, |x| {
            let sym = &facts.terms.syms[x];
            let lasting =
                matches!(sym.kind, SymKind::Rank(_) | SymKind::Size(_) | SymKind::Parameter | SymKind::Sender)
                    || sym.kind == SymKind::Input && sym.knowledge == Knowledge::Known;
            !lasting || sym.def_loop.is_some() || alike && sym.process != Process::All
        })
    }
}

/// The loops around a segment's start that a place is in, with their iterations on the path there.
pub(super) fn iterated(skeleton: &Skeleton, start: Point, to: EventRef, iterations: &[u8]) -> Vec<(LoopId, u8)> {
    let Some(start) = start else { return Vec::new() };
    let (from, to) = (&skeleton.nodes[start.node].loops, &skeleton.nodes[to.node].loops);
    from.iter().copied().zip(iterations.iter().copied()).filter(|(l, t)| *t != 0 && to.contains(l)).collect()
}

/// Whether the iterations of two places differ.
fn is_moved(from: &At, to: &At, path: &SegmentPath) -> bool {
    path.iterations.iter().any(|t| *t != 0) || from.iters.len() != to.iters.len()
}

/// Whether one of the two processes is in an iteration whose number the state does not record.
pub(super) fn uncounted(at: &[At; 2]) -> bool {
    at.iter().flat_map(|at| &at.iters).any(|(_, i)| matches!(i, Iter::Own | Iter::Left(_)))
}

/// Whether an event is a collective among neighbours: it orders no processes that are further apart.
fn is_among_neighbours(event: &Event) -> bool {
    matches!(event, Event::Order(o) if joins_neighbours(o))
}

/// A blocking collective of a known communicator whose data goes between neighbours.
fn joins_neighbours(o: &OrderCall) -> bool {
    o.comm != CommId::Unknown
        && matches!(o.kind, OrderKind::Collective { direction: Direction::Neighbor, request: None, .. })
}

/// Whether an event sends, receives, stores or reads something that a process has for single other processes.
fn is_message(event: &Event) -> bool {
    let Event::Order(o) = event else { return false };
    matches!(
        o.kind,
        OrderKind::Send { .. }
            | OrderKind::Receive { .. }
            | OrderKind::Taken { .. }
            | OrderKind::Observe { .. }
            | OrderKind::Update { .. }
            | OrderKind::Notify { .. }
            | OrderKind::Notified { .. }
    )
}
