//! How the relations of iterations change as the processes continue: those of the processes, and those of earlier
//! stores and posts (theory, 7.2).
//!
//! Two processes in one loop have iterations that are counted from a common number, the lesser of the two. As that number grows,
//! earlier stores and posts of a process fall further back, by one iteration, then by two. If a state
//! no longer records the relation of the two processes, it does not record the relations of earlier stores and posts either.

use super::Product;
use super::state::{At, Flag, Iter, Iters, Post, ProductState};
use rma_skeleton::skeleton::{Event, OrderKind};
use rma_term::ids::{LoopId, TermId};
use rma_term::limits::{Limit, Watch};
use rma_term::term::{Process, Substitution, Sym, SymKind};
use rustc_hash::FxHashSet;

/// By how much the common number of a loop has grown; `None`: the state no longer records the relation of the two processes in this loop.
pub(super) type Grown = Vec<(LoopId, Option<i64>)>;

impl ProductState {
    /// Brings the relations of iterations into their normal form.
    ///
    /// Iterations of `short` loops are always distinguished by their numbers.
    pub fn normalise(&mut self, limits: &Watch, short: &FxHashSet<LoopId>) -> Grown {
        let mut grown = Vec::new();
        let mut numbered = Vec::new();
        let [a, b] = &mut self.at;
        for (l, x) in &mut a.iters {
            let Some((_, y)) = b.iters.iter_mut().find(|(m, _)| m == l) else {
                if matches!(x, Iter::Together(_)) {
                    *x = Iter::Own;
                }
                continue;
            };
            if matches!((*x, *y), (Iter::Fixed(_), Iter::Fixed(_))) && short.contains(l) {
                continue;
            }
            let (p, q) = match (*x, *y) {
                (Iter::Together(p), Iter::Together(q)) => (i64::from(p), i64::from(q)),
                (Iter::Fixed(p), Iter::Fixed(q)) => (p, q),
                _ => {
                    // One of them may be in a later iteration of the loops around this one.
                    for iter in [x, y] {
                        if matches!(iter, Iter::Together(_)) {
                            *iter = Iter::Own;
                        }
                    }
                    continue;
                }
            };
            let least = p.min(q);
            if matches!(*x, Iter::Fixed(_)) {
                numbered.push((*l, least));
            }
            (*x, *y) = if limits.allows(Limit::IterationsApart, (p - q).abs()) {
                grown.push((*l, Some(least)));
                (Iter::Together((p - least) as i8), Iter::Together((q - least) as i8))
            } else {
                (Iter::Own, Iter::Own)
            };
        }
        for (l, y) in &mut b.iters {
            if matches!(y, Iter::Together(_)) && !a.iters.iter().any(|(m, _)| m == l) {
                *y = Iter::Own;
            }
        }
        // Posts and stores of iterations with known numbers now get a relation to the common number too.
        for (l, least) in numbered {
            let posts = self.channels.posts.iter_mut().flatten().flat_map(|p| &mut p.iters);
            let flags = self.channels.flags.iter_mut().flatten().flat_map(|f| &mut f.iters);
            for (m, iter) in posts.chain(flags) {
                if let Iter::Fixed(c) = *iter
                    && *m == l
                    && let Iter::Together(n) = behind(limits, c - least)
                {
                    // As if the number had not grown yet.
                    *iter = Iter::Together(n + least as i8);
                }
            }
        }
        grown
    }

    /// Loops in which a process is in an iteration with a known number.
    fn numbered(&self) -> Vec<(usize, LoopId)> {
        let of = |who: usize| {
            let known = self.at[who].iters.iter().filter(|(_, i)| matches!(i, Iter::Fixed(_)));
            known.map(move |(l, _)| (who, *l))
        };
        of(0).chain(of(1)).collect()
    }

