//! What a type is made of: numbers and pointers, in order (theory, 4.3).

use rma_frontend::ir::{Module, TypeId, TypeKind};
use rma_term::limits::{Limit, Watch};
use std::ops::Range;

/// Numbers or pointers of one kind in a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScalarRun {
    /// Bytes from the start of the type.
    pub at: u64,
    /// Bytes of one.
    pub size: u64,
    /// How many.
    pub count: u64,
    /// Floating-point numbers.
    pub float: bool,
    /// Nothing else is there: no member of a union, no plain bytes.
    pub sure: bool,
}

/// The member array of a structure that contains a byte. `None` at the start of a structure, because a pointer to it may mean
/// the whole structure.
pub(super) fn member_array(module: &Module, ty: TypeId, at: u64) -> Option<Range<u64>> {
    typed_member_array(module, ty, at).map(|(array, _)| array)
}

/// The same, if the array has elements of this size, in one dimension or another.
pub(super) fn member_array_of(module: &Module, ty: TypeId, at: u64, element: u64) -> Option<Range<u64>> {
    let (array, ty) = typed_member_array(module, ty, at)?;
    let elem = |ty: &TypeId| match module.types[*ty].kind {
        TypeKind::Array { elem, .. } => Some(elem),
        _ => None,
    };
    std::iter::successors(elem(&ty), elem).any(|ty| module.types[ty].size == element).then_some(array)
}

fn typed_member_array(module: &Module, ty: TypeId, at: u64) -> Option<(Range<u64>, TypeId)> {
    let TypeKind::Struct { name, fields } = &module.types[ty].kind else { return None };
    if name.starts_with("union.") {
        return None;
    }
    let size = |ty: TypeId| module.types[ty].size;
    let field = fields.iter().find(|f| (f.offset..f.offset + size(f.ty)).contains(&at))?;
    match module.types[field.ty].kind {
        TypeKind::Array { .. } if at > 0 => Some((field.offset..field.offset + size(field.ty), field.ty)),
        TypeKind::Struct { .. } => {
            let (inner, ty) = typed_member_array(module, field.ty, at - field.offset)?;
            Some((field.offset + inner.start..field.offset + inner.end, ty))
        }
        _ => None,
    }
}

/// Whether a member that is a single pointer, not an element of an array, begins at this byte.
pub(super) fn pointer_member(module: &Module, ty: TypeId, at: u64) -> bool {
    let TypeKind::Struct { name, fields } = &module.types[ty].kind else { return false };
    let size = |ty: TypeId| module.types[ty].size;
    let field = fields.iter().find(|f| (f.offset..f.offset + size(f.ty)).contains(&at));
    !name.starts_with("union.")
        && field.is_some_and(|field| match module.types[field.ty].kind {
            TypeKind::Ptr => field.offset == at,
            TypeKind::Struct { .. } => pointer_member(module, field.ty, at - field.offset),
            _ => false,
        })
}

/// The runs of a type that begin before `end`; `None`: they are too many.
pub(super) fn runs(limits: &Watch, module: &Module, ty: TypeId, end: u64) -> Option<Vec<ScalarRun>> {
    let mut out = Vec::new();
    collect(limits, module, ty, (0, end), true, &mut out).then_some(out)
}

fn collect(
    limits: &Watch,
    module: &Module,
    ty: TypeId,
    (at, end): (u64, u64),
    sure: bool,
    out: &mut Vec<ScalarRun>,
) -> bool {
    if at >= end {
        return true;
    }
    let t = &module.types[ty];
    let scalar = |ty: TypeId| match module.types[ty].kind {
        TypeKind::Float(_) => Some((true, sure)),
        TypeKind::Int(bits) => Some((false, sure && bits > 8)),
        TypeKind::Ptr => Some((false, sure)),
        _ => None,
    };
    match &t.kind {
        TypeKind::Struct { name, fields } => {
            let sure = sure && !name.starts_with("union.");
            return fields.iter().all(|f| collect(limits, module, f.ty, (at + f.offset, end), sure, out));
        }
        TypeKind::Array { elem, len } | TypeKind::Vector { elem, len, .. } => {
            let size = module.types[*elem].size;
            if size == 0 {
                return true;
            }
            let count = (*len).min((end - at).div_ceil(size));
            match scalar(*elem) {
                Some((float, sure)) => out.push(ScalarRun { at, size, count, float, sure }),
                None => return (0..count).all(|n| collect(limits, module, *elem, (at + n * size, end), sure, out)),
            }
        }
        _ => {
            if let Some((float, sure)) = scalar(ty) {
                out.push(ScalarRun { at, size: t.size, count: 1, float, sure });
            }
        }
    }
    limits.allows(Limit::InitialRuns, out.len())
}
