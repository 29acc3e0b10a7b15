//! The words for accesses.

use rma_dataflow::skeleton::{Access, Actor, Death};
use rma_frontend::api::AccessKind;
use rma_frontend::load::qualified;
use rma_solver::Verdict;

/// The verb for the access of an effect to memory.
pub(super) fn verb(kind: AccessKind) -> &'static str {
    match kind {
        AccessKind::Read => "reads",
        AccessKind::Write => "writes",
        AccessKind::Atomic => "updates",
    }
}

/// The part that a buffer plays in its call.
pub(super) fn role(effect: &Access) -> &'static str {
    let Actor::Argument { arg, .. } = &effect.actor else { return "buffer" };
    match (arg.as_str(), effect.kind) {
        ("result_addr", _) => "result buffer",
        ("compare_addr", _) => "compare buffer",
        ("origin_addr", _) => "origin buffer",
        ("offset_local", AccessKind::Read) => "source",
        ("offset_local", _) => "destination",
        (_, AccessKind::Read) => "send buffer",
        _ => "receive buffer",
    }
}

/// An access that is not pending: label and stable kind.
pub(super) fn access(a: &Access, memory: &str) -> (String, String) {
    match &a.actor {
        Actor::Instruction(what) => {
            let text = match (*what, a.kind) {
                ("load" | "atomic load", _) => format!("{what} from {memory}"),
                ("store" | "atomic store", _) => format!("{what} to {memory}"),
                ("copy", AccessKind::Read) => format!("copy out of {memory}"),
                ("copy", _) => format!("copy into {memory}"),
                ("fill", _) => format!("fill of {memory}"),
                ("unknown call", _) => format!("call of a function without a model that can reach {memory}"),
                (other, _) => format!("{other} of {memory}"),
            };
            (text, (*what).to_owned())
        }
        Actor::Argument { routine, arg } => {
            let verb = verb(a.kind);
            (format!("{} {verb} {memory}", spoken(&routine.name)), format!("{} {arg} {verb}", routine.name))
        }
    }
}

/// Like the function above, without the memory: `load`, `` `memcpy` ``.
pub(super) fn bare(a: &Access) -> String {
    match &a.actor {
        Actor::Instruction("unknown call") => "call of a function without a model".to_owned(),
        Actor::Instruction(what) => (*what).to_owned(),
        Actor::Argument { routine, .. } => spoken(&routine.name),
    }
}

/// A readable name of a routine: mangled C++ names are spelled as in the source, and a routine of flang's runtime is named as the
/// statement or intrinsic procedure of the program.
pub(super) fn spoken(routine: &str) -> String {
    let Some(name) = routine.strip_prefix("_FortranA") else {
        return format!("`{}`", qualified(routine).as_deref().unwrap_or(routine));
    };
    if name.starts_with("io") {
        return format!("the {} statement", if name.contains("Input") { "input" } else { "output" });
    }
    match name {
        "CopyInAssign" => "the copy of the section for the call".to_owned(),
        "CopyOutAssign" => "the copy back into the section after the call".to_owned(),
        _ if name.starts_with("Assign") => "the array assignment".to_owned(),
        _ => {
            let mut snake = String::new();
            for c in name.chars() {
                if c.is_uppercase() && !snake.is_empty() {
                    snake.push('_');
                }
                snake.extend(c.to_lowercase());
            }
            format!("`{snake}`")
        }
    }
}

/// The end of a life: label and stable kind.
pub(super) fn death(how: Death, memory: &str) -> (String, String) {
    let label = match how {
        Death::Return => format!("{memory} goes out of scope when the function returns"),
        Death::Block => format!("the block that declares {memory} is left before that"),
        Death::Free => format!("{memory} is freed"),
        Death::Realloc => format!("{memory} is reallocated"),
        Death::Segment => format!("{memory} is deleted"),
        Death::Window => format!("{memory} is freed with its window"),
        Death::Detach => format!("{memory} is detached from its window"),
    };
    (label, ends(how).to_owned())
}

/// How a life ends, as a predicate.
pub(super) fn ends(how: Death) -> &'static str {
    match how {
        Death::Return | Death::Block => "goes out of scope",
        Death::Free => "is freed",
        Death::Realloc => "is reallocated",
        Death::Segment => "is deleted",
        Death::Window => "is freed with its window",
        Death::Detach => "is detached from its window",
    }
}

/// The words for a pair in the first sentence.
pub(super) fn race(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Unproven { .. } => "possible race",
        _ => "data race",
    }
}

/// The routine that makes an access.
pub(super) fn routine(a: &Access) -> Option<&str> {
    match &a.actor {
        Actor::Argument { routine, .. } => Some(&routine.name),
        Actor::Instruction(_) => None,
    }
}
