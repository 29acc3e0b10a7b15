//! Terms as z3 integers and truth values (theory, 8.2).

use crate::defined::evaluated;
use crate::limits;
use index_vec::IndexVec;
use rma_dataflow::ids::{SymId, TermId};
use rma_dataflow::term::{CommId, Op, SymKind, Term, Terms};
use rustc_hash::FxHashMap;
use z3::ast::{Ast, Bool, Int};
use z3::{FuncDecl, Sort};

/// Distance that separates different objects, and instances of one: offsets stay inside objects (assumption 3).
const APART: i64 = 1 << 40;

pub(crate) struct Encoder<'q> {
    pub terms: &'q mut Terms,
    ints: FxHashMap<TermId, Int>,
    bools: FxHashMap<TermId, Bool>,
    /// Facts about uninterpreted functions that stand for interpreted ones.
    pub facts: Vec<Bool>,
    /// Facts that the arithmetic before z3 uses, too. Another solver needs them to reach the same answer; z3 finds solutions faster
    /// without them.
    pub lemmas: Vec<Bool>,
    /// Addresses and applications: z3 chooses their values.
    pub opaque: Vec<TermId>,
    /// Conditions under which every operator is defined.
    pub defined: Vec<Bool>,
    /// Operators about which z3 gets only some facts; their values in a model must be compared with the true ones.
    pub approximate: Vec<(TermId, Op, TermId, TermId)>,
}

