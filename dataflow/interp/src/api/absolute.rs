//! Buffers described by absolute addresses: `MPI_BOTTOM` with a datatype made of results of `MPI_Get_address` (MPI 4.1,
//! 5.1.12) (theory, 4.6).

use crate::interp::Interp;
use crate::memory::Mem;
use rma_skeleton::skeleton::{Access, Area, Block};
use rma_term::ids::TermId;
use rma_term::limits::Limit;
use rma_term::term::Knowledge;

/// Bytes of an item of a list of buffers (`struct iovec`).
const BUFFER: i64 = 16;

/// One block of a datatype and the pointer that it begins at.
pub(super) struct AbsolutePart {
    /// Base of the buffer and displacement of the block.
    pub ptr: TermId,
    /// Its bytes.
    pub area: Area,
    /// Number of bytes, if they are contiguous and it is known.
    pub len: Option<TermId>,
}

impl Interp<'_> {
    /// The blocks of a buffer at `ptr`, each separately, if displacements of its datatype are addresses.
    pub(super) fn absolute_parts(&mut self, ptr: TermId, blocks: &[Block]) -> Vec<AbsolutePart> {
        // With `MPI_BOTTOM` a displacement is an address, so a lost displacement is a lost address.
        let from_bottom = self.facts.terms.as_const(ptr) == Some(0);
        let is_address = |b: &Block| {
            let lost = || self.facts.terms.knowledge(b.offset) == Knowledge::Lost;
            !self.facts.objects_in(b.offset).is_empty() || from_bottom && lost()
        };
        if !blocks.iter().any(is_address) {
            return Vec::new();
        }
        let zero = self.facts.terms.int(0);
        let mut parts = Vec::with_capacity(blocks.len());
        for b in blocks {
            let ptr = self.facts.terms.add(ptr, b.offset);
            let mut area = self.area(ptr, b.len);
            area.blocks = vec![Block { offset: zero, ..b.clone() }];
            parts.push(AbsolutePart { ptr, area, len: b.len.filter(|_| b.dims.is_empty()) });
        }
        parts
    }

    /// The buffers of a list, as blocks whose displacements are addresses.
    pub(super) fn listed_buffers(&mut self, list: TermId, count: Option<TermId>, mem: &Mem) -> Vec<Block> {
        let count = count.and_then(|n| self.facts.terms.as_const(n)).unwrap_or(0);
        if !self.facts.terms.limits.room(Limit::AbsoluteParts, usize::try_from(count).unwrap_or(0)) {
            return self.unknown_blocks();
        }
        let mut blocks = Vec::new();
        for n in 0..count {
            let Some(offset) = self.field(list, n * BUFFER, 8, mem) else { return self.unknown_blocks() };
            blocks.push(Block { offset, dims: Vec::new(), len: self.field(list, n * BUFFER + 8, 8, mem) });
        }
        if blocks.is_empty() { self.unknown_blocks() } else { blocks }
    }

    /// Some of the memory that the pointer at `ptr` points to.
    pub(super) fn behind(&mut self, ptr: TermId, mem: &Mem) -> Vec<Block> {
        match self.field(ptr, 0, 8, mem) {
            Some(offset) => vec![Block { offset, dims: Vec::new(), len: None }],
            None => self.unknown_blocks(),
        }
    }

    /// The accesses to all parts: one access for all blocks of the same form.
    pub(super) fn accesses_of(&mut self, of: &Access, parts: &[AbsolutePart]) -> Vec<Access> {
        let mut areas: Vec<Area> = Vec::new();
        for part in parts {
            let mut area = part.area.clone();
            if !areas.iter().any(|a| a.blocks == area.blocks)
                && !self.facts.terms.limits.room(Limit::AbsoluteParts, areas.len())
            {
                area.blocks = self.unknown_blocks();
            }
            match areas.iter_mut().find(|a| a.blocks == area.blocks) {
                Some(same) => {
                    same.places.extend(area.places);
                    same.unknown |= area.unknown;
                }
                None => areas.push(area),
            }
        }
        areas.into_iter().map(|area| Access { area, ..of.clone() }).collect()
    }
}
