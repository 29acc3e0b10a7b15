//! Datatypes as footprints (MPI 4.1, chapter 5) (theory, 4.6).

use super::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::{ArgPos, OutKind};
use rma_skeleton::facts::{Role, SymKey};
use rma_skeleton::skeleton::{Block, Dim, Element};
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Knowledge, Sym, SymKind, Term};
use std::collections::BTreeMap;

/// Bytes of a displacement in bytes: an `MPI_Aint`, in large-count forms an `MPI_Count`.
const ADDRESS_SIZE: u64 = 8;

/// The bytes of one element of a datatype.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Bytes of data, when known.
    pub size: Option<TermId>,
    /// Lower bound in bytes.
    pub lb: TermId,
    /// Distance from one element to the next.
    pub extent: Option<TermId>,
    /// Bytes touched.
    pub blocks: Vec<Block>,
}

impl Layout {
    fn map(&self, mut f: impl FnMut(TermId) -> TermId) -> Layout {
        let blocks = self.blocks.iter().map(|b| b.map(&mut f)).collect();
        Layout { size: self.size.map(&mut f), lb: f(self.lb), extent: self.extent.map(&mut f), blocks }
    }
}

/// Datatypes of the program.
#[derive(Debug, Default)]
pub(crate) struct Datatypes {
    /// The datatypes that constructors have made.
    made: BTreeMap<ObjId, BuiltType>,
    /// The predefined datatypes that derived ones consist of.
    pub elements: BTreeMap<ObjId, Element>,
}

/// A datatype that a constructor made.
#[derive(Debug, Clone)]
pub(crate) struct BuiltType {
    layout: Layout,
    /// The iterations of the loops around the constructor; the layout is expressed in terms of them.
    inst: TermId,
}

impl<'a> Interp<'a> {
    /// Some bytes from the base on, how many is not known.
    pub(crate) fn unknown_blocks(&mut self) -> Vec<Block> {
        let zero = self.facts.terms.int(0);
        vec![Block { offset: zero, dims: Vec::new(), len: None }]
    }

    /// A layout of bytes at unknown displacements.
    fn unknown_layout(&mut self, of: TermId) -> Layout {
        let def_loop = self.facts.innermost(of);
        let at = self.facts.symbol(SymKey::Layout(of), |_| Sym {
            def_loop,
            ..Sym::new(SymKind::Lost, "displacement in a datatype", Knowledge::Lost)
        });
        let at = self.facts.terms.sym(at);
        let lb = self.facts.terms.int(0);
        Layout { size: None, lb, extent: None, blocks: vec![Block { offset: at, dims: Vec::new(), len: None }] }
    }

    /// The layout of a datatype handle.
    pub(crate) fn layout(&mut self, handle: TermId) -> Layout {
        if let Some(abi) = self.facts.abi
            && let Some(Some(p)) = self.with_key(handle, |k| abi.datatype(k))
        {
            let zero = self.facts.terms.int(0);
            let size = self.facts.terms.int(p.size as i64);
            let extent = self.facts.terms.int(p.extent as i64);
            let blocks = vec![Block { offset: zero, dims: Vec::new(), len: Some(size) }];
            return Layout { size: Some(size), lb: zero, extent: Some(extent), blocks };
        }
        match *self.facts.terms.get(handle) {
            Term::Addr(o, inst) if self.api.datatypes.made.contains_key(&o) => {
                self.layout_of(o, inst).unwrap_or_else(|| self.unknown_layout(handle))
            }
            // Types that the program chooses from.
            Term::Ite(c, a, b) => {
                let (a, b) = (self.layout(a), self.layout(b));
                if a == b { a } else { self.either(c, &a, &b).unwrap_or_else(|| self.unknown_layout(handle)) }
            }
            _ => self.unknown_layout(handle),
        }
    }

    /// The layout of the datatype that a constructor made in these iterations; nothing where it depends on more than their numbers.
    fn layout_of(&mut self, obj: ObjId, inst: TermId) -> Option<Layout> {
        let BuiltType { layout, inst: made } = self.api.datatypes.made[&obj].clone();
        if made == inst {
            return Some(layout);
        }
        let mut here = self.for_instance(made, inst);
        let out = layout.map(|t| here.term(&mut self.facts, t));
        here.told.then_some(out)
    }

