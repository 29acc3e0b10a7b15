//! Which effects conflict at a target, regardless of bytes and order (thesis, Table 2.2; MPI 4.1, 12.7) (theory, 2.4).

use crate::candidate::Extent;
use crate::skeleton::{Access, Issue};
use rma_frontend::api::{AccessKind, Bank};
use rma_term::ids::TermId;
use rma_term::term::{Knowledge, Op, Terms};

/// How two effects on the same bytes are related.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compatibility {
    /// Nothing: both read, or neither is one-sided.
    None,
    /// A conflict.
    Conflict,
    /// The effects are atomic to each other if their types are the same and their elements coincide.
    Atomic {
        /// Bytes of an element.
        size: i64,
        /// The predefined types.
        types: (TermId, TermId),
        /// The reduction operations, where both update and they are known.
        ops: Option<(TermId, TermId)>,
    },
    /// Accumulate operations whose types the analysis does not know.
    UnknownTypes,
    /// An accumulate operation that only reads, beside another read: a conflict by the letter alone
    /// (MPI 4.1, 12.7: "exactly one of the operations is an accumulate").
    Letter,
}

/// Condition under which elements of `size` bytes that begin at two extents have only a part in common: such elements are not
/// atomic to each other (MPI 4.1, 12.7.1). `None`: never.
pub fn by_parts(terms: &mut Terms, first: &Extent, second: &Extent, size: i64) -> Option<TermId> {
    let i = terms.add(first.offset, first.block.offset);
    let j = terms.add(second.offset, second.block.offset);
    let d = terms.sub(i, j);
    let size = terms.int(size);
    let rest = terms.op(Op::Mod, d, size);
    let whole = terms.eq0(rest);
    let parts = terms.not(whole);
    (!terms.is_false(parts)).then_some(parts)
}

/// An effect, and the operation that has it.
pub type Effect<'e> = (Option<&'e Issue>, &'e Access);

/// How an effect of an operation conflicts with another effect. `strict`: by the letter of the standard.
pub fn compatibility(terms: &Terms, strict: bool, (first, a): Effect, (second, b): Effect) -> Compatibility {
    let writes = |k: AccessKind| k != AccessKind::Read;
    let atomic = |i: Option<&Issue>, e: &Access| e.bank == Bank::Target && i.is_some_and(|i| i.atomicity.atomic);
    // Direct accesses to shared memory follow the rules of the language (MPI 4.1, 12.7; C11, 7.17.5 and 5.1.2.4).
    if a.actor.is_atomic_instruction() && b.actor.is_atomic_instruction() {
        return Compatibility::None;
    }
    if !writes(a.kind) && !writes(b.kind) {
        let letter = strict && atomic(first, a) != atomic(second, b);
        return if letter { Compatibility::Letter } else { Compatibility::None };
    }
    if !(atomic(first, a) && atomic(second, b)) {
        return Compatibility::Conflict;
    }
    let (Some(x), Some(y)) = (first, second) else { return Compatibility::Conflict };
    match (x.atomicity.element, y.atomicity.element) {
        (Some(s), Some(t)) if s.size == t.size => {
            if let (true, true, Some(p), Some(q)) =
                (x.atomicity.by_operator, y.atomicity.by_operator, x.atomicity.op, y.atomicity.op)
            {
                return Compatibility::Atomic { size: s.size, types: (p, q), ops: None };
            }
            let ops = x
                .atomicity
                .op
                .zip(y.atomicity.op)
                .filter(|(p, q)| terms.knowledge(*p).max(terms.knowledge(*q)) == Knowledge::Known);
            let ops = ops.filter(|_| writes(a.kind) && writes(b.kind));
            Compatibility::Atomic { size: s.size, types: (s.ty, t.ty), ops }
        }
        (Some(_), Some(_)) => Compatibility::Conflict,
        _ => Compatibility::UnknownTypes,
    }
}
