//! Contradictions of inequalities: bounds that cross, and elimination of variables (Fourier and Motzkin) with rounding (theory, 8.2).
//!
//! Products count as variables here. Every derived inequality holds for all integer solutions, so a contradiction is a
//! proof.

use super::poly::{Mono, Poly};
use crate::limits;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Rounds of bounds that follow from bounds.
const ROUNDS: usize = 4;

/// Inclusive bounds.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bounds {
    pub lo: Option<i128>,
    pub hi: Option<i128>,
}

/// Bounds of products.
#[derive(Debug, Default)]
pub(super) struct AllBounds {
    /// Bounds of single variables.
    of_var: Vec<Bounds>,
    of_product: FxHashMap<Mono, Bounds>,
}

impl AllBounds {
    /// The bounds of one product.
    pub fn get(&self, m: Mono) -> Bounds {
        let known = match m.as_var() {
            Some(v) => self.of_var.get(usize::from(v)),
            None => self.of_product.get(&m),
        };
        known.copied().unwrap_or_default()
    }

    fn entry(&mut self, m: Mono) -> &mut Bounds {
        let Some(v) = m.as_var() else { return self.of_product.entry(m).or_default() };
        let v = usize::from(v);
        if self.of_var.len() <= v {
            self.of_var.resize(v + 1, Bounds::default());
        }
        &mut self.of_var[v]
    }
}

/// Bounds of the products that follow from `row ≤ 0` for all rows; `None` when there is no solution.
pub(super) fn bounds(rows: &[Poly]) -> Option<AllBounds> {
    let mut all = AllBounds::default();
    for _ in 0..ROUNDS {
        let mut changed = false;
        for row in rows {
            // k·m ≤ -(c + Σ least of the others): at most one of them may be without a least value.
            let least = |all: &AllBounds, (m, k): &(Mono, i128)| {
                let b = all.get(*m);
                (if *k > 0 { b.lo } else { b.hi }).and_then(|v| times(v, *k))
            };
            let parts = row.parts();
            let (mut sum, mut open) = (Some(row.constant_part()), 0);
            for part in parts {
                match least(&all, part) {
                    Some(l) => sum = sum.and_then(|s| s.checked_add(l)),
                    None => open += 1,
                }
            }
            let Some(sum) = sum else { continue };
            if open == 0 && sum > 0 {
                return None;
            }
            if open > 1 {
                continue;
            }
            for part @ (m, k) in parts {
                let own = least(&all, part);
                if open == 1 && own.is_some() {
                    continue;
                }
                let Some(room) = sum.checked_sub(own.unwrap_or(0)).and_then(i128::checked_neg) else { continue };
                let b = all.entry(*m);
                if *k > 0 {
                    let hi = if *k == 1 { room } else { room.div_euclid(*k) };
                    if b.hi.is_none_or(|h| hi < h) {
                        (b.hi, changed) = (Some(hi), true);
                    }
                } else {
                    let lo = if *k == -1 { -room } else { -room.div_euclid(-*k) };
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

fn times(v: i128, k: i128) -> Option<i128> {
    match k {
        1 => Some(v),
        -1 => v.checked_neg(),
        _ => v.checked_mul(k),
    }
}

/// Inequalities by their variable parts; of equal ones the strongest.
#[derive(Default)]
struct Rows {
    by_digest: FxHashMap<u64, usize>,
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
        let mut digest = row.digest();
        loop {
            match self.by_digest.entry(digest) {
                Entry::Vacant(place) => {
                    place.insert(self.rows.len());
                    self.rows.push(row);
                    return;
                }
                Entry::Occupied(at) => {
                    let known = &mut self.rows[*at.get()];
                    if known.is_parallel(&row) {
                        if known.constant_part() < row.constant_part() {
                            *known = row;
                        }
                        return;
                    }
                }
            }
            // Other parts with the same digest.
            digest = digest.wrapping_add(1);
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
        let mut next = Rows::default();
        let (mut upper, mut lower) = (Vec::with_capacity(up), Vec::with_capacity(down));
        for row in &now.rows {
            match row.parts().iter().find(|(x, _)| *x == m) {
                None => next.add(row),
                Some((_, k)) if *k > 0 => upper.push((row, *k)),
                Some((_, k)) => lower.push((row, -*k)),
            }
        }
        for (above, k) in &upper {
            for (below, l) in &lower {
                let combined = if *l == 1 {
                    above.plus(below, *k)
                } else {
                    Poly::default().plus(above, *l).and_then(|p| p.plus(below, *k))
                };
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