    /// One of two layouts with the same number of blocks, chosen by a condition. If a block of one layout has fewer dimensions, it
    /// gets further ones with a single repetition.
    fn either(&mut self, c: TermId, a: &Layout, b: &Layout) -> Option<Layout> {
        if a.blocks.len() != b.blocks.len() {
            return None;
        }
        let (zero, one) = (self.facts.terms.int(0), self.facts.terms.int(1));
        let once = Dim { count: one, stride: zero };
        let mut blocks = Vec::new();
        for (x, y) in a.blocks.iter().zip(&b.blocks) {
            let mut dims = Vec::new();
            for d in 0..x.dims.len().max(y.dims.len()) {
                let (x, y) = (x.dims.get(d).unwrap_or(&once), y.dims.get(d).unwrap_or(&once));
                let count = self.facts.terms.ite(c, x.count, y.count);
                dims.push(Dim { count, stride: self.facts.terms.ite(c, x.stride, y.stride) });
            }
            let offset = self.facts.terms.ite(c, x.offset, y.offset);
            blocks.push(Block { offset, dims, len: Some(self.facts.terms.ite(c, x.len?, y.len?)) });
        }
        let mut one_of = |x: Option<TermId>, y: Option<TermId>| Some(self.facts.terms.ite(c, x?, y?));
        let (size, extent) = (one_of(a.size, b.size), one_of(a.extent, b.extent));
        let lb = self.facts.terms.ite(c, a.lb, b.lb);
        Some(Layout { size, lb, extent, blocks })
    }

    /// `count` elements of a datatype.
    pub(crate) fn typed_blocks(&mut self, count: Option<TermId>, datatype: Option<TermId>) -> Vec<Block> {
        let (Some(count), Some(datatype)) = (count, datatype) else { return self.unknown_blocks() };
        let layout = self.layout(datatype);
        self.repeat(&layout, count)
    }

    /// A layout repeated at its extent.
    fn repeat(&mut self, layout: &Layout, count: TermId) -> Vec<Block> {
        match layout.extent {
            Some(extent) => self.repeat_at(&layout.blocks, count, extent),
            None if self.facts.terms.as_const(count) == Some(1) => layout.blocks.clone(),
            None => self.unknown_blocks(),
        }
    }

    /// Blocks repeated `count` times at a stride.
    fn repeat_at(&mut self, blocks: &[Block], count: TermId, stride: TermId) -> Vec<Block> {
        if self.facts.terms.as_const(count) == Some(1) {
            return blocks.to_vec();
        }
        let mut out = Vec::new();
        for b in blocks {
            let mut b = b.clone();
            if b.dims.is_empty() && b.len == Some(stride) {
                b.len = Some(self.facts.terms.mul(count, stride));
            } else {
                b.dims.push(Dim { count, stride });
            }
            out.push(b);
        }
        out
    }

    /// Blocks at a distance from where they are.
    pub(crate) fn shift(&mut self, blocks: Vec<Block>, by: TermId) -> Vec<Block> {
        let mut blocks = blocks;
        for b in &mut blocks {
            b.offset = self.facts.terms.add(b.offset, by);
        }
        blocks
    }

    /// The layout that a datatype constructor makes.
    pub(crate) fn construct(&mut self, frame: &Frame<'a>, call: &CallSite, kind: OutKind, mem: &Mem) -> Layout {
        self.try_construct(frame, call, kind, mem).unwrap_or_else(|| {
            let of = self.lost(frame, call.value, Role::Layout);
            self.unknown_layout(of)
        })
    }

