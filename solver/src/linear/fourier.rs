//! Contradictions of inequalities: bounds that cross, and elimination of variables (Fourier and Motzkin) with rounding (theory, 8.2).
//!
//! Products count as variables here. Every derived inequality holds for all integer solutions, so a contradiction is a
//! proof.

use super::poly::{Mono, Poly};
use crate::limits;
use rustc_hash::FxHashMap;

/// Rounds of bounds that follow from bounds.
const ROUNDS: usize = 4;

/// Inclusive bounds.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bounds {
    pub lo: Option<i128>,
    pub hi: Option<i128>,
}

/// Bounds of the products that follow from `row ≤ 0` for all rows; `None` when there is no solution.
pub(super) fn bounds(rows: &[Poly]) -> Option<FxHashMap<Mono, Bounds>> {
    let mut all: FxHashMap<Mono, Bounds> = FxHashMap::default();
    for _ in 0..ROUNDS {
        let mut changed = false;
        for row in rows {
            // k·m ≤ -(c + Σ least of the others): at most one of them may be without a least value.
            let least = |(m, k): &(Mono, i128)| {
                let b = all.get(m).copied().unwrap_or_default();
                (if *k > 0 { b.lo } else { b.hi }).and_then(|v| v.checked_mul(*k))
            };
            let parts = row.parts();
            let leasts: Vec<Option<i128>> = parts.iter().map(least).collect();
            let open = leasts.iter().filter(|l| l.is_none()).count();
            let Some(sum) = leasts.iter().flatten().try_fold(row.constant_part(), |s, l| s.checked_add(*l)) else {
                continue;
            };
            if open == 0 && sum > 0 {
                return None;
            }
            if open > 1 {
                continue;
            }
            for ((m, k), own) in parts.iter().zip(leasts) {
                if open == 1 && own.is_some() {
                    continue;
                }
                let Some(room) = sum.checked_sub(own.unwrap_or(0)).and_then(i128::checked_neg) else { continue };
                let b = all.entry(*m).or_default();
                if *k > 0 {
                    let hi = room.div_euclid(*k);
                    if b.hi.is_none_or(|h| hi < h) {
                        (b.hi, changed) = (Some(hi), true);
                    }
                } else {
                    let lo = -room.div_euclid(-*k);
                    if b.lo.is_none_or(|l| lo > l) {
                        (b.lo, changed) = (Some(lo), true);
                    }
                }
                if b.lo.zip(b.hi).is_some_and(|(l, h)| l > h) {
                    return None;
                }
            }
        }
        if !changed {
            break;
        }
    }
    Some(all)
}

/// Inequalities by their variable parts; of equal ones the strongest.
#[derive(Default)]
struct Rows {
    by_parts: FxHashMap<Vec<(Mono, i128)>, usize>,
    rows: Vec<Poly>,
    contradiction: bool,
}

impl Rows {
    fn add(&mut self, row: &Poly) {
        let row = row.tightened();
        if row.parts().is_empty() {
            self.contradiction |= row.constant_part() > 0;
            return;
        }
        if row.parts().len() > limits::PARTS {
            return;
        }
        match self.by_parts.get(row.parts()) {
            Some(&at) if self.rows[at].constant_part() >= row.constant_part() => {}
            Some(&at) => self.rows[at] = row,
            None => {
                self.by_parts.insert(row.parts().to_vec(), self.rows.len());
                self.rows.push(row);
            }
        }
    }
}

/// How a variable occurs: upper bounds, lower bounds, and whether all of them have coefficient 1.
struct Use {
    m: Mono,
    up: usize,
    down: usize,
    unit_up: bool,
    unit_down: bool,
}

impl Use {
    fn cost(&self) -> (bool, usize, Mono) {
        let lossy = !(self.unit_up || self.unit_down);
        (lossy, (self.up * self.down).saturating_sub(self.up + self.down), self.m)
    }
}

/// Whether `row ≤ 0` for all rows has no integer solution, as far as elimination shows.
pub(super) fn contradictory(rows: &[Poly]) -> bool {
    let mut now = Rows::default();
    rows.iter().for_each(|r| now.add(r));
    while !now.contradiction {
        // A variable whose lower or whose upper bounds have coefficient 1 goes without loss for integers; of those, and
        // of the others, the one with the fewest combinations goes first.
        let mut uses: Vec<Use> = Vec::new();
        let mut at: FxHashMap<Mono, usize> = FxHashMap::default();
        for (m, k) in now.rows.iter().flat_map(Poly::parts) {
            let n = *at.entry(*m).or_insert_with(|| {
                uses.push(Use { m: *m, up: 0, down: 0, unit_up: true, unit_down: true });
                uses.len() - 1
            });
            let u = &mut uses[n];
            if *k > 0 {
                u.up += 1;
                u.unit_up &= *k == 1;
            } else {
                u.down += 1;
                u.unit_down &= *k == -1;
            }
        }
        let Some(&Use { m, up, down, .. }) = uses.iter().min_by_key(|u| u.cost()) else { return false };
        if now.rows.len() + up * down > limits::ROWS {
            return false;
        }
        let coefficient = |row: &Poly| row.all_parts().iter().find(|(x, _)| *x == m).map_or(0, |(_, k)| *k);
        let mut next = Rows::default();
        for row in now.rows.iter().filter(|r| coefficient(r) == 0) {
            next.add(row);
        }
        for upper in now.rows.iter().filter(|r| coefficient(r) > 0) {
            for lower in now.rows.iter().filter(|r| coefficient(r) < 0) {
                let (k, l) = (coefficient(upper), -coefficient(lower));
                let combined = Poly::default().plus(upper, l).and_then(|p| p.plus(lower, k));
                if let Some(row) = combined {
                    next.add(&row);
                }
            }
        }
        next.contradiction |= now.contradiction;
        now = next;
    }
    true
}
