//! Fortran's arrays: the content of their descriptors, and the memory that the runtime allocates for them (theory,
//! 4.6).
//!
//! A descriptor is flang's `CFI_cdesc_t` (Fortran 2018, 18.5.3): base address, bytes of an element, rank, and for each
//! dimension lower bound, extent and the distance of elements in bytes.

use super::CallSite;
use crate::interp::{Frame, Interp, Made};
use crate::memory::Mem;
use rma_frontend::api::{OutKind, Output};
use rma_frontend::ir::ValueId;
use rma_skeleton::facts::{Read, Role};
use rma_skeleton::skeleton::{Area, Block, Death, Dim, Event};
use rma_term::ids::TermId;
use rma_term::object::TEMPORARY;

/// Offsets of the fields of a descriptor, in bytes.
pub(super) const ELEMENT: i64 = 8;
pub(super) const RANK: i64 = 20;
const TYPE: i64 = 21;
pub(super) const DIMS: i64 = 24;
/// Bytes of a dimension; in it the lower bound, the extent and the stride.
pub(super) const DIM: i64 = 24;
const LOWER: i64 = 0;
pub(super) const EXTENT: i64 = 8;
const STRIDE: i64 = 16;

/// Positions in a descriptor of rank 1: the address of the elements, and their number.
pub(super) const BASE_OF_LIST: i64 = 0;
pub(super) const EXTENT_OF_LIST: i64 = DIMS + EXTENT;

/// Highest rank (Fortran 2018, 5.4.6).
pub(super) const HIGHEST_RANK: i64 = 15;

impl<'a> Interp<'a> {
    /// A field of the descriptor at `array`, if it is known.
    pub(super) fn field(&mut self, array: TermId, offset: i64, size: u64, mem: &Mem) -> Option<TermId> {
        let at = self.facts.terms.add_int(array, offset);
        self.array_element(at, 0, size, mem)
    }

    /// The address of an array's first element.
    pub(super) fn array_base(&mut self, frame: &Frame<'a>, v: ValueId, array: TermId, mem: &Mem) -> TermId {
        if self.facts.places(array).list.is_empty() {
            return self.facts.terms.int(0);
        }
        let mut mem = mem.clone();
        self.load_part(frame, (v, Read::ArrayBase), &mut mem, array, 8, false)
    }

    /// The elements of an array as blocks from its base.
    pub(super) fn array_blocks(&mut self, array: TermId, mem: &Mem) -> Vec<Block> {
        self.known_blocks(array, mem).unwrap_or_else(|| self.unknown_blocks())
    }

    fn known_blocks(&mut self, array: TermId, mem: &Mem) -> Option<Vec<Block>> {
        let mut len = self.field(array, ELEMENT, 8, mem)?;
        let mut dims = Vec::new();
        for (extent, stride) in self.shape(array, mem)? {
            if dims.is_empty() && stride == len {
                len = self.facts.terms.mul(len, extent);
            } else {
                dims.push(Dim { count: extent, stride });
            }
        }
        let offset = self.facts.terms.int(0);
        Some(vec![Block { offset, dims, len: Some(len) }])
    }

    /// Extent and stride of each dimension.
    pub(super) fn shape(&mut self, array: TermId, mem: &Mem) -> Option<Vec<(TermId, TermId)>> {
        let rank = self.field(array, RANK, 1, mem)?;
        let rank = self.facts.terms.as_const(rank).filter(|r| (0..=HIGHEST_RANK).contains(r))?;
        (0..rank)
            .map(|d| {
                let at = DIMS + d * DIM;
                Some((self.field(array, at + EXTENT, 8, mem)?, self.field(array, at + STRIDE, 8, mem)?))
            })
            .collect()
    }

    /// The elements of the array whose descriptor is an argument.
    pub(super) fn array_area(&mut self, frame: &Frame<'a>, call: &CallSite, array: TermId, mem: &Mem) -> Area {
        let base = self.array_base(frame, call.value, array, mem);
        let mut area = self.area(base, None);
        area.blocks = self.array_blocks(array, mem);
        area
    }

    /// Whether an array's elements lie one after another, as a truth value.
    pub(super) fn is_contiguous(&mut self, frame: &Frame<'a>, call: &CallSite, array: TermId, mem: &Mem) -> TermId {
        let (Some(mut next), Some(shape)) = (self.field(array, ELEMENT, 8, mem), self.shape(array, mem)) else {
            return self.lost(frame, call.value, Role::Value);
        };
        let mut parts = Vec::new();
        let one = self.facts.terms.int(1);
        for (extent, stride) in shape {
            let (fits, single) = (self.facts.terms.eq(stride, next), self.facts.terms.le(extent, one));
            parts.push(self.facts.terms.any(&[fits, single]));
            next = self.facts.terms.mul(stride, extent);
        }
        self.facts.terms.all(&parts)
    }