    fn try_construct(&mut self, _frame: &Frame<'a>, call: &CallSite, kind: OutKind, mem: &Mem) -> Option<Layout> {
        if kind == OutKind::TypeStruct {
            return self.struct_layout(call, mem);
        }
        let old = call.named("oldtype").or_else(|| call.named("datatype"))?;
        let old = self.layout(old);
        match kind {
            OutKind::TypeDup => return Some(old),
            OutKind::TypeResized => {
                let (lb, extent) = (call.named("lb")?, call.named("extent")?);
                return Some(Layout { lb, extent: Some(extent), ..old });
            }
            _ => {}
        }
        let extent = old.extent?;
        let size = old.size?;
        match kind {
            OutKind::TypeContiguous => {
                let count = call.named("count")?;
                let blocks = self.repeat(&old, count);
                let (size, extent) = (self.facts.terms.mul(size, count), self.facts.terms.mul(extent, count));
                Some(Layout { size: Some(size), lb: old.lb, extent: Some(extent), blocks })
            }
            OutKind::TypeVector | OutKind::TypeHvector => {
                let (count, len) = (call.named("count")?, call.named("blocklength")?);
                let mut stride = call.named("stride")?;
                if kind == OutKind::TypeVector {
                    stride = self.facts.terms.mul(stride, extent);
                }
                let row = self.repeat(&old, len);
                let blocks = self.repeat_at(&row, count, stride);
                let data = self.facts.terms.mul(count, len);
                let size = self.facts.terms.mul(data, size);
                let gaps = self.facts.terms.add_int(count, -1);
                let span = self.facts.terms.mul(gaps, stride);
                let row_extent = self.facts.terms.mul(len, extent);
                let extent = self.facts.terms.add(span, row_extent);
                Some(Layout { size: Some(size), lb: old.lb, extent: Some(extent), blocks })
            }
            OutKind::TypeIndexed | OutKind::TypeHindexed | OutKind::TypeIndexedBlock | OutKind::TypeHindexedBlock => {
                self.indexed_layout(call, kind, &old, extent, size, mem)
            }
            OutKind::TypeSubarray => self.subarray_layout(call, &old, extent, size, mem),
            _ => None,
        }
    }

    /// Element `i` of an array of integers of `size` bytes that a pointer points to.
    pub(crate) fn array_element(&mut self, ptr: TermId, i: i64, size: u64, mem: &Mem) -> Option<TermId> {
        let at = self.facts.terms.add_int(ptr, i * size as i64);
        let places = self.facts.places(at);
        let [p] = places.list[..] else { return None };
        let content = mem.get(p.obj).cloned().unwrap_or_default();
        self.cell_of(&content, p.obj, p.inst, p.offset, size, false)
    }

    fn indexed_layout(
        &mut self,
        call: &CallSite,
        kind: OutKind,
        old: &Layout,
        extent: TermId,
        size: TermId,
        mem: &Mem,
    ) -> Option<Layout> {
        let n = self
            .facts
            .terms
            .as_const(call.named("count")?)
            .filter(|n| *n >= 0 && self.facts.terms.limits.allows(Limit::TypeBlocks, *n))?;
        let bytes = matches!(kind, OutKind::TypeHindexed | OutKind::TypeHindexedBlock);
        let displs = call.named("array_of_displacements")?;
        let counts = call.routine.count_size();
        let (mut blocks, mut total) = (Vec::new(), self.facts.terms.int(0));
        let mut bounds = Vec::new();
        for i in 0..n {
            let len = match call.named("blocklength") {
                Some(len) => len,
                None => self.array_element(call.named("array_of_blocklengths")?, i, counts, mem)?,
            };
            let mut at = self.array_element(displs, i, if bytes { ADDRESS_SIZE } else { counts }, mem)?;
            if !bytes {
                at = self.facts.terms.mul(at, extent);
            }
            let row = self.repeat(old, len);
            blocks.extend(self.shift(row, at));
            let data = self.facts.terms.mul(len, size);
            total = self.facts.terms.add(total, data);
            let span = self.facts.terms.mul(len, extent);
            bounds.push((at, self.facts.terms.add(at, span)));
        }
        let (lb, extent) = self.lower_bound_and_extent(&bounds);
        Some(Layout { size: Some(total), lb, extent, blocks })
    }

    /// Lower bound and extent; a single element of a type needs neither (displacements that are addresses).
    fn lower_bound_and_extent(&mut self, bounds: &[(TermId, TermId)]) -> (TermId, Option<TermId>) {
        match self.hull(bounds) {
            Some((lb, extent)) => (lb, Some(extent)),
            None => (self.facts.terms.int(0), None),
        }
    }

    /// Lower bound and extent of intervals with constant ends.
    fn hull(&mut self, bounds: &[(TermId, TermId)]) -> Option<(TermId, TermId)> {
        let mut lo = None;
        let mut hi = None;
        for (a, b) in bounds {
            let (a, b) = (self.facts.terms.as_const(*a)?, self.facts.terms.as_const(*b)?);
            lo = Some(lo.map_or(a, |l: i64| l.min(a)));
            hi = Some(hi.map_or(b, |h: i64| h.max(b)));
        }
        let (lo, hi) = lo.zip(hi)?;
        Some((self.facts.terms.int(lo), self.facts.terms.int(hi - lo)))
    }

