//! Values of several parts: the lanes of a vector, the members of an aggregate, the halves of a word (theory, 4.1).
//!
//! Such a value is an application of a function that only groups its arguments, the parts. A part of any other value (a
//! symbol, the result of a call) is the application `lane(value, number)`. No operator except the case distinction takes
//! such values: computations with them are done part by part.

use super::{Term, Terms};
use crate::ids::TermId;

/// Function of the parts of a vector or aggregate.
const PARTS: &str = "vector";
/// Function of a value and the number of a part.
const LANE: &str = "lane";
/// Function of the parts of an integer, the lowest first.
const WORD: &str = "word";

impl Terms {
    /// A vector or aggregate of its parts.
    pub fn vector(&mut self, parts: &[TermId]) -> TermId {
        self.apply(PARTS, parts)
    }

    /// The parts of a vector or aggregate, where they are known separately.
    pub fn parts(&self, t: TermId) -> Option<&[TermId]> {
        self.arguments_of(t, PARTS)
    }

    /// One part of a vector or aggregate.
    pub fn lane(&mut self, t: TermId, number: usize) -> TermId {
        if let Some(part) = self.parts(t).and_then(|parts| parts.get(number)) {
            return *part;
        }
        let number = self.int(number as i64);
        self.apply(LANE, &[t, number])
    }

    /// An integer of parts that are equally wide, the lowest first.
    pub fn word(&mut self, parts: &[TermId]) -> TermId {
        match parts {
            [one] => *one,
            _ => self.apply(WORD, parts),
        }
    }

    /// The parts of an integer made by [`Terms::word`].
    pub fn word_parts(&self, t: TermId) -> Option<&[TermId]> {
        self.arguments_of(t, WORD)
    }

    fn arguments_of(&self, t: TermId, function: &str) -> Option<&[TermId]> {
        match self.get(t) {
            Term::Apply(f, parts) if self.function_name(*f) == function => Some(parts),
            _ => None,
        }
    }

    /// `lane(vector(..), n)` after its value became known.
    pub(super) fn lane_of_known(&self, f: u32, args: &[TermId]) -> Option<TermId> {
        let [value, number] = args[..] else { return None };
        if self.function_name(f) != LANE {
            return None;
        }
        let number = usize::try_from(self.as_const(number)?).ok()?;
        self.parts(value)?.get(number).copied()
    }

    /// A case distinction between vectors is one for each lane.
    pub(super) fn ite_of_vectors(&mut self, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
        let count = self.parts(a).or_else(|| self.parts(b))?.len();
        let mut lanes = Vec::with_capacity(count);
        for n in 0..count {
            let (x, y) = (self.lane(a, n), self.lane(b, n));
            lanes.push(self.ite(c, x, y));
        }
        Some(self.vector(&lanes))
    }

    /// `constant + Σ ±2ⁿ·truth value = 0`, with a power for each: the value has those bits set that the constant needs, so
    /// it is a conjunction. Compilers test vectors of truth values so: as one integer.
    pub(super) fn equality_of_bits(&mut self, constant: i64, parts: &[(TermId, i64)]) -> Option<TermId> {
        if parts.len() < 2 || !parts.iter().all(|(t, k)| self.is_bool(*t) && k.unsigned_abs().is_power_of_two()) {
            return None;
        }
        let mut parts = parts.to_vec();
        parts.sort_unstable_by_key(|(_, k)| std::cmp::Reverse(k.unsigned_abs()));
        if parts.windows(2).any(|pair| pair[0].1.unsigned_abs() == pair[1].1.unsigned_abs()) {
            return None;
        }
        let mut rest = i128::from(constant).checked_neg()?;
        let mut needed = Vec::with_capacity(parts.len());
        for (n, &(t, k)) in parts.iter().enumerate() {
            // What the smaller ones can add up to; larger powers leave at most one choice.
            let below = |sign: i128| -> i128 {
                parts[n + 1..].iter().map(|(_, k)| i128::from(*k)).filter(|k| k * sign > 0).sum()
            };
            let (low, high) = (below(-1), below(1));
            let (with, without) = (rest - i128::from(k), rest);
            if (low..=high).contains(&with) {
                rest = with;
                needed.push(t);
            } else if (low..=high).contains(&without) {
                needed.push(self.not(t));
            } else {
                return Some(self.truth(false));
            }
        }
        // Powers of two below the last one add up to less than it: here nothing is left.
        (rest == 0).then(|| self.all(&needed))
    }
}
