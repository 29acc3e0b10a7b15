//! Waits that end by updates of third processes: updates after a wait of the third process, or additions of several processes
//! (theory, 7.5).
//!
//! The rules, each about all third processes:
//!
//! - All updates that can end the wait come after waits for the other process, which is tried for few processes.
//!
//! - A word has one writer if every update goes to the same target, which is another one for each rank (`(rank + c) % size`, `rank ^ c`). Then a
//!   third process and the other process are not both among the writers, and no third process sets a word that the other process sets.
//!
//! - To a sum all add at one place, each at most once, or once in each iteration of a loop. In the loop all pass the same barriers, at least one
//!   in each iteration, and the wait comes before them. The wait needs the part of the other process if what the others can add is too little.

use super::Product;
use super::state::{At, Flag, ProductState};
use crate::sync::stale::fits;
use crate::sync::waits::Update;
use rma_frontend::api::Compare;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::paths::is_barrier_of_all;
use rma_skeleton::skeleton::{Event, Item, OrderKind, Wanted};
use rma_term::ids::{EventRef, NodeId, SymId, TermId};
use rma_term::term::{CommId, Op, Process, Substitution, SymKind, Term};

impl Product<'_, '_> {
    /// A process has passed a wait for a location that the other process does not update under the condition `never`: a third process, or
    /// the process itself, has updated it.
    pub(super) fn by_others(
        &mut self,
        state: &ProductState,
        who: usize,
        flag: &Flag,
        wanted: Option<Wanted>,
        never: TermId,
    ) -> Vec<(ProductState, Vec<TermId>)> {
        let updates: Vec<Update> = self.sync.waits.updates.clone();
        let hits = |product: &mut Self, u: &Update, process: Process| -> Option<TermId> {
            let reached = product.updated_by(process, flag, wanted, Some(u.at));
            let conds: Vec<TermId> = reached.iter().map(|r| r.cond).collect();
            let any = product.facts.terms.any(&conds);
            (!product.facts.terms.is_false(any)).then_some(any)
        };
        let third = state.third(&self.facts.terms.limits, who).unwrap_or(Process::Third);
        let mut dependent = Vec::new();
        let mut free = Vec::new();
        for u in &updates {
            // Its own updates come in the order of its program.
            if let Some(own) = hits(self, u, Process::of(who)) {
                free.push(own);
            }
            match hits(self, u, third) {
                Some(cond) if u.dependent => dependent.push((u.clone(), cond)),
                Some(cond) => free.push(self.some_third(third, cond)),
                None => {}
            }
        }
        if dependent.is_empty() {
            return vec![(state.clone(), vec![never])];
        }
        let mut out = Vec::new();
        let free = self.facts.terms.any(&free);
        if !self.facts.terms.is_false(free) {
            out.push((self.with_third(state, who, free), vec![never, free]));
        }
        for (u, cond) in dependent {
            let waits = u.waited_for();
            if waits.is_empty() || u.repeats || u.perhaps_after {
                out.push((ProductState { lossy: true, ..state.clone() }, vec![never]));
            } else {
                out.extend(self.after_waits(state, who, &waits, vec![never, cond]));
            }
        }
        out
    }

    /// Condition that there is a third process, named by this copy, for which a condition holds; if the condition determines
    /// its rank, the result does not name the process.
    pub(super) fn some_third(&mut self, number: Process, cond: TermId) -> TermId {
        let own = self.facts.rank_in_comm(CommId::World);
        let third = self.made.elsewhere(number).of(self.facts, own);
        let (size, three) = (self.facts.size_of_comm(CommId::World), self.facts.terms.int(3));
        let exists = self.facts.terms.le(three, size);
        let others = [0, 1].map(|who| self.rank(who, CommId::World));
        // A third process that is not distinguished from others in the same state cannot be named.
        let named = if number == Process::Third {
            exists
        } else {
            let differ = others.map(|other| self.facts.terms.ne(third, other));
            self.facts.terms.all(&[cond, differ[0], differ[1], exists])
        };
        let Term::Sym(x) = *self.facts.terms.get(third) else { return named };
        let parts = self.facts.terms.conjuncts(cond);
        let Some(rank) = parts.iter().find_map(|p| self.facts.terms.solved(*p, x)) else { return named };
        let mut s = Substitution::new();
        s.insert(x, rank);
        let holds = self.facts.terms.subst(cond, &mut s);
        if self.facts.terms.any_sym(holds, |y| self.facts.terms.syms[y].process == number) {
            return named;
        }
        let zero = self.facts.terms.int(0);
        let mut all = vec![holds, self.facts.terms.le(zero, rank), self.facts.terms.lt(rank, size)];
        for other in others {
            all.push(self.facts.terms.ne(rank, other));
        }
        self.facts.terms.all(&all)
    }

