//! A conjunction of equations, inequalities, disequations and choices, kept simple (theory, 8.2).

use super::poly::{Mono, Poly, Var};
use crate::limits;
use rma_dataflow::ids::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// What can be required.
#[derive(Debug, Clone)]
pub(super) enum Fact {
    /// A condition is true.
    Term(TermId),
    /// `p = 0`
    Eq(Poly),
    /// `p ≤ 0`
    Le(Poly),
}

/// Alternatives, each with the facts that hold in it.
pub(super) type Choice = Vec<Vec<Fact>>;

/// All of it holds.
#[derive(Debug, Clone, Default)]
pub(super) struct System {
    /// `p = 0`
    pub eqs: Vec<Poly>,
    /// `p ≤ 0`
    pub les: Vec<Poly>,
    /// `p ≠ 0`
    pub nes: Vec<Poly>,
    pub choices: Vec<Choice>,
    /// Variables whose facts are in the system.
    pub known: FxHashSet<Var>,
    /// Quotients of divisions by what is no constant, and eliminated variables with what they are; that has no
    /// eliminated variable in it.
    pub quotients: Vec<Var>,
    /// Results of operators about which nothing else is known (`rank ^ mask`, `1 << k`).
    pub operators: Vec<Var>,
    gone: Vec<(Var, Poly)>,
    /// Case distinctions on factors that were made.
    pub distinguished: Vec<(Var, Poly)>,
    unimodular: u32,
    /// There is no solution.
    pub contradiction: bool,
}

impl System {
    /// The polynomial without eliminated variables; `None` beyond degree or size.
    pub fn reduced(&self, p: &Poly) -> Option<Poly> {
        let mut p = p.clone();
        for (v, by) in &self.gone {
            p = p.substitute(*v, by)?;
        }
        Some(p)
    }

    pub fn require_eq(&mut self, p: &Poly) {
        self.eqs.extend(self.reduced(p));
    }

    pub fn require_le(&mut self, p: &Poly) {
        self.les.extend(self.reduced(p));
    }

    /// Whether one inequality implies that a polynomial is not positive.
    pub fn says(&self, p: &Poly) -> bool {
        let p = p.tightened();
        p.as_const().is_some_and(|c| c <= 0)
            || self.les.iter().any(|row| row.parts() == p.parts() && row.constant_part() >= p.constant_part())
    }

    pub fn require_ne(&mut self, p: &Poly) {
        self.nes.extend(self.reduced(p));
    }

    /// Solves equations for variables and rounds inequalities, until nothing changes. `fresh` makes variables.
    pub fn simplify(&mut self, fresh: &mut impl FnMut() -> Option<Var>) {
        loop {
            self.tidy();
            if self.contradiction || !(self.eliminate() || self.introduce(fresh)) {
                return;
            }
        }
    }