    /// Loops that both are in, in iterations whose relation is known.
    fn counted(&self) -> Vec<LoopId> {
        let is_known = |(l, i): &(LoopId, Iter)| matches!(i, Iter::Together(_) | Iter::Fixed(_)).then_some(*l);
        let [a, b] = &self.at;
        let known: Vec<LoopId> = b.iters.iter().filter_map(is_known).collect();
        a.iters.iter().filter_map(is_known).filter(|l| known.contains(l)).collect()
    }

    /// The iterations of what is remembered, after the common numbers have grown.
    fn age(&mut self, limits: &Watch, grown: &Grown) {
        for who in [0, 1] {
            let at = &self.at[who];
            let aged = |iters: &mut Iters| {
                for (l, iter) in iters {
                    let now = at.iters.iter().find(|(m, _)| m == l).map(|(_, i)| *i);
                    let by = grown.iter().find(|(m, _)| m == l).and_then(|(_, by)| *by);
                    *iter = match (*iter, now, by) {
                        // A number is more precise than a relation that ends with the loop.
                        (Iter::Fixed(c), ..) => Iter::Fixed(c),
                        (Iter::Together(n), Some(Iter::Together(_)), Some(by)) => behind(limits, i64::from(n) - by),
                        _ => Iter::Own,
                    };
                }
            };
            self.channels.posts[who].iter_mut().for_each(|p| aged(&mut p.iters));
            self.channels.flags[who].iter_mut().for_each(|f| aged(&mut f.iters));
        }
    }
}

impl Flag {
    /// Whether this was stored in an iteration before the current one of a process, or in one whose number is not recorded.
    pub fn is_behind(&self, here: &At) -> bool {
        self.iters.iter().any(|(l, then)| match (then, here.iters.iter().find(|(m, _)| m == l).map(|(_, now)| now)) {
            (Iter::Together(a), Some(Iter::Together(b))) => a < b,
            (Iter::Fixed(a), Some(Iter::Fixed(b))) => a < b,
            _ => true,
        })
    }
}

impl Flag {
    /// Whether this was certainly stored in an earlier iteration of the loop, in the same iterations of the loops around it.
    pub fn was_stored_before(&self, here: &At) -> bool {
        for (l, then) in &self.iters {
            match (then, here.iters.iter().find(|(m, _)| m == l).map(|(_, now)| now)) {
                (Iter::Together(a), Some(Iter::Together(b))) if a < b => return true,
                (Iter::Fixed(a), Some(Iter::Fixed(b))) if a < b => return true,
                (Iter::Together(a), Some(Iter::Together(b))) if a == b => {}
                (Iter::Fixed(a), Some(Iter::Fixed(b))) if a == b => {}
                _ => return false,
            }
        }
        false
    }
}

fn behind(limits: &Watch, n: i64) -> Iter {
    if limits.allows(Limit::IterationsBehind, n.unsigned_abs()) { Iter::Together(n as i8) } else { Iter::Own }
}

impl Product<'_, '_> {
    /// The normal form of a state, in which earlier stores and posts are expressed too. `before`: by how much the common
    /// numbers have grown already.
    pub(super) fn settle(&mut self, next: &mut ProductState, before: Grown) {
        let counted = next.counted();
        let numbered = next.numbered();
        let mut grown = next.normalise(&self.facts.terms.limits, &self.short);
        // In later iterations there were earlier waits, too: what they have found is forgotten.
        let picked = next.channels.picked.contains(&true);
        next.lossy |= picked && {
            let still = next.numbered();
            numbered.iter().any(|of| self.picking.contains(&of.1) && !still.contains(of))
        };
        // How far one process may be ahead, the words tell for which they wait: that is not followed any more.
        let still = next.counted();
        next.lossy |= counted.iter().any(|l| self.polled.contains(l) && !still.contains(l));
        for (l, by) in before {
            match grown.iter_mut().find(|(m, _)| *m == l) {
                Some((_, sum)) => *sum = sum.zip(by).map(|(a, b)| a + b),
                None => grown.push((l, by)),
            }
        }
        next.age(&self.facts.terms.limits, &grown);
        self.say_anew(next);
        self.forget_iterations_found(next);
        let moved: Vec<(LoopId, i64)> =
            grown.into_iter().filter_map(|(l, by)| Some((l, by.filter(|n| *n != 0)?))).collect();
        if moved.is_empty() {
            return;
        }
        // A notification that was found is expressed by the common number at that time.
        let mut s = Substitution::new();
        for (l, by) in moved {
            let x = self.skeleton.loops[l].counter;
            let k = self.facts.terms.sym(x);
            let then = self.facts.terms.add_int(k, -by);
            s.insert(x, then);
        }
        for t in next.channels.found.iter_mut().flatten() {
            *t = self.facts.terms.subst(*t, &mut s);
        }
    }

