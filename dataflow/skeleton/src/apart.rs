//! Whether the conditions of a path keep two ranges of bytes apart, if a few steps of linear arithmetic can show it (theory, 8.1).
//!
//! The difference of two offsets is bounded by the ranges of its symbols. Before that, some of the conditions are added to it: if a condition
//! says `t <= 0`, then `d - t` is an upper bound of the difference `d`. If the difference is `c·t` plus a rest, and a condition says that
//! `t` is not zero, then `c·t` is at least `c` away from zero.

use crate::candidate::{Extent, Overlap};
use rma_term::ids::TermId;
use rma_term::term::{Term, Terms};

/// Conditions that are added to one difference.
const STEPS: usize = 3;

/// A linear term: a number, and symbols with their factors.
#[derive(Debug, Clone)]
struct Linear {
    number: i64,
    parts: Vec<(TermId, i64)>,
}

impl Linear {
    fn of(terms: &mut Terms, t: TermId) -> Linear {
        let (number, parts) = terms.linear(t);
        Linear { number, parts }
    }

    fn factor(&self, t: TermId) -> i64 {
        self.parts.iter().find(|(x, _)| *x == t).map_or(0, |(_, k)| *k)
    }

    /// This less a multiple of another; `None` if a number is too large.
    fn less(&self, by: i64, other: &Linear) -> Option<Linear> {
        let mut out = self.clone();
        out.number = out.number.checked_sub(by.checked_mul(other.number)?)?;
        for (t, k) in &other.parts {
            let k = by.checked_mul(*k)?;
            match out.parts.iter_mut().find(|(x, _)| x == t) {
                Some((_, have)) => *have = have.checked_sub(k)?,
                None => out.parts.push((*t, k.checked_neg()?)),
            }
        }
        out.parts.retain(|(_, k)| *k != 0);
        Some(out)
    }

    /// The greatest value by the ranges of the symbols.
    fn most(&self, terms: &mut Terms) -> Option<i64> {
        self.parts.iter().try_fold(self.number, |sum, (t, k)| {
            let range = terms.range(*t);
            let end = if *k > 0 { range.hi } else { range.lo };
            sum.checked_add(k.checked_mul(end?)?)
        })
    }
}

/// What conditions imply for linear terms.
struct Said {
    /// Are at most zero.
    at_most: Vec<Linear>,
    /// Are not zero.
    other: Vec<Linear>,
}

impl Said {
    fn by(terms: &mut Terms, conds: &[TermId]) -> Said {
        let mut out = Said { at_most: Vec::new(), other: Vec::new() };
        for cond in conds.iter().flat_map(|c| terms.conjuncts(*c)).collect::<Vec<_>>() {
            match *terms.get(cond) {
                Term::Le0(t) => out.at_most.push(Linear::of(terms, t)),
                Term::Eq0(t) => {
                    let zero = Linear::of(terms, t);
                    let nothing = Linear { number: 0, parts: Vec::new() };
                    out.at_most.extend(nothing.less(1, &zero));
                    out.at_most.push(zero);
                }
                Term::Not(not) => {
                    if let Term::Eq0(t) = *terms.get(not) {
                        out.other.push(Linear::of(terms, t));
                    }
                }
                _ => {}
            }
        }
        out
    }

    /// Whether a value is at most a number.
    fn bounds(&self, terms: &mut Terms, value: &Linear, most: i64, steps: usize) -> bool {
        if value.most(terms).is_some_and(|m| m <= most) {
            return true;
        }
        steps > 0
            && self.at_most.iter().any(|said| {
                said.parts.iter().any(|(t, k)| {
                    let have = value.factor(*t);
                    let by = if have % k == 0 { have / k } else { 0 };
                    by > 0 && value.less(by, said).is_some_and(|rest| self.bounds(terms, &rest, most, steps - 1))
                })
            })
    }

    /// Whether a value is so far from zero: at least `above`, or at most `-below`.
    fn is_far(&self, terms: &mut Terms, value: &Linear, above: i64, below: i64) -> bool {
        let nothing = Linear { number: 0, parts: Vec::new() };
        self.other.iter().any(|other| {
            let Some((t, k)) = other.parts.first() else { return false };
            let have = value.factor(*t);
            let by = if have % k == 0 { have / k } else { 0 };
            // by · other + rest, where other is 1 or more, or -1 or less.
            let Some(rest) = value.less(by, other).filter(|_| by != 0) else { return false };
            let Some(back) = nothing.less(1, &rest) else { return false };
            let ends = by.abs().checked_sub(below).zip(by.abs().checked_sub(above));
            ends.is_some_and(|(high, low)| {
                self.bounds(terms, &rest, high, STEPS - 1) && self.bounds(terms, &back, low, STEPS - 1)
            })
        })
    }
}