    /// Whether only one process updates a location: each update goes to the same target, which is another one for each rank. A third process and the
    /// other process are then not both among those that update it.
    pub(super) fn has_one_writer(&mut self, who: usize, flag: &Flag, wanted: Option<Wanted>) -> bool {
        let mut targets = Vec::new();
        for u in self.sync.waits.updates.clone() {
            for process in [Process::of(1 - who), Process::Third] {
                let target = u.location.target;
                if !targets.contains(&target) && !self.updated_by(process, flag, wanted, Some(u.at)).is_empty() {
                    targets.push(target);
                }
            }
        }
        matches!(targets[..], [target] if differs_by_rank(self.facts, target))
    }

    /// The state, with one more third process if the condition names it.
    pub(super) fn with_third(&self, state: &ProductState, who: usize, cond: TermId) -> ProductState {
        let mut next = state.clone();
        if let Some(number) = state.third(&self.facts.terms.limits, who)
            && self.facts.terms.any_sym(cond, |x| self.facts.terms.syms[x].process == number)
        {
            next.channels.by_third[who] += 1;
        }
        next
    }

    /// A third process ends the wait, after a wait of its own that the other process may have to end. The first condition concerns only
    /// the two processes.
    pub(super) fn after_waits(
        &mut self,
        state: &ProductState,
        who: usize,
        waits: &[EventRef],
        conds: Vec<TermId>,
    ) -> Vec<(ProductState, Vec<TermId>)> {
        // Third processes are distinguished up to some number.
        let Some(number) = state.third(&self.facts.terms.limits, who) else {
            return vec![(ProductState { lossy: true, ..state.clone() }, vec![conds[0]])];
        };
        let own = self.facts.rank_in_comm(CommId::World);
        let third = self.made.elsewhere(number).of(self.facts, own);
        let mut conds = conds;
        for who in [0, 1] {
            let rank = self.rank(who, CommId::World);
            conds.push(self.facts.terms.ne(third, rank));
        }
        let mut next = state.clone();
        next.channels.by_third[who] += 1;
        let mut paths = vec![(next, conds)];
        for &at in waits {
            let Event::Order(call) = self.event(at) else { continue };
            let OrderKind::Observe { location, wanted, claims: false } = call.kind else {
                paths.iter_mut().for_each(|(j, _)| j.lossy = true);
                continue;
            };
            let Some(window) = self.window(location.memory) else { continue };
            let mut copy = self.made.elsewhere(number);
            let location = location.map(|t| copy.of(self.facts, t));
            let wanted = wanted.map(|w| {
                let initial = w.initial.map(|t| copy.of(self.facts, t));
                Wanted { value: copy.of(self.facts, w.value), initial, ..w }
            });
            let flag = Flag {
                window,
                target: location.target,
                offset: location.offset,
                repeated: false,
                len: location.len,
                value: None,
                by: at,
                iters: Vec::new(),
                found: false,
            };
            let mut more = Vec::new();
            for (path, conds) in paths {
                // By what the other has stored.
                for seen in state.channels.flags[1 - who].clone() {
                    let same = self.same_flag(&seen, &flag);
                    let fits = self.fits(seen.value, wanted);
                    let found = self.facts.terms.all(&[same, fits]);
                    if self.facts.terms.is_false(found) {
                        continue;
                    }
                    let mut next = path.clone();
                    self.sees(&mut next, who, &seen, seen.target);
                    more.push((next, [&conds[..], &[found]].concat()));
                }
                // The wait may also end without the other process: by a fourth one, or by one of which nothing more is known.
                let (never, ever) = self.never_updates(1 - who, &flag, wanted);
                if let Some(never) = never {
                    let chained = self.waits_first(&flag, wanted);
                    let mut next = path.clone();
                    next.lossy |= chained;
                    more.push((next, [&conds[..], &[never]].concat()));
                }
                if let Some(w) = wanted {
                    let ends = self.fits(w.initial, wanted);
                    if !self.facts.terms.is_false(ends) {
                        let mut next = path.clone();
                        next.lossy |= w.initial.is_none() || self.facts.terms.as_const(ends).is_none();
                        more.push((next, [&conds[..], &[ends]].concat()));
                    }
                }
                let free = self.third_updates(&path, who, &flag, wanted, true);
                if ever && !self.facts.terms.is_false(free) {
                    more.push((self.with_third(&path, who, free), [&conds[..], &[free]].concat()));
                }
                if ever && self.sync.waits.updates.len() > 1 {
                    let mut next = path;
                    next.lossy = true;
                    more.push((next, conds));
                }
            }
            paths = more;
        }
        paths
    }

