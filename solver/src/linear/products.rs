//! Facts about products: inequalities times factors that are not negative, and the sign of a factor (theory, 8.2).
//!
//! Products of unknowns are variables of the linear arithmetic. Four rules relate a product to its factors:
//! - An inequality may be multiplied by a factor that is not negative (`lemmas`).
//! - The signs of a product and of one factor give the sign of the other factor (`signed`).
//! - If `y·d + r = 0` and `-y < r < y`, then `d` and `r` are 0 (`multiples`).
//! - If `y·d` occurs in a condition and `y` is not negative, the sign of `d` is found by case distinction (`factor`).

use super::fourier::{self, AllBounds};
use super::poly::{Mono, Poly, Var};
use super::system::{Choice, Fact, System};
use super::{at_least, at_most};
use crate::limits;
use rustc_hash::FxHashSet;

/// Equations and inequalities as inequalities.
pub(super) fn rows(system: &System) -> Vec<Poly> {
    let mut rows = system.les.clone();
    for eq in &system.eqs {
        rows.push(eq.clone());
        rows.push(eq.negated());
    }
    rows
}

/// Whether bounds alone show a contradiction.
pub(super) fn out_of_bounds(system: &System) -> bool {
    fourier::bounds(&rows(system)).is_none()
}

/// Whether elimination shows that there is no solution.
pub(super) fn contradictory(system: &System) -> bool {
    let mut rows = rows(system);
    let Some(bounds) = fourier::bounds(&rows) else { return true };
    let more = lemmas(&rows, &bounds);
    if !more.is_empty() {
        rows.extend(more);
        if fourier::bounds(&rows).is_none() {
            return true;
        }
    }
    fourier::contradictory(&rows)
}

fn least(bounds: &AllBounds, v: Var) -> Option<i128> {
    bounds.get(Mono::var(v)).lo
}

/// Inequalities times `v - least(v)`, for those whose products occur already.
fn lemmas(rows: &[Poly], bounds: &AllBounds) -> Vec<Poly> {
    let present: FxHashSet<Mono> =
        rows.iter().flat_map(Poly::parts).map(|(m, _)| *m).filter(|m| m.degree() > 1).collect();
    if present.is_empty() {
        return Vec::new();
    }
    let mut factors: Vec<Var> = present.iter().flat_map(|m| m.vars().collect::<Vec<_>>()).collect();
    factors.sort_unstable();
    factors.dedup();
    let mut found = Vec::new();
    // Bounds that were derived are facts as good as those that were given.
    let mut given: Vec<Poly> = rows.iter().filter(|r| r.parts().len() <= 3).cloned().collect();
    for v in &factors {
        let b = bounds.get(Mono::var(*v));
        given.extend(b.lo.and_then(|l| at_least(&Poly::var(*v), l)));
        given.extend(b.hi.and_then(|h| at_most(&Poly::var(*v), h)));
    }
    given.sort_unstable();
    given.dedup();
    for row in &given {
        for v in &factors {
            let Some(least) = least(bounds, *v) else { continue };
            let Some(factor) = Poly::var(*v).add_int(-least) else { continue };
            let Some(product) = row.times(&factor) else { continue };
            if product.parts().iter().all(|(m, _)| m.degree() < 2 || present.contains(m)) {
                found.push(product);
            }
            if found.len() >= limits::LEMMAS {
                return found;
            }
        }
    }
    found
}

/// Adds the sign of a factor that follows from those of a product and of the other factor: if `y ≥ 0` and `x·y ≥ 1`, then `x ≥ 1`.
/// Returns whether anything is new.
pub(super) fn signed(system: &mut System) -> bool {
    let all = rows(system);
    let Some(bounds) = fourier::bounds(&all) else { return false };
    let mut products: Vec<Mono> =
        all.iter().flat_map(Poly::parts).map(|(m, _)| *m).filter(|m| m.degree() == 2).collect();
    products.sort_unstable();
    products.dedup();
    let mut some = false;
    for m in products {
        let [a, b] = m.vars().collect::<Vec<_>>()[..] else { continue };
        for (x, y) in [(a, b), (b, a)] {
            let Some(least) = least(&bounds, y).filter(|l| *l >= 0 && a != b) else { continue };
            let (product, known) = (bounds.get(m), bounds.get(Mono::var(x)));
            let lower = match product.lo {
                Some(1..) => Some(1),
                Some(0) if least >= 1 => Some(0),
                _ => None,
            };
            let upper = match product.hi {
                Some(..=-1) => Some(-1),
                Some(0) if least >= 1 => Some(0),
                _ => None,
            };
            let lower = lower.filter(|l| known.lo.is_none_or(|k| k < *l)).and_then(|l| at_least(&Poly::var(x), l));
            let upper = upper.filter(|u| known.hi.is_none_or(|k| k > *u)).and_then(|u| at_most(&Poly::var(x), u));
            for row in lower.iter().chain(&upper) {
                system.require_le(row);
                some = true;
            }
        }
    }
    some
}