/// Whether the conditions exclude a common byte of an overlap. `false`: not known.
pub fn keep_apart(terms: &mut Terms, conds: &[TermId], overlap: &Overlap) -> bool {
    let Some(second) = &overlap.second else { return false };
    let lengths = |e: &Extent| e.block.len.filter(|_| e.block.dims.is_empty());
    let (Some(lx), Some(ly)) = (lengths(&overlap.first), lengths(second)) else { return false };
    let (Some(lx), Some(ly)) = (terms.as_const(lx), terms.as_const(ly)) else { return false };
    let (x, y) = (&overlap.first, second);
    let (a, b) = (terms.add(x.offset, x.block.offset), terms.add(y.offset, y.block.offset));
    let said = Said::by(terms, conds);
    let (forward, back) = (terms.sub(a, b), terms.sub(b, a));
    let (forward, back) = (Linear::of(terms, forward), Linear::of(terms, back));
    // a + lx ≤ b, or b + ly ≤ a.
    said.bounds(terms, &forward, -lx, STEPS)
        || said.bounds(terms, &back, -ly, STEPS)
        || said.is_far(terms, &forward, ly, lx)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Block;
    use rma_term::ids::ObjId;
    use rma_term::term::{Knowledge, Sym, SymKind};

    /// Conditions and offsets over two symbols in −4..4, against all values of both.
    #[test]
    fn agrees_with_all_values() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut draw = |n: i64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % (2 * n as u64 + 1)) as i64 - n
        };
        let (mut proved, mut kept) = (0, 0);
        for _ in 0..4000 {
            let mut terms = Terms::default();
            let range =
                |name: &str| Sym { lo: Some(-4), hi: Some(4), ..Sym::new(SymKind::Parameter, name, Knowledge::Known) };
            let symbols = ["i", "j"].map(|name| {
                let s = terms.add_sym(range(name));
                terms.sym(s)
            });
            let mut linear = |terms: &mut Terms, n: i64| {
                let (c, a, b) = (draw(n), draw(3), draw(3));
                let parts = [terms.scale(symbols[0], a), terms.scale(symbols[1], b), terms.int(c)];
                let sum = terms.add(parts[0], parts[1]);
                (terms.add(sum, parts[2]), move |i: i64, j: i64| a * i + b * j + c)
            };
            let mut conds: Vec<TermId> = Vec::new();
            let mut holds: Vec<Box<dyn Fn(i64, i64) -> bool>> = Vec::new();
            for kind in 0..3 {
                let (t, value) = linear(&mut terms, 4);
                conds.push(match kind {
                    0 => terms.le0(t),
                    1 => terms.eq0(t),
                    _ => terms.ne0(t),
                });
                holds.push(match kind {
                    0 => Box::new(move |i, j| value(i, j) <= 0),
                    1 => Box::new(move |i, j| value(i, j) == 0),
                    _ => Box::new(move |i, j| value(i, j) != 0),
                });
            }
            let (x, at_x) = linear(&mut terms, 9);
            let (y, at_y) = linear(&mut terms, 9);
            let (zero, yes) = (terms.int(0), terms.truth(true));
            let extent = |offset, len| Extent {
                inst: yes,
                offset,
                block: Block { offset: zero, dims: Vec::new(), len: Some(len) },
            };
            let (lx, ly) = (terms.int(2), terms.int(3));
            let overlap = Overlap {
                obj: ObjId::from_usize(0),
                guards: Vec::new(),
                first: extent(x, lx),
                second: Some(extent(y, ly)),
            };
            let all = || (-4..=4).flat_map(|i| (-4..=4).map(move |j| (i, j)));
            let meets = all()
                .filter(|(i, j)| holds.iter().all(|h| h(*i, *j)))
                .any(|(i, j)| at_x(i, j) < at_y(i, j) + 3 && at_y(i, j) < at_x(i, j) + 2);
            if keep_apart(&mut terms, &conds, &overlap) {
                assert!(!meets, "{} {} under {}", terms.show(x), terms.show(y), terms.show(conds[0]));
                proved += 1;
            } else if !meets {
                kept += 1;
            }
        }
        assert!(proved > kept / 4, "{proved} proved, {kept} not");
    }
}
