//! Cartesian communicators (MPI 4.1, chapter 8): coordinates, ranks and neighbours as exact terms (theory, 4.6).
//!
//! The places of a grid are numbered row-major (8.5.5), so that with the coordinates `c` of a process in dimensions `n`
//! its rank is `Σ c_d · s_d`, where the stride `s_d` is the product of the dimensions after `d`. Coordinates are symbols
//! with this equation as their fact. The dimensions that `MPI_Dims_create` chooses are symbols whose product is the number
//! of nodes. So no division is needed. The analysis assumes that all processes of the old communicator have a place in the
//! grid (assumption 25).

use super::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::{Entry, Mem, Sort};
use rma_frontend::api::{OutKind, Output};
use rma_skeleton::facts::{Grid, Role, SymKey};
use rma_skeleton::skeleton::Place;
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::limits::{Limit, Watch};
use rma_term::term::{CommId, Distinct, Knowledge, Op, Sym, SymKind, Term};

impl<'a> Interp<'a> {
    /// The communicator that `MPI_Cart_create` and the constructors of graphs make.
    pub(super) fn new_topology(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output, mem: &Mem) -> TermId {
        let old = call.named("comm_old").or_else(|| call.named("comm")).map(|c| self.comm(c));
        // Ranks may be reordered unless `reorder` is false.
        let keeps = call.named("reorder").is_some_and(|r| self.facts.terms.is_false(r));
        let new = self.new_comm(frame, call, out, old.filter(|_| keeps));
        let Term::Addr(obj, _) = *self.facts.terms.get(new) else { return new };
        self.facts.communicators.of_mut(obj).grid = None;
        self.new_graph(call, new, mem);
        // All processes have a place.
        self.facts.communicators.of_mut(obj).parent = Some(old.unwrap_or(CommId::Unknown));
        let Some(old) = old.filter(|c| *c != CommId::Unknown) else { return new };
        let Some(dims) = call.named("dims").and_then(|at| self.dimensions(call, at, mem)) else { return new };
        let size = self.facts.size_of_comm(old);
        if !keeps {
            self.facts.communicators.of_mut(obj).size = Some(size);
        }
        let comm = self.comm(new);
        let periods = match call.named("periods") {
            Some(at) => (0..dims.len()).map(|d| self.truth_at(at, d, mem)).collect(),
            None => vec![None; dims.len()],
        };
        let places = self.product_of(&dims);
        let full = self.facts.terms.eq(places, size);
        let rank = self.facts.rank_in_comm(comm);
        let own = self.coordinates_of(obj, &dims, rank, full);
        self.facts.communicators.of_mut(obj).grid = Some(Grid { comm, dims, periods, own });
        new
    }

