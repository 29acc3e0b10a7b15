//! Loops over the chunks of a static schedule: `lb` and `ub` of a thread's first chunk, and a stride to the next ones (theory, 4.5).
//!
//! The bounds of the chunk that an iteration of such a loop works on are two symbols, like the bounds of a chunk of a dynamic
//! schedule: no two threads get the same chunk. Further facts about the bounds are recorded if they are linear.

use super::loops::{LoopState, Shape};
use super::{Frame, Interp};
use crate::api::CallSite;
use crate::memory::Mem;
use rma_skeleton::facts::{Role, SymKey};
use rma_skeleton::thread::{Chunks, Handing, Share};
use rma_term::ids::{LoopId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Knowledge, Op, Substitution, Sym, SymKind, Term};

impl<'a> Interp<'a> {
    /// The first chunk of a thread and the path to its next ones: chunk `c` is that of thread `c mod team` (OpenMP 5.2, 11.5.3). The code
    /// of the loop keeps chunks below the last iteration.
    pub(super) fn static_chunks(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        mem: &mut Mem,
        (lower, upper): (TermId, TermId),
        bytes: u64,
    ) -> Option<()> {
        let (team, chunk) = (self.team()?, call.named("chunk")?);
        // The size of a chunk is positive (11.5).
        let known = self.facts.terms.range(chunk).hi.is_none_or(|n| n >= 1)
            && call.named("increment").and_then(|n| self.facts.terms.as_const(n)) == Some(1);
        let (lb, ub, stride) = if known {
            let threads = self.facts.threads.all[team].size;
            let stride = self.facts.terms.mul(threads, chunk);
            let chunks = Chunks { team, number: self.thread_number(), lower, upper, size: chunk, stride };
            let (first, last) = self.bounds_of_chunk(chunks, None);
            self.facts.threads.chunks.insert(first, chunks);
            (self.facts.terms.sym(first), last, stride)
        } else {
            let [lb, ub, stride] =
                [Role::ChunkLower, Role::ChunkUpper, Role::ChunkStride].map(|role| self.lost(frame, call.value, role));
            (lb, ub, stride)
        };
        self.store_bounds(frame, call, mem, lb, ub);
        self.store(mem, call.named("pstride")?, bytes, stride, false);
        Some(())
    }

    /// The symbol of the first iteration of a thread's first chunk, or of the chunk of an iteration of a loop over them, and the last
    /// iteration of that chunk.
    fn bounds_of_chunk(&mut self, chunks: Chunks, within: Option<(LoopId, SymId)>) -> (SymId, TermId) {
        let Chunks { team, number, lower, upper, size, stride } = chunks;
        let of = self.facts.terms.tuple(&[lower, upper, size]);
        let lid = within.map(|(l, _)| l);
        let def_loop = lid.or_else(|| self.facts.innermost(of));
        let mut symbol = |name: &str, end| {
            let like = Sym { def_loop, ..Sym::new(SymKind::Share, name, Knowledge::Known) };
            self.share_symbol(SymKey::Chunk(team, of, lid, end), like)
        };
        let first = symbol("first iteration of the chunk", false);
        let last = symbol("last iteration of the chunk", true);
        let lb = self.facts.terms.sym(first);
        let one = self.facts.terms.int(1);
        let mut facts = vec![self.facts.terms.le(lower, lb), self.facts.terms.le(one, size)];
        let before = self.facts.terms.mul(number, size);
        let own = self.facts.terms.add(lower, before);
        let number_of = self.facts.terms.as_const(size);
        match lid {
            None => facts.push(self.facts.terms.eq(lb, own)),
            Some(lid) => {
                let counter = self.facts.terms.sym(self.facts.loops[lid].counter);
                let path = self.facts.terms.mul(counter, stride);
                let here = self.facts.terms.add(own, path);
                facts.push(self.facts.terms.eq(lb, here));
                // Without products.
                if let Some(n) = number_of {
                    let (zero, n) = (self.facts.terms.int(0), self.facts.terms.int(n));
                    let next = self.facts.terms.add(own, stride);
                    let (at_first, behind) = (self.facts.terms.eq(counter, zero), self.facts.terms.le(next, lb));
                    facts.push(self.facts.terms.any(&[at_first, behind]));
                    let path = self.facts.terms.sub(lb, lower);
                    let concurrent = self.facts.terms.op(Op::Mod, path, n);
                    facts.push(self.facts.terms.eq(concurrent, zero));
                }
            }
        }
        let behind = self.facts.terms.add(lb, size);
        let end = self.facts.terms.add_int(behind, -1);
        let ub = self.facts.terms.sym(last);
        let lo = self.facts.terms.range(lower).lo;
        let sym = &mut self.facts.terms.syms[first];
        (sym.fact, sym.lo) = (None, lo);
        self.facts.terms.syms[first].fact = Some(self.facts.terms.all(&facts));
        self.facts.terms.syms[last].fact = Some(self.facts.terms.eq(ub, end));
        let (handing, family) = within.map_or((Handing::Part, first), |(_, first)| (Handing::RoundRobin, first));
        // Chunks of a known size end this many iterations after their first one.
        let (upper, behind, ub) = number_of.map_or((last, 0, ub), |n| (first, 1 - n, end));
        self.facts.threads.shares.insert(first, Share { upper, behind, handing, family, whole: None });
        (first, ub)
    }