impl<'q> Encoder<'q> {
    pub fn new(terms: &'q mut Terms) -> Encoder<'q> {
        Encoder {
            terms,
            ints: FxHashMap::default(),
            bools: FxHashMap::default(),
            facts: Vec::new(),
            lemmas: Vec::new(),
            opaque: Vec::new(),
            defined: Vec::new(),
            approximate: Vec::new(),
        }
    }

    /// The constant of a symbol.
    pub fn symbol(s: SymId) -> Int {
        Int::new_const(s.raw())
    }

    /// Bounds of symbols.
    pub fn symbol_facts(&mut self) -> Vec<Bool> {
        let mut out = Vec::new();
        let mut world = None;
        let syms: IndexVec<SymId, _> = self.terms.syms.iter().map(|s| (s.kind.clone(), s.lo, s.hi, s.below)).collect();
        for (id, (kind, lo, hi, below)) in syms.iter_enumerated() {
            let s = Self::symbol(id);
            out.extend(lo.map(|lo| s.ge(lo)));
            out.extend(hi.map(|hi| s.le(hi)));
            if let Some(below) = below {
                let bound = self.int(*below);
                out.push(s.lt(bound));
            }
            if matches!(kind, SymKind::Size(CommId::World)) {
                world = Some(s);
            }
        }
        // No communicator made from others is larger than the world.
        if let Some(world) = world {
            for (id, (kind, ..)) in syms.iter_enumerated() {
                if matches!(kind, SymKind::Size(CommId::Object(_) | CommId::Unknown)) {
                    out.push(Self::symbol(id).le(&world));
                }
            }
        }
        out
    }

    /// The term as a truth value.
    pub fn truth(&mut self, t: TermId) -> Bool {
        if let Some(b) = self.bools.get(&t) {
            return b.clone();
        }
        let b = match self.terms.get(t).clone() {
            Term::Const(c) => Bool::from_bool(c != 0),
            Term::Le0(x) => self.int(x).le(0),
            Term::Eq0(x) if self.terms.is_bool(x) => self.truth(x).not(),
            Term::Eq0(x) => self.int(x).eq(0),
            Term::Not(x) => self.truth(x).not(),
            Term::All(ts) => Bool::and(&self.truths(&ts)),
            Term::Any(ts) => Bool::or(&self.truths(&ts)),
            Term::Ite(c, a, b) => {
                let (c, a, b) = (self.truth(c), self.truth(a), self.truth(b));
                c.ite(&a, &b)
            }
            Term::Sym(_) | Term::Addr(..) | Term::Lin(..) | Term::Op(..) | Term::Apply(..) => self.int(t).eq(0).not(),
        };
        self.bools.insert(t, b.clone());
        b
    }

    fn truths(&mut self, ts: &[TermId]) -> Vec<Bool> {
        ts.iter().map(|t| self.truth(*t)).collect()
    }

    /// The term as an integer.
    pub fn int(&mut self, t: TermId) -> Int {
        if let Some(i) = self.ints.get(&t) {
            return i.clone();
        }
        let i = match self.terms.get(t).clone() {
            Term::Const(c) => Int::from_i64(c),
            Term::Sym(s) => Self::symbol(s),
            Term::Addr(o, inst) => self.address(t, o.raw(), inst),
            Term::Lin(c, ts) => {
                let mut parts: Vec<Int> = Vec::with_capacity(ts.len() + 1);
                for (a, k) in &ts {
                    let a = self.int(*a);
                    parts.push(if *k == 1 { a } else { a * Int::from_i64(*k) });
                }
                parts.push(Int::from_i64(c));
                Int::add(&parts)
            }
            Term::Op(op, a, b) => self.operator(t, op, a, b),
            Term::Ite(c, a, b) => {
                let (c, a, b) = (self.truth(c), self.int(a), self.int(b));
                c.ite(&a, &b)
            }
            Term::Le0(_) | Term::Eq0(_) | Term::Not(_) | Term::All(_) | Term::Any(_) => {
                self.truth(t).ite(&Int::from_i64(1), &Int::from_i64(0))
            }
            Term::Apply(f, ts) => self.application(t, f, &ts),
        };
        self.ints.insert(t, i.clone());
        i
    }

    /// Requires every divisor and shift amount that is certain to be evaluated to be valid.
    pub fn require_defined(&mut self, root: TermId, out: &mut Vec<Bool>) {
        for (op, b) in evaluated(self.terms, root) {
            let y = self.int(b);
            out.extend(self.validity(op, b, &y));
        }
    }

    /// The condition on the second operand under which an operator has a value, unless it is plain.
    fn validity(&mut self, op: Op, b: TermId, y: &Int) -> Option<Bool> {
        match op {
            Op::Mod | Op::Div | Op::Rem | Op::Quot => {
                self.terms.as_const(b).is_none_or(|c| c == 0).then(|| y.eq(0).not())
            }
            Op::Shl | Op::Shr => Some(Bool::and(&[y.ge(0), y.le(62)])),
            Op::Mul | Op::And | Op::Or | Op::Xor => None,
        }
    }

    fn operator(&mut self, t: TermId, op: Op, a: TermId, b: TermId) -> Int {
        let (ra, rb) = (self.terms.range(a), self.terms.range(b));
        let (x, y) = (self.int(a), self.int(b));
        let valid = self.validity(op, b, &y);
        self.defined.extend(valid);
        match op {
            Op::Mul => Int::mul(&[x, y]),
            // z3 follows SMT-LIB: remainders are never negative.
            Op::Mod => x.modulo(&y),
            Op::Div if rb.is_nonneg() => x.div(&y),
            Op::Div => {
                let (nx, ny) = (x.unary_minus(), y.unary_minus());
                y.gt(0).ite(&x.div(&y), &nx.div(&ny))
            }
            Op::Quot | Op::Rem => {
                let negated = x.unary_minus();
                let (plus, minus) =
                    if op == Op::Quot { (x.div(&y), negated.div(&y)) } else { (x.modulo(&y), negated.modulo(&y)) };
                if ra.is_nonneg() { plus } else { x.ge(0).ite(&plus, &minus.unary_minus()) }
            }
            Op::And | Op::Or | Op::Xor => match self.masked(op, (a, &x), (b, &y)) {
                Some(exact) => exact,
                None => self.by_facts(t, op, (a, &x), (b, &y)),
            },
            Op::Shl | Op::Shr => {
                let (lo, hi) = (rb.lo.unwrap_or(0).max(0), rb.hi.unwrap_or(i64::MAX));
                let shifted = |s: i64| {
                    let power = Int::from_i64(1 << s);
                    if op == Op::Shl { &x * power } else { x.div(power) }
                };
                // Amounts beyond, and negative ones, are known by facts only.
                let written = rb.is_nonneg() && hi <= limits::SHIFT;
                let last = if written { shifted(hi) } else { self.by_facts(t, op, (a, &x), (b, &y)) };
                let end = if written { hi } else { hi.min(limits::SHIFT) + 1 };
                (lo..end).rev().fold(last, |rest, s| y.eq(s).ite(&shifted(s), &rest))
            }
        }
    }

    /// An operator on bits with one operand that is a constant with few bits; the bits are written out.
    fn masked(&self, op: Op, (a, x): (TermId, &Int), (b, y): (TermId, &Int)) -> Option<Int> {
        let (x, m) = match (self.terms.as_const(a), self.terms.as_const(b)) {
            (_, Some(m)) => (x, m),
            (Some(m), None) => (y, m),
            (None, None) => return None,
        };
        if bits_to_write(m) > limits::WRITTEN_BITS {
            return None;
        }
        let masked = mask(x, m);
        Some(match op {
            Op::And => masked,
            Op::Or => x + Int::from_i64(m) - masked,
            _ => x + Int::from_i64(m) - masked * Int::from_i64(2),
        })
    }

    /// An operator about which z3 gets only some facts.
    fn by_facts(&mut self, t: TermId, op: Op, (a, x): (TermId, &Int), (b, y): (TermId, &Int)) -> Int {
        let r = uninterpreted(&format!("{op:?}"), &[x.clone(), y.clone()]);
        self.bit_facts(op, x, y, &r);
        self.approximate.push((t, op, a, b));
        r
    }

    fn bit_facts(&mut self, op: Op, x: &Int, y: &Int, r: &Int) {
        let nonneg = Bool::and(&[x.ge(0), y.ge(0)]);
        match op {
            Op::And => {
                self.facts.push(x.ge(0).implies(Bool::and(&[r.ge(0), r.le(x)])));
                self.facts.push(y.ge(0).implies(Bool::and(&[r.ge(0), r.le(y)])));
            }
            Op::Or => {
                self.facts.push(nonneg.implies(Bool::and(&[r.ge(x), r.ge(y), r.le(x + y)])));
                self.facts.push(r.eq(0).iff(Bool::and(&[x.eq(0), y.eq(0)])));
            }
            Op::Xor => {
                self.facts.push(nonneg.implies(Bool::and(&[r.ge(0), r.le(x + y)])));
                self.facts.push(r.eq(0).iff(x.eq(y)));
                // Of the three any two determine the third, in either order of the operands.
                let of = |p: &Int, q: &Int| uninterpreted(&format!("{op:?}"), &[p.clone(), q.clone()]);
                for (p, q, is) in [(x, y, r), (r, x, y), (r, y, x)] {
                    self.lemmas.extend([of(p, q).eq(is), of(q, p).eq(is)]);
                }
            }
            Op::Shl => {
                self.facts.push(Bool::and(&[x.ge(0), y.ge(0)]).implies(r.ge(x)));
                // Amounts that are not written out make it large.
                let far = Bool::and(&[x.ge(0), y.gt(limits::SHIFT)]);
                self.facts.push(far.implies(r.ge(x * Int::from_i64(1 << (limits::SHIFT + 1)))));
                // The number of places follows from the result.
                let places = uninterpreted("places", &[x.clone(), r.clone()]);
                self.lemmas.push(x.eq(0).not().implies(places.eq(y)));
                self.facts.push(y.eq(0).implies(r.eq(x)));
            }
            Op::Shr => {
                self.facts.push(nonneg.implies(Bool::and(&[r.ge(0), r.le(x)])));
                self.facts.push(y.eq(0).implies(r.eq(x)));
            }
            Op::Mul | Op::Mod | Op::Div | Op::Rem | Op::Quot => {}
        }
    }

    fn address(&mut self, t: TermId, obj: u32, inst: TermId) -> Int {
        let i = self.int(inst);
        let value = uninterpreted(&format!("address {obj}"), std::slice::from_ref(&i));
        self.facts.push(value.gt(4096));
        for other in self.opaque.clone() {
            if let Term::Addr(o, j) = *self.terms.get(other) {
                let (v, j) = (self.int(other), self.int(j));
                let apart = Bool::or(&[(&value - &v).ge(APART), (&v - &value).ge(APART)]);
                let same = if o.raw() == obj { i.eq(&j) } else { Bool::from_bool(false) };
                self.facts.push(Bool::or(&[same, apart]));
            }
        }
        let range = self.terms.range(t);
        self.facts.extend(range.lo.map(|lo| value.ge(lo)));
        self.facts.extend(range.hi.map(|hi| value.le(hi)));
        self.opaque.push(t);
        value
    }

    fn application(&mut self, t: TermId, f: u32, args: &[TermId]) -> Int {
        let values: Vec<Int> = args.iter().map(|a| self.int(*a)).collect();
        let value = uninterpreted(&format!("function {f}"), &values);
        if self.terms.function_name(f) == "tuple" {
            for other in self.opaque.clone() {
                if let Term::Apply(g, parts) = self.terms.get(other).clone()
                    && g == f
                    && parts.len() == args.len()
                {
                    let parts: Vec<Bool> = parts.iter().zip(&values).map(|(p, v)| self.int(*p).eq(v)).collect();
                    let other = self.int(other);
                    self.facts.push(value.eq(&other).implies(Bool::and(&parts)));
                }
            }
        }
        let range = self.terms.range(t);
        self.facts.extend(range.lo.map(|lo| value.ge(lo)));
        self.facts.extend(range.hi.map(|hi| value.le(hi)));
        self.opaque.push(t);
        value
    }
}

fn uninterpreted(name: &str, args: &[Int]) -> Int {
    let int = Sort::int();
    let domain = vec![&int; args.len()];
    let args: Vec<&dyn Ast> = args.iter().map(|a| a as &dyn Ast).collect();
    let applied = FuncDecl::new(format!("{name}/{}", args.len()), &domain, &int).apply(&args);
    // The range is the integers by construction of the declaration.
    applied.as_int().unwrap_or_else(|| Int::fresh_const("function"))
}

/// The number of bits that must be written out for a mask: the bits that it keeps, or those that it clears.
fn bits_to_write(m: i64) -> u32 {
    if m >= 0 { m.count_ones() } else { (!m).count_ones() }
}

/// `x & m`, exactly, in two's complement of any width.
fn mask(x: &Int, m: i64) -> Int {
    let (written, negative) = if m >= 0 { (m, false) } else { (!m, true) };
    let mut parts = vec![Int::from_i64(0)];
    for bit in (0..63).filter(|b| written >> b & 1 == 1) {
        let power = Int::from_i64(1 << bit);
        parts.push(x.div(&power).modulo(2) * power);
    }
    let low = Int::add(&parts);
    if negative { x - low } else { low }
}