    /// Some update of a location is made after a wait.
    fn waits_first(&mut self, flag: &Flag, wanted: Option<Wanted>) -> bool {
        let updates: Vec<Update> = self.sync.waits.updates.iter().filter(|u| u.dependent).cloned().collect();
        updates.iter().any(|u| !self.updated_by(Process::Third, flag, wanted, Some(u.at)).is_empty())
    }

    /// A wait for a sum to which every process adds once, or once in each iteration of a loop with a barrier. The result has the cases in
    /// which the wait ends before the other process has added its part in this iteration. `None`: the location is no such sum.
    pub(super) fn counted(
        &mut self,
        state: &ProductState,
        who: usize,
        (flag, here): (&Flag, &At),
        wanted: Option<Wanted>,
    ) -> Option<Vec<(ProductState, Vec<TermId>)>> {
        let Wanted { compare, value, initial: Some(initial), .. } = wanted? else { return None };
        if !matches!(compare, Compare::Ge | Compare::Gt | Compare::Eq) || flag.len.is_some() {
            return None;
        }
        let mut sites = Vec::new();
        for u in self.sync.waits.updates.clone() {
            if !self.updated_by(Process::Third, flag, None, Some(u.at)).is_empty()
                || !self.updated_by(Process::of(1 - who), flag, None, Some(u.at)).is_empty()
            {
                sites.push(u);
            }
        }
        let [site] = &sites[..] else { return None };
        let step = self.facts.terms.as_const(site.adds?).filter(|s| *s > 0)?;
        let (target, offset) = (site.location.target, site.location.offset);
        let alike = |product: &Self, t: TermId| {
            let terms = &product.facts.terms;
            !terms.any_sym(t, |x| {
                let sym = &terms.syms[x];
                sym.def_loop.is_some() || !matches!(sym.kind, SymKind::Size(CommId::World) | SymKind::Parameter)
            })
        };
        // All add to one place, once or once in each iteration.
        let counter = if site.repeats { Some(self.adds_each_time(site.at, flag.by)?) } else { None };
        if site.dependent && counter.is_none() || !alike(self, target) || !alike(self, offset) {
            return None;
        }
        let size = self.facts.size_of_comm(CommId::World);
        // How many add: all, all but one, or one.
        let mut others = self.facts.terms.add_int(size, -1);
        for c in &site.reach {
            let excluded = self.about_rank(*c) && self.but_one(*c);
            // A condition on the iteration makes them add less often.
            let of_iteration = counter.is_some_and(|k| {
                let terms = &self.facts.terms;
                terms.any_sym(*c, |x| x == k) && !terms.any_sym(*c, |x| terms.syms[x].process != Process::All)
            });
            if alike(self, *c) || of_iteration {
                continue;
            }
            if !excluded {
                return None;
            }
            others = self.facts.terms.add_int(others, -1);
        }
        if step != 1 && compare == Compare::Eq {
            return None;
        }
        let sum = match counter {
            None => self.facts.terms.scale(others, step),
            Some(counter) => {
                // The other has added in the iterations before.
                let k = self.facts.terms.sym(counter);
                let iterations = self.facts.terms.add_int(k, 1);
                let of_others = self.facts.terms.mul(others, iterations);
                let all = self.facts.terms.add(of_others, k);
                self.facts.terms.scale(all, step)
            }
        };
        let mut copy = match counter {
            None => self.made.elsewhere(Process::of(who)),
            Some(_) => self.made.at(Process::of(who), here),
        };
        let sum = copy.of(self.facts, sum);
        let initial = copy.of(self.facts, initial);
        let most = self.facts.terms.add(initial, sum);
        let compare = if compare == Compare::Eq { Compare::Ge } else { compare };
        let without = fits(self.facts, most, compare, value);
        // The other process is not one of those that add.
        let (never, _) = self.never_updates(1 - who, flag, None);
        let mut paths = vec![(state.clone(), vec![without])];
        // Whether those that add have waited for the other is not followed.
        let lossy = state.lossy || site.dependent;
        paths.extend(never.map(|never| (ProductState { lossy, ..state.clone() }, vec![never])));
        paths.retain(|(_, conds)| !self.facts.terms.is_false(conds[0]));
        Some(paths)
    }