    /// Whether an array has memory, as a truth value.
    pub(super) fn is_allocated(&mut self, frame: &Frame<'a>, call: &CallSite, array: TermId, mem: &Mem) -> TermId {
        let base = self.array_base(frame, call.value, array, mem);
        let null = self.facts.terms.eq0(base);
        self.facts.terms.not(null)
    }

    /// The effect of a call on an array that is an argument. `false`: the output is of another kind.
    pub(super) fn array_output(&mut self, frame: &mut Frame<'a>, call: &CallSite, out: &Output, mem: &mut Mem) -> bool {
        let Some(array) = call.at(out.arg) else { return true };
        match out.kind {
            OutKind::ArrayNew => {
                self.new_array(frame, call, out, array, mem);
                self.begin_variable(frame, call, array, mem);
            }
            OutKind::ArrayCopy => self.copied_array(frame, call, out, array, mem),
            OutKind::ArrayAssigned => {
                let base = self.array_base(frame, call.value, array, mem);
                if self.facts.terms.as_const(base) == Some(0) {
                    self.copied_array(frame, call, out, array, mem);
                }
            }
            OutKind::ArrayResult => {
                self.clobber(mem, array, None);
                let base = self.array_memory(frame, call, out, None, mem);
                self.store(mem, array, 8, base, false);
            }
            OutKind::ArrayLike => self.like_array(call, array, mem),
            OutKind::ArrayBounds => self.set_bounds(call, array, mem),
            OutKind::ArrayDead => {
                self.end_array(frame, call, array, mem);
                self.null_array(array, mem);
            }
            OutKind::ArrayNull => self.null_array(array, mem),
            OutKind::ArrayTyped => self.typed_array(call, array, mem),
            OutKind::ArrayAssociated => self.associated_array(call, array, mem),
            OutKind::Finalized => self.finalize(frame, call, array, mem),
            OutKind::PartsDead => self.end_parts(frame, call, array, mem),
            OutKind::PartsReplaced => self.copy_parts(frame, call, array, mem),
            OutKind::Trampoline => {
                if let (Some(function), Some(host)) = (call.named("func"), call.named("nval")) {
                    self.make_trampoline(array, function, host, mem);
                }
            }
            OutKind::Defaults => self.default_values(frame, call, array, mem),
            OutKind::CommandText => {
                let base = self.array_base(frame, call.value, array, mem);
                let which = call.named("which").unwrap_or(base);
                let text = self.facts.terms.apply("argv", &[which]);
                let text = self.parameter(text, "argv[..]");
                self.store(mem, base, 1, text, false);
            }
            OutKind::ArrayMoved => {
                if let Some(source) = call.named("source") {
                    // The memory that it had is deallocated (Fortran 2018, 16.9.137).
                    self.end_array(frame, call, array, mem);
                    self.copy_descriptor(array, source, mem);
                }
            }
            _ => return false,
        }
        true
    }

    /// The memory of an array ceases to exist.
    fn end_array(&mut self, frame: &mut Frame<'a>, call: &CallSite, array: TermId, mem: &mut Mem) {
        let base = self.array_base(frame, call.value, array, mem);
        self.end_memory(frame, call, base, mem);
    }

    /// The memory of an array at `base` ceases to exist.
    pub(super) fn end_memory(&mut self, frame: &mut Frame<'a>, call: &CallSite, base: TermId, mem: &mut Mem) {
        let places = self.facts.places(base).list;
        for p in &places {
            mem.get_mut(p.obj).spoil();
        }
        if !places.is_empty() {
            let loc = frame.func.insts[call.value].loc;
            self.emit(frame, loc, Event::Death { places, unknown: false, how: Death::Free });
        }
    }

    pub(super) fn null_array(&mut self, array: TermId, mem: &mut Mem) {
        let zero = self.facts.terms.int(0);
        self.store(mem, array, 8, zero, false);
    }