    /// The form of a loop variable that starts as a bound of a thread's first chunk and takes the same bound of each next chunk.
    pub(super) fn form_over_chunks(&mut self, lid: LoopId, state: &LoopState, n: usize) -> Option<Shape> {
        let (var, back) = (&state.vars[n], state.vars[n].back?);
        let (first, end) = self.chunk_of(var.init)?;
        let chunks = self.facts.threads.chunks[&first];
        let mut own: Vec<TermId> = Vec::new();
        let (lb, ub) = self.bounds_of_chunk(chunks, Some((lid, first)));
        own.push(if end { ub } else { self.facts.terms.sym(lb) });
        for other in &state.vars {
            if self.chunk_of(other.init) == Some((first, end)) {
                own.push(self.facts.terms.sym(other.sym));
            }
        }
        // Cells are found to change after the first pass.
        if var.shape == Shape::Open {
            own.push(var.init);
        }
        let mut goes_on = false;
        for leaf in self.leaves(back)? {
            let before = self.facts.terms.sub(leaf, chunks.stride);
            let next = own.contains(&before);
            goes_on |= next;
            // The end of the loop comes instead of that of a chunk.
            if !next && (!end || self.facts.varies_in(leaf, lid)) {
                return None;
            }
        }
        goes_on.then_some(Shape::Chunk(first))
    }

    /// The first chunk that a value is a bound of, and whether it is its end, or the end of the loop where that comes first.
    fn chunk_of(&mut self, init: TermId) -> Option<(SymId, bool)> {
        if self.facts.threads.chunks.is_empty() {
            return None;
        }
        let symbol = |i: &Self, t: TermId| match i.facts.terms.get(t) {
            Term::Sym(x) => Some(*x),
            _ => None,
        };
        if let Some(x) = symbol(self, init).filter(|x| self.facts.threads.chunks.contains_key(x)) {
            // A chunk of one iteration ends where it begins.
            let one = self.facts.terms.as_const(self.facts.threads.chunks[&x].size) == Some(1);
            return Some((x, one));
        }
        let leaves = self.leaves(init)?;
        let all: Vec<SymId> = self.facts.threads.chunks.keys().copied().collect();
        let last = |i: &mut Self, first: SymId| {
            let share = i.facts.threads.shares[&first];
            let upper = i.facts.terms.sym(share.upper);
            i.facts.terms.add_int(upper, -share.behind)
        };
        all.into_iter().find(|first| leaves.contains(&last(self, *first))).map(|first| (first, true))
    }

    /// The values that a value may be, whatever decides.
    fn leaves(&mut self, t: TermId) -> Option<Vec<TermId>> {
        let (mut work, mut out) = (vec![t], Vec::new());
        while let Some(t) = work.pop() {
            if !self.facts.terms.limits.allows(Limit::Leaves, work.len() + out.len()) {
                return None;
            }
            let (_, parts) = self.facts.terms.linear(t);
            let choice = |(part, n): &(TermId, i64)| match *self.facts.terms.get(*part) {
                Term::Ite(_, a, b) if *n == 1 => Some((*part, a, b)),
                _ => None,
            };
            match parts.iter().find_map(choice) {
                Some((part, a, b)) => {
                    let rest = self.facts.terms.sub(t, part);
                    work.extend([a, b].map(|x| self.facts.terms.add(rest, x)));
                }
                None => out.push(t),
            }
        }
        Some(out)
    }

    /// The value of such a variable at the header.
    pub(super) fn bound_of_chunk(&mut self, lid: LoopId, first: SymId, init: TermId) -> TermId {
        let chunks = self.facts.threads.chunks[&first];
        let last = self.facts.threads.shares[&first].upper;
        let (lb, ub) = self.bounds_of_chunk(chunks, Some((lid, first)));
        let mut s = Substitution::new();
        s.insert(last, ub);
        s.insert(first, self.facts.terms.sym(lb));
        self.facts.terms.subst(init, &mut s)
    }

    /// A sum in the code of a loop that goes from a thread's first chunk to a further one by the number of the iteration (flang): as one
    /// from the first iteration of that chunk.
    pub(super) fn counted_in_chunk(&mut self, frame: &Frame<'a>, t: TermId) -> TermId {
        if self.facts.threads.chunks.is_empty() {
            return t;
        }
        let (_, parts) = self.facts.terms.linear(t);
        let first = parts.iter().find_map(|(part, n)| match self.facts.terms.get(*part) {
            Term::Sym(x) if *n == 1 && self.facts.threads.chunks.contains_key(x) => Some(*x),
            _ => None,
        });
        let Some(first) = first else { return t };
        let chunks = self.facts.threads.chunks[&first];
        let mut around = frame.graph.loop_of[frame.block];
        while let Some(l) = around {
            let lid = self.loop_id(frame, l);
            let counter = self.facts.loops[lid].counter;
            let k = self.facts.terms.sym(counter);
            let path = self.facts.terms.mul(k, chunks.stride);
            let rest = self.facts.terms.sub(t, path);
            let counts = |i: &Self, t: TermId| i.facts.terms.any_sym(t, |x| x == counter);
            if counts(self, t) && !counts(self, rest) {
                let (lb, _) = self.bounds_of_chunk(chunks, Some((lid, first)));
                let (lb, start) = (self.facts.terms.sym(lb), self.facts.terms.sym(first));
                let rest = self.facts.terms.sub(rest, start);
                return self.facts.terms.add(lb, rest);
            }
            around = frame.graph.loops[l].parent;
        }
        t
    }
}