    /// The counter of the loop in which every process makes an addition at most once in each iteration, and in which a wait is reached in
    /// its iteration before the barriers of all that end each iteration: then no process has added more often than there were iterations.
    fn adds_each_time(&self, addition: EventRef, wait: EventRef) -> Option<SymId> {
        let nodes = &self.skeleton.nodes;
        let [l] = nodes[addition.node].loops[..] else { return None };
        if nodes[wait.node].loops[..] != [l] {
            return None;
        }
        let header = self.skeleton.loops[l].header?;
        let terms = &self.facts.terms;
        let is_barrier = |i: &Item| match &i.event {
            Event::Order(o) => is_barrier_of_all(o) && terms.is_true(o.cond),
            _ => false,
        };
        // All processes pass the same barriers.
        let by_rank = |c: &TermId| terms.any_sym(*c, |x| matches!(terms.syms[x].kind, SymKind::Rank(_)));
        let inside = || nodes.iter().filter(|n| n.loops.contains(&l));
        let meets = inside().filter(|n| n.items.iter().any(is_barrier));
        if meets.into_iter().any(|n| n.loops[..] != [l] || n.reach.iter().any(by_rank)) {
            return None;
        }
        // From the header without a barrier: to the wait, and not to the header.
        let (mut seen, mut work) = (vec![header], vec![header]);
        while let Some(node) = work.pop() {
            if nodes[node].items.iter().any(is_barrier) {
                continue;
            }
            for to in nodes[node].succs.iter().map(|e| e.to).filter(|to| nodes[*to].loops.contains(&l)) {
                if to == header {
                    return None;
                }
                if !seen.contains(&to) {
                    seen.push(to);
                    work.push(to);
                }
            }
        }
        let first = nodes[wait.node].items.iter().position(is_barrier);
        let before = seen.contains(&wait.node) && first.is_none_or(|n| n > wait.item as usize);
        // Behind a barrier: in the same iteration as well?
        let (mut late, mut work): (Vec<NodeId>, Vec<NodeId>) = (Vec::new(), Vec::new());
        let behind = nodes.iter_enumerated().filter(|(_, n)| n.loops.contains(&l) && n.items.iter().any(is_barrier));
        work.extend(behind.map(|(node, _)| node));
        while let Some(node) = work.pop() {
            for to in nodes[node].succs.iter().map(|e| e.to) {
                if to != header && nodes[to].loops.contains(&l) && !late.contains(&to) {
                    late.push(to);
                    work.push(to);
                }
            }
        }
        (before && !late.contains(&wait.node)).then_some(self.skeleton.loops[l].counter)
    }

    /// Whether a condition holds for every rank except 0.
    fn but_one(&mut self, cond: TermId) -> bool {
        let (rank, zero) = (self.facts.rank_in_comm(CommId::World), self.facts.terms.int(0));
        let (other, above) = (self.facts.terms.ne(rank, zero), self.facts.terms.lt(zero, rank));
        cond == other || cond == above
    }
}

/// Whether a term has different values on processes of different rank, in whichever iterations: a rank plus what is alike on all processes, modulo
/// their number or not, or `rank ^ c`.
fn differs_by_rank(facts: &mut Facts, t: TermId) -> bool {
    let (rank, size) = (facts.rank_in_comm(CommId::World), facts.size_of_comm(CommId::World));
    let grows = |facts: &Facts, t: TermId| {
        let (_, parts) = facts.terms.linear(t);
        let alike = |t: TermId| {
            !facts.has_several_values(t)
                && !facts.terms.any_sym(t, |s| {
                    let sym = &facts.terms.syms[s];
                    !sym.uniform && sym.kind != SymKind::Size(CommId::World)
                })
        };
        let (of_rank, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(x, _)| *x == rank);
        matches!(of_rank[..], [(_, 1 | -1)]) && others.iter().all(|(x, _)| alike(*x))
    };
    match *facts.terms.get(t) {
        Term::Op(Op::Mod | Op::Rem, x, by) => by == size && grows(facts, x),
        Term::Op(Op::Xor, a, b) => {
            a == rank && facts.terms.as_const(b).is_some() || b == rank && facts.terms.as_const(a).is_some()
        }
        _ => grows(facts, t),
    }
}