    /// When a state stops counting iterations of a loop for the two processes, it also forgets in which iteration a notification was
    /// posted that has been found.
    fn forget_iterations_found(&mut self, next: &mut ProductState) {
        let counted = |l: LoopId| {
            next.at
                .iter()
                .all(|at| at.iters.iter().any(|(m, i)| *m == l && matches!(i, Iter::Together(_) | Iter::Fixed(_))))
        };
        let terms = &self.facts.terms;
        let lost = |t: TermId| {
            terms.any_sym(t, |x| match terms.syms[x] {
                Sym { kind: SymKind::Counter(l), process: Process::All, .. } => !counted(l),
                _ => false,
            })
        };
        let mut lossy = false;
        let mut kept = next.channels.found.clone();
        for found in &mut kept {
            let before = found.len();
            found.retain(|t| !lost(*t));
            lossy |= found.len() != before;
        }
        next.channels.found = kept;
        next.lossy |= lossy;
    }

    /// The terms of what is remembered, in the iterations of now.
    fn say_anew(&mut self, next: &mut ProductState) {
        for who in [0, 1] {
            for n in 0..next.channels.posts[who].len() {
                let post = next.channels.posts[who][n].clone();
                if let Some(said) = self.said_post(who, post) {
                    next.channels.posts[who][n] = said;
                }
            }
            for n in 0..next.channels.flags[who].len() {
                let flag = next.channels.flags[who][n].clone();
                if let Some(said) = self.said_flag(who, flag) {
                    next.channels.flags[who][n] = said;
                }
            }
            next.channels.flags[who].sort_unstable();
            next.channels.flags[who].dedup();
        }
    }

    pub(super) fn said_post(&mut self, who: usize, post: Post) -> Option<Post> {
        let Event::Order(call) = self.event(post.at) else { return None };
        let OrderKind::Notify { note, to, queue } = call.kind else { return None };
        let mut copy = self.made.followed(Process::of(who), &post.iters);
        let mut of = |t: TermId| copy.of(self.facts, t);
        let (to, segment, id) = (of(to), of(note.segment), of(note.id));
        Some(Post { to, segment, id, queue: queue.map(of), ..post })
    }

    pub(super) fn said_flag(&mut self, who: usize, flag: Flag) -> Option<Flag> {
        let Event::Order(call) = self.event(flag.by) else { return None };
        let (location, value) = match call.kind {
            OrderKind::Update { location, value, .. } => (location, value),
            OrderKind::Observe { location, .. } => (location, None),
            _ => return None,
        };
        let mut copy = self.made.followed(Process::of(who), &flag.iters);
        let mut of = |t: TermId| copy.of(self.facts, t);
        let (target, offset) = (of(location.target), of(location.offset));
        Some(Flag { target, offset, len: location.len.map(&mut of), value: value.map(of), ..flag })
    }

    /// Conditions that follow from a remembered post or store of an iteration before the common number: that this iteration exists.
    pub(super) fn there_was(&mut self, iters: &Iters) -> Vec<TermId> {
        let mut out = Vec::new();
        for (l, iter) in iters {
            let Iter::Together(n) = iter else { break };
            if *n < 0 {
                let k = self.facts.terms.sym(self.skeleton.loops[*l].counter);
                let least = self.facts.terms.int(-i64::from(*n));
                out.push(self.facts.terms.le(least, k));
            }
            if *n != 0 {
                break;
            }
        }
        out
    }
}