    fn struct_layout(&mut self, call: &CallSite, mem: &Mem) -> Option<Layout> {
        let n = self
            .facts
            .terms
            .as_const(call.named("count")?)
            .filter(|n| *n >= 0 && self.facts.terms.limits.allows(Limit::TypeBlocks, *n))?;
        let lens = call.named("array_of_blocklengths")?;
        let displs = call.named("array_of_displacements")?;
        let types = call.named("array_of_types")?;
        let (mut blocks, mut total) = (Vec::new(), self.facts.terms.int(0));
        let mut bounds = Vec::new();
        for i in 0..n {
            let len = self.array_element(lens, i, call.routine.count_size(), mem)?;
            let at = self.array_element(displs, i, ADDRESS_SIZE, mem)?;
            let ty = self.array_element(types, i, self.handle_size(call.routine), mem)?;
            let member = self.layout(ty);
            let (size, extent) = (member.size?, member.extent?);
            let row = self.repeat(&member, len);
            blocks.extend(self.shift(row, at));
            let data = self.facts.terms.mul(len, size);
            total = self.facts.terms.add(total, data);
            let span = self.facts.terms.mul(len, extent);
            bounds.push((at, self.facts.terms.add(at, span)));
        }
        let (lb, extent) = self.lower_bound_and_extent(&bounds);
        // The extent is rounded up to the strictest alignment; 8 bytes unless every member is smaller.
        let align = self.facts.terms.as_const(total).map_or(8, |t| if t % 8 == 0 { 8 } else { 4 });
        let extent = extent.and_then(|e| self.facts.terms.as_const(e)).map(|e| (e + align - 1) / align * align);
        let extent = extent.map(|e| self.facts.terms.int(e));
        Some(Layout { size: Some(total), lb, extent, blocks })
    }

    fn subarray_layout(
        &mut self,
        call: &CallSite,
        old: &Layout,
        extent: TermId,
        size: TermId,
        mem: &Mem,
    ) -> Option<Layout> {
        let n = self.facts.terms.as_const(call.named("ndims")?).filter(|n| (1..=8).contains(n))?;
        let (sizes, subs, starts) =
            (call.named("array_of_sizes")?, call.named("array_of_subsizes")?, call.named("array_of_starts")?);
        let counts = call.routine.count_size();
        let order = self.facts.terms.as_const(call.named("order")?)?;
        let fortran = order == self.facts.abi?.constants().order_fortran;
        let mut blocks = old.blocks.clone();
        let (mut stride, mut total, mut offset) = (extent, size, self.facts.terms.int(0));
        // From the fastest dimension to the slowest.
        for step in 0..n {
            let d = if fortran { step } else { n - 1 - step };
            let whole = self.array_element(sizes, d, counts, mem)?;
            let part = self.array_element(subs, d, counts, mem)?;
            let start = self.array_element(starts, d, counts, mem)?;
            let at = self.facts.terms.mul(start, stride);
            offset = self.facts.terms.add(offset, at);
            blocks = self.repeat_at(&blocks, part, stride);
            total = self.facts.terms.mul(total, part);
            stride = self.facts.terms.mul(stride, whole);
        }
        let blocks = self.shift(blocks, offset);
        let lb = self.facts.terms.int(0);
        Some(Layout { size: Some(total), lb, extent: Some(stride), blocks })
    }

    /// For each process, `counts[i]` elements at `displs[i]`. The elements of the arrays must be known separately or as one family
    /// of cells.
    pub(crate) fn vector_blocks(
        &mut self,
        call: &CallSite,
        counts: ArgPos,
        displs: Option<ArgPos>,
        datatype: ArgPos,
        mem: &Mem,
    ) -> Vec<Block> {
        let arrays = call.at(counts).zip(displs.and_then(|pos| call.at(pos))).zip(call.at(datatype));
        let Some(((counts, displs), datatype)) = arrays else { return self.unknown_blocks() };
        let comm = self.comm_of_call(call);
        if self.facts.is_inter(comm) {
            return self.unknown_blocks();
        }
        let members = self.facts.size_of_comm(comm);
        let sizes = [call.routine.count_size(), if call.routine.wide { ADDRESS_SIZE } else { 4 }];
        let listed = self.listed_blocks([counts, displs], sizes, datatype, members, mem);
        listed
            .or_else(|| self.row_of_blocks([counts, displs], sizes, datatype, members, mem))
            .unwrap_or_else(|| self.unknown_blocks())
    }

