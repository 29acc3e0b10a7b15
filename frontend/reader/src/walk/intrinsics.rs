//! Which intrinsics have special forms in the representation.

/// How a call of an intrinsic is represented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Intrinsic {
    /// An intrinsic about debugging. Modules are walked with debug records, so only its declaration is
    /// left.
    Debug,
    /// `memcpy` and `memmove`: destination, source, length.
    MemCopy,
    /// `memset`: destination, value, length.
    MemSet,
    /// `lifetime.start` and `lifetime.end`: size, address.
    Lifetime { start: bool },
}

impl Intrinsic {
    /// The kind of an intrinsic by its name; `None` for functions that remain calls.
    pub(super) fn classify(name: &str) -> Option<Intrinsic> {
        let name = name.strip_prefix("llvm.")?;
        let is = |stem: &str| name.strip_prefix(stem).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        Some(if is("dbg") {
            Intrinsic::Debug
        } else if is("memcpy") || is("memmove") {
            Intrinsic::MemCopy
        } else if is("memset") {
            Intrinsic::MemSet
        } else if is("lifetime.start") {
            Intrinsic::Lifetime { start: true }
        } else if is("lifetime.end") {
            Intrinsic::Lifetime { start: false }
        } else {
            return None;
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Intrinsic;

    #[test]
    fn names_are_matched_whole() {
        assert_eq!(Intrinsic::classify("llvm.memcpy.p0.p0.i64"), Some(Intrinsic::MemCopy));
        assert_eq!(Intrinsic::classify("llvm.memmove.p0.p0.i64"), Some(Intrinsic::MemCopy));
        assert_eq!(Intrinsic::classify("llvm.memset.inline.p0.i64"), Some(Intrinsic::MemSet));
        assert_eq!(Intrinsic::classify("llvm.dbg.label"), Some(Intrinsic::Debug));
        assert_eq!(Intrinsic::classify("llvm.lifetime.end.p0"), Some(Intrinsic::Lifetime { start: false }));
        assert_eq!(Intrinsic::classify("llvm.memcpyx"), None);
        assert_eq!(Intrinsic::classify("memcpy"), None);
        assert_eq!(Intrinsic::classify("llvm.fabs.f64"), None);
    }
}