    fn array_memory(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        out: &Output,
        size: Option<TermId>,
        mem: &mut Mem,
    ) -> TermId {
        let obj = self.new_memory(frame, call.value, Made::Array(out.arg), size, mem);
        let name = call.at(out.arg).and_then(|array| self.facts.places(array).list.first().map(|p| p.obj));
        let name = name.map_or_else(String::new, |o| self.facts.objects[o].name.clone());
        let name = if name == TEMPORARY { String::new() } else { name };
        self.facts.objects[obj].name = match (name.is_empty(), out.kind) {
            (false, _) => name,
            (true, OutKind::ArrayCopy) => "temporary copy of an array section".to_owned(),
            (true, _) => "temporary array".to_owned(),
        };
        let inst = self.instance_here(frame);
        self.facts.terms.addr_of(obj, inst)
    }

    /// Memory by the bounds in the descriptor.
    fn new_array(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output, array: TermId, mem: &mut Mem) {
        let element = self.field(array, ELEMENT, 8, mem);
        let shape = self.shape(array, mem);
        let mut size = element;
        let Some((first, shape)) = element.zip(shape) else {
            let base = self.array_memory(frame, call, out, None, mem);
            return self.store(mem, array, 8, base, false);
        };
        let mut stride = first;
        for (d, (extent, _)) in shape.into_iter().enumerate() {
            let at = self.facts.terms.add_int(array, DIMS + d as i64 * DIM + STRIDE);
            self.store(mem, at, 8, stride, false);
            stride = self.facts.terms.mul(stride, extent);
            size = Some(stride);
        }
        let base = self.array_memory(frame, call, out, size, mem);
        self.store(mem, array, 8, base, false);
    }

    /// Memory with the shape of another array, its elements one after another.
    fn copied_array(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output, array: TermId, mem: &mut Mem) {
        let source = call.named("source");
        let known = source
            .and_then(|s| Some((self.field(s, ELEMENT, 8, mem)?, self.field(s, RANK, 1, mem)?, self.shape(s, mem)?)));
        let Some((element, rank, shape)) = known else {
            self.clobber(mem, array, None);
            let base = self.array_memory(frame, call, out, None, mem);
            return self.store(mem, array, 8, base, false);
        };
        for (offset, size, value) in [(ELEMENT, 8, element), (RANK, 1, rank)] {
            let at = self.facts.terms.add_int(array, offset);
            self.store(mem, at, size, value, false);
        }
        let (one, mut stride) = (self.facts.terms.int(1), element);
        for (d, (extent, _)) in shape.into_iter().enumerate() {
            for (offset, value) in [(LOWER, one), (EXTENT, extent), (STRIDE, stride)] {
                let at = self.facts.terms.add_int(array, DIMS + d as i64 * DIM + offset);
                self.store(mem, at, 8, value, false);
            }
            stride = self.facts.terms.mul(stride, extent);
        }
        let base = self.array_memory(frame, call, out, Some(stride), mem);
        self.store(mem, array, 8, base, false);
    }

    /// Sets the type and the bounds of another array; another call sets its memory.
    fn like_array(&mut self, call: &CallSite, array: TermId, mem: &mut Mem) {
        let rank = call.named("rank").and_then(|r| self.facts.terms.as_const(r));
        let Some((source, rank)) = call.named("source").zip(rank.filter(|r| (0..=HIGHEST_RANK).contains(r))) else {
            return self.clobber(mem, array, None);
        };
        for (offset, size) in [(ELEMENT, 8), (TYPE, 1), (DIMS, DIM * rank)] {
            if size > 0 {
                let (to, from) = (self.facts.terms.add_int(array, offset), self.facts.terms.add_int(source, offset));
                let size = self.facts.terms.int(size);
                self.copy(mem, to, from, size);
            }
        }
        let (at, rank) = (self.facts.terms.add_int(array, RANK), self.facts.terms.int(rank));
        self.store(mem, at, 1, rank, false);
    }

    /// Bounds of a dimension; an upper one below the lower one makes it empty.
    fn set_bounds(&mut self, call: &CallSite, array: TermId, mem: &mut Mem) {
        let (Some(dim), Some(lower), Some(upper)) = (call.named("dim"), call.named("lower"), call.named("upper"))
        else {
            return;
        };
        let Some(dim) = self.facts.terms.as_const(dim).filter(|d| (0..HIGHEST_RANK).contains(d)) else {
            return self.clobber(mem, array, None);
        };
        let length = self.facts.terms.sub(upper, lower);
        let length = self.facts.terms.add_int(length, 1);
        let zero = self.facts.terms.int(0);
        let some = self.facts.terms.le(zero, length);
        let extent = self.facts.terms.ite(some, length, zero);
        for (offset, value) in [(LOWER, lower), (EXTENT, extent)] {
            let at = self.facts.terms.add_int(array, DIMS + dim * DIM + offset);
            self.store(mem, at, 8, value, false);
        }
    }
}
