//! A conjunction of equations, inequalities, disequations and choices, kept simple (theory, 8.2).

use super::poly::{Poly, Var};
use crate::limits;
use rma_dataflow::ids::TermId;
use std::rc::Rc;

/// A condition that a system can contain.
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
    pub choices: Vec<Rc<Choice>>,
    /// Variables whose facts are in the system.
    pub known: Known,
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

/// A set of variables.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Known([u64; limits::VARIABLES.div_ceil(64)]);

impl Known {
    /// Adds one; whether it is new.
    pub fn insert(&mut self, v: Var) -> bool {
        let Some(word) = self.0.get_mut(usize::from(v) / 64) else { return true };
        let new = *word >> (v % 64) & 1 == 0;
        *word |= 1 << (v % 64);
        new
    }
}

/// Places of inequalities by their parts that are no constant.
struct Places {
    /// A place and 1, or 0, by the lowest bits of digests.
    slots: Vec<u32>,
}

impl Places {
    /// A table for at most this many inequalities.
    fn new(rows: usize) -> Places {
        Places { slots: vec![0; (2 * rows + 1).next_power_of_two()] }
    }

    /// The position of the inequality with this digest for which `right` is true, or the slot for a new one.
    fn find(&self, digest: u64, right: impl Fn(usize) -> bool) -> Result<usize, usize> {
        let last = self.slots.len() - 1;
        let mut at = (digest ^ digest >> 32) as usize & last;
        loop {
            match self.slots[at] {
                0 => return Err(at),
                place if right(place as usize - 1) => return Ok(place as usize - 1),
                _ => at = (at + 1) & last,
            }
        }
    }
}

/// How much of a system there was.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    /// Numbers of equations, inequalities, disequations, choices, quotients and operators.
    counts: [usize; 6],
    known: Known,
    contradiction: bool,
}

/// Whether facts add anything to a system, according to a check of each fact alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum News {
    /// One of them cannot be.
    Contradiction,
    /// All of them were known.
    Nothing,
    Some,
}

/// Whether `p ≤ 0` follows from one of some inequalities, or contradicts one.
fn known(rows: &[Poly], p: &Poly) -> Option<bool> {
    if let Some(c) = p.as_const() {
        return Some(c <= 0);
    }
    let p = p.tightened();
    let c = p.constant_part();
    rows.iter().find_map(|row| {
        let d = row.constant_part();
        (d >= c && row.is_parallel(&p)).then_some(true).or((c + d > 0 && row.is_opposite(&p)).then_some(false))
    })
}

impl System {
    /// How much there is now.
    pub fn mark(&self) -> Mark {
        let counts = [
            self.eqs.len(),
            self.les.len(),
            self.nes.len(),
            self.choices.len(),
            self.quotients.len(),
            self.operators.len(),
        ];
        Mark { counts, known: self.known, contradiction: self.contradiction }
    }

    /// Takes away what was required since.
    pub fn back_to(&mut self, mark: &Mark) {
        let [eqs, les, nes, choices, quotients, operators] = mark.counts;
        self.eqs.truncate(eqs);
        self.les.truncate(les);
        self.nes.truncate(nes);
        self.choices.truncate(choices);
        self.quotients.truncate(quotients);
        self.operators.truncate(operators);
        (self.known, self.contradiction) = (mark.known, mark.contradiction);
    }

    /// Whether the conditions that were added since a mark add anything.
    pub fn since(&self, mark: &Mark) -> News {
        let [eqs, les, nes, choices, ..] = mark.counts;
        let mut news = if self.choices.len() > choices { News::Some } else { News::Nothing };
        let mut add = |holds: Option<bool>| match holds {
            Some(true) => {}
            Some(false) => news = News::Contradiction,
            None if news == News::Nothing => news = News::Some,
            None => {}
        };
        self.eqs[eqs..].iter().for_each(|p| add(p.as_const().map(|c| c == 0)));
        self.nes[nes..].iter().for_each(|p| add(p.as_const().map(|c| c != 0)));
        self.les[les..].iter().for_each(|p| add(known(&self.les[..les], p)));
        if self.contradiction { News::Contradiction } else { news }
    }

    /// This without the choices.
    pub fn without_choices(&self) -> System {
        System {
            eqs: self.eqs.clone(),
            les: self.les.clone(),
            nes: self.nes.clone(),
            choices: Vec::new(),
            known: self.known,
            quotients: self.quotients.clone(),
            operators: self.operators.clone(),
            gone: self.gone.clone(),
            distinguished: self.distinguished.clone(),
            unimodular: self.unimodular,
            contradiction: self.contradiction,
        }
    }

    /// The polynomial without eliminated variables; `None` beyond degree or size.
    pub fn reduced(&self, p: &Poly) -> Option<Poly> {
        let mut p = p.clone();
        for (v, by) in &self.gone {
            if p.contains(*v) {
                p = p.substitute(*v, by)?;
            }
        }
        Some(p)
    }

