//! Footprints: existential indices choose one contiguous range of bytes of each (theory, 8.2).

use crate::filter::residues_disjoint;
use crate::query::{Builder, Role, UnknownLength};
use crate::verdict::SafeBy;
use rma_dataflow::candidate::Extent;
use rma_dataflow::ids::TermId;
use rma_dataflow::term::{Knowledge, Op, Sym, SymKind};

/// `[start, start + len)`, in bytes from the object's start.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub start: TermId,
    pub len: TermId,
}

/// One range of the extent's bytes, with the conditions that it exists and is in the object.
pub(crate) fn span(
    b: &mut Builder,
    extent: &Extent,
    size: Option<TermId>,
    length: UnknownLength,
) -> Result<Span, SafeBy> {
    let (base, inner) = (b.import.term(extent.offset), b.import.term(extent.block.offset));
    let mut start = b.import.terms.add(base, inner);
    for dim in &extent.block.dims {
        let (count, stride) = (b.import.term(dim.count), b.import.term(dim.stride));
        let t = &mut b.import.terms;
        let last = t.add_int(count, -1);
        let last = t.range(last).hi;
        match last {
            Some(h) if h < 0 => return Err(SafeBy::NoOverlap),
            // At most one repetition: there is no index to choose, but the count must not be zero.
            Some(0) => {
                let zero = t.int(0);
                let some = t.lt(zero, count);
                b.require(Role::Overlap, some, SafeBy::NoOverlap)?;
                continue;
            }
            _ => {}
        }
        let index = Sym { lo: Some(0), hi: last, ..Sym::new(SymKind::Index, "", Knowledge::Known) };
        let index = b.import.fresh(index);
        let t = &mut b.import.terms;
        let inside = t.lt(index, count);
        let step = t.op(Op::Mul, stride, index);
        start = t.add(start, step);
        b.require(Role::Overlap, inside, SafeBy::NoOverlap)?;
    }
    let mut len = match (extent.block.len, length) {
        (Some(len), _) => b.import.term(len),
        (None, UnknownLength::Least) => b.import.terms.int(1),
        (None, UnknownLength::Any) => {
            b.import.fresh(Sym { lo: Some(1), ..Sym::new(SymKind::Lost, "", Knowledge::Lost) })
        }
    };
    let t = &mut b.import.terms;
    // What runs over the end of its memory touches that up to its end all the same.
    let known = (t.as_const(start), t.as_const(len), size.and_then(|s| t.as_const(s)));
    if let (Some(at), Some(long), Some(size)) = known
        && (0..size).contains(&at)
        && at.checked_add(long).is_none_or(|end| end > size)
    {
        len = t.int(size - at);
    }
    let (zero, end) = (t.int(0), t.add(start, len));
    let (some, low) = (t.lt(zero, len), t.le(zero, start));
    b.require(Role::Overlap, some, SafeBy::NoOverlap)?;
    b.require(Role::Assumption, low, SafeBy::Interval)?;
    if let Some(size) = size {
        let high = b.import.terms.le(end, size);
        b.require(Role::Assumption, high, SafeBy::Interval)?;
    }
    Ok(Span { start, len })
}

/// Requires that two spans have a byte in common: `-first.len < first.start - second.start <
/// second.len`.
pub(crate) fn require_overlap(b: &mut Builder, first: &Span, second: &Span) -> Result<(), SafeBy> {
    let t = &mut b.import.terms;
    let distance = t.sub(first.start, second.start);
    let residues = residues_disjoint(t, distance, first.len, second.len);
    let below = t.lt(distance, second.len);
    let back = t.scale(distance, -1);
    let above = t.lt(back, first.len);
    if [below, above].iter().any(|c| t.as_const(*c) == Some(0)) {
        return Err(SafeBy::Interval);
    }
    if residues {
        return Err(SafeBy::Stride);
    }
    b.require(Role::Overlap, below, SafeBy::Interval)?;
    b.require(Role::Overlap, above, SafeBy::Interval)
}