    /// Rounds, merges, finds equations in pairs of inequalities, and uses disequations at bounds.
    fn tidy(&mut self) {
        loop {
            let rows: Vec<Poly> = std::mem::take(&mut self.les).iter().map(Poly::tightened).collect();
            let mut strongest: FxHashMap<&[(Mono, i128)], i128> = FxHashMap::default();
            let mut order = Vec::with_capacity(rows.len());
            for row in &rows {
                let c = row.constant_part();
                if row.parts().is_empty() {
                    self.contradiction |= c > 0;
                    continue;
                }
                match strongest.entry(row.parts()) {
                    Entry::Occupied(mut d) => *d.get_mut() = c.max(*d.get()),
                    Entry::Vacant(entry) => {
                        entry.insert(c);
                        order.push(row);
                    }
                }
            }
            let mut again = false;
            for p in std::mem::take(&mut self.nes) {
                match p.as_const() {
                    Some(0) => self.contradiction = true,
                    Some(_) => {}
                    // What cannot be zero by its residue needs no mention.
                    None => self.nes.extend(p.tightened_equation()),
                }
            }
            for p in &self.nes {
                for q in [p.clone(), p.negated()] {
                    // q ≤ 0 and q ≠ 0: q + 1 ≤ 0.
                    if let Some(c) = strongest.get_mut(q.parts())
                        && *c == q.constant_part()
                    {
                        *c += 1;
                        again = true;
                    }
                }
            }
            for row in order {
                let c = strongest[row.parts()];
                let row = if c == row.constant_part() { row.clone() } else { row.with_constant(c) };
                let back = row.negated();
                match strongest.get(back.parts()) {
                    // a ≤ -c and -a ≤ -d: nothing is left, or one value.
                    Some(d) if c + d > 0 => self.contradiction = true,
                    Some(d) if c + d == 0 => {
                        if row.parts() < back.parts() {
                            self.eqs.push(row);
                        }
                    }
                    _ => self.les.push(row),
                }
            }
            if !again {
                break;
            }
        }
        for eq in std::mem::take(&mut self.eqs) {
            match (eq.as_const(), eq.tightened_equation()) {
                (Some(0), _) => {}
                (Some(_), _) | (None, None) => self.contradiction = true,
                (None, Some(eq)) => {
                    let first = eq.all_parts()[0].1;
                    let eq = if first < 0 { eq.negated() } else { eq };
                    if !self.eqs.contains(&eq) {
                        self.eqs.push(eq);
                    }
                }
            }
        }
    }

    /// Solves one equation for a variable with coefficient 1 or -1 that is in no product of the equation.
    fn eliminate(&mut self) -> bool {
        for n in 0..self.eqs.len() {
            let eq = &self.eqs[n];
            let units: Vec<(Var, i128)> = eq
                .parts()
                .iter()
                .filter(|(m, k)| m.degree() == 1 && k.abs() == 1)
                .filter_map(|(m, k)| Some((m.vars().next()?, *k)))
                .filter(|(v, _)| eq.parts().iter().filter(|(m, _)| m.vars().any(|x| x == *v)).count() == 1)
                .collect();
            for (v, k) in units {
                // k·v + rest = 0
                let Some(by) = Poly::default().plus(eq, -k).and_then(|p| p.plus(&Poly::var(v), 1)) else { continue };
                if let Some(next) = self.with(v, &by) {
                    *self = next;
                    return true;
                }
            }
        }
        false
    }

    /// The system with `v` eliminated, unless something becomes too large.
    fn with(&self, v: Var, by: &Poly) -> Option<System> {
        let all = |ps: &[Poly]| ps.iter().map(|p| p.substitute(v, by)).collect::<Option<Vec<Poly>>>();
        let mut gone = Vec::with_capacity(self.gone.len() + 1);
        for (u, p) in &self.gone {
            gone.push((*u, p.substitute(v, by)?));
        }
        gone.push((v, by.clone()));
        let (eqs, les, nes) = (all(&self.eqs)?, all(&self.les)?, all(&self.nes)?);
        Some(System { eqs, les, nes, gone, ..self.clone() })
    }

    /// A linear equation without unit coefficients gets one by a change of variables that keeps all integer solutions.
    fn introduce(&mut self, fresh: &mut impl FnMut() -> Option<Var>) -> bool {
        if self.unimodular >= limits::UNIMODULAR {
            return false;
        }
        let Some(eq) = self.eqs.iter().find(|e| e.is_linear() && e.parts().iter().all(|(_, k)| k.abs() > 1)) else {
            return false;
        };
        let Some(&(m, k)) = eq.parts().iter().min_by_key(|(m, k)| (k.abs(), *m)) else { return false };
        let (Some(v), Some(s)) = (m.vars().next(), fresh()) else { return false };
        // v = s - Σ floor(kᵢ / k) · xᵢ
        let mut by = Poly::var(s);
        for (x, c) in eq.parts().iter().filter(|(x, _)| *x != m) {
            let Some(next) = by.plus(&Poly::of(vec![(*x, 1)]), -c.div_euclid(k)) else { return false };
            by = next;
        }
        self.unimodular += 1;
        match self.with(v, &by) {
            Some(next) => {
                *self = next;
                true
            }
            None => false,
        }
    }
}
