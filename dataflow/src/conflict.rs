//! Which effects conflict at a target, bytes and order aside (thesis, Table 2.2; MPI 4.1, 12.7).

use crate::skeleton::{Access, Issue};
use crate::term::{TermId, Terms};
use rma_frontend::api::{AccessKind, Bank};

/// What it means when two effects touch the same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meeting {
    /// Nothing: both read, or neither is one-sided.
    None,
    /// A conflict.
    Conflict,
    /// Atomic to each other where their elements coincide, a conflict where elements of this size overlap by parts.
    Atomic(i64),
    /// As `Atomic`, with different reduction operations.
    Reductions(i64),
    /// Accumulate operations whose types the analysis does not know.
    UnknownTypes,
}

/// How an effect of an operation meets another effect.
pub(crate) fn meeting(terms: &Terms, first: Option<&Issue>, a: &Access, second: Option<&Issue>, b: &Access) -> Meeting {
    let writes = |k: AccessKind| k != AccessKind::Read;
    let atomic = |i: Option<&Issue>, e: &Access| {
        e.bank == Bank::Target
            && i.is_some_and(|i| {
                i.routine.effects.iter().any(|e| e.bank == Bank::Target && e.access == AccessKind::Atomic)
            })
    };
    if !writes(a.kind) && !writes(b.kind) {
        return Meeting::None;
    }
    if !(atomic(first, a) && atomic(second, b)) {
        return Meeting::Conflict;
    }
    let (Some(x), Some(y)) = (first, second) else { return Meeting::Conflict };
    match (x.element, y.element) {
        (Some(s), Some(t)) if s.ty == t.ty => {
            if writes(a.kind) && writes(b.kind) && different(terms, x.op, y.op) {
                Meeting::Reductions(s.size)
            } else {
                Meeting::Atomic(s.size)
            }
        }
        (Some(_), Some(_)) => Meeting::Conflict,
        _ => Meeting::UnknownTypes,
    }
}

/// Two reduction operations that are known and differ. Compare-and-swap has none.
fn different(terms: &Terms, a: Option<TermId>, b: Option<TermId>) -> bool {
    use crate::term::Term;
    let known = |t: TermId| matches!(terms.get(t), Term::Const(_) | Term::Addr(..));
    matches!((a, b), (Some(a), Some(b)) if a != b && known(a) && known(b))
}