/// A case distinction on the sign of a factor `d` of something bounded, `y·d + r`, with `y` not negative: in short sums first, and
/// where `d` is a sum before it is a quotient or another variable.
pub(super) fn factor(system: &mut System) -> Option<Choice> {
    let bounds = fourier::bounds(&rows(system))?;
    let mut all: Vec<Poly> = system.eqs.iter().chain(&system.les).cloned().collect();
    all.sort_by_key(|row| row.parts().len());
    let mut found: Option<(usize, Var, Poly)> = None;
    for row in &all {
        let mut vars: Vec<Var> = row
            .parts()
            .iter()
            .filter(|(m, _)| m.degree() > 1)
            .flat_map(|(m, _)| m.vars().collect::<Vec<_>>())
            .collect();
        vars.sort_unstable();
        vars.dedup();
        for y in vars {
            if least(&bounds, y).is_none_or(|l| l < 0) {
                continue;
            }
            let d = row.divided(y).0;
            let alone = d.parts().len() == 1;
            let quotient = alone && system.quotients.iter().any(|q| d.contains(*q));
            let d = if quotient { d.with_constant(0) } else { d };
            let d = d.primitive();
            let kind = match (alone, quotient) {
                _ if is_one_sided(&bounds, &d) => ONE_SIDED,
                (true, true) => QUOTIENT,
                (true, false) if d.constant_part() == 0 => ALONE,
                _ => SUM,
            };
            if found.as_ref().is_some_and(|(best, ..)| *best <= kind) {
                continue;
            }
            let of_y = || system.distinguished.iter().filter(|(v, _)| *v == y);
            let shifted = of_y().filter(|(_, e)| e.parts() == d.parts()).count();
            if shifted >= SHIFTED || of_y().any(|(_, e)| *e == d) {
                continue;
            }
            found = Some((kind, y, d));
        }
    }
    let (kind, y, d) = found?;
    let choice = signs(y, &d, kind == QUOTIENT);
    system.distinguished.push((y, d));
    choice
}

/// Whether a factor is known to be 0 or more, or 0 or less: it has two cases that seldom differ.
fn is_one_sided(bounds: &AllBounds, d: &Poly) -> bool {
    end(bounds, d, false) == Some(0) || end(bounds, d, true) == Some(0)
}

/// The least or the largest value of a polynomial, if the bounds of its products give one.
fn end(bounds: &AllBounds, p: &Poly, largest: bool) -> Option<i128> {
    p.parts().iter().try_fold(p.constant_part(), |sum, (m, k)| {
        let known = bounds.get(*m);
        let end = if (*k > 0) == largest {
            known.hi
        } else {
            let positive = |v| least(bounds, v).filter(|l| *l >= 0);
            known.lo.max(m.vars().try_fold(1i128, |all, v| all.checked_mul(positive(v)?)))
        };
        sum.checked_add(end?.checked_mul(*k)?)
    })
}

/// Adds that `d` and `r` are 0 if `y·d + r = 0` and `-y < r < y`, because 0 is the only multiple of `y` in this range. Returns whether
/// anything is new.
pub(super) fn multiples(system: &mut System) -> bool {
    let Some(bounds) = fourier::bounds(&rows(system)) else { return false };
    let mut found = Vec::new();
    for eq in &system.eqs {
        let mut factors: Vec<Var> =
            eq.parts().iter().filter(|(m, _)| m.degree() > 1).flat_map(|(m, _)| m.vars()).collect();
        factors.sort_unstable();
        factors.dedup();
        for y in factors {
            let (d, r) = eq.divided(y);
            let factor = Poly::var(y);
            let is_less =
                |r: &Poly| r.plus(&factor, -1).and_then(|p| end(&bounds, &p, true)).is_some_and(|end| end < 0);
            if is_less(&r) && is_less(&r.negated()) {
                found.extend([d, r]);
                break;
            }
        }
    }
    found.iter().for_each(|p| system.require_eq(p));
    !found.is_empty()
}

/// Kinds of factors, in the order in which they are distinguished.
const SUM: usize = 0;
const QUOTIENT: usize = 1;
const ALONE: usize = 2;
const ONE_SIDED: usize = 3;
/// The number of factors that differ in their constants alone.
const SHIFTED: usize = 3;

/// `d < 0`, `d = 0` and `d > 0`, with what it means for `y·d`; for quotients also `d = 1`, the commonest one.
fn signs(y: Var, d: &Poly, quotient: bool) -> Option<Choice> {
    let y = Poly::var(y);
    // d ≥ c: y·(d - c) ≥ 0.
    let from = |c: i128| {
        let low = at_least(d, c)?;
        Some(vec![Fact::Le(low.times(&y)?), Fact::Le(low)])
    };
    let up_to = |c: i128| {
        let high = at_most(d, c)?;
        Some(vec![Fact::Le(high.times(&y)?), Fact::Le(high)])
    };
    let is = |c: i128| Some(vec![Fact::Eq(d.add_int(-c)?)]);
    if quotient { Some(vec![is(0)?, is(1)?, from(2)?, up_to(-1)?]) } else { Some(vec![is(0)?, from(1)?, up_to(-1)?]) }
}