    /// One block for each element of the arrays; blocks beyond the number of processes are empty.
    fn listed_blocks(
        &mut self,
        arrays: [TermId; 2],
        sizes: [u64; 2],
        datatype: TermId,
        members: TermId,
        mem: &Mem,
    ) -> Option<Vec<Block>> {
        let room = |this: &mut Self, ptr: TermId, size: u64| {
            let places = this.facts.places(ptr);
            let [p] = places.list[..] else { return None };
            let (all, from) =
                (this.facts.terms.as_const(this.facts.objects[p.obj].size?)?, this.facts.terms.as_const(p.offset)?);
            Some((all - from) / size as i64)
        };
        let n = match self.facts.terms.as_const(members) {
            Some(n) => n,
            None => room(self, arrays[0], sizes[0])?.min(room(self, arrays[1], sizes[1])?),
        };
        if n < 0 || !self.facts.terms.limits.allows(Limit::TypeBlocks, n) {
            return None;
        }
        let extent = self.layout(datatype).extent?;
        let mut blocks = Vec::new();
        for i in 0..n {
            let count = self.array_element(arrays[0], i, sizes[0], mem)?;
            let at = self.array_element(arrays[1], i, sizes[1], mem)?;
            let (number, none) = (self.facts.terms.int(i), self.facts.terms.int(0));
            let there = self.facts.terms.lt(number, members);
            let count = self.facts.terms.ite(there, count, none);
            let own = self.typed_blocks(Some(count), Some(datatype));
            let start = self.facts.terms.mul(at, extent);
            blocks.extend(self.shift(own, start));
        }
        Some(blocks)
    }

    /// Blocks of one length at regular distances, as loops over the processes fill the arrays.
    fn row_of_blocks(
        &mut self,
        arrays: [TermId; 2],
        sizes: [u64; 2],
        datatype: TermId,
        members: TermId,
        mem: &Mem,
    ) -> Option<Vec<Block>> {
        let extent = self.layout(datatype).extent?;
        let index = self.process_index(members);
        let i = self.facts.terms.sym(index);
        let [count, at] = [0, 1].map(|n| self.element_of_process(arrays[n], i, sizes[n], mem));
        let (count, at) = (count?, at?);
        let varies = |this: &Self, t: TermId| this.facts.terms.any_sym(t, |x| x == index);
        let (_, parts) = self.facts.terms.linear(at);
        let stride = parts.iter().find(|(t, _)| *t == i)?.1;
        let moved = self.facts.terms.scale(i, stride);
        let first = self.facts.terms.sub(at, moved);
        if varies(self, count) || varies(self, first) || stride <= 0 {
            return None;
        }
        let own = self.typed_blocks(Some(count), Some(datatype));
        let stride = self.facts.terms.scale(extent, stride);
        let all = self.repeat_at(&own, members, stride);
        let start = self.facts.terms.mul(first, extent);
        Some(self.shift(all, start))
    }

    /// The number of any member, as an index into arrays with an element for each.
    fn process_index(&mut self, members: TermId) -> SymId {
        let index = self.facts.symbol(SymKey::Layout(members), |_| Sym {
            lo: Some(0),
            ..Sym::new(SymKind::Index, "process", Knowledge::Known)
        });
        self.facts.terms.syms[index].below = Some(members);
        index
    }

    fn element_of_process(&mut self, array: TermId, process: TermId, size: u64, mem: &Mem) -> Option<TermId> {
        let along = self.facts.terms.scale(process, size as i64);
        let cell = self.facts.terms.add(array, along);
        self.array_element(cell, 0, size, mem)
    }

    /// The element that an array of counts has for a member of the communicator of a call, and the member's rank where the
    /// element depends on it.
    pub(super) fn count_for_each(
        &mut self,
        call: &CallSite,
        counts: TermId,
        mem: &Mem,
    ) -> Option<(TermId, Option<TermId>)> {
        let comm = self.comm_of_call(call);
        if self.facts.is_inter(comm) {
            return None;
        }
        let members = self.facts.size_of_comm(comm);
        let index = self.process_index(members);
        let i = self.facts.terms.sym(index);
        let count = self.element_of_process(counts, i, call.routine.count_size(), mem)?;
        Some((count, self.facts.terms.any_sym(count, |x| x == index).then_some(i)))
    }

    /// The layout of an object that a datatype constructor made.
    pub(crate) fn set_layout(&mut self, obj: ObjId, layout: Layout, inst: TermId) {
        self.api.datatypes.made.insert(obj, BuiltType { layout, inst });
    }
}