    pub fn require_eq(&mut self, p: &Poly) {
        self.eqs.extend(self.reduced(p));
    }

    pub fn require_le(&mut self, p: &Poly) {
        self.les.extend(self.reduced(p));
    }

    /// Whether one inequality of the system implies that a polynomial is not positive.
    pub fn says(&self, p: &Poly) -> bool {
        let p = p.tightened();
        p.as_const().is_some_and(|c| c <= 0)
            || self.les.iter().any(|row| row.is_parallel(&p) && row.constant_part() >= p.constant_part())
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
            let rows = std::mem::take(&mut self.les);
            let mut places = Places::new(rows.len());
            // The first of those with the same parts, and the greatest constant of these.
            let mut strongest: Vec<(Poly, i128)> = Vec::with_capacity(rows.len());
            for row in rows {
                let row = row.tightened();
                let c = row.constant_part();
                if row.parts().is_empty() {
                    self.contradiction |= c > 0;
                    continue;
                }
                match places.find(row.digest(), |n| strongest[n].0.is_parallel(&row)) {
                    Ok(n) => strongest[n].1 = c.max(strongest[n].1),
                    Err(slot) => {
                        places.slots[slot] = strongest.len() as u32 + 1;
                        strongest.push((row, c));
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
                let same = places.find(p.digest(), |n| strongest[n].0.is_parallel(p));
                let opposite = places.find(p.digest().wrapping_neg(), |n| strongest[n].0.is_opposite(p));
                for (place, constant) in [(same, p.constant_part()), (opposite, -p.constant_part())] {
                    // q ≤ 0 and q ≠ 0: q + 1 ≤ 0.
                    if let Ok(n) = place
                        && strongest[n].1 == constant
                    {
                        strongest[n].1 += 1;
                        again = true;
                    }
                }
            }
            for (row, c) in &strongest {
                let back = places.find(row.digest().wrapping_neg(), |n| strongest[n].0.is_opposite(row));
                match back.ok().map(|n| strongest[n].1) {
                    // a ≤ -c and -a ≤ -d: nothing is left, or one value.
                    Some(d) if c + d > 0 => self.contradiction = true,
                    Some(d) if c + d == 0 => {
                        // The one of the two whose first coefficient is less.
                        if row.parts()[0].1 < 0 {
                            self.eqs.push(row.with_constant(*c));
                        }
                    }
                    _ if *c == row.constant_part() => self.les.push(row.clone()),
                    _ => self.les.push(row.with_constant(*c)),
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

    /// The number of products that a variable is in.
    fn products_with(&self, v: Var) -> usize {
        let rows = self.eqs.iter().chain(&self.les).chain(&self.nes);
        rows.flat_map(Poly::parts).filter(|(m, _)| m.degree() > 1 && m.vars().any(|x| x == v)).count()
    }

    /// Solves one equation for a variable with coefficient 1 or -1 that is in no product of the equation. Divisors and factors stay
    /// variables if other variables can be replaced: with `n = p + 1`, a proof can use `n·q` in more ways than `p·q + q`.
    fn eliminate(&mut self) -> bool {
        for n in 0..self.eqs.len() {
            let eq = self.eqs[n].clone();
            let mut units: Vec<(Var, i128)> = eq
                .parts()
                .iter()
                .filter_map(|(m, k)| Some((m.as_var().filter(|_| k.abs() == 1)?, *k)))
                .filter(|(v, _)| eq.parts().iter().filter(|(m, _)| m.vars().any(|x| x == *v)).count() == 1)
                .collect();
            if units.len() > 1 {
                units.sort_by_cached_key(|(v, _)| self.products_with(*v));
            }
            for (v, k) in units {
                // k·v + rest = 0
                let Some(by) = Poly::default().plus(&eq, -k).and_then(|p| p.plus(&Poly::var(v), 1)) else { continue };
                if self.replace(v, &by) {
                    return true;
                }
            }
        }
        false
    }

    /// Eliminates `v`, unless something becomes too large.
    fn replace(&mut self, v: Var, by: &Poly) -> bool {
        let all = |ps: &[Poly]| ps.iter().map(|p| p.substitute(v, by)).collect::<Option<Vec<Poly>>>();
        let gone = self.gone.iter().map(|(u, p)| Some((*u, p.substitute(v, by)?)));
        let Some(mut gone) = gone.collect::<Option<Vec<(Var, Poly)>>>() else { return false };
        let (Some(eqs), Some(les), Some(nes)) = (all(&self.eqs), all(&self.les), all(&self.nes)) else { return false };
        gone.push((v, by.clone()));
        (self.eqs, self.les, self.nes, self.gone) = (eqs, les, nes, gone);
        true
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
        self.replace(v, &by)
    }
}