    /// The communicator of `MPI_Cart_sub`: processes that agree in the coordinates of the dimensions left out.
    pub(super) fn new_slice(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output, mem: &Mem) -> Option<TermId> {
        let grid = self.facts.grid(call.named("comm")?)?;
        let remain = call.named("remain_dims")?;
        let kept: Option<Vec<bool>> = (0..grid.dims.len())
            .map(|d| {
                let keep = self.truth_at(remain, d, mem)?;
                self.facts.terms.as_const(keep).map(|k| k != 0)
            })
            .collect();
        let kept = kept?;
        let new = self.new_comm(frame, call, out, None);
        let Term::Addr(obj, _) = *self.facts.terms.get(new) else { return None };
        let only = |list: &[TermId], k: bool| -> Vec<TermId> {
            list.iter().zip(&kept).filter(|(_, kept)| **kept == k).map(|(t, _)| *t).collect()
        };
        let (dims, own) = (only(&grid.dims, true), only(&grid.own, true));
        let (left_out, others) = (only(&grid.dims, false), only(&grid.own, false));
        let colour = self.place(&left_out, &others);
        self.facts.communicators.of_mut(obj).colour = Some(colour);
        self.facts.communicators.of_mut(obj).parent = Some(grid.comm);
        let comm = CommId::Object(obj);
        let size = self.product_of(&dims);
        self.facts.communicators.of_mut(obj).size = Some(size);
        let rank = self.facts.rank_in_comm(comm);
        let place = self.place(&dims, &own);
        let fact = self.facts.terms.eq(rank, place);
        if let Term::Sym(s) = *self.facts.terms.get(rank) {
            self.facts.terms.syms[s].fact = Some(fact);
        }
        let periods = grid.periods.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(p, _)| *p).collect();
        self.facts.communicators.of_mut(obj).grid = Some(Grid { comm, dims, periods, own });
        Some(new)
    }

    /// A duplicate has the topology of the original (MPI 4.1, 7.4.2).
    pub(super) fn same_grid(&mut self, old: TermId, new: TermId) {
        let Term::Addr(obj, _) = *self.facts.terms.get(new) else { return };
        if let Some(grid) = self.facts.grid(old) {
            self.facts.communicators.of_mut(obj).grid = Some(grid);
        }
    }

    /// The values that a call stores in its array of dimensions or coordinates; returns the first element.
    pub(super) fn coordinates(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        out: &Output,
        mem: &mut Mem,
    ) -> Option<TermId> {
        let ptr = call.at(out.arg)?;
        let chosen = call.named("nnodes").is_some();
        let n = call.named("maxdims").or_else(|| call.named("ndims")).and_then(|n| self.facts.terms.as_const(n));
        let most = self.facts.terms.limits.get(Limit::GridDimensions);
        let n = n.map(|n| {
            self.facts.terms.limits.allows(Limit::GridDimensions, n);
            n.clamp(0, most) as usize
        });
        let grid = call.named("comm").and_then(|c| self.facts.grid(c));
        let values = match (out.kind, grid) {
            (OutKind::CartDims, _) if chosen => self.chosen_dimensions(frame, call, ptr, n?, mem),
            (OutKind::CartDims, Some(grid)) => grid.dims,
            (_, Some(grid)) => match call.named("rank") {
                Some(rank) => self.coordinates_in(call.named("comm")?, &grid, rank),
                None => grid.own,
            },
            (kind, None) => self.any_coordinates(frame, call, n.unwrap_or(0), kind == OutKind::CartDims),
        };
        if !chosen {
            let bytes = n.map(|n| self.facts.terms.int(4 * n as i64));
            self.clobber(mem, ptr, bytes);
        }
        for (d, value) in values.iter().take(n.unwrap_or(0)).enumerate() {
            let at = self.facts.terms.add_int(ptr, 4 * d as i64);
            if let [p] = self.facts.places(at).list[..] {
                put_unchecked(&self.facts.terms.limits, mem, &p, *value);
            }
        }
        // The array was written above, element by element.
        let first = self.facts.places(ptr).list;
        let p = first.first()?;
        let content = mem.get(p.obj)?;
        content.find(p.inst, p.offset, 4).map(|e| e.val)
    }

    /// The entries of `MPI_Dims_create`: those that are zero are chosen, so that the product is the number of nodes and
    /// they do not increase (MPI 4.1, 8.5.2).
    fn chosen_dimensions(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        ptr: TermId,
        n: usize,
        mem: &Mem,
    ) -> Vec<TermId> {
        let Some(nodes) = call.named("nnodes") else { return Vec::new() };
        let given: Vec<Option<TermId>> = (0..n).map(|d| self.array_element(ptr, d as i64, 4, mem)).collect();
        let constants: Vec<Option<i64>> = given.iter().map(|g| g.and_then(|g| self.facts.terms.as_const(g))).collect();
        let open: Vec<usize> = (0..n).filter(|d| constants[*d] == Some(0)).collect();
        if let [only] = open[..]
            && (0..n).all(|d| d == only || constants[d] == Some(1))
        {
            return (0..n).map(|d| if d == only { nodes } else { self.facts.terms.int(1) }).collect();
        }
        let (knowledge, uniform) = (self.facts.terms.knowledge(nodes), self.alike(&[nodes]));
        let (mut values, mut made) = (Vec::new(), Vec::new());
        for (d, given) in given.into_iter().enumerate() {
            let name = format!("processes in dimension {d}");
            let s = self.site_symbol(frame, call.value, Role::Extent(d as u32), SymKind::Parameter, knowledge, &name);
            self.facts.terms.syms[s].lo = Some(1);
            self.facts.terms.syms[s].uniform = uniform;
            made.push(s);
            let new = self.facts.terms.sym(s);
            values.push(match given {
                Some(given) => {
                    let open = self.facts.terms.eq0(given);
                    self.facts.terms.ite(open, new, given)
                }
                None => new,
            });
        }
        let all = self.product_of(&values);
        let mut facts = vec![self.facts.terms.eq(all, nodes)];
        for pair in open.windows(2) {
            facts.push(self.facts.terms.le(values[pair[1]], values[pair[0]]));
        }
        let fact = self.facts.terms.all(&facts);
        for s in made {
            self.facts.terms.syms[s].fact = Some(fact);
        }
        values
    }

    /// Coordinates of which only the sign is known.
    fn any_coordinates(&mut self, frame: &Frame<'a>, call: &CallSite, n: usize, extents: bool) -> Vec<TermId> {
        let mut out = Vec::new();
        for d in 0..n {
            let name = format!("{} {d}", if extents { "processes in dimension" } else { "coordinate" });
            let role = if extents { Role::Extent(d as u32) } else { Role::Coordinate(d as u32) };
            let s = self.site_symbol(frame, call.value, role, SymKind::Parameter, Knowledge::Known, &name);
            self.facts.terms.syms[s].lo = Some(i64::from(extents));
            out.push(self.facts.terms.sym(s));
        }
        out
    }

    /// Coordinates of a rank in a grid.
    fn coordinates_in(&mut self, handle: TermId, grid: &Grid, rank: TermId) -> Vec<TermId> {
        if rank == self.facts.rank_in_comm(grid.comm) {
            return grid.own.clone();
        }
        let Some(obj) = self.facts.objects_in(handle).first().copied() else { return Vec::new() };
        let yes = self.facts.terms.truth(true);
        self.coordinates_of(obj, &grid.dims, rank, yes)
    }

    /// The coordinates of a rank: the same symbols for the same rank. Their fact is the equation with the rank, and
    /// `more`.
    fn coordinates_of(&mut self, obj: ObjId, dims: &[TermId], rank: TermId, more: TermId) -> Vec<TermId> {
        if dims.len() == 1 && self.facts.terms.is_true(more) {
            return vec![rank];
        }
        let mut of = dims.to_vec();
        of.push(rank);
        let all = self.facts.terms.tuple(&of);
        let def_loop = self.facts.innermost(all);
        let (knowledge, uniform) = (self.facts.terms.knowledge(all), self.alike(&of));
        let mut made = Vec::new();
        let loc = self.facts.terms.limits.here();
        for (d, n) in dims.iter().enumerate() {
            made.push(self.facts.symbol(SymKey::Coordinate(obj, d as u32, rank), |_| Sym {
                loc,
                lo: Some(0),
                below: Some(*n),
                uniform,
                def_loop,
                ..Sym::new(SymKind::Parameter, format!("coordinate {d}"), knowledge)
            }));
        }
        let coordinates: Vec<TermId> = made.iter().map(|s| self.facts.terms.sym(*s)).collect();
        let place = self.place(dims, &coordinates);
        let same = self.facts.terms.eq(rank, place);
        let fact = self.facts.terms.all(&[same, more]);
        for s in made {
            self.facts.terms.syms[s].fact = Some(fact);
        }
        coordinates
    }

    /// A neighbour in a grid: a rank of the communicator, or no process at the edge.
    pub(super) fn neighbour(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output) -> Option<TermId> {
        let sign = if out.kind == OutKind::CartShiftSource { -1 } else { 1 };
        let disp = call.named("disp").and_then(|d| self.facts.terms.as_const(d)).and_then(|d| d.checked_mul(sign));
        if let (Some(grid), Some(direction), Some(disp)) =
            (call.named("comm").and_then(|c| self.facts.grid(c)), call.named("direction"), disp)
            && let Some(rank) = self.along(&grid, direction, disp)
        {
            return Some(rank);
        }
        let comm = call.named("comm")?;
        let size = self.comm_size(comm);
        let direction = if sign < 0 { "source" } else { "destination" };
        let name = format!("{direction} of MPI_Cart_shift");
        let s = self.site_symbol(frame, call.value, Role::Output(out.arg), SymKind::Parameter, Knowledge::Known, &name);
        self.facts.terms.syms[s].below = Some(size);
        // A shift moves every process to another place (MPI 4.1, 8.5.6), if all are shifted by the same distance.
        let by = [call.named("direction"), call.named("disp")].map(|t| t.is_some_and(|t| self.same_for_all(t)));
        if by == [true, true] {
            self.facts.terms.syms[s].distinct = self.facts.abi.map(|a| Distinct::Unless(a.constants().proc_null));
        }
        Some(self.facts.terms.sym(s))
    }

    /// The rank at a distance along a dimension, which may be one of a few.
    fn along(&mut self, grid: &Grid, direction: TermId, by: i64) -> Option<TermId> {
        if let Some(d) = self.facts.terms.as_const(direction) {
            return self.shifted(grid, usize::try_from(d).ok().filter(|d| *d < grid.dims.len())?, by);
        }
        if !self.facts.terms.limits.allows(Limit::GridDirections, grid.dims.len()) {
            return None;
        }
        let mut rank = self.shifted(grid, grid.dims.len().checked_sub(1)?, by)?;
        for d in (0..grid.dims.len() - 1).rev() {
            let index = self.facts.terms.int(d as i64);
            let (here, there) = (self.facts.terms.eq(direction, index), self.shifted(grid, d, by)?);
            rank = self.facts.terms.ite(here, there, rank);
        }
        Some(rank)
    }

    /// The rank `by` places along dimension `d` from the calling process (MPI 4.1, 8.5.6).
    fn shifted(&mut self, grid: &Grid, d: usize, by: i64) -> Option<TermId> {
        let null = self.facts.abi?.constants().proc_null;
        let null = self.facts.terms.int(null);
        let rank = self.facts.rank_in_comm(grid.comm);
        if by == 0 {
            return Some(rank);
        }
        let (n, stride) = (grid.dims[d], self.product_of(&grid.dims[d + 1..]));
        let step = self.facts.terms.scale(stride, by);
        let inside = self.facts.terms.add(rank, step);
        let to = self.facts.terms.add_int(grid.own[d], by);
        let zero = self.facts.terms.int(0);
        let within = if by > 0 { self.facts.terms.lt(to, n) } else { self.facts.terms.le(zero, to) };
        let around = if by.abs() == 1 {
            // Once around the grid along its first dimension are all its places.
            let round = if d == 0 { self.facts.size_of_comm(grid.comm) } else { self.facts.terms.mul(n, stride) };
            let round = self.facts.terms.scale(round, -by);
            self.facts.terms.add(inside, round)
        } else {
            let wrapped = self.facts.terms.op(Op::Mod, to, n);
            let moved = self.facts.terms.sub(wrapped, grid.own[d]);
            let moved = self.facts.terms.mul(moved, stride);
            self.facts.terms.add(rank, moved)
        };
        let beyond = self.facts.terms.ite(grid.periods[d]?, around, null);
        Some(self.facts.terms.ite(within, inside, beyond))
    }

    /// The rank of coordinates in an array (`MPI_Cart_rank`); those of dimensions that wrap around are taken modulo
    /// their extent, others are in the grid (MPI 4.1, 8.5.5).
    pub(super) fn rank_of_coordinates(&mut self, call: &CallSite, mem: &Mem) -> Option<TermId> {
        let grid = self.facts.grid(call.named("comm")?)?;
        let at = call.named("coords")?;
        let mut coordinates = Vec::new();
        for (d, n) in grid.dims.iter().enumerate() {
            let given = self.array_element(at, d as i64, 4, mem)?;
            let wrapped = self.wrapped(given, grid.own[d], *n);
            coordinates.push(self.facts.terms.ite(grid.periods[d]?, wrapped, given));
        }
        // A place few steps away is best expressed by the own rank.
        let steps: Vec<TermId> = coordinates.iter().zip(&grid.own).map(|(x, c)| self.facts.terms.sub(*x, *c)).collect();
        if steps.iter().all(|s| self.facts.terms.as_const(*s).is_some()) {
            let rank = self.facts.rank_in_comm(grid.comm);
            let away = self.place(&grid.dims, &steps);
            return Some(self.facts.terms.add(rank, away));
        }
        Some(self.place(&grid.dims, &coordinates))
    }

    /// A coordinate modulo the extent of its dimension.
    fn wrapped(&mut self, x: TermId, own: TermId, n: TermId) -> TermId {
        let step = self.facts.terms.sub(x, own);
        match self.facts.terms.as_const(step) {
            Some(0) => x,
            Some(1) => {
                let (within, around) = (self.facts.terms.lt(x, n), self.facts.terms.sub(x, n));
                self.facts.terms.ite(within, x, around)
            }
            Some(-1) => {
                let zero = self.facts.terms.int(0);
                let (within, around) = (self.facts.terms.le(zero, x), self.facts.terms.add(x, n));
                self.facts.terms.ite(within, x, around)
            }
            _ => self.facts.terms.op(Op::Mod, x, n),
        }
    }

    /// The row-major number of a place.
    fn place(&mut self, dims: &[TermId], coordinates: &[TermId]) -> TermId {
        let mut sum = self.facts.terms.int(0);
        for (d, c) in coordinates.iter().enumerate() {
            let stride = self.product_of(&dims[d + 1..]);
            let part = self.facts.terms.mul(*c, stride);
            sum = self.facts.terms.add(sum, part);
        }
        sum
    }

    fn product_of(&mut self, factors: &[TermId]) -> TermId {
        let one = self.facts.terms.int(1);
        factors.iter().fold(one, |product, f| self.facts.terms.mul(product, *f))
    }

    /// The dimensions that a constructor is given.
    fn dimensions(&mut self, call: &CallSite, at: TermId, mem: &Mem) -> Option<Vec<TermId>> {
        let n = self
            .facts
            .terms
            .as_const(call.named("ndims")?)
            .filter(|n| *n >= 1 && self.facts.terms.limits.allows(Limit::GridDimensions, *n))?;
        (0..n).map(|d| self.array_element(at, d, 4, mem)).collect()
    }

    /// An element of an array of logical values.
    fn truth_at(&mut self, at: TermId, d: usize, mem: &Mem) -> Option<TermId> {
        let given = self.array_element(at, d as i64, 4, mem)?;
        Some(self.facts.terms.ne0(given))
    }

    /// Whether a term has one value on every process, in whatever iteration.
    fn same_for_all(&self, t: TermId) -> bool {
        let varies = |s: SymId| self.facts.terms.syms[s].def_loop.is_some();
        self.alike(&[t]) && !self.facts.terms.any_sym(t, varies)
    }

    /// Whether terms have the same values on every process.
    pub(crate) fn alike(&self, list: &[TermId]) -> bool {
        self.alike_in(CommId::World, list)
    }

    /// Whether terms have the same values on every process of a communicator.
    pub(super) fn alike_in(&self, comm: CommId, list: &[TermId]) -> bool {
        let all = &self.facts.terms.syms;
        // The size of the communicator counts as one of them, unless the communicator has a second group.
        let known = comm != CommId::Unknown && !self.facts.is_inter(comm);
        let size = |of: CommId| of == CommId::World || of == comm && known;
        let differs = |t: &TermId| {
            let is_size = |s: SymId| matches!(all[s].kind, SymKind::Size(of) if size(of));
            self.facts.terms.any_sym(*t, |s| !all[s].uniform && !is_size(s))
        };
        !list.iter().any(differs)
    }
}

fn put_unchecked(limits: &Watch, mem: &mut Mem, p: &Place, val: TermId) {
    mem.get_mut(p.obj)
        .put(limits, Entry { inst: p.inst, off: p.offset, size: 4, val, sort: Sort::Integer, only_read: false });
}
